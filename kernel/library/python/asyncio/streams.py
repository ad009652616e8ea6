"""Streams of bytes to read and write with await."""
from asyncio import events as _events, exceptions as _exceptions, protocols as _protocols

__all__ = ("StreamReader", "StreamWriter", "StreamReaderProtocol", "open_connection", "start_server", "open_unix_connection",
           "start_unix_server")
_LIMIT = 1 << 16  # of bytes that wait for a reader; at twice as many the transport is told to stop


async def _both_ends(limit, connect):
    # The reader and the writer of what connect(loop, factory of protocols) makes.
    loop = _events.get_running_loop()
    reader = StreamReader(limit, loop)
    protocol = StreamReaderProtocol(reader, loop=loop)
    transport = (await connect(loop, lambda: protocol))[0]
    return reader, StreamWriter(transport, protocol, reader, loop)


async def _listen(limit, function, start):
    loop = _events.get_running_loop()
    return await start(loop, lambda: StreamReaderProtocol(StreamReader(limit, loop), function, loop))


async def open_connection(host=None, port=None, *, limit=_LIMIT, **kwds):
    """Connect to a machine: (reader, writer)."""
    return await _both_ends(limit, lambda loop, factory: loop.create_connection(factory, host, port, **kwds))


async def start_server(client_connected_cb, host=None, port=None, *, limit=_LIMIT, **kwds):
    """Listen; for each connection a function or coroutine of (reader, writer) is called."""
    return await _listen(limit, client_connected_cb, lambda loop, factory: loop.create_server(factory, host, port, **kwds))


async def open_unix_connection(path=None, *, limit=_LIMIT, **kwds):
    """Connect to a socket that has a path: (reader, writer)."""
    return await _both_ends(limit, lambda loop, factory: loop.create_unix_connection(factory, path, **kwds))


async def start_unix_server(client_connected_cb, path=None, *, limit=_LIMIT, **kwds):
    """Listen at a path; for each connection a function or coroutine of (reader, writer) is called."""
    return await _listen(limit, client_connected_cb, lambda loop, factory: loop.create_unix_server(factory, path, **kwds))


def _settle(future, error=None):
    # Done with an error or without one, unless it is done or nobody waits for it.
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(None)


def _end_reader(reader, error):
    if reader is not None:
        reader.feed_eof() if error is None else reader.set_exception(error)


class FlowControlMixin(_protocols.Protocol):
    """Waiting until there is room to write."""

    def __init__(self, loop=None):
        self._loop = loop if loop is not None else _events.get_event_loop()
        self._is_full = self._is_lost = False
        self._writers = []  # futures of those that wait for room

    def _let_go(self, error=None):
        for future in self._writers:
            _settle(future, error)

    def pause_writing(self):
        """Too much waits to be sent."""
        self._is_full = True

    def resume_writing(self):
        """There is room again."""
        self._is_full = False
        self._let_go()

    def connection_lost(self, exc):
        """The connection has ended."""
        self._is_lost = True
        self._let_go(exc)

    async def _have_room(self):
        if self._is_lost:
            raise ConnectionResetError("Connection lost")
        if not self._is_full:
            return
        room = self._loop.create_future()
        self._writers.append(room)
        try:
            await room
        finally:
            self._writers.remove(room)

    def _ending_of(self, stream):
        raise NotImplementedError


class StreamReaderProtocol(FlowControlMixin, _protocols.Protocol):
    """Passes what comes on to a StreamReader."""

    def __init__(self, stream_reader, client_connected_cb=None, loop=None):
        super().__init__(loop=loop)
        self._reader, self._welcome = stream_reader, client_connected_cb
        self._task = None  # of the coroutine that serves the connection
        self._ended = self._loop.create_future()

    def connection_made(self, transport):
        """The connection is there."""
        reader = self._reader
        if reader is not None:
            reader.set_transport(transport)
        if self._welcome is None:
            return
        from asyncio.coroutines import iscoroutine
        serving = self._welcome(reader, StreamWriter(transport, self, reader, self._loop))
        if iscoroutine(serving):
            self._task = self._loop.create_task(serving)
            self._task.add_done_callback(lambda task: self._served(task, transport))

    def _served(self, task, transport):
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._loop.call_exception_handler({"message": "Unhandled exception in client_connected_cb", "exception": error,
                                               "transport": transport})
        if error is not None or task.cancelled():
            transport.close()

    def connection_lost(self, exc):
        """The connection has ended."""
        reader, self._reader = self._reader, None
        _end_reader(reader, exc)
        _settle(self._ended, exc)
        if not self._ended.cancelled():
            self._ended.exception()  # known: nobody need wait for it
        super().connection_lost(exc)

    def data_received(self, data):
        """Bytes have come."""
        if self._reader is not None:
            self._reader.feed_data(data)

    def eof_received(self):
        """The other end sends no more."""
        _end_reader(self._reader, None)
        return True

    def _ending_of(self, stream):
        return self._ended


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
        await self._protocol._ending_of(self)

    def get_extra_info(self, name, default=None):
        """Return what is known about the connection."""
        return self._transport.get_extra_info(name, default)

    async def drain(self):
        """Wait until there is room to write more."""
        failure = self._reader.exception() if self._reader is not None else None
        if failure is not None:
            raise failure
        if self.is_closing():
            from asyncio.tasks import sleep
            await sleep(0)  # connection_lost() may be about to be called
        await self._protocol._have_room()


class StreamReader:
    """Where bytes are read from."""

    def __init__(self, limit=_LIMIT, loop=None):
        if limit <= 0:
            raise ValueError("Limit cannot be <= 0")
        self._limit = limit
        self._loop = _events.get_event_loop() if loop is None else loop
        self._buffer = bytearray()
        self._is_over = self._is_held = False
        self._waiter = self._exception = self._transport = None

    def __repr__(self):
        information = ["StreamReader"]
        if self._buffer:
            information.append(f"{len(self._buffer)} bytes")
        if self._is_over:
            information.append("eof")
        if self._limit != _LIMIT:
            information.append(f"limit={self._limit}")
        for name in ("_waiter", "_exception", "_transport"):
            if getattr(self, name):
                information.append(f"{name[1:]}={getattr(self, name)!r}")
        if self._is_held:
            information.append("paused")
        return "<%s>" % " ".join(information)

    def exception(self):
        """Return the error of the connection, or None."""
        return self._exception

    def set_exception(self, exc):
        """Set the error of the connection."""
        self._exception = exc
        self._tell(exc)

    def _tell(self, error=None):
        # Who waits for bytes goes on.
        waiting, self._waiter = self._waiter, None
        if waiting is not None:
            _settle(waiting, error)

    def set_transport(self, transport):
        """Set the transport below."""
        assert self._transport is None, "Transport already set"
        self._transport = transport

    def _let_come(self):
        if self._is_held and len(self._buffer) <= self._limit:
            self._is_held = False
            self._transport.resume_reading()

    def feed_eof(self):
        """No more will come."""
        self._is_over = True
        self._tell()

    def at_eof(self):
        """Is everything read?"""
        return self._is_over and not self._buffer

    def feed_data(self, data):
        """Bytes have come."""
        assert not self._is_over, "feed_data after feed_eof"
        if data:
            self._buffer += data
            self._tell()
            if len(self._buffer) > 2 * self._limit and not self._is_held and self._transport is not None:
                self._hold()

    def _hold(self):
        try:
            self._transport.pause_reading()
            self._is_held = True
        except NotImplementedError:
            self._transport = None  # it cannot wait, and is not asked again

    async def _more(self, reader, wanted=None, is_partial_refused=True):
        # Waits for bytes in the name of a method; at the end of the stream what is left is an error where all was wanted.
        if self._is_over and is_partial_refused:
            left = bytes(self._buffer)
            self._buffer.clear()
            raise _exceptions.IncompleteReadError(left, wanted)
        if self._waiter is not None:
            raise RuntimeError(f"{reader}() called while another coroutine is already waiting for incoming data")
        if self._is_held:
            self._is_held = False
            self._transport.resume_reading()
        try:
            self._waiter = self._loop.create_future()
            await self._waiter
        finally:
            self._waiter = None

    def _check(self):
        if self._exception is not None:
            raise self._exception

    def _take(self, count):
        piece = bytes(self._buffer[:count])
        del self._buffer[:count]
        self._let_come()
        return piece

    async def readline(self):
        """Read a line with its end; less at the end of the stream."""
        try:
            return await self.readuntil()
        except _exceptions.IncompleteReadError as short:
            return short.partial
        except _exceptions.LimitOverrunError as problem:
            # The line is lost, with its end if that is here.
            length = problem.consumed + 1 if self._buffer.startswith(b"\n", problem.consumed) else len(self._buffer)
            self._take(length)
            raise ValueError(*problem.args)

    async def readuntil(self, separator=b"\n"):
        """Read up to a separator and with it."""
        if not separator:
            raise ValueError("Separator should be at least one-byte string")
        self._check()
        searched = 0  # no separator begins before
        while (at := self._buffer.find(separator, searched)) < 0:
            searched = max(0, len(self._buffer) - len(separator) + 1)
            if searched > self._limit:
                raise _exceptions.LimitOverrunError("Separator is not found, and chunk exceed the limit", searched)
            await self._more("readuntil")
        if at <= self._limit:
            return self._take(at + len(separator))
        raise _exceptions.LimitOverrunError("Separator is found, but chunk is longer than limit", at)

    async def read(self, n=-1):
        """Read up to n bytes, or everything."""
        self._check()
        if n < 0:
            everything = bytearray()
            while piece := await self.read(self._limit):
                everything += piece
            return bytes(everything)
        if n and not self._buffer and not self._is_over:
            await self._more("read", is_partial_refused=False)
        return self._take(n)

    async def readexactly(self, n):
        """Read n bytes; IncompleteReadError when there are not so many."""
        if n < 0:
            raise ValueError("readexactly size can not be less than zero")
        self._check()
        while n > len(self._buffer):
            await self._more("readexactly", n)
        return self._take(n)

    def __aiter__(self):
        return self

    async def __anext__(self):
        line = await self.readline()
        if line == b"":
            raise StopAsyncIteration
        return line
