"""Textures and surfaces of cupy.cuda.texture, on the device that there is."""

from tap import lines_of, run_tests, test

HEAD = '''
import cupy as cp
import numpy as np
from cupy.cuda import runtime
from cupy.cuda.texture import ChannelFormatDescriptor, CUDAarray, ResourceDescriptor, SurfaceObject, TextureDescriptor, TextureObject
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0] if str(error) else '')
FLOAT, SIGNED, UNSIGNED = runtime.cudaChannelFormatKindFloat, runtime.cudaChannelFormatKindSigned, runtime.cudaChannelFormatKindUnsigned
WRAP, CLAMP, MIRROR, BORDER = (getattr(runtime, 'cudaAddressMode' + name) for name in ('Wrap', 'Clamp', 'Mirror', 'Border'))
def texture(array, shape, modes=CLAMP, linear=False, normalized=False, reads=0, border=None, channel=None):
    channel = channel or ChannelFormatDescriptor(32, 0, 0, 0, FLOAT)
    kept = CUDAarray(channel, *shape)
    kept.copy_from(array)
    return TextureObject(ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=kept),
                         TextureDescriptor((modes,) * 3, int(linear), reads, normalizedCoords=int(normalized), borderColors=border))
module = cp.RawModule(code=r"""
extern "C" {
__global__ void along(float *out, cudaTextureObject_t t, const float *x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex1D<float>(t, x[i]);
}
__global__ void fetch(float *out, cudaTextureObject_t t, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex1Dfetch<float>(t, i);
}
__global__ void plane(float *out, cudaTextureObject_t t, const float *x, const float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = tex2D<float>(t, x[i], y[i]);
}
__global__ void room(float *out, cudaTextureObject_t t, const float *x, const float *y, const float *z, int n) {
    int i = threadIdx.x;
    if (i < n) out[i] = tex3D<float>(t, x[i], y[i], z[i]);
}
__global__ void four(float *a, float *b, float *c, float *d, cudaTextureObject_t t, int width) {
    int i = threadIdx.x;
    if (i >= width) return;
    float4 all = tex2D<float4>(t, i + 0.5f, 1.5f);
    a[i] = all.x, b[i] = all.y, c[i] = all.z, d[i] = all.w;
}
__global__ void colours(int *out, cudaTextureObject_t t) {
    uchar4 c = tex1D<uchar4>(t, threadIdx.x + 0.5f);
    out[threadIdx.x] = c.x + 1000 * c.y + 1000000 * c.z;
}
__global__ void brighten(cudaSurfaceObject_t s, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float value;
    surf2Dread(&value, s, x * sizeof(float), y);
    surf2Dwrite(2 * value + surf2Dread<float>(s, x * 4, y), s, x * sizeof(float), y);
}
}""")
def at(t, *places):
    places = [cp.asarray(place, dtype='f') for place in places]
    out = cp.zeros(len(places[0]), 'f')
    module.get_function(('along', 'plane', 'room')[len(places) - 1])((1,), (64,), (out, t, *places, np.int32(len(out))))
    return out
'''


def output(program, **more):
    return lines_of(HEAD + program, **more)


@test
def arrays_go_in_and_come_out():
    lines = output("""
count = 0
for xp in (np, cp):
    for width, height, depth in ((67, 0, 0), (67, 19, 0), (67, 19, 31)):
        for channels in (1, 2, 4):
            for dtype, kind in (('f2', FLOAT), ('f4', FLOAT), ('i1', SIGNED), ('i2', SIGNED), ('i4', SIGNED), ('u1', UNSIGNED), ('u2', UNSIGNED), ('u4', UNSIGNED)):
                shape = (depth, height, channels * width)[2 - (height > 0) - (depth > 0):]
                array = (xp.arange(np.prod(shape)) % 100).reshape(shape).astype(dtype)
                back = xp.zeros_like(array)
                bits = [array.itemsize * 8] * channels + [0] * (4 - channels)
                there = CUDAarray(ChannelFormatDescriptor(*bits, kind), width, height, depth)
                there.copy_from(array)
                there.copy_to(back)
                count += bool((array == back).all())
print(count)
small = CUDAarray(ChannelFormatDescriptor(32, 0, 0, 0, FLOAT), 4, 3)
print(small.ndim, small.width, small.height, small.depth, small.desc.get_channel_format())
told(lambda: small.copy_from(cp.zeros((4, 3), 'f')))
told(lambda: small.copy_from(cp.zeros((3, 4), 'i4')))
told(lambda: small.copy_to(cp.zeros((4, 3), 'f').T))
told(lambda: CUDAarray(small.desc, 0))
told(lambda: CUDAarray(small.desc, 1, 0, 1))
told(lambda: ResourceDescriptor(runtime.cudaResourceTypeMipmappedArray))
print(TextureDescriptor((CLAMP,), 1, 0, normalizedCoords=1).get_texture_desc())
print(ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=small).get_resource_desc() == {'resType': 0, 'array': {'array': small.ptr}})
""")
    assert lines == ["144", "2 4 3 0 {'x': 32, 'y': 0, 'z': 0, 'w': 0, 'f': 2}", "ValueError shape mismatch", "ValueError dtype mismatch",
                     "ValueError The output array must be C-contiguous", "ValueError To create a CUDA array, width must be nonzero.",
                     "ValueError To create a 2D CUDA array, height must be nonzero.",
                     "NotImplementedError cudaResourceTypeMipmappedArray is currently not supported.",
                     "{'addressMode': (1, 0, 0), 'filterMode': 1, 'readMode': 0, 'sRGB': 0, 'borderColor': (0.0, 0.0, 0.0, 0.0), 'normalizedCoords': 1, "
                     "'maxAnisotropy': 0}", "True"]


@test
def elements_are_read_by_coordinates():
    assert output("""
x = cp.arange(5, dtype='f') * 10
line = texture(x, (5,))
print(at(line, [-3, 0.2, 1.9, 4, 4.9, 9]).tolist())
print(at(texture(x, (5,), BORDER, border=(7.0,)), [-3, 0.2, 4.9, 5.1]).tolist())
print(at(texture(x, (5,), WRAP, normalized=True), [-0.1, 0.1, 0.5, 1.1, 2.7]).tolist())
print(at(texture(x, (5,), MIRROR, normalized=True), [-0.1, 0.1, 1.1, 1.3, 2.7]).tolist())
plane = cp.arange(12, dtype='f').reshape(3, 4)
print(at(texture(plane, (4, 3)), [0, 1, 2, 3, 9], [0, 1, 2, 1, 2]).tolist())
room = cp.arange(24, dtype='f').reshape(2, 3, 4)
print(at(texture(room, (4, 3, 2)), [0, 1, 3], [0, 1, 2], [0, 1, 1]).tolist())
linear = TextureObject(ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=x, chDesc=ChannelFormatDescriptor(32, 0, 0, 0, FLOAT), sizeInBytes=x.nbytes),
                       TextureDescriptor((CLAMP,), 0, 0))
out = cp.zeros(5, 'f')
module.get_function('fetch')((1,), (8,), (out, linear, np.int32(5)))
print(out.tolist())
pitched = cp.arange(128, dtype='f').reshape(2, 64)
rows = TextureObject(ResourceDescriptor(runtime.cudaResourceTypePitch2D, arr=pitched, chDesc=ChannelFormatDescriptor(32, 0, 0, 0, FLOAT), width=64, height=2,
                                        pitchInBytes=256), TextureDescriptor((CLAMP, CLAMP), 0, 0))
print(at(rows, [0, 63, 5], [0, 0, 1]).tolist())
""") == ["[0.0, 0.0, 10.0, 40.0, 40.0, 40.0]", "[7.0, 0.0, 40.0, 7.0]", "[40.0, 0.0, 20.0, 0.0, 30.0]", "[0.0, 0.0, 40.0, 30.0, 30.0]",
         "[0.0, 5.0, 10.0, 7.0, 11.0]", "[0.0, 17.0, 23.0]", "[0.0, 10.0, 20.0, 30.0, 40.0]", "[0.0, 63.0, 69.0]"]


@test
def filters_weigh_the_neighbours():
    assert output("""
x = cp.arange(5, dtype='f') * 10
def near(found, wanted):
    print(bool(np.allclose(found.get(), wanted, atol=0.1)) or found)
near(at(texture(x, (5,), linear=True), [0, 0.5, 1, 1.25, 2.75, 5]), [0, 0, 5, 7.5, 22.5, 40])
near(at(texture(x, (5,), BORDER, linear=True, border=(100.0,)), [0, 2.25, 5]), [75, 58.75, 85])
near(at(texture(x, (5,), WRAP, linear=True, normalized=True), [0, 0.1, 0.2, 1.0]), [20, 0, 5, 20])
plane = cp.arange(12, dtype='f').reshape(3, 4)
near(at(texture(plane, (4, 3), linear=True), [1, 2.25, 0.5], [1, 1.5, 2]), [2.5, 5.75, 6])
room = cp.arange(24, dtype='f').reshape(2, 3, 4)
near(at(texture(room, (4, 3, 2), linear=True), [1, 2.5], [1, 1.5], [1, 1.5]), [8.5, 18])
half = texture(cp.arange(4).astype('f2'), (4,), linear=True, channel=ChannelFormatDescriptor(16, 0, 0, 0, FLOAT))
near(at(half, [1, 1.5]), [0.5, 1])
grey = texture(cp.array([0, 51, 255], 'u1'), (3,), linear=True, reads=runtime.cudaReadModeNormalizedFloat, channel=ChannelFormatDescriptor(8, 0, 0, 0, UNSIGNED))
print(np.allclose(at(grey, [0.5, 1.5, 2, 2.5]).get(), [0, 0.2, 0.6, 1], atol=0.005))
deep = texture(cp.array([-32768, 0, 32767], 'i2'), (3,), reads=runtime.cudaReadModeNormalizedFloat, channel=ChannelFormatDescriptor(16, 0, 0, 0, SIGNED))
print(at(deep, [0.5, 1.5, 2.5]).tolist())
""") == ["True"] * 7 + ["[-1.0, 0.0, 1.0]"]


@test
def channels_and_surfaces():
    assert output("""
four = cp.arange(24, dtype='f').reshape(2, 12)
t = texture(four, (3, 2), channel=ChannelFormatDescriptor(32, 32, 32, 32, FLOAT))
outs = [cp.zeros(3, 'f') for i in range(4)]
module.get_function('four')((1,), (4,), (*outs, t, np.int32(3)))
print([out.tolist() for out in outs])
colours = texture(cp.arange(12, dtype='u1') + 100, (3,), channel=ChannelFormatDescriptor(8, 8, 8, 8, UNSIGNED))
out = cp.zeros(3, 'i4')
module.get_function('colours')((1,), (3,), (out, colours))
print(out.tolist())
kept = CUDAarray(ChannelFormatDescriptor(32, 0, 0, 0, FLOAT), 5, 3, flags=runtime.cudaArraySurfaceLoadStore)
image = cp.arange(15, dtype='f').reshape(3, 5)
kept.copy_from(image)
surface = SurfaceObject(ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=kept))
module.get_function('brighten')((2, 2), (4, 4), (surface, np.int32(5), np.int32(3)))
back = cp.zeros_like(image)
kept.copy_to(back)
print(bool((back == 3 * image).all()))
""") == ["[[12.0, 16.0, 20.0], [13.0, 17.0, 21.0], [14.0, 18.0, 22.0], [15.0, 19.0, 23.0]]", "[102101100, 106105104, 110109108]", "True"]


run_tests()
