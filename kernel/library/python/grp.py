"""The groups of the system, as /etc/group names them."""


class struct_group(tuple):
    """gr_name, gr_passwd, gr_gid, gr_mem"""

    _names = ("gr_name", "gr_passwd", "gr_gid", "gr_mem")
    gr_name, gr_passwd, gr_gid, gr_mem = (
        property(lambda self, place=place: self[place], doc=told)
        for place, told in enumerate(("The name.", "The password's hash, or x.", "The number.", "The names of the members.")))

    def __repr__(self):
        return "grp.struct_group(%s)" % ", ".join("%s=%r" % pair for pair in zip(self._names, self))


def getgrall():
    """All groups."""
    result = []
    with open("/etc/group", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            fields = line.rstrip("\n").split(":")
            if len(fields) == 4:
                result.append(struct_group([fields[0], fields[1], int(fields[2]), fields[3].split(",") if fields[3] else []]))
    return result


def getgrgid(id):
    """The group of a number."""
    for group in getgrall():
        if group.gr_gid == id:
            return group
    raise KeyError("getgrgid(): gid not found: %d" % id)


def getgrnam(name):
    """The group of a name."""
    if not isinstance(name, str):
        raise TypeError("getgrnam() argument 'name' must be str, not %s" % type(name).__name__)
    name.encode("utf-8", "surrogateescape")
    if "\0" in name:
        raise ValueError("embedded null byte")
    for group in getgrall():
        if group.gr_name == name:
            return group
    raise KeyError("getgrnam(): name not found: %r" % name)
