"""Programs give the same whether their operations are put off and fused or done at once.

random_programs.py makes them; each run is one script under CUPOLA_EAGER=1 and under CUPOLA_LAZY=1, where even two elements
are put off. CUPOLA_LAZY_PROGRAMS says how many (the long check sets 100,000)."""

import os
import subprocess
import tempfile

import random_programs
from tap import CUPOLA, run_tests, test

COUNT = int(os.environ.get("CUPOLA_LAZY_PROGRAMS", "3000"))
BATCH = 1000


def run(path, mode):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CUPOLA_")}
    environment.update({"PYTHONHASHSEED": "0", mode: "1"})
    return subprocess.run([CUPOLA, "run", path], env=environment, capture_output=True, text=True)


def sections(output):
    return {part.split("\n", 1)[0]: part for part in output.split("\n# ")}


def compare(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "programs.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        eager, lazy = run(path, "CUPOLA_EAGER"), run(path, "CUPOLA_LAZY")
    assert eager.returncode == 0, eager.stderr[-2000:]
    assert lazy.returncode == 0, lazy.stderr[-2000:]
    expected, found = sections("\n" + eager.stdout), sections("\n" + lazy.stdout)
    different = [name for name in expected if expected[name] != found.get(name)]
    assert not different, "programs %s differ; the first: at once:\n%s\nput off:\n%s" % (
        different[:10], expected[different[0]], found.get(different[0]))
    assert eager.stderr == lazy.stderr, lazy.stderr[-2000:]
    return len(expected)


def random_programs_agree():
    for first in range(0, COUNT, BATCH):
        count = min(BATCH, COUNT - first)
        assert compare(random_programs.script(first, count)) == count + 1


CASES = {
    "warnings have the line of their operation, and come before what is printed later": """
import numpy as np, sys
sys.stderr = sys.stdout
x = np.zeros(9000)
y = 1 / x
z = y + 1
print('after')
w = np.log(x - 1)
del w
print('end')
""",
    "an operand that is overwritten was read before": """
import numpy as np
x = np.arange(9000.)
y = x * 2
v = x[::-1]
z = v + 1
x[:] = 0
print(y[:3], z[:3])
a = np.ones(9000)
b = a + 1
a += b
c = a[1:] * 3
a[:-1] = c
a.sort()
print(a.sum(), b.sum(), c.sum())
memory = bytearray(72000)
m = np.frombuffer(memory)
n = m + 1
memory[7] = 64
print(n[0], (m + 1)[0])
""",
    "errstate belongs to the operations within": """
import numpy as np, sys
sys.stderr = sys.stdout
x = np.zeros(9000)
with np.errstate(all='ignore'):
    y = 1 / x
z = 1 / x
print(y[0], z[0])
try:
    with np.errstate(divide='raise'):
        y = 1 / x
        print('not here')
except FloatingPointError as error:
    print(error)
""",
    "a filter that raises makes operations run at once": """
import numpy as np, warnings
x = np.zeros(9000)
with warnings.catch_warnings():
    warnings.simplefilter('error')
    try:
        y = 1 / x
    except RuntimeWarning as error:
        print('here', error)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    y = 1 / x
print(len(caught))
""",
    "views, reductions and axes": """
import numpy as np
a = np.arange(12000.).reshape(100, 120) / 7
b = a * 2 + 1
t = b.T
print(t[:2, :3], b.sum(), b.sum(axis=0)[:3], b.sum(axis=1)[:3], (b - 1).mean(), (a * 3).max(axis=0)[:4], (a - 50).min(axis=1)[:2])
print(((a - a.mean()) ** 2).sum(), a.var(), (a > 5).sum(), (a > 5).any(), (a * 0).all(), (a[:, ::2] * a[:, 1::2]).sum())
d = a - a.mean(axis=0)
e = (d * d).sum(axis=0) / 99
print(np.allclose(e, a.var(axis=0, ddof=1)), d.shape, (d.T * 2).sum(axis=1)[:3])
i = np.arange(9000) % 7
print((i * i).sum(), (i + 1).prod() % 5, (i & 3).max(), (i == 3).sum(), (i * 2).mean())
""",
    "an interrupt leaves what is pending to be computed later": """
import numpy as np, signal, os
x = np.arange(3_000_000.) / 1000
y = x
for k in range(20):
    y = np.sin(y) + x
try:
    signal.raise_signal(signal.SIGINT)
    print(y[0])
except KeyboardInterrupt:
    print('interrupted')
z = x
for k in range(20):
    z = np.sin(z) + x
print(bool((y == z).all()))
""",
}


def add_tests():
    random_programs_agree.__doc__ = "%d random programs" % COUNT
    test(random_programs_agree)
    for title, source in CASES.items():
        def agree(source=source):
            compare(source)
        agree.__doc__ = title
        test(agree)


if __name__ == "__main__":
    add_tests()
    run_tests()
