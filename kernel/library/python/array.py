"""Sequences of numbers of one machine type."""

import sys as _sys

__all__ = ["array", "ArrayType"]

typecodes = "bBuhHiIlLqQfd"
_INTEGERS = {"b": (1, True), "B": (1, False), "h": (2, True), "H": (2, False), "i": (4, True), "I": (4, False),
             "l": (8, True), "L": (8, False), "q": (8, True), "Q": (8, False)}
_NAMES = {"b": "signed char", "B": "unsigned byte integer", "h": "signed short integer", "H": "unsigned short",
          "i": "signed integer", "I": "unsigned int", "l": "signed long", "L": "unsigned long", "q": "signed long long",
          "Q": "unsigned long long"}


def _index(value):
    if isinstance(value, int):
        return int(value)
    method = getattr(type(value), "__index__", None)
    if method is None:
        raise TypeError("'%s' object cannot be interpreted as an integer" % type(value).__name__)
    return method(value)


class array:
    "A sequence of numbers: array(typecode, initializer)."

    __slots__ = ("_typecode", "_items", "__weakref__")

    def __new__(cls, typecode, initializer=(), /, **kwargs):
        if kwargs and cls is array:
            raise TypeError("array.array() takes no keyword arguments")
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError("array() argument 1 must be a unicode character, not %s" % type(typecode).__name__)
        if typecode not in typecodes:
            raise ValueError("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
        self = object.__new__(cls)
        self._typecode, self._items = typecode, []
        if isinstance(initializer, str):
            if typecode != "u":
                raise TypeError("cannot use a str to initialize an array with typecode '%s'" % typecode)
            self._items.extend(initializer)
        elif isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        elif isinstance(initializer, array) and (initializer._typecode == "u") != (typecode == "u"):
            raise TypeError("cannot use a unicode array to initialize an array with typecode '%s'" % typecode
                            if initializer._typecode == "u" else "array item must be a unicode character, not int")
        else:
            check = self._check
            self._items.extend([check(item) for item in initializer])
        return self

    def _check(self, value):
        code = self._typecode
        if code in _INTEGERS:
            size, signed = _INTEGERS[code]
            value = _index(value)
            low, high = (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
            if not low <= value <= high:
                if code in "LQlqIi":
                    raise OverflowError("Python int too large to convert to C %s" % _NAMES[code].replace("signed ", "")
                                        if value > high else "can't convert negative value to unsigned int" if not signed
                                        else "Python int too large to convert to C %s" % _NAMES[code].replace("signed ", ""))
                raise OverflowError("%s is %s" % (_NAMES[code], "less than minimum" if value < low else "greater than maximum"))
            return value
        if code == "u":
            if not isinstance(value, str) or len(value) != 1:
                raise TypeError("array item must be a unicode character, not %s" % type(value).__name__)
            return value
        if not isinstance(value, (int, float)) and not hasattr(type(value), "__float__") and not hasattr(type(value), "__index__"):
            raise TypeError("must be real number, not %s" % type(value).__name__)
        value = float(value)
        if code == "f":
            view = memoryview(bytearray(4)).cast("f")
            view[0] = value
            return view[0]
        return value

    @property
    def typecode(self):
        "The letter of the type."
        return self._typecode

    @property
    def itemsize(self):
        "Bytes of an item."
        return 4 if self._typecode in "fu" else 8 if self._typecode == "d" else _INTEGERS[self._typecode][0]

    def append(self, v, /):
        "Put a number at the end."
        self._items.append(self._check(v))

    def buffer_info(self):
        "(address, length)"
        return id(self._items), len(self._items)

    def byteswap(self):
        "Turn the bytes of every item round."
        size, data = self.itemsize, self.tobytes()
        if size not in (1, 2, 4, 8):
            raise RuntimeError("don't know how to byteswap this array type")
        self._items = []
        self.frombytes(b"".join(data[at:at + size][::-1] for at in range(0, len(data), size)))

    def count(self, v, /):
        "How often a number is there."
        return self._items.count(v)

    def extend(self, bb, /):
        "Put several numbers at the end."
        if isinstance(bb, array):
            if bb._typecode != self._typecode:
                raise TypeError("can only extend with array of same kind")
            self._items.extend(bb._items)
        else:
            for item in bb:
                self._items.append(self._check(item))

    def frombytes(self, buffer, /):
        "Put the numbers of a machine's bytes at the end."
        data, size = bytes(buffer), self.itemsize
        if len(data) % size:
            raise ValueError("bytes length not a multiple of item size")
        if self._typecode == "u":
            self._items.extend(data.decode("utf-32-le"))
        else:
            self._items.extend(memoryview(data).cast(self._typecode).tolist())

    def tobytes(self):
        "The machine's bytes."
        if self._typecode == "u":
            return "".join(self._items).encode("utf-32-le")
        data = bytearray(len(self._items) * self.itemsize)
        if data:
            view = memoryview(data).cast(self._typecode)
            for index, item in enumerate(self._items):
                view[index] = item
        return bytes(data)

    __bytes__ = tobytes

    def fromfile(self, f, n, /):
        "Read n numbers of a file."
        data = f.read(n * self.itemsize)
        if not isinstance(data, bytes):
            raise TypeError("read() didn't return bytes")
        self.frombytes(data[:len(data) // self.itemsize * self.itemsize])
        if len(data) != n * self.itemsize:
            raise EOFError("read() didn't return enough bytes")

    def tofile(self, f, /):
        "Write the numbers to a file."
        f.write(self.tobytes())

    def fromlist(self, list, /):
        "Put the numbers of a list at the end."
        if not isinstance(list, _list):
            raise TypeError("arg must be list")
        self._items.extend([self._check(item) for item in list])

    def tolist(self):
        "The numbers as a list."
        return self._items[:]

    def fromunicode(self, ustr, /):
        "Put characters at the end."
        if self._typecode != "u":
            raise ValueError("fromunicode() may only be called on unicode type arrays")
        self._items.extend(ustr)

    def tounicode(self):
        "The characters as a text."
        if self._typecode != "u":
            raise ValueError("tounicode() may only be called on unicode type arrays")
        return "".join(self._items)

    def index(self, v, start=0, stop=_sys.maxsize, /):
        "The first place of a number."
        try:
            return self._items.index(v, start, stop)
        except ValueError:
            raise ValueError("array.index(x): x not in array") from None

    def insert(self, i, v, /):
        "Put a number before a place."
        self._items.insert(i, self._check(v))

    def pop(self, i=-1, /):
        "Take out the number at a place."
        if not self._items:
            raise IndexError("pop from empty array")
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("pop index out of range")
        return self._items.pop(i)

    def remove(self, v, /):
        "Take out the first such number."
        try:
            self._items.remove(v)
        except ValueError:
            raise ValueError("array.remove(x): x not in array") from None

    def reverse(self):
        "Turn the order round."
        self._items.reverse()

    def _like(self, items):
        made = object.__new__(array)
        made._typecode, made._items = self._typecode, items
        return made

    def __copy__(self):
        return self._like(self._items[:])

    def __deepcopy__(self, memo, /):
        return self._like(self._items[:])

    def __reduce_ex__(self, protocol, /):
        return type(self), (self._typecode, self._items[:]), getattr(self, "__dict__", None) or None

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, v, /):
        return v in self._items

    def __getitem__(self, i, /):
        if isinstance(i, slice):
            return self._like(self._items[i])
        try:
            return self._items[i]
        except IndexError:
            raise IndexError("array index out of range") from None
        except TypeError:
            raise TypeError("array indices must be integers") from None

    def __setitem__(self, i, v, /):
        if isinstance(i, slice):
            if not isinstance(v, array):
                raise TypeError("can only assign array (not \"%s\") to array slice" % type(v).__name__)
            if v._typecode != self._typecode:
                raise TypeError("bad argument type for built-in operation")
            self._items[i] = v._items if v is not self else v._items[:]
            return
        try:
            self._items[i] = self._check(v)
        except IndexError:
            raise IndexError("array assignment index out of range") from None

    def __delitem__(self, i, /):
        try:
            del self._items[i]
        except IndexError:
            raise IndexError("array assignment index out of range") from None

    def __add__(self, other, /):
        if not isinstance(other, array):
            raise TypeError('can only append array (not "%s") to array' % type(other).__name__)
        if other._typecode != self._typecode:
            raise TypeError("bad argument type for built-in operation")
        return self._like(self._items + other._items)

    def __iadd__(self, other, /):
        if not isinstance(other, array):
            raise TypeError('can only extend with array (not "%s")' % type(other).__name__)
        self.extend(other)
        return self

    def __mul__(self, n, /):
        return self._like(self._items * n)

    __rmul__ = __mul__

    def __imul__(self, n, /):
        self._items *= n
        return self

    def _other(self, other):
        return other._items if isinstance(other, array) else None

    def __eq__(self, other, /):
        items = self._other(other)
        return NotImplemented if items is None else self._items == items

    def __lt__(self, other, /):
        items = self._other(other)
        return NotImplemented if items is None else self._items < items

    def __le__(self, other, /):
        items = self._other(other)
        return NotImplemented if items is None else self._items <= items

    def __gt__(self, other, /):
        items = self._other(other)
        return NotImplemented if items is None else self._items > items

    def __ge__(self, other, /):
        items = self._other(other)
        return NotImplemented if items is None else self._items >= items

    __hash__ = None
    __class_getitem__ = classmethod(type(list[int]))

    def __repr__(self):
        if not self._items:
            return "%s('%s')" % (type(self).__name__, self._typecode)
        shown = repr("".join(self._items)) if self._typecode == "u" else repr(self._items)
        return "%s('%s', %s)" % (type(self).__name__, self._typecode, shown)


_list = list
ArrayType = array


def _register():
    import collections.abc
    collections.abc.MutableSequence.register(array)


_register()
