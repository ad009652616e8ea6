"""The users of the system, as /etc/passwd names them."""


class struct_passwd(tuple):
    """pw_name, pw_passwd, pw_uid, pw_gid, pw_gecos, pw_dir, pw_shell"""

    _names = ("pw_name", "pw_passwd", "pw_uid", "pw_gid", "pw_gecos", "pw_dir", "pw_shell")
    pw_name, pw_passwd, pw_uid, pw_gid, pw_gecos, pw_dir, pw_shell = (
        property(lambda self, place=place: self[place], doc=told)
        for place, told in enumerate(("The name.", "The password's hash, or x.", "The number.", "The number of the user's group.",
                                      "The name in full, and more about the user.", "The home folder.", "The shell.")))

    def __repr__(self):
        return "pwd.struct_passwd(%s)" % ", ".join("%s=%r" % pair for pair in zip(self._names, self))


def getpwall():
    """All users."""
    result = []
    with open("/etc/passwd", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            fields = line.rstrip("\n").split(":")
            if len(fields) == 7:
                result.append(struct_passwd(fields[:2] + [int(fields[2]), int(fields[3])] + fields[4:]))
    return result


def getpwuid(uid, /):
    """The user of a number."""
    for user in getpwall():
        if user.pw_uid == uid:
            return user
    raise KeyError("getpwuid(): uid not found: %d" % uid)


def getpwnam(name, /):
    """The user of a name."""
    if not isinstance(name, str):
        raise TypeError("getpwnam() argument must be str, not %s" % type(name).__name__)
    name.encode("utf-8", "surrogateescape")
    if "\0" in name:
        raise ValueError("embedded null byte")
    for user in getpwall():
        if user.pw_name == name:
            return user
    raise KeyError("getpwnam(): name not found: %r" % name)
