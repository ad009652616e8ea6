"""jit and its kin."""
import warnings as _warnings

from numba import _compile
from numba.core import config, errors, sigutils

__all__ = ['jit', 'njit', 'jit_module']


class CPUDispatcher(_compile.Dispatcher):
    """A function that is compiled when it is called: one specialisation for each list of argument types."""

    def __init__(self, py_func, options=None, signatures=(), **ignored):
        self.targetoptions = options or {}
        for name in ('__name__', '__qualname__', '__doc__', '__module__', '__defaults__', '__kwdefaults__', '__annotations__'):
            try:
                setattr(self, name, getattr(py_func, name))
            except AttributeError:
                pass
        self.__wrapped__ = py_func
        self.__code__ = getattr(py_func, '__code__', None)
        self._stats_hits = {}

    def __repr__(self):
        return '%s(%s)' % (type(self).__name__, self.py_func)

    def __reduce__(self):
        return _rebuild, (self.py_func, self.targetoptions)

    def _types(self, texts):
        return tuple(_type_of_text(text) for text in texts)

    @property
    def signatures(self):
        """The argument types of all specialisations."""
        return [self._types(entry[0]) for entry in self._list()]

    @property
    def nopython_signatures(self):
        """The signatures, with their results, of what was compiled without the interpreter."""
        from numba.core.typing import signature
        return [signature(_type_of_text(entry[1]), *self._types(entry[0])) for entry in self._list()]

    @property
    def overloads(self):
        """A dict of the specialisations by their argument types."""
        from collections import OrderedDict
        return OrderedDict((self._types(entry[0]), _CompileResult(self, number)) for number, entry in enumerate(self._list()))

    @property
    def stats(self):
        """How often code came from a cache file: never, there are none."""
        from collections import namedtuple
        return namedtuple('_CompileStats', 'cache_path cache_hits cache_misses')(None, {}, {})

    def compile(self, sig):
        """Compile for a signature; what is returned is what was compiled."""
        args, result = sigutils.normalize_signature(sig)
        self._compile(tuple(map(str, args)), None if result is None else str(result))
        for number, entry in enumerate(self._list()):
            if self._types(entry[0]) == tuple(args):
                return _CompileResult(self, number)

    def disable_compile(self, val=True):
        """Refuse, from now on, argument types that have no specialisation yet."""
        self._is_closed = bool(val)

    def recompile(self):
        """Compile all specialisations again, with what globals are now."""
        texts = [entry[0] for entry in self._list()]
        self._forget()
        for one in texts:
            self._compile(one)

    def get_call_template(self, args, kws):
        """Refused: the compiler types calls itself."""
        raise NotImplementedError('templates of calls are not here')

    def get_metadata(self, signature=None):
        """What is known of the compilation."""
        return {} if signature is not None else {one: {} for one in self.signatures}

    def _text(self, signature, pick):
        if not self._keeps_text:
            texts = [entry[0] for entry in self._list()]
            self._keeps_text = True
            self._forget()
            for one in texts:
                self._compile(one)
        found = {self._types(entry[0]): pick(entry[3] or '') for entry in self._list()}
        if signature is None:
            return found
        return found[tuple(sigutils.normalize_signature(signature)[0])]

    def inspect_llvm(self, signature=None):
        """LLVM's text, by argument types, or of one signature."""
        return self._text(signature, lambda text: text[text.rfind('; ---- after'):])

    def inspect_asm(self, signature=None):
        """The processor's instructions: as LLVM's text, which is nearest to them."""
        return self._text(signature, lambda text: text[text.rfind('; ---- after'):])

    def inspect_types(self, file=None, pretty=False, style='default', signature=None, **kwargs):
        """Print the function's lines and the types of its specialisations."""
        import inspect
        import sys
        file = file or sys.stdout
        for entry in self._list():
            print('%s %s' % (self.__name__, tuple(self._types(entry[0]))), file=file)
            print('-' * 80, file=file)
            lines, first = inspect.getsourcelines(self.py_func)
            for number, line in enumerate(lines, first):
                print('# --- LINE %d --- \n\n%s' % (number, line.rstrip('\n')), file=file)
            print('    # return type: %s\n' % entry[1], file=file)
            print('=' * 80, file=file)

    def _warn_interpreted(self):
        _warnings.warn_explicit(errors.NumbaWarning('LLVM was not found: functions of jit() run interpreted'), errors.NumbaWarning, 'numba', 1)


class _CompileResult:
    """What was compiled for one list of argument types."""

    def __init__(self, dispatcher, number):
        texts, result = dispatcher._list()[number][:2]
        from numba.core.typing import signature
        self.signature = signature(_type_of_text(result), *map(_type_of_text, texts))
        self.fndesc = self.library = self.metadata = None
        self.objectmode = False
        self.type_annotation = ''
        self.entry_point = dispatcher


def _rebuild(py_func, options):
    return jit(py_func, **options)


def _type_of_text(text):
    from numba.core import types
    found = _TYPES.get(text)
    if found is None:
        found = _TYPES[text] = _parse(text, types)
    return found


_TYPES = {}


def _parse(text, types):
    readonly = text.startswith('readonly ')
    rest = text[9:] if readonly else text
    aligned = not rest.startswith('unaligned ')
    rest = rest if aligned else rest[10:]
    if rest.startswith('array('):
        inside = _split(rest[6:-1])
        return types.Array(_type_of_text(inside[0]), int(inside[1][:-1]), inside[2], readonly=readonly, aligned=aligned)
    if rest.startswith('UniTuple('):
        inside, count = rest[9:-1].rsplit(' x ', 1)
        return types.UniTuple(_type_of_text(inside), int(count))
    if rest.startswith('Tuple('):
        return types.Tuple([_type_of_text(one) for one in _split(rest[6:-1])])
    if rest.startswith('OptionalType('):
        return types.Optional(_type_of_text(rest[13:-1]))
    if rest.startswith('omitted(default='):
        import ast
        return types.Omitted(ast.literal_eval(rest[16:-1].split('#')[0]))
    found = getattr(types, rest, None)
    if found is None:
        found = types.Opaque(rest)
    return found


def _split(text):
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        if letter in '([':
            depth += 1
        elif letter in ')]':
            depth -= 1
        elif letter == ',' and not depth:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return parts + [last] if last else parts


_OPTIONS = {'nopython', 'forceobj', 'looplift', '_nrt', 'debug', 'boundscheck', 'nogil', 'writable_args', 'no_rewrites', 'no_cpython_wrapper',
            'no_cfunc_wrapper', 'parallel', 'fastmath', 'error_model', 'inline', 'target_backend', '_dbg_extend_lifetimes', '_dbg_optnone'}


def _fall_back(dispatcher, error):
    raise error


def jit(signature_or_function=None, locals={}, cache=False, pipeline_class=None, boundscheck=None, **options):
    """Compile a Python function for the types of its arguments.

    signature_or_function: the function, or a signature ("float64(float64)", numba.float64(numba.float64)) or a list of them; then only
    these are compiled, at once. Options: nopython, forceobj (run it interpreted), parallel, fastmath, error_model ('python' or 'numpy'),
    nogil, cache, inline, debug. What cannot be compiled is a TypingError.

    >>> from numba import jit
    >>> @jit
    ... def add(a, b):
    ...     return a + b
    >>> add(1, 2)
    3
    """
    forceobj, nopython = options.get('forceobj', False), options.get('nopython')
    if forceobj and nopython:
        raise ValueError("Only one of 'nopython' or 'forceobj' can be True.")
    target = options.pop('target', options.pop('_target', 'cpu'))
    options.pop('nopython', None)
    wrapper_options = dict(options)
    unknown = set(options) - _OPTIONS
    if unknown:
        raise KeyError("Unrecognized options: %s. Known options are %s" % (unknown, sorted(_OPTIONS)))
    if not forceobj:
        wrapper_options['nopython'] = True
    if boundscheck is not None:
        wrapper_options['boundscheck'] = boundscheck
    signatures = None
    function = None
    if signature_or_function is None:
        pass
    elif isinstance(signature_or_function, list):
        signatures = signature_or_function
    elif sigutils.is_signature(signature_or_function):
        signatures = [signature_or_function]
    else:
        function = signature_or_function

    def make(function):
        if config.ENABLE_CUDASIM and target == 'cuda':
            from numba import cuda
            return cuda.jit(function)
        if isinstance(function, CPUDispatcher):
            raise TypeError(f"A jit decorator was called on an already jitted function {function}.  "
                            "If trying to get access to the original python function, use the .py_func attribute.")
        if not callable(function) or isinstance(function, type):
            raise TypeError(f"The decorated object is not a function (got type {type(function)}).")
        if config.DISABLE_JIT:
            return function
        dispatcher = CPUDispatcher.__new__(CPUDispatcher, function, bool(options.get('parallel')), bool(options.get('fastmath')),
                                           str(options.get('error_model', 'python')), options.get('inline') == 'always', False, bool(forceobj))
        dispatcher.__init__(function, wrapper_options)
        if signatures is not None:
            for one in signatures:
                dispatcher.compile(one)
            dispatcher.disable_compile()
        return dispatcher
    return make if function is None else make(function)


def njit(*args, **options):
    """jit(nopython=True): what cannot be compiled is an error.

    >>> from numba import njit
    >>> @njit
    ... def total(n):
    ...     s = 0
    ...     for i in range(n):
    ...         s += i
    ...     return s
    >>> total(10)
    45
    """
    for implied in ('nopython', 'forceobj'):
        if options.pop(implied, None) is not None:
            _warnings.warn(implied + ' is set for njit and is ignored', RuntimeWarning)
    return jit(*args, **{**options, 'nopython': True})


def jit_module(**kwargs):
    """Compile every function of the calling module."""
    import inspect
    frame = inspect.currentframe().f_back
    module = frame.f_globals
    for name, value in list(module.items()):
        if inspect.isfunction(value) and value.__module__ == module.get('__name__'):
            module[name] = jit(value, **kwargs)


def __getattr__(name):
    import importlib
    places = {'vectorize': 'np.ufunc.decorators', 'guvectorize': 'np.ufunc.decorators', 'stencil': 'stencils.stencil', 'cfunc': 'core.ccallback'}
    if name in places:
        return getattr(importlib.import_module('numba.' + places[name]), name)
    raise AttributeError("module 'numba.core.decorators' has no attribute '%s'" % name)
