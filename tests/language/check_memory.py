"""What no memory can hold ends with MemoryError at once, before the system runs out of it; what grows without an end can be interrupted."""
# timeout: 120
import os
import signal
import subprocess
import time

from tap import CUPOLA, run_tests, test

REFUSED = """\
set(range(10 ** 18))
frozenset(range(1, 10 ** 30))
{*range(10 ** 18)}
{1}.union(range(10 ** 18))
{1}.update(range(10 ** 18))
dict.fromkeys(range(10 ** 18))
collections.deque(range(10 ** 18))
collections.Counter(range(10 ** 18))
tuple(range(10 ** 18))
sorted(range(10 ** 12))
[*range(10 ** 18)]
list(itertools.repeat(0, 10 ** 18))
list(itertools.product(range(10 ** 10)))
"x" * 10 ** 12
b"x" * 10 ** 12
[0] * 10 ** 12
(0,) * 10 ** 12
"x".ljust(10 ** 13)
"%1000000000000d" % 3
bytearray(10 ** 13)
1 << 10 ** 13
random.randbytes(10 ** 12)
",".join(range(10 ** 18))
print(*range(10 ** 18))
"""

ENDLESS = """\
list(itertools.repeat(0))
set(itertools.count())
dict.fromkeys(itertools.count())
collections.Counter(itertools.count())
{1}.update(itertools.count())
sum(itertools.count())
tuple(map(str, itertools.count()))
dict(zip(itertools.count(), itertools.count()))
bytearray(itertools.repeat(1))
collections.deque(itertools.repeat(1), 5)
"".join(map(str, itertools.count()))
{number for number in itertools.count()}
max(itertools.repeat(1))
(-1) in itertools.count()
sorted(itertools.count())
heapq.nlargest(10 ** 12, range(10 ** 18))
all(itertools.repeat(1))
{1}.issuperset(itertools.repeat(1))
{1}.isdisjoint(itertools.count(2))
{-1}.intersection(itertools.count())
list(filter(None, itertools.repeat(0)))
bytes(itertools.repeat(0))
array.array("b", itertools.repeat(0))
a, *b = itertools.count()
statistics.mean(itertools.count())
math.fsum(itertools.count())
math.prod(itertools.repeat(1))
operator.indexOf(itertools.count(1), 0)
operator.countOf(itertools.count(), 0)
x = []; x[:] = itertools.repeat(0)
functools.reduce(max, itertools.count())
print(*itertools.count())
"""

IMPORTS = "import array, collections, functools, heapq, itertools, math, operator, random, statistics\n"


@test
def what_no_memory_holds_is_refused_at_once():
    program = IMPORTS + "for line in %r.splitlines():\n    try:\n        exec(line)\n        print('done', line)\n" \
        "    except MemoryError:\n        pass\n    except Exception as error:\n        print(line, repr(error))\nprint('end')\n" % REFUSED
    environment = dict(os.environ, ASAN_OPTIONS="allocator_may_return_null=1:" + os.environ.get("ASAN_OPTIONS", ""))
    done = subprocess.run([CUPOLA, "run", "/dev/stdin"], input=program, capture_output=True, text=True, timeout=60, env=environment)
    assert done.stdout == "end\n" and done.returncode == 0, (done.stdout, done.stderr[-500:], done.returncode)


@test
def what_grows_without_an_end_can_be_interrupted():
    """Each is sent an interrupt after a twentieth of a second; a program does them all one after the other."""
    program = IMPORTS + """import signal, threading
def interrupt(*arguments):
    raise KeyboardInterrupt
signal.signal(signal.SIGALRM, interrupt)
for line in %r.splitlines():
    try:
        signal.setitimer(signal.ITIMER_REAL, .05)
        exec(line)
        print('done', line)
    except KeyboardInterrupt:
        pass
    except BaseException as error:
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(line, repr(error))
print('end')
""" % ENDLESS
    done = subprocess.run([CUPOLA, "run", "/dev/stdin"], input=program, capture_output=True, text=True, timeout=60)
    assert done.stdout == "end\n" and done.returncode == 0, (done.stdout, done.stderr[-500:], done.returncode)


run_tests()
