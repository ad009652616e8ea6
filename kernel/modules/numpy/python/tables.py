"""loadtxt and genfromtxt where columns are no plain numbers: records, text, types that the file decides, names."""

import numpy as np

DELETED = set("~!@#$%^&*()-=+~\\|]}[{';: /?.>,<")
EXCLUDED = {'return', 'file', 'print'}
DEFAULTS = {'b': False, 'i': -1, 'u': -1, 'f': np.nan, 'c': complex(np.nan, 0), 'U': '?' * 3, 'S': b'?' * 3, 'O': None, 'M': 'NaT', 'm': 'NaT'}


def _lines(source, encoding):
    """The lines of a path, a file or a list."""
    encoding = None if encoding in ('bytes', None) else encoding
    if hasattr(source, '__fspath__') or isinstance(source, str):
        try:
            with open(source, encoding=encoding) as file:
                return file.read().splitlines()
        except FileNotFoundError:
            raise FileNotFoundError(f'{source} not found.') from None
    lines = source.read().splitlines() if hasattr(source, 'read') else list(source)
    return [line.decode(encoding or 'latin1') if isinstance(line, bytes) else line for line in lines]


def _without_comment(line, comments):
    for mark in [comments] if isinstance(comments, str) else comments or ():
        line = line.split(mark, 1)[0]
    return line


def _cells(line, delimiter):
    if isinstance(delimiter, int):
        return [line[place:place + delimiter] for place in range(0, len(line), delimiter)]
    if isinstance(delimiter, (list, tuple)):
        cells, place = [], 0
        for width in delimiter:
            cells.append(line[place:place + width])
            place += width
        return cells
    return line.split(delimiter)


def _truth(text):
    upper = text.strip().upper()
    if upper not in ('TRUE', 'FALSE'):
        raise ValueError('Cannot convert string to bool')
    return upper == 'TRUE'


GUESSES = [('b', _truth), ('i', int), ('f', float), ('c', complex), ('U', str)]


def _guess(cells, missing):
    """The kind of a column and its values."""
    known = [cell for cell in cells if cell.strip() not in missing]
    for kind, convert in GUESSES:
        if not known and kind != 'b':
            break
        try:
            for cell in known:
                value = convert(cell)
                if kind == 'i' and not -2 ** 63 <= value < 2 ** 63:
                    raise ValueError
        except ValueError:
            continue
        return kind, convert
    return 'b', _truth


def _converter(dtype):
    kind = dtype.kind
    return {'b': _truth, 'i': int, 'u': int, 'f': float, 'c': complex, 'S': lambda text: text.encode('latin1')}.get(kind, str)


def _valid_names(names, count):
    seen, valid = {}, []
    for place in range(count):
        name = names[place].strip() if place < len(names) else ''
        name = ''.join(c for c in name.replace(' ', '_') if c not in DELETED) or f'f{place}'
        if name in EXCLUDED:
            name += '_'
        repeats = seen.get(name, 0)
        seen[name] = repeats + 1
        valid.append(f'{name}_{repeats}' if repeats else name)
    return valid


def _by_column(given, place, name, default):
    if isinstance(given, dict):
        return given.get(place, given.get(name, default))
    if isinstance(given, (list, tuple)):
        return given[place] if place < len(given) else default
    return default if given is None else given


def _places(usecols, names, count):
    if usecols is None:
        return list(range(count))
    if isinstance(usecols, str):
        usecols = [part.strip() for part in usecols.split(',')]
    elif isinstance(usecols, int):
        usecols = [usecols]
    places = [list(names).index(column) if isinstance(column, str) else column for column in usecols]
    return [place + count if place < 0 else place for place in places]


def genfromtxt(fname, dtype, comments, delimiter, skip_header, skip_footer, converters, missing_values, filling_values, usecols, names,
               unpack, max_rows, encoding):
    lines = _lines(fname, encoding)[skip_header:]
    if names is True:
        while lines:
            first = lines.pop(0)
            body = _without_comment(first, comments).strip() if comments is None or comments not in first else ''.join(
                first.split(comments)).strip()
            if body:
                break
        else:
            body = ''
        names = _cells(body, delimiter)
    elif isinstance(names, str):
        names = names.split(',')
    rows, numbers = [], []
    for number, line in enumerate(lines, skip_header + 1):
        body = _without_comment(line, comments).strip(' \r\n') if delimiter is None or isinstance(delimiter, str) else _without_comment(
            line, comments).rstrip('\r\n')
        if not body:
            continue
        rows.append(_cells(body, delimiter))
        numbers.append(number)
    if skip_footer:
        rows, numbers = rows[:-skip_footer], numbers[:-skip_footer]
    if max_rows is not None:
        rows, numbers = rows[:max_rows], numbers[:max_rows]
    record = None if dtype is None else np.dtype(dtype)
    names = list(names) if names else list(record.names) if record is not None and record.names else []
    count = len(rows[0]) if rows else len(names)
    if names and len(names) == count:
        names = _valid_names(names, count)
    places = _places(usecols, names, count)
    wrong = [f'    Line #{number} (got {len(row)} columns instead of {count})' for number, row in zip(numbers, rows) if len(row) != count]
    if wrong:
        raise ValueError('\n'.join(['Some errors were detected !'] + wrong))
    if names and len(names) == count:
        names = [names[place] for place in places]
    elif names:
        names = _valid_names(names, len(places))
    columns, types = [], []
    for at, place in enumerate(places):
        name = names[at] if names else None
        cells = [row[place] for row in rows]
        given = _by_column(missing_values, place, name, ())
        missing = {''} | set(part.strip() for part in (given.split(',') if isinstance(given, str) else map(str, given)))
        own = converters.get(place, converters.get(name)) if isinstance(converters, dict) else None
        if record is not None:
            kind = record[at] if record.names else record
            convert, kind_letter = _converter(kind), kind.kind
        else:
            kind_letter, convert = _guess(cells, missing)
            kind = {'b': np.dtype(bool), 'i': np.dtype(int), 'f': np.dtype(float), 'c': np.dtype(complex)}.get(kind_letter)
        filling = _by_column(filling_values, place, name, DEFAULTS.get(kind_letter))
        values = []
        for cell in cells:
            if own is not None:
                values.append(own(cell))
            elif cell.strip() in missing and kind_letter not in 'US':
                values.append(filling)
            else:
                try:
                    values.append(convert(cell))
                except ValueError:
                    values.append(filling)
        if own is not None and record is None:
            kind = np.array(values).dtype
        if kind is None or kind.kind in 'US' and not kind.itemsize:
            letter = 'U' if kind is None else kind.kind
            kind = np.dtype(f'{letter}{max([1] + [len(value) for value in values])}')
        columns.append(values)
        types.append(kind)
    if names or record is not None and record.names:
        labels = names or list(record.names)
    elif len(set(kind.char for kind in types)) <= 1:
        kind = max(types, key=lambda kind: kind.itemsize) if types else np.dtype(float)
        result = np.squeeze(np.array(list(zip(*columns)), dtype=kind))
        return result.T if unpack and result.ndim > 1 else result
    else:
        labels = [f'f{place}' for place in range(len(types))]
    final = np.dtype(list(zip(labels, types)))
    result = np.squeeze(np.array(list(zip(*columns)), dtype=final))
    return [result[name] for name in labels] if unpack and len(labels) > 1 else result


def _flat_types(dtype):
    """The types of the cells of a row."""
    if dtype.subdtype:
        count = 1
        for extent in dtype.shape:
            count *= extent
        return _flat_types(dtype.base) * count
    if dtype.names:
        return [part for name in dtype.names for part in _flat_types(dtype[name])]
    return [dtype]


def _nested(dtype, values):
    """A value of the dtype taken off the front of the iterator."""
    if dtype.subdtype:
        def layer(shape):
            return [layer(shape[1:]) for _ in range(shape[0])] if shape else _nested(dtype.base, values)
        return layer(dtype.shape)
    if dtype.names:
        return tuple(_nested(dtype[name], values) for name in dtype.names)
    return next(values)


def loadtxt(fname, dtype, comments, delimiter, converters, skiprows, usecols, unpack, ndmin, encoding, max_rows):
    dtype = np.dtype(dtype)
    lines = _lines(fname, encoding)[skiprows:]
    types = _flat_types(dtype)
    columns = None if usecols is None else [usecols] if isinstance(usecols, int) else list(usecols)
    rows = []
    for line in lines:
        body = _without_comment(line, comments)
        if not body.strip():
            continue
        if max_rows is not None and len(rows) >= max_rows:
            break
        cells = _cells(body.strip('\r\n') if delimiter else body, delimiter)
        number = len(rows)
        if columns is not None:
            try:
                cells = [cells[column] for column in columns]
            except IndexError:
                raise ValueError(f'invalid column index {max(columns)} at row {number + 1} with {len(cells)} columns') from None
        kinds = types if dtype.names else types * len(cells)
        if len(cells) != len(kinds) or rows and not dtype.names and len(cells) != len(rows[0]):
            if dtype.names:
                raise ValueError(f'the dtype passed requires {len(kinds)} columns but {len(cells)} were found at row {number + 1}; '
                                 'use `usecols` to select a subset and avoid this error')
            raise ValueError(f'the number of columns changed from {len(rows[0])} to {len(cells)} at row {number + 1}; use `usecols` to '
                             'select a subset and avoid this error')
        values = []
        for place, (cell, kind) in enumerate(zip(cells, kinds)):
            column = columns[place] if columns is not None else place
            own = converters.get(column) if isinstance(converters, dict) else converters
            try:
                values.append(own(cell) if own else _converter(kind)(cell))
            except ValueError as error:
                raise ValueError(f"could not convert string {cell!r} to {kind.name if kind.kind not in 'fiu' else kind} at row {number}, "
                                 f'column {column + 1}.') from error
        rows.append(_nested(dtype, iter(values)) if dtype.names else values)
    if dtype.kind in 'US' and not dtype.itemsize:
        dtype = np.dtype(f'{dtype.kind}{max([1] + [len(value) for row in rows for value in row])}')
    result = np.array(rows, dtype=dtype) if rows else np.empty((0,), dtype)
    if dtype.names:
        result = result.reshape(-1)
        if result.size == 1 and not ndmin:
            result = result.reshape(())
        elif ndmin == 2:
            result = result[:, None]
    else:
        if result.ndim > ndmin:
            result = np.squeeze(result)
        if ndmin == 1:
            result = np.atleast_1d(result)
        elif ndmin == 2:
            result = np.atleast_2d(result) if result.ndim != 1 else (result[None, :] if len(rows) == 1 else result[:, None])
    if unpack:
        return [result[name] for name in dtype.names] if dtype.names else result.T
    return result
