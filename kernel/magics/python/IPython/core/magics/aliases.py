"""%alias, %unalias, %alias_magic, %rehashx and the aliases that are always there: %ls, %cat, %mkdir, ..."""
from IPython.core.error import UsageError
from IPython.core.magics.support import parse_options, shell, split_words

KNOWN = {"cat": "cat", "cp": "cp", "ldir": "ls -F -o --color %l | grep /$", "lf": "ls -F -o --color %l | grep ^-",
         "lk": "ls -F -o --color %l | grep ^l", "ll": "ls -F -o --color", "ls": "ls -F --color",
         "lx": "ls -F -o --color %l | grep ^-..x", "mkdir": "mkdir", "mv": "mv", "rm": "rm", "rmdir": "rmdir"}


class Alias:
    """A shell command by a name: %l stands for the whole line, each %s for a word."""

    def __init__(self, name, command):
        self.name, self.cmd = name, command
        self.nargs = command.count("%s") - command.count("%%s")
        self.__doc__ = "Alias for `!%s`" % command

    def __repr__(self):
        return "<alias %s for %r>" % (self.name, self.cmd)

    def __call__(self, rest=""):
        command = self.cmd
        if "%l" in command:
            command, rest = command.replace("%l", rest), ""
        if self.nargs == 0:
            command = "%s %s" % (command.replace("%%s", "%s"), rest)
        else:
            words = rest.split(None, self.nargs)
            if len(words) < self.nargs:
                raise UsageError("Alias <%s> requires %s arguments, %s given." % (self.name, self.nargs, len(words)))
            command = "%s %s" % (command % tuple(words[:self.nargs]), " ".join(words[self.nargs:]))
        shell.system(command)


for _name, _command in KNOWN.items():
    globals()["line_" + _name] = Alias(_name, _command)

commands = dict(KNOWN)  # what %alias lists


def line_alias(line):
    """%alias [NAME COMMAND]

    Give a shell command a name: `%alias bracket echo "<%l>"`. %l stands for the whole line, each %s for a word.
    Without a name, the table of what there is."""
    line = line.strip()
    if not line:
        print("Total number of aliases:", len(commands))
        return sorted(commands.items())
    name, _, command = line.partition(" ")
    if not command.strip():
        raise ValueError("Alias name and command are both required")
    commands[name] = command.strip()
    shell._line_magics[name] = Alias(name, command.strip())


def line_unalias(line):
    """%unalias NAME

    Remove an alias."""
    name = line.strip()
    if name not in commands:
        print("%s is not an alias" % name)
        return
    del commands[name]
    shell._line_magics.pop(name, None)


def line_rehashx(line):
    """%rehashx

    Make every program on $PATH an alias."""
    import os
    for folder in os.environ.get("PATH", "").split(":"):
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in names:
            path = folder + "/" + name
            if name not in commands and shell._magic_kinds(name) is None and os.access(path, os.X_OK) and not os.path.isdir(path):
                commands[name] = name
                shell._line_magics[name] = Alias(name, name)


def line_alias_magic(line):
    """%alias_magic [-l] [-c] [-p PARAMS] NAME TARGET

    Another name of a magic: -l of the line magic only, -c of the cell magic only; -p words to put in front."""
    options, rest = parse_options(line, "lcp:", ("line", "cell", "params="))
    words = split_words(rest)
    if len(words) != 2:
        raise UsageError("the following arguments are required: name, target" if not words
                         else "unrecognized arguments: " + " ".join(words[2:]) if len(words) > 2
                         else "the following arguments are required: target")
    name, target = words[0].lstrip("%"), words[1].lstrip("%")
    params = options.get("p", options.get("params", ""))
    kinds = shell._magic_kinds(target) or (target in shell._line_magics, target in shell._cell_magics)
    wants_line, wants_cell = "l" in options or "line" in options, "c" in options or "cell" in options
    if not wants_line and not wants_cell:
        wants_line, wants_cell = kinds
        if not wants_line and not wants_cell:
            raise UsageError("No line- or cell-magic function named `%s` found." % target)
    if wants_line and not kinds[0]:
        raise UsageError("Line magic function `%%%s` not found." % target)
    if wants_cell and not kinds[1]:
        raise UsageError("Cell magic function `%%%%%s` not found." % target)
    if wants_line:
        shell._line_magics[name] = lambda text: shell.run_line_magic(target, (params + " " + text).strip() if params else text)
        print("Created `%%%s` as an alias for `%%%s%s`." % (name, target, " " + params if params else ""))
    if wants_cell:
        shell._cell_magics[name] = lambda text, cell: shell.run_cell_magic(target, (params + " " + text).strip() if params else text, cell)
        print("Created `%%%%%s` as an alias for `%%%%%s%s`." % (name, target, " " + params if params else ""))
