"""The interface of multiprocessing over threads."""
from threading import (Barrier, BoundedSemaphore, Condition, Event, Lock, RLock, Semaphore, Thread as Process, current_thread as current_process)
from queue import Queue

JoinableQueue = Queue


def Pool(processes=None, initializer=None, initargs=()):
    """Threads that do calls."""
    from multiprocessing.pool import ThreadPool
    return ThreadPool(processes, initializer, initargs)


def freeze_support():
    """Nothing."""
