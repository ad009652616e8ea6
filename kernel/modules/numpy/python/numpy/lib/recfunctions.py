"""numpy.lib.recfunctions: fields of records taken away, added, renamed, joined; records as tables of numbers and back."""

import numpy as np
import numpy.ma as ma
from numpy import rec

__all__ = ['append_fields', 'apply_along_fields', 'assign_fields_by_name', 'drop_fields', 'find_duplicates', 'flatten_descr',
           'get_fieldstructure', 'get_names', 'get_names_flat', 'join_by', 'merge_arrays', 'rec_append_fields', 'rec_drop_fields',
           'rec_join', 'recursive_fill_fields', 'rename_fields', 'repack_fields', 'require_fields', 'stack_arrays',
           'structured_to_unstructured', 'unstructured_to_structured']


def _fields(dtype):
    """[(name, dtype)] of a record's fields; a plain dtype is one without a name."""
    if dtype.names is None:
        return [('', dtype)]
    fields = [(name, dtype.fields[name]) for name in dtype.names]
    return [((field[2], name) if len(field) == 3 else name, field[0]) for name, field in fields]


def _names_in(names):
    return [names] if isinstance(names, str) else list(names)


def recursive_fill_fields(input, output):
    """Put the fields of one array into the fields of the same names of another, and give that.

    >>> a = np.array([(1, 10.), (2, 20.)], dtype=[('A', 'i8'), ('B', 'f8')])
    >>> lib.recfunctions.recursive_fill_fields(a, np.zeros(3, dtype=a.dtype))
    array([(1, 10.), (2, 20.), (0,  0.)], dtype=[('A', '<i8'), ('B', '<f8')])
    """
    known = input.dtype.names or ()
    for name in filter(known.__contains__, output.dtype.names):
        source, target = input[name], output[name]
        if source.dtype.names is None:
            target[:len(source)] = source
        else:
            recursive_fill_fields(source, target)
    return output


def get_names(adtype):
    """The names of the fields, those of nested ones within.

    >>> lib.recfunctions.get_names(np.dtype([('a', 'i8'), ('b', [('c', 'f8')])]))
    ('a', ('b', ('c',)))
    """
    return tuple((name, get_names(part)) if part.names is not None else name for name, part in _fields(adtype))


def get_names_flat(adtype):
    """The names of the fields and of those within them.

    >>> lib.recfunctions.get_names_flat(np.dtype([('a', 'i8'), ('b', [('c', 'f8')])]))
    ('a', 'b', 'c')
    """
    names = []
    for name, part in _fields(adtype):
        names.append(name)
        if part.names is not None:
            names.extend(get_names_flat(part))
    return tuple(names)


def flatten_descr(ndtype):
    """Names and dtypes of the innermost fields.

    >>> lib.recfunctions.flatten_descr(np.dtype([('a', '<i8'), ('b', [('c', '<f8')])]))
    (('a', dtype('int64')), ('c', dtype('float64')))
    """
    if ndtype.names is None:
        return (('', ndtype),)
    parts = []
    for name, part in _fields(ndtype):
        parts.extend(flatten_descr(part) if part.names is not None else [(name, part)])
    return tuple(parts)


def get_fieldstructure(adtype, lastname=None, parents=None):
    """For each field the fields that it lies in.

    >>> lib.recfunctions.get_fieldstructure(np.dtype([('a', 'i8'), ('b', [('c', 'f8')])]))
    {'a': [], 'b': [], 'c': ['b']}
    """
    parents = {} if parents is None else parents
    for name, part in _fields(adtype):
        if part.names is not None:
            parents[name] = [lastname] if lastname else []
            parents.update(get_fieldstructure(part, name, parents))
        else:
            above = list(parents.get(lastname, []) or [])
            parents[name] = above + [lastname] if lastname else above
    return parents


def _finished(output, usemask=True, asrecarray=False):
    if not isinstance(output, ma.MaskedArray):
        usemask = False
    if usemask:
        return output.view(ma.mrecords.MaskedRecords) if asrecarray and hasattr(ma, 'mrecords') else output
    output = ma.filled(output)
    return output.view(rec.recarray) if asrecarray else output


def _with_defaults(output, defaults=None):
    """Another filling value for some of the fields."""
    given, fill = defaults or {}, output.fill_value
    for name in filter(given.__contains__, output.dtype.names):
        fill[name] = given[name]
        column = output.data[name]
        column[output.mask[name]] = given[name]
    return output


def _values_of(item):
    """A record's values, one after the other, without nesting."""
    if isinstance(item, np.void) or isinstance(item, tuple):
        for part in item:
            yield from _values_of(part)
    else:
        yield item


def merge_arrays(seqarrays, fill_value=-1, flatten=False, usemask=False, asrecarray=False):
    """The fields of several arrays side by side; shorter arrays are filled up.

    >>> lib.recfunctions.merge_arrays((np.array([1, 2]), np.array([10., 20., 30.])))
    array([( 1, 10.), ( 2, 20.), (-1, 30.)], dtype=[('f0', '<i8'), ('f1', '<f8')])
    """
    if isinstance(seqarrays, np.ndarray) and len(seqarrays) == 1:
        seqarrays = np.asanyarray(seqarrays[0])
    if isinstance(seqarrays, np.ndarray):
        dtype = seqarrays.dtype if seqarrays.dtype.names is not None else np.dtype([('', seqarrays.dtype)])
        if not flatten or _zipped_dtype((seqarrays,), True) == dtype:
            seqarrays = seqarrays.ravel()
            kind = ma.MaskedArray if usemask else rec.recarray if asrecarray else np.ndarray
            return seqarrays.view(dtype=dtype, type=kind)
        seqarrays = (seqarrays,)
    else:
        seqarrays = [np.asanyarray(array) for array in seqarrays]
    sizes = [array.size for array in seqarrays]
    length = max(sizes)
    dtype = _zipped_dtype(seqarrays, flatten)
    columns, masks = [], []
    for array, size in zip(seqarrays, sizes):
        lacks = length - size
        data, mask = np.ravel(ma.getdata(array)), ma.getmaskarray(array).ravel()
        if not flatten and data.dtype.names is not None and len(data.dtype.names) == 1 and len(seqarrays) > 1:
            data, mask = data[data.dtype.names[0]], mask[mask.dtype.names[0]]
        filling, missing = [], []
        if lacks:
            filling = [_filling(fill_value, data.dtype)] * lacks
            missing = [(True,) * len(data.dtype.names) if data.dtype.names is not None else True] * lacks
        columns.append(list(data.tolist() if data.dtype.names is None else data) + filling)
        masks.append(list(mask.tolist() if mask.dtype.names is None else mask) + missing)
    rows = list(zip(*columns))
    if flatten:
        rows = [tuple(_values_of(row)) for row in rows]
    elif len(seqarrays) == 1 and seqarrays[0].dtype.names is not None:
        rows = [row[0] for row in rows]
    output = np.array([tuple(row) if not isinstance(row, tuple) else row for row in rows], dtype=dtype)
    if not usemask:
        return output.view(rec.recarray) if asrecarray else output
    output = ma.array(output)
    hidden = list(zip(*masks))
    if flatten:
        hidden = [tuple(_values_of(row)) for row in hidden]
    output.mask = np.array(hidden, dtype=output.mask.dtype if output.mask.dtype.names else ma.make_mask_descr(dtype))
    return output


def _filling(value, dtype):
    value = np.asarray(value)
    if value.dtype.names is not None:
        return value.item()
    if dtype.names is not None:
        return tuple(value.astype(dtype.fields[name][0]).item() for name in dtype.names)
    return np.array(value, dtype=dtype).item()


def _zipped_dtype(arrays, flatten=False):
    fields = []
    for array in arrays:
        dtype = array.dtype
        if flatten:
            fields.extend(flatten_descr(dtype))
        elif dtype.names is not None and len(dtype.names) <= 1:
            fields.extend(_fields(dtype))
        else:
            fields.append(('', dtype))
    return np.dtype(fields)


def _dropped(dtype, names):
    kept = []
    for name, part in _fields(dtype):
        if name in names:
            continue
        if part.names is not None:
            inner = _dropped(part, names)
            if inner:
                kept.append((name, inner))
        else:
            kept.append((name, part))
    return kept


def drop_fields(base, drop_names, usemask=True, asrecarray=False):
    """The array without some of its fields.

    >>> a = np.array([(1, 2.), (3, 4.)], dtype=[('a', 'i8'), ('b', 'f8')])
    >>> lib.recfunctions.drop_fields(a, 'a')
    array([(2.,), (4.,)], dtype=[('b', '<f8')])
    """
    output = np.empty(base.shape, dtype=_dropped(base.dtype, set(_names_in(drop_names))))
    return _finished(recursive_fill_fields(base, output), usemask=usemask, asrecarray=asrecarray)


def rec_drop_fields(base, drop_names):
    """The array without some of its fields, as a recarray."""
    return drop_fields(base, drop_names, usemask=False, asrecarray=True)


def _keep_fields(base, keep_names, usemask=True, asrecarray=False):
    output = np.empty(base.shape, dtype=[(name, base.dtype[name]) for name in keep_names])
    return _finished(recursive_fill_fields(base, output), usemask=usemask, asrecarray=asrecarray)


def rename_fields(base, namemapper):
    """The array with other names for its fields, by a dict.

    >>> a = np.array([(1, 2.)], dtype=[('a', 'i8'), ('b', 'f8')])
    >>> lib.recfunctions.rename_fields(a, {'a': 'A'})
    array([(1, 2.)], dtype=[('A', '<i8'), ('b', '<f8')])
    """
    def renamed(dtype):
        return [(namemapper.get(name, name), renamed(part) if part.names is not None else part) for name, part in _fields(dtype)]
    return base.view(renamed(base.dtype))


def append_fields(base, names, data, dtypes=None, fill_value=-1, usemask=True, asrecarray=False):
    """The array with more fields.

    >>> a = np.array([(1,), (2,)], dtype=[('a', 'i8')])
    >>> lib.recfunctions.append_fields(a, 'b', [3., 4.], usemask=False)
    array([(1, 3.), (2, 4.)], dtype=[('a', '<i8'), ('b', '<f8')])
    """
    if isinstance(names, str):
        names, data = [names], [data]
    elif isinstance(names, (list, tuple)) and len(data) != len(names):
        raise ValueError('The number of arrays does not match the number of names')
    types = list(dtypes) if isinstance(dtypes, (list, tuple)) else [dtypes]
    if len(types) == 1:
        types = types * len(data)
    elif len(types) != len(data):
        raise ValueError('The dtypes argument must be None, a dtype, or a list.')
    columns = []
    for name, values, wanted in zip(names, data, types):
        column = np.array(values, dtype=wanted, copy=None, subok=True)
        columns.append(column.view([(name, column.dtype if wanted is None else wanted)]))
    how = {'usemask': usemask, 'fill_value': fill_value}
    parts = [merge_arrays(base, **how), columns[0] if len(columns) == 1 else merge_arrays(columns, flatten=True, **how)]
    joined = ma.masked_all(max(map(len, parts)), dtype=sum((_fields(part.dtype) for part in parts), []))
    for part in parts:
        joined = recursive_fill_fields(part, joined)
    return _finished(joined, usemask=usemask, asrecarray=asrecarray)


def rec_append_fields(base, names, data, dtypes=None):
    """The array with more fields, as a recarray."""
    return append_fields(base, names, data=data, dtypes=dtypes, asrecarray=True, usemask=False)


def repack_fields(a, align=False, recurse=False):
    """The array, or dtype, with its fields close together, or each as C aligns it.

    >>> lib.recfunctions.repack_fields(np.dtype([('a', 'u1'), ('b', 'f8')]), align=True).itemsize
    16
    """
    if not isinstance(a, np.dtype):
        return a.astype(repack_fields(a.dtype, align=align, recurse=recurse), copy=False)
    if a.names is None:
        return a
    fields = []
    for name in a.names:
        field = a.fields[name]
        part = repack_fields(field[0], align=align, recurse=True) if recurse else field[0]
        fields.append(((field[2], name) if len(field) == 3 else name, part))
    return np.dtype(fields, align=align)


def _innermost(dtype, offset=0):
    """(dtype, count, offset) of all numbers of a record, field by field."""
    found = []
    for name in dtype.names:
        part, place = dtype.fields[name][:2]
        count = 1
        while part.shape:
            for extent in part.shape:
                count *= extent
            part = part.base
        if part.names is None:
            found.append((part, count, place + offset))
        else:
            inner = _innermost(part)
            for step in range(count):
                found.extend((kind, many, place + offset + step * part.itemsize + at) for kind, many, at in inner)
    return found


def structured_to_unstructured(arr, dtype=None, copy=False, casting='unsafe'):
    """The fields of records along a new last axis, as numbers of one type.

    >>> a = np.array([(1, 2.), (3, 4.)], dtype=[('a', 'i8'), ('b', 'f8')])
    >>> lib.recfunctions.structured_to_unstructured(a)
    array([[1., 2.],
           [3., 4.]])
    """
    if arr.dtype.names is None:
        raise ValueError('arr must be a structured array')
    fields = _innermost(arr.dtype)
    if not fields and dtype is None:
        raise ValueError('arr has no fields. Unable to guess dtype')
    if not fields:
        raise NotImplementedError('arr with no fields is not supported')
    out = np.result_type(*[kind.base for kind, count, place in fields]) if dtype is None else np.dtype(dtype)
    total = sum(count for kind, count, place in fields)
    kinds = {kind for kind, count, place in fields}
    places = [place + step * kind.itemsize for kind, count, place in fields for step in range(count)]
    steps = {b - a for a, b in zip(places, places[1:])}
    if kinds == {out} and not copy and len(steps) <= 1 and type(arr) is np.ndarray and arr.ndim:
        raw = np.ndarray(arr.shape + (total,), out, arr, places[0], arr.strides + (steps.pop() if steps else out.itemsize,)) \
            if arr.flags.c_contiguous else None
        if raw is not None:
            return raw
    result = np.empty(arr.shape + (total,), dtype=out)
    if casting != 'unsafe':
        for kind in kinds:
            if not np.can_cast(kind, out, casting):
                raise TypeError(f"Cannot cast array data from {kind!r} to {out!r} according to the rule '{casting}'")
    at = 0
    for values in _columns(arr):
        width = values.shape[-1]
        result[..., at:at + width] = values
        at += width
    return result


def _columns(arr):
    """The innermost fields, each with its elements along a last axis."""
    for name in arr.dtype.names:
        part = arr[name]
        if part.dtype.names is None:
            yield part.reshape(arr.shape + (-1,))
        elif part.ndim == arr.ndim:
            yield from _columns(part)
        else:
            flat = part.reshape(arr.shape + (-1,))
            for place in range(flat.shape[-1]):
                yield from _columns(flat[..., place])


def unstructured_to_structured(arr, dtype=None, names=None, align=False, copy=False, casting='unsafe'):
    """Records whose fields are the numbers of the last axis.

    >>> lib.recfunctions.unstructured_to_structured(np.array([[1, 2], [3, 4]]), names=['a', 'b'])
    array([(1, 2), (3, 4)], dtype=[('a', '<i8'), ('b', '<i8')])
    """
    if arr.shape == ():
        raise ValueError('arr must have at least one dimension')
    width = arr.shape[-1]
    if width == 0:
        raise NotImplementedError('last axis with size 0 is not supported')
    if dtype is None:
        names = [f'f{place}' for place in range(width)] if names is None else names
        out = np.dtype([(name, arr.dtype) for name in names], align=align)
        counts = [1] * len(out.names)
    else:
        if names is not None:
            raise ValueError("don't supply both dtype and names")
        out = np.dtype(dtype)
        fields = _innermost(out)
        if align and not out.isalignedstruct:
            raise ValueError('align was True but dtype is not aligned')
        counts = [count for kind, count, place in fields] if fields else []
    if width != sum(counts):
        raise ValueError('The length of the last dimension of arr must be equal to the number of fields in dtype')
    result = np.empty(arr.shape[:-1], dtype=out)
    at = 0
    for values in _columns(result):
        count = values.shape[-1]
        part = arr[..., at:at + count]
        if casting != 'unsafe' and not np.can_cast(arr.dtype, values.dtype, casting):
            raise TypeError(f"Cannot cast array data from {arr.dtype!r} to {values.dtype!r} according to the rule '{casting}'")
        values[...] = part
        at += count
    return result


def apply_along_fields(func, arr):
    """What a function of an axis makes of each record's fields.

    >>> a = np.array([(1, 2.), (3, 5.)], dtype=[('a', 'i8'), ('b', 'f8')])
    >>> lib.recfunctions.apply_along_fields(np.mean, a)
    array([1.5, 4. ])
    """
    if arr.dtype.names is None:
        raise ValueError('arr must be a structured array')
    return func(structured_to_unstructured(arr), axis=-1)


def assign_fields_by_name(dst, src, zero_unassigned=True):
    """Assign records by the names of their fields, not by their places; fields that src lacks become 0."""
    if dst.dtype.names is None:
        dst[...] = src
    else:
        for name in dst.dtype.names:
            if name in src.dtype.names:
                assign_fields_by_name(dst[name], src[name], zero_unassigned)
            elif zero_unassigned:
                dst[name] = 0


def require_fields(array, required_dtype):
    """The array as records of another type, by the names of the fields.

    >>> a = np.array([(1, 2.)], dtype=[('a', 'i8'), ('b', 'f8')])
    >>> lib.recfunctions.require_fields(a, [('b', 'f4'), ('new', 'u1')])
    array([(2., 0)], dtype=[('b', '<f4'), ('new', 'u1')])
    """
    out = np.empty(array.shape, dtype=required_dtype)
    assign_fields_by_name(out, array)
    return out


def stack_arrays(arrays, defaults=None, usemask=True, asrecarray=False, autoconvert=False):
    """Records of several arrays one behind the other, with the fields of all; what an array lacks is masked.

    >>> a = np.array([(1, 2.)], dtype=[('a', 'i8'), ('b', 'f8')])
    >>> lib.recfunctions.stack_arrays((a, a), usemask=False)
    array([(1, 2.), (1, 2.)], dtype=[('a', '<i8'), ('b', '<f8')])
    """
    if isinstance(arrays, np.ndarray):
        return arrays
    if len(arrays) == 1:
        return arrays[0]
    arrays = [np.asanyarray(a).ravel() for a in arrays]
    fields, names = [], []
    for array in arrays:
        own = array.dtype
        for name, part in (_fields(own) if own.names is not None else [(None, own)]):
            shown = name if name else f'f{len(fields)}' if name is None else name
            if name in names and name is not None:
                place = names.index(name)
                if autoconvert:
                    fields[place] = (name, max(part, fields[place][1]))
                elif part != fields[place][1]:
                    raise TypeError(f"Incompatible type '{fields[place][1]}' <> '{part}'")
            elif name is not None or not fields:
                names.append(name)
                fields.append((shown, part))
    if len(fields) == 1:
        return ma.concatenate(arrays) if usemask else np.concatenate([ma.getdata(a) for a in arrays])
    output = ma.masked_all(sum(map(len, arrays)), fields)
    at = 0
    for array in arrays:
        own = array.dtype.names
        stop = at + len(array)
        if own is None:
            output[output.dtype.names[0]][at:stop] = array
        else:
            for name in own:
                output[name][at:stop] = array[name]
        at = stop
    return _finished(_with_defaults(output, defaults), usemask=usemask, asrecarray=asrecarray)


def find_duplicates(a, key=None, ignoremask=True, return_index=False):
    """The records that are there several times, sorted, with return_index their places as well."""
    a = np.asanyarray(a).ravel()
    base = a
    if key:
        for name in key:
            base = base[name]
        base = base[list(key)] if len(key) > 1 else base
    order = base.argsort() if base.dtype.names is None or len(base.dtype.names) > 1 else ma.getdata(base)[base.dtype.names[0]].argsort()
    sorted_base = base[order]
    data = ma.filled(sorted_base) if isinstance(sorted_base, ma.MaskedArray) else sorted_base
    same = np.concatenate(([False], data[:-1] == data[1:]))
    if ignoremask and isinstance(sorted_base, ma.MaskedArray):
        hidden = ma.getmaskarray(sorted_base)
        hidden = hidden if hidden.dtype.names is None else np.logical_and.reduce([hidden[name] for name in hidden.dtype.names])
        same[hidden] = False
    same[:-1] = same[:-1] + same[1:]
    duplicates = a[order][same]
    return (duplicates, order[same]) if return_index else duplicates


def join_by(key, r1, r2, jointype='inner', r1postfix='1', r2postfix='2', defaults=None, usemask=True, asrecarray=False):
    """The records of two arrays joined where their keys agree: 'inner', 'outer' or 'leftouter'.

    >>> a = np.array([(1, 2.), (2, 3.)], dtype=[('k', 'i8'), ('v', 'f8')])
    >>> b = np.array([(2, 30.)], dtype=[('k', 'i8'), ('w', 'f8')])
    >>> lib.recfunctions.join_by('k', a, b, usemask=False)
    array([(2, 3., 30.)], dtype=[('k', '<i8'), ('v', '<f8'), ('w', '<f8')])
    """
    if jointype not in ('inner', 'outer', 'leftouter'):
        raise ValueError("The 'jointype' argument should be in 'inner', 'outer' or 'leftouter' (got '{}' instead)".format(jointype))
    keys = (key,) if isinstance(key, str) else tuple(key)
    if len(set(keys)) != len(keys):
        dup = next(name for n, name in enumerate(keys) if name in keys[n + 1:])
        raise ValueError(f'duplicate join key {dup!r}')
    for name in keys:
        if name not in r1.dtype.names:
            raise ValueError(f'r1 does not have key field {name!r}')
        if name not in r2.dtype.names:
            raise ValueError(f'r2 does not have key field {name!r}')
    r1, r2 = r1.ravel(), r2.ravel()
    count = len(r1)
    others1 = [name for name in r1.dtype.names if name not in keys]
    others2 = [name for name in r2.dtype.names if name not in keys]
    both = set(others1) & set(others2)
    if both and not (r1postfix or r2postfix):
        raise ValueError('r1 and r2 contain common names, r1postfix and r2postfix can\'t both be empty')
    ordered = [name for name in r1.dtype.names if name in keys]
    keys1, keys2 = _keep_fields(r1, ordered), _keep_fields(r2, ordered)
    all_keys = ma.concatenate((keys1, keys2))
    order = ma.getdata(all_keys).argsort(order=list(keys))
    all_keys = ma.getdata(all_keys)[order]
    same = np.concatenate((all_keys[1:] == all_keys[:-1], [False]))
    same[1:] = same[1:] + same[:-1]
    found = order[same]
    first = found[found < count]
    second = found[found >= count] - count
    common1, common2 = len(first), len(second)
    spare1 = spare2 = 0
    if jointype != 'inner':
        lonely = order[~same]
        first = np.concatenate((first, lonely[lonely < count]))
        spare1 = len(first) - common1
        if jointype == 'outer':
            second = np.concatenate((second, lonely[lonely >= count] - count))
            spare2 = len(second) - common2
    chosen1, chosen2 = r1[first], r2[second]
    fields = _fields(keys1.dtype)
    for name, part in _fields(r1.dtype):
        if name not in keys:
            fields.append((name, part))
    for name, part in _fields(r2.dtype):
        if name in keys:
            place = [n for n, _ in fields].index(name)
            fields[place] = (name, max(part, fields[place][1]))
            continue
        names = [n for n, _ in fields]
        if name not in names:
            fields.append((name, part))
        else:
            place = names.index(name)
            kept = fields[place][1]
            fields[place:place + 1] = [(name + r1postfix, kept), (name + r2postfix, part)]
    output = ma.masked_all(common1 + spare1 + spare2, dtype=fields)
    names = output.dtype.names
    for name in r1.dtype.names:
        target = name if name in names and name not in both else name + r1postfix
        output[target][:common1 + spare1] = chosen1[name]
    for name in r2.dtype.names:
        target = name if name in names and name not in both else name + r2postfix
        current = output[target]
        current[:common2] = chosen2[name][:common2]
        if spare2:
            current[-spare2:] = chosen2[name][-spare2:]
    places = ma.getdata(output).argsort(order=list(keys))
    output = output[places]
    return _finished(_with_defaults(output, defaults), usemask=usemask, asrecarray=asrecarray)


def rec_join(key, r1, r2, jointype='inner', r1postfix='1', r2postfix='2', defaults=None):
    """join_by whose result is a recarray."""
    return join_by(key, r1, r2, jointype, r1postfix, r2postfix, defaults, usemask=False, asrecarray=True)
