"""The tokens of a program's text, comments and line ends included; and the text of tokens."""
import re as _re
from codecs import BOM_UTF8 as _BOM, lookup as _lookup
from collections import namedtuple as _namedtuple

import token as _token
from token import *  # noqa: F401,F403
from token import COMMENT, DEDENT, ENCODING, ENDMARKER, ERRORTOKEN, EXACT_TOKEN_TYPES, INDENT, NAME, NEWLINE, NL, NUMBER, OP, STRING, tok_name

__all__ = _token.__all__ + ["tokenize", "generate_tokens", "detect_encoding", "untokenize", "TokenInfo"]
cookie_re = _re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", _re.ASCII)
blank_re = _re.compile(br"^[ \t\f]*(?:[#\r\n]|$)", _re.ASCII)


class TokenInfo(_namedtuple("TokenInfo", "type string start end line")):
    """A token: its kind, its text, where it begins and ends (line, column), and the line."""

    def __repr__(self):
        return "TokenInfo(type=%s, string=%r, start=%r, end=%r, line=%r)" % ("%d (%s)" % (self.type, tok_name[self.type]), *self[1:])

    @property
    def exact_type(self):
        "The kind; of an operator, which one."
        if self.type == OP and self.string in EXACT_TOKEN_TYPES:
            return EXACT_TOKEN_TYPES[self.string]
        return self.type


class TokenError(Exception):
    """The text ends in the middle of a string or a statement."""


class StopTokenizing(Exception):
    """No more tokens are wanted."""


_PREFIX = r"(?:[bB][rR]?|[rR][bB]?|[uU]|[fF][rR]?|[rR][fF])?"
_NUMBER = (r"(?:0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+|"
           r"(?:[0-9](?:_?[0-9])*\.(?:[0-9](?:_?[0-9])*)?|\.[0-9](?:_?[0-9])*)(?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?|"
           r"[0-9](?:_?[0-9])*[eE][-+]?[0-9](?:_?[0-9])*[jJ]?|[0-9](?:_?[0-9])*[jJ]|0(?:_?0)*|[1-9](?:_?[0-9])*)")
_OPERATOR = "|".join(_re.escape(text) for text in sorted(EXACT_TOKEN_TYPES, reverse=True))
_pseudo = None


def _patterns():
    global _pseudo, _ends
    if _pseudo is None:
        _pseudo = _re.compile(
            r"[ \f\t]*(?:(?P<continued>\\\r?\n|\\\Z)|(?P<comment>#[^\r\n]*)|(?P<triple>" + _PREFIX + r"(?:'''|\"\"\"))|(?P<number>" + _NUMBER
            + r")|(?P<newline>\r?\n)|(?P<string>" + _PREFIX + r"(?:'[^\n'\\]*(?:\\.[^\n'\\]*)*(?:'|\\\r?\n)|\"[^\n\"\\]*(?:\\.[^\n\"\\]*)*(?:\"|\\\r?\n)))|"
            r"(?P<name>\w+)|(?P<operator>" + _OPERATOR + r"))")
        _ends = {"'": _re.compile(r"[^'\\]*(?:\\.[^'\\]*)*'", _re.S), '"': _re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', _re.S),
                 "'''": _re.compile(r"[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''", _re.S), '"""': _re.compile(r'[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""', _re.S)}
    return _pseudo, _ends


def detect_encoding(readline):
    """Return the encoding of a source, and the lines that were read to find it."""
    name, bom = None, False

    def next_line():
        try:
            return readline()
        except StopIteration:
            return b""

    def cookie(line):
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            message = "invalid or missing encoding declaration"
            name = getattr(readline, "__self__", None)
            name = getattr(name, "name", None)
            raise SyntaxError(message if name is None else "{} for {!r}".format(message, name)) from None
        match = cookie_re.match(text)
        if not match:
            return None
        given = match[1]
        tidy = given[:12].lower().replace("_", "-")
        if tidy == "utf-8" or tidy.startswith("utf-8-"):
            found = "utf-8"
        elif tidy in ("latin-1", "iso-8859-1", "iso-latin-1") or tidy.startswith(("latin-1-", "iso-8859-1-", "iso-latin-1-")):
            found = "iso-8859-1"
        else:
            found = given
        try:
            codec = _lookup(found)
        except LookupError:
            raise SyntaxError("unknown encoding: " + found) from None
        if bom:
            if found != "utf-8":
                raise SyntaxError("encoding problem: utf-8")
            found += "-sig"
        del codec
        return found

    first = next_line()
    if first.startswith(_BOM):
        bom = True
        first = first[3:]
    default = "utf-8-sig" if bom else "utf-8"
    if not first:
        return default, []
    name = cookie(first)
    if name:
        return name, [first]
    if not blank_re.match(first):
        return default, [first]
    second = next_line()
    if not second:
        return default, [first]
    return cookie(second) or default, [first, second]


def open(filename):
    """Open a source file as text, with the encoding that it says."""
    import builtins
    from io import TextIOWrapper
    buffer = builtins.open(filename, "rb")
    try:
        encoding, _ = detect_encoding(buffer.readline)
        buffer.seek(0)
        text = TextIOWrapper(buffer, encoding, line_buffering=True)
        text.mode = "r"
        return text
    except BaseException:
        buffer.close()
        raise


def tokenize(readline):
    """Give the tokens of a source whose lines, bytes, readline() returns; the first one tells the encoding."""
    encoding, seen = detect_encoding(readline)
    lines = iter(seen)

    def next_line():
        for line in lines:
            return line.decode(encoding)
        try:
            return readline().decode(encoding)
        except StopIteration:
            return ""
    yield TokenInfo(ENCODING, "utf-8" if encoding == "utf-8-sig" else encoding, (0, 0), (0, 0), "")
    yield from _tokens(next_line)


def generate_tokens(readline):
    """Give the tokens of a source whose lines, str, readline() returns."""
    def next_line():
        try:
            return readline()
        except StopIteration:
            return ""
    return _tokens(next_line)


def _tokens(readline):
    pseudo, ends = _patterns()
    number = depth = 0
    indents, continued = [0], False
    part = part_start = part_line = part_end = None
    last = line = ""
    while True:
        last, line = line, readline()
        if line and isinstance(line, bytes):
            raise TypeError("cannot use a string pattern on a bytes-like object")
        number += 1
        at, size = 0, len(line)
        if part is not None:
            if not line:
                raise TokenError("EOF in multi-line string", part_start)
            match = part_end.match(line)
            if match:
                at = match.end()
                yield TokenInfo(STRING, part + line[:at], part_start, (number, at), part_line + line)
                part = None
            elif part_single and not line.endswith(("\\\n", "\\\r\n")):
                yield TokenInfo(ERRORTOKEN, part + line, part_start, (number, size), part_line)
                part = None
                continue
            else:
                part += line
                part_line += line
                continue
        elif depth == 0 and not continued:
            if not line:
                break
            column = 0
            while at < size and line[at] in " \t\f":
                column = column + 1 if line[at] == " " else (column // 8 + 1) * 8 if line[at] == "\t" else 0
                at += 1
            if at == size:
                break
            if line[at] in "#\r\n":
                if line[at] == "#":
                    comment = line[at:].rstrip("\r\n")
                    yield TokenInfo(COMMENT, comment, (number, at), (number, at + len(comment)), line)
                    at += len(comment)
                yield TokenInfo(NL, line[at:], (number, at), (number, size), line)
                continue
            if column > indents[-1]:
                indents.append(column)
                yield TokenInfo(INDENT, line[:at], (number, 0), (number, at), line)
            while column < indents[-1]:
                if column not in indents:
                    raise IndentationError("unindent does not match any outer indentation level", ("<tokenize>", number, at, line))
                indents.pop()
                yield TokenInfo(DEDENT, "", (number, at), (number, at), line)
        elif not line:
            raise TokenError("EOF in multi-line statement", (number, 0))
        else:
            continued = False
        while at < size:
            match = pseudo.match(line, at)
            if match is None:
                yield TokenInfo(ERRORTOKEN, line[at], (number, at), (number, at + 1), line)
                at += 1
                continue
            kind = match.lastgroup
            start, end = match.span(kind)
            at = end
            if start == end:
                if kind != "continued":
                    continue
            text, place, stop = line[start:end], (number, start), (number, end)
            if kind == "name" and not text.isidentifier():
                yield TokenInfo(ERRORTOKEN, line[start], place, (number, start + 1), line)
                at = start + 1
            elif kind == "name":
                yield TokenInfo(NAME, text, place, stop, line)
            elif kind == "number":
                yield TokenInfo(NUMBER, text, place, stop, line)
            elif kind == "newline":
                yield TokenInfo(NL if depth > 0 else NEWLINE, text, place, stop, line)
            elif kind == "comment":
                yield TokenInfo(COMMENT, text, place, stop, line)
            elif kind == "triple":
                closing = ends[text[-3:]].match(line, end)
                if closing:
                    at = closing.end()
                    yield TokenInfo(STRING, line[start:at], place, (number, at), line)
                else:
                    part, part_start, part_line, part_end, part_single = line[start:], place, line, ends[text[-3:]], False
                    break
            elif kind == "string":
                if text.endswith("\n"):
                    quote = next(character for character in text if character in "'\"")
                    part, part_start, part_line, part_end, part_single = line[start:], place, line, ends[quote], True
                    break
                yield TokenInfo(STRING, text, place, stop, line)
            elif kind == "continued":
                continued = True
                if not text.endswith("\n"):
                    break
            else:
                if text in "([{":
                    depth += 1
                elif text in ")]}":
                    depth -= 1
                yield TokenInfo(OP, text, place, stop, line)
    if last and last[-1] not in "\r\n" and not last.strip().startswith("#"):
        yield TokenInfo(NEWLINE, "", (number - 1, len(last)), (number - 1, len(last) + 1), "")
    for _ in indents[1:]:
        yield TokenInfo(DEDENT, "", (number, 0), (number, 0), "")
    yield TokenInfo(ENDMARKER, "", (number, 0), (number, 0), "")


def untokenize(iterable):
    """Return a source for tokens: the same text when they have places, else one with the same tokens."""
    pieces, row, column, encoding = [], 1, 0, None
    indents, fresh = [], False
    items = iter(iterable)
    for item in items:
        if len(item) == 2:
            encoding = _loosely(pieces, item, items) or encoding
            break
        kind, text, start, end, line = item
        if kind == ENCODING:
            encoding = text
            continue
        if kind == ENDMARKER:
            break
        if kind == INDENT:
            indents.append(text)
            continue
        if kind == DEDENT:
            indents.pop()
            row, column = end
            continue
        if kind in (NEWLINE, NL):
            fresh = True
        elif fresh and indents:
            if start[1] >= len(indents[-1]):
                pieces.append(indents[-1])
                column = len(indents[-1])
            fresh = False
        if start < (row, column):
            raise ValueError("start ({},{}) precedes previous end ({},{})".format(*start, row, column))
        if start[0] > row:
            pieces.append("\\\n" * (start[0] - row))
            column = 0
        pieces.append(" " * (start[1] - column))
        pieces.append(text)
        row, column = end
        if kind in (NEWLINE, NL):
            row, column = row + 1, 0
    result = "".join(pieces)
    return result if encoding is None else result.encode(encoding)


def _loosely(pieces, first, rest):
    indents, begins, was_string = [], first[0] in (NEWLINE, NL), False
    import itertools
    encoding = None
    for item in itertools.chain([first], rest):
        kind, text = item[:2]
        if kind == ENCODING:
            encoding = text
            continue
        if kind in (NAME, NUMBER):
            text += " "
        if kind == STRING:
            if was_string:
                text = " " + text
            was_string = True
        else:
            was_string = False
        if kind == INDENT:
            indents.append(text)
            continue
        if kind == DEDENT:
            indents.pop()
            continue
        if kind in (NEWLINE, NL):
            begins = True
        elif begins and indents:
            pieces.append(indents[-1])
            begins = False
        pieces.append(text)
    return encoding
