"""Sequences of numbers of one kind, packed as in C."""

import struct as _struct
from collections.abc import MutableSequence as _MutableSequence
from operator import index as _index

from _native import buffer as _buffer, native_type as _native_type

_argument_words = "expected"
typecodes = "bBuhHiIlLqQfd"

_SIZES = {code: _struct.calcsize("i" if code == "u" else code) for code in typecodes}
_BOUNDS = {code: ((-1 << _SIZES[code] * 8 - 1, (1 << _SIZES[code] * 8 - 1) - 1) if code.islower() else (0, (1 << _SIZES[code] * 8) - 1))
           for code in "bBhHiIlLqQ"}

# How the elements look in memory, for pickles: the number that stands for it, and the code of struct.
_MACHINE_FORMATS = {"b": 1, "B": 0, "u": 20, "h": 4, "H": 2, "i": 8, "I": 6, "l": 12, "L": 10, "q": 12, "Q": 10, "f": 14, "d": 16}
_MACHINE_CODES = "BbHHhhIIiiQQqqffdd"


def _array_reconstructor(arraytype, typecode, mformat_code, items, /):
    "The array that was pickled, on whatever machine."
    if not isinstance(arraytype, type):
        raise TypeError("first argument must be a type object, not %s" % type(arraytype).__name__)
    if not issubclass(arraytype, array):
        raise TypeError("%s is not a subtype of array.array" % arraytype.__name__)
    if typecode not in _SIZES:
        raise ValueError("second parameter must be a valid type code")
    if not 0 <= mformat_code <= 21:
        raise ValueError("third argument must be a valid machine format code.")
    if not isinstance(items, bytes):
        raise TypeError("fourth argument should be bytes, not %s" % type(items).__name__)
    made = arraytype(typecode)
    if _MACHINE_FORMATS[typecode] == mformat_code:
        made.frombytes(items)
    elif mformat_code >= 18:
        made.fromunicode(items.decode(("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")[mformat_code - 18]))
    else:
        code = _MACHINE_CODES[mformat_code]
        size = _struct.calcsize("<" + code)
        if len(items) % size:
            raise ValueError("string length not a multiple of item size")
        made.extend(_struct.unpack("%s%d%s" % (">" if mformat_code % 2 and size > 1 else "<", len(items) // size, code), items))
    return made


def _range_error(code, value, low, high):
    "OverflowError in the words for that kind of number."
    if code in "qQ":
        raise OverflowError("can't convert negative int to unsigned" if code == "Q" and value < 0 else "int too big to convert")
    if code in "IL":
        if value < 0:
            raise OverflowError("can't convert negative value to unsigned int")
        raise OverflowError("unsigned int is greater than maximum" if code == "I" and value < 1 << 64
                            else "Python int too large to convert to C unsigned long")
    if not -1 << 63 <= value < 1 << 63:
        raise OverflowError("Python int too large to convert to C long")
    if code == "B":
        name = "unsigned byte integer"
    elif code == "H":
        name = "unsigned short" if -1 << 31 <= value < 1 << 31 else "signed integer"
    elif code == "b":
        name = "signed char" if -1 << 15 <= value < 1 << 15 else "signed short integer"
    else:
        name = "signed short integer" if code == "h" else "signed integer"
    raise OverflowError("%s is %s than %simum" % ((name,) + (("less", "min") if value < low else ("greater", "max"))))


@_buffer
class array:
    """array(typecode[, initializer]): numbers of one kind.

    Typecodes: b B signed and unsigned char, u character, h H short, i I int, l L long, q Q long long, f float, d double."""

    __slots__ = "_code", "_bytes", "_size", "_form", "__weakref__", "__dict__"

    def __new__(cls, typecode, initializer=(), /):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError("array() argument 1 must be a unicode character, not %s" % type(typecode).__name__)
        if typecode not in _SIZES:
            raise ValueError("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
        self = object.__new__(cls)
        self._code, self._bytes, self._size = typecode, bytearray(), _SIZES[typecode]
        self._form = "i" if typecode == "u" else typecode
        if isinstance(initializer, str) and typecode != "u":
            raise TypeError("cannot use a str to initialize an array with typecode '%s'" % typecode)
        if isinstance(initializer, array) and initializer._code == "u" and typecode != "u":
            raise TypeError("cannot use a unicode array to initialize an array with typecode '%s'" % typecode)
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        elif isinstance(initializer, str):
            self.fromunicode(initializer)
        elif isinstance(initializer, array) and initializer._code != typecode:
            if initializer._code == "u":
                raise TypeError("can only extend with array of same kind")
            self._bytes += b"".join(map(self._pack, initializer))
        else:
            self.extend(initializer)
        return self

    __new__.__qualname__ = "array"

    typecode = property(lambda self: self._code, doc="The letter of the elements' type.")
    itemsize = property(lambda self: self._size, doc="How many bytes an element has.")

    def _replace(self, start, stop, items):
        "Other bytes in the place of some; the length may not change while others see the memory."
        try:
            self._bytes[start:stop] = items
        except BufferError:
            raise BufferError("cannot resize an array that is exporting buffers") from None

    def _add(self, items):
        self._replace(len(self._bytes), len(self._bytes), items)

    # ---- items to bytes and back ----

    def _pack(self, value):
        code = self._code
        if code in "fd":
            if not isinstance(value, (int, float)) and not hasattr(type(value), "__float__") and not hasattr(type(value), "__index__"):
                raise TypeError("must be real number, not %s" % type(value).__name__)
            value = float.__pos__(value) if isinstance(value, float) else float(value)
            if code == "f" and value - value == 0 and abs(value) > 3.4028235677973366e38:
                value = float("inf") if value > 0 else float("-inf")
            return _struct.pack(code, value)
        if code == "u":
            if not isinstance(value, str):
                raise TypeError("array item must be unicode character")
            if len(value) != 1:
                raise TypeError("array item must be unicode character")
            return _struct.pack("i", ord(value))
        if not hasattr(type(value), "__index__"):
            raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
        value = _index(value)
        low, high = _BOUNDS[code]
        if not low <= value <= high:
            _range_error(code, value, low, high)
        return _struct.pack(code, value)

    def _unpack(self, at):
        value = _struct.unpack_from(self._form, self._bytes, at * self._size)[0]
        return chr(value) if self._code == "u" else value

    def _same(self, items):
        result = object.__new__(type(self)) if type(self) is array else array.__new__(array, self._code)
        if type(self) is array:
            result._code, result._size, result._form = self._code, self._size, self._form
        result._bytes = items
        return result

    def _position(self, index, what):
        index = _index(index)
        count = len(self)
        if index < 0:
            index += count
        if not 0 <= index < count:
            raise IndexError(what + " index out of range")
        return index

    def __len__(self):
        return len(self._bytes) // self._size

    def __getitem__(self, index):
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            size = self._size
            if step == 1:
                return self._same(self._bytes[start * size:max(stop, start) * size])
            return self._same(bytearray().join(self._bytes[i * size:i * size + size] for i in range(start, stop, step)))
        if not hasattr(type(index), "__index__"):
            raise TypeError("array indices must be integers")
        return self._unpack(self._position(index, "array"))

    def __setitem__(self, index, value):
        size = self._size
        if isinstance(index, slice):
            if not isinstance(value, array):
                raise TypeError('can only assign array (not "%s") to array slice' % type(value).__name__)
            if value._code != self._code:
                raise TypeError("bad argument type for built-in operation")
            start, stop, step = index.indices(len(self))
            items = bytes(value._bytes)
            if step == 1:
                self._replace(start * size, max(stop, start) * size, items)
                return
            places = range(start, stop, step)
            if len(places) != len(value):
                raise ValueError("attempt to assign array of size %d to extended slice of size %d" % (len(value), len(places)))
            for number, place in enumerate(places):
                self._bytes[place * size:place * size + size] = items[number * size:number * size + size]
            return
        if not hasattr(type(index), "__index__"):
            raise TypeError("array indices must be integers")
        place = self._position(index, "array assignment")
        packed = self._pack(value)
        self._bytes[place * size:place * size + size] = packed

    def __delitem__(self, index):
        size = self._size
        if isinstance(index, slice):
            places = sorted(range(*index.indices(len(self))), reverse=True)
        else:
            if not hasattr(type(index), "__index__"):
                raise TypeError("array indices must be integers")
            places = [self._position(index, "array assignment")]
        for place in places:
            self._replace(place * size, place * size + size, b"")

    def __iter__(self):
        at = 0
        while at < len(self):
            yield self._unpack(at)
            at += 1

    def __contains__(self, value):
        return any(item == value for item in self)

    def __bytes__(self):
        return bytes(self._bytes)

    # ---- as a list ----

    def tolist(self):
        "The items as a list."
        values = list(_struct.unpack("%d%s" % (len(self), self._form), self._bytes))
        return list(map(chr, values)) if self._code == "u" else values

    def fromlist(self, list, /):
        "Append the items of a list."
        if not isinstance(list, _list):
            raise TypeError("arg must be list")
        self._add(b"".join(map(self._pack, list)))

    def append(self, v, /):
        "Append an item."
        self._add(self._pack(v))

    def extend(self, bb, /):
        "Append items."
        if isinstance(bb, array):
            if bb._code != self._code:
                raise TypeError("can only extend with array of same kind")
            self._add(bytes(bb._bytes))
            return
        try:
            items = iter(bb)
        except TypeError:
            raise TypeError("'%s' object is not iterable" % type(bb).__name__) from None
        for value in items:
            self.append(value)

    def insert(self, i, v, /):
        "Put an item in front of a position."
        count = len(self)
        i = _index(i)
        i = min(max(i + count if i < 0 else i, 0), count)
        self._replace(i * self._size, i * self._size, self._pack(v))

    def pop(self, i=-1, /):
        "Remove an item and return it."
        if not self._bytes:
            raise IndexError("pop from empty array")
        i = self._position(i, "pop")
        value = self._unpack(i)
        self._replace(i * self._size, (i + 1) * self._size, b"")
        return value

    def remove(self, v, /):
        "Remove the first item that is equal."
        for number, value in enumerate(self):
            if value == v:
                self._replace(number * self._size, (number + 1) * self._size, b"")
                return
        raise ValueError("array.remove(x): x not in array")

    def index(self, v, start=0, stop=9223372036854775807, /):
        "The position of the first item that is equal."
        count = len(self)
        start, stop = max(start + count, 0) if start < 0 else start, stop + count if stop < 0 else stop
        for number in range(start, min(stop, count)):
            if number < len(self) and self._unpack(number) == v:
                return number
        raise ValueError("array.index(x): x not in array")

    def count(self, v, /):
        "How many items are equal."
        return sum(value == v for value in self)

    def reverse(self):
        "Turn the order round."
        self._bytes[:] = self[::-1]._bytes

    def byteswap(self):
        "Turn the bytes of every item round."
        size = self._size
        self._bytes[:] = bytearray().join(self._bytes[at:at + size][::-1] for at in range(0, len(self._bytes), size))

    def buffer_info(self):
        "(address, length)"
        return id(self._bytes), len(self)

    # ---- bytes, files, text ----

    def tobytes(self):
        "The items as bytes."
        return bytes(self._bytes)

    def frombytes(self, buffer, /):
        "Append items out of bytes."
        if isinstance(buffer, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        data = bytes(memoryview(buffer)) if not isinstance(buffer, array) else bytes(buffer._bytes)
        if len(data) % self._size:
            raise ValueError("bytes length not a multiple of item size")
        self._add(data)

    def fromfile(self, f, n, /):
        "Append n items out of a file."
        if n < 0:
            raise ValueError("negative count")
        data = f.read(n * self._size)
        self.frombytes(data[:len(data) // self._size * self._size])
        if len(data) != n * self._size:
            raise EOFError("read() didn't return enough bytes")

    def tofile(self, f, /):
        "Write the items to a file."
        f.write(bytes(self._bytes))

    def fromunicode(self, ustr, /):
        "Append the characters of a text."
        if self._code != "u":
            raise ValueError("fromunicode() may only be called on unicode type arrays")
        if not isinstance(ustr, str):
            raise TypeError("fromunicode() argument must be str, not %s" % type(ustr).__name__)
        self._add(b"".join(map(self._pack, ustr)))

    def tounicode(self):
        "The characters as a text."
        if self._code != "u":
            raise ValueError("tounicode() may only be called on unicode type arrays")
        return "".join(self)

    # ---- operators ----

    def __add__(self, other):
        if not isinstance(other, array):
            raise TypeError('can only append array (not "%s") to array' % type(other).__name__)
        if other._code != self._code:
            raise TypeError("bad argument type for built-in operation")
        return self._same(self._bytes + other._bytes)

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError('can only extend array with array (not "%s")' % type(other).__name__)
        self.extend(other)
        return self

    def __mul__(self, count):
        if not hasattr(type(count), "__index__"):
            raise TypeError("can't multiply sequence by non-int of type '%s'" % type(count).__name__)
        return self._same(self._bytes * max(_index(count), 0))

    def __rmul__(self, count):
        if isinstance(count, (str, bytes, bytearray, list, tuple)):
            return NotImplemented  # that sequence is the one that cannot be repeated
        return self * count

    def __imul__(self, count):
        if not hasattr(type(count), "__index__"):
            raise TypeError("can't multiply sequence by non-int of type '%s'" % type(count).__name__)
        count = max(_index(count), 0)
        self._replace(0, len(self._bytes), self._bytes * count)
        return self

    def __eq__(self, other):
        return self.tolist() == other.tolist() if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return self.tolist() < other.tolist() if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return self.tolist() <= other.tolist() if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return self.tolist() > other.tolist() if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return self.tolist() >= other.tolist() if isinstance(other, array) else NotImplemented

    __hash__ = None

    def __copy__(self):
        return self._same(bytearray(self._bytes))

    def __deepcopy__(self, memo, /):
        return self._same(bytearray(self._bytes))

    def __reduce_ex__(self, protocol, /):
        if protocol > 2 and self._code in _MACHINE_FORMATS:
            return _array_reconstructor, (type(self), self._code, _MACHINE_FORMATS[self._code], self.tobytes()), self.__dict__ or None
        items = self.tounicode() if self._code == "u" else self.tolist()
        return type(self), (self._code, items), self.__dict__ or None

    def __repr__(self):
        name = type(self).__name__
        if not self._bytes:
            return "%s('%s')" % (name, self._code)
        return "%s('%s', %r)" % (name, self._code, self.tounicode() if self._code == "u" else self.tolist())

    def __class_getitem__(cls, item):
        import types
        return types.GenericAlias(cls, item)


ArrayType = array
_list = list
_MutableSequence.register(array)
array.__module__ = "array"
_native_type(array)
