"""Kernels that numba.cuda itself has."""
