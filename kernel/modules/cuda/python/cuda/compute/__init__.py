"""Algorithms of devices with operators in Python: reductions, scans, transforms, sorts, over arrays and iterators.

>>> import cuda.compute, cupy, numpy
>>> d_in, d_out = cupy.arange(5, dtype='i4'), cupy.empty(1, 'i4')
>>> cuda.compute.reduce_into(d_in, d_out, lambda a, b: a + b, 5, numpy.array([100], 'i4'))
>>> d_out
array([110], dtype=int32)
"""
from cuda.compute._algorithms import (Determinism, DoubleBuffer, SortOrder, binary_transform, clear_all_caches, exclusive_scan, histogram_even,
                                      inclusive_scan, make_binary_transform, make_exclusive_scan, make_histogram_even, make_inclusive_scan,
                                      make_merge_sort, make_radix_sort, make_reduce_into, make_segmented_reduce, make_segmented_sort, make_select,
                                      make_three_way_partition, make_unary_transform, make_unique_by_key, merge_sort, radix_sort, reduce_into,
                                      segmented_reduce, segmented_sort, select, three_way_partition, unary_transform, unique_by_key)
from cuda.compute._iterators import (CacheModifiedInputIterator, ConstantIterator, CountingIterator, DiscardIterator, PermutationIterator,
                                     ReverseInputIterator, ReverseIterator, ReverseOutputIterator, TransformIterator, TransformOutputIterator,
                                     ZipIterator)
from cuda.compute._operators import OpKind
from cuda.compute._types import gpu_struct
