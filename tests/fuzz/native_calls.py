#!/usr/bin/env python3
"""Searches for functions that fail without an exception, or succeed and leave one behind.

    tests/fuzz/native_calls.py [--cupola PROGRAM] [--jobs N] [--findings FILE] [MODULE...]

Every public function of every module that is part of the program, every method of every type, every operator and item of
their objects is called with arguments that do not fit. What comes of a call does not matter, as long as it is a result or an
exception of its own: "SystemError: error return without exception set" is a finding, and so is a crash. A build with
CPPFLAGS=-DCUPOLA_CHECK_STEPS tells of exceptions that were left behind by calls that gave a result, too."""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
LIMIT = 400  # seconds of a module

DRIVER = r'''
import importlib, signal, sys, types, warnings, itertools
warnings.simplefilter('ignore')
sys.setrecursionlimit(400)
LEFT_OUT = set("""exit quit _exit abort kill killpg fork forkpty fork_exec input breakpoint set_trace settrace setprofile pause sigwait sigwaitinfo sigtimedwait raise_signal
test run_tests help interact system execv execve execl execle execlp execlpe execvp execvpe posix_spawn posix_spawnp spawnv spawnve wait waitpid waitid wait3 wait4
setuid setgid setreuid setregid setgroups initgroups chroot fchdir closerange close dup2 openpty login_tty remove unlink rmdir removedirs rename renames
replace truncate ftruncate rmtree move setsid setpgid setpgrp nice sched_setaffinity sched_setscheduler setpriority setrlimit prlimit alarm setitimer
main run_module run_path stack_size _clear_type_cache setswitchinterval setrecursionlimit _current_frames faulthandler _sigsegv _sigabrt _sigfpe _stack_overflow
_fatal_error _fatal_error_c_thread _read_null dump_traceback_later reload read_mem install_opener urlopen urlretrieve getpass unix_getpass
getaddrinfo gethostbyname gethostbyaddr getfqdn create_connection select epoll poll accept recv mainloop serve_forever handle_request
use_mic sched_yield sync fsync fdatasync lockf lockpty acquire join sleep pthread_kill pthread_sigmask siginterrupt set_wakeup_fd
setraw setcbreak signal_handler default_int_handler unregister_shape show_config benchmark profile basinhopping dual_annealing shgo brute differential_evolution
mkfifo mknod chmod chown lchown fchown fchmod link symlink put_nowait lchflags chflags get_wch switch_backend setbufsize ginput waitforbuttonpress
set_start_method freeze_support active_children Process Pool Manager managers shutdown _shutdown _exit_function start_new_thread start_new
set_errno _dlopen dlopen CDLL PyDLL string_at wstring_at memmove memset cast py_object PyObj_FromPtr call_function call_cdeclfunction dlclose
POINTER from_address c_void_p CFUNCTYPE PYFUNCTYPE pythonapi _unpickle resize in_dll""".split())


class Alarm(BaseException):
    pass


def ring(*_):
    raise Alarm


signal.signal(signal.SIGALRM, ring)


class Wrong:
    """Every protocol, and each of them fails."""
    def __getattr__(self, name):
        raise AttributeError(name)
    def fail(self, *_, **__):
        raise ZeroDivisionError('fail')
    __len__ = __iter__ = __getitem__ = __setitem__ = __delitem__ = __call__ = __index__ = __int__ = __float__ = __str__ = fail
    __bytes__ = __bool__ = __contains__ = __enter__ = __exit__ = __fspath__ = __complex__ = __format__ = __next__ = fail
    __eq__ = __lt__ = __add__ = __radd__ = __mul__ = __array__ = __buffer__ = read = write = readline = keys = fail
    __hash__ = object.__hash__
    def __repr__(self):
        return 'Wrong()'


class Odd:
    """Every protocol gives something of a wrong type."""
    def odd(self, *_, **__):
        return Wrong
    __len__ = __iter__ = __getitem__ = __index__ = __int__ = __float__ = __str__ = __bytes__ = __bool__ = odd
    __enter__ = __fspath__ = __complex__ = __format__ = __next__ = __array__ = read = readline = keys = odd
    def __repr__(self):
        return 'Odd()'


class Fine:
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return Fine()
    def __call__(self, *_, **__):
        return Fine()


def values():
    return [None, 0, -1, 2**70, 1.5, 'a', b'b', (), [], {}, (1, 2), ['x', None], {'k': 1}, {1}, Wrong(), Odd(), Fine(), len, int, object(), slice(1, None),
            iter([1]), range(3), True, ..., [Wrong()], (Odd(),), 'no such', float('nan'), lambda *a, **k: 1 / 0, lambda *a, **k: None, bytearray(b'cd'),
            memoryview(b'ef'), 3j, type, sys, NotImplemented, {'a': Wrong()}, '\ud800', 'a\0b', [[1, 2], [3]], frozenset(), -2**63, ['\ud800']]


SAMPLES = values()
found = set()


def tell(text):
    if text not in found:
        found.add(text)
        sys.stderr.write('@finding %s\n' % text)


def attempt(label, call):
    sys.stderr.write('@at %s\n' % label)
    sys.stderr.flush()
    signal.setitimer(signal.ITIMER_REAL, 2)
    try:
        result = call()
        if type(result).__flags__ & 0 == 0:
            repr(result)
        return result
    except Alarm:
        pass
    except SystemError as problem:
        if 'without exception' in str(problem):
            tell(label)
    except BaseException as problem:
        try:
            str(problem)
        except BaseException:
            pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def name_of(value):
    try:
        text = repr(value)
    except BaseException:
        text = type(value).__name__
    return (text if len(text) < 30 else type(value).__name__).replace('\n', ' ').encode('ascii', 'replace').decode()


def tuples(callable_):
    yield ()
    singles = values()
    for value in singles:
        yield (value,)
    for index, value in enumerate(singles):
        yield (value, singles[(index * 7 + 3) % len(singles)])
        yield ([1, 2, 3], value)
        yield ('a', value)
        yield (1, value)
    for index, value in enumerate(singles):
        yield (value, singles[(index * 5 + 1) % len(singles)], singles[(index * 11 + 2) % len(singles)])
        yield ([1, 2, 3], [1, 2, 3], value)
    yield (1, 2, 3, 4)
    yield tuple(singles[:6])
    yield tuple([[1., 2., 3.]] * 5)


def call_all(label, callable_):
    for arguments in tuples(callable_):
        attempt('%s(%s)' % (label, ', '.join(name_of(value) for value in arguments)), lambda: callable_(*arguments))
    for word in words_of(callable_):
        for value in values():
            attempt('%s([1, 2], %s=%s)' % (label, word, name_of(value)), lambda: callable_([1., 2.], **{word: value}))
        attempt('%s(%s twice)' % (label, word), lambda: callable_(Wrong(), **{word: Wrong()}))
    attempt('%s(nonsense=1)' % label, lambda: callable_(nonsense=1))


def words_of(callable_):
    try:
        import inspect
        parameters = inspect.signature(callable_).parameters.values()
        return [p.name for p in parameters if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD)][:14]
    except BaseException:
        return []


OPERATORS = ['a + b', 'b + a', 'a - b', 'a * b', 'b * a', 'a / b', 'a // b', 'a % b', 'a ** b', 'a @ b', 'a & b', 'a | b', 'a ^ b', 'a << b', 'a >> b',
             'a == b', 'a != b', 'a < b', 'a <= b', 'a in b', 'b in a', 'a[b]', 'a[b:b]', 'a[b, b]', 'divmod(a, b)', 'isinstance(b, a)', 'format(a, b)',
             'getattr(a, b)', 'a(b)', 'pow(a, b, b)', 'next(a, b)', 'iter(a, b)']
STATEMENTS = ['a[b] = b', 'del a[b]', 'a += b', 'a -= b', 'a *= b', 'a |= b', 'a[:] = b', 'a[1:2] = b', 'del a[:]', 'setattr(a, b, b)', 'delattr(a, b)',
              'for _ in a: break', 'x, y = a', 'with a: pass', 'a.__class__ = b', 'f"{a:{b}}"', 'raise a', 'raise ValueError from a', 'print(a, file=b)',
              'f(*a)', 'f(**a)', 'async_ = a.__await__', 'assert a', 'exec(a)', 'a.x = b', 'del a.x', 'a.__dict__ = b', 'a.__doc__ = b', 'a.__name__ = b',
              'match a:\n case {"x": y, **z}: pass\n case [x, *y]: pass\n case int(x): pass\n case _: pass']
UNARY = ['-a', '+a', '~a', 'not a', 'abs(a)', 'len(a)', 'hash(a)', 'iter(a)', 'next(a)', 'reversed(a)', 'str(a)', 'bytes(a)', 'int(a)', 'float(a)', 'complex(a)', 'bool(a)',
         'round(a)', 'dir(a)', 'vars(a)', 'list(a)', 'tuple(a)', 'set(a)', 'dict(a)', 'sorted(a)', 'sum(a)', 'max(a)', 'a()', 'a.__reduce_ex__(2)', 'a.__sizeof__()',
         'memoryview(a)', 'callable(a)', 'id(a)', 'type(a)', 'a.__class__', 'hasattr(a, "x")', '__import__("copy").copy(a)', '__import__("copy").deepcopy(a)',
         '__import__("pickle").dumps(a)', 'range(a)', 'chr(a)', 'ord(a)', 'super(a)', 'a.__dict__', '__import__("operator").index(a)']


def exercise(label, value):
    for text in UNARY:
        code = compile(text, 'unary', 'eval')
        attempt('%s: %s' % (label, text), lambda: eval(code, {'a': value}))
    for other in values():
        for text in OPERATORS:
            attempt('%s: %s b=%s' % (label, text, name_of(other)), lambda: eval(text, {'a': value, 'b': other}))
    for other in values()[::4] + [Wrong()]:
        for text in STATEMENTS:
            attempt('%s: %s b=%s' % (label, text.replace('\n', ';'), name_of(other)), lambda: exec(text, {'a': value, 'b': other, 'f': lambda *a, **k: None}))


def instances(type_):
    made = []
    for arguments in ((), (1,), ('a',), ([1., 2., 3.],), (b'ab',), ((1, 2),), ({'a': 1},), (len,), (1, 2), ([1., 2.], [3., 4.]), (len, [1, 2]), ('a', 'b'),
                      ((0, 0), 1, 2), (2020, 1, 1), ((0, 0), 1), ('a', (), {})):
        value = attempt('%s%r' % (type_.__name__, arguments), lambda: type_(*arguments))
        if value is not None and isinstance(value, type_):
            made.append(value)
            if len(made) == 2:
                break
    return made


seen_types = set()


def look_at_type(label, type_):
    if type_ in seen_types or type_ in (type, object, Wrong, Odd, Fine, Alarm) or issubclass(type_, BaseException) and type_.__module__ == 'builtins':
        return
    seen_types.add(type_)
    call_all(label, type_)
    made = instances(type_)
    members = {}
    for base in reversed(type_.__mro__[:-1]):
        members.update(vars(base))
    for name in sorted(members):
        if name in LEFT_OUT or name in ('__del__', '__init_subclass__'):
            continue
        member = members[name]
        if isinstance(member, (staticmethod, classmethod)):
            function = attempt('%s.%s' % (label, name), lambda: getattr(type_, name))
            if callable(function):
                call_all('%s.%s' % (label, name), function)
            continue
        if callable(member):
            for value in values()[:20]:
                attempt('%s.%s(%s)' % (label, name, name_of(value)), lambda: member(value))
        for value in made[:1]:
            fresh = (instances(type_) or [value])[0]
            bound = attempt('%s().%s' % (label, name), lambda: getattr(fresh, name))
            if callable(bound) and callable(member):
                call_all('%s().%s' % (label, name), bound)
            elif not callable(member):
                for other in values():
                    attempt('%s().%s = %s' % (label, name, name_of(other)), lambda: setattr(fresh, name, other))
                attempt('del %s().%s' % (label, name), lambda: delattr(fresh, name))
    for value in made[:2]:
        exercise('%s()' % label, value)


def look_at_module(name):
    module = importlib.import_module(name)
    for member in sorted(dir(module)):
        if member in LEFT_OUT or member.startswith('__') and name != 'builtins':
            continue
        value = attempt('%s.%s' % (name, member), lambda: getattr(module, member))
        label = '%s.%s' % (name, member)
        if isinstance(value, type):
            if value.__module__ == name or value.__module__.split('.')[0] == name.split('.')[0] or name == 'builtins':
                look_at_type(label, value)
        elif isinstance(value, types.ModuleType):
            continue
        elif callable(value):
            call_all(label, value)
            made = attempt(label + '()', value)
            if made is not None and type(made).__module__ != 'builtins' and type(made) not in seen_types:
                seen_types.add(type(made))
                exercise(label + '()', made)
        elif value is not None:
            exercise(label, value)
            kind = type(value)
            if kind.__module__ != 'builtins' and kind not in seen_types:
                seen_types.add(kind)
                for method in sorted(set(dir(kind)) - LEFT_OUT):
                    bound = attempt('%s.%s' % (label, method), lambda: getattr(value, method))
                    if callable(bound) and not method.startswith('__'):
                        call_all('%s.%s' % (label, method), bound)


look_at_module(sys.argv[1])
sys.stderr.write('@end\n')
'''

# A stock of objects that modules only give back, looked at like modules.
OBJECTS = {
    "frames_and_code": "import sys\ndef f(a, *b, c=1, **d): return sys._getframe()\nframe = f(1)\ncode = f.__code__\nfunction = f\ncell = (lambda x: lambda: x)(1).__closure__[0]\ngenerator = (v for v in [1])\nasync def g(): yield 1\nasync_generator = g()\nmethod = [].append\ndescriptor = list.append\nwrapper = int.__add__\ngetset = type.__dict__['__dict__']\nmember = slice.start if hasattr(slice, 'start') else None\nproxy = type.__dict__\ntry:\n 1/0\nexcept Exception as e: error, traceback = e, e.__traceback__\n",
    "iterators": "list_iterator = iter([1, 2])\ndict_iterator = iter({1: 2})\nkeys = {1: 2}.keys()\nitems = {1: 2}.items()\nvalues_view = {1: 2}.values()\nset_iterator = iter({1})\nstring_iterator = iter('ab')\nbytes_iterator = iter(b'ab')\nrange_iterator = iter(range(3))\nlong_range = iter(range(2**70))\nzipped = zip([1], [2])\nmapped = map(str, [1])\nfiltered = filter(None, [1])\nenumerated = enumerate([1])\nturned = reversed([1])\ncalled = iter(int, 1)\nmemory = memoryview(bytearray(b'abcd'))\nunion = int | str\nalias = list[int]\n",
    "pictures": "import matplotlib.pyplot as plt\nimport numpy as np\nfigure, axes = plt.subplots()\nline = axes.plot([1, 2])[0]\npoints = axes.scatter([1], [1])\npatch = axes.bar([1], [1])[0]\nbars = axes.bar([1], [1])\nimage = axes.imshow([[1, 2]])\nmesh = axes.pcolormesh([[1, 2], [3, 4]])\narea = axes.fill_between([1, 2], [1, 2])\ncontour = axes.contourf([[1, 2], [3, 4]])\nquiver = axes.quiver([1], [1])\ntext = axes.text(0, 0, 'a')\nlegend = axes.legend(['a'])\ncolorbar = plt.colorbar(image)\nx_axis = axes.xaxis\nspine = axes.spines['left']\nspines = axes.spines\ntransform = axes.transData\nerrors = axes.errorbar([1], [1], yerr=1)\nstems = axes.stem([1, 2])\ngrid = figure.add_gridspec(2, 2)\ncells = grid[0, 0]\nmany = plt.subplots(2, 2)[1]\nnote = axes.annotate('a', (0, 0), arrowprops={})\nnorm = plt.Normalize(0, 1)\nlocator = plt.MaxNLocator(3)\nformatter = plt.FuncFormatter(str)\nmap_ = plt.cm.viridis\nsettings = plt.rcParams\ncontext = plt.rc_context()\n",
    "arrays": "import numpy as np\nfloats = np.arange(6.).reshape(2, 3)\nints = np.arange(3)\nrecords = np.zeros(2, [('a', 'i4'), ('b', 'f8')])\nrecord = records[0]\nscalar = np.float64(1.5)\ninteger = np.int32(3)\nmoment = np.datetime64('2020-01-01')\nspan = np.timedelta64(3, 'D')\nword = np.str_('a')\ndtype = np.dtype('f8')\nufunc = np.add\niterator = np.nditer([1, 2])\nflat = np.arange(3).flat\nrandom = np.random.default_rng(1)\nstate = np.random.RandomState(1)\npolynomial = np.polynomial.Polynomial([1, 2])\nmasked = np.ma.array([1, 2], mask=[0, 1])\nmatrix = np.matrix([[1, 2]])\nobjects = np.array([None, 'a'], object)\nstrings = np.array(['a', 'b'])\nbits = np.array([True])\ncomplexes = np.array([1j])\nerrstate = np.errstate()\nindex = np.s_\nrows = np.r_\ngrid = np.mgrid\nvectorized = np.vectorize(len)\n",
    "devices": "import cupy as cp\nfloats = cp.arange(6.).reshape(2, 3)\nufunc = cp.add\nstream = cp.cuda.Stream()\nevent = cp.cuda.Event()\ndevice = cp.cuda.Device(0)\npool = cp.get_default_memory_pool()\nkernel = cp.ElementwiseKernel('float64 x', 'float64 y', 'y = x', 'k')\nraw = cp.RawKernel('extern \"C\" __global__ void f(float *x) { x[0] = 1; }', 'f')\nreduction = cp.ReductionKernel('float64 x', 'float64 y', 'x', 'a + b', 'y = a', '0', 'r')\nrandom = cp.random.default_rng(1)\nmemory = cp.cuda.alloc(16)\n",
}


def modules_of(cupola):
    text = "import sys, pkgutil\nprint('\\n'.join(sorted(set(sys.builtin_module_names))))\n"
    answer = subprocess.run([cupola, "run", "/dev/stdin"], input=text, capture_output=True, text=True)
    names = [name for name in answer.stdout.split() if name not in ("antigravity", "this", "__main__", "__hello__", "idlelib", "tkinter", "turtle")]
    return names + sorted(OBJECTS)


def explore(cupola, name):
    with tempfile.TemporaryDirectory() as folder:
        driver = os.path.join(folder, "driver.py")
        with open(driver, "w") as file:
            file.write(DRIVER)
        for module, text in OBJECTS.items():
            with open(os.path.join(folder, module + ".py"), "w") as file:
                file.write(text)
        scratch = os.path.join(folder, "scratch")
        os.mkdir(scratch)
        environment = dict(os.environ, HOME=folder, XDG_CACHE_HOME=folder, PYTHONPATH=folder, OMP_NUM_THREADS="1", MPLBACKEND="agg")
        errors = os.path.join(folder, "errors")
        ended = False
        with open(errors, "w") as file:
            process = subprocess.Popen([cupola, "run", driver, name], cwd=scratch, env=environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=file, start_new_session=True)
            try:
                code = process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, 9)
                code = None
                process.wait()
        findings, at = {}, "?"
        with open(errors, errors="replace") as file:
            for line in file:
                line = line.rstrip("\n")
                if line.startswith("@at "):
                    at = line[4:]
                elif line.startswith("@finding "):
                    findings.setdefault("forgotten: " + line[9:], at)
                elif line.startswith("@exception left behind"):
                    findings.setdefault("left behind: %s: %s" % (at, re.sub(r"^.*?: ", "", line)), at)
                elif line.startswith("@forgotten exception"):
                    findings.setdefault("forgotten: " + at, at)
                elif line.startswith("@end"):
                    ended = True
        if not ended:
            findings["%s at %s" % ("did not end" if code is None else "code %s" % code, at)] = at
        return name, sorted(findings)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cupola", default=os.path.join(SOURCE, "build", "cupola"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--findings")
    parser.add_argument("modules", nargs="*")
    options = parser.parse_args()
    cupola = os.path.abspath(options.cupola)
    modules = options.modules or modules_of(cupola)
    out = open(options.findings, "w") if options.findings else sys.stdout
    count = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, findings in pool.map(lambda name: explore(cupola, name), modules):
            for text in findings:
                print("%s: %s" % (name, text), file=out, flush=True)
            count += len(findings)
    print("%d modules, %d findings" % (len(modules), count))
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
