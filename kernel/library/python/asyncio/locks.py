"""Locks, events, conditions, semaphores and barriers for tasks."""
import collections as _collections

from asyncio import exceptions as _exceptions
from asyncio.mixins import _LoopBoundMixin

__all__ = "Lock", "Event", "Condition", "Semaphore", "BoundedSemaphore", "Barrier"


class _ContextManagerMixin:
    async def __aenter__(self):
        await self.acquire()
        return None

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_ContextManagerMixin, _LoopBoundMixin):
    """A lock that one task holds at a time; those that wait get it in turn."""

    def __init__(self):
        self._waiters = None
        self._locked = False

    def __repr__(self):
        state = "locked" if self._locked else "unlocked"
        if self._waiters:
            state = f"{state}, waiters:{len(self._waiters)}"
        return f"<{object.__repr__(self)[1:-1]} [{state}]>"

    def locked(self):
        """Is it held?"""
        return self._locked

    async def acquire(self):
        """Take the lock, waiting for it."""
        if not self._locked and (self._waiters is None or all(waiter.cancelled() for waiter in self._waiters)):
            self._locked = True
            return True
        if self._waiters is None:
            self._waiters = _collections.deque()
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except _exceptions.CancelledError:
            if not self._locked:
                self._wake_up_first()
            raise
        self._locked = True
        return True

    def release(self):
        """Let go of the lock."""
        if not self._locked:
            raise RuntimeError("Lock is not acquired.")
        self._locked = False
        self._wake_up_first()

    def _wake_up_first(self):
        if self._waiters and not self._waiters[0].done():
            self._waiters[0].set_result(True)


class Event(_LoopBoundMixin):
    """A flag that tasks wait for."""

    def __init__(self):
        self._waiters = _collections.deque()
        self._value = False

    def __repr__(self):
        state = "set" if self._value else "unset"
        if self._waiters:
            state = f"{state}, waiters:{len(self._waiters)}"
        return f"<{object.__repr__(self)[1:-1]} [{state}]>"

    def is_set(self):
        """Is the flag set?"""
        return self._value

    def set(self):
        """Set the flag: all that wait go on."""
        if not self._value:
            self._value = True
            for waiter in self._waiters:
                if not waiter.done():
                    waiter.set_result(True)

    def clear(self):
        """Take the flag back."""
        self._value = False

    async def wait(self):
        """Wait until the flag is set."""
        if self._value:
            return True
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
            return True
        finally:
            self._waiters.remove(waiter)


class Condition(_ContextManagerMixin, _LoopBoundMixin):
    """A lock whose holder may wait until another one says that something has changed."""

    def __init__(self, lock=None):
        if lock is None:
            lock = Lock()
        self._lock = lock
        self.locked, self.acquire, self.release = lock.locked, lock.acquire, lock.release
        self._waiters = _collections.deque()

    def __repr__(self):
        state = "locked" if self.locked() else "unlocked"
        if self._waiters:
            state = f"{state}, waiters:{len(self._waiters)}"
        return f"<{object.__repr__(self)[1:-1]} [{state}]>"

    async def wait(self):
        """Let go of the lock, wait for a notification, take the lock again."""
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        self.release()
        try:
            waiter = self._get_loop().create_future()
            self._waiters.append(waiter)
            try:
                await waiter
                return True
            finally:
                self._waiters.remove(waiter)
        finally:
            cancelled = False
            while True:
                try:
                    await self.acquire()
                    break
                except _exceptions.CancelledError:
                    cancelled = True
            if cancelled:
                raise _exceptions.CancelledError

    async def wait_for(self, predicate):
        """Wait until a function says yes: what it said."""
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake some of those that wait."""
        if not self.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        for waiter in self._waiters:
            if n <= 0:
                break
            if not waiter.done():
                n -= 1
                waiter.set_result(False)

    def notify_all(self):
        """Wake all that wait."""
        self.notify(len(self._waiters))


class Semaphore(_ContextManagerMixin, _LoopBoundMixin):
    """A number of places: acquire() takes one, release() gives one back."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        self._waiters = None
        self._value = value

    def __repr__(self):
        state = "locked" if self.locked() else f"unlocked, value:{self._value}"
        if self._waiters:
            state = f"{state}, waiters:{len(self._waiters)}"
        return f"<{object.__repr__(self)[1:-1]} [{state}]>"

    def locked(self):
        """Would acquire() have to wait?"""
        return self._value == 0 or any(not waiter.cancelled() for waiter in self._waiters or ())

    async def acquire(self):
        """Take a place, waiting for one."""
        if not self.locked():
            self._value -= 1
            return True
        if self._waiters is None:
            self._waiters = _collections.deque()
        waiter = self._get_loop().create_future()
        self._waiters.append(waiter)
        try:
            try:
                await waiter
            finally:
                self._waiters.remove(waiter)
        except _exceptions.CancelledError:
            if not waiter.cancelled():
                self._value += 1
                self._wake_up_next()
            raise
        if self._value > 0:
            self._wake_up_next()
        return True

    def release(self):
        """Give a place back."""
        self._value += 1
        self._wake_up_next()

    def _wake_up_next(self):
        for waiter in self._waiters or ():
            if not waiter.done():
                self._value -= 1
                waiter.set_result(True)
                return


class BoundedSemaphore(Semaphore):
    """A semaphore that refuses to have more places than at first."""

    def __init__(self, value=1):
        self._bound_value = value
        super().__init__(value)

    def release(self):
        """Give a place back."""
        if self._value >= self._bound_value:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()


_FILLING, _DRAINING, _RESETTING, _BROKEN = "filling", "draining", "resetting", "broken"


class Barrier(_LoopBoundMixin):
    """Tasks wait until so many of them are there."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._cond = Condition()
        self._parties = parties
        self._state = _FILLING
        self._count = 0

    def __repr__(self):
        state = self._state
        if not self.broken:
            state += f", waiters:{self.n_waiting}/{self.parties}"
        return f"<{object.__repr__(self)[1:-1]} [{state}]>"

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Wait for the others: a number from 0, another one for each."""
        async with self._cond:
            await self._cond.wait_for(lambda: self._state not in (_DRAINING, _RESETTING))
            if self._state == _BROKEN:
                raise _exceptions.BrokenBarrierError("Barrier aborted")
            try:
                index = self._count
                self._count += 1
                if index + 1 == self._parties:
                    self._state = _DRAINING
                    self._cond.notify_all()
                else:
                    await self._cond.wait_for(lambda: self._state != _FILLING)
                    if self._state in (_BROKEN, _RESETTING):
                        raise _exceptions.BrokenBarrierError("Abort or reset of barrier")
                return index
            finally:
                self._count -= 1
                if self._count == 0:
                    if self._state in (_RESETTING, _DRAINING):
                        self._state = _FILLING
                    self._cond.notify_all()

    async def reset(self):
        """Empty the barrier: those that wait get BrokenBarrierError."""
        async with self._cond:
            if self._count > 0:
                if self._state != _RESETTING:
                    self._state = _RESETTING
            else:
                self._state = _FILLING
            self._cond.notify_all()

    async def abort(self):
        """Break the barrier."""
        async with self._cond:
            self._state = _BROKEN
            self._cond.notify_all()

    @property
    def parties(self):
        "How many tasks it takes."
        return self._parties

    @property
    def n_waiting(self):
        "How many wait now."
        return self._count if self._state == _FILLING else 0

    @property
    def broken(self):
        "Is it broken?"
        return self._state == _BROKEN
