"""Tables of what a profiler counted: Stats(profile).sort_stats('cumulative').print_stats(10)."""
import sys

__all__ = ["Stats", "SortKey"]


class SortKey:
    """The names of the columns to sort by."""

    CALLS, CUMULATIVE, FILENAME, LINE, NAME, NFL, PCALLS, STDNAME, TIME = (
        "calls", "cumulative", "filename", "line", "name", "nfl", "pcalls", "stdname", "time")


# name: (the columns of a row (calls, primitive, own, cumulative, file, line, name, standard name), how many are negated, title)
ORDERS = {
    "calls": (((1, -1),), "call count"),
    "ncalls": (((1, -1),), "call count"),
    "cumtime": (((3, -1),), "cumulative time"),
    "cumulative": (((3, -1),), "cumulative time"),
    "filename": (((4, 1),), "file name"),
    "line": (((5, 1),), "line number"),
    "module": (((4, 1),), "file name"),
    "name": (((6, 1),), "function name"),
    "nfl": (((6, 1), (4, 1), (5, 1)), "name/file/line"),
    "pcalls": (((0, -1),), "primitive call count"),
    "stdname": (((7, 1),), "standard name"),
    "time": (((2, -1),), "internal time"),
    "tottime": (((2, -1),), "internal time"),
}


def _strip(key):
    path, line, name = key
    return path.rpartition("/")[2], line, name


def _standard_name(key):
    path, line, name = key
    if (path, line) == ("~", 0):
        return "{%s}" % name[1:-1] if name.startswith("<") and name.endswith(">") else name
    return "%s:%d(%s)" % key


def _seconds(value):
    return "%8.3f" % value


class Stats:
    """The table of one or more profiles."""

    def __init__(self, *args, stream=None):
        self.stream = stream or sys.stdout
        self.files, self.stats, self.fcn_list, self.sort_type = [], {}, None, None
        self.total_calls = self.prim_calls = self.total_tt = 0
        self.top_level = set()
        for source in args:
            self._load(source)
        if not args:
            raise TypeError("Cannot create or construct a %r object from %r" % (self.__class__, None))

    def _load(self, source):
        if isinstance(source, str):
            with open(source) as file:
                stats = eval(file.read(), {"__builtins__": {}})
            self.files.append(source)
        elif isinstance(source, Stats):
            stats = source.stats
        elif hasattr(source, "create_stats"):
            source.create_stats()
            stats = source.stats
        else:
            raise TypeError("Cannot create or construct a %r object from %r" % (self.__class__, source))
        self._merge(stats)

    def _merge(self, stats):
        for key, row in stats.items():
            if key in self.stats:
                before = self.stats[key]
                row = tuple(a + b for a, b in zip(before[:4], row[:4])) + (before[4] | row[4],)
            self.stats[key] = row
        self.total_calls = sum(row[1] for row in self.stats.values())
        self.prim_calls = sum(row[0] for row in self.stats.values())
        self.total_tt = sum(row[2] for row in self.stats.values())
        self.fcn_list = None

    def add(self, *others):
        """Put other profiles into the table."""
        for other in others:
            self._load(other)
        return self

    def dump_stats(self, filename):
        """Write the table to a file that Stats() reads."""
        with open(filename, "w") as file:
            file.write(repr(self.stats))

    def strip_dirs(self):
        """File names without their folders."""
        stats, self.stats = self.stats, {}
        for key, row in stats.items():
            callers = {_strip(caller): value for caller, value in row[4].items()}
            key, row = _strip(key), row[:4] + (callers,)
            if key in self.stats:
                before = self.stats[key]
                row = tuple(a + b for a, b in zip(before[:4], row[:4])) + (before[4] | callers,)
            self.stats[key] = row
        self.fcn_list = None
        return self

    def get_sort_arg_defs(self):
        """The names that sort_stats takes, by their unambiguous beginnings."""
        return ORDERS

    def sort_stats(self, *field):
        """Sort by columns: 'cumulative', 'time', 'calls', 'name', 'filename', ..."""
        if not field:
            self.fcn_list = None
            return self
        if len(field) == 1 and isinstance(field[0], int):
            field = [{-1: "stdname", 0: "calls", 1: "time", 2: "cumulative"}[field[0]]]
        columns, titles = [], []
        for word in field:
            matching = [name for name in ORDERS if name == word] or [name for name in ORDERS if name.startswith(word)]
            if not matching or len({ORDERS[name] for name in matching}) > 1:
                raise KeyError(word)
            columns += ORDERS[matching[0]][0]
            titles.append(ORDERS[matching[0]][1])
        self.sort_type = ", ".join(titles)
        rows = [(row[:4] + key + (_standard_name(key), key)) for key, row in self.stats.items()]
        for column, direction in reversed(columns):
            rows.sort(key=lambda row: row[column], reverse=direction < 0)
        self.fcn_list = [row[-1] for row in rows]
        return self

    def reverse_order(self):
        """The other way round."""
        if self.fcn_list:
            self.fcn_list.reverse()
        return self

    def _select(self, restrictions):
        """The functions that are left by numbers (how many, or which part) and patterns of names, and what is said of it."""
        if self.fcn_list:
            functions, text = list(self.fcn_list), "   Ordered by: %s\n" % self.sort_type
        else:
            functions, text = list(self.stats), "   Random listing order was used\n"
        for restriction in restrictions:
            before = len(functions)
            if isinstance(restriction, str):
                import re
                expression = re.compile(restriction)
                functions = [key for key in functions if expression.search(_standard_name(key))]
            elif isinstance(restriction, float) and 0.0 <= restriction < 1.0:
                functions = functions[:int(before * restriction + 0.5)]
            elif isinstance(restriction, int) and 0 <= restriction < before:
                functions = functions[:restriction]
            if len(functions) != before:
                text += "   List reduced from %r to %r due to restriction <%r>\n" % (before, len(functions), restriction)
        return functions, text

    def _print(self, *words, **options):
        print(*words, file=self.stream, **options)

    def print_stats(self, *amount):
        """Print the table, or the part of it that numbers and patterns of names leave."""
        for name in self.files:
            self._print(name)
        if self.files:
            self._print()
        self._print("         %d function calls" % self.total_calls, end=" ")
        if self.total_calls != self.prim_calls:
            self._print("(%d primitive calls)" % self.prim_calls, end=" ")
        self._print("in %.3f seconds" % self.total_tt)
        self._print()
        functions, text = self._select(amount)
        self._print(text)
        if functions:
            self._print("   ncalls  tottime  percall  cumtime  percall", end=" ")
            self._print("filename:lineno(function)")
            for key in functions:
                self.print_line(key)
            self._print()
            self._print()
        return self

    def print_line(self, func):
        """Print the row of a function."""
        primitive, calls, own, cumulative, _ = self.stats[func]
        text = str(calls) if calls == primitive else "%s/%s" % (calls, primitive)
        self._print(text.rjust(9), _seconds(own), end=" ")
        self._print(" " * 8 if calls == 0 else _seconds(own / calls), end=" ")
        self._print(_seconds(cumulative), end=" ")
        self._print(" " * 8 if primitive == 0 else _seconds(cumulative / primitive), end=" ")
        self._print(_standard_name(func))

    def _print_calls(self, amount, title, tables, arrow):
        functions, text = self._select(amount)
        self._print(text)
        width = max([len(_standard_name(key)) for key in functions] + [len("Function")]) + 2
        self._print("Function ".ljust(width) + title)
        self._print(" " * width + "   ncalls  tottime  cumtime")
        for key in functions:
            name = _standard_name(key).ljust(width) + arrow
            table = tables.get(key, {})
            if not table:
                self._print(name)
            for other in sorted(table):
                calls, primitive, own, cumulative = table[other]
                count = "%d/%d" % (calls, primitive) if calls != primitive else "%d" % calls
                self._print("%s %s %s %s  %s" % (name, count.rjust(7), _seconds(own), _seconds(cumulative), _standard_name(other)))
                name = " " * (width + len(arrow))
        self._print()
        self._print()
        return self

    def print_callers(self, *amount):
        """Print who called each function."""
        return self._print_calls(amount, "was called by...", {key: row[4] for key, row in self.stats.items()}, "<-")

    def print_callees(self, *amount):
        """Print whom each function called."""
        callees = {}
        for key, row in self.stats.items():
            for caller, value in row[4].items():
                callees.setdefault(caller, {})[key] = value
        return self._print_calls(amount, "called...", callees, "->")

    def get_stats_profile(self):
        """The table as data: {name: (calls, own, cumulative)}."""
        return {key[2]: (row[1], row[2], row[3]) for key, row in self.stats.items()}
