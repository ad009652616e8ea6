"""What is drawn in place of lines, areas and letters: strokes round them, shadows."""

# Kinds by number, as kernel/plot/renderer.h has them.
_NORMAL, _STROKE, _LINE_SHADOW, _PATCH_SHADOW = range(4)
_LINE = {"lw": "linewidth", "ec": "foreground", "edgecolor": "foreground"}


class AbstractPathEffect:
    """AbstractPathEffect(offset=(0.0, 0.0))

    What path effects have in common: how far in points they are moved.

    >>> from matplotlib.patheffects import AbstractPathEffect, Stroke
    >>> isinstance(Stroke(), AbstractPathEffect)
    True
    """

    _kind, _then_normal = _NORMAL, False

    def __init__(self, offset=(0., 0.)):
        self._offset = offset
        self._looks = {}

    def _take(self, looks):
        known = ("linewidth", "foreground", "alpha")
        for key, value in looks.items():
            name = _LINE.get(key, key)
            if name not in known:
                raise NotImplementedError(f"path effects have {', '.join(known)} here, not {key}")
            self._looks[name] = value

    @property
    def _effect(self):
        """Kind, move, width, alpha, colour, what shadows keep of a colour, whether the thing itself follows."""
        looks = self._looks
        return (self._kind, *map(float, self._offset), looks.get("linewidth"), looks.get("alpha"), looks.get("foreground"),
                looks.get("rho", 1.0), self._then_normal)


class Normal(AbstractPathEffect):
    """Normal(offset=(0.0, 0.0))

    The thing itself.

    >>> import matplotlib.pyplot as plt
    >>> from matplotlib.patheffects import Normal, Stroke
    >>> _ = plt.text(0.5, 0.5, 'words', path_effects=[Stroke(linewidth=3, foreground='w'), Normal()])
    """


class Stroke(AbstractPathEffect):
    """Stroke(offset=(0, 0), **kwargs)

    The thing with another line: linewidth, foreground (its colour), alpha.

    >>> import matplotlib.pyplot as plt
    >>> from matplotlib.patheffects import Normal, Stroke
    >>> _ = plt.plot([1, 2], path_effects=[Stroke(linewidth=5, foreground='k'), Normal()])
    """

    _kind = _STROKE

    def __init__(self, offset=(0, 0), **kwargs):
        super().__init__(offset)
        self._take(kwargs)


class withStroke(Stroke):
    """withStroke(offset=(0, 0), **kwargs)

    A stroke, and then the thing itself.

    >>> import matplotlib.pyplot as plt
    >>> from matplotlib.patheffects import withStroke
    >>> _ = plt.text(0.5, 0.5, 'words', path_effects=[withStroke(linewidth=3, foreground='w')])
    """

    _then_normal = True


class SimpleLineShadow(AbstractPathEffect):
    """SimpleLineShadow(offset=(2, -2), shadow_color='k', alpha=0.3, rho=0.3, **kwargs)

    The shadow of a line; without a colour it is the line's, darkened by rho.

    >>> import matplotlib.pyplot as plt
    >>> from matplotlib.patheffects import Normal, SimpleLineShadow
    >>> _ = plt.plot([1, 2], path_effects=[SimpleLineShadow(), Normal()])
    """

    _kind = _LINE_SHADOW

    def __init__(self, offset=(2, -2), shadow_color="k", alpha=0.3, rho=0.3, **kwargs):
        super().__init__(offset)
        self._take(kwargs)
        self._looks.update(foreground=shadow_color, alpha=alpha, rho=rho)


class SimplePatchShadow(AbstractPathEffect):
    """SimplePatchShadow(offset=(2, -2), shadow_rgbFace=None, alpha=None, rho=0.3, **kwargs)

    The shadow of an area; without a colour it is the area's, darkened by rho.

    >>> import matplotlib.pyplot as plt
    >>> from matplotlib.patheffects import Normal, SimplePatchShadow
    >>> _ = plt.bar([1, 2], [1, 2], path_effects=[SimplePatchShadow(), Normal()])
    """

    _kind = _PATCH_SHADOW

    def __init__(self, offset=(2, -2), shadow_rgbFace=None, alpha=None, rho=0.3, **kwargs):
        super().__init__(offset)
        self._take(kwargs)
        self._looks.update(foreground=shadow_rgbFace, alpha=0.3 if alpha is None else alpha, rho=rho)


class withSimplePatchShadow(SimplePatchShadow):
    """withSimplePatchShadow(offset=(2, -2), shadow_rgbFace=None, alpha=None, rho=0.3, **kwargs)

    A shadow, and then the thing itself.

    >>> import matplotlib.pyplot as plt
    >>> from matplotlib.patheffects import withSimplePatchShadow
    >>> _ = plt.bar([1, 2], [1, 2], path_effects=[withSimplePatchShadow()])
    """

    _then_normal = True
