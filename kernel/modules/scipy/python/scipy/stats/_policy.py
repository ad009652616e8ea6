"""What functions of samples have in common: an axis, a policy for NaN, axes that are kept."""

import functools
import inspect

import numpy as np

__all__ = []


def contains_nan(*arrays):
    """Is there a NaN in one of the arrays?"""
    return any(array.dtype.kind in 'fc' and bool(np.isnan(array).any()) for array in arrays)


def check_policy(policy, arrays):
    """Is there a NaN that matters? ValueError where there must be none."""
    if policy not in ('propagate', 'raise', 'omit'):
        raise ValueError("nan_policy must be one of {'propagate', 'raise', 'omit'}.")
    found = contains_nan(*arrays)
    if found and policy == 'raise':
        raise ValueError('The input contains nan values')
    return found


def _without_nan(lines, paired):
    known = [~np.isnan(line) if line.dtype.kind in 'fc' else np.ones(len(line), dtype=bool) for line in lines]
    if paired and len({len(line) for line in lines}) == 1:
        known = [np.logical_and.reduce(known)] * len(lines)
    return [line[which] for line, which in zip(lines, known)]


def _rebuilt(template, change):
    """The same kind of result, each of its numbers changed: change(reads the number of a result)."""
    if not isinstance(template, tuple):
        return change(lambda result: result)
    values = [change(lambda result, place=place: result[place]) for place in range(len(template))]
    if not hasattr(template, '_more'):
        return type(template)(*values) if hasattr(template, '_fields') else tuple(values)
    more = {name: change(lambda result, name=name: result.__dict__[name]) if isinstance(value, (int, float, np.generic, np.ndarray)) else value
            for name, value in template.__dict__.items() if name not in template._names}
    return type(template)(*values, **more)


def _joined(results, shape, template):
    def join(read):
        values = [np.nan if result is None else read(result) for result in results]
        return np.array(values).reshape(shape)[()]
    return _rebuilt(template, join)


def over_samples(count=1, paired=False, by_lines=False, counts_nan=False):
    """Give a function, whose first `count` parameters (0: all that are given) are samples, nan_policy, keepdims and, with by_lines, axis.

    Paired samples lose what is beside a NaN, too; by_lines is for functions that know samples of one axis only, counts_nan for
    those to which a NaN is a value as any other.
    """
    def decorate(function):
        signature = inspect.signature(function)
        names = list(signature.parameters)

        @functools.wraps(function)
        def wrapper(*args, **kwds):
            try:
                bound = signature.bind(*args, **kwds)
            except TypeError:
                return function(*args, **kwds)
            bound.apply_defaults()
            given = bound.arguments
            used = names[:count] if count else names[:1]
            samples = list(given[used[0]]) if not count else [given[name] for name in used if given[name] is not None]
            arrays = [np.asarray(sample) for sample in samples]
            axis, keeps = given.get('axis'), given.get('keepdims', False)
            found = check_policy(given.get('nan_policy', 'propagate'), arrays)
            found = found and not (counts_nan and given['nan_policy'] == 'propagate')
            dimensions = max([array.ndim for array in arrays], default=0)
            if not (found or keeps or (by_lines and dimensions > 1)) or not dimensions:
                return function(*args, **kwds)

            def call(lines, axis):
                changed = dict(given)
                if count:
                    changed.update(zip(used, lines))
                else:
                    changed[used[0]] = tuple(lines)
                for name, value in (('axis', axis), ('keepdims', False), ('nan_policy', 'propagate')):
                    if name in changed:
                        changed[name] = value
                positional = list(changed.pop(used[0])) if not count else []
                return function(*positional, **changed)

            is_whole = axis is None
            arrays = [array.ravel() if is_whole else array for array in arrays]
            place = 0 if is_whole else axis
            if found or by_lines:
                moved = [np.moveaxis(array, place, -1) for array in arrays]
                shape = np.broadcast_shapes(*[array.shape[:-1] for array in moved])
                moved = [np.broadcast_to(array, shape + array.shape[-1:]) for array in moved]
                results = []
                for at in np.ndindex(*shape):
                    lines = [array[at] for array in moved]
                    if contains_nan(*lines):
                        lines = _without_nan(lines, paired) if given['nan_policy'] == 'omit' else []
                    results.append(call(lines, 0) if lines and all(len(line) for line in lines) else None)
                template = next((result for result in results if result is not None), None)
                if template is None:
                    template = call([np.arange(1.0, max(array.shape[-1], 9) + 1) for array in moved], 0)
                result = _joined(results, shape, template)
            else:
                result = call(arrays, place)
            if not keeps:
                return result
            return _rebuilt(result, lambda read: np.reshape(read(result), (1,) * dimensions) if is_whole else np.expand_dims(read(result), place))
        return wrapper
    return decorate
