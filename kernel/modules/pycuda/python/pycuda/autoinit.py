"""A context on a device, made when this is imported: `context` and `device`."""
import atexit

import pycuda.driver
from pycuda.tools import make_default_context

pycuda.driver.init()
context = make_default_context()
device = context.get_device()


def _finish():
    if context._is_alive:
        context.pop()
        context.detach()
    from pycuda.tools import clear_context_caches
    clear_context_caches()


atexit.register(_finish)
