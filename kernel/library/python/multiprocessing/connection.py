"""Ends of pipes, and waiting for several of them."""
import _spawn
import time as _time
from multiprocessing import Connection, Pipe

__all__ = ["Connection", "Pipe", "wait"]


def wait(object_list, timeout=None):
    """Those of some connections, sentinels and the like that are ready."""
    by_number = {one if isinstance(one, int) else one.fileno(): one for one in object_list}
    end = None if timeout is None else _time.monotonic() + timeout
    while True:
        ready = [by_number[number] for start in range(0, len(by_number), 16)
                 for number in _spawn.poll(list(by_number)[start:start + 16], [], 0)]
        if ready or end is not None and _time.monotonic() >= end:
            return ready
        _spawn.poll(list(by_number)[:16], [], 0.02)
