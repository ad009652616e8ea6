"""Operators: OpKind's, and Python functions. A function is called with stand-ins for its arguments, which write down what is done with them; where
it asks whether something is true, it is called once for each answer."""
import enum
import math
import types

import numpy
from cuda.compute._types import _Struct

MOST_PATHS = 256


class OpKind(enum.IntEnum):
    """Operators that have names."""

    STATELESS, STATEFUL, PLUS, MINUS, MULTIPLIES, DIVIDES, MODULUS, EQUAL_TO, NOT_EQUAL_TO, GREATER, LESS, GREATER_EQUAL, LESS_EQUAL, LOGICAL_AND, \
        LOGICAL_OR, LOGICAL_NOT, BIT_AND, BIT_OR, BIT_XOR, BIT_NOT, IDENTITY, NEGATE, MINIMUM, MAXIMUM = range(24)


_FORMS = {"PLUS": "a + b", "MINUS": "a - b", "MULTIPLIES": "a * b", "DIVIDES": "a / b", "MODULUS": "a % b", "BIT_AND": "a & b", "BIT_OR": "a | b",
          "BIT_XOR": "a ^ b", "BIT_NOT": "~a", "IDENTITY": "a", "NEGATE": "-a", "MINIMUM": "b < a ? b : a", "MAXIMUM": "a < b ? b : a",
          "EQUAL_TO": "a == b", "NOT_EQUAL_TO": "a != b", "GREATER": "a > b", "LESS": "a < b", "GREATER_EQUAL": "a >= b", "LESS_EQUAL": "a <= b",
          "LOGICAL_AND": "a && b", "LOGICAL_OR": "a || b", "LOGICAL_NOT": "!a"}
_TRUTHS = {"EQUAL_TO", "NOT_EQUAL_TO", "GREATER", "LESS", "GREATER_EQUAL", "LESS_EQUAL", "LOGICAL_AND", "LOGICAL_OR", "LOGICAL_NOT"}
_BOOL, _INT, _FLOAT = numpy.dtype(bool), numpy.dtype(numpy.int64), numpy.dtype(numpy.float64)


class _Writer:
    """One call of a function with stand-ins: the statements up to each question, and the answers."""

    def __init__(self, text, answers):
        self.text, self.answers, self.segments, self.questions, self.count = text, answers, [[]], [], 0

    def statement(self, dtype, expression):
        name = "v%d" % self.count
        self.count += 1
        self.segments[-1].append("const %s %s = %s;" % (self.text.type(dtype), name, expression))
        return name

    def number(self, dtype, expression):
        return _Number(self, dtype, self.statement(dtype, expression))

    def ask(self, expression):
        at = len(self.questions)
        if at >= MOST_PATHS:
            raise NotImplementedError("cuda.compute: an operator asks more than %d questions; a loop must not depend on its arguments" % MOST_PATHS)
        self.questions.append(expression)
        self.segments.append([])
        return self.answers[at] if at < len(self.answers) else True


def _together(one, other):
    "The type in which two numbers are computed, as numba has it."
    if one.kind in "bui" and other.kind in "bui":
        if one.kind != "u" and other.kind != "u":
            return _INT
        if one.kind == other.kind or "b" in (one.kind, other.kind):
            return numpy.dtype(numpy.uint64)
        wide = one if one.kind == "u" else other
        return _INT if wide.itemsize < 8 else _FLOAT
    return numpy.result_type(one, other)


def _literal(value):
    "(dtype, text in C) of a number."
    if isinstance(value, numpy.generic):
        dtype = value.dtype
        text = _literal(value.item())[1]
        return dtype, "(%s)%s" % ({"f": "float"}.get(dtype.char, "double"), text) if dtype.kind == "f" else text
    if isinstance(value, bool):
        return _BOOL, "true" if value else "false"
    if isinstance(value, int):
        if -1 << 63 < value < 1 << 63:
            return _INT, "(%dLL)" % value
        if 0 <= value < 1 << 64:
            return numpy.dtype(numpy.uint64), "%dULL" % value
        raise OverflowError("cuda.compute: the number %d has more than 64 bits" % value)
    if isinstance(value, complex):
        return numpy.dtype(numpy.complex128), "complex<double>(%s, %s)" % (_literal(value.real)[1], _literal(value.imag)[1])
    if math.isnan(value):
        return _FLOAT, "((double)NAN)"
    if math.isinf(value):
        return _FLOAT, "__longlong_as_double(0x7ff0000000000000LL)" if value > 0 else "__longlong_as_double(0xfff0000000000000LL)"
    return _FLOAT, "(%r)" % value


class _Number:
    """A stand-in for a number."""

    __array_priority__ = 1000

    def __init__(self, writer, dtype, text):
        self._writer, self.dtype, self._text = writer, dtype, text

    def _other(self, value):
        if isinstance(value, _Number):
            return value
        if isinstance(value, numpy.ndarray) and value.shape == ():
            value = value[()]
        if isinstance(value, (bool, int, float, complex, numpy.generic)):
            return _Number(self._writer, *_literal(value))
        return None

    def _as(self, dtype):
        return self._text if dtype == self.dtype else "(%s)%s" % (self._writer.text.type(dtype), self._text)

    def _cast(self, dtype):
        dtype = numpy.dtype(dtype)
        return self if dtype == self.dtype else self._writer.number(dtype, self._as(dtype))

    def __bool__(self):
        return self._writer.ask(self._text if self.dtype == _BOOL else "%s != 0" % self._text)

    def __index__(self):
        raise NotImplementedError("cuda.compute: a number of the device cannot be an index or a range's end in an operator")

    __int__ = __float__ = __index__

    def __neg__(self):
        dtype = _together(self.dtype, self.dtype)
        return self._writer.number(dtype, "-" + self._as(dtype))

    def __pos__(self):
        return self

    def __invert__(self):
        dtype = _together(self.dtype, self.dtype)
        return self._writer.number(dtype, "~" + self._as(dtype))

    def __abs__(self):
        if self.dtype.kind == "c":
            return self._writer.number(numpy.dtype("f%d" % (self.dtype.itemsize // 2)), "abs(%s)" % self._text)
        if self.dtype.kind == "f":
            return self._writer.number(self.dtype, "fabs(%s)" % self._text)
        dtype = _together(self.dtype, self.dtype)
        return self._writer.number(dtype, "%s < 0 ? -%s : %s" % (self._text, self._as(dtype), self._as(dtype)))

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        if method != "__call__" or kwargs or ufunc.__name__ not in _FUNCTIONS:
            return NotImplemented
        return _FUNCTIONS[ufunc.__name__](*[value if isinstance(value, _Number) else self._other(value) for value in inputs])

    @property
    def real(self):
        "The real part."
        return self if self.dtype.kind != "c" else self._writer.number(numpy.dtype("f%d" % (self.dtype.itemsize // 2)), self._text + ".real()")

    @property
    def imag(self):
        "The imaginary part."
        return self._writer.number(numpy.dtype("f%d" % (self.dtype.itemsize // 2)), self._text + ".imag()") if self.dtype.kind == "c" else 0

    def __hash__(self):
        return id(self)


def _binary(name, form, choose=_together, is_reflected=True):
    def forward(self, value):
        other = self._other(value)
        return NotImplemented if other is None else _computed(self, other)

    def backward(self, value):
        other = self._other(value)
        return NotImplemented if other is None else _computed(other, self)

    def _computed(left, right):
        dtype, result = choose(left.dtype, right.dtype), None
        if isinstance(dtype, tuple):
            dtype, result = dtype
        shape = form(dtype) if callable(form) else form
        return left._writer.number(result or dtype, shape.replace("@", left._as(dtype)).replace("$", right._as(dtype)))

    setattr(_Number, "__%s__" % name, forward)
    if is_reflected:
        setattr(_Number, "__r%s__" % name, backward)


def _real_quotient(one, other):
    together = _together(one, other)
    return together if together.kind in "fc" else _FLOAT


def _floored(dtype):
    if dtype.kind == "f":
        return "floor(@ / $)"
    return "@ / $" if dtype.kind == "u" else "@ / $ - (@ % $ != 0 && (@ < 0) != ($ < 0))"


def _remainder(dtype):
    if dtype.kind == "f":
        return "@ - floor(@ / $) * $"
    return "@ % $" if dtype.kind == "u" else "(@ % $ + ((@ % $ != 0 && (@ < 0) != ($ < 0)) ? $ : 0))"


def _power(one, other):
    together = _together(one, other)
    return (_FLOAT, together) if together.kind in "iu" else together


for _name, _form in (("add", "@ + $"), ("sub", "@ - $"), ("mul", "@ * $"), ("and", "@ & $"), ("or", "@ | $"), ("xor", "@ ^ $"), ("lshift", "@ << $"),
                     ("rshift", "@ >> $"), ("floordiv", _floored), ("mod", _remainder)):
    _binary(_name, _form)
_binary("truediv", "@ / $", _real_quotient)
_binary("pow", "pow(@, $)", _power)
for _name, _form in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!=")):
    _binary(_name, "@ %s $" % _form, lambda one, other: (_together(one, other), _BOOL), False)


def _bit_types(one, other):
    return _BOOL if one == other == _BOOL else _together(one, other)


for _name, _form in (("and", "@ & $"), ("or", "@ | $"), ("xor", "@ ^ $")):
    _binary(_name, _form, _bit_types)


class _Record:
    """A stand-in for a struct, or for what a ZipIterator gives."""

    def __init__(self, writer, dtype, text):
        self._writer, self._dtype, self._text = writer, dtype, text

    def __getattr__(self, name):
        if name.startswith("_") or name not in self._dtype.names:
            raise AttributeError("the struct has no field '%s'" % name)
        return _stand_in(self._writer, self._dtype.fields[name][0], "%s.f_%s" % (self._text, name))

    def __getitem__(self, key):
        if isinstance(key, int):
            if not -len(self._dtype.names) <= key < len(self._dtype.names):
                raise IndexError("tuple index out of range")
            key = self._dtype.names[key]
        return getattr(self, key)

    def __len__(self):
        return len(self._dtype.names)

    def __iter__(self):
        return iter([self[k] for k in range(len(self))])


def _stand_in(writer, dtype, text):
    return _Record(writer, dtype, text) if dtype.names else _Number(writer, dtype, text)


# ---- functions that operators may call ----


def _function(c_name, count=1, always_float=True):
    def call(*values):
        values = [value for value in values]
        first = next((value for value in values if isinstance(value, _Number)), None)
        if first is None:
            return getattr(math, c_name)(*values)
        numbers = [first._other(value) for value in values]
        dtype = numbers[0].dtype
        for number in numbers[1:]:
            dtype = _together(dtype, number.dtype)
        if dtype.kind in "iub" and always_float:
            dtype = _FLOAT
        return first._writer.number(dtype, "%s(%s)" % (c_name, ", ".join(number._as(dtype) for number in numbers)))

    call.__name__ = c_name
    return call


def _least(values, comes_first):
    if len(values) == 1:
        values = tuple(values[0])
    found = values[0]
    for value in values[1:]:
        if not isinstance(found, _Number) and not isinstance(value, _Number):
            found = min(found, value) if comes_first == "<" else max(found, value)
            continue
        one = found if isinstance(found, _Number) else value
        left, right = one._other(found), one._other(value)
        dtype = _together(left.dtype, right.dtype)
        if left.dtype == right.dtype:
            dtype = left.dtype
        found = one._writer.number(dtype, "%s %s %s ? %s : %s" % (right._as(dtype), comes_first, left._as(dtype), right._as(dtype), left._as(dtype)))
    return found


def _minimum(*values):
    return _least(values, "<")


def _maximum(*values):
    return _least(values, ">")


def _made(dtype, plain):
    def cast(*values):
        if len(values) == 1 and isinstance(values[0], _Number):
            return values[0]._cast(dtype)
        return plain(*values)

    cast.dtype = dtype
    return cast


def _truth(value):
    return value._writer.number(_BOOL, "%s != 0" % value._text) if isinstance(value, _Number) else bool(value)


_C_NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh",
            "absolute": "fabs", "abs": "fabs", "power": "pow", "hypot": "hypot"}
_FUNCTIONS = {name: _function(_C_NAMES.get(name, name)) for name in """sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan atan2 sinh
cosh tanh asinh acosh atanh floor ceil trunc fabs fmod copysign hypot erf erfc lgamma pow ldexp arcsin arccos arctan arctan2 arcsinh arccosh arctanh
power""".split()}
_FUNCTIONS.update(minimum=_minimum, maximum=_maximum, fmin=_function("fmin"), fmax=_function("fmax"), absolute=abs, abs=abs, square=lambda x: x * x,
                  add=lambda a, b: a + b, subtract=lambda a, b: a - b, multiply=lambda a, b: a * b, divide=lambda a, b: a / b,
                  less=lambda a, b: a < b, greater=lambda a, b: a > b, equal=lambda a, b: a == b, isnan=lambda x: x != x)


class _Functions:
    """A module as operators see it: functions of numbers work on stand-ins, types make casts, the rest is the module's own."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        return _replaced(getattr(self._module, name))


_BUILT_IN = {"min": _minimum, "max": _maximum, "int": _made(_INT, int), "float": _made(_FLOAT, float), "bool": _truth,
             "round": lambda value, *digits: _FUNCTIONS["rint"](value) if isinstance(value, _Number) else round(value, *digits)}
_FUNCTIONS["rint"] = _function("rint")


def _replaced(value):
    "What stands for a global of an operator's."
    if isinstance(value, types.ModuleType) and value.__name__ in ("math", "numpy", "cupy"):
        return _Functions(value)
    if isinstance(value, type) and issubclass(value, numpy.generic):
        return _made(numpy.dtype(value), value)
    if getattr(value, "__module__", None) == "math" and getattr(value, "__name__", None) in _FUNCTIONS:
        return _FUNCTIONS[value.__name__]
    if isinstance(value, numpy.ufunc) and value.__name__ in _FUNCTIONS:
        return _FUNCTIONS[value.__name__]
    inner = getattr(value, "py_func", value)  # a device function of numba's
    if isinstance(inner, types.FunctionType) and inner is not value:
        return _prepared(inner)
    return value


def _prepared(function):
    "A function whose globals are those that work on stand-ins."
    seen = dict(function.__globals__)
    for name in function.__code__.co_names:
        if name in seen:
            found = seen[name]
            if isinstance(found, types.FunctionType) and found is not function:
                seen[name] = types.FunctionType(found.__code__, {**found.__globals__, **_BUILT_IN, **{
                    key: _replaced(found.__globals__[key]) for key in found.__code__.co_names if key in found.__globals__}}, found.__name__,
                    found.__defaults__, found.__closure__)
            else:
                seen[name] = _replaced(found)
        elif name in _BUILT_IN:
            seen[name] = _BUILT_IN[name]
    return types.FunctionType(function.__code__, seen, function.__name__, function.__defaults__, function.__closure__)


def _returned(writer, value, kind):
    "(dtype, expression) of what an operator returned; `kind` is the struct that is wanted, if one is."
    if isinstance(value, _Number):
        return value.dtype, value._text
    if isinstance(value, _Record):
        return value._dtype, value._text
    if isinstance(value, _Struct):
        dtype, parts = value.dtype, [getattr(value, name) for name in value.dtype.names]
    elif isinstance(value, tuple):
        parts = list(value)
        if kind is not None and kind.names and len(kind.names) == len(parts):
            dtype = kind
        else:
            found = [_returned(writer, part, None)[0] for part in parts]
            dtype = numpy.dtype([("f%d" % k, one) for k, one in enumerate(found)], align=True)
    elif isinstance(value, (bool, int, float, complex, numpy.generic)):
        return _literal(value)
    else:
        raise TypeError("cuda.compute: an operator returned %s" % type(value).__name__)
    name = "v%d" % writer.count
    writer.count += 1
    lines = ["%s %s;" % (writer.text.type(dtype), name)]
    for field, part in zip(dtype.names, parts):
        of, text = _returned(writer, part, dtype.fields[field][0])
        lines.append("%s.f_%s = %s;" % (name, field, writer.text.converted(dtype.fields[field][0], of, text)))
    writer.segments[-1] += lines
    return dtype, name


def operator(text, op, kinds, result=None):
    "(the type of its result, the name of the device function that it became): `kinds` are its arguments' types, `result` the type that is wanted."
    heads = ", ".join("const %s a%d" % (text.type(kind), k) for k, kind in enumerate(kinds))
    name = text.fresh("op")
    if isinstance(op, OpKind):
        form = _FORMS.get(op.name)
        if form is None:
            raise ValueError("cuda.compute: %s is no operator by itself" % op.name)
        kind = result if result is not None and op.name not in _TRUTHS else kinds[0] if len(kinds) == 1 or kinds[0] == kinds[1] else _together(*kinds)
        if kind.kind == "f" and op is OpKind.MODULUS:
            form = "fmod(a, b)"
        locals_ = " ".join("const %s %s = %s;" % (text.type(kind), letter, text.converted(kind, one, "a%d" % k))
                           for k, (letter, one) in enumerate(zip("ab", kinds)))
        out = _BOOL if op.name in _TRUTHS else kind
        text.parts.append("__device__ %s %s(%s) { %s return %s; }" % (text.type(out), name, heads, locals_, form))
        return out, name
    function = getattr(op, "py_func", op)
    if not isinstance(function, types.FunctionType):
        raise TypeError("cuda.compute: an operator is an OpKind or a function, not %s" % type(op).__name__)
    prepared, paths, outcome = _prepared(function), [0], [result]

    def path(answers):
        paths[0] += 1
        if paths[0] > MOST_PATHS:
            raise NotImplementedError("cuda.compute: the operator '%s' branches more than %d ways; a loop must not depend on its arguments"
                                      % (function.__name__, MOST_PATHS))
        writer = _Writer(text, answers)
        found = _returned(writer, prepared(*[_stand_in(writer, kind, "a%d" % k) for k, kind in enumerate(kinds)]), result)
        here = len(answers)
        lines = list(writer.segments[here])
        if len(writer.questions) > here:
            return lines + ["if (%s) {" % writer.questions[here]] + path(answers + [True]) + ["} else {"] + path(answers + [False]) + ["}"]
        dtype, expression = found
        if outcome[0] is None:
            outcome[0] = dtype
        elif result is None and outcome[0] != dtype:
            outcome[0] = _together(outcome[0], dtype) if not outcome[0].names else outcome[0]
        return lines + [(dtype, expression)]

    body = path([])
    kind = outcome[0]
    lines = [line if isinstance(line, str) else "return %s;" % text.converted(kind, *line) for line in body]
    text.parts.append("__device__ %s %s(%s) {\n%s\n}" % (text.type(kind), name, heads, "\n".join(lines)))
    return kind, name
