# multiprocessing: copies of this process that work.
import multiprocessing
import os
import sys
import time
from multiprocessing import Pool, Process


def show(function, *arguments, **keywords):
    sys.stdout.flush()
    try:
        print(repr(function(*arguments, **keywords)))
    except BaseException as error:
        print(type(error).__name__, error, type(error.__cause__).__name__)


def square(value):
    return value * value


def add(left, right=10):
    return left + right


def fail(value):
    raise ValueError("failed with %r" % value)


def noisy(name, times=1):
    for _ in range(times):
        print("from the child", name)
    sys.stdout.flush()


def count(shared, lock, times):
    for _ in range(times):
        with lock:
            shared.value += 1


def answer(connection):
    connection.send([connection.recv(), os.getpid() != parent])
    connection.close()


def produce(queue, items):
    for item in items:
        queue.put(item)
    queue.put(None)


parent = os.getpid()
offset = 0


def initialize(value):
    global offset
    offset = value


def with_offset(value):
    return value + offset


if __name__ == "__main__":
    sys.stdout.flush()
    with Pool(3) as pool:
        print(pool.map(square, range(10)), pool.map(square, []), pool.map(square, range(7), chunksize=3))
        print(pool.starmap(add, [(1, 2), (3, 4)]), pool.apply(add, (5,)), pool.apply(add, (5,), {"right": 1}))
        print(list(pool.imap(square, range(5))), sorted(pool.imap_unordered(square, range(5))))
        result = pool.apply_async(square, (7,))
        print(result.get(), result.ready(), result.successful())
        print(pool.map_async(square, [1, 2]).get(timeout=10))
        show(pool.map, fail, [1])
        show(pool.apply, fail, ("x",))
        called = []
        pool.apply_async(square, (3,), callback=called.append).wait()
        time.sleep(0.05)
        print(called, len(set(pool.map(os.getpid.__class__ and square, range(3)))))
    show(pool.map, square, [1])
    with Pool(2, initialize, (100,)) as pool:
        print(pool.map(with_offset, range(4)))
        pool.close()
        pool.join()
    show(Pool, 0)
    print("-- processes")
    process = Process(target=noisy, args=("one",), kwargs={"times": 2}, name="named")
    print(process.name, process.is_alive(), process.exitcode, process.pid, process.daemon)
    sys.stdout.flush()
    process.start()
    process.join()
    print(process.exitcode, process.is_alive(), process.pid > 0)
    for code in (3, None, "text"):
        process = Process(target=sys.exit, args=(code,))
        sys.stderr.flush()
        process.start()
        process.join()
        print(process.exitcode)
    process = Process(target=time.sleep, args=(30,))
    process.start()
    print(process.is_alive(), process.join(0.01), process.terminate(), process.join(), process.exitcode)
    show(process.start)
    lock, shared = multiprocessing.Lock(), multiprocessing.Value("i", 0)
    processes = [Process(target=count, args=(shared, lock, 50)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    print(shared.value)
    array = multiprocessing.Array("d", [1.0, 2.0, 3.0])
    process = Process(target=lambda: array.__setitem__(1, 9.5))
    process.start()
    process.join()
    print(list(array), len(array), array[:2])
    ours, theirs = multiprocessing.Pipe()
    process = Process(target=answer, args=(theirs,))
    process.start()
    ours.send({"a": [1, 2]})
    print(ours.recv(), process.join(), ours.poll(0))
    queue = multiprocessing.Queue()
    process = Process(target=produce, args=(queue, list(range(5))))
    process.start()
    print(list(iter(queue.get, None)), process.join())
    print(multiprocessing.cpu_count() == os.cpu_count(), multiprocessing.current_process().name, multiprocessing.active_children(), multiprocessing.parent_process(), multiprocessing.get_start_method())
    event = multiprocessing.Event()
    process = Process(target=event.set)
    process.start()
    print(event.wait(10), process.join(), event.is_set())
    from concurrent.futures import ProcessPoolExecutor
    with ProcessPoolExecutor(2) as executor:
        print(list(executor.map(square, range(5))), executor.submit(add, 1, right=2).result())
    from multiprocessing.pool import ThreadPool
    with ThreadPool(3) as pool:
        print(pool.map(lambda value: value + 1, range(5)))
