"""Plans of transforms: what CuPy refuses, which plans it would take, and what its cache tells; and the backends of scipy.fft."""

from tap import lines_of, run_tests, test

HEAD = """
import cupy as cp
import numpy as np
import scipy.fft
from cupyx.scipy import fft as cufft, fftpack
a = cp.arange(32.0).reshape(4, 8).astype(complex)
def told(call):
    try:
        print(call().shape)
    except Exception as error:
        print(type(error).__name__, *error.args)
"""


def output(program, **more):
    return lines_of(HEAD + program, **more)


@test
def plans_must_fit():
    assert output("""
line, both = cufft.get_fft_plan(a, axes=1), cufft.get_fft_plan(a)
print(line.nx, line.batch, line.fft_type, both.shape, both.order)
for call in (lambda: cufft.fft(a, plan=line), lambda: cufft.fft(a, 4, plan=line), lambda: cufft.ifft(a[:2], plan=line), lambda: cufft.fft(a, axis=0, plan=line),
             lambda: cufft.fft(a.astype('c8'), plan=line), lambda: cufft.fft(a, plan=both), lambda: cufft.fft2(a, plan=line),
             lambda: cufft.fftn(a, plan=both), lambda: cufft.ifftn(a[:2], plan=both), lambda: fftpack.fft2(a.T, plan=both),
             lambda: fftpack.fftn(a.astype('c8'), plan=both), lambda: cufft.hfft(a, plan=line)):
    told(call)
""") == ["8 4 105 (4, 8) C", "(4, 8)", "ValueError Target array size does not match the plan. 4 8", "ValueError Batch size does not match the plan.",
         "ValueError Target array size does not match the plan. 4 8", "ValueError cuFFT plan dtype mismatch.",
         "ValueError expected plan to have type cufft.Plan1d", "ValueError expected plan to have type cufft.PlanNd", "(4, 8)",
         "ValueError The cuFFT plan and a.shape do not match: plan.shape = (4, 8), expected_shape=(2, 8), a.shape = (2, 8)",
         "ValueError array orders mismatch (plan: C, input: F)", "ValueError cuFFT plan dtype mismatch.",
         "NotImplementedError hfft plan is currently not yet supported"]


@test
def a_block_has_transforms_take_its_plan():
    assert output("""
line, both, real = cufft.get_fft_plan(a, axes=-1), cufft.get_fft_plan(a, axes=(0, 1)), cufft.get_fft_plan(a.real.copy(), axes=1, value_type='R2C')
with line as plan:
    print(cp.cuda.cufft.get_current_plan() is plan)
    for call in (lambda: cp.fft.fft(a), lambda: np.fft.ifft(a), lambda: cp.fft.fft(a[0]), lambda: cp.fft.rfft(a.real), lambda: cufft.fft(a, plan=line)):
        told(call)
with both:
    told(lambda: cp.fft.fft2(a))
    told(lambda: cp.fft.fftn(a[:, :4]))
with real:
    told(lambda: cp.fft.rfft(a.real))
    told(lambda: cp.fft.rfft(a.real.astype('f4')))
print(cp.cuda.cufft.get_current_plan())
for call in (lambda: cufft.get_fft_plan(a[:, ::2]), lambda: cufft.get_fft_plan(a, axes=2), lambda: cufft.get_fft_plan(a, (4,), (0, 1)),
             lambda: cufft.get_fft_plan(a.reshape(2, 2, 2, 4), axes=(0, 2))):
    told(call)
out = cp.empty_like(a)
line.fft(a, out, cp.cuda.cufft.CUFFT_FORWARD)
print(cp.allclose(out, cp.fft.fft(a)), line.get_output_array(a).dtype, real.get_output_array(a.real).shape)
""") == ["True", "(4, 8)", "(4, 8)", "ValueError Batch size does not match the plan.", "ValueError cuFFT plan dtype mismatch.",
         "RuntimeError Use the cuFFT plan either as a context manager or as an argument.", "(4, 8)",
         "ValueError The cuFFT plan and a.shape do not match: plan.shape = (4, 8), expected_shape=(4, 4), a.shape = (4, 4)",
         "(4, 5)", "ValueError cuFFT plan dtype mismatch.", "None", "ValueError Input array a must be contiguous",
         "ValueError The chosen axis (2) exceeds the number of dimensions of a (2)", "ValueError Shape and axes have different lengths.",
         "ValueError An n-dimensional cuFFT plan could not be created. The axes must be contiguous and non-repeating. Between one and three axes can "
         "be transformed and either the first or last axis must be included in axes.", "True complex128 (4, 5)"]


@test
def the_cache_keeps_the_last_plans():
    assert output("""
cache = cp.fft.config.get_plan_cache()
print(cache.get_size(), cache.get_memsize(), cache.get_curr_size())
cp.fft.fft(a), cp.fft.ifft(a), cp.fft.fft2(a), cp.fft.rfft(a.real), cp.fft.irfft(a, 10), cp.fft.fft(a, axis=0)
print(cache)
print([key[0] for key, node in cache])
cache.set_size(2)
print(cache.get_curr_size(), [key[0] for key, node in cache])
cp.fft.fft(a)
print([key[0] for key, node in cache])
cache.clear()
cache.set_size(0)
cp.fft.fft(a)
print(repr(cache).splitlines()[1:5])
try:
    cache.set_size(-2)
except ValueError as error:
    print(error)
import threading
thread = threading.Thread(target=lambda: print(cp.fft.config.get_plan_cache() is cache, cp.fft.config.get_plan_cache_size()))
thread.start()
thread.join()
cp.fft.config.show_plan_cache_info()
""", CUPOLA_EMULATED_DEVICES="1", CUDA_VISIBLE_DEVICES="") == [
        "16 -1 0", "------------------- cuFFT plan cache (device 0) -------------------", "cache enabled? True", "current / max size   : 5 / 16 (counts)",
        "current / max memsize: 0 / (unlimited) (bytes)", "hits / misses: 1 / 5 (counts)", "", "cached plans (most recently used first):",
        "key: (4, 105, 8, None), plan type: Plan1d, memory usage: 0", "key: (10, 108, 4, None), plan type: Plan1d, memory usage: 0",
        "key: (8, 106, 4, None), plan type: Plan1d, memory usage: 0",
        "key: ((4, 8), (4, 8), 1, 1, (4, 8), 1, 1, 105, 1, 'C', 1, None), plan type: PlanNd, memory usage: 0",
        "key: (8, 105, 4, None), plan type: Plan1d, memory usage: 0", "", "[4, 10, 8, (4, 8), 8]", "2 [4, 10]", "[8, 4]",
        "['cache enabled? False', 'current / max size   : 0 / 0 (counts)', 'current / max memsize: 0 / (unlimited) (bytes)', "
        "'hits / misses: 0 / 0 (counts)']", "invalid input", "False 16",
        "=============== cuFFT plan cache info (all devices) ===============",
        "------------------- cuFFT plan cache (device 0) -------------------", "cache enabled? False", "current / max size   : 0 / 0 (counts)",
        "current / max memsize: 0 / (unlimited) (bytes)", "hits / misses: 0 / 0 (counts)", "", "cached plans (most recently used first):", ""]


@test
def scipys_transforms_go_to_backends():
    assert output("""
host = np.arange(4.0)
with scipy.fft.set_backend(cufft):
    print(type(scipy.fft.fft(a)).__module__, type(scipy.fft.fft(host)).__module__)
with scipy.fft.set_backend(cufft, coerce=True):
    print(type(scipy.fft.fft(host)).__module__, type(scipy.fft.dct(x=host)).__module__)
    with scipy.fft.skip_backend(cufft):
        print(type(scipy.fft.fft(host)).__module__)
with scipy.fft.set_backend(cufft, only=True):
    told(lambda: scipy.fft.fft(host))
class Mine:
    __ua_domain__ = 'numpy.scipy.fft'
    @staticmethod
    def __ua_function__(method, args, kwargs):
        if method is scipy.fft.ifft:
            return NotImplemented
        print(method.__name__, args[1:], kwargs)
        return args[0]
scipy.fft.set_global_backend(Mine)
told(lambda: scipy.fft.fft(host, 2, norm='ortho'))
told(lambda: scipy.fft.ifft(host))
scipy.fft.set_global_backend('scipy')
told(lambda: scipy.fft.fft(host, 2))
told(lambda: scipy.fft.set_global_backend(3))
told(lambda: scipy.fft.set_backend('other').__enter__())
""") == ["cupy numpy", "cupy cupy", "numpy", "BackendNotImplementedError No selected backends had an implementation for this function.",
         "fft (2,) {'norm': 'ortho'}", "(4,)",
         "BackendNotImplementedError No selected backends had an implementation for this function.", "(2,)",
         "AttributeError 'int' object has no attribute '__ua_domain__'", "ValueError Unknown backend other"]


run_tests()
