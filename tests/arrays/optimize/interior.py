# trust-constr: places, counts and reports; the quasi-Newton Hessians.
import contextlib
import io
import warnings

import numpy as np
from scipy import optimize
from scipy.optimize import BFGS, SR1, Bounds, HessianUpdateStrategy, LinearConstraint, NonlinearConstraint


def square(x):
    return (x[0] - 1) ** 2 + (x[1] - 2.5) ** 2


def tell(key, *args, prints=False, **named):
    told = io.StringIO()
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            with contextlib.redirect_stdout(told):
                r = optimize.minimize(*args, method='trust-constr', **named)
        except Exception as error:
            print(key, ':', type(error).__name__, error)
            return
    print(key, ':', ' '.join(f'{v:.6f}' for v in r.x), f'{r.fun:.6f}', r.success, r.status, r.message, r.nit,
          r.niter, r.nfev, r.njev,
          r.nhev, r.cg_niter, r.cg_stop_cond, r.method, r.constr_nfev, r.constr_njev, r.constr_nhev,
          f'{r.constr_penalty:.4f}',
          r.get('barrier_parameter'), r.get('barrier_tolerance'), f'{r.constr_violation:.5f}',
          [str(w.message)[:40] for w in seen])
    print(key, 'v :', ' '.join(f'{v:.5f}' for part in r.v for v in part), [v.shape for v in r.constr],
          [v.shape for v in r.jac])
    print(key, 'keys :', {name: type(value).__name__ for name, value in sorted(r.items())})
    if prints:
        for line in told.getvalue().splitlines():
            print(key, 'said :', line.split('execution time')[0])


rosen, der, hess = optimize.rosen, optimize.rosen_der, optimize.rosen_hess
tell('free', square, (2, 0))
tell('hess', rosen, [-1.2, 1], jac=der, hess=hess)
tell('hessp', rosen, [-1.2, 1], jac=der, hessp=optimize.rosen_hess_prod)
tell('learnt', rosen, [-1.2, 1], jac=der)
tell('imaginary', rosen, [-1.2, 1], jac='cs', hess=BFGS())
box = Bounds([0, -0.5], [1.0, 2.0])
lines = LinearConstraint([[1, 2], [2, 1]], [-np.inf, 1], [1, 1])
curve = lambda x: [x[0] ** 2 + x[1], x[0] ** 2 - x[1]]
slope = lambda x: [[2 * x[0], 1], [2 * x[0], -1]]
bend = lambda x, v: v[0] * np.array([[2, 0], [0, 0]]) + v[1] * np.array([[2, 0], [0, 0]])
tell('tutorial', rosen, [0.5, 0], jac=der, hess=hess,
     constraints=[lines, NonlinearConstraint(curve, -np.inf, 1, slope, bend)], bounds=box)
tell('tutorial learnt', rosen, [0.5, 0], jac=der, hessp=optimize.rosen_hess_prod, bounds=box,
     constraints=[lines, NonlinearConstraint(curve, -np.inf, 1, slope, BFGS())])
tell('tutorial differences', rosen, [0.5, 0], jac='2-point', hess=SR1(), bounds=box,
     constraints=[lines, NonlinearConstraint(curve, -np.inf, 1, '2-point', BFGS())])
wedge = ({'type': 'ineq', 'fun': lambda x: x[0] - 2 * x[1] + 2},
         {'type': 'ineq', 'fun': lambda x: -x[0] - 2 * x[1] + 6},
         {'type': 'ineq', 'fun': lambda x: -x[0] + 2 * x[1] + 2})
tell('wedge', square, (2, 0), constraints=wedge, bounds=((0, None), (0, None)))
tell('line', square, (2, 0), constraints=LinearConstraint([[1, 1]], 1, 1), options={'maxiter': 30})
tell('shell', lambda x: x @ x, [1.0, 2, 3], constraints=NonlinearConstraint(lambda x: x @ x, 2, 3))
tell('disc', lambda x: -x[0] - x[1], [0.1, 0.1], constraints=NonlinearConstraint(lambda x: x @ x, -np.inf, 1))
tell('bounds', square, (2, 0), bounds=[(0, 0.5), (None, 1)])
tell('inside', lambda x: -np.log(x[0]) + x[0] ** 2, [0.5], bounds=Bounds([0.1], [2], keep_feasible=True))
tell('few', square, (2, 0), options={'maxiter': 3})
tell('coarse', square, (2, 0), options={'xtol': 1e-3, 'gtol': 1e-12})
tell('radius', square, (2, 0), options={'initial_tr_radius': 10})
tell('twice', lambda x: (x @ x) / 2, [1.0, 1], constraints=LinearConstraint([[1, 1], [1, 1]], [1, 1], [1, 1]))
tell('report', square, (2, 0), options={'verbose': 1}, prints=True)
tell('table', square, (2, 0), constraints=lines, options={'verbose': 2}, prints=True)
tell('wide table', square, (2, 0), constraints=lines, options={'verbose': 3, 'maxiter': 4}, prints=True)
tell('free table', square, (2, 0), options={'verbose': 3, 'maxiter': 4}, prints=True)
tell('ends', square, (2, 0), callback=lambda x, s: print(s.nit, sorted(s)) if s.nit < 2 else s.nit > 3,
     prints=True)


def stop(intermediate_result):
    print(intermediate_result.nit, intermediate_result.x)
    raise StopIteration


tell('stops', square, (2, 0), callback=stop, prints=True)
tell('one argument', square, (2, 0), callback=lambda x: None)
tell('factors', square, (2, 0), options={'factorization_method': 'SVDFactorization'})
tell('singular values', square, (2, 0), constraints=lines,
     options={'factorization_method': 'SVDFactorization'})
tell('both by differences', square, (2, 0), jac='2-point', hess='2-point')
tell('option', square, (2, 0), options={'nonsense': 1})
tell('kind', square, (2, 0), constraints={'type': 'foo', 'fun': square})

for strategy in (BFGS(), BFGS('damp_update'), BFGS(init_scale=2.0), BFGS(min_curvature=0.5), SR1(),
                 SR1(init_scale=3)):
    for kind in ('hess', 'inv_hess'):
        strategy.initialize(3, kind)
        for s, y in (([1, 2, 0.5], [2, 3, 1]), ([0.1, -0.2, 0.3], [1, -1, 0.5]), ([1, 0, 0], [-1, 0.5, 0]),
                     ([0, 0, 0], [1, 1, 1])):
            strategy.update(np.array(s, float), np.array(y, float))
        print('learnt', kind, ':', ' '.join(f'{v:.6f}' for v in (strategy.get_matrix() + 0.0).ravel()),
              strategy.dot(np.ones(3)).round(6))
for make in (lambda: BFGS('other'), lambda: BFGS().initialize(2, 'other'),
             lambda: HessianUpdateStrategy().dot(1),
             lambda: HessianUpdateStrategy().initialize(1, 'hess'),
             lambda: HessianUpdateStrategy().update(1, 1),
             lambda: HessianUpdateStrategy().get_matrix()):
    try:
        make()
    except Exception as error:
        print('refused :', type(error).__name__, error)
