# Patterns with thousands of alternatives: as ASCII, as wide text, as bytes, with groups, references and flags.
import random
import re

random.seed(3)
words = ["".join(random.choice("abcdeéñ😀") for _ in range(random.randint(3, 9))) for _ in range(9000)]
text = " ".join(random.choice(words) if random.random() < .3 else "zzé" for _ in range(1000))
whole = re.compile(r"\b(?:" + "|".join(words) + r")\b")
found = whole.findall(text)
print(len(found), found[:5], [one.span() for one in whole.finditer(text)][:10])
print(whole.sub("X", text)[:100], whole.split(text)[:3], whole.search(text, 500, 600))
print(whole.sub(lambda one: one.group().upper(), text, count=3)[:100])
numbers = re.compile("|".join("%d" % number for number in range(10000)))
print(numbers.match("1000"), numbers.fullmatch("9999"), numbers.search("abc 77 x"), numbers.findall("12 13 99999"), numbers.search("é 5"), numbers.fullmatch("12345"))
data = re.compile(b"|".join(b"%d" % number for number in range(10000)))
print(data.findall(b"12 13 99999\xff3"), data.search(b"\xff\xff5"), data.findall(bytearray(b"1 2")))
groups = re.compile("(" + ")|(".join(words[:3000]) + ")")
match = groups.search(text, 40)
print(match.span(), match.lastindex, len(match.groups()), match.group(match.lastindex) == match.group())
doubled = re.compile(r"(?P<one>" + "|".join(words) + r")-(?P=one)")
print(doubled.search("x %s-%s y" % (words[5], words[6])), doubled.search("é %s-%s y" % (words[7], words[7])).groupdict() == {"one": words[7]})
print(len(re.findall("(?i)" + "|".join(words), text.upper())))
empty = re.compile("(?:" + "|".join(words) + ")?")
print([one.span() for one in empty.finditer("é" + words[3] + "z" + words[4])][:6])
array = bytearray(b"1 2 3")
iterator = data.finditer(array)
try:
    array.extend(b"x" * 100)
except BufferError as error:
    print("BufferError", error)
del iterator
array.extend(b"4")
print(array, len(pickle) if (pickle := repr(whole)) else 0)
