"""%load, %save, %recall, %rerun, %macro, %edit, %notebook: text brought back."""
import os

from IPython.core.magics.history import cells_of, inputs
from IPython.core.magics.support import expand_home, parse_options, shell, split_words, unquote, usage


def python_code(target):
    """The same with magics as calls, each cell by itself."""
    found = cells_of(target)
    if found:
        return "".join(shell._transform(source) for _, _, source in found)
    return shell._transform(user_code(target))


def user_code(target, missing="was not found in history, as a file, url, nor in the user namespace"):
    """The text that cells, a macro, a file or a string variable hold."""
    if not target:
        return "\n".join(inputs()[1:])
    found = cells_of(target)
    if found:
        return "\n".join(source for _, _, source in found) + "\n"
    path = expand_home(unquote(target))
    for candidate in (path, path + ".py"):
        if os.path.isfile(candidate):
            with open(candidate) as file:
                return file.read()
        if os.path.isdir(candidate):
            raise ValueError("'%s' is a directory, not a regular file." % target)
    if target.startswith(("http://", "https://")):
        from urllib.request import urlopen
        with urlopen(target) as reply:
            return reply.read().decode()
    try:
        value = eval(target, shell.user_ns)
    except Exception as error:
        raise ValueError("'%s' %s." % (target, missing)) from error
    if isinstance(value, Macro):
        return value.value
    if isinstance(value, str):
        return value
    source = shell._source(value)
    if source is None:
        raise TypeError("%s is neither a string nor a macro." % target, value)
    return source


def symbols(source, wanted):
    """The functions and classes of these names at the top of a text, with their decorators."""
    lines = source.splitlines(True)
    parts, missing, decorators = [], list(wanted), None
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.startswith("@"):
            decorators = at if decorators is None else decorators
            at += 1
            continue
        words = line.replace("(", " ").replace(":", " ").split()
        if words[:1] == ["async"]:
            words = words[1:]
        if line[:1].isspace() or words[:1] not in (["def"], ["class"]):
            decorators = None
            at += 1
            continue
        first = at if decorators is None else decorators
        decorators = None
        at += 1
        while at < len(lines) and (lines[at][:1].isspace() or lines[at][:1] in ")#" or not lines[at].strip()):
            at += 1
        if words[1:2] and words[1] in missing:
            missing.remove(words[1])
            parts.append("".join(lines[first:at]).rstrip("\n") + "\n")
    return parts, missing


def line_ranges(text):
    "Ranges such as 3:7 as pairs of numbers."
    for word in text.split(","):
        first, dash, last = word.strip().replace(":", "-").partition("-")
        start = int(first) - 1 if first else 0
        end = int(last) if last else None if dash else start + 1
        yield start, end


def line_load(line):
    """%load [-r LINES] [-s NAMES] [-n] FILE

    Put a file's text, a cell's or a variable's into the cell. -r: these lines (3-5,8); -s: these functions and classes;
    -n: the user's variables count, too."""
    options, rest = parse_options(line, "yns:r:")
    contents = user_code(rest)
    if "s" in options:
        parts, missing = symbols(contents, [word.strip() for word in options["s"].split(",")])
        if missing:
            import warnings
            warnings.warn("The symbol `%s` was not found" % missing[0] if len(missing) == 1 else
                          "The symbols %s were not found" % " ".join("`%s`" % name for name in missing))
        contents = "\n".join(parts) if len(parts) != 1 else parts[0]
    if "r" in options:
        lines = contents.split("\n")
        contents = "\n".join("\n".join(lines[start:end]) for start, end in line_ranges(options["r"]))
    if len(contents) > 200000 and "y" not in options:
        answer = shell._input("The text you're trying to load seems pretty big (%d characters). Continue (y/[N]) ? " % len(contents))
        if not answer.strip().lower().startswith("y"):
            print("Operation cancelled.")
            return
    shell.set_next_input("# %load " + line.strip() + "\n" + contents, replace=True)


line_loadpy = line_load


def line_save(line):
    """%save [-f] [-a] FILE RANGE ...

    Write cells to a file; -a appends, -f overwrites without a question."""
    options, rest = parse_options(line, "fra")
    words = split_words(rest)
    if not words:
        usage("%save: you must give a file and what to save")
    path, wanted = expand_home(words[0]), " ".join(words[1:])
    if not path.endswith((".py", ".ipy")):
        path += ".ipy" if "r" in options else ".py"
    appends, exists = "a" in options, os.path.isfile(path)
    if exists and not appends and "f" not in options:
        try:
            overwrite = shell._input("File `%s` exists. Overwrite (y/[N])?  " % path).strip().lower().startswith("y")
        except (EOFError, KeyboardInterrupt):
            overwrite = False
        if not overwrite:
            print("Operation cancelled.")
            return
    try:
        source = user_code(wanted) if "r" in options else python_code(wanted)
    except (TypeError, ValueError) as error:
        print(error.args[0])
        return
    with open(path, "a" if appends and exists else "w") as file:
        if not (appends and exists):
            file.write("# coding: utf-8\n")
        file.write(source if source.endswith("\n") else source + "\n")
    print("The following commands were written to file `%s`:" % path)
    print(source)


def line_recall(line):
    """%recall [RANGE | PATTERN]

    Put earlier cells, the last result, or the last cell that matches, into the next cell."""
    target = line.strip()
    if not target:
        shell.set_next_input(str(shell.user_ns.get("_", "")))
        return
    try:
        found = cells_of(target)
    except ValueError:
        found = []
    if found:
        shell.set_next_input("\n".join(source for _, _, source in found).rstrip())
        return
    name = shell.user_ns.get(target)
    if name is not None and isinstance(name, (str, Macro)):
        shell.set_next_input(str(name).rstrip())
        return
    from IPython.core.magics.history import matches
    for source in reversed(inputs()[:-1]):
        if matches(target, source):
            shell.set_next_input(source.rstrip())
            return
    print("Couldn't evaluate or find in history:", target)


line_rep = line_recall


def line_rerun(line):
    """%rerun [-l N] [-g PATTERN] [RANGE ...]

    Run earlier cells again: the last one, ranges, the last N, or the last that matches."""
    options, rest = parse_options(line, "l:g:")
    cells = inputs()[1:-1]
    if "l" in options:
        chosen = cells[-int(options["l"]):]
    elif "g" in options:
        from IPython.core.magics.history import matches
        chosen = [source for source in cells if matches(options["g"] + " " + rest if rest else options["g"], source) and "rerun" not in source][-1:]
    elif rest:
        chosen = [source for _, _, source in cells_of(rest)]
    else:
        chosen = cells[-1:]
    if not chosen:
        print("No lines in history match specification")
        return
    print("=== Executing: ===")
    print("\n".join(chosen))
    print("=== Output: ===")
    shell._run_cell("\n".join(chosen))


class Macro:
    """Cells by a name: the name alone runs them, + puts macros together."""

    def __init__(self, code):
        self.value = code if code.endswith("\n") else code + "\n"

    def __str__(self):
        return self.value

    def __repr__(self):
        return "IPython.macro.Macro(%r)" % self.value

    def __add__(self, other):
        if isinstance(other, Macro):
            return Macro(self.value + other.value)
        if isinstance(other, str):
            return Macro(self.value + other)
        raise TypeError

    def _ipython_display_(self):
        shell._run_cell(self.value)


def line_macro(line):
    """%macro [-q] [-r] NAME RANGE ...

    Keep cells under a name, which runs them when it stands alone in a cell. -q: do not print them; -r: as typed."""
    options, rest = parse_options(line, "rq")
    words = rest.split()
    if not words:
        return [name for name, value in sorted(shell.user_ns.items()) if isinstance(value, Macro) and not name.startswith("_")]
    if len(words) == 1:
        usage("%macro insufficient args; usage '%macro name n1-n2 n3-4...")
    name, wanted = words[0], " ".join(words[1:])
    try:
        macro = Macro(user_code(wanted) if "r" in options else python_code(wanted))
    except (ValueError, TypeError) as error:
        print(error.args[0])
        return
    shell.user_ns[name] = macro
    if "q" not in options:
        print("Macro `%s` created. To execute, type its name (without quotes)." % name)
        print("=== Macro contents: ===")
        print(macro, end=" ")


def line_edit(line):
    """%edit

    There is no editor behind a notebook: %load and %%writefile bring text into a cell and out of it."""
    print("There is no editor behind this session: use %load FILE and %%writefile FILE.")


line_ed = line_edit


def line_notebook(line):
    """%notebook FILE

    Write the cells of this session as a notebook."""
    import json
    path = expand_home(unquote(line))
    if not path:
        usage("the following arguments are required: filename")
    out = shell.user_ns.get("Out", {})
    cells = []
    for number, source in enumerate(inputs()):
        if not number:
            continue
        outputs = []
        if number in out:
            outputs.append({"output_type": "execute_result", "execution_count": number, "metadata": {},
                            "data": {"text/plain": repr(out[number])}})
        cells.append({"cell_type": "code", "execution_count": number, "metadata": {}, "outputs": outputs, "source": source})
    with open(path, "w") as file:
        json.dump({"cells": cells, "metadata": {"kernelspec": {"display_name": "Cupola", "language": "python", "name": "cupola"},
                                                "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 4},
                  file, indent=1)
        file.write("\n")
