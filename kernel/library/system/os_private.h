/* What the files of os share. */
#ifndef KERNEL_LIBRARY_OS_PRIVATE_H
#define KERNEL_LIBRARY_OS_PRIVATE_H

#include "kernel/library/struct_sequence.h"

/* The text of a path: str, bytes, or an object with __fspath__. Owned str, or absent with TypeError. */
Value os_path_text(Thread *thread, Value value);
/* os.fspath: str and bytes as they are, what an object with __fspath__ says. Owned, or absent with TypeError. */
Value os_plain_path(Thread *thread, Value value);
/* Likewise, as the system takes it: owned, to be read by system_bytes(); UnicodeEncodeError too. */
Value os_system_path(Thread *thread, Value value);
/* As os_system_path where a file descriptor will do: *descriptor is it, or -1. `function` for the TypeError; NULL: no descriptors.
 * A NUL in the path is a ValueError. */
Value os_path_argument(Thread *thread, Value value, const char *function, const char *parameter, int *descriptor);
/* A name of the system as str, or as bytes when `like` is bytes. */
Value os_name(Thread *thread, const char *bytes, size_t length, bool as_bytes);
bool os_is_bytes_path(Thread *thread, Value value);

extern const NativeEntry os_file_functions[], os_descriptor_functions[], os_process_functions[];
bool os_add_descriptor_names(Thread *thread, Value module);
bool os_add_file_names(Thread *thread, Value module);
bool os_add_process_names(Thread *thread, Value module);

#endif
