"""Signatures as users write them: types.float64(types.float64), a tuple of types, or text."""


def is_signature(sig):
    """Whether it may be a signature: a str, a tuple of types, or a Signature.

    >>> from numba.core import sigutils
    >>> sigutils.is_signature('float64(float64)')
    True
    """
    from numba.core.typing import Signature
    return isinstance(sig, (str, tuple, Signature))


def _names():
    from numba.core import types
    return vars(types)


def parse_signature(signature_str):
    """What the text says, read with the names of numba.types."""
    return eval(signature_str, {}, _names())


def normalize_signature(sig):
    """(types of the arguments, type of the result or None): TypeError for what is no signature.

    >>> from numba.core import sigutils
    >>> sigutils.normalize_signature('int32(int32, float64)')
    ((int32, float64), int32)
    """
    from numba.core import types
    from numba.core.typing import Signature
    found = parse_signature(sig) if isinstance(sig, str) else sig
    if isinstance(found, tuple):
        args, result = found, None
    elif isinstance(found, Signature):
        args, result = found.args, found.return_type
    else:
        given = sig.__class__.__name__
        raise TypeError(f"invalid signature: {sig!r} (type: {given!r}) evaluates to {found.__class__.__name__!r} instead of tuple or Signature")
    for one in args if result is None else (result, *args):
        if not isinstance(one, types.Type):
            raise TypeError(f"invalid type in signature: expected a type instance, got {one!r}")
    return args, result
