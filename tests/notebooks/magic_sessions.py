"""Cells run by ipykernel and by Cupola, each in a kernel of its own, and what every cell showed, as text."""
import os
import re
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "protocol"))

from kernel_client import Kernel  # noqa: E402

ANSI = re.compile(r"\x1b\[[0-9;]*m")
TIMEOUT = 60


def describe_data(data):
    """A MIME bundle: text/plain as it is, the others behind their types, by name."""
    parts = [str(data["text/plain"])] if "text/plain" in data else []
    for name in sorted(data):
        if name.startswith("image/p") or name.startswith("image/j"):
            parts.append("<%s>" % name)
        elif name != "text/plain":
            parts.append("<%s> %s" % (name, data[name]))
    return "\n".join(parts)


def describe(messages, reply, prompts):
    lines = []
    for message in messages:
        content, kind = message["content"], message["msg_type"]
        if kind == "stream":
            if lines and lines[-1][0] == content["name"]:
                lines[-1][1] += content["text"]
            else:
                lines.append([content["name"], content["text"]])
        elif kind == "execute_result":
            lines.append(["result", describe_data(content["data"])])
        elif kind in ("display_data", "update_display_data"):
            metadata = " %s" % content["metadata"] if content["metadata"] else ""
            identifier = " id" if content.get("transient", {}).get("display_id") else ""
            lines.append([kind.replace("_data", "") + identifier + metadata, describe_data(content["data"])])
        elif kind == "clear_output":
            lines.append(["clear", str(content["wait"])])
        elif kind == "error":
            lines.append(["error", "\n".join(content["traceback"])])
    for prompt in prompts:
        lines.append(["asked", prompt])
    for payload in reply.get("payload", []):
        if payload["source"] == "page":
            lines.append(["page", describe_data(payload["data"])])
        else:
            lines.append([payload["source"], "%s" % {key: payload[key] for key in sorted(payload) if key != "source"}])
    return "\n".join("[%s] %s" % (kind, text.rstrip("\n")) for kind, text in lines)


class Session:
    """A kernel in a folder of its own; run() answers with the description of a cell's outputs."""

    def __init__(self, command, environment=None):
        self.folder = tempfile.mkdtemp(prefix="cupola-cells-")
        before = os.getcwd()
        os.chdir(self.folder)
        try:
            self.kernel = Kernel(command, environment=dict({"HOME": self.folder, "IPYTHONDIR": self.folder + "/.ipython",
                                                            "PYTHONDONTWRITEBYTECODE": "1"}, **(environment or {})))
        finally:
            os.chdir(before)
        self.client = self.kernel.client

    def close(self):
        self.kernel.__exit__()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, code, answers=()):
        request = self.client.execute(code, allow_stdin=True)
        answers, prompts, reply, messages = list(answers), [], None, []
        end = time.monotonic() + TIMEOUT
        while reply is None:
            if time.monotonic() > end:
                return "[timeout]"
            try:
                message = self.client.get_stdin_msg(timeout=0)
                prompts.append(message["content"]["prompt"])
                self.client.input(answers.pop(0) if answers else "\x04")
            except Exception as error:
                if type(error).__name__ != "Empty":
                    raise
            try:
                message = self.client.get_shell_msg(timeout=0.02)
                if message["parent_header"].get("msg_id") == request:
                    reply = message["content"]
            except Exception as error:
                if type(error).__name__ != "Empty":
                    raise
        messages = self.kernel.published(request)
        return ANSI.sub("", describe(messages, reply, prompts)).replace(self.folder, "FOLDER")


def ipykernel_command():
    return [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}", "--HistoryManager.enabled=True"]


def read_sessions(path):
    """[(name, [cells])] of a file with `===== name` before each session and `-----` between its cells. A cell's line
    `#< text` is what the front end answers when asked for input."""
    sessions = []
    with open(path, encoding="utf-8") as file:
        for part in re.split(r"^===== ", file.read(), flags=re.MULTILINE)[1:]:
            name, _, text = part.partition("\n")
            sessions.append((name.strip(), [cell.strip("\n") for cell in re.split(r"^-----\n", text, flags=re.MULTILINE)]))
    return sessions


def split_answers(cell):
    lines = cell.split("\n")
    return ("\n".join(line for line in lines if not line.startswith("#< ") and line != "#<"),
            [line[3:] for line in lines if line.startswith("#<")])
