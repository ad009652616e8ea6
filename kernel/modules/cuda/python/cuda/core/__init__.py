"""Devices, streams, programs and launches, as cuda.core has them.

>>> from cuda.core import Device, LaunchConfig, Program, launch
>>> import cupy
>>> device = Device()
>>> device.set_current()
>>> kernel = Program('extern "C" __global__ void f(float *x) { x[threadIdx.x] += 1; }', 'c++').compile('cubin').get_kernel('f')
>>> x = cupy.zeros(3, 'f4')
>>> stream = device.create_stream()
>>> launch(stream, LaunchConfig(grid=1, block=3), kernel, x.data.ptr)
>>> stream.sync()
>>> x
array([1., 1., 1.], dtype=float32)
"""
from cuda.core import system, utils
from cuda.core._device import Device, Event, EventOptions, Stream, StreamOptions
from cuda.core._launch import Kernel, LaunchConfig, Linker, LinkerOptions, ObjectCode, Program, ProgramOptions, launch
from cuda.core._memory import (Buffer, DeviceMemoryResource, DeviceMemoryResourceOptions, LegacyPinnedMemoryResource, ManagedMemoryResource,
                               MemoryResource, PinnedMemoryResource, VirtualMemoryResource, VirtualMemoryResourceOptions)

__version__ = "0.5.0"
