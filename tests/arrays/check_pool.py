"""The memory pool of a device: the numbers that CuPy's own documentation prints, splitting and joining, limits, and what is said
when there is no more. On the device that there is: an emulated one, or a GPU."""
import os
import subprocess

from tap import CUPOLA, lines_of, run_tests, test


def output(program, **more):
    return lines_of("import cupy as cp\npool = cp.get_default_memory_pool()\n" + program, **more)


@test
def an_array_takes_512_bytes_at_least_and_gives_them_back():
    assert output("""
print(pool.used_bytes(), pool.total_bytes())
a = cp.arange(100, dtype='float32')
print(pool.used_bytes(), pool.total_bytes(), pool.n_free_blocks())
a = None
print(pool.used_bytes(), pool.total_bytes(), pool.free_bytes(), pool.n_free_blocks())
pool.free_all_blocks()
print(pool.used_bytes(), pool.total_bytes(), pool.n_free_blocks())
""") == ["0 0", "512 512 0", "0 512 512 1", "0 0 0"]


@test
def a_free_block_is_split_and_joined_again():
    assert output("""
a = cp.zeros(100000); float(a[0]); a = None
b = cp.zeros(64); c = cp.zeros(65)
print(pool.used_bytes(), pool.total_bytes(), pool.n_free_blocks())
b = None
print(pool.used_bytes(), pool.n_free_blocks())
pool.free_all_blocks()
print(pool.total_bytes())
c = None
print(pool.n_free_blocks(), pool.free_bytes())
""") == ["1536 800256 1", "1024 2", "800256", "1 800256"]


@test
def a_limit_holds_and_the_session_goes_on():
    assert output("""
pool.set_limit(size=1 << 20)
print(pool.get_limit())
a = cp.zeros(1000)
try:
    b = cp.zeros(1 << 20)
    float(b.sum())
except cp.cuda.memory.OutOfMemoryError as error:
    print(isinstance(error, MemoryError), error)
print(float(a.sum()), pool.used_bytes())
pool.set_limit(size=0)
print(float(cp.ones(1 << 20).sum()))
""") == ["1048576", "True Out of memory allocating 8,388,608 bytes (allocated so far: 8,192 bytes, limit set to: 1,048,576 bytes).", "0.0 8192",
         "1048576.0"]


@test
def memory_that_no_device_has_is_refused():
    lines = output("""
try:
    cp.zeros(1 << 46)[0]
except cp.cuda.memory.OutOfMemoryError as error:
    print(error)
print(cp.arange(3))
""")
    assert lines == ["Out of memory allocating 562,949,953,421,312 bytes (allocated so far: 0 bytes).", "[0 1 2]"], lines


@test
def wrong_limits_are_refused():
    assert output("""
for limit in {'size': -1}, {'fraction': 2}, {'size': 1, 'fraction': 0.5}:
    try:
        pool.set_limit(**limit)
    except ValueError as error:
        print(error)
pool.set_limit(fraction=0)
print(pool.get_limit())
""")[-1] == "0"


@test
def the_environment_sets_a_limit():
    assert output("print(pool.get_limit())", CUPY_GPU_MEMORY_LIMIT="1000000") == ["1000000"]
    assert 0 < int(output("print(pool.get_limit())", CUPY_GPU_MEMORY_LIMIT="50%")[0]) < 1 << 50
    done = subprocess.run([CUPOLA, "-c", "import cupy; cupy.zeros(1)"], env=dict(os.environ, CUPY_GPU_MEMORY_LIMIT="much"), capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 1 and done.stderr.endswith("ValueError: CUPY_GPU_MEMORY_LIMIT is no number of bytes: 'much'\n"), done.stderr


@test
def pinned_memory_keeps_its_books():
    assert output("""
import numpy, cupyx
pinned = cp.get_default_pinned_memory_pool()
host = numpy.ndarray(100, dtype=numpy.float32)
print(pinned.n_free_blocks())
a = cp.array(host)
print(pool.used_bytes(), pinned.n_free_blocks())
a = None
pool.free_all_blocks(); pinned.free_all_blocks()
print(pool.total_bytes(), pinned.n_free_blocks())
memory = cp.cuda.alloc_pinned_memory(1000)
x = numpy.frombuffer(memory, numpy.float64, 100)
x[:] = 3
print(type(x).__name__, x.sum(), memory.mem.size, memory.size(), pinned.n_free_blocks())
print(float(cp.asarray(x).sum()), pinned.n_free_blocks())
del memory, x
print(pinned.n_free_blocks())
z = cupyx.zeros_pinned((3, 4), 'f4')
print(z.sum(), z.dtype, cupyx.empty_like_pinned(z.T).flags.f_contiguous, cupyx.zeros_like_pinned(z).shape)
""") == ["0", "512 1", "0 0", "ndarray 300.0 1024 1024 0", "300.0 1", "2", "0.0 float32 True (3, 4)"]


@test
def each_pool_keeps_books_of_its_own():
    assert output("""
mine = cp.cuda.MemoryPool()
a = cp.zeros(100)
print(pool is cp.get_default_memory_pool(), pool.used_bytes(), mine.used_bytes(), mine.get_limit())
cp.cuda.set_allocator(mine.malloc)
print(cp.cuda.get_allocator() == mine.malloc)
b = cp.zeros(1000)
c = cp.ones(64)
print(pool.used_bytes(), mine.used_bytes(), mine.total_bytes())
b = None
print(mine.used_bytes(), mine.free_bytes(), mine.n_free_blocks(), pool.n_free_blocks())
mine.free_all_blocks()
print(mine.total_bytes(), pool.total_bytes())
mine.set_limit(size=4096)
try:
    cp.zeros(1000)
except cp.cuda.OutOfMemoryError as error:
    print(error)
cp.cuda.set_allocator(pool.malloc)
d = cp.zeros(1000)
print(pool.used_bytes(), pool.get_limit())
del mine
print(float(c.sum()))
""") == ["True 1024 0 0", "True", "1024 8704 8704", "512 8192 1 0", "512 1024",
         "Out of memory allocating 8,192 bytes (allocated so far: 512 bytes, limit set to: 4,096 bytes).", "9216 0", "64.0"]


@test
def allocators_are_called():
    assert output("""
asked = []
def mine(size):
    asked.append(size)
    return cp.cuda.MemoryPointer(cp.cuda.Memory(size), 0)
cp.cuda.set_allocator(mine)
x = cp.empty(10)
y = x[2:]
print(asked, type(x.data.mem).__name__, x.data.mem.size, y.data.ptr - x.data.ptr, pool.used_bytes(), cp.cuda.get_allocator() is mine)
asked.clear()
z = x + 1
print(asked, cp.cuda.alloc(1000).size, asked)
for wrong in (lambda size: 3, lambda size: None, lambda size: 1 / 0, lambda size: cp.cuda.MemoryPointer(cp.cuda.Memory(8), 0)):
    cp.cuda.set_allocator(wrong)
    try:
        cp.empty(2)
    except (TypeError, ValueError, ZeroDivisionError) as error:
        print(error)
cp.cuda.set_allocator(None)
q = cp.zeros(1000)
print(pool.used_bytes(), cp.cuda.get_allocator() is cp.cuda.memory._malloc, float(q.sum()))
""") == ["[80] Memory 80 16 0 True", "[80, 1000] 1000 [80, 1000]", "Cannot convert int to cupy.cuda.memory.MemoryPointer",
         "Cannot convert NoneType to cupy.cuda.memory.MemoryPointer", "division by zero", "the allocator gave 8 bytes, not 16", "0 True 0.0"]


@test
def an_allocator_may_be_that_of_a_thread():
    assert output("""
import threading
mine = cp.cuda.MemoryPool()
def work():
    a = cp.ones(1000)
    print(pool.used_bytes(), mine.used_bytes(), cp.cuda.get_allocator() == pool.malloc)
with cp.cuda.using_allocator(mine.malloc):
    b = cp.ones(100)
    print(pool.used_bytes(), mine.used_bytes(), cp.cuda.get_allocator() == mine.malloc)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    c = b + b
    print(pool.used_bytes(), mine.used_bytes())
    with cp.cuda.using_allocator(None):
        d = cp.ones(100)
    try:
        cp.cuda.set_allocator(None)
    except ValueError as error:
        print(error)
print(mine.used_bytes(), cp.cuda.get_allocator() == pool.malloc, float(c.sum() + d.sum()))
""") == ["0 1024 True", "8192 1024 True", "0 2048", "Can't change the global allocator inside `using_allocator` context manager", "2048 True 300.0"]


@test
def a_pool_may_stand_on_an_allocator():
    assert output("""
given, back = [], []
def give(size, device):
    given.append(size)
    held.append(cp.cuda.Memory(size))
    return held[-1].ptr
held = []
base = cp.cuda.PythonFunctionAllocator(give, lambda address, device: back.append(device))
mine = cp.cuda.MemoryPool(base.malloc)
cp.cuda.set_allocator(mine.malloc)
a = cp.arange(5)
b = a + a
print(b, given, mine.used_bytes(), mine.total_bytes())
a = None
c = cp.arange(3)
print(given, mine.used_bytes(), mine.n_free_blocks())
c = None
mine.free_all_blocks()
print(back, mine.total_bytes(), b)
cp.cuda.set_allocator(cp.cuda.MemoryAsyncPool().malloc)
d = cp.ones(3)
print(cp.cuda.MemoryAsyncPool().used_bytes(), pool.used_bytes())
try:
    cp.cuda.set_allocator(cp.cuda.MemoryPool(cp.cuda.malloc_managed).malloc)
except NotImplementedError as error:
    print(str(error).split(':')[0])
""") == ["[0 2 4 6 8] [512, 512] 1024 1024", "[512, 512] 1024 0", "[0] 512 [0 2 4 6 8]", "512 0", "managed memory is not supported"]


@test
def hooks_are_told_of_memory():
    lines = output("""
from cupy.cuda import memory_hook, memory_hooks
class Hook(memory_hook.MemoryHook):
    name = 'Hook'
    def alloc_preprocess(self, device_id, mem_size):
        print('block', device_id, mem_size)
    def malloc_preprocess(self, **told):
        print(told)
    def malloc_postprocess(self, device_id, size, mem_size, mem_ptr, pmem_id):
        print(size, mem_size, mem_ptr > 0, pmem_id > 0)
    def free_preprocess(self, device_id, mem_size, mem_ptr, pmem_id):
        print('back', mem_size)
with Hook() as hook:
    a = cp.empty(3)
    a = None
    b = cp.empty(3)
    try:
        Hook().__enter__()
    except KeyError as error:
        print(error)
b = None
with memory_hooks.DebugPrintHook():
    c = cp.empty(3)
profile = memory_hooks.LineProfileHook()
with profile:
    c = cp.empty(512)
profile.print_report()
""")
    assert lines[:7] == ["{'device_id': 0, 'size': 24, 'mem_size': 512}", "block 0 512", "24 512 True True", "back 512",
                         "{'device_id': 0, 'size': 24, 'mem_size': 512}", "24 512 True True", "'memory hook Hook already exists'"], lines
    assert lines[7].startswith('{"hook":"malloc","device_id":0,"size":24,"mem_size":512,"mem_ptr":'), lines
    assert lines[8] == "_root (4.00KB, 4.00KB)" and lines[9].endswith("<module> (4.00KB, 4.00KB)"), lines


@test
def blocks_of_any_size_are_kept():
    assert output("""
a = cp.empty(200 << 20, 'u1')
place = a.data.ptr
a = None
print(pool.used_bytes() >> 20, pool.total_bytes() >> 20, pool.n_free_blocks())
b = cp.empty(150 << 20, 'u1')
print(pool.used_bytes() >> 20, pool.total_bytes() >> 20, pool.n_free_blocks())
""") == ["0 200 1", "150 200 1"]


run_tests()
