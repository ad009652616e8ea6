"""YAML texts with parameters: the language of yaml.org's specification 1.1 without dates and without classes.

read(text) follows the text once, with one function for each production: a block's extent is told by the column that it
begins in, a flow's by its brackets. What is wrong is a YamlError that names the line and the column.
"""
import re

_BOOLEANS = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}
_WORDS = {form: value for word, value in _BOOLEANS.items() for form in (word, word.capitalize(), word.upper())}
_WORDS.update({"": None, "~": None, "null": None, "Null": None, "NULL": None})
_INTEGER = re.compile(r"[-+]?(?:0b[01_]+|0[0-7_]+|0|[1-9][0-9_]*|0x[0-9a-fA-F_]+|[1-9][0-9_]*(?::[0-5]?[0-9])+)\Z")
_FLOAT = re.compile(r"(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?"
                    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))\Z")
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = {"0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
            "e": "\x1b", " ": " ", '"': '"', "\\": "\\", "/": "/", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029"}
_HEXADECIMAL = {"x": 2, "u": 4, "U": 8}
_FLOW = ",[]{}"
_MERGE = object()  # the key <<


class YamlError(ValueError):
    """What is wrong with a text, and where."""


def _number(text, kind):
    digits = text.replace("_", "")
    sign = -1 if digits[:1] == "-" else 1
    digits = digits.lstrip("+-")
    if ":" in digits:
        value = 0
        for part in digits.split(":"):
            value = value * 60 + kind(part)
    elif kind is float:
        value = float(digits.lower().replace(".inf", "inf").replace(".nan", "nan"))
    elif digits[:2] in ("0b", "0x"):
        value = int(digits[2:], 2 if digits[1] == "b" else 16)
    else:
        value = int(digits, 8 if digits[0] == "0" else 10)
    return sign * value


def _value_of_plain(text):
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.match(text):
        return _number(text, int)
    if _FLOAT.match(text):
        return _number(text, float)
    return text


def _binary(text):
    import base64
    return base64.b64decode(text)


def _boolean(text):
    return _BOOLEANS[text.lower()]


_SCALAR_TAGS = {"str": str, "int": lambda text: _number(text, int), "float": lambda text: _number(text, float), "bool": _boolean,
                "null": lambda text: None, "binary": _binary}
_LIST_TAGS = {"seq": list, "omap": lambda items: [pair for item in items for pair in item.items()],
              "pairs": lambda items: [pair for item in items for pair in item.items()]}


class _Reader:
    def __init__(self, text):
        self.text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x85", "\n")
        self.at, self.anchors = 0, {}
        wrong = _UNPRINTABLE.search(self.text)
        if wrong:
            self.at = wrong.start()
            self.fail("a character that cannot be printed (%#x)" % ord(wrong.group()))

    # ---- places ----

    def fail(self, message, at=None):
        at = self.at if at is None else at
        line = self.text.count("\n", 0, at)
        raise YamlError("%s (line %d, column %d)" % (message, line + 1, at - self.text.rfind("\n", 0, at)))

    def character(self, ahead=0):
        return self.text[self.at + ahead:self.at + ahead + 1]

    def column(self):
        return self.at - self.text.rfind("\n", 0, self.at) - 1

    def is_blank(self, ahead=0):
        return self.character(ahead) in ("", " ", "\n", "\t")

    def is_marker(self):
        "Does the line begin with --- or ...?"
        return not self.column() and self.text[self.at:self.at + 3] in ("---", "...") and self.is_blank(3)

    def skip(self):
        "Spaces, comments, ends of lines. Whether a line ended."
        ended = False
        while True:
            while self.character() == " ":
                self.at += 1
            if self.character() == "\t":
                self.fail("a tab cannot stand here")
            if self.character() == "#":
                while self.character() not in ("", "\n"):
                    self.at += 1
            if self.character() != "\n":
                return ended
            self.at += 1
            ended = True

    # ---- what stands before a node: &anchor and !tag ----

    def properties(self):
        "(anchor, tag, whether a line ended behind them)"
        anchor = tag = None
        ended = False
        while not ended and self.character() in ("&", "!") and (anchor if self.character() == "&" else tag) is None:
            start = self.at
            while not self.is_blank() and not (self.at > start and self.character() in _FLOW):
                self.at += 1
            word = self.text[start:self.at]
            if word[0] == "!":
                tag = word
            elif len(word) == 1:
                self.fail("an anchor without a name", start)
            elif word[1:] in self.anchors:
                self.fail("the anchor %r is there already" % word[1:], start)
            else:
                anchor = word[1:]
            ended = self.skip()
        return anchor, tag, ended

    def keep(self, anchor, value):
        if anchor is not None:
            self.anchors[anchor] = value
        return value

    def alias(self):
        start = self.at
        self.at += 1
        while not self.is_blank() and self.character() not in _FLOW:
            self.at += 1
        name = self.text[start + 1:self.at]
        if name not in self.anchors:
            self.fail("there is no anchor %r" % name, start)
        return self.anchors[name]

    def tagged(self, tag, value, plain, start):
        "A scalar's text, or a collection, as its tag wants it; `plain`: it stood there without quotes."
        if tag in (None, "!"):
            if not plain:
                return value
            if value in ("=", "<<"):
                self.fail("%r is no value" % value, start)
            return _value_of_plain(value)
        name = tag[2:] if tag[:2] == "!!" else tag[19:-1] if tag.startswith("!<tag:yaml.org,2002:") else None
        if isinstance(value, str) and name in _SCALAR_TAGS:
            try:
                return _SCALAR_TAGS[name](value)
            except (ValueError, LookupError):
                self.fail("%r is no %s" % (value, name), start)
        if isinstance(value, list) and name in _LIST_TAGS:
            return _LIST_TAGS[name](value)
        if isinstance(value, dict) and name == "map":
            return value
        self.fail("the tag %s is not known here" % tag, start)

    # ---- scalars ----

    def folded_break(self):
        "At spaces or an end of a line within a quoted scalar: what they become."
        start = self.at
        while self.character() in (" ", "\t"):
            self.at += 1
        if self.character() != "\n":
            return self.text[start:self.at]
        lines = 0
        while self.character() and self.character() in " \t\n":
            lines += self.character() == "\n"
            self.at += 1
            if self.is_marker():
                self.fail("a document ends within quotes")
        return "\n" * (lines - 1) or " "

    def escape(self):
        start = self.at
        self.at += 1
        letter = self.character()
        if letter == "\n":
            lines = 0
            while self.character() and self.character() in " \t\n":
                lines += self.character() == "\n"
                self.at += 1
            return "\n" * (lines - 1)
        if letter in _HEXADECIMAL:
            digits = self.text[self.at + 1:self.at + 1 + _HEXADECIMAL[letter]]
            if not re.fullmatch("[0-9a-fA-F]{%d}" % _HEXADECIMAL[letter], digits) or int(digits, 16) > 0x10ffff:
                self.fail("an escape sequence of %d hexadecimal digits is wanted" % _HEXADECIMAL[letter], start)
            self.at += 1 + len(digits)
            return chr(int(digits, 16))
        if not letter or letter not in _ESCAPES:
            self.fail("the escape sequence \\%s is not known" % letter, start)
        self.at += 1
        return _ESCAPES[letter]

    def quoted(self):
        quote, start, parts = self.character(), self.at, []
        self.at += 1
        while True:
            letter = self.character()
            if not letter:
                self.fail("a quote is not closed", start)
            if letter == quote == "'" and self.character(1) == "'":
                parts.append("'")
                self.at += 2
            elif letter == quote:
                self.at += 1
                return "".join(parts)
            elif letter == "\\" and quote == '"':
                parts.append(self.escape())
            elif letter in " \t\n":
                parts.append(self.folded_break())
            else:
                parts.append(letter)
                self.at += 1

    def begins_plain(self, in_flow):
        letter = self.character()
        if letter and letter in "-?:":
            return not self.is_blank(1) and (letter == "-" or not in_flow)
        return letter != "" and letter not in " \t\n,[]{}#&*!|>'\"%@`"

    def plain_line(self, in_flow):
        "The rest of a plain scalar on this line."
        start = end = self.at
        while True:
            letter = self.character()
            if letter in ("", "\n") or in_flow and letter in _FLOW:
                break
            if letter == "#" and self.at > start and self.text[self.at - 1] == " ":
                break
            if letter == ":" and (self.is_blank(1) or in_flow and self.character(1) in _FLOW):
                break
            if letter == "\t":
                self.fail("a tab cannot stand here")
            self.at += 1
            if letter != " ":
                end = self.at
        return self.text[start:end]

    def plain(self, indent, in_flow):
        "A plain scalar over all of its lines, which begin to the right of `indent`."
        text = self.plain_line(in_flow)
        while self.character() == "\n":
            start, lines = self.at, 0
            while self.character() and self.character() in " \n":
                lines += self.character() == "\n"
                self.at += 1
            goes_on = not self.is_marker() and (in_flow or self.column() > indent) and self.character() not in ("", "#")
            more = self.plain_line(in_flow) if goes_on else ""
            if not more:
                self.at = start
                break
            if self.character() == ":" and not in_flow:
                self.fail("a key cannot stand here")
            text += ("\n" * (lines - 1) or " ") + more
        return text

    def block_header(self):
        "Of | and >: (the sign, the number) behind it, up to the end of the line."
        self.at += 1
        found = re.compile(r"([-+]?)([1-9]?)([-+]?)").match(self.text, self.at)
        self.at = found.end()
        sign, number, after = found.groups()
        if sign and after or not self.is_blank():
            self.fail("%r cannot stand behind | or >" % self.character())
        line = self.at
        ended = self.skip_line()
        if not ended and self.character():
            self.fail("a scalar of this kind begins on the next line", line)
        return sign or after, int(number or 0)

    def skip_line(self):
        while self.character() == " ":
            self.at += 1
        if self.character() == "#":
            while self.character() not in ("", "\n"):
                self.at += 1
        if self.character() != "\n":
            return False
        self.at += 1
        return True

    def block_lines(self, wanted):
        "The lines from here on, without `wanted` columns, as far as they have these; `wanted` None: the first text's."
        lines, deepest = [], 0
        while self.at < len(self.text):
            end = self.text.find("\n", self.at)
            end = len(self.text) if end < 0 else end
            line = self.text[self.at:end]
            depth = len(line) - len(line.lstrip(" "))
            if depth == len(line) and (wanted is None or depth <= wanted):
                deepest = max(deepest, depth)
                lines.append("")
            else:
                if wanted is None:
                    wanted = max(depth, self.least)
                if depth < wanted or self.is_marker():
                    break
                lines.append(line[wanted:])
            if end == len(self.text):
                self.at = end
                return lines, bool(line.strip(" "))
            self.at = end + 1
        return lines, False

    def block_scalar(self, indent):
        style = self.character()
        sign, number = self.block_header()
        self.least = max(indent, 0) + (1 if indent >= 0 else 0) or 1
        wanted = self.least + number - 1 if number else None
        lines, is_cut = self.block_lines(wanted)
        kept = len(lines)
        while kept and not lines[kept - 1]:
            kept -= 1
        text = "\n".join(lines[:kept]) if style == "|" else _fold(lines[:kept])
        ends = len(lines) - kept + (0 if is_cut and kept == len(lines) else 1 if kept else 0)
        return text + "\n" * (ends if sign == "+" else min(ends, 1 if kept else 0) if sign == "" else 0)

    # ---- flows ----

    def flow_node(self):
        anchor, tag, _ = self.properties()
        letter, start = self.character(), self.at
        if letter == "*":
            return self.alias()
        if letter and letter in "[{":
            value = self.flow_list() if letter == "[" else self.flow_map()
            return self.keep(anchor, value if tag is None else self.tagged(tag, value, False, start))
        if letter and letter in "'\"":
            return self.keep(anchor, self.tagged(tag, self.quoted(), False, start))
        if self.begins_plain(True):
            return self.keep(anchor, self.tagged(tag, self.plain(-1, True), True, start))
        if anchor is None and tag is None:
            self.fail("a value is wanted, not %r" % letter if letter else "a value is wanted at the end")
        return self.keep(anchor, self.tagged(tag, "", True, start))

    def flow_key(self):
        anchor_at = self.at
        if self.text.startswith("<<", self.at) and re.match(r"<<\s*:", self.text[self.at:]):
            self.at += 2
            return _MERGE
        key = self.flow_node()
        self.check_key(key, anchor_at)
        return key

    def flow_value(self, closing):
        "Behind a key: what follows a colon, None without one."
        self.skip()
        if self.character() != ":":
            return None
        self.at += 1
        self.skip()
        return None if self.character() in (",", closing) else self.flow_node()

    def flow_end(self, closing):
        "At a comma, which is passed, or the end: whether it is the end, passed too."
        self.skip()
        letter = self.character()
        if letter not in (",", closing) or not letter:
            self.fail("',' or %r is wanted, not %s" % (closing, repr(letter) if letter else "the end"))
        self.at += 1
        if letter == ",":
            self.skip()
        return letter == closing

    def flow_list(self):
        start, values = self.at, []
        self.at += 1
        self.skip()
        if self.character() == "]":
            self.at += 1
            return values
        while True:
            if self.character() == "?":
                self.at += 1
                self.skip()
                key = self.flow_key()
                values.append(self.mapping([(key, self.flow_value("]"))], start))
            else:
                value_at = self.at
                value = self.flow_node()
                after = self.at
                self.skip()
                if self.character() == ":" and "\n" not in self.text[value_at:self.at]:
                    self.check_key(value, value_at)
                    value = self.mapping([(value, self.flow_value("]"))], start)
                else:
                    self.at = after
                values.append(value)
            if self.flow_end("]"):
                return values
            if self.character() == "]":
                self.at += 1
                return values

    def flow_map(self):
        start, pairs = self.at, []
        self.at += 1
        self.skip()
        while self.character() != "}":
            if self.character() == "?":
                self.at += 1
                self.skip()
            key = self.flow_key()
            pairs.append((key, self.flow_value("}")))
            if self.flow_end("}"):
                return self.mapping(pairs, start)
        self.at += 1
        return self.mapping(pairs, start)

    # ---- blocks ----

    def check_key(self, key, at):
        try:
            hash(key)
        except TypeError:
            self.fail("a list or a mapping cannot be a key", at)

    def mapping(self, pairs, start):
        merged, own = {}, {}
        for key, value in pairs:
            if key is not _MERGE:
                own[key] = value
                continue
            sources = value if isinstance(value, list) else [value]
            if not all(isinstance(source, dict) for source in sources):
                self.fail("<< wants a mapping or a list of them", start)
            for source in reversed(sources):
                merged.update(source)
        merged.update(own)
        return merged

    def simple_key(self):
        "A key on one line with its colon behind it: (True, key, its place); else the reader is where it was, and (False, ...)."
        start, kept = self.at, dict(self.anchors)
        found, key = False, None
        if self.text.startswith("<<", self.at) and re.match(r"<< *:(?:\s|$)", self.text[self.at:]):
            self.at += self.text[self.at:].index(":")
            return True, _MERGE, start
        letter = self.character()
        if letter and (letter in "*[{'\"&!" or self.begins_plain(False)):
            try:
                anchor, tag, ended = self.properties()
                inner, letter = self.at, self.character()
                if not ended and letter:
                    if letter in "*[{":
                        key = self.flow_node()
                    elif letter in "'\"":
                        key = self.tagged(tag, self.quoted(), False, inner)
                    elif self.begins_plain(False):
                        key = self.tagged(tag, self.plain_line(False), True, inner)
                    after = self.at
                    while self.character() == " ":
                        self.at += 1
                    found = self.character() == ":" and self.is_blank(1) and "\n" not in self.text[start:after] and after > inner
                    if found:
                        self.keep(anchor, key)
            except YamlError:
                found = False
        if not found:
            self.at, self.anchors = start, kept
        return found, key, start

    def block_sequence(self, column):
        values = []
        while self.character() == "-" and self.is_blank(1) and self.column() == column and not self.is_marker():
            self.at += 1
            values.append(self.block_value(column, True, False))
            self.skip()
        if self.at < len(self.text) and self.column() > column:
            self.fail("the end of a list is wanted here")
        return values

    def block_mapping(self, column):
        start, pairs = self.at, []
        while self.at < len(self.text) and self.column() == column and not self.is_marker():
            if self.character() == "?" and self.is_blank(1):
                self.at += 1
                key_at = self.at
                key = self.block_value(column, True, True)
                self.check_key(key, key_at)
                self.skip()
                value = None
                if self.character() == ":" and self.is_blank(1) and self.column() == column:
                    self.at += 1
                    value = self.block_value(column, True, True)
            else:
                found, key, key_at = self.simple_key()
                if not found:
                    if self.character() == "-" and self.is_blank(1):
                        break
                    self.fail("a key with its ':' is wanted")
                self.check_key(key, key_at)
                self.at += 1
                value = self.block_value(column, False, True)
            pairs.append((key, value))
            self.skip()
        if self.at < len(self.text) and self.column() > column:
            self.fail("the end of a mapping is wanted here")
        return self.mapping(pairs, start)

    def block_value(self, column, is_compact, may_align):
        """What follows '-', '?' or ':' of a block in this column. `is_compact`: a block may begin on the same line;
        `may_align`: a list may stand in this very column on the next."""
        ended = self.skip()
        if self.at == len(self.text) or self.is_marker():
            return None
        if ended:
            is_list = self.character() == "-" and self.is_blank(1)
            if self.column() < column or self.column() == column and not (may_align and is_list):
                return None
            return self.block_node(column, True, may_align)
        return self.block_node(column, is_compact, may_align)

    def block_node(self, indent, may_begin_block, may_align=False, outer=None):
        "A node whose lines lie to the right of column `indent`; `outer`: the tag on a line above."
        if may_begin_block:
            found, _, start = self.simple_key()
            if found:
                self.at = start
                value = self.block_mapping_from(start)
                return value if outer is None else self.tagged(outer, value, False, start)
        anchor, tag, ended = self.properties()
        tag = outer if tag is None else tag
        if not ended:
            return self.block_content(indent, may_begin_block, anchor, tag)
        is_list = self.character() == "-" and self.is_blank(1)
        aligned = may_align and is_list and self.column() == indent
        if self.at == len(self.text) or self.is_marker() or self.column() <= indent and not aligned:
            return self.keep(anchor, self.tagged(tag, "", True, self.at))
        return self.keep(anchor, self.block_node(indent, True, may_align, tag))

    def block_mapping_from(self, start):
        column, kept = self.column(), dict(self.anchors)
        self.anchors = {name: value for name, value in kept.items() if not self.is_own_anchor(name, start)}
        return self.block_mapping(column)

    def is_own_anchor(self, name, start):
        "Is it the anchor of the key at this place, which is about to be read again?"
        return self.text[start:start + len(name) + 1] == "&" + name

    def block_content(self, indent, may_begin_block, anchor, tag):
        letter, start = self.character(), self.at
        is_mark = letter != "" and letter in "-?:" and self.is_blank(1)
        if is_mark and not may_begin_block:
            self.fail("%r cannot stand here" % letter)
        if is_mark and letter == "-":
            value = self.block_sequence(self.column())
        elif is_mark and letter == "?":
            value = self.block_mapping(self.column())
        elif letter == "*":
            value = self.alias()
        elif letter and letter in "[{":
            value = self.flow_list() if letter == "[" else self.flow_map()
        elif letter and letter in "|>":
            return self.keep(anchor, self.tagged(tag, self.block_scalar(indent), False, start))
        elif letter and letter in "'\"":
            value = self.tagged(tag, self.quoted(), False, start)
        elif self.begins_plain(False):
            value = self.tagged(tag, self.plain(indent, False), True, start)
        elif not letter and (anchor or tag):
            return self.keep(anchor, self.tagged(tag, "", True, start))
        else:
            self.fail("%r cannot begin a value" % letter if letter else "a value is wanted at the end")
        if isinstance(value, (list, dict)) and tag is not None:
            value = self.tagged(tag, value, False, start)
        self.keep(anchor, value)
        after = self.at
        ended = self.skip() or self.at == len(self.text)
        if not ended and letter not in "-?":
            if self.character() == ":" and self.is_blank(1):
                self.fail("a key cannot stand here")
            self.fail("%r cannot stand behind a value" % self.character())
        self.at = after
        return value

    # ---- the document ----

    def document(self):
        self.skip()
        while self.character() == "%" and not self.column():
            while self.character() not in ("", "\n"):
                self.at += 1
            self.skip()
        begins = self.is_marker()
        if begins and self.text.startswith("---", self.at):
            self.at += 3
            self.skip()
        value = None
        if self.at < len(self.text) and not self.is_marker():
            value = self.block_node(-1, True)
        self.skip()
        while self.is_marker() and self.text.startswith("...", self.at):
            self.at += 3
            self.skip()
        if self.at < len(self.text):
            self.fail("one document is wanted, and here is another" if self.is_marker() else
                      "%r cannot stand here" % self.character())
        return value


def _fold(lines):
    "The lines of a scalar behind >: one end of a line between texts is a space; those around deeper lines stay."
    parts, empty, last = [], 0, None
    for line in lines:
        if not line:
            empty += 1
            continue
        if last is None:
            parts.append("\n" * empty)
        elif last[0] in " \t" or line[0] in " \t":
            parts.append("\n" * (empty + 1))
        else:
            parts.append("\n" * empty or " ")
        parts.append(line)
        empty, last = 0, line
    return "".join(parts)


def read(text):
    """The value that a YAML text tells of."""
    return _Reader(text).document()
