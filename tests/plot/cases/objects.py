"""What figures, axes and artists print, and what functions give back."""
import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np

fig, axs = plt.subplots(2, 3)
print(axs.shape, axs.ndim, axs.size, len(axs), axs[0], axs[:, 1].shape, [type(a).__name__ for a in axs.ravel()])
print(repr(axs[1]), axs[1, 2] is axs.flat[5], axs.T.shape, len(axs.tolist()[1]))
print(plt.cm.viridis(0.3), plt.cm.jet(100), plt.get_cmap("RdBu_r")(0.75), plt.cm.tab10(3), plt.cm.gray(2.0))
print(plt.get_cmap("viridis", 5).N, plt.cm.hot.name, plt.cm.hot.reversed().name, "Blues" in matplotlib.colormaps)
for name in sorted(matplotlib.colormaps):
    rows = [plt.get_cmap(name)(i) for i in (0, 1, 77, 128, 255)]
    print(name, ["%.6f" % channel for row in rows for channel in row])
print(matplotlib.colors.to_rgba("tab:orange"), matplotlib.colors.to_hex((0.2, 0.4, 1)), matplotlib.colors.to_rgb("C4"))
plt.close("all")
fig = plt.figure()
print(fig, repr(fig), fig.get_size_inches())
print(plt.xlim(), plt.ylim(0, 5), plt.axis())
print(plt.title("hello"), plt.xlabel("x"), plt.ylabel("y"), plt.suptitle("s"), plt.text(1, 2, "abc"))
print(repr(plt.gca()), plt.gca())
counts, edges, bars = plt.hist([1, 2, 2, 3, 3, 3], bins=3)
print(counts, edges, bars, bars[0].get_height(), len(bars))
line, = plt.plot([1.5, 2], [3.5, 4], "g^--", lw=3, label="a line")
print(line.get_color(), line.get_linestyle(), line.get_marker(), line.get_linewidth(), line.get_label(), line)
print(line.get_xdata(), line.get_ydata(), line is plt.gca().lines[0], line.axes is plt.gca(), line.figure is fig)
image = plt.imshow(np.eye(3), vmin=0, vmax=2)
print(image, image.get_clim(), image.get_cmap().name, image.get_extent(), image.get_array().shape)
print(plt.errorbar([1, 2], [1, 2], yerr=0.1), plt.bar([1, 2], [3, 4]), plt.stem([1, 2]))
print(plt.getp(line, "linewidth"), plt.get_fignums(), plt.fignum_exists(1), plt.rcParams["figure.figsize"])
plt.rcParams["figure.figsize"] = (3, 2)
plt.rcParams.update({"lines.linewidth": 4, "image.cmap": "gray"})
print(plt.figure(), plt.plot([1])[0].get_linewidth(), plt.imshow([[1, 2]]).get_cmap().name)
plt.rc("lines", linewidth=2)
print(plt.rcParams["lines.linewidth"])
for wrong in ("plt.rcParams['no.such'] = 1", "plt.subplot(2, 2, 5)", "plt.imshow([[1]], cmap=3)",
              "plt.plot([1], [2], marker='?')", "plt.subplots(0, 1)", "plt.axis('nonsense')", "plt.bar([1, 2], [1, 2, 3])"):
    try:
        exec(wrong)
    except Exception as error:
        print(type(error).__name__)
