"""cuda.compute: algorithms, iterators, structs, operators in Python, held against NumPy."""
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pycuda"))

import cupy as cp  # noqa: E402
import numpy as np  # noqa: E402
from cases import case, finish, raises  # noqa: E402

import cuda.compute  # noqa: E402
from cuda.compute import (CacheModifiedInputIterator, ConstantIterator, CountingIterator, DiscardIterator, DoubleBuffer, OpKind,  # noqa: E402
                          PermutationIterator, ReverseIterator, SortOrder, TransformIterator, TransformOutputIterator, ZipIterator, gpu_struct)

SIZES = (1, 5, 256, 1025, 70000)


@case
def sums_and_least_elements():
    for count in SIZES:
        for kind in (np.int32, np.float64, np.uint8):
            data = np.random.randint(0, 2 if kind is np.uint8 else 100, count).astype(kind)
            out = cp.empty(1, kind)
            cuda.compute.reduce_into(cp.asarray(data), out, OpKind.PLUS, count, np.array([3], kind))
            assert out[0] == np.append(data, kind(3)).sum(dtype=kind), (count, kind)
            cuda.compute.reduce_into(cp.asarray(data), out, OpKind.MINIMUM, count, np.array([200], kind))
            assert out[0] == data.min()
    cuda.compute.reduce_into(cp.empty(0, np.int32), out := cp.empty(1, np.int32), OpKind.PLUS, 0, np.array([7], np.int32))
    assert out[0] == 7


@case
def operators_in_python():
    data = cp.arange(-50, 51, dtype=np.int32)
    out = cp.empty(1, np.int32)
    cuda.compute.reduce_into(data, out, lambda a, b: (a if a % 2 == 0 else 0) + (b if b % 2 == 0 else 0), data.size, np.array([0], np.int32))
    host = data.get()
    assert out[0] == host[host % 2 == 0].sum()
    offset = 5

    def clipped(x):
        if x < 0:
            return math.sqrt(-x) + offset
        elif x > 10 and x != 20:
            return np.float32(x) / 2
        return max(x, 3)

    found = cp.empty(data.size)
    cuda.compute.unary_transform(data, found, clipped, data.size)
    assert np.allclose(found.get(), [clipped(int(x)) for x in host])
    for op in (lambda x, y: x // y, lambda x, y: x % y, lambda x, y: x ** 2 - y, lambda x, y: abs(x) * 1.5 + min(x, y), lambda x, y: int(x / y) & 7,
               lambda x, y: not (x > y or y == 3)):
        others = cp.asarray(np.where(host % 3 == 0, -4, 3).astype(np.int32))
        found = cp.empty(data.size)
        cuda.compute.binary_transform(data, others, found, op, data.size)
        assert np.allclose(found.get(), [float(op(int(x), int(y))) for x, y in zip(host, others.get())])


@case
def operators_that_cannot_be_compiled():
    data, out = cp.arange(5), cp.empty(5)

    def endless(x):
        while x > 0:
            x = x - 1
        return x

    raises(NotImplementedError, "a loop must not depend on its arguments", cuda.compute.unary_transform, data, out, endless, 5)
    raises(NotImplementedError, "cannot be an index", cuda.compute.unary_transform, data, out, lambda x: [1, 2, 3][x], 5)
    raises(TypeError, "an operator is an OpKind or a function", cuda.compute.unary_transform, data, out, 5, 5)
    raises(TypeError, "an array of a device or an iterator is wanted", cuda.compute.unary_transform, np.arange(5), out, lambda x: x, 5)


@case
def scans():
    for count in SIZES + (300000,):
        data = np.random.randint(0, 10, count).astype(np.int64)
        out = cp.empty(count, np.int64)
        cuda.compute.inclusive_scan(cp.asarray(data), out, OpKind.PLUS, np.array([10]), count)
        assert (out.get() == np.cumsum(data) + 10).all()
        cuda.compute.exclusive_scan(cp.asarray(data), out, lambda a, b: a + b, np.array([5]), count)
        assert (out.get() == np.cumsum(data) - data + 5).all()
        cuda.compute.inclusive_scan(cp.asarray(data), out, OpKind.MAXIMUM, None, count)
        assert (out.get() == np.maximum.accumulate(data)).all()
    pairs = np.random.rand(1000, 2)  # x -> a x + b, one behind the other: the order matters
    kind = np.dtype([("a", "f8"), ("b", "f8")], align=True)
    d_in, d_out = (cp.empty(1000, kind) for _ in range(2))
    d_in.set(pairs.view(kind).reshape(-1))
    cuda.compute.inclusive_scan(d_in, d_out, lambda p, q: (p.a * q.a, q.a * p.b + q.b), None, 1000)
    a, b = 1.0, 0.0
    for row in pairs:
        a, b = a * row[0], row[0] * b + row[1]
    assert np.allclose(d_out.get()[-1]["b"], b)


@case
def sorts():
    for kind in (np.int32, np.float32, np.uint16, np.int64):
        data = np.random.randint(0, 50, 3000).astype(kind) - (20 if kind is not np.uint16 else 0)
        data = data.astype(kind)
        items = np.arange(3000, dtype=np.int32)
        for order in SortOrder:
            keys, values = cp.empty(3000, kind), cp.empty(3000, np.int32)
            cuda.compute.radix_sort(cp.asarray(data), keys, cp.asarray(items), values, order, 3000)
            places = np.argsort(data, kind="stable") if order == SortOrder.ASCENDING else np.argsort(-data.astype(float), kind="stable")
            assert (keys.get() == data[places]).all() and (values.get() == items[places]).all()
    keys = DoubleBuffer(cp.asarray(data), cp.empty_like(cp.asarray(data)))
    cuda.compute.radix_sort(keys, None, None, None, SortOrder.ASCENDING, 3000)
    assert (keys.current().get() == np.sort(data)).all()
    out = cp.empty(8, np.int32)
    cuda.compute.radix_sort(cp.arange(8, dtype=np.int32)[::-1].copy(), out, None, None, SortOrder.ASCENDING, 8, 0, 1)
    assert out.get().tolist() == [6, 4, 2, 0, 7, 5, 3, 1]


@case
def sorts_by_any_operator():
    data = np.random.randint(-30, 30, 2000).astype(np.int32)
    items = np.arange(2000, dtype=np.float32)
    for op, places in ((OpKind.LESS, np.argsort(data, kind="stable")), (OpKind.GREATER, np.argsort(-data, kind="stable")),
                       (lambda a, b: abs(a) < abs(b), np.argsort(abs(data), kind="stable"))):
        keys, values = cp.asarray(data), cp.asarray(items)
        cuda.compute.merge_sort(keys, values, keys, values, op, 2000)
        assert (keys.get() == data[places]).all() and (values.get() == items[places]).all()
    keys, values = cp.asarray(data), cp.empty(2000, np.int32)
    cuda.compute.segmented_sort(keys, values, None, None, 2000, 2, cp.array([0, 700]), cp.array([700, 2000]), SortOrder.ASCENDING)
    assert (values.get() == np.concatenate([np.sort(data[:700]), np.sort(data[700:])])).all()


@case
def iterators():
    out = cp.empty(1, np.int64)
    start = np.array([0])
    cuda.compute.reduce_into(CountingIterator(np.int32(1)), out, OpKind.PLUS, 100, start)
    assert out[0] == 5050
    cuda.compute.reduce_into(TransformIterator(CountingIterator(np.int64(0)), lambda x: x * x), out, OpKind.PLUS, 1000, start)
    assert out[0] == sum(x * x for x in range(1000))
    cuda.compute.reduce_into(ConstantIterator(np.int32(3)), out, OpKind.PLUS, 1000, start)
    assert out[0] == 3000
    data = cp.arange(10)
    cuda.compute.reduce_into(CacheModifiedInputIterator(data, modifier="stream"), out, OpKind.PLUS, 10, start)
    assert out[0] == 45
    cuda.compute.reduce_into(PermutationIterator(data, cp.array([9, 1, 1])), out, OpKind.PLUS, 3, start)
    assert out[0] == 11
    root = cp.empty(1)
    cuda.compute.reduce_into(data, TransformOutputIterator(root, lambda x: x ** 0.5), OpKind.PLUS, 10, start)
    assert np.isclose(root[0].item(), 45 ** 0.5)
    turned = cp.empty(10, np.int64)
    cuda.compute.inclusive_scan(ReverseIterator(data), turned, OpKind.PLUS, None, 10)
    assert turned.tolist() == np.cumsum(np.arange(10)[::-1]).tolist()
    cuda.compute.unary_transform(data + 0, DiscardIterator(), lambda x: x, 10)
    sums = cp.empty(10)
    cuda.compute.unary_transform(ZipIterator(data, data * 0.5), sums, lambda pair: pair[0] + pair[1], 10)
    assert np.allclose(sums.get(), np.arange(10) * 1.5)


@case
def the_place_of_the_greatest():
    data = np.random.randint(0, 1000, 5000).astype(np.int32)

    @gpu_struct
    class Found:
        place: np.int32
        value: np.int32

    out = cp.empty(1, Found.dtype)
    cuda.compute.reduce_into(ZipIterator(CountingIterator(np.int32(0)), cp.asarray(data)), out,
                             lambda p, q: p if p[1] > q[1] or (p[1] == q[1] and p[0] < q[0]) else q, data.size, Found(-1, -1))
    assert out.get()[0]["place"] == data.argmax() and out.get()[0]["value"] == data.max()


@case
def structs():
    @gpu_struct
    class MinMax:
        low: np.float64
        high: np.float64

    def joined(a, b):
        return MinMax(min(a.low, b.low), max(a.high, b.high))

    data = cp.random.randn(4096)
    out = cp.empty((), dtype=MinMax.dtype)
    cuda.compute.reduce_into(TransformIterator(data, lambda v: MinMax(abs(v), abs(v))), out, joined, 4096, MinMax(np.inf, -np.inf))
    host = np.abs(data.get())
    assert out.get()["low"] == host.min() and out.get()["high"] == host.max()

    @gpu_struct
    class Point:
        x: np.int32
        y: np.int32

    @gpu_struct
    class Body:
        place: Point
        mass: np.float32

    bodies = np.zeros(100, Body.dtype)
    bodies["place"]["x"], bodies["mass"] = np.arange(100), 0.5
    held = cp.empty(100, Body.dtype)
    held.set(bodies)
    out = cp.empty(1, Body.dtype)
    cuda.compute.reduce_into(held, out, lambda p, q: Body(Point(p.place.x + q.place.x, p.place.y), p.mass + q.mass), 100, Body(Point(0, 0), 0.0))
    assert out.get()[0]["place"]["x"] == 4950 and out.get()[0]["mass"] == 50
    assert repr(Point(1, 2)) == "Point(x=1, y=2)" and Point(x=1, y=2) == Point(1, 2)
    raises(TypeError, "takes the fields x, y", Point, 1, 2, 3)


@case
def what_is_kept():
    keys, items = np.array([1, 1, 2, 3, 3, 1], np.int32), np.arange(6, dtype=np.float32)
    out_keys, out_items, number = cp.empty(6, np.int32), cp.empty(6, np.float32), cp.empty(1, np.int32)
    cuda.compute.unique_by_key(cp.asarray(keys), cp.asarray(items), out_keys, out_items, number, OpKind.EQUAL_TO, 6)
    assert number[0] == 4 and out_keys[:4].tolist() == [1, 2, 3, 1] and out_items[:4].tolist() == [0, 2, 3, 5]
    data = cp.array([0, 2, 9, 1, 5, 6, 7, -3, 17, 10], dtype=np.int32)
    one, two, three, numbers = (cp.empty(10, np.int32) for _ in range(4))
    cuda.compute.three_way_partition(data, one, two, three, numbers[:2], lambda x: x < 8 and x >= 0, lambda x: x >= 8, 10)
    assert numbers[:2].tolist() == [6, 3] and one[:6].tolist() == [0, 2, 1, 5, 6, 7] and two[:3].tolist() == [9, 17, 10] and three[0] == -3
    cuda.compute.select(data, one, number, lambda x: x % 2 == 1, 10)
    assert one[:number[0].item()].tolist() == [9, 1, 5, 7, -3, 17]


@case
def histograms_and_segments():
    samples = np.array([2.2, 6.1, 7.1, 2.9, 3.5, 0.3, 2.9, 2.1, 6.1, 999.5], np.float32)
    counts = cp.empty(6, np.int32)
    cuda.compute.histogram_even(cp.asarray(samples), counts, 7, np.float32(0), np.float32(12), 10)
    assert (counts.get() == np.histogram(samples, 6, (0, 12))[0]).all()
    whole = np.random.randint(0, 100, 10000).astype(np.int32)
    cuda.compute.histogram_even(cp.asarray(whole), counts := cp.empty(10, np.int64), 11, np.int32(0), np.int32(100), 10000)
    assert (counts.get() == np.bincount(whole // 10, minlength=10)).all()
    sums = cp.empty(4, np.int64)
    cuda.compute.segmented_reduce(cp.asarray(whole), sums, cp.array([0, 3, 3, 500]), cp.array([3, 3, 500, 10000]), OpKind.PLUS, np.array([1]), 4)
    assert sums.tolist() == [1 + int(whole[a:b].sum()) for a, b in ((0, 3), (3, 3), (3, 500), (500, 10000))]


@case
def with_memory_of_ones_own():
    data, out, start = cp.arange(10), cp.empty(1, np.int64), np.array([0])
    reducer = cuda.compute.make_reduce_into(data, out, OpKind.PLUS, start)
    memory = cp.empty(reducer(None, data, out, OpKind.PLUS, 10, start), np.uint8)
    reducer(memory, data, out, OpKind.PLUS, 10, start)
    assert out[0] == 45
    reducer(memory, data, out, 5, start)  # as it was before operators were given twice
    assert out[0] == 10
    keys, sorted_keys = cp.array([3, 1, 2]), cp.empty(3, np.int64)
    sorter = cuda.compute.make_radix_sort(keys, sorted_keys, None, None, SortOrder.DESCENDING)
    sorter(cp.empty(sorter(None, keys, sorted_keys, None, None, 3), np.uint8), keys, sorted_keys, None, None, 3)
    assert sorted_keys.tolist() == [3, 2, 1]


@case
def older_names():
    import cuda.cccl.parallel.experimental as older
    import cuda.parallel.experimental as oldest
    assert older.reduce_into is cuda.compute.reduce_into and oldest.CountingIterator is CountingIterator


finish()
