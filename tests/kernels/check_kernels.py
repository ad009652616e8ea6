"""Every kernel of the corpus through cupy.RawModule (rows.py): on the emulated device, on CUDA with CUPOLA_TEST_DEVICE=cuda."""
import os
import subprocess
import sys

SOURCE = os.environ.get("CUPOLA_SOURCE", ".")
devices = {} if os.environ.get("CUPOLA_TEST_DEVICE") == "cuda" else {"CUDA_VISIBLE_DEVICES": ""}
process = subprocess.run([os.environ.get("CUPOLA", "build/cupola"), "run", os.path.join(SOURCE, "tests", "kernels", "rows.py")],
                         env=dict(os.environ, CUPOLA_SOURCE=SOURCE, **devices), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
sys.stdout.write(process.stdout.decode())
if process.returncode or b"1.." not in process.stdout:
    sys.stdout.write("not ok - rows.py ended early\n" + "".join("# %s\n" % line for line in process.stderr.decode().splitlines()))
    sys.exit(1)
