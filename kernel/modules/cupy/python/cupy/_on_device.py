"""Functions of the host for arrays of devices: the arguments come to the host, the results go back."""

import functools

import cupy
import numpy

# Arguments into which functions write.
_WRITTEN = ('output', 'out', 'distances', 'indices')


def to_host(value):
    """Arrays of a device, also inside tuples and lists, as arrays of the host."""
    if isinstance(value, cupy.ndarray):
        return value.get(order='A')
    if type(value) in (tuple, list):
        return type(value)(to_host(one) for one in value)
    if isinstance(value, _OnDevice):
        return value._on_host
    return value.get() if type(value).__module__.startswith('cupyx.scipy.sparse.') else value


def to_device(value):
    """Arrays of the host, also inside tuples, lists and dicts, as arrays of the device."""
    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return cupy.asarray(value) if value.dtype.kind in 'biufc' else value
    if isinstance(value, (tuple, list)):
        make = getattr(type(value), '_make', type(value))  # of tuples with names
        return make(tuple(to_device(one) for one in value))
    if type(value) is dict:
        return {name: to_device(one) for name, one in value.items()}
    if type(value).__module__.startswith('scipy.sparse.') and hasattr(value, 'nnz') and hasattr(value, 'tocsr'):
        from cupyx.scipy import sparse
        return sparse.csr_matrix(value) if value.format == 'csr' else sparse.csc_matrix(value.tocsc())
    if type(value) in _classes:
        return _classes[type(value)]._over(value)
    return value


def _call(function, args, kwargs):
    """Call it on the host: a result that it wrote into an argument is that argument."""
    args, kwargs = [to_host(one) for one in args], {name: to_host(one) for name, one in kwargs.items()}
    return function(*args, **kwargs), args, kwargs


def on_device(function, takes_host=False):
    """The function for arrays of devices; with takes_host, of the host, too."""
    parameters = _positions(function)

    @functools.wraps(function)
    def call(*args, **kwargs):
        kwargs.pop('plan', None)
        if kwargs.get('callback') is not None:
            callback = kwargs['callback']
            kwargs['callback'] = lambda *told: callback(*(to_device(one) for one in told))
        for value in args[:1]:
            if isinstance(value, numpy.ndarray) and not takes_host:
                raise TypeError(f'{function.__name__}() takes arrays of a device, not {type(value)}')
        result, host_args, host_kwargs = _call(function, args, kwargs)
        written = [(given, host_kwargs[name]) for name, given in kwargs.items() if name in _WRITTEN]
        written += [(given, host_args[place]) for place, given in enumerate(args) if place in parameters]
        for given, host in written:
            if isinstance(given, cupy.ndarray):
                given.set(host) if given.flags.c_contiguous or given.flags.f_contiguous else cupy.copyto(given, cupy.asarray(host))
                if result is host:
                    return given
        return to_device(result)
    if function.__doc__:
        call.__doc__ = function.__doc__.partition('>>>')[0].rstrip()
    return call


def _positions(function):
    """Where the arguments stand into which it writes."""
    code = getattr(function, '__code__', None)
    if code is None:
        return ()
    return [place for place, name in enumerate(code.co_varnames[:code.co_argcount]) if name in _WRITTEN]


# ---- classes ----

_classes = {}


class _OnDevice:
    """An object of the host whose arrays are the device's for those who ask."""

    @classmethod
    def _over(cls, value):
        """The object for one of the host."""
        self = object.__new__(cls)
        self._on_host = value
        return self

    def __init__(self, *args, **kwargs):
        self._on_host = _call(self._class, args, kwargs)[0]

    def __call__(self, *args, **kwargs):
        return to_device(_call(self._on_host, args, kwargs)[0])

    def __getattr__(self, name):
        if name.startswith('__') or name == '_on_host':
            raise AttributeError(name)
        value = getattr(self._on_host, name)
        if not callable(value):
            return to_device(value)

        def call(*args, **kwargs):
            return to_device(_call(value, args, kwargs)[0])
        return call


def _class_method(method):
    def call(cls, *args, **kwargs):
        return to_device(_call(method, args, kwargs)[0])
    call.__doc__ = (method.__doc__ or '').partition('>>>')[0].rstrip()
    return classmethod(call)


def class_on_device(host_class, module):
    """The class for arrays of devices: its objects hold one of the host."""
    members = {'__module__': module, '_class': host_class, '__doc__': (host_class.__doc__ or '').partition('>>>')[0].rstrip()}
    for base in reversed(host_class.__mro__):
        for name, member in vars(base).items():
            if isinstance(member, (classmethod, staticmethod)) and not name.startswith('__'):
                members[name] = _class_method(getattr(host_class, name))
    bases = tuple(_classes[base] for base in host_class.__bases__ if base in _classes) or (_OnDevice,)
    made = _classes[host_class] = type(host_class.__name__, bases, members)
    return made


def module_on_device(host_module, names, module):
    """The functions and classes of a module of the host, for arrays of devices."""
    made = {}
    for name in names:
        value = getattr(host_module, name)
        if isinstance(value, type) and not issubclass(value, (Exception, tuple)):
            made[name] = class_on_device(value, module)
        elif isinstance(value, type) or not callable(value):
            made[name] = value
        else:
            made[name] = on_device(value, True)
    return made
