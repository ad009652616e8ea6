"""Memory hooks that come along: DebugPrintHook prints what is told, LineProfileHook counts bytes by lines of the program."""

import sys
import traceback

from cupy.cuda.memory_hook import MemoryHook

__all__ = ['DebugPrintHook', 'LineProfileHook']


class DebugPrintHook(MemoryHook):
    """Prints a line of JSON for each block, each piece of memory, and each that is given back: DebugPrintHook(file=sys.stdout, flush=True).

    >>> from cupy.cuda import memory_hooks
    >>> with memory_hooks.DebugPrintHook():  # doctest: +SKIP
    ...     x = cupy.array([1, 2, 3])
    {"hook":"malloc","device_id":0,"size":24,"mem_size":512,"mem_ptr":150496608256,"pmem_id":"0x7f39200c5278"}
    """

    name = 'DebugPrintHook'

    def __init__(self, file=sys.stdout, flush=True):
        self.file, self.flush = file, flush

    def _print(self, line):
        self.file.write(line + '\n')
        if self.flush:
            self.file.flush()

    def alloc_postprocess(self, device_id, mem_size, mem_ptr):
        """A line of what a pool took from the device: alloc_postprocess(device_id, mem_size, mem_ptr), sizes in bytes."""
        self._print('{"hook":"alloc","device_id":%d,"mem_size":%d,"mem_ptr":%d}' % (device_id, mem_size, mem_ptr))

    def malloc_postprocess(self, device_id, size, mem_size, mem_ptr, pmem_id):
        """A line of what an array took from a pool: malloc_postprocess(device_id, size, mem_size, mem_ptr, pmem_id), sizes in bytes."""
        self._print('{"hook":"malloc","device_id":%d,"size":%d,"mem_size":%d,"mem_ptr":%d,"pmem_id":"%s"}'
                    % (device_id, size, mem_size, mem_ptr, hex(pmem_id)))

    def free_postprocess(self, device_id, mem_size, mem_ptr, pmem_id):
        """A line of what an array gave back: free_postprocess(device_id, mem_size, mem_ptr, pmem_id), mem_size in bytes."""
        self._print('{"hook":"free","device_id":%d,"mem_size":%d,"mem_ptr":%d,"pmem_id":"%s"}' % (device_id, mem_size, mem_ptr, hex(pmem_id)))


class _Line:
    """A line of the program, called from another: the bytes that were taken from pools below it, and by pools from the device."""

    def __init__(self, frame=None):
        self.frame = frame
        self.used_bytes = self.acquired_bytes = 0
        self.children = {}


def _shown(size):
    for unit in ('', 'K', 'M', 'G', 'T', 'P', 'E'):
        if size < 1024:
            return '%3.2f%sB' % (size, unit)
        size /= 1024
    return '%.2fZB' % size


class LineProfileHook(MemoryHook):
    """Counts for each line of the program, and those from which it was called, the bytes that arrays took from pools and pools from the
    device: LineProfileHook(max_depth=0); print_report() shows it."""

    name = 'LineProfileHook'

    def __init__(self, max_depth=0):
        self._max_depth = max_depth
        self._root = _Line()

    def malloc_preprocess(self, device_id, size, mem_size):
        """Count what an array takes from a pool: malloc_preprocess(device_id, size, mem_size), sizes in bytes."""
        self._count(mem_size, 0)

    def alloc_preprocess(self, device_id, mem_size):
        """Count what a pool takes from the device: alloc_preprocess(device_id, mem_size), in bytes."""
        self._count(0, mem_size)

    def _count(self, used, acquired):
        frames = [frame for frame in traceback.extract_stack() if 'cupy.cuda.memory_hook' not in frame.filename]
        if self._max_depth > 0:
            frames = frames[:self._max_depth - 1]
        line = self._root
        line.used_bytes += used
        line.acquired_bytes += acquired
        for frame in frames:
            key = frame.filename, frame.lineno, frame.name
            if key not in line.children:
                line.children[key] = _Line(key)
            line = line.children[key]
            line.used_bytes += used
            line.acquired_bytes += acquired

    def print_report(self, file=sys.stdout):
        """Print the tree of lines, each with the bytes used and acquired."""
        file.write('_root (%s, %s)\n' % (_shown(self._root.used_bytes), _shown(self._root.acquired_bytes)))
        for child in self._root.children.values():
            self._print_line(child, 1, file)
        file.flush()

    def _print_line(self, line, depth, file):
        file.write('  ' * depth + '%s:%s:%s (%s, %s)\n' % (*line.frame, _shown(line.used_bytes), _shown(line.acquired_bytes)))
        for child in line.children.values():
            self._print_line(child, depth + 1, file)
