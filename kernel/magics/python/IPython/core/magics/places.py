"""%cd, %pwd, %dhist, %dirs, %pushd, %popd, %bookmark: folders."""
import os
from pathlib import Path

from IPython.core.magics.support import expand_home, parse_options, shell, unquote, usage

stack = []  # of %pushd


def history():
    """_dh: the folders that were visited."""
    shell._know_folders()
    return shell.user_ns.setdefault("_dh", [])


def compress(path):
    """With ~ for the home folder."""
    home = os.environ.get("HOME", "")
    return "~" + path[len(home):] if home and path.startswith(home) else path


def line_pwd(line):
    """%pwd

    The working folder."""
    return os.getcwd()


def pick(folder):
    """What -, -N, --text and - mean; None when the message is printed."""
    visited = history()
    if folder.startswith("--"):
        wanted = folder[2:]
        for index, seen in reversed(list(enumerate(visited))):
            if wanted in str(seen):
                return seen
        usage("%cd: no folder in the history contains " + wanted)
    if folder == "-":
        if len(visited) < 2:
            usage("%cd -: No previous directory to change to.")
        return visited[-2]
    if folder[1:].isdigit():
        number = int(folder[1:])
        if number < len(visited):
            return visited[number]
        print("The requested directory does not exist in history.")
        return None
    return folder


def line_cd(line):
    """%cd [-q] [FOLDER | - | -N | --TEXT | -b BOOKMARK]

    Change the working folder; the home folder without a name. - is the last one, -N the Nth of the history (%dhist),
    --TEXT the last whose name contains the text. -q: say nothing."""
    line = line.strip()
    quiet = False
    if line.startswith("-") and (line == "-" or line[1:].isdigit() or line.startswith("--") and line[2:].strip()):
        folder = pick(line)
    else:
        options, folder = parse_options(line, "qb", ("bookmark",))
        quiet = "q" in options
        if "b" in options or "bookmark" in options:
            if folder not in bookmarks:
                usage("Bookmark '%s' not found.  Use '%%bookmark -l' to see your bookmarks." % folder)
            print("(bookmark:%s) -> %s" % (folder, bookmarks[folder]))
            folder = bookmarks[folder]
        elif folder.startswith("-"):
            folder = pick(folder)
    if folder is None:
        return
    folder = expand_home(unquote(str(folder)))
    if folder and not os.path.isdir(folder) and folder in bookmarks:
        folder = bookmarks[folder]
        print("(bookmark:%s) -> %s" % (unquote(line), folder))
    visited = history()
    try:
        os.chdir(folder or os.environ.get("HOME", "/"))
    except OSError as error:
        print(error)
    else:
        visited.append(Path.cwd())
    if not quiet:
        print(os.getcwd())


def line_dhist(line):
    """%dhist [N | FIRST LAST]

    The folders that were visited (also in _dh): all, the last N, or a range."""
    visited, first = history(), 0
    try:
        words = [int(word) for word in line.split()]
    except ValueError:
        print(line_dhist.__doc__)
        return
    last = len(visited)
    if len(words) == 1:
        first = max(len(visited) - words[0], 0)
    elif len(words) == 2:
        first, last = words
    elif words:
        print(line_dhist.__doc__)
        return
    print("Directory history (kept in _dh)")
    for number in range(first, min(last, len(visited))):
        print("%d: %s" % (number, visited[number]))


def line_dirs(line):
    """%dirs

    The stack of %pushd."""
    return stack


def line_pushd(line):
    """%pushd FOLDER

    Put the working folder on a stack and change to another."""
    here = os.getcwd()
    folder = expand_home(line.strip())
    if folder:
        line_cd(line)
    stack.insert(0, compress(here))
    return line_dirs("")


def line_popd(line):
    """%popd

    Change to the folder on top of the stack."""
    if not stack:
        usage("%popd on empty stack")
    top = stack.pop(0)
    line_cd(top)
    print("popd ->", top)


bookmarks = {}


def line_bookmark(line):
    """%bookmark NAME [FOLDER] | -l | -d NAME | -r

    Give a folder a name for %cd -b NAME; -l lists, -d removes one, -r all. They last as long as the session."""
    options, rest = parse_options(line, "drl")
    if len(options) > 1:
        usage("%bookmark: too many arguments")
    words = rest.split()
    if "d" in options:
        if words and words[0] not in bookmarks:
            usage("%%bookmark -d: Can't delete bookmark '%s'" % words[0])
        if not words:
            usage("%bookmark -d: must specify bookmark")
        del bookmarks[words[0]]
    elif "r" in options:
        bookmarks.clear()
    elif "l" in options:
        width = max(map(len, bookmarks)) if bookmarks else 0
        print("Current bookmarks:")
        for name in sorted(bookmarks):
            print("%-*s -> %s" % (width, name, bookmarks[name]))
    elif not words:
        usage("%bookmark: You must specify the bookmark name")
    elif len(words) > 2:
        usage("%bookmark: too many arguments")
    else:
        bookmarks[words[0]] = words[1] if len(words) > 1 else os.getcwd()
