"""get_ipython() by the name of its home."""
try:
    from builtins import get_ipython
except ImportError:
    def get_ipython():
        """The session's shell object; None, for this is a script."""
        return None
