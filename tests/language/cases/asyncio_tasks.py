"""asyncio: futures, tasks, cancelling, what waits for several, locks and queues, the loop."""
import asyncio
import contextvars
import re
import sys
import threading
import time


def clean(value):
    return re.sub(r"0x[0-9a-f]+", "0x", re.sub(r"/\S*/|Task-\d+", "", repr(value)))


def attempt(function, *arguments, **keywords):
    try:
        print(clean(function(*arguments, **keywords)))
    except BaseException as error:
        print(type(error).__name__, clean(str(error)))


async def tried(awaitable):
    try:
        return clean(await awaitable)
    except BaseException as error:
        return "%s: %s" % (type(error).__name__, clean(str(error)))


log = []


async def worker(name, seconds, result=None, error=None):
    log.append("start " + name)
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
        log.append("cancelled " + name)
        raise
    log.append("end " + name)
    if error:
        raise error
    return result


async def order():
    for function in (lambda: print("soon 1"), lambda: print("soon 2")):
        asyncio.get_running_loop().call_soon(function)
    tasks = [asyncio.create_task(worker("w%d" % i, 0.01 * (3 - i), i)) for i in range(3)]
    print("made", log)
    await asyncio.sleep(0)
    print("one turn", log)
    print(await asyncio.gather(*tasks), log)
    log.clear()


async def futures():
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    print(clean(future), future.done(), future.cancelled(), asyncio.isfuture(future), asyncio.isfuture(3))
    attempt(future.result)
    attempt(future.exception)
    future.add_done_callback(lambda f: print("callback", f.result()))
    print(clean(future))
    future.set_result([1, 2])
    print(clean(future), await future)
    attempt(future.set_result, 3)
    attempt(future.set_exception, ValueError())
    print(future.cancel())
    failed = loop.create_future()
    failed.set_exception(KeyError("k"))
    print(clean(failed), await tried(failed))
    attempt(loop.create_future().set_exception, StopIteration())
    attempt(loop.create_future().set_exception, 3)
    cancelled = loop.create_future()
    print(cancelled.cancel("why"), cancelled.cancel(), clean(cancelled), await tried(cancelled))
    attempt(cancelled.exception)
    def f(future): print("f")
    def g(future): print("g")
    several = loop.create_future()
    for function in (f, g, f):
        several.add_done_callback(function)
    print(clean(several), several.remove_done_callback(f))
    several.set_result(None)
    await asyncio.sleep(0)


async def tasks():
    task = asyncio.create_task(worker("a", 0.01, "A"), name="first")
    print(clean(task), task.get_name(), asyncio.current_task() is task, task in asyncio.all_tasks())
    task.set_name("other")
    await asyncio.sleep(0)
    print(clean(task), clean(task.get_coro()), len(task.get_stack()))
    attempt(task.set_result, 1)
    attempt(task.result)
    print(await task, clean(task), task.cancel())
    task = asyncio.create_task(worker("b", 10))
    await asyncio.sleep(0)
    print(task.cancel("stop it"), task.cancelling(), clean(task))
    print(await tried(task), task.cancelled(), task.done(), clean(task))
    task = asyncio.create_task(worker("c", 10))
    task.cancel()
    print(await tried(task), log)
    task = asyncio.create_task(worker("d", 0, error=ZeroDivisionError("no")))
    print(await tried(task), clean(task), clean(task.exception()))
    log.clear()

    async def stubborn():
        for _ in range(2):
            try:
                await asyncio.sleep(1)
            except asyncio.CancelledError:
                log.append(asyncio.current_task().uncancel())
        return "done all the same"

    task = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    print(await task, log)
    log.clear()
    attempt(asyncio.create_task, 3)
    attempt(asyncio.ensure_future, 3)
    for bad in (3, "x"):
        class Bad:
            def __await__(self):
                yield bad
        async def wait_for_it():
            await Bad()
        print(await tried(asyncio.create_task(wait_for_it())))

    async def self_waiter():
        await asyncio.current_task()
    print(re.sub("<.*>", "<>", await tried(asyncio.create_task(self_waiter()))))


async def several():
    done, pending = await asyncio.wait([asyncio.create_task(worker(n, s)) for n, s in (("x", 0.01), ("y", 10))], timeout=0.05)
    print(len(done), len(pending))
    for task in pending:
        task.cancel()
    done, pending = await asyncio.wait([asyncio.create_task(worker("f", 0.01, error=ValueError("v"))), *pending], return_when=asyncio.FIRST_EXCEPTION)
    print(sorted(clean(task.cancelled() or task.exception()) for task in done), len(pending))
    for arguments in (([],), (worker("z", 1),)):
        print(await tried(asyncio.wait(*arguments)))
        if asyncio.iscoroutine(arguments[0]):
            arguments[0].close()
    try:
        async for _ in aiter([1]):
            pass
    except TypeError as error:
        print(error)
    print([await item for item in asyncio.as_completed([worker("q", 0.03, "late"), worker("r", 0.01, "early")])])
    for item in asyncio.as_completed([worker("q", 5)], timeout=0.01):
        print(await tried(item))
    print(await asyncio.gather(), await asyncio.gather(worker("s", 0, 1), worker("t", 0, error=ValueError(2)), return_exceptions=True))
    print(await tried(asyncio.gather(worker("s", 0.01, 1), worker("t", 0, error=ValueError(2)))))
    outer = asyncio.gather(worker("s", 5), worker("t", 5))
    await asyncio.sleep(0)
    outer.cancel()
    print(await tried(outer))
    log.clear()
    inner = asyncio.create_task(worker("inner", 0.02, 5))
    print(await tried(asyncio.wait_for(asyncio.shield(inner), 0.005)), await inner, log)
    print(await tried(asyncio.wait_for(worker("k", 5), 0.01)), await asyncio.wait_for(worker("l", 0, 1), 5), await asyncio.wait_for(worker("m", 0, 2), None))
    print(await tried(asyncio.wait_for(worker("k", 5), 0)), log)
    log.clear()


async def timeouts():
    try:
        async with asyncio.timeout(0.01) as limit:
            print(re.sub("when=.*", "", repr(limit)))
            await asyncio.sleep(5)
    except TimeoutError as error:
        print(repr(error), type(error.__cause__).__name__, limit.expired(), limit)
    async with asyncio.timeout(None) as limit:
        print(limit, limit.when())
        limit.reschedule(asyncio.get_running_loop().time() + 5)
    print(limit, limit.expired())
    attempt(limit.reschedule, 1)
    try:
        async with asyncio.timeout(0.01):
            async with asyncio.timeout(5) as inner:
                await asyncio.sleep(3)
    except TimeoutError:
        print("outer", inner.expired())


async def groups():
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(worker("g%d" % i, 0.01 * i, i), name="g%d" % i) for i in range(3)]
        print(group)
    print([task.result() for task in tasks], group)
    attempt(group.create_task, 3)
    log.clear()
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(worker("ok", 5))
            group.create_task(worker("bad", 0.01, error=ValueError("bad")))
            await asyncio.sleep(10)
    except* ValueError as caught:
        print(repr(caught.exceptions), caught, log)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(worker("one", 0, error=KeyError(1)))
            group.create_task(worker("two", 0, error=TypeError(2)))
            raise OSError("mine")
    except BaseExceptionGroup as caught:
        print(type(caught).__name__, caught.exceptions)
    attempt(asyncio.TaskGroup().create_task, 3)
    log.clear()


async def locks():
    lock = asyncio.Lock()
    print(re.sub("0x[0-9a-f]+", "0x", repr(lock)), lock.locked())
    attempt(lock.release)

    async def critical(name):
        async with lock:
            log.append(name + " in")
            await asyncio.sleep(0.001)
            log.append(name + " out")
    await asyncio.gather(*[critical(n) for n in "abc"])
    print(log)
    log.clear()
    event = asyncio.Event()
    waiting = asyncio.gather(event.wait(), event.wait())
    await asyncio.sleep(0)
    print(re.sub("0x[0-9a-f]+", "0x", repr(event)))
    event.set()
    print(await waiting, event.is_set())
    condition = asyncio.Condition()

    async def consumer(name):
        async with condition:
            await condition.wait_for(lambda: len(log) >= 2)
            log.append(name)
    consumers = [asyncio.create_task(consumer(n)) for n in "xy"]
    await asyncio.sleep(0)
    for item in (1, 2):
        async with condition:
            log.append(item)
            condition.notify_all()
        await asyncio.sleep(0)
    await asyncio.gather(*consumers)
    print(log)
    attempt(condition.notify)
    log.clear()
    semaphore = asyncio.Semaphore(2)
    busy = most = 0

    async def limited():
        nonlocal busy, most
        async with semaphore:
            busy += 1
            most = max(most, busy)
            await asyncio.sleep(0.001)
            busy -= 1
    await asyncio.gather(*[limited() for _ in range(6)])
    print(most, re.sub("0x[0-9a-f]+", "0x", repr(semaphore)))
    bounded = asyncio.BoundedSemaphore(1)
    attempt(bounded.release)
    attempt(asyncio.Semaphore, -1)
    barrier = asyncio.Barrier(3)
    print(sorted(await asyncio.gather(*[barrier.wait() for _ in range(3)])), re.sub("0x[0-9a-f]+", "0x", repr(barrier)))
    attempt(asyncio.Barrier, 0)


async def queues():
    for kind in (asyncio.Queue, asyncio.LifoQueue, asyncio.PriorityQueue):
        queue = kind(maxsize=3)
        for item in (2, 1, 3):
            queue.put_nowait(item)
        print(queue, queue.qsize(), queue.full(), queue.empty())
        attempt(queue.put_nowait, 4)
        print([queue.get_nowait() for _ in range(3)])
        attempt(queue.get_nowait)
    queue = asyncio.Queue(2)

    async def produce():
        for i in range(5):
            await queue.put(i)
            log.append("put %d" % i)

    async def consume():
        while True:
            log.append("got %d" % await queue.get())
            queue.task_done()
    task = asyncio.create_task(consume())
    await produce()
    await queue.join()
    task.cancel()
    print(log)
    attempt(queue.task_done)
    log.clear()


variable = contextvars.ContextVar("variable", default="none")


async def contexts():
    variable.set("outer")

    async def inner():
        before = variable.get()
        variable.set("inner")
        return before
    print(await asyncio.create_task(inner()), variable.get(), await inner(), variable.get())
    context = contextvars.copy_context()
    await asyncio.create_task(inner(), context=context)
    print(context[variable])
    asyncio.get_running_loop().call_soon(lambda: print("soon", variable.get()))
    await asyncio.sleep(0)
    print(await asyncio.to_thread(variable.get))


async def generators():
    async def numbers():
        try:
            for i in range(10):
                await asyncio.sleep(0)
                yield i
        finally:
            log.append("closed")
    print([i async for i in numbers() if i % 2], await anext(aiter(numbers())))
    async for i in numbers():
        if i == 2:
            break
    del i
    await asyncio.sleep(0.01)
    await asyncio.sleep(0.01)
    print(log.count("closed"))
    print(await tried(anext(numbers().__aiter__())), await anext((x async for x in numbers() if x > 50), "default"))
    log.clear()


async def threads():
    loop = asyncio.get_running_loop()
    print(await loop.run_in_executor(None, lambda a, b: a + b, 1, 2), await asyncio.to_thread(sorted, [3, 1], reverse=True))
    print(await tried(asyncio.to_thread(lambda: 1 / 0)))
    started = time.monotonic()
    await asyncio.gather(*[asyncio.to_thread(time.sleep, 0.1) for _ in range(4)])
    print(time.monotonic() - started < 0.35)
    event = asyncio.Event()
    threading.Thread(target=lambda: loop.call_soon_threadsafe(event.set)).start()
    print(await asyncio.wait_for(event.wait(), 5))
    result = []

    def outside():
        result.append(asyncio.run_coroutine_threadsafe(worker("o", 0.01, "from outside"), loop).result(5))
    thread = threading.Thread(target=outside)
    thread.start()
    while thread.is_alive():
        await asyncio.sleep(0.01)
    print(result)
    never = worker("never", 0)
    attempt(asyncio.run, never)
    never.close()
    attempt(loop.run_until_complete, loop.create_future())
    attempt(loop.call_later, None, print)
    print(loop.is_running(), loop.is_closed(), loop.get_debug(), asyncio.get_event_loop() is loop)
    handle = loop.call_later(100, print, 1)
    handle.cancel()
    print(handle.cancelled(), re.sub("when=[0-9.]+", "when", repr(handle)), loop.call_soon(print, "last"))
    loop.set_exception_handler(lambda loop, context: print(sorted(context), repr(context.get("exception")), context["message"].partition(" at ")[0]))
    loop.call_soon(lambda: 1 / 0)
    await asyncio.sleep(0)


for part in (order, futures, tasks, several, timeouts, groups, locks, queues, contexts, generators, threads):
    print("---", part.__name__)
    asyncio.run(part())

print("--- outside")
attempt(asyncio.get_running_loop)
attempt(asyncio.run, 3)
attempt(asyncio.create_task, None)
loop = asyncio.new_event_loop()
print(loop, loop.run_until_complete(worker("p", 0, "P")))
attempt(loop.run_until_complete, worker("q", 0, error=ValueError("raised")))
loop.call_soon(loop.stop)
loop.run_forever()
loop.close()
attempt(loop.call_soon, print)
print(loop)
with asyncio.Runner() as runner:
    print(runner.run(worker("r", 0, 1)), runner.run(worker("s", 0, 2)), runner.get_loop().is_running())


async def leaves_tasks():
    log.clear()
    asyncio.create_task(worker("left", 100))
    await asyncio.sleep(0)
    return "main is done"


print(asyncio.run(leaves_tasks()), log)


async def fails():
    raise LookupError("main failed")


attempt(asyncio.run, fails())


async def interrupted():
    import signal
    try:
        asyncio.get_running_loop().call_later(0.01, signal.raise_signal, signal.SIGINT)
        await asyncio.sleep(30)
    except asyncio.CancelledError:
        print("told to end")
        raise


attempt(asyncio.run, interrupted())
print(asyncio.iscoroutinefunction(fails), asyncio.iscoroutinefunction(print), asyncio.CancelledError.__mro__[1].__name__, asyncio.TimeoutError is TimeoutError)
print(asyncio.Future, asyncio.Task, asyncio.CancelledError, asyncio.Queue, asyncio.Lock)
