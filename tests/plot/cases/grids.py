"""GridSpec, places of axes, and what axis() does to limits."""
import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
from matplotlib.gridspec import GridSpec, GridSpecFromSubplotSpec


def numbers(values):
    return [round(float(value), 6) for value in values]


def limits(ax):
    print(numbers((*ax.get_xlim(), *ax.get_ylim())), ax.get_aspect())


for word in ["tight", "image", "scaled", "equal", "square", "auto", "on", "off"]:
    for given in (False, True):
        fig, ax = plt.subplots()
        ax.plot([0, 1, 3], [2, 5, 1])
        if given and word not in ("on", "off"):
            ax.set_xlim(-1, 2)
        print(word, numbers(ax.axis(word)))
        limits(ax)
        ax.plot([0, 10], [0, 10])
        limits(ax)
        plt.close(fig)
fig, ax = plt.subplots()
ax.plot([0, 1, 3], [2, 5, 1])
ax.autoscale(tight=True)
limits(ax)
ax.margins(0.1)
limits(ax)
ax.margins(x=.2, y=.3)
limits(ax)
plt.close("all")

gs = GridSpec(2, 3)
print(plt.get_fignums(), gs.nrows, gs.ncols, gs.figure, gs.get_geometry(), gs)
fig = plt.figure()
upper = fig.add_subplot(gs[0, :])
other = plt.figure()
lower = other.add_subplot(gs[1, 1])
print(upper.get_position(), upper.get_subplotspec(), numbers(lower.get_position().bounds), lower.get_gridspec() is gs)
gs.update(left=.2, wspace=.5)
print(numbers(upper.get_position().bounds), numbers(lower.get_position().bounds), gs.left, gs.right)
ratios = GridSpec(2, 2, width_ratios=[1, 2], height_ratios=[3, 1], left=.1, right=.5)
print(numbers(fig.add_subplot(ratios[1]).get_position().bounds), ratios.get_width_ratios(), ratios.get_height_ratios(), ratios)
print(plt.subplot(ratios[2]).figure is other)
inner = gs[0, 0].subgridspec(2, 2)
print(inner, numbers(fig.add_subplot(inner[1, 1]).get_position().bounds))
inner = GridSpecFromSubplotSpec(1, 2, subplot_spec=gs[1, 0], wspace=.1)
print(inner, numbers(fig.add_subplot(inner[0]).get_position().bounds))
fig, axs = plt.subplots(2, 2, gridspec_kw=dict(width_ratios=[1, 3], wspace=0.1))
print([numbers(ax.get_position().bounds) for ax in axs.flat])
for text in ["GridSpec(0, 1)", "GridSpec(1, -1)", "GridSpec(2, 'a')", "GridSpec(2.5, 1)", "GridSpec(1, 2, width_ratios=[1])",
             "GridSpec(1, 2, height_ratios=[1, 2])", "GridSpec(1, 2, foo=3)", "gs[6]", "gs[-7]", "gs[0, 3]", "gs[2, 0]", "gs[0, 1, 2]",
             "gs[0:0]", "gs[1:1, 0]", "gs[-1]", "gs[-1, -1]", "gs[::2, 0]", "gs[:]", "gs[1:4]", "gs.update(foo=1)", "gs[1, 2] == gs[5]",
             "numbers(gs[0, 1:].get_position(plt.figure()).bounds)", "gs.new_subplotspec((0, 1), 1, 2)", "gs[0].get_topmost_subplotspec()",
             "gs[1, 1].is_first_row(), gs[1, 1].is_last_row(), gs[1, 1].is_first_col(), gs[1, 1].is_last_col()",
             "gs.locally_modified_subplot_params()", "gs[1, 1].rowspan, gs[:, 1].colspan", "gs.subplots()",
             "plt.figure().add_gridspec(1, 2).subplots().shape", "plt.axes([0, 0, 1, 1]).get_subplotspec()",
             "plt.figure().add_subplot(2, 2, (1, 2)).get_subplotspec()", "format(plt.gca().get_position(), '.4f')"]:
    try:
        print(text, eval(text))
    except Exception as error:
        print(text, type(error).__name__, error)
