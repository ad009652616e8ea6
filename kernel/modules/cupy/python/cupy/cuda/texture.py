"""Textures and surfaces: arrays that kernels read by coordinates, between elements and beyond the edges as a descriptor says.

On an emulated device a CUDAarray is memory like any other, and a texture's handle the address of what is said of it (arraylib/cudac/prelude/texture.cu)."""

import cupy
import numpy
from cupy.cuda import runtime

__all__ = ['CUDAarray', 'ChannelFormatDescriptor', 'ResourceDescriptor', 'SurfaceObject', 'TextureDescriptor', 'TextureObject', 'TextureReference']

_KINDS = {0: (numpy.int8, numpy.int16, numpy.int32), 1: (numpy.uint8, numpy.uint16, numpy.uint32), 2: (numpy.float16, numpy.float32)}
_FORMATS = {(1, 8): 0x01, (1, 16): 0x02, (1, 32): 0x03, (0, 8): 0x08, (0, 16): 0x09, (0, 32): 0x0a, (2, 16): 0x10, (2, 32): 0x20}  # the driver's numbers


class ChannelFormatDescriptor:
    """How many bits each channel of an element has, and what they are: a kind such as runtime.cudaChannelFormatKindFloat."""

    def __init__(self, x, y, z, w, f):
        self._bits, self._kind = (int(x), int(y), int(z), int(w)), int(f)
        self.ptr = id(self)

    def get_channel_format(self):
        """What was given, as a dict."""
        return dict(zip('xyzwf', (*self._bits, self._kind)))

    def _channels(self):
        return sum(bits > 0 for bits in self._bits)

    def _item(self):
        return self._channels() * self._bits[0] // 8

    def _format(self):
        channels = self._channels()
        if channels not in (1, 2, 4) or any(bits != self._bits[0] for bits in self._bits[:channels]) or (self._kind, self._bits[0]) not in _FORMATS:
            raise runtime.CUDARuntimeError('cudaErrorInvalidChannelDescriptor: invalid channel descriptor')
        return _FORMATS[self._kind, self._bits[0]]


class CUDAarray:
    """An array of one, two or three dimensions in memory for textures: CUDAarray(desc, width, height=0, depth=0, flags=0)."""

    _handle = None

    def __init__(self, desc, width, height=0, depth=0, flags=0):
        if width == 0:
            raise ValueError('To create a CUDA array, width must be nonzero.')
        if height == 0 and depth > 0:
            raise ValueError('To create a 2D CUDA array, height must be nonzero.')
        self.desc, self.width, self.height, self.depth, self.flags = desc, int(width), int(height), int(depth), int(flags)
        self.ndim = 3 if depth > 0 else 2 if height > 0 else 1
        format = desc._format()
        if cupy._emulates():
            self._bytes = cupy.zeros(max(depth, 1) * max(height, 1) * width * desc._item(), 'u1')
            self.ptr = self._bytes.data.ptr
        else:
            self._device = runtime.getDevice()
            self._handle = self.ptr = cupy._image_create(self.width, self.height, self.depth, format, desc._channels(), self.flags)

    def __del__(self):
        if self._handle:
            cupy._image_destroy(self._handle, self._device)
            self._handle = None

    def _checked(self, array):
        channels = self.desc._channels()
        shape = (self.depth, self.height, channels * self.width)[3 - self.ndim:]
        if array.shape != shape:
            raise ValueError('shape mismatch')
        kind = self.desc._kind
        if kind not in _KINDS:
            raise ValueError('dtype not supported')
        if array.dtype not in _KINDS[kind]:
            raise ValueError('dtype mismatch')
        return self.width * self.desc._item(), max(self.height, 1), max(self.depth, 1)

    def _copy(self, array, stream, into):
        sizes = self._checked(array)
        if self._handle:
            cupy._image_copy(self._handle, *sizes, array, into)
            return
        places = self._bytes.view(array.dtype).reshape(array.shape)
        if into:
            places[...] = cupy.asarray(array)
        elif isinstance(array, numpy.ndarray):
            array[...] = places.get()
        else:
            array[...] = places

    def copy_from(self, in_arr, stream=None):
        """Copy an array of the device or of the host into it: its last axis holds the channels of each element side by side."""
        self._copy((cupy if isinstance(in_arr, cupy.ndarray) else numpy).ascontiguousarray(in_arr), stream, True)

    def copy_to(self, out_arr, stream=None):
        """Copy it into an array of the device or of the host, in C order."""
        if not out_arr.flags.c_contiguous:
            raise ValueError('The output array must be C-contiguous')
        self._copy(out_arr, stream, False)


class ResourceDescriptor:
    """Where a texture's elements lie: a CUDAarray, or an array as linear memory or as rows of a pitch."""

    def __init__(self, restype, cuArr=None, arr=None, chDesc=None, sizeInBytes=0, width=0, height=0, pitchInBytes=0):
        if restype == runtime.cudaResourceTypeMipmappedArray:
            raise NotImplementedError('cudaResourceTypeMipmappedArray is currently not supported.')
        self.restype, self.cuArr, self.arr, self.chDesc = restype, cuArr, arr, chDesc
        self._sizes = int(sizeInBytes), int(width), int(height), int(pitchInBytes)
        self.ptr = id(self)

    def get_resource_desc(self):
        """What was given, as a dict."""
        size, width, height, pitch = self._sizes
        if self.restype == runtime.cudaResourceTypeArray:
            return {'resType': self.restype, 'array': {'array': self.cuArr.ptr}}
        told = {'devPtr': self.arr.data.ptr, 'desc': self.chDesc.get_channel_format()}
        if self.restype == runtime.cudaResourceTypeLinear:
            return {'resType': self.restype, 'linear': {**told, 'sizeInBytes': size}}
        return {'resType': self.restype, 'pitch2D': {**told, 'width': width, 'height': height, 'pitchInBytes': pitch}}

    def _geometry(self):
        """The format, the address, width, height, depth and pitch."""
        size, width, height, pitch = self._sizes
        if self.restype == runtime.cudaResourceTypeArray:
            array = self.cuArr
            return array.desc, array.ptr, array.width, array.height, array.depth, array.width * array.desc._item()
        if self.restype == runtime.cudaResourceTypeLinear:
            return self.chDesc, self.arr.data.ptr, size // max(self.chDesc._item(), 1), 0, 0, size
        return self.chDesc, self.arr.data.ptr, width, height, 0, pitch


class TextureDescriptor:
    """How a texture is read: beyond the edges (addressModes), between elements (filterMode), as numbers of what kind (readMode), at coordinates
    from 0 to 1 (normalizedCoords)."""

    def __init__(self, addressModes=None, filterMode=0, readMode=0, sRGB=None, borderColors=None, normalizedCoords=None, maxAnisotropy=None):
        modes, colors = tuple(addressModes or ()), tuple(borderColors or ())
        assert len(modes) <= 3
        assert len(colors) <= 4
        self._modes = tuple(int(mode) for mode in modes) + (0,) * (3 - len(modes))
        self._colors = tuple(float(color) for color in colors) + (0.0,) * (4 - len(colors))
        self._filter, self._read, self._srgb = int(filterMode), int(readMode), int(sRGB or 0)
        self._normalized, self._anisotropy = int(normalizedCoords or 0), int(maxAnisotropy or 0)
        self.ptr = id(self)

    def get_texture_desc(self):
        """What was given, as a dict."""
        return {'addressMode': self._modes, 'filterMode': self._filter, 'readMode': self._read, 'sRGB': self._srgb, 'borderColor': self._colors,
                'normalizedCoords': self._normalized, 'maxAnisotropy': self._anisotropy}


def _described(resource, texture):
    """What an emulated device's kernels read at a handle."""
    channel, address, width, height, depth, pitch = resource._geometry()
    channel._format()
    numbers = [address, width, height, depth, pitch, channel._channels(), channel._bits[0], channel._kind, *texture._modes, texture._filter, texture._read,
               texture._normalized]
    return cupy.asarray(numpy.concatenate([numpy.array(numbers, 'i8'), numpy.array(texture._colors, 'f8').view('i8')]))


class _Sampler:
    _handle = None

    def _make(self, resource, texture, is_surface):
        if texture._filter and not is_surface and resource._geometry()[0]._kind != 2 and texture._read == 0:
            raise runtime.CUDARuntimeError('cudaErrorInvalidFilterSetting: linear filtering not supported for non-float type')
        if cupy._emulates():
            self._memory = _described(resource, texture)
            self.ptr = self._memory.data.ptr
            return
        channel, address, width, height, depth, pitch = resource._geometry()
        flags = (1 if texture._read == 0 and channel._kind != 2 else 0) | (2 if texture._normalized else 0) | (16 if texture._srgb else 0)
        self._device, self._is_surface = runtime.getDevice(), is_surface
        self._handle = self.ptr = cupy._sampler_create(
            (resource.restype, address, channel._format(), channel._channels(), pitch, width, height, *texture._modes, texture._filter, flags,
             texture._anisotropy, int(is_surface)), texture._colors)

    def __del__(self):
        if self._handle:
            cupy._sampler_destroy(self._handle, self._is_surface, self._device)
            self._handle = None


class TextureObject(_Sampler):
    """A texture, as kernels take it: TextureObject(ResDesc, TexDesc)."""

    def __init__(self, ResDesc, TexDesc):
        self.ResDesc, self.TexDesc = ResDesc, TexDesc
        self._make(ResDesc, TexDesc, False)


class SurfaceObject(_Sampler):
    """A CUDAarray, as kernels that write into it take it: SurfaceObject(ResDesc)."""

    def __init__(self, ResDesc):
        self.ResDesc = ResDesc
        self._make(ResDesc, TextureDescriptor(), True)


class TextureReference:
    """Textures that a kernel's text declares: CUDA 12 has them no longer."""

    def __init__(self, texref, ResDesc, TexDesc):
        raise RuntimeError('CUDA 12 has no texture references: pass a TextureObject to the kernel')
