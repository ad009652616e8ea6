"""Kernels: what was compiled of a function for a device, and launching it. _launch does what every launch does."""
import functools
import math
import warnings

import numpy as np
from numba.core import config
from numba.core.errors import NumbaPerformanceWarning
from numba.cuda import _launch
from numba.cuda.args import ArgHint, InOut
from numba.cuda.cudadrv import devicearray
from numba.cuda.errors import missing_launch_config_msg, normalize_kernel_dimensions


def _sample(kind):
    """(a value of the type, layout) for _launch, which knows types by values."""
    import cupy
    from numba.core import types
    from numba.np.numpy_support import as_dtype
    if isinstance(kind, types.Array):
        return devicearray._new_buffer((0,) * kind.ndim, (0,) * kind.ndim, as_dtype(kind.dtype)) if kind.ndim else \
            cupy.empty((), as_dtype(kind.dtype)), kind.layout
    if isinstance(kind, types.BaseTuple):
        return tuple(_sample(one)[0] for one in kind), 'C'
    if isinstance(kind, types.NoneType):
        return None, 'C'
    return as_dtype(kind).type(0), 'C'


class _Kernel:
    """A kernel for one list of types."""

    def __init__(self, dispatcher, args):
        self.dispatcher, self.args = dispatcher, args
        self.py_func = dispatcher.py_func
        from numba.core.typing import signature
        from numba.core import types
        self.signature = signature(types.none, *args)
        self.argument_types = args
        self._code, self.entry_name = dispatcher._translate(args)

    def _fact(self, number, otherwise=0):
        found = _launch._attribute(self._code, number)
        return otherwise if found is None else found

    regs_per_thread = property(lambda self: self._fact(4), doc="Registers of a thread.")
    shared_mem_per_block = property(lambda self: self._fact(1), doc="Bytes of shared memory that are declared in the kernel.")
    const_mem_size = property(lambda self: self._fact(2), doc="Bytes of constant memory.")
    local_mem_per_thread = property(lambda self: self._fact(3), doc="Bytes of a thread's local memory.")
    max_threads_per_block = property(lambda self: self._fact(0, 1024), doc="How many threads a block may have.")
    maxThreadsPerBlock = max_threads_per_block

    def inspect_llvm(self):
        """The text that was compiled."""
        return self.dispatcher._text(self.args, 'ir')

    def inspect_asm(self, cc=None):
        """The PTX."""
        from numba.cuda.api import get_current_device
        from numba.cuda.compiler import ptx_of
        text = self.dispatcher._text(self.args, 'cuda')
        return ptx_of(text, cc or get_current_device().compute_capability, self.dispatcher.targetoptions.get('fastmath'))

    def inspect_sass(self):
        """The machine code, by nvdisasm."""
        raise RuntimeError('nvdisasm has not been found. You may need to install the CUDA toolkit and ensure that it is available on your PATH.')

    def inspect_types(self, file=None):
        """Print the types of the arguments."""
        print(f'{self.py_func.__name__} {self.args}', file=file)
        print('-' * 80, file=file)

    def max_cooperative_grid_blocks(self, blockdim, dynsmemsize=0):
        """How many blocks of this size can be on the device at once."""
        from numba.cuda.api import get_current_device
        threads = blockdim if isinstance(blockdim, int) else math.prod(blockdim)
        device = get_current_device()
        each = max(1, device.MAX_THREADS_PER_MULTIPROCESSOR // max(threads, 1))
        return each * max(1, device.MULTIPROCESSOR_COUNT)


class ForAll:
    """A kernel with a grid that is large enough: kernel.forall(ntasks)(arguments)."""

    def __init__(self, dispatcher, ntasks, *place):
        if ntasks < 0:
            raise ValueError(f"Can't create ForAll with negative task count: {ntasks}")
        self.dispatcher = dispatcher
        self.ntasks = ntasks
        self._place = place

    def __call__(self, *args):
        threads, stream, sharedmem = self._place
        threads = threads or 256
        blocks = (self.ntasks + threads - 1) // threads
        if blocks:
            self.dispatcher._configured(blocks, threads, stream, sharedmem)(*args)


class CUDADispatcher(_launch.Dispatcher):
    """A kernel or a function of a device, made by cuda.jit: kernel[grid, block](arguments)."""

    targetdescr = 'cuda'

    def __init__(self, py_func, targetoptions):
        self.py_func = py_func
        self._keep(py_func)
        self.targetoptions = targetoptions
        self.overloads = {}
        self.extensions = list(targetoptions.get('extensions') or ())
        self.specializations = {}
        self._is_declared = False
        self._warned = set()
        functools.update_wrapper(self, py_func)

    def __repr__(self):
        return f'CUDADispatcher({self.py_func!r})'

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)

    @property
    def is_device(self):
        """Whether kernels call it, and nobody launches it."""
        return bool(self.targetoptions.get('device'))

    @property
    def _numba_type_(self):
        from numba.cuda.types import CUDADispatcher as kind
        return kind(self)

    def __call__(self, *args, **kwargs):
        raise ValueError(missing_launch_config_msg)

    # ---- launching

    def configure(self, griddim, blockdim, stream=0, sharedmem=0):
        """The kernel with these sizes, as brackets give it."""
        return self[griddim, blockdim, stream, sharedmem]

    def _configured(self, grid, block, stream, shared):
        return self[grid, block, stream, shared]

    def _checked(self, key):
        # What brackets hold, when it is not the plain case.
        given = key if isinstance(key, tuple) else (key,)
        if len(given) not in (2, 3, 4):
            raise ValueError('must specify at least the griddim and blockdim')
        grid, block = normalize_kernel_dimensions(*given[:2])
        grid, block = tuple(map(int, grid)), tuple(map(int, block))
        blocks = math.prod(grid)
        if blocks < 128 and config.CUDA_LOW_OCCUPANCY_WARNINGS and not self.targetoptions.get('debug') and (grid, block) not in self._warned:
            self._warned.add((grid, block))
            warnings.warn(f'Grid size {blocks} will likely result in GPU under-utilization due to low occupancy.', NumbaPerformanceWarning,
                          stacklevel=2)
        return grid, block, given[2] if len(given) > 2 else 0, int(given[3]) if len(given) > 3 else 0

    def forall(self, ntasks, tpb=0, stream=0, sharedmem=0):
        """The kernel with a grid for so many threads: kernel.forall(n)(arguments)."""
        return ForAll(self, ntasks, tpb, stream, sharedmem)

    def _launch(self, configuration, args):
        # A launch that needs a look: arguments of the host, types that were not compiled yet, what extensions change.
        from numba.misc.special import typeof
        back = []
        given = []
        for value in args:
            for extension in reversed(self.extensions):
                _, value = extension.prepare_args(typeof(value) if not isinstance(value, ArgHint) else value._numba_type_, value,
                                                  stream=configuration.stream, retr=back)
            given.append(self._brought(value, back, configuration.stream))
        given = tuple(given)
        if not self._try(configuration, given):
            kinds = tuple(_argument_type(value) for value in given)
            if self._is_declared:
                raise TypeError(f"No matching definition for argument type(s) {', '.join(map(str, kinds))}")
            import inspect
            inspect.signature(self.py_func).bind(*given)
            self.compile(kinds)
            if not self._try(configuration, given):
                raise TypeError(f'the arguments of {self.py_func.__name__} do not lie as they were compiled for')
        for bring in back:
            bring()

    def _brought(self, value, back, stream):
        hint = value
        if isinstance(hint, ArgHint):
            value = hint.value
        if isinstance(value, devicearray.DeviceNDArray) and not isinstance(hint, ArgHint):
            return value
        if isinstance(value, devicearray.DeviceRecord):
            return value._array
        if hasattr(value, '__cuda_array_interface__') and not isinstance(value, np.ndarray):
            from numba.cuda.api import as_cuda_array
            return as_cuda_array(value)
        if isinstance(value, (np.ndarray, np.void)):
            quiet = isinstance(hint, ArgHint) or isinstance(value, devicearray._HostSide)
            if not quiet and config.CUDA_WARN_ON_IMPLICIT_COPY:
                warnings.warn('Host array used in CUDA kernel will incur copy overhead to/from device.', NumbaPerformanceWarning, stacklevel=3)
            copies_in, copies_out = getattr(hint, 'copies_in', True), getattr(hint, 'copies_out', True)
            there, _ = devicearray.auto_device(value, copy=copies_in)
            if copies_out and (not isinstance(value, np.ndarray) or value.flags.writeable):
                back.append(lambda: there.copy_to_host(value))
            return there._array if isinstance(there, devicearray.DeviceRecord) else there
        if isinstance(value, (tuple, list)) and not isinstance(value, list):
            return tuple(self._brought(one, back, stream) for one in value)
        return value

    # ---- compiling

    def _declare(self, signatures):
        from numba.core.sigutils import normalize_signature
        from numba.core import types
        for one in signatures:
            args, result = normalize_signature(one)
            if result is not None and result is not types.none and not self.is_device:
                raise TypeError('CUDA kernel must have void return type.')
            if not self.is_device:
                self.compile(args)
        self._is_declared = True
        if not self.is_device:
            self._close()

    def compile(self, sig):
        """Compile the kernel for a signature or a tuple of types."""
        from numba.core.sigutils import normalize_signature
        args, _ = normalize_signature(sig)
        args = tuple(args)
        kernel = self.overloads.get(args)
        if kernel is None:
            kernel = _Kernel(self, args)
            samples = [_sample(one) for one in args]
            self._add(tuple(value for value, _ in samples), ''.join(layout for _, layout in samples), kernel._code)
            self.overloads[args] = kernel
        return kernel

    def compile_device(self, args, return_type=None):
        """What a function of a device gives for these types."""
        return _launch._infer(self.py_func, tuple(map(str, args)), self._flags())

    def _flags(self):
        options = self.targetoptions
        return (bool(options.get('fastmath')) * 1 | bool(options.get('debug')) * 2 | bool(options.get('lineinfo')) * 4)

    def _translate(self, args):
        options = self.targetoptions
        wanted = ['--std=c++17']
        if options.get('fastmath'):
            wanted.append('--use_fast_math')
        if options.get('max_registers'):
            wanted.append(f"--maxrregcount={options['max_registers']}")
        if options.get('lineinfo'):
            wanted.append('--generate-line-info')
        return _launch._compile(self.py_func, tuple(map(str, args)), self._flags(), tuple(wanted))

    def _text(self, args, kind):
        return _launch._show(self.py_func, tuple(map(str, args)), self._flags(), kind)

    def specialize(self, *args):
        """The kernel for the types of these arguments alone."""
        from numba.core import types
        if self.specialized:
            raise RuntimeError('Dispatcher already specialized')
        kinds = tuple(one if isinstance(one, types.Type) else _argument_type(one) for one in args)
        made = self.specializations.get(kinds)
        if made is None:
            made = self.specializations[kinds] = CUDADispatcher(self.py_func, self.targetoptions)
            made._declare([kinds])
        return made

    @property
    def specialized(self):
        """Whether it is for one list of types alone."""
        return self._is_declared and len(self.overloads) == 1

    @property
    def definition(self):
        """The only kernel of a specialised one."""
        return next(iter(self.overloads.values()))

    @property
    def definitions(self):
        """The kernels by the types of their arguments."""
        return self.overloads

    @property
    def signatures(self):
        """The types that it was compiled for."""
        return list(self.overloads)

    @property
    def nopython_signatures(self):
        """The signatures that it was compiled for."""
        return [kernel.signature for kernel in self.overloads.values()]

    def _of_each(self, signature, ask):
        if signature is not None:
            return ask(self.overloads[tuple(getattr(signature, 'args', signature))])
        if self.specialized:
            return ask(self.definition)
        return {args: ask(kernel) for args, kernel in self.overloads.items()}

    def get_regs_per_thread(self, signature=None):
        """Registers of a thread, of one kernel or by types."""
        return self._of_each(signature, lambda kernel: kernel.regs_per_thread)

    def get_const_mem_size(self, signature=None):
        """Bytes of constant memory, of one kernel or by types."""
        return self._of_each(signature, lambda kernel: kernel.const_mem_size)

    def get_shared_mem_per_block(self, signature=None):
        """Bytes of shared memory, of one kernel or by types."""
        return self._of_each(signature, lambda kernel: kernel.shared_mem_per_block)

    def get_max_threads_per_block(self, signature=None):
        """How many threads a block may have, of one kernel or by types."""
        return self._of_each(signature, lambda kernel: kernel.max_threads_per_block)

    def get_local_mem_per_thread(self, signature=None):
        """Bytes of a thread's local memory, of one kernel or by types."""
        return self._of_each(signature, lambda kernel: kernel.local_mem_per_thread)

    def inspect_llvm(self, signature=None):
        """The text that was compiled, of one kernel or by types."""
        return self._of_each(signature, lambda kernel: kernel.inspect_llvm())

    def inspect_asm(self, signature=None):
        """The PTX, of one kernel or by types."""
        return self._of_each(signature, lambda kernel: kernel.inspect_asm())

    def inspect_sass(self, signature=None):
        """The machine code, of one kernel or by types."""
        return self._of_each(signature, lambda kernel: kernel.inspect_sass())

    def inspect_types(self, file=None):
        """Print the types that it was compiled for."""
        for kernel in self.overloads.values():
            kernel.inspect_types(file=file)

    def recompile(self):
        """Compile anew, with globals as they are now."""
        known = list(self.overloads)
        self.overloads.clear()
        self._clear()
        for args in known:
            self.compile(args)


def _argument_type(value):
    from numba.core.typing.typeof import Purpose, typeof
    if isinstance(value, devicearray.DeviceNDArrayBase):
        return value._numba_type_
    if isinstance(value, tuple) and type(value) is tuple:
        from numba.core import types
        return types.BaseTuple.from_types([_argument_type(one) for one in value])
    return typeof(value, Purpose.argument)


class DeclaredFunction:
    """A function of a linked text of CUDA C: declare_device() makes them."""

    def __init__(self, name, sig, link=None):
        from numba.core.sigutils import normalize_signature
        args, result = normalize_signature(sig)
        if result is None:
            raise TypeError('Return type must be provided for device declarations')
        self.name, self.args, self.return_type, self.link = name, tuple(args), result, link
