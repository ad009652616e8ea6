# timeout: 600
"""Every line our own: no Python function here is one of another project's with other names.

Each function of kernel/ and tests/ is held against its namesakes in the standard library and in the packages that .venv has.
Docstrings, annotations and decorators are left out and local names numbered, so that renaming hides nothing; parameters,
attributes and globals stay, since they are interface. originality.txt beside this file lists, each with its reason, the
functions that an interface leaves one way (at most 1 % of a room's tokens), and the modules that are not held to it yet.

A second measure numbers private names of any kind, too, and holds each longer function against every function of the module
(or of the folder of a package) that it stands for, whatever these are called."""
import ast
import collections
import concurrent.futures
import difflib
import fnmatch
import functools
import glob
import io
import os
import re
import sys
import sysconfig
import tokenize

from tap import SOURCE, Skip, run_tests, test

VENV = os.environ.get("CUPOLA_VENV") or os.path.join(SOURCE, ".venv")
ORACLE_LIBRARY = "/usr/lib/python3.11"
PACKAGES = ["numpy", "scipy", "matplotlib", "mpl_toolkits", "IPython", "ipykernel", "tqdm", "numba"]
SHORTEST, ALIKE = 40, 0.8  # tokens; difflib's ratio
MOST_LISTED = 1.0  # percent of a room's tokens
LONGER, TWINS = 60, 0.9  # tokens and ratio of the second measure


class Numbered(ast.NodeTransformer):
    """Local names become their numbers, in the order in which they come."""

    def __init__(self, names):
        self.names, self.numbers = names, {}

    def number(self, name):
        return self.numbers.setdefault(name, "v%d" % len(self.numbers)) if name in self.names else name

    def visit_Name(self, node):
        node.id = self.number(node.id)
        return node

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_ExceptHandler(self, node):
        if node.name:
            self.names.add(node.name)
            node.name = self.number(node.name)
        return self.generic_visit(node)


def is_docstring(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) and isinstance(statement.value.value, str)


def tokens_of(function):
    for part in ast.walk(function):
        if isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if part.body and is_docstring(part.body[0]):
                part.body = part.body[1:] or [ast.Pass()]
            part.decorator_list = []
            if not isinstance(part, ast.ClassDef):
                part.returns = None
    lists = [part for part in ast.walk(function) if isinstance(part, ast.arguments)]
    given = {one.arg for each in lists
             for one in each.posonlyargs + each.args + each.kwonlyargs + [each.vararg, each.kwarg] if one}
    stored = {part.id for part in ast.walk(function) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    text = ast.unparse(Numbered(stored - given).visit(function))
    return [token.string for token in tokenize.generate_tokens(io.StringIO(text).readline) if token.string.strip()]


def functions_in(body, prefix=""):
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from functions_in(node.body, prefix + node.name + ".")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield prefix + node.name, node
        elif isinstance(node, (ast.If, ast.Try)):
            handlers = [statement for handler in getattr(node, "handlers", []) for statement in handler.body]
            yield from functions_in(node.body + node.orelse + handlers, prefix)


def read(path, wanted=None):
    """[(name, line, tokens)] of the functions of a file, those whose last name is wanted."""
    found = []
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            tree = ast.parse(file.read())
        for name, node in functions_in(tree.body):
            if wanted is None or name.split(".")[-1] in wanted:
                line, tokens = node.lineno, tokens_of(node)
                if len(tokens) >= SHORTEST:
                    found.append((name, line, tokens))
    except (SyntaxError, ValueError, RecursionError):
        pass
    return found


def python_files(folder, is_ours):
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(one for one in folders if not (is_ours and one.startswith((".", "build", "__pycache__"))))
        if is_ours or "/test" not in place and "-packages" not in place[len(folder):]:
            yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".py"))


def ratio(ours, theirs):
    if 2 * min(len(ours), len(theirs)) < ALIKE * (len(ours) + len(theirs)):
        return 0
    match = difflib.SequenceMatcher(None, ours, theirs, autojunk=False)
    return match.ratio() if match.quick_ratio() >= ALIKE else 0


def compare_file(path, known):
    """[(name, line, tokens, ratio, whose)] of a file of ours: its functions, and how alike each is to the closest."""
    rows = []
    for name, line, tokens in read(path):
        others = known.get(name)
        if others is None:
            others = known.get("?" + name.split(".")[-1], ())
            others = others if len(others) <= 40 else ()  # __init__ and its like
        best = max(((ratio(tokens, theirs), where) for where, theirs in others), default=(0, ""))
        rows.append((name, line, len(tokens), *best))
    return rows


def numbered_private(tokens):
    numbers = {}
    return [numbers.setdefault(token, "p%d" % len(numbers)) if token[:1] == "_" and token[1:2] not in ("", "_")
            else sys.intern(token) for token in tokens]


def counterparts(path):
    """The files of others that one of ours stands for: of a package those below the same folder, else by the module's name."""
    relative = re.sub(r".*/(python|native)/", "", path)
    folder, name = os.path.split(relative)
    if "/modules/" in path or "/magics/" in path:
        places = glob.glob(os.path.join(VENV, "lib", "python3*", "site-packages", folder))
        return [file for place in places for file in python_files(place, False)] if folder else []
    if "/library/" not in path:
        return []
    library = oracle_library()
    if folder:
        found = list(python_files(os.path.join(library, folder), False))
        folder = folder.replace("/", "_") + "_"
    else:
        found = []
    bare = (folder + name.removesuffix(".py")).strip("_")
    for other in os.listdir(library):
        stem = re.sub(r"^_(py)?", "", other.removesuffix(".py"))
        if stem in (bare, bare.partition("_")[0]) or bare.startswith("path_") and stem in ("genericpath", "posixpath"):
            place = os.path.join(library, other)
            found += python_files(place, False) if os.path.isdir(place) else [place]
    return sorted(set(found))


@functools.lru_cache(maxsize=600)  # of files; all of NumPy's, which one of ours may stand for, are fewer
def longer_functions(path):
    rows = [(name, line, numbered_private(tokens)) for name, line, tokens in read(path) if len(tokens) >= LONGER * TWINS]
    return [(name, line, tokens, collections.Counter(tokens)) for name, line, tokens in rows]


def twins_of_file(path):
    """[(name, line, tokens, ratio, whose)]: functions that are another's of the same module with other private names."""
    found = []
    others = [(os.path.basename(other), row) for other in counterparts(path) for row in longer_functions(other)]
    for name, line, tokens, counted in longer_functions(path) if others else ():
        if len(tokens) < LONGER:
            continue
        for file, (theirs, number, their_tokens, their_counted) in others:
            both = len(tokens) + len(their_tokens)
            if 2 * min(len(tokens), len(their_tokens)) < TWINS * both or 2 * (counted & their_counted).total() < TWINS * both:
                continue
            share = difflib.SequenceMatcher(None, tokens, their_tokens, autojunk=False).ratio()
            if share >= TWINS:
                found.append((name, line, len(tokens), share, "%s:%d %s" % (file, number, theirs)))
                break
    return found


def read_list():
    listed, later = {}, []
    with open(os.path.join(SOURCE, "tests", "originality.txt"), encoding="utf-8") as file:
        for line in file:
            words = line.partition("#")[0].split(None, 2)
            if words and words[0] == "later":
                later.append(words[1])
            elif words:
                path, function = words[:2]
                listed[path, function.rstrip(":")] = False
                assert len(words) == 3, "a row without a reason: " + line
    return listed, later


def room_of(path):
    parts = path.split("/")
    return "/".join(parts[:3 if path.startswith("kernel/modules") else 2])


def oracle_library():
    return ORACLE_LIBRARY if os.path.isdir(ORACLE_LIBRARY) else sysconfig.get_paths()["stdlib"]


def our_files():
    return [path for room in ("kernel", "tests") for path in python_files(os.path.join(SOURCE, room), True)]


def measure():
    oracles = [oracle_library()]
    for site in glob.glob(os.path.join(VENV, "lib", "python3*", "site-packages")):
        oracles += [os.path.join(site, package) for package in PACKAGES]
    ours = our_files()
    with concurrent.futures.ProcessPoolExecutor() as pool:
        wanted = {name.split(".")[-1] for rows in pool.map(read, ours, chunksize=8) for name, _, _ in rows}
        theirs = [path for oracle in oracles for path in python_files(oracle, False)]
        known = collections.defaultdict(list)
        for path, rows in zip(theirs, pool.map(read, theirs, [wanted] * len(theirs), chunksize=16)):
            for name, line, tokens in rows:
                known[name].append(("%s:%d" % (os.path.basename(path), line), tokens))
                if "." in name:
                    known["?" + name.split(".")[-1]].append(known[name][-1])
        return {os.path.relpath(path, SOURCE): compare_file(path, known) for path in ours}


@test
def no_function_is_anothers_with_other_names():
    if not glob.glob(os.path.join(VENV, "lib", "python3*", "site-packages", "numpy")):
        raise Skip("no .venv with the oracles")
    listed, later = read_list()
    total, given, waiting, problems = collections.Counter(), collections.Counter(), collections.Counter(), []
    needed = set()
    for path, rows in measure().items():
        room, waits = room_of(path), any(fnmatch.fnmatch(path, pattern) for pattern in later)
        for name, line, length, share, whose in rows:
            total[room] += length
            if share < ALIKE:
                continue
            if (path, name) in listed:
                listed[path, name] = True
                given[room] += length
            elif waits:
                waiting[room] += length
                needed.add(path)
            else:
                problems.append("%.2f %4d %s:%d %s = %s" % (share, length, path, line, name, whose))
    for room in sorted(total):
        print("# %-26s %7d tokens, %.2f %% listed, %.2f %% in modules that are not held to it"
              % (room, total[room], 100 * given[room] / total[room], 100 * waiting[room] / total[room]))
        assert given[room] <= MOST_LISTED / 100 * total[room], "too much of %s is listed" % room
    for pattern in later:
        if not fnmatch.filter(needed, pattern):
            print("# %s needs its row no longer" % pattern)
    problems += ["originality.txt: no such function is alike: %s %s" % row for row, is_used in listed.items() if not is_used]
    assert not problems, "\n".join(problems)


@test
def no_longer_function_is_one_of_its_module_with_other_private_names():
    if not glob.glob(os.path.join(VENV, "lib", "python3*", "site-packages", "numpy")):
        raise Skip("no .venv with the oracles")
    listed, problems = read_list()[0], []
    ours = our_files()
    with concurrent.futures.ProcessPoolExecutor() as pool:
        for path, rows in zip(ours, pool.map(twins_of_file, ours, chunksize=4)):
            path = os.path.relpath(path, SOURCE)
            problems += ["%.2f %4d %s:%d %s = %s" % (share, length, path, line, name, whose)
                         for name, line, length, share, whose in rows if (path, name) not in listed]
    assert not problems, "\n".join(problems)


if __name__ == "__main__":
    run_tests()
