"""Programs, kernels and launches of cuda.core."""
import ctypes
import struct

import cupy
import numpy
from cuda.core._device import Device, Stream, _stream_of
from cuda.core._errors import CUDAError, NVRTCError, failed
from cuda.core._memory import Buffer
from cupy.cuda import nvrtc, runtime

# Name of an option -> how the compiler has it: a flag, a truth, a value, a list of values.
_FLAGS = {"debug": "--device-debug", "lineinfo": "--generate-line-info", "device_code_optimize": "--dopt=on", "use_fast_math": "--use_fast_math",
          "extra_device_vectorization": "--extra-device-vectorization", "link_time_optimization": "--dlink-time-opt", "gen_opt_lto": "--gen-opt-lto",
          "no_source_include": "--no-source-include", "disable_warnings": "--disable-warnings", "restrict": "--restrict",
          "device_as_default_execution_space": "--device-as-default-execution-space", "device_int128": "--device-int128",
          "no_display_error_number": "--no-display-error-number", "fdevice_syntax_only": "--fdevice-syntax-only", "minimal": "--minimal",
          "extensible_whole_program": "--extensible-whole-program", "no_cache": "--no-cache", "device_float128": "--device-float128"}
_TRUTHS = {"relocatable_device_code": "--relocatable-device-code", "ftz": "--ftz", "prec_sqrt": "--prec-sqrt", "prec_div": "--prec-div", "fma": "--fmad",
           "builtin_move_forward": "--builtin-move-forward", "builtin_initializer_list": "--builtin-initializer-list",
           "brief_diagnostics": "--brief-diagnostics"}
_VALUES = {"max_register_count": "--maxrregcount", "std": "--std", "optimization_info": "--optimization-info", "time": "--time",
           "split_compile": "--split-compile", "frandom_seed": "--frandom-seed", "ofast_compile": "--Ofast-compile"}
_LISTS = {"ptxas_options": "--ptxas-options", "undefine_macro": "--undefine-macro", "include_path": "--include-path", "pre_include": "--pre-include",
          "diag_error": "--diag-error", "diag_suppress": "--diag-suppress", "diag_warn": "--diag-warn"}
_OTHERS = {"name": "default_program", "arch": None, "define_macro": None, "numba_debug": None, "pch": None, "create_pch": None, "use_pch": None,
           "pch_dir": None}


class ProgramOptions:
    """How a Program is compiled: ProgramOptions(arch='sm_90', std='c++17', define_macro=['N', ('M', '3')], include_path=..., ...)."""

    def __init__(self, **options):
        for table in (_FLAGS, _TRUTHS, _VALUES, _LISTS):
            for name in table:
                setattr(self, name, None)
        self.__dict__.update(_OTHERS)
        for name, value in options.items():
            if name not in self.__dict__:
                raise TypeError("ProgramOptions.__init__() got an unexpected keyword argument '%s'" % name)
            setattr(self, name, value)

    def _words(self):
        words = [word for name, word in _FLAGS.items() if getattr(self, name)]
        words += ["%s=%s" % (word, "true" if getattr(self, name) else "false") for name, word in _TRUTHS.items() if getattr(self, name) is not None]
        words += ["%s=%s" % (word, getattr(self, name)) for name, word in _VALUES.items() if getattr(self, name) is not None]
        for name, word in _LISTS.items():
            words += ["%s=%s" % (word, one) for one in _several(getattr(self, name))]
        macros = self.define_macro
        if isinstance(macros, tuple):
            if len(macros) != 2 or not all(isinstance(part, str) for part in macros):
                raise RuntimeError("Expected define_macro tuple[str, str], got %r" % (macros,))
            macros = [macros]
        for one in _several(macros):
            words.append("--define-macro=" + (one if isinstance(one, str) else "%s=%s" % tuple(one)))
        return words

    def as_bytes(self, backend="nvrtc", target_type=None):
        "The options as the compiler takes them."
        return [word.encode() for word in (["-arch=" + self.arch] if self.arch else []) + self._words()]

    def __repr__(self):
        return "ProgramOptions(name=%r, arch=%r)" % (self.name, self.arch)


def _several(value):
    return [] if value is None else [value] if isinstance(value, str) else list(value)


class Program:
    """A text that can be compiled: Program(code, code_type, options=None); code_type is 'c++' or 'ptx'."""

    def __init__(self, code, code_type, options=None):
        if isinstance(options, dict):
            options = ProgramOptions(**options)
        elif options is not None and not isinstance(options, ProgramOptions):
            raise TypeError("The Program options must be provided as an object of type ProgramOptions or as a dict with valid Program options. The "
                            "provided object is '%r'." % (options,))
        kind = code_type.lower()
        if kind not in ("c++", "ptx", "nvvm"):
            raise RuntimeError("Unsupported code_type='%s' (supported_code_types=('c++', 'ptx', 'nvvm'))" % kind)
        if kind == "nvvm":
            raise NotImplementedError("cuda.core.Program: NVVM's IR is not supported; give C++ or PTX")
        if not isinstance(code, str):
            raise TypeError("c++ Program must be a string" if kind == "c++" else "ptx Program must be a string")
        self._code, self._kind, self._options, self._handle = code, kind, options or ProgramOptions(), None

    def close(self):
        "Let go of it."

    @property
    def backend(self):
        "What compiles it."
        return "NVRTC" if self._kind == "c++" else "nvJitLink"

    @property
    def handle(self):
        "A number of its own."
        return id(self)

    def compile(self, target_type, name_expressions=(), logs=None):
        "The compiled program: target_type is 'cubin', 'ptx' or 'ltoir'; name_expressions are instances of templates that are asked for."
        allowed = {"c++": ("ptx", "cubin", "ltoir"), "ptx": ("cubin", "ptx")}[self._kind]
        if target_type not in ("ptx", "cubin", "ltoir", "fatbin", "object"):
            raise ValueError("Unsupported target_type='%s' (supported_target_types=('ptx', 'cubin', 'ltoir'))" % target_type)
        if target_type not in allowed:
            raise ValueError("Unsupported target_type='%s' for %s (supported_target_types=%r)" % (target_type, self.backend, allowed))
        if target_type == "ltoir":
            raise NotImplementedError("cuda.core.Program: code for linking (ltoir) is not supported")
        if self._kind == "ptx":
            return ObjectCode(self._code.encode(), target_type, self._options.name)
        names = tuple(name.decode() if isinstance(name, bytes) else name for name in name_expressions)
        answer = cupy._kernel_compile(self._code, tuple(self._options._words()), names)
        if isinstance(answer, tuple):
            kind, message = answer
            if not kind.endswith("CompileException"):
                raise failed(kind, message)
            from cupy._kernels import _located
            message = _located(message, self._code).replace("kernel.cu", self._options.name)
            if logs is not None:
                logs.write(message)
            code = "NVRTC_ERROR_INVALID_OPTION" if message.startswith("nvrtc: error") else "NVRTC_ERROR_COMPILATION"
            raise NVRTCError("%s, compilation log:\n\n%s" % (code, message))
        made = ObjectCode(None, target_type, self._options.name, {name: name for name in names})
        made._text, made._program, made._names = answer, self, names
        return made


class ObjectCode:
    """Compiled kernels: get_kernel(name)."""

    _text = _program = None
    _names = ()

    def __init__(self, module, code_type, name="", symbol_mapping=None):
        self._module, self.code_type, self.name, self.symbol_mapping = module, code_type, name, symbol_mapping or {}

    @staticmethod
    def from_cubin(module, *, name="", symbol_mapping=None):
        "From a compiled image: its bytes, or a file's name."
        return ObjectCode(module, "cubin", name, symbol_mapping)

    @staticmethod
    def from_ptx(module, *, name="", symbol_mapping=None):
        "From PTX: its bytes, or a file's name."
        return ObjectCode(module, "ptx", name, symbol_mapping)

    @staticmethod
    def from_fatbin(module, *, name="", symbol_mapping=None):
        "From images for several devices: their bytes, or a file's name."
        return ObjectCode(module, "fatbin", name, symbol_mapping)

    @property
    def code(self):
        "The image or the PTX itself."
        if self._module is None:
            program = self._program
            arch = program._options.arch or "sm_" + Device().arch
            handle = nvrtc.createProgram(program._code, program._options.name, (), ())
            try:
                for name in self._names:
                    nvrtc.addNameExpression(handle, name)
                nvrtc.compileProgram(handle, tuple(program._options._words()) + ("-arch=" + arch,))
                self._module = nvrtc.getPTX(handle) if self.code_type == "ptx" else nvrtc.getCUBIN(handle)
            finally:
                nvrtc.destroyProgram(handle)
        return self._module

    @property
    def handle(self):
        "A number of its own."
        return id(self)

    def get_kernel(self, name):
        "A kernel by its name, or by the name expression that compile() was given."
        name = name.decode() if isinstance(name, bytes) else name
        if self._text is None:
            image = self._module
            if isinstance(image, str):
                with open(image, "rb") as file:
                    image = file.read()
            from cupy._kernels import module_of_image
            module = module_of_image(image)
            try:
                module.compile()
            except (runtime.CUDARuntimeError, cupy.cuda.driver.CUDADriverError) as error:
                raise failed(type(error).__name__, str(error)) from None
            self._text = module._text
            self.symbol_mapping = dict(module._aliases, **self.symbol_mapping) if module._aliases else self.symbol_mapping
        lowered = self.symbol_mapping.get(name, name)
        missing = cupy._kernel_has(self._text, lowered)
        if missing is not None:
            raise failed(*missing)
        return Kernel._over(self, lowered)


class Kernel:
    """A kernel that launch() takes."""

    def __init__(self, *args, **kwargs):
        raise RuntimeError("Kernel objects cannot be instantiated directly. Please use ObjectCode APIs (get_kernel).")

    @classmethod
    def _over(cls, code, name):
        self = object.__new__(cls)
        self._code, self._text, self._name = code, code._text, name
        return self

    @property
    def attributes(self):
        "What the compiler made of it."
        return KernelAttributes(self)

    @property
    def occupancy(self):
        "How many blocks of it a multiprocessor takes."
        return KernelOccupancy(self)

    @property
    def handle(self):
        "A number of its own."
        return id(self)


_FACTS = {"max_threads_per_block": 0, "shared_size_bytes": 1, "const_size_bytes": 2, "local_size_bytes": 3, "num_regs": 4, "ptx_version": 5,
          "binary_version": 6, "cache_mode_ca": 7, "max_dynamic_shared_size_bytes": 8, "preferred_shared_memory_carveout": 9}


class KernelAttributes:
    """Facts about a kernel: each is a function of a device, the current one without."""

    def __init__(self, kernel):
        self._kernel = kernel

    def _ask(self, number):
        from cupy._kernels import _ATTRIBUTES
        answer = cupy._kernel_attribute(self._kernel._text, self._kernel._name, number, None)
        if isinstance(answer, tuple):
            raise failed(*answer)
        return dict(_ATTRIBUTES.values())[number] if answer is None else answer


def _fact(name, number):
    def ask(self, device_id=None):
        found = self._ask(number)
        return bool(found) if name == "cache_mode_ca" else found

    ask.__name__ = name
    return ask


for _name, _number in _FACTS.items():
    setattr(KernelAttributes, _name, _fact(_name, _number))


class KernelOccupancy:
    """How many blocks of a kernel a multiprocessor takes: from its registers and its shared memory."""

    def __init__(self, kernel):
        self._kernel = kernel

    def max_active_blocks_per_multiprocessor(self, block_size, dynamic_shared_memory_size):
        "How many blocks of a size."
        properties, facts = Device().properties, self._kernel.attributes
        warps = -(-int(block_size) // properties.warp_size)
        limits = [properties.max_blocks_per_multiprocessor or 32, (properties.max_threads_per_multiprocessor or 2048) // (warps * properties.warp_size)]
        each = -(-facts.num_regs() * properties.warp_size // 256) * 256
        if each:
            limits.append((properties.max_registers_per_multiprocessor or 65536) // each // warps)
        shared = int(dynamic_shared_memory_size) + facts.shared_size_bytes()
        if shared:
            limits.append((properties.max_shared_memory_per_multiprocessor or 2 * 49152) // shared)
        return max(0, min(limits))


class LaunchConfig:
    """How a kernel is launched: LaunchConfig(grid=..., block=..., shmem_size=0). grid and block are ints or tuples of up to three."""

    def __init__(self, grid=None, cluster=None, block=None, shmem_size=None, cooperative_launch=False, is_cooperative=False):
        self.grid, self.block = _extents("LaunchConfig.grid", grid), _extents("LaunchConfig.block", block)
        if cluster is not None:
            if Device().compute_capability < (9, 0):
                raise CUDAError("thread block clusters are not supported on devices with compute capability < 9.0")
            if _extents("LaunchConfig.cluster", cluster) != (1, 1, 1):
                raise NotImplementedError("LaunchConfig: clusters of blocks are not supported")
        self.cluster = cluster
        self.shmem_size = 0 if shmem_size is None else shmem_size
        self.cooperative_launch = self.is_cooperative = bool(cooperative_launch or is_cooperative)

    def __repr__(self):
        return "LaunchConfig(grid=%r, cluster=%r, block=%r, shmem_size=%r, is_cooperative=%r)" % (
            self.grid, self.cluster, self.block, self.shmem_size, self.is_cooperative)


def _extents(name, value):
    if value is None:
        raise ValueError("%s is not specified" % name)
    if isinstance(value, int):
        value = (value,)
    if not isinstance(value, tuple):
        raise ValueError("%s must be an integer or a tuple, got %s" % (name, type(value)))
    if len(value) > 3:
        raise ValueError("%s must be an integer or a tuple with length up to 3, got tuple with length %d" % (name, len(value)))
    if any(not hasattr(extent, "__index__") for extent in value):
        raise ValueError("%s: integers are wanted, got %r" % (name, value))
    value = tuple(int(extent) for extent in value)
    if any(extent < 1 for extent in value):
        raise ValueError("%s must be positive, got %r" % (name, value))
    return value + (1,) * (3 - len(value))


_WIDTHS = {int: numpy.int64, float: numpy.float64, bool: numpy.bool_, complex: numpy.complex128}


def _sized(value):
    "An argument whose size is known: Python's numbers are as wide as C's of the same name that are widest."
    width = _WIDTHS.get(type(value))
    if width is not None:
        return numpy.uint64(value) if width is numpy.int64 and value >= 1 << 63 else width(value)
    if isinstance(value, (numpy.generic, bytes, cupy.ndarray)) or getattr(value, "_device_array", None) is not None:
        return value.tobytes() if isinstance(value, numpy.void) else value
    if isinstance(value, Buffer):
        return numpy.intp(int(value.handle))
    if isinstance(value, int):
        return numpy.int64(value)
    if isinstance(value, ctypes._SimpleCData):
        return struct.pack(type(value)._type_, value.value)
    if type(value).__module__.startswith("cuda.bindings"):
        return numpy.uintp(int(value))
    raise TypeError("the argument is of unsupported type: %s" % type(value))


def launch(stream, config, kernel, *kernel_args):
    """Launch a kernel: launch(stream, LaunchConfig(...), kernel, *arguments). Arguments are buffers, addresses, and numbers of NumPy's or Python's."""
    if stream is None:
        raise ValueError("stream cannot be None")
    if not isinstance(stream, Stream):
        _stream_of(stream)
    if not isinstance(config, LaunchConfig):
        if not isinstance(config, dict):
            raise TypeError("The Launch configuration must be provided as an object of type LaunchConfig or as a dict with valid Launch configuration.")
        config = LaunchConfig(**config)
    if not isinstance(kernel, Kernel):
        raise ValueError("kernel must be a Kernel, got %s" % type(kernel))
    answer = cupy._kernel_launch_sized(kernel._text, kernel._name, config.grid, config.block, kernel_args, None, config.shmem_size)
    if type(answer) is int:
        answer = cupy._kernel_launch_sized(kernel._text, kernel._name, config.grid, config.block, tuple([_sized(value) for value in kernel_args]), None,
                                           config.shmem_size)
    if answer is not None:
        if type(answer) is int:
            raise TypeError("the argument is of unsupported type: %s" % type(kernel_args[answer]))
        raise failed(*answer)


class LinkerOptions(ProgramOptions):
    """How a Linker works."""


class Linker:
    """Several compiled programs made one: refused."""

    def __init__(self, *object_codes, options=None):
        raise NotImplementedError("cuda.core.Linker: compiled code cannot be linked here; compile the texts as one Program")


for _class in (Kernel, LaunchConfig, Linker, LinkerOptions, ObjectCode, Program, ProgramOptions, launch):
    _class.__module__ = "cuda.core"
