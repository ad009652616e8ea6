"""CUDA C as text: SourceModule."""
import os
import re

import cupy
from pycuda._driver import CompileError, Context, LogicError, _failed, _need_context
from pycuda._launch import Module, module_from_buffer
from pycuda._textures import SurfaceReference, TextureReference

DEFAULT_NVCC_FLAGS = os.environ.get("PYCUDA_DEFAULT_NVCC_FLAGS", "").split()

# ---- nvcc's options, as the compiler here has them ----

# How many words an option takes beyond itself where no "=" gives its value; None: it is handed on under another name.
_DROPPED = {"-arch": 1, "--gpu-architecture": 1, "-code": 1, "--gpu-code": 1, "-gencode": 1, "--generate-code": 1, "-Xcompiler": 1,
            "--compiler-options": 1, "-Xptxas": 1, "--ptxas-options": 1, "-Xlinker": 1, "-ccbin": 1, "--compiler-bindir": 1, "-m": 1, "-L": 1,
            "-l": 1, "-O": 1, "--optimize": 1, "-o": 1, "-x": 1, "--output-directory": 1, "-odir": 1}
_SILENT = {"-m64", "--machine=64", "-m32", "-O0", "-O1", "-O2", "-O3", "--keep", "-keep", "--verbose", "-v", "-rdc=true", "-dc", "-g", "--debug",
           "-lineinfo", "--generate-line-info", "-G", "--device-debug", "-w", "--disable-warnings", "--ptx", "-ptx", "--cubin", "-cubin", "--fatbin",
           "--expt-relaxed-constexpr", "--expt-extended-lambda", "--extended-lambda", "-restrict", "--resource-usage", "-res-usage"}
_VALUED = {"-maxrregcount": "--maxrregcount", "--maxrregcount": "--maxrregcount", "-std": "-std", "--std": "-std", "-ftz": "--ftz", "--ftz": "--ftz",
           "-fmad": "--fmad", "--fmad": "--fmad", "-prec-div": "--prec-div", "--prec-div": "--prec-div", "-prec-sqrt": "--prec-sqrt",
           "--prec-sqrt": "--prec-sqrt", "-D": "-D", "--define-macro": "-D", "-U": "-U", "--undefine-macro": "-U", "-I": "-I", "--include-path": "-I",
           "-include": "--pre-include", "--pre-include": "--pre-include"}


def _translated(options):
    "(what the compiler is given, folders of headers)."
    given, folders = [], []
    words = [word for option in options for word in ([option] if isinstance(option, str) else option)]
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        name, equals, value = word.partition("=")
        if word in _SILENT or name in ("-arch", "-code", "-gencode", "--gpu-architecture", "--gpu-code", "--generate-code") and equals:
            continue
        if word in ("-use_fast_math", "--use_fast_math"):
            given.append("--use_fast_math")
            continue
        if name not in _VALUED and name not in _DROPPED and len(word) > 2 and word[:2] in ("-D", "-U", "-I", "-L", "-l", "-O"):
            name, equals, value = word[:2], "=", word[2:]
        if name in _DROPPED:
            at += 0 if equals else _DROPPED[name]
        elif name in _VALUED:
            if not equals:
                if at == len(words):
                    return None, "nvcc fatal   : Missing argument for '%s' option" % word
                value, at = words[at], at + 1
            if name in ("-I", "--include-path"):
                folders.append(value)
            elif _VALUED[name] in ("-D", "-U"):
                given.append(_VALUED[name] + value)
            else:
                given.append("%s=%s" % (_VALUED[name], value))
        else:
            return None, "nvcc fatal   : Unknown option '%s'" % word
    return given, folders


# ---- headers of the program's own ----

_COMPLEX = "#include <cupy/complex.cuh>\nnamespace pycuda { template <class T> using complex = ::complex<T>; }"
_HELPERS = _COMPLEX + """
typedef float fp_tex_float; typedef int2 fp_tex_double; typedef int2 fp_tex_cfloat; typedef int4 fp_tex_cdouble;
"""


def _inlined(source, folders, seen):
    "The text with the headers of the folders put in; those that the compiler knows stay."
    def put(found):
        quoted = found.group(1) == '"'
        name = found.group(2)
        if name in ("pycuda-complex.hpp", "pycuda-helpers.hpp"):
            if "complex" in seen:
                return ""
            seen.add("complex")
            return _HELPERS if name == "pycuda-helpers.hpp" else _COMPLEX
        for folder in ([os.getcwd()] if quoted else []) + folders:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                break
        else:
            return found.group(0)
        with open(path) as file:
            text = file.read()
        if "#pragma once" in text:
            if path in seen:
                return ""
            seen.add(path)
            text = text.replace("#pragma once", "")
        if len(seen) > 200:
            raise RecursionError("#include nested too deeply")
        deeper = set(seen) | {(path, len(seen))}
        inner = _inlined(text, [os.path.dirname(path)] + folders, deeper)
        seen.update(one for one in deeper if isinstance(one, str))
        return inner

    return re.sub(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"\n]+)[>"]', put, source, flags=re.MULTILINE)


# ---- textures that a text declares ----

_WORDS = {"cudaReadModeElementType": 0, "cudaReadModeNormalizedFloat": 1, "cudaTextureType1D": 1, "cudaTextureType2D": 2, "cudaTextureType3D": 3,
          "cudaTextureType1DLayered": 0xF1, "cudaTextureType2DLayered": 0xF2, "cudaSurfaceType1D": 1, "cudaSurfaceType2D": 2,
          "cudaSurfaceType3D": 3, "cudaSurfaceType2DLayered": 0xF2}


def _texture_functions():
    "What reads textures by their declarations, on one line."
    out = ["template <class T, int dimensions = 1, int mode = 0> struct pycuda_texture { cudaTextureObject_t object; };",
           "template <class T, int mode> struct pycuda_texture_result { typedef T type; };"]
    for kind in ("char", "uchar", "short", "ushort"):
        scalar = {"char": "signed char", "uchar": "unsigned char", "ushort": "unsigned short"}.get(kind, kind)
        out.append("template <> struct pycuda_texture_result<%s, 1> { typedef float type; };" % scalar)
        for count in (1, 2, 4):
            out.append("template <> struct pycuda_texture_result<%s%d, 1> { typedef float%d type; };" % (kind, count, count))
    reads = [("tex1Dfetch", 1, "int x"), ("tex1D", 1, "float x"), ("tex2D", 2, "float x, float y"), ("tex3D", 3, "float x, float y, float z"),
             ("tex1DLayered", 0xF1, "float x, int layer"), ("tex2DLayered", 0xF2, "float x, float y, int layer")]
    for name, dimensions, parameters in reads:
        names = ", ".join(parameter.split()[1] for parameter in parameters.split(", "))
        out.append("template <class T, int mode> __device__ typename pycuda_texture_result<T, mode>::type %s(pycuda_texture<T, %d, mode> t, %s) "
                   "{ return ::%s<typename pycuda_texture_result<T, mode>::type>(t.object, %s); }" % (name, dimensions, parameters, name, names))
    return " ".join(out)


def _with_textures(source):
    "(the text with its declarations of textures written as variables, [(name, reference)])."
    references = []

    def declare(found):
        kind, inner, name = found.groups()
        parts = [part.strip() for part in re.sub(r"<[^<>]*>", lambda nested: nested.group(0).replace(",", "\0"), inner).split(",")]
        parts = [parts[0].replace("\0", ",")] + [str(_WORDS.get(part, part)) for part in parts[1:]]
        if kind == "surface":
            references.append((name, SurfaceReference()))
            return "__device__ cudaSurfaceObject_t %s;" % name
        mode = int(parts[2]) if len(parts) > 2 and parts[2].isdigit() else 0
        references.append((name, TextureReference(mode=mode)))
        return "__device__ pycuda_texture<%s> %s;" % (", ".join(parts), name)

    text = re.sub(r"(?<![\w:])(texture|surface)\s*<((?:[^<>;{}()]|<[^<>;{}()]*>)*)>\s*(\w+)\s*;", declare, source)
    return text, references


# ---- compiling ----


def _command(nvcc, options, arch, code, include_dirs):
    words = [nvcc, "--cubin", *options]
    if arch is not None:
        words += ["-arch", arch]
    if code is not None:
        words += ["-code", code]
    return words + ["-I" + folder for folder in include_dirs] + ["kernel.cu"]


def _built(source, nvcc, options, no_extern_c, arch, code, include_dirs, names=()):
    "(the compiled text, its textures, the source that was compiled)."
    _need_context()
    options = list(DEFAULT_NVCC_FLAGS if options is None else options)
    if arch is None:
        major, minor = Context.get_device().compute_capability()
        arch = "sm_%d%d" % (major, minor)
    command = _command(nvcc, options, arch, code, include_dirs)
    given, folders = _translated(options)
    if given is None:
        raise CompileError("nvcc compilation of kernel.cu failed", command, "", folders)
    text = _inlined(source, folders + list(include_dirs), set())
    text, references = _with_textures(text)
    if not no_extern_c:
        text = 'extern "C" {\n%s\n}\n' % text
    if any(isinstance(reference, TextureReference) and not isinstance(reference, SurfaceReference) for _, reference in references):
        text = _texture_functions() + " " + text
    answer = cupy._kernel_compile(text, tuple(given), tuple(names))
    if isinstance(answer, tuple):
        kind, message = answer
        if kind == "NotImplementedError":
            raise NotImplementedError(message)
        if not kind.endswith("CompileException"):
            raise _failed("cuModuleLoadDataEx", kind, message)
        from cupy._kernels import _located
        raise CompileError("nvcc compilation of kernel.cu failed", command, "", _located(message, text))
    return answer, references, text, tuple(given)


def compile(source, nvcc="nvcc", options=None, keep=False, no_extern_c=False, arch=None, code=None, cache_dir=None, include_dirs=[], target="cubin"):
    """The compiled image of a text, for module_from_buffer()."""
    _, _, text, given = _built(source, nvcc, options, no_extern_c, arch, code, include_dirs)
    from cupy.cuda import nvrtc
    major, minor = Context.get_device().compute_capability()
    program = nvrtc.createProgram(text, "kernel.cu", (), ())
    try:
        nvrtc.compileProgram(program, given + ("-arch=%s" % (arch or "sm_%d%d" % (major, minor)),))
        return nvrtc.getPTX(program) if target == "ptx" else nvrtc.getCUBIN(program)
    finally:
        nvrtc.destroyProgram(program)


class CudaModule:
    """What modules made of text have in common."""

    module = None

    def get_function(self, name):
        "A kernel by its name."
        return self.module.get_function(name)

    def get_global(self, name):
        "(the address of a variable, its size in bytes)."
        return self.module.get_global(name)

    def get_texref(self, name):
        "A texture that the text declares."
        return self.module.get_texref(name)

    def get_surfref(self, name):
        "A surface that the text declares."
        return self.module.get_surfref(name)


class SourceModule(CudaModule):
    """Kernels written in CUDA C: SourceModule(text).get_function(name).

    The text is put into extern "C" { ... } unless no_extern_c; options are nvcc's; include_dirs are folders of headers."""

    def __init__(self, source, nvcc="nvcc", options=None, keep=False, no_extern_c=False, arch=None, code=None, cache_dir=None, include_dirs=[]):
        answer, references, _, _ = _built(source, nvcc, options, no_extern_c, arch, code, include_dirs)
        self.module = Module(answer, references)


class DynamicModule(CudaModule):
    """Several texts that are made one: add_source() and add_stdlib(), then link()."""

    def __init__(self, nvcc="nvcc", link_options=None, keep=False, no_extern_c=False, arch=None, code=None, cache_dir=None, include_dirs=[],
                 message_handler=None, log_verbose=False, cuda_libdir=None):
        self._texts, self._settings = [], (nvcc, no_extern_c, arch, code, include_dirs)
        self._options = []

    def add_source(self, source, nvcc_options=None, name="kernel.ptx"):
        "One text more. The module itself is the result."
        self._texts.append(source)
        self._options += [option for option in nvcc_options or [] if option not in self._options]
        return self

    def add_stdlib(self, libname):
        "A library of CUDA's: known to the compiler."
        return self

    def add_data(self, data, input_type, name="unknown"):
        "Compiled code: refused."
        raise NotImplementedError("DynamicModule.add_data: compiled code cannot be linked here; add its text")

    def add_file(self, filename, input_type):
        "A file of compiled code: refused."
        self.add_data(None, input_type, filename)

    def link(self):
        "Compile all texts as one. The module itself is the result."
        nvcc, no_extern_c, arch, code, include_dirs = self._settings
        answer, references, _, _ = _built("\n".join(self._texts), nvcc, self._options, no_extern_c, arch, code, include_dirs)
        self.module = Module(answer, references)
        return self


class DynamicSourceModule(DynamicModule):
    """As SourceModule, for kernels that launch kernels."""

    def __init__(self, source, nvcc="nvcc", options=None, keep=False, no_extern_c=False, arch=None, code=None, cache_dir=None, include_dirs=[],
                 cuda_libdir=None):
        DynamicModule.__init__(self, nvcc, None, keep, no_extern_c, arch, code, cache_dir, include_dirs)
        self.add_source(source, options)
        self.add_stdlib("cudadevrt")
        self.link()
