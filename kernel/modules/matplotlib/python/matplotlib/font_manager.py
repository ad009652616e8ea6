"""Fonts: what a text's letters look like (FontProperties), and which font files there are."""

import logging
import os
import re
import struct
from collections import namedtuple

from matplotlib import rcParams

_log = logging.getLogger(__name__)
font_scalings = {'xx-small': 0.579, 'x-small': 0.694, 'small': 0.833, 'medium': 1.0, 'large': 1.2,
                 'x-large': 1.44,
                 'xx-large': 1.728, 'larger': 1.2, 'smaller': 0.833, None: 1.0}
weight_dict = {'ultralight': 100, 'light': 200, 'normal': 400, 'regular': 400, 'book': 400, 'medium': 500,
               'roman': 500,
               'semibold': 600, 'demibold': 600, 'demi': 600, 'bold': 700, 'heavy': 800, 'extra bold': 800,
               'black': 900}
stretch_dict = {'ultra-condensed': 100, 'extra-condensed': 200, 'condensed': 300, 'semi-condensed': 400,
                'normal': 500,
                'semi-expanded': 600, 'semi-extended': 600, 'expanded': 700, 'extended': 700,
                'extra-expanded': 800,
                'extra-extended': 800, 'ultra-expanded': 900, 'ultra-extended': 900}
font_family_aliases = {'serif', 'sans-serif', 'sans serif', 'cursive', 'fantasy', 'monospace', 'sans'}
MATH_FAMILIES = ('dejavuserif', 'dejavusans', 'cm', 'stix', 'stixsans', 'custom')
FontEntry = namedtuple('FontEntry', 'fname index name style variant weight stretch size')


def _one_of(value, name, choices):
    if value not in choices:
        raise ValueError(f'{value!r} is not a valid value for {name}. Supported values are '
                         + ', '.join(map(repr, choices)))
    return value


class FontProperties:
    """The properties of a font: family, style, variant, weight, stretch, size; fname is a file's name.

    A family alone may be a pattern of fontconfig: 'serif:bold:size=14'.
    """

    def __init__(self, family=None, style=None, variant=None, weight=None, stretch=None, size=None,
                 fname=None,
                 math_fontfamily=None):
        given = {'style': style, 'variant': variant, 'weight': weight, 'stretch': stretch, 'file': fname, 'size': size}
        for name, value in {'family': family, **given, 'math_fontfamily': math_fontfamily}.items():
            getattr(self, 'set_' + name)(value)
        if isinstance(family, str) and not any(value is not None for value in given.values()):
            self.set_fontconfig_pattern(family)

    @classmethod
    def _from_any(cls, given):
        """Of None, of another, of a pattern, of a dict."""
        if given is None:
            return cls()
        if isinstance(given, cls):
            return given
        if isinstance(given, os.PathLike):
            return cls(fname=given)
        return cls(given) if isinstance(given, str) else cls(**given)

    def _facts(self):
        return (tuple(self.get_family()), self.get_slant(), self.get_variant(), self.get_weight(),
                self.get_stretch(),
                self.get_size(), self.get_file(), self.get_math_fontfamily())

    def __hash__(self):
        return hash(self._facts())

    def __eq__(self, other):
        return hash(self) == hash(other)

    def __str__(self):
        return self.get_fontconfig_pattern()

    def get_family(self):
        """The families, the first that is there being taken."""
        return self._family

    def get_name(self):
        """The name of the font that fits best."""
        return _family_of(self)

    def get_style(self):
        """'normal', 'italic' or 'oblique'."""
        return self._slant

    get_slant = get_style

    def get_variant(self):
        """'normal' or 'small-caps'."""
        return self._variant

    def get_weight(self):
        """A number from 0 to 1000, or a word."""
        return self._weight

    def get_stretch(self):
        """A number from 0 to 1000, or a word."""
        return self._stretch

    def get_size(self):
        """In points."""
        return self._size

    get_size_in_points = get_size

    def get_file(self):
        """The font's file, if one was named."""
        return self._file

    def get_math_fontfamily(self):
        """The family of mathematical text."""
        return self._math

    def get_fontconfig_pattern(self):
        """All of it as a pattern of fontconfig."""
        families = ','.join(re.sub(r'([\\\-:,])', r'\\\1', name) for name in self._family)
        parts = [families, f'style={self._slant}', f'variant={self._variant}', f'weight={self._weight}',
                 f'stretch={self._stretch}']
        if self._file is not None:
            parts.append(f'file={self._file}')
        return ':'.join(parts + [f'size={self._size}'])

    def set_family(self, family):
        """A name, or names in the order of preference."""
        family = rcParams['font.family'] if family is None else family
        self._family = [family] if isinstance(family, str) else [*family]

    set_name = set_family

    def set_style(self, style):
        """'normal', 'italic' or 'oblique'."""
        self._slant = _one_of(rcParams['font.style'] if style is None else style, 'style',
                              ('normal', 'italic', 'oblique'))

    set_slant = set_style

    def set_variant(self, variant):
        """'normal' or 'small-caps'."""
        self._variant = _one_of(rcParams['font.variant'] if variant is None else variant, 'variant',
                                ('normal', 'small-caps'))

    def set_weight(self, weight):
        """A number from 0 to 1000, or a word."""
        self._weight = self._number_or_word(rcParams['font.weight'] if weight is None else weight, 'weight',
                                            weight_dict)

    def set_stretch(self, stretch):
        """A number from 0 to 1000, or a word."""
        stretch = rcParams['font.stretch'] if stretch is None else stretch
        self._stretch = self._number_or_word(stretch, 'stretch', stretch_dict)

    @staticmethod
    def _number_or_word(value, name, words):
        if value in words:
            return value
        try:
            if 0 <= int(value) <= 1000:
                return int(value)
        except ValueError:
            pass
        raise ValueError(f'{name}={value!r} is invalid')

    def set_size(self, size):
        """A number of points, or a word."""
        size = rcParams['font.size'] if size is None else size
        try:
            size = float(size)
        except ValueError:
            if size not in font_scalings:
                raise ValueError('Size is invalid. Valid font size are '
                                 + ', '.join(map(str, font_scalings))) from None
            size = font_scalings[size] * rcParams['font.size']
        if size < 1.0:
            _log.info('Fontsize %1.2f < 1.0 pt not allowed by FreeType. Setting fontsize= 1 pt', size)
            size = 1.0
        self._size = size

    def set_file(self, file):
        """The font's file."""
        self._file = os.fspath(file) if file is not None else None

    def set_math_fontfamily(self, fontfamily):
        """The family of mathematical text."""
        if fontfamily is None:
            fontfamily = rcParams['mathtext.fontset']
        elif fontfamily not in MATH_FAMILIES:
            raise ValueError(f'{fontfamily!r} is not a valid value for math_fontfamily.')
        self._math = fontfamily

    def set_fontconfig_pattern(self, pattern):
        """All that a pattern of fontconfig says: families-size:word:name=value."""
        head, *rest = re.split(r'(?<!\\):', pattern)
        names, *sizes = re.split(r'(?<!\\)-', head)
        if names:
            self.set_family([re.sub(r'\\(.)', r'\1', name) for name in re.split(r'(?<!\\),', names)])
        if sizes:
            self.set_size(sizes[0])
        for part in rest:
            name, equals, value = part.partition('=')
            if not equals:
                name = ('style' if part in ('italic', 'oblique', 'roman') else 'variant'
                        if part in ('smallcaps', 'small-caps')
                        else 'weight' if part in weight_dict else 'stretch')
                value = part
            getattr(self, 'set_' + name)(value)

    def copy(self):
        """Another one with the same properties."""
        other = FontProperties.__new__(FontProperties)
        other.__dict__.update(self.__dict__, _family=[*self._family])
        return other


def _looks(given):
    """What a text takes of font properties, by the names of its own properties."""
    font = FontProperties._from_any(given)
    return {'fontsize': font.get_size(), 'fontweight': font.get_weight(), 'fontstyle': font.get_style(),
            'fontfamily': [_family_of(font)] if font.get_file() else font.get_family()}


# ---- files ----


def _tables(data):
    """Where the tables of a TrueType file lie."""
    if data[:4] == b'ttcf':
        start = struct.unpack('>I', data[12:16])[0]
    else:
        start = 0
    count = struct.unpack('>H', data[start + 4:start + 6])[0]
    found = {}
    for index in range(count):
        tag, _, offset, length = struct.unpack('>4sIII',
                                               data[start + 12 + 16 * index:start + 28 + 16 * index])
        found[tag] = data[offset:offset + length]
    return found


def _entry(path):
    """What a font's file says of itself; None: it is no font."""
    try:
        with open(path, 'rb') as file:
            tables = _tables(file.read())
        names, facts = tables[b'name'], tables[b'OS/2']
        count, strings = struct.unpack('>HH', names[2:6])
        family = None
        for index in range(count):
            platform, _, _, kind, length, offset = struct.unpack('>6H', names[6 + 12 * index:18 + 12 * index])
            if kind == 1 and (family is None or platform == 3):
                text = names[strings + offset:strings + offset + length]
                family = text.decode('utf-16-be' if platform in (0, 3) else 'latin-1')
        weight, width = struct.unpack('>HH', facts[4:8])
        style = 'italic' if struct.unpack('>H', facts[62:64])[0] & 1 else 'normal'
    except (OSError, KeyError, struct.error, UnicodeDecodeError):
        return None
    if 'Oblique' in os.path.basename(path):
        style = 'oblique'
    stretch = 'condensed' if width < 5 else 'normal' if width == 5 else 'expanded'
    return FontEntry(path, 0, family, style, 'normal', weight, stretch, 'scalable') if family else None


def findSystemFonts(fontpaths=None, fontext='ttf'):
    """The files of fonts in the system's folders, or in those given."""
    kinds = ('.ttf', '.ttc', '.otf') if fontext == 'ttf' else ('.' + fontext,)
    if fontpaths is None:
        home = os.path.expanduser('~')
        fontpaths = ['/usr/share/fonts', '/usr/local/share/fonts', home + '/.fonts',
                     home + '/.local/share/fonts']
    elif isinstance(fontpaths, str):
        fontpaths = [fontpaths]
    return [os.path.join(folder, name) for top in fontpaths for folder, _,
            names in os.walk(top) for name in sorted(names)
            if name.lower().endswith(kinds)]


class FontManager:
    """The fonts that there are."""

    def __init__(self, size=None, weight='normal'):
        self.default_size = size
        self.defaultFamily = {'ttf': 'DejaVu Sans', 'afm': 'Helvetica'}
        self.afmlist, self._fonts, self._weight = [], None, weight

    @property
    def ttflist(self):
        """What is known of each font file; they are read when this is first asked."""
        if self._fonts is None:
            self._fonts = [entry for entry in map(_entry, findSystemFonts()) if entry]
        return self._fonts

    def addfont(self, path):
        """One font file more."""
        entry = _entry(os.fspath(path))
        if entry is None:
            raise RuntimeError(f'Can not load face: {path}')
        self.ttflist.append(entry)

    def get_font_names(self):
        """The families that there are."""
        return list({entry.name for entry in self.ttflist})

    def get_default_weight(self):
        """The weight where none is said."""
        return self._weight

    @staticmethod
    def get_default_size():
        """The size where none is said."""
        return rcParams['font.size']

    def _distance(self, entry, font):
        """How far a font is from what is wanted."""
        wanted = weight_dict.get(font.get_weight(), font.get_weight())
        return (0 if entry.style == font.get_style() else 0.1
                if 'normal' not in (entry.style, font.get_style()) else 1,
                abs(entry.weight - wanted), entry.stretch != 'normal', entry.fname)

    def findfont(self, prop, fontext='ttf', directory=None, fallback_to_default=True,
                 rebuild_if_missing=True):
        """The file of the font that fits best."""
        font = FontProperties._from_any(prop)
        if font.get_file() is not None:
            return font.get_file()
        for name in font.get_family():
            for family in rcParams['font.' + name] if name in ('serif', 'sans-serif', 'monospace', 'cursive',
                                                               'fantasy') else [name]:
                fitting = [entry for entry in self.ttflist if entry.name.lower() == family.lower()]
                if fitting:
                    return min(fitting, key=lambda entry: self._distance(entry, font)).fname
        if not fallback_to_default:
            raise ValueError(f'Failed to find font {font}, and fallback to the default font was disabled')
        _log.warning('findfont: Font family %s not found. Falling back to %s.', font.get_family(),
                     self.defaultFamily['ttf'])
        default = font.copy()
        default.set_family(self.defaultFamily['ttf'])
        return self.findfont(default, fontext, directory, False)


fontManager = FontManager()


def findfont(prop, fontext='ttf', directory=None, fallback_to_default=True, rebuild_if_missing=True):
    """The file of the font that fits best."""
    return fontManager.findfont(prop, fontext, directory, fallback_to_default, rebuild_if_missing)


def _family_of(font):
    """The name of the family that a text of these properties is drawn with."""
    entry = _entry(fontManager.findfont(font))
    return entry.name if entry else fontManager.defaultFamily['ttf']
