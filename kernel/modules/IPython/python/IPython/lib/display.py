"""Rich objects of IPython.display beyond text: sound, films, frames, links to files, source code."""
import os

from IPython.core.display_objects import DisplayObject


def _escape(text):
    return str(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _base64(data):
    from base64 import b64encode
    return b64encode(data).decode()


def _mimetype(path, otherwise):
    types = {".wav": "audio/x-wav", ".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".flac": "audio/flac", ".m4a": "audio/mp4",
             ".mp4": "video/mp4", ".webm": "video/webm", ".ogv": "video/ogg", ".mov": "video/quicktime", ".avi": "video/x-msvideo"}
    return types.get(os.path.splitext(path or "")[1].lower(), otherwise)


class Audio(DisplayObject):
    """Sound: data (samples in an array or list with `rate`, or the bytes of a file), a file's name, or an address."""

    _read_flags = "rb"

    def __init__(self, data=None, filename=None, url=None, embed=None, rate=None, autoplay=False, normalize=True, *, element_id=None):
        sources = [data, filename, url]
        if sources.count(None) == len(sources):
            raise ValueError("No audio data found. Expecting filename, url, or data.")
        if url is None and embed is False:
            raise ValueError("No url found. Expecting url when embed=False")
        self.element_id, self.autoplay = element_id, autoplay
        self.embed = (url is None) if embed is None else embed
        super().__init__(data, url, filename)
        samples = self.data
        if samples is None or isinstance(samples, bytes):
            self.mimetype = _mimetype(self.filename or self.url, "audio/wav")
            return
        if rate is None:
            raise ValueError("rate must be specified when data is a numpy array or list of audio samples.")
        self.data, self.mimetype = self._wave(samples, rate, normalize), "audio/wav"

    def reload(self):
        """Read it again, if it is embedded."""
        if self.embed:
            super().reload()

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


class ScribdDocument(IFrame):
    """A document of Scribd by its identifier."""

    def __init__(self, id, width=400, height=300, **kwargs):
        self.id = id
        super().__init__("https://www.scribd.com/embeds/%s/content" % id, width, height, **kwargs)


class FileLink:
    """A link to a file."""

    def __init__(self, path, url_prefix="", result_html_prefix="", result_html_suffix="<br>"):
        if os.path.isdir(path):
            raise ValueError("Cannot display a directory using FileLink. Use FileLinks to display '%s'." % path)
        self.result_html_prefix = result_html_prefix
        self.result_html_suffix = result_html_suffix
        self.url_prefix = url_prefix
        self.path = os.fspath(path) if isinstance(path, os.PathLike) else str(path)

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


class Code(DisplayObject):
    """Source code."""

    def __init__(self, data=None, url=None, filename=None, language=None):
        super().__init__(data, url, filename)
        self.language = language
        raw = self.data
        self.data = raw.decode() if isinstance(raw, bytes) else raw

    def _repr_html_(self):
        return "<pre>%s</pre>" % _escape(self.data)

    def _repr_latex_(self):
        return "\\begin{Verbatim}\n%s\n\\end{Verbatim}" % self.data

    def __repr__(self):
        return self.data


def set_matplotlib_close(close=True):
    """Figures are always closed at the end of a cell here."""
