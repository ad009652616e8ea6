"""The package `test`: our own test.support, and the installed test files beside it."""
import os

__path__.append(os.environ.get("CONFORMANCE_TESTS", "/usr/lib/python3.11/test"))
