/* Colour maps, norms, locators and formatters as objects. */
#include "kernel/modules/matplotlib/face.h"
#include "kernel/modules/matplotlib/holders.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

/* ---- colour maps ---- */

static Colormap *map_of(Value self) { return ((ColormapObject *)self.object)->map; }

static Value colormap_call(Thread *thread, Value self, const Call *call) {
    Value arguments[3];
    if (!native_match(thread, "Colormap.__call__", "(X, alpha=None, bytes=False)", call, arguments, 3))
        return VALUE_ABSENT;
    const Colormap *map = map_of(self);
    double alpha = NAN;
    Value result = VALUE_ABSENT;
    Numbers numbers = {0};
    bool done = (!value_given(arguments[1]) || double_from_value(thread, arguments[1], &alpha)) &&
                numbers_from_value(thread, arguments[0], &numbers);
    bool bytes = value_truth(thread, arguments[2]) == 1,
         by_index = numbers.is_integer || arguments[0].tag == TAG_INT;
    double *rows = done ? memory_allocate((4 * numbers.count + 1) * sizeof *rows) : NULL;
    for (size_t i = 0; rows && i < numbers.count; i++) {
        Color color =
            by_index ? colormap_at_index(map, (int64_t)numbers.values[i]) : colormap_at(map, numbers.values[i]);
        color = color_with_alpha(color, alpha);
        const double row[4] = {color.red, color.green, color.blue, color.alpha};
        for (int k = 0; k < 4; k++) rows[4 * i + k] = bytes ? floor(row[k] * 255) : row[k];
    }
    if (rows && numbers.dimensions == 0) {
        Value channels[4];
        for (int k = 0; k < 4; k++)
            channels[k] = bytes ? value_from_int((int64_t)rows[k]) : scalar_from_double(thread, rows[k]);
        result = tuple_from_values(thread, channels, 4);
        for (int k = 0; k < 4; k++) value_release(channels[k]);
    } else if (rows) {
        Value flat = value_from_doubles(thread, rows, 4 * numbers.count),
              shape = tuple_new(thread, (size_t)numbers.dimensions + 1);
        for (int i = 0; i < numbers.dimensions && !value_is_absent(shape); i++)
            value_tuple(shape)->items[i] = value_from_int((int64_t)numbers.shape[i]);
        if (!value_is_absent(shape)) value_tuple(shape)->items[numbers.dimensions] = value_from_int(4);
        result = value_is_absent(flat) || value_is_absent(shape)
                     ? VALUE_ABSENT
                     : call_numpy_two(thread, "reshape", flat, shape);
        if (bytes && !value_is_absent(result)) {
            Value name = string_from_c(thread, "uint8");
            value_replace(&result, value_call_method(thread, result, "astype", &name, 1));
            value_release(name);
        }
        value_release(flat);
        value_release(shape);
    } else if (done) {
        raise_no_memory(thread);
    }
    memory_release(rows);
    numbers_release(&numbers);
    native_release_arguments(arguments, 3);
    return result;
}

static Value adopt_map(Thread *thread, Colormap *map, Error *error) {
    MatplotlibState *state = matplotlib_state(thread);
    if (!map) return raise_plot_error(thread, error);
    if (!state) {
        colormap_release(map);
        return VALUE_ABSENT;
    }
    map->next = state->plot->maps;
    state->plot->maps = map;
    return value_from_colormap(thread, map);
}

/* A map of a user must not be found under the name of a built-in one. */
static Value adopt_private_map(Thread *thread, Colormap *map, Error *error) {
    MatplotlibState *state = matplotlib_state(thread);
    if (map && state && state->plot->maps) { /* behind the others, which are looked up first */
        Colormap *last = state->plot->maps;
        while (last->next) last = last->next;
        last->next = map;
        map->next = NULL;
        return value_from_colormap(thread, map);
    }
    return adopt_map(thread, map, error);
}

NATIVE(colormap_reversed) {
    (void)native;
    Error error = ERROR_NONE;
    return adopt_private_map(thread, colormap_create_reversed(map_of(arguments[0]), &error), &error);
}

NATIVE(colormap_resampled) {
    (void)native;
    int64_t count;
    Error error = ERROR_NONE;
    if (!value_to_int64(thread, arguments[1], &count)) return VALUE_ABSENT;
    if (count < 1 || count > 1 << 20) return raise_value_error(thread, "lutsize must be positive");
    const Colormap *map = map_of(arguments[0]);
    Colormap *fresh = colormap_exists(map->name) ? colormap_create_named(map->name, (size_t)count, &error)
                                                 : colormap_create_resampled(map, (size_t)count, &error);
    return adopt_private_map(thread, fresh, &error);
}

NATIVE(colormap_copy) {
    (void)native;
    Error error = ERROR_NONE;
    Colormap *twice = colormap_create_reversed(map_of(arguments[0]), &error);
    Colormap *fresh = twice ? colormap_create_reversed(twice, &error) : NULL;
    colormap_release(twice);
    return adopt_private_map(thread, fresh, &error);
}

NATIVE(colormap_set_extreme) {
    Colormap *map = map_of(arguments[0]);
    const char *which = native->entry->data;
    Color color;
    if (!color_from_value(thread, arguments[1], &color)) return VALUE_ABSENT;
    if (value_given(arguments[2]) && !double_from_value(thread, arguments[2], &color.alpha))
        return VALUE_ABSENT;
    if (!strcmp(which, "bad")) {
        map->bad = color;
    } else if (!strcmp(which, "under")) {
        map->under = color;
        map->under_set = true;
    } else {
        map->over = color;
        map->over_set = true;
    }
    return VALUE_NONE;
}

NATIVE(colormap_with_extremes) {
    Value copy = colormap_copy(thread, native, arguments);
    if (value_is_absent(copy)) return copy;
    Colormap *map = map_of(copy);
    bool done = (!value_given(arguments[1]) || color_from_value(thread, arguments[1], &map->bad)) &&
                (!value_given(arguments[2]) || color_from_value(thread, arguments[2], &map->under)) &&
                (!value_given(arguments[3]) || color_from_value(thread, arguments[3], &map->over));
    map->under_set = map->under_set || value_given(arguments[2]);
    map->over_set = map->over_set || value_given(arguments[3]);
    if (!done) {
        value_release(copy);
        return VALUE_ABSENT;
    }
    return copy;
}

static Value map_from_list(Thread *thread, Value name, Value colors, size_t count, bool listed) {
    Error error = ERROR_NONE;
    Value sequence = value_is_ndarray(colors) ? value_retain(colors) : sequence_fast(thread, colors, NULL);
    if (value_is_absent(sequence)) return sequence;
    Color *list = NULL;
    double *positions = NULL;
    size_t length = 0;
    bool done;
    bool pairs = !value_is_ndarray(sequence) && sequence_fast_count(sequence) &&
                 value_is_tuple(sequence_fast_items(sequence)[0]) &&
                 value_tuple(sequence_fast_items(sequence)[0])->count == 2 && !listed;
    if (pairs) {
        length = sequence_fast_count(sequence);
        list = memory_allocate((length + 1) * sizeof *list);
        positions = memory_allocate((length + 1) * sizeof *positions);
        done = list && positions;
        if (!done) raise_no_memory(thread);
        for (size_t i = 0; done && i < length; i++) {
            Value item = sequence_fast_items(sequence)[i];
            done = value_is_tuple(item) && value_tuple(item)->count == 2 &&
                   double_from_value(thread, value_tuple(item)->items[0], &positions[i]) &&
                   color_from_value(thread, value_tuple(item)->items[1], &list[i]);
        }
    } else {
        done = colors_from_value(thread, sequence, &list, &length);
    }
    Value result = VALUE_ABSENT;
    if (done)
        result = adopt_private_map(
            thread,
            colormap_create_from_colors(value_is_string(name) ? value_c_string(name) : "unnamed", list,
                                        positions, length, count, listed, &error),
            &error);
    memory_release(list);
    memory_release(positions);
    value_release(sequence);
    return result;
}

NATIVE(colormap_from_list) {
    (void)native;
    int64_t count = 256;
    if (value_given(arguments[2]) && !value_to_int64(thread, arguments[2], &count)) return VALUE_ABSENT;
    return map_from_list(thread, arguments[0], arguments[1], count > 0 ? (size_t)count : 256, false);
}

static Value colormap_create_object(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value arguments[3];
    if (!native_match(thread, "ListedColormap", "(colors, name='unnamed', N=None)", call, arguments, 3))
        return VALUE_ABSENT;
    Value result = map_from_list(thread, arguments[1], arguments[0], 0, true);
    native_release_arguments(arguments, 3);
    return result;
}

static Value colormap_name_property(Thread *thread, Value self) {
    return string_from_c(thread, map_of(self)->name);
}

static Value colormap_count_property(Thread *thread, Value self) {
    (void)thread;
    return value_from_int((int64_t)map_of(self)->count);
}

static Value colormap_colors(Thread *thread, Value self) {
    const Colormap *map = map_of(self);
    Value list = list_new(thread);
    for (size_t i = 0; i < map->count && !value_is_absent(list); i++) {
        const Value channels[3] = {value_from_float(map->colors[i][0]), value_from_float(map->colors[i][1]),
                                   value_from_float(map->colors[i][2])};
        if (!list_append_owned(thread, value_list(list), tuple_from_values(thread, channels, 3))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    }
    return list;
}

static Value colormap_repr(Thread *thread, Value self) {
    return string_format(thread, "<matplotlib.colors.%s object at %p>",
                         map_of(self)->listed ? "ListedColormap" : "LinearSegmentedColormap",
                         (void *)self.object);
}

static const NativeEntry colormap_methods[] = {
    {"reversed", "($self, name=None)", "The same colours from the other end.", colormap_reversed, NULL,
     0},
    {"resampled", "($self, lutsize)", "The same colours in lutsize steps.", colormap_resampled, NULL,
     0},
    {"copy", "($self)", "Another map with the same colours.", colormap_copy, NULL, 0},
    {"set_bad", "($self, color='k', alpha=None)", "Colour of what is masked or nan.", colormap_set_extreme,
     "bad", 0},
    {"set_under", "($self, color='k', alpha=None)", "Colour below the range.",
     colormap_set_extreme, "under", 0},
    {"set_over", "($self, color='k', alpha=None)", "Colour above the range.",
     colormap_set_extreme, "over", 0},
    {"with_extremes", "($self, *, bad=None, under=None, over=None)",
     "Another map with these colours for what is masked, too low or too high.",
     colormap_with_extremes, NULL, 0},
    {"from_list", "(name, colors, N=256, gamma=1.0)", "Create a colormap from a list of colors.",
     colormap_from_list, NULL, NATIVE_STATIC},
    {0},
};

static const PropertyEntry colormap_properties[] = {
    {"name", colormap_name_property, NULL, "The name."},
    {"N", colormap_count_property, NULL, "The number of colors."},
    {"colors", colormap_colors, NULL, "The colors."},
    {0},
};

const Type colormap_type_template = {
    .name = "matplotlib.colors.Colormap",
    .documentation = "A map from [0, 1] to colors.",
    .flags = TYPE_BASE,
    .instance_size = sizeof(ColormapObject),
    .create = colormap_create_object,
    .destroy = colormap_object_destroy,
    .call = colormap_call,
    .repr = colormap_repr,
    .methods = colormap_methods,
    .properties = colormap_properties,
};

/* ---- norms ---- */

static void norm_destroy(Object *self) {
    NormObject *object = (NormObject *)self;
    figure_release(object->figure);
    object->figure = NULL;
    object->of = NULL;
    memory_release(object->norm.boundaries);
    object->norm.boundaries = NULL;
}

Norm *value_norm(Value value) {
    NormObject *object = (NormObject *)value.object;
    Mappable *mappable = object->of ? artist_mappable(object->of) : NULL;
    return mappable ? &mappable->norm : &object->norm;
}

Value value_from_norm(Thread *thread, PlotArtist *artist) {
    NormObject *object = face_new(thread, &norm_type_template);
    if (!object) return VALUE_ABSENT;
    object->of = artist;
    object->figure = artist->figure ? figure_retain(artist->figure) : NULL;
    object->norm = (Norm){.minimum = NAN, .maximum = NAN};
    return value_from_object(object);
}

static Value make_norm(Thread *thread, NormKind kind, Value low, Value high, double parameter) {
    NormObject *object = face_new(thread, &norm_type_template);
    if (!object) return VALUE_ABSENT;
    object->norm = (Norm){.kind = kind, .minimum = NAN, .maximum = NAN, .parameter = parameter};
    if ((value_given(low) && !double_from_value(thread, low, &object->norm.minimum)) ||
        (value_given(high) && !double_from_value(thread, high, &object->norm.maximum))) {
        object_release(object);
        return VALUE_ABSENT;
    }
    return value_from_object(object);
}

static Value norm_create(Thread *thread, Type *type, const Call *call) {
    (void)type;
    Value arguments[3];
    if (!native_match(thread, "Normalize", "(vmin=None, vmax=None, clip=False)", call, arguments, 3))
        return VALUE_ABSENT;
    Value norm = make_norm(thread, NORM_LINEAR, arguments[0], arguments[1], 0);
    if (!value_is_absent(norm)) ((NormObject *)norm.object)->norm.clip = value_truth(thread, arguments[2]) == 1;
    native_release_arguments(arguments, 3);
    return norm;
}

NATIVE(make_log_norm) {
    (void)native;
    return make_norm(thread, NORM_LOG, arguments[0], arguments[1], 0);
}

NATIVE(make_power_norm) {
    (void)native;
    double gamma;
    return double_from_value(thread, arguments[0], &gamma)
               ? make_norm(thread, NORM_POWER, arguments[1], arguments[2], gamma)
               : VALUE_ABSENT;
}

NATIVE(make_symlog_norm) {
    (void)native;
    double threshold, scale, base;
    if (!double_from_value(thread, arguments[0], &threshold) || !double_from_value(thread, arguments[1], &scale) ||
        !double_from_value(thread, arguments[5], &base))
        return VALUE_ABSENT;
    Value norm = make_norm(thread, NORM_SYMLOG, arguments[2], arguments[3], threshold);
    if (value_is_absent(norm)) return norm;
    ((NormObject *)norm.object)->norm.linear_scale = scale;
    ((NormObject *)norm.object)->norm.base = base;
    return norm;
}

NATIVE(make_two_slope_norm) {
    (void)native;
    double centre;
    return double_from_value(thread, arguments[0], &centre)
               ? make_norm(thread, NORM_TWO_SLOPE, arguments[1], arguments[2], centre)
               : VALUE_ABSENT;
}

NATIVE(make_centered_norm) {
    (void)native;
    double centre, reach = NAN;
    if (!double_from_value(thread, arguments[0], &centre)) return VALUE_ABSENT;
    if (value_given(arguments[1]) && !double_from_value(thread, arguments[1], &reach)) return VALUE_ABSENT;
    Value norm = make_norm(thread, NORM_CENTERED, VALUE_NONE, VALUE_NONE, centre);
    if (value_is_absent(norm)) return norm;
    Norm *inner = &((NormObject *)norm.object)->norm;
    inner->clip = value_truth(thread, arguments[2]) == 1;
    inner->minimum = centre - fabs(reach);
    inner->maximum = centre + fabs(reach);
    return norm;
}

NATIVE(make_no_norm) {
    (void)native;
    return make_norm(thread, NORM_NONE, arguments[0], arguments[1], 0);
}

NATIVE(make_boundary_norm) {
    (void)native;
    Numbers boundaries;
    if (!numbers_from_value(thread, arguments[0], &boundaries)) return VALUE_ABSENT;
    Value norm = make_norm(thread, NORM_BOUNDARY, VALUE_NONE, VALUE_NONE, 0);
    if (value_is_absent(norm) || !boundaries.count) {
        numbers_release(&boundaries);
        return value_is_absent(norm) ? norm : raise_value_error(thread, "a BoundaryNorm needs boundaries");
    }
    Norm *inner = &((NormObject *)norm.object)->norm;
    inner->boundaries = boundaries.values;
    inner->boundary_count = boundaries.count;
    inner->minimum = boundaries.values[0];
    inner->maximum = boundaries.values[boundaries.count - 1];
    return norm;
}

static Value norm_call(Thread *thread, Value self, const Call *call) {
    Value arguments[2];
    if (!native_match(thread, "Normalize.__call__", "(value, clip=None)", call, arguments, 2))
        return VALUE_ABSENT;
    Norm *norm = value_norm(self);
    Numbers numbers;
    Value result = VALUE_ABSENT;
    if (numbers_from_value(thread, arguments[0], &numbers)) {
        for (size_t i = 0; i < numbers.count; i++) { /* limits that are not given come from the first data */
            if (isnan(norm->minimum) || (i && numbers.values[i] < norm->minimum && norm->parameter == -1))
                norm->minimum = numbers.values[i];
        }
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < numbers.count; i++) {
            low = fmin(low, numbers.values[i]);
            high = fmax(high, numbers.values[i]);
        }
        if (norm->kind == NORM_CENTERED && isnan(norm->maximum)) {
            double reach = fmax(fabs(low - norm->parameter), fabs(high - norm->parameter));
            norm->minimum = norm->parameter - reach;
            norm->maximum = norm->parameter + reach;
        } else if (isnan(norm->maximum)) {
            norm->maximum = high;
            norm->minimum = fmin(norm->minimum, low);
        }
        for (size_t i = 0; i < numbers.count; i++) numbers.values[i] = norm_apply(norm, numbers.values[i], 256);
        result = numbers.dimensions == 0 ? scalar_from_double(thread, numbers.values[0])
                                         : value_from_doubles(thread, numbers.values, numbers.count);
        if (numbers.dimensions == 2 && !value_is_absent(result)) {
            const Value sizes[2] = {value_from_int((int64_t)numbers.shape[0]),
                                    value_from_int((int64_t)numbers.shape[1])};
            Value shape = tuple_from_values(thread, sizes, 2);
            value_replace(&result, value_is_absent(shape) ? VALUE_ABSENT
                                                          : call_numpy_two(thread, "reshape", result, shape));
            value_release(shape);
        }
        numbers_release(&numbers);
    }
    native_release_arguments(arguments, 2);
    return result;
}

#define NORM_LIMIT(name, member)                                                                               \
    static Value norm_get_##name(Thread *thread, Value self) {                                                 \
        (void)thread;                                                                                          \
        double limit = value_norm(self)->member;                                                                       \
        return isnan(limit) ? VALUE_NONE : value_from_float(limit);                                            \
    }                                                                                                          \
    static bool norm_set_##name(Thread *thread, Value self, Value value) {                                     \
        NormObject *object = (NormObject *)self.object;                                                        \
        Mappable *mappable = object->of ? artist_mappable(object->of) : NULL;                                  \
        if (mappable) mappable->has_##member = true;                                                           \
        return double_from_value(thread, value, &value_norm(self)->member);                                    \
    }
NORM_LIMIT(vmin, minimum)
NORM_LIMIT(vmax, maximum)

/* The limits of the data that count: finite ones, of a logarithm positive ones; of a centred norm as far to each side. */
static bool data_limits(const Norm *norm, const Numbers *numbers, double limits[2]) {
    limits[0] = INFINITY;
    limits[1] = -INFINITY;
    for (size_t i = 0; i < numbers->count; i++) {
        double value = numbers->values[i];
        if (!isfinite(value) || (norm->kind == NORM_LOG && value <= 0)) continue;
        limits[0] = fmin(limits[0], value);
        limits[1] = fmax(limits[1], value);
    }
    if (limits[0] > limits[1]) return false;
    if (norm->kind == NORM_CENTERED) {
        double reach = fmax(fabs(limits[0] - norm->parameter), fabs(limits[1] - norm->parameter));
        limits[0] = norm->parameter - reach;
        limits[1] = norm->parameter + reach;
    }
    return true;
}

/* autoscale(A): from the data; autoscale_None(A): what is not given. */
NATIVE(norm_autoscale) {
    Norm *norm = value_norm(arguments[0]);
    Numbers numbers;
    double limits[2];
    if (!numbers_from_value(thread, arguments[1], &numbers)) return VALUE_ABSENT;
    bool all = native->entry->data != NULL;
    if (data_limits(norm, &numbers, limits)) {
        if (all || isnan(norm->minimum)) norm->minimum = limits[0];
        if (all || isnan(norm->maximum)) norm->maximum = limits[1];
        if (norm->kind == NORM_TWO_SLOPE) { /* the centre lies between */
            double centre = norm->parameter;
            if (norm->minimum >= centre) norm->minimum = centre - (norm->maximum - centre);
            if (norm->maximum <= centre) norm->maximum = centre + (centre - norm->minimum);
        }
    }
    numbers_release(&numbers);
    return VALUE_NONE;
}

NATIVE(norm_scaled) {
    NATIVE_UNUSED;
    const Norm *norm = value_norm(arguments[0]);
    return value_from_bool(!isnan(norm->minimum) && !isnan(norm->maximum));
}

NATIVE(norm_inverse) {
    NATIVE_UNUSED;
    const Norm *norm = value_norm(arguments[0]);
    if (norm->kind == NORM_BOUNDARY) return raise_value_error(thread, "BoundaryNorm is not invertible");
    if (isnan(norm->minimum) || isnan(norm->maximum))
        return raise_value_error(thread, norm->kind == NORM_LINEAR || norm->kind == NORM_CENTERED || norm->kind == NORM_TWO_SLOPE
                                             ? "Not invertible until both vmin and vmax are set"
                                             : "Not invertible until scaled");
    Numbers numbers;
    if (!numbers_from_value(thread, arguments[1], &numbers)) return VALUE_ABSENT;
    for (size_t i = 0; norm->kind != NORM_NONE && i < numbers.count; i++)
        numbers.values[i] = norm_invert(norm, numbers.values[i]);
    Value result = numbers.dimensions == 0 ? scalar_from_double(thread, numbers.values[0])
                                           : value_from_doubles(thread, numbers.values, numbers.count);
    numbers_release(&numbers);
    return result;
}

static const NativeEntry norm_methods[] = {
    {"autoscale", "($self, A)", "Take both limits from data.", norm_autoscale, "all", 0},
    {"autoscale_None", "($self, A)", "Take from data the limits that are not known.",
     norm_autoscale, NULL, 0},
    {"scaled", "($self)", "Whether both limits are known.", norm_scaled, NULL, 0},
    {"inverse", "($self, value)", "The values that fractions stand for.", norm_inverse, NULL, 0},
    {0},
};

static Value norm_get_clip(Thread *thread, Value self) {
    (void)thread;
    return value_from_bool(value_norm(self)->clip);
}

static bool norm_set_clip(Thread *thread, Value self, Value value) {
    int truth = value_truth(thread, value);
    value_norm(self)->clip = truth == 1;
    return truth >= 0;
}

/* vcenter, gamma, linthresh: the norm's own number. */
static Value norm_get_parameter(Thread *thread, Value self) {
    (void)thread;
    return value_from_float(value_norm(self)->parameter);
}

static Value norm_get_halfrange(Thread *thread, Value self) {
    (void)thread;
    const Norm *norm = value_norm(self);
    double reach = norm->maximum - norm->parameter;
    return isnan(reach) ? VALUE_NONE : value_from_float(reach);
}

static bool norm_set_halfrange(Thread *thread, Value self, Value value) {
    Norm *norm = value_norm(self);
    double reach;
    if (!double_from_value(thread, value, &reach)) return false;
    norm->minimum = norm->parameter - fabs(reach);
    norm->maximum = norm->parameter + fabs(reach);
    return true;
}

static bool norm_set_center(Thread *thread, Value self, Value value) {
    Norm *norm = value_norm(self);
    double centre;
    if (!double_from_value(thread, value, &centre)) return false;
    if (norm->kind == NORM_CENTERED) { /* as wide as before */
        norm->minimum += centre - norm->parameter;
        norm->maximum += centre - norm->parameter;
    }
    norm->parameter = centre;
    return true;
}

static const PropertyEntry norm_properties[] = {
    {"clip", norm_get_clip, norm_set_clip, "Whether what lies outside is taken for the limit."},
    {"vcenter", norm_get_parameter, norm_set_center, "The value in the middle."},
    {"halfrange", norm_get_halfrange, norm_set_halfrange, "How far it reaches to each side."},
    {"gamma", norm_get_parameter, norm_set_center, "The power."},
    {"linthresh", norm_get_parameter, norm_set_center, "Where the logarithm begins."},
    {"vmin", norm_get_vmin, norm_set_vmin, "The lower limit."},
    {"vmax", norm_get_vmax, norm_set_vmax, "The upper limit."},
    {0},
};

const Type norm_type_template = {
    .name = "matplotlib.colors.Normalize",
    .documentation =
        "Brings vmin to 0, vmax to 1 and what lies between to the place between.",
    .flags = TYPE_BASE,
    .instance_size = sizeof(NormObject),
    .create = norm_create,
    .destroy = norm_destroy,
    .call = norm_call,
    .methods = norm_methods,
    .properties = norm_properties,
};

/* ---- locators and formatters ---- */

static void locator_destroy(Object *self) { locator_release(&((LocatorObject *)self)->locator); }

static void formatter_destroy(Object *self) {
    FormatterObject *object = (FormatterObject *)self;
    formatter_release(&object->formatter);
    value_release(object->function);
    object->function = VALUE_ABSENT;
}

const Type locator_type_template = {
    .name = "matplotlib.ticker.Locator",
    .documentation = "Determine tick locations.",
    .flags = TYPE_BASE | TYPE_NO_CREATE,
    .instance_size = sizeof(LocatorObject),
    .destroy = locator_destroy,
};

const Type formatter_type_template = {
    .name = "matplotlib.ticker.Formatter",
    .documentation = "What writes the numbers at ticks.",
    .flags = TYPE_BASE | TYPE_NO_CREATE,
    .instance_size = sizeof(FormatterObject),
    .destroy = formatter_destroy,
};

static Value make_locator(Thread *thread, Locator locator) {
    LocatorObject *object = face_new(thread, &locator_type_template);
    if (!object) {
        locator_release(&locator);
        return VALUE_ABSENT;
    }
    object->locator = locator;
    return value_from_object(object);
}

static Value make_formatter(Thread *thread, Formatter formatter, Value function) {
    FormatterObject *object = face_new(thread, &formatter_type_template);
    if (!object) {
        formatter_release(&formatter);
        return VALUE_ABSENT;
    }
    object->formatter = formatter;
    object->function = value_retain(function);
    return value_from_object(object);
}

NATIVE(multiple_locator) {
    (void)native;
    Locator locator = {.kind = LOCATOR_MULTIPLE};
    if (!double_from_value(thread, arguments[0], &locator.base) ||
        !double_from_value(thread, arguments[1], &locator.offset))
        return VALUE_ABSENT;
    if (!(locator.base > 0)) return raise_value_error(thread, "'step' must be positive");
    return make_locator(thread, locator);
}

NATIVE(max_count_locator) {
    (void)native;
    Locator locator = {.kind = LOCATOR_MAX_COUNT};
    Value bins = arguments[0], integer = keyword_pop(thread, arguments[1], "integer", NULL);
    Value prune = keyword_pop(thread, arguments[1], "prune", NULL),
          minimum = keyword_pop(thread, arguments[1], "min_n_ticks", NULL);
    int64_t count = 10, least = 0;
    bool done = (!value_given(bins) || value_is_string(bins) || value_to_int64(thread, bins, &count)) &&
                (!value_given(minimum) || value_to_int64(thread, minimum, &least));
    locator.maximum = value_is_string(bins) ? 0 : (int)count;
    locator.minimum_count = (int)least;
    locator.integer = value_given(integer) && value_truth(thread, integer) == 1;
    if (value_is_string(prune)) {
        locator.prune_lower = !string_equals_c(value_string(prune), "upper");
        locator.prune_upper = !string_equals_c(value_string(prune), "lower");
    }
    value_release(integer);
    value_release(prune);
    value_release(minimum);
    return done ? make_locator(thread, locator) : VALUE_ABSENT;
}

NATIVE(fixed_locator) {
    (void)native;
    Numbers numbers;
    if (!numbers_from_value(thread, arguments[0], &numbers)) return VALUE_ABSENT;
    return make_locator(thread,
                        (Locator){.kind = LOCATOR_FIXED, .positions = numbers.values, .count = numbers.count});
}

NATIVE(count_locator) /* LinearLocator, AutoMinorLocator */
{
    int64_t count = 0;
    if (value_given(arguments[0]) && !value_to_int64(thread, arguments[0], &count)) return VALUE_ABSENT;
    return make_locator(thread, (Locator){.kind = native->entry->data ? LOCATOR_AUTO_MINOR : LOCATOR_LINEAR,
                                          .maximum = (int)count});
}

NATIVE(plain_locator) {
    (void)arguments;
    return make_locator(thread, (Locator){.kind = native->entry->data ? LOCATOR_NULL : LOCATOR_MAX_COUNT});
}

NATIVE(log_locator) {
    (void)native;
    Locator locator = {.kind = LOCATOR_LOG, .base = 10};
    return double_from_value(thread, arguments[0], &locator.base) ? make_locator(thread, locator)
                                                                  : VALUE_ABSENT;
}

NATIVE(plain_formatter) /* NullFormatter, ScalarFormatter, LogFormatter */
{
    (void)arguments;
    const char *kind = native->entry->data;
    Formatter formatter = {.kind = kind[0] == 'n'   ? FORMATTER_NULL
                                   : kind[0] == 's' ? FORMATTER_SCALAR
                                                    : FORMATTER_LOG};
    if (kind[0] == 's' && value_given(arguments[0]) && arguments[0].tag == TAG_BOOL)
        formatter.no_offset = !arguments[0].integer;
    if (kind[0] == 's' && value_given(arguments[1]))
        formatter.math_text = value_truth(thread, arguments[1]) == 1;
    return make_formatter(thread, formatter, VALUE_NONE);
}

/* One conversion of a double, and nothing else that printf would read an argument for. */
static bool is_double_format(const char *format) {
    size_t conversions = 0;
    for (const char *at = format; *at; at++) {
        if (*at != '%') continue;
        if (*++at == '%') continue;
        at += strspn(at, "+-# 0123456789.");
        if (!*at || !strchr("eEfFgG", *at)) return false;
        conversions++;
    }
    return conversions <= 1;
}

NATIVE(printf_formatter) {
    (void)native;
    if (!value_is_string(arguments[0])) return raise_type_error(thread, "a format string is needed");
    const char *given = value_c_string(arguments[0]);
    if (!is_double_format(given)) { /* "%d": through Python's own % */
        Value method = value_get_attribute_c(thread, arguments[0], "__mod__");
        if (value_is_absent(method)) return method;
        Value formatter = make_formatter(thread, (Formatter){.kind = FORMATTER_PRINTF}, VALUE_NONE);
        value_release(method);
        if (value_is_absent(formatter)) return formatter;
        const char *conversion = strchr(given, '%');
        size_t head = conversion ? (size_t)(conversion - given) : strlen(given);
        const char *tail = conversion ? conversion + 1 + strspn(conversion + 1, "+-# 0123456789.") : "";
        bool whole = *tail == 'd' || *tail == 'i';
        char *format = whole ? memory_allocate(strlen(given) + 8) : NULL;
        if (!format) {
            value_release(formatter);
            return whole ? raise_no_memory(thread)
                         : raise_value_error(thread, "unsupported format '%s'", given);
        }
        memcpy(format, given, (size_t)(tail - given));
        memcpy(format + (tail - given), ".0f", 3);
        strcpy(format + (tail - given) + 3, tail + 1);
        (void)head;
        ((FormatterObject *)formatter.object)->formatter.format = format;
        return formatter;
    }
    char *copy = memory_copy_string(given);
    if (!copy) return raise_no_memory(thread);
    return make_formatter(thread, (Formatter){.kind = FORMATTER_PRINTF, .format = copy}, VALUE_NONE);
}

NATIVE(percent_formatter) {
    (void)native;
    int64_t decimals = 0;
    if (value_given(arguments[1]) && !value_to_int64(thread, arguments[1], &decimals)) return VALUE_ABSENT;
    Value format = string_format(thread, "%%.%df%%%%", (int)(decimals < 20 ? decimals : 20));
    char *copy = value_is_absent(format) ? NULL : memory_copy_string(value_c_string(format));
    value_release(format);
    double whole = 100;
    if (!copy || !double_from_value(thread, arguments[0], &whole)) {
        memory_release(copy);
        return copy ? VALUE_ABSENT : raise_no_memory(thread);
    }
    return make_formatter(thread, (Formatter){.kind = FORMATTER_PRINTF, .format = copy, .scale = 100 / whole},
                          VALUE_NONE);
}

NATIVE(function_formatter) {
    (void)native;
    return make_formatter(thread, (Formatter){.kind = FORMATTER_FUNCTION}, arguments[0]);
}

NATIVE(fixed_formatter) {
    (void)native;
    Value sequence = sequence_fast(thread, arguments[0], NULL);
    Error error = ERROR_NONE;
    if (value_is_absent(sequence)) return sequence;
    Formatter formatter = {0};
    size_t count = sequence_fast_count(sequence);
    char **texts = memory_allocate_zeroed(count + 1, sizeof *texts);
    bool done = texts;
    for (size_t i = 0; done && i < count; i++)
        done = (texts[i] = label_from_value(thread, sequence_fast_items(sequence)[i]));
    done = done && axis_set_labels(&formatter, (const char *const *)texts, count, &error);
    for (size_t i = 0; texts && i < count; i++) memory_release(texts[i]);
    memory_release(texts);
    value_release(sequence);
    error_clear(&error);
    return done                       ? make_formatter(thread, formatter, VALUE_NONE)
           : exception_is_set(thread) ? VALUE_ABSENT
                                      : raise_no_memory(thread);
}

const NativeEntry norm_functions[] = {
    {"LogNorm", "(vmin=None, vmax=None, clip=False)",
     "Brings vmin to 0 and vmax to 1, by logarithms between.", make_log_norm, NULL, 0},
    {"PowerNorm", "(gamma, vmin=None, vmax=None, clip=False)",
     "Brings vmin to 0 and vmax to 1, and raises what lies between to a power.", make_power_norm, NULL, 0},
    {"SymLogNorm", "(linthresh, linscale=1.0, vmin=None, vmax=None, clip=False, base=10)",
     "Logarithmic in both directions from the origin.", make_symlog_norm, NULL, 0},
    {"TwoSlopeNorm", "(vcenter, vmin=None, vmax=None)", "Normalize data with a set center.",
     make_two_slope_norm, NULL, 0},
    {"CenteredNorm", "(vcenter=0, halfrange=None, clip=False)",
     "As far to one side of a centre as to the other.", make_centered_norm, NULL, 0},
    {"BoundaryNorm", "(boundaries, ncolors, clip=False, extend='neither')",
     "One colour for each interval between bounds.", make_boundary_norm, NULL, 0},
    {"NoNorm", "(vmin=None, vmax=None, clip=False)", "Use indices directly in the colormap.", make_no_norm,
     NULL, 0},
    {0},
};

const NativeEntry ticker_functions[] = {
    {"MultipleLocator", "(base=1.0, offset=0.0)",
     "Ticks one base apart.", multiple_locator, NULL, 0},
    {"MaxNLocator", "(nbins=None, **kwargs)",
     "Ticks at round steps, not more than so many.", max_count_locator, NULL, 0},
    {"FixedLocator", "(locs, nbins=None)", "Ticks just where they are told to be.", fixed_locator, NULL, 0},
    {"LinearLocator", "(numticks=None, presets=None)", "So many ticks, from one limit to the other.", count_locator,
     NULL, 0},
    {"AutoMinorLocator", "(n=None)", "Small ticks that part the steps of the large ones.", count_locator, "minor", 0},
    {"AutoLocator", "()", "Ticks at steps that look well, found from the limits.", plain_locator,
     NULL, 0},
    {"NullLocator", "()", "Place no ticks.", plain_locator, "none", 0},
    {"LogLocator", "(base=10.0, subs=(), *, numticks=None)", "Place logarithmically spaced ticks.", log_locator,
     NULL, 0},
    {"NullFormatter", "()", "Ticks without text.", plain_formatter, "null", 0},
    {"ScalarFormatter", "(useOffset=None, useMathText=None, useLocale=None)", "Ticks written as plain numbers, with a common offset where it saves digits.",
     plain_formatter, "scalar", 0},
    {"LogFormatter", "(base=10.0)", "Ticks written as powers of the base.", plain_formatter, "log", 0},
    {"LogFormatterMathtext", "(base=10.0)", "Ticks written as powers of the base.", plain_formatter, "log", 0},
    {"LogFormatterSciNotation", "(base=10.0)", "Ticks written as powers of the base.", plain_formatter, "log", 0},
    {"FormatStrFormatter", "(fmt)", "Ticks written by the % operator.",
     printf_formatter, NULL, 0},
    {"StrMethodFormatter", "(fmt)", "Ticks written by str.format().",
     function_formatter, NULL, 0},
    {"FuncFormatter", "(func)", "Ticks written by a function of value and number.", function_formatter, NULL, 0},
    {"FixedFormatter", "(seq)", "Texts in a row: the n-th tick gets the n-th.",
     fixed_formatter, NULL, 0},
    {"PercentFormatter", "(xmax=100, decimals=None, symbol='%', is_latex=False)",
     "Ticks written as parts of a hundred.", percent_formatter, NULL, 0},
    {0},
};
