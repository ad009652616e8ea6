"""What cupy.cuda has of cupy's memory."""

from cupy._memory import MemoryPointer, alloc

__all__ = ['MemoryPointer', 'alloc']
