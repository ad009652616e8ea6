"""Members of cupy that are written in Python."""

import cupy
import numpy
from cupy import _files, _functions
from cupy._files import *
from cupy._files import array2string
from cupy._functions import *

__all__ = ['from_dlpack', 'fromDlpack'] + _files.__all__ + _functions.__all__


def from_dlpack(array, *, device=None, copy=None):
    """An array over the memory of another's array of a device, which lends it by __dlpack__.

    >>> from_dlpack(arange(3))
    array([0, 1, 2])
    """
    if not hasattr(array, '__dlpack__'):
        return numpy._array_of_capsule(array, True)
    keywords = {'copy': copy} if copy is not None else {}
    kind, number = array.__dlpack_device__()
    if kind == 1:
        raise TypeError('CPU arrays cannot be directly imported to CuPy. Use `cupy.array(numpy.from_dlpack(input))` instead.')
    if kind != 2:
        raise TypeError('Unsupported device type %d: only arrays of CUDA devices and of the host are taken' % kind)
    with cupy.cuda.Device(number):
        try:
            capsule = array.__dlpack__(max_version=(1, 0), **keywords)
        except TypeError:
            if keywords:
                raise
            capsule = array.__dlpack__()
        made = numpy._array_of_capsule(capsule, True)
    if device is not None and int(device) != made.device.id:
        with cupy.cuda.Device(int(device)):
            return cupy.asarray(made)
    return made


def fromDlpack(dltensor):
    """An array over the memory in a capsule of DLPack's: from_dlpack takes the object that lends it."""
    return numpy._array_of_capsule(dltensor, True)


def show_config(*, _full=False):
    """Print versions and devices."""
    import os
    import platform
    import scipy
    runtime = cupy.cuda.runtime
    rows = [('OS', platform.platform()), ('Python Version', platform.python_version()), ('CuPy Version', cupy.__version__),
            ('CuPy Platform', 'NVIDIA CUDA'), ('NumPy Version', numpy.__version__), ('SciPy Version', scipy.__version__),
            ('CUDA Root', os.environ.get('CUDA_PATH')), ('CUDA Driver Version', runtime.driverGetVersion()),
            ('CUDA Runtime Version', runtime.runtimeGetVersion())]
    for number in range(runtime.getDeviceCount()):
        device = cupy.cuda.Device(number)
        rows += [('Device %d Name' % number, runtime.getDeviceProperties(number)['name'].decode()),
                 ('Device %d Compute Capability' % number, device.compute_capability), ('Device %d PCI Bus ID' % number, device.pci_bus_id)]
    for name, value in rows:
        print('%-28s : %s' % (name, value))
