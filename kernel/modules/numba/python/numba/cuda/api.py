"""Arrays to and from devices, streams, events, and which device is the current one."""
import contextlib

import cupy
import numpy as np
from numba.core import config
from numba.cuda.cudadrv import devicearray, devices, driver
from numba.cuda.cudadrv.devices import gpus, require_context
from numba.cuda.cudadrv.error import CudaSupportError
from numba.cuda.cudadrv.driver import event_elapsed_time
from numba.cuda.cudadrv.runtime import runtime

current_context = devices.get_context
_DOUBLE = np.float64  # what shape-only makers default to


def prepare_shape_strides_dtype(shape, strides, dtype, order):
    """Shape and steps as tuples, the dtype as one."""
    from numba.np.numpy_support import as_dtype, strides_from_shape
    dtype = as_dtype(dtype) if hasattr(dtype, 'mangling_args') else np.dtype(dtype)
    extents = (int(shape),) if hasattr(shape, '__index__') else tuple(map(int, shape))
    if strides is None:
        strides = strides_from_shape(extents, dtype.itemsize, order)
    steps = (int(strides),) if hasattr(strides, '__index__') else tuple(map(int, strides))
    return extents, steps, dtype


@require_context
def from_cuda_array_interface(desc, owner=None, sync=True):
    """The array that a __cuda_array_interface__ describes, over the same memory."""
    if desc.get('mask') is not None:
        raise NotImplementedError('Masked arrays are not supported')
    from cupy._memory import from_interface
    number = desc.get('stream')
    stream = 0 if number is None else external_stream(number)
    array = from_interface(owner if owner is not None else desc, dict(desc))
    made = devicearray.DeviceNDArray._over(array, stream)
    if number is not None and sync and config.CUDA_ARRAY_INTERFACE_SYNC:
        stream.synchronize()
    return made


def as_cuda_array(obj, sync=True):
    """An array of numba's over the memory of an object with __cuda_array_interface__: cupy's arrays have it.

    >>> import cupy
    >>> from numba import cuda
    >>> array = cupy.arange(3)
    >>> cuda.as_cuda_array(array)[0] = 5
    >>> array
    array([5, 1, 2])
    """
    if isinstance(obj, cupy.ndarray):
        devices.get_context()
        return devicearray.DeviceNDArray._over(obj)
    if not is_cuda_array(obj):
        raise TypeError('*obj* doesn\'t implement the cuda array interface.')
    return from_cuda_array_interface(obj.__cuda_array_interface__, owner=obj, sync=sync)


def is_cuda_array(obj):
    """Whether it has __cuda_array_interface__."""
    return hasattr(obj, '__cuda_array_interface__')


def is_float16_supported():
    """Whether kernels compute with 16-bit floats."""
    return True


@require_context
def to_device(obj, stream=0, copy=True, to=None):
    """Bring an array of the host to the device: into `to`, or a new array. copy=False: only the memory.

    >>> from numba import cuda
    >>> import numpy as np
    >>> cuda.to_device(np.ones(2)).copy_to_host()
    array([1., 1.])
    """
    if to is not None:
        if copy:
            to.copy_to_device(obj, stream=stream)
        return to
    made, is_new = devicearray.auto_device(obj, stream=stream, copy=copy, user_explicit=True)
    return made


@require_context
def device_array(shape, dtype=_DOUBLE, strides=None, order='C', stream=0):
    """An array on the device that is not initialised.

    >>> from numba import cuda
    >>> cuda.device_array((2, 3), 'f4').nbytes
    24
    """
    return devicearray.DeviceNDArray(*prepare_shape_strides_dtype(shape, strides, dtype, order), stream)


def _layout_of(ary):
    # As another one lies, without gaps: its order of dimensions, its repetitions.
    if is_cuda_array(ary) and not hasattr(ary, 'strides'):
        ary = as_cuda_array(ary)
    strides = tuple(ary.strides)
    order = sorted(range(ary.ndim), key=lambda number: (strides[number], -number)) if not ary.flags['C_CONTIGUOUS'] else range(ary.ndim)[::-1]
    steps, step = [0] * ary.ndim, ary.dtype.itemsize
    for number in order:
        if strides[number] == 0 and ary.shape[number] > 1:
            continue
        steps[number] = step
        step *= ary.shape[number]
    return dict(shape=ary.shape, dtype=ary.dtype, strides=tuple(steps))


def device_array_like(ary, stream=0):
    """An array on the device with the shape, the element type and the order of another one, not initialised."""
    return device_array(stream=stream, **_layout_of(ary))


def _host_array(kind, shape, dtype, strides, order):
    import cupyx
    extents, steps, dtype = prepare_shape_strides_dtype(shape, strides, dtype, order)
    made = cupyx.empty_pinned(extents, dtype, 'F' if order == 'F' else 'C')
    return made if kind is None else made.view(kind)


@require_context
def pinned_array(shape, dtype=_DOUBLE, strides=None, order='C'):
    """An array of the host in memory for transfers, not initialised.

    >>> from numba import cuda
    >>> cuda.pinned_array(3, 'i4').dtype
    dtype('int32')
    """
    return _host_array(None, shape, dtype, strides, order)


def pinned_array_like(ary):
    """An array of the host in memory for transfers, with the shape, the element type and the order of another one."""
    return pinned_array(order='F' if ary.flags['F_CONTIGUOUS'] and not ary.flags['C_CONTIGUOUS'] else 'C', shape=ary.shape, dtype=ary.dtype)


@require_context
def mapped_array(shape, dtype=_DOUBLE, strides=None, order='C', stream=0, portable=False, wc=False):
    """An array of the host that kernels take as it is: what they write is there when the call returns."""
    made = _host_array(devicearray.MappedNDArray, shape, dtype, strides, order)
    made.stream = stream
    return made


def mapped_array_like(ary, stream=0, portable=False, wc=False):
    """mapped_array() with the shape, the element type and the order of another array."""
    order = 'F' if ary.flags['F_CONTIGUOUS'] and not ary.flags['C_CONTIGUOUS'] else 'C'
    return mapped_array(ary.shape, ary.dtype, order=order, stream=stream)


@require_context
def managed_array(shape, dtype=_DOUBLE, strides=None, order='C', stream=0, attach_global=True):
    """An array that host and device share: what kernels write is there when the call returns."""
    made = _host_array(devicearray.ManagedNDArray, shape, dtype, strides, order)
    made.stream = stream
    return made


@contextlib.contextmanager
@require_context
def open_ipc_array(handle, shape, dtype, strides=None, offset=0):
    """An array of another process: refused."""
    raise NotImplementedError('memory of devices is not shared between processes here')


@contextlib.contextmanager
@require_context
def pinned(*arylist):
    """A block in which arrays of the host are ready for transfers: they are copied as they lie here."""
    yield


@contextlib.contextmanager
@require_context
def mapped(*arylist, **kws):
    """A block in which devices reach arrays of the host: the block's target is an array on the device for each, whose elements are
    in the host's when it ends."""
    assert not kws or set(kws) == {'stream'}
    made = [to_device(one) for one in arylist]
    yield made[0] if len(made) == 1 else made
    for one, there in zip(arylist, made):
        there.copy_to_host(one)


@require_context
def synchronize():
    """Wait until the current device has done its work."""
    return current_context().synchronize()


@require_context
def stream():
    """A new stream of the current device."""
    return current_context().create_stream()


@require_context
def default_stream():
    """The default stream."""
    return current_context().get_default_stream()


@require_context
def legacy_default_stream():
    """The default stream of programs with one for all threads."""
    return current_context().get_legacy_default_stream()


@require_context
def per_thread_default_stream():
    """The default stream of programs with one for each thread."""
    return current_context().get_per_thread_default_stream()


@require_context
def external_stream(ptr):
    """A stream that somebody else made, by its address."""
    return current_context().create_external_stream(ptr)


@require_context
def event(timing=True):
    """A new event, which stream.record() or event.record() sets."""
    return current_context().create_event(timing=timing)


def event_record(evt, stream=0):
    """Record an event."""
    evt.record(stream)


def select_device(device_id):
    """Make a device the current one: its context."""
    context = devices.get_context(device_id)
    return context


def get_current_device():
    """The current device.

    >>> from numba import cuda
    >>> cuda.get_current_device().WARP_SIZE
    32
    """
    return current_context().device


def list_devices():
    """The devices."""
    return gpus


def close():
    """Wait for the devices, give unused memory back, and begin again with none used."""
    devices.reset()


def is_available():
    """Whether there is a device: an emulated one is one.

    >>> from numba import cuda
    >>> cuda.is_available()
    True
    """
    return not config.DISABLE_CUDA and cupy.is_available()


def is_supported_version():
    """Whether the CUDA runtime is a version that numba.cuda works with."""
    return runtime.is_supported_version()


def cuda_error():
    """What went wrong when the devices were opened; None: nothing."""
    try:
        driver.driver.ensure_initialized()
    except CudaSupportError as error:
        return str(error)
    return None


def detect():
    """Print which devices there are: whether there is one that kernels run on.

    >>> from numba import cuda
    >>> cuda.detect()                                           # doctest: +SKIP
    Found 1 CUDA devices
    """
    found = list_devices()
    print(f'Found {len(found)} CUDA devices')
    good = 0
    for one in found:
        supported = one.compute_capability >= (3, 5)
        good += supported
        print('id %d    %20s %40s' % (one.id, one.name, '[SUPPORTED]' if supported else '[NOT SUPPORTED]'))
        rows = [('Compute Capability', '%d.%d' % one.compute_capability), ('PCI Device ID', one.PCI_DEVICE_ID), ('PCI Bus ID', one.PCI_BUS_ID),
                ('UUID', one.uuid), ('Watchdog', 'Enabled' if one.KERNEL_EXEC_TIMEOUT else 'Disabled'),
                ('FP32/FP64 Performance Ratio', one.SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO)]
        for name, value in rows:
            print('%40s: %s' % (name, value))
    print(f'Summary:\n\t{good}/{len(found)} devices are supported')
    return good > 0


@contextlib.contextmanager
def defer_cleanup():
    """A block in which memory is not given back in between."""
    with current_context().defer_cleanup():
        yield


def profile_start():
    """Let profilers record from here on."""
    from cupy.cuda import profiler
    profiler.start()


def profile_stop():
    """Let profilers record no more."""
    from cupy.cuda import profiler
    profiler.stop()


@contextlib.contextmanager
def profiling():
    """A block that profilers record."""
    profile_start()
    try:
        yield
    finally:
        profile_stop()


def _auto_device(ary, stream=0, copy=True):
    return devicearray.auto_device(ary, stream=stream, copy=copy)
