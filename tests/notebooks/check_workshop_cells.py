# timeout: 600
"""Every Python cell of the workshop pages, as workshop_cells.txt gives them: what it shows, or how it fails."""
import os
import re

from cells import device, matches, run_cells, shown
from tap import SOURCE, report, report_skip

HEADER = re.compile(r"=== (\S+) session=(\S+)(?: waits=(\S+))?(?: printed-fails=(\S+))?$")


def read_rows(path):
    rows, part = [], None
    with open(path, encoding="utf-8") as file:
        for line in file:
            header = HEADER.match(line)
            if header:
                name, session, waits, fails = header.groups()
                rows.append({"name": name, "session": session, "waits": waits, "fails": fails,
                             "printed": [], "run": None, "expect": []})
                part = None
            elif line.startswith("--- ") and rows:
                part = line[4:].split(":")[0].strip()
                if part == "run":
                    rows[-1]["run"] = []
            elif part:
                rows[-1][part].append(line)
            elif line.strip() and not line.startswith("#"):
                raise SystemExit("workshop_cells.txt: stray line %r" % line)
    for row in rows:
        for key in ("printed", "run", "expect"):
            if row[key] is not None:
                row[key] = "".join(row[key]).strip("\n")
    return rows


def choose(source):
    """«A|B»: A on a GPU, B without one."""
    which = r"\1" if device() == "cuda" else r"\2"
    return re.sub("«([^|»]*)\\|([^»]*)»", which, source)


def cells_of(row):
    source = row["printed"] if row["run"] is None else row["run"]
    return [part.strip("\n") for part in re.split(r"^# %%$", choose(source), flags=re.MULTILINE)]


def check_session(rows):
    """Run the rows of one session; report each."""
    sources, spans = [], []
    for row in rows:
        printed_at = None
        if row["fails"]:
            printed_at = len(sources)
            sources.append(row["printed"])
        first = len(sources)
        sources += cells_of(row)
        spans.append((row, printed_at, first, len(sources)))
    try:
        cells, errors = run_cells(sources)
    except Exception as problem:  # the whole session is lost: each of its rows has failed
        for row in rows:
            report(row["name"], False, str(problem))
        return
    for row, printed_at, first, end in spans:
        actual = "\n".join(text for text in map(shown, cells[first:end]) if text)
        detail = ""
        if not matches(row["expect"], actual):
            detail = "expected:\n%s\nshown:\n%s" % (row["expect"], actual)
        if printed_at is not None:
            failure = shown(cells[printed_at])
            if not re.search(r"(^|\n)%s: " % re.escape(row["fails"]), failure):
                detail += "\nas printed it must raise %s, it showed:\n%s" % (row["fails"], failure)
        report("%s (%s, %s)" % (row["name"], row["session"], device()), not detail, detail)


def main():
    rows = read_rows(os.path.join(SOURCE, "tests", "notebooks", "workshop_cells.txt"))
    sessions = {}
    for row in rows:
        if row["waits"]:
            report_skip("%s (%s)" % (row["name"], row["session"]), "waits for %s" % row["waits"])
        else:
            sessions.setdefault(row["session"], []).append(row)
    for session in sessions.values():
        check_session(session)
    print("1..%d" % len(rows))


main()
