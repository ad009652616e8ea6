"""The standard library of the machine's Python: which one is taken, what is kept of it, and what is said when there is none."""
import concurrent.futures
import json
import os
import stat
import subprocess
import tempfile

from tap import CUPOLA, Skip, run_tests, test

SETTINGS = ("CUPOLA_PYTHON_LIB", "VIRTUAL_ENV", "CONDA_PREFIX", "CUPOLA_KERNEL_PREFIX", "CUPOLA_CACHE_DIR", "XDG_CACHE_HOME")
WHICH = "import sys, machine_module; print('%d.%d' % sys.version_info[:2], machine_module.PLACE)"
USUAL = next(("/usr/lib/python3.%d" % minor for minor in range(14, 9, -1) if os.path.exists("/usr/lib/python3.%d/argparse.py" % minor)), None)


def run(program, *arguments, **settings):
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    environment.update((name, value) for name, value in settings.items() if value is not None)
    return subprocess.run([CUPOLA, "-c", program, *arguments], env=environment, capture_output=True, text=True, timeout=60)


def answer(program, **settings):
    done = run(program, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def make_library(prefix, minor, micro=None):
    """A library with one module of its own under a prefix."""
    folder = os.path.join(prefix, "lib", "python3.%d" % minor)
    os.makedirs(folder)
    with open(os.path.join(folder, "os.py"), "w", encoding="utf-8") as file:
        file.write("# the mark of a library\n")
    with open(os.path.join(folder, "machine_module.py"), "w", encoding="utf-8") as file:
        file.write("PLACE = %r\n\n\ndef fail(number):\n    return 1 / number\n" % os.path.basename(prefix))
    if micro is not None:
        headers = os.path.join(prefix, "include", "python3.%d" % minor)
        os.makedirs(headers)
        with open(os.path.join(headers, "patchlevel.h"), "w", encoding="utf-8") as file:
            file.write("#define PY_MINOR_VERSION  %d\n#define PY_MICRO_VERSION  %d\n" % (minor, micro))
    return folder


class Folder(tempfile.TemporaryDirectory):
    def __enter__(self):
        return os.path.realpath(super().__enter__())


@test
def the_order_in_which_libraries_are_looked_for():
    with Folder() as top:
        named = make_library(os.path.join(top, "named"), 13)
        make_library(os.path.join(top, "conda"), 12)
        make_library(os.path.join(top, "kernel"), 10)
        make_library(os.path.join(top, "base"), 14)
        os.makedirs(os.path.join(top, "environment"))
        with open(os.path.join(top, "environment", "pyvenv.cfg"), "w", encoding="utf-8") as file:
            file.write("home = %s/base/bin\nversion = 3.14.1\n" % top)
        settings = {"CUPOLA_CACHE_DIR": os.path.join(top, "cache"), "CUPOLA_PYTHON_LIB": named,
                    "VIRTUAL_ENV": os.path.join(top, "environment"), "CONDA_PREFIX": os.path.join(top, "conda"),
                    "CUPOLA_KERNEL_PREFIX": os.path.join(top, "kernel")}
        for name, expected in (("CUPOLA_PYTHON_LIB", "3.13 named"), ("VIRTUAL_ENV", "3.14 base"), ("CONDA_PREFIX", "3.12 conda"),
                               ("CUPOLA_KERNEL_PREFIX", "3.10 kernel")):
            assert answer(WHICH, **settings) == expected, (name, answer(WHICH, **settings))
            del settings[name]
        assert "No module named 'machine_module'" in run(WHICH, **settings).stderr


@test
def an_environment_is_sys_prefix_and_stands_on_its_base():
    with Folder() as top:
        make_library(os.path.join(top, "base"), 12)
        environment = os.path.join(top, "environment")
        os.makedirs(environment)
        program = "import sys; print(sys.prefix, sys.base_prefix, sys.path[-1])"
        for row in "version = 3.12.1", "version_info = 3.12.1.final.0", "":
            with open(os.path.join(environment, "pyvenv.cfg"), "w", encoding="utf-8") as file:
                file.write("home = %s/base/bin\ninclude-system-site-packages = false\n%s\n" % (top, row))
            wanted = "%s %s/base %s/base/lib/python3.12" % (environment, top, top)
            assert answer(program, VIRTUAL_ENV=environment) == wanted, answer(program, VIRTUAL_ENV=environment)


@test
def the_version_is_that_of_the_library():
    program = "import sys, platform; print(sys.version_info[:3], sys.version.split()[0], platform.python_version(), sys.hexversion)"
    with Folder() as top:
        folder = make_library(os.path.join(top, "one"), 13, 7)
        expected = "(3, 13, 7) 3.13.7 3.13.7 %d" % 0x030D07F0
        assert answer(program, CUPOLA_PYTHON_LIB=folder) == expected, answer(program, CUPOLA_PYTHON_LIB=folder)
        conda = os.path.join(top, "conda")
        make_library(conda, 12)
        os.makedirs(os.path.join(conda, "conda-meta"))
        open(os.path.join(conda, "conda-meta", "python-3.12.4-h1234_0.json"), "w", encoding="utf-8").close()
        assert answer("import sys; print(sys.version)", CONDA_PREFIX=conda).startswith("3.12.4 ")
        program = os.path.join(top, "program")
        make_library(program, 12)
        os.makedirs(os.path.join(program, "bin"))
        with open(os.path.join(program, "bin", "python3.12"), "wb") as file:
            file.write(b"\x7fELF" + b"x" * 5000 + b"\0003.12.\0\0003.12.11\0" + b"y" * 5000)
        for _ in range(2):  # looked for, and remembered
            found = answer("import sys; print(sys.version)", CONDA_PREFIX=program, CUPOLA_CACHE_DIR=os.path.join(top, "cache"))
            assert found.startswith("3.12.11 "), found
        notebook = os.path.join(top, "n.ipynb")
        with open(notebook, "w", encoding="utf-8") as file:
            json.dump({"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, file)
        subprocess.run([CUPOLA, "run", notebook, "-o", notebook], env=dict(os.environ, CUPOLA_PYTHON_LIB=folder), check=True, timeout=60)
        with open(notebook, encoding="utf-8") as file:
            assert json.load(file)["metadata"]["language_info"]["version"] == "3.13.7"
        shown = subprocess.run([CUPOLA, "version"], env=dict(os.environ, CUPOLA_PYTHON_LIB=folder), capture_output=True, text=True, timeout=60)
        assert "Python 3.13.7" in shown.stdout and folder in shown.stdout, shown.stdout


@test
def other_versions_are_refused_by_name():
    with Folder() as top:
        for minor in 9, 15:
            folder = make_library(os.path.join(top, "of_%d" % minor), minor)
            done = run("import argparse", CUPOLA_PYTHON_LIB=folder)
            assert done.returncode == 1 and "ModuleNotFoundError: No module named 'argparse'" in done.stderr, done.stderr
            assert folder in done.stderr and "3.10 to 3.14" in done.stderr, done.stderr
            shown = subprocess.run([CUPOLA, "version"], env=dict(os.environ, CUPOLA_PYTHON_LIB=folder), capture_output=True, text=True, timeout=60)
            assert folder in shown.stdout, shown.stdout
        # An environment's is passed over, and named.
        settings = dict(CONDA_PREFIX=os.path.join(top, "of_9"))
        assert answer("import argparse; print(argparse.__name__)", **settings) == "argparse"


@test
def without_a_library_the_error_says_what_to_install():
    with Folder() as top:
        for folder in top, os.path.join(top, "nowhere"):
            done = run("import sys, json, collections\nprint(sys.version_info[:2])\nimport argparse", CUPOLA_PYTHON_LIB=folder)
            assert done.stdout == "(3, 11)\n", done.stdout
            assert "No module named 'argparse'" in done.stderr and "libpython3-stdlib" in done.stderr, done.stderr
            done = run("import no_such_module", CUPOLA_PYTHON_LIB=folder)
            assert done.stderr.endswith("No module named 'no_such_module'\n"), done.stderr
        partial = make_library(os.path.join(top, "partial"), 11)
        done = run("import argparse", CUPOLA_PYTHON_LIB=partial)
        assert "libpython3-stdlib" in done.stderr and partial in done.stderr, done.stderr


def files_of(cache):
    folder = os.path.join(cache, "python")
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))]


@test
def what_is_compiled_is_kept_and_damage_does_no_harm():
    with Folder() as top:
        cache = os.path.join(top, "cache")
        settings = {"CUPOLA_PYTHON_LIB": make_library(os.path.join(top, "one"), 11, 2), "CUPOLA_CACHE_DIR": cache}
        assert answer(WHICH, **settings) == "3.11 one"
        assert stat.S_IMODE(os.stat(os.path.join(cache, "python")).st_mode) == 0o700
        (kept,) = files_of(cache)
        assert stat.S_IMODE(os.stat(kept).st_mode) == 0o600
        with open(kept, "rb") as file:
            whole = file.read()
        for damaged in (b"", whole[:20], whole[:-1], whole + b"x", whole[:100] + b"\xff" + whole[101:], b"x" * len(whole), b"\0" * 10000):
            with open(kept, "wb") as file:
                file.write(damaged)
            assert answer(WHICH, **settings) == "3.11 one", damaged[:30]
            with open(kept, "rb") as file:
                assert file.read() == whole  # put right
        module = os.path.join(settings["CUPOLA_PYTHON_LIB"], "machine_module.py")
        with open(module, "a", encoding="utf-8") as file:
            file.write("PLACE = 'changed'\n")
        assert answer(WHICH, **settings) == "3.11 changed"
        assert len(files_of(cache)) == 2


@test
def without_a_cache_modules_run_from_their_text():
    with Folder() as top:
        folder = make_library(os.path.join(top, "one"), 11, 2)
        home = os.path.join(top, "nobody")
        for place in "/dev/null", "/proc/nowhere", "":
            assert answer(WHICH, CUPOLA_PYTHON_LIB=folder, CUPOLA_CACHE_DIR=place, HOME=home) == "3.11 one"
        assert not os.path.exists(home), "a home that was not there was made"
        cache = os.path.join(top, "cache", "python")
        os.makedirs(cache)
        os.chmod(cache, 0o500)
        assert answer(WHICH, CUPOLA_PYTHON_LIB=folder, CUPOLA_CACHE_DIR=os.path.dirname(cache)) == "3.11 one"
        os.chmod(cache, 0o700)


@test
def fifty_processes_at_once():
    if not USUAL:
        raise Skip("this machine's Python has no library")
    with Folder() as top:
        program = "import argparse, sys; p = argparse.ArgumentParser(); p.add_argument('n', type=int); print(p.parse_args(['7']))"
        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            found = list(pool.map(lambda _: run(program, CUPOLA_CACHE_DIR=top), range(50)))
        assert {(done.returncode, done.stdout, done.stderr) for done in found} == {(0, "Namespace(n=7)\n", "")}, found
        kept = files_of(top)
        assert kept and not [name for name in kept if name.endswith(".part")], kept


@test
def tracebacks_and_sources_of_kept_modules():
    program = """
import machine_module, inspect, traceback
try:
    machine_module.fail(0)
except ZeroDivisionError:
    traceback.print_exc()
print(inspect.getsource(machine_module.fail))
"""
    with Folder() as top:
        folder = make_library(os.path.join(top, "one"), 11, 2)
        texts = []
        for _ in range(2):
            done = run(program, CUPOLA_PYTHON_LIB=folder, CUPOLA_CACHE_DIR=os.path.join(top, "cache"))
            texts.append((done.stdout, done.stderr))
        assert texts[0] == texts[1], texts
        assert texts[0][0] == "def fail(number):\n    return 1 / number\n\n", texts[0][0]
        assert 'one/lib/python3.11/machine_module.py", line 5, in fail\n    return 1 / number\n           ~~^~~' in texts[0][1], texts[0][1]


@test
def modules_of_the_script_come_first():
    with Folder() as top:
        with open(os.path.join(top, "machine_module.py"), "w", encoding="utf-8") as file:
            file.write("PLACE = 'beside'\n")
        script = os.path.join(top, "script.py")
        with open(script, "w", encoding="utf-8") as file:
            file.write(WHICH + "\n")
        folder = make_library(os.path.join(top, "one"), 11, 2)
        done = subprocess.run([CUPOLA, "run", script], env=dict(os.environ, CUPOLA_PYTHON_LIB=folder), capture_output=True, text=True, timeout=60)
        assert done.stdout == "3.11 beside\n", done.stdout + done.stderr


LATER = r"""
import io, os.path, sys, warnings, zlib
print([os.path.splitroot(path) for path in ('a', '/a', '//a/', '///a', '', b'//', b'/x')], os.path.isjunction('/'))
print(sys.monitoring.get_tool(3), sys.monitoring.use_tool_id(3, 'mine'), sys.monitoring.get_tool(3), sys.monitoring.events.LINE)
one = zlib._ZlibDecompressor()
packed = zlib.compress(b'abc' * 1000) + b'rest'
parts = [one.decompress(packed, 10), one.needs_input, one.decompress(b'', 0), one.eof, one.decompress(b'', 10)]
while not one.eof:
    parts.append(len(one.decompress(b'', 1000)))
print(parts, one.unused_data, one.needs_input)
try: one.decompress(b'')
except EOFError as error: print(error)
try: compile('if x:', 'f', 'single', 0x4200)
except SyntaxError as error: print(type(error).__name__, error.msg)
@warnings.deprecated('use g')
def f(): return 1
with warnings.catch_warnings(record=True) as found:
    warnings.simplefilter('always')
    print(f(), found[0].message, found[0].category.__name__, f.__deprecated__)
"""
LATER_SHOWN = """[('', '', 'a'), ('', '/', 'a'), ('', '//', 'a/'), ('', '/', '//a'), ('', '', ''), (b'', b'//', b''), (b'', b'/', b'x')] False
None None mine 32
[b'abcabcabca', False, b'', False, b'bcabcabcab', 1000, 1000, 980] b'rest' False
End of stream already reached
_IncompleteInputError incomplete input
1 use g DeprecationWarning f"""


@test
def what_later_libraries_ask_for():
    with Folder() as top:
        folder = make_library(top, 14)
        shown = answer(LATER, CUPOLA_PYTHON_LIB=folder)
        assert shown == LATER_SHOWN.replace("DeprecationWarning f", "DeprecationWarning use g"), shown
        older = make_library(top, 11)
        names = "import os, sys, builtins; print([hasattr(*pair) for pair in ((os.path, 'splitroot'), (sys, 'monitoring'), (builtins, '_IncompleteInputError'))])"
        assert answer(names, CUPOLA_PYTHON_LIB=older) == "[False, False, False]"


SOURCES = ["x = 1\n", "def f(a, *b):\n    # c\n    return a + 0x1F - 1_0.5e-3j\n\n\nclass A:\n\tx = (1,\n  2)  # two\n\n\ty = \'\'\'a\nb\'\'\'\n",
           "a = [\n    1,\n\n    # c\n    2]\nb = x if y else \\\n  z\n", "if a:\n  if b:\n    c\n  d\ne\n", "s = 'a\\\nb' + rb'x' + u'\\''\n",
           "a->b := c != d ** e // f >> g ... @ h\n", "\u00e9 = '\u00fc'; x.y.z(**k)\n", "\n\n  # only\n", "x = {1: [2, (3)]}\n",
           "for i in range(3): pass\nelse: print(.5, 1., 1e5, 0b1, 0o7)\n", "@d\nasync def f(): await x\n"]
TOKENS = """
import io, sys
if sys.argv[1] == 'new':
    import token, _tokenize
    lists = [_tokenize.TokenizerIter(io.StringIO(text).readline, extra_tokens=True) for text in %r]
else:
    import token, tokenize
    lists = [tokenize.generate_tokens(io.StringIO(text).readline) for text in %r]
for tokens in lists:
    print([(token.tok_name[kind], *rest) for kind, *rest in tokens])
""" % (SOURCES, SOURCES)
FIELDS = """[('FSTRING_START', 'f"'), ('FSTRING_MIDDLE', 'a{'), ('OP', '{'), ('NAME', 'x'), ('OP', '!'), ('NAME', 'r'), ('OP', ':'), ('FSTRING_MIDDLE', '>'), \
('OP', '{'), ('NUMBER', '3'), ('OP', '}'), ('OP', '}'), ('FSTRING_MIDDLE', 'b'), ('FSTRING_END', '"'), ('NEWLINE', '\\n'), ('ENDMARKER', '')]""".replace("\\\n", "")


@test
def tokens_of_later_libraries():
    wanted = subprocess.run(["/usr/bin/python3", "-c", TOKENS, "old"], capture_output=True, text=True, check=True).stdout
    with Folder() as top:
        folder = make_library(top, 12)
        done = run(TOKENS, "new", CUPOLA_PYTHON_LIB=folder)
        assert (done.stdout, done.stderr) == (wanted, ""), done.stdout + done.stderr
        program = "import io, token, _tokenize\nprint([(token.tok_name[k], t) for k, t, *_ in _tokenize.TokenizerIter(io.StringIO('f\"a{{{x!r:>{3}}b\"\\n').readline, extra_tokens=True)])"
        assert answer(program, CUPOLA_PYTHON_LIB=folder) == FIELDS, answer(program, CUPOLA_PYTHON_LIB=folder)
        for text in ("x = (1", "x = 'a", "x = \"\"\"a", "f'{x", "  x\n y\n", "(]"):
            done = run("import io, _tokenize\nlist(_tokenize.TokenizerIter(io.StringIO(%r).readline))" % text, CUPOLA_PYTHON_LIB=folder)
            assert done.returncode == 1 and done.stderr.splitlines()[-1].startswith(("SyntaxError: ", "IndentationError: ")), (text, done.stderr)


@test
def everyday_work_with_each_library():
    """library_programs.py as CPython runs it; with CUPOLA_TEST_LIBRARIES (folders of other versions, with ':') under these, too."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "library_programs.py")
    wanted = subprocess.run(["/usr/bin/python3", program], capture_output=True, text=True, check=True).stdout
    assert "FAILED" not in wanted and wanted.count("## ") > 9, wanted
    for folder in [USUAL] + [word for word in os.environ.get("CUPOLA_TEST_LIBRARIES", "").split(":") if word]:
        done = subprocess.run([CUPOLA, "run", program], env=dict(os.environ, CUPOLA_PYTHON_LIB=folder), capture_output=True, text=True, timeout=100)
        lines = [line for line in zip(wanted.splitlines(), done.stdout.splitlines()) if line[0] != line[1]]
        assert done.stdout == wanted, (folder, lines[:5], done.stderr[-500:])


run_tests()
