"""Programs that are started and waited for with await."""
import subprocess as _subprocess

from asyncio import events as _events, protocols as _protocols, streams as _streams

__all__ = "create_subprocess_exec", "create_subprocess_shell"
PIPE, STDOUT, DEVNULL = _subprocess.PIPE, _subprocess.STDOUT, _subprocess.DEVNULL


class SubprocessStreamProtocol(_streams.FlowControlMixin, _protocols.SubprocessProtocol):
    """Passes what a program writes on to streams."""

    stdin = stdout = stderr = _transport = None
    _exited = False

    def __init__(self, limit, loop):
        super().__init__(loop=loop)
        self._limit, self._open, self._stdin_closed = limit, [], loop.create_future()

    def connection_made(self, transport):
        """The program runs."""
        self._transport = transport

    def _connect(self):
        for number, name in ((1, "stdout"), (2, "stderr")):
            pipe = self._transport.get_pipe_transport(number)
            if pipe is not None:
                reader = _streams.StreamReader(limit=self._limit, loop=self._loop)
                reader.set_transport(pipe)
                setattr(self, name, reader)
                self._open.append(number)
        pipe = self._transport.get_pipe_transport(0)
        if pipe is not None:
            self.stdin = _streams.StreamWriter(pipe, protocol=self, reader=None, loop=self._loop)

    def _reader(self, fd):
        return self.stdout if fd == 1 else self.stderr if fd == 2 else None

    def pipe_data_received(self, fd, data):
        """The program has written."""
        reader = self._reader(fd)
        if reader is not None:
            reader.feed_data(data)

    def pipe_connection_lost(self, fd, exc):
        """A pipe was closed."""
        if fd == 0:
            self.connection_lost(exc)
            _streams._settle(self._stdin_closed, exc)
            self._stdin_closed.cancelled() or self._stdin_closed.exception()
            return
        _streams._end_reader(self._reader(fd), exc)
        if fd in self._open:
            self._open.remove(fd)
        self._close_if_over()

    def process_exited(self):
        """The program has ended."""
        self._exited = True
        self._close_if_over()

    def _close_if_over(self):
        if not self._open and self._exited and self._transport is not None:
            self._transport.close()
            self._transport = None

    def _ending_of(self, stream):
        return self._stdin_closed


class Process:
    """A program that was started."""

    def __init__(self, transport, protocol, loop):
        self._transport, self._protocol, self._loop = transport, protocol, loop
        self.stdin, self.stdout, self.stderr = protocol.stdin, protocol.stdout, protocol.stderr
        self.pid = transport.get_pid()

    def __repr__(self):
        return f"<{type(self).__name__} {self.pid}>"

    @property
    def returncode(self):
        "How it ended; None while it runs."
        return self._transport.get_returncode()

    async def wait(self):
        """Wait until it ends: how it ended."""
        return await self._transport._wait()

    def send_signal(self, signal):
        """Send it a signal."""
        self._transport.send_signal(signal)

    def terminate(self):
        """Ask it to end."""
        self._transport.terminate()

    def kill(self):
        """End it."""
        self._transport.kill()

    async def _feed(self, input):
        try:
            if input is not None:
                self.stdin.write(input)
            await self.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            pass
        self.stdin.close()

    async def _nothing(self):
        return None

    async def communicate(self, input=None):
        """Send it input and read what it writes until it ends: (output, errors)."""
        from asyncio.tasks import gather
        feeding = self._feed(input) if self.stdin is not None and input is not None else self._nothing()
        if self.stdin is not None and input is None:
            self.stdin.close()
        _, output, errors = await gather(feeding, self.stdout.read() if self.stdout is not None else self._nothing(),
                                         self.stderr.read() if self.stderr is not None else self._nothing())
        await self.wait()
        return output, errors


async def _create(start, limit):
    loop = _events.get_running_loop()
    transport, protocol = await start(loop, lambda: SubprocessStreamProtocol(limit, loop))
    protocol._connect()
    return Process(transport, protocol, loop)


async def create_subprocess_shell(cmd, stdin=None, stdout=None, stderr=None, limit=_streams._LIMIT, **kwds):
    """Start a command of the shell."""
    return await _create(lambda loop, factory: loop.subprocess_shell(factory, cmd, stdin=stdin, stdout=stdout, stderr=stderr, **kwds), limit)


async def create_subprocess_exec(program, *args, stdin=None, stdout=None, stderr=None, limit=_streams._LIMIT, **kwds):
    """Start a program."""
    return await _create(lambda loop, factory: loop.subprocess_exec(factory, program, *args, stdin=stdin, stdout=stdout, stderr=stderr, **kwds), limit)
