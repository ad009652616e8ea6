// Textures and surfaces: a handle is the address of what is said of one (cupy.cuda.texture writes it). Linear filtering weighs by 256ths, as GPUs do.
typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
typedef int cudaSurfaceBoundaryMode;
#define cudaBoundaryModeZero 0
#define cudaBoundaryModeClamp 1
#define cudaBoundaryModeTrap 2
struct __texture {
    unsigned long long data;
    long long width, height, depth, pitch, channels, bits, kind, modes[3], filter, read, normalized;
    double border[4];
};
// The place along an axis; -1: outside, where the border is. Modes: 0 wrap, 1 clamp, 2 mirror, 3 border.
__device__ long long __texture_place(__texture *t, long long i, long long size, int axis) {
    long long mode = t->modes[axis];
    if (i >= 0 && i < size) return i;
    if (mode == 3) return -1;
    if (mode == 1 || !t->normalized) return i < 0 ? 0 : size - 1;
    long long period = mode == 2 ? 2 * size : size, rest = i % period;
    if (rest < 0) rest += period;
    return rest < size ? rest : period - 1 - rest;
}
__device__ long long __texture_whole(__texture *t, unsigned long long at) {
    bool is_signed = t->kind == 0;
    if (t->bits == 8) return is_signed ? (long long)*(signed char *)at : (long long)*(unsigned char *)at;
    if (t->bits == 16) return is_signed ? (long long)*(short *)at : (long long)*(unsigned short *)at;
    return is_signed ? (long long)*(int *)at : (long long)*(unsigned int *)at;
}
__device__ unsigned long long __texture_address(__texture *t, long long x, long long y, long long z, int channel) {
    return t->data + (z * (t->height ? t->height : 1) + y) * t->pitch + (x * t->channels + channel) * (t->bits / 8);
}
__device__ float __texture_number(__texture *t, unsigned long long at) {
    if (t->kind == 2) return t->bits == 16 ? __half2float(*(__half *)at) : *(float *)at;
    float value = (float)__texture_whole(t, at);
    if (t->read == 0 || t->bits == 32) return value;
    if (t->kind == 1) return value / (t->bits == 8 ? 255.0f : 65535.0f);
    value = value / (t->bits == 8 ? 127.0f : 32767.0f);
    return value < -1.0f ? -1.0f : value;
}
__device__ float __texture_element(__texture *t, long long x, long long y, long long z, int channel) {
    if (channel >= t->channels) return channel == 3 ? 1.0f : 0.0f;
    x = __texture_place(t, x, t->width, 0);
    y = __texture_place(t, y, t->height ? t->height : 1, 1);
    z = t->depth ? __texture_place(t, z, t->depth, 2) : 0;
    if (x < 0 || y < 0 || z < 0) return (float)t->border[channel];
    return __texture_number(t, __texture_address(t, x, y, z, channel));
}
__device__ float __texture_scaled(__texture *t, float x, long long size) { return t->normalized ? x * (float)size : x; }
__device__ float __texture_part(float x) { return rintf((x - floorf(x)) * 256.0f) / 256.0f; }
__device__ float __texture_float(__texture *t, float x, float y, float z, int channel) {
    x = __texture_scaled(t, x, t->width);
    y = __texture_scaled(t, y, t->height);
    z = __texture_scaled(t, z, t->depth);
    if (t->filter == 0) return __texture_element(t, (long long)floorf(x), (long long)floorf(y), (long long)floorf(z), channel);
    x = x - 0.5f;
    y = t->height ? y - 0.5f : t->modes[1] == 3 ? -0.5f : 0.0f; // a GPU reads a line at y = 0: half of what it takes lies beyond the border
    z = t->depth ? z - 0.5f : 0.0f;
    long long i = (long long)floorf(x), j = (long long)floorf(y), k = (long long)floorf(z);
    float a = __texture_part(x), b = __texture_part(y), c = __texture_part(z), sum = 0.0f;
    for (int corner = 0; corner < 8; corner++) {
        float weight = (corner & 1 ? a : 1.0f - a) * (corner & 2 ? b : 1.0f - b) * (corner & 4 ? c : 1.0f - c);
        if (weight != 0.0f) sum = sum + weight * __texture_element(t, i + (corner & 1), j + (corner >> 1 & 1), k + (corner >> 2), channel);
    }
    return sum;
}
__device__ long long __texture_integer(__texture *t, float x, float y, float z, int channel) {
    if (channel >= t->channels) return channel == 3;
    long long i = __texture_place(t, (long long)floorf(__texture_scaled(t, x, t->width)), t->width, 0);
    long long j = t->height ? __texture_place(t, (long long)floorf(__texture_scaled(t, y, t->height)), t->height, 1) : 0;
    long long k = t->depth ? __texture_place(t, (long long)floorf(__texture_scaled(t, z, t->depth)), t->depth, 2) : 0;
    if (i < 0 || j < 0 || k < 0) return (long long)t->border[channel];
    return __texture_whole(t, __texture_address(t, i, j, k, channel));
}
// Of linear memory: a whole place, 0 outside.
__device__ float __texture_float_at(__texture *t, int i, int channel) {
    if (channel >= t->channels) return channel == 3 ? 1.0f : 0.0f;
    return i < 0 || i >= t->width ? 0.0f : __texture_number(t, __texture_address(t, i, 0, 0, channel));
}
__device__ long long __texture_integer_at(__texture *t, int i, int channel) {
    if (channel >= t->channels) return channel == 3;
    return i < 0 || i >= t->width ? 0 : __texture_whole(t, __texture_address(t, i, 0, 0, channel));
}
#define __TEXTURE_TYPES(T, V, reads)                                                                                                                \
    __device__ void __texture_read(T &r, __texture *t, float x, float y, float z) { r = (T)__texture_##reads(t, x, y, z, 0); }                     \
    __device__ void __texture_read(V##1 &r, __texture *t, float x, float y, float z) { r.x = (T)__texture_##reads(t, x, y, z, 0); }                \
    __device__ void __texture_read(V##2 &r, __texture *t, float x, float y, float z) {                                                             \
        r.x = (T)__texture_##reads(t, x, y, z, 0); r.y = (T)__texture_##reads(t, x, y, z, 1);                                                       \
    }                                                                                                                                               \
    __device__ void __texture_read(V##4 &r, __texture *t, float x, float y, float z) {                                                             \
        r.x = (T)__texture_##reads(t, x, y, z, 0); r.y = (T)__texture_##reads(t, x, y, z, 1);                                                       \
        r.z = (T)__texture_##reads(t, x, y, z, 2); r.w = (T)__texture_##reads(t, x, y, z, 3);                                                       \
    }                                                                                                                                               \
    __device__ void __texture_read_at(T &r, __texture *t, int i) { r = (T)__texture_##reads##_at(t, i, 0); }                                        \
    __device__ void __texture_read_at(V##1 &r, __texture *t, int i) { r.x = (T)__texture_##reads##_at(t, i, 0); }                                   \
    __device__ void __texture_read_at(V##2 &r, __texture *t, int i) { r.x = (T)__texture_##reads##_at(t, i, 0); r.y = (T)__texture_##reads##_at(t, i, 1); } \
    __device__ void __texture_read_at(V##4 &r, __texture *t, int i) {                                                                               \
        r.x = (T)__texture_##reads##_at(t, i, 0); r.y = (T)__texture_##reads##_at(t, i, 1);                                                         \
        r.z = (T)__texture_##reads##_at(t, i, 2); r.w = (T)__texture_##reads##_at(t, i, 3);                                                         \
    }
__TEXTURE_TYPES(float, float, float)
__TEXTURE_TYPES(signed char, char, integer)
__TEXTURE_TYPES(unsigned char, uchar, integer)
__TEXTURE_TYPES(short, short, integer)
__TEXTURE_TYPES(unsigned short, ushort, integer)
__TEXTURE_TYPES(int, int, integer)
__TEXTURE_TYPES(unsigned int, uint, integer)
template <typename T> __device__ T tex1Dfetch(cudaTextureObject_t texture, int i) { T r; __texture_read_at(r, (__texture *)texture, i); return r; }
template <typename T> __device__ T tex1D(cudaTextureObject_t texture, float x) { T r; __texture_read(r, (__texture *)texture, x, 0.0f, 0.0f); return r; }
template <typename T> __device__ T tex2D(cudaTextureObject_t texture, float x, float y) { T r; __texture_read(r, (__texture *)texture, x, y, 0.0f); return r; }
template <typename T> __device__ T tex3D(cudaTextureObject_t texture, float x, float y, float z) { T r; __texture_read(r, (__texture *)texture, x, y, z); return r; }
template <typename T> __device__ void tex1Dfetch(T *r, cudaTextureObject_t texture, int i) { __texture_read_at(*r, (__texture *)texture, i); }
template <typename T> __device__ void tex1D(T *r, cudaTextureObject_t texture, float x) { __texture_read(*r, (__texture *)texture, x, 0.0f, 0.0f); }
template <typename T> __device__ void tex2D(T *r, cudaTextureObject_t texture, float x, float y) { __texture_read(*r, (__texture *)texture, x, y, 0.0f); }
template <typename T> __device__ void tex3D(T *r, cudaTextureObject_t texture, float x, float y, float z) { __texture_read(*r, (__texture *)texture, x, y, z); }
// Surfaces: x counts bytes. 0: outside, where zeros are read and nothing is written (what traps reads at address 0).
__device__ unsigned long long __surface_address(cudaSurfaceObject_t surface, long long x, long long y, long long z, int size, int mode) {
    __texture *t = (__texture *)surface;
    long long width = t->width * t->channels * (t->bits / 8), height = t->height ? t->height : 1, depth = t->depth ? t->depth : 1;
    if (mode == 1) {
        x = x < 0 ? 0 : x > width - size ? width - size : x;
        y = y < 0 ? 0 : y >= height ? height - 1 : y;
        z = z < 0 ? 0 : z >= depth ? depth - 1 : z;
    }
    if (x < 0 || x + size > width || y < 0 || y >= height || z < 0 || z >= depth) return 0;
    return t->data + (z * height + y) * t->pitch + x;
}
template <typename T> __device__ T __surface_read(cudaSurfaceObject_t surface, int x, int y, int z, int mode) {
    unsigned long long at = __surface_address(surface, x, y, z, sizeof(T), mode);
    T none = {};
    if (at == 0 && mode == 0) return none;
    return *(T *)at;
}
template <typename T> __device__ void __surface_write(T value, cudaSurfaceObject_t surface, int x, int y, int z, int mode) {
    unsigned long long at = __surface_address(surface, x, y, z, sizeof(T), mode);
    if (at != 0 || mode == 2) *(T *)at = value;
}
template <typename T> __device__ T surf1Dread(cudaSurfaceObject_t s, int x, int mode = 2) { return __surface_read<T>(s, x, 0, 0, mode); }
template <typename T> __device__ T surf2Dread(cudaSurfaceObject_t s, int x, int y, int mode = 2) { return __surface_read<T>(s, x, y, 0, mode); }
template <typename T> __device__ T surf3Dread(cudaSurfaceObject_t s, int x, int y, int z, int mode = 2) { return __surface_read<T>(s, x, y, z, mode); }
template <typename T> __device__ void surf1Dread(T *r, cudaSurfaceObject_t s, int x, int mode = 2) { *r = __surface_read<T>(s, x, 0, 0, mode); }
template <typename T> __device__ void surf2Dread(T *r, cudaSurfaceObject_t s, int x, int y, int mode = 2) { *r = __surface_read<T>(s, x, y, 0, mode); }
template <typename T> __device__ void surf3Dread(T *r, cudaSurfaceObject_t s, int x, int y, int z, int mode = 2) { *r = __surface_read<T>(s, x, y, z, mode); }
template <typename T> __device__ void surf1Dwrite(T value, cudaSurfaceObject_t s, int x, int mode = 2) { __surface_write<T>(value, s, x, 0, 0, mode); }
template <typename T> __device__ void surf2Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int mode = 2) { __surface_write<T>(value, s, x, y, 0, mode); }
template <typename T> __device__ void surf3Dwrite(T value, cudaSurfaceObject_t s, int x, int y, int z, int mode = 2) { __surface_write<T>(value, s, x, y, z, mode); }
