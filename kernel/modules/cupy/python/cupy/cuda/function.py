"""Compiled modules and their kernels, as CuPy's own code loads them: Module().load(image).get_function(name)."""

import cupy
from cupy import _kernels

__all__ = ['Function', 'LinkState', 'Module']


class Function:
    """A kernel of a Module: function(grid, block, args)."""

    def __init__(self, module, funcname):
        self.module, self.name = module, funcname
        self._kernel = module._raw().get_function(funcname)
        self.ptr = id(self)

    def __call__(self, grid, block, args, shared_mem=0, stream=None, enable_cooperative_groups=False):
        self._kernel(tuple(max(1, size) for size in grid), tuple(max(1, size) for size in block), tuple(args), shared_mem=shared_mem, stream=stream)

    def linear_launch(self, size, args, shared_mem=0, block_max_size=128, stream=None, enable_cooperative_groups=False):
        """Launch so many threads, in blocks of at most so many."""
        if size:
            self((min(0x7fffffff, (size + block_max_size - 1) // block_max_size),), (min(block_max_size, size),), args, shared_mem, stream)


class Module:
    """A compiled module: load(image) or load_file(path) fill it."""

    def __init__(self):
        self.ptr = 0
        self._module = None

    def _raw(self):
        if self._module is None:
            raise cupy.cuda.driver.CUDADriverError('CUDA_ERROR_INVALID_HANDLE: invalid resource handle')
        return self._module

    def load(self, cubin):
        """Take a compiled image, or PTX: bytes."""
        self._module = _kernels.module_of_image(cubin)
        self.ptr = id(self)

    def load_file(self, filename):
        """Take a compiled image, or PTX, from a file."""
        with open(filename, 'rb') as file:
            self.load(file.read())

    def get_function(self, name):
        """The kernel of this name."""
        return Function(self, name)

    def get_global_var(self, name):
        """The address of a variable."""
        return self._raw().get_global(name).ptr

    def get_global(self, name):
        """The memory of a variable."""
        return self._raw().get_global(name)


class LinkState:
    """Images that are put together: add_ptr_data(data, name), then complete()."""

    def __init__(self):
        self._images = []

    def add_ptr_data(self, data, name):
        """Take PTX."""
        self._images.append(data.encode() if isinstance(data, str) else data)

    def complete(self):
        """The one image that was given: several are not put together."""
        if len(self._images) != 1:
            raise NotImplementedError('modules are compiled whole: put the texts together and compile them as one')
        return self._images[0]


for _class in (Function, LinkState, Module):
    _class.__module__ = 'cupy.cuda.function'
