"""Does a session of many cells end with the memory that it had after the first hundred?

    tests/bench/protocol/long_session.py [-n CELLS] [--peer] [path of cupola]      (under .venv's Python)

Ten thousand cells define, compute, fail, print, import, make cycles and files. They are sent twice, without and with
history: In and Out stay, and with them whatever the results hold, so the second grows by what the user made; the first may by
nothing (a page of slack a hundred cells: exits with 1 when it does). No cell's own data grow with its number, but the names and texts in it are
new each time. With --peer ipykernel gets the same cells.
"""
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path.insert(0, os.path.join(SOURCE, "tests", "protocol"))

CELLS = [
    "x = %(i)d\ny = [n * n for n in range(50)]\nd = {str(n): n for n in y}\nsum(y), len(d)",
    "def f(a, b=2, *args, **kwargs):\n    'A docstring.'\n    return a + b + len(args) + len(kwargs)\nprint(f(1, 2, 3, k=4), %(i)d)",
    "class Point:\n    def __init__(self, x, y):\n        self.x, self.y = x, y\n    @property\n    def norm(self):\n        return self.x ** 2 + self.y ** 2\nPoint(1, %(i)d).norm",
    "1 / 0",
    "try:\n    int('x%(i)d')\nexcept ValueError as error:\n    message = str(error)\nmessage",
    "undefined_name_%(i)d",
    "node = {}\nnode['self'] = node\nother = [node]\nother.append(other)\ndel node, other",
    "def count(n):\n    while n:\n        yield n\n        n -= 1\nlist(count(20))",
    "import math, random, collections, functools\nrandom.seed(%(i)d)\n'%%.6f' %% (math.sin(%(i)d) + random.random())",
    "text = 'the quick brown fox ' * 20\n{w: text.count(w) for w in set(text.split())} == {}",
    "2 ** %(i)d %% 1000007, 10 ** 30 + %(i)d",
    "def outer(n):\n    def inner(m):\n        nonlocal n\n        n += m\n        return n\n    return inner\nouter(1)(%(i)d)",
    "for k in range(3):\n    print(k, end=' ')\nprint()",
    "syntax error here %(i)d",
    "from contextlib import contextmanager\n@contextmanager\ndef managed():\n    yield 1\nwith managed() as m:\n    pass\nm",
    "sorted([(n %% 7, -n) for n in range(100)], key=lambda p: (p[1], p[0]))[:2]",
    "f'{%(i)d:>10} {3.14159:.2f} {text[:5]!r}'",
    "%%timeit -n 1 -r 1 sum(range(10))",
    "async def g():\n    return %(i)d\nawait g()",
    "exec('a%(i)d = 1'); del globals()['a%(i)d']",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2, %(i)d])\nplt.title('plot %(i)d')\nplt.show()",
    "def deep(n):\n    return deep(n - 1) if n else 1 / 0\ntry:\n    deep(30)\nexcept ZeroDivisionError as error:\n    raise KeyError(%(i)d) from error",
    "class Node:\n    def __init__(self):\n        self.me = self\n        self.call = lambda: self\n    def __del__(self):\n        pass\nnodes = [Node() for _ in range(20)]\ndel nodes",
    "class Meta(type):\n    pass\nclass Base(metaclass=Meta):\n    __slots__ = ('a',)\nclass Derived(Base):\n    b = %(i)d\nDerived().b, Base.__subclasses__()",
    "def halfway(n):\n    try:\n        while True:\n            n = yield n\n    finally:\n        n = None\nkept = [halfway(k) for k in range(9)]\n[next(g) for g in kept], kept[0].send(%(i)d)",
    "import numpy as np\na = np.arange(1000.0).reshape(10, 100)\n(a @ a.T + %(i)d).sum(), np.sort(a, axis=None)[:3], a[a > 5].mean()",
    "import numpy as np\nnp.zeros(3) + np.zeros(%(i)d %% 997 + 4)",
    "{n: {m: [n, m] for m in range(5)} for n in range(30)}[%(i)d %% 30], {n %% 7 for n in range(%(i)d %% 1000)}",
    "import asyncio\nasync def step(n):\n    await asyncio.sleep(0)\n    return n\nawait asyncio.gather(*(step(n) for n in range(10))), asyncio.ensure_future(step(%(i)d))",
    "import json, re, importlib, dataclasses, enum, datetime\nimportlib.reload(json)\njson.loads(json.dumps({'k': [%(i)d]})), re.sub('a+%(i)d', 'b', 'aaa%(i)d'), datetime.date(2024, 1, 1)",
    "import dataclasses, enum, typing\n@dataclasses.dataclass\nclass Item:\n    name: str\n    price: float = %(i)d\nclass Colour(enum.Enum):\n    RED = %(i)d\nItem('x'), Colour.RED, typing.List[int]",
    "import weakref\nclass Watched: pass\nw = Watched()\nr = weakref.finalize(w, len, 'x'), weakref.ref(w, lambda _: None)\ndel w",
    "import threading, queue\nq = queue.Queue()\nt = threading.Thread(target=q.put, args=(%(i)d,))\nt.start(); t.join()\nq.get()",
    "def recursive(n):\n    return recursive(n + 1)\nrecursive(%(i)d)",
]


def memory_bytes(process):
    """What the process has written. (Private_Dirty would count a program's own pages too, while its file is fresh.)"""
    with open("/proc/%d/smaps_rollup" % process, encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Anonymous:"))


def run_cells(kernel, first, last, store_history):
    for i in range(first, last):
        request = kernel.client.execute(CELLS[i % len(CELLS)] % {"i": i}, store_history=store_history)
        kernel.reply(request)
        kernel.published(request)


def session(command, count, store_history):
    from kernel_client import Kernel

    with Kernel(command) as kernel:
        began = time.monotonic()
        run_cells(kernel, 0, 100, store_history)
        before = memory_bytes(kernel.process.pid)
        marks = []
        for step in range(1, 11):
            run_cells(kernel, 100 + (count - 100) * (step - 1) // 10, 100 + (count - 100) * step // 10, store_history)
            marks.append(memory_bytes(kernel.process.pid))
        print("%s history: %d KiB after 100 cells, then every tenth of %d: %s KiB (%.0f s)" %
              ("with" if store_history else "without", before >> 10, count, " ".join(str(m >> 10) for m in marks),
               time.monotonic() - began), flush=True)
        return before, marks[-1]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--peer"]
    count = 10000
    if arguments[:1] == ["-n"]:
        count = int(arguments[1])
        del arguments[:2]
    cupola = arguments[0] if arguments else os.environ.get("CUPOLA", os.path.join(SOURCE, "build", "cupola"))
    command = [cupola, "kernel", "-f", "{connection_file}"]
    if "--peer" in sys.argv:
        print("ipykernel:")
        for store_history in False, True:
            session([sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], count, store_history)
        print("cupola:")
    before, after = session(command, count, False)
    fine = after - before <= count * 41
    before, after = session(command, count, True)
    print("without history: %s; with it: %.1f KiB a cell" % ("as it was" if fine else "GROWN", (after - before) / 1024 / count))
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
