"""Modules and functions of pycuda.driver: kernels, their arguments, launches."""
import struct

import cupy
import numpy
from pycuda._driver import Event, LogicError, _contexts, _failed, _need_context, function_attribute
from pycuda._memory import DeviceAllocation, PointerHolderBase, _host_bytes, _is_managed, mem_alloc, memcpy_dtoh, memcpy_htod


class ArgumentHandler:
    """An array of the host that goes to the device for a launch, comes back after it, or both."""

    def __init__(self, ary):
        self.array = ary
        self.dev_alloc = None

    def get_device_alloc(self):
        "The memory on the device."
        if self.dev_alloc is None:
            self.dev_alloc = mem_alloc(_size(self.array))
        return self.dev_alloc

    def pre_call(self, stream):
        "What is done before the launch."

    def post_call(self, stream):
        "What is done after it."


def _size(array):
    return array.nbytes if isinstance(array, (numpy.ndarray, numpy.generic)) else memoryview(array).nbytes


class In(ArgumentHandler):
    """An array that is copied to the device before a launch."""

    def pre_call(self, stream):
        """What is done before the kernel is launched."""
        memcpy_htod(self.get_device_alloc(), self.array)


class Out(ArgumentHandler):
    """An array that is copied from the device after a launch."""

    def post_call(self, stream):
        """What is done behind it."""
        memcpy_dtoh(self.array, self.get_device_alloc())


class InOut(In, Out):
    """An array that is copied to the device before a launch, and back after it."""


_WIDTHS = {"F": numpy.complex64, "D": numpy.complex128, "P": numpy.uintp}


def _invalid(index):
    raise TypeError("invalid type on parameter #%d (0-based)" % index)


def _plain(value, index, handlers):
    """An argument that the launch understands by itself."""
    if isinstance(value, ArgumentHandler):
        handlers.append(value)
        return value.get_device_alloc()
    if isinstance(value, numpy.ndarray):
        if _is_managed(value):
            handler = InOut(value)
            handlers.append(handler)
            return handler.get_device_alloc()
        return _host_bytes(value, False).tobytes()
    if isinstance(value, numpy.void):
        return value.tobytes()
    if isinstance(value, (numpy.generic, bytes, cupy.ndarray, DeviceAllocation)):
        return value
    if getattr(value, "_device_array", None) is not None:
        return value
    if isinstance(value, PointerHolderBase):
        return numpy.uintp(value.get_pointer())
    interface = getattr(value, "__cuda_array_interface__", None)
    if interface is not None:
        return numpy.uintp(interface["data"][0])
    if hasattr(value, "gpudata"):
        return _plain(value.gpudata, index, handlers) if not isinstance(value.gpudata, int) else numpy.uintp(value.gpudata)
    if isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if type(value).__name__ in ("TextureObject", "SurfaceObject") and hasattr(value, "ptr"):
        return numpy.uint64(value.ptr)
    _invalid(index)


def _formatted(value, letter, index):
    """An argument of a prepared call that C did not take: of a type with names, or too wide, or wrong."""
    if isinstance(letter, numpy.dtype):
        return numpy.asarray(value, letter).reshape(-1).view(numpy.uint8).tobytes()
    if letter == "P":
        if isinstance(value, PointerHolderBase):
            return numpy.uintp(value.get_pointer())
        if isinstance(value, numpy.ndarray) or value is None or isinstance(value, (float, str)):
            raise TypeError("No registered converter was able to produce a C++ rvalue of type unsigned long long from this Python object of type %s"
                            % type(value).__name__)
        return numpy.uintp(int(value))
    if letter in "FD":
        return _WIDTHS[letter](value)
    return struct.pack(letter, value)


def _extents(value, what, most):
    """A block or grid: a tuple of up to three ints."""
    if not isinstance(value, (tuple, list)):
        raise TypeError("%s must be a tuple of integers" % what)
    if len(value) > 3:
        raise LogicError("Function.__call__", None, "invalid argument - too many %s dimensions in kernel launch" % what)
    for extent in value:
        if not hasattr(extent, "__index__"):
            raise TypeError("No registered converter was able to produce a C++ rvalue of type unsigned int from this Python object of type %s"
                            % type(extent).__name__)
    return tuple(int(extent) for extent in value)


class Function:
    """A kernel: function(arg, ..., block=(x, y, z), grid=(x, y), stream=None, shared=0, texrefs=[], time_kernel=False).

    Arguments are NumPy's sized numbers (numpy.int32(3)), memory of devices, GPUArrays, In, Out and InOut, bytes and structured values."""

    _formats = None
    _binds = ()  # texture references that this function's module has

    def __init__(self, module, name):
        self._module, self._text, self._name = module, module._text, name
        self._block, self._shared, self._parameters = None, 0, []

    # -- a launch --

    def __call__(self, *args, block=None, grid=(1, 1), stream=None, shared=0, texrefs=(), time_kernel=False, **rest):
        if rest:
            raise ValueError("extra keyword arguments: %s" % ", ".join(rest))
        if block is None:
            raise ValueError("must specify block size")
        if self._binds:
            self._bind()
        if not time_kernel:
            if type(block) is tuple and type(grid) is tuple and _contexts:
                try:
                    left = cupy._kernel_launch_sized(self._text, self._name, grid, block, args, None, shared)
                except TypeError:
                    left = 0
                if left is None:
                    return None
                if type(left) is tuple:
                    self._done(left)
            return self._launch(args, _extents(block, "block", 3), _extents(grid, "grid", 3), stream, shared)
        return self._timed(lambda: self._launch(args, _extents(block, "block", 3), _extents(grid, "grid", 3), stream, shared), stream)()

    def _launch(self, args, block, grid, stream, shared):
        _need_context("cuLaunchKernel")
        if any(extent <= 0 for extent in block + grid):
            raise LogicError("cuLaunchKernel", None, "invalid argument")
        handlers = []
        plain = tuple([_plain(value, index, handlers) for index, value in enumerate(args)])
        for handler in handlers:
            handler.pre_call(stream)
        self._done(cupy._kernel_launch_sized(self._text, self._name, grid, block, plain, None, shared))
        for handler in handlers:
            handler.post_call(stream)

    @staticmethod
    def _done(answer):
        if answer is None:
            return
        if isinstance(answer, tuple):
            raise _failed("cuLaunchKernel", *answer)
        _invalid(answer)

    @staticmethod
    def _timed(launch, stream):
        start, end = Event().record(stream), Event()
        launch()
        end.record(stream)

        def seconds():
            end.synchronize()
            return start.time_till(end) * 1e-3

        return seconds

    # -- prepared launches --

    def prepare(self, arg_types, shared=None, texrefs=()):
        """Say once what the arguments are: letters of the struct module (and P, F, D), or dtypes. The function itself is the result."""
        if isinstance(arg_types, str):
            letters = list(arg_types)
        else:
            letters = []
            for kind in arg_types:
                if isinstance(kind, str) and len(kind) == 1:
                    letters.append(kind)
                    continue
                kind = numpy.dtype(kind)
                letters.append(kind.char if kind.names is None and kind.kind in "biufc" and kind.char in "bBhHiIlLqQfdFD" else kind)
        for letter in letters:
            if isinstance(letter, str) and letter not in "bB?hHiIlLqQnNPfdFD":
                raise struct.error("bad char in struct format")
        self._letters = letters
        self._formats = "".join([letter if isinstance(letter, str) else "V" for letter in letters])
        if shared is not None:
            self._shared = shared
        return self

    def prepared_call(self, grid, block, *args, shared_size=0):
        "Launch with the arguments that prepare() was told of."
        if self._binds:
            self._bind()
        formats = self._formats
        if formats is None:
            raise AttributeError("'Function' object has no attribute 'arg_format'")
        if type(grid) is tuple and type(block) is tuple and len(args) == len(formats) and _contexts:
            try:
                left = cupy._kernel_launch_sized(self._text, self._name, grid, block, args, formats, shared_size or self._shared)
            except TypeError:
                left = 0
            if left is None:
                return
            if type(left) is tuple:
                self._done(left)
        self._prepared(grid, block, args, shared_size)

    def _prepared(self, grid, block, args, shared_size):
        _need_context("cuLaunchKernel")
        if len(args) != len(self._letters):
            raise struct.error("pack expected %d items for packing (got %d)" % (len(self._letters), len(args)))
        kept = [value if getattr(value, "_device_array", None) is not None and letter == "P" else _formatted(value, letter, index)
                for index, (value, letter) in enumerate(zip(args, self._letters))]
        self._done(cupy._kernel_launch_sized(self._text, self._name, _extents(grid, "grid", 3), _extents(block, "block", 3), tuple(kept), None,
                                             shared_size or self._shared))

    def prepared_timed_call(self, grid, block, *args, shared_size=0):
        "The same; a function that waits for the kernel and tells its seconds is the result."
        return self._timed(lambda: self.prepared_call(grid, block, *args, shared_size=shared_size), None)

    def prepared_async_call(self, grid, block, stream, *args, shared_size=0):
        "The same, in the order of a stream."
        self.prepared_call(grid, block, *args, shared_size=shared_size)

    # -- the older way --

    def set_block_shape(self, x, y=1, z=1):
        "The block of launch() and its kin."
        self._block = (x, y, z)

    def set_shared_size(self, bytes):
        "The bytes of dynamic shared memory of launch() and its kin."
        self._shared = bytes

    def param_set(self, *args):
        "The arguments of launch() and its kin."
        self._parameters = args

    def param_set_texref(self, texref):
        "Make a texture reference known: all of the module are."

    def launch(self):
        "Launch one block."
        self.launch_grid(1, 1)

    def launch_grid(self, width, height):
        "Launch blocks."
        if self._block is None:
            raise LogicError("cuLaunchGrid", None, "invalid argument")
        self(*self._parameters, block=self._block, grid=(width, height), shared=self._shared)

    def launch_grid_async(self, width, height, stream):
        "Launch blocks in the order of a stream."
        self.launch_grid(width, height)

    # -- facts --

    def get_attribute(self, attr):
        "One of function_attribute's numbers."
        from cupy._kernels import _ATTRIBUTES
        answer = cupy._kernel_attribute(self._text, self._name, int(attr), None)
        if isinstance(answer, tuple):
            raise _failed("cuFuncGetAttribute", *answer)
        if answer is None:
            return {number: emulated for number, emulated in _ATTRIBUTES.values()}.get(int(attr), 0)
        return answer

    def set_attribute(self, attr, value):
        "Set one that can be set."
        answer = cupy._kernel_attribute(self._text, self._name, int(attr), int(value))
        if isinstance(answer, tuple):
            raise _failed("cuFuncSetAttribute", *answer)

    def set_cache_config(self, fc):
        "Prefer shared memory or the first cache: newer devices choose by themselves."

    def set_shared_config(self, sc):
        "The width of shared memory's banks: newer devices have one."

    def __getattr__(self, name):
        older = {"lmem": "local_size_bytes", "smem": "shared_size_bytes", "registers": "num_regs"}
        attribute = function_attribute.names.get(older.get(name, name).upper()) if name == name.lower() else None
        if attribute is None:
            raise AttributeError("'Function' object has no attribute '%s'" % name)
        return self.get_attribute(attribute)

    def _bind(self):
        for reference in self._binds:
            reference._settle()


class Module:
    """Compiled kernels."""

    def __init__(self, text, references=()):
        self._text = text
        self._references = {name: reference for name, reference in references}
        for name, reference in self._references.items():
            reference._module, reference._name = self, name
        self._functions = {}

    def get_function(self, name):
        "A kernel by its name."
        function = self._functions.get(name)
        if function is None:
            failed = cupy._kernel_has(self._text, name)
            if failed is not None:
                raise _failed("cuModuleGetFunction", *failed)
            function = self._functions[name] = Function(self, name)
            if self._references:
                function._binds = tuple(self._references.values())
        return function

    def get_global(self, name):
        "(the address of a variable, its size in bytes)."
        found = cupy._kernel_variable_array(self._text, name)
        if found is None:
            raise LogicError("cuModuleGetGlobal", None, "named symbol not found")
        if isinstance(found, tuple):
            raise _failed("cuModuleGetGlobal", *found)
        return _Variable(_bytes=found), found.size

    def get_texref(self, name):
        "A texture that the text declares."
        return self._reference(name, "cuModuleGetTexRef")

    def get_surfref(self, name):
        "A surface that the text declares."
        return self._reference(name, "cuModuleGetSurfRef")

    def _reference(self, name, routine):
        if name not in self._references:
            raise LogicError(routine, None, "named symbol not found")
        return self._references[name]


class _Variable(DeviceAllocation):
    """A variable of a module. It is an int wherever it is used as one."""

    def __add__(self, other):
        return int(self) + other

    __radd__ = __add__

    def __eq__(self, other):
        return int(self) == other

    def __hash__(self):
        return int(self)

    def __repr__(self):
        return str(int(self))


def module_from_buffer(buffer, options=(), message_handler=None):
    """The module of a compiled image or of PTX."""
    _need_context("cuModuleLoadDataEx")
    from cupy.cuda import nvrtc
    image = buffer.encode() if isinstance(buffer, str) else bytes(buffer)
    known = nvrtc._texts.get(image)
    if known is not None and cupy._emulates():
        answer = cupy._kernel_compile(known[0], tuple(known[1]), tuple(known[2]))
    else:
        answer = cupy._kernel_compile(image, (), ())
    if isinstance(answer, tuple):
        raise _failed("cuModuleLoadDataEx", *answer)
    if message_handler is not None:
        message_handler(True, "", "")
    return Module(answer)


def module_from_file(filename):
    """The module of a file."""
    from pycuda._driver import RuntimeError
    try:
        with open(filename, "rb") as file:
            image = file.read()
    except FileNotFoundError:
        raise RuntimeError("cuModuleLoad", None, "file not found") from None
    return module_from_buffer(image)


for _class in (ArgumentHandler, In, Out, InOut):
    _class.__module__ = "pycuda.driver"
Function.__module__ = Module.__module__ = "pycuda._driver"


def start_profiler():
    """Tell profilers to record."""
    from cupy.cuda import profiler
    profiler.start()


def stop_profiler():
    """Tell profilers to stop."""
    from cupy.cuda import profiler
    profiler.stop()


def initialize_profiler(config_file, output_file, output_mode):
    """A profiler's output by CUDA itself: CUDA has it no longer."""
    raise NotImplementedError("initialize_profiler: CUDA has it no longer")
