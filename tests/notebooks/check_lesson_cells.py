# timeout: 300
"""Cells of our own on what workshops teach, as lesson_cells.txt gives them: what each shows, or how it fails."""
import os
import re

from cells import device, matches, run_cells, shown
from tap import SOURCE, report

HEADER = re.compile(r"=== (.+) session=(\S+)$")


def read_sessions(path):
    """{session: [(name, cell, what it shows)]}"""
    sessions, parts = {}, None
    with open(path, encoding="utf-8") as file:
        for line in file:
            if header := HEADER.match(line):
                parts = {"cell": "", "expect": ""}
                sessions.setdefault(header[2], []).append((header[1], parts))
                part = None
            elif line.startswith("--- ") and parts:
                part = line[4:].strip()
            elif parts:
                parts[part] += line
    return sessions


def main():
    count = 0
    for session, rows in read_sessions(os.path.join(SOURCE, "tests", "notebooks", "lesson_cells.txt")).items():
        cells, _ = run_cells([parts["cell"].strip("\n") for _, parts in rows])
        for (name, parts), cell in zip(rows, cells):
            actual, wanted = shown(cell), parts["expect"].strip("\n")
            detail = "" if matches(wanted, actual) else "expected:\n%s\nshown:\n%s" % (wanted, actual)
            report("%s (%s, %s)" % (name, session, device()), not detail, detail)
            count += 1
    print("1..%d" % count)


main()
