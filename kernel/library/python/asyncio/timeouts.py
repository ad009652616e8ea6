"""Blocks of code that may take only so long."""
from asyncio import events as _events, exceptions as _exceptions, tasks as _tasks

__all__ = "Timeout", "timeout", "timeout_at"
_CREATED, _ENTERED, _EXPIRING, _EXPIRED, _EXITED = "created", "active", "expiring", "expired", "finished"


class Timeout:
    """An asynchronous context manager that cancels its block when the time is over, and then raises TimeoutError."""

    def __init__(self, when):
        self._state = _CREATED
        self._timeout_handler = self._task = None
        self._when = when

    def when(self):
        """The time when it ends, or None."""
        return self._when

    def reschedule(self, when):
        """Let it end at another time, None for never."""
        assert self._state != _CREATED
        if self._state != _ENTERED:
            raise RuntimeError(f"Cannot change state of {self._state} Timeout")
        self._when = when
        if self._timeout_handler is not None:
            self._timeout_handler.cancel()
        if when is None:
            self._timeout_handler = None
        else:
            loop = _events.get_running_loop()
            if when <= loop.time():
                self._timeout_handler = loop.call_soon(self._on_timeout)
            else:
                self._timeout_handler = loop.call_at(when, self._on_timeout)

    def expired(self):
        """Was the time over?"""
        return self._state in (_EXPIRING, _EXPIRED)

    def __repr__(self):
        information = [""]
        if self._state == _ENTERED:
            when = round(self._when, 3) if self._when is not None else None
            information.append(f"when={when}")
        return f"<Timeout [{self._state}]{' '.join(information)}>"

    async def __aenter__(self):
        self._state = _ENTERED
        self._task = _tasks.current_task()
        if self._task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        assert self._state in (_ENTERED, _EXPIRING)
        if self._timeout_handler is not None:
            self._timeout_handler.cancel()
            self._timeout_handler = None
        if self._state == _EXPIRING:
            self._state = _EXPIRED
            if self._task.uncancel() == 0 and exc_type is _exceptions.CancelledError:
                raise TimeoutError
        elif self._state == _ENTERED:
            self._state = _EXITED
        return None

    def _on_timeout(self):
        assert self._state == _ENTERED
        self._task.cancel()
        self._state = _EXPIRING
        self._timeout_handler = None


def timeout(delay):
    """Limit a block to so many seconds; None for no limit."""
    loop = _events.get_running_loop()
    return Timeout(loop.time() + delay if delay is not None else None)


def timeout_at(when):
    """Limit a block to a time on the loop's clock; None for no limit."""
    return Timeout(when)
