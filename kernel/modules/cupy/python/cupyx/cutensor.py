"""Refused: cuTENSOR is no part of this."""

raise ImportError('cupyx.cutensor is not supported: cuTENSOR is not used here. cupy.einsum, cupy.tensordot and cupy.matmul '
                  'contract arrays without it', name='cupyx.cutensor')
