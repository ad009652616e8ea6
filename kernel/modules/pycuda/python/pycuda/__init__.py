"""PyCUDA's names over the devices that cupy has: real ones and emulated ones."""

VERSION = (2026, 1)
VERSION_STATUS = ""
VERSION_TEXT = "2026.1"
