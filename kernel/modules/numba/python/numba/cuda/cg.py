"""Groups of threads: this_grid().sync() waits for all threads of the grid."""


class GridGroup:
    """All threads of the grid."""

    def sync(self):
        """Wait for all threads of the grid: in kernels alone."""
        raise NotImplementedError('GridGroup.sync() cannot be called from host code')


def this_grid() -> GridGroup:
    """All threads of the grid, for kernels: cg.this_grid().sync().

    >>> from numba.cuda import cg
    >>> type(cg.this_grid()).__name__
    'GridGroup'
    """
    return GridGroup()
