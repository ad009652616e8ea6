"""Functions that run in threads beside the loop."""
__all__ = ("to_thread",)


async def to_thread(func, /, *args, **kwargs):
    """Run a function in a thread and return its result. It sees the variables of this context."""
    import contextvars
    import functools
    from asyncio import events
    call = functools.partial(contextvars.copy_context().run, func, *args, **kwargs)
    return await events.get_running_loop().run_in_executor(None, call)
