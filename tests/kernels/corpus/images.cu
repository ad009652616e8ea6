extern "C" __global__ void grey(const uchar4 *in, unsigned char *out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        uchar4 p = in[y * width + x];
        out[y * width + x] = (unsigned char)(0.299f * p.x + 0.587f * p.y + 0.114f * p.z);
    }
}

extern "C" __global__ void blur4(const float4 *in, float4 *out, int w, int h, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float4 sum = make_float4(0, 0, 0, 0);
    int count = 0;
    for (int j = max(0, y - r); j <= min(h - 1, y + r); j++)
        for (int i = max(0, x - r); i <= min(w - 1, x + r); i++) {
            float4 p = in[j * w + i];
            sum.x += p.x;
            sum.y += p.y;
            sum.z += p.z;
            sum.w += p.w;
            count++;
        }
    float inv = 1.0f / count;
    out[y * w + x] = make_float4(sum.x * inv, sum.y * inv, sum.z * inv, sum.w * inv);
}
