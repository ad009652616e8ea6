# threading and queue: threads that take turns, locks, events, errors.
import queue
import sys
import threading
import time


def show(function, *arguments, **keywords):
    try:
        print(repr(function(*arguments, **keywords)))
    except BaseException as error:
        print(type(error).__name__, error)


print("-- threads")
results = []


def work(number, extra=0):
    total = 0
    for value in range(number):
        total += value
    results.append((number, total + extra))


threads = [threading.Thread(target=work, args=(number * 1000,), kwargs={"extra": number}) for number in range(8)]
print([thread.name for thread in threads[:3]], threads[0].is_alive(), threads[0].ident, threads[0].daemon)
show(threads[0].join)
for thread in threads:
    thread.start()
for thread in threads:
    print(thread.join(), thread.is_alive(), thread.ident is not None)
print(sorted(results))
show(threads[0].start)
show(threads[0].join)
print(threading.current_thread().name, threading.main_thread() is threading.current_thread(), threading.active_count(), len(threading.enumerate()), threading.get_ident() == threading.main_thread().ident)
show(threading.current_thread().join)
print(repr(threading.Thread(name="n", daemon=True)), threading.Thread(name=3).name, threading.Thread(target=print).name.split("(")[1])
show(threading.Thread, 1)


class Mine(threading.Thread):
    def run(self):
        self.result = [threading.current_thread() is self, threading.current_thread().name]


mine = Mine(name="mine")
mine.start()
mine.join()
print(mine.result)


class NotInitialized(threading.Thread):
    def __init__(self):
        pass


show(NotInitialized().start)

print("-- turns")
counter = 0
lock = threading.Lock()


def count():
    global counter
    for _ in range(5000):
        with lock:
            counter += 1


threads = [threading.Thread(target=count) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(counter)
stop = False
spins = [0, 0]


def spin(index):
    while not stop:
        spins[index] += 1


threads = [threading.Thread(target=spin, args=(index,)) for index in range(2)]
for thread in threads:
    thread.start()
time.sleep(0.1)
stop = True
for thread in threads:
    thread.join()
print(all(spins))
start = time.monotonic()
threads = [threading.Thread(target=time.sleep, args=(0.2,)) for _ in range(10)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(time.monotonic() - start < 1.5)

print("-- locks")
lock = threading.Lock()
print(lock.acquire(), lock.locked(), lock.acquire(False), lock.acquire(timeout=0.01), lock.release(), lock.locked())
show(lock.release)
show(lock.acquire, False, 1)
show(lock.acquire, True, -2)
reentrant = threading.RLock()
print(reentrant.acquire(), reentrant.acquire(), reentrant.release(), reentrant.release())
show(reentrant.release)
with reentrant, reentrant:
    pass
refused = []
with reentrant:
    thread = threading.Thread(target=lambda: refused.append(reentrant.acquire(blocking=False)))
    thread.start()
    thread.join()
print(refused, type(lock).__name__, type(reentrant).__name__, str(lock).split(" at ")[0])

print("-- events, conditions, semaphores, barriers")
event = threading.Event()
print(event.is_set(), event.wait(0.01), event.set(), event.wait(), event.wait(1), event.clear(), event.is_set())
thread = threading.Timer(0.01, event.set)
thread.start()
print(event.wait(10))
cancelled = threading.Timer(10, print, ["never"])
cancelled.start()
cancelled.cancel()
cancelled.join()
condition = threading.Condition()
items = []


def consume():
    with condition:
        while len(items) < 3:
            condition.wait()
        print("consumed", items)


thread = threading.Thread(target=consume)
thread.start()
for item in range(3):
    with condition:
        items.append(item)
        condition.notify()
thread.join()
with condition:
    print(condition.wait(0.01), condition.wait_for(lambda: items, 1), condition.wait_for(lambda: False, 0.01))
show(condition.wait)
show(condition.notify)
semaphore = threading.Semaphore(2)
print(semaphore.acquire(), semaphore.acquire(), semaphore.acquire(False), semaphore.acquire(timeout=0.01), semaphore.release(2), semaphore.acquire())
show(threading.Semaphore, -1)
bounded = threading.BoundedSemaphore(1)
show(bounded.release)
with bounded:
    print("inside")
barrier = threading.Barrier(3, action=lambda: print("all here"))
order = []


def meet():
    order.append(barrier.wait())


threads = [threading.Thread(target=meet) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(order), barrier.n_waiting, barrier.parties, barrier.broken)
show(barrier.wait, 0.01)
print(barrier.broken)

print("-- errors in threads")


def hook(arguments):
    print("hook", arguments.exc_type.__name__, arguments.exc_value, arguments.thread.name)


threading.excepthook = hook
thread = threading.Thread(target=lambda: 1 / 0, name="failing")
thread.start()
thread.join()
thread = threading.Thread(target=sys.exit, args=(3,), name="leaving")
threading.excepthook = threading.__excepthook__
thread.start()
thread.join()

print("-- values of a thread's own")
own = threading.local()
own.value = "main"


def look(results):
    results.append(hasattr(own, "value"))
    own.value = "other"
    results.append(own.value)


results = []
thread = threading.Thread(target=look, args=(results,))
thread.start()
thread.join()
print(results, own.value, own.__dict__)
show(lambda: own.missing)
show(delattr, own, "missing")


class Own(threading.local):
    def __init__(self, start):
        self.value = start


own = Own(5)
own.value += 1
results = []
thread = threading.Thread(target=lambda: results.append(own.value))
thread.start()
thread.join()
print(results, own.value)

print("-- queues")
jobs, done = queue.Queue(), []


def worker():
    while True:
        job = jobs.get()
        if job is None:
            break
        done.append(job * job)
        jobs.task_done()


threads = [threading.Thread(target=worker, daemon=True) for _ in range(3)]
for thread in threads:
    thread.start()
for job in range(20):
    jobs.put(job)
jobs.join()
print(sorted(done), jobs.qsize(), jobs.empty(), jobs.full())
for _ in threads:
    jobs.put(None)
for thread in threads:
    thread.join()
small = queue.Queue(1)
print(small.put(1), small.full())
show(small.put, 2, False)
show(small.put, 2, timeout=0.01)
show(small.put, 2, timeout=-1)
print(small.get())
show(small.get_nowait)
show(small.get, timeout=0.01)
show(jobs.task_done)
last, first = queue.LifoQueue(), queue.PriorityQueue()
for item in (3, 1, 2):
    last.put(item)
    first.put((item, "x"))
print([last.get() for _ in range(3)], [first.get() for _ in range(3)], queue.Empty.__module__, queue.Full.__module__)
simple = queue.SimpleQueue()
print(simple.put(1), simple.qsize(), simple.get(), simple.empty())
show(simple.get, timeout=0.01)


class Node:
    pass


def churn():
    for _ in range(300):
        one, two = Node(), Node()
        one.other, two.other = two, one
        text = "".join(str(value) for value in range(50))
        assert len(text) == 90


threads = [threading.Thread(target=churn) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()


def late():
    time.sleep(0.05)
    print("the program waits for this")


threading.Thread(target=late).start()
print("end of the main thread")
