/* Members of ndarray and ufunc that are seldom asked for, and the protocols of memory: __array_interface__, __array_struct__. What is done
 * in Python is in python/seldom.py. */
#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/modules.h"
#include "kernel/modules/numpy/ndarray.h"
#include "kernel/modules/numpy/types.h"

#include "base/memory.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/number/int.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static Value call_python(Thread *thread, const char *module, const char *name, const Value *arguments, size_t count) {
    Value function = array_module_member(thread, module, name);
    Value result = value_is_absent(function) ? function : value_call_values(thread, function, arguments, count);
    value_release(function);
    return result;
}
static Value call_member(Thread *thread, const char *name, const Value *arguments, size_t count) {
    return call_python(thread, "numpy._seldom", name, arguments, count);
}

/* ---- Arrays from what objects tell of their memory ---- */

int array_from_device_interface(Thread *thread, Value object, Value *array) {
    Value told = value_find_attribute_c(thread, object, "__cuda_array_interface__");
    if (value_is_absent(told)) return exception_is_set(thread) ? -1 : 0;
    const Value arguments[2] = {object, told};
    *array = call_python(thread, "cupy._memory", "from_interface", arguments, 2);
    value_release(told);
    return value_is_absent(*array) ? -1 : 1;
}

/* 1: *array holds it (owned), 0: the object tells nothing, -1: an exception. */
int array_from_interface(Thread *thread, Value object, Value *array) {
    Value told = value_find_attribute_c(thread, object, "__array_struct__");
    if (exception_is_set(thread)) return -1;
    if (!value_is_absent(told)) {
        Array *view = array_in_capsule(thread, told);
        *array = view ? value_from_array(thread, view) : VALUE_ABSENT;
        value_release(told);
        if (!view && !exception_is_set(thread)) raise_value_error(thread, "invalid __array_struct__");
        return value_is_absent(*array) ? -1 : 1;
    }
    told = value_find_attribute_c(thread, object, "__array_interface__");
    bool is_on_device = value_is_absent(told) && !exception_is_set(thread);
    if (is_on_device) { /* what is on a device, but has a way of its own to the host, goes that way */
        Value own_way = value_find_attribute_c(thread, object, "__array__");
        bool has_own_way = !value_is_absent(own_way);
        value_release(own_way);
        if (has_own_way || exception_is_set(thread)) return exception_is_set(thread) ? -1 : 0;
    }
    if (is_on_device) return array_from_device_interface(thread, object, array);
    if (value_is_absent(told)) return exception_is_set(thread) ? -1 : 0;
    const Value arguments[2] = {object, told};
    *array = call_member(thread, "from_interface", arguments, 2);
    value_release(told);
    return value_is_absent(*array) ? -1 : 1;
}

/* Is there memory at all of these pages? */
static bool is_mapped(uintptr_t address, size_t length) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = address / page * page, end = address + length;
    unsigned char block[1024];
    for (uintptr_t at = first; at < end; at += sizeof block * page) {
        size_t rest = end - at;
        if (mincore((void *)at, rest < sizeof block * page ? rest : sizeof block * page, block)) return false;
    }
    return true;
}

static void owner_release(void *owner) {
    value_release(*(Value *)owner);
    memory_release(owner);
}

/* Bytes at an address, which an object keeps. */
NATIVE(np_array_at) {
    NATIVE_UNUSED;
    ArrayContext *context = array_context(thread);
    int64_t address, length;
    int read_only = value_truth(thread, arguments[2]);
    Error error = ERROR_NONE;
    if (!context || read_only < 0 || !value_to_int64(thread, arguments[1], &length)) return VALUE_ABSENT;
    uint64_t place;
    if (arguments[0].tag == TAG_INT) place = (uint64_t)arguments[0].integer;
    else if (!int_to_uint64(arguments[0], &place)) return raise_value_error(thread, "no such address");
    address = (int64_t)place;
    if (length < 1 || !address || !is_mapped((uintptr_t)place, (size_t)length)) return raise_value_error(thread, "there is no memory at this address");
    Value *owner = memory_allocate(sizeof *owner);
    if (!owner) return raise_no_memory(thread);
    *owner = value_retain(arguments[3]);
    Array *array = array_from_memory(context->runtime->host, (void *)(uintptr_t)place, DTYPE(UINT8), 1, &length, NULL, owner, owner_release, &error);
    if (!array) {
        owner_release(owner);
        return raise_array_error(thread, &error);
    }
    array->writeable = !read_only;
    return value_from_array(thread, array);
}

const NativeEntry member_functions[] = {
    {"_array_at", "(address, length, read_only, owner, /)", "Bytes at an address, which an object keeps.", np_array_at, NULL, 0},
    {NULL, NULL, NULL, NULL, NULL, 0}};

/* ---- Of ndarray ---- */

/* A view of a part of each element; of a scalar as an array without axes. */
static Array *part_of(Thread *thread, Array *array, Value dtype_value, Value offset_value) {
    const Dtype *dtype = dtype_from_value(thread, dtype_value);
    int64_t offset;
    Error error = ERROR_NONE;
    if (!dtype || !value_to_int64(thread, offset_value, &offset)) return NULL;
    bool is_field = !array->dtype->has_objects && !dtype->has_objects;
    for (int i = 0; i < array->dtype->field_count && !is_field; i++)
        is_field = array->dtype->fields[i].dtype == dtype && array->dtype->fields[i].offset == offset;
    if (!is_field && !(dtype == array->dtype && !offset)) return raise_type_error(thread, "Cannot get/set field of an object array"), NULL;
    if (offset < 0) return raise_value_error(thread, "offset is negative"), NULL;
    if (offset > array->dtype->item_size - dtype->item_size)
        return raise_value_error(thread, "new type plus offset is larger than original type"), NULL;
    Array *view = array_view(array, dtype, array->dimensions, array->shape, array->strides, offset, &error);
    if (!view) return raise_array_error(thread, &error), NULL;
    view->is_crooked = !array_is_aligned(view);
    return view;
}

NATIVE(ndarray_getfield) {
    NATIVE_UNUSED;
    bool is_array = value_is_ndarray(arguments[0]);
    Array *array = is_array ? array_retain(value_ndarray(arguments[0])) : array_from_value(thread, arguments[0], NULL);
    Array *part = array ? part_of(thread, array, arguments[1], arguments[2]) : NULL;
    array_release(array);
    if (!part) return VALUE_ABSENT;
    if (is_array) return array_keep_class(thread, value_from_variant(thread, variant_array(part), arguments, 1), arguments, 1, false);
    Value view = value_from_array(thread, part), nowhere = value_is_absent(view) ? VALUE_ABSENT : tuple_new(thread, 0);
    Value scalar = value_is_absent(nowhere) ? VALUE_ABSENT : value_get_item(thread, view, nowhere);
    value_release(nowhere);
    value_release(view);
    return scalar;
}

NATIVE(ndarray_setfield) {
    NATIVE_UNUSED;
    if (!value_is_ndarray(arguments[0])) return raise_type_error(thread, "Can't set fields in a non-void array scalar.");
    if (!value_ndarray(arguments[0])->writeable) return raise_value_error(thread, "assignment destination is read-only");
    Array *part = part_of(thread, value_ndarray(arguments[0]), arguments[2], arguments[3]);
    Value view = part ? value_from_array(thread, part) : VALUE_ABSENT;
    bool stored = !value_is_absent(view) && value_set_item(thread, view, VALUE_ELLIPSIS, arguments[1]);
    value_release(view);
    return stored ? VALUE_NONE : VALUE_ABSENT;
}

NATIVE(class_get_item) {
    NATIVE_UNUSED;
    return generic_alias_new(thread, arguments[0], arguments[1]);
}

NATIVE(member_in_python) {
    return call_member(thread, native->entry->name, arguments, (size_t)(uintptr_t)native->entry->data);
}

static Value raise_with_repr(Thread *thread, const char *text, Value value) {
    Value shown = value_repr(thread, value);
    if (!value_is_absent(shown)) raise_value_error(thread, text, value_c_string(shown));
    value_release(shown);
    return VALUE_ABSENT;
}

NATIVE(ndarray_array_namespace) {
    NATIVE_UNUSED;
    if (!value_is_none(arguments[1])) {
        static const char *const versions[] = {"2021.12", "2022.12", "2023.12", "2024.12"};
        bool known = false;
        if (!value_is_string(arguments[1])) return raise_with_repr(thread, "Only None and strings are allowed as the Array API version, but received: %s.", arguments[1]);
        for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) known = known || !strcmp(versions[i], value_c_string(arguments[1]));
        if (!known)
            return raise_value_error(thread, "Version \"%s\" of the Array API Standard is not supported.", value_c_string(arguments[1]));
    }
    return import_module(thread, "numpy");
}

NATIVE(ndarray_to_device) {
    NATIVE_UNUSED;
    if (!value_is_none(arguments[2])) return raise_value_error(thread, "The stream argument in to_device() is not supported");
    if (!value_is_string(arguments[1]))
        return raise_type_error(thread, "to_device() argument 1 must be str, not %s", value_type_name(thread, arguments[1]));
    if (strcmp(value_c_string(arguments[1]), "cpu"))
        return raise_value_error(thread, "Unsupported device: %s. Only 'cpu' is accepted.", value_c_string(arguments[1]));
    return value_retain(arguments[0]);
}

static const NativeEntry seldom_methods[] = {
    {"getfield", "($self, dtype, offset=0)", "A view of a part of each element, of another type.", ndarray_getfield, NULL, 0},
    {"setfield", "($self, val, dtype, offset=0)", "Set a part of each element.", ndarray_setfield, NULL, 0},
    {"dump", "($self, file, /)", "Write the array's pickle to a file.", member_in_python, (void *)2, 0},
    {"dumps", "($self, /)", "The array's pickle.", member_in_python, (void *)1, 0},
    {"to_device", "($self, device, /, *, stream=None)", "The array itself, on the one device that there is.", ndarray_to_device, NULL, 0},
    {"__array_namespace__", "($self, /, *, api_version=None)", "The module of the array API.", ndarray_array_namespace, NULL, 0},
    {"__class_getitem__", "($cls, item, /)", "The type with parameters: ndarray[...].", class_get_item, NULL, NATIVE_CLASS},
    {NULL, NULL, NULL, NULL, NULL, 0}};

bool ndarray_add_seldom_methods(Thread *thread, Type *type, bool is_cupy) {
    for (const NativeEntry *entry = seldom_methods; entry->name; entry++) {
        if (is_cupy && entry->flags != NATIVE_CLASS) continue;
        Value method = native_new_method(thread, entry, type);
        String *name = value_is_absent(method) ? NULL : string_intern(thread, entry->name);
        bool added = name && type_set_attribute(thread, type, name, method);
        value_release(method);
        if (!added) return false;
    }
    return true;
}

/* x.ctypes */
Value ndarray_addresses(Thread *thread, Value self, Value address) {
    const Value arguments[2] = {self, address};
    return call_member(thread, "Addresses", arguments, 2);
}

/* ---- Of ufuncs ---- */

Value ufunc_resolve_dtypes(Thread *thread, const Native *native, const Value *arguments) {
    NATIVE_UNUSED;
    return call_member(thread, "resolve_dtypes", arguments, 5);
}
