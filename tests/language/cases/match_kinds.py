# match: what counts as a sequence or a mapping; a star that nobody wants.
import collections
import collections.abc


def kind(x):
    match x:
        case [*_]:
            return "sequence"
        case {}:
            return "mapping"
    return "other"


class Seq(collections.abc.Sequence):
    def __getitem__(self, i):
        return i

    def __len__(self):
        return 42


class Both(collections.UserDict, collections.abc.Sequence):
    pass


class Registered:
    pass


class Child(Registered):
    pass


print([kind(x) for x in ([], (), {}, set(), "", b"", bytearray(), range(2), collections.deque(), collections.UserList(),
                         collections.UserDict(), collections.ChainMap(), collections.Counter(), memoryview(b""), Seq(), Both())])
print(kind(Registered()), kind(Child()))
collections.abc.Sequence.register(Registered)
print(kind(Registered()), kind(Child()))
match range(1 << 40):
    case [a, b, *_, c]:
        print(a, b, c)
match Seq():
    case [x, *_, y]:
        print(x, y)
match [1, 2]:
    case [_, *_, 3] | [*_, 2]:
        print("last")
match collections.deque([1, 2, 3]):
    case [1, *rest]:
        print(rest)
