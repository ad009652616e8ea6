# collections.abc, and the classes that derive from it.
import collections
import collections.abc as abc
import importlib
import importlib.util

for name in abc.__all__:
    kind = getattr(abc, name)
    print(name, sorted(kind.__abstractmethods__))
values = [[], (), {}, set(), frozenset(), "", b"", bytearray(), range(3), 1, 1.5, None, iter([]), (x for x in ()), {}.keys(),
          {}.values(), {}.items(), collections.deque(), collections.UserDict(), collections.UserList(), len, int,
          collections.ChainMap(), memoryview(b""), zip(), map(len, []), enumerate([])]
for value in values:
    print(type(value).__name__, [name for name in abc.__all__ if isinstance(value, getattr(abc, name))])


class Bag(abc.Set):
    def __init__(self, items=()):
        self.items = list(dict.fromkeys(items))

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __repr__(self):
        return "Bag(%s)" % self.items

    __hash__ = abc.Set._hash


a, b = Bag([1, 2, 3]), Bag([2, 3, 4])
print(a & b, a | b, a - b, a ^ b, a <= b, a < Bag([1, 2, 3, 9]), a == Bag([3, 2, 1]), a.isdisjoint(b))
print(a & [1], [1, 9] | a, {1, 7} - a, hash(a) == hash(frozenset([1, 2, 3])))


class Row(abc.MutableSequence):
    def __init__(self, *items):
        self.items = list(items)

    def __getitem__(self, index):
        return self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value

    def __delitem__(self, index):
        del self.items[index]

    def __len__(self):
        return len(self.items)

    def insert(self, index, value):
        self.items.insert(index, value)


row = Row(3, 1, 2)
row.append(5)
row.extend(row)
row += [7]
row.reverse()
print(list(row), row.index(5), row.count(2), row.pop(), 9 in row, list(reversed(row)))
row.remove(5)
print(row.items)
try:
    row.index(99)
except ValueError as error:
    print(repr(error))
try:
    abc.Mapping()
except TypeError as error:
    print(error)


class Table(collections.UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)


table = Table(a=1)
table["b"] = 2
table.update({"c": 3}, d=4)
print(table, table.pop("A"), table.get("zz", 0), table.setdefault("e", 5), sorted(table), len(table), dict(table))
print(table | {"x": 1}, table.copy(), type(table.copy()).__name__, table == {"B": 2, "C": 3, "D": 4})
words = collections.UserList([3, 1, 2])
words.sort()
print(words, words + [4], [0] + words, words * 2, words[1:], type(words[1:]).__name__, words == [1, 2, 3], words < [2])
text = collections.UserString("Hello")
print(text, text + "!", text.upper(), text[1:3], "ell" in text, text.replace("l", "L"), text.split("l"), text == "Hello", hash(text) == hash("Hello"))
print(text * 2, text.center(11, "*"), text.find("l"), text.startswith("He"), "%s" % text, "<" + text)
chain = collections.ChainMap({"a": 1}, {"a": 2, "b": 3})
print(chain["a"], chain["b"], list(chain), len(chain), chain.parents, chain.new_child({"c": 5}), dict(chain), list(chain.items()))
chain["z"] = 9
del chain["a"]
print(chain)
for action in lambda: chain.pop("b"), lambda: chain.__delitem__("q"), lambda: chain["none"]:
    try:
        action()
    except KeyError as error:
        print(error)
print(abc.Callable[[int, str], float], abc.Callable[..., int], abc.Iterable[int], abc.Mapping[str, int])
print(abc.Callable[[int, str], float].__args__)
print(importlib.import_module("collections.abc") is abc, importlib.import_module(".abc", "collections") is abc)
print(importlib.util.find_spec("no_such_module_here"), importlib.reload(collections) is collections)
