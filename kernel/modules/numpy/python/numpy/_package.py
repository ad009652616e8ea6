"""What numpy tells of itself and of its functions: info, show_runtime, get_include, versions, byte_bounds, Arrayterator."""

import inspect
import operator
import os
import re
import sys

import numpy as np
from numpy._dispatch import asks_nobody

__all__ = ['info', 'show_runtime', 'get_include', '__array_namespace_info__']


def _array_info(array, output):
    flags = array.flags
    order = array.dtype.byteorder
    swapped = not array.dtype.isnative
    print('class: ', type(array).__name__, file=output)
    print('shape: ', array.shape, file=output)
    print('strides: ', array.strides, file=output)
    print('itemsize: ', array.itemsize, file=output)
    print('aligned: ', bool(flags.aligned), file=output)
    print('contiguous: ', bool(flags.c_contiguous), file=output)
    print('fortran: ', bool(flags.f_contiguous), file=output)
    print(f"data pointer: {hex(array.__array_interface__['data'][0])}", file=output)
    order = {'<': 'little', '>': 'big'}.get(order, sys.byteorder)
    print('byteorder: ', order, file=output)
    print('byteswap: ', swapped, file=output)
    print(f'type: {array.dtype}', file=output)


def _found(name, toplevel):
    """The numpy modules' members of this name: pairs of the module's name and the member."""
    modules = {toplevel: np}
    for inner in ('linalg', 'fft', 'random', 'ma', 'polynomial', 'char', 'strings', 'lib', 'testing', 'rec'):
        modules[f'{toplevel}.{inner}'] = getattr(np, inner)
    return [(where, getattr(module, name)) for where, module in modules.items() if hasattr(module, name)]


def _signature(object, name):
    try:
        return name + str(inspect.signature(object))
    except (TypeError, ValueError):
        return name + '()'


@asks_nobody
def info(object=None, maxwidth=76, output=None, toplevel='numpy'):
    """Print what is known of an array, of a function, class or module, or of whatever numpy has under a name.

    >>> info(array([1, 2]).shape)  # doctest: +SKIP
    """
    output = sys.stdout if output is None else output
    if object is None:
        info(info, maxwidth, output, toplevel)
    elif isinstance(object, np.ndarray):
        _array_info(object, output)
    elif isinstance(object, str):
        found, seen = _found(object, toplevel), []
        for where, member in found:
            if any(member is one for one, _ in seen):
                first = next(place for one, place in seen if member is one)
                print(f'\n     *** Repeat reference found in {where} *** ' if first else '', file=output)
                continue
            seen.append((member, where))
            print(f'     *** Found in {where} ***', file=output)
            info(member, output=output)
            print('-' * maxwidth, file=output)
        if not found:
            print(f'Help for {object} not found.', file=output)
        else:
            print(f'\n     *** Total of {len(found)} references found. ***', file=output)
    elif inspect.isclass(object):
        print(f' {_signature(object, object.__name__)}\n', file=output)
        print(inspect.getdoc(object) or '', file=output)
        methods = [name for name in dir(object) if not name.startswith('_') and callable(getattr(object, name))]
        if methods:
            print('\n\nMethods:\n', file=output)
            for name in methods:
                first = (inspect.getdoc(getattr(object, name)) or 'None').splitlines()[0]
                print(f'  {name}  --  {first}', file=output)
    elif callable(object) and not isinstance(object, np.ufunc) and hasattr(object, '__name__'):
        print(f' {_signature(object, object.__name__)}\n', file=output)
        print(inspect.getdoc(object) or '', file=output)
    else:
        print(inspect.getdoc(object) or '', file=output)


@asks_nobody
def show_runtime():
    """Print the version of numpy, of the language, of the system, and what the processor has.

    >>> show_runtime()  # doctest: +SKIP
    """
    import platform
    import pprint
    pprint.pprint([{'numpy_version': np.__version__, 'python': sys.version, 'uname': platform.uname()}])


@asks_nobody
def get_include():
    """The folder in which the headers of a C extension's compiler would be: there are none here, as nothing is compiled against numpy.

    >>> type(get_include())
    <class 'str'>
    """
    return os.path.join(sys.prefix, 'include', 'numpy', '_core', 'include')


class NumpyVersion:
    """A version that can be compared with others and with strings.

    >>> lib.NumpyVersion('1.7.0') < '1.10.0', lib.NumpyVersion('2.0.0rc1') < '2.0.0'
    (True, True)
    """

    __module__ = 'numpy.lib'

    def __init__(self, vstring):
        self.vstring = vstring
        main = re.match(r'\d+\.\d+\.\d+', vstring)
        if not main:
            raise ValueError('Not a valid numpy version string')
        self.version = main.group()
        self.major, self.minor, self.bugfix = (int(part) for part in self.version.split('.'))
        rest = vstring[main.end():]
        early = re.match(r'a\d', rest) or re.match(r'b\d', rest) or re.match(r'rc\d', rest)
        self.pre_release = early.group() if early else 'final' if not rest or rest.startswith('.post') else ''
        self.is_devversion = bool(re.search(r'.dev', vstring))

    def _key(self):
        stage = {'a': 0, 'b': 1, 'r': 2}.get(self.pre_release[:1], 3 if self.pre_release == 'final' or not self.is_devversion else -1)
        return (self.major, self.minor, self.bugfix, stage, self.pre_release, not self.is_devversion)

    def _compared(self, other, compare):
        if not isinstance(other, (str, NumpyVersion)):
            raise ValueError('Invalid object to compare with NumpyVersion.')
        other = NumpyVersion(other) if isinstance(other, str) else other
        return compare(self._key(), other._key())

    def __lt__(self, other):
        return self._compared(other, operator.lt)

    def __le__(self, other):
        return self._compared(other, operator.le)

    def __eq__(self, other):
        return self._compared(other, operator.eq)

    def __ne__(self, other):
        return self._compared(other, operator.ne)

    def __gt__(self, other):
        return self._compared(other, operator.gt)

    def __ge__(self, other):
        return self._compared(other, operator.ge)

    __hash__ = None

    def __repr__(self):
        return f'NumpyVersion({self.vstring})'


def byte_bounds(a):
    """The addresses of the first byte of an array's memory and of that behind its last.

    >>> low, high = lib.array_utils.byte_bounds(arange(3))
    >>> high - low
    24
    """
    low = high = a.__array_interface__['data'][0]
    for extent, stride in zip(a.shape, a.strides):
        reach = (extent - 1) * stride
        low, high = (low + reach, high) if reach < 0 else (low, high + reach)
    return low, high + a.dtype.itemsize


def add_docstring(obj, docstring, /):
    """Give an object a docstring.

    >>> def f(): pass
    >>> lib.add_docstring(f, 'Nothing.'); f.__doc__
    'Nothing.'
    """
    if getattr(obj, '__doc__', None):
        raise RuntimeError('already has a different docstring')
    obj.__doc__ = docstring


def add_newdoc(place, obj, doc, warn_on_python=True):
    """Give a member of a module, or members of its members, their docstrings; what cannot be changed stays as it is.

    >>> lib.add_newdoc('numpy', 'no_such_name_here', 'text')  # doctest: +SKIP
    """
    import importlib
    member = getattr(importlib.import_module(place), obj)
    for name, text in ([(None, doc)] if isinstance(doc, str) else [doc] if isinstance(doc, tuple) else doc):
        try:
            (member if name is None else getattr(member, name)).__doc__ = text.strip()
        except (AttributeError, TypeError):
            pass


class Arrayterator:
    """An iterator over a large array in blocks of at most buf_size elements.

    >>> [block.shape for block in lib.Arrayterator(zeros((3, 4)), 4)]
    [(1, 4), (1, 4), (1, 4)]
    """

    __module__ = 'numpy.lib'

    def __init__(self, var, buf_size=None):
        self.var, self.buf_size = var, buf_size
        self.start, self.stop, self.step = [0] * var.ndim, list(var.shape), [1] * var.ndim

    def __getattr__(self, attr):
        return getattr(self.var, attr)

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        missing = self.var.ndim - len([one for one in index if one is not Ellipsis])
        whole = []
        for one in index:
            whole.extend([slice(None)] * missing if one is Ellipsis else [slice(one, one + 1, 1) if not isinstance(one, slice) else one])
        whole.extend([slice(None)] * (self.var.ndim - len(whole)))
        chosen = type(self)(self.var, self.buf_size)
        for axis, (part, start, stop, step) in enumerate(zip(whole, self.start, self.stop, self.step)):
            chosen.start[axis] = start + (part.start or 0)
            chosen.step[axis] = step * (part.step or 1)
            chosen.stop[axis] = min(start + (stop - start if part.stop is None else part.stop), stop)
        return chosen

    def __array__(self, dtype=None, copy=None):
        return self.var[tuple(map(slice, self.start, self.stop, self.step))]

    @property
    def flat(self):
        """The elements, block by block."""
        for block in self:
            yield from block.flat

    @property
    def shape(self):
        """The shape of what is walked over."""
        return tuple((stop - start - 1) // step + 1 for start, stop, step in zip(self.start, self.stop, self.step))

    def __iter__(self):
        shape = self.shape
        if not all(shape):
            return
        start, stop, step = list(self.start), list(self.stop), list(self.step)
        count, dimensions = self.buf_size or self.var.size, self.var.ndim
        running = 0
        while True:
            left = count
            for axis in range(dimensions - 1, -1, -1):
                if left == 0:
                    stop[axis] = start[axis] + 1
                elif left <= shape[axis]:
                    stop[axis] = min(start[axis] + left * step[axis], self.stop[axis])
                    running, left = axis, 0
                else:
                    stop[axis] = self.stop[axis]
                    left = left // shape[axis]
            yield self.var[tuple(map(slice, start, stop, step))]
            start[running] = stop[running]
            for axis in range(dimensions - 1, 0, -1):
                if start[axis] >= self.stop[axis]:
                    start[axis] = self.start[axis]
                    start[axis - 1] += self.step[axis - 1]
            if dimensions == 0 or start[0] >= self.stop[0]:
                return


def opt_func_info(func_name=None, signature=None):
    """Which loops are chosen by the processor: all of this library's are chosen when it starts, so that there is nothing to list.

    >>> lib.introspect.opt_func_info('no such function')
    {}
    """
    return {}


class __array_namespace_info__:
    """What the array API's standard asks of a namespace: its capabilities, devices and types.

    >>> __array_namespace_info__().default_device()
    'cpu'
    """

    __module__ = 'numpy'

    _KINDS = {'bool': 'bool', 'signed integer': 'int8 int16 int32 int64', 'unsigned integer': 'uint8 uint16 uint32 uint64',
              'real floating': 'float32 float64', 'complex floating': 'complex64 complex128'}
    _GROUPS = {'integral': ('signed integer', 'unsigned integer'),
               'numeric': ('signed integer', 'unsigned integer', 'real floating', 'complex floating'), None: tuple(_KINDS)}

    @staticmethod
    def _check(device):
        if device not in ('cpu', None):
            raise ValueError(f'Device not understood. Only "cpu" is allowed, but received: {device}')

    def capabilities(self):
        """What arrays can do.

        >>> __array_namespace_info__().capabilities()['max dimensions']
        64
        """
        return {'boolean indexing': True, 'data-dependent shapes': True, 'max dimensions': 64}

    def default_device(self):
        """Where arrays are made."""
        return 'cpu'

    def devices(self):
        """Where arrays may be."""
        return ['cpu']

    def default_dtypes(self, *, device=None):
        """The types of numbers that come without one."""
        self._check(device)
        return {'real floating': np.dtype(np.float64), 'complex floating': np.dtype(np.complex128), 'integral': np.dtype(np.intp),
                'indexing': np.dtype(np.intp)}

    def dtypes(self, *, device=None, kind=None):
        """The types by their names, all or those of a kind or of several.

        >>> list(__array_namespace_info__().dtypes(kind='real floating'))
        ['float32', 'float64']
        """
        self._check(device)
        if isinstance(kind, tuple):
            return {name: dtype for one in kind for name, dtype in self.dtypes(kind=one).items()}
        if kind not in self._KINDS and kind not in self._GROUPS:
            raise ValueError(f'unsupported kind: {kind!r}')
        names = ' '.join(self._KINDS[one] for one in self._GROUPS.get(kind, (kind,))).split()
        return {name: np.dtype(name) for name in names}
