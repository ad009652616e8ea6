"""cuda.core.system by its older name."""
from cuda.core.system import *
from cuda.core.system import __getattr__
