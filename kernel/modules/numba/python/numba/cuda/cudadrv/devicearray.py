"""Arrays on devices. Each lies in an array of cupy's (`_array`), so that both share memory, streams and the order of work."""
import math
import operator

import cupy
import numpy as np
from numba.cuda.cudadrv import devices, driver

errmsg_contiguous_buffer = ("Array contains non-contiguous buffer and cannot be transferred as a single memory region. Please ensure "
                            "contiguous buffer with numpy .ascontiguousarray()")


def is_cuda_ndarray(obj):
    """Whether it is an array of numba's on a device."""
    return getattr(obj, '__cuda_ndarray__', False)


def verify_cuda_ndarray_interface(obj):
    """Raise unless it has what arrays on devices have."""
    require_cuda_ndarray(obj)
    for name, kind in (('shape', tuple), ('strides', tuple), ('dtype', np.dtype), ('size', int)):
        if not isinstance(getattr(obj, name, None), kind):
            raise AttributeError(name) if not hasattr(obj, name) else AttributeError(f'{name} must be of type {kind}')


def require_cuda_ndarray(obj):
    """Raise ValueError unless it is an array on a device."""
    if not is_cuda_ndarray(obj):
        raise ValueError('require an cuda ndarray object')


def _follow(shape, strides, itemsize, order):
    if 0 in shape:
        return True
    step = itemsize
    for extent, given in zip(shape if order == 'F' else reversed(shape), strides if order == 'F' else reversed(strides)):
        if extent != 1:
            if given != step:
                return False
            step *= extent
    return True


def _new_buffer(shape, strides, dtype):
    """An array of cupy's with these steps, and of any type of elements."""
    if _follow(shape, strides, dtype.itemsize, 'C'):
        return _typed(cupy.empty(max(math.prod(shape), 0) * dtype.itemsize, 'u1'), dtype).reshape(shape)
    if _follow(shape, strides, dtype.itemsize, 'F'):
        return _typed(cupy.empty(math.prod(shape) * dtype.itemsize, 'u1'), dtype).reshape(shape[::-1]).T
    reach = [(extent - 1) * step for extent, step in zip(shape, strides)]
    low = sum(one for one in reach if one < 0)
    size = sum(one for one in reach if one > 0) - low + dtype.itemsize
    return _strided(_typed(cupy.empty(size // dtype.itemsize * dtype.itemsize, 'u1'), dtype)[-low // dtype.itemsize:], shape, strides)


def _typed(data, dtype):
    return data.view(dtype)


def _strided(line, shape, strides):
    return cupy.lib.stride_tricks.as_strided(line, shape, strides)


class DeviceNDArrayBase:
    """An array on a device: shape, strides, dtype, and where its elements are."""

    __cuda_memory__ = True
    __cuda_ndarray__ = True

    def __init__(self, shape, strides, dtype, stream=0, gpu_data=None):
        shape = (shape,) if isinstance(shape, int) else tuple(map(operator.index, shape))
        strides = (strides,) if isinstance(strides, int) else tuple(map(operator.index, strides))
        dtype = np.dtype(dtype)
        if len(shape) != len(strides):
            raise ValueError('strides not match ndim')
        if gpu_data is None:
            array = _new_buffer(shape, strides, dtype)
        else:
            reach = sum((extent - 1) * step for extent, step in zip(shape, strides)) + dtype.itemsize if 0 not in shape else 0
            array = _strided(_typed(gpu_data._bytes[:reach // dtype.itemsize * dtype.itemsize], dtype), shape, strides) if reach else \
                _new_buffer(shape, strides, dtype)
        self._set(array, stream, shape, strides)

    def _set(self, array, stream, shape=None, strides=None):
        self._array = array
        self.shape = array.shape if shape is None else shape
        self.strides = array.strides if strides is None else strides
        self.dtype, self.stream = array.dtype, stream
        self.ndim, self.size = array.ndim, array.size
        return self

    @classmethod
    def _over(cls, array, stream=0):
        return cls.__new__(cls)._set(array, stream)

    def _like(self, array):
        return DeviceNDArray.__new__(DeviceNDArray)._set(array, self.stream)

    @property
    def gpu_data(self):
        """The memory."""
        data = self._array.__cuda_array_interface__['data'][0]
        return driver.MemoryPointer(devices.get_context(), data, self.alloc_size, owner=self._array)

    @property
    def alloc_size(self):
        """How many bytes there are from the first element to the last."""
        if self.size == 0:
            return 0
        return sum(abs(step) * (extent - 1) for extent, step in zip(self.shape, self.strides)) + self.dtype.itemsize

    @property
    def nbytes(self):
        """How many bytes the elements take."""
        return self.dtype.itemsize * self.size

    @property
    def flags(self):
        """How the elements lie: {'C_CONTIGUOUS': ..., 'F_CONTIGUOUS': ...}."""
        return {'C_CONTIGUOUS': self.is_c_contiguous(), 'F_CONTIGUOUS': self.is_f_contiguous()}

    def is_c_contiguous(self):
        """Whether the elements lie one after another, the last index running fastest."""
        return _follow(self.shape, self.strides, self.dtype.itemsize, 'C')

    def is_f_contiguous(self):
        """Whether the elements lie one after another, the first index running fastest."""
        return _follow(self.shape, self.strides, self.dtype.itemsize, 'F')

    @property
    def __cuda_array_interface__(self):
        told = dict(self._array.__cuda_array_interface__)
        told['strides'] = None if self.is_c_contiguous() else self.strides
        told['shape'] = self.shape
        told['stream'] = None if isinstance(self.stream, int) else int(self.stream)
        if self.size == 0:
            told['data'] = 0, False
        return told

    def bind(self, stream=0):
        """The same array, whose work goes to the stream unless one is given."""
        return self._like(self._array)._set(self._array, stream, self.shape, self.strides)

    @property
    def T(self):
        """The array transposed."""
        return self.transpose()

    def transpose(self, axes=None):
        """The array transposed: a copy, of arrays of two dimensions alone."""
        if axes is not None and tuple(axes) == tuple(range(self.ndim)):
            return self
        if self.ndim != 2:
            raise NotImplementedError("transposing a non-2D DeviceNDArray isn't supported")
        if axes is not None and set(axes) != {0, 1}:
            raise ValueError(f'invalid axes list {axes!r}')
        return self._like(cupy.ascontiguousarray(self._array.T))

    @property
    def _numba_type_(self):
        from numba.core import types
        from numba.np.numpy_support import from_dtype
        broadcast = any(step == 0 and extent > 1 for extent, step in zip(self.shape, self.strides)) and self.size > 0
        layout = 'C' if self.is_c_contiguous() and not broadcast else 'F' if self.is_f_contiguous() and not broadcast else 'A'
        return types.Array(from_dtype(self.dtype), self.ndim, layout)

    @property
    def device_ctypes_pointer(self):
        """The address."""
        return self.gpu_data.device_ctypes_pointer

    def as_cuda_arg(self):
        """What kernels are given."""
        return self.gpu_data

    def get_ipc_handle(self):
        """The array for another process: refused."""
        raise NotImplementedError('memory of devices is not shared between processes here')

    def copy_to_device(self, ary, stream=0):
        """Copy the elements of an array of the host or of a device into this one.

        >>> from numba import cuda
        >>> import numpy as np
        >>> array = cuda.device_array(3)
        >>> array.copy_to_device(np.array([1.0, 2.0, 3.0]))
        >>> array.copy_to_host()
        array([1., 2., 3.])
        """
        if ary.size == 0:
            return
        sentry_contiguous(self)
        if is_cuda_ndarray(ary):
            sentry_contiguous(ary)
            check_array_compatibility(array_core(self), array_core(ary))
            self._array[...] = ary._array
            return
        given = np.asarray(ary)
        check_array_compatibility(self, given, strides=False)
        core = tuple(0 if step == 0 and extent > 1 else slice(None) for step, extent in zip(self.strides, self.shape))
        target, source = self._array[core], given[core]
        if target.size == 0:
            return
        if target.dtype.names is None and target.dtype.kind not in 'MmSUV':
            target[...] = cupy.asarray(source)
        else:
            order = 'C' if target.flags.c_contiguous else 'F'
            packed = np.frombuffer(np.array(source).tobytes(order), 'u1')
            _bytes_of(target)[...] = cupy.asarray(packed)

    def copy_to_host(self, ary=None, stream=0):
        """Copy the elements to an array of the host: a new one, or `ary`, which is given back.

        >>> from numba import cuda
        >>> import numpy as np
        >>> cuda.to_device(np.arange(3)).copy_to_host()
        array([0, 1, 2])
        """
        if any(step < 0 for step in self.strides):
            raise NotImplementedError(f'D->H copy not implemented for negative strides: {self.strides}')
        if ary is not None:
            check_array_compatibility(self, ary)
        if self._array.dtype.names is None and self._array.dtype.kind not in 'MmSUV':
            got = cupy.asnumpy(self._array)
        else:
            got = cupy.asnumpy(self._array.view('u1') if self._array.ndim else self._array.reshape(1).view('u1'))
            got = got.view(self.dtype).reshape(self.shape)
        if ary is None:
            return got
        ary[...] = got
        return ary

    def split(self, section, stream=0):
        """Parts of so many elements, one after another: of arrays of one dimension."""
        if self.ndim != 1:
            raise NotImplementedError('only support 1d array')
        if self.strides[0] != self.dtype.itemsize:
            raise NotImplementedError('only support unit stride')
        for begin in range(0, self.size, section):
            yield self._like(self._array[begin:begin + section])

    def view(self, dtype):
        """The same memory with elements of another type."""
        dtype = np.dtype(dtype)
        if dtype.itemsize != self.dtype.itemsize:
            last = self.strides[-1] if self.ndim else 0
            if last != self.dtype.itemsize:
                raise ValueError('To change to a dtype of a different size, the last axis must be contiguous')
            if dtype.itemsize > self.dtype.itemsize and self.shape[-1] * self.dtype.itemsize % dtype.itemsize:
                raise ValueError('When changing to a larger dtype, its size must be a divisor of the total size in bytes of the last axis '
                                 'of the array.')
        return self._like(self._array.view(dtype))

    def __repr__(self):
        return object.__repr__(self)


class DeviceRecord(DeviceNDArrayBase):
    """A structure on a device: fields by their names."""

    def __init__(self, dtype, stream=0, gpu_data=None):
        super().__init__((), (), dtype, stream, gpu_data)

    @property
    def _numba_type_(self):
        from numba.np.numpy_support import from_dtype
        return from_dtype(self.dtype)

    def __getitem__(self, item):
        return self.getitem(item)

    def getitem(self, item, stream=0):
        """A field: its number, or an array on the device."""
        part = self._array[item]
        return part.get()[()] if part.ndim == 0 and part.dtype.names is None else self._like(part)

    def __setitem__(self, key, value):
        self.setitem(key, value)

    def setitem(self, key, value, stream=0):
        """Set a field."""
        self._array[key][...] = cupy.asarray(value)


class DeviceNDArray(DeviceNDArrayBase):
    """An array on a device: cuda.to_device() and cuda.device_array() make them.

    >>> from numba import cuda
    >>> import numpy as np
    >>> array = cuda.to_device(np.arange(6).reshape(2, 3))
    >>> array.shape, array[1, 2], array[0].copy_to_host()
    ((2, 3), np.int64(5), array([0, 1, 2]))
    """

    def __array__(self, dtype=None, copy=None):
        host = self.copy_to_host()
        return host if dtype is None else host.astype(dtype)

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return (self[index] for index in range(self.shape[0]))

    def reshape(self, *newshape, **kws):
        """The same elements with another shape: order='C' or 'F'."""
        shape = tuple(newshape[0]) if len(newshape) == 1 and isinstance(newshape[0], (tuple, list)) else newshape
        if shape.count(-1) > 1:
            raise ValueError('can only specify one unknown dimension')
        if -1 in shape:
            known = -math.prod(shape)
            if not known or self.size % known:
                raise ValueError('cannot infer valid shape for unknown dimension')
            shape = tuple(self.size // known if one == -1 else one for one in shape)
        if math.prod(shape) != self.size:
            raise ValueError('reshape changes the size of the array')
        order = kws.pop('order', 'C')
        if shape == self.shape:
            return self
        if order == 'C' and self.is_c_contiguous():
            return self._like(self._array.reshape(shape))
        if order in 'FA' and self.is_f_contiguous():
            return self._like(self._array.T.reshape(shape[::-1]).T)
        raise NotImplementedError('reshape would require copy')

    def ravel(self, order='C', stream=0):
        """The elements in one dimension, of the same memory."""
        if order not in ('C', 'F', 'A'):
            raise ValueError('order not C|F|A')
        if order in 'CA' and self.is_c_contiguous():
            return self._like(self._array.reshape(-1))
        if order in 'FA' and self.is_f_contiguous():
            return self._like(self._array.T.reshape(-1))
        raise NotImplementedError('ravel on non-contiguous array')

    def squeeze(self, axis=None, stream=0):
        """The array without dimensions of length one: all such, or those in `axis`."""
        if axis is None:
            gone = {number for number, extent in enumerate(self.shape) if extent == 1}
        else:
            gone = set(axis) if isinstance(axis, (tuple, list)) else {axis}
            if any(self.shape[number] != 1 for number in gone):
                raise ValueError('cannot select an axis to squeeze out which has size not equal to one')
        return self._like(self._array[tuple(0 if number in gone else slice(None) for number in range(self.ndim))])

    def __getitem__(self, item):
        return self._picked(item)

    def getitem(self, item, stream=0):
        """A part of the array, or an element."""
        return self._picked(item)

    def _key(self, item):
        key = item if isinstance(item, tuple) else (item,)
        if len(key) > self.ndim:
            raise IndexError(f'{len(key) - self.ndim} extra indices given')
        for one in key:
            if not isinstance(one, slice):
                operator.index(one)
        return key

    def _picked(self, item):
        if isinstance(item, str):
            return self._like(self._array[item])
        part = self._array[self._key(item)]
        if part.ndim:
            return self._like(part)
        if part.dtype.names is None:
            return part.get()[()]
        return DeviceRecord._over(part, self.stream)

    def __setitem__(self, key, value):
        self._put(key, value, self.stream)
        if isinstance(self.stream, int):
            default = devices.get_context().get_default_stream()
            default.synchronize()

    def setitem(self, key, value, stream=0):
        """Set elements."""
        self._put(key, value, stream)

    def _put(self, key, value, stream):
        part = self._array[key if isinstance(key, str) else self._key(key)]
        given = value._array if is_cuda_ndarray(value) else cupy.asarray(value, dtype=None if hasattr(value, 'dtype') else part.dtype)
        if given.ndim > part.ndim:
            raise ValueError(f"Can't assign {given.ndim}-D array to {part.ndim}-D self")
        lead = part.ndim - given.ndim
        for axis, (ours, theirs) in enumerate(zip(part.shape[lead:], given.shape)):
            if theirs not in (1, ours):
                raise ValueError(f"Can't copy sequence with size {theirs} to array axis {axis} with dimension {ours}")
        part[...] = given


class IpcArrayHandle:
    """An array for another process: refused."""

    def __init__(self, ipc_handle, array_desc):
        raise NotImplementedError('memory of devices is not shared between processes here')


class _HostSide(np.ndarray):
    """An array of the host that kernels take: they see its elements, and what they write is there when the call returns."""

    __cuda_memory__ = True
    __cuda_ndarray__ = False
    stream = 0

    def __array_finalize__(self, base):
        self.stream = getattr(base, 'stream', 0)

    @property
    def alloc_size(self):
        """How many bytes it takes."""
        return self.nbytes

    def is_c_contiguous(self):
        """Whether the elements lie one after another, the last index running fastest."""
        return self.flags.c_contiguous

    def is_f_contiguous(self):
        """Whether the elements lie one after another, the first index running fastest."""
        return self.flags.f_contiguous

    def copy_to_host(self, ary=None, stream=0):
        """Its elements as a plain array: a new one, or `ary`."""
        if ary is None:
            return np.array(self, subok=False)
        ary[...] = self
        return ary

    def copy_to_device(self, ary, stream=0):
        """Set its elements."""
        self[...] = ary.copy_to_host() if is_cuda_ndarray(ary) else ary


class MappedNDArray(_HostSide):
    """An array of the host that devices reach: cuda.mapped_array() makes them."""


class ManagedNDArray(_HostSide):
    """An array that host and device share: cuda.managed_array() makes them."""


def from_array_like(ary, stream=0, gpu_data=None):
    """An array on the device with the shape, steps and element type of another one, not initialised."""
    return DeviceNDArray(ary.shape, ary.strides, ary.dtype, stream=stream, gpu_data=gpu_data)


def from_record_like(rec, stream=0, gpu_data=None):
    """A structure on the device of the type of another one, not initialised."""
    return DeviceRecord(rec.dtype, stream=stream, gpu_data=gpu_data)


def array_core(ary):
    """The array without the dimensions along which it repeats itself.

    >>> from numba.cuda.cudadrv.devicearray import array_core
    >>> import numpy as np
    >>> array_core(np.broadcast_to(np.arange(3), (4, 3))).shape
    (3,)
    """
    if not ary.strides or not ary.size:
        return ary
    return ary[tuple(slice(None) if step else 0 for step in ary.strides)]


def is_contiguous(ary):
    """Whether the elements lie one after another, dimensions along which it repeats itself left out."""
    kept = [number for number in range(ary.ndim) if ary.strides[number]]
    return _follow([ary.shape[number] for number in kept], [ary.strides[number] for number in kept], ary.dtype.itemsize, 'C')


def sentry_contiguous(ary):
    """Raise ValueError unless the elements lie in one piece."""
    core = array_core(ary)
    if not core.flags['C_CONTIGUOUS'] and not core.flags['F_CONTIGUOUS']:
        raise ValueError(errmsg_contiguous_buffer)


def auto_device(obj, stream=0, copy=True, user_explicit=False):
    """(the array on the device, whether it is new) of an array of the host or the device, a structure, or numbers."""
    if is_cuda_ndarray(obj):
        return obj, False
    if hasattr(obj, '__cuda_array_interface__'):
        from numba.cuda.api import as_cuda_array
        return as_cuda_array(obj), False
    if isinstance(obj, np.void):
        made = from_record_like(obj, stream=stream)
        if copy:
            made.copy_to_device(np.array(obj), stream=stream)
        return made, True
    given = np.array(obj, copy=None, subok=True)
    sentry_contiguous(given)
    made = from_array_like(given, stream=stream)
    if copy:
        made.copy_to_device(given, stream=stream)
    return made, True


def check_array_compatibility(ary1, ary2, strides=True):
    """Raise TypeError or ValueError unless element types, shapes and steps agree (dimensions of length one left out)."""
    if ary1.dtype != ary2.dtype:
        raise TypeError(f'incompatible dtype: {ary1.dtype} vs. {ary2.dtype}')
    ours, theirs = [[(extent, step) for extent, step in zip(one.shape, one.strides) if extent != 1] for one in (ary1, ary2)]
    if [extent for extent, _ in ours] != [extent for extent, _ in theirs]:
        raise ValueError(f'incompatible shape: {ary1.shape} vs. {ary2.shape}')
    if strides and ary1.size and ours != theirs:
        raise ValueError(f'incompatible strides: {ary1.strides} vs. {ary2.strides}')


def _bytes_of(array):
    line = array.reshape(-1) if array.flags.c_contiguous else array.T.reshape(-1)
    return line.view('u1')
