"""What a connection tells its user: the base classes of protocols."""
__all__ = "BaseProtocol", "Protocol", "DatagramProtocol", "SubprocessProtocol", "BufferedProtocol"


class BaseProtocol:
    """What all protocols are told."""

    __slots__ = ()

    def connection_made(self, transport):
        """The connection is there."""

    def connection_lost(self, exc):
        """The connection has ended; exc is None when that was in order."""

    def pause_writing(self):
        """Too much waits to be sent: write no more for now."""

    def resume_writing(self):
        """There is room again."""


class Protocol(BaseProtocol):
    """For streams of bytes."""

    __slots__ = ()

    def data_received(self, data):
        """Bytes have come."""

    def eof_received(self):
        """The other end sends no more. A true result keeps the own direction open."""


class BufferedProtocol(BaseProtocol):
    """For streams of bytes that are read into the protocol's own buffer."""

    __slots__ = ()

    def get_buffer(self, sizehint):
        """Return a buffer to read into."""

    def buffer_updated(self, nbytes):
        """So many bytes were read into the buffer."""

    def eof_received(self):
        """The other end sends no more."""


class DatagramProtocol(BaseProtocol):
    """For datagrams."""

    __slots__ = ()

    def datagram_received(self, data, addr):
        """A datagram has come."""

    def error_received(self, exc):
        """Sending or receiving has failed."""


class SubprocessProtocol(BaseProtocol):
    """For programs that were started."""

    __slots__ = ()

    def pipe_data_received(self, fd, data):
        """The program has written: fd is 1 or 2."""

    def pipe_connection_lost(self, fd, exc):
        """A pipe to the program was closed."""

    def process_exited(self):
        """The program has ended."""
