"""Streams of bytes to read and write with await."""
from asyncio import events as _events, exceptions as _exceptions, protocols as _protocols

__all__ = ("StreamReader", "StreamWriter", "StreamReaderProtocol", "open_connection", "start_server", "open_unix_connection", "start_unix_server")
_DEFAULT_LIMIT = 2 ** 16


async def open_connection(host=None, port=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Connect to a machine: (reader, writer)."""
    loop = _events.get_running_loop()
    reader = StreamReader(limit=limit, loop=loop)
    protocol = StreamReaderProtocol(reader, loop=loop)
    transport, _ = await loop.create_connection(lambda: protocol, host, port, **kwds)
    return reader, StreamWriter(transport, protocol, reader, loop)


async def start_server(client_connected_cb, host=None, port=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Listen; for each connection a function or coroutine of (reader, writer) is called."""
    loop = _events.get_running_loop()
    return await loop.create_server(lambda: StreamReaderProtocol(StreamReader(limit=limit, loop=loop), client_connected_cb, loop=loop), host, port, **kwds)


async def open_unix_connection(path=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Connect to a socket that has a path: (reader, writer)."""
    loop = _events.get_running_loop()
    reader = StreamReader(limit=limit, loop=loop)
    protocol = StreamReaderProtocol(reader, loop=loop)
    transport, _ = await loop.create_unix_connection(lambda: protocol, path, **kwds)
    return reader, StreamWriter(transport, protocol, reader, loop)


async def start_unix_server(client_connected_cb, path=None, *, limit=_DEFAULT_LIMIT, **kwds):
    """Listen at a path; for each connection a function or coroutine of (reader, writer) is called."""
    loop = _events.get_running_loop()
    return await loop.create_unix_server(lambda: StreamReaderProtocol(StreamReader(limit=limit, loop=loop), client_connected_cb, loop=loop), path, **kwds)


class FlowControlMixin(_protocols.Protocol):
    """Waiting until there is room to write."""

    def __init__(self, loop=None):
        self._loop = _events.get_event_loop() if loop is None else loop
        self._paused = self._connection_lost = False
        self._drain_waiters = []

    def pause_writing(self):
        """Too much waits to be sent."""
        self._paused = True

    def resume_writing(self):
        """There is room again."""
        self._paused = False
        for waiter in self._drain_waiters:
            if not waiter.done():
                waiter.set_result(None)

    def connection_lost(self, exc):
        """The connection has ended."""
        self._connection_lost = True
        for waiter in self._drain_waiters:
            if not waiter.done():
                if exc is None:
                    waiter.set_result(None)
                else:
                    waiter.set_exception(exc)

    async def _drain_helper(self):
        if self._connection_lost:
            raise ConnectionResetError("Connection lost")
        if self._paused:
            waiter = self._loop.create_future()
            self._drain_waiters.append(waiter)
            try:
                await waiter
            finally:
                self._drain_waiters.remove(waiter)

    def _get_close_waiter(self, stream):
        raise NotImplementedError


class StreamReaderProtocol(FlowControlMixin, _protocols.Protocol):
    """Passes what comes on to a StreamReader."""

    def __init__(self, stream_reader, client_connected_cb=None, loop=None):
        super().__init__(loop=loop)
        self._stream_reader, self._client_connected_cb = stream_reader, client_connected_cb
        self._transport = self._task = None
        self._closed = self._loop.create_future()

    def connection_made(self, transport):
        """The connection is there."""
        self._transport = transport
        reader = self._stream_reader
        if reader is not None:
            reader.set_transport(transport)
        if self._client_connected_cb is not None:
            from asyncio.coroutines import iscoroutine
            writer = StreamWriter(transport, self, reader, self._loop)
            result = self._client_connected_cb(reader, writer)
            if iscoroutine(result):
                def done(task):
                    if task.cancelled():
                        transport.close()
                    elif task.exception() is not None:
                        self._loop.call_exception_handler({"message": "Unhandled exception in client_connected_cb", "exception": task.exception(),
                                                           "transport": transport})
                        transport.close()
                self._task = self._loop.create_task(result)
                self._task.add_done_callback(done)

    def connection_lost(self, exc):
        """The connection has ended."""
        reader = self._stream_reader
        if reader is not None:
            if exc is None:
                reader.feed_eof()
            else:
                reader.set_exception(exc)
        if not self._closed.done():
            if exc is None:
                self._closed.set_result(None)
            else:
                self._closed.set_exception(exc)
                self._closed.exception()
        super().connection_lost(exc)
        self._stream_reader = self._transport = None

    def data_received(self, data):
        """Bytes have come."""
        if self._stream_reader is not None:
            self._stream_reader.feed_data(data)

    def eof_received(self):
        """The other end sends no more."""
        if self._stream_reader is not None:
            self._stream_reader.feed_eof()
        return True

    def _get_close_waiter(self, stream):
        return self._closed


class StreamWriter:
    """Where bytes are written to."""

    def __init__(self, transport, protocol, reader, loop):
        self._transport, self._protocol, self._reader, self._loop = transport, protocol, reader, loop

    def __repr__(self):
        information = ["StreamWriter", f"transport={self._transport!r}"]
        if self._reader is not None:
            information.append(f"reader={self._reader!r}")
        return "<%s>" % " ".join(information)

    @property
    def transport(self):
        "The transport below."
        return self._transport

    def write(self, data):
        """Send bytes, now or later; await drain() after it."""
        self._transport.write(data)

    def writelines(self, data):
        """Send several pieces."""
        self._transport.writelines(data)

    def write_eof(self):
        """Send no more after what waits."""
        return self._transport.write_eof()

    def can_write_eof(self):
        """Is there write_eof()?"""
        return self._transport.can_write_eof()

    def close(self):
        """Close the connection; await wait_closed() after it."""
        return self._transport.close()

    def is_closing(self):
        """Is it closed, or about to be?"""
        return self._transport.is_closing()

    async def wait_closed(self):
        """Wait until it is closed."""
        await self._protocol._get_close_waiter(self)

    def get_extra_info(self, name, default=None):
        """Return what is known about the connection."""
        return self._transport.get_extra_info(name, default)

    async def drain(self):
        """Wait until there is room to write more."""
        if self._reader is not None:
            error = self._reader.exception()
            if error is not None:
                raise error
        if self._transport.is_closing():
            from asyncio.tasks import sleep
            await sleep(0)
        await self._protocol._drain_helper()


class StreamReader:
    """Where bytes are read from."""

    def __init__(self, limit=_DEFAULT_LIMIT, loop=None):
        if limit <= 0:
            raise ValueError("Limit cannot be <= 0")
        self._limit = limit
        self._loop = _events.get_event_loop() if loop is None else loop
        self._buffer = bytearray()
        self._eof = self._paused = False
        self._waiter = self._exception = self._transport = None

    def __repr__(self):
        information = ["StreamReader"]
        if self._buffer:
            information.append(f"{len(self._buffer)} bytes")
        if self._eof:
            information.append("eof")
        if self._limit != _DEFAULT_LIMIT:
            information.append(f"limit={self._limit}")
        for name in ("_waiter", "_exception", "_transport"):
            if getattr(self, name):
                information.append(f"{name[1:]}={getattr(self, name)!r}")
        if self._paused:
            information.append("paused")
        return "<%s>" % " ".join(information)

    def exception(self):
        """Return the error of the connection, or None."""
        return self._exception

    def set_exception(self, exc):
        """Set the error of the connection."""
        self._exception = exc
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.cancelled():
            waiter.set_exception(exc)

    def _wakeup_waiter(self):
        waiter, self._waiter = self._waiter, None
        if waiter is not None and not waiter.cancelled():
            waiter.set_result(None)

    def set_transport(self, transport):
        """Set the transport below."""
        assert self._transport is None, "Transport already set"
        self._transport = transport

    def _maybe_resume_transport(self):
        if self._paused and len(self._buffer) <= self._limit:
            self._paused = False
            self._transport.resume_reading()

    def feed_eof(self):
        """No more will come."""
        self._eof = True
        self._wakeup_waiter()

    def at_eof(self):
        """Is everything read?"""
        return self._eof and not self._buffer

    def feed_data(self, data):
        """Bytes have come."""
        assert not self._eof, "feed_data after feed_eof"
        if not data:
            return
        self._buffer.extend(data)
        self._wakeup_waiter()
        if self._transport is not None and not self._paused and len(self._buffer) > 2 * self._limit:
            try:
                self._transport.pause_reading()
            except NotImplementedError:
                self._transport = None
            else:
                self._paused = True

    async def _wait_for_data(self, func_name):
        if self._waiter is not None:
            raise RuntimeError(f"{func_name}() called while another coroutine is already waiting for incoming data")
        assert not self._eof, "_wait_for_data after EOF"
        if self._paused:
            self._paused = False
            self._transport.resume_reading()
        self._waiter = self._loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _take(self, count):
        data = bytes(self._buffer[:count])
        del self._buffer[:count]
        self._maybe_resume_transport()
        return data

    async def readline(self):
        """Read a line with its end; less at the end of the stream."""
        try:
            return await self.readuntil(b"\n")
        except _exceptions.IncompleteReadError as error:
            return error.partial
        except _exceptions.LimitOverrunError as error:
            if self._buffer.startswith(b"\n", error.consumed):
                del self._buffer[:error.consumed + 1]
            else:
                self._buffer.clear()
            self._maybe_resume_transport()
            raise ValueError(error.args[0])

    async def readuntil(self, separator=b"\n"):
        """Read up to a separator and with it."""
        length = len(separator)
        if length == 0:
            raise ValueError("Separator should be at least one-byte string")
        if self._exception is not None:
            raise self._exception
        offset = 0
        while True:
            if len(self._buffer) - offset >= length:
                at = self._buffer.find(separator, offset)
                if at != -1:
                    break
                offset = len(self._buffer) + 1 - length
                if offset > self._limit:
                    raise _exceptions.LimitOverrunError("Separator is not found, and chunk exceed the limit", offset)
            if self._eof:
                rest = bytes(self._buffer)
                self._buffer.clear()
                raise _exceptions.IncompleteReadError(rest, None)
            await self._wait_for_data("readuntil")
        if at > self._limit:
            raise _exceptions.LimitOverrunError("Separator is found, but chunk is longer than limit", at)
        return self._take(at + length)

    async def read(self, n=-1):
        """Read up to n bytes, or everything."""
        if self._exception is not None:
            raise self._exception
        if n == 0:
            return b""
        if n < 0:
            blocks = []
            while block := await self.read(self._limit):
                blocks.append(block)
            return b"".join(blocks)
        if not self._buffer and not self._eof:
            await self._wait_for_data("read")
        return self._take(n)

    async def readexactly(self, n):
        """Read n bytes; IncompleteReadError when there are not so many."""
        if n < 0:
            raise ValueError("readexactly size can not be less than zero")
        if self._exception is not None:
            raise self._exception
        while len(self._buffer) < n:
            if self._eof:
                rest = bytes(self._buffer)
                self._buffer.clear()
                raise _exceptions.IncompleteReadError(rest, n)
            await self._wait_for_data("readexactly")
        return self._take(n)

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self.readline()
        if line == b"":
            raise StopAsyncIteration
        return line
