# __bases__ set anew: orders, special methods, subclasses, refusals; the cell of super().
def attempt(function, *arguments):
    try:
        print("value", function(*arguments))
    except Exception as error:
        print(type(error).__name__, error)


class Root:
    def __repr__(self):
        return "root"

    def who(self):
        return "root"


class First(Root):
    def who(self):
        return "first"

    def __len__(self):
        return 1


class Second(Root):
    def who(self):
        return "second"

    def __call__(self, x=0):
        return ("called", x)

    def __repr__(self):
        return "second!"
    shared = 5


class Derived(First):
    own = 1

    def __eq__(self, other):
        return True


class Further(Derived):
    def who(self):
        return "further " + super().who()


thing, further = Derived(), Further()
print(thing, thing.who(), len(thing), bool(thing), further.who(), callable(thing))
Derived.__bases__ = (Second,)
print(thing, thing.who(), callable(thing), thing(3), further(4), further.who(), further, further.shared)
attempt(len, thing)
print(Derived.__mro__, Further.__mro__, First.__subclasses__(), Second.__subclasses__(), Derived.__base__)
Derived.__bases__ = (First, Second)
print(len(thing), thing(), thing.who(), further.who(), Further.__mro__, Derived.__bases__)


def set_bases(cls, bases):
    cls.__bases__ = bases


for bases in ((), [First], (1,), (Derived,), (Further,), (int,), (object,), (list,), (First, First), (type,), (bool,), None, (Root, First)):
    attempt(set_bases, Derived, bases)
attempt(set_bases, int, (object,))
attempt(delattr, Derived, "__bases__")
print(Derived.__mro__, First.__subclasses__(), Root.__subclasses__())


class X:
    pass


class Y(X):
    pass


class Z(Y):
    pass
X_again = X
for order in ((X, Y), (Y, X)):
    attempt(type, "T", order, {})
for count in range(200):
    thing.who(), thing.__bases__ if hasattr(thing, "__bases__") else None
    Derived.__bases__ = (First,) if count % 2 else (Second,)
    assert thing.who() == ("first" if count % 2 else "second"), count


class Meta(type):
    def __new__(cls, name, bases, namespace):
        namespace.pop("__classcell__", None)
        return super().__new__(cls, name, bases, namespace)


class Other(type):
    def __new__(cls, name, bases, namespace):
        made = super().__new__(cls, name, bases, namespace)
        return super().__new__(cls, name, bases, {}) if "__classcell__" in namespace and made else made


def make(meta):
    class WithCell(metaclass=meta):
        def f(self):
            return __class__
    return WithCell().f()


attempt(make, Meta)
attempt(make, Other)
attempt(make, type)
for descriptor in (complex.real, float.real, property.fget, slice.start, X.__dict__["__dict__"], type.__dict__["__mro__"]):
    print(type(descriptor).__name__, descriptor.__name__, descriptor.__qualname__, descriptor)
for target, name in ((property(), "fget"), (1j, "real"), (1.5, "real"), (slice(1), "stop"), (range(3), "start"), (make, "__globals__"),
                     (make, "__closure__"), (X().__init__, "__self__"), (X, "__mro__"), (X, "__base__"), (BaseException(), "args")):
    attempt(setattr, target, name, 5)
    attempt(delattr, target, name)


class Slotted:
    __slots__ = ("a",)
print(Slotted.a, Slotted.a.__qualname__, type(Slotted.a).__name__)


class Holder:
    bound = X().__init__
    nested = classmethod(X.__repr__)
    chained = classmethod(property(lambda cls: cls.__name__))
print(Holder().bound.__self__.__class__, Holder.chained, callable(Holder.nested))
attempt(lambda: property().__set_name__())
attempt(lambda: property().__set_name__(1, 2, 3))
