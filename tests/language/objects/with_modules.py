def show(what, function):
    try:
        print(what, "->", repr(function()))
    except BaseException as error:
        print(what, "raises", type(error).__name__ + ":", error)


import gc
class Cyclic:
    def __init__(self):
        self.me = self

    def __del__(self):
        print("cyclic deleted")


Cyclic()
show("gc", lambda: gc.collect() > 0)


import types
show("namespace", lambda: (types.SimpleNamespace(a=1, b="x"), types.SimpleNamespace(a=1) == types.SimpleNamespace(a=1)))
ns = types.SimpleNamespace()
ns.me = ns
show("namespace self", lambda: ns)
show("namespace bad", lambda: types.SimpleNamespace(1))
show("proxy", lambda: (types.MappingProxyType({"a": 1}), len(types.MappingProxyType({"a": 1})), list(types.MappingProxyType({"a": 1}).items())))
show("proxy or", lambda: types.MappingProxyType({"a": 1}) | {"b": 2})
show("proxy bad", lambda: types.MappingProxyType([1]))
show("method type", lambda: types.MethodType(len, [1, 2])())
show("method type bad", lambda: types.MethodType(1, 2))
import warnings
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("always")
    warnings.warn("careful")
    warnings.warn("old", DeprecationWarning)
    warnings.warn(UserWarning("instance"))
show("warnings", lambda: [(str(w.message), w.category.__name__, w.lineno > 0) for w in log])
with warnings.catch_warnings():
    warnings.simplefilter("error")
    show("warning error", lambda: warnings.warn("fatal"))
    show("warning error", lambda: warnings.warn("fatal", RuntimeWarning))
import weakref


class W:
    pass


w = W()
r = weakref.ref(w, lambda ref: print("callback", ref() is None))
show("weak", lambda: (r() is w, weakref.getweakrefcount(w), weakref.ref(w) is weakref.ref(w), r == weakref.ref(w)))
del w
show("weak dead", lambda: r())
show("weak int", lambda: weakref.ref(5))
show("weak list", lambda: weakref.ref([]))
show("weak types", lambda: [weakref.ref(x)() is x for x in (W, len, show, ValueError(), {1}, frozenset([1]))])
