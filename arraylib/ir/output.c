/* What running kernels need beside arithmetic: printf, the clock, the memory that they may touch. */
#include "arraylib/ir/private.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

bool ir_next_conversion(const char **at, IrConversion *conversion) {
    const char *from = *at, *p = from;
    if (!*from) return false;
    *conversion = (IrConversion){.literal = from};
    while (*p && *p != '%') p++;
    conversion->literal_length = (size_t)(p - from);
    if (*p == '%' && p[1] == '%') { /* one of them is text */
        conversion->literal_length++;
        *at = p + 2;
        return true;
    }
    if (*p == '%') {
        const char *flags = p + 1;
        size_t length = strspn(flags, "-+ #0123456789.");
        const char *letter = flags + length + strspn(flags + length, "hlLqjzt");
        if (*letter && strchr("diouxXcfFeEgGaAps", *letter) && length < 40) {
            conversion->flags = flags;
            conversion->flags_length = length;
            conversion->letter = *letter == 'p' ? 'x' : *letter;
            *at = letter + 1;
            return true;
        }
        conversion->literal_length++; /* no conversion: as it stands */
        p++;
    }
    *at = p;
    return true;
}

/* A string in memory that may be read, up to where that ends. What a thread has for itself is not looked for. */
static void append_string(TextBuffer *text, const IrRun *run, const IrModule *module, const IrConversion *conversion, uintptr_t address) {
    char format[64];
    const char *bytes = NULL;
    size_t room = 0;
    const IrRange *range = run->memory ? ir_memory_find(run->memory, address) : NULL;
    if (range) bytes = (const char *)address, room = range->end - address;
    for (const IrGlobal *global = module->globals; global && !bytes; global = global->next)
        if (address >= (uintptr_t)global->bytes && address - (uintptr_t)global->bytes < (uintptr_t)global->type->size)
            bytes = (const char *)address, room = (size_t)global->type->size - (address - (uintptr_t)global->bytes);
    if (!bytes) bytes = address ? "?" : "(null)", room = strlen(bytes);
    size_t length = strnlen(bytes, room);
    char *copy = memory_allocate(length + 1);
    if (!copy) return;
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    snprintf(format, sizeof format, "%%%.*ss", (int)conversion->flags_length, conversion->flags);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    text_append_format(text, format, copy);
#pragma GCC diagnostic pop
    memory_release(copy);
}

static void append_conversion(TextBuffer *text, const IrConversion *conversion, const IrType *type, IrScalar value) {
    char format[64];
    bool real = strchr("fFeEgGaA", conversion->letter) != NULL;
    const IrType *wanted = real ? IR_TYPE(FLOAT64) : IR_TYPE(INT64);
    IrScalar as = value;
    int width = 0; /* huge widths print megabytes */
    for (size_t i = 0; i < conversion->flags_length; i++) {
        char ch = conversion->flags[i];
        width = ch >= '0' && ch <= '9' ? width * 10 + (ch - '0') : 0;
        if (width > 1000) return;
    }
    snprintf(format, sizeof format, "%%%.*s%s%c", (int)conversion->flags_length, conversion->flags, real || conversion->letter == 'c' ? "" : "ll", conversion->letter);
    if (ir_kind(type) == 'f' || real) ir_evaluate(IR_CAST, 0, wanted, &type, &value, &as);
    if (strchr("ouxX", conversion->letter) && type->size == 4) as.u = (uint32_t)as.u;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (real) text_append_format(text, format, as.f64);
    else if (conversion->letter == 'c') text_append_format(text, format, (int)as.i);
    else text_append_format(text, format, (long long)as.i);
#pragma GCC diagnostic pop
}

void ir_print_values(IrRun *run, const IrModule *module, const char *format, const IrType *const *types, const IrScalar *values, int count) {
    TextBuffer text = TEXT_BUFFER_EMPTY;
    int number = 0;
    for (IrConversion conversion; ir_next_conversion(&format, &conversion);) {
        text_append_bytes(&text, conversion.literal, conversion.literal_length);
        if (conversion.letter == 's' && number >= count) text_append(&text, "%s");
        if (!conversion.letter || number >= count) continue;
        if (conversion.letter == 's' && types[number]->size == 8) append_string(&text, run, module, &conversion, (uintptr_t)values[number].u);
        else if (conversion.letter != 's') append_conversion(&text, &conversion, types[number], values[number]);
        number++;
    }
    if (run->print) run->print(run->print_context, text_string(&text), text.length);
    else fwrite(text_string(&text), 1, text.length, stdout);
    text_release(&text);
}

int64_t ir_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

const IrRange *ir_memory_find(const IrMemory *memory, uintptr_t address) {
    size_t low = 0, high = memory->count;
    while (low < high) { /* the last range that starts at or before it */
        size_t middle = (low + high) / 2;
        if (memory->ranges[middle].start <= address) low = middle + 1;
        else high = middle;
    }
    return low > 0 && address < memory->ranges[low - 1].end ? &memory->ranges[low - 1] : NULL;
}

bool ir_memory_holds(const IrMemory *memory, const void *address, size_t size) {
    const IrRange *range = ir_memory_find(memory, (uintptr_t)address);
    return range && size <= range->end - (uintptr_t)address;
}
