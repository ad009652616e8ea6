"""%autoreload, %aimport: the user's modules read again before a cell when their files have changed."""
import os
import sys

from IPython.core.magics.support import shell

state = {"mode": "off", "prints": False}
modules_marked, modules_skipped = {}, {}
times, failed = {}, {}


def file_of(module):
    """The .py file of a module of the user's; None for those that are built in."""
    path = getattr(module, "__file__", None)
    if not isinstance(path, str) or not path.endswith(".py") or getattr(module, "__name__", None) in (None, "__main__"):
        return None
    return path


def candidates(everything):
    "The modules that are watched."
    if everything or state["mode"] in ("all", "complete"):
        names = [name for name in list(sys.modules) if name not in modules_skipped]
    elif state["mode"] == "explicit":
        names = list(modules_marked)
    else:
        names = []
    for name in names:
        module = sys.modules.get(name)
        if module is not None and not name.startswith("IPython"):
            path = file_of(module)
            if path:
                yield name, module, path


def modified(path):
    "When a module's file was changed; None if it has none."
    try:
        return os.stat(path).st_mtime_ns
    except (OSError, AttributeError):
        try:
            return os.stat(path).st_mtime
        except OSError:
            return None


def update_class(old, new):
    "Give an old class the attributes of the new one."
    for name in list(vars(old)):
        if name in ("__dict__", "__weakref__", "__doc__", "__module__"):
            continue
        if name not in vars(new):
            try:
                delattr(old, name)
            except (AttributeError, TypeError):
                pass
    for name, value in list(vars(new).items()):
        if name in ("__dict__", "__weakref__"):
            continue
        before = vars(old).get(name)
        if before is value or update(before, value):
            continue
        try:
            setattr(old, name, value)
        except (AttributeError, TypeError):
            pass


def update(old, new):
    """Make the old function, class or property do what the new one does; False when they are none."""
    if isinstance(old, type) and isinstance(new, type):
        update_class(old, new)
        return True
    function = type(update)
    if type(old) is function and type(new) is function:
        for name in ("__code__", "__defaults__", "__kwdefaults__", "__doc__", "__dict__"):
            try:
                setattr(old, name, getattr(new, name))
            except (AttributeError, TypeError, ValueError):
                return False
        return True
    return False


def superreload(name, module, path):
    "Reload a module, and update what others hold of it."
    before = dict(vars(module))
    for key in list(vars(module)):
        if not key.startswith("__"):
            delattr(module, key)
    try:
        shell._reload(module)
    except BaseException:
        vars(module).update(before)
        raise
    for key, new in list(vars(module).items()):
        old = before.get(key)
        if old is not None and old is not new and getattr(old, "__module__", name) == name and update(old, new) and isinstance(old, type):
            # Instances know the old class: it stays, changed.
            setattr(module, key, old)
            if shell.user_ns.get(key) is new:
                shell.user_ns[key] = old
    if name == "__main__":
        return
    # Names that the user took with `from module import name`.
    for key, value in list(shell.user_ns.items()):
        old = before.get(key)
        if old is not None and value is old and key in vars(module) and not key.startswith("_"):
            shell.user_ns[key] = vars(module)[key]


def check(everything=False):
    "Reload the modules whose files have changed."
    for name, module, path in list(candidates(everything)):
        time = modified(path)
        if time is None:
            continue
        if path not in times:
            times[path] = time
            continue
        if times[path] == time or failed.get(path) == time:
            continue
        times[path] = time
        if state["prints"]:
            print("Reloading '%s'." % name)
        try:
            superreload(name, module, path)
            failed.pop(path, None)
        except Exception as error:
            print("[autoreload of %s failed: %s]" % (name, "".join(shell._format_traceback(error, "Plain"))), file=sys.stderr)
            failed[path] = time


def remember():
    "Note the times of the files of all modules."
    for name, module in list(sys.modules.items()):
        path = file_of(module) if module is not None else None
        if path and path not in times:
            time = modified(path)
            if time is not None:
                times[path] = time


def before(info=None):
    "Called before a cell: reload what has changed."
    if state["mode"] != "off":
        check()


def after(result=None):
    "Called after a cell: remember the modules' times."
    remember()


def install():
    "Begin to watch."
    if "installed" not in state:
        state["installed"] = True
        shell.events.register("pre_run_cell", before)
        shell.events.register("post_run_cell", after)
    remember()


def line_autoreload(line):
    """%autoreload [now | off | explicit | all | complete] [-p] [-l]

    Read the user's modules again before a cell runs when their files have changed: 0 or off, never; 1 or explicit, those
    of %aimport; 2 or all, all of them; 3 or complete, as 2. Without a word: now, all of them."""
    words = line.split()
    state["prints"] = "-p" in words or "--print" in words
    mode = next((word.lower() for word in words if not word.startswith("-")), "now")
    install()
    if mode == "now":
        check(True)
    elif mode in ("0", "off"):
        state["mode"] = "off"
    elif mode in ("1", "explicit"):
        state["mode"] = "explicit"
    elif mode in ("2", "all"):
        state["mode"] = "all"
    elif mode in ("3", "complete"):
        state["mode"] = "complete"
    else:
        raise ValueError('Unrecognized autoreload mode "%s".' % mode)


def line_aimport(line):
    """%aimport [MODULE, -MODULE ...]

    Import modules and mark them for %autoreload 1; with - leave them out of %autoreload 2. Without names, the lists."""
    names = [name.strip() for name in line.split(",") if name.strip()]
    if not names:
        if state["mode"] in ("all", "complete"):
            print("Modules to reload:\nall-except-skipped")
        else:
            print("Modules to reload:\n%s" % " ".join(sorted(modules_marked)))
        print("\nModules to skip:\n%s" % " ".join(sorted(modules_skipped)))
        return
    install()
    for name in names:
        if name.startswith("-"):
            modules_skipped[name[1:].strip()] = True
            modules_marked.pop(name[1:].strip(), None)
            continue
        modules_skipped.pop(name, None)
        __import__(name)
        modules_marked[name] = True
        top = name.partition(".")[0]
        shell.user_ns[top] = sys.modules[top]
    remember()
