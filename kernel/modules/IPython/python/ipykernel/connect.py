"""Where clients reach this kernel."""
import json

from IPython.core.getipython import get_ipython


def get_connection_file(app=None):
    """The path of the file that clients read."""
    shell = get_ipython()
    found = shell and shell._describe("connection_file")
    if not found:
        raise RuntimeError("app not specified, and not in a running Kernel")
    return found


def get_connection_info(connection_file=None, unpack=False):
    """What that file says: its text, or with unpack a dict whose key is bytes."""
    with open(connection_file or get_connection_file(), encoding="utf-8") as file:
        text = file.read()
    if not unpack:
        return text
    found = json.loads(text)
    found["key"] = found.get("key", "").encode()
    return found
