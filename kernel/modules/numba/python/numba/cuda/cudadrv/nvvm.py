"""What numba asks of NVVM: kernels are compiled by NVRTC here, which needs none of it."""


def get_supported_ccs():
    """The compute capabilities that code is made for."""
    return ((5, 0), (5, 2), (5, 3), (6, 0), (6, 1), (6, 2), (7, 0), (7, 2), (7, 5), (8, 0), (8, 6), (8, 7), (8, 9), (9, 0), (10, 0), (12, 0))


def is_available():
    """Whether there is NVVM: no."""
    return False
