"""enumerate, zip and map with a bar."""
from tqdm import tqdm as _tqdm

__path__ = []


def tenumerate(iterable, start=0, total=None, tqdm_class=_tqdm, **tqdm_kwargs):
    """enumerate() with a bar."""
    return enumerate(tqdm_class(iterable, total=total, **tqdm_kwargs), start)


def tzip(iter1, *iter2plus, **tqdm_kwargs):
    """zip() with a bar around the first."""
    bar = tqdm_kwargs.pop("tqdm_class", _tqdm)
    yield from zip(bar(iter1, **tqdm_kwargs), *iter2plus)


def tmap(function, *sequences, **tqdm_kwargs):
    """map() with a bar."""
    for items in tzip(*sequences, **tqdm_kwargs):
        yield function(*items)
