"""Ranges and marks with names, for profilers: no profiler of NVIDIA's listens to this process, so that they cost next to nothing.

>>> import nvtx
>>> with nvtx.annotate('work', color='green'):
...     nvtx.mark('half way')
"""
import functools
import threading

__version__ = "0.2.13"
_COLORS = {"green": 0x76b900, "blue": 0x0071c5, "yellow": 0xffff00, "purple": 0x800080, "rapids": 0x7400ff, "cyan": 0x00ffff, "red": 0xff0000,
           "white": 0xffffff, "darkgreen": 0x006400, "orange": 0xffa500, None: 0x0000ff}


def _color_number(color):
    "A color as 0xAARRGGBB."
    if isinstance(color, int):
        return color
    if color in _COLORS:
        return 0xff000000 | _COLORS[color]
    try:
        from matplotlib.colors import to_rgb
        red, green, blue = to_rgb(color)
    except ValueError:
        raise TypeError("Invalid color %s. Please specify a color as a hexadecimal number or a name, such as 'green'" % (color,)) from None
    return 0xff000000 | int(red * 255) << 16 | int(green * 255) << 8 | int(blue * 255)


def enabled():
    """Whether ranges are given to a profiler: not where the environment variable NVTX_DISABLE says 1."""
    import os
    return os.environ.get("NVTX_DISABLE", "0") in ("0", "", "false", "False")


class EventAttributes:
    """What a range or a mark says."""

    def __init__(self, message=None, color="blue", category=None, payload=None):
        self.message, self.category, self.payload = message, category, payload
        self.color = color

    @property
    def color(self):
        "Its color as a number."
        return self._color

    @color.setter
    def color(self, color):
        self._color = _color_number(color)


class RegisteredString:
    """A message that a domain knows."""

    def __init__(self, string):
        self.string = string


class Domain:
    """A space of ranges with a name."""

    def __init__(self, name=None):
        self.name = "NVTX" if name is None else name
        self._depths, self._categories, self._strings = {}, {}, {}

    def get_registered_string(self, string):
        "A message, which is kept."
        found = self._strings.get(string)
        if found is None:
            found = self._strings[string] = RegisteredString(string)
        return found

    def get_category_id(self, name):
        "The number of a category, from 1 on."
        return self._categories.setdefault(name, len(self._categories) + 1)

    def get_event_attributes(self, message=None, color=None, category=None, payload=None):
        "What a range or a mark says."
        if isinstance(category, str):
            category = self.get_category_id(category)
        return EventAttributes(None if message is None else self.get_registered_string(message), color, category, payload)

    def mark(self, attributes):
        "Mark a moment."

    def push_range(self, attributes):
        "Begin a range within the one that was begun last in this thread."
        thread = threading.get_ident()
        self._depths[thread] = self._depths.get(thread, 0) + 1

    def pop_range(self):
        "End the range that was begun last in this thread."
        thread = threading.get_ident()
        if self._depths.get(thread, 0) > 0:
            self._depths[thread] -= 1

    _ranges = 0

    def start_range(self, attributes):
        "Begin a range that any thread may end: its number."
        Domain._ranges += 1
        return Domain._ranges

    def end_range(self, range_id):
        "End it."


_domains = {}


def get_domain(name=None):
    """The domain of a name: one object a name."""
    found = _domains.get(name)
    if found is None:
        found = _domains[name] = Domain(name)
    return found


class annotate:
    """A range around a block or each call of a function: annotate(message=None, color=None, domain=None, category=None, payload=None)."""

    def __init__(self, message=None, color=None, domain=None, category=None, payload=None):
        self.domain = get_domain(domain)
        self._arguments = message, color, category, payload
        self.attributes = self.domain.get_event_attributes(message, color, category, payload)

    def __enter__(self):
        self.domain.push_range(self.attributes)
        return self

    def __exit__(self, *error):
        self.domain.pop_range()
        return False

    def __call__(self, function):
        if self.attributes.message is None:
            self.attributes.message = self.domain.get_registered_string(function.__name__)

        @functools.wraps(function)
        def inner(*args, **kwargs):
            self.domain.push_range(self.attributes)
            try:
                return function(*args, **kwargs)
            finally:
                self.domain.pop_range()

        return inner


def mark(message=None, color="blue", domain=None, category=None, payload=None):
    """Mark a moment."""
    domain = get_domain(domain)
    domain.mark(domain.get_event_attributes(message, color, category, payload))


def push_range(message=None, color="blue", domain=None, category=None, payload=None):
    """Begin a range within the one that was begun last in this thread."""
    domain = get_domain(domain)
    domain.push_range(domain.get_event_attributes(message, color, category, payload))


def pop_range(domain=None):
    """End the range that was begun last in this thread."""
    get_domain(domain).pop_range()


def start_range(message=None, color=None, domain=None, category=None, payload=None):
    """Begin a range that any thread may end: (its number, its domain's)."""
    domain = get_domain(domain)
    return domain.start_range(domain.get_event_attributes(message, color, category, payload)), domain


def end_range(range_id):
    """End a range, by what start_range() gave."""
    number, domain = range_id
    domain.end_range(number)


class Profile:
    """A range for each call of a function, while it is enabled: noted, and not done, because nobody would see it."""

    def __init__(self, linenos=True, annotate_cfuncs=True):
        self.linenos, self.annotate_cfuncs = linenos, annotate_cfuncs

    def enable(self):
        "Begin."

    def disable(self):
        "End."
