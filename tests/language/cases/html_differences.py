# difflib.HtmlDiff: tables of changes side by side, wrapped, in context, of random texts.
import difflib
import random

one = "one\ntwo words here\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n".splitlines()
other = "one\ntwo word there\nfour\nfive\nnew <line> & more\nsix\nseven\neight\tx\nnine!\nten\nlast\n".splitlines()
print(difflib.HtmlDiff().make_table(one, other, "A", "B"))
print(difflib.HtmlDiff(wrapcolumn=10, tabsize=4).make_table(one, other, "A", "B", context=True, numlines=1))
print(difflib.HtmlDiff(wrapcolumn=4).make_table(one, other))
print(difflib.HtmlDiff().make_table(one, one), difflib.HtmlDiff().make_table(one, one, context=True), difflib.HtmlDiff().make_table([], []))
print(difflib.HtmlDiff().make_table(one, []), difflib.HtmlDiff().make_table([], one, context=True, numlines=0))
page = difflib.HtmlDiff().make_file(["a", "é"], ["b", "é"], charset="ascii")
print("diff_chg" in page, "&#233;" in page, "<table" in page)
random.seed(5)
words = "the quick brown fox jumps over a lazy dog  again\tand <so> on".split(" ")
for round in range(60):
    lines = [" ".join(random.choice(words) for _ in range(random.randint(0, 6))) for _ in range(random.randint(0, 20))]
    changed = []
    for line in lines:
        what = random.random()
        if what < .15:
            continue
        if what < .3:
            changed.append(" ".join(random.choice(words) for _ in range(4)))
        if what < .5:
            at = random.randint(0, len(line))
            line = line[:at] + random.choice(["x", "", "new ", "\t"]) + line[at + random.randint(0, 3):]
        changed.append(line)
    maker = difflib.HtmlDiff(wrapcolumn=random.choice([None, None, 8, 20]))
    print(maker.make_table(lines, changed, context=round % 2 == 1, numlines=random.randint(0, 5)))
