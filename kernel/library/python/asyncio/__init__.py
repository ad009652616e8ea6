"""Programs of many tasks that take turns while they wait: coroutines, a loop, and what they need. What few programs use is loaded
when it is asked for."""
from _asyncio import (Future, Task, _enter_task, _get_running_loop, _leave_task, _register_task, _set_running_loop, _unregister_task, all_tasks,
                      current_task, get_event_loop, get_running_loop)
from asyncio.exceptions import (BrokenBarrierError, CancelledError, IncompleteReadError, InvalidStateError, LimitOverrunError,
                                SendfileNotAvailableError, TimeoutError)
from asyncio.events import (AbstractEventLoop, AbstractEventLoopPolicy, AbstractServer, Handle, TimerHandle, get_child_watcher,
                            get_event_loop_policy, new_event_loop, set_child_watcher, set_event_loop, set_event_loop_policy)
from asyncio.coroutines import iscoroutine, iscoroutinefunction
from asyncio.futures import isfuture, wrap_future
from asyncio.tasks import (ALL_COMPLETED, FIRST_COMPLETED, FIRST_EXCEPTION, as_completed, create_task, ensure_future, gather,
                           run_coroutine_threadsafe, shield, sleep, wait, wait_for)

_LATER = {
    "base_events": "BaseEventLoop Server", "locks": "Lock Event Condition Semaphore BoundedSemaphore Barrier",
    "protocols": "BaseProtocol Protocol DatagramProtocol SubprocessProtocol BufferedProtocol", "runners": "Runner run",
    "queues": "Queue PriorityQueue LifoQueue QueueFull QueueEmpty",
    "streams": "StreamReader StreamWriter StreamReaderProtocol open_connection start_server open_unix_connection start_unix_server",
    "subprocess": "create_subprocess_exec create_subprocess_shell", "taskgroups": "TaskGroup", "threads": "to_thread",
    "timeouts": "Timeout timeout timeout_at",
    "transports": "BaseTransport ReadTransport WriteTransport Transport DatagramTransport SubprocessTransport",
    "unix_events": "SelectorEventLoop AbstractChildWatcher SafeChildWatcher FastChildWatcher PidfdChildWatcher MultiLoopChildWatcher "
                   "ThreadedChildWatcher DefaultEventLoopPolicy",
    "base_futures": "", "base_tasks": "", "constants": "", "format_helpers": "", "log": "", "mixins": "", "selector_events": ""}
_HOMES = {name: module for module, names in _LATER.items() for name in names.split()}
__all__ = ("BaseEventLoop", "Server", "iscoroutinefunction", "iscoroutine", "AbstractEventLoopPolicy", "AbstractEventLoop", "AbstractServer",
           "Handle", "TimerHandle", "get_event_loop_policy", "set_event_loop_policy", "get_event_loop", "set_event_loop", "new_event_loop",
           "get_child_watcher", "set_child_watcher", "_set_running_loop", "get_running_loop", "_get_running_loop", "BrokenBarrierError",
           "CancelledError", "InvalidStateError", "TimeoutError", "IncompleteReadError", "LimitOverrunError", "SendfileNotAvailableError", "Future",
           "wrap_future", "isfuture", "Lock", "Event", "Condition", "Semaphore", "BoundedSemaphore", "Barrier", "BaseProtocol", "Protocol",
           "DatagramProtocol", "SubprocessProtocol", "BufferedProtocol", "Runner", "run", "Queue", "PriorityQueue", "LifoQueue", "QueueFull",
           "QueueEmpty", "StreamReader", "StreamWriter", "StreamReaderProtocol", "open_connection", "start_server", "open_unix_connection",
           "start_unix_server", "create_subprocess_exec", "create_subprocess_shell", "Task", "create_task", "FIRST_COMPLETED", "FIRST_EXCEPTION",
           "ALL_COMPLETED", "wait", "wait_for", "as_completed", "sleep", "gather", "shield", "ensure_future", "run_coroutine_threadsafe",
           "current_task", "all_tasks", "_register_task", "_unregister_task", "_enter_task", "_leave_task", "to_thread", "Timeout", "timeout",
           "timeout_at", "BaseTransport", "ReadTransport", "WriteTransport", "Transport", "DatagramTransport", "SubprocessTransport",
           "SelectorEventLoop", "AbstractChildWatcher", "SafeChildWatcher", "FastChildWatcher", "PidfdChildWatcher", "MultiLoopChildWatcher",
           "ThreadedChildWatcher", "DefaultEventLoopPolicy")


def __getattr__(name):
    module = _HOMES.get(name, name)
    if module not in _LATER:
        raise AttributeError("module 'asyncio' has no attribute %r" % name)
    loaded = getattr(__import__("asyncio." + module), module)
    if module == name:
        return loaded
    value = globals()[name] = getattr(loaded, name)
    return value


def __dir__():
    return sorted({*globals(), *_HOMES, *_LATER} - {"_HOMES", "_LATER"})


import _asyncio_state as _state  # noqa: E402
if _state.runs_cells():
    from _asyncio_cells import start as _start
    _start()
    del _start
del _state
