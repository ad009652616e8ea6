"""The contexts behind assertRaises, assertWarns and assertLogs."""

import sys

__unittest = True


def _is_subtype(expected, base):
    if isinstance(expected, tuple):
        return all(_is_subtype(one, base) for one in expected)
    return isinstance(expected, type) and issubclass(expected, base)


def _name_of(thing):
    try:
        return thing.__name__
    except AttributeError:
        return str(thing)


class _BaseTestCaseContext:
    def __init__(self, test_case):
        self.test_case = test_case

    def _raiseFailure(self, standardMsg):
        raise self.test_case.failureException(self.test_case._formatMessage(self.msg, standardMsg))


class _AssertRaisesBaseContext(_BaseTestCaseContext):
    def __init__(self, expected, test_case, expected_regex=None):
        super().__init__(test_case)
        self.expected = expected
        if expected_regex is not None and isinstance(expected_regex, (bytes, str)):
            import re
            expected_regex = re.compile(expected_regex)
        self.expected_regex = expected_regex
        self.obj_name = None
        self.msg = None

    def handle(self, name, args, kwargs):
        "Call what is to be tested, or be the context of a with statement."
        try:
            if not _is_subtype(self.expected, self._base_type):
                raise TypeError("%s() arg 1 must be %s" % (name, self._base_type_str))
            if not args:
                self.msg = kwargs.pop("msg", None)
                if kwargs:
                    raise TypeError("%r is an invalid keyword argument for this function" % (next(iter(kwargs)),))
                return self
            function, *args = args
            self.obj_name = _name_of(function)
            with self:
                function(*args, **kwargs)
        finally:
            self = None  # the exception's traceback holds this frame

    def _check_text(self, text):
        if not self.expected_regex.search(text):
            self._raiseFailure('"{}" does not match "{}"'.format(self.expected_regex.pattern, text))

    def _fail_for_lack(self, form):
        name = _name_of(self.expected)
        if self.obj_name:
            self._raiseFailure("{} {} by {}".format(name, form, self.obj_name))
        self._raiseFailure("{} {}".format(name, form))


class _AssertRaisesContext(_AssertRaisesBaseContext):
    "What assertRaises() gives: the exception is in .exception afterwards."

    _base_type = BaseException
    _base_type_str = "an exception type or tuple of exception types"

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            self._fail_for_lack("not raised")
        while tb is not None:
            # The variables of the frames that failed are let go.
            try:
                tb.tb_frame.clear()
            except RuntimeError:
                pass
            tb = tb.tb_next
        if not issubclass(exc_type, self.expected):
            return False
        self.exception = exc_value.with_traceback(None)
        if self.expected_regex is not None:
            self._check_text(str(exc_value))
        return True

    __class_getitem__ = classmethod(type(list[int]))


class _AssertWarnsContext(_AssertRaisesBaseContext):
    "What assertWarns() gives: the warning is in .warning afterwards."

    _base_type = Warning
    _base_type_str = "a warning type or tuple of warning types"

    def __enter__(self):
        import warnings
        # Warnings that were shown once would not come again.
        for module in list(sys.modules.values()):
            if getattr(module, "__warningregistry__", None):
                module.__warningregistry__ = {}
        self.warnings_manager = warnings.catch_warnings(record=True)
        self.warnings = self.warnings_manager.__enter__()
        warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self.warnings_manager.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return
        first = None
        for told in self.warnings:
            warning = told.message
            if not isinstance(warning, self.expected):
                continue
            if first is None:
                first = warning
            if self.expected_regex is not None and not self.expected_regex.search(str(warning)):
                continue
            self.warning = warning
            self.filename = told.filename
            self.lineno = told.lineno
            return
        if first is not None:
            self._check_text(str(first))
        self._fail_for_lack("not triggered")


class _LoggingWatcher(tuple):
    __slots__ = ()
    records = property(lambda self: self[0])
    output = property(lambda self: self[1])

    def __repr__(self):
        return "_LoggingWatcher(records=%r, output=%r)" % tuple(self)


class _AssertLogsContext(_BaseTestCaseContext):
    "What assertLogs() and assertNoLogs() give."

    LOGGING_FORMAT = "%(levelname)s:%(name)s:%(message)s"

    def __init__(self, test_case, logger_name, level, no_logs):
        super().__init__(test_case)
        import logging
        self.logger_name = logger_name
        self.level = logging._nameToLevel.get(level, level) if level else logging.INFO
        self.msg = None
        self.no_logs = no_logs

    def __enter__(self):
        import logging

        class Capturing(logging.Handler):
            def __init__(handler):
                logging.Handler.__init__(handler)
                handler.watcher = _LoggingWatcher(([], []))

            def emit(handler, record):
                handler.watcher.records.append(record)
                handler.watcher.output.append(handler.format(record))

        name = self.logger_name
        self.logger = logger = name if isinstance(name, logging.Logger) else logging.getLogger(name)
        handler = Capturing()
        handler.setLevel(self.level)
        handler.setFormatter(logging.Formatter(self.LOGGING_FORMAT))
        self.watcher = handler.watcher
        self.old_handlers, self.old_level, self.old_propagate = logger.handlers[:], logger.level, logger.propagate
        logger.handlers = [handler]
        logger.setLevel(self.level)
        logger.propagate = False
        return None if self.no_logs else handler.watcher

    def __exit__(self, exc_type, exc_value, tb):
        import logging
        self.logger.handlers = self.old_handlers
        self.logger.propagate = self.old_propagate
        self.logger.setLevel(self.old_level)
        if exc_type is not None:
            return False
        if self.no_logs:
            if self.watcher.records:
                self._raiseFailure("Unexpected logs found: {!r}".format(self.watcher.output))
        elif not self.watcher.records:
            self._raiseFailure("no logs of level {} or higher triggered on {}".format(
                logging.getLevelName(self.level), self.logger.name))
