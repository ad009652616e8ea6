"""The class that the series of all kinds derive from."""

import abc
import numbers

import numpy as np
from numpy.polynomial import polyutils as pu

SUPERSCRIPTS = str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹')
SUBSCRIPTS = str.maketrans('0123456789', '₀₁₂₃₄₅₆₇₈₉')


class ABCPolyBase(abc.ABC):
    """A series: coefficients, lowest first, a domain and the window that it is mapped to, the name of the variable.

    A kind of series names its basis, its domain and window, and the functions _add, _sub, _mul, _div, _pow, _val, _int, _der,
    _fit, _line, _roots and _fromroots over coefficients.
    """

    __module__ = 'numpy.polynomial._polybase'
    __hash__ = None
    __array_ufunc__ = None
    maxpower = 100
    basis_name = None
    _use_unicode = True

    def __init__(self, coef, domain=None, window=None, symbol='x'):
        self.coef, = pu.as_series([coef], trim=False)
        for name, value in (('domain', domain), ('window', window)):
            if value is not None:
                value, = pu.as_series([value], trim=False)
                if len(value) != 2:
                    raise ValueError(f'{name.title()} has wrong number of elements.')
                setattr(self, name, value)
        if not isinstance(symbol, str):
            raise TypeError('Symbol must be a string')
        if not symbol.isidentifier():
            raise ValueError('Symbol string must be a valid Python identifier')
        self._symbol = symbol

    @property
    def symbol(self):
        """The name of the variable."""
        return self._symbol

    # ---- As text

    def __repr__(self):
        return (f'{type(self).__name__}({repr(self.coef)[6:-1]}, domain={repr(self.domain)[6:-1]}, '
                f"window={repr(self.window)[6:-1]}, symbol='{self.symbol}')")

    def __str__(self):
        return self._text(self._use_unicode)

    def __format__(self, form):
        if form not in ('', 'ascii', 'unicode'):
            raise ValueError(f"Unsupported format string '{form}' passed to {self.__class__}.__format__. Valid options are 'ascii' and 'unicode'")
        return str(self) if form == '' else self._text(form == 'unicode')

    def _argument(self, number):
        """The variable, mapped to the window, as text; and whether that is more than its name."""
        off, scale = self.mapparms()
        if off == 0 and scale == 1:
            return self.symbol, False
        scaled = self.symbol if scale == 1 else f'{number(scale)}{self.symbol}'
        return scaled if off == 0 else f'{number(off)} + {scaled}', True

    @classmethod
    def _term(cls, i, argument, in_unicode):
        return f'·{cls.basis_name}{str(i).translate(SUBSCRIPTS)}({argument})' if in_unicode else f' {cls.basis_name}_{i}({argument})'

    def _text(self, in_unicode):
        width = max(np.get_printoptions().get('linewidth', 75), 1)
        argument, is_mapped = self._argument(pu.format_float)
        if is_mapped:
            argument = f'({argument})'
        text = pu.format_float(self.coef[0])
        for i, c in enumerate(self.coef[1:], 1):
            try:
                more = f'+ {pu.format_float(c, parens=True)}' if c >= 0 else f'- {pu.format_float(-c, parens=True)}'
            except TypeError:
                more = f'+ {c}'
            more += self._term(i, argument, in_unicode)
            length = len(text.rpartition('\n')[2]) + 1 + len(more) + (2 if i < len(self.coef) - 1 else 0)
            text += ' ' + (more.replace(' ', '\n', 1) if length >= width else more)
        return text

    @classmethod
    def _latex_term(cls, i, argument, is_mapped):
        return f'{{{cls.basis_name}}}_{{{i}}}({argument})'

    @staticmethod
    def _repr_latex_scalar(x, parens=False):
        return r'\text{' + pu.format_float(x, parens=parens) + '}'

    def _repr_latex_(self):
        argument, is_mapped = self._argument(self._repr_latex_scalar)
        parts = []
        for i, c in enumerate(self.coef):
            if i == 0:
                part = self._repr_latex_scalar(c)
            elif not isinstance(c, numbers.Real):
                part = f' + ({self._repr_latex_scalar(c)})'
            else:
                part = f' + {self._repr_latex_scalar(c, True)}' if c >= 0 else f' - {self._repr_latex_scalar(-c, True)}'
            term = self._latex_term(i, argument, is_mapped)
            part = part if term == '1' else rf'{part}\,{term}'
            parts.append(r'\color{LightGray}{' + part + '}' if c == 0 else part)
        return rf"${self.symbol} \mapsto {''.join(parts)}$"

    # ---- Arithmetic

    def _new(self, coef, domain=None):
        return type(self)(coef, self.domain if domain is None else domain, self.window, self.symbol)

    def _get_coefficients(self, other):
        if not isinstance(other, ABCPolyBase):
            return other  # a number or a sequence
        for fits, error, message in ((isinstance(other, type(self)), TypeError, 'Polynomial types differ'),
                                     (np.array_equal(self.domain, other.domain), TypeError, 'Domains differ'),
                                     (np.array_equal(self.window, other.window), TypeError, 'Windows differ'),
                                     (self.symbol == other.symbol, ValueError, 'Polynomial symbols differ')):
            if not fits:
                raise error(message)
        return other.coef

    def _by(self, function, first, second):
        try:
            coef = function(first, second)
        except Exception:
            return NotImplemented
        return self._new(coef)

    def _by_division(self, first, second):
        try:
            quotient, rest = self._div(first, second)
        except ZeroDivisionError:
            raise
        except Exception:
            return NotImplemented
        return self._new(quotient), self._new(rest)

    def __neg__(self):
        return self._new(-self.coef)

    def __pos__(self):
        return self

    def __add__(self, other):
        return self._by(self._add, self.coef, self._get_coefficients(other))

    def __sub__(self, other):
        return self._by(self._sub, self.coef, self._get_coefficients(other))

    def __mul__(self, other):
        return self._by(self._mul, self.coef, self._get_coefficients(other))

    def __truediv__(self, other):
        if not isinstance(other, numbers.Number) or isinstance(other, bool):
            raise TypeError(f"unsupported types for true division: '{type(self)}', '{type(other)}'")
        return self.__floordiv__(other)

    def __divmod__(self, other):
        return self._by_division(self.coef, self._get_coefficients(other))

    def __floordiv__(self, other):
        both = self.__divmod__(other)
        return both if both is NotImplemented else both[0]

    def __mod__(self, other):
        both = self.__divmod__(other)
        return both if both is NotImplemented else both[1]

    def __pow__(self, other):
        return self._new(self._pow(self.coef, other, maxpower=self.maxpower))

    def __radd__(self, other):
        return self._by(self._add, other, self.coef)

    def __rsub__(self, other):
        return self._by(self._sub, other, self.coef)

    def __rmul__(self, other):
        return self._by(self._mul, other, self.coef)

    def __rtruediv__(self, other):
        return NotImplemented

    def __rdivmod__(self, other):
        return self._by_division(other, self.coef)

    def __rfloordiv__(self, other):
        both = self.__rdivmod__(other)
        return both if both is NotImplemented else both[0]

    def __rmod__(self, other):
        both = self.__rdivmod__(other)
        return both if both is NotImplemented else both[1]

    def __eq__(self, other):
        if not isinstance(other, type(self)) or self.symbol != other.symbol:
            return False
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in ('coef', 'domain', 'window'))

    def __ne__(self, other):
        return not self == other

    def __len__(self):
        return len(self.coef)

    def __iter__(self):
        return iter(self.coef)

    def __call__(self, arg):
        return self._val(pu.mapdomain(arg, self.domain, self.window), self.coef)

    # ---- What a series can tell and become

    def has_samecoef(self, other):
        """Is every coefficient equal?"""
        return len(self.coef) == len(other.coef) and bool(np.all(self.coef == other.coef))

    def has_samedomain(self, other):
        """Is the domain equal?"""
        return np.all(self.domain == other.domain)

    def has_samewindow(self, other):
        """Is the window equal?"""
        return np.all(self.window == other.window)

    def has_sametype(self, other):
        """Whether the other series is of the same kind."""
        return isinstance(other, self.__class__)

    def copy(self):
        """A copy."""
        return self._new(self.coef)

    def degree(self):
        """The degree: the number of coefficients less one."""
        return len(self) - 1

    def mapparms(self):
        """off and scale of the map x -> off + scale * x from the domain to the window."""
        return pu.mapparms(self.domain, self.window)

    def trim(self, tol=0):
        """Without the last coefficients that are at most tol."""
        return self._new(pu.trimcoef(self.coef, tol))

    def truncate(self, size):
        """The first coefficients only."""
        if int(size) != size or size < 1:
            raise ValueError('size must be a positive integer')
        return self._new(self.coef[:int(size)])

    def cutdeg(self, deg):
        """Nothing above a degree."""
        return self.truncate(deg + 1)

    def convert(self, domain=None, kind=None, window=None):
        """The same function as a series of another kind, domain or window."""
        target = kind or type(self)
        place = target.domain if domain is None else domain
        return self(target.identity(place, target.window if window is None else window, symbol=self.symbol))

    def deriv(self, m=1):
        """The m-th derivative."""
        return self._new(self._der(self.coef, m, self.mapparms()[1]))

    def integ(self, m=1, k=[], lbnd=None):
        """The m-th integral, zero at lbnd but for the constants k."""
        off, scale = self.mapparms()
        return self._new(self._int(self.coef, m, k, 0 if lbnd is None else off + scale * lbnd, 1. / scale))

    def roots(self):
        """The roots in the domain."""
        return pu.mapdomain(self._roots(self.coef), self.window, self.domain)

    def linspace(self, n=100, domain=None):
        """n points of the domain and the values there."""
        domain = self.domain if domain is None else domain
        x = np.linspace(domain[0], domain[1], n)
        return x, self(x)

    @classmethod
    def fit(cls, x, y, deg, domain=None, rcond=None, full=False, w=None, window=None, symbol='x'):
        """The series that fits points best; its domain is that of x."""
        if domain is None:
            domain = pu.getdomain(x)
            if domain[0] == domain[1]:  # all points at one place
                domain += (-1, 1)
        elif isinstance(domain, list) and not len(domain):
            domain = cls.domain
        place = {'domain': domain, 'window': cls.window if window is None else window, 'symbol': symbol}
        scaled = pu.mapdomain(x, domain, place['window'])
        answer = cls._fit(scaled, y, deg, rcond=rcond, full=full, w=w)
        return (cls(answer[0], **place), answer[1]) if full else cls(answer, **place)

    @classmethod
    def fromroots(cls, roots, domain=[], window=None, symbol='x'):
        """The series with the given roots."""
        roots, = pu.as_series([roots], trim=False)
        window = cls.window if window is None else window
        domain = pu.getdomain(roots) if domain is None else cls.domain if isinstance(domain, list) and not domain else domain
        off, scale = pu.mapparms(domain, window)
        return cls(cls._fromroots(off + scale * roots) / scale ** len(roots), domain=domain, window=window, symbol=symbol)

    @classmethod
    def identity(cls, domain=None, window=None, symbol='x'):
        """The series p with p(x) == x."""
        domain = cls.domain if domain is None else domain
        window = cls.window if window is None else window
        return cls(cls._line(*pu.mapparms(window, domain)), domain, window, symbol)

    @classmethod
    def basis(cls, deg, domain=None, window=None, symbol='x'):
        """The element of the basis of a degree."""
        if int(deg) != deg or deg < 0:
            raise ValueError('deg must be non-negative integer')
        return cls([0] * int(deg) + [1], domain, window, symbol)

    @classmethod
    def cast(cls, series, domain=None, window=None):
        """A series of any kind as one of this kind."""
        return series.convert(cls.domain if domain is None else domain, cls, cls.window if window is None else window)
