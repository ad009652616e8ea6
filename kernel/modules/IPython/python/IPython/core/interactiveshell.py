"""What few sessions ask of get_ipython(): events, the history and magics managers, config, formatters, run_cell, push."""


class EventManager:
    """Callbacks around the running of cells: pre_execute, pre_run_cell, post_execute, post_run_cell, shell_initialized."""

    NAMES = ("pre_execute", "pre_run_cell", "post_execute", "post_run_cell", "shell_initialized")

    def __init__(self, shell):
        self.shell = shell
        self.callbacks = {name: [] for name in self.NAMES}
        self.info = None

    def register(self, event, function):
        """Call `function` at an event: before or after each cell."""
        if not callable(function):
            raise TypeError("Need a callable, got %r" % function)
        if function not in self.callbacks[event]:
            self.callbacks[event].append(function)
        self.shell._setting("before_cell", self._before)
        self.shell._setting("after_cell", self._after)

    def unregister(self, event, function):
        """Call it no longer."""
        if function in self.callbacks[event]:
            self.callbacks[event].remove(function)
            return
        raise ValueError("Function %r is not registered as a %s callback" % (function, event))

    def trigger(self, event, *args, **kwargs):
        """Call all of an event. An error of one is printed."""
        registered = tuple(self.callbacks[event])
        for callback in registered:
            try:
                callback(*args, **kwargs)
            except (KeyboardInterrupt, Exception) as problem:
                where = "Error in callback %s (for %s), with arguments args %s,kwargs %s:"
                print(where % (callback, event, args, kwargs))
                self.shell._show_error(problem)

    def _call(self, event, value):
        for function in list(self.callbacks[event]):
            try:
                code = getattr(getattr(function, "__func__", function), "__code__", None)
                takes = code is None or code.co_argcount - (1 if hasattr(function, "__self__") else 0) > 0 or code.co_flags & 4
                function(value) if takes else function()
            except (Exception, KeyboardInterrupt) as error:
                print("Error in callback %s (for %s), with arguments args (%s,),kwargs {}:" % (function, event, value))
                self.shell._show_error(error)

    def _before(self, source, store_history):
        self.info = ExecutionInfo(source, store_history)
        self.trigger("pre_execute")
        self._call("pre_run_cell", self.info)

    def _after(self, source, error):
        result = ExecutionResult(self.info or ExecutionInfo(source, True))
        result.error_in_exec = error
        result.execution_count = self.shell._running_count
        if error is None:
            result.result = self.shell._last_result()
        self.trigger("post_execute")
        self._call("post_run_cell", result)


class ExecutionInfo:
    """A cell that is about to run."""

    def __init__(self, raw_cell, store_history=False, silent=False, shell_futures=True, cell_id=None):
        self.raw_cell, self.store_history, self.silent = raw_cell, store_history, silent
        self.shell_futures, self.cell_id = shell_futures, cell_id
        self.transformed_cell, self.cell_meta = get_ipython()._transform(raw_cell), None

    def __repr__(self):
        def short(text):
            return text if len(text) <= 50 else text[:50] + ".."
        return ('<ExecutionInfo object at %x, raw_cell="%s" transformed_cell="%s" store_history=%s silent=%s shell_futures=%s '
                'cell_id=%s cell_meta=%s>' % (id(self), short(self.raw_cell), short(self.transformed_cell), self.store_history,
                                              self.silent, self.shell_futures, self.cell_id, self.cell_meta))


class ExecutionResult:
    """How a cell went."""

    def __repr__(self):
        return "<%s object at %x, execution_count=%s error_before_exec=%s error_in_exec=%s info=%s result=%s>" % (
            type(self).__qualname__, id(self), self.execution_count, self.error_before_exec, self.error_in_exec, self.info, self.result)

    def __init__(self, info):
        self.info = info
        self.execution_count = self.error_before_exec = self.error_in_exec = self.result = None

    @property
    def success(self):
        """Whether there was no error."""
        return self.error_before_exec is None and self.error_in_exec is None

    def raise_error(self):
        """Raise the error, if there was one."""
        if self.error_before_exec is not None:
            raise self.error_before_exec
        if self.error_in_exec is not None:
            raise self.error_in_exec


class Section:
    """A part of a configuration: attributes that are made when they are first asked for."""

    def __init__(self, path=""):
        object.__setattr__(self, "_path", path)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        section = Section(self._path + "." + name if self._path else name)
        object.__setattr__(self, name, section)
        return section

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)
        if self._path:
            get_ipython().run_line_magic("config", "%s.%s = %r" % (self._path, name, value))

    def __getitem__(self, name):
        return getattr(self, name)

    def __setitem__(self, name, value):
        setattr(self, name, value)

    def _items(self):
        return {name: value for name, value in vars(self).items() if name != "_path"}

    def __contains__(self, name):
        return name in self._items()

    def __iter__(self):
        return iter(self._items())

    def __len__(self):
        return len(self._items())

    def keys(self):
        """What has been set."""
        return self._items().keys()

    def get(self, name, default=None):
        """What has been set, or the default."""
        return self._items().get(name, default)

    def __repr__(self):
        return repr(self._items())


class MagicsManager:
    """The magics: magics["line"], magics["cell"]; register_function, register_alias, register."""

    def __init__(self, shell):
        self.shell = shell

    @property
    def magics(self):
        """All of them by kind and name."""
        shell, found = self.shell, {"line": {}, "cell": {}}
        for name in shell._magic_names:
            kind = "cell" if name.startswith("%%") else "line"
            bare = name.lstrip("%")
            own = (shell._cell_magics if kind == "cell" else shell._line_magics).get(bare)
            found[kind][bare] = own or shell.find_magic(bare, kind)
        return found

    def lsmagic(self):
        """All of them by kind and name."""
        return self.magics

    def register_function(self, func, magic_kind="line", magic_name=None):
        """Make a function a magic."""
        self.shell.register_magic_function(func, magic_kind, magic_name)

    def register_alias(self, alias_name, magic_name, magic_kind="line", magic_params=None):
        """Another name of a magic."""
        self.shell.run_line_magic("alias_magic", "-%s %s %s" % (magic_kind[0], alias_name, magic_name))

    def register(self, *classes):
        """The magics of these classes."""
        self.shell.register_magics(*classes)


class HistoryManager:
    """The cells of this session."""

    def __init__(self, shell):
        self.shell = shell
        self.session_number = 1

    @property
    def input_hist_raw(self):
        """The cells as they were typed."""
        return self.shell.user_ns["In"]

    @property
    def input_hist_parsed(self):
        """The cells with their magics as calls."""
        return [self.shell._transform(source) for source in self.shell.user_ns["In"]]

    @property
    def output_hist(self):
        """The results by number."""
        return self.shell.user_ns["Out"]

    def get_range(self, session=0, start=1, stop=None, raw=True, output=False):
        """(session, number, source) of cells of this session."""
        cells, out = self.shell.user_ns["In"], self.shell.user_ns["Out"]
        for number in range(max(start, 1), len(cells) if stop is None else min(stop, len(cells))):
            source = cells[number] if raw else self.shell._transform(cells[number])
            yield (0, number, (source, out.get(number)) if output else source)

    def get_tail(self, n=10, raw=True, output=False, include_latest=False):
        """The last n."""
        found = list(self.get_range(raw=raw, output=output))
        return (found if include_latest else found[:-1])[-n:]

    def search(self, pattern="*", raw=True, search_raw=True, output=False, n=None, unique=False):
        """Those that match."""
        from fnmatch import fnmatchcase
        found = [row for row in self.get_range(raw=raw) if fnmatchcase(row[2], pattern)]
        return found if n is None else found[-n:]


class ExtensionManager:
    """%load_ext and its family as methods."""

    def __init__(self, shell):
        self.shell = shell

    @property
    def loaded(self):
        """The names of what is loaded."""
        from IPython.core.magics import extensions
        return extensions.loaded

    def load_extension(self, module_str):
        """As %load_ext."""
        from IPython.core.magics import extensions
        return extensions.load(module_str)

    def unload_extension(self, module_str):
        """As %unload_ext."""
        from IPython.core.magics import extensions
        return extensions.unload(module_str)

    def reload_extension(self, module_str):
        """As %reload_ext."""
        self.shell.run_line_magic("reload_ext", module_str)


class DisplayPublisher:
    """publish(data, metadata) to the front end."""

    def publish(self, data, metadata=None, **kwargs):
        """Show data given by MIME type."""
        from IPython.display import publish_display_data
        publish_display_data(data, metadata)

    def clear_output(self, wait=False):
        """Clear the cell's output."""
        from IPython.display import clear_output
        clear_output(wait)


class ZMQShellDisplayHook:
    """What shows the result of a cell: sys.displayhook while one runs."""

    __module__ = "ipykernel.displayhook"
    exec_result = None

    def __init__(self, shell):
        import sys
        self.shell, self._show = shell, sys.displayhook

    def __call__(self, result=None):
        """Show a value as the cell's result."""
        self._show(result)

    @property
    def prompt_count(self):
        """The number of the cell."""
        return self.shell._running_count

    def flush(self):
        """Forget the results of earlier cells."""
        self.shell.run_line_magic("reset", "-f out")

    def update_user_ns(self, result):
        """Remember a value as the last result."""
        names = self.shell.user_ns
        names["___"], names["__"], names["_"] = names.get("__", ""), names.get("_", ""), result


class CachingCompiler:
    """What compiles the cells: flags has what they imported from __future__ (as co_flags has), which holds for the next."""

    __module__ = "ipykernel.compiler"

    def __init__(self, shell):
        self._setting, self._others = shell._setting, 0x4200

    @property
    def flags(self):
        """Those of compile()."""
        return self._setting("futures") | self._others

    @flags.setter
    def flags(self, value):
        self._setting("futures", value)

    @property
    def compiler_flags(self):
        """Those of compile()."""
        return self.flags

    def reset_compiler_flags(self):
        """Forget what cells have imported from __future__."""
        self._others = 0x200
        self._setting("futures", 0)

    def ast_parse(self, source, filename="<unknown>", symbol="exec"):
        """The tree of a text."""
        return compile(source, filename, symbol, self._setting("futures") | 0x400, True)

    def __call__(self, source, filename, symbol):
        """The code of a text or tree. What it imports from __future__ holds for the next."""
        code = compile(source, filename, symbol, self._setting("futures"), True)
        self._setting("futures", self._setting("futures") | code.co_flags)
        return code

    def get_code_name(self, raw_code, transformed_code, number):
        """A name for the code of a cell."""
        return self.cache(transformed_code, number)

    def cache(self, transformed_code, number=0, raw_code=None):
        """A name for the code of a cell, by which tracebacks find its text."""
        import hashlib
        import linecache
        name = "<ipython-input-%d-%s>" % (number, hashlib.sha1(transformed_code.encode()).hexdigest()[:12])
        linecache.cache[name] = len(transformed_code), None, transformed_code.splitlines(True), name
        return name


def _error_teller(shell, kinds, handler):
    # What the session calls with an error: True when it was of these kinds, and so told.

    def simple(shell, kind, value, traceback, tb_offset=None):
        print("*** Simple custom exception handler ***")
        print("Exception type :", kind)
        print("Exception value:", value)
        print("Traceback      :", traceback)

    def check(lines):
        if lines is not None and not isinstance(lines, str) and not (
                isinstance(lines, list) and all(isinstance(line, str) for line in lines)):
            raise TypeError("CustomTB must return list of strings, not %r" % (lines,))

    def tell(error):
        if not isinstance(error, kinds):
            return False
        try:
            check((simple if handler is None else handler)(shell, type(error), error, error.__traceback__, tb_offset=None))
        except BaseException as failure:
            import sys
            shell.set_custom_exc((), None)
            print("Custom TB Handler failed, unregistering", file=sys.stderr)
            print("\n".join(shell._format_traceback(failure)))
            print("The original exception:")
        return True
    return tell


def extend(shell):
    """Put all of it into the shell object."""

    import sys

    def add(**members):
        for name, member in members.items():
            setattr(shell, name, member)

    def ev(expr):
        """The value of an expression in the user's namespace."""
        return eval(expr, shell.user_ns)

    def ex(cmd):
        """Run statements in the user's namespace."""
        exec(cmd, shell.user_ns)

    def run_cell(raw_cell, store_history=False, silent=False, shell_futures=True, cell_id=None):
        """Run a text as a cell."""
        result = ExecutionResult(ExecutionInfo(raw_cell, store_history, silent, shell_futures, cell_id))
        futures = shell.compile.compiler_flags
        if raw_cell.strip():
            result.execution_count = shell.execution_count
        if not shell_futures:
            shell._setting("futures", 0)
        succeeded = shell._run_cell(raw_cell, store_history, silent)
        if not shell_futures:
            shell._setting("futures", futures)
        if not succeeded:
            error, shown = shell._last_exception(), shell._last_result()
            if type(shown).__name__ == "UsageError":
                result.error_in_exec = shown
            elif isinstance(error, SyntaxError) and error.filename != "<string>" and not (error.__traceback__ and error.__traceback__.tb_next):
                result.error_before_exec = error
            else:
                result.error_in_exec = error
        elif not silent:
            result.result = shell._last_result()
        return result

    def push(variables, interactive=True):
        """Put variables (a dict, or names of the caller's) into the user's namespace."""
        import sys
        if isinstance(variables, dict):
            shell.user_ns.update(variables)
            return
        frame = sys._getframe(1)
        for name in variables.split() if isinstance(variables, str) else variables:
            shell.user_ns[name] = eval(name, frame.f_globals, frame.f_locals)

    def find_magic(magic_name, magic_kind="line"):
        """The function behind a magic, or None."""
        own = (shell._line_magics if magic_kind == "line" else shell._cell_magics).get(magic_name)
        if own is not None:
            return own
        kinds = shell._magic_kinds(magic_name)
        if kinds is None or not kinds[0 if magic_kind == "line" else 1]:
            return None
        if magic_kind == "line":
            def magic(line=""):
                return shell.run_line_magic(magic_name, line)
        else:
            def magic(line, cell):
                return shell.run_cell_magic(magic_name, line, cell)
        magic.__name__ = magic_name
        magic.__doc__ = shell._magic_documentation(magic_name)
        return magic

    def register_magic_function(func, magic_kind="line", magic_name=None):
        """Make a function a magic: magic_kind is "line", "cell" or "line_cell"."""
        name = magic_name or func.__name__
        if magic_kind in ("line", "line_cell"):
            shell._line_magics[name] = func
        if magic_kind in ("cell", "line_cell"):
            shell._cell_magics[name] = func

    def register_magics(*classes):
        """The magics of classes made with @magics_class, or of instances of them."""
        for item in classes:
            instance = item(shell) if isinstance(item, type) else item
            for name, method in instance.magics["line"].items():
                shell._line_magics[name] = getattr(instance, method) if isinstance(method, str) else method
            for name, method in instance.magics["cell"].items():
                shell._cell_magics[name] = getattr(instance, method) if isinstance(method, str) else method

    def showtraceback(exc_tuple=None, **kwargs):
        """Show the error that is being handled as a cell would."""
        import sys
        error = exc_tuple[1] if exc_tuple else sys.exc_info()[1] or shell._last_exception()
        if error is not None:
            shell._show_error(error)

    def show_usage():
        """What a lone ? shows."""
        shell._page("Cupola runs Python 3 in cells, with IPython's conveniences.\n\n"
                    "?name, name?      what is known of an object; ?? shows its source, too\n"
                    "*part*?           the names that match\n"
                    "help(name)        Python's own help\n"
                    "%lsmagic          the magics; %quickref tells them in a line each, %name? in full\n"
                    "!command          a command of the shell; x = !command keeps its lines\n"
                    "_, __, ___, Out   results of earlier cells; In has their texts\n"
                    "Tab, Shift-Tab    completion, and the signature of a function")

    def set_custom_exc(exc_tuple, handler):
        """Give errors of these types to handler(shell, type, value, traceback, tb_offset=None), which shows them its way."""
        if not isinstance(exc_tuple, tuple):
            raise TypeError("The custom exceptions must be given as a tuple.")
        shell.custom_exceptions = exc_tuple
        shell._setting("on_error", _error_teller(shell, exc_tuple, handler) if exc_tuple else None)

    def object_inspect(oname, detail_level=0):
        """What is known of a name, as a dict."""
        text = shell._inspect(oname, detail_level > 0)
        known = dict.fromkeys(("base_class", "call_def", "call_docstring", "class_docstring", "definition", "docstring", "file", "init_definition",
                               "init_docstring", "length", "namespace", "source", "string_form", "subclasses", "type_name"))
        known.update(found=text is not None, name=oname, text=text, isalias=False, ismagic=False, isclass=False)
        if text is not None:
            try:
                value = eval(oname, shell.user_ns)
            except Exception:
                return known
            known.update(type_name=type(value).__name__, base_class=str(type(value)), string_form=str(value), isclass=isinstance(value, type),
                         docstring=getattr(value, "__doc__", None), file=shell._file(value), source=shell._source(value) if detail_level else None)
            if hasattr(value, "__len__"):
                try:
                    known["length"] = str(len(value))
                except Exception:
                    pass
        return known

    def extract_input_lines(range_str, raw=False):
        """The text of cells of this session: "1-3 5"."""
        parts = []
        for word in range_str.split():
            first, dash, last = word.partition("-")
            first = int(first or 1)
            parts += [cell[2] for cell in shell.history_manager.get_range(0, first, (int(last) if last else None) if dash and not last else
                                                                          (int(last) if dash else first) + 1, raw)]
        return "\n".join(parts)

    def mktempfile(data=None, prefix="ipython_edit_"):
        """A new file for some text; its name."""
        import os
        import tempfile
        path = os.path.join(tempfile.mkdtemp(prefix=prefix), "ipython_edit.py")
        with open(path, "w") as file:
            file.write(data or "")
        return path

    def safe_execfile(fname, *where, exit_ignore=False, raise_exceptions=False, shell_futures=False):
        """Run a file; its error is shown, not raised."""
        import os
        path = os.path.abspath(os.path.expanduser(fname))
        try:
            with open(path) as file:
                text = file.read()
        except OSError:
            import warnings
            warnings.warn("Could not open file <%s> for safe execution." % path, stacklevel=2)
            return
        try:
            exec(compile(text, path, "exec"), *(where or (shell.user_ns,)))
        except SystemExit:
            pass
        except BaseException as error:
            if raise_exceptions:
                raise
            shell._show_error(error)

    def has_trait(name):
        """Whether the session has such a setting."""
        return hasattr(shell, name) and not callable(getattr(shell, name))

    def enable_gui(gui=None):
        """Event loops of windows: there are none here."""

    def enable_matplotlib(gui=None):
        """As %matplotlib."""
        shell.run_line_magic("matplotlib", gui or "")
        return gui or "inline", "inline"

    def transform_cell(raw_cell):
        """A cell's text with its magics as calls."""
        return shell._transform(raw_cell)

    def ask_exit():
        """End the session."""
        exit()

    def drop_by_id(variables):
        """Forget variables that still have these values."""
        for name, value in variables.items():
            if name in shell.user_ns and shell.user_ns[name] is value:
                del shell.user_ns[name]

    def reset(new_session=True, aggressive=False):
        """Delete the user's variables."""
        shell.run_line_magic("reset", "-f")

    add(compile=CachingCompiler(shell), events=EventManager(shell), ev=ev, ex=ex, run_cell=run_cell, push=push, find_magic=find_magic, find_line_magic=find_magic,
        find_cell_magic=lambda name: find_magic(name, "cell"), register_magic_function=register_magic_function,
        register_magics=register_magics, showtraceback=showtraceback, show_usage=show_usage, set_custom_exc=set_custom_exc,
        object_inspect=object_inspect, extract_input_lines=extract_input_lines, mktempfile=mktempfile, safe_execfile=safe_execfile,
        has_trait=has_trait, display_page=False, enable_gui=enable_gui, enable_matplotlib=enable_matplotlib, transform_cell=transform_cell,
        ask_exit=ask_exit, drop_by_id=drop_by_id, reset=reset, config=Section(), magics_manager=MagicsManager(shell),
        history_manager=HistoryManager(shell), extension_manager=ExtensionManager(shell),
        display_pub=DisplayPublisher(), displayhook=ZMQShellDisplayHook(shell), custom_exceptions=(), user_ns_hidden=hidden_names(shell.user_ns), banner1="", banner="", user_module=__import__("__main__"),
        colors="neutral", autocall=0, has_readline=False, xmode="Context", meta={}, input_transformers_cleanup=[],
        input_transformers_post=[], ast_transformers=[])
    add_kernel(shell)
    shell._setting("display_hook", shell.displayhook)
    if type(sys.displayhook) is type(len) and sys.displayhook is not sys.__displayhook__:
        sys.displayhook = shell.displayhook


def hidden_names(names):
    """The names that a session has from its beginning, with their values."""
    known = ("In", "Out", "_ih", "_oh", "_dh", "_i", "_ii", "_iii", "_", "__", "___", "exit", "quit", "open", "get_ipython", "__builtin__",
             "__builtins__", "__name__", "__doc__", "__loader__", "__package__", "__spec__")
    return {name: names[name] for name in known if name in names}


def add_kernel(shell):
    """What sessions of notebooks have and those of terminals have not."""
    kernel = None
    if shell._runs_cells():
        from ipykernel.ipkernel import IPythonKernel
        kernel = shell.kernel = IPythonKernel(shell)
        shell.get_parent = kernel.get_parent
        object.__setattr__(shell.config.IPKernelApp, "connection_file", shell._describe("connection_file") or "")
    shell.parent = kernel


class _Settings(type):
    """Attributes that are set on the class are settings of the session."""

    def __setattr__(cls, name, value):
        super().__setattr__(name, value)
        get_ipython().run_line_magic("config", "InteractiveShell.%s = %r" % (name, value))

    def __instancecheck__(cls, value):
        return type(value) is type(get_ipython()) is not type(None)

    def __subclasscheck__(cls, other):
        return other is cls or other is type(get_ipython()) is not type(None)


class InteractiveShell(metaclass=_Settings):
    """The class that other libraries ask for the session: initialized(), instance(); ast_node_interactivity may be set."""

    ast_node_interactivity = "last_expr"

    @classmethod
    def initialized(cls):
        """Whether there is a session."""
        return True

    @classmethod
    def instance(cls, *args, **kwargs):
        """The session."""
        return get_ipython()
