"""Devices, memory and kernels by PyCUDA's names. pycuda.autoinit makes a context first.

>>> import pycuda.autoinit
>>> import pycuda.driver as drv
>>> drv.from_device(drv.to_device(b'abcd'), (4,), 'S1').tolist()
[b'a', b'b', b'c', b'd']
"""
from pycuda._driver import *
from pycuda._driver import _begun, _contexts, _need_context
from pycuda._memory import *
from pycuda._launch import *
from pycuda._textures import *


def was_context_created():
    "Whether there is a context."
    return bool(_contexts)
