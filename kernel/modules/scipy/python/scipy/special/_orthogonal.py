"""Members of scipy.special: orthogonal polynomials, the places and weights of Gauss's quadratures, numbers, and functions of Legendre's kind.

Places are eigenvalues of the recurrence's matrix (G. H. Golub and J. H. Welsch, Math. Comput. 23 (1969) 221), made exact by a step of Newton's.
"""

import math

import numpy as np
from scipy import special

__all__ = ['orthopoly1d', 'legendre', 'chebyt', 'chebyu', 'chebyc', 'chebys', 'jacobi', 'laguerre', 'genlaguerre', 'hermite', 'hermitenorm',
           'gegenbauer', 'sh_legendre', 'sh_chebyt', 'sh_chebyu', 'sh_jacobi', 'roots_legendre', 'roots_chebyt', 'roots_chebyu',
           'roots_chebyc', 'roots_chebys', 'roots_jacobi', 'roots_laguerre', 'roots_genlaguerre', 'roots_hermite', 'roots_hermitenorm',
           'roots_gegenbauer', 'roots_sh_legendre', 'roots_sh_chebyt', 'roots_sh_chebyu', 'roots_sh_jacobi', 'p_roots', 't_roots', 'u_roots',
           'c_roots', 's_roots', 'j_roots', 'l_roots', 'la_roots', 'h_roots', 'he_roots', 'cg_roots', 'ps_roots', 'ts_roots', 'us_roots',
           'js_roots', 'factorial', 'factorial2', 'factorialk', 'stirling2', 'bernoulli', 'euler', 'multigammaln', 'softplus', 'sph_harm_y',
           'assoc_laguerre', 'lqn', 'lqmn', 'legendre_p', 'assoc_legendre_p', 'sph_legendre_p', 'jnp_zeros', 'y0_zeros', 'y1_zeros',
           'ynp_zeros', 'ai_zeros', 'bi_zeros', 'riccati_jn', 'riccati_yn', 'lmbda']


# ---- quadrature ----

def _degree(n, least=1):
    m = int(n)
    if n < least or n != m:
        raise ValueError('n must be a positive integer.' if least else 'n must be nonnegative.')
    return m


def _gauss(n, whole, diagonal, beside, value, slope, symmetric, mu):
    """Places and weights of the weight function whose integral is `whole`."""
    from scipy.linalg import eigvals_banded
    k = np.arange(n, dtype=float)
    bands = np.zeros((2, n))
    bands[0, 1:], bands[1] = beside(k[1:]), diagonal(k)
    x = eigvals_banded(bands, overwrite_a_band=True)
    y, dy = value(n, x), slope(n, x)
    x = x - y / dy
    before = value(n - 1, x)
    with np.errstate(divide='ignore'):
        scale = np.log(np.abs(before)), np.log(np.abs(dy))
    before = before / np.exp((scale[0].max() + scale[0].min()) / 2.0)
    dy = dy / np.exp((scale[1].max() + scale[1].min()) / 2.0)
    w = 1.0 / (before * dy)
    if symmetric:
        w, x = (w + w[::-1]) / 2, (x - x[::-1]) / 2
    w *= whole / w.sum()
    return (x, w, whole) if mu else (x, w)


def roots_jacobi(n, alpha, beta, mu=False):
    """Places and weights of Gauss's quadrature with the weight (1 - x)**alpha (1 + x)**beta on [-1, 1]; with mu its integral, too.
    Raises ValueError for n below 1 and parameters of -1 or less.

    >>> special.roots_jacobi(1, 0, 0)
    (array([0.]), array([2.]))
    """
    m = _degree(n)
    if alpha <= -1 or beta <= -1:
        raise ValueError('alpha and beta must be greater than -1.')
    if alpha == 0.0 and beta == 0.0:
        return roots_legendre(m, mu)
    if alpha == beta:
        return roots_gegenbauer(m, alpha + 0.5, mu)
    if alpha + beta <= 1000:
        whole = 2.0 ** (alpha + beta + 1) * special.beta(alpha + 1, beta + 1)
    else:
        whole = np.exp((alpha + beta + 1) * np.log(2.0) + special.betaln(alpha + 1, beta + 1))
    total = alpha + beta
    with np.errstate(divide='ignore', invalid='ignore'):
        diagonal = (lambda k: np.where(k == 0, (beta - alpha) / (2 + total), 0.0)) if total == 0.0 else \
            (lambda k: np.where(k == 0, (beta - alpha) / (2 + total), (beta * beta - alpha * alpha) / ((2.0 * k + total) * (2.0 * k + total + 2))))
        beside = lambda k: 2.0 / (2.0 * k + total) * np.sqrt((k + alpha) * (k + beta) / (2 * k + total + 1)) \
            * np.where(k == 1, 1.0, np.sqrt(np.maximum(k * (k + total) / (2.0 * k + total - 1), 0)))
        value = lambda degree, x: special.eval_jacobi(degree, alpha, beta, x)
        slope = lambda degree, x: 0.5 * (degree + total + 1) * special.eval_jacobi(degree - 1, alpha + 1, beta + 1, x)
        return _gauss(m, whole, diagonal, beside, value, slope, False, mu)


def roots_sh_jacobi(n, p1, q1, mu=False):
    """Places and weights with the weight (1 - x)**(p1 - q1) x**(q1 - 1) on [0, 1].

    >>> special.roots_sh_jacobi(1, 1, 1)
    (array([0.5]), array([1.]))
    """
    if p1 - q1 <= -1 or q1 <= 0:
        raise ValueError('(p - q) must be greater than -1, and q must be greater than 0.')
    x, w, m = roots_jacobi(n, p1 - q1, q1 - 1, True)
    scale = 2.0 ** p1
    x, w, m = (x + 1) / 2, w / scale, m / scale
    return (x, w, m) if mu else (x, w)


def roots_genlaguerre(n, alpha, mu=False):
    """Places and weights with the weight x**alpha exp(-x) on the positive numbers.

    >>> special.roots_genlaguerre(1, 0)
    (array([1.]), array([1.]))
    """
    m = _degree(n)
    if alpha < -1:
        raise ValueError('alpha must be greater than -1.')
    whole = special.gamma(alpha + 1)
    if m == 1:
        x, w = np.array([alpha + 1.0], 'd'), np.array([whole], 'd')
        return (x, w, whole) if mu else (x, w)
    value = lambda degree, x: special.eval_genlaguerre(degree, alpha, x)
    slope = lambda degree, x: (degree * special.eval_genlaguerre(degree, alpha, x) - (degree + alpha) * special.eval_genlaguerre(degree - 1, alpha, x)) / x
    return _gauss(m, whole, lambda k: 2 * k + alpha + 1, lambda k: -np.sqrt(k * (k + alpha)), value, slope, False, mu)


def roots_laguerre(n, mu=False):
    """Places and weights with the weight exp(-x) on the positive numbers.

    >>> special.roots_laguerre(1)
    (array([1.]), array([1.]))
    """
    return roots_genlaguerre(n, 0.0, mu=mu)


def _hermite_scaled(n, x, norm):
    """The polynomials times half their weight, so that high degrees do not overflow."""
    before, here = np.zeros_like(x), np.exp(-x * x / (4 if norm else 2)) * np.ones_like(x)
    for k in range(n):
        before, here = here, (x * here - math.sqrt(k) * before) / math.sqrt(k + 1) if norm else (x * math.sqrt(2 / (k + 1)) * here - math.sqrt(k / (k + 1)) * before)
    return before, here


def _roots_of_hermite(m, norm, whole, mu):
    from scipy.linalg import eigvals_banded
    bands = np.zeros((2, m))
    bands[0, 1:] = np.sqrt(np.arange(1.0, m)) * (1 if norm else math.sqrt(0.5))
    x = eigvals_banded(bands)
    for _ in range(2):
        before, here = _hermite_scaled(m, x, norm)
        with np.errstate(invalid='ignore', divide='ignore'):
            step = here / (before * math.sqrt(m) * (1 if norm else math.sqrt(2)))
        x = x - np.where(np.isfinite(step), step, 0)
    x = (x - x[::-1]) / 2
    before, _ = _hermite_scaled(m, x, norm)
    w = np.exp(-x * x / (2 if norm else 1)) / (before * before)
    w = (w + w[::-1]) / 2
    w *= whole / w.sum()
    return (x, w, whole) if mu else (x, w)


def roots_hermite(n, mu=False):
    """Places and weights with the weight exp(-x**2) on all numbers.

    >>> special.roots_hermite(1)[1].round(6)
    array([1.772454])
    """
    return _roots_of_hermite(_degree(n), False, math.sqrt(math.pi), mu)


def roots_hermitenorm(n, mu=False):
    """Places and weights with the weight exp(-x**2 / 2) on all numbers.

    >>> special.roots_hermitenorm(1)[1].round(6)
    array([2.506628])
    """
    return _roots_of_hermite(_degree(n), True, math.sqrt(2 * math.pi), mu)


def roots_gegenbauer(n, alpha, mu=False):
    """Places and weights with the weight (1 - x**2)**(alpha - 1/2) on [-1, 1].

    >>> special.roots_gegenbauer(1, 0.5)
    (array([0.]), array([2.]))
    """
    m = _degree(n)
    if alpha < -0.5:
        raise ValueError('alpha must be greater than -0.5.')
    if alpha == 0.0:
        return roots_chebyt(n, mu)
    if alpha <= 170:
        whole = math.sqrt(math.pi) * special.gamma(alpha + 0.5) / special.gamma(alpha + 1)
    else:
        inverse = 1.0 / alpha
        whole = math.sqrt(math.pi / alpha) * np.polyval([0.000207186, -0.00152206, -0.000640869, 0.00488281, 0.0078125, -0.125, 1.0], inverse)
    value = lambda degree, x: special.eval_gegenbauer(degree, alpha, x)
    slope = lambda degree, x: (-degree * x * special.eval_gegenbauer(degree, alpha, x)
                               + (degree + 2 * alpha - 1) * special.eval_gegenbauer(degree - 1, alpha, x)) / (1 - x ** 2)
    return _gauss(m, whole, lambda k: 0.0 * k, lambda k: np.sqrt(k * (k + 2 * alpha - 1) / (4 * (k + alpha) * (k + alpha - 1))), value, slope, True, mu)


def roots_legendre(n, mu=False):
    """Places and weights of Gauss's and Legendre's quadrature.

    >>> special.roots_legendre(1)
    (array([0.]), array([2.]))
    """
    value = special.eval_legendre
    slope = lambda degree, x: (-degree * x * special.eval_legendre(degree, x) + degree * special.eval_legendre(degree - 1, x)) / (1 - x ** 2)
    return _gauss(_degree(n), 2.0, lambda k: 0.0 * k, lambda k: k * np.sqrt(1.0 / (4 * k * k - 1)), value, slope, True, mu)


def roots_chebyt(n, mu=False):
    """Places and weights with the weight 1 / sqrt(1 - x**2) on [-1, 1].

    >>> special.roots_chebyt(1)[1].round(6)
    array([3.141593])
    """
    m = _degree(n)
    x = np.sin(np.pi / 2 * np.arange(-m + 1, m, 2) / m)
    w = np.full_like(x, np.pi / m)
    return (x, w, np.pi) if mu else (x, w)


def roots_chebyu(n, mu=False):
    """Places and weights with the weight sqrt(1 - x**2) on [-1, 1].

    >>> special.roots_chebyu(1)[1].round(6)
    array([1.570796])
    """
    count = _degree(n)
    angles = np.arange(count, 0, -1) * np.pi / (count + 1)
    result = [np.cos(angles), np.pi * np.sin(angles) ** 2 / (count + 1)]
    if mu:
        result.append(np.pi / 2)
    return tuple(result)


def _scaled(found, factor, mu):
    x, w, m = found
    x, w, m = x * factor, w * factor, m * factor
    return (x, w, m) if mu else (x, w)


def roots_chebyc(n, mu=False):
    """Places and weights with the weight 1 / sqrt(1 - (x / 2)**2) on [-2, 2].

    >>> special.roots_chebyc(1)[1].round(6)
    array([6.283185])
    """
    return _scaled(roots_chebyt(n, True), 2, mu)


def roots_chebys(n, mu=False):
    """Places and weights with the weight sqrt(1 - (x / 2)**2) on [-2, 2].

    >>> special.roots_chebys(1)[1].round(6)
    array([3.141593])
    """
    return _scaled(roots_chebyu(n, True), 2, mu)


def _shifted(found, mu, weight_share):
    x, w, m = found
    x, w, m = (x + 1) / 2, w * weight_share, m * weight_share
    return (x, w, m) if mu else (x, w)


def roots_sh_legendre(n, mu=False):
    """Places and weights of Legendre's quadrature on [0, 1].

    >>> special.roots_sh_legendre(1)
    (array([0.5]), array([1.]))
    """
    return _shifted(roots_legendre(n, True), mu, 0.5)


def roots_sh_chebyt(n, mu=False):
    """Places and weights with the weight 1 / sqrt(x - x**2) on [0, 1].

    >>> special.roots_sh_chebyt(1)[0].round(9)
    array([0.5])
    """
    return _shifted(roots_chebyt(n, True), mu, 1.0)


def roots_sh_chebyu(n, mu=False):
    """Places and weights with the weight sqrt(x - x**2) on [0, 1].

    >>> special.roots_sh_chebyu(1)[0].round(9)
    array([0.5])
    """
    return _shifted(roots_chebyu(n, True), mu, 0.25)


p_roots, t_roots, u_roots, c_roots, s_roots = roots_legendre, roots_chebyt, roots_chebyu, roots_chebyc, roots_chebys
j_roots, l_roots, la_roots, h_roots, he_roots = roots_jacobi, roots_laguerre, roots_genlaguerre, roots_hermite, roots_hermitenorm
cg_roots, ps_roots, ts_roots, us_roots, js_roots = roots_gegenbauer, roots_sh_legendre, roots_sh_chebyt, roots_sh_chebyu, roots_sh_jacobi


# ---- polynomials ----

class orthopoly1d(np.poly1d):
    """A polynomial that knows its zeros, its weight function and the interval on which it is orthogonal.

    >>> special.legendre(2).limits
    (-1, 1)
    """

    def __init__(self, roots, weights=None, hn=1.0, kn=1.0, wfunc=None, limits=None, monic=False, eval_func=None):
        equivalent = [weights[k] / wfunc(roots[k]) for k in range(len(roots))] if weights is not None else []
        size = math.sqrt(hn)
        if monic:
            evaluate = eval_func
            if evaluate:
                eval_func = lambda x, kn=kn, evaluate=evaluate: evaluate(x) / kn
            size, kn = size / abs(kn), 1.0
        polynomial = np.poly1d(roots, r=True)
        np.poly1d.__init__(self, polynomial.coeffs * float(kn))
        self.__dict__['weights'] = np.array(list(zip(roots, weights, equivalent))) if weights is not None else np.zeros((0, 3))
        self.__dict__['weight_func'], self.__dict__['limits'] = wfunc, limits
        self.__dict__['normcoef'], self.__dict__['_eval_func'] = size, eval_func

    def __call__(self, v):
        exact = None if isinstance(v, np.poly1d) else self.__dict__['_eval_func']
        return np.poly1d.__call__(self, v) if exact is None else exact(v)


def _polynomial(n, find, hn, kn, wfunc, limits, monic, evaluate):
    if n < 0:
        raise ValueError('n must be nonnegative.')
    x, w = (np.array([]), np.array([])) if n == 0 else find(n)[:2]
    return orthopoly1d(x, w, hn, kn, wfunc, limits, monic, evaluate)


def _check_kind(n):
    if n < 0:
        raise ValueError('n must be nonnegative.')


def jacobi(n, alpha, beta, monic=False):
    """Jacobi's polynomial.

    >>> special.jacobi(1, 0, 0)(0.5)
    np.float64(0.5)
    """
    _check_kind(n)
    total = alpha + beta + 1
    size = 2 ** total / (2 * n + total) * special.gamma(n + alpha + 1) * special.gamma(n + beta + 1) / (special.gamma(n + 1) * special.gamma(n + total)) \
        if n else 2 ** total * special.beta(alpha + 1, beta + 1)
    leading = special.gamma(2 * n + total) / 2.0 ** n / special.gamma(n + 1) / special.gamma(n + total) if n else 1.0
    return _polynomial(n, lambda m: roots_jacobi(m, alpha, beta), size, leading, lambda x: (1 - x) ** alpha * (1 + x) ** beta, (-1, 1), monic,
                       lambda x: special.eval_jacobi(n, alpha, beta, x))


def sh_jacobi(n, p, q, monic=False):
    """Jacobi's shifted polynomial.

    >>> special.sh_jacobi(1, 1, 1)(0.5)
    np.float64(0.0)
    """
    _check_kind(n)
    size = special.gamma(n + 1) * special.gamma(n + q) * special.gamma(n + p) * special.gamma(n + p - q + 1) / ((2 * n + p) * special.gamma(2 * n + p) ** 2) \
        if n else 1.0
    return _polynomial(n, lambda m: roots_sh_jacobi(m, p, q), size, 1.0, lambda x: (1 - x) ** (p - q) * x ** (q - 1), (0, 1), monic,
                       lambda x: special.eval_sh_jacobi(n, p, q, x))


def genlaguerre(n, alpha, monic=False):
    """The generalised Laguerre polynomial.

    >>> special.genlaguerre(1, 0)(0.5)
    np.float64(0.5)
    """
    if alpha <= -1:
        raise ValueError('alpha must be > -1')
    _check_kind(n)
    return _polynomial(n, lambda m: roots_genlaguerre(m, alpha), special.gamma(n + alpha + 1) / special.gamma(n + 1), (-1) ** n / special.gamma(n + 1),
                       lambda x: np.exp(-x) * x ** alpha, (0, np.inf), monic, lambda x: special.eval_genlaguerre(n, alpha, x))


def laguerre(n, monic=False):
    """Laguerre's polynomial.

    >>> special.laguerre(1)(0.5)
    np.float64(0.5)
    """
    return _polynomial(n, roots_laguerre, 1.0, (-1) ** n / special.gamma(n + 1), lambda x: np.exp(-x), (0, np.inf), monic, lambda x: special.eval_laguerre(n, x))


def hermite(n, monic=False):
    """Hermite's polynomial of the physicists.

    >>> special.hermite(1)(0.5).round(9)
    np.float64(1.0)
    """
    return _polynomial(n, roots_hermite, 2 ** n * special.gamma(n + 1) * math.sqrt(math.pi), 2 ** n, lambda x: np.exp(-x * x), (-np.inf, np.inf), monic,
                       lambda x: special.eval_hermite(n, x))


def hermitenorm(n, monic=False):
    """Hermite's polynomial of the probabilists.

    >>> special.hermitenorm(1)(0.5)
    np.float64(0.5)
    """
    return _polynomial(n, roots_hermitenorm, math.sqrt(2 * math.pi) * special.gamma(n + 1), 1.0, lambda x: np.exp(-x * x / 2.0), (-np.inf, np.inf), monic,
                       lambda x: special.eval_hermitenorm(n, x))


def gegenbauer(n, alpha, monic=False):
    """Gegenbauer's polynomial.

    >>> special.gegenbauer(1, 1)(0.5)
    np.float64(1.0)
    """
    if not (alpha > -0.5 and np.isfinite(alpha)):
        raise ValueError('`alpha` must be a finite number greater than -1/2')
    made = jacobi(n, alpha - 0.5, alpha - 0.5, monic=monic)
    if n and not monic:  # it is Jacobi's but for a factor
        gamma = special.gamma
        by = gamma(n + 2 * alpha) * gamma(0.5 + alpha) / gamma(2 * alpha) / gamma(n + alpha + 0.5)
        np.poly1d.__init__(made, made.coeffs * by)
        inside = made.__dict__
        inside['normcoef'] *= by
        inside['_eval_func'] = lambda x: special.eval_gegenbauer(float(n), alpha, x)
    return made


def chebyt(n, monic=False):
    """Chebyshev's polynomial of the first kind.

    >>> special.chebyt(1)(0.5)
    np.float64(0.5)
    """
    return _polynomial(n, roots_chebyt, math.pi / 2 if n else math.pi, 2 ** (n - 1) if n else 1.0, lambda x: 1.0 / np.sqrt(1 - x * x), (-1, 1), monic,
                       lambda x: special.eval_chebyt(n, x))


def chebyu(n, monic=False):
    """Chebyshev's polynomial of the second kind.

    >>> special.chebyu(1)(0.5)
    np.float64(1.0)
    """
    return _polynomial(n, roots_chebyu, math.pi / 2, 2.0 ** n, lambda x: np.sqrt(1 - x * x), (-1, 1), monic, lambda x: special.eval_chebyu(n, x))


def chebyc(n, monic=False):
    """Chebyshev's polynomial 2 T(x / 2).

    >>> special.chebyc(1)(0.5)
    np.float64(0.5)
    """
    made = _polynomial(n, roots_chebyc, 4 * math.pi * ((n == 0) + 1), 1.0, lambda x: 1.0 / np.sqrt(1 - x * x / 4.0), (-2, 2), monic,
                       lambda x: special.eval_chebyc(n, x))
    if not monic:
        scale = 2.0 / np.polyval(made.coeffs, 2)
        np.poly1d.__init__(made, made.coeffs * scale)
    return made


def chebys(n, monic=False):
    """Chebyshev's polynomial U(x / 2).

    >>> special.chebys(1)(0.5)
    np.float64(0.5)
    """
    made = _polynomial(n, roots_chebys, math.pi, 1.0, lambda x: np.sqrt(1 - x * x / 4.0), (-2, 2), monic, lambda x: special.eval_chebys(n, x))
    if not monic:
        np.poly1d.__init__(made, made.coeffs * ((n + 1.0) / np.polyval(made.coeffs, 2)))
    return made


def legendre(n, monic=False):
    """Legendre's polynomial.

    >>> special.legendre(2)(1.0)
    np.float64(1.0)
    """
    leading = special.gamma(2 * n + 1) / special.gamma(n + 1) ** 2 / 2.0 ** n
    return _polynomial(n, roots_legendre, 2.0 / (2 * n + 1), leading, lambda x: 1.0, (-1, 1), monic, lambda x: special.eval_legendre(n, x))


def sh_legendre(n, monic=False):
    """Legendre's polynomial of 2x - 1.

    >>> special.sh_legendre(1)(1.0)
    np.float64(1.0)
    """
    return _polynomial(n, roots_sh_legendre, 1.0 / (2 * n + 1.0), special.gamma(2 * n + 1) / special.gamma(n + 1) ** 2, lambda x: 0.0 * x + 1.0, (0, 1), monic,
                       lambda x: special.eval_sh_legendre(n, x))


def sh_chebyt(n, monic=False):
    """Chebyshev's polynomial of the first kind of 2x - 1.

    >>> special.sh_chebyt(1)(1.0).round(9)
    np.float64(1.0)
    """
    base = sh_jacobi(n, 0.0, 0.5, monic=monic)
    if not monic:
        np.poly1d.__init__(base, base.coeffs * (4.0 ** n / 2.0 if n > 0 else 1.0))
        base.__dict__['_eval_func'] = lambda x: special.eval_sh_chebyt(n, x)
    return base


def sh_chebyu(n, monic=False):
    """Chebyshev's polynomial of the second kind of 2x - 1.

    >>> special.sh_chebyu(1)(1.0).round(9)
    np.float64(2.0)
    """
    base = sh_jacobi(n, 2.0, 1.5, monic=monic)
    if not monic:
        np.poly1d.__init__(base, base.coeffs * 4.0 ** n)
        base.__dict__['_eval_func'] = lambda x: special.eval_sh_chebyu(n, x)
    return base


# ---- numbers ----

def _exact(n, k):
    """n (n - k) (n - 2k) ... as a Python int; 1 for 0, 0 for negative n."""
    return 0 if n < 0 else math.prod(range(n, 0, -k)) if n else 1


def _exact_array(n, k):
    values = [_exact(int(value), k) for value in n.ravel()]
    most = max(values, default=0)
    dtype = np.int64 if most < 2 ** 63 else object
    return np.array(values, dtype=dtype).reshape(n.shape)


def _factorials(name, n, k, exact, extend, approximate):
    if extend not in ('zero', 'complex'):
        raise ValueError(f"argument `extend` must be either 'zero' or 'complex', received: {extend!r}")
    if exact and extend == 'complex':
        raise ValueError("Incompatible options: `exact=True` and `extend='complex'`")
    if np.ndim(n) == 0 and not isinstance(n, np.ndarray):
        if n is None or (isinstance(n, float) and math.isnan(n)) or (isinstance(n, np.floating) and np.isnan(n)):
            return np.nan if n is not None else _refuse(name, n)
        kind = np.asarray(n).dtype.kind
        if kind not in ('iuf' if extend == 'zero' else 'iufc'):
            _refuse(name, n)
        if exact:
            if kind not in 'iu':
                raise ValueError(f'`exact=True` only supports integers, cannot use data type {type(n)}')
            return _exact(int(n), k)
        if kind == 'f' and name != 'factorial' and extend == 'zero':
            _refuse_fraction(name)
        return approximate(n)[()] if extend == 'complex' or n >= 0 else np.float64(0.0)
    n = np.asarray(n)
    if n.size == 0:
        return n
    if n.dtype.kind not in ('iuf' if extend == 'zero' else 'iufc'):
        _refuse(name, n)
    if n.dtype.kind == 'f' and name != 'factorial' and extend == 'zero':
        _refuse_fraction(name)
    if exact:
        if n.dtype.kind not in 'iu':
            raise ValueError(f'`exact=True` only supports integers, cannot use data type {n.dtype}')
        return _exact_array(n, k)
    if extend == 'complex':
        return np.asarray(approximate(n))
    with np.errstate(invalid='ignore'):
        values = np.where(n < 0, 0.0, approximate(np.where(n < 0, 0, n)))
    return values.astype(n.dtype) if n.dtype.kind == 'f' else values


_PERMITTED = "\nPermitted data types are integers and floating point numbers, as well as complex numbers if `extend='complex' is passed."


def _refuse(name, n):
    if np.ndim(n) == 0 and not isinstance(n, np.ndarray):
        raise ValueError(f'Unsupported data type for `n` in {name}: {type(n)}' + _PERMITTED)
    raise ValueError(f'Unsupported data type for `n` in {name}: {np.asarray(n).dtype}' + _PERMITTED)


def _refuse_fraction(name):
    why = 'Additionally, it will rescale the values of the double factorial at even integers by a factor of sqrt(2/pi).' if name == 'factorial2' else \
        'Additionally, it will perturb the values of the multifactorial at most positive integers `n`.'
    raise ValueError("In order to use non-integer arguments, you must opt into this by passing `extend='complex'`. Note that this changes the result "
                     f'for all negative arguments (which by default return 0). {why}')


def factorial(n, exact=False, extend='zero'):
    """n!, as a float, or to all its digits with exact=True; extend='complex' takes complex and negative numbers as gamma(n + 1).

    >>> special.factorial(5, exact=True)
    120
    """
    return _factorials('factorial', n, 1, exact, extend, lambda v: special.gamma(np.asarray(v) + 1))


def _double_factorial(v):
    v = np.asarray(v)
    if v.dtype.kind == 'c':
        parity = np.power(2 / np.pi, (1 - np.cos(np.pi * v)) / 4)
    else:
        parity = np.where(v % 2 == 1, np.sqrt(2 / np.pi), 1.0)
        if v.dtype.kind == 'f':
            parity = np.power(2 / np.pi, (1 - np.cos(np.pi * v)) / 4)
    return np.power(2.0, v / 2) * special.gamma(v / 2 + 1) * parity


def factorial2(n, exact=False, extend='zero'):
    """The double factorial n!! = n (n - 2) (n - 4) ...

    >>> special.factorial2(7, exact=True)
    105
    """
    return _factorials('factorial2', n, 2, exact, extend, _double_factorial)


def factorialk(n, k, exact=False, extend='zero'):
    """The factorial in steps of k, n (n - k) (n - 2k) ...

    >>> special.factorialk(9, 3, exact=True)
    162
    """
    if not isinstance(k, (int, np.integer)) and exact or k < 1:
        raise ValueError(f"For `extend='zero'`, k must be a positive integer, received: {k!r}")

    def approximate(v):
        v = np.asarray(v)
        rest = v % k
        rest = np.where(rest == 0, k, rest)
        return np.power(float(k), (v - rest) / k) * special.gamma(v / k + 1) / special.gamma(rest / k + 1) * rest
    values = _factorials('factorialk', n, k, exact, extend, approximate)
    return np.where(np.asarray(n) == 0, 1.0, values)[()] if not exact and np.any(np.asarray(n) == 0) else values


def stirling2(N, K, *, exact=False):
    """Stirling's numbers of the second kind: ways to part N things into K heaps.

    >>> special.stirling2(4, 2)
    np.float64(7.0)
    """
    is_single = np.ndim(N) == 0 and np.ndim(K) == 0
    N, K = np.asarray(N), np.asarray(K)
    if N.dtype.kind not in 'iu':
        raise TypeError('Argument `N` must contain only integers')
    if K.dtype.kind not in 'iu':
        raise TypeError('Argument `K` must contain only integers')

    def number(n, k):
        if n < 0 or k < 0 or k > n:
            return 0
        return sum((-1) ** (k - i) * math.comb(k, i) * i ** n for i in range(k + 1)) // math.factorial(k)
    N, K = np.broadcast_arrays(N, K)
    values = [number(int(n), int(k)) for n, k in zip(N.ravel(), K.ravel())]
    if is_single:
        return values[0] if exact else np.float64(values[0])
    return np.array(values, dtype=object if exact else float).reshape(N.shape)


def bernoulli(n):
    """Bernoulli's numbers up to the n-th.

    >>> special.bernoulli(2).round(6)
    array([ 1.      , -0.5     ,  0.166667])
    """
    if not np.isscalar(n) or n < 0:
        raise ValueError('n must be a non-negative integer.')
    from fractions import Fraction
    numbers = [Fraction(1)]
    for m in range(1, max(int(n), 2) + 1):
        numbers.append(-sum((math.comb(m + 1, k) * numbers[k] for k in range(m)), Fraction(0)) / (m + 1))
    return np.array([float(b) for b in numbers[:int(n) + 1]])


def euler(n):
    """Euler's numbers up to the n-th.

    >>> special.euler(4)
    array([ 1.,  0., -1.,  0.,  5.])
    """
    if not np.isscalar(n) or n < 0:
        raise ValueError('n must be a non-negative integer.')
    numbers = [1, 0]
    for m in range(2, int(n) + 1):
        numbers.append(0 if m % 2 else -sum(math.comb(m, k) * numbers[k] for k in range(0, m, 2)))
    return np.array([float(e) for e in numbers[:int(n) + 1]])


def multigammaln(a, d):
    """The logarithm of the gamma function of d dimensions.

    >>> special.multigammaln(1.0, 1)
    np.float64(0.0)
    """
    values, least = np.asarray(a), 0.5 * (d - 1) if np.isscalar(d) else None
    if least is None or np.floor(d) != d:
        raise ValueError('d should be a positive integer (dimension)')
    if np.any(values <= least):
        raise ValueError(f'condition a ({values:f}) > 0.5 * (d-1) ({least:f}) not met')
    terms = [special.gammaln(values - place / 2) for place in range(d)]
    return d * (d - 1) * 0.25 * np.log(np.pi) + np.sum(terms, axis=0)


def softplus(x, **kwargs):
    """log(1 + exp(x)).

    >>> special.softplus(0.0).round(6)
    np.float64(0.693147)
    """
    return np.logaddexp(0, x, **kwargs)


# ---- Legendre's kind ----

def sph_harm_y(n, m, theta, phi, *, diff_n=0):
    """The spherical harmonic of degree n and order m at the polar angle theta and the azimuth phi.

    >>> special.sph_harm_y(0, 0, 0.0, 0.0)
    array(0.28209479+0.j)
    """
    if diff_n not in (0, 1, 2):
        raise ValueError(f'diff_n is currently only implemented for orders 0, 1, and 2, received: {diff_n}.')
    if diff_n:
        raise NotImplementedError('derivatives of spherical harmonics')
    values = sph_legendre_p(n, m, theta)[0]
    return np.asarray(values * np.exp(1j * np.asarray(m) * np.asarray(phi)))


def sph_legendre_p(n, m, theta, *, diff_n=0):
    """The associated Legendre function of cos(theta), scaled as spherical harmonics are.

    >>> special.sph_legendre_p(0, 0, 0.0).round(6)
    array([0.282095])
    """
    if diff_n:
        raise NotImplementedError('derivatives of Legendre functions')
    n, m, theta = np.broadcast_arrays(n, m, np.asarray(theta, dtype=float))
    size = np.abs(m)
    inside = (size <= n) & (n >= 0)
    n_safe, m_safe = np.where(inside, n, 0), np.where(inside, size, 0)
    scale = np.sqrt((2 * n_safe + 1) / (4 * np.pi)) * np.exp(0.5 * (special.gammaln(n_safe - m_safe + 1.0) - special.gammaln(n_safe + m_safe + 1.0)))
    values = scale * special.lpmv(m_safe, n_safe, np.cos(theta)) * np.where(np.sin(theta) < 0, (-1.0) ** m_safe, 1.0)
    return np.where(inside, np.where((m < 0) & (m_safe % 2 == 1), -values, values), 0.0)[np.newaxis]


def legendre_p(n, z, *, diff_n=0):
    """Legendre's polynomial; with diff_n also its first derivatives, along the first axis.

    >>> special.legendre_p(2, 1.0)
    array([1.])
    """
    if diff_n not in (0, 1, 2):
        raise ValueError(f'diff_n is currently only implemented for orders 0, 1, and 2, received: {diff_n}.')
    values = [special.eval_legendre(n, z)]
    n = np.asarray(n)
    if diff_n:
        values.append((n + 1) / 2 * special.eval_jacobi(np.maximum(n - 1, 0), 1, 1, z) * (n > 0))
    if diff_n == 2:
        values.append((n + 1) * (n + 2) / 4 * special.eval_jacobi(np.maximum(n - 2, 0), 2, 2, z) * (n > 1))
    return np.array(values)


def assoc_legendre_p(n, m, z, *, branch_cut=2, norm=False, diff_n=0):
    """The associated Legendre function of degree n and order m; with norm of unit length on [-1, 1].

    >>> special.assoc_legendre_p(1, 0, 0.5)
    array([0.5])
    """
    if diff_n:
        raise NotImplementedError('derivatives of Legendre functions')
    n, m, z = np.broadcast_arrays(n, m, np.asarray(z, dtype=float))
    values = np.where(np.abs(m) > n, 0.0, special.lpmv(np.where(np.abs(m) > n, 0, m), n, z))
    if norm:
        values = values * np.sqrt((2 * n + 1) / 2 * np.exp(special.gammaln(n - m + 1.0) - special.gammaln(n + m + 1.0)))
    return np.asarray(values)[np.newaxis]


def assoc_laguerre(x, n, k=0.0):
    """The generalised Laguerre polynomial of degree n.

    >>> special.assoc_laguerre(0.5, 1)
    np.float64(0.5)
    """
    return special.eval_genlaguerre(n, k, x)


def lqn(n, z):
    """Legendre functions of the second kind up to degree n, and their derivatives.

    >>> special.lqn(0, 0.5)[0].round(6)
    array([0.549306])
    """
    q, dq = lqmn(0, n, z)
    return q[0], dq[0]


def lqmn(m, n, z):
    """Associated Legendre functions of the second kind up to order m and degree n, and their derivatives, within (-1, 1) or beyond 1.

    >>> special.lqmn(0, 0, 0.5)[0].round(6)
    array([[0.549306]])
    """
    if not np.isscalar(m) or m < 0:
        raise ValueError('m must be a non-negative integer.')
    if not np.isscalar(n) or n < 0:
        raise ValueError('n must be a non-negative integer.')
    m, n = int(m), int(n)
    z = complex(z) if np.iscomplexobj(z) else float(z)
    inside = abs(z) < 1
    degrees = max(n, 1) + m + 2
    q = np.zeros((m + 2, degrees + 1), dtype=complex if isinstance(z, complex) else float)
    start = 0.5 * np.log((1 + z) / (1 - z)) if inside else 0.5 * np.log((z + 1) / (z - 1))
    if inside:
        q[0, 0], q[0, 1] = start, z * start - 1
        for k in range(2, degrees + 1):
            q[0, k] = ((2 * k - 1) * z * q[0, k - 1] - (k - 1) * q[0, k - 2]) / k
    else:  # downwards, where they are the smaller solution
        above, here = 0.0, 1e-300
        far = degrees + 60 + int(40 / max(abs(z) - 1, 0.01))
        values = [0.0] * (far + 2)
        values[far] = here
        for k in range(far, 0, -1):
            values[k - 1] = ((2 * k + 1) * z * values[k] - (k + 1) * values[k + 1]) / k
            if abs(values[k - 1]) > 1e200:
                values = [v * 1e-200 for v in values]
        scale = start / values[0]
        q[0, :] = np.array(values[:degrees + 1]) * scale
    root = np.sqrt(abs(1 - z * z)) if not isinstance(z, complex) else np.sqrt(1 - z * z if inside else z * z - 1)
    for order in range(m + 1):  # upwards in the order
        for k in range(degrees + 1 - order - 1):
            difference = (k - order) * z * q[order, k] - (k + order) * q[order, k - 1] if k else None
            if k:
                q[order + 1, k] = difference / root
            else:
                following = (k - order + 1) * q[order, k + 1] - (k + order + 1) * z * q[order, k]
                q[order + 1, k] = following / root
    slopes = np.zeros((m + 1, n + 1), dtype=q.dtype)
    for order in range(m + 1):
        for k in range(n + 1):
            slopes[order, k] = ((k - order + 1) * q[order, k + 1] - (k + 1) * z * q[order, k]) / (z * z - 1)
    return q[:m + 1, :n + 1], slopes


# ---- zeros ----

def _zeros_between(function, first, step, count, polish):
    zeros, x, before = [], first, float(function(first))
    while len(zeros) < count:
        after = float(function(x + step))
        if before * after < 0:
            low, high, at_low = x, x + step, before
            for _ in range(60):
                middle = (low + high) / 2
                value = float(function(middle))
                if value == 0:
                    low = high = middle
                    break
                if (value > 0) == (at_low > 0):
                    low = middle
                else:
                    high = middle
            zeros.append((low + high) / 2)
        x, before = x + step, after
    return np.array(zeros)


def _check_zeros(n, nt):
    if not (np.isscalar(n) and np.isscalar(nt)) or n != np.floor(n) or nt != np.floor(nt):
        raise ValueError('Arguments must be integers.')
    if nt <= 0:
        raise ValueError('nt must be positive')


def jnp_zeros(n, nt):
    """The first nt positive zeros of the derivative of jv(n, x).

    >>> special.jnp_zeros(1, 1).round(6)
    array([1.841184])
    """
    _check_zeros(n, nt)
    n = abs(int(n))
    return _zeros_between(lambda x: special.jvp(n, x), 0.5 if n < 2 else n * 0.99, 0.4, nt, None)


def ynp_zeros(n, nt):
    """The first nt positive zeros of the derivative of yv(n, x).

    >>> special.ynp_zeros(0, 1).round(6)
    array([2.197141])
    """
    _check_zeros(n, nt)
    n = abs(int(n))
    return _zeros_between(lambda x: special.yvp(n, x), max(0.5, n * 0.99), 0.4, nt, None)


def y0_zeros(nt, complex=False):
    """The first nt zeros of yv(0, x), and the derivatives there.

    >>> special.y0_zeros(1)[0].real.round(6)
    array([0.893577])
    """
    return _zeros_of_second_kind(nt, complex, 0)


def y1_zeros(nt, complex=False):
    """The first nt zeros of yv(1, x), and the derivatives there.

    >>> special.y1_zeros(1)[0].real.round(6)
    array([2.197141])
    """
    return _zeros_of_second_kind(nt, complex, 1)


def _zeros_of_second_kind(nt, complex, order):
    if not np.isscalar(nt) or np.floor(nt) != nt or nt <= 0:
        raise ValueError('Arguments must be scalar positive integer.')
    if complex:
        raise NotImplementedError('complex zeros')
    zeros = special.yn_zeros(order, nt)
    slopes = special.yv(1, zeros) if order == 0 else special.yv(0, zeros) - special.yv(1, zeros) / zeros
    return zeros + 0j, slopes + 0j


def _airy_zeros(nt, place):
    if not np.isscalar(nt) or np.floor(nt) != nt or nt <= 0:
        raise ValueError('nt must be a positive integer scalar.')
    function = lambda part: lambda x: special.airy(-x)[part]
    zeros = -_zeros_between(function(place), 0.1, 0.1, nt, None)
    slope_zeros = -_zeros_between(function(place + 1), 0.1, 0.1, nt, None)
    return zeros, slope_zeros, special.airy(slope_zeros)[place], special.airy(zeros)[place + 1]


def ai_zeros(nt):
    """The first nt zeros of Ai and of its derivative, Ai at the latter, its derivative at the former.

    >>> special.ai_zeros(1)[0].round(6)
    array([-2.338107])
    """
    return _airy_zeros(nt, 0)


def bi_zeros(nt):
    """The first nt zeros of Bi and of its derivative, Bi at the latter, its derivative at the former.

    >>> special.bi_zeros(1)[0].round(6)
    array([-1.173713])
    """
    return _airy_zeros(nt, 2)


def riccati_jn(n, x):
    """x j(x) of all orders to n, and the derivatives (Riccati).

    >>> special.riccati_jn(0, 1.0)[0].round(6)
    array([0.841471])
    """
    k = np.arange(int(n) + 1)
    values, slopes = special.spherical_jn(k, x), special.spherical_jn(k, x, derivative=True)
    return x * values, values + x * slopes


def riccati_yn(n, x):
    """x y(x) of all orders to n, and the derivatives (Riccati).

    >>> special.riccati_yn(0, 1.0)[0].round(6)
    array([-0.540302])
    """
    k = np.arange(int(n) + 1)
    values, slopes = special.spherical_yn(k, x), special.spherical_yn(k, x, derivative=True)
    return x * values, values + x * slopes


def lmbda(v, x):
    """Jahnke's and Emden's lambda functions gamma(v + 1) (2 / x)**v jv(v, x) of orders up to v, and the derivatives.

    >>> special.lmbda(0, 0.5)[0].round(6)
    array([0.93847])
    """
    if not (np.isscalar(v) and np.isscalar(x)):
        raise ValueError('arguments must be scalars.')
    if v < 0:
        raise ValueError('argument must be > 0.')
    orders = v - int(v) + np.arange(max(int(v), 1) + 1)
    values = special.gamma(orders + 1) * (2.0 / x) ** orders * special.jv(orders, x)
    slopes = -x / (2 * (orders + 1)) * special.gamma(orders + 2) * (2.0 / x) ** (orders + 1) * special.jv(orders + 1, x)
    return values[:int(v) + 1], slopes[:int(v) + 1]
