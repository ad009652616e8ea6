"""scipy.optimize beside SciPy's: programs of optimize/ run under both, their lines compared.

A line is "key : what came out": whole numbers (counts of iterations and calls) must be the same, others to 2e-5. Each program runs
behind optimize/problems.py, Moré's, Garbow's and Hillstrom's problems. optimize/chaotic.txt names the keys whose counts hang on the
last digit ("program key"): there SciPy's own change when the start moves by 1e-16. optimize/differences.txt: "program key => reason".
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tap import CUPOLA, Skip, run_tests, test

HERE = Path(__file__).resolve().parent / 'optimize'
NUMBER = re.compile(r'[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:e[+-]?\d+)?')


def output(command, name):
    source = (HERE / 'problems.py').read_text() + '\n' + (HERE / f'{name}.py').read_text()
    with tempfile.NamedTemporaryFile('w', suffix='.py') as file:
        file.write(source)
        file.flush()
        done = subprocess.run(command + [file.name], capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


ROUNDED = {'truncated': 0.0101}  # its places are rounded to two digits, and some lie between two


def near(left, right, least=1e-6):
    """The same words and whole numbers, and the other numbers near."""
    if NUMBER.sub('#', left) != NUMBER.sub('#', right):
        return False
    for a, b in zip(NUMBER.findall(left), NUMBER.findall(right)):
        if a != b:
            if not set('.e') & set(a + b):
                return False
            x, y = float(a), float(b)
            if abs(x - y) > 2e-5 * max(abs(x), abs(y)) + least:
                return False
    return True


def rows(file):
    path = HERE / file
    return path.read_text().splitlines() if path.exists() else []


def differences(name):
    """The keys of a program that are not compared."""
    keys = [row for row in rows('chaotic.txt')] + [row.split(' => ')[0] for row in rows('differences.txt')]
    return {row[len(name) + 1:] for row in keys if row.startswith(name + ' ')}


def add(name):
    def agrees():
        try:
            import scipy
        except ImportError:
            raise Skip('needs SciPy: it is the oracle')
        if tuple(map(int, scipy.__version__.split('.')[:2])) != (1, 17):
            raise Skip('needs SciPy 1.17, whose counts are compared')
        left_out = differences(name)
        want, got = output([sys.executable], name), output([CUPOLA, 'run'], name)
        assert len(want) == len(got), f'{len(want)} lines wanted, {len(got)} came: {got[-3:]}'
        pairs = [(a, b) for a, b in zip(want, got) if a.split(' : ')[0] not in left_out]
        wrong = [f'want {a}\n    got  {b}' for a, b in pairs if not near(a, b, ROUNDED.get(name, 1e-6))]
        print(f'# {name}: {len(pairs) - len(wrong)} agree, {len(wrong)} differ, {len(want) - len(pairs)} left out')
        assert not wrong, f'{len(wrong)} differ, first:\n    ' + '\n    '.join(wrong[:8])
    agrees.__name__ = f'{name}_as_under_scipy'
    test(agrees)


for program in sorted(HERE.glob('*.py')):
    if program.stem != 'problems':
        add(program.stem)
run_tests()
