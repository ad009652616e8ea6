"""Handlers that keep logs small, pass records on, or send them away."""
import copy
import logging
import os
import queue
import re
import threading
import time

DEFAULT_TCP_LOGGING_PORT, DEFAULT_UDP_LOGGING_PORT, DEFAULT_HTTP_LOGGING_PORT, DEFAULT_SOAP_LOGGING_PORT = 9020, 9021, 9022, 9023
SYSLOG_UDP_PORT = SYSLOG_TCP_PORT = 514


class BaseRotatingHandler(logging.FileHandler):
    """A file that is put aside now and then, for a new one."""

    namer = rotator = None

    def __init__(self, filename, mode, encoding=None, delay=False, errors=None):
        logging.FileHandler.__init__(self, filename, mode=mode, encoding=encoding, delay=delay, errors=errors)
        self.mode, self.encoding, self.errors = mode, encoding, errors

    def emit(self, record):
        """Write a record, after putting the file aside if it is time."""
        try:
            if self.shouldRollover(record):
                self.doRollover()
            logging.FileHandler.emit(self, record)
        except Exception:
            self.handleError(record)

    def rotation_filename(self, default_name):
        """Return the name of a file that is put aside."""
        return self.namer(default_name) if callable(self.namer) else default_name

    def rotate(self, source, dest):
        """Put a file aside."""
        if callable(self.rotator):
            self.rotator(source, dest)
        elif os.path.exists(source):
            os.rename(source, dest)

    def _close_stream(self):
        if self.stream:
            self.stream.close()
            self.stream = None


class RotatingFileHandler(BaseRotatingHandler):
    """Up to backupCount files of at most maxBytes: NAME, NAME.1, NAME.2, ..."""

    def __init__(self, filename, mode="a", maxBytes=0, backupCount=0, encoding=None, delay=False, errors=None):
        if maxBytes > 0:
            mode = "a"
        BaseRotatingHandler.__init__(self, filename, mode, encoding=encoding, delay=delay, errors=errors)
        self.maxBytes, self.backupCount = maxBytes, backupCount

    def doRollover(self):
        """Put the file aside and begin a new one."""
        self._close_stream()
        if self.backupCount > 0:
            for number in range(self.backupCount - 1, 0, -1):
                source = self.rotation_filename("%s.%d" % (self.baseFilename, number))
                dest = self.rotation_filename("%s.%d" % (self.baseFilename, number + 1))
                if os.path.exists(source):
                    if os.path.exists(dest):
                        os.remove(dest)
                    os.rename(source, dest)
            dest = self.rotation_filename(self.baseFilename + ".1")
            if os.path.exists(dest):
                os.remove(dest)
            self.rotate(self.baseFilename, dest)
        if not self.delay:
            self.stream = self._open()

    def shouldRollover(self, record):
        """Would the record make the file too large?"""
        if os.path.exists(self.baseFilename) and not os.path.isfile(self.baseFilename):
            return False
        if self.stream is None:
            self.stream = self._open()
        if self.maxBytes > 0:
            self.stream.seek(0, 2)
            if self.stream.tell() + len("%s\n" % self.format(record)) >= self.maxBytes:
                return True
        return False


class TimedRotatingFileHandler(BaseRotatingHandler):
    """A new file at each interval: S, M, H, D, midnight, or W0 (Monday) to W6."""

    def __init__(self, filename, when="h", interval=1, backupCount=0, encoding=None, delay=False, utc=False, atTime=None, errors=None):
        BaseRotatingHandler.__init__(self, filename, "a", encoding=encoding, delay=delay, errors=errors)
        self.when, self.backupCount, self.utc, self.atTime = when.upper(), backupCount, utc, atTime
        kinds = {"S": (1, "%Y-%m-%d_%H-%M-%S", r"\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}"), "M": (60, "%Y-%m-%d_%H-%M", r"\d{4}-\d{2}-\d{2}_\d{2}-\d{2}"),
                 "H": (3600, "%Y-%m-%d_%H", r"\d{4}-\d{2}-\d{2}_\d{2}"), "D": (86400, "%Y-%m-%d", r"\d{4}-\d{2}-\d{2}")}
        if self.when.startswith("W"):
            if len(self.when) != 2:
                raise ValueError("You must specify a day for weekly rollover from 0 to 6 (0 is Monday): %s" % self.when)
            if not "0" <= self.when[1] <= "6":
                raise ValueError("Invalid day specified for weekly rollover: %s" % self.when)
            self.dayOfWeek = int(self.when[1])
            unit, self.suffix, pattern = 604800, *kinds["D"][1:]
        elif self.when == "MIDNIGHT":
            unit, self.suffix, pattern = kinds["D"]
        elif self.when in kinds:
            unit, self.suffix, pattern = kinds[self.when]
        else:
            raise ValueError("Invalid rollover interval specified: %s" % self.when)
        self.extMatch = re.compile(r"^%s(\.\w+)?$" % pattern, re.ASCII)
        self.interval = unit * interval
        began = int(os.stat(self.baseFilename).st_mtime) if os.path.exists(self.baseFilename) else int(time.time())
        self.rolloverAt = self.computeRollover(began)

    def computeRollover(self, currentTime):
        """Return when the file is to be put aside next."""
        result = currentTime + self.interval
        if self.when == "MIDNIGHT" or self.when.startswith("W"):
            now = time.gmtime(currentTime) if self.utc else time.localtime(currentTime)
            day = now[6]
            at = 86400 if self.atTime is None else (self.atTime.hour * 60 + self.atTime.minute) * 60 + self.atTime.second
            left = at - ((now[3] * 60 + now[4]) * 60 + now[5])
            if left < 0:
                left += 86400
                day = (day + 1) % 7
            result = currentTime + left
            if self.when.startswith("W") and day != self.dayOfWeek:
                result += ((self.dayOfWeek - day) % 7) * 86400
                if not self.utc:
                    result += self._summer_shift(now[-1], result)
        return result

    @staticmethod
    def _summer_shift(before, when):
        after = time.localtime(when)[-1]
        return 0 if before == after else -3600 if not before else 3600

    def shouldRollover(self, record):
        """Is it time?"""
        now = int(time.time())
        if now < self.rolloverAt:
            return False
        if os.path.exists(self.baseFilename) and not os.path.isfile(self.baseFilename):
            self.rolloverAt = self.computeRollover(now)
            return False
        return True

    def getFilesToDelete(self):
        """Return the oldest files, when there are more than backupCount."""
        folder, base = os.path.split(self.baseFilename)
        found = []
        for name in os.listdir(folder):
            if self.namer is None and not name.startswith(base):
                continue
            prefix = base + "."
            if name.startswith(prefix) and self.extMatch.match(name[len(prefix):]):
                found.append(os.path.join(folder, name))
        found.sort()
        return found[:max(len(found) - self.backupCount, 0)]

    def doRollover(self):
        """Put the file aside and begin a new one."""
        self._close_stream()
        now = int(time.time())
        began = self.rolloverAt - self.interval
        name = time.strftime(self.suffix, time.gmtime(began) if self.utc else time.localtime(began))
        dest = self.rotation_filename(self.baseFilename + "." + name)
        if os.path.exists(dest):
            os.remove(dest)
        self.rotate(self.baseFilename, dest)
        if self.backupCount > 0:
            for old in self.getFilesToDelete():
                os.remove(old)
        if not self.delay:
            self.stream = self._open()
        next_time = self.computeRollover(now)
        while next_time <= now:
            next_time += self.interval
        self.rolloverAt = next_time


class WatchedFileHandler(logging.FileHandler):
    """A file that is opened anew when somebody else has moved it."""

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        logging.FileHandler.__init__(self, filename, mode=mode, encoding=encoding, delay=delay, errors=errors)
        self.dev = self.ino = -1
        self._statstream()

    def _statstream(self):
        if self.stream:
            found = os.fstat(self.stream.fileno())
            self.dev, self.ino = found.st_dev, found.st_ino

    def reopenIfNeeded(self):
        """Open the file anew if it was moved."""
        try:
            found = os.stat(self.baseFilename)
        except FileNotFoundError:
            found = None
        if (found is None or (found.st_dev, found.st_ino) != (self.dev, self.ino)) and self.stream is not None:
            self.stream.flush()
            self.stream.close()
            self.stream = None
            self.stream = self._open()
            self._statstream()

    def emit(self, record):
        """Write a record."""
        self.reopenIfNeeded()
        logging.FileHandler.emit(self, record)


class SocketHandler(logging.Handler):
    """Sends pickled records through a connection."""

    def __init__(self, host, port):
        logging.Handler.__init__(self)
        self.host, self.port, self.sock, self.closeOnError = host, port, None, False
        self.address = host if port is None else (host, port)

    def makeSocket(self, timeout=1):
        """Connect."""
        import socket
        if self.port is not None:
            return socket.create_connection(self.address, timeout=timeout)
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        made.settimeout(timeout)
        made.connect(self.address)
        return made

    def send(self, s):
        """Send bytes, connecting first if need be."""
        try:
            if self.sock is None:
                self.sock = self.makeSocket()
            self.sock.sendall(s)
        except OSError:
            if self.sock is not None:
                self.sock.close()
            self.sock = None

    def makePickle(self, record):
        """Return a record as bytes, with their number in front."""
        import pickle
        import struct
        if record.exc_info:
            self.format(record)
        values = dict(record.__dict__, msg=record.getMessage(), args=None, exc_info=None)
        values.pop("message", None)
        data = pickle.dumps(values, 1)
        return struct.pack(">L", len(data)) + data

    def emit(self, record):
        """Send a record."""
        try:
            self.send(self.makePickle(record))
        except Exception:
            self.handleError(record)

    def close(self):
        """End the connection."""
        if self.sock:
            self.sock.close()
            self.sock = None
        logging.Handler.close(self)


class DatagramHandler(SocketHandler):
    """Sends pickled records as datagrams."""

    def makeSocket(self):
        """Make the socket."""
        import socket
        return socket.socket(socket.AF_UNIX if self.port is None else socket.AF_INET, socket.SOCK_DGRAM)

    def send(self, s):
        """Send bytes."""
        if self.sock is None:
            self.sock = self.makeSocket()
        self.sock.sendto(s, self.address)


class BufferingHandler(logging.Handler):
    """Keeps records until there are enough of them."""

    def __init__(self, capacity):
        logging.Handler.__init__(self)
        self.capacity, self.buffer = capacity, []

    def shouldFlush(self, record):
        """Are there enough?"""
        return len(self.buffer) >= self.capacity

    def emit(self, record):
        """Keep a record."""
        self.buffer.append(record)
        if self.shouldFlush(record):
            self.flush()

    def flush(self):
        """Forget the records."""
        with self.lock:
            self.buffer.clear()

    def close(self):
        """Flush and end."""
        try:
            self.flush()
        finally:
            logging.Handler.close(self)


class MemoryHandler(BufferingHandler):
    """Keeps records and hands them to another handler, many at once or when a grave one comes."""

    def __init__(self, capacity, flushLevel=logging.ERROR, target=None, flushOnClose=True):
        BufferingHandler.__init__(self, capacity)
        self.flushLevel, self.target, self.flushOnClose = flushLevel, target, flushOnClose

    def shouldFlush(self, record):
        """Are there enough, or is this one grave?"""
        return len(self.buffer) >= self.capacity or record.levelno >= self.flushLevel

    def setTarget(self, target):
        """Set the other handler."""
        with self.lock:
            self.target = target

    def flush(self):
        """Hand the records over."""
        with self.lock:
            if self.target:
                for record in self.buffer:
                    self.target.handle(record)
                self.buffer.clear()

    def close(self):
        """Hand the records over and end."""
        try:
            if self.flushOnClose:
                self.flush()
        finally:
            with self.lock:
                self.target = None
                BufferingHandler.close(self)


class QueueHandler(logging.Handler):
    """Puts records into a queue, for a QueueListener."""

    def __init__(self, queue):
        logging.Handler.__init__(self)
        self.queue = queue

    def enqueue(self, record):
        """Put a record in."""
        self.queue.put_nowait(record)

    def prepare(self, record):
        """Return a copy of a record with its text made."""
        text = self.format(record)
        record = copy.copy(record)
        record.message = record.msg = text
        record.args = record.exc_info = record.exc_text = record.stack_info = None
        return record

    def emit(self, record):
        """Put a record into the queue."""
        try:
            self.enqueue(self.prepare(record))
        except Exception:
            self.handleError(record)


class QueueListener:
    """A thread that hands the records of a queue to handlers."""

    _sentinel = None

    def __init__(self, queue, *handlers, respect_handler_level=False):
        self.queue, self.handlers, self._thread, self.respect_handler_level = queue, handlers, None, respect_handler_level

    def dequeue(self, block):
        """Take a record out."""
        return self.queue.get(block)

    def start(self):
        """Start the thread."""
        self._thread = threading.Thread(target=self._monitor, daemon=True)
        self._thread.start()

    def prepare(self, record):
        """Return the record as it is handled."""
        return record

    def handle(self, record):
        """Hand a record to the handlers."""
        record = self.prepare(record)
        for handler in self.handlers:
            if not self.respect_handler_level or record.levelno >= handler.level:
                handler.handle(record)

    def _monitor(self):
        has_task_done = hasattr(self.queue, "task_done")
        while True:
            try:
                record = self.dequeue(True)
                if record is self._sentinel:
                    if has_task_done:
                        self.queue.task_done()
                    break
                self.handle(record)
                if has_task_done:
                    self.queue.task_done()
            except queue.Empty:
                break

    def enqueue_sentinel(self):
        """Tell the thread to end."""
        self.queue.put_nowait(self._sentinel)

    def stop(self):
        """End the thread when all records are handled."""
        if self._thread:
            self.enqueue_sentinel()
            self._thread.join()
            self._thread = None


def _unavailable(name, why):
    class Unavailable(logging.Handler):
        def __init__(self, *args, **kwargs):
            raise NotImplementedError("logging.handlers.%s is not available: %s" % (name, why))
    Unavailable.__name__ = Unavailable.__qualname__ = name
    Unavailable.__doc__ = "Not available here: %s." % why
    return Unavailable


SysLogHandler = _unavailable("SysLogHandler", "Cupola does not write to the system's log")
NTEventLogHandler = _unavailable("NTEventLogHandler", "this system has no such log")
SMTPHandler = _unavailable("SMTPHandler", "Cupola sends no mail")
HTTPHandler = _unavailable("HTTPHandler", "Cupola has no http.client")
