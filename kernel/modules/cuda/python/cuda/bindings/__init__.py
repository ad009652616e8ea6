"""CUDA's own functions by their names: cuda.bindings.driver, runtime, nvrtc. A call returns (status, results...)."""
