"""Kernels over an element and its neighbours."""
