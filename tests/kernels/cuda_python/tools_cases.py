"""nvtx and pynvml."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pycuda"))

import cupy  # noqa: E402
from cases import case, finish, raises  # noqa: E402

import nvtx  # noqa: E402
import pynvml  # noqa: E402


@case
def ranges_around_blocks_and_functions():
    @nvtx.annotate("sum of", color="purple", domain="mine", category="arithmetic")
    def total(*numbers):
        "All of them."
        return sum(numbers)

    assert total(1, 2) == 3 and total.__name__ == "total" and total.__doc__ == "All of them."

    @nvtx.annotate()
    def plain():
        return 5

    assert plain() == 5
    with nvtx.annotate("block", color=0xff0000):
        nvtx.push_range("inner", color="green")
        nvtx.mark("here", payload=5)
        nvtx.pop_range()
    with nvtx.annotate("failing"):
        pass
    raises(ZeroDivisionError, "", nvtx.annotate("x")(lambda: 1 / 0))
    nvtx.end_range(nvtx.start_range("one", domain="two"))


@case
def domains():
    domain = nvtx.get_domain("library")
    assert nvtx.get_domain("library") is domain and domain.get_category_id("a") == domain.get_category_id("a") != domain.get_category_id("b")
    attributes = domain.get_event_attributes(message="m", color="red", category="a")
    domain.push_range(attributes)
    domain.pop_range()
    domain.end_range(domain.start_range(attributes))
    assert attributes.color == 0xffff0000
    raises(TypeError, "Invalid color", nvtx.annotate, "x", color="no such color")


@case
def nothing_before_nvml_begins():
    raises(pynvml.NVMLError_Uninitialized, "Uninitialized", pynvml.nvmlDeviceGetCount)
    assert isinstance(pynvml.NVMLError(3), pynvml.NVMLError_NotSupported) and pynvml.NVMLError(3).value == pynvml.NVML_ERROR_NOT_SUPPORTED == 3


@case
def what_a_device_tells():
    pynvml.nvmlInit()
    assert pynvml.nvmlDeviceGetCount() >= 1
    handle = pynvml.nvmlDeviceGetHandleByIndex(0)
    assert isinstance(pynvml.nvmlDeviceGetName(handle), str) and pynvml.nvmlDeviceGetIndex(handle) == 0
    memory = pynvml.nvmlDeviceGetMemoryInfo(handle)
    assert memory.total >= memory.free > 0 and memory.used >= 0
    capability = pynvml.nvmlDeviceGetCudaComputeCapability(handle)
    assert "%d%d" % capability == cupy.cuda.Device(0).compute_capability
    assert pynvml.nvmlSystemGetCudaDriverVersion() >= 12000
    raises(pynvml.NVMLError_InvalidArgument, "Invalid Argument", pynvml.nvmlDeviceGetHandleByIndex, 999)
    raises(pynvml.NVMLError, "Invalid Argument", pynvml.nvmlDeviceGetName, 5)
    if cupy._emulates():
        raises(pynvml.NVMLError_NotSupported, "Not Supported", pynvml.nvmlDeviceGetTemperature, handle, pynvml.NVML_TEMPERATURE_GPU)
        raises(pynvml.NVMLError_NotSupported, "Not Supported", pynvml.nvmlDeviceGetUtilizationRates, handle)
    else:
        assert 0 <= pynvml.nvmlDeviceGetUtilizationRates(handle).gpu <= 100
        assert pynvml.nvmlDeviceGetTemperature(handle, pynvml.NVML_TEMPERATURE_GPU) > 0
        assert pynvml.nvmlDeviceGetPciInfo(handle).busId and pynvml.nvmlSystemGetDriverVersion()
    pynvml.nvmlShutdown()
    raises(pynvml.NVMLError, "Uninitialized", pynvml.nvmlShutdown)


finish()
