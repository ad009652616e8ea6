"""The styles of arrows and of the ways between their ends: words with parameters, "->,head_length=0.3"."""
import numpy as np
from matplotlib import _arrows
from matplotlib.path import Path

_HEADS = dict(head_length=0.4, head_width=0.2, widthA=1.0, widthB=1.0, lengthA=0.2, lengthB=0.2, angleA=0, angleB=0,
              scaleA=None, scaleB=None)
_LINE = {**_HEADS, "head_length": 0.2, "head_width": 0.1}
_BRACKET_A = dict(widthA=1.0, lengthA=0.2, angleA=0)
_BRACKET_B = dict(widthB=1.0, lengthB=0.2, angleB=0)


def _read_words(text):
    """The name of a style and the numbers behind it."""
    name, *rest = text.replace(" ", "").split(",")
    numbers = {}
    try:
        for part in rest:
            key, number = part.split("=")
            numbers[key] = float(number)
    except ValueError as error:
        raise ValueError(f"Incorrect style argument: {text!r}") from error
    return name.lower(), numbers


class _Styles(type):
    """Styles that are called as ArrowStyle("->", head_length=0.3) come out as objects of the style's own class."""

    def __call__(cls, *args, **kwargs):
        return cls._pick(*args, **kwargs) if "_table" in cls.__dict__ else super().__call__(*args, **kwargs)


class _Style(metaclass=_Styles):
    _parameters, _hidden = {}, {}

    def __init__(self, *args, **kwargs):
        names = list(self._parameters)
        place = f"{self._family}.{self._spoken}.__init__()"
        if len(args) > len(names):
            raise TypeError(f"{place} takes from 1 to {len(names) + 1} positional arguments but {len(args) + 1} were given")
        given = dict(zip(names, args))
        for key, value in kwargs.items():
            if key not in self._parameters:
                raise TypeError(f"{place} got an unexpected keyword argument {key!r}")
            if key in given:
                raise TypeError(f"{place} got multiple values for argument {key!r}")
            given[key] = value
        for key, value in {**self._hidden, **self._parameters, **given}.items():
            setattr(self, key, value)

    @classmethod
    def _pick(cls, *args, **kwargs):
        if "stylename" in kwargs:
            args = (kwargs.pop("stylename"), *args)
        if not args:
            raise TypeError("_Style.__new__() missing 1 required positional argument: 'stylename'")
        name, numbers = _read_words(args[0])
        if name not in cls._table:
            raise ValueError(f"Unknown style: {args[0]!r}")
        return cls._table[name](**{**numbers, **kwargs})

    @classmethod
    def get_styles(cls):
        """get_styles()

        The classes of the styles by their names.

        >>> from matplotlib.patches import ConnectionStyle
        >>> list(ConnectionStyle.get_styles())
        ['arc3', 'angle3', 'angle', 'arc', 'bar']
        """
        return cls._table

    @classmethod
    def pprint_styles(cls):
        """pprint_styles()

        The styles and their parameters as a table of text.

        >>> from matplotlib.patches import ConnectionStyle
        >>> 'fraction=0.3' in ConnectionStyle.pprint_styles()
        True
        """
        rows = [("Class", "Name", "Parameters")]
        for name, style in cls._table.items():
            words = ", ".join(f"{key}={value}" for key, value in style._parameters.items())
            rows.append((style.__name__, f"``{name}``", words or "None"))
        widths = [max(map(len, column)) for column in zip(*rows)]
        rule = "  ".join("=" * width for width in widths)
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)) for row in rows]
        return "\n" + "\n".join(" " * 4 + line for line in [rule, lines[0], rule, *lines[1:], rule])

    @classmethod
    def register(cls, name, style):
        """register(name, style)

        Add a style of one's own under a name.

        >>> from matplotlib.patches import ConnectionStyle
        >>> ConnectionStyle.register('bow', ConnectionStyle.Arc3)
        >>> ConnectionStyle('bow,rad=0.5').rad
        0.5
        """
        if not issubclass(style, cls._base):
            raise ValueError(f"{style} must be a subclass of {cls._base}")
        cls._table[name] = style


class ArrowStyle(_Style):
    """ArrowStyle(stylename, **kwargs)

    How an arrow looks: '-', '->', '<->', '-|>', '|-|', '-[', 'simple', 'fancy', 'wedge' and more, with their numbers.

    >>> from matplotlib.patches import ArrowStyle
    >>> ArrowStyle('->, head_length=0.8').head_length
    0.8
    """

    class _Base(_Style):
        _family = "ArrowStyle"

        def __call__(self, path, mutation_size, linewidth, aspect_ratio=1.0):
            """The paths of an arrow along a path, and which of them are to be filled."""
            outlines, filled = _arrows.outline(self, path.vertices, path.codes, mutation_size, linewidth,
                                               1 if aspect_ratio is None else aspect_ratio)
            paths = [Path(*outline) for outline in outlines]
            return (paths, filled) if self._kind == 0 else (paths[0], True)


class ConnectionStyle(_Style):
    """ConnectionStyle(stylename, **kwargs)

    How a line runs from one point to another: 'arc3', 'angle3', 'angle', 'arc', 'bar', with their numbers.

    >>> from matplotlib.patches import ConnectionStyle
    >>> ConnectionStyle('arc3, rad=0.2').rad
    0.2
    """

    class _Base(_Style):
        _family = "ConnectionStyle"

        def __call__(self, posA, posB, shrinkA=2.0, shrinkB=2.0, patchA=None, patchB=None):
            """The path between two points, less what lies in the patches and next to the ends."""
            return Path(*_arrows.connect(self, posA, posB, shrinkA, shrinkB, patchA, patchB))


def _add(family, name, class_name, parameters, **private):
    private.setdefault("_spoken", class_name)
    words = ", ".join(f"{key}={value}" for key, value in parameters.items())
    text = f"{class_name}({words})\n\nThe style {name!r}."
    style = type(class_name, (family._base,), {"_parameters": parameters, "__doc__": text, **private,
                                               "__qualname__": f"{family.__name__}.{class_name}",
                                               "__module__": "matplotlib.patches"})
    family._table[name] = style
    setattr(family, class_name, style)


# Kinds and ends by number, as kernel/plot/arrow.h has them: no end, a head, a filled head, a bracket.
_PLAIN, _HEAD, _FILLED, _BRACKET = range(4)
for _family in (ArrowStyle, ConnectionStyle):
    _family._base, _family._table = _family._Base, {}
_add(ArrowStyle, "-", "Curve", {}, _kind=0, _ends=(_PLAIN, _PLAIN), _hidden=_LINE)
for _name, _class, _begin, _end in [("<-", "CurveA", _HEAD, _PLAIN), ("->", "CurveB", _PLAIN, _HEAD),
                                    ("<->", "CurveAB", _HEAD, _HEAD), ("<|-", "CurveFilledA", _FILLED, _PLAIN),
                                    ("-|>", "CurveFilledB", _PLAIN, _FILLED), ("<|-|>", "CurveFilledAB", _FILLED, _FILLED)]:
    _add(ArrowStyle, _name, _class, _HEADS, _kind=0, _ends=(_begin, _end), _spoken="_Curve")
for _name, _class, _begin, _end, _own in [
        ("]-", "BracketA", _BRACKET, _PLAIN, _BRACKET_A), ("-[", "BracketB", _PLAIN, _BRACKET, _BRACKET_B),
        ("]-[", "BracketAB", _BRACKET, _BRACKET, {**_BRACKET_A, **_BRACKET_B}),
        ("|-|", "BarAB", _BRACKET, _BRACKET, dict(widthA=1.0, angleA=0, widthB=1.0, angleB=0)),
        ("]->", "BracketCurve", _BRACKET, _HEAD, {**_BRACKET_A, "angleA": None}),
        ("<-[", "CurveBracket", _HEAD, _BRACKET, {**_BRACKET_B, "angleB": None})]:
    _bars = dict(lengthA=0, lengthB=0) if _class == "BarAB" else {}
    _add(ArrowStyle, _name, _class, _own, _kind=0, _ends=(_begin, _end), _hidden={**_HEADS, **_bars})
_add(ArrowStyle, "simple", "Simple", dict(head_length=0.5, head_width=0.5, tail_width=0.2), _kind=1)
_add(ArrowStyle, "fancy", "Fancy", dict(head_length=0.4, head_width=0.4, tail_width=0.4), _kind=2)
_add(ArrowStyle, "wedge", "Wedge", dict(tail_width=0.3, shrink_factor=0.5), _kind=3)
_add(ConnectionStyle, "arc3", "Arc3", dict(rad=0.0), _kind=0)
_add(ConnectionStyle, "angle3", "Angle3", dict(angleA=90, angleB=0), _kind=1)
_add(ConnectionStyle, "angle", "Angle", dict(angleA=90, angleB=0, rad=0.0), _kind=2)
_add(ConnectionStyle, "arc", "Arc", dict(angleA=0, angleB=0, armA=None, armB=None, rad=0.0), _kind=3)
_add(ConnectionStyle, "bar", "Bar", dict(armA=0.0, armB=0.0, fraction=0.3, angle=None), _kind=4)


class BoxStyle(_Style):
    """BoxStyle(stylename, **kwargs)

    A frame: 'square', 'circle', 'ellipse', 'rarrow', 'larrow', 'darrow', 'round', 'round4', 'sawtooth', 'roundtooth'.

    >>> from matplotlib.patches import BoxStyle
    >>> BoxStyle('round, pad=0.5').pad
    0.5
    """

    class _Base(_Style):
        _family = "BoxStyle"

        @property
        def _size(self):
            return getattr(self, "rounding_size", getattr(self, "tooth_size", None))

        def __call__(self, x0, y0, width, height, mutation_size):
            """The path of the frame round a box."""
            return _arrows.frame(self, x0, y0, width, height, mutation_size)


BoxStyle._base, BoxStyle._table = BoxStyle._Base, {}
_HEAD_OF_BOX = dict(pad=0.3, head_width=1.5, head_angle=90)
for _number, (_name, _class, _own) in enumerate([
        ("square", "Square", {}), ("circle", "Circle", {}), ("ellipse", "Ellipse", {}), ("rarrow", "RArrow", _HEAD_OF_BOX),
        ("larrow", "LArrow", _HEAD_OF_BOX), ("darrow", "DArrow", _HEAD_OF_BOX), ("round", "Round", dict(rounding_size=None)),
        ("round4", "Round4", dict(rounding_size=None)), ("sawtooth", "Sawtooth", dict(tooth_size=None)),
        ("roundtooth", "Roundtooth", dict(tooth_size=None))]):
    _add(BoxStyle, _name, _class, {"pad": 0.3, **_own}, _kind=_number)


def box_style(style, **kwargs):
    """A frame from its words or from itself."""
    return BoxStyle(style, **kwargs) if isinstance(style, str) else style


def arrow_style(style, **kwargs):
    """A style from its words or from itself."""
    return ArrowStyle(style, **kwargs) if isinstance(style, str) else style


def connection_style(style, **kwargs):
    """The same of connections."""
    return ConnectionStyle(style, **kwargs) if isinstance(style, str) else style


def style_again(family, kind, ends, numbers):
    """The style that these numbers were read from: what get_arrowstyle() gives back."""
    table = (ArrowStyle if family == "ArrowStyle" else ConnectionStyle)._table
    fitting = [style for style in table.values() if style._kind == kind and getattr(style, "_ends", ends) == ends]
    chosen = fitting[0]
    if len(fitting) > 1 and not numbers["lengthA"] and not numbers["lengthB"]:
        chosen = ArrowStyle.BarAB
    style = chosen()
    for key in style.__dict__:
        if key in numbers:
            setattr(style, key, numbers[key])
    return style
