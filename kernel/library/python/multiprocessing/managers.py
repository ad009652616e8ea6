"""A process that holds objects for others: dicts, lists, queues and locks behind proxies.

A manager starts a process that listens on a socket in a folder of its own. Each thread that uses a proxy has a connection of
its own, and a thread of the process answers it: so locks know who holds them. A request is (identity, method, arguments,
keywords); the answer is ("value", result), ("error", exception) or ("proxy", (kind, identity))."""
import multiprocessing as _multiprocessing
import os as _os
import socket as _socket
import threading as _threading
import weakref as _weakref

__all__ = ["BaseManager", "SyncManager", "BaseProxy", "Token", "NamespaceProxy", "DictProxy", "ListProxy", "ValueProxy"]


class RemoteError(Exception):
    """What went wrong in the process of a manager."""

    def __str__(self):
        return "\n" + "-" * 75 + "\n" + str(self.args[0]) + "-" * 75


class Token:
    """What names an object of a manager: its kind, the manager's address, a number."""

    def __init__(self, typeid, address, id):
        self.typeid, self.address, self.id = typeid, address, id

    def __repr__(self):
        return "%s(typeid=%r, address=%r, id=%r)" % (type(self).__name__, self.typeid, self.address, self.id)


class Namespace:
    """Attributes that are shared."""

    def __init__(self, /, **kwds):
        self.__dict__.update(kwds)

    def __repr__(self):
        return "Namespace(%s)" % ", ".join(sorted("%s=%r" % pair for pair in self.__dict__.items() if not pair[0].startswith("_")))


class Value:
    """A value that is shared: value, get(), set()."""

    def __init__(self, typecode, value, lock=True):
        self._typecode, self.value = typecode, value

    def get(self):
        """The value."""
        return self.value

    def set(self, value):
        """Change the value."""
        self.value = value

    def __repr__(self):
        return "%s(%r, %r)" % (type(self).__name__, self._typecode, self.value)


def Array(typecode, sequence, lock=True):
    """Numbers that are shared."""
    from array import array
    return array(typecode, sequence)


# ---- the process ----

class _Server:
    """Holds the objects and answers requests."""

    def __init__(self, listener, kinds, parent):
        self.listener, self.kinds, self.parent = listener, kinds, parent
        self.objects, self.counts, self.number, self.lock = {}, {}, 0, _threading.Lock()

    def keep(self, kind, value):
        """The number under which an object is held from now on."""
        with self.lock:
            self.number += 1
            self.objects[self.number], self.counts[self.number] = (kind, value), 1
            return self.number

    def serve(self):
        """Answer until the manager is shut down or its owner is gone."""
        self.listener.settimeout(1)
        while _os.getppid() == self.parent:
            try:
                connection, _ = self.listener.accept()
            except (TimeoutError, InterruptedError):
                continue
            connection.settimeout(None)
            _threading.Thread(target=self.answer_all, args=(connection,), daemon=True).start()
        _os._exit(0)

    def answer_all(self, connection):
        """The requests of one thread of one process."""
        number = connection.fileno()
        while True:
            try:
                identity, method, args, kwds = _multiprocessing._loads(_multiprocessing._receive(number))
            except (EOFError, OSError):
                return
            try:
                answer = self.answer(identity, method, args, kwds)
            except Exception as error:
                answer = "error", error
            try:
                data = _multiprocessing._dumps(answer)
            except Exception:
                import traceback
                data = _multiprocessing._dumps(("error", RemoteError(traceback.format_exc())))
            try:
                _multiprocessing._send(number, data)
            except OSError:
                return

    def answer(self, identity, method, args, kwds):
        """What a request gives."""
        if identity == 0:
            return "value", getattr(self, "do_" + method)(*args, **kwds)
        kind, value = self.objects[identity]
        if method == "#value":
            return "value", value
        if method in ("#str", "#repr"):
            return "value", str(value) if method == "#str" else repr(value)
        result = getattr(value, method)(*args, **kwds)
        made = self.kinds[kind].results.get(method)
        if made:
            return "proxy", (made, self.keep(made, result))
        return "value", result

    def do_create(self, kind, args, kwds):
        """Make an object: its number, and the names of its methods."""
        entry = self.kinds[kind]
        if entry.callable is None:
            value, = args
        else:
            value = entry.callable(*args, **kwds)
        exposed = entry.exposed or [name for name in dir(value) if name[0] != "_" and callable(getattr(value, name))]
        return self.keep(kind, value), tuple(exposed)

    def do_held(self, identity, change):
        """One proxy more, or one less."""
        with self.lock:
            if identity in self.counts:
                self.counts[identity] += change
                if not self.counts[identity]:
                    del self.counts[identity], self.objects[identity]

    def do_count(self):
        """How many objects are held."""
        return len(self.objects)

    def do_ready(self):
        """Yes."""


# ---- the connection of a thread ----

_own = _threading.local()


def _request(address, identity, method, args=(), kwds={}):
    connections = _own.__dict__.setdefault("connections", {})
    key = address, _os.getpid()
    if key not in connections:
        connections.clear()  # those of the process that this one is a copy of are not its own
    # Idle ones only: a proxy may go, and tell so, in the middle of another's request.
    idle = connections.setdefault(key, [])
    if idle:
        connection = idle.pop()
    else:
        connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        connection.connect(address)
    number = connection.fileno()
    data = _multiprocessing._dumps((identity, method, args, kwds))
    try:
        _multiprocessing._send(number, data)
        kind, result = _multiprocessing._loads(_multiprocessing._receive(number))
    except (EOFError, OSError):
        connections.pop(key, None)
        connection.close()
        raise
    idle.append(connection)
    if kind == "error":
        raise result
    if kind == "proxy":
        return _made(address, *result)
    return result


_proxy_kinds = {}


def _made(address, kind, identity, exposed=None, holds=True):
    """A proxy for an object that the manager holds; it is let go with the proxy."""
    proxy = object.__new__(_proxy_kinds.get(kind) or _proxy_class(kind, exposed or ()))
    own = proxy.__dict__
    own["_token"], own["_owner"] = Token(kind, address, identity), _os.getpid()
    if not holds:
        _request(address, 0, "held", (identity, 1))
    own["_id"] = identity
    return proxy


class BaseProxy:
    """Stands for an object of a manager; may be sent to other processes."""

    _exposed_ = ()

    def _callmethod(self, methodname, args=(), kwds={}):
        token = self.__dict__["_token"]
        return _request(token.address, token.id, methodname, args, kwds)

    def _getvalue(self):
        """A copy of the object."""
        return self._callmethod("#value")

    def __reduce__(self):
        token = self.__dict__["_token"]
        return _made, (token.address, token.typeid, token.id, self._exposed_, False)

    def __deepcopy__(self, memo):
        return self._getvalue()

    def __str__(self):
        try:
            return self._callmethod("#repr")
        except Exception:
            return repr(self)[:-1] + "; '__str__()' failed>"

    def __repr__(self):
        token = self.__dict__["_token"]
        return "<%s object, typeid %r at %#x>" % (type(self).__name__, token.typeid, id(self))

    def __del__(self):
        own = self.__dict__
        if own.get("_owner") == _os.getpid():
            try:
                _request(own["_token"].address, 0, "held", (own["_token"].id, -1))
            except Exception:
                pass  # the manager is gone, and the object with it


def _method(name):
    def method(self, /, *args, **kwds):
        return self._callmethod(name, args, kwds)
    method.__name__ = method.__qualname__ = name
    method.__doc__ = "%s() of the object." % name
    return method


def MakeProxyType(name, exposed):
    """A class of proxies that have these methods."""
    members = {method: _method(method) for method in exposed}
    return type(name, (BaseProxy,), dict(members, _exposed_=tuple(exposed), __doc__="Stands for an object of a manager, with its methods."))


def _proxy_class(kind, exposed):
    return MakeProxyType("AutoProxy[%s]" % kind, exposed)


class AcquirerProxy(MakeProxyType("_Acquirer", ("acquire", "release"))):
    """A lock of a manager."""

    def __enter__(self):
        return self._callmethod("acquire")

    def __exit__(self, *error):
        return self._callmethod("release")


class ConditionProxy(AcquirerProxy):
    """A condition of a manager."""

    wait, notify, notify_all = _method("wait"), _method("notify"), _method("notify_all")

    def wait_for(self, predicate, timeout=None):
        """Wait until a function says yes; its last answer."""
        import time
        end = None if timeout is None else time.monotonic() + timeout
        result = predicate()
        while not result:
            left = None if end is None else end - time.monotonic()
            if left is not None and left <= 0:
                break
            self.wait(left)
            result = predicate()
        return result


EventProxy = MakeProxyType("EventProxy", ("is_set", "set", "clear", "wait"))
BarrierProxy = MakeProxyType("BarrierProxy", ("wait", "abort", "reset"))
QueueProxy = MakeProxyType("AutoProxy[Queue]", ("put", "get", "put_nowait", "get_nowait", "qsize", "empty", "full", "task_done", "join"))


class NamespaceProxy(BaseProxy):
    """Attributes that are shared."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return self._callmethod("__getattribute__", (name,))

    def __setattr__(self, name, value):
        self._callmethod("__setattr__", (name, value))

    def __delattr__(self, name):
        self._callmethod("__delattr__", (name,))


class ValueProxy(MakeProxyType("_Value", ("get", "set"))):
    """A value that is shared."""

    value = property(lambda self: self.get(), lambda self, value: self.set(value), doc="The value.")


class ListProxy(MakeProxyType("_List", ("__add__", "__contains__", "__delitem__", "__getitem__", "__len__", "__mul__", "__reversed__", "__rmul__",
                                        "__setitem__", "append", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort"))):
    """A list that is shared."""

    def __iadd__(self, value):
        self._callmethod("extend", (value,))
        return self

    def __imul__(self, value):
        self._callmethod("__imul__", (value,))
        return self


class DictProxy(MakeProxyType("_Dict", ("__contains__", "__delitem__", "__getitem__", "__len__", "__setitem__", "clear", "copy", "get", "pop",
                                        "popitem", "setdefault", "update"))):
    """A dict that is shared."""

    def __iter__(self):
        return iter(self.keys())

    def keys(self):
        """The keys, as a list."""
        return list(self._getvalue())

    def values(self):
        """The values, as a list."""
        return list(self._getvalue().values())

    def items(self):
        """The pairs, as a list."""
        return list(self._getvalue().items())


ArrayProxy = MakeProxyType("ArrayProxy", ("__len__", "__getitem__", "__setitem__"))
IteratorProxy = MakeProxyType("IteratorProxy", ("__next__", "send", "throw", "close"))
IteratorProxy.__iter__ = lambda self: self


# ---- managers ----

class _Kind:
    def __init__(self, callable, exposed, results):
        self.callable, self.exposed, self.results = callable, exposed, results


class BaseManager:
    """Starts a process that holds objects; register() says of which kinds."""

    _registry = {}

    def __init__(self, address=None, authkey=None, serializer="pickle", ctx=None, *, shutdown_timeout=1.0):
        self._address, self._process, self._folder = address, None, None

    address = property(lambda self: self._address, doc="Where the process listens.")

    @classmethod
    def register(cls, typeid, callable=None, proxytype=None, exposed=None, method_to_typeid=None, create_method=True):
        """Objects of a kind: what makes them, the class of their proxies."""
        if "_registry" not in cls.__dict__:
            cls._registry = cls._registry.copy()
        cls._registry[typeid] = _Kind(callable, exposed or getattr(proxytype, "_exposed_", None) or None, dict(method_to_typeid or {}))
        if proxytype is not None:
            _proxy_kinds[typeid] = proxytype
        if create_method:
            def make(self, /, *args, **kwds):
                return self._create(typeid, args, kwds)
            make.__name__, make.__qualname__ = typeid, "%s.%s" % (cls.__name__, typeid)
            make.__doc__ = "A %s that processes share." % typeid
            setattr(cls, typeid, make)

    def _create(self, typeid, args, kwds):
        assert self._process is not None, "server not yet started"
        identity, exposed = _request(self._address, 0, "create", (typeid, args, kwds))
        return _made(self._address, typeid, identity, exposed)

    def start(self, initializer=None, initargs=()):
        """Start the process."""
        import tempfile
        assert self._process is None, "Already started server"
        if self._address is None:
            self._folder = tempfile.mkdtemp(prefix="pymp-")
            self._address = _os.path.join(self._folder, "listener")
        listener = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        listener.bind(self._address)
        listener.listen(64)
        self._process = _multiprocessing.Process(target=self._run, args=(listener, _os.getpid(), initializer, initargs))
        self._process.name = "%s-%s" % (type(self).__name__, self._process.name.rpartition("-")[2])
        self._process._daemon = False
        self._process.start()
        listener.close()
        self._end = _weakref.finalize(self, self._finish, self._process, self._address, self._folder, _os.getpid())

    def _run(self, listener, parent, initializer, initargs):
        import signal
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if initializer is not None:
            initializer(*initargs)
        _Server(listener, self._registry, parent).serve()

    @staticmethod
    def _finish(process, address, folder, owner):
        if owner != _os.getpid():
            return
        process.kill()
        process.join()
        try:
            _os.unlink(address)
            if folder:
                _os.rmdir(folder)
        except OSError:
            pass

    def shutdown(self):
        """End the process."""
        if self._process is not None:
            self._end()

    def join(self, timeout=None):
        """Wait until the process ends."""
        if self._process is not None:
            self._process.join(timeout)

    def _number_of_objects(self):
        return _request(self._address, 0, "count")

    def __enter__(self):
        if self._process is None:
            self.start()
        return self

    def __exit__(self, *error):
        self.shutdown()


class SyncManager(BaseManager):
    """The manager of multiprocessing.Manager(): dict(), list(), Namespace(), Value(), Queue(), Lock() and more."""


def _register():
    import queue
    for kind, make, proxy in (("Queue", queue.Queue, QueueProxy), ("JoinableQueue", queue.Queue, QueueProxy), ("Event", _threading.Event, EventProxy),
                              ("Lock", _threading.Lock, AcquirerProxy), ("RLock", _threading.RLock, AcquirerProxy),
                              ("Semaphore", _threading.Semaphore, AcquirerProxy), ("BoundedSemaphore", _threading.BoundedSemaphore, AcquirerProxy),
                              ("Condition", _threading.Condition, ConditionProxy), ("Barrier", _threading.Barrier, BarrierProxy),
                              ("list", list, ListProxy), ("dict", dict, DictProxy), ("Value", Value, ValueProxy), ("Array", Array, ArrayProxy),
                              ("Namespace", Namespace, NamespaceProxy)):
        SyncManager.register(kind, make, proxy)


_register()
del _register
