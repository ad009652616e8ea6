"""Members of numpy.lib that are written in Python."""

from numpy._package import Arrayterator, NumpyVersion, add_docstring, add_newdoc

__all__ = ['Arrayterator', 'NumpyVersion', 'add_docstring', 'add_newdoc', 'tracemalloc_domain']

tracemalloc_domain = 389047
