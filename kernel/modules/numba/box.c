/* Values into the parts of compiled code's values, and back. */
#include "kernel/modules/numba/numba.h"

#include "kernel/compile/containers.h"

#include "kernel/modules/numpy/numpy.h"
#include "kernel/objects/number/int.h"

#include <string.h>

enum { ITEM_PARTS_MOST = 64 };

/* ---- which values a type takes */

static char layout_of(const Array *array) {
    return array_is_c_contiguous(array) ? 'C' : array_is_f_contiguous(array) ? 'F' : 'A';
}

static const Array *host_array(Value value) {
    if (!value_is_ndarray(value)) return NULL;
    const Array *array = value_ndarray(value);
    return device_is_host(array_device(array)) ? array : NULL;
}

bool value_fits_type(Thread *thread, Value value, const CompileType *type) {
    switch (type->kind) {
    case TYPE_KIND_NUMBER:
        if (value.tag == TAG_INT) return type->number == DTYPE_INT64;
        if (value.tag == TAG_FLOAT) return type->number == DTYPE_FLOAT64;
        if (value.tag == TAG_BOOL) return type->number == DTYPE_BOOL;
        if (value.tag == TAG_OBJECT) {
            const void *bytes;
            const Dtype *dtype = value_scalar(value, &bytes);
            if (dtype) return dtype->number == type->number;
            uint64_t large;
            if (type->number == DTYPE_COMPLEX128) return value_is_complex(value);
            if (type->number == DTYPE_UINT64) return int_to_uint64(value, &large) && large > INT64_MAX;
        }
        return false;
    case TYPE_KIND_ARRAY: {
        const Array *array = host_array(value);
        return array && array->dtype->number == type->number && type->item->kind == TYPE_KIND_NUMBER && array->dimensions == type->rank &&
               array->writeable == type->is_mutable && !array->is_crooked == type->is_aligned && layout_of(array) == type->layout;
    }
    case TYPE_KIND_NONE: return value.tag == TAG_NONE;
    case TYPE_KIND_TUPLE: {
        if (!value_is_tuple(value) || (int)value_tuple(value)->count != type->count) return false;
        if (type->fields ? value.object->type != (Type *)type->constant.object : value.object->type != thread_builtins(thread)->type_tuple) return false;
        for (int i = 0; i < type->count; i++)
            if (!value_fits_type(thread, value_tuple(value)->items[i], type->items[i])) return false;
        return true;
    }
    case TYPE_KIND_LIST: {
        if (!value_is_list(value) || strncmp(type->name, "reflected", 9) != 0) return false;
        const List *list = value_list(value);
        return list->count > 0 && value_fits_type(thread, list->items[0], type->item);
    }
    case TYPE_KIND_OMITTED: return value_is_absent(value);
    case TYPE_KIND_CONSTANT: return value_is(value, type->constant);
    case TYPE_KIND_OPTIONAL: return value.tag == TAG_NONE || value_fits_type(thread, value, type->item);
    default: return false;
    }
}

/* ---- in */

static bool unbox_number(Thread *thread, Value value, DtypeNumber number, PartMemory *part) {
    const Dtype *dtype = &dtypes[number];
    const void *bytes;
    const Dtype *own = value.tag == TAG_OBJECT ? value_scalar(value, &bytes) : NULL;
    if (own && own->number == number) {
        memcpy(part, bytes, (size_t)own->item_size);
        return true;
    }
    if (dtype->kind == 'c') {
        double real, imaginary;
        if (!value_to_complex(thread, value, &real, &imaginary)) return false;
        if (number == DTYPE_COMPLEX64) memcpy(part, &(Complex64){(float)real, (float)imaginary}, sizeof(Complex64));
        else part->c128 = (Complex128){real, imaginary};
        return true;
    }
    if (dtype->kind == 'f') {
        double real;
        if (!value_to_double(thread, value, &real)) return false;
        if (number == DTYPE_FLOAT64) part->f64 = real;
        else part->f32 = (float)real;
        return true;
    }
    if (number == DTYPE_BOOL) {
        int truth = value_truth(thread, value);
        part->i = truth > 0;
        return truth >= 0;
    }
    uint64_t large;
    if (number == DTYPE_UINT64 && int_to_uint64(value, &large)) return part->u = large, true;
    if (value.tag == TAG_FLOAT) return part->i = (int64_t)value.number, true;
    return value_to_int64(thread, value, &part->i);
}

/* Parts as they lie in an item of a list, and back. */
static void parts_to_item(const ItemLayout *layout, const PartMemory *parts, char *item) {
    for (int i = 0; i < layout->part_count; i++) {
        TypePart part = layout->type->parts[i];
        memcpy(item + layout->offsets[i], &parts[i], part.is_pointer ? 8 : (size_t)dtypes[part.number].item_size);
    }
}

static void item_to_parts(const ItemLayout *layout, const char *item, PartMemory *parts) {
    for (int i = 0; i < layout->part_count; i++) {
        TypePart part = layout->type->parts[i];
        memset(&parts[i], 0, sizeof parts[i]);
        memcpy(&parts[i], item + layout->offsets[i], part.is_pointer ? 8 : (size_t)dtypes[part.number].item_size);
    }
}

static bool unbox_list(Thread *thread, CompiledRun *run, Value value, const CompileType *type, PartMemory *parts) {
    CompileContext *context = compile_context(thread, &numba_host);
    const List *list = value_list(value);
    const ItemLayout *layout = item_layout(compile_types(context), type->item);
    PartMemory item[ITEM_PARTS_MOST];
    int64_t owner = layout ? list_create(&run->run, (int64_t)(intptr_t)layout, (int64_t)list->count) : 0;
    if (!owner || (list->count && !list_memory(owner)->data)) return raise_no_memory(thread), false;
    ListMemory *memory = list_memory(owner);
    memory->parent = value.object;
    parts[0].i = owner;
    if (layout->part_count > ITEM_PARTS_MOST) return raise_type_error(thread, "items of type %s are too large", type->item->name), false;
    for (size_t i = 0; i < list->count; i++) {
        if (!value_fits_type(thread, list->items[i], type->item)) {
            const CompileType *own = numba_type_of(context, thread, list->items[i]);
            raise_type_error(thread, "can't unbox heterogeneous list: %s != %s", type->item->name, own ? own->name : "pyobject");
            return false;
        }
        if (!value_unbox(thread, run, list->items[i], type->item, item)) return false;
        parts_to_item(layout, item, (char *)(intptr_t)memory->data + (int64_t)i * layout->size);
        memory->count++;
    }
    return true;
}

static Value box_items(Thread *thread, const ListMemory *memory, const Value *arguments, size_t count) {
    Value made = list_new(thread);
    PartMemory item[ITEM_PARTS_MOST];
    for (int64_t i = 0; !value_is_absent(made) && i < memory->count; i++) {
        const char *place = (const char *)(intptr_t)memory->data + i * memory->layout->size;
        if (memory->layout->part_count > ITEM_PARTS_MOST) {
            value_release(made);
            return raise_type_error(thread, "items of type %s are too large", memory->layout->type->name);
        }
        item_to_parts(memory->layout, place, item);
        layout_retain(memory->layout, place); /* the box takes a count over */
        Value boxed = value_box(thread, memory->layout->type, item, arguments, count);
        if (value_is_absent(boxed) || !list_append_owned(thread, value_list(made), boxed)) {
            value_release(made);
            return VALUE_ABSENT;
        }
    }
    return made;
}

bool value_reflect(Thread *thread, const CompileType *type, const PartMemory *parts, const Value *arguments, size_t count) {
    if (type->kind != TYPE_KIND_LIST || strncmp(type->name, "reflected", 9) != 0) return true;
    ListMemory *memory = list_memory(parts[0].i);
    if (!memory->is_dirty || !memory->parent) return true;
    Value items = box_items(thread, memory, arguments, count), whole = {.tag = TAG_OBJECT, .object = memory->parent};
    if (value_is_absent(items)) return false;
    Value cleared = value_call_method(thread, whole, "clear", NULL, 0);
    Value filled = value_is_absent(cleared) ? VALUE_ABSENT : value_call_method(thread, whole, "extend", &items, 1);
    value_release(items);
    value_release(cleared);
    value_release(filled);
    return !value_is_absent(filled);
}

bool value_unbox(Thread *thread, CompiledRun *run, Value value, const CompileType *type, PartMemory *parts) {
    switch (type->kind) {
    case TYPE_KIND_NUMBER: return unbox_number(thread, value, type->number, parts);
    case TYPE_KIND_LIST: return unbox_list(thread, run, value, type, parts);
    case TYPE_KIND_ARRAY: {
        const Array *array = host_array(value);
        if (!array || !array_ready(thread, array)) return false;
        parts[0].i = 0;
        parts[1].pointer = array_data(array);
        for (int i = 0; i < type->rank; i++) {
            parts[2 + i].i = array->shape[i];
            if (type->layout == 'A') parts[2 + type->rank + i].i = array->strides[i];
        }
        return true;
    }
    case TYPE_KIND_TUPLE:
        for (int i = 0, at = 0; i < type->count; at += type->items[i++]->part_count)
            if (!value_unbox(thread, run, value_tuple(value)->items[i], type->items[i], parts + at)) return false;
        return true;
    case TYPE_KIND_OPTIONAL:
        parts[0].i = value.tag != TAG_NONE;
        memset(parts + 1, 0, (size_t)(type->part_count - 1) * sizeof *parts);
        return value.tag == TAG_NONE || value_unbox(thread, run, value, type->item, parts + 1);
    default: return true; /* no parts */
    }
}

/* ---- out */

static void release_owner(void *owner) { heap_release(owner); }

/* An argument itself, or a view of one, in whose memory the elements lie. */
static Value view_of_argument(Thread *thread, const CompileType *type, const char *data, const int64_t *shape, const int64_t *strides, Value argument) {
    if (value_is_tuple(argument)) {
        const Tuple *tuple = value_tuple(argument);
        for (size_t i = 0; i < tuple->count; i++) {
            Value found = view_of_argument(thread, type, data, shape, strides, tuple->items[i]);
            if (!value_is_absent(found) || exception_is_set(thread)) return found;
        }
        return VALUE_ABSENT;
    }
    const Array *array = host_array(argument);
    if (!array || array->buffer->bytes > data || data >= array->buffer->bytes + (array->buffer->size ? array->buffer->size : 1)) return VALUE_ABSENT;
    bool is_same = array->dimensions == type->rank && array->dtype->number == type->number && array_address(array) == data;
    for (int i = 0; is_same && i < type->rank; i++) is_same = array->shape[i] == shape[i] && (array->strides[i] == strides[i] || shape[i] < 2);
    if (is_same) return value_retain(argument);
    Error error = ERROR_NONE;
    Array *view = array_view((Array *)array, &dtypes[type->number], type->rank, shape, strides, data - array_address(array), &error);
    if (!view) return raise_array_error(thread, &error);
    Value made = value_from_array(thread, view);
    if (!value_is_absent(made)) ((NdArray *)made.object)->base = value_retain(argument);
    return made;
}

static Value box_array(Thread *thread, const CompileType *type, PartMemory *parts, const Value *arguments, size_t count) {
    int64_t shape[64], strides[64], item = dtypes[type->number].item_size, step = item;
    HeapObject *owner = (HeapObject *)(intptr_t)parts[0].i;
    char *data = parts[1].pointer;
    for (int i = 0; i < type->rank; i++) {
        shape[i] = parts[2 + i].i;
        if (type->layout == 'A') strides[i] = parts[2 + type->rank + i].i;
    }
    for (int i = 0; type->layout != 'A' && i < type->rank; i++) {
        int axis = type->layout == 'C' ? type->rank - 1 - i : i;
        strides[axis] = step;
        step *= shape[axis];
    }
    Error error = ERROR_NONE;
    ArrayRuntime *runtime = array_context(thread)->runtime;
    if (owner) {
        heap_leave_run(owner);
        Array *array = array_from_memory(runtime->host, data, &dtypes[type->number], type->rank, shape, strides, owner, release_owner, &error);
        if (!array) {
            heap_release(owner);
            return raise_array_error(thread, &error);
        }
        return value_from_array(thread, array);
    }
    for (size_t i = 0; i < count; i++) {
        Value found = view_of_argument(thread, type, data, shape, strides, arguments[i]);
        if (!value_is_absent(found) || exception_is_set(thread)) return found;
    }
    /* A global array, which the code has taken as a constant: what is given is a copy. */
    heap_retain((owner = heap_create(NULL, 1, true)));
    Array *shown = array_from_memory(runtime->host, data, &dtypes[type->number], type->rank, shape, strides, owner, release_owner, &error);
    heap_release(owner);
    Value value = shown ? value_from_array(thread, shown) : raise_array_error(thread, &error);
    if (value_is_absent(value)) return value;
    Value copy = value_call_method(thread, value, "copy", NULL, 0);
    value_release(value);
    return copy;
}

Value value_box(Thread *thread, const CompileType *type, PartMemory *parts, const Value *arguments, size_t count) {
    switch (type->kind) {
    case TYPE_KIND_NUMBER:
        switch (type->number) {
        case DTYPE_BOOL: return value_from_bool(*(uint8_t *)parts != 0);
        case DTYPE_INT8: return value_from_int(*(int8_t *)parts);
        case DTYPE_UINT8: return value_from_int(*(uint8_t *)parts);
        case DTYPE_INT16: return value_from_int(*(int16_t *)parts);
        case DTYPE_UINT16: return value_from_int(*(uint16_t *)parts);
        case DTYPE_INT32: return value_from_int(*(int32_t *)parts);
        case DTYPE_UINT32: return value_from_int(*(uint32_t *)parts);
        case DTYPE_INT64: return value_from_int(parts->i);
        case DTYPE_UINT64: return int_from_uint64(thread, parts->u);
        case DTYPE_FLOAT32: return value_new_float(thread, parts->f32);
        case DTYPE_FLOAT64: return value_new_float(thread, parts->f64);
        case DTYPE_COMPLEX64: {
            Complex64 number;
            memcpy(&number, parts, sizeof number);
            return complex_new(thread, number.real, number.imaginary);
        }
        case DTYPE_COMPLEX128: return complex_new(thread, parts->c128.real, parts->c128.imaginary);
        default: return scalar_new(thread, &dtypes[type->number], parts);
        }
    case TYPE_KIND_NONE: return VALUE_NONE;
    case TYPE_KIND_LIST: {
        HeapObject *owner = (HeapObject *)(intptr_t)parts[0].i;
        if (!owner) return list_new(thread);
        const ListMemory *memory = list_memory(parts[0].i);
        Value made = memory->parent ? value_retain((Value){.tag = TAG_OBJECT, .object = memory->parent}) : box_items(thread, memory, arguments, count);
        if (!memory->parent) heap_release(owner);
        return made;
    }
    case TYPE_KIND_ARRAY: return box_array(thread, type, parts, arguments, count);
    case TYPE_KIND_TUPLE: {
        Value items[64] = {0};
        int made = 0;
        for (int at = 0; made < type->count && made < 64; at += type->items[made++]->part_count) {
            items[made] = value_box(thread, type->items[made], parts + at, arguments, count);
            if (value_is_absent(items[made])) break;
        }
        if (made < type->count) {
            while (made--) value_release(items[made]);
            return VALUE_ABSENT;
        }
        if (!type->fields) return tuple_from_owned(thread, items, (size_t)made);
        Value result = value_call_values(thread, type->constant, items, (size_t)made);
        while (made--) value_release(items[made]);
        return result;
    }
    case TYPE_KIND_OPTIONAL: return *(uint8_t *)parts ? value_box(thread, type->item, parts + 1, arguments, count) : VALUE_NONE;
    case TYPE_KIND_LITERAL:
    case TYPE_KIND_CONSTANT: return value_retain(type->constant);
    default: return raise_type_error(thread, "cannot convert native %s to Python object", type->name);
    }
}
