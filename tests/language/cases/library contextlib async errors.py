# What an asynchronous context manager makes of exceptions: the same, another, none.
import asyncio
import contextlib


@contextlib.asynccontextmanager
async def wrapping(kind, how):
    try:
        yield 1
    except kind as error:
        if how == "from":
            raise RuntimeError("wrapped") from error
        if how == "other":
            raise KeyError("other")
        if how == "same":
            raise
        if how == "bare":
            raise error


async def main():
    for raised in ValueError("boo"), RuntimeError("run"), StopIteration(5), StopAsyncIteration(), asyncio.CancelledError("c"):
        for how in "from", "other", "same", "bare", "swallow":
            for kind in type(raised), RuntimeError, BaseException:
                try:
                    async with wrapping(kind, how):
                        raise raised
                    print(how, kind.__name__, "nothing")
                except BaseException as error:
                    print(how, kind.__name__, repr(error), error is raised, repr(error.__cause__), error.__suppress_context__)


asyncio.run(main())
