"""Differential evolution: a population whose members are mixed with each other, of which the better ones
stay.
"""

import warnings

import numpy as np
from scipy.optimize._bounds import Bounds, LinearConstraint, NonlinearConstraint
from scipy.optimize._minimize import minimize
from scipy.optimize._result import OptimizeResult

__all__ = ['differential_evolution']

STRATEGIES = ('best1', 'randtobest1', 'currenttobest1', 'best2', 'rand2', 'rand1')
MESSAGES = {'success': 'Optimization terminated successfully.',
            'maxfev': 'Maximum number of function evaluations has been exceeded.',
            'maxiter': 'Maximum number of iterations has been exceeded.'}
WRONG_INIT = ("The population initialization method must be one of 'latinhypercube' or 'random', or an array of shape (S, N) where N is the "
              'number of parameters and S>5')


def _generator(rng, seed):
    """The source of random numbers: of rng= a Generator, of seed= what numpy.random.seed would mean."""
    if rng is not None:
        return rng if isinstance(rng, np.random.RandomState) else np.random.default_rng(rng)
    if isinstance(seed, (np.random.RandomState, np.random.Generator)):
        return seed
    return np.random.default_rng() if seed is None else np.random.RandomState(seed)


class _Limits:
    """How far a point is from what a constraint allows."""

    def __init__(self, constraint, x0):
        if isinstance(constraint, NonlinearConstraint):
            self._values = lambda x: np.atleast_1d(np.asarray(constraint.fun(x)))
        elif isinstance(constraint, LinearConstraint):
            matrix = constraint.A.toarray() if hasattr(constraint.A,
                                                       'toarray') else np.atleast_2d(constraint.A)
            self._values = lambda x: matrix.dot(np.asarray(x))
        elif isinstance(constraint, Bounds):
            self._values = np.asarray
        else:
            raise ValueError('`constraint` of an unknown type is passed.')
        count = self._values(np.asarray(x0, dtype=float)).size
        self.low = np.resize(np.asarray(constraint.lb, dtype=float), count)
        self.high = np.resize(np.asarray(constraint.ub, dtype=float), count)

    def violation(self, x):
        """What is missing at each bound, 0 where nothing is."""
        values = self._values(np.asarray(x))
        return np.maximum(self.low - values, 0) + np.maximum(values - self.high, 0)


class _Evolution:
    """The population, in numbers between 0 and 1 for each parameter; the best member is the first."""

    def __init__(self, func, bounds, args, strategy, mutation, recombination, popsize, random, init,
                 integrality, x0, constraints, maxfun,
                 vectorized):
        if not callable(strategy) and not (isinstance(strategy, str) and strategy[-3:] in ('bin',
                                                                                           'exp')
                                           and strategy[:-3] in STRATEGIES):
            raise ValueError('Please select a valid mutation strategy')
        if not np.all(np.isfinite(mutation)) or np.any(np.array(mutation) >= 2) or np.any(np.array(mutation) < 0):
            raise ValueError('The mutation constant must be a float in U[0, 2), or specified as a tuple(min, max) where min < max and '
                             'min, max are in U[0, 2).')
        self.func, self.args, self.strategy, self.random, self.vectorized = func, args, strategy, random, vectorized
        self.scale, self.recombination = mutation, recombination
        self.dither = sorted(mutation[:2]) if hasattr(mutation, '__iter__') and len(mutation) > 1 else None
        if isinstance(bounds, Bounds):
            count = max(np.size(bounds.lb), np.size(bounds.ub))
            bounds = list(zip(np.broadcast_to(bounds.lb, count), np.broadcast_to(bounds.ub, count)))
        self.limits = np.array(bounds, dtype='float').T
        if np.size(self.limits, 0) != 2 or not np.all(np.isfinite(self.limits)):
            raise ValueError('bounds should be a sequence containing finite real valued (min, max) pairs for each value in x')
        self.middle = 0.5 * (self.limits[0] + self.limits[1])
        self.width = np.fabs(self.limits[0] - self.limits[1])
        with np.errstate(divide='ignore'):
            self.inverse = 1 / self.width
        self.inverse[~np.isfinite(self.inverse)] = 0
        self.count = self.limits.shape[1]
        self.integrality = np.zeros(self.count, bool)
        if np.any(integrality):
            self.integrality = np.array(np.broadcast_to(integrality, self.count), dtype=bool)
            low, high = np.ceil(self.limits[0]), np.floor(self.limits[1])
            if not (low[self.integrality] <= high[self.integrality]).all():
                raise ValueError('One of the integrality constraints does not have any possible integer values between the lower/upper bounds.')
            self.limits[0, self.integrality] = np.nextafter(low[self.integrality] - 0.5, np.inf)
            self.limits[1, self.integrality] = np.nextafter(high[self.integrality] + 0.5, -np.inf)
        fixed = np.count_nonzero(self.limits[0] == self.limits[1])
        self.size = max(5, popsize * max(1, self.count - fixed))
        self.calls, self.maxfun = 0, maxfun
        self._begin(init)
        if x0 is not None:
            start = self.unscaled(np.asarray(x0))
            if ((start > 1.0) | (start < 0.0)).any():
                raise ValueError('Some entries in x0 lay outside the specified bounds')
            self.population[0] = start
        several = constraints if hasattr(constraints, '__len__') else [constraints]
        self.constraints = [_Limits(one, self.scaled(self.population[0])) for one in several]
        self.energies = np.full(self.size, np.inf)
        self.missing, self.feasible = np.zeros((self.size, 1)), np.ones(self.size, bool)
        self.places = np.arange(self.size)

    def _begin(self, init):
        """The first population: one member in each slice of a parameter's range, or anywhere, or as given."""
        if isinstance(init, str):
            shape = self.size, self.count
            if init == 'latinhypercube':
                samples = 1.0 / self.size * self.random.uniform(size=shape) + np.linspace(0., 1., self.size,
                                                                                          endpoint=False)[:,
                                                                                                          np.newaxis]
                self.population = np.zeros_like(samples)
                for j in range(self.count):
                    self.population[:, j] = samples[self.random.permutation(range(self.size)), j]
            elif init == 'random':
                self.population = self.random.uniform(size=shape)
            else:
                raise ValueError(WRONG_INIT)
            return
        given = np.array(init, dtype=float)
        if np.size(given, 0) < 5 or given.shape[1] != self.count or len(given.shape) != 2:
            raise ValueError('The population supplied needs to have shape (S, len(x)), where S > 4.')
        self.population = np.clip(self.unscaled(given), 0, 1)
        self.size = len(self.population)

    def scaled(self, trial):
        """Parameters from numbers between 0 and 1."""
        result = self.middle + (trial - 0.5) * self.width
        if self.integrality.any():
            whole = np.broadcast_to(self.integrality, result.shape)
            result[whole] = np.round(result[whole])
        return result

    def unscaled(self, parameters):
        """Numbers between 0 and 1 from parameters."""
        return (parameters - self.middle) * self.inverse + 0.5

    def energy(self, parameters):
        """The function at a point."""
        self.calls += 1
        return self.func(np.copy(parameters), *self.args)

    def energies_of(self, population):
        """The function at all members that calls are left for."""
        count = int(min(len(population), self.maxfun - self.calls))
        result = np.full(len(population), np.inf)
        parameters = self.scaled(population)
        if self.vectorized:
            values = np.atleast_1d(self.func(parameters[:count].T, *self.args))
            self.calls += 1
        else:
            values = np.array([np.squeeze(self.func(np.copy(one), *self.args)) for one in parameters[:count]])
            self.calls += count
        if values.size != count:
            if self.vectorized:
                raise RuntimeError('The vectorized function must return an array of shape (S,) when given an array of shape (len(x), S)')
            raise RuntimeError('func(x, *args) must return a scalar value')
        result[:count] = values
        return result

    def violations(self, parameters):
        """What is missing of all constraints, at each point."""
        return np.array([np.concatenate([one.violation(x) for one in self.constraints])
                         for x in np.atleast_2d(parameters)])

    def _judged(self, population):
        if not self.constraints:
            return np.ones(len(population), bool), np.zeros((len(population), 1))
        missing = self.violations(self.scaled(population))
        return ~(missing.sum(axis=1) > 0), missing

    def start(self):
        """The energies of the first population, if they are not known."""
        if np.all(np.isinf(self.energies)):
            self.feasible, self.missing = self._judged(self.population)
            self.energies[self.feasible] = self.energies_of(self.population[self.feasible])
            self.promote()

    def promote(self):
        """The best member to the first place."""
        able = np.arange(self.size)[self.feasible]
        best = able[np.argmin(self.energies[able])] if able.size else np.argmin(self.missing.sum(axis=1))
        for one in (self.energies, self.population, self.feasible, self.missing):
            one[[0, best]] = one[[best, 0]]

    @staticmethod
    def accepted(energy, feasible, missing, old_energy, old_feasible, old_missing):
        """Whether a trial takes a member's place."""
        if old_feasible and feasible:
            return energy <= old_energy
        if feasible and not old_feasible:
            return True
        return bool(not feasible and not old_feasible and (missing <= old_missing).all())

    def _others(self, candidate):
        self.random.shuffle(self.places)
        some = self.places[:6]
        return some[some != candidate][:5]

    def _mixed(self, candidate, some):
        """A point between members, by the strategy."""
        p, scale, kind = self.population, self.scale, self.strategy[:-3]
        r = some.T
        if kind == 'best1':
            return p[0] + scale * (p[r[0]] - p[r[1]])
        if kind == 'rand1':
            return p[r[0]] + scale * (p[r[1]] - p[r[2]])
        if kind == 'randtobest1':
            result = np.copy(p[r[0]])
            result += scale * (p[0] - result)
            result += scale * (p[r[1]] - p[r[2]])
            return result
        if kind == 'currenttobest1':
            return p[candidate] + scale * (p[0] - p[candidate] + p[r[0]] - p[r[1]])
        if kind == 'best2':
            return p[0] + scale * (p[r[0]] + p[r[1]] - p[r[2]] - p[r[3]])
        return p[r[0]] + scale * (p[r[1]] + p[r[2]] - p[r[3]] - p[r[4]])

    def _whole(self, size=None):
        draw = self.random.integers if hasattr(self.random, 'integers') else self.random.randint
        return draw(self.count, size=size)

    def _crossed(self, trial, mixed, crossing, first):
        """Parameters of the mixture in a member: where crossing says so, or in a row from the first on."""
        if self.strategy.endswith('bin'):
            crossing[first] = True
            return np.where(crossing, mixed, trial)
        crossing[0] = True
        for step in range(self.count):
            if not crossing[step]:
                break
            trial[(first + step) % self.count] = mixed[(first + step) % self.count]
        return trial

    def _own(self, candidate):
        trial = self.strategy(candidate, self.scaled(self.population), rng=self.random)
        if np.shape(trial) != (self.count,):
            raise RuntimeError('strategy must have signature f(candidate: int, population: np.ndarray, rng=None) returning an array of shape '
                               '(N,)')
        return self.unscaled(trial)

    def trial(self, candidate):
        """A new point for a member."""
        if callable(self.strategy):
            return self._own(candidate)
        first = self._whole()
        some = self._others(candidate)
        mixed = self._mixed(candidate, some)
        crossing = self.random.uniform(size=self.count) < self.recombination
        return self._crossed(np.copy(self.population[candidate]), mixed, crossing, first)

    def trials(self):
        """A new point for each member."""
        if callable(self.strategy):
            return np.array([self._own(one) for one in range(self.size)], dtype=float)
        some = np.array([self._others(one) for one in range(self.size)])
        mixed = self._mixed(np.arange(self.size), some)
        first = self._whole(self.size)
        crossing = self.random.uniform(size=(self.size, self.count)) < self.recombination
        return np.array([self._crossed(np.copy(self.population[k]), mixed[k], crossing[k],
                                       first[k]) for k in range(self.size)])

    def bounded(self, trial):
        """Numbers outside of the range are drawn anew."""
        outside = (trial > 1) | (trial < 0)
        count = np.count_nonzero(outside)
        if count:
            trial[outside] = self.random.uniform(size=count)

    def step(self, deferred):
        """One generation; False when no calls are left."""
        self.start()
        if self.dither is not None:
            self.scale = self.random.uniform(self.dither[0], self.dither[1])
        if deferred:
            return self._step_at_once()
        for k in range(self.size):
            if self.calls > self.maxfun:
                return False
            trial = self.trial(k)
            self.bounded(trial)
            parameters = self.scaled(trial)
            feasible, missing, energy = True, np.zeros((1, 1)), np.inf
            if self.constraints:
                missing = self.violations(parameters)
                feasible = not np.sum(missing) > 0
            if feasible:
                energy = self.energy(parameters)
            if self.accepted(energy, feasible, missing, self.energies[k], self.feasible[k], self.missing[k]):
                self.population[k], self.energies[k] = trial, np.squeeze(energy)
                self.feasible[k], self.missing[k] = feasible, missing
                if self.accepted(energy, feasible, missing, self.energies[0], self.feasible[0],
                                 self.missing[0]):
                    self.promote()
        return True

    def _step_at_once(self):
        if self.calls >= self.maxfun:
            return False
        trials = self.trials()
        self.bounded(trials)
        feasible, missing = self._judged(trials)
        energies = np.full(self.size, np.inf)
        energies[feasible] = self.energies_of(trials[feasible])
        better = np.array([self.accepted(*row) for row in zip(energies, feasible, missing, self.energies,
                                                              self.feasible, self.missing)])
        self.population = np.where(better[:, np.newaxis], trials, self.population)
        self.energies = np.where(better, energies, self.energies)
        self.feasible = np.where(better, feasible, self.feasible)
        self.missing = np.where(better[:, np.newaxis], missing, self.missing)
        self.promote()
        return True

    def result(self, steps, message, failed=False):
        """What was found up to now."""
        found = OptimizeResult(x=self.scaled(self.population[0]), fun=self.energies[0], nfev=self.calls,
                               nit=steps, message=message,
                               success=failed is not True, population=self.scaled(self.population),
                               population_energies=self.energies)
        if self.constraints:
            found.constr = [one.violation(found.x) for one in self.constraints]
            found.constr_violation = found.maxcv = np.max(np.concatenate(found.constr))
            if found.maxcv > 0:
                found.success = False
        return found


def _stops(callback, found, share):
    """Whether the callback wants no more."""
    import inspect
    found.convergence = share
    try:
        if list(inspect.signature(callback).parameters) == ['intermediate_result']:
            return bool(callback(intermediate_result=found))
        return bool(callback(np.copy(found.x), found.convergence))
    except StopIteration:
        return True


def differential_evolution(func, bounds, args=(), strategy='best1bin', maxiter=1000, popsize=15, tol=0.01,
                           mutation=(0.5, 1),
                           recombination=0.7, rng=None, callback=None, disp=False, polish=True,
                           init='latinhypercube', atol=0,
                           updating='immediate', workers=1, constraints=(), x0=None, *, integrality=None,
                           vectorized=False, seed=None,
                           maxfun=np.inf):
    """The least value of a function within bounds, by differential evolution (Storn and Price); the best
    point is polished at the end.

    Raises ValueError for bounds that are not finite, unknown strategies and populations of other shapes.

    >>> found = optimize.differential_evolution(lambda x: (x[0] - 1.0)**2 + x[1]**2, [(-3, 3), (-3, 3)], rng=1)
    >>> found.x.round(5) + 0.0, found.success
    (array([1., 0.]), True)
    """
    if workers != 1 and updating == 'immediate':
        warnings.warn("differential_evolution: the 'workers' keyword has overridden updating='immediate' to updating='deferred'", UserWarning,
                      stacklevel=2)
        updating = 'deferred'
    if vectorized and updating == 'immediate':
        warnings.warn("differential_evolution: the 'vectorized' keyword has overridden updating='immediate' to updating='deferred'", UserWarning,
                      stacklevel=2)
        updating = 'deferred'
    evolution = _Evolution(func, bounds, args, strategy, mutation, recombination, popsize,
                           _generator(rng, seed), init, integrality, x0,
                           constraints, np.inf if maxfun is None else maxfun, vectorized)
    evolution.start()
    message, failed, step = MESSAGES['success'], False, 0
    for step in range(1, (1000 if maxiter is None else maxiter) + 1):
        if not evolution.step(updating == 'deferred'):
            failed = True
            message = MESSAGES['maxfev'] if evolution.calls > evolution.maxfun else 'Maximum number of function evaluations has been reached.'
            break
        energies = evolution.energies
        if disp:
            print(f'differential_evolution step {step}: f(x)= {energies[0]}')
        spread = np.inf if np.any(np.isinf(energies)) else np.std(energies) / (np.abs(np.mean(energies))
                                                                               + np.finfo(np.float64).eps)
        if callback and _stops(callback, evolution.result(step, 'in progress'),
                               tol / (spread + np.finfo(np.float64).eps)):
            message, failed = 'callback function requested stop early', True
            break
        if not np.any(np.isinf(energies)) and np.std(energies) <= atol + tol * np.abs(np.mean(energies)):
            break
    else:
        message, failed = MESSAGES['maxiter'], True
    found = evolution.result(step, message, failed)
    if polish and not np.all(evolution.integrality):
        _polish(evolution, found, polish, constraints)
    if evolution.constraints:
        found.constr = [one.violation(found.x) for one in evolution.constraints]
        found.constr_violation = found.maxcv = np.max(np.concatenate(found.constr))
        if found.maxcv > 0:
            found.success = False
            found.message = f'The solution does not satisfy the constraints, MAXCV = {found.maxcv}'
    return found


def _polish(evolution, found, polish, constraints):
    """A descent from the best point, which counts when it leads on."""
    limits = evolution.limits
    if evolution.integrality.any():
        limits[:, evolution.integrality] = found.x[evolution.integrality]
    if evolution.constraints and np.any(evolution.violations(found.x) > 0.):
        warnings.warn("differential evolution didn't find a solution satisfying the constraints, attempting to polish from the least "
                      'infeasible solution', UserWarning, stacklevel=3)
    bounds = Bounds(lb=limits[0], ub=limits[1])
    if callable(polish):
        better = polish(evolution.func, np.copy(found.x), bounds=bounds, constraints=constraints)
        if not isinstance(better, OptimizeResult):
            raise ValueError('The result from a user defined polishing function should return an OptimizeResult.')
    else:
        def function(x):
            return np.squeeze(evolution.func(np.atleast_2d(x).T,
                                             *evolution.args)) if evolution.vectorized else \
                evolution.func(np.copy(x), *evolution.args)

        better = minimize(function, np.copy(found.x), method='SLSQP' if evolution.constraints else 'L-BFGS-B',
                          bounds=bounds,
                          constraints=constraints)
    evolution.calls += better.get('nfev', 0)
    found.nfev = evolution.calls
    if better.fun < found.fun and better.success and np.all(better.x <= limits[1]) and np.all(limits[0] <= better.x):
        found.fun, found.x, found.jac = better.fun, better.x, better.get('jac', None)
        evolution.energies[0] = better.fun
        evolution.population[0] = evolution.unscaled(better.x)
