"""%xdel, %reset_selective: variables deleted."""
from IPython.core.magics.support import parse_options, shell

HIDDEN = {"In", "Out", "exit", "quit", "get_ipython", "display", "_ih", "_oh", "_dh"}


def line_xdel(line):
    """%xdel [-n] NAME

    Delete a variable, and wherever the session itself keeps its value; -n: only the name."""
    options, name = parse_options(line, "n")
    names = shell.user_ns
    if name in ("__builtin__", "__builtins__"):
        raise ValueError("Refusing to delete %s" % name)
    if name not in names:
        print("NameError: name '%s' is not defined" % name)
        return
    value = names.pop(name)
    if "n" in options:
        return
    for key in [key for key, other in names.items() if other is value]:
        del names[key]
    out = names.get("Out")
    if isinstance(out, dict):
        for key in [key for key, other in out.items() if other is value]:
            del out[key]
    for key in ("_", "__", "___"):
        if names.get(key) is value:
            names[key] = ""


def user_names():
    "The names that the user defined."
    import re
    automatic = re.compile(r"_i*$|_\d+$|_i\d+$|__.*__$|_[dio]h$")
    return [name for name in shell.user_ns if name not in HIDDEN and not automatic.match(name)]


def line_reset_selective(line):
    """%reset_selective [-f] PATTERN

    Delete the variables whose name contains a regular expression; -f does not ask."""
    import re
    options, pattern = parse_options(line, "f")
    if "f" not in options:
        try:
            answer = shell._input("Once deleted, variables cannot be recovered. Proceed (y/[n])?  ")
        except (EOFError, KeyboardInterrupt):
            answer = "n"
        if not answer.strip().lower().startswith("y"):
            print("Nothing done.")
            return
    if not pattern:
        print("No pattern pattern specified. Nothing done.")
        return
    try:
        expression = re.compile(pattern)
    except TypeError as error:
        raise TypeError("regex must be a string or compiled pattern") from error
    for name in user_names():
        if expression.search(name):
            del shell.user_ns[name]
