/* Classes derived from ndarray: what is computed from their arrays is of the class again, as NumPy's protocol has it.
 *
 * What is computed passes through __array_wrap__ when a class has one of its own; views, copies and selections go through
 * __array_finalize__ alone. Of several classes among the arguments that with the highest __array_priority__ decides. */
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/types.h"

#include "kernel/objects/container/containers.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/descriptor/signature.h"
#include "kernel/objects/core/type.h"

#include <stdio.h>
#include <string.h>

/* An array of a class of the user's: the types of the library are no heap types. */
bool value_is_subclass_array(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->flags & TYPE_HEAP && value_is_ndarray(value);
}

/* The attribute as a class of the user's has it, not as ndarray does; absent: it has none (or an exception). */
static Value own_attribute(Thread *thread, Value object, const char *name) {
    ArrayContext *context = array_context(thread);
    String *interned = context ? string_intern(thread, name) : NULL;
    if (!interned) return VALUE_ABSENT;
    Value found = type_lookup(object.object->type, interned);
    Value plain = type_lookup(context->array_types[array_library(value_ndarray(object))], interned);
    bool is_plain = value_is_absent(found) || (found.tag == plain.tag && found.object == plain.object);
    return is_plain ? VALUE_ABSENT : value_get_attribute(thread, object, interned);
}

bool array_finalize(Thread *thread, Value object, Value parent) {
    Value method = own_attribute(thread, object, "__array_finalize__");
    if (value_is_absent(method)) return !exception_is_set(thread);
    if (value_is_none(method)) return true;
    Value done = value_call_one(thread, method, parent);
    bool succeeded = !value_is_absent(done);
    value_release(method);
    value_release(done);
    return succeeded;
}

Value array_as_class(Thread *thread, Value array, Type *type, Value parent) {
    NdArray *object = object_new(thread, type);
    if (!object) return VALUE_ABSENT;
    const NdArray *source = (const NdArray *)array.object;
    object->array = array_retain(source->array);
    object->base = value_retain(source->base);
    Value made = value_from_object(object);
    if (!array_finalize(thread, made, parent)) value_replace(&made, VALUE_ABSENT);
    return made;
}

/* What a result was computed by: __array_wrap__ is told. */
typedef struct WrapContext {
    const Operator *row; /* NULL: by no ufunc's call */
    const Value *arguments;
    size_t count;
    int place; /* of the result among the ufunc's */
} WrapContext;

/* (ufunc, arguments, place), or None. Owned. */
static Value context_tuple(Thread *thread, const WrapContext *context) {
    if (!context || !context->row) return VALUE_NONE;
    Value ufunc = ufunc_object(thread, context->row, LIBRARY_NUMPY);
    Value parts[3] = {ufunc, tuple_from_values(thread, context->arguments, context->count), value_from_int(context->place)};
    Value tuple = value_is_absent(parts[0]) || value_is_absent(parts[1]) ? VALUE_ABSENT : tuple_from_values(thread, parts, 3);
    value_release(parts[0]);
    value_release(parts[1]);
    return tuple;
}

/* How results become of the class: all that is not WRAP_NOTHING asks __array_wrap__, WRAP_SCALARS has scalars become arrays, too. */
typedef enum Wrapping { WRAP_NOTHING, WRAP_ARRAYS, WRAP_SCALARS } Wrapping;

static Value wrap_array(Thread *thread, Value owned, Value parent, Wrapping wrapping, bool was_scalar, const WrapContext *context) {
    bool is_view = value_ndarray(owned)->buffer == value_ndarray(parent)->buffer;
    Value wrapped, method = is_view || wrapping == WRAP_NOTHING ? VALUE_ABSENT : own_attribute(thread, parent, "__array_wrap__");
    if (!value_is_absent(method)) {
        const Value arguments[] = {owned, context_tuple(thread, context), value_from_bool(was_scalar)};
        wrapped = value_is_absent(arguments[1]) ? VALUE_ABSENT : value_call_values(thread, method, arguments, 3);
        value_release(arguments[1]);
        value_release(method);
    } else {
        wrapped = exception_is_set(thread) ? VALUE_ABSENT : array_as_class(thread, owned, parent.object->type, parent);
    }
    value_release(owned);
    return wrapped;
}

static bool is_plain_array(Value value) {
    return value.tag == TAG_OBJECT && !(value.object->type->flags & TYPE_HEAP) && value_is_ndarray(value);
}

/* `owned` and what lies in it, if it is a tuple or list of results. */
static Value wrap_result(Thread *thread, Value owned, Value parent, Wrapping wrapping, const WrapContext *context) {
    if (value_is_absent(owned) || owned.tag != TAG_OBJECT) return owned;
    if (is_plain_array(owned)) return wrap_array(thread, owned, parent, wrapping, false, context);
    if (wrapping == WRAP_SCALARS && value_is_numpy_scalar(owned)) {
        Array *array = array_from_value(thread, owned, NULL);
        value_release(owned);
        Value object = array ? value_from_array(thread, array) : VALUE_ABSENT;
        return value_is_absent(object) ? object : wrap_array(thread, object, parent, wrapping, true, context);
    }
    Value *items = value_is_tuple(owned) ? value_tuple(owned)->items : value_is_list(owned) ? value_list(owned)->items : NULL;
    size_t count = value_is_tuple(owned) ? value_tuple(owned)->count : value_is_list(owned) ? value_list(owned)->count : 0;
    for (size_t i = 0; i < count; i++) {
        WrapContext one = context ? *context : (WrapContext){.row = NULL};
        one.place = (int)i;
        items[i] = wrap_result(thread, items[i], parent, wrapping, &one);
        if (!value_is_absent(items[i])) continue;
        items[i] = VALUE_NONE;
        value_release(owned);
        return VALUE_ABSENT;
    }
    return owned;
}

static double priority_of(Thread *thread, Value array) {
    Value priority = value_find_attribute_c(thread, array, "__array_priority__");
    double number = 0;
    if (value_is_absent(priority) || !value_to_double(thread, priority, &number)) exception_clear(thread);
    value_release(priority);
    return number;
}

bool array_priority_below(Thread *thread, Value self, Value stranger) {
    Value own = value_find_attribute_c(thread, stranger, "__array_priority__");
    bool has_own = !value_is_absent(own);
    value_release(own);
    if (!has_own) exception_clear(thread);
    return has_own && priority_of(thread, stranger) > (value_is_ndarray(self) ? priority_of(thread, self) : -1000000.0);
}

static Value keep_class_in(Thread *thread, Value owned, const Value *arguments, size_t count, Wrapping wrapping, const WrapContext *context) {
    Value parent = VALUE_ABSENT;
    double highest = 0;
    for (size_t i = 0; i < count; i++) {
        if (!value_is_subclass_array(arguments[i])) continue;
        if (!value_is_absent(parent) && arguments[i].object->type == parent.object->type) continue;
        double priority = priority_of(thread, arguments[i]);
        if (!value_is_absent(parent) && priority <= highest) continue;
        parent = arguments[i];
        highest = priority;
    }
    return value_is_absent(parent) ? owned : wrap_result(thread, owned, parent, wrapping, context);
}

static Value keep_class(Thread *thread, Value owned, const Value *arguments, size_t count, Wrapping wrapping) {
    return keep_class_in(thread, owned, arguments, count, wrapping, NULL);
}

/* A given output is what its own __array_wrap__ makes of it. Takes `owned`, which is that output. */
static Value wrap_output(Thread *thread, Value owned, const WrapContext *context) {
    if (value_is_absent(owned) || !value_is_subclass_array(owned)) return owned;
    Value method = own_attribute(thread, owned, "__array_wrap__");
    if (value_is_absent(method)) return exception_is_set(thread) ? value_release(owned), VALUE_ABSENT : owned;
    const Value arguments[] = {owned, context_tuple(thread, context), VALUE_FALSE};
    Value wrapped = value_is_absent(arguments[1]) ? VALUE_ABSENT : value_call_values(thread, method, arguments, 3);
    value_release(arguments[1]);
    value_release(method);
    value_release(owned);
    return wrapped;
}

Value array_keep_class_of_ufunc(Thread *thread, Value owned, const Operator *row, const Value *arguments, size_t inputs, size_t count) {
    bool any = false;
    for (size_t i = 0; i < count && !any; i++) any = value_is_subclass_array(arguments[i]);
    if (!any || value_is_absent(owned)) return owned;
    WrapContext context = {row, arguments, count, 0};
    if (count == inputs) return keep_class_in(thread, owned, arguments, inputs, WRAP_SCALARS, &context);
    if (!value_is_tuple(owned)) return wrap_output(thread, owned, &context);
    Value *items = value_tuple(owned)->items;
    for (size_t i = 0; i < value_tuple(owned)->count; i++) {
        context.place = (int)i;
        bool is_given = inputs + i < count && !value_is_none(arguments[inputs + i]);
        items[i] = is_given ? wrap_output(thread, items[i], &context) : keep_class_in(thread, items[i], arguments, inputs, WRAP_SCALARS, &context);
        if (!value_is_absent(items[i])) continue;
        items[i] = VALUE_NONE;
        value_release(owned);
        return VALUE_ABSENT;
    }
    return owned;
}

Value array_keep_class(Thread *thread, Value owned, const Value *arguments, size_t count, bool is_computed) {
    return keep_class(thread, owned, arguments, count, is_computed ? WRAP_SCALARS : WRAP_NOTHING);
}

/* ---- Which functions keep the class (ArrayTraits) ---- */

/* Arrays that are joined: of a class that asks for it by its priority. */
static Value keep_class_of_joined(Thread *thread, Value owned, const Value *arguments, size_t count) {
    const Tuple *tuple = count && value_is_tuple(arguments[0]) ? value_tuple(arguments[0]) : NULL;
    const List *list = count && value_is_list(arguments[0]) ? value_list(arguments[0]) : NULL;
    if (!tuple && !list) return owned;
    const Value *items = tuple ? tuple->items : list->items;
    size_t item_count = tuple ? tuple->count : list->count;
    for (size_t i = 0; i < item_count; i++)
        if (value_is_subclass_array(items[i]) && priority_of(thread, items[i]) > 0)
            return keep_class(thread, owned, items, item_count, WRAP_ARRAYS);
    return owned;
}

/* Eigenvalues and singular values are no vectors of the class. */
static Value keep_class_of_vectors(Thread *thread, Value owned, const Value *arguments, size_t count) {
    Tuple *parts = value_is_tuple(owned) ? value_tuple(owned) : NULL;
    if (!parts) return owned;
    size_t values = parts->count == 3 ? 1 : 0;
    for (size_t i = 0; i < parts->count; i++) {
        if (i == values) continue;
        Value kept = keep_class(thread, value_retain(parts->items[i]), arguments, count, WRAP_ARRAYS);
        if (value_is_absent(kept)) {
            value_release(owned);
            return kept;
        }
        value_replace(&parts->items[i], kept);
    }
    return owned;
}

/* ---- Classes that see each ufunc ---- */

static bool observes_ufuncs(Thread *thread, Value array) {
    Value handler = own_attribute(thread, array, "__array_ufunc__");
    if (value_is_absent(handler) && !exception_is_set(thread)) handler = own_attribute(thread, array, "__array_wrap__");
    bool observes = !value_is_absent(handler);
    value_release(handler);
    return observes;
}

static bool is_poly1d(Value value) {
    return value.tag == TAG_OBJECT && value.object->type->flags & TYPE_HEAP && !strcmp(value.object->type->name, "poly1d");
}

/* Reductions of such arrays are made of ufuncs (numpy/python/observed.py), and polynomials come of polynomials (poly1d.py). 1: *result holds what they gave; 0: it is no such function. */
int array_call_observed(Thread *thread, const Native *native, const ArrayFunction *function, const Value *arguments, size_t count, Value *result) {
    unsigned traits = function->traits;
    bool of_polynomials = traits & OF_POLYNOMIALS && count >= 2 && (is_poly1d(arguments[0]) || is_poly1d(arguments[1]));
    if (!of_polynomials) {
        if (!(traits & OBSERVED)) return 0;
        size_t of_class = !value_is_subclass_array(arguments[0]);
        if (of_class && (count < 2 || !value_is_subclass_array(arguments[1]) || !(traits & OBSERVED_SECOND))) return 0;
        if (!observes_ufuncs(thread, arguments[of_class])) return exception_is_set(thread) ? (*result = VALUE_ABSENT, 1) : 0;
    }
    const char *name = native->entry->name;
    const Signature *signature = native_signature(thread, (Native *)(uintptr_t)native);
    Value made_of_ufuncs = array_module_member(thread, of_polynomials ? "numpy._poly1d" : "numpy._observed", name);
    Value keywords = dict_new(thread), positional = tuple_from_values(thread, arguments, 1);
    bool well = signature && !value_is_absent(made_of_ufuncs) && !value_is_absent(keywords) && !value_is_absent(positional);
    for (size_t i = 1; i < count && well; i++) {
        const Parameter *parameter = &signature->parameters[i];
        if (value_is_absent(arguments[i]) || (parameter->has_default && value_is(arguments[i], parameter->default_value))) continue;
        well = dict_set_string(thread, value_dict(keywords), parameter->name, arguments[i]);
    }
    *result = well ? value_call_unpacked(thread, made_of_ufuncs, value_tuple(positional), value_dict(keywords)) : VALUE_ABSENT;
    value_release(made_of_ufuncs);
    value_release(keywords);
    value_release(positional);
    return 1;
}

static bool is_of_user_class(Value value) {
    return value.tag == TAG_OBJECT && (value.object->type->flags & TYPE_HEAP) && !value_is_numpy_scalar(value) && !value_is_type(value);
}

static Value call_with_parameters(Thread *thread, Value method, const char *parameters, const Value *given, size_t count) {
    char names[64];
    const char *bar = strchr(parameters, '|');
    size_t by_place = 0, used = 0;
    for (const char *at = parameters; bar && at < bar; at++) by_place += *at == ' ';
    if (by_place > count) by_place = count;
    Value keywords = dict_new(thread), places = tuple_from_values(thread, given, by_place);
    bool built = !value_is_absent(keywords) && !value_is_absent(places);
    snprintf(names, sizeof names, "%s", bar ? bar + 1 : parameters);
    char *rest = NULL;
    for (char *name = strtok_r(names, " ", &rest); built && name && by_place + used < count; name = strtok_r(NULL, " ", &rest))
        built = dict_set_c(thread, value_dict(keywords), name, given[by_place + used++]);
    Value result = built ? value_call_unpacked(thread, method, value_tuple(places), value_dict(keywords)) : VALUE_ABSENT;
    value_release(keywords);
    value_release(places);
    return result;
}

/* A sorted copy, by the class's own method. */
static Value sort_copy(Thread *thread, const char *parameters, const Value *arguments, size_t count) {
    Value copy = value_call_method(thread, arguments[0], "copy", NULL, 0);
    Value method = value_is_absent(copy) ? VALUE_ABSENT : value_get_attribute_c(thread, copy, "sort");
    Value done = value_is_absent(method) ? VALUE_ABSENT : call_with_parameters(thread, method, parameters, arguments + 1, count - 1);
    if (value_is_absent(done)) value_replace(&copy, VALUE_ABSENT);
    value_release(method);
    value_release(done);
    return copy;
}

static bool is_matrix(Value array) {
    const Type *type = array.object->type;
    while (type && strcmp(type_short_name(type), "matrix")) type = type->base;
    return type != NULL;
}

/* The method that own_method names, of the argument's own class; absent, perhaps without an exception: there is none. */
static Value own_method_of(Thread *thread, const ArrayFunction *function, Value argument, const char **parameters) {
    const char *colon = strchr(function->own_method, ':');
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)(colon ? colon - function->own_method : 31), colon ? function->own_method : function->path);
    *parameters = colon ? colon + 2 : function->own_method;
    return value_is_ndarray(argument) ? own_attribute(thread, argument, name) : value_find_attribute_c(thread, argument, name);
}

/* 1: *result holds what it gave; 0: there is none. */
int array_call_own_method(Thread *thread, const ArrayFunction *function, const Value *arguments, size_t count, Value *result) {
    bool is_array = count && value_is_ndarray(arguments[0]), copies = function->traits & OWN_METHOD_COPIES;
    if (!count || (is_array ? !value_is_subclass_array(arguments[0]) : !is_of_user_class(arguments[0]))) return 0;
    if (!function->own_method || (!is_array && !(function->traits & OTHERS_METHOD))) return 0;
    if (copies && value_is_none(arguments[1])) return 0; /* of all elements: a plain array */
    if (is_array && function->traits & MATRIX_METHOD && is_matrix(arguments[0])) return 0;
    const char *parameters;
    Value method = own_method_of(thread, function, arguments[0], &parameters);
    if (value_is_absent(method)) return exception_is_set(thread) ? (*result = VALUE_ABSENT, 1) : 0;
    *result = copies ? sort_copy(thread, parameters, arguments, count)
                     : call_with_parameters(thread, method, parameters, arguments + 1, count - 1);
    value_release(method);
    return 1;
}

/* What subok= says, when the function has it: 1 and 0; -1: it has not. */
static int subok_of(Thread *thread, const ArrayFunction *function, const Value *arguments) {
    int place = array_function_parameter(function, "subok");
    if (place < 0) return -1;
    int truth = value_is_absent(arguments[place]) ? 0 : value_truth(thread, arguments[place]);
    if (truth < 0) exception_clear(thread);
    return truth > 0;
}

/* round(x, 2) goes through a new array. */
static bool rounds_by_scaling(const ArrayFunction *function, const Array *result, const Value *arguments, size_t count) {
    if (!(function->traits & CLASS_ROUNDS) || count < 2 || arguments[1].tag != TAG_INT) return false;
    int64_t decimals = arguments[1].integer;
    return decimals < 0 || (decimals > 0 && dtype_is_float(result->dtype));
}

/* f(*arrays): each of the results is of its argument's class. */
static Value keep_class_of_each(Thread *thread, Value owned, Value arguments) {
    const Tuple *given = value_tuple(arguments);
    bool is_one = !value_is_tuple(owned) && !value_is_list(owned);
    Value *items = is_one ? &owned : value_is_tuple(owned) ? value_tuple(owned)->items : value_list(owned)->items;
    for (size_t i = 0; i < given->count; i++) {
        if (!value_is_subclass_array(given->items[i]) || !is_plain_array(items[i])) continue;
        items[i] = wrap_array(thread, items[i], given->items[i], WRAP_NOTHING, false, NULL);
        if (!value_is_absent(items[i])) continue;
        if (is_one) return VALUE_ABSENT;
        items[i] = VALUE_NONE;
        value_release(owned);
        return VALUE_ABSENT;
    }
    return owned;
}

Value array_keep_class_of_call(Thread *thread, Value owned, const ArrayFunction *function, bool is_method, const Value *arguments, size_t count) {
    unsigned traits = function->traits;
    bool any = false;
    for (size_t i = 0; i < count && !any; i++) any = value_is_subclass_array(arguments[i]);
    if (value_is_absent(owned)) return owned;
    bool is_plain_function = !is_method && traits & MATRIX_METHOD;
    if (any && is_plain_function && value_is_subclass_array(arguments[0]) && is_matrix(arguments[0])) return owned;
    if (!any && !is_method && count && value_is_tuple(arguments[0]) && traits & CLASS_EACH)
        return keep_class_of_each(thread, owned, arguments[0]);
    if (!any) return !is_method && traits & CLASS_JOINS ? keep_class_of_joined(thread, owned, arguments, count) : owned;
    int subok = subok_of(thread, function, arguments);
    if (value_is_subclass_array(owned)) { /* an argument itself came back */
        bool refuses = !is_method && subok < 1 && traits & CLASS_REFUSED;
        if (!refuses) return owned;
        ArrayContext *context = array_context(thread);
        const Value none = VALUE_NONE;
        Value plain = context ? array_as_class(thread, owned, context->array_types[array_library(value_ndarray(owned))], none) : VALUE_ABSENT;
        NdArray *view = value_is_absent(plain) ? NULL : (NdArray *)plain.object;
        if (view && !is_plain_array(view->base)) value_replace(&view->base, value_retain(owned)); /* chains end where the class changes */
        value_release(owned);
        return plain;
    }
    if (!subok || (is_plain_array(owned) && rounds_by_scaling(function, value_ndarray(owned), arguments, count))) return owned;
    const Operator *core = core_operator(function->path);
    if (core) return array_keep_class_of_ufunc(thread, owned, core, arguments, 2, 2);
    if (subok > 0) return keep_class(thread, owned, arguments, 1, WRAP_NOTHING);
    if (traits & CLASS_VECTORS) return keep_class_of_vectors(thread, owned, arguments, count);
    if (traits & CLASS_SECOND) return keep_class(thread, owned, arguments + 1, 1, WRAP_ARRAYS);
    if (traits & CLASS_PLAIN && !(is_method && traits & METHOD_KEEPS)) return owned;
    bool moves = is_method || traits & CLASS_MOVES;
    return keep_class(thread, owned, arguments, count, traits & CLASS_SCALARS ? WRAP_SCALARS : moves ? WRAP_NOTHING : WRAP_ARRAYS);
}

/* ---- view(type) ---- */

bool value_is_array_class(Value value) {
    for (const Type *type = value_is_type(value) ? value_type(value) : NULL; type; type = type->base)
        if (type->origin == &numpy_ndarray_type_template || type->origin == &cupy_ndarray_type_template) return true;
    return false;
}

/* x.view(Class), x.view(dtype, Class), x.view(type=Class). */
Value array_view_as_class(Thread *thread, Value array, Type *type) {
    Error error = ERROR_NONE;
    Array *source = value_ndarray(array);
    Array *view = array_view(source, source->dtype, source->dimensions, source->shape, source->strides, 0, &error);
    if (!view) return raise_array_error(thread, &error);
    Value plain = value_from_variant(thread, variant_array(view), &array, 1);
    if (value_is_absent(plain) || !(type->flags & TYPE_HEAP)) return plain;
    Value made = array_as_class(thread, plain, type, array);
    value_release(plain);
    return made;
}

/* ---- What ndarray itself has of the protocol ---- */

Value ndarray_array_finalize(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

/* An array as one of self's class; with return_scalar plain ones without dimensions become scalars. */
Value ndarray_array_wrap(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    Value self = arguments[0], array = arguments[1];
    if (!value_is_ndarray(array)) return raise_type_error(thread, "can only be called with ndarray object");
    if (self.object->type == array.object->type) {
        int scalar = value_is_subclass_array(self) ? 0 : value_truth(thread, arguments[3]);
        if (scalar < 0) return VALUE_ABSENT;
        if (!scalar || value_ndarray(array)->dimensions) return value_retain(array);
        return value_get_item(thread, array, thread_builtins(thread)->empty_tuple);
    }
    return array_as_class(thread, array, self.object->type, self);
}

/* Calls the ufunc unless another argument has an __array_ufunc__ of its own. */
Value ndarray_array_ufunc(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    Tuple *inputs = value_tuple(arguments[3]);
    for (size_t i = 0; i < inputs->count; i++)
        if (array_overrides_ufuncs(thread, inputs->items[i]) || exception_is_set(thread))
            return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    Value method = value_is_string(arguments[2]) ? value_get_attribute(thread, arguments[1], value_string(arguments[2]))
                                                 : raise_type_error(thread, "method must be a str");
    Value result = value_is_absent(method) ? VALUE_ABSENT : value_call_unpacked(thread, method, value_tuple(arguments[3]), value_dict(arguments[4]));
    value_release(method);
    return result;
}

bool array_overrides_ufuncs(Thread *thread, Value value) {
    if (value.tag != TAG_OBJECT || !(value.object->type->flags & TYPE_HEAP)) return false;
    Value handler = value_is_ndarray(value) ? own_attribute(thread, value, "__array_ufunc__")
                                            : value_find_attribute_c(thread, value, "__array_ufunc__");
    bool overrides = !value_is_absent(handler);
    value_release(handler);
    return overrides;
}
