"""Tasks: making them, waiting for some of them, waiting for a time."""
import types as _types

from _asyncio import Task, _enter_task, _leave_task, _register_task, _tasks, _unregister_task, all_tasks, current_task, get_running_loop
from asyncio import exceptions as _exceptions
from asyncio.coroutines import iscoroutine as _iscoroutine
from asyncio.events import get_event_loop as _get_event_loop
from asyncio.futures import Future as _Future, _chain_future, _get_loop, isfuture as _isfuture

_PyTask = _CTask = Task
__all__ = ("Task", "create_task", "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED", "wait", "wait_for", "as_completed", "sleep", "gather",
           "shield", "ensure_future", "run_coroutine_threadsafe", "current_task", "all_tasks", "_register_task", "_unregister_task", "_enter_task",
           "_leave_task")
FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


def create_task(coro, *, name=None, context=None):
    """Have the running loop carry a coroutine on: the task."""
    loop = get_running_loop()
    return loop.create_task(coro, name=name) if context is None else loop.create_task(coro, name=name, context=context)


@_types.coroutine
def _one_turn():
    yield


class _Watch:
    # Wakes whoever awaits until(): when enough of some futures are done, or when the time is over.

    def __init__(self, loop, futures, is_enough=None):
        self.loop, self.futures, self.is_enough = loop, futures, is_enough
        self.woken = loop.create_future()
        for future in futures:
            future.add_done_callback(self.look)

    def look(self, future):
        if self.is_enough is None or self.is_enough(future):
            self.wake()

    def wake(self):
        if not self.woken.done():
            self.woken.set_result(None)

    async def until(self, seconds=None):
        timer = None if seconds is None else self.loop.call_later(seconds, self.wake)
        try:
            await self.woken
        finally:
            if timer is not None:
                timer.cancel()
            for future in self.futures:
                future.remove_done_callback(self.look)


async def sleep(delay, result=None):
    """Wait for some seconds, then return the result."""
    if delay <= 0:
        await _one_turn()
    else:
        await _Watch(get_running_loop(), ()).until(delay)
    return result


def ensure_future(coro_or_future, *, loop=None):
    """Return the future itself, or a task for a coroutine or another awaitable."""
    return _ensure_future(coro_or_future, loop=loop)


def _ensure_future(awaitable, loop=None):
    if _isfuture(awaitable):
        if loop is None or _get_loop(awaitable) is loop:
            return awaitable
        raise ValueError("The future belongs to a different loop than the one specified as the loop argument")
    is_coroutine = _iscoroutine(awaitable)
    if not is_coroutine and not hasattr(type(awaitable), "__await__"):
        raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
    make = (_get_event_loop() if loop is None else loop).create_task
    if not is_coroutine:
        return make(_wrap_awaitable(awaitable))
    try:
        return make(awaitable)
    except RuntimeError:
        awaitable.close()  # nobody is going to run it
        raise


async def _wrap_awaitable(awaitable):
    return await awaitable


# ---- waiting for several ----

def _refuse_single(given, wanted):
    if _isfuture(given) or _iscoroutine(given):
        raise TypeError(f"expect {wanted} of futures, not {type(given).__name__}")


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for tasks: (those that are done, those that are not)."""
    _refuse_single(fs, "a list")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    is_enough = _RULES.get(return_when) if isinstance(return_when, str) else None
    if is_enough is None:
        raise ValueError(f"Invalid return_when value: {return_when}")
    futures = frozenset(fs)
    for one in futures:
        if _iscoroutine(one):
            raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    return await _wait(futures, timeout, is_enough)


_RULES = {FIRST_COMPLETED: lambda future: True,
          FIRST_EXCEPTION: lambda future: not future.cancelled() and future.exception() is not None,
          ALL_COMPLETED: lambda future: False}


async def _wait(futures, seconds, is_enough):
    left = len(futures)

    def look(future):
        nonlocal left
        if left > 1 and not is_enough(future):
            left -= 1
            return False
        return True

    await _Watch(get_running_loop(), futures, look).until(seconds)
    done = {future for future in futures if future.done()}
    return done, set(futures - done)


async def wait_for(fut, timeout):
    """Wait for an awaitable for so many seconds at most; then it is cancelled and TimeoutError raised."""
    if timeout is None:
        return await fut
    loop, is_over = get_running_loop(), timeout <= 0
    future = _ensure_future(fut, loop=loop)
    if not is_over:
        try:
            await _Watch(loop, [future]).until(timeout)
        except _exceptions.CancelledError:
            if not future.done():
                await _stop(future, loop)  # it gets the time that it needs to end
                raise
    if future.done():
        return future.result()
    await _stop(future, loop)
    try:
        return future.result()
    except _exceptions.CancelledError as error:
        raise _exceptions.TimeoutError() from error


async def _stop(future, loop):
    watch = _Watch(loop, [future])
    future.cancel()
    await watch.until()


class _Finishers:
    # Futures in the order in which they end; None for each that did not by the end of the time.

    def __init__(self, futures, loop):
        from asyncio.queues import Queue
        self.ended, self.under_way, self.timer = Queue(), futures, None
        for future in futures:
            future.add_done_callback(self.note)

    def note(self, future):
        if future in self.under_way:
            self.under_way.discard(future)
            self.ended.put_nowait(future)
            if self.timer is not None and not self.under_way:
                self.timer.cancel()

    def give_up(self):
        while self.under_way:
            self.under_way.pop().remove_done_callback(self.note)
            self.ended.put_nowait(None)

    async def next_result(self):
        future = await self.ended.get()
        if future is not None:
            return future.result()
        raise _exceptions.TimeoutError


def as_completed(fs, *, timeout=None):
    """Give coroutines, each of which returns the next result that is there."""
    _refuse_single(fs, "an iterable")
    loop = _get_event_loop()
    futures = {_ensure_future(one, loop=loop) for one in set(fs)}
    count, finishers = len(futures), _Finishers(futures, loop)
    if count and timeout is not None:
        finishers.timer = loop.call_later(timeout, finishers.give_up)
    for _ in range(count):
        yield finishers.next_result()


class _Gathered(_Future):
    """The future of gather(): cancelling it cancels what it waits for."""

    def __init__(self, members, *, loop):
        super().__init__(loop=loop)
        self._members, self._was_cancelled = members, False

    def cancel(self, msg=None):
        """Cancel all that are waited for."""
        told = not self.done() and [member.cancel(msg=msg) for member in self._members]
        if told and any(told):
            self._was_cancelled = True
            return True
        return False


def gather(*coros_or_futures, return_exceptions=False):
    """Run awaitables side by side: a future of the list of their results, in the order given."""
    if not coros_or_futures:
        loop = _get_event_loop()
        outer = loop.create_future()
        outer.set_result([])
        return outer

    def done(future):
        nonlocal finished
        if outer is None or outer.done():
            if not future.cancelled():
                future.exception()  # it is seen
            return
        if not return_exceptions:
            if future.cancelled():
                outer.set_exception(future._cancellation())
                return
            error = future.exception()
            if error is not None:
                outer.set_exception(error)
                return
        if finished + 1 == len(futures_by_argument):
            results = []
            for child in children:
                if child.cancelled():
                    result = _exceptions.CancelledError("" if child._cancel_message is None else child._cancel_message)
                else:
                    result = child.exception()
                    if result is None:
                        result = child.result()
                results.append(result)
            if outer._was_cancelled:
                outer.set_exception(future._cancellation())
            else:
                outer.set_result(results)
        finished += 1  # last, as above

    futures_by_argument, children, finished, outer, loop = {}, [], 0, None, None
    ready = []
    for argument in coros_or_futures:
        if argument not in futures_by_argument:
            future = _ensure_future(argument, loop=loop)
            if loop is None:
                loop = _get_loop(future)
            if future is not argument:
                future._log_destroy_pending = False
            futures_by_argument[argument] = future
            if future.done():
                ready.append(future)
            else:
                future.add_done_callback(done)
        else:
            future = futures_by_argument[argument]
        children.append(future)
    outer = _Gathered(children, loop=loop)
    for future in ready:
        future.add_done_callback(done)
    return outer


def _pass_on(inner, outer):
    if inner.cancelled():
        outer.cancel()
    elif inner.exception() is None:
        if not outer.cancelled():
            outer.set_result(inner.result())
    elif not outer.cancelled():  # else it is seen at least
        outer.set_exception(inner.exception())


def shield(arg):
    """Wait for an awaitable, which goes on when the waiting is cancelled."""
    inner = _ensure_future(arg)
    if inner.done():
        return inner
    outer = _get_loop(inner).create_future()

    def ended(_):
        _pass_on(inner, outer)

    inner.add_done_callback(ended)
    outer.add_done_callback(lambda _: inner.done() or inner.remove_done_callback(ended))
    return outer


def run_coroutine_threadsafe(coro, loop):
    """From another thread: have a loop carry a coroutine on. A future of concurrent.futures."""
    if not _iscoroutine(coro):
        raise TypeError("A coroutine object is required")
    from concurrent.futures import Future
    promise = Future()

    def start():
        try:
            task = _ensure_future(coro, loop=loop)
            _chain_future(task, promise)
        except BaseException as error:
            ends_loop = isinstance(error, (SystemExit, KeyboardInterrupt))
            if not ends_loop and promise.set_running_or_notify_cancel():
                promise.set_exception(error)
            raise

    loop.call_soon_threadsafe(start)
    return promise
