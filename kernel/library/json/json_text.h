/* The two halves of _json: text from values, values from text. */
#ifndef KERNEL_LIBRARY_JSON_TEXT_H
#define KERNEL_LIBRARY_JSON_TEXT_H

#include "base/text_buffer.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/native.h"

NativeCode json_scan, json_scan_string;

#endif
