/* Notebook files of format 4, held as a jansson object with every multi-line text joined into one string. */
#ifndef KERNEL_NOTEBOOK_DOCUMENT_H
#define KERNEL_NOTEBOOK_DOCUMENT_H

#include "base/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* Errors: OSError (unreadable), ValueError (not JSON, not a notebook, another format). New reference or NULL. */
json_t *document_load(const char *path, Error *error);
json_t *document_parse(const char *bytes, size_t length, Error *error);
/* Written beside `path` and renamed into place. */
bool document_save(const json_t *document, const char *path, Error *error);
/* In place of all that a file holds. */
bool document_write(const json_t *document, int descriptor, Error *error);
/* What its cells are written in, borrowed; NULL when it does not say. */
const char *document_language(const json_t *document);
/* Insert a code cell at `index`; `tag` goes to its metadata. The minor version decides whether it gets an id. */
bool document_insert_cell(json_t *document, size_t index, const char *source, const char *tag);
bool cell_has_tag(const json_t *cell, const char *tag);
bool cell_is_code(const json_t *cell);
const char *cell_source(const json_t *cell);

#endif
