"""Queues between tasks."""
import collections as _collections
from heapq import heappop as _heappop, heappush as _heappush
from types import GenericAlias as _GenericAlias

from asyncio.mixins import Homed as _Homed

__all__ = "Queue", "PriorityQueue", "LifoQueue", "QueueFull", "QueueEmpty"


class QueueEmpty(Exception):
    """Nothing is in the queue."""


class QueueFull(Exception):
    """The queue has no room."""


class Queue(_Homed):
    """First in, first out; maxsize 0 for any number of items."""

    def __init__(self, maxsize=0):
        from asyncio.locks import Event
        self._room = maxsize
        self._takers, self._givers = _collections.deque(), _collections.deque()
        self._open, self._all_done = 0, Event()
        self._all_done.set()
        self._init(maxsize)

    def _init(self, maxsize):
        self._queue = _collections.deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def _call_next(self, line):
        while line:
            place = line.popleft()
            if not place.done():
                return place.set_result(None)

    def _count(self, change):
        # Items that nobody has dealt with yet.
        self._open += change
        (self._all_done.clear if self._open else self._all_done.set)()

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x} {self._status()}>"

    def __str__(self):
        return f"<{type(self).__name__} {self._status()}>"

    __class_getitem__ = classmethod(_GenericAlias)

    def _status(self):
        words = ["maxsize=%r" % (self._room,)]
        if getattr(self, "_queue", None):
            words.append("_queue=%r" % (list(self._queue),))
        words += ["%s[%d]" % (name, len(line)) for name, line in (("_getters", self._takers), ("_putters", self._givers)) if line]
        if self._open:
            words.append("tasks=%d" % self._open)
        return " ".join(words)

    def qsize(self):
        """How many items there are."""
        return len(self._queue)

    @property
    def maxsize(self):
        "How many items there may be."
        return self._room

    def empty(self):
        """Is it empty?"""
        return not self._queue

    def full(self):
        """Is it full?"""
        return 0 < self._room <= self.qsize()

    async def _wait_in(self, line, is_blocked):
        place = self.make_place()
        line.append(place)
        try:
            await place
        except BaseException:
            place.cancel()
            if place in line:
                line.remove(place)
            if not is_blocked() and not place.cancelled():
                self._call_next(line)  # it was called, and somebody else can go
            raise

    async def put(self, item):
        """Put an item in, waiting for room."""
        while self.full():
            await self._wait_in(self._givers, self.full)
        return self.put_nowait(item)

    def put_nowait(self, item):
        """Put an item in; QueueFull when there is no room."""
        if self.full():
            raise QueueFull
        self._put(item)
        self._count(+1)
        self._call_next(self._takers)

    async def get(self):
        """Take an item out, waiting for one."""
        while self.empty():
            await self._wait_in(self._takers, self.empty)
        return self.get_nowait()

    def get_nowait(self):
        """Take an item out; QueueEmpty when there is none."""
        if self.empty():
            raise QueueEmpty
        taken = self._get()
        self._call_next(self._givers)
        return taken

    def task_done(self):
        """Say that an item was dealt with; join() waits for all."""
        if self._open < 1:
            raise ValueError("task_done() called too many times")
        self._count(-1)

    async def join(self):
        """Wait until all items were dealt with."""
        if self._open:
            await self._all_done.wait()


class PriorityQueue(Queue):
    """The smallest item comes first."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        _heappush(self._queue, item)

    def _get(self):
        return _heappop(self._queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        self._queue.append(item)

    def _get(self):
        return self._queue.pop()
