"""Settings of cupy.fft. The transforms choose their plans themselves, so most of these only keep what they are told."""

enable_nd_planning = True
use_multi_gpus = False
_devices = []


class PlanCache:
    """What CuPy tells of its cache of plans."""

    def __init__(self, size=16, memsize=-1, dev=0):
        self._size, self._memsize = size, memsize

    def get_size(self):
        """How many plans may be kept."""
        return self._size

    def set_size(self, size):
        """Set how many plans may be kept."""
        self._size = int(size)

    def get_memsize(self):
        """How many bytes plans may take; -1: any number."""
        return self._memsize

    def set_memsize(self, memsize):
        """Set how many bytes plans may take."""
        self._memsize = int(memsize)

    def get_curr_size(self):
        """How many plans are kept."""
        return 0

    def get_curr_memsize(self):
        """How many bytes the kept plans take."""
        return 0

    def clear(self):
        """Forget the plans."""

    def show_info(self):
        """Print what is kept."""
        print('------------------- cuFFT plan cache -------------------\ncache enabled? %s\ncurrent / max size   : 0 / %s (counts)'
              % (bool(self._size), self._size if self._size >= 0 else '(unlimited)'))


_cache = PlanCache()


def get_plan_cache():
    """The cache of plans of the current device."""
    return _cache


def clear_plan_cache():
    """Forget the plans."""
    _cache.clear()


def set_plan_cache_size(size):
    """Set how many plans may be kept."""
    _cache.set_size(size)


def get_plan_cache_size():
    """How many plans may be kept."""
    return _cache.get_size()


def set_plan_cache_max_memsize(size):
    """Set how many bytes plans may take."""
    _cache.set_memsize(size)


def get_plan_cache_max_memsize():
    """How many bytes plans may take."""
    return _cache.get_memsize()


def show_plan_cache_info():
    """Print what is kept."""
    _cache.show_info()


def set_cufft_gpus(gpus):
    """Say which GPUs one transform may use together: more than one is refused."""
    devices = list(range(gpus)) if isinstance(gpus, int) else list(gpus)
    if len(devices) > 1:
        raise NotImplementedError('one transform uses one device here')
    _devices[:] = devices


def set_cufft_callbacks(*args, **kwargs):
    """Functions in CUDA that cuFFT would call for each element: refused."""
    raise NotImplementedError('cuFFT callbacks are not supported: apply a function before or after the transform')
