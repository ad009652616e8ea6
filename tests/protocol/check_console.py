"""`cupola run FILE.py` beside CPython on the same file, and `cupola repl` through a pipe and a terminal."""
import os
import pty
import re
import select
import signal
import subprocess
import tempfile
import time

from tap import CUPOLA, report, run_tests, test

# name, program, arguments, standard input: what CPython prints, returns and writes to stderr is expected.
PROGRAMS = [
    ("arguments", "import sys\nprint(len(sys.argv), sys.argv[1:], __name__)", ["a", "-b", "c d"], ""),
    ("input", "name = input('Name: ')\nprint('Hello', name)\ntry:\n    input()\nexcept EOFError as e:\n    print(e)", [],
     "B\u00e9n\n"),
    ("input without a newline", "import sys\nprint([sys.stdin.readline()], sys.stdin.read().split('b'))", [], "a\nb"),
    ("lines of input", "import sys\nprint(list(sys.stdin), sys.stdin.readline() == '')", [], "a\n\nb"),
    ("parts of lines of input", "import sys\nprint([sys.stdin.read(3), sys.stdin.readline(2), input(), sys.stdin.readline(), sys.stdin.read(1), sys.stdin.read(9)])", [], "ab\u00e9cdef\nsecond\nthird\nx"),
    ("pipe without a reader", "import os\nr, w = os.pipe()\nos.close(r)\ntry:\n    os.write(w, b'x')\nexcept BrokenPipeError as e:\n    print(e)", [], ""),
    ("exit status", "import sys\nprint('x')\nsys.exit(3)", [], ""),
    ("exit message", "import sys\nsys.exit('it went wrong')", [], ""),
    ("exit none", "raise SystemExit", [], ""),
    ("stderr", "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')", [], ""),
    ("traceback", "def f(x):\n    return 1 / x\n\ndef g():\n    f(0)\n\nprint('before')\ng()\n", [], ""),
    ("chained", "try:\n    {}['k']\nexcept KeyError as e:\n    raise ValueError('no k') from e\n", [], ""),
    ("syntax error", "x = 1\ny = (2,\nz = 3\n", [], ""),
    ("main guard", "def main():\n    print('ran')\nif __name__ == '__main__':\n    main()", [], ""),
    ("expressions are not echoed", "1 + 1\n'text'\nprint('only this')", [], ""),
]


def run(words, text="", timeout=60):
    return subprocess.run(words, input=text, capture_output=True, text=True, timeout=timeout, check=False)


def check_program(name, source, arguments, text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "program.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source)
        expected = run(["/usr/bin/python3", path, *arguments], text)
        done = run([CUPOLA, "run", path, *arguments], text)
    detail = ""
    for what in ("returncode", "stdout", "stderr"):
        if getattr(expected, what) != getattr(done, what):
            detail += "%s: expected %r\n   got %r\n" % (what, getattr(expected, what), getattr(done, what))
    report("run, %s" % name, not detail, detail)


for row in PROGRAMS:
    check_program(*row)


@test
def an_interrupt_ends_a_program_as_it_ends_python():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "loop.py")
        for source in ("print('on', flush=True)\nwhile True: pass", "print('on', flush=True)\nimport time\ntime.sleep(30)",
                       "print('on', flush=True)\ninput()"):
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            process = subprocess.Popen([CUPOLA, "run", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            assert process.stdout.readline() == "on\n"
            time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            process.wait(5)  # before the input is closed
            error = process.communicate()[1]
            assert process.returncode == -signal.SIGINT, process.returncode
            assert error.rstrip().endswith("KeyboardInterrupt"), error


@test
def a_file_that_is_not_there_is_2():
    done = run([CUPOLA, "run", "/nonexistent/program.py"])
    assert done.returncode == 2 and "No such file" in done.stderr and done.stdout == ""


def repl(text):
    return run([CUPOLA, "repl"], text)


@test
def the_repl_echoes_every_expression():
    done = repl("x = 20\nx + 1; x + 2\n'text'\nNone\nprint('p')\n")
    assert done.stdout.split("\n") == ["21", "22", "'text'", "p", ""], done.stdout
    assert done.returncode == 0 and done.stderr == ""


@test
def the_repl_reads_blocks():
    done = repl("def f(x):\n    return x * 2\n\nf(21)\nfor i in range(2):\n    print(i)\n\n(1 +\n2)\n")
    assert done.stdout.split("\n") == ["42", "0", "1", "3", ""], done.stdout


@test
def the_repl_goes_on_after_an_error():
    done = repl("1/0\nundefined\nimport = 3\nprint('on')\n")
    assert done.stdout == "on\n" and done.returncode == 0
    for name in ("ZeroDivisionError", "NameError", "SyntaxError"):
        assert name in done.stderr
    assert "\033" not in done.stderr


@test
def exit_leaves_the_repl():
    assert repl("print(1)\nexit()\nprint(2)\n").stdout == "1\n"
    assert repl("import sys\nsys.exit(4)\n").returncode == 4


class Terminal:
    """A repl in a terminal of its own."""

    def __init__(self):
        self.pid, self.descriptor = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="vt100", LC_ALL="C.UTF-8")
            os.execv(CUPOLA, [CUPOLA, "repl"])
        self.seen = self.all = ""

    def wait_for(self, pattern, timeout=10):
        end = time.monotonic() + timeout
        while not (found := re.search(pattern, self.seen, re.DOTALL)):
            if time.monotonic() > end:
                raise AssertionError("no %r in %r" % (pattern, self.seen))
            if not select.select([self.descriptor], [], [], 0.2)[0]:
                continue
            try:
                text = os.read(self.descriptor, 65536).decode("utf-8", "replace")
                self.all += text
                self.seen = re.sub("\033\\[[?]2004[hl]", "", self.seen + text)
            except OSError:
                raise AssertionError("it ended; no %r in %r" % (pattern, self.seen)) from None
        self.seen = self.seen[found.end():]

    def send(self, text):
        os.write(self.descriptor, text.encode())

    def close(self):
        os.close(self.descriptor)
        for _ in range(50):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return status
            time.sleep(0.1)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        raise AssertionError("it did not end")


@test
def a_terminal_has_prompts_continuations_and_completion():
    terminal = Terminal()
    terminal.wait_for("Cupola.*>>> ")
    terminal.send("6*7\r")
    terminal.wait_for("\r\n42\r\n.*>>> ")
    terminal.send("for i in range(2):\r")
    terminal.wait_for(r"\.\.\. ")
    terminal.send("    print('i is', i)\r")
    terminal.wait_for(r"\.\.\. ")
    terminal.send("\r")
    terminal.wait_for("i is 0\r\ni is 1\r\n.*>>> ")
    terminal.send("variable_of_mine = 5\r")
    terminal.wait_for(">>> ")
    terminal.send("variable_o\t\r")
    terminal.wait_for("\r\n5\r\n")
    terminal.send("\x04")
    terminal.close()


@test
def a_pasted_block_comes_whole():
    def paste(text, keys="\r"):
        terminal.send("\033[200~" + text + "\033[201~" + keys)
    terminal = Terminal()
    terminal.wait_for(">>> ")
    assert terminal.all.endswith("\033[?2004h>>> "), terminal.all
    blocks = [("def f(x):%s    y = x + 1%s%s    return y * 2%s%sprint('got', f(20))", "got 42"), ("a = 1%s%sb = 2%sprint('sum', a + b)%s", "sum 3"),
              ("print('one' + ' line')", "one line"), ("class A:%s    x = 1%s%s    def f(self):%s%s        return 'tail'%s%s%sprint(A().f(), 5)", "tail 5")]
    for end in "\n", "\r", "\r\n":
        for text, shown in blocks:
            paste(text.replace("%s", end))
            terminal.wait_for(r"\r\n%s\r\n.*>>> " % shown)
    paste("if a:\n\n\tprint('tab', '\u00e9\u6f22')\n")
    terminal.wait_for("\r\ntab \u00e9\u6f22\r\n.*>>> ")
    paste("for i in range(2):\n\n    print('i is', i)")  # its end is not known yet
    terminal.wait_for(r"\.\.\. ")
    terminal.send("\r")
    terminal.wait_for("i is 0\r\ni is 1\r\n.*>>> ")
    paste("first = 'half'; second", " = 'other'; print(first, second)\r")
    terminal.wait_for("half other\r\n.*>>> ")
    paste("\n".join("x%d = %d\n" % (i, i) for i in range(300)) + "\nprint('many', x299)")
    terminal.wait_for("many 299\r\n.*>>> ")
    paste("dropped = 1\n\nprint('never')", "\x03")
    terminal.wait_for("KeyboardInterrupt.*>>> ")
    terminal.send("'dropped' in globals()\r")
    terminal.wait_for("\r\nFalse\r\n.*>>> ")
    terminal.send("print(repr(input('? ')))\r")
    terminal.wait_for("\r\n.*[?] ")
    paste("a word")
    terminal.wait_for("'a word'\r\n.*>>> ")
    terminal.send("import os; print(os.getpid())\r")
    terminal.wait_for("[0-9]+\r\n.*>>> ")
    marks = re.findall("\033\\[[?]2004([hl])", terminal.all)
    assert marks == ["h", "l"] * (len(marks) // 2) + ["h"], marks
    terminal.send("\x04")
    terminal.close()


@test
def control_c_drops_a_line_and_stops_a_loop():
    terminal = Terminal()
    terminal.wait_for(">>> ")
    terminal.send("garbage that is never run")
    terminal.wait_for("run")
    terminal.send("\x03")
    terminal.wait_for("KeyboardInterrupt")
    terminal.wait_for(">>> ")
    terminal.send("while True: pass\r")
    time.sleep(0.4)
    terminal.send("\x03")
    terminal.wait_for("KeyboardInterrupt")
    terminal.wait_for(">>> ")
    terminal.send("print('usable')\r")
    terminal.wait_for("\r\nusable\r\n")
    terminal.send("exit()\r")
    terminal.close()


run_tests()
