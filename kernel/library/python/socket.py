"""Names of the machine; connections are not available."""
import os as _os

AF_UNIX, AF_INET, AF_INET6, AF_UNSPEC = 1, 2, 10, 0
SOCK_STREAM, SOCK_DGRAM, SOCK_RAW = 1, 2, 3
SOL_SOCKET, SO_REUSEADDR, SO_KEEPALIVE, IPPROTO_TCP, IPPROTO_UDP, TCP_NODELAY, SOMAXCONN = 1, 2, 9, 6, 17, 1, 4096
error = OSError
timeout = TimeoutError
has_ipv6 = False


class herror(OSError):
    """A host that is not known."""


class gaierror(OSError):
    """An address that is not known."""


def _refuse(what):
    raise OSError(95, "socket.%s is not available: Cupola's cells have no network of their own; start a program with subprocess for that" % what)


class socket:
    """A connection: cannot be made here."""

    def __init__(self, family=AF_INET, type=SOCK_STREAM, proto=0, fileno=None):
        _refuse("socket")


def gethostname():
    """The machine's name."""
    return _os.uname().nodename


def getfqdn(name=""):
    """The machine's name."""
    return name or gethostname()


def gethostbyname(hostname):
    """The address of this machine; others are not known."""
    if hostname in ("localhost", "127.0.0.1", "", gethostname()):
        return "127.0.0.1"
    raise gaierror(-2, "Name or service not known")


def create_connection(address, timeout=None, source_address=None, *, all_errors=False):
    """Cannot be made here."""
    _refuse("create_connection")


def create_server(address, **options):
    """Cannot be made here."""
    _refuse("create_server")


def socketpair(family=None, type=SOCK_STREAM, proto=0):
    """Cannot be made here."""
    _refuse("socketpair")


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    """Other machines are not known."""
    raise gaierror(-2, "Name or service not known")


def getdefaulttimeout():
    """None."""
    return None


def setdefaulttimeout(timeout):
    """Nothing: there are no connections."""


def inet_aton(ip_string):
    """An address as bytes."""
    parts = ip_string.split(".")
    if len(parts) != 4 or not all(part.isdigit() and int(part) < 256 for part in parts):
        raise OSError("illegal IP address string passed to inet_aton")
    return bytes(map(int, parts))


def inet_ntoa(packed_ip):
    """Bytes as an address."""
    if len(packed_ip) != 4:
        raise OSError("packed IP wrong length")
    return ".".join(map(str, packed_ip))


def htons(x):
    """A 16-bit number in the network's order."""
    return int.from_bytes(x.to_bytes(2, "little"), "big")


def htonl(x):
    """A 32-bit number in the network's order."""
    return int.from_bytes(x.to_bytes(4, "little"), "big")


ntohs, ntohl = htons, htonl
