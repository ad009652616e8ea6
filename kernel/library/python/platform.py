"""The machine, the system and the interpreter."""
import os as _os
import sys as _sys

_uname = None


class uname_result(tuple):
    """system, node, release, version, machine, processor"""

    _fields = ("system", "node", "release", "version", "machine", "processor")
    system, node, release, version, machine, processor = (
        property(lambda self, place=place: self[place], doc=told)
        for place, told in enumerate(("The system's name.", "The machine's name.", "Which release of the system it is.", "How the system was built.",
                                      "The kind of machine.", "The kind of processor, if it is known.")))

    def __repr__(self):
        return "uname_result(%s)" % ", ".join("%s=%r" % pair for pair in zip(self._fields[:5], self))


def uname():
    """The system as a tuple with names."""
    global _uname
    if _uname is None:
        found = _os.uname()
        _uname = uname_result((found.sysname, found.nodename, found.release, found.version, found.machine, ""))
    return _uname


def system():
    """'Linux'."""
    return uname().system


def node():
    """The machine's name."""
    return uname().node


def release():
    """The system's release."""
    return uname().release


def version():
    """The system's version."""
    return uname().version


def machine():
    """The machine's kind: 'x86_64'."""
    return uname().machine


def processor():
    """The processor's name: not known, ''."""
    return uname().processor


def architecture(executable=_sys.executable, bits="", linkage=""):
    """('64bit', 'ELF')"""
    return "64bit", "ELF"


def libc_ver(executable=None, lib="", version="", chunksize=16384):
    """The C library and its version."""
    import subprocess
    try:
        text = subprocess.run(["getconf", "GNU_LIBC_VERSION"], capture_output=True, text=True).stdout.split()
    except OSError:
        text = []
    return ("glibc", text[1]) if len(text) == 2 else (lib, version)


def platform(aliased=False, terse=False):
    """System, release, machine in one text."""
    parts = [system(), release()]
    if not terse:
        parts += [machine(), "with", "".join(libc_ver())]
        return "-".join(part for part in parts if part)
    return "-".join(parts + ["".join(libc_ver())])


def python_implementation():
    """'Cupola'."""
    return "Cupola"


def python_version():
    """The version of the language."""
    return _sys.version.split()[0]


def python_version_tuple():
    """The version of the language, in parts."""
    return tuple(python_version().split("."))


def python_branch():
    """Empty."""
    return ""


def python_revision():
    """Empty."""
    return ""


def python_build():
    """Number and date of the build: not known."""
    return "", ""


def python_compiler():
    """The compiler."""
    return "GCC"


def mac_ver(release="", versioninfo=("", "", ""), machine=""):
    """Empty: this is no Mac."""
    return release, versioninfo, machine


def win32_ver(release="", version="", csd="", ptype=""):
    """Empty: this is no Windows."""
    return release, version, csd, ptype


def java_ver(release="", vendor="", vminfo=("", "", ""), osinfo=("", "", "")):
    """Empty: this is no Java."""
    return release, vendor, vminfo, osinfo


def freedesktop_os_release():
    """What /etc/os-release says."""
    result = {"NAME": "Linux", "ID": "linux", "PRETTY_NAME": "Linux"}
    for path in ("/etc/os-release", "/usr/lib/os-release"):
        try:
            with open(path, encoding="utf-8") as file:
                for line in file:
                    name, equals, value = line.strip().partition("=")
                    if equals and not name.startswith("#"):
                        result[name] = value[1:-1] if value[:1] in ("'", '"') and value[-1:] == value[:1] else value
            return result
        except OSError:
            continue
    raise OSError(2, "Unable to read files /etc/os-release, /usr/lib/os-release")
