"""Rich objects of IPython.display beyond text: sound, films, frames, links to files, source code."""
import os


def _escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _base64(data):
    from base64 import b64encode
    return b64encode(data).decode()


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _mimetype(path, otherwise):
    types = {".wav": "audio/x-wav", ".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".flac": "audio/flac", ".m4a": "audio/mp4",
             ".mp4": "video/mp4", ".webm": "video/webm", ".ogv": "video/ogg", ".mov": "video/quicktime", ".avi": "video/x-msvideo"}
    return types.get(os.path.splitext(path or "")[1].lower(), otherwise)


class _Shown:
    """What all of them have: data, url, filename, metadata."""

    def __init__(self, data=None, url=None, filename=None, metadata=None):
        if isinstance(data, str) and data.startswith(("http://", "https://")) and url is None:
            data, url = None, data
        self.data, self.url, self.filename, self.metadata = data, url, filename, metadata or {}
        if data is None and filename is not None:
            self.reload()

    def reload(self):
        """Read the file again."""
        if self.filename is not None:
            self.data = _read(self.filename)

    def __repr__(self):
        return "<%s.%s object>" % (type(self).__module__.replace("IPython.lib.display", self._home), type(self).__name__)

    _home = "IPython.core.display"


class Audio(_Shown):
    """Sound: data (samples in an array or list with `rate`, or the bytes of a file), a file's name, or an address."""

    _home = "IPython.lib.display"

    def __init__(self, data=None, filename=None, url=None, embed=None, rate=None, autoplay=False, normalize=True, *, element_id=None):
        if filename is None and url is None and data is None:
            raise ValueError("No audio data found. Expecting filename, url, or data.")
        if embed is False and url is None:
            raise ValueError("No url found. Expecting url when embed=False")
        if isinstance(data, str) and not data.startswith(("http://", "https://")) and os.path.exists(data):
            data, filename = None, data
        self.embed = embed if embed is not None else url is None
        self.autoplay, self.element_id = autoplay, element_id
        super().__init__(data=data, url=url, filename=filename)
        self.mimetype = _mimetype(filename or self.url, "audio/wav")
        if self.data is not None and not isinstance(self.data, bytes):
            if rate is None:
                raise ValueError("rate must be specified when data is a numpy array or list of audio samples.")
            self.data = self._wave(self.data, rate, normalize)
            self.mimetype = "audio/wav"

    @staticmethod
    def _wave(data, rate, normalize):
        """The samples (one row a channel) as the bytes of a WAV file of 16 bits."""
        import numpy as np
        import struct
        samples = np.asarray(data, dtype=float)
        channels = 1
        if samples.ndim == 2:
            channels = samples.shape[0]
            samples = samples.T.ravel()
        elif samples.ndim != 1:
            raise ValueError("Array audio input must be a 1D or 2D array")
        peak = float(np.max(np.abs(samples))) if samples.size else 0.0
        if not normalize and peak > 1:
            raise ValueError("Audio data must be between -1 and 1 when normalize=False.")
        scaled = (samples / ((peak or 1.0) if normalize else 1) * 32767).astype(np.int16)
        body = scaled.tobytes()
        head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(body), b"WAVE", b"fmt ", 16, 1, channels, int(rate),
                           int(rate) * 2 * channels, 2 * channels, 16, b"data", len(body))
        return head + body

    def autoplay_attr(self):
        """The attribute that starts it at once."""
        return 'autoplay="autoplay"' if self.autoplay else ""

    def src_attr(self):
        """The address of the sound; the sound itself when it is embedded."""
        if self.embed and self.data is not None:
            return "data:%s;base64,%s" % (self.mimetype, _base64(self.data))
        return self.url or ""

    def _repr_html_(self):
        return """
                <audio %s controls="controls" %s>
                    <source src="%s" type="%s" />
                    Your browser does not support the audio element.
                </audio>
              """ % ('id="%s"' % self.element_id if self.element_id else "", self.autoplay_attr(), self.src_attr(), self.mimetype)


class Video(_Shown):
    """A film: a file's name, an address, or the bytes of a file with embed=True and a mimetype."""

    def __init__(self, data=None, url=None, filename=None, embed=False, mimetype=None, width=None, height=None, html_attributes="controls"):
        if isinstance(data, str) and not data.startswith(("http://", "https://")) and url is None and filename is None:
            if os.path.exists(data) or not data.startswith("data:"):
                data, filename = None, data
        if data is not None and not isinstance(data, str) and not embed:
            raise ValueError("To embed videos, you must pass embed=True (this may make your notebook files huge)\n"
                             "Consider passing Video(url='...')")
        self.embed, self.mimetype, self.width, self.height, self.html_attributes = embed, mimetype, width, height, html_attributes
        super().__init__(data=data, url=url, filename=filename if embed else None)
        self.filename = filename

    def _repr_html_(self):
        size = "%s %s" % (' width="%s"' % self.width if self.width else "", ' height="%s"' % self.height if self.height else "")
        if not self.embed:
            source = self.url if self.url is not None else self.filename
            return '<video src="%s" %s %s>\n      Your browser does not support the <code>video</code> element.\n    </video>' % (
                source, self.html_attributes, size)
        mimetype = self.mimetype or _mimetype(self.filename, "video/mp4")
        data = self.data if isinstance(self.data, str) else _base64(self.data)
        return '<video %s %s>\n <source src="data:%s;base64,%s" type="%s">\n Your browser does not support the video tag.\n </video>' % (
            self.html_attributes, size, mimetype, data, mimetype)


class IFrame:
    """A page in a frame."""

    def __init__(self, src, width, height, extras=None, **kwargs):
        self.src, self.width, self.height, self.extras, self.params = src, width, height, extras or [], kwargs

    def _repr_html_(self):
        from urllib.parse import urlencode
        query = "?" + urlencode(self.params) if self.params else ""
        return """
        <iframe
            width="%s"
            height="%s"
            src="%s%s"
            frameborder="0"
            allowfullscreen
            referrerpolicy="strict-origin-when-cross-origin"
            %s
        ></iframe>
        """ % (self.width, self.height, self.src, query, " ".join(self.extras))


class YouTubeVideo(IFrame):
    """A film of YouTube by its identifier."""

    def __init__(self, id, width=400, height=300, allow_autoplay=False, **kwargs):
        self.id = id
        extras = []
        if allow_autoplay:
            extras.append('allow="autoplay"')
            kwargs.setdefault("autoplay", 1)
        super().__init__("https://www.youtube.com/embed/%s" % id, width, height, extras=extras, **kwargs)


class VimeoVideo(IFrame):
    """A film of Vimeo by its identifier."""

    def __init__(self, id, width=400, height=300, **kwargs):
        self.id = id
        super().__init__("https://player.vimeo.com/video/%s" % id, width, height, **kwargs)


class FileLink:
    """A link to a file."""

    def __init__(self, path, url_prefix="", result_html_prefix="", result_html_suffix="<br>"):
        if os.path.isdir(path):
            raise ValueError("Cannot display a directory using FileLink. Use FileLinks to display '%s'." % path)
        self.path, self.url_prefix = str(path), url_prefix
        self.result_html_prefix, self.result_html_suffix = result_html_prefix, result_html_suffix

    def _format_path(self):
        return "%s<a href='%s' target='_blank'>%s</a>%s" % (self.result_html_prefix, _escape(self.url_prefix + self.path),
                                                           _escape(self.path), self.result_html_suffix)

    def _repr_html_(self):
        if not os.path.exists(self.path):
            return "Path (<tt>%s</tt>) doesn't exist. It may still be in the process of being generated, or you may have the " \
                   "incorrect path." % self.path
        return self._format_path()

    def __repr__(self):
        return os.path.abspath(self.path)


class FileLinks(FileLink):
    """Links to the files of a folder and of those below it."""

    def __init__(self, path, url_prefix="", included_suffixes=None, result_html_prefix="", result_html_suffix="<br>",
                 notebook_display_formatter=None, terminal_display_formatter=None, recursive=True):
        if os.path.isfile(path):
            raise ValueError("Cannot display a file using FileLinks. Use FileLink to display '%s'." % path)
        self.path, self.url_prefix = str(path).rstrip("/"), url_prefix
        self.included_suffixes, self.recursive = included_suffixes, recursive
        self.result_html_prefix, self.result_html_suffix = result_html_prefix, result_html_suffix

    def _folders(self):
        for folder, folders, names in sorted(os.walk(self.path)):
            names = sorted(name for name in names if self.included_suffixes is None or
                           any(name.endswith(suffix) for suffix in self.included_suffixes))
            if names:
                yield folder, names
            if not self.recursive:
                return

    def _repr_html_(self):
        lines = []
        for folder, names in self._folders():
            lines.append("%s/<br>" % folder)
            for name in names:
                lines.append("&nbsp;&nbsp;<a href='%s' target='_blank'>%s</a><br>" % (_escape(self.url_prefix + folder + "/" + name), _escape(name)))
        return "\n".join(lines)

    def __repr__(self):
        return "\n".join("\n".join([folder + "/"] + ["  " + name for name in names]) for folder, names in self._folders())


class Code(_Shown):
    """Source code."""

    _home = "IPython.lib.display"

    def __init__(self, data=None, url=None, filename=None, language=None):
        self.language = language
        super().__init__(data=data, url=url, filename=filename)
        if isinstance(self.data, bytes):
            self.data = self.data.decode()

    def _repr_html_(self):
        return "<pre>%s</pre>" % _escape(self.data)

    def _repr_latex_(self):
        return "\\begin{Verbatim}\n%s\n\\end{Verbatim}" % self.data

    def __repr__(self):
        return self.data


class Pretty(_Shown):
    """A text as it is."""

    def __repr__(self):
        return self.data


class GeoJSON(_Shown):
    """A map."""

    def __init__(self, *args, **kwargs):
        self.layer_options = kwargs.pop("layer_options", {})
        self.url_template = kwargs.pop("url_template", "")
        super().__init__(*args, **kwargs)

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"application/geo+json": self.data, "text/plain": "<IPython.display.GeoJSON object>"}


class ProgressBar:
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


DisplayObject = TextDisplayObject = _Shown


def display_html(*objs, **kwargs):
    """Show the HTML of objects."""
    from IPython.display import display
    display(*objs, include=["text/plain", "text/html"], **{name: value for name, value in kwargs.items() if name != "raw"})


def display_pretty(*objs, **kwargs):
    """Show the text of objects."""
    from IPython.display import display
    display(*objs, include=["text/plain"], **{name: value for name, value in kwargs.items() if name != "raw"})


def display_markdown(*objs, **kwargs):
    """Show the Markdown of objects."""
    from IPython.display import display
    display(*objs, include=["text/plain", "text/markdown"], **{name: value for name, value in kwargs.items() if name != "raw"})


def display_latex(*objs, **kwargs):
    """Show the LaTeX of objects."""
    from IPython.display import display
    display(*objs, include=["text/plain", "text/latex"], **{name: value for name, value in kwargs.items() if name != "raw"})


def set_matplotlib_close(close=True):
    """Figures are always closed at the end of a cell here."""
