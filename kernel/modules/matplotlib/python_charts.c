/* Charts that are put together of others, in Python: matplotlib._charts. */
#include "kernel/modules/matplotlib/face.h"

#include <string.h>

/* matplotlib._charts.<name>(axes, ...): all parameters by place, those of ** by name. */
Value axes_call_python(Thread *thread, const AxesFunction *function, PlotAxes *axes, const Value *arguments) {
    size_t count = native_parameter_count(function->function_signature);
    bool keywords = strstr(function->function_signature, "**") != NULL;
    Value module = import_module(thread, "matplotlib._charts"), result = VALUE_ABSENT;
    Value code = value_is_absent(module) ? module : value_get_attribute_c(thread, module, function->name);
    Value given = value_is_absent(code) ? code : tuple_new(thread, count + 1 - keywords);
    Value self = value_is_absent(given) ? given : value_from_axes(thread, axes);
    if (!value_is_absent(self)) {
        Tuple *tuple = value_tuple(given);
        tuple->items[0] = self;
        for (size_t i = 0; i + keywords < count; i++) tuple->items[i + 1] = value_retain(arguments[i]);
        Value named = keywords ? value_retain(arguments[count - 1]) : dict_new(thread);
        if (!value_is_absent(named)) result = value_call_unpacked(thread, code, tuple, value_dict(named));
        value_release(named);
    }
    value_release(given);
    value_release(code);
    value_release(module);
    return result;
}

#define CHART(name, parameters, documentation) AXES_FUNCTION(name, parameters, documentation, NULL)

const AxesFunction axes_python_functions[] = {
    CHART("stackplot", "x, *args, labels=(), colors=None, hatch=None, baseline='zero', **kwargs",
          "Colour areas that stand on each other."),
    CHART("stairs", "values, edges=None, *, orientation='vertical', baseline=0, fill=False, **kwargs",
          "Draw steps: a level for each pair of neighbouring edges."),
    CHART("eventplot",
          "positions, orientation='horizontal', *, lineoffsets=1, linelengths=1, linewidths=None, colors=None, alpha=None, "
          "linestyles='solid', **kwargs",
          "Draw a short stroke at each position, a row for each sequence."),
    CHART("hist2d", "x, y, bins=10, *, range=None, density=False, weights=None, cmin=None, cmax=None, **kwargs",
          "Count points in the cells of a grid, and colour the cells."),
    CHART("hexbin",
          "x, y, C=None, *, gridsize=100, bins=None, xscale='linear', yscale='linear', extent=None, cmap=None, norm=None, "
          "vmin=None, vmax=None, alpha=None, linewidths=None, edgecolors='face', reduce_C_function=None, mincnt=None, "
          "marginals=False, **kwargs",
          "Count points in hexagons, and colour these."),
    CHART("spy", "Z, precision=0, marker=None, markersize=None, aspect='equal', origin='upper', **kwargs",
          "Show where a matrix is not zero."),
    CHART("broken_barh", "xranges, yrange, **kwargs", "Draw pieces of one bar, each by its begin and width."),
    CHART("bar_label", "container, labels=None, *, fmt='%g', label_type='edge', padding=0, **kwargs", "Label a bar plot."),
    CHART("ecdf", "x, weights=None, *, complementary=False, orientation='vertical', compress=False, **kwargs",
          "Draw which share of x is no larger than each value."),
    CHART("boxplot",
          "x, notch=None, sym=None, vert=None, orientation='vertical', whis=None, positions=None, widths=None, "
          "patch_artist=None, bootstrap=None, usermedians=None, conf_intervals=None, meanline=None, showmeans=None, "
          "showcaps=None, showbox=None, showfliers=None, boxprops=None, tick_labels=None, flierprops=None, medianprops=None, "
          "meanprops=None, capprops=None, whiskerprops=None, manage_ticks=True, autorange=False, zorder=None, "
          "capwidths=None, label=None",
          "Draw the quartiles of data as boxes, and their range as whiskers."),
    CHART("violinplot",
          "dataset, positions=None, *, vert=None, orientation='vertical', widths=0.5, showmeans=False, showextrema=True, "
          "showmedians=False, quantiles=None, points=100, bw_method=None, side='both', facecolor=None, linecolor=None",
          "Make a violin plot."),
    CHART("acorr", "x, **kwargs", "Draw how x agrees with itself when it is shifted."),
    CHART("xcorr", "x, y, normed=True, detrend=None, usevlines=True, maxlags=10, **kwargs",
          "Draw how two series agree when one is shifted."),
    CHART("psd",
          "x, *, NFFT=None, Fs=None, Fc=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, "
          "scale_by_freq=None, return_line=None, **kwargs",
          "Draw the power of a signal by frequency."),
    CHART("csd",
          "x, y, *, NFFT=None, Fs=None, Fc=None, detrend=None, window=None, noverlap=None, pad_to=None, sides=None, "
          "scale_by_freq=None, return_line=None, **kwargs",
          "Draw the power that two signals have in common, by frequency."),
    CHART("cohere",
          "x, y, *, NFFT=256, Fs=2, Fc=0, detrend=None, window=None, noverlap=0, pad_to=None, sides='default', "
          "scale_by_freq=None, **kwargs",
          "Draw how much two signals share at each frequency."),
    CHART("specgram",
          "x, *, NFFT=None, Fs=None, Fc=None, detrend=None, window=None, noverlap=None, cmap=None, xextent=None, pad_to=None, "
          "sides=None, scale_by_freq=None, mode=None, scale=None, vmin=None, vmax=None, **kwargs",
          "Plot a spectrogram."),
    CHART("magnitude_spectrum", "x, *, Fs=None, Fc=None, window=None, pad_to=None, sides=None, scale=None, **kwargs",
          "Plot the magnitude spectrum."),
    CHART("angle_spectrum", "x, *, Fs=None, Fc=None, window=None, pad_to=None, sides=None, **kwargs",
          "Plot the angle spectrum."),
    CHART("phase_spectrum", "x, *, Fs=None, Fc=None, window=None, pad_to=None, sides=None, **kwargs",
          "Plot the phase spectrum."),
    CHART("clabel", "CS, levels=None, **kwargs", "Label a contour plot."),
    {0},
};
