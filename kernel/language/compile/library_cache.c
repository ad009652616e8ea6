/* The modules of the machine's Python in the user's cache, as frozen_write makes them.
 *
 * A file of the cache is named after all that decides what is in it: the module's path, time and size, this program (its
 * place on the disk, time and size: another build has other instructions) and whether assertions count. Whoever finds none, or a
 * damaged one, compiles the text and puts a new one in its place; where that cannot be written, the text is compiled each
 * time. Files of other builds and of modules that have gone are not missed: the oldest go when the folder grows too large. */
#include "kernel/language/compile/library_cache.h"

#include "base/file_cache.h"
#include "base/memory.h"
#include "kernel/language/compile/evaluate.h"
#include "kernel/language/compile/frozen.h"
#include "kernel/language/text/ast.h"
#include "kernel/objects/system/machine_library.h"

#include <string.h>
#include <sys/stat.h>

enum { CACHE_LIMIT = 64 << 20 }; /* bytes; the whole library takes 25 MB */
enum { LOOKS_EVERY = 64 };       /* files written between two looks at the folder's size, on average */

bool library_cache_serves(Thread *thread, const char *path) {
    const MachineLibrary *library = machine_library(thread->interpreter);
    size_t length = library ? strlen(library->folder) : 0;
    return length && !strncmp(path, library->folder, length) && path[length] == '/';
}

static void digest_file(uint64_t digest[2], const struct stat *status) {
    int64_t facts[] = {(int64_t)status->st_ino, (int64_t)status->st_size, (int64_t)status->st_mtim.tv_sec, (int64_t)status->st_mtim.tv_nsec};
    file_cache_digest(digest, facts, sizeof facts);
}

/* Where the code of a module belongs; false: there is no cache. */
static bool find_place(Thread *thread, const char *path, TextBuffer *place, uint64_t digest[2]) {
    struct stat module, program;
    if (stat(path, &module) || stat("/proc/self/exe", &program) || !file_cache_folder("python", place)) return false;
    file_cache_digest(digest, path, strlen(path));
    digest_file(digest, &module);
    digest_file(digest, &program);
    file_cache_digest(digest, &thread->interpreter->optimization, sizeof thread->interpreter->optimization);
    text_append_format(place, "/%016llx%016llx", (unsigned long long)digest[0], (unsigned long long)digest[1]);
    return !place->failed;
}

/* What was compiled, in the form that it has when it comes from the cache: the first import is like the others, and the text
 * need not be kept. */
static Value fold(Thread *thread, const char *path, Value code, TextBuffer *bytes) {
    if (!frozen_write(thread, value_code(code), bytes)) { /* a constant that there is no way to write */
        exception_clear(thread);
        text_truncate(bytes, 0);
        return code;
    }
    char *copy = memory_copy_bytes(bytes->bytes, bytes->length);
    if (!copy) return code;
    Value folded = frozen_open(thread, path, copy);
    value_release(code);
    return folded;
}

/* A library from 3.14 on counts on annotations that are worked out when they are asked for (PEP 649). Their text serves its
 * own classes as well: dataclasses and typing read it. Cells' annotations are worked out at once. */
static unsigned module_flags(Thread *thread) {
    const MachineLibrary *library = machine_library(thread->interpreter);
    return library && library->minor >= 14 ? FUTURE_ANNOTATIONS : 0;
}

Value library_cache_load(Thread *thread, const char *path) {
    TextBuffer place = TEXT_BUFFER_EMPTY, bytes = TEXT_BUFFER_EMPTY;
    uint64_t digest[2] = {0};
    bool is_kept = find_place(thread, path, &place, digest);
    char *kept = is_kept ? file_cache_read(place.bytes, true, NULL) : NULL;
    Value code = kept ? frozen_open(thread, path, kept) : language_compile_file(thread, path, module_flags(thread));
    if (!kept && !value_is_absent(code)) {
        code = fold(thread, path, code, &bytes);
        if (is_kept && bytes.length && !bytes.failed && file_cache_write(place.bytes, bytes.bytes, bytes.length) &&
            digest[0] % LOOKS_EVERY == 0) {
            text_truncate(&place, (size_t)(strrchr(place.bytes, '/') - place.bytes));
            file_cache_trim(place.bytes, CACHE_LIMIT);
        }
    }
    text_release(&place);
    text_release(&bytes);
    return code;
}
