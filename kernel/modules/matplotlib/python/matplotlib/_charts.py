"""Charts that are put together of others. Each takes its Axes and then all its parameters by place (python_charts.c)."""
import numpy as np


def _settings():
    from matplotlib import rcParams
    return rcParams


def _check(name, value, *choices):
    if value not in choices:
        words = ", ".join(map(repr, choices))
        raise ValueError(f"{value!r} is not a valid value for {name}. Supported values are {words}")


# ---- areas and steps ----


def stackplot(axes, x, given, labels, colors, hatch, baseline, **kwargs):
    """Areas on top of each other."""
    rows = np.vstack(given).astype(float)
    bottom = _baseline(baseline, rows)
    heights = np.cumsum(rows, axis=0) + bottom
    lower = np.vstack([np.broadcast_to(bottom, rows[0].shape), heights[:-1]])
    hatches = [hatch] if hatch is None or isinstance(hatch, str) else hatch
    areas = []
    for index, (low, high) in enumerate(zip(lower, heights)):
        color = axes._get_lines_color() if colors is None else colors[index % len(colors)]
        label = labels[index] if index < len(labels) else None
        areas.append(axes.fill_between(x, low, high, facecolor=color, hatch=hatches[index % len(hatches)], label=label,
                                       **kwargs))
    if baseline == "zero":
        areas[0]._stick([], [0])
    return areas


def _baseline(kind, rows):
    """Where the lowest area begins: Byron and Wattenberg, "Stacked Graphs - Geometry & Aesthetics" (2008)."""
    _check("baseline", kind, "zero", "sym", "wiggle", "weighted_wiggle")
    if kind == "zero":
        return 0.0
    if kind == "sym":
        return rows.sum(axis=0) / -2
    count = len(rows)
    if kind == "wiggle":
        return -(rows * (count - 0.5 - np.arange(count))[:, None]).sum(axis=0) / count
    total = rows.sum(axis=0)
    middles = np.divide(np.cumsum(rows, axis=0) - rows / 2, total, out=np.full_like(rows, 0.5), where=total > 0)
    steps = np.diff(rows, axis=1, prepend=rows[:, :1])
    centre = np.cumsum(((0.5 - middles) * steps).sum(axis=0))  # a thicker area pushes the middle away from it
    return centre - total / 2


def stairs(axes, values, edges, orientation, baseline, fill, **kwargs):
    """Steps as a line or an area."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path
    values = np.asarray(values)
    edges = np.arange(len(values) + 1) if edges is None else np.asarray(edges)
    if len(edges) != len(values) + 1:
        raise ValueError('Size mismatch between "values" and "edges". Expected `len(values) + 1 == len(edges)`, but '
                         f"`len(values) = {len(values)}` and `len(edges) = {len(edges)}`.")
    _check("orientation", orientation, "vertical", "horizontal")
    color = kwargs.pop("color", None)
    if color is None:
        color = axes._get_lines_color()
    if fill:
        kwargs.setdefault("linewidth", 0)
        kwargs.setdefault("facecolor", color)
        kwargs.setdefault("edgecolor", "none")
    else:
        kwargs.setdefault("edgecolor", color)
    points, codes = _step_points(values.astype(float), edges.astype(float), baseline)
    if orientation == "horizontal":
        points = points[:, ::-1]
    patch = PathPatch(Path(points, codes), fill=fill, **kwargs)
    axes.add_patch(patch)
    finite = points[np.isfinite(points).all(axis=1)]
    if len(finite):
        patch._show_limits(*finite.min(axis=0), *finite.max(axis=0))
    if baseline is not None:
        low = np.nanmin(baseline)
        patch._stick(*([[], [low]] if orientation == "vertical" else [[low], []]))
    return patch


def _step_points(values, edges, baseline):
    """The outline of each run of numbers: along the steps, and from and to the base line."""
    good = np.isfinite(values)
    points, codes = [], []
    starts = np.flatnonzero(good & ~np.append(False, good[:-1]))
    ends = np.flatnonzero(good & ~np.append(good[1:], False)) + 1
    for start, end in zip(starts, ends):
        x = np.repeat(edges[start:end + 1], 2)[1:-1]
        y = np.repeat(values[start:end], 2)
        x = np.concatenate([x[:1], x, x[-1:]])
        base = values if baseline is None else np.broadcast_to(np.asarray(baseline, float), values.shape)
        y = np.concatenate([base[start:start + 1], y, base[end - 1:end]])
        if np.ndim(baseline):
            back = np.repeat(base[start:end], 2)[::-1]
            x, y = np.concatenate([x, x[::-1]]), np.concatenate([y, back[:1], back, back[-1:]])
        points.append(np.column_stack([x, y]))
        codes += [1] + [2] * (len(x) - 1)
    return (np.vstack(points), codes) if points else (np.zeros((0, 2)), [])


def ecdf(axes, x, weights, complementary, orientation, compress, **kwargs):
    """The share of the numbers up to each."""
    _check("orientation", orientation, "vertical", "horizontal")
    if "drawstyle" in kwargs or "ds" in kwargs:
        raise TypeError("Cannot pass 'drawstyle' or 'ds' to ecdf()")
    x = np.asarray(x)
    if np.isnan(x.astype(float)).any():
        raise ValueError("ecdf() does not support NaNs")
    order = np.argsort(x)
    x = x[order]
    shares = np.arange(1, len(x) + 1) / len(x) if weights is None else np.cumsum(np.take(weights, order) / np.sum(weights))
    if compress:
        first = np.append(True, x[1:] != x[:-1])
        x, shares = x[first], shares[first]
    x = np.append(x[:1], x) if not complementary else np.append(x, x[-1:])
    shares = np.append(0, shares) if not complementary else np.append(1, 1 - shares)
    if orientation == "vertical":
        line, = axes.plot(x, shares, drawstyle="steps-pre" if complementary else "steps-post", **kwargs)
        line._stick([], [0, 1])
    else:
        line, = axes.plot(shares, x, drawstyle="steps-post" if complementary else "steps-pre", **kwargs)
        line._stick([0, 1], [])
    return line


# ---- many short lines ----


def eventplot(axes, positions, orientation, lineoffsets, linelengths, linewidths, colors, alpha, linestyles, **kwargs):
    """A short line at each position, a row for each list of positions."""
    _check("orientation", orientation, "horizontal", "vertical")
    nested = len(positions) and any(np.ndim(row) for row in positions)
    rows = [np.asarray(row, float).ravel() for row in positions] if nested else [np.asarray(positions, float).ravel()]
    count = len(rows)

    def spread(value, ready):
        many = [value] if value is None or isinstance(value, str) or not np.ndim(value) else list(value)
        return [ready(many[index % len(many)] if many else None, index) for index in range(count)]

    single = not isinstance(lineoffsets, str) and np.size(lineoffsets) == 1 and count > 1
    offsets = spread(lineoffsets, lambda value, index: index + 0.0 if single and nested and value == 1 else value)
    lengths, widths = spread(linelengths, lambda value, index: value), spread(linewidths, lambda value, index: value)
    line_color = colors if colors is not None else _settings()["lines.color"]
    tints = spread(line_color if isinstance(line_color, str) or np.ndim(line_color) else line_color, lambda v, i: v)
    styles, alphas = spread(linestyles, lambda value, index: value), spread(alpha, lambda value, index: value)
    upright = orientation == "horizontal"
    made = []
    for row, offset, length, width, tint, style, opacity in zip(rows, offsets, lengths, widths, tints, styles, alphas):
        width = _settings()["lines.linewidth"] if width is None else width
        draw = axes.vlines if upright else axes.hlines
        lines = draw(row, offset + length / 2, offset - length / 2, colors=tint, linestyles=style, linewidth=width,
                     alpha=opacity, **kwargs)
        made.append(lines)
    every = np.concatenate(rows) if rows else np.zeros(0)
    if made and len(every):
        along = every.min(), every.max()
        across = min(o - l for o, l in zip(offsets, lengths)), max(o + l for o, l in zip(offsets, lengths))
        (x0, x1), (y0, y1) = (along, across) if upright else (across, along)
        made[0]._show_limits(x0, y0, x1, y1)
    return made


def xcorr(axes, x, y, normed, detrend, usevlines, maxlags, **kwargs):
    """How alike x is to y moved by each lag."""
    count = len(x)
    if count != len(y):
        raise ValueError("x and y must be equal length")
    clean = detrend if detrend is not None else lambda numbers: numbers
    x, y = clean(np.asarray(x)), clean(np.asarray(y))
    if maxlags is None:
        maxlags = count - 1
    if maxlags >= count or maxlags < 1:
        raise ValueError(f"maxlags must be None or strictly positive < {count}")
    values = np.correlate(x, y, mode="full")
    if normed:
        values = values / np.sqrt(np.dot(x, x) * np.dot(y, y))
    values = values[count - 1 - maxlags:count + maxlags]
    lags = np.arange(-maxlags, maxlags + 1)
    if usevlines:
        label = kwargs.pop("label", None)
        bars = axes.vlines(lags, [0], values, label=label, **kwargs)
        level = axes.axhline(**{key: value for key, value in kwargs.items() if key != "label"})
    else:
        kwargs.setdefault("marker", "o")
        kwargs.setdefault("linestyle", "None")
        bars, = axes.plot(lags, values, **kwargs)
        level = None
    return lags, values, bars, level


def acorr(axes, x, **kwargs):
    """How alike x is to itself moved by each lag."""
    ready = {name: kwargs.pop(name, usual) for name, usual in
             dict(normed=True, detrend=None, usevlines=True, maxlags=10).items()}
    return xcorr(axes, x, x, *ready.values(), **kwargs)


# ---- counts ----


def hist2d(axes, x, y, bins, range, density, weights, cmin, cmax, **kwargs):
    """Points counted in cells."""
    counts, xedges, yedges = np.histogram2d(x, y, bins=bins, range=range, density=density, weights=weights)
    if cmin is not None:
        counts[counts < cmin] = None
    if cmax is not None:
        counts[counts > cmax] = None
    mesh = axes.pcolormesh(xedges, yedges, counts.T, **kwargs)
    axes.set_xlim(xedges[0], xedges[-1])
    axes.set_ylim(yedges[0], yedges[-1])
    return counts, xedges, yedges, mesh


def spy(axes, Z, precision, marker, markersize, aspect, origin, **kwargs):
    """Where a matrix is not 0."""
    from matplotlib.ticker import MaxNLocator
    if hasattr(Z, "toarray"):
        Z = Z.toarray()
    Z = np.asarray(Z)
    shown = np.abs(Z) > (0 if precision == "present" else precision)
    if marker is None and markersize is None:
        if "cmap" not in kwargs:
            from matplotlib.colors import ListedColormap
            kwargs["cmap"] = ListedColormap(["w", "k"], name="binary")
        if "interpolation" in kwargs:
            raise TypeError("spy() got an unexpected keyword argument 'interpolation'")
        result = axes.imshow(shown.astype(float), interpolation="nearest", aspect=aspect, origin=origin, **kwargs)
    else:
        kwargs.setdefault("linestyle", "None")
        rows, columns = np.nonzero(shown)
        result, = axes.plot(columns, rows, marker="s" if marker is None else marker,
                            markersize=10 if markersize is None else markersize, **kwargs)
        height, width = Z.shape
        axes.set_xlim(-0.5, width - 0.5)
        axes.set_ylim(*((height - 0.5, -0.5) if origin == "upper" else (-0.5, height - 0.5)))
        axes.set_aspect(aspect)
    axes.tick_params(top=True, bottom=True, labeltop=True, labelbottom=False)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(nbins=9, steps=[1, 2, 5, 10], integer=True))
    return result


# ---- bars ----


def broken_barh(axes, xranges, yrange, **kwargs):
    """Rectangles side by side."""
    low, height = yrange
    outlines = [[(x, low), (x, low + height), (x + width, low + height), (x + width, low)] for x, width in xranges]
    from matplotlib.collections import PolyCollection
    return axes.add_collection(PolyCollection(outlines, **kwargs))


def bar_label(axes, container, labels, fmt, label_type, padding, **kwargs):
    """The length of each bar beside or in it."""
    _check("label_type", label_type, "edge", "center")
    upright = container.orientation == "vertical"
    errors = container.errorbar
    ends = [None] * len(container) if errors is None else [segment for segment in errors.lines[2][0].get_segments()]
    words = [None] * len(container) if labels is None else list(labels)
    words += [None] * (len(container) - len(words))
    pads = np.broadcast_to(padding, len(container))
    made = []
    for bar, value, end, word, pad in zip(container.patches, container.datavalues, ends, words, pads.tolist()):
        low = bar.get_y() if upright else bar.get_x()
        size = bar.get_height() if upright else bar.get_width()
        length = value if not np.isnan(value) else 0
        tip = low + size
        if end is not None and label_type == "edge":
            reach = np.asarray(end)[:, 1 if upright else 0]
            tip = reach.max() if length >= 0 else reach.min()
        sign = 1 if length >= 0 else -1
        middle = bar.get_x() + bar.get_width() / 2 if upright else bar.get_y() + bar.get_height() / 2
        if word is None:
            shown = size if label_type == "center" else low + size
            word = fmt(shown) if callable(fmt) else fmt % shown if "%" in fmt else fmt.format(shown)
        if label_type == "center":
            place = (middle, low + size / 2) if upright else (low + size / 2, middle)
            alignment = dict(ha="center", va="center")
            offset = (0, pad) if upright else (pad, 0)
        else:
            place = (middle, tip) if upright else (tip, middle)
            offset = (0, sign * pad) if upright else (sign * pad, 0)
            alignment = (dict(ha="center", va="bottom" if sign > 0 else "top") if upright else
                         dict(ha="left" if sign > 0 else "right", va="center"))
        if np.isnan(value):
            word = ""
        made.append(axes.annotate(word, tuple(map(np.float64, place)), offset, textcoords="offset points",
                                  **{**alignment, **kwargs}))
    return made


# ---- boxes and violins ----


def _columns(numbers):
    """The groups of a chart: the columns of an array, the lists of a list, or one list of numbers."""
    if hasattr(numbers, "ndim") and getattr(numbers, "dtype", None) != object:
        array = np.asarray(numbers)
        return [array] if array.ndim < 2 else list(array.T)
    numbers = list(numbers)
    if all(np.ndim(item) == 0 for item in numbers):
        return [np.asarray(numbers, float)]
    return [np.asarray(item, float).ravel() for item in numbers]


def _statistics(values, whis, bootstrap, autorange):
    """Quartiles, the ends of the whiskers, what lies beyond, and an interval of the median."""
    if not len(values):
        nothing = dict.fromkeys("mean med q1 q3 whislo whishi cilo cihi".split(), np.nan)
        return {**nothing, "fliers": np.array([])}
    q1, med, q3 = np.percentile(values, [25, 50, 75])
    spread = q3 - q1
    if spread == 0 and autorange:
        whis = (0, 100)
    low, high = (np.percentile(values, whis) if np.iterable(whis) and not isinstance(whis, str) else
                 (q1 - whis * spread, q3 + whis * spread))
    above, below = values[values >= low], values[values <= high]
    whislo = above.min() if len(above) and above.min() <= q1 else q1
    whishi = below.max() if len(below) and below.max() >= q3 else q3
    if bootstrap is None:  # McGill, Tukey and Larsen, "Variations of Box Plots" (1978)
        half = 1.57 * spread / np.sqrt(len(values))
        cilo, cihi = med - half, med + half
    else:
        picks = np.random.randint(len(values), size=(bootstrap, len(values)))
        cilo, cihi = np.percentile(np.median(values[picks], axis=1), [2.5, 97.5])
    return dict(mean=values.mean(), med=med, q1=q1, q3=q3, whislo=whislo, whishi=whishi, cilo=cilo, cihi=cihi,
                fliers=np.concatenate([values[values < whislo], values[values > whishi]]))


def _looks(part, *keys, **more):
    """What the settings say of a part of box plots."""
    settings = _settings()
    return {**{key: settings[f"boxplot.{part}props.{key}"] for key in keys}, **more}


_MARKS = ("color", "marker", "markerfacecolor", "markeredgecolor", "markersize", "linestyle", "linewidth")


def _flier_looks(sym):
    looks = _looks("flier", *_MARKS, "markeredgewidth")
    if sym is None:
        return looks
    color = next((letter for letter in sym if letter in "bgrcmykw"), None)
    marker = "".join(letter for letter in sym if letter != color) if color else sym
    looks.update(linestyle="none", marker=marker or "")
    if color:
        looks.update(color=color, markerfacecolor=color, markeredgecolor=color)
    return looks


def boxplot(axes, x, notch, sym, vert, orientation, whis, positions, widths, patch_artist, bootstrap, usermedians,
            conf_intervals, meanline, showmeans, showcaps, showbox, showfliers, boxprops, tick_labels, flierprops,
            medianprops, meanprops, capprops, whiskerprops, manage_ticks, autorange, zorder, capwidths, label):
    """Boxes from quartile to quartile, whiskers, and what lies beyond them."""
    settings = _settings()

    def usual(value, name):
        return settings["boxplot." + name] if value is None else value

    whis, notch, patch_artist = usual(whis, "whiskers"), usual(notch, "notch"), usual(patch_artist, "patchartist")
    showcaps, showbox, showfliers = usual(showcaps, "showcaps"), usual(showbox, "showbox"), usual(showfliers, "showfliers")
    showmeans, meanline = usual(showmeans, "showmeans"), usual(meanline, "meanline")
    bootstrap = usual(bootstrap, "bootstrap")
    if sym == "":
        showfliers = False
    groups = _columns(x)
    count = len(groups)
    boxes = [_statistics(group, whis, bootstrap, autorange) for group in groups]
    if usermedians is not None:
        if len(np.ravel(usermedians)) != count:
            raise ValueError("'usermedians' and 'x' have different lengths")
        for box, median in zip(boxes, usermedians):
            if median is not None:
                box["med"] = median
    if conf_intervals is not None:
        if len(conf_intervals) != count:
            raise ValueError("'conf_intervals' and 'x' have different lengths")
        for box, interval in zip(boxes, conf_intervals):
            if interval is not None:
                if len(interval) != 2:
                    raise ValueError("each confidence interval must have two values")
                box.update({key: end for key, end in zip(("cilo", "cihi"), interval) if end is not None})
    upright = orientation == "vertical" if vert is None else bool(vert)
    _check("orientation", orientation, "horizontal", "vertical")
    places = list(range(1, count + 1)) if positions is None else list(positions)
    if len(places) != count:
        raise ValueError("List of boxplot statistics and `positions` values must have same the length")
    if tick_labels is not None and len(tick_labels) != count:
        raise ValueError(f"The number of labels ({len(tick_labels)}) must match the number of columns ({count}).")
    if widths is None:
        widths = [np.clip(0.15 * np.ptp(places), 0.15, 0.5)] * count
    elif np.isscalar(widths):
        widths = [widths] * count
    if len(widths) != count:
        raise ValueError("List of boxplot statistics and `widths` values must have same the length")
    capwidths = 0.5 * np.array(widths) if capwidths is None else np.broadcast_to(capwidths, count)
    level = 2 if zorder is None else zorder
    line = ("color", "linestyle", "linewidth")
    box_looks = _looks("box", *line, zorder=level)
    if patch_artist:
        box_looks = dict(linestyle=box_looks["linestyle"], linewidth=box_looks["linewidth"], zorder=level,
                         edgecolor=box_looks["color"], facecolor=settings["patch.facecolor"])
    box_looks.update(boxprops or {})
    whisker_looks = {**_looks("whisker", *line, zorder=level), **(whiskerprops or {})}
    cap_looks = {**_looks("cap", *line, zorder=level), **(capprops or {})}
    flier_looks = {**_flier_looks(sym), "zorder": level, **(flierprops or {})}
    median_looks = {**_looks("median", *line, zorder=level + 0.1), **(medianprops or {})}
    mean_looks = {**_looks("mean", *_MARKS), "zorder": level + 0.1}
    mean_looks.update(dict(marker="") if meanline else dict(linestyle="none"))
    mean_looks.update(meanprops or {})
    made = dict(whiskers=[], caps=[], boxes=[], medians=[], fliers=[], means=[])

    def draw(kind, along, values, looks):
        pair = (along, values) if upright else (values, along)
        made[kind].extend(axes.plot(*pair, **looks))

    for box, place, width, capwidth in zip(boxes, places, widths, capwidths):
        left, right = place - width / 2, place + width / 2
        waist = (place - width / 4, place + width / 4) if notch else (left, right)
        if showbox:
            across = [left, right, right, left, left]
            values = [box["q1"], box["q1"], box["q3"], box["q3"], box["q1"]]
            if notch:
                across = [left, right, right, waist[1], right, right, left, left, waist[0], left, left]
                low, high = [box["cilo"], box["med"], box["cihi"]], [box["cihi"], box["med"], box["cilo"]]
                values = [box["q1"], box["q1"], *low, box["q3"], box["q3"], *high, box["q1"]]
            if patch_artist:
                made["boxes"].append(_add_outline(axes, across, values, upright, box_looks))
            else:
                draw("boxes", across, values, box_looks)
        for end, quartile in (("whislo", "q1"), ("whishi", "q3")):
            draw("whiskers", [place, place], [box[quartile], box[end]], whisker_looks)
        if showcaps:
            for end in ("whislo", "whishi"):
                draw("caps", [place - capwidth / 2, place + capwidth / 2], [box[end]] * 2, cap_looks)
        draw("medians", list(waist), [box["med"]] * 2, median_looks)
        if showmeans:
            draw("means", [left, right] if meanline else [place], [box["mean"]] * (2 if meanline else 1), mean_looks)
        if showfliers:
            draw("fliers", np.full(len(box["fliers"]), float(place)), box["fliers"], flier_looks)
    _label_boxes(made, label, showbox)
    if manage_ticks:
        _mark_groups(axes, made["medians"], places, tick_labels, upright)
    return made


def _add_outline(axes, across, values, upright, looks):
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path
    points = np.column_stack([across, values] if upright else [values, across])
    patch = axes.add_patch(PathPatch(Path(points, [1] + [2] * (len(points) - 2) + [79]), **looks))
    finite = points[np.isfinite(points).all(axis=1)]
    if len(finite):
        patch._show_limits(*finite.min(axis=0), *finite.max(axis=0))
    return patch


def _label_boxes(made, label, showbox):
    if not label:
        return
    named = made["boxes"] if showbox else made["medians"]
    if isinstance(label, str):
        named[0].set_label(label)
        return
    if len(label) != len(named):
        raise ValueError("There must be an equal number of legend labels and boxplots.")
    for artist, word in zip(named, label):
        artist.set_label(word)


def _mark_groups(axes, artists, places, tick_labels, upright):
    """Half a unit on either side of the groups, a tick at each."""
    ends = min(places) - 0.5, max(places) + 0.5
    for artist in artists[:1]:
        low, high = (artist.get_ydata() if upright else artist.get_xdata())[[0, -1]]
        artist._show_limits(*((ends[0], low, ends[1], high) if upright else (low, ends[0], high, ends[1])))
        artist._stick(*((ends, []) if upright else ([], ends)))
    set_ticks = axes.set_xticks if upright else axes.set_yticks
    if tick_labels is None:
        tick_labels = places
    set_ticks([float(place) for place in places], [str(word) for word in tick_labels])


def violinplot(axes, dataset, positions, vert, orientation, widths, showmeans, showextrema, showmedians, quantiles, points,
               bw_method, side, facecolor, linecolor):
    """Densities of groups, mirrored."""
    from matplotlib.mlab import GaussianKDE
    _check("side", side, "both", "low", "high")
    groups = _columns(dataset)
    count = len(groups)
    upright = orientation == "vertical" if vert is None else bool(vert)
    places = list(range(1, count + 1)) if positions is None else list(positions)
    if len(places) != count:
        raise ValueError("List of violinplot statistics and `positions` values must have the same length")
    widths = [widths] * count if np.isscalar(widths) else list(widths)
    if len(widths) != count:
        raise ValueError("List of violinplot statistics and `widths` values must have the same length")
    shares = [[] for _ in groups]
    if quantiles is not None:
        shares = [quantiles] if np.ndim(quantiles[0]) == 0 else quantiles
        if len(shares) != count:
            raise ValueError("List of violinplot statistics and quantiles values must have the same length")
    line_color = fill_color = axes._get_lines_color() if facecolor is None or linecolor is None else None
    fill_color, opacity = (fill_color, 0.3) if facecolor is None else (facecolor, None)
    line_color = line_color if linecolor is None else linecolor
    made, stats = {"bodies": []}, []
    for group, place, width, share in zip(groups, places, widths, shares):
        low, high = group.min(), group.max()
        coordinates = np.linspace(low, high, points)
        if (group == group[0]).all():
            density = (coordinates == group[0]).astype(float)
        else:
            density = GaussianKDE(group, bw_method).evaluate(coordinates)
        density = 0.5 * width * density / density.max()
        sides = (place - density if side != "high" else np.full(points, float(place)),
                 place + density if side != "low" else np.full(points, float(place)))
        draw = axes.fill_betweenx if upright else axes.fill_between
        made["bodies"].append(draw(coordinates, *sides, facecolor=fill_color, alpha=opacity))
        stats.append((group.mean(), low, high, np.median(group), np.quantile(group, share)))
    half = np.array(widths) / 4
    left = np.array(places) - (half if side != "high" else 0)
    right = np.array(places) + (half if side != "low" else 0)
    across, along = (axes.hlines, axes.vlines) if upright else (axes.vlines, axes.hlines)
    means, lows, highs, medians = np.array([row[:4] for row in stats]).T
    if showmeans:
        made["cmeans"] = across(means, left, right, colors=line_color)
    if showextrema:
        made["cmaxes"] = across(highs, left, right, colors=line_color)
        made["cmins"] = across(lows, left, right, colors=line_color)
        made["cbars"] = along(places, lows, highs, colors=line_color)
    if showmedians:
        made["cmedians"] = across(medians, left, right, colors=line_color)
    repeats = [len(row[4]) for row in stats]
    if any(repeats):
        made["cquantiles"] = across(np.concatenate([row[4] for row in stats]), np.repeat(left, repeats),
                                    np.repeat(right, repeats), colors=line_color)
    return made


# ---- spectra ----


def _decibel_axis(axes, label):
    """Names of the axes, a grid, and ticks at whole decibels."""
    axes.set_xlabel("Frequency")
    axes.set_ylabel(label)
    axes.grid(True)
    low, high = axes.get_ybound()
    step = max(10 * int(np.log10(high - low)), 1)
    axes.set_yticks(np.arange(np.floor(low), np.ceil(high) + 1, step))


def _plot_power(axes, label, power, frequencies, Fc, return_line, kwargs):
    frequencies = frequencies + (Fc or 0)
    lines = axes.plot(frequencies, 10 * np.log10(np.abs(power)), **kwargs)
    _decibel_axis(axes, label)
    return (power, frequencies, lines) if return_line else (power, frequencies)


def psd(axes, x, NFFT, Fs, Fc, detrend, window, noverlap, pad_to, sides, scale_by_freq, return_line, **kwargs):
    """The power of a signal over frequencies."""
    from matplotlib import mlab
    power, frequencies = mlab.psd(x, NFFT, Fs, detrend, window, noverlap, pad_to, sides, scale_by_freq)
    unit = "dB/Hz" if scale_by_freq is None or scale_by_freq else "dB"
    return _plot_power(axes, f"Power Spectral Density ({unit})", power, frequencies, Fc, return_line, kwargs)


def csd(axes, x, y, NFFT, Fs, Fc, detrend, window, noverlap, pad_to, sides, scale_by_freq, return_line, **kwargs):
    """The power that two signals have together."""
    from matplotlib import mlab
    power, frequencies = mlab.csd(x, y, NFFT, Fs, detrend, window, noverlap, pad_to, sides, scale_by_freq)
    return _plot_power(axes, "Cross Spectrum Magnitude (dB)", power, frequencies, Fc, return_line, kwargs)


def cohere(axes, x, y, NFFT, Fs, Fc, detrend, window, noverlap, pad_to, sides, scale_by_freq, **kwargs):
    """How coherent two signals are."""
    from matplotlib import mlab
    shares, frequencies = mlab.cohere(x, y, NFFT, Fs, "none" if detrend is None else detrend,
                                      mlab.window_hanning if window is None else window, noverlap, pad_to, sides, scale_by_freq)
    frequencies = frequencies + Fc
    axes.plot(frequencies, shares, **kwargs)
    axes.set_xlabel("Frequency")
    axes.set_ylabel("Coherence")
    axes.grid(True)
    return shares, frequencies


def specgram(axes, x, NFFT, Fs, Fc, detrend, window, noverlap, cmap, xextent, pad_to, sides, scale_by_freq, mode, scale, vmin,
             vmax, **kwargs):
    """The spectra of a signal's pieces as an image."""
    from matplotlib import mlab
    NFFT, Fs, Fc = 256 if NFFT is None else NFFT, 2 if Fs is None else Fs, Fc or 0
    noverlap = 128 if noverlap is None else noverlap
    if mode == "complex":
        raise ValueError("Cannot plot a complex specgram")
    turns = mode in ("angle", "phase")
    if scale in (None, "default"):
        scale = "linear" if turns else "dB"
    elif turns and scale == "dB":
        raise ValueError("Cannot use dB scale with angle or phase mode")
    spectra, frequencies, times = mlab.specgram(x, NFFT, Fs, detrend, window, noverlap, pad_to, sides, scale_by_freq, mode)
    if scale not in ("linear", "dB"):
        raise ValueError(f"Unknown scale {scale!r}")
    shown = spectra if scale == "linear" else (10 if mode in (None, "default", "psd") else 20) * np.log10(spectra)
    half = (NFFT - noverlap) / Fs / 2
    low, high = (times.min() - half, times.max() + half) if xextent is None else xextent
    frequencies = frequencies + Fc
    image = axes.imshow(np.flipud(shown), cmap, extent=(low, high, frequencies[0], frequencies[-1]), vmin=vmin, vmax=vmax,
                        origin="upper", **kwargs)
    axes.axis("auto")
    return spectra, frequencies, times, image


def _plot_whole(axes, kind, label, x, Fs, Fc, window, pad_to, sides, kwargs, change=lambda numbers: numbers):
    from matplotlib import mlab
    values, frequencies = getattr(mlab, kind)(x, Fs, window, pad_to, sides)
    frequencies = frequencies + (Fc or 0)
    line, = axes.plot(frequencies, change(values), **kwargs)
    axes.set_xlabel("Frequency")
    axes.set_ylabel(label)
    return values, frequencies, line


def magnitude_spectrum(axes, x, Fs, Fc, window, pad_to, sides, scale, **kwargs):
    """How much of each frequency a signal has."""
    if scale not in (None, "default", "linear", "dB"):
        raise ValueError(f"{scale!r} is not a valid value for scale. Supported values are None, 'default', 'linear', 'dB'")
    if scale == "dB":
        return _plot_whole(axes, "magnitude_spectrum", "Magnitude (dB)", x, Fs, Fc, window, pad_to, sides, kwargs,
                           lambda numbers: 20 * np.log10(numbers))
    return _plot_whole(axes, "magnitude_spectrum", "Magnitude (energy)", x, Fs, Fc, window, pad_to, sides, kwargs)


def angle_spectrum(axes, x, Fs, Fc, window, pad_to, sides, **kwargs):
    """The angle of each frequency."""
    return _plot_whole(axes, "angle_spectrum", "Angle (radians)", x, Fs, Fc, window, pad_to, sides, kwargs)


def phase_spectrum(axes, x, Fs, Fc, window, pad_to, sides, **kwargs):
    """The angle of each frequency, without jumps."""
    return _plot_whole(axes, "phase_spectrum", "Phase (radians)", x, Fs, Fc, window, pad_to, sides, kwargs)


# ---- labels of contours ----

_WIDTHS = {".": 0.32, ",": 0.32, " ": 0.32, "-": 0.36, "\N{MINUS SIGN}": 0.84, "$": 0, "{": 0, "}": 0, "\\": 0}


def _label_words(fmt, levels):
    """A function from levels to words."""
    if isinstance(fmt, dict):
        return lambda level: str(fmt.get(level, "%1.3f"))
    if callable(fmt):
        return fmt
    if isinstance(fmt, str):
        return lambda level: fmt % level
    span = np.ptp(levels) or abs(float(levels[0])) or 1
    places = next((places for places in range(12) if np.allclose(np.round(levels, places), levels, 0, 1e-3 * span / 10)), 12)
    return lambda level: f"{level:.{places}f}".replace("-", "\N{MINUS SIGN}")


def _straightest(line, width, taken):
    """Where along a line a label fits best: the middle of the straightest piece, off the labels that are there."""
    steps = np.hypot(*np.diff(line, axis=0).T)
    along = np.append(0, np.cumsum(steps))
    closed = np.allclose(line[0], line[-1])
    if along[-1] <= width:
        return None
    room = np.arange(width / 2, along[-1] - width / 2 + 1e-9, max(width / 4, along[-1] / 200))
    best, chosen = np.inf, None
    for middle in room:
        inside = np.linspace(middle - width / 2, middle + width / 2, 9)
        points = np.column_stack([np.interp(inside, along, line[:, axis]) for axis in (0, 1)])
        chord = points[-1] - points[0]
        length = np.hypot(*chord)
        if not length:
            continue
        off = np.abs(chord[0] * (points[:, 1] - points[0, 1]) - chord[1] * (points[:, 0] - points[0, 0])) / length
        near = sum(np.hypot(*(points[4] - other)) < 1.2 * width for other in taken)
        cost = off.max() + (width - length) + 4 * width * near
        if cost < best - 1e-9:
            best, chosen = cost, (middle, points[4], np.degrees(np.arctan2(chord[1], chord[0])))
    return None if chosen is None else (*chosen, along, closed)


def _cut(line, along, low, high):
    """A line without what lies between two distances along it."""
    def at(distance):
        return np.array([[np.interp(distance, along, line[:, axis]) for axis in (0, 1)]])
    before = np.vstack([line[along < low], at(low)]) if low > 0 else None
    after = np.vstack([at(high), line[along > high]]) if high < along[-1] else None
    return [piece for piece in (before, after) if piece is not None and len(piece) > 1]


def clabel(axes, CS, levels, fontsize=None, inline=True, inline_spacing=5, fmt=None, colors=None, use_clabeltext=False,
           manual=False, rightside_up=True, zorder=None):
    """Levels written on contour lines, which are interrupted for them."""
    from matplotlib.path import Path
    own = np.asarray(CS.levels, float)
    if levels is None:
        wanted = list(own)
    else:
        wanted = [level for level in levels if level in own]
        if len(wanted) < len(list(levels)) and not wanted:
            raise ValueError(f"Specified levels {list(levels)} don't match available levels {own}")
    figure = axes.figure
    size = fontsize if fontsize is not None else _settings()["font.size"]
    scale = {"xx-small": 0.579, "x-small": 0.694, "small": 0.833, "smaller": 0.833, "medium": 1, "large": 1.2, "larger": 1.2,
             "x-large": 1.44, "xx-large": 1.728}
    points = scale[size] * _settings()["font.size"] if isinstance(size, str) else size
    pixels = points * figure.dpi / 72
    words = _label_words(fmt, own)
    back = axes.transData.inverted()
    tints = np.atleast_2d(CS.get_edgecolor())
    given = None if colors is None else ([colors] if isinstance(colors, str) else list(colors))
    paths, texts, taken = CS.get_paths(), [], []
    for place, level in enumerate(wanted):
        index = int(np.flatnonzero(own == level)[0])
        if index >= len(paths):
            continue
        word = words(level)
        width = sum(_WIDTHS.get(letter, 0.64) for letter in word) * pixels
        tint = tints[index % len(tints)] if given is None else given[place % len(given)]
        pieces = []
        for line in paths[index].to_polygons(closed_only=False):
            shown = np.asarray(axes.transData.transform(line))
            extent = np.ptp(shown, axis=0)
            found = None
            if len(line) > 1 and (extent > 1.2 * width).any():
                found = _straightest(shown, width, taken)
            if found is None:
                pieces.append(line)
                continue
            middle, point, angle, along, closed = found
            if rightside_up:
                angle = (angle + 90) % 180 - 90
            taken.append(point)
            x, y = back.transform(point)
            texts.append(axes.text(x, y, word, rotation=angle, ha="center", va="center", color=tint, fontsize=size,
                                   clip_on=True, zorder=2 + CS.get_zorder() if zorder is None else zorder))
            half = width / 2 + inline_spacing
            rest = _cut(shown, along, middle - half, middle + half) if inline else [shown]
            pieces.extend(np.asarray(back.transform(piece)) for piece in rest)
        if inline:
            codes = [code for piece in pieces for code in [1] + [2] * (len(piece) - 1)]
            paths[index] = Path(np.vstack(pieces), codes) if pieces else Path(np.empty((0, 2)))
    if inline:
        CS._set_paths(paths)
    return texts


# ---- hexagons ----


def hexbin(axes, x, y, C, gridsize, bins, xscale, yscale, extent, cmap, norm, vmin, vmax, alpha, linewidths, edgecolors,
           reduce_C_function, mincnt, marginals, **kwargs):
    """Points counted in hexagons: those of two lattices of rectangles, each the other's middles (Carr, Littlefield,
    Nicholson and Littlefield, Scatterplot matrix techniques for large N, 1987); or a function of the points' C."""
    from matplotlib.collections import PolyCollection
    from matplotlib.colors import LogNorm
    reduce_C_function = np.mean if reduce_C_function is None else reduce_C_function
    if marginals:
        raise NotImplementedError("hexbin(marginals=True) is not available")
    x, y = (np.asarray(one, dtype=float).ravel() for one in (x, y))
    if len(x) != len(y):
        raise ValueError(f"operands could not be broadcast together with shapes ({len(x)},) ({len(y)},) ")
    C = None if C is None else np.asarray(C, dtype=float).ravel()
    known = np.isfinite(x) & np.isfinite(y) & (True if C is None else np.isfinite(C))
    x, y, C = x[known], y[known], None if C is None else C[known]
    for scale, name, points in ((xscale, "x", x), (yscale, "y", y)):
        if scale == "log" and (points <= 0).any():
            raise ValueError(f"{name} contains non-positive values, so cannot be log-scaled")
    x = np.log10(x) if xscale == "log" else x
    y = np.log10(y) if yscale == "log" else y
    across, up = gridsize if np.iterable(gridsize) else (gridsize, int(gridsize / np.sqrt(3)))
    if extent is not None:
        left, right, low, high = extent
    else:
        left, right = (x.min(), x.max()) if len(x) else (0, 1)
        low, high = (y.min(), y.max()) if len(y) else (0, 1)
        if left == right:
            left, right = left - 0.1, right + 0.1
        if low == high:
            low, high = low - 0.1, high + 0.1
    slack = 1e-9 * (right - left)  # the outermost points lie inside
    left, right = left - slack, right + slack
    wide, tall = (right - left) / across, (high - low) / up
    centres, members = _hexagons((x - left) / wide, (y - low) / tall, across, up)
    count = len(centres)
    if C is None:
        values = np.bincount(members[members >= 0], minlength=count).astype(float)
        if mincnt is not None:
            values[values < mincnt] = np.nan
    else:
        least = 1 if mincnt is None else mincnt
        order = np.argsort(members, kind="stable")
        begins = np.searchsorted(members[order], np.arange(count + 1))
        groups = [C[order[a:b]] for a, b in zip(begins[:-1], begins[1:])]
        values = np.array([reduce_C_function(group) if len(group) >= max(least, 1) else np.nan for group in groups], dtype=float)
    shown = ~np.isnan(values)
    values = values[shown]
    centres = centres[shown] * [wide, tall] + [left, low]
    corners = [wide, tall / 3] * np.array([[0.5, -0.5], [0.5, 0.5], [0, 1], [-0.5, 0.5], [-0.5, -0.5], [0, -1]])
    places = centres[:, None, :] + corners
    ends = np.array([[left, low], [right, high]], dtype=float)
    for scale, axis in ((xscale, 0), (yscale, 1)):
        if scale == "log":
            places[..., axis], ends[:, axis] = 10.0 ** places[..., axis], 10.0 ** ends[:, axis]
            (axes.set_yscale if axis else axes.set_xscale)("log")
    if isinstance(bins, str) and bins == "log":
        norm, bins = LogNorm(vmin=vmin, vmax=vmax), None
        vmin = vmax = None
    if bins is not None:
        if not np.iterable(bins):
            bins = values.min() + (values.max() - values.min()) * np.arange(bins - 1) / (bins - 1)
        values = np.sort(bins).searchsorted(values)
    hexagons = PolyCollection(list(places), array=values, cmap=cmap, edgecolors=edgecolors, linewidths=linewidths,
                              alpha=alpha, **kwargs)
    if norm is not None:
        hexagons.set_norm(norm)
    if vmin is not None or vmax is not None:
        hexagons.set_clim(vmin, vmax)
    axes.add_collection(hexagons, autolim=False)
    hexagons._show_limits(*ends[0].tolist(), *ends[1].tolist())
    axes.autoscale_view()
    from matplotlib import pyplot
    pyplot.sci(hexagons)
    return hexagons


def _hexagons(x, y, across, up):
    """(centres in cells' widths and heights, which hexagon each point is in, -1: none): the nearer of two lattices'."""
    first = np.round(x).astype(int), np.round(y).astype(int)
    second = np.floor(x).astype(int), np.floor(y).astype(int)
    nearer = ((x - first[0]) ** 2 + 3 * (y - first[1]) ** 2
              < (x - second[0] - 0.5) ** 2 + 3 * (y - second[1] - 0.5) ** 2)
    inside = ((first[0] >= 0) & (first[0] <= across) & (first[1] >= 0) & (first[1] <= up),
              (second[0] >= 0) & (second[0] < across) & (second[1] >= 0) & (second[1] < up))
    members = np.where(nearer, np.where(inside[0], first[0] * (up + 1) + first[1], -1),
                       np.where(inside[1], (across + 1) * (up + 1) + second[0] * up + second[1], -1))
    lattice = [np.stack([a.ravel() + part, b.ravel() + part], axis=1) for part, (a, b) in
               ((0.0, np.meshgrid(np.arange(across + 1), np.arange(up + 1), indexing="ij")),
                (0.5, np.meshgrid(np.arange(across), np.arange(up), indexing="ij")))]
    return np.concatenate(lattice), members
