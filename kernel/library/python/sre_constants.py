"""Constants of regular expressions, under their old name."""

import warnings

warnings.warn("module %r is deprecated" % __name__, DeprecationWarning, stacklevel=2)

from re._constants import *
