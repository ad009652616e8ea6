/* NumPy's exception classes, known to raise_error by the names that arraylib reports. */
#include "kernel/modules/numpy/modules.h"

#include <string.h>

/* The names that arraylib reports, bases, documentation. A class shows itself as `shown` where that is given. */
static const struct {
    const char *name;
    size_t base, second;
    const char *documentation, *shown;
} exception_rows[] = {
#define BASE(class_name) offsetof(Builtins, exception_##class_name)
    {"numpy.exceptions.AxisError", BASE(ValueError), BASE(IndexError), "An axis that the array does not have.", NULL},
    {"numpy.exceptions.ComplexWarning", BASE(RuntimeWarning), 0, "The imaginary part is discarded.", NULL},
    {"numpy.exceptions.VisibleDeprecationWarning", BASE(UserWarning), 0, "Visible deprecation warning.", NULL},
    {"numpy.exceptions.RankWarning", BASE(RuntimeWarning), 0, "Matrix rank warning.", NULL},
    {"numpy.exceptions.TooHardError", BASE(RuntimeError), 0, "max_work was exceeded.", NULL},
    {"numpy.exceptions.DTypePromotionError", BASE(TypeError), 0, "Types have no common type.", NULL},
    {"numpy.exceptions.ModuleDeprecationWarning", BASE(DeprecationWarning), 0, "Module deprecation warning.", NULL},
    {"numpy.linalg.LinAlgError", BASE(ValueError), 0, "A linear algebra operation cannot go on.", NULL},
    {"numpy._core._exceptions.UFuncTypeError", BASE(TypeError), 0, "A ufunc cannot work on these types.", NULL},
    {"numpy._core._exceptions._UFuncNoLoopError", BASE(TypeError), 0, "A ufunc has no loop for these types.", "numpy._core._exceptions.UFuncTypeError"},
    {"numpy._core._exceptions._UFuncOutputCastingError", BASE(TypeError), 0, "A ufunc's output cannot be cast.", "numpy._core._exceptions.UFuncTypeError"},
    {"numpy._core._exceptions._UFuncInputCastingError", BASE(TypeError), 0, "A ufunc's input cannot be cast.", "numpy._core._exceptions.UFuncTypeError"},
    {"numpy._core._exceptions._UFuncBinaryResolutionError", BASE(TypeError), 0, "A ufunc has no loop for these types.", "numpy._core._exceptions.UFuncTypeError"},
    {"numpy._core._exceptions._ArrayMemoryError", BASE(MemoryError), 0, "An array does not fit into memory.", "numpy._core._exceptions.MemoryError"}};

static const char exceptions_key = 0;
enum { EXCEPTION_ROWS = sizeof exception_rows / sizeof *exception_rows };

static Type *base_at(Thread *thread, size_t offset) {
    return *(Type **)((char *)thread_builtins(thread) + offset);
}

static Value make_class(Thread *thread, size_t row) {
    const char *shown = exception_rows[row].shown ? exception_rows[row].shown : exception_rows[row].name;
    if (!exception_rows[row].second) {
        Type *type = type_new_simple(thread, shown, base_at(thread, exception_rows[row].base),
                                     exception_rows[row].documentation);
        String *own = type && exception_rows[row].shown ? string_intern(thread, strrchr(exception_rows[row].name, '.') + 1) : NULL;
        if (own) { /* __name__ is what is shown, __qualname__ tells which it is */
            object_release(type->qualified_name);
            type->qualified_name = object_retain(own);
        }
        return value_from_object(type);
    }
    return array_module_member(thread, "_numpy_axis_error", strrchr(exception_rows[row].name, '.') + 1); /* written in Python */
}

static void classes_release(void *classes) { object_release(classes); }

/* The classes that could not be made for want of memory are made when it is called again. */
bool numpy_exceptions_make(Thread *thread) {
    Tuple *classes = interpreter_state(thread->interpreter, &exceptions_key);
    if (!classes) {
        Value made = tuple_new(thread, EXCEPTION_ROWS);
        if (value_is_absent(made)) return false;
        if (!interpreter_set_state(thread->interpreter, &exceptions_key, made.object, classes_release)) {
            value_release(made);
            raise_no_memory(thread);
            return false;
        }
        classes = value_tuple(made);
    }
    for (size_t i = 0; i < EXCEPTION_ROWS; i++) {
        Value *place = &classes->items[i];
        if (value_is_absent(*place)) *place = make_class(thread, i);
        if (value_is_absent(*place) || !exception_register(thread, exception_rows[i].name, value_type(*place))) return false;
    }
    return true;
}

Value numpy_exception(Thread *thread, const char *name) {
    if (!array_context(thread)) return VALUE_ABSENT;
    const Tuple *classes = interpreter_state(thread->interpreter, &exceptions_key);
    for (size_t i = 0; classes && i < EXCEPTION_ROWS; i++)
        if (!strcmp(strrchr(exception_rows[i].name, '.') + 1, name)) return value_retain(classes->items[i]);
    return raise_runtime_error(thread, "no exception class %s", name);
}
