"""Who may use whom: every #include "..." of the tree against the rules of the house; no circles of rooms; no crowded folders."""
import os
import re

from tap import SOURCE, report, run_tests

KERNEL_CORE = ["kernel/language", "kernel/objects", "kernel/library", "kernel/modules", "protocol"]

# The room (longest prefix of the file's path) -> the rooms or headers that it may use beside itself and base/.
RULES = {
    "base": [],
    "protocol": [],
    "kernelspec": [],
    "arraylib/core": [],
    "arraylib/device": ["arraylib/core"],
    "arraylib/ir": ["arraylib/device/device.h", "arraylib/core"],
    "arraylib/cudac": ["arraylib/ir", "arraylib/core"],
    "arraylib/graph": ["arraylib/ir", "arraylib/device/device.h", "arraylib/core"],
    "arraylib/functions": ["arraylib/cudac/cudac.h", "arraylib/graph", "arraylib/ir", "arraylib/device/device.h", "arraylib/core"],
    "kernel/freeze.c": ["kernel/language", "kernel/objects"],
    "kernel/pack_embedded.c": [],
    "kernel/pack_none.c": ["kernel/objects"],
    "kernel/main.c": ["kernel/shell", "kernel/magics", "kernel/notebook"] + KERNEL_CORE,
    "kernel/shell": ["kernelspec"] + KERNEL_CORE,
    "kernel/magics": KERNEL_CORE,
    "kernel/notebook": KERNEL_CORE,
    "kernel/modules": ["kernel/objects", "kernel/compile/compile.h", "kernel/compile/containers.h", "kernel/compile/type.h", "kernel/plot", "arraylib/array.h"],
    "kernel/compile": ["kernel/language", "kernel/objects", "arraylib/ir.h", "arraylib/core/dtype.h", "arraylib/core/operators.h"],
    "kernel/library": ["kernel/objects"],
    "kernel/language": ["kernel/objects"],
    "kernel/objects": ["kernel/language"],
    "kernel/plot": [],
}
# The two public headers of arraylib belong to all of its rooms, and may themselves show what theirs need.
PUBLIC_HEADERS = {"arraylib/array.h": ["arraylib"], "arraylib/ir.h": ["arraylib"]}
EVERYONE = ["base", "config.h"]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def is_within(path, rooms):
    return any(path == room or path.startswith(room + "/") for room in rooms)


def find_room(path):
    rooms = [room for room in RULES if is_within(path, [room])]
    return max(rooms, key=len) if rooms else None


def check_file(path):
    """The lines of this file that break a rule."""
    room = find_room(path)
    if path in PUBLIC_HEADERS:
        allowed = PUBLIC_HEADERS[path] + EVERYONE
    elif room is None:
        return ["%s belongs to no room" % path]
    else:
        allowed = RULES[room] + EVERYONE + [room]
        if room.startswith("arraylib/"):
            allowed += PUBLIC_HEADERS
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        used = INCLUDE.findall(file.read())
    return ["%s may not use %s" % (path, header) for header in used if not is_within(header, allowed)]


# Two rooms know each other: what a value does is written in the language, and the language is made of values.
PAIRS = [{"kernel/language", "kernel/objects"}]


def used_rooms(paths):
    """Which rooms each room's files really use: {room: {room: an example}}."""
    graph = {}
    for path in paths:
        room = find_room(path)
        if room is None or path in PUBLIC_HEADERS:
            continue
        with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
            for header in INCLUDE.findall(file.read()):
                other = find_room(header)
                if other not in (None, room) and {room, other} not in PAIRS:
                    graph.setdefault(room, {}).setdefault(other, "%s uses %s" % (path, header))
    return graph


def circles(graph):
    """One line for each way from a room back to itself."""
    found, done = [], set()

    def walk(room, way):
        if room in way:
            ring = way[way.index(room):] + [room]
            found.append("%s: %s" % (" -> ".join(ring), "; ".join(graph[a][b] for a, b in zip(ring, ring[1:]))))
        elif room not in done:
            for other in graph.get(room, ()):
                walk(other, way + [room])
            done.add(room)

    for room in graph:
        walk(room, [])
    return found


MOST_FILES = 40
# Folders that may hold more, and why.
LARGE_FOLDERS = {"kernel/library/python": "its files are named as the modules are imported"}


def crowded(paths):
    counts = {}
    for path in paths:
        counts[os.path.dirname(path)] = counts.get(os.path.dirname(path), 0) + 1
    wrong = ["%s holds %d files" % pair for pair in sorted(counts.items()) if pair[1] > MOST_FILES and pair[0] not in LARGE_FOLDERS]
    return wrong + ["%s is no longer large" % folder for folder in LARGE_FOLDERS if counts.get(folder, 0) <= MOST_FILES]


def main():
    code, sources = [], []
    for top in ("base", "protocol", "arraylib", "kernel", "kernelspec"):
        files = []
        for folder, _, names in os.walk(os.path.join(SOURCE, top)):
            files += [os.path.relpath(os.path.join(folder, name), SOURCE) for name in names
                      if name.endswith((".c", ".h", ".cu"))]
            sources += [os.path.relpath(os.path.join(folder, name), SOURCE) for name in names if name.endswith((".c", ".h", ".cu", ".py"))]
        code += files
        wrong = [line for path in sorted(files) for line in check_file(path)]
        report("includes of %s (%d files)" % (top, len(files)), not wrong, "\n".join(wrong))
    graph = used_rooms(code)
    rings = circles(graph)
    report("no circles among %d rooms" % len(graph), not rings, "\n".join(rings))
    sample = {"a": {"b": "1"}, "b": {"c": "2"}, "c": {"a": "3"}}
    report("a circle would be seen", circles(sample) == ["a -> b -> c -> a: 1; 2; 3"], str(circles(sample)))
    large = crowded(sources)
    report("no folder of more than %d files" % MOST_FILES, not large, "\n".join(large))
    run_tests()


main()
