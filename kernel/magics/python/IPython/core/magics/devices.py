"""nvidia-smi, where the system has none: the devices that cupy sees."""

def devices():
    """(number, name, used bytes, total bytes, compute capability) of each."""
    import cupy
    found = []
    for number in range(cupy.cuda.runtime.getDeviceCount()):
        with cupy.cuda.Device(number) as device:
            free, total = device.mem_info
            name = cupy.cuda.runtime.getDeviceProperties(number)["name"]
            found.append((number, name.decode() if isinstance(name, bytes) else name, total - free, total, device.compute_capability))
    return found


def driver_version():
    "The version of the driver, as text."
    import cupy
    number = cupy.cuda.runtime.driverGetVersion()
    return "%d.%d" % (number // 1000, number % 1000 // 10)


def query(fields, form):
    """--query-gpu: a line for each device."""
    units = "nounits" not in form
    if "noheader" not in form:
        print(", ".join(name + (" [MiB]" if name.startswith("memory.") else "") for name in fields))
    for number, name, used, total, capability in devices():
        values = {"index": str(number), "name": name, "gpu_name": name, "count": str(len(devices())),
                  "memory.total": "%d" % (total >> 20), "memory.used": "%d" % (used >> 20), "memory.free": "%d" % (total - used >> 20),
                  "compute_cap": "%s.%s" % (capability[:-1], capability[-1:]), "driver_version": driver_version()}
        print(", ".join(values.get(field, "[N/A]") + (" MiB" if units and field.startswith("memory.") else "") for field in fields))


def nvidia_smi(words):
    """The exit status of `nvidia-smi WORDS`."""
    options = dict(word.lstrip("-").partition("=")[::2] for word in words if word.startswith("-"))
    if "query-gpu" in options:
        query([name.strip() for name in options["query-gpu"].split(",")], options.get("format", ""))
        return 0
    if "L" in options or "list-gpus" in options:
        for number, name, _, _, _ in devices():
            print("GPU %d: %s" % (number, name))
        return 0
    line = "+%s+" % ("-" * 77)
    print(line)
    print("| %-75s |" % ("Cupola's devices     (there is no nvidia-smi on this system)     CUDA %s" % driver_version()))
    print(line)
    print("| %3s  %-44s %25s |" % ("GPU", "Name", "Memory-Usage"))
    print("|%s|" % ("=" * 77))
    for number, name, used, total, capability in devices():
        print("| %3d  %-44s %25s |" % (number, name[:44], "%dMiB / %dMiB" % (used >> 20, total >> 20)))
    print(line)
    return 0
