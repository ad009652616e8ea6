"""Factors of small matrices by Householder's reflections and by rotations, packed as MINPACK's user guide
tells (Moré, Garbow and Hillstrom, ANL-80-74, 1980): what the methods for nonlinear equations and least
squares are built of. householder(a, pivots) gives (packed, diagonal of R, norms of the columns, their order),
orthogonal(packed) gives Q, reflected(packed, b) Q'b, rank_one changes the factors, dogleg and marquardt make
steps of them (arraylib's small_factors.c)."""

import numpy as np

__all__ = ['householder', 'orthogonal', 'reflected', 'rank_one', 'dogleg', 'marquardt']

EPS = np.finfo(float).eps
householder, orthogonal = np.linalg._packed_qr, np.linalg._packed_orthogonal
rank_one, reflected = np.linalg._rank_one, np.linalg._reflected
dogleg, marquardt = np.linalg._dogleg, np.linalg._marquardt
