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
        self.options, self.images = (), None


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
        program.log = found[1].replace('kernel.cu', program.name or 'default_program')
        raise NVRTCError(5 if found[1].startswith('nvrtc: error') else 6)
    program.text, program.log, program.options, program.images = found, '', tuple(options), None


def getProgramLog(prog):
    """What the compiler said."""
    return _program(prog).log


_texts = {}  # image -> the text that it was made of, its options, names, and those by names in the image: emulated devices run that
_ALONE = b'//\n// CUDA C, as it was given: there is no NVRTC here\n//\n'


def _translated(prog):
    program = _program(prog)
    if program.text is None:
        raise NVRTCError(4)
    if program.images is None:
        found = cupy._kernel_translate(program.source, program.name or 'default_program', tuple(program.options), tuple(program.names))
        if len(found) == 2 and found[0] != 'RuntimeError':
            program.log = found[1]
            raise NVRTCError(6)
        if len(found) == 2:
            alone = _ALONE + program.source.encode()
            found = alone, alone, list(program.names)
        program.images = found
        for image in found[:2]:
            if image is not None:
                _texts[image] = program.source, tuple(program.options), tuple(program.names), dict(zip(found[2], program.names))
    return program.images


def getPTX(prog):
    """The program in PTX: bytes, none before it is compiled."""
    return b'' if _program(prog).text is None else _translated(prog)[0] or b''


def getCUBIN(prog):
    """The compiled image: bytes. The options must name a device's architecture (-arch=sm_90)."""
    return b'' if _program(prog).text is None else _translated(prog)[1] or b''


def getLoweredName(prog, name):
    """The name in the compiled image of a name expression."""
    names = _translated(prog)[2]
    if name not in _program(prog).names:
        raise NVRTCError(10)
    return names[_program(prog).names.index(name)]


def getLTOIR(prog):
    """The intermediate code for linking: not given out."""
    _program(prog)
    raise NVRTCError(11)
