# A metaclass whose mro() names classes of another layout is refused.
class Devious(type):
    def mro(self):
        return [self, dict, object]


class Odd(type):
    def mro(self):
        return [self, 5]


class Reversed(type):
    def mro(cls):
        order = type.mro(cls)
        order.reverse()
        return order


for metaclass in Devious, Odd, Reversed:
    try:
        class X(object, metaclass=metaclass):
            def __getitem__(self, key):
                return dict.__getitem__(self, key)
        print(X.__mro__)
    except TypeError as error:
        print(type(error).__name__, error)
