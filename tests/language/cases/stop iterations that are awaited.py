"""The same for awaitables and asynchronous iterators, and for throw() and athrow()."""
import asyncio
def show(name, f):
    try:
        r = f()
        print(name, '->', repr(r))
    except BaseException as e:
        print(name, '!!', type(e).__name__, e.args, repr(getattr(e, 'value', None)), repr(e.__cause__), repr(e.__context__))
def run(c):
    try:
        while True: c.send(None)
    except StopIteration as e: return e.value
class Aw:
    def __init__(self, a, cls=StopIteration): self.a = a; self.cls = cls
    def __await__(self): return self
    def __iter__(self): return self
    def __next__(self): raise self.cls(*self.a)
class SubA(StopAsyncIteration): pass
class Sub(StopIteration): pass
class AI:
    def __init__(self, a, cls=StopAsyncIteration): self.a = a; self.cls = cls
    def __aiter__(self): return self
    async def __anext__(self): raise self.cls(*self.a)
class AI2(AI):
    def __anext__(self): raise self.cls(*self.a)
class AI3(AI):
    def __anext__(self): return Aw(self.a, self.cls)
for a in ((), (42,), (1, 2), ((1,2),)):
    for cls in (StopIteration, Sub):
        async def f(): return await Aw(a, cls)
        show('await', lambda: run(f()))
        async def f(): return cls(*a)
        show('ret', lambda: run(f()))
        async def f(): raise cls(*a)
        show('raise', lambda: run(f()))
        show('close', lambda: f().close())
        async def ag():
            yield 1
            raise cls(*a)
        async def f(): return [x async for x in ag()]
        show('agen', lambda: run(f()))
        async def f():
            x = ag(); await x.__anext__(); return await x.asend(3)
        show('agen', lambda: run(f()))
        async def f():
            x = ag(); await x.__anext__(); return await x.athrow(cls(*a))
        show('agen', lambda: run(f()))
    for cls in (StopAsyncIteration, SubA, StopIteration, Sub):
      for A in AI, AI2, AI3:
        async def f(): return await anext(A(a, cls))
        show('anext', lambda: run(f()))
        async def f(): return await A(a, cls).__anext__()
        show('__anext__', lambda: run(f()))
        async def f():
            n = 0
            async for x in A(a, cls):
                n += 1
                if n > 3: break
            else: return 'else'
            return n
        show('afor', lambda: run(f()))
        async def f(): 
            n = 0
            return [x async for x in A(a, cls) if len([1]) > 2]
        if A is not AI3 or cls not in (StopIteration, Sub): show('alist', lambda: run(f()))
    for cls in (StopAsyncIteration, SubA):
        async def ag():
            yield 1
            raise cls(*a)
        async def f(): return [x async for x in ag()]
        show('agen', lambda: run(f()))
        async def f():
            x = ag(); await x.__anext__(); return await x.asend(3)
        show('agen', lambda: run(f()))
        async def f():
            x = ag(); await x.__anext__(); return await x.athrow(cls(*a))
        show('agen', lambda: run(f()))
        def g():
            raise cls(*a)
            yield
        show('gen', lambda: list(g()))
        async def f(): raise cls(*a)
        show('coro', lambda: run(f()))
class D:
    def __next__(self): return 5
async def f():
    yield 1
g = f().__anext__()
show('send', lambda: g.send(None))
show('send', lambda: g.send(None))
g = f().asend(None)
show('throw', lambda: g.throw(ValueError, 'x'))
show('throw', lambda: g.throw(5))
async def c(): await Aw((5,), Sub)
w = c().__await__()
show('cw', lambda: next(w))
show('cw', lambda: next(w))
show('asy', lambda: asyncio.run(c()))
async def c(): return await Aw(((5,),), Sub)
show('asy', lambda: asyncio.run(c()))
fu = None
async def c():
    fu = asyncio.get_running_loop().create_future()
    fu.set_exception(StopIteration(3))
show('fut', lambda: asyncio.run(c()))
async def c(): raise StopIteration(3)
show('fut', lambda: asyncio.run(c()))
async def ag():
    try:
        yield 1
    except ValueError as e:
        yield e.args
    yield 3
for args in ((ValueError,), (ValueError, 'x'), (ValueError, ('x', 'y')), (ValueError('z'),), (ValueError('z'), 3), (5,), (str,), (ValueError, 1, 2), (KeyError,)):
    async def f():
        g = ag(); await g.__anext__(); return await g.athrow(*args)
    show('athrow', lambda: run(f()))
    async def f():
        g = ag()
        return await g.athrow(*args)
    show('athrow fresh', lambda: run(f()))
    async def f():
        g = ag()
        async for x in g: pass
        return await g.athrow(*args)
    show('athrow done', lambda: run(f()))
    async def f():
        g = ag(); await g.__anext__(); g.athrow(*args); return 4
    show('athrow not awaited', lambda: run(f()))
    def h():
        g = ag(); g.__anext__().throw(*args)
    show('step throw', h)
    def h():
        g = ag()
        try: g.__anext__().send(None)
        except StopIteration: pass
        g.__anext__().throw(*args)
    show('step throw', h)
    def h():
        g = ag(); g.asend(None).throw(*args)
    show('step throw', h)
    def h():
        g = ag(); g.athrow(ValueError).throw(*args)
    show('athrow throw', h)
    def h():
        g = ag(); g.aclose().throw(*args)
    show('aclose throw', h)
    async def c(): pass
    def h():
        g = c(); g.throw(*args)
    show('coro throw', h)
    def h():
        g = c().__await__(); g.throw(*args)
    show('coro throw', h)
    def gen():
        try: yield 3
        except ValueError as e: return e.args
    def h():
        g = gen(); next(g); g.throw(*args)
    show('gen throw', h)
    def h():
        g = gen(); g.throw(*args)
    show('gen throw', h)
    def outer():
        try: return (yield from gen())
        except TypeError as e: print('outer got', e); return 9
    def h():
        g = outer(); next(g); g.throw(*args)
    show('outer throw', h)
g = gen()
show('n', lambda: g.throw())
show('n', lambda: g.throw(1, 2, 3, 4))
