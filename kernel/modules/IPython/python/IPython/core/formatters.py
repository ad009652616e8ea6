"""How values are shown, by MIME type, as get_ipython().display_formatter has it.

A session does without (kernel/language/report/display.c shows the same) until somebody asks for its display_formatter."""
import sys
from types import MethodType

from IPython import _session
from IPython.lib.pretty import _repr_pprint, _text, _usual_deferred, _usual_singletons, _usual_types

__all__ = ["BaseFormatter", "DisplayFormatter", "FormatterABC", "FormatterWarning", "HTMLFormatter", "IPythonDisplayFormatter",
           "JPEGFormatter", "JSONFormatter", "JavascriptFormatter", "LatexFormatter", "MarkdownFormatter", "MimeBundleFormatter",
           "PDFFormatter", "PNGFormatter", "PlainTextFormatter", "SVGFormatter", "format_display_data"]

_missing = object()


class FormatterWarning(UserWarning):
    """What a formatter made is not of the type that it should be."""


def get_real_method(obj, name):
    """A method that an object has to show itself, or None: not of those that answer to every name; of a class only what is bound."""
    try:
        if getattr(obj, "_ipython_canary_method_should_not_exist_", None) is not None:
            return None
        method = getattr(obj, name, None)
    except Exception:
        return None
    if not callable(method) or isinstance(obj, type) and not isinstance(method, MethodType):
        return None
    return method


class FormatterABC:
    """What formatters have in common: format_type, print_method, enabled, and a call with the object."""

    format_type = "text/plain"
    print_method = None
    enabled = True


class BaseFormatter(FormatterABC):
    """Shows objects as one type: by a function that was registered for their class, else by a method of theirs."""

    format_type = ""
    _return_type = str

    def __init__(self, parent=None, **traits):
        self.parent, self.enabled = parent, True
        self.type_printers, self.deferred_printers, self.singleton_printers = {}, {}, {}
        for name, value in traits.items():
            setattr(self, name, value)

    # ---- showing ----

    def __call__(self, obj):
        """The object as this type, with its metadata in a pair when it has some; None when it has no such form."""
        return self._checked(self._guarded(self._show, obj), obj) if self.enabled else None

    def _guarded(self, show, *arguments, **words):
        # What show() gives; its errors are told, and None.
        try:
            return show(*arguments, **words)
        except NotImplementedError:
            return None
        except Exception as error:
            _session()._show_error(error)
            return None

    def _way(self, obj):
        # A function of the object, or a method without arguments, or None.
        try:
            function = self.lookup(obj)
        except KeyError:
            return get_real_method(obj, self.print_method)
        return lambda **words: function(obj, **words)

    def _show(self, obj, **words):
        way = self._way(obj)
        return None if way is None else way(**words)

    def _checked(self, shown, obj):
        first = shown[0] if isinstance(shown, tuple) and shown else shown
        if shown is None or isinstance(first, self._return_type) or first is None and isinstance(shown, tuple):
            return shown
        print("FormatterWarning: %s formatter returned invalid type %s (expected %s) for object: %r"
              % (self.format_type, type(shown), self._return_type, obj), file=sys.stderr)
        return None

    # ---- who shows what ----

    def _take_deferred(self, cls):
        # A function registered by the name of a class that is here becomes one of the class.
        key = getattr(cls, "__module__", None), cls.__name__
        if key in self.deferred_printers:
            self.type_printers[cls] = self.deferred_printers.pop(key)
            return True
        return False

    @staticmethod
    def _key(name):
        module, name = name.rsplit(".", 1)
        return module, name

    def _of_key(self, key):
        if key in self.deferred_printers:
            return self.deferred_printers[key]
        for cls, function in self.type_printers.items():
            if (cls.__module__, cls.__name__) == key:
                return function
        return None

    def lookup(self, obj):
        """The function for an object; KeyError when none was registered."""
        function = self.singleton_printers.get(id(obj))
        return self.lookup_by_type(type(obj)) if function is None else function

    def lookup_by_type(self, typ):
        """The function for a class or for the name of one."""
        if isinstance(typ, str):
            found = self._of_key(self._key(typ)) if "." in typ else None
            if found is not None:
                return found
        else:
            for cls in (typ.__mro__ if isinstance(typ, type) else [typ]):
                if cls in self.type_printers or self._take_deferred(cls):
                    return self.type_printers[cls]
        raise KeyError("No registered printer for %r" % (typ,))

    def __contains__(self, typ):
        try:
            self.lookup_by_type(typ)
        except KeyError:
            return False
        return True

    def for_type(self, typ, func=None):
        """Show instances of a class ("module.name" will do) by a function; the one that was there before."""
        if isinstance(typ, str):
            return self.for_type_by_name(*self._key(typ), func)
        if typ not in self.type_printers:
            self._take_deferred(typ)
        before = self.type_printers.get(typ)
        if func is not None:
            self.type_printers[typ] = func
        return before

    def for_type_by_name(self, type_module, type_name, func=None):
        """The same for a class that may not be imported yet."""
        before = self._of_key((type_module, type_name))
        if func is not None:
            self.deferred_printers[type_module, type_name] = func
        return before

    def pop(self, typ, default=_missing):
        """Forget the function for a class; it."""
        if isinstance(typ, str):
            key = self._key(typ) if "." in typ else None
            if key in self.deferred_printers:
                return self.deferred_printers.pop(key)
            for cls in list(self.type_printers):
                if (cls.__module__, cls.__name__) == key:
                    return self.type_printers.pop(cls)
        elif typ in self.type_printers or self._take_deferred(typ):
            return self.type_printers.pop(typ)
        if default is _missing:
            raise KeyError("No registered value for %r" % (typ,))
        return default


class PlainTextFormatter(BaseFormatter):
    """The text of a result: its functions are called with (object, printer, cycle), as _repr_pretty_ is."""

    format_type = "text/plain"
    print_method = "_repr_pretty_"
    pprint, max_width, max_seq_length, verbose, newline = True, 79, 1000, False, "\n"
    _form, _of_session = None, False

    def __init__(self, parent=None, **traits):
        super().__init__(parent)
        self.type_printers, self.deferred_printers = _usual_types(), _usual_deferred()
        self.singleton_printers = _usual_singletons()
        for name, value in traits.items():
            setattr(self, name, value)

    def __call__(self, obj):
        """The text of an object."""
        return self._checked(self._guarded(self._show, obj), obj)

    def _show(self, obj):
        return _text(obj, self) if self.pprint else repr(obj)

    @property
    def float_format(self):
        """The format of floats; '%r' is the usual."""
        form = _session()._setting("float_format") if self._of_session else self._form
        return form or "%r"

    @float_format.setter
    def float_format(self, form):
        if self._of_session:
            _session()._setting("float_format", None if form == "%r" else form)
        self._form = form

    @property
    def float_precision(self):
        """The digits of floats behind the point, or their format; '' is the usual."""
        form = self.float_format
        digits = form[2:-1]
        return "" if form == "%r" else digits if form == "%%.%sf" % digits and digits.isdigit() else form

    @float_precision.setter
    def float_precision(self, value):
        from IPython.core.magics.settings import precision_format
        self.float_format = precision_format(str(value))[0]


class _SessionText(PlainTextFormatter):
    # The session's: what %pprint and %precision change is the same.

    _of_session = True

    @property
    def pprint(self):
        """Whether results are laid out, or have their plain repr."""
        return not _session()._setting("plain_repr")

    @pprint.setter
    def pprint(self, value):
        _session()._setting("plain_repr", not value)


_SessionText.__name__ = _SessionText.__qualname__ = "PlainTextFormatter"


def _formatter(name, mime_type, method, return_type, meaning):
    return type(name, (BaseFormatter,), {"__module__": __name__, "__doc__": meaning, "format_type": mime_type, "print_method": method,
                                         "_return_type": return_type})


HTMLFormatter = _formatter("HTMLFormatter", "text/html", "_repr_html_", str, "HTML, without html, head and body.")
MarkdownFormatter = _formatter("MarkdownFormatter", "text/markdown", "_repr_markdown_", str, "Markdown.")
SVGFormatter = _formatter("SVGFormatter", "image/svg+xml", "_repr_svg_", str, "A picture as SVG.")
PNGFormatter = _formatter("PNGFormatter", "image/png", "_repr_png_", (bytes, str), "A picture as PNG: bytes, or their base64.")
PDFFormatter = _formatter("PDFFormatter", "application/pdf", "_repr_pdf_", (bytes, str), "A page as PDF: bytes, or their base64.")
JPEGFormatter = _formatter("JPEGFormatter", "image/jpeg", "_repr_jpeg_", (bytes, str), "A picture as JPEG: bytes, or their base64.")
LatexFormatter = _formatter("LatexFormatter", "text/latex", "_repr_latex_", str, "LaTeX, with its $ or its environment.")
JSONFormatter = _formatter("JSONFormatter", "application/json", "_repr_json_", (list, dict), "A list or dict for JSON.")
JavascriptFormatter = _formatter("JavascriptFormatter", "application/javascript", "_repr_javascript_", str, "Javascript to run.")


class IPythonDisplayFormatter(BaseFormatter):
    """Objects that show themselves by _ipython_display_()."""

    print_method = "_ipython_display_"
    _return_type = (type(None), bool)

    def __call__(self, obj):
        """True when the object has shown itself."""
        return self._guarded(self._shown, obj) if self.enabled else None

    def _shown(self, obj):
        way = self._way(obj)
        if way is None:
            return None
        way()
        return True


class MimeBundleFormatter(BaseFormatter):
    """Several types at once, by _repr_mimebundle_(include, exclude)."""

    format_type = "text/plain"
    print_method = "_repr_mimebundle_"
    _return_type = dict

    def __call__(self, obj, include=None, exclude=None):
        """(data by type, metadata)."""
        shown = self._guarded(self._show, obj, include=include, exclude=exclude) if self.enabled else None
        shown = self._checked(shown, obj)
        if shown is None:
            return {}, {}
        data, metadata = shown if isinstance(shown, tuple) else (shown, {})
        return data or {}, metadata or {}


_KINDS = (HTMLFormatter, MarkdownFormatter, SVGFormatter, PNGFormatter, PDFFormatter, JPEGFormatter, LatexFormatter, JSONFormatter,
          JavascriptFormatter)


class DisplayFormatter:
    """The formatters by MIME type, and what they make of an object together."""

    def __init__(self, parent=None, **traits):
        self.parent = parent
        plain = PlainTextFormatter(parent=self) if parent is None else _SessionText(parent=self)
        self.formatters = {"text/plain": plain, **{kind.format_type: kind(parent=self) for kind in _KINDS}}
        self.ipython_display_formatter = IPythonDisplayFormatter(parent=self)
        self.mimebundle_formatter = MimeBundleFormatter(parent=self)
        self._active = self.format_types
        for name, value in traits.items():
            setattr(self, name, value)

    @property
    def format_types(self):
        """The types that there are."""
        return list(self.formatters)

    @property
    def active_types(self):
        """The types that are made."""
        return self._active

    @active_types.setter
    def active_types(self, types):
        self._active = types
        for name, formatter in self.formatters.items():
            formatter.enabled = name in types

    def format(self, obj, include=None, exclude=None):
        """(data by type, metadata by type) of an object. Nothing when it has shown itself."""
        if self.ipython_display_formatter(obj):
            return {}, {}

        def wanted(name):
            return not (include and name not in include or exclude and name in exclude)

        data, metadata = self.mimebundle_formatter(obj, include=include, exclude=exclude)
        data, metadata = ({name: value for name, value in part.items() if wanted(name)} for part in (data, metadata))
        for name, formatter in self.formatters.items():
            if name in data or not wanted(name):
                continue
            shown, own = formatter(obj), None
            if isinstance(shown, tuple) and len(shown) == 2:
                shown, own = shown
            if shown is not None:
                data[name] = shown
            if own:
                metadata[name] = own
        return data, metadata


def format_display_data(obj, include=None, exclude=None):
    """(data by type, metadata by type) of an object, as the session shows it."""
    return _session().display_formatter.format(obj, include, exclude)
