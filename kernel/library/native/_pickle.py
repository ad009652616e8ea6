"""Objects as bytes and back: protocols 0 to 5."""

import sys
from copyreg import (__newobj__, __newobj_ex__, _extension_cache, _extension_registry, _inverted_registry, dispatch_table as _copyreg_table)
from io import BytesIO
from operator import index
from struct import pack, unpack
from types import BuiltinFunctionType, FunctionType

HIGHEST_PROTOCOL, DEFAULT_PROTOCOL = 5, 4
_BATCH, _FRAME = 1000, 65536


class PickleError(Exception):
    "Something about pickles."


class PicklingError(PickleError):
    "An object that cannot be pickled."


class UnpicklingError(PickleError):
    "Bytes that are no pickle."


# Names of Python 2, for protocols below 3: (module, name) there and here.
_modules_of_2 = {"__builtin__": "builtins", "copy_reg": "copyreg", "Queue": "queue", "SocketServer": "socketserver", "ConfigParser": "configparser",
                 "repr": "reprlib", "UserDict": "collections", "UserList": "collections", "UserString": "collections", "whichdb": "dbm",
                 "StringIO": "io", "cStringIO": "io", "cPickle": "pickle", "itertools": "itertools", "_abcoll": "collections.abc"}
_names_of_2 = {("__builtin__", "xrange"): ("builtins", "range"), ("__builtin__", "reduce"): ("functools", "reduce"),
               ("__builtin__", "intern"): ("sys", "intern"), ("__builtin__", "unichr"): ("builtins", "chr"),
               ("__builtin__", "unicode"): ("builtins", "str"), ("__builtin__", "long"): ("builtins", "int"),
               ("itertools", "izip"): ("builtins", "zip"), ("itertools", "imap"): ("builtins", "map"),
               ("itertools", "ifilter"): ("builtins", "filter"), ("itertools", "ifilterfalse"): ("itertools", "filterfalse"),
               ("itertools", "izip_longest"): ("itertools", "zip_longest"), ("UserDict", "IterableUserDict"): ("collections", "UserDict"),
               ("UserList", "UserList"): ("collections", "UserList"), ("UserString", "UserString"): ("collections", "UserString"),
               ("exceptions", "StandardError"): ("builtins", "Exception")}
_names_to_2 = {there: here for here, there in _names_of_2.items() if here[1] not in ("UserList", "UserString")}
_modules_to_2 = {"builtins": "__builtin__", "copyreg": "copy_reg", "queue": "Queue", "socketserver": "SocketServer", "configparser": "ConfigParser",
                 "reprlib": "repr", "dbm": "whichdb"}


for _name, _value in vars(__import__("builtins")).items():
    if isinstance(_value, type) and issubclass(_value, BaseException) and _name == _value.__name__:
        if issubclass(_value, OSError) and _value is not OSError:
            _names_to_2["builtins", _name] = "exceptions", "OSError"
        elif _name not in ("ModuleNotFoundError", "RecursionError", "StopAsyncIteration", "BaseExceptionGroup", "ExceptionGroup", "ResourceWarning", "EncodingWarning"):
            _names_to_2["builtins", _name] = "exceptions", "StandardError" if _name == "Exception" else _name
_names_to_2["builtins", "ModuleNotFoundError"] = "exceptions", "ImportError"
_names_to_2["_functools", "reduce"] = "__builtin__", "reduce"
del _name, _value


def _find(name, module):
    # the object at a dotted name and what holds it
    holder, found = None, module
    for part in name.split("."):
        if part == "<locals>":
            raise AttributeError("Can't get local attribute %r on %r" % (name, module))
        try:
            holder, found = found, getattr(found, part)
        except AttributeError:
            raise AttributeError("Can't get attribute %r on %r" % (name, module)) from None
    return found, holder


def _module_of(value, name):
    module = getattr(value, "__module__", None)
    if module is not None:
        return module
    for module_name, module in list(sys.modules.items()):
        if module_name in ("__main__", "__mp_main__") or module is None:
            continue
        try:
            if _find(name, module)[0] is value:
                return module_name
        except AttributeError:
            pass
    return "__main__"


# Built-in types that do not say themselves how they are taken apart.
_reducers = {type(str.upper): lambda one: (getattr, (one.__objclass__, one.__name__)), BuiltinFunctionType: lambda one: (getattr, (one.__self__, one.__name__)),
             range: lambda one: (range, (one.start, one.stop, one.step)), slice: lambda one: (slice, (one.start, one.stop, one.step))}


class PickleBuffer:
    "A buffer that may travel beside a pickle."

    def __init__(self, buffer):
        self._view = memoryview(buffer)

    def raw(self):
        "The bytes, as a flat memoryview."
        return self._view.cast("B") if self._view.format != "B" else self._view

    def release(self):
        "Let the buffer go."
        self._view.release()


class Pickler:
    "Writes objects to a file as a pickle."

    def __init__(self, file, protocol=None, fix_imports=True, buffer_callback=None):
        protocol = DEFAULT_PROTOCOL if protocol is None else index(protocol)
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError("pickle protocol must be <= %d" % HIGHEST_PROTOCOL)
        if buffer_callback is not None and protocol < 5:
            raise ValueError("buffer_callback needs protocol >= 5")
        if file is not None:
            try:
                self._file_write = file.write
            except AttributeError:
                raise TypeError("file must have a 'write' attribute") from None
        self._buffer_callback = buffer_callback
        self._protocol, self._fix = protocol, fix_imports and protocol < 3
        self._memo = {}
        self.bin, self.fast = protocol >= 1, False
        self._out, self._frame = bytearray(), None

    @property
    def memo(self):
        "What was pickled already, by id."
        return {key: (number, value) for key, (number, value) in self._memo.items()}

    @memo.setter
    def memo(self, value):
        self._memo = dict(value)

    def clear_memo(self):
        "Forget which objects have been pickled."
        self._memo.clear()

    def dump(self, obj, /):
        "Write an object."
        if not hasattr(self, "_out"):
            raise PicklingError("Pickler.__init__() was not called by %s.__init__()" % self.__class__.__name__)
        self._file_write(self._dumps(obj))

    def _dumps(self, obj):
        out = self._out = bytearray()
        self._frame = None
        self._persistent = getattr(self, "persistent_id", None)
        self._override = getattr(self, "reducer_override", None)
        if self._protocol >= 2:
            out += b"\x80"
            out.append(self._protocol)
        if self._protocol >= 4:
            self._frame = len(out)
        try:
            self._save(obj)
        except RecursionError:
            raise RecursionError("maximum recursion depth exceeded while pickling an object") from None
        out += b"."
        self._end_frame()
        self._out = bytearray()
        return bytes(out)

    def _end_frame(self):
        # puts the length in front of what was written since the frame began
        start = self._frame
        if start is not None:
            length = len(self._out) - start
            if length >= 4:
                self._out[start:start] = b"\x95" + pack("<Q", length)
            self._frame = len(self._out)

    def _large(self, header, data):
        # bytes that stand outside of frames
        if self._frame is None or len(data) < _FRAME:
            self._out += header
            self._out += data
            return
        self._end_frame()
        self._out += header
        self._out += data
        self._frame = len(self._out)

    def _memoize(self, obj):
        if self.fast:
            return
        number = len(self._memo)
        self._memo[id(obj)] = number, obj
        if self._protocol >= 4:
            self._out += b"\x94"
        elif self.bin:
            self._out += b"q" + bytes((number,)) if number < 256 else b"r" + pack("<I", number)
        else:
            self._out += b"p%d\n" % number

    def _get(self, number):
        if self.bin:
            self._out += b"h" + bytes((number,)) if number < 256 else b"j" + pack("<I", number)
        else:
            self._out += b"g%d\n" % number

    def _save(self, obj, persistent=True):
        if self._frame is not None and len(self._out) - self._frame >= _FRAME:
            self._end_frame()
        if persistent and self._persistent is not None:
            name = self._persistent(obj)
            if name is not None:
                self._save_persistent(name)
                return
        kind = type(obj)
        save = _atoms.get(kind)
        if save is not None:
            save(self, obj)
            return
        known = self._memo.get(id(obj))
        if known is not None:
            self._get(known[0])
            return
        save = _savers.get(kind)
        if save is not None:
            save(self, obj)
            return
        reduced = NotImplemented
        if self._override is not None:
            reduced = self._override(obj)
        if reduced is NotImplemented:
            if kind is type:
                self._save_type(obj)
                return
            if kind is FunctionType or kind is BuiltinFunctionType and (obj.__self__ is None or obj.__self__.__class__ is _module_type):
                self._save_global(obj)
                return
            reduce = getattr(self, "dispatch_table", _copyreg_table).get(kind)
            if reduce is not None:
                reduced = reduce(obj)
            elif issubclass(kind, type):
                self._save_type(obj)
                return
            elif kind in _reducers:
                reduced = _reducers[kind](obj)
            else:
                reduce = getattr(obj, "__reduce_ex__", None)
                if reduce is not None:
                    reduced = reduce(self._protocol)
                else:
                    reduce = getattr(obj, "__reduce__", None)
                    if reduce is None:
                        raise PicklingError("can't pickle %r object: %r" % (kind.__name__, obj))
                    reduced = reduce()
        if isinstance(reduced, str):
            self._save_global(obj, reduced)
            return
        if not isinstance(reduced, tuple):
            raise PicklingError("__reduce__ must return a string or tuple")
        if not 2 <= len(reduced) <= 6:
            raise PicklingError("tuple returned by __reduce__ must contain 2 through 6 elements")
        self._save_reduce(*reduced, obj=obj)

    def _save_persistent(self, name):
        if self.bin:
            self._save(name, persistent=False)
            self._out += b"Q"
        else:
            try:
                self._out += b"P" + str(name).encode("ascii") + b"\n"
            except UnicodeEncodeError:
                raise PicklingError("persistent IDs in protocol 0 must be ASCII strings") from None

    def _save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, obj=None):
        if not isinstance(args, tuple):
            raise PicklingError("second item of the tuple returned by __reduce__ must be a tuple")
        if not callable(func):
            raise PicklingError("first item of the tuple returned by __reduce__ must be callable")
        for place, items in ((4, listitems), (5, dictitems)):
            if items is not None and not hasattr(items, "__next__"):
                raise PicklingError("%s element of the tuple returned by __reduce__ must be an iterator, not %s"
                                    % ("fourth" if place == 4 else "fifth", type(items).__name__))
        if state_setter is not None and not callable(state_setter):
            raise PicklingError("sixth element of the tuple returned by __reduce__ must be a function, not %s" % type(state_setter).__name__)
        name = getattr(func, "__name__", "")
        out = self._out
        if self._protocol >= 2 and name == "__newobj_ex__":
            cls, args, kwargs = args
            if not hasattr(cls, "__new__"):
                raise PicklingError("first item from NEWOBJ_EX argument tuple must be a class, not %s" % type(cls).__name__)
            if self._protocol >= 4:
                self._save(cls)
                self._save(args)
                self._save(kwargs)
                out += b"\x92"
            else:
                from functools import partial
                self._save(partial(cls.__new__, cls, *args, **kwargs))
                self._save(())
                out += b"R"
        elif self._protocol >= 2 and name == "__newobj__":
            if not args:
                raise PicklingError("__newobj__ arglist is empty")
            cls = args[0]
            if not hasattr(cls, "__new__"):
                raise PicklingError("args[0] from __newobj__ args has no __new__")
            if obj is not None and cls is not obj.__class__:
                raise PicklingError("args[0] from __newobj__ args has the wrong class")
            self._save(cls)
            self._save(args[1:])
            out += b"\x81"
        else:
            self._save(func)
            self._save(args)
            out += b"R"
        if obj is not None:
            known = self._memo.get(id(obj))
            if known is not None:
                out += b"0"
                self._get(known[0])
            else:
                self._memoize(obj)
        if listitems is not None:
            self._append_items(listitems)
        if dictitems is not None:
            self._set_items(dictitems)
        if state is None:
            return
        if state_setter is None:
            self._save(state)
            out += b"b"
        else:
            self._save(state_setter)
            self._save(obj)
            self._save(state)
            out += b"\x86R0"

    # -- values --
    def _save_none(self, obj):
        self._out += b"N"

    def _save_bool(self, obj):
        if self._protocol >= 2:
            self._out += b"\x88" if obj else b"\x89"
        else:
            self._out += b"I01\n" if obj else b"I00\n"

    def _save_int(self, obj):
        out = self._out
        if -0x80000000 <= obj <= 0x7fffffff:
            if not self.bin:
                out += b"I%d\n" % obj
            elif 0 <= obj < 256:
                out += b"K"
                out.append(obj)
            elif 0 <= obj < 65536:
                out += b"M"
                out += pack("<H", obj)
            else:
                out += b"J"
                out += pack("<i", obj)
        elif self._protocol >= 2:
            data = obj.to_bytes((obj.bit_length() >> 3) + 1, "little", signed=True)
            if obj < 0 and len(data) > 1 and data[-1] == 255 and data[-2] & 128:
                data = data[:-1]
            out += b"\x8a" + bytes((len(data),)) if len(data) < 256 else b"\x8b" + pack("<i", len(data))
            out += data
        else:
            out += b"L%dL\n" % obj

    def _save_float(self, obj):
        if self.bin:
            self._out += b"G"
            self._out += pack(">d", obj)
        else:
            self._out += b"F" + repr(obj).encode("ascii") + b"\n"

    def _save_bytes(self, obj):
        if self._protocol < 3:
            if obj:
                from codecs import encode
                self._save_reduce(encode, (str(obj, "latin1"), "latin1"), obj=obj)
            else:
                self._save_reduce(bytes, (), obj=obj)
            return
        length = len(obj)
        if length < 256:
            self._out += b"C"
            self._out.append(length)
            self._out += obj
        elif length < 1 << 32:
            self._large(b"B" + pack("<I", length), obj)
        else:
            self._large(b"\x8e" + pack("<Q", length), obj)
        self._memoize(obj)

    def _save_bytearray(self, obj):
        if self._protocol < 5:
            self._save_reduce(bytearray, (bytes(obj),) if obj else (), obj=obj)
            return
        self._large(b"\x96" + pack("<Q", len(obj)), obj)
        self._memoize(obj)

    def _save_buffer(self, obj):
        if self._protocol < 5:
            raise PicklingError("PickleBuffer can only be pickled with protocol >= 5")
        view = obj.raw()
        outside = False
        if self._buffer_callback is not None:
            outside = not self._buffer_callback(obj)
        if outside:
            self._out += b"\x97"
            if view.readonly:
                self._out += b"\x98"
        elif view.readonly:
            self._save_bytes(view.tobytes())
        else:
            self._save_bytearray(bytearray(view))

    def _save_str(self, obj):
        if self.bin:
            data = obj.encode("utf-8", "surrogatepass")
            length = len(data)
            if length < 256 and self._protocol >= 4:
                self._out += b"\x8c"
                self._out.append(length)
                self._out += data
            elif length >= 1 << 32 and self._protocol >= 4:
                self._large(b"\x8d" + pack("<Q", length), data)
            else:
                self._large(b"X" + pack("<I", length), data)
        else:
            text = "".join("\\u%04x" % ord(one) if one in "\\\0\n\r\x1a" else one for one in obj)
            self._out += b"V" + text.encode("raw-unicode-escape") + b"\n"
        self._memoize(obj)

    def _save_tuple(self, obj):
        out, length = self._out, len(obj)
        if not obj:
            out += b")" if self.bin else b"(t"
            return
        short = length <= 3 and self._protocol >= 2
        if not short:
            out += b"("
        for item in obj:
            self._save(item)
        known = self._memo.get(id(obj))
        if known is not None:  # it holds itself
            out += b"0" * length if short else b"1" if self.bin else b"0" * (length + 1)
            self._get(known[0])
            return
        out += b"\x85\x86\x87"[length - 1:length] if short else b"t"
        self._memoize(obj)

    def _save_list(self, obj):
        self._out += b"]" if self.bin else b"(l"
        self._memoize(obj)
        out = self._out
        if not self.bin:
            self._append_items(iter(obj))
        elif len(obj) == 1:
            self._save(obj[0])
            out += b"a"
        elif obj:
            at = 0
            while at < len(obj):
                out += b"("
                for item in obj[at:at + _BATCH]:
                    self._save(item)
                out += b"e"
                at += _BATCH

    def _append_items(self, items):
        out = self._out
        if not self.bin:
            for item in items:
                self._save(item)
                out += b"a"
            return
        from itertools import islice
        while True:
            batch = list(islice(items, _BATCH))
            if len(batch) == 1:
                self._save(batch[0])
                out += b"a"
            elif batch:
                out += b"("
                for item in batch:
                    self._save(item)
                out += b"e"
            if len(batch) < _BATCH:
                return

    def _save_dict(self, obj):
        self._out += b"}" if self.bin else b"(d"
        self._memoize(obj)
        if not obj:
            return
        if not self.bin:
            self._set_items(iter(obj.items()))
            return
        out, items = self._out, list(obj.items())
        if len(items) == 1:
            self._save(items[0][0])
            self._save(items[0][1])
            out += b"s"
            return
        for at in range(0, len(items), _BATCH):
            out += b"("
            for key, value in items[at:at + _BATCH]:
                self._save(key)
                self._save(value)
            out += b"u"

    def _set_items(self, items):
        out = self._out
        if not self.bin:
            for key, value in items:
                self._save(key)
                self._save(value)
                out += b"s"
            return
        from itertools import islice
        while True:
            batch = list(islice(items, _BATCH))
            if batch:
                out += b"(" if len(batch) > 1 else b""
                for key, value in batch:
                    self._save(key)
                    self._save(value)
                out += b"u" if len(batch) > 1 else b"s"
            if len(batch) < _BATCH:
                return

    def _save_set(self, obj):
        if self._protocol < 4:
            self._save_reduce(set, (list(obj),), obj=obj)
            return
        out = self._out
        out += b"\x8f"
        self._memoize(obj)
        items = list(obj)
        for at in range(0, len(items), _BATCH):
            out += b"("
            for item in items[at:at + _BATCH]:
                self._save(item)
            out += b"\x90"

    def _save_frozenset(self, obj):
        if self._protocol < 4:
            self._save_reduce(frozenset, (list(obj),), obj=obj)
            return
        self._out += b"("
        for item in obj:
            self._save(item)
        known = self._memo.get(id(obj))
        if known is not None:
            self._out += b"1"
            self._get(known[0])
            return
        self._out += b"\x91"
        self._memoize(obj)

    def _save_type(self, obj):
        for single in (None, NotImplemented, ...):
            if obj is type(single):
                self._save_reduce(type, (single,), obj=obj)
                return
        self._save_global(obj)

    def _save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, "__qualname__", None)
        if name is None:
            name = obj.__name__
        if "<locals>" in name.split("."):
            raise AttributeError("Can't pickle local object %r" % name)
        module_name = _module_of(obj, name)
        try:
            __import__(module_name)
            module = sys.modules[module_name]
        except ImportError:
            raise PicklingError("Can't pickle %r: import of module %r failed" % (obj, module_name)) from None
        try:
            found, holder = _find(name, module)
        except AttributeError:
            raise PicklingError("Can't pickle %r: attribute lookup %s on %s failed" % (obj, name, module_name)) from None
        if found is not obj:
            raise PicklingError("Can't pickle %r: it's not the same object as %s.%s" % (obj, module_name, name))
        out = self._out
        if self._protocol >= 2:
            code = _extension_registry.get((module_name, name))
            if code:
                out += b"\x82" + bytes((code,)) if code < 256 else b"\x83" + pack("<H", code) if code < 65536 else b"\x84" + pack("<i", code)
                return
        if self._protocol >= 4:
            self._save(module_name)
            self._save(name)
            out += b"\x93"
        elif holder is not module:
            self._save_reduce(getattr, (holder, name.rpartition(".")[2]), obj=obj)
            return
        else:
            if self._fix:
                pair = _names_to_2.get((module_name, name))
                module_name, name = pair if pair else (_modules_to_2.get(module_name, module_name), name)
            encoding = "utf-8" if self._protocol >= 3 else "ascii"
            try:
                out += b"c" + module_name.encode(encoding) + b"\n" + name.encode(encoding) + b"\n"
            except UnicodeEncodeError:
                raise PicklingError("can't pickle global identifier '%s.%s' using pickle protocol %d" % (module_name, name, self._protocol)) from None
        self._memoize(obj)


_module_type = type(sys)
_atoms = {type(None): Pickler._save_none, bool: Pickler._save_bool, int: Pickler._save_int, float: Pickler._save_float}
_savers = {bytes: Pickler._save_bytes, str: Pickler._save_str, tuple: Pickler._save_tuple, list: Pickler._save_list, dict: Pickler._save_dict,
           set: Pickler._save_set, frozenset: Pickler._save_frozenset, bytearray: Pickler._save_bytearray, PickleBuffer: Pickler._save_buffer}


def _text_float(line):
    try:
        return float(line)
    except ValueError:
        raise ValueError("could not convert string to float") from None


def _text_index(line):
    # the number of a place in the memo
    try:
        return int(line)
    except ValueError:
        raise ValueError("invalid literal for int() with base 10: %r" % (line.decode("latin-1") + "\n")) from None


def _text_int(line):
    try:
        return int(line, 0)
    except ValueError:
        raise ValueError("could not convert string to int") from None


class _Stop(Exception):
    pass


_MARK = object()


class Unpickler:
    "Reads objects from a file of pickles."

    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        try:
            self._file_read, self._file_readline = file.read, file.readline
        except AttributeError:
            raise TypeError("file must have 'read' and 'readline' attributes") from None
        self._fix, self.encoding, self.errors = fix_imports, encoding, errors
        self._buffers = None if buffers is None else iter(buffers)
        self.memo = {}
        self._protocol = 0

    def load(self):
        "The next object."
        if not hasattr(self, "_file_read"):
            raise UnpicklingError("Unpickler.__init__() was not called by %s.__init__()" % self.__class__.__name__)
        self._stack, self._marks, self._frame = [], [], None
        stack = self._stack
        table = _loaders
        try:
            while True:
                frame = self._frame
                code = frame.read(1) if frame is not None else b""
                code = code[0] if code else self._read_code()
                loader = table.get(code)
                if loader is None:
                    sign = chr(code)
                    raise UnpicklingError("invalid load key, '%s'." % (sign if 32 <= code < 127 and sign not in "\\'" else "\\x%02x" % code))
                loader(self)
        except _Stop as stop:
            return stop.args[0]
        except IndexError as error:
            if error.args and "pop from" in str(error.args[0]) or "list index" in str(error):
                raise UnpicklingError("unpickling stack underflow") from None
            raise

    def _read_code(self):
        data = self._read(1, True)
        return data[0]

    def _read(self, count, start=False):
        frame = self._frame
        if frame is not None:
            data = frame.read(count)
            if len(data) == count:
                return data
            if data or frame.read(1):
                raise UnpicklingError("pickle exhausted before end of frame")
            self._frame = None
        data = self._file_read(count)
        if type(data) is not bytes:
            data = bytes(_view_of(data))
        if len(data) < count:
            if start:
                raise EOFError("Ran out of input")
            raise UnpicklingError("pickle data was truncated")
        return data

    def _line(self):
        line = self._frame.readline() if self._frame is not None else b""
        if not line:
            self._frame = None
            line = self._file_readline()
        if line[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated") if line else EOFError("Ran out of input")
        return line[:-1]

    def persistent_load(self, pid):
        "The object of a persistent id; to be overridden."
        raise UnpicklingError("A load persistent id instruction was encountered,\nbut no persistent_load function was specified.")

    def find_class(self, module, name):
        "The object of a name in a module."
        if self._protocol < 3 and self._fix:
            if (module, name) in _names_of_2:
                module, name = _names_of_2[module, name]
            elif module == "exceptions":
                module = "builtins"
            else:
                module = _modules_of_2.get(module, module)
        __import__(module)
        if self._protocol >= 4:
            return _find(name, sys.modules[module])[0]
        try:
            return getattr(sys.modules[module], name)
        except AttributeError:
            raise AttributeError("Can't get attribute %r on %r" % (name, sys.modules[module])) from None

    def _pop_mark(self):
        if not self._marks:
            raise UnpicklingError("could not find MARK")
        place = self._marks.pop()
        items = self._stack[place:]
        del self._stack[place:]
        return items

    def _push(self, value):
        self._stack.append(value)

    def _load_proto(self):
        protocol = self._read(1)[0]
        if protocol > HIGHEST_PROTOCOL:
            raise ValueError("unsupported pickle protocol: %d" % protocol)
        self._protocol = protocol

    def _load_frame(self):
        length, = unpack("<Q", self._read(8))
        if length > sys.maxsize:
            raise OverflowError("FRAME length exceeds system's maximum of %d bytes" % sys.maxsize)
        self._frame = BytesIO(self._read(length))

    def _load_int(self):
        line = self._line()
        if line == b"00":
            self._push(False)
        elif line == b"01":
            self._push(True)
        else:
            self._push(_text_int(line))

    def _load_long(self):
        line = self._line()
        self._push(_text_int(line[:-1] if line[-1:] == b"L" else line))

    def _load_long1(self):
        self._push(int.from_bytes(self._read(self._read(1)[0]), "little", signed=True))

    def _load_long4(self):
        length, = unpack("<i", self._read(4))
        if length < 0:
            raise UnpicklingError("LONG pickle has negative byte count")
        self._push(int.from_bytes(self._read(length), "little", signed=True))

    def _decode(self, data):
        return data if self.encoding == "bytes" else data.decode(self.encoding, self.errors)

    def _load_string(self):
        line = self._line().strip()
        if len(line) < 2 or line[:1] != line[-1:] or line[:1] not in (b'"', b"'"):
            raise UnpicklingError("the STRING opcode argument must be quoted")
        from codecs import escape_decode
        self._push(self._decode(escape_decode(line[1:-1])[0]))

    def _sized(self, format, size, name="BINBYTES"):
        length, = unpack(format, self._read(size))
        if length > sys.maxsize:
            raise OverflowError("%s exceeds system's maximum size of %d bytes" % (name, sys.maxsize))
        return self._read(length)

    def _load_put(self, number):
        if not self._stack:
            raise UnpicklingError("unpickling stack underflow")
        self.memo[number] = self._stack[-1]

    def _load_get(self, number):
        try:
            self._push(self.memo[number])
        except KeyError:
            raise UnpicklingError("Memo value not found at index %d" % number) from None

    def _load_appends(self):
        items = self._pop_mark()
        target = self._stack[-1]
        if type(target) is list or hasattr(target, "extend"):
            target.extend(items)
            return
        for item in items:
            target.append(item)

    def _load_setitems(self):
        items = self._pop_mark()
        if len(items) % 2:
            raise UnpicklingError("odd number of items for SETITEMS")
        target = self._stack[-1]
        for at in range(0, len(items), 2):
            target[items[at]] = items[at + 1]

    def _load_additems(self):
        items = self._pop_mark()
        target = self._stack[-1]
        if isinstance(target, set):
            target.update(items)
        else:
            for item in items:
                target.add(item)

    def _load_setitem(self):
        value = self._stack.pop()
        key = self._stack.pop()
        self._stack[-1][key] = value

    def _load_append(self):
        value = self._stack.pop()
        self._stack[-1].append(value)

    def _load_dict(self):
        items = self._pop_mark()
        if len(items) % 2:
            raise UnpicklingError("odd number of items for DICT")
        self._push({items[at]: items[at + 1] for at in range(0, len(items), 2)})

    def _instance(self, cls, args):
        if args or not isinstance(cls, type) or hasattr(cls, "__getinitargs__"):
            try:
                value = cls(*args)
            except TypeError as error:
                raise TypeError("in constructor for %s: %s" % (getattr(cls, "__name__", cls), error), error.__traceback__)
        else:
            value = cls.__new__(cls)
        self._push(value)

    def _load_inst(self):
        module, name = self._line().decode("ascii"), self._line().decode("ascii")
        self._instance(self.find_class(module, name), self._pop_mark())

    def _load_obj(self):
        items = self._pop_mark()
        self._instance(items[0], items[1:])

    def _load_newobj(self):
        args = self._stack.pop()
        cls = self._stack.pop()
        if not isinstance(cls, type):
            raise UnpicklingError("NEWOBJ class argument must be a type, not %s" % type(cls).__name__)
        self._push(cls.__new__(cls, *args))

    def _load_newobj_ex(self):
        kwargs = self._stack.pop()
        args = self._stack.pop()
        cls = self._stack.pop()
        if not isinstance(cls, type):
            raise UnpicklingError("NEWOBJ_EX class argument must be a type, not %s" % type(cls).__name__)
        self._push(cls.__new__(cls, *args, **kwargs))

    def _load_global(self):
        module, name = self._line().decode("utf-8"), self._line().decode("utf-8")
        self._push(self.find_class(module, name))

    def _load_stack_global(self):
        name, module = (self._stack.pop(), self._stack.pop()) if len(self._stack) > 1 else (None, None)
        if type(name) is not str or type(module) is not str:
            raise UnpicklingError("STACK_GLOBAL requires str")
        self._push(self.find_class(module, name))

    def _load_extension(self, code):
        value = _extension_cache.get(code)
        if value is None:
            pair = _inverted_registry.get(code)
            if pair is None:
                if code <= 0:
                    raise UnpicklingError("EXT specifies code <= 0")
                raise ValueError("unregistered extension code %d" % code)
            value = _extension_cache[code] = self.find_class(*pair)
        self._push(value)

    def _load_reduce(self):
        args = self._stack.pop()
        function = self._stack[-1]
        if type(args) is not tuple:
            raise TypeError("argument list must be a tuple")
        self._stack[-1] = function(*args)

    def _load_pop(self):
        if self._marks and self._marks[-1] == len(self._stack):
            self._marks.pop()
        elif self._stack:
            self._stack.pop()
        else:
            raise UnpicklingError("unpickling stack underflow")

    def _load_persistent(self):
        try:
            self._push(self.persistent_load(self._line().decode("ascii")))
        except UnicodeDecodeError:
            raise UnpicklingError("persistent IDs in protocol 0 must be ASCII strings") from None

    def _load_build(self):
        state = self._stack.pop()
        value = self._stack[-1]
        setter = getattr(value, "__setstate__", None)
        if setter is not None:
            setter(state)
            return
        slots = None
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
        if state:
            if not isinstance(state, dict):
                raise UnpicklingError("state is not a dictionary")
            attributes = value.__dict__
            for name, one in state.items():
                attributes[sys.intern(name) if type(name) is str else name] = one
        if slots:
            for name, one in slots.items():
                setattr(value, name, one)

    def _load_next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError("pickle stream refers to out-of-band data but no *buffers* argument was given")
        try:
            self._push(next(self._buffers))
        except StopIteration:
            raise UnpicklingError("not enough out-of-band buffers") from None

    def _load_readonly_buffer(self):
        item = self._stack[-1]
        view = item._view if isinstance(item, PickleBuffer) else memoryview(item)
        if not view.readonly:
            self._stack[-1] = view.toreadonly()

    def _load_stop(self):
        if not self._stack:
            raise UnpicklingError("unexpected MARK found" if self._marks else "unpickling stack underflow")
        raise _Stop(self._stack.pop())


def _table():
    def push(make):
        return lambda self: self._push(make(self))

    U = Unpickler
    pairs = {
        b"\x80": U._load_proto, b"\x95": U._load_frame, b"(": lambda self: self._marks.append(len(self._stack)), b".": U._load_stop,
        b"0": U._load_pop, b"1": lambda self: self._pop_mark(), b"2": lambda self: self._push(self._stack[-1]),
        b"N": push(lambda self: None), b"\x88": push(lambda self: True), b"\x89": push(lambda self: False),
        b"I": U._load_int, b"L": U._load_long, b"\x8a": U._load_long1, b"\x8b": U._load_long4,
        b"J": push(lambda self: unpack("<i", self._read(4))[0]), b"K": push(lambda self: self._read(1)[0]),
        b"M": push(lambda self: unpack("<H", self._read(2))[0]), b"F": push(lambda self: _text_float(self._line())),
        b"G": push(lambda self: unpack(">d", self._read(8))[0]),
        b"S": U._load_string, b"T": push(lambda self: self._decode(self._sized("<I", 4))),
        b"U": push(lambda self: self._decode(self._sized("<B", 1))),
        b"C": push(lambda self: self._sized("<B", 1)), b"B": push(lambda self: self._sized("<I", 4)), b"\x8e": push(lambda self: self._sized("<Q", 8)),
        b"\x96": push(lambda self: bytearray(self._sized("<Q", 8, "BYTEARRAY8"))),
        b"V": push(lambda self: self._line().decode("raw-unicode-escape")), b"X": push(lambda self: self._sized("<I", 4).decode("utf-8", "surrogatepass")),
        b"\x8c": push(lambda self: self._sized("<B", 1).decode("utf-8", "surrogatepass")),
        b"\x8d": push(lambda self: self._sized("<Q", 8, "BINUNICODE").decode("utf-8", "surrogatepass")),
        b")": push(lambda self: ()), b"t": push(lambda self: tuple(self._pop_mark())), b"\x85": push(lambda self: (self._stack.pop(),)),
        b"\x86": push(lambda self: (self._stack.pop(), self._stack.pop())[::-1]),
        b"\x87": push(lambda self: (self._stack.pop(), self._stack.pop(), self._stack.pop())[::-1]),
        b"]": push(lambda self: []), b"l": push(lambda self: self._pop_mark()), b"a": U._load_append, b"e": U._load_appends,
        b"}": push(lambda self: {}), b"d": U._load_dict, b"s": U._load_setitem, b"u": U._load_setitems,
        b"\x8f": push(lambda self: set()), b"\x90": U._load_additems, b"\x91": push(lambda self: frozenset(self._pop_mark())),
        b"i": U._load_inst, b"o": U._load_obj, b"\x81": U._load_newobj, b"\x92": U._load_newobj_ex,
        b"c": U._load_global, b"\x93": U._load_stack_global, b"R": U._load_reduce, b"b": U._load_build,
        b"\x82": lambda self: self._load_extension(self._read(1)[0]), b"\x83": lambda self: self._load_extension(unpack("<H", self._read(2))[0]),
        b"\x84": lambda self: self._load_extension(unpack("<i", self._read(4))[0]),
        b"P": U._load_persistent, b"Q": lambda self: self._push(self.persistent_load(self._stack.pop() if self._stack else None)),
        b"p": lambda self: self._load_put(_text_index(self._line())), b"q": lambda self: self._load_put(self._read(1)[0]),
        b"r": lambda self: self._load_put(unpack("<I", self._read(4))[0]), b"\x94": lambda self: self._load_put(len(self.memo)),
        b"g": lambda self: self._load_get(_text_index(self._line())), b"h": lambda self: self._load_get(self._read(1)[0]),
        b"j": lambda self: self._load_get(unpack("<I", self._read(4))[0]),
        b"\x97": U._load_next_buffer, b"\x98": U._load_readonly_buffer,
    }
    return {code[0]: loader for code, loader in pairs.items()}


_loaders = _table()
del _table


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    "Write an object to a file as a pickle."
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    "An object as a pickle."
    return Pickler(None, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)._dumps(obj)


def _view_of(data):
    try:
        return memoryview(data)
    except TypeError:
        raise TypeError("a bytes-like object is required, not %r" % type(data).__name__) from None


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    "The object of the pickle in a file."
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    "The object of a pickle."
    if not isinstance(data, (bytes, bytearray)):
        data = _view_of(data)
    return Unpickler(BytesIO(data), fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()
