"""The reader and the writer of the module csv. Lines without quotes are cut by str.split; only others are walked through."""

import sys as _sys

__version__ = "1.0"
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE = range(4)
_STRINGS, _NOT_NONE = 4, 5
_most = QUOTE_NONE
if _sys.version_info >= (3, 12):
    QUOTE_STRINGS, QUOTE_NOTNULL = _STRINGS, _NOT_NONE
    _most = _NOT_NONE
_reads_none = _sys.version_info >= (3, 13)

_END = object()  # behind the last line
_dialects = {}
_limit = 131072


class Error(Exception):
    "Text that is no CSV, or values that cannot be written as such."


_defaults = {"delimiter": ",", "doublequote": True, "escapechar": None, "lineterminator": "\r\n", "quotechar": '"', "quoting": QUOTE_MINIMAL,
             "skipinitialspace": False, "strict": False}


def _character(name, value, optional):
    if value is None and optional:
        return None
    if not isinstance(value, str):
        raise TypeError('"%s" must be string%s, not %s' % (name, " or None" if optional else "", type(value).__name__))
    if len(value) != 1:
        raise TypeError('"%s" must be a 1-character string' % name)
    return value


class Dialect:
    "How fields are told apart, quoted and escaped."

    __slots__ = ("delimiter", "doublequote", "escapechar", "lineterminator", "quotechar", "quoting", "skipinitialspace", "strict")

    def __new__(cls, dialect=None, **options):
        for name in options:
            if name not in _defaults:
                raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        if type(dialect) is Dialect and not options and cls is Dialect:
            return dialect
        values = dict(_defaults)
        for name in _defaults:
            if dialect is not None and hasattr(dialect, name):
                values[name] = getattr(dialect, name)
        values.update(options)
        self = object.__new__(cls)
        for name in ("delimiter", "escapechar", "quotechar"):
            values[name] = _character(name, values[name], name != "delimiter")
        for name in ("doublequote", "skipinitialspace", "strict"):
            values[name] = bool(values[name])
        if values["lineterminator"] is None:
            raise TypeError("lineterminator must be set")
        if not isinstance(values["lineterminator"], str):
            raise TypeError('"lineterminator" must be a string')
        quoting = values["quoting"]
        if type(quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if not 0 <= quoting <= _most:
            raise TypeError('bad "quoting" value')
        if values["quotechar"] is None and quoting != QUOTE_NONE:
            if "quotechar" not in options or "quoting" in options:
                raise TypeError("quotechar must be set if quoting enabled")
            values["quoting"] = QUOTE_NONE
        for name, value in values.items():
            object.__setattr__(self, name, value)
        return self

    def __setattr__(self, name, value):
        raise AttributeError("attribute '%s' of '_csv.Dialect' objects is not writable" % name)

    def __delattr__(self, name):
        raise AttributeError("attribute '%s' of '_csv.Dialect' objects is not writable" % name)

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle '_csv.Dialect' object")


def _dialect(dialect, options):
    return Dialect(dialect, **options)


_START, _FIELD, _QUOTED, _QUOTE_SEEN, _LINE_DONE = range(5)


class reader:
    "An iterator over the rows of lines of CSV."

    def __init__(self, iterable, /, dialect="excel", **options):
        self._lines = iter(iterable)
        self._dialect = _dialect(dialect, options)
        self.line_num = 0

    dialect = property(lambda self: self._dialect, doc="The dialect: separators, quotes and the like.")

    def __iter__(self):
        return self

    def __next__(self):
        d = self._dialect
        line = self._next_line()
        quote = d.quotechar if d.quoting != QUOTE_NONE else None
        plain = (d.quoting < QUOTE_NONNUMERIC or d.quoting == QUOTE_NONE) and not d.skipinitialspace and d.escapechar is None
        if plain and (quote is None or quote not in line):
            end = line[-1:]
            if end == "\n":
                line = line[:-2] if line[-2:-1] == "\r" else line[:-1]
            elif end == "\r":
                line = line[:-1]
            if "\n" not in line and "\r" not in line:
                if not line:
                    return []
                row = line.split(d.delimiter)
                if len(line) > _limit:
                    for field in row:
                        self._check(len(field))
                return row
            line += end
        return self._walk(line)

    def _next_line(self):
        line = next(self._lines, _END)
        if line is _END:
            raise StopIteration  # its own: the value of the lines' is not passed on
        if not isinstance(line, str):
            raise Error("iterator should return strings, not %s (the file should be opened in text mode)" % type(line).__name__)
        self.line_num += 1
        return line

    def _check(self, length):
        if length > _limit:
            raise Error("field larger than field limit (%d)" % _limit)

    def _walk(self, line):
        # fields with quotes or escapes; may take more lines
        d = self._dialect
        delimiter, escape, quotes = d.delimiter, d.escapechar, d.quoting != QUOTE_NONE
        quote = d.quotechar if quotes else None
        row, field, state, was_quoted = [], [], _START, False
        goes_on = False  # an escaped end of line stands behind the field
        at, end = 0, len(line)
        while True:
            if at >= end:
                if state == _QUOTED or goes_on:
                    goes_on = False
                    try:
                        line = self._next_line()
                    except StopIteration:
                        if d.strict:
                            raise Error("unexpected end of data") from None
                        self._save(row, field, was_quoted)
                        return row
                    at, end = 0, len(line)
                    continue
                if state != _LINE_DONE and (row or field or was_quoted or state != _START):
                    self._save(row, field, was_quoted)
                return row
            sign = line[at]
            at += 1
            goes_on = False
            if state == _QUOTED:
                if sign == escape:
                    if at < end:
                        field.append(line[at])
                        at += 1
                    else:
                        field.append("\n")
                elif sign == quote:
                    state = _QUOTE_SEEN if d.doublequote else _FIELD
                else:
                    stop = line.find(quote, at)
                    if stop < 0:
                        stop = end
                    if escape is not None:
                        other = line.find(escape, at, stop)
                        stop = stop if other < 0 else other
                    field.append(line[at - 1:stop])
                    at = stop
                    self._check(len(field[-1]) + (sum(map(len, field[:-1])) if len(field) > 1 else 0))
                continue
            if state == _LINE_DONE:
                if sign not in "\r\n":
                    raise Error("new-line character seen in unquoted field - do you need to open the file in universal-newline mode?")
                continue
            if state == _QUOTE_SEEN:
                if sign == quote:
                    field.append(sign)
                    state = _QUOTED
                    continue
                if sign != delimiter and sign not in "\r\n":
                    if d.strict:
                        raise Error("'%c' expected after '%c'" % (delimiter, quote))
                    field.append(sign)
                    state = _FIELD
                    continue
            if sign in "\r\n":
                if row or field or was_quoted or state != _START:
                    self._save(row, field, was_quoted)
                state = _LINE_DONE
            elif sign == delimiter and state != _QUOTED:
                self._save(row, field, was_quoted)
                field, was_quoted, state = [], False, _START
                if at >= end:
                    self._save(row, field, False)
                    return row
                state = _FIELD if line[at] in "\r\n" else _START
            elif sign == escape:
                field.append(line[at] if at < end else "\n")
                goes_on = at >= end or line[at] in "\r\n"
                at += 1
                state = _FIELD
            elif state == _START and sign == quote:
                was_quoted, state = True, _QUOTED
            elif state == _START and sign == " " and d.skipinitialspace:
                if at >= end:
                    state = _FIELD
            else:
                field.append(sign)
                self._check(len(field))
                state = _FIELD

    def _save(self, row, field, was_quoted):
        text = "".join(field)
        self._check(len(text))
        quoting = self._dialect.quoting
        if was_quoted or quoting < QUOTE_NONNUMERIC or quoting == QUOTE_NONE:
            row.append(text)
        elif text:
            row.append(float(text) if quoting == QUOTE_NONNUMERIC or quoting == _STRINGS and _reads_none else text)
        else:
            row.append(None if quoting >= _STRINGS and _reads_none else text)


class writer:
    "Writes rows as lines of CSV."

    def __init__(self, fileobj, /, dialect="excel", **options):
        write = getattr(fileobj, "write", None)
        if not callable(write):
            raise TypeError('argument 1 must have a "write" method')
        self._write = write
        self._dialect = d = _dialect(dialect, options)
        signs = {d.delimiter, d.escapechar, d.quotechar, *d.lineterminator} - {None}
        import re
        self._special = re.compile("[" + re.escape("".join(sorted(signs))) + "]").search

    dialect = property(lambda self: self._dialect, doc="The dialect: separators, quotes and the like.")

    def _field(self, value, alone):
        d = self._dialect
        quoting = d.quoting
        quoted = quoting == QUOTE_ALL
        if isinstance(value, str):
            quoted = quoted or quoting in (QUOTE_NONNUMERIC, _STRINGS, _NOT_NONE)
            text = value
        elif value is None:
            quoted = quoted or quoting == QUOTE_NONNUMERIC
            text = ""
        else:
            if quoting == QUOTE_NONNUMERIC and not (hasattr(value, "__float__") or hasattr(value, "__index__") or hasattr(value, "__int__")
                                                    or isinstance(value, complex)):
                quoted = True
            quoted = quoted or quoting == _NOT_NONE
            text = str(value)
        if not text and alone:
            if quoting == QUOTE_NONE or value is None and quoting >= _STRINGS and _reads_none:
                raise Error("single empty field record must be quoted")
            quoted = True
        if self._special(text):
            text, needs = self._escaped(text)
            quoted = quoted or needs
        return d.quotechar + text + d.quotechar if quoted else text

    def _escaped(self, text):
        # the text with escapes in it, and whether it needs quotes
        d = self._dialect
        out, needs = [], False
        for sign in text:
            if sign == d.delimiter or sign == d.escapechar or sign == d.quotechar or sign in d.lineterminator:
                escape = False
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif sign == d.quotechar:
                    if d.doublequote:
                        out.append(sign)
                        needs = True
                    else:
                        escape = True
                elif sign == d.escapechar:
                    escape = True
                else:
                    needs = True
                if escape:
                    if d.escapechar is None:
                        raise Error("need to escape, but no escapechar set")
                    out.append(d.escapechar)
            out.append(sign)
        return "".join(out), needs

    def writerow(self, row, /):
        "Write one row."
        try:
            values = list(row)
        except TypeError:
            if hasattr(row, "__iter__"):
                raise
            raise Error("iterable expected, not %s" % type(row).__name__) from None
        alone = len(values) == 1
        return self._write(self._dialect.delimiter.join([self._field(value, alone) for value in values]) + self._dialect.lineterminator)

    def writerows(self, rows, /):
        "Write many rows."
        for row in rows:
            self.writerow(row)


def register_dialect(name, /, dialect=None, **options):
    "Give a dialect a name."
    if not isinstance(name, str):
        raise TypeError("dialect name must be a string")
    _dialects[name] = _dialect(dialect, options)


def unregister_dialect(name, /):
    "Forget a dialect's name."
    if name not in _dialects:
        raise Error("unknown dialect")
    del _dialects[name]


def get_dialect(name, /):
    "The dialect of a name."
    try:
        return _dialects[name]
    except (KeyError, TypeError):
        raise Error("unknown dialect") from None


def list_dialects():
    "The names of all dialects."
    return list(_dialects)


_none_given = object()


def field_size_limit(limit=_none_given, /):
    "The longest field that is read; with an argument, set it. The former limit."
    global _limit
    former = _limit
    if limit is not _none_given:
        if not isinstance(limit, int):
            raise TypeError("limit must be an integer")
        _limit = limit
    return former
