"""cuda.bindings.driver by its older name."""
from cuda.bindings.driver import *
