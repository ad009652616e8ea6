#include "arraylib/ir/llvm.h"

#include "config.h"
#include "base/library.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef CUPOLA_WITH_LLVM

#if defined(__aarch64__)
#define TARGET "AArch64"
#else
#define TARGET "X86"
#endif

static int version_of(const char *path) {
    const char *file = strrchr(path, '/'), *number = strpbrk(file ? file : path, "0123456789");
    return number ? atoi(number) : 0;
}

static bool open_library(Llvm *llvm) {
    const char *own = getenv("CUPOLA_LLVM"), *name = own;
    llvm->library = own && *own ? dlopen(own, RTLD_LAZY | RTLD_LOCAL) : library_open(LIBRARY_LLVM, &name);
    llvm->version = llvm->library ? version_of(name) : 0;
    return llvm->library != NULL;
}

static bool find(const Llvm *llvm, const char *name, void *place) {
    void *address = dlsym(llvm->library, name);
    memcpy(place, &address, sizeof address);
    return address != NULL;
}

static bool fill(Llvm *llvm, const char **missing) {
#define X(result, name, parameters)                                                                                  \
    *missing = "LLVM" #name;                                                                                         \
    if (!find(llvm, *missing, &llvm->name)) return false;
    LLVM_FUNCTIONS(X)
#undef X
    return true;
}

/* This processor's code generator. Doing it twice is harmless. */
static bool prepare_target(Llvm *llvm, const char **missing) {
    static const char *const names[] = {"LLVMInitialize" TARGET "TargetInfo", "LLVMInitialize" TARGET "Target",
                                        "LLVMInitialize" TARGET "TargetMC", "LLVMInitialize" TARGET "AsmPrinter"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void (*prepare)(void);
        *missing = names[i];
        if (!find(llvm, names[i], &prepare)) return false;
        prepare();
    }
    llvm->LinkInMCJIT();
    return true;
}

bool llvm_open(Llvm *llvm, Error *error) {
    const char *missing = NULL;
    if (!open_library(llvm))
        return error_set(error, "ImportError", "compiled functions need LLVM: install it (apt install libllvm16)");
    if (!fill(llvm, &missing) || !prepare_target(llvm, &missing))
        return error_set(error, "ImportError", "this LLVM has no %s: versions 14 to 19 are known", missing);
    return true;
}

#else

bool llvm_open(Llvm *llvm, Error *error) {
    (void)llvm;
    return error_set(error, "ImportError", "compiled functions need LLVM: this build was configured with --with-llvm=no");
}

#endif
