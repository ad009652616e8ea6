"""Options and arguments of a program from its command line."""
import os as _os
import sys as _sys

__all__ = ["ArgumentParser", "ArgumentError", "ArgumentTypeError", "BooleanOptionalAction", "FileType", "HelpFormatter",
           "ArgumentDefaultsHelpFormatter", "RawDescriptionHelpFormatter", "RawTextHelpFormatter", "MetavarTypeHelpFormatter", "Namespace", "Action",
           "ONE_OR_MORE", "OPTIONAL", "PARSER", "REMAINDER", "SUPPRESS", "ZERO_OR_MORE"]

SUPPRESS = "==SUPPRESS=="
OPTIONAL = "?"
ZERO_OR_MORE = "*"
ONE_OR_MORE = "+"
PARSER = "A..."
REMAINDER = "..."
_UNRECOGNIZED_ARGS_ATTR = "_unrecognized_args"


class _AttributeHolder:
    """An object whose repr shows what it holds."""

    def __repr__(self):
        parts, others = [], {}
        parts.extend(repr(argument) for argument in self._get_args())
        for name, value in self._get_kwargs():
            if name.isidentifier():
                parts.append("%s=%r" % (name, value))
            else:
                others[name] = value
        if others:
            parts.append("**%s" % repr(others))
        return "%s(%s)" % (type(self).__name__, ", ".join(parts))

    def _get_kwargs(self):
        return list(self.__dict__.items())

    def _get_args(self):
        return []


def _copy_items(items):
    if items is None:
        return []
    if type(items) is list:
        return items[:]
    import copy
    return copy.copy(items)


# ---- help ----

class HelpFormatter:
    """Lays out usage and help."""

    class _Section:
        def __init__(self, formatter, parent, heading=None):
            self.formatter, self.parent, self.heading, self.items = formatter, parent, heading, []

        def format_help(self):
            formatter = self.formatter
            if self.parent is not None:
                formatter._indent()
            text = formatter._join_parts([function(*arguments) for function, arguments in self.items])
            if self.parent is not None:
                formatter._dedent()
            if not text:
                return ""
            heading = ""
            if self.heading is not SUPPRESS and self.heading is not None:
                heading = "%*s%s:\n" % (formatter._current_indent, "", self.heading)
            return formatter._join_parts(["\n", heading, text, "\n"])

    def __init__(self, prog, indent_increment=2, max_help_position=24, width=None):
        if width is None:
            import shutil
            width = shutil.get_terminal_size().columns - 2
        self._prog, self._indent_increment, self._width = prog, indent_increment, width
        self._max_help_position = min(max_help_position, max(width - 20, indent_increment * 2))
        self._current_indent = self._level = self._action_max_length = 0
        self._root_section = self._current_section = self._Section(self, None)

    def _indent(self):
        self._current_indent += self._indent_increment
        self._level += 1

    def _dedent(self):
        self._current_indent -= self._indent_increment
        self._level -= 1

    def _add_item(self, function, arguments):
        self._current_section.items.append((function, arguments))

    def start_section(self, heading):
        """What is added from now on stands under a heading."""
        self._indent()
        section = self._Section(self, self._current_section, heading)
        self._add_item(section.format_help, [])
        self._current_section = section

    def end_section(self):
        """The heading's part ends."""
        self._current_section = self._current_section.parent
        self._dedent()

    def add_text(self, text):
        """A paragraph."""
        if text is not SUPPRESS and text is not None:
            self._add_item(self._format_text, [text])

    def add_usage(self, usage, actions, groups, prefix=None):
        """The line that shows how to call."""
        if usage is not SUPPRESS:
            self._add_item(self._format_usage, (usage, actions, groups, prefix))

    def add_argument(self, action):
        """An argument with its help."""
        if action.help is SUPPRESS:
            return
        longest = len(self._format_action_invocation(action))
        for below in self._iter_indented_subactions(action):
            longest = max(longest, len(self._format_action_invocation(below)))
        self._action_max_length = max(self._action_max_length, longest + self._current_indent)
        self._add_item(self._format_action, [action])

    def add_arguments(self, actions):
        """Several arguments."""
        for action in actions:
            self.add_argument(action)

    def format_help(self):
        """The whole text."""
        text = self._root_section.format_help()
        if text:
            while "\n\n\n" in text:
                text = text.replace("\n\n\n", "\n\n")
            text = text.strip("\n") + "\n"
        return text

    def _join_parts(self, parts):
        return "".join(part for part in parts if part and part is not SUPPRESS)

    def _format_usage(self, usage, actions, groups, prefix):
        if prefix is None:
            prefix = "usage: "
        if usage is not None:
            usage = usage % dict(prog=self._prog)
        elif not actions:
            usage = "%(prog)s" % dict(prog=self._prog)
        else:
            prog = "%(prog)s" % dict(prog=self._prog)
            optionals = [action for action in actions if action.option_strings]
            positionals = [action for action in actions if not action.option_strings]
            usage = " ".join(part for part in [prog, self._format_actions_usage(optionals + positionals, groups)] if part)
            room = self._width - self._current_indent
            if len(prefix) + len(usage) > room:
                usage = self._wrap_usage(prefix, prog, self._usage_parts(optionals, groups), self._usage_parts(positionals, groups), room)
        return "%s%s\n\n" % (prefix, usage)

    def _usage_parts(self, actions, groups):
        """The pieces of a usage that a line must not break: bracketed groups, and words."""
        text, parts, place = self._format_actions_usage(actions, groups), [], 0
        while place < len(text):
            if text[place] == " ":
                place += 1
                continue
            start = place
            if text[place] in "([":
                # As far as the last bracket that is followed by a space or the end, the nearest such one.
                close = ")" if text[place] == "(" else "]"
                while place < len(text):
                    place = text.find(close, place)
                    if place < 0:
                        place = len(text)
                        break
                    while place < len(text) and text[place] == close:
                        place += 1
                    if place == len(text) or text[place] == " ":
                        break
            else:
                while place < len(text) and text[place] != " ":
                    place += 1
            parts.append(text[start:place])
        return parts

    def _wrap_usage(self, prefix, prog, optionals, positionals, room):
        def lines_of(parts, indent, first=None):
            lines, line = [], []
            length = (len(first) if first is not None else len(indent)) - 1
            for part in parts:
                if length + 1 + len(part) > room and line:
                    lines.append(indent + " ".join(line))
                    line, length = [], len(indent) - 1
                line.append(part)
                length += len(part) + 1
            if line:
                lines.append(indent + " ".join(line))
            if first is not None:
                lines[0] = lines[0][len(indent):]
            return lines

        if len(prefix) + len(prog) <= 0.75 * room:
            indent = " " * (len(prefix) + len(prog) + 1)
            if optionals:
                lines = lines_of([prog] + optionals, indent, prefix)
                lines.extend(lines_of(positionals, indent))
            elif positionals:
                lines = lines_of([prog] + positionals, indent, prefix)
            else:
                lines = [prog]
        else:
            indent = " " * len(prefix)
            lines = lines_of(optionals + positionals, indent)
            if len(lines) > 1:
                lines = lines_of(optionals, indent) + lines_of(positionals, indent)
            lines = [prog] + lines
        return "\n".join(lines)

    def _format_actions_usage(self, actions, groups):
        starts, in_group = {}, set()
        for group in groups:
            members = group._group_actions
            if not members:
                raise ValueError("empty group %s" % (group,))
            visible = [action for action in members if action.help is not SUPPRESS]
            if members[0] not in actions:
                continue
            start = actions.index(members[0])
            if actions[start:start + len(members)] == members:
                in_group.update(members)
                if visible:
                    starts[start] = (start + len(members), group, len(visible))
        parts, place = [], 0
        while place < len(actions):
            if place in starts:
                end, group, count = starts[place]
                inside = [self._usage_of(action, True) for action in actions[place:end] if action.help is not SUPPRESS]
                text = " | ".join(inside)
                if not group.required:
                    text = "[%s]" % text
                elif count > 1:
                    text = "(%s)" % text
                parts.append(text)
                place = end
                continue
            action = actions[place]
            if action.help is not SUPPRESS:
                parts.append(self._usage_of(action, action in in_group))
            place += 1
        return " ".join(part for part in parts if part).strip()

    def _usage_of(self, action, in_group):
        if not action.option_strings:
            default = self._get_default_metavar_for_positional(action)
            part = self._format_args(action, default)
            if in_group and part[:1] == "[" and part[-1:] == "]":
                part = part[1:-1]
            return part
        option = action.option_strings[0]
        if action.nargs == 0:
            part = action.format_usage()
        else:
            part = "%s %s" % (option, self._format_args(action, self._get_default_metavar_for_optional(action)))
        if not action.required and not in_group:
            part = "[%s]" % part
        return part

    def _format_text(self, text):
        if "%(prog)" in text:
            text = text % dict(prog=self._prog)
        indent = " " * self._current_indent
        return self._fill_text(text, max(self._width - self._current_indent, 11), indent) + "\n\n"

    def _format_action(self, action):
        position = min(self._action_max_length + 2, self._max_help_position)
        width = max(self._width - position, 11)
        header_width = position - self._current_indent - 2
        header = self._format_action_invocation(action)
        lead = 0
        if not action.help:
            header = "%*s%s\n" % (self._current_indent, "", header)
        elif len(header) <= header_width:
            header = "%*s%-*s  " % (self._current_indent, "", header_width, header)
        else:
            header = "%*s%s\n" % (self._current_indent, "", header)
            lead = position
        parts = [header]
        if action.help and action.help.strip():
            text = self._expand_help(action)
            if text:
                lines = self._split_lines(text, width)
                parts.append("%*s%s\n" % (lead, "", lines[0]))
                for line in lines[1:]:
                    parts.append("%*s%s\n" % (position, "", line))
        elif not header.endswith("\n"):
            parts.append("\n")
        for below in self._iter_indented_subactions(action):
            parts.append(self._format_action(below))
        return self._join_parts(parts)

    def _format_action_invocation(self, action):
        if not action.option_strings:
            return " ".join(self._metavar_formatter(action, self._get_default_metavar_for_positional(action))(1))
        if action.nargs == 0:
            return ", ".join(action.option_strings)
        arguments = self._format_args(action, self._get_default_metavar_for_optional(action))
        return ", ".join("%s %s" % (option, arguments) for option in action.option_strings)

    def _metavar_formatter(self, action, default):
        if action.metavar is not None:
            result = action.metavar
        elif action.choices is not None:
            result = "{%s}" % ",".join(str(choice) for choice in action.choices)
        else:
            result = default
        return lambda size: result if isinstance(result, tuple) else (result,) * size

    def _format_args(self, action, default):
        metavar = self._metavar_formatter(action, default)
        if action.nargs is None:
            return "%s" % metavar(1)
        if action.nargs == OPTIONAL:
            return "[%s]" % metavar(1)
        if action.nargs == ZERO_OR_MORE:
            names = metavar(1)
            return "[%s [%s ...]]" % names if len(names) == 2 else "[%s ...]" % names
        if action.nargs == ONE_OR_MORE:
            return "%s [%s ...]" % metavar(2)
        if action.nargs == REMAINDER:
            return "..."
        if action.nargs == PARSER:
            return "%s ..." % metavar(1)
        if action.nargs == SUPPRESS:
            return ""
        try:
            pattern = ["%s" for _ in range(action.nargs)]
        except TypeError:
            raise ValueError("invalid nargs value") from None
        return " ".join(pattern) % metavar(action.nargs)

    def _expand_help(self, action):
        values = dict(vars(action), prog=self._prog)
        for name in list(values):
            if values[name] is SUPPRESS:
                del values[name]
            elif hasattr(values[name], "__name__"):
                values[name] = values[name].__name__
        if values.get("choices") is not None:
            values["choices"] = ", ".join(str(choice) for choice in values["choices"])
        return self._get_help_string(action) % values

    def _iter_indented_subactions(self, action):
        try:
            get_subactions = action._get_subactions
        except AttributeError:
            return
        self._indent()
        yield from get_subactions()
        self._dedent()

    def _split_lines(self, text, width):
        import textwrap
        return textwrap.wrap(" ".join(text.split()), width)

    def _fill_text(self, text, width, indent):
        import textwrap
        return textwrap.fill(" ".join(text.split()), width, initial_indent=indent, subsequent_indent=indent)

    def _get_help_string(self, action):
        return action.help

    def _get_default_metavar_for_optional(self, action):
        return action.dest.upper()

    def _get_default_metavar_for_positional(self, action):
        return action.dest


class RawDescriptionHelpFormatter(HelpFormatter):
    """Leaves descriptions as they are."""

    def _fill_text(self, text, width, indent):
        return "".join(indent + line for line in text.splitlines(keepends=True))


class RawTextHelpFormatter(RawDescriptionHelpFormatter):
    """Leaves all texts as they are."""

    def _split_lines(self, text, width):
        return text.splitlines()


class ArgumentDefaultsHelpFormatter(HelpFormatter):
    """Adds the default values to the help of arguments."""

    def _get_help_string(self, action):
        text = action.help
        if text is None:
            text = ""
        if "%(default)" not in text and action.default is not SUPPRESS:
            if action.option_strings or action.nargs in (OPTIONAL, ZERO_OR_MORE):
                text += " (default: %(default)s)"
        return text


class MetavarTypeHelpFormatter(HelpFormatter):
    """Names the values by their types."""

    def _get_default_metavar_for_optional(self, action):
        return action.type.__name__

    def _get_default_metavar_for_positional(self, action):
        return action.type.__name__


# ---- errors ----

def _get_action_name(argument):
    if argument is None:
        return None
    if argument.option_strings:
        return "/".join(argument.option_strings)
    if argument.metavar not in (None, SUPPRESS):
        return argument.metavar
    if argument.dest not in (None, SUPPRESS):
        return argument.dest
    if argument.choices:
        return "{" + ",".join(argument.choices) + "}"
    return None


class ArgumentError(Exception):
    """An argument that does not fit."""

    def __init__(self, argument, message):
        self.argument_name, self.message = _get_action_name(argument), message

    def __str__(self):
        if self.argument_name is None:
            return "%s" % self.message
        return "argument %s: %s" % (self.argument_name, self.message)


class ArgumentTypeError(Exception):
    """Raised by a type function: its text is shown."""


# ---- what arguments do ----

class Action(_AttributeHolder):
    """What is done when an argument is met."""

    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        self.option_strings, self.dest, self.nargs, self.const, self.default = option_strings, dest, nargs, const, default
        self.type, self.choices, self.required, self.help, self.metavar = type, choices, required, help, metavar

    def _get_kwargs(self):
        names = ["option_strings", "dest", "nargs", "const", "default", "type", "choices", "required", "help", "metavar"]
        return [(name, getattr(self, name)) for name in names]

    def format_usage(self):
        """How the argument looks in the usage."""
        return self.option_strings[0]

    def __call__(self, parser, namespace, values, option_string=None):
        raise NotImplementedError(".__call__() not defined")


class BooleanOptionalAction(Action):
    """--name and --no-name."""

    def __init__(self, option_strings, dest, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        options = []
        for option in option_strings:
            options.append(option)
            if option.startswith("--"):
                options.append("--no-" + option[2:])
        super().__init__(options, dest, nargs=0, default=default, type=type, choices=choices, required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        if option_string in self.option_strings:
            setattr(namespace, self.dest, not option_string.startswith("--no-"))

    def format_usage(self):
        "Both forms of the option, as the usage shows them."
        return " | ".join(self.option_strings)


class _StoreAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        if nargs == 0:
            raise ValueError("nargs for store actions must be != 0; if you have nothing to store, actions such as store true or store const may be more "
                             "appropriate")
        if const is not None and nargs != OPTIONAL:
            raise ValueError("nargs must be %r to supply const" % OPTIONAL)
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)


class _StoreConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, self.const)


class _StoreTrueAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=False, required=False, help=None):
        super().__init__(option_strings, dest, const=True, default=default, required=required, help=help)


class _StoreFalseAction(_StoreConstAction):
    def __init__(self, option_strings, dest, default=True, required=False, help=None):
        super().__init__(option_strings, dest, const=False, default=default, required=required, help=help)


class _AppendAction(Action):
    def __init__(self, option_strings, dest, nargs=None, const=None, default=None, type=None, choices=None, required=False, help=None, metavar=None):
        if nargs == 0:
            raise ValueError("nargs for append actions must be != 0; if arg strings are not supplying the value to append, the append const action may be "
                             "more appropriate")
        if const is not None and nargs != OPTIONAL:
            raise ValueError("nargs must be %r to supply const" % OPTIONAL)
        super().__init__(option_strings, dest, nargs, const, default, type, choices, required, help, metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.append(values)
        setattr(namespace, self.dest, items)


class _AppendConstAction(Action):
    def __init__(self, option_strings, dest, const=None, default=None, required=False, help=None, metavar=None):
        super().__init__(option_strings, dest, nargs=0, const=const, default=default, required=required, help=help, metavar=metavar)

    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.append(self.const)
        setattr(namespace, self.dest, items)


class _ExtendAction(_AppendAction):
    def __call__(self, parser, namespace, values, option_string=None):
        items = _copy_items(getattr(namespace, self.dest, None))
        items.extend(values)
        setattr(namespace, self.dest, items)


class _CountAction(Action):
    def __init__(self, option_strings, dest, default=None, required=False, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, required=required, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        count = getattr(namespace, self.dest, None)
        setattr(namespace, self.dest, (count or 0) + 1)


class _HelpAction(Action):
    def __init__(self, option_strings, dest=SUPPRESS, default=SUPPRESS, help=None):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)

    def __call__(self, parser, namespace, values, option_string=None):
        parser.print_help()
        parser.exit()


class _VersionAction(Action):
    def __init__(self, option_strings, version=None, dest=SUPPRESS, default=SUPPRESS, help="show program's version number and exit"):
        super().__init__(option_strings, dest, nargs=0, default=default, help=help)
        self.version = version

    def __call__(self, parser, namespace, values, option_string=None):
        version = self.version
        if version is None:
            version = parser.version
        formatter = parser._get_formatter()
        formatter.add_text(version)
        parser._print_message(formatter.format_help(), _sys.stdout)
        parser.exit()


class _SubParsersAction(Action):
    class _ChoicesPseudoAction(Action):
        def __init__(self, name, aliases, help):
            metavar = name
            if aliases:
                metavar += " (%s)" % ", ".join(aliases)
            super().__init__(option_strings=[], dest=name, help=help, metavar=metavar)

    def __init__(self, option_strings, prog, parser_class, dest=SUPPRESS, required=False, help=None, metavar=None):
        self._prog_prefix, self._parser_class, self._name_parser_map, self._choices_actions = prog, parser_class, {}, []
        super().__init__(option_strings, dest, nargs=PARSER, choices=self._name_parser_map, required=required, help=help, metavar=metavar)

    def add_parser(self, name, **kwargs):
        """A parser for a sub-command; it takes what ArgumentParser takes, and help and aliases."""
        if kwargs.get("prog") is None:
            kwargs["prog"] = "%s %s" % (self._prog_prefix, name)
        aliases = kwargs.pop("aliases", ())
        if name in self._name_parser_map:
            raise ArgumentError(self, "conflicting subparser: %s" % name)
        for alias in aliases:
            if alias in self._name_parser_map:
                raise ArgumentError(self, "conflicting subparser alias: %s" % alias)
        if "help" in kwargs:
            self._choices_actions.append(self._ChoicesPseudoAction(name, aliases, kwargs.pop("help")))
        parser = self._parser_class(**kwargs)
        self._name_parser_map[name] = parser
        for alias in aliases:
            self._name_parser_map[alias] = parser
        return parser

    def _get_subactions(self):
        return self._choices_actions

    def __call__(self, parser, namespace, values, option_string=None):
        name, words = values[0], values[1:]
        if self.dest is not SUPPRESS:
            setattr(namespace, self.dest, name)
        try:
            chosen = self._name_parser_map[name]
        except KeyError:
            raise ArgumentError(self, "unknown parser %r (choices: %s)" % (name, ", ".join(self._name_parser_map))) from None
        # Its own namespace, so that its defaults come before what the outer parser found.
        inner, rest = chosen.parse_known_args(words, None)
        for key, value in vars(inner).items():
            setattr(namespace, key, value)
        if rest:
            vars(namespace).setdefault(_UNRECOGNIZED_ARGS_ATTR, [])
            getattr(namespace, _UNRECOGNIZED_ARGS_ATTR).extend(rest)


class FileType:
    """A type that opens files; '-' is standard input or output."""

    def __init__(self, mode="r", bufsize=-1, encoding=None, errors=None):
        self._mode, self._bufsize, self._encoding, self._errors = mode, bufsize, encoding, errors

    def __call__(self, string):
        if string == "-":
            if "r" in self._mode:
                return _sys.stdin.buffer if "b" in self._mode else _sys.stdin
            if any(letter in self._mode for letter in "wax"):
                return _sys.stdout.buffer if "b" in self._mode else _sys.stdout
            raise ValueError('argument "-" with mode %r' % self._mode)
        try:
            return open(string, self._mode, self._bufsize, self._encoding, self._errors)
        except OSError as error:
            raise ArgumentTypeError("can't open '%(filename)s': %(error)s" % {"filename": string, "error": error}) from None

    def __repr__(self):
        positional = [repr(item) for item in (self._mode, self._bufsize) if item != -1]
        named = ["%s=%r" % pair for pair in (("encoding", self._encoding), ("errors", self._errors)) if pair[1] is not None]
        return "%s(%s)" % (type(self).__name__, ", ".join(positional + named))


class Namespace(_AttributeHolder):
    """The arguments that were found, as attributes."""

    def __init__(self, **kwargs):
        for name in kwargs:
            setattr(self, name, kwargs[name])

    def __eq__(self, other):
        if not isinstance(other, Namespace):
            return NotImplemented
        return vars(self) == vars(other)

    __hash__ = None

    def __contains__(self, key):
        return key in self.__dict__


# ---- containers of arguments ----

class _ActionsContainer:
    def __init__(self, description, prefix_chars, argument_default, conflict_handler):
        self.description, self.argument_default = description, argument_default
        self.prefix_chars, self.conflict_handler = prefix_chars, conflict_handler
        self._registries = {}
        for name, action in ((None, _StoreAction), ("store", _StoreAction), ("store_const", _StoreConstAction), ("store_true", _StoreTrueAction),
                             ("store_false", _StoreFalseAction), ("append", _AppendAction), ("append_const", _AppendConstAction),
                             ("count", _CountAction), ("help", _HelpAction), ("version", _VersionAction), ("parsers", _SubParsersAction),
                             ("extend", _ExtendAction)):
            self.register("action", name, action)
        self._get_handler()
        self._actions, self._option_string_actions = [], {}
        self._action_groups, self._mutually_exclusive_groups = [], []
        self._defaults = {}
        self._has_negative_number_optionals = []

    def register(self, registry_name, value, object):
        """Make a name for an action or a type known."""
        self._registries.setdefault(registry_name, {})[value] = object

    def _registry_get(self, registry_name, value, default=None):
        return self._registries[registry_name].get(value, default)

    def set_defaults(self, **kwargs):
        """Default values, whether there are such arguments or not."""
        self._defaults.update(kwargs)
        for action in self._actions:
            if action.dest in kwargs:
                action.default = kwargs[action.dest]

    def get_default(self, dest):
        """The default value of an argument."""
        for action in self._actions:
            if action.dest == dest and action.default is not None:
                return action.default
        return self._defaults.get(dest, None)

    def add_argument(self, *args, **kwargs):
        """add_argument(name or options, ..., action, nargs, const, default, type, choices, required, help, metavar, dest)"""
        chars = self.prefix_chars
        if not args or len(args) == 1 and args[0][0] not in chars:
            if args and "dest" in kwargs:
                raise ValueError("dest supplied twice for positional argument")
            kwargs = self._get_positional_kwargs(*args, **kwargs)
        else:
            kwargs = self._get_optional_kwargs(*args, **kwargs)
        if "default" not in kwargs:
            dest = kwargs["dest"]
            if dest in self._defaults:
                kwargs["default"] = self._defaults[dest]
            elif self.argument_default is not None:
                kwargs["default"] = self.argument_default
        action_class = self._pop_action_class(kwargs)
        if not callable(action_class):
            raise ValueError('unknown action "%s"' % (action_class,))
        action = action_class(**kwargs)
        type_function = self._registry_get("type", action.type, action.type)
        if not callable(type_function):
            raise ValueError("%r is not callable" % (type_function,))
        if type_function is FileType:
            raise ValueError("%r is a FileType class object, instance of it must be passed" % (type_function,))
        if hasattr(self, "_get_formatter"):
            try:
                self._get_formatter()._format_args(action, None)
            except TypeError:
                raise ValueError("length of metavar tuple does not match nargs") from None
        return self._add_action(action)

    def add_argument_group(self, *args, **kwargs):
        """Arguments that stand under a heading in the help."""
        group = _ArgumentGroup(self, *args, **kwargs)
        self._action_groups.append(group)
        return group

    def add_mutually_exclusive_group(self, **kwargs):
        """Arguments of which only one may be given."""
        group = _MutuallyExclusiveGroup(self, **kwargs)
        self._mutually_exclusive_groups.append(group)
        return group

    def _add_action(self, action):
        self._check_conflict(action)
        self._actions.append(action)
        action.container = self
        for option in action.option_strings:
            self._option_string_actions[option] = action
            if _is_negative_number(option) and not self._has_negative_number_optionals:
                self._has_negative_number_optionals.append(True)
        return action

    def _remove_action(self, action):
        self._actions.remove(action)

    def _add_container_actions(self, container):
        groups = {}
        for group in self._action_groups:
            if group.title in groups:
                raise ValueError("cannot merge actions - two groups are named %r" % group.title)
            groups[group.title] = group
        mapped = {}
        for group in container._action_groups:
            if group.title not in groups:
                groups[group.title] = self.add_argument_group(title=group.title, description=group.description, conflict_handler=group.conflict_handler)
            for action in group._group_actions:
                mapped[action] = groups[group.title]
        for group in container._mutually_exclusive_groups:
            exclusive = self.add_mutually_exclusive_group(required=group.required)
            for action in group._group_actions:
                mapped[action] = exclusive
        for action in container._actions:
            mapped.get(action, self)._add_action(action)

    def _get_positional_kwargs(self, dest, **kwargs):
        if "required" in kwargs:
            raise TypeError("'required' is an invalid argument for positionals")
        if kwargs.get("nargs") not in (OPTIONAL, ZERO_OR_MORE):
            kwargs["required"] = True
        if kwargs.get("nargs") == ZERO_OR_MORE and "default" not in kwargs:
            kwargs["required"] = True
        return dict(kwargs, dest=dest, option_strings=[])

    def _get_optional_kwargs(self, *args, **kwargs):
        options, long_options = [], []
        for option in args:
            if option[0] not in self.prefix_chars:
                raise ValueError("invalid option string %(option)r: must start with a character %(prefix_chars)r"
                                 % {"option": option, "prefix_chars": self.prefix_chars})
            options.append(option)
            if len(option) > 1 and option[1] in self.prefix_chars:
                long_options.append(option)
        dest = kwargs.pop("dest", None)
        if dest is None:
            dest = (long_options or options)[0].lstrip(self.prefix_chars)
            if not dest:
                raise ValueError("dest= is required for options like %r" % option)
            dest = dest.replace("-", "_")
        return dict(kwargs, dest=dest, option_strings=options)

    def _pop_action_class(self, kwargs, default=None):
        action = kwargs.pop("action", default)
        return self._registry_get("action", action, action)

    def _get_handler(self):
        try:
            return getattr(self, "_handle_conflict_%s" % self.conflict_handler)
        except AttributeError:
            raise ValueError("invalid conflict_resolution value: %r" % self.conflict_handler) from None

    def _check_conflict(self, action):
        conflicts = [(option, self._option_string_actions[option]) for option in action.option_strings if option in self._option_string_actions]
        if conflicts:
            self._get_handler()(action, conflicts)

    def _handle_conflict_error(self, action, conflicts):
        plural = "" if len(conflicts) == 1 else "s"
        raise ArgumentError(action, "conflicting option string%s: %s" % (plural, ", ".join(option for option, other in conflicts)))

    def _handle_conflict_resolve(self, action, conflicts):
        for option, other in conflicts:
            other.option_strings.remove(option)
            self._option_string_actions.pop(option, None)
            if not other.option_strings:
                other.container._remove_action(other)


class _ArgumentGroup(_ActionsContainer):
    def __init__(self, container, title=None, description=None, **kwargs):
        kwargs.setdefault("conflict_handler", container.conflict_handler)
        kwargs.setdefault("prefix_chars", container.prefix_chars)
        kwargs.setdefault("argument_default", container.argument_default)
        super().__init__(description=description, **kwargs)
        self.title, self._group_actions = title, []
        self._registries, self._actions = container._registries, container._actions
        self._option_string_actions, self._defaults = container._option_string_actions, container._defaults
        self._has_negative_number_optionals = container._has_negative_number_optionals
        self._mutually_exclusive_groups = container._mutually_exclusive_groups

    def _add_action(self, action):
        action = super()._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        super()._remove_action(action)
        self._group_actions.remove(action)

    def add_argument_group(self, *args, **kwargs):
        import warnings
        warnings.warn("Nesting argument groups is deprecated.", category=DeprecationWarning, stacklevel=2)
        return super().add_argument_group(*args, **kwargs)


class _MutuallyExclusiveGroup(_ArgumentGroup):
    def __init__(self, container, required=False):
        super().__init__(container)
        self.required, self._container = required, container

    def _add_action(self, action):
        if action.required:
            raise ValueError("mutually exclusive arguments must be optional")
        action = self._container._add_action(action)
        self._group_actions.append(action)
        return action

    def _remove_action(self, action):
        self._container._remove_action(action)
        self._group_actions.remove(action)

    def add_mutually_exclusive_group(self, *args, **kwargs):
        import warnings
        warnings.warn("Nesting mutually exclusive groups is deprecated.", category=DeprecationWarning, stacklevel=2)
        return super().add_mutually_exclusive_group(*args, **kwargs)


def _is_negative_number(text):
    """-1, -1.5, -.5"""
    if text[:1] != "-":
        return False
    whole, dot, fraction = text[1:].partition(".")
    if dot:
        return fraction.isdecimal() and (not whole or whole.isdecimal())
    return whole.isdecimal()


def _count_range(nargs):
    """How few and how many words a positional takes; None: the words of a sub-command or all that is left."""
    if nargs is None:
        return 1, 1
    if nargs == OPTIONAL:
        return 0, 1
    if nargs == ZERO_OR_MORE:
        return 0, float("inf")
    if nargs == ONE_OR_MORE:
        return 1, float("inf")
    if nargs == REMAINDER:
        return 0, float("inf")
    if nargs == PARSER:
        return 1, float("inf")
    if nargs == SUPPRESS:
        return 0, 0
    return nargs, nargs


def _match_one(nargs, pattern, is_option):
    """How many of the pattern's words an argument takes: a length of the pattern, or None. 'A' is a word, 'O' an option, '-' a '--'."""
    least, most = _count_range(nargs)
    greedy_all = nargs == REMAINDER
    taken = place = 0
    if nargs == SUPPRESS:
        while not is_option and place < len(pattern) and pattern[place] == "-":
            place += 1
        return place
    while place < len(pattern):
        letter = pattern[place]
        if letter == "-" and not is_option:
            if greedy_all or nargs == PARSER and taken:
                taken += 1
            place += 1
            continue
        if letter == "A" and taken < most:
            taken += 1
            place += 1
            continue
        if letter in "O-" and (greedy_all or nargs == PARSER and taken):
            taken += 1
            place += 1
            continue
        break
    return place if taken >= least else None


def _match_all(kinds, pattern):
    """The words that each of several positionals takes, the first ones as many as they can; None when they do not fit.
    `pattern` holds A, O and -, as in _match_one."""
    results, memory = [], {}

    def possible(index, place):
        """The lengths that positional `index` may take at `place`, longest first."""
        nargs = kinds[index]
        least, most = _count_range(nargs)
        lengths, taken, at = [], 0, place
        while at < len(pattern) and pattern[at] == "-":
            at += 1
        # A '--' in front belongs to whoever comes first.
        if taken >= least:
            lengths.append(at - place)
        everything = nargs == REMAINDER
        while at < len(pattern) and taken < most:
            letter = pattern[at]
            if letter == "A" or everything or nargs == PARSER and taken:
                taken += 1
                at += 1
            else:
                break
            while at < len(pattern) and pattern[at] == "-" and not everything and nargs != PARSER:
                at += 1
            if taken >= least:
                lengths.append(at - place)
        return sorted(set(lengths), reverse=True)

    def fit(index, place):
        if index == len(kinds):
            return []
        key = index, place
        if key in memory:
            return memory[key]
        memory[key] = None
        for length in possible(index, place):
            rest = fit(index + 1, place + length)
            if rest is not None:
                memory[key] = [length] + rest
                break
        return memory[key]

    return fit(0, 0)


class ArgumentParser(_AttributeHolder, _ActionsContainer):
    """A parser of command lines.

    prog, usage, description, epilog: texts of the help. parents: parsers whose arguments are taken over. formatter_class,
    prefix_chars, fromfile_prefix_chars, argument_default, conflict_handler, add_help, allow_abbrev, exit_on_error: how it works."""

    def __init__(self, prog=None, usage=None, description=None, epilog=None, parents=[], formatter_class=HelpFormatter, prefix_chars="-",
                 fromfile_prefix_chars=None, argument_default=None, conflict_handler="error", add_help=True, allow_abbrev=True, exit_on_error=True):
        super().__init__(description=description, prefix_chars=prefix_chars, argument_default=argument_default, conflict_handler=conflict_handler)
        if prog is None:
            prog = _os.path.basename(_sys.argv[0] if _sys.argv else "")
        self.prog, self.usage, self.epilog, self.formatter_class = prog, usage, epilog, formatter_class
        self.fromfile_prefix_chars, self.add_help, self.allow_abbrev, self.exit_on_error = fromfile_prefix_chars, add_help, allow_abbrev, exit_on_error
        self._positionals = self.add_argument_group("positional arguments")
        self._optionals = self.add_argument_group("options")
        self._subparsers = None

        def identity(string):
            return string
        self.register("type", None, identity)
        prefix = "-" if "-" in prefix_chars else prefix_chars[0]
        if self.add_help:
            self.add_argument(prefix + "h", prefix * 2 + "help", action="help", default=SUPPRESS, help="show this help message and exit")
        for parent in parents:
            self._add_container_actions(parent)
            self._defaults.update(getattr(parent, "_defaults", {}))

    def _get_kwargs(self):
        return [(name, getattr(self, name)) for name in ("prog", "usage", "description", "formatter_class", "conflict_handler", "add_help")]

    def add_subparsers(self, **kwargs):
        """Sub-commands: add_parser() of the result makes one."""
        if self._subparsers is not None:
            self.error("cannot have multiple subparser arguments")
        kwargs.setdefault("parser_class", type(self))
        if "title" in kwargs or "description" in kwargs:
            self._subparsers = self.add_argument_group(kwargs.pop("title", "subcommands"), kwargs.pop("description", None))
        else:
            self._subparsers = self._positionals
        if kwargs.get("prog") is None:
            formatter = self._get_formatter()
            formatter.add_usage(self.usage, self._get_positional_actions(), self._mutually_exclusive_groups, "")
            kwargs["prog"] = formatter.format_help().strip()
        action = self._pop_action_class(kwargs, "parsers")(option_strings=[], **kwargs)
        self._subparsers._add_action(action)
        return action

    def _add_action(self, action):
        (self._optionals if action.option_strings else self._positionals)._add_action(action)
        return action

    def _get_optional_actions(self):
        return [action for action in self._actions if action.option_strings]

    def _get_positional_actions(self):
        return [action for action in self._actions if not action.option_strings]

    # ---- parsing ----

    def parse_args(self, args=None, namespace=None):
        """The arguments as a Namespace; what is not known is an error."""
        args, rest = self.parse_known_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: %s" % " ".join(rest))
        return args

    def parse_known_args(self, args=None, namespace=None):
        """(Namespace, words that are not known)."""
        args = _sys.argv[1:] if args is None else list(args)
        if namespace is None:
            namespace = Namespace()
        for action in self._actions:
            if action.dest is not SUPPRESS and not hasattr(namespace, action.dest) and action.default is not SUPPRESS:
                setattr(namespace, action.dest, action.default)
        for dest in self._defaults:
            if not hasattr(namespace, dest):
                setattr(namespace, dest, self._defaults[dest])
        if self.exit_on_error:
            try:
                namespace, args = self._parse_known_args(args, namespace)
            except ArgumentError as error:
                self.error(str(error))
        else:
            namespace, args = self._parse_known_args(args, namespace)
        if hasattr(namespace, _UNRECOGNIZED_ARGS_ATTR):
            args.extend(getattr(namespace, _UNRECOGNIZED_ARGS_ATTR))
            delattr(namespace, _UNRECOGNIZED_ARGS_ATTR)
        return namespace, args

    def _parse_known_args(self, words, namespace):
        if self.fromfile_prefix_chars is not None:
            words = self._read_args_from_files(words)
        conflicts = {}
        for group in self._mutually_exclusive_groups:
            members = group._group_actions
            for index, action in enumerate(members):
                conflicts.setdefault(action, []).extend(members[:index] + members[index + 1:])
        options, letters = {}, []
        rest_is_plain = False
        for index, word in enumerate(words):
            if rest_is_plain:
                letters.append("A")
            elif word == "--":
                letters.append("-")
                rest_is_plain = True
            else:
                found = self._parse_optional(word)
                if found is None:
                    letters.append("A")
                else:
                    options[index] = found
                    letters.append("O")
        pattern = "".join(letters)
        seen, seen_non_default, extras = set(), set(), []

        def take(action, strings, option=None):
            seen.add(action)
            values = self._get_values(action, strings)
            if values is not action.default:
                seen_non_default.add(action)
                for other in conflicts.get(action, []):
                    if other in seen_non_default:
                        raise ArgumentError(action, "not allowed with argument %s" % _get_action_name(other))
            if values is not SUPPRESS:
                action(self, namespace, values, option)

        def consume_optional(start):
            action, option, explicit = options[start]
            todo = []
            while True:
                if action is None:
                    extras.append(words[start])
                    return start + 1
                if explicit is not None:
                    count = self._match_argument(action, "A")
                    chars = self.prefix_chars
                    if count == 0 and option[1] not in chars and explicit != "":
                        todo.append((action, [], option))
                        option = option[0] + explicit[0]
                        explicit = explicit[1:] or None
                        if option not in self._option_string_actions:
                            raise ArgumentError(action, "ignored explicit argument %r" % (option[1] + (explicit or "")))
                        action = self._option_string_actions[option]
                    elif count == 1:
                        todo.append((action, [explicit], option))
                        end = start + 1
                        break
                    else:
                        raise ArgumentError(action, "ignored explicit argument %r" % explicit)
                else:
                    begin = start + 1
                    count = self._match_argument(action, pattern[begin:])
                    end = begin + count
                    todo.append((action, words[begin:end], option))
                    break
            for action, strings, option in todo:
                take(action, strings, option)
            return end

        positionals = self._get_positional_actions()

        def consume_positionals(start):
            counts = self._match_arguments_partial(positionals, pattern[start:])
            for action, count in zip(positionals, counts):
                strings = words[start:start + count]
                start += count
                take(action, strings)
            positionals[:] = positionals[len(counts):]
            return start

        start = 0
        last_option = max(options) if options else -1
        while start <= last_option:
            next_option = min(index for index in options if index >= start)
            if start != next_option:
                end = consume_positionals(start)
                if end > start:
                    start = end
                    continue
                start = end
            if start not in options:
                extras.extend(words[start:next_option])
                start = next_option
            start = consume_optional(start)
        stop = consume_positionals(start)
        extras.extend(words[stop:])

        missing = []
        for action in self._actions:
            if action in seen:
                continue
            if action.required:
                missing.append(_get_action_name(action))
            elif (action.default is not None and isinstance(action.default, str) and hasattr(namespace, action.dest)
                  and action.default is getattr(namespace, action.dest)):
                setattr(namespace, action.dest, self._get_value(action, action.default))
        if missing:
            self.error("the following arguments are required: %s" % ", ".join(missing))
        for group in self._mutually_exclusive_groups:
            if group.required and not any(action in seen_non_default for action in group._group_actions):
                names = [_get_action_name(action) for action in group._group_actions if action.help is not SUPPRESS]
                self.error("one of the arguments %s is required" % " ".join(names))
        return namespace, extras

    def _read_args_from_files(self, words):
        result = []
        for word in words:
            if not word or word[0] not in self.fromfile_prefix_chars:
                result.append(word)
                continue
            try:
                with open(word[1:], encoding="utf-8", errors="surrogateescape") as file:
                    found = [part for line in file.read().splitlines() for part in self.convert_arg_line_to_args(line)]
                    result.extend(self._read_args_from_files(found))
            except OSError as error:
                self.error(str(error))
        return result

    def convert_arg_line_to_args(self, arg_line):
        """The arguments in a line of a file of arguments."""
        return [arg_line]

    def _match_argument(self, action, pattern):
        count = _match_one(action.nargs, pattern, bool(action.option_strings))
        if count is not None:
            return count
        texts = {None: "expected one argument", OPTIONAL: "expected at most one argument", ONE_OR_MORE: "expected at least one argument"}
        message = texts.get(action.nargs)
        if message is None:
            message = "expected %s argument%s" % (action.nargs, "" if action.nargs == 1 else "s")
        raise ArgumentError(action, message)

    def _match_arguments_partial(self, actions, pattern):
        for count in range(len(actions), 0, -1):
            lengths = _match_all([action.nargs for action in actions[:count]], pattern)
            if lengths is not None:
                return lengths
        return []

    def _parse_optional(self, word):
        if not word or word[0] not in self.prefix_chars:
            return None
        if word in self._option_string_actions:
            return self._option_string_actions[word], word, None
        if len(word) == 1:
            return None
        if "=" in word:
            option, explicit = word.split("=", 1)
            if option in self._option_string_actions:
                return self._option_string_actions[option], option, explicit
        found = self._get_option_tuples(word)
        if len(found) > 1:
            self.error("ambiguous option: %(option)s could match %(matches)s"
                       % {"option": word, "matches": ", ".join(option for action, option, explicit in found)})
        if len(found) == 1:
            return found[0]
        if _is_negative_number(word) and not self._has_negative_number_optionals:
            return None
        if " " in word:
            return None
        return None, word, None

    def _get_option_tuples(self, word):
        result, chars = [], self.prefix_chars
        if word[0] in chars and word[1] in chars:
            if self.allow_abbrev:
                prefix, explicit = word.split("=", 1) if "=" in word else (word, None)
                for option in self._option_string_actions:
                    if option.startswith(prefix):
                        result.append((self._option_string_actions[option], option, explicit))
        elif word[0] in chars and word[1] not in chars:
            short, short_explicit = word[:2], word[2:]
            for option in self._option_string_actions:
                if option == short:
                    result.append((self._option_string_actions[option], option, short_explicit))
                elif option.startswith(word):
                    result.append((self._option_string_actions[option], option, None))
        else:
            self.error("unexpected option string: %s" % word)
        return result

    # ---- values ----

    def _get_values(self, action, strings):
        if action.nargs not in (PARSER, REMAINDER):
            try:
                strings = list(strings)
                strings.remove("--")
            except ValueError:
                pass
        if not strings and action.nargs == OPTIONAL:
            value = action.const if action.option_strings else action.default
            if isinstance(value, str):
                value = self._get_value(action, value)
                self._check_value(action, value)
        elif not strings and action.nargs == ZERO_OR_MORE and not action.option_strings:
            value = action.default if action.default is not None else strings
            if action.default is not None:
                self._check_value(action, value)
        elif len(strings) == 1 and action.nargs in (None, OPTIONAL):
            value = self._get_value(action, strings[0])
            self._check_value(action, value)
        elif action.nargs == REMAINDER:
            value = [self._get_value(action, string) for string in strings]
        elif action.nargs == PARSER:
            value = [self._get_value(action, string) for string in strings]
            self._check_value(action, value[0])
        elif action.nargs == SUPPRESS:
            value = SUPPRESS
        else:
            value = [self._get_value(action, string) for string in strings]
            for item in value:
                self._check_value(action, item)
        return value

    def _get_value(self, action, string):
        function = self._registry_get("type", action.type, action.type)
        if not callable(function):
            raise ArgumentError(action, "%r is not callable" % (function,))
        try:
            return function(string)
        except ArgumentTypeError as error:
            raise ArgumentError(action, str(error)) from None
        except (TypeError, ValueError):
            name = getattr(action.type, "__name__", repr(action.type))
            raise ArgumentError(action, "invalid %(type)s value: %(value)r" % {"type": name, "value": string}) from None

    def _check_value(self, action, value):
        if action.choices is not None and value not in action.choices:
            raise ArgumentError(action, "invalid choice: %(value)r (choose from %(choices)s)"
                                % {"value": value, "choices": ", ".join(map(repr, action.choices))})

    def parse_intermixed_args(self, args=None, namespace=None):
        """parse_args() where options may stand between positionals."""
        args, rest = self.parse_known_intermixed_args(args, namespace)
        if rest:
            self.error("unrecognized arguments: %s" % " ".join(rest))
        return args

    def parse_known_intermixed_args(self, args=None, namespace=None):
        """parse_known_args() where options may stand between positionals."""
        positionals = self._get_positional_actions()
        refused = [action for action in positionals if action.nargs in (PARSER, REMAINDER)]
        if refused:
            raise TypeError("parse_intermixed_args: positional arg with nargs=%s" % refused[0].nargs)
        if any(action.dest for group in self._mutually_exclusive_groups for action in group._group_actions if action in positionals):
            raise TypeError("parse_intermixed_args: positional in mutuallyExclusiveGroup")
        saved_usage = self.usage
        try:
            if self.usage is None:
                self.usage = self.format_usage()[7:]
            for action in positionals:
                action.save_nargs, action.save_default = action.nargs, action.default
                action.nargs, action.default = SUPPRESS, SUPPRESS
            try:
                namespace, rest = self.parse_known_args(args, namespace)
                for action in positionals:
                    if hasattr(namespace, action.dest) and getattr(namespace, action.dest) == []:
                        delattr(namespace, action.dest)
            finally:
                for action in positionals:
                    action.nargs, action.default = action.save_nargs, action.save_default
            optionals = self._get_optional_actions()
            required = [(action, action.required) for action in optionals]
            groups = [(group, group.required) for group in self._mutually_exclusive_groups]
            try:
                for action in optionals:
                    action.required = False
                for group, _ in groups:
                    group.required = False
                namespace, extras = self.parse_known_args(rest, namespace)
            finally:
                for action, needed in required:
                    action.required = needed
                for group, needed in groups:
                    group.required = needed
        finally:
            self.usage = saved_usage
        return namespace, extras

    # ---- texts ----

    def format_usage(self):
        """The usage as text."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        return formatter.format_help()

    def format_help(self):
        """The help as text."""
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups)
        formatter.add_text(self.description)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_text(group.description)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog)

    def print_usage(self, file=None):
        """Print the usage."""
        self._print_message(self.format_usage(), _sys.stdout if file is None else file)

    def print_help(self, file=None):
        """Print the help."""
        self._print_message(self.format_help(), _sys.stdout if file is None else file)

    def _print_message(self, message, file=None):
        if message:
            (file or _sys.stderr).write(message)

    def exit(self, status=0, message=None):
        """End the program."""
        if message:
            self._print_message(message, _sys.stderr)
        _sys.exit(status)

    def error(self, message):
        """Print the usage and a message to stderr, and end the program with status 2."""
        self.print_usage(_sys.stderr)
        self.exit(2, "%(prog)s: error: %(message)s\n" % {"prog": self.prog, "message": message})
