"""Addresses taken apart and put together."""
__all__ = ["urlparse", "urlunparse", "urljoin", "urldefrag", "urlsplit", "urlunsplit", "urlencode", "parse_qs", "parse_qsl", "quote", "quote_plus",
           "quote_from_bytes", "unquote", "unquote_plus", "unquote_to_bytes", "DefragResult", "ParseResult", "SplitResult", "DefragResultBytes",
           "ParseResultBytes", "SplitResultBytes"]
uses_relative = ["", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtspu", "sftp", "svn",
                 "svn+ssh", "ws", "wss"]
uses_netloc = uses_relative + ["telnet", "snews", "rsync", "nfs", "git", "git+ssh"]
uses_params = ["", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtspu", "sip", "sips", "mms", "sftp", "tel"]
scheme_chars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."
MAX_CACHE_SIZE = 20
_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~")


def clear_cache():
    """Nothing is kept."""


# ---- results ----

class _Result(tuple):
    __slots__ = ()
    _fields = ()

    def __new__(cls, *values, **named):
        if len(values) + len(named) != len(cls._fields):
            raise TypeError("%s.__new__() takes %d positional arguments but %d were given" % (cls.__name__, len(cls._fields) + 1, len(values) + 1))
        return tuple.__new__(cls, list(values) + [named[name] for name in cls._fields[len(values):]])

    def __repr__(self):
        return "%s(%s)" % (type(self).__name__, ", ".join("%s=%r" % pair for pair in zip(self._fields, self)))

    def _replace(self, /, **changes):
        values = [changes.pop(name, value) for name, value in zip(self._fields, self)]
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return type(self)(*values)

    def _asdict(self):
        return dict(zip(self._fields, self))

    def __getnewargs__(self):
        return tuple(self)

    def geturl(self):
        """The address as text."""
        return self._join(self)

    def encode(self, encoding="ascii", errors="strict"):
        """The same in bytes."""
        return self._other(*(item.encode(encoding, errors) for item in self))

    def decode(self, encoding="ascii", errors="strict"):
        """The same as text."""
        return self._other(*(item.decode(encoding, errors) for item in self))


class _Location:
    __slots__ = ()

    def _letters(self):
        return (b"@", b":", b"[", b"]", b"%") if isinstance(self.netloc, bytes) else ("@", ":", "[", "]", "%")

    def _user(self):
        at, colon = self._letters()[:2]
        info, found, _ = self.netloc.rpartition(at)
        if not found:
            return None, None
        name, found, password = info.partition(colon)
        return name, password if found else None

    def _host(self):
        at, colon, opening, closing, _ = self._letters()
        rest = self.netloc.rpartition(at)[2]
        _, bracketed, inside = rest.partition(opening)
        if bracketed:
            host, _, port = inside.partition(closing)
            port = port.partition(colon)[2]
        else:
            host, _, port = rest.partition(colon)
        return host, port or None

    @property
    def username(self):
        """The user in the address."""
        return self._user()[0]

    @property
    def password(self):
        """The password in the address."""
        return self._user()[1]

    @property
    def hostname(self):
        """The host, in lower case."""
        host = self._host()[0]
        if not host:
            return None
        name, percent, zone = host.partition(self._letters()[4])
        return name.lower() + percent + zone

    @property
    def port(self):
        """The port as an int."""
        port = self._host()[1]
        if port is None:
            return None
        if not port.isdigit() or isinstance(port, str) and not port.isascii():
            raise ValueError(f"Port could not be cast to integer value as {port!r}")
        port = int(port)
        if not 0 <= port <= 65535:
            raise ValueError("Port out of range 0-65535")
        return port


def _make(name, fields, bases=(_Result,)):
    members = {"__slots__": (), "_fields": fields, "__module__": "urllib.parse", "__match_args__": fields,
               "__doc__": "The parts of an address: %s." % ", ".join(fields)}
    for place, field in enumerate(fields):
        members[field] = property(lambda self, place=place: self[place], doc="The part of this name.")
    return type(name, bases, members)


DefragResult = _make("DefragResult", ("url", "fragment"))
SplitResult = _make("SplitResult", ("scheme", "netloc", "path", "query", "fragment"), (_Result, _Location))
ParseResult = _make("ParseResult", ("scheme", "netloc", "path", "params", "query", "fragment"), (_Result, _Location))
DefragResultBytes = _make("DefragResultBytes", DefragResult._fields)
SplitResultBytes = _make("SplitResultBytes", SplitResult._fields, (_Result, _Location))
ParseResultBytes = _make("ParseResultBytes", ParseResult._fields, (_Result, _Location))
for _text, _bytes in ((DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes), (ParseResult, ParseResultBytes)):
    _text._other, _bytes._other = _bytes, _text


def _coerce(*values):
    """Text for text or bytes, and what turns the result back."""
    is_text = isinstance(values[0], str)
    for value in values[1:]:
        if value and isinstance(value, str) != is_text:
            raise TypeError("Cannot mix str and non-str arguments")
    if is_text:
        return values + (lambda result: result,)
    return tuple(value.decode("ascii", "strict") if value else "" for value in values) + (
        lambda result: result.encode("ascii", "strict"),)


# ---- taking apart ----

def urlsplit(url, scheme="", allow_fragments=True):
    """(scheme, netloc, path, query, fragment)"""
    url, scheme, back = _coerce(url, scheme)
    url = url.lstrip("".join(map(chr, range(33))))
    scheme = scheme.strip("".join(map(chr, range(33))))
    for letter in "\t\r\n":
        url, scheme = url.replace(letter, ""), scheme.replace(letter, "")
    netloc = query = fragment = ""
    colon = url.find(":")
    if colon > 0 and url[0].isascii() and url[0].isalpha() and all(letter in scheme_chars for letter in url[:colon]):
        scheme, url = url[:colon].lower(), url[colon + 1:]
    if url[:2] == "//":
        end = len(url)
        for letter in "/?#":
            found = url.find(letter, 2)
            if found >= 0:
                end = min(end, found)
        netloc, url = url[2:end], url[end:]
        if ("[" in netloc) != ("]" in netloc):
            raise ValueError("Invalid IPv6 URL")
    if allow_fragments and "#" in url:
        url, fragment = url.split("#", 1)
    if "?" in url:
        url, query = url.split("?", 1)
    return back(SplitResult(scheme, netloc, url, query, fragment))


def urlparse(url, scheme="", allow_fragments=True):
    """(scheme, netloc, path, params, query, fragment)"""
    url, scheme, back = _coerce(url, scheme)
    scheme, netloc, url, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ""
    if scheme in uses_params and ";" in url:
        place = url.find(";", url.rfind("/")) if "/" in url else url.find(";")
        if place >= 0:
            url, params = url[:place], url[place + 1:]
    return back(ParseResult(scheme, netloc, url, params, query, fragment))


def urlunparse(components):
    """The address of six parts."""
    scheme, netloc, url, params, query, fragment, back = _coerce(*components)
    if params:
        url = "%s;%s" % (url, params)
    return back(urlunsplit((scheme, netloc, url, query, fragment)))


def urlunsplit(components):
    """The address of five parts."""
    scheme, netloc, url, query, fragment, back = _coerce(*components)
    if netloc or scheme and scheme in uses_netloc and url[:2] != "//":
        if url and url[:1] != "/":
            url = "/" + url
        url = "//" + (netloc or "") + url
    if scheme:
        url = scheme + ":" + url
    if query:
        url += "?" + query
    if fragment:
        url += "#" + fragment
    return back(url)


for _class in (SplitResult, SplitResultBytes):
    _class._join = staticmethod(urlunsplit)
for _class in (ParseResult, ParseResultBytes):
    _class._join = staticmethod(urlunparse)
DefragResult._join = staticmethod(lambda parts: parts[0] + "#" + parts[1] if parts[1] else parts[0])
DefragResultBytes._join = staticmethod(lambda parts: parts[0] + b"#" + parts[1] if parts[1] else parts[0])


def urljoin(base, url, allow_fragments=True):
    """What an address means that stands on another page."""
    if not base:
        return url
    if not url:
        return base
    base, url, back = _coerce(base, url)
    base_scheme, base_netloc, base_path, base_params, base_query, base_fragment = urlparse(base, "", allow_fragments)
    scheme, netloc, path, params, query, fragment = urlparse(url, base_scheme, allow_fragments)
    if scheme != base_scheme or scheme not in uses_relative:
        return back(url)
    if scheme in uses_netloc:
        if netloc:
            return back(urlunparse((scheme, netloc, path, params, query, fragment)))
        netloc = base_netloc
    if not path and not params:
        return back(urlunparse((scheme, netloc, base_path, base_params, query or base_query, fragment)))
    base_parts = base_path.split("/")
    if base_parts[-1] != "":
        del base_parts[-1]
    if path[:1] == "/":
        segments = path.split("/")
    else:
        segments = base_parts + path.split("/")
        segments[1:-1] = filter(None, segments[1:-1])
    resolved = []
    for segment in segments:
        if segment == "..":
            if resolved:
                resolved.pop()
        elif segment != ".":
            resolved.append(segment)
    if segments[-1] in (".", ".."):
        resolved.append("")
    return back(urlunparse((scheme, netloc, "/".join(resolved) or "/", params, query, fragment)))


def urldefrag(url):
    """(the address without its fragment, the fragment)"""
    url, back = _coerce(url)
    if "#" in url:
        scheme, netloc, path, params, query, fragment = urlparse(url)
        return back(DefragResult(urlunparse((scheme, netloc, path, params, query, "")), fragment))
    return back(DefragResult(url, ""))


# ---- quoting ----

def quote_from_bytes(bs, safe="/"):
    """Bytes as text in which only plain letters and `safe` ones stand as they are."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError("quote_from_bytes() expected bytes")
    if not bs:
        return ""
    safe = safe.encode("ascii", "ignore") if isinstance(safe, str) else bytes(byte for byte in safe if byte < 128)
    allowed = _SAFE.union(safe)
    return "".join(chr(byte) if byte in allowed else "%%%02X" % byte for byte in bs)


def quote(string, safe="/", encoding=None, errors=None):
    """Text in which only plain letters and `safe` ones stand as they are, the others as %XX."""
    if isinstance(string, str):
        if not string:
            return string
        string = string.encode(encoding or "utf-8", errors or "strict")
    else:
        if encoding is not None:
            raise TypeError("quote() doesn't support 'encoding' for bytes")
        if errors is not None:
            raise TypeError("quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe="", encoding=None, errors=None):
    """quote() with + for spaces."""
    if isinstance(string, str) and " " not in string or isinstance(string, bytes) and b" " not in string:
        return quote(string, safe, encoding, errors)
    space = " " if isinstance(safe, str) else b" "
    return quote(string, safe + space, encoding, errors).replace(" ", "+")


def unquote_to_bytes(string):
    """%XX turned back into bytes."""
    if not string:
        return b""
    if isinstance(string, str):
        string = string.encode("utf-8")
    parts = string.split(b"%")
    result = [parts[0]]
    for part in parts[1:]:
        digits = part[:2]
        if len(digits) == 2 and all(byte in b"0123456789abcdefABCDEF" for byte in digits):
            result.append(bytes([int(digits, 16)]))
            result.append(part[2:])
        else:
            result.append(b"%" + part)
    return b"".join(result)


def unquote(string, encoding="utf-8", errors="replace"):
    """%XX turned back into text."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding or "utf-8", errors or "replace")
    if "%" not in string:
        string.split
        return string
    # Runs of ASCII are decoded, what else there is stays.
    result, run = [], []
    for letter in string:
        if letter.isascii():
            run.append(letter)
            continue
        if run:
            result.append(unquote_to_bytes("".join(run)).decode(encoding or "utf-8", errors or "replace"))
            run = []
        result.append(letter)
    if run:
        result.append(unquote_to_bytes("".join(run)).decode(encoding or "utf-8", errors or "replace"))
    return "".join(result)


def unquote_plus(string, encoding="utf-8", errors="replace"):
    """unquote() with spaces for +."""
    return unquote(string.replace("+", " "), encoding, errors)


# ---- queries ----

def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None, separator="&"):
    """A query as {name: [values]}."""
    result = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        result.setdefault(name, []).append(value)
    return result


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding="utf-8", errors="replace", max_num_fields=None, separator="&"):
    """A query as [(name, value)]."""
    qs, back = (qs, lambda text: text) if isinstance(qs, str) else (bytes(qs or b"").decode("ascii", "strict"), lambda text: text.encode("ascii"))
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError("Separator must be of type string or bytes.")
    separator = separator.decode() if isinstance(separator, bytes) else separator
    if max_num_fields is not None and 1 + qs.count(separator) > max_num_fields:
        raise ValueError("Max number of fields exceeded")
    result = []
    for pair in qs.split(separator) if qs else []:
        if not pair and not strict_parsing:
            continue
        name, equals, value = pair.partition("=")
        if not equals:
            if strict_parsing:
                raise ValueError("bad query field: %r" % (pair,))
            if not keep_blank_values:
                continue
        if value or keep_blank_values:
            result.append((back(unquote_plus(name, encoding, errors)), back(unquote_plus(value, encoding, errors))))
    return result


def urlencode(query, doseq=False, safe="", encoding=None, errors=None, quote_via=quote_plus):
    """A dict, or pairs, as a query."""
    if hasattr(query, "items"):
        query = query.items()
    else:
        try:
            if len(query) and not isinstance(query[0], tuple):
                raise TypeError
        except TypeError:
            raise TypeError("not a valid non-string sequence or mapping object") from None

    def shown(value):
        if isinstance(value, bytes):
            return quote_via(value, safe)
        return quote_via(str(value), safe, encoding, errors)
    pairs = []
    for name, value in query:
        name = shown(name)
        if doseq and not isinstance(value, (str, bytes)):
            try:
                len(value)
            except TypeError:
                pairs.append(name + "=" + shown(value))
            else:
                pairs.extend(name + "=" + shown(item) for item in value)
        else:
            pairs.append(name + "=" + shown(value))
    return "&".join(pairs)
