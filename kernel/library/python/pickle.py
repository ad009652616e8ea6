"""Objects as bytes, to keep or to send, and back."""

from _pickle import (DEFAULT_PROTOCOL, HIGHEST_PROTOCOL, PickleBuffer, PickleError, Pickler, PicklingError, Unpickler, UnpicklingError, dump, dumps,
                     load, loads)

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads", "PickleBuffer"]

format_version = "4.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]
_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads
bytes_types = (bytes, bytearray)



def encode_long(x):
    "An int as the bytes of LONG1 and LONG4: little-endian, in as few as hold its sign; none for 0."
    size = (x.bit_length() >> 3) + 1 if x else 0
    data = x.to_bytes(size, "little", signed=True)
    return data[:-1] if x < 0 and size > 1 and data[-1] == 0xFF and data[-2] & 0x80 else data


def decode_long(data):
    "The int of such bytes."
    return int.from_bytes(data, "little", signed=True)


# The names of the operations.
MARK, STOP, POP, POP_MARK, DUP, FLOAT, INT, BININT, BININT1, LONG, BININT2, NONE, PERSID, BINPERSID, REDUCE, STRING = (
    b"(", b".", b"0", b"1", b"2", b"F", b"I", b"J", b"K", b"L", b"M", b"N", b"P", b"Q", b"R", b"S")
BINSTRING, SHORT_BINSTRING, UNICODE, BINUNICODE, APPEND, BUILD, GLOBAL, DICT, EMPTY_DICT, APPENDS, GET, BINGET, INST, LONG_BINGET, LIST, EMPTY_LIST = (
    b"T", b"U", b"V", b"X", b"a", b"b", b"c", b"d", b"}", b"e", b"g", b"h", b"i", b"j", b"l", b"]")
OBJ, PUT, BINPUT, LONG_BINPUT, SETITEM, TUPLE, EMPTY_TUPLE, SETITEMS, BINFLOAT, TRUE, FALSE = (
    b"o", b"p", b"q", b"r", b"s", b"t", b")", b"u", b"G", b"I01\n", b"I00\n")
PROTO, NEWOBJ, EXT1, EXT2, EXT4, TUPLE1, TUPLE2, TUPLE3, NEWTRUE, NEWFALSE, LONG1, LONG4 = (
    b"\x80", b"\x81", b"\x82", b"\x83", b"\x84", b"\x85", b"\x86", b"\x87", b"\x88", b"\x89", b"\x8a", b"\x8b")
BINBYTES, SHORT_BINBYTES, SHORT_BINUNICODE, BINUNICODE8, BINBYTES8, EMPTY_SET, ADDITEMS, FROZENSET, NEWOBJ_EX, STACK_GLOBAL, MEMOIZE, FRAME = (
    b"B", b"C", b"\x8c", b"\x8d", b"\x8e", b"\x8f", b"\x90", b"\x91", b"\x92", b"\x93", b"\x94", b"\x95")
BYTEARRAY8, NEXT_BUFFER, READONLY_BUFFER = b"\x96", b"\x97", b"\x98"
__all__.extend(name for name in list(globals()) if name.isupper() and name[0] != "_")
