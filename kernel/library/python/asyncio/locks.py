"""Locks, events, conditions, semaphores and barriers for tasks.

All of them are a line of tasks and something that the first of the line (or all of it) waits for. A task's place in the
line is a future; to call a task is to give its future a result."""
import collections as _collections

from asyncio import exceptions as _exceptions
from asyncio.mixins import Homed as _Homed

__all__ = "Lock", "Event", "Condition", "Semaphore", "BoundedSemaphore", "Barrier"


class _Line(_Homed):
    # What has a line, and how it looks.

    def __init__(self):
        self._line = _collections.deque()

    def __repr__(self):
        parts = [self._status()]
        if self._line:
            parts.append("waiters:%d" % len(self._line))
        return "<%s [%s]>" % (object.__repr__(self)[1:-1], ", ".join(parts))

    async def _stand(self):
        # In the line until called: what the call said.
        place = self.make_place()
        self._line.append(place)
        try:
            return await place
        finally:
            self._line.remove(place)

    def _call(self, count, saying):
        # Calls that many of those that nobody called yet: how many there were.
        called = 0
        for place in self._line:
            if called >= count:
                break
            if not place.done():
                place.set_result(saying)
                called += 1
        return called

    def _somebody_stays(self):
        return any(not place.cancelled() for place in self._line)


class _Held:
    # async with: acquire() before the block, release() behind it.

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_Held, _Line):
    """A lock that one task holds at a time; those that wait get it in turn."""

    def __init__(self):
        super().__init__()
        self._is_held = False

    def _status(self):
        return "locked" if self._is_held else "unlocked"

    def locked(self):
        """Is it held?"""
        return self._is_held

    def _pass_on(self):
        # One at a time: who was called, and has not run yet, takes it.
        if self._line and not self._line[0].done():
            self._call(1, True)

    async def acquire(self):
        """Take the lock, waiting for it."""
        if self._is_held or self._somebody_stays():
            try:
                await self._stand()
            except _exceptions.CancelledError:
                if not self._is_held:  # called and cancelled at once: the next one's turn
                    self._pass_on()
                raise
        self._is_held = True
        return True

    def release(self):
        """Let go of the lock."""
        if not self._is_held:
            raise RuntimeError("Lock is not acquired.")
        self._is_held = False
        self._pass_on()


class Event(_Line):
    """A flag that tasks wait for."""

    def __init__(self):
        super().__init__()
        self._is_up = False

    def _status(self):
        return "set" if self._is_up else "unset"

    def is_set(self):
        """Is the flag set?"""
        return self._is_up

    def set(self):
        """Set the flag: all that wait go on."""
        if not self._is_up:
            self._is_up = True
            self._call(len(self._line), True)

    def clear(self):
        """Take the flag back."""
        self._is_up = False

    async def wait(self):
        """Wait until the flag is set."""
        return self._is_up or await self._stand()


class Condition(_Held, _Line):
    """A lock whose holder may wait until another one says that something has changed."""

    def __init__(self, lock=None):
        super().__init__()
        self._lock = Lock() if lock is None else lock
        for name in ("locked", "acquire", "release"):
            setattr(self, name, getattr(self._lock, name))

    def _status(self):
        return Lock._status(self._lock) if isinstance(self._lock, Lock) else "locked" if self.locked() else "unlocked"

    def _must_hold(self, deed):
        if not self.locked():
            raise RuntimeError(f"cannot {deed} on un-acquired lock")

    async def _take_again(self):
        # Whatever happens meanwhile the lock is taken; that somebody cancelled is told when it is held.
        try:
            await self.acquire()
        except _exceptions.CancelledError:
            await self._take_again()
            raise

    async def wait(self):
        """Let go of the lock, wait for a notification, take the lock again."""
        self._must_hold("wait")
        self.release()
        try:
            await self._stand()
        finally:
            await self._take_again()
        return True

    async def wait_for(self, predicate):
        """Wait until a function says yes: what it said."""
        while not (answer := predicate()):
            await self.wait()
        return answer

    def notify(self, n=1):
        """Wake some of those that wait."""
        self._must_hold("notify")
        self._call(n, False)

    def notify_all(self):
        """Wake all that wait."""
        self.notify(len(self._line))


class Semaphore(_Held, _Line):
    """A number of places: acquire() takes one, release() gives one back."""

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        super().__init__()
        self._value = value

    def _status(self):
        return "locked" if self.locked() else "unlocked, value:%d" % self._value

    def locked(self):
        """Would acquire() have to wait?"""
        return self._value == 0 or self._somebody_stays()

    def _hand_out(self):
        # Who is called has its place from then on.
        self._value -= self._call(1, True)

    async def acquire(self):
        """Take a place, waiting for one."""
        if not self.locked():
            self._value -= 1
            return True
        place = self.make_place()
        self._line.append(place)
        try:
            await place
        except _exceptions.CancelledError:
            self._line.remove(place)
            if place.done() and not place.cancelled():  # it had its place already
                self.release()
            raise
        self._line.remove(place)
        if self._value > 0:
            self._hand_out()
        return True

    def release(self):
        """Give a place back."""
        self._value += 1
        self._hand_out()


class BoundedSemaphore(Semaphore):
    """A semaphore that refuses to have more places than at first."""

    def __init__(self, value=1):
        self._most = value
        super().__init__(value)

    def release(self):
        """Give a place back."""
        if self._value >= self._most:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()


_FILLING, _DRAINING, _RESETTING, _BROKEN = "filling", "draining", "resetting", "broken"


class Barrier(_Homed):
    """Tasks wait until so many of them are there."""

    def __init__(self, parties):
        if parties < 1:
            raise ValueError("parties must be > 0")
        self._wanted, self._inside, self._phase = parties, 0, _FILLING
        self._door = Condition()

    def __repr__(self):
        text = self._phase
        if not self.broken:
            text += f", waiters:{self.n_waiting}/{self.parties}"
        return f"<{object.__repr__(self)[1:-1]} [{text}]>"

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        """Wait for the others: a number from 0, another one for each."""
        async with self._door:
            await self._door.wait_for(lambda: self._phase in (_FILLING, _BROKEN))
            if self._phase == _BROKEN:
                raise _exceptions.BrokenBarrierError("Barrier aborted")
            number = self._inside
            self._inside += 1
            try:
                if self._inside == self._wanted:
                    self._enter_phase(_DRAINING)
                else:
                    await self._door.wait_for(lambda: self._phase != _FILLING)
                if self._phase != _DRAINING:
                    raise _exceptions.BrokenBarrierError("Abort or reset of barrier")
                return number
            finally:
                self._inside -= 1
                if not self._inside:
                    self._enter_phase(_BROKEN if self._phase == _BROKEN else _FILLING)

    def _enter_phase(self, phase):
        self._phase = phase
        self._door.notify_all()

    async def reset(self):
        """Empty the barrier: those that wait get BrokenBarrierError."""
        async with self._door:
            self._enter_phase(_RESETTING if self._inside else _FILLING)

    async def abort(self):
        """Break the barrier."""
        async with self._door:
            self._enter_phase(_BROKEN)

    @property
    def parties(self):
        "How many tasks it takes."
        return self._wanted

    @property
    def n_waiting(self):
        "How many wait now."
        return self._inside if self._phase == _FILLING else 0

    @property
    def broken(self):
        "Is it broken?"
        return self._phase == _BROKEN
