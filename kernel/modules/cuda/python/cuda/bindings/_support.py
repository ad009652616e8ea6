"""What the bindings share: statuses, handles, and how an exception becomes a status."""
import enum
import struct

import cupy
import numpy
from cupy.cuda import runtime


class Handle(int):
    """A number by which CUDA knows something, of a class for each kind of thing."""

    _held = None  # what it stands for here

    def __new__(cls, number=0, held=None):
        self = int.__new__(cls, number)
        self._held = held
        return self

    def getPtr(self):
        "Where the number lies: refused, it lies in no memory of C's."
        raise NotImplementedError("cuda.bindings: handles have no address here; pass them as they are")

    def __repr__(self):
        return "<%s 0x%x>" % (type(self).__name__, int(self))


def handles(module, names):
    "A class for each name."
    return {name: type(name, (Handle,), {"__module__": module, "__doc__": "A handle."}) for name in names.split()}


def enumeration(module, name, **members):
    "An enumeration of numbers."
    made = enum.IntEnum(name, members)
    made.__doc__ = "Numbers of CUDA, by name."
    made.__module__ = module
    return made


_held = {}  # number -> what a handle with it stands for


def keep(handle_class, value, number=None):
    "A handle for a thing, which stays until drop()."
    number = id(value) if number is None else number
    _held[number] = value
    return handle_class(number, value)


def held(handle):
    "What a handle stands for; KeyError: nothing."
    found = getattr(handle, "_held", None)
    return _held[int(handle)] if found is None else found


def drop(handle):
    "Let go of a thing; whether there was one."
    return _held.pop(int(handle), None) is not None


def _end_of_memory(address, writes):
    "Where the memory of this process ends that an address lies in, if it may be read (and written)."
    end = None
    try:
        with open("/proc/self/maps") as file:
            for line in file:
                extent, rights = line.split(" ", 2)[:2]
                first, last = (int(part, 16) for part in extent.split("-"))
                allowed = rights[0] == "r" and (rights[1] == "w" or not writes)
                if end is None:
                    if first <= address < last:
                        end = last if allowed else address
                elif first == end and allowed:
                    end = last
                else:
                    break
    except OSError:
        pass
    return address if end is None else end


def host_bytes(address, size, writes):
    "So many bytes of the host at an address, as an array. ValueError: there is no such memory."
    address, size = int(address), int(size)
    if size < 0 or size > _end_of_memory(address, writes) - address:
        raise ValueError("there is no memory of %d bytes at 0x%x" % (size, address))
    return numpy._array_at(address, size, not writes, None) if size else numpy.empty(0, numpy.uint8)


def image_at(address):
    "The compiled image or the text at an address: an image tells its own length, a text ends with a NUL."
    known = host_bytes(address, min(_end_of_memory(int(address), False) - int(address), 1 << 26), False)
    head = known[:64].tobytes()
    if head.startswith(b"\x7fELF") and len(head) == 64:
        rows, = struct.unpack_from("<Q", head, 40)
        extent, count = struct.unpack_from("<HH", head, 58)
        return known[:rows + extent * count].tobytes()
    for size in (1 << 12, 1 << 16, 1 << 20, 1 << 26):
        text = known[:size].tobytes()
        if b"\0" in text or size >= known.size:
            return text.split(b"\0")[0]
    raise ValueError("there is no image at 0x%x" % int(address))


ERRORS = (runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError, cupy.cuda.memory.OutOfMemoryError)


def name_of(error):
    "CUDA's name of what an exception tells, without CUDA_ERROR_ or cudaError in front: INVALID_VALUE."
    if isinstance(error, cupy.cuda.memory.OutOfMemoryError):
        return "OUT_OF_MEMORY"
    return plain_name(str(error).split(":")[0])


def plain_name(text):
    "INVALID_VALUE from CUDA_ERROR_INVALID_VALUE or cudaErrorInvalidValue."
    if text.startswith("CUDA_ERROR_"):
        return text[11:]
    if text.startswith("cudaError"):
        return "".join("_" + letter if letter.isupper() else letter.upper() for letter in text[9:]).lstrip("_")
    return "ASSERT" if text == "AssertionError" else "UNKNOWN"
