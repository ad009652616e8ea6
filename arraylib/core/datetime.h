/* Dates (datetime64) and their differences (timedelta64): reading, writing, changing units.
 *
 * A date counts `multiple` units since 1970-01-01T00:00 of the proleptic Gregorian calendar, without leap seconds; NOT_A_TIME is
 * no date. */
#ifndef ARRAYLIB_CORE_DATETIME_H
#define ARRAYLIB_CORE_DATETIME_H

#include "arraylib/core/flexible.h"
#include "arraylib/core/runtime.h"

#include <string.h>

#define NOT_A_TIME INT64_MIN

static inline int64_t date_read(const void *bytes) { /* an element, wherever it lies */
    int64_t count;
    memcpy(&count, bytes, sizeof count);
    return count;
}

typedef struct DateFields {
    int64_t year;
    int month, day, hour, minute, second; /* month and day from 1 */
    int64_t attosecond;                   /* of the second */
} DateFields;

/* ISO 8601 as NumPy reads it: "2020-02-03T04:05:06.7", also shorter, "NaT", "now", "today". The finest unit that is written is put
 * into *unit. False: ValueError. */
bool datetime_parse(ArrayRuntime *runtime, const char *text, size_t length, DateFields *fields, DatetimeUnit *unit, bool *is_nat, Error *error);
/* Text as a date of the type; parts that its unit does not have are cut. */
bool datetime_from_text(ArrayRuntime *runtime, const char *text, size_t length, const Dtype *dtype, int64_t *value, Error *error);
void datetime_to_fields(int64_t value, const Dtype *dtype, DateFields *fields);
/* In the type's unit, cut towards the past; NOT_A_TIME when it does not fit. */
int64_t datetime_from_fields(const DateFields *fields, const Dtype *dtype);
void datetime_append(TextBuffer *text, int64_t value, const Dtype *dtype);               /* "2020-02-03T04", "NaT" */
void datetime_append_unit(TextBuffer *text, int64_t value, const Dtype *dtype, DatetimeUnit unit); /* with the parts of another unit */
void timedelta_append(TextBuffer *text, int64_t value, const Dtype *dtype); /* "3 days", "3", "NaT" */
const char *timedelta_unit_word(DatetimeUnit unit); /* "days"; generic: "generic time units" */
/* From one unit to another: dates by the calendar, differences by average years; towards the past, NOT_A_TIME stays. False: it
 * does not fit. */
bool datetime_convert(int64_t value, const Dtype *from, const Dtype *to, int64_t *result);
int64_t days_from_civil(int64_t year, int month, int day); /* since 1970-01-01 */

#endif
