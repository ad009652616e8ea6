"""Dates, times of day, both together, spans of time and time zones. Their numbers and texts stand in _datetime_fields."""

import math as _math
import time as _clock
from operator import index as _index

from _datetime_fields import (
    MAXYEAR, MINYEAR, check_date as _check_date, check_time as _check_time, DAY_NAMES as _DAY_NAMES,
    day_of_year as _day_of_year, first_iso_monday as _first_iso_monday, from_iso as _from_iso, from_ordinal as _from_ordinal,
    iso_separator as _iso_separator, Malformed as _Malformed, MONTH_NAMES as _MONTH_NAMES, offset_text as _offset_text,
    ordinal as _ordinal, parse_iso_date as _parse_iso_date, parse_iso_time as _parse_iso_time, shown_class as _shown_class,
    split_timestamp as _split_timestamp, strftime as _strftime, to_int as _int, type_name as _type_name)
from _native import native_type as _native_type

__all__ = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo", "MINYEAR", "MAXYEAR", "UTC")

_DAY_US = 86400 * 1000000
_EPOCH_DAY = 719163  # of 1970-01-01
_MAX_DAY = 3652059


# ---- checks ----

def _check_zone(zone):
    if zone is not None and not isinstance(zone, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % type(zone).__name__)


_absent = object()


def _given(value):
    return "None" if value is None else _type_name(value)


def _missing(value, name, position):
    if value is _absent:
        raise TypeError("function missing required argument '%s' (pos %d)" % (name, position))
    _int(value)


def _ask_zone(zone, name, argument):
    "utcoffset() or dst() of a zone, checked."
    if zone is None:
        return None
    offset = getattr(zone, name)(argument)
    if offset is None:
        return None
    if not isinstance(offset, timedelta):
        raise TypeError("tzinfo.%s() must return None or timedelta, not '%s'" % (name, _type_name(offset)))
    if not -_DAY_US < offset._total() < _DAY_US:
        raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).")
    return offset


def _ask_name(zone, argument):
    if zone is None:
        return None
    name = zone.tzname(argument)
    if name is not None and not isinstance(name, str):
        raise TypeError("tzinfo.tzname() must return None or a string, not '%s'" % _type_name(name))
    return name


# ---- timedelta ----

def _divide_and_round(numerator, denominator):
    "numerator / denominator, rounded to the nearest int, ties to even."
    if not denominator:
        raise ZeroDivisionError("integer division or modulo by zero")
    if denominator < 0:
        numerator, denominator = -numerator, -denominator
    quotient, rest = divmod(numerator, denominator)
    rest *= 2
    return quotient + (rest > denominator or rest == denominator and quotient % 2)


def _checked_divmod(number, divisor):
    "divmod() of a number whose class may return anything."
    pair = divmod(number, divisor)
    if not isinstance(pair, tuple):
        raise TypeError("divmod() returned non-tuple (type %s)" % type(pair).__name__)
    if len(pair) != 2:
        raise TypeError("divmod() returned a tuple of size %d" % len(pair))
    if not 0 <= pair[1] < divisor:
        raise TypeError("divmod() returned a value out of range")
    return pair


def _span(microseconds):
    "The timedelta of so many microseconds."
    if type(microseconds) is not int:
        seconds, rest = _checked_divmod(microseconds, 1000000)
        microseconds = int(seconds) * 1000000 + int(rest)
    days, rest = divmod(microseconds, _DAY_US)
    if not -999999999 <= days <= 999999999:
        if not -0x80000000 <= days <= 0x7fffffff:
            raise OverflowError("Python int too large to convert to C int")
        raise OverflowError("days=%d; must have magnitude <= 999999999" % days)
    self = object.__new__(timedelta)
    self._days = days
    self._seconds, self._microseconds = divmod(rest, 1000000)
    return self


class timedelta:
    """The time between two instants.

    All arguments are numbers and 0 when left out: days, seconds, microseconds, milliseconds, minutes, hours, weeks."""

    __slots__ = "_days", "_seconds", "_microseconds"

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total, fractions = 0, 0.0
        for name, value, unit in (("microseconds", microseconds, 1), ("milliseconds", milliseconds, 1000),
                                  ("seconds", seconds, 1000000), ("minutes", minutes, 60000000),
                                  ("hours", hours, 3600000000), ("days", days, _DAY_US), ("weeks", weeks, 7 * _DAY_US)):
            if isinstance(value, int):
                if value:
                    total += value * unit
            elif isinstance(value, float):
                fraction, whole = _math.modf(value)
                total += int(whole) * unit
                if fraction:
                    fraction, whole = _math.modf(fraction * unit)
                    total += int(whole)
                    fractions += fraction
            else:
                raise TypeError("unsupported type for timedelta %s component: %s" % (name, _type_name(value)))
        if fractions:
            nearest = _math.floor(abs(fractions) + 0.5)
            if abs(abs(fractions) - nearest) == 0.5:
                odd = total & 1
                half = (fractions + odd) * 0.5
                nearest = 2 * int(_math.copysign(_math.floor(abs(half) + 0.5), half)) - odd
                total += nearest
            else:
                total += nearest if fractions > 0 else -nearest
        span = _span(total)
        if cls is timedelta:
            return span
        self = object.__new__(cls)
        self._days, self._seconds, self._microseconds = span._days, span._seconds, span._microseconds
        return self

    __new__.__qualname__ = "__new__"

    @property
    def days(self):
        "Whole days, -999999999 to 999999999."
        return self._days

    @property
    def seconds(self):
        "Seconds beyond the days, 0 to 86399."
        return self._seconds

    @property
    def microseconds(self):
        "Microseconds beyond the seconds, 0 to 999999."
        return self._microseconds

    for _member in days, seconds, microseconds:
        _member.fget.__qualname__ = _member.fget.__name__  # members of the object, where other classes have getters
    del _member

    def _total(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    def total_seconds(self):
        "The whole span in seconds."
        return ((self._days * 86400 + self._seconds) * 1000000 + self._microseconds) / 1000000

    def __repr__(self):
        parts = ["%s=%d" % (name, value) for name, value in
                 (("days", self._days), ("seconds", self._seconds), ("microseconds", self._microseconds)) if value]
        return "%s(%s)" % (_shown_class(self), ", ".join(parts) or "0")

    def __str__(self):
        minutes, second = divmod(self._seconds, 60)
        text = "%d:%02d:%02d" % (minutes // 60, minutes % 60, second)
        if self._microseconds:
            text += ".%06d" % self._microseconds
        if self._days:
            text = "%d day%s, %s" % (self._days, "" if abs(self._days) == 1 else "s", text)
        return text

    def __add__(self, other):
        if isinstance(other, timedelta) and isinstance(self, timedelta):
            return _span(self._total() + other._total())
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _span(self._total() - other._total())
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, timedelta):
            return _span(other._total() - self._total())
        return NotImplemented

    def __neg__(self):
        return _span(-self._total())

    def __pos__(self):
        return _span(self._total())

    def __abs__(self):
        return _span(abs(self._total()))

    def __mul__(self, other):
        if isinstance(other, int):
            return _span(self._total() * other)
        if isinstance(other, float):
            numerator, denominator = other.as_integer_ratio()
            return _span(_divide_and_round(self._total() * numerator, denominator))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total() / other._total()
        if isinstance(other, int):
            return _span(_divide_and_round(self._total(), other))
        if isinstance(other, float):
            numerator, denominator = other.as_integer_ratio()
            return _span(_divide_and_round(self._total() * denominator, numerator))
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._total() // other._total()
        if isinstance(other, int):
            return _span(self._total() // other)
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, timedelta):
            return _span(self._total() % other._total())
        return NotImplemented

    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        parts = divmod(self._total(), other._total())
        return parts[0], _span(parts[1])

    def __eq__(self, other):
        if isinstance(other, timedelta):
            return self._total() == other._total()
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, timedelta):
            return self._total() < other._total()
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, timedelta):
            return self._total() <= other._total()
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, timedelta):
            return self._total() > other._total()
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, timedelta):
            return self._total() >= other._total()
        return NotImplemented

    def __hash__(self):
        return hash((self._days, self._seconds, self._microseconds))

    def __bool__(self):
        return bool(self._days or self._seconds or self._microseconds)

    def __reduce__(self):
        return type(self), (self._days, self._seconds, self._microseconds)


# ---- tzinfo and timezone ----

class tzinfo:
    "The base of time zones: a subclass says utcoffset(), dst() and tzname() of a datetime."

    __slots__ = ()

    def __init__(self, *args, **kwargs):
        pass

    def __new__(cls, *args, **kwargs):
        return object.__new__(cls)

    def tzname(self, dt, /):
        "The name of the zone at that time."
        raise NotImplementedError("a tzinfo subclass must implement tzname()")

    def utcoffset(self, dt, /):
        "Local time minus UTC, as a timedelta."
        raise NotImplementedError("a tzinfo subclass must implement utcoffset()")

    def dst(self, dt, /):
        "By how much summer time moves the clock, as a timedelta."
        raise NotImplementedError("a tzinfo subclass must implement dst()")

    def fromutc(self, dt, /):
        "A datetime in UTC (with this tzinfo) as local time."
        if not isinstance(dt, datetime):
            raise TypeError("fromutc: argument must be a datetime")
        if dt._tzinfo is not self:
            raise ValueError("fromutc: dt.tzinfo is not self")
        offset = _ask_zone(dt._tzinfo, "utcoffset", dt)
        if offset is None:
            raise ValueError("fromutc: non-None utcoffset() result required")
        summer = _ask_zone(dt._tzinfo, "dst", dt)
        if summer is None:
            raise ValueError("fromutc: non-None dst() result required")
        standard = offset - summer
        if standard:
            dt = dt + standard
            summer = _ask_zone(dt._tzinfo, "dst", dt)
            if summer is None:
                raise ValueError("fromutc: tz.dst() gave inconsistent results; cannot convert")
        return dt + summer if summer else dt

    def __reduce__(self):
        get = getattr(self, "__getinitargs__", None)
        arguments = get() if get else ()
        state = object.__getstate__(self)
        return type(self), arguments, state


class timezone(tzinfo):
    "A fixed offset from UTC, with a name if one is given."

    __slots__ = "_offset", "_name"

    def __new__(cls, offset, name=_absent):
        if not isinstance(offset, timedelta):
            raise TypeError("timezone() argument 1 must be datetime.timedelta, not %s" % _type_name(offset))
        if name is _absent:
            name = None
            if not offset:
                return cls.utc
        elif not isinstance(name, str):
            raise TypeError("timezone() argument 2 must be str, not %s" % ("None" if name is None else _type_name(name)))
        if not -_DAY_US < offset._total() < _DAY_US:
            raise ValueError("offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), "
                             "not %r." % (offset,))
        return cls._make(offset, name)

    __new__.__qualname__ = "timezone"

    def __init_subclass__(cls):
        raise TypeError("type 'datetime.timezone' is not an acceptable base type")

    @classmethod
    def _make(cls, offset, name=None):
        self = object.__new__(cls)
        self._offset, self._name = offset, name
        return self

    def __getinitargs__(self):
        return (self._offset,) if self._name is None else (self._offset, self._name)

    def __reduce__(self):
        return timezone, self.__getinitargs__(), None

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        if self._name is None:
            return "datetime.timezone(%r)" % (self._offset,)
        return "datetime.timezone(%r, %r)" % (self._offset, self._name)

    def __str__(self):
        return self.tzname(None)

    def _check(self, dt, name):
        if dt is not None and not isinstance(dt, datetime):
            raise TypeError("%s(dt) argument must be a datetime instance or None, not %s" % (name, _type_name(dt)))

    def utcoffset(self, dt, /):
        "The fixed offset."
        self._check(dt, "utcoffset")
        return self._offset

    def tzname(self, dt, /):
        "The name that was given, or UTC+HH:MM."
        self._check(dt, "tzname")
        if self._name is not None:
            return self._name
        return "UTC" + _offset_text(self._offset) if self._offset else "UTC"

    def dst(self, dt, /):
        "None."
        self._check(dt, "dst")
        return None

    def fromutc(self, dt, /):
        "A datetime in UTC (with this tzinfo) as local time."
        if isinstance(dt, datetime) and dt._tzinfo is self:
            return dt + self._offset
        if isinstance(dt, datetime):
            raise ValueError("fromutc: dt.tzinfo is not self")
        raise TypeError("fromutc: argument must be a datetime")


# ---- date ----

class IsoCalendarDate(tuple):
    "The result of date.isocalendar()."

    __slots__ = ()

    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return "%s(year=%d, week=%d, weekday=%d)" % ((_shown_class(self),) + tuple(self))

    def __reduce__(self):
        return tuple, (tuple(self),)


def _state(value, length):
    "The bytes of a pickled object, or None when it is something else."
    if isinstance(value, str) and len(value) == length:
        try:
            value = value.encode("latin-1")
        except UnicodeEncodeError:
            return None
    return value if isinstance(value, bytes) and len(value) == length else None


def _date_of(cls, ordinal):
    if not 1 <= ordinal <= _MAX_DAY:
        raise OverflowError("date value out of range")
    year, month, day = _from_ordinal(ordinal)
    return _plain_date(year, month, day) if cls is date else cls(year, month, day)


def _plain_date(year, month, day):
    self = object.__new__(date)
    self._year, self._month, self._day = year, month, day
    return self


_DATE_FIELDS = "year", "month", "day"
_TIME_FIELDS = "hour", "minute", "second", "microsecond", "tzinfo", "fold"


def _other_fields(old, names, positional, given, named):
    "The fields for replace(): the first ones may be given by position."
    total = len(given) + len(named)
    if total > len(names):
        raise TypeError("replace() takes at most %d %sarguments (%d given)" % (len(names), "" if given else "keyword ", total))
    if len(given) > positional:
        raise TypeError("replace() takes at most %d positional arguments (%d given)" % (positional, len(given)))
    fields = dict(zip(names, given))
    for name in named:
        if name in fields:
            raise TypeError("argument for replace() given by name ('%s') and position (%d)" % (name, names.index(name) + 1))
    for name in named:
        if name not in names:
            raise TypeError("'%s' is an invalid keyword argument for replace()" % (name,))
    fields.update(named)
    for name in names:
        if name not in fields:
            fields[name] = getattr(old, "_" + name)
    return fields


class date:
    "A day of the calendar: date(year, month, day)."

    __slots__ = "_year", "_month", "_day"

    def __new__(cls, year=_absent, month=_absent, day=_absent):
        if day is _absent:
            state = _state(year, 4)
            if month is _absent and state is not None and 1 <= state[2] <= 12:
                self = object.__new__(cls)
                self._year, self._month, self._day = state[0] * 256 + state[1], state[2], state[3]
                return self
            _missing(year, "year", 1)
            _missing(month, "month", 2)
            _missing(day, "day", 3)
        year, month, day = _int(year), _int(month), _int(day)
        _check_date(year, month, day)
        self = object.__new__(cls)
        self._year, self._month, self._day = year, month, day
        return self

    # ---- other ways to make one ----

    @classmethod
    def today(cls):
        "The current day."
        return cls.fromtimestamp(_clock.time())

    @classmethod
    def fromtimestamp(cls, timestamp, /):
        "The local day of a timestamp."
        if isinstance(timestamp, float):
            if timestamp != timestamp:
                raise ValueError("Invalid value NaN (not a number)")
            if not -2.0 ** 63 <= timestamp < 2.0 ** 63:
                raise OverflowError("timestamp out of range for platform time_t")
            timestamp = _math.floor(timestamp)
        else:
            timestamp = _split_timestamp(timestamp)[0]
        fields = _clock.localtime(timestamp)
        return cls(fields[0], fields[1], fields[2])

    @classmethod
    def fromordinal(cls, ordinal, /):
        "The day with that number; January 1 of year 1 has 1."
        ordinal = _int(ordinal)
        if ordinal < 1:
            raise ValueError("ordinal must be >= 1")
        return cls(*_from_ordinal(ordinal))

    @classmethod
    def fromisoformat(cls, string, /):
        "The day of a text such as 2023-05-17, 20230517 or 2023-W20-3."
        if not isinstance(string, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            if len(string) not in (7, 8, 10):
                raise _Malformed
            fields = _parse_iso_date(string)
        except _Malformed:
            raise ValueError("Invalid isoformat string: %r" % (string,)) from None
        return cls(*fields)

    @classmethod
    def fromisocalendar(cls, year, week, day):
        "A day of an ISO week."
        year, week, day = _iso_int(year), _iso_int(week), _iso_int(day)
        ordinal = _from_iso(year, week, day)
        year, month, day = _from_ordinal(ordinal)
        return cls(year, month, day)

    # ---- members ----

    @property
    def year(self):
        "The year, 1 to 9999."
        return self._year

    @property
    def month(self):
        "The month, 1 to 12."
        return self._month

    @property
    def day(self):
        "The day of the month, 1 to 31."
        return self._day

    # ---- texts ----

    def __repr__(self):
        return "%s(%d, %d, %d)" % (_shown_class(self), self._year, self._month, self._day)

    def isoformat(self):
        "YYYY-MM-DD"
        return "%04d-%02d-%02d" % (self._year, self._month, self._day)

    def __str__(self):
        return self.isoformat()

    def ctime(self):
        "As time.ctime() prints it."
        return "%s %s %2d 00:00:00 %04d" % (_DAY_NAMES[self.weekday()], _MONTH_NAMES[self._month], self._day, self._year)

    def strftime(self, format):
        "A text after a format such as '%d.%m.%Y'."
        return _strftime(self, format, self.timetuple(), 0)

    def __format__(self, format, /):
        if not isinstance(format, str):
            raise TypeError("__format__() argument 1 must be str, not %s" % _given(format))
        return self.strftime(format) if format else str(self)

    # ---- the calendar ----

    def timetuple(self):
        "The fields for time.mktime() and others."
        return _clock.struct_time((self._year, self._month, self._day, 0, 0, 0, self.weekday(),
                                   _day_of_year(self._year, self._month, self._day), -1))

    def toordinal(self):
        "The number of the day; January 1 of year 1 has 1."
        return _ordinal(self._year, self._month, self._day)

    def weekday(self):
        "0 for Monday to 6 for Sunday."
        return (_ordinal(self._year, self._month, self._day) + 6) % 7

    def isoweekday(self):
        "1 for Monday to 7 for Sunday."
        return (_ordinal(self._year, self._month, self._day) + 6) % 7 + 1

    def isocalendar(self):
        "ISO year, week and weekday."
        year, today = self._year, _ordinal(self._year, self._month, self._day)
        first = _first_iso_monday(year)
        if today < first:
            year -= 1
            first = _first_iso_monday(year)
        elif today >= first + 364 and today >= _first_iso_monday(year + 1):
            year += 1
            first = _first_iso_monday(year)
        week, weekday = divmod(today - first, 7)
        return _IsoCalendarDate(year, week + 1, weekday + 1)

    def replace(self, *given, **named):
        "The same day with other fields."
        return type(self)(**_other_fields(self, _DATE_FIELDS, 3, given, named))

    # ---- arithmetic ----

    def __add__(self, other):
        if isinstance(other, timedelta):
            return _date_of(type(self), _ordinal(self._year, self._month, self._day) + other._days)
        return NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return _date_of(type(self), _ordinal(self._year, self._month, self._day) - other._days)
        if isinstance(other, date) and not isinstance(other, datetime):
            return _span((self.toordinal() - other.toordinal()) * _DAY_US)
        return NotImplemented

    def _key(self):
        return self._year, self._month, self._day

    def __eq__(self, other):
        if isinstance(other, date):
            return self._key() == other._key()
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, date):
            return self._key() < other._key()
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, date):
            return self._key() <= other._key()
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, date):
            return self._key() > other._key()
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, date):
            return self._key() >= other._key()
        return NotImplemented

    def __hash__(self):
        return hash((self._year, self._month, self._day))

    def __reduce__(self):
        return type(self), (bytes((self._year // 256, self._year % 256, self._month, self._day)),)


def _iso_int(value):
    value = _index(value)
    if not -0x80000000 <= value <= 0x7fffffff:
        raise ValueError("ISO calendar component out of range")
    return value


# ---- time ----

def _iso_time(text):
    "[hour, minute, second, microsecond, tzinfo]"
    values, offset = _parse_iso_time(text)
    values.append(None if offset is None else timezone(_span(offset)) if offset else timezone.utc)
    return values


def _clock_text(hour, minute, second, microsecond, precision, place):
    if not isinstance(precision, str):
        raise TypeError("isoformat() argument %d must be str, not %s" % (place, _given(precision)))
    if precision == "auto":
        precision = "microseconds" if microsecond else "seconds"
    if precision == "seconds":
        return "%02d:%02d:%02d" % (hour, minute, second)
    if precision == "microseconds":
        return "%02d:%02d:%02d.%06d" % (hour, minute, second, microsecond)
    if precision == "milliseconds":
        return "%02d:%02d:%02d.%03d" % (hour, minute, second, microsecond // 1000)
    if precision == "minutes":
        return "%02d:%02d" % (hour, minute)
    if precision == "hours":
        return "%02d" % hour
    raise ValueError("Unknown timespec value")


class time:
    "A time of day: time([hour[, minute[, second[, microsecond[, tzinfo]]]]])."

    __slots__ = "_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold"

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(hour, (bytes, str)):
            state = _state(hour, 6)
            if state is not None and state[0] & 127 < 24:
                zone = None if minute == 0 and type(minute) is int else minute
                if zone is not None and not isinstance(zone, _tzinfo):
                    raise TypeError("bad tzinfo state arg")
                self = object.__new__(cls)
                self._hour, self._minute, self._second = state[0] & 127, state[1], state[2]
                self._microsecond = state[3] << 16 | state[4] << 8 | state[5]
                self._tzinfo, self._fold = zone, state[0] >> 7
                return self
        hour, minute, second, microsecond = _int(hour), _int(minute), _int(second), _int(microsecond)
        fold = _int(fold)
        _check_zone(tzinfo)
        _check_time(hour, minute, second, microsecond, fold)
        self = object.__new__(cls)
        self._hour, self._minute, self._second, self._microsecond = hour, minute, second, microsecond
        self._tzinfo, self._fold = tzinfo, fold
        return self

    @classmethod
    def fromisoformat(cls, string, /):
        "The time of a text such as 04:23:01.5, 0423 or T04:23+02:00."
        if not isinstance(string, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            fields = _iso_time(string[1:] if string[:1] == "T" else string)
        except _Malformed:
            raise ValueError("Invalid isoformat string: %r" % (string,)) from None
        return cls(*fields)

    @property
    def hour(self):
        "The hour, 0 to 23."
        return self._hour

    @property
    def minute(self):
        "The minute, 0 to 59."
        return self._minute

    @property
    def second(self):
        "The second, 0 to 59."
        return self._second

    @property
    def microsecond(self):
        "The microsecond, 0 to 999999."
        return self._microsecond

    @property
    def tzinfo(self):
        "The time zone, or None."
        return self._tzinfo

    @property
    def fold(self):
        "1 for the second of two times that the clock shows alike."
        return self._fold

    def __repr__(self):
        text = "%d, %d" % (self._hour, self._minute)
        if self._second or self._microsecond:
            text += ", %d" % self._second
        if self._microsecond:
            text += ", %d" % self._microsecond
        if self._tzinfo is not None:
            text += ", tzinfo=%r" % (self._tzinfo,)
        if self._fold:
            text += ", fold=1"
        return "%s(%s)" % (_shown_class(self), text)

    def isoformat(self, timespec="auto"):
        "HH:MM:SS[.ffffff][+HH:MM], or to the precision of timespec."
        return _clock_text(self._hour, self._minute, self._second, self._microsecond, timespec, 1) + _offset_text(self.utcoffset())

    def __str__(self):
        return self.isoformat()

    def strftime(self, format):
        "A text after a format such as '%H:%M'."
        return _strftime(self, format, (1900, 1, 1, self._hour, self._minute, self._second, 0, 1, -1), self._microsecond)

    def __format__(self, format, /):
        if not isinstance(format, str):
            raise TypeError("__format__() argument 1 must be str, not %s" % _given(format))
        return self.strftime(format) if format else str(self)

    def utcoffset(self):
        "What the tzinfo says, or None."
        return _ask_zone(self._tzinfo, "utcoffset", None)

    def dst(self):
        "What the tzinfo says, or None."
        return _ask_zone(self._tzinfo, "dst", None)

    def tzname(self):
        "What the tzinfo says, or None."
        return _ask_name(self._tzinfo, None)

    def replace(self, *given, **named):
        "The same time with other fields."
        return type(self)(**_other_fields(self, _TIME_FIELDS, 5, given, named))

    def _key(self):
        return ((self._hour * 60 + self._minute) * 60 + self._second) * 1000000 + self._microsecond

    def _compare_keys(self, other, equality):
        "Two numbers to compare; None when they cannot be equal."
        if self._tzinfo is other._tzinfo:
            return self._key(), other._key()
        mine, yours = self.utcoffset(), other.utcoffset()
        if mine == yours:
            return self._key(), other._key()
        if mine is None or yours is None:
            if equality:
                return None
            raise TypeError("can't compare offset-naive and offset-aware times")
        return self._key() - mine._total(), other._key() - yours._total()

    def __eq__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        keys = self._compare_keys(other, True)
        return keys is not None and keys[0] == keys[1]

    def __lt__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._compare_keys(other, False)
        return a < b

    def __le__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._compare_keys(other, False)
        return a <= b

    def __gt__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._compare_keys(other, False)
        return a > b

    def __ge__(self, other):
        if not isinstance(other, time):
            return NotImplemented
        a, b = self._compare_keys(other, False)
        return a >= b

    def __hash__(self):
        offset = (self.replace(fold=0) if self._fold else self).utcoffset()
        return hash(self._key() if offset is None else ("aware", self._key() - offset._total()))

    def __reduce_ex__(self, protocol):
        hour = self._hour | 128 if self._fold and protocol > 3 else self._hour
        state = bytes((hour, self._minute, self._second, self._microsecond >> 16, self._microsecond >> 8 & 255,
                       self._microsecond & 255))
        return type(self), (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


# ---- datetime ----

_FOLD_SECONDS = 24 * 3600


def _seconds_of(fields):
    "The seconds of calendar fields since day 0."
    return _ordinal(fields[0], fields[1], fields[2]) * 86400 + fields[3] * 3600 + fields[4] * 60 + fields[5]


def _local_seconds(seconds):
    "What the local clock shows, in seconds since day 0, at an instant counted in the same way."
    fields = _clock.localtime(seconds - _EPOCH_DAY * 86400)
    if not MINYEAR <= fields[0] <= MAXYEAR:
        raise ValueError("year %i is out of range" % fields[0])
    return _seconds_of(fields)


def _instant(local, fold):
    "The instant, in seconds since day 0, at which the local clock shows `local`."
    first_offset = _local_seconds(local) - local
    first = local - first_offset
    shown = _local_seconds(first)
    if shown == local:
        probe = first + (_FOLD_SECONDS if fold else -_FOLD_SECONDS)
        offset = _local_seconds(probe) - probe
        if offset == first_offset:
            return first
    else:
        offset = shown - first
    second = local - offset
    if _local_seconds(second) == local:
        return second
    if shown == local:
        return first
    return min(first, second) if fold else max(first, second)


def _local_zone(seconds):
    "The zone of this machine at a timestamp."
    fields = _clock.localtime(seconds)
    return timezone(timedelta(seconds=fields.tm_gmtoff), fields.tm_zone)


def _plain_datetime(ordinal, microseconds, zone, fold=0):
    "From a day and the microseconds of the day."
    if not 1 <= ordinal <= _MAX_DAY:
        raise OverflowError("date value out of range")
    self = object.__new__(datetime)
    self._year, self._month, self._day = _from_ordinal(ordinal)
    seconds, self._microsecond = divmod(microseconds, 1000000)
    minutes, self._second = divmod(seconds, 60)
    self._hour, self._minute = divmod(minutes, 60)
    self._tzinfo, self._fold = zone, fold
    return self


def _with_fold(self, fold):
    if fold and self._fold != fold:
        self._fold = fold
    return self


class datetime(date):
    "A day and a time of day: datetime(year, month, day[, hour[, minute[, second[, microsecond[, tzinfo]]]]])."

    __slots__ = "_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold"

    def __new__(cls, year=_absent, month=_absent, day=_absent, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if day is _absent:
            state = _state(year, 10)
            if state is not None and 1 <= state[2] & 127 <= 12:
                zone = None if month is _absent else month
                if zone is not None and not isinstance(zone, _tzinfo):
                    raise TypeError("bad tzinfo state arg")
                self = object.__new__(cls)
                self._year, self._month, self._day = state[0] * 256 + state[1], state[2] & 127, state[3]
                self._hour, self._minute, self._second = state[4], state[5], state[6]
                self._microsecond = state[7] << 16 | state[8] << 8 | state[9]
                self._tzinfo, self._fold = zone, state[2] >> 7
                return self
            _missing(year, "year", 1)
            _missing(month, "month", 2)
            _missing(day, "day", 3)
        year, month, day = _int(year), _int(month), _int(day)
        hour, minute, second, microsecond, fold = _int(hour), _int(minute), _int(second), _int(microsecond), _int(fold)
        _check_date(year, month, day)
        _check_time(hour, minute, second, microsecond, fold)
        _check_zone(tzinfo)
        self = object.__new__(cls)
        self._year, self._month, self._day = year, month, day
        self._hour, self._minute, self._second, self._microsecond = hour, minute, second, microsecond
        self._tzinfo, self._fold = tzinfo, fold
        return self

    # ---- other ways to make one ----

    @classmethod
    def _from_timestamp(cls, timestamp, zone, utc):
        seconds, microsecond = _split_timestamp(timestamp)
        if utc or zone is not None:
            fields, fold = _clock.gmtime(seconds), 0
        else:
            fields, fold = _clock.localtime(seconds), 0
        if not MINYEAR <= fields[0] <= MAXYEAR:
            raise ValueError("year %i is out of range" % fields[0])
        if not utc and zone is None and seconds > _FOLD_SECONDS - _EPOCH_DAY * 86400 + 86400:
            shown, seconds = _seconds_of(fields), seconds + _EPOCH_DAY * 86400
            change = shown - _local_seconds(seconds - _FOLD_SECONDS) - _FOLD_SECONDS
            if change < 0 and _local_seconds(seconds + change) == shown:
                fold = 1
        self = cls(fields[0], fields[1], fields[2], fields[3], fields[4], min(fields[5], 59), microsecond, zone)
        return _with_fold(self, fold)

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        "The time of a timestamp, local or in the zone that is given."
        _check_zone(tz)
        self = cls._from_timestamp(timestamp, tz, False)
        return tz.fromutc(self) if tz is not None else self

    @classmethod
    def utcfromtimestamp(cls, timestamp, /):
        "The time of a timestamp in UTC, without a tzinfo."
        return cls._from_timestamp(timestamp, None, True)

    @classmethod
    def now(cls, tz=None):
        "The current time, local or in the zone that is given."
        _check_zone(tz)
        seconds, rest = divmod(_clock.time_ns(), 1000000000)
        self = cls._from_timestamp(seconds, tz, False)
        if cls is datetime:
            self._microsecond = rest // 1000
        else:
            self = self.replace(microsecond=rest // 1000)
        return tz.fromutc(self) if tz is not None else self

    @classmethod
    def utcnow(cls):
        "The current time in UTC, without a tzinfo."
        seconds, rest = divmod(_clock.time_ns(), 1000000000)
        return cls._from_timestamp(seconds, None, True).replace(microsecond=rest // 1000)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        "A day and a time of day together."
        if not isinstance(date, _date):
            raise TypeError("combine() argument 1 must be datetime.date, not %s" % _type_name(date))
        if not isinstance(time, _time):
            raise TypeError("combine() argument 2 must be datetime.time, not %s" % _type_name(time))
        if tzinfo is True:
            tzinfo = time._tzinfo
        return _with_fold(cls(date._year, date._month, date._day, time._hour, time._minute, time._second, time._microsecond,
                              tzinfo), time._fold)

    @classmethod
    def fromisoformat(cls, string, /):
        "The time of a text such as 2023-05-17T04:23:01.5+02:00."
        if not isinstance(string, str):
            raise TypeError("fromisoformat: argument must be str")
        try:
            if len(string) < 7:
                raise _Malformed
            at = _iso_separator(string)
            day = _parse_iso_date(string[:at])
            clock = _iso_time(string[at + 1:]) if len(string) > at else ()
        except _Malformed:
            raise ValueError("Invalid isoformat string: %r" % (string,)) from None
        return cls(*day, *clock)

    @classmethod
    def strptime(cls, date_string, format, /):
        "The time that a text says in that format."
        for position, text in enumerate((date_string, format), 1):
            if not isinstance(text, str):
                raise TypeError("strptime() argument %d must be str, not %s"
                                % (position, "None" if text is None else _type_name(text)))
        from _strptime import _strptime_datetime
        return _strptime_datetime(cls, date_string, format)

    # ---- members ----

    @property
    def hour(self):
        "The hour, 0 to 23."
        return self._hour

    @property
    def minute(self):
        "The minute, 0 to 59."
        return self._minute

    @property
    def second(self):
        "The second, 0 to 59."
        return self._second

    @property
    def microsecond(self):
        "The microsecond, 0 to 999999."
        return self._microsecond

    @property
    def tzinfo(self):
        "The time zone, or None."
        return self._tzinfo

    @property
    def fold(self):
        "1 for the second of two times that the clock shows alike."
        return self._fold

    def date(self):
        "The day."
        return _plain_date(self._year, self._month, self._day)

    def time(self):
        "The time of day, without the zone."
        return _time(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        "The time of day with its zone."
        return _time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    # ---- texts ----

    def __repr__(self):
        fields = [self._year, self._month, self._day, self._hour, self._minute]
        if self._second or self._microsecond:
            fields.append(self._second)
        if self._microsecond:
            fields.append(self._microsecond)
        text = ", ".join(map(str, fields))
        if self._fold:
            text += ", fold=1"
        if self._tzinfo is not None:
            text += ", tzinfo=%r" % (self._tzinfo,)
        return "%s(%s)" % (_shown_class(self), text)

    def isoformat(self, sep="T", timespec="auto"):
        "YYYY-MM-DDTHH:MM:SS[.ffffff][+HH:MM], with another separator or to another precision."
        if not isinstance(sep, str) or len(sep) != 1:
            raise TypeError("isoformat() argument 1 must be a unicode character, not %s" % _type_name(sep))
        return "%04d-%02d-%02d%s%s%s" % (
            self._year, self._month, self._day, sep,
            _clock_text(self._hour, self._minute, self._second, self._microsecond, timespec, 2), _offset_text(self.utcoffset()))

    def __str__(self):
        return self.isoformat(sep=" ")

    def ctime(self):
        "As time.ctime() prints it."
        return "%s %s %2d %02d:%02d:%02d %04d" % (_DAY_NAMES[self.weekday()], _MONTH_NAMES[self._month], self._day,
                                                  self._hour, self._minute, self._second, self._year)

    def strftime(self, format):
        "A text after a format such as '%d.%m.%Y %H:%M'."
        return _strftime(self, format, self.timetuple(), self._microsecond)

    # ---- zones ----

    def utcoffset(self):
        "What the tzinfo says, or None."
        return _ask_zone(self._tzinfo, "utcoffset", self)

    def dst(self):
        "What the tzinfo says, or None."
        return _ask_zone(self._tzinfo, "dst", self)

    def tzname(self):
        "What the tzinfo says, or None."
        return _ask_name(self._tzinfo, self)

    def timetuple(self):
        "The fields for time.mktime() and others."
        summer = self.dst()
        return _clock.struct_time((self._year, self._month, self._day, self._hour, self._minute, self._second, self.weekday(),
                                   _day_of_year(self._year, self._month, self._day), -1 if summer is None else int(bool(summer))))

    def utctimetuple(self):
        "The fields in UTC."
        offset = self.utcoffset()
        ordinal, microseconds = self._parts()
        if offset:
            carry, microseconds = divmod(microseconds - offset._total(), _DAY_US)
            ordinal += carry
            if not 1 <= ordinal <= _MAX_DAY:
                raise OverflowError("date value out of range")
        utc = _plain_datetime(ordinal, microseconds, None)
        return _clock.struct_time((utc._year, utc._month, utc._day, utc._hour, utc._minute, utc._second, utc.weekday(),
                                   _day_of_year(utc._year, utc._month, utc._day), 0))

    def timestamp(self):
        "Seconds since 1970-01-01 00:00 UTC."
        offset = self.utcoffset()
        if self._tzinfo is not None and offset is not None:
            ordinal, microseconds = self._parts()
            return ((ordinal - _EPOCH_DAY) * _DAY_US + microseconds - offset._total()) / 1000000
        return self._local_timestamp() + self._microsecond / 1e6

    def _local_timestamp(self):
        local = _ordinal(self._year, self._month, self._day) * 86400 + self._hour * 3600 + self._minute * 60 + self._second
        return _instant(local, self._fold) - _EPOCH_DAY * 86400

    def astimezone(self, tz=None):
        "The same instant in another zone, or in the local one."
        if tz is not None and not isinstance(tz, tzinfo):
            raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % _type_name(tz))
        mine = self._tzinfo
        offset = None if mine is None else mine.utcoffset(self)
        if offset is not None and not isinstance(offset, timedelta):
            raise TypeError("tzinfo.utcoffset() must return None or timedelta, not '%s'" % _type_name(offset))
        if mine is None or offset is None:
            mine = _local_zone(self._local_timestamp())
            if tz is mine:
                return self
            offset = mine._offset
        elif tz is mine:
            return self
        ordinal, microseconds = self._parts()
        carry, microseconds = divmod(microseconds - offset._total(), _DAY_US)
        utc = _plain_datetime(ordinal + carry, microseconds, timezone.utc)
        if tz is None:
            tz = _local_zone((ordinal + carry - _EPOCH_DAY) * 86400 + microseconds // 1000000)
        if type(self) is datetime:
            utc._tzinfo = tz
        else:
            utc = type(self)(utc._year, utc._month, utc._day, utc._hour, utc._minute, utc._second, utc._microsecond, tz)
        return tz.fromutc(utc)

    def replace(self, *given, **named):
        "The same time with other fields."
        return type(self)(**_other_fields(self, _DATE_FIELDS + _TIME_FIELDS, 8, given, named))

    # ---- arithmetic ----

    def _parts(self):
        "The day and the microseconds of the day."
        return (_ordinal(self._year, self._month, self._day),
                ((self._hour * 60 + self._minute) * 60 + self._second) * 1000000 + self._microsecond)

    def _moved(self, distance):
        ordinal, microseconds = self._parts()
        carry, microseconds = divmod(microseconds + distance, _DAY_US)
        result = _plain_datetime(ordinal + carry, microseconds, self._tzinfo)
        cls = type(self)
        if cls is datetime:
            return result
        return cls(result._year, result._month, result._day, result._hour, result._minute, result._second,
                   result._microsecond, self._tzinfo)

    def __add__(self, other):
        return self._moved(other._total()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self._moved(-other._total())
        if not isinstance(other, datetime):
            return NotImplemented
        (day, rest), (other_day, other_rest) = self._parts(), other._parts()
        span = (day - other_day) * _DAY_US + rest - other_rest
        if self._tzinfo is not other._tzinfo:
            mine, yours = self.utcoffset(), other.utcoffset()
            if (mine is None) != (yours is None):
                raise TypeError("can't subtract offset-naive and offset-aware datetimes")
            if mine is not None:
                span += yours._total() - mine._total()
        return _span(span)

    def _depends_on_fold(self, offset):
        return self.replace(fold=not self._fold).utcoffset() != offset

    def _compare_keys(self, other, equality):
        "Two numbers to compare; None when they cannot be equal."
        (day, rest), (other_day, other_rest) = self._parts(), other._parts()
        mine, yours = day * _DAY_US + rest, other_day * _DAY_US + other_rest
        if self._tzinfo is not other._tzinfo:
            offset, other_offset = self.utcoffset(), other.utcoffset()
            if equality and (self._tzinfo is not None and self._depends_on_fold(offset)
                             or other._tzinfo is not None and other._depends_on_fold(other_offset)):
                return None
            if offset != other_offset:
                if offset is None or other_offset is None:
                    if equality:
                        return None
                    raise TypeError("can't compare offset-naive and offset-aware datetimes")
                mine, yours = mine - offset._total(), yours - other_offset._total()
        return mine, yours

    def _refuse(self, other):
        if isinstance(other, date):
            raise TypeError("can't compare %s to %s" % (_type_name(self), _type_name(other)))
        return NotImplemented

    def __eq__(self, other):
        if not isinstance(other, datetime):
            return False if isinstance(other, date) else NotImplemented
        keys = self._compare_keys(other, True)
        return keys is not None and keys[0] == keys[1]

    def __lt__(self, other):
        if not isinstance(other, datetime):
            return self._refuse(other)
        a, b = self._compare_keys(other, False)
        return a < b

    def __le__(self, other):
        if not isinstance(other, datetime):
            return self._refuse(other)
        a, b = self._compare_keys(other, False)
        return a <= b

    def __gt__(self, other):
        if not isinstance(other, datetime):
            return self._refuse(other)
        a, b = self._compare_keys(other, False)
        return a > b

    def __ge__(self, other):
        if not isinstance(other, datetime):
            return self._refuse(other)
        a, b = self._compare_keys(other, False)
        return a >= b

    def __hash__(self):
        offset = (self.replace(fold=0) if self._fold else self).utcoffset()
        day, microseconds = self._parts()
        total = day * _DAY_US + microseconds
        return hash((total,) if offset is None else ("aware", total - offset._total()))

    def __reduce_ex__(self, protocol):
        month = self._month | 128 if self._fold and protocol > 3 else self._month
        state = bytes((self._year // 256, self._year % 256, month, self._day, self._hour, self._minute, self._second,
                       self._microsecond >> 16, self._microsecond >> 8 & 255, self._microsecond & 255))
        return type(self), (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


# Inside the classes some of these names mean a parameter or a member.
_date, _time, _tzinfo = date, time, tzinfo

timedelta.resolution = timedelta(microseconds=1)
timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
UTC = timezone.utc = timezone._make(timedelta(0))
timezone.min = timezone._make(timedelta(minutes=-1439))
timezone.max = timezone._make(timedelta(minutes=1439))
date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
time.min, time.max, time.resolution = time(0, 0), time(23, 59, 59, 999999), timedelta.resolution
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta.resolution
_IsoCalendarDate = IsoCalendarDate
del IsoCalendarDate
for _class in timedelta, tzinfo, timezone, _IsoCalendarDate, date, time, datetime:
    _native_type(_class)
del _class


def __dir__():
    "The names that are for others."
    return [name for name in globals() if name.startswith("__") or not name.startswith("_")]
