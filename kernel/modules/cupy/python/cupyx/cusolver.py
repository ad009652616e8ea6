"""Refused: cuSOLVER is called from within."""

raise ImportError('cupyx.cusolver is not supported: cuSOLVER is not called by name here. cupy.linalg solves, decomposes and '
                  'finds eigenvalues', name='cupyx.cusolver')
