"""One expression, timed: `work.py NAME` prints the least seconds of a call and the peak memory beyond what stood before, in
bytes. The same under CPython with NumPy and under Cupola."""
import sys
import time

import numpy as np


def memory(field):
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith(field))


def forget_peak():
    with open("/proc/self/clear_refs", "w", encoding="utf-8") as file:
        file.write("5")


def best(function, calls, rounds):
    for _ in range(3):
        result = function()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(calls):
            result = function()
        float(np.ravel(result)[0])
        times.append((time.perf_counter() - start) / calls)
    return min(times)


EXPRESSIONS = {
    "sin(x)*cos(y)+sqrt(z)": lambda x, y, z: np.sin(x) * np.cos(y) + np.sqrt(z),
    "((x-x.mean())**2).sum()": lambda x, y, z: ((x - x.mean()) ** 2).sum(),
    "x*2+y*3+z*4-1": lambda x, y, z: x * 2 + y * 3 + z * 4 - 1,
    "exp(-x*x/2)": lambda x, y, z: np.exp(-x * x / 2),
    "sqrt(x*x+y*y+z*z)": lambda x, y, z: np.sqrt(x * x + y * y + z * z),
    "where(x>y,x-y,y-x).max()": lambda x, y, z: np.where(x > y, x - y, y - x).max(),
    "x+y": lambda x, y, z: x + y,
    "x+y*z": lambda x, y, z: x + y * z,
}


def main():
    name, size = sys.argv[1], int(float(sys.argv[2]))
    x, y, z = (np.arange(size) % 1000 / (7.0 + i) + 0.5 for i in range(3))
    function = EXPRESSIONS[name]
    for array in (x, y, z):
        float(array[0])  # it is there, not pending
    forget_peak()
    before = memory("VmRSS")
    calls = max(1, 20000 // size)
    seconds = best(lambda: function(x, y, z), calls, 200 if size < 100000 else 12)
    print(seconds, memory("VmHWM") - before)


main()
