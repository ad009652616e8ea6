/* time: clocks, sleeping, calendars of seconds. */
#include "base/memory.h"
#include "kernel/objects/builtin/builtins.h"
#include "kernel/objects/container/containers.h"
#include "kernel/objects/descriptor/descriptor.h"
#include "kernel/objects/descriptor/native.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <time.h>

static double seconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int64_t nanoseconds_of(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#define CLOCK(name, clock)                                                  \
    NATIVE(time_##name) {                                                   \
        NATIVE_UNUSED;                                                      \
        thread_finish_pending(thread);                                      \
        return value_from_float(seconds_of(clock));                         \
    }                                                                       \
    NATIVE(time_##name##_ns) {                                              \
        NATIVE_UNUSED;                                                      \
        thread_finish_pending(thread);                                      \
        return value_from_int(nanoseconds_of(clock));                       \
    }
CLOCK(time, CLOCK_REALTIME)
CLOCK(monotonic, CLOCK_MONOTONIC)
CLOCK(perf_counter, CLOCK_MONOTONIC)
CLOCK(process_time, CLOCK_PROCESS_CPUTIME_ID)
CLOCK(thread_time, CLOCK_THREAD_CPUTIME_ID)

/* A number of seconds as CPython takes it: a float, or what has __index__. */
static bool seconds_from(Thread *thread, Value value, double *seconds, int64_t *whole) {
    if (value_is_float(value)) {
        if (!value_to_double(thread, value, seconds)) return false;
        if (isnan(*seconds)) return raise_value_error(thread, "Invalid value NaN (not a number)"), false;
        double down = floor(*seconds);
        *whole = fabs(down) < 9.2e18 ? (int64_t)down : down < 0 ? INT64_MIN : INT64_MAX;
        return true;
    }
    Value index = value_index(thread, value);
    if (value_is_absent(index)) return false;
    if (!value_to_int64(thread, index, whole)) exception_clear(thread), *whole = INT64_MAX; /* of either sign: too large */
    *seconds = (double)*whole;
    value_release(index);
    return true;
}

/* In slices, so that an interrupt is seen at once. */
NATIVE(time_sleep) {
    (void)native;
    double seconds;
    int64_t whole;
    if (!seconds_from(thread, arguments[0], &seconds, &whole)) return VALUE_ABSENT;
    if (seconds < 0) return raise_value_error(thread, "sleep length must be non-negative");
    if (seconds > 9e9) return raise_overflow_error(thread, "timestamp too large to convert to C _PyTime_t");
    FrontEnd *front_end = &thread->interpreter->front_end;
    if (seconds > 0.01 && front_end->flush) front_end->flush(front_end->context);
    double end = seconds_of(CLOCK_MONOTONIC) + seconds;
    for (;;) {
        double left = end - seconds_of(CLOCK_MONOTONIC);
        if (!thread_poll(thread)) return VALUE_ABSENT;
        if (left <= 0) return VALUE_NONE;
        if (left > 0.02) left = 0.02;
        struct timespec slice = {0, (long)(left * 1e9)};
        thread_block(thread);
        nanosleep(&slice, NULL);
        thread_unblock(thread);
    }
}

/* ---- clocks by number ---- */

static bool clock_from(Thread *thread, Value value, clockid_t *clock) {
    int64_t number;
    if (!value_to_int64(thread, value, &number)) return false;
    *clock = (clockid_t)number;
    return true;
}

static Value clock_reading(Thread *thread, Value value, int (*read)(clockid_t, struct timespec *), bool nanoseconds) {
    clockid_t clock;
    struct timespec found;
    if (!clock_from(thread, value, &clock)) return VALUE_ABSENT;
    thread_finish_pending(thread);
    if (read(clock, &found)) return raise_os_error(thread, errno, NULL);
    if (nanoseconds) return value_from_int((int64_t)found.tv_sec * 1000000000 + found.tv_nsec);
    return value_from_float((double)found.tv_sec + (double)found.tv_nsec / 1e9);
}
NATIVE(time_clock_gettime) { return (void)native, clock_reading(thread, arguments[0], clock_gettime, false); }
NATIVE(time_clock_gettime_ns) { return (void)native, clock_reading(thread, arguments[0], clock_gettime, true); }
NATIVE(time_clock_getres) { return (void)native, clock_reading(thread, arguments[0], clock_getres, false); }

static Value set_clock(Thread *thread, Value value, int64_t nanoseconds) {
    clockid_t clock;
    if (!clock_from(thread, value, &clock)) return VALUE_ABSENT;
    struct timespec wanted = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    return clock_settime(clock, &wanted) ? raise_os_error(thread, errno, NULL) : VALUE_NONE;
}
NATIVE(time_clock_settime) {
    (void)native;
    double seconds;
    if (!value_to_double(thread, arguments[1], &seconds)) return VALUE_ABSENT;
    if (!(fabs(seconds) < 9e9)) return raise_overflow_error(thread, "timestamp too large to convert to C _PyTime_t");
    return set_clock(thread, arguments[0], (int64_t)(seconds * 1e9));
}
NATIVE(time_clock_settime_ns) {
    (void)native;
    int64_t nanoseconds;
    return value_to_int64(thread, arguments[1], &nanoseconds) ? set_clock(thread, arguments[0], nanoseconds) : VALUE_ABSENT;
}

/* What is known of the clock behind each function, for get_clock_info(). */
static const struct {
    const char *name, *implementation;
    clockid_t clock;
    bool monotonic, adjustable;
} clocks[] = {{"time", "clock_gettime(CLOCK_REALTIME)", CLOCK_REALTIME, false, true},
              {"monotonic", "clock_gettime(CLOCK_MONOTONIC)", CLOCK_MONOTONIC, true, false},
              {"perf_counter", "clock_gettime(CLOCK_MONOTONIC)", CLOCK_MONOTONIC, true, false},
              {"process_time", "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)", CLOCK_PROCESS_CPUTIME_ID, true, false},
              {"thread_time", "clock_gettime(CLOCK_THREAD_CPUTIME_ID)", CLOCK_THREAD_CPUTIME_ID, true, false}};

NATIVE(time_get_clock_info) {
    (void)native;
    if (!value_is_string(arguments[0]))
        return raise_type_error(thread, "get_clock_info() argument 1 must be str, not %s",
                                value_is_none(arguments[0]) ? "None" : type_of(thread->interpreter, arguments[0])->name);
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        if (!string_equals_c(value_string(arguments[0]), clocks[i].name)) continue;
        struct timespec resolution = {0, 1};
        clock_getres(clocks[i].clock, &resolution);
        Value dict = dict_new(thread);
        if (value_is_absent(dict)) return dict;
        bool done = dict_set_c_owned(thread, value_dict(dict), "implementation", string_from_c(thread, clocks[i].implementation)) &&
                    dict_set_c(thread, value_dict(dict), "monotonic", value_from_bool(clocks[i].monotonic)) &&
                    dict_set_c(thread, value_dict(dict), "adjustable", value_from_bool(clocks[i].adjustable)) &&
                    dict_set_c(thread, value_dict(dict), "resolution",
                               value_from_float((double)resolution.tv_sec + (double)resolution.tv_nsec * 1e-9));
        Value info = done ? namespace_new(thread, value_dict(dict)) : VALUE_ABSENT;
        value_release(dict);
        return info;
    }
    return raise_value_error(thread, "unknown clock");
}

/* ---- calendar times: struct_time is made by the module _struct_sequence ---- */

enum { FIELDS = 9 };

static Value struct_time_new(Thread *thread, const Native *native, const struct tm *calendar) {
    Value items[FIELDS + 2] = {value_from_int(calendar->tm_year + 1900LL),    value_from_int(calendar->tm_mon + 1),
                               value_from_int(calendar->tm_mday),             value_from_int(calendar->tm_hour),
                               value_from_int(calendar->tm_min),              value_from_int(calendar->tm_sec),
                               value_from_int((calendar->tm_wday + 6) % 7),   value_from_int(calendar->tm_yday + 1),
                               value_from_int(calendar->tm_isdst),            string_from_c(thread, calendar->tm_zone),
                               value_from_int(calendar->tm_gmtoff)};
    Value fields = value_is_absent(items[FIELDS]) ? VALUE_ABSENT : tuple_from_values(thread, items, FIELDS + 2);
    value_release(items[FIELDS]);
    if (value_is_absent(fields)) return fields;
    Value type = value_get_attribute_c(thread, native->self, "struct_time");
    Value result = value_is_absent(type) ? type : value_call_one(thread, type, fields);
    value_release(type);
    value_release(fields);
    return result;
}

/* The fields of a tuple as they are, with its zone when it is a struct_time. */
static bool calendar_of(Thread *thread, Value value, const char *function, struct tm *calendar) {
    if (!value_is_tuple(value)) {
        raise_type_error(thread, "Tuple or struct_time argument required");
        return false;
    }
    if (value_tuple(value)->count != FIELDS) {
        raise_type_error(thread, "%s(): illegal time tuple argument", function);
        return false;
    }
    int64_t fields[FIELDS];
    for (size_t i = 0; i < FIELDS; i++) {
        if (!value_to_int64(thread, value_tuple(value)->items[i], &fields[i])) return false;
        int64_t moved = i == 0 ? fields[0] - 1900 : fields[i];
        if (moved < INT32_MIN || moved > INT32_MAX || fields[i] > INT32_MAX || fields[i] < INT32_MIN) {
            raise_overflow_error(thread, fields[i] >= INT32_MIN && fields[i] <= INT32_MAX ? "year out of range"
                                         : moved < 0 ? "signed integer is less than minimum"
                                                                                : "signed integer is greater than maximum");
            return false;
        }
    }
    *calendar = (struct tm){.tm_year = (int)(fields[0] - 1900), .tm_mon = (int)fields[1] - 1, .tm_mday = (int)fields[2],
                            .tm_hour = (int)fields[3], .tm_min = (int)fields[4], .tm_sec = (int)fields[5],
                            .tm_wday = (int)((fields[6] + 1) % 7), .tm_yday = (int)fields[7] - 1, .tm_isdst = (int)fields[8]};
    return true;
}

/* What the C library would read past its tables for; zeros stand for the smallest value. */
static bool calendar_is_sound(Thread *thread, struct tm *calendar) {
    if (calendar->tm_mon == -1) calendar->tm_mon = 0;
    if (calendar->tm_mday == 0) calendar->tm_mday = 1;
    if (calendar->tm_yday == -1) calendar->tm_yday = 0;
    if (calendar->tm_isdst < -1) calendar->tm_isdst = -1;
    if (calendar->tm_isdst > 1) calendar->tm_isdst = 1;
    const char *wrong = calendar->tm_mon < 0 || calendar->tm_mon > 11      ? "month"
                        : calendar->tm_mday < 0 || calendar->tm_mday > 31  ? "day of month"
                        : calendar->tm_hour < 0 || calendar->tm_hour > 23  ? "hour"
                        : calendar->tm_min < 0 || calendar->tm_min > 59    ? "minute"
                        : calendar->tm_sec < 0 || calendar->tm_sec > 61    ? "seconds"
                        : calendar->tm_wday < 0                            ? "day of week"
                        : calendar->tm_yday < 0 || calendar->tm_yday > 365 ? "day of year"
                                                                           : NULL;
    if (wrong) raise_value_error(thread, "%s out of range", wrong);
    return !wrong;
}

static bool instant_of(Thread *thread, Value value, time_t *instant) {
    double seconds;
    int64_t whole;
    if (value_is_none(value)) {
        *instant = time(NULL);
        return true;
    }
    if (!seconds_from(thread, value, &seconds, &whole)) return false;
    if (whole == INT64_MAX || whole == INT64_MIN) {
        raise_overflow_error(thread, "timestamp out of range for platform time_t");
        return false;
    }
    *instant = (time_t)whole;
    return true;
}

static Value calendar_at(Thread *thread, const Native *native, Value when, struct tm *(*convert)(const time_t *, struct tm *)) {
    time_t instant;
    struct tm calendar;
    if (!instant_of(thread, when, &instant)) return VALUE_ABSENT;
    if (!convert(&instant, &calendar)) return raise_os_error(thread, errno, NULL);
    return struct_time_new(thread, native, &calendar);
}
NATIVE(time_localtime) { return calendar_at(thread, native, arguments[0], localtime_r); }
NATIVE(time_gmtime) { return calendar_at(thread, native, arguments[0], gmtime_r); }

NATIVE(time_mktime) {
    (void)native;
    struct tm calendar;
    if (!calendar_of(thread, arguments[0], "mktime", &calendar)) return VALUE_ABSENT;
    calendar.tm_wday = -1; /* tells a failure from the last second of 1969 */
    time_t instant = mktime(&calendar);
    if (instant == (time_t)-1 && calendar.tm_wday == -1) return raise_overflow_error(thread, "mktime argument out of range");
    return value_from_float((double)instant);
}

static bool calendar_or_now(Thread *thread, Value value, const char *function, struct tm *calendar) {
    time_t now = time(NULL);
    if (value_is_none(value)) return localtime_r(&now, calendar);
    if (!calendar_of(thread, value, function, calendar) || !calendar_is_sound(thread, calendar)) return false;
    /* %Z prints the name of the zone; that of a struct_time is its own. */
    Value zone = value_find_attribute_c(thread, value, "tm_zone");
    if (value_is_string(zone)) {
        String *name = string_intern(thread, value_c_string(zone)); /* they are few, and `calendar` holds no reference */
        if (name) calendar->tm_zone = name->bytes;
    } else if (calendar->tm_isdst >= 0) {
        calendar->tm_zone = tzname[calendar->tm_isdst > 0];
    }
    value_release(zone);
    Value offset = value_find_attribute_c(thread, value, "tm_gmtoff");
    if (offset.tag == TAG_INT) calendar->tm_gmtoff = (long)offset.integer;
    value_release(offset);
    return !exception_is_set(thread);
}

NATIVE(time_strftime) {
    (void)native;
    struct tm calendar = {0};
    if (!value_is_string(arguments[0]))
        return raise_type_error(thread, "strftime() argument 1 must be str, not %s",
                                value_is_none(arguments[0]) ? "None" : type_of(thread->interpreter, arguments[0])->name);
    if (!calendar_or_now(thread, arguments[1], "strftime", &calendar)) return VALUE_ABSENT;
    const String *format = value_string(arguments[0]);
    if (strlen(format->bytes) != format->length) return raise_value_error(thread, "embedded null character");
    /* An empty result is no different from a buffer that is too small: up to 256 bytes for each of the format. */
    for (size_t capacity = 1024;; capacity *= 4) {
        char *text = memory_allocate(capacity);
        if (!text) return raise_no_memory(thread);
        size_t length = strftime(text, capacity, format->bytes, &calendar);
        if (length || capacity >= 256 * format->length) {
            Value result = string_new(thread, text, length);
            memory_release(text);
            return result;
        }
        memory_release(text);
    }
}

static Value calendar_text(Thread *thread, const struct tm *calendar) {
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    return string_format(thread, "%s %s %2d %02d:%02d:%02d %lld", days[(unsigned)calendar->tm_wday % 7],
                         months[(unsigned)calendar->tm_mon % 12], calendar->tm_mday, calendar->tm_hour, calendar->tm_min,
                         calendar->tm_sec, calendar->tm_year + 1900LL);
}

NATIVE(time_asctime) {
    (void)native;
    struct tm calendar;
    return calendar_or_now(thread, arguments[0], "asctime", &calendar) ? calendar_text(thread, &calendar) : VALUE_ABSENT;
}

NATIVE(time_ctime) {
    (void)native;
    time_t instant;
    struct tm calendar;
    if (!instant_of(thread, arguments[0], &instant)) return VALUE_ABSENT;
    if (!localtime_r(&instant, &calendar)) return raise_os_error(thread, errno, NULL);
    return calendar_text(thread, &calendar);
}

NATIVE(time_strptime) {
    (void)native;
    Value module = import_module(thread, "_strptime");
    if (value_is_absent(module)) return module;
    Value result = value_call_method(thread, module, "_strptime_time", arguments, 2);
    value_release(module);
    return result;
}

/* The variables of the zone, from what TZ says now. */
static bool add_zone(Thread *thread, Value module) {
    tzset();
    time_t start = time(NULL);
    struct tm calendar;
    int64_t offsets[2] = {timezone, timezone};
    for (int quarter = 0; daylight && quarter < 4; quarter++) { /* summer's offset, from a time of the year that has it */
        time_t instant = start + (time_t)quarter * 7884000;
        if (localtime_r(&instant, &calendar) && calendar.tm_isdst > 0) offsets[1] = -calendar.tm_gmtoff;
    }
    Value names[] = {string_from_c(thread, tzname[0]), string_from_c(thread, tzname[1])};
    Value both = value_is_absent(names[0]) || value_is_absent(names[1]) ? VALUE_ABSENT : tuple_from_values(thread, names, 2);
    value_release(names[0]), value_release(names[1]);
    return module_add(thread, module, "tzname", both) && module_add(thread, module, "timezone", value_from_int(offsets[0])) &&
           module_add(thread, module, "altzone", value_from_int(offsets[1])) &&
           module_add(thread, module, "daylight", value_from_int(daylight));
}

NATIVE(time_tzset) {
    (void)arguments;
    return add_zone(thread, native->self) ? VALUE_NONE : VALUE_ABSENT;
}

#define CLOCK_ENTRY(clock_, what)                                                                       \
    {.name = #clock_, .signature = "()", .documentation = what " in seconds.", .code = time_##clock_}, \
    {.name = #clock_ "_ns", .signature = "()", .documentation = what " in nanoseconds.", .code = time_##clock_##_ns}

static const NativeEntry time_functions[] = {
    CLOCK_ENTRY(time, "The time since the epoch"),
    CLOCK_ENTRY(monotonic, "A clock that cannot go backwards"),
    CLOCK_ENTRY(perf_counter, "The performance counter"),
    CLOCK_ENTRY(process_time, "The CPU time of the process"),
    CLOCK_ENTRY(thread_time, "The CPU time of the thread"),
    {.name = "clock_gettime", .signature = "(clk_id, /)", .documentation = "The time of a clock.", .code = time_clock_gettime},
    {.name = "clock_gettime_ns", .signature = "(clk_id, /)", .documentation = "The time of a clock in nanoseconds.", .code = time_clock_gettime_ns},
    {.name = "clock_getres", .signature = "(clk_id, /)", .documentation = "The resolution of a clock.", .code = time_clock_getres},
    {.name = "clock_settime", .signature = "(clk_id, time, /)", .documentation = "Set a clock.", .code = time_clock_settime},
    {.name = "clock_settime_ns", .signature = "(clk_id, time, /)", .documentation = "Set a clock, in nanoseconds.", .code = time_clock_settime_ns},
    {.name = "get_clock_info", .signature = "(name, /)", .documentation = "What is known of the clock of a function.", .code = time_get_clock_info},
    {.name = "tzset", .signature = "()", .documentation = "Read the environment variable TZ again.", .code = time_tzset},
    {.name = "sleep", .signature = "(seconds, /)", .documentation = "Wait for a number of seconds.", .code = time_sleep},
    {.name = "localtime", .signature = "(seconds=None, /)", .documentation = "Local calendar time.",
     .code = time_localtime, .flags = NATIVE_PARSED},
    {.name = "gmtime", .signature = "(seconds=None, /)", .documentation = "Calendar time in UTC.",
     .code = time_gmtime, .flags = NATIVE_PARSED},
    {.name = "mktime", .signature = "(tuple, /)", .documentation = "Seconds of a local calendar time.", .code = time_mktime},
    {.name = "strftime", .signature = "(format, tuple=None, /)", .documentation = "Calendar time as text.",
     .code = time_strftime, .flags = NATIVE_PARSED},
    {.name = "strptime", .signature = "(string, format='%a %b %d %H:%M:%S %Y', /)",
     .documentation = "Calendar time out of text.", .code = time_strptime},
    {.name = "asctime", .signature = "(tuple=None, /)", .documentation =
     "A time as text such as 'Thu Jan  1 00:00:00 1970'.", .code = time_asctime},
    {.name = "ctime", .signature = "(seconds=None, /)", .documentation = "asctime(localtime(seconds)).",
     .code = time_ctime, .flags = NATIVE_PARSED},
    {0}};

static const struct {
    const char *name;
    int64_t value;
} time_constants[] = {{"CLOCK_REALTIME", CLOCK_REALTIME},   {"CLOCK_MONOTONIC", CLOCK_MONOTONIC},
                      {"CLOCK_MONOTONIC_RAW", 4},           {"CLOCK_PROCESS_CPUTIME_ID", CLOCK_PROCESS_CPUTIME_ID},
                      {"CLOCK_THREAD_CPUTIME_ID", CLOCK_THREAD_CPUTIME_ID},
                      {"CLOCK_BOOTTIME", 7},                {"CLOCK_TAI", 11},
                      {"_STRUCT_TM_ITEMS", 11}};

static bool time_initialize(Thread *thread, Value module) {
    Value classes = import_module(thread, "_struct_sequence");
    if (value_is_absent(classes)) return false;
    Value type = value_call_method(thread, classes, "struct_time", NULL, 0);
    value_release(classes);
    if (!module_add(thread, module, "struct_time", type) || !add_zone(thread, module)) return false;
    for (size_t i = 0; i < sizeof time_constants / sizeof *time_constants; i++)
        if (!module_add(thread, module, time_constants[i].name, value_from_int(time_constants[i].value))) return false;
    return true;
}

const ModuleEntry library_time = {.name = "time",
                                  .documentation = "Clocks, sleeping and calendar times.",
                                  .functions = time_functions,
                                  .initialize = time_initialize};
