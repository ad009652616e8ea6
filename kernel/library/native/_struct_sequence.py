"""Tuples with names, some of whose fields are no items: what stands behind time.struct_time and its like."""

from _native import native_type


def _item(index, name):
    return property(lambda self: self[index], doc=name)


def _hidden_item(index, name):
    return property(lambda self: self._hidden[index], doc=name)


def make(full_name, documentation, fields, visible):
    """A new class. `fields` are all names, of which the first `visible` are also items."""
    module, _, name = full_name.rpartition(".")
    total = len(fields)

    def __new__(cls, sequence, dict=None, /):
        try:
            values = tuple(sequence)
        except TypeError:
            raise TypeError("constructor requires a sequence") from None
        count = len(values)
        if not visible <= count <= total:
            bound = "a" if visible == total else "an at least" if count < visible else "an at most"
            limit = total if count > total else visible
            raise TypeError("%s() takes %s %d-sequence (%d-sequence given)" % (full_name, bound, limit, count))
        self = tuple.__new__(cls, values[:visible])
        self._hidden = values[visible:] + tuple((dict or {}).get(field) for field in fields[count:])
        return self

    def __repr__(self):
        return "%s(%s)" % (full_name, ", ".join("%s=%r" % pair for pair in zip(fields, self)))

    def __reduce__(self):
        return type(self), (tuple(self), dict(zip(fields[visible:], self._hidden)))

    members = {"__new__": __new__, "__repr__": __repr__, "__reduce__": __reduce__,
               "__module__": module, "__doc__": documentation, "__match_args__": tuple(fields[:visible]),
               "n_fields": total, "n_sequence_fields": visible, "n_unnamed_fields": 0}
    for index, field in enumerate(fields):
        members[field] = _item(index, field) if index < visible else _hidden_item(index - visible, field)
    return native_type(type(name, (tuple,), members))


def struct_time():
    "The class time.struct_time: the module makes it when it is imported."
    return make("time.struct_time", "The fields of a calendar time.",
                ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst", "tm_zone",
                 "tm_gmtoff"), 9)
