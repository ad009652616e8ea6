"""One side of a comparison: runs one program of the catalogue and tells what it took.

    work.py NAME SIZE FOLDER [cupy]

Prints the seconds of the first run; then, for each line of its input, those of one more. The result of the first run lies in
FOLDER/result-K.npy. With `cupy` the programs' np is cupy, inputs lie on the device and each run ends with its work done.
"""
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
name, size, folder = sys.argv[1:4]
on_device = sys.argv[4:] == ["cupy"]

import numpy
from names import PROGRAMS

program = PROGRAMS[name]
inputs = program.inputs(program.sizes[size])
if on_device:
    import cupy
    inputs = tuple(cupy.asarray(value) if isinstance(value, numpy.ndarray) else value for value in inputs)
    program.run.__globals__["np"] = cupy


def run():
    start = time.perf_counter()
    result = program.run(*inputs)
    if on_device:
        cupy.cuda.Device().synchronize()
    return result, time.perf_counter() - start


result, seconds = run()
for number, part in enumerate(result if isinstance(result, tuple) else (result,)):
    if on_device and isinstance(part, cupy.ndarray):
        part = part.get()
    numpy.save(os.path.join(folder, "result-%d.npy" % number), part)
print(seconds, flush=True)
del result
for line in sys.stdin:
    print(run()[1], flush=True)
