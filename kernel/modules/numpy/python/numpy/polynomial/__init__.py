"""numpy.polynomial: series as objects, in powers and in orthogonal polynomials."""

from numpy.polynomial import chebyshev, hermite, hermite_e, laguerre, legendre, polynomial, polyutils
from numpy.polynomial.chebyshev import Chebyshev
from numpy.polynomial.hermite import Hermite
from numpy.polynomial.hermite_e import HermiteE
from numpy.polynomial.laguerre import Laguerre
from numpy.polynomial.legendre import Legendre
from numpy.polynomial.polynomial import Polynomial

__all__ = ['set_default_printstyle', 'polynomial', 'Polynomial', 'chebyshev', 'Chebyshev', 'legendre', 'Legendre', 'hermite', 'Hermite',
           'hermite_e', 'HermiteE', 'laguerre', 'Laguerre']


def set_default_printstyle(style):
    """How series are shown: 'unicode' or 'ascii'.

    >>> polynomial.set_default_printstyle('unicode')
    """
    from numpy.polynomial._polybase import ABCPolyBase
    if style not in ('unicode', 'ascii'):
        raise ValueError(f"Unsupported format string '{style}'. Valid options are 'ascii' and 'unicode'")
    ABCPolyBase._use_unicode = style == 'unicode'
