/* How the holders are made, kept unique and destroyed. */
#include "kernel/modules/matplotlib/face.h"
#include "kernel/modules/matplotlib/polar_type.h"
#include "kernel/objects/core/gc.h"

#include "base/memory.h"

#include <stdio.h>

Value value_from_figure(Thread *thread, PlotFigure *figure) {
    if (figure->face_object) return value_from_object(object_retain(figure->face_object));
    FigureObject *object = face_new(thread, &figure_type_template);
    if (!object) return VALUE_ABSENT;
    object->figure = figure_retain(figure);
    figure->face_object = object;
    return value_from_object(object);
}

Value value_from_axes(Thread *thread, PlotAxes *axes) {
    if (!axes) return VALUE_NONE;
    if (axes->face_object) return value_from_object(object_retain(axes->face_object));
    AxesObject *object = face_new(thread, axes->polar ? &polar_type_template : &axes_type_template);
    if (!object) return VALUE_ABSENT;
    object->axes = axes;
    figure_retain(axes->figure);
    axes->face_object = object;
    return value_from_object(object);
}

static const Type *artist_template(const PlotArtist *artist) {
    switch (artist->kind) {
    case ARTIST_LINE:
        return &line_type_template;
    case ARTIST_POINTS:
        return &points_type_template;
    case ARTIST_IMAGE:
        return &image_type_template;
    case ARTIST_MESH:
        return &mesh_type_template;
    case ARTIST_QUIVER:
        return &quiver_type_template;
    case ARTIST_TEXT:
        return ((const PlotText *)artist)->annotation ? &annotation_type_template : &text_type_template;
    case ARTIST_PATHS: {
        const PlotPaths *paths = (const PlotPaths *)artist;
        return paths->level_count  ? &contour_type_template
               : paths->face_count ? &fill_between_type_template
                                   : &lines_type_template;
    }
    case ARTIST_PATCH:
        break;
    }
    switch (((const PlotPatch *)artist)->shape) {
    case PATCH_RECTANGLE:
        return &rectangle_type_template;
    case PATCH_ELLIPSE:
        return &ellipse_type_template;
    case PATCH_WEDGE:
        return &wedge_type_template;
    case PATCH_POLYGON:
        return &polygon_type_template;
    case PATCH_ROUNDED:
        return &fancy_box_type_template;
    case PATCH_ARROW:
        return &fancy_arrow_type_template;
    case PATCH_PATH:
        break;
    }
    return &patch_type_template;
}

Value value_from_artist(Thread *thread, void *pointer) {
    PlotArtist *artist = pointer;
    if (!artist) return VALUE_ABSENT;
    if (artist->face) return value_from_object(object_retain(artist->face));
    ArtistObject *object = face_new(thread, artist_template(artist));
    if (!object) return VALUE_ABSENT;
    object->artist = artist;
    object->figure = artist->figure ? figure_retain(artist->figure) : NULL;
    artist->face = object;
    return value_from_object(object);
}

Value value_from_artists(Thread *thread, void *const *artists, size_t count) {
    Value list = list_new(thread);
    for (size_t i = 0; i < count && !value_is_absent(list); i++)
        if (!list_append_owned(thread, value_list(list), value_from_artist(thread, artists[i]))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    return list;
}

Value value_from_part(Thread *thread, const Type *type_template, PlotAxes *axes, PlotFigure *figure, int part) {
    PartObject *object = face_new(thread, type_template);
    if (!object) return VALUE_ABSENT;
    object->axes = axes;
    object->figure = figure_retain(figure ? figure : axes->figure);
    object->part = part;
    return value_from_object(object);
}

Value value_from_colormap(Thread *thread, Colormap *map) {
    MatplotlibState *state = matplotlib_state(thread);
    ColormapObject *object = map && state ? face_new(thread, &colormap_type_template) : NULL;
    if (!object) return VALUE_ABSENT;
    object->map = map;
    object->context = plot_context_retain(state->plot);
    return value_from_object(object);
}

void colormap_object_destroy(Object *self) {
    ColormapObject *object = (ColormapObject *)self;
    plot_context_release(object->context);
    object->context = NULL;
}

void figure_object_destroy(Object *self) {
    FigureObject *object = (FigureObject *)self;
    if (!object->figure) return;
    object->figure->face_object = NULL;
    figure_release(object->figure);
    object->figure = NULL;
}

void axes_object_destroy(Object *self) {
    AxesObject *object = (AxesObject *)self;
    if (!object->axes) return;
    PlotFigure *figure = object->axes->figure;
    object->axes->face_object = NULL;
    object->axes = NULL;
    figure_release(figure);
}

void artist_object_destroy(Object *self) {
    ArtistObject *object = (ArtistObject *)self;
    if (!object->artist) return;
    object->artist->face = NULL;
    if (object->figure)
        figure_release(object->figure);
    else if (object->artist->figure)
        figure_release(object->artist->figure);
    else
        artist_release(object->artist);
    object->artist = NULL;
    object->figure = NULL;
}

void part_object_destroy(Object *self) {
    PartObject *object = (PartObject *)self;
    if (object->figure) figure_release(object->figure);
    object->figure = NULL;
}

Value value_from_box(Thread *thread, Box box) {
    const double numbers[4] = {box.x0, box.y0, box.x1, box.y1};
    Value corners[4], module = import_module(thread, "matplotlib.transforms"), result = VALUE_ABSENT;
    for (int i = 0; i < 4; i++) corners[i] = value_from_float(numbers[i]);
    Value type = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "Bbox");
    if (!value_is_absent(type)) result = value_call_method(thread, type, "from_extents", corners, 4);
    value_release(module);
    value_release(type);
    return result;
}

/* ---- containers ---- */

Value container_new(Thread *thread, const char *name, Value items) {
    if (value_is_absent(items)) return items;
    const Type *type = name[0] == 'B'   ? &bar_container_type_template
                       : name[0] == 'E' ? &error_container_type_template
                                        : &stem_container_type_template;
    ContainerObject *object = face_new(thread, type);
    if (!object) {
        value_release(items);
        return VALUE_ABSENT;
    }
    object->name = name;
    object->items = items;
    object->label = VALUE_ABSENT;
    return value_from_object(object);
}

static void container_destroy(Object *self) {
    ContainerObject *object = (ContainerObject *)self;
    value_release(object->items);
    value_release(object->label);
    object->items = object->label = VALUE_ABSENT;
}

static bool container_visit(Object *self, Visit *visit, void *context) {
    ContainerObject *object = (ContainerObject *)self;
    return visit_value(object->items, visit, context) && visit_value(object->label, visit, context);
}

static ContainerObject *container_of(Value value) { return (ContainerObject *)value.object; }

static Value container_repr(Thread *thread, Value self) {
    return string_format(thread, "<%s object of %lld artists>", container_of(self)->name,
                         (long long)value_length(thread, container_of(self)->items));
}

static int64_t container_length(Thread *thread, Value self) {
    return value_length(thread, container_of(self)->items);
}

static Value container_get_item(Thread *thread, Value self, Value key) {
    return value_get_item(thread, container_of(self)->items, key);
}

static Value container_iterate(Thread *thread, Value self) {
    return value_iterate(thread, container_of(self)->items);
}

static Value container_items(Thread *thread, Value self) {
    (void)thread;
    return value_retain(container_of(self)->items);
}

NATIVE(container_remove) {
    NATIVE_UNUSED;
    Value items = container_of(arguments[0])->items;
    for (size_t i = 0; i < sequence_fast_count(items); i++)
        if (value_has_type(sequence_fast_items(items)[i], &artist_type_template))
            value_artist(sequence_fast_items(items)[i])->removed = true;
    return VALUE_NONE;
}

NATIVE(container_get_label) {
    (void)native;
    Value label = container_of(arguments[0])->label;
    return value_is_absent(label) ? VALUE_NONE : value_str(thread, label);
}

NATIVE(container_set_label) {
    NATIVE_UNUSED;
    value_replace(&container_of(arguments[0])->label, value_retain(arguments[1]));
    return VALUE_NONE;
}

/* The artists themselves, those of inner tuples, too. */
NATIVE(container_children) {
    (void)native;
    Value list = list_new(thread), items = container_of(arguments[0])->items;
    bool done = !value_is_absent(list);
    for (size_t i = 0; done && i < sequence_fast_count(items); i++) {
        Value item = sequence_fast_items(items)[i];
        if (value_is_tuple(item))
            done = list_extend(thread, value_list(list), item);
        else if (value_given(item))
            done = list_append(thread, value_list(list), item);
    }
    if (!done) value_replace(&list, VALUE_ABSENT);
    return list;
}

static Value container_lines(Thread *thread, Value self) { return tuple_from_iterable(thread, container_of(self)->items); }

static Value container_part(Value self, size_t index) {
    Value items = container_of(self)->items;
    return index < sequence_fast_count(items) ? value_retain(sequence_fast_items(items)[index]) : VALUE_NONE;
}

static Value container_marker_line(Thread *thread, Value self) {
    (void)thread;
    return container_part(self, 0);
}

static Value container_stem_lines(Thread *thread, Value self) {
    (void)thread;
    return container_part(self, 1);
}

static Value container_base_line(Thread *thread, Value self) {
    (void)thread;
    return container_part(self, 2);
}

static const NativeEntry container_methods[] = {
    {"remove", "($self)", "Take the artists off their axes.", container_remove, NULL, 0},
    {"get_label", "($self)", "The label in the legend, or None.", container_get_label, NULL, 0},
    {"set_label", "($self, s)", "Set the label in the legend.", container_set_label, NULL, 0},
    {"get_children", "($self)", "The artists.", container_children, NULL, 0},
    {0},
};

static const PropertyEntry bar_properties[] = {{"patches", container_items, NULL, "The artists."}, {0}};
static const PropertyEntry error_properties[] = {
    {"lines", container_lines, NULL, "The line, the caps and the bars."}, {0}};
static const PropertyEntry stem_properties[] = {{"markerline", container_marker_line, NULL, "The markers."},
                                                {"stemlines", container_stem_lines, NULL, "The stems."},
                                                {"baseline", container_base_line, NULL, "The base line."},
                                                {0}};

#define CONTAINER_TYPE(identifier, short_name, base_type, ...)                                                 \
    const Type identifier##_type_template = {                                                                  \
        .name = "matplotlib.container." short_name,                                                            \
        .documentation = "Artists that belong together, as the bars of one call.",                             \
        .base = base_type,                                                                                     \
        .flags = TYPE_COLLECTED | TYPE_SEQUENCE | TYPE_BASE | TYPE_NO_CREATE,                                  \
        .instance_size = sizeof(ContainerObject),                                                              \
        .attributes_offset = offsetof(ContainerObject, attributes),                                            \
        .visit = container_visit,                                                                              \
        .destroy = container_destroy,                                                                          \
        .repr = container_repr,                                                                                \
        .length = container_length,                                                                            \
        .get_item = container_get_item,                                                                        \
        .iterate = container_iterate,                                                                          \
        __VA_ARGS__}

CONTAINER_TYPE(container, "Container", NULL, .methods = container_methods);
CONTAINER_TYPE(bar_container, "BarContainer", (Type *)&container_type_template, .properties = bar_properties);
CONTAINER_TYPE(error_container, "ErrorbarContainer", (Type *)&container_type_template, .properties = error_properties);
CONTAINER_TYPE(stem_container, "StemContainer", (Type *)&container_type_template, .properties = stem_properties);

/* ---- arrays of axes ---- */

typedef struct AxesArray {
    Object object;
    PlotFigure *figure;
    PlotAxes **axes; /* rows * columns */
    size_t rows, columns;
    int dimensions; /* 1: `columns` of them; 2 */
} AxesArray;

static AxesArray *array_of(Value value) { return (AxesArray *)value.object; }

Value axes_array_new(Thread *thread, PlotAxes **axes, size_t rows, size_t columns, int dimensions) {
    AxesArray *array = face_new(thread, &axes_array_type_template);
    size_t count = rows * columns;
    if (!array) return VALUE_ABSENT;
    array->axes = memory_allocate((count + 1) * sizeof *array->axes);
    if (!array->axes) {
        object_release(array);
        return raise_no_memory(thread);
    }
    for (size_t i = 0; i < count; i++) array->axes[i] = axes[i];
    array->rows = rows;
    array->columns = columns;
    array->dimensions = dimensions;
    if (count) array->figure = figure_retain(axes[0]->figure);
    /* The objects of the axes live as long as something refers to them: here the array does by its figure. */
    return value_from_object(array);
}

static void axes_array_destroy(Object *self) {
    AxesArray *array = (AxesArray *)self;
    memory_release(array->axes);
    if (array->figure) figure_release(array->figure);
    array->axes = NULL;
    array->figure = NULL;
}

static int64_t axes_array_length(Thread *thread, Value self) {
    (void)thread;
    return (int64_t)(array_of(self)->dimensions == 2 ? array_of(self)->rows : array_of(self)->columns);
}

static Value pick(Thread *thread, const AxesArray *array, const int64_t rows[3], const int64_t columns[3],
                  bool keep_rows, bool keep_columns) {
    size_t count = (size_t)(rows[2] * columns[2]), used = 0;
    PlotAxes **chosen = memory_allocate((count + 1) * sizeof *chosen);
    if (!chosen) return raise_no_memory(thread);
    for (int64_t r = 0; r < rows[2]; r++)
        for (int64_t c = 0; c < columns[2]; c++)
            chosen[used++] = array->axes[(size_t)(rows[0] + r * rows[1]) * array->columns +
                                         (size_t)(columns[0] + c * columns[1])];
    Value result;
    if (!keep_rows && !keep_columns)
        result = value_from_axes(thread, chosen[0]);
    else if (keep_rows && keep_columns)
        result = axes_array_new(thread, chosen, (size_t)rows[2], (size_t)columns[2], 2);
    else
        result = axes_array_new(thread, chosen, 1, count, 1);
    memory_release(chosen);
    return result;
}

/* One index into {first, step, count}; *keep says whether the dimension stays. */
static bool resolve_index(Thread *thread, Value key, int64_t length, int axis, int64_t range[3], bool *keep) {
    if (value_is_slice(key)) {
        int64_t stop;
        *keep = true;
        return slice_resolve(thread, (const Slice *)key.object, length, &range[0], &stop, &range[1], &range[2]);
    }
    int64_t index;
    if (!value_to_int64(thread, key, &index)) return false;
    if (index < -length || index >= length) {
        raise_index_error(thread, "index %lld is out of bounds for axis %d with size %lld", (long long)index,
                          axis, (long long)length);
        return false;
    }
    range[0] = index < 0 ? index + length : index;
    range[1] = range[2] = 1;
    *keep = false;
    return true;
}

static Value axes_array_get_item(Thread *thread, Value self, Value key) {
    const AxesArray *array = array_of(self);
    int64_t rows[3] = {0, 1, (int64_t)array->rows}, columns[3] = {0, 1, (int64_t)array->columns};
    bool keep_rows = true, keep_columns = true;
    Value first = key, second = VALUE_ABSENT;
    if (value_is_tuple(key)) {
        const Tuple *keys = value_tuple(key);
        if (keys->count > (size_t)array->dimensions)
            return raise_index_error(
                thread, "too many indices for array: array is %d-dimensional, but %zu were indexed",
                array->dimensions, keys->count);
        first = keys->count ? keys->items[0] : VALUE_ABSENT;
        second = keys->count > 1 ? keys->items[1] : VALUE_ABSENT;
    }
    if (array->dimensions == 1) {
        keep_rows = false;
        if (!value_is_absent(first) && !resolve_index(thread, first, columns[2], 0, columns, &keep_columns))
            return VALUE_ABSENT;
        return pick(thread, array, rows, columns, keep_rows, keep_columns);
    }
    if (!value_is_absent(first) && !resolve_index(thread, first, rows[2], 0, rows, &keep_rows))
        return VALUE_ABSENT;
    if (!value_is_absent(second) && !resolve_index(thread, second, columns[2], 1, columns, &keep_columns))
        return VALUE_ABSENT;
    return pick(thread, array, rows, columns, keep_rows, keep_columns);
}

static Value axes_array_list(Thread *thread, Value self) {
    Value list = list_new(thread);
    int64_t count = axes_array_length(thread, self);
    for (int64_t i = 0; i < count && !value_is_absent(list); i++)
        if (!list_append_owned(thread, value_list(list),
                               axes_array_get_item(thread, self, value_from_int(i)))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    return list;
}

static Value axes_array_iterate(Thread *thread, Value self) {
    Value list = axes_array_list(thread, self);
    Value iterator = value_is_absent(list) ? VALUE_ABSENT : value_iterate(thread, list);
    value_release(list);
    return iterator;
}

static Value axes_array_flat(Thread *thread, Value self) {
    const AxesArray *array = array_of(self);
    return axes_array_new(thread, array->axes, 1, array->rows * array->columns, 1);
}

/* As numpy shows an array of objects: in full, or without commas for str(). */
static Value axes_array_text(Thread *thread, Value self, bool full) {
    const AxesArray *array = array_of(self);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool nested = array->dimensions == 2;
    text_append(&text, full ? "array(" : "");
    text_append(&text, nested ? "[[" : "[");
    for (size_t i = 0; i < array->rows * array->columns; i++) {
        Value axes = value_from_axes(thread, array->axes[i]),
              repr = value_is_absent(axes) ? axes : value_repr(thread, axes);
        value_release(axes);
        if (value_is_absent(repr)) {
            text_release(&text);
            return VALUE_ABSENT;
        }
        if (i && i % array->columns == 0)
            text_append(&text, full ? "],\n       [" : "]\n [");
        else if (i)
            text_append(&text, full ? ", " : " ");
        text_append(&text, value_c_string(repr));
        value_release(repr);
    }
    text_append(&text, nested ? "]]" : "]");
    text_append(&text, full ? ", dtype=object)" : "");
    return string_from_text_buffer(thread, &text);
}

static Value axes_array_repr(Thread *thread, Value self) { return axes_array_text(thread, self, true); }

static Value axes_array_str(Thread *thread, Value self) { return axes_array_text(thread, self, false); }

static Value axes_array_shape(Thread *thread, Value self) {
    const AxesArray *array = array_of(self);
    const Value sizes[2] = {value_from_int((int64_t)array->rows), value_from_int((int64_t)array->columns)};
    return tuple_from_values(thread, array->dimensions == 2 ? sizes : sizes + 1, (size_t)array->dimensions);
}

static Value axes_array_size(Thread *thread, Value self) {
    (void)thread;
    return value_from_int((int64_t)(array_of(self)->rows * array_of(self)->columns));
}

static Value axes_array_dimensions(Thread *thread, Value self) {
    (void)thread;
    return value_from_int(array_of(self)->dimensions);
}

static Value axes_array_transposed(Thread *thread, Value self) {
    const AxesArray *array = array_of(self);
    if (array->dimensions == 1) return value_retain(self);
    PlotAxes **turned = memory_allocate((array->rows * array->columns + 1) * sizeof *turned);
    if (!turned) return raise_no_memory(thread);
    for (size_t r = 0; r < array->rows; r++)
        for (size_t c = 0; c < array->columns; c++)
            turned[c * array->rows + r] = array->axes[r * array->columns + c];
    Value result = axes_array_new(thread, turned, array->columns, array->rows, 2);
    memory_release(turned);
    return result;
}

NATIVE(axes_array_flatten) {
    (void)native;
    return axes_array_flat(thread, arguments[0]);
}

NATIVE(axes_array_to_list) {
    (void)native;
    Value list = axes_array_list(thread, arguments[0]);
    if (value_is_absent(list) || array_of(arguments[0])->dimensions == 1) return list;
    for (size_t i = 0; i < value_list(list)->count; i++) {
        Value row = axes_array_list(thread, value_list(list)->items[i]);
        if (value_is_absent(row)) {
            value_release(list);
            return row;
        }
        value_replace(&value_list(list)->items[i], row);
    }
    return list;
}

static const NativeEntry axes_array_methods[] = {
    {"flatten", "($self, order='C')", "All axes in one dimension.", axes_array_flatten, NULL, 0},
    {"ravel", "($self, order='C')", "All axes in one dimension.", axes_array_flatten, NULL, 0},
    {"tolist", "($self)", "As nested lists.", axes_array_to_list, NULL, 0},
    {0},
};

static const PropertyEntry axes_array_properties[] = {
    {"shape", axes_array_shape, NULL, "Rows and columns."},
    {"size", axes_array_size, NULL, "How many axes."},
    {"ndim", axes_array_dimensions, NULL, "1 or 2."},
    {"flat", axes_array_flat, NULL, "All axes in one dimension."},
    {"T", axes_array_transposed, NULL, "Columns as rows."},
    {0},
};

const Type axes_array_type_template = {
    .name = "numpy.ndarray",
    .documentation = "An array of Axes, as subplots gives it.",
    .flags = TYPE_SEQUENCE | TYPE_NO_CREATE,
    .instance_size = sizeof(AxesArray),
    .destroy = axes_array_destroy,
    .repr = axes_array_repr,
    .str = axes_array_str,
    .length = axes_array_length,
    .iterate = axes_array_iterate,
    .get_item = axes_array_get_item,
    .methods = axes_array_methods,
    .properties = axes_array_properties,
};
