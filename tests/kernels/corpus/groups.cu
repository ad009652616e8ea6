// Cooperative groups of a block and of tiles.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

__device__ int block_sum(cg::thread_group g, int *temp, int value) {
    int lane = g.thread_rank();
    for (int i = g.size() / 2; i > 0; i /= 2) {
        temp[lane] = value;
        g.sync();
        if (lane < i) value += temp[lane + i];
        g.sync();
    }
    return value;
}

template <typename G> __device__ int tile_sum(G g, int value) {
    for (int i = g.size() / 2; i > 0; i /= 2) value += g.shfl_down(value, i);
    return value;
}

extern "C" __global__ void sums(const int *x, int *out) {
    extern __shared__ int temp[];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto tile = cg::tiled_partition<8>(block);
    int value = x[block.group_index().x * block.size() + block.thread_rank()];
    int whole = block_sum(block, temp, value);
    if (block.thread_rank() == 0) atomicAdd(&out[0], whole);
    int part = tile_sum(warp, value);
    if (warp.thread_rank() == 0) atomicAdd(&out[1], part);
    part = cg::reduce(tile, value, cg::plus<int>());
    if (tile.thread_rank() == 0) atomicAdd(&out[2], part);
    if (tile.any(value > 90) && tile.thread_rank() == 0) atomicAdd(&out[3], 1);
    unsigned int big = warp.ballot(value > 50);
    if (warp.thread_rank() == 0) atomicAdd(&out[4], __popc(big));
    cg::sync(block);
}
