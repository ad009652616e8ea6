"""A first Ctrl-C lets the running test end, a second one stops at once."""

import weakref

__unittest = True

_results = weakref.WeakKeyDictionary()
_handler = None


class _InterruptHandler:
    def __init__(self, default_handler):
        self.called = False
        self.original_handler = default_handler
        if isinstance(default_handler, int):
            import signal
            if default_handler == signal.SIG_DFL:
                default_handler = signal.default_int_handler
            elif default_handler == signal.SIG_IGN:
                default_handler = lambda number, frame: None
            else:
                raise TypeError("expected SIGINT signal handler to be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
        self.default_handler = default_handler

    def __call__(self, signum, frame):
        import signal
        if signal.getsignal(signal.SIGINT) is not self:
            self.default_handler(signum, frame)
        if self.called:
            self.default_handler(signum, frame)
        self.called = True
        for result in _results.keys():
            result.stop()


def registerResult(result):
    "Stop this result, too, at Ctrl-C."
    _results[result] = 1


def removeResult(result):
    "Forget a registered result; was it registered?"
    return bool(_results.pop(result, None))


def installHandler():
    "Take over SIGINT."
    global _handler
    if _handler is None:
        import signal
        _handler = _InterruptHandler(signal.getsignal(signal.SIGINT))
        signal.signal(signal.SIGINT, _handler)


def removeHandler(method=None):
    "Give SIGINT back; as a decorator, while the function runs."
    if method is not None:
        from functools import wraps

        @wraps(method)
        def inner(*args, **kwargs):
            import signal
            initial = signal.getsignal(signal.SIGINT)
            removeHandler()
            try:
                return method(*args, **kwargs)
            finally:
                signal.signal(signal.SIGINT, initial)
        return inner
    global _handler
    if _handler is not None:
        import signal
        signal.signal(signal.SIGINT, _handler.original_handler)
    return None
