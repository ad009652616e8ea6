"""What the parts of scipy.linalg share: checked arrays, LAPACK's types and work space, and stacks of matrices."""

import functools

import numpy as np
from scipy.linalg import _lapack

LinAlgError = np.linalg.LinAlgError

_SINGLE, _DOUBLE = set('?bBhHef'), set('iIlLqQd')
_RENAMED = {'or': 'un', 'sy': 'he', 'sb': 'hb'}
_KEPT = {'sytrf', 'sytrs', 'sycon'}


class LinAlgWarning(RuntimeWarning):
    """A result may be inaccurate."""


LinAlgWarning.__module__ = 'scipy.linalg._misc'


def checked(a, check_finite=True, inexact=False):
    """An array of numbers, finite ones if asked for."""
    if hasattr(a, 'tocsr'):
        raise ValueError('Sparse arrays/matrices are not supported by this function. Perhaps one of the `scipy.sparse.linalg` functions '
                         'would work instead.')
    if isinstance(a, np.ma.MaskedArray):
        raise ValueError('masked arrays are not supported')
    a = np.asarray_chkfinite(a) if check_finite else np.asarray(a)
    if a.dtype.kind == 'O':
        raise ValueError('object arrays are not supported')
    return a.astype(float) if inexact and a.dtype.kind not in 'fc' else a


def finite(a, check_finite=True):
    """An array, finite if asked for."""
    return np.asarray_chkfinite(a) if check_finite else np.asarray(a)


def kind_of(*arrays):
    """The type in which LAPACK computes with all of these: 'f', 'd', 'F' or 'D'."""
    chars = {a.dtype.char for a in arrays if a is not None}
    for char in chars:
        if char not in 'FDgG' and char not in _SINGLE and char not in _DOUBLE:
            raise TypeError(f'The dtype {np.dtype(char)} cannot be cast to float(32, 64) or complex(64, 128).')
    is_wide = bool(chars & (_DOUBLE | {'D', 'g', 'G'}))
    return ('D' if is_wide else 'F') if chars & {'F', 'D', 'G'} else 'd' if is_wide else 'f'


def real_kind(kind):
    """The real type of the same precision."""
    return kind.lower()


def columns(a, kind, rows=None):
    """A copy of a matrix or vector, column by column (of `rows` rows, the others zero). Behind complex matrices lies one more
    column, which OpenBLAS looks at."""
    a = np.asarray(a)
    if a.ndim != 2:
        if rows is None or rows == len(a):
            return np.array(a, dtype=kind)
        copy = np.zeros(rows, kind)
        copy[:len(a)] = a
        return copy
    copy = empty_columns(max(len(a), rows or 0), a.shape[1], kind)
    copy[len(a):] = 0
    copy[:len(a)] = a
    return copy


def empty_columns(m, n, kind):
    """A new matrix whose columns lie one after the other."""
    return np.empty(m * (n + (kind in 'FD')), kind)[:m * n].reshape((m, n), order='F')


def lapack(name, kind, *arguments):
    """A routine's answer (info). 'work', 'rwork' and 'iwork' stand for work space and its size, which LAPACK is asked for;
    'rwork' is left out for real numbers."""
    if kind in 'FD' and name not in _KEPT:
        name = _RENAMED.get(name[:2], name[:2]) + name[2:]
    name = {'f': 's', 'd': 'd', 'F': 'c', 'D': 'z'}[kind] + name
    spaces = {'work': kind, 'rwork': real_kind(kind), 'iwork': np.int32}
    if kind not in 'FD':
        arguments = [a for a in arguments if not (isinstance(a, str) and a == 'rwork')]
    wanted = [a for a in arguments if isinstance(a, str) and a in spaces]
    if not wanted:
        return _lapack(name, *arguments)
    least = max((max(a.shape) for a in arguments if isinstance(a, np.ndarray) and a.ndim == 2 and a.size), default=1)
    found = {space: np.zeros(1, spaces[space]) for space in wanted}
    info = _lapack(name, *_filled(arguments, found, dict.fromkeys(wanted, -1)))
    if info:
        return info
    sizes = {space: max(1, int(answer[0].real)) for space, answer in found.items()}
    return _lapack(name, *_filled(arguments, {space: np.empty(size + least, spaces[space]) for space, size in sizes.items()},
                                  sizes))


def _filled(arguments, arrays, sizes):
    result = []
    for argument in arguments:
        if isinstance(argument, str) and argument in arrays:
            result += [arrays[argument], sizes[argument]]
        else:
            result.append(argument)
    return result


def rows_of(a):
    """The distance of columns, which LAPACK wants to be 1 at least."""
    return max(1, a.shape[0])


def width(b):
    """How many right-hand sides."""
    return b.shape[1] if b.ndim == 2 else 1


def over_stacks(*dimensions):
    """Let a function of matrices take stacks of them. Of each of its first arguments: (name, dimensions), '1|2' being a vector or a matrix."""
    names = [name for name, _ in dimensions]

    def decorate(function):
        @functools.wraps(function)
        def call(*arguments, **keywords):
            given = list(arguments[:len(names)]) + [keywords.pop(name) for name in names[len(arguments):] if name in keywords]
            missing = len(names) - len(given)
            if missing and len(arguments) < len(names):
                keywords.update(zip(names[len(arguments):], given[len(arguments):]))
                given = list(arguments)
            cores = [0] * len(given)
            for i, value in enumerate(given):
                if value is None or hasattr(value, 'tocsr'):
                    continue
                count = np.ndim(value)
                cores[i] = (2 if count > 1 else 1) if dimensions[i][1] == '1|2' else dimensions[i][1]
                if count <= cores[i]:
                    cores[i] = None
            if all(value is None or hasattr(value, 'tocsr') or core is None for value, core in zip(given, cores)):
                return function(*given, *arguments[len(names):], **keywords)
            arrays = [value if value is None else np.asarray(value) for value in given]
            cores = [core if core is not None else 0 if a is None else a.ndim for core, a in zip(cores, arrays)]
            stack = np.broadcast_shapes(*[a.shape[:a.ndim - core] for a, core in zip(arrays, cores) if a is not None])
            arrays = [a if a is None else np.broadcast_to(a, stack + a.shape[a.ndim - core:]) for a, core in zip(arrays, cores)]
            results = [function(*[a if a is None else a[place] for a in arrays], *arguments[len(names):], **keywords)
                       for place in np.ndindex(stack)]
            if not results:
                raise ValueError(f'{function.__name__} does not support zero-size batches.')
            if isinstance(results[0], tuple):
                return [np.stack(part).reshape(stack + np.shape(part[0])) for part in zip(*results)]
            return np.stack(results).reshape(stack + np.shape(results[0]))

        return call

    return decorate
