"""Messages of programs: loggers, levels, handlers, formatters, filters."""

import collections.abc
import io
import os
import re
import sys
import time
import traceback
import warnings
import weakref
from string import Formatter as StrFormatter, Template

__all__ = ["BASIC_FORMAT", "BufferingFormatter", "CRITICAL", "DEBUG", "ERROR", "FATAL", "FileHandler", "Filter", "Formatter", "Handler",
           "INFO", "LogRecord", "Logger", "LoggerAdapter", "NOTSET", "NullHandler", "StreamHandler", "WARN", "WARNING",
           "addLevelName", "basicConfig", "captureWarnings", "critical", "debug", "disable", "error", "exception", "fatal",
           "getLevelName", "getLogger", "getLoggerClass", "info", "log", "makeLogRecord", "setLoggerClass", "shutdown", "warn",
           "warning", "getLogRecordFactory", "setLogRecordFactory", "lastResort", "raiseExceptions", "getLevelNamesMapping"]

_startTime = time.time()
raiseExceptions = logThreads = logMultiprocessing = logProcesses = True

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0

_levelToName = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG", NOTSET: "NOTSET"}
_nameToLevel = {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR, "WARN": WARNING, "WARNING": WARNING, "INFO": INFO,
                "DEBUG": DEBUG, "NOTSET": NOTSET}


def getLevelNamesMapping():
    "A dict of the levels by name."
    return _nameToLevel.copy()


def getLevelName(level):
    "The name of a level, or the level of a name."
    return _levelToName.get(level) or _nameToLevel.get(level) or "Level %s" % level


def addLevelName(level, levelName):
    "Give a level a name."
    _levelToName[level] = levelName
    _nameToLevel[levelName] = level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if str(level) == level:
        if level not in _nameToLevel:
            raise ValueError("Unknown level: %r" % level)
        return _nameToLevel[level]
    raise TypeError("Level not an integer or a valid string: %r" % (level,))


class _NoLock:
    "Stands for a lock: threads take turns, and a handler writes a whole line at once."

    def acquire(self, *args):
        return True

    def release(self):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *args):
        pass


_lock = _NoLock()


def _acquireLock():
    _lock.acquire()


def _releaseLock():
    _lock.release()


# ---- records ----

def _is_internal(frame):
    name = frame.f_code.co_filename
    return name == "<frozen logging>" or "importlib" in name and "_bootstrap" in name


_srcfile = "<frozen logging>"


def currentframe():
    "The frame that called into this module."
    return sys._getframe(1)


class LogRecord:
    "A message and everything known about where it came from."

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = time.time()
        self.name, self.msg = name, msg
        if args and len(args) == 1 and isinstance(args[0], collections.abc.Mapping) and args[0]:
            args = args[0]
        self.args = args
        self.levelname, self.levelno = getLevelName(level), level
        self.pathname = pathname
        try:
            self.filename = os.path.basename(pathname)
            self.module = os.path.splitext(self.filename)[0]
        except (TypeError, ValueError, AttributeError):
            self.filename, self.module = pathname, "Unknown module"
        self.exc_info, self.exc_text, self.stack_info = exc_info, None, sinfo
        self.lineno, self.funcName = lineno, func
        self.created = now
        self.msecs = int((now - int(now)) * 1000) + 0.0
        self.relativeCreated = (self.created - _startTime) * 1000
        threading = sys.modules.get("threading")
        if not logThreads:
            self.thread = self.threadName = None
        elif threading is not None:
            self.thread, self.threadName = threading.get_ident(), threading.current_thread().name
        else:
            self.thread, self.threadName = 0, "MainThread"
        self.processName = "MainProcess" if logMultiprocessing else None
        self.process = os.getpid() if logProcesses and hasattr(os, "getpid") else None

    def __repr__(self):
        return '<LogRecord: %s, %s, %s, %s, "%s">' % (self.name, self.levelno, self.pathname, self.lineno, self.msg)

    def getMessage(self):
        "The message with its arguments put in."
        message = str(self.msg)
        return message % self.args if self.args else message


_logRecordFactory = LogRecord


def setLogRecordFactory(factory):
    "What makes records."
    global _logRecordFactory
    _logRecordFactory = factory


def getLogRecordFactory():
    "What makes records."
    return _logRecordFactory


def makeLogRecord(dict):
    "A record with the attributes of a dict."
    record = _logRecordFactory(None, None, "", 0, "", (), None, None)
    record.__dict__.update(dict)
    return record


# ---- formatters ----

class PercentStyle:
    """Formats with %(name)s."""
    default_format = "%(message)s"
    asctime_format = "%(asctime)s"
    asctime_search = "%(asctime)"

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        """Does the format contain the time?"""
        return self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        """Raise ValueError when the format cannot be right."""
        if not re.search(r"%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]", self._fmt, re.I):
            raise ValueError("Invalid format '%s' for '%s' style" % (self._fmt, self.default_format[0]))

    def _values(self, record):
        return self._defaults | record.__dict__ if self._defaults else record.__dict__

    def _format(self, record):
        return self._fmt % self._values(record)

    def format(self, record):
        """Return a record's text."""
        try:
            return self._format(record)
        except KeyError as error:
            raise ValueError("Formatting field not found in record: %s" % error)


class StrFormatStyle(PercentStyle):
    """Formats with {name}."""
    default_format = "{message}"
    asctime_format = "{asctime}"
    asctime_search = "{asctime"

    def _format(self, record):
        return self._fmt.format(**self._values(record))

    def validate(self):
        """Raise ValueError when the format cannot be right."""
        fields = set()
        try:
            for _, name, spec, conversion in StrFormatter().parse(self._fmt):
                if name:
                    if not re.match(r"^(\d+|\w+)(\.\w+|\[\d+\])*$", name):
                        raise ValueError("invalid field name/expression: %r" % name)
                    fields.add(name)
                if conversion and conversion not in "rsa":
                    raise ValueError("invalid conversion: %r" % conversion)
                if spec and not re.match(r"^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$", spec, re.I):
                    raise ValueError("bad specifier: %r" % spec)
        except ValueError as error:
            raise ValueError("invalid format: %s" % error)
        if not fields:
            raise ValueError("invalid format: no fields")


class StringTemplateStyle(PercentStyle):
    """Formats with $name."""
    default_format = "${message}"
    asctime_format = "${asctime}"
    asctime_search = "${asctime}"

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._tpl = Template(self._fmt)

    def usesTime(self):
        """Does the format contain the time?"""
        return self._fmt.find("$asctime") >= 0 or self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        """Raise ValueError when the format cannot be right."""
        fields = set()
        for match in Template.pattern.finditer(self._fmt):
            groups = match.groupdict()
            if groups["named"]:
                fields.add(groups["named"])
            elif groups["braced"]:
                fields.add(groups["braced"])
            elif match.group(0) == "$":
                raise ValueError("invalid format: bare '$' not allowed")
        if not fields:
            raise ValueError("invalid format: no fields")

    def _format(self, record):
        return self._tpl.substitute(**self._values(record))


BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
_STYLES = {"%": (PercentStyle, BASIC_FORMAT), "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
           "$": (StringTemplateStyle, "${levelname}:${name}:${message}")}


class Formatter:
    "Makes a text of a record."

    converter = time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in _STYLES:
            raise ValueError("Style must be one of: %s" % ",".join(_STYLES.keys()))
        self._style = _STYLES[style][0](fmt, defaults=defaults)
        if validate:
            self._style.validate()
        self._fmt = self._style._fmt
        self.datefmt = datefmt

    def formatTime(self, record, datefmt=None):
        "The time of a record as text."
        fields = self.converter(record.created)
        if datefmt:
            return time.strftime(datefmt, fields)
        text = time.strftime(self.default_time_format, fields)
        return self.default_msec_format % (text, record.msecs) if self.default_msec_format else text

    def formatException(self, ei):
        "A traceback as text."
        stream = io.StringIO()
        traceback.print_exception(ei[0], ei[1], ei[2], None, stream)
        text = stream.getvalue()
        return text[:-1] if text[-1:] == "\n" else text

    def usesTime(self):
        "Whether the format has the time in it."
        return self._style.usesTime()

    def formatMessage(self, record):
        "The line of a record."
        return self._style.format(record)

    def formatStack(self, stack_info):
        "The stack of a record."
        return stack_info

    def format(self, record):
        "The text of a record with its traceback and stack."
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in record.exc_text, self.formatStack(record.stack_info) if record.stack_info else None:
            if more:
                if text[-1:] != "\n":
                    text += "\n"
                text += more
        return text


_defaultFormatter = Formatter()


class BufferingFormatter:
    "Makes a text of several records."

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _defaultFormatter

    def formatHeader(self, records):
        """Return what stands in front of the records."""
        return ""

    def formatFooter(self, records):
        """Return what stands behind the records."""
        return ""

    def format(self, records):
        """Return the text of several records."""
        if not records:
            return ""
        return self.formatHeader(records) + "".join(map(self.linefmt.format, records)) + self.formatFooter(records)


# ---- filters ----

class Filter:
    "Lets the records of a logger and those below it through."

    def __init__(self, name=""):
        self.name, self.nlen = name, len(name)

    def filter(self, record):
        """Whether a record comes from the logger of the filter's name, or one below it."""
        return not self.nlen or self.name == record.name or record.name.startswith(self.name + ".")


class Filterer:
    "What has filters."

    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        "Add a filter."
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        "Remove a filter."
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        "Whether all filters let a record through."
        for filter in self.filters:
            if not (filter.filter(record) if hasattr(filter, "filter") else filter(record)):
                return False
        return True


# ---- handlers ----

_handlers = weakref.WeakValueDictionary()
_handlerList = []


class Handler(Filterer):
    "Sends records somewhere: emit() says where."

    def __init__(self, level=NOTSET):
        Filterer.__init__(self)
        self._name = None
        self.level = _checkLevel(level)
        self.formatter = None
        self._closed = False
        _handlerList.append(weakref.ref(self, _removeHandlerRef))
        self.createLock()

    def get_name(self):
        """Return the handler's name."""
        return self._name

    def set_name(self, name):
        """Name the handler."""
        if self._name in _handlers:
            del _handlers[self._name]
        self._name = name
        if name:
            _handlers[name] = self

    name = property(get_name, set_name)

    def createLock(self):
        """Make the lock of the handler."""
        self.lock = _NoLock()

    def acquire(self):
        """Take the handler's lock."""
        if self.lock:
            self.lock.acquire()

    def release(self):
        """Let go of the handler's lock."""
        if self.lock:
            self.lock.release()

    def setLevel(self, level):
        "The level below which records are ignored."
        self.level = _checkLevel(level)

    def format(self, record):
        "The text of a record."
        return (self.formatter or _defaultFormatter).format(record)

    def emit(self, record):
        "Send a record."
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        "Send a record if the filters let it through."
        passes = self.filter(record)
        if passes:
            self.acquire()
            try:
                self.emit(record)
            finally:
                self.release()
        return passes

    def setFormatter(self, fmt):
        "The formatter to use."
        self.formatter = fmt

    def flush(self):
        "Write what is kept back."

    def close(self):
        "Forget the handler."
        self._closed = True
        if self._name and self._name in _handlers:
            del _handlers[self._name]

    def handleError(self, record):
        "Say on sys.stderr that a record could not be sent."
        if not raiseExceptions or not sys.stderr:
            return
        kind, value, tb = sys.exc_info()
        try:
            sys.stderr.write("--- Logging error ---\n")
            traceback.print_exception(kind, value, tb, None, sys.stderr)
            sys.stderr.write("Call stack:\n")
            frame = tb and tb.tb_frame
            while frame and _is_internal(frame):
                frame = frame.f_back
            if frame:
                traceback.print_stack(frame, file=sys.stderr)
            else:
                sys.stderr.write("Logged from file %s, line %s\n" % (record.filename, record.lineno))
            try:
                sys.stderr.write("Message: %r\nArguments: %s\n" % (record.msg, record.args))
            except RecursionError:
                raise
            except Exception:
                sys.stderr.write("Unable to print the message and arguments - possible formatting error.\n"
                                 "Use the traceback above to help find the error.\n")
        except OSError:
            pass
        finally:
            del kind, value, tb

    def __repr__(self):
        return "<%s (%s)>" % (self.__class__.__name__, getLevelName(self.level))


def _removeHandlerRef(reference, handlers=_handlerList):  # kept: at the end of the program the names are gone
    if reference in handlers:
        handlers.remove(reference)


class StreamHandler(Handler):
    "Writes records to a stream, sys.stderr if none is given."

    terminator = "\n"

    def __init__(self, stream=None):
        Handler.__init__(self)
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        """Write out what waits."""
        if self.stream and hasattr(self.stream, "flush"):
            self.stream.flush()

    def emit(self, record):
        """Write a record."""
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        "Another stream; the old one, or None if it is the same."
        if stream is self.stream:
            return None
        old = self.stream
        self.flush()
        self.stream = stream
        return old

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        return "<%s %s(%s)>" % (self.__class__.__name__, name + " " if name else "", getLevelName(self.level))


class FileHandler(StreamHandler):
    "Writes records to a file."

    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        self.baseFilename = os.path.abspath(os.fspath(filename))
        self.mode, self.encoding, self.errors, self.delay = mode, encoding, errors, delay
        if delay:
            Handler.__init__(self)
            self.stream = None
        else:
            StreamHandler.__init__(self, self._open())

    def close(self):
        """Close the file."""
        stream = getattr(self, "stream", None)
        if stream:
            try:
                self.flush()
            finally:
                self.stream = None
                if hasattr(stream, "close"):
                    stream.close()
        StreamHandler.close(self)

    def _open(self):
        return open(self.baseFilename, self.mode, encoding=self.encoding or "utf-8", errors=self.errors)

    def emit(self, record):
        """Write a record, opening the file if need be."""
        if self.stream is None and (self.mode != "w" or not self._closed):
            self.stream = self._open()
        if self.stream:
            StreamHandler.emit(self, record)

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.baseFilename, getLevelName(self.level))


class _StderrHandler(StreamHandler):
    "Writes to whatever sys.stderr is at the time."

    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return sys.stderr


_defaultLastResort = _StderrHandler(WARNING)
lastResort = _defaultLastResort


class NullHandler(Handler):
    "Does nothing with records."

    def handle(self, record):
        """Nothing."""
        pass

    def emit(self, record):
        """Nothing."""
        pass

    def createLock(self):
        """No lock is needed."""
        self.lock = None


# ---- loggers ----

class PlaceHolder:
    "Stands where a logger is missing between others."

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        """Note a logger below."""
        self.loggerMap.setdefault(alogger)


_loggerClass = None


def setLoggerClass(klass):
    "The class of loggers to come."
    if klass != Logger and not issubclass(klass, Logger):
        raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
    global _loggerClass
    _loggerClass = klass


def getLoggerClass():
    "The class of loggers to come."
    return _loggerClass


class Manager:
    "All loggers by name."

    def __init__(self, rootnode):
        self.root = rootnode
        self._disable = 0
        self.emittedNoHandlerWarning = False
        self.loggerDict = {}
        self.loggerClass = self.logRecordFactory = None

    @property
    def disable(self):
        """Messages of this level and below are not logged."""
        return self._disable

    @disable.setter
    def disable(self, value):
        """Messages of this level and below are not logged."""
        self._disable = _checkLevel(value)

    def getLogger(self, name):
        "The logger of that name, made if it is missing."
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        found = self.loggerDict.get(name)
        if found is not None and not isinstance(found, PlaceHolder):
            return found
        logger = (self.loggerClass or _loggerClass)(name)
        logger.manager = self
        self.loggerDict[name] = logger
        if found is not None:
            self._fixupChildren(found, logger)
        self._fixupParents(logger)
        return logger

    def setLoggerClass(self, klass):
        """Set the class of loggers that are made from now on."""
        if klass != Logger and not issubclass(klass, Logger):
            raise TypeError("logger not derived from logging.Logger: " + klass.__name__)
        self.loggerClass = klass

    def setLogRecordFactory(self, factory):
        """Set what makes records."""
        self.logRecordFactory = factory

    def _fixupParents(self, alogger):
        name, parent = alogger.name, None
        at = name.rfind(".")
        while at > 0 and not parent:
            above = name[:at]
            other = self.loggerDict.get(above)
            if other is None:
                self.loggerDict[above] = PlaceHolder(alogger)
            elif isinstance(other, Logger):
                parent = other
            else:
                other.append(alogger)
            at = name.rfind(".", 0, at - 1)
        alogger.parent = parent or self.root

    def _fixupChildren(self, ph, alogger):
        for child in ph.loggerMap:
            if child.parent.name[:len(alogger.name)] != alogger.name:
                alogger.parent = child.parent
                child.parent = alogger

    def _clear_cache(self):
        for logger in self.loggerDict.values():
            if isinstance(logger, Logger):
                logger._cache.clear()
        self.root._cache.clear()


class Logger(Filterer):
    "Where messages go in."

    def __init__(self, name, level=NOTSET):
        Filterer.__init__(self)
        self.name, self.level = name, _checkLevel(level)
        self.parent, self.propagate, self.handlers, self.disabled = None, True, [], False
        self._cache = {}

    def setLevel(self, level):
        "The level below which messages are ignored."
        self.level = _checkLevel(level)
        self.manager._clear_cache()

    def debug(self, msg, *args, **kwargs):
        "A message of level DEBUG."
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        "A message of level INFO."
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        "A message of level WARNING."
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        "warning() by its old name."
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        "A message of level ERROR."
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        "error() with the traceback of the exception that is being handled."
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        "A message of level CRITICAL."
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    fatal = critical

    def log(self, level, msg, *args, **kwargs):
        "A message of any level."
        if not isinstance(level, int):
            if raiseExceptions:
                raise TypeError("level must be an integer")
            return
        if self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def findCaller(self, stack_info=False, stacklevel=1):
        "(file, line, function, stack) of the code that called a logger."
        frame = sys._getframe(1)
        while frame and _is_internal(frame):
            frame = frame.f_back
        if frame is None:
            return "(unknown file)", 0, "(unknown function)", None
        while stacklevel > 1:
            above = frame.f_back
            if above is None:
                break
            frame = above
            if not _is_internal(frame):
                stacklevel -= 1
        stack = None
        if stack_info:
            stream = io.StringIO()
            stream.write("Stack (most recent call last):\n")
            traceback.print_stack(frame, file=stream)
            stack = stream.getvalue().removesuffix("\n")
        return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, stack

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        "A record."
        record = _logRecordFactory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        for key, value in (extra or {}).items():
            if key in ("message", "asctime") or key in record.__dict__:
                raise KeyError("Attempt to overwrite %r in LogRecord" % key)
            record.__dict__[key] = value
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        try:
            file, line, function, stack = self.findCaller(stack_info, stacklevel)
        except ValueError:
            file, line, function, stack = "(unknown file)", 0, "(unknown function)", None
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = type(exc_info), exc_info, exc_info.__traceback__
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        self.handle(self.makeRecord(self.name, level, file, line, msg, args, exc_info, function, extra, stack))

    def handle(self, record):
        "Give a record to the handlers if the filters let it through."
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        "Add a handler."
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        "Remove a handler."
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        "Whether it or a logger above it has a handler."
        logger = self
        while logger:
            if logger.handlers:
                return True
            if not logger.propagate:
                break
            logger = logger.parent
        return False

    def callHandlers(self, record):
        "Give a record to its handlers and those of the loggers above."
        logger, found = self, 0
        while logger:
            for handler in logger.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found:
            if lastResort:
                if record.levelno >= lastResort.level:
                    lastResort.handle(record)
            elif raiseExceptions and not self.manager.emittedNoHandlerWarning:
                sys.stderr.write("No handlers could be found for logger \"%s\"\n" % self.name)
                self.manager.emittedNoHandlerWarning = True

    def getEffectiveLevel(self):
        "Its level, or that of the nearest logger above that has one."
        logger = self
        while logger:
            if logger.level:
                return logger.level
            logger = logger.parent
        return NOTSET

    def isEnabledFor(self, level):
        "Whether messages of that level go anywhere."
        if self.disabled:
            return False
        try:
            return self._cache[level]
        except KeyError:
            enabled = self._cache[level] = self.manager.disable < level and level >= self.getEffectiveLevel()
            return enabled

    def getChild(self, suffix):
        "The logger below with that name."
        return self.manager.getLogger(suffix if self.root is self else ".".join((self.name, suffix)))

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.name, getLevelName(self.getEffectiveLevel()))

    def __reduce__(self):
        if getLogger(self.name) is not self:
            import pickle
            raise pickle.PicklingError("logger cannot be pickled")
        return getLogger, (self.name,)


class RootLogger(Logger):
    "The logger above all others."

    def __init__(self, level):
        Logger.__init__(self, "root", level)

    def __reduce__(self):
        return getLogger, ()


_loggerClass = Logger


class LoggerAdapter:
    "A logger with information that is added to every message."

    def __init__(self, logger, extra=None):
        self.logger, self.extra = logger, extra

    def process(self, msg, kwargs):
        "The message and keywords to pass on."
        kwargs["extra"] = self.extra
        return msg, kwargs

    def debug(self, msg, *args, **kwargs):
        """Log a message of level DEBUG."""
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        """Log a message of level INFO."""
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        """Log a message of level WARNING."""
        self.log(WARNING, msg, *args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        """The old name of warning()."""
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        """Log a message of level ERROR."""
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        """Log a message of level ERROR with the exception that is being handled."""
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        """Log a message of level CRITICAL."""
        self.log(CRITICAL, msg, *args, **kwargs)

    def log(self, level, msg, *args, **kwargs):
        """Log a message of any level."""
        if self.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def isEnabledFor(self, level):
        """Would a message of that level be logged?"""
        return self.logger.isEnabledFor(level)

    def setLevel(self, level):
        """Set the level of the logger below."""
        self.logger.setLevel(level)

    def getEffectiveLevel(self):
        """Return the level that holds for the logger below."""
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        """Has the logger below any handlers?"""
        return self.logger.hasHandlers()

    def _log(self, level, msg, args, **kwargs):
        return self.logger._log(level, msg, args, **kwargs)

    @property
    def manager(self):
        """The manager of the logger below."""
        return self.logger.manager

    @manager.setter
    def manager(self, value):
        """The manager of the logger below."""
        self.logger.manager = value

    @property
    def name(self):
        """The name of the logger below."""
        return self.logger.name

    def __repr__(self):
        return "<%s %s (%s)>" % (self.__class__.__name__, self.logger.name, getLevelName(self.logger.getEffectiveLevel()))


root = RootLogger(WARNING)
Logger.root = root
Logger.manager = Manager(Logger.root)


# ---- the root logger's functions ----

def basicConfig(**kwargs):
    "Give the root logger a handler, unless it has one."
    force, encoding, errors = kwargs.pop("force", False), kwargs.pop("encoding", None), kwargs.pop("errors", "backslashreplace")
    if force:
        for handler in root.handlers[:]:
            root.removeHandler(handler)
            handler.close()
    if root.handlers:
        return
    handlers = kwargs.pop("handlers", None)
    if handlers is None:
        if "stream" in kwargs and "filename" in kwargs:
            raise ValueError("'stream' and 'filename' should not be specified together")
    elif "stream" in kwargs or "filename" in kwargs:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if handlers is None:
        filename, mode = kwargs.pop("filename", None), kwargs.pop("filemode", "a")
        if filename:
            handler = FileHandler(filename, mode, encoding=encoding, errors=None if "b" in mode else errors)
        else:
            handler = StreamHandler(kwargs.pop("stream", None))
        handlers = [handler]
    date_format, style = kwargs.pop("datefmt", None), kwargs.pop("style", "%")
    if style not in _STYLES:
        raise ValueError("Style must be one of: %s" % ",".join(_STYLES.keys()))
    formatter = Formatter(kwargs.pop("format", _STYLES[style][1]), date_format, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(formatter)
        root.addHandler(handler)
    level = kwargs.pop("level", None)
    if level is not None:
        root.setLevel(level)
    if kwargs:
        raise ValueError("Unrecognised argument(s): %s" % ", ".join(kwargs.keys()))


def getLogger(name=None):
    "The logger of that name; the root logger without a name."
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def critical(msg, *args, **kwargs):
    "A message of level CRITICAL to the root logger."
    if not root.handlers:
        basicConfig()
    root.critical(msg, *args, **kwargs)


fatal = critical


def error(msg, *args, **kwargs):
    "A message of level ERROR to the root logger."
    if not root.handlers:
        basicConfig()
    root.error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    "error() with the traceback of the exception that is being handled."
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    "A message of level WARNING to the root logger."
    if not root.handlers:
        basicConfig()
    root.warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    "warning() by its old name."
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead", DeprecationWarning, 2)
    warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    "A message of level INFO to the root logger."
    if not root.handlers:
        basicConfig()
    root.info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    "A message of level DEBUG to the root logger."
    if not root.handlers:
        basicConfig()
    root.debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    "A message of any level to the root logger."
    if not root.handlers:
        basicConfig()
    root.log(level, msg, *args, **kwargs)


def disable(level=CRITICAL):
    "Ignore messages of that level and below, of all loggers."
    root.manager.disable = level
    root.manager._clear_cache()


def shutdown(handlerList=_handlerList):
    "Flush and close all handlers."
    for reference in reversed(handlerList[:]):
        handler = reference()
        if handler:
            try:
                handler.acquire()
                handler.flush()
                handler.close()
            except (OSError, ValueError):
                pass
            finally:
                handler.release()


_warnings_showwarning = None


def _showwarning(message, category, filename, lineno, file=None, line=None):
    if file is not None:
        if _warnings_showwarning is not None:
            _warnings_showwarning(message, category, filename, lineno, file, line)
        return
    text = warnings.formatwarning(message, category, filename, lineno, line)
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(str(text))


def captureWarnings(capture):
    "Whether warnings go to the logger py.warnings."
    global _warnings_showwarning
    if capture:
        if _warnings_showwarning is None:
            _warnings_showwarning = warnings.showwarning
            warnings.showwarning = _showwarning
    elif _warnings_showwarning is not None:
        warnings.showwarning = _warnings_showwarning
        _warnings_showwarning = None


try:
    import atexit
    atexit.register(shutdown)
except ImportError:
    pass
