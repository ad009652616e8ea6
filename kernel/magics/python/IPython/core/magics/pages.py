"""%lsmagic, %magic, %quickref, %pdoc, %psource, %pfile, %pdef, %psearch, %page, %pycat, %man: what is read."""
import os

from IPython.core.magics.support import expand_home, matches_glob, parse_options, shell, unquote, usage


class MagicsDisplay:
    """What %lsmagic shows: the names of all magics."""

    def __init__(self):
        names = shell._magic_names
        self.lines = sorted(name for name in names if not name.startswith("%%"))
        self.cells = sorted(name for name in names if name.startswith("%%"))

    def __str__(self):
        automatic = shell._setting("automagic")
        return "\n".join(["Available line magics:", "  ".join(self.lines), "", "Available cell magics:", "  ".join(self.cells), "",
                          "Automagic is %s, %% prefix %s needed for line magics." % (("ON", "IS NOT") if automatic else ("OFF", "IS"))])

    def __repr__(self):
        return str(self)

    def _repr_json_(self):
        return {"line": {name[1:]: "" for name in self.lines}, "cell": {name[2:]: "" for name in self.cells}}


def line_lsmagic(line):
    """%lsmagic

    List the magics."""
    if line.strip():
        usage("unrecognized arguments: " + line.strip())
    return MagicsDisplay()


def describe(names):
    "What %pinfo says about an object."
    lines = []
    for name in names:
        text = shell._magic_documentation(name.lstrip("%")) or ""
        lines.append("%s:" % name)
        lines += ["    " + part for part in text.splitlines()]
        lines.append("")
    return "\n".join(lines)


def line_magic(line):
    """%magic [-brief]

    What magics are, and what each does."""
    display = MagicsDisplay()
    if "-brief" in line:
        text = "\n".join("%s:\n    %s" % (name, (shell._magic_documentation(name.lstrip("%")) or "").strip().split("\n\n")[-1].strip().split("\n")[0])
                         for name in display.lines + display.cells)
    else:
        text = """
Magics
======

A line that begins with % calls a line magic: the rest of the line is its argument, without parentheses or quotes.

        %timeit sum(range(1000))

A cell that begins with %% calls a cell magic: it gets the rest of the line and the lines below.

        %%timeit numbers = list(range(1000))
        sum(numbers)

In a cell of one line the % may be left out where no variable has the name (%automagic). %NAME? shows what a magic does,
%lsmagic lists them.

""" + describe(display.lines + display.cells) + "\n" + str(display)
    shell._page(text)


def line_quickref(line):
    """%quickref

    What can be typed, on one page."""
    shell._page("""
Quick reference
===============

obj?, obj??      : what an object is; with its source
?foo.*abc*       : the names in foo that contain abc
%magic           : all magics

Magics
%timeit x=10     : time a statement
%%timeit x=2**100
x**100           : time a cell; the first line is set-up
%run FILE        : run a program
%load FILE       : bring a file into the cell
%%writefile FILE : write the cell to a file
%who, %whos      : the variables
%reset           : delete them
%debug           : look into the last error
%prun, %lprun    : where the time goes

System
!cp a.txt b/     : a shell command; $name and {expression} are replaced
files = !ls /usr : its output as a list: files.s, files.l, files.n
%cd FOLDER       : change the folder; %pwd, %ls

History
_i, _ii, _iii    : the last inputs; _i4, _ih[2:5] by number
_, __, ___       : the last results; _5, Out[5] by number
%history         : print them; -n with numbers, -g PATTERN to search
%rerun, %recall  : run again, edit again
""")


def find(name):
    """(found, value) of a dotted name."""
    import builtins
    parts = name.split(".")
    if parts[0] in shell.user_ns:
        value = shell.user_ns[parts[0]]
    elif hasattr(builtins, parts[0]):
        value = getattr(builtins, parts[0])
    else:
        return False, None
    for part in parts[1:]:
        try:
            value = getattr(value, part)
        except AttributeError:
            return False, None
    return True, value


def not_found(name):
    "Say that nothing has this name."
    print("Object `%s` not found." % name)


def line_pdef(line):
    """%pdef NAME

    The signature of a function or class."""
    name = line.strip()
    found, value = find(name)
    if not found:
        return not_found(name)
    if not callable(value):
        return print("Object is not callable.")
    signature = shell._signature(value)
    if signature is None:
        return print("No definition header found for %s" % name)
    if isinstance(value, type):
        print("Class constructor information:")
    print(" %s%s" % (name, signature), end="\n ")
    return None


def clean(text):
    """A docstring without the indentation of its lines."""
    lines = text.expandtabs().split("\n")
    margins = [len(part) - len(part.lstrip()) for part in lines[1:] if part.strip()]
    margin = min(margins) if margins else 0
    return "\n".join([lines[0].lstrip()] + [part[margin:] for part in lines[1:]]).strip("\n")


def line_pdoc(line):
    """%pdoc NAME

    The docstring of an object."""
    name = line.strip()
    found, value = find(name)
    if not found:
        return not_found(name)
    documentation = getattr(value, "__doc__", None)
    if not isinstance(documentation, str):
        return print("No documentation found for %s" % name)
    lines = ["Class docstring:"] + ["    " + text for text in clean(documentation).splitlines()]
    if isinstance(value, type):
        start = getattr(value.__init__, "__doc__", None)
        if isinstance(start, str):
            lines += ["Init docstring:"] + ["    " + text for text in clean(start).splitlines()]
    elif callable(value):
        lines += ["Call docstring:", "    Call self as a function."]
    shell._page("\n".join(lines))
    return None


def line_psource(line):
    """%psource NAME

    The source of a function or class."""
    name = line.strip()
    found, value = find(name)
    if not found:
        return not_found(name)
    source = shell._source(value)
    if source is None:
        return print("No source found for %s" % name)
    shell._page(source.rstrip("\n"))
    return None


def line_pfile(line):
    """%pfile NAME

    The file in which an object was defined."""
    name = line.strip()
    found, value = find(name)
    if found:
        path = shell._file(value)
        if not path:
            return print("No file found for %s" % name)
    else:
        not_found(name)
        path = expand_home(unquote(name))
    if not os.path.isfile(path):
        return print("File %r does not exist, not printing." % path) if found else print("File `%r` not found." % name)
    with open(path) as file:
        shell._page(file.read().rstrip("\n"))
    return None


def line_psearch(line):
    """%psearch [-a] [-c] [-i] [-e NAMESPACE] [-s NAMESPACE] PATTERN [TYPE]

    Names that match a pattern with *, ?: the user's and the built-in ones; of a type; -a: those with an underscore, too;
    -c: case matters; -e builtin, -e user: without these."""
    import builtins
    options, rest = parse_options(line, "cias:e:l")
    words = rest.split()
    if not words:
        return
    pattern, type_name = words[0], words[1] if len(words) > 1 else None
    excluded = options.get("e", [])
    excluded = [excluded] if isinstance(excluded, str) else excluded
    spaces = {}
    if "builtin" not in excluded and "builtins" not in excluded:
        spaces.update(vars(builtins))
    if "user" not in excluded:
        spaces.update({name: value for name, value in shell.user_ns.items()
                       if name not in ("In", "Out", "exit", "quit", "get_ipython")})
    head, dot, last = pattern.rpartition(".")
    if dot:
        found, value = find(head)
        if not found:
            return
        spaces, pattern = {name: getattr(value, name, None) for name in dir(value)}, last
    folds = "i" in options
    names = []
    for name, value in spaces.items():
        if name.startswith("_") and not name.startswith("__") and "a" not in options:
            continue
        if matches_glob(name.lower() if folds else name, pattern.lower() if folds else pattern):
            if type_name is None or type(value).__name__ == type_name:
                names.append((head + "." if dot else "") + name)
    shell._page("\n".join(sorted(names)))


def line_page(line):
    """%page [-r] NAME

    Show a value in the pager; -r: its str()."""
    options, name = parse_options(line, "r")
    found, value = find(name or "_")
    if not found:
        return print("Object `%s` not found" % (name or "_"))
    if "r" in options:
        text = str(value)
    else:
        text = shell._format(value)[0]["text/plain"]
    shell._page(text)
    return None


def line_pycat(line):
    """%pycat FILE

    Show a file in the pager."""
    from IPython.core.magics.recall import user_code
    try:
        text = user_code(line.strip())
    except (ValueError, OSError):
        print("Error: no such file, variable, URL, history range or macro")
        return
    shell._page(text.rstrip("\n"))


def line_less(line):
    """%less FILE

    Show a file in the pager."""
    path = expand_home(unquote(line))
    if path.endswith(".py"):
        line_pycat(line)
        return
    with open(path) as file:
        shell._page(file.read())


line_more = line_less


def line_man(line):
    """%man NAME

    The manual page of a program."""
    status, output, errors, _ = shell._spawn(["sh", "-c", "man %s 2>/dev/null | col -b" % line.strip()], None, True, True)
    shell._page(output or "No manual entry for %s" % line.strip())
