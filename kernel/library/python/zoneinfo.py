"""Time zones by name, out of the system's files (or the package tzdata's)."""
import os as _os
import struct as _struct
from bisect import bisect_right as _bisect_right
from datetime import datetime as _datetime, timedelta as _timedelta, tzinfo as _tzinfo

__all__ = ["ZoneInfo", "reset_tzpath", "available_timezones", "TZPATH", "ZoneInfoNotFoundError", "InvalidTZPathWarning"]
_EPOCH = _datetime(1970, 1, 1).toordinal()
_ZERO = _timedelta(0)


class ZoneInfoNotFoundError(KeyError):
    """No file tells of that time zone."""


class InvalidTZPathWarning(RuntimeWarning):
    """A path for time zones is not absolute."""


def reset_tzpath(to=None):
    """Set where files of time zones are sought; None: what the environment and the system say."""
    global TZPATH
    if to is not None:
        if isinstance(to, (str, bytes)):
            raise TypeError(f"tzpath must be a list or tuple, not {type(to)}: {to!r}")
        if not all(_os.path.isabs(path) for path in to):
            raise ValueError("All paths must be absolute. Offending path: " + next(path for path in to if not _os.path.isabs(path)))
        TZPATH = tuple(to)
        return
    variable = _os.environ.get("PYTHONTZPATH")
    if variable is None:
        TZPATH = ("/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo")
    else:
        TZPATH = tuple(path for path in variable.split(":") if _os.path.isabs(path))


reset_tzpath()


def _check_key(key):
    if _os.path.isabs(key):
        raise ValueError(f"ZoneInfo keys may not be absolute paths, got: {key}")
    tidy = _os.path.normpath(key)
    if len(tidy) != len(key):
        raise ValueError(f"ZoneInfo keys must be normalized relative paths, got: {key}")
    if tidy.startswith("..") or tidy.startswith("."):
        raise ValueError(f"ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}")


def _open(key):
    _check_key(key)
    for folder in TZPATH:
        path = _os.path.join(folder, key)
        if _os.path.isfile(path):
            return open(path, "rb")
    raise ZoneInfoNotFoundError(f"No time zone found with key {key}")


def available_timezones():
    """Return the set of all names of time zones."""
    names = set()
    for folder in TZPATH:
        for place, folders, files in _os.walk(folder):
            if place == folder:
                folders[:] = [name for name in folders if name not in ("right", "posix")]
            for name in files:
                path = _os.path.join(place, name)
                key = _os.path.relpath(path, folder)
                if key == "posixrules" or key in names:
                    continue
                try:
                    with open(path, "rb") as file:
                        if file.read(4) == b"TZif":
                            names.add(key)
                except OSError:
                    pass
    return names


class _Rule:
    # One kind of time: offset from UTC, summer time's part of it, and the name.
    __slots__ = "utcoff", "dstoff", "tzname", "seconds"

    def __init__(self, seconds, dst, name):
        self.seconds = seconds
        self.utcoff, self.dstoff, self.tzname = _timedelta(seconds=seconds), _timedelta(seconds=dst), name

    def __eq__(self, other):
        return (self.utcoff, self.dstoff, self.tzname) == (other.utcoff, other.dstoff, other.tzname)


class _Yearly:
    # What the last line of the file says of the years behind its table: standard and summer time, and when they change.
    def __init__(self, standard, summer, start, end):
        self.standard, self.summer, self.start, self.end = standard, summer, start, end

    def local_changes(self, year):
        return self.start(year), self.end(year)

    def by_local(self, stamp, year, fold):
        start, end = self.local_changes(year)
        difference = self.summer.seconds - self.standard.seconds
        # Around a change, fold says which of the two times is meant.
        if fold == (difference >= 0):
            end -= difference
        else:
            start += difference
        inside = start <= stamp < end if start < end else not end <= stamp < start
        return self.summer if inside else self.standard

    def by_utc(self, stamp, year):
        start, end = self.local_changes(year)
        start -= self.standard.seconds
        end -= self.summer.seconds
        inside = start <= stamp < end if start < end else not end <= stamp < start
        fold_start = end if self.summer.seconds >= self.standard.seconds else start
        fold = 0 <= stamp - fold_start < abs(self.summer.seconds - self.standard.seconds)
        return (self.summer if inside else self.standard), fold


def _year_start(year):
    return (_datetime(year, 1, 1).toordinal() - _EPOCH) * 86400


def _date_rule(text):
    date, _, time = text.partition("/")
    seconds = _clock(time) if time else 7200
    if date[0] == "M":
        month, week, day = map(int, date[1:].split("."))

        def when(year):
            first = _datetime(year, month, 1)
            offset = (day - (first.weekday() + 1)) % 7 + (week - 1) * 7
            following = _datetime(year + month // 12, month % 12 + 1, 1) if (year, month) != (9999, 12) else None
            length = 31 if following is None else (following - first).days
            if offset >= length:
                offset -= 7
            return (first.toordinal() - _EPOCH + offset) * 86400 + seconds
    elif date[0] == "J":
        number = int(date[1:])

        def when(year):
            leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
            return _year_start(year) + (number - 1 + (leap and number >= 60)) * 86400 + seconds
    else:
        number = int(date)

        def when(year):
            return _year_start(year) + number * 86400 + seconds
    return when


def _clock(text):
    sign = -1 if text.startswith("-") else 1
    parts = [int(part) for part in text.lstrip("+-").split(":")] + [0, 0]
    return sign * (parts[0] * 3600 + parts[1] * 60 + parts[2])


def _parse_line(line):
    import re
    match = re.fullmatch(r"(<[^>]+>|[A-Za-z]+)([+-]?[\d:]+)(?:(<[^>]+>|[A-Za-z]+)([+-]?[\d:]+)?,([^,]+),([^,]+))?", line)
    if match is None:
        raise ValueError(f"Invalid TZ string: {line!r}")
    name, offset, summer_name, summer_offset, start, end = match.groups()
    standard = _Rule(-_clock(offset), 0, name.strip("<>"))
    if summer_name is None:
        return standard
    seconds = -_clock(summer_offset) if summer_offset else standard.seconds + 3600
    return _Yearly(standard, _Rule(seconds, seconds - standard.seconds, summer_name.strip("<>")), _date_rule(start), _date_rule(end))


def _read(file):
    head = file.read(44)
    if head[:4] != b"TZif":
        raise ValueError("Invalid TZif file: magic not found")
    size, form = 4, "i"
    counts = _struct.unpack(">6l", head[20:])
    if head[4:5] >= b"2":
        utc, wall, leap, times, kinds, letters = counts
        file.seek(times * 5 + kinds * 6 + letters + leap * 8 + wall + utc, 1)
        counts = _struct.unpack(">6l", file.read(44)[20:])
        size, form = 8, "q"
    utc, wall, leap, times, kinds, letters = counts
    changes = list(_struct.unpack(f">{times}{form}", file.read(times * size)))
    indices = file.read(times)
    rows = [_struct.unpack(">lbb", file.read(6)) for _ in range(kinds)]
    names = file.read(letters)
    file.seek(leap * (size + 4) + wall + utc, 1)
    line = ""
    if size == 8 and file.read(1) == b"\n":
        line = file.read().split(b"\n")[0].decode()
    return changes, indices, rows, names, line


class ZoneInfo(_tzinfo):
    """A time zone: ZoneInfo("Europe/Berlin")."""

    _cache = {}

    def __new__(cls, key):
        found = cls._cache.get(key) if isinstance(key, str) else None
        if found is None:
            found = cls._cache[key] = cls._make(key)
            found._from_cache = True
        return found

    def __init_subclass__(cls):
        super().__init_subclass__()
        cls._cache = {}

    @classmethod
    def _make(cls, key):
        with _open(key) as file:
            self = cls._from(file, key)
        return self

    @classmethod
    def no_cache(cls, key):
        """Return a new object, even when there is one for the name."""
        return cls._make(key)

    @classmethod
    def from_file(cls, fobj, /, key=None):
        """Read a time zone from an open file."""
        self = cls._from(fobj, key)
        self._file_repr = repr(fobj)
        return self

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        """Forget all objects, or those of some names."""
        for key in list(cls._cache) if only_keys is None else only_keys:
            cls._cache.pop(key, None)

    @classmethod
    def _from(cls, file, key):
        self = super().__new__(cls)
        self._key, self._from_cache, self._file_repr = key, False, None
        changes, indices, rows, names, line = _read(file)
        rules = []
        for number, (seconds, is_dst, at) in enumerate(rows):
            rules.append(_Rule(seconds, cls._summer_part(rows, indices, number) if is_dst else 0, names[at:names.index(b"\0", at)].decode()))
        self._changes = changes
        self._rules = [rules[index] for index in indices]
        standard = next((rule for rule, row in zip(rules, rows) if not row[1]), rules[0] if rules else None)
        self._before = standard
        self._after = _parse_line(line) if line else (self._rules[-1] if self._rules else standard)
        # The changes on the clock of the place: those of an hour that comes twice begin earlier at first sight.
        local = ([], [])
        offset = self._before.seconds if self._before else 0
        for change, rule in zip(changes, self._rules):
            local[0].append(change + max(offset, rule.seconds))
            local[1].append(change + min(offset, rule.seconds))
            offset = rule.seconds
        self._local = local
        self._is_fixed = not changes and not isinstance(self._after, _Yearly)
        return self

    @staticmethod
    def _summer_part(rows, indices, number):
        # What a summer time adds: the difference to the standard time beside it in the table.
        seconds = rows[number][0]
        for step in (-1, 1):
            for at, index in enumerate(indices):
                if index == number and 0 <= at + step < len(indices):
                    other = rows[indices[at + step]]
                    if not other[1] and seconds != other[0]:
                        return seconds - other[0]
        return 3600

    def _find(self, when):
        if when is None:
            return self._after if self._is_fixed else None
        stamp = (when.toordinal() - _EPOCH) * 86400 + when.hour * 3600 + when.minute * 60 + when.second
        table = self._local[when.fold]
        if table and stamp <= table[-1] and stamp < table[-1]:
            at = _bisect_right(table, stamp)
            return self._rules[at - 1] if at else self._before
        if isinstance(self._after, _Yearly):
            return self._after.by_local(stamp, when.year, when.fold)
        return self._after

    def utcoffset(self, dt, /):
        """Return how far the zone is ahead of UTC then."""
        rule = self._find(dt)
        return None if rule is None else rule.utcoff

    def dst(self, dt, /):
        """Return what summer time adds then."""
        rule = self._find(dt)
        return None if rule is None else rule.dstoff

    def tzname(self, dt, /):
        """Return what the time is called then."""
        rule = self._find(dt)
        return None if rule is None else rule.tzname

    def fromutc(self, dt, /):
        """Return the time of the zone for a time of UTC."""
        if not isinstance(dt, _datetime):
            raise TypeError("fromutc() requires a datetime argument")
        if dt.tzinfo is not self:
            raise ValueError("dt.tzinfo is not self")
        stamp = (dt.toordinal() - _EPOCH) * 86400 + dt.hour * 3600 + dt.minute * 60 + dt.second
        changes, fold = self._changes, False
        if changes and stamp < changes[-1]:
            at = _bisect_right(changes, stamp)
            rule = self._rules[at - 1] if at else self._before
            if at:
                earlier = self._rules[at - 2] if at > 1 else self._before
                fold = earlier.seconds - rule.seconds > stamp - changes[at - 1]
        elif isinstance(self._after, _Yearly):
            rule, fold = self._after.by_utc(stamp, dt.year)
            if changes and not fold:
                earlier = self._rules[-2] if len(changes) > 1 else self._before
                fold = 0 <= stamp - changes[-1] < earlier.seconds - rule.seconds
        else:
            rule = self._after
            if changes:
                earlier = self._rules[-2] if len(changes) > 1 else self._before
                fold = 0 <= stamp - changes[-1] < earlier.seconds - rule.seconds
        return (dt + rule.utcoff).replace(fold=int(fold))

    @property
    def key(self):
        "The name of the zone."
        return self._key

    def __str__(self):
        return self._key if self._key is not None else repr(self)

    def __repr__(self):
        name = f"{type(self).__module__}.{type(self).__qualname__}"
        if self._key is not None:
            return f"{name}(key={self._key!r})"
        return f"{name}.from_file({self._file_repr})"

    def __reduce__(self):
        if self._key is None:
            import pickle
            raise pickle.PicklingError("Cannot pickle a ZoneInfo file created from a file stream.")
        return type(self)._unpickle, (self._key, self._from_cache)

    @classmethod
    def _unpickle(cls, key, from_cache, /):
        return cls(key) if from_cache else cls.no_cache(key)
