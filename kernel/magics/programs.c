/* The folder of links: $XDG_CACHE_HOME/cupola/bin-<hash of the program's path>, so that several builds keep apart. */
#include "kernel/magics/programs.h"

#include "base/folders.h"
#include "base/hash_table.h"
#include "base/memory.h"
#include "base/text_buffer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {"pip", "pip3", "conda", "mamba", "python", "python3", NULL};

/* Whether PATH has the program. */
static bool is_on_path(const char *name) {
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t length = strcspn(path, ":");
        TextBuffer file = TEXT_BUFFER_EMPTY;
        text_append_format(&file, "%.*s/%s", (int)length, path, name);
        bool found = access(text_string(&file), X_OK) == 0;
        text_release(&file);
        if (found) return true;
        path += length + (path[length] == ':');
    }
    return false;
}

/* A link that leads to the program; another one is replaced. */
static bool make_link(const char *folder, const char *name, const char *program) {
    char target[4096];
    TextBuffer path = TEXT_BUFFER_EMPTY;
    text_append_format(&path, "%s/%s", folder, name);
    ssize_t length = readlink(text_string(&path), target, sizeof target - 1);
    bool good = length > 0 && (size_t)length == strlen(program) && !memcmp(target, program, (size_t)length);
    if (!good) {
        unlink(text_string(&path));
        good = symlink(program, text_string(&path)) == 0 || errno == EEXIST;
    }
    text_release(&path);
    return good;
}

char *programs_folder(const char *program) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    TextBuffer path = TEXT_BUFFER_EMPTY;
    char own[4096];
    if (!program || program[0] != '/') {
        if (!folders_program(own, sizeof own)) return NULL;
        program = own;
    }
    if (cache && *cache == '/') text_append(&path, cache);
    else if (home && *home == '/') text_append_format(&path, "%s/.cache", home);
    else text_append_format(&path, "/tmp/cupola-%u", (unsigned)getuid());
    text_append_format(&path, "/cupola/bin-%08llx", (unsigned long long)(hash_bytes(program, strlen(program)) & 0xffffffff));
    char *folder = text_detach(&path);
    if (!folder || !folders_make(folder, 0700)) {
        memory_release(folder);
        return NULL;
    }
    bool good = true;
    for (size_t i = 0; names[i] && good; i++) good = make_link(folder, names[i], program);
    if (good && !is_on_path("nvidia-smi")) good = make_link(folder, "nvidia-smi", program);
    if (good) return folder;
    memory_release(folder);
    return NULL;
}
