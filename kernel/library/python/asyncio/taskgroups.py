"""Tasks that belong together."""
from asyncio import events as _events, exceptions as _exceptions, tasks as _tasks

__all__ = ["TaskGroup"]


class TaskGroup:
    """An asynchronous context manager whose block ends when all tasks made in it are done. When one fails the others are
    cancelled, and the failures are raised as a group."""

    def __init__(self):
        self._members, self._failures = set(), []
        self._loop = self._owner = self._fatal = self._emptied = None
        self._is_open = self._is_leaving = self._is_stopping = self._told_owner = False

    def __repr__(self):
        words = ["TaskGroup"]
        words += ["%s=%d" % (word, len(many)) for word, many in (("tasks", self._members), ("errors", self._failures)) if many]
        if self._is_stopping or self._is_open:
            words.append("cancelling" if self._is_stopping else "entered")
        return "<%s>" % " ".join(words)

    def _refuse(self, why):
        raise RuntimeError(f"TaskGroup {self!r} {why}")

    async def __aenter__(self):
        if self._is_open:
            self._refuse("has been already entered")
        self._is_open = True
        self._loop = _events.get_running_loop()
        self._owner = _tasks.current_task(self._loop)
        return self if self._owner is not None else self._refuse("cannot determine the parent task")

    async def __aexit__(self, kind, error, tb):
        self._is_leaving = True
        is_cancel = kind is _exceptions.CancelledError
        self._note_fatal(error)
        # When nobody but this group has cancelled the task around, that is no cancelling of it.
        is_own = self._told_owner and not self._owner.uncancel()
        if error is not None:
            self._stop()
        outer_cancel = await self._drain() or (error if is_cancel and not is_own else None)
        if self._fatal is not None:
            raise self._fatal
        if outer_cancel is not None and not self._failures:
            raise outer_cancel
        if error is not None and not is_cancel:
            self._failures.append(error)
        failures, self._failures = self._failures, None
        if failures:
            try:
                raise BaseExceptionGroup("unhandled errors in a TaskGroup", failures) from None
            finally:
                failures = error = outer_cancel = None  # no ring through this frame

    async def _drain(self):
        # Until no task is left. When the task around is cancelled meanwhile the tasks in here end first; the error.
        cancelled = None
        while self._members:
            self._emptied = self._loop.create_future()
            try:
                await self._emptied
            except _exceptions.CancelledError as error:
                if not self._is_stopping:
                    cancelled = error
                    self._stop()
        return cancelled

    def create_task(self, coro, *, name=None, context=None):
        """Make a task that belongs to the group."""
        if not self._is_open:
            self._refuse("has not been entered")
        if self._is_leaving and not self._members:
            self._refuse("is finished")
        if self._is_stopping:
            self._refuse("is shutting down")
        task = self._loop.create_task(coro, **({} if context is None else {"context": context}))
        if name is not None:
            task.set_name(name)
        self._members.add(task)
        task.add_done_callback(self._member_ended)
        return task

    def _note_fatal(self, error):
        if self._fatal is None and isinstance(error, (SystemExit, KeyboardInterrupt)):
            self._fatal = error

    def _stop(self):
        if not self._is_stopping:
            self._is_stopping = True
            for task in [task for task in self._members if not task.done()]:
                task.cancel()

    def _member_ended(self, task):
        self._members.discard(task)
        if not (self._members or self._emptied is None or self._emptied.done()):
            self._emptied.set_result(None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._failures.append(error)
            self._note_fatal(error)
            self._spread(task, error)

    def _spread(self, task, error):
        # The failure of one ends the others and the block.
        if self._owner.done():
            self._loop.call_exception_handler({
                "message": f"Task {task!r} has errored out but its parent task {self._owner} is already completed",
                "exception": error, "task": task})
        elif not self._is_stopping and not self._told_owner:
            self._stop()
            self._told_owner = True
            self._owner.cancel()
