"""Keeping what is printed and displayed: with capture_output() as captured."""
from IPython import _session


class capture_output:
    """A context whose output is kept: captured.stdout, captured.stderr, captured.outputs, captured.show()."""

    stdout = stderr = display = True

    def __init__(self, stdout=True, stderr=True, display=True):
        self.stdout, self.stderr, self.display = stdout, stderr, display

    def __enter__(self):
        self._scope = _session()._capture(self.stdout, self.stderr, self.display)
        return self._scope.__enter__()

    def __exit__(self, exc_type, exc_value, traceback):
        self._scope.__exit__()
