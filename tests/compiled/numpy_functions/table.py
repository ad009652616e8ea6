"""One line of a table a case: an expression over the arrays below, compiled by njit, and what it gives, printed.

{a,b} in a line makes a case for each; what stands before `;` are statements. Words of failures are printed for exceptions of Python's;
of numba's own, the class. A line that starts with `#` names the part of the table; a first argument names the part to run.
"""
import os
import re
import sys
import time

import numpy as np
from numba import njit

ARRAYS = {
    'b1': np.array([True, False, True, True, False]),
    'i1': np.array([5, -3, 9, 0, 2, -3, 7], np.int64),
    'j1': np.array([1, 2, 3, 5, 8], np.int64),
    'k1': np.array([4, 1, -2, 3], np.int32),
    'u1': np.array([7, 200, 3, 255, 3, 0], np.uint8),
    'g1': np.array([1.5, -2.25, 0.5, 8.0], np.float32),
    'f1': np.array([2.5, -1.0, 4.25, 0.0, 2.5, 10.0]),
    'h1': np.array([0.1, 0.4, 0.7, 0.9]),
    'n1': np.array([1.0, np.nan, 3.0, -2.0, np.nan, 5.5]),
    'v1': np.array([np.inf, -np.inf, np.nan, 1.0, -0.0]),
    'c1': np.array([1 + 2j, -3j, 2.5, 1 - 1j]),
    's1': np.arange(12.0)[::2],
    'r1': np.arange(9)[::-2],
    'e1': np.zeros(0),
    'x3': np.array([1.0, 2.0, 3.0]),
    'y3': np.array([-1.0, 0.5, 4.0]),
    'b2': np.array([[True, False, True], [False, False, False]]),
    'i2': np.array([[3, 1, 2], [9, 8, 7]], np.int64),
    'k2': np.array([[3, 1], [2, 6], [5, 4]], np.int32),
    'u2': np.array([[3, 1, 200], [9, 8, 7]], np.uint8),
    'g2': np.array([[1.5, 2.0], [-0.5, 4.0]], np.float32),
    'f2': np.array([[1.0, 2.5, -3.0], [4.0, 0.5, 6.0]]),
    'q2': np.array([[4.0, 1.0, 0.5], [1.0, 3.0, -1.0], [0.5, -1.0, 5.0]]),
    'a2': np.array([[1.0, 2.0, 0.0], [3.0, -4.0, 1.0], [2.0, 2.0, 6.0]]),
    'p2': np.asfortranarray(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])),
    's2': np.arange(24.0).reshape(4, 6)[::2, ::3],
    'c2': np.array([[1 + 1j, 2.0], [3j, 4 - 1j]]),
    'o2': np.array([[1.0, 2.0], [2.0, 4.0]]),
    'n2': np.array([[1.0, np.nan, -3.0], [np.nan, 0.5, 6.0]]),
    'i3': np.arange(24).reshape(2, 3, 4),
    'f3': np.arange(12.0).reshape(2, 3, 2) - 4,
}


def number(value):
    if isinstance(value, complex):
        return '(%s, %s)' % (number(value.real), number(value.imag))
    if isinstance(value, float):
        text = '%.11g' % value
        return '0' if text == '-0' or abs(value) < 1e-13 else text
    return repr(value)


def nested(value):
    return '[%s]' % ' '.join(map(nested, value)) if isinstance(value, list) else number(value)


def shown(value):
    if isinstance(value, np.ndarray):
        flags = value.flags
        layout = 'C' if flags.c_contiguous else 'F' if flags.f_contiguous else 'A'
        return '%s%s%s %s' % (value.dtype, value.shape, layout, nested(value.tolist()))
    if isinstance(value, (tuple, list)):
        return '%s(%s)' % (type(value).__name__, '; '.join(map(shown, value)))
    return '%s %s' % (type(value).__name__, number(value) if isinstance(value, (int, float, complex)) else value)


def expanded(line):
    found = re.search(r'\{([^{}:]*)\}', line)
    if not found:
        return [line]
    return [case for one in re.split(r',(?![^(]*\))', found[1]) for case in expanded(line[:found.start()] + one + line[found.end():])]


def run(case):
    names = sorted(set(re.findall(r'\b[a-z][123]\b', case)) & set(ARRAYS))
    *statements, last = case.split('; ')
    lines = ['def function(%s):' % ', '.join(names), *('    ' + one.replace(' \\n ', '\n    ') for one in statements), '    return ' + last]
    space = {'np': np}
    exec('\n'.join(lines) + '\n', space)
    given = [ARRAYS[name].copy() if ARRAYS[name].flags.c_contiguous or ARRAYS[name].flags.f_contiguous else ARRAYS[name] for name in names]
    try:
        return shown(njit(space['function'])(*given))
    except Exception as problem:
        name = type(problem).__name__
        return name if type(problem).__module__.startswith('numba') else '%s: %s' % (name, str(problem).split('\n')[0])


def main():
    wanted, part = sys.argv[1:], ''
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'cases.txt')) as file:
        for line in file.read().splitlines():
            if line.startswith('#'):
                part = line[1:].strip()
                print('#', part)
            elif line and (not wanted or part in wanted):
                for case in expanded(line):
                    start = time.perf_counter()
                    text = '%s -> %s' % (case, run(case))
                    print(text, flush=True)
                    if os.environ.get('TIMES'):
                        print('%8.1f ms  %s' % ((time.perf_counter() - start) * 1e3, case), file=sys.stderr)


main()
