"""datetime: making, printing, arithmetic, comparison, texts there and back, errors."""
import copy
import datetime as module
import random
from datetime import MAXYEAR, MINYEAR, UTC, date, datetime, time, timedelta, timezone, tzinfo


def show(function, *arguments, **keywords):
    try:
        result = function(*arguments, **keywords)
    except Exception as error:
        print(type(error).__name__, error)
        return None
    print(repr(result), "|", result)
    return result


print(MINYEAR, MAXYEAR, UTC, sorted(name for name in dir(module) if name[0] != "_" and name not in ("sys", "datetime_CAPI")))
print(date.min, date.max, date.resolution, datetime.min, datetime.max, time.min, time.max, timedelta.min, timedelta.max)

# making
for arguments in [(2020, 2, 29), (2019, 2, 29), (0, 1, 1), (10000, 1, 1), (2020, 13, 1), (2020, 1, 0), (2020,), (2020, 1),
                  ("2020", 1, 1), (2020.0, 1, 1), (2020, 1, None), (), (2 ** 40, 1, 1), (2 ** 80, 1, 1), (True, True, True)]:
    show(date, *arguments)
    show(datetime, *arguments)
for keywords in [dict(hour=24), dict(minute=60), dict(second=-1), dict(microsecond=10 ** 6), dict(fold=2), dict(tzinfo=1),
                 dict(hour=23, minute=59, second=59, microsecond=5), dict(tzinfo=timezone.utc, fold=1), dict(hour=1.5),
                 dict(second=1), dict(microsecond=1), dict(fold=1)]:
    show(datetime, 2020, 1, 1, **keywords)
    show(time, **keywords)
for arguments in [(1,), (1.5,), (0, 0, 0.5), (0, 0, 1.5), (0, 0, 2.5), (0, 0.0000005), (10 ** 9,), (-10 ** 9,), (10 ** 30,), ("1",),
                  (None,), (float("nan"),), (float("inf"),), (1, 2, 3, 4, 5, 6, 7), (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7), (0,),
                  (0, -1), (0, 0, -1), (1, 1), (0, 0, 1), (True,), (1e10,), (0, 1e-7), (0, 0, 0.5, 0.0005), (-1, 86399.9999999)]:
    show(timedelta, *arguments)
for arguments in [(timedelta(0),), (timedelta(hours=1),), (timedelta(hours=-5, minutes=-30), "X"), (timedelta(1),), (1,),
                  (timedelta(seconds=1, microseconds=2),), (timedelta(0), "Z"), (timedelta(0), None), (timedelta(0), 1)]:
    show(timezone, *arguments)
print(timezone(timedelta(0)) is timezone.utc, timezone.utc == timezone(timedelta(0), "x"), timezone.min, timezone.max)

# arithmetic
generator = random.Random(5)
spans = [timedelta(generator.randrange(-5, 5), generator.randrange(86400), generator.randrange(10 ** 6)) for _ in range(8)]
spans += [timedelta(0), timedelta(1), timedelta(microseconds=1)]
for a in spans:
    for b in spans:
        print(a + b, a - b, a < b, a == b, a >= b, a != b, end=" ")
        show(lambda: (a / b, a // b, a % b, divmod(a, b)))
    for n in 3, -7, 0.5, -1.25, 1e-3, True, 0, 0.0, 10 ** 12, 1e300, float("inf"), float("nan"):
        for operation in (lambda: a * n, lambda: n * a, lambda: a / n, lambda: a // n):
            show(operation)
    print(-a, +a, abs(a), bool(a), a.total_seconds(), repr(a))
days = [date(generator.randrange(1, 9999), generator.randrange(1, 13), generator.randrange(1, 29)) for _ in range(12)]
for day in days:
    print(day, day.toordinal(), date.fromordinal(day.toordinal()) == day, day.weekday(), day.isoweekday(), day.isocalendar(),
          day.timetuple(), day.ctime(), day.strftime("%A %d %B %j %U %W %y"), format(day, "%m"), format(day), f"{day:%d.%m.}",
          date.fromisocalendar(*day.isocalendar()) == day, date.fromisoformat(day.isoformat()) == day)
    show(lambda: day + timedelta(days=100000))
    show(lambda: day - timedelta(days=100000, hours=5))
    print(day - days[0], day < days[0], day == date(day.year, day.month, day.day), day.replace(day=1), day.replace(year=4))
for year in range(1, 9999, 97):
    for month, number in ((1, 1), (12, 31), (2, 28), (3, 1)):
        day = date(year, month, number)
        week = day.isocalendar()
        assert date.fromordinal(day.toordinal()) == day and (not 1 <= week.year <= 9999 or date.fromisocalendar(*week) == day)
for operation in (lambda: days[0] + 1, lambda: days[0] - 1, lambda: 1 - days[0], lambda: days[0] < 1, lambda: days[0] == 1,
                  lambda: days[0] + days[1], lambda: timedelta(1) + 1, lambda: timedelta(1) < 1, lambda: 1 / timedelta(1),
                  lambda: datetime.min - timedelta(1), lambda: date.max + timedelta(1), lambda: datetime.min < date.min,
                  lambda: date.min < datetime.min, lambda: datetime.min == date.min, lambda: datetime.min - date.min,
                  lambda: date.min - datetime.min, lambda: timedelta.max + timedelta(1), lambda: -timedelta.min,
                  lambda: datetime.now() < datetime.now(UTC), lambda: datetime.now() - datetime.now(UTC),
                  lambda: datetime.now() == datetime.now(UTC), lambda: time(1) < time(1, tzinfo=UTC), lambda: time(1) == time(1, tzinfo=UTC),
                  lambda: time(1) + timedelta(1), lambda: time(1) < 1, lambda: date.fromordinal(0), lambda: date.fromordinal(10 ** 7),
                  lambda: date.fromisocalendar(2021, 53, 1), lambda: date.fromisocalendar(2021, 1, 8), lambda: date.fromisocalendar(0, 1, 1),
                  lambda: date.fromtimestamp(1e20), lambda: datetime.fromtimestamp(float("nan")), lambda: datetime.fromtimestamp("1"),
                  lambda: datetime.utcfromtimestamp(1e14), lambda: datetime.fromtimestamp(0, 1), lambda: date.today() - None,
                  lambda: datetime.combine(1, 2), lambda: datetime.combine(date.min, 2), lambda: timezone.utc.utcoffset(1),
                  lambda: tzinfo().utcoffset(None), lambda: tzinfo().tzname(None), lambda: datetime.min.astimezone(UTC),
                  lambda: datetime(2020, 1, 1).isoformat(timespec="x"), lambda: datetime(2020, 1, 1).isoformat("xx"),
                  lambda: datetime(2020, 1, 1).strftime(1), lambda: format(date.min, 1), lambda: datetime.now(1), lambda: time.fromisoformat(1)):
    show(operation)
moment = datetime(2020, 2, 29, 23, 59, 58, 123456)
for span in spans:
    print(moment + span, moment - span, repr(moment + span), (moment + span) - moment == span)
print(moment.date(), moment.time(), moment.timetz(), moment.timetuple(), moment.utctimetuple(), moment.ctime(), moment.weekday())
print(moment.strftime("%Y-%m-%dT%H:%M:%S.%f %z %Z %% %I %p %j %f"), f"{moment:%H:%M}", moment.isoformat(" ", "milliseconds"))
for precision in "auto", "hours", "minutes", "seconds", "milliseconds", "microseconds":
    print(moment.isoformat(timespec=precision), moment.replace(microsecond=0).time().isoformat(precision))

# zones
east = timezone(timedelta(hours=5, minutes=30), "East")
west = timezone(-timedelta(hours=3))
here = datetime(2020, 6, 1, 12, tzinfo=east)
print(here, repr(here), here.astimezone(west), here.astimezone(UTC).tzname(), here.timestamp(), here.utcoffset(), here.dst(), here.tzname())
print(here == here.astimezone(west), hash(here) == hash(here.astimezone(west)), here - here.astimezone(west), here < here.astimezone(west))
print(here.utctimetuple(), here.strftime("%z %Z"), here.timetz(), here.replace(tzinfo=None), datetime.fromtimestamp(1e9, east))
print(datetime.utcfromtimestamp(-1.5), datetime.utcfromtimestamp(0.0000005), datetime.utcfromtimestamp(1.0000015), datetime.fromtimestamp(0, UTC))
print(datetime(1970, 1, 1, tzinfo=UTC).timestamp(), datetime(1, 1, 1, tzinfo=UTC).timestamp(), datetime(2020, 1, 1, 0, 0, 0, 1, UTC).timestamp())


class Summer(tzinfo):
    def utcoffset(self, dt):
        return timedelta(hours=1) + self.dst(dt)

    def dst(self, dt):
        return timedelta(hours=1 if dt and 3 < dt.month < 11 else 0)

    def tzname(self, dt):
        return "summer" if self.dst(dt) else "winter"


for month in 1, 7:
    local = datetime(2020, month, 1, 12, tzinfo=UTC).astimezone(Summer())
    print(local, local.tzname(), local.dst(), local.timetuple().tm_isdst, local.strftime("%Z%z"), local.astimezone(UTC))


class Wrong(tzinfo):
    def __init__(self, offset, name=5):
        self.offset, self.name = offset, name

    def utcoffset(self, dt):
        return self.offset

    def tzname(self, dt):
        return self.name


for offset in 5, timedelta(1), None, timedelta(seconds=1):
    show(lambda: datetime(2020, 1, 1, tzinfo=Wrong(offset)).isoformat())
    show(lambda: datetime(2020, 1, 1, tzinfo=Wrong(offset)).tzname())

# texts
for text in ["2020-01-02", "20200102", "2020-W01-4", "2020W014", "2020W01", "2020-W01", "2020-1-2", "2020-13-01", "", "2020-01-02T",
             "2020-01-02T03", "2020-01-02 03:04", "2020-01-02T03:04:05", "2020-01-02T03:04:05.678", "2020-01-02T03:04:05,678901234",
             "20200102T030405", "20200102T0304", "2020-01-02T03:04:05Z", "2020-01-02T03:04:05+01:30", "2020-01-02T03:04:05-0130",
             "2020-01-02T03:04:05+01:30:15.5", "2020-01-02T24:00", "2020-01-02T03:60", "2020-01-02T03:04:5", "2020-01-02T03:0405",
             "2020-01-02T03:04:05+25:00", "2020-01-02x03", "2020-W53-7T01", "2020W537T01", "2020W53T01", "2020-01-02T03:04:05.Z", "2020-01-02T03Z5",
             "２020-01-02", "2020-01-02T12:", "2020-01-02T12:+05:00", "2020-02-30", "0000-01-01", "2020-01-02T03:04:05+00:00", "202001021", "2020010112",
             "2020-001", "2020-01-02é03:04", "2020-01-02T03:04:05.1234567", "2020-01-02T03:04:05.12345678x"]:
    for kind in date, datetime:
        show(kind.fromisoformat, text)
    show(time.fromisoformat, text[11:])

# copies, subclasses, members
for value in date(2020, 1, 2), moment, here, time(1, 2, 3, 4, east, fold=1), timedelta(1, 2, 3), east, UTC, datetime(2020, 1, 1, fold=1):
    print(copy.copy(value) == value, copy.deepcopy(value) == value, hash(copy.copy(value)) == hash(value), value.__reduce_ex__(4))
print(date(b"\x07\xe4\x01\x02"), datetime(b"\x07\xe4\x81\x02\x03\x04\x05\x00\x00\x01").fold, time(b"\x83\x04\x05\x00\x00\x01").fold)


class Moment(datetime):
    def __new__(cls, *arguments, **keywords):
        self = super().__new__(cls, *arguments, **keywords)
        self.extra = 7
        return self


special = Moment(2020, 1, 1, 12)
print(repr(special), type(special + timedelta(1)), (special + timedelta(1)).extra, type(special.replace(year=4)), special.date(), type(Moment.now()),
      type(Moment.fromisoformat("2020-01-01")), type(Moment.strptime("2020", "%Y")), isinstance(special, date), special == datetime(2020, 1, 1, 12))
for attempt in (lambda: setattr(date, "x", 1), lambda: date(2020, 1, 1).missing, lambda: date.missing, lambda: type("T", (timezone,), {}),
                lambda: date(2020, 1, 1) + "x", lambda: "x" + date(2020, 1, 1), lambda: [] < datetime(2020, 1, 1), lambda: sum([timedelta(1)], timedelta(0))):
    show(attempt)
try:
    date(2020, 1, 1).year = 3
except AttributeError:
    print("read only")
year, week, weekday = date(2020, 12, 31).isocalendar()
print(year, week, weekday, date(2020, 12, 31).isocalendar().week, {date(2020, 1, 1): 1}[date(2020, 1, 1)], max(days), sorted(days)[:2])


# Numbers and zones that answer nonsense; texts that the C library cannot take.
class Odd(int):
    def __mul__(self, other):
        return Summand()

    __rmul__ = __mul__


class Summand:
    def __radd__(self, other):
        return Sum()

    __add__ = __radd__


class Sum(int):
    def __divmod__(self, other):
        return answer


for answer in None, (), (0, 1, 2), (0, -1), (1, 2):
    show(lambda: timedelta(microseconds=Odd(1)))
    show(lambda: timedelta(weeks=Odd(1), days=2))


class Nameless(tzinfo):
    def tzname(self, moment):
        return "\ud800"

    def utcoffset(self, moment):
        return None


for format_ in "\ud800", "a\ud800", "%Z", "\u00e9%Z\u00e9", "%H\udc80", "\udcff%Z", "x\0y", "%Y\0%m", "%", "%%Z", "a%\ud800":
    show(lambda: date(2000, 2, 3).strftime(format_))
    show(lambda: format(datetime(2000, 2, 3), format_))
    show(lambda: time(2, 3, tzinfo=Nameless()).strftime(format_))
