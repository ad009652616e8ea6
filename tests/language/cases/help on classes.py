"""help() of classes: what is inherited, class and static methods, data, metaclasses."""
class A:
    """A doc."""
    x: int = 5
    def __init__(self, a): "init doc"
    def m(self, q=1):
        """m doc
        second"""
    @classmethod
    def c(cls): "c doc"
    @staticmethod
    def s(z): "s doc"
    @property
    def p(self): "p doc"
    @property
    def w(self): "w doc"
    @w.setter
    def w(self, v): pass
    def _priv(self): pass
class B(A):
    "B doc"
    def m(self, q=2): pass
    y = [1]
    __slots__ = ("sl",)
help(A); help(B); help(A.m); help(A(1).m); help(A.p); help(A.c)
help(lambda x: x)

class Meta(type):
    """meta doc"""
    def mm(cls): "mm doc"; return 1
    x = 5
class K(metaclass=Meta):
    "k doc"
    y = 6
    long = list(range(40))
    text = "t" * 200
    thing = Meta.mm
    def first(self): "first doc"
    second = first
    odd = object()
    def z(self): pass
help(K)
class Animal: "base"
class Dog(Animal): "dog"
class Puppy(Dog):
    "puppy"
    names: list = ["a"]
help(Dog)
help(Puppy)
help(lambda x, y=2: x)
import inspect
print(inspect.signature(list.append), inspect.signature([].append), inspect.signature(int.__add__))


# Docstrings that begin on the line below, as most do.
def below():
    """
    One.

    Two:
        indented
    """


class Below:
    """

    The class.
      More of it.
    """

    def method(self, a=1):
        """
        The method.
        """

    @property
    def attribute(self):
        """
        The property.
        """


def beside():
    """One line.
    A second.
    """


for thing in (below, Below, Below.method, beside):
    help(thing)
