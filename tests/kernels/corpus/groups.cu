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

// Tiles of a warp in different branches, and the lanes of a branch.
extern "C" __global__ void parted(int *o) {
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int v = threadIdx.x, r = 0;
    if (tile.meta_group_rank() % 2 == 0) {
        r = cg::reduce(tile, v, cg::plus<int>());
        r += 1000 * tile.any(v == 3);
        tile.sync();
        r += 10000 * tile.shfl(v, 2);
    } else {
        for (int i = tile.size() / 2; i > 0; i /= 2) v += tile.shfl_down(v, i);
        r = tile.thread_rank() == 0 ? v : -1;
        r += 1000 * __popc(tile.ballot(threadIdx.x & 1));
    }
    o[threadIdx.x] = r;
    if (threadIdx.x < 5) {
        auto there = cg::coalesced_threads();
        o[64 + threadIdx.x] = there.size() * 10 + there.thread_rank() + 100 * there.shfl((int)threadIdx.x, 1);
    }
}
