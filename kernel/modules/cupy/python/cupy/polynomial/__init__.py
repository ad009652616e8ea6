"""cupy.polynomial: polynomials whose coefficients lie on devices."""

from cupy.polynomial import polynomial, polyutils

__all__ = ['polynomial', 'polyutils']
