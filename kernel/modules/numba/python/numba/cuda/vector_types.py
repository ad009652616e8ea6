"""Types of a few numbers: float32x3 and its kin."""
from numba.cuda import stubs

vector_types = {name: getattr(stubs, name) for name in stubs.VECTORS if 'x' in name}
