"""Differences side by side, as a table of HTML."""

import re

from difflib import IS_CHARACTER_JUNK, ndiff

# Marks within a text until the table is written: what begins a change of a kind, and what ends it.
_BEGIN, _END = "\0", "\1"
_KINDS = {"+": "diff_add", "-": "diff_sub", "^": "diff_chg"}
_BLANK = ("", "\n")


class _Pairs:
    "The lines of ndiff(), put side by side: pairs of (number, text), and whether they differ."

    def __init__(self, lines):
        self.lines, self.at, self.numbers, self.owed = list(lines), 0, [0, 0], 0

    def take(self, kind, side):
        "The next line of a side: kind '?' with the marks of the line of hints behind it, '+' or '-' marked whole, None plain."
        self.numbers[side] += 1
        text = self.lines[self.at]
        self.at += 1
        if kind == "?":
            hints = self.lines[self.at]
            self.at += 1
            for found in reversed(list(re.finditer(r"\++|-+|\^+", hints))):
                start, stop = found.span()
                text = text[:start] + _BEGIN + hints[start] + text[start:stop] + _END + text[stop:]
            text = text[2:]
        elif kind:
            text = _BEGIN + kind + (text[2:] or " ") + _END
        else:
            text = text[2:]
        return self.numbers[side], text

    def blanks(self, change):
        # what a side has too few of, at the end of a run of lines taken out or put in
        owed, self.owed = self.owed + change, 0
        for _ in range(-owed):
            yield None, _BLANK, True
        for _ in range(owed):
            yield _BLANK, None, True

    def unpaired(self):
        "The same, but what has no partner yet stands beside None."
        while self.at < len(self.lines):
            ahead = "".join(line[0] for line in self.lines[self.at:self.at + 4]).ljust(4, "X")
            if ahead[0] == " ":
                text = self.lines[self.at][2:]
                self.at += 1
                self.numbers = [number + 1 for number in self.numbers]
                yield (self.numbers[0], text), (self.numbers[1], text), False
            elif ahead == "-?+?":
                yield self.take("?", 0), self.take("?", 1), True
            elif ahead.startswith("-+?"):
                yield self.take(None, 0), self.take("?", 1), True
            elif ahead.startswith("-?+"):
                yield self.take("?", 0), self.take(None, 1), True
            elif ahead[0] == "-":
                if ahead != "--++" and ahead.startswith(("--?+", "--+", "- ")):
                    line = self.take("-", 0)
                    yield from self.blanks(-1)
                    yield line, None, True
                else:
                    self.owed -= 1
                    yield self.take("-", 0), None, True
            elif not ahead.startswith("+--") and ahead.startswith(("+ ", "+-")):
                line = self.take("+", 1)
                yield from self.blanks(1)
                yield None, line, True
            else:
                self.owed += 1
                yield None, self.take("+", 1), True
        yield from self.blanks(0)

    def __iter__(self):
        waiting = [], []
        for one, other, differs in self.unpaired():
            for side, line in enumerate((one, other)):
                if line is not None:
                    waiting[side].append((line, differs))
            while waiting[0] and waiting[1]:
                (one, first), (other, second) = waiting[0].pop(0), waiting[1].pop(0)
                yield one, other, first or second


def _near(pairs, count):
    "Those pairs that differ and `count` around them; None stands for what was left out."
    kept, left_out, behind = [], 0, 0
    for pair in pairs:
        if pair[2]:
            if left_out > 0:
                yield None, None, None
            yield from kept
            yield pair
            kept, left_out, behind = [], 0, count
        elif behind:
            behind -= 1
            yield pair
        else:
            kept.append(pair)
            if len(kept) > count:
                del kept[0]
                left_out += 1


class HtmlDiff:
    """Two lists of lines side by side, with the changes marked by colours.

    make_table() gives a table of HTML, make_file() a whole page."""

    _tables = 0

    def __init__(self, tabsize=8, wrapcolumn=None, linejunk=None, charjunk=IS_CHARACTER_JUNK):
        self._tabsize, self._wrapcolumn, self._linejunk, self._charjunk = tabsize, wrapcolumn, linejunk, charjunk

    def make_file(self, fromlines, tolines, fromdesc="", todesc="", context=False, numlines=5, *, charset="utf-8"):
        "A page with the table and the colours that it needs."
        page = _PAGE % (charset, self.make_table(fromlines, tolines, fromdesc, todesc, context, numlines))
        return page.encode(charset, "xmlcharrefreplace").decode(charset)

    def make_table(self, fromlines, tolines, fromdesc="", todesc="", context=False, numlines=5):
        "The table; context: only numlines lines around each change."
        self._from, self._to = "from%d_" % HtmlDiff._tables, "to%d_" % HtmlDiff._tables
        HtmlDiff._tables += 1
        pairs = _Pairs(ndiff(self._prepared(fromlines), self._prepared(tolines), self._linejunk, self._charjunk))
        pairs = _near(pairs, numlines) if context else pairs
        rows = [(self._cell(self._from, one), self._cell(self._to, other), differs) if differs is not None else (None, None, None)
                for one, other, differs in (self._wrapped(pairs) if self._wrapcolumn else pairs)]
        text = self._rows(rows, context, numlines)
        head = ""
        if fromdesc or todesc:
            corner, title = '<th class="diff_next"><br /></th>', '<th colspan="2" class="diff_header">%s</th>'
            head = "<thead><tr>%s%s%s%s</tr></thead>" % (corner, title % fromdesc, corner, title % todesc)
        table = _TABLE % (self._to, head, text)
        for sign, name in _KINDS.items():
            table = table.replace(_BEGIN + sign, '<span class="%s">' % name)
        return table.replace(_END, "</span>").replace("\t", "&nbsp;")

    def _prepared(self, lines):
        # blanks that stand for tabs are tabs until the end, so that they are no blanks to the comparison
        return [line.replace(" ", "\0").expandtabs(self._tabsize).replace(" ", "\t").replace("\0", " ").rstrip("\n") for line in lines]

    def _wrapped(self, pairs):
        for one, other, differs in pairs:
            if differs is None:
                yield one, other, differs
                continue
            first, second = list(self._pieces(*one)), list(self._pieces(*other))
            for at in range(max(len(first), len(second))):
                yield first[at] if at < len(first) else ("", " "), second[at] if at < len(second) else ("", " "), differs

    def _pieces(self, number, text):
        most = self._wrapcolumn
        if not number:
            yield number, text
        while len(text) > most and len(text) - 3 * text.count(_BEGIN) > most:
            at = shown = 0
            kind = ""
            while shown < most and at < len(text):
                if text[at] == _BEGIN:
                    kind = text[at + 1]
                    at += 2
                elif text[at] == _END:
                    kind = ""
                    at += 1
                else:
                    at += 1
                    shown += 1
            yield number, text[:at] + (_END if kind else "")
            number, text = ">", (_BEGIN + kind if kind else "") + text[at:]
        if number:
            yield number, text

    @staticmethod
    def _cell(prefix, line):
        number, text = line
        place = ' id="%s%d"' % (prefix, number) if isinstance(number, int) else ""
        text = text.replace("&", "&amp;").replace(">", "&gt;").replace("<", "&lt;").replace(" ", "&nbsp;").rstrip()
        return '<td class="diff_header"%s>%s</td><td nowrap="nowrap">%s</td>' % (place, number, text)

    def _rows(self, rows, context, numlines):
        # each change links to the next one; its target lies some lines above it
        if not rows:
            cell = "<td></td><td>&nbsp;%s&nbsp;</td>" % ("No Differences Found" if context else "Empty File")
            rows = [(cell, cell, False)]
        places, links = [""] * len(rows), [""] * len(rows)
        changes = last = 0
        inside = False
        for at, (_, _, differs) in enumerate(rows):
            if differs and not inside:
                last = at
                places[max(0, at - numlines)] = ' id="difflib_chg_%s_%d"' % (self._to, changes)
                changes += 1
                links[at] = '<a href="#difflib_chg_%s_%d">n</a>' % (self._to, changes)
            inside = bool(differs)
        if not rows[0][2]:
            links[0] = '<a href="#difflib_chg_%s_0">f</a>' % self._to
        links[last] = '<a href="#difflib_chg_%s_top">t</a>' % self._to
        out = []
        for at, (one, other, differs) in enumerate(rows):
            if differs is not None:
                out.append('            <tr><td class="diff_next"%s>%s</td>%s<td class="diff_next">%s</td>%s</tr>\n' % (places[at], links[at], one, links[at], other))
            elif at:
                out.append("        </tbody>        \n        <tbody>\n")
        return "".join(out)


_TABLE = """
    <table class="diff" id="difflib_chg_%s_top"
           cellspacing="0" cellpadding="0" rules="groups" >
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        <colgroup></colgroup> <colgroup></colgroup> <colgroup></colgroup>
        %s
        <tbody>
%s        </tbody>
    </table>"""

_PAGE = """<!DOCTYPE html>
<html>
<head>
<meta charset="%s">
<title>Differences</title>
<style>
table.diff {font-family: monospace; border: medium}
.diff_header {background-color: #e0e0e0}
td.diff_header {text-align: right}
.diff_next {background-color: #c0c0c0}
.diff_add {background-color: #aaffaa}
.diff_chg {background-color: #ffff77}
.diff_sub {background-color: #ffaaaa}
</style>
</head>
<body>
%s
</body>
</html>
"""

HtmlDiff.__module__ = "difflib"
