# timeout: 600
"""The same lines under NumPy and under Cupola, output compared to the character.

Cases are the lines of cases/*.txt, those made by `generated` below and, on the host, those of random_calls.py. A line is an expression (its type and repr are
compared), or "setup: ..." statements for the lines that follow, or a call of print. Each file also runs a second time
with the device library under the name np (results are brought back with .get()); functions that it does not have are
skipped and counted. Numbers that differ in their last digits only are accepted where the difference is in rounding:
relative 1e-13 (1e-5 where a float32 or float16 is printed).

Differences on purpose are in differences.txt: "case => reason". With CUPOLA_TEST_DEVICE=cuda the device library runs on a GPU, whose own
differences are in ../gpu/differences_numpy.txt: "pattern => reason", or "pattern => within 1e-7: reason" where numbers must be that near.
CUPOLA_TEST_LIBRARY=numpy or cupy: with this library only. CUPOLA_TEST_JOBS=N: N programs run at a time.
"""

import functools
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import random_calls
from tap import CUPOLA, Skip, run_tests, test

HERE = Path(__file__).resolve().parent

HARNESS = r'''
import warnings
space = {'np': np}

def host(value):
    if LIBRARY == 'numpy':
        return value
    if isinstance(value, np.ndarray):
        value = value.get()
        return value[()] if value.ndim == 0 else value
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(host(item) for item in value)
    if isinstance(value, list):
        return [host(item) for item in value]
    return value

def text_of(value):
    text = repr(value)
    at = text.find(' at 0x')
    return text if at < 0 else text[:at]

def run(number, line):
    print('\x01' + str(number), end=' ')
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            if line.startswith('setup: '):
                exec(line[7:], space)
                result = 'done'
            else:
                value = host(eval(line, space))
                result = type(value).__name__ + ' ' + text_of(value)
        if caught:
            result += ' | ' + '; '.join(w.category.__name__ + ': ' + str(w.message) for w in caught)
    except Exception as error:
        result = type(error).__name__ + ': ' + str(error)
    print(result)

for number, line in enumerate(LINES):
    run(number, line)
print('\x02')
'''


def oracle():
    try:
        import numpy
    except ImportError:
        raise Skip('needs NumPy: it is the oracle')
    if int(numpy.__version__.split('.')[0]) < 2:
        raise Skip('needs NumPy 2')
    return sys.executable


def read_cases(path):
    return [line.rstrip('\n') for line in path.read_text().splitlines()
            if line.strip() and not line.startswith('#')]


def generated():
    """Products of operators, types and operands."""
    cases = {}
    types = ['bool', 'int8', 'uint8', 'int16', 'int32', 'int64', 'uint64', 'float16', 'float32', 'float64', 'complex64',
             'complex128']
    arrays = {'bool': '[True, False, True]', 'uint8': '[1, 2, 250]', 'uint64': '[1, 2, 3]'}
    lines = []
    for dtype in types:
        values = arrays.get(dtype, '[1, 2, 3]')
        lines.append(f"setup: {dtype}_ = np.array({values}, dtype='{dtype}'); {dtype}s = np.{dtype}(1)")
    binary = ['+', '-', '*', '/', '//', '%', '**', '==', '<', '&', '|', '<<']
    for operator in binary:
        for left in types:
            for right in types:
                lines.append(f'{left}_ {operator} {right}_')
    cases['arrays with arrays'] = lines
    lines = list(lines[:len(types)])
    for operator in binary:
        for left in types:
            for right in ['2', '1.5', '1j', 'True', 'np.float32(2)', 'np.int8(2)', 'np.float64(2)', 'np.uint8(2)']:
                lines.append(f'{left}_ {operator} {right}')
                lines.append(f'{right} {operator} {left}_')
    cases['arrays with scalars'] = lines
    lines = list(lines[:len(types)])
    for operator in binary:
        for left in types:
            for right in ['2', '1.5', '1j', 'True'] + [f'{t}s' for t in types]:
                lines.append(f'{left}s {operator} {right}')
                if not right.endswith('s'):
                    lines.append(f'{right} {operator} {left}s')
    cases['scalars with scalars'] = lines
    lines = list(lines[:len(types)])
    unary = ['sqrt', 'exp', 'log', 'sin', 'cos', 'tan', 'arctan', 'sinh', 'tanh', 'floor', 'ceil', 'abs', 'sign', 'square',
             'negative', 'isnan', 'isfinite', 'rint', 'conj', 'logical_not', 'invert', 'real', 'imag', 'angle']
    reductions = ['sum', 'prod', 'mean', 'std', 'var', 'min', 'max', 'argmin', 'argmax', 'any', 'all', 'cumsum', 'cumprod',
                  'sort', 'argsort', 'median', 'ptp', 'count_nonzero', 'unique', 'diff', 'nonzero']
    for name in unary + reductions:
        for dtype in types:
            lines.append(f'np.{name}({dtype}_)')
    for name in ['sum', 'prod', 'mean', 'min', 'max', 'argmax', 'any', 'cumsum', 'std', 'round', 'conj', 'copy', 'tolist',
                 'item', 'astype', 'nonzero', 'ravel', 'trace']:
        for dtype in types:
            argument = 'float' if name == 'astype' else ''
            lines.append(f'{dtype}_.{name}({argument})')
    for source in types:
        for target in types:
            lines.append(f"{source}_.astype('{target}')")
    cases['functions over types'] = lines
    lines = ["setup: x = np.arange(24).reshape(2, 3, 4); y = x * 1.5"]
    for axis in ['None', '0', '1', '2', '-1', '(0, 1)', '(0, 2)', '(0, 1, 2)', '3', '-4']:
        for name in ['sum', 'mean', 'max', 'std', 'prod', 'any', 'argmax', 'cumsum', 'sort', 'flip', 'median']:
            for array in 'xy':
                lines.append(f'np.{name}({array}, axis={axis})')
        lines.append(f'np.sum(x, axis={axis}, keepdims=True)')
    for index in ['0', '-1', '5', '1:', '::-1', '..., 0', ':, 1', '0, 1', '0, 1, 2', '0, :, 1:3', '[0, 1]', '[0], [1]',
                  'None', 'None, 0', ':, None', 'x > 5', ':, [0, 2]', '[[0, 1]]', '0, [0, 2]', '..., [0, 1]', '0, ..., 1',
                  '[1, 0], :, [1, 2]', '1.5', "'a'", '0, 0, 0, 0', '()', 'True', 'slice(None)', 'x[0, 0] > 1', '-3', '2:5',
                  ':, :, ::2', '0:0', '[], 0']:
        lines.append(f'x[{index}]')
        lines.append(f'y[{index}].shape')
    for shape in ['6, 4', '(6, 4)', '-1', '-1, 6', '4, -1', '2, 12', '5, 5', '-1, -1', '24, 1', '1, 24, 1', '2, 2, 2, 3']:
        lines.append(f'x.reshape({shape})')
        lines.append(f'y.T.reshape({shape})')
    cases['axes, indexes and shapes'] = lines
    lines = []
    for number in ['0.1', '1/3', '1e16', '123456789.123', '1e-7', '-2.5', '0.0', '1e22', '12345.678', '1e-300', '3.0',
                   'np.inf', '-np.nan', '5e-324', '0.30000000000000004', '100.0', '1e5', '99999.5']:
        for dtype in ['float64', 'float32', 'float16']:
            lines.append(f'np.{dtype}({number})')
            lines.append(f'str(np.{dtype}({number}))')
            lines.append(f'np.array([{number}], dtype=np.{dtype})')
            lines.append(f'np.array([{number}, 1.5], dtype=np.{dtype})')
            lines.append(f'np.array([{number}, 1000.25, -3], dtype=np.{dtype})')
        lines.append(f'np.array([{number} + 2j])')
        lines.append(f'np.array([[{number}, 1], [2, 3]])')
    cases['printed numbers'] = lines
    cases['random indexes'] = random_indexes(random.Random(7), 700)
    cases['random shapes'] = random_shapes(random.Random(11), 500)
    return cases


def random_index(chance, extent):
    kind = chance.randrange(9)
    if kind <= 1:
        return str(chance.randint(-extent - 1, extent))
    if kind <= 4:
        parts = ['' if chance.random() < 0.4 else str(chance.randint(-extent - 1, extent + 1)) for _ in range(2)]
        step = chance.choice(['', '', ':2', ':-1', ':-2', ':3'])
        return ':'.join(parts) + step
    if kind == 5:
        return 'None'
    if kind == 6:
        return '[' + ', '.join(str(chance.randint(-extent, extent - 1)) for _ in range(chance.randint(1, 3))) + ']'
    if kind == 7:
        return '[' + ', '.join(chance.choice(['True', 'False']) for _ in range(extent)) + ']'
    return '[[' + '], ['.join(str(chance.randint(-extent, extent - 1)) for _ in range(2)) + ']]'


def random_indexes(chance, count):
    """Reading and writing through every mixture of integers, slices, None, ..., lists and masks."""
    lines = ['setup: a = np.arange(5); b = np.arange(12).reshape(3, 4); c = np.arange(24.0).reshape(2, 3, 4)']
    shapes = {'a': [5], 'b': [3, 4], 'c': [2, 3, 4]}
    for _ in range(count):
        name = chance.choice('abc')
        extents = shapes[name][:chance.randint(1, len(shapes[name]))]
        items = [random_index(chance, extent) for extent in extents]
        if chance.random() < 0.2:
            items.insert(chance.randint(0, len(items)), '...')
        index = ', '.join(items)
        lines.append(f'{name}[{index}]')
        if chance.random() < 0.5:
            value = chance.choice(['-1', '2.5', '[7, 8]', '[[1], [2]]', f'{name}[{index}] * 2', '[]'])
            lines.append(f'setup: x = {name}.copy(); x[{index}] = {value}')
            lines.append('x')
    return lines


def random_shapes(chance, count):
    """Reductions, rearrangements and products over random shapes, strides and axes."""
    lines = []
    for number in range(count):
        shape = tuple(chance.randint(1, 4) for _ in range(chance.randint(1, 4)))
        other = tuple(chance.choice([1, extent]) for extent in shape[chance.randint(0, len(shape) - 1):])
        size = 1
        for extent in shape:
            size *= extent
        view = chance.choice(['', '.T', '[::-1]', '[..., ::-1]', '.swapaxes(0, -1)', ' * 1.5', " % 3", '.astype("f4")'])
        lines.append(f'setup: x = (np.arange({size}).reshape({shape}){view}); y = np.ones({other})')
        axis = chance.randint(-len(shape), len(shape) - 1)
        lines.extend(chance.sample([
            f'x.sum(axis={axis})', f'x.mean(axis={axis}, keepdims=True)', f'x.max(axis={axis})', f'np.cumsum(x, axis={axis})',
            f'np.sort(x, axis={axis})', f'np.argsort(x, axis={axis}, kind="stable")', f'x.argmax(axis={axis})',
            f'np.flip(x, axis={axis})', f'np.roll(x, 1, axis={axis})', f'np.concatenate([x, x], axis={axis})',
            f'np.stack([x, x], axis={axis})', f'np.repeat(x, 2, axis={axis})', f'np.expand_dims(x, {axis})',
            f'np.diff(x, axis={axis})', f'np.split(x, x.shape[{axis}], axis={axis})', f'np.take(x, [0], axis={axis})',
            'x.ravel()', 'x.ravel("F")', 'x.reshape(-1)', 'x.T', 'np.unique(x)', 'np.nonzero(x)', 'x.flatten("F")', 'x.strides',
            'x.copy().strides', 'x.std()', 'np.where(x > 2, x, -x)', 'x.tolist()', 'np.tile(x, 2)', 'x.squeeze()',
            'np.dot(x, x.T) if x.ndim == 2 else 0', 'np.matmul(x, np.swapaxes(x, -1, -2)) if x.ndim > 1 else 0', 'x.trace() if x.ndim > 1 else 0',
            'np.add(x, y) if x.ndim >= y.ndim and x.shape[x.ndim - y.ndim:] else 0', 'x * y[..., :1]', 'np.outer(x, y)',
            'np.pad(x, 1)[..., 0]', 'np.atleast_3d(x).shape', 'x[x > 3]', 'np.count_nonzero(x)', 'x.var(axis=0, ddof=0)'], 3))
    return lines


AHEAD = {}  # what CUPOLA_TEST_JOBS threads execute before it is asked for


def execute(command, lines, library):
    """The lines' results by number, whether the last was reached, and what the program complained of."""
    ahead = AHEAD.get((*command, library, *lines))
    return ahead.result() if ahead else execute_now(command, lines, library)


def execute_ahead(suites, libraries):
    """Begin what `check` will ask for, in its order."""
    pool = ThreadPoolExecutor(int(os.environ['CUPOLA_TEST_JOBS']))
    for library in libraries:
        for lines in (lines for name, lines in suites.items() if library == 'numpy' or name not in HOST_ONLY):
            for command, name in ([oracle()], 'numpy'), ([CUPOLA, 'run'], library), *[([CUPOLA, 'run'], 'numpy')] * (not is_pinned()):
                if (*command, name, *lines) not in AHEAD:
                    AHEAD[(*command, name, *lines)] = pool.submit(execute_now, command, lines, name)


def execute_now(command, lines, library):
    source = f'import {library} as np\nLIBRARY = {library!r}\nLINES = {lines!r}\n' + HARNESS
    with tempfile.NamedTemporaryFile('w', suffix='.py', delete=False) as file:
        file.write(source)
    environment = dict(os.environ, PYTHONHASHSEED='0')
    try:
        done = subprocess.run(command + [file.name], capture_output=True, text=True, timeout=300, env=environment,
                              errors='replace')
    finally:
        os.unlink(file.name)
    results = {}
    for part in done.stdout.split('\x01')[1:]:
        number, _, text = part.partition(' ')
        results[int(number)] = text.split('\x02')[0].rstrip('\n')
    finished = '\x02' in done.stdout
    return results, finished, done.stderr[-2000:]


NUMBER = re.compile(r'-?(?:\d+\.\d*|\.\d+|\d+)(?:e[+-]?\d+)?')


def nearly_equal(left, right, tolerance=None):
    """The same text but for last digits of floats, and the spaces that align them where digits differ."""
    if NUMBER.findall(left) == NUMBER.findall(right):
        return left == right
    if re.sub(r'\s+', '', NUMBER.sub('#', left)) != re.sub(r'\s+', '', NUMBER.sub('#', right)):
        return False
    least = tolerance or 1e-15
    tolerance = tolerance or (1e-5 if re.search('float32|complex64', left) else 2e-3 if 'float16' in left else 1e-13)
    if tolerance < 2e-8 and 'float64' not in left and 'array' in left and 'float' not in left and 'complex' not in left:
        tolerance = 2e-8  # eight digits are printed
    for a, b in zip(NUMBER.findall(left), NUMBER.findall(right)):
        if a == b:
            continue
        if '.' not in a and 'e' not in a:
            return False
        x, y = float(a), float(b)
        if abs(x - y) > tolerance * max(abs(x), abs(y)) and abs(x - y) > least:
            return False
    return True


USED, AGREED = set(), set()  # (row of differences.txt, library) where it explained something, (line, library) where there was nothing to explain


def differences():
    path = HERE / 'differences.txt'
    rows = path.read_text().partition('\n\n')[2].splitlines()
    return dict(row.split(' => ', 1) for row in rows if not row.startswith('program: '))


@functools.cache
def differences_on_cuda():
    """(pattern, tolerance or None, reason) of each row."""
    if os.environ.get('CUPOLA_TEST_DEVICE') != 'cuda':
        return []
    rows = []
    for line in (HERE.parent / 'gpu' / 'differences_numpy.txt').read_text().splitlines():
        if ' => ' in line:
            pattern, reason = line.split(' => ')
            near = re.match(r'within (\S+): ', reason)
            rows.append((re.compile(pattern), float(near.group(1)) if near else None, reason))
    return rows


def differs_on_cuda(line, want, got):
    """Does a row say that the line's answer may be this one on a GPU?"""
    return any(pattern.search(line) and (tolerance is None or nearly_equal(want, got, tolerance))
               for pattern, tolerance, _ in differences_on_cuda())


# What a device says otherwise than NumPy: its own exceptions, and functions that it does not have.
DEVICE_MISSING = re.compile(r"AttributeError: (module 'cupy|'ndarray' object has no|type object 'cupy|'Generator' object"
                            r"|'RandomState' object)|TypeError: Unsupported type <class '(list|tuple|str|NoneType)'>|TypeError: operand type\(s\) all"
                            r"|TypeError: Argument 'a' has incorrect type"
                            r"|TypeError: Only cupy arrays can be|TypeError: Implicit conversion to a NumPy array"
                            r"|NameError: name '(old|ctx)'")
# Attributes and questions whose answers tell where an array lies.
DEVICE_OWN = re.compile(r"\.(flags|data|ctypes|device|resize|setflags|__array_interface__|byteswap|searchsorted$)|^type\("
                        r"|isinstance|^(int|float)\(np.array\(\[|^np.(add|sin|divmod|__name__)$|^(dict|set)\(")


def as_on_device(text):
    """Truths and 0-d arrays of a device come back as NumPy's scalars."""
    text = re.sub(r'^bool np\.(True|False)_$', r'bool \1', text)
    found = re.match(r'ndarray array\(([^\[,]*)(, dtype=\w+)?\)$', text) or re.match(r'\w+ np\.\w+\((.*)\)$', text)
    return 'scalar ' + found.group(1).rstrip('.').removesuffix('.0') if found else text


@functools.cache
def is_pinned():
    """Are the oracle's NumPy and SciPy those that requirements.txt asks for?"""
    import numpy
    import scipy
    pins = (HERE.parent / 'requirements.txt').read_text()
    return f'numpy=={numpy.__version__};' in pins and f'scipy=={scipy.__version__};' in pins


def check(name, lines, library):
    expected, _, problem = execute([oracle()], lines, 'numpy')
    if len(expected) != len(lines) and not is_pinned():
        raise Skip(f'NumPy {__import__("numpy").__version__} itself stops after {len(expected)} of {len(lines)} lines')
    assert len(expected) == len(lines), f'the oracle stopped: {problem}'
    actual, finished, problem = execute([CUPOLA, 'run'], lines, library)
    # Beside another NumPy than ours, what it says otherwise than the host's arrays is its own matter; devices are held to the host.
    on_host = {} if is_pinned() else actual if library == 'numpy' else execute([CUPOLA, 'run'], lines, 'numpy')[0]
    known = differences()
    passed = skipped = 0
    failures = []
    for number, line in enumerate(lines):
        want, got = expected[number], actual.get(number, '(nothing)')
        if on_host.get(number, want) != want:
            if library == 'numpy':
                skipped += 1
                continue
            want = on_host[number]
        if library == 'cupy':
            wraps = want.startswith('IndexError: index') and '[' in line  # index arrays of a device wrap around
            if wraps or DEVICE_MISSING.match(got) or DEVICE_OWN.search(line) or 'random' in line:
                skipped += 1
                continue
            if re.match(r'\w+(Error|Warning): ', want) and re.match(r'\w+(Error|Warning): ', got):
                passed += 1
                continue
            want, got = as_on_device(want.split(' | ')[0]), as_on_device(got.split(' | ')[0])  # devices do not warn
        are_errors = re.match(r'\w+Error: ', want) and re.match(r'\w+Error: ', got)
        if name.startswith('random ') and are_errors:  # which complaint comes first is nobody's business
            want = got
        if name == 'scalars with scalars' and want.startswith('TypeError: ') and got.startswith('TypeError: '):
            want = got  # no // of complex numbers: NumPy words it one way or the other, by the pair of types
        want = want.removesuffix(' | RuntimeWarning: overflow encountered in cast') if ' | ' not in got else want
        exact = name.endswith(' calls') and name.removesuffix(' calls') not in random_calls.INEXACT
        if want == got or (not exact and nearly_equal(want, got)):
            passed += 1
            AGREED.add((line, library))
        elif line in known or f'{library}: {line}' in known:
            USED.update((one, library) for one in (line, f'{library}: {line}') if one in known)
            skipped += 1
        elif library == 'cupy' and differs_on_cuda(line, want, got):
            skipped += 1
        else:
            failures.append(f'{line}\n    want {want}\n    got  {got}')
    if not finished:
        failures.append(f'it stopped after {len(actual)} of {len(lines)} cases: {problem}')
    print(f'# {name} on {library}: {passed} agree, {len(failures)} differ, {skipped} skipped')
    if failures and os.environ.get('SHOW'):
        print('\n'.join('# ' + line for failure in failures for line in failure.splitlines()))
    assert not failures, f'{len(failures)} of {len(lines)} differ, first:\n' + '\n'.join(failures[:5])


def add_random_calls():
    for family in random_calls.FAMILIES:
        def case(family=family):
            check(f'{family} calls', random_calls.lines(family, 1, 120), 'numpy')
        case.__name__ = f'random_{family}_calls'
        test(case)


# cupy's numbers are XORWOW's; a device's memory is seen by nobody
HOST_ONLY = set('''
borders_and_gaps_host
busdays
core_corners_host
scipy_special_ufuncs
scipy_stats_resampling
corners_host
dates_and_records
dlpack
elements
errstate
host
masked
matrix
memmap
memory
nditer
orthogonal
owners
overrides
package
pickles
plain_files
poly1d
polynomials
quantiles_and_bins_host
random
random_distributions
recarrays
recfunctions
records
seldom
strides
lessons_host
nans_host
object_operators_host
small_functions_host
special_names_host
strings
subclasses
tables
text_and_objects
text_dates_random
text_files
'''.split())


def add_tests():
    suites = {path.stem: read_cases(path) for path in sorted((HERE / 'cases').glob('*.txt'))}
    suites.update(generated())
    libraries = [os.environ['CUPOLA_TEST_LIBRARY']] if 'CUPOLA_TEST_LIBRARY' in os.environ else ['numpy', 'cupy']
    if 'CUPOLA_TEST_JOBS' in os.environ:
        execute_ahead(suites, libraries)
    for library in libraries:
        for name, lines in suites.items():
            if library == 'cupy' and name in HOST_ONLY:
                continue
            def case(name=name, lines=lines, library=library):
                check(name, lines, library)
            case.__name__ = f'{name}_on_{library}'.replace(' ', '_').replace(',', '')
            test(case)


SILENT = """
import warnings
warnings.simplefilter('error')
import cupy as cp
x = cp.zeros(9000)
assert bool(cp.isnan((x / 0).sum())) and float((cp.log(x) + 1).max()) == -float('inf')
print(cp.zeros(3) / 0, cp.arange(3) // 0, cp.array([1e300]) * 1e300, cp.array([300.]).astype('float16') ** 2)
print(cp.array([1e10]).astype('float16'), cp.array([1e200, 1e200]).prod(), cp.array([1e200, 1e200]).cumprod(), cp.zeros(0).mean())
y = cp.ones(3)
cp.add.at(y, cp.array([0]), 1e308)
y *= cp.array([1e308, 2, 3])
print(y @ (y * 10))
"""


@test
def devices_tell_of_no_floating_point_errors():
    for eager in '0', '1':
        done = subprocess.run([CUPOLA, '-c', SILENT], env=dict(os.environ, CUPOLA_EAGER=eager), capture_output=True, text=True, timeout=100)
        assert done.returncode == 0 and 'Warning' not in done.stderr, done.stderr


HELD = """
import numpy, signal
x = numpy.arange(4)
signal.signal(signal.SIGALRM, lambda number, frame: x)
print(x.sum())
"""


@test
def arrays_that_a_handler_of_signals_holds_die_at_the_end():
    done = subprocess.run([CUPOLA, '-c', HELD], capture_output=True, text=True, timeout=100)
    assert (done.returncode, done.stdout) == (0, '6\n'), done


def no_difference_is_out_of_date():
    oracle()
    stale = [row for row in differences() if not any((row, library) in USED for library in ('numpy', 'cupy'))]
    assert not stale, '\n'.join(['rows of differences.txt that explain nothing:'] + stale)
    wide = [row for row, library in USED if (row, 'cupy' if library == 'numpy' else 'numpy') in AGREED]
    assert not wide, '\n'.join(['rows of differences.txt that hold for one of the libraries only, and do not say so:'] + wide)


if __name__ == '__main__':
    add_tests()
    if os.environ.get('CUPOLA_TEST_LIBRARY') != 'cupy':
        add_random_calls()
        if 'CUPOLA_TEST_LIBRARY' not in os.environ and not sys.argv[1:]:
            test(no_difference_is_out_of_date)
    run_tests()
