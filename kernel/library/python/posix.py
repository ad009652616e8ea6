"""The system's calls and numbers, without what `os` has in Python around them."""
import os as _os


def _of_the_system():
    """The functions and numbers that os has natively, and the classes of their results."""
    call = type(_os.getpid)
    for name in dir(_os):
        member = getattr(_os, name)
        if isinstance(member, (int, call)) or name in ("DirEntry", "sched_param") or name.endswith("_result"):
            yield name, member


globals().update(_of_the_system())
error = OSError
environ = {_os.fsencode(name): _os.fsencode(text) for name, text in _os.environ.items()}
