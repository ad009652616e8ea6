"""collections.abc under the name that modules of the machine's library import."""
from collections.abc import *
from collections.abc import __all__
