"""Running a loop while it runs: after apply(), asyncio.run() and loop.run_until_complete() work inside of cells and tasks."""
__version__ = "1.6.0"


def apply(loop=None):
    """Allow it from now on."""
    from asyncio import base_events
    base_events._nesting = True
