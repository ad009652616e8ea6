"""cupyx.signal beside what its formulas say, element by element, in numpy and scipy; and small modules of cupy.cuda."""

from tap import lines_of, run_tests, test

HEAD = """
import cupy as cp
import cupyx.signal as cs
import numpy as np
import scipy.signal
r = np.random.RandomState(3)
x = r.rand(15)
d = cp.asarray(x)
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, *str(error).splitlines()[:1])
def close(made, wanted, tolerance=1e-9):
    return made.shape == np.shape(wanted) and np.allclose(made.get(), wanted, tolerance, tolerance)
"""


def output(program, **more):
    return lines_of(HEAD + program, **more)


@test
def cepstra_and_filters_of_higher_order():
    assert output("""
print(close(cs.real_cepstrum(d), np.fft.ifft(np.log(abs(np.fft.fft(x)))).real))
spectrum = np.fft.fft(x)
phase = np.unwrap(np.angle(spectrum))
turns = np.rint(phase[8] / np.pi)
cepstrum, delay = cs.complex_cepstrum(d)
print(close(cepstrum, np.fft.ifft(np.log(abs(spectrum)) + 1j * (phase - np.pi * turns * np.arange(15) / 8)).real), close(delay, np.full(15, turns)), turns)
decay = 0.5 ** np.arange(15.0)
print(close(cs.inverse_complex_cepstrum(*cs.complex_cepstrum(cp.asarray(decay))), decay))
least = cs.minimum_phase(d)
print(close(cp.abs(cp.fft.fft(least)), abs(np.fft.fft(x)), 1e-6), close(cs.real_cepstrum(least), np.fft.ifft(np.log(abs(np.fft.fft(x)))).real, 1e-6))
a, b = r.rand(3, 4), r.rand(2, 3, 4)
two = [sum(x[i + 2 - k] * x[i + 3 - l] * a[k, l] for k in range(3) for l in range(4)) for i in range(12)]
three = [sum(x[i + 1 - k] * x[i + 2 - l] * x[i + 3 - m] * b[k, l, m] for k in range(2) for l in range(3) for m in range(4)) for i in range(12)]
print(close(cs.convolve1d2o(d, cp.asarray(a)), two), close(cs.convolve1d3o(d, cp.asarray(b)), three))
told(lambda: cs.convolve1d2o(d, cp.asarray(a), 'full'))
told(lambda: cs.convolve1d3o(d, cp.asarray(a)))
""") == ["True", "True True -1.0", "True", "True True", "True True", "NotImplementedError Mode == full not implemented", "ValueError in2 should have three dimension"]


@test
def radar_and_filters():
    assert output("""
m = r.rand(2, 9)
weights = np.linalg.inv(np.cov(m)) @ np.ones(2)
print(close(cs.mvdr(cp.asarray(m), cp.ones(2)), weights / weights.sum()))
pulses, sent = r.rand(3, 8), r.rand(8)
t = sent * scipy.signal.get_window('hann', 8, False)
t = t / np.linalg.norm(t)
wanted = np.fft.ifft(np.fft.fft(pulses) * np.fft.fft(t).conj()).real
print(close(cs.pulse_compression(cp.asarray(pulses), cp.asarray(sent), True, 'hann'), wanted))
print(close(cs.pulse_doppler(cp.asarray(pulses), nfft=4), np.fft.fft(pulses.T, 4).T))
alpha = 4 * (1e-3 ** (-1 / 4) - 1)
wanted = [alpha / 4 * (x[i - 3:i + 4].sum() - x[i - 1:i + 2].sum()) if 3 <= i < 12 else 0 for i in range(15)]
mask, found = cs.ca_cfar(d.astype('f4'), 1, 2)
print(close(mask, wanted, 1e-4), mask.dtype, np.array_equal(found.get(), x.astype('f4') - mask.get() > 0))
g = r.rand(9, 10).astype('f4')
cells = 2 * 1 * (2 * 1 + 2 * 1 + 1) + 2 * (2 * 2 + 1) * 1
wanted = np.zeros((9, 10))
for i in range(3, 6):
    for j in range(2, 8):
        wanted[i, j] = cells * (1e-3 ** (-1 / cells) - 1) / cells * (g[i - 3:i + 4, j - 2:j + 3].sum() - g[i - 2:i + 3, j - 1:j + 2].sum())
print(close(cs.ca_cfar(cp.asarray(g), (2, 1), (1, 1))[0], wanted, 1e-3))
b = np.array([0.5, 0.3, 0.2])
print(close(cs.firfilter(cp.asarray(b), d), scipy.signal.lfilter(b, 1, x)), close(cs.firfilter_zi(cp.asarray(b)), scipy.signal.lfilter_zi(b, 1)))
print([close(cs.firfilter2(cp.asarray(b), cp.asarray(pulses.T.repeat(2, 0)), 0, pad, 4), scipy.signal.filtfilt(b, 1, pulses.T.repeat(2, 0), 0, pad, 4))
       for pad in ('odd', 'even', 'constant', None)])
print(close(cs.freq_shift(d, 2, 8), x * np.exp(-2j * np.pi * 2 / 8 * np.arange(15))))
h, s = r.rand(12), r.rand(24)
rows = np.zeros((6, 4))
for at in range(6):
    for c in range(4):
        rows[at, c] = sum(h[k * 4 + c] * s[(at - k) * 4 + 3 - c] for k in range(min(at + 1, 3)))
print(close(cs.channelize_poly(cp.asarray(s), cp.asarray(h), 4), np.fft.fft(rows).conj().T))
told(lambda: cs.ca_cfar(d, 4, 4))
told(lambda: cs.channelize_poly(cp.ones(400), cp.ones(99), 2))
""") == ["True"] * 3 + ["True float32 True", "True", "True True", "[True, True, True, True]", "True", "True",
                        "ValueError Array too small for given parameters",
                        "NotImplementedError The number of calculated taps (49) in              each filter is currently capped at 32. Please reduce filter"
                        "                 length or number of channels"]


@test
def the_compiler_has_nvrtcs_names():
    assert output("""
n = cp.cuda.nvrtc
print(n.getVersion()[0] >= 12, n.getVersion() == divmod(cp.cuda.runtime.runtimeGetVersion() // 10, 100))
program = n.createProgram('extern "C" __global__ void f() { int x = y; }', 'a.cu', (), ())
for options in (('--nonsense',), ()):
    told(lambda: n.compileProgram(program, options))
    print(n.getProgramLog(program).splitlines()[0])
n.destroyProgram(program)
told(lambda: n.destroyProgram(program))
good = n.createProgram('extern "C" __global__ void f() { }', 'a.cu', (), ())
print(n.compileProgram(good, ('-DN=2',)), repr(n.getProgramLog(good)))
stream = cp.cuda.Stream()
print(stream.is_capturing(), cp.cuda.MemoryHook.__name__, cp.float_, cp.cuda.get_rocm_path())
told(lambda: cp.disp(1))
low, high = cp.byte_bounds(cp.arange(4.0)[::-1])
print(high - low)
""") == ["True True", "NVRTCError NVRTC_ERROR_INVALID_OPTION (5)", "nvrtc: error: unrecognized option --nonsense found",
         "NVRTCError NVRTC_ERROR_COMPILATION (6)", 'a.cu(1): error: identifier "y" is undefined', "NVRTCError NVRTC_ERROR_INVALID_PROGRAM (4)", "None ''",
         "False MemoryHook <class 'numpy.float64'> None", "RuntimeError This function has been removed in NumPy v2.", "32"]


@test
def wavelets_and_sparse_arrays():
    assert output("""
import warnings
from cupyx.scipy import signal, sparse
with warnings.catch_warnings(record=True) as warned:
    warnings.simplefilter('always')
    print(signal.qmf(cp.arange(1.0, 5.0)), issubclass(warned[0].category, cp.exceptions.VisibleDeprecationWarning))
    t = np.arange(9) - 4.0
    print(close(signal.ricker(9, 2.0), 2 / (np.sqrt(6) * np.pi ** 0.25) * (1 - t ** 2 / 4) * np.exp(-t ** 2 / 8)))
    print(close(signal.morlet2(9, 2.0, 3), np.sqrt(0.5) * np.exp(1.5j * t) * np.exp(-0.125 * t ** 2) * np.pi ** -0.25))
    u = np.linspace(-2 * np.pi, 2 * np.pi, 9)
    print(close(signal.morlet(9), (np.exp(5j * u) - np.exp(-12.5)) * np.exp(-0.5 * u ** 2) * np.pi ** -0.25))
    made = signal.cwt(d, signal.ricker, [1, 2])
    print(close(made[1], np.convolve(x, signal.ricker(15, 2).get()[::-1], 'same')), made.shape, signal.cwt(d, signal.morlet2, [1]).dtype)
a = sparse.csr_array(cp.array([[1.0, 2.0], [0.0, 3.0]]))
print(type(a).__name__, (a * a).toarray().tolist(), (a @ a).toarray().tolist(), type(a.get()).__name__, type(sparse.csr_matrix(cp.eye(2)).get()).__name__)
print(type(sparse.eye_array(2)).__name__, isinstance(a, sparse.sparray), sparse.issparse(a), sparse.random_array((4, 4), density=0.5).nnz)
""") == ["[ 4. -3.  2. -1.] True", "True", "True", "True", "True (2, 15) complex128",
         "csr_array [[1.0, 4.0], [0.0, 9.0]] [[1.0, 8.0], [0.0, 9.0]] csr_array csr_matrix", "csr_array True True 8"]


run_tests()
