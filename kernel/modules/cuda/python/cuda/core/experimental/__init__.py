"""cuda.core by its older name."""
from cuda.core import *
from cuda.core import (Buffer, Device, DeviceMemoryResource, Event, EventOptions, Kernel, LaunchConfig, LegacyPinnedMemoryResource, Linker,
                       LinkerOptions, MemoryResource, ObjectCode, PinnedMemoryResource, Program, ProgramOptions, Stream, StreamOptions,
                       VirtualMemoryResource, launch, system, utils)
