/* How wide the vectors of the host's own loops are: 512, 256 (AVX2 with fused multiply-add) or 128 bits. Chosen when first asked:
 * what the processor has, and no more than CUPOLA_VECTOR_BITS, by which tests compare what other processors would compute. */
#ifndef ARRAYLIB_DEVICE_HOST_VECTOR_BITS_H
#define ARRAYLIB_DEVICE_HOST_VECTOR_BITS_H

int host_vector_bits(void);

#endif
