"""pprint, over many widths."""
import collections
import dataclasses
import pprint
import types


@dataclasses.dataclass
class Point:
    x: int
    y: list
    hidden: int = dataclasses.field(default=1, repr=False)


loop = [1]
loop.append(loop)
words = "the quick brown fox jumps over the lazy dog " * 3
values = [
    list(range(40)), {i: "x" * i for i in range(12)}, (1,), tuple("abcdefghijklmnopqrstuvwxyz"), set(range(30)), frozenset(range(40)), words, words + "\n" + words,
    bytes(range(60)), bytearray(range(40)), {"a": {"b": {"c": [1, 2, {"d": (1, 2, 3)}]}}, "z": words}, [], {}, (), set(), "", [words, words], {"k": words},
    collections.OrderedDict((str(i), i) for i in range(10)), collections.defaultdict(list, {i: [i] * 5 for i in range(6)}), collections.Counter(words),
    collections.deque(range(30)), collections.deque(range(30), maxlen=40), collections.ChainMap({1: list(range(30))}, {2: 3}), types.SimpleNamespace(a=list(range(30)), b=2),
    types.MappingProxyType({i: i * i for i in range(20)}), Point(1, list(range(40))), [Point(1, [2]), Point(3, [4] * 30)], {1: 2, "a": 3, None: 4, (1, 2): 5},
    1234567, [10 ** i for i in range(20)], [[[[[[1, 2], 3], 4], 5], 6], 7], {"b": 1, "a": [1.5, None, True, 1j]}, collections.UserList(range(40)), range(100), len]
for value in values:
    for settings in ({}, {"width": 20}, {"width": 40, "compact": True}, {"indent": 4, "width": 30}, {"depth": 2}, {"sort_dicts": False, "width": 1}, {"underscore_numbers": True}):
        print(pprint.pformat(value, **settings))
pprint.pprint({"b": 1, "a": 2})
pprint.pp({"b": 1, "a": 2})
print(pprint.isreadable(values), pprint.isrecursive(loop), pprint.isreadable([1, {}]), pprint.saferepr(loop).startswith("[1, <Recursion on list with id="))
for settings in ({"indent": -1}, {"depth": 0}, {"width": 0}):
    try:
        pprint.PrettyPrinter(**settings)
    except ValueError as error:
        print(error)
