"""numpy.dtypes: the classes of the types."""

import numpy as np

_CODES = {'Bool': '?', 'Int8': 'b', 'UInt8': 'B', 'Int16': 'h', 'UInt16': 'H', 'Int32': 'i', 'UInt32': 'I', 'Int64': 'l', 'UInt64': 'L',
          'LongLong': 'q', 'ULongLong': 'Q', 'Float16': 'e', 'Float32': 'f', 'Float64': 'd', 'LongDouble': 'g', 'Complex64': 'F', 'Complex128': 'D',
          'CLongDouble': 'G', 'Object': 'O', 'Bytes': 'S', 'Str': 'U', 'Void': 'V', 'DateTime64': 'M', 'TimeDelta64': 'm'}
_ALIASES = {'Byte': 'Int8', 'UByte': 'UInt8', 'Short': 'Int16', 'UShort': 'UInt16', 'Int': 'Int32', 'UInt': 'UInt32', 'Long': 'Int64',
            'ULong': 'UInt64'}

__all__ = [name + 'DType' for code in _CODES for name in [code] + [alias for alias, known in _ALIASES.items() if known == code]]

for _name, _code in _CODES.items():
    globals()[_name + 'DType'] = type(np.dtype(_code))
for _name, _other in _ALIASES.items():
    globals()[_name + 'DType'] = globals()[_other + 'DType']


def __getattr__(name):
    """StringDType is refused in words."""
    if name == 'StringDType':
        raise AttributeError('numpy.dtypes.StringDType is not supported: texts of any length are elements of object arrays here, '
                             "those of a limited length of '<U' arrays")
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
