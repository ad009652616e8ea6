"""Texts and comparisons that tests, suites and runners share."""

__unittest = True

# A representation that is longer than this is cut; of what two of them share, so much stays on each side.
_MAX_LENGTH = 80
_PLACEHOLDER_LEN = 12
_MIN_BEGIN_LEN = 5
_MIN_END_LEN = 5
_MIN_COMMON_LEN = 5
_MIN_DIFF_LEN = _MAX_LENGTH - (_MIN_BEGIN_LEN + _PLACEHOLDER_LEN + _MIN_COMMON_LEN + _PLACEHOLDER_LEN + _MIN_END_LEN)


def _shorten(text, head, tail):
    left_out = len(text) - head - tail
    if left_out <= _PLACEHOLDER_LEN:
        return text
    return "%s[%d chars]%s" % (text[:head], left_out, text[len(text) - tail:])


def _common_prefix(texts):
    low, high = min(texts), max(texts)
    for index, character in enumerate(low):
        if character != high[index]:
            return low[:index]
    return low


def _common_shorten_repr(*args):
    "The representations of values; what they have in common at the start is shortened when they are long."
    texts = tuple(map(safe_repr, args))
    longest = max(map(len, texts))
    if longest <= _MAX_LENGTH:
        return texts
    prefix = _common_prefix(texts)
    common = len(prefix)
    room = _MAX_LENGTH - (longest - common + _MIN_BEGIN_LEN + _PLACEHOLDER_LEN)
    if room > _MIN_COMMON_LEN:
        prefix = _shorten(prefix, _MIN_BEGIN_LEN, room)
        return tuple(prefix + text[common:] for text in texts)
    prefix = _shorten(prefix, _MIN_BEGIN_LEN, _MIN_COMMON_LEN)
    return tuple(prefix + _shorten(text[common:], _MIN_DIFF_LEN, _MIN_END_LEN) for text in texts)


def safe_repr(obj, short=False):
    "repr(obj), or object's own form where that fails."
    try:
        text = repr(obj)
    except Exception:
        text = object.__repr__(obj)
    if short and len(text) >= _MAX_LENGTH:
        text = text[:_MAX_LENGTH] + " [truncated]..."
    return text


def strclass(cls):
    "A class by its module and qualified name."
    return "%s.%s" % (cls.__module__, cls.__qualname__)


def sorted_list_difference(expected, actual):
    "What only the first and what only the second of two sorted lists has."
    missing, unexpected = [], []
    i = j = 0
    while i < len(expected) and j < len(actual):
        left, right = expected[i], actual[j]
        if left < right:
            missing.append(left)
        elif left > right:
            unexpected.append(right)
        if not left > right:
            while i < len(expected) and expected[i] == left:
                i += 1
        if not left < right:
            while j < len(actual) and actual[j] == right:
                j += 1
    missing.extend(expected[i:])
    unexpected.extend(actual[j:])
    return missing, unexpected


def unorderable_list_difference(expected, actual):
    "The same for items that have no order; the second list is used up."
    missing = []
    while expected:
        item = expected.pop()
        try:
            actual.remove(item)
        except ValueError:
            missing.append(item)
    return missing, actual


def three_way_cmp(x, y):
    "-1, 0 or 1."
    return (x > y) - (x < y)


class _Mismatch(tuple):
    __slots__ = ()
    actual = property(lambda self: self[0])
    expected = property(lambda self: self[1])
    value = property(lambda self: self[2])

    def __repr__(self):
        return "Mismatch(actual=%r, expected=%r, value=%r)" % tuple(self)


def _count_diff_all_purpose(actual, expected):
    "Items whose numbers differ, by comparing each with each."
    left, right = list(actual), list(expected)
    used = [False] * len(right)
    result, done = [], [False] * len(left)
    for index, item in enumerate(left):
        if done[index]:
            continue
        first = second = 0
        for other in range(index, len(left)):
            if not done[other] and left[other] == item:
                done[other] = True
                first += 1
        for other, value in enumerate(right):
            if not used[other] and value == item:
                used[other] = True
                second += 1
        if first != second:
            result.append(_Mismatch((first, second, item)))
    for index, item in enumerate(right):
        if used[index]:
            continue
        second = 0
        for other in range(index, len(right)):
            if not used[other] and right[other] == item:
                used[other] = True
                second += 1
        result.append(_Mismatch((0, second, item)))
    return result


def _count_diff_hashable(actual, expected):
    "Items whose numbers differ, by counting."
    counts = [{}, {}]
    for count, items in zip(counts, (actual, expected)):
        for item in items:
            count[item] = count.get(item, 0) + 1
    left, right = counts
    result = [_Mismatch((number, right.get(item, 0), item)) for item, number in left.items()
              if number != right.get(item, 0)]
    result.extend(_Mismatch((0, number, item)) for item, number in right.items() if item not in left)
    return result
