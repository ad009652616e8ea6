"""Random patterns, well formed or not, over random subjects: matches, groups, replacements, errors and their places."""
import re
import sys
import warnings

warnings.simplefilter("ignore")
COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
state = int(sys.argv[2]) if len(sys.argv) > 2 else 11


def rand(n):
    global state
    state = (state * 6364136223846793005 + 1442695040888963407) & (1 << 64) - 1
    return (state >> 33) % n


def pick(seq):
    return seq[rand(len(seq))]


ATOMS = ["a", "b", "c", ".", "\\d", "\\w", "\\s", "\\W", "[ab]", "[^a]", "[a-c\\d]", "[^\\w]", "^", "$", "\\b", "\\B", "\\A", "\\Z", "é", "B", "1",
         "\\x61", "\\n", "[\\s\\S]", "K", "i", "\\1", "\\.", " ", "[é-ü]", "-"]
NOISE = ["(", ")", "[", "]", "{", "}", "*", "+", "?", "\\", "|", "(?", "(?P<", "(?P=", "(?:", "(?=", "(?<=", ">", ":", "(?#", "x", "a-", "{2,1}",
         "{,3}", "\\8", "\\x", "\\u12", "\\N{", "(?i)", "(?i:", "(?-i:", "(?a", "(?(1)", "^", "$", "#", "\\g", "\\0", "\\400", "&&", "\n"]
QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,1}?", "{2,}", "*+", "?+", "{,2}", "{1}{"]


def pattern(depth):
    out = []
    for _ in range(1 + rand(4)):
        kind = rand(14)
        if kind < 8 or depth == 0:
            item = pick(ATOMS)
        elif kind < 10:
            item = "(" + pattern(depth - 1) + ")"
        elif kind == 10:
            item = "(?:" + pattern(depth - 1) + "|" + pattern(depth - 1) + ")"
        elif kind == 11:
            item = pick(["(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?s-i:", "(?a:", "(?m:"]) + pattern(depth - 1) + ")"
        elif kind == 12:
            item = "(?P<n%d>" % rand(3) + pattern(depth - 1) + ")"
        else:
            item = "(?(1)" + pattern(depth - 1) + pick(["", "|b"]) + ")"
        if rand(3) == 0:
            quantifier = pick(QUANTIFIERS)
            # CPython before 3.11.5 leaves a possessive group that has failed in the middle where it failed.
            item += quantifier if kind < 8 or depth == 0 else quantifier.replace("++", "+").replace("?+", "?").replace("*+", "*")
        out.append(item)
        if rand(9) == 0:
            out.append("|")
    return "".join(out)


def noise():
    return "".join(pick(NOISE if rand(2) else ATOMS) for _ in range(1 + rand(6)))


def subject():
    return "".join(pick("aabbcc1 \nABKié\u0130\u017f\u212a_.-") if rand(3) else pick("abc") for _ in range(rand(12)))


FLAGS = [0, 0, 0, re.I, re.M, re.S, re.A, re.I | re.A, re.X, re.M | re.I]
for number in range(COUNT):
    text = noise() if rand(4) == 0 else pattern(2)
    flags = pick(FLAGS)
    try:
        if rand(5) == 0:
            compiled = re.compile(text.encode("latin-1"), flags)
        else:
            compiled = re.compile(text, flags)
    except (re.error, OverflowError, IndexError, ValueError) as error:
        print(number, ascii(text), int(flags), type(error).__name__, ascii(str(error)), getattr(error, "pos", None))
        continue
    print(number, ascii(text), compiled.flags, compiled.groups, dict(compiled.groupindex))
    for _ in range(3):
        string = subject()
        if isinstance(compiled.pattern, bytes):
            string = string.encode("utf-8")
        found = compiled.search(string)
        full = compiled.fullmatch(string)
        print(" ", ascii(string), found and (found.regs, found.lastindex), full and full.regs,
              [m.span() for m in compiled.finditer(string)], ascii(compiled.split(string)))
        start = rand(4)
        found = compiled.match(string, start, start + rand(8))
        print("   ", found and (found.span(), ascii(found.groups())), ascii(compiled.sub(lambda m: m.group()[:1] * 2, string, 2)))
