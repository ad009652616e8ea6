/* `cupola install`: writes the kernelspec where Jupyter finds it. */
#include "kernel/shell/commands.h"

#include "base/folders.h"
#include "base/memory.h"
#include "base/text_buffer.h"
#include "kernelspec/kernelspec.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] = "usage: cupola install [--user | --prefix FOLDER | --sys-prefix] [--name NAME]\n";

typedef struct InstallOptions {
    const char *prefix; /* NULL: the user's own folder */
    bool is_system_prefix;
    const char *name;
} InstallOptions;

static bool is_kernel_name(const char *name) {
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("._-", *at)) return false;
    return *name && *name != '.';
}

/* The value of an option: `--name x` or `--name=x`; NULL when this word is another. */
static const char *option_value(const char *option, int *at, int count, char **words) {
    size_t length = strlen(option);
    if (strncmp(words[*at], option, length)) return NULL;
    if (words[*at][length] == '=') return words[*at] + length + 1;
    if (words[*at][length] || *at + 1 >= count) return NULL;
    return words[++*at];
}

static bool read_options(InstallOptions *options, int count, char **words) {
    for (int at = 0; at < count; at++) {
        const char *value;
        if (!strcmp(words[at], "--user")) options->prefix = NULL;
        else if (!strcmp(words[at], "--sys-prefix")) options->is_system_prefix = true;
        else if ((value = option_value("--prefix", &at, count, words))) options->prefix = value;
        else if ((value = option_value("--name", &at, count, words))) options->name = value;
        else return false;
    }
    return is_kernel_name(options->name);
}

static void append_environment_prefix(TextBuffer *folder, const char *program) {
    const char *environment = getenv("VIRTUAL_ENV");
    if (!environment || !*environment) environment = getenv("CONDA_PREFIX");
    if (environment && *environment) {
        text_append(folder, environment);
        return;
    }
    /* Without an environment: the prefix that this program was installed under, .../bin/cupola. */
    const char *end = strrchr(program, '/');
    while (end && end > program && end[-1] != '/') end--;
    text_append_bytes(folder, program, end && end > program + 1 ? (size_t)(end - program - 1) : 0);
}

static void append_user_folder(TextBuffer *folder) {
    const char *own = getenv("JUPYTER_DATA_DIR"), *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (own && *own) text_append(folder, own);
    else if (data && *data) text_append_format(folder, "%s/jupyter", data);
    else text_append_format(folder, "%s/.local/share/jupyter", home && *home ? home : "");
}

static void append_json_string(TextBuffer *text, const char *string) {
    text_append_char(text, '"');
    for (const char *at = string; *at; at++) {
        if (*at == '"' || *at == '\\') text_append_char(text, '\\');
        if ((unsigned char)*at < 0x20) text_append_format(text, "\\u%04x", *at);
        else text_append_char(text, *at);
    }
    text_append_char(text, '"');
}

/* The template with what its marks stand for: the program's path, and for a kernelspec under a prefix where that is, so that the
 * Python library of an environment which nobody has activated is found (machine_library.h). */
static void append_specification(TextBuffer *text, const KernelspecFile *file, const char *program, const char *prefix) {
    static const char program_mark[] = "\"@PROGRAM@\"", environment_mark[] = "@ENVIRONMENT@";
    for (const char *at = file->bytes; at < file->end;) {
        size_t left = (size_t)(file->end - at);
        if (left >= sizeof program_mark && !strncmp(at, program_mark, sizeof program_mark - 1)) {
            append_json_string(text, program);
            at += sizeof program_mark - 1;
        } else if (left >= sizeof environment_mark && !strncmp(at, environment_mark, sizeof environment_mark - 1)) {
            if (prefix) text_append(text, "\"CUPOLA_KERNEL_PREFIX\": "), append_json_string(text, prefix);
            at += sizeof environment_mark - 1;
        } else text_append_char(text, *at++);
    }
}

/* Written beside its place and renamed, so that nobody reads half of it. */
static bool write_file(const char *folder, const char *name, const char *bytes, size_t length) {
    TextBuffer path = TEXT_BUFFER_EMPTY, new_path = TEXT_BUFFER_EMPTY;
    text_append_format(&path, "%s/%s", folder, name);
    text_append_format(&new_path, "%s/.%s.new", folder, name);
    bool done = false;
    FILE *file = path.failed || new_path.failed ? NULL : fopen(new_path.bytes, "we");
    if (file) {
        done = fwrite(bytes, 1, length, file) == length;
        done = fclose(file) == 0 && done;
        done = done && rename(new_path.bytes, path.bytes) == 0;
        if (!done) unlink(new_path.bytes);
    }
    text_release(&path);
    text_release(&new_path);
    return done;
}

static bool write_files(char *folder, const char *program, const char *prefix) {
    bool done = folders_make(folder, 0755);
    char absolute[PATH_MAX];
    if (prefix && realpath(prefix, absolute)) prefix = absolute;
    for (size_t i = 0; done && i < kernelspec_file_count; i++) {
        const KernelspecFile *file = &kernelspec_files[i];
        TextBuffer text = TEXT_BUFFER_EMPTY;
        if (strcmp(file->name, "kernel.json")) text_append_bytes(&text, file->bytes, (size_t)(file->end - file->bytes));
        else append_specification(&text, file, program, prefix);
        done = !text.failed && write_file(folder, file->name, text.bytes, text.length);
        text_release(&text);
    }
    return done;
}

int install_command(int count, char **words, const char *program) {
    InstallOptions options = {.name = "cupola"};
    if (!read_options(&options, count, words)) {
        fputs(usage, stderr);
        return 2;
    }
    TextBuffer folder = TEXT_BUFFER_EMPTY;
    if (options.is_system_prefix) append_environment_prefix(&folder, program);
    else if (options.prefix) text_append(&folder, options.prefix);
    else append_user_folder(&folder);
    char *prefix = options.is_system_prefix || options.prefix ? memory_copy_string(text_string(&folder)) : NULL;
    if (prefix) text_append(&folder, "/share/jupyter");
    text_append_format(&folder, "/kernels/%s", options.name);
    bool done = !folder.failed && write_files(folder.bytes, program, prefix);
    if (done) printf("Installed kernelspec %s in %s\n", options.name, folder.bytes);
    else fprintf(stderr, "cupola: the kernelspec cannot be written to %s: %s\n", text_string(&folder), strerror(errno));
    memory_release(prefix);
    text_release(&folder);
    return done ? 0 : 1;
}
