"""overloads.txt on the emulated device, and as NVRTC takes it where it is installed."""
import os
import subprocess
import sys
import tempfile

SOURCE = os.environ.get("CUPOLA_SOURCE", ".")
FILE = os.path.join(SOURCE, "tests", "kernels", "overloads.py")
PROGRAM = [os.environ.get("CUPOLA", "build/cupola"), "run", FILE]


def run(**more):
    environment = dict(os.environ, CUDA_VISIBLE_DEVICES="", **more)
    if more:
        environment.pop("CUDA_VISIBLE_DEVICES")
    done = subprocess.run(PROGRAM, env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def numbered(text, after):
    """Lines of TAP with their numbers moved on; the plan left out."""
    out, count = [], 0
    for line in text.splitlines():
        if line.startswith("1.."):
            continue
        if line.startswith(("ok ", "not ok ")):
            head, _, rest = line.partition(" - ")
            count += 1
            line = "%s %d - %s" % (head.rsplit(" ", 1)[0], after + count, rest)
        out.append(line)
    return "\n".join(out) + "\n", after + count


status, out, errors = run()
whole = "1.." in out
text, count = numbered(out, 0)
with tempfile.TemporaryDirectory() as cache:
    compiled = run(CUPOLA_CACHE_DIR=cache, CUPOLA_EAGER="1", CUPOLA_COMPILE_ONLY="90")
if "(libnvrtc) was not found" in compiled[1] + compiled[2]:
    count += 1
    text += "ok %d - as NVRTC takes them # SKIP NVRTC is not installed\n" % count
else:
    status, whole, errors = status or compiled[0], whole and "1.." in compiled[1], errors + compiled[2]
    more, count = numbered(compiled[1], count)
    text += more
sys.stdout.write(text + "1..%d\n" % count)
if status or not whole:
    print("not ok - overloads.py ended early", *["# " + line for line in errors.splitlines()], sep="\n")
    sys.exit(1)
