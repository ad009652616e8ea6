"""Stand-ins for what no cell has (not_applicable.txt's rows "module NAME" and "name MODULE.NAME"), under both programs.

While a file is imported, a stand-in takes part in anything; when a test then touches one, the test needs what is absent."""
import sys
import types

running = False
touched = None


class NotApplicable(BaseException):
    pass


def touch(name):
    global touched
    if running:
        touched = name
        raise NotApplicable(name)


class Absent(types.ModuleType):
    def __init__(self, name):
        super().__init__(name)
        self.__dict__["_absent_name"] = name

    def __getattr__(self, name):
        if name.startswith("__"):
            if running:
                globals()["touched"] = self._absent_name
            raise AttributeError(name)
        touch(self._absent_name)
        if name == "dtype":
            return sys.modules["numpy"].dtype("f8")
        return Absent(self._absent_name)

    def __call__(self, *args, **keywords):
        touch(self._absent_name)
        return Absent(self._absent_name)

    def __iter__(self):
        touch(self._absent_name)
        return iter(())

    def __repr__(self):
        return "<absent %s>" % self._absent_name

    def operate(self, *others):
        return self()

    __add__ = __sub__ = __mul__ = __truediv__ = __radd__ = __rmul__ = __neg__ = __getitem__ = operate
    __or__ = __ror__ = __and__ = __pow__ = __mod__ = __lt__ = __gt__ = __le__ = __ge__ = operate
    __mro_entries__ = lambda self, bases: ()


class Wanted:
    """An attribute of a module that a cell's Python does not have; the rest of the module stays."""

    def __init__(self, name):
        self.name = name

    def __call__(self, *args, **keywords):
        touch(self.name)


def install(rows):
    for kind, name in rows:
        parent, _, last = name.rpartition(".")
        if kind == "module":
            stand_in = sys.modules[name] = Absent(name)
            for other in [other for other in sys.modules if other.startswith(name + ".")]:
                sys.modules[other] = Absent(name)
        else:
            stand_in = Wanted(name)
        if parent:
            __import__(parent)
            setattr(sys.modules[parent], last, stand_in)
