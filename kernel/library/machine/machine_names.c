/* The modules that a standard library of any version from 3.10 to 3.14 has as files in Python. Those among them that are part of
 * this program are never looked for there. */
#include "kernel/objects/system/machine_library.h"

const char *const machine_module_names[] = {
    "abc", "argparse", "ast", "asyncio", "base64", "bdb", "bisect", "bz2", "cProfile", "calendar", "cmd",
    "code", "codecs", "codeop", "collections", "colorsys", "compileall", "concurrent", "configparser",
    "contextlib", "contextvars", "copy", "copyreg", "csv", "ctypes", "curses", "dataclasses", "datetime",
    "dbm", "decimal", "difflib", "dis", "doctest", "email", "encodings", "enum", "filecmp", "fileinput",
    "fnmatch", "fractions", "ftplib", "functools", "genericpath", "getopt", "getpass", "gettext", "glob",
    "graphlib", "gzip", "hashlib", "heapq", "hmac", "html", "http", "imaplib", "importlib", "inspect", "io",
    "ipaddress", "json", "keyword", "linecache", "locale", "logging", "lzma", "mailbox", "mimetypes",
    "modulefinder", "multiprocessing", "netrc", "ntpath", "nturl2path", "numbers", "opcode", "operator",
    "optparse", "os", "pathlib", "pdb", "pickle", "pickletools", "pkgutil", "platform", "plistlib",
    "poplib", "posixpath", "pprint", "profile", "pstats", "pty", "py_compile", "pyclbr", "pydoc",
    "pydoc_data", "queue", "quopri", "random", "re", "reprlib", "rlcompleter", "runpy", "sched", "secrets",
    "selectors", "shelve", "shlex", "shutil", "signal", "site", "smtplib", "socket", "socketserver",
    "sqlite3", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat", "statistics", "string",
    "stringprep", "struct", "subprocess", "symtable", "sysconfig", "tabnanny", "tarfile", "tempfile",
    "textwrap", "threading", "timeit", "token", "tokenize", "trace", "traceback", "tracemalloc", "tty",
    "types", "typing", "unittest", "urllib", "uuid", "warnings", "wave", "weakref", "webbrowser", "wsgiref",
    "xml", "xmlrpc", "zipapp", "zipfile", "zipimport", "zoneinfo", NULL,
};
