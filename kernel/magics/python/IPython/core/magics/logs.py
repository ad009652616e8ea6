"""%logstart and its family: the session's input written to a file."""
from IPython.core.magics.support import parse_options, shell

log = {"file": None, "name": "ipython_log.py", "mode": "rotate", "active": False, "output": False, "raw": False, "times": False}


def after(result):
    "Called after a cell: write it to the log."
    if log["file"] is None or not log["active"]:
        return
    source = result.info.raw_cell if log["raw"] else shell._transform(result.info.raw_cell)
    log["file"].write(source if source.endswith("\n") else source + "\n")
    if log["output"] and result.result is not None:
        log["file"].write("".join("#[Out]# %s\n" % line for line in repr(result.result).splitlines()))
    log["file"].flush()


def line_logstart(line):
    """%logstart [-o] [-r] [-t] [-q] [FILE [MODE]]

    Write the session's input to a file (ipython_log.py); MODE is append, backup, global, over or rotate. -o: with
    outputs; -r: as it was typed; -q: say nothing."""
    import os
    options, rest = parse_options(line, "ortq")
    words = rest.split()
    if log["file"] is not None:
        raise RuntimeError("Log file is already active: %s" % log["name"])
    log.update(name=words[0] if words else "ipython_log.py", mode=words[1] if len(words) > 1 else "rotate",
               output="o" in options, raw="r" in options, times="t" in options)
    if log["mode"] in ("rotate", "backup") and os.path.exists(log["name"]):
        number = 1
        while os.path.exists("%s.%03d~" % (log["name"], number)):
            number += 1
        os.rename(log["name"], "%s.%03d~" % (log["name"], number))
    log["file"] = open(log["name"], "a" if log["mode"] in ("append", "global") else "w")
    log["file"].write("# IPython log file\n\n")
    for source in shell.user_ns["In"][1:]:
        text = source if log["raw"] else shell._transform(source)
        log["file"].write(text if text.endswith("\n") else text + "\n")
    log["file"].flush()
    log["active"] = True
    shell.events.register("post_run_cell", after)
    if "q" not in options:
        print("Activating auto-logging. Current session state plus future input saved.")
        line_logstate("")


def line_logstate(line):
    """%logstate

    Where the log goes."""
    if log["file"] is None:
        print("Logging has not been activated.")
        return
    print("Filename       :", log["name"])
    print("Mode           :", log["mode"])
    print("Output logging :", log["output"])
    print("Raw input log  :", log["raw"])
    print("Timestamping   :", log["times"])
    print("State          :", "active" if log["active"] else "temporarily suspended")


def line_logstop(line):
    """%logstop

    Close the log."""
    if log["file"] is None:
        print("Logging hadn't been started.")
        return
    log["file"].close()
    log.update(file=None, active=False)
    shell.events.unregister("post_run_cell", after)


def switch(on):
    "Turn logging on or off."
    if log["file"] is None:
        print("Logging hasn't been started yet (use logstart for that).\n\n%logon/%logoff are for temporarily starting and "
              "stopping logging for a logfile\nwhich already exists. But you must first start the logging process with\n%logstart "
              "(optionally giving a logfile name).")
    elif log["active"] == on:
        print("Logging is already", ["OFF", "ON"][on])
    else:
        print("Switching logging", ["OFF", "ON"][on])
        log["active"] = on


def line_logon(line):
    """%logon

    Go on with the log."""
    switch(True)


def line_logoff(line):
    """%logoff

    Pause the log."""
    switch(False)
