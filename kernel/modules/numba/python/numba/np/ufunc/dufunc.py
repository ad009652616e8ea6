"""vectorize: a function of numbers that is called with arrays."""
import numpy as np
from numba.core import sigutils
from numba.core.decorators import jit as _jit
from numba.np.numpy_support import as_dtype, from_dtype
from numba.np.ufunc import loops

_PYTHON = {bool: np.dtype(bool), int: np.dtype(np.int64), float: np.dtype(np.float64), complex: np.dtype(np.complex128)}
_WEAK = {bool: 'biufc', int: 'iufc', float: 'fc', complex: 'c'}


def casting_error():
    """NumPy's class of errors about results that out= does not take."""
    try:
        np.add(1.5, 2.5, out=np.empty((), np.int8))
    except TypeError as error:
        return type(error)


def checked_identity(identity):
    """None, 0, 1 or 'reorderable'."""
    if identity in (None, 0, 1) or identity == 'reorderable':
        return identity
    raise ValueError('Invalid identity value %r' % (identity,))


class DUFunc:
    """A ufunc whose loops are compiled: those of its signatures at once, others when they are asked for."""

    def __init__(self, py_func, identity=None, cache=False, targetoptions=None, parallel=False):
        self.py_func = py_func
        self._options = {name: value for name, value in (targetoptions or {}).items() if name != 'nopython'}
        self._dispatcher = py_func if hasattr(py_func, 'py_func') else _jit(py_func, nopython=True, **{'error_model': 'numpy', **self._options})
        if self._dispatcher is py_func:
            self.py_func = py_func.py_func
        self._parallel = parallel
        self.__name__ = self.py_func.__name__
        self.__doc__ = self.py_func.__doc__
        self.__module__ = self.py_func.__module__
        self.__wrapped__ = self.py_func
        self._identity = checked_identity(identity)
        self._is_open = True
        self._rows = []      # (dtypes of the operands, dtype of the result)
        self._loops = {}     # by pattern
        self._others = {}
        self._quick = {}
        self.nin = self.py_func.__code__.co_argcount
        self.nout = 1
        self.nargs = self.nin + 1
        self.signature = None
        self.targetoptions = dict(self._options, nopython=True)
        _enter(self)

    def __repr__(self):
        return "<ufunc '%s'>" % self.__name__ if self._parallel else "<numba._DUFunc '%s'>" % self.__name__

    def __reduce__(self):
        return _rebuild, (self.py_func, self.identity, self._options, self._parallel, self._is_open,
                          [(tuple(map(str, ins)), str(out)) for ins, out in self._rows])

    @property
    def types(self):
        """The loops that there are, as letters of NumPy."""
        return [''.join(dtype.char for dtype in ins) + '->' + out.char for ins, out in self._rows]

    @property
    def ntypes(self):
        """How many loops there are."""
        return len(self._rows)

    @property
    def identity(self):
        """What a reduction of nothing gives."""
        return None if self._identity == 'reorderable' else self._identity

    def add(self, sig):
        """Compile a loop for a signature."""
        args, result = sigutils.normalize_signature(sig)
        if len(args) != self.nin:
            raise TypeError('The function %s takes %d arguments, the signature %s has %d' % (self.__name__, self.nin, sig, len(args)))
        compiled = self._dispatcher.compile(args)
        kind = compiled.signature.return_type if result is None else result
        ins = tuple(map(as_dtype, args))
        if all(row[0] != ins for row in self._rows):
            self._rows.append((ins, as_dtype(kind)))
        self._quick.clear()
        return compiled

    def build_ufunc(self):
        """Nothing is compiled on call any more."""
        self._is_open = False
        return self

    def fix(self):
        """The signatures that were added are all there will be."""
        self._given, self._is_open = True, False
        _enter(self)

    def disable_compile(self):
        """Refuse operands for which there is no loop."""
        self._is_open = False

    # ---- which loop

    def _resolve(self, args, dtype=None):
        own = [_PYTHON.get(type(one)) or one.dtype for one in args]
        weak = [type(one) if type(one) in _WEAK else None for one in args]
        if all(weak):
            weak = [None] * len(args)
        for ins, out in self._rows:
            if dtype is not None and out != dtype:
                continue
            if self._is_open and not self._given:
                if tuple(own) == ins:
                    return ins, out
            elif all((wanted.kind in _WEAK[soft]) if soft else np.can_cast(mine, wanted, 'safe') for mine, wanted, soft in zip(own, ins, weak)):
                return ins, out
        if not self._is_open:
            raise TypeError("ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types "
                            "according to the casting rule ''safe''" % self.__name__)
        args = tuple(from_dtype(one) for one in own)
        compiled = self._dispatcher.compile(args)
        row = tuple(own), as_dtype(compiled.signature.return_type)
        self._rows.append(row)
        return row

    _given = False

    def __call__(self, *args, out=None, where=True, dtype=None, casting='same_kind', order='K', subok=True, signature=None, sig=None):
        if len(args) != self.nin:
            if len(args) == self.nargs and out is None:
                args, out = args[:-1], args[-1]
            else:
                raise TypeError('%s() takes from %d to %d positional arguments but %d %s given' % (
                    self.__name__, self.nin, self.nargs, len(args), 'was' if len(args) == 1 else 'were'))
        args = [one if type(one) in _WEAK or isinstance(one, (np.ndarray, np.generic)) else np.asanyarray(one) for one in args]
        if out is None and where is True and dtype is None:
            key = tuple([(type(one) if type(one) in _WEAK else one.dtype) for one in args])
            row = self._quick.get(key)
            if row is None:
                row = self._quick[key] = self._resolve(args)
        else:
            row = self._resolve(args, None if dtype is None else np.dtype(dtype))
        ins, kind = row
        if isinstance(out, tuple):
            out, = out
        shape = None
        for one in args:
            if isinstance(one, np.ndarray) and one.ndim:
                if shape is None:
                    shape = one.shape
                elif shape != one.shape:
                    shape = _broadcast(args)
        if shape is None and out is None and where is True:
            return kind.type(self._dispatcher(*[wanted.type(one[()] if isinstance(one, np.ndarray) else one) for one, wanted in zip(args, ins)]))
        if out is not None:
            shape = _with_out(shape or (), out, kind, casting, self.__name__)
        if where is not True:
            return self._masked(args, ins, kind, shape or (), out, where)
        given = out
        fits = out is not None and out.dtype == kind and out.flags.c_contiguous and out.ndim > 0
        fits = fits and not any(isinstance(one, np.ndarray) and one is not out and np.may_share_memory(one, out) for one in args)
        if not fits:
            out = np.empty(shape, kind)
        line = out if out.ndim == 1 else out.reshape(-1)
        pattern, operands = '', []
        for one, wanted in zip(args, ins):
            if isinstance(one, np.ndarray) and (one.ndim and one.size != 1 or line.size == 1):
                if one.dtype != wanted:
                    one = one.astype(wanted)
                if one.shape != shape:
                    one = np.broadcast_to(one, shape)
                operands.append(one if one.ndim == 1 and one.flags.c_contiguous else np.ascontiguousarray(one).reshape(-1))
                pattern += 'A'
            else:
                operands.append(wanted.type(one.reshape(-1)[0] if isinstance(one, np.ndarray) else one))
                pattern += 'N'
        loop = self._loops.get(pattern)
        if loop is None:
            loop = self._loops[pattern] = loops.element_loop(self._dispatcher, pattern, self._parallel)
        loop(*operands, line)
        if given is not None and not fits:
            given[...] = out
            return given
        return out

    def _masked(self, args, ins, kind, shape, out, where):
        where = np.asarray(where)
        if where.dtype != bool:
            raise TypeError("Cannot cast array data from %r to dtype('bool') according to the rule 'safe'" % where.dtype)
        shape = np.broadcast_shapes(shape, where.shape)
        made = np.empty(shape, kind)
        if out is not None:
            made[...] = out
        operands = [np.ascontiguousarray(np.broadcast_to(np.asarray(one, wanted), shape)).reshape(-1) for one, wanted in zip(args, ins)]
        loop = self._other('masked', None)
        loop(*operands, np.ascontiguousarray(np.broadcast_to(where, shape)).reshape(-1), made.reshape(-1))
        if out is None:
            return made
        out[...] = made
        return out

    def _other(self, name, kind):
        key = name, kind
        if key not in self._others:
            self._others[key] = loops.masked_loop(self._dispatcher, self.nin) if name == 'masked' else loops.row_loop(self._dispatcher, name, kind.type)
        return self._others[key]

    # ---- methods of functions of two numbers

    def _binary(self, method, array, dtype):
        if self.nin != 2:
            raise ValueError('%s only supported for binary functions' % method)
        array = np.asarray(array)
        example = np.empty(0, array.dtype if dtype is None else dtype)
        ins, kind = self._resolve([example, example])
        if ins[0] != kind:
            again = np.empty(0, kind)
            ins, kind = self._resolve([again, again])
        return array, kind

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
        """One number of each line along the axis (None: of all): function(function(a[0], a[1]), a[2]) and so on."""
        array, kind = self._binary('reduce', array, dtype)
        if array.ndim == 0:
            raise TypeError('cannot reduce on a scalar')
        axes = tuple(range(array.ndim)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
        axes = tuple(np.lib.array_utils.normalize_axis_index(one, array.ndim) for one in axes)
        if len(axes) > 1 and self._identity is None:
            raise ValueError("reduction operation '%s' is not reorderable, so at most one axis may be specified" % self.__name__)
        kept = [at for at in range(array.ndim) if at not in axes]
        moved = array.transpose(kept + list(axes))
        shape = moved.shape[:len(kept)]
        count = 1
        for one in shape:
            count *= one
        rows = np.ascontiguousarray(moved, kind).reshape(count, array.size // count if count else 0)
        mask = np.broadcast_to(np.asarray(where), array.shape).transpose(kept + list(axes))
        mask = np.ascontiguousarray(mask).reshape(rows.shape)
        start = self.identity if initial is None else initial
        totals = np.empty(count, kind)
        if start is not None and not (initial is None and rows.shape[1]):
            totals[...] = start
        elif rows.shape[1] == 0 and count:
            raise ValueError('zero-size array to reduction operation %s which has no identity' % self.__name__)
        elif where is not True and start is None:
            raise ValueError("reduction operation '%s' does not have an identity, so to use a where mask one has to specify 'initial'" % self.__name__)
        elif where is not True:
            totals[...] = start
        elif count:
            totals[...] = rows[:, 0]
            rows, mask = np.ascontiguousarray(rows[:, 1:]), np.ascontiguousarray(mask[:, 1:])
        self._other('fold', kind)(rows, mask, totals)
        final = tuple(1 if at in axes else extent for at, extent in enumerate(array.shape)) if keepdims else shape
        totals = totals.reshape(final)
        if out is not None:
            out = out[0] if isinstance(out, tuple) else out
            out[...] = totals
            return out
        return totals if final else totals[()]

    def accumulate(self, array, axis=0, dtype=None, out=None):
        """What reduce has after each element."""
        array, kind = self._binary('accumulate', array, dtype)
        if array.ndim == 0:
            raise TypeError('cannot accumulate on a scalar')
        moved = np.moveaxis(array, axis, -1)
        extent = moved.shape[-1]
        rows = np.ascontiguousarray(moved, kind).reshape(moved.size // extent if extent else 0, extent)
        made = np.empty(rows.shape, kind)
        self._other('running', kind)(rows, made)
        made = np.ascontiguousarray(np.moveaxis(made.reshape(moved.shape), -1, axis))
        if out is None:
            return made
        out = out[0] if isinstance(out, tuple) else out
        out[...] = made
        return out

    def reduceat(self, array, indices, axis=0, dtype=None, out=None):
        """reduce over a[indices[i]:indices[i + 1]], or a[indices[i]] alone where that is empty."""
        array, kind = self._binary('reduceat', array, dtype)
        moved = np.moveaxis(array, axis, 0)
        indices = [int(one) for one in indices]
        for one in indices:
            if not 0 <= one < len(moved):
                raise IndexError('index %d out-of-bounds in %s.reduceat [0, %d)' % (one, self.__name__, len(moved)))
        parts = []
        for first, last in zip(indices, indices[1:] + [len(moved)]):
            parts.append(self.reduce(moved[first:max(last, first + 1)], 0, kind))
        made = np.moveaxis(np.asarray(parts, kind).reshape((len(indices),) + moved.shape[1:]), 0, axis)
        if out is None:
            return np.ascontiguousarray(made)
        out = out[0] if isinstance(out, tuple) else out
        out[...] = made
        return out

    def outer(self, a, b, **options):
        """function of each pair: the shape is a's, then b's."""
        if self.nin != 2:
            raise ValueError('outer product only supported for binary functions')
        a, b = np.asarray(a), np.asarray(b)
        return self(a.reshape(a.shape + (1,) * b.ndim), b, **options)

    def at(self, a, indices, b=None):
        """a[indices] = function(a[indices], b), element after element: places may come twice."""
        if self.nin > 2:
            raise ValueError('Only unary and binary ufuncs supported at this time')
        if self.nin == 2 and b is None:
            raise ValueError('second operand needed for ufunc')
        places = np.arange(a.size).reshape(a.shape)[indices]
        line = a if a.ndim == 1 else a.reshape(-1)
        values = None if b is None else np.broadcast_to(np.asarray(b), places.shape).reshape(-1)
        for at, place in enumerate(places.reshape(-1)):
            line[place] = self(line[place]) if values is None else self(line[place], values[at])
        if line.base is not a and line is not a and not np.shares_memory(line, a):
            a[...] = line.reshape(a.shape)


def _broadcast(args):
    shapes = [one.shape if isinstance(one, np.ndarray) else () for one in args]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise ValueError('operands could not be broadcast together with shapes %s ' % ' '.join(str(one).replace(' ', '') for one in shapes)) from None


def _with_out(shape, out, kind, casting, name):
    if not isinstance(out, np.ndarray):
        raise TypeError('return arrays must be of ArrayType')
    if not np.can_cast(kind, out.dtype, casting):
        raise casting_error()("Cannot cast ufunc '%s' output from %r to %r with casting rule '%s'" % (name, kind, out.dtype, casting))
    whole = np.broadcast_shapes(shape, out.shape)
    if whole != out.shape:
        raise ValueError('non-broadcastable output operand with shape %s doesn\'t match the broadcast shape %s' % (
            str(out.shape).replace(' ', ''), str(whole).replace(' ', '')))
    return whole


def _enter(ufunc):
    """What compiled code calls: the function itself for numbers, a loop for arrays."""
    from numba._library import TABLE, result_array
    names = ['a%d' % at for at in range(ufunc.nin)]
    lines = ['def implementation(%s):' % ', '.join(names)]
    lines.append('    if %s:' % ' and '.join('not isinstance(%s, np.ndarray)' % name for name in names))
    lines.append('        return %s' % _typed(ufunc, names))
    lines.append('    like = %s' % ' + '.join(names))
    for name in names:
        lines.append('    if isinstance(%s, np.ndarray):' % name)
        lines.append('        l%s = np.empty(like.shape, %s.dtype)' % (name, name))
        lines.append('        l%s[...] = %s' % (name, name))
        lines.append('        f%s = l%s.ravel()' % (name, name))
        lines.append('    else:')
        lines.append('        f%s = one_of(%s)' % (name, name))
    items = ['f%s[i if isinstance(%s, np.ndarray) else 0]' % (name, name) for name in names]
    firsts = ['f%s[0]' % name for name in names]
    lines.append('    made = result_array(like.size, scalar, %s)' % ', '.join(firsts))
    lines.append('    for i in range(like.size):')
    lines.append('        made[i] = scalar(%s)' % ', '.join(items))
    lines.append('    return made.reshape(like.shape)')
    scalar = 'def scalar(%s):\n    return %s\n' % (', '.join(names), _typed(ufunc, names))
    one = 'def one_of(value):\n    line = result_array(1, same, value)\n    line[0] = value\n    return line\n'
    space = {'np': np, 'function': ufunc._dispatcher, 'result_array': result_array}
    exec(compile('def same(value):\n    return value\n', '<ufunc implementation>', 'exec'), space)
    space['same'] = _jit(space['same'])
    for name, text in (('one_of', one), ('scalar', scalar), ('implementation', '\n'.join(lines) + '\n')):
        for kind in _kinds(ufunc):
            space[kind.name] = kind.type
        exec(compile(text, '<ufunc implementation>', 'exec'), space)
        if name != 'implementation':
            space[name] = _jit(space[name])
    TABLE[ufunc] = space['implementation']


def _kinds(ufunc):
    return {one for ins, out in ufunc._rows for one in (*ins, out)}


def _typed(ufunc, names):
    """The call of the function; with one signature, its arguments and result are of its types."""
    if not ufunc._given or len(ufunc._rows) != 1:
        return 'function(%s)' % ', '.join(names)
    ins, out = ufunc._rows[0]
    return '%s(function(%s))' % (out.name, ', '.join('%s(%s)' % (kind.name, name) for kind, name in zip(ins, names)))


def _rebuild(py_func, identity, options, parallel, is_open, rows):
    made = DUFunc(py_func, identity, targetoptions=options, parallel=parallel)
    for ins, out in rows:
        made._rows.append((tuple(map(np.dtype, ins)), np.dtype(out)))
    made._is_open = is_open
    return made
