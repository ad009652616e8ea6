"""What numba's simulator has not: arrays shared with cupy, what devices tell, what is refused."""
import cupy as cp
import numpy as np
from numba import cuda

x = cp.arange(6.0).reshape(2, 3)
d = cuda.as_cuda_array(x)
d[0, 1] = 50
print(x, cuda.is_cuda_array(x), cuda.is_cuda_array(np.zeros(1)))
y = cp.asarray(cuda.to_device(np.arange(3)))
print(y + 1, type(y).__module__)
shared = cuda.to_device(np.arange(4))
cp.asarray(shared)[1] = 9
print(shared.copy_to_host(), cp.asarray(shared[::-1]), cp.asarray(shared[1:3]))
told = shared.__cuda_array_interface__
print(told['shape'], told['strides'], told['typestr'], told['version'], told['stream'])
copy = cuda.from_cuda_array_interface(told, owner=shared)
copy[0] = 4
print(shared.copy_to_host())
device = cuda.get_current_device()
print(device, device.id, device.name, device.compute_capability, device.WARP_SIZE, device.MAX_THREADS_PER_BLOCK)
print(cuda.gpus[0], len(cuda.gpus), cuda.gpus.current, cuda.current_context().device == device)
free, total = cuda.current_context().get_memory_info()
print(0 < free <= total)
cuda.select_device(1)
print(cuda.get_current_device().id, cp.cuda.Device().id, cuda.to_device(np.ones(1))._array.device)
cuda.select_device(0)
print(cuda.detect())
for stream in cuda.default_stream(), cuda.legacy_default_stream(), cuda.per_thread_default_stream(), cuda.external_stream(7):
    print(str(stream).partition(' on ')[0], int(stream), bool(stream), stream.external)
cuda.stream().add_callback(lambda stream, status, told: print('called', status, told), 5)
for text in """\
d[::-1].copy_to_host()
d[:, ::2].ravel()
cuda.to_device(np.arange(10)[::2])
d.copy_to_device(np.zeros((2, 3), 'f4'))
d.copy_to_device(cuda.to_device(np.zeros((3, 2))))
d[0, :] = [1, 2]
cuda.set_memory_manager(None)
cuda.grid(1)
cuda.shared.array(3, 'f4')
cuda.threadIdx()
cuda.nothing
cuda.open_ipc_array(0, 1, 'f4').__enter__()
list(cuda.to_device(np.zeros((2, 2))).split(1))
cuda.to_device(np.zeros((2, 2, 2))).T""".splitlines():
    try:
        exec(text)
    except Exception as error:
        print(text, type(error).__name__, error)
record = cuda.to_device(np.zeros(2, [('a', 'i4'), ('b', 'f8')]))[1]
record['b'] = 2.5
print(record["b"], record.dtype, record.copy_to_host().tobytes())
print(cuda.float32x3, cuda.float3 is cuda.float32x3, cuda.atomic.add, cuda.threadIdx)
