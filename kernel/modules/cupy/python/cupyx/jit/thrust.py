"""Refused: kernels that are written in Python have no Thrust here."""

raise ImportError('cupyx.jit.thrust is not supported: kernels that are written in Python have no Thrust here. '
                  'cupy.sort, cupy.searchsorted and the like are functions of the host', name='cupyx.jit.thrust')
