/* %device: which accelerators there are, which one is current, and emulated ones. */
#include "kernel/magics/magic.h"

#include "base/text_buffer.h"
#include "kernel/modules/cupy/device.h"

#include <stdlib.h>
#include <string.h>

static Value print_devices(Thread *thread) {
    int count = device_count(thread), current = device_current(thread);
    TextBuffer text = TEXT_BUFFER_EMPTY;
    for (int number = 0; number < count; number++) {
        DeviceDescription device;
        if (!device_describe(thread, number, &device)) {
            text_release(&text);
            return VALUE_ABSENT;
        }
        text_append_format(&text, "%c %d  %s%s, memory: %.1f of %.1f GiB free\n", number == current ? '*' : ' ', number,
                           device.name, device.is_emulated ? " (on the CPU)" : "", (double)device.free_bytes / 1073741824.0,
                           (double)device.total_bytes / 1073741824.0);
    }
    bool good = count > 0 && magic_print(thread, "%s", text_string(&text));
    text_release(&text);
    return good ? VALUE_NONE : VALUE_ABSENT;
}

/* A device whose work the CPU does: the first emulated one; one more is made where all are real. */
static Value select_cpu(Thread *thread) {
    int count = device_count(thread);
    for (int number = 0; number < count; number++) {
        DeviceDescription device;
        if (!device_describe(thread, number, &device)) return VALUE_ABSENT;
        if (device.is_emulated) return device_select(thread, number) ? VALUE_NONE : VALUE_ABSENT;
    }
    if (count < 0 || !devices_emulate(thread, count + 1)) return VALUE_ABSENT;
    return device_select(thread, count) ? VALUE_NONE : VALUE_ABSENT;
}

static bool whole_number(const char *text, long *number) {
    char *end;
    *number = strtol(text, &end, 10);
    return end != text && end[strspn(end, " \t")] == '\0';
}

/* Every device's arrays go to the host; what has none left gives its context back. */
static Value release_devices(Thread *thread) {
    int count = device_count(thread);
    for (int number = 0; number < count; number++) {
        AwayCounts counts;
        if (!device_release(thread, number, &counts)) return VALUE_ABSENT;
        const char *what = counts.is_retired ? "the device is given back" : "its context stays for arrays whose addresses are in use:";
        bool printed = counts.is_retired
                           ? magic_print(thread, "device %d: %zu array%s (%.1f MiB) moved to the host, %s\n", number, counts.moved,
                                         counts.moved == 1 ? "" : "s", (double)counts.moved_bytes / 1048576, what)
                           : magic_print(thread, "device %d: %zu array%s (%.1f MiB) moved to the host, %s %zu\n", number, counts.moved,
                                         counts.moved == 1 ? "" : "s", (double)counts.moved_bytes / 1048576, what, counts.kept);
        if (!printed) return VALUE_ABSENT;
    }
    return count < 0 ? VALUE_ABSENT : VALUE_NONE;
}

static Value run_device(Thread *thread, const MagicCall *call) {
    const char *line = call->line->bytes + strspn(call->line->bytes, " \t");
    long number;
    if (!*line) return print_devices(thread);
    if (!strcmp(line, "cpu")) return select_cpu(thread);
    if (!strncmp(line, "release", 7) && line[7 + strspn(line + 7, " \t")] == '\0') return release_devices(thread);
    if (!strncmp(line, "emulate", 7) && (line[7] == ' ' || line[7] == '\t')) {
        if (!whole_number(line + 7, &number)) return magic_usage_error(thread, "%%device emulate wants a number, not '%s'", line + 7);
        return devices_emulate(thread, number > 1000 ? 1000 : (int)number) ? VALUE_NONE : VALUE_ABSENT;
    }
    if (whole_number(line, &number)) return device_select(thread, number) ? VALUE_NONE : VALUE_ABSENT;
    return magic_usage_error(thread, "%%device, %%device NUMBER, %%device cpu, %%device release or %%device emulate NUMBER; not '%s'", line);
}

const Magic magic_device = {
    .name = "device", .is_line = true, .run = run_device,
    .documentation = "%device\n%device NUMBER\n%device cpu\n%device release\n%device emulate NUMBER\n\nList cupy's devices and their memory, "
                     "select one, give idle ones back (arrays wait on the host, and come back when they are used), or have NUMBER of them: emulated ones are added where there are fewer."};
