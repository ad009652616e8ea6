// Operators on vectors as CUDA's samples' helper_math.h has them.
#define OPERATORS2(T, V)                                                                                                                  \
    __device__ V operator+(V a, V b) { V r; r.x = a.x + b.x; r.y = a.y + b.y; return r; }                                                 \
    __device__ V operator-(V a, V b) { V r; r.x = a.x - b.x; r.y = a.y - b.y; return r; }                                                 \
    __device__ V operator*(V a, V b) { V r; r.x = a.x * b.x; r.y = a.y * b.y; return r; }                                                 \
    __device__ V operator*(V a, T b) { V r; r.x = a.x * b; r.y = a.y * b; return r; }                                                     \
    __device__ V operator*(T b, V a) { V r; r.x = a.x * b; r.y = a.y * b; return r; }                                                     \
    __device__ V operator/(V a, T b) { V r; r.x = a.x / b; r.y = a.y / b; return r; }                                                     \
    __device__ V operator-(V a) { V r; r.x = -a.x; r.y = -a.y; return r; }                                                                \
    __device__ void operator+=(V &a, V b) { a.x += b.x; a.y += b.y; }                                                                     \
    __device__ void operator-=(V &a, V b) { a.x -= b.x; a.y -= b.y; }                                                                     \
    __device__ void operator*=(V &a, T b) { a.x *= b; a.y *= b; }                                                                         \
    __device__ T dot(V a, V b) { return a.x * b.x + a.y * b.y; }
#define OPERATORS3(T, V)                                                                                                                  \
    __device__ V operator+(V a, V b) { V r; r.x = a.x + b.x; r.y = a.y + b.y; r.z = a.z + b.z; return r; }                                \
    __device__ V operator-(V a, V b) { V r; r.x = a.x - b.x; r.y = a.y - b.y; r.z = a.z - b.z; return r; }                                \
    __device__ V operator*(V a, V b) { V r; r.x = a.x * b.x; r.y = a.y * b.y; r.z = a.z * b.z; return r; }                                \
    __device__ V operator*(V a, T b) { V r; r.x = a.x * b; r.y = a.y * b; r.z = a.z * b; return r; }                                      \
    __device__ V operator*(T b, V a) { V r; r.x = a.x * b; r.y = a.y * b; r.z = a.z * b; return r; }                                      \
    __device__ V operator/(V a, T b) { V r; r.x = a.x / b; r.y = a.y / b; r.z = a.z / b; return r; }                                      \
    __device__ V operator-(V a) { V r; r.x = -a.x; r.y = -a.y; r.z = -a.z; return r; }                                                    \
    __device__ void operator+=(V &a, V b) { a.x += b.x; a.y += b.y; a.z += b.z; }                                                         \
    __device__ void operator-=(V &a, V b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; }                                                         \
    __device__ void operator*=(V &a, T b) { a.x *= b; a.y *= b; a.z *= b; }                                                               \
    __device__ T dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }                                                              \
    __device__ V cross(V a, V b) { V r; r.x = a.y * b.z - a.z * b.y; r.y = a.z * b.x - a.x * b.z; r.z = a.x * b.y - a.y * b.x; return r; }
#define OPERATORS4(T, V)                                                                                                                  \
    __device__ V operator+(V a, V b) { V r; r.x = a.x + b.x; r.y = a.y + b.y; r.z = a.z + b.z; r.w = a.w + b.w; return r; }               \
    __device__ V operator-(V a, V b) { V r; r.x = a.x - b.x; r.y = a.y - b.y; r.z = a.z - b.z; r.w = a.w - b.w; return r; }               \
    __device__ V operator*(V a, V b) { V r; r.x = a.x * b.x; r.y = a.y * b.y; r.z = a.z * b.z; r.w = a.w * b.w; return r; }               \
    __device__ V operator*(V a, T b) { V r; r.x = a.x * b; r.y = a.y * b; r.z = a.z * b; r.w = a.w * b; return r; }                       \
    __device__ V operator*(T b, V a) { V r; r.x = a.x * b; r.y = a.y * b; r.z = a.z * b; r.w = a.w * b; return r; }                       \
    __device__ V operator/(V a, T b) { V r; r.x = a.x / b; r.y = a.y / b; r.z = a.z / b; r.w = a.w / b; return r; }                       \
    __device__ void operator+=(V &a, V b) { a.x += b.x; a.y += b.y; a.z += b.z; a.w += b.w; }                                             \
    __device__ void operator-=(V &a, V b) { a.x -= b.x; a.y -= b.y; a.z -= b.z; a.w -= b.w; }                                             \
    __device__ void operator*=(V &a, T b) { a.x *= b; a.y *= b; a.z *= b; a.w *= b; }                                                     \
    __device__ T dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
OPERATORS2(float, float2) OPERATORS3(float, float3) OPERATORS4(float, float4)
OPERATORS2(double, double2) OPERATORS3(double, double3) OPERATORS4(double, double4)
OPERATORS2(int, int2) OPERATORS3(int, int3) OPERATORS4(int, int4)
__device__ float length(float2 a) { return sqrtf(dot(a, a)); }
__device__ float length(float3 a) { return sqrtf(dot(a, a)); }
__device__ float length(float4 a) { return sqrtf(dot(a, a)); }
__device__ float2 normalize(float2 a) { return a * rsqrtf(dot(a, a)); }
__device__ float3 normalize(float3 a) { return a * rsqrtf(dot(a, a)); }
__device__ float lerp(float a, float b, float t) { return a + t * (b - a); }
__device__ float clamp(float x, float a, float b) { return fmaxf(a, fminf(x, b)); }
__device__ int clamp(int x, int a, int b) { return max(a, min(x, b)); }
