"""Calls whose results come later: executors over threads and over processes."""
import threading as _threading
import time as _time

__path__ = []
__all__ = ("FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED", "CancelledError", "TimeoutError", "BrokenExecutor", "InvalidStateError", "Future",
           "Executor", "wait", "as_completed", "ProcessPoolExecutor", "ThreadPoolExecutor")
FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"
PENDING, RUNNING, CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED = "PENDING", "RUNNING", "CANCELLED", "CANCELLED_AND_NOTIFIED", "FINISHED"
_DONE = (CANCELLED, CANCELLED_AND_NOTIFIED, FINISHED)
_NAMES = {PENDING: "pending", RUNNING: "running", CANCELLED: "cancelled", CANCELLED_AND_NOTIFIED: "cancelled", FINISHED: "finished"}
TimeoutError = TimeoutError


class Error(Exception):
    """What goes wrong with futures."""


class CancelledError(Error):
    """The future was cancelled."""


class InvalidStateError(Error):
    """Not allowed in the future's state."""


class BrokenExecutor(RuntimeError):
    """An executor that can do no more."""


for _class in (Error, CancelledError, InvalidStateError, BrokenExecutor):
    _class.__module__ = "concurrent.futures._base"


class Future:
    """A result that comes later."""

    def __init__(self):
        self._condition = _threading.Condition()
        self._state, self._result, self._exception = PENDING, None, None
        self._done_callbacks = []

    def __repr__(self):
        with self._condition:
            state = _NAMES[self._state]
            if self._state == FINISHED:
                what = ("raised %s" % type(self._exception).__name__) if self._exception else "returned %s" % type(self._result).__name__
                return "<%s at %#x state=%s %s>" % (type(self).__name__, id(self), state, what)
            return "<%s at %#x state=%s>" % (type(self).__name__, id(self), state)

    def cancel(self):
        """Do not run it: whether that could be done."""
        with self._condition:
            is_new = self._state == PENDING
            if not is_new:
                return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED)
            self._state = CANCELLED
            self._condition.notify_all()
        self._call_back()
        return is_new

    def cancelled(self):
        """Was it cancelled?"""
        return self._state in (CANCELLED, CANCELLED_AND_NOTIFIED)

    def running(self):
        """Does it run?"""
        return self._state == RUNNING

    def done(self):
        """Did it end?"""
        return self._state in _DONE

    def _call_back(self):
        for callback in self._done_callbacks:
            self._call_one(callback)

    def _call_one(self, callback):
        try:
            callback(self)
        except Exception:
            import sys
            print("exception calling callback for %r" % self, file=sys.stderr)
            sys.excepthook(*sys.exc_info())

    def add_done_callback(self, fn):
        """Have a function called with the future when it ends."""
        with self._condition:
            if self._state not in _DONE:
                self._done_callbacks.append(fn)
                return
        self._call_one(fn)

    def _wait(self, timeout):
        with self._condition:
            if self._state not in _DONE:
                self._condition.wait_for(self.done, timeout)
            if self.cancelled():
                raise CancelledError()
            if self._state != FINISHED:
                raise TimeoutError()

    def result(self, timeout=None):
        """The result, waiting for it; the exception that came instead is raised."""
        try:
            self._wait(timeout)
            if self._exception is not None:
                raise self._exception
            return self._result
        finally:
            self = None

    def exception(self, timeout=None):
        """The exception that came instead of a result, or None."""
        self._wait(timeout)
        return self._exception

    def set_running_or_notify_cancel(self):
        """For executors: it starts; False when it was cancelled."""
        with self._condition:
            if self._state == CANCELLED:
                self._state = CANCELLED_AND_NOTIFIED
                return False
            if self._state == PENDING:
                self._state = RUNNING
                return True
            raise RuntimeError("Future in unexpected state")

    def _finish(self, result, exception):
        with self._condition:
            if self._state in _DONE:
                raise InvalidStateError("{}: {!r}".format(self._state, self))
            self._result, self._exception, self._state = result, exception, FINISHED
            self._condition.notify_all()
        self._call_back()

    def set_result(self, result):
        """For executors: the result."""
        self._finish(result, None)

    def set_exception(self, exception):
        """For executors: the exception."""
        self._finish(None, exception)

    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


class _Watch:
    """Futures that are waited for: a condition that is notified when one of them ends."""

    def __init__(self, futures):
        self.condition, self.ended = _threading.Condition(), []
        for future in futures:
            future.add_done_callback(self.note)

    def note(self, future):
        with self.condition:
            self.ended.append(future)
            self.condition.notify_all()


def as_completed(fs, timeout=None):
    """The futures, in the order in which they end."""
    end = None if timeout is None else _time.monotonic() + timeout
    futures = list(dict.fromkeys(fs))
    return _as_completed(futures, end, timeout)


def _as_completed(futures, end, timeout):
    watch, given, total = _Watch(futures), 0, len(futures)
    while given < total:
        with watch.condition:
            while len(watch.ended) <= given:
                left = None if end is None else end - _time.monotonic()
                if left is not None and left <= 0 or not watch.condition.wait(left) and len(watch.ended) <= given:
                    raise TimeoutError("%d (of %d) futures unfinished" % (total - given, total))
            future = watch.ended[given]
        given += 1
        yield future


class DoneAndNotDoneFutures(tuple):
    """(done, not_done)"""

    done = property(lambda self: self[0], doc="The futures that ended.")
    not_done = property(lambda self: self[1], doc="The other ones.")

    def __repr__(self):
        return "DoneAndNotDoneFutures(done=%r, not_done=%r)" % self


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    """Wait for futures: (those that ended, the others)."""
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError("Invalid return condition: %r" % return_when)
    futures = set(fs)
    watch = _Watch(futures)

    def enough():
        ended = watch.ended
        if len(ended) == len(futures):
            return True
        if return_when == FIRST_COMPLETED:
            return bool(ended)
        return return_when == FIRST_EXCEPTION and any(not future.cancelled() and future._exception is not None for future in ended)
    with watch.condition:
        watch.condition.wait_for(enough, timeout)
        done = set(watch.ended)
    return DoneAndNotDoneFutures((done, futures - done))


def _in_turn(futures, end):
    # The results of futures, from the list's end; those that nobody waits for any more are cancelled.
    try:
        while futures:
            yield futures.pop().result(None if end is None else end - _time.monotonic())
    finally:
        for future in futures:
            future.cancel()


class Executor:
    """Runs calls."""

    def submit(self, fn, /, *args, **kwargs):
        """Have a call done: its Future."""
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        """As map(), the calls all at once; the results in order."""
        end = None if timeout is None else timeout + _time.monotonic()
        waiting = [self.submit(fn, *arguments) for arguments in zip(*iterables)]
        return _in_turn(waiting[::-1], end)

    def shutdown(self, wait=True, *, cancel_futures=False):
        """No more calls; waits for those that there are."""

    def __enter__(self):
        return self

    def __exit__(self, *arguments):
        self.shutdown(wait=True)
        return False


class BrokenThreadPool(BrokenExecutor):
    """The initializer of a thread failed."""


BrokenThreadPool.__module__ = "concurrent.futures.thread"
_counter = 0
_living = []


class ThreadPoolExecutor(Executor):
    """Runs calls in threads."""

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        global _counter
        if max_workers is None:
            import os
            max_workers = min(32, (os.cpu_count() or 1) + 4)
        if max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        import queue
        self._max_workers, self._work_queue, self._threads = max_workers, queue.SimpleQueue(), set()
        self._idle, self._shutdown, self._broken, self._lock = _threading.Semaphore(0), False, False, _threading.Lock()
        self._thread_name_prefix = thread_name_prefix or "ThreadPoolExecutor-%d" % _counter
        _counter += 0 if thread_name_prefix else 1
        self._initializer, self._initargs = initializer, initargs
        if not _living:
            _threading._register_atexit(_end_all)
        from weakref import ref
        _living.append(ref(self))

    def submit(self, fn, /, *args, **kwargs):
        with self._lock:
            if self._broken:
                raise BrokenThreadPool(self._broken)
            if self._shutdown:
                raise RuntimeError("cannot schedule new futures after shutdown")
            future = Future()
            self._work_queue.put((future, fn, args, kwargs))
            if not self._idle.acquire(timeout=0) and len(self._threads) < self._max_workers:
                name = "%s_%d" % (self._thread_name_prefix or self, len(self._threads))
                from weakref import ref
                thread = _threading.Thread(target=_work, name=name, args=(ref(self), self._work_queue, self._initializer, self._initargs))
                thread.daemon = True
                thread.start()
                self._threads.add(thread)
            return future

    submit.__doc__ = Executor.submit.__doc__

    def _initializer_failed(self):
        with self._lock:
            self._broken = "A thread initializer failed, the thread pool is not usable anymore"
            for item in self._take_out():
                item[0].set_exception(BrokenThreadPool(self._broken))

    def shutdown(self, wait=True, *, cancel_futures=False):
        with self._lock:
            self._shutdown = True
            for item in self._take_out() if cancel_futures else ():
                item[0].cancel()
            self._work_queue.put(None)
        for thread in self._threads if wait else ():
            thread.join()

    def _take_out(self):
        # What waits for a thread.
        while not self._work_queue.empty():
            if (item := self._work_queue.get_nowait()) is not None:
                yield item

    shutdown.__doc__ = Executor.shutdown.__doc__


def _end_all():
    for reference in _living:
        executor = reference()
        if executor is not None:
            executor.shutdown(wait=True)


def _work(executor_reference, work_queue, initializer, initargs):
    if initializer is not None:
        try:
            initializer(*initargs)
        except BaseException:
            executor = executor_reference()
            if executor is not None:
                executor._initializer_failed()
            return
    while True:
        if work_queue.empty():
            executor = executor_reference()
            if executor is None:
                return
            executor._idle.release()
            del executor
        item = work_queue.get()
        if item is None:
            work_queue.put(None)  # for the next thread
            return
        future, function, arguments, keywords = item
        del item
        if future.set_running_or_notify_cancel():
            try:
                result = function(*arguments, **keywords)
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)
        del future, function, arguments, keywords


class BrokenProcessPool(BrokenExecutor):
    """A process of a ProcessPoolExecutor ended by itself."""


class _RemoteTraceback(Exception):
    """The traceback of another process, as text."""

    def __init__(self, tb):
        self.tb = tb

    def __str__(self):
        return self.tb


BrokenProcessPool.__module__ = _RemoteTraceback.__module__ = "concurrent.futures.process"


def _make_process_pool(broken, *args):
    """A pool that does not replace processes that end: it calls broken() instead."""
    from multiprocessing.pool import Pool

    class ProcessPool(Pool):
        _remote_traceback = _RemoteTraceback
        _told = BaseException

        def _replace(self, ended):
            self._state = "TERMINATE"
            for worker in self._workers:
                worker.terminate()
            broken()
            for receiver in list(self._jobs.values()):
                if not receiver.ready():
                    receiver._set(False, BrokenProcessPool("A process in the process pool was terminated abruptly while the future was running "
                                                           "or pending."))
    return ProcessPool(*args)


def _map_piece(function, items):
    return [function(*item) for item in items]


def _joined(lists):
    for results in lists:
        yield from results


class ProcessPoolExecutor(Executor):
    """Runs calls in copies of this process."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        import os
        if max_workers is None:
            max_workers = os.cpu_count() or 1
        elif max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._max_workers, self._initializer, self._initargs, self._pool, self._shutdown = max_workers, initializer, initargs, None, False
        self._broken, self._most = False, max_tasks_per_child

    def _break(self):
        self._broken = True

    def submit(self, fn, /, *args, **kwargs):
        if self._broken:
            raise BrokenProcessPool("A child process terminated abruptly, the process pool is not usable anymore")
        if self._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        if self._pool is None:
            self._pool = _make_process_pool(self._break, self._max_workers, self._initializer, self._initargs)
        future = Future()
        future.set_running_or_notify_cancel()
        self._pool.apply_async(fn, args, kwargs, future.set_result, future.set_exception)
        return future

    submit.__doc__ = Executor.submit.__doc__

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        if chunksize < 1:
            raise ValueError("chunksize must be >= 1.")
        if chunksize == 1:
            return super().map(fn, *iterables, timeout=timeout)
        items, pieces = list(zip(*iterables)), []
        for place in range(0, len(items), chunksize):
            pieces.append(items[place:place + chunksize])
        return _joined(super().map(_map_piece, [fn] * len(pieces), pieces, timeout=timeout))

    map.__doc__ = Executor.map.__doc__

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True
        if self._pool is not None:
            self._pool.close()
            if wait:
                self._pool.join()

    shutdown.__doc__ = Executor.shutdown.__doc__


for _class in (Future, Executor, DoneAndNotDoneFutures):
    _class.__module__ = "concurrent.futures._base"
ThreadPoolExecutor.__module__, ProcessPoolExecutor.__module__ = "concurrent.futures.thread", "concurrent.futures.process"
