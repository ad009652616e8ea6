"""timeit: the ways to give a statement, and what is refused."""
import timeit

steps = []
print(timeit.timeit("y = x + 1", globals={"x": 1}, number=1000) > 0, timeit.default_number, timeit.default_repeat)
print(len(timeit.repeat(lambda: steps.append("body"), lambda: steps.append("setup"), number=2, repeat=3)), steps)
n = []
timer = timeit.Timer("n.append(1)\nn.append(2)", "n.append(3)\nn.append(4)", globals=globals())
print(timer.timeit(2) >= 0, n)
ticks = iter(range(1000))
counted = timeit.Timer("pass", timer=lambda: next(ticks))
print(counted.repeat(3, 1), counted.autorange(lambda number, seconds: print("called", number, seconds)))
print(timeit.Timer("pass").timeit(0) >= 0)
for arguments in [(3,), ("1", 4), ("(",), ("return",), ("1 +",), ("pass", "x = )")]:
    try:
        timeit.Timer(*arguments)
    except Exception as error:
        print(type(error).__name__, error)
try:
    timeit.timeit("missing", number=1)
except NameError as error:
    print(error)
