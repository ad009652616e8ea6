/* The sub-commands, as git has them. */
#include "config.h"

#include "base/folders.h"
#include "base/memory.h"
#include "kernel/magics/magic.h"
#include "kernel/notebook/command.h"
#include "kernel/shell/commands.h"

#include <jansson.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct Command {
    const char *name, *summary, *usage;
    int (*run)(int count, char **words, const char *program);
} Command;

/* What the shell does not know of is added here, so that it need not: the magics, in every session. */
static int run_kernel(int count, char **words, const char *program) {
    return kernel_command(count, words, program, magics_install);
}

static int run_repl(int count, char **words, const char *program) {
    return repl_command(count, words, program, magics_install);
}

static int run_files(int count, char **words, const char *program) {
    if (notebook_command_fits(count, words)) return notebook_command(count, words, program, magics_install);
    return run_file_command(count, words, program, magics_install);
}

static const Command commands[] = {
    {"kernel", "serve a Jupyter front end: kernel -f CONNECTION_FILE",
     "kernel -f CONNECTION_FILE", run_kernel},
    {"run", "run a program or notebooks: run FILE.py WORDS, run A.ipynb [-o OUT]",
     "run FILE.py [ARGUMENT...]\n       cupola run NOTEBOOK.ipynb... [-o OUT] [-p NAME VALUE] [-r NAME TEXT] [-f FILE] [-y YAML]\n                  [--timeout SECONDS] [--allow-errors] [--jobs N]", run_files},
    {"repl", "an interactive session in the terminal",
     "repl", run_repl},
    {"install", "write the kernelspec, so that Jupyter finds this kernel",
     "install [--user | --prefix FOLDER | --sys-prefix] [--name NAME]", install_command},
    {"version", "this program, and the devices and libraries that it finds",
     "version", version_command},
};

/* `cupola COMMAND --help`: its own usage, wherever it is asked for. */
static int print_usage(const Command *command) {
    printf("usage: cupola %s\n\n%s\n", command->usage, command->summary);
    return 0;
}

static void print_help(FILE *file) {
    fputs("usage: cupola COMMAND [ARGUMENT...]\n\n"
          "A Jupyter kernel for Python cells with NumPy on the host and CuPy on the GPU.\n\n", file);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(file, "  %-9s %s\n", commands[i].name, commands[i].summary);
    fputs("\ncupola --help prints this; the manual is cupola(1).\n", file);
}

/* The absolute path of this program, for kernelspecs and sys.executable. */
static const char *find_program(char path[PATH_MAX], const char *name) {
    return folders_program(path, PATH_MAX) ? path : name;
}

/* Called by another name (a link of kernel/magics/programs.c): these are written in Python. */
static const char *text_of_program(const char *name) {
    static const struct {
        const char *name, *text;
    } programs[] = {
        {"pip", "import sys\nfrom IPython.core.magics.packages import pip\nsys.exit(pip(sys.argv[1:]))\n"},
        {"pip3", "import sys\nfrom IPython.core.magics.packages import pip\nsys.exit(pip(sys.argv[1:]))\n"},
        {"conda", "import sys\nfrom IPython.core.magics.packages import conda\nsys.exit(conda(sys.argv[1:]))\n"},
        {"mamba", "import sys\nfrom IPython.core.magics.packages import conda\nsys.exit(conda(sys.argv[1:]))\n"},
        {"nvidia-smi", "import sys\nfrom IPython.core.magics.devices import nvidia_smi\nsys.exit(nvidia_smi(sys.argv[1:]))\n"},
    };
    const char *slash = strrchr(name, '/');
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (!strcmp(slash ? slash + 1 : name, programs[i].name)) return programs[i].text;
    return NULL;
}

int main(int count, char **words) {
    /* Of its threads one at a time allocates much: more arenas would only cost memory, and where the address space is limited
     * most of that. */
    mallopt(M_ARENA_MAX, 2);
    json_set_alloc_funcs(memory_allocate, memory_release);
    char path[PATH_MAX];
    const char *text = text_of_program(words[0]);
    if (text) return run_text_command(text, count, words, find_program(path, words[0]), magics_install);
    if (count > 2 && !strcmp(words[1], "-m") && !strcmp(words[2], "pip")) /* python -m pip */
        return run_text_command(text_of_program("pip"), count - 2, words + 2, find_program(path, words[0]), magics_install);
    if (python_command_fits(count, words)) return python_command(count, words, find_program(path, words[0]), magics_install);
    if (count < 2) {
        print_help(stderr);
        return 2;
    }
    if (!strcmp(words[1], "--help") || !strcmp(words[1], "-h") || !strcmp(words[1], "help")) {
        print_help(stdout);
        return 0;
    }
    const char *program = find_program(path, words[0]);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(words[1], commands[i].name)) {
            if (count > 2 && (!strcmp(words[2], "--help") || !strcmp(words[2], "-h"))) return print_usage(&commands[i]);
            return commands[i].run(count - 2, words + 2, program);
        }
    if (!access(words[1], R_OK)) return python_command(count, words, program, magics_install); /* a file without .py */
    fprintf(stderr, "cupola: '%s' is no command; see cupola --help\n", words[1]);
    return 2;
}
