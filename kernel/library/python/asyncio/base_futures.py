"""What futures, tasks and handles look like."""
__all__ = ()
_PENDING, _CANCELLED, _FINISHED = "PENDING", "CANCELLED", "FINISHED"


def isfuture(obj):
    """Is it a future of asyncio, or behaves like one?"""
    return hasattr(type(obj), "_asyncio_future_blocking") and obj._asyncio_future_blocking is not None


def _format_callbacks(callbacks):
    from asyncio.format_helpers import _format_callback_source
    count = len(callbacks)
    texts = [_format_callback_source(callback, ()) for callback, context in (callbacks if count < 3 else [callbacks[0], callbacks[-1]])]
    if count > 2:
        texts.insert(1, "<%d more>" % (count - 2))
    return "cb=[%s]" % ", ".join(texts)


def _outcome(future):
    if future._exception is not None:
        return "exception=%r" % (future._exception,)
    import reprlib
    return "result=" + reprlib.repr(future._result)


def _status(future):
    words, made = [future._state.lower()], future._source_traceback
    if future._state == _FINISHED:
        words.append(_outcome(future))
    if future._callbacks:
        words.append(_format_callbacks(future._callbacks))
    return words + (["created at %s:%s" % tuple(made[-1])[:2]] if made else [])


def _future_repr(future):
    return _guarded(future, lambda: "<%s %s>" % (type(future).__name__, " ".join(_status(future))))


_busy = set()


def _guarded(thing, make):
    # A callback's text may lead back here.
    key = id(thing)
    if key in _busy:
        return "<%s ...>" % type(thing).__name__
    _busy.add(key)
    try:
        return make()
    finally:
        _busy.discard(key)


def _task_status(task):
    from asyncio.coroutines import _format_coroutine
    information = _status(task)
    if task.cancelling() and not task.done():
        information[0] = "cancelling"
    information.insert(1, "name=%r" % task.get_name())
    if task._fut_waiter is not None:
        information.insert(2, "wait_for=%r" % (task._fut_waiter,))
    if task._coro is not None:
        information.insert(2, "coro=<%s>" % _format_coroutine(task._coro))
    return information


def _task_repr(task):
    return _guarded(task, lambda: "<%s %s>" % (type(task).__name__, " ".join(_task_status(task))))
