"""Threads. They take turns: one runs Python at a time, and calls that wait let the others run."""
import _thread
import sys as _sys
from _weakref import ref as _ref
from _thread import get_ident, get_native_id, stack_size
from time import monotonic as _time

__all__ = ["get_ident", "active_count", "Condition", "current_thread", "enumerate", "main_thread", "TIMEOUT_MAX", "Event", "Lock", "RLock", "Semaphore",
           "BoundedSemaphore", "Thread", "Barrier", "BrokenBarrierError", "Timer", "ThreadError", "setprofile", "settrace", "local", "stack_size",
           "excepthook", "ExceptHookArgs", "getprofile", "gettrace", "get_native_id"]
Lock = _thread.allocate_lock
RLock = _RLock = _thread.RLock
ThreadError = _thread.error
TIMEOUT_MAX = _thread.TIMEOUT_MAX
_profile_hook = _trace_hook = None


def setprofile(func):
    """Profile the threads that are started from now on."""
    global _profile_hook
    _profile_hook = func


def settrace(func):
    """Trace the threads that are started from now on."""
    global _trace_hook
    _trace_hook = func


def getprofile():
    """What setprofile was given, or None."""
    return _profile_hook


def gettrace():
    """What settrace was given, or None."""
    return _trace_hook


def _turns(seconds):
    # How long to wait, once and again until the seconds are over (None: without end).
    end = None if seconds is None else _time() + seconds
    yield seconds
    while end is None or (seconds := end - _time()) > 0:
        yield seconds


class Condition:
    """Threads that wait until another one says that something happened."""

    def __init__(self, lock=None):
        self._lock = lock = RLock() if lock is None else lock
        self.acquire, self.release = lock.acquire, lock.release
        for name in ("_release_save", "_acquire_restore", "_is_owned"):
            try:
                setattr(self, name, getattr(lock, name))
            except AttributeError:
                pass
        self._sleepers = []  # a closed lock for each that waits

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, kind, value, traceback): # without a tuple: where memory is short the lock must be let go of all the same
        return self._lock.__exit__(kind, value, traceback)

    def __repr__(self):
        return "<Condition(%s, %d)>" % (self._lock, len(self._sleepers))

    def _release_save(self):
        self._lock.release()

    def _acquire_restore(self, state):
        self._lock.acquire()

    def _is_owned(self):
        if self._lock.acquire(False):
            self._lock.release()
            return False
        return True

    def wait(self, timeout=None):
        """Wait for notify(); False when the time is over."""
        if not self._is_owned():
            raise RuntimeError("cannot wait on un-acquired lock")
        gate, is_woken = Lock(), False
        gate.acquire()  # notify() opens it
        self._sleepers.append(gate)
        state = self._release_save()
        try:
            is_woken = gate.acquire() if timeout is None else gate.acquire(True, timeout) if timeout > 0 else gate.acquire(False)
        finally:
            self._acquire_restore(state)
            if not is_woken and gate in self._sleepers:
                self._sleepers.remove(gate)
        return is_woken

    def wait_for(self, predicate, timeout=None):
        """Wait until a function says yes; its last answer."""
        answer = predicate()
        for seconds in () if answer else _turns(timeout):
            self.wait(seconds)
            if answer := predicate():
                break
        return answer

    def notify(self, n=1):
        """Wake n of those that wait."""
        if not self._is_owned():
            raise RuntimeError("cannot notify on un-acquired lock")
        while n > 0 and self._sleepers:
            try:
                self._sleepers.pop(0).release()
                n -= 1
            except RuntimeError:
                pass  # it was open already

    def notify_all(self):
        """Wake all that wait."""
        self.notify(len(self._sleepers))

    def notifyAll(self):
        """The old name of notify_all()."""
        import warnings
        warnings.warn("notifyAll() is deprecated, use notify_all() instead", DeprecationWarning, stacklevel=2)
        self.notify_all()


class Semaphore:
    """A counter that waits instead of going below zero."""

    _most = None

    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._cond, self._value = Condition(Lock()), value

    def __repr__(self):
        return "<%s.%s at %#x: value=%d>" % (type(self).__module__, type(self).__qualname__, id(self), self._value)

    def acquire(self, blocking=True, timeout=None):
        """Count down, waiting while the counter is zero: whether it was done."""
        if timeout is not None and not blocking:
            raise ValueError("can't specify timeout for non-blocking acquire")
        with self._cond:
            for seconds in _turns(timeout) if blocking and not self._value else ():
                self._cond.wait(seconds)
                if self._value:
                    break
            else:
                if not self._value:
                    return False
            self._value -= 1
        return True

    __enter__ = acquire

    def release(self, n=1):
        """Count up; ValueError above the most that there may be."""
        if n < 1:
            raise ValueError("n must be one or more")
        with self._cond:
            if self._most is not None and self._value + n > self._most:
                raise ValueError("Semaphore released too many times")
            self._value += n
            self._cond.notify(n)

    def __exit__(self, *arguments):
        self.release()


class BoundedSemaphore(Semaphore):
    """A semaphore that refuses to count above where it began."""

    def __init__(self, value=1):
        super().__init__(value)
        self._most = value

    def __repr__(self):
        return "%s/%d>" % (super().__repr__()[:-1], self._most)


class Event:
    """A flag that can be waited for."""

    def __init__(self):
        self._cond, self._flag = Condition(Lock()), False

    def __repr__(self):
        return "<%s.%s at %#x: %s>" % (type(self).__module__, type(self).__qualname__, id(self), "set" if self._flag else "unset")

    def is_set(self):
        """Is the flag up?"""
        return self._flag

    isSet = is_set

    def set(self):
        """Put the flag up and wake all that wait."""
        with self._cond:
            self._flag = True
            self._cond.notify_all()

    def clear(self):
        """Take the flag down."""
        with self._cond:
            self._flag = False

    def wait(self, timeout=None):
        """Wait for the flag: whether it is up."""
        with self._cond:
            if not self._flag:
                return self._cond.wait(timeout) or self._flag
            return True


class _Gate:
    "Opened once, and waited for: neither needs memory, for somebody may wait for ever."

    def __init__(self):
        self._lock, self._flag = Lock(), False
        self._lock.acquire()

    def is_set(self):
        return self._flag

    def set(self):
        if not self._flag:
            self._flag = True
            self._lock.release()

    def wait(self, timeout=None):
        if not self._flag and self._lock.acquire(True, -1 if timeout is None else timeout):
            self._lock.release()
        return self._flag


class BrokenBarrierError(RuntimeError):
    """A barrier that was reset or broken."""


class Barrier:
    """Threads that wait for each other."""

    def __init__(self, parties, action=None, timeout=None):
        self._cond, self._action, self._timeout, self._parties = Condition(Lock()), action, timeout, parties
        self._state, self._count = 0, 0  # 0 filling, 1 draining, -1 resetting, -2 broken

    def __repr__(self):
        name = "%s.%s" % (type(self).__module__, type(self).__qualname__)
        if self.broken:
            return "<%s at %#x: broken>" % (name, id(self))
        return "<%s at %#x: waiters=%d/%d>" % (name, id(self), self.n_waiting, self.parties)

    def wait(self, timeout=None):
        """Wait until all are here; a number of each thread's own."""
        if timeout is None:
            timeout = self._timeout
        with self._cond:
            while self._state in (-1, 1):
                self._cond.wait()
            if self._state < 0:
                raise BrokenBarrierError
            index = self._count
            self._count += 1
            try:
                if index + 1 == self._parties:
                    try:
                        if self._action:
                            self._action()
                        self._state = 1
                        self._cond.notify_all()
                    except BaseException:
                        self._break()
                        raise
                else:
                    if not self._cond.wait_for(lambda: self._state != 0, timeout):
                        self._break()
                        raise BrokenBarrierError
                    if self._state < 0:
                        raise BrokenBarrierError
                return index
            finally:
                self._count -= 1
                if self._count == 0 and self._state in (-1, 1):
                    self._state = 0
                    self._cond.notify_all()

    def _break(self):
        self._state = -2
        self._cond.notify_all()

    def reset(self):
        """Begin again; those that wait get BrokenBarrierError."""
        with self._cond:
            if not self._count:
                self._state = 0
            elif self._state != 1:  # who is on the way out is let out
                self._state = -1
            self._cond.notify_all()

    def abort(self):
        """Break the barrier."""
        with self._cond:
            self._break()

    parties = property(lambda self: self._parties, doc="How many must come.")
    n_waiting = property(lambda self: self._count if self._state == 0 else 0, doc="How many are here.")
    broken = property(lambda self: self._state == -2, doc="Is it broken?")


# ---- threads ----

_counter = 0
_active_limbo_lock = RLock()
_active, _limbo = {}, {}
_shutdown_threads = []
_threading_atexits = []


def _newname(name_template="Thread-%d"):
    global _counter
    _counter += 1
    return name_template % _counter


class Thread:
    """A function that runs beside the others: target(*args, **kwargs), or a subclass's run()."""

    _initialized = False

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        assert group is None, "group argument must be None for now"
        if kwargs is None:
            kwargs = {}
        if name:
            name = str(name)
        else:
            name = _newname("Thread-%d")
            if target is not None:
                try:
                    name += " (%s)" % target.__name__
                except AttributeError:
                    pass
        self._target, self._name, self._args, self._kwargs = target, name, args, kwargs
        self._daemonic = current_thread().daemon if daemon is None else daemon
        self._ident = self._native_id = None
        self._started, self._ended, self._is_stopped = _Gate(), _Gate(), False
        self._initialized = True
        self._stderr, self._invoke_excepthook = _sys.stderr, None

    def __repr__(self):
        assert self._initialized, "Thread.__init__() was not called"
        words = ["stopped" if self._is_stopped else "started" if self._started.is_set() else "initial"]
        if self._daemonic:
            words.append("daemon")
        if self._ident is not None:
            words.append(str(self._ident))
        return "<%s(%s, %s)>" % (type(self).__name__, self._name, " ".join(words))

    def start(self):
        """Let it run; only once."""
        if not self._initialized:
            raise RuntimeError("thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("threads can only be started once")
        _limbo[self] = self
        if not self._daemonic:
            _shutdown_threads.append(self)
        try:
            _thread.start_new_thread(self._bootstrap, ())
        except Exception:
            del _limbo[self]
            if self in _shutdown_threads:
                _shutdown_threads.remove(self)
            raise
        self._started.wait()

    def run(self):
        """What the thread does."""
        target = self._target
        try:
            if target is not None:
                target(*self._args, **self._kwargs)
        finally:
            target = None
            for name in ("_target", "_args", "_kwargs"):
                delattr(self, name)

    def _bootstrap(self):
        try:
            try:
                self._ident, self._native_id = get_ident(), get_native_id()
                _active[self._ident] = self
                _limbo.pop(self, None)
                self._started.set()
                if _trace_hook:
                    _sys.settrace(_trace_hook)
                if _profile_hook:
                    _sys.setprofile(_profile_hook)
                self.run()
            except BaseException:
                try:
                    excepthook(ExceptHookArgs([*_sys.exc_info(), self]))
                except BaseException:
                    _sys.excepthook(*_sys.exc_info())
        finally:
            self._is_stopped = True
            try:
                self._started.set() # there may have been no memory for the first steps: start() must not wait for ever
                _active.pop(self._ident, None)
                if self in _shutdown_threads:
                    _shutdown_threads.remove(self)
                _forget_locals(self._ident)
            finally:
                self._ended.set()

    def join(self, timeout=None):
        """Wait until it ends, or for so many seconds."""
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        hindrance = "join current thread" if self is current_thread() else None
        if not self._started.is_set():
            hindrance = "join thread before it is started"
        if hindrance:
            raise RuntimeError("cannot " + hindrance)
        self._ended.wait(timeout if timeout is None or timeout > 0 else 0)

    @property
    def name(self):
        """Its name."""
        return self._name

    @name.setter
    def name(self, name):
        self._name = str(name)

    @property
    def ident(self):
        """Its number; None before it is started."""
        return self._ident

    @property
    def native_id(self):
        """The system's number of it."""
        return self._native_id

    def is_alive(self):
        """Does it run?"""
        return self._started.is_set() and not self._is_stopped

    @property
    def daemon(self):
        """The program does not wait for a daemon thread."""
        return self._daemonic

    @daemon.setter
    def daemon(self, daemonic):
        if not self._initialized:
            raise RuntimeError("Thread.__init__() not called")
        if self._started.is_set():
            raise RuntimeError("cannot set daemon status of active thread")
        self._daemonic = daemonic

    def isDaemon(self):
        """The old way to ask for daemon."""
        import warnings
        warnings.warn("isDaemon() is deprecated, get the daemon attribute instead", DeprecationWarning, stacklevel=2)
        return self.daemon

    def setDaemon(self, daemonic):
        """The old way to set daemon."""
        import warnings
        warnings.warn("setDaemon() is deprecated, set the daemon attribute instead", DeprecationWarning, stacklevel=2)
        self.daemon = daemonic

    def getName(self):
        """The old way to ask for the name."""
        import warnings
        warnings.warn("getName() is deprecated, get the name attribute instead", DeprecationWarning, stacklevel=2)
        return self.name

    def setName(self, name):
        """The old way to set the name."""
        import warnings
        warnings.warn("setName() is deprecated, set the name attribute instead", DeprecationWarning, stacklevel=2)
        self.name = name


class ExceptHookArgs(tuple):
    """What excepthook() is told: exc_type, exc_value, exc_traceback, thread."""

    exc_type = property(lambda self: self[0], doc="The class of the exception.")
    exc_value = property(lambda self: self[1], doc="The exception.")
    exc_traceback = property(lambda self: self[2], doc="Its traceback.")
    thread = property(lambda self: self[3], doc="The thread that it ended.")

    def __repr__(self):
        return "_thread._ExceptHookArgs(exc_type=%r, exc_value=%r, exc_traceback=%r, thread=%r)" % self


ExceptHookArgs.__name__ = ExceptHookArgs.__qualname__ = "_ExceptHookArgs"
ExceptHookArgs.__module__ = "_thread"


def excepthook(args, /):
    """Show an exception that a thread did not handle."""
    if args.exc_type is SystemExit:
        return
    thread = args.thread
    name = thread.name if thread is not None else get_ident()
    stream = _sys.stderr or getattr(thread, "_stderr", None)
    if stream is None:
        return
    stream.write("Exception in thread %s:\n" % name)
    _sys.__excepthook__(args.exc_type, args.exc_value, args.exc_traceback)
    stream.flush()


__excepthook__ = excepthook


class Timer(Thread):
    """Call a function after some seconds."""

    def __init__(self, interval, function, args=None, kwargs=None):
        Thread.__init__(self)
        self.interval, self.function, self.finished = interval, function, Event()
        self.args = [] if args is None else args
        self.kwargs = {} if kwargs is None else kwargs

    def cancel(self):
        """Do not call it."""
        self.finished.set()

    def run(self):
        """Wait, then call."""
        is_cancelled = self.finished.wait(self.interval)
        for function in () if is_cancelled else (self.function,):
            function(*self.args, **self.kwargs)
            self.finished.set()


class _MainThread(Thread):
    def __init__(self):
        self._initialized, self._daemonic, self._name = True, False, "MainThread"
        self._started, self._ended, self._is_stopped = _Gate(), _Gate(), False
        self._started.set()
        self._ident, self._native_id = get_ident(), get_native_id()
        self._stderr = _sys.stderr
        _active[self._ident] = self


class _DummyThread(Thread):
    def __init__(self):
        super().__init__(name=_newname("Dummy-%d"), daemon=True)
        self._started.set()
        self._ident, self._native_id = get_ident(), get_native_id()
        _active[self._ident] = self

    def is_alive(self):
        return True

    def join(self, timeout=None):
        raise RuntimeError("cannot join a dummy thread")


def current_thread():
    """The thread that asks."""
    try:
        return _active[get_ident()]
    except KeyError:
        return _DummyThread()


def currentThread():
    """The old name of current_thread()."""
    import warnings
    warnings.warn("currentThread() is deprecated, use current_thread() instead", DeprecationWarning, stacklevel=2)
    return current_thread()


def active_count():
    """How many threads are alive."""
    return len(_active) + len(_limbo)


def activeCount():
    """The old name of active_count()."""
    import warnings
    warnings.warn("activeCount() is deprecated, use active_count() instead", DeprecationWarning, stacklevel=2)
    return active_count()


def enumerate():
    """The threads that are alive."""
    return list(_active.values()) + list(_limbo.values())


def main_thread():
    """The thread that the program began in."""
    return _main_thread


def _register_atexit(func, *arg, **kwargs):
    _threading_atexits.append(lambda: func(*arg, **kwargs))


def _shutdown():
    """The end of the program: wait for all but the daemon threads."""
    for call in reversed(_threading_atexits):
        call()
    while _shutdown_threads:
        _shutdown_threads[0]._ended.wait()


# ---- values of each thread's own ----

_locals = {}  # number of a thread: {id of a local: (weak reference, its dict)}


def _forget_locals(ident):
    _locals.pop(ident, None)


class local:
    """Attributes that every thread has for itself."""

    def __new__(cls, /, *args, **kw):
        if (args or kw) and cls.__init__ is object.__init__:
            raise TypeError("Initialization arguments are not supported")
        self = object.__new__(cls)
        object.__setattr__(self, "_local__arguments", (args, kw))
        _own_dict(self, False)
        return self

    def __getattribute__(self, name):
        own = _own_dict(self)
        if name == "__dict__":
            return own
        if name in own:
            return own[name]
        if name == "_local__arguments":
            raise _missing(self, name)
        try:
            return object.__getattribute__(self, name)
        except AttributeError:
            raise _missing(self, name) from None

    def __setattr__(self, name, value):
        if name == "__dict__":
            raise AttributeError("'%s' object attribute '__dict__' is read-only" % type(self).__name__)
        for base in type(self).__mro__:
            if name in base.__dict__ and hasattr(base.__dict__[name], "__set__"):
                return object.__setattr__(self, name, value)
        _own_dict(self)[name] = value

    def __delattr__(self, name):
        if name == "__dict__":
            raise AttributeError("'%s' object attribute '__dict__' is read-only" % type(self).__name__)
        try:
            del _own_dict(self)[name]
        except KeyError:
            raise _missing(self, name) from None


def _missing(self, name):
    kind = "_thread._local" if type(self) is local else type(self).__name__
    return AttributeError("'%s' object has no attribute '%s'" % (kind, name), name=name, obj=self)


def _own_dict(self, initialize=True):
    mine = _locals.setdefault(get_ident(), {})
    key = id(self)
    entry = mine.get(key)
    if entry is not None:
        return entry[1]

    def gone(reference):
        for every in list(_locals.values()):
            if key in every and every[key][0]() is None:
                del every[key]
    own = {}
    mine[key] = _ref(self, gone), own
    if initialize and type(self).__init__ is not object.__init__:
        arguments, keywords = object.__getattribute__(self, "_local__arguments")
        type(self).__init__(self, *arguments, **keywords)
    return own


_main_thread = _MainThread()
