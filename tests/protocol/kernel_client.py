"""A kernel process and a client of it, for the tests and measurements of the protocol."""
import os
import shutil
import signal
import subprocess
import tempfile
import time
from queue import Empty

from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.connect import write_connection_file

TIMEOUT = 20


class Kernel:
    """`with Kernel() as kernel:` starts one, connects, and ends it whatever happens."""

    def __init__(self, command=None, transport="tcp", environment=None, stderr=subprocess.PIPE, wait=True):
        self.folder = tempfile.mkdtemp(prefix="cupola-test-")
        self.connection_file = os.path.join(self.folder, "connection.json")
        ip = os.path.join(self.folder, "socket") if transport == "ipc" else "127.0.0.1"
        write_connection_file(self.connection_file, transport=transport, ip=ip, key=os.urandom(16).hex().encode(),
                              **({"shell_port": 1, "iopub_port": 2, "stdin_port": 3, "control_port": 4, "hb_port": 5}
                                 if transport == "ipc" else {}))
        command = command or [os.environ["CUPOLA"], "kernel", "-f", "{connection_file}"]
        command = [word.replace("{connection_file}", self.connection_file) for word in command]
        self.environment = dict(os.environ, XDG_DATA_HOME=self.folder, JUPYTER_RUNTIME_DIR=self.folder,
                                **(environment or {}))
        self.started = time.monotonic()
        self.process = subprocess.Popen(command, env=self.environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=stderr, start_new_session=True)
        self.client = BlockingKernelClient(connection_file=self.connection_file)
        self.client.load_connection_file()
        self.client.start_channels()
        if wait:
            self.wait_until_ready()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()
        shutil.rmtree(self.folder, ignore_errors=True)

    def wait_until_ready(self):
        for _ in range(TIMEOUT):
            try:
                self.client.wait_for_ready(timeout=1)
                return
            except RuntimeError:
                if self.process.poll() is not None:
                    raise RuntimeError("the kernel ended with %d: %r" % (
                        self.process.returncode, self.process.stderr and self.process.stderr.read())) from None
        raise RuntimeError("the kernel does not answer")

    # ---- requests

    def reply(self, request, channel="shell", timeout=TIMEOUT):
        """The answer to a request on that channel; answers to others are passed over."""
        get = getattr(self.client, "get_%s_msg" % channel)
        end = time.monotonic() + timeout
        while True:
            message = get(timeout=max(0.01, end - time.monotonic()))
            if message["parent_header"].get("msg_id") == request:
                return message

    def published(self, request, timeout=TIMEOUT):
        """Everything on iopub that belongs to a request, up to and with its idle."""
        messages = []
        end = time.monotonic() + timeout
        while True:
            message = self.client.get_iopub_msg(timeout=max(0.01, end - time.monotonic()))
            if message["parent_header"].get("msg_id") != request:
                continue
            messages.append(message)
            if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
                return messages

    def execute(self, code, **options):
        """(content of the reply, what was published)"""
        request = self.client.execute(code, **options)
        reply = self.reply(request)
        return reply["content"], self.published(request)

    def request(self, message_type, content, channel="shell"):
        """Send any message; its identifier."""
        message = self.client.session.msg(message_type, content)
        getattr(self.client, channel + "_channel").send(message)
        return message["header"]["msg_id"]

    def wait_until_busy(self, request):
        while True:
            message = self.client.get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request and message["msg_type"] == "execute_input":
                return

    def wait_until_written(self, request):
        """Until the cell has written something: it runs, behind that."""
        while True:
            message = self.client.get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request and message["msg_type"] == "stream":
                return

    def has_no_more(self, channel="shell", timeout=0.2):
        try:
            getattr(self.client, "get_%s_msg" % channel)(timeout=timeout)
        except Empty:
            return True
        return False

    def wait_for_exit(self, timeout=5):
        return self.process.wait(timeout)


def text_of(messages, name="stdout"):
    """The text that these messages wrote to a stream."""
    return "".join(message["content"]["text"] for message in messages
                   if message["msg_type"] == "stream" and message["content"]["name"] == name)


def types_of(messages):
    return [message["msg_type"] for message in messages]


def states_of(messages):
    return [message["content"]["execution_state"] for message in messages if message["msg_type"] == "status"]


def results_of(messages):
    return [message["content"]["data"].get("text/plain") for message in messages
            if message["msg_type"] == "execute_result"]
