"""Arrays, streams and events of numba.cuda: the same source runs under numba's simulator."""
import numpy as np
from numba import cuda


def show(text, compute):
    try:
        value = compute()
        value = value.copy_to_host() if hasattr(value, 'copy_to_host') else value
        print(text, '->', repr(np.array(value) if isinstance(value, np.ndarray) else value))
    except Exception as error:
        print(text, 'raises', type(error).__name__)


a = np.arange(24.0).reshape(2, 3, 4)
f = np.asfortranarray(a[0])
rec = np.zeros(3, [('a', 'i4'), ('b', 'f8')])
rec['b'] = [1, 2, 3]
d, df, line = cuda.to_device(a), cuda.to_device(f), cuda.to_device(np.arange(10))
for text in """\
d
d.shape, d.strides, d.dtype, d.size, d.ndim, d.nbytes, d.alloc_size, len(d)
d[1]
d[1, 2]
d[1, 2, 3]
d[:, 1:, ::2]
d[-1, -2]
d[5]
d[0, 0, 0, 0]
[x.copy_to_host().sum() for x in d]
df.shape, df.strides, df.is_c_contiguous(), df.is_f_contiguous()
df.T
df.ravel(order='F')
d.reshape(4, 6)
d.reshape((6, 4))
d.reshape(-1)
d.reshape(5, 5)
d.ravel()
[part.copy_to_host() for part in line.split(4)]
line.view('i4')
line[2:5]
line[::3]
line[:0]
cuda.to_device(rec)
cuda.to_device([1, 2, 3])
cuda.to_device(np.float32(3))
cuda.to_device(np.broadcast_to(np.arange(3), (4, 3)))
cuda.device_array((2, 3), 'f4').shape
cuda.device_array(5).dtype
cuda.device_array((2, 3), order='F').strides
cuda.device_array_like(f).strides
cuda.device_array_like(a).shape
cuda.pinned_array(3, 'i4').dtype
cuda.pinned_array_like(f).strides
cuda.mapped_array((2, 2)).shape
cuda.is_available()
cuda.synchronize()
cuda.event_elapsed_time
np.asarray(d).sum()
line.copy_to_host(np.zeros(3))
line.copy_to_host(np.zeros(10))""".splitlines():
    if text != 'cuda.event_elapsed_time':
        show(text, lambda: eval(text))

line[3] = 77
line[5:8] = [1, 2, 3]
line[::4] = -1
print(line.copy_to_host())
out = np.zeros(10, int)
print(line.copy_to_host(out) is out, out)
line.copy_to_device(np.arange(10) * 2)
cuda.to_device(np.arange(10) * 3, to=line)
print(line.copy_to_host())
other = cuda.device_array_like(line)
other.copy_to_device(line)
print(other.copy_to_host())
stream = cuda.stream()
with stream.auto_synchronize():
    there = cuda.to_device(np.arange(5), stream=stream)
    print(there.copy_to_host(stream=stream))
start, end = cuda.event(), cuda.event()
start.record()
end.record(stream)
end.synchronize()
with cuda.pinned(a):
    print(cuda.to_device(a).copy_to_host().sum())
with cuda.gpus[0]:
    print(len(cuda.gpus) > 0)
cuda.select_device(0)
cuda.close()
