"""The loop of this system: epoll waits for descriptors, a pipe wakes it from other threads."""
import os as _os
import select as _select

from asyncio.base_events import BaseEventLoop
from asyncio.events import BaseDefaultEventLoopPolicy, Handle as _Handle

__all__ = ("SelectorEventLoop", "AbstractChildWatcher", "SafeChildWatcher", "FastChildWatcher", "PidfdChildWatcher",
           "MultiLoopChildWatcher", "ThreadedChildWatcher", "DefaultEventLoopPolicy")
_READ, _WRITE = _select.EPOLLIN, _select.EPOLLOUT


class BaseSelectorEventLoop(BaseEventLoop):
    """A loop that waits for descriptors."""

    def __init__(self, selector=None):
        super().__init__()
        self._epoll = _select.epoll()
        self._watched = {}  # descriptor: [handle to read, handle to write]
        self._signal_handlers = {}
        self._waker, self._wakes = _os.pipe()
        _os.set_blocking(self._waker, False)
        _os.set_blocking(self._wakes, False)
        self._epoll.register(self._waker, _READ)

    def close(self):
        """Give back what the loop holds. It must not run."""
        if self.is_running():
            raise RuntimeError("Cannot close a running event loop")
        if self._closed:
            return
        for number in list(self._signal_handlers):
            self.remove_signal_handler(number)
        super().close()
        self._watched.clear()
        self._epoll.close()
        _os.close(self._waker)
        _os.close(self._wakes)
        self._waker = self._wakes = -1

    def _write_to_self(self):
        if self._wakes >= 0:
            try:
                _os.write(self._wakes, b"\0")
            except BlockingIOError:
                pass  # it is full: the loop wakes up anyway

    def _wait(self, timeout):
        if timeout == 0 and not self._watched:
            return  # nothing that could be ready; the pipe only ends a wait
        for descriptor, events in self._epoll.poll(timeout):
            if descriptor == self._waker:
                try:
                    while len(_os.read(descriptor, 4096)) == 4096:
                        pass
                except BlockingIOError:
                    pass
                continue
            pair = self._watched.get(descriptor)
            if pair is None:
                continue
            reader, writer = pair
            if events & ~_WRITE and reader is not None:
                if reader._cancelled:
                    self._remove(descriptor, 0)
                else:
                    self._ready.append(reader)
            if events & ~_READ and writer is not None:
                if writer._cancelled:
                    self._remove(descriptor, 1)
                else:
                    self._ready.append(writer)

    # ---- descriptors ----

    def _descriptor(self, fd):
        if isinstance(fd, int):
            number = fd
        else:
            try:
                number = int(fd.fileno())
            except (AttributeError, TypeError, ValueError):
                raise ValueError(f"Invalid file object: {fd!r}") from None
        if number < 0:
            raise ValueError(f"Invalid file descriptor: {number}")
        return number

    def _add(self, fd, which, callback, args):
        self._check_closed()
        fd = self._descriptor(fd)
        handle = _Handle(callback, args, self, None)
        pair = self._watched.get(fd)
        if pair is None:
            self._epoll.register(fd, _WRITE if which else _READ)
            pair = self._watched[fd] = [None, None]
        elif pair[which] is not None:
            pair[which].cancel()
        else:
            self._epoll.modify(fd, _READ | _WRITE)
        pair[which] = handle
        return handle

    def _remove(self, fd, which):
        if self._closed:
            return False
        fd = self._descriptor(fd)
        pair = self._watched.get(fd)
        if pair is None or pair[which] is None:
            return False
        pair[which].cancel()
        pair[which] = None
        try:
            if pair[1 - which] is None:
                del self._watched[fd]
                self._epoll.unregister(fd)
            else:
                self._epoll.modify(fd, _READ if which else _WRITE)
        except OSError:
            pass  # it was closed meanwhile
        return True

    def add_reader(self, fd, callback, *args):
        """Call a function whenever a descriptor can be read."""
        self._add(fd, 0, callback, args)

    def remove_reader(self, fd):
        """Wait no more for a descriptor to be readable: whether it was waited for."""
        return self._remove(fd, 0)

    def add_writer(self, fd, callback, *args):
        """Call a function whenever a descriptor can be written."""
        self._add(fd, 1, callback, args)

    def remove_writer(self, fd):
        """Wait no more for a descriptor to be writable: whether it was waited for."""
        return self._remove(fd, 1)

    # ---- signals ----

    def add_signal_handler(self, sig, callback, *args):
        """Call a function in the loop when a signal arrives."""
        import signal
        from asyncio.coroutines import iscoroutine, iscoroutinefunction
        if iscoroutine(callback) or iscoroutinefunction(callback):
            raise TypeError("coroutines cannot be used with add_signal_handler()")
        self._check_signal(sig)
        self._check_closed()
        handle = _Handle(callback, args, self, None)

        def arrived(number, frame):
            if handle._cancelled:
                self.remove_signal_handler(number)
            else:
                self._ready.append(handle)
                self._write_to_self()

        try:
            before = signal.signal(sig, arrived)
        except ValueError as error:
            raise RuntimeError(str(error)) from None
        except OSError as error:
            raise RuntimeError(f"sig {sig} cannot be caught") from error
        del before
        self._signal_handlers[sig] = handle

    def remove_signal_handler(self, sig):
        """Undo add_signal_handler(): whether there was one."""
        import signal
        self._check_signal(sig)
        handle = self._signal_handlers.pop(sig, None)
        if handle is None:
            return False
        signal.signal(sig, signal.default_int_handler if sig == signal.SIGINT else signal.SIG_DFL)
        return True

    def _check_signal(self, sig):
        import signal
        if not isinstance(sig, int):
            raise TypeError(f"sig must be an int, not {sig!r}")
        if sig not in signal.valid_signals():
            raise ValueError(f"invalid signal number {sig}")

    # ---- sockets: see selector_events ----

    def _accept_from(self, sock, protocol_factory, server, backlog):
        from asyncio import selector_events
        sock.setblocking(False)
        self.add_reader(sock.fileno(), selector_events.accept, self, protocol_factory, sock, server, backlog)


def _sockets(name, is_coroutine=True):
    if is_coroutine:
        async def method(self, *args, **kwargs):
            from asyncio import selector_events
            return await getattr(selector_events, name)(self, *args, **kwargs)
    else:
        def method(self, *args, **kwargs):
            from asyncio import selector_events
            return getattr(selector_events, name)(self, *args, **kwargs)
    method.__name__, method.__qualname__ = name, "BaseSelectorEventLoop." + name
    return method


for _name, _text in (("sock_recv", "Receive up to so many bytes from a socket."), ("sock_recv_into", "Receive from a socket into a buffer."),
                     ("sock_recvfrom", "Receive a datagram: its bytes and who sent it."), ("sock_sendall", "Send all of some bytes."),
                     ("sock_sendto", "Send a datagram."), ("sock_connect", "Connect a socket."), ("sock_accept", "Accept a connection: a socket and its peer."),
                     ("create_connection", "Connect to a machine: a transport and its protocol."),
                     ("create_server", "Listen for connections; each gets a protocol."),
                     ("create_unix_connection", "Connect to a socket that has a path: a transport and its protocol."),
                     ("create_unix_server", "Listen for connections at a path."), ("connect_accepted_socket", "Give a connected socket a transport."),
                     ("create_datagram_endpoint", "A transport for datagrams, and its protocol."),
                     ("connect_read_pipe", "Read from a pipe through a protocol."), ("connect_write_pipe", "Write to a pipe through a protocol."),
                     ("subprocess_exec", "Start a program; its pipes go to a protocol."),
                     ("subprocess_shell", "Start a command of the shell; its pipes go to a protocol.")):
    _method = _sockets(_name)
    _method.__doc__ = _text
    setattr(BaseSelectorEventLoop, _name, _method)


class _UnixSelectorEventLoop(BaseSelectorEventLoop):
    """The loop of this system."""


SelectorEventLoop = _UnixSelectorEventLoop


class AbstractChildWatcher:
    """What waits for other programs to end. Loops here do that themselves: watchers are kept for programs that name them."""

    def add_child_handler(self, pid, callback, *args):
        """Call callback(pid, returncode, *args) when a program has ended."""
        import threading

        def wait():
            try:
                _, status = _os.waitpid(pid, 0)
                code = _os.waitstatus_to_exitcode(status)
            except ChildProcessError:
                code = 255
            callback(pid, code, *args)

        threading.Thread(target=wait, daemon=True, name="waitpid-%d" % pid).start()

    def remove_child_handler(self, pid):
        """Nothing: the end of a program is told in any case."""
        return True

    def attach_loop(self, loop):
        """Nothing: every loop is served."""

    def is_active(self):
        """Is it ready?"""
        return True

    def close(self):
        """Nothing."""

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return None


class BaseChildWatcher(AbstractChildWatcher):
    """The base of watchers."""


class SafeChildWatcher(BaseChildWatcher):
    """A watcher; see AbstractChildWatcher."""


class FastChildWatcher(BaseChildWatcher):
    """A watcher; see AbstractChildWatcher."""


class PidfdChildWatcher(AbstractChildWatcher):
    """A watcher; see AbstractChildWatcher."""


class MultiLoopChildWatcher(AbstractChildWatcher):
    """A watcher; see AbstractChildWatcher."""


class ThreadedChildWatcher(AbstractChildWatcher):
    """A watcher; see AbstractChildWatcher."""


class _UnixDefaultEventLoopPolicy(BaseDefaultEventLoopPolicy):
    """The policy of this system."""

    _loop_factory = _UnixSelectorEventLoop
    _watcher = None

    def get_child_watcher(self):
        """Return what waits for other programs to end."""
        if self._watcher is None:
            self._watcher = ThreadedChildWatcher()
        return self._watcher

    def set_child_watcher(self, watcher):
        """Set what waits for other programs to end."""
        assert watcher is None or isinstance(watcher, AbstractChildWatcher)
        self._watcher = watcher


DefaultEventLoopPolicy = _UnixDefaultEventLoopPolicy
