"""Hashes: md5, the SHA families, BLAKE2; keys from passwords."""

import _hashlib
from _hashlib import pbkdf2_hmac

__all__ = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s", "sha3_224", "sha3_256", "sha3_384", "sha3_512",
           "shake_128", "shake_256", "new", "algorithms_guaranteed", "algorithms_available", "pbkdf2_hmac", "file_digest", "scrypt"]

algorithms_guaranteed = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s", "sha3_224", "sha3_256", "sha3_384",
                         "sha3_512", "shake_128", "shake_256"}
algorithms_available = algorithms_guaranteed | {"sha512_224", "sha512_256", "sm3", "ripemd160"}


def new(name, data=b"", **kwargs):
    """A hash by name.

    >>> new("sha256", b"abc").hexdigest()[:8]
    'ba7816bf'
    """
    if not isinstance(name, str) or "\0" in name or any("\ud800" <= character <= "\udfff" for character in name):
        raise TypeError("name must be a string")
    return _hashlib.new(name, data)


def _constructor(name):
    def construct(string=b"", *, usedforsecurity=True):
        return _hashlib.new(name, string)
    construct.__name__ = construct.__qualname__ = "openssl_" + name
    construct.__doc__ = "A %s hash of the bytes." % name
    return construct


for _name in algorithms_guaranteed - {"blake2b", "blake2s"}:
    globals()[_name] = _constructor(_name)
del _name


def _blake(name, size):
    def construct(cls, data=b"", /, *, digest_size=size, key=b"", salt=b"", person=b"", fanout=1, depth=1, leaf_size=0, node_offset=0,
                  node_depth=0, inner_size=0, last_node=False, usedforsecurity=True):
        if not 1 <= digest_size <= size:
            raise ValueError("digest_size must be between 1 and %d bytes" % size)
        if digest_size != size or key or salt or person or (fanout, depth, leaf_size, node_offset, node_depth, inner_size) != (1, 1, 0, 0, 0, 0):
            return _Blake2(name, data, digest_size, key, salt, person, fanout, depth, leaf_size, node_offset, node_depth, inner_size,
                           last_node)
        return _hashlib.new(name, data)
    construct.__name__, construct.__qualname__ = "__new__", name
    return type(name, (), {"__new__": construct, "__module__": "_blake2", "__doc__": "A %s hash of the bytes." % name,
                           "MAX_DIGEST_SIZE": size, "MAX_KEY_SIZE": size, "SALT_SIZE": size // 4, "PERSON_SIZE": size // 4})


blake2b = _blake("blake2b", 64)
blake2s = _blake("blake2s", 32)

# the order of the words in each round
_SIGMA = ("0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d", "2c6a0b834d75fe19",
          "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0")


class _Blake2:
    # BLAKE2 with parameters that libcrypto does not take (RFC 7693)

    def __init__(self, name, data, digest_size, key, salt, person, fanout, depth, leaf_size, node_offset, node_depth, inner_size, last):
        self.name, self.digest_size = name, digest_size
        wide = name == "blake2b"
        self.block_size, self._bits = (128, 64) if wide else (64, 32)
        self._mask = (1 << self._bits) - 1
        self._rounds, self._turns = (12, (32, 24, 16, 63)) if wide else (10, (16, 12, 8, 7))
        limit = 64 if wide else 32
        if len(key) > limit:
            raise ValueError("maximum key length is %d bytes" % limit)
        half = limit // 4
        if len(salt) > half:
            raise ValueError("maximum salt length is %d bytes" % half)
        if len(person) > half:
            raise ValueError("maximum person length is %d bytes" % half)
        parameters = bytes((digest_size, len(key), fanout, depth)) + leaf_size.to_bytes(4, "little")
        if wide:
            parameters += node_offset.to_bytes(8, "little") + bytes((node_depth, inner_size)) + bytes(14)
        else:
            parameters += node_offset.to_bytes(6, "little") + bytes((node_depth, inner_size))
        parameters += bytes(salt).ljust(half, b"\0") + bytes(person).ljust(half, b"\0")
        size = self._bits // 8
        primes = (2, 3, 5, 7, 11, 13, 17, 19)
        from math import isqrt
        self._start = tuple(isqrt(prime << 2 * self._bits) & self._mask for prime in primes)
        self._state = [one ^ int.from_bytes(parameters[at * size:at * size + size], "little") for at, one in enumerate(self._start)]
        self._count, self._pending, self._last = 0, b"", last
        if key:
            self._pending = bytes(key).ljust(self.block_size, b"\0")
        self.update(data)

    def _compress(self, state, block, count, final):
        size, mask, bits = self._bits // 8, self._mask, self._bits
        words = [int.from_bytes(block[at:at + size], "little") for at in range(0, self.block_size, size)]
        v = state + list(self._start)
        v[12] ^= count & mask
        v[13] ^= count >> bits
        if final:
            v[14] ^= mask
            if self._last:
                v[15] ^= mask
        turns = self._turns
        for number in range(self._rounds):
            order = _SIGMA[number % 10]
            for at, (a, b, c, d) in enumerate(((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                                               (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))):
                for word, first, second in ((int(order[2 * at], 16), turns[0], turns[1]), (int(order[2 * at + 1], 16), turns[2], turns[3])):
                    v[a] = (v[a] + v[b] + words[word]) & mask
                    turned = v[d] ^ v[a]
                    v[d] = (turned >> first | turned << bits - first) & mask
                    v[c] = (v[c] + v[d]) & mask
                    turned = v[b] ^ v[c]
                    v[b] = (turned >> second | turned << bits - second) & mask
        return [state[at] ^ v[at] ^ v[at + 8] for at in range(8)]

    def update(self, data, /):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        self._pending += bytes(memoryview(data))
        while len(self._pending) > self.block_size:
            self._count += self.block_size
            self._state = self._compress(self._state, self._pending[:self.block_size], self._count, False)
            self._pending = self._pending[self.block_size:]

    def digest(self):
        state = self._compress(self._state, self._pending.ljust(self.block_size, b"\0"), self._count + len(self._pending), True)
        return b"".join(one.to_bytes(self._bits // 8, "little") for one in state)[:self.digest_size]

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        other = object.__new__(_Blake2)
        other.__dict__.update(self.__dict__, _state=list(self._state))
        return other


def scrypt(password, *, salt, n, r, p, maxmem=0, dklen=64):
    "A key from a password."
    return _hashlib.scrypt(password, salt, n, r, p, maxmem, dklen)


def file_digest(fileobj, digest, /, *, _bufsize=2 ** 18):
    "The hash of a file that was opened for bytes."
    made = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):
        made.update(fileobj.getbuffer())
        return made
    while True:
        part = fileobj.read(_bufsize)
        if not part:
            return made
        made.update(part)
