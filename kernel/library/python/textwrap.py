"""Text in lines of a given width, and its indentation."""

import re

__all__ = ["TextWrapper", "wrap", "fill", "dedent", "indent", "shorten"]

_SPACE = "\t\n\x0b\x0c\r "
_spaces = re.compile("([%s]+)" % _SPACE)
_dashes = re.compile(r"((?<=[\w!\"'&.,?])-{2,}(?=\w))")
_letter = r"[^\d\W]"
_hyphens = re.compile(r"(?:(?<=%s{2}-)|(?<=%s-%s-))(?=%s-?%s)" % ((_letter,) * 5))
_sentence_end = re.compile(r"[a-z][.!?][\"']?\Z")


class TextWrapper:
    "How text is wrapped; every option is an attribute, too."

    unicode_whitespace_trans = {ord(one): ord(" ") for one in _SPACE}


    def __init__(self, width=70, initial_indent="", subsequent_indent="", expand_tabs=True, replace_whitespace=True,
                 fix_sentence_endings=False, break_long_words=True, drop_whitespace=True, break_on_hyphens=True, tabsize=8, *,
                 max_lines=None, placeholder=" [...]"):
        self.width, self.initial_indent, self.subsequent_indent = width, initial_indent, subsequent_indent
        self.expand_tabs, self.replace_whitespace, self.tabsize = expand_tabs, replace_whitespace, tabsize
        self.fix_sentence_endings, self.break_long_words = fix_sentence_endings, break_long_words
        self.drop_whitespace, self.break_on_hyphens = drop_whitespace, break_on_hyphens
        self.max_lines, self.placeholder = max_lines, placeholder

    def _munge_whitespace(self, text):
        if self.expand_tabs:
            text = text.expandtabs(self.tabsize)
        return text.translate(self.unicode_whitespace_trans) if self.replace_whitespace else text

    def _split(self, text):
        # words, runs of space, dashes between words, parts of hyphenated words
        chunks = []
        for number, word in enumerate(_spaces.split(text)):
            if not word:
                continue
            if number % 2 or not self.break_on_hyphens or "-" not in word:
                chunks.append(word)
                continue
            for place, part in enumerate(_dashes.split(word)):
                if place % 2:
                    chunks.append(part)
                elif part:
                    chunks.extend(_hyphens.split(part))
        return chunks

    def _fix_sentence_endings(self, chunks):
        for at in range(len(chunks) - 1):
            if chunks[at + 1] == " " and _sentence_end.search(chunks[at]):
                chunks[at + 1] = "  "

    def _split_chunks(self, text):
        return self._split(self._munge_whitespace(text))

    def _take_long_word(self, chunks, line, length, width):
        # the word at the end of `chunks` is longer than a line
        room = 1 if width < 1 else width - length
        if self.break_long_words:
            word, end = chunks[-1], room
            if self.break_on_hyphens and len(word) > room:
                hyphen = word.rfind("-", 0, room)
                if hyphen > 0 and any(one != "-" for one in word[:hyphen]):
                    end = hyphen + 1
            line.append(word[:end])
            chunks[-1] = word[end:]
        elif not line:
            line.append(chunks.pop())

    def _wrap_chunks(self, chunks):
        if self.width <= 0:
            raise ValueError("invalid width %r (must be > 0)" % self.width)
        if self.max_lines is not None:
            first = self.subsequent_indent if self.max_lines > 1 else self.initial_indent
            if len(first) + len(self.placeholder.lstrip()) > self.width:
                raise ValueError("placeholder too large for max width")
        lines = []
        chunks.reverse()
        while chunks:
            line, length = [], 0
            start = self.subsequent_indent if lines else self.initial_indent
            width = self.width - len(start)
            if self.drop_whitespace and lines and chunks[-1].strip() == "":
                chunks.pop()
            while chunks and length + len(chunks[-1]) <= width:
                length += len(chunks[-1])
                line.append(chunks.pop())
            if chunks and len(chunks[-1]) > width:
                self._take_long_word(chunks, line, length, width)
                length = sum(map(len, line))
            if self.drop_whitespace and line and line[-1].strip() == "":
                length -= len(line.pop())
            if not line:
                continue
            last_of_all = not chunks or (self.drop_whitespace and len(chunks) == 1 and not chunks[0].strip())
            if self.max_lines is None or len(lines) + 1 < self.max_lines or (last_of_all and length <= width):
                lines.append(start + "".join(line))
                continue
            while line:
                if line[-1].strip() and length + len(self.placeholder) <= width:
                    lines.append(start + "".join(line) + self.placeholder)
                    break
                length -= len(line.pop())
            else:
                if lines:
                    previous = lines[-1].rstrip()
                    if len(previous) + len(self.placeholder) <= self.width:
                        lines[-1] = previous + self.placeholder
                        break
                lines.append(start + self.placeholder.lstrip())
            break
        return lines

    def wrap(self, text):
        "The lines of the wrapped text."
        chunks = self._split_chunks(text)
        if self.fix_sentence_endings:
            self._fix_sentence_endings(chunks)
        return self._wrap_chunks(chunks)

    def fill(self, text):
        "The wrapped text."
        return "\n".join(self.wrap(text))


def wrap(text, width=70, **kwargs):
    """The lines of a paragraph in a given width.

    >>> wrap("one two three", 7)
    ['one two', 'three']
    """
    return TextWrapper(width=width, **kwargs).wrap(text)


def fill(text, width=70, **kwargs):
    "A paragraph in a given width."
    return TextWrapper(width=width, **kwargs).fill(text)


def shorten(text, width, **kwargs):
    """One line of a given width, cut at a word.

    >>> shorten("Hello  world!", width=11)
    'Hello [...]'
    """
    return TextWrapper(width=width, max_lines=1, **kwargs).fill(" ".join(text.strip().split()))


def dedent(text):
    """The text without the white space that all of its lines begin with.

    >>> dedent("  a\\n    b\\n")
    'a\\n  b\\n'
    """
    text = re.sub("(?m)^[ \t]+$", "", text)
    margin = None
    for start in re.findall("(?m)(^[ \t]*)(?:[^ \t\n])", text):
        if margin is None:
            margin = start
        while not start.startswith(margin):
            margin = margin[:-1]
    return re.sub("(?m)^" + margin, "", text) if margin else text


def indent(text, prefix, predicate=None):
    "The text with a prefix in front of its lines: those with more than white space, or those that the predicate takes."
    if predicate is None:
        predicate = str.strip
    return "".join(prefix + line if predicate(line) else line for line in text.splitlines(True))
