"""CCCL for Python: its algorithms are cuda.compute."""
