"""numpy.polynomial.polyutils: what all kinds of series share."""

import operator
import warnings

import numpy as np

__all__ = ['as_series', 'trimseq', 'trimcoef', 'getdomain', 'mapdomain', 'mapparms', 'format_float']


def trimseq(seq):
    """The sequence without zeros at its end, but for one element.

    >>> polynomial.polyutils.trimseq([1, 2, 0, 0])
    [1, 2]
    """
    if len(seq) == 0 or seq[-1] != 0:
        return seq
    last = len(seq) - 1
    while last > 0 and seq[last] == 0:
        last -= 1
    return seq[:last + 1]


def as_series(alist, trim=True):
    """The sequences as arrays of coefficients of one inexact type, without zeros at their ends.

    >>> polynomial.polyutils.as_series([[1, 2, 0], [3]])
    [array([1., 2.]), array([3.])]
    """
    arrays = [np.array(c, ndmin=1, copy=None) for c in alist]
    for array in arrays:
        if array.size == 0:
            raise ValueError('Coefficient array is empty')
    if any(array.ndim != 1 for array in arrays):
        raise ValueError('Coefficient array is not 1-d')
    if trim:
        arrays = [trimseq(array) for array in arrays]
    if any(array.dtype == object for array in arrays):
        return [array.astype(object) for array in arrays]
    try:
        dtype = np.common_type(*arrays)
    except Exception as error:
        raise ValueError('Coefficient arrays have no common type') from error
    return [np.array(array, copy=True, dtype=dtype) for array in arrays]


def trimcoef(c, tol=0):
    """The series without its last coefficients that are at most tol.

    >>> polynomial.polyutils.trimcoef([1, 2, 0, 0])
    array([1., 2.])
    """
    if tol < 0:
        raise ValueError('tol must be non-negative')
    series = as_series([c])[0]
    kept = np.flatnonzero(np.abs(series) > tol)
    if kept.size:
        return np.copy(series[:kept[-1] + 1])
    return 0 * series[:1]


def getdomain(x):
    """The least and the largest of the numbers, of complex ones the corners of their rectangle.

    >>> polynomial.polyutils.getdomain([3, 1, 2])
    array([1., 3.])
    """
    x, = as_series([x], trim=False)
    if x.dtype.kind == 'c':
        return np.array((complex(x.real.min(), x.imag.min()), complex(x.real.max(), x.imag.max())))
    return np.array((x.min(), x.max()))


def mapparms(old, new):
    """off and scale of the map x -> off + scale * x from one interval to another.

    >>> polynomial.polyutils.mapparms((-1, 1), (0, 4))
    (2.0, 2.0)
    """
    (old_start, old_stop), (new_start, new_stop) = (pair[0:2] for pair in (old, new))
    length = old_stop - old_start
    return (old_stop * new_start - old_start * new_stop) / length, (new_stop - new_start) / length


def mapdomain(x, old, new):
    """The points x, mapped from one interval to another.

    >>> polynomial.polyutils.mapdomain([-1, 0, 1], (-1, 1), (0, 4))
    array([0., 2., 4.])
    """
    offset, slope = mapparms(old, new)
    is_number = isinstance(x, np.generic) or type(x) in (int, float, complex)
    return offset + slope * (x if is_number else np.asanyarray(x))


def format_float(x, parens=False):
    """A number as it stands in the text of a series.

    >>> polynomial.polyutils.format_float(1.5)
    '1.5'
    """
    if not np.issubdtype(type(x), np.floating):
        return str(x)
    options = np.get_printoptions()
    if np.isnan(x):
        return options['nanstr']
    if np.isinf(x):
        return options['infstr']
    size, digits = abs(x), options['precision']
    fixed = options['floatmode'] == 'fixed'
    how = dict(precision=digits, unique=not fixed, trim='k' if fixed else '0', sign=options['sign'] == '+')
    if x != 0 and (size >= 1e8 or size < 10 ** min(0, -(digits - 1) // 2)):
        text = np.format_float_scientific(x, **how)
        return f'({text})' if parens else text
    return np.format_float_positional(x, fractional=True, **how)


def _floating(c, copy=True):
    """Coefficients that may have further axes, whole ones as floats."""
    c = np.array(c, ndmin=1, copy=copy or None)
    return c.astype(np.double) if c.dtype.char in '?bBhHiIlLqQpP' else c


def _whole(value, name):
    try:
        return operator.index(value)
    except TypeError as error:
        raise TypeError(f'{name} must be an integer, received {value}') from error


def _joined(vander, points, degrees):
    """The products of the columns of one matrix a variable, the last variable's running fastest."""
    if len(points) != len(degrees):
        raise ValueError(f'Expected {len(points)} dimensions of degrees, got {len(degrees)}')
    points = np.asarray(tuple(points)) + 0.0
    result = vander(points[0], degrees[0])
    for x, degree in zip(points[1:], degrees[1:]):
        more = vander(x, degree)
        result = result[..., :, None] * more[..., None, :]
        result = result.reshape(result.shape[:-2] + (-1,))
    return result


def _at_points(val, c, *points):
    """A series in several variables at points."""
    points = [np.asanyarray(x) for x in points]
    if any(x.shape != points[0].shape for x in points):
        names = {2: 'x, y', 3: 'x, y, z'}
        raise ValueError(f'{names[len(points)]} are incompatible' if len(points) in names else 'ordinates are incompatible')
    c = val(points[0], c)
    for x in points[1:]:
        c = val(x, c, tensor=False)
    return c


def _on_grid(val, c, *points):
    for x in points:
        c = val(x, c)
    return c


def _from_roots(line, mul, roots):
    """The product of the lines through the roots, by halves."""
    if len(roots) == 0:
        return np.ones(1)
    roots, = as_series([roots], trim=False)
    roots.sort()
    parts = [line(-root, 1) for root in roots]
    while len(parts) > 1:
        half, odd = divmod(len(parts), 2)
        joined = [mul(parts[place], parts[place + half]) for place in range(half)]
        if odd:
            joined[0] = mul(joined[0], parts[-1])
        parts = joined
    return parts[0]


def _divided(mul, c1, c2):
    """The quotient and the remainder of two series."""
    rest, by = as_series([c1, c2])
    if by[-1] == 0:
        raise ZeroDivisionError
    if len(by) == 1:
        return rest / by[-1], rest[:1] * 0
    kind, factors, nothing = rest.dtype, [], rest[:1] * 0
    if len(rest) < len(by):
        return nothing, rest
    while len(rest) >= len(by):  # its highest term goes
        shifted = mul([0] * (len(rest) - len(by)) + [1], by)
        factors.append(rest[-1] / shifted[-1])
        rest = rest[:-1] - factors[-1] * shifted[:-1]
    return np.array(factors[::-1], dtype=kind), trimseq(rest)


def _to_power(mul, c, power, largest):
    """A series to a whole power."""
    c, = as_series([c])
    number = int(power)
    if number != power or number < 0:
        raise ValueError('Power must be a non-negative integer.')
    if largest is not None and number > largest:
        raise ValueError('Power is too large')
    if number == 0:
        return np.array([1], dtype=c.dtype)
    result = c
    for _ in range(number - 1):
        result = mul(result, c)
    return result


def _fitted(vander, x, y, deg, rcond=None, full=False, w=None):
    """The series of degree deg that fits points best, in the sense of least squares."""
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
    left = vander(x, order)
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
        warnings.warn('The fit may be poorly conditioned', np.exceptions.RankWarning, stacklevel=3)
    return (c, [residuals, rank, values, rcond]) if full else c
