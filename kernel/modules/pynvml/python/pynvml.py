"""What NVIDIA's library of management (NVML) tells about devices: by the library itself where it is; on emulated devices what those know, and
NVMLError_NotSupported for the rest.

>>> import pynvml
>>> pynvml.nvmlInit()
>>> pynvml.nvmlDeviceGetCount() >= 1
True
"""
import struct

import cupy

_ERRORS = [(1, "Uninitialized", "Uninitialized"), (2, "InvalidArgument", "Invalid Argument"), (3, "NotSupported", "Not Supported"),
           (4, "NoPermission", "Insufficient Permissions"), (5, "AlreadyInitialized", "Already Initialized"), (6, "NotFound", "Not Found"),
           (7, "InsufficientSize", "Insufficient Size"), (8, "InsufficientPower", "Insufficient External Power"),
           (9, "DriverNotLoaded", "Driver Not Loaded"), (10, "Timeout", "Timeout"), (11, "IrqIssue", "Interrupt Request Issue"),
           (12, "LibraryNotFound", "NVML Shared Library Not Found"), (13, "FunctionNotFound", "Function Not Found"),
           (14, "CorruptedInforom", "Corrupted infoROM"), (15, "GpuIsLost", "GPU is lost"), (16, "ResetRequired", "GPU requires restart"),
           (17, "OperatingSystem", "The operating system has blocked the request."),
           (18, "LibRmVersionMismatch", "RM has detected an NVML/RM version mismatch."), (999, "Unknown", "Unknown Error")]
_words = {number: words for number, _, words in _ERRORS}
_classes = {}


class NVMLError(Exception):
    """What went wrong: `value` is NVML's status."""

    def __new__(cls, value=999, *rest):
        kind = _classes.get(value, cls) if cls is NVMLError else cls
        self = Exception.__new__(kind, value)
        self.value = value if cls is NVMLError else kind._status
        return self

    def __init__(self, *value):
        Exception.__init__(self, *value)

    _status = 999

    def __str__(self):
        return _words.get(self.value, "NVML Error with code %d" % self.value)

    def __eq__(self, other):
        return isinstance(other, NVMLError) and self.value == other.value

    def __hash__(self):
        return self.value


for _number, _name, _ in _ERRORS:
    _class = _classes[_number] = type("NVMLError_" + _name, (NVMLError,), {"_status": _number, "__module__": "pynvml", "__doc__": "The error %d of NVML." % _number})
    globals()["NVMLError_" + _name] = _class
    globals()["NVML_ERROR_" + "".join("_" + letter if letter.isupper() else letter.upper() for letter in _name).lstrip("_")] = _number
NVML_SUCCESS = 0
NVML_TEMPERATURE_GPU = 0
NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM, NVML_CLOCK_VIDEO = 0, 1, 2, 3
NVML_TEMPERATURE_THRESHOLD_SHUTDOWN, NVML_TEMPERATURE_THRESHOLD_SLOWDOWN = 0, 1
NVML_PCIE_UTIL_TX_BYTES, NVML_PCIE_UTIL_RX_BYTES = 0, 1
NVML_FEATURE_DISABLED, NVML_FEATURE_ENABLED = 0, 1
NVML_COMPUTEMODE_DEFAULT, NVML_COMPUTEMODE_PROHIBITED, NVML_COMPUTEMODE_EXCLUSIVE_PROCESS = 0, 2, 3


class _Struct:
    """Numbers with names."""

    def __init__(self, names, values):
        self._names = names.split() if isinstance(names, str) else names
        for name, value in zip(self._names, values):
            setattr(self, name, value)

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join("%s: %r" % (name, getattr(self, name)) for name in self._names))

    __str__ = __repr__


class c_nvmlMemory_t(_Struct):
    """Bytes of a device's memory: total, free, used."""


class c_nvmlUtilization_t(_Struct):
    """How much of the time a device computed (gpu) and read or wrote its memory (memory), in percent."""


class nvmlPciInfo_t(_Struct):
    """Where a device is on the bus."""


class c_nvmlProcessInfo_t(_Struct):
    """A process that uses a device: pid, usedGpuMemory."""


class nvmlDevice(int):
    """A device."""

    _number = 0

    def __new__(cls, handle, number):
        self = int.__new__(cls, handle)
        self._number = number
        return self

    def __repr__(self):
        return "<nvmlDevice %d>" % self._number


_state = {"begun": 0}


def _begun():
    if not _state["begun"]:
        raise NVMLError(1)


def _call(name, *arguments):
    "A function of the library's: what it wrote into the places."
    answer = cupy._nvml_call(name, arguments)
    if answer is None:
        raise NVMLError(13)
    if answer[0]:
        raise NVMLError(answer[0])
    return answer[1:]


def _is_emulated():
    return cupy._emulates()


def nvmlInit():
    """Begin. Each call wants an nvmlShutdown()."""
    if not _is_emulated():
        if cupy._nvml_call("nvmlInit_v2", ()) is None:
            raise NVMLError(12)
        _call("nvmlInit_v2")
    _state["begun"] += 1


def nvmlInitWithFlags(flags):
    """Begin."""
    nvmlInit()


def nvmlShutdown():
    """End."""
    _begun()
    if not _is_emulated():
        _call("nvmlShutdown")
    _state["begun"] -= 1


def nvmlErrorString(result):
    """What a status means."""
    return _words.get(result, "Unknown Error")


def nvmlDeviceGetCount():
    """How many devices there are."""
    _begun()
    if _is_emulated():
        return cupy.cuda.runtime.getDeviceCount()
    return struct.unpack("I", _call("nvmlDeviceGetCount_v2", bytes(4))[0])[0]


def nvmlDeviceGetHandleByIndex(index):
    """A device by its number."""
    _begun()
    if not 0 <= int(index) < nvmlDeviceGetCount():
        raise NVMLError(2)
    if _is_emulated():
        return nvmlDevice(index + 1, index)
    return nvmlDevice(struct.unpack("q", _call("nvmlDeviceGetHandleByIndex_v2", int(index), bytes(8))[0])[0], index)


def nvmlDeviceGetHandleByPciBusId(pciBusId):
    """A device by its address on the bus."""
    wanted = (pciBusId.decode() if isinstance(pciBusId, bytes) else pciBusId).lower()
    for index in range(nvmlDeviceGetCount()):
        handle = nvmlDeviceGetHandleByIndex(index)
        known = nvmlDeviceGetPciInfo(handle).busId.lower()
        if known == wanted or known.endswith(wanted) or wanted.endswith(known[-12:]):
            return handle
    raise NVMLError(6)


def nvmlDeviceGetHandleByUUID(uuid):
    """A device by its UUID."""
    wanted = uuid.decode() if isinstance(uuid, bytes) else uuid
    for index in range(nvmlDeviceGetCount()):
        handle = nvmlDeviceGetHandleByIndex(index)
        if nvmlDeviceGetUUID(handle) == wanted:
            return handle
    raise NVMLError(6)


def _checked(handle):
    _begun()
    if not isinstance(handle, nvmlDevice):
        raise NVMLError(2)
    return handle._number


def _of_emulated(name, number):
    "What an emulated device tells; None: nothing."
    if name == "nvmlDeviceGetName":
        return cupy.cuda.runtime.getDeviceProperties(number)["name"].decode()
    if name == "nvmlDeviceGetIndex":
        return number
    if name == "nvmlDeviceGetMemoryInfo":
        free, total = cupy.cuda.Device(number).mem_info
        return c_nvmlMemory_t("total free used", (total, free, total - free))
    if name == "nvmlDeviceGetPciInfo":
        place = cupy.cuda.Device(number).pci_bus_id
        domain, bus, device = (int(part, 16) for part in place.split(".")[0].split(":"))
        return nvmlPciInfo_t(_PCI, (place, domain, bus, device, 0, 0, place))
    if name == "nvmlDeviceGetCudaComputeCapability":
        capability = cupy.cuda.Device(number).compute_capability
        return int(capability[:-1]), int(capability[-1])
    if name == "nvmlDeviceGetComputeMode":
        return NVML_COMPUTEMODE_DEFAULT
    return None


_PCI = "busIdLegacy domain bus device pciDeviceId pciSubSystemId busId"


def _texted(data):
    return data.split(b"\0")[0].decode()


def _device_question(name, doc, layout=None, make=None, symbol=None, arguments=(), text=0):
    "A question about a device: its result's layout in the struct module's letters, or how long its text may be."
    def ask(handle, *given):
        number = _checked(handle)
        if len(given) != len(arguments):
            raise TypeError("%s() takes %d arguments" % (name, 1 + len(arguments)))
        if _is_emulated():
            found = _of_emulated(name, number)
            if found is None:
                raise NVMLError(3)
            return found
        if text:
            return _texted(_call(symbol or name, int(handle), *[int(one) for one in given], bytes(text), text)[0])
        values = struct.unpack(layout, _call(symbol or name, int(handle), *[int(one) for one in given], bytes(struct.calcsize(layout)))[0])
        return values[0] if make is None else make(values)

    ask.__name__, ask.__doc__ = name, doc
    globals()[name] = ask


def _pci(values):
    return nvmlPciInfo_t(_PCI, (_texted(values[0]), *values[1:6], _texted(values[6])))


_device_question("nvmlDeviceGetName", "What a device is called.", text=96)
_device_question("nvmlDeviceGetUUID", "A text that no other device has.", text=96)
_device_question("nvmlDeviceGetSerial", "The number on its board.", text=30)
_device_question("nvmlDeviceGetVbiosVersion", "The version of its firmware.", text=32)
_device_question("nvmlDeviceGetIndex", "Its number.", "I")
_device_question("nvmlDeviceGetMinorNumber", "The number of its file in /dev.", "I")
_device_question("nvmlDeviceGetMemoryInfo", "Bytes of its memory: total, free, used.", "QQQ", lambda values: c_nvmlMemory_t("total free used", values))
_device_question("nvmlDeviceGetBAR1MemoryInfo", "Bytes of the memory that the bus sees.", "QQQ",
                 lambda values: c_nvmlMemory_t("bar1Total bar1Free bar1Used", values))
_device_question("nvmlDeviceGetUtilizationRates", "How busy it is, in percent: gpu, memory.", "II", lambda values: c_nvmlUtilization_t("gpu memory", values))
_device_question("nvmlDeviceGetTemperature", "Its temperature in degrees of Celsius.", "I", arguments=("sensor",))
_device_question("nvmlDeviceGetTemperatureThreshold", "The temperature at which it slows down or stops.", "I", arguments=("threshold",))
_device_question("nvmlDeviceGetFanSpeed", "How fast its fan turns, in percent.", "I")
_device_question("nvmlDeviceGetPowerUsage", "The power that it takes, in milliwatts.", "I")
_device_question("nvmlDeviceGetTotalEnergyConsumption", "The energy that it took since the driver was loaded, in millijoules.", "Q")
_device_question("nvmlDeviceGetPowerManagementLimit", "The most power that it may take, in milliwatts.", "I")
_device_question("nvmlDeviceGetEnforcedPowerLimit", "The most power that it is let take, in milliwatts.", "I")
_device_question("nvmlDeviceGetPerformanceState", "How fast it is set to be: 0 is the fastest.", "I")
_device_question("nvmlDeviceGetClockInfo", "A clock's rate in MHz.", "I", arguments=("type",))
_device_question("nvmlDeviceGetMaxClockInfo", "The fastest rate of a clock in MHz.", "I", arguments=("type",))
_device_question("nvmlDeviceGetPcieThroughput", "Kilobytes of a second over the bus.", "I", arguments=("counter",))
_device_question("nvmlDeviceGetCurrPcieLinkGeneration", "The generation of its place on the bus.", "I")
_device_question("nvmlDeviceGetCurrPcieLinkWidth", "The lanes of its place on the bus.", "I")
_device_question("nvmlDeviceGetComputeMode", "Who may compute on it.", "I")
_device_question("nvmlDeviceGetPersistenceMode", "Whether the driver stays loaded.", "I")
_device_question("nvmlDeviceGetNumGpuCores", "How many cores it has.", "I")
_device_question("nvmlDeviceGetMemoryBusWidth", "The bits of its memory's bus.", "I")
_device_question("nvmlDeviceGetPciInfo", "Where it is on the bus.", "16sIIIII32s", _pci, "nvmlDeviceGetPciInfo_v3")


def nvmlDeviceGetCudaComputeCapability(handle):
    """Its compute capability: (major, minor)."""
    number = _checked(handle)
    if _is_emulated():
        return _of_emulated("nvmlDeviceGetCudaComputeCapability", number)
    major, minor = _call("nvmlDeviceGetCudaComputeCapability", int(handle), bytes(4), bytes(4))
    return struct.unpack("i", major)[0], struct.unpack("i", minor)[0]


def _processes(symbol, handle):
    _checked(handle)
    if _is_emulated():
        raise NVMLError(3)
    most = 128
    count, rows = _call(symbol, int(handle), struct.pack("I", most), bytes(24 * most))
    found = []
    for row in range(min(struct.unpack("I", count)[0], most)):
        pid, used = struct.unpack_from("I4xQ", rows, 24 * row)
        found.append(c_nvmlProcessInfo_t("pid usedGpuMemory", (pid, None if used == 2 ** 64 - 1 else used)))
    return found


def nvmlDeviceGetComputeRunningProcesses(handle):
    """The processes that compute on it."""
    return _processes("nvmlDeviceGetComputeRunningProcesses_v3", handle)


def nvmlDeviceGetGraphicsRunningProcesses(handle):
    """The processes that draw on it."""
    return _processes("nvmlDeviceGetGraphicsRunningProcesses_v3", handle)


def nvmlSystemGetDriverVersion():
    """The version of the driver."""
    _begun()
    if _is_emulated():
        raise NVMLError(3)
    return _texted(_call("nvmlSystemGetDriverVersion", bytes(80), 80)[0])


def nvmlSystemGetNVMLVersion():
    """The version of the library."""
    _begun()
    if _is_emulated():
        raise NVMLError(3)
    return _texted(_call("nvmlSystemGetNVMLVersion", bytes(80), 80)[0])


def nvmlSystemGetCudaDriverVersion():
    """The version of CUDA that the driver has: 13000 for 13.0."""
    _begun()
    return cupy.cuda.runtime.driverGetVersion()


nvmlSystemGetCudaDriverVersion_v2 = nvmlSystemGetCudaDriverVersion


def nvmlSystemGetProcessName(pid):
    """The name of a process."""
    _begun()
    try:
        with open("/proc/%d/cmdline" % pid, "rb") as file:
            return file.read().split(b"\0")[0].decode()
    except OSError:
        raise NVMLError(6) from None
