"""Which devices there are, and which is the current one."""
import functools

import cupy
from numba.cuda.cudadrv.driver import Device, _Driver, driver

_used = []  # whether a device has been used since the beginning, or since cuda.close()


class _DeviceContextManager:
    """A device of cuda.gpus: `with cuda.gpus[0]:` makes it the current one in the block."""

    def __init__(self, device):
        self._device = device
        self._before = []

    def __getattr__(self, item):
        return getattr(self._device, item)

    def __enter__(self):
        self._before.append(cupy.cuda.runtime.getDevice())
        get_context(self._device.id)
        return self

    def __exit__(self, *error):
        cupy.cuda.runtime.setDevice(self._before.pop())

    def __str__(self):
        return f'<Managed Device {self.id}>'

    __repr__ = __str__


class _DeviceList:
    """The devices: cuda.gpus[0], len(cuda.gpus), cuda.gpus.current."""

    def __getattr__(self, attr):
        if attr != 'lst':
            raise AttributeError(attr)
        driver.ensure_initialized()
        self.lst = [_DeviceContextManager(Device(number)) for number in range(cupy.cuda.runtime.getDeviceCount())]
        return self.lst

    def __getitem__(self, devnum):
        return self.lst[devnum]

    def __iter__(self):
        return iter(self.lst)

    def __len__(self):
        return len(self.lst)

    def __str__(self):
        return ', '.join(map(str, self.lst))

    @property
    def current(self):
        """The current device, or None before one is used."""
        return self.lst[cupy.cuda.runtime.getDevice()] if _used else None


gpus = _DeviceList()


def get_context(devnum=None):
    """The context of the current device, or of a device by its number, which becomes the current one."""
    if devnum is None:
        devnum = cupy.cuda.runtime.getDevice()
    else:
        if not 0 <= int(devnum) < len(gpus):
            raise IndexError('list index out of range')
        cupy.cuda.runtime.setDevice(int(devnum))
    if not _used:
        driver.ensure_initialized()
        _used.append(True)
    return gpus.lst[int(devnum)]._device.get_primary_context()


def reset():
    """Wait for all devices, and begin again with none used."""
    if _used:
        for one in gpus.lst:
            one._device.reset()
        cupy.cuda.runtime.setDevice(0)
    _used.clear()


def require_context(fn):
    """The function, with a device in use when it is called."""
    @functools.wraps(fn)
    def call(*args, **kws):
        if not _used:
            get_context()
        return fn(*args, **kws)
    return call
