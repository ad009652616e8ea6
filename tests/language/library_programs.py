"""Everyday work with modules that are imported from the machine's library, whichever version it is: the same lines under each."""
import sys, traceback
BLOCKS = []
def block(f): BLOCKS.append(f); return f
@block
def pathlib_():
    from pathlib import Path, PurePosixPath, PureWindowsPath
    import tempfile, os
    with tempfile.TemporaryDirectory() as d:
        p = Path(d) / "a" / "b.txt"
        p.parent.mkdir(parents=True)
        p.write_text("hi\n")
        (p.parent/"c.py").write_bytes(b"x")
        print(p.read_text(), p.name, p.stem, p.suffix, p.exists(), p.is_file(), p.parent.is_dir(), p.stat().st_size)
        print(sorted(x.name for x in p.parent.iterdir()), sorted(x.name for x in Path(d).rglob("*")), sorted(x.name for x in Path(d).glob("*/*.txt")))
        q = p.rename(p.with_name("z.txt"))
        print(q.name, p.exists())
        q.unlink()
        print(q.relative_to(d), str(q.relative_to(d).as_posix()))
        with q.open("w") as f: f.write("new")
        with open(q) as f: print(f.read())
        print(os.fspath(q) == str(q), q.resolve() == Path(os.path.realpath(q)), Path("x//y/../z"), Path("/a/b").parts, Path("/a/b").is_absolute(), q.with_suffix(".md").name)
        os.symlink(q, Path(d)/"ln")
        print((Path(d)/"ln").is_symlink(), (Path(d)/"ln").read_text())
        q.touch()
        print(Path.cwd() == Path(os.getcwd()), Path("~").expanduser() == Path.home())
        print([ (os.path.basename(r), sorted(ds), sorted(fs)) for r, ds, fs in os.walk(d)][1:])
    print(PurePosixPath("a/b.tar.gz").suffixes, PureWindowsPath("c:/x/y").drive, PurePosixPath("/a").joinpath("b","/c"), repr(Path("a")/"b"), Path("a/b") < Path("a/c"), Path("a/b").match("*/b"), {Path("a"): 1}[Path("a")])
@block
def shutil_tar():
    import shutil, tarfile, zipfile, tempfile, os, io
    with tempfile.TemporaryDirectory() as d:
        os.makedirs(d+"/s/t")
        open(d+"/s/t/f","w").write("data")
        shutil.copytree(d+"/s", d+"/s2")
        print(sorted(os.listdir(d)), shutil.which("sh") is not None)
        with tarfile.open(d+"/x.tar.gz","w:gz") as t: t.add(d+"/s", arcname="s")
        with tarfile.open(d+"/x.tar.gz") as t: print(t.getnames()); t.extractall(d+"/out", **({"filter":"data"} if sys.version_info >= (3,12) else {}))
        print(open(d+"/out/s/t/f").read())
        shutil.rmtree(d+"/out")
        print(os.path.exists(d+"/out"))
        with zipfile.ZipFile(d+"/x.zip","w",zipfile.ZIP_DEFLATED) as z: z.write(d+"/s/t/f","f"); z.writestr("g/h","more")
        with zipfile.ZipFile(d+"/x.zip") as z: print(z.namelist(), z.read("g/h"), zipfile.Path(z, "g/").joinpath("h").read_text())
        with zipfile.ZipFile(d+"/x.zip") as z: z.extractall(d+"/o2")
        print(sorted(os.listdir(d+"/o2")))
        shutil.make_archive(d+"/arc","zip",d+"/s")
        print(os.path.exists(d+"/arc.zip"))
@block
def argparse_():
    import argparse
    p = argparse.ArgumentParser(prog="x", description="d")
    p.add_argument("-n","--number",type=int,default=3,help="how many")
    p.add_argument("name",nargs="*")
    p.add_argument("--flag",action="store_true")
    p.add_argument("--mode",choices=["a","b"])
    s = p.add_argument_group("g")
    s.add_argument("--z", action=argparse.BooleanOptionalAction)
    print(p.parse_args(["-n","4","u","v","--flag","--no-z"]))
    print(p.format_usage())
    try: p.parse_args(["-n","q"])
    except SystemExit as e: print(e)
    q = argparse.ArgumentParser(prog="y")
    sub = q.add_subparsers(dest="c")
    a = sub.add_parser("go")
    a.add_argument("k")
    print(q.parse_args(["go","1"]))
@block
def dataclasses_():
    from dataclasses import dataclass, field, asdict, astuple, replace, fields, make_dataclass, KW_ONLY, FrozenInstanceError
    from typing import ClassVar
    @dataclass(order=True)
    class A:
        x: int
        y: list = field(default_factory=list)
        k: ClassVar[int] = 3
    print(A(1), A(1) < A(2), asdict(A(1,[2])), astuple(A(3)), replace(A(1), x=5), [f.name for f in fields(A)])
    @dataclass(frozen=True, slots=True)
    class B:
        a: int = 1
        _: KW_ONLY
        b: str = "q"
    try: B().a = 2
    except FrozenInstanceError as e: print(e)
    print(B(b="z"), hash(B()) == hash(B()), make_dataclass("C", [("u", int), ("v", int, 4)])(1), A.__match_args__)
@block
def unittest_():
    import unittest, io
    class T(unittest.TestCase):
        def test_a(self): self.assertEqual(1, 1)
        def test_b(self):
            with self.assertRaises(ValueError): int("x")
        def test_c(self):
            for i in range(2):
                with self.subTest(i=i): self.assertEqual(i, 0)
        @unittest.skip("why")
        def test_d(self): pass
    s = io.StringIO()
    r = unittest.TextTestRunner(stream=s, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
    print(r.testsRun, len(r.failures), len(r.skipped))
    print("AssertionError: 1 != 0" in s.getvalue())
    from unittest import mock
    m = mock.Mock(return_value=3)
    print(m(1), m.call_args, m.called)
    with mock.patch("os.getcwd", return_value="/here"):
        import os
        print(os.getcwd())
    print(mock.MagicMock().__len__())
@block
def doctest_():
    import doctest, types
    m = types.ModuleType("m")
    m.__doc__ = ">>> 1 + 1\n2\n>>> 1/0\nTraceback (most recent call last):\n    ...\nZeroDivisionError: division by zero\n>>> print('a b')  # doctest: +NORMALIZE_WHITESPACE\na   b\n"
    r = doctest.testmod(m)
    print(r.failed, r.attempted)
@block
def logging_():
    import logging, io, logging.handlers
    s = io.StringIO()
    h = logging.StreamHandler(s)
    h.setFormatter(logging.Formatter("%(levelname)s:%(name)s:%(message)s"))
    l = logging.getLogger("t")
    l.addHandler(h)
    l.setLevel("DEBUG")
    l.propagate = False
    l.info("a %d", 1)
    l.warning("b")
    try: 1/0
    except ZeroDivisionError: l.exception("bad")
    print(s.getvalue().splitlines()[:3], s.getvalue().splitlines()[-1])
    print(l, logging.getLevelName(30))
@block
def texts():
    import textwrap, difflib, string, pprint, shlex, fnmatch, html, base64, csv, io, configparser, json
    print(textwrap.fill("the quick brown fox jumps over the lazy dog "*2, 30, initial_indent="* ", subsequent_indent="  "))
    print(textwrap.dedent("  a\n    b\n"))
    print(textwrap.shorten("hello big world", 10))
    print(textwrap.indent("a\nb\n", "> "))
    print(list(difflib.unified_diff(["a","b"],["a","c"],lineterm="")), difflib.get_close_matches("appel",["ape","apple"]), difflib.SequenceMatcher(None,"abcd","bcde").ratio())
    print(string.Template("$a ${b} $$").substitute(a=1,b=2), string.capwords("a bc"), string.ascii_letters, string.Formatter().format("{0:>4}{x!r}", 1, x="q"))
    pprint.pprint({"a": list(range(30)), "b": {"c": ("x"*40, "y"*50)}}, width=60)
    print(pprint.pformat([1,{2:3}]))
    print(shlex.split("a 'b c' d\\ e"), shlex.quote("a b"), fnmatch.filter(["a.py","b.c"],"*.py"), html.escape("<a&'\">"), html.unescape("&lt;&eacute;&#65;"), base64.b64encode(b"abc"), base64.b85encode(b"abcd"), base64.b32decode("MFRGG==="))
    w = io.StringIO()
    c = csv.DictWriter(w, ["a","b"])
    c.writeheader()
    c.writerow({"a":1,"b":"x,y"})
    print(repr(w.getvalue()), list(csv.reader(["1,\"2,3\"",""])), next(csv.DictReader(["p,q","1,2"])), csv.Sniffer().sniff("a;b\n1;2\n").delimiter)
    c = configparser.ConfigParser()
    c.read_string("[s]\na = 1\nb = %(a)s2\n[t]\nx: yes\n")
    print(c.sections(), c["s"]["b"], c.getint("s","a"), c.getboolean("t","x"))
@block
def numbers_():
    import fractions, statistics, calendar, colorsys, random, secrets, uuid, decimal, cmath, numbers
    F = fractions.Fraction
    print(F("3/4"), F("1.5e2"), F(0.5), F(1,3)+F(1,6), F(7,3).limit_denominator(2), repr(F("-2/6")), F(3,7)**2, round(F(7,3),1), f"{F(1,2):.3f}" if sys.version_info >= (3,12) else "0.500", F.from_float(0.1), float(F(1,3)))
    print(statistics.mean([1,2,3,4]), statistics.stdev([1,2,3,4]), statistics.median([3,1,2]), statistics.mode("aab"), statistics.quantiles(range(10)), statistics.NormalDist(0,1).cdf(1), statistics.linear_regression([1,2,3],[2,4,6]), statistics.correlation([1,2,3],[1,2,4]), statistics.pvariance([1,2]), statistics.harmonic_mean([1,2]), statistics.fmean([1,2]), statistics.multimode("aabb"), statistics.geometric_mean([1,4]))
    print(calendar.month(2024,2))
    print(calendar.isleap(2000), tuple(map(int, calendar.monthrange(2023,2))), calendar.day_name[0])
    print(colorsys.rgb_to_hsv(.2,.4,.6))
    print(uuid.UUID(int=5), uuid.uuid5(uuid.NAMESPACE_DNS,"a"), len(secrets.token_hex(4)), uuid.uuid4().version)
@block
def web():
    import urllib.parse, http.cookies, html.parser, email.message, email.parser, mimetypes, ipaddress, http, xml.etree.ElementTree as ET, http.client, socketserver, http.server
    print(urllib.parse.urlparse("http://u@h:80/p;x?q=1#f"), urllib.parse.parse_qs("a=1&a=2"), urllib.parse.quote("a b/ü"), urllib.parse.urljoin("http://a/b/c","../d"), urllib.parse.urlencode({"a":"b c"}), urllib.parse.urlsplit("http://h/p").hostname)
    c = http.cookies.SimpleCookie()
    c["a"] = "b"
    print(c)
    print(mimetypes.guess_type("a.png"), ipaddress.ip_network("10.0.0.0/30").num_addresses, list(ipaddress.ip_network("10.0.0.0/30").hosts()), http.HTTPStatus(404).phrase)
    class P(html.parser.HTMLParser):
        def handle_starttag(self, t, a): print("start", t, a)
        def handle_data(self, d): print("data", repr(d))
    P().feed("<p class='x'>hi <b>u</b></p>")
    m = email.message.EmailMessage()
    m["Subject"] = "s"
    m.set_content("body\n")
    print(m.as_string())
    print(email.parser.Parser().parsestr("A: b\n\nc").get_payload())
@block
def times_():
    import timeit, sched, time, calendar, datetime, zoneinfo, locale, gettext, optparse, getopt, graphlib, glob, tempfile, fileinput, cmd, code, codeop, tokenize, io, dis, selectors, contextlib, types, abc, copy, weakref, queue, threading, signal
    print(timeit.timeit("pass", number=10) < 1)
    s = sched.scheduler(time.monotonic, time.sleep)
    s.enter(0, 1, print, ("ran",))
    s.run()
    print(getopt.getopt(["-a","1","x"],"a:"), list(graphlib.TopologicalSorter({"b":["a"],"c":["b"]}).static_order()))
    o = optparse.OptionParser()
    o.add_option("-q", dest="q", default=1, type="int")
    print(o.parse_args(["-q","3"])[0])
    print(locale.getlocale() is not None, locale.format_string("%d", 5), gettext.gettext("x"))
    print([(tokenize.tok_name[t.type], t.string) for t in tokenize.generate_tokens(io.StringIO("x = 1 + 'a' # c\nif x:\n    y(2)\n").readline)])
    print(codeop.compile_command("if 1:") is None)
@block
def rest():
    import pickle, shelve, tempfile, os, dbm.dumb, concurrent.futures as cf, asyncio, enum, typing, functools, inspect, traceback, warnings, ast, gzip, zlib, hashlib, hmac, platform, sysconfig, subprocess, ctypes, array, struct, linecache, importlib, pkgutil, runpy, io, codecs, stat, filecmp, quopri, binascii, getpass, netrc
@block
def rest2():
    import pickle, os, tempfile, gzip, filecmp, concurrent.futures as cf, asyncio, inspect, ast, subprocess, warnings, typing, enum, functools
    with tempfile.TemporaryDirectory() as d:
        with gzip.open(d+"/a.gz","wt") as f: f.write("hello\n")
        print(gzip.open(d+"/a.gz").read(), filecmp.cmp(d+"/a.gz", d+"/a.gz"))
        f = tempfile.NamedTemporaryFile(dir=d, suffix=".q", delete=False)
        f.write(b"1")
        f.close()
        print(f.name.endswith(".q"))
        with tempfile.SpooledTemporaryFile() as f: f.write(b"x"); f.seek(0); print(f.read())
    with cf.ThreadPoolExecutor(2) as e: print(list(e.map(lambda x: x*x, range(4))))
    async def g(): await asyncio.sleep(0)
    return 5
    print(asyncio.run(g()))
    print(inspect.signature(lambda a, *b, c=1, **d: 0))
    print(ast.unparse(ast.parse("x=1;y=[i for i in x]")))
    print(subprocess.run(["echo","hi"],capture_output=True,text=True).stdout)
    with warnings.catch_warnings(record=True) as w: warnings.simplefilter("always"); warnings.warn("w"); print(w[0].message)
    class C(enum.Enum): A = 1; B = enum.auto()
    print(C.A, list(C), C(2), C["A"].value)
    class_ = typing.NamedTuple("N", [("a", int)])
    print(class_(1))
    print(typing.get_type_hints(rest2), typing.Optional[int], typing.Union[int, str])
    def h(a: int, b: "str" = "x") -> list: pass
    print(inspect.signature(h), typing.get_type_hints(h), h.__annotations__)
def main():
    for f in BLOCKS:
        print("##", f.__name__)
        try: f()
        except BaseException: print("FAILED", f.__name__, traceback.format_exc()[-900:])
main()
