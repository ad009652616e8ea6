"""Signals. Handlers cannot be set: an interrupt becomes KeyboardInterrupt, the rest is the system's."""
import enum as _enum
import os as _os
from _native import ignores_signal as _ignores_signal

_NUMBERS = {"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGBUS": 7, "SIGFPE": 8, "SIGKILL": 9, "SIGUSR1": 10,
            "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15, "SIGSTKFLT": 16, "SIGCHLD": 17, "SIGCONT": 18, "SIGSTOP": 19,
            "SIGTSTP": 20, "SIGTTIN": 21, "SIGTTOU": 22, "SIGURG": 23, "SIGXCPU": 24, "SIGXFSZ": 25, "SIGVTALRM": 26, "SIGPROF": 27, "SIGWINCH": 28,
            "SIGIO": 29, "SIGPWR": 30, "SIGSYS": 31, "SIGRTMIN": 34, "SIGRTMAX": 64}
Signals = _enum.IntEnum("Signals", _NUMBERS, module="signal")
Handlers = _enum.IntEnum("Handlers", {"SIG_DFL": 0, "SIG_IGN": 1}, module="signal")
for _member in list(Signals) + list(Handlers):
    globals()[_member.name] = _member
SIGCLD, SIGPOLL, SIGIOT = Signals.SIGCHLD, Signals.SIGIO, Signals.SIGABRT
NSIG = 65
_TEXTS = {1: "Hangup", 2: "Interrupt", 3: "Quit", 4: "Illegal instruction", 5: "Trace/breakpoint trap", 6: "Aborted", 7: "Bus error",
          8: "Floating point exception", 9: "Killed", 10: "User defined signal 1", 11: "Segmentation fault", 12: "User defined signal 2",
          13: "Broken pipe", 14: "Alarm clock", 15: "Terminated", 17: "Child exited", 18: "Continued", 19: "Stopped (signal)", 20: "Stopped"}
_handlers = {}


def default_int_handler(signalnum, frame, /):
    """Raise KeyboardInterrupt."""
    raise KeyboardInterrupt


def _check(number):
    if not isinstance(number, int):
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(number).__name__)
    if not 0 < number < NSIG:
        raise ValueError("signal number out of range")


def getsignal(signalnum):
    """The handler of a signal."""
    _check(signalnum)
    if signalnum in _handlers:
        return _handlers[signalnum]
    if signalnum in (13, 25) or _ignores_signal(int(signalnum)):
        return Handlers.SIG_IGN
    return default_int_handler if signalnum == 2 else Handlers.SIG_DFL


def signal(signalnum, handler):
    """Set a handler: only the ones that are there already can be set."""
    _check(signalnum)
    if handler not in (0, 1) and not callable(handler):
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    before = getsignal(signalnum)
    if handler != before:
        import warnings
        warnings.warn("Cupola keeps its own signal handlers: the handler for %s is noted but never called"
                      % (Signals(signalnum).name if signalnum in _NUMBERS.values() else signalnum), RuntimeWarning, stacklevel=2)
    _handlers[signalnum] = handler
    return before


def strsignal(signalnum):
    """What a signal means."""
    _check(signalnum)
    return _TEXTS.get(signalnum)


def valid_signals():
    """All signals."""
    return {Signals(number) if number in _NUMBERS.values() else number for number in range(1, NSIG) if number not in (32, 33)}


def raise_signal(signalnum):
    """Send this process a signal."""
    _check(signalnum)
    if signalnum == 2:
        raise KeyboardInterrupt
    _os.kill(_os.getpid(), signalnum)


def _refuse(name):
    def refused(*arguments):
        raise NotImplementedError("signal.%s() is not available: Cupola keeps its own signal handlers" % name)
    refused.__name__ = refused.__qualname__ = name
    refused.__doc__ = "Not available here."
    return refused


for _name in ("pause", "setitimer", "getitimer", "sigwait", "sigwaitinfo", "sigtimedwait", "pthread_sigmask", "pthread_kill", "siginterrupt",
              "set_wakeup_fd", "sigpending"):
    globals()[_name] = _refuse(_name)


def alarm(seconds, /):
    """Only alarm(0), which does nothing: there is no handler that could run."""
    if seconds:
        raise NotImplementedError("signal.alarm() is not available: Cupola keeps its own signal handlers; threading.Timer calls a function later")
    return 0
