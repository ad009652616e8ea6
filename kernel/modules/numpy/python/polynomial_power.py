"""numpy.polynomial.polynomial: series in powers of x, lowest first, and the class Polynomial."""

import numpy as np

__all__ = ['polyzero', 'polyone', 'polyx', 'polydomain', 'polyline', 'polyadd', 'polysub', 'polymulx', 'polymul', 'polydiv', 'polypow',
           'polyval', 'polyvalfromroots', 'polyder', 'polyint', 'polyfromroots', 'polyvander', 'polyfit', 'polytrim', 'polyroots',
           'polycompanion', 'Polynomial', 'polyval2d', 'polygrid2d', 'polyvander2d']

polydomain = np.array([-1., 1.])
polyzero = np.array([0])
polyone = np.array([1])
polyx = np.array([0, 1])


def _trimmed(series):
    """Without zeros at the end, but for one."""
    if len(series) == 0 or series[-1] != 0:
        return series
    last = len(series) - 1
    while last > 0 and series[last] == 0:
        last -= 1
    return series[:last + 1]


def _series(*given, trim=True):
    """The coefficients as arrays of one floating type."""
    arrays = [np.array(c, ndmin=1) for c in given]
    for array in arrays:
        if array.size == 0:
            raise ValueError('Coefficient array is empty')
        if array.ndim != 1:
            raise ValueError('Coefficient array is not 1-d')
    if trim:
        arrays = [_trimmed(array) for array in arrays]
    if any(array.dtype == object for array in arrays):
        return [array.astype(object) for array in arrays]
    try:
        dtype = np.result_type(*arrays, np.float64 if any(array.dtype.kind in 'biu' for array in arrays) else arrays[0])
    except Exception as e:
        raise ValueError('Coefficient arrays have no common type') from e
    return [np.array(array, dtype=dtype) for array in arrays]


def polytrim(c, tol=0):
    """The series without its last coefficients that are at most tol.

    >>> polynomial.polynomial.polytrim([1, 2, 0, 0])
    array([1., 2.])
    """
    if tol < 0:
        raise ValueError('tol must be non-negative')
    c, = _series(c)
    places, = np.nonzero(np.abs(c) > tol)
    return c[:1] * 0 if len(places) == 0 else c[:places[-1] + 1].copy()


def polyline(off, scl):
    """The series off + scl * x.

    >>> polynomial.polynomial.polyline(1, 2)
    array([1, 2])
    """
    return np.array([off, scl]) if scl != 0 else np.array([off])


def polyadd(c1, c2):
    """The sum of two series.

    >>> polynomial.polynomial.polyadd([1, 2], [3])
    array([4., 2.])
    """
    c1, c2 = _series(c1, c2)
    if len(c1) < len(c2):
        c1, c2 = c2, c1
    c1[:c2.size] += c2
    return _trimmed(c1)


def polysub(c1, c2):
    """The difference of two series.

    >>> polynomial.polynomial.polysub([1, 2], [3])
    array([-2.,  2.])
    """
    c1, c2 = _series(c1, c2)
    return polyadd(c1, -c2)


def polymulx(c):
    """The series times x.

    >>> polynomial.polynomial.polymulx([1, 2])
    array([0., 1., 2.])
    """
    c, = _series(c)
    if len(c) == 1 and c[0] == 0:
        return c
    return np.concatenate((c[:1] * 0, c))


def polymul(c1, c2):
    """The product of two series.

    >>> polynomial.polynomial.polymul([1, 2], [1, 2])
    array([1., 4., 4.])
    """
    c1, c2 = _series(c1, c2)
    return _trimmed(np.convolve(c1, c2))


def polydiv(c1, c2):
    """The quotient and the remainder of two series.

    >>> polynomial.polynomial.polydiv([1, 2, 3], [3, 2, 1])
    (array([3.]), array([-8., -4.]))
    """
    c1, c2 = _series(c1, c2)
    if c2[-1] == 0:
        raise ZeroDivisionError
    first, second = len(c1), len(c2)
    if first < second:
        return c1[:1] * 0, c1
    if second == 1:
        return c1 / c2[-1], c1[:1] * 0
    lead, c2 = c2[-1], c2[:-1] / c2[-1]
    low, high = first - second, first - 1
    while low >= 0:
        c1[low:high] -= c2 * c1[high]
        low -= 1
        high -= 1
    return c1[high + 1:] / lead, _trimmed(c1[:high + 1])


def polypow(c, pow, maxpower=None):
    """A series to a whole power.

    >>> polynomial.polynomial.polypow([1, 1], 2)
    array([1., 2., 1.])
    """
    c, = _series(c)
    power = int(pow)
    if power != pow or power < 0:
        raise ValueError('Power must be a non-negative integer.')
    if maxpower is not None and power > maxpower:
        raise ValueError('Power is too large')
    if power == 0:
        return np.array([1], dtype=c.dtype)
    result = c
    for _ in range(power - 1):
        result = np.convolve(result, c)
    return result


def _floating(c, copy=True):
    c = np.array(c, ndmin=1, copy=copy)
    return c + 0.0 if c.dtype.kind in 'biu?' else c


def polyval(x, c, tensor=True):
    """The series at the points x; further axes of c are further series.

    >>> polynomial.polynomial.polyval([1.0, 2.0], [1, 2, 3])
    array([ 6., 17.])
    """
    c = _floating(c)
    if isinstance(x, (tuple, list)):
        x = np.asarray(x)
    if isinstance(x, np.ndarray) and tensor:
        c = c.reshape(c.shape + (1,) * x.ndim)
    value = c[-1] + x * 0
    for place in range(2, len(c) + 1):
        value = c[-place] + value * x
    return value


def polyval2d(x, y, c):
    """A series in two variables at the points (x, y).

    >>> polynomial.polynomial.polyval2d(1.0, 2.0, [[1, 2], [3, 4]])
    np.float64(16.0)
    """
    x, y = (np.asanyarray(a) for a in (x, y))
    if x.shape != y.shape:
        raise ValueError('x, y are incompatible')
    return polyval(y, polyval(x, c), tensor=False)


def polygrid2d(x, y, c):
    """A series in two variables at the points of the grid of x and y.

    >>> polynomial.polynomial.polygrid2d([0., 1.], [0., 1.], [[1, 2], [3, 4]])
    array([[ 1.,  3.],
           [ 4., 10.]])
    """
    return polyval(y, polyval(x, c))


def polyvalfromroots(x, r, tensor=True):
    """The product of x - r over the roots.

    >>> polynomial.polynomial.polyvalfromroots(3.0, [1, 2])
    np.float64(2.0)
    """
    r = _floating(r)
    if isinstance(x, (tuple, list)):
        x = np.asarray(x)
    if isinstance(x, np.ndarray):
        if tensor:
            r = r.reshape(r.shape + (1,) * x.ndim)
        elif x.ndim >= r.ndim:
            raise ValueError('x.ndim must be < r.ndim when tensor == False')
    return np.prod(x - r, axis=0)


def polyder(c, m=1, scl=1, axis=0):
    """The m-th derivative of a series, times scl each time.

    >>> polynomial.polynomial.polyder([1, 2, 3])
    array([2., 6.])
    """
    c = np.moveaxis(_floating(c), axis, 0)
    if m < 0:
        raise ValueError('The order of derivation must be non-negative')
    if m >= len(c) and m:
        return np.moveaxis(c[:1] * 0, 0, axis)
    for _ in range(m):
        c = c[1:] * scl * np.arange(1, len(c)).reshape((-1,) + (1,) * (c.ndim - 1))
    return np.moveaxis(c, 0, axis)


def polyint(c, m=1, k=[], lbnd=0, scl=1, axis=0):
    """The m-th integral of a series, zero at lbnd but for the constants k, times scl each time.

    >>> polynomial.polynomial.polyint([1, 2, 3])
    array([0., 1., 1., 1.])
    """
    c = np.moveaxis(_floating(c), axis, 0)
    constants = list(k) if np.iterable(k) else [k]
    if m < 0:
        raise ValueError('The order of integration must be non-negative')
    if len(constants) > m:
        raise ValueError('Too many integration constants')
    if np.ndim(lbnd) != 0:
        raise ValueError('lbnd must be a scalar.')
    if np.ndim(scl) != 0:
        raise ValueError('scl must be a scalar.')
    for constant in constants + [0] * (m - len(constants)):
        c = c * scl
        if len(c) == 1 and np.all(c[0] == 0):
            c[0] += constant
            continue
        new = np.concatenate((c[:1] * 0, c / np.arange(1, len(c) + 1).reshape((-1,) + (1,) * (c.ndim - 1))))
        new[0] += constant - polyval(lbnd, new)
        c = new
    return np.moveaxis(c, 0, axis)


def polyfromroots(roots):
    """The series with the given roots and 1 as its last coefficient.

    >>> polynomial.polynomial.polyfromroots([1, 2])
    array([ 2., -3.,  1.])
    """
    if len(roots) == 0:
        return np.ones(1)
    roots, = _series(roots, trim=False)
    roots.sort()
    parts = [np.array([-root, 1], dtype=roots.dtype) for root in roots]
    while len(parts) > 1:
        half, odd = divmod(len(parts), 2)
        joined = [polymul(parts[place], parts[place + half]) for place in range(half)]
        if odd:
            joined[0] = polymul(joined[0], parts[-1])
        parts = joined
    return parts[0]


def polyvander(x, deg):
    """The powers of x up to deg along a new last axis.

    >>> polynomial.polynomial.polyvander([2.0], 2)
    array([[1., 2., 4.]])
    """
    if int(deg) != deg:
        raise TypeError('deg must be an integer')
    if deg < 0:
        raise ValueError('deg must be non-negative')
    x = np.array(x, ndmin=1) + 0.0
    columns = [x * 0 + 1]
    for _ in range(int(deg)):
        columns.append(columns[-1] * x)
    return np.stack(columns, axis=-1)


def polyvander2d(x, y, deg):
    """The products of powers of x and of y up to two degrees.

    >>> polynomial.polynomial.polyvander2d([2.0], [3.0], [1, 1])
    array([[1., 3., 2., 6.]])
    """
    first, second = polyvander(x, deg[0]), polyvander(y, deg[1])
    return (first[..., :, None] * second[..., None, :]).reshape(first.shape[:-1] + (-1,))


def polyfit(x, y, deg, rcond=None, full=False, w=None):
    """The series of degree deg that fits points best, in the sense of least squares.

    deg may be a list of the powers that are to be used. With full, also [residuals, rank, singular values, rcond].

    >>> np.round(polynomial.polynomial.polyfit([0, 1, 2], [1, 3, 5], 1), 9) + 0.0
    array([1., 2.])
    """
    x, y = np.asarray(x) + 0.0, np.asarray(y) + 0.0
    powers = np.asarray(deg)
    if powers.ndim > 1 or powers.dtype.kind not in 'iu' or powers.size == 0:
        raise TypeError('deg must be an int or non-empty 1-D array of int')
    if powers.min() < 0:
        raise ValueError('expected deg >= 0')
    if x.ndim != 1:
        raise TypeError('expected 1D vector for x')
    if x.size == 0:
        raise TypeError('expected non-empty vector for x')
    if y.ndim < 1 or y.ndim > 2:
        raise TypeError('expected 1D or 2D array for y')
    if len(x) != len(y):
        raise TypeError('expected x and y to have same length')
    if powers.ndim:
        powers = np.sort(powers)
    order = int(powers.max())
    left = polyvander(x, order)
    if powers.ndim:
        left = left[:, powers]
    left, right = left.T, y.T
    if w is not None:
        w = np.asarray(w) + 0.0
        if w.ndim != 1:
            raise TypeError('expected 1D vector for w')
        if len(x) != len(w):
            raise TypeError('expected x and w to have same length')
        left, right = left * w, right * w
    if rcond is None:
        rcond = len(x) * np.finfo(x.dtype).eps
    scale = np.sqrt((np.square(left.real) + np.square(left.imag)).sum(1)) if left.dtype.kind == 'c' else np.sqrt(np.square(left).sum(1))
    scale[scale == 0] = 1
    c, residuals, rank, values = np.linalg.lstsq(left.T / scale, right.T, rcond)
    c = (c.T / scale).T
    if powers.ndim:
        whole = np.zeros((order + 1,) + c.shape[1:], dtype=c.dtype)
        whole[powers] = c
        c = whole
    if rank != left.shape[0] and not full:
        import warnings
        warnings.warn('The fit may be poorly conditioned', np.exceptions.RankWarning, stacklevel=2)
    return (c, [residuals, rank, values, rcond]) if full else c


def polycompanion(c):
    """The matrix whose eigenvalues are the roots of the series.

    >>> polynomial.polynomial.polycompanion([2, -3, 1])
    array([[ 0., -2.],
           [ 1.,  3.]])
    """
    c, = _series(c)
    if len(c) < 2:
        raise ValueError('Series must have maximum degree of at least 1.')
    degree = len(c) - 1
    if degree == 1:
        return np.array([[-c[0] / c[1]]])
    matrix = np.eye(degree, k=-1, dtype=c.dtype)
    matrix[:, -1] -= c[:-1] / c[-1]
    return matrix


def polyroots(c):
    """The roots of the series, in order.

    >>> polynomial.polynomial.polyroots([-2, 1])
    array([2.])
    """
    c, = _series(c)
    if len(c) < 2:
        return np.array([], dtype=c.dtype)
    if len(c) == 2:
        return np.array([-c[0] / c[1]])
    roots = np.linalg.eigvals(polycompanion(c)[::-1, ::-1])
    roots.sort()
    return roots


def _getdomain(x):
    x, = _series(x, trim=False)
    if x.dtype.kind == 'c':
        return np.array((complex(x.real.min(), x.imag.min()), complex(x.real.max(), x.imag.max())))
    return np.array((x.min(), x.max()))


def _mapparms(old, new):
    length, wide = old[1] - old[0], new[1] - new[0]
    return (old[1] * new[0] - old[0] * new[1]) / length, wide / length


SUPERSCRIPTS = str.maketrans({digit: sup for digit, sup in zip('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹')})


class Polynomial:
    """Polynomial(coef, domain=None, window=None, symbol='x')

    A series in powers of x, lowest first; x is mapped from the domain to the window first.

    >>> polynomial.Polynomial([1, 2, 3])(2.0)
    np.float64(17.0)
    """

    __module__ = 'numpy.polynomial.polynomial'
    __hash__ = None
    __array_ufunc__ = None
    maxpower = 100
    basis_name = None
    domain = np.array(polydomain)
    window = np.array(polydomain)

    def __init__(self, coef, domain=None, window=None, symbol='x'):
        self.coef, = _series(coef, trim=False)
        for name, value in (('domain', domain), ('window', window)):
            if value is not None:
                value, = _series(value, trim=False)
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

    def __repr__(self):
        return (f'{type(self).__name__}({repr(self.coef)[6:-1]}, domain={repr(self.domain)[6:-1]}, '
                f"window={repr(self.window)[6:-1]}, symbol='{self.symbol}')")

    def _mapped_text(self):
        off, scale = self.mapparms()
        if off == 0 and scale == 1:
            return self.symbol
        if scale == 1:
            return f'({off} + {self.symbol})'
        return f'({scale}{self.symbol})' if off == 0 else f'({off} + {scale}{self.symbol})'

    def __str__(self):
        variable, parts = self._mapped_text(), [str(self.coef[0])]
        for power, c in enumerate(self.coef[1:], 1):
            negative = c < 0 if not np.iscomplexobj(c) else False
            text = f"{'-' if negative else '+'} {-c if negative else c}·{variable}"
            parts.append(text + (str(power).translate(SUPERSCRIPTS) if power > 1 else ''))
        lines = [parts[0]]
        for part in parts[1:]:
            if len(lines[-1]) + 1 + len(part) < np.get_printoptions()['linewidth']:
                lines[-1] += ' ' + part
            else:
                lines.append(part)
        return '\n'.join(lines)

    def __format__(self, form):
        return str(self)

    def _new(self, coef, domain=None):
        return type(self)(coef, self.domain if domain is None else domain, self.window, self.symbol)

    def _operand(self, other):
        if isinstance(other, Polynomial):
            if not np.all(self.domain == other.domain):
                raise TypeError('Domains differ')
            if not np.all(self.window == other.window):
                raise TypeError('Windows differ')
            if self.symbol != other.symbol:
                raise ValueError('Polynomial symbols differ')
            return other.coef
        return other

    def _by(self, function, first, second):
        try:
            return self._new(function(first, second))
        except (TypeError, ValueError):
            return NotImplemented

    def __neg__(self):
        return self._new(-self.coef)

    def __pos__(self):
        return self

    def __add__(self, other):
        return self._by(polyadd, self.coef, self._operand(other))

    def __radd__(self, other):
        return self._by(polyadd, other, self.coef)

    def __sub__(self, other):
        return self._by(polysub, self.coef, self._operand(other))

    def __rsub__(self, other):
        return self._by(polysub, other, self.coef)

    def __mul__(self, other):
        return self._by(polymul, self.coef, self._operand(other))

    def __rmul__(self, other):
        return self._by(polymul, other, self.coef)

    def __truediv__(self, other):
        if not np.isscalar(other) or isinstance(other, (bool, str)):
            raise TypeError(f"unsupported types for true division: '{type(self)}', '{type(other)}'")
        return self._new(self.coef / other)

    def __divmod__(self, other):
        quotient, rest = polydiv(self.coef, self._operand(other))
        return self._new(quotient), self._new(rest)

    def __floordiv__(self, other):
        return divmod(self, other)[0]

    def __mod__(self, other):
        return divmod(self, other)[1]

    def __pow__(self, other):
        return self._new(polypow(self.coef, other, maxpower=self.maxpower))

    def __eq__(self, other):
        return (type(other) is type(self) and self.symbol == other.symbol and np.all(self.domain == other.domain)
                and np.all(self.window == other.window) and self.coef.shape == other.coef.shape and bool(np.all(self.coef == other.coef)))

    def __ne__(self, other):
        return not self == other

    def __len__(self):
        return len(self.coef)

    def __iter__(self):
        return iter(self.coef)

    def __call__(self, arg):
        off, scale = self.mapparms()
        arg = np.asarray(arg) if isinstance(arg, (list, tuple)) else arg
        return polyval(off + scale * arg, self.coef)

    def copy(self):
        """A copy."""
        return self._new(self.coef)

    def degree(self):
        """The degree: the number of coefficients less one."""
        return len(self) - 1

    def mapparms(self):
        """off and scale of the map x -> off + scale * x from the domain to the window."""
        return _mapparms(self.domain, self.window)

    def trim(self, tol=0):
        """Without the last coefficients that are at most tol."""
        return self._new(polytrim(self.coef, tol))

    def truncate(self, size):
        """The first coefficients only."""
        if int(size) != size or size < 1:
            raise ValueError('size must be a positive integer')
        return self._new(self.coef[:int(size)])

    def cutdeg(self, deg):
        """Nothing above a degree."""
        return self.truncate(deg + 1)

    def convert(self, domain=None, kind=None, window=None):
        """The same function with another domain and window."""
        kind = Polynomial if kind is None else kind
        return self(kind.identity(kind.domain if domain is None else domain, kind.window if window is None else window, symbol=self.symbol))

    def deriv(self, m=1):
        """The m-th derivative."""
        return self._new(polyder(self.coef, m, self.mapparms()[1]))

    def integ(self, m=1, k=[], lbnd=None):
        """The m-th integral, zero at lbnd but for the constants k."""
        off, scale = self.mapparms()
        return self._new(polyint(self.coef, m, k, 0 if lbnd is None else off + scale * lbnd, 1. / scale))

    def roots(self):
        """The roots in the domain."""
        roots = polyroots(self.coef)
        off, scale = _mapparms(self.window, self.domain)
        return off + scale * roots

    def linspace(self, n=100, domain=None):
        """n points of the domain and the values there."""
        domain = self.domain if domain is None else domain
        x = np.linspace(domain[0], domain[1], n)
        return x, self(x)

    def has_samecoef(self, other):
        """Whether the coefficients are the same."""
        return len(self.coef) == len(other.coef) and bool(np.all(self.coef == other.coef))

    @classmethod
    def fit(cls, x, y, deg, domain=None, rcond=None, full=False, w=None, window=None, symbol='x'):
        """The series that fits points best; its domain is that of x."""
        window = cls.window if window is None else window
        if domain is None:
            domain = _getdomain(x)
            if domain[0] == domain[1]:
                domain[0] -= 1
                domain[1] += 1
        elif isinstance(domain, list) and not domain:
            domain = cls.domain
        off, scale = _mapparms(domain, window)
        found = polyfit(off + scale * np.asarray(x), y, deg, w=w, rcond=rcond, full=full)
        if full:
            return cls(found[0], domain=domain, window=window, symbol=symbol), found[1]
        return cls(found, domain=domain, window=window, symbol=symbol)

    @classmethod
    def fromroots(cls, roots, domain=[], window=None, symbol='x'):
        """The series with the given roots."""
        roots, = _series(roots, trim=False)
        window = cls.window if window is None else window
        domain = _getdomain(roots) if domain is None else cls.domain if isinstance(domain, list) and not domain else domain
        off, scale = _mapparms(domain, window)
        return cls(polyfromroots(off + scale * roots) / scale ** len(roots), domain=domain, window=window, symbol=symbol)

    @classmethod
    def identity(cls, domain=None, window=None, symbol='x'):
        """The series p with p(x) == x."""
        domain = cls.domain if domain is None else domain
        window = cls.window if window is None else window
        return cls(polyline(*_mapparms(window, domain)), domain, window, symbol)

    @classmethod
    def basis(cls, deg, domain=None, window=None, symbol='x'):
        """x to a power."""
        if int(deg) != deg or deg < 0:
            raise ValueError('deg must be non-negative integer')
        return cls([0] * int(deg) + [1], domain, window, symbol)
