"""What enum does now and then: verify(), constants of a module made an enumeration, two enumerations compared."""

import sys
from enum import CONTINUOUS, KEEP, NAMED_FLAGS, UNIQUE, Enum, Flag, global_enum, _high_bit, _is_single_bit, _iter_bits_lsb


def check(enumeration, which):
    "ValueError where an enumeration does not hold to a check."
    if not issubclass(enumeration, Enum):
        raise TypeError("the 'verify' decorator only works with Enum and Flag")
    if which is UNIQUE:
        _check_unique(enumeration)
    elif which is CONTINUOUS:
        _check_continuous(enumeration)
    elif which is NAMED_FLAGS:
        _check_named(enumeration)


def _check_unique(enumeration):
    double = ["%s -> %s" % (name, one.name) for name, one in enumeration.__members__.items() if name != one.name]
    if double:
        raise ValueError("aliases found in %r: %s" % (enumeration, ", ".join(double)))


def _check_continuous(enumeration):
    values = {one.value for one in enumeration}
    if len(values) < 2:
        return
    low, high = min(values), max(values)
    if issubclass(enumeration, Flag):
        kind = "flag"
        missing = [1 << i for i in range(_high_bit(low) + 1, _high_bit(high)) if 1 << i not in values]
    else:
        kind = "enum"
        missing = [i for i in range(low + 1, high) if i not in values]
    if missing:
        text = "invalid %s %r: missing values %s" % (kind, enumeration.__name__, ", ".join(map(str, missing)))
        raise ValueError(text[:256])


def _check_named(enumeration):
    single = [one.value for one in enumeration]
    names, missing = [], 0
    for name, alias in enumeration._member_map_.items():
        if name in enumeration._member_names_ or alias.value < 0:
            continue
        missed = [bit for bit in _iter_bits_lsb(alias.value) if bit not in single]
        if missed:
            names.append(name)
            missing |= sum(missed)
    if names:
        who = "alias %s is" % names[0] if len(names) == 1 else "aliases %s and %s are" % (", ".join(names[:-1]), names[-1])
        what = "value 0x%x" if _is_single_bit(missing) else "combined values of 0x%x"
        raise ValueError("invalid Flag %r: %s missing %s [use enum.show_flag_values(value) for details]"
                         % (enumeration.__name__, who, what % missing))


def convert(etype, name, module, filter, source, boundary, as_global):
    "An enumeration of those constants of a module that the filter picks; it takes their place."
    target = sys.modules[module].__dict__
    origin = source.__dict__ if source else target
    members = [(key, value) for key, value in origin.items() if filter(key)]
    try:
        members.sort(key=lambda pair: (pair[1], pair[0]))
    except TypeError:
        members.sort(key=lambda pair: pair[0])
    made = etype(name, members, module=module, boundary=boundary or KEEP)
    if as_global:
        global_enum(made)
    else:
        target.update(made.__members__)
    target[name] = made
    return made


# What two classes that are alike may differ in.
_OWN = frozenset(("__module__", "__doc__", "__dict__", "__weakref__", "__qualname__", "__static_attributes__", "_member_map_",
                  "_member_names_", "_value2member_map_", "_inverted_", "_new_member_", "__new__", "__new_member__"))


def _differences(checked, simple):
    for name in checked.__dict__.keys() ^ simple.__dict__.keys():
        if name not in _OWN and name not in checked._member_map_ and name not in simple._member_map_:
            yield "%-20s in %s only" % (name, (checked if name in checked.__dict__ else simple).__name__)
    if checked._member_names_ != simple._member_names_:
        yield "members: %r and %r" % (checked._member_names_, simple._member_names_)
    for name in checked._member_map_.keys() ^ simple._member_map_.keys():
        yield "%-20s a member of one only" % name
    for name in checked._member_map_.keys() & simple._member_map_.keys():
        one, other = checked._member_map_[name].__dict__, simple._member_map_[name].__dict__
        for key in one.keys() | other.keys():
            if key not in ("__objclass__", "_sort_order_", "_inverted_") and one.get(key) != other.get(key):
                yield "%s.%s: %r and %r" % (name, key, one.get(key), other.get(key))


def compare(checked, simple):
    "TypeError with the differences of two enumerations."
    found = list(_differences(checked, simple))
    if found:
        raise TypeError("enum mismatch:\n   %s" % "\n   ".join(found))
