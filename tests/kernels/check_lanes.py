"""Kernels compiled over lanes leave the same as interpreted, thread by thread: to the bit, and to the fault. Compiled for
the vectors that this processor has, and for narrower ones."""
import os
import subprocess

SOURCE = os.environ.get("CUPOLA_SOURCE", ".")


def run(title, arguments=(), **environment):
    process = subprocess.run([os.environ.get("CUPOLA", "build/cupola"), "run", os.path.join(SOURCE, "tests", "kernels", "lanes.py"), *arguments],
                             env=dict(os.environ, CUDA_VISIBLE_DEVICES="", **environment), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if process.returncode:
        print("not ok - lanes.py (%s) ended with %d\n# %s" % (title, process.returncode, process.stderr.decode()[-2000:].replace("\n", "\n# ")))
    refused = [line for line in process.stderr.decode().splitlines() if "LLVM" in line]
    if refused:
        print("not ok - what was rendered (%s) is not LLVM's\n# " % title + "\n# ".join(refused[:5]))
    return process.stdout.decode().splitlines()


interpreted = run("interpreted", CUPOLA_KERNELS="interpret")
number = 0
for way, arguments, environment in (("compiled", [], {}), ("256 bits", ["rows"], {"CUPOLA_VECTOR_BITS": "256"}), ("128 bits", ["rows"], {"CUPOLA_VECTOR_BITS": "128"})):
    compiled = run(way, arguments, CUPOLA_DUMP="none", **environment)
    wanted = interpreted[-len(compiled):] if arguments else interpreted
    if len(compiled) != len(wanted) or not compiled:
        print("not ok - %d rows %s, %d interpreted" % (len(compiled), way, len(wanted)))
    for left, right in zip(compiled, wanted):
        number += 1
        title = " ".join(right.split(" [")[0].split()[:6])
        print("%s %d - %s, %s" % ("ok" if left == right else "not ok", number, title, way))
        if left != right:
            at = next((i for i in range(min(len(left), len(right))) if left[i] != right[i]), 0)
            print("# compiled:    %s\n# interpreted: %s" % (left[max(0, at - 60):at + 100], right[max(0, at - 60):at + 100]))
print("1..%d" % max(1, number))
