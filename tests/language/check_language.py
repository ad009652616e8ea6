"""The same programs under CPython and under Cupola; what they print must be the same, to the character.

cases/*.py are whole programs. errors.txt holds short ones, between lines of `###`, that end with a traceback.
differences.txt names what differs on purpose, with the reason."""
# timeout: 600
import concurrent.futures
import os
import re
import signal
import subprocess

from tap import CUPOLA, SOURCE, run_tests, test

HERE = os.path.join(SOURCE, "tests", "language")
ORACLE = "/usr/bin/python3"


TIMEOUT = 90  # seconds; a program takes one or two


class Hung(Exception):
    """A program that did not end; its text says where its threads, and its children's, were."""


def where(group):
    """The threads of a process group: what each was called, and in which call of the system it waited."""
    lines = []
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.getpgid(int(process)) != group:
                continue
            for task in os.listdir("/proc/%s/task" % process):
                base = "/proc/%s/task/%s/" % (process, task)
                read = [open(base + name, errors="replace").read().strip().replace("\0", " ") for name in ("comm", "wchan", "syscall")]
                lines.append("process %s thread %s: %s" % (process, task, " ".join(read)))
        except OSError:
            pass  # it ended, or may not be looked at
    return "\n".join(lines)


def outcome(command, path, folder):
    process = subprocess.Popen(command + [path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder, start_new_session=True,
                               env=dict(os.environ, PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1", PYTHONIOENCODING="utf-8"))
    try:
        output, errors = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        threads = where(process.pid)
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        raise Hung("%s %s did not end within %d s; it had printed\n%s%s\n%s"
                   % (" ".join(command), path, TIMEOUT, output.decode(), errors.decode(), threads)) from None
    return output.decode(), errors.decode(), process.returncode


def oracle_outcome(path, folder):
    """CPython's own: a pool that it ends while processes work may wait for a lock that one of them held. Once more, then."""
    try:
        return outcome([ORACLE], path, folder)
    except Hung as hung:
        print("# once more:", str(hung).replace("\n", "\n# "))
        return outcome([ORACLE], path, folder)


def first_difference(ours, theirs):
    left, right = ours.splitlines(), theirs.splitlines()
    for number, (a, b) in enumerate(zip(left, right), 1):
        if a != b:
            return "line %d\n  here:   %s\n  python: %s" % (number, a, b)
    return "%d lines here, %d there; then %r" % (len(left), len(right), (left[len(right):] or right[len(left):])[:3])


# What a sanitizer build says when an allocation was too large; the program goes on with MemoryError.
SANITIZER_NOTE = re.compile(r"^==\d+==WARNING: AddressSanitizer failed to allocate .*\n", re.MULTILINE)


def compare(path, folder):
    ours, theirs = outcome([CUPOLA, "run"], path, folder), oracle_outcome(path, folder)
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
