"""Connections to programs on this machine and on others."""
import _socket
import io as _io
import os as _os
from enum import IntEnum as _IntEnum, IntFlag as _IntFlag

AddressFamily = _IntEnum("AddressFamily", {"AF_UNSPEC": 0, "AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}, module="socket")
SocketKind = _IntEnum("SocketKind", {"SOCK_STREAM": 1, "SOCK_DGRAM": 2, "SOCK_RAW": 3, "SOCK_RDM": 4, "SOCK_SEQPACKET": 5, "SOCK_NONBLOCK": 2048,
                                     "SOCK_CLOEXEC": 524288}, module="socket")
AddressInfo = _IntFlag("AddressInfo", {"AI_PASSIVE": 1, "AI_CANONNAME": 2, "AI_NUMERICHOST": 4, "AI_V4MAPPED": 8, "AI_ALL": 16, "AI_ADDRCONFIG": 32,
                                       "AI_NUMERICSERV": 1024}, module="socket")
MsgFlag = _IntFlag("MsgFlag", {"MSG_OOB": 1, "MSG_PEEK": 2, "MSG_DONTROUTE": 4, "MSG_TRUNC": 32, "MSG_DONTWAIT": 64, "MSG_WAITALL": 256,
                               "MSG_NOSIGNAL": 16384}, module="socket")
for _kind, _text in ((AddressFamily, "Kinds of addresses."), (SocketKind, "Kinds of sockets."), (AddressInfo, "Options of getaddrinfo()."),
                     (MsgFlag, "Options of sending and receiving.")):
    _kind.__doc__ = _text
    globals().update(_kind.__members__)
SOL_SOCKET, SOL_IP, SOL_TCP, SOL_UDP = 1, 0, 6, 17
SO_DEBUG, SO_REUSEADDR, SO_TYPE, SO_ERROR, SO_DONTROUTE, SO_BROADCAST, SO_SNDBUF, SO_RCVBUF, SO_KEEPALIVE, SO_OOBINLINE = range(1, 11)
SO_LINGER, SO_REUSEPORT, SO_RCVLOWAT, SO_SNDLOWAT, SO_RCVTIMEO, SO_SNDTIMEO, SO_ACCEPTCONN = 13, 15, 18, 19, 20, 21, 30
IPPROTO_IP, IPPROTO_ICMP, IPPROTO_TCP, IPPROTO_UDP, IPPROTO_IPV6, IPPROTO_RAW = 0, 1, 6, 17, 41, 255
TCP_NODELAY, TCP_KEEPIDLE, TCP_KEEPINTVL, TCP_KEEPCNT, IPV6_V6ONLY, IP_TTL, IP_MULTICAST_TTL = 1, 4, 5, 6, 26, 2, 33
SHUT_RD, SHUT_WR, SHUT_RDWR, SOMAXCONN = 0, 1, 2, 4096
INADDR_ANY, INADDR_LOOPBACK, INADDR_BROADCAST = 0, 0x7F000001, 0xFFFFFFFF
EAI_AGAIN, EAI_FAIL, EAI_FAMILY, EAI_NONAME, EAI_SERVICE = -3, -4, -6, -2, -8
NI_NUMERICHOST, NI_NUMERICSERV, NI_NAMEREQD, NI_DGRAM = 1, 2, 8, 16
EBADF, EAGAIN, EWOULDBLOCK = 9, 11, 11
has_ipv6 = True
error = OSError
timeout = TimeoutError
SocketType = _socket.socket
_default = [None]


class herror(OSError):
    """A host that is not known."""


class gaierror(OSError):
    """A name or a service that is not known."""


herror.__module__ = gaierror.__module__ = "socket"


def _member(kind, number):
    try:
        return kind(number)
    except ValueError:
        return number


class socket(_socket.socket):
    """A connection, or one that is to be made: of a family of addresses and a type, stream or datagrams."""

    __slots__ = ("_closed", "_files")

    def __init__(self, family=-1, type=-1, proto=-1, fileno=None):
        super().__init__(family, type, proto, fileno)
        self._closed, self._files = False, 0
        if _default[0] is not None and fileno is None:
            self.settimeout(_default[0])

    def __enter__(self):
        return self

    def __exit__(self, *args):
        if not self._closed:
            self.close()

    def __repr__(self):
        closed = getattr(self, "_closed", True)
        text = "<%s.%s%s fd=%i" % (type(self).__module__, type(self).__qualname__, " [closed]" if closed else "", self.fileno())
        text += ", family=%d, type=%d, proto=%d" % (int(self.family), int(self.type), self.proto)
        if not closed:
            for name, ask in (("laddr", self.getsockname), ("raddr", self.getpeername)):
                try:
                    address = ask()
                except OSError:
                    continue
                if address:
                    text += ", %s=%s" % (name, address)
        return text + ">"

    def __getstate__(self):
        raise TypeError(f"cannot pickle {type(self).__name__!r} object")

    @property
    def family(self):
        "The kind of addresses."
        return _member(AddressFamily, super().family)

    @property
    def type(self):
        "Stream or datagrams."
        return _member(SocketKind, super().type)

    def close(self):
        """End the connection, once the files made of it are closed, too."""
        self._closed = True
        if not self._files:
            super().close()

    def detach(self):
        """Give the descriptor away: it."""
        self._closed = True
        return super().detach()

    def accept(self):
        """Wait for a connection: a socket for it, and the other end's address."""
        descriptor, peer = self._accept()
        kind = super()
        connected = socket(kind.family, kind.type, self.proto, descriptor)
        if self.gettimeout() and _default[0] is None:
            connected.setblocking(True)
        return connected, peer

    def dup(self):
        """Return a socket for the same connection."""
        made = type(self)(int(self.family), int(self.type), self.proto, fileno=_os.dup(self.fileno()))
        made.settimeout(self.gettimeout())
        return made

    def recv(self, bufsize, flags=0, /):
        """Receive up to so many bytes; none when the other end has closed."""
        return self.recvfrom(bufsize, flags)[0]

    def recv_into(self, buffer, nbytes=0, flags=0):
        """Receive into a buffer: how many bytes."""
        return self.recvfrom_into(buffer, nbytes, flags)[0]

    def recvfrom_into(self, buffer, nbytes=0, flags=0):
        """Receive into a buffer: how many bytes, and who sent them."""
        view = memoryview(buffer).cast("B")
        if nbytes < 0:
            raise ValueError("negative buffersize in recv_into")
        if nbytes > len(view):
            raise ValueError("buffer too small for requested bytes")
        data, address = self.recvfrom(nbytes or len(view), flags)
        view[:len(data)] = data
        return len(data), address

    def setblocking(self, flag, /):
        """Let calls wait for ever, or never."""
        self.settimeout(None if flag else 0.0)

    def getblocking(self):
        """May calls wait?"""
        return self.gettimeout() != 0.0

    def makefile(self, mode="r", buffering=None, *, encoding=None, errors=None, newline=None):
        """Return a file for the connection, which stays open until both are closed."""
        if not set(mode) <= {"r", "w", "b"}:
            raise ValueError("invalid mode %r (only r, w, b allowed)" % (mode,))
        writes, binary = "w" in mode, "b" in mode
        reads = "r" in mode or not writes
        if buffering == 0 and not binary:
            raise ValueError("unbuffered streams must be binary")
        raw = SocketIO(self, "r" * reads + "w" * writes)
        self._files += 1
        if buffering == 0:
            return raw
        size = _io.DEFAULT_BUFFER_SIZE if buffering is None or buffering < 0 else buffering
        if reads and writes:
            buffer = _io.BufferedRWPair(raw, raw, size)
        else:
            buffer = (_io.BufferedReader if reads else _io.BufferedWriter)(raw, size)
        if binary:
            return buffer
        text = _io.TextIOWrapper(buffer, encoding, errors, newline)
        text.mode = mode
        return text

    def _file_closed(self):
        self._files -= 1
        if self._closed and not self._files:
            super().close()

    def sendfile(self, file, offset=0, count=None):
        """Send a file's bytes: how many."""
        if self.gettimeout() == 0:
            raise ValueError("non-blocking sockets are not supported")
        file.seek(offset)
        sent = 0
        while count is None or sent < count:
            block = file.read(8192 if count is None else min(8192, count - sent))
            if not block:
                break
            self.sendall(block)
            sent += len(block)
        return sent

    def get_inheritable(self):
        """Do other programs get the descriptor?"""
        return _os.get_inheritable(self.fileno())

    def set_inheritable(self, inheritable):
        """Let other programs get the descriptor, or not."""
        _os.set_inheritable(self.fileno(), inheritable)


class SocketIO(_io.RawIOBase):
    """A connection as a raw stream: it waits as long as the socket does."""

    def __init__(self, sock, mode):
        if mode not in ("r", "w", "rw", "rb", "wb", "rwb"):
            raise ValueError("invalid mode: %r" % mode)
        self._sock, self._timed_out = sock, False
        self._reads, self._writes = "r" in mode, "w" in mode
        self._mode = mode if "b" in mode else mode + "b"

    def _open(self):
        if self.closed:
            raise ValueError("I/O operation on closed socket.")

    def readinto(self, b):
        """Receive into a buffer: how many bytes; None where it would have to wait and may not."""
        self._open()
        if not self._reads:
            raise OSError("not readable")
        if self._timed_out:
            raise OSError("cannot read from timed out object")
        try:
            return self._sock.recv_into(b)
        except timeout:
            self._timed_out = True
            raise
        except BlockingIOError:
            return None

    def write(self, b):
        """Send bytes: how many; None where it would have to wait and may not."""
        self._open()
        if not self._writes:
            raise OSError("not writable")
        try:
            return self._sock.send(b)
        except BlockingIOError:
            return None

    def readable(self):
        """Was it made to be read?"""
        if self.closed:
            raise ValueError("I/O operation on closed socket.")
        return self._reads

    def writable(self):
        """Was it made to be written?"""
        if self.closed:
            raise ValueError("I/O operation on closed socket.")
        return self._writes

    def seekable(self):
        """No."""
        if self.closed:
            raise ValueError("I/O operation on closed socket.")
        return False

    def fileno(self):
        """The descriptor."""
        self._open()
        return self._sock.fileno()

    @property
    def name(self):
        "The descriptor; -1 once closed."
        return -1 if self.closed else self.fileno()

    @property
    def mode(self):
        "What it was made for."
        return self._mode

    def close(self):
        """Close it; the socket, too, when that waits for it."""
        if self.closed:
            return
        super().close()
        self._sock._file_closed()
        self._sock = None


def fromfd(fd, family, type, proto=0):
    """Return a socket for a copy of a descriptor."""
    return socket(family, type, proto, fileno=_os.dup(fd))


def close(fd, /):
    """Close a descriptor."""
    _os.close(fd)


def dup(fd, /):
    """Copy a descriptor."""
    return _os.dup(fd)


def socketpair(family=None, type=SOCK_STREAM, proto=0):  # noqa: F821
    """Return two sockets that are connected with each other."""
    family = 1 if family is None else family
    return tuple(socket(family, type, proto, number) for number in _socket.socketpair(family, type, proto))


_GLOBAL_DEFAULT_TIMEOUT = object()  # what http.client and its kin say for: as setdefaulttimeout() wants it


def create_connection(address, timeout=_GLOBAL_DEFAULT_TIMEOUT, source_address=None, *, all_errors=False):
    """Connect to (host, port): the socket."""
    host, port = address
    problems = []
    for family, kind, proto, _, place in getaddrinfo(host, port, 0, 1):
        made = None
        try:
            made = socket(family, kind, proto)
            if timeout is not _GLOBAL_DEFAULT_TIMEOUT:
                made.settimeout(timeout)
            if source_address:
                made.bind(source_address)
            made.connect(place)
            return made
        except OSError as problem:
            problems.append(problem)
            if made is not None:
                made.close()
    if not problems:
        raise OSError("getaddrinfo returns an empty list")
    try:
        raise ExceptionGroup("create_connection failed", problems) if all_errors else problems[0]
    finally:
        problems.clear()


def create_server(address, *, family=AF_INET, backlog=None, reuse_port=False, dualstack_ipv6=False):
    """Return a socket that listens at an address."""
    made = socket(family, 1)
    try:
        made.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        if reuse_port:
            made.setsockopt(SOL_SOCKET, SO_REUSEPORT, 1)
        if family == 10:
            made.setsockopt(IPPROTO_IPV6, IPV6_V6ONLY, 0 if dualstack_ipv6 else 1)
        made.bind(address)
        made.listen(128 if backlog is None else backlog)
        return made
    except OSError as problem:
        made.close()
        raise OSError(problem.errno, "%s (while attempting to bind on address %r)" % (problem.strerror, address)) from None


def has_dualstack_ipv6():
    """Can one socket listen for both kinds of addresses?"""
    return True


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    """Return how to reach a machine and a service: [(family, type, protocol, name, address), ...]."""
    return [(_member(AddressFamily, found[0]), _member(SocketKind, found[1]), *found[2:])
            for found in _socket.getaddrinfo(host, port, family, type, proto, flags)]


def getnameinfo(sockaddr, flags, /):
    """Return an address as (host, service), both as numbers."""
    found = getaddrinfo(sockaddr[0], sockaddr[1], 0, 2, 0, 4)
    return found[0][4][0], str(found[0][4][1])


def gethostname():
    """Return this machine's name."""
    return _socket.gethostname()


def gethostbyname(hostname, /):
    """Return the address of a machine."""
    return getaddrinfo(hostname, None, 2, 1)[0][4][0]


def gethostbyname_ex(hostname, /):
    """Return (name, other names, addresses) of a machine."""
    found = getaddrinfo(hostname, None, 2, 1, 0, 2)
    return found[0][3] or hostname, [], [item[4][0] for item in found]


def gethostbyaddr(ip_address, /):
    """Return (name, other names, addresses) of a machine."""
    address = gethostbyname(ip_address)
    return ("localhost" if address.startswith("127.") else ip_address), [], [address]


def getfqdn(name=""):
    """Return the full name of a machine."""
    return name if name and name != "0.0.0.0" else gethostname()


def getservbyname(servicename, protocolname="tcp", /):
    """Return the port of a service."""
    try:
        return _socket.getaddrinfo(None, servicename, 2, 2 if protocolname == "udp" else 1)[0][4][1]
    except gaierror:
        raise OSError("service/proto not found") from None


def getdefaulttimeout():
    """Return the time-out that new sockets get, or None."""
    return _default[0]


def setdefaulttimeout(timeout, /):
    """Set the time-out that new sockets get."""
    if timeout is not None:
        timeout = float(timeout)
        if timeout < 0:
            raise ValueError("Timeout value out of range")
    _default[0] = timeout


def inet_pton(address_family, ip_string, /):
    """Return an address's text as bytes."""
    return _socket.inet_pton(address_family, ip_string)


def inet_ntop(address_family, packed_ip, /):
    """Return an address's bytes as text."""
    return _socket.inet_ntop(address_family, packed_ip)


def inet_aton(ip_string, /):
    """Return an address as four bytes."""
    parts = ip_string.split(".")
    try:
        numbers = [int(part, 0) for part in parts]
        if not 1 <= len(numbers) <= 4 or min(numbers) < 0 or any(number > 255 for number in numbers[:-1]):
            raise ValueError
        return bytes(numbers[:-1]) + numbers[-1].to_bytes(5 - len(numbers), "big")
    except (ValueError, OverflowError):
        raise OSError("illegal IP address string passed to inet_aton") from None


def inet_ntoa(packed_ip, /):
    """Return four bytes as an address."""
    if len(packed_ip) != 4:
        raise OSError("packed IP wrong length for inet_ntoa")
    return ".".join(map(str, bytes(packed_ip)))


def htons(x, /):
    """Return a 16-bit number in the network's order."""
    return int.from_bytes(x.to_bytes(2, "little"), "big")


def htonl(x, /):
    """Return a 32-bit number in the network's order."""
    return int.from_bytes(x.to_bytes(4, "little"), "big")


def ntohs(x, /):
    """Return a 16-bit number of the network in this machine's order."""
    return htons(x)


def ntohl(x, /):
    """Return a 32-bit number of the network in this machine's order."""
    return htonl(x)
