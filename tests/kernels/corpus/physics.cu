#define EPS2 0.01f
__device__ float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + EPS2;
    float distSixth = distSqr * distSqr * distSqr;
    float invDistCube = 1.0f / sqrtf(distSixth);
    float s = bj.w * invDistCube;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}

extern "C" __global__ void nbody(const float4 *pos, float4 *acc, int n) {
    extern __shared__ float4 shPosition[];
    int gtid = blockIdx.x * blockDim.x + threadIdx.x;
    float4 myPosition = pos[gtid];
    float3 a = {0.0f, 0.0f, 0.0f};
    for (int i = 0, tile = 0; i < n; i += blockDim.x, tile++) {
        int idx = tile * blockDim.x + threadIdx.x;
        shPosition[threadIdx.x] = pos[idx];
        __syncthreads();
        for (int k = 0; k < blockDim.x; k++) a = bodyBodyInteraction(myPosition, shPosition[k], a);
        __syncthreads();
    }
    float4 a4 = {a.x, a.y, a.z, 0.0f};
    acc[gtid] = a4;
}

struct Particle {
    float position[3];
    float velocity[3];
    int id;
    double mass;
};

struct Settings {
    float dt;
    float gravity;
    int steps;
};

extern "C" __global__ void move(Particle *particles, Settings s, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle p = particles[i];
    for (int k = 0; k < s.steps; k++) {
        p.velocity[1] -= s.gravity * s.dt;
        for (int d = 0; d < 3; d++) p.position[d] += p.velocity[d] * s.dt;
    }
    p.id += 1000;
    particles[i] = p;
}

extern "C" __global__ void heat(const double *u, double *next, int nx, int ny, double c) {
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < ny - 1 && j > 0 && j < nx - 1)
        next[i * nx + j] = u[i * nx + j] + c * (u[(i - 1) * nx + j] + u[(i + 1) * nx + j] + u[i * nx + j - 1] + u[i * nx + j + 1] - 4.0 * u[i * nx + j]);
    else if (i < ny && j < nx) next[i * nx + j] = u[i * nx + j];
}

#define RADIUS 3
#define BLOCK_SIZE 64
extern "C" __global__ void stencil_1d(const int *in, int *out) {
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int gindex = threadIdx.x + blockIdx.x * blockDim.x + RADIUS;
    int lindex = threadIdx.x + RADIUS;
    temp[lindex] = in[gindex];
    if (threadIdx.x < RADIUS) {
        temp[lindex - RADIUS] = in[gindex - RADIUS];
        temp[lindex + BLOCK_SIZE] = in[gindex + BLOCK_SIZE];
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++) result += temp[lindex + offset];
    out[gindex - RADIUS] = result;
}
