"""Differences between two sequences, of characters or of lines.

SequenceMatcher finds the longest run that both have, then the longest ones left and right of it, and so on: what people
call a match, not the smallest number of changes.
"""

__all__ = ["get_close_matches", "ndiff", "restore", "SequenceMatcher", "Differ", "IS_CHARACTER_JUNK", "IS_LINE_JUNK",
           "context_diff", "unified_diff", "diff_bytes", "HtmlDiff", "Match"]

from collections import namedtuple as _namedtuple

Match = _namedtuple("Match", "a b size")


def _ratio(matches, length):
    return 2.0 * matches / length if length else 1.0


class SequenceMatcher:
    "Compares two sequences of hashable items."

    def __init__(self, isjunk=None, a="", b="", autojunk=True):
        self.isjunk = isjunk
        self.a = self.b = None
        self.autojunk = autojunk
        self.set_seqs(a, b)

    def set_seqs(self, a, b):
        "Set both sequences."
        self.set_seq1(a)
        self.set_seq2(b)

    def set_seq1(self, a):
        "Set the first one."
        if a is not self.a:
            self.a = a
            self.matching_blocks = self.opcodes = None

    def set_seq2(self, b):
        "Set the second one, of which more is remembered: keep it when many are compared with one."
        if b is not self.b:
            self.b = b
            self.matching_blocks = self.opcodes = None
            self.fullbcount = None
            self._index_second()

    def _index_second(self):
        # Where each item stands; junk, and items that are all over a long sequence, start no match.
        places = self.b2j = {}
        for index, item in enumerate(self.b):
            places.setdefault(item, []).append(index)
        self.bjunk = set()
        if self.isjunk:
            self.bjunk = {item for item in places if self.isjunk(item)}
            for item in self.bjunk:
                del places[item]
        self.bpopular = set()
        count = len(self.b)
        if self.autojunk and count >= 200:
            often = count // 100 + 1
            self.bpopular = {item for item, indices in places.items() if len(indices) > often}
            for item in self.bpopular:
                del places[item]

    def find_longest_match(self, alo=0, ahi=None, blo=0, bhi=None):
        "The longest run that a[alo:ahi] and b[blo:bhi] have in common, the first one of those."
        a, b, places, is_junk = self.a, self.b, self.b2j, self.bjunk.__contains__
        if ahi is None:
            ahi = len(a)
        if bhi is None:
            bhi = len(b)
        best_i, best_j, best_size = alo, blo, 0
        lengths = {}  # of the runs that end at the last i and each j
        for i in range(alo, ahi):
            new_lengths = {}
            for j in places.get(a[i], ()):
                if j < blo:
                    continue
                if j >= bhi:
                    break
                size = new_lengths[j] = lengths.get(j - 1, 0) + 1
                if size > best_size:
                    best_i, best_j, best_size = i - size + 1, j - size + 1, size
            lengths = new_lengths
        # Popular items around it first, then junk.
        for junk in False, True:
            while (best_i > alo and best_j > blo and is_junk(b[best_j - 1]) == junk
                   and a[best_i - 1] == b[best_j - 1]):
                best_i, best_j, best_size = best_i - 1, best_j - 1, best_size + 1
            while (best_i + best_size < ahi and best_j + best_size < bhi
                   and is_junk(b[best_j + best_size]) == junk and a[best_i + best_size] == b[best_j + best_size]):
                best_size += 1
        return Match(best_i, best_j, best_size)

    def get_matching_blocks(self):
        "All matches in order, then one of no size at the ends."
        if self.matching_blocks is not None:
            return self.matching_blocks
        found, waiting = [], [(0, len(self.a), 0, len(self.b))]
        while waiting:
            alo, ahi, blo, bhi = waiting.pop()
            match = i, j, size = self.find_longest_match(alo, ahi, blo, bhi)
            if size:
                found.append(match)
                if alo < i and blo < j:
                    waiting.append((alo, i, blo, j))
                if i + size < ahi and j + size < bhi:
                    waiting.append((i + size, ahi, j + size, bhi))
        found.sort()
        joined = []
        for i, j, size in found:
            if joined and joined[-1][0] + joined[-1][2] == i and joined[-1][1] + joined[-1][2] == j:
                joined[-1] = joined[-1][0], joined[-1][1], joined[-1][2] + size
            else:
                joined.append((i, j, size))
        joined.append((len(self.a), len(self.b), 0))
        self.matching_blocks = list(map(Match._make, joined))
        return self.matching_blocks

    def get_opcodes(self):
        "How the first becomes the second: (tag, i1, i2, j1, j2)."
        if self.opcodes is None:
            self.opcodes = []
            i = j = 0
            for at_i, at_j, size in self.get_matching_blocks():
                if i < at_i or j < at_j:
                    tag = "replace" if i < at_i and j < at_j else "delete" if i < at_i else "insert"
                    self.opcodes.append((tag, i, at_i, j, at_j))
                i, j = at_i + size, at_j + size
                if size:
                    self.opcodes.append(("equal", at_i, i, at_j, j))
        return self.opcodes

    def get_grouped_opcodes(self, n=3):
        "The same in groups of neighbouring changes, with up to n equal items around them."
        codes = list(self.get_opcodes()) or [("equal", 0, 1, 0, 1)]
        if codes[0][0] == "equal":
            tag, i1, i2, j1, j2 = codes[0]
            codes[0] = tag, max(i1, i2 - n), i2, max(j1, j2 - n), j2
        if codes[-1][0] == "equal":
            tag, i1, i2, j1, j2 = codes[-1]
            codes[-1] = tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)
        group = []
        for tag, i1, i2, j1, j2 in codes:
            if tag == "equal" and i2 - i1 > 2 * n:
                group.append((tag, i1, min(i2, i1 + n), j1, min(j2, j1 + n)))
                yield group
                group = []
                i1, j1 = max(i1, i2 - n), max(j1, j2 - n)
            group.append((tag, i1, i2, j1, j2))
        if group and not (len(group) == 1 and group[0][0] == "equal"):
            yield group

    def ratio(self):
        "How alike they are, from 0 to 1."
        return _ratio(sum(block[2] for block in self.get_matching_blocks()), len(self.a) + len(self.b))

    def quick_ratio(self):
        "No less than ratio(), and sooner: from how often each item is there."
        if self.fullbcount is None:
            self.fullbcount = counts = {}
            for item in self.b:
                counts[item] = counts.get(item, 0) + 1
        left, matches = {}, 0
        for item in self.a:
            number = left.get(item)
            if number is None:
                number = self.fullbcount.get(item, 0)
            left[item] = number - 1
            if number > 0:
                matches += 1
        return _ratio(matches, len(self.a) + len(self.b))

    def real_quick_ratio(self):
        "No less than quick_ratio(), at once: from the lengths."
        return _ratio(min(len(self.a), len(self.b)), len(self.a) + len(self.b))

    __class_getitem__ = classmethod(type(list[int]))


def get_close_matches(word, possibilities, n=3, cutoff=0.6):
    "The n best of the possibilities that are alike enough, the best first."
    if not n > 0:
        raise ValueError("n must be > 0: %r" % (n,))
    if not 0.0 <= cutoff <= 1.0:
        raise ValueError("cutoff must be in [0.0, 1.0]: %r" % (cutoff,))
    found = []
    matcher = SequenceMatcher()
    matcher.set_seq2(word)
    for candidate in possibilities:
        matcher.set_seq1(candidate)
        if (matcher.real_quick_ratio() >= cutoff and matcher.quick_ratio() >= cutoff
                and matcher.ratio() >= cutoff):
            found.append((matcher.ratio(), candidate))
    found.sort(reverse=True)
    return [candidate for score, candidate in found[:n]]


class Differ:
    "Compares lines of text; alike lines are shown with their differences marked below."

    def __init__(self, linejunk=None, charjunk=None):
        self.linejunk = linejunk
        self.charjunk = charjunk

    def compare(self, a, b):
        "Lines with '- ', '+ ', '  ' or '? ' in front."
        for tag, alo, ahi, blo, bhi in SequenceMatcher(self.linejunk, a, b).get_opcodes():
            if tag == "replace":
                yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
            elif tag == "delete":
                yield from self._dump("-", a, alo, ahi)
            elif tag == "insert":
                yield from self._dump("+", b, blo, bhi)
            else:
                yield from self._dump(" ", a, alo, ahi)

    def _dump(self, tag, x, lo, hi):
        for index in range(lo, hi):
            yield "%s %s" % (tag, x[index])

    def _plain_replace(self, a, alo, ahi, b, blo, bhi):
        old, new = self._dump("-", a, alo, ahi), self._dump("+", b, blo, bhi)
        # The shorter block comes first.
        if bhi - blo < ahi - alo:
            old, new = new, old
        yield from old
        yield from new

    def _fancy_replace(self, a, alo, ahi, b, blo, bhi):
        best, cutoff = 0.74, 0.75
        matcher = SequenceMatcher(self.charjunk)
        same = None
        for j in range(blo, bhi):
            matcher.set_seq2(b[j])
            for i in range(alo, ahi):
                if a[i] == b[j]:
                    if same is None:
                        same = i, j
                    continue
                matcher.set_seq1(a[i])
                if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
                    best, best_i, best_j = matcher.ratio(), i, j
        if best < cutoff:
            if same is None:
                yield from self._plain_replace(a, alo, ahi, b, blo, bhi)
                return
            best_i, best_j = same
        else:
            same = None
        yield from self._around(a, alo, best_i, b, blo, best_j)
        old, new = a[best_i], b[best_j]
        if same is None:
            old_marks = new_marks = ""
            matcher.set_seqs(old, new)
            for tag, i1, i2, j1, j2 in matcher.get_opcodes():
                old_mark, new_mark = {"replace": "^^", "delete": "- ", "insert": " +", "equal": "  "}[tag]
                old_marks += old_mark * (i2 - i1)
                new_marks += new_mark * (j2 - j1)
            yield from self._qformat(old, new, old_marks, new_marks)
        else:
            yield "  " + old
        yield from self._around(a, best_i + 1, ahi, b, best_j + 1, bhi)

    def _around(self, a, alo, ahi, b, blo, bhi):
        if alo < ahi and blo < bhi:
            yield from self._fancy_replace(a, alo, ahi, b, blo, bhi)
        else:
            yield from self._dump("-", a, alo, ahi)
            yield from self._dump("+", b, blo, bhi)

    def _qformat(self, aline, bline, atags, btags):
        for sign, line, marks in ("-", aline, atags), ("+", bline, btags):
            yield "%s %s" % (sign, line)
            # Tabs stay, so that the marks stand below their characters.
            marks = "".join(character if mark == " " and character.isspace() else mark
                            for character, mark in zip(line, marks)).rstrip()
            if marks:
                yield f"? {marks}\n"


def __getattr__(name):
    if name == "HtmlDiff":
        from _html_diff import HtmlDiff
        globals()[name] = HtmlDiff
        return HtmlDiff
    raise AttributeError("module %r has no attribute %r" % (__name__, name))


def IS_LINE_JUNK(line, pat=None):
    "Is the line empty, or a lone '#'?"
    if pat is not None:
        return pat(line) is not None
    return line.strip() in ("", "#")


def IS_CHARACTER_JUNK(ch, ws=" \t"):
    "Is it a blank or a tab?"
    return ch in ws


def _range_unified(start, stop):
    length = stop - start
    if length == 1:
        return "{}".format(start + 1)
    return "{},{}".format(start + 1 if length else start, length)


def _range_context(start, stop):
    length = stop - start
    beginning = start + 1 if length else start
    if length <= 1:
        return "{}".format(beginning)
    return "{},{}".format(beginning, beginning + length - 1)


def _check_types(a, b, *args):
    for lines in a, b:
        if lines and not isinstance(lines[0], str):
            raise TypeError("lines to compare must be str, not %s (%r)" % (type(lines[0]).__name__, lines[0]))
    for argument in args:
        if not isinstance(argument, str):
            raise TypeError("all arguments must be str, not: %r" % (argument,))


def unified_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    "The changes from a to b as lines in the unified form."
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            for sign, name, date in ("---", fromfile, fromfiledate), ("+++", tofile, tofiledate):
                yield "{} {}{}{}".format(sign, name, "\t{}".format(date) if date else "", lineterm)
        first, last = group[0], group[-1]
        yield "@@ -{} +{} @@{}".format(_range_unified(first[1], last[2]), _range_unified(first[3], last[4]), lineterm)
        for tag, i1, i2, j1, j2 in group:
            if tag == "equal":
                for line in a[i1:i2]:
                    yield " " + line
                continue
            if tag in ("replace", "delete"):
                for line in a[i1:i2]:
                    yield "-" + line
            if tag in ("replace", "insert"):
                for line in b[j1:j2]:
                    yield "+" + line


def context_diff(a, b, fromfile="", tofile="", fromfiledate="", tofiledate="", n=3, lineterm="\n"):
    "The changes from a to b as lines in the context form."
    _check_types(a, b, fromfile, tofile, fromfiledate, tofiledate, lineterm)
    prefix = {"insert": "+ ", "delete": "- ", "replace": "! ", "equal": "  "}
    started = False
    for group in SequenceMatcher(None, a, b).get_grouped_opcodes(n):
        if not started:
            started = True
            for sign, name, date in ("***", fromfile, fromfiledate), ("---", tofile, tofiledate):
                yield "{} {}{}{}".format(sign, name, "\t{}".format(date) if date else "", lineterm)
        first, last = group[0], group[-1]
        yield "***************" + lineterm
        yield "*** {} ****{}".format(_range_context(first[1], last[2]), lineterm)
        if any(tag in ("replace", "delete") for tag, *_ in group):
            for tag, i1, i2, _, _ in group:
                if tag != "insert":
                    for line in a[i1:i2]:
                        yield prefix[tag] + line
        yield "--- {} ----{}".format(_range_context(first[3], last[4]), lineterm)
        if any(tag in ("replace", "insert") for tag, *_ in group):
            for tag, _, _, j1, j2 in group:
                if tag != "delete":
                    for line in b[j1:j2]:
                        yield prefix[tag] + line


def diff_bytes(dfunc, a, b, fromfile=b"", tofile=b"", fromfiledate=b"", tofiledate=b"", n=3, lineterm=b"\n"):
    "unified_diff or context_diff for lines of bytes of any encoding."
    def decode(text):
        try:
            return text.decode("ascii", "surrogateescape")
        except AttributeError as error:
            raise TypeError("all arguments must be bytes, not %s (%r)" % (type(text).__name__, text)) from error
    a, b = list(map(decode, a)), list(map(decode, b))
    texts = map(decode, (fromfile, tofile, fromfiledate, tofiledate))
    for line in dfunc(a, b, *texts, n, decode(lineterm)):
        yield line.encode("ascii", "surrogateescape")


def ndiff(a, b, linejunk=None, charjunk=IS_CHARACTER_JUNK):
    "The lines of both, as Differ shows them."
    return Differ(linejunk, charjunk).compare(a, b)


def restore(delta, which):
    "From what ndiff() gave: the lines of the first (1) or of the second (2)."
    try:
        sign = {1: "- ", 2: "+ "}[int(which)]
    except KeyError:
        raise ValueError("unknown delta choice (must be 1 or 2): %r" % which) from None
    for line in delta:
        if line[:2] in ("  ", sign):
            yield line[2:]
