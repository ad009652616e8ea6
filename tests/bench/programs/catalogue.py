"""The programs that are measured, and what makes one: a function of sizes that returns its inputs, and one of the inputs.

    @program(small=20, medium=100, large=400, access="elements")
    def cholesky_by_columns(n):
        ...
        return matrix,
    @cholesky_by_columns.body
    def _(matrix): ...

`access` says what the inner loop does: "elements" (a[i, j] one by one), "slices" (rows, columns, parts of them) or "whole"
(array expressions). The list was fixed before anything was measured; rows are not dropped.
"""
PROGRAMS = {}


class Program:
    """One program: `inputs(size)` makes a tuple of arguments, `run(*inputs)` gives an array, a number or a tuple of them."""

    def __init__(self, name, inputs, access, sizes):
        self.name, self.inputs, self.access, self.sizes = name, inputs, access, sizes
        self.run = None

    def body(self, function):
        self.run = function
        return self


def program(*, small, medium, large, access):
    """Enter a program into the catalogue under its function's name."""
    if access not in ("elements", "slices", "whole"):
        raise ValueError(access)

    def enter(inputs):
        made = Program(inputs.__name__, inputs, access, {"small": small, "medium": medium, "large": large})
        if made.name in PROGRAMS:
            raise ValueError("two programs named " + made.name)
        PROGRAMS[made.name] = made
        return made
    return enter
