"""The CUDA runtime's version."""


class Runtime:
    """What the CUDA runtime says of itself."""

    def get_version(self):
        """Its version: (12, 8).

        >>> from numba import cuda
        >>> len(cuda.runtime.get_version())
        2
        """
        import cupy
        number = cupy.cuda.runtime.runtimeGetVersion()
        return number // 1000, number % 1000 // 10

    def is_supported_version(self):
        """Whether numba.cuda works with it."""
        return True

    @property
    def supported_versions(self):
        """The versions that numba.cuda works with."""
        return tuple((major, minor) for major, last in ((11, 8), (12, 9), (13, 1)) for minor in range(last + 1))

    def __getattr__(self, name):
        if name.startswith('cuda'):
            import cupy
            return getattr(cupy.cuda.runtime, name[4].lower() + name[5:])
        raise AttributeError(name)


runtime = Runtime()


def get_version():
    """The CUDA runtime's version."""
    return runtime.get_version()
