/* exit and quit of a script: they tell how to leave, and leave when they are called. */
#include "kernel/language/session/session_private.h"

#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

typedef struct Quitter {
    Object object;
    const char *name; /* static */
} Quitter;

static void quitter_destroy(Object *self) { (void)self; }

static Value quitter_repr(Thread *thread, Value self) {
    const char *name = ((const Quitter *)self.object)->name;
    return string_format(thread, "Use %s() or Ctrl-D (i.e. EOF) to exit", name);
}

/* A terminal's last line goes with the input. */
static void close_input(Thread *thread) {
    Value system = thread->interpreter->system_module;
    Value input = value_is_module(system) ? value_find_attribute_c(thread, system, "stdin") : VALUE_ABSENT;
    if (!value_is_absent(input)) value_release(value_call_method(thread, input, "close", NULL, 0));
    value_release(input);
    exception_clear(thread);
}

static Value quitter_call(Thread *thread, Value self, const Call *call) {
    (void)self;
    Value code;
    if (!native_match(thread, "Quitter.__call__", "(code=None)", call, &code, 1)) return VALUE_ABSENT;
    close_input(thread);
    Value exception = value_call_one(thread, value_from_object(thread_builtins(thread)->exception_SystemExit), code);
    value_release(code);
    if (value_is_absent(exception)) return exception;
    raise_instance(thread, exception);
    value_release(exception);
    return VALUE_ABSENT;
}

static const Type quitter_type = {.name = "_sitebuiltins.Quitter", .instance_size = sizeof(Quitter), .destroy = quitter_destroy,
                                  .repr = quitter_repr, .call = quitter_call};

Value quitter_new(Thread *thread, const char *name) {
    Type *type = type_from_template(thread, &quitter_type);
    Quitter *quitter = type ? object_new(thread, type) : NULL;
    if (!quitter) return VALUE_ABSENT;
    quitter->name = name;
    return value_from_object(quitter);
}
