"""CPython's own test files, those that take seconds; `conformance/run` has the table of all (see its README.md)."""
# timeout: 900
import os
import subprocess
import sys

from tap import CUPOLA, SOURCE

sys.exit(subprocess.run(["/usr/bin/python3", os.path.join(SOURCE, "tests", "language", "conformance", "run"), "--cupola", CUPOLA,
                         "--quick", "--tap", *sys.argv[1:]]).returncode)
