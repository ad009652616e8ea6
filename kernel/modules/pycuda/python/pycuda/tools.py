"""What helps along: contexts, types' names in C, caches, pools, occupancy."""
import os

import numpy
import pycuda._driver as _driver
from pycuda._memory import DeviceMemoryPool, PageLockedAllocator, PageLockedMemoryPool, PooledDeviceAllocation, PooledHostAllocation
from pycuda._types import (ScalarArg, VectorArg, dtype_to_ctype, get_or_register_dtype, register_dtype, parse_c_arg)

__all__ = ['DeviceMemoryPool', 'PageLockedAllocator', 'PageLockedMemoryPool', 'PooledDeviceAllocation', 'PooledHostAllocation', 'DeviceData',
           'OccupancyRecord', 'ScalarArg', 'VectorArg', 'bitlog2', 'clear_context_caches', 'context_dependent_memoize', 'dtype_to_ctype',
           'get_default_device', 'get_or_register_dtype', 'init_cuda_context_fixture', 'make_default_context', 'mark_cuda_test', 'parse_c_arg',
           'register_dtype', 'get_arg_type', 'allow_user_edit']


def bitlog2(number):
    """The power of two that a number begins with: 4 for 17."""
    return max(int(number).bit_length() - 1, 0)


def _wanted_device():
    "The number that CUDA_DEVICE or ~/.cuda-device says; None."
    said = os.environ.get("CUDA_DEVICE")
    if said is None:
        try:
            with open(os.path.join(os.path.expanduser("~"), ".cuda-device")) as file:
                said = file.read().strip()
        except OSError:
            return None
    try:
        return int(said)
    except ValueError:
        raise TypeError("CUDA device number (CUDA_DEVICE or ~/.cuda-device) must be an integer") from None


def get_default_device(default=0):
    """The device that CUDA_DEVICE or ~/.cuda-device names, or another one."""
    wanted = _wanted_device()
    return _driver.Device(default if wanted is None else wanted)


def make_default_context(ctx_maker=None):
    """A context on the device that CUDA_DEVICE or ~/.cuda-device names, or on the current one."""
    from cupy.cuda import runtime
    make = ctx_maker or (lambda device: device.make_context())
    wanted = _wanted_device()
    if _driver.Device.count() == 0:
        raise _driver.RuntimeError("No CUDA enabled device found. Please check your installation.")
    return make(_driver.Device(runtime.getDevice() if wanted is None else wanted))


# ---- caches ----

_memoized = []


def context_dependent_memoize(func):
    """A function whose results are kept for each context."""
    known = {}
    _memoized.append(known)

    def remembering(*args, **kwargs):
        key = (_driver.Context.get_current(), args, tuple(sorted(kwargs.items())))
        try:
            return known[key]
        except KeyError:
            found = known[key] = func(*args, **kwargs)
            return found

    remembering.__name__, remembering.__doc__, remembering.__wrapped__ = func.__name__, func.__doc__, func
    return remembering


def clear_context_caches():
    """Forget all that context_dependent_memoize kept."""
    for known in _memoized:
        known.clear()


def get_arg_type(c_arg):
    """The letter or dtype of a parameter in C's words."""
    return parse_c_arg(c_arg).struct_char


def allow_user_edit(s, filename, descr="the file"):
    """Let somebody edit a text: refused, a notebook has no terminal."""
    raise NotImplementedError("allow_user_edit: there is no terminal here")


# ---- tests ----


def init_cuda_context_fixture():
    """A context for a test: a generator that a fixture yields from."""
    _driver.init()
    context = make_default_context()
    try:
        yield
    finally:
        context.pop()
        context.detach()
        clear_context_caches()


def mark_cuda_test(inner_f):
    """A test that has a context while it runs."""
    def test(*args, **kwargs):
        for _ in init_cuda_context_fixture():
            inner_f(*args, **kwargs)

    test.__name__, test.__doc__ = inner_f.__name__, inner_f.__doc__
    return test


# ---- what a device has room for ----


class DeviceData:
    """Facts about a device for those who lay work out on it."""

    def __init__(self, dev=None):
        device = dev or _driver.Context.get_device()
        attribute = _driver.device_attribute
        self.max_threads = device.get_attribute(attribute.MAX_THREADS_PER_BLOCK)
        self.warp_size = device.get_attribute(attribute.WARP_SIZE)
        self.shared_memory = device.get_attribute(attribute.MAX_SHARED_MEMORY_PER_BLOCK)
        self.registers = device.get_attribute(attribute.MAX_REGISTERS_PER_BLOCK)
        self.warps_per_mp = device.get_attribute(attribute.MAX_THREADS_PER_MULTIPROCESSOR) // self.warp_size
        self.thread_blocks_per_mp = device.get_attribute(attribute.MAX_BLOCKS_PER_MULTIPROCESSOR) or 32
        self.smem_granularity, self.smem_alloc_granularity = 32, 128

    def align_bytes(self, word_size=4):
        "The distance of addresses at which words are read together."
        sizes = {4: 64, 8: 128, 16: 128}
        if word_size not in sizes:
            raise ValueError("no alignment possible for fetches of size %d" % word_size)
        return sizes[word_size]

    def align(self, bytes, word_size=4):
        "A number of bytes, rounded up to that distance."
        step = self.align_bytes(word_size)
        return (bytes + step - 1) // step * step

    def align_words(self, word_size):
        "That distance in words."
        words, rest = divmod(self.align_bytes(word_size), word_size)
        assert rest == 0
        return words

    def align_dtype(self, elements, dtype_size):
        "A number of elements, rounded up to that distance."
        return self.align(elements * dtype_size, min(max(4, dtype_size), 16)) // dtype_size

    @staticmethod
    def make_valid_tex_channel_count(size):
        "1, 2 or 4: as many channels or more."
        for count in (1, 2, 4):
            if size <= count:
                return count
        raise ValueError("could not enlarge argument to valid channel count")


class OccupancyRecord:
    """How much of a multiprocessor blocks of a kind fill."""

    def __init__(self, devdata, threads, shared_mem=0, registers=0):
        if threads > devdata.max_threads:
            raise ValueError("too many threads")
        warps = (threads + devdata.warp_size - 1) // devdata.warp_size
        limits = [(devdata.thread_blocks_per_mp, "device"), (devdata.warps_per_mp // warps, "warps")]
        if registers:
            each = -(-registers * devdata.warp_size // 256) * 256
            limits.append((devdata.registers // each // warps, "regs"))
        if shared_mem:
            step = devdata.smem_alloc_granularity
            limits.append((devdata.shared_memory // (-(-shared_mem // step) * step), "smem"))
        self.tb_per_mp, self.limited_by = min(limits, key=lambda one: one[0])
        self.warps_per_mp = self.tb_per_mp * warps
        self.occupancy = self.warps_per_mp / devdata.warps_per_mp
