# timeout: 600
"""The notebooks of notebooks/, executed natively and compared with their stored outputs.

Timings and addresses are masked; results that the host and a GPU compute alike must be equal, pictures must look alike.
"""
import base64
import json
import os
import re
import subprocess
import tempfile

from cells import ANSI, device, environment, joined
from tap import CUPOLA, SOURCE, report

FOLDER = os.path.join(SOURCE, "notebooks")
MASKS = [(re.compile(r"0x[0-9a-fA-F]+"), "0x..."),
         (re.compile(r"[\d.]+(e-\d+)? (ns|us|µs|μs|ms|s)\b"), "<time>"),
         (re.compile(r"\d min \d+ s\b"), "<time>"),
         (re.compile(r"of \d+ runs?, [\d,]+ loops? each"), "of <runs>"),
         (re.compile(r"shape=\(\d+,\)"), "shape=<size>")]  # sizes come from the parameters cell


def masked(text):
    text = ANSI.sub("", joined(text))
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return text


def execute(path):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "out.ipynb")
        done = subprocess.run([CUPOLA, "run", path, "-o", out], env=environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=500)
        if done.returncode != 0:
            raise AssertionError("exit %d\n%s" % (done.returncode, done.stdout.decode(errors="replace")))
        with open(out, encoding="utf-8") as file:
            return json.load(file)


def picture_difference(stored, shown):
    """Mean difference of two PNGs, 0 to 1, or None where no reader is installed; sizes may differ by a few pixels."""
    try:
        import io

        import numpy
        from matplotlib.image import imread
    except ImportError:
        return None
    left, right = (imread(io.BytesIO(base64.b64decode(text)))[..., :3] for text in (stored, shown))
    if max(abs(a - b) for a, b in zip(left.shape, right.shape)) > 8:
        return 1.0
    height, width = (min(a, b) for a, b in zip(left.shape[:2], right.shape[:2]))
    return float(numpy.abs(left[:height, :width] - right[:height, :width]).mean())


def compare_output(stored, shown):
    """"" when they agree, else what differs."""
    if stored["output_type"] != shown["output_type"]:
        return "%s became %s" % (stored["output_type"], shown["output_type"])
    if stored["output_type"] == "stream":
        left, right = masked(stored["text"]), masked(shown["text"])
        return "" if left == right else "%r became %r" % (left, right)
    if stored["output_type"] == "error":
        left, right = ("%s: %s" % (o["ename"], masked(o["evalue"])) for o in (stored, shown))
        return "" if left == right else "%s became %s" % (left, right)
    if sorted(stored["data"]) != sorted(shown["data"]):
        return "types %s became %s" % (sorted(stored["data"]), sorted(shown["data"]))
    left, right = masked(stored["data"].get("text/plain", "")), masked(shown["data"].get("text/plain", ""))
    if left != right and not numbers_are_close(left, right):
        return "%r became %r" % (left, right)
    if "image/png" in stored["data"]:
        difference = picture_difference(joined(stored["data"]["image/png"]), joined(shown["data"]["image/png"]))
        if difference is not None and difference > 0.05:  # fonts differ between machines
            return "the picture differs by %.3f" % difference
    return ""


NUMBER = re.compile(r"[-+]?\d+\.\d*(?:e[-+]?\d+)?")


def numbers_are_close(left, right):
    if "".join(NUMBER.sub("#", left).split()) != "".join(NUMBER.sub("#", right).split()): # a column's width is its longest number's
        return False
    return all(abs(float(a) - float(b)) <= 2e-6 * max(1, abs(float(a)))
               for a, b in zip(NUMBER.findall(left), NUMBER.findall(right)))


def visible(cell):
    """Outputs without what says that devices are emulated."""
    return [output for output in cell["outputs"]
            if not (output["output_type"] == "stream" and "emulated device" in joined(output["text"]))]


def check(name):
    path = os.path.join(FOLDER, name)
    with open(path, encoding="utf-8") as file:
        stored = json.load(file)
    try:
        executed = execute(path)
    except Exception as problem:
        report("%s runs (%s)" % (name, device()), False, str(problem))
        return
    report("%s runs (%s)" % (name, device()), True)
    number = 0
    for before, after in zip(stored["cells"], executed["cells"]):
        if before["cell_type"] != "code":
            continue
        number += 1
        left, right = visible(before), visible(after)
        differences = ["%d outputs became %d" % (len(left), len(right))] if len(left) != len(right) else []
        differences += [text for text in map(compare_output, left, right) if text]
        report("%s, code cell %d shows what is stored (%s)" % (name, number, device()), not differences, "\n".join(differences))


def main():
    names = sorted(name for name in os.listdir(FOLDER) if name.endswith(".ipynb"))
    for name in names:
        check(name)
    report("there are four notebooks", len(names) == 4, str(names))
    with open(os.path.join(FOLDER, "convolution.ipynb"), encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    pictures = sum("image/png" in output.get("data", {}) for cell in cells for output in cell.get("outputs", []))
    report("the convolution notebook holds its four pictures", pictures == 4, "%d pictures" % pictures)


main()
