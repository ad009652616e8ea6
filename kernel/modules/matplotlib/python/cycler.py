"""Endless sequences of properties that are given together: what axes.prop_cycle holds."""
import copy
import functools
import itertools
import operator

__all__ = ["Cycler", "cycler", "concat"]


class Cycler:
    """Rows of a property or of several: leaves are lists of one key; sums run side by side, products nest."""

    def __init__(self, left, right=None, op=None):
        # A node is (operator, left, right); a leaf (key, values); nothing at all is None.
        """The init of a Cycler."""
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
        """The keys of a Cycler."""
        if self._node is None:
            return set()
        kind, left, right = self._node
        return {left} if kind is None else left.keys | right.keys

    def change_key(self, old, new):
        """The change key of a Cycler."""
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
        """The iter of a Cycler."""
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
        """The call of a Cycler."""
        return itertools.cycle(self)

    def __len__(self):
        """The len of a Cycler."""
        if self._node is None:
            return 0
        kind, left, right = self._node
        return len(right) if kind is None else min(len(left), len(right)) if kind == "+" else len(left) * len(right)

    def __getitem__(self, key):
        """The getitem of a Cycler."""
        if not isinstance(key, slice):
            raise ValueError("Can only use slices with Cycler.__getitem__")
        columns = self.by_key()
        return functools.reduce(operator.add, (Cycler._leaf(name, values[key]) for name, values in columns.items()))

    def __add__(self, other):
        """The add of a Cycler."""
        if len(self) != len(other):
            raise ValueError(f"Can only add equal length cycles, not {len(self)} and {len(other)}")
        return Cycler(self, other, "+")

    def __mul__(self, other):
        """The mul of a Cycler."""
        if isinstance(other, Cycler):
            return Cycler(self, other, "*")
        if isinstance(other, int):
            columns = self.by_key()
            return functools.reduce(operator.add, (Cycler._leaf(name, values * other) for name, values in columns.items()))
        return NotImplemented

    __rmul__ = __mul__

    def __iadd__(self, other):
        """The iadd of a Cycler."""
        if not isinstance(other, Cycler):
            raise TypeError("Cannot += with a non-Cycler object")
        self._node = (self + other)._node
        return self

    def __imul__(self, other):
        """The imul of a Cycler."""
        if isinstance(other, int):
            self._node = (self * other)._node
            return self
        if not isinstance(other, Cycler):
            raise TypeError("Cannot *= with a non-Cycler object")
        self._node = (self * other)._node
        return self

    def __eq__(self, other):
        """The eq of a Cycler."""
        if not isinstance(other, Cycler):
            return False
        return len(self) == len(other) and self.keys == other.keys and all(a == b for a, b in zip(self, other))

    __hash__ = None

    def __copy__(self):
        """The copy of a Cycler."""
        made = Cycler(None)
        if self._node is not None:
            kind, left, right = self._node
            made._node = (kind, left, list(right)) if kind is None else (kind, copy.copy(left), copy.copy(right))
        return made

    def __repr__(self):
        """The repr of a Cycler."""
        if self._node is None:
            return "<empty Cycler>"
        kind, left, right = self._node
        return f"cycler({left!r}, {right!r})" if kind is None else f"({left!r} {kind} {right!r})"

    def _repr_html_(self):
        keys = sorted(self.keys, key=repr)
        rows = "".join("<tr>" + "".join(f"<td>{row[key]!r}</td>" for key in keys) + "</tr>" for row in self)
        return "<table>" + "".join(f"<th>{key!r}</th>" for key in keys) + rows + "</table>"

    def by_key(self):
        """A dict of lists."""
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
        """The same as a sum of plain lists."""
        columns = self.by_key()
        return functools.reduce(operator.add, (Cycler._leaf(name, values) for name, values in columns.items()))

    def concat(self, other):
        """The concat of a Cycler."""
        return concat(self, other)


def concat(left, right):
    """The rows of one and then those of the other."""
    if left.keys != right.keys:
        raise ValueError("Keys do not match:\n\tIntersection: {both!r}\n\tDisjoint: {just_one!r}".format(
            both=left.keys & right.keys, just_one=left.keys ^ right.keys))
    first, second = left.by_key(), right.by_key()
    return functools.reduce(operator.add, (Cycler._leaf(key, values + second[key]) for key, values in first.items()))


def cycler(*args, **kwargs):
    """cycler(another), cycler(key, values), or cycler(key=values, ...)."""
    if args and kwargs:
        raise TypeError("cycler() can only accept positional OR keyword arguments -- not both.")
    if len(args) == 1:
        if not isinstance(args[0], Cycler):
            raise TypeError("If only one positional argument given, it must be a Cycler instance.")
        return Cycler(args[0])
    if len(args) == 2:
        return _column(*args)
    if args:
        raise TypeError("Only a single Cycler can be accepted as the lone positional argument. Use keyword arguments instead.")
    if kwargs:
        return functools.reduce(operator.add, (_column(key, values) for key, values in kwargs.items()))
    raise TypeError("Must have at least a positional OR keyword arguments")


def _column(key, values):
    if isinstance(values, Cycler):
        if len(values.keys) != 1:
            raise ValueError("Can not create Cycler from a multi-property Cycler")
        old = next(iter(values.keys))
        values = (row[old] for row in values)
    return Cycler._leaf(key, values)
