"""Names that match a shell's patterns: *, ?, [seq], [!seq]."""
import os as _os

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]


def _parse(pattern):
    """The pattern's pieces: "*", "?", (letter,), or ([(low, high)...], negated)."""
    pieces, place, length = [], 0, len(pattern)
    while place < length:
        letter = pattern[place]
        place += 1
        if letter == "*":
            if not pieces or pieces[-1] != "*":
                pieces.append("*")
        elif letter == "?":
            pieces.append("?")
        elif letter == "[":
            end = place
            if end < length and pattern[end] == "!":
                end += 1
            if end < length and pattern[end] == "]":
                end += 1
            while end < length and pattern[end] != "]":
                end += 1
            if end >= length:
                pieces.append(("[",))
                continue
            content = pattern[place:end]
            place = end + 1
            negated = content[0] == "!"
            if negated:
                content = content[1:]
            ranges, at = [], 0
            while at < len(content):
                if at + 2 < len(content) and content[at + 1] == "-":
                    if content[at] <= content[at + 2]:
                        ranges.append((content[at], content[at + 2]))
                    at += 3
                else:
                    ranges.append((content[at], content[at]))
                    at += 1
            pieces.append((ranges, negated))
        else:
            pieces.append((letter,))
    return pieces


def _fits(piece, letter):
    if piece == "?":
        return True
    if len(piece) == 1:
        return piece[0] == letter
    return any(low <= letter <= high for low, high in piece[0]) != piece[1]


def _match(pieces, name):
    # A star takes as little as it can; when what follows fails, the last star takes one letter more.
    piece = place = 0
    star = restart = -1
    while place < len(name):
        if piece < len(pieces) and pieces[piece] == "*":
            star, restart = piece, place
            piece += 1
        elif piece < len(pieces) and _fits(pieces[piece], name[place]):
            piece += 1
            place += 1
        elif star >= 0:
            restart += 1
            piece, place = star + 1, restart
        else:
            return False
    while piece < len(pieces) and pieces[piece] == "*":
        piece += 1
    return piece == len(pieces)


def _compile(pattern):
    if isinstance(pattern, bytes):
        pieces = _parse(pattern.decode("latin-1"))

        def match(name):
            if isinstance(name, str):
                raise TypeError("cannot use a bytes pattern on a string-like object")
            return _match(pieces, name.decode("latin-1"))
        return match
    if not isinstance(pattern, str):
        raise TypeError("expected str, bytes or os.PathLike object, not %s" % type(pattern).__name__)
    pieces = _parse(pattern)

    def match(name):
        if isinstance(name, bytes):
            raise TypeError("cannot use a string pattern on a bytes-like object")
        if not isinstance(name, str):
            raise TypeError("expected string or bytes-like object, got '%s'" % type(name).__name__)
        return _match(pieces, name)
    return match


def fnmatch(name, pat):
    """Does a name match a pattern?"""
    return fnmatchcase(_os.path.normcase(name), _os.path.normcase(pat))


def fnmatchcase(name, pat):
    """Does a name match a pattern, upper and lower case told apart?"""
    return _compile(pat)(name)


def filter(names, pat):
    """The names that match."""
    match = _compile(_os.path.normcase(pat))
    return [name for name in names if match(name)]


def _escape(letter):
    return "\\" + letter if letter in "\\.^$*+?{}[]|()-&~# \t\n\r\v\f" else letter


def translate(pat):
    """The pattern as a regular expression."""
    result, place, length = [], 0, len(pat)
    star = object()
    while place < length:
        letter = pat[place]
        place += 1
        if letter == "*":
            if not result or result[-1] is not star:
                result.append(star)
        elif letter == "?":
            result.append(".")
        elif letter == "[":
            end = place
            if end < length and pat[end] == "!":
                end += 1
            if end < length and pat[end] == "]":
                end += 1
            while end < length and pat[end] != "]":
                end += 1
            if end >= length:
                result.append("\\[")
                continue
            content = pat[place:end]
            place = end + 1
            if "-" not in content:
                content = content.replace("\\", r"\\")
            else:
                chunks, start = [], place - len(content) - 1
                at = start + 2 if content[0] == "!" else start + 1
                stop = place - 1
                while True:
                    at = pat.find("-", at, stop)
                    if at < 0:
                        break
                    chunks.append(pat[start:at])
                    start = at + 1
                    at += 3
                chunk = pat[start:stop]
                if chunk:
                    chunks.append(chunk)
                else:
                    chunks[-1] += "-"
                for index in range(len(chunks) - 1, 0, -1):
                    if chunks[index - 1][-1] > chunks[index][0]:
                        chunks[index - 1] = chunks[index - 1][:-1] + chunks[index][1:]
                        del chunks[index]
                content = "-".join(part.replace("\\", r"\\").replace("-", r"\-") for part in chunks)
            for letter in "&~|":
                content = content.replace(letter, "\\" + letter)
            if not content:
                result.append("(?!)")
            elif content == "!":
                result.append(".")
            else:
                if content[0] == "!":
                    content = "^" + content[1:]
                elif content[0] in "^[":
                    content = "\\" + content
                result.append("[%s]" % content)
        else:
            result.append(_escape(letter))
    # A star and what follows it up to the next star match at the first place that fits.
    text, place, count = [], 0, len(result)
    while place < count and result[place] is not star:
        text.append(result[place])
        place += 1
    while place < count:
        place += 1
        if place == count:
            text.append(".*")
            break
        fixed = []
        while place < count and result[place] is not star:
            fixed.append(result[place])
            place += 1
        fixed = "".join(fixed)
        text.append(".*" + fixed if place == count else "(?>.*?%s)" % fixed)
    return r"(?s:%s)\Z" % "".join(text)
