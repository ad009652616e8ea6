"""Runs a program of cases/ under matplotlib and under cupola, and compares what they print and draw.

The reference runs in a fork of this process, which has matplotlib already: importing it anew for every case would take
longer than most cases do."""
import os
import re
import runpy
import subprocess
import sys
import tempfile
import traceback

from tap import CUPOLA, SOURCE, Skip

try:
    import matplotlib
    import numpy as np
    from PIL import Image
except ImportError:
    matplotlib = None
else:
    matplotlib.use("agg")
    import matplotlib.pyplot

CASES = os.path.join(SOURCE, "tests", "plot", "cases")
LIMIT = 200  # seconds


def start_reference(path, folder):
    """A child that runs the program; its output goes to files."""
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(os.path.join(folder, "reference." + name), os.O_WRONLY | os.O_CREAT, 0o600), number)
        os.environ.update(PICTURES=os.path.join(folder, "reference"))
        sys.argv = [path]
        runpy.run_path(path, run_name="__main__")
        sys.stdout.flush()
        status = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)


def text_of(folder, name):
    with open(os.path.join(folder, "reference." + name), encoding="utf-8") as file:
        return file.read()


def run_both(name, folder):
    """The lines that both print; their pictures are in folder/reference and folder/own."""
    if matplotlib is None:
        raise Skip("no matplotlib here")
    if tuple(int(part) for part in matplotlib.__version__.split(".")[:2]) < (3, 11):
        raise Skip("the reference is matplotlib 3.11")
    path = os.path.join(CASES, name)
    for kind in ("reference", "own"):
        os.makedirs(os.path.join(folder, kind))
    child = start_reference(path, folder)
    try:
        environment = dict(os.environ, MPLBACKEND="agg", PICTURES=os.path.join(folder, "own"))
        own = subprocess.run([CUPOLA, "run", path], capture_output=True, text=True, env=environment, timeout=LIMIT)
    finally:
        status = os.waitpid(child, 0)[1]
    assert status == 0, text_of(folder, "stderr")[-2000:]
    assert own.returncode == 0, own.stderr[-2000:]
    return text_of(folder, "stdout").splitlines(), own.stdout.splitlines()


NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")


def is_near(wanted, got, tolerance):
    """Equal but for numbers that differ by the tolerance at most."""
    if NUMBER.sub("#", wanted) != NUMBER.sub("#", got):
        return False
    return all(abs(float(a) - float(b)) <= tolerance for a, b in zip(NUMBER.findall(wanted), NUMBER.findall(got)))


def assert_equal_lines(reference, own, tolerance=0):
    for number, (wanted, got) in enumerate(zip(reference, own), 1):
        same = wanted == got or (tolerance and is_near(wanted, got, tolerance))
        assert same, f"line {number}:\n  matplotlib: {wanted}\n  cupola:     {got}"
    assert len(reference) == len(own), f"{len(own)} lines, matplotlib has {len(reference)}"


def assert_same_lines(name, tolerance=0):
    with tempfile.TemporaryDirectory() as folder:
        assert_equal_lines(*run_both(name, folder), tolerance)


def load(folder, kind, name):
    return np.asarray(Image.open(os.path.join(folder, kind, name)).convert("RGB")).astype(int)


def coarse(picture, rows, columns):
    """Letters are hinted by another rasterizer: pictures are compared at a fraction of the resolution."""
    return picture[:rows, :columns].reshape(rows // 8, 8, columns // 8, 8, 3).mean((1, 3))


def assert_alike(name, limit, folder):
    wanted, got = load(folder, "reference", name), load(folder, "own", name)
    sizes = [abs(a - b) for a, b in zip(wanted.shape, got.shape)]
    assert max(sizes) <= 3, f"{name}: {got.shape} in place of {wanted.shape}"
    rows, columns = (min(wanted.shape[i], got.shape[i]) // 8 * 8 for i in (0, 1))
    difference = np.abs(coarse(wanted, rows, columns) - coarse(got, rows, columns)).mean()
    assert difference < limit, f"{name}: differs by {difference:.2f} on average"


def assert_same_pictures(case, limit, lines=False, tolerance=0):
    with tempfile.TemporaryDirectory() as folder:
        reference, own = run_both(case, folder)
        pictures = sorted(os.listdir(os.path.join(folder, "reference")))
        assert pictures, "no pictures"
        for name in pictures:
            assert_alike(name, limit, folder)
    if lines:
        assert_equal_lines(reference, own, tolerance)
