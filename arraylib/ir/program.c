/* From a module to functions that can be called: render, the short list of passes, code. */
#include "arraylib/ir/lanes/lanes.h"
#include "arraylib/ir/loader.h"
#include "arraylib/ir/render_llvm.h"

#include "base/memory.h"
#include "base/library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct IrCompiler {
    pthread_mutex_t lock; /* around LLVM: rare functions are compiled on the thread that calls them */
    Llvm llvm;
    char *processor, *features, *triple;
    char *limited_features; /* NULL: all that there are */
    LlvmMachine machine;
    LlvmLayout layout;
    void *vector_library;
    bool vector_tried;
};

struct IrProgram {
    IrCompiler *compiler;
    LoadedCode *code;    /* all that is kept of a compilation; or, where the loader does not know the machine: */
    LlvmContext context;
    LlvmEngine engine;
    IrModule *module;
    IrCompileOptions options;
    pthread_mutex_t lock; /* around the list */
    _Atomic(struct RareFunction *) rare;
};

typedef struct RareFunction {
    IrFunction *function;
    IrProgram *program; /* NULL: it is interpreted */
    IrEntry *entry;
    struct RareFunction *next;
} RareFunction;

/* CUPOLA_VECTOR_BITS=128 or 256, for tests: code for processors without wider vectors. NULL: no memory. */
static char *limited_features(const char *features, int bits) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    const char *family = bits < 256 ? "avx" : "avx512";
    for (const char *at = features; *at;) {
        size_t length = strcspn(at, ",");
        bool too_wide = *at == '+' && length > strlen(family) && !strncmp(at + 1, family, strlen(family));
        text_append_bytes(&text, too_wide ? "-" : at, 1);
        text_append_bytes(&text, at + 1, length - 1);
        at += length;
        if (*at) text_append_bytes(&text, at++, 1);
    }
    text_append(&text, bits < 256 ? ",-avx" : ",-avx512f"); /* last, so that nothing that needs it brings it back */
    return text_detach(&text);
}

static const char *features_of(const IrCompiler *compiler) {
    return compiler->limited_features ? compiler->limited_features : compiler->features;
}

static bool create_machine(IrCompiler *compiler, Error *error) {
    const Llvm *l = &compiler->llvm;
    LlvmTarget target = NULL;
    char *message = NULL;
    if (l->GetTargetFromTriple(compiler->triple, &target, &message) != 0) {
        error_set(error, "ImportError", "LLVM: %s", message ? message : "no code generator");
        if (message) l->DisposeMessage(message);
        return false;
    }
    compiler->machine = l->CreateTargetMachine(target, compiler->triple, compiler->processor, features_of(compiler), LLVM_CODE_DEFAULT,
                                               LLVM_POSITION_INDEPENDENT, LLVM_SMALL_MODEL);
    if (!compiler->machine) return error_set(error, "ImportError", "LLVM: no code generator for %s", compiler->triple);
    compiler->layout = l->CreateTargetDataLayout(compiler->machine);
    return true;
}

IrCompiler *ir_compiler_create(Error *error) {
    IrCompiler *compiler = memory_allocate_zeroed(1, sizeof *compiler);
    if (!compiler) {
        error_no_memory(error);
        return NULL;
    }
    if (!llvm_open(&compiler->llvm, error)) {
        memory_release(compiler);
        return NULL;
    }
    pthread_mutex_init(&compiler->lock, NULL);
    compiler->processor = compiler->llvm.GetHostCPUName();
    compiler->features = compiler->llvm.GetHostCPUFeatures();
    compiler->triple = compiler->llvm.GetDefaultTargetTriple();
    const char *bits = getenv("CUPOLA_VECTOR_BITS");
    bool limited = bits && atoi(bits) > 0 && atoi(bits) < 512;
    if (limited) compiler->limited_features = limited_features(compiler->features, atoi(bits));
    if (limited && !compiler->limited_features) error_no_memory(error);
    else if (create_machine(compiler, error)) return compiler;
    ir_compiler_destroy(compiler);
    return NULL;
}

void ir_compiler_destroy(IrCompiler *compiler) {
    if (!compiler) return;
    if (compiler->layout) compiler->llvm.DisposeTargetData(compiler->layout);
    if (compiler->machine) compiler->llvm.DisposeTargetMachine(compiler->machine);
    compiler->llvm.DisposeMessage(compiler->processor);
    compiler->llvm.DisposeMessage(compiler->features);
    compiler->llvm.DisposeMessage(compiler->triple);
    memory_release(compiler->limited_features);
    if (compiler->vector_library) dlclose(compiler->vector_library);
    pthread_mutex_destroy(&compiler->lock);
    memory_release(compiler); /* LLVM stays mapped: it has registered what it must not lose */
}

int ir_compiler_version(const IrCompiler *compiler) { return compiler->llvm.version; }

static void *vector_library(IrCompiler *compiler) {
    if (!compiler->vector_tried) {
        compiler->vector_tried = true;
        compiler->vector_library = library_open(LIBRARY_MVEC, NULL);
    }
    return compiler->vector_library;
}

static void append_source(LlvmRender *r, const char *title) {
    bool dump = ir_dump_wanted("source");
    if (!r->options->source && !dump) return;
    char *text = r->l->PrintModuleToString(r->target);
    if (r->options->source) text_append_format(r->options->source, "; ---- %s\n%s", title, text);
    if (dump) fprintf(stderr, "; ---- %s\n%s", title, text);
    r->l->DisposeMessage(text);
}

/* LLVM's own verifier: a fault is a mistake of render_llvm. */
static bool check(LlvmRender *r) {
    char *message = NULL;
    if (!IR_VERIFY_EACH) return true;
    bool good = r->l->VerifyModule(r->target, 2 /* return status */, &message) == 0;
    if (!good) error_set(r->error, "SystemError", "LLVM: %.400s", message ? message : "a fault");
    if (message) r->l->DisposeMessage(message);
    return good;
}

static void find_traits(IrValue *value, void *context) {
    bool *found = context;
    bool calls = value->operation == IR_CALL && value->callee->kind == IR_FUNCTION && !value->callee->is_rare;
    if (calls || value->operation == IR_PARALLEL) found[0] = true;
    if (value->operation == IR_FOR || value->operation == IR_WHILE) found[1] = true;
}

/* Since LLVM 18 instcombine ends the process when one round was not enough, unless it is told not to look. */
static void append_passes(TextBuffer *text, const char *list, int version) {
    static const char name[] = "instcombine";
    for (const char *found; (found = strstr(list, name)); list = found + strlen(name)) {
        text_append_bytes(text, list, (size_t)(found - list));
        text_append(text, version >= 18 ? "instcombine<no-verify-fixpoint>" : name);
    }
    text_append(text, list);
}

static bool optimise(LlvmRender *r, LlvmMachine machine, bool is_lanes) {
    static const char scalar[] = "function(sroa,early-cse,instcombine,simplifycfg,loop-mssa(licm),gvn,simplifycfg,instcombine)";
    static const char loops[] =
        "function(sroa,early-cse<memssa>,instcombine,simplifycfg,loop-mssa(loop-rotate,licm),simplifycfg,instcombine,"
        "loop(indvars),loop-mssa(licm),gvn,loop-vectorize,instcombine,simplifycfg,loop-mssa(licm),early-cse)";
    static const char lanes[] =
        "function(lower-expect,sroa,early-cse<memssa>,instcombine,simplifycfg,loop-mssa(loop-rotate,licm),simplifycfg,instcombine,"
        "loop(indvars),loop-mssa(licm),gvn,instcombine,simplifycfg,loop-unroll<O3>,instcombine,simplifycfg,loop-mssa(licm),gvn,early-cse)";
    static const char plain_loops[] = "function(sroa,early-cse<memssa>,instcombine,simplifycfg,loop-mssa(loop-rotate,licm),"
                                      "simplifycfg,instcombine,loop(indvars),gvn,instcombine,simplifycfg)";
    const Llvm *l = r->l;
    bool found[2] = {false, false};
    TextBuffer passes = TEXT_BUFFER_EMPTY;
    for (IrFunction *function = r->module->functions; function; function = function->next)
        ir_walk(function->body, find_traits, found);
    text_append(&passes, found[0] ? "always-inline,cgscc(inline)," : "");
    append_passes(&passes, is_lanes ? lanes : !found[1] ? scalar : r->options->no_vectors ? plain_loops : loops, l->version);
    text_append(&passes, ",globaldce");
    if (passes.failed) return text_release(&passes), error_no_memory(r->error);
    LlvmPassOptions options = l->CreatePassBuilderOptions();
    LlvmError failure = l->RunPasses(r->target, passes.bytes, machine, options);
    l->DisposePassBuilderOptions(options);
    text_release(&passes);
    if (!failure) return true;
    char *message = l->GetErrorMessage(failure);
    error_set(r->error, "SystemError", "LLVM: %s", message);
    l->DisposeErrorMessage(message);
    return false;
}

/* Vector functions that no call names yet must not be dropped: a list that LLVM keeps. */
static void keep_vector_functions(LlvmRender *r) {
    const Llvm *l = r->l;
    LlvmValue kept[64];
    unsigned count = 0;
    for (const LlvmHelper *helper = r->helpers; helper && count < 64; helper = helper->next)
        if (helper->is_vector) kept[count++] = l->ConstBitCast(helper->function, r->bytes);
    if (!count) return;
    LlvmValue list = l->AddGlobal(r->target, l->ArrayType(r->bytes, count), "llvm.compiler.used");
    l->SetInitializer(list, l->ConstArray(r->bytes, kept, count));
    l->SetLinkage(list, LLVM_APPENDING);
    l->SetSection(list, "llvm.metadata");
}

/* LLVM's own way to runnable code. It owns the module from here on. */
static bool build_engine(LlvmRender *r, IrProgram *program) {
    LlvmEngineOptions options = {.optimization = LLVM_CODE_DEFAULT, .code_model = LLVM_JIT_MODEL};
    char *message = NULL;
    if (r->l->CreateMCJITCompilerForModule(&program->engine, r->target, &options, sizeof options, &message) != 0) {
        error_set(r->error, "SystemError", "LLVM: %s", message ? message : "no code generator");
        if (message) r->l->DisposeMessage(message);
        r->l->DisposeModule(r->target);
        return false;
    }
    for (const LlvmHelper *helper = r->helpers; helper; helper = helper->next) {
        LlvmValue function = r->l->GetNamedFunction(r->target, helper->name); /* a pass may have dropped it */
        if (function) r->l->AddGlobalMapping(program->engine, function, helper->address);
    }
    return true;
}

/* A helper of ours, or what LLVM makes calls of by itself (memcpy). */
static void *resolve(void *context, const char *name) {
    const LlvmRender *r = context;
    for (const LlvmHelper *helper = r->helpers; helper; helper = helper->next)
        if (!strcmp(helper->name, name)) return helper->address;
    return dlsym(RTLD_DEFAULT, name);
}

/* Code by our own loader. False with no error set: it does not know this machine's. */
static bool build_code(LlvmRender *r, IrProgram *program) {
    const char *wanted = getenv("CUPOLA_LOADER"); /* "llvm": its own, for tests */
    LlvmBuffer object = NULL;
    char *message = NULL;
    if (wanted && !strcmp(wanted, "llvm")) return false;
    if (r->l->TargetMachineEmitToMemoryBuffer(program->compiler->machine, r->target, LLVM_OBJECT_FILE, &message, &object) != 0) {
        error_set(r->error, "SystemError", "LLVM: %s", message ? message : "no code");
        if (message) r->l->DisposeMessage(message);
        return false;
    }
    program->code = code_load(r->l->GetBufferStart(object), r->l->GetBufferSize(object), resolve, r, r->error);
    r->l->DisposeMemoryBuffer(object);
    return program->code != NULL;
}

static bool build(LlvmRender *r, IrProgram *program, LanePlan *plan) {
    const IrCompiler *compiler = program->compiler;
    r->target = r->l->ModuleCreateWithNameInContext("cupola", r->context);
    r->l->SetTarget(r->target, compiler->triple);
    r->l->SetModuleDataLayout(r->target, compiler->layout);
    r->builder = r->l->CreateBuilderInContext(r->context);
    r->entry_builder = r->l->CreateBuilderInContext(r->context);
    bool good = plan ? lanes_render(r, plan) : llvm_render_module(r);
    if (good) keep_vector_functions(r);
    r->l->DisposeBuilder(r->builder);
    r->l->DisposeBuilder(r->entry_builder);
    if (good) append_source(r, "as rendered");
    good = good && check(r) && optimise(r, compiler->machine, plan != NULL);
    if (good) append_source(r, "after its passes");
    if (good && build_code(r, program)) good = true;
    else if (good && !error_is_set(r->error)) return build_engine(r, program);
    else good = false;
    r->l->DisposeModule(r->target);
    return good;
}

static IrProgram *compile(IrCompiler *compiler, IrModule *module, LanePlan *plan, const IrFunction *rare, const IrCompileOptions *options,
                          Error *error) {
    static const IrCompileOptions none = {0};
    IrProgram *program = memory_allocate_zeroed(1, sizeof *program);
    if (!program) {
        error_no_memory(error);
        return NULL;
    }
    program->compiler = compiler;
    program->module = module;
    if (options) program->options = *options;
    program->options.source = NULL;
    pthread_mutex_init(&program->lock, NULL);
    pthread_mutex_lock(&compiler->lock);
    program->context = compiler->llvm.ContextCreate();
    LlvmRender render = {.l = &compiler->llvm, .module = module, .options = options ? options : &none, .error = error,
                         .context = program->context, .program = program, .rare = rare, .processor = compiler->processor, .features = features_of(compiler)};
    if (render.options->vector_math) render.vector_library = vector_library(compiler);
    ir_dump(module);
    bool good = build(&render, program, plan);
    if (render.patterns) compiler->llvm.DisposeModule(render.patterns);
    arena_release(&render.arena);
    if (!program->engine) {
        compiler->llvm.ContextDispose(program->context);
        program->context = NULL;
    }
    pthread_mutex_unlock(&compiler->lock);
    if (good) return program;
    if (!error_is_set(error)) error_no_memory(error);
    ir_program_destroy(program);
    return NULL;
}

IrProgram *ir_compile(IrCompiler *compiler, IrModule *module, const IrCompileOptions *options, Error *error) {
    return compile(compiler, module, NULL, NULL, options, error);
}

IrProgram *ir_compile_lanes(IrCompiler *compiler, LanePlan *plan, Error *error) {
    return compile(compiler, plan->kernel->module, plan, NULL, NULL, error);
}

void ir_program_destroy(IrProgram *program) {
    if (!program) return;
    const Llvm *l = &program->compiler->llvm;
    for (RareFunction *rare = atomic_load(&program->rare), *next; rare; rare = next) {
        next = rare->next;
        ir_program_destroy(rare->program);
        memory_release(rare);
    }
    pthread_mutex_destroy(&program->lock);
    code_unload(program->code);
    if (program->engine) l->DisposeExecutionEngine(program->engine);
    if (program->context) l->ContextDispose(program->context);
    memory_release(program);
}

IrEntry *ir_program_entry(IrProgram *program, const char *name) {
    TextBuffer symbol = TEXT_BUFFER_EMPTY;
    text_append_format(&symbol, "entry.%s", name);
    uintptr_t address = 0;
    if (!symbol.failed && program->code) address = (uintptr_t)code_symbol(program->code, symbol.bytes);
    else if (!symbol.failed) address = (uintptr_t)program->compiler->llvm.GetFunctionAddress(program->engine, symbol.bytes);
    text_release(&symbol);
    return (IrEntry *)address;
}

/* ---- rare functions ---- */

static RareFunction *find_rare(IrProgram *program, const IrFunction *function) {
    RareFunction *rare = atomic_load_explicit(&program->rare, memory_order_acquire);
    while (rare && rare->function != function) rare = rare->next;
    return rare;
}

static RareFunction *compile_rare(IrProgram *program, IrFunction *function) {
    Error error = ERROR_NONE;
    pthread_mutex_lock(&program->lock);
    RareFunction *rare = find_rare(program, function);
    if (!rare && (rare = memory_allocate_zeroed(1, sizeof *rare))) {
        rare->function = function;
        rare->program = compile(program->compiler, program->module, NULL, function, &program->options, &error);
        if (rare->program) rare->entry = ir_program_entry(rare->program, function->name);
        rare->next = atomic_load(&program->rare);
        atomic_store_explicit(&program->rare, rare, memory_order_release);
        error_clear(&error); /* then it is interpreted */
    }
    pthread_mutex_unlock(&program->lock);
    return rare;
}

int32_t ir_call_rare(IrRun *run, IrProgram *program, IrFunction *function, void *frame) {
    bool result = false;
    void *arguments[] = {&frame, &result};
    RareFunction *rare = find_rare(program, function);
    if (!rare) rare = compile_rare(program, function);
    if (rare && rare->entry) return rare->entry(arguments, run) ? 1 : 2 * result;
    Error error = ERROR_NONE;
    bool good = ir_interpret(function, arguments, NULL, run, &error);
    if (!good && run->fault.kind == IR_FAULT_NONE) run->fault = (IrFault){.kind = IR_FAULT_CHECK, .class_name = "MemoryError", .message = ""};
    error_clear(&error);
    return good ? 2 * result : 1;
}

bool ir_call(IrEntry *entry, void *const *arguments, IrRun *run, Error *error) {
    enum { RESERVE = 256 << 10 };
    char here;
    const char *limit = run->stack_limit;
    if (!limit) run->stack_limit = (const char *)((uintptr_t)&here - RESERVE);
    run->fault.kind = IR_FAULT_NONE;
    run->fault.reserved = 0;
    bool good = entry(arguments, run) == 0;
    run->stack_limit = limit;
    return good || ir_fault_error(&run->fault, error);
}
