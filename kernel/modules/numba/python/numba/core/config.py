"""Settings: each is an environment variable with NUMBA_ before its name, read when this module is imported."""
import os


def _number(text):
    return int(text)


def _threads():
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except (AttributeError, OSError):
        return os.cpu_count() or 1


def _capability(text):
    major, minor = text.split(".")
    return int(major), int(minor)


class _OptLevel(int):
    """How hard the compiler tries: 0 to 3, or 'max'."""

    def __new__(cls, value):
        made = super().__new__(cls, 3 if value == "max" else int(value))
        made._raw_value = value if value == "max" else int(value)
        return made

    @property
    def is_opt_max(self):
        """Whether it is 'max'."""
        return self._raw_value == "max"

    def __repr__(self):
        return f"_OptLevel({self._raw_value})"


_SETTINGS = [
    (_number, "ALWAYS_WARN_UNINIT_VAR=0 ANNOTATE=0 CUDA_ARRAY_INTERFACE_SYNC=1 CUDA_DEALLOCS_COUNT=10 CUDA_DEBUGINFO_DEFAULT=0 "
              "CUDA_ENABLE_MINOR_VERSION_COMPATIBILITY=0 CUDA_LOG_API_ARGS=0 CUDA_LOG_SIZE=1024 CUDA_LOW_OCCUPANCY_WARNINGS=1 "
              "CUDA_PER_THREAD_DEFAULT_STREAM=0 CUDA_USE_NVIDIA_BINDING=0 CUDA_VERBOSE_JIT_LOG=1 CUDA_WARN_ON_IMPLICIT_COPY=1 "
              "CUDA_ENABLE_PYNVJITLINK=0 DEBUG=0 DEBUGINFO_DEFAULT=0 DEBUG_ARRAY_OPT=0 DEBUG_ARRAY_OPT_RUNTIME=0 DEBUG_ARRAY_OPT_STATS=0 "
              "DEBUG_CACHE=0 DEBUG_FRONTEND=0 DEBUG_INLINE_CLOSURE=0 DEBUG_JIT=0 DEBUG_NRT=0 DEBUG_NRT_STACK_LIMIT=0 DEBUG_TYPEINFER=0 "
              "DEVELOPER_MODE=0 DIFF_IR=0 DISABLE_CUDA=0 DISABLE_JIT=0 DISABLE_PERFORMANCE_WARNINGS=0 DISABLE_TYPEINFER_FAIL_CACHE=0 "
              "DUMP_ASSEMBLY=0 DUMP_BYTECODE=0 DUMP_CFG=0 DUMP_FUNC_OPT=0 DUMP_IR=0 DUMP_LLVM=0 DUMP_OPTIMIZED=0 DUMP_SSA=0 "
              "ENABLE_CUDASIM=0 ENABLE_PROFILING=0 ENABLE_SYS_MONITORING=0 EXTEND_VARIABLE_LIFETIMES=0 FULL_TRACEBACKS=0 "
              "FUNCTION_CACHE_SIZE=128 HIGHLIGHT_DUMPS=0 JIT_COVERAGE=0 LLVM_PASS_TIMINGS=0 LLVM_REFPRUNE_PASS=1 LOOP_VECTORIZE=1 "
              "NRT_STATS=0 PARALLEL_DIAGNOSTICS=0 PARFOR_MAX_TUPLE_SIZE=100 SHOW_HELP=0 SLP_VECTORIZE=0 TRACE=0"),
    (str, "CACHE_DIR= CACHE_LOCATOR_CLASSES= CHROME_TRACE= COLOR_SCHEME=no_color CUDA_DRIVER= CUDA_INCLUDE_PATH=/usr/local/cuda/include "
          "CUDA_LOG_LEVEL= CUDA_MEMORY_MANAGER=default CUDA_NVRTC_EXTRA_SEARCH_PATHS= DEBUG_PRINT_AFTER=none DEBUG_PRINT_BEFORE=none "
          "DEBUG_PRINT_WRAP=none GDB_BINARY=gdb LLVM_REFPRUNE_FLAGS=all THREADING_LAYER=default"),
    (float, "CUDA_DEALLOCS_RATIO=0.2"),
    (_OptLevel, "OPT=3"),
    (_capability, "CUDA_DEFAULT_PTX_CC=5.0"),
]
_OPEN = {"BOUNDSCHECK": _number, "CPU_FEATURES": str, "CPU_NAME": str, "FORCE_CUDA_CC": _capability, "HTML": str,
         "USE_LLVMLITE_MEMORY_MANAGER": _number}


def _read(name, kind, default):
    text = os.environ.get("NUMBA_" + name)
    if text is None:
        return default
    try:
        return kind(text)
    except (TypeError, ValueError) as error:
        import warnings
        from numba.core.errors import NumbaWarning
        warnings.warn(f"Environment variable 'NUMBA_{name}' is defined but its associated value '{text}' could not be parsed.\n"
                      f"The parse failed with exception:\n{type(error).__name__}: {error}", NumbaWarning)
        return default


def reload_config():
    """Read the environment again."""
    here = globals()
    for kind, text in _SETTINGS:
        for pair in text.split():
            name, _, default = pair.partition("=")
            here[name] = _read(name, kind, kind(default))
    for name, kind in _OPEN.items():
        here[name] = _read(name, kind, None)
    here["NUMBA_DEFAULT_NUM_THREADS"] = _threads()
    here["NUMBA_NUM_THREADS"] = _read("NUM_THREADS", _number, _threads())
    if here["NUMBA_NUM_THREADS"] < 1:
        raise ValueError("NUMBA_NUM_THREADS must be an integer greater than or equal to 1")
    here["THREADING_LAYER_PRIORITY"] = os.environ.get("NUMBA_THREADING_LAYER_PRIORITY", "tbb omp workqueue").split()


DISABLE_INTEL_SVML, ENABLE_AVX, USING_SVML, RUNNING_UNDER_PROFILER = False, True, False, False
IS_32BITS, IS_OSX, IS_WIN32, MACHINE_BITS, PYVERSION = False, False, False, 64, (3, 11)
reload_config()
