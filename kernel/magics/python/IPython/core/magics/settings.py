"""%config, %precision, %pprint, %automagic, %colors and other settings of the session."""
import sys

from IPython.core.magics.support import shell, usage

# What %config lists: classes whose traits may be set. Those that mean something here are in `traits`.
CLASSES = ["AliasManager", "DisplayFormatter", "HistoryManager", "IPCompleter", "IPKernelApp", "InlineBackend", "LoggingMagics",
           "MagicsManager", "OSMagics", "PrefilterManager", "ScriptMagics", "StoreMagics", "ZMQDisplayPublisher",
           "ZMQInteractiveShell"]
INTERACTIVITIES = ["all", "last", "last_expr", "none", "last_expr_or_assign"]

values = {}  # "Class.trait" -> what was set
state = {"autocall": 0, "doctest": None, "autoawait": True, "pprint_before": None}


def complain(message):
    "Say what is wrong with a setting."
    print("ERROR:root:" + message, file=sys.stderr)


def set_interactivity(value):
    "Set which expressions of a cell are shown."
    if value not in INTERACTIVITIES:
        complain("The 'ast_node_interactivity' trait of a ZMQInteractiveShell instance expected any of %r, not the %s %r."
                 % (INTERACTIVITIES, type(value).__name__, value))
        return
    shell._setting("interactivity", value)


FORMATS = ("jpeg", "jpg", "pdf", "png", "png2x", "retina", "svg")


def set_formats(value):
    "Set the formats of figures."
    for name in [value] if isinstance(value, str) else value:
        if name not in FORMATS:
            print("supported formats are: %s, not %r" % (", ".join(map(repr, FORMATS)), name), file=sys.stderr)
            return
    from matplotlib_inline.backend_inline import set_matplotlib_formats
    set_matplotlib_formats(*([value] if isinstance(value, str) else value))


def set_backend_option(name, value):
    "Set an option of InlineBackend."
    from matplotlib_inline.config import InlineBackend
    setattr(InlineBackend.instance(), name, value)


TRAITS = {
    "InteractiveShell.ast_node_interactivity": set_interactivity,
    "ZMQInteractiveShell.ast_node_interactivity": set_interactivity,
    "InteractiveShell.automagic": lambda value: shell._setting("automagic", bool(value)),
    "ZMQInteractiveShell.automagic": lambda value: shell._setting("automagic", bool(value)),
    "InteractiveShell.xmode": lambda value: shell.run_line_magic("xmode", value),
    "ZMQInteractiveShell.xmode": lambda value: shell.run_line_magic("xmode", value),
    "InlineBackend.figure_format": set_formats,
    "InlineBackend.figure_formats": set_formats,
    "PlainTextFormatter.float_precision": lambda value: line_precision(str(value)),
    "PlainTextFormatter.pprint": lambda value: shell._setting("plain_repr", not value),
}


def line_config(line):
    """%config
    %config CLASS.TRAIT = VALUE

    Change a setting, such as InlineBackend.figure_format = 'retina' (or 'svg', 'png') and
    InteractiveShell.ast_node_interactivity = 'all' (or 'last_expr', 'last_expr_or_assign', 'none')."""
    line = line.strip()
    if not line:
        print("Available objects for config:")
        for name in CLASSES:
            if name != "InlineBackend" or "matplotlib" in sys.modules:
                print("   ", name)
        return None
    if line in CLASSES:
        show_options(line)
        return None
    if "=" not in line:
        class_name, _, trait = line.partition(".")
        if class_name in CLASSES and trait:
            return current(class_name, trait)
        if trait:
            raise ValueError("%r is not in list" % class_name)
        usage("Invalid config statement: %r, should be `Class.trait = value`." % line)
    name, _, text = line.partition("=")
    name = name.strip()
    if "." not in name:
        usage("Invalid config statement: %r, should be `Class.trait = value`." % line)
    value = eval(text.strip(), shell.user_ns)
    values[name] = value
    setter = TRAITS.get(name)
    if setter:
        setter(value)
    elif name.startswith("InlineBackend."):
        try:
            set_backend_option(name.partition(".")[2], value)
        except (ImportError, AttributeError):
            pass
    return None


# Name: its kind, what it is, its value when it was never set.
INLINE_OPTIONS = {
    "close_figures": ("<Bool>", "Whether the figures of a cell are closed at its end.", True),
    "figure_format": ("<Unicode>", "One format of pictures; figure_formats says it for several.", ""),
    "figure_formats": ("<set-item-1>...", "The formats of pictures: 'png', 'retina', 'jpeg', 'svg', 'pdf'.", {"png"}),
    "print_figure_kwargs": ("<key-1>=<value-1>...", "What is handed on when a figure is drawn.", {"bbox_inches": "tight"}),
    "rc": ("<key-1>=<value-1>...", "Settings of matplotlib for figures in cells.", {}),
}


def inline_option(name):
    "What an option of InlineBackend is now."
    value = values.get("InlineBackend." + name)
    if name == "figure_formats":
        if value is None:
            value = values.get("InlineBackend.figure_format") or "png"
        return set(value.split(",")) if isinstance(value, str) else set(value)
    return INLINE_OPTIONS[name][2] if value is None else value


def show_options(class_name):
    "The options of a class: name, kind, meaning, value."
    if class_name != "InlineBackend":
        for name in sorted(TRAITS):
            if name.startswith(class_name + "."):
                print(name)
        return
    head = "InlineBackend(InlineBackendConfig) options"
    print(head + "\n" + "-" * (len(head) - 2))
    for name, (kind, meaning, _) in INLINE_OPTIONS.items():
        print("InlineBackend.%s=%s\n    %s\n    Current: %r" % (name, kind, meaning, inline_option(name)))


def current(class_name, trait):
    "The value of a setting."
    if trait == "ast_node_interactivity":
        return shell._setting("interactivity")
    if trait == "automagic":
        return shell._setting("automagic")
    if trait == "xmode":
        return shell._setting("traceback_mode")
    if class_name == "InlineBackend" and trait in INLINE_OPTIONS:
        return inline_option(trait)
    name = class_name + "." + trait
    if name == "IPCompleter.greedy" and name not in values:
        return False
    if name not in values:
        raise AttributeError("%r object has no attribute %r" % (class_name, trait))
    return values[name]


def precision_format(text):
    "(format, digits) of what %precision is given."
    if not text:
        form, digits = "%r", 8
    elif "%" in text:
        form = text
        digits = 0
        for part in text.partition(".")[2]:
            if not part.isdigit():
                break
            digits = digits * 10 + int(part)
        try:
            form % 3.14159
        except Exception:
            raise ValueError("Precision must be int or format string, not %r" % text) from None
    else:
        try:
            digits = int(text)
            assert digits >= 0
        except Exception as error:
            raise ValueError("Precision must be int or format string, not %r" % text) from error
        form = "%%.%if" % digits
    return form, digits


def line_precision(line):
    """%precision [DIGITS | FORMAT]

    Digits of floats in Out[n] and of arrays: a number of digits, a format such as %.4g, or nothing for the usual."""
    form, digits = precision_format(line.strip())
    shell._setting("float_format", None if form == "%r" else form)
    if "numpy" in sys.modules:
        sys.modules["numpy"].set_printoptions(precision=digits)
    return form


def line_pprint(line):
    """%pprint

    Switch pretty printing of Out[n] off and on."""
    plain = not shell._setting("plain_repr")
    shell._setting("plain_repr", plain)
    print("Pretty printing has been turned", "OFF" if plain else "ON")


def line_automagic(line):
    """%automagic [on | off]

    Whether the % of a line magic may be left out."""
    word = line.strip().lower()
    if word in ("on", "1", "true"):
        on = True
    elif word in ("off", "0", "false"):
        on = False
    else:
        on = not shell._setting("automagic")
    shell._setting("automagic", on)
    print("\n" + ["Automagic is OFF, % prefix IS needed for line magics.",
                  "Automagic is ON, % prefix IS NOT needed for line magics."][on])


def line_autocall(line):
    """%autocall [0 | 1 | 2]

    Calls without parentheses: /f x. The setting is kept; a slash in front of the line always works."""
    word = line.strip()
    if word:
        try:
            value = int(word)
        except ValueError:
            value = -1
        if not 0 <= value <= 2:
            print("Valid modes: (0->Off, 1->Smart, 2->Full)", file=sys.stderr)
            return
        state["autocall"] = value
    else:
        state["autocall"] = 0 if state["autocall"] else 1
    print("Automatic calling is:", ["OFF", "Smart", "Full"][state["autocall"]])


def line_autoawait(line):
    """%autoawait [on | off]

    Whether await, async for and async with may stand at the top of a cell."""
    word = line.strip().lower()
    if not word:
        print("IPython autoawait is `%s`, and set to use `asyncio`" % ("on" if state["autoawait"] else "off"))
    elif word in ("true", "on", "1", "false", "off", "0"):
        state["autoawait"] = word in ("true", "on", "1")
        get_ipython()._setting("autoawait", state["autoawait"])


def line_autosave(line):
    """%autosave SECONDS

    How often the page saves the notebook; 0: never."""
    from IPython.display import publish_display_data
    try:
        seconds = int(line)
    except ValueError:
        usage("%%autosave requires an integer, got %r" % line)
    milliseconds = 1000 * seconds
    publish_display_data({"application/javascript": "IPython.notebook.set_autosave_interval(%i)" % milliseconds})
    print("Autosaving every %i seconds" % seconds if seconds else "Autosave disabled")


def line_colors(line):
    """%colors THEME

    The colours of tracebacks: the themes are accepted, and look alike here."""
    themes = ["nocolor", "linux", "neutral", "neutral:nt", "neutral:posix", "lightbg", "pride", "pride:l", "gruvbox-dark"]
    word = line.strip().lower()
    if not word:
        usage("%%colors: you must specify a color theme. See '%%colors?'. Available themes: %r" % themes)
    if word not in themes:
        usage("%%colors: unknown color theme %r. Available themes: %r" % (word, themes))


def line_gui(line):
    """%gui [NAME]

    Event loops of windows: there are none here."""
    word = line.strip()
    if word not in ("", "asyncio", "inline", "nbagg", "notebook", "ipympl", "widget", "None"):
        raise ValueError("Invalid GUI request %r, valid ones are: %r" % (word, ["asyncio", "inline", "ipympl", "nbagg", "notebook", "widget"]))


def line_doctest_mode(line):
    """%doctest_mode

    Outputs as doctests want them: plain reprs, plain tracebacks."""
    if state["doctest"] is None:
        state["doctest"] = (shell._setting("traceback_mode"), shell._setting("plain_repr"))
        shell._setting("plain_repr", True)
        shell.run_line_magic("xmode", "Plain")
        print("Doctest mode is: ON")
    else:
        mode, plain = state["doctest"]
        state["doctest"] = None
        shell._setting("plain_repr", plain)
        shell.run_line_magic("xmode", mode)
        print("Doctest mode is: OFF")


def line_clear(line):
    """%clear

    Clear a terminal."""
    print("\x1b[H\x1b[2J", end="")


def line_connect_info(line):
    """%connect_info

    How another client connects to this kernel."""
    for word in sys.argv:
        if word.endswith(".json"):
            with open(word) as file:
                print(file.read().rstrip())
            print("\nConnect another client to this kernel with:\n    $> jupyter <app> --existing " + word)
            return
    print("This session has no connection file.")
