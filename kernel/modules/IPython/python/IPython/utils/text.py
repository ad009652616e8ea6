"""Text as the session hands it out: the lines of a program's output."""


class SList(list):
    """A list of lines: .n the text with newlines, .s with spaces, .l or .list the list; grep() and fields() choose."""

    def get_list(self):
        """The list itself."""
        return self

    l = property(get_list, doc="The lines as a list.")

    def get_spstr(self):
        """The lines with spaces between them."""
        return " ".join(self)

    s = spstr = property(get_spstr, doc="The lines with spaces between them.")

    def get_nlstr(self):
        """The lines with newlines between them."""
        return "\n".join(self)

    n = nlstr = property(get_nlstr, doc="The lines with newlines between them.")

    def get_paths(self):
        """The lines that name files, as paths."""
        import os
        from pathlib import Path
        return [Path(line) for line in self if os.path.exists(line)]

    p = paths = property(get_paths)

    def grep(self, pattern, prune=False, field=None):
        """The lines that match a pattern, or for which a function is true; prune: the others. field: look at that word only."""
        def target(line):
            if field is None:
                return line
            words = line.split()
            return words[field] if -len(words) <= field < len(words) else ""
        if isinstance(pattern, str):
            import re
            expression = re.compile(pattern, re.IGNORECASE)
            pattern = lambda text: expression.search(text)
        return SList([line for line in self if bool(pattern(target(line))) != bool(prune)])

    def fields(self, *numbers):
        """The words with these numbers of every line."""
        if not numbers:
            return [line.split() for line in self]
        result = SList()
        for words in [line.split() for line in self]:
            chosen = [words[number] for number in numbers if -len(words) <= number < len(words)]
            if chosen:
                result.append(" ".join(chosen))
        return result

    def sort(self, field=None, nums=False):
        """Sorted by a word of the lines, as numbers with nums."""
        def key(line):
            words = line.split()
            text = line if field is None else words[field] if -len(words) <= field < len(words) else ""
            if not nums:
                return text
            digits = "".join(character for character in text if character.isdigit())
            return int(digits) if digits else 0
        return SList(sorted(list.__iter__(self), key=key))


class LSString(str):
    """A text: .l its lines, .s with spaces, .n itself."""

    l = property(lambda self: self.split("\n"), doc="The lines as a list.")
    s = spstr = property(lambda self: self.replace("\n", " "), doc="The text with spaces between the lines.")
    n = nlstr = property(lambda self: self, doc="The text itself.")


def _whole(lines):
    "The lines that a program printed as the text that they were."
    return LSString("".join(line + "\n" for line in lines))
