"""hexbin, and norms: their limits, centres, ways back, and contours by a logarithm."""
import os
import warnings

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import colors

out = os.environ["PICTURES"]
rng = np.random.default_rng(0)
x = rng.standard_normal(500)
y = x + rng.standard_normal(500)


def tell(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__, error)


def hexagons(key, *given, **keywords):
    figure, axes = plt.subplots(figsize=(3, 3))
    made = axes.hexbin(*given, **keywords)
    values = np.asarray(made.get_array(), float)
    print(key, type(made).__name__, len(values), values[:6], np.nansum(values), np.array(made.get_clim(), float), np.array(axes.get_xlim()),
          np.array(axes.get_ylim()))
    figure.savefig(os.path.join(out, f"hexagons_{key}.png"))
    plt.close(figure)


hexagons("plain", x, y, gridsize=10)
hexagons("tuple", x, y, gridsize=(8, 5), cmap="Blues")
hexagons("least", x, y, gridsize=10, mincnt=1)
hexagons("means", x, y, C=x ** 2, gridsize=10)
hexagons("greatest", x, y, C=x ** 2, gridsize=10, reduce_C_function=np.max, mincnt=2)
hexagons("extent", x, y, gridsize=10, extent=(-1, 1, -2, 2))
hexagons("log", x, y, gridsize=10, bins="log", mincnt=1)
hexagons("five", x, y, gridsize=10, bins=5)
hexagons("list", x, y, gridsize=10, bins=[0, 2, 10])
hexagons("limits", x, y, gridsize=10, vmin=2, vmax=9, edgecolors="k", linewidths=0.5)
hexagons("scaled", np.abs(x) + 0.1, y, gridsize=10, xscale="log")
hexagons("usual", x, y)
hexagons("unknown", [1, 2, np.nan], [1, 2, 3], gridsize=3)
figure = plt.figure()
made = plt.hexbin(x, y, gridsize=6)
plt.colorbar(label="n")
print(plt.gci() is made)
tell(lambda: plt.hexbin(-np.abs(x), y, xscale="log"))
tell(lambda: plt.hexbin(x, y[:3]))

kinds = {"linear": colors.Normalize, "log": colors.LogNorm, "symlog": lambda **limits: colors.SymLogNorm(1, **limits),
         "power": lambda **limits: colors.PowerNorm(2, **limits), "slopes": lambda **limits: colors.TwoSlopeNorm(1, **limits)}
for name, make in kinds.items():
    norm = make()
    print(name, norm.vmin, norm.vmax, norm.clip, norm.scaled())
    tell(lambda: make().inverse(0.3))
    tell(lambda: float(make(vmin=0.5, vmax=10).inverse(0.5)))
    tell(lambda: np.asarray(make(vmin=0.5, vmax=10).inverse([0, 0.25, 1])))
    norm.autoscale([1.0, 2.0, 3.0])
    print(float(norm.vmin), float(norm.vmax))
    norm.autoscale_None([0.5, 9])
    print(float(norm.vmin), float(norm.vmax), norm.scaled())
for threshold, scale, base in ((1, 1, 10), (2, 1, 10), (1, 0.5, 10), (1, 1, 2)):
    for low in (0.5, -5):
        norm = colors.SymLogNorm(threshold, linscale=scale, base=base, vmin=low, vmax=10)
        print(np.asarray(norm([0.5, 0.6, 0.85, 1, 2, 5, 10])), np.asarray(norm.inverse([0, 0.2, 0.6, 1])))
for make in (colors.CenteredNorm, lambda: colors.CenteredNorm(vcenter=1, halfrange=2), lambda: colors.CenteredNorm(halfrange=-3)):
    norm = make()
    print(np.asarray(norm([-1, 0, 3])), float(norm.vcenter), float(norm.halfrange), float(norm.vmin), float(norm.vmax))
    print(np.asarray(norm.inverse([0, 0.5, 1])), float(norm(1)))
norm = colors.CenteredNorm()
print(norm.scaled(), norm.halfrange)
norm.autoscale([1, 5])
norm.autoscale_None([10])
print(float(norm.vmin), float(norm.vmax), norm.scaled())
image = plt.imshow([[1, 2], [-3, 0]], norm=colors.CenteredNorm(), cmap="RdBu")
print(np.array(image.get_clim(), float))
plt.colorbar(image)
field = np.arange(12.0).reshape(3, 4)
for levels, data in (([0, 1, 10], field), ([1, 3, 10], field + 1), ([-1, 3, 10], field + 1), (None, field + 1)):
    for draw in (plt.contourf, plt.contour):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            made = draw(data, norm=colors.LogNorm()) if levels is None else draw(data, levels=levels, norm=colors.LogNorm())
        print(np.asarray(made.levels), float(made.norm.vmin), float(made.norm.vmax), [str(w.message) for w in seen if "Log" in str(w.message)])
