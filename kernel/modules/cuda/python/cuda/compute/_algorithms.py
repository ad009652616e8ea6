"""Algorithms over sequences: each is one or a few kernels whose text is put together of what the sequences and operators write."""
import enum

import cupy
import numpy
from cuda.compute._iterators import _Array, sequence
from cuda.compute._operators import OpKind, operator
from cuda.compute._types import Text, initial

_BLOCK = 256
_compiled = {}  # text -> what it was compiled to
_BOOL, _INDEX = numpy.dtype(bool), numpy.dtype(numpy.int64)


class SortOrder(enum.IntEnum):
    """The order of radix_sort and segmented_sort."""

    ASCENDING, DESCENDING = 0, 1


class Determinism(enum.IntEnum):
    """How alike the results of two runs are: here always the same."""

    NOT_GUARANTEED, RUN_TO_RUN, GPU_TO_GPU = 0, 1, 2


def clear_all_caches():
    """Forget all that was compiled."""
    _compiled.clear()


def _run(text, body, blocks, count, extra=()):
    "Compile (once) and launch: `body` is the kernel's, which knows `n`."
    heads = ", ".join(text.heads + [head for head, _ in extra] + ["const long long n"])
    source = "#include <cupy/complex.cuh>\n%s\nextern \"C\" __global__ void run(%s) {\n%s\n}\n" % ("\n".join(text.parts), heads, body)
    device = cupy.cuda.runtime.getDevice()
    found = _compiled.get((source, device))
    if found is None:
        found = cupy._kernel_compile(source, (), ())
        if isinstance(found, tuple):
            from cupy._kernels import _raise
            _raise(*found, source)
        _compiled[source, device] = found
    failed = cupy._kernel_launch_sized(found, "run", (max(1, blocks),), (_BLOCK,), (*text.values, *[value for _, value in extra], numpy.int64(count)), None, 0)
    if isinstance(failed, tuple):
        from cupy._kernels import _raise
        _raise(*failed)
    if failed is not None:
        raise TypeError("cuda.compute: an argument of the kernel has no size")


def _each(text, statement, count):
    "A kernel that does a statement for each i."
    blocks = min(-(-count // _BLOCK), 65535)
    if count:
        _run(text, "for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x) { %s }" % statement,
             blocks, count)


def _room(kind, count):
    "Memory for elements of a type."
    return cupy.empty(count, kind)


# ---- transforms ----


def unary_transform(d_in, d_out, op, num_items, stream=None, **rest):
    """d_out[i] = op(d_in[i])."""
    text, source, target = Text(), sequence(d_in), sequence(d_out)
    read = source.read(text)
    kind, name = operator(text, op, [source.kind], target.kind if target.kind is not None and (target.kind.names or isinstance(op, OpKind)) else None)
    _each(text, target.write(text, kind)("i", "%s(%s)" % (name, read("i"))), int(num_items))


def binary_transform(d_in1, d_in2, d_out, op, num_items, stream=None, **rest):
    """d_out[i] = op(d_in1[i], d_in2[i])."""
    text, one, two, target = Text(), sequence(d_in1), sequence(d_in2), sequence(d_out)
    first, second = one.read(text), two.read(text)
    kind, name = operator(text, op, [one.kind, two.kind], target.kind if target.kind is not None and target.kind.names else None)
    _each(text, target.write(text, kind)("i", "%s(%s, %s)" % (name, first("i"), second("i"))), int(num_items))


# ---- reductions ----

_TREE = """
__shared__ __align__(16) char room[%(block)d * sizeof(%(type)s)];
%(type)s *part = (%(type)s *)room;
const long long first = (long long)blockIdx.x * blockDim.x + threadIdx.x;
const int active = n - (long long)blockIdx.x * blockDim.x < blockDim.x ? (int)(n - (long long)blockIdx.x * blockDim.x) : (int)blockDim.x;
if (first < n) {
    %(type)s sum = %(first)s;
    for (long long i = first + (long long)gridDim.x * blockDim.x; i < n; i += (long long)gridDim.x * blockDim.x) sum = %(op)s(sum, %(next)s);
    part[threadIdx.x] = sum;
}
for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    __syncthreads();
    if (threadIdx.x < half && threadIdx.x + half < active) part[threadIdx.x] = %(op)s(part[threadIdx.x], part[threadIdx.x + half]);
}
if (threadIdx.x == 0) { %(end)s }
"""


def reduce_into(d_in, d_out, op, num_items, h_init, stream=None, **rest):
    """d_out[0] = op(op(h_init, d_in[0]), d_in[1]) and so on, in any order."""
    source, target, count = sequence(d_in), sequence(d_out), int(num_items)
    kind, start = initial(h_init)
    while True:
        text = Text()
        read, (_, name) = source.read(text), operator(text, op, [kind, kind], kind)
        blocks = min(-(-count // (_BLOCK * 4)), 1024)
        fill = {"type": text.type(kind), "op": name, "block": _BLOCK, "first": text.converted(kind, source.kind, read("first")),
                "next": text.converted(kind, source.kind, read("i"))}
        if blocks <= 1:
            begin = text.parameter(text.type(kind), start)
            if count:
                _run(text, _TREE % dict(fill, end=target.write(text, kind)("0", "%s(%s, part[0])" % (name, begin))), 1, count)
            else:
                _run(text, "if (threadIdx.x == 0) { %s }" % target.write(text, kind)("0", begin), 1, 0)
            return
        parts = _Array(_room(kind, blocks))
        _run(text, _TREE % dict(fill, end=parts.write(text, kind)("blockIdx.x", "part[0]")), blocks, count)
        source, count = parts, blocks


def segmented_reduce(d_in, d_out, start_offsets_in, end_offsets_in, op, h_init, num_segments, stream=None, **rest):
    """A reduction of each segment: d_in[start_offsets_in[k]] to d_in[end_offsets_in[k] - 1] into d_out[k]."""
    source, target, starts, ends = (sequence(one) for one in (d_in, d_out, start_offsets_in, end_offsets_in))
    kind, start = initial(h_init)
    text = Text()
    read, (_, name) = source.read(text), operator(text, op, [kind, kind], kind)
    begin, end, first = starts.read(text), ends.read(text), text.parameter(text.type(kind), start)
    write = target.write(text, kind)
    body = """
__shared__ __align__(16) char room[%(block)d * sizeof(%(type)s)];
%(type)s *part = (%(type)s *)room;
for (long long segment = blockIdx.x; segment < n; segment += gridDim.x) {
    const long long begin = %(begin)s, end = %(end)s;
    const int active = end - begin < blockDim.x ? (int)(end - begin) : (int)blockDim.x;
    if ((int)threadIdx.x < active) {
        %(type)s sum = %(first)s;
        for (long long i = begin + threadIdx.x + blockDim.x; i < end; i += blockDim.x) sum = %(op)s(sum, %(next)s);
        part[threadIdx.x] = sum;
    }
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (threadIdx.x < half && (int)threadIdx.x + half < active) part[threadIdx.x] = %(op)s(part[threadIdx.x], part[threadIdx.x + half]);
    }
    if (threadIdx.x == 0) { if (active > 0) { %(some)s } else { %(none)s } }
    __syncthreads();
}""" % {"block": _BLOCK, "type": text.type(kind), "begin": begin("segment"), "end": end("segment"), "op": name,
        "first": text.converted(kind, source.kind, read("(begin + threadIdx.x)")), "next": text.converted(kind, source.kind, read("i")),
        "some": write("segment", "%s(%s, part[0])" % (name, first)), "none": write("segment", first)}
    if num_segments:
        _run(text, body, min(int(num_segments), 65535), int(num_segments))


# ---- scans ----

_EACH = 8  # elements of a thread

_PARTS = """
__shared__ __align__(16) char room[%(block)d * sizeof(%(type)s)];
%(type)s *last = (%(type)s *)room;
const long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * %(each)d;
const int count = first >= n ? 0 : n - first < %(each)d ? (int)(n - first) : %(each)d;
%(type)s own[%(each)d];
for (int k = 0; k < count; k++) {
    const long long i = first + k;
    if (k) own[k] = %(op)s(own[k - 1], %(read)s);
    else own[k] = %(read)s;
}
const long long rest = (n - (long long)blockIdx.x * blockDim.x * %(each)d + %(each)d - 1) / %(each)d;
const int active = rest < blockDim.x ? (int)rest : (int)blockDim.x;
if (count) last[threadIdx.x] = own[count - 1];
for (int distance = 1; distance < active; distance <<= 1) {
    __syncthreads();
    %(type)s found;
    const bool takes = threadIdx.x >= distance && threadIdx.x < active;
    if (takes) found = %(op)s(last[threadIdx.x - distance], last[threadIdx.x]);
    __syncthreads();
    if (takes) last[threadIdx.x] = found;
}
__syncthreads();
for (int k = 0; k < count; k++) {
    if (threadIdx.x) %(work)s[first + k] = %(op)s(last[threadIdx.x - 1], own[k]);
    else %(work)s[first + k] = own[k];
}
if (threadIdx.x == 0) %(totals)s[blockIdx.x] = last[active - 1];
"""


def _scanned(source, op, kind, count):
    "Memory of the running results."
    text, blocks = Text(), -(-count // (_BLOCK * _EACH))
    read, (_, name) = source.read(text), operator(text, op, [kind, kind], kind)
    work, totals = _room(kind, count), _room(kind, blocks)
    of = "%s *" % text.type(kind)
    body = _PARTS % {"block": _BLOCK, "type": text.type(kind), "each": _EACH, "op": name, "read": text.converted(kind, source.kind, read("i")),
                     "work": text.parameter(of, work), "totals": text.parameter(of, totals)}
    _run(text, body, blocks, count)
    if blocks > 1:
        before = _scanned(_Array(totals), op, kind, blocks)
        text = Text()
        _, name = operator(text, op, [kind, kind], kind)
        place, lift = text.parameter("%s *" % text.type(kind), work), text.parameter("const %s *" % text.type(kind), before)
        _each(text, "if (i >= %d) %s[i] = %s(%s[i / %d - 1], %s[i]);" % (_BLOCK * _EACH, place, name, lift, _BLOCK * _EACH, place), count)
    return work


def _scan(d_in, d_out, op, init_value, num_items, is_exclusive):
    source, target, count = sequence(d_in), sequence(d_out), int(num_items)
    if init_value is None:
        kind, start = target.kind if target.kind is not None else source.kind, None
    elif isinstance(init_value, cupy.ndarray):
        kind, start = initial(init_value.reshape(-1)[:1].get())
    else:
        kind, start = initial(init_value)
    if not count:
        return
    work = _scanned(source, op, kind, count)
    text = Text()
    place, (_, name) = text.parameter("const %s *" % text.type(kind), work), operator(text, op, [kind, kind], kind)
    write = target.write(text, kind)
    if start is None:
        _each(text, write("i", "%s[i]" % place), count)
        return
    first = text.parameter(text.type(kind), start)
    if is_exclusive:
        _each(text, "if (i) { %s } else { %s }" % (write("i", "%s(%s, %s[i - 1])" % (name, first, place)), write("i", first)), count)
    else:
        _each(text, write("i", "%s(%s, %s[i])" % (name, first, place)), count)


def inclusive_scan(d_in, d_out, op, init_value, num_items, stream=None, **rest):
    """d_out[i] is what reduce_into gives of d_in[0] to d_in[i]; without init_value (None) it begins with d_in[0]."""
    _scan(d_in, d_out, op, init_value, num_items, False)


def exclusive_scan(d_in, d_out, op, init_value, num_items, stream=None, **rest):
    """d_out[i] is what reduce_into gives of d_in[0] to d_in[i - 1]; d_out[0] is init_value."""
    if init_value is None:
        raise ValueError("exclusive_scan requires an initial value")
    _scan(d_in, d_out, op, init_value, num_items, True)


# ---- sorts ----


class DoubleBuffer:
    """Two arrays, of which one is current: a sort goes from one into the other and makes that the current one."""

    def __init__(self, d_current, d_alternate):
        self.d_buffers, self.selector = [d_current, d_alternate], 0

    def current(self):
        "The one with the elements."
        return self.d_buffers[self.selector]

    def alternate(self):
        "The other one."
        return self.d_buffers[1 - self.selector]


def _both(value, target):
    "(where the elements are, where they go) of an argument that may be a DoubleBuffer."
    return (value.current(), value.alternate()) if isinstance(value, DoubleBuffer) else (value, target)


def _flip(*buffers):
    for buffer in buffers:
        if isinstance(buffer, DoubleBuffer):
            buffer.selector = 1 - buffer.selector


def _ordered(keys, order, begin_bit=None, end_bit=None):
    "The stable order of an array's elements."
    if begin_bit is not None or end_bit is not None:
        bits = 8 * keys.itemsize
        begin, end = begin_bit or 0, bits if end_bit is None else end_bit
        if begin or end < bits:
            word = numpy.dtype("u%d" % keys.itemsize)
            raw, top = keys.view(word), word.type(1 << bits - 1)
            if keys.dtype.kind == "i":
                raw = raw ^ top
            elif keys.dtype.kind == "f":
                raw = cupy.where(raw & top, ~raw, raw | top)
            keys = (raw >> word.type(begin)) & word.type((1 << end - begin) - 1)
    if order == SortOrder.DESCENDING:
        return (len(keys) - 1 - cupy.argsort(keys[::-1], kind="stable"))[::-1]
    return cupy.argsort(keys, kind="stable")


def _moved(source, places, target, count):
    "Elements in another order, by way of memory of their own."
    if source is None or target is None:
        return
    source, target = sequence(source), sequence(target)
    held, text = _Array(_room(source.kind, count)), Text()
    read, place = source.read(text), text.parameter("const long long *", places)
    _each(text, held.write(text, source.kind)("i", read("%s[i]" % place)), count)
    text = Text()
    read = held.read(text)
    _each(text, target.write(text, source.kind)("i", read("i")), count)


def _filled(source, count):
    "A sequence of numbers as an array."
    source = sequence(source)
    if isinstance(source, _Array):
        return source.array.reshape(-1)[:count]
    held, text = _Array(_room(source.kind, count)), Text()
    read = source.read(text)
    _each(text, held.write(text, source.kind)("i", read("i")), count)
    return held.array


def radix_sort(d_in_keys, d_out_keys, d_in_values, d_out_values, order, num_items, begin_bit=None, end_bit=None, stream=None, **rest):
    """Sort numbers, and values with them: equal keys stay as they were."""
    count = int(num_items)
    keys, key_target = _both(d_in_keys, d_out_keys)
    values, value_target = _both(d_in_values, d_out_values)
    places = _ordered(_filled(keys, count), order, begin_bit, end_bit).astype(numpy.int64)
    _moved(values, places, value_target, count)
    _moved(keys, places, key_target, count)
    _flip(d_in_keys, d_in_values)


def segmented_sort(d_in_keys, d_out_keys, d_in_values, d_out_values, num_items, num_segments, start_offsets_in, end_offsets_in, order, stream=None, **rest):
    """Sort each segment for itself."""
    count, segments = int(num_items), int(num_segments)
    keys, key_target = _both(d_in_keys, d_out_keys)
    values, value_target = _both(d_in_values, d_out_values)
    flat = _filled(keys, count)
    starts, ends = (_filled(one, segments).get() for one in (start_offsets_in, end_offsets_in))
    places = cupy.arange(count, dtype=numpy.int64)
    for start, end in zip(starts.tolist(), ends.tolist()):
        if end - start > 1:
            places[start:end] = _ordered(flat[start:end], order).astype(numpy.int64) + start
    _moved(values, places, value_target, count)
    _moved(keys, places, key_target, count)
    _flip(d_in_keys, d_in_values)


_MERGE = """
const long long start = i / (2 * width) * (2 * width), middle = start + width < n ? start + width : n, end = middle + width < n ? middle + width : n;
const bool is_left = i < middle;
const %(type)s mine = %(mine)s;
long long low = is_left ? middle : start, high = is_left ? end : middle;
while (low < high) {
    const long long between = low + (high - low) / 2;
    const %(type)s other = %(other)s;
    if (is_left ? (bool)%(op)s(other, mine) : !(bool)%(op)s(mine, other)) low = between + 1;
    else high = between;
}
%(to)s[is_left ? i + low - middle : i - middle + low] = %(from)s[i];
"""


def merge_sort(d_in_keys, d_in_values, d_out_keys, d_out_values, op, num_items, stream=None, **rest):
    """Sort keys of any type by an operator that says which of two comes first, and values with them: equal keys stay as they were."""
    keys, count = sequence(d_in_keys), int(num_items)
    if isinstance(op, OpKind) and op in (OpKind.LESS, OpKind.GREATER) and keys.kind.names is None and keys.kind.kind != "c":
        places = _ordered(_filled(keys, count), SortOrder.ASCENDING if op is OpKind.LESS else SortOrder.DESCENDING).astype(numpy.int64)
    else:
        places, width = cupy.arange(count, dtype=numpy.int64), 1
        while width < count:
            text, target = Text(), cupy.empty(count, numpy.int64)
            read, (_, name) = keys.read(text), operator(text, op, [keys.kind, keys.kind], _BOOL)
            of, to = text.parameter("const long long *", places), text.parameter("long long *", target)
            size = text.parameter("long long", numpy.int64(width))
            _each(text, "const long long width = %s; " % size + _MERGE % {
                "type": text.type(keys.kind), "mine": read("%s[i]" % of), "other": read("%s[between]" % of), "op": name, "to": to, "from": of}, count)
            places, width = target, 2 * width
    _moved(d_in_values, places, d_out_values, count)
    _moved(d_in_keys, places, d_out_keys, count)


# ---- what is kept ----


def _marked(count, source, condition):
    "For each element 1 where a condition holds: condition(text, read) is the expression."
    marks, text = cupy.empty(count, numpy.int64), Text()
    read = source.read(text)
    expression = condition(text, read)
    _each(text, "%s[i] = %s;" % (text.parameter("long long *", marks), expression), count)
    return marks


def _scattered(source, target, marks, count):
    "The marked elements, one behind the other; how many there are."
    if not count:
        return 0
    before = cupy.cumsum(marks)
    if target is not None and source is not None:
        source, target, text = sequence(source), sequence(target), Text()
        read, mark = source.read(text), text.parameter("const long long *", marks)
        place = text.parameter("const long long *", before)
        _each(text, "if (%s[i]) { %s }" % (mark, target.write(text, source.kind)("(%s[i] - 1)" % place, read("i"))), count)
    return before[-1]


def unique_by_key(d_in_keys, d_in_items, d_out_keys, d_out_items, d_out_num_selected, op, num_items, stream=None, **rest):
    """The first of each run of equal keys, and the item with it."""
    keys, count = sequence(d_in_keys), int(num_items)

    def condition(text, read):
        _, name = operator(text, op, [keys.kind, keys.kind], _BOOL)
        return "i == 0 || !(bool)%s(%s, %s)" % (name, read("(i - 1)"), read("i"))

    marks = _marked(count, keys, condition)
    kept = _scattered(d_in_items, d_out_items, marks, count)
    _scattered(d_in_keys, d_out_keys, marks, count)
    _array_of(d_out_num_selected)[...] = kept


def _array_of(value):
    return sequence(value).array


def select(d_in, d_out, d_num_selected_out, cond, num_items, stream=None, **rest):
    """The elements for which a condition holds."""
    source, count = sequence(d_in), int(num_items)
    marks = _marked(count, source, lambda text, read: "(bool)%s(%s)" % (operator(text, cond, [source.kind], _BOOL)[1], read("i")))
    _array_of(d_num_selected_out).reshape(-1)[:1] = _scattered(d_in, d_out, marks, count)


def three_way_partition(d_in, d_first_part_out, d_second_part_out, d_unselected_out, d_num_selected_out, select_first_part_op, select_second_part_op,
                        num_items, stream=None, **rest):
    """The elements for which one condition holds, those for which another one does, and the rest."""
    source, count = sequence(d_in), int(num_items)

    def kept(op):
        return _marked(count, source, lambda text, read: "(bool)%s(%s)" % (operator(text, op, [source.kind], _BOOL)[1], read("i")))

    first = kept(select_first_part_op)
    second = kept(select_second_part_op) * (1 - first)
    numbers = _array_of(d_num_selected_out).reshape(-1)
    numbers[:1] = _scattered(d_in, d_first_part_out, first, count)
    numbers[1:2] = _scattered(d_in, d_second_part_out, second, count)
    _scattered(d_in, d_unselected_out, 1 - first - second, count)


def histogram_even(d_samples, d_histogram, num_output_levels, lower_level, upper_level, num_samples, stream=None, **rest):
    """How many samples fall into each of num_output_levels - 1 parts of equal width from lower_level to upper_level."""
    levels = int(numpy.asarray(num_output_levels).reshape(-1)[0])
    source, target, count = sequence(d_samples), _array_of(d_histogram), int(num_samples)
    lower, upper = (numpy.asarray(one).reshape(-1)[0] for one in (lower_level, upper_level))
    target[...] = 0
    text, kind = Text(), source.kind
    read = source.read(text)
    if kind.kind == "f":
        part = "(long long)((s - %s) * ((%s)%d / (%s - %s)))"
    else:
        part = "(long long)((s - (long long)%s) * %d / ((long long)%s - (long long)%s))"
    low, high = (text.parameter(text.type(kind), kind.type(one)) for one in (lower, upper))
    where = part % (low, text.type(kind), levels - 1, high, low) if kind.kind == "f" else part % (low, levels - 1, high, low)
    word = {4: "int", 8: "unsigned long long"}.get(target.itemsize)
    if word is None or target.dtype.kind not in "iu":
        raise TypeError("histogram_even: the histogram's elements are ints of 32 or 64 bits")
    counts = text.parameter(word + " *", target)
    _each(text, "const %s s = %s; if (s >= %s && s < %s) { long long at = %s; if (at > %d) at = %d; atomicAdd(&%s[at], (%s)1); }"
          % (text.type(kind), read("i"), low, high, where, levels - 2, levels - 2, counts, word), count)


# ---- the same in two steps ----


class _Algorithm:
    """An algorithm that is called with memory of its own: with None it tells how much it wants."""

    def __init__(self, run, order):
        self._run, self._order = run, order

    def __call__(self, temp_storage, *arguments, **named):
        if temp_storage is None:
            return 1
        names = self._order
        if len(arguments) < len([name for name in names if name not in named]) and "op" in names and not any(
                isinstance(one, OpKind) or callable(one) for one in arguments) and "op" not in named:
            names = [name for name in names if name != "op"]  # it was told when the algorithm was made
        given = dict(zip(names, arguments), **named)
        given.pop("stream", None)
        self._run(given)


def _maker(function, made, called, keeps=()):
    "make_*: what it is given, and what the algorithm is called with."
    def make(*arguments, **named):
        known = dict(zip(made, arguments), **named)

        def run(given):
            whole = {name: known[name] for name in known if name in keeps or name == "op"}
            whole.update(given)
            function(**whole)

        return _Algorithm(run, called)

    make.__name__ = "make_" + function.__name__
    make.__doc__ = "%s() with memory of the caller's: what this returns is called with None first, which tells how much." % function.__name__
    return make


make_reduce_into = _maker(reduce_into, ["d_in", "d_out", "op", "h_init"], ["d_in", "d_out", "op", "num_items", "h_init"])
make_inclusive_scan = _maker(inclusive_scan, ["d_in", "d_out", "op", "init_value"], ["d_in", "d_out", "op", "num_items", "init_value"])
make_exclusive_scan = _maker(exclusive_scan, ["d_in", "d_out", "op", "init_value"], ["d_in", "d_out", "op", "num_items", "init_value"])
make_unary_transform = _maker(unary_transform, ["d_in", "d_out", "op"], ["d_in", "d_out", "op", "num_items"])
make_binary_transform = _maker(binary_transform, ["d_in1", "d_in2", "d_out", "op"], ["d_in1", "d_in2", "d_out", "op", "num_items"])
make_radix_sort = _maker(radix_sort, ["d_in_keys", "d_out_keys", "d_in_values", "d_out_values", "order"],
                         ["d_in_keys", "d_out_keys", "d_in_values", "d_out_values", "num_items", "begin_bit", "end_bit"], ("order",))
make_merge_sort = _maker(merge_sort, ["d_in_keys", "d_in_values", "d_out_keys", "d_out_values", "op"],
                         ["d_in_keys", "d_in_values", "d_out_keys", "d_out_values", "op", "num_items"])
make_segmented_sort = _maker(segmented_sort, ["d_in_keys", "d_out_keys", "d_in_values", "d_out_values", "start_offsets_in", "end_offsets_in", "order"],
                             ["d_in_keys", "d_out_keys", "d_in_values", "d_out_values", "num_items", "num_segments", "start_offsets_in",
                              "end_offsets_in"], ("order",))
make_unique_by_key = _maker(unique_by_key, ["d_in_keys", "d_in_items", "d_out_keys", "d_out_items", "d_out_num_selected", "op"],
                            ["d_in_keys", "d_in_items", "d_out_keys", "d_out_items", "d_out_num_selected", "op", "num_items"])
make_segmented_reduce = _maker(segmented_reduce, ["d_in", "d_out", "start_offsets_in", "end_offsets_in", "op", "h_init"],
                               ["d_in", "d_out", "op", "num_segments", "start_offsets_in", "end_offsets_in", "h_init"])
make_select = _maker(select, ["d_in", "d_out", "d_num_selected_out", "cond"], ["d_in", "d_out", "d_num_selected_out", "cond", "num_items"])
make_three_way_partition = _maker(
    three_way_partition, ["d_in", "d_first_part_out", "d_second_part_out", "d_unselected_out", "d_num_selected_out", "select_first_part_op",
                          "select_second_part_op"],
    ["d_in", "d_first_part_out", "d_second_part_out", "d_unselected_out", "d_num_selected_out", "select_first_part_op", "select_second_part_op",
     "num_items"])
make_histogram_even = _maker(histogram_even, ["d_samples", "d_histogram", "num_output_levels", "lower_level", "upper_level", "num_samples"],
                             ["d_samples", "d_histogram", "num_output_levels", "lower_level", "upper_level", "num_samples"])
