"""The expressions of tests/gpu/corners.txt on emulated devices, beside the answers that CuPy gave on a GPU (tests/gpu/corners_cupy.txt).

That file is corners-cupy.txt of the last `tests/gpu/run --out FOLDER`. An expression marked "! reason" in corners.txt must differ.
"""
import os
import re
import subprocess

from tap import CUPOLA, SOURCE, report, report_skip, run_tests, test

FOLDER = os.path.join(SOURCE, "tests", "gpu")
NUMBER = re.compile(r"[-+]?\d+\.\d*(?:e[-+]\d+)?|[-+]?\d+\.?e[-+]\d+")


def answers(text):
    """{(group, expression): (value, reason)} of what corners.py prints."""
    found = {}
    for line in text.splitlines():
        if " => " in line:
            head, _, rest = line.partition(" => ")
            place, _, expression = head.partition(": ")
            value, _, reason = rest.partition(" ! ")
            found[place.rpartition(" ")[0], expression] = value.strip(), reason
    return found


def same(left, right):
    """Equal texts; what is computed may differ by as much as CUDA's functions do."""
    if left == right:
        return True
    if NUMBER.sub("#", left).split() != NUMBER.sub("#", right).split():
        return False
    tolerance = 2e-2 if "float16" in left else 2e-4 if "float32" in left or "complex64" in left else 1e-9
    pairs = zip(map(float, NUMBER.findall(left)), map(float, NUMBER.findall(right)))
    return all(abs(a - b) <= tolerance * max(1, abs(a)) for a, b in pairs)


@test
def cupys_answers():
    with open(os.path.join(FOLDER, "corners_cupy.txt"), encoding="utf-8") as file:
        theirs = answers(file.read())
    done = subprocess.run([CUPOLA, "run", os.path.join(FOLDER, "corners.py")], env=dict(os.environ, CUDA_VISIBLE_DEVICES=""),
                          capture_output=True, text=True, timeout=250)
    assert done.returncode == 0, done.stderr[-2000:]
    groups, unknown = {}, 0
    for (group, expression), (value, reason) in answers(done.stdout).items():
        agreed, differing = groups.setdefault(group, ([], []))
        if (group, expression) not in theirs:
            unknown += 1
            continue
        answer = theirs[group, expression][0]
        if same(answer, value) == (not reason):
            agreed.append(expression)
        else:
            differing.append("%s\n    CuPy:   %s\n    Cupola: %s%s" % (expression, answer, value, reason and "\n    but is to differ: " + reason))
    if unknown:
        report_skip("%d expressions" % unknown, "CuPy has not been asked yet")
    for group, (agreed, differing) in groups.items():
        if agreed or differing:
            report("%s: %d as CuPy or differing on purpose" % (group, len(agreed)), not differing, "\n".join(differing))


run_tests()
