"""Signatures: the types of a function's arguments and of its result."""


class Signature:
    """What a function takes and gives: Signature(return_type, args, recvr, pysig=None)."""

    __slots__ = ("_return_type", "_args", "_recvr", "_pysig")

    def __init__(self, return_type, args, recvr, pysig=None):
        self._return_type = return_type
        self._args = tuple(args) if isinstance(args, list) else args
        self._recvr, self._pysig = recvr, pysig

    return_type = property(lambda self: self._return_type, doc="The type of the result.")
    args = property(lambda self: self._args, doc="The types of the arguments.")
    recvr = property(lambda self: self._recvr, doc="The type of the value whose method it is, or None.")
    pysig = property(lambda self: self._pysig, doc="Python's signature, or None.")

    def replace(self, **kwargs):
        """The signature with other parts."""
        parts = {name: getattr(self, name) for name in ("return_type", "args", "recvr", "pysig")}
        return Signature(**{**parts, **kwargs})

    def __hash__(self):
        return hash((self._return_type, self._args))

    def __eq__(self, other):
        if not isinstance(other, Signature):
            return NotImplemented
        return (self._return_type, self._args, self._recvr) == (other._return_type, other._args, other._recvr)

    def __ne__(self, other):
        equal = self == other
        return equal if equal is NotImplemented else not equal

    def __repr__(self):
        return f"{self._args} -> {self._return_type}"

    def __reduce__(self):
        return Signature, (self._return_type, self._args, self._recvr, self._pysig)

    @property
    def is_method(self):
        """Whether it is a method's."""
        return self._recvr is not None

    def as_method(self):
        """The signature as a method's of the first argument."""
        return self if self.is_method else Signature(self._return_type, self._args[1:], recvr=self._args[0])

    def as_function(self):
        """The signature with the value whose method it is as first argument."""
        return Signature(self._return_type, (self._recvr,) + self._args, recvr=None) if self.is_method else self

    def as_type(self):
        """The type of such functions as values."""
        from numba.core import types
        return types.FunctionType(self)

    def is_precise(self):
        """Whether no part of it is open."""
        return all(one.is_precise() for one in self._args) and self._return_type.is_precise()


def signature(return_type, *args, **kws):
    """The signature of a function that gives one type and takes the others.

    >>> from numba import types
    >>> from numba.core.typing import signature
    >>> signature(types.int32, types.float64)
    (float64,) -> int32
    """
    recvr = kws.pop("recvr", None)
    assert not kws
    return Signature(return_type, args, recvr=recvr)


def fold_arguments(pysig, args, kws, normal_handler, default_handler, stararg_handler):
    """The arguments of a call in the order of the parameters."""
    bound = pysig.bind(*args, **kws)
    folded = []
    for index, (name, parameter) in enumerate(pysig.parameters.items()):
        if parameter.kind is parameter.VAR_POSITIONAL:
            folded.append(stararg_handler(index, parameter, bound.arguments.get(name, ())))
        elif name in bound.arguments:
            folded.append(normal_handler(index, parameter, bound.arguments[name]))
        else:
            folded.append(default_handler(index, parameter, parameter.default))
    return tuple(folded)
