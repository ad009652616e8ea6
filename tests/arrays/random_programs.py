"""Random programs of array operations, for comparing one way of running them with another.

    random_programs.py FIRST COUNT [numpy]     prints programs FIRST .. FIRST + COUNT - 1 as one script
    random_programs.py show NUMBER             prints the one program

A program is a few statements at the top of a module: views, in-place writes through overlapping views, expressions that wait
for their turn, reductions, errstate, exceptions, random streams, arrays of a device (`xp`, places change through `host` and
`device`). It knows the shapes and types of its names roughly, so that most statements succeed and some fail.

What a program prints, what it warned of and where, what it raised and where, and every array that it leaves is printed.
A program depends on its number alone. With `numpy` the script can run under NumPy as well: xp is numpy, and what is not
exact to the bit (`digits`) is rounded to a few digits before the program goes on with it."""
import random
import re
import sys
from collections import namedtuple

Value = namedtuple("Value", "shape dtype place scalar")

PRELUDE = r'''
import sys, time, warnings, zlib
import numpy as np
NUMPY = %r
SCALE = %r
if NUMPY:
    import numpy as xp
    host = device = np.array
else:
    import cupy as xp
    host, device = xp.asnumpy, xp.asarray


def show_warning(message, category, filename, lineno, file=None, line=None):
    if NUMPY and filename != 'program':
        frame = sys._getframe(1)
        while frame and frame.f_code.co_filename != 'program':
            frame = frame.f_back
        lineno = frame.f_lineno if frame else lineno
    print('  %%s %%s: %%s' %% (lineno, category.__name__, message))


warnings.showwarning = show_warning
warnings.simplefilter('always')


def round_part(part, magnitude):
    exponent = np.maximum(np.frexp(magnitude)[1], np.finfo(part.dtype).minexp + 1) # below, few digits are there to differ
    scaled = np.ldexp(part, -exponent)
    few = {2: 8, 4: 16, 8: 1024}[part.dtype.itemsize] * SCALE # a half, three quarters and one stay what they are
    known = np.where(np.isnan(part), np.nan, part) # which NaN it is shows where its bits are looked at
    return np.where(np.isfinite(scaled), np.ldexp(np.rint(scaled * few) / few, exponent), known).astype(part.dtype)


def digits(value):
    """The value, but for the digits that may differ."""
    kind = value.dtype.kind if hasattr(value, 'dtype') else {float: 'f', complex: 'c'}.get(type(value), 'i')
    if kind not in 'fc':
        return value
    array = np.asarray(value)
    with np.errstate(all='ignore'):
        if kind == 'f':
            array = round_part(array, array)
        else:
            magnitude = np.maximum(np.abs(array.real), np.abs(array.imag))
            array = (round_part(array.real, magnitude) + 1j * round_part(array.imag, magnitude)).astype(array.dtype)
    return array if isinstance(value, np.ndarray) else array[()]


def zeros(value):
    """The value, but for the signs of zeros: which of two that are equal is the larger depends on the loop."""
    kind = getattr(getattr(value, 'dtype', None), 'kind', 'i')
    with np.errstate(all='ignore'): # NumPy's sort makes signalling NaN of halves
        return value + value.dtype.type(0) if kind in 'fc' else value


def rough(value):
    """Its shape and type, where digits depend on the way it is computed."""
    return np.zeros_like(value) if NUMPY else value


def view_of(array):
    return array[1:]


def turned(array):
    return array.T[::-1]


def doubled(array):
    array += array
    return array


def pair(array):
    both = array + array
    return both, both[::-1]


class Holder:
    def __init__(self, array):
        self.array = array
        self.half = array * 0.5


def show(value):
    if isinstance(value, (list, tuple)):
        return '[' + ', '.join(show(item) for item in value) + ']'
    if isinstance(value, xp.ndarray) and not isinstance(value, np.ndarray):
        return 'device ' + show(host(value))
    if isinstance(value, np.ndarray):
        steps = tuple(step for step, extent in zip(value.strides, value.shape) if extent > 1) if value.size else ()
        text = '%%s %%s %%s ' %% (value.dtype, value.shape, steps)
        with np.errstate(all='ignore'):
            if value.dtype.kind in 'fc': # whose NaN it was shows nowhere else
                value = np.ascontiguousarray(value)
                if value.dtype.kind == 'c':
                    value = value.reshape(-1).view(value.real.dtype)
                value = np.where(np.isnan(value), np.array(np.nan, value.dtype), value)
        data = value.tobytes()
        return text + (data.hex() if len(data) <= 128 else '%%08x' %% zlib.crc32(data))
    return '%%s %%r' %% (type(value).__name__, value)


def perform(number, source):
    print('#', number)
    warnings.resetwarnings()
    warnings.simplefilter('always')
    names = {'np': np, 'xp': xp, 'host': host, 'device': device, 'digits': digits, 'rough': rough, 'zeros': zeros, 'view_of': view_of,
             'turned': turned, 'doubled': doubled, 'pair': pair, 'warnings': warnings, 'time': time, 'Holder': Holder}
    known = set(names)
    try:
        exec(compile(source, 'program', 'exec'), names)
    except Exception as error:
        trace = error.__traceback__
        while trace.tb_next and trace.tb_next.tb_frame.f_code.co_filename == 'program':
            trace = trace.tb_next
        print(' ', type(error).__name__, error, trace.tb_lineno)
    for name in sorted(names):
        if name not in known and name[0] != '_' and not callable(names[name]) and type(names[name]) is not Holder:
            print('  %%s = %%s' %% (name, show(names[name])))


'''

FAMILIES = [(12,), (12,), (3, 4), (3, 4), (4, 4), (2, 2, 3), (7,), (1,), (9, 9), (2, 1, 3), (33,), (5, 130), (130, 5), (3, 2, 2, 2)]
LARGE = [(5000,), (50, 100), (70, 70), (9000,), (20, 15, 20)]
EMPTY = [(0,), (3, 0), (), ()]
RANK = {"bool": 0, "uint8": 1, "int8": 1.5, "uint16": 2, "int16": 2.5, "int32": 3.5, "uint32": 3, "uint64": 4, "int64": 4.5, "float16": 5,
        "float32": 6, "float64": 7, "complex64": 8, "complex128": 9}
MIXES = [list(RANK), ["float64"], ["float64", "float32", "int64"], ["float64", "float32", "float16"], ["int64", "int32", "uint8", "bool"],
         ["float64", "complex128", "complex64", "float32"], ["float32"], ["int64", "float64"]]
NUMBERS = ["2", "0.5", "-1", "0", "3", "1e3", "True", "1j", "255", "1.5", "-2", "0.0", "7", "np.float32(1.5)", "np.int8(3)", "np.float64(0.1)",
           "np.uint8(200)", "np.float16(2)", "np.int64(-5)", "float('nan')", "float('inf')", "1e300", "np.complex64(1+2j)", "np.bool_(True)"]

# What a ufunc does: text, kinds that it takes, kind of the result ('' the operand's, 'f' at least float), exact or not.
UNARY = [("-{}", "iufc", "", 1), ("abs({})", "biuf", "", 1), ("np.abs({})", "c", "r", 0), ("np.sqrt({})", "biuf", "f", 1), ("np.square({})", "iuf", "", 1),
         ("np.floor({})", "f", "", 1), ("np.ceil({})", "iuf", "", 1), ("np.rint({})", "f", "", 1), ("np.trunc({})", "fiu", "", 1),
         ("np.isnan({})", "biufc", "b", 1), ("np.isfinite({})", "biufc", "b", 1), ("np.isinf({})", "fc", "b", 1), ("np.sign({})", "iuf", "", 1),
         ("np.exp({})", "biufc", "f", 0), ("np.log({})", "iuf", "f", 0), ("np.sin({})", "iuf", "f", 0), ("np.cos({})", "iuf", "f", 0),
         ("np.tanh({})", "f", "f", 0), ("np.arctan({})", "f", "f", 0), ("np.log1p({})", "fiu", "f", 0), ("np.expm1({})", "f", "f", 0),
         ("np.cbrt({})", "f", "f", 0), ("np.exp2({})", "f", "f", 0), ("np.sqrt({})", "c", "", 0),
         ("np.conj({})", "iufc", "", 1), ("np.reciprocal({})", "iuf", "", 1), ("~{}", "biu", "", 1), ("np.logical_not({})", "biufc", "b", 1),
         ("{}.real", "fc", "r", 1), ("{}.imag", "fc", "r", 1), ("+{}", "iufc", "", 1), ("np.fabs({})", "f", "", 1), ("np.positive({})", "iuf", "", 1),
         ("np.degrees({})", "f", "f", 1), ("np.nan_to_num({})", "fi", "", 1), ("np.round({}, 1)", "f", "", 1),
         ("np.arcsin({})", "f", "f", 0), ("np.log10({})", "f", "f", 0), ("np.sinh({})", "f", "f", 0), ("np.modf({})[0]", "f", "", 1), ("np.frexp({})[0]", "f", "", 1),
         ("np.frexp({})[1]", "f", "int32", 1), ("np.bitwise_count({})", "iu", "uint8", 1)]
BINARY = [("{} + {}", "biufc", "", 1), ("{} - {}", "iufc", "", 1), ("{} * {}", "biufc", "", 1), ("{} / {}", "biuf", "f", 1), ("{} + {}", "biufc", "", 1),
          ("{} - {}", "iufc", "", 1), ("{} * {}", "biufc", "", 1), ("{} / {}", "c", "", 0),
          ("{} // {}", "iuf", "", 1), ("{} % {}", "iuf", "", 1), ("{} < {}", "biuf", "b", 1), ("{} == {}", "biufc", "b", 1), ("{} >= {}", "biuf", "b", 1),
          ("{} != {}", "biufc", "b", 1), ("np.maximum({}, {})", "biuf", "", 2), ("np.minimum({}, {})", "biuf", "", 2), ("np.fmax({}, {})", "iuf", "", 2),
          ("np.hypot({}, {})", "f", "f", 0), ("np.arctan2({}, {})", "f", "f", 0), ("{} ** {}", "iufc", "", 0), ("np.power({}, {})", "iuf", "", 0),
          ("np.logical_or({}, {})", "biufc", "b", 1), ("np.logical_and({}, {})", "biuf", "b", 1), ("{} & {}", "biu", "", 1), ("{} | {}", "biu", "", 1),
          ("{} ^ {}", "biu", "", 1), ("{} << ({} & 3)", "iu", "", 1), ("{} >> ({} & 3)", "iu", "", 1), ("np.fmod({}, {})", "iuf", "", 1),
          ("np.divmod({}, {})[1]", "iuf", "", 1), ("np.copysign({}, 1 + np.isnan({}))", "f", "", 1), ("np.heaviside({}, {})", "f", "", 1),
          ("np.gcd({}, {})", "iu", "", 1), ("np.floor_divide({}, {})", "iuf", "", 1), ("np.subtract({}, {})", "fc", "", 1), ("np.logaddexp({}, {})", "f", "", 0),
          ("np.where({} > 1, {}, 3)", "iuf", "", 1), ("np.clip({}, 0, {})", "iuf", "", 2), ("np.nextafter({}, {})", "f", "", 1)]
REDUCE = [("sum", "biufc", ""), ("max", "biuf", ""), ("min", "biuf", ""), ("mean", "biufc", "f"), ("any", "biufc", "b"), ("all", "biufc", "b"),
          ("prod", "biufc", ""), ("std", "iuf", "f"), ("var", "iuf", "f"), ("sum", "iuf", ""), ("mean", "f", "f"), ("argmax", "biuf", "i"), ("argmin", "biuf", "i")]


def broadcast(left, right):
    """Their common shape; None: there is none, or it is large."""
    result = []
    for i in range(max(len(left), len(right))):
        a = left[-1 - i] if i < len(left) else 1
        b = right[-1 - i] if i < len(right) else 1
        if a != b and a != 1 and b != 1:
            return None
        result.append(b if a == 1 else a)
    return tuple(reversed(result)) if size_of(result) < 100000 else None


def size_of(shape):
    size = 1
    for extent in shape:
        size *= extent
    return size


def kind_of(dtype):
    return {"b": "b", "u": "u", "i": "i", "f": "f", "c": "c"}[dtype[0]]


def promote(left, right):
    low, high = sorted((left, right), key=RANK.get)
    kinds = kind_of(low) + kind_of(high)
    if kinds in ("ui", "iu"):
        return "float64" if "uint64" in (low, high) else high if high > low else "int64"
    if kinds[1] == "f" and kinds[0] in "iu" and high != "float64":
        return "float64" if low[-2:] in ("32", "64") else "float32" if low.endswith("16") else high
    if high == "complex64" and (low == "float64" or low[-2:] in ("32", "64") and low[0] in "iu"):
        return "complex128"
    return high


def result_type(dtype, rule):
    if rule == "b":
        return "bool"
    if rule == "i":
        return "int64"
    if rule == "r":
        return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)
    if rule == "f" and kind_of(dtype) in "biu":
        return "float16" if dtype.endswith("8") or dtype == "bool" else "float32" if dtype.endswith("16") else "float64"
    return rule if rule in RANK else dtype


class Program:
    def __init__(self, number, exact=True):
        self.random = random.Random(number)
        self.number, self.exact = number, exact
        r = self.random
        self.shape = r.choice(LARGE) if r.random() < 0.12 else r.choice(EMPTY) if r.random() < 0.05 else r.choice(FAMILIES)
        self.dtypes = r.choice(MIXES)
        self.device = r.random() < 0.2
        self.lines, self.values, self.indent = [], {}, ""
        self.tries = self.depth = 0
        self.uses_random = False

    # ---- Words

    def say(self, text):
        self.lines.append(self.indent + text)

    def chance(self, probability):
        return self.random.random() < probability

    def name(self, test=lambda value: True, place=None):
        """A name whose value passes the test; rarely any."""
        names = [name for name, value in self.values.items() if not value.scalar and (place is None or value.place == place) and test(value)]
        if not names or self.chance(0.01):
            names = [name for name, value in self.values.items() if place is None or value.place == place] or list(self.values)
        return self.random.choice(names)

    def array_name(self):
        return self.name()

    def assign(self, text, shape, dtype, place="np", scalar=False, name=None):
        if name is None:
            free = [name for name in "abcdefgh" if name not in self.values]
            if not free or (self.values and self.chance(0.25)):
                name = self.random.choice(list(self.values))
                if sum(1 for value in self.values.values() if not value.scalar) < 3 and not self.values[name].scalar and free:
                    name = free[0]
            else:
                name = free[0]
        self.say("%s = %s" % (name, text))
        self.values[name] = Value(tuple(shape), dtype, place, scalar)

    def at(self, text, place):
        return text.replace("np.", "xp.") if place == "xp" else text

    def number_text(self, place):
        text = self.random.choice(NUMBERS[:13] if self.chance(0.7) else NUMBERS)
        dtype = {"T": "bool", "f": "float64"}.get(text[0]) or ("complex64" if "j" in text else "float64" if "." in text or "e" in text else "uint8")
        return text, dtype

    def axis_of(self, shape):
        return self.random.randrange(-len(shape), len(shape)) if shape else 0

    # ---- Expressions: text, shape, type

    def operand(self, place, kinds, shape=None, depth=0):
        """A value of a kind that broadcasts with the shape."""
        r = self.random
        if shape is not None and self.chance(0.25):
            text, dtype = self.number_text(place)
            if kind_of(dtype) in kinds or self.chance(0.1):
                return text, (), dtype
        if depth < 3 and self.chance(0.35):
            text, found, dtype = self.expression(place, shape, depth + 1)
            if text and kind_of(dtype) in kinds and (shape is None or broadcast(found, shape) is not None):
                return "(%s)" % text, found, dtype
        names = [name for name, value in self.values.items() if value.place == place and kind_of(value.dtype) in kinds
                 and (shape is None or broadcast(value.shape, shape) is not None)]
        if not names:
            names = [name for name, value in self.values.items() if value.place == place and
                     (shape is None or broadcast(value.shape, shape) is not None)]
            if not names:
                return "2", (), "int64"
            name = r.choice(names)
            kind = {"b": "bool", "f": "float64", "c": "complex128"}.get(r.choice(kinds), "int32")
            if kind_of(self.values[name].dtype) == "c":
                name += ".real"
            return "%s.astype('%s')" % (name, kind), self.values[name.split(".")[0]].shape, kind
        if self.chance(0.01):
            names = list(self.values)
        name = r.choice(names)
        value = self.values[name]
        if self.chance(0.2) and value.shape and not value.scalar and shape is None:
            index, found = self.slices(value.shape)
            return name + index, found, value.dtype
        if self.chance(0.08) and len(value.shape) == 2 and value.shape[0] == value.shape[1]:
            return name + ".T", value.shape, value.dtype
        return name, value.shape, value.dtype

    def expression(self, place, shape=None, depth=0):
        r = self.random
        kind = r.random()
        if kind < 0.38:
            template, kinds, rule, exact = r.choice(UNARY)
            text, found, dtype = self.operand(place, kinds, shape, depth)
            text = template.format("(%s)" % text if not text.isidentifier() else text)
            dtype = result_type(dtype, rule)
        else:
            template, kinds, rule, exact = r.choice(BINARY)
            left, found, dtype = self.operand(place, kinds, shape, depth)
            right, other, second = self.operand(place, kinds, found if broadcast(found, shape or ()) is not None else shape, depth)
            text = template.format(*("(%s)" % part if part[0] == "-" else part for part in (left, right)))
            found = broadcast(found, other)
            if found is None:
                return "", (), "bool"
            dtype = result_type(promote(dtype, second), rule)
        text = self.at(text, place)
        if exact != 1 and not self.exact:
            text = "%s(%s)" % ("zeros" if exact else "digits", text)
        return text, found, dtype

    def value(self, place=None, shape=None, depth=0):
        place = place or self.place()
        for _ in range(5):
            text, found, dtype = self.expression(place, shape, depth)
            if text and (shape is None or broadcast(found, shape) == shape):
                return text, found, dtype, place
        name = self.name(lambda value: shape is None or broadcast(value.shape, shape) == shape, place)
        value = self.values[name]
        if shape is not None and broadcast(value.shape, shape) != shape:
            return "1", (), "int64", place
        return name, value.shape, value.dtype, value.place

    def place(self):
        return self.values[self.name()].place

    def slices(self, shape):
        """Indexes that make a view."""
        r = self.random
        parts, found = [], []
        for extent in shape:
            kind = r.random()
            if kind < 0.12 and extent:
                parts.append(str(r.randrange(-extent, extent)))
                continue
            if kind < 0.2:
                parts.append("None")
                found.append(1)
            piece = r.choice([(1, None, None), (None, -1, None), (None, None, 2), (None, None, -1), (1, -1, None), (None, None, None), (-1, 0, -1), (2, 2, None),
                              (None, None, -2), (1, None, 2), (None, extent // 2, None), (extent // 2, None, None), (-3, None, None), (None, 100, 3)])
            parts.append(":".join("" if part is None else str(part) for part in (piece[:2] if piece[2] is None else piece)))
            found.append(len(range(*slice(*piece).indices(extent))))
            if self.chance(0.3):
                found.extend(shape[len([part for part in parts if part != "None"]):])
                break
        if shape and self.chance(0.1) and len(found) == len(shape):
            return "[..., " + parts[-1] + "]" if len(parts) == 1 else "[" + ", ".join(parts) + "]", tuple(found)
        if not parts:
            return r.choice([("[...]", ()), ("[None]", (1,))])
        return "[" + ", ".join(parts) + "]", tuple(found)

    # ---- Statements

    def make(self, shape=None):
        r = self.random
        if shape is None:
            shape = self.shape
            if self.chance(0.25) and shape:
                shape = r.choice([shape[1:], shape[-1:], tuple(1 if r.random() < 0.5 else extent for extent in shape), shape[:-1] + (1,)])
        dtype, size = r.choice(self.dtypes), size_of(shape)
        text = "(np.arange(%d) * %s + %s).astype('%s').reshape(%r)" % (size, r.choice(["1", "0.5", "2", "0.1", "1"]), r.choice(["0", "-3", "1", "0"]), dtype, shape)
        kind = r.random()
        if kind < 0.12:
            text = r.choice(["np.ones(%r, '%s')", "np.zeros(%r, dtype='%s')", "np.full(%r, 3, '%s')"]) % (shape, dtype)
        elif kind < 0.22 and size:
            dtype = r.choice(["float64", "float32", "float16"])
            values = [r.choice(["np.nan", "np.inf", "-np.inf", "0.0", "-0.0", "1.0", "-1.5", "65504.0", "1e-40", "3e38", "0.1", "2.5"]) for _ in range(min(size, 7))]
            text = "np.resize(np.array([%s], '%s'), %r)" % (", ".join(values), dtype, shape)
        elif kind < 0.27 and size:
            dtype = r.choice(["int64", "int32", "uint8", "int8", "uint64"])
            edge = {"int64": "2**63-1, -2**63", "int32": "2**31-1, -2**31", "uint8": "255, 0", "int8": "127, -128", "uint64": "2**64-1, 0"}[dtype]
            text = "np.resize(np.array([%s, 0, 1, 5], '%s'), %r)" % (edge, dtype, shape)
        elif kind < 0.32:
            dtype = "float64"
            text = "np.linspace(-1, %d, %d).reshape(%r)" % (r.randint(1, 9), size, shape)
        elif kind < 0.36 and self.shape:
            text, dtype = "np.resize(np.arange(%d) %% 3 == 1, %r)" % (size + 1, shape), "bool"
        place = "xp" if self.device and self.chance(0.7) else "np"
        if place == "xp":
            text = "device(%s)" % text
        self.assign(text, shape, dtype, place)

    def compute(self):
        text, shape, dtype, place = self.value()
        scalar = not any(name in text and value.shape == () and not value.scalar for name, value in self.values.items()) and shape == ()
        self.assign(text, shape, dtype, place, scalar)

    def view(self):
        r = self.random
        name = self.name(lambda value: value.shape)
        value = self.values[name]
        shape, dtype, text = value.shape, value.dtype, name
        kind = r.randrange(16)
        if kind < 6 or not shape:
            index, shape = self.slices(shape)
            text += index
        elif kind == 6:
            text, shape = text + ".T", shape[::-1]
        elif kind == 7:
            text, shape = text + r.choice([".ravel()", ".reshape(-1)", ".ravel('F')"]), (size_of(shape),)
        elif kind == 8 and len(shape) > 1:
            text, shape = text + ".swapaxes(0, 1)", (shape[1], shape[0]) + shape[2:]
        elif kind == 9:
            text, shape = self.at("np.broadcast_to(%s, %r)" % (text, (2,) + shape), value.place), (2,) + shape
        elif kind == 10:
            text, shape = self.at("np.expand_dims(%s, -1)" % text, value.place), shape + (1,)
        elif kind == 11 and len(shape) > 1 and 1 in shape:
            text, shape = text + ".squeeze()", tuple(extent for extent in shape if extent != 1)
        elif kind == 12 and len(shape) == 2:
            text, shape = text + ".diagonal()", (min(shape),)
        elif kind == 13 and dtype in ("float64", "int64"):
            dtype = {"float64": "int64", "int64": "float64"}[dtype] if self.chance(0.3) else dtype
            text += ".view('%s')" % dtype
        elif kind == 14 and size_of(shape) % 2 == 0:
            shape = (2, size_of(shape) // 2)
            text += ".reshape(%r)" % (shape,)
        elif kind == 15:
            text, shape = self.at(r.choice(["np.flip(%s)", "np.moveaxis(%s, 0, 0)", "np.asarray(%s)"]) % text, value.place), shape
        else:
            text, shape = "view_of(%s)" % text, (max(shape[0] - 1, 0),) + shape[1:]
        self.assign(text, shape, dtype, value.place)

    def target(self):
        """Something to write to: text and shape."""
        name = self.name(lambda value: value.shape or not value.scalar)
        value = self.values[name]
        if self.chance(0.4) or not value.shape:
            return name, value.shape, value
        index, shape = self.slices(value.shape)
        if not shape and self.chance(0.8):
            return name, value.shape, value
        return name + index, shape, value

    def in_place(self):
        r = self.random
        text, shape, value = self.target()
        kind = kind_of(value.dtype)
        operator = r.choice({"b": ["|=", "&=", "^="], "c": ["+=", "-=", "*="], "f": ["+=", "-=", "*=", "/=", "+=", "//=", "%="]}.get(kind, ["+=", "-=", "*=", "//=", "|=", "%=", "<<="]))
        kinds = {"b": "b", "u": "u", "i": "iu", "f": "biuf", "c": "biufc"}[kind]
        if self.chance(0.03):
            kinds = "biufc"
        other = self.overlapping(text, shape, value) if self.chance(0.35) else ""
        if not other:
            other, found, _ = self.operand(value.place, kinds, shape, 1)
            if broadcast(found, shape) != shape and self.chance(0.95):
                other = "True" if kind == "b" else "2"
        if "<<" in operator:
            other = "1"
        self.say("%s %s %s" % (text, operator, other))

    def overlapping(self, text, shape, value):
        """Another view of the same array with that shape."""
        name = text.split("[")[0]
        whole = value.shape
        choices = []
        if len(whole) == 2 and whole[0] == whole[1] and shape == whole:
            choices.append(name + ".T")
        if shape == whole:
            choices += [name + "[::-1]", name + "[..., ::-1]", name + "[:1]", name]
        if whole and shape[1:] == whole[1:] and shape and shape[0] == whole[0] - 1:
            choices += [name + "[1:]", name + "[:-1]", name + "[:0:-1]"]
        if whole and shape and shape[1:] == whole[1:] and shape[0] == len(range(0, whole[0], 2)):
            choices += [name + "[:%d]" % shape[0], name + "[::-2]", name + "[-%d:]" % max(shape[0], 1)]
        return self.random.choice(choices) if choices else ""

    def overlapped(self):
        """Writes whose source lies in the target."""
        r = self.random
        name = self.name(lambda value: value.shape and value.shape[0] > 2)
        n = (self.values[name].shape or (1,))[0]
        pairs = ["{0}[1:] {1} {0}[:-1]", "{0}[:-1] {1} {0}[1:]", "{0}[::2] {1} {0}[:%d]" % ((n + 1) // 2), "{0}[:%d] {1} {0}[::2]" % ((n + 1) // 2),
                 "{0}[...] {1} {0}[::-1]", "{0}[:] {1} {0}[:1]", "{0}[1:] {1} {0}[:0:-1]", "{0}[2:] {1} {0}[1:-1]", "{0}[:] {1} {0}[-1]", "{0}[..., 1:] {1} {0}[..., :-1]",
                 "{0}[1:-1] {1} {0}[2:]"]
        if len(self.values[name].shape) == 2 and self.values[name].shape[0] == self.values[name].shape[1]:
            pairs += ["{0}[:] {1} {0}.T"] * 4
        operator = "=" if kind_of(self.values[name].dtype) == "b" else r.choice(["=", "=", "+=", "*=", "-="])
        text = r.choice(pairs).format(name, operator)
        if "::2" in text and not self.exact and operator == "=":
            text += ".copy()" # NumPy copies in place there and overwrites what it is about to read
        self.say(text)

    def set_items(self):
        r = self.random
        name = self.name(lambda value: value.shape or not value.scalar)
        value = self.values[name]
        kinds = {"b": "b", "u": "ub", "i": "iub", "f": "biuf", "c": "biufc"}[kind_of(value.dtype)] if self.chance(0.9) else "biuf"
        if self.chance(0.3) and value.shape:
            index, count = self.fancy(name, value)
            self.say("%s%s %s %s" % (name, index, r.choice(["=", "=", "+="]), self.operand(value.place, kinds, (), 2)[0] if self.chance(0.5) else "1"))
            return
        index, shape = self.slices(value.shape)
        other = ""
        if self.chance(0.2):
            other = self.overlapping(name + index, shape, value)
        if other and not self.exact:
            other += ".copy()" # see overlapped
        if not other:
            other, found, _ = self.operand(value.place, kinds, shape, 1)
            if broadcast(found, shape) != shape and self.chance(0.95):
                other = "1"
        self.say("%s%s = %s" % (name, index, other))

    def fancy(self, name, value):
        r = self.random
        n = value.shape[0]
        limit = n if self.chance(0.95) else n + 2
        numbers = [r.randrange(-n, limit) for _ in range(r.randint(0, 5))] if n else []
        kind = r.random()
        if kind < 0.35:
            return "[%r]" % (numbers or [0],), len(numbers or [0])
        if kind < 0.5:
            return self.at("[np.array(%r)]" % ((numbers or [0]),), value.place), len(numbers or [0])
        if kind < 0.75 and kind_of(value.dtype) in "biuf":
            return "[%s > %s]" % (name, r.choice(["0", "1", "2", "0.5"])), None
        if kind < 0.85 and len(value.shape) > 1:
            return "[:, [0, %d]]" % (value.shape[1] - 1), None
        masks = [other for other, found in self.values.items() if found.dtype == "bool" and found.shape and found.shape == value.shape[:len(found.shape)]
                 and found.place == value.place and not found.scalar]
        if masks:
            return "[%s]" % r.choice(masks), None
        return "[%r]" % (numbers or [0],), len(numbers or [0])

    def get_items(self):
        r = self.random
        name = self.name(lambda value: value.shape)
        value = self.values[name]
        if not value.shape:
            return self.compute()
        place, shape = value.place, value.shape
        kind = r.randrange(12)
        if kind < 5:
            index, count = self.fancy(name, value)
            if count is None:
                if "[:, " in index:
                    return self.assign(name + index, (shape[0], 2) + shape[2:], value.dtype, place)
                self.say("%s = %s" % ("m", name + index))
                return self.say("m = m.sum()" if self.chance(0.5) else "m *= 2" if kind_of(value.dtype) != "b" else "m = m[::-1]")
            return self.assign(name + index, (count,) + shape[1:], value.dtype, place)
        texts = [("np.take({0}, [0, -1], axis=0)", (2,) + shape[1:]), ("np.roll({0}, 1)", shape), ("np.concatenate([{0}, {0}[::-1]])", (2 * shape[0],) + shape[1:]),
                 ("np.sort({0}, axis=0)", shape), ("np.flip({0}, 0).copy()", shape), ("np.repeat({0}, 2, axis=0)", (2 * shape[0],) + shape[1:]), ("np.tile({0}, 2)", shape[:-1] + (2 * shape[-1],)),
                 ("np.stack([{0}, {0} * 2])", (2,) + shape), ("np.cumsum({0}, axis=-1)", shape), ("{0}.copy()", shape), ("{0}.copy('F')", shape), ("np.ascontiguousarray({0}.T)", shape[::-1]),
                 ("np.diff({0}, axis=0)", (max(shape[0] - 1, 0),) + shape[1:]), ("np.maximum.accumulate({0})", shape), ("{0}.cumprod(0)", shape), ("np.zeros_like({0})", shape),
                 ("np.add.outer({0}.ravel()[:3], [1, 2])", (min(3, size_of(shape)), 2)), ("np.pad({0}, 1)", tuple(extent + 2 for extent in shape)),
                 ("np.add.reduceat({0}, [0, 1], axis=0)", (2,) + shape[1:]), ("np.subtract.accumulate({0}, axis=-1)", shape), ("np.logical_or.accumulate({0} > 0)", shape)]
        text, shape = r.choice(texts)
        if "sort" in text and (kind_of(value.dtype) == "c" or value.dtype == "float16"):
            text = "{0}.copy()"
        dtype = value.dtype
        if kind_of(dtype) == "b" and any(word in text for word in ("diff", "subtract", "cum", "*", "add.")):
            text, shape = "{0}.copy()", value.shape
        if "accumulate" in text and kind_of(dtype) == "c":
            text, shape = "{0}[::2].copy()", (len(range(0, value.shape[0], 2)),) + value.shape[1:]
        if "reduceat" in text and value.shape[0] < 2:
            text, shape = "{0}[:]", value.shape
        if "cum" in text and dtype not in ("float64", "int64", "complex128", "float32", "complex64", "float16"):
            dtype = "int64"
        if not self.exact and ("np.sort" in text or "np.maximum" in text):
            text = "zeros(%s)" % text
        self.assign(self.at(text.format(name), place), shape, "bool" if "logical" in text else dtype, place)

    def lists(self):
        """What argwhere and its like find, and what depends on values."""
        name = self.name(lambda value: value.shape and kind_of(value.dtype) in "biuf")
        place = self.values[name].place
        text = self.random.choice(["np.nonzero({0})[0] + 0", "np.argsort({0}, axis=-1, kind='stable')", "np.unique({0})", "np.flatnonzero({0} > 1)", "np.count_nonzero({0})", "np.argwhere({0})[:2].tolist()",
                                   "np.searchsorted(np.sort({0}.ravel()), [0, 2])", "np.bincount(np.abs({0}.ravel().astype('int32') % 7))", "np.isin({0}, [0, 1, 3])", "np.median({0})",
                                   "np.percentile({0}, 30)", "np.histogram({0}.ravel().astype(float) % 7, 4, (0, 7))[0]", "np.digitize({0}, [0, 1, 2])",
                                   "np.select([{0} > 2, {0} < 0], [{0}, -1 * {0}], 5)", "np.array_equal({0}, {0} + 0)", "np.allclose({0}, {0})", "np.average({0})", "np.ptp({0})",
                                   "np.interp(1.5, [0, 1, 2], [0, 10, 30])", "np.tril(np.atleast_2d({0}))", "np.nansum({0})", "np.nanmax({0})", "np.lexsort(({0}.ravel(),))"])
        if not self.exact and ("unique" in text or "nanmax" in text):
            text = "zeros(%s)" % text
        self.say("%s = %s" % (self.random.choice("kmn"), self.at(text.format(name), place)))

    def reduction(self):
        r = self.random
        method, kinds, rule = r.choice(REDUCE)
        place = self.place()
        text, shape, dtype = self.operand(place, kinds)
        if not text[0].isalpha() and text[0] != "(" or text in ("2", "True"):
            return self.compute()
        arguments, found, scalar = [], (), True
        kind = r.random()
        if kind < 0.45 and shape:
            axis = self.axis_of(shape)
            arguments.append("axis=%d" % axis)
            axes = {axis % len(shape)}
        elif kind < 0.65 and len(shape) > 1 and not method.startswith("arg"):
            axes = set(r.sample(range(len(shape)), r.randint(0 if self.chance(0.1) else 1, len(shape))))
            arguments.append("axis=%r" % (tuple(axes),))
        else:
            axes = set(range(len(shape)))
        keep = self.chance(0.25)
        if keep:
            arguments.append("keepdims=True")
        for i, extent in enumerate(shape):
            if i not in axes:
                found += (extent,)
            elif keep:
                found += (1,)
        if self.chance(0.08) and method in ("sum", "prod", "mean"):
            arguments.append("dtype='%s'" % r.choice(["float64", "float32", "complex128"] if kind_of(dtype) != "c" else ["complex128", "complex64"]))
        if self.chance(0.1) and method in ("sum", "prod", "max", "min", "any") and place == "np":
            arguments.append("where=%s" % r.choice(["True", "True", "(%s > 0)" % text if kind_of(dtype) != "c" else "True"]))
            if method in ("max", "min"):
                arguments.append("initial=%s" % r.choice(["0", "7", "-9"] if kind_of(dtype) in "if" else ["0", "1"]))
        if self.chance(0.1) and method in ("std", "var"):
            arguments.append("ddof=1")
        if self.chance(0.5):
            text = "%s.%s(%s)" % (text if text.isidentifier() or text[0] == "(" else "(%s)" % text, method, ", ".join(arguments))
        elif method in ("sum", "prod", "max", "min") and self.chance(0.3) and "where" not in "".join(arguments):
            ufunc = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum"}[method]
            if not any(part.startswith("axis") for part in arguments):
                arguments.append("axis=None")
            text = self.at("np.%s.reduce(%s, %s)" % (ufunc, text, ", ".join(arguments)), place)
        else:
            text = self.at("np.%s(%s)" % (method, ", ".join([text] + arguments)), place)
        if not self.exact and kind_of(dtype) == "c" and method == "prod":
            text = "digits(%s)" % text
        if not self.exact and method in ("max", "min") and kind_of(dtype) == "f":
            text = "zeros(%s)" % text
        dtype = result_type(dtype, rule)
        if method in ("sum", "prod") and kind_of(dtype) in "biu":
            dtype = "int64"
        self.assign(text, found, dtype, place, place == "np" and not found)

    def into(self):
        """out=, where=, dtype=, at."""
        r = self.random
        name = self.name(lambda value: value.shape)
        value = self.values[name]
        place, kind = value.place, kind_of(value.dtype)
        kinds = {"b": "b", "u": "u", "i": "iu", "f": "biuf", "c": "biufc"}[kind]
        choice = r.random()
        left = self.value_of(place, kinds, value.shape)
        right = self.value_of(place, kinds, value.shape)
        ufunc = r.choice(["logical_and", "logical_or", "bitwise_xor"] if kind == "b" else ["add", "multiply", "subtract", "add", "maximum"] if kind != "c" else ["add", "multiply", "subtract"])
        mask = r.choice(["%s > 1" % name if kind != "c" else "%s == 1" % name, "True", "np.arange(%d) %% 2 == 0" % (value.shape[-1] if value.shape else 1)])
        if choice < 0.35:
            text = "np.%s(%s, %s, out=%s)" % (ufunc, left, right, name)
        elif choice < 0.5:
            text = "np.%s(%s, %s, out=%s, where=%s)" % (ufunc, name, right, name, mask) # (NumPy casts the output to and fro)
            if place == "xp":
                text = "np.%s(%s, %s, out=%s)" % (ufunc, left, right, name)
        elif choice < 0.6:
            text = "np.copyto(%s, %s, where=%s)" % (name, left, mask)
        elif choice < 0.68 and kind in "iuf":
            text = "np.add.at(%s, [0, 0, -1], %s)" % (name, r.choice(["1", "2", "%s[0]" % name]))
        elif choice < 0.78 and kind == "f":
            text = "np.%s(%s, out=%s)" % (r.choice(["sqrt", "floor", "square", "negative", "absolute"]), left, name)
        elif choice < 0.84 and kind == "f":
            text = "np.divide(%s, %s, out=%s[::-1])" % (left, right, name)
        elif choice < 0.9 and kind in "if" and len(value.shape) == 1:
            text = "np.cumsum(%s, out=%s)" % (name, name)
        elif choice < 0.95 and value.shape and kind in "if":
            text = "np.%s(%s[1:], %s[:-1], out=%s[1:])" % (ufunc, name, name, name)
        else:
            text = "%s = np.%s(%s, %s, dtype='%s', casting='%s')" % (name, ufunc, left, right, r.choice(["float32", "float64", "int64", value.dtype]), r.choice(["same_kind", "safe"]))
            if place == "xp":
                text = "%s.fill(3)" % name
        if not self.exact and "np.maximum(" in text and kind == "f":
            text += "; %s[...] = zeros(%s)" % (name, name)
        self.say(self.at(text, place))

    def value_of(self, place, kinds, shape):
        text, found, _ = self.operand(place, kinds, shape, 1)
        return text if broadcast(found, shape) == shape or self.chance(0.03) else "1"

    def method(self):
        """Methods that write."""
        r = self.random
        name = self.name(lambda value: value.shape)
        value = self.values[name]
        texts = ["{0}.fill(2)", "{0}[:] = 0", "{0}.put([0, -1], [3, 1])", "{0}.flat = 1", "{0}.flat[::2] = 1", "{0}[{0} != {0}] = 0", "{0} = {0}.astype('float32')", "{0} = {0}.copy()"]
        if kind_of(value.dtype) in "biuf" and value.dtype != "float16": # (NumPy's sort leaves signalling NaN there)
            texts += ["{0}.sort(axis=0)", "{0}.sort()", "{0}[::-1].sort()", "{0}.clip(0, 2, out={0})"]
        if kind_of(value.dtype) in "iuf":
            texts += ["np.fill_diagonal({0}, 5)" if len(value.shape) == 2 else "{0}[0] = {0}.sum()", "doubled({0})", "doubled({0}[::2])", "np.negative({0}, {0})", "np.clip({0}, 0, 1, {0})"]
        text = r.choice(texts)
        if not self.exact and "sort" in text and kind_of(value.dtype) == "f":
            text += "; {0}[...] = zeros({0})"
        if text.startswith("{0} = {0}.ast"):
            if kind_of(value.dtype) == "c":
                return
            self.values[name] = value._replace(dtype="float32")
        self.say(self.at(text.format(name), value.place))

    def print_something(self):
        name = self.name()
        r = self.random
        value = self.values[name]
        texts = ["print({0})", "print(repr({0}))", "print({0}.dtype, {0}.shape)", "print({0}.tolist())"]
        if value.shape and value.shape[0]:
            texts += ["print({0}[0])", "print({0}[-1:])", "print(f'{{{0}[:2]}}')"]
        if kind_of(value.dtype) in "iuf":
            texts += ["print({0}.sum(), {0}.max())", "print(float({0}.sum()))", "print(bool(({0} > 1).any()))", "print(int(({0} > 0).sum()))", "print({0}.item(0))"]
        text = r.choice(texts)
        self.say((text if self.exact else text.replace("{0}.max()", "zeros({0}.max())")).format(name))

    def block(self, count):
        self.indent += "    "
        self.depth += 1
        before = len(self.lines)
        for _ in range(count):
            self.statement()
        if len(self.lines) == before:
            self.say("pass")
        self.depth -= 1
        self.indent = self.indent[:-4]

    def states(self):
        r = self.random
        modes = ["ignore", "warn", "raise", "warn", "ignore"]
        which = r.choice(["all", "divide", "invalid", "over", "divide", "invalid"])
        mode = r.choice(modes)
        kind = r.random()
        if kind < 0.15:
            self.say("with np.errstate(%s='call', call=lambda kind, flag: print('called', kind, flag)):" % which)
        elif kind < 0.3:
            self.say("with np.errstate(divide='%s', invalid='%s'):" % (mode, r.choice(modes)))
        elif kind < 0.45:
            self.say("with warnings.catch_warnings():")
            self.say("    warnings.simplefilter('%s')" % r.choice(["error", "ignore", "always"]))
        else:
            self.say("with np.errstate(%s='%s'):" % (which, mode if which != "all" or self.exact else "ignore"))
        self.block(r.randint(1, 3))

    def attempt(self):
        r = self.random
        self.say("try:")
        if self.chance(0.4):
            name = self.name(lambda value: value.shape and kind_of(value.dtype) in "iuf")
            value = self.values[name]
            self.indent += "    "
            place = value.place
            texts = ["{0}[100000]", "{0}[[0, 99999]] = 1", "{0}.reshape(7, 11, 13)", "{0} + np.ones(17)", "{0} += 1j", "np.arange(3) ** (0 - np.arange(3))", "{0} << 1.5", "{0}[None, 'a']",
                     "{0}.sum(axis=9)", "raise ValueError('mine')", "1 / 0", "bool({0})", "{0}.astype('int8')[::2] += 1000", "np.concatenate([{0}, {0}.reshape(1, -1, 1)])", "{0}[1, 2, 3, 4, 5]",
                     "np.full(3, -1) ** (np.zeros(3, int) - 2)", "int({0})", "{0}.undefined", "with np.errstate(all='raise'): {0} / 0", "with np.errstate(invalid='raise'): ({0} - {0}) / 0",
                     "with np.errstate(over='raise'): np.full(3, 1e300) * 1e300", "np.add({0}, 1, out=np.zeros(0))", "np.zeros(3)[np.array([True, False])]", "view_of({0})[:] = np.ones((2, 99))"]
            self.say(self.at(r.choice(texts).format(name), place))
            self.indent = self.indent[:-4]
        else:
            self.tries += 1
            self.block(r.randint(1, 4))
        self.say("except %s as error:" % r.choice(["Exception", "Exception", "(ValueError, TypeError, IndexError)", "FloatingPointError", "ArithmeticError"]))
        self.say("    print('caught', type(error).__name__, error, error.__traceback__.tb_lineno)")
        if self.chance(0.3):
            self.say("finally:")
            self.say("    print('finally')")

    def loop(self):
        r = self.random
        name = self.name(lambda value: value.shape and kind_of(value.dtype) in "fc")
        value = self.values[name]
        texts = ["{0} = {0} * 0.5 + {1}", "{0} += {1} * i", "{0} = {0} + i", "t = {0} * i; {0} = {0} + t", "{0}[i:] += i", "{0}[0] = {0}[-1] + i", "{0} = {0} - {0}.mean()", "s = {0} * 2; s += i; {0} = s",
                 "total = ({0} * i).sum()", "{0}[:, None] if i else {0}", "p = {0}; {0} = {0} + 1; p -= {0}"]
        other, found, _ = self.operand(value.place, "biuf", value.shape, 2)
        if broadcast(found, value.shape) != value.shape:
            other = "2"
        self.say("for i in range(%d):" % r.choice([2, 3, 5, 40]))
        self.say("    " + r.choice(texts).format(name, other))
        if self.chance(0.3):
            self.say("    if i == 1: %s" % r.choice(["continue", "break", "print(%s.sum())" % name, "u = %s" % name]))

    def aliases(self):
        r = self.random
        name = self.name(lambda value: value.shape and kind_of(value.dtype) in "iuf")
        value = self.values[name]
        if not value.shape:
            return
        kind = r.randrange(8)
        if kind == 0:
            self.say("items = [%s, %s * 2, %s[1:]]" % (name, name, name))
            self.say("for item in items: item += 1")
        elif kind == 1:
            self.say("items = [%s]; items.append(items[0][::-1]); items[0] %s 1; items.append(%s + 1); items[1][:] = 5" % (name, r.choice(["+=", "*="]), name))
        elif kind == 2:
            self.say("x, y = pair(%s); x += y; %s[:1] = 0" % (name, name))
        elif kind == 3:
            self.say("x = turned(%s); y = x + 1; x *= 2" % name)
        elif kind == 4:
            self.say("x = y = %s + 0; x += 1; z = y; y = y + 1; z -= y" % name)
        elif kind == 5:
            self.say("table = {'a': %s * 3}; table['a'] += %s; z = table['a'][::-1]; table['a'] = z + z; z = table.pop('a')" % (name, name if value.dtype in ("float64", "int64") else "1"))
        elif kind == 6:
            self.say("held = Holder(%s + 1); z = held.half; held.array *= 2; z = z + held.array; del held" % name)
        else:
            self.say("def change(v, step=%s):" % r.choice(["1", "2"]))
            self.say("    w = v * step")
            self.say("    v[::step] = 0")
            self.say("    return w")
            self.say("z = change(%s); z = change(z) + change(%s[::-1])" % (name, name))

    def pending(self):
        """Something reads an operand, and then the operand changes."""
        r = self.random
        name = self.name(lambda value: value.shape)
        value = self.values[name]
        text, shape, dtype, place = self.value(value.place)
        self.assign("%s %s 1" % (name, r.choice("+*") if kind_of(value.dtype) != "b" else "|"), value.shape, value.dtype, value.place, name="g")
        texts = ["{0}[...] = 0", "{0} *= 2", "{0}[:1] = {0}[-1:]", "del {0}", "{0} = None", "{0}.fill(1)", "{0}[::-1] += g.astype({0}.dtype)", "g[:] = {0}", "{0}[g > 0] = 2", "{0} = g; g = g + 1",
                 "{0} = {0} + g; g *= 2"]
        if kind_of(value.dtype) == "c":
            texts = texts[:6]
        if kind_of(value.dtype) == "b":
            texts = ["{0}[...] = 0", "{0}[:1] = {0}[-1:]", "del {0}", "{0} = None"]
        text = r.choice(texts)
        if len([one for one in self.values.values() if not one.scalar]) < 3 and ("del" in text or "None" in text):
            text = "{0}[...] = 0"
        if "del" in text or "None" in text:
            if name == "g" or self.depth:
                return
            del self.values[name]
        self.say(text.format(name))

    def randoms(self):
        r = self.random
        if not self.uses_random:
            self.uses_random = True
            self.say("np.random.seed(%d); _rng = np.random.default_rng(%d)" % (r.randrange(99), r.randrange(99)))
        shape = self.shape
        exact = ["_rng.random(%r)", "np.random.rand(*%r)", "np.random.randint(0, 9, %r)", "_rng.integers(0, 100, %r)", "np.random.random(%r)", "_rng.uniform(-1, 1, %r)"]
        texts = exact + (["np.random.randn(*%r)", "_rng.normal(0, 1, %r)", "_rng.standard_normal(%r)", "np.random.normal(5, 2, %r)", "_rng.exponential(1.0, %r)"])
        text = r.choice(texts)
        if text not in exact and not self.exact:
            text = "digits(%s)" % text
        if shape == ():
            return
        if self.chance(0.15):
            name = self.name(lambda value: value.shape and value.place == "np")
            if self.values[name].place == "np":
                return self.say(r.choice(["np.random.shuffle(%s)", "m = np.random.permutation(%s)", "_rng.shuffle(%s)", "m = _rng.permutation(%s)"]) % name)
        self.assign(text % (shape,), shape, "int64" if "int" in text else "float64")

    def transfer(self):
        if not self.device:
            return self.compute()
        name = self.name(lambda value: True)
        value = self.values[name]
        if value.place == "xp":
            self.assign("host(%s)" % name if self.chance(0.5) else "host(%s)" % self.value("xp")[0] if self.chance(0.1) else "host(%s)" % name, value.shape, value.dtype, "np")
        else:
            self.assign("device(%s)" % name, value.shape, value.dtype, "xp")

    def rest(self):
        """Less usual things."""
        r = self.random
        name = self.name(lambda value: value.shape and kind_of(value.dtype) in "iuf")
        value = self.values[name]
        texts = ["_now = time.perf_counter()", "n = len({0})", "n = {0}.nbytes + {0}.ndim", "_ = {0} * 3", "{0} * 3", "n = [float(v) for v in {0}.ravel()[:3]]", "n = sum({0}.ravel()[:5].tolist())",
                 "n = rough({0}.ravel() @ {0}.ravel())", "n = max({0}.ravel()[:4])", "n = {0}.base is None", "_ = ({0} + 1).T; _ += 1", "n = {0}.dtype.name", "_memory = bytearray(80); m = np.frombuffer(_memory); "
                 "n = m + 1; _memory[7] = 64; m = m * 2", "m = np.array([{0}.min(), {0}.max()])", "n = (({0} - {0}.mean()) ** 2).sum()", "n = ({0} * 2 + 1)[::2]", "n = np.sum({0} * {0}) if {0}.size else 0",
                 "m = np.asarray({0}.tolist())", "{0}.setflags(write=False); _ = {0} + 1; {0}.setflags(write=True)", "n = {0} is {0}[...]", "m = np.array({0}, copy=True) + {0}", "n = 3 in {0}",
                 "n = np.shares_memory({0}, {0}[1:])", "m = [row.sum() for row in {0}][:5]", "m = {0}[1:] - {0}[:-1]", "m = ({0}[1:] + {0}[:-1]) / 2; {0}[1:] = m"]
        text = r.choice(texts)
        if value.place == "xp":
            text = r.choice(["n = len({0})", "_ = {0} * 3", "n = {0}.nbytes", "m = {0}[1:] - {0}[:-1]", "n = ({0} * 2 + 1)[::2]", "n = (({0} - {0}.mean()) ** 2).sum()", "n = np.sum({0} * {0})", "xp.cuda.Stream.null.synchronize()" if self.exact else "n = 1"])
        self.say(self.at(text.format(name), value.place))

    WEIGHTS = [(make, 4), (compute, 26), (view, 12), (in_place, 9), (overlapped, 4), (set_items, 6), (get_items, 7), (lists, 3), (reduction, 12), (into, 6), (method, 4), (print_something, 4),
               (states, 4), (attempt, 4), (loop, 2), (aliases, 3), (pending, 4), (randoms, 2), (transfer, 2), (rest, 4)]

    def statement(self):
        statement = self.random.choices([row[0] for row in self.WEIGHTS], [row[1] for row in self.WEIGHTS])[0]
        if self.depth > 1 and statement in (Program.states, Program.attempt):
            statement = Program.compute
        statement(self)

    def change_filters(self):
        """Filters of warnings that change between statements: what is pending then warns under the old ones."""
        r = random.Random("filters %d" % self.number)
        places = [i for i, line in enumerate(self.lines) if not re.match(r"\s|except|finally|else|elif", line)]
        for place in sorted(r.sample(places, min(len(places), r.randint(1, 4))), reverse=True):
            texts = ["warnings.simplefilter('ignore')", "warnings.simplefilter('always')", "warnings.filterwarnings('ignore', message='divide')"]
            if self.exact:  # changed in place NumPy's own registries do not notice
                texts += ["warnings.filters.clear()", "warnings.filters.insert(0, ('ignore', None, Warning, None, 0))"]
            self.lines.insert(place, r.choice(texts))

    def text(self):
        for _ in range(self.random.randint(2, 4)):
            self.make(self.shape if not self.values else None)
        for _ in range(self.random.randint(3, 14)):
            self.statement()
        if self.number % 4 == 1:
            self.change_filters()
        return "\n".join(self.lines) + "\n"


def call(number, numpy=False):
    return "perform(%d, %r)\n" % (number, Program(number, not numpy).text())


def script(first, count, numpy=False, scale=3):
    return PRELUDE % (numpy, scale) + "".join(call(number, numpy) for number in range(first, first + count))


if __name__ == "__main__":
    if sys.argv[1] == "show":
        print(Program(int(sys.argv[2])).text())
    else:
        print(script(int(sys.argv[1]), int(sys.argv[2]), "numpy" in sys.argv))
