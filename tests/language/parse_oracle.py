"""What CPython 3.11 says about a source, and what tests/unit/parse_dump says, in the same words."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import BUILD, Skip

ORACLE = "/usr/bin/python3"

# Runs in the oracle: reads sources with NUL between them, writes a repr of the list of what compile() says of each.
JUDGE = r"""
import sys, warnings
warnings.simplefilter("ignore")
def judge(source):
    try:
        compile(source, "f", "exec")
        return ("ok",)
    except SyntaxError as error:
        place = [value or 0 for value in (error.lineno, error.offset, error.end_lineno, error.end_offset)]
        return (type(error).__name__, " ".join(map(str, place)), error.msg, error.text or "")
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return (type(error).__name__, "0 0 0 0", str(error), "")
sources = sys.stdin.buffer.read().decode().split("\0")[:-1]
sys.stdout.buffer.write(repr([judge(source) for source in sources]).encode())
"""


def find_dump():
    path = os.path.join(BUILD, "tests", "unit", "parse_dump")
    if not os.access(path, os.X_OK):
        raise Skip("tests/unit/parse_dump is not built")
    return path


def require_oracle():
    try:
        version = subprocess.run([ORACLE, "-V"], capture_output=True, text=True).stdout
    except OSError:
        version = ""
    if not version.startswith("Python 3.11."):
        raise Skip("no /usr/bin/python3 of version 3.11: its messages are the oracle")


def pack(sources):
    return b"".join(source.encode() + b"\0" for source in sources)


def ask_oracle(sources):
    output = subprocess.run([ORACLE, "-c", JUDGE], input=pack(sources), capture_output=True, check=True).stdout
    return eval(output.decode())


def ask_parser(sources):
    run = subprocess.run([find_dump(), "-0", "-s", "-"], input=pack(sources), capture_output=True)
    assert run.returncode == 0, run.stderr.decode()
    answers = []
    for answer in run.stdout.decode("utf-8", "replace").split("\0")[:-1]:
        lines = answer.split("\n", 3)
        answers.append(("ok",) if lines[0] == "ok" else tuple(lines))
    return answers


def compare(sources):
    expected, found = ask_oracle(sources), ask_parser(sources)
    assert len(expected) == len(found) == len(sources), "a source is missing an answer"
    wrong = [(s, e, f) for s, e, f in zip(sources, expected, found) if e != f]
    lines = [f"{s!r}\n    expected {e}\n    found    {f}" for s, e, f in wrong[:10]]
    assert not wrong, f"{len(wrong)} of {len(sources)} differ:\n" + "\n".join(lines)
