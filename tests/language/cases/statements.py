# Loops, unpacking, comprehensions, walrus, augmented assignment, del, chained comparison, match, slices, f-strings.
def attempt(thunk):
    try:
        print(thunk())
    except BaseException as error:
        print(type(error).__name__, error)


a, b = 1, 2
[c, d] = "xy"
(e, (f, *g)), h = (1, (2, 3, 4)), 5
*i, j = range(4)
k, *l, m = "hello"
n, = [7]
print(a, b, c, d, e, f, g, h, i, j, k, l, m, n)
x = y = z = []
x.append(1)
print(y, z is x)
p = q = 5
p += 1
print(p, q)
for bad in ["a, b = 1", "a, b = 1, 2, 3", "a, b, c = 1, 2", "a, *b, c = [1]", "a, b = 'x'", "[a, b] = {}", "(a, b), c = 1, 2"]:
    attempt(lambda: exec(bad))
data = [1, 2, 3, 4, 5, 6]
data[1:3] = ["b", "c", "C"]
print(data, data[::2], data[::-1], data[-2:], data[:2], data[10:], data[1:-1:2])
del data[0], data[-1]
del data[::2]
print(data)
dictionary = {"a": 1}
dictionary["b"] = dictionary["c"] = 2
dictionary["a"] += 10
del dictionary["b"]
print(dictionary)


class Box: pass


box = Box()
box.value = [1, 2]
box.value[0] += 5
box.value += [3]
print(box.value)
del box.value
attempt(lambda: box.value)
v = 10
v += 1; v -= 2; v *= 3; v //= 2; v %= 8; v **= 2; v <<= 2; v >>= 1; v |= 1; v &= 0xff; v ^= 3
print(v)
v /= 4
print(v)
t = (1, 2)
t += (3,)
s = "a"
s += "b"
s *= 3
print(t, s)
for i in range(3):
    for j in range(3):
        if j == 2: break
        if i == 1: continue
        print(i, j, end="; ")
    else:
        print("never")
else:
    print("outer else")
i = 0
while i < 5:
    i += 1
    if i == 2: continue
    if i == 4: break
else:
    print("no")
print(i)
while i < 6: i += 1
else: print("while else", i)
for i, (a, *b) in enumerate([(1, 2, 3), "xyz"]): print(i, a, b)
for dictionary["key"] in [1, 2]: pass
print(dictionary)
for box.item in "ab": pass
print(box.item)
print([x for x in range(10) if x % 2 if x > 3], [[y for y in range(x)] for x in range(3)], {x % 3 for x in range(10)})
print({k: v for k, v in [("a", 1), ("b", 2)]}, [(x, y) for x in "ab" for y in "cd"], [x if x > 1 else -x for x in range(3)])
x = "outer"
print([x for x in range(3)], x)
print([y := 5, y ** 2], (z := 3) + z, [last := w for w in range(3)], last)
if (length := len("hello")) > 3 and (half := length // 2): print(length, half)
while (n := n - 1) > 4: print("n", n)
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 1 != 0, 1 == 1.0 == True, "a" < "b" <= "b", not 1 < 2 < 0)
print(0 or "x", "" or [] or 0, 1 and 2, 1 and 0 and 3, not [], None is None, 1 is not None, 2 in [1, 2], 3 not in {3: 4})


def side(value):
    print("side", value, end=" ")
    return value


print(side(1) < side(2) < side(0) < side(5))
print(side(0) and side(1) or side(2))
print((lambda: (yield))().__next__(), *[1, *[2, *[3]]], {**{"a": 1}, "b": 2, **{"a": 3}})
value, width, precision = 3.14159, 10, 3
print(f"{value:{width}.{precision}f}|{value!r:>12}|{'text':^10}|{5:05d}|{1000000:,}|{255:#x}|{0.5:.1%}|{{}}|{value=:.2f}|{'a' 'b'}")
print(f"{'nested ' + f'{1 + 1}'} {[x for x in 'ab']} {(lambda q: q * 2)(3)} {dictionary['a']} {value!s:.4} {'é':>3} {1e10} {a!r}")
print(f'''multi
{value:.1f} line''', f"{3 if value > 3 else 4}", rf"\n{1}", f"{'x'!a}", f"{10:>{'5'}}", f"{ {'k': 1}['k'] }")
name = "w"
attempt(lambda: f"{5:{name}}")
print("con" "cat" 'enated', b"by" b"tes", r"\raw", "\x41\u00e9\N{BULLET}", """tri"ple""", 'it''s')


def describe(subject):
    match subject:
        case 0 | 1: return "small"
        case int(n) if n < 0: return f"negative {n}"
        case int() | float(): return "number"
        case "hello": return "greeting"
        case str() as text: return f"text {text}"
        case []: return "empty"
        case [x]: return f"one {x}"
        case [x, y]: return f"two {x} {y}"
        case [first, *_, last]: return f"many {first}..{last}"
        case {"type": "circle", "r": r}: return f"circle {r}"
        case {"a": 1, **rest}: return f"rest {rest}"
        case {}: return "mapping"
        case None: return "none"
        case True: return "true"
        case Box(value=v): return f"box {v}"
        case Box(): return "box"
        case _: return "other"


box2 = Box()
box2.value = 9
for subject in [0, 1, -5, 7, 2.5, "hello", "bye", [], [1], (1, 2), range(5), {"type": "circle", "r": 2}, {"a": 1, "b": 2}, {}, None,
                True, box, box2, {1}, b"bytes", object]:
    print(describe(subject), end="; ")
print()


class Pair:
    __match_args__ = ("left", "right")

    def __init__(self, left, right): self.left, self.right = left, right


def pairs(subject):
    match subject:
        case Pair(0, 0): return "origin"
        case Pair(x, Pair(y, z)): return x, y, z
        case Pair(left=[a, b], right=c): return "list", a, b, c
        case Pair(x, y) if x == y: return "same"
        case Pair(): return "pair"
        case (1 | 2 as n, "a" | "b" as s): return n, s
        case [Pair(a, _), *others]: return "first", a, len(others)
        case {"x": {"y": [_, z]}}: return "deep", z


for subject in [Pair(0, 0), Pair(1, Pair(2, 3)), Pair([1, 2], 3), Pair(5, 5), Pair(1, 2), (1, "b"), [Pair(7, 8), 1, 2], {"x": {"y": [1, 2]}}, 5]:
    print(pairs(subject), end="; ")
print()


def bad_match(subject):
    match subject:
        case Box(1): return "x"


attempt(lambda: bad_match(box))


def many_positional(subject):
    match subject:
        case Pair(1, 2, 3): return "x"


attempt(lambda: many_positional(Pair(1, 2)))
match [1, 2, 3]:
    case [a, b] if a: print("two")
    case [a, *rest]: print(a, rest)
print(a, rest)
if 0: pass
elif []: pass
elif "x": print("elif")
else: print("else")
global_list = [0]


def augmented_order():
    def index(name):
        print(name, end=" ")
        return 0
    global_list[index("i")] += index("v") + 5
    print(global_list)


augmented_order()
print(10 // 3, -10 // 3, 10 % -3, 2 ** 10, 2 ** -1, 7 / 2, 1 << 5, 5 & 3, 5 | 3, 5 ^ 3, ~5, -2 ** 2, +True, 10 // 3.0, 7.5 % 2, -7.5 // 2)
print(9223372036854775807 + 1, -9223372036854775808 - 1, 9223372036854775807 * 2, 2 ** 63, -(2 ** 63), 1 << 64, (1 << 64) >> 60, -(-9223372036854775808))
print(9223372036854775807 * 9223372036854775807, 10 ** 20 // 3, 10 ** 20 % 7, -10 ** 20 // 3, 123456789 ** 5, (2 ** 70) & (2 ** 65 - 1), 5 // -(2 ** 70))
print(0.1 + 0.2, 1e16, 1e15, 1.5e300 * 1e10, -0.0, 1 / 3, 100.0, 1e-5, 123456789.123456789, float("inf"), -float("inf"), float("nan"))
print(3 == 3.0, 2 ** 53 == 2.0 ** 53, 2 ** 53 + 1 == 2.0 ** 53, 1 < 1.5, 10 ** 30 > 1e29, True + True, True < 2, 1j * 1j, (1 + 2j) / (3 - 4j))
import_error = None
try:
    import not_a_module
except ImportError as error:
    import_error = error
print(type(import_error).__name__, import_error, import_error.name)
try:
    from not_a.module import thing
except ModuleNotFoundError as error:
    print(error)
exec("import builtins\nprint(builtins.len([1]))")
pass
...
"expression"
lambda: 0
print([*range(3)], (*"ab",), {*[1, 1]}, *[], sep="-")
long_list = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, a, b]
print(len(long_list), sum(long_list[:-2]))
long_dict = {0: a, 1: a, 2: a, 3: a, 4: a, 5: a, 6: a, 7: a, 8: a, 9: a, 10: a, 11: a, 12: a, 13: a, 14: a, 15: a, 16: a, 17: a, 18: a, **{19: a}}
print(len(long_dict))
print(max([3, 1, 2]), min("b", "a"), sum([1, 2.5]), sorted("hello", reverse=True), list(reversed([1, 2])), list(zip([1, 2], "ab")),
      list(map(str, [1])), list(filter(None, [0, 1])), any([]), all([]), abs(-3), divmod(7, 3), pow(2, 5, 7), round(2.5), round(-3.567, 2),
      list(enumerate("ab", 1)), chr(65), ord("a"), hex(255), bin(5), oct(8), isinstance(1, (str, int)), callable(len), type(1).__name__)
