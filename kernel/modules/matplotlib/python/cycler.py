"""Endless sequences of properties that are given together: what axes.prop_cycle holds."""
import copy
import functools
import itertools
import operator

__all__ = ["Cycler", "cycler", "concat"]


class Cycler:
    """Cycler(left, right=None, op=None)

    Rows of a property or of several: leaves are lists of one key; sums run side by side, products nest.

    >>> from cycler import cycler
    >>> list(cycler(color='rg') + cycler(lw=[1, 2]))
    [{'color': 'r', 'lw': 1}, {'color': 'g', 'lw': 2}]
    """

    # A node is (operator, left, right); a leaf (None, key, values); nothing at all is None.
    def __init__(self, left, right=None, op=None):
        if right is not None:
            overlap = left.keys & right.keys
            if overlap:
                raise ValueError("Can not compose overlapping cycles")
            self._node = (op, copy.copy(left), copy.copy(right))
        else:
            self._node = None if left is None else copy.copy(left)._node

    @classmethod
    def _leaf(cls, key, values):
        made = cls(None)
        made._node = (None, key, list(values))
        return made

    @property
    def keys(self):
        """The names of the properties, as a set."""
        if self._node is None:
            return set()
        kind, left, right = self._node
        return {left} if kind is None else left.keys | right.keys

    def change_key(self, old, new):
        """change_key(old, new)

        Rename a property in place.

        >>> from cycler import cycler
        >>> cycle = cycler(c='rg')
        >>> cycle.change_key('c', 'color')
        >>> cycle
        cycler('color', ['r', 'g'])
        """
        if old == new:
            return
        if new in self.keys:
            raise ValueError(f"Can't replace {old} with {new}, {new} is already a key")
        if old not in self.keys:
            raise KeyError(f"Can't replace {old} with {new}, {old} is not a key")
        kind, left, right = self._node
        if kind is None:
            self._node = (None, new, right)
        else:
            (left if old in left.keys else right).change_key(old, new)

    def __iter__(self):
        """Go once through the rows, each a dict."""
        if self._node is None:
            return
        kind, left, right = self._node
        if kind is None:
            for value in right:
                yield {left: value}
        else:
            for one, other in (zip if kind == "+" else itertools.product)(left, right):
                yield {**one, **other}

    def __call__(self):
        """Rows without an end."""
        return itertools.cycle(self)

    def __len__(self):
        """How many rows there are."""
        if self._node is None:
            return 0
        kind, left, right = self._node
        return len(right) if kind is None else min(len(left), len(right)) if kind == "+" else len(left) * len(right)

    def _mapped(self, change):
        """A sum of plain lists, each changed by a function."""
        made = Cycler(None)
        for place, (name, values) in enumerate(self.by_key().items()):
            leaf = Cycler._leaf(name, change(values))
            made = made + leaf if place else leaf
        return made

    def __getitem__(self, key):
        """Some of the rows, by a slice."""
        if isinstance(key, slice):
            return self._mapped(operator.itemgetter(key))
        raise ValueError("Can only use slices with Cycler.__getitem__")

    def __add__(self, other):
        """Both side by side; they must be equally long."""
        if len(self) != len(other):
            raise ValueError(f"Can only add equal length cycles, not {len(self)} and {len(other)}")
        return Cycler(self, other, "+")

    def __mul__(self, other):
        """Every row with every row of the other one, or the rows so many times."""
        if isinstance(other, Cycler):
            return Cycler(self, other, "*")
        if isinstance(other, int):
            return self._mapped(lambda values: values * other)
        return NotImplemented

    __rmul__ = __mul__

    def __iadd__(self, other):
        """Put another one beside it, in place."""
        if not isinstance(other, Cycler):
            raise TypeError("Cannot += with a non-Cycler object")
        self._node = (self + other)._node
        return self

    def __imul__(self, other):
        """Multiply in place."""
        if isinstance(other, int):
            self._node = (self * other)._node
            return self
        if not isinstance(other, Cycler):
            raise TypeError("Cannot *= with a non-Cycler object")
        self._node = (self * other)._node
        return self

    def __eq__(self, other):
        """Whether both have the same rows, however they were put together."""
        return isinstance(other, Cycler) and self.keys == other.keys and list(self) == list(other)

    __hash__ = None

    def __copy__(self):
        """A copy whose keys can be changed."""
        made = Cycler(None)
        if self._node is not None:
            kind, left, right = self._node
            made._node = (kind, left, list(right)) if kind is None else (kind, copy.copy(left), copy.copy(right))
        return made

    def __repr__(self):
        """How it was put together."""
        if self._node is None:
            return "<empty Cycler>"
        kind, left, right = self._node
        return f"cycler({left!r}, {right!r})" if kind is None else f"({left!r} {kind} {right!r})"

    def _repr_html_(self):
        keys = sorted(self.keys, key=repr)
        rows = "".join("<tr>" + "".join(f"<td>{row[key]!r}</td>" for key in keys) + "</tr>" for row in self)
        return "<table>" + "".join(f"<th>{key!r}</th>" for key in keys) + rows + "</table>"

    def by_key(self):
        """by_key()

        The values of every property, as a dict of lists.

        >>> from cycler import cycler
        >>> (cycler(a=[1, 2]) + cycler(b=[3, 4])).by_key()
        {'a': [1, 2], 'b': [3, 4]}
        """
        columns = {key: [] for key in self._ordered_keys()}
        for row in self:
            for key, value in row.items():
                columns[key].append(value)
        return columns

    def _ordered_keys(self):
        if self._node is None:
            return []
        kind, left, right = self._node
        return [left] if kind is None else left._ordered_keys() + right._ordered_keys()

    def simplify(self):
        """simplify()

        The same rows as a sum of plain lists.

        >>> from cycler import cycler
        >>> (cycler(a=[1, 2]) * cycler(b=[3])).simplify()
        (cycler('a', [1, 2]) + cycler('b', [3, 3]))
        """
        return self._mapped(list)

    def concat(self, other):
        """concat(other)

        These rows and then those of another one.

        >>> from cycler import cycler
        >>> cycler(a=[1]).concat(cycler(a=[2]))
        cycler('a', [1, 2])
        """
        return concat(self, other)


def concat(left, right):
    """concat(left, right)

    The rows of one and then those of the other, which has the same keys.

    >>> from cycler import concat, cycler
    >>> concat(cycler(a=[1]), cycler(a=[2]))
    cycler('a', [1, 2])
    """
    common, single = left.keys & right.keys, left.keys ^ right.keys
    if single:
        raise ValueError(f"Keys do not match:\n\tIntersection: {common!r}\n\tDisjoint: {single!r}")
    behind = iter(right.by_key()[key] for key in left.by_key())
    return left._mapped(lambda values: values + next(behind))


def cycler(*args, **kwargs):
    """cycler(arg), cycler(label, itr), cycler(label1=itr1, label2=itr2, ...)

    A cycle of the values of a property, or of several properties side by side.

    >>> from cycler import cycler
    >>> cycler(color=['r', 'g'])
    cycler('color', ['r', 'g'])
    """
    problem = ("cycler() can only accept positional OR keyword arguments -- not both." if args and kwargs else
               "Must have at least a positional OR keyword arguments" if not args and not kwargs else
               "Only a single Cycler can be accepted as the lone positional argument. Use keyword arguments instead."
               if len(args) > 2 else
               "If only one positional argument given, it must be a Cycler instance."
               if len(args) == 1 and not isinstance(args[0], Cycler) else None)
    if problem:
        raise TypeError(problem)
    if len(args) == 1:
        return copy.copy(args[0])
    columns = [_column(key, values) for key, values in ([args] if args else kwargs.items())]
    return functools.reduce(operator.add, columns)


def _column(key, values):
    if isinstance(values, Cycler):
        if len(values.keys) != 1:
            raise ValueError("Can not create Cycler from a multi-property Cycler")
        old = next(iter(values.keys))
        values = (row[old] for row in values)
    return Cycler._leaf(key, values)
