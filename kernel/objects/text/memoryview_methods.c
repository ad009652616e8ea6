/* The methods and attributes of memoryview. */
#include "kernel/objects/text/memoryview_private.h"

#include <string.h>

#define SELF                                                        \
    NATIVE_UNUSED;                                                  \
    const MemoryView *view = (const MemoryView *)arguments[0].object; \
    if (!view_is_open(thread, view)) return VALUE_ABSENT

NATIVE(memoryview_method_tobytes) {
    SELF;
    char order = 'C';
    if (!value_is_none(arguments[1])) {
        if (!is_string(arguments[1]))
            return raise_type_error(thread, "tobytes() argument 'order' must be str or None, not %s", value_type_name(thread, arguments[1]));
        Value encoded = string_encode(thread, value_string(arguments[1]), "utf-8", "strict"); /* no lone surrogates */
        if (value_is_absent(encoded)) return VALUE_ABSENT;
        value_release(encoded);
        const String *text = value_string(arguments[1]);
        if (text->length != 1 || !strchr("CFA", text->bytes[0])) return raise_value_error(thread, "order must be 'C', 'F' or 'A'");
        order = text->bytes[0];
    }
    /* 'A': as it lies in memory, if that is Fortran's way. */
    if (order == 'A') order = !view_is_contiguous(view, 'C') && view_is_contiguous(view, 'F') ? 'F' : 'C';
    return view_to_bytes(thread, view, order);
}

static Value list_of_items(Thread *thread, const MemoryView *view, int dimension, size_t offset) {
    if (dimension == view->dimensions) return view_read(thread, view, offset);
    Value list = list_new_sized(thread, (size_t)view->shape[dimension]);
    for (int64_t i = 0; !value_is_absent(list) && i < view->shape[dimension]; i++) {
        Value item = list_of_items(thread, view, dimension + 1, offset + (size_t)(i * view->strides[dimension]));
        if (!list_append_owned(thread, value_list(list), item)) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

NATIVE(memoryview_method_tolist) {
    SELF;
    return list_of_items(thread, view, 0, view->offset);
}

NATIVE(memoryview_method_hex) {
    SELF;
    Value bytes = view_to_bytes(thread, view, 'C');
    if (value_is_absent(bytes)) return VALUE_ABSENT;
    Value result = bytes_hex(thread, ((Bytes *)bytes.object)->bytes, ((Bytes *)bytes.object)->length, arguments[1], arguments[2]);
    value_release(bytes);
    return result;
}

/* ---- cast ---- */
/* The format as a row of the same bytes; false: an exception. */
static bool cast_to_row(Thread *thread, const MemoryView *view, String *text, MemoryView *row) {
    Value encoded = string_encode(thread, text, "ascii", "strict");
    if (value_is_absent(encoded)) return false;
    value_release(encoded);
    const char *format = text->bytes;
    row->named_native = *format == '@';
    format += row->named_native;
    size_t size = format[0] && !format[1] ? memoryview_format_size(*format) : 0;
    if (!size) {
        raise_value_error(thread, "memoryview: destination format must be a native single character format prefixed with an "
                                  "optional '@'");
        return false;
    }
    if (!strchr("bBc", view->format) && !strchr("bBc", *format)) {
        raise_type_error(thread, "memoryview: cannot cast between two non-byte formats");
        return false;
    }
    size_t length = (size_t)view_item_count(view) * view_item_size(view);
    if (length % size) return raise_type_error(thread, "memoryview: length is not a multiple of itemsize"), false;
    row->format = *format;
    row->shape[0] = (int64_t)(length / size);
    row->strides[0] = (int64_t)size;
    return true;
}

/* The extents that a list or tuple gives, into `array`, whose items lie as in `row`. */
static bool set_shape(Thread *thread, const MemoryView *row, Value extents, MemoryView *array) {
    int64_t items = 1, size = (int64_t)view_item_size(row);
    for (int i = 0; i < array->dimensions; i++) {
        /* Asked anew each time: a list may change meanwhile. */
        if ((size_t)i >= sequence_fast_count(extents)) return raise_value_error(thread, "memoryview.cast(): shape has changed"), false;
        Value extent = sequence_fast_items(extents)[i];
        if (!is_int(extent)) return raise_type_error(thread, "memoryview.cast(): elements of shape must be integers"), false;
        if (!value_to_int64(thread, extent, &array->shape[i])) {
            exception_clear(thread);
            raise_format(thread, thread_builtins(thread)->exception_OverflowError, "Python int too large to convert to C ssize_t");
            return false;
        }
        if (array->shape[i] <= 0) return raise_value_error(thread, "memoryview.cast(): elements of shape must be integers > 0"), false;
        if (array->shape[i] > INT64_MAX / (items * size))
            return raise_value_error(thread, "memoryview.cast(): product(shape) > SSIZE_MAX"), false;
        items *= array->shape[i];
    }
    if (items * size != row->shape[0] * size)
        return raise_type_error(thread, "memoryview: product(shape) * itemsize != buffer size"), false;
    for (int i = array->dimensions - 1; i >= 0; i--) {
        array->strides[i] = size;
        size *= array->shape[i];
    }
    array->format = row->format;
    array->named_native = row->named_native;
    return true;
}

NATIVE(memoryview_method_cast) {
    SELF;
    if (!is_string(arguments[1]))
        return raise_type_error(thread, "cast() argument 'format' must be str, not %s",
                                value_is_none(arguments[1]) ? "None" : value_type_name(thread, arguments[1]));
    if (!view_is_contiguous(view, 'C')) return raise_type_error(thread, "memoryview: casts are restricted to C-contiguous views");
    Value extents = arguments[2];
    bool shaped = !value_is_absent(extents);
    if ((shaped || view->dimensions != 1) && view_item_count(view) == 0)
        return raise_type_error(thread, "memoryview: cannot cast view with zeros in shape or strides");
    size_t dimensions = 1;
    if (shaped) {
        if (!is_list(extents) && !is_tuple(extents)) return raise_type_error(thread, "shape must be a list or a tuple");
        dimensions = sequence_fast_count(extents);
        if (dimensions > MEMORYVIEW_DIMENSIONS)
            return raise_value_error(thread, "memoryview: number of dimensions must not exceed %d", MEMORYVIEW_DIMENSIONS);
        if (view->dimensions != 1 && dimensions != 1)
            return raise_type_error(thread, "memoryview: cast must be 1D -> ND or ND -> 1D");
    }
    /* With one dimension nothing is copied from a view of more. */
    MemoryView *row = view_copy(thread, view, 1), *array = NULL;
    bool done = row && cast_to_row(thread, view, value_string(arguments[1]), row);
    if (done && !shaped) return value_from_object(row);
    if (done) done = (array = view_copy(thread, row, (int)dimensions)) && set_shape(thread, row, extents, array);
    value_release(value_from_object(row));
    if (done) return value_from_object(array);
    value_release(value_from_object(array));
    return VALUE_ABSENT;
}

/* ---- others ---- */
NATIVE(memoryview_method_toreadonly) {
    SELF;
    MemoryView *copy = view_copy(thread, view, view->dimensions);
    if (copy) copy->read_only = true;
    return value_from_object(copy);
}

NATIVE(memoryview_method_release) {
    NATIVE_UNUSED;
    view_close((MemoryView *)arguments[0].object);
    return VALUE_NONE;
}

NATIVE(memoryview_method_enter) {
    SELF;
    return value_retain(arguments[0]);
}

const NativeEntry memoryview_methods[] = {
    {"tobytes", "($self, /, order='C')", "A copy of the bytes. Items of several dimensions come in the order 'C' "
                                         "(the last index fastest) or 'F' (the first);\n"
                                         "'A' is the order in which they lie.", memoryview_method_tobytes, NULL, 0},
    {"tolist", "($self, /)", "The items as a list; lists in lists where there are several dimensions.", memoryview_method_tolist, NULL, 0},
    {"hex", "($self, /, sep=<unrepresentable>, bytes_per_sep=1)",
     "Two hexadecimal digits for each byte, as text.\n\n  sep\n    One character to put between groups of "
     "bytes.\n  bytes_per_sep\n    How many bytes make a group; groups are counted from the right, or from the "
     "left if this is negative.", memoryview_method_hex, NULL, 0},
    {"cast", "($self, /, format, shape=<unrepresentable>)", "The same bytes seen as items of another format, or in another shape.",
     memoryview_method_cast, NULL, 0},
    {"toreadonly", "($self, /)", "The same view, through which nothing can be written.", memoryview_method_toreadonly, NULL, 0},
    {"release", "($self, /)", "Let the object's bytes go; the view is of no use afterwards.", memoryview_method_release, NULL, 0},
    {"__enter__", "($self, /)", NULL, memoryview_method_enter, NULL, 0},
    {"__exit__", "($self, /, *args)", NULL, memoryview_method_release, NULL, 0},
    {0}};

/* ---- attributes ---- */
static const MemoryView *open_view(Thread *thread, Value self) {
    return view_is_open(thread, (MemoryView *)self.object) ? (const MemoryView *)self.object : NULL;
}

static Value tuple_of(Thread *thread, const int64_t *numbers, int count) {
    Value values[MEMORYVIEW_DIMENSIONS];
    for (int i = 0; i < count; i++) values[i] = value_from_int(numbers[i]);
    return tuple_from_values(thread, values, (size_t)count);
}

static Value format_of(Thread *thread, const MemoryView *view) {
    if (view->format == 'F' || view->format == 'D') return string_from_c(thread, view->format == 'F' ? "Zf" : "Zd");
    if (view->format == '*') return string_from_c(thread, view->spelled);
    return string_format(thread, view->named_native ? "@%c" : "%c", view->format);
}

#define VIEW_PROPERTY(name, expression)                                          \
    static Value memoryview_get_##name(Thread *thread, Value self) {             \
        const MemoryView *view = open_view(thread, self);                        \
        return view ? (expression) : VALUE_ABSENT;                               \
    }
VIEW_PROPERTY(obj, value_retain(view->owner))
VIEW_PROPERTY(nbytes, value_from_int(view_item_count(view) * (int64_t)view_item_size(view)))
VIEW_PROPERTY(itemsize, value_from_int((int64_t)view_item_size(view)))
VIEW_PROPERTY(format, format_of(thread, view))
VIEW_PROPERTY(ndim, value_from_int(view->dimensions))
VIEW_PROPERTY(shape, tuple_of(thread, view->shape, view->dimensions))
VIEW_PROPERTY(strides, tuple_of(thread, view->strides, view->dimensions))
VIEW_PROPERTY(suboffsets, tuple_of(thread, view->shape, 0))
VIEW_PROPERTY(readonly, value_from_bool(view->read_only))
VIEW_PROPERTY(c_contiguous, value_from_bool(view_is_contiguous(view, 'C')))
VIEW_PROPERTY(f_contiguous, value_from_bool(view_is_contiguous(view, 'F')))
VIEW_PROPERTY(contiguous, value_from_bool(view_is_contiguous(view, 'C') || view_is_contiguous(view, 'F')))

const PropertyEntry memoryview_properties[] = {
    {"obj", memoryview_get_obj, NULL, "The object whose bytes these are."},
    {"nbytes", memoryview_get_nbytes, NULL, "How many bytes all items have together."},
    {"itemsize", memoryview_get_itemsize, NULL, "How many bytes an item has."},
    {"format", memoryview_get_format, NULL, "The letter that says how an item is written, as in struct."},
    {"ndim", memoryview_get_ndim, NULL, "How many indices an item has."},
    {"shape", memoryview_get_shape, NULL, "The lengths of the dimensions."},
    {"strides", memoryview_get_strides, NULL, "How many bytes lie from one item to the next along each "
                                              "dimension, as a tuple."},
    {"suboffsets", memoryview_get_suboffsets, NULL, "Always empty: no memory here is reached through further pointers."},
    {"readonly", memoryview_get_readonly, NULL, "Whether writing is refused."},
    {"c_contiguous", memoryview_get_c_contiguous, NULL,
     "Whether the items lie side by side, the last index fastest."},
    {"f_contiguous", memoryview_get_f_contiguous, NULL,
     "Whether the items lie side by side, the first index fastest."},
    {"contiguous", memoryview_get_contiguous, NULL, "Whether the items lie side by side, in either order."},
    {0}};
