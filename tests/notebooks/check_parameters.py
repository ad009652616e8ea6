"""-p, -r, -y, -f and -b of `cupola run` beside papermill: the injected cell's text, its place and what it replaces."""
import ast
import json
import os
import re
import subprocess
import sys
import tempfile

from cells import environment, joined
from tap import CUPOLA, SOURCE, VENV, Skip, report, run_tests, test

# Papermill's command line, called for many cases in one process.
PAPERMILL = r"""
import json, os, sys
from click.testing import CliRunner
from papermill.cli import papermill
for words in json.load(sys.stdin):
    if os.path.exists("out.ipynb"):
        os.remove("out.ipynb")
    CliRunner().invoke(papermill, ["--prepare-only"] + words)
    document = None
    if os.path.exists("out.ipynb"):
        with open("out.ipynb") as file:
            document = json.load(file)
    print(json.dumps(document))
"""


def notebook(tags, kinds=()):
    cells = []
    for index, tag in enumerate(tags):
        kind = kinds[index] if kinds else "code"
        cell = {"cell_type": kind, "id": "cell%d" % index, "metadata": {"tags": tag.split()} if tag else {}, "source": "'%d'" % index}
        if kind == "code":
            cell.update(outputs=[], execution_count=None)
        cells.append(cell)
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return {"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}}


def injected(document):
    return None if document is None else "".join(joined(cell["source"]) for cell in document["cells"]
                                                 if "injected-parameters" in cell["metadata"].get("tags", []))


def ask_papermill(folder, cases):
    if not VENV:
        raise Skip("no .venv with papermill")
    done = subprocess.run([sys.executable, "-c", PAPERMILL], input=json.dumps(cases), cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask_cupola(folder, words):
    """The status, what it said, and the document."""
    out = os.path.join(folder, "out.ipynb")
    if os.path.exists(out):
        os.remove(out)
    done = subprocess.run([CUPOLA, "run", "--allow-errors", words[0], "-o", *words[1:]], cwd=folder, env=environment(), capture_output=True,
                          text=True, timeout=60)
    if not os.path.exists(out):
        return done.returncode, done.stderr, None
    with open(out, encoding="utf-8") as file:
        return done.returncode, done.stderr, json.load(file)


def read_cases():
    """(words, whether they are refused here alone)"""
    refused = False
    with open(os.path.join(SOURCE, "tests", "notebooks", "parameter_cases.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("!"):
                refused = True
            elif line.startswith("["):
                yield ast.literal_eval(line), refused
                refused = False


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))


# The texts that would be refused come as None, with the words.
HERE = r"""
import json, sys
import _notebook_parameters
KINDS = {"-p": "text", "-r": "raw", "-y": "yaml", "-f": "file", "-b": "base64"}
for words in json.load(sys.stdin):
    given = []
    while words:
        kind, name = KINDS[words.pop(0)], None
        if kind in ("text", "raw"):
            name = words.pop(0)
        given.append((kind, name, words.pop(0)))
    try:
        print(json.dumps([_notebook_parameters.cell(given), None]))
    except (ValueError, OSError) as error:
        print(json.dumps([None, str(error)]))
"""
THROUGH_THE_COMMAND = 30  # so many cases, the first, are asked of the command; the others of what it asks


def ask_module(folder, cases):
    done = subprocess.run([CUPOLA, "-c", HERE], input=json.dumps(cases), cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def compare(words, refused, theirs, ours, said):
    """`ours`: None when it was refused, with what was said."""
    name = re.sub(r"[^ -~]", "?", repr(words))[:100].replace("#", "?")
    if theirs is None or refused:
        good = ours is None and said and "Traceback" not in said
        report(name, good, "" if good else "not refused in words: %r %r" % (ours, said))
    else:
        wanted = injected(theirs)
        report(name, ours == wanted, "" if ours == wanted else "papermill %r\n   here %r %s" % (wanted, ours, said))


def check_texts():
    cases = list(read_cases())
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "in.ipynb", notebook(["parameters"]))
        write(folder, "f.yaml", "a: f\nf: [1, {g: text}]\n")
        write(folder, "f.json", '{"x": [1, 2.5], "s": "t", "n": null, "t": true, "f": 1e5}')
        theirs = ask_papermill(folder, [["in.ipynb", "out.ipynb", *words] for words, _ in cases])
        for (words, refused), document in list(zip(cases, theirs))[:THROUGH_THE_COMMAND]:
            status, said, ours = ask_cupola(folder, ["in.ipynb", "out.ipynb", *words])
            is_said = ours is not None or status == 2 and said.startswith("cupola run: ")
            compare(words, refused, document, injected(ours), is_said and said)
        rest = ask_module(folder, [words for words, _ in cases[THROUGH_THE_COMMAND:]])
        for (words, refused), document, (ours, said) in zip(cases[THROUGH_THE_COMMAND:], theirs[THROUGH_THE_COMMAND:], rest):
            compare(words, refused, document, ours, said)


P, I = "parameters", "injected-parameters"
PLACES = [["", ""], [P, ""], ["", P, ""], ["", I, ""], [P, I, ""], [P, "", I], [I, "", P], [P, "", P], [I, "", I], [P, I, "", I],
          ["", P + " " + I, ""], ["", "other " + P, ""], ["Parameters"], [I]]


@test
def it_stands_where_papermill_puts_it():
    documents = [notebook(tags) for tags in PLACES] + [notebook(["", P], ["code", "markdown"]), notebook([P, ""], ["raw", "code"])]
    with tempfile.TemporaryDirectory() as folder:
        for index, document in enumerate(documents):
            write(folder, "%d.ipynb" % index, document)
        theirs = ask_papermill(folder, [["%d.ipynb" % index, "out.ipynb", "-p", "z", "1"] for index in range(len(documents))])
        for index, wanted in enumerate(theirs):
            document = ask_cupola(folder, ["%d.ipynb" % index, "out.ipynb", "-p", "z", "1"])[2]
            cells = [[(joined(cell["source"]), cell["metadata"].get("tags", []), cell["cell_type"]) for cell in one["cells"]]
                     for one in (document, wanted)]
            assert cells[0] == cells[1], (documents[index], cells)


@test
def nothing_given_changes_nothing():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "in.ipynb", notebook(["", I]))
        for words in ([], ["-y", ""], ["-y", "{}"]):
            status, _, document = ask_cupola(folder, ["in.ipynb", "out.ipynb", *words])
            assert status == 0 and injected(document) == "'1'", document


@test
def the_cells_see_them():
    with tempfile.TemporaryDirectory() as folder:
        document = notebook(["parameters", ""])
        document["cells"][0]["source"] = "n, x, many = 1, None, None"
        document["cells"][1]["source"] = "print(n * 2, x != x, many, type(text))"
        write(folder, "in.ipynb", document)
        words = ["-p", "n", "021", "-p", "x", "nan", "-y", "many: [1, {a: b}]", "-r", "text", "1"]
        document = ask_cupola(folder, ["in.ipynb", "out.ipynb", *words])[2]
        assert joined(document["cells"][2]["outputs"][0]["text"]) == "42 True [1, {'a': 'b'}] <class 'str'>\n", document


@test
def several_notebooks_get_the_same():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a.ipynb", "b.ipynb"):
            write(folder, name, notebook([P]))
        done = subprocess.run([CUPOLA, "run", "a.ipynb", "b.ipynb", "-o", "out", "-p", "n", "007", "-y", "x: [1]"], cwd=folder,
                              env=environment(), capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        for name in ("a.ipynb", "b.ipynb"):
            with open(os.path.join(folder, "out", name)) as file:
                assert injected(json.load(file)) == "# Parameters\nx = [1]\nn = 7\n"


if VENV:
    check_texts()
run_tests()
