"""Names that a class may not have, and specifications of packages without a file."""
import os
import sys
import tempfile


class A:
    pass


def assign(name):
    A.__name__ = name
    return A.__name__, A.__qualname__, repr(A)


for name in "B", "", "a b", "\N{BULLET}", "a\0b", "\0", "\ud800", "x\udcff", 5, b"C", None:
    for make in (lambda: type(name, (), {}).__name__), (lambda: type("X", (), {"__qualname__": name}).__qualname__), (lambda: assign(name)):
        try:
            print(ascii(name), ascii(make()))
        except (TypeError, ValueError) as error:
            print(ascii(name), type(error).__name__, ascii(str(error)))
for pattern in len, 5, "A":
    try:
        match A():
            case pattern():
                print("matched")
    except TypeError as error:
        print(error)
with tempfile.TemporaryDirectory() as folder:
    sys.path.insert(0, folder)
    os.mkdir(folder + "/unfiled")
    with open(folder + "/unfiled/member.py", "w") as file:
        file.write("value = 1")
    import unfiled.member
    print(unfiled.__spec__.name, unfiled.__spec__.origin, type(unfiled.__loader__).__name__, unfiled.__spec__.parent)
    print(list(unfiled.__spec__.submodule_search_locations) == [folder + "/unfiled"], unfiled.__package__, unfiled.__file__)
    print(unfiled.__spec__.has_location, unfiled.__spec__.cached, unfiled.__loader__ is unfiled.__spec__.loader, unfiled.member.__spec__.parent)
    sys.path.pop(0)
