def run():
    total = 0
    name = "value"
    for i in range(150000):
        x = i / 7
        line = f"{name}[{i}] = {x:.3f} ({i:>6d}, {i % 100:02d}%)"
        total += len(line)
        total += len(f"{i}") + len(f"{name!r}") + len("%s: %d, %.2f" % (name, i, x))
    for i in range(60000):
        total += len("{} and {:>8}".format(i, name)) + len(str(i) + "," + repr(x))
    return total


print(run())
