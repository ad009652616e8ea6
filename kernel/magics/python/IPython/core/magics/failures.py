"""%xmode, %tb, %pdb, %debug: what went wrong."""
import sys

from IPython.core.magics.support import parse_options, shell

MODES = ["Plain", "Context", "Verbose", "Minimal", "Docs", "Doctest"]
state = {"calls_pdb": False}


def line_xmode(line):
    """%xmode [Plain | Context | Verbose | Minimal]

    How errors are shown; without a word, the next of them."""
    word = line.strip().capitalize()
    current = shell._setting("traceback_mode")
    if not word:
        cycle = MODES
        word = cycle[(cycle.index(current) + 1) % len(cycle)] if current in cycle else "Context"
    if word not in MODES:
        import warnings
        warnings.warn("Error changing user exception modes.\nUnrecognized mode in FormattedTB: <%s>\nValid modes: %r" % (word, MODES))
        return
    shell._setting("traceback_mode", word)
    print("Exception reporting mode:", word)


def line_tb(line):
    """%tb [MODE]

    The last error once more, in another mode for this time."""
    error = shell._last_exception()
    word = line.strip().capitalize()
    if word and word not in MODES:
        raise ValueError("Valid modes: %s" % ", ".join(MODES))
    if error is None:
        print("No traceback available to show.", file=sys.stderr)
        return
    shell._show_error(error, word or None)


def line_pdb(line):
    """%pdb [on | off]

    Call the debugger after every error."""
    word = line.strip().lower()
    if not word:
        on = not state["calls_pdb"]
    elif word in ("on", "1"):
        on = True
    elif word in ("off", "0"):
        on = False
    else:
        print("Incorrect argument. Use on/1, off/0, or nothing for a toggle.")
        return
    if on and "registered" not in state:
        state["registered"] = True
        shell.events.register("post_run_cell", after_cell)
    state["calls_pdb"] = on
    print("Automatic pdb calling has been turned", "ON" if on else "OFF")


def after_cell(result):
    "Called after a cell that failed, when %pdb is on."
    error = result.error_in_exec
    if state["calls_pdb"] and error is not None and not isinstance(error, (SystemExit, SyntaxError)) and type(error).__name__ != "UsageError":
        debug(error)


def debug(error):
    "The debugger at the last error."
    from IPython.core.debugger import Pdb
    Pdb().examine(error)


def line_debug(line):
    """%debug [-b FILE:LINE] [STATEMENT]

    Look into the last error where it happened: w the stack, u and d up and down, p EXPRESSION, a the arguments, l the
    source, q the end. With a statement: step through it, or run it to a breakpoint."""
    options, statement = parse_options(line, "b:", ("breakpoint=",))
    if statement:
        run_and_debug(statement, options.get("b") or options.get("breakpoint"))
        return
    error = shell._last_exception()
    if error is None or error.__traceback__ is None:
        print("ERROR:root:No traceback has been produced, nothing to debug.", file=sys.stderr)
        return
    debug(error)


def cell_debug(line, cell):
    """%%debug

    Step through the cell."""
    run_and_debug("\n" + cell)


def run_and_debug(source, place=None):
    "Run a statement under the debugger, from its first line or from a breakpoint on."
    import bdb
    from IPython.core.debugger import Pdb
    bdb.Breakpoint.clearBreakpoints()
    debugger = Pdb()
    debugger.reset()
    if place:
        name, colon, line = place.rpartition(":")
        problem = debugger.set_break(name, int(line)) if colon and line.isdigit() else "No file and line in %r" % place
        if problem:
            print(problem)
            return
    print("NOTE: Enter 'c' at the %s prompt to continue execution." % debugger.prompt)
    try:
        debugger.run(source.rstrip("\n") + "\n", shell.user_ns)
    except Exception as error: # without the debugger's own frames
        step = error.__traceback__
        while step is not None and not step.tb_frame.f_code.co_filename.startswith("<string>"):
            step = step.tb_next
        raise error.with_traceback(step)
