"""A module with examples.

>>> 1 + 1
2
"""
import doctest


def double(x):
    """Twice x.

    >>> double(2)
    4
    >>> double("ab")
    'abab'
    >>> double(None)
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for *: 'NoneType' and 'int'
    """
    return x * 2


def wrong():
    """
    >>> 1 + 1
    3
    >>> print("a\\nb")
    a
    c
    >>> 5
    >>> x = 1
    nothing
    """


class Table:
    """
    >>> t = Table()
    >>> t.rows
    []
    """

    def __init__(self):
        self.rows = []

    def add(self, row):
        """
        >>> t = Table()
        >>> t.add(1)
        >>> t.rows          # doctest: +NORMALIZE_WHITESPACE
        [  1]
        >>> for i in range(2):
        ...     t.add(i)
        ...
        >>> list(range(100))  # doctest: +ELLIPSIS
        [0, 1, ..., 99]
        >>> print("a\\n\\nb")
        a
        <BLANKLINE>
        b
        >>> 1 / 0  # doctest: +SKIP
        """
        self.rows.append(row)


print(doctest.testmod())
print(doctest.testmod(verbose=True))
doctest.run_docstring_examples(double, globals())
doctest.run_docstring_examples(double, globals(), verbose=True, name="double")
print(doctest.run_docstring_examples(wrong, {"wrong": wrong}, optionflags=doctest.REPORT_NDIFF))
parser = doctest.DocTestParser()
for example in parser.get_examples(double.__doc__):
    print(repr(example.source), repr(example.want), example.lineno, example.indent, example.exc_msg)
for bad in "  >>> 1\n 2\n", ">>>1\n", ">>> 1 # doctest: +NOTHING\n":
    try:
        print(parser.get_examples(bad, "bad"))
    except ValueError as error:
        print(error)
test = parser.get_doctest(">>> 1\n1\n", {}, "name", "file", 0)
print(test, doctest.DocTestRunner(verbose=False).run(test))
print(doctest.DocTestFinder().find(Table, "Table"))
print(doctest.script_from_examples("Text\n>>> 1\n1\n\nmore\n"), end="")
