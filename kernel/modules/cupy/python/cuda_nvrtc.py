"""The compiler of kernels by NVRTC's names, over the one that the current device has. A program's handle is a number."""

import cupy

_programs = {}
_STATUSES = {4: 'NVRTC_ERROR_INVALID_PROGRAM', 5: 'NVRTC_ERROR_INVALID_OPTION', 6: 'NVRTC_ERROR_COMPILATION',
             10: 'NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID', 11: 'NVRTC_ERROR_INTERNAL_ERROR'}


class NVRTCError(RuntimeError):
    """An error of the compiler's: NVRTCError(status)."""

    def __init__(self, status):
        self.status = status
        super().__init__('%s (%d)' % (_STATUSES.get(status, 'NVRTC_ERROR unknown'), status))


class _Program:
    def __init__(self, source, name):
        self.source, self.name, self.names, self.log, self.text = source, name, [], '', None


def check_status(status):
    """Raise an NVRTCError unless the status is 0."""
    if status:
        raise NVRTCError(status)


def getVersion():
    """The version of the compiler: (major, minor)."""
    version = cupy.cuda.runtime.runtimeGetVersion()
    return version // 1000, version % 1000 // 10


def getSupportedArchs():
    """The compute capabilities for which it compiles."""
    return 75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121


def createProgram(src, name, headers, include_names):
    """A program of this text: its handle."""
    if headers:
        raise NVRTCError(11)
    program = _Program(src, name)
    _programs[id(program)] = program
    return id(program)


def _program(handle):
    if handle not in _programs:
        raise NVRTCError(4)
    return _programs[handle]


def destroyProgram(prog):
    """Let go of a program."""
    _program(prog)
    del _programs[prog]


def addNameExpression(prog, name):
    """Say that a function by this name will be asked for."""
    _program(prog).names.append(name)


def compileProgram(prog, options):
    """Compile a program. What the compiler says is its log."""
    program = _program(prog)
    found = cupy._kernel_compile(program.source, tuple(options), tuple(program.names))
    if type(found) is tuple:
        program.log = found[1]
        raise NVRTCError(5 if found[1].startswith('nvrtc: error') else 6)
    program.text, program.log = found, ''


def getProgramLog(prog):
    """What the compiler said."""
    return _program(prog).log


def _refused(what):
    def function(prog, *names):
        _program(prog)
        raise NVRTCError(11)
    function.__doc__ = what + ': not given out.'
    return function


getPTX, getCUBIN, getLTOIR, getLoweredName = (_refused(what) for what in ('The compiled text', 'The compiled image', 'The intermediate code',
                                                                          'The name in the compiled image'))
