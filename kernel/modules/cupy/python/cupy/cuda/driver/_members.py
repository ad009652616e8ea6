"""The CUDA driver's functions that programs call by name, over the devices that there are."""

import cupy

__all__ = ['get_build_version', 'moduleLoad', 'moduleLoadData', 'moduleGetFunction', 'moduleGetGlobal', 'moduleUnload', 'launchKernel', 'funcGetAttribute',
           'funcSetAttribute', 'ctxSynchronize', 'ctxGetDevice', 'occupancyMaxActiveBlocksPerMultiprocessor']

_NUMBERS = {'MAX_THREADS_PER_BLOCK': 0, 'SHARED_SIZE_BYTES': 1, 'CONST_SIZE_BYTES': 2, 'LOCAL_SIZE_BYTES': 3, 'NUM_REGS': 4, 'PTX_VERSION': 5,
            'BINARY_VERSION': 6, 'CACHE_MODE_CA': 7, 'MAX_DYNAMIC_SHARED_SIZE_BYTES': 8, 'PREFERRED_SHARED_MEMORY_CARVEOUT': 9}
_NAMES = {number: name.lower() for name, number in _NUMBERS.items()}
for _name, _number in _NUMBERS.items():
    globals()['CU_FUNC_ATTRIBUTE_' + _name] = _number
    __all__.append('CU_FUNC_ATTRIBUTE_' + _name)
CU_JIT_INPUT_CUBIN, CU_JIT_INPUT_PTX = 0, 1
__all__ += ['CU_JIT_INPUT_CUBIN', 'CU_JIT_INPUT_PTX']
_modules, _functions = {}, {}


def get_build_version():
    """The version of CUDA that this was made for: 12080 for 12.8."""
    return cupy.cuda.runtime.runtimeGetVersion()


def _failed(text):
    return cupy.cuda.driver.CUDADriverError(text)


def _module(handle):
    if handle not in _modules:
        raise _failed('CUDA_ERROR_INVALID_HANDLE: invalid resource handle')
    return _modules[handle]


def _function(handle):
    if handle not in _functions:
        raise _failed('CUDA_ERROR_INVALID_HANDLE: invalid resource handle')
    return _functions[handle]


def moduleLoadData(image):
    """Load a compiled image: its handle."""
    module = cupy.cuda.Module()
    module.load(image)
    _modules[module.ptr] = module
    return module.ptr


def moduleLoad(filename):
    """Load a compiled image from a file: its handle."""
    with open(filename, 'rb') as file:
        return moduleLoadData(file.read())


def moduleUnload(module):
    """Let go of a module."""
    _module(module)
    del _modules[module]


def moduleGetFunction(module, funcname):
    """A kernel of a module: its handle."""
    function = _module(module).get_function(funcname)
    _functions[function.ptr] = function
    return function.ptr


def moduleGetGlobal(module, varname):
    """The address of a variable of a module."""
    return _module(module).get_global_var(varname)


def launchKernel(f, grid_dim_x, grid_dim_y, grid_dim_z, block_dim_x, block_dim_y, block_dim_z, shared_mem_bytes, stream, kernel_params, extra):
    """Kernels take arguments by value: Module.get_function() launches them."""
    raise NotImplementedError('addresses of arguments are not followed: call what Module.get_function() gives')


def funcGetAttribute(attribute, func):
    """A fact about a kernel: CU_FUNC_ATTRIBUTE_NUM_REGS and so on."""
    if attribute not in _NAMES:
        raise _failed('CUDA_ERROR_INVALID_VALUE: invalid argument')
    return getattr(_function(func)._kernel, _NAMES[attribute])


def funcSetAttribute(func, attribute, value):
    """Set what of a kernel can be set."""
    if attribute not in (8, 9):
        raise _failed('CUDA_ERROR_INVALID_VALUE: invalid argument')
    setattr(_function(func)._kernel, _NAMES[attribute], value)


def ctxSynchronize():
    """Wait for the current device."""
    cupy.cuda.runtime.deviceSynchronize()


def ctxGetDevice():
    """The number of the current device."""
    return cupy.cuda.runtime.getDevice()


def occupancyMaxActiveBlocksPerMultiprocessor(func, blockSize, dynamicSMemSize):
    """How many blocks of a kernel a multiprocessor holds at once, by its registers, its shared memory and its threads."""
    kernel, facts = _function(func)._kernel, cupy.cuda.runtime.getDeviceProperties(ctxGetDevice())
    if blockSize < 1 or blockSize > kernel.max_threads_per_block:
        return 0
    warps = (blockSize + 31) // 32
    limits = [facts['maxThreadsPerMultiProcessor'] // (warps * 32), facts.get('maxBlocksPerMultiProcessor') or 32]
    registers = (kernel.num_regs * 32 + 255) // 256 * 256 * warps
    if registers:
        limits.append((facts.get('regsPerMultiprocessor') or facts['regsPerBlock']) // registers)
    shared = kernel.shared_size_bytes + dynamicSMemSize
    if shared:
        limits.append((facts.get('sharedMemPerMultiprocessor') or facts['sharedMemPerBlock']) // (shared + (facts.get('reservedSharedMemPerBlock') or 0)))
    return min(limits)
