/* Functions, methods and modules that are written in C. */
#ifndef KERNEL_OBJECTS_NATIVE_H
#define KERNEL_OBJECTS_NATIVE_H

#include "kernel/objects/core/object.h"

struct Signature; /* parsed once, at the first call or inspection */

struct Native {
    Object object;
    const NativeEntry *entry;
    struct Signature *signature;
    Value self;      /* bound: module functions keep their module, bound methods their receiver; else absent */
    Value module;    /* __module__ as str */
    Type *owner;     /* for methods */
    Dict *attributes;
    struct WeakReference *weak_references;
    uint8_t direct_count; /* a call with so many values, and no names, may go to the code as it is; DIRECT_NONE: none may */
    uint8_t style;        /* whose words its errors have, once that is known: native.c */
    bool is_python;       /* native_new_python's: its entry goes with it, while the others may outlive theirs */
    /* Of module functions: sees a call as it came, before anything is matched. Absent without an exception: go on. Usually NULL. */
    Value (*before)(Thread *thread, const Native *native, const Call *call);
};
enum { DIRECT_UNKNOWN = 0, DIRECT_NONE = 255 };
uint8_t native_find_direct_count(Thread *thread, Native *native);
/* Worked out at the first call. A method's receiver must still be an instance of its owner. */
static inline uint8_t native_direct_count(Thread *thread, Native *native) {
    return native->direct_count != DIRECT_UNKNOWN ? native->direct_count : native_find_direct_count(thread, native);
}

/* With NATIVE_RAW the call is handed on as it came: `data` of the entry is this function, `code` is NULL. The
 * signature is for inspection only, but when it begins with $self, values[0] is self (checked, for methods). */
/* With NATIVE_QUICK `data` is such a function, too, which is asked first when all arguments are given by position: absent without
 * an exception means that it is not for these. */
typedef Value NativeRawCode(Thread *thread, const Native *native, const Call *call);

Value native_new(Thread *thread, const NativeEntry *entry, Value module_name); /* entry must outlive it */
/* A function of the language that looks and behaves like one in C, as it is in CPython: above all, it does not become a
 * method when it stands in a class. The entry (NATIVE_RAW) is the Native's own, `self` the function. */
Value native_new_python(Thread *thread, Value function);
bool native_is_function(Value value);        /* one of Python */
bool native_function_takes(Value function, const char *parameter); /* one of Python has a parameter of that name */
bool native_is_hidden_function(Value value); /* one of a module that is part of the program */
Value native_new_bound(Thread *thread, const NativeEntry *entry, Value self, Type *owner); /* owner may be NULL */
Value native_new_method(Thread *thread, const NativeEntry *entry, Type *owner); /* what stands in a type's attributes */
/* Match a call against a signature text outside a Native (used by types' create slots): `arguments` has room for
 * every parameter; results are owned: release with native_release_arguments. */
bool native_match(Thread *thread, const char *function_name, const char *signature, const Call *call,
                  Value *arguments, size_t capacity);
size_t native_parameter_count(const char *signature);
void native_release_arguments(Value *arguments, size_t count);

/* A built-in module: static data, its functions entered when it is first imported. */
typedef struct ModuleEntry {
    const char *name;              /* "time", "numpy.linalg" */
    const char *documentation;
    const NativeEntry *functions;  /* ends with a NULL name; may be NULL */
    bool (*initialize)(Thread *thread, Value module); /* adds constants and types; may be NULL */
    Value (*get_attribute)(Thread *thread, Value module, String *name); /* lazy members (PEP 562): absent without an
                                                                          exception when there is none; may be NULL */
} ModuleEntry;

/* Modules are found in tables, so that a start costs nothing for those that are never imported: those in C in the lists of
 * library/registry.c and modules/registry.c, which end with NULL, those in Python in the pack (pack.h). */
extern const ModuleEntry *const library_modules[];
extern const ModuleEntry *const extension_modules[];
extern const ModuleEntry packed_module; /* the entry of them all: it runs what the pack has under the module's name */

const ModuleEntry *module_entry_find(const char *name); /* NULL: not built in */
/* The names of all modules that are built in, one a call: *at begins with 0; NULL: there are no more. */
const char *module_entry_next(size_t *at);

Value module_new(Thread *thread, const char *name, const char *documentation);
Value module_from_entry(Thread *thread, const ModuleEntry *entry, const char *name); /* enters it into sys.modules, too */
Dict *module_attributes(Value module); /* borrowed */
bool module_add(Thread *thread, Value module, const char *name, Value value); /* takes over value; absent: fails */
bool module_add_type(Thread *thread, Value module, Type *type);               /* under its short name */
bool module_add_functions(Thread *thread, Value module, const NativeEntry *entries);
bool value_is_module(Value value);
bool module_is_built_in(Value value);
bool module_is_loading(Interpreter *interpreter, const char *name); /* its file is being run */
Value import_module(Thread *thread, const char *name); /* as importlib.import_module: dotted names; owned */

#endif
