"""Methods, functions and operators with arguments drawn at random from values of every kind, hostile ones too; always the
same. `make check` takes the first few thousand."""
import builtins
import os
import random

COUNT = 100000 if os.environ.get("CUPOLA_LONG") else 5000

PRELUDE = '''
import itertools
class Index:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
    def __repr__(self): return "Index"
class Bad:
    def __index__(self): raise KeyError("index")
    def __eq__(self, o): raise KeyError("eq")
    def __hash__(self): return 1
    def __len__(self): raise KeyError("len")
    def __iter__(self): raise KeyError("iter")
    def __repr__(self): return "Bad"
    def __float__(self): raise KeyError("float")
    def __str__(self): raise KeyError("str")
    def __bool__(self): raise KeyError("bool")
    def __format__(self, s): raise KeyError("format")
    def __getitem__(self, i): raise KeyError("getitem")
class Float:
    def __init__(self, v): self.v = v
    def __float__(self): return self.v
    def __repr__(self): return "Float"
class Text(str):
    def __repr__(self): return "Text"
class Number(int):
    def __repr__(self): return "Number"
class Steps:
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 3: raise KeyError("next")
        return self.n
    def __repr__(self): return "Steps"
class Hash:
    def __hash__(self): raise KeyError("hash")
    def __repr__(self): return "Hash"
class Buffer(bytearray):
    def __repr__(self): return "Buffer"
def show(*values):
    shown = []
    for v in values:
        if isinstance(v, (set, frozenset)): v = type(v).__name__, sorted(map(repr, v))
        elif hasattr(v, "__next__"): v = "iterator", list(itertools.islice(v, 50))
        shown.append(v)
    return shown
'''

POOL = {
    "int": ["0", "1", "-1", "2", "-2", "3", "5", "7", "10", "16", "36", "37", "255", "256", "-256", "65", "100", "2**31", "2**62", "2**63-1",
            "-2**63", "2**63", "10**30", "-10**30", "True", "False"],
    "float": ["0.0", "-0.0", "1.0", "1.5", "-2.5", "1e308", "1e-320", 'float("inf")', '-float("inf")', 'float("nan")', "3.0", "1e16", "0.1"],
    "complex": ["0j", "1+2j", "complex(-0.0,-0.0)", 'complex("nan")', "1e200j"],
    "str": ['""', '"a"', '"ab"', '"abc"', '" "', '","', '"aXbXa"', '"Hello World"', '" a b  c "', '"é"', '"日本"', '"\\U0001f600x"', '"\\ud800"',
            '"a\\nb\\r\\nc"', '"\\0"', '"\\t"', '"utf-8"', '"ascii"', '"strict"', '"replace"', '"ignore"', '"latin-1"', '"big"', '"little"', '"0x1F"',
            '"1_000"', '"12"', '"-3.5e2"', '"nan"', '"K"', '"ﬁ"', '"ß"', '"İ"', '"x"*40', '"B"', '"sum"', '"utf-16-le"', '"surrogateescape"',
            '"  12\\n"', '"٣"'],
    "bytes": ['b""', 'b"a"', 'b"ab"', 'b"abc"', 'b" "', 'b","', 'b"aXbXa"', 'b"Hello World"', 'b" a b  c "', 'b"\\xff"', 'b"\\xc3\\xa9"',
              'b"a\\nb\\r\\nc"', 'b"\\0"', "bytes(range(256))", 'b"0x1F"', 'b"12"', 'b"x"*40', 'b"-7"'],
    "bytearray": ["bytearray()", 'bytearray(b"a")', 'bytearray(b"abc")', 'bytearray(b"a b,c")', 'bytearray(b"12")'],
    "memoryview": ['memoryview(b"abcd")', 'memoryview(bytearray(b"abcdefgh"))', 'memoryview(b"abcdefgh").cast("H")', 'memoryview(b"abcdefgh")[::2]',
                   'memoryview(b"")', 'memoryview(bytearray(b"abcdefgh")).cast("i")', 'memoryview(b"abcd")[::-1]'],
    "list": ["[]", "[1]", "[1,2,3]", '["a","b"]', "[3,1,2,1]", "[[1],[]]", "[None]", '[1,"a"]', "[1.0,True]", '["a", 1]', '[b"a", b"bc"]', "[65, 66]"],
    "tuple": ["()", "(1,)", "(1,2)", '("a","b")', "(1,2,3,1)", '("a",)', '(b"a",)', "((1,2),)", '("a", 1)', "(0, 2)"],
    "dict": ["{}", '{"a":1}', "{1:2}", '{"a":"A",98:None}', '{97:"x",65:66}', '{"a":1,"b":2,"c":3}'],
    "set": ["set()", "{1}", "{1,2,3}", "{2,3,4}"],
    "frozenset": ["frozenset()", "frozenset([1,2])"],
    "range": ["range(0)", "range(5)", "range(10,0,-3)", "range(97,100)"],
    "slice": ["slice(1)", "slice(1,5,2)", "slice(None,None,-1)", 'slice("a")', "slice(2**70)"],
    "other": ["None", "...", "NotImplemented", "object", "int", "str", "len", "lambda *a: 1", "Index(2)", "Index(-1)", 'Index("x")', "Bad()",
              "Float(2.5)", 'Text("ab")', "Number(3)", "iter([1,2])", 'iter("aé")', "Steps()", "(i for i in (1,2))", "Hash()", 'Buffer(b"ab")',
              "map(str, [1,2])"],
}
ALL = [value for values in POOL.values() for value in values]
METHODS = {name: [method for method in dir(getattr(builtins, name)) if not method.startswith("__") and method != "release"
                  and callable(getattr(getattr(builtins, name), method))] for name in POOL if name != "other"}
METHODS = {name: methods for name, methods in METHODS.items() if methods}
FUNCTIONS = """int float complex str bytes bytearray memoryview list tuple dict set frozenset range slice bool len repr ascii chr ord bin oct hex abs
    round divmod sum any all enumerate map filter reversed iter next isinstance issubclass callable format getattr hasattr
    int.from_bytes bytes.fromhex bytearray.fromhex str.maketrans bytes.maketrans dict.fromkeys type super staticmethod classmethod setattr
    delattr str.join str.format int.to_bytes float.hex tuple.index bytes.join""".split()
KEYWORDS = """sep maxsplit encoding errors keepends tabsize key default signed byteorder length bytes_per_sep start end count x width format
    delete iterable obj string base ndigits real imag source stop step fillchar""".split()
OPERATORS = "+ - * / // % < <= == != > >= & | ^ << >> in @ and or".split() + ["not in"]
# Left out: what would take gigabytes, and endless ranges.
LARGE = "2**31", "2**62", "2**63", "10**30", "-10**30", "-2**63"
SPACIOUS = "center", "just", "zfill", "expandtabs", "to_bytes", "bytes(", "bytearray(", "*", "<<", "lshift"


def pick(chance, kind=None):
    return chance.choice(POOL[kind] if kind and chance.random() < .6 else ALL)


def arguments(chance, kind):
    values = [pick(chance, chance.choice([None, "int", kind, kind, "str" if kind == "int" else kind])) for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5]))]
    if chance.random() < .15:
        values.append(chance.choice(KEYWORDS) + "=" + pick(chance, chance.choice([None, "int", "str"])))
    if chance.random() < .02:
        values.append("*" + pick(chance))
    return ", ".join(values)


def case(chance):
    what = chance.random()
    if what < .5:
        kind = chance.choice(list(METHODS))
        return "(lambda o: show(o.%s(%s), o))(%s)" % (chance.choice(METHODS[kind]), arguments(chance, kind), chance.choice(POOL[kind]))
    if what < .7:
        return "show(%s(%s))" % (chance.choice(FUNCTIONS), arguments(chance, chance.choice(list(POOL))))
    if what < .85:
        return "show((%s) %s (%s))" % (pick(chance), chance.choice(OPERATORS), pick(chance))
    if what < .93:
        owner = pick(chance, chance.choice(["str", "bytes", "list", "tuple", "memoryview", "range", "bytearray", "dict"]))
        key = pick(chance, chance.choice(["int", "slice"]))
        bounds = [pick(chance, "int") for _ in range(3)]
        return chance.choice(["show((%s)[%s])" % (owner, key), "show((%s)[%s:%s])" % (owner, *bounds[:2]), "show((%s)[%s:%s:%s])" % (owner, *bounds),
                              "(lambda o: show(o.__setitem__(%s, %s), o))(%s)" % (key, pick(chance), owner),
                              "(lambda o: show(o.__delitem__(%s), o))(%s)" % (key, owner)])
    return "show(%s(%s))" % (chance.choice(["-", "+", "~", "not "]), pick(chance))


def is_fit(text):
    if "2**31" in text and any(word in text for word in SPACIOUS):
        return False
    if any("range(" + number in text or "range(-" + number in text or ", " + number in text and "show(range(" in text for number in LARGE):
        return False
    return "iter(lambda" not in text and "bytes_per_sep=2**31" not in text


def cases():
    chance = random.Random(20)
    found = 0
    while found < COUNT:
        text = case(chance)
        if is_fit(text):
            found += 1
            yield text
