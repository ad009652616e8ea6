"""Bars around asynchronous iterables and awaitables."""
import asyncio

from tqdm import tqdm as _tqdm

__all__ = ["tqdm_asyncio", "tarange", "tqdm", "trange"]


class tqdm_asyncio(_tqdm):
    """A bar that `async for` takes, too."""

    def __init__(self, iterable=None, *args, **kwargs):
        super().__init__(iterable, *args, **kwargs)
        self._steps = iterable.__aiter__() if hasattr(iterable, "__aiter__") else None

    def __aiter__(self):
        if self._steps is None:
            self._plain = iter(self.iterable)
        return self

    async def __anext__(self):
        try:
            item = await self._steps.__anext__() if self._steps is not None else next(self._plain)
        except (StopAsyncIteration, StopIteration):
            self.close()
            raise StopAsyncIteration from None
        self.update()
        return item

    @classmethod
    def as_completed(cls, fs, *, loop=None, timeout=None, total=None, **tqdm_kwargs):
        """asyncio.as_completed() with a bar."""
        fs = list(fs)
        yield from cls(asyncio.as_completed(fs, timeout=timeout), total=len(fs) if total is None else total, **tqdm_kwargs)

    @classmethod
    async def gather(cls, *fs, loop=None, timeout=None, total=None, **tqdm_kwargs):
        """asyncio.gather() with a bar: the results in the order of the awaitables."""
        async def numbered(index, awaitable):
            return index, await awaitable
        tasks = [numbered(index, awaitable) for index, awaitable in enumerate(fs)]
        results = [await one for one in cls.as_completed(tasks, timeout=timeout, total=total, **tqdm_kwargs)]
        return [result for _, result in sorted(results, key=lambda pair: pair[0])]


def tarange(*args, **kwargs):
    """tqdm_asyncio(range(...))."""
    return tqdm_asyncio(range(*args), **kwargs)


tqdm, trange = tqdm_asyncio, tarange
