"""Futures, and how they follow those of concurrent.futures."""
from _asyncio import Future
from asyncio.base_futures import isfuture

_PyFuture = _CFuture = Future
__all__ = "Future", "wrap_future", "isfuture"


def _get_loop(future):
    return future.get_loop() if hasattr(future, "get_loop") else future._loop


def _copy_state(source, target, is_concurrent):
    # What became of one future to another one.
    if target.cancelled():
        return
    if source.cancelled():
        target.cancel()
        if is_concurrent:
            target.set_running_or_notify_cancel()
        return
    if is_concurrent and not target.set_running_or_notify_cancel():
        return
    error = source.exception()
    if error is None:
        target.set_result(source.result())
    else:
        target.set_exception(_translated(error, is_concurrent))


def _translated(error, to_concurrent):
    import concurrent.futures as concurrent
    from asyncio import exceptions
    if not to_concurrent:
        if type(error) is concurrent.CancelledError:
            return exceptions.CancelledError(*error.args)
        if type(error) is concurrent.InvalidStateError:
            return exceptions.InvalidStateError(*error.args)
    elif type(error) is exceptions.CancelledError:
        return concurrent.CancelledError(*error.args)
    return error


def _chain_future(source, destination):
    from_asyncio, to_asyncio = isfuture(source), isfuture(destination)
    source_loop = _get_loop(source) if from_asyncio else None
    destination_loop = _get_loop(destination) if to_asyncio else None

    def cancelled(future):
        if future.cancelled():
            if source_loop is None or source_loop is destination_loop:
                source.cancel()
            else:
                source_loop.call_soon_threadsafe(source.cancel)

    def done(future):
        if destination.cancelled() and destination_loop is not None and destination_loop.is_closed():
            return
        if destination_loop is None or destination_loop is source_loop:
            _copy_state(future, destination, not to_asyncio)
        elif not destination_loop.is_closed():
            destination_loop.call_soon_threadsafe(_copy_state, future, destination, not to_asyncio)

    destination.add_done_callback(cancelled)
    source.add_done_callback(done)


def wrap_future(future, *, loop=None):
    """Return a future of asyncio for one of concurrent.futures."""
    if not isfuture(future):
        import concurrent.futures
        assert isinstance(future, concurrent.futures.Future), f"concurrent.futures.Future is expected, got {future!r}"
        from asyncio.events import get_event_loop
        theirs, future = future, (get_event_loop() if loop is None else loop).create_future()
        _chain_future(theirs, future)
    return future
