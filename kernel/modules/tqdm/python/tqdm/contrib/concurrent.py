"""map() by threads or processes, with a bar."""
from tqdm import tqdm as _tqdm

__all__ = ["thread_map", "process_map"]


def _map(executor, function, iterables, tqdm_class=_tqdm, max_workers=None, chunksize=1, lock_name="", total=None, timeout=None, **tqdm_kwargs):
    iterables = [one if hasattr(one, "__len__") else list(one) for one in iterables]
    if total is None:
        total = min(map(len, iterables), default=None)
    with executor(max_workers=max_workers) as pool:
        return list(tqdm_class(pool.map(function, *iterables, chunksize=chunksize, timeout=timeout), total=total, **tqdm_kwargs))


def thread_map(fn, *iterables, **tqdm_kwargs):
    """list(map(fn, *iterables)) by threads."""
    from concurrent.futures import ThreadPoolExecutor
    return _map(ThreadPoolExecutor, fn, iterables, **tqdm_kwargs)


def process_map(fn, *iterables, **tqdm_kwargs):
    """list(map(fn, *iterables)) by processes."""
    from concurrent.futures import ProcessPoolExecutor
    return _map(ProcessPoolExecutor, fn, iterables, **tqdm_kwargs)
