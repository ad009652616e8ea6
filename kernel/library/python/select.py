"""Waiting until descriptors can be read or written."""
import _spawn

error = OSError
POLLIN, POLLPRI, POLLOUT, POLLERR, POLLHUP, POLLNVAL = 1, 2, 4, 8, 16, 32


def _number(item):
    number = item if isinstance(item, int) else item.fileno()
    if number < 0:
        raise ValueError("file descriptor cannot be a negative integer (%d)" % number)
    return number


def select(rlist, wlist, xlist, timeout=None, /):
    """(those that can be read, those that can be written, [])"""
    if timeout is not None and timeout < 0:
        raise ValueError("timeout must be non-negative")
    readers, writers = [(item, _number(item)) for item in rlist], [(item, _number(item)) for item in wlist]
    if not readers and not writers:
        import time
        time.sleep(timeout or 0)
        return [], [], []
    ready = _spawn.poll([number for item, number in readers], [number for item, number in writers], -1 if timeout is None else timeout)
    return [item for item, number in readers if number in ready], [item for item, number in writers if number in ready], []


class poll:
    """Descriptors that are waited for."""

    def __init__(self):
        self._items = {}

    def register(self, fd, eventmask=POLLIN | POLLPRI | POLLOUT):
        """Wait for a descriptor, too."""
        self._items[_number(fd)] = eventmask

    modify = register

    def unregister(self, fd):
        """Wait for it no more."""
        del self._items[_number(fd)]

    def poll(self, timeout=None):
        """[(descriptor, what it is ready for)], after so many milliseconds at the latest."""
        readers = [number for number, mask in self._items.items() if mask & POLLIN]
        writers = [number for number, mask in self._items.items() if mask & POLLOUT]
        ready = _spawn.poll(readers, writers, -1 if timeout is None or timeout < 0 else timeout / 1000)
        return [(number, POLLIN if number in readers else POLLOUT) for number in dict.fromkeys(ready)]
