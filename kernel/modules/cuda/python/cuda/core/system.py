"""The devices together: system.num_devices, system.driver_version, system.devices."""
from cuda.core._device import Device
from cupy.cuda import runtime


def get_num_devices():
    """How many devices there are."""
    return runtime.getDeviceCount()


def get_driver_version():
    """The version of the driver: (major, minor)."""
    version = runtime.driverGetVersion()
    return version // 1000, version % 1000 // 10


def get_devices():
    """All devices."""
    return Device.get_all_devices()


def __getattr__(name):
    known = {"num_devices": get_num_devices, "driver_version": get_driver_version, "devices": get_devices}
    if name in known:
        return known[name]()
    raise AttributeError("module 'cuda.core.system' has no attribute '%s'" % name)
