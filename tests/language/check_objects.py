# timeout: 300
# Every program in tests/language/objects runs here and under the oracle, /usr/bin/python3: what they print, how they
# exit and the last line of an uncaught exception must be the same. A program's differences on purpose stand beside it, in
# <name>.differs: lines "ours<TAB>oracle's".
import difflib
import os
import re
import subprocess
import sys

from tap import CUPOLA, SOURCE, run_tests, test

ORACLE = "/usr/bin/python3"
FOLDER = os.path.join(SOURCE, "tests", "language", "objects")
ADDRESS = re.compile(r"0x[0-9a-f]+")


def run(command, path):
    environment = dict(os.environ, PYTHONHASHSEED="0")
    done = subprocess.run([*command, path], capture_output=True, text=True, timeout=120, env=environment)
    error = done.stderr.strip().splitlines()
    return ADDRESS.sub("0x", done.stdout).splitlines(), done.returncode, ADDRESS.sub("0x", error[-1]) if error else ""


def differences(path):
    side = path[:-3] + ".differs"
    if not os.path.exists(side):
        return {}
    with open(side) as lines:
        return dict(line.rstrip("\n").split("\t", 1) for line in lines if "\t" in line)


def compare(path):
    ours, oracle = run([CUPOLA, "run"], path), run([ORACLE], path)
    known = differences(path)
    mine = [known.get(line, line) for line in ours[0]]
    wrong = [line for line in difflib.unified_diff(oracle[0], mine, "python", "here", lineterm="", n=0) if line[:2] != "@@"]
    if ours[1] != oracle[1] or (oracle[1] and ours[2] != oracle[2]):
        wrong.append(f"ends with {ours[1:]!r} but Python with {oracle[1:]!r}")
    assert not wrong, "\n".join(wrong[:40])


def add(name):
    def check():
        compare(os.path.join(FOLDER, name + ".py"))
    check.__name__ = name
    test(check)


for file in sorted(os.listdir(FOLDER)):
    if file.endswith(".py") and (len(sys.argv) < 2 or any(word in file for word in sys.argv[1:])):
        add(file[:-3])
run_tests()
