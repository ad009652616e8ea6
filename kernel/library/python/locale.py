"""Locales. Numbers and money are always those of the C locale; only the character type may have another name."""

from builtins import str as _str

__all__ = ["getlocale", "getdefaultlocale", "getpreferredencoding", "Error", "setlocale", "localeconv", "strcoll", "strxfrm", "str",
           "atof", "atoi", "format_string", "currency", "normalize", "resetlocale", "getencoding", "LC_CTYPE", "LC_COLLATE",
           "LC_MESSAGES", "LC_TIME", "LC_MONETARY", "LC_NUMERIC", "LC_ALL", "CHAR_MAX"]

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127
CODESET = 14


class Error(Exception):
    "A locale that is not here."


_known = {"C": "C", "POSIX": "C", "C.UTF-8": "C.UTF-8", "C.utf8": "C.utf8", "": "C.UTF-8"}
_current = {category: "C" for category in range(6)}
_current[LC_CTYPE] = "C.UTF-8"


def _describe(category):
    if category != LC_ALL:
        return _current[category]
    if len(set(_current.values())) == 1:
        return _current[0]
    names = ("LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES")
    rest = ("LC_PAPER", "LC_NAME", "LC_ADDRESS", "LC_TELEPHONE", "LC_MEASUREMENT", "LC_IDENTIFICATION")
    return ";".join(["%s=%s" % (name, _current[i]) for i, name in enumerate(names)] + [name + "=C" for name in rest])


def setlocale(category, locale=None):
    "Choose the locale of a category, or with None say which one it is."
    if category not in range(7):
        raise Error("invalid locale category")
    if locale is None:
        return _describe(category)
    if not isinstance(locale, _str):
        code, encoding = locale
        locale = (code or "C") + ("." + encoding if encoding else "")
    if "=" in locale:
        chosen = dict(part.split("=", 1) for part in locale.split(";"))
        locale = chosen.get("LC_CTYPE", "C")
    name = _known.get(locale)
    if name is None:
        raise Error("unsupported locale setting")
    for one in range(6) if category == LC_ALL else (category,):
        _current[one] = name
    return _describe(category)


def resetlocale(category=LC_ALL):
    "Back to the default locale."
    setlocale(category, "")


def normalize(localename):
    "The usual spelling of a locale's name."
    name, _, encoding = localename.partition(".")
    if name.lower() in ("c", "posix"):
        return "C"
    if not encoding:
        return localename
    return name + "." + {"utf8": "UTF-8", "utf-8": "UTF-8", "iso88591": "ISO8859-1"}.get(encoding.lower(), encoding)


def getlocale(category=LC_CTYPE):
    "The pair (language code, encoding) of a category."
    if category == LC_ALL:
        raise TypeError("category LC_ALL is not supported")
    name = setlocale(category)
    return ("en_US", "UTF-8") if name.startswith("C.") else (None, None)


def getdefaultlocale(envvars=("LC_ALL", "LC_CTYPE", "LANG", "LANGUAGE")):
    "The pair that the environment asks for."
    import os
    for variable in envvars:
        name = os.environ.get(variable)
        if name:
            code, _, encoding = name.partition(":")[0].partition(".")
            return (None, None) if code in ("C", "POSIX") and not encoding else (code, encoding.upper().replace("UTF8", "UTF-8") or None)
    return None, None


def getpreferredencoding(do_setlocale=True):
    "The encoding of text files."
    return "UTF-8"


def getencoding():
    "The encoding of the locale."
    return "UTF-8"


def nl_langinfo(key):
    "What the locale says about an item, such as CODESET."
    return "UTF-8" if key == CODESET else ""


def localeconv():
    "How numbers and money are written."
    conventions = {"int_curr_symbol": "", "currency_symbol": "", "mon_decimal_point": "", "mon_thousands_sep": "", "mon_grouping": [],
                   "positive_sign": "", "negative_sign": "", "decimal_point": ".", "thousands_sep": "", "grouping": []}
    for name in ("int_frac_digits", "frac_digits", "p_cs_precedes", "p_sep_by_space", "n_cs_precedes", "n_sep_by_space",
                 "p_sign_posn", "n_sign_posn"):
        conventions[name] = CHAR_MAX
    return conventions


def strcoll(os1, os2):
    "Compare two strings: negative, 0 or positive."
    return (os1 > os2) - (os1 < os2)


def strxfrm(string):
    "A string whose comparison is that of the locale."
    return string


def _groups(conventions, monetary):
    separator = conventions["mon_thousands_sep" if monetary else "thousands_sep"]
    return separator, conventions["mon_grouping" if monetary else "grouping"]


def _group(text, monetary=False):
    separator, grouping = _groups(localeconv(), monetary)
    if not grouping:
        return text
    sign = "-" if text.startswith("-") else ""
    whole, point, rest = text[len(sign):].partition(".")
    parts, sizes = [], list(grouping)
    size = 0
    while whole:
        if sizes:
            step = sizes.pop(0)
            if step == CHAR_MAX:
                break
            size = step or size
        parts.insert(0, whole[-size:])
        whole = whole[:-size]
    if whole:
        parts.insert(0, whole)
    return sign + separator.join(parts) + point + rest


def _localize(formatted, grouping=False, monetary=False):
    if "." in formatted:
        parts = formatted.split(".")
        if grouping:
            parts[0] = _group(parts[0], monetary)
        return (localeconv()["mon_decimal_point" if monetary else "decimal_point"]).join(parts)
    return _group(formatted, monetary) if grouping else formatted


def format_string(f, val, grouping=False, monetary=False):
    "As f % val, with the locale's way of writing numbers."
    import re
    pattern = re.compile(r"%(?:\((.*?)\))?([-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrsa%]")
    if not grouping and not monetary:
        return f % val
    pieces, at, index, keyed = [], 0, 0, isinstance(val, dict)
    values = val if isinstance(val, (tuple, dict)) else (val,)
    for found in pattern.finditer(f):
        pieces.append(f[at:found.start()])
        at = found.end()
        spec = found.group()
        if spec[-1] == "%":
            pieces.append("%")
            continue
        if keyed:
            text = spec % values
        else:
            count = 1 + found.group(2).count("*")
            text = spec % tuple(values[index:index + count])
            index += count
        pieces.append(_localize(text, grouping, monetary) if spec[-1] in "eEfFgGdiu" else text)
    pieces.append(f[at:])
    return "".join(pieces)


def format(percent, value, grouping=False, monetary=False, *additional):
    "As format_string() with one specifier."
    import re
    import warnings
    warnings.warn("This method will be removed in a future version of Python. Use 'locale.format_string()' instead.", DeprecationWarning, stacklevel=2)
    found = re.match(r"%(?:\((.*?)\))?([-#0-9 +*.hlL]*?)[eEfFgGdiouxXcrsa%]", percent)
    if not found or found.end() != len(percent):
        raise ValueError("format() must be given exactly one %%char format specifier, %s not valid" % repr(percent))
    return format_string(percent, (value, *additional) if additional else value, grouping, monetary)


def currency(val, symbol=True, grouping=False, international=False):
    "An amount of money."
    conventions = localeconv()
    digits = conventions["int_frac_digits" if international else "frac_digits"]
    if digits == CHAR_MAX:
        raise ValueError("Currency formatting is not possible using the 'C' locale.")
    return _localize("%.*f" % (digits, abs(val)), grouping, True)


def str(val):
    "A float as text, as str() of the language does up to 12 digits."
    return "%.12g" % val


def delocalize(string):
    "A number's text as Python reads it."
    conventions = localeconv()
    if conventions["thousands_sep"]:
        string = string.replace(conventions["thousands_sep"], "")
    return string.replace(conventions["decimal_point"], ".") if conventions["decimal_point"] else string


def localize(string, grouping=False, monetary=False):
    "A number's text as the locale writes it."
    return _localize(string, grouping, monetary)


def atof(string, func=float):
    "A float from the locale's text."
    return func(delocalize(string))


def atoi(string):
    "An int from the locale's text."
    return int(delocalize(string))
