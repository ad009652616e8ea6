"""Random programs of array operations, for comparing one way of running them with another.

    random_programs.py FIRST COUNT      prints programs FIRST .. FIRST + COUNT - 1 as one script

Each program is a function of a few statements: views, in-place writes through overlapping views, expressions that wait for
their turn, reductions, errstate, warnings with the line of their operation, exceptions. What it leaves is printed: every array's
elements, what it warned of and where, what it raised. A program depends on its number alone."""
import random
import sys

DTYPES = ["float64", "float64", "float64", "float32", "int64", "int32", "uint8", "bool", "complex128", "float16"]
FAMILIES = [[(12,)], [(12,)], [(3, 4), (3, 4), (1, 4), (3, 1), (4,)], [(3, 4)], [(2, 2, 3), (2, 3), (3,)], [(5000,)],
            [(50, 100), (50, 100), (100,), (50, 1)]]
UNARY = ["np.sqrt({})", "np.exp({})", "np.sin({})", "abs({})", "-{}", "np.square({})", "np.floor({})", "np.isnan({})", "np.log({})",
         "np.sign({})", "{}.T", "{}.copy()", "np.conj({})", "np.reciprocal({})", "~({} > 1)"]
BINARY = ["{} + {}", "{} - {}", "{} * {}", "{} / {}", "{} // {}", "{} % {}", "{} < {}", "{} == {}", "np.maximum({}, {})",
          "np.minimum({}, {})", "np.hypot({}, {})", "{} ** {}", "np.where({} > 1, {}, 3)", "np.copysign({}, {})", "np.logical_or({}, {})"]
REDUCE = ["sum", "max", "min", "mean", "any", "all", "prod", "std", "var"]
NUMBERS = ["2", "0.5", "-1", "0", "3", "1e3", "True", "1j", "255"]
INDEXES = ["[1:]", "[:-1]", "[::2]", "[::-1]", "[1:-1]", "[...]", "[0]", "[-1]", "[None]", "[2:2]"]

PRELUDE = '''
import warnings
import numpy as np


def show(value):
    if isinstance(value, np.ndarray):
        with np.errstate(all='ignore'):
            return '%s %s %s' % (value.dtype, value.shape, value.tobytes().hex() if value.size <= 64 else
                                 (value.ravel()[:8].tobytes().hex(), value.ravel()[-8:].tobytes().hex(), hash(value.tobytes())))
    return '%s %r' % (type(value).__name__, value)


def perform(number, program):
    print('#', number)
    names = {}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            program(names)
        except Exception as error:
            trace = error.__traceback__
            while trace.tb_next:
                trace = trace.tb_next
            print(' ', type(error).__name__, error, trace.tb_lineno)
        for name in sorted(names):
            print('  %s = %s' % (name, show(names[name])))
    for warning in sorted((w.lineno, str(w.message)) for w in caught):
        print('  warned', *warning)
'''


class Program:
    def __init__(self, number):
        self.random = random.Random(number)
        self.number = number
        self.shapes = self.random.choice(FAMILIES)
        self.dtypes = self.random.choice([DTYPES, DTYPES[:4], ["float64"], ["int64", "int32", "uint8", "bool"]])
        self.lines = []
        self.names = []
        self.indent = "    "

    def say(self, text):
        self.lines.append(self.indent + text)

    def name(self):
        return self.random.choice(self.names)

    def new_name(self):
        if len(self.names) >= 6 or (self.names and self.random.random() < 0.25):
            return self.random.choice(self.names)
        name = "abcdefgh"[len(self.names)]
        return name

    def assign(self, expression):
        name = self.new_name()
        self.say("%s = names['%s'] = %s" % (name, name, expression))
        if name not in self.names:
            self.names.append(name)

    def array(self):
        r = self.random
        dtype, shape = r.choice(self.dtypes), r.choice(r.choice(FAMILIES) if r.random() < 0.05 else self.shapes)
        size = 1
        for extent in shape:
            size *= extent
        start = r.choice(["0", "-3", "1"])
        self.assign("(np.arange(%d) * %s + %s).astype('%s').reshape(%r)" % (size, r.choice(["1", "0.5", "2"]), start, dtype, shape))

    def operand(self, depth=0):
        r = self.random
        kind = r.random()
        if kind < 0.15:
            return r.choice(NUMBERS)
        if kind < 0.75 or depth > 2:
            return self.name()
        return "(" + self.expression(depth + 1) + ")"

    def expression(self, depth=0):
        r = self.random
        kind = r.random()
        if kind < 0.35:
            return r.choice(UNARY).format("(" + self.operand(depth) + ")")
        template = r.choice(BINARY)
        return template.format(*("(" + self.operand(depth) + ")" for _ in range(template.count("{}"))))

    def statement(self):
        r = self.random
        kind = r.random()
        if kind < 0.45:
            self.assign(self.expression())
        elif kind < 0.55:
            self.assign("%s%s" % (self.name(), r.choice(INDEXES)))
        elif kind < 0.65:
            self.say("%s %s %s" % (self.name(), r.choice(["+=", "-=", "*=", "/="]), self.operand()))
        elif kind < 0.75:
            self.say("%s%s = %s" % (self.name(), r.choice(INDEXES), self.operand()))
        elif kind < 0.87:
            axis = r.choice(["", "", "axis=0", "axis=-1", "axis=1", "keepdims=True"])
            if r.random() < 0.5:
                self.assign("(%s).%s(%s)" % (self.expression(1), r.choice(REDUCE), axis))
            else:
                self.assign("np.%s(%s%s)" % (r.choice(REDUCE), self.name(), ", " + axis if axis else ""))
        elif kind < 0.9:
            name = self.name()
            self.say("names.pop('%s', None); %s = %s * 2" % (name, name, self.name()))
        elif kind < 0.93:
            self.say("np.%s(%s, %s, out=%s)" % (r.choice(["add", "multiply", "subtract"]), self.name(), self.operand(1), self.name()))
        elif kind < 0.96 and len(self.indent) == 4:
            self.say("with np.errstate(%s='%s'):" % (r.choice(["all", "divide", "invalid", "over"]), r.choice(["ignore", "raise", "warn"])))
            self.indent += "    "
            for _ in range(r.randint(1, 3)):
                self.statement()
            self.indent = self.indent[:-4]
        elif kind < 0.98:
            self.say("print(repr(%s))" % self.name())
        else:
            name = self.name()
            self.say("%s.ndim and %s.sort()" % (name, name))

    def text(self):
        self.array()
        self.array()
        for _ in range(self.random.randint(3, 12)):
            self.statement()
        return "def program_%d(names):\n%s\nperform(%d, program_%d)\n\n" % (self.number, "\n".join(self.lines), self.number, self.number)


def script(first, count):
    return PRELUDE + "\n\n" + "\n".join(Program(number).text() for number in range(first, first + count))


if __name__ == "__main__":
    print(script(int(sys.argv[1]), int(sys.argv[2])))
