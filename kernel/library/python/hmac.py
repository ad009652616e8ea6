"""Messages signed with a key (RFC 2104)."""

import hashlib as _hashlib_module
from _hashlib import compare_digest

digest_size = None
_inner = bytes(one ^ 0x36 for one in range(256))
_outer = bytes(one ^ 0x5C for one in range(256))


class HMAC:
    "A keyed hash of the bytes that update() is given."

    blocksize = 64

    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("key: expected bytes or bytearray, but got %r" % type(key).__name__)
        if not digestmod:
            raise TypeError("Missing required parameter 'digestmod'.")
        if isinstance(digestmod, str):
            make = lambda data=b"": _hashlib_module.new(digestmod, data)
        elif callable(digestmod):
            make = digestmod
        else:
            make = digestmod.new
        self._inner, self._outer = make(), make()
        self.digest_size = self._inner.digest_size
        self.block_size = getattr(self._inner, "block_size", self.blocksize)
        if len(key) > self.block_size:
            key = make(key).digest()
        key = bytes(key).ljust(self.block_size, b"\0")
        self._outer.update(key.translate(_outer))
        self._inner.update(key.translate(_inner))
        if msg is not None:
            self.update(msg)

    @property
    def name(self):
        "The name of the algorithm, such as hmac-sha256."
        return "hmac-" + self._inner.name

    def update(self, msg):
        "Sign more bytes."
        self._inner.update(msg)

    def copy(self):
        "Another signature that has seen the same bytes."
        other = self.__class__.__new__(self.__class__)
        other.digest_size, other.block_size = self.digest_size, self.block_size
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other

    def digest(self):
        "The signature of all bytes so far."
        outer = self._outer.copy()
        outer.update(self._inner.digest())
        return outer.digest()

    def hexdigest(self):
        "The signature in hexadecimal digits."
        return self.digest().hex()


def new(key, msg=None, digestmod=""):
    "A signature with a key."
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    "The signature of one message."
    return HMAC(key, msg, digest).digest()
