"""Calendars of months and years, as lists, text and HTML."""

import datetime
import sys
from itertools import repeat

__all__ = ["IllegalMonthError", "IllegalWeekdayError", "setfirstweekday", "firstweekday", "isleap", "leapdays", "weekday",
           "monthrange", "monthcalendar", "prmonth", "month", "prcal", "calendar", "timegm", "month_name", "month_abbr",
           "day_name", "day_abbr", "Calendar", "TextCalendar", "HTMLCalendar", "LocaleTextCalendar", "LocaleHTMLCalendar",
           "weekheader", "FRIDAY", "MONDAY", "SATURDAY", "SUNDAY", "THURSDAY", "TUESDAY", "WEDNESDAY"]

error = ValueError
January, February = 1, 2
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
EPOCH = 1970


class IllegalMonthError(ValueError):
    """There is no such month."""
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return "bad month number %r; must be 1-12" % self.month


class IllegalWeekdayError(ValueError):
    """There is no such day of the week."""
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return "bad weekday number %r; must be 0 (Monday) to 6 (Sunday)" % self.weekday


class _Names:
    "Names out of strftime, asked for each time since the locale may change; items and slices."

    def __init__(self, format, days):
        self.format, self.days = format, days

    def __getitem__(self, i):
        chosen = self.days[i]
        if isinstance(i, slice):
            return [day.strftime(self.format) if day else "" for day in chosen]
        return chosen.strftime(self.format) if chosen else ""

    def __len__(self):
        return len(self.days)


_some_months = [None] + [datetime.date(2001, number, 1) for number in range(1, 13)]
_some_days = [datetime.date(2001, 1, number) for number in range(1, 8)]
day_name, day_abbr = _Names("%A", _some_days), _Names("%a", _some_days)
month_name, month_abbr = _Names("%B", _some_months), _Names("%b", _some_months)


def isleap(year):
    "True for leap years."
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def leapdays(y1, y2):
    "The number of leap years from y1 up to y2, which is not included."
    y1 -= 1
    y2 -= 1
    return (y2 // 4 - y1 // 4) - (y2 // 100 - y1 // 100) + (y2 // 400 - y1 // 400)


def weekday(year, month, day):
    "0 for Monday to 6 for Sunday."
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        year = 2000 + year % 400
    return datetime.date(year, month, day).weekday()


def monthrange(year, month):
    "(weekday of the first day, number of days)"
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _monthlen(year, month)


def _monthlen(year, month):
    return mdays[month] + (month == February and isleap(year))


def _prevmonth(year, month):
    return (year - 1, 12) if month == 1 else (year, month - 1)


def _nextmonth(year, month):
    return (year + 1, 1) if month == 12 else (year, month + 1)


def _groups(items, size):
    return [items[at:at + size] for at in range(0, len(items), size)]


class Calendar:
    "Days of months and years, without a form."

    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        """Return the day that weeks begin with."""
        return self._firstweekday % 7

    def setfirstweekday(self, firstweekday):
        """Set the day that weeks begin with."""
        self._firstweekday = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        "The numbers of the weekdays, the first one first."
        for number in range(self.firstweekday, self.firstweekday + 7):
            yield number % 7

    def itermonthdates(self, year, month):
        "The dates of a month and those that fill its first and last week."
        for fields in self.itermonthdays3(year, month):
            yield datetime.date(*fields)

    def itermonthdays(self, year, month):
        "The days as numbers; 0 outside the month."
        first, count = monthrange(year, month)
        before = (first - self.firstweekday) % 7
        yield from repeat(0, before)
        yield from range(1, count + 1)
        yield from repeat(0, (self.firstweekday - first - count) % 7)

    def itermonthdays2(self, year, month):
        "(day or 0, weekday)"
        for number, day in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield day, number % 7

    def itermonthdays3(self, year, month):
        "(year, month, day), of the neighbours too"
        first, count = monthrange(year, month)
        before, after = (first - self.firstweekday) % 7, (self.firstweekday - first - count) % 7
        other_year, other = _prevmonth(year, month)
        end = _monthlen(other_year, other) + 1
        for day in range(end - before, end):
            yield other_year, other, day
        for day in range(1, count + 1):
            yield year, month, day
        other_year, other = _nextmonth(year, month)
        for day in range(1, after + 1):
            yield other_year, other, day

    def itermonthdays4(self, year, month):
        "(year, month, day, weekday), of the neighbours too"
        for number, fields in enumerate(self.itermonthdays3(year, month)):
            yield fields + ((self.firstweekday + number) % 7,)

    def monthdatescalendar(self, year, month):
        "Weeks of dates."
        return _groups(list(self.itermonthdates(year, month)), 7)

    def monthdays2calendar(self, year, month):
        "Weeks of (day, weekday)."
        return _groups(list(self.itermonthdays2(year, month)), 7)

    def monthdayscalendar(self, year, month):
        "Weeks of days."
        return _groups(list(self.itermonthdays(year, month)), 7)

    def yeardatescalendar(self, year, width=3):
        "Rows of `width` months of weeks of dates."
        return _groups([self.monthdatescalendar(year, number) for number in range(1, 13)], width)

    def yeardays2calendar(self, year, width=3):
        "Rows of `width` months of weeks of (day, weekday)."
        return _groups([self.monthdays2calendar(year, number) for number in range(1, 13)], width)

    def yeardayscalendar(self, year, width=3):
        "Rows of `width` months of weeks of days."
        return _groups([self.monthdayscalendar(year, number) for number in range(1, 13)], width)


class TextCalendar(Calendar):
    "Calendars as text."

    def prweek(self, theweek, width):
        "Print a week."
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        """Return the text of a day."""
        return ("%2i" % day if day else "").center(width)

    def formatweek(self, theweek, width):
        """Return the text of a week."""
        return " ".join(self.formatday(day, number, width) for day, number in theweek)

    def formatweekday(self, day, width):
        """Return the name of a day."""
        names = day_name if width >= 9 else day_abbr
        return names[day][:width].center(width)

    def formatweekheader(self, width):
        """Return the names of the days of a week."""
        return " ".join(self.formatweekday(number, width) for number in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        """Return the name of a month."""
        name = month_name[themonth]
        return ("%s %r" % (name, theyear) if withyear else name).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        "Print a month."
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        "A month, with columns of width w and l lines a week."
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return "".join(line.rstrip() + "\n" * l for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        "A year, m months in a row, c spaces between them."
        w, l, c = max(2, w), max(1, l), max(2, c)
        column = (w + 1) * 7 - 1
        text = repr(theyear).center(column * m + c * (m - 1)).rstrip() + "\n" * l
        header = self.formatweekheader(w)
        for row, months in enumerate(self.yeardays2calendar(theyear, m)):
            numbers = range(m * row + 1, min(m * (row + 1) + 1, 13))
            text += "\n" * l
            text += formatstring((self.formatmonthname(theyear, number, column, False) for number in numbers),
                                 column, c).rstrip() + "\n" * l
            text += formatstring((header for _ in numbers), column, c).rstrip() + "\n" * l
            for line in range(max(map(len, months))):
                weeks = ("" if line >= len(weeks) else self.formatweek(weeks[line], w) for weeks in months)
                text += formatstring(weeks, column, c).rstrip() + "\n" * l
        return text

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        "Print a year."
        print(self.formatyear(theyear, w, l, c, m), end="")


class HTMLCalendar(Calendar):
    "Calendars as HTML tables."

    cssclasses = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    cssclasses_weekday_head = cssclasses
    cssclass_noday = "noday"
    cssclass_month_head = cssclass_month = "month"
    cssclass_year = cssclass_year_head = "year"

    def formatday(self, day, weekday):
        """Return the text of a day."""
        if day == 0:
            return '<td class="%s">&nbsp;</td>' % self.cssclass_noday
        return '<td class="%s">%d</td>' % (self.cssclasses[weekday], day)

    def formatweek(self, theweek):
        """Return the text of a week."""
        return "<tr>%s</tr>" % "".join(self.formatday(day, number) for day, number in theweek)

    def formatweekday(self, day):
        """Return the name of a day."""
        return '<th class="%s">%s</th>' % (self.cssclasses_weekday_head[day], day_abbr[day])

    def formatweekheader(self):
        """Return the names of the days of a week."""
        return "<tr>%s</tr>" % "".join(self.formatweekday(number) for number in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, withyear=True):
        """Return the name of a month."""
        name = "%s %s" % (month_name[themonth], theyear) if withyear else "%s" % month_name[themonth]
        return '<tr><th colspan="7" class="%s">%s</th></tr>' % (self.cssclass_month_head, name)

    def formatmonth(self, theyear, themonth, withyear=True):
        "A table of a month."
        rows = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_month,
                self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader()]
        rows += [self.formatweek(week) for week in self.monthdays2calendar(theyear, themonth)]
        return "\n".join(rows + ["</table>", ""])

    def formatyear(self, theyear, width=3):
        "A table of the tables of the months."
        width = max(width, 1)
        parts = ['<table border="0" cellpadding="0" cellspacing="0" class="%s">' % self.cssclass_year, "\n",
                 '<tr><th colspan="%d" class="%s">%s</th></tr>' % (width, self.cssclass_year_head, theyear)]
        for first in range(January, January + 12, width):
            parts.append("<tr>")
            for number in range(first, min(first + width, 13)):
                parts += ["<td>", self.formatmonth(theyear, number, withyear=False), "</td>"]
            parts.append("</tr>")
        parts.append("</table>")
        return "".join(parts)

    def formatyearpage(self, theyear, width=3, css="calendar.css", encoding=None):
        "A page of a year, as bytes."
        if encoding is None:
            encoding = sys.getdefaultencoding()
        parts = ['<?xml version="1.0" encoding="%s"?>\n' % encoding,
                 '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n',
                 "<html>\n", "<head>\n", '<meta http-equiv="Content-Type" content="text/html; charset=%s" />\n' % encoding]
        if css is not None:
            parts.append('<link rel="stylesheet" type="text/css" href="%s" />\n' % css)
        parts += ["<title>Calendar for %d</title>\n" % theyear, "</head>\n", "<body>\n", self.formatyear(theyear, width),
                  "</body>\n", "</html>\n"]
        return "".join(parts).encode(encoding, "xmlcharrefreplace")


class LocaleTextCalendar(TextCalendar):
    "A TextCalendar with the names of a locale; there is one locale here."

    def __init__(self, firstweekday=0, locale=None):
        TextCalendar.__init__(self, firstweekday)
        self.locale = locale


class LocaleHTMLCalendar(HTMLCalendar):
    "An HTMLCalendar with the names of a locale; there is one locale here."

    def __init__(self, firstweekday=0, locale=None):
        HTMLCalendar.__init__(self, firstweekday)
        self.locale = locale


c = TextCalendar()
firstweekday = c.getfirstweekday


def setfirstweekday(firstweekday):
    "The day with which weeks start in this module's functions."
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


monthcalendar = c.monthdayscalendar
prweek = c.prweek
week = c.formatweek
weekheader = c.formatweekheader
prmonth = c.prmonth
month = c.formatmonth
calendar = c.formatyear
prcal = c.pryear

_colwidth = 7 * 3 - 1
_spacing = 6


def format(cols, colwidth=_colwidth, spacing=_spacing):
    "Print columns."
    print(formatstring(cols, colwidth, spacing))


def formatstring(cols, colwidth=_colwidth, spacing=_spacing):
    "Texts centered in columns."
    return (" " * spacing).join(text.center(colwidth) for text in cols)


def timegm(tuple):
    "Seconds since 1970 of a time tuple in UTC."
    year, month, day, hour, minute, second = tuple[:6]
    days = datetime.date(year, month, 1).toordinal() - datetime.date(EPOCH, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
