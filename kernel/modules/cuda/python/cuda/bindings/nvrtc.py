"""The compiler's functions: each returns (nvrtcResult, results...)."""
from cuda.bindings import _support
from cuda.bindings._support import drop, held, keep
from cupy.cuda import nvrtc as compiler

nvrtcResult = _support.enumeration(__name__, "nvrtcResult", NVRTC_SUCCESS=0, NVRTC_ERROR_OUT_OF_MEMORY=1, NVRTC_ERROR_PROGRAM_CREATION_FAILURE=2,
                                   NVRTC_ERROR_INVALID_INPUT=3, NVRTC_ERROR_INVALID_PROGRAM=4, NVRTC_ERROR_INVALID_OPTION=5,
                                   NVRTC_ERROR_COMPILATION=6, NVRTC_ERROR_BUILTIN_OPERATION_FAILURE=7,
                                   NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION=8, NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION=9,
                                   NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID=10, NVRTC_ERROR_INTERNAL_ERROR=11)
globals().update(_support.handles(__name__, "nvrtcProgram"))


def _text(value):
    return value.decode() if isinstance(value, (bytes, bytearray)) else value


def _call(function, *arguments, results=1):
    try:
        found = function(*arguments)
    except compiler.NVRTCError as error:
        return (nvrtcResult(error.status), *[None] * results)
    except KeyError:
        return (nvrtcResult.NVRTC_ERROR_INVALID_PROGRAM, *[None] * results)
    return (nvrtcResult.NVRTC_SUCCESS,) if found is None else (nvrtcResult.NVRTC_SUCCESS, *(found if isinstance(found, tuple) else (found,)))


def nvrtcVersion():
    "(status, major, minor) of the compiler."
    return _call(compiler.getVersion, results=2)


def nvrtcGetErrorString(result):
    "The name of a status, as bytes."
    return nvrtcResult.NVRTC_SUCCESS, nvrtcResult(result).name.encode()


def nvrtcCreateProgram(src, name, numHeaders, headers, includeNames):
    "A program of a text."
    return _call(lambda: keep(nvrtcProgram, compiler.createProgram(_text(src), _text(name) or "default_program", headers or (), includeNames or ())))


def nvrtcDestroyProgram(prog):
    "Let go of it."
    answer = _call(lambda: compiler.destroyProgram(held(prog)), results=0)
    drop(prog)
    return answer


def nvrtcAddNameExpression(prog, name_expression):
    "Say that an instance of a template will be asked for."
    return _call(lambda: compiler.addNameExpression(held(prog), _text(name_expression)), results=0)


def nvrtcCompileProgram(prog, numOptions, options):
    "Compile it."
    return _call(lambda: compiler.compileProgram(held(prog), tuple(_text(option) for option in options or ())), results=0)


def nvrtcGetLoweredName(prog, name_expression):
    "The name of an instance in the compiled program."
    return _call(lambda: compiler.getLoweredName(held(prog), _text(name_expression)).encode())


def _pair(name, get, doc):
    "The functions that tell how long something is, and what it is."
    def size(prog):
        return _call(lambda: len(get(held(prog))) + 1)

    def fill(prog, target):
        def copy():
            found = get(held(prog))
            target[:len(found)] = found
        return _call(copy, results=0)

    size.__doc__, fill.__doc__ = "The length of %s." % doc, "Write %s into bytes that can be written." % doc
    globals()["nvrtcGet%sSize" % name], globals()["nvrtcGet" + name] = size, fill


def _log(program):
    return compiler.getProgramLog(program).encode()


_pair("PTX", compiler.getPTX, "the program in PTX")
_pair("CUBIN", compiler.getCUBIN, "the compiled image")
_pair("ProgramLog", _log, "what the compiler said")
