# concurrent.futures over threads.
import concurrent.futures
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed, wait


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except BaseException as error:
        print(type(error).__module__, type(error).__name__, error)


def square(value):
    return value * value


def fail(value):
    raise ValueError(value)


with ThreadPoolExecutor(max_workers=3, thread_name_prefix="w") as executor:
    future = executor.submit(pow, 2, 10)
    print(future.result(), future.done(), future.running(), future.cancelled(), future.exception(), future.cancel())
    print(list(executor.map(square, range(10))), list(executor.map(pow, [2, 3], [4, 5])))
    failed = executor.submit(fail, 3)
    show(failed.result)
    print(repr(failed.exception()))
    futures = [executor.submit(square, value) for value in range(6)]
    print(sorted(future.result() for future in as_completed(futures)))
    done, rest = wait(futures)
    print(len(done), len(rest))
    slow = executor.submit(time.sleep, 0.2)
    show(slow.result, timeout=0.01)
    result = wait([slow, futures[0]], return_when=concurrent.futures.FIRST_COMPLETED)
    print(len(result.done), len(result.not_done))
    called = []
    future = executor.submit(square, 5)
    future.add_done_callback(lambda future: called.append(future.result()))
    future.result()
    time.sleep(0.01)
    print(called, executor.submit(lambda: threading.current_thread().name[:2]).result())
    show(lambda: list(executor.map(fail, [1, 2])))
show(executor.submit, square, 1)
show(ThreadPoolExecutor, 0)
show(ThreadPoolExecutor, initializer=3)
with ThreadPoolExecutor(1) as executor:
    first = executor.submit(time.sleep, 0.1)
    second = executor.submit(square, 2)
    print(second.cancel(), second.cancelled())
    show(second.result)
future = concurrent.futures.Future()
print(repr(future).split(" ")[-1], future.set_result(1), future.result(), repr(future).split(" ")[-2:])
try:
    future.set_result(2)
except concurrent.futures.InvalidStateError as error:
    print(type(error).__name__)
show(lambda: list(as_completed([concurrent.futures.Future()], timeout=0.01)))
local = []
with ThreadPoolExecutor(2, initializer=local.append, initargs=(1,)) as executor:
    print(executor.submit(square, 3).result(), local[:1])
