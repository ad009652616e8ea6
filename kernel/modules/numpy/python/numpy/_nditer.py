"""numpy.nditer and nested_iters: several arrays walked through together.

nditer_setup.py understands the arguments, walk.c makes the steps; here are the iterator's members and its buffers. With buffers, the walk
goes over one filling at a time and _refill carries it on."""

import operator
import warnings

import numpy as np
from numpy import _nditer_setup as setup

__all__ = ['nditer', 'nested_iters']

_PAST = 'Iterator is past the end'
_INVALID = 'Iterator is invalid'


def _blocks(shape, start, count):
    """The boxes of which `count` elements from `start` on, in C order, consist: (slices, number of elements)."""
    if not shape:
        yield (), 1
        return
    row = 1
    for extent in shape[1:]:
        row *= extent
    first, inside = divmod(start, row)
    if inside:
        some = min(count, row - inside)
        for box, number in _blocks(shape[1:], inside, some):
            yield (slice(first, first + 1),) + box, number
        first, count = first + 1, count - some
    whole, rest = divmod(count, row)
    if whole:
        yield (slice(first, first + whole),) + (slice(None),) * (len(shape) - 1), whole * row
    if rest:
        for box, number in _blocks(shape[1:], 0, rest):
            yield (slice(first + whole, first + whole + 1),) + box, number


def _only_reading(name, documentation):
    def get(self):
        return getattr(self, '_get_' + name)()

    def refuse(self, *value):
        raise AttributeError(f"attribute '{name}' of 'numpy.nditer' objects is not writable")
    return property(get, refuse, refuse, documentation)


class nditer(np._StridedWalk):
    """nditer(op, flags=None, op_flags=None, op_dtypes=None, order='K', casting='safe', op_axes=None, itershape=None, buffersize=0)

    Walk through one or several arrays, broadcast against each other, in the order in which they lie in memory or in a given one.

    op: an array or a sequence of arrays; None for an output that is allocated. flags: buffered, c_index, common_dtype, copy_if_overlap,
    delay_bufalloc, external_loop, f_index, grow_inner, multi_index, ranged, refs_ok, reduce_ok, zerosize_ok. op_flags: for each operand
    readonly, readwrite or writeonly, and aligned, allocate, arraymask, contig, copy, nbo, no_broadcast, no_subtype,
    overlap_assume_elementwise, updateifcopy, virtual, writemasked. The elements come as arrays of no dimensions (with external_loop of
    one) that share the operands' memory, or that of buffers. ValueError where flags or shapes do not go together, TypeError where types
    do not.

    >>> for x, y in nditer([arange(2), [[10], [20]]]): print(x, y)
    0 10
    1 10
    0 20
    1 20
    """

    __module__ = 'numpy'
    __slots__ = ('_operands', '_flags', '_shape', '_axes', '_flipped', '_full', '_index', '_first_index', '_size', '_from', '_to',
                 '_base', '_buffers', '_plan', '_buffer_size', '_views', '_mask', '_child', '_firsts', '_unreset', '__weakref__')

    def __init__(self, op, flags=None, op_flags=None, op_dtypes=None, order='K', casting='safe', op_axes=None, itershape=None, buffersize=0):
        flags = setup.read_flags(flags)
        order, casting = setup.read_order(order), setup.read_casting(casting)
        operands = setup.read_operands(op, op_flags)
        setup.read_dtypes(operands, op_dtypes)
        count = setup.read_axes(operands, op_axes)
        if itershape is not None:
            try:
                itershape = [operator.index(extent) for extent in itershape]
            except TypeError:
                itershape = [operator.index(itershape)]
        self._begin(operands, flags, order, casting, count, itershape, operator.index(buffersize))

    def _begin(self, operands, flags, order, casting, count, itershape, buffer_size):
        """What nested_iters shares with the constructor: all arguments are read already."""
        self._unreset = False
        self._child = self._plan = self._buffers = self._operands = self._views = None
        if itershape is not None:
            if count is None:
                count = len(itershape)
            elif count != len(itershape):
                raise ValueError("'op_axes' and 'itershape' must have the same number of entries equal to the iterator ndim")
        setup._check_axes(operands)
        setup.check_flags(flags)
        if count is None:
            count = max((operand.array.ndim for operand in operands if operand.array is not None), default=0)
        self._mask = setup.check_operands(operands, flags)
        shape = setup.broadcast(operands, count, itershape)
        setup.lay_out(operands, shape, flags)
        setup.check_masked_reductions(operands, self._mask)
        size = 1
        for extent in shape:
            size *= extent
        if size > setup.LARGEST:
            raise ValueError('iterator is too large')
        if size == 0 and 'zerosize_ok' not in flags:
            raise ValueError('Iteration of zero-sized operands is not enabled')
        index = setup.index_strides(shape, flags)
        axes, forced = setup.order_axes(operands, count, order)
        for operand in operands:
            operand.strides = [operand.strides[axis] for axis in axes]
        index = None if index is None else [index[axis] for axis in axes]
        self._full, shape = shape, [shape[axis] for axis in axes]
        flipped, first = [False] * count, 0
        if not forced and not any(operand.array is None for operand in operands):
            flipped, first = setup.flip_axes(operands, shape, index)
        setup.settle_dtypes(operands, flags)
        setup.check_references(operands, flags)
        setup.check_casting(operands, casting)
        setup.provide_arrays(operands, shape, axes, flipped, flags)
        if 'multi_index' not in flags:
            setup.join_axes(operands, shape, index)
        self._operands, self._flags, self._buffer_size = operands, flags, buffer_size
        self._shape, self._axes, self._flipped, self._index, self._first_index = shape, axes, flipped, index, first
        self._size, self._from, self._to = size, 0, size
        self._start()

    def _start(self):
        """Walk from the beginning of the range, after whatever changed the axes."""
        self._plan = None
        if 'buffered' in self._flags:
            self._plan = setup.BufferPlan(self._operands, self._shape, self._buffer_size, 'grow_inner' in self._flags)
            if 'delay_bufalloc' in self._flags and self._buffers is None:
                self._unreset, self._base = True, 0
                self._set_state(False, self._size == 0)
                return
        self._goto(self._from)
        self._set_state(False, self._from >= self._to)

    iternext = np._StridedWalk.iternext

    # ---- Places ----

    def _goto(self, place):
        if self._plan is not None:
            self._fill(place)
            return
        self._base = 0
        operands = self._operands
        shape, strides = tuple(self._shape), tuple(tuple(operand.strides) for operand in operands)
        has_inner = 'external_loop' in self._flags
        if has_inner and not shape:
            shape, strides = (1,), ((0,),) * len(operands)
        self._walk(tuple(operand.array for operand in operands), shape, strides, tuple(operand.offset for operand in operands),
                   tuple(operand.writes for operand in operands), tuple(operand.own for operand in operands), has_inner,
                   place, self._to)

    def _refill(self):
        """Called at the end of a walk: whether there is more."""
        if self._plan is None or self._operands is None or self._unreset:
            return False
        self._flush()
        place = self._base + self._length()
        if place >= self._to:
            return False
        self._fill(place)
        return True

    def _length(self):
        times, count = self._buffers[0]
        return times * count

    def _view_of(self, place):
        """The whole operand along the axes of iteration."""
        if self._views[place] is None:
            operand = self._operands[place]
            array, own = operand.array, operand.own
            tail = array.shape[array.ndim - own:], array.strides[array.ndim - own:]
            flat = np.ndarray.view(array, np.ndarray) if type(array) is not np.ndarray else array
            self._views[place] = np._strided_at(flat, operand.offset, tuple(self._shape or (1,)) + tail[0],
                                                tuple(operand.strides or (0,)) + tail[1])
        return self._views[place]

    def _parts(self, place, start, times, count):
        """Pairs of a box of the operand and the part of the buffer for it, between which elements are copied."""
        operand, plan, buffer = self._operands[place], self._plan, self._buffers[1][place]
        view, own = self._view_of(place), self._operands[place].own
        outer, inner = plan.strides[place]
        shape = tuple(self._shape or (1,))
        if outer == 0 and inner == 0 and not plan.repeats[place]:
            count, times = 1, 1
        elif plan.repeats[place]:
            if outer == 0:
                times = 1
            else:
                step = plan.core
                for at in range(times):
                    box = next(_blocks(shape, start + at * step, 1))[0]
                    yield view[box], buffer[at:at + 1].reshape(view[box].shape)
                return
        done = 0
        for box, number in _blocks(shape, start, times * count):
            part = view[box]
            yield part, buffer[done:done + number].reshape(part.shape)
            done += number

    def _fill(self, place):
        plan, operands = self._plan, self._operands
        if self._views is None:
            self._views = [None] * len(operands)
        times, count = plan.piece(place, self._to) if place < self._to else (1, 0)
        total = times * count
        if self._buffers is None:
            self._buffers = [None, [None] * len(operands)]
        self._buffers[0] = times, count
        arrays, strides, offsets = [], [], []
        coordinates, rest = [], place
        for extent in reversed(self._shape):
            coordinates.append(rest % extent if extent else 0)
            rest //= extent or 1
        coordinates.reverse()
        for number, operand in enumerate(operands):
            if not plan.buffered[number]:
                arrays.append(operand.array)
                offsets.append(operand.offset + sum(a * b for a, b in zip(coordinates, operand.strides)) if total else operand.offset)
                strides.append(plan.strides[number])
                continue
            buffers = self._buffers[1]
            if buffers[number] is None or len(buffers[number]) < total:
                size = max(min(plan.size, self._size), total)
                buffers[number] = (np.zeros if operand.dtype.hasobject else np.empty)(size, operand.dtype)
            if operand.reads and total:
                for part, buffer in self._parts(number, place, times, count):
                    buffer[...] = part
            arrays.append(buffers[number])
            offsets.append(0)
            strides.append(plan.strides[number])
        has_inner = 'external_loop' in self._flags
        shape = (times, count) if plan.reduces else (count,)
        if not plan.reduces:
            strides = [(inner,) for outer, inner in strides]
        self._base = place
        own = [array.ndim - 1 if buffered else operand.own for array, operand, buffered in zip(arrays, operands, plan.buffered)]
        self._walk(tuple(arrays), shape, tuple(strides), tuple(offsets), tuple(operand.writes for operand in operands), tuple(own), has_inner,
                   0, total)

    def _flush(self):
        """Write back what the buffers hold."""
        if self._buffers is None or self._buffers[0] is None or not self._length():
            return
        times, count = self._buffers[0]
        for number, operand in enumerate(self._operands):
            if not operand.writes or not self._plan.buffered[number]:
                continue
            mask = self._mask_of(number, times, count) if 'writemasked' in operand.flags else None
            done = 0
            for part, buffer in self._parts(number, self._base, times, count):
                if mask is None:
                    part[...] = buffer
                else:
                    chosen = mask[done:done + buffer.size].reshape(buffer.shape)
                    part[chosen] = buffer[chosen]
                    done += buffer.size
            if operand.dtype.hasobject:
                self._buffers[1][number][...] = None

    def _mask_of(self, number, times, count):
        place = next(at for at, operand in enumerate(self._operands) if operand is self._mask)
        if self._plan.buffered[place]:
            kept = self._buffers[1][place]
            return np.asarray(kept[:times * count], bool) if self._plan.strides[place][1] else np.repeat(kept[:1].astype(bool), times * count)
        view = self._view_of(place)
        return np.concatenate([view[box].reshape(-1) for box, some in _blocks(tuple(self._shape or (1,)), self._base, times * count)]).astype(bool)

    # ---- Going ----

    def reset(self, /):
        """Begin again; buffers that were put off are filled now."""
        self._check()
        if not self._unreset:
            self._flush()
        self._unreset = False
        self._goto(self._from)
        self._set_state(False, self._from >= self._to)
        self._moved()

    def copy(self, /):
        """Another iterator over the same operands, at the same place."""
        self._check()
        other = nditer.__new__(nditer)
        for name in ('_flags', '_shape', '_axes', '_flipped', '_full', '_index', '_first_index', '_size', '_from', '_to', '_plan',
                     '_buffer_size', '_unreset'):
            setattr(other, name, getattr(self, name))
        other._shape = list(self._shape)
        other._operands = [operand.copied() for operand in self._operands]
        other._buffers = other._views = other._child = None
        other._mask = next((copied for copied, operand in zip(other._operands, self._operands) if operand is self._mask), None)
        other._base = 0
        if not self._unreset:
            self._flush_copy(other)
        other._set_state(self._started, self.finished)
        return other

    def _flush_copy(self, other):
        place = self._base + self._position
        if self._plan is None:
            other._goto(place)
        else:
            other._fill(self._base)
            for mine, its in zip(self._buffers[1], other._buffers[1]):
                if mine is not None:
                    its[:min(len(mine), len(its))] = mine[:min(len(mine), len(its))]
            other._seek(self._position)

    def close(self, /):
        """Write back what lies in buffers and copies; the iterator cannot be used any more."""
        if self._operands is None:
            return
        operands, self._child = self._operands, None
        try:
            if not self._unreset:
                self._flush()
        finally:
            self._operands = None
            self._end()
            for operand in operands:
                if operand.original is not None:
                    original, operand.original = operand.original, None
                    original.flags.writeable = operand.was_writeable
                    original[...] = operand.array
            self._views = self._buffers = None

    def __enter__(self):
        if self._operands is None:
            raise RuntimeError('operation on non-initialized iterator')
        return self

    def __exit__(self, kind, error, place, /):
        self.close()

    def __del__(self):
        if getattr(self, '_operands', None) is None:
            return
        if any(operand.original is not None for operand in self._operands):
            warnings.warn('Temporary data has not been written back to one of the operands. Typically nditer is used as a context manager '
                          "otherwise 'close' must be called before reading iteration results.", RuntimeWarning, stacklevel=2)
        self.close()

    def _check(self):
        if self._operands is None:
            raise ValueError(_INVALID)

    def _check_place(self):
        if self._operands is None or self.finished:
            raise ValueError(_PAST)

    # ---- Axes ----

    def remove_axis(self, i, /):
        """Keep the walk at the beginning of an axis."""
        self._check()
        if 'multi_index' not in self._flags:
            raise RuntimeError('Iterator RemoveAxis may only be called if a multi-index is being tracked')
        if self._flags & {'c_index', 'f_index'}:
            raise RuntimeError('Iterator RemoveAxis may not be called on an index is being tracked')
        if 'buffered' in self._flags:
            raise RuntimeError('Iterator RemoveAxis may not be called on a buffered iterator')
        if i < 0 or i >= len(self._shape):
            raise ValueError('axis out of bounds in iterator RemoveAxis')
        at = self._axes.index(i)
        for operand in self._operands:
            stride = operand.strides.pop(at)
            if self._flipped[at]:
                operand.offset += stride * (self._shape[at] - 1)
        del self._flipped[at]
        extent = self._shape.pop(at)
        del self._full[i]
        self._axes = [axis - (axis > i) for axis in self._axes if axis != i]
        self._size = 1
        for extent in self._shape:
            self._size *= extent
        self._from, self._to = 0, self._size
        self._views = None
        self._start()

    def remove_multi_index(self, /):
        """Give the multi-index up, so that axes can be joined."""
        self._check()
        if 'multi_index' in self._flags:
            self._flags = self._flags - {'multi_index'}
            setup.join_axes(self._operands, self._shape, self._index)
            self._views = None
            self._start()

    def enable_external_loop(self, /):
        """Hand out the innermost axis whole."""
        self._check()
        if self._flags & {'multi_index', 'c_index', 'f_index'}:
            raise ValueError('Iterator flag EXTERNAL_LOOP cannot be used if an index or multi-index is being tracked')
        if 'ranged' in self._flags and 'buffered' not in self._flags:
            raise ValueError('Iterator flag EXTERNAL_LOOP cannot be used with ranged iteration unless buffering is also enabled')
        if 'external_loop' not in self._flags:
            self._flags = self._flags | {'external_loop'}
            self._start()

    def debug_print(self, /):
        """Print what the iterator goes by."""
        self._check()
        print('------ BEGIN ITERATOR DUMP ------')
        print('| ItFlags:', *sorted(flag.upper() for flag in self._flags))
        print('| NDim:', len(self._shape))
        print('| NOp:', len(self._operands))
        print('| IterSize:', self._size)
        print('| IterStart:', self._from)
        print('| IterEnd:', self._to)
        print('| IterIndex:', 'past the end' if self.finished else self.iterindex)
        print('| DTypes:', *self.dtypes)
        for number, operand in enumerate(self._operands):
            print(f'| Operand[{number}]:', *sorted(flag.upper() for flag in operand.flags))
            print('|   Shape:', operand.array.shape, 'dtype:', operand.array.dtype, 'strides along the axes:', tuple(operand.strides))
        if self._plan is not None:
            print('| Buffers:', self._plan.size, 'elements, core of', self._plan.core)
        for at, extent in enumerate(reversed(self._shape)):
            print(f'| AxisData[{at}]: Shape: {extent}')
        print('------- END ITERATOR DUMP -------')

    # ---- Where it is ----

    def _get_iterindex(self):
        self._check_place()
        return self._base + (0 if self._unreset else self._position)

    def _set_iterindex(self, value):
        self._check()
        value = operator.index(value)
        if 'external_loop' in self._flags:
            raise ValueError('Cannot call GotoIterIndex on an iterator which has the flag EXTERNAL_LOOP')
        if value < self._from or value >= self._to:
            raise IndexError('Iterator GotoIterIndex called with an iterindex outside the iteration range.')
        self._move(value)

    def _move(self, place):
        if self._plan is not None and not self._unreset:
            if self._base <= place < self._base + self._length():
                self._seek(place - self._base)
            else:
                self._flush()
                self._fill(place)
        else:
            self._goto(place)
            self._unreset = False
        self._set_state(False, False)
        self._moved()

    def _no_iterindex(self):
        raise AttributeError('Cannot delete nditer iterindex')

    iterindex = property(_get_iterindex, _set_iterindex, _no_iterindex, 'How many elements have been passed.')

    def _coordinates(self):
        rest, found = self.iterindex, []
        for extent in reversed(self._shape):
            rest, at = divmod(rest, extent)
            found.append(at)
        return found[::-1]

    def _get_multi_index(self):
        self._check_place()
        if 'multi_index' not in self._flags:
            raise ValueError('Iterator is not tracking a multi-index')
        if self._unreset:
            raise ValueError('Iterator construction used delayed buffer allocation, and no reset has been done yet')
        found = [0] * len(self._axes)
        for at, axis, extent, flipped in zip(self._coordinates(), self._axes, self._shape, self._flipped):
            found[axis] = extent - 1 - at if flipped else at
        return tuple(found)

    def _set_multi_index(self, value):
        self._check()
        if 'multi_index' not in self._flags:
            raise ValueError('Iterator is not tracking a multi-index')
        try:
            count = len(value)
        except TypeError:
            raise ValueError('multi_index must be set with a sequence') from None
        if count != len(self._axes):
            raise ValueError('Wrong number of indices')
        value = [operator.index(value[at]) for at in range(count)]
        if self._plan is not None:
            raise ValueError('Cannot call GotoMultiIndex on an iterator which is buffered')
        place = 0
        for axis, extent, flipped in zip(self._axes, self._shape, self._flipped):
            if not 0 <= value[axis] < extent:
                raise IndexError('Iterator GotoMultiIndex called with an out-of-bounds multi-index')
            place = place * extent + (extent - 1 - value[axis] if flipped else value[axis])
        if place < self._from or place >= self._to:
            raise IndexError('Iterator GotoMultiIndex called with a multi-index outside the restricted iteration range')
        self._move(place)

    def _no_multi_index(self):
        raise AttributeError('Cannot delete nditer multi_index')

    multi_index = property(_get_multi_index, _set_multi_index, _no_multi_index, 'The index along each axis; assigned to, the walk goes on there.')

    def _get_index(self):
        self._check_place()
        if self._index is None:
            raise ValueError('Iterator does not have an index')
        return self._first_index + sum(at * stride for at, stride in zip(self._coordinates(), self._index))

    def _set_index(self, value):
        self._check()
        if self._index is None:
            raise ValueError('Iterator does not have an index')
        value = operator.index(value)
        if self._plan is not None:
            raise ValueError('Cannot call GotoIndex on an iterator which is buffered')
        if value < 0 or value >= self._size:
            raise IndexError('Iterator GotoIndex called with an out-of-bounds index')
        place = 0
        for extent, stride in zip(self._shape, self._index):
            at = value // abs(stride) % extent if stride else 0
            place = place * extent + (extent - 1 - at if stride < 0 else at)
        if place < self._from or place >= self._to:
            raise IndexError('Iterator GotoIndex called with an index outside the restricted iteration range.')
        self._move(place)

    def _no_index(self):
        raise AttributeError('Cannot delete nditer index')

    index = property(_get_index, _set_index, _no_index, 'The flat index, by c_index or f_index; assigned to, the walk goes on there.')

    def _get_iterrange(self):
        self._check()
        return self._from, self._to

    def _set_iterrange(self, value):
        self._check()
        start, end = (operator.index(one) for one in value)
        if 'ranged' not in self._flags:
            raise ValueError('Cannot call ResetToIterIndexRange on an iterator without requesting ranged iteration support in the constructor')
        if start < 0 or end > self._size:
            raise ValueError(f'Out-of-bounds range [{start}, {end}) passed to ResetToIterIndexRange')
        if end < start:
            raise ValueError(f'Invalid range [{start}, {end}) passed to ResetToIterIndexRange')
        if not self._unreset:
            self._flush()
        self._unreset = False
        self._from, self._to = start, end
        self._goto(start)
        self._set_state(False, start >= end)
        self._moved()

    def _no_iterrange(self):
        raise AttributeError('Cannot delete nditer iterrange')

    iterrange = property(_get_iterrange, _set_iterrange, _no_iterrange, 'The first element of the walk and the one behind its last.')

    # ---- What it is ----

    def _get_shape(self):
        self._check_place()
        return tuple(self._full) if 'multi_index' in self._flags else tuple(self._shape[::-1])

    def _get_ndim(self):
        self._check()
        return len(self._shape)

    def _get_nop(self):
        self._check()
        return len(self._operands)

    def _get_itersize(self):
        self._check()
        return self._size

    def _get_operands(self):
        self._check()
        return tuple(operand.array for operand in self._operands)

    def _get_dtypes(self):
        self._check()
        return tuple(operand.dtype for operand in self._operands)

    def _get_itviews(self):
        self._check()
        if self._plan is not None:
            raise ValueError('cannot provide an iterator view when buffering is enabled')
        views = []
        for operand in self._operands:
            shape, strides = tuple(self._shape), tuple(operand.strides)
            view = np._strided_at(operand.array, operand.offset, shape, strides)
            if not operand.writes:
                view.flags.writeable = False
            views.append(view)
        return tuple(views)

    def _get_has_delayed_bufalloc(self):
        self._check()
        return self._unreset

    def _get_has_index(self):
        self._check()
        return self._index is not None

    def _get_has_multi_index(self):
        self._check()
        return 'multi_index' in self._flags

    def _get_iterationneedsapi(self):
        self._check()
        return any(operand.dtype.hasobject or operand.array.dtype.hasobject for operand in self._operands)

    shape = _only_reading('shape', 'The lengths of the axes: all of them with a multi-index, else those that are left after joining, the innermost first.')
    ndim = _only_reading('ndim', 'The number of axes of the walk.')
    nop = _only_reading('nop', 'The number of operands.')
    itersize = _only_reading('itersize', 'The number of elements.')
    operands = _only_reading('operands', 'The arrays, those that were allocated or copied among them.')
    dtypes = _only_reading('dtypes', 'The types in which the elements are seen.')
    itviews = _only_reading('itviews', 'Each operand along the axes of the walk.')
    has_delayed_bufalloc = _only_reading('has_delayed_bufalloc', 'Whether reset() must be called before the buffers are there.')
    has_index = _only_reading('has_index', 'Whether a flat index is tracked.')
    has_multi_index = _only_reading('has_multi_index', 'Whether a multi-index is tracked.')
    iterationneedsapi = _only_reading('iterationneedsapi', "Whether elements are values of the language.")

    # ---- As a sequence of the operands' elements ----

    def __len__(self):
        return 0 if self._operands is None else len(self._operands)

    def _places(self, key):
        start, stop, step = key.indices(len(self))
        if step != 1:
            raise ValueError('Iterator slicing only supports a step of 1')
        return range(start, max(start, stop))

    def __getitem__(self, key):
        if isinstance(key, slice):
            self._check_place()
            return tuple(self._view(place) for place in self._places(key))
        try:
            place = operator.index(key)
        except TypeError:
            raise TypeError('invalid index type for iterator indexing') from None
        self._check_place()
        return self._view(place)

    def __setitem__(self, key, value):
        if isinstance(key, slice):
            self._check_place()
            if key.step not in (None, 1):
                raise ValueError('Iterator slice assignment only supports a step of 1')
            places = self._places(key)
            if len(value) != len(places):
                raise ValueError('Wrong size to assign to iterator slice')
            for place, one in zip(places, value):
                self[place] = one
            return
        try:
            place = operator.index(key)
        except TypeError:
            raise TypeError('invalid index type for iterator indexing') from None
        self._check_place()
        view = self._view(place)
        if not self._operands[place].writes:
            raise RuntimeError(f'Iterator operand {place} is not writeable')
        view[...] = value

    def __delitem__(self, key):
        raise TypeError('Cannot delete iterator elements')

    def __copy__(self):
        return self.copy()

    # ---- Nesting ----

    def _moved(self):
        """The outer of two nested iterators has gone to another place: the inner one begins again from there."""
        if self._child is not None:
            self._child._rebase(self._now())

    def _lead_to(self, inner):
        self._child = inner
        inner._firsts = [operand.offset for operand in inner._operands]
        self._lead(True)
        self._moved()

    def _rebase(self, offsets):
        if self._operands is None:
            return
        if not self._unreset:
            self._flush()
        for operand, offset, first in zip(self._operands, offsets, self._firsts):
            operand.offset = offset + first
        self._views = None
        if not self._unreset:
            self._goto(self._from)
            self._set_state(False, self._from >= self._to)
            self._moved()


def _read_nested_axes(axes):
    if not isinstance(axes, (list, tuple)):
        raise ValueError('axes must be a tuple of axis arrays')
    if len(axes) < 2:
        raise ValueError('axes must have at least 2 entries for nested iteration')
    seen, read = set(), []
    for one in axes:
        if not isinstance(one, (list, tuple)):
            raise ValueError('Each item in axes must be an integer tuple')
        level = [operator.index(axis) for axis in one]
        for axis in level:
            if axis < 0 or axis >= 64:
                raise ValueError('An axis is out of bounds')
            if axis in seen:
                raise ValueError('An axis is used more than once')
            seen.add(axis)
        read.append(level)
    return read


def nested_iters(op, axes, flags=None, op_flags=None, op_dtypes=None, order='K', casting='safe', buffersize=0):
    """Several nditers over the same operands, one for each list of axes: what the outer one comes to, the inner one walks through.

    Arguments as nditer's; axes is a sequence of at least two sequences of axes. Returns a tuple of iterators, the outermost first.

    >>> i, j = nested_iters(arange(6).reshape(2, 3), [[1], [0]])
    >>> for x in i: print([int(y) for y in j])
    [0, 3]
    [1, 4]
    [2, 5]
    """
    levels = _read_nested_axes(axes)
    flags = setup.read_flags(flags)
    order, casting = setup.read_order(order), setup.read_casting(casting)
    operands = setup.read_operands(op, op_flags)
    setup.read_dtypes(operands, op_dtypes)
    made, buffered = [], 'buffered' in flags
    allocated = [operand.array is None for operand in operands]
    for level, own in enumerate(levels):
        last = level == len(levels) - 1
        for operand, is_new in zip(operands, allocated):
            operand.axes = [-1] * len(own) if is_new and level else list(own)
        iterator = nditer.__new__(nditer)
        requests = [operand.request for operand in operands]
        if buffered and not last:
            for operand in operands:
                operand.request = None
        now = flags if last else flags - {'external_loop', 'buffered'}
        iterator._begin(operands, now, order, casting, len(own), None, operator.index(buffersize) if last else 0)
        made.append(iterator)
        following = []
        for operand, request in zip(operands, requests):
            inner = setup.Operand(operand.array, operand.flags - {'copy', 'updateifcopy', 'allocate'})
            inner.request = request
            following.append(inner)
        operands, flags = following, flags - {'common_dtype'}
    for outer, inner in zip(made, made[1:]):
        outer._lead_to(inner)
    return tuple(made)
