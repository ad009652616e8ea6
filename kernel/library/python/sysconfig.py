"""How the interpreter was made: what there is to tell."""
import sys as _sys


def get_python_version():
    """'3.11'"""
    return "%d.%d" % _sys.version_info[:2]


def get_platform():
    """'linux-x86_64'"""
    import os
    return "linux-" + os.uname().machine


def get_paths(scheme=None, vars=None, expand=True):
    """Folders of the library: all of it is part of the program."""
    return {name: _sys.prefix for name in ("stdlib", "platstdlib", "purelib", "platlib", "include", "platinclude", "scripts", "data")}


def get_path(name, scheme=None, vars=None, expand=True):
    """One of the folders."""
    return get_paths()[name]


def get_config_vars(*args):
    """Settings of the build: there are few."""
    values = {"prefix": _sys.prefix, "exec_prefix": _sys.exec_prefix, "py_version": _sys.version.split()[0], "py_version_short": get_python_version(),
              "EXT_SUFFIX": "", "SOABI": ""}
    return [values.get(name) for name in args] if args else values


def get_config_var(name):
    """One of the settings, or None."""
    return get_config_vars().get(name)
