"""Memory of devices."""

from cupy._memory import (BaseMemory, ManagedMemory, Memory, MemoryAsync, MemoryAsyncPool, MemoryPointer, PooledMemory, PythonFunctionAllocator,
                          PythonFunctionAllocatorMemory, SystemMemory, UnownedMemory, _malloc, alloc, get_allocator, malloc_async, malloc_managed,
                          malloc_system, set_allocator)
from cupy.cuda import MemoryPool, OutOfMemoryError
