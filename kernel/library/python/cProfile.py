"""The profiler: how often functions are called, and where the time goes."""
import _lsprof

__all__ = ["run", "runctx", "Profile"]


class Profile(_lsprof.Profiler):
    """Counts between enable() and disable(), or in a `with` block; print_stats() shows the table."""

    def print_stats(self, sort=-1):
        """Print the table, sorted by 'cumulative', 'time', 'calls', 'name', ..."""
        import pstats
        pstats.Stats(self).strip_dirs().sort_stats(sort).print_stats()

    def dump_stats(self, file):
        """Write what was counted to a file that pstats reads."""
        self.create_stats()
        with open(file, "w") as stream:
            stream.write(repr(self.stats))

    def create_stats(self):
        """Stop, and make `stats` for pstats."""
        self.disable()
        self.snapshot_stats()

    def snapshot_stats(self):
        """Make `stats`: {(file, line, name): (primitive calls, calls, own time, cumulative time, callers)}."""
        self.stats = {}
        for key, (primitive, calls, own, cumulative), callers in self._entries():
            if key in self.stats:
                before = self.stats[key]
                primitive, calls = primitive + before[0], calls + before[1]
                own, cumulative = own + before[2], cumulative + before[3]
                callers = before[4] | callers
            self.stats[key] = (primitive, calls, own, cumulative, callers)

    def run(self, cmd):
        """Profile statements in __main__."""
        import __main__
        names = __main__.__dict__
        return self.runctx(cmd, names, names)

    def runctx(self, cmd, globals, locals):
        """Profile statements in these namespaces."""
        self.enable()
        try:
            exec(cmd, globals, locals)
        finally:
            self.disable()
        return self

    def runcall(self, func, /, *args, **kw):
        """Profile a call, and return its result."""
        self.enable()
        try:
            return func(*args, **kw)
        finally:
            self.disable()

    def __enter__(self):
        self.enable()
        return self

    def __exit__(self, *exc_info):
        self.disable()


def run(statement, filename=None, sort=-1):
    """Profile statements in __main__ and print the table, or write it to a file."""
    import __main__
    runctx(statement, __main__.__dict__, __main__.__dict__, filename, sort)


def runctx(statement, globals, locals, filename=None, sort=-1):
    """Profile statements in these namespaces and print the table, or write it to a file."""
    profiler = Profile()
    try:
        profiler.runctx(statement, globals, locals)
    except SystemExit:
        pass
    if filename is not None:
        profiler.dump_stats(filename)
    else:
        profiler.print_stats(sort)


def label(code):
    """(file, line, name) of a code object."""
    return ("~", 0, code) if isinstance(code, str) else (code.co_filename, code.co_firstlineno, code.co_name)
