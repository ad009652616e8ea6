"""numpy.version: which numpy this is."""

from numpy import __version__

__all__ = ['version', 'full_version', 'short_version', 'git_revision', 'release']

version = full_version = short_version = __version__
git_revision = ''
release = True
