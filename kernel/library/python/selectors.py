"""Waiting for several files at once, whichever call of the system does it."""
import math as _math
import select as _select
from abc import ABCMeta as _ABCMeta, abstractmethod as _abstractmethod
from collections import namedtuple as _namedtuple
from collections.abc import Mapping as _Mapping

EVENT_READ, EVENT_WRITE = 1, 2


def _fileobj_to_fd(fileobj):
    if isinstance(fileobj, int):
        number = fileobj
    else:
        try:
            number = int(fileobj.fileno())
        except (AttributeError, TypeError, ValueError):
            raise ValueError("Invalid file object: {!r}".format(fileobj)) from None
    if number < 0:
        raise ValueError("Invalid file descriptor: {}".format(number))
    return number


SelectorKey = _namedtuple("SelectorKey", ["fileobj", "fd", "events", "data"])
SelectorKey.__doc__ = "SelectorKey(fileobj, fd, events, data): a file that is waited for, and what was given along with it."


class _SelectorMapping(_Mapping):
    """The files of a selector and their keys."""

    def __init__(self, selector):
        self._selector = selector

    def __len__(self):
        return len(self._selector._fd_to_key)

    def __getitem__(self, fileobj):
        try:
            return self._selector._fd_to_key[self._selector._fileobj_lookup(fileobj)]
        except KeyError:
            raise KeyError("{!r} is not registered".format(fileobj)) from None

    def __iter__(self):
        return iter(self._selector._fd_to_key)


class BaseSelector(metaclass=_ABCMeta):
    """What every selector offers."""

    @_abstractmethod
    def register(self, fileobj, events, data=None):
        """Wait for a file, too: its key."""
        raise NotImplementedError

    @_abstractmethod
    def unregister(self, fileobj):
        """Wait for a file no more: its key."""
        raise NotImplementedError

    def modify(self, fileobj, events, data=None):
        """Wait for something else of a file: its key."""
        self.unregister(fileobj)
        return self.register(fileobj, events, data)

    @_abstractmethod
    def select(self, timeout=None):
        """Wait: pairs of the keys that are ready and for what."""
        raise NotImplementedError

    def close(self):
        """Give back what the selector holds."""

    def get_key(self, fileobj):
        """Return the key of a file; KeyError when it is not registered."""
        mapping = self.get_map()
        if mapping is None:
            raise RuntimeError("Selector is closed")
        try:
            return mapping[fileobj]
        except KeyError:
            raise KeyError("{!r} is not registered".format(fileobj)) from None

    @_abstractmethod
    def get_map(self):
        """Return the mapping of files to keys."""
        raise NotImplementedError

    def __enter__(self):
        return self

    def __exit__(self, *args):
        self.close()


class _BaseSelectorImpl(BaseSelector):
    """The book-keeping that selectors share."""

    def __init__(self):
        self._fd_to_key = {}
        self._map = _SelectorMapping(self)

    def _fileobj_lookup(self, fileobj):
        try:
            return _fileobj_to_fd(fileobj)
        except ValueError:
            for key in self._fd_to_key.values():  # it may be closed already
                if key.fileobj is fileobj:
                    return key.fd
            raise

    def register(self, fileobj, events, data=None):
        """Wait for a file, too: its key."""
        if not events or events & ~(EVENT_READ | EVENT_WRITE):
            raise ValueError("Invalid events: {!r}".format(events))
        key = SelectorKey(fileobj, self._fileobj_lookup(fileobj), events, data)
        if key.fd in self._fd_to_key:
            raise KeyError("{!r} (FD {}) is already registered".format(fileobj, key.fd))
        self._fd_to_key[key.fd] = key
        return key

    def unregister(self, fileobj):
        """Wait for a file no more: its key."""
        try:
            return self._fd_to_key.pop(self._fileobj_lookup(fileobj))
        except KeyError:
            raise KeyError("{!r} is not registered".format(fileobj)) from None

    def modify(self, fileobj, events, data=None):
        """Wait for something else of a file: its key."""
        try:
            key = self._fd_to_key[self._fileobj_lookup(fileobj)]
        except KeyError:
            raise KeyError("{!r} is not registered".format(fileobj)) from None
        if events != key.events:
            self.unregister(fileobj)
            return self.register(fileobj, events, data)
        if data != key.data:
            key = self._fd_to_key[key.fd] = key._replace(data=data)
        return key

    def close(self):
        """Give back what the selector holds."""
        self._fd_to_key.clear()
        self._map = None

    def get_map(self):
        """Return the mapping of files to keys."""
        return self._map


class SelectSelector(_BaseSelectorImpl):
    """With select()."""

    def select(self, timeout=None):
        """Wait: pairs of the keys that are ready and for what."""
        timeout = None if timeout is None else max(timeout, 0)
        readers = [number for number, key in self._fd_to_key.items() if key.events & EVENT_READ]
        writers = [number for number, key in self._fd_to_key.items() if key.events & EVENT_WRITE]
        readable, writable, _ = _select.select(readers, writers, [], timeout)
        found = {}
        for numbers, event in ((readable, EVENT_READ), (writable, EVENT_WRITE)):
            for number in numbers:
                found[number] = found.get(number, 0) | event
        return [(self._fd_to_key[number], events) for number, events in found.items()]


class _PollLikeSelector(_BaseSelectorImpl):
    """With an object of the system that keeps the set."""

    def __init__(self):
        super().__init__()
        self._selector = self._make()

    def _wanted(self, events):
        return (self._read if events & EVENT_READ else 0) | (self._write if events & EVENT_WRITE else 0)

    def register(self, fileobj, events, data=None):
        """Wait for a file, too: its key."""
        key = super().register(fileobj, events, data)
        try:
            self._selector.register(key.fd, self._wanted(events))
        except BaseException:
            super().unregister(fileobj)
            raise
        return key

    def unregister(self, fileobj):
        """Wait for a file no more: its key."""
        key = super().unregister(fileobj)
        try:
            self._selector.unregister(key.fd)
        except (OSError, KeyError):
            pass  # it was closed meanwhile
        return key

    def select(self, timeout=None):
        """Wait: pairs of the keys that are ready and for what."""
        ready = []
        for number, event in self._poll(timeout):
            key = self._fd_to_key.get(number)
            if key is not None:
                events = (EVENT_WRITE if event & ~self._read else 0) | (EVENT_READ if event & ~self._write else 0)
                ready.append((key, events & key.events))
        return ready


class PollSelector(_PollLikeSelector):
    """With poll()."""

    _read, _write, _make = _select.POLLIN, _select.POLLOUT, staticmethod(_select.poll)

    def _poll(self, timeout):
        return self._selector.poll(None if timeout is None else max(_math.ceil(timeout * 1000), 0))


class EpollSelector(_PollLikeSelector):
    """With epoll."""

    _read, _write, _make = _select.EPOLLIN, _select.EPOLLOUT, _select.epoll

    def fileno(self):
        """Return the descriptor of the set."""
        return self._selector.fileno()

    def _poll(self, timeout):
        timeout = -1 if timeout is None else 0 if timeout <= 0 else _math.ceil(timeout * 1e3) * 1e-3
        return self._selector.poll(timeout, max(len(self._fd_to_key), 1))

    def close(self):
        """Give back what the selector holds."""
        self._selector.close()
        super().close()


DefaultSelector = EpollSelector
