"""One work, timed on request: the same under CPython with NumPy and under Cupola.

`work.py NUMBER FOLDER` prepares the row of that number, does the work once and prints the peak memory beyond what stood before
it, in bytes, and a checksum; the result's samples go to FOLDER. Each line of its input then asks for a measurement: the answer is the
seconds of one time through.
"""
import os
import sys
import time
import zlib

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rows import ROWS

LEAST = 0.002  # seconds that a measurement lasts at least

FUNCTION = """
def measure(count):
    from time import perf_counter
    start = perf_counter()
    for _ in range(count):
        {statement}
    look(r)
    return perf_counter() - start, r
"""


def memory(field):
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(field))


def forget_peak():
    with open("/proc/self/clear_refs", "w", encoding="utf-8") as file:
        file.write("5")


def look(result):
    """Nothing may be pending behind the clock's back."""
    result = result[0] if isinstance(result, tuple) else result
    if result is not None:
        np.ravel(result)[-1:].tolist()




def main():
    _, _, _, preparation, expression, comparison = ROWS[int(sys.argv[1])]
    names = {"np": np, "look": look}
    exec(preparation, names)
    for name in list(names):
        if isinstance(names[name], np.ndarray):
            look(names[name])
    statement = expression + "; r = None" if " = " in expression else "r = " + expression
    exec(FUNCTION.format(statement=statement), names)
    measure = names["measure"]
    forget_peak()
    before = memory("VmRSS")
    seconds, result = measure(1)
    peak = memory("VmHWM") - before
    compared = np.ascontiguousarray(eval(comparison[2:], names, {"r": result}))
    checksum = zlib.crc32(compared.tobytes()) if comparison.startswith("=") else 0
    np.save(os.path.join(sys.argv[2], "sample.npy"), compared.ravel()[::max(1, compared.size // 4096)])
    result = compared = None
    count = 1
    while seconds < LEAST:
        count = max(count + 1, min(count * 10, int(count * LEAST / max(seconds, 1e-9) * 1.2)))
        seconds, result = measure(count)
        result = None
    print(peak, checksum, flush=True)
    for _ in sys.stdin:
        seconds, result = measure(count)
        result = None
        print(seconds / count, flush=True)


main()
