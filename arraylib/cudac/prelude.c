#include "arraylib/cudac/private.h"

#include "arraylib/cudac/prelude_text.h"

const char *const cudac_texts[TEXT_COUNT] = {cudac_heap,   cudac_bfloat,   cudac_groups, cudac_random, cudac_simd,
                                             cudac_bessel, cudac_pipeline, cudac_atomic, cudac_matrix, cudac_ptx,
                                             cudac_texture, cudac_half,   cudac_seldom, cudac_vectors};
