/* The options of NVRTC as an emulated device takes them: macros and fmad are heeded, the other known ones mean nothing there, and
 * what NVRTC would refuse is refused in its words. */
#include "arraylib/functions/kernel_options.h"

#include <stdio.h>
#include <string.h>

typedef enum OptionKind { OPTION_PLAIN, OPTION_TRUTH, OPTION_VALUE } OptionKind;

static const struct KnownOption {
    const char *name, *other; /* "--fmad", "-fmad"; other may be NULL */
    OptionKind kind;
} known_options[] = {
    {"--define-macro", "-D", OPTION_VALUE}, {"--undefine-macro", "-U", OPTION_VALUE}, {"--include-path", "-I", OPTION_VALUE},
    {"--pre-include", "-include", OPTION_VALUE}, {"--std", "-std", OPTION_VALUE}, {"--fmad", "-fmad", OPTION_TRUTH}, {"--ftz", "-ftz", OPTION_TRUTH},
    {"--prec-sqrt", "-prec-sqrt", OPTION_TRUTH}, {"--prec-div", "-prec-div", OPTION_TRUTH}, {"--use_fast_math", "-use_fast_math", OPTION_PLAIN},
    {"--relocatable-device-code", "-rdc", OPTION_TRUTH}, {"--device-c", "-dc", OPTION_PLAIN}, {"--device-w", "-dw", OPTION_PLAIN},
    {"--extensible-whole-program", "-ewp", OPTION_PLAIN}, {"--device-debug", "-G", OPTION_PLAIN}, {"--generate-line-info", "-lineinfo", OPTION_PLAIN},
    {"--dopt", "-dopt", OPTION_VALUE}, {"--Ofast-compile", "-Ofc", OPTION_VALUE}, {"--ptxas-options", "-Xptxas", OPTION_VALUE},
    {"--maxrregcount", "-maxrregcount", OPTION_VALUE}, {"--extra-device-vectorization", "-extra-device-vectorization", OPTION_PLAIN},
    {"--modify-stack-limit", "-modify-stack-limit", OPTION_TRUTH}, {"--dlink-time-opt", "-dlto", OPTION_PLAIN}, {"--gen-opt-lto", "-gen-opt-lto", OPTION_PLAIN},
    {"--optix-ir", "-optix-ir", OPTION_PLAIN}, {"--jump-table-density", "-jtd", OPTION_VALUE}, {"--device-stack-protector", "-device-stack-protector", OPTION_TRUTH},
    {"--no-source-include", "-no-source-include", OPTION_PLAIN}, {"--builtin-move-forward", "-builtin-move-forward", OPTION_TRUTH},
    {"--builtin-initializer-list", "-builtin-initializer-list", OPTION_TRUTH}, {"--pch", "-pch", OPTION_PLAIN}, {"--create-pch", "-create-pch", OPTION_VALUE},
    {"--use-pch", "-use-pch", OPTION_VALUE}, {"--pch-dir", "-pch-dir", OPTION_VALUE}, {"--pch-verbose", "-pch-verbose", OPTION_TRUTH},
    {"--pch-messages", "-pch-messages", OPTION_TRUTH}, {"--instantiate-templates-in-pch", "-instantiate-templates-in-pch", OPTION_TRUTH},
    {"--disable-warnings", "-w", OPTION_PLAIN}, {"--Wreorder", "-Wreorder", OPTION_PLAIN}, {"--restrict", "-restrict", OPTION_PLAIN},
    {"--device-as-default-execution-space", "-default-device", OPTION_PLAIN}, {"--device-int128", "-device-int128", OPTION_PLAIN},
    {"--device-float128", "-device-float128", OPTION_PLAIN}, {"--optimization-info", "-opt-info", OPTION_VALUE},
    {"--display-error-number", "-err-no", OPTION_PLAIN}, {"--no-display-error-number", "-no-err-no", OPTION_PLAIN}, {"--diag-error", "-diag-error", OPTION_VALUE},
    {"--diag-suppress", "-diag-suppress", OPTION_VALUE}, {"--diag-warn", "-diag-warn", OPTION_VALUE}, {"--brief-diagnostics", "-brief-diag", OPTION_TRUTH},
    {"--time", "-time", OPTION_VALUE}, {"--split-compile", "-split-compile", OPTION_VALUE}, {"--fdevice-syntax-only", "-fdevice-syntax-only", OPTION_PLAIN},
    {"--minimal", "-minimal", OPTION_PLAIN}, {"--version-ident", "-version-ident", OPTION_TRUTH}, {"--frandom-seed", "-frandom-seed", OPTION_VALUE},
    {"--fdevice-time-trace", "-fdevice-time-trace", OPTION_VALUE}, {"--no-cache", "-no-cache", OPTION_PLAIN},
    /* nvcc's own, which kernels for CUDA are spared, too */
    {"--gpu-architecture", "-arch", OPTION_VALUE}, {"--generate-code", "-gencode", OPTION_VALUE}, {"-code", NULL, OPTION_VALUE},
    {"-Xcompiler", NULL, OPTION_VALUE}, {"-O0", "-O1", OPTION_PLAIN}, {"-O2", "-O3", OPTION_PLAIN}, {"-m64", NULL, OPTION_PLAIN},
};

/* What comes after the name: the value, or NULL when it is another word or there is none. False: it is not this option. */
static bool matches(const char *option, const char *name, OptionKind kind, const char **value) {
    size_t length = name ? strlen(name) : 0;
    if (!length || strncmp(option, name, length) != 0) return false;
    bool takes_on = length == 2 && strchr("DUI", name[1]);
    *value = option[length] == '=' && kind != OPTION_PLAIN ? option + length + 1 : takes_on && option[length] ? option + length : NULL;
    return !option[length] || *value;
}

static bool refuse(Error *error, const char *format, const char *first, const char *second) {
    char text[200];
    snprintf(text, sizeof text, format, first, second);
    return error_set(error, "cupy.cuda.compiler.CompileException", "nvrtc: error: %s\n", text);
}

static bool is_standard(const char *value) {
    static const char *const standards[] = {"c++03", "c++11", "c++14", "c++17", "c++20"};
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++)
        if (!strcmp(value, standards[i])) return true;
    return false;
}

/* One option with its value, which is checked. */
static bool take(const struct KnownOption *known, const char *value, CudacOptions *settings, const char **definitions, int most, Error *error) {
    const char *name = known->name;
    if (!strcmp(name, "--std") && !is_standard(value)) return refuse(error, "invalid value for %s(%s)", name, known->other);
    if (known->kind == OPTION_TRUTH && strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return refuse(error, "%s (%s) expects true or false", name, known->other);
    if (!strcmp(name, "--fmad") && !strcmp(value, "false")) settings->is_not_contracted = true;
    if (!strcmp(name, "--define-macro") && settings->definition_count < most) definitions[settings->definition_count++] = value;
    return true;
}

bool kernel_options_read(const KernelSource *source, CudacOptions *settings, const char **definitions, int most, Error *error) {
    for (int i = 0; i < source->option_count; i++) {
        const char *option = source->options[i], *value = NULL;
        const struct KnownOption *known = NULL;
        for (size_t k = 0; k < sizeof known_options / sizeof *known_options && !known; k++) {
            const struct KnownOption *row = &known_options[k];
            if (matches(option, row->name, row->kind, &value) || matches(option, row->other, row->kind, &value)) known = row;
        }
        if (!known) return refuse(error, "unrecognized option %s found%s", option, "");
        if (known->kind == OPTION_PLAIN) continue;
        if (!value && i + 1 < source->option_count) value = source->options[++i];
        if (!value) return refuse(error, "missing value for option %s%s", option, "");
        if (!take(known, value, settings, definitions, most, error)) return false;
    }
    return true;
}
