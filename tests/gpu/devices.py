"""Several devices: copies between them, arrays that meet, and the lesson with three devices. Prints TAP lines without numbers, and the
time of each transfer. On real GPUs, or on emulated ones."""
import time
import warnings

import cupy as cp
import numpy as np

count = cp.cuda.runtime.getDeviceCount()


def report(name, good):
    print("%s - %s" % ("ok" if good else "not ok", name), flush=True)


def wait():
    for number in range(count):
        cp.cuda.Device(number).synchronize()


host = np.random.RandomState(0).rand(1000, 1000)
arrays = []
for number in range(count):
    with cp.cuda.Device(number):
        arrays.append(cp.asarray(host) + number)
report("an array lies on the device that was current", [a.device.id for a in arrays] == list(range(count)))
report("the first device is current again", cp.cuda.Device().id == 0)

for source in range(min(count, 4)):
    for target in range(min(count, 4)):
        if source == target:
            continue
        with cp.cuda.Device(target):
            moved = cp.asarray(arrays[source])
            report("asarray moves from device %d to %d" % (source, target), moved.device.id == target and bool((moved == cp.asarray(host) + source).all()))
            placed = cp.empty_like(moved)
            placed[:] = arrays[source]
            report("assignment moves from device %d to %d" % (source, target), bool((placed == moved).all()))

for other in range(1, min(count, 4)):
    peers = bool(cp.cuda.runtime.deviceCanAccessPeer(0, other))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            met = arrays[0] + arrays[other]
            told = "%s: %s" % (caught[-1].category.__name__, caught[-1].message) if caught else "no warning"
        except ValueError as error:
            met, told = None, "ValueError: %s" % error
    if peers:
        report("arrays of devices 0 and %d meet with a PerformanceWarning" % other,
               met is not None and met.device.id == 0 and bool(cp.allclose(met, 2 * arrays[0] + other)) and told.startswith("PerformanceWarning: "))
    else:
        report("arrays of devices 0 and %d are refused" % other,
               told == "ValueError: Array device must be same as the current device: array device = %d while current = 0" % other)
    print("devices 0 and %d, %s: %s" % (other, "peers" if peers else "no peers", told))

# The lesson: a part of the work on each of three devices, brought together on the first.
if count >= 3:
    parts = []
    for number in range(3):
        with cp.cuda.Device(number):
            x = cp.asarray(host[number * 300:number * 300 + 300])
            parts.append((x * x).sum())
    total = sum(float(part) for part in parts)
    report("three devices compute a part each", abs(total - (host[:900] ** 2).sum()) < 1e-6 * total)
    with cp.cuda.Device(0):
        gathered = cp.stack([cp.asarray(part) for part in parts]).sum()
        report("what three devices computed is gathered on the first", abs(float(gathered) - total) < 1e-6 * total and gathered.device.id == 0)

bytes_moved = 1 << 28
with cp.cuda.Device(0):
    large = cp.zeros(bytes_moved, "u1")
pageable = np.zeros(bytes_moved, "u1")
for name, move in [("host to device 0", lambda: cp.asarray(pageable)), ("device 0 to host", lambda: cp.asnumpy(large))] + [
        ("device 0 to device %d" % number, lambda number=number: on_device(number)) for number in range(1, min(count, 8))]:
    def on_device(number):
        with cp.cuda.Device(number):
            return cp.asarray(large)
    move()
    wait()
    times = []
    for _ in range(5):
        start = time.perf_counter()
        kept = move()
        wait()
        times.append(time.perf_counter() - start)
        del kept
    print("256 MiB, %s: %.2f ms, %.1f GB/s" % (name, min(times) * 1e3, bytes_moved / min(times) * 1e-9))
print("every part ran")
