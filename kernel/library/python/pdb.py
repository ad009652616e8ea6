"""The Python debugger: step through a program, stop it at breakpoints, look into its frames and its errors."""
import bdb as _bdb
import cmd as _cmd
import linecache as _linecache
import os as _os
import re as _re
import sys as _sys
import traceback as _traceback

__all__ = ["run", "pm", "Pdb", "runeval", "runctx", "runcall", "set_trace", "post_mortem", "help"]

line_prefix = "\n-> "


class Restart(Exception):
    """The program is to begin again."""


def find_function(funcname, filename):
    """(name, file, line) of the first function with this name in a file, or None."""
    import tokenize
    pattern = _re.compile(r"def\s+%s\s*[(]" % _re.escape(funcname))
    try:
        file = tokenize.open(filename)
    except OSError:
        return None
    with file:
        for number, line in enumerate(file, 1):
            if pattern.match(line):
                return funcname, filename, number
    return None


class _rstr(str):
    def __repr__(self):
        return self


class Pdb(_bdb.Bdb, _cmd.Cmd):
    """The debugger: its commands are the methods do_NAME."""

    commands_defining = False
    _previous_sigint_handler = None

    def __init__(self, completekey="tab", stdin=None, stdout=None, skip=None, nosigint=False, readrc=True):
        _bdb.Bdb.__init__(self, skip=skip)
        _cmd.Cmd.__init__(self, completekey, stdin, stdout)
        if stdout:
            self.use_rawinput = 0
        self.prompt = "(Pdb) "
        self.aliases = {}
        self.displaying = {}
        self.mainpyfile = ""
        self._wait_for_mainpyfile = False
        self.tb_lineno = {}
        self.allow_kbdint = False
        self.nosigint = nosigint
        self.rcLines = []
        if readrc:
            for name in _os.path.expanduser("~/.pdbrc"), ".pdbrc":
                try:
                    with open(name, encoding="utf-8") as file:
                        self.rcLines.extend(file)
                except OSError:
                    pass
        self.commands = {}
        self.commands_doprompt = {}
        self.commands_silent = {}
        self.commands_bnum = None
        self._user_requested_quit = False
        self.forget()

    def sigint_handler(self, signum, frame):
        """An interrupt while the program goes on: stop where it is."""
        if self.allow_kbdint:
            raise KeyboardInterrupt
        self.message("\nProgram interrupted. (Use 'cont' to resume).")
        self.set_step()
        self.set_trace(frame)

    # ---- where we are

    def reset(self):
        """Forget where the program was."""
        _bdb.Bdb.reset(self)
        self.forget()

    def forget(self):
        """Forget the frames."""
        self.lineno = None
        self.stack = []
        self.curindex = 0
        self.curframe = None
        self.curframe_locals = None
        self.tb_lineno.clear()

    def setup(self, f, tb):
        """Look at a frame, or where a traceback leads: whether commands of .pdbrc have left already."""
        self.forget()
        self.stack, self.curindex = self.get_stack(f, tb)
        while tb:
            self.tb_lineno[tb.tb_frame] = tb.tb_lineno
            tb = tb.tb_next
        self.curframe = self.stack[self.curindex][0]
        self.curframe_locals = self.curframe.f_locals
        return self.execRcLines()

    def execRcLines(self):
        """Do what the files .pdbrc say, once."""
        lines, self.rcLines = self.rcLines, []
        while lines:
            line = lines.pop(0).strip()
            if line and line[0] != "#" and self.onecmd(line):
                self.rcLines += reversed(lines)
                return True
        return None

    # ---- what the program tells

    def user_call(self, frame, argument_list):
        """A function that is stepped into."""
        if self._wait_for_mainpyfile:
            return
        if self.stop_here(frame):
            self.message("--Call--")
            self.interaction(frame, None)

    def user_line(self, frame):
        """A line to stop at."""
        if self._wait_for_mainpyfile:
            if self.mainpyfile != self.canonic(frame.f_code.co_filename) or frame.f_lineno <= 0:
                return
            self._wait_for_mainpyfile = False
        if self.bp_commands(frame):
            self.interaction(frame, None)

    def bp_commands(self, frame):
        """Do the commands of the breakpoint that was hit; true where the user is to be asked."""
        number = getattr(self, "currentbp", False)
        if not number or number not in self.commands:
            return 1
        self.currentbp = 0
        last = self.lastcmd
        self.setup(frame, None)
        for line in self.commands[number]:
            self.onecmd(line)
        self.lastcmd = last
        if not self.commands_silent[number]:
            self.print_stack_entry(self.stack[self.curindex])
        if self.commands_doprompt[number]:
            self._cmdloop()
        self.forget()
        return None

    def user_return(self, frame, return_value):
        """A function that returns, where that is stopped at."""
        if self._wait_for_mainpyfile:
            return
        frame.f_locals["__return__"] = return_value
        self.message("--Return--")
        self.interaction(frame, None)

    def user_exception(self, frame, exc_info):
        """An exception that is stopped at."""
        if self._wait_for_mainpyfile:
            return
        kind, value, tb = exc_info
        frame.f_locals["__exception__"] = kind, value
        prefix = "Internal " if not tb and kind is StopIteration else ""
        self.message("%s%s" % (prefix, self._format_exc(value)))
        self.interaction(frame, tb)

    # ---- the conversation

    def _cmdloop(self):
        while True:
            try:
                self.allow_kbdint = True
                self.cmdloop()
                self.allow_kbdint = False
                break
            except KeyboardInterrupt:
                self.message("--KeyboardInterrupt--")

    def preloop(self):
        """Show what `display` asked for and has changed."""
        for expression, old in (self.displaying.get(self.curframe) or {}).items():
            new = self._getval_except(expression)
            if new is not old and new != old:
                self.displaying[self.curframe][expression] = new
                self.message("display %s: %r  [old: %r]" % (expression, new, old))

    def interaction(self, frame, traceback):
        """Ask for commands until one of them goes on."""
        if Pdb._previous_sigint_handler:
            import signal
            try:
                signal.signal(signal.SIGINT, Pdb._previous_sigint_handler)
            except ValueError:
                pass # another thread
            else:
                Pdb._previous_sigint_handler = None
        if self.setup(frame, traceback):
            self.forget()
            return
        self.print_stack_entry(self.stack[self.curindex])
        self._cmdloop()
        self.forget()

    def displayhook(self, obj):
        """Show the value of an expression; `_` stays what it was."""
        if obj is not None:
            self.message(repr(obj))

    def default(self, line):
        """Run a line of Python in the current frame."""
        if line[:1] == "!":
            line = line[1:].strip()
        names, globals = self.curframe_locals, self.curframe.f_globals
        saved = _sys.stdout, _sys.stdin, _sys.displayhook
        try:
            code = compile(line + "\n", "<stdin>", "single")
            try:
                _sys.stdin, _sys.stdout, _sys.displayhook = self.stdin, self.stdout, self.displayhook
                exec(code, globals, names)
            finally:
                _sys.stdout, _sys.stdin, _sys.displayhook = saved
        except:
            self._error_exc()

    def precmd(self, line):
        """Put aliases in, and keep for later what follows ;;."""
        if not line.strip():
            return line
        words = line.split()
        while words[0] in self.aliases:
            line = self.aliases[words[0]]
            for number, word in enumerate(words[1:], 1):
                line = line.replace("%" + str(number), word)
            line = line.replace("%*", " ".join(words[1:]))
            words = line.split()
        if words[0] != "alias":
            at = line.find(";;")
            if at >= 0:
                self.cmdqueue.insert(0, line[at + 2:].lstrip())
                line = line[:at].rstrip()
        return line

    def onecmd(self, line):
        """Do a line, or keep it for a breakpoint whose commands are given."""
        if self.commands_defining:
            return self.handle_command_def(line)
        return _cmd.Cmd.onecmd(self, line)

    def handle_command_def(self, line):
        """One of the commands of a breakpoint: true at their end."""
        command, rest, line = self.parseline(line)
        if not command:
            return None
        if command == "silent":
            self.commands_silent[self.commands_bnum] = True
            return None
        if command == "end":
            self.cmdqueue = []
            return 1
        self.commands[self.commands_bnum].append(command + " " + rest if rest else command)
        function = getattr(self, "do_" + command, self.default)
        if function.__name__ in self.commands_resuming:
            self.commands_doprompt[self.commands_bnum] = False
            self.cmdqueue = []
            return 1
        return None

    commands_resuming = ["do_continue", "do_step", "do_next", "do_return", "do_quit", "do_jump"]

    def message(self, msg):
        """Say something."""
        print(msg, file=self.stdout)

    def error(self, msg):
        """Say what went wrong."""
        print("***", msg, file=self.stdout)

    def _format_exc(self, value):
        return _traceback.format_exception_only(type(value), value)[-1].strip()

    def _error_exc(self):
        self.error(self._format_exc(_sys.exc_info()[1]))

    def _getval(self, arg):
        try:
            return eval(arg, self.curframe.f_globals, self.curframe_locals)
        except:
            self._error_exc()
            raise

    def _getval_except(self, arg, frame=None):
        try:
            if frame is None:
                return eval(arg, self.curframe.f_globals, self.curframe_locals)
            return eval(arg, frame.f_globals, frame.f_locals)
        except:
            return _rstr("** raised %s **" % self._format_exc(_sys.exc_info()[1]))

    # ---- breakpoints

    def do_commands(self, arg):
        """commands [NUMBER]

        Give a breakpoint (the newest one, without a number) commands, up to a line with `end`; they are done whenever it
        stops the program. One that goes on (c, n, s, r, ...) is the last of them; `silent` shows nothing of the stop."""
        number = len(_bdb.Breakpoint.bpbynumber) - 1
        if arg:
            try:
                number = int(arg)
            except:
                self.error("Usage: commands [bnum]\n        ...\n        end")
                return
        try:
            self.get_bpbynumber(number)
        except ValueError as error:
            self.error("cannot set commands: %s" % error)
            return
        self.commands_bnum = number
        tables = self.commands, self.commands_doprompt, self.commands_silent
        saved = tuple(table[number] for table in tables) if number in self.commands else None
        self.commands[number] = []
        self.commands_doprompt[number] = True
        self.commands_silent[number] = False
        prompt, self.prompt = self.prompt, "(com) "
        self.commands_defining = True
        try:
            self.cmdloop()
        except KeyboardInterrupt:
            for at, table in enumerate(tables):
                if saved:
                    table[number] = saved[at]
                else:
                    del table[number]
            self.error("command definition aborted, old commands restored")
        finally:
            self.commands_defining = False
            self.prompt = prompt

    def do_break(self, arg, temporary=0):
        """b(reak) [ ([FILE:]LINE | FUNCTION) [, CONDITION] ]

        Stop at a line or where a function begins, if the condition holds; without words, the list of breakpoints."""
        if not arg:
            if self.breaks:
                self.message("Num Type         Disp Enb   Where")
                for point in _bdb.Breakpoint.bpbynumber:
                    if point:
                        self.message(point.bpformat())
            return
        filename = condition = name = None
        comma = arg.find(",")
        if comma > 0:
            condition = arg[comma + 1:].lstrip()
            arg = arg[:comma].rstrip()
        colon = arg.rfind(":")
        if colon >= 0:
            wanted = arg[:colon].rstrip()
            filename = self.lookupmodule(wanted)
            if not filename:
                self.error("%r not found from sys.path" % wanted)
                return
            arg = arg[colon + 1:].lstrip()
            try:
                number = int(arg)
            except ValueError:
                self.error("Bad lineno: %s" % arg)
                return
        else:
            try:
                number = int(arg)
            except ValueError:
                place = self._place_of_function(arg)
                if not place:
                    self.error("The specified object %r is not a function or was not found along sys.path." % arg)
                    return
                name, filename, number = place
        if not filename:
            filename = self.defaultFile()
        line = self.checkline(filename, number)
        if not line:
            return
        problem = self.set_break(filename, line, temporary, condition, name)
        if problem:
            self.error(problem)
        else:
            point = self.get_breaks(filename, line)[-1]
            self.message("Breakpoint %d at %s:%d" % (point.number, point.file, point.line))

    def _place_of_function(self, text):
        try:
            function = eval(text, self.curframe.f_globals, self.curframe_locals)
        except:
            function = text
        code = getattr(getattr(function, "__func__", function), "__code__", None)
        if code is not None:
            return code.co_name, code.co_filename, code.co_firstlineno
        name, filename, number = self.lineinfo(text)
        return (name, filename, int(number)) if name else None

    def defaultFile(self):
        """The file that lines are meant in."""
        filename = self.curframe.f_code.co_filename
        return self.mainpyfile if filename == "<string>" and self.mainpyfile else filename

    def lineinfo(self, identifier):
        """(name, file, line) of NAME or FILE:NAME; Nones when there is none."""
        nothing = None, None, None
        words = identifier.split("'")
        text = words[0].strip() if len(words) == 1 else words[1].strip() if len(words) == 3 else ""
        parts = text.split(".")
        if not text:
            return nothing
        if parts[0] == "self":
            del parts[0]
            if not parts:
                return nothing
        filename = self.defaultFile()
        if len(parts) == 1:
            item = parts[0]
        else:
            found = self.lookupmodule(parts[0])
            if found:
                filename = found
            item = parts[1]
        return find_function(item, filename) or nothing

    def checkline(self, filename, lineno):
        """The number of a line in which the program can stop, or 0 after a complaint."""
        line = _linecache.getline(filename, lineno, self.curframe.f_globals if self.curframe else None)
        if not line:
            self.message("End of file")
            return 0
        line = line.strip()
        if not line or line[0] == "#" or line[:3] in ('"""', "'''"):
            self.error("Blank or comment")
            return 0
        return lineno

    def do_tbreak(self, arg):
        """tbreak [ ([FILE:]LINE | FUNCTION) [, CONDITION] ]

        The same as break, for one stop only."""
        self.do_break(arg, 1)

    def _each_breakpoint(self, arg):
        for word in arg.split():
            try:
                yield self.get_bpbynumber(word)
            except ValueError as error:
                self.error(error)

    def do_enable(self, arg):
        """enable NUMBER [NUMBER ...]

        Let breakpoints stop the program again."""
        for point in self._each_breakpoint(arg):
            point.enable()
            self.message("Enabled %s" % point)

    def do_disable(self, arg):
        """disable NUMBER [NUMBER ...]

        Let breakpoints stand, without an effect."""
        for point in self._each_breakpoint(arg):
            point.disable()
            self.message("Disabled %s" % point)

    def do_condition(self, arg):
        """condition NUMBER [CONDITION]

        Let a breakpoint stop the program only where the condition holds; without one, always."""
        words = arg.split(" ", 1)
        try:
            point = self.get_bpbynumber(words[0].strip())
        except IndexError:
            self.error("Breakpoint number expected")
        except ValueError as error:
            self.error(error)
        else:
            point.cond = words[1] if len(words) > 1 else None
            self.message("New condition set for breakpoint %d." % point.number if point.cond
                         else "Breakpoint %d is now unconditional." % point.number)

    def do_ignore(self, arg):
        """ignore NUMBER [COUNT]

        Go past a breakpoint so many times."""
        words = arg.split()
        try:
            count = int(words[1].strip())
        except (IndexError, ValueError):
            count = 0
        try:
            point = self.get_bpbynumber(words[0].strip())
        except IndexError:
            self.error("Breakpoint number expected")
        except ValueError as error:
            self.error(error)
        else:
            point.ignore = count
            if count > 0:
                self.message("Will ignore next %s of breakpoint %d." % ("%d crossings" % count if count > 1 else "1 crossing",
                                                                        point.number))
            else:
                self.message("Will stop next time breakpoint %d is reached." % point.number)

    def do_clear(self, arg):
        """cl(ear) [FILE:LINE | NUMBER [NUMBER ...]]

        Take breakpoints out; without words all of them, if the answer to the question is yes."""
        if not arg:
            try:
                reply = input("Clear all breaks? ")
            except EOFError:
                reply = "no"
            if reply.strip().lower() in ("y", "yes"):
                points = [point for point in _bdb.Breakpoint.bpbynumber if point]
                self.clear_all_breaks()
                for point in points:
                    self.message("Deleted %s" % point)
            return
        if ":" in arg:
            filename, _, rest = arg.rpartition(":")
            try:
                number = int(rest)
            except ValueError:
                problem = "Invalid line number (%s)" % rest
            else:
                points = list(self.get_breaks(filename, number))
                problem = self.clear_break(filename, number)
            if problem:
                self.error(problem)
            else:
                for point in points:
                    self.message("Deleted %s" % point)
            return
        for word in arg.split():
            try:
                point = self.get_bpbynumber(word)
            except ValueError as error:
                self.error(error)
            else:
                self.clear_bpbynumber(word)
                self.message("Deleted %s" % point)

    # ---- the stack

    def do_where(self, arg):
        """w(here)

        The stack, the newest frame last; an arrow marks the one that is looked at."""
        self.print_stack_trace()

    def _select_frame(self, number):
        self.curindex = number
        self.curframe = self.stack[number][0]
        self.curframe_locals = self.curframe.f_locals
        self.print_stack_entry(self.stack[number])
        self.lineno = None

    def do_up(self, arg):
        """u(p) [COUNT]

        To the frame that called this one, or to one so many calls before."""
        if self.curindex == 0:
            self.error("Oldest frame")
            return
        try:
            count = int(arg or 1)
        except ValueError:
            self.error("Invalid frame count (%s)" % arg)
            return
        self._select_frame(0 if count < 0 else max(0, self.curindex - count))

    def do_down(self, arg):
        """d(own) [COUNT]

        To the frame that this one called, or to one so many calls after."""
        last = len(self.stack) - 1
        if self.curindex == last:
            self.error("Newest frame")
            return
        try:
            count = int(arg or 1)
        except ValueError:
            self.error("Invalid frame count (%s)" % arg)
            return
        self._select_frame(last if count < 0 else min(last, self.curindex + count))

    # ---- going on

    def do_until(self, arg):
        """unt(il) [LINE]

        Go on to a line with a higher number, or with this one at least, or to the frame's end."""
        number = None
        if arg:
            try:
                number = int(arg)
            except ValueError:
                self.error("Error in argument: %r" % arg)
                return
            if number <= self.curframe.f_lineno:
                self.error('"until" line number is smaller than current line number')
                return
        self.set_until(self.curframe, number)
        return 1

    def do_step(self, arg):
        """s(tep)

        Run this line, and stop as soon as one can: in a function that it calls, or at the next line."""
        self.set_step()
        return 1

    def do_next(self, arg):
        """n(ext)

        Run this line with all that it calls, and stop at the next one of this function, or where it returns."""
        self.set_next(self.curframe)
        return 1

    def do_run(self, arg):
        """run [WORDS ...]

        Begin the program again, with these words as its arguments; breakpoints stay."""
        if arg:
            import shlex
            first = _sys.argv[:1]
            try:
                _sys.argv = shlex.split(arg)
            except ValueError as error:
                self.error("Cannot run %s: %s" % (arg, error))
                return
            _sys.argv[:0] = first
        raise Restart

    do_restart = do_run

    def do_return(self, arg):
        """r(eturn)

        Go on to where this function returns."""
        self.set_return(self.curframe)
        return 1

    def do_continue(self, arg):
        """c(ont(inue))

        Go on to the next breakpoint."""
        if not self.nosigint:
            import signal
            try:
                Pdb._previous_sigint_handler = signal.signal(signal.SIGINT, self.sigint_handler)
            except ValueError:
                pass # another thread
        self.set_continue()
        return 1

    def do_jump(self, arg):
        """j(ump) LINE

        Go on at another line of this function."""
        if self.curindex + 1 != len(self.stack):
            self.error("You can only jump within the bottom frame")
            return
        try:
            number = int(arg)
        except ValueError:
            self.error("The 'jump' command requires a line number")
            return
        try:
            self.curframe.f_lineno = number
            self.stack[self.curindex] = self.stack[self.curindex][0], number
            self.print_stack_entry(self.stack[self.curindex])
        except (ValueError, AttributeError) as error:
            self.error("Jump failed: %s" % error)

    def do_debug(self, arg):
        """debug STATEMENT

        Step through a statement with a debugger of its own."""
        _sys.settrace(None)
        inner = type(self)(self.completekey, self.stdin, self.stdout)
        inner.prompt = "(%s) " % self.prompt.strip()
        self.message("ENTERING RECURSIVE DEBUGGER")
        try:
            _sys.call_tracing(inner.run, (arg, self.curframe.f_globals, self.curframe_locals))
        except Exception:
            self._error_exc()
        self.message("LEAVING RECURSIVE DEBUGGER")
        _sys.settrace(self.trace_dispatch)
        self.lastcmd = inner.lastcmd

    def do_quit(self, arg):
        """q(uit) | exit

        End the program."""
        self._user_requested_quit = True
        self.set_quit()
        return 1

    def do_EOF(self, arg):
        """EOF

        The end of the commands: the same as quit."""
        self.message("")
        return self.do_quit(arg)

    # ---- looking

    def do_args(self, arg):
        """a(rgs)

        The arguments of the function and their values."""
        code, names = self.curframe.f_code, self.curframe_locals
        count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
        for name in code.co_varnames[:count]:
            self.message("%s = %r" % (name, names[name]) if name in names else "%s = *** undefined ***" % (name,))

    def do_retval(self, arg):
        """retval

        What the function returns that is returning."""
        if "__return__" in self.curframe_locals:
            self.message(repr(self.curframe_locals["__return__"]))
        else:
            self.error("Not yet returned!")

    def _msg_val_func(self, arg, function):
        try:
            value = self._getval(arg)
        except:
            return
        try:
            self.message(function(value))
        except:
            self._error_exc()

    def do_p(self, arg):
        """p EXPRESSION

        The value of an expression."""
        self._msg_val_func(arg, repr)

    def do_pp(self, arg):
        """pp EXPRESSION

        The value of an expression, laid out by pprint."""
        import pprint
        self._msg_val_func(arg, pprint.pformat)

    def do_list(self, arg):
        """l(ist) [FIRST [, LAST] | .]

        Eleven lines of source around this one, then those that follow; around a line, or from one line to another (a LAST below
        FIRST is a count); `.` for this one again. B marks a breakpoint, -> the line to run, >> where an error comes from."""
        self.lastcmd = "list"
        last = None
        if arg and arg != ".":
            try:
                if "," in arg:
                    begin, end = arg.split(",")
                    first, last = int(begin.strip()), int(end.strip())
                    if last < first:
                        last = first + last
                else:
                    first = max(1, int(arg.strip()) - 5)
            except ValueError:
                self.error("Error in argument: %r" % arg)
                return
        elif self.lineno is None or arg == ".":
            first = max(1, self.curframe.f_lineno - 5)
        else:
            first = self.lineno + 1
        if last is None:
            last = first + 10
        filename = self.curframe.f_code.co_filename
        lines = _linecache.getlines(filename, self.curframe.f_globals)
        self._print_lines(lines[first - 1:last], first, self.get_file_breaks(filename), self.curframe)
        self.lineno = min(last, len(lines))
        if len(lines) < last:
            self.message("[EOF]")

    def do_longlist(self, arg):
        """longlist | ll

        The source of the whole function."""
        filename = self.curframe.f_code.co_filename
        try:
            lines, first = self._getsourcelines(self.curframe)
        except OSError as error:
            self.error(error)
            return
        self._print_lines(lines, first, self.get_file_breaks(filename), self.curframe)

    def _getsourcelines(self, obj):
        import inspect
        lines, first = inspect.getsourcelines(obj)
        return lines, max(1, first)

    def do_source(self, arg):
        """source EXPRESSION

        The source of a function, a class or a module."""
        try:
            obj = self._getval(arg)
        except:
            return
        try:
            lines, first = self._getsourcelines(obj)
        except (OSError, TypeError) as error:
            self.error(error)
            return
        self._print_lines(lines, first)

    def _print_lines(self, lines, start, breaks=(), frame=None):
        current = raised = -1
        if frame:
            current = frame.f_lineno
            raised = self.tb_lineno.get(frame, -1)
        for number, line in enumerate(lines, start):
            text = str(number).rjust(3)
            if len(text) < 4:
                text += " "
            text += "B" if number in breaks else " "
            if number == current:
                text += "->"
            elif number == raised:
                text += ">>"
            self.message(text + "\t" + line.rstrip())

    def do_whatis(self, arg):
        """whatis EXPRESSION

        What kind of thing its value is."""
        try:
            value = self._getval(arg)
        except:
            return
        for word, holder in ("Method", getattr(value, "__func__", None)), ("Function", value):
            code = getattr(holder, "__code__", None)
            if code:
                self.message("%s %s" % (word, code.co_name))
                return
        if value.__class__ is type:
            self.message("Class %s.%s" % (value.__module__, value.__qualname__))
            return
        self.message(type(value))

    def do_display(self, arg):
        """display [EXPRESSION]

        Show the value whenever the program stops in this frame and it has changed; without one, all such expressions."""
        if not arg:
            self.message("Currently displaying:")
            for expression, value in self.displaying.get(self.curframe, {}).items():
                self.message("%s: %r" % (expression, value))
            return
        value = self._getval_except(arg)
        self.displaying.setdefault(self.curframe, {})[arg] = value
        self.message("display %s: %r" % (arg, value))

    def do_undisplay(self, arg):
        """undisplay [EXPRESSION]

        Do not show it any more; without one, none of them."""
        if not arg:
            self.displaying.pop(self.curframe, None)
            return
        try:
            del (self.displaying.get(self.curframe) or {})[arg]
        except KeyError:
            self.error("not displaying %s" % arg)

    def do_interact(self, arg):
        """interact

        Lines of Python that see the names of this frame, until the end of the input."""
        names = {**self.curframe.f_globals, **self.curframe_locals}
        self.stdout.write("*interactive*\n")
        text = ""
        while True:
            try:
                line = input("... " if text else ">>> ")
            except EOFError:
                self.stdout.write("\nnow exiting InteractiveConsole...\n")
                return
            except KeyboardInterrupt:
                self.stdout.write("\nKeyboardInterrupt\n")
                text = ""
                continue
            text += line + "\n"
            if self._wants_more(text):
                continue
            try:
                exec(compile(text, "<console>", "single"), names)
            except SystemExit:
                raise
            except BaseException as error:
                tb = error.__traceback__
                _traceback.print_exception(error.with_traceback(tb.tb_next if tb else None))
            text = ""

    @staticmethod
    def _wants_more(text):
        """Whether a statement goes on in the next line: a block does up to an empty one."""
        lines = text.split("\n")
        if len(lines) > 2 or lines[0].rstrip().endswith(":"):
            if lines[-2].strip():
                return True
        try:
            compile(text, "<console>", "single")
        except SyntaxError:
            try:
                compile(text + "\n", "<console>", "exec", 0x4000 | 0x200) # with more lines it might be right
            except SyntaxError as error:
                return "never closed" in str(error) or "unexpected EOF" in str(error) or "unterminated triple" in str(error)
        return False

    def do_alias(self, arg):
        """alias [NAME [COMMANDS]]

        A name for commands, in which %1 to %9 stand for its words and %* for all of them; what a name means, or all names."""
        words = arg.split()
        if not words:
            for name in sorted(self.aliases):
                self.message("%s = %s" % (name, self.aliases[name]))
        elif words[0] in self.aliases and len(words) == 1:
            self.message("%s = %s" % (words[0], self.aliases[words[0]]))
        else:
            self.aliases[words[0]] = " ".join(words[1:])

    def do_unalias(self, arg):
        """unalias NAME

        Forget an alias."""
        words = arg.split()
        if words and words[0] in self.aliases:
            del self.aliases[words[0]]

    def print_stack_trace(self):
        """Show all frames."""
        try:
            for entry in self.stack:
                self.print_stack_entry(entry)
        except KeyboardInterrupt:
            pass

    def print_stack_entry(self, frame_lineno, prompt_prefix=line_prefix):
        """Show one frame."""
        prefix = "> " if frame_lineno[0] is self.curframe else "  "
        self.message(prefix + self.format_stack_entry(frame_lineno, prompt_prefix))

    # ---- help

    def do_help(self, arg):
        """h(elp) [COMMAND]

        The commands, or what one of them does."""
        if not arg:
            return _cmd.Cmd.do_help(self, arg)
        topic = getattr(self, "help_" + arg, None)
        if topic is not None:
            return topic()
        command = getattr(self, "do_" + arg, None)
        if command is None:
            self.error("No help for %r" % arg)
        elif command.__doc__ is None:
            self.error("No help for %r; __doc__ string missing" % arg)
        else:
            import inspect
            self.message(inspect.getdoc(command).rstrip())

    def help_exec(self):
        """(!) STATEMENT

        Run a line of Python in the current frame; ! where it would be a command. What it gives a name to is the frame's while the
        program stops there."""
        self.message((self.help_exec.__doc__ or "").strip())

    def help_pdb(self):
        """Show what this module is for."""
        help()

    # ---- programs as a whole

    def lookupmodule(self, filename):
        """The file of a program or a module, or None."""
        if _os.path.isabs(filename) and _os.path.exists(filename):
            return filename
        there = _os.path.join(_sys.path[0], filename)
        if _os.path.exists(there) and self.canonic(there) == self.mainpyfile:
            return there
        if not _os.path.splitext(filename)[1]:
            filename += ".py"
        if _os.path.isabs(filename):
            return filename
        for folder in _sys.path:
            there = _os.path.join(folder, filename)
            if _os.path.exists(there):
                return there
        return None

    def _runscript(self, filename, specification=None):
        import __main__
        import io
        names = __main__.__dict__
        names.clear()
        names.update({"__name__": "__main__", "__file__": filename, "__builtins__": __builtins__, "__spec__": specification,
                      "__package__": specification.parent if specification else None})
        self._wait_for_mainpyfile = True
        self._user_requested_quit = False
        self.mainpyfile = self.canonic(filename)
        with io.open_code(filename) as file:
            self.run(compile(file.read(), filename, "exec"), names)


def _add_short_names():
    for short, name in (("b", "break"), ("cl", "clear"), ("w", "where"), ("bt", "where"), ("u", "up"), ("d", "down"), ("unt", "until"),
                        ("s", "step"), ("n", "next"), ("r", "return"), ("c", "continue"), ("cont", "continue"), ("j", "jump"),
                        ("q", "quit"), ("exit", "quit"), ("a", "args"), ("rv", "retval"), ("l", "list"), ("ll", "longlist"),
                        ("h", "help")):
        setattr(Pdb, "do_" + short, getattr(Pdb, "do_" + name))


_add_short_names()


def _new(**named):
    "A debugger: in a session with a front end that session's."
    import builtins
    if not hasattr(builtins, "get_ipython"):
        return Pdb(**named)
    from IPython.core import debugger
    return debugger.Pdb(**named) if debugger.is_interactive() else Pdb(**named)


def run(statement, globals=None, locals=None):
    """Step through a statement."""
    _new().run(statement, globals, locals)


def runeval(expression, globals=None, locals=None):
    """Step through an expression: its value."""
    return _new().runeval(expression, globals, locals)


def runctx(statement, globals, locals):
    """Step through a statement, with both dicts given."""
    run(statement, globals, locals)


def runcall(*args, **kwds):
    """Step through a call: what it returns."""
    return _new().runcall(*args, **kwds)


def set_trace(*, header=None):
    """Stop the program here, and ask for commands."""
    debugger = _new()
    if header is not None:
        debugger.message(header)
    debugger.set_trace(_sys._getframe().f_back)


def post_mortem(t=None):
    """Look into an error: the one that is handled, or the one with this traceback."""
    if t is None:
        t = _sys.exc_info()[2]
    if t is None:
        raise ValueError("A valid traceback must be passed if no exception is being handled")
    debugger = _new()
    debugger.reset()
    debugger.interaction(None, t)


def pm():
    """Look into the last error that nobody handled."""
    post_mortem(_sys.last_traceback)


def help():
    """Tell what the debugger is for."""
    import pydoc
    pydoc.pager(__doc__ + "\n\nhelp COMMAND, in the debugger, tells of its commands.\n")


_usage = """\
usage: pdb.py [-c command] ... [-m module | pyfile] [arg] ...

Step through a program; the commands given by -c come before those of the input."""


def main():
    """python -m pdb: a program under the debugger, again and again until the user leaves."""
    import getopt
    options, words = getopt.getopt(_sys.argv[1:], "mhc:", ["help", "command="])
    if not words:
        print(_usage)
        _sys.exit(2)
    if any(option in ("-h", "--help") for option, _ in options):
        print(_usage)
        _sys.exit()
    program, specification = words[0], None
    if any(option == "-m" for option, _ in options):
        import importlib.util
        specification = importlib.util.find_spec(program)
        if specification is not None and specification.submodule_search_locations is not None:
            program += ".__main__"
            specification = importlib.util.find_spec(program)
        if specification is None or not specification.origin:
            print("ImportError: No module named %s" % program)
            _sys.exit(1)
        program = specification.origin
    if not _os.path.exists(program):
        print("Error: %s does not exist" % program)
        _sys.exit(1)
    _sys.argv[:] = [program] + words[1:]
    program = _os.path.realpath(program)
    if specification is None:
        _sys.path[0] = _os.path.dirname(program)
    debugger = Pdb()
    debugger.rcLines.extend(command for option, command in options if option in ("-c", "--command"))
    while True:
        try:
            debugger._runscript(program, specification)
            if debugger._user_requested_quit:
                break
            print("The program finished and will be restarted")
        except Restart:
            print("Restarting", program, "with arguments:")
            print("\t" + " ".join(_sys.argv[1:]))
        except SystemExit as error:
            print("The program exited via sys.exit(). Exit status:", end=" ")
            print(error)
        except SyntaxError:
            _traceback.print_exc()
            _sys.exit(1)
        except:
            _traceback.print_exc()
            print("Uncaught exception. Entering post mortem debugging")
            print("Running 'cont' or 'step' will restart the program")
            debugger.interaction(None, _sys.exc_info()[2])
            print("Post mortem debugger finished. The " + program + " will be restarted")


if __name__ == "__main__":
    main()
