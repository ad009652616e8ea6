"""Every function, type and module has a docstring, and none reads like CPython's own."""
import difflib
import json
import os
import re
import subprocess
import tempfile

from tap import CUPOLA, SOURCE, run_tests, test

HERE = os.path.join(SOURCE, "tests", "language")
ORACLE = os.environ.get("CUPOLA_ORACLE_PYTHON", "/usr/bin/python3")
LONGEST = 7  # so many words in a row may be the same, by chance
# Facts that programs read, in the words that they expect: the fields of named tuples, a type's call.
FACTS = [r"Alias for field number \d+$", r"\w+\([\w, ]*\)$", r"\(?[\w, ]+\)?$"]
# Flagged, and the same for a good reason.
SAME = {
    "binascii.Error.__weakref__": "help() shows it with every class of the user's, and its output is compared",
    "ast.cmpop": "the names of its nodes",
    "ast.operator": "the names of its nodes",
    "datetime.datetime": "what is common is the signature",
    "enum.Enum": "the manual's example with colours",
    "statistics.mean": "the example's numbers",
}


@test
def members_have_docstrings():
    done = subprocess.run([CUPOLA, "run", os.path.join(HERE, "docstrings.py")], capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    print("# " + lines[-1])
    assert lines[-1].startswith("0 of "), done.stdout[:5000]


def words(text):
    """A docstring's words, the first line left out where it tells how to call the function."""
    first, _, rest = text.partition("\n")
    while re.match(r"\w*\.?\w*\(.*\)( -+> | --$|$)", first) and rest.strip():
        first, _, rest = rest.lstrip("\n").partition("\n")
    return re.findall(r"[a-z0-9_]+", (first + "\n" + rest).lower())


def alike(ours, theirs):
    ours, theirs = words(ours), words(theirs)
    match = difflib.SequenceMatcher(None, ours, theirs, autojunk=False).find_longest_match(0, len(ours), 0, len(theirs))
    if match.size > LONGEST or match.size >= 5 and match.size > 0.8 * len(ours):
        return " ".join(ours[match.a:match.a + match.size])


@test
def docstrings_are_our_own_words():
    if not os.path.exists(ORACLE):
        print("# no oracle")
        return
    with tempfile.TemporaryDirectory() as folder:
        names = os.path.join(folder, "names")
        results = []
        for command in [CUPOLA, "run"], [ORACLE]:
            results.append(os.path.join(folder, "%d.json" % len(results)))
            done = subprocess.run(command + [os.path.join(HERE, "docstring_words.py"), names, results[-1]],
                                  capture_output=True, text=True, timeout=200)
            assert done.returncode == 0, done.stderr
        ours, theirs = (json.load(open(path)) for path in results)
    common = [name for name in ours if name in theirs and words(ours[name])]
    assert len(common) > 10000, len(common)
    compared, copied = {}, []
    for name in common:
        pair = ours[name], theirs[name]
        if pair not in compared:
            compared[pair] = not any(re.match(fact, ours[name]) for fact in FACTS) and alike(*pair)
            if compared[pair] and name not in SAME:
                copied.append("%s: %s" % (name, compared[pair]))
    print("# %d docstrings beside CPython's, %d pairs" % (len(common), len(compared)))
    assert not copied, "\n".join(copied)


run_tests()
