"""Run by Cupola: the public members of every built-in module and type without a docstring, one a line."""
import builtins
import sys
import warnings

import IPython

warnings.simplefilter("ignore")  # deprecated modules

FUNCTIONS = {type(len), type(str.upper), type(lambda: 0), type(dict.__dict__["fromkeys"])}
seen, missing, count = set(), [], 0


def has_text(value):
    text = getattr(value, "__doc__", None)
    return isinstance(text, str) and text.strip() or text is not None and not isinstance(text, str)


def look(name, value, module):
    global count
    if id(value) in seen:
        return
    is_class = isinstance(value, type)
    if not is_class and type(value) not in FUNCTIONS:
        return
    home = getattr(value, "__module__", None)
    if home not in (module, None) and not (home or "").startswith(("_", module.partition(".")[0])):
        return
    seen.add(id(value))
    if (getattr(sys.modules.get(home), "__file__", None) or "<")[0] != "<":
        return  # of the machine's own library
    count += 1
    if not has_text(value):
        missing.append(name)
    if is_class:
        for key, member in list(vars(value).items()):
            if not key.startswith("_"):
                member = getattr(member, "__func__", member)
                if type(member) in FUNCTIONS or isinstance(member, property):
                    count += 1
                    if not has_text(member):
                        missing.append(name + "." + key)


for key in dir(builtins):
    if not key.startswith("_"):
        look(key, getattr(builtins, key), "builtins")
for name in IPython._session()._built_in_modules():
    if any(part.startswith("_") for part in name.split(".")):
        continue
    try:
        module = __import__(name, fromlist=["x"])
    except Exception as error:
        print("# cannot import %s: %s" % (name, error))
        continue
    count += 1
    if not (module.__doc__ or "").strip():
        missing.append(name)
    for key in dir(module):
        if not key.startswith("_"):
            try:
                value = getattr(module, key)
            except Exception:
                continue
            look(name + "." + key, value, name)
for name in missing:
    print(name)
print("%d of %d members have no docstring" % (len(missing), count))
