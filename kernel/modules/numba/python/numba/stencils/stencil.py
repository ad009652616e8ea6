"""stencil: a kernel whose indexes are relative to an element, run over all elements that have their neighbours."""
import ast as _ast
import inspect as _inspect
import textwrap as _textwrap

import numpy as np
from numba.core import errors
from numba.core.decorators import jit as _jit
from numba.np.numpy_support import as_dtype


class _Relative(_ast.NodeTransformer):
    """a[-1, 0] becomes a[place0 + -1, place1 + 0]; the least and greatest offset of each dimension are kept."""

    def __init__(self, names, has_neighborhood):
        self.names, self.has_neighborhood = names, has_neighborhood
        self.least = self.greatest = None

    def visit_Subscript(self, node):
        if not (isinstance(node.value, _ast.Name) and node.value.id in self.names):
            return self.generic_visit(node)
        if not isinstance(node.ctx, _ast.Load):
            raise errors.NumbaValueError('Assignments to arrays passed to stencil kernels is not allowed.')
        offsets = node.slice.elts if isinstance(node.slice, _ast.Tuple) else [node.slice]
        if self.least is None:
            self.least, self.greatest = [0] * len(offsets), [0] * len(offsets)
        if len(offsets) != len(self.least):
            raise errors.NumbaValueError('Stencil index does not match array dimensionality.')
        places = []
        for at, offset in enumerate(offsets):
            if not self.has_neighborhood:
                try:
                    number = _ast.literal_eval(offset)
                except ValueError:
                    number = None
                if not isinstance(number, int):
                    raise errors.NumbaValueError("stencil kernel index is not constant, 'neighborhood' option required")
                self.least[at], self.greatest[at] = min(self.least[at], number), max(self.greatest[at], number)
            place = _ast.Name('place%d' % at, _ast.Load())
            places.append(_ast.BinOp(place, _ast.Add(), self.visit(offset)))
        return _ast.Subscript(node.value, places[0] if len(places) == 1 else _ast.Tuple(places, _ast.Load()), node.ctx)


def _tree_of(function):
    text = _textwrap.dedent(_inspect.getsource(function))
    try:
        tree = _ast.parse(text)
    except SyntaxError:
        tree = _ast.parse('(' + text[text.index('lambda'):].strip())
    for node in _ast.walk(tree):
        if isinstance(node, _ast.FunctionDef) and node.name == function.__name__:
            return node
        names = [one.arg for one in node.args.args] if isinstance(node, _ast.Lambda) else None
        if names == list(function.__code__.co_varnames[:function.__code__.co_argcount]) and function.__name__ == '<lambda>':
            return _ast.FunctionDef('kernel', node.args, [_ast.Return(node.body)], [], None, None)
    raise errors.NumbaValueError('the text of the stencil kernel is not to be had')


class StencilFunc:
    """A kernel as a function of whole arrays; the border, where neighbours are missing, is cval."""

    def __init__(self, kernel, mode, options):
        self.py_func, self.mode, self.options = kernel, mode, options
        self.__name__, self.__doc__ = kernel.__name__, kernel.__doc__
        self.neighborhood = options.get('neighborhood')
        self._mistake = None
        try:
            self._prepare(kernel, options)
        except errors.NumbaValueError as error:   # told when it is called
            self._mistake = error

    def _prepare(self, kernel, options):
        node = _tree_of(kernel)
        self._parameters = [one.arg for one in node.args.args]
        standard = options.get('standard_indexing') or ()
        if isinstance(standard, str):
            standard = (standard,)
        for one in standard:
            if one not in self._parameters:
                raise errors.NumbaValueError('Standard indexing requested for an array name not present in the stencil kernel definition.')
        if self._parameters and self._parameters[0] in standard:
            raise errors.NumbaValueError('The first argument to a stencil kernel must use relative indexing, not standard indexing.')
        relative = _Relative([one for one in self._parameters if one not in standard], self.neighborhood is not None)
        body = [relative.visit(one) for one in node.body]
        if relative.least is None:
            raise errors.NumbaValueError('Stencil kernel with no accesses to relatively indexed arrays.')
        self.ndim = len(relative.least)
        if self.neighborhood is None:
            self._bounds = list(zip(relative.least, relative.greatest))
        else:
            self._bounds = [(int(least), int(greatest)) for least, greatest in self.neighborhood]
        places = ['place%d' % at for at in range(self.ndim)]
        node.args.args[:0] = [_ast.arg(one) for one in places]
        node = _ast.FunctionDef('kernel', node.args, body, [], None, None)
        module = _ast.fix_missing_locations(_ast.Module([node], []))
        space = dict(kernel.__globals__)
        for name, cell in zip(kernel.__code__.co_freevars, kernel.__closure__ or ()):
            space[name] = cell.cell_contents
        exec(compile(_ast.unparse(module), '<stencil %s>' % kernel.__name__, 'exec'), space)
        self._kernel = _jit(space['kernel'], nopython=True)
        self._loop = self._compiled_loop()
        self._dtypes = {}
        self._enter()

    def _loop_lines(self, result, margin):
        lines, indent = [], margin
        first = self._parameters[0]
        for at, (least, greatest) in enumerate(self._bounds):
            lines.append('%sfor place%d in range(%d, %s.shape[%d] - %d):' % (indent, at, max(0, -least), first, at, max(0, greatest)))
            indent += '    '
        places = ', '.join('place%d' % at for at in range(self.ndim))
        lines.append('%s%s[%s] = kernel(%s, %s)' % (indent, result, places, places, ', '.join(self._parameters)))
        return lines

    def _compiled_loop(self):
        lines = ['def stencil_loop(%s, result_):' % ', '.join(self._parameters)] + self._loop_lines('result_', '    ')
        space = {'kernel': self._kernel}
        exec(compile('\n'.join(lines) + '\n', '<stencil loop>', 'exec'), space)
        return _jit(space['stencil_loop'], nopython=True)

    def _enter(self):
        from numba._library import TABLE, result_array
        cval = self.options.get('cval', 0)
        starts = ', '.join(str(max(0, -least)) for least, _ in self._bounds)
        lines = ['def implementation(%s, out=None):' % ', '.join(self._parameters)]
        lines.append('    if out is None:')
        lines.append('        made = result_array(%s.shape, kernel, %s, %s)' % (self._parameters[0], starts, ', '.join(self._parameters)))
        lines.append('        made[...] = %r' % (cval,))
        lines += self._loop_lines('made', '        ')
        lines.append('        return made')
        lines.append('    else:')
        if 'cval' in self.options:
            lines.append('        out[...] = %r' % (cval,))
        lines += self._loop_lines('out', '        ')
        lines.append('        return out')
        space = {'result_array': result_array, 'kernel': self._kernel}
        exec(compile('\n'.join(lines) + '\n', '<stencil implementation>', 'exec'), space)
        TABLE[self] = space['implementation']

    def __call__(self, *args, **kwargs):
        if self._mistake is not None:
            raise self._mistake
        out = kwargs.pop('out', None)
        if kwargs:
            raise TypeError("stencil kernels take no argument '%s'" % next(iter(kwargs)))
        if len(args) != len(self._parameters):
            raise errors.NumbaValueError('%d arguments given to a stencil kernel of %d' % (len(args), len(self._parameters)))
        first = args[0]
        if not isinstance(first, np.ndarray):
            raise errors.NumbaValueError('The first argument to a stencil kernel must be the primary input array.')
        if first.ndim != self.ndim:
            raise errors.NumbaValueError('%d dimensional neighborhood specified for %d dimensional input array' % (self.ndim, first.ndim))
        for one in args[1:]:
            if isinstance(one, np.ndarray) and one.ndim == first.ndim and any(mine < his for mine, his in zip(one.shape, first.shape)) and \
                    not self.options.get('standard_indexing'):
                raise ValueError('Secondary stencil array does not have same shape as the first stencil input.')
        key = tuple((one.dtype, one.ndim) if isinstance(one, np.ndarray) else type(one) for one in args)
        kind = self._dtypes.get(key)
        if kind is None:
            from numba.core import types
            from numba.misc.special import typeof
            compiled = self._kernel.compile((types.intp,) * self.ndim + tuple(typeof(one) for one in args))
            kind = self._dtypes[key] = as_dtype(compiled.signature.return_type)
        if out is None:
            out = np.zeros(first.shape, kind)
            if self.options.get('cval', 0):
                self._fill(out)
        elif 'cval' in self.options:
            self._fill(out)
        self._loop(*args, out)
        return out

    def _fill(self, out):
        cval = self.options['cval']
        if not np.can_cast(np.min_scalar_type(cval), out.dtype, 'unsafe'):
            raise errors.NumbaValueError('cval type does not match stencil return type.')
        out[...] = np.asarray(cval).astype(out.dtype)


def stencil(func_or_mode='constant', **options):
    """Make a function of arrays of a kernel that indexes its arrays relative to an element.

    func_or_mode: the kernel, or 'constant', which says what the border gets: cval (0). neighborhood: ((least, greatest), ...) of each
    dimension, where indexes are not constants. standard_indexing: names of arrays that are indexed as usual.

    >>> import numpy as np
    >>> from numba import stencil
    >>> @stencil
    ... def mean(a):
    ...     return (a[-1] + a[1]) / 2
    >>> mean(np.array([1., 5., 3., 8.]))
    array([0. , 2. , 6.5, 0. ])
    """
    mode, kernel = ('constant', func_or_mode) if not isinstance(func_or_mode, str) else (func_or_mode, None)
    if mode != 'constant':
        raise errors.NumbaValueError('Unsupported mode style ' + mode)
    for option in options:
        if option not in ('cval', 'standard_indexing', 'neighborhood'):
            raise errors.NumbaValueError('Unknown stencil option ' + option)

    def make(kernel):
        return StencilFunc(kernel, mode, options)
    return make if kernel is None else make(kernel)
