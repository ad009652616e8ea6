# gc: callbacks, debugging flags; weakref: names and errors of proxies
import gc
import threading
import weakref


class A:
    n = 1

    def __call__(self):
        return 5


def callback(phase, info):
    print(phase, sorted(info), info["generation"])


gc.callbacks.append(callback)
gc.collect()
gc.collect(0)
gc.callbacks.append(lambda: None)
gc.callbacks.clear()
print(gc.get_debug(), gc.set_debug(gc.DEBUG_SAVEALL), gc.get_debug(), gc.set_debug(0))
print(gc.DEBUG_STATS, gc.DEBUG_COLLECTABLE, gc.DEBUG_UNCOLLECTABLE, gc.DEBUG_SAVEALL, gc.DEBUG_LEAK)
for f, args in ((gc.set_debug, ()), (gc.set_debug, ("x",)), (gc.collect, (5,)), (gc.is_finalized, (A(),))):
    try:
        print(f(*args))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
a = A()
p = weakref.proxy(a)
print(type(p), weakref.ProxyTypes, p.n, p())
try:
    hash(p)
except TypeError as error:
    print(error)


def hook(args):
    print(type(args).__name__, args.exc_type, args.exc_value, args.thread.name)


threading.excepthook = hook
thread = threading.Thread(target=lambda: 1 / 0, name="T")
thread.start()
thread.join()
