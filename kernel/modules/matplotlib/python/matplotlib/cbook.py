"""Small things that pylab hands on."""
__all__ = ["flatten", "silent_list"]


def _is_leaf(value):
    if isinstance(value, str):
        return True
    try:
        iter(value)
    except TypeError:
        return True
    return False


def flatten(seq, scalarp=_is_leaf):
    """Go through sequences within sequences and give what is in them, one after another.

    scalarp(item) tells what is not to be opened: strings and single numbers unless another is given.

    >>> list(flatten([1, [2, (3, 'ab')]]))
    [1, 2, 3, 'ab']
    """
    for item in seq:
        if item is None or scalarp(item):
            yield item
        else:
            yield from flatten(item, scalarp)


class silent_list(list):
    """A list that shows only how many things of what class it holds.

    >>> silent_list('Line2D', [1, 2])
    <a list of 2 Line2D objects>
    """

    def __init__(self, type, seq=None):
        self.type = type
        super().__init__(() if seq is None else seq)

    def __repr__(self):
        kind = self.type if self.type is not None else type(self[0]).__name__ if self else None
        return "<an empty list>" if kind is None else f"<a list of {len(self)} {kind} objects>"
