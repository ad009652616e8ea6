"""cuda.core, cuda.bindings, cuda.compute, nvtx and pynvml do what their documentation says: programs of tests/kernels/cuda_python."""
from case_files import run_folder

run_folder("cuda_python")
