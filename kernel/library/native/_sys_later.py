"""What sys has in Python 3.12 and later."""
import _monitoring as monitoring  # noqa: F401


def _is_interned(string, /):
    """Is it the one string with this text? The texts of programs are."""
    import sys
    return sys.intern(string) is string


def _is_gil_enabled():
    """Does one thread run at a time?"""
    return True


def _clear_type_descriptors(type, /):
    """Tell that another class takes the place of this one: what they share needs no clearing here."""
