"""Allocations of cells fail one after the other; each gives MemoryError or nothing, and the session goes on.

A part of them here; all of them with CUPOLA_TEST_LONG=1."""
# timeout: 7200
import os

from tap import SOURCE, run_tests, test

import sys
sys.path.insert(0, os.path.join(SOURCE, "tests", "fuzz"))

import allocation_failures
from session_client import Server

LONG = bool(os.environ.get("CUPOLA_TEST_LONG"))
SERVER = os.path.join(os.environ["CUPOLA_BUILD"], "tests", "fuzz", "session_server")
MOST = None if LONG else 25


def make_test(index, cell):
    def run():
        # Where there is no leak checker the ending of the interpreter is still watched: it must not crash.
        with Server(SERVER) as server:
            runs, found = allocation_failures.sweep(server, cell, most=MOST)
            count, more = allocation_failures.sweep(server, cell, most=MOST, count=3)
            found += more
        assert not found, "%d of %d: %s" % (len(found), runs + count, "\n".join(
            "allocation %d: %s %s %s" % (number, problem, outcome.place(), (outcome.report or outcome.output)[-1500:])
            for problem, number, outcome in found[:5]))
    run.__name__ = "cell %d: %s" % (index, cell.split("\n")[0][:60].replace("#", ""))
    return test(run)


for index, cell in enumerate(allocation_failures.read_cells()):
    make_test(index, cell)
run_tests()
