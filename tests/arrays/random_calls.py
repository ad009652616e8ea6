"""Random calls of array functions: lines for check_numpy.py, which runs them under NumPy and under Cupola.

    CUPOLA=build/cupola PYTHONPATH=tests .venv/bin/python tests/arrays/random_calls.py FAMILY SEED COUNT

compares COUNT calls of a family (or of "all") and prints those that differ; check_numpy.py compares some of each.

A family is a generator of expressions over random shapes, types, strides, axes and keywords, wrong ones among them. A line
depends on the family, the seed and its number alone. `T` tells all of a result: its type, shape, strides of results that
have an order, and every element to the last digit.
"""
import random
import sys

SETUP = r'''setup: import math
def A(seed, shape, dtype, view=0):
    size = 1
    for extent in shape:
        size *= extent
    state, values = seed * 7919 + 17, []
    for _ in range(size):
        state = (state * 1103515245 + 12345) % 2147483648
        values.append(state >> 12)
    kind = dtype[0]
    if kind == '?':
        values = [value % 3 == 0 for value in values]
    elif kind == 'u':
        values = [value % 11 for value in values]
    elif kind == 'i':
        values = [value % 19 - 9 for value in values]
    elif kind == 'f':
        values = [(value % 41 - 20) / 4 for value in values]
        if seed % 7 == 0:
            values = [(math.nan, math.inf, -math.inf, -0.0)[place % 4] if place % 5 == seed % 5 else value for place, value in enumerate(values)]
    elif kind == 'c':
        values = [complex(value % 13 - 6, value % 7 - 3) / 2 for value in values]
    elif kind == 'M':
        values = ['NaT' if value % 9 == 0 else value % 40000 for value in values]
        return V(np.array([np.datetime64(value, 'D') for value in values], dtype='M8[D]'), shape, view)
    elif kind == 'm':
        values = ['NaT' if value % 9 == 0 else value % 4000 - 2000 for value in values]
        return V(np.array([np.timedelta64(value, 'h') for value in values], dtype='m8[h]'), shape, view)
    elif kind == 'U':
        values = ['abAB 1x'[value % 7] * (value % 4) + 'zy'[value % 2] for value in values]
    elif kind == 'O':
        values = [value % 9 - 4 for value in values]
    return V(np.array(values, dtype=dtype), shape, view)
def V(flat, shape, view):
    if view == 1:
        return flat.reshape(shape[::-1]).T
    if view == 2 and shape:
        return flat.reshape(shape)[::-1]
    if view == 3 and shape:
        return np.repeat(flat.reshape(shape), 2, axis=-1)[..., ::2]
    if view == 4:
        return np.asfortranarray(flat.reshape(shape))
    if view == 5 and shape and shape[0] > 1:
        return np.broadcast_to(flat.reshape(shape)[:1], shape)
    if view == 6 and shape:
        return flat.reshape(shape)[..., ::-1]
    return flat.reshape(shape)
def E(value):
    if isinstance(value, float) and value != value:
        return 'nan'
    if isinstance(value, list):
        return '[' + ', '.join(E(item) for item in value) + ']'
    return repr(value)
def T(value):
    if isinstance(value, (tuple, list)):
        return type(value).__name__ + '(' + '; '.join(T(item) for item in value) + ')'
    if hasattr(value, 'get') and hasattr(value, 'device') and not isinstance(value, dict):
        value = value.get()
    if hasattr(value, 'tolist') and hasattr(value, 'dtype'):
        order = ''
        if getattr(value, 'ndim', 0) > 1:
            order = ' C' if value.flags.c_contiguous else ' F' if value.flags.f_contiguous else ' -'
        name = type(value).__name__ + ('' if type(value).__name__ == str(value.dtype) else ' ' + str(value.dtype))
        return name + ' ' + str(value.shape) + order + ' ' + E(value.tolist())
    return type(value).__name__ + ' ' + E(value)
def X(function, shape, dtype, *arguments, **keywords):
    """function(*arguments, out=an array): what is returned, what lies in out, and whether they are one."""
    out = np.zeros(shape, dtype)
    result = function(*arguments, out=out, **keywords)
    return T(out) + ' ' + str(result is out)
def W(array, function):
    """What a function that changes an array in place leaves in it."""
    array = array.copy()
    result = function(array)
    return T(array) + ' / ' + T(result)
'''

NUMBERS = ['?', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8', 'c8', 'c16']
COMMON = ['i8', 'f8', 'f8', 'f4', 'i4', '?', 'u1', 'c16']


def shape_of(chance, least=0, most=4, zero=True):
    extents = [1, 2, 3, 4, 5] + ([0] if zero and chance.random() < 0.15 else [])
    return tuple(chance.choice(extents) for _ in range(chance.randint(least, most)))


def array(chance, shape, types=NUMBERS):
    return f'A({chance.randrange(1000)}, {shape}, {chance.choice(types)!r}, {chance.choice([0, 0, 0, 1, 2, 3, 4, 5, 6])})'


def axis_of(chance, dimensions, several=True):
    kind = chance.random()
    if kind < 0.06:
        return str(chance.choice([dimensions, -dimensions - 1, 7]))
    if kind < 0.15 or not dimensions:
        return 'None'
    if kind < 0.35 and several:
        return str(tuple(chance.choice([1, 1, -1]) * axis for axis in chance.sample(range(dimensions), chance.randint(1, dimensions))))
    return str(chance.randint(-dimensions, dimensions - 1))


def keywords(chance, offers):
    """Some of {name: values}, each with a chance of its own."""
    return ''.join(f', {name}={chance.choice(values)}' for name, values in offers.items() if chance.random() < 0.25)


def dtype_text(chance, types=NUMBERS):
    return repr(chance.choice(types))


def broadcastable(chance, shape):
    other = [chance.choice([1, extent, extent]) for extent in shape[chance.randint(0, len(shape)):]]
    if other and chance.random() < 0.04:
        other[-1] += 1
    return tuple(other)


def unary(chance):
    name = chance.choice(['negative', 'positive', 'absolute', 'abs', 'fabs', 'sign', 'square', 'sqrt', 'reciprocal', 'floor', 'ceil', 'trunc',
                          'rint', 'isnan', 'isinf', 'isfinite', 'signbit', 'logical_not', 'invert', 'conjugate', 'spacing', 'frexp', 'modf',
                          'bitwise_count', 'isnat', 'real', 'imag', 'iscomplex', 'isreal', 'nan_to_num', 'fix', 'around', 'angle', 'isneginf'])
    shape = shape_of(chance)
    x = array(chance, shape)
    if name in ('real', 'imag', 'iscomplex', 'isreal', 'nan_to_num', 'fix', 'around', 'angle', 'isneginf'):
        return f'T(np.{name}({x}))'
    if chance.random() < 0.15 and name not in ('frexp', 'modf'):
        return f'X(np.{name}, {shape}, {dtype_text(chance)}, {x})'
    more = keywords(chance, {'dtype': [dtype_text(chance)], 'casting': ["'no'", "'safe'", "'same_kind'", "'unsafe'"], 'order': ["'C'", "'F'", "'K'"]})
    return f'T(np.{name}({x}{more}))'


def scalar(chance):
    return chance.choice(['2', '-1', '0', '3.5', 'True', '1j', 'np.int8(3)', 'np.float32(1.5)', 'np.uint8(200)', '300', '2**40', 'np.float64(2)', '-0.0'])


ARITHMETIC = ['add', 'subtract', 'multiply', 'divide', 'floor_divide', 'remainder', 'fmod', 'divmod', 'maximum', 'minimum', 'fmax', 'fmin', 'less',
              'less_equal', 'greater', 'greater_equal', 'equal', 'not_equal', 'logical_and', 'logical_or', 'logical_xor', 'bitwise_and',
              'bitwise_or', 'bitwise_xor', 'left_shift', 'right_shift', 'copysign', 'nextafter', 'heaviside', 'gcd', 'lcm', 'ldexp']


def binary(chance):
    name = chance.choice(ARITHMETIC)
    shape = shape_of(chance)
    x = array(chance, shape)
    y = scalar(chance) if chance.random() < 0.25 else array(chance, broadcastable(chance, shape))
    if chance.random() < 0.5:
        x, y = y, x
    if chance.random() < 0.12 and name != 'divmod':
        return f'X(np.{name}, {shape}, {dtype_text(chance)}, {x}, {y})'
    if chance.random() < 0.12 and name != 'divmod':
        return f"X(np.{name}, {shape}, {dtype_text(chance)}, {x}, {y}, where={array(chance, shape, ['?'])}, casting='unsafe')"
    more = keywords(chance, {'dtype': [dtype_text(chance)], 'casting': ["'no'", "'equiv'", "'safe'", "'same_kind'", "'unsafe'"]})
    return f'T(np.{name}({x}, {y}{more}))'


def operators(chance):
    operator = chance.choice(['+', '-', '*', '/', '//', '%', '**', '<', '<=', '==', '!=', '>', '&', '|', '^', '<<', '>>', '@'])
    shape = shape_of(chance, most=3)
    x = array(chance, shape)
    y = scalar(chance) if chance.random() < 0.4 else array(chance, broadcastable(chance, shape))
    if chance.random() < 0.3 and operator not in ('<', '<=', '==', '!=', '>'):
        return f'W({x}, lambda a: a.__i{dict(zip("+-*/", ("add", "sub", "mul", "truediv"))).get(operator, "add")}__({y}))'
    return f'T({x} {operator} {y})' if chance.random() < 0.6 else f'T({y} {operator} {x})'


def reductions(chance):
    name = chance.choice(['sum', 'prod', 'mean', 'std', 'var', 'min', 'max', 'ptp', 'any', 'all', 'argmin', 'argmax', 'count_nonzero', 'median',
                          'nansum', 'nanprod', 'nanmin', 'nanmax', 'nanmean', 'nanstd', 'nanargmax', 'nanmedian', 'average', 'percentile', 'quantile',
                          'add.reduce', 'maximum.reduce', 'logical_or.reduce', 'bitwise_xor.reduce', 'multiply.reduce', 'subtract.reduce'])
    shape = shape_of(chance)
    x = array(chance, shape)
    single = name in ('argmin', 'argmax', 'nanargmax', 'average')
    axis = f', axis={axis_of(chance, len(shape), not single)}' if chance.random() < 0.8 else ''
    offers = {'keepdims': ['True', 'False']}
    if name in ('sum', 'prod', 'mean', 'std', 'var', 'nansum', 'nanprod', 'add.reduce', 'multiply.reduce'):
        offers['dtype'] = [dtype_text(chance)]
    if name in ('std', 'var', 'nanstd'):
        offers['ddof'] = ['0', '1', '2', '0.5']
    if name in ('sum', 'prod', 'min', 'max', 'add.reduce', 'maximum.reduce'):
        offers['initial'] = ['1', '-3', '2.5', '100']
        offers['where'] = [array(chance, broadcastable(chance, shape), ['?'])]
    if name in ('mean', 'std', 'var', 'any', 'all'):
        offers['where'] = [array(chance, broadcastable(chance, shape), ['?'])]
    if name in ('percentile', 'quantile'):
        q = chance.choice(['50', '[10, 90]', '33.3'] if name == 'percentile' else ['0.5', '[0.1, 0.9]', '0.333'])
        offers['method'] = ["'linear'", "'lower'", "'higher'", "'nearest'", "'midpoint'", "'hazen'", "'weibull'", "'median_unbiased'", "'inverted_cdf'"]
        return f'T(np.{name}({x}, {q}{axis}{keywords(chance, offers)}))'
    if name == 'average' and chance.random() < 0.5:
        offers['weights'] = [array(chance, shape, ['f8', 'i8'])]
        offers['returned'] = ['True']
    return f'T(np.{name}({x}{axis}{keywords(chance, offers)}))'


def scans(chance):
    shape = shape_of(chance, 1, 3)
    x = array(chance, shape)
    axis = axis_of(chance, len(shape), False)
    place = chance.randint(-len(shape), len(shape) - 1)
    operator = chance.choice(['add', 'multiply', 'maximum', 'minimum', 'subtract', 'logical_and', 'bitwise_or', 'divide', 'power', 'fmax'])
    indexes = sorted(chance.randrange(max(1, shape[place] + (chance.random() < 0.1))) for _ in range(chance.randint(1, 4)))
    if chance.random() < 0.3:
        chance.shuffle(indexes)
    small = array(chance, shape_of(chance, 0, 2))
    targets = [chance.randrange(-max(shape[0], 1), max(shape[0], 1)) for _ in range(chance.randint(1, 4))]
    return chance.choice([
        f'T(np.cumsum({x}, axis={axis}{keywords(chance, {"dtype": [dtype_text(chance)]})}))',
        f'T(np.cumprod({x}, axis={axis}{keywords(chance, {"dtype": [dtype_text(chance)]})}))',
        f'T(np.nancumsum({x}, axis={axis}))',
        f'T(np.diff({x}, n={chance.choice([0, 1, 2, 3])}, axis={place}{keywords(chance, {"prepend": ["0", "2.5"], "append": ["1"]})}))',
        f'T(np.ediff1d({x}{keywords(chance, {"to_begin": ["0", "[1, 2]"], "to_end": ["9"]})}))',
        f'T(np.gradient({x}{chance.choice(["", ", 2", ", 0.5"])}{keywords(chance, {"axis": [axis], "edge_order": ["1", "2"]})}))',
        f'T(np.trapezoid({x}, axis={place}{keywords(chance, {"dx": ["2", "0.5"]})}))',
        f'T(np.{operator}.accumulate({x}, axis={place}))',
        f'T(np.{operator}.reduceat({x}, {indexes}, axis={place}))',
        f'T(np.{operator}.outer({x}, {small}))',
        f'W({x}, lambda a: np.{operator}.at(a, {targets}, {chance.choice(["1", "2", "0.5", "[1]"])}))',
    ])


def shaping(chance):
    shape = shape_of(chance, 1, 4)
    dimensions, size = len(shape), 1
    for extent in shape:
        size *= extent
    x = array(chance, shape, COMMON)
    axis, other = (chance.randint(-dimensions - (chance.random() < 0.05), dimensions - 1) for _ in range(2))
    divisors = [number for number in range(1, size + 1) if size % number == 0] or [1]
    divisor = chance.choice(divisors)
    wanted = chance.choice([(divisor, -1), (-1, divisor), (size,), shape[::-1], (divisor, size // max(divisor, 1)), (-1,), (3, -1), (1, size, 1)])
    order = chance.choice(["'C'", "'F'", "'A'"])
    second = list(shape)
    second[chance.randrange(dimensions)] = chance.randint(0, 3)
    y = array(chance, tuple(second), COMMON)
    pads = tuple((chance.randint(0, 2), chance.randint(0, 2)) for _ in range(dimensions))
    mode = chance.choice(["'constant'", "'edge'", "'reflect'", "'symmetric'", "'wrap'", "'linear_ramp'", "'maximum'", "'mean'", "'minimum'", "'empty'"])
    mode = "'constant'" if mode == "'empty'" else mode
    permutation = tuple(chance.sample(range(dimensions), dimensions))
    repeats = chance.choice(['2', '0', '3', str([chance.randint(0, 3) for _ in range(shape[axis % dimensions])])])
    cuts = chance.choice(['2', '3', '1', '[1]', '[1, 2]', '[0, 2, 9]', '[-1]'])
    return chance.choice([
        f'T({x}.reshape({wanted}, order={order}))', f'T(np.reshape({x}, {wanted}))', f'T({x}.transpose({permutation}))', f'T(np.transpose({x}))',
        f'T(np.moveaxis({x}, {axis}, {other}))', f'T(np.swapaxes({x}, {axis}, {other}))', f'T(np.rollaxis({x}, {axis}, {max(other, 0)}))',
        f'T(np.squeeze({x}{chance.choice(["", f", axis={axis}"])}))', f'T(np.expand_dims({x}, {chance.choice([axis, (0, 1), (0, -1), dimensions, 9])}))',
        f'T({x}.ravel(order={chance.choice([order, chr(39) + "K" + chr(39)])}))', f'T({x}.flatten({order}))', f'T(np.flip({x}, axis={axis_of(chance, dimensions)}))',
        f'T(np.flipud({x}))', f'T(np.fliplr({x}))', f'T(np.roll({x}, {chance.choice([1, -2, 7, (1, 2)])}, axis={axis_of(chance, dimensions)}))',
        f'T(np.rot90({x}, {chance.randint(-3, 4)}))', f'T(np.tile({x}, {chance.choice([2, 0, (2, 1), (1, 2, 1), (3,)])}))',
        f'T(np.repeat({x}, {repeats}, axis={axis_of(chance, dimensions, False)}))', f'T(np.concatenate(({x}, {y}), axis={axis_of(chance, dimensions, False)}))',
        f'T(np.stack(({x}, {x}), axis={axis}))', f'T(np.hstack(({x}, {y})))', f'T(np.vstack(({x}, {y})))', f'T(np.dstack(({x}, {x})))',
        f'T(np.column_stack(({x}, {x})))', f'T(np.split({x}, {cuts}, axis={axis}))', f'T(np.array_split({x}, {cuts}, axis={axis}))',
        f'T(np.pad({x}, {chance.choice([pads, 1, (1, 2), ((1, 0),)])}, mode={mode}))', f'T(np.insert({x}, {chance.choice([0, 1, -1, [0, 1], 9])}, {chance.choice([5, 2.5, True])}, axis={axis_of(chance, dimensions, False)}))',
        f'T(np.delete({x}, {chance.choice([0, 1, -1, [0, 1], "slice(0, 2)", 9, []])}, axis={axis_of(chance, dimensions, False)}))',
        f'T(np.append({x}, {y}, axis={axis_of(chance, dimensions, False)}))', f'T(np.resize({x}, {chance.choice([(2, 3), 5, (0,), (7, 1)])}))',
        f'T(np.atleast_2d({x}))', f'T(np.atleast_3d({x}))', f'T(np.broadcast_to({x}, {(2,) + shape}))', f'T(np.broadcast_arrays({x}, {array(chance, broadcastable(chance, shape), COMMON)}))',
        f'T(np.diagonal({x}, {chance.choice([0, 1, -1])}, {axis}, {other}))', f'T(np.diag({x}, {chance.choice([0, 1, -2])}))', f'T(np.tril({x}, {chance.choice([0, 1, -1])}))',
        f'T(np.triu({x}, {chance.choice([0, 1, -1])}))', f'T(np.unstack({x}, axis={axis}))', f'T(np.block([[{x}, {x}], [{x}, {x}]]))', f'T(np.trim_zeros({x}))',
        f'T(np.ascontiguousarray({x}))', f'T(np.copy({x}, order={chance.choice([order, chr(39) + "K" + chr(39)])}))', f'T(np.trace({x}, {chance.choice([0, 1, -1])}))',
    ])


def sorting(chance):
    shape = shape_of(chance, 1, 3)
    types = NUMBERS + ['M8[D]', 'm8[h]', 'U6', 'O']
    dtype = chance.choice(types)
    seed = chance.randrange(1000)
    x = f'A({seed}, {shape}, {dtype!r}, {chance.choice([0, 0, 1, 2, 3, 5])})'
    line = f'A({seed}, ({chance.randint(0, 8)},), {dtype!r})'
    other = f'A({seed + 1}, ({chance.randint(0, 8)},), {chance.choice([dtype, dtype, chance.choice(COMMON)])!r})'
    axis = axis_of(chance, len(shape), False)
    numbers = f'A({seed}, ({chance.randint(0, 12)},), {chance.choice(["i8", "u1", "i2", "?", "f8"])!r})'
    returns = keywords(chance, {'return_index': ['True'], 'return_inverse': ['True'], 'return_counts': ['True'], 'axis': [axis], 'equal_nan': ['False']})
    nth = chance.choice([0, 1, -1, 2])
    return chance.choice([
        f'T(np.sort({x}, axis={axis}{keywords(chance, {"kind": ["None", repr("stable"), repr("heapsort")]})}))', f'W({x}, lambda a: a.sort(axis={axis}))',
        f'T(np.argsort({x}, axis={axis}, kind="stable"))', f'T(np.sort(np.partition({x}, {nth}, axis=-1), axis=-1))', f'T(np.partition({line}, {nth})[{nth}])',
        f'T(np.unique({x}{returns}))', f'T(np.unique({line}{returns}))', f'T(np.searchsorted(np.sort({line}), {other}{keywords(chance, {"side": [repr("right"), repr("left")]})}))',
        f'T(np.lexsort(({x}, {x})))', f'T(np.nonzero({x}))', f'T(np.argwhere({x}))', f'T(np.flatnonzero({x}))', f'T(np.count_nonzero({x}, axis={axis}))',
        f'T(np.where({array(chance, shape, ["?"])}, {x}, {chance.choice([x, "0", other])}))', f'T(np.isin({x}, {other}{keywords(chance, {"invert": ["True"]})}))',
        f'T(np.intersect1d({line}, {other}))', f'T(np.union1d({line}, {other}))', f'T(np.setdiff1d({line}, {other}))', f'T(np.setxor1d({line}, {other}))',
        f'T(np.digitize({numbers}, [1, 3, 5]{keywords(chance, {"right": ["True"]})}))', f'T(np.bincount({numbers}{keywords(chance, {"minlength": ["4", "20"]})}))',
        f'T(np.histogram({numbers}, {chance.choice(["3", "[0, 2, 5, 9]", "5, (0, 4)"])}{keywords(chance, {"density": ["True"]})}))',
        f'T(np.extract({array(chance, shape, ["?"])}, {x}))', f'T(np.argmax({x}, axis={axis}))', f'T(np.argmin({x}, axis={axis}))', f'T(np.max({x}, axis={axis}))',
        f'T(np.select([{array(chance, shape, ["?"])}, {array(chance, shape, ["?"])}], [{x}, {x}], {chance.choice(["0", "1.5"])}))', f'T(np.searchsorted([1, 3, 5], {numbers}))',
        f'T(np.array_equal({x}, {chance.choice([x, line])}))', f'T(np.median({numbers}))',
    ])


def item(chance, extent):
    kind = chance.randrange(10)
    if kind <= 1:
        return str(chance.randint(-extent - (chance.random() < 0.1), max(extent - 1, 0)))
    if kind <= 4:
        parts = ['' if chance.random() < 0.4 else str(chance.randint(-extent - 1, extent + 1)) for _ in range(2)]
        return ':'.join(parts) + chance.choice(['', '', ':2', ':-1', ':-2'])
    if kind == 5:
        return 'None'
    if kind == 6 and extent:
        return str([chance.randint(-extent, extent - 1) for _ in range(chance.randint(0, 3))])
    if kind == 7:
        return str([chance.choice([True, False]) for _ in range(extent)])
    if kind == 8 and extent:
        return f'np.array({[[chance.randint(-extent, extent - 1)] for _ in range(2)]}, {chance.choice(["i8", "i4", "u8", "i1"])!r})'
    return ':'


def indexing(chance):
    shape = shape_of(chance, 1, 4)
    x = array(chance, shape, COMMON + ['M8[D]', 'U6', 'O'] if chance.random() < 0.2 else NUMBERS)
    items = [item(chance, extent) for extent in shape[:chance.randint(1, len(shape))]]
    if chance.random() < 0.2:
        items.insert(chance.randint(0, len(items)), '...')
    index = ', '.join(items)
    value = chance.choice(['1', '-2.5', '[7, 8]', '[[1], [2]]', '300', array(chance, shape_of(chance, 0, 2))])
    axis = axis_of(chance, len(shape), False)
    places = chance.choice(['0', '[0, 1]', '[-1, 0]', '[[0, 0], [1, 9]]', '[]'])
    return chance.choice([
        f'T({x}[{index}])', f'T({x}[{index}])', f'T({x}[{index}])', f'W({x}, lambda a: a.__setitem__(np.s_[{index}], {value}))',
        f'W({x}, lambda a: a.__setitem__(np.s_[{index}], {value}))', f'W({x}, lambda a: a[{index}].__iadd__(1))',
        f'T(np.take({x}, {places}, axis={axis}{keywords(chance, {"mode": [repr("wrap"), repr("clip"), repr("raise")]})}))',
        f'W({x}, lambda a: np.put(a, {places}, {value}{keywords(chance, {"mode": [repr("wrap"), repr("clip")]})}))',
        f'T(np.take_along_axis({x}, np.argsort({x}, axis={axis}, kind="stable"), axis={axis}))', f'T(np.compress([True, False, True], {x}, axis={axis}))',
        f'W({x}, lambda a: np.fill_diagonal(a, {chance.choice(["5", "[1, 2]"])}{keywords(chance, {"wrap": ["True"]})}))',
        f'W({x}, lambda a: np.place(a, a != a[:1], {chance.choice(["[1]", "[1, 2, 3]"])}))', f'W({x}, lambda a: np.putmask(a, a == a, {chance.choice(["1", "[4, 5]"])}))',
        f'W({x}, lambda a: np.copyto(a, {value}'
        + keywords(chance, {"casting": [repr("unsafe")],
                            "where": [array(chance, broadcastable(chance, shape), ["?"])]}) + '))',
        f'T(np.choose({array(chance, shape, ["u1"])} % 3, [{x}, 10, {x}]))', f'T({x}[np.ix_(*[range(n)[::-1] for n in {shape}])])', f'W({x}, lambda a: a.fill({value}))',
        f'T({x}.flat[{chance.choice(["1", "[0, 2]", "::2", "-1"])}])', f'T({x}.item({chance.choice(["", "0", "-1", "99"])}))', f'T([i for i in np.ndindex({shape})][:5])',
    ])


def casting(chance):
    shape = shape_of(chance)
    x = array(chance, shape)
    types = NUMBERS + ['O', 'U8', 'S4', 'M8[D]', 'm8[s]']
    dtype, other = chance.choice(types), chance.choice(types)
    return chance.choice([
        f'T({x}.astype({dtype!r}'
        + keywords(chance, {"casting": [repr(name) for name in ("no", "equiv", "safe", "same_kind", "unsafe")],
                            "order": [repr("F"), repr("C")]}) + '))',
        f'T({x}.astype({chance.choice(NUMBERS)!r}))', f'str(np.result_type({dtype!r}, {other!r}))', f'np.can_cast({dtype!r}, {other!r}{keywords(chance, {"casting": [repr("same_kind"), repr("unsafe"), repr("no")]})})',
        f'str(np.promote_types({dtype!r}, {other!r}))', f'str(np.result_type({x}, {scalar(chance)}))', f'str(np.min_scalar_type({scalar(chance)}))', f'T({x}.view({chance.choice(NUMBERS)!r}))',
        f'str(np.common_type({x}))', f'T(np.array([{scalar(chance)}, {scalar(chance)}], dtype={dtype!r}))', f'T(np.array([{scalar(chance)}, {scalar(chance)}]))',
        f'T(np.array([[{scalar(chance)}], [{scalar(chance)}, {scalar(chance)}]]))', f'T(np.asarray({x}, dtype={dtype!r}, order="F"))', f'np.dtype({dtype!r}) < np.dtype({other!r})',
        f'T(np.array({x}, ndmin={chance.randint(0, 5)}, copy={chance.choice(["True", "None"])}))', f'repr({x})', f'str({x})', f'T(np.{chance.choice(["zeros", "ones", "full", "empty"])}_like({x}, {chance.choice(["dtype=" + repr(dtype), "shape=(2, 2)", "order=" + repr("F")])}).shape)',
        f'T(np.clip({x}, {scalar(chance)}, {scalar(chance)}))', f'T(np.round({x}, {chance.randint(-2, 3)}))', f'T({x}.byteswap())', f'repr(np.array({x}, dtype=object))', f'T(np.ones_like({x}))',
        f'{x}.strides, {x}.flags.c_contiguous, {x}.flags.f_contiguous, {x}.itemsize, {x}.nbytes',
    ])


def creation(chance):
    number = lambda: chance.choice(['0', '1', '5', '-3', '2.5', '10', '0.1', '7.0', '1e3', '3j'])
    dtype = keywords(chance, {'dtype': [dtype_text(chance)]})
    return chance.choice([
        f'T(np.arange({number()}, {number()}, {number()}{dtype}))', f'T(np.arange({number()}{dtype}))', f'T(np.linspace({number()}, {number()}, {chance.randint(0, 7)}{keywords(chance, {"endpoint": ["False"], "retstep": ["True"], "dtype": [dtype_text(chance)]})}))',
        f'T(np.eye({chance.randint(0, 4)}, {chance.randint(0, 4)}, {chance.randint(-2, 2)}{dtype}))', f'T(np.identity({chance.randint(0, 3)}{dtype}))', f'T(np.tri({chance.randint(0, 4)}, {chance.randint(1, 4)}, {chance.randint(-2, 2)}))',
        f'T(np.vander({array(chance, (chance.randint(0, 4),), COMMON)}{keywords(chance, {"N": ["3", "2"], "increasing": ["True"]})}))', f'T(np.full({shape_of(chance, 0, 2)}, {number()}{dtype}))',
        f'T(np.meshgrid({array(chance, (chance.randint(0, 3),), COMMON)}, {array(chance, (chance.randint(1, 3),), COMMON)}{keywords(chance, {"indexing": [repr("ij")], "sparse": ["True"]})}))',
        f'T(np.indices({shape_of(chance, 0, 2)}{dtype}))', f'T(np.mgrid[{number()}:{number()}:{chance.choice(["2", "3j", "0.5"])}])', f'T(np.ogrid[0:{chance.randint(0, 3)}, 0:2:3j])', f'T(np.r_[{number()}, {array(chance, (2,), COMMON)}, 0:3])',
        f'T(np.c_[{array(chance, (3,), COMMON)}, {array(chance, (3,), COMMON)}])', f'T(np.fromfunction(lambda i, j: i * 10 + j, ({chance.randint(0, 3)}, {chance.randint(1, 3)}){dtype}))', f'T(np.diagflat({array(chance, (2,), COMMON)}, {chance.randint(-1, 1)}))',
        f'T(np.tril_indices({chance.randint(0, 4)}, {chance.randint(-1, 1)}))', f'T(np.unravel_index({chance.choice(["5", "[1, 4]", "99", "-1"])}, {chance.choice([(3, 4), (2, 3, 2)])}{keywords(chance, {"order": [repr("F")]})}))',
        f'T(np.ravel_multi_index(([1, 2], [0, {chance.randint(0, 5)}]), (3, 4){keywords(chance, {"mode": [repr("wrap"), repr("clip")], "order": [repr("F")]})}))', f'T(np.fromiter(range({chance.randint(0, 5)}), {dtype_text(chance)}))',
        f'T(np.logspace(0, {chance.randint(1, 3)}, 4, base=2))', f'T(np.array('
        + chance.choice(["[]", "[[]]", "[[1, 2], [3]]", "[[1, 2], [3, 4.5]]", "[None, 1]", "(1, (2, 3))",
                         "[True, 2]", "range(4)", "5", "[[1], [2]] * 2", "[1, 1j]", "[2**63, 1]", "[2**64]",
                         "[-1, 2**63]"]) + f'{dtype}))',
        f'T(np.frombuffer(bytes(range(16)), {dtype_text(chance)}{keywords(chance, {"count": ["1", "2"], "offset": ["4", "8"]})}))', f'T(np.bartlett({chance.randint(0, 5)}))', f'T(np.packbits({array(chance, shape_of(chance, 1, 2), ["?", "u1"])}{keywords(chance, {"axis": ["0", "-1"], "bitorder": [repr("little")]})}))',
        f'T(np.unpackbits({array(chance, shape_of(chance, 1, 2), ["u1"])}{keywords(chance, {"axis": ["0", "-1"], "count": ["5"], "bitorder": [repr("little")]})}))',
    ])


def products(chance):
    """Exact: small integers, or floats of few digits."""
    n, m, k = (chance.randint(0 if chance.random() < 0.1 else 1, 4) for _ in range(3))
    types = ['i8', 'i4', 'f8', 'f4', '?', 'u1', 'c16', 'O']
    finite = lambda shape: f'A({chance.randrange(1, 900) * 7 + chance.randint(1, 6)}, {shape}, {chance.choice(types)!r}, {chance.choice([0, 1, 2, 3, 4, 6])})'
    batch = chance.choice([(), (2,), (3, 1)])
    wrong = m + (chance.random() < 0.08)
    return chance.choice([
        f'T(np.dot({finite((n, m))}, {finite((wrong, k))}))', f'T(np.dot({finite((m,))}, {finite((wrong,))}))', f'T({finite(batch + (n, m))} @ {finite((wrong, k))})', f'T(np.matmul({finite((m,))}, {finite(batch + (wrong, k))}))',
        f'T(np.inner({finite((n, m))}, {finite((k, wrong))}))', f'T(np.outer({finite((n,))}, {finite((m,))}))', f'T(np.vdot({finite((n, m))}, {finite((n, m))}))', f'T(np.tensordot({finite((n, m))}, {finite((m, k))}, {chance.choice(["1", "0", "((1,), (0,))", "2"])}))',
        f'T(np.einsum({chance.choice(["ij,jk->ik", "ij,jk", "ij,jk->k", "ij,jk->", "ij,kl->ijkl"])!r}, {finite((n, m))}, {finite((m, k))}))', f'T(np.einsum({chance.choice(["ij->ji", "ij->i", "ii", "ij->", "...j->j..."])!r}, {finite((n, m))}))',
        f'T(np.kron({finite((n, m))}, {finite((k,))}))', f'T(np.cross({finite((n, 3))}, {finite((3,))}))', f'T(np.convolve({finite((n,))}, {finite((m,))}, {chance.choice(["full", "same", "valid"])!r}))', f'T(np.correlate({finite((n,))}, {finite((m,))}, {chance.choice(["full", "same", "valid"])!r}))',
        f'T(np.linalg.matrix_power({finite((n, n))}, {chance.randint(0, 4)}))', f'T(np.polyval({finite((n,))}, {finite((m,))}))', f'T(np.polyadd({finite((n,))}, {finite((m,))}))', f'T(np.polymul({finite((n,))}, {finite((m,))}))', f'T(np.polyder({finite((n,))}))',
        f'T(np.interp({finite((n,))}, [-3, 0, 2], [1, {chance.choice(["2", "5.5"])}, -1]{keywords(chance, {"left": ["9"], "right": ["-9"], "period": ["4"]})}))', f'T(np.vecdot({finite((n, m))}, {finite((m,))}))', f'T(np.linalg.multi_dot([{finite((n, m))}, {finite((m, k))}, {finite((k, 2))}]))',
        f'T(np.trace({finite((n, m))}, {chance.randint(-1, 1)}))', f'T(np.linalg.norm({finite((n, m))}, {chance.choice(["1", "np.inf", "-1", "-np.inf"])}))', f'T(np.linalg.norm({finite((n,))}, {chance.choice(["0", "1", "np.inf", "-np.inf"])}))',
    ])


def inexact(chance):
    """Functions whose last digits may differ."""
    shape = shape_of(chance, 0, 3)
    types = ['f8', 'f8', 'f4', 'i8', 'c16', 'f2', 'u1', '?']
    x = array(chance, shape, types)
    n = chance.randint(1, 4)
    square = f'(A({chance.randrange(900) * 7 + 1}, ({n}, {n}), "f8") + 9 * np.eye({n}))'
    name = chance.choice(['sin', 'cos', 'tan', 'arcsin', 'arccos', 'arctan', 'sinh', 'cosh', 'tanh', 'arcsinh', 'arccosh', 'arctanh', 'exp', 'expm1', 'exp2', 'log', 'log2', 'log10', 'log1p', 'cbrt',
                          'degrees', 'radians', 'sinc', 'i0'])
    other = chance.choice(['power', 'float_power', 'hypot', 'arctan2', 'logaddexp', 'logaddexp2'])
    length = chance.choice(['', ', 4', ', 7', ', 0'])
    transform = chance.choice(['fft', 'ifft', 'rfft', 'irfft', 'hfft', 'ihfft'])
    more = chance.choice(['fft2', 'ifft2', 'fftn', 'ifftn', 'rfftn', 'irfftn', 'rfft2'])
    norm = keywords(chance, {'norm': ["'ortho'", "'forward'", "'backward'"]})
    return chance.choice([
        f'T(np.{name}({x}))', f'T(np.{name}({x}))', f'T(np.{name}({x}))', f'T(np.{other}({x}, {array(chance, broadcastable(chance, shape), types)}))', f'T(np.fft.{transform}({x}{length}{norm}))', f'T(np.fft.{transform}({x}, axis={axis_of(chance, len(shape), False)}{norm}))',
        f'T(np.fft.{more}({x}{norm}))', f'T(np.fft.fftshift({x}))', f'T(np.fft.fftfreq({chance.randint(0, 6)}, 0.5))', f'T(np.linalg.det({square}))', f'T(np.linalg.inv({square}))', f'T(np.linalg.solve({square}, {array(chance, (n,), ["f8", "i8"])}))',
        f'T(np.linalg.norm({x}'
        + keywords(chance, {"axis": [axis_of(chance, len(shape))], "ord": ["2", "None", "1", "3"],
                            "keepdims": ["True"]}) + '))', f'T(np.linalg.cholesky({square} @ {square}.T + 90 * np.eye({n})))', f'T(np.linalg.eigvalsh({square} + {square}.T))', f'T(np.linalg.svd({x}, compute_uv=False))',
        f'T(np.linalg.slogdet({square}))', f'T(np.linalg.matrix_rank({x}))', f'T(np.linalg.pinv({square}))', f'T(np.cov({array(chance, (n, 5), ["f8", "i8"])}{keywords(chance, {"ddof": ["0"], "rowvar": ["False"], "bias": ["True"]})}))', f'T(np.corrcoef({array(chance, (n + 1, 5), ["f8"])}))',
        f'T(np.linalg.cond({square}))', f'T(np.geomspace(1, {chance.choice([8, 1000])}, {chance.randint(1, 5)}))', f'T(np.hamming({n}), )', f'T(np.unwrap({array(chance, (5,), ["f8"])}))', f'T(np.linalg.qr({square})[1])', f'T(np.linalg.lstsq({square}, {array(chance, (n,), ["f8"])})[0])',
    ])


def flexible(chance):
    """Dates, durations, text, objects."""
    shape = shape_of(chance, 0, 2)
    kinds = ['M8[D]', 'm8[h]', 'U6', 'O', 'i8', 'f8', '?']
    x, y = array(chance, shape, kinds[:4]), array(chance, broadcastable(chance, shape), kinds)
    operator = chance.choice(['+', '-', '*', '//', '/', '%', '==', '!=', '<', '>='])
    name = chance.choice(['sum', 'min', 'max', 'sort', 'unique', 'argmax', 'mean', 'any', 'cumsum', 'diff', 'prod', 'median', 'nonzero', 'isnat', 'abs', 'negative'])
    text = array(chance, shape, ['U6'])
    function = chance.choice(['upper', 'lower', 'title', 'strip', 'str_len', 'isalpha', 'isdigit', 'isspace', 'isupper', 'swapcase', 'capitalize', 'lstrip'])
    given = chance.choice([f'find({text}, "a")', f'count({text}, "b")', f'startswith({text}, "A")', f'replace({text}, "a", "<>")', f'multiply({text}, 2)', f'add({text}, {text})', f'center({text}, 8)',
                           f'ljust({text}, 7, "*")', f'zfill({text}, 6)', f'endswith({text}, ["z", "y"][0])', f'partition({text}, "b")', f'expandtabs({text})', f'rfind({text}, "x", 1)', f'slice({text}, 1, 3)'])
    return chance.choice([
        f'T({x} {operator} {y})', f'T({y} {operator} {x})', f'T(np.{name}({x}))', f'T(np.{name}({x}))', f'T(np.strings.{function}({text}))', f'T(np.strings.{given})', f'repr({x})', f'str({x})', f'T({x}.astype({chance.choice(["U10", "O", "M8[s]", "m8[s]", "i8", "f8", "S5", "M8[M]"])!r}))',
        f'T(np.concatenate(({array(chance, (2,), kinds[:4])}, {array(chance, (3,), kinds)})))', f'T(np.where({array(chance, shape, ["?"])}, {x}, {y}))', f'T({x}.tolist())', f'T(np.array([{scalar(chance)}, "a", None], dtype=object))', f'T(np.array([{scalar(chance)}, "a"]))',
    ])


FAMILIES = {function.__name__: function for function in (unary, binary, operators, reductions, scans, shaping, sorting, indexing, casting, creation, products,
                                                         inexact, flexible)}
INEXACT = {'inexact'}


def lines(family, seed, count):
    chance = random.Random(f'{family} {seed}')
    return [SETUP] + [FAMILIES[family](chance) for _ in range(count)]


def main(family, seed, count):
    import check_numpy
    for name in FAMILIES if family == 'all' else [family]:
        calls = lines(name, seed, count)
        want, _, problem = check_numpy.execute([sys.executable], calls, 'numpy')
        got, finished, our_problem = check_numpy.execute([check_numpy.CUPOLA, 'run'], calls, 'numpy')
        differ = [number for number in range(len(calls)) if want.get(number) != got.get(number)
                  and not (name in INEXACT and check_numpy.nearly_equal(want.get(number, ''), got.get(number, '')))]
        for number in differ:
            print(f'{calls[number]}\n    want {want.get(number)}\n    got  {got.get(number)}')
        print(f'{name}: {len(calls) - len(differ)} agree, {len(differ)} differ')
        if len(want) < len(calls) or not finished:
            print('it stopped:', problem or our_problem)


if __name__ == '__main__':
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
