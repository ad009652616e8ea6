"""The same cells in this kernel and in ipykernel: what each replies and publishes must be the same.

The cells are in beside_ipykernel/NAME.py, parted by lines of "# ----"; those of one file run in one kernel, in order.
Addresses, file names of cells and the place of a warning are not compared, nor the name that ipykernel's reply has
for an error that it only shows ("NoneType")."""
import os
import re
import sys

from tap import SOURCE, report_skip, run_tests, test

try:
    import ipykernel  # noqa: F401
    from kernel_client import Kernel
except ImportError:
    report_skip("cells beside ipykernel", "there is no ipykernel")
    sys.exit(0)

ORACLE = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
FOLDER = os.path.join(SOURCE, "tests", "protocol", "beside_ipykernel")


def settled(text):
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    text = re.sub(r"(/\S*/ipykernel_\d+/\d+\.py|<ipython-input-[^>]*>|\b\d+\.py\b)", "CELL", text)
    text = re.sub(r"\b(0x)?[0-9a-f]{8,}\b", "ADDRESS", text)
    return re.sub(r"^(<frozen \w+>|/\S*\.py):\d+: (?=\w*Warning)", "", text, flags=re.M)


def told(messages):
    """What a client sees of a cell, streams joined where they follow each other."""
    found = []
    for message in messages:
        kind, content = message["msg_type"], message["content"]
        if kind in ("status", "execute_input"):
            continue
        if kind == "stream":
            if found and found[-1][0] == content["name"]:
                found[-1] = content["name"], found[-1][1] + settled(content["text"])
            else:
                found.append((content["name"], settled(content["text"])))
        elif kind == "error":
            found.append((kind, content["ename"], settled(content["evalue"])))
        elif "data" in content:
            found.append((kind, settled(str(content["data"].get("text/plain"))), sorted(content["data"])))
        else:
            found.append((kind,))
    return found


def execute(kernel, cell):
    """The reply, and all that is published for the cell until a question behind it is answered: tasks may be late."""
    request = kernel.client.execute(cell, allow_stdin=False)
    reply = kernel.reply(request)["content"]
    behind = kernel.client.execute("", silent=True)
    messages, ended = [], set()
    while len(ended) < 2:
        message = kernel.client.get_iopub_msg(timeout=20)
        parent = message["parent_header"].get("msg_id")
        if parent == request:
            messages.append(message)
        if message["content"].get("execution_state") == "idle":
            ended.add(parent)
    kernel.reply(behind)
    return reply, messages


def answer(kernel, cell):
    reply, messages = execute(kernel, cell)
    name = reply.get("ename")
    return reply["status"], None if name == "NoneType" else name, reply.get("execution_count"), told(messages)


def compare(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        cells = [cell.strip("\n") for cell in re.split(r"^# ----.*\n", file.read(), flags=re.M)]
    with Kernel() as ours, Kernel(command=ORACLE) as theirs:
        for cell in cells:
            here, there = answer(ours, cell), answer(theirs, cell)
            if there[:2] == ("error", None):
                here = here[:1] + (None,) + here[2:]
            assert here == there, "%s\n  here:  %r\n  there: %r" % (cell, here, there)


for file_name in sorted(os.listdir(FOLDER)):
    def check(file_name=file_name):
        compare(file_name)
    check.__name__ = file_name[:-3]
    test(check)

run_tests()
