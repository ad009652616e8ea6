"""Sockets, pipes and programs in the loop: the transports, and the loop's methods that make them."""
import os as _os

from asyncio import protocols as _protocols, transports as _transports

_BLOCK = 256 * 1024


class _StreamTransport(_transports.Transport):
    """A descriptor, or two, of bytes."""

    def __init__(self, loop, file, protocol, waiter=None, extra=None, server=None, reads=True, writes=True):
        super().__init__(extra)
        self._loop, self._file, self._fd, self._server = loop, file, file.fileno(), server
        self._buffer, self._eof, self._closing, self._lost = bytearray(), False, False, False
        self._reads, self._writes, self._paused, self._protocol_paused = reads, writes, False, False
        self._high, self._low = 64 * 1024, 16 * 1024
        self.set_protocol(protocol)
        if server is not None:
            server._attach()
        loop.call_soon(protocol.connection_made, self)
        if reads:
            loop.call_soon(self._start_reading)
        if waiter is not None:
            loop.call_soon(lambda: waiter.done() or waiter.set_result(None))

    def __repr__(self):
        state = "closed" if self._lost else "closing" if self._closing else "open"
        return "<%s fd=%s %s>" % (type(self).__name__, self._fd, state)

    def set_protocol(self, protocol):
        self._protocol = protocol
        self._buffered = isinstance(protocol, _protocols.BufferedProtocol)

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closing

    # ---- reading ----

    def _start_reading(self):
        if not self._closing and not self._paused:
            self._loop.add_reader(self._fd, self._read_ready)

    def is_reading(self):
        return self._reads and not self._paused and not self._closing

    def pause_reading(self):
        if self.is_reading():
            self._paused = True
            self._loop.remove_reader(self._fd)

    def resume_reading(self):
        if self._reads and self._paused and not self._closing:
            self._paused = False
            self._start_reading()

    def _receive(self):
        return _os.read(self._fd, _BLOCK)

    def _send(self, data):
        return _os.write(self._fd, data)

    def _read_ready(self):
        if self._lost:
            return
        try:
            data = self._receive()
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self._fail(error)
            return
        if not data:
            self._loop.remove_reader(self._fd)
            try:
                stays_open = self._protocol.eof_received()
            except Exception as error:
                self._fail(error)
                return
            if not stays_open or not self._writes:
                self.close()
            return
        if self._buffered:
            while data:
                space = memoryview(self._protocol.get_buffer(len(data))).cast("B")
                count = min(len(space), len(data))
                space[:count] = data[:count]
                self._protocol.buffer_updated(count)
                data = data[count:]
        else:
            self._protocol.data_received(data)

    # ---- writing ----

    def write(self, data):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data argument must be a bytes-like object, not {type(data).__name__!r}")
        if self._eof:
            raise RuntimeError("Cannot call write() after write_eof()")
        if not data or self._lost:
            return
        if not self._buffer:
            try:
                count = self._send(data)
            except (BlockingIOError, InterruptedError):
                count = 0
            except OSError as error:
                self._fail(error)
                return
            data = memoryview(data)[count:]
            if not data:
                return
            self._loop.add_writer(self._fd, self._write_ready)
        self._buffer += data
        if len(self._buffer) > self._high and not self._protocol_paused:
            self._protocol_paused = True
            self._protocol.pause_writing()

    def _write_ready(self):
        try:
            count = self._send(self._buffer)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self._buffer.clear()
            self._loop.remove_writer(self._fd)
            self._fail(error)
            return
        del self._buffer[:count]
        if self._protocol_paused and len(self._buffer) <= self._low:
            self._protocol_paused = False
            self._protocol.resume_writing()
        if not self._buffer:
            self._loop.remove_writer(self._fd)
            if self._closing:
                self._loop.call_soon(self._finish, None)
            elif self._eof:
                self._end_writing()

    def can_write_eof(self):
        return True

    def write_eof(self):
        if self._closing or self._eof:
            return
        self._eof = True
        if not self._buffer:
            self._end_writing()

    def _end_writing(self):
        self.close()

    def set_write_buffer_limits(self, high=None, low=None):
        if high is None:
            high = 64 * 1024 if low is None else 4 * low
        if low is None:
            low = high // 4
        if not high >= low >= 0:
            raise ValueError(f"high ({high!r}) must be >= low ({low!r}) must be >= 0")
        self._high, self._low = high, low

    def get_write_buffer_limits(self):
        return self._low, self._high

    def get_write_buffer_size(self):
        return len(self._buffer)

    # ---- the end ----

    def close(self):
        if self._closing:
            return
        self._closing = True
        self._loop.remove_reader(self._fd)
        if not self._buffer:
            self._loop.call_soon(self._finish, None)

    def abort(self):
        self._fail(None)

    def _fail(self, error):
        if self._lost:
            return
        if error is not None and not isinstance(error, OSError):
            self._loop.call_exception_handler({"message": "Fatal error on transport", "exception": error, "transport": self,
                                               "protocol": self._protocol})
        if self._buffer:
            self._buffer.clear()
            self._loop.remove_writer(self._fd)
        if not self._closing:
            self._closing = True
            self._loop.remove_reader(self._fd)
        self._lost = True
        self._loop.call_soon(self._finish, error)

    def _finish(self, error):
        if self._file is None:
            return
        file, self._file, self._lost = self._file, None, True
        try:
            self._protocol.connection_lost(error)
        finally:
            file.close()
            if self._server is not None:
                self._server._detach()
                self._server = None

    def __del__(self):
        if self._file is not None:
            import warnings
            warnings.warn(f"unclosed transport {self!r}", ResourceWarning, source=self)
            self._file.close()


class _SelectorSocketTransport(_StreamTransport):
    """A connected socket."""

    def __init__(self, loop, sock, protocol, waiter=None, server=None):
        sock.setblocking(False)
        extra = {"socket": sock}
        for name, ask in (("sockname", sock.getsockname), ("peername", sock.getpeername)):
            try:
                extra[name] = ask()
            except OSError:
                extra[name] = None
        if sock.family in (2, 10):
            sock.setsockopt(6, 1, 1)  # small pieces are sent at once
        super().__init__(loop, sock, protocol, waiter, extra, server)

    def _receive(self):
        return self._file.recv(_BLOCK)

    def _send(self, data):
        return self._file.send(data)

    def _end_writing(self):
        self._file.shutdown(1)


class _SelectorDatagramTransport(_transports.DatagramTransport):
    """A socket of datagrams."""

    def __init__(self, loop, sock, protocol, address=None, waiter=None):
        sock.setblocking(False)
        super().__init__({"socket": sock, "sockname": sock.getsockname(), "peername": address})
        self._loop, self._sock, self._fd, self._protocol, self._address = loop, sock, sock.fileno(), protocol, address
        self._waiting, self._closing = [], False
        loop.call_soon(protocol.connection_made, self)
        loop.call_soon(lambda: self._closing or loop.add_reader(self._fd, self._read_ready))
        if waiter is not None:
            loop.call_soon(lambda: waiter.done() or waiter.set_result(None))

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closing

    def _read_ready(self):
        try:
            data, address = self._sock.recvfrom(_BLOCK)
        except (BlockingIOError, InterruptedError):
            pass
        except OSError as error:
            self._protocol.error_received(error)
        else:
            self._protocol.datagram_received(data, address)

    def _send_one(self, data, addr):
        if self._address:
            self._sock.send(data)
        else:
            self._sock.sendto(data, addr)

    def sendto(self, data, addr=None):
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"data argument must be a bytes-like object, not {type(data).__name__!r}")
        if self._address and addr not in (None, self._address):
            raise ValueError(f"Invalid address: must be None or {self._address}")
        if not self._waiting:
            try:
                self._send_one(data, addr)
                return
            except (BlockingIOError, InterruptedError):
                self._loop.add_writer(self._fd, self._write_ready)
            except OSError as error:
                self._protocol.error_received(error)
                return
        self._waiting.append((bytes(data), addr))

    def _write_ready(self):
        while self._waiting:
            try:
                self._send_one(*self._waiting[0])
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                self._protocol.error_received(error)
            del self._waiting[0]
        self._loop.remove_writer(self._fd)
        if self._closing:
            self._loop.call_soon(self._finish, None)

    def close(self):
        if self._closing:
            return
        self._closing = True
        self._loop.remove_reader(self._fd)
        if not self._waiting:
            self._loop.call_soon(self._finish, None)

    def abort(self):
        self._waiting.clear()
        self._loop.remove_writer(self._fd)
        self.close()

    def _finish(self, error):
        if self._sock is not None:
            sock, self._sock = self._sock, None
            self._protocol.connection_lost(error)
            sock.close()


class _PipeProtocol(_protocols.Protocol):
    def __init__(self, process, fd):
        self._process, self._number = process, fd

    def data_received(self, data):
        self._process._protocol.pipe_data_received(self._number, data)

    def connection_lost(self, exc):
        self._process._pipe_lost(self._number, exc)

    def pause_writing(self):
        self._process._protocol.pause_writing()

    def resume_writing(self):
        self._process._protocol.resume_writing()


class _SubprocessTransport(_transports.SubprocessTransport):
    """A program that was started."""

    def __init__(self, loop, protocol, popen):
        super().__init__({"subprocess": popen})
        self._loop, self._protocol, self._popen, self._closed = loop, protocol, popen, False
        self._pipes, self._returncode, self._waiters, self._finished = {}, None, [], False
        for number, file in enumerate((popen.stdin, popen.stdout, popen.stderr)):
            if file is not None:
                _os.set_blocking(file.fileno(), False)
        protocol.connection_made(self)

    def _connect(self):
        for number, file in enumerate((self._popen.stdin, self._popen.stdout, self._popen.stderr)):
            if file is not None:
                self._pipes[number] = _StreamTransport(self._loop, file, _PipeProtocol(self, number), None, {"pipe": file},
                                                       reads=number > 0, writes=number == 0)
        try:
            self._watch = _os.pidfd_open(self._popen.pid)
        except (AttributeError, OSError):
            self._watch = -1
        if self._watch >= 0:
            self._loop.add_reader(self._watch, self._ended)
        else:
            self._look()

    def _look(self):
        if self._popen.poll() is None:
            self._loop.call_later(0.01, self._look)
        else:
            self._ended()

    def _ended(self):
        if self._watch >= 0:
            self._loop.remove_reader(self._watch)
            _os.close(self._watch)
            self._watch = -1
        self._returncode = self._popen.wait()
        self._loop.call_soon(self._protocol.process_exited)
        for waiter in self._waiters:
            if not waiter.cancelled():
                waiter.set_result(self._returncode)
        self._waiters = None
        self._try_finish()

    def _pipe_lost(self, number, error):
        self._loop.call_soon(self._protocol.pipe_connection_lost, number, error)
        self._pipes[number] = None
        self._try_finish()

    def _try_finish(self):
        if self._returncode is not None and not self._finished and not any(self._pipes.values()):
            self._finished = True
            self._loop.call_soon(self._protocol.connection_lost, None)

    async def _wait(self):
        if self._returncode is not None:
            return self._returncode
        waiter = self._loop.create_future()
        self._waiters.append(waiter)
        return await waiter

    def __repr__(self):
        state = "running" if self._returncode is None else f"returncode={self._returncode}"
        return f"<{type(self).__name__} pid={self._popen.pid} {state}>"

    def set_protocol(self, protocol):
        self._protocol = protocol

    def get_protocol(self):
        return self._protocol

    def is_closing(self):
        return self._closed

    def close(self):
        if self._closed:
            return
        self._closed = True
        for pipe in self._pipes.values():
            if pipe is not None:
                pipe.close()
        if self._returncode is None and self._popen.poll() is None:
            self._popen.kill()

    def get_pid(self):
        return self._popen.pid

    def get_returncode(self):
        return self._returncode

    def get_pipe_transport(self, fd):
        return self._pipes.get(fd)

    def _check(self):
        if self._returncode is not None or self._popen.poll() is not None:
            raise ProcessLookupError()

    def send_signal(self, signal):
        self._check()
        self._popen.send_signal(signal)

    def terminate(self):
        self._check()
        self._popen.terminate()

    def kill(self):
        self._check()
        self._popen.kill()


# ---- methods of the loop ----

async def _ready(loop, sock, writes):
    future = loop.create_future()
    add, remove = (loop.add_writer, loop.remove_writer) if writes else (loop.add_reader, loop.remove_reader)
    number = sock.fileno()
    add(number, lambda: future.done() or future.set_result(None))
    try:
        await future
    finally:
        remove(number)


async def _repeat(loop, sock, writes, function, *arguments):
    if loop.get_debug() and sock.gettimeout() != 0:
        raise ValueError("the socket must be non-blocking")
    while True:
        try:
            return function(*arguments)
        except (BlockingIOError, InterruptedError):
            await _ready(loop, sock, writes)


async def sock_recv(loop, sock, n):
    """Receive up to so many bytes."""
    return await _repeat(loop, sock, False, sock.recv, n)


async def sock_recv_into(loop, sock, buf):
    """Receive into a buffer."""
    return await _repeat(loop, sock, False, sock.recv_into, buf)


async def sock_recvfrom(loop, sock, bufsize):
    """Receive a datagram."""
    return await _repeat(loop, sock, False, sock.recvfrom, bufsize)


async def sock_sendall(loop, sock, data):
    """Send all of some bytes."""
    view = memoryview(data).cast("B")
    while view:
        view = view[await _repeat(loop, sock, True, sock.send, view):]


async def sock_sendto(loop, sock, data, address):
    """Send a datagram."""
    return await _repeat(loop, sock, True, sock.sendto, data, address)


async def sock_accept(loop, sock):
    """Accept a connection."""
    connection, address = await _repeat(loop, sock, False, sock.accept)
    connection.setblocking(False)
    return connection, address


async def sock_connect(loop, sock, address):
    """Connect a socket."""
    if sock.family in (2, 10):
        found = await loop.getaddrinfo(*address[:2], family=int(sock.family), type=int(sock.type))
        address = found[0][4]
    try:
        sock.connect(address)
    except (BlockingIOError, InterruptedError):
        await _ready(loop, sock, True)
        error = sock.getsockopt(1, 4)
        if error:
            raise OSError(error, f"Connect call failed {address}")
    except OSError as error:
        raise OSError(error.errno, f"Connect call failed {address}") from None


def _refuse_ssl(ssl):
    if ssl:
        raise NotImplementedError("encrypted connections are not available: Cupola has no ssl module")


async def _transport(loop, sock, protocol_factory, server=None):
    protocol = protocol_factory()
    waiter = loop.create_future()
    transport = _SelectorSocketTransport(loop, sock, protocol, waiter, server)
    try:
        await waiter
    except BaseException:
        transport.close()
        raise
    return transport, protocol


async def create_connection(loop, protocol_factory, host=None, port=None, *, ssl=None, family=0, proto=0, flags=0, sock=None, local_addr=None,
                            server_hostname=None, ssl_handshake_timeout=None, ssl_shutdown_timeout=None, happy_eyeballs_delay=None,
                            interleave=None):
    """Connect to a machine."""
    import socket
    _refuse_ssl(ssl)
    if server_hostname is not None:
        raise ValueError("server_hostname is only meaningful with ssl")
    if host is not None or port is not None:
        if sock is not None:
            raise ValueError("host/port and sock can not be specified at the same time")
        found = await loop.getaddrinfo(host, port, family=family, type=1, proto=proto, flags=flags)
        if not found:
            raise OSError("getaddrinfo() returned empty list")
        problems = []
        for family, kind, proto, _, address in found:
            sock = socket.socket(family, kind, proto)
            sock.setblocking(False)
            try:
                if local_addr is not None:
                    sock.bind(local_addr)
                await sock_connect(loop, sock, address)
                break
            except OSError as error:
                sock.close()
                problems.append(error)
                sock = None
            except BaseException:
                sock.close()
                raise
        if sock is None:
            if len({str(problem) for problem in problems}) == 1:
                raise problems[0]
            raise OSError("Multiple exceptions: {}".format(", ".join(str(problem) for problem in problems)))
    elif sock is None:
        raise ValueError("host and port was not specified and no sock specified")
    elif sock.type != 1:
        raise ValueError(f"A Stream Socket was expected, got {sock!r}")
    return await _transport(loop, sock, protocol_factory)


async def create_unix_connection(loop, protocol_factory, path=None, *, ssl=None, sock=None, server_hostname=None, ssl_handshake_timeout=None,
                                 ssl_shutdown_timeout=None):
    """Connect to a socket that has a path."""
    import socket
    _refuse_ssl(ssl)
    if path is not None:
        if sock is not None:
            raise ValueError("path and sock can not be specified at the same time")
        sock = socket.socket(1, 1)
        sock.setblocking(False)
        try:
            await sock_connect(loop, sock, _os.fspath(path))
        except BaseException:
            sock.close()
            raise
    elif sock is None:
        raise ValueError("no path and sock were specified")
    return await _transport(loop, sock, protocol_factory)


async def connect_accepted_socket(loop, protocol_factory, sock, *, ssl=None, ssl_handshake_timeout=None, ssl_shutdown_timeout=None):
    """Give a connected socket a transport."""
    _refuse_ssl(ssl)
    return await _transport(loop, sock, protocol_factory)


def accept(loop, protocol_factory, sock, server, backlog):
    """Accept what has connected."""
    for _ in range(backlog):
        try:
            connection, address = sock.accept()
        except (BlockingIOError, InterruptedError, ConnectionAbortedError):
            return
        except OSError as error:
            loop.call_exception_handler({"message": "socket.accept() out of system resource", "exception": error, "socket": sock})
            return
        connection.setblocking(False)
        loop.create_task(_accepted(loop, protocol_factory, connection, server))


async def _accepted(loop, protocol_factory, connection, server):
    try:
        await _transport(loop, connection, protocol_factory, server)
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:
        loop.call_exception_handler({"message": "Error on transport creation for incoming connection", "exception": error})


async def _serve(loop, sockets, protocol_factory, backlog, start_serving):
    from asyncio.base_events import Server
    for sock in sockets:
        sock.setblocking(False)
    server = Server(loop, sockets, protocol_factory, None, backlog, None)
    if start_serving:
        await server.start_serving()
    return server


async def create_server(loop, protocol_factory, host=None, port=None, *, family=0, flags=1, sock=None, backlog=100, ssl=None, reuse_address=None,
                        reuse_port=None, ssl_handshake_timeout=None, ssl_shutdown_timeout=None, start_serving=True):
    """Listen for connections."""
    import socket
    if isinstance(ssl, bool):
        raise TypeError("ssl argument must be an SSLContext or None")
    _refuse_ssl(ssl)
    if host is None and port is None:
        if sock is None:
            raise ValueError("Neither host/port nor sock were specified")
        return await _serve(loop, [sock], protocol_factory, backlog, start_serving)
    if sock is not None:
        raise ValueError("host/port and sock can not be specified at the same time")
    sockets = []
    try:
        seen = set()
        for name in [None] if host in ("", None) else [host] if isinstance(host, str) else host:
            for kind, _, proto, _, address in await loop.getaddrinfo(name, port, family=family, type=1, flags=flags):
                if (kind, address) in seen:
                    continue
                seen.add((kind, address))
                try:
                    made = socket.socket(kind, 1, proto)
                except OSError:
                    continue  # this machine has no such addresses
                sockets.append(made)
                if reuse_address is None or reuse_address:
                    made.setsockopt(1, 2, True)
                if reuse_port:
                    made.setsockopt(1, 15, True)
                if kind == 10:
                    made.setsockopt(41, 26, True)
                try:
                    made.bind(address)
                except OSError as error:
                    raise OSError(error.errno, "error while attempting to bind on address %r: %s" % (address, error.strerror.lower())) from None
    except BaseException:
        for made in sockets:
            made.close()
        raise
    return await _serve(loop, sockets, protocol_factory, backlog, start_serving)


async def create_unix_server(loop, protocol_factory, path=None, *, sock=None, backlog=100, ssl=None, ssl_handshake_timeout=None,
                             ssl_shutdown_timeout=None, start_serving=True):
    """Listen at a path."""
    import socket
    import stat
    _refuse_ssl(ssl)
    if path is not None:
        path = _os.fspath(path)
        sock = socket.socket(1, 1)
        try:
            if stat.S_ISSOCK(_os.stat(path).st_mode):
                _os.remove(path)
        except FileNotFoundError:
            pass
        try:
            sock.bind(path)
        except BaseException:
            sock.close()
            raise
    elif sock is None:
        raise ValueError("path was not specified, and no sock specified")
    return await _serve(loop, [sock], protocol_factory, backlog, start_serving)


async def create_datagram_endpoint(loop, protocol_factory, local_addr=None, remote_addr=None, *, family=0, proto=0, flags=0, reuse_port=None,
                                   allow_broadcast=None, sock=None):
    """Make a transport for datagrams."""
    import socket
    if sock is None:
        if local_addr is None and remote_addr is None and not family:
            raise ValueError("unexpected address family")
        known = local_addr or remote_addr
        if known is not None:
            found = await loop.getaddrinfo(*known[:2], family=family, type=2, proto=proto, flags=flags)
            family = found[0][0]
        sock = socket.socket(family, 2, proto)
        try:
            if reuse_port:
                sock.setsockopt(1, 15, 1)
            if allow_broadcast:
                sock.setsockopt(1, 6, 1)
            sock.setblocking(False)
            if local_addr:
                sock.bind(local_addr)
            if remote_addr:
                await sock_connect(loop, sock, remote_addr)
                remote_addr = sock.getpeername()
        except BaseException:
            sock.close()
            raise
    protocol = protocol_factory()
    waiter = loop.create_future()
    transport = _SelectorDatagramTransport(loop, sock, protocol, remote_addr, waiter)
    await waiter
    return transport, protocol


async def _pipe(loop, protocol_factory, pipe, reads):
    _os.set_blocking(pipe.fileno(), False)
    protocol = protocol_factory()
    waiter = loop.create_future()
    transport = _StreamTransport(loop, pipe, protocol, waiter, {"pipe": pipe}, reads=reads, writes=not reads)
    await waiter
    return transport, protocol


async def connect_read_pipe(loop, protocol_factory, pipe):
    """Read from a pipe."""
    return await _pipe(loop, protocol_factory, pipe, True)


async def connect_write_pipe(loop, protocol_factory, pipe):
    """Write to a pipe."""
    return await _pipe(loop, protocol_factory, pipe, False)


async def _start(loop, protocol_factory, command, shell, stdin, stdout, stderr, universal_newlines, bufsize, encoding, errors, text, keywords):
    import subprocess
    if universal_newlines:
        raise ValueError("universal_newlines must be False")
    if bufsize != 0:
        raise ValueError("bufsize must be 0")
    if text:
        raise ValueError("text must be False")
    if encoding is not None:
        raise ValueError("encoding must be None")
    if errors is not None:
        raise ValueError("errors must be None")
    protocol = protocol_factory()
    popen = subprocess.Popen(command, shell=shell, stdin=stdin, stdout=stdout, stderr=stderr, bufsize=0, **keywords)
    transport = _SubprocessTransport(loop, protocol, popen)
    transport._connect()
    return transport, protocol


async def subprocess_shell(loop, protocol_factory, cmd, *, stdin=-1, stdout=-1, stderr=-1, universal_newlines=False, shell=True, bufsize=0,
                           encoding=None, errors=None, text=None, **kwargs):
    """Start a command of the shell."""
    if not isinstance(cmd, (bytes, str)):
        raise ValueError("cmd must be a string")
    if not shell:
        raise ValueError("shell must be True")
    return await _start(loop, protocol_factory, cmd, True, stdin, stdout, stderr, universal_newlines, bufsize, encoding, errors, text, kwargs)


async def subprocess_exec(loop, protocol_factory, program, *args, stdin=-1, stdout=-1, stderr=-1, universal_newlines=False, shell=False, bufsize=0,
                          encoding=None, errors=None, text=None, **kwargs):
    """Start a program."""
    if shell:
        raise ValueError("shell must be False")
    return await _start(loop, protocol_factory, [program, *args], False, stdin, stdout, stderr, universal_newlines, bufsize, encoding, errors, text,
                        kwargs)
