"""The old way to ask for the versions of libraries."""
from importlib.metadata import PackageNotFoundError as _PackageNotFoundError, distribution as _distribution, distributions as _distributions


class ResolutionError(Exception):
    """A library that does not fit."""


class DistributionNotFound(ResolutionError):
    """A library that is not there."""


class VersionConflict(ResolutionError):
    """A library of another version."""


class _Distribution:
    def __init__(self, found):
        self.project_name, self.version = found.name, found.version
        self.key = self.project_name.lower()

    def __str__(self):
        return "%s %s" % (self.project_name, self.version)

    def __repr__(self):
        return str(self)


def get_distribution(dist):
    """A library by its name."""
    try:
        return _Distribution(_distribution(dist))
    except _PackageNotFoundError:
        raise DistributionNotFound("The '%s' distribution was not found and is required by the application" % dist) from None


def require(*requirements):
    """The libraries of these names."""
    return [get_distribution(name.partition("=")[0].partition(">")[0].partition("<")[0].strip()) for name in requirements]


def parse_version(v):
    """A version that can be compared."""
    return tuple(int(part) if part.isdigit() else part for part in v.split("."))


working_set = [_Distribution(found) for found in _distributions()]
