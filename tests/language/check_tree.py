# timeout: 900
"""Syntax trees and scopes of the whole standard library: equal to CPython's, to the character."""
import concurrent.futures
import glob
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from parse_oracle import ORACLE, find_dump, require_oracle
from tap import run_tests, test

# Run in the oracle, as files; both print the difference of one file against parse_dump's output.
TREES = r"""
import ast, subprocess, sys, warnings
warnings.simplefilter("ignore")
sys.setrecursionlimit(20000)
for path in sys.argv[2:]:
    try:
        source = open(path, "rb").read().decode("utf-8-sig")
        expected = ast.dump(ast.parse(source), include_attributes=True)
    except (UnicodeDecodeError, SyntaxError):
        continue
    found = subprocess.run([sys.argv[1], "-p", path], capture_output=True).stdout.decode("utf-8", "replace").rstrip("\n")
    if found != expected:
        at = next((i for i, pair in enumerate(zip(found, expected)) if pair[0] != pair[1]), 0)
        print(path, "expected", expected[max(0, at - 60):at + 60], "found", found[max(0, at - 60):at + 60])
"""
SCOPES = r"""
import subprocess, symtable, sys, warnings
warnings.simplefilter("ignore")
def describe(table, depth, out):
    out.append((depth, sorted((name, flags >> 11 & 15) for name, flags in table._table.symbols.items())))
    for child in table.get_children():
        describe(child, depth + 1, out)
def read(text):
    out = []
    for line in text.splitlines():
        depth, rest = line.split(" ", 1)
        if rest.startswith("scope "):
            out.append((int(depth), []))
        else:
            number, name = rest.split(" ")
            out[-1][1].append((name, int(number)))
    return [(depth, sorted(names)) for depth, names in out]
for path in sys.argv[2:]:
    try:
        source = open(path, encoding="utf-8-sig").read()
        expected = []
        describe(symtable.symtable(source, path, "exec"), 0, expected)
    except (UnicodeDecodeError, SyntaxError):
        continue
    if "import annotations" in source:
        continue
    found = read(subprocess.run([sys.argv[1], "-n", path], capture_output=True, text=True).stdout)
    if found != expected:
        print(path, "scopes differ")
"""


def compare_library(script, pattern, step):
    require_oracle()
    dump, files = find_dump(), sorted(glob.glob(pattern, recursive=True))[::step]
    assert files, "the oracle has no library"
    parts = [files[i::4] for i in range(4)]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = list(pool.map(lambda part: subprocess.run([ORACLE, "-c", script, dump] + part, capture_output=True,
                                                         text=True), parts))
    output = "".join(run.stdout + run.stderr for run in runs)
    assert not output, output[:2000]


@test
def trees_of_the_library():
    compare_library(TREES, "/usr/lib/python3.11/**/*.py", int(os.environ.get("CUPOLA_TREE_STEP", "3")))


@test
def scopes_of_the_library():
    compare_library(SCOPES, "/usr/lib/python3.11/**/*.py", int(os.environ.get("CUPOLA_TREE_STEP", "3")))


run_tests()
