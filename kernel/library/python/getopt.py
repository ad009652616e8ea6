"""Options in the way of C's getopt."""
__all__ = ["GetoptError", "error", "getopt", "gnu_getopt"]


class GetoptError(Exception):
    """An option that is not known, or lacks its argument: msg, opt."""

    def __init__(self, msg, opt=""):
        self.msg, self.opt = msg, opt
        super().__init__(msg, opt)

    def __str__(self):
        return self.msg


error = GetoptError


def getopt(args, shortopts, longopts=[]):
    """([(option, value)], the words behind the options)"""
    return _parse(list(args), shortopts, longopts, False)


def gnu_getopt(args, shortopts, longopts=[]):
    """getopt() where options may stand between other words."""
    import os
    mixed = not (shortopts.startswith("+") or os.environ.get("POSIXLY_CORRECT"))
    return _parse(list(args), shortopts.lstrip("+"), longopts, mixed)


def _parse(words, shortopts, longopts, mixed):
    longopts = [longopts] if isinstance(longopts, str) else list(longopts)
    options, others = [], []
    while words:
        word = words.pop(0)
        if word == "--":
            others += words
            break
        if word.startswith("--"):
            _long(options, word[2:], longopts, words)
        elif word.startswith("-") and word != "-":
            _short(options, word[1:], shortopts, words)
        elif mixed:
            others.append(word)
        else:
            others += [word] + words
            break
    return options, others


def _long(options, word, longopts, words):
    name, equals, value = word.partition("=")
    value = value if equals else None
    found = [option for option in longopts if option.startswith(name)]
    if not found:
        raise GetoptError("option --%s not recognized" % name, name)
    if name in found:
        takes = False
    elif name + "=" in found:
        takes = True
    elif len(found) > 1:
        raise GetoptError("option --%s not a unique prefix" % name, name)
    else:
        takes = found[0].endswith("=")
        name = found[0][:-1] if takes else found[0]
    if takes and value is None:
        if not words:
            raise GetoptError("option --%s requires argument" % name, name)
        value = words.pop(0)
    elif not takes and value is not None:
        raise GetoptError("option --%s must not have an argument" % name, name)
    options.append(("--" + name, value or ""))


def _short(options, letters, shortopts, words):
    while letters:
        letter, letters = letters[0], letters[1:]
        place = shortopts.find(letter)
        if place < 0 or letter == ":":
            raise GetoptError("option -%s not recognized" % letter, letter)
        value = ""
        if shortopts.startswith(":", place + 1):
            if not letters:
                if not words:
                    raise GetoptError("option -%s requires argument" % letter, letter)
                letters = words.pop(0)
            value, letters = letters, ""
        options.append(("-" + letter, value))
