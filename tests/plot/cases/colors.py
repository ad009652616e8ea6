"""Colours of artists, levels of contours, colour bars, legends, error bars, images as files."""
import io

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import BoundaryNorm, ListedColormap, LogNorm, to_hex

x = np.linspace(0, 1, 30)
field = np.outer(np.sin(5 * x), x)


def hexes(colors):
    return [to_hex(color, keep_alpha=True) for color in colors]


def numbers(values):
    return [round(float(value), 6) for value in values]


for keywords in [{}, dict(color="r"), dict(facecolor="g"), dict(fc="g", ec="k"), dict(alpha=.3), dict(edgecolor="b"), dict(lw=3)]:
    fig, ax = plt.subplots()
    area = ax.fill_between([0, 1, 2], [1, 2, 1], **keywords)
    print(keywords, hexes(area.get_facecolor()), hexes(area.get_edgecolor()))
    for patch in (ax.axvspan(0, 1, **keywords), ax.axhspan(0, 1, **keywords), ax.fill([0, 1, 1], [0, 0, 1], **keywords)[0],
                  ax.bar([1], [1], **keywords)[0], ax.hist([1, 2, 3], **keywords)[2][0]):
        print(hexes([patch.get_facecolor(), patch.get_edgecolor()]), patch.get_linewidth())
    plt.close(fig)
for text in ["ax.bar([1], [1], fc='g')", "ax.bar([1], [1], color='g')", "ax.fill([0, 1, 1], [0, 0, 1], 'r')", "ax.fill([0, 1, 1], [0, 0, 1], fc='r')",
             "ax.barh([1], [1], facecolor='g')", "ax.scatter([1], [1], facecolors='none', edgecolors='r')", "ax.hist([1, 2], histtype='step')"]:
    fig, ax = plt.subplots()
    eval(text)
    print(text, to_hex(ax.bar([1], [1])[0].get_facecolor()), to_hex(ax.plot([1])[0].get_color()))
    plt.close(fig)


def bar(draw, **keywords):
    fig, ax = plt.subplots()
    source = draw(ax)
    shown = plt.colorbar(source, **keywords)
    fig.canvas.draw()
    print(numbers(shown.get_ticks()), numbers(shown.ax.get_yticks(minor=True)), [label.get_text() for label in shown.ax.get_yticklabels()],
          numbers(shown.ax.get_ylim()), shown.extend, shown.orientation)
    print([round(float(y)) for y in shown.ax.transData.transform([[0, tick] for tick in shown.get_ticks()])[:, 1]])
    if hasattr(source, "levels"):
        colors = source.get_facecolor() if source.filled else source.get_edgecolor()
        print(numbers(source.levels), numbers(source.get_clim()), source.norm.vmin, source.norm.vmax, hexes(colors))
    plt.close(fig)


for count in [3, 5, 8, 12, 20]:
    bar(lambda ax: ax.contourf(field, count))
    bar(lambda ax: ax.contour(field, count))
bar(lambda ax: ax.contourf(field, levels=[-.5, 0, .25, .9]))
bar(lambda ax: ax.contourf(field, levels=[-.5, 0, .25, .9]), spacing="proportional")
bar(lambda ax: ax.contourf(field, levels=[-.5, 0, .25, .5], extend="both"))
bar(lambda ax: ax.contourf(field, levels=[-.5, 0, .25, .5], extend="max", cmap="jet"))
bar(lambda ax: ax.contourf(field, levels=[-.5, 0, .25, .5], extend="min", colors=["r", "g", "b", "k"]))
bar(lambda ax: ax.contourf(field, levels=np.linspace(-1, 1, 31)))
bar(lambda ax: ax.contourf(field, vmin=-1, vmax=2))
bar(lambda ax: ax.contourf(field, locator=plt.MaxNLocator(3)))
bar(lambda ax: ax.contourf(np.abs(field) + .01, norm=LogNorm()))
bar(lambda ax: ax.contourf(np.abs(field) + .01, locator=matplotlib.ticker.LogLocator()))
bar(lambda ax: ax.contourf(field, levels=3, cmap=ListedColormap(["r", "g", "b"])))
bar(lambda ax: ax.imshow(field, norm=BoundaryNorm([-1, 0, .2, .5, 1], 256)))
bar(lambda ax: ax.imshow(np.arange(9).reshape(3, 3), cmap="tab10", norm=BoundaryNorm(np.arange(11) - .5, 10)))
bar(lambda ax: ax.imshow(field, norm=LogNorm(.01, 1)))
bar(lambda ax: ax.scatter(x, x, c=x * 7), extend="both")
for extend in ["both", "min", "max"]:
    for count in [3, 7, 12]:
        print(numbers(plt.contourf(field, count, extend=extend).levels), numbers(plt.contour(field, count, extend=extend).levels))

fig, ax = plt.subplots()
ax.hist([[1, 2, 3], [2, 3, 4], [1, 1, 1]], label=["a", "b", "c"])
ax.plot([1, 2], label="line")
ax.bar([1], [1], label="bar")
ax.errorbar([1], [2], yerr=[1], label="errors")
ax.fill_between([1, 2], [1, 2], label="between")
ax.scatter([1], [1], label="points")
ax.stem([1, 2], label="stems")
ax.axvspan(1, 2, label="span")
print(ax.get_legend_handles_labels()[1], [text.get_text() for text in ax.legend().get_texts()])
for kind in ["bar", "barstacked", "step", "stepfilled"]:
    for keywords in [{}, dict(stacked=True), dict(orientation="horizontal")]:
        fig, ax = plt.subplots()
        counts, edges, patches = ax.hist([[1, 2, 3, 3], [2, 3, 4, 4, 4]], histtype=kind, bins=4, label=["a", "b"], **keywords)
        print(kind, keywords, ax.get_legend_handles_labels()[1], hexes(patch.get_facecolor() for patch in ax.patches),
              hexes(patch.get_edgecolor() for patch in ax.patches), counts.tolist(), numbers((*ax.get_xlim(), *ax.get_ylim())))
        plt.close(fig)

fig, ax = plt.subplots()


def errors(**keywords):
    try:
        made = ax.errorbar([1, 2, 3], [1, 2, 3], **keywords)
    except Exception as error:
        print(keywords, type(error).__name__, error)
        return
    line = made[0]
    print(keywords, line and (line.get_zorder(), line.get_linestyle(), line.get_marker(), line.get_linewidth(), line.get_alpha()),
          made.has_xerr, made.has_yerr)
    for cap in made[1]:
        print(cap.get_marker(), numbers(cap.get_xdata()), numbers(cap.get_ydata()), cap.get_markersize(), float(cap.get_markeredgewidth()),
              to_hex(cap.get_color()), cap.get_zorder())
    for bars in made[2]:
        print([numbers(np.ravel(segment)) for segment in bars.get_segments()], numbers(np.ravel(bars.get_linewidth())),
              hexes(bars.get_color()), bars.get_zorder())


for keywords in [dict(yerr=.2), dict(yerr=.2, lolims=True), dict(yerr=.2, lolims=True, capsize=3), dict(yerr=.2, uplims=[1, 0, 0], capsize=3),
                 dict(xerr=.2, xlolims=[1, 0, 1], capsize=3), dict(xerr=.2, xuplims=True), dict(yerr=.2, errorevery=2),
                 dict(yerr=.2, errorevery=(1, 2), capsize=2), dict(yerr=[.1, .2, .3], errorevery=[True, False, True]), dict(yerr=.2, lw=4),
                 dict(yerr=.2, linewidth=3, elinewidth=1, mew=2, capsize=3), dict(yerr=.2, capsize=3, capthick=4), dict(yerr=-.2), dict(yerr=[1, 2]),
                 dict(yerr=.2, alpha=.3, ecolor="k", zorder=5), dict(xerr=[[.1, .1, .1], [.2, .2, .2]], fmt="rs--"), dict(yerr=.2, fmt="none"),
                 dict(yerr=.2, barsabove=True, fmt="s"), dict(yerr=.2, ecolor=["r", "g", "b"]), dict(), dict(yerr=[None, 1, 2])]:
    errors(**keywords)
bars = ax.bar([1, 2], [3, 4], yerr=.2, capsize=4, ecolor="r", error_kw=dict(elinewidth=3, capthick=2))
print(type(bars).__name__, bars.errorbar[0], [numbers(cap.get_ydata()) for cap in bars.errorbar[1]], bars.orientation, len(bars.patches))

for image in [field[:4, :5], np.arange(60, dtype="u1").reshape(4, 5, 3), np.arange(60).reshape(4, 5, 3) / 60, np.arange(80).reshape(4, 5, 4) / 80,
              np.arange(80, dtype="u1").reshape(4, 5, 4), np.arange(20).reshape(4, 5)]:
    file = io.BytesIO()
    plt.imsave(file, image)
    header = file.getvalue()[24:26]
    file.seek(0)
    back = plt.imread(file)
    print(image.shape, image.dtype, list(header), back.shape, back.dtype, numbers(back[0, 0]), numbers(back[-1, -1]))
file = io.BytesIO()
fig.savefig(file)
print(list(file.getvalue()[24:26]))

# what is no colour, in the words of each
for wrong in ("nocolor", "C99x", "#12", "1.5", "-1", (1, 2), ("r", 2), (1, 0, 0, 0, 0), 3.5):
    for name, use in [("line", lambda: plt.plot([1], color=wrong)), ("patch", lambda: plt.Rectangle((0, 0), 1, 1, color=wrong)),
                      ("face", lambda: plt.Rectangle((0, 0), 1, 1, fc=wrong)), ("text", lambda: plt.text(0, 0, "a", color=wrong)),
                      ("across", lambda: plt.axhline(1, color=wrong)), ("rgba", lambda: matplotlib.colors.to_rgba(wrong)),
                      ("axes", lambda: plt.gca().set_facecolor(wrong))]:
        try:
            use()
            print(name, wrong)
        except Exception as error:
            print(name, type(error).__name__, error)
for wrong in ("nocolor", "C99x", "#12", "1.5", "-1"):
    for use in (lambda: plt.bar([1], [1], color=wrong), lambda: plt.hist([1], color=wrong), lambda: plt.scatter([1], [1], c=wrong),
                lambda: plt.scatter([1], [1], color=wrong), lambda: plt.fill_between([1, 2], [1, 2], color=wrong),
                lambda: matplotlib.colors.to_rgba_array(wrong)):
        try:
            use()
            print(wrong)
        except Exception as error:
            print(type(error).__name__, error)
print(matplotlib.colors.to_rgba_array(["r", (0, 1, 0), "0.5"]).tolist(), matplotlib.colors.to_rgba_array("b", 0.3).tolist(),
      matplotlib.colors.to_rgba_array("none").shape, matplotlib.colors.same_color("r", (1, 0, 0)))
plt.close("all")
print([line.get_color() for line in (plt.plot([1], color=None) + plt.plot([1]))])

for wrong in (np.ones((2, 2, 3)) * 2, -np.ones((2, 2, 4)), np.ones((2, 2, 2)), np.full((2, 2, 3), 200, "uint8")):
    try:
        plt.imsave(io.BytesIO(), wrong)
        print("saved")
    except ValueError as error:
        print(error)
