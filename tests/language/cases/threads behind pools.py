"""No thread and no descriptor stays behind a pool, an executor or a queue that was closed."""
import os
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import Pool, Queue
from multiprocessing.pool import ThreadPool


def square(x):
    return x * x


def many(limit):
    for i in range(limit):
        yield i


if __name__ == "__main__":
    with ThreadPoolExecutor(3) as executor:
        print(list(executor.map(square, range(5))))
    print("threads", threading.active_count())
    with ProcessPoolExecutor(2) as executor:
        print(list(executor.map(square, range(5))), list(executor.map(pow, range(7), range(9), chunksize=3)))
    print("processes", threading.active_count())
    with Pool(2) as pool:
        print(pool.map(square, range(5)))
    print("ended", threading.active_count())
    pool.join()
    pool = Pool(2)
    print(pool.map(square, range(3)))
    pool.close()
    pool.join()
    pool.join()
    print("joined", threading.active_count())
    for _ in range(3):
        with Pool(2) as pool:
            pool.map_async(square, range(50000), chunksize=10)
    print("ended early", threading.active_count())
    for kind in ThreadPool, Pool:
        pool = kind(2)
        results = pool.imap(square, many(10000000))
        print(next(results), next(results))
        pool.terminate()
        pool.join()
        print("ended within imap", threading.active_count())
    pool = ThreadPool(2)
    print(pool.map(square, [7]))
    pool.close()
    pool.join()
    pool.terminate()
    print("threads joined", threading.active_count())
    queue = Queue()
    queue.put("text")
    print(queue.get(), threading.active_count())
    queue.close()
    queue.join_thread()
    print("queue", threading.active_count())
    try:
        queue.put(1)
    except ValueError as error:
        print(str(error).split()[0], str(error).split()[-1])
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(6):
        with Pool(1) as pool:
            pool.map(square, [1])
    print("few descriptors", len(os.listdir("/proc/self/fd")) - before < 8)
