"""Allocations of cells fail one after the other; each gives MemoryError or nothing, and the session goes on.

A few of every cell here, always the same ones; with CUPOLA_TEST_LONG=1 every one of a cell that makes no more than
LONG_MOST, and so many of a larger one (imports). tests/fuzz/allocation_failures.py goes through all of them."""
# timeout: 14400
import os
import sys

from tap import SOURCE, run_tests, test

sys.path.insert(0, os.path.join(SOURCE, "tests", "fuzz"))

import allocation_failures
from session_client import Server

LONG = bool(os.environ.get("CUPOLA_TEST_LONG"))
LONG_MOST, SHORT_MOST = 1500, 5
SERVER = os.path.join(os.environ["CUPOLA_BUILD"], "tests", "fuzz", "session_server")


def title(cell):
    lines = [line for line in cell.split("\n") if line and not line.startswith("# modules")]
    return lines[0][:60].replace("#", "").strip()


def make_test(index, cell):
    def run():
        # Where there is no leak checker the ending of the interpreter is still watched: it must not crash.
        with Server(SERVER, allocation_failures.modules_of(cell)) as server:
            runs, found = allocation_failures.sweep(server, cell, most=LONG_MOST if LONG else SHORT_MOST)
            if LONG:
                count, more = allocation_failures.sweep(server, cell, most=LONG_MOST // 10, count=3)
                runs, found = runs + count, found + more
        assert not found, "%d of %d: %s" % (len(found), runs, "\n".join(
            "allocation %d: %s %s %s" % (number, problem, outcome.place(), (outcome.report or outcome.output)[-1500:])
            for problem, number, outcome in found[:5]))
    run.__name__ = "cell %d: %s" % (index, title(cell))
    return test(run)


for index, cell in enumerate(allocation_failures.read_cells()):
    make_test(index, cell)
run_tests()
