# Slots that lead to each other, exceptions that are none.
class Foo:
    pass


Foo.__repr__ = Foo.__str__
for function in str, repr:
    try:
        function(Foo())
    except RecursionError as error:
        print("RecursionError")


class NoInstance(Exception):
    def __new__(cls, *args):
        return cls


def generator():
    try:
        yield
    except TypeError as error:
        print("inside", type(error).__name__)
    yield 1


g = generator()
next(g)
try:
    print(g.throw(NoInstance))
except TypeError as error:
    print(type(error).__name__)
try:
    raise NoInstance
except TypeError as error:
    print(type(error).__name__)
from types import ModuleType

m = ModuleType.__new__(ModuleType)
print(str(m), hasattr(m, "__name__"))
m.foo = 1
print(m.__dict__)
