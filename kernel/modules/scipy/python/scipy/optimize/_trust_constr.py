"""Trust regions under constraints: sequential quadratic programming for equalities (Lalee, Nocedal and
Plantenga, On the implementation of an algorithm for large-scale equality constrained optimization, SIAM J.
Optim. 8, 1998), and an interior point method that makes inequalities equalities with slack variables (Byrd,
Hribar and Nocedal, An interior point algorithm for large-scale nonlinear programming, SIAM J. Optim. 9,
1999)."""

import inspect
import math
import time

import numpy as np
from scipy.optimize._bounds import Bounds, LinearConstraint, NonlinearConstraint, limits
from scipy.optimize._hessian_update import BFGS, HessianUpdateStrategy
from scipy.optimize._objective import Curvature, Objective
from scipy.optimize._differences import KINDS, derivative
from scipy.optimize._projected import Projections, normal_step, tangential_step, way_within
from scipy.optimize._result import OptimizeResult

__all__ = ['trust_constr']

MESSAGES = {0: 'The maximum number of function evaluations is exceeded.',
            1: '`gtol` termination condition is satisfied.',
            2: '`xtol` termination condition is satisfied.', 3: '`callback` raised `StopIteration`.',
            4: "Constraint violation exceeds 'gtol'"}
COLUMNS = (('niter', 7), ('f evals', 7), ('CG iter', 7), ('obj func', 13), ('tr radius', 10), ('opt', 10),
           ('c viol', 10),
           ('penalty', 10), ('barrier param', 13), ('CG stop', 7))
SMALLEST_GAIN = 1e-8
INSIDE = 0.995  # how much of a slack variable one step may take


def _dense(matrix):
    return np.atleast_2d(np.asarray(matrix.toarray() if hasattr(matrix, 'toarray') else matrix, dtype=float))


def _multiplier(matrix):
    """What @ can multiply: a matrix, a sparse one, an operator."""
    return np.atleast_2d(matrix) if isinstance(matrix, list) or not hasattr(matrix, '__matmul__') else matrix


class _Learnt:
    """A Hessian that is not computed: it is learnt from the gradients at all places that are tried, one
    after another."""

    def __init__(self, strategy, x):
        self.strategy, self.x = strategy, x
        strategy.initialize(len(x), 'hess')

    def learn(self, x, change):
        """From the last place to x the gradient changes so."""
        self.strategy.update(x - self.x, change)
        self.x = x


class _Problem:
    """The objective with its derivatives at one place after another."""

    def __init__(self, fun, x, args, jac, hess, hessp, relative):
        if not callable(jac) and jac is not True and (hess in KINDS if isinstance(hess, str) else False):
            raise ValueError('Whenever the gradient is estimated via finite-differences, we require the '
                             'Hessian to be estimated using one of the quasi-Newton strategies.')
        self.f = Objective(fun, x, args, jac if jac is not None else '2-point', None, relative=relative)
        self.learnt = self.curvature = None
        self.product_of = hessp if callable(hessp) and not callable(hess) else None
        self.args, self.hessians = args, 0
        if callable(hess) or isinstance(hess, str):
            self.curvature = Curvature(self.f, args, hess, None)
        elif self.product_of is None:
            self.learnt = _Learnt(hess if isinstance(hess, HessianUpdateStrategy) else BFGS(), x)
        self.f.fun(x)
        self.tried = self.f.grad(x)
        self.move(x, self.f.fun(x))

    def at(self, x):
        """The function at x, a place that is tried."""
        value = self.f.fun(x)
        if self.learnt and not np.array_equal(x, self.learnt.x):
            before, self.tried = self.tried, self.f.grad(x)
            self.learnt.learn(np.copy(x), self.tried - before)
        return value

    def move(self, x, value):
        """The next place of the iteration."""
        self.x, self.value = x, value
        if not self.f.jac and self.f.at is not None and not np.array_equal(self.f.at, x):
            self.f.at, self.f.value = np.copy(x), value
        self.g = self.f.grad(x)
        if self.learnt:
            return
        if self.product_of:
            self.hessians += 1
        elif self.curvature.matrix_of:
            self.matrix = _multiplier(self.curvature.matrix_of(np.copy(x), *self.args))
            self.hessians += 1

    def product(self, p):
        """The Hessian times p."""
        if self.learnt:
            return self.learnt.strategy.dot(p)
        if self.product_of:
            return np.asarray(self.product_of(self.x, p, *self.args), dtype=float)
        if self.curvature.matrix_of:
            return self.matrix @ p
        size = np.linalg.norm(p)
        if size == 0:
            return np.zeros_like(p)
        return self.curvature.difference(self.x, p)


class _Constraint:
    """One constraint lb <= fun(x) <= ub with its Jacobian; which rows are equalities, and which have an
    upper or a lower end."""

    def __init__(self, given, x, relative=None):
        self.nfev = self.njev = self.nhev = 0
        self.given, self.learnt, self.kind = given, None, None
        self.fixed = None
        if isinstance(given, Bounds):
            self.fixed = np.eye(len(x))
        elif isinstance(given, LinearConstraint):
            self.fixed = _dense(given.A)
        else:
            self.kind = given.jac if isinstance(given.jac, str) and given.jac in KINDS else '2-point'
            hess = given.hess if given.hess is not None else BFGS()
            if isinstance(hess, HessianUpdateStrategy):
                self.learnt = _Learnt(hess, x)
        self.at = None
        self.value = self.call(x)
        size = len(self.value)
        self.low, self.high = (np.broadcast_to(np.asarray(end, dtype=float), (size,))
                               for end in (given.lb, given.ub))
        self.keeps = np.broadcast_to(np.asarray(getattr(given, 'keep_feasible', False), dtype=bool), (size,))
        if self.fixed is not None and not isinstance(given, Bounds) and self.fixed.shape[1] != len(x):
            raise ValueError('The number of columns of A must be the number of variables.')
        self.jacobian = self.tried = self.slopes(x)
        self.x, self.v, self.step = x, np.zeros(size), None
        self.nhev = int(self.learnt is None and self.fixed is None and callable(given.hess))
        same = self.low == self.high
        self.equal = same
        self.above, self.below = ~same & np.isfinite(self.high), ~same & np.isfinite(self.low)

    def call(self, x):
        """fun(x)."""
        if self.fixed is not None:
            return self.fixed @ x
        if self.at is None or not np.array_equal(self.at, x):
            self.nfev += 1
            self.at, self.held = np.copy(x), np.atleast_1d(np.asarray(self.given.fun(np.copy(x)),
                                                                      dtype=float))
        return self.held

    def slopes(self, x):
        """The Jacobian at x."""
        if self.fixed is not None:
            return self.fixed
        if callable(self.given.jac):
            self.njev += 1
            return _dense(self.given.jac(np.copy(x)))
        value = self.call(x)

        def counted(place):
            self.nfev += 1
            return np.atleast_1d(np.asarray(self.given.fun(place), dtype=float))

        return np.atleast_2d(derivative(counted, x, self.kind, value,
                                        relative=self.given.finite_diff_rel_step))

    def tries(self, x):
        """fun(x), a place that is tried."""
        value = self.call(x)
        if self.learnt and not np.array_equal(x, self.learnt.x):
            self.step, self.change = x - self.learnt.x, -self.tried
            self.tried = self.slopes(x)
            self.change = self.tried + self.change
            self.learnt.learn(np.copy(x), self.change.T @ self.v)
        return value

    def move(self, x):
        """The next place of the iteration."""
        self.value, self.x = self.call(x), x
        if self.fixed is None:
            self.jacobian = self.tried if self.learnt and np.array_equal(x, self.learnt.x) else self.slopes(x)

    def curve(self, v):
        """The function that multiplies the Hessian of v @ fun with a vector."""
        if self.learnt and self.step is not None and not np.array_equal(v, self.v):
            self.learnt.strategy.update(self.step,
                                        self.change.T @ v)  # the last step, as the new multipliers see it
        self.v = v
        if self.fixed is not None:
            return None
        if self.learnt:
            return self.learnt.strategy.dot
        if callable(self.given.hess):
            self.nhev += 1
            matrix = _multiplier(self.given.hess(self.x, v))
            return lambda p: matrix @ p
        x, slope = self.x, lambda place: self.slopes(place).T @ v
        here = slope(x)

        def product(p):
            size = np.linalg.norm(p)
            if size == 0:
                return np.zeros_like(p)
            if self.given.hess == '3-point':
                half = np.finfo(float).eps ** (1 / 3) / size
                return (slope(x + half * p) - slope(x - half * p)) / (2 * half)
            step = math.sqrt(np.finfo(float).eps) / size
            return (slope(x + step * p) - here) / step
        return product


class _Constraints:
    """All constraints as equalities c(x) = 0 and inequalities c(x) <= 0."""

    def __init__(self, given, x):
        self.parts = [_Constraint(one, x) for one in given]
        self.keeps = np.concatenate([np.zeros(0, bool)]
                                    + [p.keeps[chosen] for p in self.parts for chosen in (p.above, p.below)])
        self.equalities = sum(int(p.equal.sum()) for p in self.parts)

    def _gather(self, whole, values, sides):
        rows = [np.zeros((0,) + whole)]
        for part, value in zip(self.parts, values):
            for chosen, sign, end in sides(part):
                rows.append(sign * (value[chosen] - end[chosen] if end is not None else value[chosen]))
        return np.concatenate(rows)

    def both(self, values):
        """(equalities, inequalities) of the functions' values."""
        return (self._gather((), values, lambda p: [(p.equal, 1, p.low)]),
                self._gather((), values, lambda p: [(p.above, 1, p.high), (p.below, -1, p.low)]))

    def values(self, x):
        """(equalities, inequalities) at x."""
        return self.both([part.tries(x) for part in self.parts])

    def jacobians(self, n):
        """(of the equalities, of the inequalities) at the iteration's place."""
        slopes = [part.jacobian for part in self.parts]
        return (self._gather((n,), slopes, lambda p: [(p.equal, 1, None)]),
                self._gather((n,), slopes, lambda p: [(p.above, 1, None), (p.below, -1, None)]))

    def multipliers(self, v_equal, v_unequal):
        """The multipliers of each constraint: positive where its upper end holds it."""
        found, i, j = [], 0, 0
        for part in self.parts:
            v = np.zeros(len(part.value))
            count = int(part.equal.sum())
            v[part.equal] = v_equal[i:i + count]
            i += count
            for chosen, sign in ((part.above, 1), (part.below, -1)):
                count = int(chosen.sum())
                v[chosen] += sign * v_unequal[j:j + count]
                j += count
            found.append(v)
        return found

    def violation(self):
        """How much the worst constraint is violated."""
        ends = [np.concatenate([part.low - part.value, part.value - part.high]) for part in self.parts
                if len(part.value)]
        return np.max(np.concatenate(ends + [np.zeros(1)])) if ends else 0


class _Report:
    """The state that callbacks see, the table that `verbose` prints, and the tests for the end."""

    def __init__(self, state, problem, constraints, verbose, maxiter, xtol, gtol, barrier_tol, callback):
        self.state, self.problem, self.constraints, self.verbose = state, problem, constraints, verbose
        self.maxiter, self.callback = maxiter, callback
        self.xtol, self.gtol, self.barrier_tol = xtol, gtol, barrier_tol
        several = 'barrier_parameter' in state
        self.columns = COLUMNS[:7] if verbose < 3 else COLUMNS if several else COLUMNS[:8] + COLUMNS[9:]
        self.begun = time.time()
        if verbose >= 2:
            print('|' + '|'.join(f'{name:^{width}}' for name, width in self.columns) + '|')
            print('|' + '|'.join('-' * width for _, width in self.columns) + '|')
        self.wants_state = callback is not None and not _takes_two(callback)

    def _line(self):
        s = self.state
        words = [str(s.nit), str(s.nfev), str(s.cg_niter), f'{s.fun:+.4e}', f'{s.tr_radius:.2e}',
                 f'{s.optimality:.2e}',
                 f'{s.constr_violation:.2e}']
        if self.verbose >= 3:
            words.append(f'{s.constr_penalty:.2e}')
            if 'barrier_parameter' in s:
                words.append(f'{s.barrier_parameter:.2e}')
            words.append(str(s.cg_stop_cond))
        cells = []
        for (_, width), word in zip(self.columns, words):
            cells.append(f'{word:^{width}}')
        print('|' + '|'.join(cells) + '|')

    def tell(self, v, radius, penalty, cg, barrier=None):
        """One iteration is over; whether it was the last."""
        s, p, parts = self.state, self.problem, self.constraints.parts
        s.nit += 1
        s.niter = s.nit
        s.nfev, s.njev = p.f.nfev, p.f.ngev
        s.nhev = p.hessians
        s.constr_nfev, s.constr_njev = [q.nfev for q in parts], [q.njev for q in parts]
        s.constr_nhev = [q.nhev for q in parts]
        s.x, s.fun, s.grad, s.v = p.x, p.value, p.g, v
        s.constr, s.jac = [q.value for q in parts], [q.jacobian for q in parts]
        s.lagrangian_grad = p.g + sum((q.jacobian.T @ w for q, w in zip(parts, v)), np.zeros(len(p.g)))
        s.optimality = np.max(np.abs(s.lagrangian_grad))
        s.constr_violation = self.constraints.violation()
        s.tr_radius, s.constr_penalty, (count, s.cg_stop_cond) = radius, penalty, cg
        s.cg_niter += count
        if barrier:
            s.barrier_parameter, s.barrier_tolerance = barrier
        s.execution_time = time.time() - self.begun
        if self.verbose >= 2:
            self._line()
        if self.callback is not None and self._wants_end():
            s.status = 3
        elif s.optimality < self.gtol and s.constr_violation < self.gtol:
            s.status = 1
        elif s.tr_radius < self.xtol and (not barrier or barrier[0] < self.barrier_tol):
            s.status = 2
        elif s.nit >= self.maxiter:
            s.status = 0
        return s.status is not None

    def _wants_end(self):
        try:
            if self.wants_state:
                self.callback(intermediate_result=OptimizeResult(self.state))
                return False
            return bool(self.callback(np.copy(self.state.x), OptimizeResult(self.state)))
        except StopIteration:
            return True


def _takes_two(callback):
    try:
        names = set(inspect.signature(getattr(callback, 'function', callback)).parameters)
    except (TypeError, ValueError):
        return True
    return names != {'intermediate_result'}


def _radius_after(ratio, gain, size, radius):
    """The next radius, after a step of a size that was as good as the ratio (of what was promised) says."""
    if ratio >= 0.9:
        return max(7 * size, radius)
    if ratio >= 0.3:
        return max(2 * size, radius)
    if ratio >= SMALLEST_GAIN:
        return radius
    shorter = (1 - SMALLEST_GAIN) / (1 - ratio) * size
    return 0.5 * radius if shorter >= 0.5 * radius else shorter if shorter >= 0.1 * radius else 0.1 * radius


def _sequential(model, z, start, radius, penalty, by_svd):
    """Steps for equalities until the model says enough: (z, radius).

    The model gives value(z) -> (f, c), derivatives(z, f, c) -> (g, A, product, multipliers) and scale(z); its
    slack variables are to stay within low."""
    value, c = start
    low, high = model.low, np.full(len(z), np.inf)
    model.derivatives(z)
    projections = Projections(model.a, by_svd)
    v = -projections.multipliers(model.g)
    product = model.hessian(v)
    cg, fresh = (0, 0), True
    while not model.enough(v, radius, penalty, cg, c, fresh):
        down = normal_step(projections, c, 0.8 * radius, 0.5 * low,
                           0.5 * high) if len(c) else np.zeros(len(z))
        rest = math.sqrt(radius ** 2 - down @ down)
        across, *cg = tangential_step(product, product(down) + model.g, projections, rest, low - down,
                                      high - down)
        d = down + across
        rise = product(d) @ d / 2 + model.g @ d
        size = np.linalg.norm(c)
        eased = max(1e-16, size - np.linalg.norm(c + model.a @ d))
        if rise > 0:
            penalty = max(penalty, rise / (0.7 * eased))
        promised = penalty * eased - rise
        merit = value + penalty * size
        scale = model.scale(z)
        following = z + scale * d
        there = model.value(following)
        ratio = (merit - there[0] - penalty * np.linalg.norm(there[1])) / promised
        if ratio < SMALLEST_GAIN and len(c) and np.linalg.norm(down) <= 0.1 * np.linalg.norm(across):
            # The constraints' curvature may have spoilt the step: once more towards them.
            back = -projections.shortest(there[1])
            part = way_within(d, back, low, high)
            bent = z + scale * (d + (part[1] if part else 0.0) * back)
            other = model.value(bent)
            second = (merit - other[0] - penalty * np.linalg.norm(other[1])) / promised
            if second >= SMALLEST_GAIN:
                following, there, ratio = bent, other, second
        radius = _radius_after(ratio, merit, np.linalg.norm(d), radius)
        fresh = ratio >= SMALLEST_GAIN
        if fresh:
            z, (value, c) = following, there
            model.move(z)
            model.derivatives(z)
            projections = Projections(model.a, by_svd)
            v = -projections.multipliers(model.g)
            product = model.hessian(v)
    return z, radius


class _Barrier:
    """The problem with a slack variable s for each inequality, c(x) + s = 0, and the logarithms of s; slack
    variables are
    scaled by themselves. Without inequalities it is the problem itself."""

    def __init__(self, problem, constraints, parameter, tolerance):
        self.problem, self.constraints = problem, constraints
        self.parameter, self.tolerance = parameter, tolerance
        self.n = len(problem.x)
        unequal = constraints.values(problem.x)[1]
        self.m = len(unequal)
        self.low = np.concatenate([np.full(self.n, -np.inf), np.full(self.m, -INSIDE)])
        self.keeps = constraints.keeps
        self.z = np.concatenate([problem.x, np.where(self.keeps, -unequal, np.maximum(-1.5 * unequal, 1.0))])

    def scale(self, z):
        """What a step is multiplied with."""
        return np.concatenate([np.ones(self.n), z[self.n:]])

    def value(self, z):
        """(function with barrier, constraints) at z."""
        x, s = z[:self.n], z[self.n:]
        value = self.problem.at(x)
        equal, unequal = self.constraints.values(x)
        if self.m:
            s = np.where(self.keeps, -unequal, s)
            value = value - self.parameter * np.log(s).sum() if (s > 0).all() else np.inf
        return value, np.concatenate([equal, unequal + s])

    def move(self, z):
        """The next place of the iteration."""
        x = z[:self.n]
        self.problem.move(x, self.problem.at(x))
        for part in self.constraints.parts:
            part.move(x)

    def derivatives(self, z):
        """Gradient and Jacobian, scaled, at the iteration's place."""
        s = np.where(self.keeps, -self.constraints.both([p.value for p in self.constraints.parts])[1],
                     z[self.n:])
        self.s = s
        self.g = np.concatenate([self.problem.g, np.full(self.m, -self.parameter)])
        equal, unequal = self.constraints.jacobians(self.n)
        self.a = np.zeros((len(equal) + self.m, self.n + self.m))
        self.a[:len(equal), :self.n], self.a[len(equal):, :self.n] = equal, unequal
        self.a[len(equal):, self.n:] = np.diag(s)

    def hessian(self, v):
        """The function that multiplies the scaled Hessian of the Lagrangian with a vector."""
        each = self.constraints.multipliers(v[:self.constraints.equalities], v[self.constraints.equalities:])
        curves = [curve for curve in (p.curve(w) for p, w in zip(self.constraints.parts, each)) if curve]
        dual = v[self.constraints.equalities:]
        slack = self.s * np.where(dual > 0, dual, self.parameter / self.s)

        def product(p):
            top = p[:self.n]
            result = self.problem.product(top)
            for curve in curves:
                result = result + curve(top)
            return np.concatenate([result, slack * p[self.n:]])
        return product

    def enough(self, v, radius, penalty, cg, c, fresh):
        """Whether this subproblem, or all, is solved."""
        count = self.constraints.equalities
        each = self.constraints.multipliers(v[:count], v[count:])
        if self.report.tell(each, radius, penalty, cg, (self.parameter, self.tolerance) if self.m else None):
            return True
        if not self.m:
            return False
        optimality = np.max(np.abs(self.g + self.a.T @ v))
        violation = np.max(np.abs(c)) if len(c) else 0.0
        return optimality < self.tolerance and violation < self.tolerance


def _standard(constraints, x, bounds):
    """All constraints as objects, the bounds last."""
    if isinstance(constraints, (dict, LinearConstraint, NonlinearConstraint)):
        constraints = [constraints]
    found = []
    for place, one in enumerate(constraints):
        if isinstance(one, dict):
            try:
                kind = one['type'].lower()
            except KeyError as e:
                raise KeyError(f'Constraint {place} has no type defined.') from e
            if kind not in ('eq', 'ineq'):
                raise ValueError(f"Unknown constraint type '{one['type']}'.")
            if 'fun' not in one:
                raise ValueError(f'Constraint {place} has no function defined.')
            more = one.get('args', ())
            fun = lambda x, f=one['fun'], a=more: f(x, *a)
            jac = (lambda x, f=one['jac'], a=more: f(x, *a)) if callable(one.get('jac')) else '2-point'
            one = NonlinearConstraint(fun, 0, 0 if kind == 'eq' else np.inf, jac)
        found.append(one)
    if bounds is not None:
        low, high = limits(bounds, len(x))
        found.append(Bounds(low, high, getattr(bounds, 'keep_feasible', False)))
    return found


def _minimize_trustregion_constr(fun, x0, args=(), jac=None, hess=None, hessp=None, bounds=None,
                                 constraints=(), callback=None, xtol=1e-8,
                 gtol=1e-8, barrier_tol=1e-8, sparse_jacobian=None, maxiter=1000, verbose=0,
                                 finite_diff_rel_step=None,
                 initial_constr_penalty=1.0, initial_tr_radius=1.0, initial_barrier_parameter=0.1,
                 initial_barrier_tolerance=0.1, factorization_method=None, disp=False, workers=None):
    """What `minimize` gives for this method."""
    x = np.atleast_1d(x0).astype(float)
    verbose = 1 if disp and verbose == 0 else verbose
    problem = _Problem(fun, x, args, jac, hess, hessp, finite_diff_rel_step)
    together = _Constraints(_standard(constraints, x, bounds), x)
    if factorization_method is not None and not together.parts:
        raise ValueError('Method not allowed for sparse array.')
    if factorization_method not in (None, 'QRFactorization', 'SVDFactorization'):
        raise ValueError('Method not allowed for dense array.')
    state = OptimizeResult(nit=0, nfev=0, njev=0, nhev=0, cg_niter=0, cg_stop_cond=0, fun=problem.value,
                           grad=problem.g,
                           method='equality_constrained_sqp', status=None, x=x)
    model = _Barrier(problem, together, initial_barrier_parameter, initial_barrier_tolerance)
    if model.m:
        state.method = 'tr_interior_point'
        state.barrier_parameter = initial_barrier_parameter
        state.barrier_tolerance = initial_barrier_tolerance
    model.report = _Report(state, problem, together, verbose, maxiter, xtol, gtol, barrier_tol, callback)
    z, radius = model.z, initial_tr_radius
    by_svd = factorization_method == 'SVDFactorization'
    while True:
        z, radius = _sequential(model, z, model.value(z), radius, initial_constr_penalty, by_svd)
        if state.status is not None:
            break
        radius = max(initial_tr_radius, 5 * radius)
        model.parameter *= 0.2
        model.tolerance *= 0.2
    state.success = state.status in (1, 2)
    state.message = MESSAGES[state.status]
    if state.success and state.constr_violation > gtol:
        state.success, state.status, state.message = False, 4, MESSAGES[4]
    if verbose >= 2:
        print()
    if verbose >= 1:
        print(state.message)
        print(f'Number of iterations: {state.nit}, function evaluations: {state.nfev}, '
              f'CG iterations: {state.cg_niter}, optimality: {state.optimality:.2e}, '
              f'constraint violation: {state.constr_violation:.2e}, '
              f'execution time: {state.execution_time:4.2} s.')
    return state


trust_constr = _minimize_trustregion_constr  # its name is told where an option is unknown
