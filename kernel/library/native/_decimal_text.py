"""Decimal numbers from texts and tuples, and format(): with sign, coefficient, exponent and kind as Decimal has them."""

from _decimal_digits import digit_count, rescaled, ten


def _run(text, at):
    end = at
    while end < len(text) and text[end].isdecimal():
        end += 1
    return end


def parse(text):
    "(sign, coefficient, exponent, kind), or None."
    text = text.strip().replace("_", "")
    sign, at = 0, 0
    if text[:1] in ("+", "-"):
        sign, at = int(text[0] == "-"), 1
    lowered = text[at:].lower()
    if lowered in ("inf", "infinity"):
        return sign, 0, 0, "F"
    for name, kind in (("snan", "N"), ("nan", "n")):
        if lowered.startswith(name):
            digits = lowered[len(name):]
            if digits and _run(digits, 0) != len(digits):
                return None
            return sign, int(digits or "0"), 0, kind
    end = _run(text, at)
    whole, fraction = text[at:end], ""
    if text[end:end + 1] == ".":
        at = end + 1
        end = _run(text, at)
        fraction = text[at:end]
    if not whole and not fraction:
        return None
    exponent = 0
    if text[end:end + 1] in ("e", "E"):
        at = end + 1
        digits = at + 1 if text[at:at + 1] in ("+", "-") else at
        end = _run(text, digits)
        if end == digits:
            return None
        exponent = int(text[at:end])
    if end != len(text):
        return None
    return sign, to_int(whole + fraction), exponent - len(fraction), ""


def from_tuple(value):
    "The same from (sign, digits, exponent); ValueError."
    if len(value) != 3:
        raise ValueError("argument must be a sequence of length 3")
    sign, digits, exponent = value
    if not isinstance(sign, int) or sign not in (0, 1):
        raise ValueError("sign must be an integer with the value 0 or 1")
    kind = ""
    if isinstance(exponent, str):
        if exponent not in ("F", "n", "N"):
            raise ValueError("string argument in the third position must be 'F', 'n' or 'N'")
        kind, exponent = exponent, 0
        if kind == "F":
            return int(sign), 0, 0, kind
    elif not isinstance(exponent, int):
        raise ValueError("exponent must be an integer")
    if not isinstance(digits, (tuple, list)):
        raise ValueError("coefficient must be a tuple of digits")
    for digit in digits:
        if not isinstance(digit, int) or not 0 <= digit <= 9:
            raise ValueError("coefficient must be a tuple of digits")
    return int(sign), to_int("".join(map(str, map(int, digits))) or "0"), int(exponent), kind


def to_int(digits):
    "int() of any number of digits."
    if len(digits) <= 4000:
        return int(digits)
    middle = len(digits) // 2
    return to_int(digits[:middle]) * ten(len(digits) - middle) + to_int(digits[middle:])


def to_text(coefficient):
    "str() of an int of any size."
    if coefficient < 1 << 10000:
        return str(coefficient)
    half = digit_count(coefficient) // 2
    high, low = divmod(coefficient, ten(half))
    return to_text(high) + to_text(low).rjust(half, "0")


def format_number(number, specification, context):
    "format() of a Decimal."
    if not isinstance(specification, str):
        raise TypeError("format argument must be str")
    at, fill, align = 0, " ", ""
    if len(specification) > 1 and specification[1] in "<>=^":
        fill, align, at = specification[0], specification[1], 2
    elif specification[:1] and specification[0] in "<>=^":
        align, at = specification[0], 1
    signs = "-"
    if specification[at:at + 1] and specification[at] in "+- ":
        signs, at = specification[at], at + 1
    no_minus_zero = specification[at:at + 1] == "z"
    at += no_minus_zero
    zeros = specification[at:at + 1] == "0" and not align
    if zeros:
        fill, align, at = "0", "=", at + 1
    end = _run(specification, at)
    width, at = int(specification[at:end] or "0"), end
    comma = specification[at:at + 1] == ","
    at += comma
    precision = None
    if specification[at:at + 1] == ".":
        end = _run(specification, at + 1)
        if end == at + 1:
            raise ValueError("invalid format string")
        precision, at = int(specification[at + 1:end]), end
    kind = ""
    if specification[at:at + 1] and specification[at] in "eEfFgGn%":
        kind, at = specification[at], at + 1
    if at != len(specification) or kind == "n" and comma:
        raise ValueError("invalid format string")
    align = align or ">"
    if number._kind:
        if zeros:
            fill = " "
        body = number.copy_abs()._text(context) + ("%" if kind == "%" else "")
        return _padded(_sign_text(number._sign, signs), body, fill, align, width)
    sign, coefficient, scale, rounding = number._sign, number._int, number._exp, context.rounding
    if kind == "%":
        scale += 2
    if precision is not None:
        if kind in ("e", "E"):
            if coefficient:
                coefficient, scale = _with_digits(sign, coefficient, scale, precision + 1, rounding)
        elif kind in ("f", "F", "%"):
            coefficient, scale = rescaled(sign, coefficient, scale, -precision, rounding)[0], -precision
        elif digit_count(coefficient) > (precision or 1):
            coefficient, scale = _with_digits(sign, coefficient, scale, precision or 1, rounding)
    if not coefficient and scale > 0 and kind in ("f", "F", "%"):
        scale = 0
    if no_minus_zero and not coefficient:
        sign = 0
    digits = to_text(coefficient)
    left = scale + len(digits)
    if kind in ("e", "E"):
        point = 1 - precision if not coefficient and precision is not None else 1
    elif kind in ("f", "F", "%"):
        point = left
    elif scale <= 0 and left > -6:
        point = left
    else:
        point = 1
    if point < 0:
        whole, fraction = "0", "0" * -point + digits
    elif point > len(digits):
        whole, fraction = digits + "0" * (point - len(digits)), ""
    else:
        whole, fraction = digits[:point] or "0", digits[point:]
    exponent = left - point
    tail = "." + fraction if fraction else ""
    if exponent or kind in ("e", "E"):
        letter = "E" if kind in ("E", "G", "") and (kind or context.capitals) else "e"
        tail += "%s%+d" % (letter, exponent)
    if kind == "%":
        tail += "%"
    return _padded(_sign_text(sign, signs), (whole, tail), fill, align, width, comma)


def _with_digits(sign, coefficient, exponent, count, rounding):
    "Coefficient and exponent rounded to so many digits, zeros added when there are fewer."
    wanted = digit_count(coefficient) + exponent - count
    coefficient = rescaled(sign, coefficient, exponent, wanted, rounding)[0]
    if digit_count(coefficient) > count:
        return coefficient // 10, wanted + 1
    return coefficient, wanted


def _sign_text(sign, signs):
    return "-" if sign else signs if signs in "+ " else ""


def _padded(sign, body, fill, align, width, comma=False):
    if isinstance(body, tuple):
        whole, tail = body
        if comma:
            if fill == "0" and align == "=":
                wanted = width - len(sign) - len(tail)
                while len(whole) + (len(whole) - 1) // 3 < wanted:
                    if (len(whole) + 1) + len(whole) // 3 > wanted and len(whole) % 3:
                        break
                    whole = "0" + whole
            head = len(whole) % 3 or 3
            whole = ",".join([whole[:head]] + [whole[i:i + 3] for i in range(head, len(whole), 3)])
        body = whole + tail
    missing = width - len(sign) - len(body)
    if missing <= 0:
        return sign + body
    if align == "=":
        return sign + fill * missing + body
    if align == "<":
        return sign + body + fill * missing
    if align == "^":
        return fill * (missing // 2) + sign + body + fill * (missing - missing // 2)
    return fill * missing + sign + body
