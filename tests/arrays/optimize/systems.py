# Roots of systems and least squares: counts, status and place for the standard problems from three starts.
import warnings
from scipy import optimize

warnings.simplefilter('ignore')
np.seterr(all='ignore')
MIXING = ['broyden1', 'broyden2', 'anderson', 'linearmixing', 'diagbroyden', 'excitingmixing', 'krylov', 'df-sane']


def tell(key, solve):
    try:
        r = solve()
        print(key, ':', r.nfev, r.get('njev'), r.get('nit'), r.get('status'), r.success, shown(r.x))
    except Exception as error:
        print(key, ':', type(error).__name__, error)


for name, (residuals, start) in PROBLEMS.items():
    start = np.array(start, float)
    jacobian = lambda x: slopes(residuals, x)
    for place, x in enumerate([start, 3 * start, start + 0.3 * np.cos(np.arange(len(start)) + 1)]):
        for method in ['lm', 'hybr'] if len(residuals(start)) == len(start) else ['lm']:
            tell(f'{name} {place} {method}', lambda: optimize.root(residuals, x, method=method))
            tell(f'{name} {place} {method} J', lambda: optimize.root(residuals, x, method=method, jac=jacobian))
        if len(residuals(start)) == len(start) and place < 2:
            for method in MIXING:
                options = {'maxfev': 60} if method == 'df-sane' else {'maxiter': 15}
                tell(f'{name} {place} {method}', lambda: optimize.root(residuals, x, method=method, options=options))
