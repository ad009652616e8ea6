"""IPKernelApp: the process around the kernel."""
from IPython.core.getipython import get_ipython
from ipykernel.connect import get_connection_file


class IPKernelApp:
    """initialized() and instance(), with kernel, shell, session and connection_file."""

    _instance = None

    @classmethod
    def initialized(cls):
        """Whether there is a kernel."""
        return hasattr(get_ipython(), "kernel")

    @classmethod
    def instance(cls, *args, **kwargs):
        """The one of this process."""
        if cls._instance is None:
            cls._instance = cls()
        return cls._instance

    @property
    def shell(self):
        """The session."""
        return get_ipython()

    @property
    def kernel(self):
        """The kernel."""
        return get_ipython().kernel

    @property
    def session(self):
        """The names that messages carry."""
        return self.kernel.session

    @property
    def connection_file(self):
        """The path of the file that clients read."""
        return get_connection_file()
