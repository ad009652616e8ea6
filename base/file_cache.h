/* Files that can be made again, in the user's cache folder: $CUPOLA_CACHE_DIR, $XDG_CACHE_HOME/cupola or ~/.cache/cupola.
 *
 * A file is named after everything that decides its contents and begins with a checksum of what is behind it, so that a
 * torn or foreign file is noticed. It is written beside its place and renamed: readers see all of it or nothing, however
 * many processes write it at once. Folders are 0700. */
#ifndef BASE_FILE_CACHE_H
#define BASE_FILE_CACHE_H

#include "base/text_buffer.h"

#include <stdint.h>

enum { FILE_CACHE_NAME = 64 }; /* a name has at most so many letters; others are left alone when the folder is trimmed */

/* The folder `part` of the cache, made when it is not there, appended to `folder`. False: there is no
 * cache (nothing names a place, it cannot be made, or the home is not there). */
bool file_cache_folder(const char *part, TextBuffer *folder);
/* What was written (owned; a NUL behind it), or NULL: not there, damaged, or another user's although `is_own`. Own files count as used
 * now. `size` may be NULL. */
char *file_cache_read(const char *path, bool is_own, size_t *size);
/* False: it could not be written; nothing is left behind. */
bool file_cache_write(const char *path, const void *bytes, size_t size);
/* Take away what has not been used for longest until a quarter of `limit` bytes is free, if the folder holds more than that. */
void file_cache_trim(const char *folder, int64_t limit);
/* Two 64-bit numbers of some bytes, continued from those in `digest` (zeros to begin with): a name for a file. Quick, and good
 * against accidents, not against people who want two contents to look alike. */
void file_cache_digest(uint64_t digest[2], const void *bytes, size_t length);

#endif
