"""Kinds of memory by the older name of their module."""
from cuda.core._memory import *
