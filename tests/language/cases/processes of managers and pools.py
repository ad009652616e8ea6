# processes: managers, pools whose processes end, contexts, sentinels, exceptions that come back
import multiprocessing as mp
import os
import re
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import Manager, Pool, Process
from multiprocessing.connection import wait
from multiprocessing.managers import BaseManager


def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as error:
        print(type(error).__name__, error)


def put(shared, key):
    shared[key] = key * 2


def add(arguments):
    shared, lock, total, number = arguments
    with lock:
        total.value += number
    shared.append(number)


def increase(counter, lock):
    for _ in range(20):
        with lock:
            counter["n"] += 1


def square(x):
    return x * x


def bad(x):
    raise ValueError("bad %d" % x)


def end():
    os._exit(3)


def number(_):
    return os.getpid()


class Account:
    def __init__(self, balance=0):
        self.balance = balance

    def deposit(self, amount):
        self.balance += amount
        return self.balance

    def get(self):
        return self.balance


class Bank(BaseManager):
    pass


Bank.register("Account", Account)


def pay(account):
    account.deposit(10)


def managers():
    with Manager() as manager:
        d, li, ns, lock = manager.dict(), manager.list([3, 1]), manager.Namespace(), manager.Lock()
        children = [Process(target=put, args=(d, i)) for i in range(3)]
        [c.start() for c in children], [c.join() for c in children]
        print(sorted(d.items()), len(d), 1 in d, d.get(9, "none"), sorted(d.keys()), sorted(d.values()), sorted(d))
        show(lambda: d[99])
        d.update(x=1)
        print(d.pop("x"), d.copy() == dict(d), d.setdefault("y", 5))
        del d["y"]
        total = manager.Value("i", 0)
        with Pool(2) as pool:
            pool.map(add, [(li, lock, total, i) for i in range(5)])
        print(sorted(li), total.value, total)
        li.sort()
        li += [9]
        li[0] = 7
        print(li, li[1:3], len(li), li.index(9), li.count(1), [x for x in li][:2], li + [1])
        counter = manager.dict(n=0)
        children = [Process(target=increase, args=(counter, lock)) for _ in range(3)]
        [c.start() for c in children], [c.join() for c in children]
        print(counter)
        ns.x, ns.y = 1, "two"
        print(ns, ns.x + 1)
        show(lambda: ns.z)
        queue = manager.Queue()
        queue.put(1), queue.put("b")
        print(queue.qsize(), queue.get(), queue.get_nowait(), queue.empty())
        show(queue.get_nowait)
        event = manager.Event()
        print(event.is_set(), event.set(), event.wait(1), re.sub("0x.*>", "", repr(d)))
        nested = manager.dict({"a": manager.list([1])})
        nested["a"].append(2)
        print(list(nested["a"]), manager.Array("i", [1, 2]))
        print(type(li).__name__, type(ns).__name__, lock.acquire(), lock.release(), li._getvalue())
    with Bank() as bank:
        account = bank.Account(100)
        children = [Process(target=pay, args=(account,)) for _ in range(3)]
        [c.start() for c in children], [c.join() for c in children]
        print(account.get(), account.deposit(5))


def pools():
    with ProcessPoolExecutor(1) as executor:
        future = executor.submit(bad, 2)
        show(future.result)
        print(type(future.exception().__cause__).__name__)
    executor = ProcessPoolExecutor(1)
    show(executor.submit(end).result)
    try:
        executor.submit(square, 1)
    except BrokenProcessPool as error:
        print(error)
    executor.shutdown()
    with Pool(1, maxtasksperchild=2) as pool:
        print(len(set(pool.map(number, range(6), chunksize=1))))
        pool.close()
        pool.join()
    with Pool(2) as pool:
        lost = pool.apply_async(end)
        print(pool.map(square, range(4)))
        time.sleep(0.4)
        print(pool.map(square, range(4)), lost.ready())
    with Pool(2) as pool:
        print(list(pool.imap(square, range(3))))
        pool.close()
        pool.join()


def contexts():
    print(mp.get_all_start_methods(), mp.get_start_method(), type(mp.get_context("spawn")).__name__, mp.get_context("fork").cpu_count() > 0)
    show(mp.get_context, "thread")
    show(mp.set_start_method, "fork")
    mp.set_start_method("fork", force=True)
    context = mp.get_context("fork")
    child = context.Process(target=square, args=(2,))
    child.start()
    print(wait([child.sentinel]) == [child.sentinel], child.join(), child.exitcode)
    child = Process(target=square, name="named", daemon=True)
    print(repr(child).replace(str(os.getpid()), "PID"))
    child.close()


if __name__ == "__main__":
    managers()
    pools()
    contexts()
