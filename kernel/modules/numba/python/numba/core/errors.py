"""What goes wrong with compiled functions: errors and warnings."""
import contextlib as _contextlib
import warnings as _warnings

_BUGS = "https://github.com/numba/numba/issues/new?template=bug_report.md"
_REQUESTS = "https://github.com/numba/numba/issues/new?template=feature_request.md"
_DOCUMENTS = "https://numba.readthedocs.io/en/stable/"
_SEEN = f"""To see Python/NumPy features supported by the latest release of Numba visit:
{_DOCUMENTS}reference/pysupported.html
and
{_DOCUMENTS}reference/numpysupported.html
"""
_ASK = """If more help is needed please feel free to ask on the Numba discourse forum:
https://numba.discourse.group/

Thanks in advance for your help in improving Numba!
"""
_REPORT = f"Please report the error message and traceback, along with a minimal reproducer\nat: {_BUGS}\n\n{_ASK}"
_FILE = f"please file a feature request at:\n{_REQUESTS}\n"

feedback_details = "\n" + _REPORT
unsupported_error_info = f"""
Unsupported functionality was found in the code Numba was trying to compile.

If this functionality is important to you {_FILE}"""
interpreter_error_info = f"""
Unsupported Python functionality was found in the code Numba was trying to
compile. This error could be due to invalid code, does the code work
without Numba? (To temporarily disable Numba JIT, set the `NUMBA_DISABLE_JIT`
environment variable to non-zero, and then rerun the code).

If the code is valid and the unsupported functionality is important to you
{_FILE}
{_SEEN}"""
typing_error_info = f"""
This is not usually a problem with Numba itself but instead often caused by
the use of unsupported features or an issue in resolving types.

{_SEEN}
For more information about typing errors and how to debug them visit:
{_DOCUMENTS}user/troubleshoot.html#my-code-doesn-t-compile

If you think your code should work with Numba, please report the error message
and traceback, along with a minimal reproducer at:
{_BUGS}
"""
reportable_issue_info = f"""
-------------------------------------------------------------------------------
This should not have happened, a problem has occurred in Numba's internals.
You are currently using Numba version 0.68.1.

{_REPORT}
"""
constant_inference_info = f"""
Numba could not make a constant out of something that it decided should be
a constant. This could well be a current limitation in Numba's internals,
however please first check that your code is valid for compilation,
particularly with respect to string interpolation (not supported!) and
the requirement of compile time constants as arguments to exceptions:
{_DOCUMENTS}reference/pysupported.html?highlight=exceptions#constructs

If the code is valid and the unsupported functionality is important to you
{_FILE}
If you think your code should work with Numba. {_REPORT.replace('Please', chr(10) + 'Please', 1)}
"""
pedantic_warning_info = f"""
This warning came from an internal pedantic check. Please report the warning
message and traceback, along with a minimal reproducer at:
{_BUGS}
"""
loc_info = {}
error_extras = {"unsupported_error": unsupported_error_info, "typing": typing_error_info, "reportable": reportable_issue_info,
                "interpreter": interpreter_error_info, "constant_inference": constant_inference_info}


def _told(msg, loc):
    return f"{msg}" if loc is None else f"{msg}\n{loc.strformat()}\n"


class NumbaWarning(Warning):
    """A warning about compiled code: NumbaWarning(msg, loc=None)."""

    def __init__(self, msg, loc=None, highlighting=True):
        self.msg, self.loc = msg, loc
        super().__init__(_told(msg, loc))


class NumbaPerformanceWarning(NumbaWarning):
    """Something will be slow."""


class NumbaDeprecationWarning(NumbaWarning, DeprecationWarning):
    """Something will go."""


class NumbaPendingDeprecationWarning(NumbaWarning, PendingDeprecationWarning):
    """Something will go some day."""


class NumbaParallelSafetyWarning(NumbaWarning):
    """Something may go wrong in several threads."""


class NumbaTypeSafetyWarning(NumbaWarning):
    """A cast may lose something."""


class NumbaExperimentalFeatureWarning(NumbaWarning):
    """Something may change."""


class NumbaInvalidConfigWarning(NumbaWarning):
    """A setting is wrong."""


class NumbaPedanticWarning(NumbaWarning):
    """The compiler doubts itself."""

    def __init__(self, msg, **kwargs):
        super().__init__(f"{msg}\n{pedantic_warning_info}", **kwargs)


class NumbaIRAssumptionWarning(NumbaPedanticWarning):
    """The compiler took something for granted."""


class NumbaDebugInfoWarning(NumbaWarning):
    """What debuggers need is missing."""


class NumbaSystemWarning(NumbaWarning):
    """The machine has something that does not fit."""


class NumbaError(Exception):
    """An error of compiled code: NumbaError(msg, loc=None)."""

    def __init__(self, msg, loc=None, highlighting=True):
        self.msg, self.loc = msg, loc
        super().__init__(_told(msg, loc))

    @property
    def contexts(self):
        """What was being done, from the inside to the outside."""
        return self.__dict__.setdefault("_contexts", [])

    def add_context(self, msg):
        """Say what was being done."""
        self.contexts.append(msg)
        self.args = (f"{self.args[0]}\nDuring: {msg}",)
        return self

    def patch_message(self, new_message):
        """Say something else."""
        self.args = (new_message,) + self.args[1:]


class UnsupportedError(NumbaError):
    """The compiler cannot do this."""


class UnsupportedBytecodeError(Exception):
    """The compiler does not know this instruction."""

    def __init__(self, msg, loc=None):
        super().__init__(f"{msg}. Raised from {loc}")


class UnsupportedRewriteError(UnsupportedError):
    """Code cannot be rewritten like this."""


class IRError(NumbaError):
    """The compiler's code of the function is wrong."""


class RedefinedError(IRError):
    """A name was given twice."""


class NotDefinedError(IRError):
    """A variable has no value: NotDefinedError(name, loc=None)."""

    def __init__(self, name, loc=None):
        self.name = name
        super().__init__(f"The compiler failed to analyze the bytecode. Variable '{name}' is not defined.", loc=loc)


class VerificationError(IRError):
    """The compiler's code does not hold together."""


class DeprecationError(NumbaError):
    """This has gone."""


class LoweringError(NumbaError):
    """What was typed could not be compiled."""

    def __init__(self, msg, loc=None):
        super().__init__(msg, loc=loc)


class UnsupportedParforsError(NumbaError):
    """A parallel loop is beyond the compiler."""


class ForbiddenConstruct(LoweringError):
    """Something that is not allowed here."""


class TypingError(NumbaError):
    """Types do not fit."""


class UntypedAttributeError(TypingError):
    """A type has no such attribute: UntypedAttributeError(value, attr, loc=None)."""

    def __init__(self, value, attr, loc=None):
        text = f"Unknown attribute '{attr}' of type {value}"
        module = getattr(value, "pymod", None)
        if getattr(module, "__name__", "").partition(".")[0] == "numpy" and not hasattr(module, attr):
            text += f" (module '{module.__name__}' has no attribute '{attr}')"
        super().__init__(text, loc=loc)


class ByteCodeSupportError(NumbaError):
    """The compiler cannot read the function."""

    def __init__(self, msg, loc=None):
        super().__init__(msg, loc=loc)


class CompilerError(NumbaError):
    """The compiler failed."""


class ConstantInferenceError(NumbaError):
    """What must be a constant is none."""

    def __init__(self, value, loc=None):
        super().__init__(f"{value}", loc=loc)


class InternalError(NumbaError):
    """The compiler itself went wrong: InternalError(exception)."""

    def __init__(self, exception):
        super().__init__(str(exception))
        self.old_exception = exception


class InternalTargetMismatchError(InternalError):
    """A function for one target was used on another."""

    def __init__(self, kind, target_hw, hw_clazz):
        super().__init__(f"{kind.title()} being resolved on a target from which it does not inherit. "
                         f"Local target is {target_hw}, declared target class is {hw_clazz}.")


class NonexistentTargetError(InternalError):
    """There is no such target."""


class RequireLiteralValue(TypingError):
    """A constant is wanted."""


_FORCED = "Pseudo-exception to force literal arguments in the dispatcher"


class ForceLiteralArg(NumbaError):
    """Some arguments must be constants: ForceLiteralArg(arg_indices)."""

    def __init__(self, arg_indices, fold_arguments=None, loc=None):
        self.fold_arguments = fold_arguments
        self.requested_args = frozenset(arg_indices)
        NumbaError.__init__(self, _FORCED, loc)

    def bind_fold_arguments(self, fold_arguments):
        """The same with what folds the arguments."""
        return ForceLiteralArg(self.requested_args, fold_arguments, self.loc)

    def combine(self, other):
        """What both want."""
        if not isinstance(other, ForceLiteralArg):
            raise AssertionError(f"other must be a {type(self)} but got a {type(other)} instead")
        return ForceLiteralArg(self.requested_args | other.requested_args)

    __or__ = combine


class LiteralTypingError(TypingError):
    """This value has no literal type."""


class NumbaValueError(TypingError):
    """A value does not fit."""


class NumbaTypeError(TypingError):
    """A type does not fit."""


class NumbaAttributeError(TypingError):
    """There is no such attribute."""


class NumbaAssertionError(TypingError):
    """What was taken for granted does not hold."""


class NumbaNotImplementedError(TypingError):
    """This is not there."""


class NumbaKeyError(TypingError):
    """There is no such key."""


class NumbaIndexError(TypingError):
    """There is no such index."""


class NumbaRuntimeError(NumbaError):
    """Something failed while it ran."""


@_contextlib.contextmanager
def new_error_context(fmt_, *args, **kwargs):
    """A block whose errors tell what was being done: the text, formatted with the arguments."""
    try:
        yield
    except NumbaError as error:
        raise error.add_context(fmt_.format(*args, **kwargs))


class WarningsFixer:
    """Warnings of one category, gathered and given at once: a block of catch_warnings(), then flush()."""

    def __init__(self, category):
        self._category = category
        self._gathered = {}

    @_contextlib.contextmanager
    def catch_warnings(self, filename=None, lineno=None):
        """Gather the warnings of the block; those of another category pass."""
        with _warnings.catch_warnings(record=True) as seen:
            _warnings.simplefilter("always")
            yield
        for one in seen:
            if issubclass(one.category, self._category):
                place = filename or one.filename, lineno or one.lineno, one.category
                self._gathered.setdefault(place, set()).add(str(one.message))
            else:
                _warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)

    def flush(self):
        """Give what was gathered."""
        for (filename, lineno, category), texts in sorted(self._gathered.items(), key=lambda item: item[0][:2]):
            for text in sorted(texts):
                _warnings.warn_explicit(text, category, filename, lineno)
        self._gathered.clear()


__all__ = [_name for _name, _value in globals().copy().items()
           if isinstance(_value, type) and issubclass(_value, (NumbaWarning, NumbaError, UnsupportedBytecodeError))]
