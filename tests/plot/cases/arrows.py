"""Styles of arrows and of connections, their outlines as numbers, and arrows in figures. Numbers may differ by little."""
import os

import matplotlib.pyplot as plt
from matplotlib.patches import ArrowStyle, Circle, ConnectionStyle, FancyArrowPatch, Rectangle
from matplotlib.path import Path

out = os.environ["PICTURES"]


def show(path):
    """Points and codes; the closing point, which counts for nothing, is left out."""
    codes = path.codes.tolist()
    print(codes, [[round(float(x), 3) for x in point] for point, code in zip(path.vertices, codes) if code != 79])


def attempt(function):
    try:
        result = function()
        return show(result) if isinstance(result, Path) else print(result)
    except Exception as error:
        print(type(error).__name__, error)


connections = ["arc3", "arc3,rad=0.3", "arc3,rad=-0.3", "ARC3, rad = 0.3", "angle", "angle,rad=10", "angle,rad=1000", "angle3",
               "angle3,angleA=30,angleB=120", "angle,angleA=0,angleB=0", "angle3,angleA=90,angleB=270", "arc",
               "arc,armA=10,armB=20", "arc,angleA=30,angleB=120,armA=30,armB=20,rad=5", "arc,armA=30", "arc,armB=30,rad=5",
               "arc,armA=30,rad=5", "arc,armA=0,armB=10", "bar", "bar,fraction=0.1", "bar,armA=10,armB=5", "bar,angle=45",
               "bar,angle=180,fraction=-0.2", "bar,angle=10,armA=3", "bar,angle=90", "bar,angle=130", "bar,angle=0"]
for style in connections:
    print(style)
    attempt(lambda: ConnectionStyle(style)((0, 0), (100, 50)))
attempt(lambda: ConnectionStyle("bar")((0, 0), (0, 0)))
attempt(lambda: ConnectionStyle("arc3")((0, 0), (0, 0)))
attempt(lambda: ConnectionStyle("arc3")((0, 0), (3, 0)))
attempt(lambda: ConnectionStyle("arc3")((0, 0), (100, 0), shrinkA=10, shrinkB=20))
attempt(lambda: ConnectionStyle("arc3", rad=0.2)((0, 0), (100, 0), 0, 0))
attempt(lambda: ConnectionStyle("arc3")((0, 0), (100, 0), patchA=Circle((0, 0), 30), patchB=Rectangle((90, -5), 40, 40)))

straight = Path([(0, 0), (50, 0), (100, 0)], [1, 3, 3])
bent = Path([(0, 0), (50, 80), (100, 0)], [1, 3, 3])
corner = Path([(0, 0), (50, 80), (100, 0)], [1, 2, 2])
short = Path([(0, 0), (1, 0), (2, 1)], [1, 3, 3])
arrows = ["-", "->", "<-", "<->", "-|>", "<|-", "<|-|>", "-[", "]-", "]-[", "|-|", "]->", "<-[", "-[,angleB=30",
          "|-|,widthA=.5,angleA=30,widthB=0.3", "->,head_length=1,head_width=.7", "simple", "fancy", "wedge",
          "simple,head_length=1,head_width=2,tail_width=1", "fancy,head_length=1,head_width=2,tail_width=1",
          "wedge,tail_width=1,shrink_factor=0.2"]
for style in arrows:
    for path in (straight, bent, corner, short):
        print(style)
        try:
            paths, filled = ArrowStyle(style)(path, 10, 2)
        except ValueError as error:
            print(error)
            continue
        print(filled)
        for part in paths if isinstance(paths, list) else [paths]:
            show(part)
for part in ArrowStyle("<->")(bent, 10, 2, 0.5)[0]:
    show(part)

wrong = ["arc4", "arc3,rad", "arc3,rad=abc", "arc3,foo=1", "arc3,rad=0.3,foo=3", "", "arc3,", "averylongnameofastyle"]
for style in wrong:
    attempt(lambda: ConnectionStyle(style))
wrong = ["=>", "->,head_length=abc", "->,foo=1", "->,head_length", "->,head_length=", "simple,widthA=2", "-,head_length=3",
         "-[,widthA=1", "averylongnameofastyle", "->,head_length=1=2"]
for style in wrong:
    attempt(lambda: ArrowStyle(style))
attempt(ArrowStyle)
attempt(lambda: ArrowStyle(3))
attempt(lambda: ArrowStyle("->", foo=3))
attempt(lambda: (ArrowStyle("->, head_length=1_0").head_length, ArrowStyle("fancy,head_length=3", head_length=4).head_length))
attempt(lambda: (ArrowStyle.Fancy(tail_width=2).tail_width, ArrowStyle.CurveB(0.3).head_length, ConnectionStyle.Arc3(0.3).rad))
attempt(lambda: [f"{name} {style.__name__}" for name, style in ArrowStyle.get_styles().items()])
attempt(lambda: [f"{name} {style.__name__}" for name, style in ConnectionStyle.get_styles().items()])
attempt(ArrowStyle.pprint_styles)
attempt(ConnectionStyle.pprint_styles)
attempt(lambda: [isinstance(ArrowStyle(style), ArrowStyle.CurveB) for style in ("->", "<-")])

# FancyArrowPatch
attempt(lambda: FancyArrowPatch())
attempt(lambda: FancyArrowPatch((0, 0)))
attempt(lambda: FancyArrowPatch((0, 0), (1, 1), path=straight))
attempt(lambda: FancyArrowPatch((0, 0), (1, 1), arrowstyle="=>"))
attempt(lambda: FancyArrowPatch((0, 0), (1, 1), connectionstyle="foo"))
attempt(lambda: FancyArrowPatch((0, 0), (1, 1), foo=3))
attempt(lambda: FancyArrowPatch((0, 0), (1, 1), lw="a"))
attempt(lambda: str(FancyArrowPatch((0, 0.5), (1, 2))))
attempt(lambda: str(FancyArrowPatch(path=straight)))
attempt(lambda: FancyArrowPatch((0, 0), (1, 1)).get_path())
figure, axes = plt.subplots()
arrow = FancyArrowPatch((0.2, 0.2), (0.7, 0.8), arrowstyle="->", mutation_scale=20)
print(axes.add_patch(arrow) is arrow, arrow.get_mutation_scale(), arrow.get_mutation_aspect(), arrow)
print(type(arrow.get_arrowstyle()).__name__, type(arrow.get_connectionstyle()).__name__, arrow.get_zorder())
print([round(float(x), 3) for x in (*arrow.get_facecolor(), *arrow.get_edgecolor(), arrow.get_linewidth())])
show(arrow.get_path())
arrow.set_positions((0, 0), (1, 1))
arrow.set_arrowstyle("-|>", head_length=3)
arrow.set_connectionstyle("arc3", rad=0.3)
arrow.set_mutation_scale(5)
show(arrow.get_path())
print(float(arrow.get_arrowstyle().head_length), arrow.get_connectionstyle().rad)
figure.canvas.draw()
way = FancyArrowPatch(path=Path([(0, 0), (0.5, 1), (1, 0)], [1, 3, 3]), arrowstyle="fancy", mutation_scale=30, color="r")
axes.add_patch(way)
show(way.get_path())
fraction = FancyArrowPatch((0, 0), (0.5, 0.5), transform=axes.transAxes, arrowstyle="<->", lw=3, ec="g", shrinkA=0, shrinkB=0)
axes.add_patch(fraction)
show(fraction.get_path())
figure.savefig(os.path.join(out, "patches.png"))


# annotations: their boxes depend on letters, which come out by a pixel or two alike
def point(text="", *, fontsize=10, **arrow):
    figure, axes = plt.subplots()
    try:
        note = axes.annotate(text, (0.2, 0.2), (0.6, 0.7), arrowprops=arrow, fontsize=fontsize)
        figure.canvas.draw()
        patch = note.arrow_patch
        print(patch.get_path().codes.tolist(), [[round(float(x)) for x in place] for place in patch.get_path().vertices[:3]])
        print(float(patch.get_mutation_scale()), patch.get_zorder(), patch.get_visible(), type(patch.get_arrowstyle()).__name__)
    except Exception as error:
        print(type(error).__name__, error)
    plt.close(figure)


point(arrowstyle="->")
point(arrowstyle="->", shrinkA=0, shrinkB=30)
point(arrowstyle="->", mutation_scale=50, zorder=7)
point(arrowstyle="-|>", fontsize=30, connectionstyle="angle3,angleA=0,angleB=70")
point()
point(shrink=0.1)
point(shrink=0.1, shrinkA=20, width=10, headwidth=30, headlength=20)
point(arrowstyle="fancy", visible=False, capstyle="butt", joinstyle="bevel", clip_on=True)
point(arrowstyle="-", relpos=(1, 1), patchA=None)
point(arrowstyle="=>")
point(foo=1)
point(arrowstyle="->", width=1)
point(arrowstyle="->", headwidth=1)
point(frac=0.1)
point(color="nocolor"[:0] + "C0", connectionstyle="foo")
point(arrowstyle="->", lw="a")
point(capstyle="foo")
point(patchA=3)
point(arrowstyle="->", connectionstyle="angle,angleA=0,angleB=0")
point(arrowstyle="simple", connectionstyle="angle")
figure, axes = plt.subplots()
note = axes.annotate("x", (0, 0.5), (1, 1), xycoords="axes fraction", arrowprops={"arrowstyle": "->", "color": "r"})
print(type(note).__name__, note.xy, note.xyann, note.xycoords, note.anncoords, note, note.arrowprops)
print(note.arrow_patch.get_edgecolor()[:3], axes.annotate("", (0, 0)).arrow_patch)
plt.close("all")


def picture(name, **arrow):
    figure, axes = plt.subplots(figsize=(3, 3))
    axes.annotate("text", (0.2, 0.2), (0.6, 0.7), arrowprops=arrow, bbox=dict(boxstyle="round", fc="0.9"))
    axes.annotate("below", (0.9, 0.4), (0.3, 0.05), arrowprops=arrow)
    figure.savefig(os.path.join(out, name + ".png"))
    plt.close(figure)


for number, style in enumerate(["->", "<|-|>", "]-[", "|-|", "simple", "fancy", "wedge"]):
    picture(f"style{number}", arrowstyle=style, fc="y", ec="b", mutation_scale=25)
for number, way in enumerate(["arc3,rad=.4", "angle", "angle,rad=10", "angle3", "arc,armA=20,armB=30,rad=8", "bar"]):
    picture(f"way{number}", arrowstyle="->", connectionstyle=way, lw=2, ls="--")
picture("widths", facecolor="black", shrink=0.05)
picture("hidden", arrowstyle="->", visible=False)
picture("faint", arrowstyle="wedge,tail_width=1.5", alpha=0.3, color="g")
figure, axes = plt.subplots(figsize=(3, 3))
circle = Circle((0.6, 0.7), 0.15, fc="none", ec="r")
axes.add_patch(circle)
axes.annotate("", (0.2, 0.2), (0.6, 0.7), arrowprops=dict(arrowstyle="->", patchA=circle, shrinkA=0))
axes.annotate("", (0.6, 0.7), (0.9, 0.2), arrowprops=dict(arrowstyle="->", patchB=circle, shrinkB=0, lw=3))
axes.add_patch(FancyArrowPatch((0.6, 0.7), (0.1, 0.9), patchA=circle, arrowstyle="-|>", mutation_scale=20))
figure.savefig(os.path.join(out, "circle.png"))
