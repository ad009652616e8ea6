/* Every built-in type and exception class by name, and the names that C code looks up often.
 *
 * The types are static tables copied into the interpreter at start (a type is mutable state: its attributes, its
 * subclasses), so that two interpreters do not share one. `thread->interpreter->builtins->type_list`. */
#ifndef KERNEL_OBJECTS_BUILTINS_H
#define KERNEL_OBJECTS_BUILTINS_H

#include "kernel/objects/error/exception.h"
#include "kernel/objects/core/interpreter.h"

/* C identifier of the type: field type_<name> of Builtins and template <name>_type_template in its file. */
#define BUILTIN_TYPES(X)                                                                                    \
    X(object) X(type) X(none) X(ellipsis) X(not_implemented) X(bool) X(int) X(float) X(complex) X(string)   \
    X(bytes) X(bytearray) X(memoryview) X(tuple) X(list) X(dict) X(set) X(frozenset) X(slice) X(range)      \
    X(property) X(staticmethod) X(classmethod) X(super) X(module) X(native) X(bound_method) X(function)     \
    X(code) X(cell) X(frame) X(traceback) X(generator) X(coroutine) X(async_generator) X(enumerate) X(zip)  \
    X(map) X(filter) X(reversed) X(sequence_iterator) X(callable_iterator) X(list_iterator)                 \
    X(list_reverse_iterator) X(tuple_iterator) X(string_iterator) X(ascii_iterator) X(bytes_iterator) X(range_iterator)       \
    X(dict_keys) X(dict_values) X(dict_items) X(dict_key_iterator) X(dict_value_iterator)                   \
    X(dict_item_iterator) X(set_iterator) X(member_descriptor) X(property_descriptor) X(slot_wrapper)       \
    X(mapping_proxy) X(namespace) X(weak_reference) X(generic_alias) X(union) X(method_descriptor) X(method_wrapper)  \
    X(classmethod_descriptor) X(memory_iterator)

/* Names used from C: builtins->name_<identifier> is the interned String*. */
#define BUILTIN_NAMES(X)                                                                                    \
    X(__name__) X(__doc__) X(__module__) X(__qualname__) X(__dict__) X(__class__) X(__init__) X(__new__)    \
    X(__del__) X(__call__) X(__get__) X(__set__) X(__delete__) X(__getattr__) X(__getattribute__)           \
    X(__setattr__) X(__delattr__) X(__getitem__) X(__setitem__) X(__delitem__) X(__contains__) X(__iter__)  \
    X(__next__) X(__len__) X(__bool__) X(__repr__) X(__str__) X(__format__) X(__hash__) X(__eq__)           \
    X(__enter__) X(__exit__) X(__aenter__) X(__aexit__) X(__aiter__) X(__anext__) X(__await__)              \
    X(__index__) X(__int__) X(__float__) X(__complex__) X(__reversed__) X(__missing__) X(__slots__)         \
    X(__init_subclass__) X(__set_name__) X(__class_getitem__) X(__mro_entries__) X(__prepare__)             \
    X(__subclasshook__) X(__instancecheck__) X(__subclasscheck__) X(__abstractmethods__)                    \
    X(__annotations__) X(__builtins__) X(__import__) X(__build_class__) X(__file__) X(__path__) X(__package__) X(__all__) X(__bases__)       \
    X(__mro__) X(__wrapped__) X(__match_args__) X(__length_hint__) X(__round__) X(__trunc__) X(__floor__)   \
    X(__ceil__) X(__dir__) X(__bytes__) X(__self__) X(__func__) X(__classcell__) X(__notes__)               \
    X(send) X(throw) X(close) X(value) X(args) X(write) X(flush) X(keys) X(_repr_html_) X(_repr_png_)

struct Builtins {
#define X(name) Type *type_##name;
    BUILTIN_TYPES(X)
#undef X
    Type *exception_BaseException, *exception_ExceptionGroup;
#define X(name, base, text) Type *exception_##name;
    BUILTIN_EXCEPTIONS(X)
#undef X
#define X(name) String *name_##name;
    BUILTIN_NAMES(X)
#undef X
    Value empty_tuple, empty_string, empty_bytes;
    Value no_memory_error; /* preallocated */
    /* NumPy's float64 and int64, once there are any: their instances are Floats and IntegerScalars (number/float.h), and
     * the VM computes with them itself. */
    Type *type_scalar_float, *type_scalar_integer;
    String *characters[256]; /* the shared strings of one character, below U+0100; NULL until first needed */
};

static inline Builtins *thread_builtins(Thread *thread) { return thread->interpreter->builtins; }
/* Types that natives in library/ and modules/ define: a static const template, copied and made ready once an
 * interpreter; borrowed. */
Type *type_from_template(Thread *thread, const Type *type_template);

#endif
