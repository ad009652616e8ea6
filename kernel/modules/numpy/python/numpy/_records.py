"""What numpy has of numpy.rec."""

from numpy.rec import recarray, record

__all__ = ['recarray', 'record']
