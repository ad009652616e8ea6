"""Queues between tasks."""
import collections as _collections
from heapq import heappop as _heappop, heappush as _heappush
from types import GenericAlias as _GenericAlias

from asyncio.mixins import _LoopBoundMixin

__all__ = "Queue", "PriorityQueue", "LifoQueue", "QueueFull", "QueueEmpty"


class QueueEmpty(Exception):
    """Nothing is in the queue."""


class QueueFull(Exception):
    """The queue has no room."""


class Queue(_LoopBoundMixin):
    """First in, first out; maxsize 0 for any number of items."""

    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters, self._putters = _collections.deque(), _collections.deque()
        self._unfinished_tasks = 0
        from asyncio.locks import Event
        self._finished = Event()
        self._finished.set()
        self._init(maxsize)

    def _init(self, maxsize):
        self._queue = _collections.deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def _wakeup_next(self, waiters):
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x} {self._format()}>"

    def __str__(self):
        return f"<{type(self).__name__} {self._format()}>"

    __class_getitem__ = classmethod(_GenericAlias)

    def _format(self):
        text = f"maxsize={self._maxsize!r}"
        if getattr(self, "_queue", None):
            text += f" _queue={list(self._queue)!r}"
        if self._getters:
            text += f" _getters[{len(self._getters)}]"
        if self._putters:
            text += f" _putters[{len(self._putters)}]"
        if self._unfinished_tasks:
            text += f" tasks={self._unfinished_tasks}"
        return text

    def qsize(self):
        """How many items there are."""
        return len(self._queue)

    @property
    def maxsize(self):
        "How many items there may be."
        return self._maxsize

    def empty(self):
        """Is it empty?"""
        return not self._queue

    def full(self):
        """Is it full?"""
        return self._maxsize > 0 and self.qsize() >= self._maxsize

    async def _wait_in(self, waiters, blocked):
        waiter = self._get_loop().create_future()
        waiters.append(waiter)
        try:
            await waiter
        except BaseException:
            waiter.cancel()
            try:
                waiters.remove(waiter)
            except ValueError:
                pass
            if not blocked() and not waiter.cancelled():
                self._wakeup_next(waiters)
            raise

    async def put(self, item):
        """Put an item in, waiting for room."""
        while self.full():
            await self._wait_in(self._putters, self.full)
        return self.put_nowait(item)

    def put_nowait(self, item):
        """Put an item in; QueueFull when there is no room."""
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        self._finished.clear()
        self._wakeup_next(self._getters)

    async def get(self):
        """Take an item out, waiting for one."""
        while self.empty():
            await self._wait_in(self._getters, self.empty)
        return self.get_nowait()

    def get_nowait(self):
        """Take an item out; QueueEmpty when there is none."""
        if self.empty():
            raise QueueEmpty
        item = self._get()
        self._wakeup_next(self._putters)
        return item

    def task_done(self):
        """Say that an item was dealt with; join() waits for all."""
        if self._unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self._unfinished_tasks -= 1
        if self._unfinished_tasks == 0:
            self._finished.set()

    async def join(self):
        """Wait until all items were dealt with."""
        if self._unfinished_tasks > 0:
            await self._finished.wait()


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
