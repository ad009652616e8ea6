"""Animations: pictures of a figure one after another, as a player of HTML, a GIF or PNG file, or by ffmpeg
as a
film. What moves is computed when the pictures are asked for; a kernel has no window in which it could
move."""

import base64
import contextlib
import itertools
import json
import logging
import os
import shutil
import struct
import subprocess
import uuid
import warnings
from io import BytesIO

from matplotlib import _movies, rcParams

__all__ = ['Animation', 'TimedAnimation', 'FuncAnimation', 'ArtistAnimation', 'AbstractMovieWriter',
           'PillowWriter',
           'FFMpegWriter', 'HTMLWriter', 'MovieWriterRegistry', 'writers']
MODES = ('loop', 'once', 'reflect')
DEFAULT_COUNT = 100  # pictures of frames that never end
_log = logging.getLogger(__name__)


class MovieWriterRegistry:
    """The classes of writers by name."""

    def __init__(self):
        self._classes = {}

    def register(self, name):
        """A decorator: a class of writers gets this name."""
        def named(kind):
            self._classes[name] = kind
            return kind
        return named

    def is_available(self, name):
        """Whether a writer of this name can write here."""
        return name in self._classes and self._classes[name].isAvailable()

    def __iter__(self):
        return (name for name in self._classes if self.is_available(name))

    def list(self):
        """The names of the writers that can write here."""
        return [*self]

    def __getitem__(self, name):
        if name not in self._classes:
            raise ValueError(f'{name!r} is not a valid value for writer.')
        if not self._classes[name].isAvailable():
            raise RuntimeError(f'Requested MovieWriter ({name}) not available')
        return self._classes[name]


writers = MovieWriterRegistry()


class AbstractMovieWriter:
    """What writers share: setup(), grab_frame() for each picture, finish()."""

    def __init__(self, fps=5, metadata=None, codec=None, bitrate=None):
        self.fps = fps
        self.metadata = {} if metadata is None else metadata
        self.codec = rcParams['animation.codec'] if codec is None else codec
        self.bitrate = rcParams['animation.bitrate'] if bitrate is None else bitrate

    @classmethod
    def isAvailable(cls):
        """Whether this writer can write here."""
        return True

    def setup(self, fig, outfile, dpi=None):
        """Begin a file with pictures of a figure."""
        folder = os.path.dirname(os.path.abspath(outfile))
        if not os.path.isdir(folder):
            raise FileNotFoundError(2, 'No such file or directory', folder)
        self.fig, self.outfile = fig, outfile
        self.dpi = fig.dpi if dpi is None else dpi
        self.pictures = []

    @property
    def frame_size(self):
        """Width and height in pixels."""
        return tuple(int(side * self.dpi) for side in self.fig.get_size_inches())

    def grab_frame(self, **savefig_kwargs):
        """The figure as it is now, as one picture more."""
        picture = BytesIO()
        self.fig.savefig(picture, format='png', dpi=self.dpi, **savefig_kwargs)
        self.pictures.append(picture.getvalue())

    def finish(self):
        """End the file."""
        raise NotImplementedError

    @contextlib.contextmanager
    def saving(self, fig, outfile, dpi, *args, **kwargs):
        """A block between setup() and finish()."""
        self.setup(fig, outfile, dpi, *args, **kwargs)
        try:
            yield self
        finally:
            self.finish()


def _chunks(picture):
    """The parts of a PNG file: (kind, bytes)."""
    at = 8
    while at < len(picture):
        length, kind = struct.unpack('>I4s', picture[at:at + 8])
        yield kind, picture[at + 8:at + 8 + length]
        at += 12 + length


def _animated_png(pictures, delay):
    """PNG files as one whose pictures follow each other (the PNG specification's third edition,
    animation)."""
    import zlib
    out, number = [b'\x89PNG\r\n\x1a\n'], 0

    def put(kind, data):
        out.append(struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data)))

    for index, picture in enumerate(pictures):
        parts = list(_chunks(picture))
        header = parts[0][1]
        if index == 0:
            put(b'IHDR', header)
            put(b'acTL', struct.pack('>II', len(pictures), 0))
        put(b'fcTL', struct.pack('>I', number) + header[:8] + struct.pack('>IIHHBB', 0, 0, delay, 1000, 0, 0))
        number += 1
        for kind, data in parts:
            if kind == b'IDAT' and index == 0:
                put(kind, data)
            elif kind == b'IDAT':
                put(b'fdAT', struct.pack('>I', number) + data)
                number += 1
    put(b'IEND', b'')
    return b''.join(out)


@writers.register('pillow')
class PillowWriter(AbstractMovieWriter):
    """GIF and PNG files."""

    def finish(self):
        """End the file."""
        kind = os.path.splitext(str(self.outfile))[1].lower()
        if kind not in ('.gif', '.png', '.apng'):
            raise ValueError(f'unknown file extension: {kind}')
        delay = int(1000 / self.fps)
        data = _movies.gif(self.pictures, delay // 10, 0) if kind == '.gif' else _animated_png(self.pictures,
                                                                                               delay)
        with open(self.outfile, 'wb') as file:
            file.write(data)


@writers.register('ffmpeg')
class FFMpegWriter(AbstractMovieWriter):
    """Films by the program ffmpeg, which is given the pictures by its standard input."""

    def __init__(self, fps=5, codec=None, bitrate=None, extra_args=None, metadata=None):
        super().__init__(fps, metadata, codec, bitrate)
        self.extra_args = extra_args

    @classmethod
    def bin_path(cls):
        """The program's name."""
        return str(rcParams['animation.ffmpeg_path'])

    @classmethod
    def isAvailable(cls):
        """Whether the program is there."""
        return shutil.which(cls.bin_path()) is not None

    def _command(self):
        words = [self.bin_path(), '-f', 'image2pipe', '-vcodec', 'png', '-framerate', str(self.fps),
                 '-loglevel', 'error',
                 '-i', 'pipe:', '-vcodec', self.codec]
        if self.codec == 'h264':
            words += ['-vf', 'pad=ceil(iw/2)*2:ceil(ih/2)*2', '-pix_fmt', 'yuv420p']
        if self.bitrate > 0:
            words += ['-b', f'{self.bitrate}k']
        for name, value in self.metadata.items():
            words += ['-metadata', f'{name}={value}']
        more = rcParams['animation.ffmpeg_args'] if self.extra_args is None else self.extra_args
        return words + list(more) + ['-y', str(self.outfile)]

    def finish(self):
        """End the file."""
        done = subprocess.run(self._command(), input=b''.join(self.pictures), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        if done.returncode:
            _log.error('MovieWriter stderr:\n%s', done.stderr.decode(errors='replace'))
            raise subprocess.CalledProcessError(done.returncode, self._command(), done.stdout, done.stderr)


@writers.register('html')
class HTMLWriter(AbstractMovieWriter):
    """A page with a player; its pictures lie in the page, or in a folder beside it."""

    def __init__(self, fps=30, codec=None, bitrate=None, extra_args=None, metadata=None, embed_frames=False,
                 default_mode='loop', embed_limit=None):
        if default_mode.lower() not in MODES:
            raise ValueError(f'{default_mode!r} is not a valid value for default_mode. Supported values are '
                             + ', '.join(map(repr, MODES)))
        super().__init__(fps, metadata, codec, bitrate)
        self.embed_frames, self.default_mode = embed_frames, default_mode.lower()
        self._limit = (rcParams['animation.embed_limit'] if embed_limit is None
                       else embed_limit) * 1024 * 1024

    def setup(self, fig, outfile, dpi=None, frame_dir=None):
        """Begin a file with pictures of a figure."""
        kind = os.path.splitext(str(outfile))[1]
        if kind not in ('.html', '.htm'):
            raise ValueError(f'{kind!r} is not a valid value for outfile extension. Supported values are '
                             "'.html', '.htm'")
        super().setup(fig, outfile, dpi)
        self._size, self._is_full = 0, False

    def grab_frame(self, **savefig_kwargs):
        """The figure as it is now, as one picture more."""
        if self.embed_frames and self._is_full:
            return
        super().grab_frame(**savefig_kwargs)
        self._size += len(self.pictures[-1]) * 4 // 3
        if self.embed_frames and self._size >= self._limit:
            self.pictures.pop()
            self._is_full = True
            _log.warning('Animation size has reached %s bytes, exceeding the limit of %s. If you\'re sure you want a '
                         'larger animation embedded, set the animation.embed_limit rc parameter to a larger value '
                         '(in MB). This and further frames will be dropped.', self._size, self._limit)

    def player(self):
        """The page's text, with all pictures in it."""
        return _player([base64.b64encode(picture).decode('ascii') for picture in self.pictures],
                       1000 / self.fps, self.default_mode)

    def finish(self):
        """End the file."""
        if self.embed_frames:
            text = self.player()
        else:
            folder = os.path.splitext(str(self.outfile))[0] + '_frames'
            os.makedirs(folder, exist_ok=True)
            names = []
            for index, picture in enumerate(self.pictures):
                names.append(f'{os.path.basename(folder)}/frame{index:07d}.png')
                with open(os.path.join(folder, f'frame{index:07d}.png'), 'wb') as file:
                    file.write(picture)
            text = _player(names, 1000 / self.fps, self.default_mode, False)
        with open(self.outfile, 'w') as file:
            file.write(text)


PAGE = '''<div class="animation" id="$ID" style="display: inline-block; text-align: center">
<img alt="animation"><br>
<input type="range" min="0" max="$LAST" value="0" style="width: 95%"><br>
$BUTTONS<br>
$MODES
</div>
<script>
(function () {
  var box = document.getElementById("$ID"), picture = box.querySelector("img");
  var place = box.querySelector("input[type=range]");
  var frames = $FRAMES, delay = $DELAY, now = 0, way = 0, timer = null;
  function mode() { return box.querySelector("input[type=radio]:checked").value; }
  function show(index) { now = index; place.value = index; picture.src = frames[index]; }
  function halt() { clearInterval(timer); timer = null; way = 0; }
  function step() {
    var next = now + way, last = frames.length - 1;
    if (next >= 0 && next <= last) { show(next); return; }
    if (mode() == "once") { halt(); return; }
    if (mode() == "loop") { show(way > 0 ? 0 : last); return; }
    way = -way;
    show(Math.max(0, Math.min(last, now + way)));
  }
  function run(direction) { halt(); way = direction; timer = setInterval(step, delay); }
  var acts = {
    slower: function () { delay /= 0.7; if (way) run(way); }, first: function () { halt(); show(0); },
    previous: function () { halt(); show(Math.max(0, now - 1)); }, reverse: function () { run(-1); }, pause: halt,
    play: function () { run(1); }, next: function () { halt(); show(Math.min(frames.length - 1, now + 1)); },
    last: function () { halt(); show(frames.length - 1); }, faster: function () { delay *= 0.7; if (way) run(way); }
  };
  box.addEventListener("click", function (event) {
    var act = event.target.getAttribute("data-act");
    if (act) acts[act]();
  });
  place.addEventListener("input", function () { halt(); show(Number(place.value)); });
  if (frames.length) { show(0); run(1); }
})();
</script>
'''
BUTTONS = (('slower', '&minus;'), ('first', '|&lt;'), ('previous', '&lt;'), ('reverse', '&#9664;'),
           ('pause', '&#10074;&#10074;'),
           ('play', '&#9654;'), ('next', '&gt;'), ('last', '&gt;|'), ('faster', '+'))


def _player(frames, delay, mode, embedded=True):
    """HTML that shows frames (PNG in base 64, or addresses) one after another."""
    name = uuid.uuid4().hex
    buttons = '\n'.join(f'<button type="button" title="{act}" data-act="{act}">{sign}</button>' for act,
                        sign in BUTTONS)
    modes = '\n'.join(f'<label><input type="radio" name="mode{name}" value="{one}"{" checked" if one == mode else ""}>'
                      f'{one.capitalize()}</label>' for one in MODES)
    sources = ['data:image/png;base64,' + frame for frame in frames] if embedded else frames
    page = PAGE
    for key, value in (('$ID', 'animation' + name), ('$LAST', str(max(0, len(frames) - 1))),
                       ('$BUTTONS', buttons),
                       ('$MODES', modes), ('$DELAY', repr(delay)), ('$FRAMES', json.dumps(sources))):
        page = page.replace(key, value)
    return page


class _Timer:
    """What would send an animation's events: here nothing does."""

    def __init__(self, interval):
        self.interval, self.callbacks, self.single_shot = interval, [], False

    def add_callback(self, func, *args, **kwargs):
        """Remember a function."""
        self.callbacks.append((func, args, kwargs))
        return func

    def remove_callback(self, func, *args, **kwargs):
        """Forget a function."""
        self.callbacks = [one for one in self.callbacks if one[0] is not func]

    def start(self, interval=None):
        """Nothing moves by itself."""

    def stop(self):
        """Nothing moves by itself."""


class Animation:
    """What animations share: the pictures, one after another, in a file or in a page."""

    def __init__(self, fig, event_source=None, blit=False):
        self._was_drawn = False
        self._fig, self._blit, self.event_source = fig, bool(blit), event_source
        self._pages = {}

    def __del__(self):
        if not getattr(self, '_was_drawn', True):
            warnings.warn('Animation was deleted without rendering anything. This is most likely not intended. To '
                          'prevent deletion, assign the Animation to a variable, e.g. `anim`, that exists until you '
                          'output the Animation using `plt.show()` or `anim.save()`.')

    def new_frame_seq(self):
        """The frames, from the first."""
        return iter(self._framedata)

    def new_saved_frame_seq(self):
        """The frames that are saved, from the first."""
        return self.new_frame_seq()

    def pause(self):
        """Stop the animation."""
        self.event_source.stop()

    def resume(self):
        """Go on with the animation."""
        self.event_source.start()

    def _draw_first(self):
        self._was_drawn = True

    def _draw_next(self, data):
        raise NotImplementedError

    def _writer(self, writer, fps, codec, bitrate, extra_args, metadata):
        if not isinstance(writer, str):
            return writer
        try:
            kind = writers[writer]
        except RuntimeError:
            _log.warning('MovieWriter %s unavailable; using Pillow instead.', writer)
            kind = PillowWriter
        named = {'codec': codec, 'bitrate': bitrate, 'metadata': metadata}
        if kind is not PillowWriter:
            named['extra_args'] = extra_args
        return kind(fps, **named)

    def save(self, filename, writer=None, fps=None, dpi=None, codec=None, bitrate=None, extra_args=None,
             metadata=None,
             extra_anim=None, savefig_kwargs=None, *, progress_callback=None):
        """Write the animation to a file: .gif and .png by 'pillow', .html by 'html', films by 'ffmpeg' if it
        is there.

        progress_callback(number, total) is called before each picture.
        """
        self._was_drawn = True
        several = [self] + [one for one in extra_anim or () if one._fig is self._fig]
        fps = 1000.0 / getattr(self, '_interval', 200) if fps is None else fps
        dpi = rcParams['savefig.dpi'] if dpi is None else dpi
        if isinstance(dpi, str):
            dpi = self._fig.dpi
        writer = rcParams['animation.writer'] if writer is None else writer
        if not isinstance(writer, str) and (codec, bitrate, extra_args, metadata) != (None,) * 4:
            raise RuntimeError('Passing in values for arguments fps, codec, bitrate, extra_args, or metadata is not '
                               'supported when writer is an existing MovieWriter instance. These should instead be '
                               'passed as arguments when creating the MovieWriter instance.')
        writer = self._writer(writer, fps, codec, bitrate, extra_args, metadata)
        pictured = {key: value for key, value in (savefig_kwargs or {}).items() if key != 'bbox_inches'}
        with writer.saving(self._fig, filename, dpi):
            for one in several:
                one._draw_first()
            counts = [getattr(one, '_save_count', None) for one in several]
            total = None if None in counts else sum(counts)
            number = 0
            for data in zip(*[one.new_saved_frame_seq() for one in several]):
                for one, frame in zip(several, data):
                    one._draw_next(frame)
                    if progress_callback is not None:
                        progress_callback(number, total)
                        number += 1
                writer.grab_frame(**pictured)

    def to_jshtml(self, fps=None, embed_frames=True, default_mode=None):
        """The animation as HTML with a player; the text is kept for the next time."""
        if 'player' in self._pages:
            return self._pages['player']
        import tempfile
        if fps is None:
            fps = 1000 / self._interval if hasattr(self, '_interval') else 5
        if default_mode is None:
            default_mode = 'loop' if getattr(self, '_repeat', False) else 'once'
        writer = HTMLWriter(fps=fps, embed_frames=True, default_mode=default_mode)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'animation.html')
            self.save(path, writer=writer)
            with open(path) as file:
                self._pages['player'] = file.read()
        return self._pages['player']

    def to_html5_video(self, embed_limit=None):
        """The animation as a film in HTML: ffmpeg makes it."""
        if 'film' not in self._pages:
            import tempfile
            limit = (rcParams['animation.embed_limit'] if embed_limit is None else embed_limit) * 1024 * 1024
            kind = writers[rcParams['animation.writer']]
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, 'animation.m4v')
                self.save(path, writer=kind(codec='h264', bitrate=rcParams['animation.bitrate'],
                                            fps=1000. / getattr(self, '_interval', 200)))
                with open(path, 'rb') as file:
                    film = base64.encodebytes(file.read()).decode('ascii')
            if len(film) >= limit:
                _log.warning('Animation movie is %s bytes, exceeding the limit of %s. If you\'re sure you want a large '
                             'animation embedded, set the animation.embed_limit rc parameter to a larger value (in '
                             'MB).', len(film), limit)
                return 'Video too large to embed.'
            width, height = (int(side * self._fig.dpi) for side in self._fig.get_size_inches())
            again = 'autoplay loop' if getattr(self, '_repeat', False) else 'autoplay'
            self._pages['film'] = (f'<video width="{width}" height="{height}" controls {again}>\n  <source '
                                   f'type="video/mp4" src="data:video/mp4;base64,{film}">\n  Your browser does not '
                                   'support the video tag.\n</video>')
        return self._pages['film']

    def _repr_html_(self):
        kind = rcParams['animation.html']
        return self.to_html5_video() if kind == 'html5' else self.to_jshtml() if kind == 'jshtml' else None


class TimedAnimation(Animation):
    """An animation with a time between its frames (milliseconds)."""

    def __init__(self, fig, interval=200, repeat_delay=0, repeat=True, event_source=None, *args, **kwargs):
        self._interval, self._repeat_delay, self._repeat = interval, repeat_delay, repeat
        if event_source is None:
            event_source = _Timer(int(interval))
        super().__init__(fig, event_source, *args, **kwargs)


class ArtistAnimation(TimedAnimation):
    """An animation of lists of artists: those of one list are seen at a time."""

    def __init__(self, fig, artists, *args, **kwargs):
        vars(self).update(_framedata=artists, _save_count=len(artists))
        super().__init__(fig, *args, **kwargs)

    def _all(self):
        return [artist for frame in self._framedata for artist in frame]

    def _draw_first(self):
        super()._draw_first()
        for artist in self._all():
            artist.set_visible(False)

    def _draw_next(self, data):
        for artist in self._all():
            artist.set_visible(False)
        for artist in data:
            artist.set_visible(True)


class FuncAnimation(TimedAnimation):
    """An animation by a function that is called for each frame and changes what the figure shows.

    frames: values for the function: an iterable, a number, a function that makes them; without any 0, 1, 2
    and so on.
    """

    def __init__(self, fig, func, frames=None, init_func=None, fargs=None, save_count=None, *,
                 cache_frame_data=True,
                 **kwargs):
        self._args, self._func, self._init_func = fargs or (), func, init_func
        self._save_count = save_count
        if frames is None:
            self._new = itertools.count
        elif callable(frames):
            self._new = frames
        elif hasattr(frames, '__iter__'):
            self._new = self._again(frames)
            if hasattr(frames, '__len__'):
                self._save_count = len(frames)
        else:
            self._new = lambda: iter(range(frames))
            self._save_count = len(range(frames))
        if self._save_count is None and cache_frame_data:
            warnings.warn(f'frames={frames!r} which we can infer the length of, did not pass an explicit *save_count* and '
                          'passed cache_frame_data=True.  To avoid a possibly unbounded cache, frame data caching has '
                          'been disabled. To suppress this warning either pass `cache_frame_data=False` or '
                          '`save_count=MAX_FRAMES`.', stacklevel=2)
            cache_frame_data = False
        self._is_endless = frames is None
        self._keeps, self._kept = cache_frame_data, []
        super().__init__(fig, **kwargs)
        # Blitting asks for the first picture at once: for the figure's first drawing, and for its background.
        for _ in range(2 if self._blit else 0):
            self._draw_first()

    @staticmethod
    def _again(frames):
        if iter(frames) is not frames:
            return lambda: iter(frames)
        rest = [frames]  # an iterator can be asked once only: it is copied each time

        def copied():
            rest[0], copy = itertools.tee(rest[0])
            return copy
        return copied

    def new_frame_seq(self):
        """The frames, from the first."""
        return self._new()

    def new_saved_frame_seq(self):
        """The frames that are saved, from the first."""
        if self._kept:
            return iter(list(self._kept))
        most = DEFAULT_COUNT if self._save_count is None and self._is_endless else self._save_count
        return itertools.islice(self.new_frame_seq(), most)

    def _check(self, artists, name):
        wrong = f'When blit=True, the {name} must return a sequence of Artist objects.'
        try:
            found = all(hasattr(artist, 'set_visible') for artist in artists)
        except TypeError:
            found = False
        if not found:
            raise RuntimeError(wrong)

    def _draw_first(self):
        super()._draw_first()
        if self._init_func is not None:
            drawn = self._init_func()
            if self._blit:
                self._check(drawn, 'init_func')
            return
        try:
            data = next(self.new_frame_seq())
        except StopIteration:
            warnings.warn('Can not start iterating the frames for the initial draw. This can be caused by passing in '
                          'a 0 length sequence for *frames*.\n\nIf you passed *frames* as a generator it may be '
                          'exhausted due to a previous display or save.')
            return
        self._call(data)

    def _call(self, data):
        drawn = self._func(data, *self._args)
        if self._blit:
            self._check(drawn, 'animation function')

    def _draw_next(self, data):
        if self._keeps and len(self._kept) < (self._save_count or 0):
            self._kept.append(data)
        self._call(data)
