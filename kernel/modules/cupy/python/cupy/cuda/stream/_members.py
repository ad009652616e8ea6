"""Members of cupy.cuda.stream that cupy.cuda has, too."""

from cupy.cuda import ExternalStream, get_current_stream, get_elapsed_time

__all__ = ['ExternalStream', 'get_current_stream', 'get_elapsed_time']
