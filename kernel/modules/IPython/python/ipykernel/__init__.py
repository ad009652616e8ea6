"""What notebooks ask of the kernel by the name of the usual one: connect, ipkernel, kernelapp, zmqshell."""
from ipykernel.connect import get_connection_file, get_connection_info

__all__ = ["get_connection_file", "get_connection_info"]
