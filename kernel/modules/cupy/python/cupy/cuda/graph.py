"""Graphs: a stream's work, written down instead of being done, and done as often as the graph is launched.

What is recorded are the primitives of the device with their operands' addresses (arraylib/device/capture.c), in the order in which they were called:
streams that wait for each other's events record into one list."""

import cupy


class Graph:
    """Recorded work, made by Stream.end_capture(). It keeps the arrays that it reads and writes.

    >>> stream, x = cuda.Stream(non_blocking=True), zeros(3)
    >>> with stream:
    ...     stream.begin_capture()
    ...     x += 1
    ...     graph = stream.end_capture()
    ...     graph.launch()
    ...     graph.launch()
    >>> x
    array([2., 2., 2.])
    """

    def __init__(self, *args, **kwargs):
        raise NotImplementedError('currently this class cannot be initiated by the user and must be created via stream capture')

    def launch(self, stream=None):
        """Do the work, on a stream (None: the current one); on one that records, each time that its own graph is launched."""
        capture = cupy.cuda._stream_capture(stream)
        if capture is None:
            cupy._capture_launch(self._recorded)
        else:
            cupy._capture_include(capture.recorded, self._recorded)

    def upload(self, stream=None):
        """Prepare the launch on a stream: nothing is left to prepare."""
        cupy.cuda._stream_capture(stream)

    def debug_dot_str(self, flags=None):
        """The steps in Graphviz's language; more of each with flags."""
        lines = ['digraph dot {']
        names = cupy._capture_names(self._recorded).splitlines()
        for number, name in enumerate(names):
            label = '{ID | %d | %s}' % (number, name) if flags else '%d\\n%s' % (number, name)
            lines.append('"graph_node_%d"[shape="%s" label="%s"];' % (number, 'record' if flags else 'octagon', label))
            if number:
                lines.append('"graph_node_%d" -> "graph_node_%d";' % (number - 1, number))
        return '\n'.join(lines) + '\n}\n'


class _Capture:
    """What streams record in: the one that began, and those that wait for its events (joined: it waits for theirs)."""

    def __init__(self, origin):
        self.origin = origin
        self.recorded = cupy._capture_new()
        self.branches = []
        self.joined = []
        self.last = {}  # where each event was recorded

    def spoil(self):
        cupy._capture_spoil(self.recorded)


_active = []  # captures that have begun and not ended


def _failed(status):
    from cupy.cuda import runtime
    try:
        runtime.check_status(status)
    except runtime.CUDARuntimeError as error:
        return error


def _begin(stream, mode):
    if stream.ptr in (0, 1):
        raise RuntimeError('cannot capture on the default (legacy) stream')
    if mode is not None and mode not in (0, 1, 2):
        raise _failed(1)
    if cupy.cuda._stream_capture(stream) is not None:
        raise _failed(401)
    capture = _Capture(stream)
    _active.append(capture)
    cupy.cuda._stream_set_capture(stream, capture, capture.recorded)


def _end(stream):
    capture = cupy.cuda._stream_capture(stream)
    if capture is None:
        raise _failed(401)
    if capture.origin is not stream:
        capture.spoil()
        raise _failed(903)
    for one in (stream, *capture.branches):
        cupy.cuda._stream_set_capture(one, None, None)
    _active.remove(capture)
    is_joined = all(one in capture.joined for one in capture.branches)
    capture.origin = None
    capture.branches = capture.joined = ()
    if cupy._capture_is_spoilt(capture.recorded):
        raise _failed(901)
    if not is_joined:
        raise _failed(904)
    graph = Graph.__new__(Graph)
    graph._recorded = capture.recorded
    return graph


def _is_capturing(stream):
    capture = cupy.cuda._stream_capture(stream)
    if capture is None:
        if stream.ptr in (0, 1) and any(not one.origin.is_non_blocking for one in _active):
            raise _failed(906)
        return False
    if cupy._capture_is_spoilt(capture.recorded):
        raise RuntimeError('the stream was capturing, but an error has invalidated the capture sequence')
    return True


def _refuse(stream):
    cupy.cuda._stream_capture(stream).spoil()
    raise _failed(900)


def _call(stream, function, argument):
    cupy._capture_call(cupy.cuda._stream_capture(stream).recorded, function, argument)


def _note(stream, event):
    """An event was recorded in a stream that records."""
    capture = cupy.cuda._event_capture(event)
    stream = cupy.cuda.get_current_stream() if stream is None else stream
    capture.last[event.ptr] = stream


def _wait_event(stream, event):
    if not isinstance(event, cupy.cuda.Event):
        raise TypeError("Argument 'event' has incorrect type (expected cupy.cuda.stream.Event)")
    capture, other = cupy.cuda._stream_capture(stream), cupy.cuda._event_capture(event)
    if other is not None and other.origin is None:
        other = None  # what it stands for was recorded, and is over
    if capture is not None and other is None:
        capture.spoil()
        raise _failed(905)
    if capture is not None and other is not capture:
        capture.spoil()
        other.spoil()
        raise _failed(902)
    if capture is None:
        if other is not None:
            other.branches.append(stream)
            cupy.cuda._stream_set_capture(stream, other, other.recorded)
        return
    source = capture.last[event.ptr]
    if source != stream and source not in capture.joined:
        capture.joined.append(source)
