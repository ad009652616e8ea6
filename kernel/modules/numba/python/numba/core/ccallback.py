"""cfunc: a compiled function of one signature. Cupola calls no C libraries, and none calls it: .ctypes is called from Python."""
from numba.core import sigutils, types
from numba.core.decorators import jit as _jit


class _Callable:
    """What .ctypes gives: the function over numbers of its types."""

    def __init__(self, dispatcher, name, count):
        self._dispatcher, self.__name__, self._count = dispatcher, name, count

    def __call__(self, *args):
        if len(args) < self._count:
            raise TypeError('this function takes at least %d argument%s (%d given)' % (self._count, 's' * (self._count > 1), len(args)))
        return self._dispatcher(*args[:self._count])

    def __getattr__(self, name):
        if name in ('argtypes', 'restype', 'errcheck', '_as_parameter_'):
            raise NotImplementedError('cfunc: .ctypes.%s is not supported: Cupola calls no C libraries, and has no types of theirs' % name)
        raise AttributeError(name)


class CFunc:
    """A function with one signature."""

    def __init__(self, pyfunc, sig, options):
        args, result = sigutils.normalize_signature(sig)
        for one in args if result is None else (*args, result):
            if not isinstance(one, (types.Number, types.Boolean)) and one != types.none:
                raise NotImplementedError('cfunc: arguments of type %s are not supported: numbers are' % one)
        self._pyfunc = self.__wrapped__ = pyfunc
        for name in ('__name__', '__qualname__', '__module__', '__doc__'):
            setattr(self, name, getattr(pyfunc, name))
        self._dispatcher = _jit(sig, nopython=True, **options)(pyfunc)
        self._ctypes = _Callable(self._dispatcher, pyfunc.__name__, len(args))

    @property
    def native_name(self):
        """The name of the code."""
        return 'cfunc.%s.%s' % (self._pyfunc.__module__, self._pyfunc.__qualname__)

    @property
    def address(self):
        """Where the code is: refused."""
        raise NotImplementedError('cfunc: .address is not supported: no C library runs in Cupola that could call it; pass the function itself')

    @property
    def ctypes(self):
        """The function as something to call with numbers."""
        return self._ctypes

    def inspect_llvm(self):
        """LLVM's text."""
        return next(iter(self._dispatcher.inspect_llvm().values()))

    def __repr__(self):
        return "<Numba C callback '%s'>" % self.__qualname__

    def __call__(self, *args, **kwargs):
        return self._pyfunc(*args, **kwargs)


def cfunc(sig, locals={}, cache=False, pipeline_class=None, **options):
    """Make a function of one signature whose .ctypes takes numbers; .address is refused, since no C library is there to call it.

    >>> from numba import cfunc
    >>> @cfunc('float64(float64, float64)')
    ... def add(a, b):
    ...     return a + b
    >>> add.ctypes(1, 2)
    3.0
    """
    options.pop('nopython', None)
    return lambda function: CFunc(function, sig, options)
