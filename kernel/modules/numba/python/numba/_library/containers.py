"""Lists. like() and cut() are made of code where they are called; here they only have their names."""
from numba._library import implements


def like(items, capacity):
    """An empty list of the same type, with room for so many."""


def cut(items, count):
    """Drops all items from there on."""


@implements('numba._library.containers.listed')
def listed(source):
    return [one for one in source]


@implements('numba._library.containers.sliced')
def sliced(items, first, step, count):
    chosen = like(items, count)
    for i in range(count):
        chosen.append(items[first + i * step])
    return chosen


@implements('numba._library.containers.closed')
def closed(items, first, step, count):
    if step != 1:
        raise NotImplementedError('unsupported del list[start:stop:step] with step != 1')
    for i in range(first, len(items) - count):
        items[i] = items[i + count]
    cut(items, len(items) - count)


@implements('list.copy')
def copied(items):
    chosen = like(items, len(items))
    for i in range(len(items)):
        chosen.append(items[i])
    return chosen


@implements('list.extend', 'list.__iadd__')
def extended(items, more):
    for one in more:
        items.append(one)


@implements('list.__add__')
def joined(items, more):
    both = like(items, len(items) + len(more))
    for i in range(len(items)):
        both.append(items[i])
    for i in range(len(more)):
        both.append(more[i])
    return both


@implements('list.__mul__', 'list.__rmul__')
def repeated(items, times):
    count = len(items)
    chosen = like(items, count * max(times, 0))
    for _ in range(times):
        for i in range(count):
            chosen.append(items[i])
    return chosen


@implements('list.__imul__')
def grown(items, times):
    count = len(items)
    if times <= 0:
        cut(items, 0)
    for _ in range(times - 1):
        for i in range(count):
            items.append(items[i])


@implements('list.__contains__')
def contains(items, wanted):
    for i in range(len(items)):
        if items[i] == wanted:
            return True
    return False


@implements('list.__eq__')
def equal(left, right):
    if len(left) != len(right):
        return False
    for i in range(len(left)):
        if left[i] != right[i]:
            return False
    return True


@implements('list.__lt__')
def less(left, right):
    for i in range(min(len(left), len(right))):
        if left[i] != right[i]:
            return left[i] < right[i]
    return len(left) < len(right)


@implements('list.__gt__')
def greater(left, right):
    return less(right, left)


@implements('list.__le__')
def less_or_equal(left, right):
    return not less(right, left)


@implements('list.__ge__')
def greater_or_equal(left, right):
    return not less(left, right)


@implements('list.index')
def place_of(items, wanted, start=0, stop=9223372036854775807):
    count = len(items)
    if start < 0:
        start = max(start + count, 0)
    if stop < 0:
        stop += count
    for i in range(start, min(stop, count)):
        if items[i] == wanted:
            return i
    raise ValueError('value not in list')


@implements('list.count')
def times_of(items, wanted):
    found = 0
    for i in range(len(items)):
        if items[i] == wanted:
            found += 1
    return found


@implements('list.clear')
def emptied(items):
    cut(items, 0)


@implements('list.pop')
def popped(items, place=-1):
    count = len(items)
    if count == 0:
        raise IndexError('pop from empty list')
    if place < 0:
        place += count
    if place < 0 or place >= count:
        raise IndexError('pop index out of range')
    taken = items[place]
    for i in range(place, count - 1):
        items[i] = items[i + 1]
    cut(items, count - 1)
    return taken


@implements('numba._library.containers.deleted')
def deleted(items, place):
    popped(items, place)


@implements('list.insert')
def inserted(items, place, item):
    count = len(items)
    if place < 0:
        place = max(place + count, 0)
    place = min(place, count)
    items.append(item)
    i = count
    while i > place:
        items[i] = items[i - 1]
        i -= 1
    items[place] = item


@implements('list.remove')
def removed(items, wanted):
    for i in range(len(items)):
        if items[i] == wanted:
            popped(items, i)
            return
    raise ValueError('list.remove(x): x not in list')


@implements('list.reverse')
def turned(items):
    low, high = 0, len(items) - 1
    while low < high:
        items[low], items[high] = items[high], items[low]
        low += 1
        high -= 1


@implements('list.sort')
def ordered(items, key=None, reverse=False):
    """Merges runs of 1, 2, 4 and so on, so that equals keep their order."""
    count = len(items)
    spare = copied(items)
    width = 1
    while width < count:
        at = 0
        while at < count:
            middle, end = min(at + width, count), min(at + 2 * width, count)
            left, right, to = at, middle, at
            while to < end:
                if left >= middle:
                    from_right = True
                elif right >= end:
                    from_right = False
                elif key is None:
                    from_right = (items[left] < items[right]) if reverse else (items[right] < items[left])
                else:
                    from_right = (key(items[left]) < key(items[right])) if reverse else (key(items[right]) < key(items[left]))
                if from_right:
                    spare[to] = items[right]
                    right += 1
                else:
                    spare[to] = items[left]
                    left += 1
                to += 1
            at += 2 * width
        for i in range(count):
            items[i] = spare[i]
        width *= 2


@implements(sorted)
def in_order(source, key=None, reverse=False):
    chosen = listed(source)
    ordered(chosen, key, reverse)
    return chosen


@implements(sum)
def total(source, start=0):
    result = start
    for one in source:
        result = result + one
    return result


@implements(any)
def some(source):
    for one in source:
        if one:
            return True
    return False


@implements(all)
def every(source):
    for one in source:
        if not one:
            return False
    return True


@implements('numba._library.max_of')
def largest(source):
    if len(source) == 0:
        raise ValueError('max() arg is an empty sequence')
    best = source[0]
    for one in source:
        if one > best:
            best = one
    return best


@implements('numba._library.min_of')
def least(source):
    if len(source) == 0:
        raise ValueError('min() arg is an empty sequence')
    best = source[0]
    for one in source:
        if one < best:
            best = one
    return best


@implements('numba._library.containers.filled')
def filled(array, items):
    for i in range(len(items)):
        array[i] = items[i]
