"""cuda.jit: kernels and functions of devices."""
import warnings

from numba.core import config
from numba.core.errors import DeprecationError, NumbaDeprecationWarning, NumbaInvalidConfigWarning

_KNOWN = {'fastmath', 'max_registers', 'launch_bounds', 'boundscheck', 'opt', 'lto', 'extensions', 'forceinline', 'cc', 'abi', 'abi_info',
          'nopython', 'target_backend', 'shared_memory_carveout'}


def jit(func_or_sig=None, device=False, inline=False, link=None, debug=None, opt=None, lineinfo=False, cache=False, **kws):
    """Make a kernel of a function, or (device=True) a function that kernels call: as a decorator, with or without arguments.

    func_or_sig: the function, or its signature (text, types, or a list of them); without one it is compiled for the types that it is
    launched with. fastmath, max_registers, lineinfo, debug, launch_bounds say how; link: texts of CUDA C that declare_device()
    functions come from.

    >>> from numba import cuda
    >>> import numpy as np
    >>> @cuda.jit
    ... def double(x):
    ...     i = cuda.grid(1)
    ...     if i < x.size:
    ...         x[i] *= 2
    >>> x = cuda.to_device(np.arange(300))
    >>> double[128, 32](x)
    >>> x.copy_to_host()[-1]
    np.int64(598)
    """
    debug = bool(config.CUDA_DEBUGINFO_DEFAULT) if debug is None else debug
    for name, text in (('restype', 'The restype keyword is no longer supported by the CUDA target'),
                       ('argtypes', 'The argtypes keyword is no longer supported by the CUDA target'),
                       ('bind', 'The bind keyword is no longer supported by the CUDA target')):
        if kws.get(name) is not None:
            raise DeprecationError(text)
    if kws.get('boundscheck'):
        raise NotImplementedError('bounds checking is not supported for CUDA')
    if debug and (opt is None or opt):
        warnings.warn('debug=True with opt=True (the default) is not supported by CUDA. This may result in a crash - set debug=False or opt=False.',
                      NumbaInvalidConfigWarning, stacklevel=2)
    if debug and lineinfo:
        warnings.warn('debug and lineinfo are mutually exclusive. Use debug to get full debug info (this disables some optimizations), or '
                      'lineinfo for line info only with code generation unaffected.', NumbaInvalidConfigWarning, stacklevel=2)
    if kws.get('nopython') is False:
        warnings.warn('nopython=False has no effect: kernels have no object mode', NumbaDeprecationWarning, stacklevel=2)
    unknown = set(kws) - _KNOWN
    if unknown:
        raise KeyError(f"Unrecognized options: {unknown}. Known options are {sorted(_KNOWN | {'debug', 'device', 'inline', 'lineinfo', 'link'})}")
    options = dict(device=device, inline=inline, link=link, debug=debug, opt=opt is None or opt, lineinfo=lineinfo, cache=cache, **kws)

    from numba.core.sigutils import is_signature
    from numba.cuda.dispatcher import CUDADispatcher
    if func_or_sig is None:
        return lambda function: CUDADispatcher(function, options)
    if is_signature(func_or_sig) or isinstance(func_or_sig, list):
        signatures = func_or_sig if isinstance(func_or_sig, list) else [func_or_sig]

        def wrap(function):
            made = CUDADispatcher(function, options)
            made._declare(signatures)
            return made
        return wrap
    if isinstance(func_or_sig, CUDADispatcher):
        raise TypeError('A jit decorator was called on an already jitted function %s.  If trying to get access to the original python function, '
                        'use the .py_func attribute.' % func_or_sig)
    return CUDADispatcher(func_or_sig, options)


def declare_device(name, sig, link=None):
    """Declare a function of a linked text of CUDA C, for kernels to call: declare_device('add', 'int32(int32, int32)')."""
    from numba.cuda.dispatcher import DeclaredFunction
    return DeclaredFunction(name, sig, link)
