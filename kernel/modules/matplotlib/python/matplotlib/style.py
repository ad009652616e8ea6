"""Looks as groups of settings."""
from matplotlib._settings import available, context, library, reload_library, use

__all__ = ["use", "context", "available", "library", "reload_library"]
