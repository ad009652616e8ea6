"""How many threads compute, and how loops are split among them."""
import contextlib
import threading

from numba.core import config

_state = threading.local()
_layer = []


def _check(n):
    import numbers
    if not isinstance(n, numbers.Integral):
        raise TypeError("The number of threads specified must be an integer")
    if not 1 <= n <= config.NUMBA_NUM_THREADS:
        raise ValueError(f"The number of threads must be between 1 and {config.NUMBA_NUM_THREADS}")
    return int(n)


def set_num_threads(n):
    """Let this many threads compute the parallel loops that this thread begins: 1 to NUMBA_NUM_THREADS.

    >>> import numba
    >>> numba.set_num_threads(1)
    >>> numba.get_num_threads()
    1
    """
    _state.threads = _check(n)


def get_num_threads():
    """How many threads compute the parallel loops that this thread begins."""
    return getattr(_state, "threads", config.NUMBA_NUM_THREADS)


def get_thread_id():
    """The number of the thread that computes: 0 outside of parallel loops."""
    return 0


def set_parallel_chunksize(n):
    """Split parallel loops into parts of about so many turns (0: as many parts as threads); what held before.

    >>> import numba
    >>> numba.set_parallel_chunksize(4)
    0
    """
    import numbers
    if not isinstance(n, numbers.Integral):
        raise TypeError("The parallel chunksize must be an integer")
    if n < 0:
        raise ValueError("chunksize must be greater than or equal to zero")
    before = get_parallel_chunksize()
    _state.chunk = int(n)
    return before


def get_parallel_chunksize():
    """Into parts of how many turns parallel loops are split; 0: as many parts as threads."""
    return getattr(_state, "chunk", 0)


@contextlib.contextmanager
def parallel_chunksize(*args, **kwargs):
    """A block in which parallel loops are split into parts of so many turns."""
    before = set_parallel_chunksize(*args, **kwargs)
    try:
        yield before
    finally:
        set_parallel_chunksize(before)


def threading_layer():
    """What computes parallel loops: 'workqueue'; ValueError before the first one has run."""
    if not _layer:
        raise ValueError("Threading layer is not initialized.")
    return _layer[0]


def _begun():
    """A parallel loop was compiled: the threads are there."""
    if not _layer:
        wanted = config.THREADING_LAYER
        _layer.append(wanted if wanted in ("tbb", "omp", "workqueue") else "workqueue")
