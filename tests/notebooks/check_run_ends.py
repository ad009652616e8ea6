"""How runs of notebooks end: by signals, by crashes, with outputs that cannot be written, on standard output; one as in a list."""
import json
import os
import signal
import subprocess
import tempfile
import time

from cells import ANSI, environment, joined
from tap import CUPOLA, run_tests, test


def write(folder, name, sources, metadata=None, old=False):
    cells = [{"cell_type": "code", "execution_count": 9 if old else None, "id": "cell%d" % index, "metadata": {}, "source": source,
              "outputs": [{"output_type": "stream", "name": "stdout", "text": "old\n"}] if old else []} for index, source in enumerate(sources)]
    if metadata is None:
        metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": metadata}, file)
    return path


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return [shown(cell) for cell in json.load(file)["cells"]]


def shown(cell):
    return "".join(joined(output.get("text", "")) if output["output_type"] == "stream" else output.get("ename", "?") for output in cell["outputs"])


def start(folder, *words, **options):
    return subprocess.Popen([CUPOLA, "run", *words], cwd=folder, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, **options)


def finish(process, seconds=30):
    """The status and what it said."""
    try:
        output, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError("it did not end: %r" % (process.communicate(),)) from None
    return process.returncode, output.decode(), ANSI.sub("", errors.decode())


def run(folder, *words):
    return finish(start(folder, *words))


def wait_for(path, seconds=20):
    end = time.monotonic() + seconds
    while not os.path.exists(path):
        assert time.monotonic() < end, "no " + path
        time.sleep(0.01)


WAITS = ["print('one')", "print('two')\nopen('here', 'w').close()\nimport time\ntime.sleep(60)", "print('three')"]


def stop(folder, number, words=("a.ipynb", "-o", "out.ipynb"), group=False):
    process = start(folder, *words, start_new_session=True)
    wait_for(os.path.join(folder, "here"))
    (os.killpg if group else os.kill)(process.pid, number)
    return finish(process)


@test
def signals_save_what_ran():
    for number, word in ((signal.SIGINT, "Interrupt"), (signal.SIGTERM, "Terminated"), (signal.SIGHUP, "Hangup")):
        for group in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                write(folder, "a.ipynb", WAITS)
                status, _, errors = stop(folder, number, group=group)
                assert status == -number, (status, errors)
                assert "cupola: a.ipynb: stopped by signal %d (%s) in " % (number, word) in errors, errors
                assert read(folder, "out.ipynb") == ["one\n", "two\nKeyboardInterrupt", ""], read(folder, "out.ipynb")


@test
def signals_end_a_list_of_runs():
    for group in (False, True):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.ipynb", "b.ipynb", "c.ipynb"):
                write(folder, name, WAITS if name == "a.ipynb" else ["1", WAITS[1].replace("here", "there")])
            process = start(folder, "a.ipynb", "b.ipynb", "c.ipynb", "-o", "out", "--jobs", "2", start_new_session=True)
            wait_for(os.path.join(folder, "here"))
            wait_for(os.path.join(folder, "there"))
            (os.killpg if group else os.kill)(process.pid, signal.SIGTERM)
            status, _, errors = finish(process)
            assert status == -signal.SIGTERM and errors.count("stopped by signal 15 (Terminated)") == 2, (status, errors)
            assert "3 of 3 notebooks failed" in errors and not os.path.exists(os.path.join(folder, "out", "c.ipynb")), errors
            assert read(folder, "out", "a.ipynb")[:2] == ["one\n", "two\nKeyboardInterrupt"]


@test
def a_call_that_does_not_end_is_given_up():
    sources = ["print('one')", "print('two')\nimport os\nos.mkfifo('pipe')\nopen('here', 'w').close()\nopen('pipe')", "print('three')"]
    for words in ["a.ipynb", "-o", "-"], ["a.ipynb", "b.ipynb", "--jobs", "2", "-o", "out"]:
        with tempfile.TemporaryDirectory() as folder:
            write(folder, "a.ipynb", sources)
            write(folder, "b.ipynb", ["1"])
            status, output, errors = stop(folder, signal.SIGTERM, words)
            assert status == -signal.SIGTERM and "cupola: a.ipynb: stopped by signal 15 (Terminated) in a cell" in errors, (status, errors)
            found = [shown(cell) for cell in json.loads(output)["cells"]] if "-" in words else read(folder, "out", "a.ipynb")
            assert found == ["one\n", "two\n", ""], found


@test
def a_cell_may_tidy_up():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["import time\nopen('here', 'w').close()\ntry:\n    time.sleep(60)\nfinally:\n    print('tidy')", "print('no')"])
        status, _, errors = stop(folder, signal.SIGTERM)
        assert status == -signal.SIGTERM and read(folder, "out.ipynb")[0] == "tidy\nKeyboardInterrupt", errors
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["import time\nopen('here', 'w').close()\ntry:\n    time.sleep(60)\nexcept KeyboardInterrupt:\n    print('kept')",
                                  "print('no')"])
        status, _, errors = stop(folder, signal.SIGINT)
        assert status == -signal.SIGINT and read(folder, "out.ipynb") == ["kept\n", ""], errors


@test
def a_handler_of_the_program_is_called():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["import signal, time\nseen = []\nsignal.signal(signal.SIGTERM, lambda *given: seen.append(given[0]))\n"
                                  "open('here', 'w').close()\nwhile not seen: time.sleep(0.01)\nprint(seen)", "print('on')"])
        status, _, errors = stop(folder, signal.SIGTERM, group=True)
        assert read(folder, "out.ipynb") == ["[15]\n", "on\n"], (status, errors)


@test
def an_ignored_interrupt_stays_ignored():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["import os, signal, time\nos.kill(os.getppid(), 2)\nos.kill(os.getpid(), 2)\ntime.sleep(0.1)\nprint('on')"])
        process = start(folder, "a.ipynb", "-o", "out.ipynb", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        assert finish(process)[0] == 0 and read(folder, "out.ipynb") == ["on\n"]


@test
def a_crash_is_told_of_one_run_as_of_a_list():
    for number, word in ((signal.SIGSEGV, "Segmentation fault"), (signal.SIGKILL, "Killed"), (signal.SIGABRT, "Aborted")):
        with tempfile.TemporaryDirectory() as folder:
            write(folder, "a.ipynb", ["print('one')", "import os\nos.kill(os.getpid(), %d)" % number, "print('three')"], old=True)
            write(folder, "b.ipynb", ["print('fine')"])
            told = "cupola: a.ipynb: killed by signal %d (%s)\n" % (number, word)
            status, _, errors = run(folder, "a.ipynb", "-o", "out.ipynb")
            assert status == 1 and errors == told, (status, errors)
            assert read(folder, "out.ipynb") == ["one\n", "", ""]
            status, _, errors = run(folder, "a.ipynb", "b.ipynb", "-o", "out", "--jobs", "2")
            assert status == 1 and told in errors and "cupola: 1 of 2 notebooks failed\n" in errors, (status, errors)
            assert read(folder, "out", "a.ipynb") == ["one\n", "", ""] and read(folder, "out", "b.ipynb") == ["fine\n"]


@test
def a_failing_cell_is_told_alike():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["1/0"])
        write(folder, "b.ipynb", ["2"])
        one, many = run(folder, "a.ipynb")[2], run(folder, "a.ipynb", "b.ipynb")[2]
        assert "ZeroDivisionError" in one and "cupola: a.ipynb: failed in " in one, one
        assert one.partition("cupola: ")[0] in many and "cupola: a.ipynb: failed in " in many, many


@test
def children_of_a_run_that_dies_die_too():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["import os, subprocess\nchild = subprocess.Popen(['sleep', '77'])\nopen('here', 'w').write(str(child.pid))\n"
                                  "os.abort()"])
        assert run(folder, "a.ipynb")[0] == 1
        with open(os.path.join(folder, "here")) as file:
            number = int(file.read())
        for _ in range(100):
            try:
                os.kill(number, 0)
            except ProcessLookupError:
                return
            time.sleep(0.02)
        os.kill(number, signal.SIGKILL)
        raise AssertionError("it lives on")


@test
def what_an_earlier_run_showed_goes():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["1/0", "print('never')"], old=True)
        run(folder, "a.ipynb", "-o", "out.ipynb")
        assert read(folder, "out.ipynb") == ["ZeroDivisionError", ""]


@test
def what_cannot_be_written_is_named_before_anything_runs():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["open('ran', 'w').close()"])
        write(folder, "b.ipynb", ["1"])
        for words, named in ((["-o", "none/out.ipynb"], "none/out.ipynb: No such file or directory"),
                             (["-o", "a.ipynb/out.ipynb"], "a.ipynb/out.ipynb: Not a directory"),
                             (["-o", "/proc/out.ipynb"], "/proc/out.ipynb: No such file or directory")):
            status, _, errors = run(folder, "a.ipynb", *words)
            assert status == 1 and errors.count("\n") == 1 and errors.endswith(named + "\n"), (status, errors)
        status, _, errors = run(folder, "a.ipynb", "b.ipynb", "-o", "none/out")
        assert status == 1 and errors == "cupola: none/out: No such file or directory\n", (status, errors)
        assert not os.path.exists(os.path.join(folder, "ran"))


@test
def it_goes_to_standard_output():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["print('one')\nimport os\nos.system('echo elsewhere')\nos.write(1, b'also elsewhere\\n')", "1/0"])
        status, output, errors = run(folder, "a.ipynb", "-o", "-", "-p", "n", "3")
        cells = json.loads(output)["cells"]
        assert status == 1 and joined(cells[0]["source"]) == "# Parameters\nn = 3\n", (status, errors)
        assert "one\n" in shown(cells[1]) and shown(cells[2]) == "ZeroDivisionError", output
        assert "elsewhere" not in "".join(joined(cell["source"]) for cell in cells[2:]) and not os.path.exists(os.path.join(folder, "-"))
        write(folder, "b.ipynb", ["print('kept')", "import os\nos.abort()"])
        status, output, errors = run(folder, "b.ipynb", "-o", "-")
        assert status == 1 and "killed by signal 6 (Aborted)" in errors and shown(json.loads(output)["cells"][0]) == "kept\n", errors
        status, output, errors = run(folder, "a.ipynb", "b.ipynb", "-o", "-")
        assert status == 2 and output == "" and "standard output" in errors


@test
def standard_output_gets_what_ran_when_it_is_stopped():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", WAITS)
        status, output, errors = stop(folder, signal.SIGTERM, ("a.ipynb", "-o", "-"))
        assert status == -signal.SIGTERM and shown(json.loads(output)["cells"][1]) == "two\nKeyboardInterrupt", (output, errors)


@test
def another_language_is_refused_in_words():
    with tempfile.TemporaryDirectory() as folder:
        for metadata, word in (({"kernelspec": {"name": "ir", "display_name": "R", "language": "R"}}, "R"),
                               ({"kernelspec": {"name": "julia-1.10", "language": "julia"}}, "julia"),
                               ({"language_info": {"name": "bash"}}, "bash")):
            write(folder, "a.ipynb", ["print(1)"], metadata)
            status, _, errors = run(folder, "a.ipynb", "-o", "out.ipynb")
            assert status == 1 and errors == "cupola: a.ipynb: its cells are written in %s, and only Python runs here\n" % word, errors
            assert not os.path.exists(os.path.join(folder, "out.ipynb"))
        for metadata in ({}, {"kernelspec": {"name": "python3"}}, {"language_info": {"name": "python", "version": "3.8"}},
                         {"kernelspec": {"name": "x", "language": "Python"}, "language_info": {"name": "ipython"}}, {"kernelspec": {"name": "cupola", "language": ""}}):
            write(folder, "a.ipynb", ["print(1)"], metadata)
            assert run(folder, "a.ipynb")[0] == 0, metadata


@test
def the_executable_is_a_path():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "a.ipynb", ["import os, sys\nprint(sys.executable)\nassert os.path.isabs(sys.executable)"])
        assert run(folder, "a.ipynb", "-o", "out.ipynb")[0] == 0 and read(folder, "out.ipynb") == [os.path.realpath(CUPOLA) + "\n"]


run_tests()
