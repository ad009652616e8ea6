"""Under ulimit -v: libraries that wait for ever, or end the process, where they get no memory; threads and pools that cannot start."""
import os
import subprocess
import sys
import tempfile

from tap import CUPOLA, report_skip, run_tests, test

try:
    from kernel_client import Kernel, results_of, text_of
except ImportError:
    report_skip("limited address space", "the .venv is not there")
    sys.exit(0)

LONG = bool(os.environ.get("CUPOLA_TEST_LONG"))
LIMITS = range(200000, 1000001, 10000 if LONG else 50000)  # KiB
ENOUGH = 400000  # for an answer
ALGEBRA = """import numpy as np
def answer(function, *given):
    try: return function(*given)
    except MemoryError: return None
a = np.arange(12.0).reshape(3, 4)
found = [answer(np.linalg.svd, a), answer(np.matmul, np.ones((200, 200)), np.ones((200, 200))), answer(np.fft.fft, np.arange(10007.0))]
print([kind is not None for kind in found], end=' ')
print(all(kind is None or good(kind) for kind, good in zip(found, (
    lambda svd: np.allclose(svd[0] * svd[1] @ svd[2][:3], a), lambda product: (product == 200).all(),
    lambda transform: np.allclose(transform[0], 10007 * 5003)))))
"""
POOLS = """import multiprocessing, threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
def square(x): return x * x
def ask(kind):
    try:
        with kind(2) as pool: return list(pool.map(square, range(5))) == [0, 1, 4, 9, 16]
    except (MemoryError, RuntimeError, OSError) as error: return type(error).__name__
if __name__ == '__main__':
    print([ask(kind) for kind in (ThreadPoolExecutor, multiprocessing.Pool, ProcessPoolExecutor)])
"""


def run(limit, path, *words):
    try:
        done = subprocess.run(["/bin/sh", "-c", 'ulimit -v %d; exec "$@"' % limit, "sh", CUPOLA, "run", path, *words],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)
    except subprocess.TimeoutExpired as error:
        raise AssertionError("%d KiB: it did not end: %r" % (limit, error.output)) from None
    return done.returncode, done.stdout, done.stderr


def script(folder, source):
    path = os.path.join(folder, "program.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    return path


with open(CUPOLA, "rb") as program:
    if b"__asan_init" in program.read():
        report_skip("limited address space", "a sanitizer's build reserves more than there is")
        sys.exit(0)


@test
def libraries_answer_or_lack_memory():
    with tempfile.TemporaryDirectory() as folder:
        path = script(folder, ALGEBRA)
        for limit in LIMITS:
            status, output, errors = run(limit, path)
            assert status == 0 and output.endswith("] True\n"), (limit, status, output, errors)
            assert limit < ENOUGH or output == "[True, True, True] True\n", (limit, output)


@test
def pools_answer_or_cannot_start():
    with tempfile.TemporaryDirectory() as folder:
        path = script(folder, POOLS)
        for limit in range(100000, 1000001, 10000) if LONG else (100000, 150000, 200000, 300000, 500000, 700000, 1000000):
            status, output, errors = run(limit, path)
            assert status == 0, (limit, status, output, errors)
            assert limit < 200000 or output == "[True, True, True]\n", (limit, output, errors)


@test
def a_kernel_answers_or_lacks_memory():
    for limit in LIMITS:
        with Kernel(["/bin/sh", "-c", 'ulimit -v %d; exec "$CUPOLA" kernel -f {connection_file}' % limit]) as kernel:
            reply, messages = kernel.execute("import numpy as np\nnp.linalg.svd(np.eye(3))[1].sum()")
            found = results_of(messages) or [reply.get("ename")]
            assert found in ([["np.float64(3.0)"], ["MemoryError"]] if limit < 500000 else [["np.float64(3.0)"]]), (limit, reply)
            reply, messages = kernel.execute("import multiprocessing\nwith multiprocessing.Pool(2) as pool: print(pool.map(abs, [-1, -2]))")
            found = text_of(messages) or reply.get("ename")
            assert found in ("[1, 2]\n", "RuntimeError", "MemoryError", "OSError") and (limit < 500000 or found == "[1, 2]\n"), (limit, reply)
            assert results_of(kernel.execute("6 * 7")[1]) == ["42"]
            kernel.client.shutdown()
            assert kernel.wait_for_exit(30) == 0, limit


run_tests()
