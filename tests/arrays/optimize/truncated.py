# Minima by TNC: the places, to a few digits (its counts are its own), for the standard problems that it solves in its calls.
import warnings
from scipy import optimize

warnings.simplefilter('ignore')
np.seterr(all='ignore')
HARD = ('meyer', 'watson', 'osborne', 'biggs', 'brown_badly_scaled', 'powell_badly_scaled', 'wood', 'kowalik_osborne',
        'brown_dennis', 'extended_rosenbrock', 'penalty', 'trigonometric', 'brown_almost_linear', 'chebyquad', 'powell_singular',
        'box', 'jennrich_sampson', 'bard')

for name, (residuals, start) in PROBLEMS.items():
    if name in HARD:
        continue
    start = np.array(start, float)
    f, g = sum_of_squares(residuals), gradient(residuals)
    for place, x in enumerate([start, start + 0.3 * np.cos(np.arange(len(start)) + 1)]):
        boxes = [None, [(a - 1, a + 1) for a in x], [(a - .1, None) for a in x], [(a - .5, a + .1) for a in x],
                 [(a if i % 2 else None, a + .3 if i % 3 else None) for i, a in enumerate(x)]]
        for number, box in enumerate(boxes):
            r = optimize.minimize(f, x, method='TNC', bounds=box, jac=g)
            print(f'{name} {place} {number} :', r.success, np.abs(np.round(r.x, 2)).tolist())
x, calls, status = optimize.fmin_tnc(lambda x: ((x[0] - 3) ** 2 + x[1] ** 4, [2 * (x[0] - 3), 4 * x[1] ** 3]), [0, 1.], disp=0,
                                     bounds=[(None, 2), (0.5, None)])
print('fmin_tnc :', x.round(4).tolist(), status)
