/* import: the tables of built-in modules first, then the files of sys.path and of packages. */
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/compile/library_cache.h"
#include "kernel/language/run/profile.h"

#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernel/objects/container/dict.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/objects/descriptor/native.h"
#include "kernel/objects/core/type.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names that people import and that are other projects' work. */
static const char *const foreign_modules[] = {
    "pandas", "torch", "torchvision", "tensorflow", "keras", "cudf", "cuml", "cugraph", "rmm", "dask", "sklearn", "mpi4py",
    "numba", "pycuda", "jax", "jaxlib", "flax", "optax", "xarray", "seaborn", "plotly", "bokeh", "sympy", "networkx", "cv2", "PIL", "skimage",
    "requests", "numexpr", "h5py", "transformers", "triton", "cuda", "nvtx", "pyarrow", "polars", "statsmodels", "yaml",
    "holoviews", "ipywidgets", "mpl_toolkits", "tables", "netCDF4", "cython", "Cython", "pybind11", "cffi", NULL,
};

/* Packages that are built in, though not every submodule of theirs. */
static const char *const partial_packages[] = {"numpy", "scipy", "cupy", "cupyx", "matplotlib", "IPython", NULL};

static bool root_is_among(const char *const *names, const char *name) {
    size_t length = strcspn(name, ".");
    for (size_t i = 0; names[i]; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], name, length)) return true;
    return false;
}

static bool is_foreign(const char *name) { return root_is_among(foreign_modules, name); }

static bool is_missing_part(const char *name) { return strchr(name, '.') && root_is_among(partial_packages, name); }

static Value raise_not_found(Thread *thread, const char *name, const char *because) {
    Value text = string_from_c(thread, name), shown = value_is_absent(text) ? text : value_repr(thread, text);
    if (value_is_absent(shown)) {
        value_release(text);
        return VALUE_ABSENT;
    }
    raise_format(thread, thread_builtins(thread)->exception_ModuleNotFoundError, "No module named %s%s", value_c_string(shown), because);
    value_release(shown);
    Value exception = exception_take(thread);
    if (!value_is_absent(text)) value_set_attribute_c(thread, exception, "name", text);
    value_release(text);
    if (is_foreign(name) || is_missing_part(name)) {
        int length = (int)strcspn(name, ".");
        Value note = is_foreign(name)
                         ? string_format(thread, "Note: '%.*s' is not part of Cupola, which has its own modules built in and imports "
                                         "pure-Python files from the notebook's folder.", length, name)
                         : string_format(thread, "Note: '%s' is not part of Cupola's own '%.*s'.", name, length, name);
        Value result = value_is_absent(note) ? note : value_call_method(thread, exception, "add_note", &note, 1);
        value_release(note);
        value_release(result);
    }
    exception_clear(thread);
    exception_restore(thread, exception);
    return VALUE_ABSENT;
}

/* A module that the machine's Python would have. */
static void say_what_lacks(Thread *thread, TextBuffer *why) {
    const MachineLibrary *library = machine_library(thread->interpreter);
    text_append(why, ": it belongs to the standard library of the machine's Python, ");
    if (!library || *library->folder) text_append_format(why, "which is not whole in %s", library ? library->folder : "/usr/lib");
    else if (*library->refused)
        text_append_format(why, "and that in %s is of a version that is not read (3.%d to 3.%d are)", library->refused, MACHINE_OLDEST, MACHINE_NEWEST);
    else text_append(why, library->is_wanted ? "and there is none in the folder that CUPOLA_PYTHON_LIB names" : "which is not installed");
    text_append(why, " (Debian and Ubuntu: apt-get install libpython3-stdlib; or set CUPOLA_PYTHON_LIB to a folder .../lib/python3.N)");
}

static const ModuleEntry *find_entry(const char *name) {
    return strcmp(name, profile_module.name) ? module_entry_find(name) : &profile_module;
}

static bool is_file(const char *path) {
    struct stat status;
    return !stat(path, &status) && S_ISREG(status.st_mode);
}
static bool is_folder(const char *path) {
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

/* Where a module was found. */
typedef struct Finding {
    char *file;   /* NULL: a namespace package */
    char *folder; /* of a package, else NULL */
    bool lacks_memory;
} Finding;

static void finding_release(Finding *finding) {
    memory_release(finding->file);
    memory_release(finding->folder);
}

/* A folder of sys.path without a slash at its end, absolute: files are called so that they are found from elsewhere, too. */
static void append_folder(TextBuffer *text, const char *folder) {
    char here[PATH_MAX];
    if (*folder != '/' && getcwd(here, sizeof here)) {
        text_append(text, here);
        if (*folder && strcmp(folder, ".")) text_append_format(text, "%s%s", strcmp(here, "/") ? "/" : "", folder);
    } else text_append(text, *folder ? folder : ".");
    while (text->length && text_string(text)[text->length - 1] == '/') text_truncate(text, text->length - 1);
}

static bool find_in_folder(const char *folder, const char *name, Finding *finding) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    bool found = true;
    append_folder(&text, folder);
    size_t length = text.length;
    text_append_format(&text, "/%s/__init__.py", name);
    if (!text.failed && is_file(text_string(&text))) {
        finding->file = memory_copy_string(text_string(&text));
        finding->folder = memory_copy_bytes(text_string(&text), text.length - strlen("/__init__.py"));
        finding->lacks_memory = !finding->file || !finding->folder;
    } else {
        text_truncate(&text, length);
        text_append_format(&text, "/%s.py", name);
        found = !text.failed && is_file(text_string(&text));
        if (found) finding->lacks_memory = !(finding->file = memory_copy_string(text_string(&text)));
    }
    finding->lacks_memory = finding->lacks_memory || text.failed; /* half a name is another file's */
    text_release(&text);
    return found || finding->lacks_memory;
}

static bool find_in_path(Value path, const char *name, Finding *finding) {
    if (!value_is_list(path)) return false;
    const List *list = value_list(path);
    for (size_t i = 0; i < list->count; i++)
        if (value_is_string(list->items[i]) && find_in_folder(value_c_string(list->items[i]), name, finding)) return true;
    for (size_t i = 0; i < list->count; i++) {
        if (!value_is_string(list->items[i])) continue;
        TextBuffer text = TEXT_BUFFER_EMPTY;
        append_folder(&text, value_c_string(list->items[i]));
        text_append_format(&text, "/%s", name);
        finding->lacks_memory = text.failed;
        bool found = !text.failed && is_folder(text_string(&text));
        if (found) finding->lacks_memory = !(finding->folder = text_detach(&text));
        text_release(&text);
        if (found || finding->lacks_memory) return true;
    }
    return false;
}

static bool set_text(Thread *thread, Dict *dict, const char *name, const char *value, size_t length) {
    return dict_set_c_owned(thread, dict, name, string_new(thread, value, length));
}

static bool execute_file(Thread *thread, Value module, const char *path) {
    Value code = library_cache_serves(thread, path) ? library_cache_load(thread, path) : language_compile_file(thread, path, 0);
    Value result = value_is_absent(code) ? code : code_execute(thread, value_code(code), module_attributes(module), VALUE_ABSENT);
    value_release(code);
    value_release(result);
    return !value_is_absent(result);
}

/* ---- modules whose files run: what is missing in one of them may only not be there yet ---- */

typedef struct Loading {
    const char *name;
    struct Loading *next;
} Loading;
static const char loading_key;

static Loading **loading_list(Interpreter *interpreter) {
    Loading **list = interpreter_state(interpreter, &loading_key);
    if (list) return list;
    list = memory_allocate_zeroed(1, sizeof *list);
    if (list && interpreter_set_state(interpreter, &loading_key, list, memory_release)) return list;
    memory_release(list);
    return NULL;
}

bool module_is_loading(Interpreter *interpreter, const char *name) {
    Loading **list = interpreter_state(interpreter, &loading_key);
    for (const Loading *entry = list ? *list : NULL; entry; entry = entry->next)
        if (!strcmp(entry->name, name)) return true;
    return false;
}

static bool run_as_loading(Thread *thread, Value module, const char *name, const char *file) {
    Loading **list = loading_list(thread->interpreter), own = {name, list ? *list : NULL};
    if (list) *list = &own;
    bool done = execute_file(thread, module, file);
    for (; list && *list; list = &(*list)->next)
        if (*list == &own) {
            *list = own.next;
            break;
        }
    return done;
}

static Value load_file(Thread *thread, const char *name, const Finding *finding) {
    Interpreter *interpreter = thread->interpreter;
    Value module = module_new(thread, name, NULL);
    if (value_is_absent(module)) return module;
    Dict *dict = module_attributes(module);
    const char *dot = strrchr(name, '.');
    size_t package = finding->folder ? strlen(name) : dot ? (size_t)(dot - name) : 0;
    bool fine = set_text(thread, dict, "__package__", name, package);
    if (fine && finding->file) fine = set_text(thread, dict, "__file__", finding->file, strlen(finding->file));
    if (fine && !finding->file) fine = dict_set_c(thread, dict, "__file__", VALUE_NONE);
    if (fine && finding->folder) {
        Value folder = string_from_c(thread, finding->folder);
        Value path = value_is_absent(folder) ? folder : list_from_values(thread, &folder, 1);
        value_release(folder);
        fine = dict_set_c_owned(thread, dict, "__path__", path);
    }
    if (fine) fine = dict_set_c(thread, interpreter->modules, name, module);
    /* Made when somebody asks: module_get_attribute. */
    static const char *const late[] = {"__spec__", "__loader__"};
    for (size_t i = 0; i < 2 && fine; i++) {
        Value key = string_from_c(thread, late[i]);
        fine = !value_is_absent(key) && dict_remove(thread, dict, key) >= 0;
        value_release(key);
    }
    if (fine) fine = dict_set_c(thread, dict, "__cached__", VALUE_NONE);
    if (fine && finding->file && !run_as_loading(thread, module, name, finding->file)) {
        Value exception = exception_take(thread), key = string_from_c(thread, name);
        if (!value_is_absent(key)) dict_remove(thread, interpreter->modules, key);
        value_release(key);
        exception_restore(thread, exception);
        fine = false;
    }
    if (!fine) {
        value_release(module);
        return VALUE_ABSENT;
    }
    Value current = dict_get_c(thread, interpreter->modules, name); /* a module may replace itself */
    if (!value_is_absent(current)) {
        value_retain(current);
        value_release(module);
        return current;
    }
    return module;
}

static Value import_absolute(Thread *thread, const char *name);

/* ---- finders of the user's own: sys.meta_path and sys.path_hooks ---- */

/* A list in sys that somebody may have changed: borrowed, NULL when it is not there (yet) or empty. */
static List *system_list(Thread *thread, const char *name) {
    Value system = thread->interpreter->system_module;
    Value list = value_is_module(system) ? dict_get_c(thread, module_attributes(system), name) : VALUE_ABSENT;
    return value_is_list(list) ? value_list(list) : NULL;
}

/* importlib.util's _ask_finder or _ask_hooks: the module, loaded; None: not found there. */
static Value ask(Thread *thread, const char *function, Value first, const char *name, Value path) {
    Value utilities = import_absolute(thread, "importlib.util"), text = string_from_c(thread, name), answer = VALUE_ABSENT;
    Value values[] = {first, text, path};
    if (!value_is_absent(utilities) && !value_is_absent(text)) answer = value_call_method(thread, utilities, function, values, 3);
    value_release(utilities), value_release(text);
    return answer;
}

/* What Python has imported before any program begins, so that no file beside the program is taken for it. */
static bool is_always_loaded(const char *name) {
    static const char *const names[] = {"encodings", "codecs", "genericpath", "stat", "site", "_collections_abc", "_sitebuiltins", "zipimport"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

static bool find_file(Thread *thread, const char *name, const char *last, Value path, Finding *finding) {
    const MachineLibrary *library = is_always_loaded(name) ? machine_library(thread->interpreter) : NULL;
    return (library && *library->folder && find_in_folder(library->folder, last, finding)) || find_in_path(path, last, finding);
}

/* A file, or a folder within one: what zipimport may know. */
static bool is_in_archive(const char *entry) {
    struct stat status;
    return *entry && (stat(entry, &status) == 0 ? S_ISREG(status.st_mode) : errno == ENOTDIR);
}

static bool has_archive(Value path) {
    for (size_t i = 0; value_is_list(path) && i < value_list(path)->count; i++) {
        Value entry = value_list(path)->items[i];
        if (value_is_string(entry) && is_in_archive(value_c_string(entry))) return true;
    }
    return false;
}

/* What zipimport itself is made of comes from folders. */
static bool is_importing_archives(Thread *thread) {
    Value module = dict_get_c(thread, thread->interpreter->modules, "zipimport");
    return value_is_module(module) && value_is_absent(dict_get_c(thread, module_attributes(module), "zipimporter"));
}

/* zipimport among sys.path_hooks, from when a path first has an archive. */
static bool hook_archives(Thread *thread) {
    Value module = import_absolute(thread, "zipimport"), hook = value_is_absent(module) ? module : value_get_attribute_c(thread, module, "zipimporter");
    List *hooks = system_list(thread, "path_hooks");
    bool done = !value_is_absent(hook), known = !hooks;
    for (size_t i = 0; done && hooks && i < hooks->count; i++) known = known || value_is(hooks->items[i], hook);
    if (done && !known) done = list_append(thread, hooks, hook);
    value_release(module), value_release(hook);
    return done;
}

/* Entry by entry, since an archive in front of a folder comes first. None: not found. */
static Value load_among_archives(Thread *thread, const char *name, const char *last, Value path) {
    Value copy = list_from_iterable(thread, path), module = hook_archives(thread) ? VALUE_NONE : VALUE_ABSENT;
    if (value_is_absent(copy)) return value_release(module), copy;
    for (size_t i = 0; i < value_list(copy)->count && value_is_none(module); i++) {
        Value entry = value_list(copy)->items[i], single = list_from_values(thread, &entry, 1);
        Finding finding = {0};
        if (value_is_absent(single)) module = single;
        else if (!value_is_string(entry)) module = VALUE_NONE;
        else if (is_in_archive(value_c_string(entry))) module = ask(thread, "_ask_hooks", VALUE_NONE, name, single);
        else if (find_in_folder(value_c_string(entry), last, &finding))
            module = finding.lacks_memory ? raise_no_memory(thread) : load_file(thread, name, &finding);
        finding_release(&finding);
        value_release(single);
    }
    value_release(copy);
    return module;
}

/* In the folders of a path, and behind the hooks for other entries. None: not found. */
static Value load_from_path(Thread *thread, const char *name, const char *last, Value path) {
    if (has_archive(path) && !is_importing_archives(thread)) {
        Value module = load_among_archives(thread, name, last, path);
        if (!value_is_none(module)) return module;
    }
    const List *hooks = system_list(thread, "path_hooks");
    if (hooks && hooks->count) {
        Value answer = ask(thread, "_ask_hooks", VALUE_NONE, name, path);
        if (!value_is_none(answer)) return answer;
    }
    Finding finding = {0};
    bool found = find_file(thread, name, last, path, &finding);
    Value module = finding.lacks_memory ? raise_no_memory(thread) : found ? load_file(thread, name, &finding) : VALUE_NONE;
    finding_release(&finding);
    return module;
}

static bool is_importer(Thread *thread, Value finder, const char *name) {
    if (!value_is_type(finder)) return false;
    Value machinery = dict_get_c(thread, thread->interpreter->modules, "importlib.machinery");
    return value_is_module(machinery) && value_is(dict_get_c(thread, module_attributes(machinery), name), finder);
}

/* Each finder of sys.meta_path in turn, ours among them. None: none has found it. */
static Value load_by_finders(Thread *thread, const List *finders, const char *name, const char *last, Value path) {
    Value copy = list_from_values(thread, finders->items, finders->count), module = VALUE_NONE;
    if (value_is_absent(copy)) return copy;
    for (size_t i = 0; i < value_list(copy)->count && value_is_none(module); i++) {
        Value finder = value_list(copy)->items[i];
        const ModuleEntry *entry;
        if (is_importer(thread, finder, "BuiltinImporter")) {
            if ((entry = find_entry(name))) module = module_from_entry(thread, entry, name);
        } else if (is_importer(thread, finder, "PathFinder")) {
            module = load_from_path(thread, name, last, value_is_none(path) ? value_from_object(thread->interpreter->path) : path);
        } else if (!is_importer(thread, finder, "FrozenImporter")) {
            module = ask(thread, "_ask_finder", finder, name, path);
        }
    }
    value_release(copy);
    return module;
}

static bool is_own_missing(Thread *thread, const char *name) {
    if (!exception_matches(thread, thread_builtins(thread)->exception_ModuleNotFoundError)) return false;
    Value exception = exception_take(thread);
    Value missing = value_find_attribute_c(thread, exception, "name");
    bool own = value_is_string(missing) && !strcmp(value_c_string(missing), name);
    value_release(missing);
    exception_clear(thread);
    exception_restore(thread, exception);
    return own;
}

/* The module `name` below `parent` (absent: a top-level one), not yet in sys.modules. */
static Value load_module(Thread *thread, const char *name, const char *last, Value parent) {
    Interpreter *interpreter = thread->interpreter;
    const List *finders = system_list(thread, "meta_path");
    const ModuleEntry *entry = finders ? NULL : find_entry(name);
    if (interpreter->is_ending) { /* a finalizer of what is left at the end */
        raise_format(thread, thread_builtins(thread)->exception_ImportError, "sys.meta_path is None, Python is likely shutting down");
        return VALUE_ABSENT;
    }
    if (entry) return module_from_entry(thread, entry, name);
    Value path = finders ? VALUE_NONE : value_retain(value_from_object(interpreter->path));
    if (!value_is_absent(parent)) {
        /* os.path: a member of a module that is built in. A package's attribute is no module that was found: who
           takes it out of sys.modules wants it anew. */
        Value attribute = module_is_built_in(parent) ? value_find_attribute_c(thread, parent, last) : VALUE_ABSENT;
        if (value_is_module(attribute)) {
            value_release(path);
            if (dict_set_c(thread, interpreter->modules, name, attribute)) return attribute;
            value_release(attribute);
            return VALUE_ABSENT;
        }
        value_release(attribute);
        exception_clear(thread);
        value_release(path);
        path = value_find_attribute(thread, parent, thread_builtins(thread)->name___path__);
        if (value_is_absent(path)) {
            if (exception_is_set(thread)) return path;
            if (finders && (entry = find_entry(name))) return module_from_entry(thread, entry, name);
            TextBuffer text = TEXT_BUFFER_EMPTY;
            if (!is_missing_part(name)) text_append_format(&text, "; '%.*s' is not a package", (int)(last - name - 1), name);
            raise_not_found(thread, name, text_string(&text));
            text_release(&text);
            return VALUE_ABSENT;
        }
    }
    Value module = finders ? load_by_finders(thread, finders, name, last, path) : load_from_path(thread, name, last, path);
    value_release(path);
    if (!value_is_none(module)) return module;
    TextBuffer why = TEXT_BUFFER_EMPTY;
    if (value_is_absent(parent) && machine_library_has(name)) say_what_lacks(thread, &why);
    raise_not_found(thread, name, text_string(&why));
    text_release(&why);
    return VALUE_ABSENT;
}

static Value import_absolute(Thread *thread, const char *name) {
    Value module = dict_get_c(thread, thread->interpreter->modules, name);
    if (value_is_none(module)) {
        raise_format(thread, thread_builtins(thread)->exception_ModuleNotFoundError, "import of %s halted; None in sys.modules", name);
        Value exception = exception_take(thread), text = string_from_c(thread, name);
        if (!value_is_absent(text)) value_set_attribute_c(thread, exception, "name", text);
        value_release(text);
        exception_clear(thread);
        exception_restore(thread, exception);
        return VALUE_ABSENT;
    }
    if (!value_is_absent(module)) return value_retain(module);
    const char *dot = strrchr(name, '.');
    Value parent = VALUE_ABSENT;
    if (dot) {
        char *parent_name = memory_copy_bytes(name, (size_t)(dot - name));
        if (!parent_name) return raise_no_memory(thread);
        parent = import_absolute(thread, parent_name);
        memory_release(parent_name);
        if (value_is_absent(parent)) return parent;
        module = dict_get_c(thread, thread->interpreter->modules, name); /* the parent may have imported it */
        if (!value_is_absent(module)) {
            value_release(parent);
            return value_retain(module);
        }
    }
    const char *last = dot ? dot + 1 : name;
    module = load_module(thread, name, last, parent);
    if (dot && !value_is_absent(module) && !value_set_attribute_c(thread, parent, last, module)) exception_clear(thread);
    value_release(parent);
    return module;
}

Value import_module(Thread *thread, const char *name) { return import_absolute(thread, name); }

/* The package that a relative import starts from, as text in `text`. */
static bool resolve_relative(Thread *thread, Dict *globals, const char *name, int64_t level, TextBuffer *text) {
    Builtins *builtins = thread_builtins(thread);
    Type *import_error = builtins->exception_ImportError;
    Value package = globals ? dict_get_string(globals, builtins->name___package__) : VALUE_ABSENT;
    if (value_is_string(package)) {
        text_append(text, value_c_string(package));
    } else {
        Value own = globals ? dict_get_string(globals, builtins->name___name__) : VALUE_ABSENT;
        if (value_is_absent(own)) {
            raise_format(thread, builtins->exception_KeyError, "'__name__' not in globals");
            return false;
        }
        if (!value_is_string(own)) {
            raise_type_error(thread, "__name__ must be a string");
            return false;
        }
        text_append(text, value_c_string(own));
        if (value_is_absent(dict_get_string(globals, builtins->name___path__))) {
            const char *dot = strrchr(text_string(text), '.');
            text_truncate(text, dot ? (size_t)(dot - text->bytes) : 0);
        }
    }
    if (!text->length) {
        raise_format(thread, import_error, "attempted relative import with no known parent package");
        return false;
    }
    for (; level > 1; level--) {
        const char *dot = strrchr(text_string(text), '.');
        if (!dot) {
            raise_format(thread, import_error, "attempted relative import beyond top-level package");
            return false;
        }
        text_truncate(text, (size_t)(dot - text->bytes));
    }
    if (*name) text_append_format(text, ".%s", name);
    return true;
}

Value import_name(Thread *thread, String *name, Dict *globals, Value names, int64_t level) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    if (level > 0) {
        if (!resolve_relative(thread, globals, name->bytes, level, &text)) {
            text_release(&text);
            return VALUE_ABSENT;
        }
    } else {
        if (!name->length) return raise_value_error(thread, "Empty module name");
        text_append(&text, name->bytes);
    }
    if (text.failed) { /* its text would be another module's name */
        text_release(&text);
        return raise_no_memory(thread);
    }
    Value module = import_absolute(thread, text_string(&text));
    bool from = !value_is_none(names) && !value_is_absent(names) && (!value_is_tuple(names) || value_tuple(names)->count);
    if (!value_is_absent(module) && !from && level == 0) { /* import a.b gives a */
        const char *dot = strchr(text_string(&text), '.');
        if (dot) {
            text_truncate(&text, (size_t)(dot - text.bytes));
            value_release(module);
            module = import_absolute(thread, text_string(&text));
        }
    }
    text_release(&text);
    return module;
}

static Value raise_cannot_import(Thread *thread, Value module, String *name) {
    Value own = value_find_attribute_c(thread, module, "__name__"), file = value_find_attribute_c(thread, module, "__file__");
    exception_clear(thread);
    bool loading = value_is_string(own) && module_is_loading(thread->interpreter, value_c_string(own));
    raise_format(thread, thread_builtins(thread)->exception_ImportError, "cannot import name '%s' from %s'%s'%s (%s)", name->bytes,
                 loading ? "partially initialized module " : "", value_is_string(own) ? value_c_string(own) : "<unknown module name>",
                 loading ? " (most likely due to a circular import)" : "",
                 value_is_string(file) ? value_c_string(file) : "unknown location");
    Value exception = exception_take(thread);
    if (value_is_string(own)) value_set_attribute_c(thread, exception, "name", own);
    if (value_is_string(file)) value_set_attribute_c(thread, exception, "path", file);
    exception_clear(thread);
    exception_restore(thread, exception);
    value_release(own);
    value_release(file);
    return VALUE_ABSENT;
}

Value import_from(Thread *thread, Value module, String *name) {
    Value value = value_find_attribute(thread, module, name);
    if (!value_is_absent(value) || exception_is_set(thread)) return value;
    Value own = value_find_attribute_c(thread, module, "__name__");
    if (!value_is_string(own)) {
        value_release(own);
        return raise_cannot_import(thread, module, name);
    }
    Value full = string_format(thread, "%s.%s", value_c_string(own), name->bytes);
    value_release(own);
    if (value_is_absent(full)) return full;
    value = import_absolute(thread, value_c_string(full));
    if (value_is_absent(value) && is_own_missing(thread, value_c_string(full))) {
        exception_clear(thread);
        raise_cannot_import(thread, module, name);
    }
    value_release(full);
    return value;
}

Value import_reload(Thread *thread, Value module) {
    if (!value_is_module(module)) return raise_type_error(thread, "reload() argument must be a module");
    Value file = value_find_attribute_c(thread, module, "__file__");
    if (!value_is_string(file) || *value_c_string(file) == '<') { /* one of the program's own */
        value_release(file);
        return exception_is_set(thread) ? VALUE_ABSENT : value_retain(module);
    }
    bool fine = execute_file(thread, module, value_c_string(file));
    value_release(file);
    return fine ? value_retain(module) : VALUE_ABSENT;
}
