"""Text of loops around a function of numbers, compiled by jit. A letter tells of each operand how it comes: A array, N one number.
"""
from numba.core.decorators import jit as _jit


def compiled_text(text, name, names, parallel=False):
    """The function called `name` that the text defines, compiled; `names` are its globals."""
    exec(compile(text, '<numba %s>' % name, 'exec'), names)
    return _jit(names[name], nopython=True, parallel=parallel, error_model='numpy')


def element_loop(function, pattern, parallel):
    """for i: out[i] = function(a0[i], a1, ...)"""
    names = ['a%d' % at for at in range(len(pattern))]
    items = [name + '[i]' if letter == 'A' else name for name, letter in zip(names, pattern)]
    text = ('def elements(%s, out):\n    for i in %s(out.shape[0]):\n        out[i] = function(%s)\n'
            % (', '.join(names), 'prange' if parallel else 'range', ', '.join(items)))
    return compiled_text(text, 'elements', _globals(function), parallel)


def masked_loop(function, count):
    """The same where a mask says so; all operands are arrays."""
    names = ['a%d' % at for at in range(count)]
    text = ('def masked(%s, mask, out):\n    for i in range(out.shape[0]):\n        if mask[i]:\n            out[i] = function(%s)\n'
            % (', '.join(names), ', '.join(name + '[i]' for name in names)))
    return compiled_text(text, 'masked', _globals(function))


_ROWS = {
    'fold': """def fold(rows, mask, out):
    for i in range(rows.shape[0]):
        total = out[i]
        for j in range(rows.shape[1]):
            if mask[i, j]:
                total = kind(function(total, rows[i, j]))
        out[i] = total
""",
    'running': """def running(rows, out):
    for i in range(rows.shape[0]):
        if rows.shape[1] > 0:
            total = rows[i, 0]
            out[i, 0] = total
            for j in range(1, rows.shape[1]):
                total = kind(function(total, rows[i, j]))
                out[i, j] = total
"""}


def row_loop(function, name, kind):
    """'fold' goes on from what is in out, 'running' keeps what it has on the way; both along the rows of a matrix."""
    return compiled_text(_ROWS[name], name, {**_globals(function), 'kind': kind})


def core_loop(function, ways, parallel):
    """function over the loop dimension of all operands. ways, one a operand: (letter, how): L it has a loop dimension, O it has none;
    'number', 'one' (a number passed as an array of one), 'array'."""
    names = ['a%d' % at for at in range(len(ways))]
    items = []
    for name, (letter, how) in zip(names, ways):
        if letter == 'O':
            items.append(name)
        else:
            items.append(name + ('[i:i + 1]' if how == 'one' else '[i]'))
    text = ('def cores(count, %s):\n    for i in %s(count):\n        function(%s)\n'
            % (', '.join(names), 'prange' if parallel else 'range', ', '.join(items)))
    return compiled_text(text, 'cores', _globals(function), parallel)


def _globals(function):
    from numba import prange
    return {'function': function, 'prange': prange}
