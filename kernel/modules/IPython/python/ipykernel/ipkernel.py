"""get_ipython().kernel: the kernel as a cell sees it. Its sockets belong to other threads and are not for cells."""
import datetime
import getpass
import sys
import uuid
import warnings

__all__ = ["IPythonKernel"]


class Session:
    """The names that this kernel's messages carry."""

    __module__ = "jupyter_client.session"

    def __init__(self, shell):
        self._shell, self.username, self.metadata = shell, getpass.getuser(), {}
        self.session = shell._describe("session") or uuid.uuid4().hex

    @property
    def key(self):
        """What messages are signed with."""
        if self._shell._describe("connection_file") is None:
            return b""
        from ipykernel.connect import get_connection_info
        return get_connection_info(unpack=True)["key"]

    @property
    def msg_id(self):
        """One for a new message."""
        return str(uuid.uuid4())

    def msg_header(self, msg_type):
        """The header of a new message."""
        return {"msg_id": self.msg_id, "msg_type": msg_type, "username": self.username, "session": self.session,
                "date": datetime.datetime.now(datetime.timezone.utc), "version": "5.3"}

    def msg(self, msg_type, content=None, parent=None, header=None, metadata=None):
        """A new message as a dict; nothing is sent."""
        header = header or self.msg_header(msg_type)
        parent = parent or {}
        return {"header": header, "msg_id": header["msg_id"], "msg_type": header["msg_type"],
                "parent_header": parent.get("header", parent), "content": content or {}, "metadata": metadata or {}}

    def send(self, stream, msg_or_type, content=None, parent=None, ident=None, buffers=None, track=False, header=None, metadata=None):
        """Publish a message: what clients see below the cell."""
        message = msg_or_type if isinstance(msg_or_type, dict) else self.msg(msg_or_type, content, parent, header, metadata)
        publish(self._shell, message["msg_type"], message["content"])
        return message


def publish(shell, kind, content):
    """Send what a cell shows, given as the content of its message."""
    if kind == "stream":
        stream = sys.stderr if content.get("name") == "stderr" else sys.stdout
        stream.write(content.get("text", ""))
    elif kind in ("display_data", "update_display_data"):
        from IPython.display import publish_display_data
        publish_display_data(content.get("data", {}), content.get("metadata"), transient=content.get("transient"),
                             update=kind.startswith("update"))
    elif kind == "clear_output":
        from IPython.display import clear_output
        clear_output(content.get("wait", False))
    else:
        shell._publish(kind, content)


class IPythonKernel:
    """The kernel: shell, session, get_parent(), do_shutdown(), send_response() and what it says of itself."""

    implementation = "cupola"
    protocol_version = "5.3"
    iopub_socket = None  # send_response() takes it for "what clients see"

    def __init__(self, shell):
        self.shell, self.session, self.ident, self.parent = shell, Session(shell), str(uuid.uuid4()), None
        self.user_module, self.config = sys.modules["__main__"], shell.config

    @property
    def user_ns(self):
        """The user's variables."""
        return self.shell.user_ns

    @property
    def execution_count(self):
        """The number of the running cell."""
        return self.shell.execution_count

    @property
    def io_loop(self):
        """The event loop of the cells."""
        import asyncio
        return asyncio.get_event_loop()

    @property
    def implementation_version(self):
        """The program's version."""
        return ".".join(map(str, sys.implementation.version[:3]))

    @property
    def banner(self):
        """What a console prints first."""
        return "Cupola: Python %s cells with NumPy on the host and CuPy on the GPU" % sys.version.split()[0]

    @property
    def language_info(self):
        """The language of the cells."""
        return {"name": "python", "version": sys.version.split()[0], "mimetype": "text/x-python",
                "codemirror_mode": {"name": "ipython", "version": sys.version_info[0]}, "pygments_lexer": "ipython3",
                "nbconvert_exporter": "python", "file_extension": ".py"}

    @property
    def kernel_info(self):
        """What the kernel answers to who asks for its kind."""
        return {"protocol_version": self.protocol_version, "implementation": self.implementation,
                "implementation_version": self.implementation_version, "language_info": self.language_info,
                "banner": self.banner, "help_links": [], "status": "ok"}

    def get_parent(self, channel=None):
        """The request that is being answered: a message as a dict."""
        return self.shell._describe("parent") or {}

    @property
    def _parent_header(self):
        warnings.warn("Kernel._parent_header is deprecated in ipykernel 6. Use .get_parent()", DeprecationWarning, stacklevel=2)
        return self.get_parent()

    def do_shutdown(self, restart):
        """End the kernel behind this cell; who manages it starts it again."""
        try:
            exit()
        except SystemExit:
            pass
        return {"status": "ok", "restart": restart}

    def raw_input(self, prompt=""):
        """Ask the front end for a line."""
        return input(prompt)

    def getpass(self, prompt=""):
        """Ask the front end for a password."""
        return getpass.getpass(prompt)

    def send_response(self, stream, msg_or_type, content=None, *rest, **named):
        """Publish a message that belongs to the running cell."""
        parent = self.get_parent()
        return self.session.send(stream, msg_or_type, content, parent, *rest, **named)
