"""Progress bars: `for x in tqdm(iterable)`, `with tqdm(total=n) as bar: bar.update(k)`, `trange(n)`."""
import os
import sys
import time as _time_module
from weakref import WeakSet

__path__ = []
__version__ = "4.70.1"
__all__ = ["tqdm", "trange", "tqdm_notebook", "tnrange", "TqdmWarning", "TqdmTypeError", "TqdmKeyError", "TqdmDeprecationWarning",
           "TqdmExperimentalWarning", "TqdmMonitorWarning"]


class TqdmTypeError(TypeError):
    """A bar was given something of a wrong type."""


class TqdmKeyError(KeyError):
    """A bar was given a keyword that it does not know."""


class TqdmWarning(Warning):
    """The base of the warnings of bars."""

    def __init__(self, msg, fp_write=None, *args, **kwargs):
        if fp_write is None:
            super().__init__(msg, *args, **kwargs)
            return
        fp_write("\n%s: %s\n" % (type(self).__name__, str(msg).rstrip()))


class TqdmExperimentalWarning(TqdmWarning, FutureWarning):
    """Something that may change."""


class TqdmDeprecationWarning(TqdmWarning, DeprecationWarning):
    """Something that will go."""


class TqdmMonitorWarning(TqdmWarning, RuntimeWarning):
    """Something about the monitor thread."""


UNICODE_BAR = " " + "".join(map(chr, range(0x258F, 0x2587, -1)))
ASCII_BAR = " 123456789#"
COLOURS = {"BLACK": "\x1b[30m", "RED": "\x1b[31m", "GREEN": "\x1b[32m", "YELLOW": "\x1b[33m", "BLUE": "\x1b[34m",
           "MAGENTA": "\x1b[35m", "CYAN": "\x1b[36m", "WHITE": "\x1b[37m"}


class _Bar:
    """The bar itself in a format: {bar}, {bar:20}, {bar:-10}, {bar:10a}."""

    def __init__(self, fraction, width, characters, colour):
        self.fraction, self.width, self.characters = min(max(fraction, 0), 1), width, characters
        self.start, self.end = "", ""
        if colour:
            if colour.upper() in COLOURS:
                self.start, self.end = COLOURS[colour.upper()], "\x1b[0m"
            elif colour[:1] == "#" and len(colour) == 7:
                self.start = "\x1b[38;2;%d;%d;%dm" % tuple(int(colour[at:at + 2], 16) for at in (1, 3, 5))
                self.end = "\x1b[0m"

    def __format__(self, specification):
        width, characters = self.width, self.characters
        if specification:
            kind = specification[-1:].lower()
            if kind in ("a", "u", "b"):
                characters = {"a": ASCII_BAR, "u": UNICODE_BAR, "b": "  "}[kind]
                specification = specification[:-1]
            if specification:
                width = int(specification)
                if width < 0:
                    width += self.width
        steps = len(characters) - 1
        whole, part = divmod(int(self.fraction * width * steps), steps)
        text = characters[-1] * whole
        if whole < width:
            text += characters[part] + characters[0] * (width - whole - 1)
        return self.start + text + self.end


class _Average:
    """An exponential moving average: called with a value, or without one for what it is."""

    def __init__(self, smoothing):
        self.alpha, self.last, self.calls = smoothing, 0, 0

    def __call__(self, value=None):
        kept = 1 - self.alpha
        if value is not None:
            self.last, self.calls = self.alpha * value + kept * self.last, self.calls + 1
        if not self.calls:
            return self.last
        weights = 1 - kept ** self.calls  # all that were given so far
        return self.last / weights


class _Values(dict):
    def __missing__(self, key):
        raise KeyError(key)


def _text_width(text):
    """How many columns a text takes, colours apart."""
    if "\x1b" in text:
        import re
        text = re.sub(r"\x1b\[[;\d]*[A-Za-z]", "", text)
    if text.isascii():
        return len(text)
    return sum(map(_character_width, text))


WIDE = ((0x1100, 0x115F), (0x2E80, 0x303E), (0x3041, 0xA4CF), (0xA960, 0xA97C), (0xAC00, 0xD7A3), (0xF900, 0xFAFF), (0xFE30, 0xFE6F),
        (0xFF01, 0xFF60), (0xFFE0, 0xFFE6), (0x1F300, 0x1F64F), (0x1F680, 0x1F6FF), (0x1F900, 0x1F9FF), (0x20000, 0x3FFFD))


def _character_width(character):
    code = ord(character)
    return 2 if code >= 0x1100 and any(first <= code <= last for first, last in WIDE) else 1


def _cut(text, width):
    """The beginning of a text that takes at most so many columns; a colour that is left open is ended."""
    if _text_width(text) <= width:
        return text
    while text and _text_width(text) > width:
        text = text[:-1]
    return text + "\x1b[0m" if "\x1b" in text else text


def _screen(file):
    """(columns, rows) of the terminal that a file is, or (None, None)."""
    try:
        size = os.get_terminal_size(file.fileno())
        return size.columns or None, size.lines or None
    except Exception:
        pass
    try:
        return int(os.environ["COLUMNS"]) - 1, int(os.environ["LINES"]) - 1
    except (KeyError, ValueError):
        return None, None


class tqdm:
    """A progress bar around an iterable, or one that is moved by update().

    desc is the text in front, total how many there are (len() when it is known), leave whether the bar stays, file where
    it is written (stderr), unit what is counted, unit_scale 1k for 1000, mininterval seconds between two drawings, disable
    no bar, initial where it begins, postfix a dict behind it, bar_format the whole line, colour of the bar."""

    monitor_interval = 10
    monitor = None
    _instances = WeakSet()

    def __init__(self, iterable=None, desc=None, total=None, leave=True, file=None, ncols=None, mininterval=0.1, maxinterval=10.0,
                 miniters=None, ascii=None, disable=False, unit="it", unit_scale=False, dynamic_ncols=False, smoothing=0.3,
                 bar_format=None, initial=0, position=None, postfix=None, unit_divisor=1000, write_bytes=False, lock_args=None,
                 nrows=None, colour=None, delay=0.0, gui=False, **kwargs):
        if file is None:
            file = sys.stderr
        if disable is None and hasattr(file, "isatty") and not file.isatty():
            disable = True
        if total is None and iterable is not None:
            try:
                total = len(iterable)
            except (TypeError, AttributeError):
                total = None
        if total == float("inf"):
            total = None
        self.iterable, self.desc, self.total, self.disable = iterable, desc or "", total, bool(disable)
        self.n, self.initial, self.leave, self.pos = initial, initial, leave, 0
        if self.disable:
            self.last_print_n = initial
            self.last_print_t = self.start_t = 0
            return
        unknown = set(kwargs) - {"display", "nested", "gui"}
        if unknown:
            self.disable = True
            raise (TqdmKeyError("Unknown argument(s): " + str(kwargs)))
        self.fp, self.ncols, self.nrows, self.unit, self.unit_scale = file, ncols, nrows, unit, unit_scale
        if (ncols is None or nrows is None) and file in (sys.stderr, sys.stdout) or dynamic_ncols:
            columns, rows = _screen(file)
            self.ncols = columns if ncols is None else ncols
            self.nrows = rows if nrows is None else nrows
        self._dynamic_ncols = dynamic_ncols
        self.mininterval, self.maxinterval = mininterval or 0, maxinterval or 0
        self.dynamic_miniters = miniters is None
        self.miniters = miniters or 0
        if ascii is None:
            encoding = (getattr(file, "encoding", None) or "").lower()
            ascii = not encoding.startswith(("utf", "u8"))
        self.ascii, self.smoothing, self.bar_format, self.unit_divisor = ascii, smoothing, bar_format, unit_divisor
        self.colour, self.delay, self.lock_args, self.gui, self.postfix = colour, delay, lock_args, gui, None
        self._time = _time_module.time
        self._count = _Average(smoothing)
        self._seconds = _Average(smoothing)
        self._step = _Average(smoothing)
        self._shown = 0
        if postfix:
            if isinstance(postfix, dict):
                self.set_postfix(refresh=False, **postfix)
            else:
                self.postfix = postfix
        taken = {abs(bar.pos) for bar in tqdm._instances}
        self.pos = position if position is not None else -min(set(range(len(taken) + 1)) - taken)
        tqdm._instances.add(self)
        self.last_print_n, self.last_print_t = initial, self._time()
        if not gui and delay <= 0:
            self.refresh()
        self.last_print_t = self.start_t = self._time()

    # ---- drawing

    @staticmethod
    def format_sizeof(num, suffix="", divisor=1000):
        """A number with k, M, G, ... and about three digits."""
        for unit in ("", "k", "M", "G", "T", "P", "E", "Z"):
            if abs(num) < 999.5:
                form = "%1.2f" if abs(num) < 9.995 else "%2.1f" if abs(num) < 99.95 else "%3.0f"
                return form % num + unit + suffix
            num /= divisor
        return "%3.1fY" % num + suffix

    @staticmethod
    def format_interval(t):
        """Seconds as MM:SS or H:MM:SS."""
        minutes, seconds = divmod(abs(int(t)), 60)
        hours, minutes = divmod(minutes, 60)
        sign = "-" if t < 0 else ""
        return "%s%d:%02d:%02d" % (sign, hours, minutes, seconds) if hours else "%s%02d:%02d" % (sign, minutes, seconds)

    @staticmethod
    def format_num(n):
        """A number in three digits, or as it is when that is shorter."""
        import re
        rounded = re.sub("e([+-])0", r"e\1", "%.3g" % n)
        return min(str(n), rounded, key=len)

    @staticmethod
    def format_meter(n, total, elapsed, ncols=None, prefix="", ascii=False, unit="it", unit_scale=False, rate=None,
                     bar_format=None, postfix=None, unit_divisor=1000, initial=0, colour=None, **extra_kwargs):
        """The line of a bar."""
        if total and n >= total + 0.5:
            total = None
        if unit_scale and unit_scale not in (True, 1):
            if total:
                total *= unit_scale
            n *= unit_scale
            if rate:
                rate *= unit_scale
            unit_scale = False
        size, interval = tqdm.format_sizeof, tqdm.format_interval
        elapsed_text = interval(elapsed)
        if rate is None and elapsed:
            rate = (n - initial) / elapsed
        inverse = 1 / rate if rate else None
        rate_direct = ((size(rate) if unit_scale else "%5.2f" % rate) if rate else "?") + unit + "/s"
        rate_inverse = ((size(inverse) if unit_scale else "%5.2f" % inverse) if inverse else "?") + "s/" + unit
        rate_text = rate_inverse if inverse and inverse > 1 else rate_direct
        if unit_scale:
            n_text = size(n, divisor=unit_divisor)
            total_text = size(total, divisor=unit_divisor) if total is not None else "?"
        else:
            n_text, total_text = str(n), str(total) if total is not None else "?"
        if postfix:
            try:
                postfix = ", " + postfix
            except TypeError:
                pass
        else:
            postfix = ""
        remaining = (total - n) / rate if rate and total else 0
        remaining_text = interval(remaining) if rate else "?"
        colon = prefix and prefix[-2:] == ": "
        left = (prefix if colon else prefix + ": ") if prefix else ""
        right = "| %s/%s [%s<%s, %s%s]" % (n_text, total_text, elapsed_text, remaining_text, rate_text, postfix)
        values = _Values(extra_kwargs, n=n, n_fmt=n_text, total=total, total_fmt=total_text, elapsed=elapsed_text, elapsed_s=elapsed,
                         ncols=ncols, desc=prefix or "", unit=unit, rate=inverse if inverse and inverse > 1 else rate,
                         rate_fmt=rate_text, rate_noinv=rate, rate_noinv_fmt=rate_direct, rate_inv=inverse,
                         rate_inv_fmt=rate_inverse, postfix=postfix, unit_divisor=unit_divisor, colour=colour,
                         remaining=remaining_text, remaining_s=remaining, l_bar=left, r_bar=right, prefix=prefix)
        if bar_format and "{eta" in bar_format:
            import datetime
            now = datetime.datetime.now()
            values["eta"] = now + datetime.timedelta(seconds=remaining) if rate and total else datetime.datetime.fromtimestamp(0)
        characters = ASCII_BAR if ascii is True else ascii or UNICODE_BAR
        if total:
            fraction = n / total
            values["percentage"] = fraction * 100
            values["l_bar"] = left + "%3.0f%%|" % (fraction * 100)
            if ncols == 0:
                return values["l_bar"][:-1] + right[1:]
            form = bar_format or "{l_bar}{bar}{r_bar}"
        elif bar_format:
            fraction = 0
            values["l_bar"] = left
            values["percentage"] = 0
            form = bar_format
        else:
            return "%s%s%s [%s, %s%s]" % (left, n_text, unit, elapsed_text, rate_text, postfix)
        without = form.format_map(_Values(values, bar=_Nothing()))
        if "{bar" not in form:
            return without
        width = max(1, ncols - _text_width(without)) if ncols else 10
        line = form.format_map(_Values(values, bar=_Bar(fraction, width, characters, colour)))
        return _cut(line, ncols) if ncols else line

    _SHOWN = ("n", "total", "ncols", "nrows", "ascii", "unit", "unit_scale", "bar_format", "postfix", "unit_divisor", "initial", "colour")

    @property
    def format_dict(self):
        """What format_meter is called with."""
        if self.disable and not hasattr(self, "unit"):  # it was never set up
            return dict(n=self.n, total=self.total, elapsed=0, unit="it")
        if self._dynamic_ncols:
            self.ncols, self.nrows = _screen(self.fp)
        shown = {name: getattr(self, name) for name in self._SHOWN}
        seconds = self._seconds() if self._seconds is not None else 0
        shown.update(prefix=self.desc, elapsed=self._time() - self.start_t if hasattr(self, "start_t") else 0,
                     rate=self._count() / seconds if seconds else None)
        return shown

    def __str__(self):
        return self.format_meter(**self.format_dict)

    def _write(self, text):
        self.fp.write(text)

    def _flush(self):
        flush = getattr(self.fp, "flush", None)
        if flush:
            flush()

    def display(self, msg=None, pos=None):
        """Draw the bar, or a text, in its line."""
        if self.disable:
            return False
        if pos is None:
            pos = abs(self.pos)
        if pos:
            self._write("\n" * pos)
        text = str(self) if msg is None else msg
        width = _text_width(text)
        self._write("\r" + text + " " * max(self._shown - width, 0))
        self._flush()
        self._shown = width
        if pos:
            self._write("\x1b[A" * pos)
            self._flush()
        return True

    def refresh(self, nolock=False, lock_args=None):
        """Draw the bar now."""
        return self.display() or not self.disable

    def clear(self, nolock=False):
        """Take the bar's line away."""
        if self.disable:
            return
        pos = abs(self.pos)
        self._write("\n" * pos + "\r" + " " * self._shown + "\r" + "\x1b[A" * pos)
        self._shown = 0
        self._flush()

    # ---- moving

    def __iter__(self):
        if self.disable:
            for item in self.iterable:
                yield item
            return
        n, last_n, last_time, interval = self.n, self.last_print_n, self.last_print_t, self.mininterval
        begin, clock = self.start_t + self.delay, self._time
        try:
            for item in self.iterable:
                yield item
                n += 1
                if n - last_n >= self.miniters:
                    now = clock()
                    if now - last_time >= interval and now >= begin:
                        self.update(n - last_n)
                        last_n, last_time = self.last_print_n, self.last_print_t
        finally:
            self.n = n
            self.close()

    def _next_step(self, pending, since):
        """After how many steps the clock is read again: about once in an interval."""
        if self.maxinterval and since >= self.maxinterval:  # it was far too late
            return pending * (self.mininterval or self.maxinterval) / since
        if not self.smoothing:
            return max(pending, self.miniters)
        return self._step(pending * self.mininterval / since if since and self.mininterval else pending)

    def update(self, n=1):
        """Move on by n; true when the bar was drawn."""
        if self.disable:
            return None
        self.n += n
        self.last_print_n += min(n, 0)  # what goes back was never shown
        pending = self.n - self.last_print_n
        if pending < self.miniters:
            return None
        now = self._time()
        since = now - self.last_print_t
        if now < self.start_t + self.delay or since < self.mininterval:
            return None
        if pending and since and self.smoothing:
            for average, sample in ((self._count, pending), (self._seconds, since)):
                average(sample)
        self.refresh()
        if self.dynamic_miniters:
            self.miniters = self._next_step(pending, since)
        self.last_print_t, self.last_print_n = now, self.n
        return True

    def close(self):
        """Draw the bar for the last time, or take it away when it is not to stay."""
        if self.disable:
            return
        self.disable = True
        pos = abs(self.pos)
        tqdm._instances.discard(self)
        if self.last_print_t < self.start_t + self.delay:
            return
        leave = pos == 0 if self.leave is None else self.leave
        self.disable = False
        if leave:
            self._seconds = None
            self.display(pos=0)
            self._write("\n")
            self._flush()
        else:
            self.display(msg="", pos=pos)
            if not pos:
                self._write("\r")
                self._flush()
        self.disable = True

    def reset(self, total=None):
        """Begin again."""
        self.n = 0
        if total is not None:
            self.total = total
        if self.disable:
            return
        self.last_print_n = 0
        self.last_print_t = self.start_t = self._time()
        self._count, self._seconds, self._step = _Average(self.smoothing), _Average(self.smoothing), _Average(self.smoothing)
        self.refresh()

    def unpause(self):
        """Leave the time since the last drawing out of the account."""
        if not self.disable:
            now = self._time()
            self.start_t += now - self.last_print_t
            self.last_print_t = now

    # ---- texts

    def set_description(self, desc=None, refresh=True):
        """The text in front; a colon is put behind it."""
        self.desc = desc + ": " if desc else ""
        if refresh:
            self.refresh()

    def set_description_str(self, desc=None, refresh=True):
        """The text in front as it is."""
        self.desc = desc or ""
        if refresh:
            self.refresh()

    def set_postfix(self, ordered_dict=None, refresh=True, **kwargs):
        """Values behind the bar: name=value."""
        values = dict(ordered_dict or {})
        for name in sorted(kwargs):
            values[name] = kwargs[name]
        from numbers import Number
        shown = []
        for name, value in values.items():
            if isinstance(value, Number):
                value = self.format_num(value)
            elif not isinstance(value, str):
                value = str(value)
            shown.append("%s=%s" % (name, value.strip()))
        self.postfix = ", ".join(shown)
        if refresh:
            self.refresh()

    def set_postfix_str(self, s="", refresh=True):
        """A text behind the bar."""
        self.postfix = str(s)
        if refresh:
            self.refresh()

    @classmethod
    def write(cls, s, file=None, end="\n", nolock=False):
        """Print a line without breaking the bars."""
        stream = sys.stdout if file is None else file
        with cls.external_write_mode(file=stream):
            for text in (s, end):
                stream.write(text)

    @classmethod
    def external_write_mode(cls, file=None, nolock=False):
        """A context in which the bars are away."""
        return _Away(file if file is not None else sys.stdout)

    @classmethod
    def wrapattr(cls, stream, method, total=None, bytes=True, **kwargs):
        """A stream whose read or write moves a bar."""
        if bytes:
            kwargs = dict({"unit": "B", "unit_scale": True, "unit_divisor": 1024}, **kwargs)
        return _Wrapped(cls(total=total, **kwargs), stream, method)

    @classmethod
    def pandas(cls, **kwargs):
        """There are no data frames here."""
        raise ImportError("tqdm.pandas() needs pandas, which is not part of Cupola")

    @classmethod
    def get_lock(cls):
        """Bars need no lock here."""
        from threading import RLock
        return RLock()

    @classmethod
    def set_lock(cls, lock):
        """Bars need no lock here."""

    # ---- as what it goes around

    def __len__(self):
        if self.iterable is None:
            return self.total
        return len(self.iterable) if hasattr(self.iterable, "__len__") else getattr(self, "total", None)

    def __bool__(self):
        if self.total is not None:
            return self.total > 0
        if self.iterable is None:
            raise TypeError("bool() undefined when iterable == total == None")
        return bool(self.iterable)

    def __contains__(self, item):
        return item in self.iterable

    def __reversed__(self):
        original = self.iterable
        try:
            self.iterable = reversed(self.iterable)
            return self.__iter__()
        finally:
            self.iterable = original

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        try:
            self.close()
        except AttributeError:
            pass

    def __del__(self):
        try:
            self.close()
        except Exception:
            pass

    def __hash__(self):
        return id(self)

    def __lt__(self, other):
        return abs(self.pos) < abs(other.pos)


class _Nothing:
    """The place of the bar while the rest of the line is measured."""

    def __format__(self, specification):
        return ""


class _Away:
    def __init__(self, file):
        self.file, self.bars = file, []

    def __enter__(self):
        streams = (sys.stdout, sys.stderr)
        for bar in list(tqdm._instances):
            if hasattr(bar, "fp") and (bar.fp is self.file or bar.fp in streams and self.file in streams):
                bar.clear()
                self.bars.append(bar)

    def __exit__(self, *error):
        for bar in self.bars:
            bar.refresh()


class _Wrapped:
    def __init__(self, bar, stream, method):
        self._bar, self._stream, self._method = bar, stream, method

    def __getattr__(self, name):
        member = getattr(self._stream, name)
        if name != self._method:
            return member

        def moved(*args, **kwargs):
            result = member(*args, **kwargs)
            self._bar.update(len(args[0]) if name == "write" else len(result))
            return result
        return moved

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self._bar.close()


def trange(*args, **kwargs):
    """tqdm(range(...))."""
    return tqdm(range(*args), **kwargs)


tqdm_notebook, tnrange, main = tqdm, trange, None
for _class in (tqdm, TqdmTypeError, TqdmKeyError, TqdmWarning, TqdmExperimentalWarning, TqdmDeprecationWarning, TqdmMonitorWarning):
    _class.__module__ = "tqdm.std"
del _class
