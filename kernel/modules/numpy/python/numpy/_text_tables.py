"""loadtxt, savetxt, fromregex: arrays out of text and into it. Tables of plain numbers are read by files.c; what is here reads all others."""

import operator
import os
import re
import warnings

import numpy as np

__all__ = ['loadtxt', 'savetxt', 'fromregex']

_PLAIN = 'dfbhilqBHILQ'


def _control(value, name):
    """A character that steers reading: one, or None."""
    if isinstance(value, bytes):
        value = value.decode('latin1')
    if value is not None and (not isinstance(value, str) or len(value) != 1):
        raise TypeError(f'Text reading control character must be a single unicode character or None; but got: {value!r}')
    return value


def _check_controls(delimiter, quote, comment):
    """Characters that steer reading must be different ones, and no ends of lines."""
    named = [(name, character) for name, character in (('delimiter', delimiter), ('quotechar', quote), ('comment', comment))]
    for name, character in named:
        if character in ('\r', '\n'):
            raise TypeError(f"control character '{name}' cannot be a newline (`\\r` or `\\n`).")
    incompatible = "The values for control characters '{}' and '{}' are incompatible"
    if delimiter is None:
        for name, character in named[1:]:
            if character == ' ':
                raise TypeError(incompatible.format('delimiter', name))
    for left, right in (('comment', 'quotechar'), ('comment', 'delimiter'), ('quotechar', 'delimiter')):
        if dict(named)[left] is not None and dict(named)[left] == dict(named)[right]:
            raise TypeError(incompatible.format(left, right))


def _whole(value):
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError('argument must be an integer') from None


def _comment_marks(comments, delimiter):
    if comments is None:
        return ()
    marks = [comments] if isinstance(comments, (str, bytes)) else list(comments)
    marks = [mark.decode('latin1') if isinstance(mark, bytes) else mark for mark in marks]
    if '' in marks:
        raise ValueError('comments cannot be an empty string. Use comments=None to disable comments.')
    if not (len(marks) == 1 and len(marks[0]) == 1) and delimiter in marks:
        raise TypeError(f"Comment characters '{tuple(marks)}' cannot include the delimiter '{delimiter}'")
    return tuple(marks)


def _columns_of(usecols):
    if usecols is None:
        return None
    try:
        columns = list(usecols)
    except TypeError:
        columns = [usecols]
    for place, column in enumerate(columns):
        try:
            columns[place] = operator.index(column)
        except TypeError:
            raise TypeError('usecols must be an int or a sequence of ints but it contains at least one element of type '
                            f"'{type(column).__name__}'") from None
    return columns


def _source_lines(source, encoding):
    """An iterator over the lines of a path, a file, or of whatever gives lines."""
    encoding = None if encoding == 'bytes' else encoding
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        try:
            opened = _open(path, encoding)
        except FileNotFoundError:
            raise FileNotFoundError(f'{path} not found.') from None
        with opened:
            yield from opened
        return
    try:
        lines = iter(source)
    except TypeError as e:
        raise ValueError(f'fname must be a string, filehandle, list of strings,\nor generator. Got {type(source)} instead.') from e
    for line in lines:
        if not isinstance(line, (str, bytes)):
            raise TypeError('non-string returned while reading data')
        yield line.decode(encoding or 'latin1') if isinstance(line, bytes) else line


def _open(path, encoding, mode='rt'):
    if path.endswith('.gz'):
        import gzip
        return gzip.open(path, mode, encoding=encoding)
    if path.endswith('.bz2'):
        import bz2
        return bz2.open(path, mode, encoding=encoding)
    if path.endswith('.xz'):
        import lzma
        return lzma.open(path, mode, encoding=encoding)
    return open(path, mode, encoding=encoding)


def _quoted_cells(line, rest, delimiter, quote, comment):
    """The cells of a line in which some stand in quotes; lines of `rest` are taken as long as a quote is open."""
    cells, at, end = [], 0, len(line)
    while True:
        if delimiter is None:
            while at < end and line[at].isspace():
                at += 1
            if at >= end:
                return cells
        if at < end and line[at] == quote:
            text, at = '', at + 1
            while True:
                close = line.find(quote, at)
                if close < 0:
                    text += line[at:]
                    line, at = next(rest, None), 0
                    if line is None:
                        line, end = '', 0
                        break
                    end = len(line)
                    continue
                text += line[at:close]
                at = close + 1
                if line[at:at + 1] != quote:
                    break
                text, at = text + quote, at + 1
            end = len(line)
        else:
            text = ''
        start = at
        while at < end and not (line[at].isspace() if delimiter is None else line[at] == delimiter) and line[at] != comment \
                and line[at] not in '\r\n':
            at += 1
        cells.append(text + line[start:at])
        if at >= end or line[at] == comment or (line[at] in '\r\n' and delimiter is not None):
            return cells
        at += 1


def _rows(lines, delimiter, quote, marks):
    """The cells of each line, None for a line without data."""
    single = marks[0] if len(marks) == 1 and len(marks[0]) == 1 else None
    for line in lines:
        if single is None:
            for mark in marks:
                line = line.split(mark, 1)[0]
        if quote is not None and quote in line:
            cells = _quoted_cells(line, lines, delimiter, quote, single)
            yield cells or None
            continue
        if single is not None:
            line = line.split(single, 1)[0]
        line = line.rstrip('\r\n') if delimiter is not None else line
        if not line or line.isspace():
            yield None
            continue
        if '\r' in line.rstrip('\r\n') or '\n' in line.rstrip('\r\n'):
            raise ValueError('Found an unquoted embedded newline within a single line of input.  This is currently not supported.')
        yield line.split(delimiter)


def _cell_types(dtype):
    """The types of the cells of a row."""
    if dtype.subdtype:
        count = 1
        for extent in dtype.shape:
            count *= extent
        return _cell_types(dtype.base) * count
    if dtype.names:
        return [part for name in dtype.names for part in _cell_types(dtype[name])]
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


def _number(text, convert):
    if '_' in text:
        raise ValueError
    return convert(text)


def _reader(dtype):
    """What makes an element of a cell's text."""
    kind = dtype.kind
    if kind == 'b':
        return lambda text: bool(_number(text, int))
    if kind in 'iu':
        limits = np.iinfo(dtype)

        def whole(text):
            try:
                value = _number(text, int)
            except ValueError:
                number = _number(text, float)
                value = int(number)
                if value != number:
                    raise
            if not limits.min <= value <= limits.max:
                raise ValueError
            return value
        return whole
    if kind == 'f':
        return lambda text: _number(text, float)
    if kind == 'c':
        def complex_of(text):
            text = text.strip()
            if text.startswith('(') and text.endswith(')'):
                text = text[1:-1].strip()
            if '(' in text or ')' in text:
                raise ValueError
            return _number(text.replace('+-', '-'), complex)
        return complex_of
    if kind == 'S':
        return lambda text: text.encode('latin1')
    return str


def _all_converters(converters, columns, count):
    """The converter of each cell of a row, None where there is none."""
    if converters is None:
        return [None] * count
    if callable(converters):
        return [converters] * count
    if not isinstance(converters, dict):
        raise TypeError('converters must be a dictionary mapping columns to converter functions or a single callable.')
    for column, converter in converters.items():
        if not hasattr(column, '__index__'):
            raise TypeError(f'keys of the converters dictionary must be integers; got {column!r}')
        if not callable(converter):
            raise TypeError(f'values of the converters dictionary must be callable, but the value associated with key {column!r} is not')
    found = [None] * count
    width = len(columns) if columns is not None else count
    for column, converter in converters.items():
        column = operator.index(column)
        if columns is not None:
            if column in columns:
                found[columns.index(column)] = converter
            continue
        if not -width <= column < width:
            raise ValueError(f'converter specified for column {column}, which is invalid for the number of fields {width}.')
        found[column] = converter
    return found


def _shaped(array, ndmin, rows):
    if array.ndim > ndmin:
        array = np.squeeze(array)
    if ndmin == 1:
        array = np.atleast_1d(array)
    elif ndmin == 2 and array.ndim < 2:
        array = np.atleast_2d(array) if array.ndim != 1 or rows == 1 else array[:, None]
    return array


def _read(lines, dtype, delimiter, quote, marks, converters, skiprows, columns, max_rows, as_bytes):
    kinds = _cell_types(dtype)
    is_record = dtype.names is not None
    rows, readers, width = [], None, None
    for _ in range(skiprows):
        next(lines, None)
    warned = False
    for number, cells in enumerate(_rows(lines, delimiter, quote, marks) if max_rows != 0 else ()):
        if cells is None:
            if max_rows is not None and not warned:
                warned = True
                warnings.warn(f'Input line {number + 1} contained no data and will not be counted towards `max_rows={max_rows}`.  This differs '
                              'from the behaviour in NumPy <=1.22 which counted lines rather than rows.  If desired, the previous behaviour can '
                              'be achieved by using `itertools.islice`.\nPlease see the 1.23 release notes for an example on how to do this.  '
                              'If you wish to ignore this warning, use `warnings.filterwarnings`.  This warning is expected to be removed in '
                              'the future and is given only once per `loadtxt` call.', UserWarning, stacklevel=4)
            continue
        here = len(cells)
        if columns is not None:
            for column in columns:
                if not -here <= column < here:
                    raise ValueError(f'invalid column index {column} at row {len(rows) + 1} with {here} columns')
            cells = [cells[column] for column in columns]
        elif width is not None and here != width:
            raise ValueError(f'the number of columns changed from {width} to {here} at row {len(rows) + 1}; use `usecols` to select a subset and '
                             'avoid this error' if not is_record else
                             f'the dtype passed requires {len(kinds)} columns but {here} were found at row {len(rows) + 1}; use `usecols` to '
                             'select a subset and avoid this error')
        if readers is None:
            width = here
            if is_record and len(cells) != len(kinds):
                raise ValueError(f'the dtype passed requires {len(kinds)} columns but {len(cells)} were found at row {len(rows) + 1}; use '
                                 '`usecols` to select a subset and avoid this error')
            kinds = kinds if is_record else kinds * len(cells)
            own = _all_converters(converters, columns, len(cells))
            readers = [_reader(kind) for kind in kinds]
        values = []
        for place, cell in enumerate(cells):
            try:
                if own[place] is not None:
                    values.append(own[place](cell.encode('latin1') if as_bytes else cell))
                else:
                    values.append(readers[place](cell))
            except (ValueError, TypeError, OverflowError) as error:
                column = place if columns is None else columns[place]
                raise ValueError(f'could not convert string {cell!r} to {kinds[place]} at row {len(rows)}, column {column + 1}.') from (
                    error if own[place] is not None else None)
        rows.append(_nested(dtype, iter(values)) if is_record else values)
        if max_rows is not None and len(rows) >= max_rows:
            break
    return rows


def loadtxt(fname, dtype=float, comments='#', delimiter=None, converters=None, skiprows=0, usecols=None, unpack=False, ndmin=0,
            encoding=None, max_rows=None, *, quotechar=None, like=None):
    """An array of the numbers (or whatever the dtype says) in a text file, a row of it for each line.

    fname: a path, a file, a list of lines. converters: a function of a cell's text, or a dict of columns. ValueError where a cell is no such
    value or a row has another number of cells.

    >>> loadtxt(['1 2', '3 4'])
    array([[1., 2.],
           [3., 4.]])
    """
    delimiter = _control(delimiter, 'delimiter')
    quote = _control(quotechar, 'quote')
    marks = _comment_marks(comments, delimiter)
    single = marks[0] if len(marks) == 1 and len(marks[0]) == 1 else None
    _check_controls(delimiter, quote, single)
    if marks and single is None and quote is not None:
        raise ValueError('when multiple comments or a multi-character comment is given, quotes are not supported.  In this case quotechar must '
                         'be set to None.')
    dtype = np.dtype(float if dtype is None else dtype)
    if dtype.subdtype:
        raise TypeError('file reader does not support subarray dtypes.  You canput the dtype into a structured one using '
                        "`np.dtype(('name', dtype))` to avoid this limitation.")
    if ndmin not in (0, 1, 2):
        raise ValueError(f'Illegal value of ndmin keyword: {ndmin}')
    columns = _columns_of(usecols)
    skiprows = _whole(skiprows)
    max_rows = None if max_rows is None else _whole(max_rows)
    if skiprows < 0 or (max_rows is not None and max_rows < 0):
        raise ValueError('argument must be nonnegative')
    if (dtype.char in _PLAIN and converters is None and quote is None and max_rows is None and len(marks) < 2 and columns != []
            and dtype.isnative and (delimiter is None or delimiter.isascii()) and not (isinstance(fname, str) and fname.endswith(('.gz', '.bz2', '.xz')))):
        if not isinstance(fname, (str, os.PathLike)) and not hasattr(fname, '__iter__') and not hasattr(fname, 'read'):
            raise ValueError(f'fname must be a string, filehandle, list of strings,\nor generator. Got {type(fname)} instead.')
        result = np._read_numbers(fname, dtype, marks[0] if marks else None, delimiter, skiprows, columns, bool(unpack), ndmin)
        return result if result.size else _nothing(fname, dtype, columns, ndmin, unpack)
    as_bytes = encoding == 'bytes'
    rows = _read(_source_lines(fname, encoding), dtype, delimiter, quote, marks, converters, skiprows, columns, max_rows, as_bytes)
    if (not rows or columns == []) and not dtype.names:
        return _nothing(fname, dtype, columns, ndmin, unpack)
    if not rows:
        _warn_of_no_data(fname)
    if dtype.kind in 'US' and not dtype.itemsize:
        dtype = np.dtype(f'{dtype.kind}{max([1] + [len(value) for row in rows for value in row])}')
    if dtype.names:
        result = np.array(rows, dtype=dtype).reshape(-1) if rows else np.empty((0,), dtype)
        if result.size == 1 and not ndmin:
            result = result.reshape(())
        elif ndmin == 2:
            result = result[:, None]
        return [result[name] for name in dtype.names] if unpack else result
    if rows:
        result = np.empty((len(rows), len(rows[0])), dtype)
        if dtype.kind == 'O':
            for place, row in enumerate(rows):
                for at, value in enumerate(row):
                    result[place, at] = value
        else:
            result[...] = rows
    else:
        result = np.empty((0,), dtype)
    result = _shaped(result, ndmin, len(rows))
    return result.T if unpack else result


def _warn_of_no_data(fname, level=3):
    warnings.warn(f'loadtxt: input contained no data: "{fname}"', category=UserWarning, stacklevel=level)


def _nothing(fname, dtype, columns, ndmin, unpack):
    """What a file without data gives."""
    _warn_of_no_data(fname, 4)
    if dtype.kind in 'US' and not dtype.itemsize:
        dtype = np.dtype(dtype.kind + '1')
    array = _shaped(np.empty((0, 1 if columns is None else len(columns)), dtype), ndmin, 0)
    return array.T if unpack else array


def _row_format(fmt, delimiter, columns, is_complex):
    if isinstance(fmt, (list, tuple)):
        if len(fmt) != columns:
            raise AttributeError(f'fmt has wrong shape.  {fmt!s}')
        return delimiter.join(fmt)
    if not isinstance(fmt, str):
        raise ValueError(f'invalid fmt: {fmt!r}')
    marks = fmt.count('%')
    if marks == 1:
        return delimiter.join([f' ({fmt}+{fmt}j)' if is_complex else fmt] * columns)
    if marks != (2 * columns if is_complex else columns):
        raise ValueError(f'fmt has wrong number of % formats:  {fmt}')
    return fmt


def _writer(file, encoding):
    """What writes text to a file of text or of bytes."""
    mode = []

    def write(text):
        if not mode:
            try:
                file.write(text)
                mode.append('text')
            except TypeError:
                mode.append('bytes')
                file.write(text.encode(encoding or 'latin1'))
        elif mode[0] == 'text':
            file.write(text)
        else:
            file.write(text.encode(encoding or 'latin1'))
    return write


def savetxt(fname, X, fmt='%.18e', delimiter=' ', newline='\n', header='', footer='', comments='# ', encoding=None):
    """Write an array of one or two dimensions to a text file, a line for each row.

    fmt: a format of % for all elements, a list of one for each column, or a whole line's. ValueError, AttributeError or TypeError where it
    does not fit the array.

    >>> import io; f = io.StringIO(); savetxt(f, [[1, 2], [3, 4]], fmt='%d'); f.getvalue()
    '1 2\\n3 4\\n'
    """
    if isinstance(fmt, bytes):
        fmt = fmt.decode('latin1')
    opened = None
    if isinstance(fname, (str, os.PathLike)):
        path = os.fspath(fname)
        opened = _open(path, encoding or 'latin1', 'wt')
        write = opened.write
    elif hasattr(fname, 'write'):
        write = _writer(fname, encoding)
    else:
        raise ValueError('fname must be a string or file handle')
    try:
        array = np.asarray(X)
        if array.ndim == 0 or array.ndim > 2:
            raise ValueError('Expected 1D or 2D array, got %dD array instead' % array.ndim)
        if array.ndim == 2:
            columns = array.shape[1]
        elif array.dtype.names is None:
            array, columns = np.atleast_2d(array).T, 1
        else:
            columns = len(array.dtype.names)
        is_complex = np.iscomplexobj(array)
        line = _row_format(fmt, delimiter, columns, is_complex)
        if header:
            write(comments + header.replace('\n', '\n' + comments) + newline)
        if is_complex:
            for row in array:
                write((line % tuple(part for number in row for part in (number.real, number.imag)) + newline).replace('+-', '-'))
        else:
            for row in array.tolist() if array.dtype.kind in 'fiub' else array:
                try:
                    text = line % tuple(row) + newline
                except TypeError as e:
                    raise TypeError(f"Mismatch between array dtype ('{array.dtype}') and format specifier ('{line}')") from e
                write(text)
        if footer:
            write(comments + footer.replace('\n', '\n' + comments) + newline)
    finally:
        if opened is not None:
            opened.close()


def fromregex(file, regexp, dtype, encoding=None):
    """A record of each place in a text file where a regular expression matches, its groups the fields.

    >>> import io
    >>> fromregex(io.StringIO('1312 foo\\n1534 bar'), r'(\\d+)\\s+(...)', [('num', int64), ('key', 'S3')])
    array([(1312, b'foo'), (1534, b'bar')],
          dtype=[('num', '<i8'), ('key', 'S3')])
    """
    opened = None
    if not hasattr(file, 'read'):
        path = os.fspath(file)
        try:
            opened = file = _open(path, encoding)
        except FileNotFoundError:
            raise FileNotFoundError(f'{path} not found.') from None
    try:
        dtype = np.dtype(dtype)
        if dtype.names is None:
            raise TypeError('dtype must be a structured datatype.')
        content = file.read()
        if isinstance(content, bytes) and isinstance(regexp, str):
            regexp = regexp.encode('latin1')
        if not hasattr(regexp, 'match'):
            regexp = re.compile(regexp)
        found = regexp.findall(content)
        if found and not isinstance(found[0], tuple):
            found = [(one,) for one in found]
        result = np.empty(len(found), dtype)
        for place, name in enumerate(dtype.names):
            result[name] = np.array([row[place] for row in found]).astype(dtype[name]) if found else ()
        return result
    finally:
        if opened is not None:
            opened.close()
