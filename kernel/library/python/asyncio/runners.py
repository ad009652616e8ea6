"""Running a program's main coroutine."""
from asyncio import coroutines as _coroutines, events as _events, exceptions as _exceptions

__all__ = "Runner", "run"
_CREATED, _OPEN, _CLOSED = "created", "open", "closed"


class Runner:
    """A context manager with a loop of its own, for several coroutines one after the other."""

    def __init__(self, *, debug=None, loop_factory=None):
        self._phase, self._loop, self._context = _CREATED, None, None
        self._wants_debug, self._make_loop = debug, loop_factory
        self._interrupts = 0
        self._is_thread_told = False  # that this loop is its loop

    def __enter__(self):
        self._open()
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()

    def close(self):
        """Cancel what is under way and close the loop."""
        if self._phase != _OPEN:
            return
        loop = self._loop
        try:
            _end_tasks(loop)
            for last in (loop.shutdown_asyncgens, loop.shutdown_default_executor):
                loop.run_until_complete(last())
        finally:
            self._phase, self._loop = _CLOSED, None
            if self._is_thread_told:
                _events.set_event_loop(None)
            loop.close()

    def get_loop(self):
        """Return the loop."""
        return self._open()

    def run(self, coro, *, context=None):
        """Run a coroutine in the loop: its result."""
        if not _coroutines.iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        if _events._get_running_loop() is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        self._open()
        if context is None:
            context = self._context
        task = self._loop.create_task(coro, context=context)
        restore = self._take_interrupts(task)
        self._interrupts = 0
        try:
            return self._loop.run_until_complete(task)
        except _exceptions.CancelledError:
            if self._interrupts > 0:
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
            self._interrupts += 1
            if self._interrupts == 1 and not task.done():
                task.cancel()
                self._loop.call_soon_threadsafe(lambda: None)
                return
            raise KeyboardInterrupt()

        def restore():
            if signal.getsignal(signal.SIGINT) is interrupted:
                signal.signal(signal.SIGINT, signal.default_int_handler)

        signal.signal(signal.SIGINT, interrupted)
        return restore

    def _open(self):
        if self._phase == _CLOSED:
            raise RuntimeError("Runner is closed")
        if self._phase == _CREATED:
            from contextvars import copy_context
            self._loop = (self._make_loop or self._loop_of_policy)()
            if self._wants_debug is not None:
                self._loop.set_debug(self._wants_debug)
            self._context, self._phase = copy_context(), _OPEN
        return self._loop

    def _loop_of_policy(self):
        loop = _events.new_event_loop()
        _events.set_event_loop(loop)
        self._is_thread_told = True
        return loop


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


def _end_tasks(loop):
    from asyncio.tasks import all_tasks, gather
    ending = all_tasks(loop)
    if ending:
        for task in ending:
            task.cancel()
        loop.run_until_complete(gather(*ending, return_exceptions=True))
    for task in ending:
        error = None if task.cancelled() else task.exception()
        if error is not None:
            context = dict(message="unhandled exception during asyncio.run() shutdown", exception=error, task=task)
            loop.call_exception_handler(context)
