/* Shared by the files of _operator. */
#ifndef KERNEL_LIBRARY_OPERATOR_H
#define KERNEL_LIBRARY_OPERATOR_H

#include "kernel/objects/descriptor/native.h"

bool operator_add_types(Thread *thread, Value module);
NativeCode operator_concat, operator_iconcat, operator_count_of, operator_index_of;
NativeRawCode operator_call;

#endif
