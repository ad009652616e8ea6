"""The product of two matrices of 15000 x 15000 float32, as CUPY_TF32 has it: its time, and how far it is from the product in float64
(the largest of a hundred rows, relative to the largest element)."""
import os
import time

import cupy as cp

name = "matmul 15000 float32, CUPY_TF32=%s" % os.environ.get("CUPY_TF32", "0")
cp.random.seed(42)
X = cp.random.randn(15000, 15000, dtype=cp.float32)
times = []
for _ in range(4):
    start = time.perf_counter()
    Y = cp.matmul(X, X)
    cp.cuda.Stream.null.synchronize()
    times.append(time.perf_counter() - start)
exact = X[:100].astype("float64") @ X.astype("float64")
print("%-40s %.3e" % (name, sorted(times)[1]))
print("%-40s %.3e" % (name + " error", float(abs(Y[:100] - exact).max() / abs(exact).max())))
