"""PTX of functions: compile_ptx, compile."""
from numba.core.sigutils import normalize_signature


def _flags(debug, lineinfo, fastmath):
    return bool(fastmath) * 1 | bool(debug) * 2 | bool(lineinfo) * 4


def compile(pyfunc, sig, debug=False, lineinfo=False, device=True, fastmath=False, cc=None, opt=True, abi='c', abi_info=None, output='ptx'):
    """(PTX, type of the result) of a function for a signature: device=True: one that kernels call, else a kernel. cc: (9, 0) for
    devices of capability 9.0.

    >>> from numba import cuda, types
    >>> code, result = cuda.compile(lambda x, y: x + y, (types.int32, types.int32))     # doctest: +SKIP
    >>> result                                                                            # doctest: +SKIP
    int64
    """
    if abi not in ('numba', 'c'):
        raise NotImplementedError(f'Unsupported ABI: {abi}')
    if abi == 'c' and not device:
        raise NotImplementedError('The C ABI is not supported for kernels')
    if output not in ('ptx', 'ltoir'):
        raise NotImplementedError(f'Unsupported output type: {output}')
    if output == 'ltoir':
        raise NotImplementedError('code for link-time optimisation is not made here: PTX is')
    from numba.core import types
    from numba.core.sigutils import parse_signature
    from numba.cuda import _launch
    args, result = normalize_signature(sig)
    function, flags, kinds = getattr(pyfunc, 'py_func', pyfunc), _flags(debug, lineinfo, fastmath), tuple(map(str, args))
    if not device:
        if result not in (None, types.none):
            raise TypeError('CUDA kernel must have void return type.')
        return ptx_of(_launch._show(function, kinds, flags, 'cuda'), cc or (9, 0), fastmath), types.none
    found = parse_signature(_launch._infer(function, kinds, flags)) if result is None else result
    name = (abi_info or {}).get('abi_name', function.__name__)
    return ptx_of(_launch._show(function, kinds, flags, 'device ' + name), cc or (9, 0), fastmath), found


def ptx_of(text, cc, fastmath=False):
    """The PTX that NVRTC makes of a text of CUDA C."""
    import cupy
    cc = max(tuple(cc), (7, 5))
    options = (f'--gpu-architecture=compute_{cc[0]}{cc[1]}', '--std=c++17') + (('--use_fast_math',) if fastmath else ())
    made = cupy._kernel_translate(text, 'kernel.cu', options, ())
    if len(made) == 2:
        from numba.cuda.cudadrv.error import NvrtcError
        raise NvrtcError('%s: %s' % made)
    return made[0].decode().rstrip('\0')


def compile_ptx(pyfunc, sig, debug=False, lineinfo=False, device=False, fastmath=False, cc=None, opt=True, abi='numba', abi_info=None):
    """compile() of a kernel, or with device=True of a function that kernels call."""
    options = {'debug': debug, 'lineinfo': lineinfo, 'fastmath': fastmath, 'opt': opt}
    return compile(pyfunc, sig, device=device, cc=cc, abi=abi, abi_info=abi_info, **options)


def _with_capability(options):
    from numba.cuda.api import get_current_device
    return {**options, 'cc': get_current_device().compute_capability}


def compile_for_current_device(pyfunc, sig, **options):
    """compile() for the current device."""
    return compile(pyfunc, sig, **_with_capability(options))


def compile_ptx_for_current_device(pyfunc, sig, **options):
    """compile_ptx() for the current device."""
    return compile_ptx(pyfunc, sig, **_with_capability(options))
