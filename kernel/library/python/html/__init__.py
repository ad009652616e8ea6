"""Text in HTML: escape() and unescape()."""

import re as _re

__all__ = ["escape", "unescape"]


def escape(s, quote=True):
    """The text with &, < and > (and quotes) as HTML writes them.

    >>> escape("<a & b>")
    '&lt;a &amp; b&gt;'
    """
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return s.replace('"', "&quot;").replace("'", "&#x27;") if quote else s


# What old pages mean by the numbers of Windows-1252, and what is no character at all.
_windows = dict(zip(range(0x80, 0xa0),
                    "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f"
                    "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178"))
_windows[0], _windows[0x0d] = "\ufffd", "\r"


def _is_no_character(code):
    return (1 <= code <= 8 or code == 0xb or 0xe <= code <= 0x1f or 0x7f <= code <= 0x9f or 0xfdd0 <= code <= 0xfdef
            or code & 0xfffe == 0xfffe)


def _replace(found):
    from html.entities import html5
    text = found.group(1)
    if text[0] == "#":
        code = int(text[2:].rstrip(";"), 16) if text[1] in "xX" else int(text[1:].rstrip(";"))
        if code in _windows:
            return _windows[code]
        if 0xd800 <= code <= 0xdfff or code > 0x10ffff:
            return "\ufffd"
        return "" if _is_no_character(code) else chr(code)
    if text in html5:
        return html5[text]
    for end in range(len(text) - 1, 1, -1):
        if text[:end] in html5:
            return html5[text[:end]] + text[end:]
    return "&" + text


_reference = _re.compile(r"&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")


def unescape(s):
    """The text with the names and numbers of characters replaced.

    >>> unescape("&lt;&eacute;&#65;")
    '<éA'
    """
    return _reference.sub(_replace, s) if "&" in s else s
