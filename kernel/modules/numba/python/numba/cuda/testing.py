"""What tests of kernels stand on."""
import unittest

from numba.core import config
from numba.tests.support import SerialMixin, TestCase


class CUDATestCase(SerialMixin, TestCase):
    """Tests of kernels: without warnings of few threads and of copies."""

    def setUp(self):
        """Turn the warnings off."""
        self._settings = config.CUDA_LOW_OCCUPANCY_WARNINGS, config.CUDA_WARN_ON_IMPLICIT_COPY
        config.CUDA_LOW_OCCUPANCY_WARNINGS = config.CUDA_WARN_ON_IMPLICIT_COPY = 0

    def tearDown(self):
        """Set them as they were."""
        config.CUDA_LOW_OCCUPANCY_WARNINGS, config.CUDA_WARN_ON_IMPLICIT_COPY = self._settings

    def skip_if_lto(self, reason):
        """Skip where kernels are linked by link-time optimisation: they are not."""


class ContextResettingTestCase(CUDATestCase):
    """Tests of kernels, each with a device that none has used before."""

    def tearDown(self):
        """Begin with no device used."""
        super().tearDown()
        from numba.cuda.cudadrv.devices import reset
        reset()


class ForeignArray:
    """An array of somebody else's: it has __cuda_array_interface__ alone."""

    def __init__(self, arr):
        self._arr = arr
        self.__cuda_array_interface__ = arr.__cuda_array_interface__


def _always(reason=None):
    return lambda wanted: wanted


def skip_on_cudasim(reason):
    """Skip in numba's simulator: this is none."""
    return _always()


def skip_unless_cudasim(reason):
    """Skip outside of numba's simulator."""
    return unittest.skip(reason)


def xfail_unless_cudasim(fn):
    """What fails outside of numba's simulator."""
    return unittest.expectedFailure(fn)


skip_on_arm = skip_if_external_memmgr = skip_under_cuda_memcheck = skip_with_cuda_python = skip_without_nvdisasm = skip_on_cudasim


def skip_on_standalone_numba_cuda(fn):
    """Skip where numba.cuda is a package of its own: it is not."""
    return fn


def skip_if_mvc_enabled(reason):
    """Skip where minor versions are taken for one another: they are not."""
    return _always()


def _kept(fn):
    """The test as it is: what it wants is here."""
    return fn


skip_if_cudadevrt_missing = skip_if_cuda_includes_missing = skip_if_mvc_libraries_unavailable = _kept


def skip_with_nvdisasm(reason):
    """Skip where there is nvdisasm."""
    import shutil
    return unittest.skipIf(shutil.which('nvdisasm') is not None, reason)


def skip_unless_conda_cudatoolkit(reason):
    """Skip unless CUDA comes from conda."""
    return unittest.skip(reason)


def cc_X_or_above(major, minor):
    """Whether the current device can do this much."""
    from numba.cuda.api import get_current_device
    return get_current_device().compute_capability >= (major, minor)


def _unless(major, minor):
    def wrap(fn):
        """Skip unless the current device can do this much."""
        return unittest.skipUnless(cc_X_or_above(major, minor), f'requires cc >= {major}.{minor}')(fn)
    return wrap


skip_unless_cc_50, skip_unless_cc_53, skip_unless_cc_60, skip_unless_cc_75 = _unless(5, 0), _unless(5, 3), _unless(6, 0), _unless(7, 5)
skip_unless_cc_80, skip_unless_cc_90 = _unless(8, 0), _unless(9, 0)
cudadevrt_missing = False
