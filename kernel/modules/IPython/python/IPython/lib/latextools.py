"""Formulas as pictures, drawn by matplotlib: what SymPy's printing shows beside their text."""
import base64
import io

__all__ = ["latex_to_png", "latex_to_html"]


def latex_to_png(s, encode=False, backend=None, wrap=False, color="Black", scale=1.0):
    """The picture of a formula as PNG's bytes, with encode as base64's; None when it cannot be drawn.

    A formula stands between dollars, or wrap puts it there. `backend` is "matplotlib", which is what None means: LaTeX and
    dvipng are not asked. `color` is a name, `scale` a factor.

    >>> latex_to_png("$x^2$")[:4]
    b'\\x89PNG'
    >>> latex_to_png("$x^2$", backend="dvipng") is None
    True
    """
    if backend not in (None, "matplotlib"):
        return None
    from matplotlib.figure import Figure
    from matplotlib.colors import is_color_like, to_hex
    ink = color if is_color_like(color) else color.lower()
    if not is_color_like(ink):
        return None
    text, picture = s.replace("\\displaystyle", "").strip(), io.BytesIO()
    figure = Figure(figsize=(0.01, 0.01))
    try:
        figure.text(0, 0, "$%s$" % text.strip("$") if wrap else text, fontsize=12, color=to_hex(ink))
        figure.savefig(picture, dpi=120 * scale, format="png", bbox_inches="tight", pad_inches=0, transparent=True)
    except ValueError:
        return None
    drawn = picture.getvalue()
    return base64.encodebytes(drawn) if encode else drawn


def latex_to_html(s, alt="image"):
    """An <img> element that holds the picture of a formula; None when it cannot be drawn.

    >>> latex_to_html("$x$", "x")[:32]
    '<img src="data:image/png;base64,'
    """
    drawn = latex_to_png(s, encode=True)
    return drawn and '<img src="data:image/png;base64,%s" alt=%s />' % (drawn.decode("ascii").replace("\n", ""), alt)
