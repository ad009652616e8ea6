"""numpy.polynomial: series as objects. Of NumPy's bases, the powers."""

from numpy.polynomial import polynomial
from numpy.polynomial.polynomial import Polynomial

__all__ = ['polynomial', 'Polynomial']
