"""What the first call of an expression waits for, with a cache of compiled kernels that was empty when the program began: `name
seconds` lines, the same under CuPy and under Cupola. The pause is the reader's between the first cell and the next: Cupola fills its
cache meanwhile, in processes beside the session."""
import sys
import time

import cupy as cp

stream = cp.cuda.Stream.null
x = cp.linspace(0.0, 1.0, 1000)
y = x + x
stream.synchronize()
time.sleep(float(sys.argv[1]) if len(sys.argv) > 1 else 0)


def first(name, function):
    start = time.perf_counter()
    result = function()
    stream.synchronize()
    print("%-32s %.3e" % (name, time.perf_counter() - start))
    return result


first("first x+y again", lambda: x + y)
first("first x*2", lambda: x * 2)
first("first sin(x)*cos(y)+sqrt(x)", lambda: cp.sin(x) * cp.cos(y) + cp.sqrt(x))
first("first (x-y)*(x+y)", lambda: (x - y) * (x + y))
first("first (x-y)*x+y*2, parts known", lambda: (x - y) * x + y * 2)
first("first x.sum()", lambda: x.sum())
first("first ((x-x.mean())**2).sum()", lambda: ((x - x.mean()) ** 2).sum())
