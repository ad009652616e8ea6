/* Whose output it is: a Value that threads and contexts hand on, so that what a task or a thread writes belongs to the cell that
 * started it, while other cells run. */
#include "kernel/shell/kernel.h"

#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/type.h"

typedef struct OutputOwner {
    Object object;
    MessageParent *parent;
} OutputOwner;

static void owner_destroy(Object *self) { message_parent_release(((OutputOwner *)self)->parent); }

static const Type owner_type = {.name = "OutputOwner", .documentation = "A cell, as the owner of output.", .flags = TYPE_NO_CREATE,
                                .instance_size = sizeof(OutputOwner), .destroy = owner_destroy};

Value output_owner_new(Thread *thread, MessageParent *parent) {
    Type *type = type_from_template(thread, &owner_type);
    OutputOwner *owner = type ? object_new(thread, type) : NULL;
    if (!owner) {
        exception_clear(thread);
        return VALUE_ABSENT;
    }
    owner->parent = message_parent_retain(parent);
    return value_from_object(owner);
}

MessageParent *kernel_output_parent(Kernel *kernel) {
    const Interpreter *interpreter = kernel->interpreter;
    const Thread *thread = interpreter->running ? interpreter->running : interpreter->main;
    Value owner = thread->output_owner;
    return value_has_type(owner, &owner_type) ? ((OutputOwner *)owner.object)->parent : kernel->parent;
}
