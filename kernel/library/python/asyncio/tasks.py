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


async def sleep(delay, result=None):
    """Wait for some seconds, then return the result."""
    if delay <= 0:
        await _one_turn()
        return result
    loop = get_running_loop()
    future = loop.create_future()
    handle = loop.call_later(delay, _set_unless_cancelled, future, result)
    try:
        return await future
    finally:
        handle.cancel()


def _set_unless_cancelled(future, result):
    if not future.cancelled():
        future.set_result(result)


def ensure_future(coro_or_future, *, loop=None):
    """Return the future itself, or a task for a coroutine or another awaitable."""
    return _ensure_future(coro_or_future, loop=loop)


def _ensure_future(coro_or_future, loop=None):
    if _isfuture(coro_or_future):
        if loop is not None and loop is not _get_loop(coro_or_future):
            raise ValueError("The future belongs to a different loop than the one specified as the loop argument")
        return coro_or_future
    called_wrap_awaitable = False
    if not _iscoroutine(coro_or_future):
        if not hasattr(type(coro_or_future), "__await__"):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
        coro_or_future = _wrap_awaitable(coro_or_future)
        called_wrap_awaitable = True
    if loop is None:
        loop = _get_event_loop()
    try:
        return loop.create_task(coro_or_future)
    except RuntimeError:
        if not called_wrap_awaitable:
            coro_or_future.close()
        raise


async def _wrap_awaitable(awaitable):
    return await awaitable


# ---- waiting for several ----

async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    """Wait for tasks: (those that are done, those that are not)."""
    if _isfuture(fs) or _iscoroutine(fs):
        raise TypeError(f"expect a list of futures, not {type(fs).__name__}")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    fs = set(fs)
    if any(_iscoroutine(item) for item in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    return await _wait(fs, timeout, return_when, get_running_loop())


async def _wait(fs, timeout, return_when, loop):
    waiter = loop.create_future()
    handle = None if timeout is None else loop.call_later(timeout, _release_waiter, waiter)
    left = len(fs)

    def completed(future):
        nonlocal left
        if (left <= 1 or return_when == FIRST_COMPLETED
                or return_when == FIRST_EXCEPTION and not future.cancelled() and future.exception() is not None):
            if handle is not None:
                handle.cancel()
            if not waiter.done():
                waiter.set_result(None)
        left -= 1  # last: what memory runs out for is called again

    for future in fs:
        future.add_done_callback(completed)
    try:
        await waiter
    finally:
        if handle is not None:
            handle.cancel()
        for future in fs:
            future.remove_done_callback(completed)
    done, pending = set(), set()
    for future in fs:
        (done if future.done() else pending).add(future)
    return done, pending


def _release_waiter(waiter, *args):
    if not waiter.done():
        waiter.set_result(None)


async def wait_for(fut, timeout):
    """Wait for an awaitable for so many seconds at most; then it is cancelled and TimeoutError raised."""
    loop = get_running_loop()
    if timeout is None:
        return await fut
    if timeout <= 0:
        fut = _ensure_future(fut, loop=loop)
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut, loop)
        try:
            return fut.result()
        except _exceptions.CancelledError as error:
            raise _exceptions.TimeoutError() from error
    waiter = loop.create_future()
    handle = loop.call_later(timeout, _release_waiter, waiter)

    def release(*args):
        _release_waiter(waiter)

    fut = _ensure_future(fut, loop=loop)
    fut.add_done_callback(release)
    try:
        try:
            await waiter
        except _exceptions.CancelledError:
            if fut.done():
                return fut.result()
            fut.remove_done_callback(release)
            # The task is told and gets the time that it needs to end.
            await _cancel_and_wait(fut, loop)
            raise
        if fut.done():
            return fut.result()
        fut.remove_done_callback(release)
        await _cancel_and_wait(fut, loop)
        try:
            return fut.result()
        except _exceptions.CancelledError as error:
            raise _exceptions.TimeoutError() from error
    finally:
        handle.cancel()


async def _cancel_and_wait(future, loop):
    waiter = loop.create_future()

    def release(*args):
        _release_waiter(waiter)

    future.add_done_callback(release)
    try:
        future.cancel()
        await waiter
    finally:
        future.remove_done_callback(release)


def as_completed(fs, *, timeout=None):
    """Give coroutines, each of which returns the next result that is there."""
    if _isfuture(fs) or _iscoroutine(fs):
        raise TypeError(f"expect an iterable of futures, not {type(fs).__name__}")
    from asyncio.queues import Queue
    done = Queue()
    loop = _get_event_loop()
    todo = {_ensure_future(item, loop=loop) for item in set(fs)}
    handle = None

    def out_of_time():
        for future in todo:
            future.remove_done_callback(completed)
            done.put_nowait(None)
        todo.clear()

    def completed(future):
        if not todo:
            return
        todo.remove(future)
        done.put_nowait(future)
        if not todo and handle is not None:
            handle.cancel()

    async def _wait_for_one():
        future = await done.get()
        if future is None:
            raise _exceptions.TimeoutError
        return future.result()

    for future in todo:
        future.add_done_callback(completed)
    if todo and timeout is not None:
        handle = loop.call_later(timeout, out_of_time)
    for _ in range(len(todo)):
        yield _wait_for_one()


class _GatheringFuture(_Future):
    """The future of gather(): cancelling it cancels what it waits for."""

    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._cancel_requested = False

    def cancel(self, msg=None):
        """Cancel all that are waited for."""
        if self.done():
            return False
        hit = False
        for child in self._children:
            if child.cancel(msg=msg):
                hit = True
        if hit:
            self._cancel_requested = True
        return hit


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
                outer.set_exception(future._make_cancelled_error())
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
            if outer._cancel_requested:
                outer.set_exception(future._make_cancelled_error())
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
    outer = _GatheringFuture(children, loop=loop)
    for future in ready:
        future.add_done_callback(done)
    return outer


def shield(arg):
    """Wait for an awaitable, which goes on when the waiting is cancelled."""
    inner = _ensure_future(arg)
    if inner.done():
        return inner
    outer = _get_loop(inner).create_future()

    def inner_done(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()  # it is seen
            return
        if inner.cancelled():
            outer.cancel()
        else:
            error = inner.exception()
            if error is not None:
                outer.set_exception(error)
            else:
                outer.set_result(inner.result())

    def outer_done(outer):
        if not inner.done():
            inner.remove_done_callback(inner_done)

    inner.add_done_callback(inner_done)
    outer.add_done_callback(outer_done)
    return outer


def run_coroutine_threadsafe(coro, loop):
    """From another thread: have a loop carry a coroutine on. A future of concurrent.futures."""
    if not _iscoroutine(coro):
        raise TypeError("A coroutine object is required")
    import concurrent.futures
    result = concurrent.futures.Future()

    def start():
        try:
            _chain_future(_ensure_future(coro, loop=loop), result)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if result.set_running_or_notify_cancel():
                result.set_exception(error)
            raise

    loop.call_soon_threadsafe(start)
    return result
