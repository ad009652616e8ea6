"""Setting up loggers, handlers, formatters and filters from a dict or a file."""
import functools
import logging
import re

DEFAULT_LOGGING_CONFIG_PORT = 9030
IDENTIFIER = re.compile(r"^[a-z_][a-z0-9_]*$", re.I)


def valid_ident(s):
    """Return True for a name; ValueError for anything else."""
    if not IDENTIFIER.match(s):
        raise ValueError("Not a valid Python identifier: %r" % s)
    return True


def _resolve(name):
    parts = name.split(".")
    used = parts.pop(0)
    found = __import__(used)
    for part in parts:
        used += "." + part
        try:
            found = getattr(found, part)
        except AttributeError:
            __import__(used)
            found = getattr(found, part)
    return found


class _Converted(dict):
    # A dict whose texts like ext://sys.stdout and cfg://handlers.x are followed when they are asked for.
    def __init__(self, values, configurator):
        super().__init__(values)
        self.configurator = configurator

    def __getitem__(self, key):
        value = self.configurator.convert(super().__getitem__(key))
        self[key] = value
        return value

    def get(self, key, default=None):
        return self[key] if key in self else default

    def pop(self, key, default=None):
        return self.configurator.convert(super().pop(key, default))


class BaseConfigurator:
    """Follows texts that stand for objects."""

    CONVERT_PATTERN = re.compile(r"^(?P<prefix>[a-z]+)://(?P<suffix>.*)$")
    value_converters = {"ext": "ext_convert", "cfg": "cfg_convert"}
    importer = staticmethod(__import__)

    def __init__(self, config):
        self.config = _Converted(config, self)
        self.config.configurator = self

    def resolve(self, s):
        """Import what a dotted name stands for."""
        try:
            return _resolve(s)
        except ImportError as error:
            raise ValueError("Cannot resolve %r: %s" % (s, error)) from error

    def ext_convert(self, value):
        """ext://module.name"""
        return self.resolve(value)

    def cfg_convert(self, value):
        """cfg://handlers.name or cfg://list[0]"""
        found = self.config
        for name, index in re.findall(r"(?:^|\.)?(\w+)|\[([^\]]+)\]", value):
            if name:
                found = found[name]
            else:
                try:
                    found = found[int(index)]
                except (ValueError, TypeError, KeyError):
                    found = found[index]
        return found

    def convert(self, value):
        """Return what a value stands for."""
        if isinstance(value, _Converted):
            return value
        if isinstance(value, dict):
            return _Converted(value, self)
        if isinstance(value, (list, tuple)) and not hasattr(value, "_fields"):
            return type(value)(self.convert(item) for item in value)
        if isinstance(value, str):
            match = self.CONVERT_PATTERN.match(value)
            if match and match["prefix"] in self.value_converters:
                return getattr(self, self.value_converters[match["prefix"]])(match["suffix"])
        return value

    def configure_custom(self, config):
        """Make what config["()"] makes of the rest."""
        factory = config.pop("()")
        if not callable(factory):
            factory = self.resolve(factory)
        attributes = config.pop(".", None)
        made = factory(**{key: config[key] for key in list(config) if valid_ident(key)})
        for name, value in (attributes or {}).items():
            setattr(made, name, value)
        return made

    def as_tuple(self, value):
        """Return a list as a tuple."""
        return tuple(value) if isinstance(value, list) else value


class DictConfigurator(BaseConfigurator):
    """Sets logging up as a dict says."""

    def configure(self):
        """Do it."""
        config = self.config
        if "version" not in config:
            raise ValueError("dictionary doesn't specify a version")
        if config["version"] != 1:
            raise ValueError("Unsupported version: %s" % config["version"])
        logging._acquireLock()
        try:
            if config.pop("incremental", False):
                self._change(config)
            else:
                self._begin(config)
        finally:
            logging._releaseLock()

    def _each(self, kind, config, make):
        names = config.get(kind, {})
        for name in names:
            try:
                make(name, names[name], names)
            except Exception as error:
                what = kind[:-1] if kind != "handlers" else "handler"
                raise ValueError("Unable to configure %s %r" % (what, name)) from error

    def _change(self, config):
        def handler(name, values, all_values):
            found = logging._handlers[name]
            level = values.get("level", None)
            if level:
                found.setLevel(logging._checkLevel(level))
        self._each("handlers", config, handler)
        self._each("loggers", config, lambda name, values, _: self.configure_logger(name, values, True))
        root = config.get("root", None)
        if root:
            self.configure_root(root, True)

    def _begin(self, config):
        silence = config.pop("disable_existing_loggers", True)
        logging._handlers.clear()
        logging.shutdown(logging._handlerList[:])
        del logging._handlerList[:]

        def put(make):
            def made(name, values, all_values):
                all_values[name] = make(values)
            return made
        self._each("formatters", config, put(self.configure_formatter))
        self._each("filters", config, put(self.configure_filter))
        handlers = config.get("handlers", {})
        waiting = []
        for name in sorted(handlers):
            try:
                handler = self.configure_handler(handlers[name])
                handler.name = name
                handlers[name] = handler
            except Exception as error:
                if "target not configured yet" not in str(error.__cause__):
                    raise ValueError("Unable to configure handler %r" % name) from error
                waiting.append(name)
        for name in waiting:
            try:
                handler = self.configure_handler(handlers[name])
                handler.name = name
                handlers[name] = handler
            except Exception as error:
                raise ValueError("Unable to configure handler %r" % name) from error
        root = logging.root
        existing = sorted(root.manager.loggerDict)
        children = []
        loggers = config.get("loggers", {})
        for name in loggers:
            if name in existing:
                children += [other for other in existing if other.startswith(name + ".")]
                existing.remove(name)
            try:
                self.configure_logger(name, loggers[name])
            except Exception as error:
                raise ValueError("Unable to configure logger %r" % name) from error
        for name in existing:
            logger = root.manager.loggerDict[name]
            if name in children:
                if not isinstance(logger, logging.PlaceHolder):
                    logger.setLevel(logging.NOTSET)
                    logger.handlers = []
                    logger.propagate = True
            else:
                logger.disabled = silence
        root_config = config.get("root", None)
        if root_config:
            try:
                self.configure_root(root_config)
            except Exception as error:
                raise ValueError("Unable to configure root logger") from error

    def configure_formatter(self, config):
        """Make a formatter."""
        if "()" in config:
            factory = config["()"]
            try:
                return self.configure_custom(config)
            except TypeError as error:
                if "'format'" not in str(error):
                    raise
                config["fmt"] = config.pop("format")
                config["()"] = factory
                return self.configure_custom(config)
        name = config.get("class", None)
        kind = _resolve(name) if name else logging.Formatter
        arguments = [config.get("format", None), config.get("datefmt", None), config.get("style", "%")]
        if "validate" in config:
            arguments.append(config["validate"])
        return kind(*arguments)

    def configure_filter(self, config):
        """Make a filter."""
        return self.configure_custom(config) if "()" in config else logging.Filter(config.get("name", ""))

    def add_filters(self, filterer, filters):
        """Add filters by name, or filters."""
        for item in filters:
            try:
                filterer.addFilter(item if callable(item) or callable(getattr(item, "filter", None)) else self.config["filters"][item])
            except Exception as error:
                raise ValueError("Unable to add filter %r" % item) from error

    def configure_handler(self, config):
        """Make a handler."""
        kept = dict(config)
        formatter = config.get("formatter", None)
        if formatter:
            try:
                formatter = self.config["formatters"][formatter]
            except Exception as error:
                raise ValueError("Unable to set formatter %r" % formatter) from error
        config.pop("formatter", None)
        level, filters = config.pop("level", None), config.pop("filters", None)
        if "()" in config:
            made = config.pop("()")
            factory = made if callable(made) else self.resolve(made)
        else:
            name = config.pop("class")
            factory = name if callable(name) else self.resolve(name)
            if isinstance(factory, type) and factory.__name__ == "MemoryHandler" and "target" in config:
                try:
                    target = self.config["handlers"][config["target"]]
                    if not isinstance(target, logging.Handler):
                        config.update(kept)
                        raise TypeError("target not configured yet")
                    config["target"] = target
                except Exception as error:
                    raise ValueError("Unable to set target handler %r" % config["target"]) from error
        attributes = config.pop(".", None)
        keywords = {key: config[key] for key in list(config) if valid_ident(key)}
        try:
            result = factory(**keywords)
        except TypeError as error:
            if "'stream'" not in str(error):
                raise
            keywords["strm"] = keywords.pop("stream")
            result = factory(**keywords)
        if formatter:
            result.setFormatter(formatter)
        if level is not None:
            result.setLevel(logging._checkLevel(level))
        if filters:
            self.add_filters(result, filters)
        for name, value in (attributes or {}).items():
            setattr(result, name, value)
        return result

    def add_handlers(self, logger, handlers):
        """Add handlers by name."""
        for name in handlers:
            try:
                logger.addHandler(self.config["handlers"][name])
            except Exception as error:
                raise ValueError("Unable to add handler %r" % name) from error

    def common_logger_config(self, logger, config, incremental=False):
        """Set what all loggers have."""
        level = config.get("level", None)
        if level is not None:
            logger.setLevel(logging._checkLevel(level))
        if not incremental:
            for handler in logger.handlers[:]:
                logger.removeHandler(handler)
            handlers = config.get("handlers", None)
            if handlers:
                self.add_handlers(logger, handlers)
            filters = config.get("filters", None)
            if filters:
                self.add_filters(logger, filters)

    def configure_logger(self, name, config, incremental=False):
        """Set a logger up."""
        logger = logging.getLogger(name)
        self.common_logger_config(logger, config, incremental)
        logger.disabled = False
        propagate = config.get("propagate", None)
        if propagate is not None:
            logger.propagate = propagate

    def configure_root(self, config, incremental=False):
        """Set the root logger up."""
        self.common_logger_config(logging.getLogger(), config, incremental)


dictConfigClass = DictConfigurator


def dictConfig(config):
    """Set logging up as a dict says."""
    dictConfigClass(config).configure()


def fileConfig(fname, defaults=None, disable_existing_loggers=True, encoding=None):
    """Set logging up as a file of sections says: loggers, handlers, formatters, and one for each of them."""
    import configparser
    import os
    if isinstance(fname, configparser.RawConfigParser):
        parser = fname
    else:
        if isinstance(fname, (str, os.PathLike)) and not os.path.exists(fname):
            raise FileNotFoundError(f"{fname} doesn't exist")
        parser = configparser.ConfigParser(defaults)
        if hasattr(fname, "readline"):
            parser.read_file(fname)
        else:
            parser.read(fname, encoding=encoding)

    def keys(section):
        return [name.strip() for name in parser[section]["keys"].split(",") if name.strip()]

    def names(text):
        return [name.strip() for name in text.split(",") if name.strip()]

    config = {"version": 1, "disable_existing_loggers": disable_existing_loggers, "formatters": {}, "handlers": {}, "loggers": {}}
    for name in keys("formatters"):
        section = parser["formatter_" + name]
        config["formatters"][name] = {key: section.get(key, raw=True) for key in ("format", "datefmt", "style", "class") if key in section}
    places = vars(logging)
    for name in keys("handlers"):
        section = parser["handler_" + name]
        kind = section["class"]
        try:
            kind = eval(kind, places)
        except (AttributeError, NameError):
            kind = _resolve(kind)
        args = eval(section.get("args", "()"), places)
        keywords = eval(section.get("kwargs", "{}"), places)
        row = {"()": functools.partial(kind, *args, **keywords)}
        if section.get("level"):
            row["level"] = section["level"]
        if section.get("formatter"):
            row["formatter"] = section["formatter"]
        config["handlers"][name] = row
    for name in keys("loggers"):
        section = parser["logger_" + name]
        row = {"handlers": names(section.get("handlers", ""))}
        if section.get("level"):
            row["level"] = section["level"]
        if name == "root":
            config["root"] = row
        else:
            row["propagate"] = bool(section.getint("propagate", fallback=1))
            config["loggers"][section["qualname"]] = row
    dictConfig(config)


def listen(port=DEFAULT_LOGGING_CONFIG_PORT, verify=None):
    """Not available: configurations are not taken from the net."""
    raise NotImplementedError("logging.config.listen() is not available")


def stopListening():
    """Nothing: nobody listens."""
