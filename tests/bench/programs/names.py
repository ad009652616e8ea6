"""Every program, by subject."""
import grids, learning, linear, particles, sequences, signals  # noqa: E401, F401: they enter themselves
from catalogue import PROGRAMS  # noqa: F401
