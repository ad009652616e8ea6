"""Folders of the user's own modules."""
import os as _os
import sys as _sys

PREFIXES = [_sys.prefix]
ENABLE_USER_SITE = False
USER_SITE = USER_BASE = None


def getsitepackages(prefixes=None):
    """No folders: the libraries are part of the program."""
    return []


def getuserbase():
    """The user's folder of programs."""
    return _os.path.expanduser("~/.local")


def getusersitepackages():
    """The user's folder of modules."""
    return _os.path.join(getuserbase(), "lib", "python3.11", "site-packages")


def addsitedir(sitedir, known_paths=None):
    """Seek modules in a folder, too."""
    if sitedir not in _sys.path:
        _sys.path.append(sitedir)


def main():
    """Nothing."""
