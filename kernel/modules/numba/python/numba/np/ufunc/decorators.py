"""vectorize and guvectorize."""
from numba.core import sigutils

_TARGETS = ('cpu', 'parallel', 'cuda')


def _target_of(options):
    target = options.pop('target', 'cpu')
    if target not in _TARGETS:
        raise ValueError('Unsupported target: %s' % target)
    if target == 'cuda':
        raise NotImplementedError("target='cuda' of guvectorize is not supported yet: target='parallel' computes on the host's cores")
    return target == 'parallel'


def vectorize(ftylist_or_function=(), *, cache=False, identity=None, **options):
    """Make a ufunc of a function of numbers.

    ftylist_or_function: a list of signatures ('float64(float64, float64)'), or one, or the function itself; without signatures a loop
    is compiled for each list of operand types that comes. identity: None, 0, 1 or 'reorderable'. target: 'cpu', 'parallel' or 'cuda'.

    >>> from numba import vectorize
    >>> @vectorize(['float64(float64, float64)'])
    ... def mean(a, b):
    ...     return (a + b) / 2
    >>> mean([1, 2, 3], 4)
    array([2.5, 3. , 3.5])
    """
    if options.get('target') == 'cuda':
        from numba.cuda.vectorizers import vectorize_cuda
        if hasattr(ftylist_or_function, '__call__') and not isinstance(ftylist_or_function, (list, tuple, str)):
            return vectorize_cuda()(ftylist_or_function)
        return vectorize_cuda(list(ftylist_or_function) if isinstance(ftylist_or_function, (list, tuple)) else [ftylist_or_function])
    from numba.np.ufunc.dufunc import DUFunc
    parallel = _target_of(options)

    def make(function, signatures):
        made = DUFunc(function, identity, cache, options, parallel)
        for one in signatures:
            made.add(one)
        if signatures:
            made.fix()
        return made

    if isinstance(ftylist_or_function, str) or sigutils.is_signature(ftylist_or_function) and ftylist_or_function != ():
        signatures = [ftylist_or_function]
    elif hasattr(ftylist_or_function, '__call__') and not isinstance(ftylist_or_function, (list, tuple)):
        return make(ftylist_or_function, ())
    else:
        signatures = list(ftylist_or_function)
    return lambda function: make(function, signatures)


def guvectorize(*args, writable_args=(), cache=False, identity=None, **options):
    """Make a generalised ufunc of a function that fills its last arguments.

    guvectorize(signatures, layout) or guvectorize(layout): layout is such as '(m,n),(n,p)->(m,p)'; the function gets arrays of these
    core dimensions, for '()' a number or an array of one as its type says, and the arrays of the results.

    >>> import numpy as np
    >>> from numba import guvectorize
    >>> @guvectorize(['void(float64[:], float64[:])'], '(n)->()')
    ... def total(row, out):
    ...     out[0] = 0
    ...     for one in row:
    ...         out[0] += one
    >>> total(np.ones((2, 3)))
    array([3., 3.])
    """
    from numba.np.ufunc.gufunc import GUFunc
    parallel = _target_of(options)
    if len(args) == 1:
        signatures, layout = (), args[0]
    elif len(args) == 2:
        signatures, layout = args
    else:
        raise TypeError('guvectorize() takes one or two positional arguments')
    if isinstance(signatures, str) or sigutils.is_signature(signatures) and signatures != ():
        signatures = [signatures]

    def make(function):
        made = GUFunc(function, layout, identity, cache, options, writable_args, parallel)
        for one in signatures:
            made.add(one)
        if signatures:
            made.disable_compile()
        return made
    return make
