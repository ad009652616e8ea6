"""The memory pool of a device: the numbers that CuPy's own documentation prints, splitting and joining, limits, and what is said
when there is no more. On the device that there is: an emulated one, or a GPU."""
import os
import subprocess

from tap import CUPOLA, run_tests, test


def output(program, **more):
    done = subprocess.run([CUPOLA, "-c", "import cupy as cp\npool = cp.get_default_memory_pool()\n" + program], env=dict(os.environ, **more),
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


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
def allocators_are_accepted_but_for_managed_memory():
    assert output("""
cp.cuda.set_allocator(cp.cuda.MemoryPool().malloc)
print(cp.cuda.get_allocator()(100).size)
with cp.cuda.using_allocator(cp.cuda.MemoryPool().malloc):
    print(cp.zeros(2))
try:
    cp.cuda.set_allocator(cp.cuda.MemoryPool(cp.cuda.malloc_managed).malloc)
except NotImplementedError as error:
    print(str(error).split(':')[0])
""") == ["100", "[0. 0.]", "managed memory is not supported"]


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
