"""What cupy warns of."""


class PerformanceWarning(RuntimeWarning):
    """Warning that indicates possible performance issues."""


PerformanceWarning.__module__ = 'cupy._util'
