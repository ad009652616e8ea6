"""The exception of axes that are not there."""


def _read(message):
    """Axis and dimensions out of NumPy's own words, as functions say them."""
    before, found, rest = message.rpartition('axis ')
    axis, found, dimensions = rest.partition(' is out of bounds for array of dimension ')
    try:
        return (int(axis), int(dimensions)) if found else (None, None)
    except ValueError:
        return None, None


class AxisError(ValueError, IndexError):
    """AxisError(axis, ndim=None, msg_prefix=None)

    An axis that the array does not have. Either a message, or an axis and the number of dimensions.

    >>> str(exceptions.AxisError(7, 2))
    'axis 7 is out of bounds for array of dimension 2'
    """

    __module__ = 'numpy.exceptions'

    def __init__(self, axis, ndim=None, msg_prefix=None):
        self._is_text = ndim is None and msg_prefix is None
        if self._is_text:
            self._msg = axis
            self.axis, self.ndim = _read(axis) if isinstance(axis, str) else (None, None)
        else:
            self._msg = msg_prefix
            self.axis, self.ndim = axis, ndim

    def __str__(self):
        if self._is_text or self.ndim is None:
            return self._msg
        message = f'axis {self.axis} is out of bounds for array of dimension {self.ndim}'
        return message if self._msg is None else f'{self._msg}: {message}'
