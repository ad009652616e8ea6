"""Magics, sessions and errors beside ipykernel's: the same cells in both kernels, and what they show must be the same, to the character.

magic_cases.txt, session_cases.txt (names, numbers, displays, compilation) and error_cases.txt (cells that fail) have sessions (`===== name`) of cells (between `-----`). Lines `#< text` answer when a cell asks for input.
A cell with a line `#! reason` differs on purpose: only Cupola runs it, and shows what stands behind `#> `."""
# timeout: 900
import os
import re
import sys

from tap import SOURCE, report, report_skip, run_tests

try:
    from magic_sessions import Session, ipykernel_command, read_sessions, split_answers
    import ipykernel  # noqa: F401
except ImportError:
    report_skip("magics", "the .venv is not there")
    sys.exit(0)

# What no two runs share, and frames of libraries that only ipykernel has.
MASKS = [(re.compile(r"[\d.]+(e[+-]?\d+)? (ns|μs|ms|s)\b"), "<time>"),
         (re.compile(r"/tmp/ipykernel_\d+/\d+\.py|<ipython-input-\d+-\w+>|\b\d{6,}\.py(?=:\d)"), "<cell>"),
         (re.compile(r"(?m)^File (?:/\S*/(?:site-packages|lib/python3[\d.]*)/|<frozen )[^\n]*\n(?:[^\n]+\n)*\n?"), ""),
         (re.compile(r'(?m)^ *\|? *File "(?:/\S*/(?:site-packages|lib/python3[\d.]*)/|<frozen )[^\n]*\n(?: *\|?    [^\n]+\n)*'), ""),
         (re.compile(r"(?m)^  File \S*/site-packages/\S*:\d+ in \w+\n(?:    [^\n]*\n)*\n?"), ""),
         (re.compile(r"(?m)(?:^|(?<=\] ))/\S*/IPython/core/formatters\.py:\d+: (FormatterWarning.*)\n  warnings\.warn\($"), r"\1"),
         (re.compile(r"\n{2,}"), "\n\n"),
         (re.compile(r"[ \d.]+(it/s|s/it|B/s)"), "<rate>"),
         (re.compile(r"in \d+\.\d{3} seconds"), "in <time> seconds"),
         (re.compile(r"(?m)^( +[\d/]+)(?: +\d+\.\d{3}){4} "), r"\1 <times> "),
         (re.compile(r"(?m) +(?=\r|$)"), ""),
         (re.compile(r" at 0x[0-9a-f]+"), " at <address>")]


def masked(text):
    for pattern, word in MASKS:
        text = pattern.sub(word, text)
    return text.replace("\r\n", "\n").rstrip()


def own_expectation(code):
    """(cell, expected) of a cell that differs on purpose, else (cell, None)."""
    lines = code.split("\n")
    if not any(line.startswith("#! ") for line in lines):
        return code, None
    return ("\n".join(line for line in lines if not line.startswith(("#! ", "#>"))),
            "\n".join(line[3:] for line in lines if line.startswith("#>")))


def run_session(name, cells):
    ours, theirs = Session(None), Session(ipykernel_command())
    problems = []
    try:
        for cell in cells:
            code, answers = split_answers(cell)
            code, expected = own_expectation(code)
            here = masked(ours.run(code, answers))
            there = masked(expected if expected is not None else theirs.run(code, answers))
            if expected is not None:
                theirs.run("pass")  # the numbers of the cells stay the same
            if here != there:
                problems.append("%s\n--- here\n%s\n--- there\n%s\n" % (code, here, there))
    finally:
        ours.close()
        theirs.close()
    report("magics: %s, %d cells" % (name, len(cells)), not problems, "\n".join(problems))


wanted = sys.argv[1:]
sys.argv[1:] = []
SESSIONS = [session for file in ("magic_cases.txt", "session_cases.txt", "error_cases.txt")
            for session in read_sessions(os.path.join(SOURCE, "tests", "notebooks", file))]
for session_name, session_cells in SESSIONS:
    if not wanted or any(word in session_name for word in wanted):
        run_session(session_name, session_cells)
run_tests()
