"""What as_strided() and sliding_window_view() name as the base of their views."""


class DummyArray:
    """An array's memory in another shape and other strides: it tells the array interface, and keeps the array."""

    def __init__(self, base, shape, strides):
        self.base = base
        self._shape = shape
        self._strides = strides

    @property
    def __array_interface__(self):
        return dict(self.base.__array_interface__, shape=self._shape, strides=self._strides)


DummyArray.__module__ = 'numpy.lib._stride_tricks_impl'
