"""Cells turned into Python, and judged complete or not, as by IPython's own TransformerManager."""
import ast
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from parse_oracle import find_dump, pack
from tap import Skip, run_tests, test

HERE = os.path.dirname(os.path.abspath(__file__))
# On purpose: a SyntaxWarning (`1 is 1`) does not make a cell invalid here.
COMPLETE_ON_PURPOSE = {"1 is 1": "complete 0"}


def manager():
    try:
        from IPython.core.inputtransformer2 import TransformerManager
    except ImportError:
        raise Skip("IPython is not installed beside the tests")
    return TransformerManager()


def read_cells():
    with open(os.path.join(HERE, "input_cases.txt"), encoding="utf-8") as file:
        return [ast.literal_eval(line) for line in file if not line.startswith("#")]


def transform(cell):
    try:
        return manager().transform_cell(cell)
    except IndentationError:  # ours leaves it to the parser, which knows the line in the cell
        return None


def check_complete(cell):
    status, indent = manager().check_complete(cell)
    return COMPLETE_ON_PURPOSE.get(cell, "%s %d" % (status, indent or 0))


def compare(flag, oracle):
    manager()
    cells = read_cells()
    run = subprocess.run([find_dump(), "-0", flag, "-"], input=pack(cells), capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    answers = run.stdout.decode("utf-8", "replace").split("\0")[:-1]
    assert len(answers) == len(cells)
    wrong = []
    for cell, found in zip(cells, answers):
        expected = oracle(cell)
        if expected is not None and expected != found:
            wrong.append(f"{cell!r}\n    expected {expected!r}\n    found    {found!r}")
    assert not wrong, f"{len(wrong)} of {len(cells)} differ:\n" + "\n".join(wrong[:10])


@test
def cells_become_python():
    compare("-i", transform)


@test
def completeness():
    compare("-c", check_complete)


run_tests()
