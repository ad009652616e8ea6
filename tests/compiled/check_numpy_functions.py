"""NumPy's functions in compiled code: what numba 0.68.1 printed for each line of a table, and what is printed here.

numpy_functions/numba.txt is numba's side: `python table.py >numba.txt` in that folder makes it anew. numpy_functions/different.txt has the
lines that differ, and why: `refused` is a function that is not there yet, and has to fail as one; others stand with their reason."""
import os
import subprocess

from tap import CUPOLA, SOURCE, run_tests, test

FOLDER = os.path.join(SOURCE, "tests", "compiled", "numpy_functions")


def outcomes(text):
    found = {}
    for line in text.splitlines():
        if " -> " in line:
            case, outcome = line.split(" -> ", 1)
            found[case] = outcome
    return found


def read(name):
    with open(os.path.join(FOLDER, name)) as file:
        return file.read()


ours = outcomes(subprocess.run([CUPOLA, "run", "table.py"], capture_output=True, text=True, timeout=280, cwd=FOLDER).stdout)
theirs = outcomes(read("numba.txt"))
different = dict(line.split(" :: ", 1) for line in read("different.txt").splitlines())


@test
def the_table_has_run_to_its_end():
    assert list(ours) == list(theirs), "other cases: %s" % sorted(set(ours) ^ set(theirs))[:5]


@test
def functions_give_what_numba_gives():
    wrong = [(case, theirs[case], ours.get(case)) for case in theirs if case not in different and ours.get(case) != theirs[case]]
    assert not wrong, "%d cases, the first: %s\n  numba: %s\n  here:  %s" % (len(wrong), *wrong[0])


@test
def what_is_refused_is_refused_by_a_typing_error():
    wrong = [case for case, reason in different.items() if reason == "refused" and ours[case] not in ("TypingError", "UnsupportedError")]
    assert not wrong, "no longer refused: %s" % wrong[:5]


@test
def no_row_of_differences_is_out_of_date():
    equal = [case for case in different if ours.get(case) == theirs.get(case)]
    assert not equal, "the same by now: %s" % equal[:5]


run_tests()
