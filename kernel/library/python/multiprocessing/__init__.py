"""Work in copies of this process."""
import _spawn
import os as _os
import struct as _struct
import sys as _sys
import threading as _threading
import time as _time

__path__ = []
__all__ = ["Array", "AuthenticationError", "Barrier", "BoundedSemaphore", "BufferTooShort", "Condition", "Event", "JoinableQueue", "Lock", "Manager",
           "Pipe", "Pool", "Process", "ProcessError", "Queue", "RLock", "RawArray", "RawValue", "Semaphore", "SimpleQueue", "TimeoutError", "Value",
           "active_children", "cpu_count", "current_process", "freeze_support", "get_all_start_methods", "get_context", "get_start_method",
           "parent_process", "set_start_method"]


class ProcessError(Exception):
    """What goes wrong with processes."""


class TimeoutError(ProcessError):
    """It took too long."""


class AuthenticationError(ProcessError):
    """Not who it should be."""


class BufferTooShort(ProcessError):
    """A message that does not fit."""


for _class in (ProcessError, TimeoutError, AuthenticationError, BufferTooShort):
    _class.__module__ = "multiprocessing.context"


def cpu_count():
    """The number of processors."""
    return _os.cpu_count()


def freeze_support():
    """Nothing: for other systems."""


# All contexts are one: processes are always copies, whatever method was asked for.
class BaseContext:
    """The functions and classes of multiprocessing under one start method."""

    def __init__(self, method=None):
        self._name = method

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(_sys.modules["multiprocessing"], name)

    def get_start_method(self, allow_none=False):
        """How its processes are started."""
        return self._name or get_start_method(allow_none)

    def set_start_method(self, method=None, force=False):
        """Only the default context can be changed."""
        if self._name is not None:
            raise ValueError("cannot set start method of concrete context")
        set_start_method(method, force)

    def get_context(self, method=None):
        """The context of a start method."""
        return self if method is None else get_context(method)


class DefaultContext(BaseContext):
    """The context of the module's own functions."""


class ForkContext(BaseContext):
    """Processes that are copies of this one."""


class SpawnContext(BaseContext):
    """As ForkContext, here."""


class ForkServerContext(BaseContext):
    """As ForkContext, here."""


for _class in (BaseContext, DefaultContext, ForkContext, SpawnContext, ForkServerContext):
    _class.__module__ = "multiprocessing.context"
_contexts = {"fork": ForkContext("fork"), "spawn": SpawnContext("spawn"), "forkserver": ForkServerContext("forkserver")}
_default_context = DefaultContext()
_method = None


def get_all_start_methods():
    """The start methods that may be asked for."""
    return list(_contexts)


def get_start_method(allow_none=False):
    """How processes are started: 'fork', unless another name was set."""
    global _method
    if _method is None and not allow_none:
        _method = "fork"
    return _method


def set_start_method(method, force=False):
    """Set the name of the start method, once; processes are copies of this one all the same."""
    global _method
    if _method is not None and not force:
        raise RuntimeError("context has already been set")
    if method is None and force:
        _method = None
        return
    get_context(method)
    _method = method


def get_context(method=None):
    """The context of a start method."""
    if method is None:
        return _contexts[_method] if _method else _default_context
    if method not in _contexts:
        raise ValueError("cannot find context for %r" % method)
    return _contexts[method]


# ---- messages over a pipe ----

def _read_exactly(descriptor, size):
    parts = []
    while size:
        data = _os.read(descriptor, min(size, 1 << 20))
        if not data:
            raise EOFError
        parts.append(data)
        size -= len(data)
    return b"".join(parts)


def _write_all(descriptor, data):
    place = 0
    while place < len(data):
        _spawn.poll([], [descriptor], -1)
        place += _os.write(descriptor, data[place:place + 4096])


def _send(descriptor, data):
    _write_all(descriptor, _struct.pack("!Q", len(data)) + data)


def _receive(descriptor):
    return _read_exactly(descriptor, _struct.unpack("!Q", _read_exactly(descriptor, 8))[0])


def _dumps(value):
    import pickle
    return pickle.dumps(value)


def _loads(data):
    import pickle
    return pickle.loads(data)


# ---- locks: bytes in a pipe; who takes one out may go on ----

def _close_pipe(holder, close=_os.close):  # what a destructor needs comes with it: at the end the module's names may be gone
    "Close the two ends that an object holds, once."
    ends = getattr(holder, "_reader", None), getattr(holder, "_writer", None)
    holder._reader = holder._writer = None
    for end in ends:
        try:
            if end is not None:
                close(end)
        except (OSError, AttributeError):
            pass  # closed by others, or everything comes to its end


class Semaphore:
    """A counter over processes that waits instead of going below zero."""

    def __init__(self, value=1, *, ctx=None):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._reader, self._writer = _os.pipe()
        self._initial = value
        if value:
            _os.write(self._writer, b"x" * value)
        _os.set_blocking(self._reader, False)

    def __del__(self, _close_pipe=_close_pipe):
        _close_pipe(self)

    def acquire(self, block=True, timeout=None):
        """Count down, waiting while the counter is zero: whether it was done."""
        end = None if timeout is None else _time.monotonic() + timeout
        while True:
            try:
                if _os.read(self._reader, 1):
                    return True
            except BlockingIOError:
                pass
            left = -1 if end is None else end - _time.monotonic()
            if not block or end is not None and left <= 0:
                return False
            _spawn.poll([self._reader], [], left)

    def release(self):
        """Count up."""
        _os.write(self._writer, b"x")

    def get_value(self):
        """Not known here."""
        raise NotImplementedError

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *arguments):
        self.release()

    def __repr__(self):
        return "<%s>" % type(self).__name__


class BoundedSemaphore(Semaphore):
    """A semaphore."""


class Lock(Semaphore):
    """A lock over processes."""

    def __init__(self, *, ctx=None):
        super().__init__(1)
        self._held = _spawn.shared(1)

    def acquire(self, block=True, timeout=None):
        """Take it: whether it was taken."""
        got = super().acquire(block, timeout)
        if got:
            self._held.write(0, b"\1")
        return got

    def release(self):
        """Let go of it."""
        if self._held.read(0, 1) != b"\1":
            raise ValueError("semaphore or lock released too many times")
        self._held.write(0, b"\0")
        super().release()


class RLock(Semaphore):
    """A lock over processes that its holder may take again."""

    def __init__(self, *, ctx=None):
        super().__init__(1)
        self._owner, self._count = None, 0

    def acquire(self, block=True, timeout=None):
        """Take it: whether it was taken."""
        own = _os.getpid(), _threading.get_ident()
        if self._count and self._owner == own:
            self._count += 1
            return True
        if not super().acquire(block, timeout):
            return False
        self._owner, self._count = own, 1
        return True

    def release(self):
        """Let go of it."""
        if not self._count or self._owner != (_os.getpid(), _threading.get_ident()):
            raise AssertionError("attempt to release recursive lock not owned by thread")
        self._count -= 1
        if not self._count:
            self._owner = None
            super().release()


class Event:
    """A flag over processes that can be waited for."""

    def __init__(self, *, ctx=None):
        self._flag = _spawn.shared(1)

    def is_set(self):
        """Is the flag up?"""
        return self._flag.read(0, 1) == b"\1"

    def set(self):
        """Put the flag up."""
        self._flag.write(0, b"\1")

    def clear(self):
        """Take the flag down."""
        self._flag.write(0, b"\0")

    def wait(self, timeout=None):
        """Wait for the flag: whether it is up."""
        end = None if timeout is None else _time.monotonic() + timeout
        delay = 0.0005
        while not self.is_set():
            if end is not None and _time.monotonic() >= end:
                return False
            delay = min(delay * 2, 0.02)
            _time.sleep(delay)
        return True


class Condition:
    """Processes that wait until another one says that something happened."""

    def __init__(self, lock=None, *, ctx=None):
        self._lock, self._waiting, self._wakeup = lock or RLock(), Value("i", 0), Semaphore(0)
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *arguments):
        return self._lock.__exit__(*arguments)

    def wait(self, timeout=None):
        """Wait for notify(); False when the time is over."""
        self._waiting.value += 1
        self._lock.release()
        try:
            return self._wakeup.acquire(True, timeout)
        finally:
            self._lock.acquire()

    def wait_for(self, predicate, timeout=None):
        """Wait until a function says yes; its last answer."""
        end = None if timeout is None else _time.monotonic() + timeout
        result = predicate()
        while not result:
            left = None if end is None else end - _time.monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
            result = predicate()
        return result

    def notify(self, n=1):
        """Wake n of those that wait."""
        for _ in range(min(n, self._waiting.value)):
            self._waiting.value -= 1
            self._wakeup.release()

    def notify_all(self):
        """Wake all that wait."""
        self.notify(self._waiting.value)


class Barrier:
    """Processes that wait for each other."""

    def __init__(self, parties, action=None, timeout=None, *, ctx=None):
        self.parties, self._action, self._timeout = parties, action, timeout
        self._lock, self._count, self._turnstile = Lock(), Value("i", 0), Semaphore(0)

    def wait(self, timeout=None):
        """Wait until all are here."""
        with self._lock:
            index = self._count.value
            self._count.value = (index + 1) % self.parties
            if index + 1 == self.parties:
                if self._action:
                    self._action()
                for _ in range(self.parties - 1):
                    self._turnstile.release()
                return index
        if not self._turnstile.acquire(True, self._timeout if timeout is None else timeout):
            raise _threading.BrokenBarrierError
        return index


# ---- pipes and queues ----

class Connection:
    """An end of a Pipe()."""

    def __init__(self, reader, writer):
        self._reader, self._writer = reader, writer

    readable = property(lambda self: self._reader is not None, doc="Whether it can receive.")
    writable = property(lambda self: self._writer is not None, doc="Whether it can send.")
    closed = property(lambda self: self._reader is None and self._writer is None, doc="Whether it has been closed.")

    def fileno(self):
        """A descriptor."""
        return self._reader if self._reader is not None else self._writer

    def send(self, obj):
        """Send an object."""
        self.send_bytes(_dumps(obj))

    def send_bytes(self, buf, offset=0, size=None):
        """Send bytes."""
        if self._writer is None:
            raise OSError("handle is closed" if self.closed else "connection is read-only")
        data = bytes(buf)[offset:]
        _send(self._writer, data if size is None else data[:size])

    def recv(self):
        """The next object; EOFError when the other end is closed."""
        return _loads(self.recv_bytes())

    def recv_bytes(self, maxlength=None):
        """The next bytes."""
        if self._reader is None:
            raise OSError("handle is closed" if self.closed else "connection is write-only")
        return _receive(self._reader)

    def poll(self, timeout=0.0):
        """Is there something to receive?"""
        return bool(_spawn.poll([self._reader], [], -1 if timeout is None else timeout))

    def close(self):
        """Close this end."""
        for descriptor in {self._reader, self._writer} - {None}:
            _os.close(descriptor)
        self._reader = self._writer = None

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass


Connection.__module__ = "multiprocessing.connection"


def Pipe(duplex=True):
    """Two ends that are connected; with duplex=False the first only receives and the second only sends."""
    reader, writer = _os.pipe()
    if not duplex:
        return Connection(reader, None), Connection(None, writer)
    other_reader, other_writer = _os.pipe()
    return Connection(reader, other_writer), Connection(other_reader, writer)


class SimpleQueue:
    """First in, first out, over processes."""

    def __init__(self, *, ctx=None):
        self._reader, self._writer = _os.pipe()
        self._read_lock, self._write_lock = Lock(), Lock()

    def empty(self):
        """Is it empty?"""
        return not _spawn.poll([self._reader], [], 0)

    def put(self, obj):
        """Put an object in."""
        data = _dumps(obj)
        with self._write_lock:
            _send(self._writer, data)

    def get(self):
        """Take an object out, waiting for one."""
        with self._read_lock:
            data = _receive(self._reader)
        return _loads(data)

    def close(self):
        """Close it."""
        for holder in self, self._read_lock, self._write_lock:
            _close_pipe(holder)

    def __del__(self, _close_pipe=_close_pipe):
        _close_pipe(self)


class Queue(SimpleQueue):
    """First in, first out, over processes, with limits of size and time."""

    def __init__(self, maxsize=0, *, ctx=None):
        super().__init__()
        self._maxsize, self._room = maxsize, Semaphore(maxsize) if maxsize > 0 else None
        self._sent, self._size = None, Value("q", 0)
        self._owner, self._closed, self._feeder = _os.getpid(), False, None

    def put(self, obj, block=True, timeout=None):
        """Put an object in; queue.Full when there is no room."""
        import queue
        if self._closed:
            raise ValueError(f"Queue {self!r} is closed")
        if self._room is not None and not self._room.acquire(block, timeout):
            raise queue.Full
        if self._sent is None or self._owner != _os.getpid():
            # A thread writes, so that nobody waits for readers.
            self._sent, self._owner = queue.SimpleQueue(), _os.getpid()
            self._feeder = _threading.Thread(target=self._feed, name="QueueFeederThread", daemon=True)
            self._feeder.start()
            _feeding.append(self._sent)
        with self._size.get_lock():
            self._size.value += 1
        self._sent.put(_dumps(obj))

    def _feed(self):
        sent = self._sent
        while True:
            data = sent.get()
            if data is None:
                return
            with self._write_lock:
                _send(self._writer, data)
            if sent.empty():
                sent.idle = True

    def get(self, block=True, timeout=None):
        """Take an object out; queue.Empty when there is none."""
        import queue
        end = None if timeout is None else _time.monotonic() + timeout
        if not self._read_lock.acquire(block, timeout):
            raise queue.Empty
        try:
            if block and end is None:
                left = -1
            else:
                left = max(end - _time.monotonic(), 0) if block else 0
            if not _spawn.poll([self._reader], [], left):
                raise queue.Empty
            data = _receive(self._reader)
        finally:
            self._read_lock.release()
        if self._room is not None:
            self._room.release()
        with self._size.get_lock():
            self._size.value -= 1
        return _loads(data)

    def put_nowait(self, obj):
        """put() without waiting."""
        return self.put(obj, False)

    def get_nowait(self):
        """get() without waiting."""
        return self.get(False)

    def qsize(self):
        """About how many objects there are."""
        return self._size.value

    def empty(self):
        """Is it empty?"""
        return self._size.value <= 0

    def full(self):
        """Is it full?"""
        return self._maxsize > 0 and self._size.value >= self._maxsize

    def close(self):
        """No more objects from this process."""
        if not self._closed and self._sent is not None and self._owner == _os.getpid():
            self._sent.put(None)
        self._closed = True

    def join_thread(self):
        """Wait until all objects are written."""
        assert self._closed, "Queue {0!r} not closed".format(self)
        if self._feeder is not None and self._owner == _os.getpid():
            self._feeder.join()

    def cancel_join_thread(self):
        """Nothing."""


_feeding = []


def _flush_queues():
    """Wait for the threads that write, as long as somebody reads."""
    for sent in _feeding:
        while not sent.empty():
            _time.sleep(0.001)
    if _feeding:
        _time.sleep(0.002)
        _feeding.clear()


class JoinableQueue(Queue):
    """A queue with task_done() and join()."""

    def __init__(self, maxsize=0, *, ctx=None):
        super().__init__(maxsize)
        self._unfinished = Value("q", 0)

    def put(self, obj, block=True, timeout=None):
        """Put an object in."""
        with self._unfinished.get_lock():
            self._unfinished.value += 1
        super().put(obj, block, timeout)

    def task_done(self):
        """Say that an object was dealt with."""
        with self._unfinished.get_lock():
            if self._unfinished.value <= 0:
                raise ValueError("task_done() called too many times")
            self._unfinished.value -= 1

    def join(self):
        """Wait until all objects were dealt with."""
        while self._unfinished.value > 0:
            _time.sleep(0.001)


# ---- shared values ----

_SIZES = {"c": 1, "b": 1, "B": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8, "q": 8, "Q": 8, "f": 4, "d": 8}


def _code(typecode):
    if isinstance(typecode, str):
        if typecode in _SIZES:
            return typecode
    raise TypeError("this type has no storage size" if not isinstance(typecode, str) else "bad typecode %r" % (typecode,))


class _SharedValue:
    def __init__(self, code, initial, lock):
        self._code, self._memory, self._lock = code, _spawn.shared(_SIZES[code]), lock
        self.value = initial

    @property
    def value(self):
        """What it holds."""
        return _struct.unpack(self._code, self._memory.read(0, _SIZES[self._code]))[0]

    @value.setter
    def value(self, value):
        self._memory.write(0, _struct.pack(self._code, value))

    def get_lock(self):
        """Its lock."""
        return self._lock

    def get_obj(self):
        """The value object."""
        return self

    def __repr__(self):
        return "<Synchronized wrapper for %r>" % self.value


def Value(typecode_or_type, *args, lock=True):
    """A number that processes share: its attribute value."""
    return _SharedValue(_code(typecode_or_type), args[0] if args else 0, RLock() if lock is True else lock or None)


def RawValue(typecode_or_type, *args):
    """A shared number without a lock."""
    return Value(typecode_or_type, *args, lock=False)


class _SharedArray:
    def __init__(self, code, count, lock):
        self._code, self._count, self._size, self._lock = code, count, _SIZES[code], lock
        self._memory = _spawn.shared(count * self._size)

    def __len__(self):
        return self._count

    def _place(self, index):
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError("invalid index")
        return index * self._size

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        return _struct.unpack(self._code, self._memory.read(self._place(index), self._size))[0]

    def __setitem__(self, index, value):
        if isinstance(index, slice):
            places, values = range(*index.indices(self._count)), list(value)
            if len(places) != len(values):
                raise ValueError("Can only assign sequence of same size")
            for place, item in zip(places, values):
                self[place] = item
            return
        self._memory.write(self._place(index), _struct.pack(self._code, value))

    def __iter__(self):
        return (self[index] for index in range(self._count))

    def get_lock(self):
        """Its lock."""
        return self._lock

    def get_obj(self):
        """The array itself."""
        return self

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *arguments):
        return self._lock.__exit__(*arguments)


def Array(typecode_or_type, size_or_initializer, *, lock=True):
    """Numbers that processes share."""
    values = None if isinstance(size_or_initializer, int) else list(size_or_initializer)
    array = _SharedArray(_code(typecode_or_type), size_or_initializer if values is None else len(values), RLock() if lock is True else lock or None)
    if values is not None:
        array[:] = values
    return array


def RawArray(typecode_or_type, size_or_initializer):
    """Shared numbers without a lock."""
    return Array(typecode_or_type, size_or_initializer, lock=False)


def Manager():
    """A process that holds dicts, lists and more for others: manager.dict(), manager.list()."""
    from multiprocessing.managers import SyncManager
    manager = SyncManager()
    manager.start()
    return manager


# ---- processes ----

_children = set()
_count = 0


class Process:
    """A copy of this process that runs a function: target(*args, **kwargs), or a subclass's run()."""

    _ends_with_parent = False  # also when that is killed

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        global _count
        assert group is None, "group argument must be None for now"
        _count += 1
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs)
        self.name = name or "%s-%d" % (type(self).__name__, _count)
        self._daemon = _current.daemon if daemon is None and _current is not None else bool(daemon)
        self._pid, self._exitcode, self._parent, self._ended = None, None, _os.getpid(), None

    def run(self):
        """What the process does."""
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        """Let it run; only once."""
        assert self._pid is None, "cannot start a process twice"
        assert self._parent == _os.getpid(), "can only start a process object created by current process"
        assert not _current.daemon, "daemonic processes are not allowed to have children"
        _register()
        get_start_method()
        _sys.stdout.flush()
        _sys.stderr.flush()
        self._ended, alive = _os.pipe()  # its other end is closed with the process
        pid = _spawn.fork(self._ends_with_parent)
        if pid:
            _os.close(alive)
            self._pid = pid
            _children.add(self)
            return
        _os.close(self._ended)
        _os._exit(self._bootstrap())

    def _bootstrap(self):
        global _current, _parent
        _parent, _current = _current, self
        _children.clear()
        _feeding.clear()
        self._pid = _os.getpid()
        _threading._active.clear()
        _threading._limbo.clear()
        _threading._shutdown_threads.clear()
        _threading._main_thread = _threading._MainThread()
        code = 1
        try:
            self.run()
            code = 0
        except SystemExit as error:
            if error.code is None:
                code = 0
            elif isinstance(error.code, int):
                code = error.code
            else:
                _sys.stderr.write(str(error.code) + "\n")
        except BaseException:
            _sys.stderr.write("Process %s:\n" % self.name)
            _sys.__excepthook__(*_sys.exc_info())
        try:
            _threading._shutdown()
            _flush_queues()
        except BaseException:
            pass
        _sys.stdout.flush()
        return code & 0xff

    def _check(self, wait, timeout=None):
        if self._exitcode is not None or self._pid is None:
            return
        end = None if timeout is None else _time.monotonic() + timeout
        delay = 0.0005
        while True:
            try:
                pid, status = _os.waitpid(self._pid, 0 if wait and timeout is None else _os.WNOHANG)
            except ChildProcessError:
                pid, status = self._pid, 0
            if pid:
                self._exitcode = _os.waitstatus_to_exitcode(status)
                _children.discard(self)
                return
            if not wait or end is not None and _time.monotonic() >= end:
                return
            delay = min(delay * 2, 0.02)
            _time.sleep(delay)

    def join(self, timeout=None):
        """Wait until it ends, or for so many seconds."""
        assert self._parent == _os.getpid(), "can only join a child process"
        assert self._pid is not None, "can only join a started process"
        self._check(True, timeout)

    def is_alive(self):
        """Does it run?"""
        if self is _current:
            return True
        assert self._parent == _os.getpid(), "can only test a child process"
        self._check(False)
        return self._pid is not None and self._exitcode is None

    def terminate(self):
        """SIGTERM."""
        self._kill(15)

    def kill(self):
        """SIGKILL."""
        self._kill(9)

    def _kill(self, number):
        self._check(False)
        if self._pid is not None and self._exitcode is None:
            _os.kill(self._pid, number)

    def close(self):
        """Nothing is left to close, once it ended."""
        if self.is_alive():
            raise ValueError("Cannot close a process while it is still running. You should first call join() or terminate().")
        self.__del__()

    def __del__(self, getpid=_os.getpid, close=_os.close):
        # A copy of this process has its own descriptors.
        ended, self._ended = getattr(self, "_ended", None), None
        if ended is not None and self._parent == getpid():
            close(ended)

    @property
    def exitcode(self):
        """How it ended; negative: by a signal; None: not yet."""
        if self._parent == _os.getpid():
            self._check(False)
        return self._exitcode

    pid = ident = property(lambda self: self._pid, doc="Its number.")

    @property
    def daemon(self):
        """It is ended with this process."""
        return self._daemon

    @daemon.setter
    def daemon(self, daemonic):
        assert self._pid is None, "process has already started"
        self._daemon = daemonic

    @property
    def sentinel(self):
        """A descriptor that is ready when the process ended."""
        if self._ended is None:
            raise ValueError("process not started")
        return self._ended

    def __repr__(self):
        status = "initial" if self._pid is None else "started" if self._exitcode is None else "stopped"
        parts = [type(self).__name__, "name=%r" % self.name]
        if self._pid is not None:
            parts.append("pid=%s" % self._pid)
        if self._parent != _os.getpid():
            status = "unknown"
        else:
            parts.append("parent=%s" % self._parent)
        parts.append(status)
        if self._exitcode is not None:
            parts.append("exitcode=%s" % (self._exitcode if self._exitcode >= 0 else "-" + _signal_name(-self._exitcode)))
        if self._daemon:
            parts.append("daemon")
        return "<%s>" % " ".join(parts)


def _signal_name(number):
    import signal
    return signal.Signals(number).name


class _MainProcess(Process):
    def __init__(self):
        self.name, self._daemon, self._pid, self._exitcode, self._parent, self._ended = "MainProcess", False, _os.getpid(), None, None, None

    def is_alive(self):
        return True


_current = _parent = None
_current = _MainProcess()
_registered = False


def _register():
    global _registered
    if not _registered:
        _registered = True
        import atexit
        atexit.register(_end_children)


def _end_children():
    for child in list(_children):
        if child._parent != _os.getpid():
            continue
        if child.daemon:
            child.terminate()
        child.join()


def current_process():
    """The process that asks."""
    return _current


def parent_process():
    """The process that started this one, or None."""
    return _parent


def active_children():
    """The processes that were started and run."""
    for child in list(_children):
        child._check(False)
    return list(_children)


def Pool(processes=None, initializer=None, initargs=(), maxtasksperchild=None):
    """Processes that do calls: map(), apply(), imap() and more."""
    from multiprocessing import pool
    first = initializer, initargs
    return pool.Pool(processes, *first, maxtasksperchild)
