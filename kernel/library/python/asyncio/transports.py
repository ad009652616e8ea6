"""How protocols reach their connections: the base classes of transports."""
__all__ = "BaseTransport", "ReadTransport", "WriteTransport", "Transport", "DatagramTransport", "SubprocessTransport"


class BaseTransport:
    """What all transports offer."""

    __slots__ = ("_extra",)

    def __init__(self, extra=None):
        self._extra = {} if extra is None else extra

    def get_extra_info(self, name, default=None):
        """Return what is known about the connection: "socket", "peername", "sockname", "pipe", "subprocess"."""
        return self._extra.get(name, default)

    def is_closing(self):
        """Is it closed, or about to be?"""
        raise NotImplementedError

    def close(self):
        """Send what waits, then close."""
        raise NotImplementedError

    def set_protocol(self, protocol):
        """Have another protocol told."""
        raise NotImplementedError

    def get_protocol(self):
        """Return the protocol."""
        raise NotImplementedError


class ReadTransport(BaseTransport):
    """One that can be read from."""

    __slots__ = ()

    def is_reading(self):
        """Is data passed on?"""
        raise NotImplementedError

    def pause_reading(self):
        """Pass no data on for now."""
        raise NotImplementedError

    def resume_reading(self):
        """Pass data on again."""
        raise NotImplementedError


class WriteTransport(BaseTransport):
    """One that can be written to."""

    __slots__ = ()

    def set_write_buffer_limits(self, high=None, low=None):
        """Set how many bytes may wait."""
        raise NotImplementedError

    def get_write_buffer_size(self):
        """Return how many bytes wait."""
        raise NotImplementedError

    def get_write_buffer_limits(self):
        """Return (low, high)."""
        raise NotImplementedError

    def write(self, data):
        """Send bytes, now or later."""
        raise NotImplementedError

    def writelines(self, list_of_data):
        """Send several pieces."""
        self.write(b"".join(list_of_data))

    def write_eof(self):
        """Send no more after what waits."""
        raise NotImplementedError

    def can_write_eof(self):
        """Is there write_eof()?"""
        raise NotImplementedError

    def abort(self):
        """Close at once."""
        raise NotImplementedError


class Transport(ReadTransport, WriteTransport):
    """One for both directions."""

    __slots__ = ()


class DatagramTransport(BaseTransport):
    """One for datagrams."""

    __slots__ = ()

    def sendto(self, data, addr=None):
        """Send a datagram."""
        raise NotImplementedError

    def abort(self):
        """Close at once."""
        raise NotImplementedError


class SubprocessTransport(BaseTransport):
    """One for a program that was started."""

    __slots__ = ()

    def get_pid(self):
        """Return the process's number."""
        raise NotImplementedError

    def get_returncode(self):
        """Return how it ended, None while it runs."""
        raise NotImplementedError

    def get_pipe_transport(self, fd):
        """Return the transport of a pipe: 0, 1 or 2."""
        raise NotImplementedError

    def send_signal(self, signal):
        """Send the program a signal."""
        raise NotImplementedError

    def terminate(self):
        """Ask the program to end."""
        raise NotImplementedError

    def kill(self):
        """End the program."""
        raise NotImplementedError
