"""Refused: CuPy's helpers for its own installation."""

raise ImportError('cupyx.tools is not supported: it installs libraries for CuPy itself. `cupola version` tells which of '
                  "CUDA's libraries were found here", name='cupyx.tools')
