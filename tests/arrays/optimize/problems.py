# Test problems of Moré, Garbow and Hillstrom (Testing unconstrained optimization software, 1981), by residuals: name -> (residuals,
# start). Prepended to each program of this folder.
import numpy as np


def powell_badly_scaled(x):
    return np.array([1e4 * x[0] * x[1] - 1, np.exp(-x[0]) + np.exp(-x[1]) - 1.0001])


def helical_valley(x):
    angle = np.arctan(x[1] / x[0]) / (2 * np.pi) if x[0] else np.sign(x[1]) * 0.25
    return np.array([10 * (x[2] - 10 * (angle + 0.5 * (x[0] < 0))), 10 * (np.hypot(x[0], x[1]) - 1), x[2]])


BARD = np.array([.14, .18, .22, .25, .29, .32, .35, .39, .37, .58, .73, .96, 1.34, 2.10, 4.39])
KOWALIK = np.array([.1957, .1947, .1735, .1600, .0844, .0627, .0456, .0342, .0323, .0235, .0246])
PLACES = np.array([4, 2, 1, .5, .25, .167, .125, .1, .0833, .0714, .0625])
MEYER = np.array([34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744, 8261, 7030, 6005, 5147, 4427, 3820, 3307, 2872.])
GAUSSIAN = np.array([.0009, .0044, .0175, .0540, .1295, .2420, .3521, .3989, .3521, .2420, .1295, .0540, .0175, .0044, .0009])
OSBORNE = np.array([.844, .908, .932, .936, .925, .908, .881, .850, .818, .784, .751, .718, .685, .658, .628, .603, .580, .558, .538,
                    .522, .506, .490, .478, .467, .457, .448, .438, .431, .424, .420, .414, .411, .406])


def bard(x):
    u = np.arange(1., 16)
    v = 16 - u
    return BARD - (x[0] + u / (v * x[1] + np.minimum(u, v) * x[2]))


def kowalik_osborne(x):
    return KOWALIK - x[0] * (PLACES ** 2 + PLACES * x[1]) / (PLACES ** 2 + PLACES * x[2] + x[3])


def meyer(x):
    return x[0] * np.exp(x[1] / (45 + 5 * np.arange(1., 17) + x[2])) - MEYER


def gaussian(x):
    return x[0] * np.exp(-x[1] * ((8 - np.arange(1., 16)) / 2 - x[2]) ** 2 / 2) - GAUSSIAN


def osborne(x):
    t = 10 * np.arange(33.)
    return OSBORNE - (x[0] + x[1] * np.exp(-t * x[3]) + x[2] * np.exp(-t * x[4]))


def box(x):
    t = 0.1 * np.arange(1., 11)
    return np.exp(-t * x[0]) - np.exp(-t * x[1]) - x[2] * (np.exp(-t) - np.exp(-10 * t))


def biggs(x):
    t = 0.1 * np.arange(1., 14)
    y = np.exp(-t) - 5 * np.exp(-10 * t) + 3 * np.exp(-4 * t)
    return x[2] * np.exp(-t * x[0]) - x[3] * np.exp(-t * x[1]) + x[5] * np.exp(-t * x[4]) - y


def brown_dennis(x):
    t = np.arange(1., 21) / 5
    return (x[0] + t * x[1] - np.exp(t)) ** 2 + (x[2] + x[3] * np.sin(t) - np.cos(t)) ** 2


def jennrich_sampson(x):
    i = np.arange(1., 11)
    return 2 + 2 * i - (np.exp(i * x[0]) + np.exp(i * x[1]))


def wood(x):
    return np.array([10 * (x[1] - x[0] ** 2), 1 - x[0], 90 ** .5 * (x[3] - x[2] ** 2), 1 - x[2], 10 ** .5 * (x[1] + x[3] - 2),
                     10 ** -.5 * (x[1] - x[3])])


def watson(x):
    t = np.arange(1., 30) / 29
    j = np.arange(len(x))
    powers = t[:, None] ** j
    slope = (powers[:, :-1] * (j[1:] * x[1:])).sum(axis=1)
    return np.concatenate([slope - (powers * x).sum(axis=1) ** 2 - 1, [x[0], x[1] - x[0] ** 2 - 1]])


def penalty(x):
    return np.concatenate([1e-5 ** .5 * (x - 1), [(x ** 2).sum() - 0.25]])


def variably_dimensioned(x):
    total = (np.arange(1., len(x) + 1) * (x - 1)).sum()
    return np.concatenate([x - 1, [total, total ** 2]])


def trigonometric(x):
    n = len(x)
    return n - np.cos(x).sum() + np.arange(1., n + 1) * (1 - np.cos(x)) - np.sin(x)


def brown_almost_linear(x):
    r = x + x.sum() - (len(x) + 1)
    r[-1] = x.prod() - 1
    return r


def discrete_boundary(x):
    n = len(x)
    h = 1 / (n + 1)
    around = np.concatenate([[0.], x, [0.]])
    return 2 * x - around[:-2] - around[2:] + h * h * (x + np.arange(1., n + 1) * h + 1) ** 3 / 2


def broyden_tridiagonal(x):
    around = np.concatenate([[0.], x, [0.]])
    return (3 - 2 * x) * x - around[:-2] - 2 * around[2:] + 1


def broyden_banded(x):
    n = len(x)
    return np.array([x[i] * (2 + 5 * x[i] ** 2) + 1 - sum(x[j] * (1 + x[j]) for j in range(max(0, i - 5), min(n, i + 2)) if j != i)
                     for i in range(n)])


def linear_full(x):
    return x - 2 * x.sum() / (len(x) + 2) - 1


def chebyquad(x):
    n, t = len(x), 2 * x - 1
    before, now, r = np.ones(n), t, []
    for i in range(1, n + 1):
        r.append(now.sum() / n + (1 / (i * i - 1) if i % 2 == 0 else 0))
        before, now = now, 2 * t * now - before
    return np.array(r)


PROBLEMS = {
    'rosenbrock': (lambda x: np.array([10 * (x[1] - x[0] ** 2), 1 - x[0]]), [-1.2, 1]),
    'freudenstein_roth': (lambda x: np.array([-13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1],
                                              -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1]]), [.5, -2]),
    'powell_badly_scaled': (powell_badly_scaled, [0, 1]),
    'brown_badly_scaled': (lambda x: np.array([x[0] - 1e6, x[1] - 2e-6, x[0] * x[1] - 2]), [1, 1]),
    'beale': (lambda x: np.array([1.5 - x[0] * (1 - x[1]), 2.25 - x[0] * (1 - x[1] ** 2), 2.625 - x[0] * (1 - x[1] ** 3)]), [1, 1]),
    'booth': (lambda x: np.array([x[0] + 2 * x[1] - 7, 2 * x[0] + x[1] - 5]), [-3, 4]),
    'himmelblau': (lambda x: np.array([x[0] ** 2 + x[1] - 11, x[0] + x[1] ** 2 - 7]), [1, 1]),
    'jennrich_sampson': (jennrich_sampson, [.3, .4]),
    'helical_valley': (helical_valley, [-1, 0, 0]),
    'bard': (bard, [1, 1, 1]),
    'gaussian': (gaussian, [.4, 1, 0]),
    'meyer': (meyer, [.02, 4000, 250]),
    'box': (box, [0, 10, 20]),
    'powell_singular': (lambda x: np.array([x[0] + 10 * x[1], 5 ** .5 * (x[2] - x[3]), (x[1] - 2 * x[2]) ** 2,
                                            10 ** .5 * (x[0] - x[3]) ** 2]), [3, -1, 0, 1]),
    'wood': (wood, [-3, -1, -3, -1]),
    'kowalik_osborne': (kowalik_osborne, [.25, .39, .415, .39]),
    'brown_dennis': (brown_dennis, [25, 5, -5, -1]),
    'osborne': (osborne, [.5, 1.5, -1, .01, .02]),
    'biggs': (biggs, [1, 2, 1, 1, 1, 1]),
    'watson': (watson, [0] * 6),
    'extended_rosenbrock': (lambda x: np.concatenate([10 * (x[1::2] - x[::2] ** 2), 1 - x[::2]]), [-1.2, 1] * 4),
    'penalty': (penalty, [1, 2, 3, 4]),
    'variably_dimensioned': (variably_dimensioned, [1 - j / 6 for j in range(1, 7)]),
    'trigonometric': (trigonometric, [1 / 5] * 5),
    'brown_almost_linear': (brown_almost_linear, [.5] * 6),
    'discrete_boundary': (discrete_boundary, [j / 9 * (j / 9 - 1) for j in range(1, 9)]),
    'broyden_tridiagonal': (broyden_tridiagonal, [-1] * 8),
    'broyden_banded': (broyden_banded, [-1] * 8),
    'linear_full': (linear_full, [1] * 5),
    'chebyquad': (chebyquad, [j / 8 for j in range(1, 8)]),
}


def sum_of_squares(residuals):
    return lambda x: float((residuals(np.asarray(x, float)) ** 2).sum())


def slopes(residuals, x):
    """The Jacobian by complex steps' kin: central differences of a fixed step, the same everywhere."""
    x = np.asarray(x, float)
    columns = []
    for j in range(len(x)):
        h = 6e-6 * max(1.0, abs(x[j]))
        up, down = x.copy(), x.copy()
        up[j] += h
        down[j] -= h
        columns.append((residuals(up) - residuals(down)) / (up[j] - down[j]))
    return np.array(columns).T


def gradient(residuals):
    return lambda x: 2 * slopes(residuals, x).T @ residuals(np.asarray(x, float))


def shown(x, digits=6):
    """Numbers to so many digits, without the sign of zeros."""
    x = np.atleast_1d(np.asarray(x, float))
    return ' '.join('0' if abs(v) < 10.0 ** -(digits + 1) else f'{v:.{digits}g}' for v in x.ravel().tolist())
