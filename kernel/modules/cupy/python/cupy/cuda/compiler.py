"""Texts to images by NVRTC, and what that raises."""

import os
import re

import cupy
from cupy._kernels import CompileException, RawModule

__all__ = ['CompileException', 'compile_using_nvrtc', 'get_cache_dir', 'is_valid_kernel_name']


def get_cache_dir():
    """Where CuPy keeps compiled kernels: the environment's CUPY_CACHE_DIR, or ~/.cupy/kernel_cache."""
    return os.environ.get('CUPY_CACHE_DIR', os.path.expanduser('~/.cupy/kernel_cache'))


def is_valid_kernel_name(name):
    """Whether a kernel may have this name.

    >>> is_valid_kernel_name('add_2'), is_valid_kernel_name('2nd')
    (True, False)
    """
    return re.match('^[a-zA-Z_][a-zA-Z_0-9]*$', name) is not None


def _get_arch():
    return cupy.cuda.Device().compute_capability


def compile_using_nvrtc(source, options=(), arch=None, filename='kern.cu', name_expressions=None, log_stream=None, cache_in_memory=False, jitify=False):
    """The compiled image of a text for the current device (or for arch: '90'), and the names in it of the name expressions, or None."""
    from cupy.cuda import nvrtc
    options = tuple(options) + ('-arch=sm_' + str(arch or _get_arch()),)
    program = nvrtc.createProgram(source, filename, (), ())
    try:
        for name in name_expressions or ():
            nvrtc.addNameExpression(program, name)
        try:
            nvrtc.compileProgram(program, options)
            image = nvrtc.getCUBIN(program)
        except nvrtc.NVRTCError:
            raise CompileException(nvrtc.getProgramLog(program), source, filename, options, 'nvrtc') from None
        finally:
            if log_stream is not None:
                log_stream.write(nvrtc.getProgramLog(program))
        names = {name: nvrtc.getLoweredName(program, name) for name in name_expressions} if name_expressions else None
        return image, names
    finally:
        nvrtc.destroyProgram(program)


def _compile_module_with_cache(source, options=(), arch=None, cache_dir=None, extra_source=None, backend='nvrtc', *, enable_cooperative_groups=False,
                               name_expressions=None, log_stream=None, jitify=False):
    module = cupy.cuda.Module()
    module._module = RawModule(code=source, options=tuple(options), backend=backend, name_expressions=name_expressions)
    module._module.compile()
    module.ptr = id(module)
    return module


for _name in __all__[1:]:
    globals()[_name].__module__ = 'cupy.cuda.compiler'
