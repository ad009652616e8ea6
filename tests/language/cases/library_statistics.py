"""statistics, to the last digit."""
import random
import statistics
from fractions import Fraction
from statistics import *


def show(function, *arguments, **keywords):
    try:
        print(function.__name__, repr(function(*arguments, **keywords)))
    except Exception as error:
        print(function.__name__, type(error).__name__, error)


generator = random.Random(12)
samples = [[], [3], [1, 2], [1, 2, 3, 4, 4], [1.5, 2.25, 1e-9, 1e16, -1e16], [Fraction(1, 3), Fraction(5, 7), 2], [True, 2, 3.5],
           [generator.gauss(5, 2) for _ in range(101)], [generator.randrange(1, 50) for _ in range(64)], [0.1] * 10, [1e308, 1e308],
           [float("inf"), 1.0], [float("nan"), 2], ["a", "b", "b"], [1, "a"], [0, 1, 2], [-1, 1, 3], [1, 2, None], range(7), (2, 2, 3, 3),
           [generator.random() * 10 ** generator.randrange(-9, 9) for _ in range(50)], [Fraction(1, 3), 0.5], [10 ** 30, 1], [1j, 2]]
for data in samples:
    for function in (mean, fmean, geometric_mean, harmonic_mean, median, median_low, median_high, median_grouped, mode, multimode, pstdev,
                     pvariance, stdev, variance, quantiles, NormalDist.from_samples):
        show(function, data)
    show(quantiles, data, n=10, method="inclusive")
    show(quantiles, data, n=7)
for function in mean, fmean, harmonic_mean, median, mode, stdev, variance, pstdev:
    show(function, iter([1, 2, 4, 7]))
show(variance, [1, 2, 3], 2)
show(pvariance, [1.5, 2.5], 2)
show(stdev, [1, 2, 3.5], Fraction(2))
show(quantiles, [1, 2, 3], n=0)
show(quantiles, [1, 2, 3], method="x")
show(median_grouped, [1, 3, 3, 5, 7], 2)
show(fmean, [1, 2, 3], [1, 0, 4])
show(fmean, [1, 2], [1])
show(fmean, [1, 2], [0, 0])
show(harmonic_mean, [40, 60], weights=[5, 30])
show(harmonic_mean, [40, 60], weights=[-5, 30])
show(harmonic_mean, [40, 60], weights=[5])
show(harmonic_mean, [1, 0])
x = [generator.random() for _ in range(30)]
y = [generator.random() + 2 * value for value in x]
for function in covariance, correlation, linear_regression:
    for pair in (x, y), (x, x), ([1, 2], [1]), ([1], [1]), ([1, 1], [1, 2]), ([1, 2, 3], [3, 2, 1]), ([1, 2], [Fraction(1), 5]):
        show(function, *pair)
show(linear_regression, x, y, proportional=True)
show(linear_regression, [0, 0], [1, 2], proportional=True)
for seed in range(30):
    data = [generator.randrange(10 ** 6) * 2.0 ** generator.randrange(-30, 30) for _ in range(generator.randrange(2, 40))]
    print(stdev(data), pstdev(data), mean(data), variance(data), pvariance(data))
a, b = NormalDist(100, 15), NormalDist(110.5, 7)
print(a, b, a + b, a - b, a * 2, a / 3, -a, +a, 5 + a, 5 - a, 2 * a, a + 1, a - 1, a == NormalDist(100, 15), a == b, a == 1, hash(a) == hash(NormalDist(100, 15)))
print(a.mean, a.median, a.mode, a.stdev, a.variance, a.overlap(b), b.overlap(a), a.overlap(a), a.overlap(NormalDist(90, 15)), a.zscore(120))
print([a.pdf(v) for v in range(40, 160, 9)], [a.cdf(v) for v in range(40, 160, 9)])
print([NormalDist().inv_cdf(p) for p in (1e-300, 1e-20, 1e-9, 0.001, 0.01, 0.074, 0.076, 0.2, 0.5, 0.7, 0.92, 0.93, 0.999, 1 - 1e-12)])
print(a.quantiles(), a.quantiles(10), a.samples(3, seed=8), NormalDist(2).samples(0))
for attempt in (lambda: NormalDist(1, -1), lambda: NormalDist(1, 0).pdf(1), lambda: NormalDist(1, 0).cdf(1), lambda: a.inv_cdf(0), lambda: a.inv_cdf(2),
                lambda: NormalDist(0, 0).inv_cdf(0.5), lambda: a.overlap(1), lambda: a.overlap(NormalDist(0, 0)), lambda: NormalDist(0, 0).zscore(1), lambda: a + "x"):
    show(attempt)
print(sorted(statistics.__all__), issubclass(StatisticsError, ValueError))
