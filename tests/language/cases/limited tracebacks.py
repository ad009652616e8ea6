"""sys.tracebacklimit in the report of an uncaught exception."""
import subprocess
import sys

for limit in ("", 0, 1, 2, 100, -3):
    program = "import sys\n%s\ndef f(n):\n    if n: f(n - 1)\n    else: 1/0\nf(3)\n" % ("sys.tracebacklimit = %s" % limit if limit != "" else "")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    print(repr(limit), done.returncode, done.stderr, sep="\n")
