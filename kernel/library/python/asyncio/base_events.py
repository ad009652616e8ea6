"""The loop itself: functions that are ready, functions for later, descriptors that are waited for."""
import time as _time
from collections import deque as _deque
from heapq import heapify as _heapify, heappop as _heappop, heappush as _heappush
from warnings import warn as _warn

from _asyncio import Future as _Future, Task as _Task, _get_running_loop, _set_running_loop
from contextvars import copy_context as _copy_context
from asyncio.base_futures import isfuture as _isfuture
from asyncio.coroutines import _is_debug_mode, iscoroutine as _iscoroutine, iscoroutinefunction as _iscoroutinefunction
from asyncio.events import AbstractEventLoop, AbstractServer, Handle as _Handle, TimerHandle as _TimerHandle

__all__ = "BaseEventLoop", "Server"
_LONGEST = 24 * 3600


def _stop_loop_of(future):
    # What ends the program was raised by the loop itself, which has stopped by that.
    if future.cancelled() or not isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
        future.get_loop().stop()


def _attempt(function, *arguments):
    # The error, if there was one; but not what ends the program.
    try:
        function(*arguments)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:
        return error


class Server(AbstractServer):
    """Sockets that listen; each connection gets a protocol of its own."""

    def __init__(self, loop, sockets, protocol_factory, ssl_context, backlog, ssl_handshake_timeout, ssl_shutdown_timeout=None):
        self._loop, self._sockets, self._make_protocol, self._backlog = loop, sockets, protocol_factory, backlog
        self._connections, self._places = 0, []  # places: futures of those that wait for the end; None at the end
        self._is_serving, self._forever = False, None

    def __repr__(self):
        return "<%s sockets=%r>" % (type(self).__name__, self.sockets)

    def _attach(self):
        self._connections += 1

    def _detach(self):
        self._connections -= 1
        self._look_for_end()

    def _look_for_end(self):
        if self._connections or self._sockets is not None or self._places is None:
            return
        places, self._places = self._places, None
        for place in places:
            if not place.done():
                place.set_result(None)

    def _listen(self):
        sockets = () if self._is_serving else self._sockets
        self._is_serving = True
        for each in sockets:
            each.listen(self._backlog)
            self._loop._accept_from(each, self._make_protocol, self, self._backlog)

    def get_loop(self):
        """Return the loop that it belongs to."""
        return self._loop

    def is_serving(self):
        """Are connections accepted?"""
        return self._is_serving

    @property
    def sockets(self):
        "The sockets that listen."
        return () if self._sockets is None else tuple(self._sockets)

    def close(self):
        """Accept no more connections."""
        if self._sockets is None:
            return
        sockets, self._sockets, self._is_serving = self._sockets, None, False
        for each in sockets:
            self._loop.remove_reader(each.fileno())
            each.close()
        forever, self._forever = self._forever, None
        if forever is not None:
            forever.cancel()
        self._look_for_end()

    async def start_serving(self):
        """Accept connections."""
        self._listen()
        from asyncio.tasks import sleep
        await sleep(0)

    async def serve_forever(self):
        """Accept connections until this is cancelled."""
        hindrance = "closed" if self._sockets is None else None
        if self._forever is not None:
            hindrance = "already being awaited on serve_forever()"
        if hindrance:
            raise RuntimeError(f"server {self!r} is {hindrance}")
        self._listen()
        self._forever = self._loop.create_future()
        try:
            await self._forever  # nobody gives it a result
        finally:
            self._forever = None
            self.close()
            await self.wait_closed()

    async def wait_closed(self):
        """Wait until it is closed."""
        if self._sockets is not None and self._places is not None:
            self._places.append(self._loop.create_future())
            await self._places[-1]


class BaseEventLoop(AbstractEventLoop):
    """The loop without what depends on the system."""

    def __init__(self):
        self._timer_cancelled_count = 0
        self._closed = self._stopping = False
        self._ready = _deque()
        self._scheduled = []
        self._default_executor = self._exception_handler = self._task_factory = None
        self._clock_resolution = 1e-9
        self._thread_id = None
        self._generators = {}  # by id: weak references
        self._has_shut_generators = self._has_shut_executor = False
        self._debug = False
        self.set_debug(_is_debug_mode())

    def __repr__(self):
        return f"<{type(self).__name__} running={self.is_running()} closed={self.is_closed()} debug={self.get_debug()}>"

    # ---- making things ----

    def create_future(self):
        """Make a future of this loop."""
        return _Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        """Carry a coroutine on: the task."""
        self._check_closed()
        if self._task_factory is None:
            task = _Task(coro, loop=self, context=context)
        elif context is None:
            task = self._task_factory(self, coro)
        else:
            task = self._task_factory(self, coro, context=context)
        if name is not None and hasattr(task, "set_name"):
            task.set_name(name)
        return task

    def set_task_factory(self, factory):
        """Have tasks made by factory(loop, coro); None is the usual way."""
        if factory is not None and not callable(factory):
            raise TypeError("task factory must be a callable or None")
        self._task_factory = factory

    def get_task_factory(self):
        """Return what makes tasks, or None."""
        return self._task_factory

    # ---- running ----

    def _check_closed(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def _check_running(self):
        if self.is_running():
            raise RuntimeError("This event loop is already running")
        if _get_running_loop() is not None:
            raise RuntimeError("Cannot run the event loop while another loop is running")

    def run_forever(self):
        """Turn round until stop() ends it."""
        import sys
        self._check_closed()
        self._check_running()
        hooks = sys.get_asyncgen_hooks()
        try:
            self._take_thread(sys)
            self._run_once()
            while not self._stopping:
                self._run_once()
        finally:
            self._stopping, self._thread_id = False, None
            _set_running_loop(None)
            sys.set_asyncgen_hooks(*hooks)

    def _take_thread(self, sys):
        from _thread import get_ident
        self._thread_id = get_ident()
        sys.set_asyncgen_hooks(self._generator_begins, self._generator_left)
        _set_running_loop(self)

    def run_until_complete(self, future):
        """Run until a future or coroutine is done: its result."""
        self._check_closed()
        if _nesting and self.is_running():
            return self._run_nested(future)
        self._check_running()
        task, is_new = self._as_task(future)
        task.add_done_callback(_stop_loop_of)
        has_stopped = False
        try:
            self.run_forever()
            has_stopped = True
        finally:
            task.remove_done_callback(_stop_loop_of)
            if not has_stopped and is_new and task.done() and not task.cancelled():
                task.exception()  # it is the error under way, and need not be logged
        if task.done():
            return task.result()
        raise RuntimeError("Event loop stopped before Future completed.")

    def _as_task(self, future):
        # The task or future, and whether it was made here: then nobody else can know that it did not end.
        from asyncio.tasks import ensure_future
        task = ensure_future(future, loop=self)
        if task is future:
            return task, False
        task._log_destroy_pending = False
        return task, True

    def _run_nested(self, future):
        # From inside of a task or a cell: the task that is under way waits meanwhile.
        from _asyncio import _current
        task, _ = self._as_task(future)
        outer = _current.pop(self, None)
        try:
            while not task.done():
                self._run_once()
                if self._stopping and not task.done():
                    raise RuntimeError("Event loop stopped before Future completed.")
        finally:
            if outer is not None:
                _current[self] = outer
        return task.result()

    def stop(self):
        """Have run_forever() return after this turn."""
        self._stopping = True

    def close(self):
        """Give back what the loop holds. It must not run."""
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        was_closed, self._closed = self._closed, True
        if not was_closed:
            for waiting in (self._ready, self._scheduled):
                waiting.clear()
            self._has_shut_executor = True
            executor, self._default_executor = self._default_executor, None
            if executor is not None:
                executor.shutdown(wait=False)

    def is_closed(self):
        """Was it closed?"""
        return self._closed

    def __del__(self, _warn=_warn):
        if getattr(self, "_closed", True):
            return
        _warn(f"unclosed event loop {self!r}", ResourceWarning, source=self)
        self.is_running() or self.close()

    def is_running(self):
        """Does it run?"""
        return self._thread_id is not None

    def time(self):
        """The time on the loop's clock."""
        return _time.monotonic()

    # ---- functions to call ----

    def call_soon(self, callback, *args, context=None):
        """Call a function in the next turn."""
        if self._closed:
            raise RuntimeError("Event loop is closed")
        if self._debug:
            self._check_thread()
            self._check_callback(callback, "call_soon")
        handle = _Handle(callback, args, self, _copy_context() if context is None else context)
        self._ready.append(handle)
        return handle

    def call_later(self, delay, callback, *args, context=None):
        """Call a function after some seconds."""
        if delay is not None:
            return self.call_at(self.time() + delay, callback, *args, context=context)
        raise TypeError("delay must not be None")

    def call_at(self, when, callback, *args, context=None):
        """Call a function at a time on the loop's clock."""
        if when is None:
            raise TypeError("when cannot be None")
        self._check_call("call_at", callback)
        timer = _TimerHandle(when, callback, args, self, context)
        timer._scheduled = True
        _heappush(self._scheduled, timer)
        return timer

    def call_soon_threadsafe(self, callback, *args, context=None):
        """As call_soon(), from any thread."""
        self._check_call("call_soon_threadsafe", callback, is_any_thread=True)
        self._ready.append(handle := _Handle(callback, args, self, context))
        self._write_to_self()
        return handle

    def _check_call(self, method, callback, is_any_thread=False):
        self._check_closed()
        if self._debug:
            if not is_any_thread:
                self._check_thread()
            self._check_callback(callback, method)

    def _check_callback(self, callback, method):
        if _iscoroutine(callback) or _iscoroutinefunction(callback):
            raise TypeError(f"coroutines cannot be used with {method}()")
        if not callable(callback):
            raise TypeError(f"a callable object was expected by {method}(), got {callback!r}")

    def _check_thread(self):
        import threading
        if self._thread_id is not None and threading.get_ident() != self._thread_id:
            raise RuntimeError("Non-thread-safe operation invoked on an event loop other than the current one")

    def _timer_handle_cancelled(self, handle):
        if handle._scheduled:
            self._timer_cancelled_count += 1

    def _wait(self, timeout):
        # What loops made of this class and a selector of their own do.
        self._process_events(self._selector.select(timeout))

    def _run_once(self):
        ready, scheduled = self._ready, self._scheduled
        if self._timer_cancelled_count > 100 and self._timer_cancelled_count * 2 > len(scheduled):
            for handle in scheduled:
                if handle._cancelled:
                    handle._scheduled = False
            scheduled[:] = [handle for handle in scheduled if not handle._cancelled]
            _heapify(scheduled)
            self._timer_cancelled_count = 0
        while scheduled and scheduled[0]._cancelled:
            self._timer_cancelled_count -= 1
            _heappop(scheduled)._scheduled = False
        if ready or self._stopping:
            timeout = 0
        elif scheduled:
            timeout = min(max(0, scheduled[0]._when - _time.monotonic()), _LONGEST)
        else:
            timeout = None
        self._wait(timeout)
        if scheduled:
            end = self.time() + self._clock_resolution
            while scheduled and scheduled[0]._when < end:
                ready.append(scheduled[0]) # this first, so that it is not lost when memory runs out
                _heappop(scheduled)._scheduled = False
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled:
                handle._run()

    # ---- what goes wrong ----

    def get_exception_handler(self):
        """Return what set_exception_handler() has set, or None."""
        return self._exception_handler

    def set_exception_handler(self, handler):
        """Call handler(loop, context) for what goes wrong unseen; None is the usual way."""
        if handler is not None and not callable(handler):
            raise TypeError(f"A callable object or None is expected, got {handler!r}")
        self._exception_handler = handler

    def default_exception_handler(self, context):
        """Log what went wrong."""
        message = context.get("message") or "Unhandled exception in event loop"
        error = context.get("exception")
        lines = [message]
        for key in sorted(context):
            if key in ("message", "exception"):
                continue
            value = context[key]
            if key == "source_traceback":
                import traceback
                value = "Object created at (most recent call last):\n" + "".join(traceback.format_list(value)).rstrip()
            elif key == "handle_traceback":
                import traceback
                value = "Handle created at (most recent call last):\n" + "".join(traceback.format_list(value)).rstrip()
            else:
                value = repr(value)
            lines.append(f"{key}: {value}")
        from asyncio.log import logger
        logger.error("\n".join(lines), exc_info=(type(error), error, error.__traceback__) if error is not None else False)

    def call_exception_handler(self, context):
        """Tell that something went wrong unseen: context is a dict with a message and what is known."""
        when = ""
        if self._exception_handler is not None:
            error = _attempt(self._exception_handler, self, context)
            if error is None:
                return
            context = {"message": "Unhandled error in exception handler", "exception": error, "context": context}
            when = " while handling an unexpected error in custom exception handler"
        error = _attempt(self.default_exception_handler, context)
        if error is not None:
            from asyncio.log import logger
            logger.error("Exception in default exception handler" + when, exc_info=error)

    def get_debug(self):
        """Is it in debug mode?"""
        return self._debug

    def set_debug(self, enabled):
        """Switch debug mode on or off."""
        self._debug = enabled

    # ---- threads ----

    def run_in_executor(self, executor, func, *args):
        """Call a function in a thread (or in an executor's): a future of its result."""
        from asyncio.futures import wrap_future
        self._check_call("run_in_executor", func, is_any_thread=True)
        if executor is None:
            executor = self._own_executor()
        return wrap_future(executor.submit(func, *args), loop=self)

    def _own_executor(self):
        if self._has_shut_executor:
            raise RuntimeError("Executor shutdown has been called")
        if self._default_executor is None:
            from concurrent.futures import ThreadPoolExecutor
            self._default_executor = ThreadPoolExecutor(thread_name_prefix="asyncio")
        return self._default_executor

    def set_default_executor(self, executor):
        """Set where run_in_executor(None, ...) runs."""
        from concurrent.futures import ThreadPoolExecutor
        if not isinstance(executor, ThreadPoolExecutor):
            raise TypeError("executor must be ThreadPoolExecutor instance")
        self._default_executor = executor

    async def shutdown_default_executor(self):
        """Wait for the threads of run_in_executor() to end."""
        self._has_shut_executor = True
        executor = self._default_executor
        if executor is None:
            return
        future = self.create_future()

        def shut():
            try:
                executor.shutdown(wait=True)
                if not self.is_closed():
                    self.call_soon_threadsafe(lambda: future.done() or future.set_result(None))
            except Exception as error:
                if not self.is_closed():
                    self.call_soon_threadsafe(future.set_exception, error)

        import threading
        thread = threading.Thread(target=shut)
        thread.start()
        try:
            await future
        finally:
            thread.join()

    # ---- asynchronous generators ----

    def _generator_begins(self, agen):
        if self._has_shut_generators:
            import warnings
            warnings.warn(f"asynchronous generator {agen!r} was scheduled after loop.shutdown_asyncgens() call", ResourceWarning, source=self)
        from weakref import ref
        generators, key = self._generators, id(agen)
        generators[key] = ref(agen, lambda reference: generators.pop(key, None))

    def _generator_left(self, agen):
        self._generators.pop(id(agen), None)
        if not self.is_closed():
            self.call_soon_threadsafe(self.create_task, agen.aclose())

    async def shutdown_asyncgens(self):
        """Close all asynchronous generators that are under way."""
        self._has_shut_generators = True
        closing = [agen for agen in (reference() for reference in list(self._generators.values())) if agen is not None]
        self._generators.clear()
        if not closing:
            return
        from asyncio.tasks import gather
        results = await gather(*[agen.aclose() for agen in closing], return_exceptions=True)
        for result, agen in zip(results, closing):
            if isinstance(result, Exception):
                self.call_exception_handler({"message": f"an error occurred during closing of asynchronous generator {agen!r}",
                                             "exception": result, "asyncgen": agen})

    # ---- names of machines ----

    async def getaddrinfo(self, host, port, *, family=0, type=0, proto=0, flags=0):
        """As socket.getaddrinfo(), in a thread."""
        wanted = dict(family=family, type=type, proto=proto, flags=flags)
        return await self._ask("getaddrinfo", host, port, *wanted.values())

    def _ask(self, name, *arguments):
        import socket
        return self.run_in_executor(None, getattr(socket, name), *arguments)

    async def getnameinfo(self, sockaddr, flags=0):
        """As socket.getnameinfo(), in a thread."""
        return await self._ask("getnameinfo", sockaddr, flags)


_nesting = False  # nest_asyncio.apply() sets it: a loop may then be run while it runs
