"""What can happen in decimal arithmetic, and the contexts that it takes place in. Module decimal adds to Context what it does
with numbers."""

from contextvars import ContextVar

from _decimal_digits import ROUND_HALF_EVEN, ROUND_HALF_UP, check_rounding

MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN, MIN_ETINY = -MAX_EMAX, -2 * MAX_EMAX + 1


# ---- signals ----

class DecimalException(ArithmeticError):
    """What can happen in decimal arithmetic."""


class Clamped(DecimalException):
    """An exponent was changed to fit."""


class InvalidOperation(DecimalException):
    """The operation has no result."""


class ConversionSyntax(InvalidOperation):
    """The text is no number."""


class DivisionByZero(DecimalException, ZeroDivisionError):
    """A number was divided by zero."""


class DivisionImpossible(InvalidOperation):
    """The whole part of a quotient has too many digits."""


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    """Zero was divided by zero."""


class Inexact(DecimalException):
    """Digits other than zero were lost."""


class InvalidContext(InvalidOperation):
    """The context cannot be."""


class Rounded(DecimalException):
    """Digits were lost."""


class Subnormal(DecimalException):
    """The result is very small."""


class Overflow(Inexact, Rounded):
    """The result is too large."""


class Underflow(Inexact, Rounded, Subnormal):
    """The result is too small for its digits."""


class FloatOperation(DecimalException, TypeError):
    """A float was mixed with decimals."""


_SIGNALS = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Underflow, Subnormal, Inexact, Rounded, Clamped)
_SHOWN_ORDER = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal, Underflow)


# ---- contexts ----

class _SignalDict(dict):
    "Which signals are set: every signal is a key, for ever."

    def __setitem__(self, key, value):
        if key not in self:
            raise KeyError("invalid error flag")
        dict.__setitem__(self, key, bool(value))

    def __delitem__(self, key):
        raise ValueError("signal keys cannot be deleted")

    def copy(self):
        return _SignalDict(self)

    def __repr__(self):
        return "{" + ", ".join("<class 'decimal.%s'>:%s" % (key.__name__, value) for key, value in self.items()) + "}"


def _signal_dict(signals):
    if isinstance(signals, _SignalDict):
        return signals.copy()
    result = _SignalDict()
    for signal in _SIGNALS:
        dict.__setitem__(result, signal, False)
    if isinstance(signals, dict):
        if set(signals) != set(_SIGNALS):
            raise KeyError("invalid error flag")
        for signal, value in signals.items():
            result[signal] = value
    else:
        for signal in signals or ():
            if signal not in result:
                raise TypeError("values must be signals")
            result[signal] = True
    return result


def _bounded(name, low, high, shown):
    def check(value):
        if not isinstance(value, int):
            raise TypeError("an integer is required (got type %s)" % type(value).__name__)
        if not low <= value <= high:
            raise ValueError("valid %s for %s is %s" % ("values" if name in ("capitals", "clamp") else "range", name, shown))
        return value
    return check


_CHECKS = {"prec": _bounded("prec", 1, MAX_PREC, "[1, MAX_PREC]"), "Emin": _bounded("Emin", MIN_EMIN, 0, "[MIN_EMIN, 0]"),
           "Emax": _bounded("Emax", 0, MAX_EMAX, "[0, MAX_EMAX]"), "capitals": _bounded("capitals", 0, 1, "[0, 1]"),
           "clamp": _bounded("clamp", 0, 1, "[0, 1]")}


class Context:
    "Precision, rounding, limits of the exponent, and which signals raise."

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        self.prec = DefaultContext.prec if prec is None else prec
        self.rounding = DefaultContext.rounding if rounding is None else rounding
        self.Emin = DefaultContext.Emin if Emin is None else Emin
        self.Emax = DefaultContext.Emax if Emax is None else Emax
        self.capitals = DefaultContext.capitals if capitals is None else capitals
        self.clamp = DefaultContext.clamp if clamp is None else clamp
        self.traps = DefaultContext.traps if traps is None else traps
        self.flags = flags

    def __setattr__(self, name, value):
        if name in _CHECKS:
            object.__setattr__(self, name, _CHECKS[name](value))
        elif name == "rounding":
            object.__setattr__(self, name, check_rounding(value))
        elif name in ("flags", "traps"):
            object.__setattr__(self, name, _signal_dict(value))
        else:
            raise AttributeError("'decimal.Context' object has no attribute '%s'" % name)

    def __delattr__(self, name):
        raise AttributeError("%s cannot be deleted" % name)

    def __repr__(self):
        return ("Context(prec=%d, rounding=%s, Emin=%d, Emax=%d, capitals=%d, clamp=%d, flags=[%s], traps=[%s])"
                % (self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp,
                   ", ".join(signal.__name__ for signal in _SHOWN_ORDER if self.flags[signal]),
                   ", ".join(signal.__name__ for signal in _SHOWN_ORDER if self.traps[signal])))

    def copy(self):
        "A context with the same settings and flags."
        numbers = self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp
        return Context(*numbers, self.flags, self.traps)

    __copy__ = copy

    def __reduce__(self):
        return Context, (self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp,
                         [signal for signal in _SIGNALS if self.flags[signal]],
                         [signal for signal in _SIGNALS if self.traps[signal]])

    def clear_flags(self):
        "No signal has happened."
        for signal in _SIGNALS:
            self.flags[signal] = False

    def clear_traps(self):
        "No signal raises."
        for signal in _SIGNALS:
            self.traps[signal] = False

    def Etiny(self):
        "The least exponent of a subnormal number."
        return self.Emin - self.prec + 1

    def Etop(self):
        "The greatest exponent of a number with all its digits."
        return self.Emax - self.prec + 1

    def _signal(self, *conditions):
        "Set flags; raise for those that are trapped."
        for condition in conditions:
            self.flags[_signal_of(condition)] = True
        trapped = [condition for condition in conditions if self.traps[_signal_of(condition)]]
        if trapped:
            order = sorted(trapped, key=lambda c: _SIGNALS.index(_signal_of(c)))
            raise _signal_of(order[0])(order)


def _signal_of(condition):
    return InvalidOperation if issubclass(condition, InvalidOperation) else condition


# ---- the contexts that there are ----

DefaultContext = Context(28, ROUND_HALF_EVEN, -999999, 999999, 1, 0, [], [DivisionByZero, Overflow, InvalidOperation])
BasicContext = Context(9, ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow], flags=[])
ExtendedContext = Context(9, ROUND_HALF_EVEN, traps=[], flags=[])
_current = ContextVar("decimal_context")


def getcontext():
    "The context in which arithmetic takes place: every thread and task has its own."
    context = _current.get(None)
    if context is None:
        context = DefaultContext.copy()
        context.clear_flags()
        _current.set(context)
    return context


def setcontext(context, /):
    "Another context for arithmetic."
    if not isinstance(context, Context):
        raise TypeError("argument must be a context")
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    _current.set(context)


class _ContextManager:
    "What localcontext() returns."

    def __init__(self, context):
        self.new = context

    def __enter__(self):
        self.old = getcontext()
        setcontext(self.new)
        return self.new

    def __exit__(self, kind, value, traceback):
        setcontext(self.old)


def localcontext(ctx=None, **kwargs):
    "A context manager: inside it a copy of a context is in force, changed as the keywords say."
    if ctx is not None and not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    context = (ctx or getcontext()).copy()
    for name, value in kwargs.items():
        if name not in ("prec", "rounding", "Emin", "Emax", "capitals", "clamp", "flags", "traps"):
            raise TypeError("'%s' is an invalid keyword argument for this function" % name)
        if value is not None:
            setattr(context, name, value)
    return _ContextManager(context)


for _one in (*_SIGNALS, DecimalException, ConversionSyntax, DivisionImpossible, DivisionUndefined, InvalidContext, Context,
             getcontext, setcontext, localcontext):
    _one.__module__ = "decimal"
