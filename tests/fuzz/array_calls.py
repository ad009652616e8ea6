#!/usr/bin/env python3
"""Searches for calls of array functions that bring a process down.

    tests/fuzz/array_calls.py [--cupola PROGRAM] [--seconds N | --count N] [--seed N] [--findings FOLDER] [--modules WORD...]

Every public callable of numpy, scipy and cupy (on emulated devices), every method of an array, operators and indices are called with
what they were not made for: types, shapes, strides, overlapping outputs, objects that lie about themselves. What comes of a call does not
matter, as long as it is a result or an exception. Best under a build with sanitizers. A finding (a crash, a sanitizer's report, a call that
no alarm ends) is written to the folder with its report; its seed makes it again: --seed N --count 1."""
import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
CALLS = 150      # in a program
CALL_SECONDS = 3  # after which an alarm ends a call
LIMIT = 120      # seconds of a program

MODULES = """numpy numpy.linalg numpy.fft numpy.random numpy.ma numpy.char numpy.strings numpy.polynomial numpy.polynomial.polynomial
numpy.polynomial.chebyshev numpy.lib.stride_tricks numpy.lib.recfunctions numpy.rec numpy.testing scipy.linalg scipy.fft scipy.signal
scipy.signal.windows scipy.ndimage scipy.special scipy.stats scipy.optimize scipy.interpolate scipy.integrate scipy.sparse
scipy.sparse.linalg scipy.spatial scipy.spatial.distance scipy.fftpack cupy cupy.linalg cupy.fft cupy.random cupy.cuda cupyx
cupyx.scipy.ndimage cupyx.scipy.signal cupyx.scipy.special cupyx.scipy.linalg cupyx.scipy.sparse cupyx.scipy.fft""".split()

# What ends or changes the process itself, waits for somebody, or takes its time by design.
LEFT_OUT = set("""exit test run_tests show_config input get_include deprecate source info lookfor benchmark profile measure setbufsize
runtests set_workers differential_evolution basinhopping dual_annealing shgo brute""".split())

PRELUDE = '''
import importlib, itertools, signal, sys, warnings
import numpy as np
warnings.simplefilter('ignore')
np.seterr(all='ignore')


class Alarm(BaseException):
    pass


def ring(*_):
    raise Alarm


signal.signal(signal.SIGALRM, ring)


class Lying:
    shape = (3, -1)
    dtype = 'f8'
    ndim = 5

    def __len__(self):
        return 2**40

    def __getitem__(self, at):
        if at == 3:
            raise IndexError
        return at

    def __index__(self):
        return 2**62


class Shrinking(list):
    def __getitem__(self, at):
        self.clear()
        return 1.0

    def __iter__(self):
        while self:
            yield self.pop()


class Arrayish:
    def __init__(self, result):
        self.result = result

    def __array__(self, dtype=None, copy=None):
        return self.result


class Sub(np.ndarray):
    def __array_finalize__(self, other):
        self.note = getattr(other, 'note', 1)


class Reshaping:
    """Changes an array while it is looked at."""

    def __init__(self, array):
        self.array = array

    def __float__(self):
        try:
            self.array.resize(1, refcheck=False)
        except Exception:
            pass
        return 1.0

    def __index__(self):
        self.__float__()
        return 1


def outer(text, *values):
    """One call: its exceptions are nobody's concern."""
    signal.setitimer(signal.ITIMER_REAL, CALL_SECONDS)
    try:
        result = eval(text, globals())
        repr(result)[:1000]
    except Alarm:
        pass
    except Exception as problem:
        str(problem)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def module(name):
    return importlib.import_module(name)
'''

DTYPES = """'?' 'i1' 'u1' 'i2' 'u2' 'i4' 'u4' 'i8' 'u8' 'f2' 'f4' 'f8' 'c8' 'c16' 'U3' 'S2' 'M8[D]' 'm8[s]' 'O' '>i4' '>f8' 'V4'
[('a','i4'),('b','f8')] float int None 'U0' 'S0' ('f4',(2,)) bool object""".replace("\n", " ").split(" ")
SHAPES = "() (0,) (1,) (2,) (3,) (7,) (2,3) (3,2) (3,3) (0,3) (2,0) (1,4) (2,3,4) (1,1,1) (2,1,2,2) (5,5) (64,) (300,) (20,30)".split()
VIEWS = ["", "", "", "", "[::-1]", "[::2]", ".T", "[..., None]", "[1:]", "[:0]", ".ravel()", "[..., ::-2]", ".view(Sub)", ".astype('O')",
         ".byteswap().view()", "[...]"]
NUMBERS = ["0", "1", "-1", "2", "3", "5", "-7", "0.5", "-2.5", "1e300", "float('nan')", "float('inf')", "2**31", "2**63-1", "-2**63", "2**64", "2**70",
           "1j", "True", "np.float32(2)", "np.int8(-128)", "np.uint64(2**63)", "np.datetime64('2020-01-01')", "np.timedelta64(5,'D')",
           "np.bool_(True)", "np.str_('a')", "np.float16(1)", "10**30"]
OBJECTS = ["None", "'a'", "'same'", "'full'", "'float64'", "b'xy'", "...", "np.newaxis", "slice(None)", "slice(-1, None, -2)", "{}", "{'a': 1}", "set([1])", "[]", "[1, 2]",
           "[[1, 2], [3]]", "[[1., 2.], [3., 4.]]", "(1, 2)", "(0, 1)", "(-1,)", "[None, 1]", "['a', 'bc']", "range(4)", "iter([1, 2, 3])", "(v for v in [1, 2])",
           "len", "lambda *v: 1", "lambda v: v", "lambda v: None", "np.add", "np.sin", "np.float64", "int", "Lying()", "Shrinking([1, 2, 3, 4])",
           "Arrayish(np.ones(3))", "Arrayish([1])", "Arrayish(None)", "Reshaping(shared)", "[Reshaping(shared), 2.0]", "memoryview(b'abcd')", "bytearray(b'abcdefgh')",
           "np.ma.masked", "np.ma.array([1., 2, 3], mask=[0, 1, 0])", "np.matrix([[1, 2], [3, 4]])", "np.rec.array([(1, 2.)], dtype=[('a', 'i4'), ('b', 'f8')])",
           "np.random.RandomState(3)", "np.random.default_rng(3)", "np.dtype('f8')", "np.s_[::2, 1]", "Ellipsis", "shared", "shared[::-1]", "shared[1:]", "nested",
           "np.broadcast_to(np.float64(3), (4, 5))", "np.lib.stride_tricks.as_strided(np.arange(6.), (3, 3), (8, 8))"]
KEYWORDS = """axis axis axis axes out out dtype dtype keepdims where order mode size n k copy casting initial ndmin subok method weights bins range
fill_value side sorter return_index return_inverse return_counts equal_nan axisa axisb offset indices_or_sections shape strides ddof rowvar full p s
norm norms origin cval structure output labels index prefilter sigma truncate kernel_size boundary fillvalue window fs nperseg lower check_finite
overwrite_a hermitian compute_uv rcond tol device a b x y x0 args like""".split()
METHODS = """all any argmax argmin argpartition argsort astype byteswap choose clip compress conj copy cumprod cumsum diagonal dot dump dumps fill flatten
getfield item max mean min nonzero partition prod ptp put ravel repeat reshape resize round searchsorted setfield setflags sort squeeze std sum swapaxes
take tobytes tofile tolist trace transpose var view __getitem__ __setitem__ __contains__ __array__ __array_wrap__ __reduce__ __setstate__ __copy__
__deepcopy__ __iadd__ __imatmul__ __ipow__ __divmod__ __matmul__ __pow__ __index__ __int__ __float__ __complex__ __len__ __iter__""".split()
OPERATORS = "+ - * / // % ** @ & | ^ << >> == != < <= > >= and or".split()


class Writer:
    """Texts of calls from random numbers."""

    def __init__(self, seed, names):
        self.random = random.Random(seed)
        self.names = names

    def array(self):
        r = self.random
        library = "module('cupy')" if self.on_device and r.random() < .5 else "np"
        dtype, shape, view = r.choice(DTYPES), r.choice(SHAPES), r.choice(VIEWS)
        size = "int(np.prod(%s))" % shape
        text = r.choice(["np.arange(%s).reshape(%s).astype(%s)" % (size, shape, dtype), "np.zeros(%s, %s)" % (shape, dtype), "np.ones(%s, %s)" % (shape, dtype),
                         "np.random.RandomState(%d).rand(*%s)" % (r.randrange(9), shape), "(np.random.RandomState(1).rand(*%s) * 200 - 100).astype(%s)" % (shape, dtype),
                         "np.full(%s, %s)" % (shape, r.choice(NUMBERS)), "np.empty(%s, %s)" % (shape, dtype)])
        text = "(%s)%s" % (text, view)
        return "module('cupy').asarray(%s)" % text if library != "np" else text

    def value(self):
        kind = self.random.random()
        if kind < .5:
            return self.array()
        if kind < .75:
            return self.random.choice(NUMBERS)
        if kind < .8:
            return self.random.choice(DTYPES)
        if kind < .85:
            return self.random.choice(SHAPES)
        if kind < .88:
            return "[%s]" % ", ".join(self.value() for _ in range(self.random.randrange(4)))
        return self.random.choice(OBJECTS)

    def arguments(self, most):
        r = self.random
        texts = [self.value() for _ in range(r.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5][:most]))]
        words = {r.choice(KEYWORDS) for _ in range(r.choice([0, 0, 0, 0, 1, 1, 2]))}
        return ", ".join(texts + ["%s=%s" % (word, self.keyword_value(word)) for word in sorted(words)])

    def keyword_value(self, word):
        r = self.random
        if word in ("axis", "axes") and r.random() < .7:
            return r.choice(["0", "1", "-1", "None", "(0, 1)", "(0, 0)", "5", "()"])
        if word == "dtype" and r.random() < .8:
            return r.choice(DTYPES)
        if word == "out" and r.random() < .5:
            return r.choice(["shared", "shared[::-1]", "(shared,)", "shared[1:]"])
        if word in ("keepdims", "full", "copy", "subok") and r.random() < .8:
            return r.choice(["True", "False"])
        return self.value()

    def call(self):
        r = self.random
        kind = r.random()
        self.on_device = False
        if kind < .62:
            place, name = r.choice(self.names)
            self.on_device = place.startswith("cupy")
            text = "module(%r).%s(%s)" % (place, name, self.arguments(11))
            if r.random() < .15:
                text = "(%s).%s(%s)" % (text, r.choice(METHODS), self.arguments(5))
            return text
        self.on_device = r.random() < .2
        if kind < .8:
            return "(%s).%s(%s)" % (self.array(), r.choice(METHODS), self.arguments(6))
        if kind < .87:
            return "(%s) %s (%s)" % (self.value(), r.choice(OPERATORS), self.value())
        if kind < .94:
            return "(%s)[%s]" % (self.array(), ", ".join(self.value() for _ in range(r.choice([1, 1, 2, 3]))))
        if kind < .97:
            return "(%s).__setitem__((%s), %s)" % (self.array(), ", ".join(self.value() for _ in range(r.choice([1, 1, 2]))), self.value())
        return "np.%s.%s(%s)" % (r.choice("add multiply maximum logical_and power arctan2 floor_divide equal left_shift divmod matmul".split()),
                                 r.choice("reduce accumulate reduceat outer at".split()), self.arguments(6))


def program(seed, names):
    writer = Writer(seed, names)
    lines = [PRELUDE.replace("CALL_SECONDS", str(CALL_SECONDS)), "shared = np.arange(12.)", "nested = np.empty(2, object); nested[0] = nested"]
    for number in range(CALLS):
        text = writer.call()
        lines.append("sys.stderr.write(%r); sys.stderr.flush()" % ("@%d %s\n" % (number, text)))
        lines.append("outer(%r)" % text)
        if number % 20 == 19:
            lines.append("shared = np.arange(12.)")
    return "\n".join(lines) + "\nsys.stderr.write('@end\\n')\n"


NAMES = '''
import importlib, warnings
warnings.simplefilter('ignore')
for place in %r:
    try:
        module = importlib.import_module(place)
    except ImportError:
        continue
    for name in sorted(dir(module)):
        if not name.startswith('_') and callable(getattr(module, name, None)):
            print(place, name)
'''


def execute(cupola, text, folder):
    """(return code or None when it did not end, what it printed to stderr)"""
    with tempfile.NamedTemporaryFile("w", suffix=".py", dir=folder, delete=False) as file:
        file.write(text)
    environment = dict(os.environ, HOME=folder, XDG_CACHE_HOME=folder, OMP_NUM_THREADS="2")
    options = "allocator_may_return_null=1:max_allocation_size_mb=1500:detect_leaks=0:handle_abort=1"
    environment["ASAN_OPTIONS"] = options + ":" + environment.get("ASAN_OPTIONS", "")
    environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1:" + environment.get("UBSAN_OPTIONS", "")
    process = subprocess.Popen([cupola, "run", file.name], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True)
    try:
        errors = process.communicate(timeout=LIMIT)[1]
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        errors, code = process.communicate()[1], None
    os.unlink(file.name)
    return code, errors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cupola", default=os.path.join(SOURCE, "build", "cupola"))
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", default="findings")
    parser.add_argument("--modules", nargs="*", default=[])
    options = parser.parse_args()
    cupola = os.path.abspath(options.cupola)
    places = [place for place in MODULES if not options.modules or any(word in place for word in options.modules)]
    with tempfile.TemporaryDirectory() as folder:
        listing = os.path.join(folder, "names.py")
        with open(listing, "w") as file:
            file.write(NAMES % (places,))
        answer = subprocess.run([cupola, "run", listing], capture_output=True, text=True, check=True)
        names = [tuple(line.split()) for line in answer.stdout.splitlines()]
        names = [(place, name) for place, name in names if name not in LEFT_OUT]
        start, done, found = time.monotonic(), 0, 0
        while done < options.count if options.count else time.monotonic() - start < (options.seconds or 60):
            seed = options.seed + done
            text = program(seed, names)
            code, errors = execute(cupola, text, folder)
            done += 1
            if code is not None and errors.rstrip().endswith("@end") and "runtime error:" not in errors and "ERROR: " not in errors:
                continue
            found += 1
            os.makedirs(options.findings, exist_ok=True)
            at = [line for line in errors.splitlines() if line.startswith("@")]
            path = os.path.join(options.findings, "%d.txt" % seed)
            with open(path, "w") as file:
                file.write("seed %d, %s\n%s\n" % (seed, "it did not end" if code is None else "return code %d" % code, at[-1] if at else "no call"))
                file.write("\n".join(line for line in errors.splitlines() if not line.startswith("@")) + "\n")
            print("seed %d: %s: %s" % (seed, "did not end" if code is None else "code %d" % code, at[-1][:300] if at else "before any call"), flush=True)
        print("%d programs of %d calls over %d names in %d s, %d findings" % (done, CALLS, len(names), time.monotonic() - start, found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
