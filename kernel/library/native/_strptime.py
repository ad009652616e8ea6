"""Times out of text: what time.strptime() and datetime.strptime() call.

A format becomes a list of pieces: literal text, white space, and codes. A code yields the ends of what it may match, the
preferred one first, and the matching goes back to the next one when the rest of the text does not fit."""

import time
from datetime import date, timedelta, timezone

_DAYS = "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
           "december")
_COMPOSED = {"c": "%a %b %d %H:%M:%S %Y", "x": "%m/%d/%y", "X": "%H:%M:%S"}


# ---- codes: the ends of what they match ----

def _number(*forms):
    """Ends for a number that has one of the forms, tried in order: "12 0-3" is a 1 or 2 followed by a digit from 0 to 3."""
    def ends(text, at):
        for form in forms:
            end = at + len(form)
            if end <= len(text) and all(_fits(c, allowed) for c, allowed in zip(text[at:end], form)):
                yield end
    forms = [[_ANY if part == "d" else part for part in form.split("|")] for form in forms]
    return ends


_ANY = object()


def _fits(c, allowed):
    return c.isdecimal() if allowed is _ANY else c in allowed


def _names(names):
    names = sorted(names, key=len, reverse=True)

    def ends(text, at):
        for name in names:
            if text.startswith(name, at):
                yield at + len(name)
    return ends


def _fraction(text, at):
    end = at
    while end < len(text) and end < at + 6 and text[end] in "0123456789":
        end += 1
    while end > at:
        yield end
        end -= 1


def _space(text, at):
    end = at
    while end < len(text) and text[end].isspace():
        end += 1
    while end > at:
        yield end
        end -= 1


def _offset(text, at):
    "+HH[:]MM[[:]SS[.ffffff]] or Z, with as much of it as there is."
    def two(at, first):
        return at + 2 <= len(text) and text[at] in first and text[at + 1].isdecimal()

    if text[at:at + 1] in ("+", "-"):
        for hours in (at + 1,):
            if not two(hours, "0123456789"):
                return
            for minutes in (hours + 3, hours + 2) if text[hours + 2:hours + 3] == ":" else (hours + 2,):
                if not two(minutes, "012345"):
                    continue
                end = minutes + 2
                for seconds in (end + 1, end) if text[end:end + 1] == ":" else (end,):
                    if two(seconds, "012345"):
                        if text[seconds + 2:seconds + 3] == ".":
                            for last in _fraction(text, seconds + 3):
                                yield last
                        yield seconds + 2
                yield end


def _zones():
    "The names of the zones that are known: UTC's and standard ones, and that of summer."
    time.tzset()
    return frozenset(("utc", "gmt", time.tzname[0].lower())), frozenset((time.tzname[1].lower(),))


_CODES = {
    "d": _number("3|01", "12|d", "0|123456789", "123456789", " |123456789"),
    "f": _fraction,
    "H": _number("2|0123", "01|d", "d"),
    "I": _number("1|012", "0|123456789", "123456789"),
    "G": _number("d|d|d|d"),
    "j": _number("3|6|0123456", "3|012345|d", "12|d|d", "0|123456789|d", "0|0|123456789", "123456789|d", "0|123456789",
                 "123456789"),
    "m": _number("1|012", "0|123456789", "123456789"),
    "M": _number("012345|d", "d"),
    "S": _number("6|01", "012345|d", "d"),
    "U": _number("5|0123", "01234|d", "d"),
    "W": _number("5|0123", "01234|d", "d"),
    "w": _number("0123456"),
    "u": _number("1234567"),
    "V": _number("5|0123", "0|123456789", "1234|d", "d"),
    "y": _number("d|d"),
    "Y": _number("d|d|d|d"),
    "z": _offset,
    "A": _names(_DAYS),
    "a": _names([name[:3] for name in _DAYS]),
    "B": _names(_MONTHS),
    "b": _names([name[:3] for name in _MONTHS]),
    "p": _names(["am", "pm"]),
    "Z": None,  # asked for each time, since TZ may change
}


# ---- formats ----

_SPACE = object()


def _pieces(format, whole):
    "Strings, _SPACE and one-letter tuples."
    pieces, at, literal = [], 0, ""
    while at < len(format):
        c = format[at]
        at += 1
        if c == "%":
            if at == len(format):
                raise ValueError("stray %% in format '%s'" % whole)
            code = format[at]
            at += 1
            if code == "%":
                literal += "%"
                continue
            if literal:
                pieces.append(literal)
                literal = ""
            if code in _COMPOSED:
                pieces += _pieces(_COMPOSED[code], whole)
            elif code in _CODES:
                pieces.append((code,))
            else:
                raise ValueError("'%s' is a bad directive in format '%s'" % ("\\" if code == "\\" else code, whole))
        elif c.isspace():
            if literal:
                pieces.append(literal)
                literal = ""
            if not pieces or pieces[-1] is not _SPACE or not format[at - 2].isspace():
                pieces.append(_SPACE)
        else:
            literal += c.lower()
    if literal:
        pieces.append(literal)
    return pieces


def _match(pieces, number, text, original, at, found):
    "The end of the match of pieces[number:], or None; `found` is filled."
    while number < len(pieces) and isinstance(pieces[number], str):
        if not text.startswith(pieces[number], at):
            return None
        at += len(pieces[number])
        number += 1
    if number == len(pieces):
        return at
    piece = pieces[number]
    if piece is _SPACE:
        ends, code = _space(text, at), None
    else:
        code = piece[0]
        ends = (_names(name for names in _zones() for name in names) if code == "Z" else _CODES[code])(text, at)
    for end in ends:
        rest = _match(pieces, number + 1, text, original, end, found)
        if rest is not None:
            if code:
                found[code] = original[at:end]
            return rest
    if code == "z" and original[at:at + 1] == "Z":
        rest = _match(pieces, number + 1, text, original, at + 1, found)
        if rest is not None:
            found[code] = "Z"
        return rest
    return None


def _check_repeated(pieces):
    seen = set()
    for piece in pieces:
        if isinstance(piece, tuple):
            if piece in seen:
                import re
                raise re.error("redefinition of group name %r as group %d; was group %d"
                               % (piece[0], len(seen) + 1, sorted(seen).index(piece) + 1))
            seen.add(piece)


# ---- what was found, put together ----

def _weekday_of(found):
    if "A" in found:
        return _DAYS.index(found["A"].lower())
    if "a" in found:
        return [name[:3] for name in _DAYS].index(found["a"].lower())
    if "w" in found:
        return (int(found["w"]) + 6) % 7
    if "u" in found:
        return int(found["u"]) - 1
    return None


def _hour_of(found):
    if "H" in found:
        return int(found["H"])
    if "I" not in found:
        return 0
    hour = int(found["I"])
    half = found.get("p", "").lower()
    if half in ("", "am"):
        return 0 if hour == 12 else hour
    return 12 if hour == 12 else hour + 12


def _offset_of(found):
    "(seconds, microseconds), or (None, 0)."
    text = found.get("z")
    if text is None:
        return None, 0
    if text == "Z":
        return 0, 0
    plain = text
    if plain[3] == ":":
        plain = plain[:3] + plain[4:]
        if len(plain) > 5:
            if plain[5] != ":":
                raise ValueError("Inconsistent use of : in %s" % text)
            plain = plain[:5] + plain[6:]
    seconds = int(plain[1:3]) * 3600 + int(plain[3:5]) * 60 + int(plain[5:7] or 0)
    fraction = int(plain[8:].ljust(6, "0"))
    return (-seconds, -fraction) if text[0] == "-" else (seconds, fraction)


def _summer_of(found):
    "tm_isdst: -1 when it is not said."
    if "Z" not in found:
        return -1
    name = found["Z"].lower()
    for index, names in enumerate(_zones()):
        if name in names:
            if time.tzname[0] == time.tzname[1] and time.daylight and name not in ("utc", "gmt"):
                break
            return index
    return -1


def _check_iso(found, year, weekday):
    iso_year, iso_week = "G" in found, "V" in found
    if iso_year:
        if not iso_week or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive "
                             "('%A', '%a', '%w', or '%u').")
        if "j" in found:
            raise ValueError("Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead.")
    elif iso_week:
        if year is None or weekday is None:
            raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive "
                             "('%A', '%a', '%w', or '%u').")
        raise ValueError("ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.")


def _day_of_week(year, week, weekday, starts_monday):
    "The day of the year of a weekday in the week that %U or %W counted."
    first = date(year, 1, 1).weekday()
    if not starts_monday:
        first, weekday = (first + 1) % 7, (weekday + 1) % 7
    if week == 0:
        return 1 + weekday - first
    return 1 + (7 - first) % 7 + 7 * (week - 1) + weekday


def _strptime(data_string, format="%a %b %d %H:%M:%S %Y"):
    "(fields, microseconds, microseconds of the offset)"
    for index, argument in enumerate((data_string, format)):
        if not isinstance(argument, str):
            raise TypeError("strptime() argument {} must be str, not {}".format(index, type(argument)))
    pieces, found = _pieces(format, format), {}
    _check_repeated(pieces)
    lowered = data_string.lower()
    if len(lowered) != len(data_string):
        lowered = "".join(c.lower() if len(c.lower()) == 1 else c for c in data_string)
    end = _match(pieces, 0, lowered, data_string, 0, found)
    if end is None:
        raise ValueError("time data %r does not match format %r" % (data_string, format))
    if end != len(data_string):
        raise ValueError("unconverted data remains: %s" % data_string[end:])

    year = None
    if "y" in found:
        year = int(found["y"])
        year += 2000 if year <= 68 else 1900
    if "Y" in found:
        year = int(found["Y"])
    month = int(found.get("m", 1))
    if "B" in found:
        month = _MONTHS.index(found["B"].lower()) + 1
    elif "b" in found:
        month = [name[:3] for name in _MONTHS].index(found["b"].lower()) + 1
    day = int(found.get("d", 1))
    weekday = _weekday_of(found)
    _check_iso(found, year, weekday)
    leap_day = year is None and month == 2 and day == 29
    if leap_day:
        year = 1904  # 1900 has no such day
    elif year is None:
        year = 1900

    day_of_year = int(found["j"]) if "j" in found else None
    if day_of_year is None and weekday is not None:
        week = found.get("U", found.get("W"))
        if week is not None:
            day_of_year = _day_of_week(year, int(week), weekday, "W" in found)
        elif "G" in found:
            moment = date.fromisocalendar(int(found["G"]), int(found["V"]), weekday + 1)
            year, month, day = moment.year, moment.month, moment.day
            day_of_year = moment.timetuple().tm_yday
        if day_of_year is not None and day_of_year <= 0:
            year -= 1
            day_of_year += date(year, 12, 31).timetuple().tm_yday
    if day_of_year is None:
        day_of_year = date(year, month, day).timetuple().tm_yday
    else:
        moment = date.fromordinal(day_of_year - 1 + date(year, 1, 1).toordinal())
        year, month, day = moment.year, moment.month, moment.day
    if weekday is None:
        weekday = date(year, month, day).weekday()
    if leap_day:
        year = 1900
    offset, offset_fraction = _offset_of(found)
    fields = (year, month, day, _hour_of(found), int(found.get("M", 0)), int(found.get("S", 0)), weekday, day_of_year,
              _summer_of(found), found.get("Z"), offset)
    return fields, int(found.get("f", "0").ljust(6, "0")), offset_fraction


def _strptime_time(data_string, format="%a %b %d %H:%M:%S %Y"):
    "A time.struct_time."
    return time.struct_time(_strptime(data_string, format)[0])


def _strptime_datetime(cls, data_string, format="%a %b %d %H:%M:%S %Y"):
    "An instance of the class."
    fields, microsecond, offset_fraction = _strptime(data_string, format)
    arguments = fields[:6] + (microsecond,)
    name, offset = fields[9:]
    if offset is not None:
        span = timedelta(seconds=offset, microseconds=offset_fraction)
        arguments += (timezone(span, name) if name else timezone(span),)
    return cls(*arguments)
