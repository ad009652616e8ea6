"""sys.monitoring (PEP 669) as far as it goes here: tools and their functions are kept, and no events are reported.

What watches programs here is sys.settrace and sys.setprofile; to ask for events is refused, so that nobody waits for them in vain.
"""
from types import SimpleNamespace as _Namespace

DEBUGGER_ID, COVERAGE_ID, PROFILER_ID, OPTIMIZER_ID = 0, 1, 2, 5
DISABLE, MISSING = object(), object()
_LOCAL = "PY_START PY_RESUME PY_RETURN PY_YIELD CALL LINE INSTRUCTION JUMP BRANCH_LEFT BRANCH_RIGHT STOP_ITERATION".split()
_OTHERS = "RAISE EXCEPTION_HANDLED PY_UNWIND PY_THROW RERAISE C_RETURN C_RAISE BRANCH".split()
events = _Namespace(NO_EVENTS=0, **{name: 1 << place for place, name in enumerate(_LOCAL + _OTHERS)})
_tools = {}


def _check(tool_id):
    if not 0 <= tool_id <= 5:
        raise ValueError("invalid tool %d (must be between 0 and 5)" % tool_id)


def _check_used(tool_id):
    _check(tool_id)
    if tool_id not in _tools:
        raise ValueError("tool %d is not in use" % tool_id)


def use_tool_id(tool_id, name, /):
    """Take a tool's number under a name. ValueError when another has it."""
    _check(tool_id)
    if not isinstance(name, str):
        raise ValueError("tool name must be a str")
    if tool_id in _tools:
        raise ValueError("tool %d is already in use" % tool_id)
    _tools[tool_id] = (name, {})


def clear_tool_id(tool_id, /):
    """Forget a tool's functions."""
    _check_used(tool_id)
    _tools[tool_id][1].clear()


def free_tool_id(tool_id, /):
    """Give a tool's number back."""
    _check(tool_id)
    _tools.pop(tool_id, None)


def get_tool(tool_id, /):
    """The name of who has a tool's number, or None."""
    _check(tool_id)
    return _tools[tool_id][0] if tool_id in _tools else None


def register_callback(tool_id, event, func, /):
    """Have a function called for an event; the one before it. None: none."""
    _check(tool_id)
    if event <= 0 or event & (event - 1):
        raise ValueError("The callback can only be set for one event at a time")
    functions = _tools.setdefault(tool_id, (None, {}))[1] if func is not None else _tools.get(tool_id, (None, {}))[1]
    before = functions.pop(event, None)
    if func is not None:
        functions[event] = func
    return before


def get_events(tool_id, /):
    """The events that a tool is told of everywhere: none."""
    _check_used(tool_id)
    return 0


def set_events(tool_id, event_set, /):
    """Choose the events that a tool is told of. NotImplementedError for any but none."""
    _check_used(tool_id)
    if event_set:
        raise NotImplementedError("sys.monitoring reports no events here; sys.settrace and sys.setprofile do")


def get_local_events(tool_id, code, /):
    """The events in a piece of code that a tool is told of: none."""
    return get_events(tool_id)


def set_local_events(tool_id, code, event_set, /):
    """Choose the events in a piece of code that a tool is told of. NotImplementedError for any but none."""
    set_events(tool_id, event_set)


def restart_events():
    """Let events come again that were answered with DISABLE: there are none."""
