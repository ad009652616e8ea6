"""What loops are to programs: handles, policies, and which loop is whose."""
from _asyncio import _ATTEMPTS, Future as _Future, Task as _Task, _get_running_loop, _set_running_loop, get_event_loop, get_running_loop

__all__ = ("AbstractEventLoopPolicy", "AbstractEventLoop", "AbstractServer", "Handle", "TimerHandle", "get_event_loop_policy",
           "set_event_loop_policy", "get_event_loop", "set_event_loop", "new_event_loop", "get_child_watcher", "set_child_watcher",
           "_set_running_loop", "get_running_loop", "_get_running_loop")
_OWN_MODULES = "_asyncio", "asyncio.base_events", "asyncio.futures", "asyncio.tasks"


class Handle:
    """A function that the loop is going to call."""

    __slots__ = "_callback", "_args", "_cancelled", "_loop", "_source_traceback", "_repr", "__weakref__", "_context"

    def __init__(self, callback, args, loop, context=None):
        if context is None:
            from contextvars import copy_context
            context = copy_context()
        self._context = context
        self._loop = loop
        self._callback = callback
        self._args = args
        self._cancelled = False
        self._repr = self._source_traceback = None

    def _repr_info(self):
        from asyncio.format_helpers import _format_callback_source
        information = [type(self).__name__]
        if self._cancelled:
            information.append("cancelled")
        if self._callback is not None:
            information.append(_format_callback_source(self._callback, self._args))
        return information

    def __repr__(self):
        return self._repr or "<%s>" % " ".join(self._repr_info())

    def cancel(self):
        """Do not call it."""
        was_cancelled, self._cancelled = self._cancelled, True
        if not was_cancelled:
            self._repr = repr(self) if self._loop.get_debug() else None
            self._callback, self._args = None, None

    def cancelled(self):
        """Was it cancelled?"""
        return self._cancelled

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as error:
            if type(error) is MemoryError and getattr(self._callback, "__module__", None) in _OWN_MODULES and self._insist(error):
                return
            from asyncio.format_helpers import _format_callback_source
            text = _format_callback_source(self._callback, self._args)
            self._loop.call_exception_handler({"message": "Exception in callback " + text, "exception": error, "handle": self})
        self = None


    def _insist(self, error):
        # Memory ran out in what asyncio itself has to do: it is done again, or somebody would wait for it without end.
        # False: it is somebody else's. What is a function here may be called twice.
        callback, attempts = self._callback, _ATTEMPTS
        while attempts:
            try:
                owner = getattr(callback, "__self__", None)
                if not (owner is None or isinstance(owner, _Future)):
                    return False
                is_step = isinstance(owner, _Task) and (callback == owner._step or callback == owner.task_wakeup)
                if not is_step or owner._insist(error):
                    self._context.run(callback, *self._args)
                return True
            except MemoryError:
                attempts -= 1
        raise error


class TimerHandle(Handle):
    """A function that the loop is going to call at a certain time."""

    __slots__ = "_scheduled", "_when"

    def __init__(self, when, callback, args, loop, context=None):
        Handle.__init__(self, callback, args, loop, context)
        self._when, self._scheduled = when, False

    def _repr_info(self):
        information = super()._repr_info()
        information.insert(2 if self._cancelled else 1, "when=%s" % self._when)
        return information

    def __hash__(self):
        return hash(self._when)

    def __lt__(self, other):
        return self._when < other._when if isinstance(other, TimerHandle) else NotImplemented

    def __le__(self, other):
        return self < other or self == other if isinstance(other, TimerHandle) else NotImplemented

    def __gt__(self, other):
        return self._when > other._when if isinstance(other, TimerHandle) else NotImplemented

    def __ge__(self, other):
        return self > other or self == other if isinstance(other, TimerHandle) else NotImplemented

    def __eq__(self, other):
        return self._facts() == other._facts() if isinstance(other, TimerHandle) else NotImplemented

    def _facts(self):
        return self._when, self._callback, self._args, self._cancelled

    def cancel(self):
        """Do not call it."""
        if not self._cancelled:
            self._loop._timer_handle_cancelled(self)
        super().cancel()

    def when(self):
        """The time on the loop's clock."""
        return self._when


class AbstractServer:
    """What create_server() gives."""

    def close(self):
        """Listen no more."""
        raise NotImplementedError

    async def wait_closed(self):
        """Wait until it is closed."""
        raise NotImplementedError

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc):
        self.close()
        await self.wait_closed()


class AbstractEventLoop:
    """What every loop offers; see BaseEventLoop."""

    def _missing(self, *arguments, **keywords):
        """Left to the classes that inherit from this one."""
        raise NotImplementedError

    async def _missing_coroutine(self, *arguments, **keywords):
        """Left to the classes that inherit from this one."""
        raise NotImplementedError

    run_forever = run_until_complete = stop = is_running = is_closed = close = _timer_handle_cancelled = call_soon = call_later = call_at = time = \
        create_future = create_task = call_soon_threadsafe = run_in_executor = set_default_executor = add_reader = remove_reader = add_writer = \
        remove_writer = add_signal_handler = remove_signal_handler = set_task_factory = get_task_factory = get_exception_handler = \
        set_exception_handler = default_exception_handler = call_exception_handler = get_debug = set_debug = _missing
    shutdown_asyncgens = shutdown_default_executor = getaddrinfo = getnameinfo = create_connection = create_server = create_datagram_endpoint = \
        subprocess_shell = subprocess_exec = connect_read_pipe = connect_write_pipe = sock_recv = sock_recv_into = sock_sendall = sock_connect = \
        sock_accept = create_unix_connection = create_unix_server = _missing_coroutine


class AbstractEventLoopPolicy:
    """Which loop a thread has."""

    def get_event_loop(self):
        """Return this thread's loop."""
        raise NotImplementedError

    def set_event_loop(self, loop):
        """Set this thread's loop."""
        raise NotImplementedError

    def new_event_loop(self):
        """Make a loop."""
        raise NotImplementedError

    def get_child_watcher(self):
        """Return what waits for other programs to end."""
        raise NotImplementedError

    def set_child_watcher(self, watcher):
        """Set what waits for other programs to end."""
        raise NotImplementedError


class BaseDefaultEventLoopPolicy(AbstractEventLoopPolicy):
    """A loop for each thread; the main one gets its loop at the first use."""

    _loop_factory = None

    def __init__(self):
        self._loops = {}  # by thread

    def _thread(self):
        import threading
        thread = threading.current_thread()
        for old in [old for old in self._loops if not old.is_alive()]:
            if old is not threading.main_thread():
                del self._loops[old]
        return thread

    def get_event_loop(self):
        """Return this thread's loop."""
        import threading
        thread = self._thread()
        loop = self._loops.get(thread)
        if loop is None:
            if thread not in self._loops and thread is threading.main_thread():
                self.set_event_loop(self.new_event_loop())
                return self._loops[thread]
            raise RuntimeError("There is no current event loop in thread %r." % thread.name)
        return loop

    def set_event_loop(self, loop):
        """Set this thread's loop."""
        if loop is not None and not isinstance(loop, AbstractEventLoop):
            raise TypeError("loop must be an instance of AbstractEventLoop or None, not '%s'" % type(loop).__name__)
        self._loops[self._thread()] = loop

    def new_event_loop(self):
        """Make a loop."""
        return self._loop_factory()


_policy = None


def get_event_loop_policy():
    """Return the policy."""
    global _policy
    if _policy is None:
        from asyncio.unix_events import DefaultEventLoopPolicy
        _policy = DefaultEventLoopPolicy()
    return _policy


def set_event_loop_policy(policy):
    """Set the policy; None is the usual one."""
    global _policy
    if policy is not None and not isinstance(policy, AbstractEventLoopPolicy):
        raise TypeError("policy must be an instance of AbstractEventLoopPolicy or None, not '%s'" % type(policy).__name__)
    _policy = policy


def set_event_loop(loop):
    """Set this thread's loop."""
    get_event_loop_policy().set_event_loop(loop)


def new_event_loop():
    """Make a loop."""
    return get_event_loop_policy().new_event_loop()


def get_child_watcher():
    """Return what waits for other programs to end."""
    return get_event_loop_policy().get_child_watcher()


def set_child_watcher(watcher):
    """Set what waits for other programs to end."""
    return get_event_loop_policy().set_child_watcher(watcher)
