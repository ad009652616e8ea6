"""numpy.lib.mixins: Python's operators by __array_ufunc__."""

import numpy as np

__all__ = ['NDArrayOperatorsMixin']


def _refuses(other):
    """An operand that takes no part in ufuncs."""
    return getattr(other, '__array_ufunc__', np) is None


def _method(name, text, body):
    body.__name__ = f'__{name}__'
    body.__qualname__ = f'NDArrayOperatorsMixin.__{name}__'
    body.__doc__ = text
    return body


def _binary(ufunc, name):
    return _method(name, 'self and other through the ufunc of the operator.',
                   lambda self, other: NotImplemented if _refuses(other) else ufunc(self, other))


def _reflected(ufunc, name):
    return _method(f'r{name}', 'other and self through the ufunc of the operator.',
                   lambda self, other: NotImplemented if _refuses(other) else ufunc(other, self))


def _in_place(ufunc, name):
    return _method(f'i{name}', 'self and other through the ufunc of the operator, into self.',
                   lambda self, other: ufunc(self, other, out=(self,)))


class NDArrayOperatorsMixin:
    """All of Python's operators for a class that has an __array_ufunc__.

    >>> class Logged(lib.mixins.NDArrayOperatorsMixin):
    ...     def __array_ufunc__(self, ufunc, method, *inputs, **options):
    ...         return ufunc.__name__
    >>> Logged() + 1, 2 ** Logged(), -Logged()
    ('add', 'power', 'negative')
    """

    __module__ = 'numpy.lib.mixins'
    __slots__ = ()
    __lt__, __le__, __eq__ = _binary(np.less, 'lt'), _binary(np.less_equal, 'le'), _binary(np.equal, 'eq')
    __ne__, __gt__, __ge__ = _binary(np.not_equal, 'ne'), _binary(np.greater, 'gt'), _binary(np.greater_equal, 'ge')
    __divmod__, __rdivmod__ = _binary(np.divmod, 'divmod'), _reflected(np.divmod, 'divmod')
    __neg__ = _method('neg', '-self through the ufunc.', lambda self: np.negative(self))
    __pos__ = _method('pos', '+self through the ufunc.', lambda self: np.positive(self))
    __abs__ = _method('abs', 'abs(self) through the ufunc.', lambda self: np.absolute(self))
    __invert__ = _method('invert', '~self through the ufunc.', lambda self: np.invert(self))


for _name, _ufunc in {'add': np.add, 'sub': np.subtract, 'mul': np.multiply, 'matmul': np.matmul, 'truediv': np.true_divide,
                      'floordiv': np.floor_divide, 'mod': np.remainder, 'pow': np.power, 'lshift': np.left_shift, 'rshift': np.right_shift,
                      'and': np.bitwise_and, 'xor': np.bitwise_xor, 'or': np.bitwise_or}.items():
    setattr(NDArrayOperatorsMixin, f'__{_name}__', _binary(_ufunc, _name))
    setattr(NDArrayOperatorsMixin, f'__r{_name}__', _reflected(_ufunc, _name))
    setattr(NDArrayOperatorsMixin, f'__i{_name}__', _in_place(_ufunc, _name))
NDArrayOperatorsMixin.__hash__ = None
