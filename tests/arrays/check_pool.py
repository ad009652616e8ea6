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


run_tests()
