"""Expressions of corners.txt: `GROUP NUMBER: EXPRESSION => value or complaint`, compared as the lines of cases.py are.

corners.py [SHARE/SHARES] [WORD...]: every so-manieth group only, or those whose names contain a word. A line `! reason` behind an
expression says why it differs on purpose; the reason comes behind the value.
"""
import itertools
import os
import re
import sys
import warnings

import cupy as cp
import cupyx
import cupyx.scipy.linalg
import cupyx.scipy.ndimage as ndi
import cupyx.scipy.signal as sig
import cupyx.scipy.sparse as sparse
import cupyx.scipy.special as special
import numpy as np

DIGITS = {"float16": 3, "float32": 5, "float64": 9, "complex64": 5, "complex128": 9}
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
FLOATS = ["float16", "float32", "float64"]
REDUCTIONS = ["sum", "prod", "mean", "var", "cumsum", "max", "argmax", "any"]
PLACES = re.compile(r"(?<= at 0x)[0-9a-f]+|\S+(?=\(\d+\): (?:catastrophic )?error: )")  # addresses, and files in which a text stood while it was compiled
KERNELS = r"""
extern "C" __global__ void scale(const float *x, float *y, float by, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) y[i] = x[i] * by;
}
extern "C" __global__ void sums(const float *x, float *y, int n) {
    extern __shared__ float part[];
    part[threadIdx.x] = threadIdx.x < n ? x[threadIdx.x] : 0.0f;
    __syncthreads();
    if (threadIdx.x == 0) y[0] = part[0] + part[1];
}
"""


def shown(x):
    if isinstance(x, (tuple, list)):
        return "(" + ", ".join(shown(item) for item in x) + ")"
    if not isinstance(x, cp.ndarray):
        return " ".join(repr(x).split())
    host = cp.asnumpy(x)
    name = str(host.dtype)
    if name in DIGITS:
        host = host.astype(np.complex128 if "complex" in name else np.float64)
        with np.printoptions(precision=DIGITS[name], threshold=60, edgeitems=3), np.errstate(all="ignore"):
            text = np.array2string(np.round(host, DIGITS[name]) + 0, separator=", ")
    else:
        text = np.array2string(host, separator=", ", threshold=60)
    return "%s %s %s" % (name, host.shape, " ".join(text.split()))


def changed(array, function):
    "The array after the function has changed it."
    function(array)
    return array


def several(function, *values):
    return [function(*one) for one in itertools.product(*values)]


def divided(x, y):
    return x // y, x % y


def width(dtype):
    return np.dtype(dtype).itemsize * 8


def seeded(function):
    cp.random.seed(11)
    return function()


def raw_value(text, *values, count=1, dtype="f4"):
    "What a kernel of one block writes; the text is its parameters, a semicolon and its body."
    out = cp.zeros(count, dtype)
    head, _, body = text.partition(";")
    cp.RawKernel('extern "C" __global__ void k(%s) { %s }' % (head, body), "k")((1,), (count,), (out, *values))
    return out


def raw_named(text, name, **more):
    x = cp.zeros(1, "f4")
    cp.RawKernel(text, name)((1,), (1,), (x, 2), **more)
    return x


def kernel_casts(to, of, dtype):
    end = "" if of == "double" else "f"
    numbers = ["0.0" + end + " / zero", "1.0" + end + " / zero", "-1.0" + end + " / zero"] + [one + end for one in ("3e9", "-3e9", "-1.5", "300.7", "1e20")]
    return raw_value("%s *o; %s zero = 1 - blockDim.x / 8, v[] = {%s}; o[threadIdx.x] = (%s)v[threadIdx.x];" % (to, of, ", ".join(numbers), to), count=8, dtype=dtype)


def no_memory():
    try:
        cp.zeros(10 ** 15)
    except cp.cuda.memory.OutOfMemoryError as error:
        return str(error).split(" (")[0]


def values():
    "What expressions name, made anew for each group."
    x, y = (cp.asarray(np.random.RandomState(seed).uniform(-4, 4, (7, 5)).astype("f4")) for seed in (3, 4))
    return dict(globals(), a=cp.arange(6).reshape(2, 3), b=cp.arange(4.0), s=cp.array(3.7), host=np.arange(3.0), x=x, y=y, code=KERNELS,
                multiply_add=cp.ElementwiseKernel("T x, T y", "T z", "z = x * y + T(1)", "multiply_add"),
                length=cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "length"))


def groups():
    name, lines = None, []
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "corners.txt"), encoding="utf-8") as file:
        for line in file:
            line = line.rstrip()
            if line.startswith("# "):
                if name:
                    yield name, lines
                name, lines = line[2:], []
            elif name and line.startswith("    "):
                lines[-1][0] += " " + line.strip()
            elif name and line.startswith("! "):
                lines[-1][1] = " " + line
            elif name and line:
                lines.append([line, ""])
    yield name, lines


def main():
    warnings.simplefilter("ignore")
    words = [word for word in sys.argv[1:] if "/" not in word]
    share, shares = [int(number) for number in next((word for word in sys.argv[1:] if "/" in word), "0/1").split("/")]
    for place, (name, lines) in enumerate(groups()):
        if place % shares != share or words and not any(word in name for word in words):
            continue
        known = values()
        for number, (line, reason) in enumerate(lines):
            try:
                text = shown(eval(line, known))
            except Exception as problem:
                text = "%s: %s" % (type(problem).__name__, str(problem).splitlines()[0] if str(problem) else "")
            text = PLACES.sub("...", text)
            if re.search(r"(Elementwise|Reduction)Kernel\(|fuse\(", line):  # the text that an expression becomes is not the same
                text = re.sub(r"\.\.\.\(\d+\)", "...", text)
            print("%s %d: %s => %s%s" % (name, number, line, text, reason), flush=True)


main()
