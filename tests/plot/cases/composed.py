"""Charts that are put together of others: limits, ticks and numbers. Numbers may differ by little."""
import os
import warnings

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection, PatchCollection, PolyCollection

warnings.simplefilter("ignore")
np.set_printoptions(precision=5, suppress=True)
out = os.environ["PICTURES"]
count = 0


def run(name, draw):
    global count
    figure, axes = plt.subplots(figsize=(3, 2))
    try:
        made = draw(axes)
        print(name, len(made) if isinstance(made, (list, dict, tuple)) else 1)
        print("   ", [round(float(value), 5) for value in (*axes.get_xlim(), *axes.get_ylim())],
              [round(float(value), 4) for value in axes.get_xticks()], [label.get_text() for label in axes.get_xticklabels()])
        count += 1
        figure.savefig(os.path.join(out, f"chart{count:02d}.png"))
        return made
    except Exception as error:
        print(name, type(error).__name__, error)
    finally:
        plt.close(figure)


def corners(collection):
    return [np.round(path.vertices, 4).tolist() for path in collection.get_paths()]


x, y = [1, 2, 3], [[1.0, 2, 3], [4, 2, 1]]
for baseline in ("zero", "sym", "wiggle", "weighted_wiggle", "foo"):
    made = run(baseline, lambda axes: axes.stackplot(x, y, baseline=baseline))
    print(made and [corners(area) for area in made])
run("stack", lambda axes: axes.stackplot(x, [1, 2, 3], [3, 4, 5], labels=["a", "b"], colors=["r", "g"]))
for arguments, options in [(([1, 3, 2],), {}), (([1, 3, 2], [0, 1, 2, 5]), dict(fill=True, baseline=None)), (([1, 3, 2], [0, 1]), {}),
                           (([1, 3, 2],), dict(orientation="horizontal", baseline=1)), (([1, np.nan, 2],), {}),
                           (([1, 3, 2],), dict(baseline=[0, 1, 1], fill=True, color="r"))]:
    made = run("stairs", lambda axes: axes.stairs(*arguments, **options))
    if made:
        print(np.array(made.get_edgecolor()), np.array(made.get_facecolor()), made.get_path().vertices.tolist())
made = run("events", lambda axes: axes.eventplot([1, 2, 5]))
print([line.tolist() for line in made[0].get_segments()])
made = run("events", lambda axes: axes.eventplot([[1, 2, 5], [3, 4]], colors=["r", "b"], lineoffsets=[1, 3], linelengths=0.5,
                                                 orientation="vertical"))
print([[line.tolist() for line in row.get_segments()] for row in made])
random = np.random.default_rng(1)
a, b = random.normal(size=100), random.normal(size=100)
made = run("hist2d", lambda axes: axes.hist2d(a, b, bins=5))
print(made[0], made[1], made[3].get_clim())
run("hist2d", lambda axes: axes.hist2d(a, b, bins=[3, 4], range=[[-1, 1], [-2, 2]], density=True, cmin=0.01))
for options in ({}, dict(marker="o", markersize=3), dict(precision=0.5, origin="lower")):
    run("spy", lambda axes: axes.spy(np.eye(4), **options))
print(corners(run("broken", lambda axes: axes.broken_barh([(1, 2), (5, 1)], (3, 2), facecolors="r"))))


def labels(axes, **options):
    return axes.bar_label(axes.bar([1, 2, 3], [1, -2, 3.14159]), **options)


def labels_across(axes):
    return axes.bar_label(axes.barh([1, 2, 3], [1, -2, 3], xerr=0.1))


for options in ({}, {"fmt": "%.1f"}, {"fmt": "{:.2f}"}, {"fmt": lambda value: f"v{value:.0f}"}, {"labels": ["a", "b", "c"]},
                {"padding": 3}, {"label_type": "foo"}):
    made = run(f"labels {list(options)}", lambda axes: labels(axes, **options))
    print(made and [(text.get_text(), text.xy, text.xyann, text.get_ha(), text.get_va()) for text in made])
made = run("labels", lambda axes: labels(axes, label_type="center"))
print([(text.get_text(), text.get_ha(), text.get_va()) for text in made])
made = run("labels", labels_across)
print([(text.get_text(), text.xy, text.xyann, text.get_ha(), text.get_va()) for text in made])
for arguments, options in [(([3, 1, 2, 2.0],), {}), (([3, 1, 2.0],), dict(weights=[1, 2, 3])), (([3, np.nan],), {}),
                           (([3, 1, 2, 2.0],), dict(complementary=True, compress=True, orientation="horizontal"))]:
    made = run("ecdf", lambda axes: axes.ecdf(*arguments, **options))
    print(made and (made.get_xdata(), made.get_ydata(), made.get_drawstyle()))

groups = [np.arange(10.0), np.array([1, 2, 3, 4, 50.0])]
for options in [{}, {"notch": True}, {"vert": False}, {"patch_artist": True}, {"showmeans": True}, {"meanline": True, "showmeans": True},
                {"whis": (5, 95)}, {"whis": 0.5}, {"sym": ""}, {"sym": "r+"}, {"positions": [1, 5], "widths": 0.3},
                {"tick_labels": ["a", "b"]}, {"showfliers": False, "showcaps": False, "showbox": False}, {"manage_ticks": False},
                {"orientation": "horizontal"}, {"medianprops": {"color": "k", "lw": 3}}, {"label": ["p", "q"]}, {"positions": [1]},
                {"tick_labels": ["a"]}, {"usermedians": [3, 4]}, {"widths": [0.1, 0.5]}, {"orientation": "foo"},
                {"conf_intervals": [[2, 4], [2, 3]], "notch": True}]:
    made = run(f"boxes {list(options)}", lambda axes: axes.boxplot(groups, **options))
    for name, parts in sorted(made.items() if made else ()):
        for part in parts:
            if type(part).__name__ == "Line2D":
                looks = part.get_color(), part.get_linestyle(), part.get_linewidth(), part.get_zorder()
                print(name, np.asarray(part.get_xdata(), float), np.asarray(part.get_ydata(), float), looks)
            else:
                print(name, np.array(part.get_facecolor()), np.array(part.get_edgecolor()))
run("one", lambda axes: axes.boxplot([1, 2, 3]))
run("columns", lambda axes: axes.boxplot(np.arange(12.0).reshape(4, 3)))
run("empty", lambda axes: axes.boxplot([[], [1, 2]]))
for options in [{}, {"showmeans": True, "showmedians": True}, {"vert": False}, {"positions": [2, 4], "widths": 1},
                {"points": 20, "bw_method": 0.5}, {"quantiles": [[0.25], [0.5, 0.75]]}, {"side": "low"}, {"showextrema": False},
                {"bw_method": "silverman"}, {"orientation": "horizontal", "side": "high"}, {"side": "foo"}, {"positions": [1]}]:
    made = run(f"violins {list(options)}", lambda axes: axes.violinplot(groups, **options))
    for name, part in sorted(made.items() if made else ()):
        if name == "bodies":
            print(name, [np.round(path.vertices[[0, 3, -2]], 4).tolist() for body in part for path in body.get_paths()],
                  part[0].get_facecolor(), part[0].get_alpha())
        else:
            print(name, [line.tolist() for line in part.get_segments()])
for options in ({}, {"maxlags": 5}, {"normed": False}, {"usevlines": False}, {"maxlags": None}, {"maxlags": 500}):
    made = run(f"acorr {list(options)}", lambda axes: axes.acorr(a, **options))
    print(made and (made[0][:3], made[1][:4], type(made[2]).__name__, type(made[3]).__name__))
    made = run(f"xcorr {list(options)}", lambda axes: axes.xcorr(a, b, **options))
    print(made and (made[0][:3], made[1][:4]))
run("xcorr", lambda axes: axes.xcorr([1, 2], [1, 2, 3]))

run("lines", lambda axes: axes.add_collection(LineCollection([[(0, 0), (1, 2)], [(2, 1), (3, 3), (4, 0)]], colors=["r", "b"], lw=3)))
run("lines", lambda axes: axes.add_collection(LineCollection(np.arange(12.0).reshape(3, 2, 2), array=[1, 2, 3], cmap="hot")))
run("polygons", lambda axes: axes.add_collection(PolyCollection([[(0, 0), (1, 2), (2, 0)], [(3, 0), (4, 1), (3, 2)]], facecolors=["y", "c"],
                                                                edgecolor="k")))
run("patches", lambda axes: axes.add_collection(PatchCollection([plt.Rectangle((0, 0), 1, 2), plt.Circle((3, 1), 1)], alpha=0.5)))
run("patches", lambda axes: axes.add_collection(PatchCollection([plt.Rectangle((0, 0), 1, 2, fc="r"), plt.Circle((3, 1), 1, fc="g")],
                                                                match_original=True)))

figure, axes = plt.subplots()
axes.plot([1, 2])
print(np.array(axes.get_facecolor()), axes.get_autoscale_on(), axes.get_visible(), axes.get_frame_on(), axes.get_zorder(),
      axes.get_axisbelow(), axes.get_adjustable(), axes.get_anchor(), axes.get_box_aspect(), axes.get_xmargin(),
      bool(axes.get_xinverted()), bool(axes.xaxis_inverted()), axes.has_data(), round(float(axes.get_data_ratio()), 5), axes.dataLim,
      axes.name, axes.axison, np.round(axes.viewLim.extents, 4), np.round(axes.get_window_extent().extents, 4))
axes.set(xlim=(3, 1), anchor="SW", axisbelow=False, facecolor="r", frame_on=False, box_aspect=2, zorder=2.5)
print(np.array(axes.get_facecolor()), axes.get_autoscale_on(), axes.get_autoscaley_on(), axes.get_frame_on(), axes.get_zorder(),
      axes.get_axisbelow(), axes.get_anchor(), axes.get_box_aspect(), bool(axes.get_xinverted()), np.round(axes.viewLim.extents, 4))
line, = axes.plot([1, 2], marker="o")
text = axes.text(0, 0, "a", ha="center", va="top", weight="bold", style="italic", family="serif")
print([getattr(line, "get_" + name)() for name in ("mew ms lw ls drawstyle solid_capstyle dash_capstyle fillstyle clip_on").split()])
print(line.get_xydata().tolist(), np.array(line.get_mfc()), np.array(line.get_mec()), line.zorder)
print([getattr(text, "get_" + name)() for name in ("ha va horizontalalignment verticalalignment fontweight weight fontstyle "
                                                  "fontfamily family size rotation_mode").split()])
print(axes.scatter([1, 2], [3, 4]).get_offsets().tolist())
try:
    axes.axis(foo=3)
except TypeError as error:
    print(error)

# spectra, and labels of contours
from matplotlib import mlab

signal = np.sin(np.arange(600) * 0.3) + random.normal(size=600) * 0.1
second = np.cos(np.arange(600) * 0.3) + random.normal(size=600) * 0.1


def attempt(name, function):
    try:
        made = function()
        print(name, [(np.shape(part), np.round(np.abs(np.ravel(part)[[0, 1, 2, -2]]), 5).tolist()) for part in made])
    except Exception as error:
        print(name, type(error).__name__, error)


for options in [{}, {"Fs": 10}, {"NFFT": 64, "noverlap": 32}, {"sides": "twosided"}, {"window": mlab.window_none}, {"detrend": "linear"},
                {"scale_by_freq": False}, {"pad_to": 512}, {"NFFT": 64, "pad_to": 100}, {"NFFT": 1000}, {"sides": "foo"},
                {"detrend": "foo"}, {"window": np.ones(256)}, {"window": np.ones(3)}, {"noverlap": 300}, {"NFFT": 63}]:
    attempt(f"psd {list(options)}", lambda: mlab.psd(signal, **options))
    attempt(f"csd {list(options)}", lambda: mlab.csd(signal, second, **options))
    attempt(f"cohere {list(options)}", lambda: mlab.cohere(signal, second, **options))
for options in [{}, {"mode": "magnitude"}, {"mode": "complex"}, {"NFFT": 64, "noverlap": 10}, {"mode": "foo"}]:
    attempt(f"specgram {options}", lambda: mlab.specgram(signal, **options))
for kind in ("magnitude_spectrum", "angle_spectrum", "phase_spectrum", "complex_spectrum"):
    for options in ({}, {"pad_to": 1001}, {"window": mlab.window_none}):
        attempt(kind, lambda: getattr(mlab, kind)(signal[:-1], **options))
attempt("complex", lambda: mlab.psd(signal + 1j * second))
for name, draw in [("psd", lambda axes: axes.psd(signal)), ("psd", lambda axes: axes.psd(signal, Fs=10, Fc=100, color="r")),
                   ("psd", lambda axes: axes.psd(signal, return_line=True, scale_by_freq=False)),
                   ("csd", lambda axes: axes.csd(signal, second)), ("cohere", lambda axes: axes.cohere(signal, second)),
                   ("specgram", lambda axes: axes.specgram(signal)), ("specgram", lambda axes: axes.specgram(signal, mode="magnitude")),
                   ("specgram", lambda axes: axes.specgram(signal, scale="linear", xextent=(0, 1), NFFT=128, noverlap=0)),
                   ("specgram", lambda axes: axes.specgram(signal, mode="angle", scale="dB")),
                   ("specgram", lambda axes: axes.specgram(signal, scale="foo")),
                   ("magnitude", lambda axes: axes.magnitude_spectrum(signal, scale="dB")),
                   ("magnitude", lambda axes: axes.magnitude_spectrum(signal, scale="foo")),
                   ("angle", lambda axes: axes.angle_spectrum(signal[:-1])), ("phase", lambda axes: axes.phase_spectrum(signal[:-1]))]:
    run(name, lambda axes: (draw(axes), print(axes.get_xlabel(), axes.get_ylabel()))[0])
across, up = np.meshgrid(np.linspace(-3, 3, 60), np.linspace(-2, 2, 50))
hills = np.exp(-across**2 - up**2) - np.exp(-((across - 1) ** 2) - (up - 1) ** 2)
figure, axes = plt.subplots(1, 2, figsize=(8, 3))
print([text.get_text() for text in axes[0].clabel(axes[0].contour(across, up, hills * 2), fontsize=9)])
print([text.get_text() for text in axes[1].contour(across, up, hills, colors="k").clabel(inline=False, fmt="%.1f", colors="r")])
figure.savefig(os.path.join(out, "labels.png"))
for options in ({"levels": [0.5]}, {"levels": [7]}, {"fmt": {0.0: "zero", 0.5: "half"}}, {"fmt": lambda level: f"{level:g}!"}):
    try:
        print([text.get_text() for text in plt.contour(across, up, hills * 2).clabel(**options)])
    except ValueError as error:
        print(error)
figure, axes = plt.subplots()
axes.plot([1, 2], label="line")
axes.bar([1, 2], [1, 2], label="bar")
legend = axes.legend(title="both")
print([type(artist).__name__ for artist in legend.legend_handles], len(legend.get_lines()), len(legend.get_patches()),
      legend.get_title().get_text(), legend.get_frame_on())
plt.box(False)
print(axes.get_frame_on(), plt.get_figlabels()[-1:], plt.mlab is mlab)
