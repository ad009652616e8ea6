"""%store: variables that outlive the session."""
import os

from IPython.core.magics.support import parse_options, shell, usage


def folder():
    "Where %store keeps its values."
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.environ.get("HOME", "/tmp"), ".local", "share")
    return os.path.join(base, "cupola", "store")


def load(name):
    "Bring a stored value back."
    import pickle
    with open(os.path.join(folder(), name), "rb") as file:
        return pickle.load(file)


def stored():
    "The names of what is stored."
    try:
        return sorted(os.listdir(folder()))
    except OSError:
        return []


def line_store(line):
    """%store
    %store NAME ...
    %store -r [NAME ...]
    %store -d NAME
    %store -z
    %store NAME > FILE

    Keep variables for later sessions: -r restores them, -d forgets one, -z all; > writes one to a file, >> appends."""
    import pickle
    options, rest = parse_options(line, "drz")
    words = rest.split()
    if "d" in options:
        if not words:
            usage("You must provide the variable to forget")
        try:
            os.remove(os.path.join(folder(), words[0]))
        except OSError:
            usage("Can't delete variable '%s'" % words[0])
    elif "z" in options:
        for name in stored():
            os.remove(os.path.join(folder(), name))
    elif "r" in options:
        for name in words or stored():
            try:
                shell.user_ns[name] = load(name)
            except FileNotFoundError:
                print("no stored variable or alias %s" % name)
            except Exception:
                print("Unable to restore variable '%s', ignoring (use %%store -d to forget!)" % name)
    elif not words:
        print("Stored variables and their in-db values:")
        names = stored()
        width = max(map(len, names)) if names else 0
        for name in names:
            try:
                text = repr(load(name))[:50]
            except Exception:
                text = "<unavailable>"
            print("%-*s -> %s" % (width, name, text))
    elif len(words) > 1 and words[1].startswith(">"):
        path = os.path.expanduser(" ".join(words[1:]).lstrip("> "))
        value = eval(words[0], shell.user_ns)
        print("Writing '%s' (%s) to file '%s'." % (words[0], type(value).__name__, path))
        with open(path, "a" if words[1].startswith(">>") else "w") as file:
            if isinstance(value, str):
                file.write(value if value.endswith("\n") else value + "\n")
            else:
                from pprint import pprint
                pprint(value, file)
    else:
        for name in words:
            if name not in shell.user_ns:
                usage("Unknown variable '%s'" % name)
            value = shell.user_ns[name]
            if getattr(value, "__module__", None) == "__main__":
                print("Warning:%s is %s\nProper storage of interactively declared classes (or instances\nof those classes) is "
                      "not possible! Only instances\nof classes in real modules on file system can be %%store'd."
                      % (name, value))
                return
            data = pickle.dumps(value)
            os.makedirs(folder(), exist_ok=True)
            with open(os.path.join(folder(), name), "wb") as file:
                file.write(data)
            print("Stored '%s' (%s)" % (name, type(value).__name__))
