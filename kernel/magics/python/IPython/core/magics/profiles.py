"""%prun, %lprun, %memit, %mprun: where time and memory go."""
import sys

from IPython.core.magics.support import parse_options, shell, usage


def line_prun(line):
    """%prun [-s KEY] [-l LIMIT] [-r] [-q] [-T FILE] [-D FILE] STATEMENT

    Run a statement under the profiler and show where the time went: -s sorts (time, cumulative, calls, name, ...), -l keeps
    so many rows, or a part (0.25), or those whose name has a text; -r returns the table; -q shows nothing; -T and -D write it."""
    return profile(line, None)


def cell_prun(line, cell):
    """%%prun [OPTIONS]

    Run the cell under the profiler. Options as %prun's."""
    return profile(line, cell)


def profile(line, cell):
    "Run a statement under the profiler."
    import cProfile
    import io
    import pstats
    options, statement = parse_options(line, "D:l:rs:T:q")
    source = statement + "\n" + cell if cell is not None else statement
    orders = options.get("s", ["time"])
    orders = orders if isinstance(orders, list) else [orders]
    limits = options.get("l", [])
    limits = [limit_of(text) for text in (limits if isinstance(limits, list) else [limits])]
    profiler, note = cProfile.Profile(), ""
    try:
        profiler.runctx(shell._transform(source), shell.user_ns, shell.user_ns)
    except SystemExit:
        note = "*** SystemExit exception caught in code being profiled."
    table = pstats.Stats(profiler).strip_dirs().sort_stats(*orders)
    stream = io.StringIO()
    table.stream = stream
    table.print_stats(*limits)
    text = stream.getvalue().rstrip()
    table.stream = sys.stdout
    if "q" not in options:
        shell._page(text)
    print(note, end=" ")
    if "D" in options:
        profiler.dump_stats(options["D"])
        print("\n*** Profile stats marshalled to file %r.\n%s" % (options["D"], note))
    if "T" in options:
        with open(options["T"], "w") as file:
            file.write(text)
        print("\n*** Profile printout saved to text file %r.\n%s" % (options["T"], note))
    return table if "r" in options else None


def run_otherwise(line):
    "What %run does with -m, -t or -p."
    options, rest = parse_options(line, "inetpm:N:")
    if "m" in options:
        return run_module(options["m"], rest)
    again = "".join("-%s " % letter for letter in "ine" if letter in options) + rest
    if "p" in options:
        return profile("get_ipython().run_line_magic('run', %r)" % again, None)
    from time import perf_counter
    from resource import RUSAGE_SELF, getrusage
    count = int(options.get("N", 1))
    if count <= 0:
        print("Number of runs must be >=1", file=sys.stderr)
        return
    begin, before = perf_counter(), getrusage(RUSAGE_SELF)
    for _ in range(count):
        shell.run_line_magic("run", again)
    end, after = perf_counter(), getrusage(RUSAGE_SELF)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    print("\nIPython CPU timings (estimated):")
    if count == 1:
        print("  User   : %10.2f s.\n  System : %10.2f s." % (user, system))
    else:
        print("Total runs performed:", count)
        print("  Times  : %10s   %10s" % ("Total", "Per run"))
        print("  User   : %10.2f s, %10.2f s." % (user, user / count))
        print("  System : %10.2f s, %10.2f s." % (system, system / count))
    print("Wall time: %10.2f s." % (end - begin))


def run_module(name, rest):
    "A module as a program; its names are the session's afterwards."
    import runpy
    from IPython.core.magics.support import split_words
    before = sys.argv
    sys.argv = [name] + split_words(rest)
    try:
        names = runpy.run_module(name, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code not in (None, 0):
            raise
        return
    finally:
        sys.argv = before
    shell.user_ns.update({key: value for key, value in names.items() if not key.startswith("__")})


def limit_of(text):
    "A restriction of %prun -l, as a number or text."
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text.strip("\"'")


# ---- lines

def timed_function(function):
    """(the function, its code compiled for timing lines, the text of its lines and the first one's number)"""
    import _lsprof
    target = getattr(function, "__wrapped__", getattr(function, "__func__", function))
    code = target.__code__
    lines = []
    while True:
        text = shell._source_line(code.co_filename, len(lines) + 1)
        if text is None:
            break
        lines.append(text)
    if not lines:
        usage("Could not find the source of %s" % getattr(function, "__name__", function))
    found = find_code(_lsprof.compile_lines("\n".join(lines) + "\n", code.co_filename), code)
    return target, found, lines


def find_code(module, wanted):
    "The code of a function, wrapped ones too."
    for constant in module.co_consts:
        if type(constant) is type(wanted):
            if constant.co_name == wanted.co_name and constant.co_firstlineno == wanted.co_firstlineno:
                return constant
            inner = find_code(constant, wanted)
            if inner is not None:
                return inner
    return None


def line_lprun(line):
    """%lprun -f FUNCTION [-f FUNCTION ...] [-T FILE] [-r] [-s] [-u UNIT] STATEMENT

    Run a statement and show how often each line of the functions ran and how long it took. -u: the unit of times in
    seconds; -s: leave out functions that did not run; -T: write the table to a file; -r: return it."""
    import _lsprof
    import time
    options, statement = parse_options(line, "rsf:m:D:T:u:z")
    names = options.get("f", [])
    names = names if isinstance(names, list) else [names]
    functions = []
    for name in names:
        try:
            functions.append(timed_function(eval(name, shell.user_ns)))
        except (NameError, AttributeError) as error:
            usage("Could not find function %s.\n%s: %s" % (name, type(error).__name__, error))
    unit = float(options.get("u", 1e-6))
    profiler, note = _lsprof.Profiler(), ""
    before = [target.__code__ for target, _, _ in functions]
    for target, code, _ in functions:
        if code is not None:
            target.__code__ = code
    start = time.perf_counter()
    profiler._enable_lines()
    try:
        shell._execute(statement)
    except SystemExit:
        note = "*** SystemExit exception caught in code being profiled."
    except KeyboardInterrupt:
        note = "*** KeyboardInterrupt exception caught in code being profiled."
    finally:
        profiler._disable_lines()
        for (target, _, _), code in zip(functions, before):
            target.__code__ = code
    parts = ["Timer unit: %g s\n" % unit]
    rows = profiler._lines()
    for (target, _, lines), code in zip(functions, before):
        parts.append(line_table(code, lines, [row for row in rows if row[0] == code.co_firstlineno], unit))
    text = "\n".join(parts) + note
    if "T" in options:
        with open(options["T"], "w") as file:
            file.write(text)
        print("\n*** Profile printout saved to text file %r. %s" % (options["T"], note))
    shell._page(text)


def line_table(code, lines, rows, unit):
    "The table of a function's lines and their times."
    counted = {}
    for _, number, hits, seconds in rows:
        before = counted.get(number, (0, 0.0))
        counted[number] = (before[0] + hits, before[1] + seconds)
    total = sum(seconds for _, seconds in counted.values())
    last = max([code.co_firstlineno] + [number for _, _, number in code.co_lines() if number])
    parts = ["Total time: %g s" % total, "File: %s" % code.co_filename,
             "Function: %s at line %d" % (code.co_name, code.co_firstlineno), "",
             "Line #      Hits         Time  Per Hit   % Time  Line Contents",
             "=============================================================="]
    for number in range(code.co_firstlineno, last + 1):
        text = lines[number - 1] if number <= len(lines) else ""
        if number in counted:
            hits, seconds = counted[number]
            time = seconds / unit
            parts.append("%6d %9d %12.1f %8.1f %8.1f  %s" % (number, hits, time, time / hits if hits else time,
                                                             100 * seconds / total if total else 0, text))
        else:
            parts.append(("%6d %9s %12s %8s %8s  %s" % (number, "", "", "", "", text)).rstrip())
    return "\n".join(parts) + "\n"


# ---- memory

def memory(name):
    """A line of /proc/self/status in MiB."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith(name + ":"):
                return int(line.split()[1]) / 1024
    return 0.0


def line_memit(line):
    """%memit [-r N] [-t SECONDS] [-i INTERVAL] [-c] [-o] STATEMENT

    Run a statement and show the most memory that the process held, and how much that grew."""
    return measure_memory(line, None)


def cell_memit(line, cell):
    """%%memit

    Run the cell and show the most memory that the process held, and how much that grew."""
    return measure_memory(line, cell)


def measure_memory(line, cell):
    "The most memory in use while a statement ran, in MiB."
    options, statement = parse_options(line, "r:t:i:coz")
    repeat = max(int(options.get("r", 1)), 1)
    if cell is not None:
        if statement:
            shell._execute(statement)
        statement = cell
    statement = statement or "pass"
    baseline, peaks = memory("VmRSS"), []
    for _ in range(repeat):
        try:
            with open("/proc/self/clear_refs", "w") as file:
                file.write("5")  # the peak begins anew
        except OSError:
            pass
        shell._execute(statement)
        peaks.append(memory("VmHWM"))
    peak = max(peaks)
    print("peak memory: %.2f MiB, increment: %.2f MiB" % (peak, peak - baseline))


def line_mprun(line):
    """%mprun -f FUNCTION STATEMENT

    Run a statement and show the memory of the process after it; lines are not told apart here."""
    options, statement = parse_options(line, "rT:f:c")
    measure_memory(statement, None)
