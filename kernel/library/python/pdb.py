"""The debugger: the one of the machine's library. In a session that session's stands in its place."""


def _fill(names):
    import builtins
    import os
    import sys
    folder = sys.path[-1] if sys.path else ""
    path = os.path.join(folder, "pdb.py")
    if not os.path.isfile(path):
        import bdb  # whose absence is told in words
        raise ModuleNotFoundError("No module named 'pdb'", name="pdb")
    with open(path, encoding="utf-8") as file:
        code = compile(file.read(), path, "exec")
    names["__file__"] = path
    exec(code, names)
    if hasattr(builtins, "get_ipython"):
        import IPython.core.debugger  # puts its own here


_fill(globals())
