"""CUPOLA_CHECK_KERNELS=1 tells races and parted barriers apart from what is in order; the corpus has none but on purpose."""
import os
import subprocess

SOURCE = os.environ.get("CUPOLA_SOURCE", ".")
NO_BARRIER = ", with no __syncthreads() between them"
EXPECTED = [
    "RuntimeError: kernel forgotten, block (0, 0, 0): s[32] is read by thread (31, 0, 0) at line 7 and written by thread (32, 0, 0) at line 6" + NO_BARRIER,
    "fine reduced",
    "RuntimeError: kernel one_barrier_too_few, block (0, 0, 0): tile[0][1] is written by thread (1, 0, 0) at line 23 and read by thread (0, 1, 0) at line 25" + NO_BARRIER,
    "RuntimeError: kernel all_into_one, block (0, 0, 0): total[0] is written by thread (0, 0, 0) at line 28 and read by thread (1, 0, 0) at line 28" + NO_BARRIER,
    "fine added",
    "RuntimeError: kernel half_atomic, block (0, 0, 0): count[0] is written by thread (0, 0, 0) at line 32 and changed atomically by thread (1, 0, 0) at line 31" + NO_BARRIER,
    "fine same_flag",
    "RuntimeError: kernel neighbour, block (0, 0, 0): y[1] is written by thread (0, 0, 0) at line 35 and read by thread (1, 0, 0) at line 35" + NO_BARRIER,
    "fine by_warp",
    "RuntimeError: kernel across_warps, block (0, 0, 0): s[32] is written by thread (32, 0, 0) at line 46 and read by thread (0, 0, 0) at line 48" + NO_BARRIER,
    "RuntimeError: kernel half_waits, block (0, 0, 0): thread (0, 0, 0) waits at the __syncthreads() of line 51, which thread (16, 0, 0) has passed by: it has ended",
    "RuntimeError: kernel two_ways, block (0, 0, 0): thread (0, 0, 0) waits at the __syncthreads() of line 55, which thread (16, 0, 0) does not reach: it waits at that of line 56",
    "fine gone",
    "RuntimeError: kernel fields, block (0, 0, 0): bodies[3].place.z is written by thread (0, 0, 0) at line 68 and written by thread (1, 0, 0) at line 68" + NO_BARRIER,
    "RuntimeError: kernel of_module, block (0, 0, 0): counter is written by thread (0, 0, 0) at line 70 and read by thread (1, 0, 0) at line 70" + NO_BARRIER,
    "fine bytes",
    "RuntimeError: kernel with_dynamic, block (0, 0, 0): y[0] is written by thread (0, 0, 0) at line 75 and written by thread (8, 0, 0) at line 75" + NO_BARRIER,
    "fine two_blocks",
]


def run(name):
    process = subprocess.run([os.environ.get("CUPOLA", "build/cupola"), "run", os.path.join(SOURCE, "tests", "kernels", name)],
                             env=dict(os.environ, CUPOLA_SOURCE=SOURCE, CUDA_VISIBLE_DEVICES="", CUPOLA_CHECK_KERNELS="1"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return process.stdout.decode().splitlines()


got = run("races.py")
got += ["nothing"] * (len(EXPECTED) - len(got))
for number, (line, wanted) in enumerate(zip(got, EXPECTED), 1):
    print("%s %d - %s" % ("ok" if line == wanted else "not ok", number, wanted[:60]))
    if line != wanted:
        print("# %s\n# not %s" % (line, wanted))
# `parting` has its threads wait at two barriers, which is what it is there for; `heap` gives memory of one thread to the next.
rows = [line for line in run("rows.py") if "ok " in line and "control.parting" not in line and "cplusplus.heap" not in line]
bad = [line for line in rows if line.startswith("not ok")]
print("%s %d - no races in the corpus" % ("ok" if rows and not bad else "not ok", len(EXPECTED) + 1))
for line in bad:
    print("# " + line)
print("1..%d" % (len(EXPECTED) + 1))
