"""What the numbers of os.stat() mean."""
ST_MODE, ST_INO, ST_DEV, ST_NLINK, ST_UID, ST_GID, ST_SIZE, ST_ATIME, ST_MTIME, ST_CTIME = range(10)
S_IFDIR, S_IFCHR, S_IFBLK, S_IFREG, S_IFIFO, S_IFLNK, S_IFSOCK = 0o040000, 0o020000, 0o060000, 0o100000, 0o010000, 0o120000, 0o140000
S_IFDOOR = S_IFPORT = S_IFWHT = 0
S_ISUID, S_ISGID, S_ISVTX, S_ENFMT = 0o4000, 0o2000, 0o1000, 0o2000
S_IREAD, S_IWRITE, S_IEXEC = 0o400, 0o200, 0o100
S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR = 0o700, 0o400, 0o200, 0o100
S_IRWXG, S_IRGRP, S_IWGRP, S_IXGRP = 0o070, 0o040, 0o020, 0o010
S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH = 0o007, 0o004, 0o002, 0o001


def S_IMODE(mode):
    """The permissions."""
    return mode & 0o7777


def S_IFMT(mode):
    """The kind of file."""
    return mode & 0o170000


def S_ISDIR(mode):
    """A folder?"""
    return S_IFMT(mode) == S_IFDIR


def S_ISCHR(mode):
    """A character device?"""
    return S_IFMT(mode) == S_IFCHR


def S_ISBLK(mode):
    """A block device?"""
    return S_IFMT(mode) == S_IFBLK


def S_ISREG(mode):
    """A plain file?"""
    return S_IFMT(mode) == S_IFREG


def S_ISFIFO(mode):
    """A named pipe?"""
    return S_IFMT(mode) == S_IFIFO


def S_ISLNK(mode):
    """A symbolic link?"""
    return S_IFMT(mode) == S_IFLNK


def S_ISSOCK(mode):
    """A socket?"""
    return S_IFMT(mode) == S_IFSOCK


def S_ISDOOR(mode):
    """False: there are none here."""
    return False


S_ISPORT = S_ISWHT = S_ISDOOR
_LETTERS = {S_IFLNK: "l", S_IFSOCK: "s", S_IFREG: "-", S_IFBLK: "b", S_IFDIR: "d", S_IFCHR: "c", S_IFIFO: "p"}


def filemode(mode):
    """As ls -l shows it: '-rwxr-xr-x'."""
    letters = [_LETTERS.get(S_IFMT(mode), "?")]
    for shift, special, mark in ((6, S_ISUID, "s"), (3, S_ISGID, "s"), (0, S_ISVTX, "t")):
        bits = mode >> shift
        letters.append("r" if bits & 4 else "-")
        letters.append("w" if bits & 2 else "-")
        if mode & special:
            letters.append(mark if bits & 1 else mark.upper())
        else:
            letters.append("x" if bits & 1 else "-")
    return "".join(letters)
