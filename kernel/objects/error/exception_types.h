/* Between the files of the exceptions. Private to objects/. */
#ifndef KERNEL_OBJECTS_EXCEPTION_TYPES_H
#define KERNEL_OBJECTS_EXCEPTION_TYPES_H

#include "kernel/objects/container/list.h"
#include "kernel/objects/text/string.h"

enum { EXCEPTION_EXTRA_COUNT = sizeof((Exception){0}.extra) / sizeof(Value) };

extern const Type exception_type_template; /* BaseException */
Value exception_create(Thread *thread, Type *type, const Call *call);
bool exception_initialize(Thread *thread, Value self, const Call *call);
Value exception_str(Thread *thread, Value self);

bool stop_iteration_initialize(Thread *thread, Value self, const Call *call);
bool system_exit_initialize(Thread *thread, Value self, const Call *call);
bool name_error_initialize(Thread *thread, Value self, const Call *call);
bool attribute_error_initialize(Thread *thread, Value self, const Call *call);
bool import_error_initialize(Thread *thread, Value self, const Call *call);
Value import_error_str(Thread *thread, Value self);
bool syntax_error_initialize(Thread *thread, Value self, const Call *call);
Value syntax_error_str(Thread *thread, Value self);
Value os_error_create(Thread *thread, Type *type, const Call *call);
bool os_error_initialize(Thread *thread, Value self, const Call *call);
Value os_error_str(Thread *thread, Value self);
bool unicode_error_initialize(Thread *thread, Value self, const Call *call);
bool unicode_translate_initialize(Thread *thread, Value self, const Call *call);
Value unicode_decode_str(Thread *thread, Value self);
Value unicode_encode_str(Thread *thread, Value self);
Value key_error_str(Thread *thread, Value self);

/* exception_group.c: extra[0] the message, extra[1] the tuple of exceptions. */
Value exception_group_create(Thread *thread, Type *type, const Call *call);
bool exception_group_initialize(Thread *thread, Value self, const Call *call);
Value exception_group_str(Thread *thread, Value self);
extern const NativeEntry exception_group_methods[];

#endif
