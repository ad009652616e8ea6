# Minima within bounds by L-BFGS-B: counts, message and place for the standard problems from two starts and in five boxes.
import warnings
from scipy import optimize

warnings.simplefilter('ignore')
np.seterr(all='ignore')


def tell(key, *args, **named):
    try:
        r = optimize.minimize(*args, **named)
        print(key, ':', r.nit, r.nfev, r.get('njev'), r.status, r.success, shown(r.x, 5), '|', r.message)
    except Exception as error:
        print(key, ':', type(error).__name__, error)


for name, (residuals, start) in PROBLEMS.items():
    start = np.array(start, float)
    if name in ('meyer', 'watson', 'osborne', 'biggs', 'brown_badly_scaled'):
        continue  # thousands of calls, whose number hangs on last digits
    f, g = sum_of_squares(residuals), gradient(residuals)
    for place, x in enumerate([start, start + 0.3 * np.cos(np.arange(len(start)) + 1)]):
        boxes = [None, [(a - 1, a + 1) for a in x], [(a - .1, None) for a in x], [(a - .5, a + .1) for a in x],
                 [(a if i % 2 else None, a + .3 if i % 3 else None) for i, a in enumerate(x)]]
        for number, box in enumerate(boxes):
            tell(f'{name} {place} {number}', f, x, method='L-BFGS-B', bounds=box, jac=g)
            if place == 0 and number % 2 == 0:
                tell(f'{name} {place} {number} 2-point', f, x, method='L-BFGS-B', bounds=box)
