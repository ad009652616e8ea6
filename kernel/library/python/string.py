"""Constants of characters, capwords(), Template and Formatter."""

__all__ = ["ascii_letters", "ascii_lowercase", "ascii_uppercase", "capwords", "digits", "hexdigits", "octdigits", "printable",
           "punctuation", "whitespace", "Formatter", "Template"]

whitespace = " \t\n\r\v\f"
ascii_lowercase = "abcdefghijklmnopqrstuvwxyz"
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = "0123456789"
hexdigits = digits + "abcdef" + "ABCDEF"
octdigits = "01234567"
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace


def capwords(s, sep=None):
    "Each word with a capital letter, words joined by one separator."
    return (sep or " ").join(map(str.capitalize, s.split(sep)))


class Template:
    "Text with $names in it: Template('Hi $who').substitute(who='you')."

    delimiter = "$"

    def __init__(self, template):
        self.template = template

    def _pieces(self):
        # (literal text, name or None, the text of the placeholder, its place)
        text, at, mark = self.template, 0, self.delimiter
        while True:
            start = text.find(mark, at)
            if start < 0:
                yield text[at:], None, "", len(text)
                return
            rest = start + len(mark)
            if text.startswith(mark, rest):
                yield text[at:start] + mark, None, mark * 2, start
                at = rest + len(mark)
                continue
            braced = text.startswith("{", rest)
            first = end = rest + braced
            while end < len(text) and text[end].isascii() and (text[end] == "_" or text[end].isalnum()):
                end += 1
            name = text[first:end]
            good = bool(name) and not name[0].isdigit() and (not braced or text.startswith("}", end))
            if not good:
                yield text[at:start], False, mark, start
                at = rest
                continue
            end += braced
            yield text[at:start], name, text[start:end], start
            at = end

    def _invalid(self, at):
        lines = self.template[:at].splitlines(keepends=True)
        column = at - len("".join(lines[:-1])) if lines else 0
        raise ValueError("Invalid placeholder in string: line %d, col %d" % (len(lines) or 1, column + 1 if lines else 1))

    def substitute(self, mapping={}, /, **kws):
        "The text with every placeholder replaced."
        values = {**mapping, **kws}
        out = []
        for text, name, _, at in self._pieces():
            out.append(text)
            if name is False:
                self._invalid(at)
            if name:
                out.append(str(values[name]))
        return "".join(out)

    def safe_substitute(self, mapping={}, /, **kws):
        "As substitute, but placeholders without a value stay."
        values = {**mapping, **kws}
        out = []
        for text, name, original, _ in self._pieces():
            out.append(text)
            if name is False:
                out.append(original)
            elif name:
                out.append(str(values[name]) if name in values else original)
        return "".join(out)

    def is_valid(self):
        return all(name is not False for _, name, _, _ in self._pieces())

    def get_identifiers(self):
        return list(dict.fromkeys(name for _, name, _, _ in self._pieces() if name))


class Formatter:
    "What str.format does, open to derived classes."

    def format(self, format_string, /, *args, **kwargs):
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        return format_string.format(*args, **kwargs)

    def get_value(self, key, args, kwargs):
        return args[key] if isinstance(key, int) else kwargs[key]

    def format_field(self, value, format_spec):
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        if conversion is None:
            return value
        if conversion in ("s", "r", "a"):
            return {"s": str, "r": repr, "a": ascii}[conversion](value)
        raise ValueError("Unknown conversion specifier {0!s}".format(conversion))
