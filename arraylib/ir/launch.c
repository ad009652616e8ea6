/* Launching kernels on the host: compiled where that can be done, else by the interpreter. */
#include "arraylib/ir/private.h"

#include "base/memory.h"

struct IrLauncher {
    IrModule *module;
};

IrLauncher *ir_launcher_create(IrModule *module, Error *error) {
    IrLauncher *launcher = memory_allocate_zeroed(1, sizeof *launcher);
    if (launcher) launcher->module = module;
    else error_no_memory(error);
    return launcher;
}

void ir_launcher_destroy(IrLauncher *launcher) { memory_release(launcher); }

bool ir_launch(IrLauncher *launcher, ArrayRuntime *runtime, IrFunction *kernel, void *const *arguments, const IrLaunch *launch, IrRun *run, Error *error) {
    (void)launcher;
    (void)runtime;
    return ir_interpret(kernel, arguments, launch, run, error);
}
