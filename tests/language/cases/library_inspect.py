"""inspect: kinds, signatures, source, documentation, frames."""
import functools
import inspect
from inspect import Parameter, Signature


def plain(a, b=1, *args, c, d: int = 2, **kw) -> str:
    """Doc.

        indented
    end
    """
    return a


def positional(a, /, b, *, c=None):
    # a comment
    return [x for x in range(a)
            if x]


@functools.wraps(plain)
def wrapper(*args, **kwargs):
    return plain(*args, **kwargs)


def decorator(function):
    return function


# about this
# class
@decorator
class Base:
    "Base doc."
    attribute = 1

    def __init__(self, x, y=2):
        self.x = x

    def method(self, value: "int" = 3):
        "Method doc."
        return value

    @classmethod
    def make(cls, n): pass

    @staticmethod
    def static(n, m): pass

    @property
    def prop(self):
        "Prop doc."
        return 1

    def __call__(self, called): pass


class Derived(Base):
    def method(self, value=4):
        return 2

    class Inner:
        z = 1

        def deep(self): return 1

    def after(self): pass


class New:
    def __new__(cls, a, b): return object.__new__(cls)


class Nothing:
    pass


def generator(): yield 1
async def coroutine(): pass
async def asynchronous(): yield 1


square = lambda x, y=1: x * y


def show(function, *arguments, **keywords):
    try:
        print(function(*arguments, **keywords))
    except Exception as error:
        print(type(error).__name__, error)


for target in (plain, positional, wrapper, Base, Base.method, Base(1).method, Base.make, Base.static, Base(1), Derived, New, Nothing, square,
               functools.partial(plain, 1), functools.partial(plain, b=5), functools.partial(positional, 1, c=2), generator, 5, len, sorted, [].append, str.upper, "".join):
    show(inspect.signature, target)
for target in (plain, positional, Base.method, Base(1).method, square, Base):
    show(inspect.getfullargspec, target)
found = inspect.signature(plain)
print(repr(found), found.parameters["d"], repr(found.parameters["d"]), found.parameters["d"].kind, found.parameters["d"].annotation, found.return_annotation, list(found.parameters))
print([(p.name, str(p.kind), p.default is p.empty, p.kind.description) for p in found.parameters.values()])
for arguments, keywords in [((1,), dict(c=2)), ((1, 2, 3, 4), dict(c=5, z=6)), ((), {}), ((1,), {}), ((1,), dict(a=1, c=2)), ((), dict(a=1, b=2, c=3))]:
    show(found.bind, *arguments, **keywords)
    show(found.bind_partial, *arguments, **keywords)
show(inspect.signature(positional).bind, a=1, b=2)
show(inspect.signature(positional).bind, 1, 2, 3)
show(inspect.signature(positional).bind, 1, 2, q=3)
bound = found.bind(1, c=2)
bound.apply_defaults()
print(bound.args, bound.kwargs, bound.arguments, bound)
print(found == inspect.signature(wrapper), found.replace(return_annotation=int), found.parameters["a"].replace(name="z", default=3), hash(found.parameters["a"]) is not None)
print(Signature([Parameter("a", Parameter.POSITIONAL_ONLY), Parameter("b", Parameter.KEYWORD_ONLY, default=1, annotation=list[int])]))
for attempt in (lambda: Parameter("1", 1), lambda: Parameter("a", 9), lambda: Parameter("a", Parameter.VAR_POSITIONAL, default=1), lambda: Parameter("if", 1),
                lambda: Signature([Parameter("a", 3), Parameter("b", 1)]), lambda: Signature([Parameter("a", 1), Parameter("a", 1)]),
                lambda: Signature([Parameter("a", 1, default=1), Parameter("b", 1)]), lambda: Parameter(1, 1)):
    show(attempt)

for target in (plain, positional, wrapper, Base, Base.method, Derived, Derived.Inner, Derived.Inner.deep, Base.prop.fget, generator, square, New, Nothing, coroutine, Derived(1).after):
    print(inspect.getsource(target), inspect.getsourcelines(target)[1])
for target in (len, int, 5, inspect.sys):
    show(inspect.getsource, target)
print(inspect.getcomments(Base), inspect.getdoc(plain), inspect.getdoc(Derived.method), inspect.getdoc(Derived), inspect.getdoc(Base.prop), inspect.getdoc(5) is not None)
print(inspect.getmodulename("a/b.py"), inspect.getfile(plain) == __file__, inspect.getsourcefile(Base) == __file__, inspect.getmodule(plain).__name__, inspect.cleandoc("  a\n    b\n   c\n"))
kinds = [name for name in dir(inspect) if name.startswith("is") and name not in ("iskeyword", "isclass")]
for target in (plain, Base, Base(1).method, len, [].append, str.upper, inspect, generator, generator(), coroutine, asynchronous, asynchronous(), Base.prop, Base.__dict__["make"], square, 5, int.__add__, (1).__add__):
    print(getattr(target, "__name__", "object"), [name for name in kinds if getattr(inspect, name)(target)])
print([name for name, value in inspect.getmembers(Base(1)) if not name.startswith("__")], [name for name, value in inspect.getmembers(Derived, inspect.isfunction)])
print([(item.name, item.kind, item.defining_class.__name__) for item in inspect.classify_class_attrs(Derived) if not item.name.startswith("__")])
print(inspect.getmro(Derived), inspect.getattr_static(Base(1), "x"), inspect.getattr_static(Base, "nope", 7), inspect.unwrap(wrapper) is plain)


def caller():
    frame = inspect.currentframe()
    info = inspect.getframeinfo(frame)
    return frame.f_code.co_name, info.lineno, info.function, info.code_context, info.index, [entry.function for entry in inspect.stack()]


print(caller())
running = generator()
states = [inspect.getgeneratorstate(running)]
next(running)
states.append(inspect.getgeneratorstate(running))
list(running)
print(states, inspect.getgeneratorstate(running))
print(sorted(inspect.getcallargs(plain, 1, c=2).items()))
show(inspect.getclosurevars, decorator)
print(inspect.get_annotations(plain), inspect.get_annotations(Base.method, eval_str=True), inspect.formatannotation(int), inspect.formatannotation("x"))
try:
    plain(1)
except TypeError:
    print([entry.function for entry in inspect.trace()])
