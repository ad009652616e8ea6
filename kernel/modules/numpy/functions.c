/* The bridge from arraylib's function table to Python: a block becomes a native function when a module (or a type)
 * is first asked for its name.
 *
 * A module's name says where its functions lie: "numpy.linalg" -> namespace NUMPY, paths that begin with "linalg.".
 * The block's signature serves as the native's; a method's first parameter is written $self. */
#include "kernel/modules/numpy/functions.h"

#include "base/memory.h"
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/types.h"
#include "kernel/objects/descriptor/descriptor.h"

#include <stdio.h>
#include <string.h>

enum { PARAMETERS_MAX = 32, PATH_SIZE = 128 };

typedef enum SelfKind { SELF_NONE, SELF_ARRAY, SELF_OBJECT } SelfKind;

typedef struct FunctionBinding {
    const ArrayFunction *function;
    ArrayNamespace namespace;
    SelfKind self;
    size_t count; /* parameters, self included */
} FunctionBinding;

/* ---- Calls ---- */

static Value call_block(Thread *thread, const FunctionBinding *binding, const Value *arguments) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    Variant variants[PARAMETERS_MAX];
    ArrayNamespace namespace = binding->namespace;
    ArrayObject *self = NULL;
    size_t first = 0, converted = 0;
    bool is_scalar_method = false; /* np.float64(1).sum(): as a 0-d array, and a scalar again */
    if (binding->self == SELF_OBJECT) {
        self = value_array_object(arguments[first++]);
    } else if (binding->self == SELF_ARRAY && value_is_ndarray(arguments[0])) {
        namespace = array_library(value_ndarray(arguments[0])) == LIBRARY_CUPY ? CUPY : NUMPY;
    } else if (binding->self == SELF_ARRAY) {
        Array *array = array_from_value(thread, arguments[0], NULL);
        if (!array) return VALUE_ABSENT;
        variants[converted++] = variant_array(array);
        is_scalar_method = true;
    }
    if (namespace == CUPY && !array_devices_ready(thread)) return VALUE_ABSENT;
    bool takes_memory = binding->function->traits & TAKES_MEMORY;
    for (; first + converted < binding->count; converted++) {
        Value argument = arguments[first + converted];
        if (takes_memory && !converted ? variant_from_memory(thread, argument, &variants[0])
            : namespace == CUPY ? variant_for_device(thread, argument, &variants[converted])
                                : variant_from_value(thread, argument, &variants[converted]))
            continue;
        variants_release(variants, converted);
        return VALUE_ABSENT;
    }
    Error error = ERROR_NONE;
    Variant result = array_function_call(context->runtime, binding->function, namespace, self, variants, converted,
                                         &error);
    variants_release(variants, converted);
    if (result.kind == VARIANT_ABSENT) return raise_array_error(thread, &error);
    if (is_scalar_method && result.kind == VARIANT_ARRAY && !result.array->dimensions && result.array->dtype->number == DTYPE_RECORD)
        return record_scalar_new(thread, result.array);
    if (is_scalar_method && result.kind == VARIANT_ARRAY && !result.array->dimensions) {
        Variant scalar = array_scalar_at(result.array, 0, &error);
        variant_release(&result);
        if (scalar.kind == VARIANT_ABSENT) return raise_array_error(thread, &error);
        result = scalar;
    }
    Value value = value_from_variant(thread, result, arguments, binding->count);
    return binding->self == SELF_OBJECT || is_scalar_method
               ? value
               : array_keep_class_of_call(thread, value, binding->function, binding->self == SELF_ARRAY, arguments, binding->count);
}

/* The base of an array over the bytes of an object that never moves them: the object itself; of another it is a memoryview. */
static Value name_owner(Value owned, Value owner) {
    if (!value_is_ndarray(owned) || value_is_absent(array_memory_view(value_ndarray(owned)))) return owned;
    const void *bytes;
    NdArray *object = (NdArray *)owned.object;
    if (value_is_absent(object->base) && (value_is_bytes(owner) || value_scalar(owner, &bytes) || value_record(owner)))
        object->base = value_retain(owner);
    return owned;
}

/* A view that was made through __array_interface__: its base is the object that told the interface. */
static Value name_interface(Thread *thread, Value owned, Value source) {
    if (!value_is_ndarray(owned) || array_library(value_ndarray(owned)) != LIBRARY_NUMPY) return owned;
    NdArray *object = (NdArray *)owned.object;
    const Array *view = object->array;
    Error error = ERROR_NONE;
    Value told[3] = {value_is_ndarray(source) ? value_retain(source) : value_get_attribute_c(thread, owned, "base"),
                     tuple_from_extents(thread, object->array->shape, object->array->dimensions),
                     tuple_from_extents(thread, object->array->strides, object->array->dimensions)};
    Value class = array_module_member(thread, "numpy._interface", "DummyArray"), base = VALUE_ABSENT;
    if (!value_is_absent(class) && !value_is_absent(told[0]) && !value_is_absent(told[1]) && !value_is_absent(told[2]))
        base = value_call_values(thread, class, told, 3);
    for (size_t i = 0; i < 3; i++) value_release(told[i]);
    value_release(class);
    if (value_is_absent(base)) return value_release(owned), VALUE_ABSENT;
    value_replace(&object->base, base);
    Array *alone = array_over_buffer(view->buffer, view->dtype, view->dimensions, view->shape, view->strides, view->offset, &error);
    if (!alone) return value_release(owned), raise_array_error(thread, &error);
    alone->writeable = view->writeable;
    array_release(object->array); /* views of this one name it as their base, not the array behind the interface */
    object->array = alone;
    return owned;
}

/* x.view(Class): the class is no dtype. */
static Value view_as_class(Thread *thread, const FunctionBinding *binding, const Value *arguments) {
    Value wanted = value_is_array_class(arguments[1]) ? arguments[1] : arguments[2], values[3] = {arguments[0], VALUE_NONE, VALUE_NONE};
    if (!value_is_array_class(arguments[1])) values[1] = arguments[1];
    Value view = value_is_none(values[1]) ? value_retain(arguments[0]) : call_block(thread, binding, values);
    Value result = value_is_absent(view) ? VALUE_ABSENT : array_view_as_class(thread, view, value_type(wanted));
    value_release(view);
    return result;
}

/* random.shuffle(list): the positions are shuffled as an array, and the list follows them. */
static Value shuffle_list(Thread *thread, const FunctionBinding *binding, const Value *arguments, size_t index) {
    List *list = value_list(arguments[index]);
    int64_t axis = 0;
    if (binding->count > index + 1 && value_is_int(arguments[index + 1]) && (!value_to_int64(thread, arguments[index + 1], &axis) || axis != 0))
        return raise_format(thread, thread_builtins(thread)->exception_NotImplementedError, "Axis argument is only supported on ndarray objects");
    Value replaced[PARAMETERS_MAX], order = call_numpy_one(thread, "arange", value_from_int((int64_t)list->count));
    if (value_is_absent(order)) return order;
    for (size_t i = 0; i < binding->count; i++) replaced[i] = i == index ? order : arguments[i];
    Value result = call_block(thread, binding, replaced);
    Value copy = value_is_absent(result) ? VALUE_ABSENT : list_from_values(thread, list->items, list->count);
    if (!value_is_absent(copy)) {
        const int64_t *positions = (const int64_t *)array_data(value_ndarray(order));
        for (size_t i = 0; i < value_list(copy)->count && i < list->count; i++)
            value_replace(&list->items[i], value_retain(value_list(copy)->items[positions[i]]));
    } else {
        value_replace(&result, VALUE_ABSENT);
    }
    value_release(order);
    value_release(copy);
    return result;
}

/* The same of an array that is masked, say: its items move by its class's own ways. */
static Value shuffle_items(Thread *thread, const FunctionBinding *binding, const Value *arguments, size_t index) {
    int64_t length = value_length(thread, arguments[index]);
    Value replaced[PARAMETERS_MAX], order = length < 0 ? VALUE_ABSENT : call_numpy_one(thread, "arange", value_from_int(length));
    if (value_is_absent(order)) return order;
    for (size_t i = 0; i < binding->count; i++) replaced[i] = i == index ? order : arguments[i];
    Value result = call_block(thread, binding, replaced);
    Value taken = value_is_absent(result) ? VALUE_ABSENT : value_get_item(thread, arguments[index], order);
    if (value_is_absent(taken) || !value_set_item(thread, arguments[index], VALUE_ELLIPSIS, taken)) value_replace(&result, VALUE_ABSENT);
    value_release(order);
    value_release(taken);
    return result;
}

/* An array of a class of its own with one or more axes, to be shuffled along the first. */
static bool has_own_items(Thread *thread, const FunctionBinding *binding, const Value *arguments, size_t index) {
    if (!value_is_ndarray(arguments[index]) || !value_ndarray(arguments[index])->dimensions) return false;
    const Type *type = type_of(thread->interpreter, arguments[index]);
    if (type->origin == &numpy_ndarray_type_template || type->origin == &cupy_ndarray_type_template) return false;
    if (binding->count <= index + 1 || value_is_absent(arguments[index + 1])) return true;
    int64_t axis;
    return value_is_int(arguments[index + 1]) && value_to_int64(thread, arguments[index + 1], &axis) && axis == 0;
}

/* np.indices takes its dimensions from anything that can be iterated, such as a generator. */
static Value indices_of_iterator(Thread *thread, const FunctionBinding *binding, const Value *arguments) {
    Value dimensions = tuple_from_iterable(thread, arguments[0]), given[3];
    if (value_is_absent(dimensions)) return VALUE_ABSENT;
    memcpy(given, arguments, sizeof given);
    given[0] = dimensions;
    Value result = call_block(thread, binding, given);
    value_release(dimensions);
    return result;
}

NATIVE(call_array_function) {
    const FunctionBinding *binding = native->entry->data;
    size_t first = binding->self == SELF_OBJECT;
    unsigned traits = binding->function->traits;
    if (traits & SHUFFLES_ITEMS && binding->count > first) {
        if (value_is_list(arguments[first])) return shuffle_list(thread, binding, arguments, first);
        if (has_own_items(thread, binding, arguments, first)) return shuffle_items(thread, binding, arguments, first);
    }
    if (traits & TAKES_ITERATOR && value_is_object(arguments[0]) && arguments[0].object->type->next)
        return indices_of_iterator(thread, binding, arguments);
    if (traits & REFUSES_GENERATOR && binding->namespace == NUMPY && value_is_object(arguments[0]) &&
        !strcmp(arguments[0].object->type->name, "generator"))
        return raise_type_error(thread, "Calling np.sum(generator) is deprecated.Use np.sum(np.fromiter(generator)) or the python sum builtin instead.");
    Value own;
    if (binding->self == SELF_NONE && array_call_own_method(thread, binding->function, arguments, binding->count, &own)) return own;
    if (binding->self != SELF_OBJECT && binding->count && array_call_observed(thread, native, binding->function, arguments, binding->count, &own)) return own;
    bool views = binding->self == SELF_ARRAY && traits & VIEWS_CLASS;
    if (views && value_is_ndarray(arguments[0]) && (value_is_array_class(arguments[1]) || value_is_array_class(arguments[2])))
        return view_as_class(thread, binding, arguments);
    Value result = call_block(thread, binding, arguments);
    if (traits & TAKES_MEMORY) return name_owner(result, arguments[0]);
    return traits & VIEWS_INTERFACE ? name_interface(thread, result, arguments[0]) : result;
}

/* ---- Binding ---- */

/* The signature of a method: "(a, axis=None)" -> "($self, axis=None)", and for an object's "($self, " is put in front. */
static char *method_signature(ArrayContext *context, const char *signature, SelfKind self) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append(&text, "($self");
    const char *rest = signature + 1;
    if (self == SELF_ARRAY) {
        int depth = 0;
        for (; *rest && (depth || (*rest != ',' && *rest != ')')); rest++) {
            if (*rest == '(') depth++;
            if (*rest == ')') depth--;
        }
    } else if (*rest != ')') {
        text_append(&text, ", ");
    }
    text_append(&text, rest);
    char *copy = text.failed ? NULL : arena_copy(&context->arena, text.bytes, text.length);
    text_release(&text);
    return copy;
}

/* A native of `module`, or with `owner` a method of that type. */
static Value bind_function(Thread *thread, const ArrayFunction *function, ArrayNamespace namespace, SelfKind self,
                           const char *module, Type *owner) {
    ArrayContext *context = array_context(thread);
    if (!context) return VALUE_ABSENT;
    FunctionBinding *binding = arena_allocate(&context->arena, sizeof *binding);
    NativeEntry *entry = arena_allocate(&context->arena, sizeof *entry);
    const char *signature = self == SELF_NONE ? function->signature
                                              : method_signature(context, function->signature, self);
    if (!binding || !entry || !signature) return raise_no_memory(thread);
    *binding = (FunctionBinding){function, namespace, self, native_parameter_count(signature)};
    if (binding->count > PARAMETERS_MAX)
        return raise_runtime_error(thread, "%s has too many parameters", function->path);
    const char *dot = strrchr(function->path, '.');
    *entry = (NativeEntry){dot ? dot + 1 : function->path, signature, function->docstring, call_array_function,
                           binding, 0};
    if (owner) return native_new_method(thread, entry, owner);
    Value module_name = string_from_c(thread, module);
    if (value_is_absent(module_name)) return VALUE_ABSENT;
    Value native = native_new(thread, entry, module_name);
    value_release(module_name);
    if (!value_is_absent(native) && namespace == NUMPY) ((Native *)native.object)->before = array_override_of(module, function);
    return native;
}

/* ---- Modules ---- */

typedef struct ModulePlace {
    ArrayNamespace namespace;
    ArrayLibrary library;
    char prefix[PATH_SIZE]; /* "linalg.", or "" */
} ModulePlace;

static bool module_place(const char *module, ModulePlace *place) {
    static const struct {
        const char *root;
        ArrayNamespace namespace;
        ArrayLibrary library;
    } roots[] = {{"cupyx.scipy", CUPYX, LIBRARY_CUPY},
                 {"cupy", CUPY, LIBRARY_CUPY},
                 {"numpy", NUMPY, LIBRARY_NUMPY},
                 {"scipy", SCIPY, LIBRARY_NUMPY}};
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        size_t length = strlen(roots[i].root);
        if (strncmp(module, roots[i].root, length) || (module[length] && module[length] != '.')) continue;
        place->namespace = roots[i].namespace;
        place->library = roots[i].library;
        const char *rest = module[length] ? module + length + 1 : "";
        int written = snprintf(place->prefix, sizeof place->prefix, "%s%s", rest, *rest ? "." : "");
        return written > 0 ? (size_t)written < sizeof place->prefix : true;
    }
    return false;
}

static bool operator_is_ufunc(const Operator *row, ArrayLibrary library) {
    if (row->number == OPERATOR_isnat) return library == LIBRARY_NUMPY; /* devices have no dates */
    return row->number != OPERATOR_clip && row->number != OPERATOR_where_select;
}

/* A block of a module: not one that is only a method (x.sort() and np.sort(x) are two blocks). */
static const ArrayFunction *module_function_find(const char *path, ArrayNamespace namespace) {
    size_t count;
    const ArrayFunction *const *functions = array_functions(&count);
    for (size_t i = 0; i < count; i++)
        if (functions[i]->namespaces & namespace && !(functions[i]->namespaces & (METHOD_ONLY | MEMBER)) &&
            !strcmp(functions[i]->path, path))
            return functions[i];
    return NULL;
}

Value array_numpy_function(Thread *thread, const char *name) {
    const ArrayFunction *function = module_function_find(name, NUMPY);
    return function ? bind_function(thread, function, NUMPY, SELF_NONE, "numpy", NULL) : raise_runtime_error(thread, "no function %s", name);
}

Value array_table_member(Thread *thread, const char *module, const char *name) {
    ModulePlace place;
    char path[PATH_SIZE];
    if (!module_place(module, &place)) return VALUE_ABSENT;
    int written = snprintf(path, sizeof path, "%s%s", place.prefix, name);
    if (written < 0 || (size_t)written >= sizeof path) return VALUE_ABSENT;
    const ArrayFunction *function = module_function_find(path, place.namespace);
    if (function && place.namespace == NUMPY && !*place.prefix) {
        Value ufunc = core_ufunc_object(thread, name);
        if (!value_is_absent(ufunc) || exception_is_set(thread)) return ufunc;
    }
    if (function && place.namespace == SCIPY) {
        Value ufunc = special_ufunc_object(thread, function);
        if (!value_is_absent(ufunc) || exception_is_set(thread)) return ufunc;
    }
    if (function) {
        ArrayNamespace namespace = place.library == LIBRARY_CUPY ? CUPY : place.namespace;
        return bind_function(thread, function, namespace, SELF_NONE, module, NULL);
    }
    if (!*place.prefix && (place.namespace & (NUMPY | CUPY))) {
        const Operator *row = operator_find(name);
        if (row && operator_is_ufunc(row, place.library)) return ufunc_object(thread, row, place.library);
    }
    return VALUE_ABSENT;
}

Value array_plain_function(Thread *thread, const ArrayFunction *function) {
    return bind_function(thread, function, SCIPY, SELF_NONE, "scipy.special", NULL);
}

/* The names of the table in a module, added to a list. */
bool array_table_names(Thread *thread, const char *module, List *names) {
    ModulePlace place;
    if (!module_place(module, &place)) return true;
    size_t count, length = strlen(place.prefix);
    const ArrayFunction *const *functions = array_functions(&count);
    for (size_t i = 0; i < count; i++) {
        const char *path = functions[i]->path;
        if (!(functions[i]->namespaces & place.namespace) || functions[i]->namespaces & (METHOD_ONLY | MEMBER)) continue;
        if (strncmp(path, place.prefix, length)) continue;
        if (strchr(path + length, '.')) continue;
        if (!list_append_owned(thread, names, string_from_c(thread, path + length))) return false;
    }
    if (*place.prefix || !(place.namespace & (NUMPY | CUPY))) return true;
    for (size_t i = 0; i < OPERATOR_COUNT; i++)
        if (operator_is_ufunc(&operators[i], place.library) &&
            !list_append_owned(thread, names, string_from_c(thread, operators[i].name)))
            return false;
    const char *alias;
    const Operator *row;
    for (size_t i = 0; operator_alias(i, &alias, &row); i++)
        if (!list_append_owned(thread, names, string_from_c(thread, alias))) return false;
    return true;
}

Value array_module_member(Thread *thread, const char *module, const char *name) {
    Value object = import_module(thread, module);
    if (value_is_absent(object)) return object;
    Value member = value_get_attribute_c(thread, object, name);
    value_release(object);
    return member;
}

Value call_numpy(Thread *thread, const char *path, const Value *values, size_t count) {
    ArrayLibrary library = LIBRARY_NUMPY;
    for (size_t i = 0; i < count; i++)
        if (value_is_ndarray(values[i]) && array_library(value_ndarray(values[i])) == LIBRARY_CUPY) library = LIBRARY_CUPY;
    return call_library(thread, library, path, values, count);
}

Value call_library(Thread *thread, ArrayLibrary library, const char *path, const Value *values, size_t count) {
    char module[PATH_SIZE];
    const char *root = library == LIBRARY_CUPY ? "cupy" : "numpy", *dot = strrchr(path, '.');
    snprintf(module, sizeof module, "%s%s%.*s", root, dot ? "." : "", dot ? (int)(dot - path) : 0, path);
    Value function = array_module_member(thread, module, dot ? dot + 1 : path);
    if (value_is_absent(function)) return function;
    Value result = value_call_values(thread, function, values, count);
    value_release(function);
    return result;
}

Value call_numpy_one(Thread *thread, const char *path, Value argument) {
    return call_numpy(thread, path, &argument, 1);
}

Value call_numpy_two(Thread *thread, const char *path, Value first, Value second) {
    const Value values[2] = {first, second};
    return call_numpy(thread, path, values, 2);
}

/* ---- Methods ---- */

static bool add_method(Thread *thread, Type *type, const ArrayFunction *function, ArrayNamespace namespace,
                       SelfKind self) {
    const char *dot = strrchr(function->path, '.');
    String *name = string_intern(thread, dot ? dot + 1 : function->path);
    Value native = name ? bind_function(thread, function, namespace, self, NULL, type) : VALUE_ABSENT;
    if (value_is_absent(native)) return false;
    if (function->namespaces & PROPERTY) {
        bool is_set = function->signature[1] != ')';
        Value property = property_new(thread, native, is_set ? native : VALUE_ABSENT, VALUE_ABSENT, VALUE_ABSENT);
        value_release(native);
        native = property;
    }
    bool added = !value_is_absent(native) && type_set_attribute(thread, type, name, native);
    value_release(native);
    return added;
}

bool array_type_add_methods(Thread *thread, Type *type, ArrayLibrary library) {
    size_t count;
    const ArrayFunction *const *functions = array_functions(&count);
    for (size_t i = 0; i < count; i++) {
        const ArrayFunction *function = functions[i];
        if (!(function->namespaces & (METHOD | METHOD_ONLY))) continue;
        if (!(function->namespaces & (library == LIBRARY_CUPY ? CUPY : NUMPY))) continue;
        if (!add_method(thread, type, function, library == LIBRARY_CUPY ? CUPY : NUMPY, SELF_ARRAY))
            return false;
    }
    return ndarray_add_seldom_methods(thread, type, library == LIBRARY_CUPY);
}

/* Methods of random.Generator and the like: MEMBER blocks below its path, and for RandomState those of np.random. */
bool array_object_add_methods(Thread *thread, Type *type, const char *path, ArrayNamespace namespace) {
    size_t count, length = strlen(path);
    const ArrayFunction *const *functions = array_functions(&count);
    bool is_random_state = !strcmp(path, "random.RandomState");
    for (size_t i = 0; i < count; i++) {
        const ArrayFunction *function = functions[i];
        bool is_member = function->namespaces & MEMBER && !strncmp(function->path, path, length) &&
                         function->path[length] == '.' && !strchr(function->path + length + 1, '.');
        bool is_state = is_random_state && function->namespaces & RANDOM_STATE;
        if ((is_member || is_state) && !add_method(thread, type, function, namespace, SELF_OBJECT))
            return false;
    }
    return true;
}

/* Call the block of a type's constructor: random.RandomState(seed). */
Value array_construct(Thread *thread, const char *path, ArrayNamespace namespace, const Call *call) {
    const ArrayFunction *function = array_function_find(path, NUMPY | CUPY | MEMBER);
    const char *dot = strrchr(path, '.');
    if (!function) return raise_type_error(thread, "cannot create '%s' instances", dot ? dot + 1 : path);
    Value arguments[PARAMETERS_MAX];
    FunctionBinding binding = {function, namespace, SELF_NONE, native_parameter_count(function->signature)};
    if (!native_match(thread, dot ? dot + 1 : path, function->signature, call, arguments, PARAMETERS_MAX))
        return VALUE_ABSENT;
    Value result = call_block(thread, &binding, arguments);
    native_release_arguments(arguments, binding.count);
    return result;
}
