"""Opening addresses: files and data here; the network only through the system's curl."""
import io as _io
import os as _os
import sys as _sys
from urllib.error import ContentTooShortError, HTTPError, URLError
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

__all__ = ["Request", "urlopen", "urlretrieve", "urlcleanup", "pathname2url", "url2pathname", "build_opener", "install_opener", "getproxies"]


class Request:
    """What is asked for: an address, data to send, headers."""

    def __init__(self, url, data=None, headers={}, origin_req_host=None, unverifiable=False, method=None):
        self.full_url, self.data, self.headers, self.method = url, data, {}, method
        for name, value in headers.items():
            self.add_header(name, value)
        parts = urlsplit(url)
        if not parts.scheme:
            raise ValueError("unknown url type: %r" % url)
        self.type, self.host = parts.scheme, parts.netloc
        self.selector = (parts.path or "/") + ("?" + parts.query if parts.query else "")

    def add_header(self, key, val):
        """Add a header."""
        self.headers[key.capitalize()] = val

    def has_header(self, header_name):
        """Is there such a header?"""
        return header_name in self.headers

    def get_header(self, header_name, default=None):
        """A header."""
        return self.headers.get(header_name, default)

    def get_method(self):
        """GET, POST, ..."""
        return self.method or ("POST" if self.data is not None else "GET")

    def get_full_url(self):
        """The address."""
        return self.full_url

    def header_items(self):
        """The headers as pairs."""
        return list(self.headers.items())


class _Headers(dict):
    def get_content_type(self):
        return self.get("Content-type", "application/octet-stream").partition(";")[0]

    def get_content_charset(self, failobj=None):
        rest = self.get("Content-type", "").partition("charset=")[2]
        return rest.strip().lower() or failobj


class _Response(_io.BytesIO):
    def __init__(self, data, url, headers, code=None):
        super().__init__(data)
        self.url, self.headers, self.code, self.status, self.msg = url, _Headers(headers), code, code, "OK"

    def info(self):
        return self.headers

    def geturl(self):
        return self.url

    def getcode(self):
        return self.code

    def getheader(self, name, default=None):
        return self.headers.get(name.capitalize(), default)


def urlopen(url, data=None, timeout=None, *, cafile=None, capath=None, cadefault=False, context=None):
    """Open an address: a response to read."""
    request = url if isinstance(url, Request) else Request(url, data)
    if request.type == "file":
        path = url2pathname(urlsplit(request.full_url).path)
        try:
            with open(path, "rb") as file:
                content = file.read()
        except OSError as error:
            raise URLError(error) from None
        return _Response(content, request.full_url, {"Content-length": str(len(content))})
    if request.type == "data":
        kind, comma, content = request.full_url[5:].partition(",")
        if not comma:
            raise ValueError("data error: proxy error")
        content = unquote_to_bytes(content)
        if kind.endswith(";base64"):
            import base64
            content, kind = base64.b64decode(content), kind[:-7]
        return _Response(content, request.full_url, {"Content-type": kind or "text/plain;charset=US-ASCII", "Content-length": str(len(content))})
    if request.type not in ("http", "https"):
        raise URLError("unknown url type: %s" % request.type)
    if not request.host:
        raise URLError("no host given")
    return _fetch(request, timeout)


def _fetch(request, timeout):
    import shutil
    import subprocess
    curl = shutil.which("curl")
    if curl is None:
        raise URLError("Cupola opens http addresses with the program curl, which is not installed")
    words = [curl, "-sSL", "-D", "-", "-o", "-", "-X", request.get_method(), "--max-time", str(timeout or 60)]
    for name, value in request.headers.items():
        words += ["-H", "%s: %s" % (name, value)]
    if request.data is not None:
        words += ["--data-binary", "@-"]
    done = subprocess.run(words + ["--", request.full_url], input=request.data if request.data is not None else b"", capture_output=True)
    if done.returncode:
        reason = done.stderr.decode(errors="replace").strip().removeprefix("curl: ")
        raise URLError(reason or "curl ended with %d" % done.returncode)
    head, body = b"", done.stdout
    while body.startswith(b"HTTP/"):  # one head for each redirection
        head, _, body = body.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ", 2)
    code = int(words[1]) if len(words) > 1 else 200
    headers = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        headers[name.capitalize()] = value.strip()
    if code >= 400:
        raise HTTPError(request.full_url, code, words[2] if len(words) > 2 else "", _Headers(headers), _io.BytesIO(body))
    return _Response(body, request.full_url, headers, code)


def urlretrieve(url, filename=None, reporthook=None, data=None):
    """Save what is at an address: (path, headers)."""
    with urlopen(url, data) as response:
        content, headers = response.read(), response.info()
    if filename is None:
        import tempfile
        number, filename = tempfile.mkstemp()
        _os.close(number)
    with open(filename, "wb") as file:
        file.write(content)
    if reporthook:
        reporthook(0, 8192, len(content))
        reporthook(-(-len(content) // 8192), 8192, len(content))
    return filename, headers


def urlcleanup():
    """Nothing is kept."""


def pathname2url(pathname):
    """A path as part of an address."""
    return quote(pathname)


def url2pathname(pathname):
    """A part of an address as a path."""
    return unquote(pathname)


def getproxies():
    """The proxies that the environment names."""
    return {name[:-6].lower(): value for name, value in _os.environ.items() if name.lower().endswith("_proxy") and value}


class _Opener:
    addheaders = [("User-agent", "Cupola-urllib")]

    def open(self, url, data=None, timeout=None):
        """urlopen() with this opener's headers."""
        request = url if isinstance(url, Request) else Request(url, data)
        for name, value in self.addheaders:
            if not request.has_header(name.capitalize()):
                request.add_header(name, value)
        return urlopen(request, timeout=timeout)


def build_opener(*handlers):
    """An opener; handlers are not looked at."""
    return _Opener()


def install_opener(opener):
    """Nothing: urlopen() stays as it is."""
