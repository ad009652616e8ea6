"""random: subclasses, old arguments and states; slots with a state of their own; hints and method callers."""
import copy
import functools
import operator
import random
import warnings

warnings.simplefilter("always")


class OnlyRandom(random.Random):
    def random(self):
        return 0.3


class Bits(OnlyRandom):
    def getrandbits(self, k):
        return 1


print(OnlyRandom(1).randrange(100), Bits(1).randrange(100), random.Random(3).randrange(10 ** 30))
for arguments in [(3.0,), (3.5,), ("3",), (0, 2.0), (0, 2.5), (0, 10, 2.0), (0, 10, 1.5), (0,), (5, 1), (1, 5, 0), (3, None, 2)]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            print(random.Random(1).randrange(*arguments), end=" ")
        except Exception as error:
            print(type(error).__name__, error, end=" ")
    print([str(item.message) for item in caught])
state = random.Random(5).getstate()
old = random.Random()
old.setstate((2, tuple(word - 2 ** 32 if word > 2 ** 31 else word for word in state[1]), None))
print(old.random() == random.Random(5).random())
for wrong in ((2, None, None), (1, (), None), (2, ("a",) * 625, None)):
    try:
        old.setstate(wrong)
    except Exception as error:
        print(type(error).__name__)


class Slots:
    __slots__ = "a",

    def __getstate__(self):
        return (self.a,)

    def __setstate__(self, state):
        self.a, = state


slots = Slots()
slots.a = 5
print(slots.__reduce_ex__(1)[2], slots.__reduce_ex__(2)[2], copy.copy(slots).a)


class Plain:
    __slots__ = "a",


for protocol in 0, 1:
    try:
        Plain().__reduce_ex__(protocol)
    except TypeError as error:
        print(str(error).split(" cannot")[0])


class Hint:
    def __length_hint__(self):
        raise TypeError


caller = operator.methodcaller("split", ",")
print(operator.length_hint(Hint(), 7), copy.copy(caller)("a,b"), caller.__reduce__()[1], copy.copy(operator.methodcaller("split", sep=","))("a,b"))


class Meta(type):
    @functools.cached_property
    def prop(cls):
        return 1


class Owner(metaclass=Meta):
    pass


try:
    Owner.prop
except TypeError as error:
    print(error)
