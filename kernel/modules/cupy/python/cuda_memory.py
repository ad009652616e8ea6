"""Memory of devices."""

from cupy._memory import MemoryPointer, alloc
from cupy.cuda import MemoryPool, OutOfMemoryError
from cupy.cuda._members import ManagedMemory, MemoryAsyncPool, UnownedMemory, malloc_async, malloc_managed, malloc_system
