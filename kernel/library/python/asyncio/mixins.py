"""Objects that belong to a loop once they have waited in it."""
from asyncio import events as _events


class Homed:
    """Finds its loop the first time that it has to wait, and stays there."""

    _loop = None

    def make_place(self):
        """Make a future of the running loop; RuntimeError when this is not the loop of before."""
        running = _events.get_running_loop()
        if self._loop not in (None, running):
            raise RuntimeError(f"{self!r} is bound to a different event loop")
        self._loop = running
        return running.create_future()
