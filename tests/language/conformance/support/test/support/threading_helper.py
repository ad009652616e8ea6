"""Threads for tests."""
import contextlib
import functools
import unittest

can_start_thread = True


def threading_setup():
    return ()


def threading_cleanup(*original):
    pass


def reap_threads(function):
    return function


def requires_working_threading(*, module=False):
    if module:
        return None
    return lambda test: test


@contextlib.contextmanager
def wait_threads_exit(timeout=None):
    yield


def join_thread(thread, timeout=None):
    thread.join(30.0 if timeout is None else timeout)
    if thread.is_alive():
        raise AssertionError("failed to join the thread")


@contextlib.contextmanager
def start_threads(threads, unlock=None):
    threads = list(threads)
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        if unlock:
            unlock()
        for thread in threads:
            join_thread(thread)
