/* time: clocks, sleeping, calendars of seconds. */
#include "kernel/objects/builtins.h"
#include "kernel/objects/containers.h"
#include "kernel/objects/native.h"

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
        return value_from_float(seconds_of(clock));                         \
    }                                                                       \
    NATIVE(time_##name##_ns) {                                              \
        NATIVE_UNUSED;                                                      \
        return value_from_int(nanoseconds_of(clock));                       \
    }
CLOCK(time, CLOCK_REALTIME)
CLOCK(monotonic, CLOCK_MONOTONIC)
CLOCK(perf_counter, CLOCK_MONOTONIC)
CLOCK(process_time, CLOCK_PROCESS_CPUTIME_ID)
CLOCK(thread_time, CLOCK_THREAD_CPUTIME_ID)

/* In slices, so that an interrupt is seen at once. */
NATIVE(time_sleep) {
    (void)native;
    double seconds;
    if (!value_to_double(thread, arguments[0], &seconds)) return VALUE_ABSENT;
    if (isnan(seconds)) return raise_value_error(thread, "Invalid value NaN (not a number)");
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
        nanosleep(&slice, NULL);
    }
}

/* ---- struct_time: a tuple with names ---- */

static const char *const field_names[] = {"tm_year", "tm_mon",  "tm_mday", "tm_hour",  "tm_min", "tm_sec",
                                          "tm_wday", "tm_yday", "tm_isdst"};
enum { FIELDS = 9 };

static Value field_get(Value self, size_t index) { return value_retain(value_tuple(self)->items[index]); }
#define FIELD(name, index)                                   \
    static Value get_##name(Thread *thread, Value self) {    \
        (void)thread;                                        \
        return field_get(self, index);                       \
    }
FIELD(tm_year, 0) FIELD(tm_mon, 1) FIELD(tm_mday, 2) FIELD(tm_hour, 3) FIELD(tm_min, 4) FIELD(tm_sec, 5)
FIELD(tm_wday, 6) FIELD(tm_yday, 7) FIELD(tm_isdst, 8)

static const PropertyEntry struct_time_properties[] = {
    {.name = "tm_year", .get = get_tm_year}, {.name = "tm_mon", .get = get_tm_mon},   {.name = "tm_mday", .get = get_tm_mday},
    {.name = "tm_hour", .get = get_tm_hour}, {.name = "tm_min", .get = get_tm_min},   {.name = "tm_sec", .get = get_tm_sec},
    {.name = "tm_wday", .get = get_tm_wday}, {.name = "tm_yday", .get = get_tm_yday}, {.name = "tm_isdst", .get = get_tm_isdst},
    {0}};

static Value struct_time_repr(Thread *thread, Value self) {
    const Value *items = value_tuple(self)->items;
    long long fields[FIELDS];
    for (size_t i = 0; i < FIELDS; i++) fields[i] = items[i].tag == TAG_INT ? items[i].integer : 0;
    return string_format(thread,
                         "time.struct_time(%s=%lld, %s=%lld, %s=%lld, %s=%lld, %s=%lld, %s=%lld, %s=%lld, %s=%lld, %s=%lld)",
                         field_names[0], fields[0], field_names[1], fields[1], field_names[2], fields[2], field_names[3],
                         fields[3], field_names[4], fields[4], field_names[5], fields[5], field_names[6], fields[6],
                         field_names[7], fields[7], field_names[8], fields[8]);
}

extern const Type tuple_type_template;
static const Type struct_time_type = {.name = "time.struct_time",
                                      .documentation = "The fields of a calendar time.",
                                      .base = (Type *)&tuple_type_template,
                                      .repr = struct_time_repr,
                                      .properties = struct_time_properties};

static Value struct_time_new(Thread *thread, const struct tm *calendar) {
    const Value items[FIELDS] = {value_from_int(calendar->tm_year + 1900), value_from_int(calendar->tm_mon + 1),
                                 value_from_int(calendar->tm_mday),        value_from_int(calendar->tm_hour),
                                 value_from_int(calendar->tm_min),         value_from_int(calendar->tm_sec),
                                 value_from_int((calendar->tm_wday + 6) % 7), value_from_int(calendar->tm_yday + 1),
                                 value_from_int(calendar->tm_isdst)};
    Type *type = type_from_template(thread, &struct_time_type);
    Value plain = tuple_from_values(thread, items, FIELDS);
    if (!type || value_is_absent(plain)) {
        value_release(plain);
        return VALUE_ABSENT;
    }
    Value call_values[] = {plain};
    Type *tuple_type = thread_builtins(thread)->type_tuple;
    Value result = tuple_type->create(thread, type, &(Call){call_values, 1, NULL});
    value_release(plain);
    return result;
}

static bool calendar_of(Thread *thread, Value value, struct tm *calendar) {
    if (!value_is_tuple(value) || value_tuple(value)->count < FIELDS) {
        raise_type_error(thread, "Tuple or struct_time argument required");
        return false;
    }
    int64_t fields[FIELDS];
    for (size_t i = 0; i < FIELDS; i++)
        if (!value_to_int64(thread, value_tuple(value)->items[i], &fields[i])) return false;
    *calendar = (struct tm){.tm_year = (int)fields[0] - 1900, .tm_mon = (int)fields[1] - 1, .tm_mday = (int)fields[2],
                            .tm_hour = (int)fields[3], .tm_min = (int)fields[4], .tm_sec = (int)fields[5],
                            .tm_wday = (int)(fields[6] + 1) % 7, .tm_yday = (int)fields[7] - 1, .tm_isdst = (int)fields[8]};
    return true;
}

static bool instant_of(Thread *thread, Value value, time_t *instant) {
    double seconds;
    if (value_is_none(value)) {
        *instant = time(NULL);
        return true;
    }
    if (!value_to_double(thread, value, &seconds)) return false;
    if (!(fabs(seconds) < 9e15)) {
        raise_overflow_error(thread, "timestamp out of range for platform time_t");
        return false;
    }
    *instant = (time_t)floor(seconds);
    return true;
}

NATIVE(time_localtime) {
    (void)native;
    time_t instant;
    struct tm calendar;
    if (!instant_of(thread, arguments[0], &instant)) return VALUE_ABSENT;
    if (!localtime_r(&instant, &calendar)) return raise_os_error(thread, errno, NULL);
    return struct_time_new(thread, &calendar);
}

NATIVE(time_gmtime) {
    (void)native;
    time_t instant;
    struct tm calendar;
    if (!instant_of(thread, arguments[0], &instant)) return VALUE_ABSENT;
    if (!gmtime_r(&instant, &calendar)) return raise_os_error(thread, errno, NULL);
    return struct_time_new(thread, &calendar);
}

NATIVE(time_mktime) {
    (void)native;
    struct tm calendar;
    if (!calendar_of(thread, arguments[0], &calendar)) return VALUE_ABSENT;
    return value_from_float((double)mktime(&calendar));
}

static bool calendar_or_now(Thread *thread, Value value, struct tm *calendar) {
    time_t now = time(NULL);
    if (!value_is_none(value)) return calendar_of(thread, value, calendar);
    localtime_r(&now, calendar);
    return true;
}

NATIVE(time_strftime) {
    (void)native;
    struct tm calendar;
    char text[1024];
    if (!value_is_string(arguments[0]))
        return raise_type_error(thread, "strftime() argument 1 must be str, not %s",
                                type_short_name(type_of(thread->interpreter, arguments[0])));
    if (!calendar_or_now(thread, arguments[1], &calendar)) return VALUE_ABSENT;
    size_t length = strftime(text, sizeof text, value_c_string(arguments[0]), &calendar);
    return string_new(thread, text, length);
}

static Value calendar_text(Thread *thread, const struct tm *calendar) {
    static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    return string_format(thread, "%s %s %2d %02d:%02d:%02d %d", days[(unsigned)calendar->tm_wday % 7],
                         months[(unsigned)calendar->tm_mon % 12], calendar->tm_mday, calendar->tm_hour, calendar->tm_min,
                         calendar->tm_sec, calendar->tm_year + 1900);
}

NATIVE(time_asctime) {
    (void)native;
    struct tm calendar;
    return calendar_or_now(thread, arguments[0], &calendar) ? calendar_text(thread, &calendar) : VALUE_ABSENT;
}

NATIVE(time_ctime) {
    (void)native;
    time_t instant;
    struct tm calendar;
    if (!instant_of(thread, arguments[0], &instant)) return VALUE_ABSENT;
    localtime_r(&instant, &calendar);
    return calendar_text(thread, &calendar);
}

NATIVE(time_strptime) {
    (void)native;
    struct tm calendar = {.tm_year = 0, .tm_mday = 1, .tm_isdst = -1};
    if (!value_is_string(arguments[0]) || !value_is_string(arguments[1]))
        return raise_type_error(thread, "strptime() arguments must be str");
    const char *end = strptime(value_c_string(arguments[0]), value_c_string(arguments[1]), &calendar);
    if (!end)
        return raise_value_error(thread, "time data '%s' does not match format '%s'", value_c_string(arguments[0]),
                                 value_c_string(arguments[1]));
    if (*end) return raise_value_error(thread, "unconverted data remains: %s", end);
    struct tm normal = calendar;
    normal.tm_isdst = 0;
    timegm(&normal);
    calendar.tm_wday = normal.tm_wday;
    calendar.tm_yday = normal.tm_yday;
    return struct_time_new(thread, &calendar);
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
    {.name = "sleep", .signature = "(seconds, /)", .documentation = "Wait for a number of seconds.", .code = time_sleep},
    {.name = "localtime", .signature = "(seconds=None, /)", .documentation = "Local calendar time.", .code = time_localtime},
    {.name = "gmtime", .signature = "(seconds=None, /)", .documentation = "Calendar time in UTC.", .code = time_gmtime},
    {.name = "mktime", .signature = "(tuple, /)", .documentation = "Seconds of a local calendar time.", .code = time_mktime},
    {.name = "strftime", .signature = "(format, tuple=None, /)", .documentation = "Calendar time as text.", .code = time_strftime},
    {.name = "strptime", .signature = "(string, format='%a %b %d %H:%M:%S %Y', /)",
     .documentation = "Calendar time out of text.", .code = time_strptime},
    {.name = "asctime", .signature = "(tuple=None, /)", .documentation = "'Sat Jun 06 16:26:11 1998'.", .code = time_asctime},
    {.name = "ctime", .signature = "(seconds=None, /)", .documentation = "asctime(localtime(seconds)).", .code = time_ctime},
    {0}};

static bool time_initialize(Thread *thread, Value module) {
    Type *type = type_from_template(thread, &struct_time_type);
    tzset();
    Value names[] = {string_from_c(thread, tzname[0]), string_from_c(thread, tzname[1])};
    Value both = value_is_absent(names[0]) || value_is_absent(names[1]) ? VALUE_ABSENT : tuple_from_values(thread, names, 2);
    value_release(names[0]), value_release(names[1]);
    return type && module_add_type(thread, module, type) && module_add(thread, module, "tzname", both) &&
           module_add(thread, module, "timezone", value_from_int(timezone)) &&
           module_add(thread, module, "daylight", value_from_int(daylight));
}

const ModuleEntry library_time = {.name = "time",
                                  .documentation = "Clocks, sleeping and calendar times.",
                                  .functions = time_functions,
                                  .initialize = time_initialize};
