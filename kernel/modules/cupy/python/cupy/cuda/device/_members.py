"""Members of cupy.cuda.device that cupy.cuda has not, or has, too."""

import cupy

__all__ = ['from_pointer', 'get_compute_capability', 'get_device_id']


def get_device_id():
    """The number of the current device.

    >>> get_device_id()
    0
    """
    return cupy.cuda.runtime.getDevice()


def get_compute_capability():
    """The compute capability of the current device, as text: '90'."""
    return cupy.cuda.Device().compute_capability


def from_pointer(ptr):
    """The device on which an address lies."""
    return cupy.cuda.Device(cupy.cuda.runtime.pointerGetAttributes(ptr).device)
