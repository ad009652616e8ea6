"""Settings of cupy.fft."""

from cupy.fft._plans import PlanCache, caches, plan_cache

use_multi_gpus = False
enable_nd_planning = True
_devices = []


def _plans_at_once():
    # CuPy's setting of this name: transforms over several axes by one plan, where there is such a plan.
    return enable_nd_planning


def get_plan_cache():
    """The cache of plans of the current device, in this thread."""
    return plan_cache()


def clear_plan_cache():
    """Forget the plans."""
    plan_cache().clear()


def set_plan_cache_size(size):
    """Set how many plans may be kept."""
    plan_cache().set_size(size)


def get_plan_cache_size():
    """How many plans may be kept."""
    return plan_cache().get_size()


def set_plan_cache_max_memsize(size):
    """Set how many bytes plans may take."""
    plan_cache().set_memsize(size)


def get_plan_cache_max_memsize():
    """How many bytes plans may take."""
    return plan_cache().get_memsize()


def show_plan_cache_info():
    """Print what is kept for each device, in this thread."""
    from cupy.cuda import runtime
    print('=============== cuFFT plan cache info (all devices) ===============')
    for number in range(runtime.getDeviceCount()):
        if number in caches():
            caches()[number].show_info()
        else:
            print('------------------- cuFFT plan cache (device %d) -------------------\n(uninitialized)\n' % number)


def get_current_callback_manager():
    """There are no callbacks."""
    return None


def set_cufft_gpus(gpus):
    """Say which GPUs one transform may use together: more than one is refused."""
    devices = list(range(gpus)) if isinstance(gpus, int) else list(gpus)
    if len(devices) > 1:
        raise NotImplementedError('one transform uses one device here')
    _devices[:] = devices


def set_cufft_callbacks(*args, **kwargs):
    """Functions in CUDA that cuFFT would call for each element: refused."""
    raise NotImplementedError('cuFFT callbacks are not supported: apply a function before or after the transform')
