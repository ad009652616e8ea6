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
    return dates.ravel().astype(np.int64).tolist()


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
        numbers = set(_numbers(_days(holidays if holidays is not None else []))) - {NAT}
        self._holidays = sorted(number for number in numbers if self._mask[(number + 3) % 7])
        self._known = set(self._holidays)

    @property
    def weekmask(self):
        """Seven truths, from Monday on."""
        return np.array(self._mask)

    @property
    def holidays(self):
        """The holidays that fall on days of business, in order."""
        return np.array(self._holidays, dtype=np.int64).astype('M8[D]')

    def _is(self, number):
        return number != NAT and self._mask[(number + 3) % 7] and number not in self._known


def _calendar(weekmask, holidays, busdaycal):
    if busdaycal is not None:
        if weekmask is not None or holidays is not None:
            raise ValueError('Cannot supply both the weekmask/holidays and the busdaycal parameters to busday_offset()')
        return busdaycal
    return busdaycalendar('1111100' if weekmask is None else weekmask, holidays)


def _result(values, dtype, shape, out):
    array = np.array(values, dtype=np.int64).reshape(shape).astype(dtype)
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
    return _result([calendar._is(number) for number in _numbers(dates)], bool, dates.shape, out)


def _before(calendar, number):
    """How many days of business lie from the first day of all (a Monday) to before this one."""
    weeks, rest = divmod(number + 3, 7)
    count = weeks * sum(calendar._mask) + sum(calendar._mask[:rest])
    low, high, holidays = 0, len(calendar._holidays), calendar._holidays
    while low < high:
        middle = (low + high) // 2
        if holidays[middle] < number:
            low = middle + 1
        else:
            high = middle
    return count - low


def busday_count(begindates, enddates, weekmask=None, holidays=None, busdaycal=None, out=None):
    """The number of days of business from one date to before another.

    >>> busday_count('2020-01-01', '2020-02-01')
    np.int64(23)
    """
    calendar, first, last = _calendar(weekmask, holidays, busdaycal), _days(begindates), _days(enddates)
    first, last = np.broadcast_arrays(first, last)
    counts = []
    for begin, end in zip(_numbers(first), _numbers(last)):
        if NAT in (begin, end):
            raise ValueError('Cannot compute a business day count with a NaT (not-a-time) date')
        if begin <= end:
            counts.append(_before(calendar, end) - _before(calendar, begin))
        else:
            counts.append(_before(calendar, end + 1) - _before(calendar, begin + 1))
    return _result(counts, np.int64, first.shape, out)


def _rolled(calendar, number, roll):
    if calendar._is(number):
        return number
    if roll == 'raise':
        raise ValueError('NaT input in busday_offset' if number == NAT else 'Non-business day date in busday_offset')
    if roll == 'nat' or number == NAT:
        return NAT
    step = 1 if roll in ('forward', 'following', 'modifiedfollowing') else -1
    place = number
    while not calendar._is(place):
        place += step
    if roll.startswith('modified') and np.datetime64(place, 'D').astype('M8[M]') != np.datetime64(number, 'D').astype('M8[M]'):
        place = number
        while not calendar._is(place):
            place -= step
    return place


def busday_offset(dates, offsets, roll='raise', weekmask=None, holidays=None, busdaycal=None, out=None):
    """Dates moved by a number of days of business; roll says what a date becomes first that is none.

    >>> busday_offset('2020-01-04', 1, roll='forward')
    np.datetime64('2020-01-07')
    """
    if roll not in ROLLS:
        raise ValueError(f'Invalid business day roll parameter "{roll}"')
    calendar, dates = _calendar(weekmask, holidays, busdaycal), _days(dates)
    dates, offsets = np.broadcast_arrays(dates, np.asarray(offsets))
    week, results = sum(calendar._mask), []
    for number, offset in zip(_numbers(dates), offsets.ravel().tolist()):
        number = _rolled(calendar, number, roll)
        if number != NAT and offset:
            target = _before(calendar, number) + offset
            # whole weeks at once, then day by day over what holidays took away
            number += offset // week * 7
            while _before(calendar, number) > target:
                number -= 7
            while _before(calendar, number + 1) <= target:
                number += 1
        results.append(number)
    return _result(results, 'M8[D]', dates.shape, out)
