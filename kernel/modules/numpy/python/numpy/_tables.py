"""genfromtxt: tables of text with gaps, names, records, and types that the file decides."""

import os
import warnings

import numpy as np

__all__ = ['genfromtxt']

DELETED = set("~!@#$%^&*()-=+~\\|]}[{';: /?.>,<")
EXCLUDED = {'return', 'file', 'print'}
DEFAULTS = {'b': False, 'i': -1, 'u': -1, 'f': np.nan, 'c': complex(np.nan, 0), 'U': '?' * 3, 'S': b'?' * 3, 'O': None, 'M': 'NaT', 'm': 'NaT'}


def _lines(source, encoding):
    """The lines of a path, a file or whatever gives lines."""
    if not isinstance(source, (str, os.PathLike)) and not hasattr(source, '__iter__') and not hasattr(source, 'read'):
        raise TypeError('fname must be a string, a filehandle, a sequence of strings,\n'
                        f'or an iterator of strings. Got {type(source)} instead.')
    from numpy._text_tables import _source_lines
    return [line.rstrip('\r\n') for line in _source_lines(source, encoding)]


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
    upper = text.upper()
    if upper not in ('TRUE', 'FALSE'):
        raise ValueError('Cannot convert string to bool')
    return upper == 'TRUE'


GUESSES = [('b', _truth), ('i', int), ('f', float), ('c', complex), ('U', str)]


def _guess(cells, missing):
    """The kind of a column, what converts its cells, and whether there is something to tell it by."""
    for kind, convert in GUESSES:
        is_told = True
        try:
            for cell in cells:
                try:
                    value = convert(cell)
                    if kind == 'i' and not -2 ** 63 <= value < 2 ** 63:
                        raise ValueError
                except ValueError:
                    if cell.strip() not in missing:
                        raise
                    is_told = is_told and kind != 'b'
        except ValueError:
            continue
        return kind, convert, is_told


def _whole(text):
    return int(float(text))


def _converter(dtype):
    if dtype.kind in 'iu' and dtype.itemsize == 8:
        return dtype.type
    return {'b': _truth, 'i': _whole, 'u': _whole, 'f': float, 'c': complex, 'U': str}.get(dtype.kind, lambda text: text.encode('latin1'))


class _Names:
    """What may be a field's name, and what becomes of others."""

    def __init__(self, excluded, deleted, replaced, case):
        self.excluded = EXCLUDED | set(excluded or ())
        self.deleted = DELETED if deleted is None else set(deleted) | {'"'}
        self.replaced = replaced
        if case in (None, True):
            self.change = str
        elif case is False or (isinstance(case, str) and case.startswith('u')):
            self.change = str.upper
        elif isinstance(case, str) and case.startswith('l'):
            self.change = str.lower
        else:
            raise ValueError(f'unrecognized case_sensitive value {case}.')

    def __call__(self, names, count, pattern='f%i'):
        seen, valid, empty = {}, [], 0
        for place in range(count):
            name = self.change(names[place].strip()) if place < len(names) else ''
            name = ''.join(c for c in (name.replace(' ', self.replaced) if self.replaced else name) if c not in self.deleted)
            if not name:
                name = pattern % empty
                while name in names:
                    empty += 1
                    name = pattern % empty
                empty += 1
            elif name in self.excluded:
                name += '_'
            repeats = seen.get(name, 0)
            seen[name] = repeats + 1
            valid.append(f'{name}_{repeats}' if repeats else name)
        return valid


def _places(usecols, names, count):
    if usecols is None:
        return list(range(count))
    places = []
    for column in usecols:
        if isinstance(column, str):
            if not names:
                raise AttributeError("'NoneType' object has no attribute 'index'")
            column = list(names).index(column)
        places.append(column + count if column < 0 else column)
    return places


def _user_values(given, names, usecols):
    """(column, value) of what a user gives in a dict; names and columns of the file are those of the result where they are among them."""
    for key, value in given.items():
        if isinstance(key, str):
            if key not in (names or ()):
                continue
            key = names.index(key)
        yield usecols.index(key) if usecols and key in usecols else key, value


def _missing_texts(given, names, usecols, count):
    """For each column the texts that stand for nothing, beside the empty one."""
    texts = [[''] for _ in range(count)]
    given = given.decode('latin1') if isinstance(given, bytes) else given or ()
    if isinstance(given, dict):
        for column, value in _user_values(given, names, usecols):
            for entry in texts if column is None else [texts[column]]:
                entry.extend(map(str, value) if isinstance(value, (list, tuple)) else [str(value)])
    elif isinstance(given, (list, tuple)):
        for value, entry in zip(given, texts):
            entry.append(str(value))
    else:
        for entry in texts:
            entry.extend(given.split(',') if isinstance(given, str) else [str(given)])
    return texts


def _fillings(given, names, usecols, count):
    """For each column what stands where nothing is; None: as its type has it."""
    if isinstance(given, dict):
        fillings = [None] * count
        for column, value in _user_values(given, names, usecols):
            fillings[column] = value
        return fillings
    if isinstance(given, (list, tuple)):
        return list(given[:count]) + [None] * (count - len(given))
    return [given] * count


def _header(lines, names, comments, delimiter, autostrip):
    """The lines below the names, and the names of the first line that has any."""
    at = 0
    while at < len(lines):
        first = lines[at]
        at += 1
        marked = comments is not None and comments in first
        body = first.split(comments, 1)[first.lstrip().startswith(comments)] if marked else first
        if body.strip():
            return lines[at:], [cell.strip() for cell in _cells(body.strip(), delimiter)], at
    return [], [], at


def _convert_column(cells, convert, missing, filling, loose):
    values = []
    for cell in cells:
        try:
            values.append(convert(cell))
        except ValueError:
            if not loose and cell.strip() not in missing:
                raise ValueError(f"Cannot convert string '{cell}'") from None
            values.append(filling)
    return values


def _squeezed(array, ndmin):
    array = np.squeeze(array) if array.ndim > ndmin else array
    if ndmin == 1:
        return np.atleast_1d(array)
    return np.atleast_2d(array).T if ndmin == 2 and array.ndim < 2 else array


def _rows_of(lines, first, comments, delimiter, autostrip):
    rows, numbers = [], []
    for number, line in enumerate(lines, first):
        body = _without_comment(line, comments)
        body = body.strip(' \r\n') if delimiter is None or isinstance(delimiter, str) else body.rstrip('\r\n')
        if not body:
            continue
        cells = _cells(body, delimiter)
        rows.append([cell.strip() for cell in cells] if autostrip else cells)
        numbers.append(number)
    return rows, numbers


def _check_widths(rows, numbers, count, invalid_raise, usecols):
    wrong = [f'    Line #{number} (got {len(row)} columns instead of {count})' for number, row in zip(numbers, rows) if len(row) != count]
    if not wrong:
        return rows
    message = '\n'.join(['Some errors were detected !'] + wrong)
    if invalid_raise:
        raise ValueError(message)
    from numpy._inside import ConversionWarning
    warnings.warn(message, ConversionWarning, stacklevel=4)
    return [row for row in rows if len(row) == count]


def _result(columns, types, told, record, names, pattern):
    """The array of the columns' values, and the fields' labels or None."""
    if names or record is not None and record.names:
        labels = names or list(record.names)
    elif not types or len(set(kind.char for kind, is_told in zip(types, told) if is_told)) == 1:
        known = [kind for kind, is_told in zip(types, told) if is_told]
        kind = max(known, key=lambda kind: kind.itemsize) if known else np.dtype(float)
        return np.array(list(zip(*columns)), dtype=kind), None
    else:
        labels = [pattern % place for place in range(len(types))]
    return np.array(list(zip(*columns)), dtype=np.dtype(list(zip(labels, types)))), labels


def _of_bytes(converter):
    return lambda text: converter(text if isinstance(text, bytes) else text.encode('latin1'))


def _own_converters(converters, names, usecols, rows, count, as_bytes):
    """The caller's converters by the places of the columns that are read. IndexError for a number beyond the first row."""
    found = {}
    for key, converter in (converters or {}).items():
        if isinstance(key, str):
            if not names:
                raise AttributeError("'NoneType' object has no attribute 'index'")
            if key not in names:
                continue
            at = key = names.index(key)
        elif usecols:
            chosen = [usecols] if isinstance(usecols, (int, str)) else list(usecols)
            if key not in chosen:
                continue
            at = chosen.index(key)
        else:
            at = key
        if rows:
            rows[0][key]
        found[at % count if count else at] = _of_bytes(converter) if as_bytes and converter is not bytes else converter
    return found


def _read(lines, dtype, comments, delimiter, skip_header, skip_footer, converters, missing_values, filling_values, usecols, names, validate,
          autostrip, pattern, usemask, loose, invalid_raise, max_rows, source, as_bytes):
    lines, first = lines[skip_header:], skip_header + 1
    if names is True:
        lines, names, used = _header(lines, names, comments, delimiter, autostrip)
        first += used
    elif isinstance(names, str):
        names = [name.strip() for name in names.split(',')]
    rows, numbers = _rows_of(lines, first, comments, delimiter, autostrip)
    if not rows and not names:
        warnings.warn(f'genfromtxt: Empty input file: "{source}"', stacklevel=3)
    if skip_footer:
        rows, numbers = rows[:-skip_footer], numbers[:-skip_footer]
    if max_rows is not None:
        rows, numbers = rows[:max_rows], numbers[:max_rows]
    record = None if dtype is None else np.dtype(dtype)
    given_names = bool(names)
    names = list(names) if names else list(record.names) if record is not None and record.names else []
    count = len(rows[0]) if rows else len(names)
    if names and len(names) == count:
        names = validate(names, count, pattern)
    elif record is not None and record.names and not given_names and pattern != 'f%i' and all(
            name == f'f{place}' for place, name in enumerate(record.names)):
        names = [pattern % place for place in range(count)]
    places = _places(usecols, names, count)
    rows = _check_widths(rows, numbers, count, invalid_raise, usecols)
    if names and len(names) == count:
        names = [names[place] for place in places]
    elif names:
        names = validate(names, len(places), pattern)
    if names and pattern != 'f%i' and not given_names and record is not None and all(name == f'f{at}' for at, name in enumerate(names)):
        names = [pattern % at for at in range(len(names))]
    own_converters = _own_converters(converters, names, usecols, rows, len(places), as_bytes)
    columns, types, told, gaps, has_texts = [], [], [], [], False
    every_missing = _missing_texts(missing_values, names, usecols and places, len(places))
    every_filling = _fillings(filling_values, names, usecols and places, len(places))
    for at, place in enumerate(places):
        name = names[at] if names else None
        cells = [row[place] for row in rows]
        missing, is_told = every_missing[at], True
        own = own_converters.get(at)
        if record is not None:
            kind = record[at] if record.names else record
            convert, kind_letter = _converter(kind), kind.kind
        elif own is not None:
            kind_letter, convert, kind = 'U', own, None
        else:
            kind_letter, convert, is_told = _guess(cells, missing)
            kind = {'b': np.dtype(bool), 'i': np.dtype(int), 'f': np.dtype(float), 'c': np.dtype(complex)}.get(kind_letter)
        filling = every_filling[at]
        if filling is None:
            filling = DEFAULTS.get(kind_letter)
        values = _convert_column(cells, own or convert, missing, filling, loose)
        if own is not None and (record is None or not record.names and not names) and values:
            kind = np.array(values).dtype if record is None else np.array(values[0]).dtype
            if record is not None and kind.type is record.type:
                kind = record
            elif record is not None and kind.kind in 'US':
                kind = np.dtype(kind.kind)
        if kind is None or kind.kind in 'US' and not kind.itemsize:
            letter = 'U' if kind is None else kind.kind
            kind = np.dtype(f'{letter}{max([1] + [len(value) for value in values])}')
        if as_bytes and record is None and kind.kind == 'U':
            has_texts, kind, values = True, np.dtype(f'S{kind.itemsize // 4}'), [value.encode('latin1') for value in values]
        columns.append(values)
        types.append(kind)
        told.append(is_told)
        gaps.append([cell.strip() in missing for cell in cells])
    if has_texts:
        warnings.warn('Reading unicode strings without specifying the encoding argument is deprecated. Set the encoding, use None for the system default.',
                      np.exceptions.VisibleDeprecationWarning, stacklevel=3)
    result, labels = _result(columns, types, told, record, names, pattern)
    if not usemask:
        return result, labels
    if labels:
        mask = np.array(list(zip(*gaps)), dtype=[(label, bool) for label in labels])
    else:
        mask = np.array(list(zip(*gaps)), dtype=bool)
    return np.ma.array(result, mask=mask), labels


def genfromtxt(fname, dtype=float, comments='#', delimiter=None, skip_header=0, skip_footer=0, converters=None, missing_values=None,
               filling_values=None, usecols=None, names=None, excludelist=None, deletechars=None, replace_space='_', autostrip=False,
               case_sensitive=True, defaultfmt='f%i', unpack=None, usemask=False, loose=True, invalid_raise=True, max_rows=None, encoding=None,
               *, ndmin=0, like=None):
    """An array of a text file's table, in which cells may be missing.

    dtype None: the columns decide. names: True (the first line's), a list, or text with commas. usemask: a masked array, masked where
    something is missing. ValueError for rows of another length (without invalid_raise a warning), and what cannot be converted when not loose.

    >>> genfromtxt(['1,,3', '4,5,6'], delimiter=',')
    array([[ 1., nan,  3.],
           [ 4.,  5.,  6.]])
    """
    if max_rows is not None:
        if skip_footer:
            raise ValueError("The keywords 'skip_footer' and 'max_rows' can not be specified at the same time.")
        if max_rows < 1:
            raise ValueError("'max_rows' must be at least 1.")
    if not isinstance(converters, (dict, type(None))):
        raise TypeError(f"The input argument 'converter' should be a valid dictionary (got '{type(converters)}' instead)")
    comments, delimiter = (text.decode('latin1') if isinstance(text, bytes) else text for text in (comments, delimiter))
    validate = _Names([excludelist] if isinstance(excludelist, str) else excludelist, deletechars, replace_space, case_sensitive)
    if isinstance(usecols, str):
        usecols = [part.strip() for part in usecols.split(',')]
    elif usecols is not None:
        try:
            usecols = list(usecols)
        except TypeError:
            usecols = [usecols]
    try:
        plain = np.dtype(dtype) if dtype is not None else None
    except TypeError:  # a list of the columns' types, without names
        if not isinstance(dtype, (list, tuple)):
            raise
        plain = dtype = np.dtype({'formats': list(dtype), 'names': [defaultfmt % place for place in range(len(dtype))]})
    if (plain is not None and plain.char in 'dflq' and plain.isnative and names is None and converters is None and not skip_footer
            and missing_values is None and (filling_values is None or isinstance(filling_values, (int, float))) and not usemask and loose
            and invalid_raise and ndmin == 0 and (delimiter is None or isinstance(delimiter, str)) and hasattr(fname, '__iter__')
            and (comments is None or isinstance(comments, str)) and not any(isinstance(column, str) for column in usecols or ())
            and not (isinstance(fname, str) and fname.endswith(('.gz', '.bz2', '.xz')))):
        result = np._read_with_gaps(fname, plain, comments, delimiter, skip_header, filling_values, usecols, bool(unpack), max_rows)
        if not result.size:
            warnings.warn(f'genfromtxt: Empty input file: "{fname}"', stacklevel=2)
        return result
    result, labels = _read(_lines(fname, encoding), dtype, comments, delimiter, skip_header, skip_footer, converters, missing_values,
                           filling_values, usecols, names, validate, autostrip, defaultfmt, usemask, loose, invalid_raise, max_rows, fname,
                           encoding == 'bytes')
    if ndmin == 2 and not labels and result.ndim == 2:
        return result.T if unpack else result
    result = _squeezed(result, ndmin)
    if unpack:
        if labels is None:
            return result.T
        return result[labels[0]] if len(labels) == 1 else [result[label] for label in labels]
    return result
