"""Calling functions at certain times, one after the other."""
import threading as _threading
import time as _time
from collections import namedtuple as _namedtuple
from heapq import heapify as _heapify, heappop as _heappop, heappush as _heappush
from itertools import count as _count
from time import monotonic as _clock

__all__ = ["scheduler"]
_sentinel = object()


class Event(_namedtuple("Event", "time, priority, sequence, action, argument, kwargs")):
    """What is to be called: the time, the priority (lower goes first), the function and its arguments."""

    __slots__ = ()


class scheduler:
    """A list of functions with times. timefunc tells the time, delayfunc waits."""

    def __init__(self, timefunc=_clock, delayfunc=_time.sleep):
        self._queue, self._lock = [], _threading.RLock()
        self.timefunc, self.delayfunc = timefunc, delayfunc
        self._sequence = _count()

    def enterabs(self, time, priority, action, argument=(), kwargs=_sentinel):
        """Enter a function for a time; the event, which cancel() takes."""
        event = Event(time, priority, 0, action, argument, {} if kwargs is _sentinel else kwargs)
        with self._lock:
            event = event._replace(sequence=next(self._sequence))
            _heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_sentinel):
        """Enter a function that is to be called after a delay."""
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        """Take an event out; ValueError when it is not in."""
        with self._lock:
            self._queue.remove(event)
            _heapify(self._queue)

    def empty(self):
        """Is there nothing left to call?"""
        with self._lock:
            return not self._queue

    def run(self, blocking=True):
        """Call everything in turn. Without blocking: what is due, and then return the time until the next one."""
        while True:
            with self._lock:
                if not self._queue:
                    return None
                event = self._queue[0]
                now = self.timefunc()
                late = event.time > now
                if not late:
                    _heappop(self._queue)
            if late:
                if not blocking:
                    return event.time - now
                self.delayfunc(event.time - now)
            else:
                event.action(*event.argument, **event.kwargs)
                self.delayfunc(0)

    @property
    def queue(self):
        "The events in the order in which they will be called."
        with self._lock:
            return sorted(self._queue)
