"""Futures, tasks and which loop runs: what CPython has of asyncio in C."""
from _asyncio_state import get_running as _get_running_loop, set_running as _set_running_loop
from contextvars import copy_context as _copy_context
from _native import native_type as _native_type
from _weakref import ref as _ref

from asyncio.exceptions import CancelledError, InvalidStateError

_PENDING, _CANCELLED, _FINISHED = "PENDING", "CANCELLED", "FINISHED"
_ATTEMPTS = 100 # when memory runs out in what has to be done


def get_running_loop():
    """Return the loop that runs in this thread; RuntimeError when there is none."""
    loop = _get_running_loop()
    if loop is None:
        raise RuntimeError("no running event loop")
    return loop


def get_event_loop():
    """Return the running loop, or else the one that the policy has for this thread."""
    loop = _get_running_loop()
    if loop is not None:
        return loop
    from asyncio import events
    return events.get_event_loop_policy().get_event_loop()


class Future:
    """A result that will be there later. Set it with set_result() or set_exception(), await it, or have functions called."""

    _state = _PENDING
    _result = _exception = _loop = _source_traceback = _cancel_message = _cancelled_exc = _exception_tb = None
    _asyncio_future_blocking = _log = False

    def __init__(self, *, loop=None):
        if loop is None:
            loop = get_event_loop()
        self._loop = loop
        self._callbacks = None

    def __repr__(self):
        from asyncio.base_futures import _future_repr
        return _future_repr(self)

    def __del__(self, _names=globals()):
        if self._log and "Future" in _names: # else the program has ended
            self._loop.call_exception_handler({"message": "%s exception was never retrieved" % type(self).__name__, "exception": self._exception,
                                               "future": self})

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)

    @property
    def _log_traceback(self):
        return self._log

    @_log_traceback.setter
    def _log_traceback(self, value):
        if value:
            raise ValueError("_log_traceback can only be set to False")
        self._log = False

    def get_loop(self):
        """Return the loop that the future belongs to."""
        return self._loop

    def _cancellation(self):
        error = self._cancelled_exc
        if error is not None:
            self._cancelled_exc = None
            return error
        return CancelledError() if self._cancel_message is None else CancelledError(self._cancel_message)

    def cancel(self, msg=None):
        """Cancel it and have the callbacks called; False when it is done already."""
        self._log = False
        is_open = self._state is _PENDING
        if is_open:
            self._cancel_message = msg
            self._finish(_CANCELLED)
        return is_open

    def _finish(self, state):
        self._state = state
        if self._callbacks:
            self._schedule()

    def _schedule(self):
        callbacks, self._callbacks = self._callbacks, None
        callbacks.reverse()
        attempts = 0
        while callbacks:
            try:
                callback, context = callbacks[-1]
                self._loop.call_soon(callback, self, context=context)
                callbacks.pop()
            except MemoryError: # what is not called would be waited for without end
                attempts += 1
                if attempts > _ATTEMPTS:
                    raise

    def cancelled(self):
        """Was it cancelled?"""
        return self._state is _CANCELLED

    def done(self):
        """Is there a result, an exception, or was it cancelled?"""
        return self._state is not _PENDING

    def result(self):
        """Return the result, or raise what stands for it."""
        if self._state is _FINISHED:
            self._log = False
            if self._exception is not None:
                raise self._exception.with_traceback(self._exception_tb)
            return self._result
        if self._state is _CANCELLED:
            raise self._cancellation()
        raise InvalidStateError("Result is not set.")

    def exception(self):
        """Return the exception that was set, or None."""
        if self._state is _FINISHED:
            self._log = False
            return self._exception
        raise self._cancellation() if self._state is _CANCELLED else InvalidStateError("Exception is not set.")

    def add_done_callback(self, fn, /, *, context=None):
        """Have a function called with the future when it is done."""
        if context is None:
            context = _copy_context()
        if self._state is not _PENDING:
            self._loop.call_soon(fn, self, context=context)
        elif self._callbacks is None:
            self._callbacks = [(fn, context)]
        else:
            self._callbacks.append((fn, context))

    def remove_done_callback(self, fn, /):
        """Take a function out again: how often it was in."""
        callbacks = self._callbacks or []
        left = [pair for pair in callbacks if not pair[0] == fn]
        removed = len(callbacks) - len(left)
        if removed:
            self._callbacks = left or None
        return removed

    def set_result(self, result, /):
        """Set the result; the callbacks are called soon."""
        if self._state is not _PENDING:
            raise InvalidStateError("invalid state")
        self._result = result
        self._state = _FINISHED
        if self._callbacks:
            self._schedule()

    def set_exception(self, exception, /):
        """Set an exception, to be raised by result()."""
        if self._state is not _PENDING:
            raise InvalidStateError("invalid state")
        error = exception() if isinstance(exception, type) else exception
        if type(error) is StopIteration:
            raise TypeError("StopIteration interacts badly with generators and cannot be raised into a Future")
        if not isinstance(error, BaseException):
            raise TypeError("invalid exception object")
        self._exception, self._exception_tb = error, error.__traceback__
        self._finish(_FINISHED)
        self._log = True

    def __iter__(self):
        if self._state is _PENDING:
            self._asyncio_future_blocking = True
            yield self
            if self._state is _PENDING:
                raise RuntimeError("await wasn't used with future")
        return self.result()

    __await__ = __iter__


_current = {}   # loop -> the task that it is in
_tasks = {}     # id of a task -> a weak reference to it
_others = []    # weak references to tasks of other classes that were registered
_count = 0


def _register_task(task):
    """Let all_tasks() know of a task."""
    key = id(task)
    tasks = _tasks # when the program ends the module's name may be gone
    tasks[key] = _ref(task, lambda reference: tasks.pop(key, None) if tasks.get(key) is reference else None)


def _unregister_task(task):
    """Let all_tasks() forget a task."""
    _tasks.pop(id(task), None)


def _enter_task(loop, task):
    """Say which task a loop is in."""
    now = _current.get(loop)
    if now is not None:
        raise RuntimeError("Cannot enter into task %r while another task %r is being executed." % (task, now))
    _current[loop] = task


def _leave_task(loop, task):
    """Say that a loop is out of a task."""
    now = _current.get(loop)
    if now is not task:
        raise RuntimeError("Leaving task %r does not match the current task %r." % (task, now))
    del _current[loop]


class Task(Future):
    """A coroutine that the loop carries on, step by step. Its result is that of the coroutine."""

    _log_destroy_pending = True
    _must_cancel = False
    _fut_waiter = _coro = None
    _open_cancels = 0

    def __init__(self, coro, *, loop=None, name=None, context=None):
        global _count
        if loop is None:
            loop = get_event_loop()
        self._loop = loop
        self._callbacks = None
        if not hasattr(coro, "send"):
            from asyncio.coroutines import iscoroutine
            if not iscoroutine(coro):
                self._log_destroy_pending = False
                raise TypeError("a coroutine was expected, got %r" % (coro,))
        if name is None:
            _count += 1
            name = "Task-%d" % _count
        self._name = str(name)
        self._coro = coro
        self._context = _copy_context() if context is None else context
        _register_task(self) # first: a task that was not made must not run
        loop.call_soon(self._step, context=self._context)

    def __repr__(self):
        from asyncio.base_futures import _task_repr
        return _task_repr(self)

    def __del__(self, _names=globals()):
        if "Future" not in _names:
            return # the program has ended
        if self._state is _PENDING and self._log_destroy_pending and self._coro is not None:
            self._loop.call_exception_handler({"task": self, "message": "Task was destroyed but it is pending!"})
        if self._log:
            Future.__del__(self)

    def get_coro(self):
        """Return the coroutine."""
        return self._coro

    def get_name(self):
        """Return the task's name."""
        return self._name

    def set_name(self, value, /):
        """Give the task another name."""
        self._name = str(value)

    def set_result(self, result, /):
        """Not for tasks."""
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception, /):
        """Not for tasks."""
        raise RuntimeError("Task does not support set_exception operation")

    def get_stack(self, *, limit=None):
        """Return the frames of the coroutine, or those of the traceback of its exception."""
        from asyncio import base_tasks
        return base_tasks._task_get_stack(self, limit)

    def print_stack(self, *, limit=None, file=None):
        """Print the frames of the coroutine as a traceback."""
        from asyncio import base_tasks
        return base_tasks._task_print_stack(self, limit, file)

    def cancel(self, msg=None):
        """Have CancelledError raised in the coroutine at its next step; False when the task is done."""
        self._log = False
        if self._state is _PENDING:
            self._open_cancels += 1
            if self._fut_waiter is None or not self._fut_waiter.cancel(msg=msg):
                self._must_cancel, self._cancel_message = True, msg
            return True
        return False

    def cancelling(self):
        """How many calls of cancel() are open."""
        return self._open_cancels

    def uncancel(self):
        """Take one call of cancel() back: how many are left."""
        if self._open_cancels > 0:
            self._open_cancels -= 1
        return self._open_cancels

    def _step(self, error=None):
        if self._state is not _PENDING:
            raise InvalidStateError("__step(): already done: %r %r" % (self, error))
        if self._must_cancel:
            if not isinstance(error, CancelledError):
                error = self._cancellation()
            self._must_cancel = False
        self._fut_waiter = None
        loop = self._loop
        if loop in _current:
            _enter_task(loop, self)
        _current[loop] = self
        try:
            awaited = self._coro.send(None) if error is None else self._coro.throw(error)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                Future.cancel(self, self._cancel_message)
            else:
                Future.set_result(self, stop.value)
        except CancelledError as cancelled:
            self._cancelled_exc = cancelled
            Future.cancel(self)
        except (KeyboardInterrupt, SystemExit) as stop:
            Future.set_exception(self, stop)
            raise
        except BaseException as failure:
            Future.set_exception(self, failure)
        else:
            self._wait_for(awaited)
        finally:
            del _current[loop]
            error = None

    def _insist(self, error):
        # Memory ran out around a step: what waits for the task is told, now or by the exception. True: it had not begun.
        if self._state is not _PENDING:
            if self._callbacks:
                self._schedule()
        elif self._fut_waiter is None:
            Future.set_exception(self, error)
        else:
            return self._fut_waiter.done()
        return False

    def _wait_for(self, awaited):
        if awaited is None:
            self._loop.call_soon(self._step, context=self._context)
            return
        blocking = getattr(awaited, "_asyncio_future_blocking", None)
        if blocking:
            other = getattr(awaited, "_loop", None) if isinstance(awaited, Future) else awaited.get_loop()
            if other is not self._loop:
                problem = "Task %r got Future %r attached to a different loop" % (self, awaited)
            elif awaited is self:
                problem = "Task cannot await on itself: %r" % (self,)
            else:
                awaited._asyncio_future_blocking = False
                awaited.add_done_callback(self.task_wakeup, context=self._context)
                self._fut_waiter = awaited
                if self._must_cancel and awaited.cancel(msg=self._cancel_message):
                    self._must_cancel = False
                return
        elif blocking is not None:
            problem = "yield was used instead of yield from in task %r with %r" % (self, awaited)
        elif type(awaited).__name__ == "generator":
            problem = "yield was used instead of yield from for generator in task %r with %r" % (self, awaited)
        else:
            problem = "Task got bad yield: %r" % (awaited,)
        self._loop.call_soon(self._step, RuntimeError(problem), context=self._context)

    def task_wakeup(self, future):
        """The future that was awaited is done."""
        if future._state is _FINISHED and future._exception is None:
            self._step()
            return
        error = None
        try:
            future.result()
        except BaseException as failure:
            error = failure
        try:
            self._step(error)  # not in a handler: the coroutine would see what that handles
        finally:
            self = error = None


def current_task(loop=None):
    """Return the task that runs, or None."""
    return _current.get(get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    """Return the set of the loop's tasks that are not done."""
    if loop is None:
        loop = get_running_loop()
    alive = [reference() for reference in list(_tasks.values())]
    return {task for task in alive if task is not None and task.get_loop() is loop and not task.done()}


for _class in (Future, Task):
    _native_type(_class)
del _class
