# timeout: 300
"""`cupola run` on notebooks: options, exit codes, what is saved; and other people's tools on this kernel."""
import json
import os
import pty
import re
import subprocess
import sys
import tempfile

from cells import ANSI, environment, joined, shown
from tap import CUPOLA, VENV, Skip, run_tests, test


def notebook(sources, tags=(), minor=5, kernel="python3"):
    cells = [{"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source} for source in sources]
    for index, tag in tags:
        cells[index]["metadata"]["tags"] = [tag]
    if minor >= 5:
        for index, cell in enumerate(cells):
            cell["id"] = "cell%d" % index
    return {"cells": cells, "nbformat": 4, "nbformat_minor": minor,
            "metadata": {"kernelspec": {"name": kernel, "display_name": "Python 3", "language": "python"}}}


def run(sources, *options, tags=(), minor=5, timeout=60):
    """Returns the exit status, stderr and the saved document (None: nothing was saved)."""
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "a.ipynb"), os.path.join(folder, "out.ipynb")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook(sources, tags, minor), file)
        done = subprocess.run([CUPOLA, "run", path, "-o", out, *options], env=environment(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout)
        document = None
        if os.path.exists(out):
            with open(out, encoding="utf-8") as file:
                document = json.load(file)
        return done.returncode, ANSI.sub("", done.stderr.decode()), document


@test
def cells_share_their_names_and_results_are_counted():
    status, errors, document = run(["x = 20", "x + 1"])
    assert status == 0, errors
    cell = document["cells"][1]
    assert shown(cell) == "21" and cell["execution_count"] == 2
    assert cell["outputs"][0]["execution_count"] == 2


@test
def a_failing_cell_ends_the_run_and_what_ran_is_saved():
    status, errors, document = run(["print('first')", "1/0", "print('never')"])
    assert status == 1
    assert "ZeroDivisionError: division by zero" in errors
    assert [shown(cell) for cell in document["cells"]] == ["first", "ZeroDivisionError: division by zero", ""]


@test
def allow_errors_goes_on():
    status, errors, document = run(["1/0", "print('after')"], "--allow-errors")
    assert status == 0, errors
    assert shown(document["cells"][1]) == "after"


@test
def the_tag_raises_exception_lets_a_cell_fail():
    status, errors, document = run(["1/0", "print('after')"], tags=[(0, "raises-exception")])
    assert status == 0 and shown(document["cells"][1]) == "after"


@test
def the_tag_skip_execution_is_honoured():
    status, errors, document = run(["1/0", "2"], tags=[(0, "skip-execution")])
    assert status == 0 and document["cells"][0]["outputs"] == []


@test
def a_timeout_interrupts_a_loop():
    status, errors, document = run(["while True: pass"], "--timeout", "1")
    assert status == 1
    assert "KeyboardInterrupt" in shown(document["cells"][0]) and "longer than 1 s" in errors


@test
def a_timeout_interrupts_a_sleep_and_a_long_sort():
    status, errors, document = run(["import time; time.sleep(50)"], "--timeout", "0.5")
    assert status == 1 and "KeyboardInterrupt" in shown(document["cells"][0])
    status, errors, document = run(["import numpy as np\nwhile True: np.sort(np.random.rand(3000000))"], "--timeout", "0.5")
    assert status == 1 and "KeyboardInterrupt" in shown(document["cells"][0])


@test
def parameters_follow_the_tagged_cell():
    status, errors, document = run(["n = 1\ntext = ''", "print(n * 2, text)"], "-p", "n", "21", "-p", "text", "a 'b' \"c\"",
                                   tags=[(0, "parameters")])
    assert status == 0, errors
    assert document["cells"][1]["metadata"]["tags"] == ["injected-parameters"]
    assert "id" in document["cells"][1]
    assert shown(document["cells"][2]) == "42 a 'b' \"c\""


@test
def streams_of_one_name_merge_and_the_other_parts_them():
    status, errors, document = run(["import sys\nprint(1)\nprint(2)\nprint(3, file=sys.stderr)\nprint(4)"])
    outputs = document["cells"][0]["outputs"]
    assert [(o["name"], joined(o["text"])) for o in outputs] == [("stdout", "1\n2\n"), ("stderr", "3\n"), ("stdout", "4\n")]


@test
def a_display_is_updated_where_it_was_shown():
    status, errors, document = run(["from IPython.display import display\nh = display('a', display_id=True)", "h.update('b')"])
    assert status == 0, errors
    assert shown(document["cells"][0]) == "'b'" and document["cells"][1]["outputs"] == []


@test
def clear_output_waits_for_the_next_output():
    status, errors, document = run(["from IPython.display import clear_output\nprint('old')\nclear_output(wait=True)\nprint('new')"])
    assert shown(document["cells"][0]) == "new"


def told_on_a_terminal(path, out, **variables):
    """What a run writes to a standard error that is a terminal."""
    ours, theirs = pty.openpty()
    names = {key: value for key, value in environment().items() if key != "NO_COLOR"}
    child = subprocess.Popen([CUPOLA, "run", path, "-o", out, "--allow-errors"], env=dict(names, **variables),
                             stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # EIO: nobody has it open
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    child.wait()
    return text.decode().replace("\r\n", "\n")


@test
def tracebacks_have_colours_on_terminals_only():
    sources = ["1/0", "class A:\n    def __repr__(self): raise ValueError('no repr')\nA()", "raise ValueError('a \\x1b[1mbold\\x1b[0m \\x1b[2Jpage')"]
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "a.ipynb"), os.path.join(folder, "out.ipynb")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook(sources), file)
        names = {key: value for key, value in environment().items() if key != "NO_COLOR"}
        piped = subprocess.run([CUPOLA, "run", path, "-o", out, "--allow-errors"], env=names, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE).stderr.decode()
        seen = [told_on_a_terminal(path, out, NO_COLOR=""), told_on_a_terminal(path, out), told_on_a_terminal(path, out, NO_COLOR="1")]
        with open(out, encoding="utf-8") as file:
            saved = ["\n".join(cell["outputs"][0]["traceback"]) for cell in json.load(file)["cells"]]
    timing = re.compile(r"in \d+\.\d\d s")
    piped, *seen = [timing.sub("in T s", text) for text in (piped, *seen)]
    assert "ZeroDivisionError" in piped and "no repr" in piped and "a bold \x1b[2Jpage" in piped, piped
    assert "\x1b[" not in piped.replace("\x1b[2J", ""), piped
    assert seen[0] == seen[1] and "\x1b[31mZeroDivisionError" in seen[0] and ANSI.sub("", seen[0]) == ANSI.sub("", piped), seen[0]
    assert seen[2] == piped, seen[2]
    assert all("\x1b[31m" in text for text in saved), saved


@test
def exit_ends_the_notebook_with_its_status():
    status, errors, document = run(["import sys", "sys.exit(3)", "print('never')"])
    assert document["cells"][2]["outputs"] == []


@test
def what_is_no_notebook_gets_one_line():
    with tempfile.TemporaryDirectory() as folder:
        for name, text, words in (("a.ipynb", "{", "not JSON"), ("b.ipynb", "{}", "not a notebook"),
                                  ("c.ipynb", '{"nbformat": 3, "worksheets": []}', "format 3")):
            path = os.path.join(folder, name)
            with open(path, "w") as file:
                file.write(text)
            done = subprocess.run([CUPOLA, "run", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            errors = done.stderr.decode()
            assert done.returncode == 1 and words in errors and errors.count("\n") == 1, errors
        done = subprocess.run([CUPOLA, "run", os.path.join(folder, "none.ipynb")], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert done.returncode == 1 and b"No such file" in done.stderr


@test
def several_notebooks_run_side_by_side():
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index in range(3):
            paths.append(os.path.join(folder, "n%d.ipynb" % index))
            with open(paths[-1], "w") as file:
                json.dump(notebook(["print(%d)" % index] if index else ["1/0"]), file)
        out = os.path.join(folder, "out")
        done = subprocess.run([CUPOLA, "run", *paths, "-o", out, "--jobs", "2"], env=environment(), stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60)
        assert done.returncode == 1 and b"1 of 3 notebooks failed" in done.stderr, done.stderr
        with open(os.path.join(out, "n2.ipynb")) as file:
            assert shown(json.load(file)["cells"][0]) == "2"


@test
def the_file_is_written_as_nbformat_writes_it():
    if not VENV:
        raise Skip("no .venv with nbformat")
    with tempfile.TemporaryDirectory() as folder:
        path, out = os.path.join(folder, "a.ipynb"), os.path.join(folder, "out.ipynb")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(notebook(["print('é\\n\\x1b[31mred')\n'☃'", "# nothing\n", "x = 1.5; x"]), file)
        subprocess.run([CUPOLA, "run", path, "-o", out], env=environment(), check=True, stderr=subprocess.DEVNULL)
        code = "import nbformat, sys; nb = nbformat.read(sys.argv[1], 4); nbformat.validate(nb); nbformat.write(nb, sys.argv[2])"
        again = os.path.join(folder, "again.ipynb")
        subprocess.run([sys.executable, "-c", code, out, again], check=True)
        with open(out, "rb") as left, open(again, "rb") as right:
            assert left.read() == right.read()


def jupyter(words, folder):
    """Run a tool of .venv with this kernel installed for it alone."""
    if not VENV:
        raise Skip("no .venv with Jupyter")
    prefix = os.path.join(folder, "prefix")
    subprocess.run([CUPOLA, "install", "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    more = dict(environment(), JUPYTER_PATH=os.path.join(prefix, "share", "jupyter"), JUPYTER_RUNTIME_DIR=os.path.join(folder, "runtime"),
                IPYTHONDIR=folder)
    return subprocess.run([sys.executable, "-m", *words], env=more, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=120)


def written(folder, sources):
    path = os.path.join(folder, "a.ipynb")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(notebook(sources), file)
    return path


@test
def nbconvert_executes_a_notebook_of_another_kernel():
    with tempfile.TemporaryDirectory() as folder:
        written(folder, ["x = 1", "x + 1"])
        done = jupyter(["nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=cupola", "a.ipynb",
                        "--output", "out.ipynb"], folder)
        assert done.returncode == 0, done.stdout.decode()
        with open(os.path.join(folder, "out.ipynb")) as file:
            document = json.load(file)
        assert shown(document["cells"][1]) == "2"
        assert document["metadata"]["language_info"]["name"] == "python"


@test
def nbconvert_ends_with_1_and_the_traceback_of_a_failing_cell():
    with tempfile.TemporaryDirectory() as folder:
        written(folder, ["1/0"])
        words = ["nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=cupola", "a.ipynb", "--output", "o"]
        done = jupyter(words, folder)
        assert done.returncode == 1 and b"ZeroDivisionError" in done.stdout
        assert jupyter(words + ["--allow-errors"], folder).returncode == 0


@test
def nbconvert_interrupts_at_its_timeout():
    with tempfile.TemporaryDirectory() as folder:
        written(folder, ["while True: pass"])
        done = jupyter(["nbconvert", "--to", "notebook", "--execute", "--ExecutePreprocessor.kernel_name=cupola",
                        "--ExecutePreprocessor.timeout=2", "--ExecutePreprocessor.interrupt_on_timeout=True", "a.ipynb",
                        "--output", "o"], folder)
        assert done.returncode == 1 and b"KeyboardInterrupt" in done.stdout, done.stdout.decode()[-2000:]


@test
def papermill_injects_parameters():
    with tempfile.TemporaryDirectory() as folder:
        written(folder, ["n = 1", "n * 2"])
        done = jupyter(["papermill", "-k", "cupola", "-p", "n", "21", "a.ipynb", "out.ipynb"], folder)
        assert done.returncode == 0, done.stdout.decode()[-2000:]
        with open(os.path.join(folder, "out.ipynb")) as file:
            cells = json.load(file)["cells"]
        assert any(cell["cell_type"] == "code" and "n = 21" in joined(cell["source"]) for cell in cells)


run_tests()
