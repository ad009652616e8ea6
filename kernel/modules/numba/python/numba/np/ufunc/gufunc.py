"""guvectorize: a function of small arrays over the loop dimensions of large ones."""
import re

import numpy as np
from numba.core import errors, sigutils, types
from numba.core.decorators import jit as _jit
from numba.np.numpy_support import as_dtype
from numba.np.ufunc import loops
from numba.np.ufunc.dufunc import casting_error, checked_identity


def parse_layout(layout):
    """[('m', 'n'), ('n',)], [('m',)] of '(m,n),(n)->(m)'."""
    if layout.count('->') != 1:
        raise ValueError('bad token in signature "%s"' % layout if '->' not in layout else 'more than one "->" in signature')
    sides = []
    for side in layout.replace(' ', '').split('->'):
        if not re.fullmatch(r'\([^()]*\)(,\([^()]*\))*', side):
            raise ValueError('bad token in signature "%s"' % side)
        sides.append([tuple(name for name in one.split(',') if name) for one in re.findall(r'\(([^()]*)\)', side)])
    known = {name for one in sides[0] for name in one}
    for one in sides[1]:
        for name in one:
            if name not in known:
                raise NameError('undefined output symbols: %s' % name)
    return sides


class GUFunc:
    """A ufunc over arrays, with loops that are compiled."""

    def __init__(self, py_func, signature, identity=None, cache=None, targetoptions=None, writable_args=(), parallel=False):
        self.py_func = self.__wrapped__ = py_func
        self.__name__, self.__doc__, self.__module__ = py_func.__name__, py_func.__doc__, py_func.__module__
        self.signature = signature.replace(' ', '')
        self._inputs, self._outputs = parse_layout(signature)
        self._options = {name: value for name, value in (targetoptions or {}).items() if name != 'nopython'}
        self._dispatcher = _jit(py_func, nopython=True, **{'error_model': 'numpy', **self._options})
        self.identity = checked_identity(identity)
        self._parallel = parallel
        self.nin, self.nout = len(self._inputs), len(self._outputs)
        self.nargs = self.nin + self.nout
        self._writable = [py_func.__code__.co_varnames.index(one) if isinstance(one, str) else one for one in writable_args]
        if py_func.__code__.co_argcount != self.nargs:
            raise TypeError('the function takes %d arguments, the layout %s has %d' % (py_func.__code__.co_argcount, signature, self.nargs))
        self._rows, self._loops, self._is_open = [], {}, True

    def __repr__(self):
        return "<ufunc '%s'>" % self.__name__ if self._parallel else "<numba._GUFunc '%s'>" % self.__name__

    @property
    def types(self):
        """The loops that there are, as letters of NumPy."""
        return [''.join(one.char for one in dtypes[:self.nin]) + '->' + ''.join(one.char for one in dtypes[self.nin:]) for dtypes, _ in self._rows]

    @property
    def ntypes(self):
        """How many loops there are."""
        return len(self._rows)

    @property
    def is_dynamic(self):
        """Are loops compiled for the operands of calls?"""
        return self._is_open

    def add(self, fty):
        """Compile for a signature."""
        args, result = sigutils.normalize_signature(fty)
        if result not in (None, types.void):
            raise TypeError('guvectorized functions cannot return values: signature %s specifies %s return type' % (fty, result))
        if len(args) != self.nargs:
            raise TypeError('the signature %s has %d arguments, the layout %s wants %d' % (fty, len(args), self.signature, self.nargs))
        dtypes, hows = [], []
        for one, core in zip(args, self._inputs + self._outputs):
            if isinstance(one, types.Array):
                if core and one.ndim != len(core) or not core and one.ndim > 1:
                    raise TypeError("type and shape signature mismatch for arg #%d" % (len(dtypes) + 1))
                hows.append('array' if core else 'one')
            elif core:
                raise TypeError('scalar type %s given for non scalar argument #%d' % (one, len(dtypes) + 1))
            else:
                hows.append('number')
            dtypes.append(as_dtype(one.dtype if isinstance(one, types.Array) else one))
        self._rows.append((tuple(dtypes), tuple(hows)))
        compiled = self._dispatcher.compile(args)
        if compiled is not None and compiled.signature.return_type != types.none:
            raise errors.TypingError('Failed in nopython mode pipeline (step: nopython frontend)\nNo conversion from %s to none for the value '
                                     'that is returned' % (compiled.signature.return_type,))

    def build_ufunc(self):
        """Nothing is compiled on call any more."""
        self._is_open = False
        return self

    def disable_compile(self):
        """Refuse operands for which there is no loop."""
        self._is_open = False

    def _resolve(self, arrays, weak, outs):
        if self._is_open and len(outs) == self.nout:
            own = tuple(one.dtype for one in arrays + outs)
            if all(row[0] != own for row in self._rows):
                hows = ['array' if core else 'number' for core in self._inputs] + ['array' if core else 'one' for core in self._outputs]
                self._rows.append((own, hows))
        exact = [row for row in self._rows if all(one.dtype == wanted for one, wanted in zip(arrays, row[0]))]
        for dtypes, hows in self._rows if any(weak) else exact + self._rows:
            if all(soft and wanted.kind in ('iufc' if soft is int else 'fc') or np.can_cast(one.dtype, wanted, 'safe')
                   for one, wanted, soft in zip(arrays, dtypes, weak)):
                return dtypes, hows
        if not self._is_open:
            raise TypeError("ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types "
                            "according to the casting rule ''safe''" % self.__name__)
        raise TypeError("Too few arguments for function '%s'. Note that the pattern `out = gufunc(Arg1, Arg2, ..., ArgN)` is not allowed. "
                        "Use `gufunc(Arg1, Arg2, ..., ArgN, out) instead." % self.__name__)

    def __call__(self, *args, out=None, **options):
        for name in options:
            if name not in ('casting', 'order', 'dtype', 'subok'):
                raise TypeError("%s() got an unexpected keyword argument '%s'" % (self.__name__, name))
        if not self.nin <= len(args) <= self.nargs:
            raise TypeError('%s() takes from %d to %d positional arguments but %d %s given' % (
                self.__name__, self.nin, self.nargs, len(args), 'was' if len(args) == 1 else 'were'))
        outs = list(args[self.nin:])
        if out is not None:
            outs = list(out) if isinstance(out, tuple) else [out]
        weak = [type(one) if type(one) in (int, float) else None for one in args[:self.nin]]
        arrays = [np.asarray(one) for one in args[:self.nin]]
        if all(weak):
            weak = [None] * len(weak)
        dtypes, hows = self._resolve(arrays, weak, outs)
        sizes, loop_shape = self._measure(arrays)
        if outs and len(outs) == self.nout and all(one is not None for one in outs):
            for one, core in zip(outs, self._outputs):
                loop_shape = np.broadcast_shapes(loop_shape, one.shape[:one.ndim - len(core)])
        for one, wanted in zip(outs, dtypes[self.nin:]):
            if one is not None and not np.can_cast(wanted, one.dtype, options.get('casting', 'same_kind')):
                raise casting_error()("Cannot cast ufunc '%s' output from %r to %r with casting rule 'same_kind'" % (self.__name__, wanted, one.dtype))
        count = 1
        for one in loop_shape:
            count *= one
        operands, ways, back = [], [], []
        for at, (one, wanted, core) in enumerate(zip(arrays, dtypes, self._inputs)):
            operand = one if one.dtype == wanted else one.astype(wanted)
            own = operand.shape[:operand.ndim - len(core)]
            inner = tuple(sizes[name] for name in core)
            is_written = at in self._writable
            if all(extent == 1 for extent in own) and not is_written:
                operand = np.ascontiguousarray(operand).reshape(inner if hows[at] != 'one' else (1,))
                operands.append(operand if hows[at] != 'number' else operand[()])
                ways.append(('O', hows[at]))
                continue
            line = np.ascontiguousarray(np.broadcast_to(operand, loop_shape + inner)).reshape((count,) + inner)
            if is_written and not np.shares_memory(line, one):
                line = line.copy()
                back.append((args[at], line, loop_shape + inner))
            operands.append(line)
            ways.append(('L', hows[at]))
        results = []
        for at, core in enumerate(self._outputs):
            wanted, inner = dtypes[self.nin + at], tuple(sizes[name] for name in core)
            given = outs[at] if at < len(outs) else None
            if given is not None and given.shape != loop_shape + inner:
                for name, extent, place in zip(core, given.shape[given.ndim - len(core):], range(len(core))):
                    if extent != sizes[name]:
                        raise self._mismatch('Output', at, place, extent, sizes[name])
            if given is not None and given.dtype == wanted and given.flags.c_contiguous and given.shape == loop_shape + inner:
                made = given
            else:
                made = np.empty(loop_shape + inner, wanted)
                if given is not None:
                    made[...] = given
                    back.append((given, made, made.shape))
            operands.append(made.reshape((count,) + inner))
            ways.append(('L', hows[self.nin + at]))
            results.append(made if given is None else given)
        ways = tuple(ways)
        loop = self._loops.get(ways)
        if loop is None:
            loop = self._loops[ways] = loops.core_loop(self._dispatcher, ways, self._parallel)
        loop(count, *operands)
        for target, made, shape in back:
            target[...] = made.reshape(shape)
        results = [one if one.ndim or at < len(outs) else one[()] for at, one in enumerate(results)]
        return results[0] if self.nout == 1 else tuple(results)

    def _mismatch(self, kind, operand, place, extent, known):
        return ValueError('%s: %s operand %d has a mismatch in its core dimension %d, with gufunc signature %s (size %d is different from %d)' % (
            self.__name__, kind, operand, place, self.signature, extent, known))

    def _measure(self, arrays):
        sizes, shapes = {}, []
        for at, (one, core) in enumerate(zip(arrays, self._inputs)):
            outer = one.ndim - len(core)
            if outer < 0:
                raise ValueError('%s: Input operand %d does not have enough dimensions (has %d, gufunc core with signature %s requires %d)' % (
                    self.__name__, at, one.ndim, self.signature, len(core)))
            for place, name in enumerate(core):
                extent = one.shape[outer + place]
                if sizes.setdefault(name, extent) != extent:
                    raise self._mismatch('Input', at, place, extent, sizes[name])
            shapes.append(one.shape[:outer])
        try:
            return sizes, np.broadcast_shapes(*shapes)
        except ValueError:
            wanted = [name for core in self._outputs for name in core]
            told = ['%s->(%s)' % (_shown(one.shape), ','.join([str(extent) for extent in outer] + ['newaxis'] * len(wanted)))
                    for one, outer in zip(arrays, shapes)]
            raise ValueError('operands could not be broadcast together with remapped shapes [original->remapped]: ' + ' '.join(told) +
                             ('  and requested shape (%s)' % ','.join(str(sizes[name]) for name in wanted) if wanted else ' ')) from None


def _shown(shape):
    return str(shape).replace(' ', '')
