"""CUDA for Python by NVIDIA's names: cuda.core, cuda.bindings, cuda.compute, over the devices that cupy has."""
