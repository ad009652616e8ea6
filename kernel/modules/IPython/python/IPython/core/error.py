"""The exceptions of the interactive session."""
from IPython import _session


def _class_of_usage_error():
    try:
        _session()._usage_error("")
    except Exception as error:
        return type(error)


UsageError = _class_of_usage_error()


class IPythonCoreError(Exception):
    """The base of the session's errors."""


class TryNext(IPythonCoreError):
    """A hook wants the next one to be tried."""


class StdinNotImplementedError(IPythonCoreError, NotImplementedError):
    """The front end cannot be asked."""


class InputRejected(Exception):
    """A transformer of input refuses it."""
