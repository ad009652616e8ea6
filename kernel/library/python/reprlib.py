"""repr() within limits, and a guard for objects that contain themselves."""

import builtins
from itertools import islice

__all__ = ["Repr", "repr", "recursive_repr"]


def recursive_repr(fillvalue="..."):
    "A decorator for __repr__: the text instead of an endless recursion."
    def decorate(function):
        import functools
        running = set()

        @functools.wraps(function)
        def wrapper(self):
            key = id(self)
            if key in running:
                return fillvalue
            running.add(key)
            try:
                return function(self)
            finally:
                running.discard(key)
        wrapper.__type_params__ = getattr(function, "__type_params__", ())
        return wrapper
    return decorate


def _sorted_if_possible(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


class Repr:
    "A repr() whose length is bounded by its attributes: maxlevel, maxlist, maxstring and so on."

    def __init__(self):
        self.fillvalue = "..."
        self.maxlevel = 6
        self.maxtuple = self.maxlist = self.maxset = self.maxfrozenset = self.maxdeque = 6
        self.maxarray = 5
        self.maxdict = 4
        self.maxstring = self.maxother = 30
        self.maxlong = 40

    def repr(self, x):
        "The bounded repr of anything."
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        "The same so many levels deep: by the method repr_TYPE if there is one."
        name = type(x).__name__.replace(" ", "_")
        method = getattr(self, "repr_" + name, None) or self.repr_instance
        return method(x, level)

    def _items(self, x, level, left, right, limit, trail=""):
        count = len(x)
        if level <= 0 and count:
            inside = self.fillvalue
        else:
            parts = [self.repr1(item, level - 1) for item in islice(x, limit)]
            if count > limit:
                parts.append(self.fillvalue)
            inside = ", ".join(parts)
            if count == 1 and trail:
                right = trail + right
        return left + inside + right

    def repr_tuple(self, x, level):
        "A tuple, at most maxtuple elements of it."
        return self._items(x, level, "(", ")", self.maxtuple, ",")

    def repr_list(self, x, level):
        "A list, at most maxlist elements of it."
        return self._items(x, level, "[", "]", self.maxlist)

    def repr_array(self, x, level):
        "An array, at most maxarray elements of it."
        return self._items(x, level, "array('%s', [" % x.typecode, "])", self.maxarray) if x else "array('%s')" % x.typecode

    def repr_set(self, x, level):
        "A set, at most maxset elements of it."
        return self._items(_sorted_if_possible(x), level, "{", "}", self.maxset) if x else "set()"

    def repr_frozenset(self, x, level):
        "A frozenset, at most maxfrozenset elements of it."
        return self._items(_sorted_if_possible(x), level, "frozenset({", "})", self.maxfrozenset) if x else "frozenset()"

    def repr_deque(self, x, level):
        "A deque, at most maxdeque elements of it."
        return self._items(x, level, "deque([", "])", self.maxdeque)

    def repr_dict(self, x, level):
        "A dict, at most maxdict pairs of it."
        if not x:
            return "{}"
        if level <= 0:
            return "{" + self.fillvalue + "}"
        parts = ["%s: %s" % (self.repr1(key, level - 1), self.repr1(x[key], level - 1))
                 for key in islice(_sorted_if_possible(x), self.maxdict)]
        if len(x) > self.maxdict:
            parts.append(self.fillvalue)
        return "{" + ", ".join(parts) + "}"

    def _cut(self, text, limit):
        "The beginning and the end."
        head = max(0, (limit - 3) // 2)
        tail = max(0, limit - 3 - head)
        return text[:head] + self.fillvalue + text[len(text) - tail:]

    def repr_str(self, x, level):
        "A string, cut in the middle after maxstring characters."
        room = self.maxstring
        whole = builtins.repr(x[:room])
        if len(whole) <= room:
            return whole
        before = max(0, room - 3) // 2
        behind = max(0, room - 3 - before)
        return self._cut(builtins.repr(x[:before] + x[len(x) - behind:]), room)

    def repr_int(self, x, level):
        "An integer, cut in the middle after maxlong digits."
        text = builtins.repr(x)
        return self._cut(text, self.maxlong) if len(text) > self.maxlong else text

    def repr_instance(self, x, level):
        "Another object, cut in the middle after maxother characters."
        try:
            text = builtins.repr(x)
        except Exception:
            return "<%s instance at %#x>" % (x.__class__.__name__, id(x))
        return self._cut(text, self.maxother) if len(text) > self.maxother else text


aRepr = Repr()
repr = aRepr.repr
