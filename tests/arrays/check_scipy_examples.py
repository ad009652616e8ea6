"""The examples of the docstrings of what of SciPy is written in Python, run by Cupola."""

import subprocess

from tap import CUPOLA, run_tests, test

MODULES = ['scipy.fft._members', 'scipy.ndimage._members', 'scipy.ndimage._measure', 'scipy.signal._design', 'scipy.signal._filters',
           'scipy.signal._more', 'scipy.signal._spectral', 'scipy.signal._systems', 'scipy.signal.windows', 'scipy.special._members', 'scipy.special._mathieu', 'scipy.special._orthogonal',
           'scipy.linalg._update']
ELSEWHERE = ('sinc', 'LinAlgError', 'LinAlgWarning')

PROGRAM = r'''
import doctest, importlib, sys
import numpy as np
import scipy.fft as fft, scipy.linalg as linalg, scipy.ndimage as ndimage, scipy.signal as signal, scipy.special as special
from scipy.signal import windows
names = dict(np=np, fft=fft, linalg=linalg, ndimage=ndimage, signal=signal, special=special, windows=windows)
count = 0
module = importlib.import_module(sys.argv[1])
for name in module.__all__:
    value = getattr(module, name)
    members = [(name, value)]
    if isinstance(value, type) and value.__module__ == module.__name__:
        members += [(name + '.' + key, member) for key, member in vars(value).items() if callable(member) or isinstance(member, property)]
    for path, member in members:
        text = getattr(getattr(member, '__func__', member), '__doc__', None)
        if name in ELSEWHERE or not text or '>>>' not in text:
            continue
        case = doctest.DocTestParser().get_doctest(text, dict(names), path, None, 0)
        lines = []
        doctest.DocTestRunner(verbose=False).run(case, out=lines.append)
        count += 1
        if lines:
            print(''.join(lines))
print('examples:', count)
'''


def add(name):
    def examples():
        done = subprocess.run([CUPOLA, '-c', f'ELSEWHERE = {ELSEWHERE!r}\n' + PROGRAM, name], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr[-2000:]
        assert done.stdout.startswith('examples: ') and int(done.stdout.split()[1]) > 2, done.stdout[-3000:]
    examples.__name__ = 'examples_of_' + name.replace('.', '_')
    test(examples)


for module in MODULES:
    add(module)
run_tests()
