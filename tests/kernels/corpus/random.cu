typedef unsigned int u32;
struct State {
    u32 x, y, z, w;
};

__device__ u32 next(State *s) {
    u32 t = s->x ^ (s->x << 11);
    s->x = s->y;
    s->y = s->z;
    s->z = s->w;
    return s->w = s->w ^ (s->w >> 19) ^ t ^ (t >> 8);
}

extern "C" __global__ void xorshift(u32 *out, u32 seed, int rounds) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    State s = {seed + i, 362436069u, 521288629u, 88675123u ^ (u32)i};
    u32 last = 0;
    for (int k = 0; k < rounds; k++) last = next(&s);
    out[i] = last;
}

__device__ unsigned long long mix(unsigned long long z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

extern "C" __global__ void estimate_pi(unsigned long long seed, int samples, unsigned long long *inside) {
    unsigned long long id = blockIdx.x * blockDim.x + threadIdx.x, hits = 0;
    for (int k = 0; k < samples; k++) {
        unsigned long long r = mix(seed + (id * samples + k) * 0x9e3779b97f4a7c15ULL);
        double x = (double)(r & 0xffffffffu) / 4294967296.0, y = (double)(r >> 32) / 4294967296.0;
        if (x * x + y * y < 1.0) hits++;
    }
    atomicAdd(inside, hits);
}
