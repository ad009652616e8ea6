"""Errors and constants of pycuda.driver, and the contexts that are current."""
import cupy
from cupy.cuda import runtime


class Error(Exception):
    """What every error of CUDA's here is."""

    def __init__(self, routine="", code=None, msg=None):
        self._routine, self._code, self._msg = routine, code, msg
        super().__init__(routine if msg is None else "%s failed: %s" % (routine, msg))

    def is_out_of_memory(self):
        "Whether a device had not the memory."
        return isinstance(self, MemoryError)


class MemoryError(Error):
    """A device has not that much memory."""


class LogicError(Error):
    """A mistake of the program's: something was asked for that cannot be."""


class LaunchError(Error):
    """A kernel could not be launched, or failed."""


class RuntimeError(Error):
    """What is not the program's mistake: no device, no file."""


class CompileError(Error):
    """A text that the compiler refused: its words are `stderr`."""

    def __init__(self, msg, command_line, stdout=None, stderr=None):
        self.msg, self.command_line, self.stdout, self.stderr = msg, command_line, stdout, stderr
        text = msg
        if command_line:
            text += "\n[command: %s]" % " ".join(command_line)
        for name, said in (("stdout", stdout), ("stderr", stderr)):
            if said:
                text += "\n[%s:\n%s]" % (name, said)
        Exception.__init__(self, text)
        self._text = text

    def __str__(self):
        return self._text


class BooleanError(Error):
    """Kept for programs that name it."""


for _class in (Error, MemoryError, LogicError, LaunchError, RuntimeError):
    _class.__module__ = "pycuda._driver"
CompileError.__module__ = "pycuda.driver"

# Part of a message's name -> (the class, the driver's words where the message has none).
_CAUSES = {
    "INVALID_VALUE": (LogicError, "invalid argument"), "OUT_OF_MEMORY": (MemoryError, "out of memory"),
    "NOT_FOUND": (LogicError, "named symbol not found"), "FILE_NOT_FOUND": (RuntimeError, "file not found"),
    "LAUNCH_OUT_OF_RESOURCES": (LaunchError, "too many resources requested for launch"),
    "LAUNCH_FAILED": (LaunchError, "unspecified launch failure"), "LAUNCH_TIMEOUT": (LaunchError, "the launch timed out and was terminated"),
    "NO_DEVICE": (RuntimeError, "no CUDA-capable device is detected"), "NO_BINARY_FOR_GPU": (RuntimeError, "no kernel image is available for execution on the device"),
    "NOT_READY": (RuntimeError, "device not ready"), "INVALID_DEVICE": (LogicError, "invalid device ordinal"),
}


def _failed(routine, kind, message=""):
    "The exception for what the device said: a kind such as CUDA_ERROR_INVALID_VALUE or cudaErrorIllegalAddress, and words."
    if kind == "NotImplementedError":
        return NotImplementedError(message)
    name, words = kind, message
    if ": " in message and message.split(":")[0].replace("_", "").isalnum() and message.startswith(("CUDA_ERROR", "cudaError")):
        name, words = message.split(": ", 1)
    key = name.replace("CUDA_ERROR_", "") if name.startswith("CUDA_ERROR_") else ""
    if name.startswith("cudaError"):
        key = "".join("_" + letter if letter.isupper() else letter.upper() for letter in name[9:]).lstrip("_")
        key = {"MEMORY_ALLOCATION": "OUT_OF_MEMORY", "LAUNCH_FAILURE": "LAUNCH_FAILED"}.get(key, key)
    if kind == "AssertionError":
        return LogicError(routine, None, "device-side assert triggered: " + message)
    cause, plain = _CAUSES.get(key, (LogicError, ""))
    return cause(routine, None, words or plain or kind)


def _raise_from(routine, error):
    "What cupy raised, in PyCUDA's words."
    text = str(error)
    if isinstance(error, cupy.cuda.memory.OutOfMemoryError):
        raise MemoryError(routine, None, "out of memory") from None
    raise _failed(routine, type(error).__name__, text) from None


# ---- constants ----


class _Constant(int):
    """A number with a name, one of an enumeration's."""

    def __new__(cls, name, number):
        self = int.__new__(cls, number)
        self.name = name
        return self

    def __str__(self):
        return self.name

    def __repr__(self):
        return "pycuda._driver.%s.%s" % (type(self).__name__, self.name)

    def __hash__(self):
        return int(self)


def _enumeration(enumeration, **numbers):
    made = type(enumeration, (_Constant,), {"__module__": "pycuda._driver", "__doc__": "Numbers of CUDA's driver, by name."})
    made.names, made.values = {}, {}
    for name, number in numbers.items():
        constant = made(name.lstrip("_"), number)
        setattr(made, constant.name, constant)
        made.names[constant.name] = constant
        made.values.setdefault(number, constant)
    return made


def _flags(enumeration, **numbers):
    made = type(enumeration, (), {"__module__": "pycuda._driver", "__doc__": "Flags of CUDA's driver, to be joined by |."})
    for name, number in numbers.items():
        setattr(made, name, number)
    return made


ctx_flags = _flags("ctx_flags", SCHED_AUTO=0, SCHED_SPIN=1, SCHED_YIELD=2, SCHED_BLOCKING_SYNC=4, BLOCKING_SYNC=4, SCHED_MASK=7, MAP_HOST=8,
                   LMEM_RESIZE_TO_MAX=16, FLAGS_MASK=255)
event_flags = _flags("event_flags", DEFAULT=0, BLOCKING_SYNC=1, DISABLE_TIMING=2, INTERPROCESS=4)
mem_attach_flags = _flags("mem_attach_flags", GLOBAL=1, HOST=2, SINGLE=4)
host_alloc_flags = _flags("host_alloc_flags", PORTABLE=1, DEVICEMAP=2, WRITECOMBINED=4)
mem_host_register_flags = _flags("mem_host_register_flags", PORTABLE=1, DEVICEMAP=2)
array3d_flags = _flags("array3d_flags", LAYERED=1, SURFACE_LDST=2, CUBEMAP=4, TEXTURE_GATHER=8)
setattr(array3d_flags, "2DARRAY", 1)
ipc_mem_flags = _flags("ipc_mem_flags", LAZY_ENABLE_PEER_ACCESS=1)
mem_peer_register_flags = _flags("mem_peer_register_flags")
compute_mode = _enumeration("compute_mode", DEFAULT=0, PROHIBITED=2, EXCLUSIVE_PROCESS=3)
limit = _enumeration("limit", STACK_SIZE=0, PRINTF_FIFO_SIZE=1, MALLOC_HEAP_SIZE=2, DEV_RUNTIME_SYNC_DEPTH=3, DEV_RUNTIME_PENDING_LAUNCH_COUNT=4)
func_cache = _enumeration("func_cache", PREFER_NONE=0, PREFER_SHARED=1, PREFER_L1=2, PREFER_EQUAL=3)
shared_config = _enumeration("shared_config", DEFAULT_BANK_SIZE=0, FOUR_BYTE_BANK_SIZE=1, EIGHT_BYTE_BANK_SIZE=2)
array_format = _enumeration("array_format", UNSIGNED_INT8=0x01, UNSIGNED_INT16=0x02, UNSIGNED_INT32=0x03, SIGNED_INT8=0x08, SIGNED_INT16=0x09,
                            SIGNED_INT32=0x0a, HALF=0x10, FLOAT=0x20)
address_mode = _enumeration("address_mode", WRAP=0, CLAMP=1, MIRROR=2, BORDER=3)
filter_mode = _enumeration("filter_mode", POINT=0, LINEAR=1)
memory_type = _enumeration("memory_type", HOST=1, DEVICE=2, ARRAY=3, UNIFIED=4)
pointer_attribute = _enumeration("pointer_attribute", CONTEXT=1, MEMORY_TYPE=2, DEVICE_POINTER=3, HOST_POINTER=4)
profiler_output_mode = _enumeration("profiler_output_mode", KEY_VALUE_PAIR=0, CSV=1)
jit_option = _enumeration("jit_option", MAX_REGISTERS=0, THREADS_PER_BLOCK=1, WALL_TIME=2, INFO_LOG_BUFFER=3, INFO_LOG_BUFFER_SIZE_BYTES=4,
                          ERROR_LOG_BUFFER=5, ERROR_LOG_BUFFER_SIZE_BYTES=6, OPTIMIZATION_LEVEL=7, TARGET_FROM_CUCONTEXT=8, TARGET=9,
                          FALLBACK_STRATEGY=10)
jit_fallback = _enumeration("jit_fallback", PREFER_PTX=0, PREFER_BINARY=1)
function_attribute = _enumeration("function_attribute", MAX_THREADS_PER_BLOCK=0, SHARED_SIZE_BYTES=1, CONST_SIZE_BYTES=2, LOCAL_SIZE_BYTES=3,
                                  NUM_REGS=4, PTX_VERSION=5, BINARY_VERSION=6, CACHE_MODE_CA=7, MAX_DYNAMIC_SHARED_SIZE_BYTES=8,
                                  PREFERRED_SHARED_MEMORY_CARVEOUT=9, MAX=10)
TRSA_OVERRIDE_FORMAT, TRSF_READ_AS_INTEGER, TRSF_NORMALIZED_COORDINATES, TR_DEFAULT = 1, 1, 2, -1

# The driver's numbers of what a device can be asked; a number is the one before and one where none is written.
_ATTRIBUTES = """MAX_THREADS_PER_BLOCK=1 MAX_BLOCK_DIM_X MAX_BLOCK_DIM_Y MAX_BLOCK_DIM_Z MAX_GRID_DIM_X MAX_GRID_DIM_Y MAX_GRID_DIM_Z
MAX_SHARED_MEMORY_PER_BLOCK TOTAL_CONSTANT_MEMORY WARP_SIZE MAX_PITCH MAX_REGISTERS_PER_BLOCK CLOCK_RATE TEXTURE_ALIGNMENT GPU_OVERLAP
MULTIPROCESSOR_COUNT KERNEL_EXEC_TIMEOUT INTEGRATED CAN_MAP_HOST_MEMORY COMPUTE_MODE MAXIMUM_TEXTURE1D_WIDTH MAXIMUM_TEXTURE2D_WIDTH
MAXIMUM_TEXTURE2D_HEIGHT MAXIMUM_TEXTURE3D_WIDTH MAXIMUM_TEXTURE3D_HEIGHT MAXIMUM_TEXTURE3D_DEPTH MAXIMUM_TEXTURE2D_LAYERED_WIDTH
MAXIMUM_TEXTURE2D_LAYERED_HEIGHT MAXIMUM_TEXTURE2D_LAYERED_LAYERS SURFACE_ALIGNMENT CONCURRENT_KERNELS ECC_ENABLED PCI_BUS_ID PCI_DEVICE_ID
TCC_DRIVER MEMORY_CLOCK_RATE GLOBAL_MEMORY_BUS_WIDTH L2_CACHE_SIZE MAX_THREADS_PER_MULTIPROCESSOR ASYNC_ENGINE_COUNT UNIFIED_ADDRESSING
MAXIMUM_TEXTURE1D_LAYERED_WIDTH MAXIMUM_TEXTURE1D_LAYERED_LAYERS MAXIMUM_TEXTURE2D_GATHER_WIDTH=45 MAXIMUM_TEXTURE2D_GATHER_HEIGHT
MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE PCI_DOMAIN_ID TEXTURE_PITCH_ALIGNMENT
MAXIMUM_TEXTURECUBEMAP_WIDTH MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS MAXIMUM_SURFACE1D_WIDTH
MAXIMUM_SURFACE2D_WIDTH MAXIMUM_SURFACE2D_HEIGHT MAXIMUM_SURFACE3D_WIDTH MAXIMUM_SURFACE3D_HEIGHT MAXIMUM_SURFACE3D_DEPTH
MAXIMUM_SURFACE1D_LAYERED_WIDTH MAXIMUM_SURFACE1D_LAYERED_LAYERS MAXIMUM_SURFACE2D_LAYERED_WIDTH MAXIMUM_SURFACE2D_LAYERED_HEIGHT
MAXIMUM_SURFACE2D_LAYERED_LAYERS MAXIMUM_SURFACECUBEMAP_WIDTH MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS
MAXIMUM_TEXTURE1D_LINEAR_WIDTH MAXIMUM_TEXTURE2D_LINEAR_WIDTH MAXIMUM_TEXTURE2D_LINEAR_HEIGHT MAXIMUM_TEXTURE2D_LINEAR_PITCH
MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT COMPUTE_CAPABILITY_MAJOR COMPUTE_CAPABILITY_MINOR
MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH STREAM_PRIORITIES_SUPPORTED GLOBAL_L1_CACHE_SUPPORTED LOCAL_L1_CACHE_SUPPORTED
MAX_SHARED_MEMORY_PER_MULTIPROCESSOR MAX_REGISTERS_PER_MULTIPROCESSOR MANAGED_MEMORY MULTI_GPU_BOARD MULTI_GPU_BOARD_GROUP_ID
HOST_NATIVE_ATOMIC_SUPPORTED SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO PAGEABLE_MEMORY_ACCESS CONCURRENT_MANAGED_ACCESS
COMPUTE_PREEMPTION_SUPPORTED CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM MAX_SHARED_MEMORY_PER_BLOCK_OPTIN=97
PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES=100 DIRECT_MANAGED_MEM_ACCESS_FROM_HOST HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED=103
HANDLE_TYPE_WIN32_HANDLE_SUPPORTED HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED MAX_BLOCKS_PER_MULTIPROCESSOR GENERIC_COMPRESSION_SUPPORTED
MAX_PERSISTING_L2_CACHE_SIZE RESERVED_SHARED_MEMORY_PER_BLOCK=111 READ_ONLY_HOST_REGISTER_SUPPORTED=113 MEMORY_POOLS_SUPPORTED=115"""


def _numbered(text):
    numbers, number = {}, 0
    for word in text.split():
        name, _, given = word.partition("=")
        number = int(given) if given else number + 1
        numbers[name] = number
    return numbers


device_attribute = _enumeration("device_attribute", **_numbered(_ATTRIBUTES), SHARED_MEMORY_PER_BLOCK=8, REGISTERS_PER_BLOCK=12,
                                MAXIMUM_TEXTURE2D_ARRAY_WIDTH=27, MAXIMUM_TEXTURE2D_ARRAY_HEIGHT=28, MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES=29)


# ---- contexts ----

_contexts = []  # the stack: the last one is current
_begun = []  # init() was called


def _begin(routine="cuInit"):
    if not _begun:
        raise LogicError(routine, None, "initialization error")


def _need_context(routine="explicit_context_dependent"):
    if not _contexts:
        raise LogicError(routine, None, "invalid device context - no currently active context?")


def init(flags=0):
    """Get the devices ready. Must come before all else (pycuda.autoinit does it)."""
    if not _begun:
        try:
            runtime.getDeviceCount()
        except runtime.CUDARuntimeError as error:
            _raise_from("cuInit", error)
        _begun.append(True)


def get_version():
    """The version of CUDA: (major, minor, revision)."""
    version = runtime.runtimeGetVersion()
    return version // 1000, version % 1000 // 10, version % 10


def get_driver_version():
    """The version of CUDA's driver: 13000 for 13.0."""
    return runtime.driverGetVersion()


class Device:
    """A device by its number, or by its address on the bus."""

    def __init__(self, number):
        _begin("cuDeviceGet")
        count = runtime.getDeviceCount()
        if isinstance(number, str):
            found = [i for i in range(count) if cupy.cuda.Device(i).pci_bus_id.lower() == number.lower()]
            if not found:
                raise LogicError("cuDeviceGetByPCIBusId", None, "invalid device ordinal")
            number = found[0]
        if not 0 <= number < count:
            raise LogicError("cuDeviceGet", None, "invalid device ordinal")
        self._number = int(number)

    @staticmethod
    def count():
        "How many there are."
        _begin("cuDeviceGetCount")
        return runtime.getDeviceCount()

    def name(self):
        "What it is called."
        return runtime.getDeviceProperties(self._number)["name"].decode()

    def pci_bus_id(self):
        "Its address on the bus."
        return cupy.cuda.Device(self._number).pci_bus_id

    def compute_capability(self):
        "(major, minor)."
        return self.get_attribute(75), self.get_attribute(76)

    def total_memory(self):
        "Bytes of memory."
        return cupy.cuda.Device(self._number).mem_info[1]

    def get_attribute(self, attr):
        "One of device_attribute's numbers."
        found = cupy._device_attribute(int(attr), self._number)
        return 0 if found is None else found

    def get_attributes(self):
        "All of them, by device_attribute."
        told = {}
        for number, attribute in device_attribute.values.items():
            found = cupy._device_attribute(number, self._number)
            if found is not None:
                told[attribute] = found
        return told

    def make_context(self, flags=0):
        "A context on it, which is made the current one."
        context = Context(self)
        context.push()
        return context

    def retain_primary_context(self):
        "The context that cupy works in; push() makes it the current one."
        return Context(self)

    def can_access_peer(self, dev):
        "Whether its kernels reach the other's memory."
        return bool(runtime.deviceCanAccessPeer(self._number, dev._number))

    def get_p2p_attribute(self, attr, dev):
        "Facts about the way between two devices: refused."
        raise NotImplementedError("Device.get_p2p_attribute: not supported")

    def __getattr__(self, name):
        attribute = device_attribute.names.get(name.upper()) if name == name.lower() else None
        if attribute is None:
            raise AttributeError(name)
        return self.get_attribute(attribute)

    def __eq__(self, other):
        return isinstance(other, Device) and other._number == self._number

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return self._number


class Context:
    """Work on a device. All contexts of a device share its memory, with cupy's arrays too."""

    def __init__(self, device=None):
        if device is None:
            raise TypeError("contexts are made by Device.make_context()")
        self._device = device
        self._is_alive = True

    def push(self):
        "Make it the current one."
        if not self._is_alive:
            raise LogicError("cuCtxPushCurrent", None, "invalid device context")
        _contexts.append(self)
        runtime.setDevice(self._device._number)

    @staticmethod
    def pop():
        "Make the one before the current one."
        if not _contexts:
            raise LogicError("context::pop", None, "invalid device context - cannot pop non-current context")
        _contexts.pop()
        if _contexts:
            runtime.setDevice(_contexts[-1]._device._number)

    def detach(self):
        "Let go of it."
        if not self._is_alive:
            raise LogicError("context::detach", None, "invalid device context - cannot detach from invalid context")
        self._is_alive = False
        _contexts[:] = [context for context in _contexts if context is not self]
        if _contexts:
            runtime.setDevice(_contexts[-1]._device._number)

    @staticmethod
    def get_current():
        "The current one, None where there is none."
        return _contexts[-1] if _contexts else None

    @staticmethod
    def get_device():
        "The device of the current one."
        _need_context("cuCtxGetDevice")
        return _contexts[-1]._device

    @staticmethod
    def synchronize():
        "Wait until all work is done."
        _need_context("cuCtxSynchronize")
        try:
            runtime.deviceSynchronize()
        except (runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError) as error:
            _raise_from("cuCtxSynchronize", error)

    _limits = {0: 1024, 1: 1048576, 2: 8388608, 3: 2, 4: 2048}
    _settings = {"cache": func_cache.PREFER_NONE, "shared": shared_config.FOUR_BYTE_BANK_SIZE}

    @staticmethod
    def set_limit(limit, value):
        "Set a limit: what printf may keep, say. Here output and heaps grow as they must, so that it is only noted."
        _need_context("cuCtxSetLimit")
        if int(limit) not in Context._limits:
            raise LogicError("cuCtxSetLimit", None, "invalid argument")
        Context._limits[int(limit)] = int(value)

    @staticmethod
    def get_limit(limit):
        "A limit."
        _need_context("cuCtxGetLimit")
        if int(limit) not in Context._limits:
            raise LogicError("cuCtxGetLimit", None, "invalid argument")
        return Context._limits[int(limit)]

    @staticmethod
    def get_cache_config():
        "What set_cache_config was given."
        return Context._settings["cache"]

    @staticmethod
    def set_cache_config(cc):
        "Prefer shared memory or the first cache: newer devices choose by themselves."
        Context._settings["cache"] = cc

    @staticmethod
    def get_shared_config():
        "What set_shared_config was given."
        return Context._settings["shared"]

    @staticmethod
    def set_shared_config(sc):
        "The width of shared memory's banks: newer devices have one."
        Context._settings["shared"] = sc

    def get_api_version(self):
        "A number."
        return 3020

    def enable_peer_access(self, peer, flags=0):
        "Let kernels reach another device's memory: they do where devices can."
        if not self._device.can_access_peer(peer._device):
            raise LogicError("cuCtxEnablePeerAccess", None, "peer access is not supported between these two devices")

    def disable_peer_access(self, peer, flags=0):
        "The opposite: nothing changes."

    @property
    def handle(self):
        "A number of its own."
        return id(self)

    def __eq__(self, other):
        return self is other

    def __hash__(self):
        return id(self)


class Stream:
    """A queue of work. Work of all queues is done in the order in which it was given."""

    def __init__(self, flags=0):
        _need_context()
        self._stream = cupy.cuda.Stream(non_blocking=bool(flags & 1))

    def synchronize(self):
        "Wait until its work is done."
        Context.synchronize()

    def is_done(self):
        "Whether its work is done."
        return bool(self._stream.done)

    def wait_for_event(self, evt):
        "Later work waits for the event."
        self._stream.wait_event(evt._event)

    @property
    def handle(self):
        "The number by which CUDA knows it."
        return self._stream.ptr

    def __int__(self):
        return self._stream.ptr

    def __cuda_stream__(self):
        return 0, self._stream.ptr


class Event:
    """A moment in the device's work."""

    def __init__(self, flags=0):
        _need_context()
        if flags & 4:
            raise NotImplementedError("events for other processes: not supported")
        self._event = cupy.cuda.Event(disable_timing=bool(flags & 2))
        self._flags = flags

    def record(self, stream=None):
        "Note the moment; the event itself is the result."
        self._event.record(None if stream is None else stream._stream)
        return self

    def synchronize(self):
        "Wait until it is reached; the event itself is the result."
        try:
            self._event.synchronize()
        except (runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError) as error:
            _raise_from("cuEventSynchronize", error)
        return self

    def query(self):
        "Whether it is reached."
        return bool(self._event.done)

    def time_since(self, event):
        "Milliseconds since another one."
        return self._between(event, self)

    def time_till(self, event):
        "Milliseconds until another one."
        return self._between(self, event)

    def _between(self, first, second):
        try:
            return cupy.cuda.get_elapsed_time(first._event, second._event)
        except runtime.CUDARuntimeError as error:
            _raise_from("cuEventElapsedTime", error)

    def ipc_handle(self):
        "For other processes: refused."
        raise NotImplementedError("events for other processes: not supported")


for _class in (Device, Context, Stream, Event):
    _class.__module__ = "pycuda._driver"
