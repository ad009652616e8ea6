"""How long does a piece of code take? It is run many times, with the collector off."""

import gc
import itertools
import sys
import time

__all__ = ["Timer", "timeit", "repeat", "default_timer"]

dummy_src_name = "<timeit-src>"
default_number = 1000000
default_repeat = 5
default_timer = time.perf_counter

_globals = globals


def reindent(src, indent):
    "The text with every line but the first moved to the right."
    return src.replace("\n", "\n" + " " * indent)


def _checked(text, before, what):
    "A piece of source for the body of the timing function, or a call of a function given in its place."
    if isinstance(text, str):
        compile(before + text, dummy_src_name, "exec")
        return text, None
    if callable(text):
        return "_%s()" % what, text
    raise ValueError("%s is neither a string nor callable" % what)


class Timer:
    "Times a statement after a setup; each is source text or a function of no arguments."

    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        self.timer = timer
        namespace = _globals() if globals is None else globals
        local = {}
        before, function = _checked(setup, "", "setup")
        parameter = ""
        if function is not None:
            local["_setup"] = function
            parameter += ", _setup=_setup"
        body, function = _checked(stmt, setup + "\n" if isinstance(setup, str) else "", "stmt")
        if function is not None:
            local["_stmt"] = function
            parameter += ", _stmt=_stmt"
        source = "\n".join((
            "def inner(_it, _timer%s):" % parameter,
            "    " + reindent(before, 4),
            "    _t0 = _timer()",
            "    for _i in _it:",
            "        " + reindent(body, 8),
            "        pass",
            "    _t1 = _timer()",
            "    return _t1 - _t0",
            ""))
        self.src = source
        exec(compile(source, dummy_src_name, "exec"), namespace, local)
        self.inner = local["inner"]

    def print_exc(self, file=None):
        "Print the traceback of the exception that is being handled, with the lines of the timed source."
        import linecache, traceback
        if self.src is not None:
            linecache.cache[dummy_src_name] = len(self.src), None, self.src.split("\n"), dummy_src_name
        traceback.print_exc(file=file)

    def timeit(self, number=default_number):
        "Seconds that the statement takes when it is run `number` times."
        collects = gc.isenabled()
        gc.disable()
        try:
            return self.inner(itertools.repeat(None, number), self.timer)
        finally:
            if collects:
                gc.enable()

    def repeat(self, repeat=default_repeat, number=default_number):
        "The seconds of several measurements, as a list."
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        "(number, seconds) for the first of 1, 2, 5, 10, 20, 50, ... runs that take at least 0.2 seconds."
        scale = 1
        while True:
            for factor in 1, 2, 5:
                number = scale * factor
                seconds = self.timeit(number)
                if callback:
                    callback(number, seconds)
                if seconds >= 0.2:
                    return number, seconds
            scale *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    "Seconds that a statement takes when it is run `number` times."
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    "timeit() several times; a list of seconds."
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)


_UNITS = {"nsec": 1e-9, "usec": 1e-6, "msec": 1e-3, "sec": 1.0}


def main(args=None, *, _wrap_timer=None):
    "The command line: [-n N] [-r N] [-s SETUP] [-p] [-u UNIT] [-v] [--] [STATEMENT ...]"
    import getopt, os, warnings
    try:
        options, statements = getopt.getopt(sys.argv[1:] if args is None else args, "n:u:s:r:pvh",
                                            ["number=", "setup=", "repeat=", "process", "verbose", "unit=", "help"])
    except getopt.error as error:
        print(error)
        print("use -h/--help for command line help")
        return 2
    timer, number, repetitions, verbose, unit, precision, setup = default_timer, 0, default_repeat, 0, None, 3, []
    for option, value in options:
        if option in ("-n", "--number"):
            number = int(value)
        elif option in ("-s", "--setup"):
            setup.append(value)
        elif option in ("-u", "--unit"):
            if value not in _UNITS:
                print("Unrecognized unit. Please select nsec, usec, msec, or sec.", file=sys.stderr)
                return 2
            unit = value
        elif option in ("-r", "--repeat"):
            repetitions = max(int(value), 1)
        elif option in ("-p", "--process"):
            timer = time.process_time
        elif option in ("-v", "--verbose"):
            precision += bool(verbose)
            verbose += 1
        else:
            print(main.__doc__, end="\n")
            return 0
    sys.path.insert(0, os.curdir)
    if _wrap_timer is not None:
        timer = _wrap_timer(timer)
    measured = Timer("\n".join(statements) or "pass", "\n".join(setup) or "pass", timer)

    def shown(seconds):
        scale = _UNITS.get(unit)
        name = unit
        if scale is None:
            name, scale = next(((n, s) for n, s in reversed(_UNITS.items()) if seconds >= s), ("nsec", 1e-9))
        return "%.*g %s" % (precision, seconds / scale, name)

    try:
        if not number:
            say = None
            if verbose:
                def say(count, seconds):
                    print("%d loop%s -> %.*g secs" % (count, "s" if count != 1 else "", precision, seconds))
            number, _ = measured.autorange(say)
            if verbose:
                print()
        raw = measured.repeat(repetitions, number)
    except BaseException:
        measured.print_exc()
        return 1
    if verbose:
        print("raw times: %s" % ", ".join(map(shown, raw)))
        print()
    each = [seconds / number for seconds in raw]
    best, worst = min(each), max(each)
    print("%d loop%s, best of %d: %s per loop" % (number, "s" if number != 1 else "", repetitions, shown(best)))
    if worst >= best * 4:
        warnings.warn_explicit("The test results are likely unreliable. The worst time (%s) was more than four times slower "
                               "than the best time (%s)." % (shown(worst), shown(best)), UserWarning, "", 0)
    return None


if __name__ == "__main__":
    sys.exit(main())
