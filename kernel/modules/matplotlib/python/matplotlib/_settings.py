"""rcParams: what may be set to what, and styles as groups of settings. What is set reaches the plot room through matplotlib._live."""
import contextlib
import enum
import re
from pprint import pformat

from matplotlib._live import apply
from matplotlib._settings_data import CHOICES, DEFAULTS, STYLES

SIZES = ["xx-small", "x-small", "small", "medium", "large", "x-large", "xx-large", "smaller", "larger"]
WEIGHTS = ["ultralight", "light", "normal", "regular", "book", "medium", "roman", "semibold", "demibold", "demi", "bold", "heavy",
           "extra bold", "black"]
STRETCHES = ["ultra-condensed", "extra-condensed", "condensed", "semi-condensed", "normal", "semi-expanded", "expanded",
             "extra-expanded", "ultra-expanded"]
PLACES = ["best", "upper right", "upper left", "lower left", "lower right", "right", "center left", "center right", "lower center",
          "upper center", "center"]
LINES = ["-", "--", "-.", ":", "solid", "dashed", "dashdot", "dotted", "none", " ", ""]
RULES = ["auto", "sturges", "fd", "doane", "scott", "rice", "sqrt"]
# What a style leaves as it is: about the program and not about looks.
NOT_OF_STYLES = {"backend", "backend_fallback", "date.epoch", "docstring.hardcopy", "figure.max_open_warning", "figure.raise_window",
                 "interactive", "savefig.directory", "timezone", "tk.window_focus", "toolbar", "webagg.address",
                 "webagg.open_in_browser", "webagg.port", "webagg.port_retries"}


class CapStyle(str, enum.Enum):
    """How lines end."""
    butt = "butt"
    projecting = "projecting"
    round = "round"


class JoinStyle(str, enum.Enum):
    """How lines go round corners."""
    miter = "miter"
    round = "round"
    bevel = "bevel"


# ---- kinds of values ----


def check_bool(value):
    """Check bool."""
    if isinstance(value, str):
        value = value.lower()
    if isinstance(value, (str, int, float)):
        if value in ("t", "y", "yes", "on", "true", "1", 1, True):
            return True
        if value in ("f", "n", "no", "off", "false", "0", 0, False):
            return False
    raise ValueError(f"Cannot convert {value!r} to bool")


def number(kind, name):
    """Number."""
    def check(value):
        try:
            return kind(value)
        except (ValueError, TypeError) as error:
            raise ValueError(f"Could not convert {value!r} to {name}") from error
    return check


check_float = number(float, "float")
check_int = number(int, "int")
check_float.__doc__ = "The float that a setting stands for, or ValueError."
check_int.__doc__ = "The int that a setting stands for, or ValueError."


def check_str(value):
    """Check str."""
    if isinstance(value, str):
        return value
    raise ValueError(f"Could not convert {value!r} to str")


def or_none(check, *words):
    """Or none."""
    def inner(value):
        if value is None or isinstance(value, str) and value.lower() in ("none", *words):
            return None
        return check(value)
    return inner


def items_of(value):
    """Items of."""
    if isinstance(value, str):
        return [word.strip() for word in value.split(",") if word.strip()]
    if hasattr(value, "__iter__") and not isinstance(value, (set, frozenset)):
        return list(value)
    raise ValueError(f"Expected str or other non-set iterable, but got {value}")


def several(check, count=None):
    """Several."""
    def inner(value):
        values = [check(item) for item in items_of(value)]
        if count is not None and len(values) != count:
            raise ValueError(f"Expected {count} values, but there are {len(values)} values in {value}")
        return values
    return inner


def check_color(value):
    """Check color."""
    from matplotlib.colors import is_color_like
    if isinstance(value, str):
        if value.lower() == "none":
            return "none"
        if len(value) in (6, 8) and is_color_like("#" + value):
            return "#" + value
    if is_color_like(value):
        return value
    if isinstance(value, str) and re.match(r"\s*[\[(].*[\])]\s*$", value):
        try:
            parts = [float(part) if "." in part or "e" in part else int(part) for part in value.strip()[1:-1].split(",")]
        except ValueError:
            parts = []
        parts = parts if value.strip()[0] == "[" else tuple(parts)
        if is_color_like(parts):
            return parts
    raise ValueError(f"{value!r} does not look like a color arg")


def color_or(*words):
    """Color or."""
    def check(value):
        if isinstance(value, str) and value in words:
            return value
        return check_color(value)
    return check


def check_label_color(value):
    """Check label color."""
    words = {"linecolor": "linecolor", "mfc": "markerfacecolor", "markerfacecolor": "markerfacecolor", "mec": "markeredgecolor",
             "markeredgecolor": "markeredgecolor", "None": "None"}
    if value is None:
        return None
    if isinstance(value, str) and value in words:
        return words[value]
    if not isinstance(value, (str, tuple, list)):
        len(value)
    return check_color(value)


def check_size(value):
    """Check size."""
    if isinstance(value, str):
        value = value.lower()
        if value in SIZES:
            return value
    try:
        return float(value)
    except ValueError as error:
        raise ValueError("%s is not a valid font size. Valid font sizes are %s." % (value, ", ".join(SIZES))) from error


def word_or_int(words, name):
    """Word or int."""
    def check(value):
        if isinstance(value, str) and value in words:
            return value
        try:
            return int(value)
        except (ValueError, TypeError) as error:
            raise ValueError(f"{value} is not a valid font {name}.") from error
    return check


def check_line(value):
    """Check line."""
    if isinstance(value, str):
        if value in LINES:
            return value
        if value.lower() == "none":
            return "none"
        try:
            value = tuple(float(part) if "." in part else int(part) for part in value.strip("()[] ").split(","))
        except ValueError:
            raise ValueError(f"linestyle {value!r} is not a valid on-off ink sequence.") from None
        if len(value) < 2:
            raise ValueError(f"linestyle {value[0]!r} is not a valid on-off ink sequence.")

    def is_dashes(dashes):
        return isinstance(dashes, (list, tuple)) and len(dashes) % 2 == 0 and all(isinstance(part, (int, float)) for part in dashes)

    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], (int, float)) and is_dashes(value[1]) and value[1]:
        return value
    if is_dashes(value) and value:
        return (0, value)
    raise ValueError(f"linestyle {value!r} is not a valid on-off ink sequence.")


def check_marker(value):
    """Check marker."""
    try:
        return int(value)
    except (ValueError, TypeError):
        if isinstance(value, str):
            return value
    raise ValueError("Supported markers are [string, int]")


def check_loc(value):
    """Check loc."""
    found = value
    if isinstance(value, str):
        if value.lower() in PLACES:
            return value.lower()
        try:
            parts = [float(part) if "." in part else int(part) for part in value.strip("()[] ").split(",")]
        except ValueError:
            parts = []
        found = parts[0] if len(parts) == 1 else tuple(parts)
    if isinstance(found, int) and 0 <= found <= 10:
        return found
    if isinstance(found, (tuple, list)) and len(found) == 2 and all(isinstance(part, (int, float)) for part in found):
        return tuple(found)
    raise ValueError(f"{value} is not a valid legend location.")


def check_bins(value):
    """Check bins."""
    if isinstance(value, str):
        if value in RULES:
            return value
        with contextlib.suppress(ValueError):
            return int(value)
        with contextlib.suppress(ValueError):
            return [float(part) for part in value.split(",")]
    elif isinstance(value, (int, float)):
        return int(value)
    elif value is not None:
        with contextlib.suppress(ValueError, TypeError):
            return [float(part) for part in value]
    raise ValueError("'hist.bins' must be one of %s, an int or a sequence of floats" % RULES)


def check_aspect(value):
    """Check aspect."""
    if isinstance(value, str) and value in ("auto", "equal"):
        return value
    try:
        return float(value)
    except ValueError as error:
        raise ValueError("not a valid aspect specification") from error


def check_whiskers(value):
    """Check whiskers."""
    if isinstance(value, (list, tuple)) and len(value) == 2:
        return [float(part) for part in value]
    if isinstance(value, str) and value.count(",") == 1:
        return [float(part) for part in value.split(",")]
    try:
        return float(value)
    except ValueError:
        raise ValueError("Not a valid whisker value [float, (float, float)]") from None


def check_ndivs(value):
    """Check ndivs."""
    if value == "auto":
        return value
    with contextlib.suppress(ValueError, TypeError):
        if int(value) >= 0:
            return int(value)
    raise ValueError("'tick.minor.ndivs' must be 'auto' or non-negative int")


def check_axisbelow(value):
    """Check axisbelow."""
    if value == "line":
        return value
    try:
        return check_bool(value)
    except ValueError:
        raise ValueError(f'{value!r} cannot be interpreted as True, False, or "line"') from None


def between(test, words):
    """Between."""
    def check(value):
        value = check_float(value)
        if not test(value):
            raise RuntimeError(f"Value must be {words}; got {value}")
        return value
    return check


def enumeration(kind):
    """Enumeration."""
    def check(value):
        return kind(value.lower() if isinstance(value, str) else value)
    return check


def check_font_type(value):
    """Check font type."""
    kinds = {"type3": 3, "truetype": 42}
    with contextlib.suppress(ValueError, TypeError):
        if int(value) in kinds.values():
            return int(value)
    if value.lower() in kinds:
        return kinds[value.lower()]
    raise ValueError(f"Supported Postscript/PDF font types are {list(kinds)}")


def check_fallback(value):
    """Check fallback."""
    if value in ("cm", "stix", "stixsans"):
        return value
    raise ValueError(f"{value} is not a valid fallback font name. Valid fallback font names are cm,stix,stixsans. "
                     "Passing 'None' will turn fallback off.")


def check_sketch(value):
    """Check sketch."""
    if isinstance(value, str):
        value = value.lower().strip().strip("()")
        value = value.split(",")
    with contextlib.suppress(ValueError, TypeError):
        parts = tuple(float(part) for part in value)
        if len(parts) == 3:
            return parts
    raise ValueError("Expected a (scale, length, randomness) tuple")


def check_dpi(value):
    """Check dpi."""
    if value == "figure":
        return value
    try:
        return float(value)
    except ValueError as error:
        raise ValueError(f'{value!r} is not string "figure" and could not convert {value!r} to float') from error


def check_bbox(value):
    """Check bbox."""
    if value is None or value == "tight":
        return value
    if value == "standard":
        return None
    raise ValueError("bbox should be 'tight' or 'standard'")


def check_map(value):
    """Check map."""
    if isinstance(value, str) or hasattr(value, "resampled"):
        return value
    name = "None" if value is None else type(value).__name__
    raise TypeError(f"'cmap' must be an instance of str or matplotlib.colors.Colormap, not a {name}")


def check_epoch(value):
    """Check epoch."""
    import numpy as np
    try:
        np.datetime64(value)
        return value
    except ValueError as error:
        raise ValueError(f"{value!r} should be a string that can be parsed by numpy.datetime64") from error


ALIASES = {"c": "color", "lw": "linewidth", "ls": "linestyle", "fc": "facecolor", "ec": "edgecolor", "mew": "markeredgewidth",
           "aa": "antialiased", "ms": "markersize", "mfc": "markerfacecolor", "mec": "markeredgecolor"}
PROPERTIES = {"color": check_color, "linewidth": check_float, "linestyle": check_line, "facecolor": check_color, "edgecolor": check_color,
              "marker": check_marker, "markersize": check_float, "markeredgewidth": check_float, "markeredgecolor": check_color,
              "markerfacecolor": check_color, "alpha": check_float, "antialiased": check_bool, "fillstyle": str, "hatch": str,
              "solid_capstyle": enumeration(CapStyle), "solid_joinstyle": enumeration(JoinStyle),
              "dash_capstyle": enumeration(CapStyle), "dash_joinstyle": enumeration(JoinStyle)}


def checked_cycler(*args, **kwargs):
    """A cycler of properties that artists have."""
    from cycler import Cycler
    from cycler import cycler as plain
    if args and kwargs:
        raise TypeError("cycler() can only accept positional OR keyword arguments -- not both.")
    if len(args) == 1:
        if not isinstance(args[0], Cycler):
            raise TypeError("If only one positional argument given, it must be a Cycler instance.")
        return check_cycler(args[0])
    if len(args) > 2:
        raise TypeError("No more than 2 positional arguments allowed")
    pairs = [args] if args else list(kwargs.items())
    if not pairs:
        raise TypeError("Must have at least a positional OR keyword arguments")
    columns = []
    for key, values in pairs:
        name = ALIASES.get(key, key)
        if name not in PROPERTIES:
            raise TypeError(f"Unknown artist property: {key}")
        columns.append(plain(name, [PROPERTIES[name](value) for value in values]))
    made = columns[0]
    for column in columns[1:]:
        made = made + column
    return made


def evaluate_cycler(text):
    """cycler(...) and concat(...), added and multiplied: nothing else is run."""
    import ast
    import cycler as module

    def value_of(node):
        if isinstance(node, ast.BinOp):
            left, right = value_of(node.left), value_of(node.right)
            if isinstance(node.op, ast.Add):
                return left + right
            if isinstance(node.op, ast.Mult):
                return left * right
            raise ValueError(f"Unsupported operator {type(node.op).__name__} in cycler string")
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", None)
            if name not in ("cycler", "concat"):
                raise ValueError("only the 'cycler()' and 'concat()' functions are allowed")
            arguments = [value_of(item) for item in node.args]
            words = {word.arg: value_of(word.value) for word in node.keywords}
            return (checked_cycler if name == "cycler" else module.concat)(*arguments, **words)
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
            place = [None if part is None else ast.literal_eval(part) for part in (node.slice.lower, node.slice.upper, node.slice.step)]
            return value_of(node.value)[slice(*place)]
        try:
            return ast.literal_eval(node)
        except ValueError:
            raise ValueError(f"Unsupported expression in cycler string: {ast.dump(node)}") from None

    return value_of(ast.parse(text, mode="eval").body)


def check_cycler(value):
    """Check cycler."""
    from cycler import Cycler
    if isinstance(value, str):
        try:
            value = evaluate_cycler(value)
        except Exception as error:
            raise ValueError(f"{value!r} is not a valid cycler construction: {error}") from error
    if not isinstance(value, Cycler):
        raise ValueError(f"Object is not a string or Cycler instance: {value!r}")
    unknown = value.keys - set(PROPERTIES) - set(ALIASES)
    if unknown:
        raise ValueError(f"Unknown artist properties: {unknown}")
    for key in list(value.keys):
        if key in ALIASES:
            if ALIASES[key] in value.keys:
                raise ValueError(f"Specified both {ALIASES[key]!r} and alias {key!r} in the prop_cycle")
            value.change_key(key, ALIASES[key])
    for key, values in value.by_key().items():
        for item in values:
            PROPERTIES[key](item)
    return value


def plain_colors(colors):
    """Plain colors."""
    from cycler import cycler as plain
    return plain("color", colors)


CHECKS = {
    "any_str": lambda value: value if isinstance(value, str) else value.expandtabs(), "aspect": check_aspect, "axisbelow": check_axisbelow, "backend": check_str, "bbox": check_bbox,
    "bins": check_bins, "bool": check_bool, "capstyle": enumeration(CapStyle), "cmap": check_map, "color": check_color,
    "color_or_auto": color_or("auto"), "color_or_edge": color_or("edge"), "color_or_inherit": color_or("inherit"),
    "color_or_none": lambda value: None if value is None or value == "None" else check_color(value), "cycler": check_cycler,
    "distiller": or_none(lambda value: choose(["ghostscript", "xpdf"], "ps.usedistiller", value)), "dpi": check_dpi,
    "epoch": lambda value: None if value is None else check_epoch(value), "fallback": or_none(check_fallback), "float": check_float,
    "float_or_none": or_none(check_float), "float_pair": several(check_float, 2), "floats": several(check_float),
    "fontsize": check_size, "fontsize_or_none": lambda value: None if value is None or value == "None" else check_size(value),
    "fontstretch": word_or_int(STRETCHES, "stretch"), "fonttype": check_font_type, "fontweight": word_or_int(WEIGHTS, "weight"),
    "fraction": between(lambda value: 0 <= value <= 1, ">=0 and <=1"), "int": check_int, "int_or_none": or_none(check_int),
    "int_pair": several(check_int, 2), "joinstyle": enumeration(JoinStyle), "labelcolor": check_label_color, "linestyle": check_line,
    "linestyle_or_none": lambda value: None if value is None or value == "None" else check_line(value), "list": several(lambda value: value),
    "loc": check_loc, "margin": between(lambda value: value > -0.5, ">-0.5"), "marker": check_marker, "ndivs": check_ndivs,
    "sketch": or_none(check_sketch), "str": check_str, "str_or_none": or_none(check_str), "strings": several(check_str),
    "toolbar": lambda value: choose(["None", "toolbar2", "toolmanager"], "toolbar", "None" if value == "none" else value),
    "whiskers": check_whiskers,
}


def choose(choices, key, value):
    """Choose."""
    if isinstance(value, str) and value.lower() in [choice.lower() for choice in choices]:
        return [choice for choice in choices if choice.lower() == value.lower()][0]
    raise ValueError(f"{value!r} is not a valid value for {key}; supported values are {choices}")


ENUMERATIONS = {"capstyle": CapStyle, "joinstyle": JoinStyle}
KIND = {key: kind for kind, group in DEFAULTS.items() for key in group}


def convert(key, value):
    """Convert."""
    kind = KIND[key]
    try:
        return choose(CHOICES[key], key, value) if kind == "choice" else CHECKS[kind](value)
    except ValueError as error:
        raise ValueError(f"Key {key}: {error}") from None


class RcParams(dict):
    """RcParams(*args, **kwargs)

    Settings by their names, in order of the names; every value is checked and brought to its kind.

    >>> import matplotlib
    >>> matplotlib.rcParams['lines.linewidth']
    1.5
    """

    def __init__(self, *args, **kwargs):
        self.update(*args, **kwargs)

    def __setitem__(self, key, value):
        """Set one; a value that does not fit is a ValueError, an unknown name a KeyError."""
        if key not in KIND:
            raise KeyError(unknown_key(key))
        value = convert(key, value)
        if self is rcParams:
            before = dict.get(self, key, self)
            dict.__setitem__(self, key, value)
            try:
                apply(key, value)
            except BaseException:
                if before is not self:
                    dict.__setitem__(self, key, before)
                raise
        else:
            dict.__setitem__(self, key, value)

    def update(self, *args, **kwargs):
        """Set several."""
        for key, value in dict(*args, **kwargs).items():
            self[key] = value

    def __iter__(self):
        """The names in order."""
        yield from sorted(dict.__iter__(self))

    def keys(self):
        """The names in order."""
        return {key: None for key in self}.keys()

    def values(self):
        """The values in order of the names."""
        return {key: self[key] for key in self}.values()

    def items(self):
        """Names and values in order of the names."""
        return {key: self[key] for key in self}.items()

    def __delitem__(self, key):
        """Settings stay: KeyError."""
        raise KeyError

    def pop(self, *args):
        """Settings stay: KeyError."""
        raise KeyError

    popitem = clear = pop

    def setdefault(self, key, default=None):
        """The value; it is set where there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def __repr__(self):
        """As a dict."""
        name = type(self).__name__
        indent = len(name) + 1
        text = pformat(dict(self.items()), indent=1, width=80 - indent).split("\n")
        return "{}({})".format(name, ("\n" + " " * indent).join(text))

    def __str__(self):
        """A line for each, as in a file."""
        return "\n".join(f"{key}: {value}" for key, value in self.items())

    def find_all(self, pattern):
        """find_all(pattern)

        The settings whose names have the regular expression in them.

        >>> import matplotlib
        >>> list(matplotlib.rcParams.find_all('hatch.l'))
        ['hatch.linewidth']
        """
        made = RcParams()
        for key in filter(re.compile(pattern).search, self):
            dict.__setitem__(made, key, self[key])
        return made

    def copy(self):
        """The same settings, apart from the program's own."""
        made = RcParams()
        for key, value in self.items():
            dict.__setitem__(made, key, value)
        return made

    def __reduce__(self):
        """How pickle makes it anew."""
        return RcParams, (dict(self.items()),)


RcParams.__module__ = "matplotlib"


def unknown_key(key):
    """Unknown key."""
    import difflib
    near = difflib.get_close_matches(str(key), list(KIND), 1, 0.5)
    return f"{key!r} is not a valid value for rcParam." + (f" Did you mean: {near[0]!r}?" if near else "")


def first_settings():
    """All of them as they are at first. Nothing needs to be checked, and nothing to be applied."""
    made = RcParams()
    for kind, group in DEFAULTS.items():
        for key, value in group.items():
            if kind == "cycler":
                value = plain_colors([tuple(int(color[i:i + 2], 16) / 255 for i in (1, 3, 5)) for color in value])
            elif kind in ENUMERATIONS:
                value = ENUMERATIONS[kind](value)
            elif isinstance(value, list):
                value = list(value)
            dict.__setitem__(made, key, value)
    return made


rcParams = None
rcParams = first_settings()
rcParamsDefault = first_settings()
rcParamsOrig = first_settings()
defaultParams = rcParamsDefault

# ---- groups of settings ----


def rc(group, **kwargs):
    """rc(group, **kwargs)

    Set several settings of one group, or of several groups; lw, c and the like stand for the long names.

    >>> import matplotlib
    >>> matplotlib.rc('lines', lw=2)
    >>> matplotlib.rcParams['lines.linewidth']
    2.0
    """
    for name in (group,) if isinstance(group, str) else group:
        for word, value in kwargs.items():
            long = ALIASES.get(word) or word
            key = f"{name}.{long}"
            try:
                rcParams[key] = value
            except KeyError:
                raise KeyError(f'Unrecognized key "{key}" for group "{name}" and name "{long}"') from None


def take_looks(settings):
    """Of these settings those of looks: what a style may change."""
    for key in settings:
        if key not in NOT_OF_STYLES:
            rcParams[key] = settings[key]


def rcdefaults():
    """rcdefaults()

    All settings of looks as they were at first.

    >>> import matplotlib
    >>> matplotlib.rc('lines', lw=2)
    >>> matplotlib.rcdefaults()
    >>> matplotlib.rcParams['lines.linewidth']
    1.5
    """
    take_looks(rcParamsDefault)


def rc_file_defaults():
    """rc_file_defaults()

    The settings that the program began with, as rcdefaults().

    >>> import matplotlib
    >>> matplotlib.rc_file_defaults()
    """
    take_looks(rcParamsOrig)


def rc_file(fname, *, use_default_template=True):
    """rc_file(fname, *, use_default_template=True)

    Set what a file says; the other settings become the first ones again unless told otherwise.

    >>> import matplotlib
    >>> with open('/tmp/settings', 'w') as file:
    ...     _ = file.write('lines.linewidth: 3')
    >>> matplotlib.rc_file('/tmp/settings')
    >>> matplotlib.rcParams['lines.linewidth']
    3.0
    """
    take_looks(rc_params_from_file(fname, use_default_template=use_default_template))


def rc_params(fail_on_error=False):
    """rc_params(fail_on_error=False)

    The settings of a program that has no file of them.

    >>> import matplotlib
    >>> matplotlib.rc_params()['lines.linewidth']
    1.5
    """
    return rcParamsDefault.copy()


def tell(words, *arguments):
    """A line in the log, which comes to the error output unless the program takes it."""
    import logging
    logging.getLogger("matplotlib").warning(words, *arguments)


def settings_of_lines(fname):
    """Number, text, key and value of every line of a file that has one; twice the same key is told."""
    seen = set()
    with open(fname, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            text = strip_comment(line)
            if not text:
                continue
            key, colon, value = (part.strip() for part in text.partition(":"))
            place = f"in file {fname!r}, line {number} ({line.rstrip()!r})"
            if not colon:
                tell("Missing colon %s", place)
                continue
            if key in seen:
                tell("Duplicate key %s", place)
            seen.add(key)
            quoted = len(value) > 1 and value[0] == value[-1] == '"'
            yield number, line.rstrip("\n"), key, value[1:-1] if quoted else value


def rc_params_from_file(fname, fail_on_error=False, use_default_template=True):
    """rc_params_from_file(fname, fail_on_error=False, use_default_template=True)

    The settings of a file of lines `key: value`; what is behind # counts for nothing.

    >>> import matplotlib
    >>> with open('/tmp/settings', 'w') as file:
    ...     _ = file.write('lines.linewidth: 3  # points')
    >>> matplotlib.rc_params_from_file('/tmp/settings')['lines.linewidth']
    3.0
    """
    made = rcParamsDefault.copy() if use_default_template else RcParams()
    for number, line, key, value in list(settings_of_lines(fname)):
        if key not in KIND:
            tell("\nBad key %s in file %s, line %d (%r)\nYou probably need to get an updated matplotlibrc file from\n"
                 "https://github.com/matplotlib/matplotlib/blob/v3.11.2/lib/matplotlib/mpl-data/matplotlibrc\n"
                 "or from the matplotlib source distribution", key, fname, number, line)
            continue
        try:
            made[key] = value
        except Exception as error:
            if fail_on_error:
                raise
            tell("Bad value in file %r, line %d (%r): %s", fname, number, line, error)
    return made


def strip_comment(line):
    """Up to a # that is not within quotes."""
    quoted = False
    for place, letter in enumerate(line):
        if letter == '"':
            quoted = not quoted
        elif letter == "#" and not quoted:
            return line[:place].strip()
    return line.strip()


@contextlib.contextmanager
def rc_context(rc=None, fname=None):
    """rc_context(rc=None, fname=None)

    Settings for the time of a with block.

    >>> import matplotlib
    >>> with matplotlib.rc_context({'lines.linewidth': 3}):
    ...     print(matplotlib.rcParams['lines.linewidth'])
    3.0
    """
    before = dict(rcParams.items())
    try:
        if fname:
            rc_file(fname)
        if rc:
            rcParams.update(rc)
        yield
    finally:
        changed = {key: value for key, value in before.items() if key != "backend" and not same(rcParams[key], value)}
        rcParams.update(changed)


def same(left, right):
    """Same."""
    return left is right or type(left) is type(right) and not isinstance(left, (list, tuple)) and left == right


def matplotlib_fname():
    """There is no file of settings: they are part of the program."""
    return "matplotlibrc"


# ---- styles ----


def make_library():
    """Make library."""
    library = {}
    for name, group in STYLES.items():
        made = library[name] = RcParams()
        for key, value in group.items():
            kind = KIND[key]
            value = plain_colors(value) if kind == "cycler" else ENUMERATIONS[kind](value) if kind in ENUMERATIONS else value
            dict.__setitem__(made, key, value)
    return library


library = make_library()
available = sorted(name for name in library if not name.startswith("_"))


def settings_of_style(style):
    """Settings of style."""
    if style == "default":
        return {key: value for key, value in rcParamsDefault.items() if key not in NOT_OF_STYLES}
    if isinstance(style, str) and style in library:
        return library[style]
    if not isinstance(style, str) and not hasattr(style, "__fspath__"):
        raise TypeError(f"{type(style).__name__!r} object is not iterable")
    try:
        return rc_params_from_file(style, use_default_template=False)
    except OSError:
        raise OSError(f"{style!r} is not a valid package style, path of style file, URL of style file, or library style name "
                      "(library styles are listed in `style.available`)") from None


def use(style):
    """use(style)

    A style by its name, the path of its file or a dict of settings; of several the later ones win.

    >>> import matplotlib.pyplot as plt
    >>> plt.style.use(['ggplot', {'lines.linewidth': 4}])
    >>> plt.rcParams['lines.linewidth']
    4.0
    """
    styles = [style] if isinstance(style, (str, dict)) or hasattr(style, "__fspath__") else style
    for one in styles:
        group = one if isinstance(one, dict) else settings_of_style(one)
        left_out = [key for key in group if key in NOT_OF_STYLES]
        if left_out:
            import warnings
            for key in left_out:
                warnings.warn(f"Style includes a parameter, {key!r}, that is not related to style.  Ignoring this parameter.", stacklevel=2)
        rcParams.update({key: value for key, value in group.items() if key not in NOT_OF_STYLES})


@contextlib.contextmanager
def context(style, after_reset=False):
    """context(style, after_reset=False)

    A style for the time of a with block.

    >>> import matplotlib.pyplot as plt
    >>> with plt.style.context('dark_background'):
    ...     print(plt.rcParams['axes.facecolor'])
    black
    """
    with rc_context():
        if after_reset:
            rcdefaults()
        use(style)
        yield


def reload_library():
    """reload_library()

    The styles as they are delivered.

    >>> import matplotlib.pyplot as plt
    >>> plt.style.reload_library()
    >>> 'ggplot' in plt.style.available
    True
    """
    fresh = make_library()
    for name in set(library) - set(fresh):
        del library[name]
    library.update(fresh)
    available[:] = [name for name in sorted(library) if name[0] != "_"]
