"""Tokens with comments and line ends, for the module tokenize of the libraries from Python 3.12 on.

Which tokens there are, and where f-strings are divided, is told by the documentation of `tokenize` and by PEP 701.
"""
import re
import token as _token

_OPERATORS = re.compile("|".join(map(re.escape, sorted(_token.EXACT_TOKEN_TYPES, key=len, reverse=True))))
_NUMBER = re.compile(r"0[xX](?:_?[0-9a-fA-F])+|0[bB](?:_?[01])+|0[oO](?:_?[0-7])+"
                     r"|(?:[0-9](?:_?[0-9])*\.?(?:[0-9](?:_?[0-9])*)?|\.[0-9](?:_?[0-9])*)(?:[eE][-+]?[0-9](?:_?[0-9])*)?[jJ]?")
_STRING = re.compile(r"([a-zA-Z]{0,2})('''|\"\"\"|'|\")")
_PREFIXES = {"", "b", "br", "f", "fr", "r", "rb", "rf", "u"} | ({"t", "tr", "rt"} if hasattr(_token, "TSTRING_START") else set())
_NAME = re.compile(r"\w+")
_CLOSING = {"(": ")", "[": "]", "{": "}"}
TAB = 8


def _columns(blank):
    """How far a line's blanks reach, with tabs."""
    column = 0
    for letter in blank:
        column = 0 if letter == "\f" else (column // TAB + 1) * TAB if letter == "\t" else column + 1
    return column


class _Field:
    """An f-string that is being read: which brackets were open at its field's brace, and whether its format is read now."""

    def __init__(self, kind, quotes, is_raw):
        self.kind, self.quotes, self.is_raw = kind, quotes, is_raw
        self.depths = []


class _Reader:
    """The tokens of the lines that `readline` gives."""

    def __init__(self, readline, encoding, extra_tokens):
        self.readline, self.encoding, self.extra = readline, encoding, extra_tokens
        self.text, self.row, self.at = "", 0, 0
        self.brackets, self.fields = [], []
        self.first_row, self.first_text = 0, ""

    def next_line(self):
        try:
            line = self.readline()
        except StopIteration:
            line = ""
        if isinstance(line, bytes):
            line = line.decode(self.encoding or "utf-8")
        self.text, self.at = line, 0
        self.row += bool(line)
        return bool(line)

    def fail(self, message, row=None, column=None, kind=SyntaxError):
        raise kind(message, ("<string>", row or self.row, (self.at if column is None else column) + 1, self.text, row or self.row, 0))

    def token(self, kind, start, end=None, text=None, name=None):
        """The token of this line from `start` to `end`."""
        end = self.at if end is None else end
        if not self.extra:
            kind = name or kind
        return kind, self.text[start:end] if text is None else text, (self.row, start), (self.row, end), self.text

    def tokens(self):
        indents, ended = [0], True
        while self.next_line():
            if ended and not self.fields:
                blank = re.match(r"[ \t\f]*", self.text).group()
                self.at = len(blank)
                rest = self.text[self.at:].rstrip("\r\n")
                if not rest or rest.startswith("#"):
                    yield from self.lone_comment(rest)
                    continue
                yield from self.indentation(indents, blank)
            ended = yield from self.line()
        if self.fields:
            self.fail("unterminated triple-quoted f-string literal (detected at line %d)" % self.row)
        if self.brackets:
            letter, row, column = self.brackets[-1]
            self.fail("unexpected EOF in multi-line statement" if self.extra else "'%s' was never closed" % letter, row, column)
        if not ended:
            self.fail("unexpected EOF in multi-line statement")
        end = (self.row + 1, 0)
        for _ in indents[1:]:
            yield _token.DEDENT, "", end, end, ""
        yield _token.ENDMARKER, "", end, end, ""

    def lone_comment(self, rest):
        if not self.extra:
            return
        start, self.at = self.at, self.at + len(rest)
        if rest:
            yield self.token(_token.COMMENT, start)
        yield self.token(_token.NL, self.at, len(self.text))

    def indentation(self, indents, blank):
        column = _columns(blank)
        if column > indents[-1]:
            indents.append(column)
            yield self.token(_token.INDENT, 0)
        while column < indents[-1]:
            if column not in indents:
                self.fail("unindent does not match any outer indentation level", kind=IndentationError)
            indents.pop()
            yield self.token(_token.DEDENT, self.at, text="")

    def line(self):
        """The tokens of the rest of a line. Whether the statement ends with it."""
        while True:
            if self.fields and not self.in_expression():
                yield from self.middle()
                if self.at >= len(self.text):
                    return False
                continue
            self.at = re.compile(r"[ \t\f]*").match(self.text, self.at).end()
            start, letter = self.at, self.text[self.at:self.at + 1]
            if letter in ("", "\r", "\n"):
                if self.brackets or self.fields:
                    if self.extra and letter:
                        yield self.token(_token.NL, start, len(self.text))
                    return False
                self.at = len(self.text)
                yield self.token(_token.NEWLINE, start, max(self.at, start + 1), text=self.text[start:] if self.extra or letter else "")
                return True
            if letter == "#":
                self.at = len(self.text.rstrip("\r\n"))
                if self.extra:
                    yield self.token(_token.COMMENT, start)
            elif letter == "\\" and self.text[start + 1:].strip("\r\n") == "":
                return False
            else:
                yield from self.word(start, letter)

    def word(self, start, letter):
        string = _STRING.match(self.text, start)
        if string and string[1].lower() in _PREFIXES:
            yield from self.string(start, string)
        elif (number := _NUMBER.match(self.text, start)) and (letter.isdigit() and letter.isascii() or letter == "." and len(number[0]) > 1):
            self.at = number.end()
            yield self.token(_token.NUMBER, start)
        elif name := _NAME.match(self.text, start):
            if not name[0].isidentifier():
                self.fail("invalid character '%s' (U+%04X)" % (letter, ord(letter)))
            self.at = name.end()
            yield self.token(_token.NAME, start)
        else:
            yield from self.operator(start, letter)

    def operator(self, start, letter):
        found = _OPERATORS.match(self.text, start)
        inside = self.fields and self.fields[-1].depths and self.fields[-1].depths[-1] == len(self.brackets)
        if inside and letter in ":!}=" and not (letter == "!" and self.text[start + 1:start + 2] == "="):
            if letter != "=" or self.text[start + 1:start + 2] != "=":
                found = re.compile("[:!}=]").match(self.text, start)
        if not found:
            if not self.extra:
                self.fail("invalid syntax")
            self.at += 1
            yield self.token(_token.OP, start)
            return
        self.at = found.end()
        if letter in _CLOSING:
            self.brackets.append((letter, self.row, start))
        elif letter in ")]}":
            self.close(letter, start)
        elif letter == ":" and inside:
            self.fields[-1].depths.append(-1)
        yield self.token(_token.OP, start, name=_token.EXACT_TOKEN_TYPES.get(found[0]))

    def close(self, letter, start):
        if not self.brackets:
            self.fail("unmatched '%s'" % letter, column=start)
        opening, row, _ = self.brackets.pop()
        if _CLOSING[opening] != letter:
            where = "" if row == self.row else " on line %d" % row
            self.fail("closing parenthesis '%s' does not match opening parenthesis '%s'%s" % (letter, opening, where), column=start)
        depths = self.fields[-1].depths if self.fields else []
        if letter == "}" and depths and depths[-1] in (len(self.brackets) + 1, -1):
            if depths[-1] == -1:
                depths.pop()
            depths.pop()

    def in_expression(self):
        depths = self.fields[-1].depths
        return bool(depths) and depths[-1] != -1

    def string(self, start, opening):
        prefix, quotes = opening[1].lower(), opening[2]
        self.at = opening.end()
        if "f" in prefix or "t" in prefix:
            kind = "TSTRING" if "t" in prefix else "FSTRING"
            self.fields.append(_Field(kind, quotes, "r" in prefix))
            yield self.token(getattr(_token, kind + "_START"), start)
            return
        first, text, lines = self.row, self.text[start:self.at], [self.text]
        while True:
            end = re.compile(r"(?:\\.|(?!%s)[^\\])*" % quotes, re.DOTALL).match(self.text, self.at).end()
            if self.text.startswith(quotes, end):
                break
            is_continued = len(quotes) == 3 or self.text.endswith(("\\\n", "\\\r\n"))
            if len(quotes) == 1 and not is_continued:
                self.fail("unterminated string literal (detected at line %d)" % self.row, first, start)
            text += self.text[self.at:]
            if not self.next_line():
                self.fail("unterminated triple-quoted string literal (detected at line %d)" % self.row if len(quotes) == 3
                          else "unterminated string literal (detected at line %d)" % first, first, start)
            lines.append(self.text)
        self.at, begun = end + len(quotes), self.at
        yield _token.STRING, text + self.text[begun:self.at], (first, start), (self.row, self.at), "".join(lines)

    def middle(self):
        """The text of an f-string up to a field, the end of a format, or the closing quotes; several lines of it are one token."""
        field = self.fields[-1]
        in_format = bool(field.depths)
        first, start, text, lines = self.row, self.at, "", [self.text]
        while True:
            rest = self.text[self.at:]
            if rest.startswith(field.quotes) and not in_format:
                break
            letter = rest[:1]
            if letter == "" or (letter in "\r\n" and len(field.quotes) == 1):
                if letter or not self.next_line():
                    what = field.kind[0].lower() + "-string literal (detected at line %d)" % self.row
                    self.fail("unterminated " + ("triple-quoted " if len(field.quotes) == 3 else "") + what, first, start)
                lines.append(self.text)
            elif letter == "\\" and rest.startswith("\\N{") and not field.is_raw:
                close = rest.find("}")
                length = close + 1 if close > 0 else 3
                text, self.at = text + rest[:length], self.at + length
            elif letter == "\\" and rest[1:2] not in "{}":
                text, self.at = text + rest[:2], self.at + 2
            elif letter in "{}" and rest[1:2] == letter and not in_format:
                text, self.at = text + letter, self.at + 2
            elif letter in "{}" and (letter == "{" or in_format):
                break
            elif letter == "}":
                self.fail("%s-string: single '}' is not allowed" % field.kind[0].lower())
            else:
                text, self.at = text + letter, self.at + 1
        if text:
            yield getattr(_token, field.kind + "_MIDDLE"), text, (first, start), (self.row, self.at), "".join(lines)
        yield from self.after_middle(field, in_format)

    def after_middle(self, field, in_format):
        start = self.at
        if self.text.startswith("{", start):
            self.at += 1
            self.brackets.append(("{", self.row, start))
            field.depths.append(len(self.brackets))
            yield self.token(_token.OP, start, name=_token.LBRACE)
        elif in_format:
            self.at += 1
            self.close("}", start)
            yield self.token(_token.OP, start, name=_token.RBRACE)
        else:
            self.at += len(field.quotes)
            self.fields.pop()
            yield self.token(getattr(_token, field.kind + "_END"), start)


class TokenizerIter:
    """TokenizerIter(readline, *, encoding=None, extra_tokens=False): iterates over (kind, text, start, end, line).

    With extra_tokens comments and empty lines are tokens too, and operators are all of the kind OP. SyntaxError for text that
    cannot be divided.
    """

    def __init__(self, readline, *, encoding=None, extra_tokens=False):
        self._tokens = _Reader(readline, encoding, extra_tokens).tokens()

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._tokens)
