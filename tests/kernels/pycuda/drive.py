"""The runner of NumPy's test files (tests/arrays/conformance/drive.py), with the modules that PyCUDA's test files import beside it."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CONFORMANCE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "arrays", "conformance")
sys.path.insert(0, os.path.join(HERE, "support"))
__file__ = os.path.join(CONFORMANCE, "drive.py")
with open(__file__, encoding="utf-8") as file:
    exec(compile(file.read(), __file__, "exec"))
