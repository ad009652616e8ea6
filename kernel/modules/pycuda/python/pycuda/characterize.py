"""What devices and the compiler do."""
import struct

from pycuda._driver import Context


def platform_bits():
    """The bits of an address."""
    return struct.calcsize("P") * 8


def has_stack():
    """Whether kernels may call themselves."""
    return True


def has_double_support():
    """Whether the device has numbers of double precision."""
    return Context.get_device().compute_capability() >= (1, 3)


def sizeof(type_name, preamble=""):
    """The bytes of a type of C's on the device."""
    import numpy
    import pycuda.driver as driver
    from pycuda.compiler import SourceModule
    module = SourceModule('%s\nextern "C" __global__ void write_size(unsigned long long *size) { *size = sizeof(%s); }' % (preamble, type_name), no_extern_c=True)
    size = numpy.zeros(1, numpy.uint64)
    module.get_function("write_size")(driver.InOut(size), block=(1, 1, 1), grid=(1, 1))
    return int(size[0])
