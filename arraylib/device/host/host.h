/* The host device's own files among themselves. */
#ifndef ARRAYLIB_DEVICE_HOST_HOST_H
#define ARRAYLIB_DEVICE_HOST_HOST_H

#include "arraylib/device/device.h"
#include "arraylib/device/host/types.h"

/* Conversion loops: data[0] of `from` to data[1] of `to`. */
HostLoop *host_cast_loop(const Dtype *from, const Dtype *to);
HostLoop *device_cast_loop(const Device *device, const Dtype *from, const Dtype *to); /* emulated ones: CUDA's floats to integers */
HostLoop *host_plain_cast(DtypeNumber from, DtypeNumber to); /* cast.c: of every pair, */
HostLoop *host_wide_cast(DtypeNumber from, DtypeNumber to);  /* cast_wide.c: of some, with wider vectors; else NULL */

/* Memory that is kept for the next who asks for as much (host.c): for work space, too. */
char *host_allocate(Device *device, size_t size, Error *error);
void host_free(Device *device, char *bytes, size_t size);

bool host_elementwise(Device *device, const ElementwiseTask *task, int *float_flags, Error *error);
bool host_fused(Device *device, FusedTask *task, Error *error);
bool host_cast(Device *device, Shape shape, Operand input, Operand output, int *float_flags, Error *error);
bool host_fill(Device *device, Shape shape, Operand output, const void *value, Error *error);
bool host_iota(Device *device, Operand output, int64_t count, const void *start, const void *step, Error *error);
bool host_reduce(Device *device, const ReduceTask *task, int *float_flags, Error *error);
bool host_scan(Device *device, const ScanTask *task, int *float_flags, Error *error);
bool host_arg_reduce(Device *device, const ArgReduceTask *task, Error *error);
/* The same by the calling thread: reduce.c; reduce_parallel.c deals out. */
bool host_reduce_alone(Device *device, const ReduceTask *task, int *float_flags, Error *error);
bool host_arg_reduce_rows(Device *device, const ArgReduceTask *task, Error *error);
int64_t host_argument(bool maximum, DtypeNumber number, const char *in, int64_t stride, int64_t length);
/* Contiguous runs (runs.c). out = the better of it and the run; the first place of the run's best; of `count` columns each, whose
 * rows lie `step` bytes apart. False: not for this type. */
bool host_extreme_run(bool maximum, const Dtype *type, char *out, const char *in, int64_t count);
bool host_argument_run(bool maximum, DtypeNumber number, const char *in, int64_t count, int64_t *at);
bool host_argument_columns(bool maximum, DtypeNumber number, const char *in, int64_t step, int64_t length, int64_t count, int64_t *output);
/* Of bools: is one true; and out = out and (or) in, element by element. */
bool host_any_of_run(const char *in, int64_t count);
void host_truth_rows(bool all, char *out, const char *in, int64_t count);
bool host_gather(Device *device, const GatherTask *task, Error *error);
bool host_scatter(Device *device, const GatherTask *task, Error *error);
bool host_count_nonzero(Device *device, Shape shape, Operand input, int64_t *count, Error *error);
int64_t host_count_true(Device *device, const char *mask, int64_t count); /* side by side: mask.c */
bool host_compress(Device *device, const char *mask, const char *source, size_t size, int64_t count, char *output, Error *error);
bool host_expand(Device *device, const char *mask, const char *values, int64_t step, size_t size, int64_t count, char *output, Error *error);
bool host_nonzero(Device *device, Shape shape, Operand input, int64_t count, int64_t *output, Error *error);
bool host_sort(Device *device, const SortTask *task, Error *error);
bool host_search(Device *device, const SearchTask *task, Error *error);
bool host_matmul(Device *device, const MatmulTask *task, int *float_flags, Error *error);
bool host_convolve(Device *device, const ConvolveTask *task, Error *error);
bool host_fft(Device *device, const FftTask *task, Error *error);
bool host_solve(Device *device, const SolverTask *task, Error *error);
bool host_call_library(Device *device, const LibraryTask *task, Error *error);

/* The same where elements are no numbers (flexible.c). */
bool flexible_elementwise(Device *device, const ElementwiseTask *task, Error *error);
bool flexible_cast(Device *device, Shape shape, Operand input, Operand output, Error *error);
bool flexible_fill(Device *device, Shape shape, Operand output, const void *value, Error *error);
bool flexible_reduce(Device *device, const ReduceTask *task, Error *error);
bool flexible_scan(Device *device, const ScanTask *task, Error *error);
bool flexible_arg_reduce(Device *device, const ArgReduceTask *task, Error *error);
bool flexible_sort(Device *device, const SortTask *task, Error *error);
bool flexible_search(Device *device, const SearchTask *task, Error *error);

/* Rows of `count` elements, `step` bytes apart, combined with the output row one after another (reduce_rows.c). NULL: there is none. */
typedef void RowsLoop(char *output, const char *input, int64_t step, int64_t rows, int64_t count);
RowsLoop *host_rows_loop(OperatorNumber operator_number, DtypeNumber type);

/* What fused reductions share with plain ones (reduce.c). Contiguous elements of the loop's type `in` into `out`: one
 * element, or elements beside them. */
void host_combine(const Operator *operator_row, int loop, char *out, int64_t out_stride, const char *in, int64_t count);
/* What a reduction begins with: false: there is no neutral element, it begins with its first. */
bool host_neutral_element(const Operator *operator_row, const Dtype *type, void *value);
/* The pairwise sum of a run; false: the type has none. Sums of its parts are added by host_add_sums. */
bool host_pairwise(const Dtype *type, const char *in, int64_t stride, int64_t count, void *sum);
void host_add_sums(const Dtype *type, const void *left, const void *right, void *sum);
int64_t host_pairwise_half(const Dtype *type, int64_t count); /* where a run of more than a block is halved */

/* The subtrees of a pairwise sum that threads take, from left to right: begin, fill each `sum`, end. */
enum { SUM_SEGMENTS_MAX = 1024 };
typedef struct SumSegments {
    const Dtype *type;
    int64_t limit; /* a run that is not longer is one segment */
    int count;
    struct {
        int64_t from, count;
        _Alignas(16) char sum[16];
    } items[SUM_SEGMENTS_MAX];
} SumSegments;
void sum_segments_begin(SumSegments *segments, const Dtype *type, int64_t from, int64_t count);
void sum_segments_end(const SumSegments *segments, int64_t count, void *sum);
/* May parts of a run be combined on their own? Whole numbers and extremes give the same in any order. */
bool host_is_associative(const Operator *operator_row, const Dtype *type);
int64_t host_piece_length(int64_t length); /* of the parts that threads take then: at most SUM_SEGMENTS_MAX parts */

/* Elements cast at a time when an operand's type is not the loop's. */
#define HOST_BLOCK 1024

#endif
