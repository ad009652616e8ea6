import asyncio, sys
async def main():
    t = asyncio.create_task(asyncio.sleep(10))
    await asyncio.sleep(0)
    t.cancel()
    try:
        await t
    except asyncio.CancelledError:
        print("cancelled", sys.exc_info()[0])
    print(sys.exc_info())
asyncio.run(main())
print(sys.exc_info())

async def nap():
    try:
        await asyncio.sleep(10)
    except asyncio.CancelledError:
        print("in", sys.exc_info()[0])
    print("nap", sys.exc_info())
async def main():
    t = asyncio.create_task(nap())
    await asyncio.sleep(0)
    t.cancel()
    try:
        await t
    except asyncio.CancelledError:
        print("cancelled", sys.exc_info()[0])
    print(sys.exc_info())
asyncio.run(main())
async def main():
    t = asyncio.create_task(asyncio.sleep(10))
    try:
        await asyncio.wait_for(t, 0.01)
    except asyncio.TimeoutError:
        print("timeout", sys.exc_info()[0].__name__)
    print(sys.exc_info())
    try:
        async with asyncio.timeout(0.01):
            await asyncio.sleep(5)
    except TimeoutError:
        print("timeout", sys.exc_info()[0].__name__)
    print(sys.exc_info())
    f = asyncio.get_running_loop().create_future()
    f.set_exception(ValueError(1))
    try:
        await f
    except ValueError: pass
    print(sys.exc_info())
    r = await asyncio.gather(f, t, return_exceptions=True)
    print(r, sys.exc_info())
    f = asyncio.get_running_loop().create_future()
    f.cancel()
    try:
        await f
    except asyncio.CancelledError: pass
    print(sys.exc_info())
    try:
        try: 1/0
        except ZeroDivisionError:
            await f
    except asyncio.CancelledError as e: print(repr(e.__context__))
    print(sys.exc_info())
asyncio.run(main())
def g():
    try:
        yield 1
    except ValueError:
        yield 2
    print(sys.exc_info())
    yield 3
def h():
    yield from g()
i = h()
print(next(i)); print(i.throw(ValueError("x"))); print(sys.exc_info()); print(next(i))
