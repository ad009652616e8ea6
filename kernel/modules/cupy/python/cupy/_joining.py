"""What cupy has of numpy's in a form of its own, and what the two share."""

from numpy._joining import cupy_c_ as c_, cupy_r_ as r_
from numpy._pad_modes import cupy_pad as pad
from numpy._wide import longlong, ulonglong

__all__ = ['c_', 'r_', 'pad', 'longlong', 'ulonglong']
