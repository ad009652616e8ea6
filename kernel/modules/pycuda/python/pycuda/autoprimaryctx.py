"""As pycuda.autoinit, in the context that cupy works in."""
import pycuda.driver
from pycuda.tools import make_default_context

pycuda.driver.init()


def _retain(device):
    context = device.retain_primary_context()
    context.push()
    return context


context = make_default_context(_retain)
device = context.get_device()
