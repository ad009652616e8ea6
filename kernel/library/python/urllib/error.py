"""What goes wrong with addresses."""
__all__ = ["URLError", "HTTPError", "ContentTooShortError"]


class URLError(OSError):
    """An address that could not be opened: reason."""

    def __init__(self, reason, filename=None):
        self.args = reason,
        self.reason = reason
        if filename is not None:
            self.filename = filename

    def __str__(self):
        return "<urlopen error %s>" % self.reason


class HTTPError(URLError):
    """A server that says no: code, reason, headers."""

    def __init__(self, url, code, msg, hdrs, fp):
        self.url = self.filename = url
        self.code, self.msg, self.hdrs, self.fp = code, msg, hdrs, fp

    def __str__(self):
        return "HTTP Error %s: %s" % (self.code, self.msg)

    def __repr__(self):
        return "<HTTPError %s: %r>" % (self.code, self.msg)

    reason = property(lambda self: self.msg, doc="Why, in words.")
    headers = property(lambda self: self.hdrs, doc="The headers of the answer.")
    status = property(lambda self: self.code, doc="The number of the answer, such as 404.")


class ContentTooShortError(URLError):
    """Less came than was announced."""

    def __init__(self, message, content):
        URLError.__init__(self, message)
        self.content = content
