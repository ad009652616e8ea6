"""asyncio: what waits, what is cancelled and what a task group says, with arguments that are refused."""
import warnings

warnings.simplefilter("ignore")
import asyncio, time

async def main():
    for bad in ("x", None, [], float("nan")):
        try:
            if bad == bad:
                await asyncio.sleep(bad)
        except TypeError as e:
            print("sleep", e)
        async def never(): return 1
        c = never()
        try:
            print(await asyncio.wait_for(c, bad if bad == bad else 0))
        except (TypeError, asyncio.TimeoutError) as e:
            print("wait_for", type(e), e)
        c.close()
    print(await asyncio.sleep(0, "a"), await asyncio.sleep(-1, "b"), await asyncio.sleep(0.001, "c"))
    t = asyncio.create_task(asyncio.sleep(10))
    await asyncio.sleep(0)
    t.cancel("why")
    try:
        await t
    except asyncio.CancelledError as e:
        print("cancelled", e.args)

    async def slow_end():
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError:
            await asyncio.sleep(0.01)
            return "stayed"
    for limit in (0.01, 0, -1):
        try:
            print(await asyncio.wait_for(slow_end(), limit))
        except asyncio.TimeoutError as e:
            print("timeout", repr(e), repr(e.__cause__))

    async def fails(after, error):
        await asyncio.sleep(after)
        raise error
    try:
        await asyncio.wait_for(fails(0, ValueError("v")), 1)
    except ValueError as e:
        print(repr(e))
    for when in (asyncio.FIRST_COMPLETED, asyncio.FIRST_EXCEPTION, asyncio.ALL_COMPLETED):
        tasks = [asyncio.create_task(asyncio.sleep(0.01 * i, i), name="t%d" % i) for i in (0, 2, 4)]
        tasks.append(asyncio.create_task(fails(0.03, KeyError(3)), name="t3"))
        done, pending = await asyncio.wait(tasks, return_when=when)
        print(when, sorted(t.get_name() for t in done), sorted(t.get_name() for t in pending), type(done), type(pending))
        for t in pending: t.cancel()
        print(await asyncio.gather(*tasks, return_exceptions=True))
    for args, kw in [(([],), {}), ((asyncio.sleep(0),), {}), (([1],), {"return_when": "no"}), (([1],), {"return_when": []}), (({asyncio.get_running_loop().create_future()},), {"timeout": "q"})]:
        try:
            await asyncio.wait(*args, **kw)
        except Exception as e:
            print(type(e).__name__, e)
        if asyncio.iscoroutine(args[0]): args[0].close()
    got = []
    for one in asyncio.as_completed([asyncio.sleep(0.03, 3), asyncio.sleep(0.01, 1), asyncio.sleep(9, 9)], timeout=0.06):
        try:
            got.append(await one)
        except asyncio.TimeoutError as e:
            got.append(repr(e))
    print(got)
    for t in asyncio.all_tasks() - {asyncio.current_task()}: t.cancel()
    # shield
    async def work(): 
        await asyncio.sleep(0.02); print("work done"); return 5
    inner = asyncio.ensure_future(work())
    outer = asyncio.shield(inner)
    await asyncio.sleep(0)
    outer.cancel()
    try: await outer
    except asyncio.CancelledError: print("outer cancelled", inner.cancelled())
    print(await inner)
    inner = asyncio.ensure_future(asyncio.sleep(5)); outer = asyncio.shield(inner); await asyncio.sleep(0); inner.cancel()
    try: await outer
    except asyncio.CancelledError: print("inner cancelled", outer.cancelled())
    # groups
    async with asyncio.TaskGroup() as g:
        print(g); a = g.create_task(asyncio.sleep(0.01, 1), name="A"); b = g.create_task(asyncio.sleep(0, 2)); print(g, a.get_name())
    print(g, a.result(), b.result())
    for make in (lambda: g.create_task(asyncio.sleep(0)), lambda: asyncio.TaskGroup().create_task(asyncio.sleep(0))):
        try: make()
        except RuntimeError as e: print(e)
    try:
        async with g: pass
    except RuntimeError as e: print(e)
    for body in (None, OSError("body"), asyncio.CancelledError("mine"), KeyboardInterrupt()):
        try:
            async with asyncio.TaskGroup() as g:
                g.create_task(fails(0, ValueError(1))); g.create_task(fails(0, TypeError(2))); s = g.create_task(slow_end())
                if body: 
                    await asyncio.sleep(0)
                    raise body
                await asyncio.sleep(1); print("not reached")
        except BaseException as e:
            print(repr(e), repr(e.__context__), repr(e.__cause__), s.cancelled(), g)
    async def outer_task():
        try:
            async with asyncio.TaskGroup() as g:
                g.create_task(slow_end()); print(g); 
                try: await asyncio.sleep(5)
                except asyncio.CancelledError: print("block", g); raise
        except asyncio.CancelledError as e: print("out", e.args, asyncio.current_task().cancelling(), g); raise
    t = asyncio.create_task(outer_task()); await asyncio.sleep(0.01); t.cancel("stop")
    try: await t
    except asyncio.CancelledError as e: print(e.args)
    async def outer2():
        async with asyncio.TaskGroup() as g:
            g.create_task(slow_end())
    t = asyncio.create_task(outer2()); await asyncio.sleep(0.01); t.cancel("stop2")
    try: await t
    except asyncio.CancelledError as e: print(e.args, t.cancelled())
    import threading
    loop = asyncio.get_running_loop()
    def other():
        f = asyncio.run_coroutine_threadsafe(asyncio.sleep(0.01, "thread"), loop)
        print(f.result(1))
        f = asyncio.run_coroutine_threadsafe(fails(0, ValueError("t")), loop)
        print(repr(f.exception(1)))
        f = asyncio.run_coroutine_threadsafe(asyncio.sleep(9), loop); print(f.cancel(), f.cancelled())
        try: asyncio.run_coroutine_threadsafe(3, loop)
        except TypeError as e: print(e)
    await asyncio.to_thread(other)
    try: asyncio.ensure_future(3)
    except TypeError as e: print(e)
    class Await:
        def __await__(self):
            yield from asyncio.sleep(0).__await__(); return "awaited"
    print(await asyncio.ensure_future(Await()), await asyncio.wait_for(Await(), 1), await asyncio.gather(Await(), Await()))
    gt = asyncio.gather(asyncio.sleep(5), asyncio.sleep(0.01, 1)); await asyncio.sleep(0); print(gt.cancel("g"), gt.cancel())
    try: await gt
    except asyncio.CancelledError as e: print("gather", e.args)
asyncio.run(main())
