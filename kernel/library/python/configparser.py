"""Reads and writes files of sections with names and values (.ini)."""
import collections.abc as _abc
import functools as _functools
import io as _io
import itertools as _itertools
import os as _os
import re as _re
import sys as _sys

__all__ = ["NoSectionError", "DuplicateOptionError", "DuplicateSectionError", "NoOptionError", "InterpolationError",
           "InterpolationDepthError", "InterpolationMissingOptionError", "InterpolationSyntaxError", "ParsingError",
           "MissingSectionHeaderError", "ConfigParser", "SafeConfigParser", "RawConfigParser", "Interpolation", "BasicInterpolation",
           "ExtendedInterpolation", "LegacyInterpolation", "SectionProxy", "ConverterMapping", "DEFAULTSECT", "MAX_INTERPOLATION_DEPTH"]

DEFAULTSECT = "DEFAULT"
MAX_INTERPOLATION_DEPTH = 10
_MISSING = object()


# ---- errors ----

class Error(Exception):
    """The base of this module's errors."""

    def __init__(self, msg=""):
        self.message = msg
        Exception.__init__(self, msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    """A section that is not there was asked for."""

    def __init__(self, section):
        Error.__init__(self, "No section: %r" % (section,))
        self.section = section
        self.args = (section,)


def _place(source, lineno):
    return ["While reading from ", repr(source)] + ([" [line {0:2d}]".format(lineno)] if lineno is not None else [])


class DuplicateSectionError(Error):
    """A section is there twice."""

    def __init__(self, section, source=None, lineno=None):
        said = [repr(section), " already exists"]
        if source is not None:
            said = _place(source, lineno) + [": section "] + said
        else:
            said.insert(0, "Section ")
        Error.__init__(self, "".join(said))
        self.section, self.source, self.lineno = section, source, lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    """A name is twice in one section."""

    def __init__(self, section, option, source=None, lineno=None):
        said = [repr(option), " in section ", repr(section), " already exists"]
        if source is not None:
            said = _place(source, lineno) + [": option "] + said
        else:
            said.insert(0, "Option ")
        Error.__init__(self, "".join(said))
        self.section, self.option, self.source, self.lineno = section, option, source, lineno
        self.args = (section, option, source, lineno)


class NoOptionError(Error):
    """A name that is not there was asked for."""

    def __init__(self, option, section):
        Error.__init__(self, "No option %r in section: %r" % (option, section))
        self.option, self.section = option, section
        self.args = (option, section)


class InterpolationError(Error):
    """A reference to another value cannot be resolved."""

    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self.option, self.section = option, section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    """The value that is referred to is not there."""

    def __init__(self, option, section, rawval, reference):
        InterpolationError.__init__(self, option, section, "Bad value substitution: option {!r} in section {!r} contains an interpolation "
                                    "key {!r} which is not a valid option name. Raw value: {!r}".format(option, section, reference, rawval))
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    """A reference is not well written."""


class InterpolationDepthError(InterpolationError):
    """References go round in circles, or too deep."""

    def __init__(self, option, section, rawval):
        InterpolationError.__init__(self, option, section, "Recursion limit exceeded in value substitution: option {!r} in section {!r} "
                                    "contains an interpolation key which cannot be substituted in {} steps. Raw value: {!r}"
                                    .format(option, section, MAX_INTERPOLATION_DEPTH, rawval))
        self.args = (option, section, rawval)


class ParsingError(Error):
    """Lines that are no names with values."""

    def __init__(self, source):
        Error.__init__(self, "Source contains parsing errors: %r" % source)
        self.source, self.errors = source, []
        self.args = (source,)

    def append(self, lineno, line):
        "One more of them."
        self.errors.append((lineno, line))
        self.message += "\n\t[line %2d]: %s" % (lineno, line)


class MissingSectionHeaderError(ParsingError):
    """A line stands in front of all sections."""

    def __init__(self, filename, lineno, line):
        Error.__init__(self, "File contains no section headers.\nfile: %r, line: %d\n%r" % (filename, lineno, line))
        self.source, self.lineno, self.line = filename, lineno, line
        self.args = (filename, lineno, line)


# ---- references in values ----

class Interpolation:
    """Values as they stand: nothing is replaced."""

    def before_get(self, parser, section, option, value, defaults):
        "A value as get() gives it."
        return value

    def before_set(self, parser, section, option, value):
        "A value as set() keeps it."
        return value

    def before_read(self, parser, section, option, value):
        "A value as it comes from a file."
        return value

    def before_write(self, parser, section, option, value):
        "A value as it goes into a file."
        return value


class BasicInterpolation(Interpolation):
    """%(name)s stands for another value of the section, %% for a percent sign."""

    _sign, _reference = "%", _re.compile(r"%\(([^)]+)\)s")

    def before_get(self, parser, section, option, value, defaults):
        "A value as get() gives it."
        found = []
        self._replace(parser, option, found, value, section, defaults, 1)
        return "".join(found)

    def before_set(self, parser, section, option, value):
        "A value as set() keeps it."
        rest = self._reference.sub("", value.replace(self._sign * 2, ""))
        if self._sign in rest:
            raise ValueError("invalid interpolation syntax in %r at position %d" % (value, rest.find(self._sign)))
        return value

    def _look_up(self, parser, option, section, name, mapping, raw):
        name = parser.optionxform(name)
        try:
            return mapping[name], section, mapping
        except KeyError:
            raise InterpolationMissingOptionError(option, section, raw, name) from None

    def _bad(self, option, section, rest):
        return InterpolationSyntaxError(option, section, "'%%' must be followed by '%%' or '(', found: %r" % (rest,))

    def _unclosed(self, rest):
        return "bad interpolation variable reference %r" % rest

    _open = "("

    def _replace(self, parser, option, found, rest, section, mapping, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        while rest:
            at = rest.find(self._sign)
            if at < 0:
                found.append(rest)
                return
            if at > 0:
                found.append(rest[:at])
                rest = rest[at:]
            following = rest[1:2]
            if following == self._sign:
                found.append(self._sign)
                rest = rest[2:]
            elif following == self._open:
                match = self._reference.match(rest)
                if match is None:
                    raise InterpolationSyntaxError(option, section, self._unclosed(rest))
                name, rest = match.group(1), rest[match.end():]
                value, inner_section, inner = self._look_up(parser, option, section, name, mapping, raw)
                if self._sign in value:
                    self._replace(parser, option if self._sign == "%" else name.rpartition(":")[2], found, value, inner_section, inner, depth + 1)
                else:
                    found.append(value)
            else:
                raise self._bad(option, section, rest)


class ExtendedInterpolation(BasicInterpolation):
    """${name} and ${section:name} stand for other values, $$ for a dollar sign."""

    _sign, _reference, _open = "$", _re.compile(r"\$\{([^}]+)\}"), "{"

    def _look_up(self, parser, option, section, name, mapping, raw):
        path = name.split(":")
        try:
            if len(path) == 1:
                return mapping[parser.optionxform(path[0])], section, mapping
            if len(path) == 2:
                inner = parser.optionxform(path[1])
                return parser.get(path[0], inner, raw=True), path[0], dict(parser.items(path[0], raw=True))
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw, ":".join(path)) from None
        raise InterpolationSyntaxError(option, section, "More than one ':' found: %r" % (name,))

    def _bad(self, option, section, rest):
        return InterpolationSyntaxError(option, section, "'$' must be followed by '$' or '{', found: %r" % (rest,))


class LegacyInterpolation(Interpolation):
    """%(name)s by the % operator, without checks."""

    def before_get(self, parser, section, option, value, defaults):
        "A value as get() gives it."
        raw = value
        for _ in range(MAX_INTERPOLATION_DEPTH):
            if not value or "%(" not in value:
                return value
            value = _re.sub(r"%\(([^)]*)\)s|.", lambda m: m.group() if m.group(1) is None else "%%(%s)s" % parser.optionxform(m.group(1)), value)
            try:
                value = value % defaults
            except KeyError as error:
                raise InterpolationMissingOptionError(option, section, raw, error.args[0]) from None
        if value and "%(" in value:
            raise InterpolationDepthError(option, section, raw)
        return value


# ---- parsers ----

_BOOLEANS = {"1": True, "yes": True, "true": True, "on": True, "0": False, "no": False, "false": False, "off": False}


class RawConfigParser(_abc.MutableMapping):
    """Sections of names and values, without references between them."""

    BOOLEAN_STATES = _BOOLEANS
    NONSPACECRE = _re.compile(r"\S")
    SECTCRE = _re.compile(r"\[(?P<header>.+)\]")
    OPTCRE = _re.compile(r"(?P<option>.*?)\s*(?:(?P<vi>=|:)\s*(?P<value>.*))$")
    OPTCRE_NV = _re.compile(r"(?P<option>.*?)\s*(?:(?P<vi>=|:)\s*(?P<value>.*))?$")
    _DEFAULT_INTERPOLATION = Interpolation()

    def __init__(self, defaults=None, dict_type=dict, allow_no_value=False, *, delimiters=("=", ":"), comment_prefixes=("#", ";"),
                 inline_comment_prefixes=None, strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT,
                 interpolation=_MISSING, converters=_MISSING):
        self._dict, self._sections, self._defaults, self._proxies = dict_type, dict_type(), dict_type(), dict_type()
        self._converters = ConverterMapping(self)
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        if tuple(delimiters) == ("=", ":"):
            self._optcre = self.OPTCRE_NV if allow_no_value else self.OPTCRE
        else:
            self._optcre = _re.compile(r"(?P<option>.*?)\s*(?:(?P<vi>%s)\s*(?P<value>.*))%s$"
                                       % ("|".join(map(_re.escape, delimiters)), "?" if allow_no_value else ""))
        self._comment_prefixes, self._inline_comment_prefixes = tuple(comment_prefixes or ()), tuple(inline_comment_prefixes or ())
        self._strict, self._allow_no_value, self._empty_lines_in_values = strict, allow_no_value, empty_lines_in_values
        self.default_section = default_section
        if interpolation is _MISSING:
            interpolation = self._DEFAULT_INTERPOLATION
        self._interpolation = Interpolation() if interpolation is None else interpolation
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError(f"interpolation= must be None or an instance of Interpolation; got an object of type {type(interpolation)}")
        if converters is not _MISSING:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)

    def defaults(self):
        """The values for all sections."""
        return self._defaults

    def sections(self):
        """The names of the sections, without that of the defaults."""
        return list(self._sections)

    def add_section(self, section):
        """A new, empty section."""
        if section == self.default_section:
            raise ValueError("Invalid section name: %r" % section)
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        """Is there a section of this name?"""
        return section in self._sections

    def options(self, section):
        """The names in a section and in the defaults."""
        try:
            names = self._sections[section].copy()
        except KeyError:
            raise NoSectionError(section) from None
        names.update(self._defaults)
        return list(names)

    def read(self, filenames, encoding=None):
        """Read files that are there; their names come back."""
        if isinstance(filenames, (str, bytes, _os.PathLike)):
            filenames = [filenames]
        done = []
        for name in filenames:
            try:
                with open(name, encoding=encoding) as file:
                    self._read(file, name)
            except OSError:
                continue
            done.append(_os.fspath(name))
        return done

    def read_file(self, f, source=None):
        """Read lines from a file or another iterable."""
        if source is None:
            source = getattr(f, "name", "<%s>" % ("?" * 3))
        self._read(f, source)

    def read_string(self, string, source="<string>"):
        """Read text."""
        self.read_file(_io.StringIO(string), source)

    def read_dict(self, dictionary, source="<dict>"):
        """Take values from {section: {name: value}}."""
        seen = set()
        for section, keys in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in seen:
                    raise
            seen.add(section)
            for key, value in keys.items():
                key = self.optionxform(str(key))
                if self._strict and (section, key) in seen:
                    raise DuplicateOptionError(section, key, source)
                seen.add((section, key))
                self.set(section, key, value if value is None else str(value))

    def get(self, section, option, *, raw=False, vars=None, fallback=_MISSING):
        """A value, with its references replaced unless raw."""
        try:
            values = self._unify(section, vars)
        except NoSectionError:
            if fallback is _MISSING:
                raise
            return fallback
        option = self.optionxform(option)
        try:
            value = values[option]
        except KeyError:
            if fallback is _MISSING:
                raise NoOptionError(option, section) from None
            return fallback
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, values)

    def _get(self, section, convert, option, **options):
        return convert(self.get(section, option, **options))

    def _get_converted(self, section, option, convert, *, raw=False, vars=None, fallback=_MISSING, **kwargs):
        try:
            return self._get(section, convert, option, raw=raw, vars=vars, **kwargs)
        except (NoSectionError, NoOptionError):
            if fallback is _MISSING:
                raise
            return fallback

    def getint(self, section, option, *, raw=False, vars=None, fallback=_MISSING, **kwargs):
        """A value as an int."""
        return self._get_converted(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_MISSING, **kwargs):
        """A value as a float."""
        return self._get_converted(section, option, float, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_MISSING, **kwargs):
        """A value as a bool: yes, on, true, 1 and their contraries."""
        return self._get_converted(section, option, self._convert_to_boolean, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def items(self, section=_MISSING, raw=False, vars=None):
        """(name, value) of a section; without one, (section, its proxy)."""
        if section is _MISSING:
            return super().items()
        values = self._defaults.copy()
        try:
            values.update(self._sections[section])
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section)
        names = list(values)
        if vars:
            for key, value in vars.items():
                values[self.optionxform(key)] = value
        if raw:
            return [(name, values[name]) for name in names]
        return [(name, self._interpolation.before_get(self, section, name, values[name], values)) for name in names]

    def popitem(self):
        """Take the first section out: (its name, its proxy)."""
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def optionxform(self, optionstr):
        """What a name is kept as: small letters."""
        return optionstr.lower()

    def has_option(self, section, option):
        """Is the name in the section, or in the defaults?"""
        option = self.optionxform(option)
        if not section or section == self.default_section:
            return option in self._defaults
        return section in self._sections and (option in self._sections[section] or option in self._defaults)

    def _validate_value_types(self, *, section="", option="", value=""):
        if not isinstance(section, str):
            raise TypeError("section names must be strings")
        if not isinstance(option, str):
            raise TypeError("option keys must be strings")
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError("option values must be strings")

    def set(self, section, option, value=None):
        """Set a value."""
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        if not section or section == self.default_section:
            values = self._defaults
        else:
            try:
                values = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        values[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        """Write everything to a file."""
        sign = " {} ".format(self._delimiters[0]) if space_around_delimiters else self._delimiters[0]
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), sign)
        for section in self._sections:
            self._write_section(fp, section, self._sections[section].items(), sign)

    def _write_section(self, fp, section, items, sign):
        fp.write("[{}]\n".format(section))
        for key, value in items:
            value = self._interpolation.before_write(self, section, key, value)
            if value is not None or not self._allow_no_value:
                value = sign + str(value).replace("\n", "\n\t")
            else:
                value = ""
            fp.write("{}{}\n".format(key, value))
        fp.write("\n")

    def remove_option(self, section, option):
        """Take a name out of a section: was it there?"""
        if not section or section == self.default_section:
            values = self._defaults
        else:
            try:
                values = self._sections[section]
            except KeyError:
                raise NoSectionError(section) from None
        option = self.optionxform(option)
        existed = option in values
        if existed:
            del values[option]
        return existed

    def remove_section(self, section):
        """Take a section out: was it there?"""
        existed = section in self._sections
        if existed:
            del self._sections[section], self._proxies[section]
        return existed

    def __getitem__(self, key):
        if key != self.default_section and not self.has_section(key):
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError("Cannot remove the default section.")
        if not self.has_section(key):
            raise KeyError(key)
        self.remove_section(key)

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        return _itertools.chain((self.default_section,), self._sections.keys())

    def _without_comment(self, line):
        "The text of a line that is no comment, and whether it had one."
        end = len(line)
        for prefix in self._inline_comment_prefixes:
            at = line.find(prefix)
            while at >= 0:
                if at == 0 or line[at - 1].isspace():
                    end = min(end, at)
                    break
                at = line.find(prefix, at + 1)
        text = line.strip()
        if any(text.startswith(prefix) for prefix in self._comment_prefixes):
            end = 0
        return line[:end].strip(), end < len(line)

    def _read(self, fp, fpname):
        seen, section, name, section_name, wrong, depth = set(), None, None, None, None, 0
        for number, line in enumerate(fp, 1):
            value, commented = self._without_comment(line)
            if not value:
                if self._empty_lines_in_values:
                    # Part of a value of several lines; comments leave nothing behind.
                    if not commented and section is not None and name and section[name] is not None:
                        section[name].append("")
                else:
                    depth = _sys.maxsize
                continue
            first = self.NONSPACECRE.search(line)
            indentation = first.start() if first else 0
            if section is not None and name and indentation > depth:
                if section[name] is None:
                    raise TypeError("'NoneType' object has no attribute 'append'")
                section[name].append(value)
                continue
            depth = indentation
            header = self.SECTCRE.match(value)
            if header:
                section_name = header.group("header")
                if section_name in self._sections:
                    if self._strict and section_name in seen:
                        raise DuplicateSectionError(section_name, fpname, number)
                    section = self._sections[section_name]
                    seen.add(section_name)
                elif section_name == self.default_section:
                    section = self._defaults
                else:
                    section = self._sections[section_name] = self._dict()
                    self._proxies[section_name] = SectionProxy(self, section_name)
                    seen.add(section_name)
                name = None
            elif section is None:
                raise MissingSectionHeaderError(fpname, number, line)
            else:
                match = self._optcre.match(value)
                if not match or not match.group("option"):
                    wrong = wrong or ParsingError(fpname)
                    wrong.append(number, repr(line))
                if not match:
                    continue
                name, _, text = match.group("option", "vi", "value")
                name = self.optionxform(name.rstrip())
                if self._strict and (section_name, name) in seen:
                    raise DuplicateOptionError(section_name, name, fpname, number)
                seen.add((section_name, name))
                section[name] = None if text is None else [text.strip()]
        self._join_values()
        if wrong:
            raise wrong

    def _join_values(self):
        for section, values in _itertools.chain(((self.default_section, self._defaults),), self._sections.items()):
            for name, value in values.items():
                if isinstance(value, list):
                    value = "\n".join(value).rstrip()
                values[name] = self._interpolation.before_read(self, section, name, value)

    def _read_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

    def _unify(self, section, vars):
        from collections import ChainMap
        try:
            own = self._sections[section]
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section) from None
            own = {}
        given = {self.optionxform(key): value if value is None else str(value) for key, value in vars.items()} if vars else {}
        return ChainMap(given, own, self._defaults)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError("Not a boolean: %s" % value)
        return self.BOOLEAN_STATES[value.lower()]

    @property
    def converters(self):
        "The functions behind get...()."
        return self._converters


class ConfigParser(RawConfigParser):
    """Sections of names and values, with %(name)s for other values."""

    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        """Set a value, which is a str."""
        self._validate_value_types(option=option, value=value)
        super().set(section, option, value)

    def add_section(self, section):
        """A new, empty section."""
        self._validate_value_types(section=section)
        super().add_section(section)

    def _read_defaults(self, defaults):
        # Set without their references being looked at.
        kept, self._interpolation = self._interpolation, Interpolation()
        try:
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = kept


class SafeConfigParser(ConfigParser):
    """An old name of ConfigParser."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        import warnings
        warnings.warn("The SafeConfigParser class has been renamed to ConfigParser in Python 3.2. This alias will be removed in Python 3.12. "
                      "Use ConfigParser directly instead.", DeprecationWarning, stacklevel=2)


class SectionProxy(_abc.MutableMapping):
    """A section as a mapping."""

    def __init__(self, parser, name):
        self._parser, self._name = parser, name
        for conv in parser.converters:
            setattr(self, "get" + conv, _functools.partial(self.get, _impl=getattr(parser, "get" + conv)))

    def __repr__(self):
        return "<Section: {}>".format(self._name)

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser._validate_value_types(option=key, value=value)
        self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key) and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return iter(self._options())

    def _options(self):
        return self._parser.defaults() if self._name == self._parser.default_section else self._parser.options(self._name)

    @property
    def parser(self):
        "The parser that the section belongs to."
        return self._parser

    @property
    def name(self):
        "The section's name."
        return self._name

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """A value, or fallback."""
        if not _impl:
            _impl = self._parser.get
        return _impl(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)


class ConverterMapping(_abc.MutableMapping):
    """Functions that make values of text, by the name behind get."""

    def __init__(self, parser):
        self._parser, self._data = parser, {}
        for name in dir(parser):
            if name.startswith("get") and len(name) > 3 and callable(getattr(parser, name)):
                self._data[name[3:]] = None  # the parser's own

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        name = "get" + key if isinstance(key, str) and key else None
        if name is None:
            raise ValueError("Incompatible key: {} (type: {})".format(key, type(key)))
        self._data[key] = value
        function = _functools.partial(self._parser._get_converted, convert=value)
        function.converter = value
        setattr(self._parser, name, function)
        for proxy in self._parser.values():
            setattr(proxy, name, _functools.partial(proxy.get, _impl=function))

    def __delitem__(self, key):
        name = "get" + key
        del self._data[key]
        for holder in _itertools.chain((self._parser,), self._parser.values()):
            try:
                delattr(holder, name)
            except AttributeError:
                continue  # a method of the class

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
