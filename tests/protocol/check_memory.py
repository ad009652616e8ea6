"""A kernel whose address space is limited, and cells that take all of it with small objects: each is told of, and others run."""
import resource
import sys

from tap import CUPOLA, report_skip, run_tests, test

try:
    from kernel_client import Kernel, results_of, states_of, text_of, types_of
except ImportError:
    report_skip("the kernel's memory", "the .venv is not there")
    sys.exit(0)

ROOM = 48 << 20  # bytes beyond what the kernel has when it is ready

CELLS = {
    "objects": "kept = None\nclass Node: pass\nwhile True:\n    node = Node(); node.next = kept; kept = node",
    "dict": "kept, i = {}, 0\nwhile True:\n    kept[i] = str(i); i += 1",
    "set": "kept, i = set(), 0\nwhile True:\n    kept.add((i,)); i += 1",
    "list": "kept = []\nwhile True: kept.append([kept])",
    "strings": "kept, i = [], 0\nwhile True: kept.append(str(i)); i += 1",
    "nested": "kept = []\nwhile True: kept = [kept]",
    "joined": "kept = ['x']\nwhile True: kept.append(kept[-1] + 'x' * 1000)",
}


def start():
    """Limited from the start, so that it reserves no region for all of its objects."""
    return Kernel(["/bin/sh", "-c", 'ulimit -v 4000000; exec "$CUPOLA" kernel -f {connection_file}'])


def limit(kernel, room=ROOM):
    kernel.execute("None")  # what the first cell reserves is there
    with open("/proc/%d/statm" % kernel.process.pid, encoding="ascii") as file:
        size = int(file.read().split()[0]) * resource.getpagesize()
    resource.prlimit(kernel.process.pid, resource.RLIMIT_AS, (size + room, size + room))


def is_sanitized():
    """Such a build reserves more than there is, and gives nothing back."""
    with open(CUPOLA, "rb") as file:
        return b"__asan_init" in file.read()


def run(kernel, code):
    reply, messages = kernel.execute(code, stop_on_error=False)
    assert states_of(messages) == ["busy", "idle"], types_of(messages)
    return reply, messages


def exhaust(kernel, code, error="MemoryError"):
    reply, messages = run(kernel, code)
    assert (reply["status"], reply.get("ename")) == ("error", error), reply
    assert types_of(messages) == ["status", "execute_input", "error", "status"], types_of(messages)
    assert reply["traceback"] and messages[2]["content"]["ename"] == error
    reply, messages = run(kernel, "print('here'); 6 * 7")
    assert reply["status"] == "ok" and text_of(messages) == "here\n" and results_of(messages) == ["42"], (reply, messages)


def make_test(name, code):
    def check():
        with start() as kernel:
            limit(kernel)
            exhaust(kernel, code)
            assert run(kernel, "kept = node = None")[0]["status"] == "ok"
    check.__name__ = "a cell takes all memory: %s" % name
    return test(check)


if is_sanitized():
    report_skip("the kernel's memory", "a sanitizer's build")
    sys.exit(0)
for cell in CELLS.items():
    make_test(*cell)


@test
def one_exhausting_cell_after_the_other_is_told_of():
    with start() as kernel:
        limit(kernel)
        for name, code in CELLS.items():
            exhaust(kernel, code.replace("kept", "kept_" + name))


@test
def a_cell_that_goes_on_after_memory_errors_is_told_of():
    with start() as kernel:
        limit(kernel)
        exhaust(kernel, "kept = []\nfor i in range(1000):\n    try:\n        while True: kept.append([i])\n"
                        "    except MemoryError: pass\n1 / 0", "ZeroDivisionError")


run_tests()
