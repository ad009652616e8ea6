"""rcParams, styles, cyclers: what may be set to what, and what artists take from it."""
import os
import pathlib
import tempfile

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import matplotlib.style
from cycler import concat, cycler
from matplotlib.colors import to_hex

settings = matplotlib.rcParams
SKIPPED = ("backend", "backend_fallback", "text.hinting_factor", "text.kerning_factor")


def attempt(text):
    try:
        print(text, "->", repr(eval(text))[:400])
    except Exception as error:
        print(text, type(error).__name__, str(error)[:300])


for key in settings:
    if key not in SKIPPED:
        print(key, repr(settings[key]))
for name in sorted(matplotlib.style.library):
    print(name, {key: str(value) for key, value in matplotlib.style.library[name].items() if key not in SKIPPED})
print(matplotlib.style.available)
VALUES = {
    "axes.grid": ["x", 2, None, "no", "YES", 0.0], "lines.linewidth": [[1], None, "3"], "axes.labelsize": ["huge", "LARGE", 4],
    "axes.facecolor": [3, (1, 2), [1, 0, 0], (1, 0, 0, .5), "(1, 0, 0)", "g", "none", "ff0000", "12345678", "C3"],
    "axes.labelweight": ["bold", "xx", 700, "700"], "axes.xmargin": [-.5, 2], "lines.dash_capstyle": ["round", "x"],
    "lines.solid_joinstyle": ["bevel"], "axes.axisbelow": ["line", "x", True], "axes.formatter.limits": [[1], (-3, 4)],
    "figure.figsize": [(1,), [3, 4], "3,4"], "hist.bins": ["auto", 5, [1, 2], "x", "5"], "image.aspect": ["equal", "x", 2],
    "legend.loc": ["upper left", "upleft", (.1, .2), 99], "savefig.bbox": ["standard", "x"], "savefig.dpi": ["figure", "x", 3],
    "xtick.direction": ["in", "x"], "text.color": ["auto"], "lines.linestyle": ["-", "dashed", "x", (0, (1, 2)), [1, 2, 3], "None"],
    "axes.prop_cycle": [3, "cycler('color','rgb')", "cycler(color=['r','q'])", "cycler(foo='a')", "cycler(ls=['-','zz'])", ["r", "g"],
                        "cycler(color='rg')*cycler(ls=['-',':'])", "__import__('os')", cycler(lw=[1, 2])],
    "font.family": ["serif", ["a", "b"], "a, b"], "legend.title_fontsize": ["x", 3], "lines.marker": ["o", 3, [1]],
    "path.simplify_threshold": [2], "boxplot.whiskers": [[1, 2], "x", 2], "hatch.color": ["edge", "x"], "xtick.minor.ndivs": [-1, 3, "x"],
    "legend.labelcolor": ["linecolor", "mfc", "x"], "agg.path.chunksize": ["1.5", 1.5], "animation.codec": [3], "axes.titley": ["none", .5]}
for key, values in VALUES.items():
    for value in values:
        try:
            settings[key] = value
            print(key, repr(value), repr(settings[key]))
        except Exception as error:
            print(key, repr(value), type(error).__name__, error)
matplotlib.rcdefaults()
for text in ["settings['no.such']", "settings.get('no.such')", "settings.update({'no': 1})", "settings.pop('lines.linewidth')", "len(settings)",
             "type(settings)", "isinstance(settings, dict)", "type(settings.copy())", "settings.find_all('legend.*size')", "str(settings)[:100]",
             "matplotlib.rc('lines', linewidth=3, c='r')", "settings['lines.color'], settings['lines.linewidth']", "matplotlib.rc('lines', foo=3)",
             "matplotlib.rc(('xtick', 'ytick'), labelsize=3)", "settings['ytick.labelsize']", "matplotlib.rcdefaults()", "settings['ytick.labelsize']",
             "plt.style.use('nope')", "plt.style.use(['ggplot', 'nope'])", "settings['axes.facecolor']", "plt.style.use(3)", "plt.style.use([3])",
             "plt.style.use(pathlib.Path('nope'))", "plt.style.use([pathlib.Path('nope')])", "plt.style.use({'lines.linewidth': 7})",
             "settings['lines.linewidth']", "plt.style.use('default')", "settings['lines.linewidth'], settings['axes.facecolor']",
             "plt.style.use()", "settings['lines.dash_capstyle']", "settings['lines.solid_capstyle'] == 'projecting'", "hash(settings)"]:
    attempt(text)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "own.mplstyle")
    with open(path, "w") as file:
        file.write('# a style\nlines.linewidth: 5  # thick\naxes.facecolor: "#eeeeee"\naxes.prop_cycle: cycler(color=["k", "0.5"])\n\n')
    for style in (path, pathlib.Path(path), [pathlib.Path(path), "ggplot"]):
        with plt.style.context(style):
            print(settings["lines.linewidth"], settings["axes.facecolor"], settings["axes.prop_cycle"])
print(settings["lines.linewidth"], settings["axes.facecolor"])
with matplotlib.rc_context({"lines.linewidth": 4, "axes.grid": True}):
    print(plt.plot([1])[0].get_linewidth(), settings["axes.grid"])
print(settings["lines.linewidth"], settings["axes.grid"])


@matplotlib.rc_context({"font.size": 20})
def large():
    return settings["font.size"]


print(large(), settings["font.size"])
colors, widths, dashes = cycler(color=list("rgb")), cycler(lw=[1, 2, 3]), cycler("ls", ["-", "--"])
for text in ["colors", "colors + widths", "colors * dashes", "colors * 2", "colors[1:]", "colors[0]", "list(colors + widths)", "list(colors * dashes)[:3]",
             "colors + dashes", "colors + colors", "sorted((colors * dashes).by_key().items())", "colors == cycler(color='rgb')", "concat(colors, cycler('color', 'k'))",
             "cycler('x', colors)", "cycler(1)", "cycler()", "cycler('a', 'b', 'c')", "cycler('a', [1], b=[2])", "cycler(color='rg', lw=[1, 2])",
             "colors * 1.5", "hash(colors)", "[row for row, _ in zip(colors(), range(5))]", "colors._repr_html_()", "len(colors * dashes)"]:
    attempt(text)
for name in ["default"] + matplotlib.style.available:
    with plt.style.context(name, after_reset=True):
        fig, ax = plt.subplots()
        lines = [ax.plot([1, 2])[0] for _ in range(3)]
        bar, points, text = ax.bar([1], [1])[0], ax.scatter([1], [1]), ax.text(0, 0, "a")
        print(name, [to_hex(line.get_color()) for line in lines], lines[0].get_linewidth(), lines[0].get_markersize(), to_hex(bar.get_facecolor()),
              to_hex(bar.get_edgecolor(), True), bar.get_linewidth(), to_hex(text.get_color()), text.get_fontsize(), to_hex("C1"),
              [round(float(value), 6) for value in (*ax.get_xlim(), *ax.get_ylim(), *fig.get_size_inches(), *ax.get_position().bounds)],
              ax.title.get_fontsize(), to_hex(ax.xaxis.label.get_color()), float(points.get_sizes()[0]), fig.dpi)
        plt.close(fig)
plt.rc("axes", prop_cycle=cycler(color="rg") * cycler(ls=["-", ":"]) + cycler(marker="o^xs"))
fig, ax = plt.subplots()
for keywords in [{}, {}, {}, dict(color="k"), dict(color="k", ls="--", marker="d"), {}]:
    line, = ax.plot([1, 2], **keywords)
    print(keywords, line.get_color(), line.get_linestyle(), line.get_marker())
line, = ax.plot([1, 2], "b")
print(to_hex(line.get_color()), line.get_linestyle(), line.get_marker())
line, = ax.plot([1, 2], "b:")
print(to_hex(line.get_color()), line.get_linestyle(), line.get_marker())
ax.set_prop_cycle(color=["m", "y"], lw=[5, 6])
print([(line.get_color(), line.get_linewidth()) for line in ax.plot([[1, 2], [3, 4]])])
for text in ["ax.set_prop_cycle('color', ['c'])", "ax.plot([1])[0].get_color()", "ax.set_prop_cycle(None)", "ax.plot([1])[0].get_color()",
             "ax.set_prop_cycle(foo=[1])", "ax.set_prop_cycle(color=['nocolor'])"]:
    attempt(text)
