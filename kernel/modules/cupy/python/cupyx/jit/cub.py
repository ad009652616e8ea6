"""Refused: kernels that are written in Python have no CUB here."""

raise ImportError('cupyx.jit.cub is not supported: kernels that are written in Python have no CUB here. '
                  'jit.shfl_down_sync and its kin reduce within a warp', name='cupyx.jit.cub')
