"""The profiler of CUDA: nobody listens here."""


def start():
    """Begin to record."""


def stop():
    """Stop recording."""
