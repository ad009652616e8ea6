"""Members of cupyx that are written in Python: what is scattered into arrays, arrays of the host in memory that transfers take directly."""
import math
import threading

import cupy
import numpy
from cupy._methods import scatter

__all__ = ['scatter_add', 'scatter_max', 'scatter_min', 'rsqrt', 'errstate', 'seterr', 'geterr',
           'get_runtime_info', 'allow_synchronize', 'DeviceSynchronized',
           'empty_pinned', 'zeros_pinned', 'empty_like_pinned', 'zeros_like_pinned']


def scatter_add(a, slices, value):
    """Add the value to the chosen elements, as often as they are chosen: cupy.add.at.

    >>> import cupy
    >>> import cupyx
    >>> a = cupy.zeros(3)
    >>> cupyx.scatter_add(a, cupy.array([1, 0, 1]), cupy.array([1.0, 2.0, 3.0]))
    >>> a
    array([2., 4., 0.])
    """
    scatter(a, slices, value, 'add')


def scatter_max(a, slices, value):
    """Keep the greater of the chosen elements and the value."""
    scatter(a, slices, value, 'maximum')


def scatter_min(a, slices, value):
    """Keep the lesser of the chosen elements and the value."""
    scatter(a, slices, value, 'minimum')


def rsqrt(x, out=None):
    """One over the square root.

    >>> import cupy
    >>> import cupyx
    >>> cupyx.rsqrt(cupy.array([4.0, 16.0]))
    array([0.5 , 0.25])
    """
    root = cupy.sqrt(x, out=out)
    return cupy.reciprocal(root, out=out)


_settings = threading.local()


def geterr():
    """How errors of devices are handled in this thread: only linalg's may be set.

    >>> import cupyx
    >>> cupyx.geterr()['linalg']
    'ignore'
    """
    return dict(divide=None, over=None, under=None, invalid=None, linalg=getattr(_settings, 'linalg', 'ignore'))


def seterr(*, divide=None, over=None, under=None, invalid=None, linalg=None):
    """Set how errors are handled: linalg='ignore' (what a solver could not do has numbers that mean nothing) or 'raise'
    (LinAlgError); the state before.

    >>> import cupyx
    >>> cupyx.seterr(linalg='ignore')['linalg']
    'ignore'
    """
    before = geterr()
    if any(value is not None for value in (divide, over, under, invalid)) or linalg not in (None, 'ignore', 'raise'):
        raise NotImplementedError()
    if linalg is not None:
        _settings.linalg = linalg
        cupy._tell_solvers(linalg == 'raise')
    return before


class errstate:
    """A block in which errors are handled as seterr() would say."""

    def __init__(self, *, divide=None, over=None, under=None, invalid=None, linalg=None):
        self._wanted = dict(divide=divide, over=over, under=under, invalid=invalid, linalg=linalg)

    def __enter__(self):
        self._before = seterr(**self._wanted)

    def __exit__(self, *error):
        seterr(**self._before)


def empty_pinned(shape, dtype=float, order='C'):
    """A numpy array of pinned memory, not initialised.

    >>> empty_pinned((2, 3), 'float32').nbytes
    24
    """
    dtype = numpy.dtype(dtype)
    extents = tuple(shape) if hasattr(shape, '__iter__') else (shape,)
    count = math.prod(extents)
    memory = cupy.cuda.alloc_pinned_memory(max(count * dtype.itemsize, 1))
    return numpy.frombuffer(memory, dtype, count).reshape(extents, order=order or 'C')


def zeros_pinned(shape, dtype=float, order='C'):
    """A numpy array of pinned memory, filled with zeros."""
    made = empty_pinned(shape, dtype, order)
    made[...] = 0
    return made


def empty_like_pinned(a, dtype=None, order='K', subok=None, shape=None):
    """A numpy array of pinned memory with the shape and the type of another one, not initialised."""
    if subok is not None:
        raise TypeError('subok is not supported yet')
    fortran = order == 'F' or (order in ('A', 'K') and a.flags.f_contiguous and not a.flags.c_contiguous)
    return empty_pinned(a.shape if shape is None else shape, a.dtype if dtype is None else dtype, 'F' if fortran else 'C')


def zeros_like_pinned(a, dtype=None, order='K', subok=None, shape=None):
    """A numpy array of pinned memory with the shape and the type of another one, filled with zeros."""
    made = empty_like_pinned(a, dtype, order, subok, shape)
    made[...] = 0
    return made


class _RuntimeInfo:
    """Versions of what computes: print it, or ask for one."""

    def __init__(self, full):
        import scipy
        runtime = cupy.cuda.runtime
        self.cupy_version, self.numpy_version, self.scipy_version = cupy.__version__, numpy.__version__, scipy.__version__
        self.cuda_path = cupy.cuda.get_cuda_path()
        self.cuda_build_version = cupy.cuda.driver.get_build_version()
        self.cuda_driver_version, self.cuda_runtime_version = runtime.driverGetVersion(), runtime.runtimeGetVersion()
        self.cuda_local_runtime_version = cupy.cuda.get_local_runtime_version()
        self.nvrtc_version = cupy.cuda.nvrtc.getVersion()

    def __str__(self):
        import platform
        rows = [('OS', platform.platform()), ('Python Version', platform.python_version()), ('CuPy Version', self.cupy_version),
                ('NumPy Version', self.numpy_version), ('SciPy Version', self.scipy_version), ('CUDA Root', self.cuda_path),
                ('CUDA Build Version', self.cuda_build_version), ('CUDA Driver Version', self.cuda_driver_version),
                ('CUDA Runtime Version', self.cuda_runtime_version), ('NVRTC Version', self.nvrtc_version)]
        for number in range(cupy.cuda.runtime.getDeviceCount()):
            device = cupy.cuda.Device(number)
            rows += [('Device %d Name' % number, cupy.cuda.runtime.getDeviceProperties(number)['name'].decode()),
                     ('Device %d Compute Capability' % number, device.compute_capability), ('Device %d PCI Bus ID' % number, device.pci_bus_id)]
        return ''.join('%-30s: %s\n' % row for row in rows)


def get_runtime_info(*, full=True):
    """Versions of what computes, as an object that prints them all.

    >>> import cupyx
    >>> cupyx.get_runtime_info().numpy_version == numpy.__version__
    True
    """
    return _RuntimeInfo(full)


class DeviceSynchronized(RuntimeError):
    """A block of allow_synchronize(False) waited for a device."""

    def __init__(self, message=None):
        super().__init__('Device synchronization was detected while disallowed.' if message is None else message)


class allow_synchronize:
    """A block in which waiting for devices' numbers is allowed, or (False) raises DeviceSynchronized.

    >>> import cupy
    >>> import cupyx
    >>> import warnings
    >>> warnings.simplefilter('ignore')
    >>> with cupyx.allow_synchronize(True):
    ...     int(cupy.ones(1)[0])
    1
    """

    def __init__(self, allow):
        self._allow = allow

    def __enter__(self):
        import warnings
        warnings.warn('cupyx.allow_synchronize will be removed in future releases as it is not possible to reliably detect synchronizations.', stacklevel=2)
        self._before = getattr(_settings, 'synchronizes', True)
        self._set(self._allow)

    def __exit__(self, *error):
        self._set(self._before)

    def _set(self, allow):
        _settings.synchronizes = allow
        cupy._tell_waiting(bool(allow))
