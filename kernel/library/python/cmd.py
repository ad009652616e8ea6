"""Interpreters of lines: a command is a method do_NAME."""
import string as _string
import sys as _sys

__all__ = ["Cmd"]

PROMPT = "(Cmd) "
IDENTCHARS = _string.ascii_letters + _string.digits + "_"


class Cmd:
    """The base of such interpreters; cmdloop() reads lines until a method gives a true value."""

    prompt = PROMPT
    identchars = IDENTCHARS
    ruler = "="
    lastcmd = ""
    intro = None
    doc_leader = ""
    doc_header = "Documented commands (type help <topic>):"
    misc_header = "Miscellaneous help topics:"
    undoc_header = "Undocumented commands:"
    nohelp = "*** No help on %s"
    use_rawinput = 1

    def __init__(self, completekey="tab", stdin=None, stdout=None):
        self.stdin = _sys.stdin if stdin is None else stdin
        self.stdout = _sys.stdout if stdout is None else stdout
        self.cmdqueue = []
        self.completekey = completekey

    def cmdloop(self, intro=None):
        """Prompt, read a line, do it, again and again."""
        self.preloop()
        if intro is not None:
            self.intro = intro
        if self.intro:
            self.stdout.write(str(self.intro) + "\n")
        stop = None
        while not stop:
            stop = self._turn()
        self.postloop()

    def _turn(self):
        line = self.precmd(self.cmdqueue.pop(0) if self.cmdqueue else self._read())
        return self.postcmd(self.onecmd(line), line)

    def _read(self):
        if self.use_rawinput:
            try:
                return input(self.prompt)
            except EOFError:
                return "EOF"
        self.stdout.write(self.prompt)
        self.stdout.flush()
        line = self.stdin.readline()
        return line.rstrip("\r\n") if line else "EOF"

    def precmd(self, line):
        """Called with each line before it is done: the line to do."""
        return line

    def postcmd(self, stop, line):
        """Called after each line: whether to stop."""
        return stop

    def preloop(self):
        """Called before the loop."""

    def postloop(self):
        """Called after the loop."""

    def parseline(self, line):
        """(command, rest, line); ? stands for help and ! for shell."""
        line = line.strip()
        if not line:
            return None, None, line
        if line[0] == "?":
            line = "help " + line[1:]
        elif line[0] == "!":
            if not hasattr(self, "do_shell"):
                return None, None, line
            line = "shell " + line[1:]
        end = 0
        while end < len(line) and line[end] in self.identchars:
            end += 1
        return line[:end], line[end:].strip(), line

    def onecmd(self, line):
        """Do a line: whether to stop."""
        command, rest, line = self.parseline(line)
        if not line:
            return self.emptyline()
        if command is None:
            return self.default(line)
        self.lastcmd = "" if line == "EOF" else line
        if command == "":
            return self.default(line)
        function = getattr(self, "do_" + command, None)
        return self.default(line) if function is None else function(rest)

    def emptyline(self):
        """An empty line: the last one again."""
        if self.lastcmd:
            return self.onecmd(self.lastcmd)

    def default(self, line):
        """A line without a known command."""
        self.stdout.write("*** Unknown syntax: %s\n" % line)

    def completedefault(self, *ignored):
        """What may follow a command without a complete_NAME of its own."""
        return []

    def completenames(self, text, *ignored):
        """The commands that begin with text."""
        return [name[3:] for name in self.get_names() if name.startswith("do_" + text)]

    def get_names(self):
        """The names of all members."""
        return dir(self.__class__)

    def complete_help(self, *args):
        """What help may be asked about."""
        topics = {name[5:] for name in self.get_names() if name.startswith("help_" + args[0])}
        return list(set(self.completenames(*args)) | topics)

    def do_help(self, arg):
        'Tell which commands there are, or what one of them does: help, help NAME.'
        if arg:
            function = getattr(self, "help_" + arg, None)
            if function is not None:
                function()
                return
            text = getattr(getattr(self, "do_" + arg, None), "__doc__", None)
            self.stdout.write("%s\n" % (text if text else self.nohelp % (arg,)))
            return
        names = self.get_names()
        topics = {name[5:] for name in names if name.startswith("help_")}
        documented, bare = [], []
        for name in sorted(set(names)):
            if name.startswith("do_"):
                command = name[3:]
                if command in topics:
                    topics.discard(command)
                    documented.append(command)
                elif getattr(self, name).__doc__:
                    documented.append(command)
                else:
                    bare.append(command)
        self.stdout.write("%s\n" % str(self.doc_leader))
        self.print_topics(self.doc_header, documented, 15, 80)
        self.print_topics(self.misc_header, sorted(topics), 15, 80)
        self.print_topics(self.undoc_header, bare, 15, 80)

    def print_topics(self, header, cmds, cmdlen, maxcol):
        """A heading and names in columns."""
        if cmds:
            self.stdout.write("%s\n" % str(header))
            if self.ruler:
                self.stdout.write("%s\n" % str(self.ruler * len(header)))
            self.columnize(cmds, maxcol - 1)
            self.stdout.write("\n")

    def columnize(self, list, displaywidth=80):
        """Names in as few rows as fit the width."""
        if not list:
            self.stdout.write("<empty>\n")
            return
        wrong = [i for i, name in enumerate(list) if not isinstance(name, str)]
        if wrong:
            raise TypeError("list[i] not a string for i in %s" % ", ".join(map(str, wrong)))
        if len(list) == 1:
            self.stdout.write("%s\n" % str(list[0]))
            return
        for rows in range(1, len(list) + 1):
            columns = [list[at:at + rows] for at in range(0, len(list), rows)]
            widths = [max(map(len, column)) for column in columns]
            if sum(widths) + 2 * (len(widths) - 1) <= displaywidth or rows == len(list):
                break
        for row in range(rows):
            cells = [column[row] if row < len(column) else "" for column in columns]
            while cells and not cells[-1]:
                cells.pop()
            self.stdout.write("%s\n" % "  ".join(cell.ljust(width) for cell, width in zip(cells, widths)))
