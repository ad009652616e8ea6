"""What is nested so deep that CPython itself may end: here it is refused, or done, and the program goes on."""
# timeout: 1200
import os
import subprocess

from tap import CUPOLA, run_tests, test

LONG = bool(os.environ.get("CUPOLA_TEST_LONG"))  # every kind; else the first few

PRELUDE = """
import collections, functools, itertools, types
def nested(make, depth=200000):
    value = None
    for _ in range(depth):
        value = make(value)
    return value
"""
KINDS = {
    "iterators": ["map(int, v or ())", "zip(v or ())", "enumerate(v or ())", "filter(None, v or ())", "itertools.chain(v or ())", "itertools.islice(v or (), 3)",
                  "itertools.takewhile(bool, v or ())", "itertools.accumulate(v or ())", "itertools.starmap(print, v or ())", "itertools.cycle(v or ())",
                  "itertools.compress(v or (), [1])", "itertools.pairwise(v or ())", "itertools.zip_longest(v or ())", "itertools.groupby(v or ())",
                  "itertools.tee(v or ())[0]", "itertools.chain.from_iterable(v or ())", "(lambda a: (x for x in a))(v or ())", "iter(v or ())", "reversed([v])"],
    "values": ["[v]", "(v,)", "{1: v}", "frozenset([v])", "collections.deque([v])", "functools.partial(print, v)", "types.MethodType(print, v or 1)",
               "property(v)", "classmethod(v)", "staticmethod(v)", "slice(v)", "ValueError(v)", "list[v]", "types.SimpleNamespace(k=v)", "types.MappingProxyType({1: v})",
               "collections.OrderedDict(k=v)", "collections.defaultdict(int, k=v)", "memoryview(v or b'x')", "type('T', (), {'v': v})", "(lambda a: lambda: a)(v)"],
}
USES = ["list(value)", "next(value)", "repr(value)", "hash(value)", "value == nested(make)", "value < nested(make)", "sum(value)", "str(value)", "bool(value)", "[*value]",
        "len(value)", "iter(value)", "dir(value)", "value()", "for x in value: pass", "a, *b = value", "dict(value)", "value in value", "isinstance(1, value)", "copy.copy(value)", "del value"]


def survives(program):
    result = subprocess.run([CUPOLA, "run", "/dev/stdin"], input=program, capture_output=True, text=True, timeout=200,
                            env=dict(os.environ, ASAN_OPTIONS="allocator_may_return_null=1:detect_leaks=0:detect_stack_use_after_return=0"))
    assert result.returncode == 0 and result.stdout.endswith("42\n"), (result.returncode, result.stdout[-300:], result.stderr[-1500:])


def make_test(name, kinds):
    def run():
        for kind in kinds if LONG else kinds[:4]:
            lines = [PRELUDE, "import copy", "make = lambda v: %s" % kind, "value = nested(make, %d)" % (2000 if "type(" in kind else 30000)]
            for use in USES:
                lines += ["try:", "    %s" % use, "except BaseException as error:", "    error = None"]
            survives("\n".join(lines + ["value = None", "print(6 * 7)", ""]))
    run.__name__ = "deep " + name
    return test(run)


for name, kinds in KINDS.items():
    make_test(name, kinds)
@test
def callables_of_themselves():
    for make in ("value = staticmethod(print); value.__init__(value)", "value = classmethod(print); value.__init__(value)",
                 "value = functools.partial(print); value.__setstate__((value, (), {}, {}))", "value = property(print); value.__init__(value)",
                 "value = type('D', (), {}); value.__get__ = value; value.x = value()"):
        lines = [PRELUDE, make, "class C: x = value"]
        for use in ["value()", "C.x", "C().x", "C().x()", "C().y", "C().x.x", "repr(value)", "value.__wrapped__()"]:
            lines += ["try:", "    %s" % use, "except Exception as error:", "    error = None"]
        survives("\n".join(lines + ["print(6 * 7)", ""]))


run_tests()
