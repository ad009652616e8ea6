"""Ordinary differential equations from initial values: explicit Runge and Kutta methods (orders 3, 5, 8) and, for stiff ones, the
implicit method Radau IIA of order 5 (Hairer and Wanner, 1996) and backward differences (Shampine and Reichelt, 1997)."""

import warnings

import numpy as np
from scipy.integrate import _numbers
from scipy.linalg import lu_factor, lu_solve
from scipy.optimize import OptimizeResult, brentq

__all__ = ['solve_ivp', 'odeint', 'OdeSolution']

EPS = np.finfo(float).eps


def _norm(x):
    return np.linalg.norm(x) / x.size ** 0.5


def _first_step(fun, t0, y0, t_bound, longest, f0, direction, order, rtol, atol):
    if y0.size == 0:
        return np.inf
    span = abs(t_bound - t0)
    if span == 0.0:
        return 0.0
    scale = atol + np.abs(y0) * rtol
    d0, d1 = _norm(y0 / scale), _norm(f0 / scale)
    h0 = min(1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1, span)
    f1 = fun(t0 + h0 * direction, y0 + h0 * direction * f0)
    d2 = _norm((f1 - f0) / scale) / h0
    h1 = max(1e-6, h0 * 1e-3) if d1 <= 1e-15 and d2 <= 1e-15 else (0.01 / max(d1, d2)) ** (1 / (order + 1))
    return min(100 * h0, h1, span, longest)


class _Solver:
    """A solution that goes on by a step at a time."""

    njev = nlu = 0

    def __init__(self, fun, t0, y0, t_bound, rtol, atol, max_step, first_step, jac=None):
        self.t, self.y, self.t_bound, self.max_step = t0, y0, t_bound, max_step
        self.nfev = 0
        self.plain = fun
        self.direction = np.sign(t_bound - t0) if t_bound != t0 else 1.0
        self.rtol, self.atol, self.jac = rtol, atol, jac
        self.t_old = None
        self.f = self.fun(t0, y0)
        if first_step is None:
            self.h = _first_step(self.fun, t0, y0, t_bound, max_step, self.f, self.direction, self.order, rtol, atol)
        else:
            if first_step <= 0:
                raise ValueError('`first_step` must be positive.')
            if first_step > abs(t_bound - t0):
                raise ValueError('`first_step` exceeds bounds.')
            self.h = first_step

    def fun(self, t, y):
        self.nfev += 1
        return self.plain(t, y)

    def shortest(self):
        return 10 * np.abs(np.nextafter(self.t, self.direction * np.inf) - self.t)


class _Explicit(_Solver):
    def step(self):
        """Go on; false: the step would be too small."""
        t, y = self.t, self.y
        least = self.shortest()
        h = self.max_step if self.h > self.max_step else least if self.h < least else self.h
        rejected = False
        while True:
            if h < least:
                return False
            signed = h * self.direction
            t_new = t + signed
            if self.direction * (t_new - self.t_bound) > 0:
                t_new = self.t_bound
            signed = t_new - t
            h = np.abs(signed)
            stages = np.empty((len(self.B) + 1 + self.extra, len(y)), y.dtype)
            stages[0] = self.f
            for s in range(1, len(self.B)):
                row = self.A[s]
                stages[s] = self.fun(t + self.C[s] * signed, y + np.dot(stages[:s].T, row[:s]) * signed)
            count = len(self.B)
            y_new = y + signed * np.dot(stages[:count].T, self.B)
            f_new = self.fun(t + signed, y_new)
            stages[count] = f_new
            scale = self.atol + np.maximum(np.abs(y), np.abs(y_new)) * self.rtol
            error = self.error(stages, signed, scale)
            if error < 1:
                factor = 10 if error == 0 else min(10, 0.9 * error ** self.exponent)
                if rejected:
                    factor = min(1, factor)
                h *= factor
                break
            h *= max(0.2, 0.9 * error ** self.exponent)
            rejected = True
        self.stages, self.length = stages, signed
        self.t_old, self.y_old = t, y
        self.t, self.y, self.f, self.h = t_new, y_new, f_new, h
        return True

    extra = 0

    def error(self, stages, h, scale):
        return _norm(np.dot(stages.T, self.E) * h / scale)

    def dense(self):
        """The solution within the last step as a function."""
        t_old, h, y_old, q = self.t_old, self.t - self.t_old, self.y_old, self.stages.T.dot(self.P)

        def at(t):
            x = (np.asarray(t) - t_old) / h
            powers = np.cumprod(np.tile(x, (q.shape[1],) + (1,) * x.ndim), axis=0)
            value = h * np.dot(q, powers)
            return value + (y_old if x.ndim == 0 else y_old[:, None])

        return at


class _RK23(_Explicit):
    order, exponent = 2, -1 / 3
    C = np.array([0, 1 / 2, 3 / 4])
    A = np.array([[0, 0, 0], [1 / 2, 0, 0], [0, 3 / 4, 0]])
    B = np.array([2 / 9, 1 / 3, 4 / 9])
    E = np.array([5 / 72, -1 / 12, -1 / 9, 1 / 8])
    P = np.array([[1, -4 / 3, 5 / 9], [0, 1, -2 / 3], [0, 4 / 3, -8 / 9], [0, -1, 1]])


class _RK45(_Explicit):
    order, exponent = 4, -1 / 5
    C = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1])
    A = np.array([[0, 0, 0, 0, 0], [1 / 5, 0, 0, 0, 0], [3 / 40, 9 / 40, 0, 0, 0], [44 / 45, -56 / 15, 32 / 9, 0, 0],
                  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0], [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656]])
    B = np.array([35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84])
    E = np.array([-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40])
    P = np.array([[1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432], [0, 0, 0, 0],
                  [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
                  [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
                  [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
                  [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
                  [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423]])


def _square(rows, width):
    table = np.zeros((len(rows), width))
    for i, row in enumerate(rows):
        table[i, :len(row)] = row
    return table


class _DOP853(_Explicit):
    order, exponent, extra = 7, -1 / 8, 3
    A, C, B = _square(_numbers.A, 16), np.array(_numbers.C), np.array(_numbers.B)
    E3, E5, D = np.array(_numbers.E3), np.array(_numbers.E5), np.array(_numbers.D)

    def error(self, stages, h, scale):
        stages = stages[:13]
        e5, e3 = np.linalg.norm(stages.T.dot(self.E5) / scale) ** 2, np.linalg.norm(stages.T.dot(self.E3) / scale) ** 2
        if e5 == 0 and e3 == 0:
            return 0.0
        return np.abs(h) * e5 / np.sqrt((e5 + 0.01 * e3) * len(scale))

    def dense(self):
        stages, h, t_old, y_old = self.stages, self.length, self.t_old, self.y_old
        for s in range(13, 16):
            stages[s] = self.fun(t_old + self.C[s] * h, y_old + np.dot(stages[:s].T, self.A[s][:s]) * h)
        f = np.empty((7, len(y_old)), y_old.dtype)
        change = self.y - y_old
        f[0], f[1], f[2] = change, h * stages[0] - change, 2 * change - h * (self.f + stages[0])
        f[3:] = h * np.dot(self.D, stages)

        def at(t):
            x = (np.asarray(t) - t_old) / h
            shape = x.shape
            x = x.reshape(-1, 1)
            y = np.zeros((len(x), len(y_old)), y_old.dtype)
            for i, part in enumerate(f[::-1]):
                y = (y + part) * (x if i % 2 == 0 else 1 - x)
            y = y + y_old
            return y[0] if shape == () else y.T

        return at


def _full(matrix, kind):
    return np.atleast_2d(np.asarray(matrix.toarray() if hasattr(matrix, 'toarray') else matrix, dtype=kind))


class _Implicit(_Solver):
    """A solver that needs the slopes' own slopes."""

    def jacobian(self, t, y, f):
        if self.jac is not None and not callable(self.jac):
            return _full(self.jac, y.dtype)
        self.njev += 1
        if callable(self.jac):
            return _full(self.jac(t, y), y.dtype)
        n = len(y)
        matrix = np.empty((n, n), y.dtype)
        for i in range(n):
            step = EPS ** 0.5 * max(np.max(self.atol) if np.ndim(self.atol) else self.atol, abs(y[i]), 1e-5)
            moved = y.copy()
            moved[i] += step
            matrix[:, i] = (self.plain(t, moved) - f) / (moved[i] - y[i])
        return matrix


class _Radau(_Implicit):
    order = 3
    S6 = 6 ** 0.5
    C = np.array([(4 - S6) / 10, (4 + S6) / 10, 1])
    E = np.array([-13 - 7 * S6, -13 + 7 * S6, -1]) / 3
    MU_REAL = 3 + 3 ** (2 / 3) - 3 ** (1 / 3)
    MU_COMPLEX = 3 + 0.5 * (3 ** (1 / 3) - 3 ** (2 / 3)) - 0.5j * (3 ** (5 / 6) + 3 ** (7 / 6))
    T = np.array([[0.09443876248897524, -0.14125529502095421, 0.03002919410514742], [0.25021312296533332, 0.20412935229379994, -0.38294211275726192],
                  [1, 1, 0]])
    TI = np.array([[4.17871859155190428, 0.32768282076106237, 0.52337644549944951], [-4.17871859155190428, -0.32768282076106237, 0.47662355450055044],
                   [0.50287263494578682, -2.57192694985560522, 0.59603920482822492]])
    P = np.array([[13 / 3 + 7 * S6 / 3, -23 / 3 - 22 * S6 / 3, 10 / 3 + 5 * S6], [13 / 3 - 7 * S6 / 3, -23 / 3 + 22 * S6 / 3, 10 / 3 - 5 * S6],
                  [1 / 3, -8 / 3, 10 / 3]])

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.h_before = self.error_before = None
        self.tolerance = max(10 * EPS / self.rtol, min(0.03, self.rtol ** 0.5))
        self.J = self.jacobian(self.t, self.y, self.f)
        self.fresh, self.inverses, self.z = True, None, None
        self.last = None

    def iterate(self, t, y, h, z, scale, real, pair):
        """Newton's iteration for the stages: (converged, rounds, stages, rate)."""
        w = self.TI.dot(z)
        before = rate = None
        m_real, m_complex = self.MU_REAL / h, self.MU_COMPLEX / h
        for k in range(6):
            f = np.array([self.fun(t + h * self.C[i], y + z[i]) for i in range(3)])
            if not np.isfinite(f).all():
                break
            rest_real = f.T.dot(self.TI[0]) - m_real * w[0]
            rest_complex = f.T.dot(self.TI[1] + 1j * self.TI[2]) - m_complex * (w[1] + 1j * w[2])
            d_real, d_complex = real @ rest_real, pair @ rest_complex
            d = np.array([d_real, d_complex.real, d_complex.imag])
            size = _norm(d / scale)
            if before is not None:
                rate = size / before
                if rate >= 1 or rate ** (6 - k) / (1 - rate) * size > self.tolerance:
                    break
            w = w + d
            z = self.T.dot(w)
            if size == 0 or (rate is not None and rate / (1 - rate) * size < self.tolerance):
                return True, k + 1, z, rate
            before = size
        return False, k + 1, z, rate

    def step(self):
        t, y, f = self.t, self.y, self.f
        least = self.shortest()
        h = min(max(self.h, least), self.max_step)
        if h != self.h:
            self.h_before = self.error_before = None
            self.inverses = None
        identity = np.identity(len(y))
        rejected = False
        scale = self.atol + np.abs(y) * self.rtol
        while True:
            if h < least:
                return False
            signed = h * self.direction
            t_new = t + signed
            if self.direction * (t_new - self.t_bound) > 0:
                t_new = self.t_bound
            if t_new - t != signed:
                self.inverses = None
            signed = t_new - t
            h = abs(signed)
            z = np.zeros((3, len(y))) if self.last is None else np.array([self.last(t + signed * c) for c in self.C]) - y
            converged = False
            while not converged:
                if self.inverses is None:
                    self.inverses = (np.linalg.inv(self.MU_REAL / signed * identity - self.J),
                                     np.linalg.inv(self.MU_COMPLEX / signed * identity - self.J))
                    self.nlu += 2
                converged, rounds, stages, rate = self.iterate(t, y, signed, z, scale, *self.inverses)
                if not converged:
                    if self.fresh:
                        break
                    self.J, self.fresh, self.inverses = self.jacobian(t, y, f), True, None
            if not converged:
                h *= 0.5
                self.inverses = None
                continue
            y_new = y + stages[-1]
            ze = stages.T.dot(self.E) / signed
            error = self.inverses[0] @ (f + ze)
            scale_new = self.atol + np.maximum(np.abs(y), np.abs(y_new)) * self.rtol
            size = _norm(error / scale_new)
            safety = 0.9 * 13 / (12 + rounds)
            if rejected and size > 1:
                size = _norm(self.inverses[0] @ (self.fun(t, y + error) + ze) / scale_new)
            if self.error_before is None or self.h_before is None or size == 0:
                multiplier = 1.0
            else:
                multiplier = h / self.h_before * (self.error_before / size) ** 0.25
            with np.errstate(divide='ignore'):
                factor = min(1, multiplier) * size ** -0.25 if size else 10.0
            if size > 1:
                h *= max(0.2, safety * factor)
                self.inverses, rejected = None, True
                continue
            break
        renew = rounds > 2 and rate is not None and rate > 1e-3
        factor = min(10, safety * factor)
        if not renew and factor < 1.2:
            factor = 1
        else:
            self.inverses = None
        f_new = self.fun(t_new, y_new)
        self.h_before, self.error_before = h, size
        self.fresh = False
        if renew:
            self.J, self.fresh = self.jacobian(t_new, y_new, f_new), True
        self.t_old, self.y_old, self.t, self.y, self.f, self.h = t, y, t_new, y_new, f_new, h * factor
        self.q = stages.T.dot(self.P)
        self.last = self.dense()
        return True

    def dense(self):
        t_old, h, y_old, q = self.t_old, self.t - self.t_old, self.y_old, self.q

        def at(t):
            x = (np.asarray(t) - t_old) / h
            powers = np.cumprod(np.tile(x, (3,) + (1,) * x.ndim), axis=0)
            value = np.dot(q, powers)
            return value + (y_old if x.ndim == 0 else y_old[:, None])

        return at


class _BDF(_Implicit):
    """Backward differences of order 1 to 5 over equal steps, with Shampine and Reichelt's (1997) coefficients kappa.
    `differences` holds those
    of the solution, of growing order; where the step changes they are those of the polynomial through it."""

    order = 1
    MOST, ROUNDS = 5, 4
    KAPPA = np.array([0, -0.185, -1 / 9, -0.0823, -0.0415, 0])
    GAMMA = np.concatenate([[0], np.cumsum(1 / np.arange(1, MOST + 1))])
    ALPHA = (1 - KAPPA) * GAMMA
    ERROR = KAPPA * GAMMA + 1 / np.arange(1, MOST + 2)

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.tolerance = max(10 * EPS / self.rtol, min(0.03, self.rtol ** 0.5))
        self.J = self.jacobian(self.t, self.y, self.f)
        self.differences = np.zeros((self.MOST + 3, len(self.y)), self.y.dtype)
        self.differences[0], self.differences[1] = self.y, self.f * self.h * self.direction
        self.equal, self.factors = 0, None

    def rescale(self, factor):
        """Let steps be `factor` times as long."""
        count = np.arange(1, self.order + 1)
        tables = []
        for share in (factor, 1.0):
            table = np.ones((self.order + 1, self.order + 1))
            table[1:, 0] = 0
            table[1:, 1:] = (count[:, None] - 1 - share * count) / count[:, None]
            tables.append(np.cumprod(table, axis=0))
        self.differences[:self.order + 1] = (tables[0] @ tables[1]).T @ self.differences[:self.order + 1]
        self.equal, self.factors = 0, None

    def iterate(self, t, y, c, psi, scale):
        """Newton's iteration: (converged, rounds, the solution, its way from the prediction)."""
        way, before, rate = np.zeros_like(y), None, None
        for k in range(self.ROUNDS):
            f = self.fun(t, y)
            if not np.all(np.isfinite(f)):
                break
            change = lu_solve(self.factors, c * f - psi - way, check_finite=False)
            size = _norm(change / scale)
            rate = None if before is None else size / before
            if rate is not None and (rate >= 1 or rate ** (self.ROUNDS - k) / (1 - rate) * size > self.tolerance):
                break
            y, way = y + change, way + change
            if size == 0 or rate is not None and rate / (1 - rate) * size < self.tolerance:
                return True, k + 1, y, way
            before = size
        return False, k + 1, y, way

    def step(self):
        t, least, fresh = self.t, self.shortest(), self.jac is not None and not callable(self.jac)
        h = min(max(self.h, least), self.max_step)
        if h != self.h:
            self.rescale(h / self.h)
        while True:
            if h < least:
                return False
            t_new = t + h * self.direction
            if self.direction * (t_new - self.t_bound) > 0:
                t_new = self.t_bound
                self.rescale(abs(t_new - t) / h)
            signed = t_new - t
            h, order = abs(signed), self.order
            predicted = self.differences[:order + 1].sum(axis=0)
            scale = self.atol + self.rtol * np.abs(predicted)
            psi = self.differences[1:order + 1].T @ self.GAMMA[1:order + 1] / self.ALPHA[order]
            c, converged = signed / self.ALPHA[order], False
            while not converged:
                if self.factors is None:
                    self.factors = lu_factor(np.identity(len(predicted)) - c * self.J, check_finite=False)
                    self.nlu += 1
                converged, rounds, y, way = self.iterate(t_new, predicted, c, psi, scale)
                if not converged:
                    if fresh:
                        break
                    f = self.plain(t_new, predicted) if self.jac is None else None
                    self.J, self.factors, fresh = self.jacobian(t_new, predicted, f), None, True
            if not converged:
                h *= 0.5
                self.rescale(0.5)
                continue
            safety = 0.9 * (2 * self.ROUNDS + 1) / (2 * self.ROUNDS + rounds)
            scale = self.atol + self.rtol * np.abs(y)
            size = _norm(self.ERROR[order] * way / scale)
            if size <= 1:
                break
            factor = max(0.2, safety * size ** (-1 / (order + 1)))
            h *= factor
            kept = self.factors
            self.rescale(factor)
            self.factors = kept  # good enough for another try
        self.equal += 1
        self.t_old, self.y_old, self.t, self.y, self.h = t, self.y, t_new, y, h
        d = self.differences
        d[order + 2], d[order + 1] = way - d[order + 1], way
        for i in range(order, -1, -1):
            d[i] += d[i + 1]
        if self.equal > order:
            self.choose_order(safety, size, scale)
        return True

    def choose_order(self, safety, size, scale):
        """After as many equal steps as needed: the order that allows the longest ones."""
        order, d = self.order, self.differences
        lower = _norm(self.ERROR[order - 1] * d[order] / scale) if order > 1 else np.inf
        higher = _norm(self.ERROR[order + 1] * d[order + 2] / scale) if order < self.MOST else np.inf
        with np.errstate(divide='ignore'):
            factors = np.array([lower, size, higher]) ** (-1 / np.arange(order, order + 3))
        self.order = order + int(np.argmax(factors)) - 1
        factor = min(10, safety * np.max(factors))
        self.h *= factor
        self.rescale(factor)

    def dense(self):
        h, order, t_last = self.h * self.direction, self.order, self.t
        d = self.differences[:order + 1].copy()
        shifts, widths = t_last - h * np.arange(order), h * (1 + np.arange(order))

        def at(t):
            x = np.asarray(t)
            more = (slice(None),) + (None,) * x.ndim
            powers = np.cumprod((x - shifts[more]) / widths[more], axis=0)
            return np.dot(d[1:].T, powers) + d[0][(slice(None),) + (None,) * x.ndim]

        return at


METHODS = {'RK23': _RK23, 'RK45': _RK45, 'DOP853': _DOP853, 'Radau': _Radau, 'BDF': _BDF, 'LSODA': _BDF}
MESSAGES = {0: 'The solver successfully reached the end of the integration interval.', 1: 'A termination event occurred.',
            -1: 'Required step size is less than spacing between numbers.'}


class OdeResult(OptimizeResult):
    """What solve_ivp() gives."""

    __module__ = 'scipy.integrate'


class OdeSolution:
    """A solution over the whole interval as a function."""

    __module__ = 'scipy.integrate'

    def __init__(self, ts, interpolants, alt_segment=False):
        self.ts, self.interpolants = np.asarray(ts), interpolants
        self.t_min, self.t_max = min(self.ts[0], self.ts[-1]), max(self.ts[0], self.ts[-1])
        self.rises = self.ts[-1] >= self.ts[0]

    def _part(self, t):
        ordered = self.ts if self.rises else self.ts[::-1]
        place = min(max(int(np.searchsorted(ordered, t, side='left' if self.rises else 'right')) - 1, 0),
                    len(self.interpolants) - 1)
        return self.interpolants[place if self.rises else len(self.interpolants) - 1 - place]

    def __call__(self, t):
        t = np.asarray(t)
        if t.ndim == 0:
            return self._part(t)(t)
        return np.array([self._part(one)(one) for one in t]).T


def solve_ivp(fun, t_span, y0, method='RK45', t_eval=None, dense_output=False, events=None, vectorized=False, args=None,
              **options):
    """The solution of y' = fun(t, y) over t_span from y0, as a bunch of t, y and more.

    method: 'RK45', 'RK23', 'DOP853', for stiff equations 'Radau' and 'BDF'; 'LSODA' is done by 'BDF'.

    >>> integrate.solve_ivp(lambda t, y: -y, (0, 1), [1.0], rtol=1e-8).y[0, -1].round(6)
    np.float64(0.367879)
    """
    if method not in METHODS:
        raise ValueError(f"`method` must be one of {list(METHODS)} or OdeSolver class.")
    t0, t_end = map(float, t_span)
    y = np.asarray(y0)
    y = y.astype(complex if y.dtype.kind == 'c' else float, copy=True)
    if y.ndim != 1:
        raise ValueError('`y0` must be 1-dimensional.')
    if args is not None:
        try:
            args = tuple(args)
        except TypeError as e:
            raise TypeError('Supplied \'args\' cannot be unpacked. Please supply `args` as a tuple (e.g. `args=({},)`)'.format(args)) from e
        plain = fun
        fun = lambda t, x: plain(t, x, *args)
        if callable(options.get('jac')):
            slope = options['jac']
            options['jac'] = lambda t, x: slope(t, x, *args)
    if t_eval is not None:
        t_eval = np.asarray(t_eval)
        if t_eval.ndim != 1:
            raise ValueError('`t_eval` must be 1-dimensional.')
        if np.any(t_eval < min(t0, t_end)) or np.any(t_eval > max(t0, t_end)):
            raise ValueError('Values in `t_eval` are not within `t_span`.')
        steps = np.diff(t_eval)
        if (t_end > t0 and np.any(steps <= 0)) or (t_end <= t0 and np.any(steps >= 0)):
            raise ValueError('Values in `t_eval` are not properly sorted.')
    rtol, atol = options.get('rtol', 1e-3), options.get('atol', 1e-6)
    if np.any(np.asarray(rtol) < 100 * EPS):
        warnings.warn(f'At least one element of `rtol` is too small. Setting `rtol = np.maximum(rtol, {100 * EPS})`.',
                      stacklevel=3)
        rtol = np.maximum(rtol, 100 * EPS)
    if np.any(np.asarray(atol) < 0):
        raise ValueError('`atol` must be positive.')
    longest = options.get('max_step', np.inf)
    if longest <= 0:
        raise ValueError('`max_step` must be positive.')
    unknown = set(options) - {'rtol', 'atol', 'max_step', 'first_step', 'jac', 'jac_sparsity', 'lband', 'uband', 'min_step'}
    if unknown:
        warnings.warn('The following arguments have no relevance and will be ignored: ' + ', '.join(f'`{x}`' for x in sorted(unknown)), stacklevel=2)
    wrapped = lambda t, x: np.asarray(fun(t, x), dtype=y.dtype) if np.ndim(x) else fun(t, x)
    solver = METHODS[method](wrapped, t0, y, t_end, rtol, np.asarray(atol) if np.ndim(atol) else atol, longest,
                             options.get('first_step'),
                             options.get('jac'))
    watches = [] if events is None else [events] if callable(events) else list(events)
    if args is not None:
        watches_plain = watches
        calls = [lambda t, x, e=e: e(t, x, *args) for e in watches_plain]
    else:
        calls = watches
    ends = [getattr(e, 'terminal', None) for e in watches]
    ends = [np.inf if not e else 1 if e is True else e for e in ends]
    ways = [getattr(e, 'direction', 0) for e in watches]
    seen, places, values = [0] * len(watches), [[] for _ in watches], [[] for _ in watches]
    before = [call(t0, y) for call in calls]
    ts, ys = ([t0], [y]) if t_eval is None else ([], [])
    knots, parts = [t0], []
    given = 0
    status = None
    if t0 == t_end:
        status = 0
        if t_eval is not None:
            ts, ys = list(t_eval), [y] * len(t_eval)
    while status is None:
        if not solver.step():
            status = -1
            break
        if solver.direction * (solver.t - t_end) >= 0:
            status = 0
        t, x, t_old = solver.t, solver.y, solver.t_old
        solution = solver.dense() if dense_output else None
        if watches:
            after = [call(t, x) for call in calls]
            active = []
            for i, (g, g_new) in enumerate(zip(before, after)):
                up, down = g <= 0 and g_new >= 0, g >= 0 and g_new <= 0
                if (up and ways[i] > 0) or (down and ways[i] < 0) or ((up or down) and ways[i] == 0):
                    active.append(i)
            if active:
                solution = solution or solver.dense()
                roots = [(brentq(lambda s, i=i: calls[i](s, solution(s)), t_old, t, xtol=4 * EPS, rtol=4 * EPS),
                          i) for i in active]
                for _, i in roots:
                    seen[i] += 1
                stops = any(seen[i] >= ends[i] for _, i in roots)
                if stops:
                    roots.sort(key=lambda pair: pair[0] * solver.direction)
                    last = next(k for k, (_, i) in enumerate(roots) if seen[i] >= ends[i])
                    roots = roots[:last + 1]
                for root, i in roots:
                    places[i].append(root)
                    values[i].append(solution(root))
                if stops:
                    status = 1
                    t = roots[-1][0]
                    x = solution(t)
            before = after
        if t_eval is None:
            ts.append(t)
            ys.append(x)
        else:
            upto = given
            while upto < len(t_eval) and solver.direction * (t_eval[upto] - t) <= 0:
                upto += 1
            if upto > given:
                solution = solution or solver.dense()
                wanted = t_eval[given:upto]
                ts.extend(wanted)
                ys.extend(solution(wanted).T)
                given = upto
        if dense_output:
            parts.append(solution)
            knots.append(t)
    ys = np.vstack(ys).T if len(ys) else np.array([])
    found = OdeResult(t=np.array(ts), y=ys, sol=OdeSolution(knots, parts) if dense_output else None,
                      t_events=[np.asarray(p) for p in places] if watches or events is not None else None,
                      y_events=[np.asarray(v) for v in values] if watches or events is not None else None,
                      nfev=solver.nfev, njev=solver.njev, nlu=solver.nlu, status=status, message=MESSAGES[status],
                      success=status >= 0)
    return found


def odeint(func, y0, t, args=(), Dfun=None, col_deriv=0, full_output=0, ml=None, mu=None, rtol=None, atol=None, tcrit=None,
           h0=0.0, hmax=0.0,
           hmin=0.0, ixpr=0, mxstep=0, mxhnil=0, mxordn=12, mxords=5, printmessg=0, tfirst=False):
    """The solution of y' = func(y, t) at the times t; y0 belongs to the first of them.

    An explicit method of order 8 does it within the tolerances (1.49e-8 where none are given), and an implicit one where that
    would take too many steps.

    >>> integrate.odeint(lambda y, t: -y, 1.0, [0.0, 1.0]).round(6)
    array([[1.      ],
           [0.367879]])
    """
    args = args if isinstance(args, tuple) else (args,)
    times = np.asarray(t, dtype=float)
    if times.ndim != 1:
        raise ValueError('Output times must be 1-D')
    steps = np.diff(times)
    if not (np.all(steps >= 0) or np.all(steps <= 0)):
        raise ValueError('The values in t must be monotonically increasing or monotonically decreasing; repeated values are allowed.')
    y = np.atleast_1d(np.asarray(y0, dtype=float)).astype(float).copy()
    if y.ndim > 1:
        raise ValueError('Initial condition y0 must be one-dimensional.')
    fun = (lambda s, x: np.asarray(func(s, x, *args), dtype=float).reshape(len(y))) if tfirst else (
        lambda s, x: np.asarray(func(x, s, *args), dtype=float).reshape(len(y)))
    first = np.asarray(func(times[0], y, *args) if tfirst else func(y, times[0], *args))
    if first.size != y.size:
        raise RuntimeError(f'The size of the array returned by func ({first.size}) does not match the size of y0 ({y.size}).')
    jac = None
    if Dfun is not None:
        jac = (lambda s, x: np.asarray(Dfun(s, x, *args) if tfirst else Dfun(x, s, *args), dtype=float).T if col_deriv
               else np.asarray(Dfun(s, x, *args) if tfirst else Dfun(x, s, *args), dtype=float))
    rtol = 1.49012e-8 if rtol is None else rtol
    atol = 1.49012e-8 if atol is None else atol
    tight, tight_absolute = np.maximum(np.asarray(rtol) * 0.03, 1e-13), np.asarray(atol) * 0.03
    result = np.empty((len(times), len(y)))
    result[0] = y
    if len(times) == 1 or times[-1] == times[0]:
        result[:] = y
        return (result, {'message': 'Integration successful.'}) if full_output else result
    longest = hmax or np.inf
    solver = _DOP853(fun, times[0], y, times[-1], tight, tight_absolute, longest, None)
    place, count, message = 1, 0, 'Integration successful.'
    while place < len(times) and times[place] == times[0]:
        result[place] = y
        place += 1
    is_stiff = False
    while place < len(times):
        with np.errstate(all='ignore'):
            went = solver.step()
        count += 1
        if not is_stiff and (not went or count == 1000 + 20 * len(times)):
            is_stiff = True
            stiff = _Radau(fun, solver.t, solver.y, times[-1], float(np.max(np.maximum(rtol, 1e-10))), np.asarray(atol), longest,
                           None, jac)
            solver, went = stiff, stiff.step()
        if not went or not np.isfinite(solver.y).all():
            message = 'Excess work done on this call (perhaps wrong Dfun type).'
            from scipy.integrate import ODEintWarning
            warnings.warn(message + ' Run with full_output = 1 to get quantitative information.', ODEintWarning, stacklevel=2)
            result[place:] = solver.y
            break
        upto = place
        while upto < len(times) and solver.direction * (times[upto] - solver.t) <= 0:
            upto += 1
        if upto > place:
            result[place:upto] = solver.dense()(times[place:upto]).T
            if times[upto - 1] == solver.t:
                result[upto - 1] = solver.y
            place = upto
    if full_output:
        return result, {'nfe': np.full(len(times) - 1, solver.nfev), 'message': message}
    return result
