"""The stack of a task."""
from asyncio.base_futures import _task_repr, _task_status as _task_repr_info  # noqa: F401


def _task_get_stack(task, limit):
    frames = []
    frame = getattr(task._coro, "cr_frame", None) or getattr(task._coro, "gi_frame", None) or getattr(task._coro, "ag_frame", None)
    if frame is not None:
        while frame is not None and (limit is None or len(frames) < limit):
            frames.append(frame)
            frame = frame.f_back
        frames.reverse()
    elif task._exception is not None:
        step = task._exception.__traceback__
        while step is not None and (limit is None or len(frames) < limit):
            frames.append(step.tb_frame)
            step = step.tb_next
    return frames


def _task_print_stack(task, limit, file):
    import linecache
    import traceback
    lines, checked = [], set()
    for frame in task.get_stack(limit=limit):
        name = frame.f_code.co_filename
        if name not in checked:
            checked.add(name)
            linecache.checkcache(name)
        lines.append((name, frame.f_lineno, frame.f_code.co_name, linecache.getline(name, frame.f_lineno, frame.f_globals)))
    error = task._exception
    if not lines:
        print("No stack for %r" % (task,), file=file)
    elif error is not None:
        print("Traceback for %r (most recent call last):" % (task,), file=file)
    else:
        print("Stack for %r (most recent call last):" % (task,), file=file)
    traceback.print_list(lines, file=file)
    if error is not None:
        for line in traceback.format_exception_only(type(error), error):
            print(line, file=file, end="")
