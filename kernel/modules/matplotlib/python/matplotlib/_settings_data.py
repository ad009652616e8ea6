"""What settings there are, by kind, as users see them at first; and the styles. Values of matplotlib 3.11."""

TABLEAU = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf"]

DEFAULTS = {
    'any_str': {
        'mathtext.bf': 'sans:bold', 'mathtext.bfit': 'sans:italic:bold', 'mathtext.cal': 'cursive',
        'mathtext.it': 'sans:italic', 'mathtext.rm': 'sans', 'mathtext.sf': 'sans', 'mathtext.tt':
        'monospace'},
    'aspect': {
        'image.aspect': 'equal'},
    'axisbelow': {
        'axes.axisbelow': 'line'},
    'backend': {
        'backend': 'agg'},
    'bbox': {
        'savefig.bbox': None},
    'bins': {
        'hist.bins': 10},
    'bool': {
        '_internal.classic_mode': False, 'axes.formatter.use_locale': False, 'axes.formatter.use_mathtext':
        False, 'axes.formatter.useoffset': True, 'axes.grid': False, 'axes.spines.bottom': True,
        'axes.spines.left': True, 'axes.spines.right': True, 'axes.spines.top': True, 'axes.unicode_minus':
        True, 'axes3d.automargin': False, 'axes3d.depthshade': True, 'axes3d.grid': True,
        'backend_fallback': True, 'boxplot.meanline': False, 'boxplot.notch': False, 'boxplot.patchartist':
        False, 'boxplot.showbox': True, 'boxplot.showcaps': True, 'boxplot.showfliers': True,
        'boxplot.showmeans': False, 'boxplot.vertical': True, 'contour.corner_mask': True,
        'date.interval_multiples': True, 'docstring.hardcopy': False, 'figure.autolayout': False,
        'figure.constrained_layout.use': False, 'figure.frameon': True, 'figure.raise_window': True,
        'font.enable_last_resort': True, 'image.composite_image': True, 'image.resample': True,
        'interactive': False, 'legend.fancybox': True, 'legend.frameon': True, 'legend.shadow': False,
        'lines.antialiased': True, 'lines.scale_dashes': True, 'patch.antialiased': True,
        'patch.force_edgecolor': False, 'path.simplify': True, 'path.snap': True, 'pcolormesh.snap': True,
        'pdf.inheritcolor': False, 'pdf.use14corefonts': False, 'pgf.rcfonts': True, 'polaraxes.grid': True,
        'ps.useafm': False, 'savefig.transparent': False, 'svg.image_inline': True, 'text.antialiased':
        True, 'text.parse_math': True, 'text.usetex': False, 'tk.window_focus': False,
        'webagg.open_in_browser': True, 'xtick.bottom': True, 'xtick.labelbottom': True, 'xtick.labeltop':
        False, 'xtick.major.bottom': True, 'xtick.major.top': True, 'xtick.minor.bottom': True,
        'xtick.minor.top': True, 'xtick.minor.visible': False, 'xtick.top': False, 'ytick.labelleft': True,
        'ytick.labelright': False, 'ytick.left': True, 'ytick.major.left': True, 'ytick.major.right': True,
        'ytick.minor.left': True, 'ytick.minor.right': True, 'ytick.minor.visible': False, 'ytick.right':
        False},
    'capstyle': {
        'lines.dash_capstyle': 'butt', 'lines.solid_capstyle': 'projecting'},
    'choice': {
        'animation.frame_format': 'png', 'animation.html': 'none', 'axes.autolimit_mode': 'data',
        'axes.grid.axis': 'both', 'axes.grid.which': 'major', 'axes.titlelocation': 'center',
        'axes3d.mouserotationstyle': 'arcball', 'contour.algorithm': 'mpl2014', 'date.converter': 'auto',
        'image.interpolation_stage': 'auto', 'image.origin': 'upper', 'macosx.window_mode': 'system',
        'markers.fillstyle': 'full', 'mathtext.default': 'normal', 'mathtext.fontset': 'dejavusans',
        'pcolor.shading': 'auto', 'pgf.texsystem': 'xelatex', 'ps.papersize': 'letter',
        'savefig.orientation': 'portrait', 'svg.fonttype': 'path', 'text.hinting': 'default',
        'text.latex.engine': 'latex', 'xaxis.labellocation': 'center', 'xtick.alignment': 'center',
        'xtick.direction': 'out', 'yaxis.labellocation': 'center', 'ytick.alignment': 'center_baseline',
        'ytick.direction': 'out'},
    'cmap': {
        'image.cmap': 'viridis'},
    'color': {
        'axes.edgecolor': 'black', 'axes.facecolor': 'white', 'axes.labelcolor': 'black',
        'axes3d.xaxis.panecolor': (0.95, 0.95, 0.95, 0.5), 'axes3d.yaxis.panecolor': (0.9, 0.9, 0.9, 0.5),
        'axes3d.zaxis.panecolor': (0.925, 0.925, 0.925, 0.5), 'boxplot.boxprops.color': 'black',
        'boxplot.capprops.color': 'black', 'boxplot.flierprops.color': 'black',
        'boxplot.flierprops.markeredgecolor': 'black', 'boxplot.meanprops.color': 'C2',
        'boxplot.meanprops.markeredgecolor': 'C2', 'boxplot.meanprops.markerfacecolor': 'C2',
        'boxplot.medianprops.color': 'C1', 'boxplot.whiskerprops.color': 'black', 'figure.edgecolor':
        'white', 'figure.facecolor': 'white', 'grid.color': '#b0b0b0', 'lines.color': 'C0',
        'patch.edgecolor': 'black', 'patch.facecolor': 'C0', 'text.color': 'black', 'xtick.color': 'black',
        'ytick.color': 'black'},
    'color_or_auto': {
        'axes.titlecolor': 'auto', 'boxplot.flierprops.markerfacecolor': 'none', 'lines.markeredgecolor':
        'auto', 'lines.markerfacecolor': 'auto', 'savefig.edgecolor': 'auto', 'savefig.facecolor': 'auto'},
    'color_or_edge': {
        'hatch.color': 'edge'},
    'color_or_inherit': {
        'legend.edgecolor': '0.8', 'legend.facecolor': 'inherit', 'xtick.labelcolor': 'inherit',
        'ytick.labelcolor': 'inherit'},
    'color_or_none': {
        'grid.major.color': None, 'grid.minor.color': None},
    'cycler': {
        'axes.prop_cycle': TABLEAU},
    'distiller': {
        'ps.usedistiller': None},
    'dpi': {
        'savefig.dpi': 'figure'},
    'epoch': {
        'date.epoch': '1970-01-01T00:00:00'},
    'fallback': {
        'mathtext.fallback': 'cm'},
    'float': {
        'animation.embed_limit': 20.0, 'axes.labelpad': 4.0, 'axes.linewidth': 0.8, 'axes.titlepad': 6.0,
        'axes3d.depthshade_minalpha': 0.3, 'axes3d.snap_rotation': 5.0, 'axes3d.trackballborder': 0.2,
        'axes3d.trackballsize': 0.667, 'boxplot.boxprops.linewidth': 1.0, 'boxplot.capprops.linewidth': 1.0,
        'boxplot.flierprops.linewidth': 1.0, 'boxplot.flierprops.markeredgewidth': 1.0,
        'boxplot.flierprops.markersize': 6.0, 'boxplot.meanprops.linewidth': 1.0,
        'boxplot.meanprops.markersize': 6.0, 'boxplot.medianprops.linewidth': 1.0,
        'boxplot.whiskerprops.linewidth': 1.0, 'errorbar.capsize': 0.0, 'figure.constrained_layout.h_pad':
        0.04167, 'figure.constrained_layout.hspace': 0.02, 'figure.constrained_layout.w_pad': 0.04167,
        'figure.constrained_layout.wspace': 0.02, 'figure.dpi': 100.0, 'figure.subplot.bottom': 0.11,
        'figure.subplot.hspace': 0.2, 'figure.subplot.left': 0.125, 'figure.subplot.right': 0.9,
        'figure.subplot.top': 0.88, 'figure.subplot.wspace': 0.2, 'font.size': 10.0, 'grid.alpha': 1.0,
        'grid.linewidth': 0.8, 'hatch.linewidth': 1.0, 'legend.borderaxespad': 0.5, 'legend.borderpad': 0.4,
        'legend.columnspacing': 2.0, 'legend.handleheight': 0.7, 'legend.handlelength': 2.0,
        'legend.handletextpad': 0.8, 'legend.labelspacing': 0.5, 'legend.markerscale': 1.0,
        'lines.linewidth': 1.5, 'lines.markeredgewidth': 1.0, 'lines.markersize': 6.0, 'patch.linewidth':
        1.0, 'savefig.pad_inches': 0.1, 'xtick.major.pad': 3.5, 'xtick.major.size': 3.5,
        'xtick.major.width': 0.8, 'xtick.minor.pad': 3.4, 'xtick.minor.size': 2.0, 'xtick.minor.width': 0.6,
        'ytick.major.pad': 3.5, 'ytick.major.size': 3.5, 'ytick.major.width': 0.8, 'ytick.minor.pad': 3.4,
        'ytick.minor.size': 2.0, 'ytick.minor.width': 0.6},
    'float_or_none': {
        'axes.titley': None, 'contour.linewidth': None, 'errorbar.capthick': None, 'errorbar.elinewidth':
        None, 'grid.major.alpha': None, 'grid.major.linewidth': None, 'grid.minor.alpha': None,
        'grid.minor.linewidth': None, 'legend.framealpha': 0.8, 'legend.linewidth': None},
    'float_pair': {
        'figure.figsize': [6.4, 4.8]},
    'floats': {
        'lines.dashdot_pattern': [6.4, 1.6, 1.0, 1.6], 'lines.dashed_pattern': [3.7, 1.6],
        'lines.dotted_pattern': [1.0, 1.65]},
    'fontsize': {
        'axes.labelsize': 'medium', 'axes.titlesize': 'large', 'figure.labelsize': 'large',
        'figure.titlesize': 'large', 'legend.fontsize': 'medium', 'xtick.labelsize': 'medium',
        'ytick.labelsize': 'medium'},
    'fontsize_or_none': {
        'legend.title_fontsize': None},
    'fontstretch': {
        'font.stretch': 'normal'},
    'fonttype': {
        'pdf.fonttype': 3, 'ps.fonttype': 3},
    'fontweight': {
        'axes.labelweight': 'normal', 'axes.titleweight': 'normal', 'figure.labelweight': 'normal',
        'figure.titleweight': 'normal', 'font.weight': 'normal'},
    'fraction': {
        'path.simplify_threshold': 0.111111111111},
    'int': {
        'agg.path.chunksize': 0, 'animation.bitrate': -1, 'axes.formatter.min_exponent': 0,
        'axes.formatter.offset_threshold': 4, 'figure.max_open_warning': 20, 'image.lut': 256,
        'legend.numpoints': 1, 'legend.scatterpoints': 1, 'pdf.compression': 6, 'ps.distiller.res': 6000,
        'webagg.port': 8988, 'webagg.port_retries': 50},
    'int_or_none': {
        'boxplot.bootstrap': None, 'text.hinting_factor': None, 'text.kerning_factor': None},
    'int_pair': {
        'axes.formatter.limits': [-5, 6]},
    'joinstyle': {
        'lines.dash_joinstyle': 'round', 'lines.solid_joinstyle': 'round'},
    'labelcolor': {
        'legend.labelcolor': 'None'},
    'linestyle': {
        'boxplot.boxprops.linestyle': '-', 'boxplot.capprops.linestyle': '-',
        'boxplot.flierprops.linestyle': 'none', 'boxplot.meanprops.linestyle': '--',
        'boxplot.medianprops.linestyle': '-', 'boxplot.whiskerprops.linestyle': '-',
        'contour.negative_linestyle': 'dashed', 'grid.linestyle': '-', 'lines.linestyle': '-'},
    'linestyle_or_none': {
        'grid.major.linestyle': None, 'grid.minor.linestyle': None},
    'list': {
        'path.effects': []},
    'loc': {
        'legend.loc': 'best'},
    'margin': {
        'axes.xmargin': 0.05, 'axes.ymargin': 0.05, 'axes.zmargin': 0.05},
    'marker': {
        'boxplot.flierprops.marker': 'o', 'boxplot.meanprops.marker': '^', 'lines.marker': 'None',
        'scatter.marker': 'o'},
    'ndivs': {
        'xtick.minor.ndivs': 'auto', 'ytick.minor.ndivs': 'auto'},
    'sketch': {
        'path.sketch': None},
    'str': {
        'animation.codec': 'h264', 'animation.convert_path': 'convert', 'animation.ffmpeg_path': 'ffmpeg',
        'animation.writer': 'ffmpeg', 'date.autoformatter.day': '%Y-%m-%d', 'date.autoformatter.hour':
        '%m-%d %H', 'date.autoformatter.microsecond': '%M:%S.%f', 'date.autoformatter.minute': '%d %H:%M',
        'date.autoformatter.month': '%Y-%m', 'date.autoformatter.second': '%H:%M:%S',
        'date.autoformatter.year': '%Y', 'font.style': 'normal', 'font.variant': 'normal',
        'image.interpolation': 'auto', 'pgf.preamble': '', 'savefig.directory': '~', 'savefig.format':
        'png', 'scatter.edgecolors': 'face', 'text.latex.preamble': '', 'timezone': 'UTC', 'webagg.address':
        '127.0.0.1'},
    'str_or_none': {
        'svg.hashsalt': None, 'svg.id': None, 'text.language': None},
    'strings': {
        'animation.convert_args': ['-layers', 'OptimizePlus'], 'animation.ffmpeg_args': [], 'figure.hooks':
        [], 'font.cursive': ['Apple Chancery', 'Textile', 'Zapf Chancery', 'Sand', 'Script MT', 'Felipa',
        'Comic Neue', 'Comic Sans MS', 'cursive'], 'font.family': ['sans-serif'], 'font.fantasy':
        ['Chicago', 'Charcoal', 'Impact', 'Western', 'xkcd script', 'fantasy'], 'font.monospace':
        ['DejaVu Sans Mono', 'Bitstream Vera Sans Mono', 'Computer Modern Typewriter', 'Andale Mono',
        'Nimbus Mono L', 'Courier New', 'Courier', 'Fixed', 'Terminal', 'monospace'], 'font.sans-serif':
        ['DejaVu Sans', 'Bitstream Vera Sans', 'Computer Modern Sans Serif', 'Lucida Grande', 'Verdana',
        'Geneva', 'Lucid', 'Arial', 'Helvetica', 'Avant Garde', 'sans-serif'], 'font.serif':
        ['DejaVu Serif', 'Bitstream Vera Serif', 'Computer Modern Roman', 'New Century Schoolbook',
        'Century Schoolbook L', 'Utopia', 'ITC Bookman', 'Bookman', 'Nimbus Roman No9 L', 'Times New Roman',
        'Times', 'Palatino', 'Charter', 'serif'], 'keymap.back': ['left', 'c', 'backspace',
        'MouseButton.BACK'], 'keymap.copy': ['ctrl+c', 'cmd+c'], 'keymap.forward': ['right', 'v',
        'MouseButton.FORWARD'], 'keymap.fullscreen': ['f', 'ctrl+f'], 'keymap.grid': ['g'],
        'keymap.grid_minor': ['G'], 'keymap.help': ['f1'], 'keymap.home': ['h', 'r', 'home'], 'keymap.pan':
        ['p'], 'keymap.quit': ['ctrl+w', 'cmd+w', 'q'], 'keymap.quit_all': [], 'keymap.save': ['s',
        'ctrl+s'], 'keymap.xscale': ['k', 'L'], 'keymap.yscale': ['l'], 'keymap.zoom': ['o']},
    'toolbar': {
        'toolbar': 'toolbar2'},
    'whiskers': {
        'boxplot.whiskers': 1.5},
}

CHOICES = {
    'animation.frame_format': ['png', 'jpeg', 'tiff', 'raw', 'rgba', 'ppm', 'sgi', 'bmp', 'pbm', 'svg'],
    'animation.html': ['html5', 'jshtml', 'none'], 'axes.autolimit_mode': ['data', 'round_numbers'],
    'axes.grid.axis': ['x', 'y', 'both'], 'axes.grid.which': ['minor', 'both', 'major'],
    'axes.titlelocation': ['left', 'center', 'right'], 'axes3d.mouserotationstyle': ['azel', 'trackball',
    'sphere', 'arcball'], 'contour.algorithm': ['mpl2005', 'mpl2014', 'serial', 'threaded'],
    'date.converter': ['auto', 'concise'], 'image.interpolation_stage': ['auto', 'data', 'rgba'],
    'image.origin': ['upper', 'lower'], 'macosx.window_mode': ['system', 'tab', 'window'],
    'markers.fillstyle': ['full', 'left', 'right', 'bottom', 'top', 'none'], 'mathtext.default': ['rm',
    'cal', 'bfit', 'it', 'tt', 'sf', 'bf', 'default', 'bb', 'frak', 'scr', 'regular', 'normal'],
    'mathtext.fontset': ['dejavusans', 'dejavuserif', 'cm', 'stix', 'stixsans', 'custom'], 'pcolor.shading':
    ['auto', 'flat', 'nearest', 'gouraud'], 'pgf.texsystem': ['xelatex', 'lualatex', 'pdflatex'],
    'ps.papersize': ['figure', 'letter', 'legal', 'ledger', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7',
    'a8', 'a9', 'a10', 'b0', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9', 'b10'],
    'savefig.orientation': ['landscape', 'portrait'], 'svg.fonttype': ['none', 'path'], 'text.hinting':
    ['default', 'no_autohint', 'force_autohint', 'no_hinting', 'auto', 'native', 'either', 'none'],
    'text.latex.engine': ['latex', 'latex+dvipng'], 'xaxis.labellocation': ['left', 'center', 'right'],
    'xtick.alignment': ['center', 'right', 'left'], 'xtick.direction': ['out', 'in', 'inout'],
    'yaxis.labellocation': ['bottom', 'center', 'top'], 'ytick.alignment': ['center', 'top', 'bottom',
    'baseline', 'center_baseline'], 'ytick.direction': ['out', 'in', 'inout']
}

STYLES = {
    'Solarize_Light2': {
        'axes.axisbelow': True, 'axes.edgecolor': '#eee8d5', 'axes.facecolor': '#eee8d5', 'axes.grid': True,
        'axes.labelcolor': '#657b83', 'axes.labelsize': 12.0, 'axes.prop_cycle': ['#268BD2', '#2AA198',
        '#859900', '#B58900', '#CB4B16', '#DC322F', '#D33682', '#6C71C4'], 'axes.titlesize': 16.0,
        'figure.facecolor': '#FDF6E3', 'grid.color': '#fdf6e3', 'grid.linestyle': '-', 'grid.linewidth':
        1.0, 'lines.linewidth': 2.0, 'lines.solid_capstyle': 'butt', 'patch.antialiased': True,
        'xtick.color': '#657b83', 'xtick.direction': 'out', 'ytick.color': '#657b83', 'ytick.direction':
        'out'},
    '_classic_test_patch': {
        'hatch.color': 'edge', 'text.hinting': 'default', 'ytick.alignment': 'center_baseline'},
    '_mpl-gallery': {
        'axes.axisbelow': True, 'axes.grid': True, 'axes.prop_cycle': ['#1f77b4', '#58a1cf', '#abd0e6'],
        'figure.figsize': [2.0, 2.0], 'figure.subplot.bottom': 0.01, 'figure.subplot.left': 0.01,
        'figure.subplot.right': 0.99, 'figure.subplot.top': 0.99, 'image.cmap': 'Blues', 'xtick.major.size':
        0.0, 'ytick.major.size': 0.0},
    '_mpl-gallery-nogrid': {
        'axes.axisbelow': True, 'axes.grid': False, 'axes.prop_cycle': ['#1f77b4', '#82bbdb', '#ccdff1'],
        'figure.figsize': [2.0, 2.0], 'figure.subplot.bottom': 0.01, 'figure.subplot.left': 0.01,
        'figure.subplot.right': 0.99, 'figure.subplot.top': 0.99, 'image.cmap': 'Blues', 'xtick.major.size':
        0.0, 'ytick.major.size': 0.0},
    'bmh': {
        'axes.edgecolor': '#bcbcbc', 'axes.facecolor': '#eeeeee', 'axes.grid': True, 'axes.labelsize':
        'large', 'axes.prop_cycle': ['#348ABD', '#A60628', '#7A68A6', '#467821', '#D55E00', '#CC79A7',
        '#56B4E9', '#009E73', '#F0E442', '#0072B2'], 'axes.titlesize': 'x-large', 'grid.color': '#b2b2b2',
        'grid.linestyle': '--', 'grid.linewidth': 0.5, 'legend.fancybox': True, 'lines.linewidth': 2.0,
        'mathtext.fontset': 'cm', 'patch.antialiased': True, 'patch.edgecolor': '#eeeeee',
        'patch.facecolor': 'blue', 'patch.linewidth': 0.5, 'xtick.direction': 'in', 'ytick.direction': 'in'},
    'classic': {
        '_internal.classic_mode': True, 'agg.path.chunksize': 0, 'animation.bitrate': -1, 'animation.codec':
        'mpeg4', 'animation.convert_args': [], 'animation.convert_path': 'convert', 'animation.ffmpeg_args':
        [], 'animation.ffmpeg_path': 'ffmpeg', 'animation.frame_format': 'png', 'animation.html': 'none',
        'animation.writer': 'ffmpeg', 'axes.autolimit_mode': 'round_numbers', 'axes.axisbelow': False,
        'axes.edgecolor': 'k', 'axes.facecolor': 'w', 'axes.formatter.limits': [-7, 7],
        'axes.formatter.offset_threshold': 2, 'axes.formatter.use_locale': False,
        'axes.formatter.use_mathtext': False, 'axes.formatter.useoffset': True, 'axes.grid': False,
        'axes.grid.axis': 'both', 'axes.grid.which': 'major', 'axes.labelcolor': 'k', 'axes.labelpad': 5.0,
        'axes.labelsize': 'medium', 'axes.labelweight': 'normal', 'axes.linewidth': 1.0, 'axes.prop_cycle':
        ['b', 'g', 'r', 'c', 'm', 'y', 'k'], 'axes.spines.bottom': True, 'axes.spines.left': True,
        'axes.spines.right': True, 'axes.spines.top': True, 'axes.titlepad': 5.0, 'axes.titlesize': 'large',
        'axes.titleweight': 'normal', 'axes.titley': 1.0, 'axes.unicode_minus': True, 'axes.xmargin': 0.0,
        'axes.ymargin': 0.0, 'axes3d.automargin': False, 'axes3d.depthshade': False,
        'axes3d.depthshade_minalpha': 0.3, 'axes3d.grid': True, 'boxplot.bootstrap': None,
        'boxplot.boxprops.color': 'b', 'boxplot.boxprops.linestyle': '-', 'boxplot.boxprops.linewidth': 1.0,
        'boxplot.capprops.color': 'k', 'boxplot.capprops.linestyle': '-', 'boxplot.capprops.linewidth': 1.0,
        'boxplot.flierprops.color': 'b', 'boxplot.flierprops.linestyle': 'none',
        'boxplot.flierprops.linewidth': 1.0, 'boxplot.flierprops.marker': '+',
        'boxplot.flierprops.markeredgecolor': 'k', 'boxplot.flierprops.markerfacecolor': 'auto',
        'boxplot.flierprops.markersize': 6.0, 'boxplot.meanline': False, 'boxplot.meanprops.color': 'r',
        'boxplot.meanprops.linestyle': '-', 'boxplot.meanprops.linewidth': 1.0, 'boxplot.meanprops.marker':
        's', 'boxplot.meanprops.markeredgecolor': 'k', 'boxplot.meanprops.markerfacecolor': 'r',
        'boxplot.meanprops.markersize': 6.0, 'boxplot.medianprops.color': 'r',
        'boxplot.medianprops.linestyle': '-', 'boxplot.medianprops.linewidth': 1.0, 'boxplot.notch': False,
        'boxplot.patchartist': False, 'boxplot.showbox': True, 'boxplot.showcaps': True,
        'boxplot.showfliers': True, 'boxplot.showmeans': False, 'boxplot.whiskerprops.color': 'b',
        'boxplot.whiskerprops.linestyle': '--', 'boxplot.whiskerprops.linewidth': 1.0, 'boxplot.whiskers':
        1.5, 'contour.corner_mask': True, 'contour.negative_linestyle': 'dashed', 'date.autoformatter.day':
        '%b %d %Y', 'date.autoformatter.hour': '%H:%M:%S', 'date.autoformatter.microsecond': '%H:%M:%S.%f',
        'date.autoformatter.minute': '%H:%M:%S.%f', 'date.autoformatter.month': '%b %Y',
        'date.autoformatter.second': '%H:%M:%S.%f', 'date.autoformatter.year': '%Y', 'date.converter':
        'auto', 'errorbar.capsize': 3.0, 'figure.autolayout': False, 'figure.dpi': 80.0, 'figure.edgecolor':
        'w', 'figure.facecolor': '0.75', 'figure.figsize': [8.0, 6.0], 'figure.frameon': True,
        'figure.labelsize': 'medium', 'figure.labelweight': 'normal', 'figure.subplot.bottom': 0.1,
        'figure.subplot.hspace': 0.2, 'figure.subplot.left': 0.125, 'figure.subplot.right': 0.9,
        'figure.subplot.top': 0.9, 'figure.subplot.wspace': 0.2, 'figure.titlesize': 'medium',
        'figure.titleweight': 'normal', 'font.cursive': ['Apple Chancery', 'Textile', 'Zapf Chancery',
        'Sand', 'Script MT', 'Felipa', 'cursive'], 'font.family': ['sans-serif'], 'font.fantasy':
        ['Comic Sans MS', 'Chicago', 'Charcoal', 'ImpactWestern', 'xkcd script', 'fantasy'],
        'font.monospace': ['DejaVu Sans Mono', 'Andale Mono', 'Nimbus Mono L', 'Courier New', 'Courier',
        'Fixed', 'Terminal', 'monospace'], 'font.sans-serif': ['DejaVu Sans', 'Lucida Grande', 'Verdana',
        'Geneva', 'Lucid', 'Arial', 'Helvetica', 'Avant Garde', 'sans-serif'], 'font.serif':
        ['DejaVu Serif', 'New Century Schoolbook', 'Century Schoolbook L', 'Utopia', 'ITC Bookman',
        'Bookman', 'Nimbus Roman No9 L', 'Times New Roman', 'Times', 'Palatino', 'Charter', 'serif'],
        'font.size': 12.0, 'font.stretch': 'normal', 'font.style': 'normal', 'font.variant': 'normal',
        'font.weight': 'normal', 'grid.alpha': 1.0, 'grid.color': 'k', 'grid.linestyle': ':',
        'grid.linewidth': 0.5, 'hatch.color': 'k', 'hatch.linewidth': 1.0, 'hist.bins': 10, 'image.aspect':
        'equal', 'image.cmap': 'jet', 'image.composite_image': True, 'image.interpolation': 'bilinear',
        'image.lut': 256, 'image.origin': 'upper', 'image.resample': False, 'keymap.back': ['left', 'c',
        'backspace'], 'keymap.forward': ['right', 'v'], 'keymap.fullscreen': ['f', 'ctrl+f'], 'keymap.grid':
        ['g'], 'keymap.home': ['h', 'r', 'home'], 'keymap.pan': ['p'], 'keymap.quit': ['ctrl+w', 'cmd+w'],
        'keymap.save': ['s', 'ctrl+s'], 'keymap.xscale': ['k', 'L'], 'keymap.yscale': ['l'], 'keymap.zoom':
        ['o'], 'legend.borderaxespad': 0.5, 'legend.borderpad': 0.4, 'legend.columnspacing': 2.0,
        'legend.edgecolor': 'inherit', 'legend.facecolor': 'inherit', 'legend.fancybox': False,
        'legend.fontsize': 'large', 'legend.framealpha': None, 'legend.frameon': True,
        'legend.handleheight': 0.7, 'legend.handlelength': 2.0, 'legend.handletextpad': 0.8,
        'legend.labelspacing': 0.5, 'legend.loc': 'upper right', 'legend.markerscale': 1.0,
        'legend.numpoints': 2, 'legend.scatterpoints': 3, 'legend.shadow': False, 'lines.antialiased': True,
        'lines.color': 'b', 'lines.dash_capstyle': 'butt', 'lines.dash_joinstyle': 'round',
        'lines.dashdot_pattern': [3.0, 5.0, 1.0, 5.0], 'lines.dashed_pattern': [6.0, 6.0],
        'lines.dotted_pattern': [1.0, 3.0], 'lines.linestyle': '-', 'lines.linewidth': 1.0, 'lines.marker':
        'None', 'lines.markeredgecolor': 'auto', 'lines.markeredgewidth': 0.5, 'lines.markerfacecolor':
        'auto', 'lines.markersize': 6.0, 'lines.scale_dashes': False, 'lines.solid_capstyle': 'projecting',
        'lines.solid_joinstyle': 'round', 'markers.fillstyle': 'full', 'mathtext.bf': 'serif:bold',
        'mathtext.cal': 'cursive', 'mathtext.default': 'normal', 'mathtext.fallback': 'cm',
        'mathtext.fontset': 'cm', 'mathtext.it': 'serif:italic', 'mathtext.rm': 'serif', 'mathtext.sf':
        'sans\\-serif', 'mathtext.tt': 'monospace', 'patch.antialiased': True, 'patch.edgecolor': 'k',
        'patch.facecolor': 'b', 'patch.force_edgecolor': True, 'patch.linewidth': 1.0, 'path.simplify':
        True, 'path.simplify_threshold': 0.1111111111111111, 'path.sketch': None, 'path.snap': True,
        'pdf.compression': 6, 'pdf.fonttype': 3, 'pdf.inheritcolor': False, 'pdf.use14corefonts': False,
        'pgf.preamble': '', 'pgf.rcfonts': True, 'pgf.texsystem': 'xelatex', 'polaraxes.grid': True,
        'ps.distiller.res': 6000, 'ps.fonttype': 3, 'ps.papersize': 'letter', 'ps.useafm': False,
        'ps.usedistiller': None, 'savefig.bbox': None, 'savefig.dpi': 100.0, 'savefig.edgecolor': 'w',
        'savefig.facecolor': 'w', 'savefig.format': 'png', 'savefig.orientation': 'portrait',
        'savefig.pad_inches': 0.1, 'savefig.transparent': False, 'scatter.marker': 'o', 'svg.fonttype':
        'path', 'svg.image_inline': True, 'text.antialiased': True, 'text.color': 'k', 'text.hinting':
        'auto', 'text.latex.preamble': '', 'text.usetex': False, 'xtick.alignment': 'center',
        'xtick.bottom': True, 'xtick.color': 'k', 'xtick.direction': 'in', 'xtick.labelsize': 'medium',
        'xtick.major.bottom': True, 'xtick.major.pad': 4.0, 'xtick.major.size': 4.0, 'xtick.major.top':
        True, 'xtick.major.width': 0.5, 'xtick.minor.bottom': True, 'xtick.minor.pad': 4.0,
        'xtick.minor.size': 2.0, 'xtick.minor.top': True, 'xtick.minor.visible': False, 'xtick.minor.width':
        0.5, 'xtick.top': True, 'ytick.alignment': 'center', 'ytick.color': 'k', 'ytick.direction': 'in',
        'ytick.labelsize': 'medium', 'ytick.left': True, 'ytick.major.left': True, 'ytick.major.pad': 4.0,
        'ytick.major.right': True, 'ytick.major.size': 4.0, 'ytick.major.width': 0.5, 'ytick.minor.left':
        True, 'ytick.minor.pad': 4.0, 'ytick.minor.right': True, 'ytick.minor.size': 2.0,
        'ytick.minor.visible': False, 'ytick.minor.width': 0.5, 'ytick.right': True},
    'dark_background': {
        'axes.edgecolor': 'white', 'axes.facecolor': 'black', 'axes.labelcolor': 'white', 'axes.prop_cycle':
        ['#8dd3c7', '#feffb3', '#bfbbd9', '#fa8174', '#81b1d2', '#fdb462', '#b3de69', '#bc82bd', '#ccebc4',
        '#ffed6f'], 'boxplot.boxprops.color': 'white', 'boxplot.capprops.color': 'white',
        'boxplot.flierprops.color': 'white', 'boxplot.flierprops.markeredgecolor': 'white',
        'boxplot.whiskerprops.color': 'white', 'figure.edgecolor': 'black', 'figure.facecolor': 'black',
        'grid.color': 'white', 'lines.color': 'white', 'patch.edgecolor': 'white', 'text.color': 'white',
        'xtick.color': 'white', 'ytick.color': 'white'},
    'fast': {
        'agg.path.chunksize': 10000, 'path.simplify': True, 'path.simplify_threshold': 1.0},
    'fivethirtyeight': {
        'axes.axisbelow': True, 'axes.edgecolor': '#f0f0f0', 'axes.facecolor': '#f0f0f0', 'axes.grid': True,
        'axes.labelsize': 'large', 'axes.linewidth': 3.0, 'axes.prop_cycle': ['#008fd5', '#fc4f30',
        '#e5ae38', '#6d904f', '#8b8b8b', '#810f7c'], 'axes.titlesize': 'x-large', 'figure.facecolor':
        '#f0f0f0', 'figure.subplot.bottom': 0.07, 'figure.subplot.left': 0.08, 'figure.subplot.right': 0.95,
        'font.size': 14.0, 'grid.color': '#cbcbcb', 'grid.linestyle': '-', 'grid.linewidth': 1.0,
        'legend.fancybox': True, 'lines.linewidth': 4.0, 'lines.solid_capstyle': 'butt', 'patch.edgecolor':
        '#f0f0f0', 'patch.linewidth': 0.5, 'svg.fonttype': 'path', 'xtick.major.size': 0.0,
        'xtick.minor.size': 0.0, 'ytick.major.size': 0.0, 'ytick.minor.size': 0.0},
    'ggplot': {
        'axes.axisbelow': True, 'axes.edgecolor': 'white', 'axes.facecolor': '#E5E5E5', 'axes.grid': True,
        'axes.labelcolor': '#555555', 'axes.labelsize': 'large', 'axes.linewidth': 1.0, 'axes.prop_cycle':
        ['#E24A33', '#348ABD', '#988ED5', '#777777', '#FBC15E', '#8EBA42', '#FFB5B8'], 'axes.titlesize':
        'x-large', 'figure.edgecolor': '0.50', 'figure.facecolor': 'white', 'font.size': 10.0, 'grid.color':
        'white', 'grid.linestyle': '-', 'patch.antialiased': True, 'patch.edgecolor': '#EEEEEE',
        'patch.facecolor': '#348ABD', 'patch.linewidth': 0.5, 'xtick.color': '#555555', 'xtick.direction':
        'out', 'ytick.color': '#555555', 'ytick.direction': 'out'},
    'grayscale': {
        'axes.edgecolor': 'black', 'axes.facecolor': 'white', 'axes.labelcolor': 'black', 'axes.prop_cycle':
        ['0.00', '0.40', '0.60', '0.70'], 'figure.edgecolor': 'white', 'figure.facecolor': '0.75',
        'grid.color': 'black', 'image.cmap': 'gray', 'lines.color': 'black', 'patch.edgecolor': 'black',
        'patch.facecolor': 'gray', 'savefig.edgecolor': 'white', 'savefig.facecolor': 'white', 'text.color':
        'black', 'xtick.color': 'black', 'ytick.color': 'black'},
    'petroff10': {
        'axes.prop_cycle': ['#3f90da', '#ffa90e', '#bd1f01', '#94a4a2', '#832db6', '#a96b59', '#e76300',
        '#b9ac70', '#717581', '#92dadd'], 'patch.facecolor': '#3f90da'},
    'petroff6': {
        'axes.prop_cycle': ['#5790fc', '#f89c20', '#e42536', '#964a8b', '#9c9ca1', '#7a21dd'],
        'patch.facecolor': '#5790fc'},
    'petroff8': {
        'axes.prop_cycle': ['#1845fb', '#ff5e02', '#c91f16', '#c849a9', '#adad7d', '#86c8dd', '#578dff',
        '#656364'], 'patch.facecolor': '#1845fb'},
    'seaborn-v0_8': {
        'axes.axisbelow': True, 'axes.edgecolor': 'white', 'axes.facecolor': '#EAEAF2', 'axes.grid': True,
        'axes.labelcolor': '.15', 'axes.labelsize': 11.0, 'axes.linewidth': 0.0, 'axes.prop_cycle':
        ['#4C72B0', '#55A868', '#C44E52', '#8172B2', '#CCB974', '#64B5CD'], 'axes.titlesize': 12.0,
        'figure.facecolor': 'white', 'figure.figsize': [8.0, 5.5], 'font.family': ['sans-serif'],
        'font.sans-serif': ['Arial', 'Liberation Sans', 'DejaVu Sans', 'Bitstream Vera Sans', 'sans-serif'],
        'grid.color': 'white', 'grid.linestyle': '-', 'grid.linewidth': 1.0, 'image.cmap': 'Greys',
        'legend.fontsize': 10.0, 'legend.frameon': False, 'legend.numpoints': 1, 'legend.scatterpoints': 1,
        'lines.linewidth': 1.75, 'lines.markeredgewidth': 0.0, 'lines.markersize': 7.0,
        'lines.solid_capstyle': 'round', 'patch.facecolor': '#4C72B0', 'patch.linewidth': 0.3, 'text.color':
        '.15', 'xtick.color': '.15', 'xtick.direction': 'out', 'xtick.labelsize': 10.0, 'xtick.major.pad':
        7.0, 'xtick.major.size': 0.0, 'xtick.major.width': 1.0, 'xtick.minor.size': 0.0,
        'xtick.minor.width': 0.5, 'ytick.color': '.15', 'ytick.direction': 'out', 'ytick.labelsize': 10.0,
        'ytick.major.pad': 7.0, 'ytick.major.size': 0.0, 'ytick.major.width': 1.0, 'ytick.minor.size': 0.0,
        'ytick.minor.width': 0.5},
    'seaborn-v0_8-bright': {
        'axes.prop_cycle': ['#003FFF', '#03ED3A', '#E8000B', '#8A2BE2', '#FFC400', '#00D7FF'],
        'patch.facecolor': '#003FFF'},
    'seaborn-v0_8-colorblind': {
        'axes.prop_cycle': ['#0072B2', '#009E73', '#D55E00', '#CC79A7', '#F0E442', '#56B4E9'],
        'patch.facecolor': '#0072B2'},
    'seaborn-v0_8-dark': {
        'axes.axisbelow': True, 'axes.edgecolor': 'white', 'axes.facecolor': '#EAEAF2', 'axes.grid': False,
        'axes.labelcolor': '.15', 'axes.linewidth': 0.0, 'figure.facecolor': 'white', 'font.family':
        ['sans-serif'], 'font.sans-serif': ['Arial', 'Liberation Sans', 'DejaVu Sans',
        'Bitstream Vera Sans', 'sans-serif'], 'grid.color': 'white', 'grid.linestyle': '-', 'image.cmap':
        'Greys', 'legend.frameon': False, 'legend.numpoints': 1, 'legend.scatterpoints': 1,
        'lines.solid_capstyle': 'round', 'text.color': '.15', 'xtick.color': '.15', 'xtick.direction':
        'out', 'xtick.major.size': 0.0, 'xtick.minor.size': 0.0, 'ytick.color': '.15', 'ytick.direction':
        'out', 'ytick.major.size': 0.0, 'ytick.minor.size': 0.0},
    'seaborn-v0_8-dark-palette': {
        'axes.prop_cycle': ['#001C7F', '#017517', '#8C0900', '#7600A1', '#B8860B', '#006374'],
        'patch.facecolor': '#001C7F'},
    'seaborn-v0_8-darkgrid': {
        'axes.axisbelow': True, 'axes.edgecolor': 'white', 'axes.facecolor': '#EAEAF2', 'axes.grid': True,
        'axes.labelcolor': '.15', 'axes.linewidth': 0.0, 'figure.facecolor': 'white', 'font.family':
        ['sans-serif'], 'font.sans-serif': ['Arial', 'Liberation Sans', 'DejaVu Sans',
        'Bitstream Vera Sans', 'sans-serif'], 'grid.color': 'white', 'grid.linestyle': '-', 'image.cmap':
        'Greys', 'legend.frameon': False, 'legend.numpoints': 1, 'legend.scatterpoints': 1,
        'lines.solid_capstyle': 'round', 'text.color': '.15', 'xtick.color': '.15', 'xtick.direction':
        'out', 'xtick.major.size': 0.0, 'xtick.minor.size': 0.0, 'ytick.color': '.15', 'ytick.direction':
        'out', 'ytick.major.size': 0.0, 'ytick.minor.size': 0.0},
    'seaborn-v0_8-deep': {
        'axes.prop_cycle': ['#4C72B0', '#55A868', '#C44E52', '#8172B2', '#CCB974', '#64B5CD'],
        'patch.facecolor': '#4C72B0'},
    'seaborn-v0_8-muted': {
        'axes.prop_cycle': ['#4878CF', '#6ACC65', '#D65F5F', '#B47CC7', '#C4AD66', '#77BEDB'],
        'patch.facecolor': '#4878CF'},
    'seaborn-v0_8-notebook': {
        'axes.labelsize': 11.0, 'axes.titlesize': 12.0, 'figure.figsize': [8.0, 5.5], 'grid.linewidth': 1.0,
        'legend.fontsize': 10.0, 'lines.linewidth': 1.75, 'lines.markeredgewidth': 0.0, 'lines.markersize':
        7.0, 'patch.linewidth': 0.3, 'xtick.labelsize': 10.0, 'xtick.major.pad': 7.0, 'xtick.major.width':
        1.0, 'xtick.minor.width': 0.5, 'ytick.labelsize': 10.0, 'ytick.major.pad': 7.0, 'ytick.major.width':
        1.0, 'ytick.minor.width': 0.5},
    'seaborn-v0_8-paper': {
        'axes.labelsize': 8.8, 'axes.titlesize': 9.6, 'figure.figsize': [6.4, 4.4], 'grid.linewidth': 0.8,
        'legend.fontsize': 8.0, 'lines.linewidth': 1.4, 'lines.markeredgewidth': 0.0, 'lines.markersize':
        5.6, 'patch.linewidth': 0.24, 'xtick.labelsize': 8.0, 'xtick.major.pad': 5.6, 'xtick.major.width':
        0.8, 'xtick.minor.width': 0.4, 'ytick.labelsize': 8.0, 'ytick.major.pad': 5.6, 'ytick.major.width':
        0.8, 'ytick.minor.width': 0.4},
    'seaborn-v0_8-pastel': {
        'axes.prop_cycle': ['#92C6FF', '#97F0AA', '#FF9F9A', '#D0BBFF', '#FFFEA3', '#B0E0E6'],
        'patch.facecolor': '#92C6FF'},
    'seaborn-v0_8-poster': {
        'axes.labelsize': 17.6, 'axes.titlesize': 19.2, 'figure.figsize': [12.8, 8.8], 'grid.linewidth':
        1.6, 'legend.fontsize': 16.0, 'lines.linewidth': 2.8, 'lines.markeredgewidth': 0.0,
        'lines.markersize': 11.2, 'patch.linewidth': 0.48, 'xtick.labelsize': 16.0, 'xtick.major.pad': 11.2,
        'xtick.major.width': 1.6, 'xtick.minor.width': 0.8, 'ytick.labelsize': 16.0, 'ytick.major.pad':
        11.2, 'ytick.major.width': 1.6, 'ytick.minor.width': 0.8},
    'seaborn-v0_8-talk': {
        'axes.labelsize': 14.3, 'axes.titlesize': 15.6, 'figure.figsize': [10.4, 7.15], 'grid.linewidth':
        1.3, 'legend.fontsize': 13.0, 'lines.linewidth': 2.275, 'lines.markeredgewidth': 0.0,
        'lines.markersize': 9.1, 'patch.linewidth': 0.39, 'xtick.labelsize': 13.0, 'xtick.major.pad': 9.1,
        'xtick.major.width': 1.3, 'xtick.minor.width': 0.65, 'ytick.labelsize': 13.0, 'ytick.major.pad':
        9.1, 'ytick.major.width': 1.3, 'ytick.minor.width': 0.65},
    'seaborn-v0_8-ticks': {
        'axes.axisbelow': True, 'axes.edgecolor': '.15', 'axes.facecolor': 'white', 'axes.grid': False,
        'axes.labelcolor': '.15', 'axes.linewidth': 1.25, 'figure.facecolor': 'white', 'font.family':
        ['sans-serif'], 'font.sans-serif': ['Arial', 'Liberation Sans', 'DejaVu Sans',
        'Bitstream Vera Sans', 'sans-serif'], 'grid.color': '.8', 'grid.linestyle': '-', 'image.cmap':
        'Greys', 'legend.frameon': False, 'legend.numpoints': 1, 'legend.scatterpoints': 1,
        'lines.solid_capstyle': 'round', 'text.color': '.15', 'xtick.color': '.15', 'xtick.direction':
        'out', 'xtick.major.size': 6.0, 'xtick.minor.size': 3.0, 'ytick.color': '.15', 'ytick.direction':
        'out', 'ytick.major.size': 6.0, 'ytick.minor.size': 3.0},
    'seaborn-v0_8-white': {
        'axes.axisbelow': True, 'axes.edgecolor': '.15', 'axes.facecolor': 'white', 'axes.grid': False,
        'axes.labelcolor': '.15', 'axes.linewidth': 1.25, 'figure.facecolor': 'white', 'font.family':
        ['sans-serif'], 'font.sans-serif': ['Arial', 'Liberation Sans', 'DejaVu Sans',
        'Bitstream Vera Sans', 'sans-serif'], 'grid.color': '.8', 'grid.linestyle': '-', 'image.cmap':
        'Greys', 'legend.frameon': False, 'legend.numpoints': 1, 'legend.scatterpoints': 1,
        'lines.solid_capstyle': 'round', 'text.color': '.15', 'xtick.color': '.15', 'xtick.direction':
        'out', 'xtick.major.size': 0.0, 'xtick.minor.size': 0.0, 'ytick.color': '.15', 'ytick.direction':
        'out', 'ytick.major.size': 0.0, 'ytick.minor.size': 0.0},
    'seaborn-v0_8-whitegrid': {
        'axes.axisbelow': True, 'axes.edgecolor': '.8', 'axes.facecolor': 'white', 'axes.grid': True,
        'axes.labelcolor': '.15', 'axes.linewidth': 1.0, 'figure.facecolor': 'white', 'font.family':
        ['sans-serif'], 'font.sans-serif': ['Arial', 'Liberation Sans', 'DejaVu Sans',
        'Bitstream Vera Sans', 'sans-serif'], 'grid.color': '.8', 'grid.linestyle': '-', 'image.cmap':
        'Greys', 'legend.frameon': False, 'legend.numpoints': 1, 'legend.scatterpoints': 1,
        'lines.solid_capstyle': 'round', 'text.color': '.15', 'xtick.color': '.15', 'xtick.direction':
        'out', 'xtick.major.size': 0.0, 'xtick.minor.size': 0.0, 'ytick.color': '.15', 'ytick.direction':
        'out', 'ytick.major.size': 0.0, 'ytick.minor.size': 0.0},
    'tableau-colorblind10': {
        'axes.prop_cycle': ['#006BA4', '#FF800E', '#ABABAB', '#595959', '#5F9ED1', '#C85200', '#898989',
        '#A2C8EC', '#FFBC79', '#CFCFCF'], 'patch.facecolor': '#006BA4'},
}
