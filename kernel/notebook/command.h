/* `cupola run A.ipynb B.ipynb ...`: see command.c for its options. */
#ifndef KERNEL_NOTEBOOK_COMMAND_H
#define KERNEL_NOTEBOOK_COMMAND_H

#include "kernel/objects/core/interpreter.h"

/* Whether the words after `run` name a notebook rather than a program file. */
bool notebook_command_fits(int count, char **words);
typedef bool PrepareSession(Thread *thread); /* called on the new session of a notebook; may be NULL */

/* The words after `run`. Exit status: 0 all cells ran, 1 a cell failed or a notebook could not be run, 2 usage. */
int notebook_command(int count, char **words, const char *program, PrepareSession *prepare);

#endif
