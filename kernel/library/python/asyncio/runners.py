"""Running a program's main coroutine."""
from asyncio import coroutines as _coroutines, events as _events, exceptions as _exceptions

__all__ = "Runner", "run"
_CREATED, _INITIALIZED, _CLOSED = "created", "initialized", "closed"


class Runner:
    """A context manager with a loop of its own, for several coroutines one after the other."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._state = _CREATED
        self._debug, self._loop_factory = debug, loop_factory
        self._loop = self._context = None
        self._interrupt_count = 0
        self._set_event_loop = False

    def __enter__(self):
        self._lazy_init()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def close(self):
        """Cancel what is under way and close the loop."""
        if self._state is not _INITIALIZED:
            return
        try:
            loop = self._loop
            _cancel_all_tasks(loop)
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            if self._set_event_loop:
                _events.set_event_loop(None)
            loop.close()
            self._loop = None
            self._state = _CLOSED

    def get_loop(self):
        """Return the loop."""
        self._lazy_init()
        return self._loop

    def run(self, coro, *, context=None):
        """Run a coroutine in the loop: its result."""
        if not _coroutines.iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        if _events._get_running_loop() is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        self._lazy_init()
        if context is None:
            context = self._context
        task = self._loop.create_task(coro, context=context)
        restore = self._take_interrupts(task)
        self._interrupt_count = 0
        try:
            return self._loop.run_until_complete(task)
        except _exceptions.CancelledError:
            if self._interrupt_count > 0:
                uncancel = getattr(task, "uncancel", None)
                if uncancel is not None and uncancel() == 0:
                    raise KeyboardInterrupt()
            raise
        finally:
            restore()

    def _take_interrupts(self, task):
        # The first interrupt cancels the task, which may so end in order; the second one is raised at once.
        import threading
        if threading.current_thread() is not threading.main_thread():
            return lambda: None
        import signal
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return lambda: None

        def interrupted(number, frame):
            self._interrupt_count += 1
            if self._interrupt_count == 1 and not task.done():
                task.cancel()
                self._loop.call_soon_threadsafe(lambda: None)
                return
            raise KeyboardInterrupt()

        def restore():
            if signal.getsignal(signal.SIGINT) is interrupted:
                signal.signal(signal.SIGINT, signal.default_int_handler)

        signal.signal(signal.SIGINT, interrupted)
        return restore

    def _lazy_init(self):
        if self._state is _CLOSED:
            raise RuntimeError("Runner is closed")
        if self._state is _INITIALIZED:
            return
        if self._loop_factory is None:
            self._loop = _events.new_event_loop()
            if not self._set_event_loop:
                _events.set_event_loop(self._loop)
                self._set_event_loop = True
        else:
            self._loop = self._loop_factory()
        if self._debug is not None:
            self._loop.set_debug(self._debug)
        from contextvars import copy_context
        self._context = copy_context()
        self._state = _INITIALIZED


def run(main, *, debug=None):
    """Run a coroutine in a loop of its own: its result."""
    running = _events._get_running_loop()
    if running is not None:
        from asyncio import base_events
        if not base_events._nesting:
            raise RuntimeError("asyncio.run() cannot be called from a running event loop")
        return running._run_nested(main)
    with Runner(debug=debug) as runner:
        return runner.run(main)


def _cancel_all_tasks(loop):
    from asyncio import tasks
    left = tasks.all_tasks(loop)
    if not left:
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler({"message": "unhandled exception during asyncio.run() shutdown", "exception": task.exception(),
                                         "task": task})
