"""Part of cuda.compute."""
from cuda.compute import *
