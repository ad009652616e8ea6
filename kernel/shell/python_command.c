/* The program called as `python` is: FILE, -c TEXT, -m MODULE, or a program on standard input. sys.executable is this program,
 * so that scripts which start python start us. */
#include "base/text_buffer.h"
#include "base/memory.h"
#include "kernel/language/session/session.h"
#include "kernel/objects/system/language_info.h"
#include "kernel/objects/system/machine_library.h"
#include "kernel/shell/commands.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool python_command_fits(int count, char **words) {
    const char *slash = strrchr(words[0], '/'), *name = slash ? slash + 1 : words[0];
    if (!strncmp(name, "python", 6)) return true;
    if (count < 2) return false;
    const char *word = words[1];
    size_t length = strlen(word);
    if (word[0] == '-') return (word[1] != '-' && strcmp(word, "-h") != 0) || !strcmp(word, "--version");
    return strchr(word, '/') || (length > 3 && !strcmp(word + length - 3, ".py"));
}

static int run_text(char *text, int count, char **words, const char *program, PrepareFunction *prepare) {
    if (!text) {
        fputs("cupola: out of memory\n", stderr);
        return 1;
    }
    int status = run_text_command(text, count, words, program, prepare);
    memory_release(text);
    return status;
}

static char *read_input(void) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    char block[8192];
    for (size_t count; (count = fread(block, 1, sizeof block, stdin)) > 0;) text_append_bytes(&text, block, count);
    return text.length ? text_detach(&text) : memory_copy_string("");
}

/* -W, -X and -O, one a line: sys tells of them, warnings and the compiler heed them. */
static void keep_option(char letter, const char *value) {
    const char *before = getenv(PYTHON_OPTIONS);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    text_append_format(&text, "%s%c%s\n", before ? before : "", letter, value);
    if (!text.failed) setenv(PYTHON_OPTIONS, text_string(&text), 1);
    text_release(&text);
}

int python_command(int count, char **words, const char *program, PrepareFunction *prepare) {
    int at = 1;
    for (; at < count && words[at][0] == '-' && words[at][1]; at++) {
        const char *word = words[at];
        if (!strcmp(word, "-V") || !strcmp(word, "--version") || !strcmp(word, "-VV")) {
            MachineLibrary library;
            machine_library_find(&library);
            printf("Python %s\n", library.version);
            return 0;
        }
        if (!strcmp(word, "--")) {
            at++;
            break;
        }
        const char *option = strpbrk(word + 1, "cmWX"); /* options may stand together: -uc TEXT */
        for (const char *letter = word + 1; word[1] != '-' && *letter && letter != option; letter++)
            if (*letter == 'O' || *letter == 'u') keep_option(*letter, "");
        if (!option || word[1] == '-') continue;
        bool joined = option[1] != '\0';
        if (!joined && at + 1 >= count) {
            fprintf(stderr, "Argument expected for the -%c option\n", *option);
            return 2;
        }
        char *value = joined ? (char *)option + 1 : words[at + 1];
        int used = joined ? at : at + 1;
        if (*option == 'c') {
            words[used] = (char *)"-c";
            return run_text(memory_copy_string(value), count - used, words + used, program, prepare);
        }
        if (*option == 'm') {
            words[used] = value;
            return run_text(memory_copy_string("import runpy; runpy._run_module_as_main(__import__('sys').argv[0])"), count - used, words + used, program, prepare);
        }
        keep_option(*option, value);
        at = used;
    }
    if (at < count && strcmp(words[at], "-")) return run_file_command(count - at, words + at, program, prepare);
    if (at >= count && isatty(STDIN_FILENO)) return repl_command(0, words, program, prepare);
    static char empty[] = "", *none[] = {empty, NULL};
    return run_text(read_input(), at < count ? count - at : 1, at < count ? words + at : none, program, prepare);
}
