"""numpy.typing: names for annotations."""

import typing

import numpy as np

__all__ = ['ArrayLike', 'DTypeLike', 'NBitBase', 'NDArray']

ArrayLike = typing.Union[np.ndarray, complex, bytes, str, typing.Sequence[typing.Any]]
DTypeLike = typing.Union[type, np.dtype, str, tuple, list, dict, None]


class NBitBase:
    """The precision of a number, for type checkers."""

    __module__ = 'numpy.typing'


_Scalar = typing.TypeVar('_ScalarT', bound=np.generic)
NDArray = np.ndarray[tuple[typing.Any, ...], np.dtype[_Scalar]]
