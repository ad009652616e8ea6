"""Kernels whose text is the GPU's alone (arraylib/device/cuda/kernels/*.cu) are run by an emulated device, so that a machine without a GPU tests
them too; with CUPOLA_TEST_DEVICE=cuda by the GPU."""

import os
import subprocess
from pathlib import Path

from tap import CUPOLA, SOURCE, run_tests, test


@test
def kernels_for_gpus_sort_keep_and_convolve():
    script = Path(SOURCE, "tests", "arrays", "cuda_kernels.py")
    more = {} if os.environ.get("CUPOLA_TEST_DEVICE") == "cuda" else {"CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run([CUPOLA, "run", str(script), str(Path(SOURCE, "arraylib", "device", "cuda", "kernels"))], capture_output=True, text=True,
                          env=dict(os.environ, **more))
    assert done.stdout == "kept by masks\nsorted by spreading\nconvolved\n", done.stdout + done.stderr


run_tests()
