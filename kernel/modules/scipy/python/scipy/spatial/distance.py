"""Distances between vectors, between the rows of an array, and between those of two."""

import numpy as np

__all__ = ['cdist', 'pdist', 'squareform', 'is_valid_dm', 'is_valid_y', 'num_obs_dm', 'num_obs_y', 'euclidean', 'sqeuclidean', 'cityblock',
           'chebyshev', 'minkowski', 'cosine', 'correlation', 'hamming', 'jaccard', 'canberra', 'braycurtis', 'seuclidean', 'mahalanobis',
           'jensenshannon', 'dice', 'rogerstanimoto', 'russellrao', 'sokalsneath', 'yule', 'directed_hausdorff']


def _powers(d, p, w=None):
    d = np.abs(d)
    if w is not None and p != np.inf:
        d = d * (w if p == 1 else np.power(w, 1 / p))
    if p == 1:
        return d.sum(-1)
    if p == np.inf:
        return d.max(-1) if d.shape[-1] else np.zeros(d.shape[:-1])
    if p == 2:
        return np.sqrt((d * d).sum(-1))
    return (d ** p).sum(-1) ** (1 / p)


def _mean(x, w):
    return x.mean(-1) if w is None else (x * w).sum(-1) / np.sum(w)


def _turn(a, b, w, centred):
    if centred:
        a, b = a - _mean(a, w)[..., None], b - _mean(b, w)[..., None]
    ab, aa, bb = _mean(a * b, w), _mean(a * a, w), _mean(b * b, w)
    with np.errstate(divide='ignore', invalid='ignore'):
        return np.clip(1.0 - ab / np.sqrt(aa * bb), 0.0, 2.0)


def _total(x, w):
    return x.sum(-1) if w is None else (x * w).sum(-1)


def _share(top, bottom):
    with np.errstate(divide='ignore', invalid='ignore'):
        return np.where(bottom == 0, 0.0, top / np.where(bottom == 0, 1, bottom))


def _canberra(a, b, w):
    top, bottom = np.abs(a - b), np.abs(a) + np.abs(b)
    return _total(_share(top, bottom), w)


def _truths(a, b, w):
    a, b = a != 0, b != 0
    return tuple(_total(one.astype(float), w) for one in (a & b, a & ~b, ~a & b, ~a & ~b))


def _jaccard(a, b, w):
    different = _total(((a != b) & ((a != 0) | (b != 0))).astype(float), w)
    return _share(different, _total(((a != 0) | (b != 0)).astype(float), w))


def _dice(a, b, w):
    tt, tf, ft, _ = _truths(a, b, w)
    return _share(tf + ft, 2 * tt + tf + ft)


def _rogers(a, b, w):
    tt, tf, ft, ff = _truths(a, b, w)
    return 2 * (tf + ft) / (tt + ff + 2 * (tf + ft))


def _russell(a, b, w):
    tt, tf, ft, ff = _truths(a, b, w)
    return (tf + ft + ff) / (tt + tf + ft + ff)


def _sokal(a, b, w):
    tt, tf, ft, _ = _truths(a, b, w)
    return _share(2 * (tf + ft), tt + 2 * (tf + ft))


def _yule(a, b, w):
    tt, tf, ft, ff = _truths(a, b, w)
    half = tf * ft
    return np.where(half == 0, 0.0, _share(2 * half, tt * ff + half))


def _shannon(a, b, w, base=None):
    from scipy.special import rel_entr
    a, b = a / a.sum(-1)[..., None], b / b.sum(-1)[..., None]
    m = (a + b) / 2.0
    js = rel_entr(a, m).sum(-1) + rel_entr(b, m).sum(-1)
    return np.sqrt((js / np.log(base) if base is not None else js) / 2.0)


# Of two arrays whose last axes are the vectors'.
METRICS = {
    'euclidean': lambda a, b, w: _powers(a - b, 2, w),
    'sqeuclidean': lambda a, b, w: _total((a - b) * (a - b), w),
    'cityblock': lambda a, b, w: _powers(a - b, 1, w),
    'chebyshev': lambda a, b, w: _powers(a - b if w is None else (a - b) * (np.asarray(w) != 0), np.inf),
    'cosine': lambda a, b, w: _turn(a, b, w, False),
    'correlation': lambda a, b, w: _turn(a, b, w, True),
    'hamming': lambda a, b, w: _mean((a != b).astype(float), w),
    'jaccard': _jaccard, 'canberra': _canberra,
    'braycurtis': lambda a, b, w: _total(np.abs(a - b), w) / _total(np.abs(a + b), w),
    'dice': _dice, 'rogerstanimoto': _rogers, 'russellrao': _russell, 'sokalsneath': _sokal, 'yule': _yule, 'jensenshannon': _shannon}
SHORT = {'e': 'euclidean', 'eu': 'euclidean', 'euclid': 'euclidean', 'l2': 'euclidean', 'sqe': 'sqeuclidean', 'sqeuclid': 'sqeuclidean',
         'cblock': 'cityblock', 'cb': 'cityblock', 'c': 'cityblock', 'manhattan': 'cityblock', 'l1': 'cityblock', 'cos': 'cosine',
         'co': 'correlation', 'chebychev': 'chebyshev', 'cheby': 'chebyshev', 'cheb': 'chebyshev', 'ch': 'chebyshev', 'linf': 'chebyshev',
         'h': 'hamming', 'ha': 'hamming', 'hamm': 'hamming', 'matching': 'hamming', 'j': 'jaccard', 'ja': 'jaccard', 'jacc': 'jaccard',
         'mi': 'minkowski', 'm': 'minkowski', 'pnorm': 'minkowski', 'se': 'seuclidean', 's': 'seuclidean', 'mahal': 'mahalanobis',
         'mah': 'mahalanobis', 'js': 'jensenshannon'}


def _metric(metric, options, points):
    if callable(metric):
        return None
    if not isinstance(metric, str):
        raise TypeError('2nd argument metric must be a string identifier or a function.')
    name = SHORT.get(metric.lower(), metric.lower())
    w = options.pop('w', None)
    w = None if w is None else np.asarray(w, dtype=float)
    if name == 'minkowski':
        p = options.pop('p', 2.0)
        if p <= 0:
            raise ValueError('p must be greater than 0')
        return lambda a, b: _powers(a - b, p, w)
    if name == 'seuclidean':
        v = options.pop('V', None)
        v = np.var(np.vstack(points), axis=0, ddof=1) if v is None else np.asarray(v, dtype=float)
        return lambda a, b: np.sqrt(((a - b) ** 2 / v).sum(-1))
    if name == 'mahalanobis':
        vi = options.pop('VI', None)
        vi = np.linalg.inv(np.atleast_2d(np.cov(np.vstack(points).T))).T if vi is None else np.asarray(vi, dtype=float)
        return lambda a, b: np.sqrt((((a - b) @ vi) * (a - b)).sum(-1))
    if name not in METRICS:
        raise ValueError(f'Unknown Distance Metric: {metric}')
    f = METRICS[name]
    if name == 'jensenshannon':
        base = options.pop('base', None)
        return lambda a, b: f(a, b, w, base)
    return lambda a, b: f(a, b, w)


def cdist(XA, XB, metric='euclidean', *, out=None, **kwargs):
    """The distances of each row of XA from each row of XB.

    >>> distance.cdist([[0, 0]], [[3, 4], [0, 1]])
    array([[5., 1.]])
    """
    a, b = np.asarray(XA), np.asarray(XB)
    if a.ndim != 2:
        raise ValueError('XA must be a 2-dimensional array.')
    if b.ndim != 2:
        raise ValueError('XB must be a 2-dimensional array.')
    if a.shape[1] != b.shape[1]:
        raise ValueError('XA and XB must have the same number of columns (i.e. feature dimension.)')
    f = _metric(metric, kwargs, [a, b])
    result = np.empty((len(a), len(b))) if out is None else out
    if f is None:
        for i in range(len(a)):
            for j in range(len(b)):
                result[i, j] = metric(a[i], b[j], **kwargs)
        return result
    a, b = a.astype(float), b.astype(float)
    rows = max(1, 2000000 // max(1, b.size))
    for start in range(0, len(a), rows):
        result[start:start + rows] = f(a[start:start + rows, None, :], b[None, :, :])
    return result


def pdist(X, metric='euclidean', *, out=None, **kwargs):
    """The distances between the rows of X, as the upper triangle of a matrix in one dimension.

    >>> distance.pdist([[0, 0], [3, 4], [0, 4]])
    array([5., 4., 3.])
    """
    x = np.asarray(X)
    if x.ndim != 2:
        raise ValueError('A 2-dimensional array must be passed.')
    f = _metric(metric, kwargs, [x])
    count = len(x)
    result = np.empty(count * (count - 1) // 2) if out is None else out
    plain = x
    x = x.astype(float) if f is not None else x
    place = 0
    for i in range(count - 1):
        size = count - 1 - i
        result[place:place + size] = f(x[i], x[i + 1:]) if f is not None else [metric(plain[i], plain[j], **kwargs) for j in range(i + 1, count)]
        place += size
    return result


def squareform(X, force='no', checks=True):
    """A vector of distances as a symmetric matrix, or the other way round.

    >>> distance.squareform([5.0, 4.0, 3.0])
    array([[0., 5., 4.],
           [5., 0., 3.],
           [4., 3., 0.]])
    """
    x = np.ascontiguousarray(X)
    if x.ndim == 1:
        if x.shape[0] == 0:
            return np.zeros((1, 1), dtype=x.dtype)
        size = int(np.ceil(np.sqrt(x.shape[0] * 2)))
        if size * (size - 1) != x.shape[0] * 2:
            raise ValueError('Incompatible vector size. It must be a binomial coefficient n choose 2 for some integer n >= 2.')
        matrix = np.zeros((size, size), dtype=x.dtype)
        upper = np.triu_indices(size, 1)
        matrix[upper] = x
        matrix.T[upper] = x
        return matrix
    if x.ndim == 2:
        if x.shape[0] != x.shape[1]:
            raise ValueError('The matrix argument must be square.')
        if checks:
            is_valid_dm(x, throw=True, name='X')
        return x[np.triu_indices(len(x), 1)]
    raise ValueError(f'The first argument must be one or two dimensional array. A {x.ndim}-dimensional array is not permitted')


def is_valid_dm(D, tol=0.0, throw=False, name='D', warning=False):
    """Whether D can be a matrix of distances.

    >>> distance.is_valid_dm(np.zeros((2, 2)))
    True
    """
    D = np.asarray(D)
    label = f" '{name}'" if name else ''
    problem = None
    if D.ndim != 2:
        problem = f'Distance matrix{label} must have shape=2 (i.e. be two-dimensional).'
    elif tol == 0.0:
        if not (D == D.T).all():
            problem = f'Distance matrix{label} must be symmetric.'
        elif not (np.diag(D) == 0).all():
            problem = f'Distance matrix{label} diagonal must be zero.'
    elif not (D - D.T <= tol).all() or not (np.diag(D) <= tol).all():
        problem = f'Distance matrix{label} must be symmetric within tolerance {tol:5.5f}.'
    if problem and throw:
        raise ValueError(problem)
    return problem is None


def is_valid_y(y, warning=False, throw=False, name=None):
    """Whether y can be a vector of distances.

    >>> distance.is_valid_y(np.zeros(3))
    True
    """
    y = np.asarray(y)
    size = int(np.ceil(np.sqrt(y.shape[0] * 2)))
    good = y.ndim == 1 and size * (size - 1) // 2 == y.shape[0]
    if not good and throw:
        raise ValueError('Length n of condensed distance matrix must be a binomial coefficient.')
    return good


def num_obs_dm(d):
    """The number of rows that a matrix of distances was made of.

    >>> distance.num_obs_dm(np.zeros((2, 2)))
    2
    """
    d = np.asarray(d)
    is_valid_dm(d, tol=np.inf, throw=True, name='d')
    return d.shape[0]


def num_obs_y(Y):
    """The number of rows that a vector of distances was made of.

    >>> distance.num_obs_y(np.zeros(3))
    3
    """
    is_valid_y(Y, throw=True)
    return int(np.ceil(np.sqrt(len(Y) * 2)))


def _vectors(u, v):
    u, v = np.asarray(u), np.asarray(v)
    for one in (u, v):
        if one.ndim != 1:
            raise ValueError('Input vector should be 1-D.')
    return (u.astype(float) if u.dtype.kind != 'c' else u), (v.astype(float) if v.dtype.kind != 'c' else v)


def _of_two(name, text):
    f = METRICS[name]

    def measure(u, v, w=None):
        is_whole = w is None and name in ('cityblock', 'chebyshev') and np.asarray(u).dtype.kind == np.asarray(v).dtype.kind == 'i'
        u, v = _vectors(u, v)
        value = np.float64(f(u, v, None if w is None else np.asarray(w, dtype=float)))
        return np.int64(value) if is_whole else value

    measure.__name__ = measure.__qualname__ = name
    measure.__doc__ = text
    return measure


euclidean = _of_two('euclidean', 'The length of the difference.\n\n>>> distance.euclidean([0, 0], [3, 4])\nnp.float64(5.0)\n')
sqeuclidean = _of_two('sqeuclidean', 'The square of the length of the difference.\n\n>>> distance.sqeuclidean([0, 0], [3, 4])\nnp.float64(25.0)\n')
cityblock = _of_two('cityblock', 'The sum of the differences.\n\n>>> distance.cityblock([0, 0], [3, 4])\nnp.int64(7)\n')
chebyshev = _of_two('chebyshev', 'The largest difference.\n\n>>> distance.chebyshev([0, 0], [3, 4])\nnp.int64(4)\n')
cosine = _of_two('cosine', 'One less the cosine of the angle between.\n\n>>> distance.cosine([1, 0], [0, 1])\nnp.float64(1.0)\n')
hamming = _of_two('hamming', 'The share of elements that differ.\n\n>>> distance.hamming([1, 0], [1, 1])\nnp.float64(0.5)\n')
jaccard = _of_two('jaccard', 'The share of elements that differ among those that are not 0.\n\n>>> distance.jaccard([1, 0], [1, 1])\nnp.float64(0.5)\n')
canberra = _of_two('canberra', 'The sum of differences over sizes.\n\n>>> distance.canberra([1, 0], [1, 1])\nnp.float64(1.0)\n')
braycurtis = _of_two('braycurtis', 'The differences over the sums.\n\n>>> distance.braycurtis([1, 0], [1, 2])\nnp.float64(0.5)\n')
dice = _of_two('dice', "Dice's dissimilarity of truths.\n\n>>> distance.dice([1, 0], [1, 0])\nnp.float64(0.0)\n")
rogerstanimoto = _of_two('rogerstanimoto', "Rogers' and Tanimoto's dissimilarity.\n\n>>> distance.rogerstanimoto([1, 0], [1, 0])\nnp.float64(0.0)\n")
russellrao = _of_two('russellrao', "Russell's and Rao's dissimilarity.\n\n>>> distance.russellrao([1, 0], [1, 0])\nnp.float64(0.5)\n")
sokalsneath = _of_two('sokalsneath', "Sokal's and Sneath's dissimilarity.\n\n>>> distance.sokalsneath([1, 0], [1, 0])\nnp.float64(0.0)\n")
yule = _of_two('yule', "Yule's dissimilarity.\n\n>>> distance.yule([1, 0], [1, 0])\nnp.float64(0.0)\n")


def correlation(u, v, w=None, centered=True):
    """One less the correlation.

    >>> distance.correlation([1, 2, 3], [3, 2, 1])
    np.float64(2.0)
    """
    u, v = _vectors(u, v)
    return np.float64(_turn(u, v, None if w is None else np.asarray(w, dtype=float), centered))


def minkowski(u, v, p=2, w=None):
    """The p-norm of the difference.

    >>> distance.minkowski([0, 0], [3, 4], 1)
    np.float64(7.0)
    """
    u, v = _vectors(u, v)
    if p <= 0:
        raise ValueError('p must be greater than 0')
    return np.float64(_powers(u - v, p, None if w is None else np.asarray(w, dtype=float)))


def seuclidean(u, v, V):
    """The length of the difference, each element over its variance.

    >>> distance.seuclidean([0, 0], [3, 4], [1, 1])
    np.float64(5.0)
    """
    u, v = _vectors(u, v)
    return np.sqrt(((u - v) ** 2 / np.asarray(V, dtype=float)).sum())


def mahalanobis(u, v, VI):
    """The length of the difference, measured by the inverse of a covariance.

    >>> distance.mahalanobis([0, 0], [3, 4], np.eye(2))
    np.float64(5.0)
    """
    u, v = _vectors(u, v)
    return np.sqrt((u - v) @ np.atleast_2d(VI) @ (u - v))


def jensenshannon(p, q, base=None, *, axis=0, keepdims=False):
    """The distance of Jensen and Shannon between two distributions.

    >>> distance.jensenshannon([1.0, 0.0], [1.0, 0.0])
    np.float64(0.0)
    """
    p, q = np.asarray(p, dtype=float), np.asarray(q, dtype=float)
    return np.asarray(_shannon(np.moveaxis(p, axis, -1), np.moveaxis(q, axis, -1), None, base))[()]


def directed_hausdorff(u, v, rng=0, seed=None):
    """The largest of the distances from u's points to the nearest of v's, and between which points it is.

    >>> distance.directed_hausdorff([[0.0, 0.0]], [[3.0, 4.0]])
    (5.0, 0, 0)
    """
    apart = cdist(u, v)
    nearest = apart.argmin(axis=1)
    i = int(apart[np.arange(len(apart)), nearest].argmax())
    return float(apart[i, nearest[i]]), i, int(nearest[i])
