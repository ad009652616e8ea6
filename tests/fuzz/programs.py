"""Programs by number: the same seed gives the same program. They are valid Python that does odd things.

generate(seed) -> (source, is_deterministic): statements over a pool of hostile values (containers that hold themselves,
numbers at every limit, objects whose special methods change what is being worked on), calls of every method of the
built-in types and of the library's functions with arguments from it. What is deterministic prints the same under Python.
mutate(random, source, others): a text with lines, tokens and characters moved, doubled, lost and taken from another."""
import random
import re

PRELUDE = '''\
import sys as _sys
_left = [400]
L = [1, 2, 3]
D = {1: 2, 'a': 'b', 3.5: None}
S = {1, 2, 3}
B = bytearray(b'abcdef')
Ring = [1]
Ring.append(Ring)
Loop = {}
Loop['k'] = Loop
def _act(n):
    _left[0] -= 1
    if _left[0] < 0:
        raise ValueError('spent')
    n = n % 14
    if n == 0: L.clear()
    elif n == 1: L.append(n)
    elif n == 2: D.clear()
    elif n == 3: D[_left[0]] = n
    elif n == 4: S.clear()
    elif n == 5: S.add(_left[0])
    elif n == 6:
        try: B.clear()
        except BufferError: pass
    elif n == 7:
        try: B.extend(b'xyz' * 50)
        except BufferError: pass
    elif n == 8: L.extend(range(20))
    elif n == 9: raise KeyError('act')
    elif n == 10: del L[1:]
    elif n == 11: D.update({i: i for i in range(12)})
    elif n == 12: L[:] = [L]
    return n
class E:
    def __init__(self, n=0, *rest, **named): self.n = n if isinstance(n, int) else 0
    def __eq__(self, other): _act(self.n); return self.n % 2 == 0
    def __ne__(self, other): _act(self.n + 1); return self
    def __lt__(self, other): _act(self.n); return self.n % 3 == 0
    def __gt__(self, other): return NotImplemented
    def __hash__(self): _act(self.n); return self.n % 3
    def __index__(self): _act(self.n); return [1, 0, -1, 2, 10 ** 30, -10 ** 30, 5][self.n % 7]
    def __int__(self): _act(self.n); return self.n
    def __float__(self): _act(self.n); return 1.5
    def __len__(self): _act(self.n); return [3, 0, 2 ** 70, -1][self.n % 4]
    def __length_hint__(self): return 10 ** 6
    def __bool__(self): _act(self.n); return self.n % 2 == 1
    def __iter__(self): _act(self.n); return iter(L) if self.n % 2 else self
    def __next__(self):
        _act(self.n)
        self.n += 1
        if self.n % 5 == 0: raise StopIteration(self)
        return self.n
    def __contains__(self, item): _act(self.n); return item
    def __getitem__(self, key):
        _act(self.n)
        if key == 3: raise IndexError(key)
        return key
    def __setitem__(self, key, value): _act(self.n)
    def __delitem__(self, key): _act(self.n)
    def __call__(self, *arguments, **named): _act(self.n); return arguments[0] if arguments else self
    def __add__(self, other): _act(self.n); return other
    def __radd__(self, other): _act(self.n); return self
    def __iadd__(self, other): _act(self.n); return other
    def __mul__(self, other): _act(self.n); return NotImplemented
    def __rmul__(self, other): return other
    def __mod__(self, other): return self
    def __pow__(self, other, mod=None): return mod
    def __neg__(self): return L
    def __repr__(self): _act(self.n); return 'E%d' % self.n
    def __format__(self, spec): _act(self.n); return spec * 2
    def __enter__(self): _act(self.n); return self
    def __exit__(self, *details): _act(self.n); return self.n % 2 == 0
    def __getattr__(self, name):
        if name.startswith('__'): raise AttributeError(name)
        _act(self.n)
        return name
    def __del__(self):
        if self.n % 4 == 1:
            L.append(1)
            S.discard(1)
            D.pop(1, None)
    def __get__(self, instance, owner): return self.n
    def __set_name__(self, owner, name): _act(self.n)
    def __copy__(self): return self
    def __reduce__(self): return (E, (self.n,))
class MyList(list):
    def __getitem__(self, key): return list.__getitem__(self, key)
    def __eq__(self, other): L.append(1); return NotImplemented
    __hash__ = None
class MyDict(dict):
    def __missing__(self, key): return key
    def keys(self): return [1, 2, 3]
class MyInt(int):
    def __add__(self, other): return MyInt(7)
    def __index__(self): return 3
class MyStr(str):
    def __hash__(self): return 1
    def __eq__(self, other): D[1] = L; return True
    def upper(self): return 5
class MyTuple(tuple):
    def __iter__(self): yield from (1, 2)
class MyBytes(bytes):
    def __len__(self): return 10 ** 9
class MyFloat(float):
    def __float__(self): return 2
class Meta(type):
    def __instancecheck__(cls, other): return L
    def __getattr__(cls, name):
        if name.startswith('__'): raise AttributeError(name)
        return 3
class WithMeta(metaclass=Meta):
    __slots__ = ('x', '__weakref__')
def gen(n=3):
    try:
        while n:
            n -= 1
            got = yield n
            if got is not None: L.append(got)
    except ValueError:
        yield 'caught'
    finally:
        L.append('closed')
async def co(): return 5
def recurse(n=0): return recurse(n + 1)
_shown = [0]
def show(value, depth=0):
    _shown[0] += 1
    if _shown[0] > 300: return
    kind = type(value).__name__
    if isinstance(value, (set, frozenset)): text = str(len(value))
    else:
        try: text = repr(value)
        except Exception as error: text = type(error).__name__
        if ' at 0x' in text or 'set(' in text or "{" in text and kind != 'dict' and not isinstance(value, str): text = '...'
    print(kind, text[:200].encode('ascii', 'backslashreplace').decode())
def fault(error):
    text = str(error) if type(error).__str__ is not E else ''
    print('!', type(error).__name__, '' if ' at 0x' in text or '{' in text else text[:200].encode('ascii', 'backslashreplace').decode())
'''

INTS = ["0", "1", "-1", "2", "3", "7", "-3", "10", "100", "255", "256", "-129", "2**31-1", "-2**31", "2**32", "2**63-1", "-2**63", "2**63",
        "2**64", "-2**64+1", "10**30", "-10**40", "True", "False", "0x110000", "0xd800", "_sys.maxsize", "1<<200", "MyInt(5)", "10**400"]
SMALL_INTS = ["0", "1", "-1", "2", "3", "-2", "5", "10", "100", "True"]
FLOATS = ["0.0", "-0.0", "1.5", "-2.5", "1e308", "5e-324", "1e-7", "float('inf')", "float('-inf')", "float('nan')", "123456789.125", "1e22", "0.1", "MyFloat(2.5)", "2.0**53"]
COMPLEX = ["1j", "complex(1,-2)", "complex('nan')", "0j", "complex(1e308,1e308)"]
STRINGS = ["''", "'a'", "'abc'", "'abcabc'*3", "'\\x00'", "'\\xe9'", "'\\u20ac\\u0101'", "'\\U0001F600x'", "'a,b c\\td\\n'", "'%s %d'", "'%(a)s'", "'{}{}'", "'{0!r:>{1}}'",
           "'%*.*f'", "'12'", "' 1_000 '", "'0x1f'", "'-1e5'", "'nan'", "'\\u0660'", "'x'*1000", "'\\n\\r\\x0b\\x0c\\x1c\\x85\\u2028'", "'\\ud800'", "'ß'", "'İ'",
           "'utf-8'", "'ascii'", "'latin-1'", "'strict'", "'ignore'", "'replace'", "'>10'", "'010.3f'", "',d'", "'=+#x'", "'s'", "'%'", "'{'", "'}'", "'{0.__class__}'", "'(a|b)*c'",
           "'a{2,3}?'", "'[^a-z]+'", "'(?P<n>x)(?P=n)'", "'(?<=a)b'", "'i'", "'q'", "'MyStr'", "MyStr('ab')", "'\\\\'", "'__class__'", "'1+1'", "'lambda: 1'", "'[1, {2: 3}]'"]
BYTES = ["b''", "b'a'", "b'abc'", "b'\\x00\\xff'", "b'abc'*10", "B", "bytearray(b'xyz')", "bytearray()", "memoryview(b'abcdef')", "memoryview(B)", "memoryview(b'abcdef')[::2]",
         "memoryview(bytearray(8)).cast('i')", "MyBytes(b'ab')", "b'12'", "b'a b,c'"]
LISTS = ["[]", "[1]", "[1, 2, 3]", "L", "Ring", "[3, 1, 2]*3", "[[]]*2", "['a', 'b']", "[1, 'a', None]", "[E(3), E(4)]", "MyList([1, 2])", "[(1, 2), (3, 4)]", "list(range(30))", "[0.5, 2]"]
TUPLES = ["()", "(1,)", "(1, 2)", "(1, 2, 3)", "('a', 1)", "(L, L)", "(E(5),)", "MyTuple((1, 2, 3))", "('%s', 2)", "((1, 2), (3, 4))", "(int, str)", "(ValueError, TypeError)"]
DICTS = ["{}", "{1: 2}", "D", "{'a': 1, 'b': 2}", "Loop", "MyDict({1: 1})", "{E(1): 1}", "{'x': [1]}", "dict.fromkeys(range(20))", "{'sep': 3}", "{97: 'x', 98: None}"]
SETS = ["set()", "{1, 2}", "S", "frozenset()", "frozenset({1, 2})", "{E(2), E(3)}", "{(1, 2), 'a'}"]
HOSTILE = ["E(%d)" % n for n in range(14)]
OTHERS = ["None", "...", "NotImplemented", "int", "object", "type", "str", "list", "dict", "E", "Meta", "WithMeta", "WithMeta()", "len", "print", "(lambda *a, **k: a[0] if a else None)",
          "(lambda a: L.append(a))", "(lambda a, b: a)", "(lambda: 1/0)", "gen()", "gen", "gen(0)", "iter([1, 2])", "iter(L)", "iter(D)", "iter(S)", "reversed(L)", "iter('abc')", "range(3)", "range(10, 0, -3)", "range(2**70)",
          "slice(None)", "slice(1, None, -1)", "slice(10**30, -10**30, E(6))", "slice(None, None, 0)", "enumerate(L)", "zip(L, 'ab')", "map(str, L)", "filter(None, L)", "ValueError('x')", "StopIteration(1)",
          "KeyError", "Exception", "BaseException", "super", "property(len)", "classmethod(len)", "staticmethod(len)", "'abc'.upper", "[].append", "L.append", "D.items()", "D.keys()", "D.values()",
          "int.__add__", "list[int]", "int | None", "_sys", "ExceptionGroup('g', [ValueError(1)])", "type('T', (), {})", "type('T', (), {})()", "object()", "memoryview", "bytes", "float", "E.__init__", "recurse"]
POOL = [INTS, INTS, SMALL_INTS, SMALL_INTS, FLOATS, COMPLEX, STRINGS, STRINGS, STRINGS, BYTES, LISTS, LISTS, TUPLES, DICTS, SETS, HOSTILE, HOSTILE, OTHERS, OTHERS]

TYPES = {"int": INTS, "float": FLOATS, "complex": COMPLEX, "str": STRINGS, "bytes": BYTES[:4] + ["b'a,b'"], "bytearray": ["B", "bytearray(b'xyz')", "bytearray(b'a b')"], "list": LISTS, "tuple": TUPLES,
         "dict": DICTS, "set": ["set()", "{1, 2}", "S", "{E(2), E(3)}"], "frozenset": ["frozenset({1, 2})", "frozenset({E(2), 1})"], "memoryview": [b for b in BYTES if "memoryview" in b],
         "range": ["range(3)", "range(10, 0, -3)", "range(2**70)"], "slice": ["slice(1, None, -1)", "slice(10**30, E(6))"], "type": ["int", "E", "Meta", "WithMeta"], "property": ["property(len)"],
         "BaseException": ["ValueError('x')", "KeyError(1, 2)", "OSError(2, 'x')", "UnicodeDecodeError('a', b'b', 1, 2, 'c')", "ExceptionGroup('g', [ValueError(1)])", "StopIteration(1)", "ImportError('m', name='n')"],
         "object": HOSTILE, "reversed": ["reversed(L)"], "enumerate": ["enumerate(L)"]}

# Modules whose functions are called with anything. Left out in them: what asks for input, waits, works on files or
# processes, or says something else every time.
MODULES = ("math cmath operator itertools functools collections re json string textwrap random statistics fractions decimal bisect heapq copy "
           "struct datetime base64 binascii hashlib zlib html unicodedata types typing enum dataclasses contextlib abc numbers keyword "
           "ast inspect pprint reprlib weakref array io colorsys difflib fnmatch csv calendar shlex token tokenize traceback warnings "
           "builtins urllib.parse posixpath ipaddress uuid graphlib zoneinfo locale gettext secrets quopri codecs copyreg pickle "
           "gc sys time _thread linecache dis symtable opcode configparser argparse queue string.templatelib").split()
NEVER = re.compile(r"^_|exit|input|breakpoint|sleep|open|^help$|abort|kill|fork|exec$|^test|getpass|settrace|setprofile|setrecursion|set_int_max|addaudit|"
                   r"excepthook|displayhook|start_new|interrupt_main|lock|license|copyright|credits|quit|uuid|token_|randbits|choice|Random|^seed|urandom|"
                   r"^time|clock|now|today|perf|monotonic|process|getstate|id$|hash$|memory|freeze|getrefcount|gettotal|getsize|stack|frame|_current|"
                   r"interact|main$|run|settrace|breakpointhook|unraisable|call_tracing|gc|get_count|get_stats|get_objects|get_ref|is_tracked|set_debug|"
                   r"set_threshold|dont_write|stdin|stdout|stderr|setswitch|setdlopen|vars$|dir$|globals$|locals$|show$|print|FileIO|fdopen|catch|filter|"
                   r"reset|simple|localtime|ctime|asctime|mktime|strftime|gmtime|tzset|showwarning|warn|Repl|install|bindtextdomain|textdomain|setlocale|nativ|getlocale|"
                   r"expanduser|expandvars|realpath|abspath|exists|stat|lexists|getmtime|getctime|getatime|is(dir|file|link|mount)|same|relpath|getfile|getsource|getcomments|getmodule|getdoc|linecache|getline|checkcache|updatecache|lazycache|getlines|"
                   r"find_spec|reload|intern|_git|version|activate|deactivate|exc_|_clear|is_finalizing|get_asyncgen|set_asyncgen|set_coroutine|get_coroutine|getallocated|getfilesystem|collect|callbacks|garbage")


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.deterministic = True
        self.names = ["v0", "v1", "v2", "v3"]
        self.depth = 0

    # ---- expressions ----
    def pick(self, items):
        return items[self.random.randrange(len(items))]

    def value(self, simple=False):
        if not simple and self.random.random() < 0.2:
            return self.pick(self.names)
        return self.pick(self.pick(POOL))

    def method(self):
        kind = self.pick(list(TYPES))
        names = method_names(kind)
        return kind, self.pick(names)

    def arguments(self, most=3):
        words = [self.value() for _ in range(self.random.choice((0, 1, 1, 1, 2, 2, 3)[:most + 4]))]
        if self.random.random() < 0.05:
            words.append("*" + self.pick(TUPLES + LISTS + HOSTILE))
        if self.random.random() < 0.07:
            words.append("%s=%s" % (self.pick(["key", "reverse", "default", "sep", "end", "maxsplit", "encoding", "errors", "start", "strict", "base", "x", "n"]), self.value()))
        if self.random.random() < 0.03:
            words.append("**" + self.pick(DICTS))
        return ", ".join(words)

    def call(self):
        choice = self.random.random()
        if choice < 0.55:
            kind, name = self.method()
            if self.random.random() < 0.12:
                return "%s.%s(%s)" % (kind, name, self.arguments())
            return "(%s).%s(%s)" % (self.pick(TYPES[kind]), name, self.arguments())
        if choice < 0.75:
            return "%s(%s)" % (self.pick(builtin_names()), self.arguments())
        module, name = self.pick(library_names())
        return "__import__('%s', fromlist=['*']).%s(%s)" % (module, name, self.arguments())

    def expression(self, depth=0):
        if depth > 3:
            return self.value()
        choice = self.random.randrange(22)
        inner = lambda: self.expression(depth + 1)
        if choice < 4:
            return self.value()
        if choice < 9:
            return self.call()
        if choice == 9:
            return "(%s %s %s)" % (inner(), self.pick("+ - * / // % ** << >> & | ^ @ == != < <= > >= in is and or".split() + ["not in", "is not"]), inner())
        if choice == 10:
            return "(%s%s)" % (self.pick(["-", "+", "~", "not ", "*[], *"]), inner())
        if choice == 11:
            return "(%s)[%s]" % (inner(), self.subscript(depth))
        if choice == 12:
            return "[%s for %s in %s%s]" % (inner(), self.target(), self.pick(LISTS + TUPLES + DICTS + HOSTILE + ["gen()", "range(4)"]), " if " + inner() if self.random.random() < 0.4 else "")
        if choice == 13:
            return "{%s: %s for %s in %s}" % (inner(), inner(), self.target(), self.pick(LISTS + ["range(4)", "'abc'"]))
        if choice == 14:
            return "(%s if %s else %s)" % (inner(), inner(), inner())
        if choice == 15:
            return "f'%s{%s%s}'" % (self.pick(["", "a", "{{"]), self.pick(["v0", "v1", "L", "D", "E(3)", "1.5", "2**70", "None"]), self.pick(["", "!r", "!s", "!a", ":>10", ":08.3f", ":{v1}", "=", ":x", ":,", ":%Y"]))
        if choice == 16:
            return "(lambda %s: %s)(%s)" % (self.pick(["a", "*a", "a, b=1", "a, /, b=2", "*, k=1", "**k", ""]), inner(), self.arguments())
        if choice == 17:
            return "(%s := %s)" % (self.pick(self.names), inner())
        if choice == 18:
            return "(%s, *(%s))" % (inner(), inner())
        if choice == 19:
            return "{**%s, (%s): %s}" % (self.pick(DICTS), inner(), inner())
        if choice == 20:
            return "(%s).%s" % (inner(), self.pick(["__class__", "__doc__", "__dict__", "__name__", "real", "args", "n", "__mro__", "x", "__len__", "__iter__", "gi_frame", "__wrapped__", "__func__"]))
        return "(%s < %s <= %s)" % (inner(), inner(), inner())

    def subscript(self, depth):
        if self.random.random() < 0.5:
            return self.value()
        part = lambda: self.pick(["", "", self.pick(SMALL_INTS), self.pick(INTS), "E(%d)" % self.random.randrange(14)])
        return "%s:%s%s" % (part(), part(), self.pick(["", ":" + part()]))

    def target(self):
        return self.pick(self.names + ["(v0, v1)", "[v2, *v3]", "v0", "L[0]", "D['t']", "E.q"])[:40] if self.random.random() < 0.3 else self.pick(self.names)

    # ---- statements ----
    def emit(self, text):
        self.lines.append("    " * self.depth + text)

    def guarded(self, body):
        self.emit("try:")
        self.depth += 1
        body()
        self.depth -= 1
        self.emit("except (Exception, GeneratorExit) as _error:")
        self.depth += 1
        self.emit("fault(_error)")
        self.depth -= 1

    def block(self, most=3):
        self.depth += 1
        for _ in range(self.random.randrange(1, most + 1)):
            self.statement()
        self.depth -= 1

    def statement(self):
        if self.depth > 4:
            self.emit("show(%s)" % self.value())
            return
        choice = self.random.randrange(30)
        if choice < 10:
            self.emit("show(%s)" % self.expression())
        elif choice < 13:
            self.emit("%s = %s" % (self.pick(self.names), self.expression()))
        elif choice == 13:
            self.emit("%s %s= %s" % (self.pick(["v0", "v1", "L", "D", "S", "B"]), self.pick("+ - * // % | & ^ << >> ** @".split()), self.expression(2)))
        elif choice == 14:
            self.emit("%s = %s" % (self.pick(["v0, v1", "v0, *v1", "[v0, [v1]]", "(*v2, v3), v0", "L[:]", "L[%s]" % self.subscript(0), "D[%s]" % self.value(), "B[%s]" % self.subscript(0), "v0.x", "E.y"]), self.expression(1)))
        elif choice == 15:
            self.emit("del %s" % self.pick(["L[%s]" % self.subscript(0), "D[%s]" % self.value(), "B[%s]" % self.subscript(0), "v0.x", "E.y", "(L[0], L[0])"]))
        elif choice in (16, 17):
            self.emit("_count = 0")
            self.emit("for %s in %s:" % (self.target(), self.pick(["L", "D", "S", "B", "D.items()", "D.values()", "reversed(L)", "gen()", "E(7)", "enumerate(L)", "zip(L, L)", "map(show, L)", "iter(E(3), 5)", self.expression(2)])))
            self.depth += 1
            self.emit("_count += 1")
            self.emit("if _count > 8: break")
            self.emit(self.pick(["L.append(_count)", "L.clear()", "D[_count] = L", "D.clear()", "S.add(_count * 7)", "S.clear()", "B.append(1)", "L.pop()", "L[:] = []", "D.popitem()", "pass", "L.insert(0, L)", "continue", "L.sort()", "L.reverse()"]))
            self.depth -= 1
            self.block(2)
            if self.random.random() < 0.3:
                self.emit("else:")
                self.block(1)
        elif choice == 18:
            self.emit("if %s:" % self.expression(1))
            self.block(2)
            self.emit("else:")
            self.block(1)
        elif choice == 19:
            self.guarded(lambda: self.block_here())
        elif choice == 20:
            self.emit("try:")
            self.block(2)
            self.emit(self.pick(["except (%s) as v0:" % self.pick(["ValueError", "TypeError", "KeyError, IndexError", "Exception", "L", "E"]), "except* ValueError as v1:", "finally:"]))
            self.block(2)
        elif choice == 21:
            self.emit("with %s as v0:" % self.pick(HOSTILE + ["E(2), E(4)", "__import__('contextlib').suppress(Exception)", "memoryview(B)", "__import__('io').StringIO()"]))
            self.block(2)
        elif choice == 22:
            self.function()
        elif choice == 23:
            self.klass()
        elif choice == 24:
            self.generator()
        elif choice == 25:
            self.match()
        elif choice == 26:
            self.emit("raise %s" % self.pick(["ValueError(%s)" % self.value(), "E(3)", "v0", "KeyError from v1", "ValueError from E(1)", "StopIteration", "type('X', (Exception,), {})(L)", "ExceptionGroup('g', [ValueError(1), KeyError(L)])"]))
        elif choice == 27:
            self.emit("assert %s, %s" % (self.expression(2), self.value()))
        elif choice == 28:
            text = "show(%s)" % self.expression(2)
            self.emit("exec(%r, globals())" % text if self.random.random() < 0.5 else "show(eval(%r))" % self.expression(2))
        else:
            self.sorting()

    def block_here(self):
        for _ in range(self.random.randrange(1, 4)):
            self.statement()

    def function(self):
        name = "f%d" % self.random.randrange(3)
        for _ in range(self.random.randrange(2)):
            self.emit("@%s" % self.pick(["E(2)", "staticmethod", "__import__('functools').lru_cache(2)", "lambda f: f", "property", "__import__('contextlib').contextmanager", "classmethod"]))
        self.emit("def %s(%s):" % (name, self.pick(["", "a", "a, b=L", "*a", "a, /, *, k=1", "*a, **k", "a: 1 = 2"])))
        self.depth += 1
        if self.random.random() < 0.3:
            self.emit(self.pick(["global v0", "global L", "v9 = 1"]))
        self.depth -= 1
        self.block(3)
        self.depth += 1
        self.emit("return %s" % self.expression(1))
        self.depth -= 1
        self.emit("show(%s(%s))" % (name, self.arguments()))

    def klass(self):
        name = "C%d" % self.random.randrange(3)
        self.emit("class %s(%s):" % (name, self.pick(["", "E", "list", "dict", "int", "str", "tuple", "bytes", "float", "set", "Exception", "MyList", "metaclass=Meta", "WithMeta", "E, list", "int, str", "object, E", "OSError", "type", "bool", "L", "E(3)", "frozenset", "bytearray", "x=1", "__import__('collections').deque", "__import__('enum').Enum", "__import__('collections').OrderedDict", "__import__('typing').NamedTuple"])))
        self.depth += 1
        for _ in range(self.random.randrange(1, 5)):
            special = self.pick(SPECIAL)
            choice = self.random.randrange(6)
            if choice == 0:
                self.emit("%s = %s" % (special, self.value(True)))
            elif choice == 1:
                self.emit("x: %s = %s" % (self.value(True), self.value(True)))
            elif choice == 2:
                self.emit("__slots__ = %s" % self.pick(["()", "('x',)", "['x', 'y']", "'x'", "('__dict__',)", "('__weakref__', 'x')", "L", "('x', 'x')", "(1,)", "E(1)"]))
            else:
                self.emit("def %s(self, *a, **k):" % special)
                self.depth += 1
                self.emit("_act(%d)" % self.random.randrange(14))
                self.emit("return %s" % self.pick([self.value(True), "self", "super().%s(*a, **k)" % special, "NotImplemented", "a[0] if a else 0", "L", "1"]))
                self.depth -= 1
        self.depth -= 1
        self.emit("v0 = %s(%s)" % (name, self.arguments()))
        self.emit("show(%s)" % self.pick(["v0 == v0", "len(v0)", "v0 + v0", "v0[0]", "list(v0)", "hash(v0) and 1", "str(v0)", "bool(v0)", "v0.x", "sorted([v0, v0])", "v0 in [v0]", "[*v0]", "int(v0)", "format(v0, 'x')", "v0()", "isinstance(1, type(v0))", "__import__('copy').copy(v0)", "v0 < v0", "setattr(v0, 'x', 1)", "v0 @ 1", "{v0: 1}", "-v0", "abs(v0)", "next(v0)", "'%d' % v0", "range(v0)", "L[v0]", "b'' + v0", "divmod(v0, 2)", "pow(v0, 2, 3)", "round(v0)", "__import__('copy').deepcopy(v0)", "vars(v0)", "dir(v0) and 1"]))

    def generator(self):
        self.emit("def g():")
        self.depth += 1
        self.emit("try:")
        self.depth += 1
        self.emit("v8 = yield %s" % self.value())
        self.emit(self.pick(["yield from %s" % self.value(), "yield v8", "raise ValueError(v8)", "return L", "yield from g() if _act(1) else L"]))
        self.depth -= 1
        self.emit(self.pick(["finally:", "except ValueError:", "except GeneratorExit:", "except BaseException:"]))
        self.depth += 1
        self.emit(self.pick(["yield 5", "L.append(1)", "return 7", "raise", "v1 = 5"]) if self.random.random() < 0.8 else "pass")
        self.depth -= 2
        self.emit("v1 = g()")
        for _ in range(self.random.randrange(1, 5)):
            self.emit("try: show(%s)" % self.pick(["next(v1)", "v1.send(%s)" % self.value(), "v1.throw(ValueError)", "v1.throw(%s)" % self.value(), "v1.close()", "list(v1)", "v1.gi_running", "v1.gi_yieldfrom is None", "v1.throw(ValueError('x'))", "v1.throw(GeneratorExit)", "[*v1, *v1]"]))
            self.emit("except (Exception, GeneratorExit) as _error: fault(_error)")

    def match(self):
        self.emit("match %s:" % self.expression(2))
        self.depth += 1
        for _ in range(self.random.randrange(1, 4)):
            self.emit("case %s%s:" % (self.pattern(), " if %s" % self.value() if self.random.random() < 0.2 else ""))
            self.block(1)
        self.depth -= 1

    def pattern(self, depth=0):
        choice = self.random.randrange(9 if depth < 2 else 4)
        inner = lambda: self.pattern(depth + 1)
        if choice == 0:
            return self.pick(["1", "-1", "'a'", "None", "True", "1.5", "b'a'", "1+2j", "'a' 'b'", "_sys.maxsize"])
        if choice == 1:
            return self.pick(["int()", "str()", "list()", "E(n=1)", "dict()", "int(1)", "bytes()", "float(real=0)", "tuple()"])
        if choice in (2, 3):
            return self.pick(["[]", "[_, *_]", "{}", "(1, 2)"])
        if choice == 4:
            return "[%s, *_, %s]" % (inner(), inner())
        if choice == 5:
            return "{'a': %s, 1: _}" % inner()
        if choice == 6:
            return "(%s) | (%s)" % (inner(), inner())
        if choice == 7:
            return "[%s, %s]" % (inner(), inner())
        return "E(n=%s)" % inner()

    def sorting(self):
        self.emit(self.pick(["L.sort(key=%s)" % self.value(), "show(sorted(%s, key=%s))" % (self.pick(LISTS), self.pick(OTHERS)), "show(min(%s, default=%s))" % (self.pick(LISTS), self.value()),
                             "L.sort(reverse=E(3))", "L[:] = [E(n) for n in range(9)]; L.sort()", "show(max(%s, key=E(3)))" % self.pick(LISTS), "show(sum(%s, %s))" % (self.pick(LISTS), self.value()),
                             "show(L.index(%s))" % self.value(), "show(L.count(E(0)))", "L.remove(E(2))", "show(L == [E(1), E(0), L])", "show([1, E(0)] < L)", "show(D == {1: E(0), 'a': E(2), 3.5: 1})",
                             "show(S & {E(1), E(4)})", "D[E(4)] = E(5)", "show(any(map(E(1), L)))", "show(''.join(%s))" % self.value(), "show(b','.join(%s))" % self.value(), "v0 = iter(L); L.clear(); show(list(v0))",
                             "v0 = iter(D); D[99] = 1; show(next(v0))", "v0 = memoryview(B); B.append(1)", "v0 = memoryview(B)[1:]; v0.release(); show(v0[0])", "v1 = L; v1.append(v1); show(v1 == [1, v1])", "recurse()",
                             "__import__('gc').collect()", "show('%s' % Ring)", "show(Ring == Ring[:])", "show(__import__('copy').deepcopy(Loop) == 1)"]))

    def build(self):
        for name in self.names:
            self.emit("%s = %s" % (name, self.value(True)))
        for _ in range(self.random.randrange(6, 16)):
            self.guarded(lambda: self.block_here())
        return PRELUDE + "\n".join(self.lines) + "\n"


SPECIAL = ("__eq__ __hash__ __len__ __bool__ __iter__ __next__ __getitem__ __setitem__ __contains__ __call__ __repr__ __str__ __format__ __index__ __int__ __float__ __add__ __radd__ "
           "__iadd__ __lt__ __gt__ __init__ __new__ __getattr__ __getattribute__ __setattr__ __delattr__ __del__ __enter__ __exit__ __get__ __set__ __missing__ __reversed__ __copy__ "
           "__deepcopy__ __reduce_ex__ __init_subclass__ __class_getitem__ __set_name__ __dir__ __bytes__ __round__ __abs__ __neg__ __pow__ __rpow__ __divmod__ __matmul__ __await__ __mro_entries__ "
           "__instancecheck__ __subclasscheck__ __length_hint__ __sizeof__ __complex__ __trunc__ __fspath__ __prepare__ mro __class__ __dict__ __slots__ __name__ __doc__ __module__").split()

_cache = {}


def method_names(kind):
    if kind not in _cache:
        import builtins
        never = {"__init_subclass__", "__subclasshook__", "__sizeof__", "__dir__", "__hash__", "__reduce__", "__reduce_ex__", "__getstate__", "__class__", "__doc__", "__getnewargs__", "__subclasses__"}
        _cache[kind] = [name for name in dir(getattr(builtins, kind)) if name not in never and callable(getattr(getattr(builtins, kind), name, None))]
    return _cache[kind]


def builtin_names():
    if "builtins" not in _cache:
        import builtins
        _cache["builtins"] = [name for name in dir(builtins) if callable(getattr(builtins, name)) and not NEVER.search(name)] + ["sorted", "hash", "vars", "dir", "E", "MyList", "Meta"]
    return _cache["builtins"]


def library_names():
    if "library" not in _cache:
        import importlib
        found = []
        for module in MODULES:
            try:
                loaded = importlib.import_module(module)
            except ImportError:
                continue
            for name in sorted(getattr(loaded, "__all__", None) or dir(loaded)):
                if not NEVER.search(name) and callable(getattr(loaded, name, None)):
                    found.append((module, name))
        _cache["library"] = found
    return _cache["library"]


def generate(seed):
    program = Program(seed)
    return program.build()


# ---- mutation ----
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
PIECES = ["(", ")", "[", "]", "{", "}", ":", ",", "=", "*", "**", "lambda", "yield", "await", "async ", "return", "def f():", "class C:", "0", "-1", "10**20", "None", "''", "f'{", "}'", "'''", "\\", "\n", "    ", ";", "@",
          "->", ":=", "...", "if", "else", "for x in", "not", "del", "global x", "nonlocal x", "try:", "except:", "finally:", "import", "from", "with", "match x:", "case _:", "\x00", "\ufeff", "é", "\u2028", "0x", "1e", "1_", "b'", "r'", "%", "!", "?", "$"]


def mutate(source_random, source, others):
    choice = source_random.random
    count = 1 + int(choice() * 6)
    text = source
    for _ in range(count):
        kind = choice()
        lines = text.split("\n")
        if kind < 0.15 and len(lines) > 1:
            del lines[source_random.randrange(len(lines))]
            text = "\n".join(lines)
        elif kind < 0.3:
            at = source_random.randrange(len(lines))
            lines.insert(source_random.randrange(len(lines) + 1), lines[at])
            text = "\n".join(lines)
        elif kind < 0.4:
            other = source_random.choice(others).split("\n")
            at = source_random.randrange(len(other))
            place = source_random.randrange(len(lines) + 1)
            lines[place:place] = other[at:at + source_random.randrange(1, 12)]
            text = "\n".join(lines)
        else:
            tokens = TOKEN.findall(text)
            if not tokens:
                return text
            at = source_random.randrange(len(tokens))
            if kind < 0.55:
                tokens[at] = source_random.choice(tokens)
            elif kind < 0.65:
                del tokens[at]
            elif kind < 0.75:
                tokens.insert(at, source_random.choice(PIECES))
            elif kind < 0.88:
                numbers = [n for n, token in enumerate(tokens) if token[0].isdigit() or token in ("None", "True", "False")]
                if numbers:
                    tokens[source_random.choice(numbers)] = source_random.choice(INTS + FLOATS + ["None", "''", "[]", "()", "object()", "b''"]).replace("MyInt", "int").replace("MyFloat", "float").replace("_sys", "int")
            elif kind < 0.96:
                names = [n for n, token in enumerate(tokens) if token[0].isalpha()]
                if len(names) > 1:
                    tokens[source_random.choice(names)] = tokens[source_random.choice(names)]
            else:
                length = source_random.randrange(1, 30)
                tokens[at:at] = tokens[at:at + length] * source_random.randrange(1, 5)
            text = "".join(tokens)
    return text
