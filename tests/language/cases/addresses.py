# urllib.parse, and what is asked for without a network.
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from urllib.parse import *


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except Exception as error:
        print(type(error).__name__, error)


addresses = ["", "http://example.com", "HTTP://User:Pass@Example.COM:8080/path/to;params?query=1&b=2#fragment", "//host/path", "/just/path", "mailto:me@x.org", "file:///etc/passwd", "a/b/../c", "?q", "#f",
             "http://[::1]:80/x", "http://host:/x", "https://h/p;a/q;b", "x:y", "1http://x", "http://a b/c d", "http:///nohost", "ftp://u@h/d;type=a", "data:text/plain,hi", "http://h?x#y?z", "http://\u00e9.x/\u00fc"]
for address in addresses:
    show(urlsplit, address)
    parts = urlparse(address)
    print(parts, parts.geturl(), urlunsplit(urlsplit(address)), urldefrag(address))
    print(parts.username, parts.password, parts.hostname, end=" ")
    show(lambda: parts.port)
print(urlparse(b"http://h/p?q#f"), urlsplit("/x", scheme="ftp"), urlsplit("h#f", allow_fragments=False), urlparse("http://h/")._replace(path="/z", query="a=b").geturl())
for wrong in ("http://[::1/x", "http://h:99999", "http://h:x", 3):
    show(lambda: (urlsplit(wrong).netloc, urlsplit(wrong).port))
scheme, netloc, *rest = urlsplit("http://h/p")
print(scheme, netloc, rest, urlsplit("http://h/p")[1], len(urlparse("x")), urlsplit("http://h") == ("http", "h", "", "", ""), urlsplit("HTTP://H").encode())
base = "http://a/b/c/d;p?q"
for reference in ["g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "", ".", "./", "..", "../", "../g", "../..", "../../g", "../../../g", "/./g", "/../g", "g.", "..g", "./../g", "g/./h", "g/../h", "http:g"]:
    print(reference, urljoin(base, reference), end="; ")
print(urljoin("", "x"), urljoin("http://h", "x"), urljoin("http://h/a", "b/../c"), urljoin("mailto:x", "y"), urljoin(b"http://h/a", b"b"))
texts = ["", "a b", "a/b", "\u00e9", "~x", "100%", "a+b&c=d", "\U0001F600", "%41%zz%", "caf%C3%A9", "%C3%28", "x%20y+z", "%e4%f6", "\u00e9%41"]
for text in texts:
    print(quote(text), quote(text, safe=""), quote_plus(text), quote(text, safe="&="), unquote(text), unquote_plus(text), unquote_to_bytes(text))
print(quote("\u00e9", encoding="latin-1"), unquote("%E9", encoding="latin-1"), quote(b"\xff\x00a"), quote_from_bytes(b"a b"), unquote(b"%41"))
for arguments in ((b"x", "/", "utf-8"), (3,)):
    show(quote, *arguments)
show(quote_from_bytes, "x")
for query in ("", "a=1", "a=1&b=2&a=3", "a=&b", "a=%20x+y", "=v", "a=1;b=2", "&&a=1", "\u00e9=1"):
    print(parse_qs(query), parse_qsl(query), parse_qs(query, keep_blank_values=True))
show(parse_qsl, "a", strict_parsing=True)
show(parse_qsl, "a=1&b=2", max_num_fields=1)
show(parse_qsl, "a=1;b=2", separator=";")
for query in ({"a": 1, "b": "x y"}, [("a", "\u00e9"), ("b", b"\xff")], {"a": [1, 2]}, {}, {"a b": None}):
    print(urlencode(query), urlencode(query, doseq=True), urlencode(query, quote_via=quote))
show(urlencode, "x")
show(urlencode, 3)
error = urllib.error.URLError("reason")
print(error, repr(error), error.reason, isinstance(error, OSError))
for address in ("nothing", "unknown://x", "file:///no/such/file"):
    show(urllib.request.urlopen, address) if address != "file:///no/such/file" else None
with tempfile.NamedTemporaryFile("w") as file:
    file.write("content")
    file.flush()
    print(urllib.request.urlopen("file://" + file.name).read(), urllib.request.urlopen("data:,a%20b").read())
request = urllib.request.Request("http://h/p?q", data=b"x", headers={"User-Agent": "me"})
print(request.get_method(), request.full_url, request.host, request.type, request.selector, request.get_header("User-agent"))
