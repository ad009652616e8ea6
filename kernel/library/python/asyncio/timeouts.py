"""Blocks of code that may take only so long."""
from asyncio import events as _events, exceptions as _exceptions, tasks as _tasks

__all__ = "Timeout", "timeout", "timeout_at"
_CREATED, _ENTERED, _EXPIRING, _EXPIRED, _EXITED = "created", "active", "expiring", "expired", "finished"


class Timeout:
    """An asynchronous context manager that cancels its block when the time is over, and then raises TimeoutError."""

    def __init__(self, when):
        self._phase = _CREATED
        self._end, self._alarm, self._task = when, None, None

    def when(self):
        """The time when it ends, or None."""
        return self._end

    def reschedule(self, when):
        """Let it end at another time, None for never."""
        assert self._phase != _CREATED
        if self._phase != _ENTERED:
            raise RuntimeError(f"Cannot change state of {self._phase} Timeout")
        self._disarm()
        self._end = when
        if when is not None:
            loop = _events.get_running_loop()
            self._alarm = loop.call_at(when, self._ring) if when > loop.time() else loop.call_soon(self._ring)

    def _disarm(self):
        alarm, self._alarm = self._alarm, None
        if alarm is not None:
            alarm.cancel()

    def expired(self):
        """Was the time over?"""
        return self._phase in (_EXPIRING, _EXPIRED)

    def __repr__(self):
        text = f"<Timeout [{self._phase}]"
        if self._phase == _ENTERED:
            text += " when=%s" % (self._end if self._end is None else round(self._end, 3))
        return text + ">"

    async def __aenter__(self):
        task = self._task = _tasks.current_task()
        if task is not None:
            self._phase = _ENTERED
            self.reschedule(self._end)
            return self
        raise RuntimeError("Timeout should be used inside a task")

    async def __aexit__(self, exc_type, exc_val, exc_tb):
        self._disarm()
        rang = self._phase == _EXPIRING
        assert rang or self._phase == _ENTERED
        self._phase = _EXPIRED if rang else _EXITED
        if rang and not self._task.uncancel() and exc_type is _exceptions.CancelledError:
            raise TimeoutError  # nobody else has cancelled the task

    def _ring(self):
        assert self._phase == _ENTERED
        self._phase, self._alarm = _EXPIRING, None
        self._task.cancel()


def timeout(delay):
    """Limit a block to so many seconds; None for no limit."""
    loop = _events.get_running_loop()
    return Timeout(loop.time() + delay if delay is not None else None)


def timeout_at(when):
    """Limit a block to a time on the loop's clock; None for no limit."""
    return Timeout(when)
