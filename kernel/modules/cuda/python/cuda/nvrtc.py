"""cuda.bindings.nvrtc by its older name."""
from cuda.bindings.nvrtc import *
