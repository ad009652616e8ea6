"""What is known of the libraries that are built in."""
import sys as _sys

__all__ = ["PackageNotFoundError", "version", "distribution", "distributions", "metadata", "requires", "files", "entry_points", "packages_distributions"]
_MODULES = {"numpy": "numpy", "scipy": "scipy", "matplotlib": "matplotlib", "cupy": "cupy", "cupy-cuda11x": "cupy", "cupy-cuda12x": "cupy",
            "cupy-cuda13x": "cupy", "numba": "numba", "numba-cuda": "numba", "pycuda": "pycuda", "ipython": "IPython", "tqdm": "tqdm", "jax": "jax",
            "jaxlib": "jax", "ipykernel": "IPython"}


class PackageNotFoundError(ModuleNotFoundError):
    """A library that is not there."""

    def __str__(self):
        return f"No package metadata was found for {self.name}"

    @property
    def name(self):
        """Its name."""
        return self.args[0]


class Distribution:
    """A library: its name and version."""

    def __init__(self, name, module):
        self.name, self._module = name, module

    @classmethod
    def from_name(cls, name):
        """The library of a name."""
        if not name:
            raise ValueError("A distribution name is required.")
        plain = name.lower().replace("_", "-").partition("[")[0]
        module = _MODULES.get(plain)
        try:
            if module is not None:
                return cls(name, __import__(module))
        except ImportError:
            pass
        raise PackageNotFoundError(name)

    @property
    def version(self):
        """The version of the interface that the library follows."""
        return getattr(self._module, "__version__", "0")

    @property
    def metadata(self):
        """Name and version as a dict."""
        return {"Name": self.name, "Version": self.version}

    requires = files = None
    entry_points = ()

    def read_text(self, filename):
        """None: there are no files."""
        return None


def distribution(distribution_name):
    """A library by its name; PackageNotFoundError."""
    return Distribution.from_name(distribution_name)


def distributions(**options):
    """The libraries that were imported already."""
    return [Distribution(name, _sys.modules[module]) for name, module in _MODULES.items() if module in _sys.modules]


def version(distribution_name):
    """The version of a library by its name."""
    return distribution(distribution_name).version


def metadata(distribution_name):
    """Name and version of a library."""
    return distribution(distribution_name).metadata


def requires(distribution_name):
    """What a library needs: nothing."""
    distribution(distribution_name)
    return None


def files(distribution_name):
    """The files of a library: none, it is part of the program."""
    distribution(distribution_name)
    return None


def entry_points(**parameters):
    """There are none."""
    return []


def packages_distributions():
    """{module: [names of libraries]}"""
    result = {}
    for name, module in _MODULES.items():
        result.setdefault(module, []).append(name)
    return result
