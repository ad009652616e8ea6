# timeout: 240
"""Whole programs beside python3, each started as a shell starts it: script_cases.txt tells how."""
import os
import re
import subprocess
import sys
import tempfile

from tap import CUPOLA, SOURCE, report, run_tests

ORACLE = "/usr/bin/python3"
ADDRESS = re.compile(rb"0x[0-9a-f]{6,}")


def read_cases(path):
    """(name, command or None, what is not compared, program) of each case."""
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^=== (.*)\n", file.read(), flags=re.MULTILINE)
    for name, program in zip(parts[1::2], parts[2::2]):
        command, apart = None, None
        if program.startswith("! "):
            apart, _, program = program[2:].partition("\n")
        if program.startswith("$ "):
            command, _, program = program[2:].partition("\n")
        yield name, command, apart and apart.split()[0], program


def outcome(program, command, path, folder):
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "LC_", "LANG"))}
    environment.update(LC_ALL="C.UTF-8", DIR=folder, PYTHONDONTWRITEBYTECODE="1", COLUMNS="80")
    command = re.sub(r"\bP\b", lambda match: "%s '%s'" % (program, path), command or "P </dev/null")
    try:
        done = subprocess.run(["/bin/bash", "-c", command], env=environment, cwd=folder, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "no end", b"", b""
    return done.returncode, ADDRESS.sub(b"0x", done.stdout), ADDRESS.sub(b"0x", done.stderr)


def differences(apart, here, there):
    for what, ours, theirs in zip(("status", "stdout", "stderr"), here, there):
        if ours != theirs and what != apart:
            yield "%s: python3 %r\n   here %r\n" % (what, theirs, ours)


def main(words):
    for name, command, apart, program in read_cases(os.path.join(SOURCE, "tests", "protocol", "script_cases.txt")):
        if words and not any(word in name for word in words):
            continue
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "script.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(program)
            there = outcome(ORACLE, command, path, folder)
            here = outcome(CUPOLA + " run", command, path, folder)
        detail = "".join(differences(apart, here, there))
        report(name, not detail, detail)


main(sys.argv[1:])
run_tests()
