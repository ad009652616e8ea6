# A pattern is read again for each way in which it is used: the same groups, the same flags, each warning once.
import re
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    pattern = re.compile(r"(?i)(?P<first>[a-c[])(?:(x)|(y))+(?(2)Z|é)")
    for text in "AxZ", "byé", "[xyz", "ÉaYÉ", "--cxxZ--", "qq":
        for method in "search", "match", "fullmatch":
            found = getattr(pattern, method)(text)
            print(text, method, found and (found.group(), found.groups(), found.lastindex, found.lastgroup, found.span("first")))
    print([(str(w.message), w.category.__name__) for w in caught])

for pattern, flags in [(r"(?x) a  b # comment", 0), (r"^b.", re.M | re.S), (rb"\w+", re.L), (r"(?a)\w+", 0), (r"(?-i:A)b", re.I), (r"(a)(?<=\1)b", 0),
                       (r"(?>a+)b|(?=c)c", 0), (r"\N{BULLET}+", 0)]:
    compiled = re.compile(pattern, flags)
    for text in "ab", "a\nb\n", "Ab", "éab•", "c", "••":
        if isinstance(pattern, bytes):
            text = text.encode("utf-8")
        print(compiled, [bool(getattr(compiled, m)(text)) for m in ("search", "match", "fullmatch")], compiled.findall(text), compiled.sub("-" if flags != re.L else b"-", text))
