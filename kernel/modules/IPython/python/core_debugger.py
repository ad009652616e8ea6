"""The debugger: looks at the frames of an error, or of a program that called breakpoint(). It does not step."""
import sys


def _shell():
    try:
        return get_ipython()
    except NameError:
        return None


def _is_hidden(frame):
    return frame.f_code.co_filename.startswith("<frozen IPython")


# name: (the names that mean it, its usage, what it does)
COMMANDS = {
    "where": ("w bt", "w(here)", "The frames, the innermost last; > marks the current one."),
    "up": ("u", "u(p) [COUNT]", "Go to the frame that called this one."),
    "down": ("d", "d(own) [COUNT]", "Go to the frame that this one called."),
    "list": ("l", "l(ist) [FIRST[, LAST] | .]", "The source around the current line, or more of it."),
    "longlist": ("ll", "ll | longlist", "The source of the whole function."),
    "args": ("a", "a(rgs)", "The arguments of the function."),
    "p": ("", "p EXPRESSION", "Print the value of the expression."),
    "pp": ("", "pp EXPRESSION", "Pretty-print the value of the expression."),
    "whatis": ("", "whatis EXPRESSION", "Print the type of the expression."),
    "source": ("psource", "source EXPRESSION", "Print the source of a function or class."),
    "pinfo": ("", "pinfo NAME", "Describe an object."),
    "pinfo2": ("", "pinfo2 NAME", "Describe an object, with its source."),
    "context": ("", "context NUMBER", "How many lines of source are shown of a frame."),
    "exceptions": ("", "exceptions [NUMBER]", "The errors that led to each other, or go to one of them."),
    "help": ("h ?", "h(elp) [COMMAND]", "The commands, or what one of them does."),
    "continue": ("c cont n next s step r return until unt", "c(ont(inue))", "Leave the debugger and go on."),
    "quit": ("q exit", "q(uit) | exit", "Leave the debugger; a program ends."),
}


class Pdb:
    """One conversation: interaction(error=...) or interaction(frame=...)."""

    def __init__(self, prompt=None, context=5):
        self.shell = _shell()
        interactive = self.shell is not None and self.shell._has_front_end("interactive")
        self.prompt = prompt or ("ipdb> " if interactive else "(Pdb) ")
        self.context = context
        self.names = {}
        for name, (others, usage, text) in COMMANDS.items():
            for word in [name] + others.split():
                self.names[word] = name
        self.errors, self.stack, self.at, self.listed, self.quits = [], [], 0, None, False
        self.spaces = {}

    # ---- where we are

    def take_error(self, error):
        "Start at the frame where an exception was raised."
        self.stack = []
        step = error.__traceback__
        while step is not None:
            if not _is_hidden(step.tb_frame):
                self.stack.append((step.tb_frame, step.tb_lineno))
            step = step.tb_next
        self.at = len(self.stack) - 1
        self.listed = None

    def take_frame(self, frame):
        "Start at a frame that is running."
        while frame is not None:
            if not _is_hidden(frame):
                self.stack.insert(0, (frame, frame.f_lineno))
            frame = frame.f_back
        self.at = len(self.stack) - 1

    @property
    def frame(self):
        "The frame that is looked at."
        return self.stack[self.at][0]

    def locals_of(self, frame):
        "The names of a frame."
        if id(frame) not in self.spaces:
            self.spaces[id(frame)] = frame.f_locals
        return self.spaces[id(frame)]

    # ---- the source

    def line(self, frame, number):
        "The line at which a frame stands."
        if self.shell is None or number < 1:
            return None
        return self.shell._source_line(frame.f_code.co_filename, number)

    def last_line(self, frame, start):
        "The last line of the frame's source."
        while self.line(frame, start + 1) is not None:
            start += 1
        return start

    def numbered(self, frame, first, last, current):
        "Lines of source with their numbers, the current one marked."
        rows = []
        for number in range(first, last + 1):
            text = self.line(frame, number)
            if text is None:
                break
            digits = str(number)
            mark = "-" * (5 - len(digits)) + "> " + digits if number == current and len(digits) < 6 else "%7d" % number
            rows.append("%s %s" % (mark, text))
        return rows

    def entry(self, index, mark):
        "The text about one frame of the stack."
        frame, number = self.stack[index]
        rows = ["%s%s(%d)%s()" % (mark, frame.f_code.co_filename, number, frame.f_code.co_name)]
        if self.prompt != "ipdb> ":
            text = self.line(frame, number)
            return rows + (["-> " + text.strip()] if text is not None else [])
        count = self.last_line(frame, number) if self.line(frame, number + self.context) is None else number + self.context
        first = max(0, min(number - 1 - self.context // 2, count - self.context))
        return rows + self.numbered(frame, first + 1, first + self.context, number)

    def show_entry(self):
        "Show the current frame."
        print("\n".join(self.entry(self.at, "> ")))
        if self.prompt == "ipdb> ":
            print()

    # ---- the conversation

    def interaction(self, frame=None, error=None):
        """Ask for commands until one of them leaves."""
        if error is not None:
            chain, seen = [error], {id(error)}
            while True:
                cause = chain[0].__cause__
                if cause is None and not chain[0].__suppress_context__:
                    cause = chain[0].__context__
                if cause is None or id(cause) in seen:
                    break
                chain.insert(0, cause)
                seen.add(id(cause))
            self.errors = chain
            self.take_error(error)
        else:
            self.take_frame(frame)
        if not self.stack:
            print("There is no frame of Python code to look at.")
            return
        self.show_entry()
        last = ""
        while True:
            sys.stdout.flush()
            try:
                line = self.ask()
            except EOFError:
                print()
                self.quits = True
                return
            except KeyboardInterrupt:
                print("--KeyboardInterrupt--")
                continue
            line = line.strip() or last
            last = line
            try:
                if self.one(line):
                    return
            except KeyboardInterrupt:
                print("--KeyboardInterrupt--")

    def ask(self):
        "Ask for a command, and carry it out; false at the end."
        if self.shell is not None:
            return self.shell._input(self.prompt)
        return input(self.prompt)

    def one(self, line):
        """Do what a line says; true when it leaves."""
        if not line:
            return False
        if line[0] == "!":
            return self.execute(line[1:].strip())
        word, rest = line, ""
        for at, character in enumerate(line):
            if not (character.isalnum() or character in "_?"):
                word, rest = line[:at], line[at:]
                break
        name = self.names.get(word)
        if name is None or rest.lstrip()[:1] == "=" and rest.lstrip()[:2] != "==":
            return self.execute(line)
        return getattr(self, "do_" + name)(rest.strip())

    def complain(self, error):
        "Show what went wrong with a command."
        print("*** %s: %s" % (type(error).__name__, error))

    def execute(self, source):
        "Run a statement in the frame."
        frame = self.frame
        try:
            try:
                code = compile(source, "<stdin>", "eval")
            except SyntaxError:
                exec(compile(source + "\n", "<stdin>", "single"), frame.f_globals, self.locals_of(frame))
            else:
                value = eval(code, frame.f_globals, self.locals_of(frame))
                if value is not None:
                    print(repr(value))
        except SyntaxError as error:
            print("*** SyntaxError:", error.msg)
        except Exception as error:
            self.complain(error)
        return False

    def value(self, expression):
        """(whether it has one, the value)"""
        try:
            return True, eval(expression, self.frame.f_globals, self.locals_of(self.frame))
        except SyntaxError as error:
            print("*** SyntaxError:", error.msg)
        except Exception as error:
            self.complain(error)
        return False, None

    def do_p(self, rest):
        "p EXPRESSION: its value."
        good, value = self.value(rest)
        if good:
            print(repr(value))

    def do_pp(self, rest):
        "pp EXPRESSION: its value, printed nicely."
        good, value = self.value(rest)
        if good:
            try:
                from pprint import pprint
            except ImportError:
                pprint = print
            pprint(value)

    def do_whatis(self, rest):
        "whatis EXPRESSION: its type."
        good, value = self.value(rest)
        if not good:
            return
        if isinstance(value, type):
            print("Class %s.%s" % (value.__module__, value.__qualname__))
        elif hasattr(value, "__func__"):
            print("Method", value.__func__.__code__.co_name)
        elif hasattr(value, "__code__"):
            print("Function", value.__code__.co_name)
        else:
            print(type(value))

    def do_source(self, rest):
        "source NAME: the source of an object."
        import inspect
        good, value = self.value(rest)
        if not good:
            return
        try:
            lines, first = inspect.getsourcelines(value)
        except (OSError, TypeError) as error:
            print("***", error)
            return
        for number, text in enumerate(lines, first):
            print("%3d  \t%s" % (number, text.rstrip("\n")))

    def do_pinfo(self, rest):
        "pinfo NAME: what is known about an object."
        text = self.shell._inspect(rest, False) if self.shell else None
        print("Object `%s` not found." % rest if text is None else text)

    def do_pinfo2(self, rest):
        "pinfo2 NAME: the same, with its source."
        text = self.shell._inspect(rest, True) if self.shell else None
        print("Object `%s` not found." % rest if text is None else text)

    def do_context(self, rest):
        "context NUMBER: how many lines to show around the current one."
        if not rest.isdigit() or int(rest) <= 0:
            print("*** The 'context' command requires a positive integer argument.")
            return
        self.context = int(rest)

    def do_where(self, rest):
        "where: the stack, the current frame marked."
        print("    [... skipping 1 hidden frame(s)]\n" if self.prompt == "ipdb> " else "", end="")
        for index in range(len(self.stack)):
            print("\n".join(self.entry(index, "> " if index == self.at else "  ")))
        if self.prompt == "ipdb> ":
            print()

    def move(self, rest, step):
        "Go some frames up or down."
        try:
            count = int(rest) if rest else 1
        except ValueError:
            print("*** Invalid frame count (%s)" % rest)
            return
        target = self.at + step * count
        if step < 0 and self.at == 0:
            print("*** all frames above skipped (hidden frames and ignored modules). Use `skip_hidden False` for hidden frames or "
                  "unignore_module for ignored modules." if self.prompt == "ipdb> " else "*** Oldest frame")
            return
        if step > 0 and self.at == len(self.stack) - 1:
            print("*** Newest frame")
            return
        self.at = max(0, min(target, len(self.stack) - 1))
        self.listed = None
        self.show_entry()

    def do_up(self, rest):
        "up [NUMBER]: to the calling frame."
        self.move(rest, -1)

    def do_down(self, rest):
        "down [NUMBER]: to the called frame."
        self.move(rest, 1)

    def do_list(self, rest):
        "list [FIRST[, LAST]]: source around the current line, then what follows."
        frame, current = self.stack[self.at]
        try:
            if rest == ".":
                first = max(1, current - 5)
                last = first + 10
            elif rest:
                begin, comma, end = rest.partition(",")
                first = int(begin)
                if comma:
                    last = int(end)
                    last = first + last if last < first else last
                else:
                    first = max(1, first - 5)
                    last = first + 10
            elif self.listed is None:
                first = max(1, current - 5)
                last = first + 10
            else:
                first = self.listed + 1
                last = first + 10
        except ValueError:
            print("*** Error in argument: %r" % rest)
            return
        rows = self.numbered(frame, first, last, current)
        if not rows:
            print("[EOF]")
            return
        print("\n".join(rows))
        print()
        self.listed = min(last, first + len(rows) - 1)

    def do_longlist(self, rest):
        "longlist: the whole function."
        frame, current = self.stack[self.at]
        code = frame.f_code
        first = code.co_firstlineno
        if code.co_name == "<module>":
            first, last = 1, self.last_line(frame, current)
        else:
            last = max([first] + [line for _, _, line in code.co_lines() if line]) + 1
        print("\n".join(self.numbered(frame, first, last, current)))
        print()

    def do_args(self, rest):
        "args: the function's arguments."
        code, names = self.frame.f_code, self.locals_of(self.frame)
        count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
        for name in code.co_varnames[:count]:
            print("%s = %s" % (name, repr(names[name]) if name in names else "*** undefined ***"))

    def do_exceptions(self, rest):
        "exceptions [NUMBER]: the chain of exceptions, or go to one of them."
        if rest:
            if not rest.isdigit() or int(rest) >= len(self.errors):
                print("No exception with that number")
                return
            self.take_error(self.errors[int(rest)])
            self.show_entry()
            return
        current = self.errors[-1] if self.errors else None
        for number, error in enumerate(self.errors):
            label = "-" if error.__traceback__ is None else str(number)
            print("%s %3s %r" % (">" if error is current else " ", label, error))

    def do_help(self, rest):
        "help [COMMAND]: the commands."
        if not rest:
            print("\nCommands (help COMMAND says more):")
            for name, (others, usage, text) in COMMANDS.items():
                print("  %-28s %s" % (usage, text))
            print("  %-28s %s" % ("anything else", "is Python that runs in the frame; !LINE when a command has its name."))
            print()
        elif rest in self.names:
            others, usage, text = COMMANDS[self.names[rest]]
            print(usage)
            print("        " + text)
        else:
            print("*** No help on", rest)

    def do_continue(self, rest):
        "continue: leave the debugger."
        return True

    def do_quit(self, rest):
        "quit: leave the debugger."
        self.quits = True
        return True


class BdbQuit(Exception):
    """The user left the debugger of a running program."""


def set_trace(frame=None, header=None):
    """Look at the frames of the running program: c goes on, q ends it. There is no stepping."""
    if header is not None:
        print(header)
    debugger = Pdb()
    debugger.interaction(frame=frame or sys._getframe(1))
    if debugger.quits:
        raise BdbQuit


def post_mortem(traceback=None):
    """Look into an error: the last one, or the one with this traceback."""
    error = sys.exc_info()[1] or getattr(sys, "last_value", None)
    if isinstance(traceback, BaseException):
        error = traceback
    elif traceback is not None:
        error = Exception().with_traceback(traceback)
    if error is None or error.__traceback__ is None:
        raise ValueError("A valid traceback must be passed if no exception is being handled")
    Pdb().interaction(error=error)


def pm():
    """Look into the last error of the session."""
    post_mortem(getattr(sys, "last_value", None) or sys.last_value)
