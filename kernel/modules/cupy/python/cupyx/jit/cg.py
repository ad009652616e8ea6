"""Refused: kernels that are written in Python have no cooperative groups here."""

raise ImportError('cupyx.jit.cg is not supported: kernels that are written in Python have no cooperative groups here. '
                  'jit.syncthreads and jit.syncwarp wait for threads', name='cupyx.jit.cg')
