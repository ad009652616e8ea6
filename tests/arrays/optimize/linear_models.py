# COBYLA: where it ends, how, and its words. Its paths (and counts of calls) are Powell's of 1994, not those
# of SciPy's PRIMA.
import warnings

import numpy as np
from scipy import optimize


def square(x):
    return (x[0] - 1) ** 2 + (x[1] - 2.5) ** 2


wedge = ({'type': 'ineq', 'fun': lambda x: x[0] - 2 * x[1] + 2},
         {'type': 'ineq', 'fun': lambda x: -x[0] - 2 * x[1] + 6},
         {'type': 'ineq', 'fun': lambda x: -x[0] + 2 * x[1] + 2})


def tell(key, *args, **named):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter('always')
        try:
            r = optimize.minimize(*args, method='COBYLA', **named)
        except Exception as error:
            print(key, ':', type(error).__name__, error)
            return
    print(key, ':', ' '.join(f'{v:.3f}' for v in r.x.round(2) + 0.0), f'{r.fun:.2f}', r.success, r.status,
          r.message, sorted(r),
          [str(w.message) for w in seen], type(r.fun).__name__, r.maxcv < 3)


tell('free', square, (2, 0))
tell('wedge', square, (2, 0), constraints=wedge)
tell('tight', square, (2, 0), constraints=wedge, tol=1e-8)
tell('narrow', square, (2, 0), constraints=wedge, options={'rhobeg': 0.1, 'catol': 1e-3})
tell('few calls', square, (2, 0), constraints=wedge, options={'maxiter': 5})
tell('equality', square, (2, 0), constraints={'type': 'eq', 'fun': lambda x: x[0] + x[1] - 1})
tell('contradiction', square, (2, 0),
     constraints=[{'type': 'ineq', 'fun': lambda x: x[0] - 5}, {'type': 'ineq', 'fun': lambda x: -x[0]}])
tell('bounds', square, (2, 0), bounds=[(0, 0.5), (None, 1)])
tell('fixed', square, (2, 0), bounds=[(1.5, 1.5), (None, 1)])
tell('nonlinear', lambda x: -x[0], [0.0], bounds=[(0, None)],
     constraints=optimize.NonlinearConstraint(lambda x: x[0] ** 2, -np.inf, 4))
tell('linear', lambda x: x[0] ** 2 + x[1] ** 2, [3, 1.0],
     constraints=optimize.LinearConstraint([[1, 1]], 1, np.inf))
tell('disc', lambda x: -x[0] - x[1], [0, 0.0], constraints={'type': 'ineq', 'fun': lambda x: 1 - x @ x})
tell('six', lambda x: np.sum((x - np.arange(6)) ** 2), np.zeros(6),
     constraints={'type': 'ineq', 'fun': lambda x: 4 - x[4:]})
tell('arguments', lambda x, a: (x[0] - a) ** 2, [0.0], args=(3,),
     constraints={'type': 'ineq', 'fun': lambda x, b: b - x[0], 'args': (2,)})
tell('vector', lambda x: x, [1.0, 2])
tell('target', square, (2, 0), options={'f_target': 1.0})
tell('gradient', square, (2, 0), jac=lambda x: x)
tell('kind', square, (2, 0), constraints={'type': 'foo', 'fun': square})
tell('no kind', square, (2, 0), constraints={'fun': square})
tell('no function', square, (2, 0), constraints={'type': 'ineq'})
tell('option', square, (2, 0), options={'nonsense': 1})


def stop(x):
    raise StopIteration


tell('callback', square, (2, 0), callback=stop)
seen = []
optimize.minimize(square, (2, 0), method='COBYLA',
                  callback=lambda intermediate_result: seen.append(intermediate_result.fun))
print('values :', sorted(seen, reverse=True) == seen, len(seen) > 5)
print('fmin :', optimize.fmin_cobyla(square, [2, 0], [c['fun'] for c in wedge]).round(2))
print('one :', optimize.fmin_cobyla(square, [2, 0], wedge[0]['fun'], rhoend=1e-7).round(2))
for wrong in (3, [3], 'ab', None):
    try:
        optimize.fmin_cobyla(square, [2, 0], wrong)
    except TypeError as error:
        print('wrong :', error)
