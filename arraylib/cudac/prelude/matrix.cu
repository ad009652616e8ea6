// mma.h: the element e of lane l is number 32 e + l of a matrix of 16 rows and 16 columns, row by row.
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
template <typename U, int M, int N, int K, typename T, typename L = void> struct fragment {
    static constexpr int num_elements = 8;
    T x[8];
};
template <typename U, int M, int N, int K, typename T, typename L> __device__ void __check_shape(const fragment<U, M, N, K, T, L> &f) {
    if constexpr (M != 16 || N != 16 || K != 16) { __refuse("matrices of warps that are not 16 by 16"); }
}
template <typename U, int M, int N, int K, typename T, typename L> __device__ void fill_fragment(fragment<U, M, N, K, T, L> &f, T value) {
    __check_shape(f);
    for (int e = 0; e < 8; e++) f.x[e] = value;
}
template <typename U, int M, int N, int K, typename T, typename L> __device__ void load_matrix_sync(fragment<U, M, N, K, T, L> &f, const T *from, unsigned int stride) {
    __check_shape(f);
    int lane = __lane_id() & 15, part = __lane_id() / 16;
    for (int e = 0; e < 8; e++) f.x[e] = is_same<L, col_major>::value ? from[lane * stride + 2 * e + part] : from[(2 * e + part) * stride + lane];
}
template <int M, int N, int K, typename T> __device__ void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const T *from, unsigned int stride, layout_t layout) {
    __check_shape(f);
    int lane = __lane_id() & 15, part = __lane_id() / 16;
    for (int e = 0; e < 8; e++) f.x[e] = layout == mem_col_major ? from[lane * stride + 2 * e + part] : from[(2 * e + part) * stride + lane];
}
template <int M, int N, int K, typename T> __device__ void store_matrix_sync(T *to, const fragment<accumulator, M, N, K, T> &f, unsigned int stride, layout_t layout) {
    __check_shape(f);
    int lane = __lane_id() & 15, part = __lane_id() / 16;
    for (int e = 0; e < 8; e++) {
        if (layout == mem_col_major) to[lane * stride + 2 * e + part] = f.x[e];
        else to[(2 * e + part) * stride + lane] = f.x[e];
    }
    __syncwarp();
}
template <int M, int N, int K, typename D, typename A, typename B, typename C, typename LA, typename LB>
__device__ void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, A, LA> &a, const fragment<matrix_b, M, N, K, B, LB> &b,
                         const fragment<accumulator, M, N, K, C> &c) {
    int lane = __lane_id() & 15, part = __lane_id() / 16;
    float sums[8];
    for (int e = 0; e < 8; e++) sums[e] = (float)c.x[e];
    for (int k = 0; k < 16; k++) {
        float right = __shfl_sync(0xffffffffu, (float)b.x[k / 2], 16 * (k & 1) + lane);
        for (int e = 0; e < 8; e++) sums[e] += __shfl_sync(0xffffffffu, (float)a.x[e], 16 * part + k) * right;
    }
    for (int e = 0; e < 8; e++) d.x[e] = (D)sums[e];
}
