"""Several devices, and the smaller half of the GPU tests, on the devices that there are (emulated ones, or GPUs)."""
import json
import os
import re
import subprocess
import tempfile

from tap import CUPOLA, SOURCE, lines_of, run_tests, test


def output(program, **more):
    return lines_of("import cupy as cp\nimport numpy as np\n" + program, **more)


def script(name, **more):
    done = subprocess.run([CUPOLA, "run", os.path.join(SOURCE, "tests", "gpu", name)], env=dict(os.environ, **more), capture_output=True,
                          text=True, timeout=250)
    assert done.returncode == 0 and done.stdout.endswith("every part ran\n"), done.stdout[-500:] + done.stderr[-1500:]
    wrong = [line for line in done.stdout.splitlines() if line.startswith("not ok")]
    assert not wrong, wrong


@test
def a_kernel_of_every_primitive_runs():
    script("sanitized.py")


@test
def several_devices_work_together():
    script("devices.py", CUPOLA_EMULATED_PEERS="0")


@test
def peers_meet_with_a_warning():
    script("devices.py", CUPOLA_EMULATED_PEERS="1", CUDA_VISIBLE_DEVICES="")


@test
def a_warning_of_peers_may_be_an_error():
    lines = output("""
import warnings
from cupy._util import PerformanceWarning
warnings.simplefilter("error", PerformanceWarning)
a = cp.arange(3)
with cp.cuda.Device(1):
    b = cp.arange(3)
for work in (lambda: a + b, lambda: cp.concatenate([a, b]), lambda: cp.sum(b), lambda: np.dot(a, b), lambda: b.max()):
    try:
        print(work())
    except PerformanceWarning as warning:
        print(warning)
print(cp.cuda.runtime.deviceCanAccessPeer(0, 1), cp.cuda.runtime.deviceCanAccessPeer(1, 1), issubclass(PerformanceWarning, RuntimeWarning))
""", CUPOLA_EMULATED_PEERS="1", CUDA_VISIBLE_DEVICES="")
    told = "The device where the array resides (1) is different from the current device (0). Peer access has been activated automatically."
    assert lines == [told] * 5 + ["1 0 True"], lines


@test
def dlpack_lends_memory_of_devices():
    assert output("""
a = cp.arange(4.0)
b = cp.from_dlpack(a)
b[0] = 5
print(a, b.dtype, a.__dlpack_device__(), np.arange(2).__dlpack_device__())
print(cp.fromDlpack(a[::-1].toDlpack()), cp.from_dlpack(a.astype('c8').reshape(2, 2).T).strides)
print(np.from_dlpack(a, device='cpu'), type(np.from_dlpack(a, device='cpu')).__module__)
del a
print(b)
def told(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
told(lambda: np.from_dlpack(b))
told(lambda: b.__dlpack__(dl_device=(1, 0), copy=False))
told(lambda: cp.from_dlpack(np.arange(3)))
print(repr(b.__dlpack__()).split(' at ')[0], repr(b.__dlpack__(max_version=(1, 0))).split(' at ')[0])
""") == ["[5. 1. 2. 3.] float64 (2, 0) (1, 0)", "[3. 2. 1. 5.] (8, 16)", "[5. 1. 2. 3.] numpy", "[5. 1. 2. 3.]",
         "RuntimeError Unsupported device in DLTensor.", "ValueError GPU memory cannot be exported to CPU without making a copy",
         "TypeError CPU arrays cannot be directly imported to CuPy. Use `cupy.array(numpy.from_dlpack(input))` instead.",
         '<capsule object "dltensor" <capsule object "dltensor_versioned"']


@test
def memory_of_devices_is_shared_by_its_interface():
    assert output("""
class Lender:
    def __init__(self, array, **more):
        self.array, self.more = array, more
    @property
    def __cuda_array_interface__(self):
        return dict(self.array.__cuda_array_interface__, **self.more)
x = cp.arange(6.0).reshape(2, 3)
y = cp.asarray(Lender(x))
y[0, 0] = 9
print(x[0], y.data.ptr == x.data.ptr, cp.array(Lender(x)).data.ptr == x.data.ptr)
print(cp.asarray(Lender(x[::-1, ::2])).tolist(), cp.add(Lender(x), 1).sum(), cp.asarray(Lender(cp.zeros((0, 3)))).shape)
kept = cp.asarray(Lender(cp.arange(4)))
print(kept)
with cp.cuda.Device(0):
    print(cp.asarray(Lender(x)).device)
for wrong in (Lender(x, mask=1), Lender(x, data=(8, False)), Lender(x, shape=(10 ** 6,)), Lender(x, typestr='>f8')):
    try:
        print(cp.asarray(wrong))
    except ValueError as error:
        print(error)
host = np.zeros(6)
x.data.copy_to_host(host.ctypes.data, 48)
sevens = np.full(2, 7.0)
x.data.copy_from_host(sevens.ctypes.data, 16)
print(host, x[0])
try:
    x.data.copy_to_host(host.ctypes.data, 49)
except ValueError as error:
    print(error)
""") == ["[9. 1. 2.] True False", "[[3.0, 5.0], [9.0, 2.0]] 30.0 (0, 3)", "[0 1 2 3]", "<CUDA Device 0>",
         "CuPy currently does not support masked arrays.", "there is no memory of a device at this address",
         "there is no memory of a device at this address", "CuPy does not support the big-endian byte-order", "[9. 1. 2. 3. 4. 5.] [7. 7. 2.]",
         "the memory has 48 bytes from the address on, not 49"]


@test
def arrays_of_devices_are_got_set_pickled_and_saved():
    with tempfile.TemporaryDirectory() as folder:
        assert output("""
import copy, os, pickle, warnings
os.chdir(%r)
x = cp.arange(6.0).reshape(2, 3)
def told(call):
    try:
        return call()
    except Exception as error:
        return '%%s: %%s' %% (type(error).__name__, error)
print([x.get(order=order).flags.f_contiguous for order in 'CFAf'], x.T.get(order='A').flags.f_contiguous, x.T.get().flags.c_contiguous)
out = np.empty((2, 3), order='F')
print(x.get(out=out) is out, out.tolist())
for call in (lambda: x.get(out=np.empty(3)), lambda: x.get(out=np.empty((2, 3), 'f4')), lambda: x.get(order='X'), lambda: x.set([1]),
             lambda: x.set(np.zeros((3, 3))), lambda: x.set(np.zeros((2, 3), 'f4')), lambda: x[:, ::2].set(np.zeros((2, 2)))):
    print(told(call))
x.set(out * 2)
again = pickle.loads(pickle.dumps(x.T))
print(type(again).__module__, again.flags.f_contiguous, again.sum(), copy.deepcopy(x)[1], pickle.loads(x.dumps()).shape)
x.dump('x.pickle')
cp.save('x.npy', x)
cp.savez('x.npz', x, last=cp.ones(2))
cp.savetxt('x.txt', x, fmt='%%d')
with cp.load('x.npz') as archive:
    print(pickle.load(open('x.pickle', 'rb')).sum(), type(cp.load('x.npy')).__module__, archive['arr_0'].sum(), archive['last'], open('x.txt').read())
print(cp.array2string(x[0], precision=1), cp.format_float_positional(x[0, 1]), x.ptp(axis=0))
z = cp.zeros(4)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter('always')
    z.scatter_add(cp.array([0, 0, 1]), cp.array([1.0, 2.0, 3.0]))
    z.scatter_max(0, 7)
    z.scatter_min([3], -1.0)
print(z, caught[0].message)
print(told(lambda: cp.zeros(2, 'i1').scatter_add(0, 1)))
""" % folder) == ["[False, True, False, True] True True", "True [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]",
                  "ValueError: Shape mismatch. Expected shape: (2, 3), actual shape: (3,)",
                  "TypeError: float32 array cannot be obtained from float64 array", "ValueError: unsupported order: X",
                  "TypeError: Only numpy.ndarray can be set to cupy.ndarray",
                  "ValueError: Shape mismatch. Old shape: (2, 3), new shape: (3, 3)",
                  "TypeError: float32 array cannot be set to float64 array", "RuntimeError: Cannot set to non-contiguous array",
                  "cupy True 30.0 [ 6.  8. 10.] (2, 3)", "30.0 cupy 30.0 [1. 1.] 0 2 4", "6 8 10", "", "[0. 2. 4.] 2. [6. 6. 6.]",
                  "[ 7.  3.  0. -1.] `ndarray.scatter_add` is deprecated. Please use `cupy.add.at` instead.",
                  "TypeError: cupy.add.at only supports int32, int64, float16, float32, float64, uint32, uint64 as data type"]


@test
def scipy_on_devices_writes_outputs_and_has_every_room():
    lines = output("""
import scipy, scipy.ndimage, scipy.signal, scipy.stats, scipy.interpolate, scipy.spatial
import cupyx, cupyx.scipy, cupyx.scipy.ndimage, cupyx.scipy.signal, cupyx.scipy.signal.windows, cupyx.scipy.stats
import cupyx.scipy.interpolate, cupyx.scipy.spatial, cupyx.scipy.spatial.distance
image = np.random.RandomState(0).rand(6, 8)
def grids(xp, sp, work):
    x = xp.asarray(image)
    out = xp.zeros_like(x)
    result = work(xp, sp, x, out)
    return [part.tolist() for part in (result if isinstance(result, tuple) else (result,))], out.tolist(), type(result)
works = [
    lambda xp, sp, x, out: sp.ndimage.zoom(x, 1, output=out),
    lambda xp, sp, x, out: (sp.ndimage.rotate(x, 30, reshape=False, output=out), out)[1],
    lambda xp, sp, x, out: sp.ndimage.grey_erosion(x, 3, output=out[::-1]),
    lambda xp, sp, x, out: (sp.ndimage.distance_transform_edt(x > 0.5, distances=out), out)[1],
    lambda xp, sp, x, out: sp.ndimage.map_coordinates(x, xp.indices((6, 8)) * 0.5, out),
    lambda xp, sp, x, out: sp.signal.medfilt(x),
    lambda xp, sp, x, out: sp.signal.butter(2, 0.3),
    lambda xp, sp, x, out: sp.signal.sosfilt(sp.signal.butter(2, 0.3, output='sos'), x),
    lambda xp, sp, x, out: sp.signal.find_peaks(x[0])[0],
    lambda xp, sp, x, out: sp.signal.windows.kaiser(5, 2.0),
    lambda xp, sp, x, out: sp.signal.TransferFunction([1.0], [1.0, 2.0]).step(T=xp.arange(4.0))[1],
    lambda xp, sp, x, out: sp.stats.zscore(x, axis=1),
    lambda xp, sp, x, out: sp.interpolate.CubicSpline(xp.arange(8.0), x, axis=1).derivative()(xp.asarray([1.5, 2.5])),
    lambda xp, sp, x, out: sp.interpolate.PPoly.from_spline(sp.interpolate.make_interp_spline(xp.arange(8.0), x[0])).c,
    lambda xp, sp, x, out: sp.spatial.KDTree(x).query(x[:2] + 0.1),
    lambda xp, sp, x, out: sp.spatial.distance.cdist(x, x),
]
for work in works:
    on_host, on_device = grids(np, scipy, work), grids(cp, cupyx.scipy, work)
    print(on_host[:2] == on_device[:2], on_device[2].__module__)
print(isinstance(cupyx.scipy.interpolate.CubicSpline(cp.arange(4.0), cp.ones(4)), cupyx.scipy.interpolate.PPoly))
print(cupyx.scipy.get_array_module(cp.ones(2)).__name__, cupyx.scipy.get_array_module(1).__name__)
a = cp.zeros(3, 'f4')
cupyx.scatter_add(a, cp.array([0, 0, 2]), 1)
cupyx.scatter_max(a, 1, 5)
print(a, cupyx.rsqrt(cp.array([4, 16])), cupyx.rsqrt(cp.array([4], 'f4')).dtype)
with cupyx.errstate(linalg='raise'):
    print(cupyx.geterr()['linalg'])
print(cupyx.geterr()['linalg'])
""")
    assert all(line.split()[0] == "True" for line in lines[:17]), lines
    assert lines[17:] == ["cupyx.scipy scipy", "[2. 5. 1.] [0.5  0.25] float32", "raise", "ignore"], lines


@test
def functions_of_the_user_and_polynomials_work_on_devices():
    lines = output("""
works = [
    lambda xp, x: xp.vectorize(lambda a: a + 1 if a > 2 else a)(x),
    lambda xp, x: xp.apply_along_axis(lambda v: xp.outer(v, v), 0, x),
    lambda xp, x: xp.apply_along_axis(lambda v: v.sum(), -1, x),
    lambda xp, x: xp.apply_over_axes(xp.sum, x, [0, 1]),
    lambda xp, x: xp.piecewise(x, [x < 2, x > 3], [10, 20, 30]),
    lambda xp, x: xp.roots(x[0] + 1),
    lambda xp, x: xp.poly(x[0]),
    lambda xp, x: (xp.poly1d(x[1]) * xp.poly1d(x[0]) + 1).coeffs,
    lambda xp, x: xp.poly1d(x[1])(x),
    lambda xp, x: xp.poly1d(x[1]).deriv().roots,
    lambda xp, x: xp.histogramdd(x, bins=2)[0],
    lambda xp, x: xp.trim_zeros(x[0]),
    lambda xp, x: xp.require(x, requirements='F').copy('F'),
    lambda xp, x: xp.asarray_chkfinite(x),
    lambda xp, x: xp.unique_all(x[0]).values,
    lambda xp, x: xp.cumulative_sum(x[0]),
    lambda xp, x: xp.sort_complex(x[0][::-1]),
    lambda xp, x: xp.concat([x, x]) + xp.permute_dims(xp.matrix_transpose(x), (1, 0)).sum(),
    lambda xp, x: xp.linalg.eigvals(xp.asarray([[0.0, 1], [-1, 0]])),
    lambda xp, x: xp.linalg.eig(xp.asarray([[2.0, 1], [1, 3]]))[1].real,
    lambda xp, x: xp.linalg.tensorsolve(xp.eye(4).reshape(2, 2, 2, 2), xp.ones((2, 2))),
    lambda xp, x: xp.polynomial.polynomial.polyvander(x[0], 2),
    lambda xp, x: xp.polynomial.polynomial.polyval(x, xp.asarray([1.0, 2.0])),
]
values = np.arange(6.0).reshape(2, 3)
for number, work in enumerate(works):
    on_host, on_device = work(np, values), work(cp, cp.asarray(values))
    if not (isinstance(on_device, cp.ndarray) and on_host.dtype == on_device.dtype and on_host.tolist() == on_device.tolist()):
        print('differs', number, on_host, on_device)
p = cp.poly1d([1, 2, 3])
print(p(2), p.order, p[0], p == p, repr(p), isinstance(p.roots, cp.ndarray))
@cp.memoize()
def once(n):
    print('once')
    return n
print(once(2) + once(2))
cp.clear_memo()
once(2)
def told(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
print(cp.piecewise(cp.arange(-3.0, 3), [cp.arange(-3, 3) < 0], [lambda v: -v, 10]), list(p)[0], p.get())
told(lambda: cp.piecewise(cp.arange(3), [cp.arange(3) < 1], [1, 2, 3]))
told(lambda: cp.asarray_chkfinite(cp.array([cp.nan])))
told(lambda: cp.require(cp.ones(2), requirements=['C', 'F']))
told(lambda: cp.arange(3).sum(axis=2))
import cupyx
try:
    with cupyx.errstate(linalg='raise'):
        cp.linalg.cholesky(-cp.eye(2))
except cp.linalg.LinAlgError as error:
    print(error, cp.exceptions.AxisError is cp.AxisError, cp.isfortran(cp.ones((2, 3)).T), cp.row_stack([cp.ones(2)] * 2).shape, cp.trapz(cp.ones(3)))
""")
    assert lines == ["11 2 3 True poly1d([1, 2, 3]) True", "once", "4", "once",
                     "[ 3.  2.  1. 10. 10. 10.] 1    2", "1 x + 2 x + 3",
                     "ValueError with 1 condition(s), either 1 or 2 functions are expected", "ValueError array must not contain infs or NaNs",
                     'ValueError Cannot specify both "C" and "F" order', "AxisError axis 2 is out of bounds for array of dimension 1",
                     "Error reported by dpotrf in cuSOLVER. devInfo = [1]. Please refer to the cuSOLVER documentation. True True (2, 2) 2.0"], lines


@test
def solvers_tell_of_failures_when_asked():
    assert output("""
import cupyx, threading
a, b = cp.array([[1.0, 2.0], [2.0, 4.0]]), cp.array([[1.0, 2.0], [2.0, 1.0]])
def told(call):
    try:
        print(call().tolist())
    except np.linalg.LinAlgError as error:
        print(error)
def all_of_them():
    told(lambda: cp.isfinite(cp.linalg.inv(a)))
    told(lambda: cp.isfinite(cp.linalg.solve(a, cp.ones(2))))
    told(lambda: cp.isfinite(np.linalg.inv(cp.stack([b, a.astype('f4')])))[:, 0])
    told(lambda: cp.linalg.cholesky(b)[0])
    told(lambda: cp.linalg.inv(b) @ b > 0.5)
all_of_them()
with cupyx.errstate(linalg='raise'):
    all_of_them()
    print(cupyx.geterr()['linalg'])
    told(lambda: np.linalg.inv(a.get()))
print(cupyx.geterr()['linalg'], cupyx.seterr(linalg='raise')['linalg'], cupyx.geterr())
thread = threading.Thread(target=lambda: print(cupyx.geterr()['linalg']))
thread.start()
thread.join()
for wrong in (lambda: cupyx.seterr(divide='warn'), lambda: cupyx.seterr(linalg='warn')):
    try:
        wrong()
    except NotImplementedError:
        print('refused')
""") == ["[[False, False], [False, False]]", "[False, False]", "[[True, True], [False, False]]", "[1.0, 0.0]", "[[True, False], [False, True]]",
         "Error reported by dgetrf in cuSOLVER. devInfo = [2]. Please refer to the cuSOLVER documentation.",
         "Error reported by dgetrf in cuSOLVER. devInfo = [2]. Please refer to the cuSOLVER documentation.",
         "Error reported by dgetrfBatched in cuBLAS. infoArray/devInfoArray = [0 2]. Please refer to the cuBLAS documentation.",
         "Error reported by dpotrf in cuSOLVER. devInfo = [2]. Please refer to the cuSOLVER documentation.", "[[True, False], [False, True]]", "raise",
         "Singular matrix", "ignore ignore {'divide': None, 'over': None, 'under': None, 'invalid': None, 'linalg': 'raise'}", "ignore", "refused", "refused"]


@test
def streams_nest_and_kernels_take_structs():
    assert output("""
def told(call):
    try:
        call()
    except Exception as error:
        print(type(error).__name__, error)
stream, null = cp.cuda.Stream(priority=-9), cp.cuda.Stream.null
with stream:
    with stream:
        with cp.cuda.Stream(non_blocking=True) as inner:
            print(cp.cuda.get_current_stream() == inner, inner.is_non_blocking, stream.is_non_blocking)
        print(cp.cuda.get_current_stream() == stream)
    print(cp.cuda.get_current_stream() == stream)
print(cp.cuda.get_current_stream() == null, stream.priority, null.priority)
stream.add_callback(lambda *told: print(told[0] is stream, told[1:]), 'x')
timed, untimed = cp.cuda.Event(), cp.cuda.Event(disable_timing=True)
timed.record()
untimed.record()
told(lambda: cp.cuda.get_elapsed_time(timed, untimed))
code = cp.RawModule(code='''
struct P { float a; double b; int c; };
extern "C" __global__ void fields(P p, double *o) { o[0] = p.a; o[1] = p.b; o[2] = p.c; }
extern "C" __global__ void flag(bool b, double *o) { o[0] = b; }
''')
out = cp.zeros(3)
struct = np.array([(1.5, 2.5, 7)], np.dtype([('a', 'f4'), ('b', 'f8'), ('c', 'i4')], align=True))
code.get_function('fields')((1,), (1,), (struct, out))
print(out)
code.get_function('flag')((1,), (1,), (np.array(True), out))
print(out[0])
told(lambda: code.get_function('flag')((1,), (1,), (np.zeros(3), out)))
memory = cp.cuda.UnownedMemory(out.data.ptr, 24, [out])
again = cp.ndarray(3, 'f8', cp.cuda.MemoryPointer(memory, 0))
again[0] = 9
print(out, memory.device_id, memory.device)
told(lambda: cp.cuda.UnownedMemory(8, 24, None))
""") == ["True True False", "True", "True", "True -5 0", "True (0, 'x')",
         "CUDARuntimeError cudaErrorInvalidResourceHandle: invalid resource handle", "[1.5 2.5 7. ]", "1.0",
         "TypeError You are trying to pass a numpy.ndarray of shape (3,) as a kernel parameter. Only numpy.ndarrays of size one can be passed "
         "by value. If you meant to pass a pointer to __global__ memory, you need to pass a cupy.ndarray instead.", "[9.  2.5 7. ] 0 <CUDA Device 0>",
         "ValueError there is no memory of a device at this address"]


@test
def arrays_are_copied_to_the_current_device():
    if int(output("print(cp.cuda.runtime.getDeviceCount())")[0]) < 2:
        return
    assert output("""
import copy
with cp.cuda.Device(1) as device:
    a = cp.arange(6).reshape(2, 3)
    print(device.use() is device)
for made in (a.copy(), a.copy('F'), cp.copy(a), a.T.copy('K'), a[:, ::2].copy(), a.flatten(), cp.array(a), copy.copy(a), copy.deepcopy(a)):
    print(made.device.id, made.flags.c_contiguous, made.flags.f_contiguous, made.tolist())
""") == ["True", "0 True False [[0, 1, 2], [3, 4, 5]]", "0 False True [[0, 1, 2], [3, 4, 5]]", "0 True False [[0, 1, 2], [3, 4, 5]]",
         "0 False True [[0, 3], [1, 4], [2, 5]]", "0 True False [[0, 2], [3, 5]]", "0 True True [0, 1, 2, 3, 4, 5]",
         "0 True False [[0, 1, 2], [3, 4, 5]]", "0 True False [[0, 1, 2], [3, 4, 5]]", "1 True False [[0, 1, 2], [3, 4, 5]]"]


@test
def arrays_are_made_as_cupys_are():
    assert output("""
a = cp.asarray([1, 258], 'i2', blocking=True)
print(cp.array(a, 'f4', True, 'C', False, 2, blocking=True), cp.asanyarray(a, copy=None, blocking=False) is a, cp.asarray(a, copy=True) is a)
for call in (lambda: cp.array([1], copy=False), lambda: cp.asarray(a, 'f8', copy=False), lambda: cp.asarray(a, copy=False) is a):
    try:
        print(call())
    except ValueError as error:
        print(error)
print(a.byteswap(), cp.array([1 + 2j]).byteswap().byteswap(), cp.arange(2, dtype='u1').byteswap(), a.byteswap(True) is a, a)
print(np.array_equal(cp.arange(6.0).reshape(2, 3).T.byteswap().get(), np.arange(6.0).reshape(2, 3).T.byteswap()))
""") == ["[[  1. 258.]] True False", "[1]",
         "Unable to avoid copy while creating an array as requested.", "True", "[256 513] [1.+2.j] [0 1] True [256 513]", "True"]


@test
def events_and_streams_wait_for_nothing():
    assert output("""
import numpy
event, later = cp.cuda.Event(), cp.cuda.Event()
print(event.done, cp.cuda.Event(disable_timing=True, interprocess=True).done, event.ptr != later.ptr)
def told(call):
    try:
        print(call())
    except (ValueError, RuntimeError, TypeError) as error:
        print(type(error).__name__, error)
told(lambda: cp.cuda.Event(interprocess=True))
told(lambda: cp.cuda.get_elapsed_time(event, later))
event.record()
x = cp.arange(1 << 20, dtype='f8')
y = (x * 2).sum()
later.record()
later.synchronize()
print(event.done, later.done, cp.cuda.get_elapsed_time(event, later) >= 0, float(y))
stream = cp.cuda.Stream(non_blocking=True)
stream.synchronize()
print(stream.done, cp.cuda.Stream(null=True), cp.cuda.get_current_stream() == cp.cuda.Stream.null, stream.__cuda_stream__()[0])
class Lent:
    def __cuda_stream__(self):
        return 0, 77
with cp.cuda.Stream.from_external(Lent()) as lent:
    print(lent, cp.cuda.get_current_stream() is lent, cp.cuda.get_current_stream().ptr)
told(lambda: cp.cuda.Stream.from_external(3))
print(repr(cp.cuda.Stream.null), cp.cuda.Stream.ptds.ptr)
if cp.cuda.runtime.getDeviceCount() > 1:
    with cp.cuda.Device(1):
        told(stream.use)
        print(cp.cuda.get_current_stream() == cp.cuda.Stream.null)
else:
    print('RuntimeError The device that the stream is created on (0) does not match with the current device (1)')
    print(True)
""") == ["True True True", "ValueError Timing must be disabled for interprocess events",
         "CUDARuntimeError cudaErrorInvalidResourceHandle: invalid resource handle", "True True True 1099510579200.0", "True <Stream 0 (device -1)> True 0",
         "<Stream 77 (device -1)> True 77", "TypeError Object of type int does not implement the CUDA stream protocol (__cuda_stream__ method)",
         "<Stream 0 (device -1)> 2",
         "RuntimeError The device that the stream is created on (0) does not match with the current device (1)", "True"]


@test
def sparse_systems_of_devices_are_solved():
    assert output("""
import cupyx.scipy.sparse as sparse
import cupyx.scipy.sparse.linalg as linalg
a = sparse.csr_matrix(cp.array([[4.0, 1, 0], [1, 3, 1], [0, 1, 2]]))
b = cp.array([1.0, 2, 3])
for x in (linalg.spsolve(a, b), linalg.cg(a, b)[0], linalg.gmres(a, b)[0], linalg.lsqr(a, b)[0], linalg.factorized(a.tocsc())(b),
          linalg.splu(a.tocsc()).solve(b)):
    print(type(x).__module__, bool(cp.allclose(a @ x, b, atol=1e-4)))
print(float(linalg.norm(a)) ** 2, type(linalg.eigsh(a, k=1)[0]).__module__)
""") == ["cupy True"] * 6 + ["33.0 cupy"]


def notebook(*cells):
    """What each cell of a notebook prints or shows."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cells.ipynb")
        with open(path, "w") as file:
            json.dump({"cells": [{"cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None} for cell in cells],
                       "metadata": {}, "nbformat": 4, "nbformat_minor": 4}, file)
        done = subprocess.run([CUPOLA, "run", path, "-o", path, "--allow-errors"], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        with open(path) as file:
            cells = json.load(file)["cells"]
    texts = [[output.get("text") or output.get("data", {}).get("text/plain") or output.get("evalue") for output in cell["outputs"]
              if output.get("name") != "stderr"] for cell in cells]
    return ["".join("".join(part) for part in text) for text in texts]


TIMES = r"%s *:    CPU: +[\d.]+ us   \+/- +[\d.]+ \(min: +[\d.]+ / max: +[\d.]+\) us"
BOTH = TIMES + r"     GPU-0: +[\d.]+ us   \+/- +[\d.]+ \(min: +[\d.]+ / max: +[\d.]+\) us"


@test
def benchmarks_are_worded_as_cupys():
    shown = notebook("import cupy as cp\nfrom cupyx.profiler import benchmark, time_range, profile\nx = cp.ones(100)\n%load_ext cupyx.profiler",
                     "%gpu_timeit -n 5 x + 1", "%%gpu_timeit -n 5 -w 1\ny = x + 1\ny.sum()", "%gpu_timeit --never x",
                     "b = benchmark(len, (x,), n_repeat=5)\nprint(b.to_str())\nb",
                     "print(b)\nwith time_range('a', color_id=1, sync=True), profile(): pass\n@time_range()\ndef f(): return 3\nprint(f(), f.__name__)")
    assert re.fullmatch(BOTH % "run" + "\n", shown[1]) and re.fullmatch(BOTH % "run" + "\n", shown[2]), shown
    assert re.fullmatch(TIMES % "len" + "\n" + BOTH % "len", shown[4]) and re.fullmatch(BOTH % "len" + "\n3 f\n", shown[5]), shown


@test
def idle_devices_are_given_back_and_arrays_come_back():
    shown = notebook(
        "import cupy as cp, numpy as np\npool = cp.get_default_memory_pool()\na = cp.arange(1000.); b = a.reshape(10, 100)[:, ::2]; c = a * 2 + 1\n"
        "e = cp.zeros((0, 3)); d = cp.asarray(np.arange(5))\nk = cp.RawKernel('extern \"C\" __global__ void f(double *x) { x[threadIdx.x] += 1; }', 'f')\n"
        "k((1,), (1000,), (c,))\nprint(pool.used_bytes() > 0)",
        "%device release", "print(pool.used_bytes(), pool.total_bytes())",
        "print(float(b.sum()), float((a + c).sum()), pool.used_bytes() > 0)",
        "b[0, 0] = 5; k((1,), (5,), (c,)); d += 1\nprint(a[0], c[:7], d[d > 2], e.shape)",
        "%device release",
        "x = a + c; y = cp.sin(a) * c; print(float(x[3]), x.shape); del a; print(b[0, :2], cp.asnumpy(c)[:2], (c > 3).sum(), np.sum(c))",
        "q = c.data.ptr\n%device release", "print(c.data.ptr == q, float(x[3]), float(y[0]))",
        "del b, c, d, e, x, y\n%device release", "print(pool.total_bytes())", "%device release now")
    assert shown[0] == "True\n" and shown[2] == "0 0\n", shown
    assert shown[1].startswith("device 0: 4 arrays (0.0 MiB) moved to the host, the device is given back\n"), shown[1]
    assert shown[3] == "249500.0 1500500.0 True\n", shown[3]
    assert shown[4] == "5.0 [ 3.  5.  7.  9. 11. 12. 14.] [3 4 5] (0, 3)\n", shown[4]
    assert shown[6] == "12.0 (1000,)\n[5. 2.] [3. 5.] 999 1001005.0\n", shown[6]
    assert "its context stays for arrays whose addresses are in use: 1\n" in shown[7], shown[7]
    assert shown[8] == "True 12.0 -2.8767728239894153\n" and shown[10] == "0\n", shown[8:]


@test
def tf32_rounds_products_or_warns():
    program = """
import warnings
x = np.random.RandomState(3).rand(40, 40).astype("f4")
def rounded(a):
    bits = a.view("u4") + np.uint32(0x1000) & np.uint32(0xffffe000)
    return bits.view("f4").astype("f8")
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    product = cp.asnumpy(cp.asarray(x) @ cp.asarray(x))
print([float(np.abs(product - wanted).max()) < 1e-5 for wanted in (x.astype("f8") @ x.astype("f8"), rounded(x) @ rounded(x))])
print([str(w.message) for w in caught], [w.category.__name__ for w in caught])
print(cp.cuda.Device().compute_capability)
"""
    warned = ("['COMPUTE_TYPE_BF16 and COMPUTE_TYPE_TF32 are only available on GPUs with compute capability 8.0 or higher. "
              "COMPUTE_TYPE_DEFAULT will be used instead.'] ['UserWarning']")
    emulated = {"CUDA_VISIBLE_DEVICES": ""}
    assert output(program, CUPY_TF32="0", **emulated) == ["[True, False]", "[] []", "90"]
    assert output(program, CUPY_TF32="1", **emulated) == ["[False, True]", "[] []", "90"]
    assert output(program, CUPY_TF32="1", CUPOLA_EMULATED_CAPABILITY="75", **emulated) == ["[True, False]", warned, "75"]


@test
def floats_become_integers_as_on_a_gpu():
    lines = output("""
x = cp.array([np.inf, -np.inf, 3e9, -3e9, 300.7, -3.5, -1])
for t in 'bBhHiIqQ':
    print(*x.astype(t).tolist())
print(*cp.array([np.nan], 'f4').astype('i4').tolist(), *cp.array([np.nan], 'f4').astype('i8').tolist())
z = cp.zeros(7, 'u1')
z[...] = x
print(*z.tolist())
z[cp.arange(7)] = x * 2
print(*z.tolist(), *cp.add(x, 1, out=cp.zeros(7, 'i4'), casting='unsafe').tolist(), *(x[:2] + 1j).real.astype('i4').tolist())
kernel = cp.ElementwiseKernel('float64 x', 'T y', 'y = (T)x', 'to_integer')
for t in 'bBhHiIqQ':
    print(bool((kernel(x, cp.zeros(7, t)) == x.astype(t)).all()))
print(*np.array([300.0, -1.0]).astype('u1').tolist())
""")
    assert lines == [
        "-1 0 -1 0 44 -3 -1", "255 0 0 0 44 0 0", "-1 0 -1 0 300 -3 -1", "65535 0 24064 0 300 0 0",
        "2147483647 -2147483648 2147483647 -2147483648 300 -3 -1", "4294967295 0 3000000000 0 300 0 0",
        "9223372036854775807 -9223372036854775808 3000000000 -3000000000 300 -3 -1", "18446744073709551615 0 3000000000 0 300 0 0",
        "0 -9223372036854775808", "255 0 0 0 44 0 0",
        "255 0 255 0 89 0 0 2147483647 -2147483648 2147483647 -2147483648 301 -2 0 2147483647 -2147483648"] + ["True"] * 8 + ["44 255"], lines


@test
def versions_and_devices_are_shown():
    lines = output("cp.show_config()")
    assert lines[0].startswith("OS                           : Linux") and "CuPy Platform                : NVIDIA CUDA" in lines, lines
    assert any(line.startswith("Device 0 Name                : ") for line in lines), lines


@test
def errors_of_the_compiler_show_the_line():
    lines = output("""
try:
    cp.RawKernel('extern "C" __global__ void f(int *a) {\\n    a[0] = q;\\n}', 'f')((1,), (1,), (cp.zeros(1, 'i4'),))
except cp.cuda.compiler.CompileException as error:
    print(error)
""")
    assert lines[0].endswith('(2): error: identifier "q" is undefined') and lines[1].strip() == "a[0] = q;", lines  # some compilers keep the indentation


run_tests()
