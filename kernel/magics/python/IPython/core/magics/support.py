"""What several of the magics written in Python need."""
from IPython import _session

shell = _session()


def usage(message):
    """Raise UsageError."""
    shell._usage_error(message)


def split_words(text):
    """The words of a line as a shell splits them: quotes and backslashes; an open quote runs to the end."""
    words, word, quote, at = [], None, "", 0
    while at < len(text):
        character = text[at]
        at += 1
        if quote:
            if character == quote:
                quote = ""
            elif character == "\\" and quote == '"' and text[at:at + 1] in ('"', "\\"):
                word += text[at]
                at += 1
            else:
                word += character
        elif character in "'\"":
            quote = character
            word = word or ""
        elif character == "\\" and at < len(text):
            word = (word or "") + text[at]
            at += 1
        elif character.isspace():
            if word is not None:
                words.append(word)
                word = None
        else:
            word = (word or "") + character
    if word is not None:
        words.append(word)
    return words


def parse_options(line, short, long=()):
    """getopt over a magic's line: ({letter or long name: text or list of texts}, what is left as written).

    `short` is as getopt's ("r:s:f"), `long` has names that end with = where they take a value."""
    found, words, rest = {}, split_words(line), line
    given = line.split()
    taken = 0
    flags = {name.rstrip("="): name.endswith("=") for name in long}

    def add(name, value):
        if name in found:
            before = found[name]
            found[name] = (before if isinstance(before, list) else [before]) + [value]
        else:
            found[name] = value

    allowed = '"%s" %s' % (short, " ".join(long))
    while words and words[0].startswith("-") and words[0] != "-":
        word = words.pop(0)
        taken += 1
        if word == "--":
            break
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            if name not in flags:
                usage("option --%s not recognized ( allowed: %s)" % (name, allowed))
            if flags[name] and not equals:
                if not words:
                    usage("option --%s requires argument ( allowed: %s)" % (name, allowed))
                value = words.pop(0)
                taken += 1
            add(name, value)
            continue
        letters = word[1:]
        while letters:
            letter, letters = letters[0], letters[1:]
            at = short.find(letter)
            if at < 0 or letter == ":":
                usage("option -%s not recognized ( allowed: %s)" % (letter, allowed))
            if short[at + 1:at + 2] == ":":
                if not letters:
                    if not words:
                        usage("option -%s requires argument ( allowed: %s)" % (letter, allowed))
                    letters = words.pop(0)
                    taken += 1
                add(letter, letters)
                break
            add(letter, "")
    if taken:
        # What is left is handed on as it was written, quotes and all.
        rest = line
        for _ in range(taken):
            rest = skip_word(rest)
    return found, rest.strip()


def skip_word(text):
    "The rest of a line behind its first word."
    text = text.lstrip()
    quote = ""
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character.isspace():
            return text[at:].lstrip()
    return ""


def unquote(text):
    """Without the quotes around it."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text


def expand_home(path):
    """The path with the home folder for a leading ~."""
    import os
    home = os.environ.get("HOME")
    return home + path[1:] if home and (path == "~" or path.startswith("~/")) else path


def names_of(expression):
    """The value of a name with attributes in the user's namespace. NameError or AttributeError when there is none."""
    return eval(expression, shell.user_ns)


def columns(text, indent):
    "Names in columns, as wide as the output."
    return "\n".join(indent + line if line else line for line in text.splitlines())


def matches_glob(text, pattern):
    """Whether a whole text matches a pattern with * and ?."""
    at = star = 0
    back = -1
    position = 0
    while position < len(text):
        if at < len(pattern) and pattern[at] in ("?", text[position]) and pattern[at] != "*":
            at, position = at + 1, position + 1
        elif at < len(pattern) and pattern[at] == "*":
            star, back = at, position
            at += 1
        elif back >= 0:
            back += 1
            at, position = star + 1, back
        else:
            return False
    return all(character == "*" for character in pattern[at:])
