"""The loop of a kernel or a notebook: to its cells it always runs. Cells with await run in it, and tasks go on between cells."""
import _asyncio_state as _state
from _asyncio import _current, _set_running_loop, _tasks
from asyncio import exceptions as _exceptions

_TURNS = 20  # what is ready after a cell gets so many turns before the next one
_awaiting = 0  # cells that run in the loop


def start():
    """Make the loop: called when asyncio is imported."""
    import sys
    import threading
    from asyncio import events
    loop = events.new_event_loop()
    events.set_event_loop(loop)
    loop._thread_id = threading.get_ident()
    sys.set_asyncgen_hooks(loop._generator_begins, loop._generator_left)
    _set_running_loop(loop)
    _state.set_cell_loop(loop, loop._epoll.fileno(), turn, loop._write_to_self)


def run(coroutine):
    """Run the coroutine of a cell to its end: (True, its value) or (False, its exception)."""
    global _awaiting
    loop = _state.cell_loop()
    if loop is None:
        return _run_alone(coroutine)
    _awaiting += 1
    task = loop.create_task(_guard(coroutine))
    outer = _current.pop(loop, None)
    try:
        while not task.done():
            try:
                loop._run_once()
            except KeyboardInterrupt:
                # It came while the loop waited: the cell is cancelled, and so may end in order.
                if not task.done():
                    task.cancel()
    finally:
        _awaiting -= 1
        loop._stopping = False
        if outer is not None:
            _current[loop] = outer
    if task.cancelled():
        return False, _exceptions.CancelledError()
    error = task.exception()
    return task.result() if error is None else (False, error)


async def _guard(coroutine):
    try:
        return True, await coroutine
    except BaseException as error:
        return False, error


def _run_alone(coroutine):
    # A terminal: the loop runs only while a cell awaits something.
    from asyncio import events
    loop = events.get_event_loop_policy()
    try:
        loop = loop.get_event_loop()
    except RuntimeError:
        loop = None
    if loop is None or loop.is_closed():
        loop = events.new_event_loop()
        events.set_event_loop(loop)
    return loop.run_until_complete(_guard(coroutine))


def turn(limit=_TURNS):
    """Let what is ready go on, without waiting: the seconds until something is ready again, or None."""
    loop = _state.cell_loop()
    if loop is None or loop.is_closed() or _awaiting or _current.get(loop) is not None:
        return None
    for _ in range(limit):
        loop._stopping = True  # so that it does not wait
        try:
            loop._run_once()
        except (KeyboardInterrupt, SystemExit) as error:
            loop.call_exception_handler({"message": "A task was interrupted", "exception": error})
        finally:
            loop._stopping = False
        if not loop._ready:
            break
    if loop._ready:
        return 0.0
    scheduled = loop._scheduled
    return max(0.0, scheduled[0]._when - loop.time()) if scheduled else None


def finish():
    """The session ends: what is still under way is let go of without a word."""
    for reference in list(_tasks.values()):
        task = reference()
        if task is not None:
            task._log_destroy_pending = False
            task._log = False
