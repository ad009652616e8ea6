"""Frames round texts and boxes. Numbers may differ by little."""
import os

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import BoxStyle, FancyBboxPatch

out = os.environ["PICTURES"]
styles = ["square", "square,pad=0", "circle", "ellipse", "rarrow", "larrow", "darrow", "rarrow,head_width=2,head_angle=60", "round",
          "round,rounding_size=0.1", "round,pad=0.5,rounding_size=1", "round4", "round4,rounding_size=0.5", "sawtooth", "roundtooth",
          "sawtooth,tooth_size=0.5"]
for style in styles:
    path = BoxStyle(style)(0, 0, 10, 4, 2)
    print(style, np.round(path.get_extents().extents, 3).tolist())
    if not {3, 4} & set(path.codes.tolist()):
        print(len(path), np.round(path.vertices[:30], 4).tolist())


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, error)


for style in ("foo", "round,pad=abc", "round,foo=1", "round,pad", "", "square,rounding_size=3"):
    attempt(lambda: BoxStyle(style))
attempt(BoxStyle)
attempt(lambda: (BoxStyle("round", pad=2).pad, BoxStyle.Round(pad=3).pad, list(BoxStyle.get_styles())))
attempt(BoxStyle.pprint_styles)
attempt(lambda: FancyBboxPatch((1, 2), 3, 4, boxstyle="foo"))
attempt(lambda: FancyBboxPatch((1, 2), 3, 4, boxstyle="round,pad=x"))
attempt(lambda: FancyBboxPatch((1, 2), 3, 4, foo=3))
for box in ({"boxstyle": "foo"}, {"boxstyle": "round,pad=abc"}, {"foo": 3}, 3):
    attempt(lambda: plt.text(0.5, 0.5, "hi", bbox=box))
plt.close("all")
for number, style in enumerate(styles):
    figure = plt.figure(figsize=(2, 2))
    figure.text(0.5, 0.7, "text", ha="center", size=20, bbox=dict(boxstyle=style, fc="y", ec="r", lw=2, ls="--"))
    axes = figure.add_axes([0.1, 0.1, 0.8, 0.4])
    axes.axis("off")
    axes.set(xlim=(-3, 8), ylim=(-2, 4))
    axes.add_patch(FancyBboxPatch((1, 1), 3, 1, boxstyle=style, mutation_scale=0.7, mutation_aspect=0.8, fc="c"))
    figure.savefig(os.path.join(out, f"style{number:02d}.png"))
figure = plt.figure(figsize=(3, 3))
for place, box in enumerate([dict(pad=3), dict(fc="none"), {}, dict(boxstyle="round", pad=1), dict(color="g", alpha=0.3),
                             dict(boxstyle="circle", hatch="/", fc="w"), dict(visible=False), dict(fill=False)]):
    figure.text(0.1 + 0.5 * (place % 2), 0.1 + 0.22 * (place // 2), "text", bbox=box)
figure.savefig(os.path.join(out, "looks.png"))
