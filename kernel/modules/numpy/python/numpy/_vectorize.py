"""numpy.vectorize and frompyfunc: functions of scalars, called for each element."""

import functools

import numpy as np
from numpy._inside import _parse_gufunc_signature, typecodes
from numpy.lib.array_utils import normalize_axis_index
from numpy._dispatch import asks_nobody

__all__ = ['vectorize', 'frompyfunc']


def _grow_sizes(sizes, array, names):
    """Notes the sizes of core dimensions, which must agree."""
    if not names:
        return
    count, array_shape = len(names), np.shape(array)
    if len(array_shape) < count:
        raise ValueError('%d-dimensional argument does not have enough dimensions for all core dimensions %r' % (len(array_shape), names))
    for name, size in zip(names, array_shape[-count:]):
        if sizes.setdefault(name, size) != size:
            raise ValueError('inconsistent size for core dimension %r: %r vs %r' % (name, size, sizes[name]))


class vectorize:
    """vectorize(pyfunc=np._NoValue, otypes=None, doc=None, excluded=None, cache=False, signature=None)

    A function of scalars (or, with a signature, of arrays) as one over arrays: called for each element of arguments that
    are broadcast together. Also a decorator.

    >>> vectorize(lambda a, b: a - b if a > b else a + b)([1, 2, 3, 4], 2)
    array([3, 4, 1, 2])
    """

    __module__ = 'numpy'

    def __init__(self, pyfunc=np._NoValue, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        if pyfunc is not np._NoValue and not callable(pyfunc):
            raise TypeError('When used as a decorator, only accepts keyword arguments.')
        self.pyfunc, self.cache, self.signature, self.__doc__ = pyfunc, cache, signature, None
        self.excluded = set() if excluded is None else set(excluded)
        self._given_doc = doc
        if pyfunc is not np._NoValue:
            self._take(pyfunc)
        if isinstance(otypes, str):
            for char in otypes:
                if char not in typecodes['All']:
                    raise ValueError(f'Invalid otype specified: {char}')
        elif np.iterable(otypes):
            otypes = [np.dtype(one) for one in otypes]
        elif otypes is not None:
            raise ValueError('Invalid otype specification')
        self.otypes = otypes if otypes is None or isinstance(otypes, str) else ''.join(one.char for one in otypes)
        self._types = None if otypes is None else [np.dtype(one) for one in otypes]
        self._dimensions = None if signature is None else _parse_gufunc_signature(signature)

    def _take(self, pyfunc):
        self.pyfunc = pyfunc
        if hasattr(pyfunc, '__name__'):
            self.__name__ = pyfunc.__name__
        self.__doc__ = pyfunc.__doc__ if self._given_doc is None else self._given_doc
        self._kept = None

    def __call__(self, *args, **kwargs):
        if self.pyfunc is np._NoValue:
            self._take(*args, **kwargs)
            return self
        excluded = self.excluded
        if not kwargs and not excluded:
            return self._over(self.pyfunc, args)
        names = [name for name in kwargs if name not in excluded]
        places = [place for place in range(len(args)) if place not in excluded]
        fixed = list(args)

        def function(*varying):
            for place, value in zip(places, varying):
                fixed[place] = value
            kwargs.update(zip(names, varying[len(places):]))
            return self.pyfunc(*fixed, **kwargs)

        return self._over(function, [args[place] for place in places] + [kwargs[name] for name in names])

    def _over(self, function, args):
        if self._dimensions is not None:
            return self._with_signature(function, args)
        if not args:
            return function()
        arrays = [np.asanyarray(one) for one in args]
        first, count = None, None if self._types is None else len(self._types)
        if self._types is None:
            if any(one.size == 0 for one in arrays):
                raise ValueError('cannot call `vectorize` on size 0 inputs unless `otypes` is set')
            first = function(*[one.flat[0] for one in arrays])
            outputs = first if isinstance(first, tuple) else (first,)
            count, types = len(outputs), [np.asarray(one).dtype for one in outputs]
        else:
            types = self._types
        shape = np.broadcast_shapes(*[one.shape for one in arrays])
        columns = [np.broadcast_to(np.asarray(one), shape).ravel().tolist() for one in arrays]
        rows = list(zip(*columns))
        if self.cache and first is not None:
            results = [first] + [function(*row) for row in rows[1:]]
        else:
            results = [function(*row) for row in rows]
        keeper = next((type(one) for one in arrays if type(one) is not np.ndarray), None)

        def give(values, kind):
            if kind.kind == 'O':
                array = np.empty(len(values), object)
                for place, value in enumerate(values):
                    array[place] = value
            else:
                array = np.array(values, dtype=np.dtype(kind.char) if kind.kind in 'SUMm' else kind)  # as wide as the longest
            array = array.reshape(shape)
            return array.view(keeper) if keeper is not None else array

        if count == 1:
            return give([one[0] if isinstance(one, tuple) else one for one in results], types[0])
        return tuple(give([one[place] for one in results], types[place]) for place in range(count))

    def _with_signature(self, function, args):
        taken, given = self._dimensions
        if len(args) != len(taken):
            raise TypeError('wrong number of positional arguments: expected %r, got %r' % (len(taken), len(args)))
        arrays = [np.asanyarray(one) for one in args]
        sizes, outer = {}, []
        for array, names in zip(arrays, taken):
            _grow_sizes(sizes, array, names)
            outer.append(array.shape[:array.ndim - len(names)])
        shape = np.broadcast_shapes(*outer)
        arrays = [np.broadcast_to(array, shape + tuple(sizes[name] for name in names), subok=True) for array, names in zip(arrays, taken)]
        types = self._types or [None] * len(given)
        outputs = None

        def create(results):
            shapes = [shape + tuple(sizes[name] for name in names) for names in given]
            return tuple(np.empty(one, dtype=np.asarray(result).dtype if kind is None else kind)
                         for one, kind, result in zip(shapes, types, results))

        for index in np.ndindex(*shape):
            results = function(*[array[index] for array in arrays])
            found = len(results) if isinstance(results, tuple) else 1
            if found != len(given):
                raise ValueError('wrong number of outputs from pyfunc: expected %r, got %r' % (len(given), found))
            if len(given) == 1:
                results = (results,)
            if outputs is None:
                for result, names in zip(results, given):
                    _grow_sizes(sizes, result, names)
                outputs = create(results)
            for output, result in zip(outputs, results):
                output[index] = result
        if outputs is None:
            if self._types is None:
                raise ValueError('cannot call `vectorize` on size 0 inputs unless `otypes` is set')
            if any(name not in sizes for names in given for name in names):
                raise ValueError('cannot call `vectorize` with a signature including new output dimensions on size 0 inputs')
            outputs = create([None] * len(given))
        return outputs[0] if len(given) == 1 else outputs

    def __get__(self, instance, owner=None):
        return self if instance is None else functools.partial(self, instance)


class _FromFunction:
    """What frompyfunc gives: a function over the elements of arrays, whose results are objects."""

    def __init__(self, function, nin, nout, identity):
        self.function, self.nin, self.nout, self.identity = function, nin, nout, identity
        self.nargs, self.ntypes, self.signature = nin + nout, 1, None
        self.types = ['O' * nin + '->' + 'O' * nout]
        self.__name__ = f"{getattr(function, '__name__', '?')} (vectorized)"

    def __repr__(self):
        return f'<ufunc {self.__name__!r}>'

    def __call__(self, *args, out=None, **kwargs):
        if len(args) == self.nin + 1:
            args, out = args[:-1], args[-1]
        if len(args) != self.nin:
            raise TypeError(f'{self.__name__}() takes from {self.nin} to {self.nargs} positional arguments but {len(args)} were given')
        arrays = [np.asarray(one) for one in args]
        shape = np.broadcast_shapes(*[one.shape for one in arrays])
        lists = [(one if one.shape == shape else np.broadcast_to(one, shape)).ravel().tolist() for one in arrays]
        results = list(map(self.function, *lists)) if lists else [self.function()]
        if not shape and out is None:
            return results[0]

        def give(values):
            return np.fromiter(values, object, len(values)).reshape(shape)

        if self.nout == 0:
            return None
        made = give(results) if self.nout == 1 else tuple(give([one[place] for one in results]) for place in range(self.nout))
        if out is not None:
            target = out[0] if isinstance(out, tuple) else out
            target[...] = made
            return target
        return made

    def reduce(self, array, axis=0, dtype=None, out=None, keepdims=False, initial=np._NoValue, where=True):
        """The function over all elements along an axis, one after the other."""
        array = np.asarray(array).astype(object)
        if axis is None and array.ndim > 1:
            raise ValueError(f"reduction operation '{self.__name__}' is not reorderable, so at most one axis may be specified")
        place = normalize_axis_index(0 if axis is None else axis, max(array.ndim, 1))
        rows = list(np.moveaxis(np.atleast_1d(array), place, 0))
        if initial is not np._NoValue:
            rows.insert(0, initial)
        elif not rows and self.identity is None:
            raise ValueError(f'zero-size array to reduction operation {self.__name__} which has no identity')
        result = functools.reduce(self, rows) if rows else self.identity
        if not keepdims:
            return result
        shape = array.shape[:place] + (1,) + array.shape[place + 1:]
        kept = np.empty(shape, object)
        kept[...] = np.expand_dims(result, place) if isinstance(result, np.ndarray) else result
        return kept

    def accumulate(self, array, axis=0, dtype=None, out=None):
        """The results of reduce over more and more elements."""
        moved = np.moveaxis(np.asarray(array).astype(object), axis, 0)
        rows = []
        for row in moved:
            rows.append(self(rows[-1], row) if rows else row)
        result = np.empty(moved.shape, object)
        for place, row in enumerate(rows):
            result[place] = row
        return np.moveaxis(result, 0, axis)

    def outer(self, a, b, **kwargs):
        """The function for all pairs."""
        a, b = np.asarray(a), np.asarray(b)
        return self(a.reshape(a.shape + (1,) * b.ndim), b, **kwargs)


@asks_nobody
def frompyfunc(func, /, nin, nout, *, identity=None):
    """A function of Python as one over the elements of arrays; its results are objects.

    >>> frompyfunc(lambda a, b: a + b, 2, 1)(1, 2)
    3
    """
    if not callable(func):
        raise TypeError('function must be callable')
    return _FromFunction(func, nin, nout, identity)
