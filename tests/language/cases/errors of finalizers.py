"""Errors that nobody can handle, as they are told on stderr."""
import re
import sys


class Output:
    def write(self, text):
        sys.stdout.write(re.sub("0x[0-9a-f]+", "ADDRESS", text).replace(__file__, "FILE"))

    def flush(self):
        pass


sys.stderr = Output()


def closing():
    try:
        yield 1
    finally:
        1/0


g = closing()
next(g)
del g


class Second:
    def __del__(self):
        try:
            1/0
        except ZeroDivisionError:
            raise ValueError("second")


Second()


class Empty:
    def __del__(self):
        raise KeyError


Empty()


class Hint:
    def __del__(self):
        prnt(1)


Hint()


class Group:
    def __repr__(self):
        1/0

    def __del__(self):
        error = ExceptionGroup("g", [ValueError(1)])
        error.add_note("a note")
        raise error


Group()


class Syntax:
    def __del__(self):
        eval("1 +")


Syntax()
sys.unraisablehook = lambda args: print("hook", args.exc_type, args.exc_value, args.object.__qualname__)
Empty()
