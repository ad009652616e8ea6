/* The modules: what is in each, entered when it is imported. */
#include "kernel/modules/matplotlib/modules.h"

#include "kernel/modules/matplotlib/polar_type.h"
#include "kernel/modules/matplotlib/settings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

extern const NativeEntry norm_functions[], ticker_functions[];

/* ---- functions of axes as methods of Axes and functions of pyplot ---- */

static const AxesFunction *const function_tables[] = {axes_draw_functions, axes_chart_functions, axes_setup_functions,
                                                      axes_state_functions, axes_python_functions};
enum { table_count = sizeof function_tables / sizeof *function_tables };

static Value run_code(Thread *thread, const AxesFunction *function, PlotAxes *axes, const Value *arguments) {
    return function->code(thread, axes, arguments);
}

NATIVE(run_as_method) {
    const AxesFunction *function = native->entry->data;
    return (function->code ? run_code : axes_call_python)(thread, function, value_axes(arguments[0]), arguments + 1);
}

NATIVE(run_as_function) {
    const AxesFunction *function = native->entry->data;
    PlotAxes *axes = current_axes(thread);
    return axes ? (function->code ? run_code : axes_call_python)(thread, function, axes, arguments) : VALUE_ABSENT;
}

static size_t count_functions(void) {
    size_t count = 0;
    for (size_t t = 0; t < table_count; t++)
        for (const AxesFunction *function = function_tables[t]; function->name; function++) count++;
    return count;
}

/* pyplot's name of a method: set_title is title; xlim stands for both itself. */
static const char *function_name(const char *name) {
    static const char *const methods_only[] = {
        "set_xlim",   "set_ylim",        "set_xticks",      "set_yticks", "set_xbound",
        "set_ybound", "set_xticklabels", "set_yticklabels", "set_aspect", "set_box_aspect"};
    for (size_t i = 0; i < sizeof methods_only / sizeof *methods_only; i++)
        if (!strcmp(name, methods_only[i])) return NULL;
    return strncmp(name, "set_", 4) ? name : name + 4;
}

static const char *method_name(const char *name) {
    static const char *const functions_only[] = {"xlim", "ylim", "xticks", "yticks"};
    for (size_t i = 0; i < sizeof functions_only / sizeof *functions_only; i++)
        if (!strcmp(name, functions_only[i])) return NULL;
    return name;
}

static const char entries_key;

/* Natives for all functions, made once an interpreter: methods first, functions after them. */
static NativeEntry *function_entries(Thread *thread) {
    NativeEntry *entries = interpreter_state(thread->interpreter, &entries_key);
    size_t count = count_functions();
    if (entries) return entries;
    entries = memory_allocate_zeroed(2 * count, sizeof *entries);
    if (!entries || !interpreter_set_state(thread->interpreter, &entries_key, entries, memory_release)) {
        memory_release(entries);
        raise_no_memory(thread);
        return NULL;
    }
    NativeEntry *method = entries, *function_entry = entries + count;
    for (size_t t = 0; t < table_count; t++)
        for (const AxesFunction *function = function_tables[t]; function->name; function++) {
            *method++ = (NativeEntry){method_name(function->name),
                                      function->method_signature,
                                      function->documentation,
                                      run_as_method,
                                      function,
                                      0};
            *function_entry++ =
                (NativeEntry){function->function_signature ? function_name(function->name) : NULL,
                              function->function_signature,
                              function->documentation,
                              run_as_function,
                              function,
                              0};
        }
    Type *type = face_type(thread, &axes_type_template);
    bool done = type;
    for (size_t i = 0; done && i < count; i++) {
        if (!entries[i].name) continue;
        Value native = native_new_method(thread, &entries[i], type);
        String *name = string_intern(thread, entries[i].name);
        done = !value_is_absent(native) && name && type_set_attribute(thread, type, name, native);
        value_release(native);
    }
    return done ? entries : NULL;
}

/* ---- building blocks ---- */

static bool add_import(Thread *thread, Value module, const char *name, const char *path) {
    return module_add(thread, module, name, import_module(thread, path));
}

static bool add_types(Thread *thread, Value module, const Type *const *types, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Type *type = face_type(thread, types[i]);
        if (!type || !module_add_type(thread, module, type)) return false;
    }
    return true;
}
#define ADD_TYPES(...)                                                                                         \
    add_types(thread, module, (const Type *const[]){__VA_ARGS__},                                              \
              sizeof((const Type *const[]){__VA_ARGS__}) / sizeof(const Type *))

static bool add_alias(Thread *thread, Value module, const char *name, const Type *type_template) {
    Type *type = face_type(thread, type_template);
    return type && module_add(thread, module, name, value_from_object(object_retain(type)));
}

/* A colour map as a member: cm.viridis. */
static Value map_member(Thread *thread, Value module, String *name) {
    (void)module;
    MatplotlibState *state = colormap_exists(name->bytes) ? matplotlib_state(thread) : NULL;
    Error error = ERROR_NONE;
    Colormap *map = state ? plot_colormap(state->plot, name->bytes, &error) : NULL;
    if (error_is_set(&error)) return raise_plot_error(thread, &error);
    return map ? value_from_colormap(thread, map) : VALUE_ABSENT;
}

static const Type registry_type_template;

static Value colormap_registry(Thread *thread) {
    return value_from_object(face_new(thread, &registry_type_template));
}

/* ---- matplotlib ---- */

NATIVE(matplotlib_use) {
    NATIVE_UNUSED;
    return VALUE_NONE;
}

NATIVE(matplotlib_get_backend) {
    NATIVE_UNUSED;
    return string_from_c(thread, thread->interpreter->front_end.is_interactive ? "inline" : "agg");
}

NATIVE(matplotlib_is_interactive) {
    NATIVE_UNUSED;
    return value_from_bool(thread->interpreter->front_end.is_interactive);
}

static const NativeEntry matplotlib_functions[] = {
    {"use", "(backend, *, force=True)", "Pictures always go where the cell's output goes.", matplotlib_use,
     NULL, 0},
    {"get_backend", "()", "The name of the backend.", matplotlib_get_backend, NULL, 0},
    {"is_interactive", "()", "Is a figure drawn anew whenever something is added to it?",
     matplotlib_is_interactive, NULL, 0},
    {"interactive", "(b)", "Figures are shown at the end of the cell.", matplotlib_use, NULL, 0},
    {0},
};

/* What matplotlib._settings has under these names. */
static bool add_settings(Thread *thread, Value module, const char *const *names) {
    Value home = import_module(thread, "matplotlib._settings");
    bool done = !value_is_absent(home);
    for (; done && *names; names++)
        done = module_add(thread, module, *names, value_get_attribute_c(thread, home, *names));
    value_release(home);
    return done;
}

static bool matplotlib_initialize(Thread *thread, Value module) {
    static const char *const names[] = {"rcParams",   "rcParamsDefault",  "rcParamsOrig",
                                        "RcParams",   "rc",               "rcdefaults",
                                        "rc_context", "rc_file",          "rc_file_defaults",
                                        "rc_params",  "rc_params_from_file", "matplotlib_fname",
                                        "defaultParams", NULL};
    return add_settings(thread, module, names) &&
           module_add(thread, module, "__version__", string_from_c(thread, "3.11.2"));
}

static bool is_submodule(const char *name) {
    static const char *const names[] = {"pyplot", "cm",    "colors",      "ticker", "patches",
                                        "lines",  "image", "figure",      "axes",   "gridspec", "transforms", "rcsetup",
                                        "style",  "text",  "collections", "pylab",  "mlab",     "cbook",
                                        "projections", "path", "patheffects", "font_manager", "animation"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static Value matplotlib_member(Thread *thread, Value module, String *name) {
    (void)module;
    if (!strcmp(name->bytes, "colormaps")) return colormap_registry(thread);
    if (!is_submodule(name->bytes)) return VALUE_ABSENT;
    Value full = string_format(thread, "matplotlib.%s", name->bytes);
    Value found = value_is_absent(full) ? full : import_module(thread, value_c_string(full));
    value_release(full);
    return found;
}

const ModuleEntry matplotlib_module = {
    .name = "matplotlib",
    .documentation = "Figures, drawn by Cupola.",
    .functions = matplotlib_functions,
    .initialize = matplotlib_initialize,
    .get_attribute = matplotlib_member,
};

/* ---- pyplot ---- */

static bool pyplot_initialize(Thread *thread, Value module) {
    NativeEntry *entries = function_entries(thread);
    size_t count = count_functions();
    Value name = value_get_attribute_c(thread, module, "__name__");
    bool done = entries && !value_is_absent(name);
    for (size_t i = count; done && i < 2 * count; i++)
        if (entries[i].name)
            done = module_add(thread, module, entries[i].name, native_new(thread, &entries[i], name));
    value_release(name);
    static const char *const names[] = {"rcParams",     "rcParamsDefault", "rcParamsOrig", "rc",
                                        "rc_context",   "rcdefaults",      NULL};
    return done && module_add_functions(thread, module, pyplot_functions) && add_settings(thread, module, names) &&
           module_add_functions(thread, module, ticker_functions) &&
           add_import(thread, module, "cm", "matplotlib.cm") &&
           add_import(thread, module, "style", "matplotlib.style") &&
           module_add(thread, module, "colormaps", colormap_registry(thread)) &&
           ADD_TYPES(&rectangle_type_template, &circle_type_template, &polygon_type_template,
                     &line_type_template, &figure_type_template, &axes_type_template, &text_type_template,
                     &norm_type_template, &grid_type_template, &polar_type_template, &annotation_type_template,
                     &subplot_spec_type_template);
}

static Value pyplot_member(Thread *thread, Value module, String *name) {
    (void)module;
    if (!strcmp(name->bytes, "matplotlib") || !strcmp(name->bytes, "mpl"))
        return import_module(thread, "matplotlib");
    if (!strcmp(name->bytes, "np")) return import_module(thread, "numpy");
    if (!strcmp(name->bytes, "sys")) return import_module(thread, "sys");
    if (!strcmp(name->bytes, "mlab")) return import_module(thread, "matplotlib.mlab");
    if (!strcmp(name->bytes, "cbook")) return import_module(thread, "matplotlib.cbook");
    if (!strcmp(name->bytes, "rcsetup")) return import_module(thread, "matplotlib.rcsetup");
    if (!strcmp(name->bytes, "get_backend") || !strcmp(name->bytes, "interactive")) {
        Value home = import_module(thread, "matplotlib");
        Value found = value_is_absent(home) ? home : value_get_attribute_c(thread, home, name->bytes);
        value_release(home);
        return found;
    }
    if (!strcmp(name->bytes, "cycler")) {
        Value home = import_module(thread, "cycler");
        Value found = value_is_absent(home) ? home : value_get_attribute_c(thread, home, "cycler");
        value_release(home);
        return found;
    }
    return VALUE_ABSENT;
}

const ModuleEntry pyplot_module = {
    .name = "matplotlib.pyplot",
    .documentation = "Functions that draw into the figure and the axes used last.",
    .initialize = pyplot_initialize,
    .get_attribute = pyplot_member,
};

/* ---- cm, colors ---- */

NATIVE(cm_get) {
    (void)native;
    Colormap *map = colormap_from_value(thread, arguments[0]);
    int64_t count = 0;
    if (!map || (value_given(arguments[1]) && !value_to_int64(thread, arguments[1], &count)))
        return VALUE_ABSENT;
    Value value = value_from_colormap(thread, map);
    if (count > 0 && !value_is_absent(value)) {
        Value number = value_from_int(count),
              resampled = value_call_method(thread, value, "resampled", &number, 1);
        value_release(value);
        return resampled;
    }
    return value;
}

static const NativeEntry cm_functions[] = {
    {"get_cmap", "(name=None, lut=None)", "Get a colormap instance.", cm_get, NULL, 0},
    {0},
};

/* matplotlib.colormaps["viridis"], cm.viridis. */
typedef struct RegistryObject {
    Object object;
} RegistryObject;

static Value registry_get_item(Thread *thread, Value self, Value key) {
    (void)self;
    if (!value_is_string(key) || !colormap_exists(value_c_string(key))) return raise_key_error(thread, key);
    return map_member(thread, self, value_string(key));
}

static int registry_contains(Thread *thread, Value self, Value key) {
    (void)thread, (void)self;
    return value_is_string(key) && colormap_exists(value_c_string(key));
}

static Value registry_iterate(Thread *thread, Value self) {
    (void)self;
    Value list = list_new(thread);
    char buffer[32];
    const char *name;
    for (size_t i = 0; !value_is_absent(list) && (name = colormap_name(i, buffer)); i++)
        if (!list_append_owned(thread, value_list(list), string_from_c(thread, name))) {
            value_release(list);
            return VALUE_ABSENT;
        }
    Value iterator = value_is_absent(list) ? list : value_iterate(thread, list);
    value_release(list);
    return iterator;
}

static const Type registry_type_template = {
    .name = "matplotlib.cm.ColormapRegistry",
    .documentation = "Colormaps by name.",
    .flags = TYPE_BASE | TYPE_NO_CREATE,
    .instance_size = sizeof(RegistryObject),
    .get_item = registry_get_item,
    .contains = registry_contains,
    .iterate = registry_iterate,
};

static bool cm_initialize(Thread *thread, Value module) {
    return module_add(thread, module, "_colormaps", colormap_registry(thread));
}

const ModuleEntry matplotlib_cm_module = {
    .name = "matplotlib.cm",
    .documentation = "Builtin colormaps.",
    .functions = cm_functions,
    .initialize = cm_initialize,
    .get_attribute = map_member,
};

NATIVE(colors_to_rgba) {
    Color color;
    if (!color_from_value(thread, arguments[0], &color)) return VALUE_ABSENT;
    if (!native->entry->data) {
        const Value channels[3] = {value_from_float(color.red), value_from_float(color.green),
                                   value_from_float(color.blue)};
        return tuple_from_values(thread, channels, 3);
    }
    if (value_given(arguments[1]) && !double_from_value(thread, arguments[1], &color.alpha))
        return VALUE_ABSENT;
    return value_from_color(thread, color);
}

NATIVE(colors_to_hex) {
    (void)native;
    Color color;
    char hex[10];
    if (!color_from_value(thread, arguments[0], &color)) return VALUE_ABSENT;
    color_format_hex(color, value_truth(thread, arguments[1]) == 1, hex);
    return string_from_c(thread, hex);
}

NATIVE(colors_to_rgba_array) {
    (void)native;
    Color *colors = NULL;
    size_t count = 0;
    double alpha = NAN;
    bool none = value_is_string(arguments[0]) && !strcmp(value_c_string(arguments[0]), "none");
    bool empty = value_is_list(arguments[0]) && !sequence_fast_count(arguments[0]);
    if ((!none && !empty && !colors_from_value(thread, arguments[0], &colors, &count)) ||
        (value_given(arguments[1]) && !double_from_value(thread, arguments[1], &alpha))) {
        memory_release(colors);
        return VALUE_ABSENT;
    }
    double *rows = memory_allocate((4 * count + 1) * sizeof *rows);
    for (size_t i = 0; rows && i < count; i++) {
        const double row[4] = {colors[i].red, colors[i].green, colors[i].blue, isnan(alpha) ? colors[i].alpha : alpha};
        memcpy(rows + 4 * i, row, sizeof row);
    }
    Value flat = rows ? value_from_doubles(thread, rows, 4 * count) : raise_no_memory(thread);
    Value shape = tuple_from_values(thread, (Value[]){value_from_int((int64_t)count), value_from_int(4)}, 2);
    Value result = value_is_absent(flat) || value_is_absent(shape) ? VALUE_ABSENT : call_numpy_two(thread, "reshape", flat, shape);
    memory_release(rows);
    memory_release(colors);
    value_release(flat);
    value_release(shape);
    return result;
}

NATIVE(colors_same) {
    (void)native;
    Color first, second;
    if (!color_from_value(thread, arguments[0], &first) || !color_from_value(thread, arguments[1], &second)) return VALUE_ABSENT;
    return value_from_bool(first.red == second.red && first.green == second.green && first.blue == second.blue &&
                           first.alpha == second.alpha);
}

NATIVE(colors_is_color) {
    (void)native;
    Color color;
    bool good = color_from_value(thread, arguments[0], &color);
    exception_clear(thread);
    return value_from_bool(good);
}

NATIVE(colors_convert) {
    Numbers numbers;
    if (!numbers_from_value(thread, arguments[0], &numbers)) return VALUE_ABSENT;
    if (numbers.count % 3 || !numbers.dimensions || numbers.shape[numbers.dimensions - 1] != 3) {
        numbers_release(&numbers);
        return raise_value_error(thread, "Last dimension of input array must be 3");
    }
    for (size_t i = 0; i < numbers.count; i += 3) {
        double out[3];
        if (native->entry->data)
            color_hsv_to_rgb(numbers.values + i, out);
        else
            color_rgb_to_hsv(numbers.values + i, out);
        memcpy(numbers.values + i, out, sizeof out);
    }
    Value flat = value_from_doubles(thread, numbers.values, numbers.count),
          shape = tuple_new(thread, (size_t)numbers.dimensions);
    for (int i = 0; i < numbers.dimensions && !value_is_absent(shape); i++)
        value_tuple(shape)->items[i] = value_from_int((int64_t)numbers.shape[i]);
    Value result = value_is_absent(flat) || value_is_absent(shape)
                       ? VALUE_ABSENT
                       : call_numpy_two(thread, "reshape", flat, shape);
    value_release(flat);
    value_release(shape);
    numbers_release(&numbers);
    return result;
}

static const NativeEntry colors_functions[] = {
    {"to_rgba", "(c, alpha=None)", "A colour as four numbers from 0 to 1.", colors_to_rgba, "alpha", 0},
    {"to_rgb", "(c)", "Convert the color c to an RGB color tuple.", colors_to_rgba, NULL, 0},
    {"to_hex", "(c, keep_alpha=False)", "A colour as '#rrggbb'.", colors_to_hex, NULL, 0},
    {"to_rgba_array", "(c, alpha=None)", "Convert c to an array of RGBA colors.", colors_to_rgba_array, NULL, 0},
    {"same_color", "(c1, c2)", "Do two colours look the same?", colors_same, NULL, 0},
    {"is_color_like", "(c)", "Is it a colour?", colors_is_color, NULL, 0},
    {"hsv_to_rgb", "(hsv)", "Red, green and blue of hue, saturation and value.", colors_convert, "rgb", 0},
    {"rgb_to_hsv", "(arr)", "Convert an array of float RGB values to HSV values.", colors_convert, NULL, 0},
    {0},
};

static bool add_named_colors(Thread *thread, Value module) {
    Value all = dict_new(thread), tableau = dict_new(thread);
    bool done = !value_is_absent(all) && !value_is_absent(tableau);
    for (size_t i = 0; done && i < color_names_count; i++) {
        char hex[16];
        snprintf(hex, sizeof hex, "#%06x", (unsigned)color_names[i].rgb);
        bool tab = !strncmp(color_names[i].name, "tab:", 4);
        done = dict_set_c_owned(thread, value_dict(tab ? tableau : all), color_names[i].name,
                                string_from_c(thread, hex));
    }
    if (!done) {
        value_release(all);
        value_release(tableau);
        return false;
    }
    done = module_add(thread, module, "CSS4_COLORS", all);
    if (!done) value_release(tableau);
    return done && module_add(thread, module, "TABLEAU_COLORS", tableau);
}

static bool colors_initialize(Thread *thread, Value module) {
    return ADD_TYPES(&colormap_type_template, &norm_type_template) &&
           add_alias(thread, module, "ListedColormap", &colormap_type_template) &&
           add_alias(thread, module, "LinearSegmentedColormap", &colormap_type_template) &&
           module_add_functions(thread, module, norm_functions) && add_named_colors(thread, module);
}

const ModuleEntry matplotlib_colors_module = {
    .name = "matplotlib.colors",
    .documentation = "Numbers and names to colors.",
    .functions = colors_functions,
    .initialize = colors_initialize,
};

/* ---- small modules ---- */

#define TYPE_MODULE(identifier, path, text, ...)                                                               \
    static bool identifier##_initialize(Thread *thread, Value module) { return ADD_TYPES(__VA_ARGS__); }       \
    const ModuleEntry identifier##_module = {                                                                  \
        .name = path, .documentation = text, .initialize = identifier##_initialize};

/* The names that `import *` brings: those that come when they are asked for among them. */
static bool add_names(Thread *thread, Value module, const char *const *names) {
    Value list = list_new(thread);
    bool done = !value_is_absent(list);
    for (; done && *names; names++) done = list_append_owned(thread, value_list(list), string_from_c(thread, *names));
    if (done) return module_add(thread, module, "__all__", list);
    value_release(list);
    return false;
}

static bool patches_initialize(Thread *thread, Value module) {
    static const char *const names[] = {"ArrowStyle", "BoxStyle", "Circle", "ConnectionStyle", "Ellipse", "FancyArrowPatch",
                                        "FancyBboxPatch", "Patch", "Path", "PathPatch", "Polygon", "Rectangle", "Wedge", NULL};
    return add_names(thread, module, names) && ADD_TYPES(&patch_type_template, &rectangle_type_template, &circle_type_template, &ellipse_type_template,
                     &polygon_type_template, &wedge_type_template, &fancy_box_type_template, &fancy_arrow_type_template,
                     &path_patch_type_template);
}

/* What is written in Python comes when it is asked for. */
static Value patches_member(Thread *thread, Value module, String *name) {
    (void)module;
    if (strcmp(name->bytes, "BoxStyle") && strcmp(name->bytes, "ArrowStyle") && strcmp(name->bytes, "ConnectionStyle") && strcmp(name->bytes, "Path"))
        return VALUE_ABSENT;
    Value home = import_module(thread, name->bytes[0] == 'P' ? "matplotlib.path" : "matplotlib._arrow_styles");
    Value found = value_is_absent(home) ? home : value_get_attribute_c(thread, home, name->bytes);
    value_release(home);
    return found;
}

const ModuleEntry matplotlib_patches_module = {
    .name = "matplotlib.patches",
    .documentation = "Areas with a face colour and an edge colour.",
    .initialize = patches_initialize,
    .get_attribute = patches_member,
};

TYPE_MODULE(matplotlib_lines, "matplotlib.lines", "2D lines.", &line_type_template)
TYPE_MODULE(matplotlib_text, "matplotlib.text", "Text.", &text_type_template, &annotation_type_template)
TYPE_MODULE(matplotlib_figure, "matplotlib.figure", "Figures.", &figure_type_template)
TYPE_MODULE(matplotlib_polar, "matplotlib.projections.polar", "Axes of angles and distances.", &polar_type_template)
TYPE_MODULE(matplotlib_projections, "matplotlib.projections", "Axes that are not plain.", &polar_type_template)
TYPE_MODULE(matplotlib_axes, "matplotlib.axes", "Axes.", &axes_type_template)
extern const NativeEntry gridspec_functions[];
static bool gridspec_initialize(Thread *thread, Value module) {
    return ADD_TYPES(&grid_type_template, &subplot_spec_type_template);
}
const ModuleEntry matplotlib_gridspec_module = {.name = "matplotlib.gridspec",
                                                .documentation = "Grids of subplots.",
                                                .functions = gridspec_functions,
                                                .initialize = gridspec_initialize};
TYPE_MODULE(matplotlib_collections, "matplotlib.collections", "Many artists of one kind.",
            &points_type_template, &polygons_type_template, &lines_type_template, &mesh_type_template,
            &patch_collection_type_template, &fill_between_type_template)

static bool ticker_initialize(Thread *thread, Value module) {
    return ADD_TYPES(&locator_type_template, &formatter_type_template);
}
const ModuleEntry matplotlib_ticker_module = {
    .name = "matplotlib.ticker",
    .documentation = "Tick locating and formatting.",
    .functions = ticker_functions,
    .initialize = ticker_initialize,
};

static bool image_initialize(Thread *thread, Value module) {
    Value pyplot = import_module(thread, "matplotlib.pyplot");
    bool done = !value_is_absent(pyplot) && ADD_TYPES(&image_type_template) &&
                module_add(thread, module, "imread", value_get_attribute_c(thread, pyplot, "imread")) &&
                module_add(thread, module, "imsave", value_get_attribute_c(thread, pyplot, "imsave"));
    value_release(pyplot);
    return done;
}
const ModuleEntry matplotlib_image_module = {
    .name = "matplotlib.image",
    .documentation = "Pictures: files, sizes, and how they are shown.",
    .initialize = image_initialize,
};

/* ---- matplotlib_inline: set_matplotlib_formats('svg') ---- */

NATIVE(set_formats) {
    (void)native;
    MatplotlibState *state = matplotlib_state(thread);
    if (!state) return VALUE_ABSENT;
    const Tuple *given = value_tuple(arguments[0]);
    state->vector_pictures = state->double_pictures = false;
    for (size_t i = 0; i < given->count; i++) {
        if (!value_is_string(given->items[i])) continue;
        const String *word = value_string(given->items[i]);
        state->vector_pictures = state->vector_pictures || string_equals_c(word, "svg");
        state->double_pictures =
            state->double_pictures || string_equals_c(word, "retina") || string_equals_c(word, "png2x");
    }
    return VALUE_NONE;
}

static const NativeEntry inline_functions[] = {
    {"set_matplotlib_formats", "(*formats, **kwargs)",
     "Choose the formats of pictures: 'png', 'retina', 'svg'.", set_formats, NULL, 0},
    {0},
};
const ModuleEntry matplotlib_inline_backend_module = {
    .name = "matplotlib_inline.backend_inline",
    .documentation = "Pictures in the notebook.",
    .functions = inline_functions,
};

static Value inline_member(Thread *thread, Value module, String *name) {
    (void)module;
    return !strcmp(name->bytes, "backend_inline") ? import_module(thread, "matplotlib_inline.backend_inline")
                                                  : VALUE_ABSENT;
}
const ModuleEntry matplotlib_inline_module = {
    .name = "matplotlib_inline",
    .documentation = "Pictures in the notebook.",
    .get_attribute = inline_member,
};
