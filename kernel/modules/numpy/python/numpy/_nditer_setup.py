"""What numpy.nditer is told, checked and understood: flags, operands, axes, shapes, types and the order of the axes.

Operand is one operand; Plan is what the iterator goes by. Axes are in the order of iteration, outermost first, everywhere."""

import operator

import numpy as np

GLOBAL_FLAGS = {'buffered', 'c_index', 'common_dtype', 'copy_if_overlap', 'delay_bufalloc', 'external_loop', 'f_index', 'grow_inner',
                'growinner', 'multi_index', 'ranged', 'refs_ok', 'reduce_ok', 'zerosize_ok'}
OPERAND_FLAGS = {'aligned', 'allocate', 'arraymask', 'contig', 'copy', 'nbo', 'no_broadcast', 'no_subtype', 'overlap_assume_elementwise',
                 'readonly', 'readwrite', 'updateifcopy', 'virtual', 'writeonly', 'writemasked'}
BROADCAST_AXIS = 1 << 30  # op_axes above this name axes of length 1 that are reduced over
LARGEST = (1 << 63) - 1


def _flag_names(given, known, unexpected):
    names = set()
    for name in given:
        if isinstance(name, bytes):
            name = name.decode('ascii')
        if not isinstance(name, str):
            raise TypeError(f'expected bytes, {type(name).__name__} found')
        if name not in known:
            raise ValueError(f'{unexpected} "{name}"')
        names.add(name)
    return names


def read_flags(flags):
    """The names of the global flags, without contradictions."""
    if flags is None:
        return set()
    if not isinstance(flags, (list, tuple)):
        raise ValueError('Iterator global flags must be a list or tuple of strings')
    names = _flag_names(flags, GLOBAL_FLAGS, 'Unexpected iterator global flag')
    return names - {'growinner'} | ({'grow_inner'} if 'growinner' in names else set())


def check_flags(flags):
    """ValueError for flags that exclude each other."""
    if {'c_index', 'f_index'} <= flags:
        raise ValueError('Iterator flags C_INDEX and F_INDEX cannot both be specified')
    if 'external_loop' in flags:
        if flags & {'c_index', 'f_index', 'multi_index'}:
            raise ValueError('Iterator flag EXTERNAL_LOOP cannot be used if an index or multi-index is being tracked')
        if 'ranged' in flags and 'buffered' not in flags:
            raise ValueError('Iterator flag RANGED cannot be used with the flag EXTERNAL_LOOP unless BUFFERED is also enabled')


def read_order(order):
    """The letter of an order."""
    if isinstance(order, str) and len(order) == 1 and order.upper() in 'CFAK':
        return order.upper()
    if order is None:
        return 'K'
    if not isinstance(order, str):
        raise TypeError(f'order must be str, not {type(order).__name__}')
    raise ValueError(f"order must be one of 'C', 'F', 'A', or 'K' (got '{order}')")


def read_casting(casting):
    """The name of a rule of casting."""
    if casting in ('no', 'equiv', 'safe', 'same_kind', 'unsafe', 'same_value'):
        return casting
    if not isinstance(casting, str):
        raise TypeError(f'casting must be str, not {type(casting).__name__}')
    raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe' (got '{casting}')")


class Operand:
    """An operand: the array that is walked over, its type, what is done with it, and where it lies along the axes of iteration."""

    __slots__ = ('array', 'flags', 'reads', 'writes', 'request', 'dtype', 'axes', 'strides', 'offset', 'converts', 'reduces', 'own',
                 'original', 'was_writeable')

    def __init__(self, array, flags):
        self.array, self.flags = array, flags
        self.request = self.dtype = self.axes = self.original = None
        self.strides, self.offset, self.own = [], 0, 0
        self.converts = self.reduces = False
        self.reads = bool(flags & {'readonly', 'readwrite'})
        self.writes = bool(flags & {'writeonly', 'readwrite'})

    def copied(self):
        """The same, for another iterator over it."""
        other = Operand(self.array, self.flags)
        for name in ('request', 'dtype', 'axes', 'offset', 'converts', 'reduces', 'own'):
            setattr(other, name, getattr(self, name))
        other.strides = list(self.strides)
        return other


def read_operands(op, op_flags):
    """The operands with their flags; numbers and lists become arrays that are only read."""
    objects = list(op) if isinstance(op, (list, tuple)) else [op]
    if not objects:
        raise ValueError('Must provide at least one operand')
    operands = [Operand(one, flags) for one, flags in zip(objects, _operand_flags(objects, op_flags))]
    for operand in operands:
        if operand.array is None or isinstance(operand.array, np.ndarray):
            continue
        if operand.writes:
            raise TypeError('Iterator operand is flagged as writeable, but is an object which cannot be written back to via '
                            'WRITEBACKIFCOPY')
        operand.array = np.asanyarray(operand.array)
    return operands


def _operand_flags(objects, op_flags):
    if op_flags is None:
        return [{'writeonly', 'allocate'} if one is None else {'readonly'} for one in objects]
    wrong = ValueError('op_flags must be a tuple or array of per-op flag-tuples')
    if not isinstance(op_flags, (list, tuple, np.ndarray)):
        raise wrong
    is_list_of_names = len(op_flags) > 0 and all(isinstance(one, (str, bytes)) for one in op_flags)
    if is_list_of_names:
        lists = [op_flags] * len(objects)
    elif len(op_flags) == len(objects) and all(isinstance(one, (list, tuple, np.ndarray)) for one in op_flags):
        lists = op_flags
    else:
        raise wrong
    return [_flag_names(one, OPERAND_FLAGS, 'Unexpected per-op iterator flag') for one in lists]


def read_dtypes(operands, op_dtypes):
    """The types that are asked for, one for each operand or one for all."""
    if op_dtypes is None:
        return
    if isinstance(op_dtypes, (list, tuple)) and len(op_dtypes) == len(operands):
        try:
            requests = [None if one is None else np.dtype(one) for one in op_dtypes]
        except (TypeError, ValueError):
            if len(operands) > 1:
                raise
            requests = [np.dtype(op_dtypes)]
    else:
        requests = [np.dtype(op_dtypes)] * len(operands)
    for operand, request in zip(operands, requests):
        operand.request = request


def read_axes(operands, op_axes):
    """Which axis of each operand goes along each of the iterator's; returns how many axes that are, or None."""
    if op_axes is None:
        return None
    if not isinstance(op_axes, (list, tuple)) or len(op_axes) != len(operands):
        raise ValueError('op_axes must be a tuple/list matching the number of ops')
    count = None
    for operand, axes in zip(operands, op_axes):
        if axes is None:
            continue
        if not isinstance(axes, (list, tuple)):
            raise ValueError('Each entry of op_axes must be None or a tuple/list')
        if count is None:
            count = len(axes)
            if count > 64:
                raise ValueError('Too many dimensions in op_axes')
        elif len(axes) != count:
            raise ValueError('Each entry of op_axes must have the same size')
        operand.axes = [-1 if axis is None else operator.index(axis) for axis in axes]
    if count is None:
        raise ValueError('If op_axes is provided, at least one list of axes must be contained within it')
    return count


def _check_axes(operands):
    for place, operand in enumerate(operands):
        seen = set()
        for axis in operand.axes or ():
            plain = axis - BROADCAST_AXIS if axis >= BROADCAST_AXIS - 1 else axis
            if plain < 0:
                continue
            if plain >= 64:
                raise ValueError(f"The 'op_axes' provided to the iterator constructor for operand {place} contained invalid values {plain}")
            if plain in seen:
                raise ValueError(f"The 'op_axes' provided to the iterator constructor for operand {place} contained duplicate value {plain}")
            seen.add(plain)


def _check_operand(operand, flags, masks):
    own = operand.flags
    if not operand.reads and not operand.writes:
        raise ValueError('None of the iterator flags READWRITE, READONLY, or WRITEONLY were specified for an operand')
    if len(own & {'readonly', 'readwrite', 'writeonly'}) > 1:
        raise ValueError('Only one of the iterator flags READWRITE, READONLY, and WRITEONLY may be specified for an operand')
    if 'copy' in own and operand.writes and 'updateifcopy' not in own:
        raise ValueError('If an iterator operand is writeable, must use the flag UPDATEIFCOPY instead of COPY')
    if 'writemasked' in own:
        if not operand.writes:
            raise ValueError('The iterator flag WRITEMASKED may only be used with READWRITE or WRITEONLY')
        if 'arraymask' in own:
            raise ValueError('The iterator flag WRITEMASKED may not be used together with ARRAYMASK')
        masks['masked'] = True
    if 'arraymask' in own:
        if masks['mask'] is not None:
            raise ValueError('Only one iterator operand may receive an ARRAYMASK flag')
        masks['mask'] = operand
    if 'virtual' in own:
        if operand.array is not None:
            if not {'readwrite'} <= own:
                raise ValueError('The iterator flag VIRTUAL should be be used together with READWRITE')
            raise ValueError('Iterator operand flag VIRTUAL was specified, but the operand was not NULL')
        if 'readwrite' not in own:
            raise ValueError('The iterator flag VIRTUAL should be be used together with READWRITE')
    if operand.array is None:
        if not own & {'allocate', 'virtual'}:
            raise ValueError('Iterator operand was NULL, but neither the ALLOCATE nor the VIRTUAL flag was specified')
        if not operand.writes:
            raise ValueError("Automatic allocation was requested for an iterator operand, but it wasn't flagged for writing")
        if 'allocate' in own and operand.reads and 'buffered' in flags and 'delay_bufalloc' not in flags:
            raise ValueError('Automatic allocation was requested for an iterator operand, and it was flagged as readable, but buffering '
                             ' without delayed allocation was enabled')
    elif operand.writes and not operand.array.flags.writeable:
        raise ValueError('operand array with iterator write flag set is read-only')


def check_operands(operands, flags):
    """ValueError for flags of operands that do not go together; returns the mask's operand or None."""
    masks = {'mask': None, 'masked': False}
    for operand in operands:
        _check_operand(operand, flags, masks)
    if masks['masked'] and masks['mask'] is None:
        raise ValueError('An iterator operand was flagged as WRITEMASKED, but no ARRAYMASK operand was given to supply the mask')
    if masks['mask'] is not None and not masks['masked']:
        raise ValueError('An iterator operand was flagged as the ARRAYMASK, but no WRITEMASKED operands were given to use the mask')
    return masks['mask']


# ---- Shapes ----


def _shape_text(shape):
    """(2,newaxis,3): axes that are new at the front are left out."""
    first = next((place for place, extent in enumerate(shape) if extent >= 0), len(shape))
    inner = ','.join('newaxis' if extent < 0 else str(extent) for extent in shape[first:])
    if first == len(shape):
        return '()'
    return f'({inner},)' if len(shape) == 1 else f'({inner})'


def _remapped_text(operand):
    array = operand.array
    return _shape_text([-1 if axis < 0 or axis >= array.ndim else array.shape[axis] for axis in operand.axes])


def _raise_no_broadcast(operands, itershape):
    arrays = [operand for operand in operands if operand.array is not None]
    if itershape is None and all(operand.axes is None for operand in operands):
        shapes = ''.join(_shape_text(operand.array.shape) + ' ' for operand in arrays)
        raise ValueError('operands could not be broadcast together with shapes ' + shapes)
    text = ''
    for operand in arrays:
        text += _shape_text(operand.array.shape)
        if operand.axes is not None:
            text += '->' + _remapped_text(operand)
        text += ' '
    if itershape is not None:
        text += ' and requested shape ' + _shape_text(itershape)
    raise ValueError('operands could not be broadcast together with remapped shapes [original->remapped]: ' + text)


def _axis_of(operand, place, count):
    """The operand's axis along the iterator's axis `place` (-1: none), and whether it is marked as reduced over."""
    if operand.axes is None:
        own = operand.array.ndim if operand.array is not None else count
        return place - (count - own), False
    axis = operand.axes[place]
    if axis >= BROADCAST_AXIS - 1:
        return axis - BROADCAST_AXIS, True
    return axis, False


def broadcast(operands, count, itershape):
    """The shape of the iteration over `count` axes."""
    shape = [1] * count
    if itershape is not None:
        shape = [1 if extent < 0 else extent for extent in itershape]
    for number, operand in enumerate(operands):
        array = operand.array
        if array is None:
            continue
        if operand.axes is None and array.ndim > count:
            raise ValueError('input operand has more dimensions than allowed by the axis remapping')
        for place in reversed(range(count)):
            axis, reduced = _axis_of(operand, place, count)
            if axis < 0:
                continue
            if axis >= array.ndim:
                raise ValueError(f'Iterator input op_axes[{number}][{count - 1 - place}] (=={axis}) is not a valid axis of op[{number}], which has '
                                 f'{array.ndim} dimensions ')
            extent = array.shape[axis]
            if reduced:
                if extent != 1:
                    raise ValueError(f'operand was set up as a reduction along axis {axis}, but the length of the axis is {extent} '
                                     '(it has to be 1)')
            elif shape[place] == 1:
                shape[place] = extent
            elif extent not in (1, shape[place]):
                _raise_no_broadcast(operands, itershape)
    if itershape is not None and any(extent >= 0 and extent != got for extent, got in zip(itershape, shape)):
        _raise_no_broadcast(operands, itershape)
    return shape


def _raise_not_broadcastable(operand, shape):
    remapped = ''
    if operand.axes is not None:
        array = operand.array
        extents = [-1 if axis < 0 or axis >= array.ndim else array.shape[axis] for axis in reversed(operand.axes)]
        remapped = f' [remapped to {_shape_text(extents)}]'
    raise ValueError(f'non-broadcastable {"output " if operand.writes else ""}operand with shape {_shape_text(operand.array.shape)}'
                     f"{remapped} doesn't match the broadcast shape {_shape_text(shape)}")


def _stride_along(operand, place, shape, flags):
    """The operand's stride along one axis of iteration, 0 where it is broadcast; what is written there is reduced over."""
    axis, reduced = _axis_of(operand, place, len(shape))
    array, extent = operand.array, shape[place]
    if array is None:
        if axis >= 0 and not reduced:
            return 0
    elif axis >= 0 and array.shape[axis] != 1:
        return array.strides[axis]
    elif 'no_broadcast' in operand.flags and (extent != 1 if axis >= 0 else operand.axes is None):
        _raise_not_broadcastable(operand, shape)
    if operand.writes and extent != 1:
        _check_reduction(operand, flags, axis if operand.axes is not None else len(shape) - 1 - place)
    return 0


def lay_out(operands, shape, flags):
    """The strides of all operands along the axes of iteration."""
    for operand in operands:
        operand.strides = [0] * len(shape)
    for place in reversed(range(len(shape))):
        for operand in operands:
            operand.strides[place] = _stride_along(operand, place, shape, flags)


def _check_reduction(operand, flags, axis):
    if 'reduce_ok' not in flags:
        raise ValueError(f'output operand requires a reduction along dimension {axis}, but the reduction is not enabled. The dimension size '
                         'of 1 does not match the expected output shape.')
    if not operand.reads:
        raise ValueError('output operand requires a reduction, but is flagged as write-only, not read-write')
    if 'arraymask' in operand.flags:
        raise ValueError('output operand requires a reduction, but is flagged as the ARRAYMASK operand which is not permitted to be the '
                         'result of a reduction')
    operand.reduces = True


def check_masked_reductions(operands, mask):
    """A masked output must not be narrower than its mask, or several values of the mask would meet one element."""
    for operand in operands if mask is not None else ():
        if 'writemasked' not in operand.flags or not operand.reduces:
            continue
        if any(own == 0 and other != 0 for own, other in zip(operand.strides, mask.strides)):
            raise ValueError('Iterator reduction operand is WRITEMASKED, but also broadcasts to multiple mask values. There can be only one '
                             'mask value per WRITEMASKED element.')


# ---- The order of the axes ----


def index_strides(shape, flags):
    """Strides of the tracked index along the axes, or None."""
    if not flags & {'c_index', 'f_index'}:
        return None
    strides, stride = [0] * len(shape), 1
    for place in reversed(range(len(shape))) if 'c_index' in flags else range(len(shape)):
        strides[place] = 0 if shape[place] == 1 else stride
        stride *= shape[place]
    return strides


def order_axes(operands, count, order):
    """Numbers of the axes, outermost first, and whether the order was asked for."""
    axes = list(range(count))
    arrays = [operand.array for operand in operands if operand.array is not None]
    if order == 'F' or (order == 'A' and all(array.flags.f_contiguous for array in arrays)):
        return axes[::-1], True
    if order != 'K':
        return axes, True
    inward = axes[::-1]  # innermost first, each put before those that step further
    for at in range(1, count):
        axis, goal = inward[at], at
        for other in range(at - 1, -1, -1):
            swap, ambiguous = False, True
            for operand in operands:
                mine, its = operand.strides[axis], operand.strides[inward[other]]
                if mine and its:
                    if abs(its) <= abs(mine):
                        swap = False
                    elif ambiguous:
                        swap = True
                    ambiguous = False
            if not ambiguous:
                if not swap:
                    break
                goal = other
        inward.insert(goal, inward.pop(at))
    return inward[::-1], False


def flip_axes(operands, shape, index):
    """Turn round axes along which every operand goes backwards: returns which, and what the index begins with."""
    flipped, first = [], 0
    for place, extent in enumerate(shape):
        strides = [operand.strides[place] for operand in operands]
        flips = max(strides, default=0) <= 0 and min(strides, default=0) < 0
        flipped.append(flips)
        if not flips:
            continue
        for operand in operands:
            operand.offset += operand.strides[place] * (extent - 1)
            operand.strides[place] = -operand.strides[place]
        if index is not None:
            first += index[place] * (extent - 1)
            index[place] = -index[place]
    return flipped, first


def join_axes(operands, shape, index):
    """Make one of axes that follow evenly on each other, in place; returns the shape that is left."""
    rows = [operand.strides for operand in operands] + ([index] if index is not None else [])
    place = len(shape) - 1
    while place > 0:
        inner, outer = shape[place], shape[place - 1]
        if all((inner == 1 and not row[place]) or (outer == 1 and not row[place - 1]) or row[place] * inner == row[place - 1]
               for row in rows):
            for row in rows:
                row[place - 1] = row[place] or row[place - 1]
                del row[place]
            shape[place - 1:place + 1] = [inner * outer]
        place -= 1
    return shape


# ---- Types ----


def _equivalent(left, right):
    return left == right and np.can_cast(left, right, 'no')


def settle_dtypes(operands, flags):
    """The type in which each operand is seen."""
    missing = False
    for operand in operands:
        array, request = operand.array, operand.request
        if request is None:
            operand.dtype = None if array is None else array.dtype
            missing = missing or array is None
        else:
            operand.dtype = request
            if array is not None and request.itemsize == 0 and request.kind in 'SU' and request.names is None:
                operand.dtype = _adapted(array, request)
            elif array is not None and request.kind in 'mM' and np.datetime_data(request)[0] == 'generic' and array.dtype.kind in 'mM':
                operand.dtype = array.dtype if array.dtype.kind == request.kind else request
        if operand.dtype is not None and 'nbo' in operand.flags and not operand.dtype.isnative:
            operand.dtype = operand.dtype.newbyteorder('=')
        if 'arraymask' in operand.flags and operand.dtype is not None and operand.dtype not in (np.dtype(bool), np.dtype('u1')):
            operand.dtype = np.dtype(bool)
    if not missing and 'common_dtype' not in flags:
        return
    among = [operand for operand in operands if operand.dtype is not None and (operand.reads or 'common_dtype' in flags)]
    if not among:
        raise TypeError('no arrays or types available to calculate result type')
    common = among[0].dtype
    if len(among) > 1 or (among[0].array is not None and not among[0].array.ndim):
        common = np.result_type(*[operand.dtype for operand in among]).newbyteorder('=')
    for operand in operands:
        if operand.dtype is None or 'common_dtype' in flags:
            operand.dtype = common


def _adapted(array, request):
    if array.dtype.kind == request.kind:
        return array.dtype
    if array.dtype.kind == 'O':
        return array.astype(request).dtype
    return np.zeros(1, array.dtype).astype(request).dtype


def check_references(operands, flags):
    """TypeError for values of the language that were not allowed."""
    if 'refs_ok' in flags:
        return
    for operand in operands:
        if operand.dtype.hasobject or (operand.array is not None and operand.array.dtype.hasobject):
            raise TypeError('Iterator operand or requested dtype holds references, but the NPY_ITER_REFS_OK flag was not enabled')


def check_casting(operands, casting):
    """Which operands must be converted; TypeError where the rule forbids it."""
    for place, operand in enumerate(operands):
        if operand.array is None:
            continue
        have, want = operand.array.dtype, operand.dtype
        if 'aligned' in operand.flags and not operand.array.flags.aligned:
            operand.converts = True
        if _equivalent(have, want):
            continue
        if operand.reads and not np.can_cast(have, want, casting):
            raise TypeError(f'Iterator operand {place} dtype could not be cast from {have!r} to {want!r} according to the rule '
                            f"'{casting}'")
        if operand.writes and not np.can_cast(want, have, casting):
            raise TypeError(f'Iterator requested dtype could not be cast from {want!r} to {have!r}, the operand {place} dtype, according '
                            f"to the rule '{casting}'")
        operand.converts = True


# ---- Arrays of our own ----


def _class_of_outputs(operands):
    best, priority = np.ndarray, -1e9
    for operand in operands:
        if operand.array is None or not operand.reads and not operand.writes:
            continue
        own = getattr(operand.array, '__array_priority__', 0.0)
        if own > priority:
            best, priority = type(operand.array), own
    return best


def _new_array(operand, shape, axes, count, extents, kind=np.ndarray):
    """An array that lies in memory as the iteration goes. `extents` are the lengths along the operand's own axes, None: by shape."""
    if operand.axes is None:
        own = count if extents is None else len(extents)
        places = {place - (count - own): place for place in range(count) if place - (count - own) >= 0}
    else:
        places, own = {}, 0
        for place in range(count):
            axis, reduced = _axis_of(operand, place, count)
            if axis < 0:
                continue
            places[axis] = place
            own += 1
            if reduced and extents is None:
                places[axis] = None
        own = own if extents is None else len(extents)
        for axis in sorted(places) if extents is None else ():
            if axis >= own and len(places) == count:
                raise ValueError('automatically allocated output array specified with an inconsistent axis mapping; the axis mapping cannot '
                                 f'include dimension {axis} which is too large for the iterator dimension of {own}.')
        for axis in range(own) if extents is None else ():
            if axis not in places:
                raise ValueError('automatically allocated output array specified with an inconsistent axis mapping; the axis mapping is '
                                 f'missing an entry for dimension {axis}.')
    outward = {original: at for at, original in enumerate(axes)}
    length = dict(zip(axes, shape))
    made = list(extents) if extents is not None else [1 if places[axis] is None else length[places[axis]] for axis in range(own)]
    ranked = sorted(range(own), key=lambda axis: (outward.get(places.get(axis), count), axis))
    array = np.empty(tuple(made[axis] for axis in ranked) + operand.dtype.shape, operand.dtype.base)
    inverse = sorted(range(own), key=ranked.__getitem__)
    operand.own = array.ndim - own
    if inverse != list(range(own)):
        array = np.empty_like(array.transpose(inverse + list(range(own, array.ndim))), order='K')
    return array if kind is np.ndarray else array.view(kind)


def _restride(operand, axes, count, flipped):
    """Strides and offset along the (ordered, perhaps flipped) axes, anew for another array."""
    array = operand.array
    operand.offset, operand.strides = 0, []
    for at, place in enumerate(axes):
        if operand.axes is None:
            axis = place - (count - (array.ndim - operand.own))
        else:
            axis = _axis_of(operand, place, count)[0]
        stride = array.strides[axis] if axis >= 0 and array.shape[axis] != 1 else 0
        if stride and flipped[at]:
            operand.offset += stride * (array.shape[axis] - 1)
            stride = -stride
        operand.strides.append(stride)


def _overlapping(operands):
    """Outputs that share memory with what is read, and must be written through copies."""
    found = []
    for operand in operands:
        if operand.array is None or not operand.writes:
            continue
        for other in operands:
            if other is operand or other.array is None or not other.reads or other in found:
                continue
            mine, its = operand.array, other.array
            if ('overlap_assume_elementwise' in operand.flags and 'overlap_assume_elementwise' in other.flags and mine.shape == its.shape
                    and mine.strides == its.strides and mine.dtype == its.dtype
                    and mine.__array_interface__['data'] == its.__array_interface__['data']):
                continue
            if np.shares_memory(mine, its):
                found.append(operand)
                break
    return found


def provide_arrays(operands, shape, axes, flipped, flags):
    """Allocate what is None, copy what must be converted and may be; what is left needs buffers."""
    count = len(axes)
    kind = _class_of_outputs(operands) if any(operand.array is None for operand in operands) else np.ndarray
    overlapping = _overlapping(operands) if 'copy_if_overlap' in flags else []
    for operand in operands:
        array = operand.array
        forced = operand in overlapping
        if array is None:
            plain = 'no_subtype' in operand.flags or 'virtual' in operand.flags
            operand.array = _new_array(operand, shape, axes, count, None, np.ndarray if plain else kind)
            _restride(operand, axes, count, flipped)
        elif operand.converts and not operand.writes and array.ndim == 0:
            operand.array = np.asarray(array).astype(operand.dtype)
            operand.own = operand.array.ndim
            operand.converts = False
        elif forced or (operand.converts and operand.flags & {'copy', 'updateifcopy'}):
            operand.array = _new_array(operand, shape, axes, count, array.shape)
            if operand.reads:
                operand.array[...] = array
            elif operand.dtype.hasobject:
                operand.array[...] = None
            if operand.writes:
                operand.original, operand.was_writeable = array, array.flags.writeable
                array.flags.writeable = False
            operand.converts = False
            _restride(operand, axes, count, flipped)
        elif operand.converts and 'buffered' not in flags:
            raise TypeError('Iterator operand required copying or buffering, but neither copying nor buffering was enabled')
        if 'contig' in operand.flags and not operand.converts and (operand.strides or [0])[-1] != operand.dtype.itemsize:
            if 'buffered' not in flags:
                raise TypeError('Iterator operand required buffering, to be contiguous as requested, but buffering is not enabled')
            operand.converts = True


# ---- Buffers ----


class BufferPlan:
    """How the iteration is cut into buffers: `core` elements of the innermost axes at least, along the axis `outer`, `size` at most."""

    def __init__(self, operands, shape, size, grows):
        shape = shape or [1]
        most = size if size > 0 else np.getbufsize()
        rows = [operand.strides or [0] for operand in operands]
        cost = 1 + sum(operand.converts for operand in operands)
        even = [1] * len(operands)  # how many of the innermost axes one stride leads through
        turns = [0] * len(operands)  # where a reduction's stride turns to 0 or from it
        total, core, best_total, best_cost, best = shape[-1], 1, shape[-1], cost, 0
        turn = 0
        for depth in range(1, len(shape)):
            at = len(shape) - 1 - depth
            if turn or (total >= most and (cost > 1 or not grows)):
                break
            for place, operand in enumerate(operands):
                inner, outer = rows[place][at + 1], rows[place][at]
                if even[place] == depth:
                    if inner * shape[at + 1] == outer:
                        even[place] += 1
                        continue
                    cost += not operand.converts
                if operand.reduces and (outer == 0 or inner == 0):
                    turns[place] = turn = depth
            inside = total
            total *= shape[at]
            if not total:
                break
            reached = most if total > most and (cost > 1 or not grows) else total
            if cost * best_total <= best_cost * reached:
                best_cost, core, best_total, best = cost, inside, total, depth
        self.core, self.depth, self.extent = core, best, shape[len(shape) - 1 - best]
        self.reduces = bool(turn) and turn == best
        self._decide(operands, rows, even, turns)
        if (any(self.buffered) or not grows) and most < best_total:
            best_total = core * (most // core)
        self.size = best_total

    def _decide(self, operands, rows, even, turns):
        """For each operand: whether it is buffered, repeated along the outer axis, and its strides (outer, inner) in buffers."""
        self.buffered, self.repeats, self.strides = [], [], []
        best = self.depth
        for place, operand in enumerate(operands):
            row, item = rows[place], operand.dtype.itemsize
            outer, inner = row[len(row) - 1 - best], row[-1]
            must_be_even = 'contig' in operand.flags and not operand.writes
            repeats = self.reduces and (turns[place] == best or (even[place] == best and not operand.converts)
                                        or (outer == 0 and even[place] <= best and not must_be_even))
            single = even[place] + repeats > best
            buffered = operand.converts or not single
            if not buffered:
                strides = (outer, inner)
            elif repeats:
                strides = (0, item) if outer == 0 else (item, 0)
            elif single and inner == 0 and not must_be_even:
                strides = (0, 0)
            else:
                strides = (item * self.core, item)
            self.buffered.append(buffered)
            self.repeats.append(repeats)
            self.strides.append(strides)

    def piece(self, start, end):
        """How many times and how many elements the buffers that begin with element `start` hold."""
        inside, along = start % self.core, start // self.core % self.extent
        if inside:
            return 1, min(self.core - inside, end - start)
        count = min(self.size, (self.extent - along) * self.core, end - start)
        if not self.reduces:
            return 1, count
        return (count // self.core, self.core) if count >= self.core else (1, count)
