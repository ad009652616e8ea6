"""Whole numbers that stand for decimal digits: counting, cutting and rounding them; exponentials and logarithms of numbers
with so many digits behind the point."""

import math

ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN = "ROUND_DOWN", "ROUND_HALF_UP", "ROUND_HALF_EVEN"
ROUND_CEILING, ROUND_FLOOR, ROUND_UP = "ROUND_CEILING", "ROUND_FLOOR", "ROUND_UP"
ROUND_HALF_DOWN, ROUND_05UP = "ROUND_HALF_DOWN", "ROUND_05UP"
ROUNDINGS = ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP


def check_rounding(rounding):
    "The rounding itself; TypeError where there is none of that name."
    if rounding not in ROUNDINGS:
        raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   "
                        "ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")
    return rounding


def digit_count(coefficient):
    "The number of decimal digits; 1 for 0."
    if coefficient < 10 ** 18:
        return len(str(coefficient))
    guess = coefficient.bit_length() * 30103 // 100000
    return guess + 1 if coefficient >= ten(guess) else guess


def ten(n):
    "10 ** n"
    return 10 ** n


def rounds_up(rounding, sign, quotient, rest, divisor):
    "Whether rest / divisor behind the quotient makes it one more."
    if not rest or rounding == ROUND_DOWN:
        return False
    if rounding == ROUND_HALF_EVEN:
        return rest * 2 > divisor or rest * 2 == divisor and quotient & 1 == 1
    if rounding == ROUND_HALF_UP:
        return rest * 2 >= divisor
    if rounding == ROUND_HALF_DOWN:
        return rest * 2 > divisor
    if rounding == ROUND_UP:
        return True
    if rounding == ROUND_CEILING:
        return not sign
    if rounding == ROUND_FLOOR:
        return bool(sign)
    return quotient % 5 == 0  # ROUND_05UP


def rescaled(sign, coefficient, exponent, wanted, rounding):
    "The coefficient for another exponent, rounded; and whether it is exact."
    if wanted <= exponent:
        return coefficient * ten(exponent - wanted), True
    cut = wanted - exponent
    if cut > digit_count(coefficient):
        quotient, rest, divisor = 0, int(bool(coefficient)), 10
    else:
        divisor = ten(cut)
        quotient, rest = divmod(coefficient, divisor)
    return quotient + rounds_up(rounding, sign, quotient, rest, divisor), not rest


def _exp_scaled(x, unit):
    "exp(x / unit) * unit, for an x of moderate size; off by a few units."
    halvings = math.isqrt(unit.bit_length()) + max(x.bit_length() - unit.bit_length(), 0) + 2
    guard = 1 << 2 * halvings + 8
    x, unit = x * guard >> halvings, unit * guard
    total = term = unit
    n = 1
    while term:
        term = term * x // (unit * n)
        total += term
        n += 1
        if term in (0, -1):
            break
    for _ in range(halvings):
        total = total * total // unit
    return total // guard


def exp_digits(x, scale, digits):
    "exp(x / 10**scale) as (value, exponent) with about so many digits; x is off by a few units."
    unit, more = ten(scale), ten(digit_count(abs(x)))
    tens, rest = divmod(x, ln10(unit * more) // more)
    return _exp_scaled(rest, unit), tens - scale


def _atanh_inverse(n, unit):
    "atanh(1 / n) * unit"
    power = total = unit // n
    k, square = 3, n * n
    while power:
        power //= square
        total += power // k
        k += 2
    return total


def ln10(unit):
    "ln(10) * unit: 46 atanh(1/31) + 34 atanh(1/49) + 20 atanh(1/161)"
    wide = unit << 32
    return (46 * _atanh_inverse(31, wide) + 34 * _atanh_inverse(49, wide) + 20 * _atanh_inverse(161, wide)) >> 32


def _ln_scaled(x, unit):
    "ln(x / unit) * unit for 1 <= x / unit <= 10: roots until it is near 1, then a series."
    roots = math.isqrt(unit.bit_length()) // 2 + 4
    guard = 1 << 2 * roots + 32
    x, unit = x * guard, unit * guard
    for _ in range(roots):
        x = math.isqrt(x * unit)
    z = (x - unit) * unit // (x + unit)
    square = z * z // unit
    power = total = z
    k = 3
    while power:
        power = power * square // unit
        total += power // k
        k += 2
    return (total << roots + 1) // guard


def ln_number(coefficient, exponent, digits):
    "ln(coefficient * 10**exponent) with so many digits behind the point, as an int; nearly right."
    unit = ten(digits + 5)
    count = digit_count(coefficient)
    shift = count - 1
    x = coefficient * unit // ten(shift)
    return (_ln_scaled(x, unit) + (exponent + shift) * ln10(ten(digits + 5 + 20)) // ten(20)) // ten(5)


def certain(compute, digits, limit=400):
    """Digits of an irrational result: compute(n) gives (value, exponent), off by at most a few units, with about n
    digits; more are asked for until the rounding is certain. The result ends with a sticky digit."""
    extra = 4
    while True:
        value, exponent = compute(digits + extra)
        spare = digit_count(abs(value)) - digits - 1
        if spare > 2:
            rest = value % ten(spare)
            if min(rest, ten(spare) - rest) > 100 or extra > limit:
                return value // ten(spare) * 10 + 1, exponent + spare - 1
        extra *= 2
