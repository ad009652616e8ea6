"""Makes every allocation of a cell fail, one after the other: MemoryError, or nothing at all, and a session that goes on.

As a program, `tests/fuzz/allocation_failures.py BUILD [--step N] [--cells 0,3] [--count N]` goes through all of
allocation_cells.txt; check_allocations.py goes through a part. COUNT fail in a row."""
import argparse
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from session_client import Server

# What a failed allocation may turn into besides MemoryError, in cells that have the word: a thread cannot be made.
WRAPPED = {"RuntimeError: can't start new thread": "Thread("}
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def read_cells():
    with open(os.path.join(HERE, "allocation_cells.txt"), encoding="utf-8") as file:
        return file.read().split("###\n")


def modules_of(cell):
    """What a cell imports can be there already, so that the failures are its own."""
    head = re.match(r"# modules: (.*)", cell)
    return head.group(1).split() if head else []


def last_line(outcome):
    return COLOURS.sub("", outcome.output).rstrip("\n").rpartition("\n")[2]


def judge(cell, plain, outcome):
    """What is wrong with a run in which allocations failed, or None."""
    problem = outcome.problem()
    if problem:
        return problem
    if outcome.error.endswith("MemoryError") or any(word in cell and text in COLOURS.sub("", outcome.output)
                                                      for text, word in WRAPPED.items()):
        return None
    if outcome.error == plain.error and "MemoryError" in outcome.output:
        return None # the cell caught it, or it could only be told of
    if outcome.error != plain.error:
        return "%s instead of MemoryError" % outcome.error
    if outcome.error == "-" and outcome.output != plain.output:
        return "another output"
    # There may have been no memory for the text.
    if not last_line(plain).startswith(last_line(outcome).replace("<exception str() failed>", "")):
        return "another message"
    return None # the same error; a line of its traceback may be missing


def sweep(server, cell, step=1, start=1, count=1, leaks=True, most=None):
    """(runs, [(problem, number of the allocation, outcome)])"""
    plain = server.run(cell, 60000, leaks=leaks)
    if plain.problem():
        return 1, [(plain.problem(), 0, plain)]
    numbers = list(range(start, plain.allocations + 1, step))
    if most and len(numbers) > most:
        numbers = [numbers[i * len(numbers) // most] for i in range(most)]
    found = []
    for number in numbers:
        outcome = server.run(cell, 60000, first=number, count=count, leaks=leaks)
        problem = judge(cell, plain, outcome)
        if problem:
            found.append((problem, number, outcome))
    return len(numbers), found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--cells", default="")
    parser.add_argument("--fast", action="store_true", help="without looking for leaks")
    options = parser.parse_args()
    cells = read_cells()
    chosen = [int(word) for word in options.cells.split(",")] if options.cells else range(len(cells))
    runs = failures = 0
    program = os.path.join(os.path.abspath(options.build), "tests", "fuzz", "session_server")
    for index in chosen:
        with Server(program, modules_of(cells[index])) as server:
            count, found = sweep(server, cells[index], options.step, count=options.count, leaks=not options.fast)
            print("cell %d: %d failures injected, %d findings" % (index, count, len(found)), flush=True)
            seen = set()
            for problem, number, outcome in found:
                place = (problem,) + outcome.place()
                if place not in seen:
                    seen.add(place)
                    print("  allocation %d: %s\n%s" % (number, place, (outcome.report or outcome.output)[-1500:]))
            runs += count
            failures += len(found)
    print("%d allocations failed in turn, %d findings" % (runs, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
