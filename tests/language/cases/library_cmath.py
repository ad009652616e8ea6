"""cmath: all functions on special values and random ones."""
import cmath
import random

print(sorted(name for name in dir(cmath) if name[0] != "_"), cmath.pi, cmath.e, cmath.tau, cmath.inf, cmath.nan, cmath.infj, cmath.nanj)
parts = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e-310, 1e308, -1e308, 710.0, -750.0, 1e-9, float("inf"), float("-inf"), float("nan")]
generator = random.Random(2)
values = [complex(a, b) for a in parts for b in parts]
values += [complex(generator.gauss(0, 3), generator.gauss(0, 3)) for _ in range(100)]
functions = [getattr(cmath, name) for name in ("acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar sin sinh sqrt tan tanh isfinite isinf isnan").split()]


def shown(value):
    "The same for either sign of a nan, and with the last digits rounded: the C library may be another one."
    if isinstance(value, complex):
        return "%s,%s" % (shown(value.real), shown(value.imag))
    if isinstance(value, tuple):
        return [shown(item) for item in value]
    return "nan" if value != value else "%.13g" % value if isinstance(value, float) else value


for function in functions:
    for value in values:
        try:
            print(function.__name__, value, shown(function(value)))
        except Exception as error:
            print(function.__name__, value, type(error).__name__, error)
for r in parts:
    for phi in parts:
        try:
            print("rect", r, phi, shown(cmath.rect(r, phi)))
        except Exception as error:
            print("rect", r, phi, type(error).__name__, error)
for arguments in [(2, 10), (1j, 2), (0,), (2, 0), (2, 1), (-1, 1j), (10 ** 400,), ("a",), (1, "a"), (True,), (2, 1 + 0j)]:
    try:
        print(shown(cmath.log(*arguments)))
    except Exception as error:
        print(type(error).__name__, error)
print(cmath.isclose(1, 1 + 1e-10j), cmath.isclose(1, 1.1, rel_tol=0.2), cmath.isclose(0, 1e-10j, abs_tol=1e-9), cmath.isclose(cmath.inf, cmath.inf), cmath.isclose(cmath.nan, cmath.nan))
try:
    cmath.isclose(1, 2, rel_tol=-1)
except ValueError as error:
    print(error)


class Number:
    def __complex__(self):
        return 4j


class Real:
    def __float__(self):
        return 9.0


print(shown(cmath.sqrt(Number())), cmath.sqrt(Real()), cmath.sqrt(4), cmath.phase(-1))
