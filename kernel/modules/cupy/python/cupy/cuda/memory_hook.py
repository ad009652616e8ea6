"""Memory hooks: functions that are told when memory is taken from pools, by pools from the device, and given back."""

import threading

import cupy

_local = threading.local()
_counted = [0]  # hooks of all threads


def get_memory_hooks():
    """The hooks of this thread, by name, in the order in which they were entered."""
    try:
        return _local.hooks
    except AttributeError:
        _local.hooks = {}
        return _local.hooks


class MemoryHook:
    """What is told of memory inside a `with` block, in this thread: a class derived of it has some of the methods
    alloc_preprocess, alloc_postprocess (a pool takes a block from the device), malloc_preprocess, malloc_postprocess (memory is taken
    from a pool), free_preprocess and free_postprocess (it is given back)."""

    name = 'MemoryHook'

    def __enter__(self):
        hooks = get_memory_hooks()
        if self.name in hooks:
            raise KeyError('memory hook %s already exists' % self.name)
        _counted[0] += 1
        cupy.cuda._observe_memory(True)
        hooks[self.name] = self
        return self

    def __exit__(self, *_):
        del get_memory_hooks()[self.name]
        _counted[0] -= 1
        cupy.cuda._observe_memory(_counted[0] > 0)

    def alloc_preprocess(self, **kwargs):
        """Before a block is taken from the device: device_id, mem_size."""

    def alloc_postprocess(self, **kwargs):
        """Afterwards: device_id, mem_size, mem_ptr (0: there was none)."""

    def malloc_preprocess(self, **kwargs):
        """Before memory is taken from a pool: device_id, size, mem_size (rounded up)."""

    def malloc_postprocess(self, **kwargs):
        """Afterwards: device_id, size, mem_size, mem_ptr (0: there was none), pmem_id (a number of the memory's own)."""

    def free_preprocess(self, **kwargs):
        """Before memory is given back to its pool: device_id, mem_size, mem_ptr, pmem_id."""

    def free_postprocess(self, **kwargs):
        """Afterwards: device_id, mem_size, mem_ptr, pmem_id."""


def _tell(event, device_id, size, mem_size, mem_ptr, pmem_id):
    told = {'device_id': device_id}
    if event.startswith('malloc'):
        told['size'] = size
    told['mem_size'] = mem_size
    if event != 'malloc_preprocess' and event != 'alloc_preprocess':
        told['mem_ptr'] = mem_ptr
        if not event.startswith('alloc'):
            told['pmem_id'] = pmem_id
    for hook in list(get_memory_hooks().values()):
        getattr(hook, event)(**told)
