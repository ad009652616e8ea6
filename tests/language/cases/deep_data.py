# Data nested deeper than any recursion goes: what refuses it, what does not, and that it is let go of afterwards.
import collections
import copy
import dataclasses
import functools
import gc
import itertools
import json
import pickle
import pprint
import reprlib
import types

DEPTH = 1500


def nested(make):
    value = make(None)
    for _ in range(DEPTH):
        value = make(value)
    return value


class Box:
    def __init__(self, inside): self.inside = inside
@dataclasses.dataclass
class Data:
    inside: object
@dataclasses.dataclass(frozen=True, order=True)
class Frozen:
    inside: object
Named = collections.namedtuple("Named", "inside")
kinds = {
    "list": lambda v: [v], "tuple": lambda v: (v,), "dict": lambda v: {"k": v}, "deque": lambda v: collections.deque([v]),
    "ordered": lambda v: collections.OrderedDict(k=v), "default": lambda v: collections.defaultdict(int, k=v), "box": Box, "data": Data, "frozen": Frozen, "named": Named,
    "frozenset": lambda v: frozenset([v]), "namespace": lambda v: types.SimpleNamespace(k=v), "chain": lambda v: itertools.chain(v or ()),
    "userlist": lambda v: collections.UserList([v]) if v is None else collections.UserList([v]),
    "map": lambda v: map(int, v or ()), "partial": lambda v: functools.partial(print, v), "reversed list": lambda v: [[v], 1],
    "exception": lambda v: ValueError(v), "slice": lambda v: slice(v), "iter": lambda v: iter([v]), "counter": lambda v: collections.Counter(k=v), "chainmap": lambda v: collections.ChainMap({"k": v}),
    "proxy": lambda v: types.MappingProxyType({"k": v}),  "method": lambda v: types.MethodType(print, v or 1), "property": lambda v: property(v), "classmethod": lambda v: classmethod(v),
    "enumerate": lambda v: enumerate(v or ()), "zip": lambda v: zip(v or ()), "filter": lambda v: filter(None, v or ()), "generic": lambda v: list[v],
}
for name, make in kinds.items():
    value = nested(make)
    for function in (repr, str, copy.deepcopy, pickle.dumps, json.dumps, hash, lambda v: v == nested(make), lambda v: v < nested(make), lambda v: v != nested(make), pprint.pformat, reprlib.repr, len, bool, list, "{}".format, "%s".__mod__, ascii, lambda v: pickle.dumps(v, 0), copy.copy):
        fname = getattr(function, "__name__", "?")
        try:
            result = function(value)
            if isinstance(result, (str, bytes)): result = len(result) if name not in ("box","method","partial","iter","map","chain","enumerate","zip","filter","property","classmethod") else 0
            elif not isinstance(result, (bool,)): result = type(result).__name__
            if name == "slice" and function is hash: pass
        except BaseException as error:
            result = type(error).__name__ + " " + str(error)[:200].split(' exceeded')[0]
        print(name, fname, result)
    del value
    gc.collect()

print("a cell goes on", 6 * 7)
