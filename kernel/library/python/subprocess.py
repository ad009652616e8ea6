"""Other programs: run(), Popen and what is built on them. Python programs are run by this one."""
import _spawn
import io as _io
import os as _os
import signal as _signal
import sys as _sys
import time as _time

__all__ = ["Popen", "PIPE", "STDOUT", "call", "check_call", "getstatusoutput", "getoutput", "check_output", "run", "CalledProcessError", "DEVNULL",
           "SubprocessError", "TimeoutExpired", "CompletedProcess"]
PIPE, STDOUT, DEVNULL = -1, -2, -3


class SubprocessError(Exception):
    """What goes wrong with other programs."""


def _signal_named(number):
    try:
        return repr(_signal.Signals(number))
    except ValueError:
        return "unknown signal %d" % number


class CalledProcessError(SubprocessError):
    """A program that failed: returncode, cmd, output, stderr."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode, self.cmd, self.output, self.stderr = returncode, cmd, output, stderr

    def __str__(self):
        code = self.returncode
        is_signal = bool(code) and code < 0
        return "Command '%s' %s." % (self.cmd, "died with " + _signal_named(-code) if is_signal else "returned non-zero exit status %d" % code)

    @property
    def stdout(self):
        """The same as output."""
        return self.output

    @stdout.setter
    def stdout(self, value):
        self.output = value


class TimeoutExpired(SubprocessError):
    """A program that took too long: cmd, timeout, output, stderr."""

    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd, self.timeout, self.output, self.stderr = cmd, timeout, output, stderr

    def __str__(self):
        return "Command '%s' timed out after %s seconds" % (self.cmd, self.timeout)

    @property
    def stdout(self):
        """The same as output."""
        return self.output

    @stdout.setter
    def stdout(self, value):
        self.output = value


class CompletedProcess:
    """How a program ended: args, returncode, stdout, stderr."""

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args, self.returncode, self.stdout, self.stderr = args, returncode, stdout, stderr

    def __repr__(self):
        facts = [(name, getattr(self, name)) for name in ("args", "returncode", "stdout", "stderr")]
        shown = ["%s=%r" % fact for fact in facts[:2] + [fact for fact in facts[2:] if fact[1] is not None]]
        return "%s(%s)" % (type(self).__name__, ", ".join(shown))

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def check_returncode(self):
        """CalledProcessError when it failed."""
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)


def list2cmdline(seq):
    """The words of a command as one text, quoted as Windows does."""
    result = []
    for word in map(_os.fsdecode, seq):
        quoted = not word or " " in word or "\t" in word
        text, slashes = "", 0
        for letter in word:
            if letter == "\\":
                slashes += 1
            elif letter == '"':
                text += "\\" * (2 * slashes + 1) + '"'
                slashes = 0
            else:
                text += "\\" * slashes + letter
                slashes = 0
        text += "\\" * (slashes * 2 if quoted else slashes)
        result.append('"%s"' % text if quoted else text)
    return " ".join(result)


def _take_pipes(options, names, complaint):
    if any(options.get(name) is not None for name in names):
        raise ValueError(complaint)
    options.update(dict.fromkeys(names, PIPE))


def _wait_with(process, wait, *arguments, timeout):
    # What is given up is ended, too.
    try:
        return wait(*arguments, timeout=timeout)
    except BaseException as error:
        process.kill()
        if isinstance(error, TimeoutExpired):
            process.wait()
        raise


def run(*popenargs, input=None, capture_output=False, timeout=None, check=False, **kwargs):
    """Run a program to its end: a CompletedProcess."""
    if input is not None:
        _take_pipes(kwargs, ("stdin",), "stdin and input arguments may not both be used.")
    if capture_output:
        _take_pipes(kwargs, ("stdout", "stderr"), "stdout and stderr arguments may not be used with capture_output.")
    with Popen(*popenargs, **kwargs) as process:
        said = _wait_with(process, process.communicate, input, timeout=timeout)
        ended = CompletedProcess(process.args, process.poll(), *said)
    if check and ended.returncode:
        raise CalledProcessError(ended.returncode, ended.args, *said)
    return ended


def call(*popenargs, timeout=None, **kwargs):
    """Run a program to its end: its exit code."""
    with Popen(*popenargs, **kwargs) as process:
        return _wait_with(process, process.wait, timeout=timeout)


def check_call(*popenargs, **kwargs):
    """Run a program to its end; CalledProcessError when it fails."""
    if code := call(*popenargs, **kwargs):
        named = kwargs.get("args")
        raise CalledProcessError(code, named if named is not None else popenargs[0])
    return 0


def check_output(*popenargs, timeout=None, **kwargs):
    """What a program writes to its standard output; CalledProcessError when it fails."""
    ours = {"stdout": PIPE, "check": True}
    for name in filter(kwargs.__contains__, ours):
        raise ValueError(name + " argument not allowed, it will be overridden.")
    if kwargs.get("input", b"") is None:
        is_text = any(map(kwargs.get, ("universal_newlines", "text", "encoding", "errors")))
        kwargs["input"] = "" if is_text else b""
    return run(*popenargs, timeout=timeout, **ours, **kwargs).stdout


def getstatusoutput(cmd, *, encoding=None, errors=None):
    """(exit code, what it wrote) of a shell command."""
    ended = run(cmd, shell=True, text=True, stdout=PIPE, stderr=STDOUT, encoding=encoding, errors=errors)
    return ended.returncode, ended.stdout.removesuffix("\n")


def getoutput(cmd, *, encoding=None, errors=None):
    """What a shell command wrote."""
    return getstatusoutput(cmd, encoding=encoding, errors=errors)[1]


_PYTHON_NAMES = ("python", "python3", "python3.11")


def _shell_text(command):
    """A shell command in which python is this program."""
    if "python" not in command or not _sys.executable:
        return command
    own = "'%s'" % _sys.executable.replace("'", "'\\''")
    return 'python() { %s "$@"; }; python3() { %s "$@"; }; ' % (own, own) + command


class Popen:
    """A program that runs: stdin, stdout, stderr are pipes where PIPE was asked for."""

    _child_created = False

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None, close_fds=True, shell=False, cwd=None,
                 env=None, universal_newlines=None, startupinfo=None, creationflags=0, restore_signals=True, start_new_session=False, pass_fds=(), *,
                 user=None, group=None, extra_groups=None, encoding=None, errors=None, text=None, umask=-1, pipesize=-1, process_group=None):
        self.returncode, self.stdin, self.stdout, self.stderr, self.pid = None, None, None, None, None
        self._input, self._communication_started, self._buffers = None, False, {}
        if bufsize is None:
            bufsize = -1
        if not isinstance(bufsize, int):
            raise TypeError("bufsize must be an integer")
        if startupinfo is not None:
            raise ValueError("startupinfo is only supported on Windows platforms")
        if creationflags != 0:
            raise ValueError("creationflags is only supported on Windows platforms")
        if text is not None and universal_newlines is not None and bool(universal_newlines) != bool(text):
            raise SubprocessError("Cannot disambiguate when both text and universal_newlines are supplied but different. Pass one or the other.")
        if preexec_fn is not None and preexec_fn is _os.setsid:
            preexec_fn, start_new_session = None, True
        elif preexec_fn is not None and preexec_fn is _os.setpgrp:
            preexec_fn, process_group = None, 0
        if process_group is None:
            process_group = -1
        for name, value in (("preexec_fn", preexec_fn), ("user", user), ("group", group), ("extra_groups", extra_groups)):
            if value is not None:
                raise NotImplementedError("subprocess: %s is not available, children are started by posix_spawn" % name)
        self.args, self.encoding, self.errors = args, encoding, errors
        self.text_mode = encoding or errors or text or universal_newlines
        self.universal_newlines = self.text_mode
        line_buffering = self.text_mode and bufsize == 1
        if line_buffering:
            bufsize = -1
        opened, given_up = [], []
        try:
            ends = self._make_ends(stdin, stdout, stderr, opened, given_up)
            self._start(args, executable, shell, cwd, env, ends, close_fds and not pass_fds, start_new_session, pass_fds,
                        process_group)
        except BaseException:
            for descriptor in opened:
                _os.close(descriptor)
            raise
        finally:
            for descriptor in given_up:
                _os.close(descriptor)
        for name, descriptor, mode in (("stdin", self._input_end, "w"), ("stdout", self._output_end, "r"), ("stderr", self._error_end, "r")):
            if descriptor < 0:
                continue
            if self.text_mode:
                stream = _io.TextIOWrapper(_io.open(descriptor, mode + "b", bufsize), encoding=encoding, errors=errors,
                                           line_buffering=line_buffering if mode == "w" else False, write_through=mode == "w" and bufsize == 0)
            else:
                stream = _io.open(descriptor, mode + "b", bufsize)
            setattr(self, name, stream)

    def __repr__(self):
        text = f"<{type(self).__name__}: returncode: {self.returncode} args: {self.args!r}>"
        return text if len(text) <= 80 else text[:76] + "...>"

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    def _make_ends(self, stdin, stdout, stderr, opened, given_up):
        """The descriptors that the child gets; -1 for those of this process."""
        self._input_end = self._output_end = self._error_end = -1

        def end_of(stream, reads):
            if stream is None:
                return -1, -1
            if stream == PIPE:
                reader, writer = map(_spawn_move_up, _os.pipe())
                ours, theirs = (writer, reader) if reads else (reader, writer)
                opened.append(ours)
                given_up.append(theirs)
                return theirs, ours
            if stream == DEVNULL:
                descriptor = _spawn_move_up(_os.open(_os.devnull, _os.O_RDWR))
                given_up.append(descriptor)
                return descriptor, -1
            number = stream if isinstance(stream, int) else stream.fileno()
            if 0 <= number < 3:  # it would be overwritten before it is copied
                number = _spawn.move_up(number)
                given_up.append(number)
            return number, -1
        child_input, self._input_end = end_of(stdin, True)
        if stdout == STDOUT:
            raise ValueError("STDOUT can only be used for stderr")
        child_output, self._output_end = end_of(stdout, False)
        if stderr == STDOUT:
            child_error = child_output
            if child_error < 0:
                child_error = _spawn.move_up(1)
                given_up.append(child_error)
        else:
            child_error, self._error_end = end_of(stderr, False)
        return child_input, child_output, child_error

    def _start(self, args, executable, shell, cwd, env, ends, close_others, start_new_session, pass_fds, process_group):
        if isinstance(args, (str, bytes)):
            words = [args]
        elif isinstance(args, _os.PathLike):
            if shell:
                raise TypeError("path-like args is not allowed when shell is true")
            words = [args]
        else:
            words = list(args)
        if shell:
            words = ["/bin/sh", "-c"] + [_shell_text(_os.fsdecode(words[0]))] + words[1:]
            if executable:
                words[0] = executable
        if not words:
            raise IndexError("list index out of range")
        program = words[0] if executable is None else executable
        name = _os.fsdecode(program)
        shown = program
        if not shell and _os.path.basename(name) in _PYTHON_NAMES and _sys.executable:
            program = _sys.executable
        elif env is not None and "/" not in name:
            for folder in _os.get_exec_path(env):
                place = _os.path.join(folder, name)
                if _os.path.isfile(place) and _os.access(place, _os.X_OK):
                    program = place
                    break
        if cwd is not None and not _os.path.isdir(folder := _os.fsencode(cwd)):
            if b"\0" in folder:
                raise ValueError("embedded null byte")
            number = 20 if _os.path.exists(cwd) else 2
            raise OSError(number, _os.strerror(number), _os.fspath(cwd))
        variables = None
        if env is not None:
            variables = []
            for key, value in env.items():
                key = _os.fsencode(key)
                if b"=" in key:
                    raise ValueError("illegal environment variable name")
                variables.append(key + b"=" + _os.fsencode(value))
        for descriptor in pass_fds:
            _os.set_inheritable(descriptor, True)
        try:
            self.pid = _spawn.start(program, words, cwd, variables, *ends, close_others, start_new_session, process_group)
        except OSError as error:
            if error.filename is not None:
                error.filename = shown
            raise
        self._child_created = True

    # ---- the end ----

    def poll(self):
        """The exit code, None while it runs."""
        if self.returncode is None:
            try:
                process, status = _os.waitpid(self.pid, _os.WNOHANG)
            except ChildProcessError:
                self.returncode = 0
            else:
                if process == self.pid:
                    self.returncode = _os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout=None):
        """Wait for its end: the exit code."""
        if timeout is None:
            try:
                if self.returncode is None:
                    try:
                        status = _os.waitpid(self.pid, 0)[1]
                        self.returncode = _os.waitstatus_to_exitcode(status)
                    except ChildProcessError:
                        self.returncode = 0
            except KeyboardInterrupt:
                # It usually got the signal, too.
                self._wait_until(_time.monotonic() + 0.25)
                raise
            return self.returncode
        if not self._wait_until(_time.monotonic() + timeout):
            raise TimeoutExpired(self.args, timeout)
        return self.returncode

    def _wait_until(self, end):
        delay = 0.0005
        while self.poll() is None:
            left = end - _time.monotonic()
            if left <= 0:
                return False
            delay = min(delay * 2, left, 0.05)
            _time.sleep(delay)
        return True

    def send_signal(self, sig):
        """Send a signal, if it runs."""
        self.poll()
        if self.returncode is None:
            try:
                _os.kill(self.pid, sig)
            except ProcessLookupError:
                pass

    def terminate(self):
        """SIGTERM."""
        self.send_signal(_signal.SIGTERM)

    def kill(self):
        """SIGKILL."""
        self.send_signal(_signal.SIGKILL)

    # ---- talking ----

    def communicate(self, input=None, timeout=None):
        """Write the input, read all that it writes, wait for its end: (stdout, stderr)."""
        if self._communication_started and input:
            raise ValueError("Cannot send input after starting communication")
        if not self._communication_started and input is not None:
            if self.text_mode:
                if not isinstance(input, str):
                    memoryview(input)
                    raise TypeError("write() argument must be str, not %s" % type(input).__name__)
                input = input.encode(self.encoding or "utf-8", self.errors or "strict")
            else:
                memoryview(input)
        if not self._communication_started:
            self._input = memoryview(input or b"").tobytes() if self.stdin else b""
            self._sent = 0
        end = None if timeout is None else _time.monotonic() + timeout
        try:
            self._exchange(end, timeout)
            self.wait(None if end is None else max(end - _time.monotonic(), 0))
        except KeyboardInterrupt:
            self._wait_until(_time.monotonic() + 0.25)
            raise
        except TimeoutExpired:
            raise TimeoutExpired(self.args, timeout, output=b"".join(self._buffers.get("stdout", [])) or None,
                                 stderr=b"".join(self._buffers.get("stderr", [])) or None) from None
        return tuple(self._result(name) for name in ("stdout", "stderr"))

    def _exchange(self, end, timeout):
        first = not self._communication_started
        self._communication_started = True
        if self.stdin and not self.stdin.closed:
            if first:
                try:
                    self.stdin.flush()
                except BrokenPipeError:
                    pass
            if self._sent >= len(self._input):
                self._close_input()
        for name in ("stdout", "stderr"):
            if getattr(self, name) is not None:
                self._buffers.setdefault(name, [])
        while True:
            readers = {getattr(self, name).fileno(): name for name in self._buffers if not getattr(self, name).closed}
            writers = [self.stdin.fileno()] if self.stdin and not self.stdin.closed else []
            if not readers and not writers:
                return
            left = -1 if end is None else end - _time.monotonic()
            if end is not None and left <= 0:
                raise TimeoutExpired(self.args, timeout)
            for descriptor in _spawn.poll(list(readers), writers, left):
                if descriptor in readers:
                    data = _os.read(descriptor, 65536)
                    if data:
                        self._buffers[readers[descriptor]].append(data)
                    else:
                        getattr(self, readers[descriptor]).close()
                    continue
                try:
                    self._sent += _os.write(descriptor, self._input[self._sent:self._sent + 4096])
                except BrokenPipeError:
                    self._sent = len(self._input)
                if self._sent >= len(self._input):
                    self._close_input()

    def _close_input(self):
        try:
            self.stdin.close()
        except BrokenPipeError:
            pass

    def _result(self, name):
        if getattr(self, name) is None:
            return None
        data = b"".join(self._buffers[name])
        if not self.text_mode:
            return data
        return data.decode(self.encoding or "utf-8", self.errors or "strict").replace("\r\n", "\n").replace("\r", "\n")

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if self.stdout:
            self.stdout.close()
        if self.stderr:
            self.stderr.close()
        try:
            if self.stdin:
                self.stdin.close()
        except BrokenPipeError:
            pass
        self.wait()


def _spawn_move_up(descriptor):
    if descriptor > 2:
        return descriptor
    moved = _spawn.move_up(descriptor)
    _os.close(descriptor)
    return moved
