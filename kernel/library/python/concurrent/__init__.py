"""The package of concurrent.futures."""
__path__ = []
