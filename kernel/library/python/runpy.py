"""Running modules and files as programs."""
import sys as _sys

__all__ = ["run_module", "run_path"]


def _find(name):
    from importlib.util import find_spec
    if name.startswith("."):
        raise ImportError("Relative module names not supported")
    package = name.rpartition(".")[0]
    if package:
        try:
            __import__(package)
        except ImportError as error:
            if error.name is None or error.name != package and not package.startswith(error.name + "."):
                raise
    try:
        spec = find_spec(name)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ImportError("Error while finding module specification for {!r} ({}: {})".format(name, type(error).__name__, error)) from error
    if spec is None:
        raise ImportError("No module named %s" % name)
    if spec.submodule_search_locations is not None:
        if name == "__main__" or name.endswith(".__main__"):
            raise ImportError("Cannot use package as __main__ module")
        try:
            return _find(name + ".__main__")
        except ImportError as error:
            if name not in _sys.modules:
                raise
            raise ImportError("%s; %r is a package and cannot be directly executed" % (error, name)) from None
    return spec


def _file_of(spec):
    return spec.origin if spec.origin not in (None, "built-in", "frozen") else None


def _run_file(path, names, name, package, spec=None):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    names.update(__name__=name, __file__=path, __package__=package, __spec__=spec, __cached__=None, __doc__=None, __loader__=getattr(spec, "loader", None))
    exec(compile(text, path, "exec"), names)
    return names


def _get_module_details(mod_name, error=ImportError):
    # pdb and trace of the machine's library ask for it: the name, the spec and the code of what -m would run
    try:
        spec = _find(mod_name)
    except ImportError as missing:
        raise error(str(missing)) from None
    loader = spec.loader
    code = loader.get_code(spec.name) if _file_of(spec) and hasattr(loader, "get_code") else None
    if code is None:
        raise error("No code object available for %s" % spec.name)
    return spec.name, spec, code


def run_module(mod_name, init_globals=None, run_name=None, alter_sys=False):
    """Run a module; its names as a dict."""
    spec = _find(mod_name)
    path = _file_of(spec)
    names = dict(init_globals or {})
    if path is None:
        return _run_built_in(spec.name)
    return _run_file(path, names, run_name or spec.name, spec.parent, spec)


def run_path(path_name, init_globals=None, run_name=None):
    """Run a file; its names as a dict."""
    import os
    path_name = os.fspath(path_name)
    names = dict(init_globals or {})
    name = run_name or "<run_path>"
    if os.path.isdir(path_name):
        path_name = os.path.join(path_name, "__main__.py")
    return _run_file(path_name, names, name, name.rpartition(".")[0])


def _run_built_in(name):
    module = __import__(name, fromlist=["x"])
    for function in ("_main", "main"):
        if callable(getattr(module, function, None)):
            getattr(module, function)()
            return vars(module)
    raise ImportError("No code object available for %s" % name)


def _run_module_as_main(mod_name, alter_argv=True):
    """What `python -m` does."""
    try:
        spec = _find(mod_name)
    except ImportError as error:
        _sys.exit("%s: %s" % (_sys.executable, error))
    path = _file_of(spec)
    names = vars(_sys.modules["__main__"])
    for name in list(names):
        if not name.startswith("__"):
            del names[name]
    if path is None:
        try:
            _run_built_in(spec.name)
        except ImportError as error:
            _sys.exit("%s: %s" % (_sys.executable, error))
        return names
    _sys.argv[0] = path
    return _run_file(path, names, "__main__", spec.parent, spec)
