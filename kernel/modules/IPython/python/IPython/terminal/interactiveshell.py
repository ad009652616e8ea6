"""The class that sessions in terminals are said to have: programs ask whether get_ipython() is one."""
from IPython.core.getipython import get_ipython


class _Sessions(type):
    def __instancecheck__(cls, value):
        return value is not None and value is get_ipython() and value.kernel is None


class TerminalInteractiveShell(metaclass=_Sessions):
    """What get_ipython() is an instance of in a terminal, and in a notebook is not."""
