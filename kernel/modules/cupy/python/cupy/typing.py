"""Names for annotations: what becomes an array, a dtype, or is an array of a dtype."""

from typing import Any, TypeVar

import numpy
from numpy.typing import ArrayLike, DTypeLike, NBitBase

import cupy

__all__ = ['ArrayLike', 'DTypeLike', 'NBitBase', 'NDArray']

_Scalar = TypeVar('_Scalar', bound=numpy.generic, covariant=True)
NDArray = cupy.ndarray[Any, numpy.dtype[_Scalar]]
