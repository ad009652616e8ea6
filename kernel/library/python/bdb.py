"""What debuggers are made of: stepping and breakpoints on top of sys.settrace. A debugger derives from Bdb."""
import fnmatch as _fnmatch
import os as _os
import sys as _sys

__all__ = ["BdbQuit", "Bdb", "Breakpoint"]

GENERATOR_AND_COROUTINE_FLAGS = 0x20 | 0x80 | 0x200


def _is_paused_code(code):
    return code.co_flags & GENERATOR_AND_COROUTINE_FLAGS


class BdbQuit(Exception):
    """The user left the debugger of a running program."""


class Bdb:
    """A debugger without a face: it is told what happens, and calls user_call, user_line, user_return and user_exception."""

    def __init__(self, skip=None):
        self.skip = set(skip) if skip else None
        self.breaks = {}
        self.fncache = {}
        self.frame_returning = None
        self._load_breaks()

    # ---- names of files

    def canonic(self, filename):
        """The name of a file in its one form; <names> stay."""
        if filename.startswith("<") and filename.endswith(">"):
            return filename
        known = self.fncache.get(filename)
        if known is None:
            known = self.fncache[filename] = _os.path.normcase(_os.path.abspath(filename))
        return known

    def reset(self):
        """Forget where the program was."""
        import linecache
        linecache.checkcache()
        self.botframe = None
        self._set_stopinfo(None, None)

    # ---- what sys.settrace tells

    def trace_dispatch(self, frame, event, arg):
        """The function that sys.settrace is given: it passes each event on."""
        if self.quitting:
            return None
        if event == "line":
            return self.dispatch_line(frame)
        if event == "call":
            return self.dispatch_call(frame, arg)
        if event == "return":
            return self.dispatch_return(frame, arg)
        if event == "exception":
            return self.dispatch_exception(frame, arg)
        if event not in ("c_call", "c_exception", "c_return"):
            print("bdb.Bdb.dispatch: unknown debugging event:", repr(event))
        return self.trace_dispatch

    def _go_on(self):
        if self.quitting:
            raise BdbQuit
        return self.trace_dispatch

    def dispatch_line(self, frame):
        """A line is about to run."""
        if self.stop_here(frame) or self.break_here(frame):
            self.user_line(frame)
            return self._go_on()
        return self.trace_dispatch

    def dispatch_call(self, frame, arg):
        """A function begins: None means that nothing more is to be told of it."""
        if self.botframe is None: # the first that is seen
            self.botframe = frame.f_back
            return self.trace_dispatch
        if not (self.stop_here(frame) or self.break_anywhere(frame)):
            return None
        if self.stopframe and _is_paused_code(frame.f_code): # a generator that goes on is no call
            return self.trace_dispatch
        self.user_call(frame, arg)
        return self._go_on()

    def dispatch_return(self, frame, arg):
        """A function ends, or pauses."""
        if not (self.stop_here(frame) or frame == self.returnframe):
            return self.trace_dispatch
        if self.stopframe and _is_paused_code(frame.f_code):
            return self.trace_dispatch
        self.frame_returning = frame
        try:
            self.user_return(frame, arg)
        finally:
            self.frame_returning = None
        if self.quitting:
            raise BdbQuit
        if self.stopframe is frame and self.stoplineno != -1: # "next" goes on in whoever called
            self._set_stopinfo(None, None)
        return self.trace_dispatch

    def dispatch_exception(self, frame, arg):
        """An exception was raised, or comes through."""
        if self.stop_here(frame):
            # A generator's end is an exception only within it.
            told = not (_is_paused_code(frame.f_code) and arg[0] is StopIteration and arg[2] is None)
        else:
            told = (self.stopframe and frame is not self.stopframe and _is_paused_code(self.stopframe.f_code)
                    and arg[0] in (StopIteration, GeneratorExit))
        if told:
            self.user_exception(frame, arg)
            return self._go_on()
        return self.trace_dispatch

    # ---- where to stop

    def is_skipped_module(self, module_name):
        """Whether a module is one of those that are never stopped in."""
        return module_name is not None and any(_fnmatch.fnmatch(module_name, pattern) for pattern in self.skip)

    def stop_here(self, frame):
        """Whether stepping stops in this frame."""
        if self.skip and self.is_skipped_module(frame.f_globals.get("__name__")):
            return False
        if frame is self.stopframe:
            return self.stoplineno != -1 and frame.f_lineno >= self.stoplineno
        return not self.stopframe

    def break_here(self, frame):
        """Whether a breakpoint stops the frame where it is; a temporary one is gone then."""
        filename = self.canonic(frame.f_code.co_filename)
        lines = self.breaks.get(filename)
        if lines is None:
            return False
        number = frame.f_lineno
        if number not in lines:
            number = frame.f_code.co_firstlineno # that of a function stands there
            if number not in lines:
                return False
        point, clears = effective(filename, number, frame)
        if not point:
            return False
        self.currentbp = point.number
        if clears and point.temporary:
            self.do_clear(str(point.number))
        return True

    def do_clear(self, arg):
        """Take a temporary breakpoint out; a debugger says how."""
        raise NotImplementedError("subclass of bdb must implement do_clear()")

    def break_anywhere(self, frame):
        """Whether there are breakpoints in the frame's file."""
        return self.canonic(frame.f_code.co_filename) in self.breaks

    def user_call(self, frame, argument_list):
        """A function was entered where a stop may be needed."""

    def user_line(self, frame):
        """The program stops before a line."""

    def user_return(self, frame, return_value):
        """The program stops where a function returns."""

    def user_exception(self, frame, exc_info):
        """The program stops at an exception."""

    def _set_stopinfo(self, stopframe, returnframe, stoplineno=0):
        """Stop in this frame (None: in any) from this line on (-1: never), and where the second returns."""
        self.stopframe = stopframe
        self.returnframe = returnframe
        self.quitting = False
        self.stoplineno = stoplineno

    def set_until(self, frame, lineno=None):
        """Stop at a later line of the frame, or where it returns."""
        self._set_stopinfo(frame, frame, frame.f_lineno + 1 if lineno is None else lineno)

    def set_step(self):
        """Stop at the next line, wherever it is."""
        if self.frame_returning:
            caller = self.frame_returning.f_back
            if caller and not caller.f_trace:
                caller.f_trace = self.trace_dispatch
        self._set_stopinfo(None, None)

    def set_next(self, frame):
        """Stop at the frame's next line, or where it returns."""
        self._set_stopinfo(frame, None)

    def set_return(self, frame):
        """Stop where the frame returns."""
        if _is_paused_code(frame.f_code):
            self._set_stopinfo(frame, None, -1)
        else:
            self._set_stopinfo(frame.f_back, frame)

    def set_trace(self, frame=None):
        """Begin in this frame, or in the caller's."""
        if frame is None:
            frame = _sys._getframe().f_back
        self.reset()
        while frame:
            frame.f_trace = self.trace_dispatch
            self.botframe = frame
            frame = frame.f_back
        self.set_step()
        _sys.settrace(self.trace_dispatch)

    def set_continue(self):
        """Stop at breakpoints only; without any the program runs at its own speed again."""
        self._set_stopinfo(self.botframe, None, -1)
        if self.breaks:
            return
        _sys.settrace(None)
        frame = _sys._getframe().f_back
        while frame and frame is not self.botframe:
            del frame.f_trace
            frame = frame.f_back

    def set_quit(self):
        """End the program at the next event."""
        self.stopframe = self.botframe
        self.returnframe = None
        self.quitting = True
        _sys.settrace(None)

    # ---- breakpoints

    def _add_to_breaks(self, filename, lineno):
        lines = self.breaks.setdefault(filename, [])
        if lineno not in lines:
            lines.append(lineno)

    def _load_breaks(self):
        for filename, lineno in Breakpoint.bplist:
            self._add_to_breaks(filename, lineno)

    def set_break(self, filename, lineno, temporary=False, cond=None, funcname=None):
        """Make a breakpoint: what is wrong with it, or None."""
        import linecache
        filename = self.canonic(filename)
        if not linecache.getline(filename, lineno):
            return "Line %s:%d does not exist" % (filename, lineno)
        self._add_to_breaks(filename, lineno)
        Breakpoint(filename, lineno, temporary, cond, funcname)
        return None

    def _prune_breaks(self, filename, lineno):
        """A breakpoint has gone: was it the line's last?"""
        if (filename, lineno) not in Breakpoint.bplist:
            self.breaks[filename].remove(lineno)
        if not self.breaks[filename]:
            del self.breaks[filename]

    def clear_break(self, filename, lineno):
        """Take out the breakpoints of a line: what is wrong, or None."""
        filename = self.canonic(filename)
        if filename not in self.breaks:
            return "There are no breakpoints in %s" % filename
        if lineno not in self.breaks[filename]:
            return "There is no breakpoint at %s:%d" % (filename, lineno)
        for point in Breakpoint.bplist[filename, lineno][:]:
            point.deleteMe()
        self._prune_breaks(filename, lineno)
        return None

    def clear_bpbynumber(self, arg):
        """Take out a breakpoint by its number: what is wrong, or None."""
        try:
            point = self.get_bpbynumber(arg)
        except ValueError as error:
            return str(error)
        point.deleteMe()
        self._prune_breaks(point.file, point.line)
        return None

    def clear_all_file_breaks(self, filename):
        """Take out all breakpoints of a file: what is wrong, or None."""
        filename = self.canonic(filename)
        if filename not in self.breaks:
            return "There are no breakpoints in %s" % filename
        for line in self.breaks[filename]:
            for point in Breakpoint.bplist[filename, line][:]:
                point.deleteMe()
        del self.breaks[filename]
        return None

    def clear_all_breaks(self):
        """Take out all breakpoints: what is wrong, or None."""
        if not self.breaks:
            return "There are no breakpoints"
        for point in Breakpoint.bpbynumber:
            if point:
                point.deleteMe()
        self.breaks = {}
        return None

    def get_bpbynumber(self, arg):
        """The breakpoint with this number; ValueError."""
        if not arg:
            raise ValueError("Breakpoint number expected")
        try:
            number = int(arg)
        except ValueError:
            raise ValueError("Non-numeric breakpoint number %s" % arg) from None
        try:
            point = Breakpoint.bpbynumber[number]
        except IndexError:
            raise ValueError("Breakpoint number %d out of range" % number) from None
        if point is None:
            raise ValueError("Breakpoint %d already deleted" % number)
        return point

    def get_break(self, filename, lineno):
        """Whether the line has a breakpoint."""
        filename = self.canonic(filename)
        return filename in self.breaks and lineno in self.breaks[filename]

    def get_breaks(self, filename, lineno):
        """The breakpoints of a line."""
        filename = self.canonic(filename)
        return filename in self.breaks and lineno in self.breaks[filename] and Breakpoint.bplist[filename, lineno] or []

    def get_file_breaks(self, filename):
        """The lines of a file that have breakpoints."""
        return self.breaks.get(self.canonic(filename), [])

    def get_all_breaks(self):
        """{file: lines} of all breakpoints."""
        return self.breaks

    # ---- the stack

    def get_stack(self, f, t):
        """([(frame, line)], which of them is the current one) of a frame and a traceback; either may be None."""
        stack = []
        if t and t.tb_frame is f:
            t = t.tb_next
        while f is not None:
            stack.insert(0, (f, f.f_lineno))
            if f is self.botframe:
                break
            f = f.f_back
        current = max(0, len(stack) - 1)
        while t is not None:
            stack.append((t.tb_frame, t.tb_lineno))
            t = t.tb_next
        if f is None:
            current = max(0, len(stack) - 1)
        return stack, current

    def format_stack_entry(self, frame_lineno, lprefix=": "):
        """A frame in words: file(line)function(), what it returns, its source."""
        import linecache
        import reprlib
        frame, lineno = frame_lineno
        filename = self.canonic(frame.f_code.co_filename)
        text = "%s(%r)%s()" % (filename, lineno, frame.f_code.co_name or "<lambda>")
        if "__return__" in frame.f_locals:
            text += "->" + reprlib.repr(frame.f_locals["__return__"])
        if lineno is None:
            return text + lprefix + "Warning: lineno is None"
        line = linecache.getline(filename, lineno, frame.f_globals)
        return text + lprefix + line.strip() if line else text

    # ---- running something

    def _traced(self, action, *arguments, **named):
        _sys.settrace(self.trace_dispatch)
        try:
            return action(*arguments, **named)
        except BdbQuit:
            return None
        finally:
            self.quitting = True
            _sys.settrace(None)

    @staticmethod
    def _spaces(globals, locals):
        if globals is None:
            import __main__
            globals = __main__.__dict__
        return globals, globals if locals is None else locals

    def run(self, cmd, globals=None, locals=None):
        """Debug a statement."""
        globals, locals = self._spaces(globals, locals)
        self.reset()
        self._traced(exec, compile(cmd, "<string>", "exec") if isinstance(cmd, str) else cmd, globals, locals)

    def runeval(self, expr, globals=None, locals=None):
        """Debug an expression: its value."""
        globals, locals = self._spaces(globals, locals)
        self.reset()
        return self._traced(eval, expr, globals, locals)

    def runctx(self, cmd, globals, locals):
        """The same as run, with both dicts given."""
        self.run(cmd, globals, locals)

    def runcall(self, func, /, *args, **kwds):
        """Debug a call: what it returns."""
        self.reset()
        return self._traced(func, *args, **kwds)


def set_trace():
    """Begin debugging with a debugger that never says anything."""
    Bdb().set_trace()


class Breakpoint:
    """A place at which a program stops: all of them stand in bpbynumber (by number) and in bplist (by file and line)."""

    next = 1
    bplist = {}
    bpbynumber = [None]

    def __init__(self, file, line, temporary=False, cond=None, funcname=None):
        self.funcname = funcname
        self.func_first_executable_line = None
        self.file = file
        self.line = line
        self.temporary = temporary
        self.cond = cond
        self.enabled = True
        self.ignore = 0
        self.hits = 0
        self.number = Breakpoint.next
        Breakpoint.next += 1
        self.bpbynumber.append(self)
        self.bplist.setdefault((file, line), []).append(self)

    @staticmethod
    def clearBreakpoints():
        """Forget all of them, and count from 1 again."""
        Breakpoint.next = 1
        Breakpoint.bplist = {}
        Breakpoint.bpbynumber = [None]

    def deleteMe(self):
        """Take this one out."""
        place = self.file, self.line
        self.bpbynumber[self.number] = None
        self.bplist[place].remove(self)
        if not self.bplist[place]:
            del self.bplist[place]

    def enable(self):
        """It stops the program again."""
        self.enabled = True

    def disable(self):
        """It does not stop the program."""
        self.enabled = False

    def bpprint(self, out=None):
        """Print the row that bpformat gives."""
        print(self.bpformat(), file=_sys.stdout if out is None else out)

    def bpformat(self):
        """Its row of the list of breakpoints."""
        rows = ["%-4dbreakpoint   %s%s at %s:%d" % (self.number, "del  " if self.temporary else "keep ",
                                                    "yes  " if self.enabled else "no   ", self.file, self.line)]
        if self.cond:
            rows.append("\tstop only if %s" % (self.cond,))
        if self.ignore:
            rows.append("\tignore next %d hits" % (self.ignore,))
        if self.hits:
            rows.append("\tbreakpoint already hit %d time%s" % (self.hits, "s" if self.hits > 1 else ""))
        return "\n".join(rows)

    def __str__(self):
        return "breakpoint %s at %s:%s" % (self.number, self.file, self.line)


def checkfuncname(b, frame):
    """Whether a breakpoint is meant for where this frame is: one of a function stops at its first line only."""
    if not b.funcname:
        return b.line == frame.f_lineno
    if frame.f_code.co_name != b.funcname:
        return False
    if not b.func_first_executable_line:
        b.func_first_executable_line = frame.f_lineno
    return b.func_first_executable_line == frame.f_lineno


def effective(file, line, frame):
    """(the breakpoint that stops the frame here, whether it goes if it is temporary), or (None, None)."""
    for point in Breakpoint.bplist[file, line]:
        if not point.enabled or not checkfuncname(point, frame):
            continue
        point.hits += 1
        if not point.cond:
            if point.ignore > 0:
                point.ignore -= 1
                continue
            return point, True
        try:
            holds = eval(point.cond, frame.f_globals, frame.f_locals)
        except:
            return point, False # whoever wrote the condition should see that it fails
        if holds:
            if point.ignore > 0:
                point.ignore -= 1
                continue
            return point, True
    return None, None
