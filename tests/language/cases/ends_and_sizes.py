"""What is alive at the end finds its library whole; sizes that nothing can hold; files by path objects; logarithms of large integers."""
import contextlib
import dataclasses
import inspect
import math
import pathlib
import tempfile


for build in (lambda: list(range(10**13)), lambda: tuple(range(10**13)), lambda: sorted(range(10**13)), lambda: [*range(10**17)], lambda: list(range(2**62))):
    try:
        build()
    except MemoryError:
        print("MemoryError")

for exponent in (63, 64, 1000, 1023, 1024, 1025, 3000):
    for number in (2**exponent, 2**exponent - 1, 3**exponent, 10**exponent + 7):
        print(math.log(number), math.log2(number), math.log10(number), math.log(number, 2), math.log(number, 10))

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "name.txt"
    with open(path, "w") as file:
        print(type(file.name).__name__)
    with path.open("rb") as file:
        print(type(file.name).__name__)


@dataclasses.dataclass
class Pair:
    left: int
    right: int = 0


def decorate(cls):
    return cls


@decorate
class Plain:
    x = 1


print(inspect.getsource(Pair) if "__file__" in globals() else "", inspect.getsource(Plain) if "__file__" in globals() else "")


@contextlib.contextmanager
def context():
    yield


def generate():
    with context():
        yield 1


generator = generate()
next(generator)
raise ValueError("with a context open")
