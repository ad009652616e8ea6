"""Kernels in Python, and arrays on devices.

>>> from numba import cuda
>>> import numpy as np
>>> array = cuda.to_device(np.arange(4))
>>> array.shape, array[2]
((4,), np.int64(2))
"""
import importlib as _importlib

_SUBMODULES = ('api', 'args', 'cg', 'compiler', 'cudadrv', 'decorators', 'dispatcher', 'errors', 'kernels', 'libdevice', 'random', 'simulator', 'stubs',
               'testing', 'types', 'vector_types', 'extending', 'tests')
_PLACES = {
    'api': 'from_cuda_array_interface as_cuda_array is_cuda_array is_float16_supported to_device device_array device_array_like pinned_array '
           'pinned_array_like mapped_array mapped_array_like managed_array open_ipc_array pinned mapped synchronize stream default_stream '
           'legacy_default_stream per_thread_default_stream external_stream event event_elapsed_time select_device get_current_device '
           'list_devices close is_available is_supported_version cuda_error detect defer_cleanup profile_start profile_stop profiling '
           'gpus current_context require_context runtime prepare_shape_strides_dtype _auto_device',
    'args': 'In Out InOut',
    'cudadrv.driver': 'BaseCUDAMemoryManager HostOnlyCUDAMemoryManager GetIpcHandleMixin IpcHandle MappedMemory PinnedMemory MemoryInfo '
                      'MemoryPointer set_memory_manager',
    'cudadrv.error': 'CudaSupportError',
    'errors': 'KernelRuntimeError',
    'decorators': 'jit declare_device',
    'compiler': 'compile compile_for_current_device compile_ptx compile_ptx_for_current_device',
    'kernels.reduction': 'Reduce reduce',
    'cudadrv': 'devicearray devices driver nvvm',
    'stubs': 'threadIdx blockIdx blockDim gridDim grid gridsize syncthreads syncthreads_and syncthreads_or syncthreads_count laneid warpsize '
             'syncwarp activemask lanemask_lt threadfence threadfence_block threadfence_system match_any_sync match_all_sync '
             'shfl_sync_intrinsic vote_sync_intrinsic popc brev clz ffs fma cbrt selp nanosleep all_sync any_sync eq_sync ballot_sync '
             'shfl_sync shfl_up_sync shfl_down_sync shfl_xor_sync shared local const atomic fp16'}
_FROM = {_name: _place for _place, _names in _PLACES.items() for _name in _names.split()}
_VECTORS = {f'{_base}{_count}' for _count in '1234' for _base in
            'char uchar short ushort int uint long ulong longlong ulonglong float double int8x int16x int32x int64x uint8x uint16x uint32x '
            'uint64x float32x float64x'.split()}
implementation = 'Cupola'


def __getattr__(name):
    if name in _FROM or name in _VECTORS:
        value = getattr(_importlib.import_module('numba.cuda.' + _FROM.get(name, 'stubs')), name)
    elif name in _SUBMODULES:
        value = _importlib.import_module('numba.cuda.' + name)
    elif name == 'config':
        from numba.core import config as value
    else:
        raise AttributeError(f"module 'numba.cuda' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *_FROM, *_VECTORS, *_SUBMODULES})


def test(*args, **kwargs):
    """Run numba.cuda's own tests: refused, they are not part of Cupola."""
    raise NotImplementedError("numba.cuda's tests are not here: they come with numba's own package")
