"""What this process uses."""
import os as _os
import time as _time

RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1
RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_AS = range(10)
RLIM_INFINITY = -1
error = OSError


class struct_rusage(tuple):
    """Times, memory and counts of a process."""

    _names = ("ru_utime", "ru_stime", "ru_maxrss", "ru_ixrss", "ru_idrss", "ru_isrss", "ru_minflt", "ru_majflt", "ru_nswap", "ru_inblock", "ru_oublock",
              "ru_msgsnd", "ru_msgrcv", "ru_nsignals", "ru_nvcsw", "ru_nivcsw")

    def __getattr__(self, name):
        try:
            return self[self._names.index(name)]
        except ValueError:
            raise AttributeError("'resource.struct_rusage' object has no attribute %r" % name) from None

    def __repr__(self):
        return "resource.struct_rusage(%s)" % ", ".join("%s=%r" % pair for pair in zip(self._names, self))


def getrusage(who, /):
    """What a process used."""
    if who not in (RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD):
        raise ValueError("invalid who parameter")
    times, most, minor, major = _os.times(), 0, 0, 0
    if who == RUSAGE_CHILDREN:
        return struct_rusage([times.children_user, times.children_system] + [0] * 14)
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("VmHWM:"):
                most = int(line.split()[1])
    with open("/proc/self/stat") as file:
        fields = file.read().rpartition(")")[2].split()
        minor, major = int(fields[7]), int(fields[9])
    return struct_rusage([times.user, times.system, most, 0, 0, 0, minor, major] + [0] * 8)


def getrlimit(resource, /):
    """(soft limit, hard limit)"""
    names = ("cpu time", "file size", "data size", "stack size", "core file size", "resident set", "processes", "open files", "locked memory", "address space")
    if not 0 <= resource < len(names):
        raise ValueError("invalid resource specified")
    with open("/proc/self/limits") as file:
        for line in file:
            if line.lower().startswith("max " + names[resource]):
                words = line[4 + len(names[resource]):].split()
                return tuple(RLIM_INFINITY if word == "unlimited" else int(word) for word in words[:2])
    return RLIM_INFINITY, RLIM_INFINITY


def setrlimit(resource, limits, /):
    """Not available: limits are set outside."""
    raise NotImplementedError("resource.setrlimit() is not available: set limits with ulimit before Cupola starts")


def getpagesize():
    """Bytes of a page."""
    return _os.sysconf("SC_PAGE_SIZE")
