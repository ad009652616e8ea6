"""time and strptime: calendar times, clocks, texts there and back."""
import time
from datetime import datetime


def show(function, *arguments):
    try:
        print(function(*arguments))
    except Exception as error:
        print(type(error).__name__, error)


print(time.gmtime(0), time.gmtime(0).tm_zone, time.gmtime(1e9).tm_gmtoff)
print(time.strptime("Sat Jun 06 16:26:11 1998"))
print(time.strftime("%Y-%m-%d %H:%M:%S %j %a %b %p %U", time.gmtime(1234567890.5)))
print(time.asctime(time.gmtime(0)), time.mktime(time.localtime(12345)))
print(time.get_clock_info("monotonic"), time.get_clock_info("time"))

for text, form in [
        ("2020-02-29 1:02:03.5", "%Y-%m-%d %H:%M:%S.%f"), ("3 Jan 99", "%d %b %y"), ("2015 52 3", "%G %V %u"),
        ("12/31/99 12:15 PM +02:30", "%m/%d/%y %I:%M %p %z"), ("12:15 am", "%I:%M %p"), ("2015 52 Wed", "%Y %W %a"),
        ("Z", "%z"), ("x", "%Y"), ("2020", "%Q"), ("2020 1", "%Y"), ("29 Feb", "%d %b"), ("10:1", "%H:%M"),
        ("2020-02-30", "%Y-%m-%d"), ("%", "%%"), ("2020", "%Y%"), ("UTC", "%Z"), ("2015 52", "%G %V"), ("+12:3456", "%z"),
        ("366 1999", "%j %Y"), ("2015  3", "%Y %m"), ("  5", "%d"), ("-00:00:01.5", "%z"), ("1 1 1", "%m %d %y"),
        ("111", "%m%d%H"), ("1231", "%m%d"), ("3112", "%d%m"), ("monday 05 2021", "%A %U %Y"), ("Sun 00 2021", "%a %W %Y"),
        ("69 68", "%y %S"), ("2016 366", "%Y %j"), ("", ""), ("a\tb", "a b"), ("ab", "a b"), ("x y", "X Y"),
        ("07 2016 5", "%V %Y %u"), ("2016 5 100", "%G %u %j"), ("1:2:3", "%X"), ("01/02/03", "%x"), ("23:61", "%H:%S"),
        ("60", "%S"), ("2020-W10-1", "%G-W%V-%u"), ("august", "%B"), ("May 5", "%b %d"), ("5 may", "%d %B")]:
    show(lambda: repr(datetime.strptime(text, form)))
    show(time.strptime, text, form)
for arguments in [(1,), ("a", 1), ("a", None)]:
    show(time.strptime, *arguments)
    show(datetime.strptime, *(arguments * 2)[:2])

for arguments in [
        ("%Y", (1, 2, 3)), ("%Y", (2000, 13, 1, 0, 0, 0, 0, 1, 0)), (1,), ("%Y", 1), ("%y %Y", (99, 1, 1, 0, 0, 0, 0, 1, 0)),
        ("%A %c %x %X", (2000, 0, 0, 0, 0, 0, 0, 0, 0)), ("",), ("%Y" * 400, time.gmtime(0)), ("%%", time.gmtime(0)),
        ("%d", (2000, 1, "a", 0, 0, 0, 0, 1, 0)), ("%H", (10 ** 10, 1, 1, 0, 0, 0, 0, 1, 0)), ("a\0b", time.gmtime(0)),
        ("%M", (2000, 1, 1, 0, 60, 0, 0, 1, 0)), ("%S", (2000, 1, 1, 0, 0, 62, 0, 1, 0)), ("%a", (2000, 1, 1, 0, 0, 0, 9, 1, 0)),
        ("%j", (2000, 1, 1, 0, 0, 0, 0, 367, 0)), ("é%Yü", time.gmtime(0)), ("%d", (2000, 1, 32, 0, 0, 0, 0, 1, 0))]:
    show(time.strftime, *arguments)
for function in time.gmtime, time.localtime, time.ctime, time.sleep:
    for value in "a", 1e300, float("nan"), 10 ** 30, -1 if function is time.sleep else 10 ** 17, []:
        show(function, value)
for value in [1, (1,), range(9), (2000, 1, 1, 0, 0, 0, 0, 0, 0), (10 ** 10, 1, 1, 0, 0, 0, 0, 0, 0), "123456789012", {}]:
    show(time.struct_time, value)
    show(time.mktime, value)
moment = time.gmtime(0)
print(moment.__reduce__(), moment[:3], moment == tuple(moment), moment.n_fields, len(moment), type(moment), moment + (1,))
print(time.struct_time(range(11)).tm_gmtoff, time.struct_time(range(9), {"tm_zone": "X"}).tm_zone, time.struct_time(range(9)).tm_zone)
print(time.clock_gettime_ns(time.CLOCK_REALTIME) > 0, time.clock_getres(1) < 1, time.CLOCK_MONOTONIC)
show(time.get_clock_info, "x")
show(time.get_clock_info, None)
show(time.clock_gettime, 99)
show(time.asctime, (1, 2))
