"""The same programs under CPython and under Cupola; what they print must be the same, to the character.

cases/*.py are whole programs. errors.txt holds short ones, between lines of `###`, that end with a traceback.
differences.txt names what differs on purpose, with the reason."""
# timeout: 600
import concurrent.futures
import os
import re
import subprocess

from tap import CUPOLA, SOURCE, run_tests, test

HERE = os.path.join(SOURCE, "tests", "language")
ORACLE = "/usr/bin/python3"


def outcome(command, path, folder):
    result = subprocess.run(command + [path], capture_output=True, timeout=120, cwd=folder,
                            env=dict(os.environ, PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1", PYTHONIOENCODING="utf-8"))
    return result.stdout.decode(), result.stderr.decode(), result.returncode


def first_difference(ours, theirs):
    left, right = ours.splitlines(), theirs.splitlines()
    for number, (a, b) in enumerate(zip(left, right), 1):
        if a != b:
            return "line %d\n  here:   %s\n  python: %s" % (number, a, b)
    return "%d lines here, %d there; then %r" % (len(left), len(right), (left[len(right):] or right[len(left):])[:3])


# What a sanitizer build says when an allocation was too large; the program goes on with MemoryError.
SANITIZER_NOTE = re.compile(r"^==\d+==WARNING: AddressSanitizer failed to allocate .*\n", re.MULTILINE)


def compare(path, folder):
    ours, theirs = outcome([CUPOLA, "run"], path, folder), outcome([ORACLE], path, folder)
    ours = (ours[0], SANITIZER_NOTE.sub("", ours[1]), ours[2])
    for name, a, b in zip(("stdout", "stderr", "status"), ours, theirs):
        if a != b:
            return "%s: %s" % (name, first_difference(a, b) if name != "status" else "%s, %s there" % (a, b))
    return None


def case_files():
    return sorted(name for name in os.listdir(os.path.join(HERE, "cases")) if name.endswith(".py"))


def make_case(name):
    def run():
        problem = compare(name, os.path.join(HERE, "cases"))
        assert not problem, problem
    run.__name__ = "cases/" + name
    return test(run)


for file in case_files():
    make_case(file)


@test
def uncaught_errors_look_the_same():
    import tempfile
    with open(os.path.join(HERE, "errors.txt"), encoding="utf-8") as file:
        blocks = [block.strip("\n") + "\n" for block in file.read().split("###\n") if block.strip()]
    problems = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for number, block in enumerate(blocks):
            with open(os.path.join(folder, "error_%03d.py" % number), "w", encoding="utf-8") as file:
                file.write(block)
        for number, problem in enumerate(pool.map(lambda n: compare("error_%03d.py" % n, folder), range(len(blocks)))):
            if problem:
                problems.append("%s\n%s" % (blocks[number], problem))
    assert not problems, "%d of %d differ\n%s" % (len(problems), len(blocks), "\n".join(problems[:20]))


run_tests()
