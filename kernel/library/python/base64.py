"""Bytes as text in base 16, 32, 64 and 85, and back."""

import binascii
import struct

__all__ = ["encode", "decode", "encodebytes", "decodebytes", "b64encode", "b64decode", "b32encode", "b32decode", "b32hexencode",
           "b32hexdecode", "b16encode", "b16decode", "b85encode", "b85decode", "a85encode", "a85decode", "standard_b64encode",
           "standard_b64decode", "urlsafe_b64encode", "urlsafe_b64decode"]

MAXLINESIZE = 76
MAXBINSIZE = 57


def _data(s):
    if isinstance(s, str):
        try:
            return s.encode("ascii")
        except UnicodeEncodeError:
            raise ValueError("string argument should contain only ASCII characters")
    if isinstance(s, (bytes, bytearray)):
        return s
    try:
        return memoryview(s).tobytes()
    except TypeError:
        raise TypeError("argument should be a bytes-like object or ASCII string, not %r" % s.__class__.__name__) from None


def b64encode(s, altchars=None):
    """Bytes in base 64; altchars replaces + and /.

    >>> b64encode(b"abc")
    b'YWJj'
    """
    encoded = binascii.b2a_base64(s, newline=False)
    if altchars is not None:
        assert len(altchars) == 2, repr(altchars)
        return encoded.translate(bytes.maketrans(b"+/", altchars))
    return encoded


def b64decode(s, altchars=None, validate=False):
    "The bytes of a text in base 64."
    s = _data(s)
    if altchars is not None:
        altchars = _data(altchars)
        assert len(altchars) == 2, repr(altchars)
        s = s.translate(bytes.maketrans(altchars, b"+/"))
    return binascii.a2b_base64(s, strict_mode=validate)


def standard_b64encode(s):
    "Bytes in base 64 with the standard alphabet."
    return b64encode(s)


def standard_b64decode(s):
    "The bytes of a text in base 64 with the standard alphabet."
    return b64decode(s)


_to_url, _from_url = bytes.maketrans(b"+/", b"-_"), bytes.maketrans(b"-_", b"+/")


def urlsafe_b64encode(s):
    "Bytes in base 64 with - and _ in place of + and /."
    return b64encode(s).translate(_to_url)


def urlsafe_b64decode(s):
    "The bytes of a text of urlsafe_b64encode()."
    return b64decode(_data(s).translate(_from_url))


_alphabet32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_alphabet32hex = b"0123456789ABCDEFGHIJKLMNOPQRSTUV"


def _encode32(alphabet, s):
    if not isinstance(s, (bytes, bytearray)):
        s = memoryview(s).tobytes()
    left = len(s) % 5
    padded = s + b"\0" * (5 - left) if left else s
    out = bytearray()
    for at in range(0, len(padded), 5):
        number = int.from_bytes(padded[at:at + 5], "big")
        for shift in range(35, -5, -5):
            out.append(alphabet[number >> shift & 31])
    if left:
        pads = {1: 6, 2: 4, 3: 3, 4: 1}[left]
        out[-pads:] = b"=" * pads
    return bytes(out)


def _decode32(alphabet, s, casefold, map01):
    s = _data(s)
    if len(s) % 8:
        raise binascii.Error("Incorrect padding")
    if map01 is not None:
        map01 = _data(map01)
        assert len(map01) == 1, repr(map01)
        s = s.translate(bytes.maketrans(b"01", b"O" + map01))
    if casefold:
        s = s.upper()
    whole = len(s)
    s = s.rstrip(b"=")
    pads = whole - len(s)
    values = {sign: number for number, sign in enumerate(alphabet)}
    out = bytearray()
    number = 0
    for at in range(0, len(s), 8):
        part, number = s[at:at + 8], 0
        try:
            for sign in part:
                number = number << 5 | values[sign]
        except KeyError:
            raise binascii.Error("Non-base32 digit found") from None
        out += number.to_bytes(5, "big") if len(part) == 8 else b""
    if whole % 8 or pads not in (0, 1, 3, 4, 6):
        raise binascii.Error("Incorrect padding")
    if pads and s:
        last = (number << 5 * pads).to_bytes(5, "big")
        out += last[:(43 - 5 * pads) // 8]
    return bytes(out)


def b32encode(s):
    "Bytes in base 32."
    return _encode32(_alphabet32, s)


def b32decode(s, casefold=False, map01=None):
    "The bytes of a text in base 32."
    return _decode32(_alphabet32, s, casefold, map01)


def b32hexencode(s):
    "Bytes in base 32 with the alphabet 0 to 9, A to V."
    return _encode32(_alphabet32hex, s)


def b32hexdecode(s, casefold=False):
    "The bytes of a text of b32hexencode()."
    return _decode32(_alphabet32hex, s, casefold, None)


def b16encode(s):
    "Bytes in base 16."
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    "The bytes of a text in base 16."
    s = _data(s)
    if casefold:
        s = s.upper()
    if s.translate(None, b"0123456789ABCDEF"):
        raise binascii.Error("Non-base16 digit found")
    return binascii.unhexlify(s)


def _encode85(b, signs, pad, zeros=False, spaces=False):
    if not isinstance(b, (bytes, bytearray)):
        b = memoryview(b).tobytes()
    padding = -len(b) % 4
    out = []
    words = struct.unpack("!%dI" % ((len(b) + padding) // 4), b + b"\0" * padding)
    for word in words:
        if zeros and not word:
            out.append(b"z")
        elif spaces and word == 0x20202020:
            out.append(b"y")
        else:
            five = bytearray(5)
            for place in range(4, -1, -1):
                word, digit = divmod(word, 85)
                five[place] = signs[digit]
            out.append(bytes(five))
    if padding and not pad:
        if out[-1] == b"z":
            out[-1] = signs[:1] * 5
        out[-1] = out[-1][:-padding]
    return b"".join(out)


_signs85 = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_ascii85 = bytes(range(33, 118))


def b85encode(b, pad=False):
    "Bytes in base 85."
    return _encode85(b, _signs85, pad)


def b85decode(b):
    "The bytes of a text in base 85."
    b = _data(b)
    values = {sign: number for number, sign in enumerate(_signs85)}
    padding = -len(b) % 5
    b = b + b"~" * padding
    out = []
    for at in range(0, len(b), 5):
        number = 0
        for place, sign in enumerate(b[at:at + 5]):
            if sign not in values:
                raise ValueError("bad base85 character at position %d" % (at + place))
            number = number * 85 + values[sign]
        if number >> 32:
            raise ValueError("base85 overflow in hunk starting at byte %d" % at)
        out.append(number.to_bytes(4, "big"))
    result = b"".join(out)
    return result[:-padding] if padding else result


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    "Bytes in Ascii85."
    result = _encode85(b, _ascii85, pad, True, foldspaces)
    if adobe:
        result = b"<~" + result
    if wrapcol:
        wrapcol = max(2 if adobe else 1, wrapcol)
        lines = [result[at:at + wrapcol] for at in range(0, len(result), wrapcol)]
        if adobe and len(lines[-1]) + 2 > wrapcol:
            lines.append(b"")
        result = b"\n".join(lines)
    return result + b"~>" if adobe else result


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b" \t\n\r\v"):
    "The bytes of a text in Ascii85."
    b = _data(b)
    if adobe:
        if not b.endswith(b"~>"):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        b = b[2:-2] if b.startswith(b"<~") else b[:-2]
    out, group = [], []
    for sign in b + b"u" * 4:
        if 33 <= sign <= 117:
            group.append(sign - 33)
            if len(group) == 5:
                number = 0
                for digit in group:
                    number = number * 85 + digit
                if number >> 32:
                    raise ValueError("Ascii85 overflow")
                out.append(number.to_bytes(4, "big"))
                group = []
        elif sign == 122:
            if group:
                raise ValueError("z inside Ascii85 5-tuple")
            out.append(b"\0\0\0\0")
        elif foldspaces and sign == 121:
            if group:
                raise ValueError("y inside Ascii85 5-tuple")
            out.append(b"\x20\x20\x20\x20")
        elif sign not in ignorechars:
            raise ValueError("Non-Ascii85 digit found: %c" % sign)
    result = b"".join(out)
    padding = 4 - len(group)
    return result[:-padding] if padding else result


def encodebytes(s):
    "Bytes in base 64, in lines of 76 characters."
    if not isinstance(s, (bytes, bytearray)):
        try:
            s = memoryview(s).tobytes()
        except TypeError:
            raise TypeError("expected bytes-like object, not %s" % s.__class__.__name__) from None
    return b"".join(binascii.b2a_base64(s[at:at + MAXBINSIZE]) for at in range(0, len(s), MAXBINSIZE))


def decodebytes(s):
    "The bytes of lines in base 64."
    if not isinstance(s, (bytes, bytearray, memoryview)):
        raise TypeError("expected bytes-like object, not %s" % s.__class__.__name__)
    return binascii.a2b_base64(s)


def encode(input, output):
    "Write a file's bytes in base 64 to another."
    while True:
        part = input.read(MAXBINSIZE)
        if not part:
            return
        while len(part) < MAXBINSIZE:
            more = input.read(MAXBINSIZE - len(part))
            if not more:
                break
            part += more
        output.write(binascii.b2a_base64(part))


def decode(input, output):
    "Write the bytes of a file in base 64 to another."
    for line in input:
        output.write(binascii.a2b_base64(line))
