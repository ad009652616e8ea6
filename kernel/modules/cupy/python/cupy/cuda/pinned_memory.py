"""Memory of the host for transfers."""

from cupy.cuda import PinnedMemoryPool
from cupy.cuda._members import PinnedMemory, PinnedMemoryPointer, alloc_pinned_memory
