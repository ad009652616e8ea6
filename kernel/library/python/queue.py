"""Queues between threads."""
import threading as _threading
from collections import deque as _deque
from heapq import heappop as _heappop, heappush as _heappush
from time import monotonic as _time

__all__ = ["Empty", "Full", "Queue", "PriorityQueue", "LifoQueue", "SimpleQueue"]


class Empty(Exception):
    """Nothing is in the queue."""


class Full(Exception):
    """The queue has no room."""


Empty.__module__ = "_queue"


def _await(condition, is_ready, block, timeout, error):
    """Wait on a condition whose lock is held until is_ready(); `error` when that may not take so long."""
    if block and timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    end = None
    while not is_ready():
        if not block:
            raise error
        if timeout is None:
            condition.wait()
            continue
        now = _time()
        end = now + timeout if end is None else end
        if now >= end:
            raise error
        condition.wait(end - now)


class Queue:
    """First in, first out; maxsize 0 for any number of items."""

    def __init__(self, maxsize=0):
        self.maxsize = maxsize
        self._init(maxsize)
        self.mutex = _threading.Lock()
        self.not_empty, self.not_full = _threading.Condition(self.mutex), _threading.Condition(self.mutex)
        self.all_tasks_done, self.unfinished_tasks = _threading.Condition(self.mutex), 0

    def task_done(self):
        """Say that an item was dealt with; join() waits for all."""
        with self.all_tasks_done:
            if self.unfinished_tasks <= 0:
                raise ValueError("task_done() called too many times")
            self.unfinished_tasks -= 1
            if not self.unfinished_tasks:
                self.all_tasks_done.notify_all()

    def join(self):
        """Wait until all items were dealt with."""
        with self.all_tasks_done:
            while self.unfinished_tasks:
                self.all_tasks_done.wait()

    def qsize(self):
        """How many items there are."""
        with self.mutex:
            return self._qsize()

    def empty(self):
        """Is it empty?"""
        with self.mutex:
            return not self._qsize()

    def full(self):
        """Is it full?"""
        with self.mutex:
            return 0 < self.maxsize <= self._qsize()

    def put(self, item, block=True, timeout=None):
        """Put an item in, waiting for room; Full when there is none."""
        with self.not_full:
            if self.maxsize > 0 and (timeout is not None or self._qsize() >= self.maxsize):
                _await(self.not_full, lambda: self._qsize() < self.maxsize, block, timeout, Full)
            self._put(item)
            self.unfinished_tasks += 1
            self.not_empty.notify()

    def get(self, block=True, timeout=None):
        """Take an item out, waiting for one; Empty when there is none."""
        with self.not_empty:
            if timeout is not None or not self._qsize():
                _await(self.not_empty, self._qsize, block, timeout, Empty)
            taken = self._get()
            self.not_full.notify()
        return taken

    def put_nowait(self, item):
        """put() without waiting."""
        return self.put(item, block=False)

    def get_nowait(self):
        """get() without waiting."""
        return self.get(block=False)

    def _init(self, maxsize):
        self.queue = _deque()

    def _qsize(self):
        return len(self.queue)

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.popleft()

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


class PriorityQueue(Queue):
    """The smallest item comes first."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        _heappush(self.queue, item)

    def _get(self):
        return _heappop(self.queue)


class LifoQueue(Queue):
    """Last in, first out."""

    def _init(self, maxsize):
        self.queue = []

    def _put(self, item):
        self.queue.append(item)

    def _get(self):
        return self.queue.pop()


def _limit(block, timeout):
    # How long a lock may be waited for.
    if timeout is not None and timeout < 0:
        raise ValueError("'timeout' must be a non-negative number")
    return timeout if block else None


class SimpleQueue:
    """First in, first out, of any size, without task_done() and join()."""

    def __init__(self):
        self._queue, self._count = _deque(), _threading.Semaphore(0)

    def put(self, item, block=True, timeout=None):
        """Put an item in."""
        self._queue.append(item)
        self._count.release()

    def get(self, block=True, timeout=None):
        """Take an item out, waiting for one."""
        if not self._count.acquire(block, _limit(block, timeout)):
            raise Empty
        return self._queue.popleft()

    def put_nowait(self, item):
        """Put an item in."""
        self.put(item)

    def get_nowait(self):
        """Take an item out; Empty when there is none."""
        return self.get(block=False)

    def empty(self):
        """Is it empty?"""
        return not self._queue

    def qsize(self):
        """How many items there are."""
        return len(self._queue)
