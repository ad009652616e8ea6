/* Where the machine's own Python keeps its standard library, and which version it is. */
#include "kernel/objects/system/machine_library.h"

#include "base/file_cache.h"
#include "base/folders.h"
#include "base/memory.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool set_path(char place[PATH_MAX], const char *folder, const char *rest) {
    int length = snprintf(place, PATH_MAX, "%s%s", folder, rest);
    if (length >= 0 && length < PATH_MAX) return true;
    *place = '\0';
    return false;
}

static bool is_file(const char *folder, const char *name) {
    char path[PATH_MAX];
    struct stat status;
    return set_path(path, folder, name) && !stat(path, &status) && S_ISREG(status.st_mode);
}

/* "python3.12" -> 12; -1: another name. */
static int minor_of_name(const char *name) {
    int minor, end = 0;
    return sscanf(name, "python3.%2d%n", &minor, &end) == 1 && !name[end] ? minor : -1;
}

/* The folder above, in place; false: there is none. */
static bool go_up(char *path) {
    char *slash = strrchr(path, '/');
    if (!slash) return false;
    slash[slash == path] = '\0';
    return true;
}

/* ---- the last number of the version ---- */

/* The number behind "3.N." where `text` begins so, or -1. */
static int micro_at(const char *text, int minor) {
    int length = 0, found_minor, micro;
    if (sscanf(text, "3.%2d.%3d%n", &found_minor, &micro, &length) != 2 || found_minor != minor) return -1;
    return isalnum((unsigned char)text[length]) ? -1 : micro;
}

/* A row "NAME VALUE" or "name = value" of a small text file; the text lies in `line`. */
static const char *find_row(const char *path, const char *name, char *line, int size) {
    FILE *file = fopen(path, "re");
    const char *value = NULL;
    while (file && !value && fgets(line, size, file)) {
        char *at = strstr(line, name);
        if (!at || (at != line && at[-1] != ' ')) continue;
        at += strlen(name);
        if (!strchr(" \t=", *at)) continue;
        value = at + strspn(at, " \t=");
        line[strcspn(line, "\r\n")] = '\0';
    }
    if (file) fclose(file);
    return value;
}

static int micro_of_headers(const MachineLibrary *library) {
    char path[PATH_MAX], line[256];
    snprintf(line, sizeof line, "/include/python3.%d/patchlevel.h", library->minor);
    const char *value = set_path(path, library->prefix, line) ? find_row(path, "PY_MICRO_VERSION", line, sizeof line) : NULL;
    return value && isdigit((unsigned char)*value) ? atoi(value) : -1;
}

static int micro_of_conda(const MachineLibrary *library) {
    char path[PATH_MAX];
    DIR *folder = set_path(path, library->prefix, "/conda-meta") ? opendir(path) : NULL;
    int micro = -1;
    for (struct dirent *item; folder && micro < 0 && (item = readdir(folder)) != NULL;)
        if (!strncmp(item->d_name, "python-3.", 9)) micro = micro_at(item->d_name + 7, library->minor);
    if (folder) closedir(folder);
    return micro;
}

/* The version stands in the program as a text of its own. */
static int micro_in_program(int file, size_t size, int minor) {
    char wanted[16];
    int length = snprintf(wanted, sizeof wanted, "%c3.%d.", 0, minor), micro = -1;
    char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0), *end = bytes + size;
    if (bytes == MAP_FAILED) return -1;
    for (char *at = bytes; micro < 0 && (at = memmem(at, (size_t)(end - at), wanted, (size_t)length)); at++) {
        char text[16] = "";
        if (end - at > (ptrdiff_t)sizeof text) memcpy(text, at + 1, sizeof text - 1);
        micro = micro_at(text, minor);
    }
    munmap(bytes, size);
    return micro;
}

/* Looking through the program takes a millisecond or two: it is done once. */
static int micro_of_program(const MachineLibrary *library) {
    char path[PATH_MAX], name[32];
    snprintf(name, sizeof name, "/bin/python3.%d", library->minor);
    int file = set_path(path, library->prefix, name) ? open(path, O_RDONLY | O_CLOEXEC) : -1, micro = -1;
    struct stat status;
    TextBuffer place = TEXT_BUFFER_EMPTY;
    if (file >= 0 && !fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size) {
        uint64_t digest[2] = {0};
        file_cache_digest(digest, path, strlen(path));
        file_cache_digest(digest, &status.st_mtim, sizeof status.st_mtim);
        bool is_kept = file_cache_folder("python", &place);
        text_append_format(&place, "/%016llx%016llx", (unsigned long long)digest[0], (unsigned long long)digest[1]);
        is_kept = is_kept && !place.failed;
        char *kept = is_kept ? file_cache_read(place.bytes, true, NULL) : NULL;
        micro = kept ? micro_at(kept, library->minor) : -1;
        if (!kept && (micro = micro_in_program(file, (size_t)status.st_size, library->minor)) >= 0 && is_kept) {
            int length = snprintf(name, sizeof name, "3.%d.%d", library->minor, micro);
            file_cache_write(place.bytes, name, (size_t)length);
        }
        memory_release(kept);
    }
    if (file >= 0) close(file);
    text_release(&place);
    return micro;
}

static void find_version(MachineLibrary *library) {
    int micro = micro_of_headers(library);
    if (micro < 0) micro = micro_of_conda(library);
    if (micro < 0) micro = micro_of_program(library);
    library->micro = micro < 0 ? 0 : micro;
}

/* ---- the folder ---- */

/* A folder .../python3.N with a library in it. One of another version is remembered, and not taken. */
static bool take_folder(MachineLibrary *library, const char *folder) {
    char path[PATH_MAX];
    if (!set_path(path, folder, "")) return false;
    for (size_t length = strlen(path); length > 1 && path[length - 1] == '/';) path[--length] = '\0';
    const char *slash = strrchr(path, '/');
    int minor = minor_of_name(slash ? slash + 1 : path);
    if (!is_file(path, "/os.py")) return false;
    if (minor < MACHINE_OLDEST || minor > MACHINE_NEWEST) {
        if (!*library->refused) set_path(library->refused, path, "");
        return false;
    }
    library->minor = minor;
    set_path(library->folder, path, "");
    set_path(library->prefix, path, "");
    return go_up(library->prefix) && go_up(library->prefix);
}

/* The version that `bin/python3` is a link to; -1: not known. */
static int minor_of_link(const char *prefix) {
    char path[PATH_MAX], target[PATH_MAX];
    ssize_t length = set_path(path, prefix, "/bin/python3") ? readlink(path, target, sizeof target - 1) : -1;
    if (length <= 0) return -1;
    target[length] = '\0';
    const char *slash = strrchr(target, '/');
    return minor_of_name(slash ? slash + 1 : target);
}

static bool take_version(MachineLibrary *library, const char *prefix, int minor) {
    char path[PATH_MAX], name[32];
    static const char *const folders[] = {"lib", "lib64"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "/%s/python3.%d", folders[i], minor);
        if (set_path(path, prefix, name) && take_folder(library, path)) return true;
    }
    return false;
}

/* The library of the Python that is installed under a prefix; `minor`: which one is wanted if there are several, -1: any. */
static bool take_prefix(MachineLibrary *library, const char *prefix, int minor) {
    if (minor < 0) minor = minor_of_link(prefix);
    if (minor >= 0) return take_version(library, prefix, minor);
    for (minor = MACHINE_NEWEST; minor >= MACHINE_OLDEST; minor--)
        if (take_version(library, prefix, minor)) return true;
    return false;
}

/* An environment is a prefix of its own, or stands on one that its pyvenv.cfg names. */
static bool take_environment(MachineLibrary *library, const char *folder) {
    char path[PATH_MAX], line[PATH_MAX + 64], base[PATH_MAX];
    if (!folder || !*folder || !set_path(path, folder, "/pyvenv.cfg")) return false;
    const char *home = find_row(path, "home", line, sizeof line);
    if (!home) return take_prefix(library, folder, -1);
    bool fits = set_path(base, home, "") && go_up(base);
    const char *version = find_row(path, "version", line, sizeof line);
    if (!version) version = find_row(path, "version_info", line, sizeof line);
    int minor = -1;
    if (version && sscanf(version, "3.%2d", &minor) != 1) minor = -1;
    return fits && take_prefix(library, base, minor) && set_path(library->environment, folder, "");
}

static bool take_any(MachineLibrary *library) {
    const char *wanted = getenv("CUPOLA_PYTHON_LIB");
    library->is_wanted = wanted && *wanted;
    if (library->is_wanted) return take_folder(library, wanted);
    if (take_environment(library, getenv("VIRTUAL_ENV")) || take_environment(library, getenv("CONDA_PREFIX")) ||
        take_environment(library, getenv("CUPOLA_KERNEL_PREFIX")))
        return true;
    char prefix[PATH_MAX];
    size_t length = folders_program(prefix, sizeof prefix) && go_up(prefix) ? strlen(prefix) : 0;
    bool is_installed = length > 4 && !strcmp(prefix + length - 4, "/bin"); /* not in a folder where it was built */
    if (is_installed && go_up(prefix) && take_environment(library, prefix)) return true;
    return take_prefix(library, "/usr", -1);
}

void machine_library_find(MachineLibrary *library) {
    *library->folder = *library->prefix = *library->environment = *library->refused = '\0';
    if (take_any(library)) {
        find_version(library);
    } else {
        *library->folder = '\0';
        library->minor = MACHINE_USUAL, library->micro = 2;
        set_path(library->prefix, "/usr", "");
    }
    snprintf(library->version, sizeof library->version, "3.%d.%d", library->minor, library->micro);
}

static const char library_key;

const MachineLibrary *machine_library(Interpreter *interpreter) {
    MachineLibrary *library = interpreter_state(interpreter, &library_key);
    if (library) return library;
    library = memory_allocate(sizeof *library);
    if (!library) return NULL;
    machine_library_find(library);
    if (interpreter_set_lasting_state(interpreter, &library_key, library, memory_release)) return library;
    memory_release(library);
    return NULL;
}

bool machine_library_has(const char *name) {
    size_t length = strcspn(name, ".");
    for (const char *const *known = machine_module_names; *known; known++)
        if (strlen(*known) == length && !strncmp(*known, name, length)) return true;
    return false;
}
