"""Areas hatched with letters: each letter, and everything that takes hatch=."""
import os
import warnings

import matplotlib.pyplot as plt
import numpy as np

out = os.environ["PICTURES"]


def save(name):
    plt.savefig(os.path.join(out, name + ".png"))
    plt.close("all")


def small():
    figure = plt.figure(figsize=(2, 2))
    axes = figure.add_axes([0, 0, 1, 1])
    axes.axis("off")
    return axes


for number, letters in enumerate(["/", "\\\\", "|", "--", "+", "xx", "o", "O", "..", "**", "/o", "-x"]):
    small().add_patch(plt.Rectangle((0.1, 0.1), 0.8, 0.8, facecolor="w", edgecolor="r", hatch=letters))
    save(f"letters{number}")
small().add_patch(plt.Circle((0.5, 0.5), 0.4, facecolor="y", hatch="//"))
save("black_without_edge")
small().fill([0.1, 0.9, 0.9], [0.1, 0.1, 0.9], hatch="x", fill=False)
save("unfilled")
small().add_patch(plt.Circle((0.5, 0.5), 0.4, fc="none", ec="g", hatch="x", alpha=0.5))
save("alpha")

bars = plt.bar([1, 2, 3], [3, 2, 5], hatch=["/", "o", "xx"], edgecolor="k", label=["a", "b", "c"])
plt.legend()
print([str(bar.get_hatch()) for bar in bars])
save("bars")
bars = plt.barh([1, 2], [3, 4], hatch="//", label="a")
plt.legend()
plt.setp(bars, hatch="+")
print([bar.get_hatch() for bar in bars])
bars[0].set_hatch(None)
print([bar.get_hatch() for bar in bars])
save("barh")
area = plt.fill_between([0, 1, 2], [1, 2, 1], hatch="\\\\", facecolor="none", edgecolor="b", label="area")
print(area.get_hatch(), plt.fill_betweenx([0, 1], [0, 1]).get_hatch())
plt.legend()
save("between")
x, y = np.meshgrid(np.linspace(-2, 2, 40), np.linspace(-2, 2, 40))
levels = plt.contourf(x, y, x * np.exp(-x * x - y * y), hatches=["-", "/", "\\", "//", "."], levels=6, cmap="gray")
plt.colorbar(levels)
save("contours")
plt.hist([[1, 2, 2, 3], [2, 3, 3, 3]], hatch=["/", "x"], label=["a", "b"])
plt.legend()
save("histogram")
plt.pie([1, 2, 3], hatch=["/", ".", "O"])
save("pie")
plt.scatter([1, 2], [1, 2], s=3000, hatch="xx", facecolor="w", edgecolor="g")
save("scatter")
plt.axvspan(1, 2, hatch="+", fc="none", ec="g")
plt.axhspan(0, 1, hatch="-")
save("spans")
with plt.rc_context({"hatch.color": "b", "hatch.linewidth": 3}):
    plt.bar([1, 2], [3, 4], hatch="/")
    save("settings")

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    plt.Rectangle((0, 0), 1, 1, hatch="a/")
print([str(warning.message) for warning in caught])
for wrong in (3, 2.5):
    try:
        print(plt.Rectangle((0, 0), 1, 1, hatch=wrong).get_hatch())
    except Exception as error:
        print(type(error).__name__, error)

# what comes by add_patch and its kin does not ask for limits


def limits(draw):
    figure, axes = plt.subplots()
    draw(axes)
    print([round(float(value), 4) for value in (*axes.get_xlim(), *axes.get_ylim())])
    plt.close(figure)


def box():
    return plt.Rectangle((0.1, 0.1), 3, 4)


limits(lambda axes: axes.add_patch(box()))
limits(lambda axes: (axes.add_patch(box()), axes.autoscale()))
limits(lambda axes: (axes.add_patch(box()), axes.autoscale(axis="x")))
limits(lambda axes: (axes.add_patch(box()), axes.autoscale(False)))
limits(lambda axes: (axes.add_patch(box()), axes.autoscale_view()))
limits(lambda axes: (axes.add_patch(box()), axes.autoscale_view(scaley=False)))
limits(lambda axes: (axes.add_patch(box()), axes.plot([1, 2])))
limits(lambda axes: (axes.plot([1, 2]), axes.add_patch(box())))
limits(lambda axes: (axes.add_patch(box()), axes.axvline(2)))
limits(lambda axes: axes.add_line(plt.Line2D([1, 5], [3, 8])))
limits(lambda axes: axes.add_artist(box()))
limits(lambda axes: (axes.add_artist(box()), axes.plot([1, 2])))
limits(lambda axes: (axes.add_artist(box()), axes.relim(), axes.autoscale_view()))
for word in ("equal", "tight", "scaled", "auto", "image", "square"):
    limits(lambda axes: (axes.add_patch(box()), axes.axis(word)))
limits(lambda axes: (axes.add_patch(box()), axes.margins(0.1)))
limits(lambda axes: (axes.add_patch(box()), axes.relim()))
limits(lambda axes: (axes.add_patch(box()), axes.set_aspect("equal")))
limits(lambda axes: (axes.add_patch(box()), axes.set_xscale("log")))
limits(lambda axes: (axes.add_patch(box()), axes.scatter([], [])))
limits(lambda axes: (axes.add_patch(box()), axes.text(3, 3, "a")))
limits(lambda axes: axes.fill([0, 2, 3], [1, 4, 5]))
limits(lambda axes: axes.arrow(0, 0, 2, 3))
limits(lambda axes: axes.margins(0.2))
