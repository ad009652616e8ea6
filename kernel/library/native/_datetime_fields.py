"""Dates and times of day as numbers and as texts: the calendar, limits, strftime(), timestamps, ISO 8601. Knows none of datetime's
classes."""

import math
import time
from operator import index

MINYEAR, MAXYEAR = 1, 9999

DAY_NAMES = "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"
MONTH_NAMES = "", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
_MONTH_LENGTHS = 0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
_DAYS_BEFORE = 0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334


# ---- the calendar ----

def is_leap(year):
    "Whether the year has a 29th of February."
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_length(year, month):
    "How many days a month has."
    return 29 if month == 2 and is_leap(year) else _MONTH_LENGTHS[month]


def day_of_year(year, month, day):
    "1 for the first of January."
    return _DAYS_BEFORE[month] + (month > 2 and is_leap(year)) + day


def ordinal(year, month, day):
    "The number of a day; 1 is the first one of year 1."
    past = year - 1
    return past * 365 + past // 4 - past // 100 + past // 400 + day_of_year(year, month, day)


def from_ordinal(n):
    "(year, month, day); the year is counted from March, so that the leap day is its last one."
    n += 305
    era, n = divmod(n, 146097)
    year = (n - n // 1460 + n // 36524 - n // 146096) // 365
    n -= 365 * year + year // 4 - year // 100
    month = (5 * n + 2) // 153
    day = n - (153 * month + 2) // 5 + 1
    year += era * 400
    return (year, month + 3, day) if month < 10 else (year + 1, month - 9, day)


def first_iso_monday(year):
    "The ordinal of the Monday that the year's first ISO week begins with."
    first = ordinal(year, 1, 1)
    weekday = (first + 6) % 7
    return first - weekday + (7 if weekday > 3 else 0)


def from_iso(year, week, day):
    "The ordinal of a day of an ISO week; ValueError."
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError("Year is out of range: %d" % year)
    if not 0 < week < 53:
        weekday = (ordinal(year, 1, 1) + 6) % 7
        if week != 53 or not (weekday == 3 or weekday == 2 and is_leap(year)):
            raise ValueError("Invalid week: %d" % week)
    if not 0 < day < 8:
        raise ValueError("Invalid day: %d (range is [1, 7])" % day)
    return first_iso_monday(year) + (week - 1) * 7 + day - 1


# ---- checks ----

def to_int(value):
    "An index as a C int; OverflowError."
    value = index(value)
    if not -0x80000000 <= value <= 0x7fffffff:
        if -1 << 63 <= value < 1 << 63:
            raise OverflowError("signed integer is %s than %simum" % (("less", "min") if value < 0 else ("greater", "max")))
        raise OverflowError("Python int too large to convert to C long")
    return value + 0  # a bool becomes an int


def check_date(year, month, day):
    "ValueError where there is no such day."
    if not MINYEAR <= year <= MAXYEAR:
        raise ValueError("year %i is out of range" % year)
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= month_length(year, month):
        raise ValueError("day is out of range for month")


def check_time(hour, minute, second, microsecond, fold):
    "ValueError where there is no such time."
    if not 0 <= hour <= 23:
        raise ValueError("hour must be in 0..23")
    if not 0 <= minute <= 59:
        raise ValueError("minute must be in 0..59")
    if not 0 <= second <= 59:
        raise ValueError("second must be in 0..59")
    if not 0 <= microsecond <= 999999:
        raise ValueError("microsecond must be in 0..999999")
    if fold != 0 and fold != 1:
        raise ValueError("fold must be either 0 or 1")


def type_name(value):
    "The name of a value's class in messages."
    cls = type(value)
    return "%s.%s" % (cls.__module__, cls.__qualname__) if cls.__module__ == "datetime" else cls.__name__


def shown_class(self):
    "The name of a class in its repr()."
    cls = type(self)
    return "datetime." + cls.__name__ if cls.__module__ == "datetime" else cls.__name__


# ---- texts, timestamps ----

def offset_text(offset, colon=":"):
    "+HH:MM[:SS[.ffffff]]"
    if offset is None:
        return ""
    total = offset._total()
    sign = "-" if total < 0 else "+"
    seconds, microsecond = divmod(abs(total), 1000000)
    minutes, second = divmod(seconds, 60)
    text = "%s%02d%s%02d" % (sign, minutes // 60, colon, minutes % 60)
    if second or microsecond:
        text += "%s%02d" % (colon, second)
        if microsecond:
            text += ".%06d" % microsecond
    return text


def strftime(self, format, fields, microsecond):
    "The codes that a C library does not know, then the C library's."
    if not isinstance(format, str):
        raise TypeError("strftime() argument 1 must be str, not %s" % ("None" if format is None else type_name(format)))
    format.encode()  # lone surrogates are an error
    parts, at = [], 0
    while True:
        found = format.find("%", at)
        if found < 0 or found + 1 == len(format):
            parts.append(format[at:])
            break
        parts.append(format[at:found])
        code = format[found + 1]
        if code == "f":
            parts.append("%06d" % microsecond)
        elif code == "z":
            parts.append(offset_text(self.utcoffset(), "") if hasattr(self, "utcoffset") else "")
        elif code == "Z":
            name = hasattr(self, "tzname") and self.tzname() or ""
            name.encode()
            parts.append(name.replace("%", "%%"))
        else:
            parts.append("%" + code)
        at = found + 2
    return time.strftime("".join(parts).partition("\0")[0], fields)


def split_timestamp(timestamp):
    "(whole seconds, microseconds) of a timestamp, rounded to even."
    if isinstance(timestamp, float):
        if timestamp != timestamp:
            raise ValueError("Invalid value NaN (not a number)")
        if not -2.0 ** 63 <= timestamp < 2.0 ** 63:
            raise OverflowError("timestamp out of range for platform time_t")
        fraction, whole = math.modf(timestamp)
        microsecond = round(fraction * 1e6)
        carry, microsecond = divmod(microsecond, 1000000)
        return int(whole) + carry, microsecond
    seconds = index(timestamp)
    if not -1 << 63 <= seconds < 1 << 63:
        raise OverflowError("timestamp out of range for platform time_t")
    return seconds, 0


# ---- ISO 8601 ----

_DIGITS = frozenset("0123456789")


class Malformed(Exception):
    "A text is no date or time of ISO 8601."


def digits(text, at, count):
    "The number of so many digits at a place."
    piece = text[at:at + count]
    if len(piece) != count or not _DIGITS.issuperset(piece):
        raise Malformed
    return int(piece)


def parse_iso_date(text):
    "(year, month, day) of a whole string."
    year, at = digits(text, 0, 4), 4
    dashes = text[4:5] == "-"
    at += dashes
    if text[at:at + 1] == "W":
        week, day = digits(text, at + 1, 2), 1
        at += 3
        if at < len(text):
            if dashes:
                if text[at] != "-":
                    raise Malformed
                at += 1
            day = digits(text, at, 1)
            at += 1
        try:
            return from_ordinal(from_iso(year, week, day))
        except ValueError:
            raise Malformed from None
    month = digits(text, at, 2)
    at += 2
    if dashes:
        if text[at:at + 1] != "-":
            raise Malformed
        at += 1
    return year, month, digits(text, at, 2)


def _parse_iso_clock(text, end):
    "[hour, minute, second, microsecond] of text[:end], and whether something is left."
    values, at, colons = [0, 0, 0, 0], 0, True
    text += "\0"
    for i in range(3):
        values[i] = digits(text[:end], at, 2)
        separator = text[at + 2]
        at += 3
        if i == 0:
            colons = separator == ":"
        if at >= end:
            return values, separator != "\0"
        if colons and separator == ":":
            continue
        if separator in ".,":
            break
        if colons:
            raise Malformed
        at -= 1
    left = end - at
    count = min(left, 6)
    values[3] = digits(text[:end], at, count) * 10 ** (6 - count)
    at += count
    while left > 6 and text[at] in _DIGITS:
        at += 1
    return values, text[at] != "\0"


def parse_iso_time(text):
    "[hour, minute, second, microsecond], and microseconds from UTC, or None."
    mark = next((i for i, c in enumerate(text) if c in "+-Z"), len(text))
    values, left = _parse_iso_clock(text, mark)
    if mark == len(text):
        if left:
            raise Malformed
        return values, None
    if text[mark] == "Z":
        if mark + 1 != len(text):
            raise Malformed
        return values, 0
    rest = text[mark + 1:]
    (hour, minute, second, microsecond), left = _parse_iso_clock(rest, len(rest))
    if left:
        raise Malformed
    total = ((hour * 60 + minute) * 60 + second) * 1000000 + microsecond
    return values, -total if text[mark] == "-" else total


def iso_separator(text):
    "Where the date ends in a string with a date and a time."
    length = len(text)
    if length == 7:
        return 7
    if text[4] == "-":
        if text[5] != "W":
            return 10
        if length < 8:
            raise Malformed
        if length > 8 and text[8] == "-":
            if length == 9:
                raise Malformed
            return 8 if length > 10 and text[10] in _DIGITS else 10
        return 8
    if text[4] != "W":
        return 8
    at = 7
    while at < length and text[at] in _DIGITS:
        at += 1
    return at if at < 9 else 7 if at % 2 == 0 else 8
