"""Kernels that users write: RawKernel, RawModule, ElementwiseKernel, ReductionKernel, fuse."""
import re
import warnings

import cupy
import cupy._memory
import numpy
from cupy.cuda.graph import _active as _captures

__all__ = ['ElementwiseKernel', 'RawKernel', 'RawModule', 'ReductionKernel', 'fuse']


class CompileException(Exception):
    """A text that the compiler refused; `source` is the text."""

    def __init__(self, msg, source="", name="kernel.cu", options=(), backend="nvrtc"):
        self._msg = msg
        self.source = source
        self.name = name
        self.options = options
        self.backend = backend
        super().__init__(msg)

    def __str__(self):
        return self._msg

    def get_message(self):
        "What the compiler said."
        return self._msg

    def dump(self, f):
        "Write what failed into a file: the message, the options, the text with its lines numbered."
        lines = self.source.split("\n")
        digits = len(str(len(lines)))
        f.write("%s compilation error: %s\n-----\nName: %s\nOptions: %s\nCUDA source:\n"
                % (self.backend.upper(), self._msg, self.name, " ".join(self.options)))
        for number, line in enumerate(lines):
            f.write("%0*d %s\n" % (digits, number + 1, line.rstrip()))
        f.write("-----\n")
        f.flush()


CompileException.__module__ = "cupy.cuda.compiler"
CompileException.__qualname__ = CompileException.__name__ = "CompileException"


def _located(message, source):
    """Errors with the line they speak of, behind what else they say."""
    lines, out, line = source.split("\n"), [], None
    for text in message.split("\n") + [""]:
        if line is not None and not text.startswith("            "):
            if text.strip() != line.strip():
                out.append(line)
            line = None
        out.append(text)
        found = re.match(r"[^\s(]*\((\d+)\): error", text)
        if found and 0 < int(found.group(1)) <= len(lines):
            line = "  " + lines[int(found.group(1)) - 1].strip()
    return "\n".join(out[:-1])


def _compile(source, options=(), names=()):
    text = cupy._kernel_compile(source, tuple(options), tuple(names))
    if type(text) is tuple:
        kind, message = text
        if kind.endswith("CompileException"):
            raise CompileException(_located(message, source), source, "kernel.cu", tuple(options), "nvrtc")
        _raise(kind, message)
    return text


def _check_has(text, name):
    failed = cupy._kernel_has(text, name)
    if failed is not None:
        _raise(*failed)


def _raise(kind, message, source=""):
    "What the device could not do."
    if kind.endswith("CompileException"):
        raise CompileException(_located(message, source), source)
    if kind.startswith("cudaError"):
        raise cupy.cuda.runtime.CUDARuntimeError(message if message.startswith("cudaError") else "%s: %s" % (kind, message))
    if kind == "AssertionError":  # the line is the device's to tell, on stderr; here it is behind the words
        raise cupy.cuda.runtime.CUDARuntimeError("cudaErrorAssert: device-side assert triggered: " + message)
    if kind in ("TypeError", "RuntimeError", "ValueError", "NotImplementedError"):
        raise {"TypeError": TypeError, "ValueError": ValueError,
               "NotImplementedError": NotImplementedError}.get(kind, RuntimeError)(message)
    raise cupy.cuda.driver.CUDADriverError(message if message.startswith("CUDA_ERROR") else "%s: %s" % (kind, message))


def _launch(text, name, grid, block, args, shared):
    failed = cupy._kernel_launch(text, name, grid, block, args, shared)
    if failed is not None:
        _raise(*failed)


def _sizes(value, what):
    if isinstance(value, (tuple, list)):
        return tuple(int(n) for n in value)
    return (int(value),)


def _of_type(value, name, kind):
    if value is not None and not isinstance(value, kind):
        raise TypeError("Argument '%s' has incorrect type (expected %s, got %s)" % (name, kind.__name__, type(value).__name__))


def _checked_options(options):
    """Options of the compiler: a tuple of str."""
    _of_type(options, "options", tuple)
    for option in options:
        if not isinstance(option, str):
            raise TypeError("Expected str, got %s" % type(option).__name__)
    return tuple(options)


_SHARED_MAX = 49152  # bytes of shared memory that a launch may ask for without further ado


class Function:
    """A kernel of a RawModule."""

    file_path = None
    enable_cooperative_groups = False

    def __init__(self, module, name):
        self._module = module
        self.name = name
        self.kernel = self

    def __call__(self, grid, block, args, *, shared_mem=0, stream=None, enable_cooperative_groups=False):
        if stream is not None and _captures:
            with stream:
                return self(grid, block, args, shared_mem=shared_mem)
        self._module.compile()
        if shared_mem > _SHARED_MAX:
            self._check_shared(shared_mem)
        _launch(self._module._text, self.name, _sizes(grid, "grid"), _sizes(block, "block"), tuple(args), shared_mem)

    def _check_shared(self, size):
        "More than every kernel may have must be asked for by max_dynamic_shared_size_bytes."
        if size > self.max_dynamic_shared_size_bytes:
            _raise("CUDA_ERROR_INVALID_VALUE", "invalid argument")

    def __repr__(self):
        return "<cupy._core.raw.RawKernel object at 0x%x>" % id(self)

    def compile(self, log_stream=None):
        self._module.compile()

    @property
    def code(self):
        return self._module.code

    @property
    def options(self):
        return self._module.options

    @property
    def backend(self):
        return self._module.backend

    @property
    def attributes(self):
        "What the compiler made of the kernel: registers, shared memory and the like."
        return {name: getattr(self, name) for name in _ATTRIBUTES}


def _attribute(name, number, emulated, writable):
    def ask(self, value):
        self._module.compile()
        answer = cupy._kernel_attribute(self._module._text, self.name, number, value)
        if type(answer) is tuple:
            _raise(*answer)
        return answer

    def get(self):
        answer = ask(self, None)
        return self.__dict__.get("_" + name, emulated) if answer is None else answer

    def put(self, value):
        ask(self, int(value))
        self.__dict__["_" + name] = int(value)

    return property(get, put if writable else None)


# Name: its CUfunction_attribute, and what it is on an emulated device.
_ATTRIBUTES = {"max_threads_per_block": (0, 1024), "shared_size_bytes": (1, 0), "const_size_bytes": (2, 0), "local_size_bytes": (3, 0),
               "num_regs": (4, 32), "ptx_version": (5, 80), "binary_version": (6, 80), "cache_mode_ca": (7, 0),
               "max_dynamic_shared_size_bytes": (8, 49152), "preferred_shared_memory_carveout": (9, -1)}
for _name, (_number, _emulated) in _ATTRIBUTES.items():
    setattr(Function, _name, _attribute(_name, _number, _emulated, _number >= 8))


class RawModule:
    """Kernels written in CUDA C."""

    _aliases = {}  # of names in an image: the expressions that they stand for

    def __init__(self, code=None, *, path=None, options=(), backend="nvrtc", translate_cucomplex=False,
                 enable_cooperative_groups=False, name_expressions=None, jitify=False):
        if (code is None) == (path is None):
            raise TypeError("Exactly one of `code` and `path` keyword arguments must be given.")
        for value, what, kind in ((code, "code", str), (path, "path", str), (backend, "backend", str)):
            _of_type(value, what, kind)
        if name_expressions is not None and backend != "nvrtc":
            raise ValueError("only nvrtc supports retrieving the mangled names for the given name expressions")
        self.code = code
        self.file_path = path
        self.options = _checked_options(options)
        self.backend = backend
        self.name_expressions = None if name_expressions is None else tuple(name_expressions)
        self.enable_cooperative_groups = enable_cooperative_groups
        self._text = None

    def compile(self, log_stream=None):
        "Compile now, not only when a kernel is asked for."
        if self._text is None:
            if self.code is None:
                try:
                    with open(self.file_path, "rb") as file:
                        text = file.read()
                except FileNotFoundError:
                    raise cupy.cuda.driver.CUDADriverError("CUDA_ERROR_FILE_NOT_FOUND: file not found") from None
                self._text = _compile(text)
            else:
                self._text = _compile(self.code, self.options, self.name_expressions or ())

    @property
    def module(self):
        "The compiled module."
        self.compile()
        return self

    def get_function(self, name):
        "The kernel of this name."
        self.compile()
        name = self._aliases.get(name, name)
        _check_has(self._text, name)
        kernel = Function(self, name)
        kernel.__class__ = _FunctionOfModule
        return kernel

    def get_global(self, name):
        "The device memory of a variable of the module."
        self.compile()
        found = cupy._kernel_variable_array(self._text, name)
        if found is None:
            raise cupy.cuda.driver.CUDADriverError("CUDA_ERROR_NOT_FOUND: named symbol not found")
        if type(found) is tuple:
            _raise(*found)
        return cupy._memory.pointer_of(found)


def module_of_image(image):
    "The module of a compiled image, or of what nvrtc gave out as one."
    if isinstance(image, str):
        image = image.encode()
    from cupy.cuda import nvrtc
    known = nvrtc._texts.get(image)
    if known is not None and cupy._emulates():
        source, options, names, aliases = known
        module = RawModule(code=source, options=options, name_expressions=names or None)
        module._aliases = aliases
        return module
    module = RawModule(code="")
    module.code, module._text = None, _compile(image)
    return module


class _FunctionOfModule(Function):
    pass


_FunctionOfModule.__name__ = _FunctionOfModule.__qualname__ = "RawKernel"


class RawKernel(Function):
    """A kernel written in CUDA C: kernel(grid, block, args)."""

    def __init__(self, code, name, options=(), backend="nvrtc", *, translate_cucomplex=False,
                 enable_cooperative_groups=False, jitify=False):
        _of_type(code, "code", str)
        _of_type(name, "name", str)
        Function.__init__(self, RawModule(code=code, options=options, backend=backend), name)
        self.enable_cooperative_groups = enable_cooperative_groups

    def __call__(self, grid, block, args, *, shared_mem=0, stream=None):
        if stream is not None and _captures:
            with stream:
                return self(grid, block, args, shared_mem=shared_mem)
        module = self._module
        if module._text is None:
            module.compile()
            try:
                _check_has(module._text, self.name)
            except Exception:
                module._text = None
                raise
        if shared_mem > _SHARED_MAX:
            self._check_shared(shared_mem)
        _launch(module._text, self.name, grid if type(grid) is tuple else _sizes(grid, "grid"),
                block if type(block) is tuple else _sizes(block, "block"), args if type(args) is tuple else tuple(args),
                shared_mem)


RawKernel.__module__ = RawModule.__module__ = _FunctionOfModule.__module__ = "cupy"

# ---- kernels from expressions ----


def _common_shape(arrays, params, args):
    "The shape that the arrays have together."
    try:
        return numpy.broadcast_shapes(*[array.shape for array in arrays])
    except ValueError:
        shapes = [str(value.shape) if isinstance(value, cupy.ndarray) and not parameter.raw else "()" for parameter, value in zip(params, args)]
        raise ValueError("operands could not be broadcast together with shapes " + " ".join(shapes)) from None


_C_TYPES = {"bool": "bool", "int8": "signed char", "uint8": "unsigned char", "int16": "short", "uint16": "unsigned short",
            "int32": "int", "uint32": "unsigned int", "int64": "long long", "uint64": "unsigned long long",
            "float16": "float16", "float32": "float", "float64": "double", "complex64": "complex<float>",
            "complex128": "complex<double>"}


_PRELUDE = "#include <cupy/complex.cuh>\n#include <cupy/carray.cuh>\n#include <cupy/atomics.cuh>\n"


def _c_type(dtype):
    return _C_TYPES[numpy.dtype(dtype).name]


class _Parameter:
    def __init__(self, text, is_const):
        words = text.split()
        self.raw = "raw" in words[:-1]
        if words and words[0] == "_non_const":
            is_const = False
        words = [word for word in words if word not in ("raw", "_non_const", "const")]
        if len(words) < 2:
            raise Exception("Syntax error: %s" % text.strip())
        self.name = words[-1]
        self.ctype = " ".join(words[:-1])
        self.is_const = is_const
        if not re.match(r"[A-Za-z_]\w*$", self.name):
            raise Exception("Syntax error: %s" % text.strip())
        if self.name in ("i", "_i", "_ind", "_n", "_d", "_rest"):
            raise ValueError("Can not use '%s' as a parameter name" % self.name)
        self.dtype = numpy.dtype(self.ctype) if len(self.ctype) > 1 else None


def _parameters(text, is_const):
    text = text.strip()
    return [_Parameter(part, is_const) for part in text.split(",")] if text else []


def _bind(parameters, values, types, shown=str):
    """The dtypes of the placeholders, from arrays first. `shown`: how a message names a dtype."""
    for arrays in (True, False):
        for parameter, value in zip(parameters, values):
            if value is None or isinstance(value, cupy.ndarray) != arrays:
                continue
            dtype = value.dtype if arrays else None
            if parameter.dtype is not None:
                if arrays and dtype != parameter.dtype:
                    raise TypeError("Type is mismatched. %s %s %s" % (parameter.name, shown(dtype), parameter.dtype))
            elif arrays:
                known = types.setdefault(parameter.ctype, dtype)
                if known != dtype:
                    raise TypeError("Type is mismatched. %s %s %s %s" % (parameter.name, shown(dtype), shown(known), parameter.ctype))
            elif parameter.ctype not in types:
                types[parameter.ctype] = numpy.dtype(type(value)) if isinstance(value, (bool, int, float, complex)) else value.dtype


def _dtype_of(parameter, types):
    if parameter.dtype is not None:
        return parameter.dtype
    try:
        return types[parameter.ctype]
    except KeyError:
        raise KeyError(parameter.ctype) from None


def _check_values(args):
    for value in args:
        if not isinstance(value, (cupy.ndarray, numpy.generic, bool, int, float, complex)):
            raise TypeError("Unsupported type %s" % type(value))


_RAW_METHODS = re.compile(r"\b(\w+)\s*\.\s*(size|shape|ndim|strides)\s*(\(\s*\))?")
_INDEX_METHODS = re.compile(r"\b(_ind|_in_ind|_out_ind)\s*\.\s*(size|shape|ndim|get)\s*(\(\s*\))?")
_ARRAY_NAMES = re.compile(r"[\w>]\s+(\w+)\s*\[[^\]=;]*\]\s*[=;,]|\*\s*(?:const\s+)?(\w+)\s*=")


def _merged(shape, arrays):
    """The shape of a loop over arrays once axes that follow each other in all of them are one, as CuPy's kernels see it."""
    merged = []
    steps = []
    for axis, extent in enumerate(shape):
        if extent == 1:
            continue
        step = [array.strides[axis] for array in arrays]
        if merged and all(before == now * extent for before, now in zip(steps, step)):
            merged[-1] *= extent
        else:
            merged.append(extent)
        steps = step
    return tuple(merged) if merged or not shape else (1,)


def _place_of(inner, name, ndim, arrays):
    # What stands in the brackets as one number, if it is an array of numbers for the axes of a raw array.
    inner = inner.strip()
    if inner.startswith("{") and inner.endswith("}"):
        numbers = ["(%s)" % number for number in inner[1:-1].split(",")]
    elif inner in arrays or inner.endswith("_places"):
        numbers = ["%s[%d]" % (inner, axis) for axis in range(ndim)]
    else:
        return None
    place = numbers[0] if numbers else "0"
    for axis in range(1, ndim):
        place = "(%s) * _shape_%s[%d] + %s" % (place, name, axis, numbers[axis])
    return place


def _by_arrays(text, ndims):
    """Raw arrays that are indexed by an array of numbers, x[ids] or x[{0, i}], as kernels have them. `ndims`: of the raw ones."""
    arrays = {one or other for one, other in _ARRAY_NAMES.findall(text)} - set(ndims)
    out, at = [], 0
    for match in re.finditer(r"\b(\w+)\s*\[", text):
        name = match.group(1)
        if name not in ndims or match.start() < at:
            continue
        depth, end = 1, match.end()
        while end < len(text) and depth:
            depth += {"[": 1, "]": -1}.get(text[end], 0)
            end += 1
        place = _place_of(text[match.end():end - 1], name, ndims[name], arrays)
        if place is not None:
            out += [text[at:match.end()], place, "]"]
            at = end
    return "".join(out) + text[at:]


def _index_text(text):
    """_ind.get(), _ind.size() and so on as names of the kernel's own."""
    def replace(match):
        return {"size": "_n" if match.group(1) == "_ind" else match.group(1) + "_size", "shape": match.group(1) + "_shape",
                "ndim": match.group(1) + "_ndim", "get": match.group(1) + "_places"}[match.group(2)]
    return _INDEX_METHODS.sub(replace, text)


def _spread(name, flat, ndim):
    """C: the places along the axes of what has a place in all, as an array of this name."""
    return ("ptrdiff_t %s_places[%d];\n{ long long _rest = %s;\nfor (int _d = %d; _d > 0; _d--) { %s_places[_d] = _rest %% %s_shape[_d]; "
            "_rest /= %s_shape[_d]; }\n%s_places[0] = _rest; }\n" % (name, max(ndim, 1), flat, ndim - 1, name, name, name, name))


def _raw_text(text, raws):
    """x.size() and x.shape() of raw arrays, as parameters of the kernel."""
    def replace(match):
        name, member = match.group(1), match.group(2)
        if name not in raws:
            return match.group(0)
        return {"size": "_size_%s", "shape": "_shape_%s", "ndim": "_ndim_%s", "strides": "_strides_%s"}[member] % name
    return _index_text(_RAW_METHODS.sub(replace, text))


def _describes(text, name):
    return any("_%s_%s" % (what, name) in text for what in ("size", "shape", "ndim", "strides"))


class _Builder:
    """The head of a kernel: parameters, arguments, what stands before the loop."""

    def __init__(self, text, types, beside=""):
        self.text = text
        self.beside = beside  # what stands before and behind the loop
        self.heads, self.args, self.before, self.each = [], [], [], []
        self.ndims = {}  # of raw arrays
        self.typedefs = "".join("typedef %s %s;\n" % (_c_type(dtype), name) for name, dtype in types.items() if name not in _C_TYPES)

    def array(self, parameter, array, is_const):
        ctype = _c_type(array.dtype)
        self.heads.append("%s%s *_raw_%s" % ("const " if is_const else "", ctype, parameter.name))
        self.args.append(array)
        if not parameter.raw:
            self.each.append("%s%s &%s = _raw_%s[i];" % ("const " if is_const else "", ctype, parameter.name, parameter.name))
            return
        self.before.append("%s%s *%s = _raw_%s;" % ("const " if is_const else "", ctype, parameter.name, parameter.name))
        self.ndims[parameter.name] = array.ndim
        self.text = _by_arrays(self.text, {parameter.name: array.ndim})
        if _describes(self.text + self.beside, parameter.name):
            shape = cupy.asarray(numpy.array(array.shape + array.strides + (0,), dtype=numpy.int64))
            self.heads += ["const long long *_shape_%s" % parameter.name, "long long _size_%s" % parameter.name, "int _ndim_%s" % parameter.name]
            self.args += [shape, array.size, array.ndim]
            self.before.append("const long long *_strides_%s = _shape_%s + _ndim_%s;" % ((parameter.name,) * 3))

    def index(self, name, flat, shape, used):
        """Where the loop stands, as _ind.get() and its kin tell, if the text asks."""
        if not re.search(r"\b%s_(places|shape|ndim)\b" % name, used):
            return ""
        self.heads.append("const ptrdiff_t *%s_shape" % name)
        self.args.append(cupy.asarray(numpy.array(shape + (0,), dtype=numpy.int64)))
        self.before.append("const int %s_ndim = %d;" % (name, len(shape)))
        return _spread(name, flat, len(shape))

    def scalar(self, parameter, value, dtype):
        self.heads.append("const %s %s" % (_c_type(dtype), parameter.name))
        self.args.append(numpy.dtype(dtype).type(value))


def _check_kernel_name(name):
    if not re.match(r"[A-Za-z_]\w*$", name):
        raise ValueError("Invalid kernel name: \"%s\"" % name)


class _KernelCodes:
    """The texts of a kernel that were compiled, by the types of their arrays."""

    @property
    def cached_codes(self):
        "The texts that were compiled, by the dtypes of the arrays that they are for."
        if not self._codes:
            warnings.warn("No codes are cached because compilation is deferred until the first function call.")
        return dict(self._codes)

    @property
    def cached_code(self):
        "The first of the texts that were compiled."
        if len(self._codes) > 1:
            warnings.warn("The input types of the kernel could not be inferred. Please use `.cached_codes` instead.")
        return next(iter(self._codes.values()))


class ElementwiseKernel(_KernelCodes):
    """A kernel that is given by what happens to each element."""

    def __init__(self, in_params, out_params, operation, name="kernel", reduce_dims=True, preamble="", no_return=False,
                 return_tuple=False, **kwargs):
        _check_kernel_name(name)
        self._kwargs, self._unknown = dict(kwargs), [word for word in kwargs if word not in ("loop_prep", "after_loop", "options")]
        self.in_params = _parameters(in_params, True)
        self.out_params = _parameters(out_params, False)
        self.params = self.in_params + self.out_params
        names = [parameter.name for parameter in self.params]
        if len(set(names)) < len(names):
            raise ValueError("Parameter names must be unique")
        self.nin, self.nout, self.nargs = len(self.in_params), len(self.out_params), len(self.params)
        self.name = self.__name__ = name
        self.operation = operation
        self.preamble = preamble
        self.no_return = no_return
        self.return_tuple = return_tuple
        self.reduce_dims = reduce_dims
        self._options = tuple(kwargs.pop("options", ()))
        loop_prep, after_loop = kwargs.pop("loop_prep", ""), kwargs.pop("after_loop", "")
        self._texts, self._codes = {}, {}
        self._plain = {}
        raws = {parameter.name for parameter in self.params if parameter.raw}
        self._has_raw = bool(raws) or not self.in_params
        self._operation, self._loop_prep, self._after_loop = (_raw_text(text, raws) for text in (operation, loop_prep, after_loop))
        self._has_raw = self._has_raw or "_ind_" in self._operation

    @property
    def kwargs(self):
        "The options with which it was made."
        return dict(self._kwargs)

    def __repr__(self):
        return "<cupy._core._kernel.ElementwiseKernel object at 0x%x>" % id(self)

    def _plain_key(self, args):
        """What decides the kernel of contiguous arrays of one shape; None: they are not such."""
        if len(args) != self.nin or self._has_raw:
            return None
        key = []
        shape = None
        for array in args:
            if type(array) is not cupy.ndarray or (shape is not None and array.shape != shape) or not array.flags.c_contiguous:
                return None
            shape = array.shape
            key.append(array.dtype)
        return tuple(key)

    def __call__(self, *args, **kwargs):
        key = None if kwargs else self._plain_key(args)
        if key is not None:
            known = self._plain.get(key)
            if known is not None:
                text, dtypes = known
                shape = args[0].shape
                outputs = [cupy.empty(shape, dtype) for dtype in dtypes]
                count = args[0].size
                if count:
                    block = 128 if count >= 128 else count
                    _launch(text, self.name, ((count + block - 1) // block,), (block,), (*args, *outputs, count), 0)
                return self._returned(outputs)
        size = kwargs.pop("size", None)
        stream = kwargs.pop("stream", None)
        if stream is not None and _captures:
            with stream:
                return self(*args, **kwargs, **({} if size is None else {"size": size}))
        kwargs.pop("block_size", None)
        if kwargs:
            raise TypeError("Wrong arguments %s" % kwargs)
        if len(args) not in (self.nin, self.nargs):
            raise TypeError("Wrong number of arguments for '%s'. It must be either %d or %d (with outputs), but given %d."
                            % (self.name, self.nin, self.nargs, len(args)))
        args = tuple(numpy.uint64(value.ptr) if type(value).__name__ == "TextureObject" else value for value in args)
        _check_values(args)
        inputs, outputs = list(args[:self.nin]), list(args[self.nin:])
        types = {}
        _bind(self.out_params + self.in_params, (outputs or [None] * self.nout) + inputs, types)
        arrays = [value for parameter, value in zip(self.params, inputs + outputs)
                  if not parameter.raw and isinstance(value, cupy.ndarray)]
        if size is not None:
            if arrays:
                raise ValueError("Specified 'size' can be used only if all of the ndarray are 'raw'.")
            shape = (size,) if isinstance(size, int) else tuple(size)
        elif arrays:
            shape = _common_shape(arrays, self.params, args)
        else:
            raise ValueError("Loop size is undecided.")
        for parameter, output in zip(self.out_params, outputs):
            if not parameter.raw and output.shape != shape:
                raise ValueError("Out shape is mismatched")
        if not outputs:
            for parameter in self.out_params:
                if parameter.raw and size is None and not shape:
                    raise ValueError("Output array size is Undecided")
                outputs.append(cupy.empty(shape, _dtype_of(parameter, types)))
        text = self._run(inputs, outputs, shape, types)
        if key and text is not None:
            self._plain[key] = text, [output.dtype for output in outputs]
        return self._returned(outputs)

    def _returned(self, outputs):
        if self.no_return:
            return None
        if self.nout == 1 and not self.return_tuple:
            return outputs[0]
        return tuple(outputs)

    def _run(self, inputs, outputs, shape, types):
        "Launch; the compiled text."
        count = 1
        for extent in shape:
            count *= extent
        builder = _Builder(self._operation, types, self._loop_prep + self._after_loop)
        written, looped = [], []
        for parameter, value in zip(self.in_params, inputs):
            if not isinstance(value, cupy.ndarray):
                builder.scalar(parameter, value, _dtype_of(parameter, types))
                continue
            if not parameter.raw and value.shape != shape:
                value = cupy.broadcast_to(value, shape)
            if not parameter.raw:
                looped.append(value)
            builder.array(parameter, cupy.ascontiguousarray(value), True)
        looped += [value for parameter, value in zip(self.out_params, outputs) if not parameter.raw]
        for parameter, value in zip(self.out_params, outputs):
            plain = value if value.flags.c_contiguous else cupy.ascontiguousarray(value)
            if plain is not value:
                written.append((value, plain))
            builder.array(parameter, plain, False)
        if not count:
            return None
        spread = builder.index("_ind", "i", _merged(shape, looped) if self.reduce_dims else shape, builder.text)
        builder.args.append(count)
        key = (builder.typedefs, tuple(builder.heads), builder.text, spread)
        text = self._texts.get(key)
        if text is None:
            source = _PRELUDE + ("%s%s\nextern \"C\" __global__ void %s(%s, long long _n) {\n%s\n%s;\n"
                      "for (long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x; i < _n; i += (long long)blockDim.x * gridDim.x) {\n"
                      "%s\n%s;\n}\n%s;\n}\n"
                      % (builder.typedefs, self.preamble, self.name, ", ".join(builder.heads), "\n".join(builder.before), self._loop_prep,
                         spread + "\n".join(builder.each), builder.text, self._after_loop))
            if self._unknown:
                raise TypeError("_get_elementwise_kernel() got an unexpected keyword argument '%s'" % self._unknown[0])
            text = self._texts[key] = _compile(source, self._options)
            self._codes.setdefault(tuple(value.dtype for value in inputs + outputs if isinstance(value, cupy.ndarray)), source)
        block = 128 if count >= 128 else count
        _launch(text, self.name, ((count + block - 1) // block,), (block,), tuple(builder.args), 0)
        for value, plain in written:
            value[...] = plain.reshape(value.shape)
        return text


class ReductionKernel(_KernelCodes):
    """A kernel that is given by how elements are mapped, put together, and what becomes of the whole."""

    def __init__(self, in_params, out_params, map_expr, reduce_expr, post_map_expr, identity, name="reduce_kernel",
                 reduce_type=None, reduce_dims=True, preamble="", options=()):
        _check_kernel_name(name)
        self.in_params = _parameters(in_params, True)
        self.out_params = _parameters(out_params, False)
        self.params = self.in_params + self.out_params
        self.nin, self.nout, self.nargs = len(self.in_params), len(self.out_params), len(self.params)
        if self.nout != 1:
            raise ValueError("ReductionKernel takes exactly one output parameter")
        self.name = self.__name__ = name
        self.map_expr, self.reduce_expr, self.post_map_expr = map_expr, reduce_expr, post_map_expr
        self.identity = "" if identity is None else str(identity)
        self.preamble = preamble
        self.reduce_type = self.out_params[0].ctype if reduce_type is None else reduce_type
        self.reduce_dims = reduce_dims
        self.options = tuple(options)
        raws = {parameter.name for parameter in self.params if parameter.raw}
        self._map = _raw_text(map_expr, raws)
        self._post = _index_text(post_map_expr)
        self._texts, self._codes = {}, {}

    def __repr__(self):
        return "<cupy._core._reduction.ReductionKernel object at 0x%x>" % id(self)

    def __call__(self, *args, out=None, axis=None, keepdims=False, stream=None, **kwargs):
        if kwargs:
            raise TypeError("Wrong arguments %s" % kwargs)
        if stream is not None and _captures:
            with stream:
                return self(*args, out=out, axis=axis, keepdims=keepdims)
        if len(args) not in (self.nin, self.nargs):
            raise TypeError("Wrong number of arguments for %s" % self.name)
        if len(args) == self.nargs:
            if out is not None:
                raise ValueError("cannot specify 'out' as both a positional and keyword argument")
            out = args[-1]
        inputs = list(args[:self.nin])
        _check_values(inputs)
        types = {}
        _bind(self.out_params + self.in_params, [out] + inputs, types, lambda dtype: str(dtype.type))
        arrays = [value for parameter, value in zip(self.in_params, inputs) if not parameter.raw and isinstance(value, cupy.ndarray)]
        if not arrays:
            raise ValueError("Loop size is undecided.")
        shape = _common_shape(arrays, self.params, args)
        if axis is None:
            axes = tuple(range(len(shape)))
        else:
            axes = tuple(sorted([a + len(shape) if a < 0 else a for a in ((axis,) if isinstance(axis, int) else axis)]))
            if len(set(axes)) < len(axes):
                raise ValueError("duplicate value in 'axis'")
            if any(a < 0 or a >= len(shape) for a in axes):
                raise numpy.exceptions.AxisError("axis %s is out of bounds for array of dimension %d" % (axis, len(shape)))
        kept = [a for a in range(len(shape)) if a not in axes]
        inner = 1
        for a in axes:
            inner *= shape[a]
        outer_shape = tuple(shape[a] for a in kept)
        full_shape = tuple(1 if a in axes else shape[a] for a in range(len(shape))) if keepdims else outer_shape
        outer = 1
        for extent in outer_shape:
            outer *= extent
        if not inner and not self.identity:
            raise ValueError("zero-size array to reduction operation %s which has no identity" % self.name)
        parameter = self.out_params[0]
        if out is not None and out.shape != full_shape:
            raise ValueError("Out shape is mismatched")
        result = out if out is not None and out.flags.c_contiguous else cupy.empty(full_shape, out.dtype if out is not None else _dtype_of(parameter, types))
        self._run(inputs, result, shape, kept, list(axes), outer, inner, types)
        if out is not None and result is not out:
            out[...] = result
        return out if out is not None else result

    def _run(self, inputs, result, shape, kept, axes, outer, inner, types):
        builder = _Builder(self._map, types)
        order, looped = kept + axes, []
        for parameter, value in zip(self.in_params, inputs):
            if not isinstance(value, cupy.ndarray):
                builder.scalar(parameter, value, _dtype_of(parameter, types))
                continue
            if not parameter.raw:
                value = cupy.broadcast_to(value, shape)
                looped.append(value.transpose(axes + kept) if shape else value)
                value = value.transpose(order) if shape else value
            builder.array(parameter, cupy.ascontiguousarray(value), True)
        if not outer:
            return
        permuted = tuple(shape[axis] for axis in axes + kept)
        if self.reduce_dims:
            permuted = _merged(permuted, looped)
        spread = builder.index("_in_ind", "_j", permuted, builder.text)
        spread_out = builder.index("_out_ind", "_row", (outer,), builder.text + self._post)
        out_type = _c_type(result.dtype)
        reduce_type = out_type if self.reduce_type == self.out_params[0].ctype else _C_TYPES.get(self.reduce_type, self.reduce_type)
        builder.args += [result, outer, inner]
        key = (builder.typedefs, tuple(builder.heads), out_type, builder.text, spread, spread_out)
        text = self._texts.get(key)
        if text is None:
            start = ("_reduce_type _sum = %s;\nbool _any = true;" % self.identity) if self.identity else "_reduce_type _sum;\nbool _any = false;"
            source = _PRELUDE + """%s%s
typedef %s _reduce_type;
__device__ _reduce_type _put_together(const _reduce_type a, const _reduce_type b) { return (%s); }
extern "C" __global__ void %s(%s, %s *_raw_out, long long _outer, long long _n) {
    __shared__ _reduce_type _part[256];
    __shared__ bool _there[256];
    const long long _in_ind_size = _outer * _n, _out_ind_size = _outer;
    %s
    for (long long _row = blockIdx.x; _row < _outer; _row += gridDim.x) {
        %s
        for (long long _J = threadIdx.x; _J < _n; _J += blockDim.x) {
            const long long i = _row * _n + _J, _i = _row, _j = _J * _outer + _row;
            %s
            const _reduce_type _mapped = (_reduce_type)(%s);
            if (_any) _sum = _put_together(_sum, _mapped);
            else _sum = _mapped;
            _any = true;
        }
        _part[threadIdx.x] = _sum;
        _there[threadIdx.x] = _any%s;
        __syncthreads();
        for (int _step = 128; _step > 0; _step >>= 1) {
            if (threadIdx.x < _step && _there[threadIdx.x + _step]) {
                if (_there[threadIdx.x]) _part[threadIdx.x] = _put_together(_part[threadIdx.x], _part[threadIdx.x + _step]);
                else _part[threadIdx.x] = _part[threadIdx.x + _step];
                _there[threadIdx.x] = true;
            }
            __syncthreads();
        }
        if (threadIdx.x == 0) {
            const _reduce_type a = _part[0];
            %s &%s = _raw_out[_row];
            %s;
        }
        __syncthreads();
    }
}
""" % (builder.typedefs, self.preamble, reduce_type, self.reduce_expr, self.name, ", ".join(builder.heads), out_type,
       "\n".join(builder.before), spread_out + start, spread + "\n".join(builder.each), builder.text,
       " && (threadIdx.x == 0 || threadIdx.x < _n)" if self.identity else "", out_type, self.out_params[0].name, self._post)
            text = self._texts[key] = _compile(source, self.options)
            self._codes.setdefault(tuple(value.dtype.char for value in inputs + [result] if isinstance(value, cupy.ndarray)), source)
        _launch(text, self.name, (min(outer, 65535),), (256,), tuple(builder.args), 0)


class _Fusion:
    """A function whose operations are put together: which the array compiler does anyway."""

    def __init__(self, func, kernel_name=None):
        self.func = func
        self.name = kernel_name or func.__name__
        self.__name__ = func.__name__
        self.__doc__ = func.__doc__

    def __call__(self, *args, **kwargs):
        return self.func(*args, **kwargs)

    def __repr__(self):
        return "<Fusion '%s'>" % self.name

    def clear_cache(self):
        pass


def fuse(*args, **kwargs):
    """Decorator: make one kernel of a function's operations."""
    name = kwargs.get("kernel_name")
    if len(args) == 0:
        return lambda func: _Fusion(func, name)
    if len(args) == 1:
        return _Fusion(args[0], name)
    raise TypeError("fuse takes a function")


for _class in (ElementwiseKernel, ReductionKernel):
    _class.__module__ = "cupy"
