/* memoryview: a one-dimensional look at the bytes of a bytes or bytearray, with items of any struct format. */
#include "kernel/objects/bytes_private.h"
#include "kernel/objects/iterators.h"

#include "base/memory.h"

#include <string.h>

typedef struct MemoryView {
    Object object;
    Value owner; /* bytes or bytearray; absent once released */
    size_t offset;
    int64_t count, stride; /* items; bytes from one to the next */
    char format;
} MemoryView;

static const struct {
    char format;
    uint8_t size;
} item_formats[] = {{'B', 1}, {'b', 1}, {'c', 1}, {'?', 1}, {'h', 2}, {'H', 2}, {'i', 4}, {'I', 4},
                    {'l', 8}, {'L', 8}, {'q', 8}, {'Q', 8}, {'n', 8}, {'N', 8}, {'f', 4}, {'d', 8}};

static size_t format_size(char format) {
    for (size_t i = 0; i < sizeof item_formats / sizeof *item_formats; i++)
        if (item_formats[i].format == format) return item_formats[i].size;
    return 0;
}

static bool is_writable(const MemoryView *view) { return value_has_type(view->owner, &bytearray_type_template); }

static Value view_new(Thread *thread, Value owner, size_t offset, int64_t count, int64_t stride, char format) {
    MemoryView *view = object_new(thread, thread_builtins(thread)->type_memoryview);
    if (!view) return VALUE_ABSENT;
    view->owner = value_retain(owner);
    view->offset = offset;
    view->count = count;
    view->stride = stride;
    view->format = format;
    if (is_writable(view)) ((Bytearray *)owner.object)->exports++;
    return value_from_object(view);
}

static void view_release(MemoryView *view) {
    if (value_is_absent(view->owner)) return;
    if (is_writable(view)) ((Bytearray *)view->owner.object)->exports--;
    value_clear(&view->owner);
}

static bool is_open(Thread *thread, const MemoryView *view) {
    if (!value_is_absent(view->owner)) return true;
    return raise_value_error(thread, "operation forbidden on released memoryview object"), false;
}

static char *view_bytes(const MemoryView *view) {
    if (is_bytes(view->owner)) return ((Bytes *)view->owner.object)->bytes + view->offset;
    return ((Bytearray *)view->owner.object)->bytes + view->offset;
}

bool memoryview_buffer(Thread *thread, Value value, const char **bytes, size_t *length) {
    const MemoryView *view = (const MemoryView *)value.object;
    if (!is_open(thread, view)) return false;
    if (view->stride != (int64_t)format_size(view->format) && view->count > 1) {
        raise_format(thread, thread_builtins(thread)->exception_BufferError, "memoryview: underlying buffer is not C-contiguous");
        return false;
    }
    *bytes = view->count ? view_bytes(view) : "";
    *length = (size_t)view->count * format_size(view->format);
    return true;
}

static Value memoryview_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value arguments[1], result = VALUE_ABSENT;
    if (!native_match(thread, "memoryview", "(object)", call, arguments, 1)) return VALUE_ABSENT;
    Value source = arguments[0], store;
    if (value_has_type(source, &memoryview_type_template)) {
        const MemoryView *view = (const MemoryView *)source.object;
        if (is_open(thread, view)) result = view_new(thread, view->owner, view->offset, view->count, view->stride, view->format);
    } else if (is_bytes(source)) {
        result = view_new(thread, source, 0, (int64_t)((Bytes *)source.object)->length, 1, 'B');
    } else if (value_has_type(source, &bytearray_type_template)) {
        result = view_new(thread, source, 0, (int64_t)((Bytearray *)source.object)->length, 1, 'B');
    } else if (!value_is_absent(store = buffer_store(thread, source))) {
        Value code = value_find_attribute_c(thread, source, "typecode");
        char format = is_string(code) && value_string(code)->length == 1 ? *value_c_string(code) : 'B';
        int64_t size = (int64_t)format_size(format == 'u' ? 'i' : format);
        const char *bytes;
        size_t length;
        if (size && buffer_of(thread, store, &bytes, &length))
            result = view_new(thread, store, 0, (int64_t)length / size, size, format == 'u' ? 'i' : format);
        value_release(code);
    } else if (!exception_is_set(thread)) {
        raise_type_error(thread, "memoryview: a bytes-like object is required, not '%s'", value_type_name(thread, source));
    }
    native_release_arguments(arguments, 1);
    return result;
}

static void memoryview_destroy(Object *self) { view_release((MemoryView *)self); }

static Value memoryview_repr(Thread *thread, Value self) {
    bool released = value_is_absent(((MemoryView *)self.object)->owner);
    return string_format(thread, released ? "<released memory at %p>" : "<memory at %p>", (void *)self.object);
}

#define X_INTEGERS(X) \
    X('b', int8_t) X('B', uint8_t) X('h', int16_t) X('H', uint16_t) X('i', int32_t) X('I', uint32_t) X('l', int64_t) X('q', int64_t) X('n', int64_t)

static Value read_item(Thread *thread, const MemoryView *view, int64_t index) {
    const char *at = view_bytes(view) + index * view->stride;
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
    case 'N': {
        uint64_t item;
        memcpy(&item, at, sizeof item);
        return int_from_uint64(thread, item);
    }
    case '?': return value_from_bool(*at != 0);
    case 'c': return bytes_new(thread, at, 1);
    case 'f': {
        float item;
        memcpy(&item, at, sizeof item);
        return value_from_float((double)item);
    }
    default: {
        double item;
        memcpy(&item, at, sizeof item);
        return value_from_float(item);
    }
    }
}

static bool raise_item_range(Thread *thread, char format) {
    return raise_value_error(thread, "memoryview: invalid value for format '%c'", format), false;
}

/* Asked for after the value was converted: an __index__ or __bool__ may release the view. */
static char *open_item(Thread *thread, const MemoryView *view, int64_t index) {
    return is_open(thread, view) ? view_bytes(view) + index * view->stride : NULL;
}

static bool write_item(Thread *thread, const MemoryView *view, int64_t index, Value value) {
    char *at;
    const char format = view->format;
    if (format == 'f' || format == 'd') {
        double number;
        if (!value_to_double(thread, value, &number) || !(at = open_item(thread, view, index))) return false;
        float single = (float)number;
        if (format == 'f') memcpy(at, &single, sizeof single);
        else memcpy(at, &number, sizeof number);
        return true;
    }
    if (format == 'c') {
        if (!is_bytes(value) || ((Bytes *)value.object)->length != 1)
            return raise_type_error(thread, "memoryview: invalid type for format 'c'"), false;
        if (!(at = open_item(thread, view, index))) return false;
        *at = *((Bytes *)value.object)->bytes;
        return true;
    }
    if (format == '?') {
        int truth = value_truth(thread, value);
        if (truth < 0 || !(at = open_item(thread, view, index))) return false;
        *at = (char)truth;
        return true;
    }
    if (!is_int(value) && !type_of(thread->interpreter, value)->to_index)
        return raise_type_error(thread, "memoryview: invalid type for format '%c'", format), false;
    int64_t number;
    uint64_t large;
    if (strchr("LQN", format)) {
        Value whole = value_index(thread, value);
        if (value_is_absent(whole)) return false;
        bool fits = int_to_uint64(whole, &large);
        value_release(whole);
        if (!fits) return raise_item_range(thread, format);
        if (!(at = open_item(thread, view, index))) return false;
        memcpy(at, &large, sizeof large);
        return true;
    }
    if (!value_to_int64(thread, value, &number)) {
        exception_clear(thread);
        return raise_item_range(thread, format);
    }
    if (!(at = open_item(thread, view, index))) return false;
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
    default: return false;
    }
}

static int64_t memoryview_length(Thread *thread, Value self) {
    return is_open(thread, (MemoryView *)self.object) ? ((MemoryView *)self.object)->count : -1;
}

static bool item_index(Thread *thread, const MemoryView *view, Value key, int64_t *index) {
    if (!is_int(key) && !(value_is_object(key) && key.object->type->to_index))
        return raise_type_error(thread, "memoryview: invalid slice key"), false;
    if (!value_to_size(thread, key, index)) return false;
    if (*index < 0) *index += view->count;
    if (*index < 0 || *index >= view->count) return raise_index_error(thread, "index out of bounds on dimension 1"), false;
    return true;
}

static Value memoryview_get_item(Thread *thread, Value self, Value key) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!is_open(thread, view)) return VALUE_ABSENT;
    /* An __index__ may have released the view. */
    if (value_is_slice(key)) {
        int64_t start, stop, step, count;
        if (!slice_resolve(thread, (const Slice *)key.object, view->count, &start, &stop, &step, &count) || !is_open(thread, view))
            return VALUE_ABSENT;
        size_t offset = count ? (size_t)((int64_t)view->offset + start * view->stride) : view->offset;
        return view_new(thread, view->owner, offset, count, view->stride * step, view->format);
    }
    int64_t index;
    return item_index(thread, view, key, &index) && is_open(thread, view) ? read_item(thread, view, index) : VALUE_ABSENT;
}

static bool memoryview_set_item(Thread *thread, Value self, Value key, Value value) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!is_open(thread, view)) return false;
    if (!is_writable(view)) return raise_type_error(thread, "cannot modify read-only memory"), false;
    if (value_is_absent(value)) return raise_type_error(thread, "cannot delete memory"), false;
    int64_t index;
    if (!value_is_slice(key)) return item_index(thread, view, key, &index) && write_item(thread, view, index, value);
    int64_t start, stop, step, count;
    const char *bytes;
    size_t length, size = format_size(view->format);
    if (!slice_resolve(thread, (const Slice *)key.object, view->count, &start, &stop, &step, &count) ||
        !is_open(thread, view) || !value_buffer(thread, value, &bytes, &length))
        return false;
    if (length != (size_t)count * size)
        return raise_value_error(thread, "memoryview assignment: lvalue and rvalue have different structures"), false;
    char *copy = memory_copy_bytes(bytes, length); /* the two may overlap */
    if (!copy) return raise_no_memory(thread), false;
    for (int64_t i = 0; i < count; i++)
        memcpy(view_bytes(view) + (start + i * step) * view->stride, copy + (size_t)i * size, size);
    memory_release(copy);
    return true;
}

static Value view_to_bytes(Thread *thread, const MemoryView *view) {
    size_t size = format_size(view->format);
    Bytes *bytes = bytes_new_buffer(thread, (size_t)view->count * size);
    if (!bytes) return VALUE_ABSENT;
    for (int64_t i = 0; i < view->count; i++)
        memcpy(bytes->bytes + (size_t)i * size, view_bytes(view) + i * view->stride, size);
    return value_from_object(bytes);
}

Value memoryview_to_bytes(Thread *thread, Value value) {
    const MemoryView *view = (const MemoryView *)value.object;
    return is_open(thread, view) ? view_to_bytes(thread, view) : VALUE_ABSENT;
}

static Value memoryview_compare(Thread *thread, Value left, Value right, Comparison comparison) {
    if (comparison != COMPARE_EQ && comparison != COMPARE_NE) return VALUE_NOT_IMPLEMENTED;
    Value a = VALUE_ABSENT, b = VALUE_ABSENT, result = VALUE_NOT_IMPLEMENTED;
    const char *bytes;
    size_t length;
    if (value_is_absent(((MemoryView *)left.object)->owner)) return value_from_bool((left.object == right.object) == (comparison == COMPARE_EQ));
    a = view_to_bytes(thread, (const MemoryView *)left.object);
    if (value_is_absent(a)) return VALUE_ABSENT;
    if (value_has_type(right, &memoryview_type_template)) {
        if (!value_is_absent(((MemoryView *)right.object)->owner)) b = view_to_bytes(thread, (const MemoryView *)right.object);
    } else if (buffer_of(thread, right, &bytes, &length)) {
        b = bytes_new(thread, bytes, length);
    }
    if (!value_is_absent(b)) result = buffer_compare(thread, a, b, comparison);
    value_release(a);
    value_release(b);
    return exception_is_set(thread) ? VALUE_ABSENT : result;
}

static bool memoryview_hash(Thread *thread, Value self, int64_t *hash) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!is_open(thread, view)) return false;
    if (is_writable(view)) return raise_value_error(thread, "cannot hash writable memoryview object"), false;
    Value bytes = view_to_bytes(thread, view);
    bool done = !value_is_absent(bytes) && value_hash(thread, bytes, hash);
    value_release(bytes);
    return done;
}

static Value memoryview_iterate(Thread *thread, Value self) { return sequence_iterator_new(thread, self); }

static int memoryview_contains(Thread *thread, Value self, Value item) {
    const MemoryView *view = (const MemoryView *)self.object;
    if (!is_open(thread, view)) return -1;
    int found = 0;
    for (int64_t i = 0; !found && i < view->count; i++) {
        if (!is_open(thread, view)) return -1; /* released by the comparison before */
        Value candidate = read_item(thread, view, i);
        found = value_is_absent(candidate) ? -1 : value_equal(thread, candidate, item);
        value_release(candidate);
    }
    return found;
}

/* ---- methods ---- */

#define SELF                                                        \
    NATIVE_UNUSED;                                                  \
    MemoryView *view = (MemoryView *)arguments[0].object;           \
    if (!is_open(thread, view)) return VALUE_ABSENT

NATIVE(memoryview_method_tobytes) {
    SELF;
    return view_to_bytes(thread, view);
}

NATIVE(memoryview_method_tolist) {
    SELF;
    Value list = list_new_sized(thread, (size_t)view->count);
    for (int64_t i = 0; !value_is_absent(list) && i < view->count; i++)
        if (!list_append_owned(thread, value_list(list), read_item(thread, view, i))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    return list;
}

NATIVE(memoryview_method_hex) {
    SELF;
    Value bytes = view_to_bytes(thread, view);
    if (value_is_absent(bytes)) return VALUE_ABSENT;
    Value result = bytes_hex(thread, ((Bytes *)bytes.object)->bytes, ((Bytes *)bytes.object)->length, arguments[1], arguments[2]);
    value_release(bytes);
    return result;
}

NATIVE(memoryview_method_cast) {
    SELF;
    if (!is_string(arguments[1])) return raise_type_error(thread, "memoryview: format argument must be a string");
    const char *format = value_c_string(arguments[1]);
    if (*format == '@') format++;
    size_t size = format[0] && !format[1] ? format_size(*format) : 0, old_size = format_size(view->format);
    if (!size)
        return raise_value_error(thread, "memoryview: destination format must be a native single character format prefixed with an "
                                         "optional '@'");
    if (old_size != 1 && size != 1)
        return raise_type_error(thread, "memoryview: cannot cast between two non-byte formats");
    if (view->stride != (int64_t)old_size && view->count > 1)
        return raise_type_error(thread, "memoryview: casts are restricted to C-contiguous views");
    size_t length = (size_t)view->count * old_size;
    if (length % size) return raise_type_error(thread, "memoryview: length is not a multiple of itemsize");
    return view_new(thread, view->owner, view->offset, (int64_t)(length / size), (int64_t)size, *format);
}

NATIVE(memoryview_method_toreadonly) {
    SELF;
    if (!is_writable(view)) return view_new(thread, view->owner, view->offset, view->count, view->stride, view->format);
    Value bytes = view_to_bytes(thread, view);
    if (value_is_absent(bytes)) return VALUE_ABSENT;
    Value result = view_new(thread, bytes, 0, view->count, (int64_t)format_size(view->format), view->format);
    value_release(bytes);
    return result;
}

NATIVE(memoryview_method_release) {
    NATIVE_UNUSED;
    view_release((MemoryView *)arguments[0].object);
    return VALUE_NONE;
}

NATIVE(memoryview_method_enter) {
    SELF;
    return value_retain(arguments[0]);
}

static const NativeEntry memoryview_methods[] = {
    {"tobytes", "($self, /, order='C')", "A copy of the bytes. Items of several dimensions come in the order 'C' "
                                         "(the last index fastest) or 'F' (the first);\n"
                                         "'A' is the order in which they lie.", memoryview_method_tobytes, NULL, 0},
    {"tolist", "($self, /)", "The items as a list; lists in lists where there are several dimensions.", memoryview_method_tolist, NULL, 0},
    {"hex", "($self, /, sep=<unrepresentable>, bytes_per_sep=1)",
     "Two hexadecimal digits for each byte, as text.\n\n  sep\n    One character to put between groups of "
     "bytes.\n  bytes_per_sep\n    How many bytes make a group; groups are counted from the right, or from the "
     "left if this is negative.", memoryview_method_hex, NULL, 0},
    {"cast", "($self, /, format)", "The same bytes seen as items of another format, or in another shape.", memoryview_method_cast, NULL, 0},
    {"toreadonly", "($self, /)", "The same view, through which nothing can be written.", memoryview_method_toreadonly, NULL, 0},
    {"release", "($self, /)", "Let the object's bytes go; the view is of no use afterwards.", memoryview_method_release, NULL, 0},
    {"__enter__", "($self, /)", NULL, memoryview_method_enter, NULL, 0},
    {"__exit__", "($self, /, *args)", NULL, memoryview_method_release, NULL, 0},
    {0}};

static const MemoryView *open_view(Thread *thread, Value self) {
    return is_open(thread, (MemoryView *)self.object) ? (const MemoryView *)self.object : NULL;
}

#define VIEW_PROPERTY(name, expression)                                          \
    static Value memoryview_get_##name(Thread *thread, Value self) {             \
        const MemoryView *view = open_view(thread, self);                        \
        return view ? (expression) : VALUE_ABSENT;                               \
    }
static Value single(Thread *thread, int64_t number) {
    Value value = value_from_int(number);
    return tuple_from_values(thread, &value, 1);
}
VIEW_PROPERTY(obj, value_retain(view->owner))
VIEW_PROPERTY(nbytes, value_from_int(view->count * (int64_t)format_size(view->format)))
VIEW_PROPERTY(itemsize, value_from_int((int64_t)format_size(view->format)))
VIEW_PROPERTY(format, string_new(thread, &view->format, 1))
VIEW_PROPERTY(ndim, value_from_int(1))
VIEW_PROPERTY(shape, single(thread, view->count))
VIEW_PROPERTY(strides, single(thread, view->stride))
VIEW_PROPERTY(readonly, value_from_bool(!is_writable(view)))
VIEW_PROPERTY(contiguous, value_from_bool(view->stride == (int64_t)format_size(view->format) || view->count < 2))

static const PropertyEntry memoryview_properties[] = {
    {"obj", memoryview_get_obj, NULL, "The object whose bytes these are."},
    {"nbytes", memoryview_get_nbytes, NULL, "How many bytes all items have together."},
    {"itemsize", memoryview_get_itemsize, NULL, "How many bytes an item has."},
    {"format", memoryview_get_format, NULL, "The format (in struct module style) of each element in the view."},
    {"ndim", memoryview_get_ndim, NULL, "How many indices an item has."},
    {"shape", memoryview_get_shape, NULL, "The lengths of the dimensions."},
    {"strides", memoryview_get_strides, NULL, "How many bytes lie from one item to the next along each "
                                              "dimension, as a tuple."},
    {"readonly", memoryview_get_readonly, NULL, "Whether writing is refused."},
    {"c_contiguous", memoryview_get_contiguous, NULL,
     "Whether the items lie side by side, the last index fastest."},
    {"f_contiguous", memoryview_get_contiguous, NULL,
     "Whether the items lie side by side, the first index fastest."},
    {"contiguous", memoryview_get_contiguous, NULL, "Whether the items lie side by side, in either order."},
    {0}};

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
    .get_item = memoryview_get_item,
    .set_item = memoryview_set_item,
    .methods = memoryview_methods,
    .properties = memoryview_properties,
};
