"""cuda.compute by an older name."""
from cuda.compute import *
