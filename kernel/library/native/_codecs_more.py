"""Codecs that few programs use: tables of one byte a character, East Asia's through iconv, UTF-7, punycode and IDNA."""

import _codecs
from _codec_tables import aliases as _alias_text, tables as _tables

_NONE = "\ufffe"
_names = {alias: name for name, words in _alias_text.items() for alias in words.split()}
# what iconv calls them, and characters that it takes for others than Python does
_multibyte = {"big5": ("BIG5", ""), "big5hkscs": ("BIG5-HKSCS", ""), "cp932": ("CP932", ""), "cp949": ("CP949", ""), "cp950": ("CP950", ""),
              "euc_jis_2004": ("EUC-JISX0213", ""), "euc_jisx0213": ("EUC-JISX0213", ""), "euc_jp": ("EUC-JP", ""), "euc_kr": ("EUC-KR", ""),
              "gb18030": ("GB18030", ""), "gb2312": ("EUC-CN", ""), "gbk": ("GBK", ""), "iso2022_jp": ("ISO-2022-JP", ""),
              "iso2022_jp_2": ("ISO-2022-JP-2", ""), "iso2022_kr": ("ISO-2022-KR", ""), "johab": ("JOHAB", "\u20a9\\"),
              "shift_jis": ("SHIFT-JIS", "\xa5\\\u203e~"), "shift_jis_2004": ("SHIFT_JISX0213", "\xa5\\\u203e~"),
              "shift_jisx0213": ("SHIFT_JISX0213", "\xa5\\\u203e~")}


def _part(handler, error, whole, wanted):
    # what a handler puts in place of a part, and where to go on
    result = handler(error)
    if not isinstance(result, tuple) or len(result) != 2 or not isinstance(result[0], wanted) or not isinstance(result[1], int):
        raise TypeError("%s error handler must return (str%s, int) tuple" % (("encoding", "/bytes") if bytes in wanted else ("decoding", "")))
    replacement, at = result
    if at < 0:
        at += len(whole)
    if not 0 <= at <= len(whole):
        raise IndexError("position %d from error handler out of bounds" % result[1])
    return replacement, at


# ---- one byte a character ----

def charmap_build(map, /):
    "The table for charmap_encode() that undoes a table of characters."
    return {ord(character): byte for byte, character in enumerate(map) if character != _NONE or len(map) != 256}


def _decoded(value):
    # what a mapping says of a byte, as text; None: nothing
    if value is None or value == _NONE or value == 0xfffe:
        return None
    if isinstance(value, int):
        if not 0 <= value <= 0x10ffff:
            raise TypeError("character mapping must be in range(0x110000)")
        return chr(value)
    if not isinstance(value, str):
        raise TypeError("character mapping must return integer, None or str")
    return value


def charmap_decode(data, errors=None, mapping=None, /):
    "Bytes decoded by a table: a str, or a mapping from bytes to characters."
    data = bytes(data)
    plain = data.decode("latin-1")
    if mapping is None:
        return plain, len(data)
    if isinstance(mapping, str) and len(mapping) >= 256:
        text = plain.translate(mapping)
        if _NONE not in text:
            return text, len(data)
    handler, out, at = None, [], 0
    while at < len(data):
        try:
            text = _decoded(mapping[data[at]])
        except LookupError:
            text = None
        if text is not None:
            at += 1
        else:
            handler = handler or _codecs.lookup_error(errors or "strict")
            error = UnicodeDecodeError("charmap", data, at, at + 1, "character maps to <undefined>")
            text, at = _part(handler, error, data, (str,))
        out.append(text)
    return "".join(out), len(data)


def _encoded(mapping, character):
    # the bytes of a character; None: it has none
    code = ord(character)
    if mapping is None:
        return bytes((code,)) if code < 256 else None
    try:
        value = mapping[code]
    except LookupError:
        return None
    if isinstance(value, int):
        if not 0 <= value < 256:
            raise TypeError("character mapping must be in range(256)")
        return bytes((value,))
    if value is not None and not isinstance(value, bytes):
        raise TypeError("character mapping must return integer, bytes or None, not " + type(value).__name__)
    return value


def charmap_encode(text, errors=None, mapping=None, /):
    "Text encoded by a mapping from codes of characters to bytes."
    out, at, handler = [], 0, None
    while at < len(text):
        data = _encoded(mapping, text[at])
        if data is not None:
            out.append(data)
            at += 1
            continue
        end = at + 1
        while end < len(text) and _encoded(mapping, text[end]) is None:
            end += 1
        handler = handler or _codecs.lookup_error(errors or "strict")
        replacement, after = _part(handler, UnicodeEncodeError("charmap", text, at, end, "character maps to <undefined>"), text, (str, bytes))
        if isinstance(replacement, str):
            parts = [_encoded(mapping, one) for one in replacement]
            if None in parts:
                raise UnicodeEncodeError("charmap", text, at, end, "character maps to <undefined>")
            replacement = b"".join(parts)
        out.append(replacement)
        at = after
    return b"".join(out), len(text)


def _table_pair(table):
    if len(table) == 128:
        table = "".join(map(chr, range(128))) + table
    back = charmap_build(table)
    # to characters up to 255 that stand for the bytes; what has none goes beyond them
    forth = {code: _NONE for code in range(256) if code not in back}
    forth.update(back)

    def encode(text, errors="strict", /):
        try:
            return str.translate(text, forth).encode("latin-1"), len(text)
        except UnicodeEncodeError:
            return charmap_encode(text, errors, back)

    def decode(data, errors="strict", final=True, /):
        return charmap_decode(data, errors, table)
    return encode, decode


# ---- several bytes a character ----

def _iconv_pair(name):
    from _iconv import decode as iconv_decode, encode as iconv_encode
    other, swapped = _multibyte[name]
    to_python = {ord(swapped[i]): swapped[i + 1] for i in range(0, len(swapped), 2)}
    to_other = {ord(swapped[i + 1]): swapped[i] for i in range(0, len(swapped), 2)}
    if name in ("gbk", "big5"):
        to_other[0x20ac] = "\U0010ffff"  # iconv has a euro sign there, Python none

    def encode(text, errors="strict", /):
        source = text.translate(to_other) if to_other else text
        out, at, handler = [], 0, None
        while True:
            data, used = iconv_encode(source[at:] if at else source, other)
            out.append(data)
            at += used
            if at >= len(text):
                return b"".join(out), len(text)
            handler = handler or _codecs.lookup_error(errors or "strict")
            replacement, at = _part(handler, UnicodeEncodeError(name, text, at, at + 1, "illegal multibyte sequence"), text, (str, bytes))
            out.append(replacement if isinstance(replacement, bytes) else encode(replacement)[0])
            if at >= len(text):
                return b"".join(out), len(text)

    def decode(data, errors="strict", final=True, /):
        data, out, at, handler = bytes(data), [], 0, None
        while True:
            text, used, incomplete = iconv_decode(data[at:] if at else data, other)
            out.append(text.translate(to_python) if to_python else text)
            at += used
            if at >= len(data) or (incomplete and not final):
                return "".join(out), at
            handler = handler or _codecs.lookup_error(errors or "strict")
            error = UnicodeDecodeError(name, data, at, len(data) if incomplete else at + 1,
                                       "incomplete multibyte sequence" if incomplete else "illegal multibyte sequence")
            replacement, at = _part(handler, error, data, (str,))
            out.append(replacement)
    return encode, decode


# ---- UTF-7 ----
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUES = {letter: value for value, letter in enumerate(_LETTERS)}
_DIRECT = frozenset(_LETTERS[:62] + "'(),-./:? \t\n\r" + "!\"#$%&*;<=>@[]^_`{|}")


def utf_7_encode(text, errors=None, /):
    "Text in UTF-7."
    out, units, shifted = [], [], False

    def flush():
        bits = "".join(format(unit, "016b") for unit in units)
        out.extend(_LETTERS[int(bits[i:i + 6].ljust(6, "0"), 2)] for i in range(0, len(bits), 6))
        units.clear()

    for letter in text:
        if letter in _DIRECT:
            if shifted:
                flush()
                shifted = False
                if letter in _VALUES or letter == "-":
                    out.append("-")
            out.append(letter)
        elif letter == "+" and not shifted:
            out.append("+-")
        else:
            if not shifted:
                out.append("+")
                shifted = True
            code = ord(letter)
            if code > 0xffff:
                units.append(0xd800 + (code - 0x10000 >> 10))
                code = 0xdc00 + (code & 0x3ff)
            units.append(code)
    if shifted:
        flush()
        out.append("-")
    return "".join(out).encode("ascii"), len(text)


def utf_7_decode(data, errors=None, final=False, /):
    "Text from UTF-7."
    data = bytes(data)
    text = data.decode("latin-1")
    out, at, handler = [], 0, None
    shifted, start, kept = False, 0, 0
    bits = value = high = 0

    while at < len(text) or shifted:
        reason = None
        if at >= len(text):
            if not final:
                return "".join(out[:kept]), start
            if not (high or bits >= 6 or (bits and value)):
                break
            reason, shifted = "unterminated shift sequence", False
        elif shifted and text[at] in _VALUES:
            value, bits = value << 6 | _VALUES[text[at]], bits + 6
            at += 1
            if bits >= 16:
                bits -= 16
                unit, value = value >> bits, value & (1 << bits) - 1
                if high:
                    if 0xdc00 <= unit <= 0xdfff:
                        out.append(chr(0x10000 + (high - 0xd800 << 10) + (unit - 0xdc00)))
                        high = 0
                        continue
                    out.append(chr(high))
                    high = 0
                if 0xd800 <= unit <= 0xdbff:
                    high = unit
                else:
                    out.append(chr(unit))
        elif shifted:
            shifted = False
            if bits >= 6:
                at += 1
                reason = "partial character in base64 sequence"
            elif bits and value:
                at += 1
                reason = "non-zero padding bits in shift sequence"
            else:
                if high and text[at] < "\x80" and text[at] != "+":
                    out.append(chr(high))
                high = 0
                if text[at] == "-":
                    at += 1
        elif text[at] == "+":
            start, kept = at, len(out)
            at += 1
            if text[at:at + 1] == "-":
                out.append("+")
                at += 1
            elif at < len(text) and text[at] not in _VALUES:
                at += 1
                reason = "ill-formed sequence"
            else:
                shifted, bits, value, high = True, 0, 0, 0
        elif text[at] < "\x80":
            out.append(text[at])
            at += 1
        else:
            start = at
            at += 1
            reason = "unexpected special character"
        if reason:
            handler = handler or _codecs.lookup_error(errors or "strict")
            replacement, at = _part(handler, UnicodeDecodeError("utf7", data, start, at, reason), data, (str,))
            out.append(replacement)
    return "".join(out), len(data)


# ---- punycode and IDNA ----

def _adapt(delta, count, first):
    delta = delta // 700 if first else delta // 2
    delta += delta // count
    steps = 0
    while delta > 455:
        delta //= 35
        steps += 36
    return steps + 36 * delta // (delta + 38)


def punycode_encode(text, errors="strict", /):
    "Text in ASCII, as in names of domains."
    out = [letter for letter in text if letter < "\x80"]
    basic = done = len(out)
    if basic:
        out.append("-")
    code, delta, bias = 128, 0, 72
    while done < len(text):
        following = min(ord(letter) for letter in text if ord(letter) >= code)
        delta += (following - code) * (done + 1)
        code = following
        for letter in text:
            if ord(letter) < code:
                delta += 1
            elif ord(letter) == code:
                rest, k = delta, 36
                while True:
                    threshold = min(max(k - bias, 1), 26)
                    if rest < threshold:
                        break
                    rest -= threshold
                    out.append("abcdefghijklmnopqrstuvwxyz0123456789"[threshold + rest % (36 - threshold)])
                    rest //= 36 - threshold
                    k += 36
                out.append("abcdefghijklmnopqrstuvwxyz0123456789"[rest])
                bias = _adapt(delta, done + 1, done == basic)
                delta = 0
                done += 1
        delta += 1
        code += 1
    return "".join(out).encode("ascii"), len(text)


def punycode_decode(data, errors="strict", final=True, /):
    "Text from punycode."
    text = bytes(data).decode("ascii", errors)
    begin = text.rfind("-")
    out, rest = list(text[:max(begin, 0)]), text[begin + 1:].upper()
    code, place, bias, at = 128, 0, 72, 0
    while at < len(rest):
        before, weight, k = place, 1, 36
        while True:
            if at >= len(rest):
                if errors == "strict":
                    raise UnicodeError("incomplete punicode string")
                return "".join(out), len(data)
            letter = rest[at]
            at += 1
            if "A" <= letter <= "Z":
                digit = ord(letter) - 65
            elif "0" <= letter <= "9":
                digit = ord(letter) - 22
            elif errors == "strict":
                raise UnicodeError("Invalid extended code point '%s'" % letter)
            else:
                return "".join(out), len(data)
            place += digit * weight
            threshold = min(max(k - bias, 1), 26)
            if digit < threshold:
                break
            weight *= 36 - threshold
            k += 36
        bias = _adapt(place - before, len(out) + 1, before == 0)
        code += place // (len(out) + 1)
        place %= len(out) + 1
        if code > 0x10ffff:
            if errors == "strict":
                raise UnicodeError("Invalid character U+%x" % code)
            code = ord("?")
        out.insert(place, chr(code))
        place += 1
    return "".join(out), len(data)


_NOTHING = dict.fromkeys([0xad, 0x34f, 0x1806, *range(0x180b, 0x180e), *range(0x200b, 0x200e), 0x2060, *range(0xfe00, 0xfe10), 0xfeff])


def _prepared(label):
    import unicodedata
    label = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", label.translate(_NOTHING)).casefold())
    for letter in label:
        if unicodedata.category(letter) in ("Zs", "Cc", "Cf", "Co", "Cs", "Zl", "Zp") and letter != " ":
            raise UnicodeError("Invalid character %r" % letter)
    return label


def _label_to_ascii(label):
    if not label.isascii():
        label = _prepared(label)
    if label.isascii():
        if 0 < len(label) < 64:
            return label.encode("ascii")
        raise UnicodeError("label empty or too long")
    if label.startswith("xn--"):
        raise UnicodeError("Label starts with ACE prefix")
    result = b"xn--" + punycode_encode(label)[0]
    if len(result) < 64:
        return result
    raise UnicodeError("label empty or too long")


def idna_encode(text, errors="strict", /):
    "The name of a domain in ASCII."
    if errors != "strict":
        raise UnicodeError("unsupported error handling " + errors)
    for dot in "\u3002\uff0e\uff61":
        text = text if text.isascii() else text.replace(dot, ".")
    if not text:
        return b"", 0
    labels = text.split(".")
    if text.isascii():
        if not all(0 < len(label) < 64 for label in labels[:-1]):
            raise UnicodeError("label empty or too long")
        if len(labels[-1]) >= 64:
            raise UnicodeError("label too long")
        return text.encode("ascii"), len(text)
    tail = [b""] if not labels[-1] else []
    return b".".join([_label_to_ascii(label) for label in labels[:len(labels) - len(tail)]] + tail), len(text)


def _label_to_text(label):
    if not label.startswith(b"xn--"):
        return label.decode("ascii")
    text = punycode_decode(label[4:])[0]
    if _label_to_ascii(text).lower() != label.lower():
        raise UnicodeError("IDNA does not round-trip", label, _label_to_ascii(text))
    return text


def idna_decode(data, errors="strict", final=True, /):
    "The name of a domain as it is read."
    if errors != "strict":
        raise UnicodeError("Unsupported error handling " + errors)
    data = bytes(data)
    return ".".join(_label_to_text(label) for label in data.split(b".")) if b"xn--" in data else data.decode("ascii"), len(data)


def _find(name):
    if name in _tables:
        return name.replace("_", "-"), *_table_pair(_tables[name])
    if name in _multibyte:
        return name, *_iconv_pair(name)
    if name in ("utf_7", "utf7", "u7", "unicode_1_1_utf_7"):
        # all of the data is there unless a reader says that more may come
        return "utf-7", lambda text, errors="strict", /: utf_7_encode(text, errors), \
            lambda data, errors="strict", final=True, /: utf_7_decode(data, errors, final)
    if name == "punycode":
        return name, lambda *arguments: punycode_encode(*arguments), lambda *arguments: punycode_decode(*arguments)
    if name == "idna":
        return name, lambda *arguments: idna_encode(*arguments), lambda *arguments: idna_decode(*arguments)
    return None


def find(encoding):
    "The name of an encoding, its encoder and decoder; None when it is not here."
    name = "".join(letter if letter.isalnum() or letter == "." else "_" for letter in encoding.lower())
    found = _find(_names.get(name, name))
    if found is not None:
        found[2].takes_final = True
    return found
