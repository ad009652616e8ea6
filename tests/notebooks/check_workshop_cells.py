# timeout: 600
"""Every Python cell of the workshop pages, with the changes of workshop_cells.txt: what it shows, or how it fails.

The pages are not ours; CUPOLA_WORKSHOP_PAGES names the folder where they are. lesson_cells.txt has cells of our own."""
import glob
import os
import re

from cells import device, matches, run_cells, shown
from tap import SOURCE, report, report_skip

HEADER = re.compile(r"=== (\S+) session=(\S+)(?: waits=(\S+))?(?: printed-fails=(\S+))?$")
INSIDE = re.compile(r"(\d+): (.*) => (.*)$")
LINES = re.compile(r"(\d+)(?:-(\d+)|\+):$")
PAGES = os.environ.get("CUPOLA_WORKSHOP_PAGES")


def printed(name):
    """The cell whose fence is at a line of a page: "004.124", with an a behind it where a cell runs twice."""
    page, _, line = name.partition(".")
    [path] = glob.glob(os.path.join(PAGES, page + "_*.txt"))
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")[int(re.match(r"\d+", line)[0]):]
    return lines[:next(number for number, text in enumerate(lines) if text.startswith("``"))]


def edited(lines, edits):
    """The lines of a cell with what a row changes."""
    result, first, behind = list(lines), 0, 0
    offset = 0  # of the lines of the page, in the result
    for edit in edits:
        inside, block = INSIDE.match(edit), LINES.match(edit)
        if inside:
            number, old, new = inside.groups()
            place = int(number) - 1 + offset
            assert result[place].count(old) == 1, edit
            result[place] = result[place].replace(old, new)
        elif block:
            first = int(block[1]) + offset - (1 if block[2] else 0)
            gone = int(block[2]) - int(block[1]) + 1 if block[2] else 0
            result[first:first + gone] = []
            offset -= gone
            behind = first
        else:
            result.insert(behind, edit)
            behind, offset = behind + 1, offset + 1
    return result


def read_rows(path):
    rows, part = [], None
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            header = HEADER.match(line)
            if header:
                name, session, waits, fails = header.groups()
                rows.append({"name": name, "session": session, "waits": waits, "fails": fails, "run": [], "expect": []})
                part = None
            elif line.startswith("--- ") and rows:
                part = line[4:].split(":")[0].strip()
            elif part:
                rows[-1][part].append(line)
            elif line.strip() and not line.startswith("#"):
                raise SystemExit("workshop_cells.txt: stray line %r" % line)
    for row in rows:
        lines = printed(row["name"])
        row["printed"] = "\n".join(lines).strip("\n")
        row["run"] = "\n".join(edited(lines, row["run"])).strip("\n")
        row["expect"] = "\n".join(row["expect"]).strip("\n")
    return rows


def choose(source):
    """«A|B»: A on a GPU, B without one."""
    which = r"\1" if device() == "cuda" else r"\2"
    return re.sub("«([^|»]*)\\|([^»]*)»", which, source)


def cells_of(row):
    return [part.strip("\n") for part in re.split(r"^# %%$", choose(row["run"]), flags=re.MULTILINE)]


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
    if not PAGES:
        report_skip("cells of the workshop pages", "CUPOLA_WORKSHOP_PAGES names no folder of them")
        print("1..1")
        return
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
