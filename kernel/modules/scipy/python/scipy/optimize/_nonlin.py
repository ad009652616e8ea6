"""Roots of large systems by quasi-Newton and inexact Newton methods: Broyden's two updates (1965; kept as a
sum of terms of rank one), Anderson's mixing (Eyert, 1996), diagonal mixings, and Newton's method whose linear
systems a Krylov method solves (Knoll and Keyes, Jacobian-free Newton-Krylov methods, 2004); the accuracy of
these solutions after Eisenstat and Walker (1996)."""

import inspect
import sys
import warnings

import numpy as np
from scipy.optimize._line_search import armijo, more_thuente
from scipy.optimize._result import OptimizeResult, tell_unknown

__all__ = ['NoConvergence', 'BroydenFirst', 'InverseJacobian', 'KrylovJacobian', 'broyden1', 'broyden2',
           'anderson', 'linearmixing',
           'diagbroyden', 'excitingmixing', 'newton_krylov']


class NoConvergence(Exception):
    """No root was found in the number of iterations allowed; the argument is the last place."""

    __module__ = 'scipy.optimize'


def _largest(x):
    return np.absolute(x).max()


def _norm(x):
    if not np.isfinite(x).all():
        raise ValueError('array must not contain infs or NaNs')
    return float(np.linalg.norm(x))


class _Jacobian:
    """What is known of a Jacobian. A kind gives solve(f, tol), and _setup and _update where it keeps
    something.
    """

    def setup(self, x, f, func):
        """Begin at x, where the function's value is f."""
        self.func, self.shape, self.dtype = func, (f.size, x.size), f.dtype
        self.last_x, self.last_f = x, f
        self._setup(x, f)

    def update(self, x, f):
        """The value at the next place is f."""
        dx, df = x - self.last_x, f - self.last_f
        self._update(x, f, dx, df, _norm(dx), _norm(df))
        self.last_x, self.last_f = x, f

    def _setup(self, x, f):
        if getattr(self, 'alpha', 1.0) is None:
            size = _norm(f)
            self.alpha = 0.5 * max(_norm(x), 1) / size if size else 1.0

    def _update(self, x, f, dx, df, dx_norm, df_norm):
        pass


class _Terms:
    """alpha times the identity, and a sum of terms c d' ."""

    def __init__(self, alpha):
        self.alpha, self.cs, self.ds = alpha, [], []

    def multiply(self, v, turned=False):
        """The product with a vector; turned: of the conjugate transpose."""
        left, right = (self.ds, self.cs) if turned else (self.cs, self.ds)
        result = self.alpha * v
        for c, d in zip(left, right):
            result = result + np.vdot(d, v) * c
        return result

    def drop_all(self, rank):
        if len(self.cs) > rank:
            del self.cs[:], self.ds[:]

    def drop_oldest(self, rank):
        while len(self.cs) > rank:
            del self.cs[0], self.ds[0]

    def drop_smallest(self, rank, to_retain=None):
        """Keep the largest singular values of the sum."""
        if not self.cs:
            return
        most = min(rank, len(self.cs[0]))
        kept = max(0, min(rank - 2 if to_retain is None else to_retain, most - 1))
        if len(self.cs) < most:
            return
        d, r = np.linalg.qr(np.array(self.ds).T)
        c = np.array(self.cs).T @ r.T.conj()
        _, s, wh = np.linalg.svd(c, full_matrices=False)
        c, d = c @ np.linalg.inv(wh), d @ wh.T.conj()
        self.cs, self.ds = [c[:, k].copy() for k in range(kept)], [d[:, k].copy() for k in range(kept)]


class BroydenFirst(_Jacobian):
    """Broyden's first ("good") approximation, kept as its inverse."""

    def __init__(self, alpha=None, reduction_method='restart', max_rank=None):
        self.alpha, self.max_rank = alpha, np.inf if max_rank is None else max_rank
        more = ()
        if not isinstance(reduction_method, str):
            reduction_method, more = reduction_method[0], tuple(reduction_method[1:])
        ways = {'svd': 'drop_smallest', 'simple': 'drop_oldest', 'restart': 'drop_all'}
        if reduction_method not in ways:
            raise ValueError(f"Unknown rank reduction method '{reduction_method}'")
        self._reduce = lambda: getattr(self.terms, ways[reduction_method])(self.max_rank - 1, *more)

    def _setup(self, x, f):
        super()._setup(x, f)
        self.terms = _Terms(-self.alpha)

    def solve(self, f, tol=0):
        """The step whose change of the function is f."""
        if not np.isfinite(step := self.terms.multiply(f)).all():
            self._begin_anew()
            step = self.terms.multiply(f)
        return step

    def _begin_anew(self):
        self.setup(self.last_x, self.last_f, self.func)

    def matvec(self, f):
        """The product of the Jacobian with a vector."""
        return np.linalg.solve(self._inverse(), f)

    def todense(self):
        """The whole Jacobian."""
        return np.linalg.inv(self._inverse())

    def _inverse(self):
        return np.array([self.terms.multiply(row) for row in np.eye(self.shape[0], dtype=self.dtype)]).T

    def _update(self, x, f, dx, df, dx_norm, df_norm):
        self._reduce()
        v = self.terms.multiply(dx, turned=True)
        c = dx - self.terms.multiply(df)
        self.terms.cs.append(c)
        self.terms.ds.append(v / np.vdot(df, v))


class BroydenSecond(BroydenFirst):
    """Broyden's second ("bad") approximation."""

    def _update(self, x, f, dx, df, dx_norm, df_norm):
        self._reduce()
        self.terms.cs.append(dx - self.terms.multiply(df))
        self.terms.ds.append(df / df_norm ** 2)


class Anderson(_Jacobian):
    """The step that would have been best among the last M."""

    def __init__(self, alpha=None, w0=0.01, M=5):
        self.alpha, self.w0, self.M, self.dx, self.df = alpha, w0, M, [], []

    def solve(self, f, tol=0):
        """The step whose change of the function is f."""
        step = -self.alpha * f
        if not self.dx:
            return step
        try:
            shares = np.linalg.solve(self.a, np.array([np.vdot(df, f) for df in self.df]))
        except np.linalg.LinAlgError:
            del self.dx[:], self.df[:]
            return step
        for share, dx, df in zip(shares, self.dx, self.df):
            step = step + share * (dx + self.alpha * df)
        return step

    def _update(self, x, f, dx, df, dx_norm, df_norm):
        if self.M == 0:
            return
        self.dx.append(dx)
        self.df.append(df)
        del self.dx[:-self.M], self.df[:-self.M]
        rows = np.array(self.df)
        self.a = rows.conj() @ rows.T
        self.a[np.diag_indices(len(rows))] *= 1 + self.w0 ** 2


class DiagBroyden(_Jacobian):
    """The diagonal of Broyden's first approximation."""

    def __init__(self, alpha=None):
        self.alpha = alpha

    def _setup(self, x, f):
        super()._setup(x, f)
        self.d = np.full(self.shape[0], 1 / self.alpha, dtype=self.dtype)

    def solve(self, f, tol=0):
        """The step whose change of the function is f."""
        return -f / self.d

    def _update(self, x, f, dx, df, dx_norm, df_norm):
        self.d = self.d - (df + self.d * dx) * dx / dx_norm ** 2


class LinearMixing(_Jacobian):
    """A number."""

    def __init__(self, alpha=None):
        self.alpha = alpha

    def solve(self, f, tol=0):
        """The step whose change of the function is f."""
        return -f * self.alpha


class ExcitingMixing(_Jacobian):
    """A diagonal that grows where the function keeps its sign."""

    def __init__(self, alpha=None, alphamax=1.0):
        self.alpha, self.alphamax = alpha, alphamax

    def _setup(self, x, f):
        super()._setup(x, f)
        self.beta = np.full(self.shape[0], self.alpha, dtype=self.dtype)

    def solve(self, f, tol=0):
        """The step whose change of the function is f."""
        return -f * self.beta

    def _update(self, x, f, dx, df, dx_norm, df_norm):
        grows = f * self.last_f > 0
        self.beta = np.clip(np.where(grows, self.beta + self.alpha, self.alpha), 0, self.alphamax)


class InverseJacobian:
    """A Jacobian's inverse, as a preconditioner."""

    def __init__(self, jacobian):
        self.jacobian, self.matvec, self.update = jacobian, jacobian.solve, jacobian.update
        if hasattr(jacobian, 'setup'):
            self.setup = jacobian.setup

    @property
    def shape(self):
        """That of the Jacobian."""
        return self.jacobian.shape

    @property
    def dtype(self):
        """That of the Jacobian."""
        return self.jacobian.dtype


class KrylovJacobian(_Jacobian):
    """Products with the Jacobian by differences; a Krylov method solves with them."""

    def __init__(self, rdiff=None, method='lgmres', inner_maxiter=20, inner_M=None, outer_k=10, **kw):
        from scipy.sparse import linalg
        self.preconditioner, self.rdiff = inner_M, rdiff
        if isinstance(method, str) and method in ('bicgstab', 'gmres', 'lgmres', 'cgs', 'minres', 'tfqmr'):
            if not hasattr(linalg, method):
                raise NotImplementedError(f'scipy.sparse.linalg.{method} is not available in Cupola')
            self.method = getattr(linalg, method)
        else:
            self.method = method
        self.options = {'maxiter': inner_maxiter, 'M': inner_M}
        if self.method is linalg.gmres:
            self.options.update(restart=inner_maxiter, maxiter=1, atol=0)
        elif self.method in (linalg.bicgstab, linalg.cgs, getattr(linalg, 'tfqmr', None)):
            self.options['atol'] = 0
        elif self.method is linalg.lgmres:
            self.options.update(outer_k=outer_k, maxiter=1, outer_v=[], prepend_outer_v=True,
                                store_outer_Av=False, atol=0)
        if not callable(self.method):
            raise TypeError(f'{method!r} is not a callable object')
        known = inspect.signature(self.method).parameters
        for key, value in kw.items():
            if not key.startswith('inner_'):
                raise ValueError(f'Unknown parameter {key}')
            if key[6:] in known:
                self.options[key[6:]] = value
            else:
                warnings.warn(f"Option '{key}' is invalid for the inner method: {method}. It will be ignored."
                              'Please check inner method documentation for valid options.', UserWarning,
                              stacklevel=3)

    def _measure(self):
        self.omega = self.rdiff * max(1, _largest(self.last_x)) / max(1, _largest(self.last_f))

    def _setup(self, x, f):
        from scipy.sparse.linalg import LinearOperator
        if self.rdiff is None:
            self.rdiff = np.finfo(x.dtype).eps ** (1. / 2)
        self._measure()
        self.operator = LinearOperator(self.shape, matvec=self.matvec, dtype=self.dtype)
        if hasattr(self.preconditioner, 'setup'):
            self.preconditioner.setup(x, f, self.func)

    def matvec(self, v):
        """The product of the Jacobian with a vector."""
        length = _norm(v)
        if not length:
            return np.zeros_like(v)
        step = self.omega / length
        change = self.func(self.last_x + step * v) - self.last_f
        slope = change / step
        if np.isfinite(v).all() and not np.isfinite(slope).all():
            raise ValueError('Function returned non-finite results')
        return slope

    def solve(self, rhs, tol=0):
        """The step whose change of the function is rhs."""
        if 'rtol' in self.options:
            return self.method(self.operator, rhs, **self.options)[0]
        return self.method(self.operator, rhs, rtol=tol, **self.options)[0]

    def update(self, x, f):
        """The value at the next place is f."""
        self.last_x, self.last_f = x, f
        self._measure()
        if hasattr(self.preconditioner, 'update'):
            self.preconditioner.update(x, f)


JACOBIANS = {'broyden1': BroydenFirst, 'broyden2': BroydenSecond, 'anderson': Anderson,
             'linearmixing': LinearMixing,
             'diagbroyden': DiagBroyden, 'excitingmixing': ExcitingMixing, 'krylov': KrylovJacobian}


def _step(func, x, fx, dx, search):
    """How far to go along dx: (share, x, value, its norm)."""
    held = {'s': 0, 'value': fx, 'phi': _norm(fx) ** 2}
    start, scale = held['phi'], _norm(x) / _norm(dx)

    def squared(value):
        return float(np.linalg.norm(value)) ** 2 if np.isfinite(value).all() else np.inf

    def phi(s, keeps=True):
        if s == held['s']:
            return held['phi']
        value = func(x + s * dx)
        result = squared(value)
        if keeps:
            held.update(s=s, value=value, phi=result)
        return result

    def slope(s):
        ds = (abs(s) + scale + 1) * 1e-8
        return (phi(s + ds, False) - phi(s)) / ds

    if search == 'wolfe':
        first = slope(0)
        s, _ = more_thuente(phi, slope, 1.0, start, first, 1e-4, 0.9, 1e-2, 1e-2, 50)
    else:
        s, _ = armijo(phi, start, -start, least=1e-2)
    if s is None:
        s = 1.0
    x = x + s * dx
    value = held['value'] if s == held['s'] else func(x)
    return s, x, value, _norm(value)


class _Ends:
    """When a root is good enough."""

    def __init__(self, f_tol, f_rtol, x_tol, x_rtol, iterations, norm):
        self.f_tol = np.finfo(float).eps ** (1. / 3) if f_tol is None else f_tol
        self.f_rtol, self.x_tol, self.x_rtol = (np.inf if one is None else one for one in (f_rtol, x_tol,
                                                                                           x_rtol))
        self.iterations, self.norm, self.first, self.count = iterations, _largest if norm is None else norm, None, 0

    def check(self, f, x, dx):
        """0: go on, 1: a root, 2: the iterations that were asked for are done."""
        self.count += 1
        size = self.norm(f)
        if self.first is None:
            self.first = size
        if size == 0:
            return 1
        if self.iterations is not None:
            return 2 * (self.count > self.iterations)
        return int(size <= self.f_tol and size / self.f_rtol <= self.first
                   and self.norm(dx) <= self.x_tol and self.norm(dx) / self.x_rtol <= self.norm(x))


def solve(F, x0, jacobian, iter=None, verbose=False, maxiter=None, f_tol=None, f_rtol=None, x_tol=None,
          x_rtol=None, tol_norm=None,
          line_search='armijo', callback=None, full_output=False, raise_exception=True):
    """A root of F near x0, with steps of the Jacobian given."""
    ends = _Ends(f_tol, f_rtol, x_tol, x_rtol, iter, tol_norm)
    start = np.asarray(x0)
    if start.dtype.kind not in 'fc':
        start = start.astype(float)
    func = lambda z: _floats(F(z.reshape(start.shape))).flatten()
    x = start.flatten()
    dx = np.full_like(x, np.inf)
    value = func(x)
    size = _norm(value)
    jacobian.setup(x.copy(), value, func)
    if maxiter is None:
        maxiter = 100 * (x.size + 1) if iter is None else iter + 1
    if line_search is True:
        line_search = 'armijo'
    elif line_search is False:
        line_search = None
    if line_search not in (None, 'armijo', 'wolfe'):
        raise ValueError('Invalid line search')
    accuracy = 1e-3
    for n in range(maxiter):
        status = ends.check(value, x, dx)
        if status:
            break
        dx = -jacobian.solve(value, tol=min(accuracy, accuracy * size))
        if _norm(dx) == 0:
            raise ValueError('Jacobian inversion yielded zero vector. This indicates a bug in the Jacobian approximation.')
        if line_search:
            s, x, value, size_new = _step(func, x, value, dx, line_search)
        else:
            s, x = 1.0, x + dx
            value = func(x)
            size_new = _norm(value)
        jacobian.update(x.copy(), value)
        if callback:
            callback(x, value)
        reached = 0.9 * size_new ** 2 / size ** 2
        accuracy = min(0.9999, reached if 0.9 * accuracy ** 2 < 0.1 else max(reached, 0.9 * accuracy ** 2))
        size = size_new
        if verbose:
            sys.stdout.write(f'{n}:  |F(x)| = {ends.norm(value):g}; step {s:g}\n')
            sys.stdout.flush()
    else:
        if raise_exception:
            raise NoConvergence(_like(x, start))
        status = 2
    if not full_output:
        return _like(x, start)
    texts = {1: 'A solution was found at the specified tolerance.',
             2: 'The maximum number of iterations allowed has been reached.'}
    return _like(x, start), {'nit': ends.count, 'fun': value, 'status': status, 'success': status == 1,
                             'message': texts[status]}


def _floats(value):
    value = np.asarray(value)
    return value if value.dtype.kind in 'fc' else value.astype(float)


def _like(x, start):
    return x.reshape(start.shape)[()]


def root(fun, x0, args, name, callback, nit=None, disp=False, maxiter=None, ftol=None, fatol=None, xtol=None,
         xatol=None, tol_norm=None,
         line_search='armijo', jac_options=None, **unknown):
    """What `root` gives for these methods."""
    tell_unknown(unknown)
    calls = 0

    def counted(x):
        nonlocal calls
        calls += 1
        return fun(x, *args)

    x, info = solve(counted, x0, JACOBIANS[name](**(jac_options or {})), iter=nit, verbose=disp,
                    maxiter=maxiter, f_tol=fatol, f_rtol=ftol,
                    x_tol=xatol, x_rtol=xtol, tol_norm=tol_norm, line_search=line_search, callback=callback,
                    full_output=True,
                    raise_exception=False)
    result = OptimizeResult(x=x, method=name)
    result.update(info)
    result['nfev'] = calls
    return result


def broyden1(F, xin, iter=None, alpha=None, reduction_method='restart', max_rank=None, verbose=False,
             maxiter=None, f_tol=None, f_rtol=None,
             x_tol=None, x_rtol=None, tol_norm=None, line_search='armijo', callback=None, **kw):
    """A root of F, with Broyden's first approximation of the Jacobian.

    >>> optimize.broyden1(lambda x: x**2 - 4, [1.0]).round(4)
    array([2.])
    """
    return solve(F, xin, BroydenFirst(alpha, reduction_method, max_rank, **kw), iter, verbose, maxiter, f_tol,
                 f_rtol, x_tol, x_rtol,
                 tol_norm, line_search, callback)


def broyden2(F, xin, iter=None, alpha=None, reduction_method='restart', max_rank=None, verbose=False,
             maxiter=None, f_tol=None, f_rtol=None,
             x_tol=None, x_rtol=None, tol_norm=None, line_search='armijo', callback=None, **kw):
    """A root of F, with Broyden's second approximation of the Jacobian.

    >>> optimize.broyden2(lambda x: x**2 - 4, [1.0]).round(4)
    array([2.])
    """
    return solve(F, xin, BroydenSecond(alpha, reduction_method, max_rank, **kw), iter, verbose, maxiter,
                 f_tol, f_rtol, x_tol, x_rtol,
                 tol_norm, line_search, callback)


def anderson(F, xin, iter=None, alpha=None, w0=0.01, M=5, verbose=False, maxiter=None, f_tol=None,
             f_rtol=None, x_tol=None, x_rtol=None,
             tol_norm=None, line_search='armijo', callback=None, **kw):
    """A root of F, by Anderson's mixing of the last M steps.

    >>> optimize.anderson(lambda x: x**2 - 4, [1.0]).round(4)
    array([2.])
    """
    return solve(F, xin, Anderson(alpha, w0, M, **kw), iter, verbose, maxiter, f_tol, f_rtol, x_tol, x_rtol,
                 tol_norm, line_search, callback)


def linearmixing(F, xin, iter=None, alpha=None, verbose=False, maxiter=None, f_tol=None, f_rtol=None,
                 x_tol=None, x_rtol=None, tol_norm=None,
                 line_search='armijo', callback=None, **kw):
    """A root of F, with -1/alpha for the Jacobian.

    >>> optimize.linearmixing(lambda x: 2 - x, [1.0], alpha=-0.5).round(4)
    array([2.])
    """
    return solve(F, xin, LinearMixing(alpha, **kw), iter, verbose, maxiter, f_tol, f_rtol, x_tol, x_rtol,
                 tol_norm, line_search, callback)


def diagbroyden(F, xin, iter=None, alpha=None, verbose=False, maxiter=None, f_tol=None, f_rtol=None,
                x_tol=None, x_rtol=None, tol_norm=None,
                line_search='armijo', callback=None, **kw):
    """A root of F, with the diagonal of Broyden's approximation.

    >>> optimize.diagbroyden(lambda x: x**2 - 4, [1.0]).round(4)
    array([2.])
    """
    return solve(F, xin, DiagBroyden(alpha, **kw), iter, verbose, maxiter, f_tol, f_rtol, x_tol, x_rtol,
                 tol_norm, line_search, callback)


def excitingmixing(F, xin, iter=None, alpha=None, alphamax=1.0, verbose=False, maxiter=None, f_tol=None,
                   f_rtol=None, x_tol=None, x_rtol=None,
                   tol_norm=None, line_search='armijo', callback=None, **kw):
    """A root of F, with a diagonal that is tuned as it goes.

    >>> optimize.excitingmixing(lambda x: x - 2, [1.0], alpha=-0.5, alphamax=0).round(4)
    array([2.])
    """
    return solve(F, xin, ExcitingMixing(alpha, alphamax, **kw), iter, verbose, maxiter, f_tol, f_rtol, x_tol,
                 x_rtol, tol_norm, line_search,
                 callback)


def newton_krylov(F, xin, iter=None, rdiff=None, method='lgmres', inner_maxiter=20, inner_M=None, outer_k=10,
                  verbose=False, maxiter=None,
                  f_tol=None, f_rtol=None, x_tol=None, x_rtol=None, tol_norm=None, line_search='armijo',
                  callback=None, **kw):
    """A root of F, by Newton's method whose linear systems a Krylov method solves.

    >>> optimize.newton_krylov(lambda x: x**2 - 4, [1.0]).round(4)
    array([2.])
    """
    return solve(F, xin, KrylovJacobian(rdiff, method, inner_maxiter, inner_M, outer_k, **kw), iter, verbose,
                 maxiter, f_tol, f_rtol, x_tol,
                 x_rtol, tol_norm, line_search, callback)
