"""The exceptions of asyncio."""
__all__ = ("BrokenBarrierError", "CancelledError", "InvalidStateError", "TimeoutError", "IncompleteReadError", "LimitOverrunError",
           "SendfileNotAvailableError")
TimeoutError = TimeoutError


class CancelledError(BaseException):
    """Somebody cancelled the task or future."""


class InvalidStateError(Exception):
    """The future is done already, or not yet."""


class SendfileNotAvailableError(RuntimeError):
    """The system cannot send this file by itself."""


class IncompleteReadError(EOFError):
    """The stream ended too early: partial is what there was, expected how much was wanted."""

    def __init__(self, partial, expected):
        self.partial, self.expected = partial, expected
        told = len(partial), "undefined" if expected is None else repr(expected)
        super().__init__("%d bytes read on a total of %s expected bytes" % told)

    def __reduce__(self):
        return type(self), (self.partial, self.expected)


class LimitOverrunError(Exception):
    """The stream's buffer is full and the separator did not come: consumed tells how much to read away."""

    def __init__(self, message, consumed):
        super().__init__(message)
        self.consumed = consumed

    def __reduce__(self):
        return type(self), (self.args[0], self.consumed)


class BrokenBarrierError(RuntimeError):
    """The barrier is broken."""
