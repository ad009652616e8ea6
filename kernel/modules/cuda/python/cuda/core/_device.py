"""Devices, streams and events of cuda.core."""
import collections

import cupy
from cuda.core._errors import CUDAError, failed
from cupy.cuda import runtime

ComputeCapability = collections.namedtuple("ComputeCapability", "major minor")
_ATTRIBUTES = """max_threads_per_block=1 max_block_dim_x=2 max_block_dim_y=3 max_block_dim_z=4 max_grid_dim_x=5 max_grid_dim_y=6 max_grid_dim_z=7
max_shared_memory_per_block=8 total_constant_memory=9 warp_size=10 max_pitch=11 max_registers_per_block=12 clock_rate=13 texture_alignment=14
gpu_overlap=15 multiprocessor_count=16 kernel_exec_timeout=17 integrated=18 can_map_host_memory=19 compute_mode=20
maximum_texture1d_width=21 maximum_texture2d_width=22 maximum_texture2d_height=23 maximum_texture3d_width=24 maximum_texture3d_height=25
maximum_texture3d_depth=26 surface_alignment=30 concurrent_kernels=31 ecc_enabled=32 pci_bus_id=33 pci_device_id=34 tcc_driver=35
memory_clock_rate=36 global_memory_bus_width=37 l2_cache_size=38 max_threads_per_multiprocessor=39 async_engine_count=40 unified_addressing=41
pci_domain_id=50 texture_pitch_alignment=51 compute_capability_major=75 compute_capability_minor=76 stream_priorities_supported=78
global_l1_cache_supported=79 local_l1_cache_supported=80 max_shared_memory_per_multiprocessor=81 max_registers_per_multiprocessor=82
managed_memory=83 multi_gpu_board=84 multi_gpu_board_group_id=85 host_native_atomic_supported=86 single_to_double_precision_perf_ratio=87
pageable_memory_access=88 concurrent_managed_access=89 compute_preemption_supported=90 can_use_host_pointer_for_registered_mem=91
cooperative_launch=95 max_shared_memory_per_block_optin=97 pageable_memory_access_uses_host_page_tables=100
direct_managed_mem_access_from_host=101 virtual_memory_management_supported=102 handle_type_posix_file_descriptor_supported=103
handle_type_win32_handle_supported=104 handle_type_win32_kmt_handle_supported=105 max_blocks_per_multiprocessor=106
generic_compression_supported=107 max_persisting_l2_cache_size=108 max_access_policy_window_size=109
gpu_direct_rdma_with_cuda_vmm_supported=110 reserved_shared_memory_per_block=111 sparse_cuda_array_supported=112
read_only_host_register_supported=113 memory_pools_supported=115 gpu_direct_rdma_supported=116"""
_NUMBERS = {name: int(number) for name, number in (word.split("=") for word in _ATTRIBUTES.split())}
_TRUTHS = set("""gpu_overlap kernel_exec_timeout integrated can_map_host_memory concurrent_kernels ecc_enabled tcc_driver unified_addressing
stream_priorities_supported global_l1_cache_supported local_l1_cache_supported managed_memory multi_gpu_board host_native_atomic_supported
pageable_memory_access concurrent_managed_access compute_preemption_supported can_use_host_pointer_for_registered_mem cooperative_launch
pageable_memory_access_uses_host_page_tables direct_managed_mem_access_from_host virtual_memory_management_supported
handle_type_posix_file_descriptor_supported handle_type_win32_handle_supported handle_type_win32_kmt_handle_supported
generic_compression_supported gpu_direct_rdma_with_cuda_vmm_supported sparse_cuda_array_supported read_only_host_register_supported
memory_pools_supported gpu_direct_rdma_supported""".split())


class DeviceProperties:
    """What a device can do, by name."""

    def __init__(self, number):
        self._number = number

    def __getattr__(self, name):
        if name.startswith("_") or name not in _NUMBERS:
            raise AttributeError("'DeviceProperties' object has no attribute '%s'" % name)
        found = cupy._device_attribute(_NUMBERS[name], self._number) or 0
        return bool(found) if name in _TRUTHS else found

    def __dir__(self):
        return sorted(_NUMBERS)


_devices = {}  # number -> the object
_ready = set()  # the numbers of those that set_current() was called for
_resources = {}  # number -> its memory resource


def _count():
    return runtime.getDeviceCount()


class Device:
    """A device: Device(device_id=None), the current one without a number. There is one object a device."""

    __slots__ = ("_number", "_properties")

    def __new__(cls, device_id=None):
        if device_id is None:
            number = runtime.getDevice()
        elif isinstance(device_id, Device):
            return device_id
        else:
            number = int(device_id)
            if number < 0:
                raise ValueError("device_id must be >= 0, got %d" % number)
            if number >= _count():
                raise ValueError("device_id must be >= 0 and < %d, got %d" % (_count(), number))
        found = _devices.get(number)
        if found is None:
            found = _devices[number] = object.__new__(cls)
            found._number, found._properties = number, None
        return found

    @classmethod
    def get_all_devices(cls):
        "All of them."
        return tuple(cls(number) for number in range(_count()))

    def _check(self):
        if self._number not in _ready:
            raise CUDAError("Device %d is not yet initialized, perhaps you forgot to call .set_current() first?" % self._number)

    def set_current(self, ctx=None):
        "Make it the one that this thread works with."
        if ctx is not None and not isinstance(ctx, Context):
            raise TypeError("a Context is required")
        runtime.setDevice(self._number)
        _ready.add(self._number)

    @property
    def device_id(self):
        "Its number."
        return self._number

    @property
    def name(self):
        "What it is called."
        return runtime.getDeviceProperties(self._number)["name"].decode()

    @property
    def pci_bus_id(self):
        "Its address on the bus."
        return cupy.cuda.Device(self._number).pci_bus_id

    @property
    def uuid(self):
        "A text that no other device has: made of its address on the bus, because cupy is not told the device's own."
        import uuid
        return str(uuid.uuid5(uuid.NAMESPACE_OID, self.pci_bus_id + self.name))

    @property
    def properties(self):
        "What it can do, by name."
        if self._properties is None:
            self._properties = DeviceProperties(self._number)
        return self._properties

    @property
    def compute_capability(self):
        "(major, minor)."
        return ComputeCapability(self.properties.compute_capability_major, self.properties.compute_capability_minor)

    @property
    def arch(self):
        "The compute capability as compilers want it: '90'."
        return "%d%d" % self.compute_capability

    @property
    def context(self):
        "The context that it works in."
        self._check()
        return Context(self)

    @property
    def memory_resource(self):
        "Where allocate() has its memory from."
        if self._number not in _resources:
            from cuda.core._memory import DeviceMemoryResource
            _resources[self._number] = DeviceMemoryResource(self._number)
        return _resources[self._number]

    @memory_resource.setter
    def memory_resource(self, resource):
        from cuda.core._memory import MemoryResource
        if not isinstance(resource, MemoryResource):
            raise TypeError("memory_resource must be an instance of MemoryResource")
        _resources[self._number] = resource

    @property
    def default_stream(self):
        "The stream of work that names none."
        return _default_stream(self._number)

    def can_access_peer(self, peer):
        "Whether its kernels reach the other's memory."
        return bool(runtime.deviceCanAccessPeer(self._number, Device(peer)._number))

    def create_context(self, options=None):
        "A context of its own: refused, as cuda.core does."
        raise NotImplementedError("WIP: https://github.com/NVIDIA/cuda-python/issues/189")

    def create_stream(self, obj=None, options=None):
        "A stream, or that of another library's object, which has __cuda_stream__."
        self._check()
        return Stream._make(obj, options, self._number)

    def create_event(self, options=None):
        "An event."
        self._check()
        return Event._make(self._number, options)

    def allocate(self, size, stream=None):
        "A Buffer of so many bytes."
        self._check()
        return self.memory_resource.allocate(size, stream)

    def sync(self):
        "Wait until its work is done."
        self._check()
        with cupy.cuda.Device(self._number):
            _waited(runtime.deviceSynchronize)

    def create_graph_builder(self):
        "Work that is written down: refused."
        raise NotImplementedError("cuda.core: graphs are not supported; cupy.cuda.Stream.begin_capture() has them")

    def __int__(self):
        return self._number

    def __repr__(self):
        return "<Device %d (%s)>" % (self._number, self.name)

    def __eq__(self, other):
        return isinstance(other, Device) and other._number == self._number

    def __hash__(self):
        return hash(("cuda.core.Device", self._number))

    def __reduce__(self):
        return Device, (self._number,)


class Context:
    """What a device's work has in common: its primary context, which cupy works in, too."""

    def __init__(self, device):
        self._device = device

    @property
    def device(self):
        "The device."
        return self._device

    @property
    def handle(self):
        "A number of its own."
        return id(self._device)

    def __eq__(self, other):
        return isinstance(other, Context) and other._device == self._device

    def __hash__(self):
        return hash(self._device)


def _waited(wait):
    try:
        wait()
    except (runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError) as error:
        raise failed(type(error).__name__, str(error)) from None


def _chosen(given, kind, what):
    "Options as their class: from a dict, or as they are."
    if given is None:
        return kind()
    if isinstance(given, kind):
        return given
    if isinstance(given, dict):
        return kind(**given)
    raise TypeError("The %s must be provided as an object of type %s or as a dict with valid %s. The provided object is '%r'."
                    % (what, kind.__name__, what, given))


class EventOptions:
    """How an event is made: EventOptions(enable_timing=False, busy_waited_sync=False, support_ipc=False)."""

    def __init__(self, enable_timing=False, busy_waited_sync=False, support_ipc=False, ipc_enabled=False):
        self.enable_timing, self.busy_waited_sync, self.support_ipc = enable_timing, busy_waited_sync, support_ipc
        self.ipc_enabled = ipc_enabled

    def __repr__(self):
        return "EventOptions(enable_timing=%r, busy_waited_sync=%r, support_ipc=%r)" % (self.enable_timing, self.busy_waited_sync, self.support_ipc)


class Event:
    """A moment in a stream's work. The difference of two is the time between them in milliseconds."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("Event objects cannot be instantiated directly. Please use Stream APIs (record).")

    @classmethod
    def _make(cls, number, options):
        options = _chosen(options, EventOptions, "Event options")
        if options.support_ipc or options.ipc_enabled:
            raise NotImplementedError("WIP: https://github.com/NVIDIA/cuda-python/issues/103")
        self = object.__new__(cls)
        with cupy.cuda.Device(number):
            self._event = cupy.cuda.Event(disable_timing=not options.enable_timing)
        self._options, self._number, self._is_recorded = options, number, False
        return self

    def close(self):
        "Let go of it."
        self._event = None

    def __sub__(self, other):
        if not isinstance(other, Event):
            return NotImplemented
        if self.is_timing_disabled or other.is_timing_disabled:
            raise RuntimeError("Both Events must be created with timing enabled in order to subtract them; use EventOptions(enable_timing=True) when "
                               "creating both events.")
        if not (self._is_recorded and other._is_recorded):
            raise RuntimeError("Both Events must be recorded before they can be subtracted; use Stream.record() to record both events to a stream.")
        if not (self._event.done and other._event.done):
            raise RuntimeError("One or both events have not completed; use Event.sync(), Stream.sync(), or Device.sync() to wait for the events to "
                               "complete before subtracting them.")
        return cupy.cuda.get_elapsed_time(other._event, self._event)

    @property
    def is_timing_disabled(self):
        "Whether it tells no time."
        return not self._options.enable_timing

    @property
    def is_sync_busy_waited(self):
        "Whether sync() waits busily."
        return self._options.busy_waited_sync

    @property
    def is_ipc_supported(self):
        "Whether other processes can wait for it."
        return False

    is_ipc_enabled = is_ipc_supported

    @property
    def is_done(self):
        "Whether it is reached."
        return bool(self._event.done)

    @property
    def handle(self):
        "The number by which CUDA knows it."
        return self._event.ptr

    @property
    def device(self):
        "The device."
        return Device(self._number)

    @property
    def context(self):
        "The context."
        return Context(Device(self._number))

    def sync(self):
        "Wait until it is reached."
        _waited(self._event.synchronize)


class StreamOptions:
    """How a stream is made: StreamOptions(nonblocking=True, priority=None)."""

    def __init__(self, nonblocking=True, priority=None):
        self.nonblocking, self.priority = nonblocking, priority

    def __repr__(self):
        return "StreamOptions(nonblocking=%r, priority=%r)" % (self.nonblocking, self.priority)


class Stream:
    """A queue of work."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("Stream objects cannot be instantiated directly. Please use Device APIs (create_stream) or other Stream APIs (from_handle).")

    @classmethod
    def _over(cls, stream, number, owner=None):
        self = object.__new__(cls)
        self._stream, self._number, self._owner, self._is_blocking = stream, number, owner, False
        return self

    @classmethod
    def _make(cls, obj, options, number):
        if obj is not None:
            if options is not None:
                raise ValueError("obj and options cannot be both specified")
            protocol = getattr(obj, "__cuda_stream__", None)
            if protocol is None:
                raise TypeError("%s object does not have a '__cuda_stream__' attribute" % type(obj))
            found = protocol() if callable(protocol) else protocol
            if len(found) != 2:
                raise RuntimeError("obj.__cuda_stream__ must return a sequence with 2 elements, got %d elements" % len(found))
            if found[0] != 0:
                raise RuntimeError("The first element of the sequence returned by obj.__cuda_stream__ must be 0, got %r" % (found[0],))
            return cls._over(obj if isinstance(obj, cupy.cuda.Stream) else _External(int(found[1])), number, obj)
        options = _chosen(options, StreamOptions, "Stream options")
        with cupy.cuda.Device(number):
            self = cls._over(cupy.cuda.Stream(non_blocking=bool(options.nonblocking)), number)
        if options.priority is not None and options.priority not in (0, -1, -2, -3, -4, -5):
            raise ValueError("priority=%r is out of range [%d, %d]" % (options.priority, -5, 0))
        self._priority, self._is_blocking = options.priority or 0, not options.nonblocking
        return self

    _priority = 0

    @staticmethod
    def from_handle(handle):
        "The stream of a number by which CUDA knows it."
        return Stream._over(_External(int(handle)), runtime.getDevice())

    def close(self):
        "Let go of it."
        self._stream = self._owner = None

    def __cuda_stream__(self):
        return 0, int(self.handle)

    @property
    def handle(self):
        "The number by which CUDA knows it."
        from cuda.bindings.driver import CUstream
        return CUstream(self._stream.ptr)

    @property
    def is_nonblocking(self):
        "Whether it does not wait for the null stream."
        return not self._is_blocking

    @property
    def priority(self):
        "Lower ones come first."
        return self._priority

    @property
    def device(self):
        "The device."
        return Device(self._number)

    @property
    def context(self):
        "The context."
        return Context(Device(self._number))

    def sync(self):
        "Wait until its work is done."
        with cupy.cuda.Device(self._number):
            _waited(runtime.deviceSynchronize)

    def record(self, event=None, options=None):
        "Note the moment, in a new event where none is given."
        if event is None:
            event = Event._make(self._number, options)
        event._event.record(self._stream if isinstance(self._stream, cupy.cuda.Stream) else None)
        event._is_recorded = True
        return event

    def wait(self, event_or_stream):
        "Later work waits for an event, or for the work of another stream."
        if isinstance(event_or_stream, Event):
            moment = event_or_stream._event
        elif isinstance(event_or_stream, Stream) or hasattr(event_or_stream, "__cuda_stream__"):
            return
        else:
            raise ValueError("only an Event, Stream, or object supporting __cuda_stream__ can be waited, got %s" % type(event_or_stream))
        if isinstance(self._stream, cupy.cuda.Stream):
            self._stream.wait_event(moment)

    def create_graph_builder(self):
        "Work that is written down: refused."
        Device(self._number).create_graph_builder()

    def __eq__(self, other):
        return isinstance(other, Stream) and int(other.handle) == int(self.handle)

    def __hash__(self):
        return hash(int(self.handle))


class _External:
    """A stream of which only the number is known."""

    def __init__(self, pointer):
        self.ptr = pointer


_default_streams = {}


def _default_stream(number):
    if number not in _default_streams:
        with cupy.cuda.Device(number):
            _default_streams[number] = Stream._over(cupy.cuda.Stream.null, number)
    return _default_streams[number]


def _stream_of(value):
    "A stream from what a function was given as one."
    if isinstance(value, Stream):
        return value
    if value is None:
        return None
    return Stream._make(value, None, runtime.getDevice())


for _class in (Device, Event, EventOptions, Stream, StreamOptions):
    _class.__module__ = "cuda.core"
