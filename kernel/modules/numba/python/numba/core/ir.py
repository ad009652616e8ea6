"""Places in the source, as errors of compiled functions tell them."""


class Loc:
    """A line of a file: Loc(filename, line, col=None).

    >>> from numba.core.ir import Loc
    >>> Loc('area.py', 3)
    Loc(filename=area.py, line=3, col=None)
    """

    def __init__(self, filename, line, col=None, maybe_decorator=False):
        self.filename, self.line, self.col, self.maybe_decorator = filename, line, col, maybe_decorator
        self.lines = None

    __hash__ = None

    def __eq__(self, other):
        return type(self) is type(other) and (self.filename, self.line, self.col) == (other.filename, other.line, other.col)

    def __repr__(self):
        return f"Loc(filename={self.filename}, line={self.line}, col={self.col})"

    def __str__(self):
        return f"{self.filename} ({self.line})" if self.col is None else f"{self.filename} ({self.line}:{self.col})"

    @classmethod
    def from_function_id(cls, func_id):
        """Where a function begins."""
        return cls(func_id.filename, func_id.firstlineno, maybe_decorator=True)

    def _source(self):
        import linecache
        if self.lines is None:
            self.lines = linecache.getlines(self.filename)
        return self.lines

    def get_lines(self):
        """The file's lines."""
        return self._source()

    def strformat(self, nlines_up=2):
        """The place with some lines of the source and a caret."""
        import os
        text = f'\nFile "{os.path.relpath(self.filename)}", line {self.line}:\n'
        lines = self._source()
        if not lines:
            return text + "<source missing, REPL/exec in use?>"
        first = max(self.line - nlines_up, 0)
        shown = [row.rstrip("\r\n") for row in lines[first:self.line]]
        head = None
        for number in range(min(first, len(lines)) - 1, -1, -1):
            if lines[number].lstrip().startswith("def "):
                head = lines[number].rstrip("\r\n")
                break
        if head is not None and not any(row.lstrip().startswith("def ") for row in shown):
            text += f"{head}\n"
            text += " " * (len(head) - len(head.lstrip()) + 4) + "<source elided>\n"
        if not shown:
            return text
        last = shown[-1]
        margin = len(last) - len(last.lstrip()) if last.strip() else 1
        return text + "\n".join(shown) + "\n" + " " * margin + "^"

    def with_lineno(self, line, col=None):
        """Another line of the same file."""
        return type(self)(self.filename, line, col)

    def short(self):
        """The file's name without its folder, and the line."""
        import os
        return f"{os.path.basename(self.filename)}:{self.line}"


unknown_loc = Loc("unknown location", 0, 0)
