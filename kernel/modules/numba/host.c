/* What compiled code is told about values: types, paths of functions, dtypes. */
#include "kernel/modules/numba/numba.h"

#include "kernel/modules/numba/cuda.h"

#include "kernel/modules/numpy/types.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/core/type_templates.h"

#include <stdio.h>
#include "base/memory.h"

#include <string.h>

static const CompileType *number_of(CompileContext *context, DtypeNumber number) { return compile_types(context)->numbers[number]; }

static const CompileType *array_type(CompileContext *context, const Array *array) {
    const Dtype *dtype = array->dtype;
    if (dtype->number >= DTYPE_COUNT || !device_is_host(array_device(array))) return NULL;
    char layout = array_is_c_contiguous(array) ? 'C' : array_is_f_contiguous(array) ? 'F' : 'A';
    return type_array(compile_types(context), number_of(context, dtype->number), array->dimensions, layout, array->writeable, !array->is_crooked);
}

static const CompileType *tuple_type(CompileContext *context, Thread *thread, Value value) {
    const Tuple *tuple = value_tuple(value);
    const CompileType *items[64];
    if (tuple->count > 64) return NULL;
    for (size_t i = 0; i < tuple->count; i++)
        if (!(items[i] = numba_type_of(context, thread, tuple->items[i]))) return NULL;
    if (value.object->type == thread_builtins(thread)->type_tuple) return type_tuple(compile_types(context), items, (int)tuple->count);
    Value fields = value_find_attribute_c(thread, value, "_fields");
    if (!value_is_tuple(fields) || value_tuple(fields)->count != tuple->count) {
        value_release(fields);
        return NULL;
    }
    const char *names[64];
    for (size_t i = 0; i < tuple->count; i++) names[i] = value_c_string(value_tuple(fields)->items[i]);
    const CompileType *type = type_named_tuple(compile_types(context), items, (int)tuple->count, value_from_object(value.object->type),
                                               type_short_name(value.object->type), names);
    value_release(fields);
    return type;
}

/* By its first item; that the others are alike is seen when they are taken out of their boxes. */
static const CompileType *list_type(CompileContext *context, Thread *thread, Value value) {
    const List *list = value_list(value);
    if (list->count == 0) {
        raise_value_error(thread, "cannot compute fingerprint of empty list");
        return NULL;
    }
    const CompileType *item = numba_type_of(context, thread, list->items[0]);
    if (item && item->kind == TYPE_KIND_LIST) {
        raise_type_error(thread, "cannot reflect element of reflected container: reflected list(%s)<iv=None>\n", item->name);
        return NULL;
    }
    return item && item->part_count ? type_list(compile_types(context), item, "reflected list(%s)<iv=None>") : NULL;
}

static DispatcherObject *dispatcher_of(Value value) {
    return value_has_type(value, &dispatcher_type_template) ? (DispatcherObject *)value.object : NULL;
}

static bool is_type_of_numba(Thread *thread, Type *type) {
    Value module = type_module(thread, type);
    bool is_it = value_is_string(module) && !strncmp(value_c_string(module), "numba.core.types", 16);
    if (value_is_absent(module)) exception_clear(thread);
    value_release(module);
    return is_it;
}

static const Dtype *host_dtype(Thread *thread, Value value) {
    if (value.tag != TAG_OBJECT) return NULL;
    const Builtins *builtins = thread_builtins(thread);
    if (value.object->type == builtins->type_type || value_has_type(value, &type_type_template)) {
        const Type *type = (const Type *)value.object;
        if (type == builtins->type_int) return DTYPE(INT64);
        if (type == builtins->type_float) return DTYPE(FLOAT64);
        if (type == builtins->type_complex) return DTYPE(COMPLEX128);
        if (type == builtins->type_bool) return DTYPE(BOOL);
        const ArrayContext *context = array_context(thread);
        for (int i = 0; context && i < DTYPE_COUNT; i++)
            if (context->scalar_types[i] == type) return &dtypes[i];
        return NULL;
    }
    if (!strcmp(type_short_name(value.object->type), "dtype") || strstr(value.object->type->name, "DType")) {
        Variant variant;
        const Dtype *dtype = NULL;
        if (!variant_from_value(thread, value, &variant)) {
            exception_clear(thread);
            return NULL;
        }
        if (variant.kind == VARIANT_DTYPE && variant.dtype->number < DTYPE_COUNT) dtype = variant.dtype;
        variant_release(&variant);
        return dtype;
    }
    /* numba's own types */
    if (value.object->type->flags & TYPE_HEAP && is_type_of_numba(thread, value.object->type)) {
        Value name = value_find_attribute_c(thread, value, "name");
        const Dtype *dtype = NULL;
        for (int i = 0; value_is_string(name) && i < DTYPE_COUNT; i++)
            if (!strcmp(dtypes[i].name, value_c_string(name))) dtype = &dtypes[i];
        value_release(name);
        return dtype;
    }
    return NULL;
}

const CompileType *numba_type_of(CompileContext *context, Thread *thread, Value value) {
    TypeTable *types = compile_types(context);
    const void *bytes;
    char name[200];
    switch (value.tag) {
    case TAG_INT: return types->numbers[DTYPE_INT64];
    case TAG_FLOAT: return types->numbers[DTYPE_FLOAT64];
    case TAG_BOOL: return types->numbers[DTYPE_BOOL];
    case TAG_NONE: return types->none;
    case TAG_ELLIPSIS: return types->ellipsis;
    case TAG_OBJECT: break;
    default: return NULL;
    }
    const Dtype *dtype = value_scalar(value, &bytes);
    if (dtype) return dtype->number < DTYPE_COUNT ? number_of(context, dtype->number) : NULL;
    if (value_is_ndarray(value)) return array_type(context, value_ndarray(value));
    if (value_is_tuple(value)) return tuple_type(context, thread, value);
    if (value_is_list(value)) return list_type(context, thread, value);
    if (value_is_complex(value)) return types->numbers[DTYPE_COMPLEX128];
    if (value_is_string(value)) {
        if (!types->string) types->string = type_other(types, TYPE_KIND_STRING, "str", "unicode_type", NULL, 0, false, NULL, NULL);
        return types->string;
    }
    uint64_t large;
    if (int_to_uint64(value, &large)) return types->numbers[DTYPE_UINT64];
    DispatcherObject *dispatcher = dispatcher_of(value);
    if (dispatcher) {
        snprintf(name, sizeof name, "type(CPUDispatcher(<function %.100s at %p>))",
                 value_is_function(dispatcher->function) ? value_function(dispatcher->function)->code->qualified_name->bytes : "?", (void *)dispatcher->function.object);
        return type_constant(types, value, name);
    }
    if ((dtype = host_dtype(thread, value))) {
        bool is_class = value_has_type(value, &type_type_template) || (value.object->type->flags & TYPE_HEAP);
        snprintf(name, sizeof name, is_class ? "class(%s)" : "dtype(%s)", dtype->name);
        return type_constant(types, value, name);
    }
    if (value_is_module(value)) {
        Value text = value_repr(thread, value);
        snprintf(name, sizeof name, "Module(%.180s)", value_is_string(text) ? value_c_string(text) : "module");
        value_release(text);
        return type_constant(types, value, name);
    }
    bool is_exception = value_is_instance(thread->interpreter, value, thread_builtins(thread)->exception_BaseException);
    if (value_has_type(value, &type_type_template) || value_is_callable(thread->interpreter, value) || is_exception) {
        Value text = value_repr(thread, value);
        snprintf(name, sizeof name, "Function(%.180s)", value_is_string(text) ? value_c_string(text) : "function");
        value_release(text);
        return type_constant(types, value, name);
    }
    return NULL;
}

static bool host_array(CompileContext *context, Thread *thread, Value value, HostArray *array) {
    if (!value_is_ndarray(value)) return false;
    const Array *own = value_ndarray(value);
    array->type = array_type(context, own);
    if (!array->type || !array_ready(thread, own)) return false;
    array->data = array_data(own);
    array->shape = own->shape;
    array->strides = own->strides;
    return true;
}

static bool host_path(Thread *thread, Value value, TextBuffer *path) {
    if (value.tag != TAG_OBJECT) return false;
    const Builtins *builtins = thread_builtins(thread);
    const Type *type = value.object->type;
    if (type == builtins->type_native) {
        const Native *native = (const Native *)value.object;
        if (native->owner) text_append(path, type_short_name(native->owner));
        else text_append(path, value_is_string(native->module) ? value_c_string(native->module) : "");
        text_append_format(path, ".%s", native->entry->name);
        return true;
    }
    if (type_has_origin(type, &ufunc_type_template)) {
        text_append_format(path, "numpy.%s", ((const UfuncObject *)value.object)->operator_row->name);
        return true;
    }
    if (value_has_type(value, &type_type_template)) {
        const Type *self = (const Type *)value.object;
        bool is_heap = self->flags & TYPE_HEAP;
        Value module = is_heap ? value_find_attribute_c(thread, value, "__module__") : VALUE_ABSENT;
        Value name = is_heap ? value_find_attribute_c(thread, value, "__qualname__") : VALUE_ABSENT;
        if (value_is_string(module)) text_append_format(path, "%s.%s", value_c_string(module), value_is_string(name) ? value_c_string(name) : self->name);
        else text_append_format(path, "%s%s", strchr(self->name, '.') ? "" : "builtins.", self->name);
        value_release(name);
        value_release(module);
        if (!strcmp(text_string(path), "numba.misc.special.prange")) {
            text_truncate(path, 0);
            text_append(path, "numba.prange");
        }
        return true;
    }
    if (value_is_function(value)) {
        const Function *function = value_function(value);
        text_append_format(path, "%s.%s", value_is_string(function->module) ? value_c_string(function->module) : "", function->code->qualified_name->bytes);
        return true;
    }
    return false;
}

static bool host_function(CompileContext *context, Thread *thread, Value value, HostFunction *function) {
    (void)context;
    (void)thread;
    static const CompileOptions for_devices = {.target = COMPILE_CUDA, .has_numpy_errors = true};
    Value of_device = cuda_dispatcher_function(value);
    if (!value_is_absent(of_device) && value_is_function(of_device)) {
        function->function = value_function(of_device);
        function->options = &for_devices;
        return true;
    }
    DispatcherObject *dispatcher = dispatcher_of(value);
    if (!dispatcher || !value_is_function(dispatcher->function)) return false;
    function->function = value_function(dispatcher->function);
    function->options = &dispatcher->options;
    return true;
}

static void release_table(void *state) {
    value_release(*(Value *)state); /* it holds ufuncs, and they their functions' globals */
    memory_release(state);
}

/* numba/_library's table: it is imported when a function asks for the first time. */
static Value host_implementation(Thread *thread, Value key) {
    static const char state = 0;
    Value *table = interpreter_state(thread->interpreter, &state);
    if (!table) {
        Value module = import_module(thread, "numba._library");
        if (value_is_absent(module)) return VALUE_ABSENT;
        Value found = value_get_attribute_c(thread, module, "TABLE");
        value_release(module);
        if (value_is_absent(found)) return VALUE_ABSENT;
        table = memory_allocate(sizeof *table);
        if (!table || !interpreter_set_state(thread->interpreter, &state, table, release_table)) {
            value_release(found);
            memory_release(table);
            return raise_no_memory(thread);
        }
        *table = found;
    }
    Value function = dict_get(thread, value_dict(*table), key);
    if (value_is_absent(function) && exception_is_set(thread)) exception_clear(thread); /* not hashable: nothing is known of it */
    return function;
}

static bool host_number(Thread *thread, Value value, const Dtype **dtype, IrScalar *scalar) {
    const void *bytes;
    (void)thread;
    *dtype = value_scalar(value, &bytes);
    if (!*dtype || (*dtype)->number >= DTYPE_COUNT) return false;
    memset(scalar, 0, sizeof *scalar);
    memcpy(scalar, bytes, (size_t)(*dtype)->item_size);
    switch ((*dtype)->number) {
    case DTYPE_INT8: scalar->i = *(const int8_t *)bytes; break;
    case DTYPE_INT16: scalar->i = *(const int16_t *)bytes; break;
    case DTYPE_INT32: scalar->i = *(const int32_t *)bytes; break;
    default: break;
    }
    return true;
}

const CompileHost numba_host = {
    .type_of = numba_type_of,
    .array = host_array,
    .path = host_path,
    .dtype = host_dtype,
    .function = host_function,
    .implementation = host_implementation,
    .number = host_number,
    .c_function = numba_c_function,
};
