"""Making compiled code know more: functions and types of one's own."""
import importlib as _importlib

_PLACES = {"numba.core.decorators": "overload overload_method overload_attribute overload_classmethod register_jitable intrinsic",
           "numba.core.typing.typeof": "typeof_impl"}
_FROM = {_name: _place for _place, _names in _PLACES.items() for _name in _names.split()}
_REFUSED = {"lower_builtin", "lower_cast", "lower_getattr", "lower_getattr_generic", "lower_setattr", "lower_setattr_generic", "box",
            "unbox", "reflect", "NativeValue", "register_model", "models", "make_attribute_wrapper", "type_callable", "lower_constant",
            "infer", "infer_getattr", "infer_global", "get_cython_function_address", "sentry_literal_args", "SentryLiteralArgs",
            "include_path", "BoxContext", "UnboxContext", "core_models"}
__all__ = sorted(_FROM)


def is_jitted(function):
    """Whether a function was made by jit.

    >>> from numba.extending import is_jitted
    >>> is_jitted(len)
    False
    """
    return hasattr(function, "py_func") and hasattr(function, "signatures")


def __getattr__(name):
    if name in _FROM:
        value = globals()[name] = getattr(_importlib.import_module(_FROM[name]), name)
        return value
    if name in _REFUSED:
        raise AttributeError(f"numba.extending.{name} is not supported: code of LLVM's that users write for types of their own has no place "
                             "here. numba.extending.overload and register_jitable take functions in Python")
    raise AttributeError(f"module 'numba.extending' has no attribute '{name}'")
