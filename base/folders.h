/* Folders and those above them, as mkdir -p makes them. */
#ifndef BASE_FOLDERS_H
#define BASE_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Make the folder, with those above it that are missing; one that is there is fine. False with errno of what went wrong
 * first. `path` is cut at its slashes on the way and whole again afterwards. */
bool folders_make(char *path, mode_t mode);
/* The same for the folder that the file `path` belongs in. */
bool folders_make_above(char *path, mode_t mode);
/* The absolute path of the program that runs; false when the system does not say. */
bool folders_program(char *path, size_t size);

#endif
