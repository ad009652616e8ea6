/* What the files of sys share. */
#ifndef KERNEL_LIBRARY_SYS_PRIVATE_H
#define KERNEL_LIBRARY_SYS_PRIVATE_H

#include "kernel/objects/descriptor/native.h"

extern const NativeEntry sys_size_functions[];
bool sys_add_streams(Thread *thread, Value module);
bool sys_add_information(Thread *thread, Value module);

#endif
