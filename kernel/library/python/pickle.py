"""Objects as bytes, and back.

Pickles of all protocols are read and written. A pickle can run any function when it is loaded: load only what is
trusted."""

import io as _io
import sys as _sys
from copyreg import dispatch_table as _copyreg_dispatch_table
from types import FunctionType as _FunctionType

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads",
           "PickleBuffer", "HIGHEST_PROTOCOL", "DEFAULT_PROTOCOL"]

format_version = "4.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]
HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
bytes_types = (bytes, bytearray)


class PickleError(Exception):
    "What goes wrong while pickling."


class PicklingError(PickleError):
    "An object cannot be pickled."


class UnpicklingError(PickleError):
    "A pickle is damaged."


class _Stop(Exception):
    def __init__(self, value):
        self.value = value


MARK, STOP, POP, POP_MARK, DUP = b"(", b".", b"0", b"1", b"2"
FLOAT, INT, BININT, BININT1, LONG, BININT2 = b"F", b"I", b"J", b"K", b"L", b"M"
NONE, PERSID, BINPERSID, REDUCE = b"N", b"P", b"Q", b"R"
STRING, BINSTRING, SHORT_BINSTRING, UNICODE, BINUNICODE = b"S", b"T", b"U", b"V", b"X"
APPEND, BUILD, GLOBAL, DICT, EMPTY_DICT, APPENDS = b"a", b"b", b"c", b"d", b"}", b"e"
GET, BINGET, INST, LONG_BINGET, LIST, EMPTY_LIST, OBJ = b"g", b"h", b"i", b"j", b"l", b"]", b"o"
PUT, BINPUT, LONG_BINPUT, SETITEM, TUPLE, EMPTY_TUPLE, SETITEMS, BINFLOAT = (
    b"p", b"q", b"r", b"s", b"t", b")", b"u", b"G")
TRUE, FALSE = b"I01\n", b"I00\n"
PROTO, NEWOBJ, EXT1, EXT2, EXT4 = b"\x80", b"\x81", b"\x82", b"\x83", b"\x84"
TUPLE1, TUPLE2, TUPLE3, NEWTRUE, NEWFALSE, LONG1, LONG4 = b"\x85", b"\x86", b"\x87", b"\x88", b"\x89", b"\x8a", b"\x8b"
BINBYTES, SHORT_BINBYTES = b"B", b"C"
SHORT_BINUNICODE, BINUNICODE8, BINBYTES8, EMPTY_SET, ADDITEMS = b"\x8c", b"\x8d", b"\x8e", b"\x8f", b"\x90"
FROZENSET, NEWOBJ_EX, STACK_GLOBAL, MEMOIZE, FRAME = b"\x91", b"\x92", b"\x93", b"\x94", b"\x95"
BYTEARRAY8, NEXT_BUFFER, READONLY_BUFFER = b"\x96", b"\x97", b"\x98"

_BATCH = 1000
_DICT_ITEMS = type({}.items())
_FRAME_TARGET = 64 * 1024

# Names that Python 2 had elsewhere: for protocols below 3.
_MODULES = {"__builtin__": "builtins", "copy_reg": "copyreg", "Queue": "queue", "SocketServer": "socketserver",
            "ConfigParser": "configparser", "repr": "reprlib", "cPickle": "pickle", "_abcoll": "collections.abc",
            "StringIO": "io", "cStringIO": "io", "UserDict": "collections", "UserList": "collections",
            "UserString": "collections", "whichdb": "dbm", "urllib2": "urllib.request", "urlparse": "urllib.parse"}
_NAMES = {("__builtin__", "xrange"): ("builtins", "range"), ("__builtin__", "unicode"): ("builtins", "str"),
          ("__builtin__", "long"): ("builtins", "int"), ("__builtin__", "unichr"): ("builtins", "chr"),
          ("__builtin__", "basestring"): ("builtins", "str"), ("__builtin__", "reduce"): ("functools", "reduce"),
          ("__builtin__", "intern"): ("sys", "intern"), ("itertools", "izip"): ("builtins", "zip"),
          ("itertools", "imap"): ("builtins", "map"), ("itertools", "ifilter"): ("builtins", "filter"),
          ("UserDict", "IterableUserDict"): ("collections", "UserDict"),
          ("exceptions", "StandardError"): ("builtins", "Exception")}
_OLD_MODULES = {"builtins": "__builtin__", "copyreg": "copy_reg", "queue": "Queue", "reprlib": "repr",
                "configparser": "ConfigParser", "collections.abc": "UserDict"}
_OLD_NAMES = {("builtins", "range"): ("__builtin__", "xrange"), ("builtins", "str"): ("__builtin__", "unicode"),
              ("builtins", "int"): ("__builtin__", "long"), ("builtins", "chr"): ("__builtin__", "unichr"),
              ("functools", "reduce"): ("__builtin__", "reduce"), ("sys", "intern"): ("__builtin__", "intern"),
              ("builtins", "zip"): ("itertools", "izip"), ("builtins", "map"): ("itertools", "imap"),
              ("builtins", "filter"): ("itertools", "ifilter"),
              ("collections", "UserDict"): ("UserDict", "IterableUserDict"),
              ("collections", "UserList"): ("UserList", "UserList"),
              ("collections", "UserString"): ("UserString", "UserString")}


class PickleBuffer:
    "Memory that protocol 5 may pickle out of band."

    def __init__(self, object):
        self._view = memoryview(object)

    def raw(self):
        "The bytes as a flat view."
        if self._view is None:
            raise ValueError("operation forbidden on released PickleBuffer object")
        return self._view.cast("B") if self._view.format != "B" or self._view.ndim != 1 else self._view

    def release(self):
        "Let the memory go."
        self._view = None


def _getattribute(obj, name):
    # A dotted name; the value and what it was taken from.
    parent = None
    for part in name.split("."):
        if part == "<locals>":
            raise AttributeError("Can't get local attribute {!r} on {!r}".format(name, obj))
        try:
            parent, obj = obj, getattr(obj, part)
        except AttributeError:
            raise AttributeError("Can't get attribute {!r} on {!r}".format(name, obj)) from None
    return obj, parent


def whichmodule(obj, name):
    "The name of the module that an object belongs to."
    module_name = getattr(obj, "__module__", None)
    if module_name is not None:
        return module_name
    for module_name, module in _sys.modules.copy().items():
        if module_name in ("__main__", "__mp_main__") or module is None:
            continue
        try:
            if _getattribute(module, name)[0] is obj:
                return module_name
        except AttributeError:
            pass
    return "__main__"


def encode_long(x):
    "An int as the fewest bytes, the lowest first, in two's complement."
    if x == 0:
        return b""
    count = (x.bit_length() >> 3) + 1
    result = x.to_bytes(count, "little", signed=True)
    if x < 0 and count > 1 and result[-1] == 0xff and result[-2] & 0x80:
        result = result[:-1]
    return result


def decode_long(data):
    "The int of such bytes."
    return int.from_bytes(data, "little", signed=True)


def _number(data):
    return int.from_bytes(data, "little")


def _signed(data):
    return int.from_bytes(data, "little", signed=True)


def _float_bytes(x):
    data = bytearray(8)
    memoryview(data).cast("d")[0] = x
    return bytes(data[::-1])


def _float_value(data):
    return memoryview(data[::-1]).cast("d")[0]


def _raw_text(text):
    # Only \uXXXX and \UXXXXXXXX are escapes, after an even number of backslashes.
    if "\\" not in text:
        return text
    parts, at = [], 0
    while True:
        start = text.find("\\", at)
        if start < 0:
            parts.append(text[at:])
            return "".join(parts)
        parts.append(text[at:start])
        count = {"u": 4, "U": 8}.get(text[start + 1:start + 2])
        if count is None:
            parts.append(text[start:start + 2])
            at = start + 2
        else:
            parts.append(chr(int(text[start + 2:start + 2 + count], 16)))
            at = start + 2 + count


class _Framer:
    # From protocol 4 on opcodes come in frames of about 64 KiB; large values stand between them.
    def __init__(self, write):
        self.file_write = write
        self.parts, self.size = None, 0

    def start(self):
        self.parts, self.size = [], 0

    def write(self, data):
        if self.parts is None:
            self.file_write(data)
            return
        self.parts.append(data)
        self.size += len(data)

    def commit(self, force=False):
        if self.parts and (force or self.size >= _FRAME_TARGET):
            data = b"".join(self.parts)
            if len(data) >= 4:
                self.file_write(FRAME + (len(data)).to_bytes(8, "little"))
            self.file_write(data)
            self.parts, self.size = [], 0

    def end(self):
        if self.parts is not None:
            self.commit(True)
            self.parts = None

    def write_large(self, header, payload):
        if self.parts is not None:
            self.commit(True)
        self.file_write(header)
        self.file_write(payload)


class Pickler:
    "Writes pickles to a file."

    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = DEFAULT_PROTOCOL
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError("pickle protocol must be <= %d" % HIGHEST_PROTOCOL)
        if buffer_callback is not None and protocol < 5:
            raise ValueError("buffer_callback needs protocol >= 5")
        self._buffer_callback = buffer_callback
        try:
            self._framer = _Framer(file.write)
        except AttributeError:
            raise TypeError("file must have a 'write' attribute")
        self.write = self._framer.write
        self.memo = {}
        self.proto = int(protocol)
        self.bin = protocol >= 1
        self.fast = 0
        self.fix_imports = fix_imports and protocol < 3

    def clear_memo(self):
        "Forget the objects that were pickled."
        self.memo.clear()

    def dump(self, obj):
        "Write the pickle of an object."
        if not hasattr(self, "_framer"):
            raise PicklingError("Pickler.__init__() was not called by %s.__init__()" % (self.__class__.__name__,))
        framer = self._framer
        if self.proto >= 2:
            self.write(PROTO + bytes([self.proto]))
        if self.proto >= 4:
            framer.start()
        try:
            self.save(obj)
            self.write(STOP)
            framer.end()
        finally:
            framer.parts = None

    def memoize(self, obj):
        if self.fast:
            return
        index = len(self.memo)
        if self.proto >= 4:
            self.write(MEMOIZE)
        elif self.bin:
            self.write(BINPUT + bytes([index]) if index < 256 else LONG_BINPUT + index.to_bytes(4, "little"))
        else:
            self.write(PUT + b"%d\n" % index)
        self.memo[id(obj)] = index, obj

    def _get(self, index):
        if self.bin:
            return BINGET + bytes([index]) if index < 256 else LONG_BINGET + index.to_bytes(4, "little")
        return GET + b"%d\n" % index

    def persistent_id(self, obj):
        "An identification for what is kept elsewhere; None: the object is pickled."
        return None

    def save(self, obj, save_persistent_id=True):
        self._framer.commit()
        if save_persistent_id:
            identification = self.persistent_id(obj)
            if identification is not None:
                self._save_persistent(identification)
                return
        kind = type(obj)
        known = self.memo.get(id(obj))
        if known is not None:
            self.write(self._get(known[0]))
            return
        reduced, reduce = NotImplemented, None
        override = getattr(self, "reducer_override", None)
        save = self.dispatch.get(kind)
        if override is not None and (save is None or kind is type or kind is _FunctionType):
            reduced = override(obj)
        if reduced is NotImplemented:
            if save is not None:
                save(self, obj)
                return
            table = getattr(self, "dispatch_table", _copyreg_dispatch_table)
            reduce = table.get(kind)
            if reduce is not None:
                reduced = reduce(obj)
            elif issubclass(kind, type):
                self.save_global(obj)
                return
            else:
                reduce = getattr(obj, "__reduce_ex__", None)
                if reduce is not None:
                    reduced = reduce(self.proto)
                else:
                    reduce = getattr(obj, "__reduce__", None)
                    if reduce is None:
                        raise PicklingError("Can't pickle %r object: %r" % (kind.__name__, obj))
                    reduced = reduce()
        if isinstance(reduced, str):
            self.save_global(obj, reduced)
            return
        if not isinstance(reduced, tuple):
            raise PicklingError("%s must return string or tuple" % (reduce,))
        if not 2 <= len(reduced) <= 6:
            raise PicklingError("Tuple returned by %s must have two to six elements" % reduce)
        self.save_reduce(obj=obj, *reduced)

    def _save_persistent(self, identification):
        if self.bin:
            self.save(identification, save_persistent_id=False)
            self.write(BINPERSID)
            return
        try:
            self.write(PERSID + str(identification).encode("ascii") + b"\n")
        except UnicodeEncodeError:
            raise PicklingError("persistent IDs in protocol 0 must be ASCII strings")

    def save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        if not isinstance(args, tuple):
            raise PicklingError("args from save_reduce() must be a tuple")
        if not callable(func):
            raise PicklingError("func from save_reduce() must be callable")
        save, write = self.save, self.write
        name = getattr(func, "__name__", "")
        if self.proto >= 2 and name == "__newobj_ex__":
            cls, arguments, keywords = args
            if not hasattr(cls, "__new__"):
                raise PicklingError("args[0] from __newobj_ex__ args has no __new__")
            if obj is not None and cls is not obj.__class__:
                raise PicklingError("args[0] from __newobj_ex__ args has the wrong class")
            if self.proto >= 4:
                save(cls)
                save(arguments)
                save(keywords)
                write(NEWOBJ_EX)
            else:
                from functools import partial
                save(partial(cls.__new__, cls, *arguments, **keywords))
                save(())
                write(REDUCE)
        elif self.proto >= 2 and name == "__newobj__":
            cls = args[0]
            if not hasattr(cls, "__new__"):
                raise PicklingError("args[0] from __newobj__ args has no __new__")
            if obj is not None and cls is not obj.__class__:
                raise PicklingError("args[0] from __newobj__ args has the wrong class")
            save(cls)
            save(args[1:])
            write(NEWOBJ)
        else:
            save(func)
            save(args)
            write(REDUCE)
        if obj is not None:
            known = self.memo.get(id(obj))
            if known is not None:
                write(POP + self._get(known[0]))  # it came in again by way of its own arguments
            else:
                self.memoize(obj)
        if listitems is not None:
            self._batch_appends(listitems)
        if dictitems is not None:
            self._batch_setitems(dictitems)
        if state is not None:
            if state_setter is None:
                save(state)
                write(BUILD)
            else:
                save(state_setter)
                save(obj)
                save(state)
                write(TUPLE2)
                write(REDUCE)
                write(POP)

    dispatch = {}

    def save_none(self, obj):
        self.write(NONE)
    dispatch[type(None)] = save_none

    def save_bool(self, obj):
        if self.proto >= 2:
            self.write(NEWTRUE if obj else NEWFALSE)
        else:
            self.write(TRUE if obj else FALSE)
    dispatch[bool] = save_bool

    def save_long(self, obj):
        write = self.write
        small = -0x80000000 <= obj <= 0x7fffffff
        if self.bin and small:
            if 0 <= obj <= 0xff:
                write(BININT1 + bytes([obj]))
            elif 0 <= obj <= 0xffff:
                write(BININT2 + obj.to_bytes(2, "little"))
            else:
                write(BININT + obj.to_bytes(4, "little", signed=True))
        elif self.proto >= 2:
            data = encode_long(obj)
            write((LONG1 + bytes([len(data)]) if len(data) < 256 else LONG4 + (len(data)).to_bytes(4, "little", signed=True)) + data)
        elif small:
            write(INT + repr(obj).encode("ascii") + b"\n")
        else:
            write(LONG + repr(obj).encode("ascii") + b"L\n")
    dispatch[int] = save_long

    def save_float(self, obj):
        self.write(BINFLOAT + _float_bytes(obj) if self.bin else FLOAT + repr(obj).encode("ascii") + b"\n")
    dispatch[float] = save_float

    def _write_counted(self, data, short, normal, long):
        count = len(data)
        if count <= 0xff and short is not None:
            header = short + bytes([count])
        elif count > 0xffffffff and self.proto >= 4:
            header = long + count.to_bytes(8, "little")
        else:
            header = normal + count.to_bytes(4, "little")
        if count >= _FRAME_TARGET:
            self._framer.write_large(header, data)
        else:
            self.write(header + data)

    def save_bytes(self, obj):
        if self.proto >= 3:
            self._write_counted(obj, SHORT_BINBYTES, BINBYTES, BINBYTES8)
            self.memoize(obj)
        elif not obj:
            self.save_reduce(bytes, (), obj=obj)
        else:
            from codecs import encode
            self.save_reduce(encode, (str(obj, "latin1"), "latin1"), obj=obj)
    dispatch[bytes] = save_bytes

    def save_bytearray(self, obj):
        if self.proto < 5:
            self.save_reduce(bytearray, (bytes(obj),) if obj else (), obj=obj)
            return
        header = BYTEARRAY8 + (len(obj)).to_bytes(8, "little")
        if len(obj) >= _FRAME_TARGET:
            self._framer.write_large(header, bytes(obj))
        else:
            self.write(header + bytes(obj))
        self.memoize(obj)
    dispatch[bytearray] = save_bytearray

    def save_picklebuffer(self, obj):
        if self.proto < 5:
            raise PicklingError("PickleBuffer can only pickled with protocol >= 5")
        raw = obj.raw()
        in_band = self._buffer_callback is None or bool(self._buffer_callback(obj))
        if not in_band:
            self.write(NEXT_BUFFER + (READONLY_BUFFER if raw.readonly else b""))
        elif raw.readonly:
            self.save_bytes(raw.tobytes())
        else:
            self.save_bytearray(bytearray(raw))
    dispatch[PickleBuffer] = save_picklebuffer

    def save_str(self, obj):
        if self.bin:
            data = obj.encode("utf-8", "surrogatepass")
            self._write_counted(data, SHORT_BINUNICODE if self.proto >= 4 else None, BINUNICODE, BINUNICODE8)
        else:
            text = []
            for character in obj:
                code = ord(character)
                if character in "\\\0\n\r\x1a":
                    text.append("\\u%04x" % code)
                elif code < 256:
                    text.append(character)
                else:
                    text.append("\\u%04x" % code if code < 0x10000 else "\\U%08x" % code)
            self.write(UNICODE + "".join(text).encode("latin-1") + b"\n")
        self.memoize(obj)
    dispatch[str] = save_str

    def save_tuple(self, obj):
        write, save, memo = self.write, self.save, self.memo
        if not obj:
            write(EMPTY_TUPLE if self.bin else MARK + TUPLE)
            return
        count = len(obj)
        if count <= 3 and self.proto >= 2:
            for item in obj:
                save(item)
            if id(obj) in memo:
                write(POP * count + self._get(memo[id(obj)][0]))
            else:
                write((TUPLE1, TUPLE2, TUPLE3)[count - 1])
                self.memoize(obj)
            return
        write(MARK)
        for item in obj:
            save(item)
        if id(obj) in memo:
            write((POP_MARK if self.bin else POP * (count + 1)) + self._get(memo[id(obj)][0]))
            return
        write(TUPLE)
        self.memoize(obj)
    dispatch[tuple] = save_tuple

    def save_list(self, obj):
        self.write(EMPTY_LIST if self.bin else MARK + LIST)
        self.memoize(obj)
        self._batch_appends(obj)
    dispatch[list] = save_list

    def _chunks(self, items):
        chunk = []
        for item in items:
            chunk.append(item)
            if len(chunk) == _BATCH:
                yield chunk
                chunk = []
        if chunk:
            yield chunk

    def _batch_appends(self, items):
        save, write = self.save, self.write
        if not self.bin:
            for item in items:
                save(item)
                write(APPEND)
            return
        for chunk in self._chunks(items):
            if len(chunk) == 1 and not (type(items) is list and len(items) > 1):
                save(chunk[0])
                write(APPEND)
                continue
            write(MARK)
            for item in chunk:
                save(item)
            write(APPENDS)

    def save_dict(self, obj):
        self.write(EMPTY_DICT if self.bin else MARK + DICT)
        self.memoize(obj)
        self._batch_setitems(obj.items())
    dispatch[dict] = save_dict

    def _batch_setitems(self, items):
        save, write = self.save, self.write
        if not self.bin:
            for key, value in items:
                save(key)
                save(value)
                write(SETITEM)
            return
        for chunk in self._chunks(items):
            alone = len(chunk) == 1 and not (type(items) is _DICT_ITEMS and len(items) > 1)
            if not alone:
                write(MARK)
            for key, value in chunk:
                save(key)
                save(value)
            write(SETITEM if alone else SETITEMS)

    def save_set(self, obj):
        if self.proto < 4:
            self.save_reduce(set, (list(obj),), obj=obj)
            return
        self.write(EMPTY_SET)
        self.memoize(obj)
        for chunk in self._chunks(obj):
            self.write(MARK)
            for item in chunk:
                self.save(item)
            self.write(ADDITEMS)
    dispatch[set] = save_set

    def save_frozenset(self, obj):
        if self.proto < 4:
            self.save_reduce(frozenset, (list(obj),), obj=obj)
            return
        self.write(MARK)
        for item in obj:
            self.save(item)
        if id(obj) in self.memo:
            self.write(POP_MARK + self._get(self.memo[id(obj)][0]))
            return
        self.write(FROZENSET)
        self.memoize(obj)
    dispatch[frozenset] = save_frozenset

    def save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, "__qualname__", None)
        if name is None:
            name = obj.__name__
        module_name = whichmodule(obj, name)
        if "<locals>" in name.split("."):
            raise AttributeError("Can't pickle local object %r" % name)
        try:
            __import__(module_name, level=0)
            found, parent = _getattribute(_sys.modules[module_name], name)
        except (ImportError, KeyError, AttributeError):
            raise PicklingError("Can't pickle {!r}: it's not found as {}.{}".format(obj, module_name, name)) from None
        if found is not obj:
            raise PicklingError("Can't pickle {!r}: it's not the same object as {}.{}".format(obj, module_name, name))
        if self.proto >= 2:
            import copyreg
            code = getattr(copyreg, "_extension_registry", {}).get((module_name, name))
            if code:
                self.write(EXT1 + bytes([code]) if code <= 0xff else EXT2 + code.to_bytes(2, "little") if code <= 0xffff
                           else EXT4 + code.to_bytes(4, "little", signed=True))
                return
        if self.proto >= 4:
            self.save(module_name)
            self.save(name)
            self.write(STACK_GLOBAL)
        elif "." in name:
            self.save_reduce(getattr, (parent, name.rpartition(".")[2]))
        elif self.proto >= 3:
            self.write(GLOBAL + f"{module_name}\n{name}\n".encode("utf-8"))
        else:
            if self.fix_imports:
                if (module_name, name) in _OLD_NAMES:
                    module_name, name = _OLD_NAMES[module_name, name]
                elif module_name == "builtins" and isinstance(obj, type) and issubclass(obj, BaseException):
                    module_name = "exceptions"
                else:
                    module_name = _OLD_MODULES.get(module_name, module_name)
            try:
                self.write(GLOBAL + f"{module_name}\n{name}\n".encode("ascii"))
            except UnicodeEncodeError:
                raise PicklingError("can't pickle global identifier '%s.%s' using pickle protocol %i"
                                    % (module_name, name, self.proto)) from None
        self.memoize(obj)

    def save_type(self, obj):
        for value in (None, NotImplemented, ...):
            if obj is type(value):
                return self.save_reduce(type, (value,), obj=obj)
        return self.save_global(obj)
    dispatch[_FunctionType] = save_global
    dispatch[type] = save_type


class Unpickler:
    "Reads pickles from a file."

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        self._buffers = iter(buffers) if buffers is not None else None
        try:
            self._file_read, self._file_readline = file.read, file.readline
        except AttributeError:
            raise TypeError("file must have 'read' and 'readline' attributes")
        self.memo = {}
        self.encoding, self.errors = encoding, errors
        self.proto = 0
        self.fix_imports = fix_imports

    def read(self, count):
        data = self._file_read(count)
        if len(data) < count:
            raise UnpicklingError("pickle data was truncated")
        return data

    def readline(self):
        data = self._file_readline()
        if data[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return data[:-1]

    def load(self):
        "Read a pickle; its object."
        if not hasattr(self, "_file_read"):
            raise UnpicklingError("Unpickler.__init__() was not called by %s.__init__()" % (self.__class__.__name__,))
        self.stack = []
        self.append = self.stack.append
        self.marks = []
        self.proto = 0
        read, dispatch = self._file_read, self.dispatch
        try:
            while True:
                code = read(1)
                if not code:
                    raise EOFError("Ran out of input")
                function = dispatch.get(code[0])
                if function is None:
                    shown = repr(chr(code[0])) if 32 <= code[0] < 127 else "'\\x%02x'" % code[0]
                    raise UnpicklingError("invalid load key, %s." % shown)
                function(self)
        except _Stop as stop:
            return stop.value
        except IndexError:
            if not self.stack:
                raise UnpicklingError("unpickling stack underflow") from None
            raise

    def pop_mark(self):
        items = self.stack
        if not self.marks:
            raise UnpicklingError("could not find MARK")
        self.stack = self.marks.pop()
        self.append = self.stack.append
        return items

    def persistent_load(self, pid):
        "The object of an identification."
        raise UnpicklingError("unsupported persistent id encountered")

    def find_class(self, module, name):
        "A global name of a module."
        if self.proto < 3 and self.fix_imports:
            if (module, name) in _NAMES:
                module, name = _NAMES[module, name]
            elif module == "exceptions":
                module = "builtins"
            else:
                module = _MODULES.get(module, module)
        __import__(module, level=0)
        if self.proto >= 4:
            return _getattribute(_sys.modules[module], name)[0]
        try:
            return getattr(_sys.modules[module], name)
        except AttributeError:
            raise AttributeError("Can't get attribute %r on %r" % (name, _sys.modules[module])) from None

    dispatch = {}

    def load_proto(self):
        proto = self.read(1)[0]
        if not 0 <= proto <= HIGHEST_PROTOCOL:
            raise ValueError("unsupported pickle protocol: %d" % proto)
        self.proto = proto
    dispatch[PROTO[0]] = load_proto

    def load_frame(self):
        count = _number(self.read(8))
        if count > _sys.maxsize:
            raise ValueError("frame size > sys.maxsize: %d" % count)
    dispatch[FRAME[0]] = load_frame

    def load_persid(self):
        try:
            identification = self.readline().decode("ascii")
        except UnicodeDecodeError:
            raise UnpicklingError("persistent IDs in protocol 0 must be ASCII strings")
        self.append(self.persistent_load(identification))
    dispatch[PERSID[0]] = load_persid

    def load_binpersid(self):
        self.append(self.persistent_load(self.stack.pop()))
    dispatch[BINPERSID[0]] = load_binpersid

    def load_none(self):
        self.append(None)
    dispatch[NONE[0]] = load_none

    def load_false(self):
        self.append(False)
    dispatch[NEWFALSE[0]] = load_false

    def load_true(self):
        self.append(True)
    dispatch[NEWTRUE[0]] = load_true

    def load_int(self):
        data = self.readline()
        self.append(True if data == b"01" else False if data == b"00" else int(data, 0))
    dispatch[INT[0]] = load_int

    def load_binint(self):
        self.append(_signed(self.read(4)))
    dispatch[BININT[0]] = load_binint

    def load_binint1(self):
        self.append(self.read(1)[0])
    dispatch[BININT1[0]] = load_binint1

    def load_binint2(self):
        self.append(_number(self.read(2)))
    dispatch[BININT2[0]] = load_binint2

    def load_long(self):
        data = self.readline()
        if data and data[-1] == b"L"[0]:
            data = data[:-1]
        self.append(int(data, 0))
    dispatch[LONG[0]] = load_long

    def load_long1(self):
        self.append(decode_long(self.read(self.read(1)[0])))
    dispatch[LONG1[0]] = load_long1

    def load_long4(self):
        count = _signed(self.read(4))
        if count < 0:
            raise UnpicklingError("LONG pickle has negative byte count")
        self.append(decode_long(self.read(count)))
    dispatch[LONG4[0]] = load_long4

    def load_float(self):
        self.append(float(self.readline()))
    dispatch[FLOAT[0]] = load_float

    def load_binfloat(self):
        self.append(_float_value(self.read(8)))
    dispatch[BINFLOAT[0]] = load_binfloat

    def _text(self, data):
        return data if self.encoding == "bytes" else data.decode(self.encoding, self.errors)

    def load_string(self):
        data = self.readline()
        if len(data) < 2 or data[0] != data[-1] or data[:1] not in (b'"', b"'"):
            raise UnpicklingError("the STRING opcode argument must be quoted")
        from codecs import escape_decode
        self.append(self._text(escape_decode(data[1:-1])[0]))
    dispatch[STRING[0]] = load_string

    def load_binstring(self):
        count = _signed(self.read(4))
        if count < 0:
            raise UnpicklingError("BINSTRING pickle has negative byte count")
        self.append(self._text(self.read(count)))
    dispatch[BINSTRING[0]] = load_binstring

    def load_short_binstring(self):
        self.append(self._text(self.read(self.read(1)[0])))
    dispatch[SHORT_BINSTRING[0]] = load_short_binstring

    def load_binbytes(self):
        self.append(self.read(_number(self.read(4))))
    dispatch[BINBYTES[0]] = load_binbytes

    def load_short_binbytes(self):
        self.append(self.read(self.read(1)[0]))
    dispatch[SHORT_BINBYTES[0]] = load_short_binbytes

    def _count8(self, name):
        count = _number(self.read(8))
        if count > _sys.maxsize:
            raise UnpicklingError("%s exceeds system's maximum size of %d bytes" % (name, _sys.maxsize))
        return count

    def load_binbytes8(self):
        self.append(self.read(self._count8("BINBYTES8")))
    dispatch[BINBYTES8[0]] = load_binbytes8

    def load_bytearray8(self):
        self.append(bytearray(self.read(self._count8("BYTEARRAY8"))))
    dispatch[BYTEARRAY8[0]] = load_bytearray8

    def load_next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError("pickle stream refers to out-of-band data but no *buffers* argument was given")
        try:
            self.append(next(self._buffers))
        except StopIteration:
            raise UnpicklingError("not enough out-of-band buffers")
    dispatch[NEXT_BUFFER[0]] = load_next_buffer

    def load_readonly_buffer(self):
        with memoryview(self.stack[-1]) as view:
            if not view.readonly:
                self.stack[-1] = view.toreadonly()
    dispatch[READONLY_BUFFER[0]] = load_readonly_buffer

    def load_unicode(self):
        self.append(_raw_text(self.readline().decode("latin-1")))
    dispatch[UNICODE[0]] = load_unicode

    def load_binunicode(self):
        self.append(str(self.read(_number(self.read(4))), "utf-8", "surrogatepass"))
    dispatch[BINUNICODE[0]] = load_binunicode

    def load_short_binunicode(self):
        self.append(str(self.read(self.read(1)[0]), "utf-8", "surrogatepass"))
    dispatch[SHORT_BINUNICODE[0]] = load_short_binunicode

    def load_binunicode8(self):
        self.append(str(self.read(self._count8("BINUNICODE8")), "utf-8", "surrogatepass"))
    dispatch[BINUNICODE8[0]] = load_binunicode8

    def load_tuple(self):
        items = self.pop_mark()
        self.append(tuple(items))
    dispatch[TUPLE[0]] = load_tuple

    def load_empty_tuple(self):
        self.append(())
    dispatch[EMPTY_TUPLE[0]] = load_empty_tuple

    def load_tuple1(self):
        self.stack[-1] = (self.stack[-1],)
    dispatch[TUPLE1[0]] = load_tuple1

    def load_tuple2(self):
        self.stack[-2:] = [(self.stack[-2], self.stack[-1])]
    dispatch[TUPLE2[0]] = load_tuple2

    def load_tuple3(self):
        self.stack[-3:] = [(self.stack[-3], self.stack[-2], self.stack[-1])]
    dispatch[TUPLE3[0]] = load_tuple3

    def load_empty_list(self):
        self.append([])
    dispatch[EMPTY_LIST[0]] = load_empty_list

    def load_empty_dictionary(self):
        self.append({})
    dispatch[EMPTY_DICT[0]] = load_empty_dictionary

    def load_empty_set(self):
        self.append(set())
    dispatch[EMPTY_SET[0]] = load_empty_set

    def load_frozenset(self):
        items = self.pop_mark()
        self.append(frozenset(items))
    dispatch[FROZENSET[0]] = load_frozenset

    def load_list(self):
        items = self.pop_mark()
        self.append(items)
    dispatch[LIST[0]] = load_list

    def load_dict(self):
        items = self.pop_mark()
        self.append({items[i]: items[i + 1] for i in range(0, len(items), 2)})
    dispatch[DICT[0]] = load_dict

    def _instantiate(self, cls, args):
        if args or not isinstance(cls, type) or hasattr(cls, "__getinitargs__"):
            try:
                value = cls(*args)
            except TypeError as error:
                raise TypeError("in constructor for %s: %s" % (cls.__name__, str(error)), error.__traceback__)
        else:
            value = cls.__new__(cls)
        self.append(value)

    def load_inst(self):
        module, name = self.readline().decode("ascii"), self.readline().decode("ascii")
        args = self.pop_mark()
        self._instantiate(self.find_class(module, name), args)
    dispatch[INST[0]] = load_inst

    def load_obj(self):
        args = self.pop_mark()
        cls = args.pop(0)
        self._instantiate(cls, args)
    dispatch[OBJ[0]] = load_obj

    def load_newobj(self):
        args = self.stack.pop()
        cls = self.stack.pop()
        self.append(cls.__new__(cls, *args))
    dispatch[NEWOBJ[0]] = load_newobj

    def load_newobj_ex(self):
        keywords = self.stack.pop()
        args = self.stack.pop()
        cls = self.stack.pop()
        self.append(cls.__new__(cls, *args, **keywords))
    dispatch[NEWOBJ_EX[0]] = load_newobj_ex

    def load_global(self):
        module, name = self.readline().decode("utf-8"), self.readline().decode("utf-8")
        self.append(self.find_class(module, name))
    dispatch[GLOBAL[0]] = load_global

    def load_stack_global(self):
        name, module = self.stack.pop(), self.stack.pop()
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError("STACK_GLOBAL requires str")
        self.append(self.find_class(module, name))
    dispatch[STACK_GLOBAL[0]] = load_stack_global

    def _extension(self, code):
        import copyreg
        if code <= 0:
            raise UnpicklingError("EXT specifies code <= 0")
        key = getattr(copyreg, "_inverted_registry", {}).get(code)
        if not key:
            raise ValueError("unregistered extension code %d" % code)
        self.append(self.find_class(*key))

    def load_ext1(self):
        self._extension(self.read(1)[0])
    dispatch[EXT1[0]] = load_ext1

    def load_ext2(self):
        self._extension(_number(self.read(2)))
    dispatch[EXT2[0]] = load_ext2

    def load_ext4(self):
        self._extension(_signed(self.read(4)))
    dispatch[EXT4[0]] = load_ext4

    def load_reduce(self):
        args = self.stack.pop()
        self.stack[-1] = self.stack[-1](*args)
    dispatch[REDUCE[0]] = load_reduce

    def load_pop(self):
        if self.stack:
            self.stack.pop()
        else:
            self.pop_mark()
    dispatch[POP[0]] = load_pop

    def load_pop_mark(self):
        self.pop_mark()
    dispatch[POP_MARK[0]] = load_pop_mark

    def load_dup(self):
        self.append(self.stack[-1])
    dispatch[DUP[0]] = load_dup

    def _from_memo(self, index):
        try:
            self.append(self.memo[index])
        except KeyError:
            raise UnpicklingError("Memo value not found at index %d" % index) from None

    def load_get(self):
        self._from_memo(int(self.readline()))
    dispatch[GET[0]] = load_get

    def load_binget(self):
        self._from_memo(self.read(1)[0])
    dispatch[BINGET[0]] = load_binget

    def load_long_binget(self):
        self._from_memo(_number(self.read(4)))
    dispatch[LONG_BINGET[0]] = load_long_binget

    def load_put(self):
        index = int(self.readline())
        if index < 0:
            raise ValueError("negative PUT argument")
        self.memo[index] = self.stack[-1]
    dispatch[PUT[0]] = load_put

    def load_binput(self):
        self.memo[self.read(1)[0]] = self.stack[-1]
    dispatch[BINPUT[0]] = load_binput

    def load_long_binput(self):
        self.memo[_number(self.read(4))] = self.stack[-1]
    dispatch[LONG_BINPUT[0]] = load_long_binput

    def load_memoize(self):
        self.memo[len(self.memo)] = self.stack[-1]
    dispatch[MEMOIZE[0]] = load_memoize

    def load_append(self):
        value = self.stack.pop()
        self.stack[-1].append(value)
    dispatch[APPEND[0]] = load_append

    def load_appends(self):
        items = self.pop_mark()
        target = self.stack[-1]
        extend = getattr(target, "extend", None)
        if extend is not None:
            extend(items)
            return
        for item in items:
            target.append(item)
    dispatch[APPENDS[0]] = load_appends

    def load_setitem(self):
        value = self.stack.pop()
        key = self.stack.pop()
        self.stack[-1][key] = value
    dispatch[SETITEM[0]] = load_setitem

    def load_setitems(self):
        items = self.pop_mark()
        target = self.stack[-1]
        for i in range(0, len(items), 2):
            target[items[i]] = items[i + 1]
    dispatch[SETITEMS[0]] = load_setitems

    def load_additems(self):
        items = self.pop_mark()
        target = self.stack[-1]
        if isinstance(target, set):
            target.update(items)
        else:
            for item in items:
                target.add(item)
    dispatch[ADDITEMS[0]] = load_additems

    def load_build(self):
        state = self.stack.pop()
        instance = self.stack[-1]
        missing = object()
        set_state = getattr(instance, "__setstate__", missing)
        if set_state is not missing:
            set_state(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            names = instance.__dict__
            for key, value in state.items():
                names[_sys.intern(key) if type(key) is str else key] = value
        if slots:
            for key, value in slots.items():
                setattr(instance, key, value)
    dispatch[BUILD[0]] = load_build

    def load_mark(self):
        self.marks.append(self.stack)
        self.stack = []
        self.append = self.stack.append
    dispatch[MARK[0]] = load_mark

    def load_stop(self):
        raise _Stop(self.stack.pop())
    dispatch[STOP[0]] = load_stop


_Pickler, _Unpickler = Pickler, Unpickler


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    "Write the pickle of an object to a file."
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    "The pickle of an object."
    file = _io.BytesIO()
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    "Read a pickle from a file; its object."
    return Unpickler(file, fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    "The object of a pickle."
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(_io.BytesIO(data), fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors).load()


_dump, _dumps, _load, _loads = dump, dumps, load, loads
