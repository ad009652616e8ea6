"""The works: (group, name, what is asked at least, statements that prepare, the expression that is timed, what of its result `r` is compared).

What is asked is how many times as fast as NumPy. Comparisons are of bits ("=") or within a tolerance ("~").
"""
N7 = "x, y, z = (np.arange(10**7) % 1009 / (7.0 + i) + 0.5 for i in range(3))"
CUBE = "x = (np.arange(8 * 10**6) * 7919 % 100003 / 1009.0 - 40).reshape(200, 200, 200)"
DRAWN = "g = np.random.default_rng(5)"
SORTED_SIZE = 16777216

ROWS = [
    ("fusion", "sin(x)*cos(y)+sqrt(z), 1e6", 3, "x, y, z = (np.arange(10**6) % 1009 / (7.0 + i) + 0.5 for i in range(3))",
     "np.sin(x) * np.cos(y) + np.sqrt(z)", "~ r"),
    ("fusion", "sin(x)*cos(y)+sqrt(z), 1e7", 3, N7, "np.sin(x) * np.cos(y) + np.sqrt(z)", "~ r"),
    ("fusion", "x + y, 1e7", 1.2, N7, "x + y", "= r"),
    ("fusion", "x*2 + 1, 1e7", 2, N7, "x * 2 + 1", "= r"),
    ("fusion", "x.astype(float32), 1e7", 1, N7, "x.astype(np.float32)", "= r"),
    ("fusion", "((x-x.mean())**2).sum(), 1e7", 3, N7, "((x - x.mean()) ** 2).sum()", "= r"),
]

for name in ("sum", "mean", "std", "min", "argmax"):
    ROWS += [("axes", "%s(axis=%d), 200x200x200" % (name, axis), 1.5, CUBE, "x.%s(axis=%d)" % (name, axis), "= r") for axis in range(3)]
ROWS += [("axes", "any(axis=%d), 200x200x200" % axis, 1.5, CUBE + "; x = x > 10**6", "x.any(axis=%d)" % axis, "= r") for axis in range(3)]

ROWS += [
    ("small", "a + b, n=10", 2, "a = np.arange(10.0); b = a * 2", "a + b", "= r"),
    ("small", "a + b, n=1000", 2, "a = np.arange(1000.0); b = a * 2", "a + b", "= r"),
    ("small", "a[i]", 2, "a = np.arange(10.0); i = 3", "a[i]", "= np.asarray(r)"),
    ("small", "a[i] = v", 2, "a = np.arange(10.0); i = 3; v = 1.5", "a[i] = v", "= a"),
    ("small", "a.sum(), n=10", 2, "a = np.arange(10.0)", "a.sum()", "= np.asarray(r)"),
    ("small", "a.sum(), n=1000", 2, "a = np.arange(1000.0)", "a.sum()", "= np.asarray(r)"),

    ("scipy", "convolve2d 2048x2048 with 15x15", 20, "from scipy.signal import convolve2d; " + DRAWN
     + "; x = g.random((2048, 2048)); k = g.random((15, 15))", "convolve2d(x, k)", "~ r"),

    ("scipy", "gaussian_filter 512x512, sigma 2", 2, "from scipy import ndimage; " + DRAWN + "; x = g.random((512, 512))",
     "ndimage.gaussian_filter(x, 2)", "~ r"),
    ("scipy", "rotate 512x512 by 30 degrees", 2, "from scipy import ndimage; " + DRAWN + "; x = g.random((512, 512))", "ndimage.rotate(x, 30)", "~ r"),

    ("sort", "sort, 16,777,216 float32", 0.9, DRAWN + "; x = g.random(%d, dtype=np.float32)" % SORTED_SIZE, "np.sort(x)", "= r"),
    ("sort", "argsort stable, 16,777,216 float32", 0.9, DRAWN + "; x = g.random(%d, dtype=np.float32)" % SORTED_SIZE,
     "np.argsort(x, kind='stable')", "= r"),
    ("sort", "argsort stable, 1e6 int64", 0.9, DRAWN + "; x = g.integers(0, 10**9, 10**6)", "np.argsort(x, kind='stable')", "= r"),
    ("sort", "sort, 1e6 float64", 0.9, DRAWN + "; x = g.random(10**6)", "np.sort(x)", "= r"),
    ("sort", "unique, 1e7 int64 of 1e6", 0.9, DRAWN + "; x = g.integers(0, 10**6, 10**7)", "np.unique(x)", "= r"),
    ("sort", "unique with counts, 1e6 float64", 0.9, DRAWN + "; x = np.floor(g.random(10**6) * 1e5)",
     "np.unique(x, return_counts=True)", "= np.concatenate([r[0], r[1].astype(float)])"),
    ("sort", "searchsorted, 1e6 in 1e7 float64", 0.9, DRAWN + "; x = np.sort(g.random(10**7)); q = g.random(10**6)",
     "np.searchsorted(x, q)", "= r"),

    ("moves", "x[mask], 1e7", 1.2, DRAWN + "; x = g.random(10**7); m = x > 0.5", "x[m]", "= r"),
    ("moves", "x[indices], 1e7", 1.2, DRAWN + "; x = g.random(10**7); k = g.integers(0, 10**7, 10**7)", "x[k]", "= r"),
    ("moves", "x.T.copy(), 4000x4000", 1.2, DRAWN + "; x = g.random((4000, 4000))", "x.T.copy()", "= r"),
    ("moves", "cumsum, 1e7", 1.2, DRAWN + "; x = g.random(10**7)", "np.cumsum(x)", "= r"),
    ("moves", "where(m, x, y), 1e7", 1.2, DRAWN + "; x = g.random(10**7); y = -x; m = x > 0.5", "np.where(m, x, y)", "= r"),
    ("moves", "histogram, 1e7 into 100", 1.2, DRAWN + "; x = g.random(10**7)", "np.histogram(x, bins=100)", "= r[0]"),

    ("linalg", "matmul, 1500x1500", 0.95, DRAWN + "; a = g.random((1500, 1500)); b = g.random((1500, 1500))", "a @ b", "~ r"),
    ("linalg", "solve, 1500x1500", 0.95, DRAWN + "; a = g.random((1500, 1500)); b = g.random(1500)", "np.linalg.solve(a, b)", "~ a @ r"),
    ("linalg", "svd, 400x400", 0.95, DRAWN + "; a = g.random((400, 400))", "np.linalg.svd(a)", "~ (r[0] * r[1]) @ r[2]"),
    ("linalg", "eigh, 500x500", 0.95, DRAWN + "; a = g.random((500, 500)); a = a + a.T", "np.linalg.eigh(a)", "~ (r[1] * r[0]) @ r[1].T"),
    ("fft", "fft, 2^20 complex", 0.95, DRAWN + "; x = g.random(2**20) + 1j * g.random(2**20)", "np.fft.fft(x)", "~ r"),
    ("fft", "rfft, 2^20", 0.95, DRAWN + "; x = g.random(2**20)", "np.fft.rfft(x)", "~ r"),
    ("fft", "fft, 1,000,000 complex", 0.95, DRAWN + "; x = g.random(10**6) + 1j * g.random(10**6)", "np.fft.fft(x)", "~ r"),
    ("fft", "fft2, 1024x1024 complex", 0.95, DRAWN + "; x = g.random((1024, 1024)) + 0j", "np.fft.fft2(x)", "~ r"),
    ("fft", "fft, 1000 complex", 0.95, DRAWN + "; x = g.random(1000) + 0j", "np.fft.fft(x)", "~ r"),

    ("dates", "datetime64[s] to [ms], 1e6", 1, DRAWN + "; x = g.integers(0, 10**9, 10**6).astype('M8[s]')", "x.astype('M8[ms]')", "= r"),
    ("dates", "datetime64 sort, 1e6", 1, DRAWN + "; x = g.integers(0, 10**9, 10**6).astype('M8[s]')", "np.sort(x)", "= r"),
    ("text", "x == y, 1e5 of U9", 1, DRAWN + "; x = np.char.add('key', g.integers(0, 10**6, 10**5).astype(str)); y = np.roll(x, 1)", "x == y", "= r"),
    ("text", "sort, 1e5 of U9", 1, DRAWN + "; x = np.char.add('key', g.integers(0, 10**6, 10**5).astype(str))", "np.sort(x)", "= r"),

    ("random", "default_rng().random(1e7)", 1, DRAWN, "g.random(10**7)", "= r"),
    ("random", "default_rng().standard_normal(1e7)", 1, DRAWN, "g.standard_normal(10**7)", "= r"),
    ("random", "RandomState.random_sample(1e7)", 1, "g = np.random.RandomState(5)", "g.random_sample(10**7)", "= r"),
    ("random", "RandomState.standard_normal(1e7)", 1, "g = np.random.RandomState(5)", "g.standard_normal(10**7)", "= r"),
]
