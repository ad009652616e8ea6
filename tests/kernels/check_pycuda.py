"""PyCUDA's names do what its documentation says: programs of tests/kernels/pycuda, on the devices that there are."""
from case_files import run_folder

run_folder("pycuda")
