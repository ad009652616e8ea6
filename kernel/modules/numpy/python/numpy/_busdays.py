"""Days of business: busday_count, busday_offset, is_busday and busdaycalendar."""

import numpy as np

__all__ = ['busday_count', 'busday_offset', 'is_busday', 'busdaycalendar']

DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
ROLLS = ['raise', 'nat', 'forward', 'following', 'backward', 'preceding', 'modifiedfollowing', 'modifiedpreceding']


def _mask(given):
    if isinstance(given, str):
        if len(given) == 7 and set(given) <= {'0', '1'}:
            mask = [digit == '1' for digit in given]
        else:
            mask, left = [False] * 7, given.replace(' ', '').replace('\t', '')
            while left:
                if left[:3] not in DAYS:
                    raise ValueError(f'Invalid business day weekmask string "{given}"')
                mask[DAYS.index(left[:3])] = True
                left = left[3:]
    else:
        mask = np.asarray(given)
        if mask.shape != (7,):
            raise ValueError('A business day weekmask array must have length 7')
        mask = [bool(day) for day in mask]
    if not any(mask):
        raise ValueError('the business day weekmask must have at least one valid business day')
    return mask


def _days(dates):
    """Dates as numbers of days, nothing else cast than what is safe."""
    array = np.asarray(dates)
    if array.dtype.kind != 'M':
        array = np.array(dates, dtype='M8[D]')
    elif array.dtype != np.dtype('M8[D]'):
        if not np.can_cast(array.dtype, np.dtype('M8[D]'), 'safe'):
            raise TypeError(f"Iterator operand 0 dtype could not be cast from {array.dtype!r} to dtype('<M8[D]') according to the rule 'safe'")
        array = array.astype('M8[D]')
    return array


def _numbers(dates):
    return dates.astype(np.int64)


NAT = -2 ** 63


class busdaycalendar:
    """busdaycalendar(weekmask='1111100', holidays=None)

    The days of the week that are days of business and the holidays that are not, for the other functions.

    >>> busdaycalendar(holidays=['2020-01-01', '2020-01-04']).holidays
    array(['2020-01-01'], dtype='datetime64[D]')
    """

    __module__ = 'numpy'

    def __init__(self, weekmask='1111100', holidays=None):
        self._mask = _mask(weekmask)
        numbers = set(_numbers(_days(holidays if holidays is not None else [])).ravel().tolist()) - {NAT}
        self._holidays = sorted(number for number in numbers if self._mask[(number + 3) % 7])
        self._days = np.array(self._holidays, dtype=np.int64)
        self._weekmask = np.array(self._mask)
        self._week = sum(self._mask)
        self._in_week = np.cumsum([0] + self._mask[:6])
        self._of_week = np.flatnonzero(self._weekmask)

    @property
    def weekmask(self):
        """Seven truths, from Monday on."""
        return np.array(self._mask)

    @property
    def holidays(self):
        """The holidays that fall on days of business, in order."""
        return np.array(self._holidays, dtype=np.int64).astype('M8[D]')

    def _is(self, numbers):
        """Which numbers of days are days of business."""
        known = self._weekmask[(numbers + 3) % 7] & (numbers != NAT)
        return known & ~np.isin(numbers, self._days) if self._holidays else known

    def _before(self, numbers):
        """How many days of business lie from the first day of all (a Monday) to before each of these."""
        weeks, rest = np.divmod(numbers + 3, 7)
        return weeks * self._week + self._in_week[rest] - np.searchsorted(self._days, numbers)

    def _at(self, places):
        """The day of business of each place among them: of those without holidays, until none of these is left out."""
        ahead = np.zeros_like(places)
        while True:
            weeks, rest = np.divmod(places + ahead, self._week)
            numbers = weeks * 7 - 3 + self._of_week[rest]
            met = np.searchsorted(self._days, numbers, 'right')
            if (met == ahead).all():
                return numbers
            ahead = met


def _calendar(weekmask, holidays, busdaycal):
    if busdaycal is not None:
        if weekmask is not None or holidays is not None:
            raise ValueError('Cannot supply both the weekmask/holidays and the busdaycal parameters to busday_offset()')
        return busdaycal
    return busdaycalendar('1111100' if weekmask is None else weekmask, holidays)


def _result(values, dtype, out):
    array = np.asarray(values).astype(dtype)
    if out is not None:
        out[...] = array
        return out
    return array[()] if array.ndim == 0 else array


def is_busday(dates, weekmask=None, holidays=None, busdaycal=None, out=None):
    """Which dates are days of business.

    >>> is_busday(['2020-01-03', '2020-01-04'])
    array([ True, False])
    """
    calendar, dates = _calendar(weekmask, holidays, busdaycal), _days(dates)
    return _result(calendar._is(_numbers(dates)), bool, out)


def busday_count(begindates, enddates, weekmask=None, holidays=None, busdaycal=None, out=None):
    """The number of days of business from one date to before another.

    >>> busday_count('2020-01-01', '2020-02-01')
    np.int64(23)
    """
    calendar, first, last = _calendar(weekmask, holidays, busdaycal), _days(begindates), _days(enddates)
    first, last = np.broadcast_arrays(first, last)
    begin, end = _numbers(first), _numbers(last)
    if ((begin == NAT) | (end == NAT)).any():
        raise ValueError('Cannot compute a business day count with a NaT (not-a-time) date')
    later = (begin > end).astype(np.int64)
    return _result(calendar._before(end + later) - calendar._before(begin + later), np.int64, out)


def _stepped(calendar, numbers, step):
    """Each day, or the next day of business in a direction."""
    while True:
        others = ~calendar._is(numbers) & (numbers != NAT)
        if not others.any():
            return numbers
        numbers = np.where(others, numbers + step, numbers)


def _months(numbers):
    return numbers.astype('M8[D]').astype('M8[M]')


def _rolled(calendar, numbers, roll):
    others = ~calendar._is(numbers)
    if not others.any():
        return numbers
    if roll == 'raise':
        first = numbers[others].flat[0]
        raise ValueError('NaT input in busday_offset' if first == NAT else 'Non-business day date in busday_offset')
    if roll == 'nat':
        return np.where(others, NAT, numbers)
    step = 1 if roll in ('forward', 'following', 'modifiedfollowing') else -1
    places = _stepped(calendar, numbers, step)
    if roll.startswith('modified'):
        away = (_months(places) != _months(numbers)) & (numbers != NAT)
        places = np.where(away, _stepped(calendar, np.where(away, numbers, NAT), -step), places)
    return places


def busday_offset(dates, offsets, roll='raise', weekmask=None, holidays=None, busdaycal=None, out=None):
    """Dates moved by a number of days of business; roll says what a date becomes first that is none.

    >>> busday_offset('2020-01-04', 1, roll='forward')
    np.datetime64('2020-01-07')
    """
    if roll not in ROLLS:
        raise ValueError(f'Invalid business day roll parameter "{roll}"')
    calendar, dates = _calendar(weekmask, holidays, busdaycal), _days(dates)
    dates, offsets = np.broadcast_arrays(dates, np.asarray(offsets))
    numbers = _rolled(calendar, _numbers(dates), roll)
    moved = calendar._at(calendar._before(np.where(numbers == NAT, 0, numbers)) + offsets.astype(np.int64))
    return _result(np.where((numbers == NAT) | (offsets == 0), numbers, moved), 'M8[D]', out)
