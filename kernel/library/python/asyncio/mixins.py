"""Objects that belong to a loop once they have waited in it."""
from asyncio import events as _events


class _LoopBoundMixin:
    _loop = None

    def _get_loop(self):
        loop = _events._get_running_loop()
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise RuntimeError(f"{self!r} is bound to a different event loop")
        return loop
