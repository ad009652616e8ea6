"""copyreg: extension codes and what is refused, classes with a built-in base by protocol 0 and 1."""
import copyreg
import pickle


def attempt(function, *arguments):
    try:
        print(function.__name__, function(*arguments))
    except Exception as error:
        print(function.__name__, type(error).__name__, error)


for arguments in [("m", "n", 0), ("m", "n", -1), ("m", "n", 1 << 31), ("m", "n", "x"), ("m", "n", 240), ("m", "n", 240.0), ("m", "n", 241),
                  ("m", "o", 240), ("m", "o", (1 << 31) - 1), ("m", "o", True)]:
    attempt(copyreg.add_extension, *arguments)
for arguments in [("m", "n", 241), ("m", "q", 240), ("m", "n", 240), ("m", "n", 240), ("m", "o", (1 << 31) - 1)]:
    attempt(copyreg.remove_extension, *arguments)
print(copyreg._extension_registry, copyreg._inverted_registry)
attempt(copyreg.pickle, int, 3)
attempt(copyreg.pickle, int, len, 3)
del copyreg.dispatch_table[int]
attempt(copyreg.constructor, None)
attempt(copyreg.constructor, len)


class Plain:
    pass


class Items(list):
    pass


class Number(int):
    def __init__(self, value):
        self.told = value


class Words(str):
    pass


for one in Plain(), Items([1, 2]), Number(7), Words("w"):
    one.extra = "kept"
    for protocol in range(5):
        again = pickle.loads(pickle.dumps(one, protocol))
        print(type(again).__name__, protocol, again if type(one) is not Plain else "", vars(again))
print(copyreg._reconstructor(Items, list, (3, 4)), copyreg._reconstructor(Number, int, 9) + 1, type(copyreg._reconstructor(Plain, object, None)))
copyreg.add_extension(__name__, "Plain", 200)
data = pickle.dumps(Plain(), 2)
print(data, type(pickle.loads(data)))
copyreg.remove_extension(__name__, "Plain", 200)
attempt(pickle.loads, data)
