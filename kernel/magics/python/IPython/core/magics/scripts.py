"""%%script, %%bash, %%sh, ...: the cell as the input of a program."""
from IPython.core.magics.support import parse_options, shell, split_words

LONG = ("out=", "err=", "bg", "proc=", "raise-error", "no-raise-error")


try:
    from subprocess import CalledProcessError
except ImportError:
    class CalledProcessError(Exception):
        """A program ended with an exit status that is no success."""

        def __init__(self, returncode, cmd):
            self.returncode, self.cmd = returncode, cmd

        def __str__(self):
            return "Command '%s' returned non-zero exit status %d." % (self.cmd, self.returncode)


def run(words, options, cell):
    "Run the cell's text by a program."
    program = words
    out, err = options.get("out"), options.get("err")
    if "bg" in options:
        run_in_background(program, options, cell)
        return
    try:
        status, output, errors, interrupted = shell._spawn(program, cell, out is not None, err is not None)
    except FileNotFoundError:
        print("Couldn't find program: %r" % program[0])
        return
    if interrupted and status < 0:
        print("Process was interrupted.")
    if out is not None:
        shell.user_ns[out] = output
    if err is not None:
        shell.user_ns[err] = errors
    if status and "no-raise-error" not in options:
        raise CalledProcessError(status, cell.encode())


background = []


def run_in_background(program, options, cell):
    "Nobody waits for it, its output is lost."
    import subprocess
    import tempfile
    with tempfile.TemporaryFile() as file:
        file.write(cell.encode())
        file.seek(0)
        process = subprocess.Popen(program, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    background.append(process)
    if "proc" in options:
        shell.user_ns[options["proc"]] = process


def cell_script(line, cell):
    """%%script [--out NAME] [--err NAME] [--bg] [--no-raise-error] PROGRAM [WORDS]

    Run the cell as the input of a program. --out, --err: keep its output in a variable; --bg: do not wait for it;
    --no-raise-error: its exit status is no error."""
    options, rest = own_options(line)
    words = split_words(rest)
    if not words:
        raise TypeError("create_subprocess_exec() missing 1 required positional argument: 'program'")
    run(words, options, cell)


def own_options(line):
    "The options of a script magic, wherever they stand on its line; what is left is the program's."
    options, words, rest = {}, line.split(), []
    while words:
        word = words.pop(0)
        name, equals, value = word[2:].partition("=")
        if word.startswith("--") and name + "=" in LONG:
            options[name] = value if equals else words.pop(0) if words else ""
        elif word.startswith("--") and name in LONG:
            options[name] = ""
        else:
            rest.append(word)
    return options, " ".join(rest) if options else line


def shell_magic(program):
    "The magic of one program, such as %%bash."
    def magic(line, cell):
        options, rest = own_options(line)
        run(split_words(program + " " + rest), options, cell)
    magic.__doc__ = "%%%%%s\n\n    Run the cell with %s. Options as %%%%script's." % (program, program)
    return magic


def cell_python3(line, cell):
    """%%python3, %%python

    Run the cell as a program of its own."""
    import os
    import sys
    options, rest = own_options(line)
    path = "/tmp/cupola-cell-%d.py" % os.getpid()
    with open(path, "w") as file:
        file.write(cell)
    try:
        run([sys.executable, "run", path] + split_words(rest), options, "")
    finally:
        os.remove(path)


cell_python = cell_python3
cell_bash, cell_sh, cell_perl, cell_ruby = map(shell_magic, ("bash", "sh", "perl", "ruby"))


def line_killbgscripts(line):
    """%killbgscripts

    End the programs that %%script --bg started."""
    import time
    if not background:
        print("No background processes to kill.")
        return
    for end in "interrupt", "terminate", "kill":
        running = [process for process in background if process.poll() is None]
        for process in running:
            process.send_signal(2) if end == "interrupt" else getattr(process, end)()
        if running:
            time.sleep(0.1)
    for process in background:
        process.poll()
    background.clear()
    print("All background processes were killed.")


def line_sc(line):
    """%sc [-l] [-v] NAME=COMMAND

    The output of a shell command in a variable: as text, or with -l as a list of lines; -v prints it, too. x = !COMMAND does
    the same."""
    options, rest = parse_options(line, "lv")
    name, equals, _ = rest.partition("=")
    name, command = (name.strip(), line.partition("=")[2]) if equals else ("", "")
    output = shell.getoutput(command, split="l" in options)
    if "v" in options:
        import pprint
        print("%s ==\n%s" % (name, pprint.pformat(output)))
    if not name:
        return output
    shell.user_ns[name] = output
