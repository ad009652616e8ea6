#include "arraylib/core/datetime.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static int64_t floor_divide(int64_t number, int64_t divisor) {
    int64_t quotient = number / divisor;
    return number % divisor != 0 && (number < 0) != (divisor < 0) ? quotient - 1 : quotient;
}

/* ---- The calendar: years are counted from March, so that the leap day is their last. */

enum { DAYS_OF_400_YEARS = 146097, DAYS_TO_1970 = 719468 /* from 0000-03-01 */ };

int64_t days_from_civil(int64_t year, int month, int day) {
    if (month <= 2) year--;
    int64_t era = floor_divide(year, 400), of_era = year - era * 400;
    int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * DAYS_OF_400_YEARS + of_era * 365 + of_era / 4 - of_era / 100 + of_year - DAYS_TO_1970;
}

static void civil_from_days(int64_t days, DateFields *fields) {
    days += DAYS_TO_1970;
    int64_t era = floor_divide(days, DAYS_OF_400_YEARS), of_era = days - era * DAYS_OF_400_YEARS;
    int64_t year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year + year / 4 - year / 100);
    int month = (int)((5 * of_year + 2) / 153);
    fields->day = (int)(of_year - (153 * month + 2) / 5) + 1;
    fields->month = month < 10 ? month + 3 : month - 9;
    fields->year = year + era * 400 + (fields->month <= 2);
}

static int days_in_month(int64_t year, int month) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && is_leap);
}

static int64_t per_second(DatetimeUnit unit) { return datetime_unit_ratio(UNIT_SECOND, unit); }

void datetime_to_fields(int64_t value, const Dtype *dtype, DateFields *fields) {
    *fields = (DateFields){.year = 1970, .month = 1, .day = 1};
    DatetimeUnit unit = dtype->unit;
    int64_t count;
    if (__builtin_mul_overflow(value, (int64_t)dtype->multiple, &count)) count = value < 0 ? INT64_MIN + 1 : INT64_MAX;
    if (unit == UNIT_YEAR) {
        fields->year += count;
    } else if (unit == UNIT_MONTH) {
        fields->year += floor_divide(count, 12);
        fields->month = (int)(count - floor_divide(count, 12) * 12) + 1;
    } else if (unit == UNIT_WEEK || unit == UNIT_DAY || unit == UNIT_GENERIC) {
        civil_from_days(unit == UNIT_WEEK ? count * 7 : count, fields);
    } else {
        int64_t seconds = count, rest = 0;
        if (unit > UNIT_SECOND) {
            seconds = floor_divide(count, per_second(unit));
            rest = count - seconds * per_second(unit);
            fields->attosecond = rest * datetime_unit_ratio(unit, UNIT_ATTOSECOND);
        }
        int64_t scale = unit == UNIT_HOUR ? 3600 : unit == UNIT_MINUTE ? 60 : 1, of_day = 86400 / scale;
        int64_t days = floor_divide(seconds, of_day), left = (seconds - days * of_day) * scale;
        civil_from_days(days, fields);
        fields->hour = (int)(left / 3600);
        fields->minute = (int)(left / 60 % 60);
        fields->second = (int)(left % 60);
    }
}

int64_t datetime_from_fields(const DateFields *fields, const Dtype *dtype) {
    int64_t count;
    DatetimeUnit unit = dtype->unit == UNIT_GENERIC ? UNIT_DAY : dtype->unit;
    if (unit == UNIT_YEAR) {
        count = fields->year - 1970;
    } else if (unit == UNIT_MONTH) {
        count = (fields->year - 1970) * 12 + fields->month - 1;
    } else {
        int64_t days = days_from_civil(fields->year, fields->month, fields->day);
        if (unit <= UNIT_DAY) {
            count = unit == UNIT_WEEK ? floor_divide(days, 7) : days;
        } else if (unit == UNIT_HOUR) {
            if (__builtin_mul_overflow(days, 24, &count) || __builtin_add_overflow(count, fields->hour, &count)) return NOT_A_TIME;
        } else {
            int64_t minutes, seconds;
            if (__builtin_mul_overflow(days, 1440, &minutes) || __builtin_add_overflow(minutes, fields->hour * 60 + fields->minute, &minutes))
                return NOT_A_TIME;
            count = minutes;
            if (unit > UNIT_MINUTE) {
                if (__builtin_mul_overflow(minutes, 60, &seconds) || __builtin_add_overflow(seconds, fields->second, &seconds)) return NOT_A_TIME;
                count = seconds;
            }
            if (unit > UNIT_SECOND) {
                /* the product alone may be too low by less than a second */
                __int128 exact = (__int128)count * per_second(unit) + fields->attosecond / datetime_unit_ratio(unit, UNIT_ATTOSECOND);
                if (exact > INT64_MAX || exact <= INT64_MIN) return NOT_A_TIME;
                count = (int64_t)exact;
            }
        }
    }
    return floor_divide(count, dtype->multiple);
}

/* ---- Reading ---- */

typedef struct DateReader {
    const char *start, *at, *end;
    Error *error;
} DateReader;

static bool wrong_at(DateReader *reader) {
    return error_set(reader->error, "ValueError", "Error parsing datetime string \"%.*s\" at position %d", (int)(reader->end - reader->start),
                     reader->start, (int)(reader->at - reader->start));
}
static bool out_of_range(DateReader *reader, const char *part) {
    return error_set(reader->error, "ValueError", "%s out of range in datetime string \"%.*s\"", part, (int)(reader->end - reader->start),
                     reader->start);
}
static bool is_digit(const DateReader *reader) { return reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; }

static bool read_two(DateReader *reader, int *number) {
    const char *from = reader->at;
    *number = 0;
    for (int i = 0; i < 2; i++) {
        if (!is_digit(reader)) {
            reader->at = from;
            return wrong_at(reader);
        }
        *number = *number * 10 + (*reader->at++ - '0');
    }
    return true;
}

static bool read_zone(DateReader *reader, ArrayRuntime *runtime, DateFields *fields) {
    static const Dtype minutes = {.unit = UNIT_MINUTE, .multiple = 1};
    int64_t offset = 0;
    if (*reader->at == 'Z') {
        reader->at++;
    } else {
        int sign = *reader->at++ == '-' ? -1 : 1, hours, rest = 0;
        if (!read_two(reader, &hours)) return false;
        if (reader->at < reader->end && *reader->at == ':') reader->at++;
        if (is_digit(reader) && !read_two(reader, &rest)) return false;
        offset = sign * (hours * 60 + rest);
    }
    if (reader->at != reader->end) return wrong_at(reader);
    DateFields moved;
    datetime_to_fields(datetime_from_fields(fields, &minutes) - offset, &minutes, &moved);
    moved.second = fields->second;
    moved.attosecond = fields->attosecond;
    *fields = moved;
    return !runtime || runtime_warn(runtime, "UserWarning", reader->error, "no explicit representation of timezones available for np.datetime64");
}

static bool read_fraction(DateReader *reader, DateFields *fields, DatetimeUnit *unit) {
    int digits = 0;
    int64_t scale = 100000000000000000;
    for (; is_digit(reader) && digits < 18; digits++, scale /= 10) fields->attosecond += (*reader->at++ - '0') * scale;
    while (is_digit(reader)) reader->at++; /* beyond an attosecond */
    *unit = (DatetimeUnit)(UNIT_SECOND + (digits + 2) / 3);
    return true;
}

static bool read_clock(DateReader *reader, DateFields *fields, DatetimeUnit *unit) {
    *unit = UNIT_HOUR;
    if (!read_two(reader, &fields->hour)) return false;
    if (fields->hour > 23) return out_of_range(reader, "Hours");
    if (reader->at == reader->end || *reader->at != ':') return true;
    reader->at++;
    *unit = UNIT_MINUTE;
    if (!read_two(reader, &fields->minute)) return false;
    if (fields->minute > 59) return out_of_range(reader, "Minutes");
    if (reader->at == reader->end || *reader->at != ':') return true;
    reader->at++;
    *unit = UNIT_SECOND;
    if (!read_two(reader, &fields->second)) return false;
    if (fields->second > 59) return out_of_range(reader, "Seconds");
    if (reader->at == reader->end || *reader->at != '.') return true;
    reader->at++;
    return read_fraction(reader, fields, unit);
}

static bool word_is(const char *text, size_t length, const char *word) {
    if (strlen(word) != length) return false;
    for (size_t i = 0; i < length; i++)
        if ((text[i] | 0x20) != word[i]) return false;
    return true;
}

bool datetime_parse(ArrayRuntime *runtime, const char *text, size_t length, DateFields *fields, DatetimeUnit *unit, bool *is_nat, Error *error) {
    DateReader reader = {text, text, text + length, error};
    *fields = (DateFields){.year = 0, .month = 1, .day = 1};
    *unit = UNIT_GENERIC;
    *is_nat = length == 0 || word_is(text, length, "nat");
    if (*is_nat) return true;
    if (word_is(text, length, "now") || word_is(text, length, "today")) {
        static const Dtype seconds = {.unit = UNIT_SECOND, .multiple = 1};
        time_t now = time(NULL);
        *unit = UNIT_SECOND;
        datetime_to_fields(now, &seconds, fields);
        if (*text == 'n' || *text == 'N') return true;
        struct tm here; /* today is a day of where one is */
        localtime_r(&now, &here);
        *fields = (DateFields){.year = here.tm_year + 1900, .month = here.tm_mon + 1, .day = here.tm_mday};
        *unit = UNIT_DAY;
        return true;
    }
    while (reader.at < reader.end && *reader.at == ' ') reader.at++;
    bool negative = reader.at < reader.end && *reader.at == '-';
    if (reader.at < reader.end && (*reader.at == '-' || *reader.at == '+')) reader.at++;
    if (!is_digit(&reader)) return wrong_at(&reader);
    while (is_digit(&reader) && fields->year < 1000000000000) fields->year = fields->year * 10 + (*reader.at++ - '0');
    if (negative) fields->year = -fields->year;
    *unit = UNIT_YEAR;
    if (reader.at == reader.end) return true;
    if (*reader.at != '-') return wrong_at(&reader);
    reader.at++;
    *unit = UNIT_MONTH;
    if (!read_two(&reader, &fields->month)) return false;
    if (fields->month < 1 || fields->month > 12) return out_of_range(&reader, "Month");
    if (reader.at == reader.end) return true;
    if (*reader.at != '-') return wrong_at(&reader);
    reader.at++;
    *unit = UNIT_DAY;
    if (!read_two(&reader, &fields->day)) return false;
    if (fields->day < 1 || fields->day > days_in_month(fields->year, fields->month)) return out_of_range(&reader, "Day");
    if (reader.at == reader.end) return true;
    if (*reader.at != 'T' && *reader.at != ' ') return wrong_at(&reader);
    reader.at++;
    if (!read_clock(&reader, fields, unit)) return false;
    if (reader.at < reader.end && strchr("Z+-", *reader.at)) return read_zone(&reader, runtime, fields);
    return reader.at == reader.end || wrong_at(&reader);
}

bool datetime_from_text(ArrayRuntime *runtime, const char *text, size_t length, const Dtype *dtype, int64_t *value, Error *error) {
    DateFields fields;
    DatetimeUnit unit;
    bool is_nat;
    if (!datetime_parse(runtime, text, length, &fields, &unit, &is_nat, error)) return false;
    if (!is_nat && dtype->unit == UNIT_GENERIC) return error_set(error, "ValueError", "Cannot convert a string to a NumPy datetime without a unit");
    *value = is_nat ? NOT_A_TIME : datetime_from_fields(&fields, dtype);
    return true;
}

/* ---- Writing ---- */

void datetime_append_unit(TextBuffer *text, int64_t value, const Dtype *dtype, DatetimeUnit unit) {
    if (value == NOT_A_TIME) {
        text_append(text, "NaT");
        return;
    }
    DateFields fields;
    datetime_to_fields(value, dtype, &fields);
    if (unit == UNIT_GENERIC || unit == UNIT_WEEK) unit = UNIT_DAY;
    if (fields.year < 0) text_append_format(text, "-%03lld", (long long)-fields.year);
    else text_append_format(text, "%04lld", (long long)fields.year);
    if (unit >= UNIT_MONTH) text_append_format(text, "-%02d", fields.month);
    if (unit >= UNIT_DAY) text_append_format(text, "-%02d", fields.day);
    if (unit >= UNIT_HOUR) text_append_format(text, "T%02d", fields.hour);
    if (unit >= UNIT_MINUTE) text_append_format(text, ":%02d", fields.minute);
    if (unit >= UNIT_SECOND) text_append_format(text, ":%02d", fields.second);
    if (unit > UNIT_SECOND)
        text_append_format(text, ".%0*lld", 3 * ((int)unit - UNIT_SECOND), (long long)(fields.attosecond / datetime_unit_ratio(unit, UNIT_ATTOSECOND)));
}

void datetime_append(TextBuffer *text, int64_t value, const Dtype *dtype) {
    if (dtype->unit == UNIT_GENERIC && value != NOT_A_TIME) text_append_format(text, "%lld", (long long)value);
    else datetime_append_unit(text, value, dtype, dtype->unit);
}

const char *timedelta_unit_word(DatetimeUnit unit) {
    static const char *const words[] = {"years",        "months",       "weeks",       "days",        "hours",        "minutes",     "seconds",
                                        "milliseconds", "microseconds", "nanoseconds", "picoseconds", "femtoseconds", "attoseconds", "generic time units"};
    return words[unit];
}

void timedelta_append(TextBuffer *text, int64_t value, const Dtype *dtype) {
    if (value == NOT_A_TIME) text_append(text, "NaT");
    else text_append_format(text, "%lld %s", (long long)value * dtype->multiple, timedelta_unit_word(dtype->unit));
}

/* ---- From unit to unit ---- */

static bool scale(int64_t value, __int128 numerator, __int128 denominator, int64_t *result) {
    __int128 product;
    if (__builtin_mul_overflow((__int128)value, numerator, &product)) return false;
    __int128 quotient = product / denominator;
    if (product % denominator != 0 && product < 0) quotient--;
    if (quotient > INT64_MAX || quotient <= INT64_MIN) return false;
    *result = (int64_t)quotient;
    return true;
}

bool datetime_convert(int64_t value, const Dtype *from, const Dtype *to, int64_t *result) {
    *result = value;
    if (value == NOT_A_TIME || from->unit == UNIT_GENERIC || to->unit == UNIT_GENERIC) return true;
    if (from->unit == to->unit && from->multiple == to->multiple) return true;
    bool from_calendar = from->unit <= UNIT_MONTH, to_calendar = to->unit <= UNIT_MONTH;
    if (from_calendar != to_calendar && from->kind == 'M') {
        DateFields fields;
        datetime_to_fields(value, from, &fields);
        *result = datetime_from_fields(&fields, to);
        return *result != NOT_A_TIME;
    }
    __int128 numerator = from->multiple, denominator = to->multiple;
    DatetimeUnit low = from->unit, high = to->unit;
    if (from_calendar != to_calendar) { /* through days, by the average year */
        int64_t parts = (from_calendar ? from : to)->unit == UNIT_MONTH ? 4800 : 400;
        numerator *= from_calendar ? DAYS_OF_400_YEARS : parts;
        denominator *= from_calendar ? parts : DAYS_OF_400_YEARS;
        *(from_calendar ? &low : &high) = UNIT_DAY;
    }
    int64_t ratio = low <= high ? datetime_unit_ratio(low, high) : datetime_unit_ratio(high, low);
    if (!ratio) return false;
    if (low <= high) numerator *= ratio;
    else denominator *= ratio;
    return scale(value, numerator, denominator, result);
}
