"""cuda.bindings.runtime by its older name."""
from cuda.bindings.runtime import *
