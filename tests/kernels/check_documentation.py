"""Kernels in the style of public documentation (documentation.py) on the emulated device, and the share that is accepted."""
import os
import subprocess
import sys

SOURCE = os.environ.get("CUPOLA_SOURCE", ".")
process = subprocess.run([os.environ.get("CUPOLA", "build/cupola"), "run", os.path.join(SOURCE, "tests", "kernels", "documentation.py")],
                         env=dict(os.environ, CUPOLA_SOURCE=SOURCE, CUDA_VISIBLE_DEVICES=""), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
sys.stdout.write(process.stdout.decode())
if process.returncode or b"1.." not in process.stdout:
    sys.stdout.write("not ok - documentation.py ended early\n" + "".join("# %s\n" % line for line in process.stderr.decode().splitlines()))
    sys.exit(1)
