"""Functions of the host for arrays of devices: the arguments come to the host, the results go back."""

import functools

import cupy
import numpy


def to_host(value):
    """Arrays of a device, also inside tuples and lists, as arrays of the host."""
    if isinstance(value, cupy.ndarray):
        return value.get()
    if type(value) in (tuple, list):
        return type(value)(to_host(one) for one in value)
    return value


def to_device(value):
    """Arrays of the host, also inside tuples and lists, as arrays of the device."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return cupy.asarray(value)
    if type(value) in (tuple, list):
        return type(value)(to_device(one) for one in value)
    return value


def on_device(function):
    """The function for arrays of devices."""
    @functools.wraps(function)
    def call(*args, **kwargs):
        kwargs.pop('plan', None)
        for value in args[:1]:
            if isinstance(value, numpy.ndarray):
                raise TypeError(f'{function.__name__}() takes arrays of a device, not {type(value)}')
        return to_device(function(*[to_host(one) for one in args], **{name: to_host(one) for name, one in kwargs.items()}))
    if function.__doc__:
        call.__doc__ = function.__doc__.partition('>>>')[0].rstrip()
    return call
