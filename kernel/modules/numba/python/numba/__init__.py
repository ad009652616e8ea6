"""Functions of numbers and arrays, compiled: jit, njit, vectorize, and numba.cuda for devices.

>>> import numba
>>> numba.__version__
'0.68.1'
"""
import importlib as _importlib
import sys as _sys

__version__ = '0.68.1'
__all__ = ['cfunc', 'from_dtype', 'guvectorize', 'jit', 'experimental', 'njit', 'stencil', 'jit_module', 'typeof', 'prange', 'gdb',
           'gdb_breakpoint', 'gdb_init', 'vectorize', 'objmode', 'literal_unroll', 'get_num_threads', 'set_num_threads',
           'set_parallel_chunksize', 'get_parallel_chunksize', 'parallel_chunksize', 'int8', 'int16', 'int32', 'int64', 'uint8',
           'uint16', 'uint32', 'uint64', 'intp', 'uintp', 'intc', 'uintc', 'ssize_t', 'size_t', 'boolean', 'float32', 'float64',
           'complex64', 'complex128', 'bool_', 'byte', 'char', 'uchar', 'short', 'ushort', 'int_', 'uint', 'long_', 'ulong', 'longlong',
           'ulonglong', 'double', 'void', 'none', 'b1', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8', 'f4', 'f8', 'c8', 'c16',
           'optional', 'ffi_forced_object', 'ffi', 'deferred_type', 'bool', 'ByteCodeSupportError', 'CompilerError',
           'ConstantInferenceError', 'DeprecationError', 'ForbiddenConstruct', 'ForceLiteralArg', 'IRError', 'InternalError',
           'InternalTargetMismatchError', 'LiteralTypingError', 'LoweringError', 'NonexistentTargetError', 'NotDefinedError',
           'NumbaAssertionError', 'NumbaAttributeError', 'NumbaDebugInfoWarning', 'NumbaDeprecationWarning', 'NumbaError',
           'NumbaExperimentalFeatureWarning', 'NumbaIRAssumptionWarning', 'NumbaIndexError', 'NumbaInvalidConfigWarning',
           'NumbaKeyError', 'NumbaNotImplementedError', 'NumbaParallelSafetyWarning', 'NumbaPedanticWarning',
           'NumbaPendingDeprecationWarning', 'NumbaPerformanceWarning', 'NumbaRuntimeError', 'NumbaSystemWarning', 'NumbaTypeError',
           'NumbaTypeSafetyWarning', 'NumbaValueError', 'NumbaWarning', 'RedefinedError', 'RequireLiteralValue', 'TypingError',
           'UnsupportedBytecodeError', 'UnsupportedError', 'UnsupportedParforsError', 'UnsupportedRewriteError',
           'UntypedAttributeError', 'VerificationError']

# Everything else comes when it is asked for: importing numba costs next to nothing.
_MODULES = {'config': 'core.config', 'core': 'core', 'errors': 'core.errors', 'types': 'core.types', 'cuda': 'cuda', 'experimental': 'experimental',
            'extending': 'extending', 'misc': 'misc', 'np': 'np', 'parfors': 'parfors', 'typed': 'typed', 'testing': 'testing'}
_PLACES = {'core.decorators': 'jit njit jit_module objmode carray farray',
           'np.ufunc.decorators': 'vectorize guvectorize', 'stencils.stencil': 'stencil', 'core.ccallback': 'cfunc',
           'misc.special': 'typeof prange pndindex gdb gdb_breakpoint gdb_init literally literal_unroll',
           'np.numpy_support': 'from_dtype',
           'np.ufunc.parallel': 'get_num_threads set_num_threads get_thread_id set_parallel_chunksize get_parallel_chunksize '
                                'parallel_chunksize threading_layer'}
_FROM = {_name: _place for _place, _names in _PLACES.items() for _name in _names.split()}


def __getattr__(name):
    if name in _MODULES:
        value = _importlib.import_module('numba.' + _MODULES[name])
    elif name in _FROM:
        value = getattr(_importlib.import_module('numba.' + _FROM[name]), name)
    elif name == 'version_info':
        from collections import namedtuple
        kind = namedtuple('version_info', 'major minor patch short full string tuple git_revision')
        numbers = tuple(map(int, __version__.split('.')))
        value = kind(*numbers, numbers[:2], numbers, __version__, tuple(__version__.split('.')), None)
    elif name[:2] != '__' and name in __all__:
        value = getattr(_importlib.import_module('numba.core.errors' if name[0].isupper() else 'numba.core.types'), name)
    else:
        raise AttributeError(f"module 'numba' has no attribute '{name}'")
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__, *_MODULES, *_FROM, 'version_info'})


def test(argv, **kwds):
    """Run numba's own tests: refused, they are not part of Cupola."""
    raise NotImplementedError("numba's tests are not here: they come with numba's own package")
