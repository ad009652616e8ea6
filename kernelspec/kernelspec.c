#include "kernelspec/kernelspec.h"

/* symbol, file in the source tree, name when installed */
#define FILES(X)                                      \
    X(template, "kernel.json.in", "kernel.json")      \
    X(logo_32, "logo-32x32.png", "logo-32x32.png")    \
    X(logo_64, "logo-64x64.png", "logo-64x64.png")    \
    X(logo_svg, "logo-svg.svg", "logo-svg.svg")

#define X(symbol, file, name)                                                   \
    __asm__(".pushsection .rodata\n"                                            \
            "kernelspec_" #symbol ": .incbin \"" CUPOLA_KERNELSPEC_FOLDER "/" file "\"\n" \
            "kernelspec_" #symbol "_end: .byte 0\n"                             \
            ".popsection\n");                                                   \
    extern const char kernelspec_##symbol[] __attribute__((visibility("hidden"))); \
    extern const char kernelspec_##symbol##_end[] __attribute__((visibility("hidden")));
FILES(X)
#undef X

const KernelspecFile kernelspec_files[] = {
#define X(symbol, file, name) {name, kernelspec_##symbol, kernelspec_##symbol##_end},
    FILES(X)
#undef X
};
const size_t kernelspec_file_count = sizeof kernelspec_files / sizeof *kernelspec_files;
