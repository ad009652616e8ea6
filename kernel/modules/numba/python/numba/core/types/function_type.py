"""Types of functions that are values."""
from numba.core.types.functions import (CompileResultWAP, FunctionPrototype, FunctionType, UndefinedFunctionType,
                                        WrapperAddressProtocol)

for _class in (CompileResultWAP, FunctionPrototype, FunctionType, UndefinedFunctionType, WrapperAddressProtocol):
    _class.__module__ = __name__
