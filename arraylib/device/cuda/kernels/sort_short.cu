// Rows of up to 1,024 elements, a block each: bitonic in shared memory on (key, place), which makes it stable.
// In front of this stand Key, to_key and from_key.
extern "C" __global__ void kernel(Key *elements, long long *indexes, long long rows, int length, int padded) {
    __shared__ Key keys[1024];
    __shared__ unsigned short places[1024];
    for (long long row = blockIdx.x; row < rows; row += gridDim.x) {
        Key *data = elements + row * length;
        for (int i = threadIdx.x; i < padded; i += blockDim.x) {
            keys[i] = i < length ? to_key(data[i]) : (Key)~(Key)0;
            places[i] = (unsigned short)i;
        }
        __syncthreads();
        for (int size = 2; size <= padded; size <<= 1) {
            for (int step = size >> 1; step; step >>= 1) {
                for (int i = threadIdx.x; i < padded; i += blockDim.x) {
                    int other = i ^ step;
                    if (other < i) continue;
                    bool after = keys[i] > keys[other] || (keys[i] == keys[other] && places[i] > places[other]);
                    if (after != ((i & size) == 0)) continue;
                    Key key = keys[i];
                    keys[i] = keys[other];
                    keys[other] = key;
                    unsigned short place = places[i];
                    places[i] = places[other];
                    places[other] = place;
                }
                __syncthreads();
            }
        }
        for (int i = threadIdx.x; i < length; i += blockDim.x) {
            if (indexes) indexes[row * length + i] = places[i];
            else data[i] = from_key(keys[i]);
        }
        __syncthreads();
    }
}
