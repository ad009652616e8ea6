// Copy a matrix so that columns become rows: tiles go through shared memory, so that reads and writes are both runs of neighbours.
// In front of this stands T, an unsigned type as wide as an element, and TILE. Outer axes are walked over by the blocks.

enum { ROWS = 4, OUTER = 6 };

struct Transpose {
    const char *in;
    char *out;
    long long rows, columns;       // in's neighbours lie along columns, out's along rows
    long long in_step, out_step;   // bytes from a row of `in` to the next, from a column in `out` to the next
    long long blocks;              // tiles in all
    long long extents[OUTER], in_steps[OUTER], out_steps[OUTER]; // of the outer axes, innermost first; extent 1: none
};

extern "C" __global__ void __launch_bounds__(TILE * ROWS) kernel(const Transpose t) {
    __shared__ T tile[TILE][TILE + 1];
    long long column_tiles = (t.columns + TILE - 1) / TILE, row_tiles = (t.rows + TILE - 1) / TILE;
    int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    for (long long block = blockIdx.x; block < t.blocks; block += gridDim.x) {
        long long rest = block / column_tiles, column = (block - rest * column_tiles) * TILE;
        long long outer = rest / row_tiles, row = (rest - outer * row_tiles) * TILE;
        const char *in = t.in;
        char *out = t.out;
        for (int axis = 0; axis < OUTER && outer; axis++) {
            long long next = outer / t.extents[axis], at = outer - next * t.extents[axis];
            in += at * t.in_steps[axis];
            out += at * t.out_steps[axis];
            outer = next;
        }
        #pragma unroll
        for (int k = 0; k < TILE; k += ROWS)
            if (row + y + k < t.rows && column + x < t.columns)
                tile[y + k][x] = *(const T *)(in + (row + y + k) * t.in_step + (column + x) * (long long)sizeof(T));
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < TILE; k += ROWS)
            if (column + y + k < t.columns && row + x < t.rows)
                *(T *)(out + (column + y + k) * t.out_step + (row + x) * (long long)sizeof(T)) = tile[x][y + k];
        __syncthreads();
    }
}
