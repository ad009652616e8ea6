# Reductions that threads share give the bits of one thread: sums in NumPy's order along every axis and over all.
import hashlib
import numpy as np

rng = np.random.RandomState(3)
for shape in ((300000,), (513, 300), (50, 60, 70), (70000, 3), (3, 70000)):
    for dtype in ("float64", "float32", "int64", "complex128", "float16", "bool"):
        a = (rng.rand(*shape) * 200 - 100).astype(dtype)
        for view in (a, a[::-1], a[..., ::2], a.T):
            digest = hashlib.sha256()
            for axis in (None,) + tuple(range(view.ndim)) + (((0, 2),) if view.ndim > 2 else ()):
                for name in ("sum", "max", "min", "any", "all", "prod"):
                    with np.errstate(all="ignore"):
                        digest.update(np.ascontiguousarray(getattr(view, name)(axis=axis)).tobytes())
            if dtype != "bool":
                digest.update(str((view.argmax(), view.argmin(), [view.argmax(axis=k).sum() for k in range(view.ndim)])).encode())
            print(shape, dtype, view.strides, digest.hexdigest()[:16])
a = rng.rand(400000)
print(a.sum(), a.mean(), a.std(), ((a - a.mean()) ** 2).sum())
a[300000] = a[350000] = np.nan
print(a.max(), a.min(), a.argmax(), a.argmin(), np.sum(a, where=~np.isnan(a)), np.max(a, initial=5.0, where=~np.isnan(a)))
print(np.add.reduce(rng.rand(500000), initial=3.5), np.logical_xor.reduce(rng.rand(500000) > .5), np.bitwise_xor.reduce(rng.randint(0, 1000, 500000)))
