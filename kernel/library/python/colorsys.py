"""Colours in other coordinates: red, green, blue beside YIQ, HLS and HSV; all numbers from 0 to 1."""

__all__ = ["rgb_to_yiq", "yiq_to_rgb", "rgb_to_hls", "hls_to_rgb", "rgb_to_hsv", "hsv_to_rgb"]

ONE_THIRD = 1.0 / 3.0
ONE_SIXTH = 1.0 / 6.0
TWO_THIRD = 2.0 / 3.0


def rgb_to_yiq(r, g, b):
    """Brightness and two coordinates of hue, as television had them."""
    y = 0.30 * r + 0.59 * g + 0.11 * b
    i = 0.74 * (r - y) - 0.27 * (b - y)
    q = 0.48 * (r - y) + 0.41 * (b - y)
    return y, i, q


def yiq_to_rgb(y, i, q):
    """Back from YIQ; what lies outside is cut to 0 or 1."""
    r = y + 0.9468822170900693 * i + 0.6235565819861433 * q
    g = y - 0.27478764629897834 * i - 0.6356910791873801 * q
    b = y - 1.1085450346420322 * i + 1.7090069284064666 * q
    return tuple(min(max(part, 0.0), 1.0) for part in (r, g, b))


def _hue(r, g, b, low, high):
    span = high - low
    if r == high:
        sixth = (high - b) / span - (high - g) / span
    elif g == high:
        sixth = 2.0 + (high - r) / span - (high - b) / span
    else:
        sixth = 4.0 + (high - g) / span - (high - r) / span
    return (sixth / 6.0) % 1.0


def rgb_to_hls(r, g, b):
    """Hue, lightness, saturation."""
    high, low = max(r, g, b), min(r, g, b)
    total, span = high + low, high - low
    lightness = total / 2.0
    if low == high:
        return 0.0, lightness, 0.0
    saturation = span / total if lightness <= 0.5 else span / (2.0 - total)
    return _hue(r, g, b, low, high), lightness, saturation


def hls_to_rgb(h, l, s):
    """Back from hue, lightness, saturation."""
    if s == 0.0:
        return l, l, l
    high = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    low = 2.0 * l - high

    def part(hue):
        hue %= 1.0
        if hue < ONE_SIXTH:
            return low + (high - low) * hue * 6.0
        if hue < 0.5:
            return high
        if hue < TWO_THIRD:
            return low + (high - low) * (TWO_THIRD - hue) * 6.0
        return low
    return part(h + ONE_THIRD), part(h), part(h - ONE_THIRD)


def rgb_to_hsv(r, g, b):
    """Hue, saturation, value."""
    high, low = max(r, g, b), min(r, g, b)
    if low == high:
        return 0.0, 0.0, high
    return _hue(r, g, b, low, high), (high - low) / high, high


def hsv_to_rgb(h, s, v):
    """Back from hue, saturation, value."""
    if s == 0.0:
        return v, v, v
    sixth = int(h * 6.0)
    rest = h * 6.0 - sixth
    low, falling, rising = v * (1.0 - s), v * (1.0 - s * rest), v * (1.0 - s * (1.0 - rest))
    return ((v, rising, low), (falling, v, low), (low, v, rising), (low, falling, v), (rising, low, v), (v, low, falling))[sixth % 6]
