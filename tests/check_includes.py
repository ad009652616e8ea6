"""Who may use whom: every #include "..." of the tree against the rules of the house."""
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
    "kernel/modules": ["kernel/objects", "kernel/compile", "kernel/plot", "arraylib/array.h"],
    "kernel/compile": ["kernel/language/text/ast.h", "arraylib/ir.h"],
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


def main():
    for top in ("base", "protocol", "arraylib", "kernel", "kernelspec"):
        files = []
        for folder, _, names in os.walk(os.path.join(SOURCE, top)):
            files += [os.path.relpath(os.path.join(folder, name), SOURCE) for name in names
                      if name.endswith((".c", ".h", ".cu"))]
        wrong = [line for path in sorted(files) for line in check_file(path)]
        report("includes of %s (%d files)" % (top, len(files)), not wrong, "\n".join(wrong))
    run_tests()


main()
