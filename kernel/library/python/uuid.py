"""Universally unique identifiers (RFC 4122)."""

import os
from enum import Enum

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    "reserved for NCS compatibility", "specified in RFC 4122", "reserved for Microsoft compatibility", "reserved for future definition"]


class SafeUUID(Enum):
    """Whether the number was made so that two programs never get the same."""
    safe = 0
    unsafe = -1
    unknown = None


class UUID:
    """A 128-bit identifier.

    >>> UUID("12345678123456781234567812345678")
    UUID('12345678-1234-5678-1234-567812345678')
    """

    __slots__ = ("int", "is_safe", "__weakref__")

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            hex = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
            if len(hex) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = _int(hex, 16)
        if bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError("bytes_le is not a 16-char string")
            bytes = bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1] + bytes_le[8:]
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            int = _int.from_bytes(bytes, "big")
        if fields is not None:
            if len(fields) != 6:
                raise ValueError("fields is not a 6-tuple")
            int = 0
            for number, (field, bits) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48)), 1):
                if not 0 <= field < 1 << bits:
                    raise ValueError("field %d out of range (need a %d-bit value)" % (number, bits))
                int = int << bits | field
        if int is not None and not 0 <= int < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError("illegal version number")
            int = int & ~(0xC000 << 48) | 0x8000 << 48
            int = int & ~(0xF000 << 64) | version << 76
        object.__setattr__(self, "int", int)
        object.__setattr__(self, "is_safe", is_safe)

    def __getstate__(self):
        state = {"int": self.int}
        if self.is_safe != SafeUUID.unknown:
            state["is_safe"] = self.is_safe.value
        return state

    def __setstate__(self, state):
        object.__setattr__(self, "int", state["int"])
        object.__setattr__(self, "is_safe", SafeUUID(state["is_safe"]) if "is_safe" in state else SafeUUID.unknown)

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    def __str__(self):
        text = "%032x" % self.int
        return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))

    @property
    def bytes(self):
        """The 16 bytes."""
        return self.int.to_bytes(16, "big")

    @property
    def bytes_le(self):
        """The 16 bytes with the first three fields turned round."""
        data = self.bytes
        return data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:]

    @property
    def fields(self):
        """The six fields as a tuple."""
        return self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant, self.clock_seq_low, self.node

    @property
    def time_low(self):
        """The first field."""
        return self.int >> 96

    @property
    def time_mid(self):
        """The second field."""
        return self.int >> 80 & 0xFFFF

    @property
    def time_hi_version(self):
        """The third field."""
        return self.int >> 64 & 0xFFFF

    @property
    def clock_seq_hi_variant(self):
        """The fourth field."""
        return self.int >> 56 & 0xFF

    @property
    def clock_seq_low(self):
        """The fifth field."""
        return self.int >> 48 & 0xFF

    @property
    def time(self):
        """The time of version 1."""
        return (self.time_hi_version & 0x0FFF) << 48 | self.time_mid << 32 | self.time_low

    @property
    def clock_seq(self):
        """The counter of version 1."""
        return (self.clock_seq_hi_variant & 0x3F) << 8 | self.clock_seq_low

    @property
    def node(self):
        """The machine of version 1."""
        return self.int & 0xFFFFFFFFFFFF

    @property
    def hex(self):
        """The 32 digits."""
        return "%032x" % self.int

    @property
    def urn(self):
        """The text with urn:uuid: in front."""
        return "urn:uuid:" + str(self)

    @property
    def variant(self):
        """Who has laid the form down."""
        bits = self.int >> 61 & 7
        return RESERVED_NCS if bits < 4 else RFC_4122 if bits < 6 else RESERVED_MICROSOFT if bits == 6 else RESERVED_FUTURE

    @property
    def version(self):
        """How it was made, 1 to 5."""
        return _int(self.int >> 76 & 15) if self.variant == RFC_4122 else None


_int, _bytes = int, bytes
_node = None
_last_time = 0


def getnode():
    "The number of this machine's network card, or a random one."
    global _node
    if _node is None:
        try:
            for card in sorted(os.listdir("/sys/class/net")):
                with open("/sys/class/net/%s/address" % card) as file:
                    number = int(file.read().strip().replace(":", ""), 16)
                if number and number < 1 << 48:
                    _node = number
                    break
        except (OSError, ValueError):
            pass
        if _node is None:
            _node = int.from_bytes(os.urandom(6), "big") | 1 << 40
    return _node


def uuid1(node=None, clock_seq=None):
    "An identifier from the machine, a sequence number and the time."
    global _last_time
    import time
    now = time.time_ns() // 100 + 0x01B21DD213814000
    if now <= _last_time:
        now = _last_time + 1
    _last_time = now
    if clock_seq is None:
        clock_seq = int.from_bytes(os.urandom(2), "big") & 0x3FFF
    if node is None:
        node = getnode()
    return UUID(fields=(now & 0xFFFFFFFF, now >> 32 & 0xFFFF, now >> 48 & 0x0FFF, clock_seq >> 8 & 0x3F, clock_seq & 0xFF, node), version=1)


def uuid3(namespace, name):
    "An identifier from the MD5 hash of a name."
    from hashlib import md5
    return UUID(bytes=md5(namespace.bytes + _bytes(name, "utf-8")).digest()[:16], version=3)


def uuid4():
    "A random identifier."
    return UUID(bytes=os.urandom(16), version=4)


def uuid5(namespace, name):
    "An identifier from the SHA-1 hash of a name."
    from hashlib import sha1
    return UUID(bytes=sha1(namespace.bytes + _bytes(name, "utf-8")).digest()[:16], version=5)


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")
