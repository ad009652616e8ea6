# Minima without constraints: counts, message and place for the standard problems from two starts.
import warnings
from scipy import optimize

warnings.simplefilter('ignore')
np.seterr(all='ignore')


def tell(key, *args, **named):
    try:
        r = optimize.minimize(*args, **named)
        print(key, ':', r.nit, r.nfev, r.get('njev'), r.get('nhev'), r.status, r.success, shown(r.x, 5), '|', r.message)
    except Exception as error:
        print(key, ':', type(error).__name__, error)


def second(f, x):
    """The Hessian by differences of the gradient."""
    columns = []
    for j in range(len(x)):
        h = 1e-4 * max(1, abs(x[j]))
        up, down = x.copy(), x.copy()
        up[j] += h
        down[j] -= h
        columns.append((f(up) - f(down)) / (2 * h))
    return (np.array(columns) + np.array(columns).T) / 2


for name, (residuals, start) in PROBLEMS.items():
    start = np.array(start, float)
    f, g = sum_of_squares(residuals), gradient(residuals)
    h = lambda x: second(g, x)
    if name in ('meyer', 'watson', 'osborne', 'chebyquad', 'biggs'):
        continue  # thousands of calls, whose number hangs on last digits
    for place, x in enumerate([start, start + 0.3 * np.cos(np.arange(len(start)) + 1)]):
        for method in ['BFGS', 'CG']:
            tell(f'{name} {place} {method}', f, x, method=method)
            tell(f'{name} {place} {method} g', f, x, method=method, jac=g)
        tell(f'{name} {place} Nelder-Mead', f, x, method='Nelder-Mead', options={'maxiter': 100})
        tell(f'{name} {place} Powell', f, x, method='Powell', options={'maxiter': 3})
        if name in ('brown_dennis', 'bard', 'box', 'kowalik_osborne') or (place and len(x) > 4):
            continue
        for method in ['Newton-CG', 'dogleg', 'trust-ncg', 'trust-exact', 'trust-krylov']:
            tell(f'{name} {place} {method}', f, x, method=method, jac=g, hess=h, options={'maxiter': 12})
        for method in ['Newton-CG', 'trust-ncg', 'trust-krylov']:
            tell(f'{name} {place} {method} 2-point', f, x, method=method, jac=g, hess='2-point', options={'maxiter': 8})
