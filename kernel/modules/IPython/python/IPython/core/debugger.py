"""The debugger of notebooks: Python's, with more source around a frame, and what front ends ask for besides."""
import sys
from bdb import BdbQuit
from pdb import Pdb as _Plain, line_prefix as _line_prefix


def _shell():
    try:
        return get_ipython()
    except NameError:
        return None


def is_interactive():
    "Whether somebody at a front end talks to the debugger as to IPython's."
    shell = _shell()
    return shell is not None and shell._has_front_end("interactive")


def _is_hidden(frame):
    return frame.f_code.co_filename.startswith("<frozen IPython") or frame.f_globals.get("__name__") == "bdb"


class Pdb(_Plain):
    """IPython's debugger. Where nobody is at a front end it looks as Python's own."""

    def __init__(self, completekey="tab", stdin=None, stdout=None, context=5, **named):
        _Plain.__init__(self, completekey, stdin, stdout, **named)
        self.shell = _shell()
        self.is_rich = is_interactive()
        if self.is_rich:
            self.prompt = "ipdb> "
        self.context = context
        self.errors, self.last_error = [], None

    def __repr__(self):
        return "<IPython's debugger>"

    # ---- the conversation

    def _cmdloop(self):
        "An interrupt at the prompt ends it, and the program goes on."
        if not self.is_rich:
            return _pdb.Pdb._cmdloop(self)
        try:
            self.allow_kbdint = True
            self.cmdloop()
        except KeyboardInterrupt:
            self.message("--KeyboardInterrupt--\n\nKeyboardInterrupt: Interrupted by user")
            self.set_continue()
        finally:
            self.allow_kbdint = False

    # ---- where we are

    def get_stack(self, f, t):
        "The frames without the session's own."
        stack, current = _Plain.get_stack(self, f, t)
        kept = [entry for entry in stack if not _is_hidden(entry[0])]
        current -= sum(_is_hidden(entry[0]) for entry in stack[:current + 1])
        return kept, max(0, min(current, len(kept) - 1))

    def examine(self, error):
        "Look into an exception, and those that led to it."
        chain, seen = [error], {id(error)}
        while True:
            cause = chain[0].__cause__
            if cause is None and not chain[0].__suppress_context__:
                cause = chain[0].__context__
            if cause is None or id(cause) in seen:
                break
            chain.insert(0, cause)
            seen.add(id(cause))
        self.errors, self.last_error = chain, error
        self.reset()
        if not self.get_stack(None, error.__traceback__)[0]:
            print("There is no frame of Python code to look at.")
            return
        self.interaction(None, error.__traceback__)

    def dispatch_return(self, frame, arg):
        "Where the cell ends so does stepping."
        result = _Plain.dispatch_return(self, frame, arg)
        if self.is_rich and frame.f_back is None:
            self.set_continue()
        return result

    def do_continue(self, arg):
        """c(ont(inue))

        Go on to the next breakpoint."""
        if not self.is_rich: # the kernel's interrupts are its own
            return _Plain.do_continue(self, arg)
        self.set_continue()
        return 1

    do_c = do_cont = do_continue

    # ---- the source

    def line(self, frame, number):
        "The line with this number in the frame's source, or None."
        return self.shell._source_line(frame.f_code.co_filename, number) if self.shell is not None and number >= 1 else None

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
            rows.append("%s %s" % (self.mark(frame.f_code.co_filename, number, current), text))
        return rows

    def mark(self, filename, number, current):
        "The number of a line, with that of a breakpoint before it and an arrow where it is the current one."
        points = self.get_breaks(filename, number)
        point, digits = str(points[-1].number) if points else "", str(number)
        if number == current and len(digits) < 6:
            return point + "-" * (5 - len(digits) - len(point)) + "> " + digits
        return point + digits.rjust(7 - len(point))

    def entry(self, index, mark):
        "The text about one frame of the stack."
        frame, number = self.stack[index]
        name = "%s%s(%d)%s()" % (mark, frame.f_code.co_filename, number, frame.f_code.co_name)
        if "__return__" in frame.f_locals:
            import reprlib
            name = reprlib.repr(frame.f_locals["__return__"]) + "\n" + name
        count = self.last_line(frame, number) if self.line(frame, number + self.context) is None else number + self.context
        first = max(0, min(number - 1 - self.context // 2, count - self.context))
        return [name] + self.numbered(frame, first + 1, first + self.context, number)

    def print_stack_entry(self, frame_lineno, prompt_prefix=_line_prefix):
        "Show one frame."
        if not self.is_rich:
            return _Plain.print_stack_entry(self, frame_lineno, prompt_prefix)
        self.message("\n".join(self.entry(self.stack.index(frame_lineno), "> ")) + "\n")

    def do_where(self, arg):
        """w(here)

        The stack, the newest frame last; > marks the one that is looked at."""
        if not self.is_rich:
            return _Plain.do_where(self, arg)
        if arg:
            try:
                self.context, saved = int(arg), self.context
            except ValueError as error:
                self.error(str(error))
                return
        if self.stack[0][0].f_code.co_filename != "<string>":
            self.message("    [... skipping 1 hidden frame(s)]")
        for index in range(len(self.stack)):
            self.message("\n".join(self.entry(index, "> " if index == self.curindex else "  ")))
        self.message("")
        if arg:
            self.context = saved

    do_w = do_bt = do_where

    def do_up(self, arg):
        """u(p) [COUNT]

        To the frame that called this one, or to one so many calls before."""
        if self.is_rich and self.curindex == 0:
            self.error("all frames above skipped (hidden frames and ignored modules). Use `skip_hidden False` for hidden frames or "
                       "unignore_module for ignored modules.")
            return
        _Plain.do_up(self, arg)

    do_u = do_up

    def do_list(self, arg):
        """l(ist) [FIRST [, LAST] | .]

        The source around the current line, or more of it."""
        if not self.is_rich:
            return _Plain.do_list(self, arg)
        self.lastcmd = "list"
        frame, current = self.stack[self.curindex]
        try:
            if arg == "." or not arg and self.lineno is None:
                first = max(1, current - 5)
                last = first + 10
            elif arg:
                begin, comma, end = arg.partition(",")
                first = int(begin)
                if comma:
                    last = int(end)
                    last = first + last if last < first else last
                else:
                    first = max(1, first - 5)
                    last = first + 10
            else:
                first = self.lineno + 1
                last = first + 10
        except ValueError:
            self.error("Error in argument: %r" % arg)
            return
        rows = self.numbered(frame, first, last, current)
        if not rows:
            self.message("[EOF]")
            return
        self.message("\n".join(rows) + "\n")
        self.lineno = min(last, first + len(rows) - 1)

    do_l = do_list

    def do_longlist(self, arg):
        """longlist | ll

        The source of the whole function."""
        if not self.is_rich:
            return _Plain.do_longlist(self, arg)
        frame, current = self.stack[self.curindex]
        code = frame.f_code
        first = code.co_firstlineno
        if code.co_name == "<module>":
            first, last = 1, self.last_line(frame, current)
        else:
            last = max([first] + [line for _, _, line in code.co_lines() if line]) + 1
        self.message("\n".join(self.numbered(frame, first, last, current)) + "\n")
        self.lineno = last

    do_ll = do_longlist

    def do_context(self, arg):
        """context NUMBER

        How many lines of source are shown of a frame."""
        if not arg.isdigit() or int(arg) <= 0:
            self.error("The 'context' command requires a positive integer argument.")
            return
        self.context = int(arg)

    # ---- objects

    def do_pinfo(self, arg):
        """pinfo NAME

        What is known about an object."""
        self._inspect(arg, False)

    def do_pinfo2(self, arg):
        """pinfo2 NAME

        The same, with its source."""
        self._inspect(arg, True)

    def _inspect(self, arg, detailed):
        text = self.shell._inspect(arg, detailed) if self.shell else None
        self.message("Object `%s` not found." % arg if text is None else text)

    def do_psource(self, arg):
        """psource EXPRESSION

        The source of a function or class."""
        self.do_source(arg)

    def do_exceptions(self, arg):
        """exceptions [NUMBER]

        The errors that led to each other, or go to one of them."""
        if arg:
            if not arg.isdigit() or int(arg) >= len(self.errors):
                self.message("No exception with that number")
                return
            self.last_error = self.errors[int(arg)]
            self.setup(None, self.last_error.__traceback__)
            self.print_stack_entry(self.stack[self.curindex])
            return
        for number, error in enumerate(self.errors):
            label = "-" if error.__traceback__ is None else str(number)
            self.message("%s %3s %r" % (">" if error is self.last_error else " ", label, error))


if _shell() is not None:
    sys.modules["pdb"].Pdb = Pdb


def set_trace(frame=None, header=None):
    """Stop the program here, and ask for commands."""
    debugger = Pdb()
    if header is not None:
        debugger.message(header)
    debugger.set_trace(frame or sys._getframe().f_back)


def post_mortem(traceback=None):
    """Look into an error: the last one, or the one with this traceback."""
    error = sys.exc_info()[1] or getattr(sys, "last_value", None)
    if isinstance(traceback, BaseException):
        error = traceback
    elif traceback is not None:
        error = Exception().with_traceback(traceback)
    if error is None or error.__traceback__ is None:
        raise ValueError("A valid traceback must be passed if no exception is being handled")
    Pdb().examine(error)


def pm():
    """Look into the last error of the session."""
    post_mortem(getattr(sys, "last_value", None) or sys.last_value)
