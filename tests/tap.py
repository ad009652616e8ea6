"""The few lines that a check_*.py needs: decorate functions with @test, end with run_tests()."""
import os
import subprocess
import sys
import traceback

CUPOLA = os.environ.get("CUPOLA", "")            # the program under test
SOURCE = os.environ.get("CUPOLA_SOURCE", "")     # the top of the source tree (may be read-only)
BUILD = os.environ.get("CUPOLA_BUILD", "")       # the top of the build tree, the current folder
VENV = os.environ.get("CUPOLA_VENV", "")         # the folder of the virtual environment, or ""

_tests = []
_count = {"ran": 0, "failed": 0}
_printed = []                                    # by the programs of the test that runs


class Skip(Exception):
    """Raise it in a test to skip it; its text is the reason."""


def test(function):
    """Register a test; its docstring's first line, or its name, is what is printed."""
    name = (function.__doc__ or function.__name__.replace("_", " ")).strip().splitlines()[0]
    _tests.append((name, function))
    return function


def lines_of(program, timeout=120, **environment):
    """The lines that a program prints, which must end well; a failed test shows them."""
    done = subprocess.run([CUPOLA, "-c", program], env=dict(os.environ, **environment), capture_output=True, text=True, timeout=timeout)
    lines = done.stdout.splitlines()
    _printed.extend(lines)
    assert done.returncode == 0, done.stderr
    return lines


def report(name, passed, detail=""):
    """Print one result directly, for tests that are rows of a table."""
    _count["ran"] += 1
    name = name.replace("#", "\\#").replace("\n", "\\n")
    if not passed:
        _count["failed"] += 1
    for line in detail.splitlines():
        print("# " + line)
    print("%s %d - %s" % ("ok" if passed else "not ok", _count["ran"], name), flush=True)


def report_skip(name, reason):
    _count["ran"] += 1
    print("ok %d - %s # SKIP %s" % (_count["ran"], name, reason), flush=True)


def run_tests():
    """Run every registered test in order, print TAP, and leave with 0 when none failed."""
    wanted = sys.argv[1:]
    for name, function in _tests:
        if wanted and not any(word in name for word in wanted):
            continue
        _printed.clear()
        try:
            function()
        except Skip as reason:
            report_skip(name, str(reason))
        except Exception:
            report(name, False, traceback.format_exc() + "".join("printed: %s\n" % line for line in _printed))
        else:
            report(name, True)
    print("1..%d" % _count["ran"], flush=True)
    sys.exit(1 if _count["failed"] else 0)
