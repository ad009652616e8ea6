/* memoryview: a look at the bytes of a bytes or bytearray as an array of items, each of a format of struct's. */
#include "kernel/objects/text/memoryview_private.h"
#include "kernel/objects/container/iterators.h"

#include "base/memory.h"

#include <string.h>

static const struct {
    char format;
    uint8_t size;
} item_formats[] = {{'B', 1}, {'b', 1}, {'c', 1}, {'?', 1}, {'h', 2}, {'H', 2}, {'i', 4}, {'I', 4}, {'l', 8},
                    {'L', 8}, {'q', 8}, {'Q', 8}, {'n', 8}, {'N', 8}, {'P', 8}, {'f', 4}, {'d', 8}};

size_t memoryview_format_size(char format) {
    for (size_t i = 0; i < sizeof item_formats / sizeof *item_formats; i++)
        if (item_formats[i].format == format) return item_formats[i].size;
    return 0;
}

/* Numbers that arrays have and memoryviews only hand on. */
size_t memoryview_item_size(char format) {
    return format == 'e' ? 2 : format == 'F' ? 8 : format == 'D' ? 16 : memoryview_format_size(format);
}

static bool is_bytearray(Value value) { return value_has_type(value, &bytearray_type_template); }

/* ---- making and closing ---- */
static MemoryView *view_new(Thread *thread, Value owner, Value store, int dimensions) {
    MemoryView *view = object_new(thread, thread_builtins(thread)->type_memoryview);
    if (!view) return NULL;
    view->shape = view->single;
    if (dimensions > 1 && !(view->shape = memory_allocate_zeroed(2 * (size_t)dimensions, sizeof *view->shape))) {
        value_release(value_from_object(view));
        raise_no_memory(thread);
        return NULL;
    }
    view->strides = view->shape + (dimensions > 1 ? dimensions : 1);
    view->dimensions = dimensions;
    view->owner = value_retain(owner);
    view->store = value_retain(store);
    if (is_bytearray(store)) ((Bytearray *)store.object)->exports++;
    return view;
}

MemoryView *view_copy(Thread *thread, const MemoryView *view, int dimensions) {
    MemoryView *copy = view_new(thread, view->owner, view->store, dimensions);
    if (!copy) return NULL;
    copy->memory = view->memory;
    copy->offset = view->offset;
    copy->format = view->format;
    copy->item_size = view->item_size;
    memcpy(copy->spelled, view->spelled, sizeof copy->spelled);
    copy->named_native = view->named_native;
    copy->read_only = view->read_only;
    for (int i = 0; dimensions == view->dimensions && i < dimensions; i++) {
        copy->shape[i] = view->shape[i];
        copy->strides[i] = view->strides[i];
    }
    return copy;
}

void view_close(MemoryView *view) {
    if (value_is_absent(view->owner)) return;
    if (is_bytearray(view->store)) ((Bytearray *)view->store.object)->exports--;
    value_clear(&view->store);
    value_clear(&view->owner);
}

bool view_is_open(Thread *thread, const MemoryView *view) {
    if (!value_is_absent(view->owner)) return true;
    return raise_value_error(thread, "operation forbidden on released memoryview object"), false;
}

/* Of an array; absent with an exception, or without for what is none. */
static Value view_of_lent(Thread *thread, Value source) {
    LentMemory memory;
    if (value_lend_memory(thread, source, true, &memory) != 1) return VALUE_ABSENT;
    MemoryView *view = memory.dimensions > MEMORYVIEW_DIMENSIONS ? NULL : view_new(thread, source, memory.keeper, memory.dimensions);
    value_release(memory.keeper);
    if (!view) return exception_is_set(thread) ? VALUE_ABSENT : raise_value_error(thread, "memoryview: number of dimensions must not exceed %d", MEMORYVIEW_DIMENSIONS);
    view->memory = memory.first;
    view->format = memory.format;
    view->item_size = memory.item_size;
    memcpy(view->spelled, memory.spelled, sizeof view->spelled);
    view->read_only = memory.read_only;
    for (int i = 0; i < memory.dimensions; i++) {
        view->shape[i] = memory.shape[i];
        view->strides[i] = memory.strides[i];
    }
    /* Steps that are never taken, too, are those of a whole block. */
    char order = view_is_contiguous(view, 'C') ? 'C' : 'F';
    int64_t step = (int64_t)view_item_size(view);
    for (int i = 0; i < view->dimensions && view_is_contiguous(view, order); i++) {
        int at = order == 'C' ? view->dimensions - 1 - i : i;
        view->strides[at] = step;
        step *= view->shape[at];
    }
    return value_from_object(view);
}

/* A view of anything with bytes; absent, mostly without an exception, for all else. */
static Value view_of(Thread *thread, Value source) {
    if (value_has_type(source, &memoryview_type_template)) {
        const MemoryView *view = (const MemoryView *)source.object;
        return view_is_open(thread, view) ? value_from_object(view_copy(thread, view, view->dimensions)) : VALUE_ABSENT;
    }
    Value store = source;
    char format = 'B';
    if (!is_bytes(source) && !is_bytearray(source)) {
        if (value_is_absent(store = buffer_store(thread, source))) return exception_is_set(thread) ? store : view_of_lent(thread, source);
        Value code = value_find_attribute_c(thread, source, "typecode"); /* of an array.array */
        if (is_string(code) && value_string(code)->length == 1) format = *value_c_string(code) == 'u' ? 'i' : *value_c_string(code);
        value_release(code);
        if (exception_is_set(thread)) return VALUE_ABSENT;
    }
    const char *bytes;
    size_t length, size = memoryview_format_size(format);
    if (!size || !buffer_of(thread, store, &bytes, &length)) return VALUE_ABSENT;
    MemoryView *view = view_new(thread, source, store, 1);
    if (!view) return VALUE_ABSENT;
    view->format = format;
    view->read_only = !is_bytearray(store);
    view->shape[0] = (int64_t)(length / size);
    view->strides[0] = (int64_t)size;
    return value_from_object(view);
}

static Value memoryview_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value arguments[1];
    if (!native_match(thread, "memoryview", "(object)", call, arguments, 1)) return VALUE_ABSENT;
    Value result = view_of(thread, arguments[0]);
    if (value_is_absent(result) && !exception_is_set(thread))
        raise_type_error(thread, "memoryview: a bytes-like object is required, not '%s'", value_type_name(thread, arguments[0]));
    native_release_arguments(arguments, 1);
    return result;
}

static void memoryview_destroy(Object *self) {
    MemoryView *view = (MemoryView *)self;
    view_close(view);
    if (view->shape != view->single) memory_release(view->shape);
}

static Value memoryview_repr(Thread *thread, Value self) {
    bool released = value_is_absent(((MemoryView *)self.object)->owner);
    return string_format(thread, released ? "<released memory at %p>" : "<memory at %p>", (void *)self.object);
}

/* ---- the memory as a whole ---- */
static char *view_memory(const MemoryView *view) {
    if (view->memory) return view->memory;
    if (is_bytes(view->store)) return ((Bytes *)view->store.object)->bytes;
    return ((Bytearray *)view->store.object)->bytes;
}

int64_t view_item_count(const MemoryView *view) {
    int64_t count = 1;
    for (int i = 0; i < view->dimensions; i++) count *= view->shape[i];
    return count;
}

bool view_is_contiguous(const MemoryView *view, char order) {
    int64_t size = (int64_t)view_item_size(view), step = size;
    if (view->dimensions == 1) return view->shape[0] == 1 || view->strides[0] == size;
    if (view_item_count(view) == 0) return true;
    for (int i = 0; i < view->dimensions; i++) {
        int at = order == 'C' ? view->dimensions - 1 - i : i;
        if (view->shape[at] > 1 && view->strides[at] != step) return false;
        step *= view->shape[at];
    }
    return true;
}

bool memoryview_buffer(Value value, const char **bytes, size_t *length) {
    const MemoryView *view = (const MemoryView *)value.object;
    if (value_is_absent(view->owner) || !view_is_contiguous(view, 'C')) return false;
    *length = (size_t)view_item_count(view) * view_item_size(view);
    *bytes = *length ? view_memory(view) + view->offset : "";
    return true;
}

void memoryview_raise_no_buffer(Thread *thread, Value value) {
    if (!view_is_open(thread, (const MemoryView *)value.object)) return;
    raise_format(thread, thread_builtins(thread)->exception_BufferError, "memoryview: underlying buffer is not C-contiguous");
}

bool memoryview_is_writable(Value value) { return !((const MemoryView *)value.object)->read_only; }

/* Items one after the other, the last index changing fastest; with 'F' the first. */
static void copy_items(const MemoryView *view, char order, int depth, size_t offset, char **to) {
    if (depth == view->dimensions) {
        size_t size = view_item_size(view);
        memcpy(*to, view_memory(view) + offset, size);
        *to += size;
        return;
    }
    int at = order == 'C' ? depth : view->dimensions - 1 - depth;
    for (int64_t i = 0; i < view->shape[at]; i++) copy_items(view, order, depth + 1, offset + (size_t)(i * view->strides[at]), to);
}

Value view_to_bytes(Thread *thread, const MemoryView *view, char order) {
    size_t length = (size_t)view_item_count(view) * view_item_size(view);
    Bytes *bytes = bytes_new_buffer(thread, length);
    if (!bytes) return VALUE_ABSENT;
    char *to = bytes->bytes;
    if (length && view_is_contiguous(view, order)) memcpy(to, view_memory(view) + view->offset, length);
    else if (length) copy_items(view, order, 0, view->offset, &to);
    return value_from_object(bytes);
}

Value memoryview_to_bytes(Thread *thread, Value value) {
    const MemoryView *view = (const MemoryView *)value.object;
    return view_is_open(thread, view) ? view_to_bytes(thread, view, 'C') : VALUE_ABSENT;
}

/* ---- items ---- */
#define X_INTEGERS(X) \
    X('b', int8_t) X('B', uint8_t) X('h', int16_t) X('H', uint16_t) X('i', int32_t) X('I', uint32_t) X('l', int64_t) X('q', int64_t) X('n', int64_t)

static Value raise_foreign_format(Thread *thread, const MemoryView *view) {
    Type *type = thread_builtins(thread)->exception_NotImplementedError;
    char format = view->format;
    if (format == '*') return raise_format(thread, type, "memoryview: unsupported format %s", view->spelled);
    if (format == 'e') return raise_format(thread, type, "memoryview: format e not supported");
    return raise_format(thread, type, "memoryview: unsupported format Z%c", format == 'F' ? 'f' : 'd');
}

Value view_read(Thread *thread, const MemoryView *view, size_t offset) {
    if (!memoryview_format_size(view->format)) return raise_foreign_format(thread, view);
    const char *at = view_memory(view) + offset;
    switch (view->format) {
#define X(letter, CType)                        \
    case letter: {                              \
        CType item;                             \
        memcpy(&item, at, sizeof item);         \
        return value_from_int((int64_t)item);   \
    }
        X_INTEGERS(X)
#undef X
    case 'L':
    case 'Q':
    case 'N':
    case 'P': {
        uint64_t item;
        memcpy(&item, at, sizeof item);
        return int_from_uint64(thread, item);
    }
    case '?': return value_from_bool(*at != 0);
    case 'c': return bytes_new(thread, at, 1);
    case 'f': {
        float item;
        memcpy(&item, at, sizeof item);
        return value_new_float(thread, (double)item);
    }
    default: {
        double item;
        memcpy(&item, at, sizeof item);
        return value_new_float(thread, item);
    }
    }
}

static bool raise_item_range(Thread *thread, char format) {
    return raise_value_error(thread, "memoryview: invalid value for format '%c'", format), false;
}

/* Asked for after the value was converted: an __index__ or __bool__ may release the view. */
static char *open_item(Thread *thread, const MemoryView *view, size_t offset) {
    return view_is_open(thread, view) ? view_memory(view) + offset : NULL;
}

static bool write_item(Thread *thread, const MemoryView *view, size_t offset, Value value) {
    char *at;
    const char format = view->format;
    if (!memoryview_format_size(format)) return raise_foreign_format(thread, view), false;
    if (format == 'f' || format == 'd') {
        double number;
        if (!value_to_double(thread, value, &number)) {
            if (exception_matches(thread, thread_builtins(thread)->exception_TypeError)) {
                exception_clear(thread);
                raise_type_error(thread, "memoryview: invalid type for format '%c'", format);
            }
            return false;
        }
        if (!(at = open_item(thread, view, offset))) return false;
        float single = (float)number;
        if (format == 'f') memcpy(at, &single, sizeof single);
        else memcpy(at, &number, sizeof number);
        return true;
    }
    if (format == 'c') {
        if (!is_bytes(value)) return raise_type_error(thread, "memoryview: invalid type for format 'c'"), false;
        if (((Bytes *)value.object)->length != 1) return raise_item_range(thread, format);
        if (!(at = open_item(thread, view, offset))) return false;
        *at = *((Bytes *)value.object)->bytes;
        return true;
    }
    if (format == '?') {
        int truth = value_truth(thread, value);
        if (truth < 0 || !(at = open_item(thread, view, offset))) return false;
        *at = (char)truth;
        return true;
    }
    if (!is_int(value) && !type_of(thread->interpreter, value)->to_index)
        return raise_type_error(thread, "memoryview: invalid type for format '%c'", format), false;
    Value whole = value_index(thread, value);
    if (value_is_absent(whole)) return false;
    int64_t number;
    uint64_t large;
    bool fits = strchr("LQNP", format) ? int_to_uint64(whole, &large) : value_to_int64(thread, whole, &number);
    if (!fits && format == 'P' && (fits = value_to_int64(thread, whole, &number))) large = (uint64_t)number; /* addresses wrap */
    value_release(whole);
    if (!fits) {
        exception_clear(thread);
        return raise_item_range(thread, format);
    }
    if (!(at = open_item(thread, view, offset))) return false;
    switch (format) {
#define X(letter, CType)                                                        \
    case letter: {                                                              \
        CType item = (CType)number;                                             \
        if ((int64_t)item != number) return raise_item_range(thread, format);   \
        memcpy(at, &item, sizeof item);                                         \
        return true;                                                            \
    }
        X_INTEGERS(X)
#undef X
    default: memcpy(at, &large, sizeof large); return true;
    }
}

/* ---- indexing ---- */
static Value raise_not_here(Thread *thread, const char *what) {
    return raise_format(thread, thread_builtins(thread)->exception_NotImplementedError, "%s", what);
}

static bool has_index(Thread *thread, Value key) { return is_int(key) || type_of(thread->interpreter, key)->to_index; }

/* Adds to the offset what an index of a dimension is worth. The view may have been released by an __index__. */
static bool add_index(Thread *thread, const MemoryView *view, int dimension, Value key, size_t *offset) {
    int64_t index, count = view->shape[dimension];
    if (!value_to_size(thread, key, &index) || !view_is_open(thread, view)) return false;
    if (index < 0) index += count;
    if (index < 0 || index >= count) {
        raise_index_error(thread, "index out of bounds on dimension %d", dimension + 1);
        return false;
    }
    *offset += (size_t)(index * view->strides[dimension]);
    return true;
}

static bool is_tuple_of(Thread *thread, Value key, bool slices) {
    if (!is_tuple(key)) return false;
    for (size_t i = 0; i < value_tuple(key)->count; i++) {
        Value item = value_tuple(key)->items[i];
        if (slices ? !value_is_slice(item) : !has_index(thread, item)) return false;
    }
    return !slices || value_tuple(key)->count;
}

/* The offset of the item that an index or a tuple of them means; false with an exception when there is no such. */
static bool find_item(Thread *thread, const MemoryView *view, Value key, bool reading, size_t *offset) {
    *offset = view->offset;
    if (view->dimensions == 0) {
        if (is_tuple(key) && value_tuple(key)->count == 0) return true;
        return raise_type_error(thread, "invalid indexing of 0-dim memory"), false;
    }
    if (has_index(thread, key)) {
        if (view->dimensions > 1) {
            int64_t index;
            if (!reading) return raise_not_here(thread, "sub-views are not implemented"), false;
            if (value_to_size(thread, key, &index)) raise_not_here(thread, "multi-dimensional sub-views are not implemented");
            return false;
        }
        return add_index(thread, view, 0, key, offset);
    }
    const Tuple *indexes = value_tuple(key);
    if (indexes->count < (size_t)view->dimensions) return raise_not_here(thread, "sub-views are not implemented"), false;
    if (indexes->count > (size_t)view->dimensions)
        return raise_type_error(thread, "cannot index %d-dimension view with %zu-element tuple", view->dimensions, indexes->count), false;
    for (int i = 0; i < view->dimensions; i++)
        if (!add_index(thread, view, i, indexes->items[i], offset)) return false;
    return true;
}

/* A slice of the first dimension. */
static MemoryView *slice_view(Thread *thread, const MemoryView *view, Value key) {
    int64_t start, stop, step, count;
    if (!slice_resolve(thread, (const Slice *)key.object, view->shape[0], &start, &stop, &step, &count) || !view_is_open(thread, view))
        return NULL;
    MemoryView *part = view_copy(thread, view, view->dimensions);
    if (!part) return NULL;
    if (count) part->offset += (size_t)(start * view->strides[0]);
    part->shape[0] = count;
    part->strides[0] = (int64_t)((uint64_t)view->strides[0] * (uint64_t)step); /* of one item or none it is never walked */
    return part;
}

static Value memoryview_get_item(Thread *thread, Value self, Value key) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!view_is_open(thread, view)) return VALUE_ABSENT;
    if (view->dimensions == 0 && key.tag == TAG_ELLIPSIS) return value_retain(self);
    if (view->dimensions > 0 && value_is_slice(key)) return value_from_object(slice_view(thread, view, key));
    if (view->dimensions > 0 && !has_index(thread, key) && !is_tuple_of(thread, key, false)) {
        if (is_tuple_of(thread, key, true)) return raise_not_here(thread, "multi-dimensional slicing is not implemented");
        return raise_type_error(thread, "memoryview: invalid slice key");
    }
    size_t offset;
    return find_item(thread, view, key, true, &offset) ? view_read(thread, view, offset) : VALUE_ABSENT;
}

/* The items of another view or buffer into a part of this; the two may overlap. */
static bool assign_slice(Thread *thread, const MemoryView *view, Value key, Value value) {
    Value source = view_of(thread, value);
    if (value_is_absent(source)) {
        if (!exception_is_set(thread))
            raise_type_error(thread, "a bytes-like object is required, not '%s'", value_type_name(thread, value));
        return false;
    }
    bool done = false;
    const MemoryView *from = (const MemoryView *)source.object;
    MemoryView *part = slice_view(thread, view, key);
    if (part && (from->dimensions != 1 || from->shape[0] != part->shape[0] || from->format != part->format)) {
        raise_value_error(thread, "memoryview assignment: lvalue and rvalue have different structures");
    } else if (part) {
        Value copy = view_to_bytes(thread, from, 'C');
        size_t size = view_item_size(part);
        done = !value_is_absent(copy);
        for (int64_t i = 0; done && i < part->shape[0]; i++)
            memcpy(view_memory(part) + part->offset + i * part->strides[0], ((Bytes *)copy.object)->bytes + (size_t)i * size, size);
        value_release(copy);
    }
    value_release(value_from_object(part));
    value_release(source);
    return done;
}

static bool memoryview_set_item(Thread *thread, Value self, Value key, Value value) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!view_is_open(thread, view)) return false;
    if (view->read_only) return raise_type_error(thread, "cannot modify read-only memory"), false;
    if (value_is_absent(value)) return raise_type_error(thread, "cannot delete memory"), false;
    if (view->dimensions == 1 && value_is_slice(key)) return assign_slice(thread, view, key, value);
    size_t offset = view->offset;
    if (view->dimensions == 0 && key.tag == TAG_ELLIPSIS) return write_item(thread, view, offset, value);
    if (view->dimensions > 0 && !has_index(thread, key) && !is_tuple_of(thread, key, false)) {
        if (value_is_slice(key) || is_tuple_of(thread, key, true))
            return raise_not_here(thread, "memoryview slice assignments are currently restricted to ndim = 1"), false;
        return raise_type_error(thread, "memoryview: invalid slice key"), false;
    }
    return find_item(thread, view, key, false, &offset) && write_item(thread, view, offset, value);
}

static int64_t memoryview_length(Thread *thread, Value self) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!view_is_open(thread, view)) return -1;
    return view->dimensions ? view->shape[0] : 1;
}

/* ---- comparing ---- */
/* 1, 0, -1 with an exception. The formats may differ: what counts is what the items mean. */
static int equal_items(Thread *thread, const MemoryView *a, const MemoryView *b, int dimension, size_t a_offset, size_t b_offset) {
    if (dimension == a->dimensions) {
        if (strchr("FD", a->format) || strchr("FD", b->format)) return 0;
        if ((a->format == '*' || b->format == '*') && (strcmp(a->spelled, b->spelled) || strchr(a->spelled, 'w'))) return 0;
        if (a->format == 'e' || b->format == 'e')
            return a->format == b->format && !memcmp(view_memory(a) + a_offset, view_memory(b) + b_offset, 2);
        if (a->format == b->format && a->format != 'f' && a->format != 'd' && a->format != '?')
            return !memcmp(view_memory(a) + a_offset, view_memory(b) + b_offset, view_item_size(a));
        Value left = view_read(thread, a, a_offset), right = view_read(thread, b, b_offset);
        int equal = value_is_absent(left) || value_is_absent(right) ? -1 : value_equal(thread, left, right);
        value_release(left);
        value_release(right);
        return equal;
    }
    int equal = 1;
    for (int64_t i = 0; equal > 0 && i < a->shape[dimension]; i++)
        equal = equal_items(thread, a, b, dimension + 1, a_offset + (size_t)(i * a->strides[dimension]),
                            b_offset + (size_t)(i * b->strides[dimension]));
    return equal;
}

static int equal_views(Thread *thread, const MemoryView *a, const MemoryView *b) {
    if (a->dimensions != b->dimensions) return 0;
    for (int i = 0; i < a->dimensions; i++) {
        if (a->shape[i] != b->shape[i]) return 0;
        if (a->shape[i] == 0) return 1;
    }
    return equal_items(thread, a, b, 0, a->offset, b->offset);
}

static Value memoryview_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (comparison != COMPARE_EQ && comparison != COMPARE_NE) return VALUE_NOT_IMPLEMENTED;
    bool right_released = value_has_type(right, &memoryview_type_template) && value_is_absent(((MemoryView *)right.object)->owner);
    if (value_is_absent(((MemoryView *)left.object)->owner) || right_released)
        return value_from_bool((value_is_object(right) && left.object == right.object) == (comparison == COMPARE_EQ));
    Value other = view_of(thread, right);
    if (value_is_absent(other)) return exception_is_set(thread) ? VALUE_ABSENT : VALUE_NOT_IMPLEMENTED;
    int equal = equal_views(thread, (const MemoryView *)left.object, (const MemoryView *)other.object);
    value_release(other);
    return equal < 0 ? VALUE_ABSENT : value_from_bool((equal > 0) == (comparison == COMPARE_EQ));
}

static bool memoryview_hash(Thread *thread, Value self, int64_t *hash) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!view_is_open(thread, view)) return false;
    if (!view->read_only) return raise_value_error(thread, "cannot hash writable memoryview object"), false;
    if (!strchr("Bbc", view->format))
        return raise_value_error(thread, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'"), false;
    int64_t ignored;
    if (!value_hash(thread, view->owner, &ignored)) return false; /* of a bytearray behind a view that was made read-only */
    Value bytes = view_to_bytes(thread, view, 'C');
    bool done = !value_is_absent(bytes) && value_hash(thread, bytes, hash);
    value_release(bytes);
    return done;
}

/* ---- iterating ---- */
static bool has_rows_of_items(Thread *thread, const MemoryView *view) {
    if (!view_is_open(thread, view)) return false;
    if (view->dimensions == 0) return raise_type_error(thread, "invalid indexing of 0-dim memory"), false;
    if (view->dimensions > 1) return raise_not_here(thread, "multi-dimensional sub-views are not implemented"), false;
    return true;
}

static Value memoryview_iterate(Thread *thread, Value self) {
    if (!has_rows_of_items(thread, (const MemoryView *)self.object)) return VALUE_ABSENT;
    return iterator_new(thread, thread_builtins(thread)->type_memory_iterator, self, 0);
}

static int memoryview_contains(Thread *thread, Value self, Value item) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!has_rows_of_items(thread, view)) return -1;
    int found = 0;
    for (int64_t i = 0; !found && i < view->shape[0]; i++) {
        if (!view_is_open(thread, view)) return -1; /* released by the comparison before */
        Value candidate = view_read(thread, view, view->offset + (size_t)(i * view->strides[0]));
        found = value_is_absent(candidate) ? -1 : value_equal(thread, candidate, item);
        value_release(candidate);
    }
    return found;
}

static bool memoryview_lend_memory(Thread *thread, Value self, bool lasting, LentMemory *memory) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!view_is_open(thread, view)) return false;
    *memory = (LentMemory){.first = view_memory(view) + view->offset, .shape = view->shape, .strides = view->strides, .dimensions = view->dimensions,
                           .format = view->format, .item_size = view->item_size, .read_only = view->read_only,
                           .keeper = lasting ? value_retain(self) : VALUE_ABSENT};
    memcpy(memory->spelled, view->spelled, sizeof memory->spelled);
    return true;
}

const Type memoryview_type_template = {
    .name = "memoryview",
    .documentation = "A window on another object's bytes: they are read, and written if the object allows it, "
                     "without a copy.",
    .signature = "(object)",
    .flags = TYPE_SEQUENCE | TYPE_IMMUTABLE,
    .instance_size = sizeof(MemoryView),
    .create = memoryview_create,
    .destroy = memoryview_destroy,
    .repr = memoryview_repr,
    .hash = memoryview_hash,
    .length = memoryview_length,
    .compare = memoryview_compare,
    .iterate = memoryview_iterate,
    .contains = memoryview_contains,
    .lend_memory = memoryview_lend_memory,
    .get_item = memoryview_get_item,
    .set_item = memoryview_set_item,
    .methods = memoryview_methods,
    .properties = memoryview_properties,
};
