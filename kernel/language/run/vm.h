/* The VM's inside: what its files share. */
#ifndef KERNEL_LANGUAGE_VM_H
#define KERNEL_LANGUAGE_VM_H

#include "kernel/language/run/generator.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/descriptor/fields.h"
#include "kernel/objects/number/int.h"
#include "kernel/objects/container/iterators.h"
#include "kernel/objects/container/list.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/text/string.h"
#include "kernel/objects/core/type.h"

/* Run `frame` (kind FRAME_ENTRY, already thread->frame) until it returns, yields or fails. The result is owned. */
Value vm_run(Thread *thread, Frame *frame, Resumption *resumption);
Value vm_run_traced(Thread *thread, Frame *frame, Resumption *resumption); /* the same for a thread with a tracer */
static inline Value vm_enter(Thread *thread, Frame *frame, Resumption *resumption) {
    return __builtin_expect(thread->tracer != NULL, 0) ? vm_run_traced(thread, frame, resumption) : vm_run(thread, frame, resumption);
}

/* ---- frames (frame.c) ---- */
bool thread_make_stack(Thread *thread);
/* First free register and frame of a call from C; false: RecursionError or MemoryError. */
bool thread_reserve(Thread *thread, size_t registers, Value **base, Frame **frame);
bool raise_recursion(Thread *thread);
/* Empty a window's registers from `from` to `count`. */
static inline void registers_release(Value *registers, size_t from, size_t count) {
    for (size_t i = from; i < count; i++)
        if (registers[i].tag == TAG_OBJECT) {
            Object *object = registers[i].object;
            registers[i].tag = TAG_ABSENT;
            if (--object->references == 0) object_destroy(object);
        }
}

/* ---- inline caches (vm_attribute.c); `at` is the instruction, its caches follow ---- */
enum AttributeCache { CACHE_NONE, CACHE_FIELD, CACHE_INSTANCE, CACHE_CLASS, CACHE_SLOT, CACHE_METHOD, CACHE_PROPERTY };
enum { CACHE_SHIFT = 4 }; /* the kind of cache lies in the upper half of an attribute instruction's flags */
bool vm_load_attribute(Thread *thread, Word *at, Value object, String *name, Value *result);
bool vm_load_method(Thread *thread, Word *at, Value object, String *name, Value *callable, bool *self_first);
bool vm_store_attribute(Thread *thread, Word *at, Value object, String *name, Value value);
bool vm_load_super_method(Thread *thread, Word *at, Value class_value, Value self, String *name, Value *callable,
                          bool *self_first);
/* __init__ of a class whose instances are made plainly and initialized by a function; borrowed; absent otherwise. */
Value vm_plain_constructor(Thread *thread, Type *type);
/* The namespace is the globals themselves, and a dict whose items nobody else looks up. */
static inline bool names_are_globals(const Frame *frame, const Builtins *builtins) {
    return frame->names.object == &frame->globals->object && frame->globals->object.type == builtins->type_dict;
}
/* Global or builtin: owned; absent with NameError. Fills the cache of LOAD_GLOBAL and LOAD_NAME. */
Value vm_load_global(Thread *thread, Frame *frame, Word *at, String *name);
Value vm_load_name(Thread *thread, Frame *frame, Word *at, String *name); /* owned */
bool vm_store_name(Thread *thread, Frame *frame, String *name, Value value); /* value absent: delete */
Value vm_load_class_variable(Thread *thread, Frame *frame, String *name, Value cell); /* owned */
void vm_raise_unbound(Thread *thread, const Code *code, uint16_t reg);
void vm_raise_free_unbound(Thread *thread, String *name);

/* ---- the rest (vm_support.c) ---- */
/* The instruction at `at` makes a tuple, and the next one is said to use it as a key: 1 when both are done, for a container that
 * takes indexes without a tuple; 0: nothing is done. -1: an exception, of the instruction behind `at`. */
/* Of NumPy's float64 and int64 with each other and with Python's numbers, but nans; false: another pair. */
bool vm_compare_scalars(Thread *thread, Value left, Value right, Comparison comparison, int *truth);
int vm_element(Thread *thread, const Word *at, Value *registers);
bool vm_binary(Thread *thread, const Word *at, BinaryOperator operator, Value *place, Value left, Value right);
bool vm_unpack(Thread *thread, Value source, Value *registers, size_t count);
bool vm_unpack_star(Thread *thread, Value source, Value *registers, size_t before, size_t after);
Value vm_format(Thread *thread, Value value, Value specification, int conversion); /* specification may be absent */
Value vm_build_string(Thread *thread, const Value *parts, size_t count);
bool vm_list_extend(Thread *thread, Value list, Value iterable, bool in_call);
bool vm_dict_update(Thread *thread, Value dict, Value mapping);
/* The function in base[0] and what base[1], a tuple, and base[2], a dict of keywords or nothing, hold, retained above the
 * frame's window; *names: those of the keywords, owned, or NULL. NULL: no room, or keys that are no plain strings. */
Value *vm_unpack_arguments(Thread *thread, Frame *frame, const Value *base, Tuple **names);
Value vm_call_unpacked(Thread *thread, Value callable, Value *positional, Value *keywords);
bool vm_raise(Thread *thread, Value exception, Value cause, unsigned count); /* true: the handled one, as it was */
bool vm_set_up_annotations(Thread *thread, const Frame *frame);
int vm_match_exception(Thread *thread, Value exception, Value class_value); /* -1: TypeError */
bool vm_split_group(Thread *thread, Value rest, Value class_value, Value *matched, Value *remaining);
Value vm_join_group(Thread *thread, Value original, Value raised);
bool vm_enter_with(Thread *thread, Value manager, Value *registers, bool is_async);
Value vm_exit_with(Thread *thread, Value leave, Value exception); /* exception absent: none */
Value vm_async_iterator(Thread *thread, Value value);
Value vm_async_next(Thread *thread, Value iterator);
Value vm_import(Thread *thread, Frame *frame, String *name, Value names, int64_t level); /* an import statement; owned */
bool vm_import_star(Thread *thread, Frame *frame, Value module);
Value vm_match_keys(Thread *thread, Value subject, Value keys);
Value vm_match_class(Thread *thread, Value subject, Value class_value, size_t positional, Value names);
Value vm_match_rest(Thread *thread, Value subject, Value keys);
Value vm_make_function(Thread *thread, Frame *frame, Value code, Value *extras, unsigned flags);
bool vm_show(Thread *thread, Value value);
Value vm_get_awaitable(Thread *thread, Value value, unsigned where);
extern const NativeEntry build_class_entry;

/* The frame's generator, made when its function is called; takes over the registers. */
Generator *generator_from_frame(Thread *thread, Frame *frame);
/* next() of a generator that can go on: the item, absent at the end. false: the long way has something to say. */
bool generator_next_quickly(Thread *thread, Generator *generator, Value *result);
/* The end of a generator, seen through next(): absent, with a StopIteration when it returned something. Takes over. */
Value generator_stop(Thread *thread, Value returned);
void generator_finished(Thread *thread, Generator *generator); /* its registers are empty already */
void generator_abandon(Thread *thread, Generator *generator);  /* what it holds is released, none of its handlers runs */
/* A generator body ended with StopIteration: RuntimeError. */
void generator_fix_exception(Thread *thread, const Generator *generator);

#endif
