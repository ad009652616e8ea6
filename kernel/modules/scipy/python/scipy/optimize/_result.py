"""Results of scipy.optimize, and how they are shown."""

import sys
import warnings

import numpy as np

__all__ = ['OptimizeResult', 'OptimizeWarning', 'RootResults', 'tell_unknown']

FIRST = ['message', 'success', 'status', 'fun', 'funl', 'x', 'xl', 'col_ind', 'nit', 'lower', 'upper',
         'eqlin', 'ineqlin', 'converged',
         'flag', 'function_calls', 'iterations', 'root']
HIDDEN = ('slack', 'con', 'crossover_nit')


class OptimizeWarning(UserWarning):
    """Something about an optimisation that its result does not tell."""

    __module__ = 'scipy.optimize'


def tell_unknown(options):
    """Warn of options that a method does not have."""
    if options:
        level, frame = 2, sys._getframe(1)
        while frame.f_back and frame.f_globals.get('__name__', '').startswith('scipy.'):
            level, frame = level + 1, frame.f_back
        warnings.warn('Unknown solver options: ' + ', '.join(map(str, options)), OptimizeWarning,
                      stacklevel=level)


def _number(x):
    """Ten characters for a float."""
    if np.isnan(x) or np.isinf(x):
        return 'nan'.rjust(10) if np.isnan(x) else ('inf' if x > 0 else '-inf').rjust(10)
    return np.format_float_scientific(x, precision=3, pad_left=2, unique=False)


def _shown(value, indent, margin):
    if isinstance(value, dict):
        width = max(len(key) for key in value) + margin
        keys = [key for key in value if key not in HIDDEN]
        keys.sort(key=lambda key: FIRST.index(key.lower()) if key.lower() in FIRST else len(FIRST))
        lines = []
        for key in keys:
            text = _shown(value[key], indent + width + 2, 0).replace('\n', '\n' + ' ' * (width + 2))
            lines.append(key.rjust(width) + ': ' + text)
        return '\n'.join(lines)
    if isinstance(value, np.ndarray) and value.dtype.kind == 'f' and value.ndim:
        return _array(value, 76 - indent, value.size > 12)
    with np.printoptions(linewidth=76 - indent, edgeitems=2, threshold=12, formatter={'float_kind': _number}):
        return str(value)


def _array(array, width, summarises, inside=1):
    """The text of an array of floats, each of ten characters; of many the first and last two."""
    count = len(array)
    shortens = summarises and count > 4
    places = [0, 1, count - 2, count - 1] if shortens else range(count)
    if array.ndim > 1:
        parts = [_array(array[i], width - 1, summarises, inside + 1) for i in places]
        if shortens:
            parts.insert(2, '...')
        return '[' + ('\n' * (array.ndim - 1) + ' ').join(part.replace('\n', '\n ') for part in parts) + ']'
    words = [_number(array[i]) for i in places]
    if shortens:
        words.insert(2, '...')
    lines, line = [], '['
    for word in words:
        if len(line) + len(word) + (line != '[') > width - 1 and line.strip('[ '):
            lines.append(line)
            line = ' ' + word
        else:
            line += word if line == '[' else ' ' + word
    return '\n'.join(lines + [line + ']'])


class OptimizeResult(dict):
    """A dictionary whose keys are attributes too."""

    __module__ = 'scipy.optimize'

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError as e:
            raise AttributeError(name) from e

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __repr__(self):
        return _shown(self, 0, 1) if self else type(self).__name__ + '()'

    def __dir__(self):
        return list(self)


class RootResults(OptimizeResult):
    """What a search for a root has found."""

    def __init__(self, root, iterations, function_calls, flag, method):
        self.root = root
        self.iterations = iterations
        self.function_calls = function_calls
        self.converged = flag == 0
        words = {0: 'converged', -1: 'sign error', -2: 'convergence error', -3: 'value error'}
        self.flag = words.get(flag, flag)
        self.method = method
