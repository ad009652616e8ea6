"""from pylab import *: whose names these are; and what matplotlib.mlab and cbook have of them."""
import builtins

import matplotlib.mlab as mlab
import matplotlib.pyplot
import numpy as np
import numpy.fft
import numpy.linalg
import numpy.random
from matplotlib.cbook import flatten, silent_list

names = {}
exec("from pylab import *", names)
homes = [builtins, np, numpy.random, numpy.linalg, numpy.fft]
absent = "bytes ctypeslib f2py test matlib version bit_generator get_bit_generator mtrand set_bit_generator requested_backend"
for name in sorted(names):
    if name[0] == "_" or name in absent.split():
        continue
    owners = [home.__name__ for home in homes if hasattr(home, name) and getattr(home, name) is names[name]]
    if owners:
        print(name, owners)
print(names["bytes"] is bytes, names["np"] is np, names["plt"] is matplotlib.pyplot, names["datetime"].__name__)
names["seed"](1)
print(names["rand"](2).round(6), names["randn"](1).shape, names["inv"](names["eye"](2)).tolist())
print(sorted(set("plot hist title show figure subplot legend imshow cm rc time sys".split()) - set(names)))
space = {}
exec("from matplotlib.pylab import rand, plot, fft, detrend_mean, array", space)
print(sorted(name for name in space if name[0] != "_"))


def show(make):
    try:
        print(repr(make()))
    except Exception as error:
        print(type(error).__name__, error)


x = np.array([1.0, 3, 2, 7])
y = np.arange(12.0).reshape(3, 4) ** 2
for name in ("detrend_none", "detrend_mean", "detrend_linear", "window_hanning", "window_none"):
    for data in (x, [1, 2, 5], y, 3):
        show(lambda: getattr(mlab, name)(data))
for key in (None, "none", "mean", "linear", "default", "constant", "x", mlab.detrend_mean, 3):
    show(lambda: mlab.detrend(x, key))
    for axis in (0, 1, -1, None, 2):
        show(lambda: mlab.detrend(y, key, axis=axis))
    show(lambda: mlab.detrend(3, key))
for axis in (0, 1, -1, 2):
    show(lambda: mlab.detrend_mean(y, axis))
show(lambda: mlab.detrend_mean(3, 0))
show(lambda: list(flatten([1, [2, (3, "ab")], np.arange(2), None, {4: 5}])))
show(lambda: list(flatten("ab")))
show(lambda: list(flatten([[1], 2], lambda item: isinstance(item, (int, list)))))
show(lambda: list(flatten(3)))
show(lambda: silent_list("Line2D", [1, 2]))
show(lambda: silent_list("Text"))
show(lambda: silent_list(None, [1, 2]))
show(lambda: silent_list(None))
show(lambda: silent_list("Text", [1])[0])
