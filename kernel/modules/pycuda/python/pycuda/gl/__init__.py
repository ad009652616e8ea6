"""OpenGL: refused, a notebook's kernel has no window."""

raise ImportError("PyCUDA was compiled without GL extension support")
