"""Kernels written in Python: jit.rawkernel() makes CUDA C of a function, once for each list of argument types.

A kernel knows numbers, arrays, range(), if, while, for, and the functions here; variables keep the type of their first value. Numbers are
CUDA's: an int of the text is int32, a float is float32 (mode='numpy': int64 and float64).
"""

import ast
import builtins
import inspect
import math
import textwrap

import cupy
import numpy
from cupy._kernels import RawModule, _C_TYPES, _PRELUDE, _captures, _launch, _sizes

__all__ = ['rawkernel', 'threadIdx', 'blockIdx', 'blockDim', 'gridDim', 'warpsize', 'grid', 'gridsize', 'laneid', 'syncthreads', 'syncwarp',
           'shared_memory', 'range', 'atomic_add', 'atomic_sub', 'atomic_exch', 'atomic_max', 'atomic_min', 'atomic_inc', 'atomic_dec', 'atomic_cas',
           'atomic_and', 'atomic_or', 'atomic_xor', 'shfl_sync', 'shfl_up_sync', 'shfl_down_sync', 'shfl_xor_sync']

_HELPERS = _PRELUDE + '''
template <typename T> __device__ T _jit_floor(T a, T b) { T q = a / b; return (a % b != 0 && ((a < 0) != (b < 0))) ? q - 1 : q; }
template <typename T> __device__ T _jit_floor_real(T a, T b) { return floor(a / b); }
template <typename T> __device__ T _jit_modulo(T a, T b) { T r = a % b; return (r != 0 && ((r < 0) != (b < 0))) ? r + b : r; }
template <typename T> __device__ T _jit_modulo_real(T a, T b) { T r = fmod(a, b); return (r != 0 && ((r < 0) != (b < 0))) ? r + b : r; }
template <typename T> __device__ T _jit_power(T a, T n) { T r = 1; while (n > 0) { if (n & 1) r *= a; a *= a; n >>= 1; } return r; }
'''
_BINARY = {ast.Add: '+', ast.Sub: '-', ast.Mult: '*', ast.BitAnd: '&', ast.BitOr: '|', ast.BitXor: '^', ast.LShift: '<<', ast.RShift: '>>'}
_COMPARE = {ast.Eq: '==', ast.NotEq: '!=', ast.Lt: '<', ast.LtE: '<=', ast.Gt: '>', ast.GtE: '>='}
_FOLD = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.Div: lambda a, b: a / b,
         ast.FloorDiv: lambda a, b: a // b, ast.Mod: lambda a, b: a % b, ast.Pow: lambda a, b: a ** b, ast.BitAnd: lambda a, b: a & b,
         ast.BitOr: lambda a, b: a | b, ast.BitXor: lambda a, b: a ^ b, ast.LShift: lambda a, b: a << b, ast.RShift: lambda a, b: a >> b,
         ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b, ast.LtE: lambda a, b: a <= b,
         ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b}
_MATH = {'arcsin': 'asin', 'arccos': 'acos', 'arctan': 'atan', 'arctan2': 'atan2', 'arcsinh': 'asinh', 'arccosh': 'acosh', 'arctanh': 'atanh',
         'rint': 'rint', 'abs': 'abs', 'absolute': 'abs', 'fabs': 'fabs', 'power': 'pow', 'pow': 'pow', 'maximum': 'max', 'minimum': 'min',
         'isnan': 'isnan', 'isinf': 'isinf', 'isfinite': 'isfinite', 'cbrt': 'cbrt', 'hypot': 'hypot', 'copysign': 'copysign', 'fmod': 'fmod',
         'gamma': 'tgamma', 'lgamma': 'lgamma', 'erf': 'erf', 'erfc': 'erfc'}
_MATH.update({name: name for name in ('sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh', 'atanh', 'exp',
                                      'exp2', 'expm1', 'log', 'log2', 'log10', 'log1p', 'sqrt', 'floor', 'ceil', 'trunc')})


class _Typed:
    """A piece of CUDA C and its type: a dtype, or an array's."""

    def __init__(self, code, type):
        self.code, self.type = code, type


class _Constant:
    """What is known when the kernel is made."""

    def __init__(self, value):
        self.value = value


class _ArrayType:
    def __init__(self, dtype, ndim, is_line):
        self.dtype, self.ndim, self.is_line = dtype, ndim, is_line

    def key(self):
        return (self.dtype.name, self.ndim, self.is_line)


class _SharedType(_ArrayType):
    pass


class _Dim3:
    def __init__(self, name):
        self._name = name
        for axis in 'xyz':
            setattr(self, axis, _Typed(f'{name}.{axis}', numpy.dtype('uint32')))

    def __repr__(self):
        return f'<{self._name}>'


threadIdx, blockIdx, blockDim, gridDim = _Dim3('threadIdx'), _Dim3('blockIdx'), _Dim3('blockDim'), _Dim3('gridDim')
warpsize = _Typed('warpSize', numpy.dtype('int32'))


class _Builtin:
    """A function for kernels only; `emit` writes the call."""

    def __init__(self, emit):
        self.emit = emit
        self.__name__ = emit.__name__
        self.__doc__ = emit.__doc__

    def __call__(self, *args, **kwargs):
        raise RuntimeError('Cannot call this function from Python layer.')

    def __repr__(self):
        return f'<cupyx.jit function {self.__name__}>'


@_Builtin
def syncthreads(maker):
    """Wait for the other threads of the block."""
    return _Typed('__syncthreads()', None)


@_Builtin
def syncwarp(maker, mask=_Constant(0xffffffff)):
    """Wait for the other threads of the warp."""
    return _Typed(f'__syncwarp({maker.number(mask, "uint32").code})', None)


@_Builtin
def laneid(maker):
    """The thread's place in its warp."""
    return _Typed('(threadIdx.x & 31)', numpy.dtype('uint32'))


def _axes(maker, ndim, one):
    if not isinstance(ndim, _Constant) or not isinstance(ndim.value, int):
        raise TypeError('ndim must be an integer')
    if ndim.value not in (1, 2, 3):
        raise ValueError('Only ndim=1,2,3 are supported')
    parts = [_Typed(one.format(a=axis), numpy.dtype('uint32')) for axis in 'xyz'[:ndim.value]]
    return parts[0] if len(parts) == 1 else parts


@_Builtin
def grid(maker, ndim):
    """The thread's place in the grid, of 1, 2 or 3 axes."""
    return _axes(maker, ndim, '(threadIdx.{a} + blockIdx.{a} * blockDim.{a})')


@_Builtin
def gridsize(maker, ndim):
    """How many threads the grid has along 1, 2 or 3 axes."""
    return _axes(maker, ndim, '(blockDim.{a} * gridDim.{a})')


@_Builtin
def shared_memory(maker, dtype, size, alignment=_Constant(None)):
    """Memory that the threads of a block share; size None: as large as the launch says."""
    dtype = numpy.dtype(dtype.value)
    if not isinstance(size, _Constant):
        raise TypeError('size of shared_memory must be a constant')
    return maker.share(dtype, size.value)


@_Builtin
def range(maker, *args, unroll=_Constant(None)):
    """A range whose loop the compiler unrolls."""
    raise TypeError('range() can only be looped over')


def _atomic(name, function, types, count=1):
    def emit(maker, array, index, *values, alt_values=None):
        if len(values) != count:
            raise TypeError(f'atomic_{name}() takes {count + 2} arguments')
        place = maker.element(array, index)
        if place.type.name not in types:
            raise TypeError(f'`{function}` does not support {place.type.name} input.')
        pointer, ctype = f'&{place.code}', _C_TYPES[place.type.name]
        values = [maker.number(value, place.type).code for value in values]
        if place.type.name == 'int64' and name in ('add', 'exch', 'cas'):
            pointer, values = f'(unsigned long long *)({pointer})', [f'(unsigned long long)({value})' for value in values]
        if name == 'sub' and place.type.name not in ('int32', 'uint32'):
            return _Typed(f'({ctype})atomicAdd({pointer}, -({values[0]}))', place.type)
        return _Typed(f'({ctype}){function}({pointer}, {", ".join(values)})', place.type)
    emit.__name__ = f'atomic_{name}'
    emit.__doc__ = f"Call CUDA's {function}() on an element: atomic_{name}(array, index, {', '.join(['value', 'other'][:count])})."
    return _Builtin(emit)


atomic_add = _atomic('add', 'atomicAdd', ('int32', 'uint32', 'int64', 'uint64', 'float16', 'float32', 'float64'))
atomic_sub = _atomic('sub', 'atomicSub', ('int32', 'uint32', 'int64', 'float32', 'float64'))
atomic_exch = _atomic('exch', 'atomicExch', ('int32', 'uint32', 'int64', 'uint64', 'float32'))
atomic_max = _atomic('max', 'atomicMax', ('int32', 'uint32', 'int64', 'uint64'))
atomic_min = _atomic('min', 'atomicMin', ('int32', 'uint32', 'int64', 'uint64'))
atomic_inc = _atomic('inc', 'atomicInc', ('uint32',))
atomic_dec = _atomic('dec', 'atomicDec', ('uint32',))
atomic_cas = _atomic('cas', 'atomicCAS', ('int32', 'uint32', 'int64', 'uint64'), 2)
atomic_and = _atomic('and', 'atomicAnd', ('int32', 'uint32', 'int64', 'uint64'))
atomic_or = _atomic('or', 'atomicOr', ('int32', 'uint32', 'int64', 'uint64'))
atomic_xor = _atomic('xor', 'atomicXor', ('int32', 'uint32', 'int64', 'uint64'))


def _shuffle(name, function):
    def emit(maker, mask, var, other, *, width=_Constant(32)):
        var = maker.number(var)
        return _Typed(f'{function}({maker.number(mask, "uint32").code}, {var.code}, {maker.number(other, "int32").code}, '
                      f'{maker.number(width, "int32").code})', var.type)
    emit.__name__ = name
    emit.__doc__ = f"Call CUDA's {function}(): a value of another thread of the warp."
    return _Builtin(emit)


shfl_sync = _shuffle('shfl_sync', '__shfl_sync')
shfl_up_sync = _shuffle('shfl_up_sync', '__shfl_up_sync')
shfl_down_sync = _shuffle('shfl_down_sync', '__shfl_down_sync')
shfl_xor_sync = _shuffle('shfl_xor_sync', '__shfl_xor_sync')


def _joined_type(mode, a, b):
    """The type of a sum."""
    if mode == 'numpy':
        return numpy.promote_types(a, b)
    order = {'b': 0, 'i': 1, 'u': 1, 'f': 2, 'c': 3}
    if order[a.kind] != order[b.kind]:
        low, high = (a, b) if order[a.kind] < order[b.kind] else (b, a)
        return numpy.promote_types(low, high) if high.kind == 'c' and low.kind == 'f' else high
    if a.itemsize != b.itemsize:
        return a if a.itemsize > b.itemsize else b
    return a if a.kind == 'u' else b


class _Maker:
    """One function as CUDA C, for arguments of certain types."""

    def __init__(self, function, types, mode, name, is_device, others):
        self.function, self.mode, self.name, self.is_device, self.others = function, mode, name, is_device, others
        tree = ast.parse(textwrap.dedent(_source(function))).body[0]
        if not isinstance(tree, ast.FunctionDef):
            raise NotImplementedError('Lambda function is not supported.')
        self.tree = tree
        arguments = tree.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults:
            raise NotImplementedError('`*args`, `**kwargs`, keyword only arguments and default values are not supported.')
        self.parameters = [one.arg for one in arguments.posonlyargs + arguments.args]
        if len(self.parameters) != len(types):
            raise TypeError(f'{function.__name__}() takes {len(self.parameters)} positional arguments but {len(types)} were given')
        self.variables, self.declared, self.shared, self.constants = {}, {}, [], {}
        self.result_type, self.count = None, 0
        closure = inspect.getclosurevars(function)
        self.outside = {**closure.builtins, **closure.globals, **closure.nonlocals}
        for parameter, type in zip(self.parameters, types):
            self.variables[parameter] = _Typed(parameter, type)

    def text(self):
        lines = self.block(self.tree.body, 1)
        heads = []
        for parameter in self.parameters:
            type = self.variables[parameter].type
            if isinstance(type, _ArrayType):
                heads.append(f'{_C_TYPES[type.dtype.name]} *{parameter}')
                if not isinstance(type, _SharedType):
                    heads += [f'long long {parameter}_shape{i}' for i in builtins.range(type.ndim)]
                    heads += [f'long long {parameter}_step{i}' for i in builtins.range(type.ndim)]
            else:
                heads.append(f'{_C_TYPES[type.name]} {parameter}')
        before = ['  ' + line for line in self.shared] + [f'  {_C_TYPES[type.name]} {name};' for name, type in self.declared.items()]
        result = 'void' if self.result_type is None else _C_TYPES[self.result_type.name]
        kind = f'__device__ {result}' if self.is_device else 'extern "C" __global__ void'
        return f'{kind} {self.name}({", ".join(heads)}) {{\n' + '\n'.join(before + lines) + '\n}\n'

    # Statements.

    def block(self, body, depth):
        lines = []
        for statement in body:
            try:
                lines += self.statement(statement, depth)
            except (TypeError, ValueError, NotImplementedError, NameError) as error:
                if getattr(error, '_located', False):
                    raise
                where = f'\n\n  @cupyx.jit.rawkernel\n  {inspect.getsourcefile(self.function) or "<cell>"}, line {statement.lineno}: '
                located = type(error)(f'{error}{where}{ast.unparse(statement).splitlines()[0]}')
                located._located = True
                raise located from None
        return lines

    def statement(self, one, depth):
        pad = '  ' * depth
        if isinstance(one, ast.Pass):
            return []
        if isinstance(one, ast.Expr):
            if isinstance(one.value, ast.Constant):
                return []
            value = self.expression(one.value)
            return [] if isinstance(value, _Constant) else [f'{pad}{value.code};']
        if isinstance(one, ast.Assign):
            lines, value = [], self.expression(one.value)
            for target in one.targets:
                lines += self.assign(target, value, pad)
            return lines
        if isinstance(one, ast.AugAssign):
            value = self.binary(type(one.op), self.expression(_loaded(one.target)), self.expression(one.value))
            return self.assign(one.target, value, pad)
        if isinstance(one, ast.AnnAssign) and one.value is not None:
            return self.assign(one.target, self.expression(one.value), pad)
        if isinstance(one, ast.If):
            test = self.truth(self.expression(one.test))
            if isinstance(test, _Constant):
                return self.block(one.body if test.value else one.orelse, depth)
            lines = [f'{pad}if ({test.code}) {{'] + self.block(one.body, depth + 1)
            if one.orelse:
                lines += [f'{pad}}} else {{'] + self.block(one.orelse, depth + 1)
            return lines + [f'{pad}}}']
        if isinstance(one, ast.While):
            if one.orelse:
                raise NotImplementedError('while-else is not supported.')
            test = self.truth(self.expression(one.test))
            code = test.code if isinstance(test, _Typed) else 'true' if test.value else 'false'
            return [f'{pad}while ({code}) {{'] + self.block(one.body, depth + 1) + [f'{pad}}}']
        if isinstance(one, ast.For):
            return self.loop(one, depth)
        if isinstance(one, (ast.Break, ast.Continue)):
            return [pad + ('break;' if isinstance(one, ast.Break) else 'continue;')]
        if isinstance(one, ast.Return):
            if one.value is None or isinstance(one.value, ast.Constant) and one.value.value is None:
                return [pad + 'return;']
            if not self.is_device:
                raise TypeError('A kernel returns nothing')
            value = self.number(self.expression(one.value))
            if self.result_type is None:
                self.result_type = value.type
            return [f'{pad}return {self.number(value, self.result_type).code};']
        if isinstance(one, ast.Assert):
            return []
        raise NotImplementedError(f'Not supported: {type(one).__name__}')

    def assign(self, target, value, pad):
        if isinstance(target, ast.Name):
            name = target.id
            if isinstance(value, _Typed) and isinstance(value.type, _ArrayType):
                if name in self.variables and self.variables[name].type is not value.type:
                    raise TypeError(f'Type mismatch of variable: `{name}`')
                self.variables[name] = value
                return []
            if isinstance(value, _Constant) and not isinstance(value.value, (bool, int, float, complex, numpy.generic)):
                self.constants[name] = value
                return []
            if isinstance(value, list):
                raise TypeError('tuples must be unpacked')
            value = self.number(value)
            known = self.variables.get(name)
            if known is None:
                self.variables[name] = _Typed(name, value.type)
                self.declared[name] = value.type
            elif isinstance(known.type, _ArrayType):
                raise TypeError(f'Data type mismatch of variable: `{name}`')
            elif known.type != value.type:
                if _joined_type(self.mode, known.type, value.type) != known.type:
                    raise TypeError(f'Data type mismatch of variable: `{name}`: {known.type.name} != {value.type.name}')
                value = self.number(value, known.type)
            return [f'{pad}{name} = {value.code};']
        if isinstance(target, ast.Subscript):
            place = self.element(self.expression(target.value), self.index(target.slice))
            return [f'{pad}{place.code} = {self.number(value, place.type).code};']
        if isinstance(target, (ast.Tuple, ast.List)):
            values = value if isinstance(value, list) else None
            if values is None and isinstance(value, _Constant) and isinstance(value.value, tuple):
                values = [_Constant(item) for item in value.value]
            if values is None or len(values) != len(target.elts):
                raise ValueError('unpacking needs as many values as names')
            lines, held = [], []
            for item in values:
                item = self.number(item)
                self.count += 1
                name = f'_held{self.count}'
                self.declared[name] = item.type
                lines.append(f'{pad}{name} = {item.code};')
                held.append(_Typed(name, item.type))
            for part, item in zip(target.elts, held):
                lines += self.assign(part, item, pad)
            return lines
        raise NotImplementedError(f'Not supported: assignment to {type(target).__name__}')

    def loop(self, one, depth):
        pad = '  ' * depth
        if one.orelse:
            raise NotImplementedError('for-else is not supported.')
        call = one.iter
        function = self.expression(call.func) if isinstance(call, ast.Call) else None
        if not isinstance(function, _Constant) or function.value not in (builtins.range, range) or not isinstance(one.target, ast.Name):
            raise NotImplementedError('for-loop is supported only for range iterator.')
        parts = [self.expression(part) for part in call.args]
        if not 1 <= len(parts) <= 3:
            raise TypeError(f'range expected at most 3 arguments, got {len(parts)}')
        start, stop, step = ([_Constant(0)] + parts if len(parts) == 1 else parts) + ([_Constant(1)] if len(parts) < 3 else [])
        kind = self.number(stop).type if not isinstance(stop, _Constant) else self.number(start).type if not isinstance(start, _Constant) else self.number(stop).type
        if kind.kind not in 'iu':
            raise TypeError('range supports only for integer type.')
        self.count += 1
        n = self.count
        lines = []
        if one.target.id not in self.variables:
            self.variables[one.target.id] = _Typed(one.target.id, kind)
            self.declared[one.target.id] = kind
        ctype = _C_TYPES[kind.name]
        if isinstance(step, _Constant):
            if not step.value:
                raise ValueError('range() arg 3 must not be zero')
            test = f'_it{n} {"<" if step.value > 0 else ">"} _stop{n}'
        else:
            test = f'_step{n} >= 0 ? _it{n} < _stop{n} : _it{n} > _stop{n}'
        if isinstance(step, _Constant) and step.value < 0 and kind.kind == 'u':
            kind = numpy.dtype('int64')
            ctype = 'long long'
        lines += [f'{pad}{{ {ctype} _stop{n} = {self.number(stop, kind).code}; {ctype} _step{n} = {self.number(step, kind).code};',
                  f'{pad}for ({ctype} _it{n} = {self.number(start, kind).code}; {test}; _it{n} += _step{n}) {{',
                  f'{pad}  {one.target.id} = _it{n};']
        return lines + self.block(one.body, depth + 1) + [f'{pad}}} }}']

    # Expressions.

    def constant_type(self, value):
        if isinstance(value, numpy.generic):
            return value.dtype
        if isinstance(value, bool):
            return numpy.dtype(bool)
        if isinstance(value, int):
            return numpy.dtype('int32' if self.mode == 'cuda' and -2147483648 <= value < 2147483648 else 'int64' if value < 2 ** 63 else 'uint64')
        if isinstance(value, float):
            return numpy.dtype('float32' if self.mode == 'cuda' else 'float64')
        if isinstance(value, complex):
            return numpy.dtype('complex64' if self.mode == 'cuda' else 'complex128')
        raise TypeError(f'{value!r} is not supported in a kernel')

    def number(self, value, dtype=None):
        """A value as CUDA C of a number's type."""
        if isinstance(value, _Constant):
            type, value = self.constant_type(value.value), value.value
            dtype = numpy.dtype(dtype) if dtype is not None else type
            if dtype.kind == 'b':
                return _Typed('true' if value else 'false', dtype)
            if dtype.kind == 'c':
                part = _C_TYPES[dtype.name]
                value = complex(value)
                return _Typed(f'{part}({value.real!r}, {value.imag!r})', dtype)
            if dtype.kind in 'iu':
                value = int(value)
                if value == -2 ** 63:
                    return _Typed('(-9223372036854775807LL - 1)', dtype)
                return _Typed(f'({_C_TYPES[dtype.name]})({value}{"ULL" if value >= 2 ** 63 else "LL" if abs(value) >= 2 ** 31 else ""})' if dtype != numpy.dtype('int32')
                              else f'({value})' if value < 0 else str(value), dtype)
            value = float(value)
            if math.isinf(value) or math.isnan(value):
                word = '(0.0 / 0.0)' if math.isnan(value) else '(1.0 / 0.0)' if value > 0 else '(-1.0 / 0.0)'
            else:
                word = repr(float(numpy.float32(value)) if dtype.name == 'float32' else value)
            return _Typed(f'({_C_TYPES[dtype.name]})({word})', dtype)
        if isinstance(value, list) or isinstance(value.type, _ArrayType) or value.type is None:
            raise TypeError('a number is wanted')
        if dtype is None or numpy.dtype(dtype) == value.type:
            return value
        dtype = numpy.dtype(dtype)
        return _Typed(f'({_C_TYPES[dtype.name]})({value.code})', dtype)

    def truth(self, value):
        if isinstance(value, _Constant):
            return _Constant(bool(value.value))
        value = self.number(value)
        return value if value.type.kind == 'b' else _Typed(f'({value.code} != 0)', numpy.dtype(bool))

    def expression(self, one):
        if isinstance(one, ast.Constant):
            return _Constant(one.value)
        if isinstance(one, ast.Name):
            if one.id in self.variables:
                return self.variables[one.id]
            if one.id in self.constants:
                return self.constants[one.id]
            if one.id in self.outside:
                return self.known(self.outside[one.id])
            if hasattr(builtins, one.id):
                return _Constant(getattr(builtins, one.id))
            raise NameError(f'Unbound name: {one.id}')
        if isinstance(one, ast.Attribute):
            return self.attribute(self.expression(one.value), one.attr)
        if isinstance(one, ast.Subscript):
            value = self.expression(one.value)
            if isinstance(value, _Constant):
                return self.known(value.value[self.index(one.slice).value])
            if isinstance(value, list):
                return value[self.index(one.slice).value]
            return self.element(value, self.index(one.slice))
        if isinstance(one, ast.Tuple):
            parts = [self.expression(part) for part in one.elts]
            return _Constant(tuple(part.value for part in parts)) if all(isinstance(part, _Constant) for part in parts) else parts
        if isinstance(one, ast.BinOp):
            return self.binary(type(one.op), self.expression(one.left), self.expression(one.right))
        if isinstance(one, ast.UnaryOp):
            value = self.expression(one.operand)
            if isinstance(one.op, ast.Not):
                value = self.truth(value)
                return _Constant(not value.value) if isinstance(value, _Constant) else _Typed(f'(!{value.code})', value.type)
            if isinstance(value, _Constant):
                return _Constant(-value.value if isinstance(one.op, ast.USub) else ~value.value if isinstance(one.op, ast.Invert) else +value.value)
            value = self.number(value)
            sign = {ast.USub: '-', ast.UAdd: '+', ast.Invert: '~'}[type(one.op)]
            return self.number(_Typed(f'({sign}{value.code})', None if False else value.type))
        if isinstance(one, ast.Compare):
            return self.compare(one)
        if isinstance(one, ast.BoolOp):
            parts = [self.truth(self.expression(part)) for part in one.values]
            word = ' && ' if isinstance(one.op, ast.And) else ' || '
            return _Typed('(' + word.join(self.number(part).code for part in parts) + ')', numpy.dtype(bool))
        if isinstance(one, ast.IfExp):
            test = self.truth(self.expression(one.test))
            if isinstance(test, _Constant):
                return self.expression(one.body if test.value else one.orelse)
            a, b = self.number(self.expression(one.body)), self.number(self.expression(one.orelse))
            kind = _joined_type(self.mode, a.type, b.type)
            return _Typed(f'({test.code} ? {self.number(a, kind).code} : {self.number(b, kind).code})', kind)
        if isinstance(one, ast.Call):
            return self.call(one)
        raise NotImplementedError(f'Not supported: {type(one).__name__}')

    def known(self, value):
        return value if isinstance(value, _Typed) else _Constant(value)

    def attribute(self, value, name):
        if isinstance(value, _Constant):
            return self.known(getattr(value.value, name))
        type = getattr(value, 'type', None)
        if isinstance(type, _ArrayType) and not isinstance(type, _SharedType):
            lengths = [_Typed(f'{value.code}_shape{i}', numpy.dtype('int64')) for i in builtins.range(type.ndim)]
            if name == 'ndim':
                return _Constant(type.ndim)
            if name == 'shape':
                return lengths
            if name == 'strides':
                return [_Typed(f'({value.code}_step{i} * {type.dtype.itemsize})', numpy.dtype('int64')) for i in builtins.range(type.ndim)]
            if name == 'size':
                return _Typed('(' + ' * '.join(length.code for length in lengths) + ')', numpy.dtype('int64')) if lengths else _Constant(1)
            if name == 'dtype':
                return _Constant(type.dtype)
        raise AttributeError(f'Unknown attribute: {name}')

    def index(self, one):
        return self.expression(one)

    def element(self, array, index):
        type = getattr(array, 'type', None)
        if not isinstance(type, _ArrayType):
            raise TypeError(f'{getattr(array, "code", array)} is not subscriptable.')
        if isinstance(index, _Constant) and isinstance(index.value, tuple):
            index = [_Constant(part) for part in index.value]
        parts = index if isinstance(index, list) else [index]
        if len(parts) != type.ndim:
            raise IndexError(f'The size of index must be the same as the ndim ({type.ndim}), got {len(parts)}')
        codes = []
        for i, part in enumerate(parts):
            part = self.number(part)
            if part.type.kind not in 'iub':
                raise TypeError('Invalid indices.')
            codes.append(part.code if type.is_line else f'(long long)({part.code}) * {array.code}_step{i}')
        return _Typed(f'{array.code}[{" + ".join(codes) or "0"}]', type.dtype)

    def share(self, dtype, size):
        self.count += 1
        name = f'_shared{self.count}'
        if size is None:
            self.shared.append(f'extern __shared__ {_C_TYPES[dtype.name]} {name}[];')
        else:
            self.shared.append(f'__shared__ {_C_TYPES[dtype.name]} {name}[{int(size)}];')
        return _Typed(name, _SharedType(dtype, 1, True))

    def binary(self, operator, left, right):
        if isinstance(left, _Constant) and isinstance(right, _Constant):
            return _Constant(_FOLD[operator](left.value, right.value))
        a, b = self.number(left), self.number(right)
        kind = _joined_type(self.mode, a.type, b.type)
        if operator in (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift) and kind.kind not in 'biu':
            raise TypeError(f'Invalid type cast for operation {_BINARY[operator]}: {a.type.name}, {b.type.name}')
        if operator is ast.Div and kind.kind in 'biu':
            kind = numpy.dtype('float64')
        if operator in (ast.Sub, ast.Add, ast.Mult, ast.FloorDiv, ast.Mod, ast.Pow) and kind.kind == 'b':
            kind = numpy.dtype('int8')
        a, b = self.number(a, kind).code, self.number(b, kind).code
        ctype, real = _C_TYPES[kind.name], '_real' if kind.kind == 'f' else ''
        if operator is ast.Div:
            return _Typed(f'({a} / {b})', kind)
        if operator is ast.FloorDiv:
            return _Typed(f'_jit_floor{real}<{ctype}>({a}, {b})', kind)
        if operator is ast.Mod:
            return _Typed(f'_jit_modulo{real}<{ctype}>({a}, {b})', kind)
        if operator is ast.Pow:
            if isinstance(right, _Constant) and right.value == 2:
                return _Typed(f'(({a}) * ({a}))', kind)
            return _Typed(f'_jit_power<{ctype}>({a}, {b})' if kind.kind in 'iu' else f'pow({a}, {b})', kind)
        if operator not in _BINARY:
            raise NotImplementedError(f'Not supported: {operator.__name__}')
        code = f'({a} {_BINARY[operator]} {b})'
        return _Typed(code if kind.itemsize >= 4 else f'({ctype}){code}', kind)

    def compare(self, one):
        parts = [self.expression(part) for part in [one.left] + one.comparators]
        if all(isinstance(part, _Constant) for part in parts) and all(type(operator) in _FOLD for operator in one.ops):
            return _Constant(all(_FOLD[type(operator)](a.value, b.value) for operator, a, b in zip(one.ops, parts, parts[1:])))
        codes = []
        for operator, a, b in zip(one.ops, parts, parts[1:]):
            if type(operator) not in _COMPARE:
                raise NotImplementedError(f'Not supported: {type(operator).__name__}')
            a, b = self.number(a), self.number(b)
            kind = _joined_type(self.mode, a.type, b.type)
            codes.append(f'({self.number(a, kind).code} {_COMPARE[type(operator)]} {self.number(b, kind).code})')
        return _Typed('(' + ' && '.join(codes) + ')', numpy.dtype(bool))

    def call(self, one):
        function = self.expression(one.func)
        args = [self.expression(part) for part in one.args]
        keywords = {part.arg: self.expression(part.value) for part in one.keywords}
        if not isinstance(function, _Constant):
            raise TypeError('only functions can be called')
        function = function.value
        if isinstance(function, _Builtin):
            return function.emit(self, *args, **keywords)
        if isinstance(function, _RawKernel):
            return self.others(function, args, self)
        if function is len and len(args) == 1 and isinstance(getattr(args[0], 'type', None), _ArrayType):
            return self.attribute(args[0], 'shape')[0]
        if isinstance(function, numpy.dtype) or isinstance(function, type) and (issubclass(function, numpy.generic) or function in (int, float, bool, complex)):
            return self.number(args[0] if args else _Constant(0), numpy.dtype(function))
        if args and all(isinstance(part, _Constant) for part in args) and not keywords:
            return self.known(function(*[part.value for part in args]))
        name = getattr(function, '__name__', '').removeprefix('cupy_')
        if function in (min, max) or name in ('minimum', 'maximum'):
            word = 'min' if 'min' in name else 'max'
            result = self.number(args[0])
            for other in args[1:]:
                other = self.number(other)
                kind = _joined_type(self.mode, result.type, other.type)
                a, b = self.number(result, kind).code, self.number(other, kind).code
                result = _Typed(f'({a} {"<" if word == "min" else ">"} {b} ? {a} : {b})', kind)
            return result
        if name in ('where',) and len(args) == 3:
            a, b = self.number(args[1]), self.number(args[2])
            kind = _joined_type(self.mode, a.type, b.type)
            return _Typed(f'({self.number(self.truth(args[0])).code} ? {self.number(a, kind).code} : {self.number(b, kind).code})', kind)
        if name in _MATH and args:
            values = [self.number(part) for part in args]
            kind = values[0].type
            for value in values[1:]:
                kind = _joined_type(self.mode, kind, value.type)
            if name in ('abs', 'absolute') and kind.kind in 'iu':
                code = self.number(values[0], kind).code
                return _Typed(f'({code} < 0 ? -{code} : {code})' if kind.kind == 'i' else code, kind)
            if kind.kind in 'biu':
                kind = numpy.dtype('float64')
            code = f'{_MATH[name]}({", ".join(self.number(value, kind).code for value in values)})'
            return _Typed(code, numpy.dtype(bool) if name.startswith('is') else kind)
        raise TypeError(f"Invalid function call '{getattr(function, '__name__', function)}'.")


def _loaded(target):
    return ast.parse(ast.unparse(target), mode='eval').body


def _source(function):
    try:
        return inspect.getsource(function)
    except OSError:
        raise RuntimeError('The source of the function is not known.') from None


def _type_of(mode, value):
    """The type of an argument, and what is passed."""
    if isinstance(value, cupy.ndarray):
        steps = [n // value.dtype.itemsize for n in value.strides]
        is_line = value.ndim == 1 and steps == [1]
        return _ArrayType(value.dtype, value.ndim, is_line), [value] + [numpy.int64(n) for n in value.shape] + [numpy.int64(n) for n in steps]
    if isinstance(value, (bool, int, float, complex)):
        kinds = {bool: 'bool', int: 'int32' if mode == 'cuda' else 'int64', float: 'float32' if mode == 'cuda' else 'float64',
                 complex: 'complex64' if mode == 'cuda' else 'complex128'}
        if isinstance(value, int) and not isinstance(value, bool) and not -2147483648 <= value < 2147483648:
            kinds[int] = 'int64'
        dtype = numpy.dtype(kinds[next(kind for kind in (bool, int, float, complex) if isinstance(value, kind))])
        return dtype, [dtype.type(value)]
    if isinstance(value, numpy.generic):
        return value.dtype, [value]
    raise TypeError(f'{type(value)} is not supported for RawKernel')


class _RawKernel:
    """A function that jit.rawkernel() made a kernel: kernel(grid, block, args), or kernel[grid, block](*args)."""

    def __init__(self, function, mode, device):
        self._function, self._mode, self._device = function, mode, device
        self._made = {}
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function

    def __call__(self, grid, block, args, shared_mem=0, stream=None):
        if self._device:
            raise TypeError('A device function is called from kernels only.')
        if stream is not None and _captures:
            with stream:
                return self(grid, block, args, shared_mem)
        types, passed = [], []
        for value in args:
            type, parts = _type_of(self._mode, value)
            types.append(type)
            passed += parts
        key = tuple(type.key() if isinstance(type, _ArrayType) else type.name for type in types)
        made = self._made.get(key)
        if made is None:
            code = self._text(types)
            module = RawModule(code=code)
            module.compile()
            made = self._made[key] = (module, code)
        _launch(made[0]._text, self.__name__, _sizes(grid, 'grid'), _sizes(block, 'block'), tuple(passed), shared_mem)

    def __getitem__(self, grid_and_block):
        grid, block = grid_and_block
        return lambda *args, **kwargs: self(grid, block, args, **kwargs)

    def _text(self, types):
        devices, names = [], {}

        def other(kernel, args, maker):
            if not kernel._device:
                raise TypeError('Only functions made with device=True can be called from a kernel.')
            args = [maker.number(part) if isinstance(part, _Constant) else part for part in args]
            types = [part.type for part in args]
            key = (kernel, tuple(type.key() if isinstance(type, _ArrayType) else type.name for type in types))
            if key not in names:
                inner = _Maker(kernel._function, types, self._mode, f'{kernel.__name__}_{len(names)}', True, other)
                names[key] = inner
                devices.append(inner.text())
            inner = names[key]
            passed = []
            for part in args:
                passed.append(part.code)
                if isinstance(part.type, _ArrayType) and not isinstance(part.type, _SharedType):
                    passed += [f'{part.code}_{word}{i}' for word in ('shape', 'step') for i in builtins.range(part.type.ndim)]
            return _Typed(f'{inner.name}({", ".join(passed)})', inner.result_type)

        text = _Maker(self._function, types, self._mode, self.__name__, False, other).text()
        return _HELPERS + ''.join(devices) + text

    @property
    def cached_codes(self):
        """The CUDA C that was made, by the types of the arguments."""
        return {key: code for key, (_, code) in self._made.items()}

    @property
    def cached_code(self):
        """The CUDA C, if it was made for one list of types."""
        codes = self.cached_codes
        if len(codes) > 1:
            raise RuntimeError('The kernel was made for several lists of types: see cached_codes.')
        return next(iter(codes.values()), None)


def rawkernel(*, mode='cuda', device=False):
    """Make a kernel of a function: mode 'cuda' or 'numpy' says what types numbers have; device: one that kernels call.

    >>> import cupy
    >>> from cupyx import jit
    >>> @jit.rawkernel()
    ... def double(x, n):
    ...     i = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    ...     if i < n:
    ...         x[i] *= 2
    >>> x = cupy.arange(4)
    >>> double((1,), (32,), (x, x.size))
    >>> x
    array([0, 2, 4, 6])
    """
    if mode not in ('cuda', 'numpy'):
        raise ValueError(f"mode must be 'cuda' or 'numpy', not {mode!r}")
    return lambda function: _RawKernel(function, mode, device)
