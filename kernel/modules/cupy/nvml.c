/* What pynvml stands on where there is NVIDIA's library of management: one call of a function of it, by its name. All of its functions take
 * numbers, pointers and places for results, and return a status. */
#include "kernel/modules/cupy/device.h"

#include "base/memory.h"
#include "kernel/modules/cupy/nvml.h"

#include <stdint.h>
#include <string.h>

enum { MOST_ARGUMENTS = 6, LARGEST_RESULT = 1 << 16 };

typedef int NvmlFunction(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);

/* _nvml_call(name, arguments): an int is handed over as it is, bytes as a place that begins with them. (status, results...): bytes, one for
 * each place. None: there is no such library, or no such function in it. Only pynvml calls this, with handles that the library gave. */
NATIVE(nvml_call) {
    NATIVE_UNUSED;
    uintptr_t words[MOST_ARGUMENTS] = {0};
    char *places[MOST_ARGUMENTS] = {NULL};
    if (!value_is_string(arguments[0]) || strncmp(value_c_string(arguments[0]), "nvml", 4) != 0 || !value_is_tuple(arguments[1]) ||
        value_tuple(arguments[1])->count > MOST_ARGUMENTS)
        return raise_type_error(thread, "a name of NVML's and a tuple of up to six arguments are wanted");
    void *address = nvml_function(value_c_string(arguments[0]));
    if (!address) return VALUE_NONE;
    const Tuple *given = value_tuple(arguments[1]);
    bool good = true;
    size_t count = 0;
    for (; count < given->count && good; count++) {
        const Value item = given->items[count];
        int64_t number;
        if (!value_is_bytes(item)) {
            good = value_to_int64(thread, item, &number);
            words[count] = (uintptr_t)number;
            continue;
        }
        const Bytes *bytes = (const Bytes *)item.object;
        good = bytes->length <= LARGEST_RESULT && (places[count] = memory_allocate(bytes->length + 1)) != NULL;
        if (!good) raise_no_memory(thread);
        else memcpy(places[count], bytes->bytes, bytes->length);
        words[count] = (uintptr_t)places[count];
    }
    Value results[MOST_ARGUMENTS + 1];
    size_t result_count = 0;
    if (good) {
        NvmlFunction *function;
        memcpy(&function, &address, sizeof function);
        results[result_count++] = value_from_int(function(words[0], words[1], words[2], words[3], words[4], words[5]));
        for (size_t i = 0; i < count; i++)
            if (places[i]) results[result_count++] = bytes_new(thread, places[i], ((const Bytes *)given->items[i].object)->length);
    }
    for (size_t i = 0; i < count; i++) memory_release(places[i]);
    return good ? tuple_from_owned(thread, results, result_count) : VALUE_ABSENT;
}

const NativeEntry nvml_functions[] = {{"_nvml_call", "(name, arguments, /)", NULL, nvml_call, NULL, 0}, {NULL, NULL, NULL, NULL, NULL, 0}};
