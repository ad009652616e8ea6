"""Types of the CUDA driver's."""

CU_STREAM_DEFAULT, CU_STREAM_LEGACY, CU_STREAM_PER_THREAD = 0, 1, 2


class _Handle(int):
    """What the driver knows something by."""

    @property
    def value(self):
        """The number."""
        return int(self)


class cu_module(_Handle):
    """The handle of a module."""


class cu_context(_Handle):
    """The handle of a context."""


class cu_stream(_Handle):
    """The handle of a stream."""


class cu_event(_Handle):
    """The handle of an event."""


class cu_function(_Handle):
    """The handle of a kernel."""


class cu_device(_Handle):
    """The handle of a device."""


class cu_device_ptr(_Handle):
    """An address on a device."""
