"""Objects that are shown as what they hold: HTML, Markdown, formulas, pictures, films; and the handle of an output."""
import os

__all__ = ["DisplayHandle", "DisplayObject", "GeoJSON", "HTML", "Image", "JSON", "Javascript", "Latex", "Markdown", "Math", "Pretty", "ProgressBar",
           "SVG", "TextDisplayObject", "Video", "display_html", "display_javascript", "display_jpeg", "display_json", "display_latex",
           "display_markdown", "display_pdf", "display_png", "display_pretty", "display_svg"]


def _exists(path):
    # Data may be no path at all.
    try:
        return os.path.exists(path)
    except Exception:
        return False


def _fetch(url):
    """The bytes, or the text where a charset is given, behind an address."""
    from urllib.request import urlopen
    answer = urlopen(url)
    data = answer.read()
    for part in answer.headers["content-type"].split(";"):
        name, _, value = part.strip().partition("=")
        if name == "charset":
            return data.decode(value, "replace")
    return data


class DisplayHandle:
    """What display(..., display_id=...) returns: update(obj) changes the output in place."""

    def __init__(self, display_id=None):
        self.display_id = os.urandom(16).hex() if display_id is None else display_id

    def __repr__(self):
        return "<%s display_id=%s>" % (type(self).__name__, self.display_id)

    def display(self, obj, **kwargs):
        """Show an object under this id."""
        from IPython.display import display
        display(obj, display_id=self.display_id, **kwargs)

    def update(self, obj, **kwargs):
        """Replace what is shown under this id."""
        from IPython.display import update_display
        update_display(obj, display_id=self.display_id, **kwargs)


def _accepts(kinds, what):
    """A _check_data() that refuses data of other types."""
    def check(self):
        data = self.data
        if not (data is None or isinstance(data, kinds)):
            raise TypeError("%s expects %s, not %r" % (type(self).__name__, what, data))

    check.__name__ = "_check_data"
    return check


class DisplayObject:
    """Data, an address or a file that is shown: data, url, filename, metadata."""

    _read_flags, _show_mem_addr, metadata = "r", False, None

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        place = os.fspath(data) if isinstance(data, os.PathLike) else data
        if isinstance(place, str):  # an address or a file may stand for the data
            if url is None and place.startswith("http"):
                place, url, filename = None, place, None
            elif filename is None and _exists(place):
                place, url, filename = None, None, place
        self.url, self.filename, self.data = url, filename, place
        if metadata is not None or self.metadata is None:
            self.metadata = metadata or {}
        self.reload()
        self._check_data()

    def __repr__(self):
        if self._show_mem_addr:
            return super().__repr__()
        return "<%s.%s object>" % (type(self).__module__, type(self).__name__)

    def _check_data(self):
        """TypeError for data that cannot be shown."""

    def _data_and_metadata(self):
        from copy import deepcopy
        return (self.data, deepcopy(self.metadata)) if self.metadata else self.data

    def reload(self):
        """Read the file, or what is behind the address, again."""
        if self.filename is not None:
            with open(self.filename, self._read_flags, encoding=None if "b" in self._read_flags else "utf-8") as file:
                self.data = file.read()
        elif self.url is not None:
            self.data = _fetch(self.url)


class TextDisplayObject(DisplayObject):
    """Text that is shown."""

    _check_data = _accepts(str, "text")


class Pretty(TextDisplayObject):
    """Plain text as it is."""

    def _repr_pretty_(self, pp, cycle):
        return pp.text(self.data)


class HTML(TextDisplayObject):
    """Shows its data as HTML."""

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if data and data[:10].lower().startswith("<iframe ") and data[-10:].lower().endswith("</iframe>"):
            import warnings
            warnings.warn("Consider using IPython.display.IFrame instead", stacklevel=2)
        super().__init__(data=data, url=url, filename=filename, metadata=metadata)

    def _repr_html_(self):
        return self._data_and_metadata()

    def __html__(self):
        """As templates want it."""
        return self._repr_html_()


class Markdown(TextDisplayObject):
    """Shows its data as Markdown."""

    def _repr_markdown_(self):
        return self._data_and_metadata()


class Math(TextDisplayObject):
    """Shows its data as a LaTeX formula."""

    def _repr_latex_(self):
        text = r"$\displaystyle %s$" % self.data.strip("$")
        if not self.metadata:
            return text
        from copy import deepcopy
        return text, deepcopy(self.metadata)


class Latex(TextDisplayObject):
    """Shows its data as LaTeX."""

    def _repr_latex_(self):
        return self._data_and_metadata()


class SVG(DisplayObject):
    """Shows its data as an SVG picture."""

    _read_flags = "rb"

    @property
    def data(self):
        """The <svg> element."""
        return self._data

    @data.setter
    def data(self, svg):
        if isinstance(svg, bytes):
            svg = svg.decode()
        if svg is not None:
            start, end = svg.find("<svg"), svg.rfind("</svg>")
            if start >= 0 and end > start:
                svg = svg[start:end + len("</svg>")]
        self._data = svg

    def _repr_svg_(self):
        return self._data_and_metadata()


class ProgressBar(DisplayObject):
    """A bar: progress moves it."""

    def __init__(self, total):
        self.total, self._progress, self.html_width, self.text_width = total, 0, "60ex", 60
        self._display_id = os.urandom(8).hex()

    def __repr__(self):
        filled = "=" * int(self._progress / self.total * self.text_width)
        return "[%s%s] %d/%d" % (filled, " " * (self.text_width - len(filled)), self._progress, self.total)

    def _repr_html_(self):
        return "<progress style='width:%s' max='%d' value='%d'></progress>" % (self.html_width, self.total, self._progress)

    def display(self):
        """Show the bar."""
        from IPython.display import display
        display(self, display_id=self._display_id)

    def update(self):
        """Show it as it is now."""
        from IPython.display import update_display
        update_display(self, display_id=self._display_id)

    @property
    def progress(self):
        """How far it is."""
        return self._progress

    @progress.setter
    def progress(self, value):
        self._progress = value
        self.update()

    def __iter__(self):
        self.display()
        self._progress = -1
        return self

    def __next__(self):
        self.progress += 1
        if self.progress < self.total:
            return self.progress
        raise StopIteration()


class JSON(DisplayObject):
    """Shows a dict or a list as a tree of JSON."""

    def __init__(self, data=None, url=None, filename=None, expanded=False, metadata=None, root="root", **kwargs):
        extra = {} if metadata is None else metadata
        self.metadata = dict({"expanded": expanded, "root": root}, **{**extra, **kwargs})
        super().__init__(data, url, filename)

    _check_data = _accepts((dict, list), "JSONable dict or list")

    @property
    def data(self):
        """The dict or the list."""
        return self._data

    @data.setter
    def data(self, data):
        import json
        text = str(data) if isinstance(data, os.PathLike) else data
        if isinstance(text, str) and self.url is None and self.filename is None:
            import warnings
            warnings.warn("JSON expects JSONable dict or list, not JSON strings", stacklevel=2)
        self._data = json.loads(text) if isinstance(text, str) else text

    def _repr_json_(self):
        return self._data_and_metadata()


class GeoJSON(JSON):
    """A map."""

    def __init__(self, *args, layer_options=None, url_template="", **kwargs):
        self.layer_options, self.url_template = layer_options or {}, url_template
        super().__init__(*args, **kwargs)

    def _ipython_display_(self):
        from IPython.display import display
        kind = "application/geo+json"
        display({kind: self.data, "text/plain": "<IPython.display.GeoJSON object>"}, metadata={kind: self.metadata}, raw=True)


def _as_list(value):
    if isinstance(value, str):
        return [value]
    if value is not None and not isinstance(value, (list, tuple)):
        raise TypeError("expected sequence, got: %r" % value)
    return value or []


_LINK = ('var link = document.createElement("link");\n\tlink.rel = "stylesheet";\n\tlink.type = "text/css";\n\tlink.href = "%s";\n'
         '\tdocument.head.appendChild(link);\n')
_SCRIPT = ('new Promise(function(resolve, reject) {\n\tvar script = document.createElement("script");\n\tscript.onload = resolve;\n'
           '\tscript.onerror = reject;\n\tscript.src = "%s";\n\tdocument.head.appendChild(script);\n}).then(() => {\n')


class Javascript(TextDisplayObject):
    """JavaScript that the page runs, after scripts (lib) and style sheets (css) behind addresses."""

    def __init__(self, data=None, url=None, filename=None, lib=None, css=None):
        self.lib, self.css = _as_list(lib), _as_list(css)
        super().__init__(data=data, url=url, filename=filename)

    def _repr_javascript_(self):
        return "".join([_LINK % sheet for sheet in self.css] + [_SCRIPT % script for script in self.lib] + [self.data]
                       + ["\n});" for _ in self.lib])


def _png_size(data):
    import struct
    at = data.index(b"IHDR") + 4
    return struct.unpack(">ii", data[at:at + 8])


def _jpeg_size(data):
    # the sizes stand in the first block of kind SOF
    import struct
    at = 4
    while True:
        size, = struct.unpack(">H", data[at:at + 2])
        at += size
        marker, kind = data[at], data[at + 1]
        if marker != 255:
            return None
        if kind in (0xC0, 0xC1, 0xC2):
            height, width = struct.unpack(">HH", data[at + 5:at + 9])
            return width, height
        at += 2


def _gif_size(data):
    import struct
    return struct.unpack("<HH", data[6:10])


def _format_of(data):
    """The format that the first bytes of a picture tell, or None."""
    if data[:2] == b"\xff\xd8":
        return "jpeg"
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return "png"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "gif"
    return "webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else None


class Image(DisplayObject):
    """A picture: the bytes of a PNG, JPEG, GIF or WebP file, a file's name, or an address."""

    _read_flags = "rb"
    _MIMETYPES = {"png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
    _SIZES = {"png": _png_size, "jpeg": _jpeg_size, "gif": _gif_size}

    def __init__(self, data=None, url=None, filename=None, format=None, embed=None, width=None, height=None, retina=False, unconfined=False,
                 metadata=None, alt=None):
        if isinstance(data, os.PathLike):
            data = str(data)
        place = filename if filename is not None else url
        if place is None:
            if data is None:
                raise ValueError("No image data found. Expecting filename, url, or data.")
            if isinstance(data, str) and (data.startswith("http") or _exists(data)):
                place = data
        if format is None and place is not None:
            base, dot = os.path.splitext(place)
            format = dot[1:].lower() or base
        elif format is None and isinstance(data, bytes):
            format = _format_of(data)
        format = (format or "png").lower()
        self.format = "jpeg" if format == "jpg" else format
        self.embed = embed if embed is not None else url is None
        if self.embed:
            if self.format not in self._MIMETYPES:
                raise ValueError("Cannot embed the '%s' image format" % self.format)
            self._mimetype = self._MIMETYPES[self.format]
        self.width, self.height, self.retina, self.unconfined, self.alt = width, height, retina, unconfined, alt
        super().__init__(data=data, url=url, filename=filename, metadata=metadata)
        for name in ("width", "height", "alt"):
            if getattr(self, name) is None and self.metadata.get(name):
                setattr(self, name, self.metadata[name])
        if retina:
            self._retina_shape()

    def _retina_shape(self):
        """Half of the size that the file has."""
        size = self._SIZES[self.format](self.data) if self.embed and self.format in self._SIZES else None
        if size:
            self.width, self.height = size[0] // 2, size[1] // 2

    def reload(self):
        """Read it again, if it is embedded."""
        if self.embed:
            super().reload()
            if self.retina:
                self._retina_shape()

    def _check_data(self):
        pass

    def _repr_html_(self):
        if self.embed:
            return None
        from html import escape
        return '<img src="%s"%s%s%s%s/>' % (self.url, ' width="%d"' % self.width if self.width else "",
                                            ' height="%d"' % self.height if self.height else "", ' class="unconfined"' if self.unconfined else "",
                                            ' alt="%s"' % escape(self.alt) if self.alt else "")

    def _repr_mimebundle_(self, include=None, exclude=None):
        if not self.embed:
            return {"text/html": self._repr_html_()}
        data, metadata = self._data_and_metadata(True)
        return {self._mimetype: data}, {self._mimetype: metadata} if metadata else {}

    def _data_and_metadata(self, always_both=False):
        from binascii import b2a_base64
        try:
            data = b2a_base64(self.data, newline=False).decode("ascii")
        except TypeError as error:
            raise FileNotFoundError("No such file or directory: '%s'" % self.data) from error
        metadata = dict(self.metadata or {})
        for name in ("width", "height", "unconfined", "alt"):
            if getattr(self, name):
                metadata[name] = getattr(self, name)
        return (data, metadata) if metadata or always_both else data

    def _repr_png_(self):
        return self._data_and_metadata() if self.embed and self.format == "png" else None

    def _repr_jpeg_(self):
        return self._data_and_metadata() if self.embed and self.format == "jpeg" else None


class Video(DisplayObject):
    """A film: a file's name, an address, or the bytes of a file with embed=True and a mimetype."""

    _KINDS = {".mp4": "video/mp4", ".webm": "video/webm", ".ogv": "video/ogg", ".mov": "video/quicktime", ".avi": "video/x-msvideo", ".mpg": "video/mpeg"}

    def __init__(self, data=None, url=None, filename=None, embed=False, mimetype=None, width=None, height=None, html_attributes="controls"):
        if isinstance(data, os.PathLike):
            data = str(data)
        if url is None and isinstance(data, str) and data.startswith(("http:", "https:")):
            data, url = None, data
        elif isinstance(data, str) and _exists(data):
            data, filename = None, data
        if data and not embed:
            raise ValueError("To embed videos, you must pass embed=True (this may make your notebook files huge)\n"
                             "Consider passing Video(url='...')")
        self.mimetype, self.embed, self.width, self.height, self.html_attributes = mimetype, embed, width, height, html_attributes
        super().__init__(data=data, url=url, filename=filename)

    def reload(self):
        """Nothing: a film is read when it is shown."""

    def _check_data(self):
        pass

    def _repr_html_(self):
        width = ' width="%d"' % self.width if self.width else ""
        height = ' height="%d"' % self.height if self.height else ""
        if not self.embed:
            return '<video src="%s" %s %s %s>\n      Your browser does not support the <code>video</code> element.\n    </video>' % (
                self.url if self.url is not None else self.filename, self.html_attributes, width, height)
        kind, data = self.mimetype, self.data
        if self.filename is not None:
            kind = kind or self._KINDS.get(os.path.splitext(self.filename)[1].lower())
            with open(self.filename, "rb") as file:
                data = file.read()
        if not isinstance(data, str):
            from binascii import b2a_base64
            data = b2a_base64(data, newline=False).decode("ascii").rstrip()
        return '<video %s %s %s>\n <source src="data:%s;base64,%s" type="%s">\n Your browser does not support the video tag.\n </video>' % (
            self.html_attributes, width, height, kind, data, kind)


def _display_only(kind, what):
    def show(*objs, raw=False, metadata=None):
        from IPython.display import display
        if raw:
            objs = [{kind: obj} for obj in objs]
        display(*objs, raw=raw, metadata={kind: metadata} if metadata else None, include=[kind])
    show.__doc__ = "Show the %s of objects; with raw=True they are that already." % what
    return show


for _name, _kind, _what in (("pretty", "text/plain", "text"), ("html", "text/html", "HTML"), ("markdown", "text/markdown", "Markdown"),
                            ("svg", "image/svg+xml", "SVG"), ("png", "image/png", "PNG data"), ("jpeg", "image/jpeg", "JPEG data"),
                            ("latex", "text/latex", "LaTeX"), ("json", "application/json", "JSON"), ("pdf", "application/pdf", "PDF data"),
                            ("javascript", "application/javascript", "JavaScript")):
    _function = globals()["display_" + _name] = _display_only(_kind, _what)
    _function.__name__ = _function.__qualname__ = "display_" + _name
    _function.__module__ = "IPython.core.display"
for _name in __all__:
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = "IPython.core.display"
DisplayHandle.__module__ = "IPython.core.display_functions"
del _name, _kind, _what, _function
