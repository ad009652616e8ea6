"""contextvars: variables, tokens, contexts."""
import contextvars
import re
import threading
from contextvars import Context, ContextVar, Token, copy_context


def attempt(function, *arguments):
    try:
        text = repr(function(*arguments))
    except BaseException as error:
        text = "%s: %s" % (type(error).__name__, error)
    print(re.sub("0x[0-9a-f]+", "0x", text))


name, other = ContextVar("name"), ContextVar("other", default=42)
attempt(name.get)
attempt(name.get, 1)
attempt(other.get)
attempt(other.get, 7)
print(name.name, other.name)
token = name.set("a")
attempt(lambda: token)
attempt(lambda: token.var is name)
attempt(lambda: token.old_value)
second = name.set("b")
print(second.old_value, name.get())
name.reset(second)
print(name.get())
attempt(name.reset, second)
attempt(other.reset, token)
attempt(name.reset, 5)
attempt(lambda: second)
context = copy_context()
print(len(context), name in context, other in context, context[name], context.get(other), context.get(other, 3))
attempt(lambda: context[other])
attempt(lambda: context["x"])
attempt(lambda: "x" in context)
attempt(context.get, 3)


def change():
    name.set("inside")
    other.set(1)
    print(sorted(variable.name for variable in copy_context()))
    attempt(name.reset, token)
    attempt(context.run, print)
    return name.get()


print(context.run(change), name.get(), other.get(), context[name], context[other])
print(sorted(variable.name for variable in context), sorted(map(str, context.values())), sorted((k.name, v) for k, v in context.items()))
copied = context.copy()
print(copied == context, copied is context, copied != context, Context() == Context(), context == 3)
copied.run(name.set, "more")
print(copied == context, copied[name], context[name])
name.reset(token)
attempt(name.get)
attempt(Token)
attempt(Context, 1)
attempt(ContextVar, 1)
attempt(hash, Context())
attempt(lambda: ContextVar[int])
attempt(lambda: Token[int])
attempt(lambda: type("X", (Context,), {}))
attempt(lambda: type("X", (ContextVar,), {}))
attempt(context.run)
attempt(context.run, lambda *a, **k: (a, k), 1, b=2)
attempt(context.run, lambda: 1 / 0)
attempt(lambda: ContextVar("with", default=[1]))
attempt(lambda: list(Context()))
attempt(lambda: Token.MISSING)


def in_thread():
    attempt(name.get)
    name.set("thread")
    print(len(copy_context()))


thread = threading.Thread(target=in_thread)
thread.start()
thread.join()
attempt(name.get)
many = [ContextVar("v%d" % i) for i in range(300)]
tokens = [variable.set(i) for i, variable in enumerate(many)]
print(len(copy_context()), sum(variable.get() for variable in many))
for variable, token in zip(reversed(many), reversed(tokens)):
    variable.reset(token)
print(len(copy_context()), contextvars.__all__)


def generator():
    name.set("from a generator")
    yield name.get()


print(*Context().run(generator), name.get())
loop = ContextVar("loop")
loop.set(loop)
print(loop.get() is loop)
