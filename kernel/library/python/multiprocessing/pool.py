"""Processes, or threads, that do calls."""
import multiprocessing as _multiprocessing
import os as _os
import sys as _sys
import threading as _threading
from multiprocessing import TimeoutError

__all__ = ["Pool", "ThreadPool"]


class RemoteTraceback(Exception):
    """The traceback of another process, as text."""

    def __init__(self, tb):
        self.tb = tb

    def __str__(self):
        return self.tb


class MaybeEncodingError(Exception):
    """A result that could not be sent."""

    def __init__(self, exc, value):
        texts = self.exc, self.value = repr(exc), repr(value)
        super().__init__(*texts)

    def __str__(self):
        return "Error sending result: '%s'. Reason: '%s'" % (self.value, self.exc)


def _describe(error):
    try:
        import traceback
        return "".join(traceback.format_exception(type(error), error, error.__traceback__))
    except ImportError:
        return "%s: %s\n" % (type(error).__name__, error)


_ENOUGH = 77  # the exit status of a process that did its number of tasks


def _call(function, arguments, keywords):
    return function(*arguments, **keywords)


def _map_piece(function, items):
    return list(map(function, items))


def _starmap_piece(function, items):
    return [function(*item) for item in items]


def _worker(tasks, results, initializer, initargs, most=None, told=Exception):
    if initializer is not None:
        initializer(*initargs)
    done = 0
    while most is None or done < most:
        done += 1
        try:
            task = tasks.get()
        except (EOFError, OSError):
            return
        if task is None:
            return
        job, function, arguments, keywords = task
        try:
            answer = job, True, function(*arguments, **keywords), None
        except told as error:
            answer = job, False, error, '\n"""\n%s"""' % _describe(error)
        try:
            results.put(answer)
        except Exception as error:
            results.put((job, False, MaybeEncodingError(error, answer[2]), None))
    raise SystemExit(_ENOUGH)


class AsyncResult:
    """A result that comes later."""

    def __init__(self, pool, callback, error_callback):
        self._pool, self._event, self._callback, self._error_callback = pool, _threading.Event(), callback, error_callback
        self._job = pool._add(self)

    def ready(self):
        """Is it there?"""
        return self._event.is_set()

    def successful(self):
        """Did it come without an exception?"""
        if not self.ready():
            raise ValueError("{0!r} not ready".format(self))
        return self._success

    def wait(self, timeout=None):
        """Wait for it."""
        self._event.wait(timeout)

    def get(self, timeout=None):
        """The result, waiting for it; the exception that came instead is raised."""
        self.wait(timeout)
        if not self.ready():
            raise TimeoutError
        if self._success:
            return self._value
        raise self._value

    def _set(self, success, value):
        self._success, self._value = success, value
        if success and self._callback:
            self._callback(value)
        if not success and self._error_callback:
            self._error_callback(value)
        self._event.set()
        self._pool = None


ApplyResult = AsyncResult


class MapResult(AsyncResult):
    """The results of a map() that come later."""

    def __init__(self, pool, pieces, callback, error_callback):
        super().__init__(pool, callback, error_callback)
        self._parts, self._left = [None] * pieces, pieces
        if not pieces:
            self._set(True, [])

    def _part(self, index, success, value):
        if self.ready():
            return
        if not success:
            self._set(False, value)
            return
        self._parts[index] = value
        self._left -= 1
        if not self._left:
            self._set(True, [item for part in self._parts for item in part])


class _Iterator:
    """The results of imap(), one by one."""

    def __init__(self, ordered):
        self._condition, self._found, self._given, self._total, self._ordered = _threading.Condition(), {}, 0, None, ordered
        self._arrived = []

    def __iter__(self):
        return self

    def next(self, timeout=None):
        """The next result."""
        with self._condition:
            def ready():
                if self._total is not None and self._given >= self._total:
                    return True
                return self._given in self._found if self._ordered else len(self._arrived) > self._given
            if not self._condition.wait_for(ready, timeout):
                raise TimeoutError from None
            if self._total is not None and self._given >= self._total:
                raise StopIteration from None
            success, value = self._found.pop(self._given) if self._ordered else self._arrived[self._given]
            self._given += 1
        if success:
            return value
        raise value

    __next__ = next

    def _put(self, index, success, value):
        with self._condition:
            self._found[index] = success, value
            self._arrived.append((success, value))
            self._condition.notify_all()

    def _end(self, total):
        with self._condition:
            self._total = total
            self._condition.notify_all()


class Pool:
    """Processes that do calls."""

    _remote_traceback = RemoteTraceback
    _told = Exception  # what a task raises, and is the caller's to know

    def __init__(self, processes=None, initializer=None, initargs=(), maxtasksperchild=None, context=None):
        if processes is None:
            processes = _os.cpu_count() or 1
        if processes < 1:
            raise ValueError("Number of processes must be at least 1")
        if maxtasksperchild is not None and (not isinstance(maxtasksperchild, int) or maxtasksperchild <= 0):
            raise ValueError("maxtasksperchild must be a positive int or None")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._processes, self._state, self._jobs, self._number = processes, "RUN", {}, 0
        self._most, self._start_arguments = maxtasksperchild, (initializer, initargs)
        self._make_queues()
        self._workers = [self._make_worker(initializer, initargs) for _ in range(processes)]
        for worker in self._workers:
            worker.start()
        self._handler = _threading.Thread(target=self._handle_results, daemon=True)
        self._handler.start()
        self._feeder = self._waiting = None
        self._ended, self._finished = _threading.Event(), False
        self._watch()

    def _watch(self):
        self._watcher = _threading.Thread(target=self._look_after, daemon=True)
        self._watcher.start()

    def _look_after(self):
        """Processes that ended by themselves are replaced, and those that did their number of tasks."""
        while self._state != "TERMINATE":
            self._ended.wait(0.1)
            ended = [worker for worker in self._workers if not worker.is_alive()]
            if self._state == "CLOSE":
                if len(ended) == len(self._workers) and not any(worker.exitcode == _ENOUGH for worker in ended):
                    self._results.put(None)  # no more will come
                    return
                ended = [worker for worker in ended if worker.exitcode == _ENOUGH]
            if ended and self._state != "TERMINATE":
                self._replace(ended)

    def _replace(self, ended):
        for worker in ended:
            worker.join()
            new = self._make_worker(*self._start_arguments)
            new.start()
            self._workers[self._workers.index(worker)] = new

    def _make_queues(self):
        self._tasks, self._results = _multiprocessing.SimpleQueue(), _multiprocessing.SimpleQueue()

    def _make_worker(self, initializer, initargs):
        worker = _multiprocessing.Process(target=_worker, args=(self._tasks, self._results, initializer, initargs, self._most, self._told),
                                           daemon=True)
        worker._ends_with_parent = True
        worker.name = worker.name.replace("Process", "ForkPoolWorker")
        return worker

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__qualname__} state={self._state} pool_size={len(self._workers)}>"

    def _add(self, receiver):
        self._number += 1
        self._jobs[self._number] = receiver
        return self._number

    def _check_running(self):
        if self._state != "RUN":
            raise ValueError("Pool not running")

    def _handle_results(self):
        while True:
            try:
                answer = self._results.get()
            except (EOFError, OSError):
                return
            if answer is None:
                return
            job, success, value, text = answer
            if text is not None and not success:
                value.__cause__ = self._remote_traceback(text)
            job, index = job
            receiver = self._jobs.get(job)
            if receiver is None:
                continue
            if isinstance(receiver, (MapResult, _Iterator)):
                (receiver._part if isinstance(receiver, MapResult) else receiver._put)(index, success, value)
            else:
                receiver._set(success, value)
            if isinstance(receiver, AsyncResult) and receiver.ready():
                self._jobs.pop(job, None)

    def _send(self, tasks):
        """Tasks go out in a thread of their own, so that nobody waits for the workers."""
        import queue
        if self._feeder is None:
            self._waiting = queue.SimpleQueue()
            self._feeder = _threading.Thread(target=self._feed, daemon=True)
            self._feeder.start()
        self._waiting.put(tasks)

    def _feed(self):
        while True:
            tasks = self._waiting.get()
            if tasks is None or self._state == "TERMINATE":
                return
            try:
                for task in tasks:
                    if self._state == "TERMINATE":
                        break
                    try:
                        self._tasks.put(task)
                    except Exception as error:
                        (job, index), receiver = task[0], self._jobs.get(task[0][0])
                        if isinstance(receiver, MapResult):
                            receiver._part(index, False, error)
                        elif isinstance(receiver, _Iterator):
                            receiver._put(index, False, error)
                        elif receiver is not None:
                            receiver._set(False, error)
            except Exception:
                _sys.excepthook(*_sys.exc_info())

    def apply(self, func, args=(), kwds={}):
        """func(*args, **kwds) in one of the processes."""
        return self.apply_async(func, args, kwds).get()

    def apply_async(self, func, args=(), kwds={}, callback=None, error_callback=None):
        """apply() whose result comes later."""
        self._check_running()
        later = ApplyResult(self, callback, error_callback)
        call = func, (*args,), {**kwds}
        self._send([((later._job, 0), *call)])
        return later

    def _pieces(self, iterable, chunksize):
        items = list(iterable)
        if chunksize is None:
            chunksize, extra = divmod(len(items), len(self._workers) * 4)
            chunksize += extra > 0
        return [items[place:place + chunksize] for place in range(0, len(items), max(chunksize, 1))]

    def _map_async(self, piece_function, func, iterable, chunksize, callback, error_callback):
        self._check_running()
        pieces = self._pieces(iterable, chunksize)
        result = MapResult(self, len(pieces), callback, error_callback)
        if pieces:
            self._send([((result._job, index), piece_function, (func, piece), {}) for index, piece in enumerate(pieces)])
        return result

    def map(self, func, iterable, chunksize=None):
        """As list(map(func, iterable)), by all processes."""
        return self.map_async(func, iterable, chunksize).get()

    def map_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """map() whose result comes later."""
        return self._map_async(_map_piece, func, iterable, chunksize, callback, error_callback)

    def starmap(self, func, iterable, chunksize=None):
        """map() with items that are tuples of arguments."""
        return self.starmap_async(func, iterable, chunksize).get()

    def starmap_async(self, func, iterable, chunksize=None, callback=None, error_callback=None):
        """starmap() whose result comes later."""
        return self._map_async(_starmap_piece, func, iterable, chunksize, callback, error_callback)

    def imap(self, func, iterable, chunksize=1):
        """As map(func, iterable): the results one by one."""
        return self._imap(func, iterable, True)

    def imap_unordered(self, func, iterable, chunksize=1):
        """The results one by one, as they come."""
        return self._imap(func, iterable, False)

    def _imap(self, func, iterable, ordered):
        self._check_running()
        iterator = _Iterator(ordered)
        job = self._add(iterator)

        def tasks():
            count = 0
            try:
                for item in iterable:
                    count += 1
                    yield (job, count - 1), func, (item,), {}
            except Exception as error:
                iterator._put(count, False, error)
                count += 1
            iterator._end(count)
        self._send(tasks())
        return iterator

    def close(self):
        """No more calls."""
        if self._state == "RUN":
            self._state = "CLOSE"
            self._send([None] * len(self._workers))
            self._waiting.put(None)

    def terminate(self):
        """End the processes now."""
        if self._state == "TERMINATE" or self._finished:
            self._state = "TERMINATE"
            return
        self._state = "TERMINATE"
        self._ended.set()
        # The results' reader ends first: a process that is killed may leave half a result behind.
        if self._handler.is_alive() and self._handler is not _threading.current_thread():
            self._results.put(None)
            self._handler.join()
        if self._watcher is not None:
            self._watcher.join()
        for worker in self._workers:
            worker.terminate()
        for worker in self._workers:
            worker.join()
        self._end_threads()

    def _end_threads(self):
        "The feeder may still wait for room among the tasks, which nobody takes any more."
        self._finished = True
        if self._feeder is not None:
            self._waiting.put(None)
            self._feeder.join(0.01)
            while self._feeder.is_alive():
                if self._tasks.empty():
                    self._feeder.join(0.01)
                else:
                    _os.read(self._tasks._reader, 1 << 16)
        if self._handler is _threading.current_thread():
            return
        for queue in self._tasks, self._results:
            queue.close()

    def join(self):
        """Wait for the processes to end."""
        if self._state == "RUN":
            raise ValueError("Pool is still running")
        if self._watcher is not None:
            self._watcher.join()
        for worker in self._workers:
            worker.join()
        if self._state == "CLOSE" and not self._finished:
            if self._watcher is None:
                self._results.put(None)
            self._handler.join()
            self._end_threads()

    def __enter__(self):
        self._check_running()
        return self

    def __exit__(self, *arguments):
        self.terminate()


class _ThreadWorker(_threading.Thread):
    def terminate(self):
        pass


class ThreadPool(Pool):
    """Threads that do calls."""

    def _watch(self):
        self._watcher = None

    def __init__(self, processes=None, initializer=None, initargs=()):
        super().__init__(processes, initializer, initargs)

    def _make_queues(self):
        import queue
        self._tasks, self._results = queue.SimpleQueue(), queue.SimpleQueue()

    def _make_worker(self, initializer, initargs):
        return _ThreadWorker(target=_worker, args=(self._tasks, self._results, initializer, initargs), daemon=True)

    def terminate(self):
        "Stop, without the work that still waits."
        if self._state == "TERMINATE" or self._finished:
            self._state = "TERMINATE"
            return
        self._state = "TERMINATE"
        import queue
        try:
            while True:
                self._tasks.get_nowait()
        except queue.Empty:
            pass
        for _ in self._workers:
            self._tasks.put(None)
        self._end_threads()

    def _end_threads(self):
        self._finished = True
        if self._feeder is not None:
            self._waiting.put(None)
        self._results.put(None)
        for thread in self._feeder, self._handler:
            if thread is not None and thread is not _threading.current_thread():
                thread.join()
