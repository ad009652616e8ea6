#!/usr/bin/env python3
"""What a workshop takes: host memory (PSS) and device memory of kernels that ran notebooks/convolution.ipynb, one and many at once, of
Cupola and of ipykernel with CuPy; and the lesson's question, slice on the device and copy, or copy and slice.

    tests/gpu/workshop.py [--program build/cupola] [--notebook FILE] [--count 20] [--jobs 1] [--only cupola]

Needs jupyter_client; without CuPy in this python3 the peer is left out, and said so. Also runs without a GPU: emulated devices then.
"""
import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))

SLICES = '''
import time as _time
import numpy as _np, cupy as _cp
_x = _cp.ones((8192, 8192), "float32")
def _median(work):
    work()
    times = []
    for _ in range(7):
        _cp.cuda.Device().synchronize()
        start = _time.perf_counter()
        work()
        times.append(_time.perf_counter() - start)
    return sorted(times)[3] * 1e3
for _name, _part in (("8 rows", _np.s_[:8]), ("every 64th row", _np.s_[::64]), ("8 columns", _np.s_[:, :8]), ("a quarter", _np.s_[:4096, :4096]),
                     ("one element", _np.s_[5, 7])):
    print("SLICE %s | %.4f | %.4f" % (_name, _median(lambda: _cp.asnumpy(_x[_part])), _median(lambda: _cp.asnumpy(_x)[_part])))
'''


def device_memory():
    """MiB in use on all GPUs together; None without nvidia-smi."""
    try:
        done = subprocess.run(["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=20)
        return sum(int(word) for word in done.stdout.split()) if done.returncode == 0 else None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def shared_fairly(pid):
    """A process's PSS, and its private and its resident bytes, in MiB."""
    numbers = {}
    with open("/proc/%d/smaps_rollup" % pid) as file:
        for line in file:
            words = line.split()
            if len(words) == 3 and words[2] == "kB":
                numbers[words[0]] = int(words[1]) / 1024
    return numbers["Pss:"], numbers["Private_Clean:"] + numbers["Private_Dirty:"], numbers["Rss:"]


class Kernel:
    def __init__(self, words, name):
        from jupyter_client import KernelManager
        from jupyter_client.kernelspec import KernelSpec
        self.manager = KernelManager()
        self.manager._kernel_spec = KernelSpec(argv=words + ["{connection_file}"], display_name=name, language="python")
        self.manager.start_kernel(cwd=os.path.join(SOURCE, "notebooks"), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=120)
        self.pid = self.manager.provisioner.pid

    def run(self, code, failures):
        text = []

        def hear(message):
            if message["msg_type"] == "stream" and message["content"]["name"] == "stdout":
                text.append(message["content"]["text"])
        reply = self.client.execute_interactive(code, timeout=300, output_hook=hear)
        if reply["content"]["status"] != "ok":
            failures.append("%s: %s" % (reply["content"].get("ename"), reply["content"].get("evalue")))
        return "".join(text)

    def stop(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def cells_of(path):
    with open(path, encoding="utf-8") as file:
        return ["".join(cell["source"]) for cell in json.load(file)["cells"] if cell["cell_type"] == "code"]


def measure(name, words, cells, count, jobs):
    failures, kernels = [], []
    before = device_memory()
    start = time.monotonic()

    def started(number):
        kernel = Kernel(words, name)
        for cell in cells:
            kernel.run(cell, failures)
        return kernel

    def tell():
        time.sleep(1)
        sizes = [shared_fairly(kernel.pid) for kernel in kernels]
        used = device_memory()
        print("%-22s %3d kernel%s  host PSS %8.1f MiB together, %7.1f each (private %7.1f, resident %7.1f)   device %s"
              % (name, len(sizes), " " if len(sizes) == 1 else "s", sum(row[0] for row in sizes), sum(row[0] for row in sizes) / len(sizes),
                 sum(row[1] for row in sizes) / len(sizes), sum(row[2] for row in sizes) / len(sizes),
                 "-" if used is None or before is None else "%d MiB together, %d each" % (used - before, (used - before) / len(sizes))), flush=True)

    kernels.append(started(0))
    tell()
    if count > 1:
        with ThreadPoolExecutor(jobs) as pool:
            kernels.extend(pool.map(started, range(1, count)))
        tell()
    print("%-22s %d started and ran the notebook in %.1f s, %d at once; %d cells failed%s"
          % (name, len(kernels), time.monotonic() - start, jobs, len(failures), ": " + failures[0] if failures else ""), flush=True)
    out = kernels[0].run(SLICES, failures)
    for line in out.splitlines():
        if line.startswith("SLICE "):
            part, sliced, copied = [word.strip() for word in line[6:].split("|")]
            print("%-22s %-16s of 8192x8192 float32: slice, then copy %10s ms; copy, then slice %10s ms" % (name, part, sliced, copied), flush=True)
    for kernel in kernels:
        kernel.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=os.path.join(SOURCE, "build", "cupola"))
    parser.add_argument("--notebook", default=os.path.join(SOURCE, "notebooks", "convolution.ipynb"))
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1, help="kernels that start and run at once")
    parser.add_argument("--only", choices=("cupola", "ipykernel"))
    options = parser.parse_args()
    if importlib.util.find_spec("jupyter_client") is None:
        sys.exit("this wants jupyter_client: pip install jupyter_client")
    cells = cells_of(options.notebook)
    if options.only != "ipykernel":
        measure("Cupola", [os.path.abspath(options.program), "kernel", "-f"], cells, options.count, options.jobs)
    if options.only != "cupola":
        missing = [name for name in ("ipykernel", "cupy") if importlib.util.find_spec(name) is None]
        if missing:
            print("ipykernel + CuPy: left out, there is no %s in this python3" % " and no ".join(missing))
        else:
            measure("ipykernel + CuPy", [sys.executable, "-m", "ipykernel_launcher", "-f"], cells, options.count, options.jobs)


main()
