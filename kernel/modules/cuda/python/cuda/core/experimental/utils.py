"""cuda.core.utils by its older name."""
from cuda.core.utils import *
