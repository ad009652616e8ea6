"""numpy.poly1d: a polynomial of one variable, the highest power first."""

import numpy as np

__all__ = ['poly1d']

WIDTH = 70  # of a printed line


def _coefficient(number):
    """A coefficient as it is printed, with four digits."""
    real, imaginary = number.real, number.imag
    if imaginary == 0:
        return f'{real:.4g}'
    if real == 0:
        return f'{imaginary:.4g}j'
    return f'({real:.4g} + {imaginary:.4g}j)'


def _terms(coefficients, variable):
    """(text before the power, power or '') for each term, signs and spaces included."""
    highest = len(coefficients) - 1
    for place, number in enumerate(coefficients):
        power, text = highest - place, _coefficient(number)
        if text == '0' and (power or place):
            continue
        if power:
            text += ' ' + variable
        if place:
            text = ' - ' + text[1:] if text.startswith('-') else ' + ' + text
        yield text, str(power) if power > 1 else ''


def _printed(terms):
    """Lines of powers above lines of what they belong to."""
    done, above, below, rest = '', ' ', '', ''
    for text, power in terms:
        if not power:
            rest += text
            continue
        upper = ' ' * (len(rest + text) - 1) + power
        lower = rest + text + ' ' * (len(power) - 1)
        rest = ''
        if len(below) + len(lower) > WIDTH or len(above) + len(upper) > WIDTH:
            done += above + '\n' + below + '\n '
            above, below = upper, lower
        else:
            above, below = above + upper, below + lower
    return done + above + '\n' + below + rest


class poly1d:
    """poly1d(c_or_r, r=False, variable=None)

    A polynomial of its coefficients, the highest power first, or with r of its roots.

    >>> p = poly1d([1, 2, 3])
    >>> p(2), p.order
    (np.int64(11), 2)
    >>> p * p
    poly1d([ 1,  4, 10, 12,  9])
    """

    __module__ = 'numpy'
    __hash__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        if isinstance(c_or_r, poly1d):
            self.__dict__.update(c_or_r.__dict__)
            if variable is not None:
                self._variable = variable
            return
        if r:
            c_or_r = np.poly(c_or_r)
        coefficients = np.atleast_1d(np.asarray(c_or_r))
        if coefficients.ndim > 1:
            raise ValueError('Polynomial must be 1d only.')
        coefficients = np.trim_zeros(coefficients, trim='f')
        if len(coefficients) == 0:
            coefficients = np.array([0], dtype=coefficients.dtype)
        self._coeffs = coefficients
        self._variable = 'x' if variable is None else variable

    @property
    def coeffs(self):
        """The coefficients."""
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value):
        if value is not self._coeffs:
            raise AttributeError('Cannot set attribute')

    @property
    def variable(self):
        """The variable's name."""
        return self._variable

    @property
    def order(self):
        """The highest power."""
        return len(self._coeffs) - 1

    @property
    def roots(self):
        """The roots."""
        return np.roots(self._coeffs)

    r = roots
    c = coef = coefficients = coeffs
    o = order

    def __array__(self, dtype=None, copy=None):
        return np.array(self._coeffs, dtype) if dtype is not None or copy else self._coeffs

    def __repr__(self):
        return 'poly1d' + repr(self._coeffs)[5:]

    def __len__(self):
        return self.order

    def __str__(self):
        coefficients = self._coeffs[np.logical_or.accumulate(self._coeffs != 0)]
        return _printed(_terms(coefficients if len(coefficients) else self._coeffs[:1], self._variable))

    def __call__(self, value):
        if not isinstance(value, poly1d):
            return np.polyval(self._coeffs, value)
        result = poly1d([0])
        for number in self._coeffs:
            result = result * value + number
        return result

    def __neg__(self):
        return poly1d(-self._coeffs)

    def __pos__(self):
        return self

    def __mul__(self, other):
        if np.isscalar(other):
            return poly1d(self._coeffs * other)
        return poly1d(np.polymul(self._coeffs, poly1d(other)._coeffs))

    __rmul__ = __mul__

    def __add__(self, other):
        return poly1d(np.polyadd(self._coeffs, poly1d(other)._coeffs))

    __radd__ = __add__

    def __sub__(self, other):
        return poly1d(np.polysub(self._coeffs, poly1d(other)._coeffs))

    def __rsub__(self, other):
        return poly1d(np.polysub(poly1d(other)._coeffs, self._coeffs))

    def __pow__(self, exponent):
        if not (np.isscalar(exponent) and exponent == int(exponent) and exponent >= 0):
            raise ValueError('Power to non-negative integers only.')
        import functools
        return poly1d(functools.reduce(np.polymul, [self._coeffs] * int(exponent), [1]))

    def __truediv__(self, other):
        if np.isscalar(other):
            return poly1d(self._coeffs / other)
        quotient, remainder = np.polydiv(self._coeffs, poly1d(other)._coeffs)
        return poly1d(quotient), poly1d(remainder)

    def __rtruediv__(self, other):
        if np.isscalar(other):
            return poly1d(other / self._coeffs)
        quotient, remainder = np.polydiv(poly1d(other)._coeffs, self._coeffs)
        return poly1d(quotient), poly1d(remainder)

    def __eq__(self, other):
        if isinstance(other, poly1d):
            ours, theirs = self._coeffs, other._coeffs
            return np.all(ours == theirs) if ours.shape == theirs.shape else False
        return NotImplemented

    def __ne__(self, other):
        if not isinstance(other, poly1d):
            return NotImplemented
        return not self.__eq__(other)

    def __getitem__(self, power):
        if power > self.order or power < 0:
            return self._coeffs.dtype.type(0)
        return self._coeffs[self.order - power]

    def __setitem__(self, power, value):
        if power < 0:
            raise ValueError('Does not support negative powers.')
        if power > self.order:
            self._coeffs = np.concatenate((np.zeros(power - self.order, self._coeffs.dtype), self._coeffs))
        self._coeffs[self.order - power] = value

    def __iter__(self):
        return iter(self._coeffs)

    def integ(self, m=1, k=0):
        """The polynomial integrated m times, with k as constants.

        >>> poly1d([2, 0]).integ()
        poly1d([1., 0., 0.])
        """
        return poly1d(np.polyint(self._coeffs, m=m, k=k))

    def deriv(self, m=1):
        """The polynomial derived m times.

        >>> poly1d([1, 0, 0]).deriv()
        poly1d([2, 0])
        """
        return poly1d(np.polyder(self._coeffs, m=m))


# ---- numpy's functions where an argument is a polynomial of this class ----

def polyadd(a1, a2):
    """The sum as a poly1d."""
    return poly1d(np.polyadd(np.atleast_1d(a1), np.atleast_1d(a2)))


def polysub(a1, a2):
    """The difference as a poly1d."""
    return poly1d(np.polysub(np.atleast_1d(a1), np.atleast_1d(a2)))


def polymul(a1, a2):
    """The product as a poly1d."""
    return poly1d(np.polymul(poly1d(a1)._coeffs, poly1d(a2)._coeffs))


def polydiv(u, v):
    """Quotient and remainder as poly1ds."""
    quotient, remainder = np.polydiv(np.atleast_1d(u), np.atleast_1d(v))
    return poly1d(quotient), poly1d(remainder)


def polyder(p, m=1):
    """The derivative, a poly1d."""
    derived = np.polyder(np.asarray(p), m)
    return poly1d(derived) if isinstance(p, poly1d) else derived


def polyint(p, m=1, k=None):
    """The antiderivative, a poly1d."""
    if isinstance(k, poly1d):
        k = np.asarray(k)
    integrated = np.polyint(np.asarray(p), m, k)
    return poly1d(integrated) if isinstance(p, poly1d) else integrated


def polyval(p, x):
    """The value at x; the composition if x is a poly1d."""
    p = np.asarray(p)
    if not isinstance(x, poly1d):
        return np.polyval(p, x)
    result = 0
    for number in p:
        result = result * x + number
    return result
