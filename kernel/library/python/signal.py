"""Signals: what happens when one arrives, and the timers that send some.

A handler in Python runs in the main thread, soon after the signal came, between two steps of the program."""
import _signal
from _signal import default_int_handler
from enum import IntEnum as _IntEnum

_NUMBERS = {"SIGHUP": 1, "SIGINT": 2, "SIGQUIT": 3, "SIGILL": 4, "SIGTRAP": 5, "SIGABRT": 6, "SIGBUS": 7, "SIGFPE": 8, "SIGKILL": 9, "SIGUSR1": 10,
            "SIGSEGV": 11, "SIGUSR2": 12, "SIGPIPE": 13, "SIGALRM": 14, "SIGTERM": 15, "SIGSTKFLT": 16, "SIGCHLD": 17, "SIGCONT": 18, "SIGSTOP": 19,
            "SIGTSTP": 20, "SIGTTIN": 21, "SIGTTOU": 22, "SIGURG": 23, "SIGXCPU": 24, "SIGXFSZ": 25, "SIGVTALRM": 26, "SIGPROF": 27, "SIGWINCH": 28,
            "SIGIO": 29, "SIGPWR": 30, "SIGSYS": 31, "SIGRTMIN": 34, "SIGRTMAX": 64}
Signals = _IntEnum("Signals", _NUMBERS, module="signal")
Handlers = _IntEnum("Handlers", {"SIG_DFL": 0, "SIG_IGN": 1}, module="signal")
Sigmasks = _IntEnum("Sigmasks", {"SIG_BLOCK": 0, "SIG_UNBLOCK": 1, "SIG_SETMASK": 2}, module="signal")
Signals.__doc__, Handlers.__doc__, Sigmasks.__doc__ = "The signals by name.", "What is done with a signal without a function.", "How a mask is changed."
for _member in [*Signals, *Handlers, *Sigmasks]:
    globals()[_member.name] = _member
SIGCLD = Signals.SIGCHLD
SIGPOLL = Signals.SIGIO
SIGIOT = Signals.SIGABRT
NSIG = 65
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2
_NUMBERED = frozenset(_NUMBERS.values())
_was_set = set()


class ItimerError(OSError):
    """A timer could not be set or read."""


ItimerError.__name__ = ItimerError.__qualname__ = "itimer_error"
itimer_error = ItimerError
del ItimerError


def _named(number):
    return Signals(number) if number in _NUMBERED else number


def signal(signalnum, handler):
    """Set what happens when a signal arrives: SIG_DFL, SIG_IGN, or a function of its number and the frame. What was set before comes back."""
    before = getsignal(signalnum)
    _signal.signal(signalnum, handler, handler is default_int_handler)
    _was_set.add(int(signalnum))
    return before


def getsignal(signalnum):
    """What happens when a signal arrives; None when it was not set by Python."""
    handler = _signal.getsignal(signalnum)
    if type(handler) is not int:
        return handler
    if handler == 0 and signalnum in (2, 13, 25) and signalnum not in _was_set: # what Python does with them from the start
        return default_int_handler if signalnum == 2 else Handlers.SIG_IGN
    return Handlers(handler)


def strsignal(signalnum, /):
    """What a signal means, in words."""
    return _signal.strsignal(signalnum)


def valid_signals():
    """All signals of this system."""
    return {_named(number) for number in range(1, NSIG) if number not in (32, 33)}


def raise_signal(signalnum, /):
    """Send this process a signal."""
    _signal.raise_signal(signalnum)


def pthread_kill(thread_id, signalnum, /):
    """Send a thread a signal."""
    _signal.pthread_kill(thread_id, signalnum)


def alarm(seconds, /):
    """Have SIGALRM sent after some seconds; 0 calls that off. What was left of the alarm before comes back."""
    return _signal.alarm(seconds)


def setitimer(which, seconds, interval=0.0, /):
    """Have a signal sent after some seconds and then at each interval. What was left before and its interval come back."""
    try:
        return _signal.setitimer(which, seconds, interval)
    except OSError as error:
        raise itimer_error(*error.args) from None


def getitimer(which, /):
    """What is left of a timer, and its interval."""
    try:
        return _signal.getitimer(which)
    except OSError as error:
        raise itimer_error(*error.args) from None


def pause():
    """Wait until a signal's handler has run."""
    _signal.pause()


def pthread_sigmask(how, mask):
    """Change the set of signals that this thread blocks; the set before comes back."""
    return {_named(number) for number in _signal.pthread_sigmask(how, mask)}


def sigpending():
    """The signals that have arrived but are blocked."""
    return {_named(number) for number in _signal.sigpending()}


def sigwait(sigset, /):
    """Wait for one of some signals: which one came."""
    return _named(_signal.sigtimedwait(sigset, -1.0))


def sigtimedwait(sigset, timeout, /):
    """As sigwaitinfo(), for some seconds at most; None when none came."""
    if timeout < 0:
        raise ValueError("timeout must be non-negative")
    number = _signal.sigtimedwait(sigset, timeout)
    return None if number is None else __getattr__("struct_siginfo")((int(number), 0, 0, 0, 0, 0, 0))


def sigwaitinfo(sigset, /):
    """Wait for one of some signals: what is known about the one that came."""
    return __getattr__("struct_siginfo")((_signal.sigtimedwait(sigset, -1.0), 0, 0, 0, 0, 0, 0))


def siginterrupt(signalnum, flag, /):
    """Nothing: calls of the system go on after a signal in any case."""
    _signal.getsignal(signalnum)


def set_wakeup_fd(fd, /, *, warn_on_full_buffer=True):
    """Have a byte written to a descriptor whenever a signal arrives; -1 ends that. The descriptor before comes back."""
    import threading
    if threading.current_thread() is not threading.main_thread():
        raise ValueError("set_wakeup_fd only works in main thread of the main interpreter")
    if fd != -1:
        import os
        os.fstat(fd)
        if os.get_blocking(fd):
            raise ValueError("the fd %i must be in non-blocking mode" % fd)
    return _signal.set_wakeup_fd(fd)


def __getattr__(name):
    if name == "struct_siginfo":
        from _struct_sequence import make
        fields = ("si_signo", "si_code", "si_errno", "si_pid", "si_uid", "si_status", "si_band")
        made = globals()[name] = make("signal.struct_siginfo", "What is known about a signal that came.", fields, 7)
        return made
    raise AttributeError("module 'signal' has no attribute %r" % name)
