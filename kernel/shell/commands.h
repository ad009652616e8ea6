/* The sub-commands that live in this room. Each gets the words after its name and returns the exit status:
 * 0 done, 1 it failed, 2 it was called wrongly or with a file that cannot be read. */
#ifndef KERNEL_SHELL_COMMANDS_H
#define KERNEL_SHELL_COMMANDS_H

#include "kernel/objects/core/interpreter.h"

/* Called on a new interpreter once its session is there: main adds the magics so. False: out of memory. */
typedef bool PrepareFunction(Thread *thread);

int kernel_command(int count, char **words, const char *program, PrepareFunction *prepare);
int run_file_command(int count, char **words, const char *program, PrepareFunction *prepare);
/* Run a text with these words as sys.argv[1:]: programs of ours that are written in Python. */
int run_text_command(const char *text, int count, char **words, const char *program, PrepareFunction *prepare);
/* As `python WORDS...`; words[0] is the name that the program was called by. */
bool python_command_fits(int count, char **words);
int python_command(int count, char **words, const char *program, PrepareFunction *prepare);
int repl_command(int count, char **words, const char *program, PrepareFunction *prepare);
int install_command(int count, char **words, const char *program);
int version_command(int count, char **words, const char *program);

#endif
