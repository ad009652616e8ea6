/* numpy, scipy and their sub-modules: members that are made when a module is first asked for them. */
#include "kernel/modules/numpy/modules.h"


#include "kernel/modules/numpy/functions.h"
#include "kernel/modules/numpy/scalar.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/number/float.h"
#include "kernel/objects/system/pack.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 160 };

/* ---- Lookup ---- */


static const LazyMember *members_of(const char *module) {
    const ModuleEntry *entry = module_entry_find(module);
    static const LazyMember none = {NULL, NULL};
    if (!entry || entry->get_attribute != array_module_get_attribute) return &none;
    const LazyMember *members = ((const ArrayModule *)entry)->members; /* the entry is its first member */
    return members ? members : &none;
}

/* The public names of the module in Python beside this one; absent without an exception: there is none. */
static Value python_names(Thread *thread, const char *module_name, char path[NAME_SIZE]) {
    int length = snprintf(path, NAME_SIZE, "%s._members", module_name);
    if (length < 0 || length >= NAME_SIZE || !module_entry_find(path)) return VALUE_ABSENT;
    return array_module_member(thread, path, "__all__");
}

static Value python_member(Thread *thread, const char *module_name, const char *name) {
    const PackRecord *giver = pack_giver(module_name, name);
    if (giver) return array_module_member(thread, pack_name(giver), name);
    char path[NAME_SIZE];
    Value names = python_names(thread, module_name, path), found = VALUE_ABSENT;
    if (value_is_absent(names)) return names;
    for (size_t i = 0; value_is_list(names) && i < value_list(names)->count && value_is_absent(found); i++) {
        Value item = value_list(names)->items[i];
        if (value_is_string(item) && !strcmp(value_c_string(item), name)) found = array_module_member(thread, path, name);
    }
    value_release(names);
    return found;
}

/* Every name that a module has or can make; without those that begin with an underscore when `is_public`. */
static Value module_names(Thread *thread, Value module, const char *name, bool is_public) {
    Value list = dict_keys_list(thread, module_attributes(module));
    if (value_is_absent(list)) return list;
    bool succeeded = array_table_names(thread, name, value_list(list));
    for (const LazyMember *member = members_of(name); member->name && succeeded; member++)
        succeeded = list_append_owned(thread, value_list(list), string_from_c(thread, member->name));
    const PackRecord *giver = NULL;
    for (const char *given = NULL; succeeded && (given = pack_next_given(name, &giver, given));)
        succeeded = list_append_owned(thread, value_list(list), string_from_c(thread, given));
    char path[NAME_SIZE];
    Value more = succeeded ? python_names(thread, name, path) : VALUE_ABSENT;
    for (size_t i = 0; !value_is_absent(more) && value_is_list(more) && i < value_list(more)->count && succeeded; i++)
        succeeded = list_append_owned(thread, value_list(list), value_retain(value_list(more)->items[i]));
    succeeded = succeeded && !exception_is_set(thread);
    value_release(more);
    size_t length = strlen(name);
    size_t at = 0;
    for (const char *other; succeeded && (other = module_entry_next(&at));) {
        if (strncmp(other, name, length) || other[length] != '.' || strchr(other + length + 1, '.')) continue;
        succeeded = list_append_owned(thread, value_list(list), string_from_c(thread, other + length + 1));
    }
    Value unique = succeeded ? set_new(thread, false) : VALUE_ABSENT, names = VALUE_ABSENT;
    for (size_t i = 0; i < value_list(list)->count && !value_is_absent(unique); i++) {
        Value item = value_list(list)->items[i];
        if (is_public && value_c_string(item)[0] == '_') continue;
        if (!set_add(thread, unique, item)) value_replace(&unique, VALUE_ABSENT);
    }
    value_release(list);
    if (!value_is_absent(unique)) names = list_from_iterable(thread, unique);
    value_release(unique);
    if (!value_is_absent(names) && !list_sort(thread, value_list(names), VALUE_NONE, false))
        value_replace(&names, VALUE_ABSENT);
    return names;
}

NATIVE(module_dir) {
    NATIVE_UNUSED;
    Value module = import_module(thread, value_c_string(native->module));
    Value names = value_is_absent(module) ? VALUE_ABSENT
                                          : module_names(thread, module, value_c_string(native->module), false);
    value_release(module);
    return names;
}
static const NativeEntry dir_entry = {"__dir__", "()", "The names of the module's members.", module_dir, NULL, 0};

/* Names of older NumPy releases and what to use instead. */
typedef struct ExpiredName {
    const char *name, *text;
} ExpiredName;
static const char *const builtin_aliases[] = {"float", "int", "complex", "object", "str"};
static const ExpiredName replaced_names[] = {
    {"cast", "np.asarray(arr, dtype=dtype)"}, {"source", "inspect.getsource"}, {"fastCopyAndTranspose", "arr.T.copy()"},
    {"NINF", "-np.inf"}, {"PINF", "np.inf"}, {"NZERO", "-0.0"}, {"PZERO", "0.0"}, {"safe_eval", "ast.literal_eval"},
    {"float_", "np.float64"}, {"complex_", "np.complex128"}, {"longfloat", "np.longdouble"}, {"singlecomplex", "np.complex64"},
    {"cfloat", "np.complex128"}, {"longcomplex", "np.clongdouble"}, {"clongfloat", "np.clongdouble"}, {"string_", "np.bytes_"},
    {"unicode_", "np.str_"}, {"Inf", "np.inf"}, {"Infinity", "np.inf"}, {"NaN", "np.nan"}, {"infty", "np.inf"},
    {"issctype", "issubclass(rep, np.generic)"}, {"obj2sctype", "np.dtype(obj).type"}, {"sctype2char", "np.dtype(obj).char"},
    {"issubsctype", "np.issubdtype"}, {"mat", "np.asmatrix"}, {"recfromtxt", "np.genfromtxt"}, {"round_", "np.round"},
    {"nbytes", "np.dtype(<dtype>).itemsize"}, {"alltrue", "np.all"}, {"sometrue", "np.any"},
};
static const ExpiredName expired_names[] = {
    {"geterrobj", "Use the np.errstate context manager instead."},
    {"seterrobj", "Use the np.errstate context manager instead."},
    {"lookfor", "Search NumPy's documentation directly."},
    {"who", "Use an IDE variable explorer or `locals()` instead."},
    {"set_numeric_ops",
     "For the general case, use `PyUFunc_ReplaceLoopBySignature`. For ndarray subclasses, define the "
     "``__array_ufunc__`` method and override the relevant ufunc."},
    {"add_newdoc", "It's still available as `np.lib.add_newdoc`."},
    {"add_docstring", "It's still available as `np.lib.add_docstring`."},
    {"add_newdoc_ufunc", "It's an internal function and doesn't have a replacement."},
    {"maximum_sctype",
     "Use a specific dtype instead. You should avoid relying on any implicit mechanism and select the "
     "largest dtype of a kind explicitly in the code."},
    {"sctypes", "Access dtypes explicitly instead."},
    {"set_string_function", "Use `np.set_printoptions` instead with a formatter for custom printing of NumPy objects."},
    {"asfarray", "Use `np.asarray` with a proper dtype instead."},
    {"issubclass_", "Use `issubclass` builtin instead."},
    {"tracemalloc_domain", "It's now available from `np.lib`."},
    {"recfromcsv", "Use `np.genfromtxt` with comma delimiter instead."},
    {"deprecate", "Emit `DeprecationWarning` with `warnings.warn` directly, or use `typing.deprecated`."},
    {"deprecate_with_doc", "Emit `DeprecationWarning` with `warnings.warn` directly, or use `typing.deprecated`."},
    {"find_common_type",
     "Use `numpy.promote_types` or `numpy.result_type` instead. To achieve semantics for the "
     "`scalar_types` argument, use `numpy.result_type` and pass the Python values `0`, `0.0`, or `0j`."},
    {"get_array_wrap", ""},
    {"DataSource", "It's still available as `np.lib.npyio.DataSource`."},
    {"byte_bounds", "Now it's available under `np.lib.array_utils.byte_bounds`"},
    {"compare_chararrays", "It's still available as `np.char.compare_chararrays`."},
    {"format_parser", "It's still available as `np.rec.format_parser`."},
};

static const char *expired_text(const ExpiredName *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(names[i].name, name)) return names[i].text;
    return NULL;
}

static Value raise_if_expired(Thread *thread, const char *name) {
    Type *type = thread_builtins(thread)->exception_AttributeError;
    const char *use = expired_text(replaced_names, sizeof replaced_names / sizeof *replaced_names, name);
    if (use) return raise_format(thread, type, "`np.%s` was removed in the NumPy 2.0 release. Use `%s` instead.", name, use);
    use = expired_text(expired_names, sizeof expired_names / sizeof *expired_names, name);
    if (use) return raise_format(thread, type, "`np.%s` was removed in the NumPy 2.0 release. %s", name, use);
    bool is_text = !strcmp(name, "str"), is_object = !strcmp(name, "object");
    if ((is_text || is_object) && !warn_format(thread, thread_builtins(thread)->exception_FutureWarning,
                                               "In the future `np.%s` will be defined as the corresponding NumPy scalar.", name))
        return VALUE_ABSENT;
    for (size_t i = 0; i < sizeof builtin_aliases / sizeof *builtin_aliases; i++) {
        if (strcmp(builtin_aliases[i], name)) continue;
        const char *scalar = !strcmp(name, "float")     ? "If you specifically wanted the numpy scalar type, use `np.float64` here."
                             : !strcmp(name, "complex") ? "If you specifically wanted the numpy scalar type, use `np.complex128` here."
                             : is_text                  ? "If you specifically wanted the numpy scalar type, use `np.str_` here."
                                                        : "";
        const char *note =
            !strcmp(name, "int")
                ? "Doing this will not modify any behavior and is safe. When replacing `np.int`, you may wish to use "
                  "e.g. `np.int64` or `np.int32` to specify the precision. If you wish to review your current use, "
                  "check the release note link for additional information."
                : "Doing this will not modify any behavior and is safe. ";
        return raise_format(thread, type,
                            "module 'numpy' has no attribute '%s'.\n`np.%s` was a deprecated alias for the builtin "
                            "`%s`. To avoid this error in existing code, use `%s` by itself. %s%s\nThe aliases was "
                            "originally deprecated in NumPy 1.20; for more details and guidance see the original "
                            "release note at:\n    https://numpy.org/devdocs/release/1.20.0-notes.html#deprecations",
                            name, name, name, name, note, scalar);
    }
    return VALUE_ABSENT;
}

/* A module within another; one that refuses itself (ImportError) is no attribute, in its own words. */
static Value inner_module(Thread *thread, const char *path) {
    Value module = import_module(thread, path);
    if (!value_is_absent(module) ||
        !exception_matches(thread, thread_builtins(thread)->exception_ImportError))
        return module;
    Value refusal = exception_take(thread), words = value_str(thread, refusal);
    if (!value_is_absent(words))
        raise_format(thread, thread_builtins(thread)->exception_AttributeError, "%s", value_c_string(words));
    value_release(words);
    value_release(refusal);
    return VALUE_ABSENT;
}

static Value member_make(Thread *thread, Value module, const char *module_name, const char *name) {
    for (const LazyMember *member = members_of(module_name); member->name; member++)
        if (!strcmp(member->name, name)) return array_overridable_member(thread, module_name, name, member->make(thread));
    Value found = array_table_member(thread, module_name, name);
    if (!value_is_absent(found) || exception_is_set(thread)) return found;
    found = array_overridable_member(thread, module_name, name, python_member(thread, module_name, name));
    if (!value_is_absent(found) || exception_is_set(thread)) return found;
    char path[NAME_SIZE];
    int length = snprintf(path, sizeof path, "%s.%s", module_name, name);
    if (length > 0 && (size_t)length < sizeof path && module_entry_find(path))
        return inner_module(thread, path);
    if (!strcmp(name, "__all__")) return module_names(thread, module, module_name, true);
    if (!strcmp(name, "__dir__")) {
        Value text = string_from_c(thread, module_name);
        Value native = value_is_absent(text) ? VALUE_ABSENT : native_new(thread, &dir_entry, text);
        value_release(text);
        return native;
    }
    return !strcmp(module_name, "numpy") ? raise_if_expired(thread, name) : VALUE_ABSENT;
}

Value array_module_get_attribute(Thread *thread, Value module, String *name) {
    Value module_name = dict_get_c(thread, module_attributes(module), "__name__");
    if (value_is_absent(module_name) || !value_is_string(module_name)) return VALUE_ABSENT;
    Value member = member_make(thread, module, value_c_string(module_name), name->bytes);
    bool is_list = !strcmp(name->bytes, "__all__"); /* grows with what is looked up: made afresh */
    if (!value_is_absent(member) && !is_list && !dict_set_string(thread, module_attributes(module), name, member))
        value_replace(&member, VALUE_ABSENT);
    return member;
}

/* ---- Makers ---- */

static Value class_of(Thread *thread, const Type *type_template) {
    Type *type = type_from_template(thread, type_template);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}

Value make_pi(Thread *thread) { return (void)thread, value_from_float(M_PI); }
Value make_e(Thread *thread) { return (void)thread, value_from_float(M_E); }
Value make_inf(Thread *thread) { return (void)thread, value_from_float(INFINITY); }
Value make_nan(Thread *thread) { return (void)thread, value_shared_nan(NAN_OF_NUMPY); } /* and cupy's */
Value make_euler_gamma(Thread *thread) { return (void)thread, value_from_float(0.5772156649015329); }
Value make_newaxis(Thread *thread) { return (void)thread, VALUE_NONE; }
Value make_true_(Thread *thread) { return scalar_new(thread, DTYPE(BOOL), &(uint8_t){1}); }
Value make_false_(Thread *thread) { return scalar_new(thread, DTYPE(BOOL), &(uint8_t){0}); }
Value make_dtype_class(Thread *thread) { return class_of(thread, &dtype_type_template); }
#define ABSTRACT_MAKER(name)                                                                                  \
    Value make_##name(Thread *thread) { return class_of(thread, &name##_type_template); }
ABSTRACT_MAKER(generic) ABSTRACT_MAKER(number) ABSTRACT_MAKER(integer) ABSTRACT_MAKER(signedinteger)
ABSTRACT_MAKER(unsignedinteger) ABSTRACT_MAKER(inexact) ABSTRACT_MAKER(floating) ABSTRACT_MAKER(complexfloating)
ABSTRACT_MAKER(flexible) ABSTRACT_MAKER(character)

#define X(NAME, name, type, kind, code, class_name, string)                                                   \
    Value make_scalar_##NAME(Thread *thread) {                                                                \
        ArrayContext *context = array_context(thread);                                                        \
        return context ? value_from_object(object_retain(context->scalar_types[DTYPE_##NAME])) : VALUE_ABSENT; \
    }
DTYPES(X)
#undef X

#define X(name, NAME)                                                                                          \
    static Value make_flexible_##NAME(Thread *thread) {                                                       \
        ArrayContext *context = array_context(thread);                                                        \
        return context ? value_from_object(object_retain(context->scalar_types[DTYPE_##NAME])) : VALUE_ABSENT; \
    }
FLEXIBLE_SCALARS(X)
#undef X

static Value make_ndarray(Thread *thread) {
    ArrayContext *context = array_context(thread);
    return context ? value_from_object(object_retain(context->array_types[LIBRARY_NUMPY])) : VALUE_ABSENT;
}
static Value make_ufunc(Thread *thread) { return class_of(thread, &ufunc_type_template); }
static Value make_clip_ufunc(Thread *thread) { return ufunc_object(thread, OPERATOR(clip), LIBRARY_NUMPY); }
static Value make_version(Thread *thread) { return string_from_c(thread, NUMPY_VERSION); }
static Value make_scipy_version(Thread *thread) { return string_from_c(thread, SCIPY_VERSION); }
static Value make_little_endian(Thread *thread) {
    (void)thread;
    const uint16_t one = 1;
    return value_from_bool(*(const uint8_t *)&one == 1);
}
static Value make_flatiter(Thread *thread) {
    Value array = call_numpy_one(thread, "zeros", value_from_int(1));
    Value flat = value_is_absent(array) ? VALUE_ABSENT : value_get_attribute_c(thread, array, "flat");
    Value type = value_is_absent(flat) ? VALUE_ABSENT : value_from_object(object_retain(flat.object->type));
    value_release(array);
    value_release(flat);
    return type;
}

/* ---- Classes over arraylib's objects and exceptions ---- */

static Value object_class(Thread *thread, const char *path) {
    Type *type = array_object_type(thread, path);
    return type ? value_from_object(object_retain(type)) : VALUE_ABSENT;
}
static Value make_random_state(Thread *thread) { return object_class(thread, "random.RandomState"); }
static Value make_generator(Thread *thread) { return object_class(thread, "random.Generator"); }
#define RANDOM_CLASS_MAKER(name) \
    static Value make_##name(Thread *thread) { return object_class(thread, "random." #name); }
RANDOM_CLASS_MAKER(BitGenerator) RANDOM_CLASS_MAKER(MT19937) RANDOM_CLASS_MAKER(PCG64) RANDOM_CLASS_MAKER(PCG64DXSM)
RANDOM_CLASS_MAKER(Philox) RANDOM_CLASS_MAKER(SFC64)
static Value make_seed_sequence(Thread *thread) { return object_class(thread, "random.SeedSequence"); }

#define EXCEPTION_MAKER(name)                                                                                 \
    static Value make_##name(Thread *thread) { return numpy_exception(thread, #name); }
EXCEPTION_MAKER(AxisError) EXCEPTION_MAKER(ComplexWarning) EXCEPTION_MAKER(VisibleDeprecationWarning)
EXCEPTION_MAKER(RankWarning) EXCEPTION_MAKER(TooHardError) EXCEPTION_MAKER(DTypePromotionError)
EXCEPTION_MAKER(ModuleDeprecationWarning) EXCEPTION_MAKER(LinAlgError)

/* ---- The modules ---- */

static Value make_emath(Thread *thread) { return import_module(thread, "numpy.lib.scimath"); }
static Value make_concat(Thread *thread) { return array_module_member(thread, "numpy", "concatenate"); }
static Value make_permute_dims(Thread *thread) { return array_module_member(thread, "numpy", "transpose"); }

static const LazyMember numpy_members[] = {{"ndarray", make_ndarray},
                                           {"concat", make_concat},
                                           {"permute_dims", make_permute_dims},
                                           {"_clip", make_clip_ufunc},
                                           {"ufunc", make_ufunc},
                                           {"flatiter", make_flatiter},
                                           {"__version__", make_version},
                                           {"little_endian", make_little_endian},
                                           {"errstate", make_errstate},
                                           {"printoptions", make_printoptions},
                                           {"emath", make_emath},
                                           {"_StridedWalk", make_strided_walk},
                                           {"s_", make_s_},
                                           {"index_exp", make_index_exp},
                                           {"mgrid", make_mgrid},
                                           {"ogrid", make_ogrid},
#define X(name, NAME) {#name, make_flexible_##NAME},
                                           FLEXIBLE_SCALARS(X)
#undef X
                                           NUMPY_SHARED_MEMBERS,
                                           {NULL, NULL}};
static const LazyMember linalg_members[] = {{"LinAlgError", make_LinAlgError}, {NULL, NULL}};
static const LazyMember random_members[] = {{"RandomState", make_random_state},
                                            {"Generator", make_generator},
                                            {"BitGenerator", make_BitGenerator},
                                            {"MT19937", make_MT19937},
                                            {"PCG64", make_PCG64},
                                            {"PCG64DXSM", make_PCG64DXSM},
                                            {"Philox", make_Philox},
                                            {"SFC64", make_SFC64},
                                            {"SeedSequence", make_seed_sequence},
                                            {NULL, NULL}};
static const LazyMember exceptions_members[] = {{"AxisError", make_AxisError},
                                                {"ComplexWarning", make_ComplexWarning},
                                                {"VisibleDeprecationWarning", make_VisibleDeprecationWarning},
                                                {"RankWarning", make_RankWarning},
                                                {"TooHardError", make_TooHardError},
                                                {"DTypePromotionError", make_DTypePromotionError},
                                                {"ModuleDeprecationWarning", make_ModuleDeprecationWarning},
                                                {NULL, NULL}};
static const LazyMember scipy_members[] = {{"__version__", make_scipy_version}, {NULL, NULL}};

/* dir() looks into the module itself. */
bool array_module_initialize(Thread *thread, Value module) {
    Value found = array_module_get_attribute(thread, module, string_intern(thread, "__dir__"));
    value_release(found);
    return !value_is_absent(found);
}

static bool numpy_initialize(Thread *thread, Value module) {
    bool added = array_module_initialize(thread, module) && module_add_functions(thread, module, state_functions) &&
                 module_add_functions(thread, module, print_functions) && module_add_functions(thread, module, type_functions) &&
                 module_add_functions(thread, module, callable_functions) && module_add_functions(thread, module, dlpack_functions) &&
                 module_add_functions(thread, module, index_functions) &&
                 module_add_functions(thread, module, walk_functions) && module_add_functions(thread, module, file_functions) &&
                 module_add_functions(thread, module, member_functions);
    if (added) array_override_functions(thread, module, "numpy");
    return added;
}

const ArrayModule numpy_module = {
    {"numpy", "Arrays and what is computed with them.", NULL, numpy_initialize, array_module_get_attribute}, numpy_members};
const ArrayModule numpy_linalg_module = {
    {"numpy.linalg", "Linear algebra.", NULL, array_module_initialize, array_module_get_attribute}, linalg_members};
const ArrayModule numpy_random_module = {
    {"numpy.random", "Random numbers.", NULL, array_module_initialize, array_module_get_attribute}, random_members};
const ArrayModule numpy_exceptions_module = {
    {"numpy.exceptions", "Exceptions and warnings.", NULL, array_module_initialize, array_module_get_attribute}, exceptions_members};
const ArrayModule scipy_module = {
    {"scipy", "Scientific computing over arrays.", NULL, array_module_initialize, array_module_get_attribute}, scipy_members};

#define X(identifier, module_name, text)                                                                      \
    const ArrayModule identifier##_module = {{module_name, text, NULL, array_module_initialize, array_module_get_attribute}, NULL};
PLAIN_ARRAY_MODULES(X)
#undef X

/* ---- Places inside the package ---- */

static Value inner_get_attribute(Thread *thread, Value module, String *name) {
    Value module_name = dict_get_c(thread, module_attributes(module), "__name__");
    bool is_test = value_is_string(module_name) && !strncmp(value_c_string(module_name), "numpy.testing", 13);
    bool is_random = value_is_string(module_name) && !strncmp(value_c_string(module_name), "numpy.random", 12);
    bool is_linalg = value_is_string(module_name) && !strncmp(value_c_string(module_name), "numpy.linalg", 12);
    if (!strncmp(name->bytes, "__", 2)) return VALUE_ABSENT;
    char path[NAME_SIZE];
    int length = value_is_string(module_name) ? snprintf(path, sizeof path, "%s.%s", value_c_string(module_name), name->bytes) : 0;
    if (length > 0 && (size_t)length < sizeof path && module_entry_find(path)) return import_module(thread, path);
    const char *const places[] = {is_test ? "numpy.testing" : is_random ? "numpy.random" : is_linalg ? "numpy.linalg" : "numpy._inside",
                                  "numpy._inside", "numpy"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        Value place = import_module(thread, places[i]);
        Value found = value_is_absent(place) ? VALUE_ABSENT : value_find_attribute_c(thread, place, name->bytes);
        value_release(place);
        if (!value_is_absent(found) || exception_is_set(thread)) return found;
    }
    return VALUE_ABSENT;
}

/* umath lists its ufuncs. */
static bool inner_initialize(Thread *thread, Value module) {
    Value name = dict_get_c(thread, module_attributes(module), "__name__");
    if (!value_is_string(name) || strcmp(value_c_string(name), "numpy._core.umath")) return true;
    Value place = import_module(thread, "numpy._inside");
    Value fill = value_is_absent(place) ? VALUE_ABSENT : value_get_attribute_c(thread, place, "fill_umath");
    Value attributes = value_from_object(object_retain(module_attributes(module)));
    Value done = value_is_absent(fill) ? VALUE_ABSENT : value_call_one(thread, fill, attributes);
    value_release(attributes);
    value_release(place);
    value_release(fill);
    value_release(done);
    return !value_is_absent(done);
}

#define X(identifier, module_name)                                                                            \
    const ArrayModule numpy_inner_##identifier##_module = {                                                   \
        {module_name, "Part of numpy.", NULL, inner_initialize, inner_get_attribute}, NULL};
INNER_ARRAY_MODULES(X)
#undef X
