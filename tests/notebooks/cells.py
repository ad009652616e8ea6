"""What the notebook suites share: running a list of cells with `cupola run`, and reading what each showed."""
import json
import os
import re
import subprocess
import tempfile

from tap import CUPOLA

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def device():
    """"cuda" under tests/gpu/run, else "emulated"."""
    return os.environ.get("CUPOLA_TEST_DEVICE", "emulated")


def environment():
    result = dict(os.environ)
    if device() == "emulated":
        result["CUDA_VISIBLE_DEVICES"] = ""
    for name in ("CUPY_SEED", "CUPY_TF32", "CUPOLA_EMULATED_DEVICES"):
        result.pop(name, None)
    return result


def run_cells(sources, timeout=280):
    """Execute the sources as one notebook. Returns the executed cells and what the program wrote to stderr."""
    document = {"cells": [{"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [],
                           "source": source} for source in sources],
                "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cells.ipynb")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        done = subprocess.run([CUPOLA, "run", path, "-o", path, "--allow-errors"], env=environment(), cwd=folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=timeout)
        errors = done.stderr.decode("utf-8", "replace")
        if done.returncode != 0:
            raise AssertionError("cupola run ended with %d\n%s" % (done.returncode, errors))
        with open(path, encoding="utf-8") as file:
            return json.load(file)["cells"], errors


def joined(text):
    return "".join(text) if isinstance(text, list) else text


def shown(cell):
    """A cell's outputs as text, a line or more each: streams and results as they are, pictures by their type."""
    parts = []
    for output in cell["outputs"]:
        kind = output["output_type"]
        if kind == "stream":
            if output["name"] == "stdout":
                parts.append(joined(output["text"]).rstrip("\n"))
        elif kind == "error":
            parts.append("%s: %s" % (output["ename"], output["evalue"]))
        else:
            data = output["data"]
            pictures = sorted(name for name in data if name.startswith("image/"))
            parts.append("[%s]" % pictures[0] if pictures else joined(data["text/plain"]))
    return ANSI.sub("", "\n".join(parts))


def matches(expected, actual):
    """Equal, where `...` in what is expected stands for any text."""
    pattern = ".*?".join(re.escape(part) for part in expected.strip().split("..."))
    return re.fullmatch(pattern, actual.strip(), re.DOTALL) is not None
