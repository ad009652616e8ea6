"""Every function, type and module has a docstring, and none reads like CPython's own, or like those of the packages whose
names it has."""
import difflib
import json
import os
import re
import subprocess
import tempfile

from tap import CUPOLA, SOURCE, Skip, run_tests, test

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
    "numpy.poly1d.__weakref__": "help() shows it with every class of the user's",
    "numpy.ma.MaskedArray": "what is common is the signature",
    "scipy.special.ellipe": "the name that mathematics gives it",
    "scipy.special.ellipeinc": "the name that mathematics gives it",
    "scipy.special.ellipk": "the name that mathematics gives it",
    "scipy.special.ellipkinc": "the name that mathematics gives it",
    "scipy.special.gammasgn": "the name that mathematics gives it",
    "scipy.special.hyp0f1": "the name that mathematics gives it",
    "scipy.special.iv": "the name that mathematics gives it",
    "scipy.special.kv": "the name that mathematics gives it",
    "scipy.signal.ShortTimeFFT.fft_mode": "the words that it may be",
    "scipy.signal.ShortTimeFFT.scaling": "the words that it may be",
    "scipy.signal.place_poles": "the authors of the paper",
    "scipy.signal.remez": "the authors of the paper",
    "IPython.core.magic_arguments.MagicArgumentParser.add_argument": "what is common is the signature",
}
VENV = os.environ.get("CUPOLA_VENV") or os.path.join(SOURCE, ".venv")


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


def docstrings_of_both(oracle, *options):
    with tempfile.TemporaryDirectory() as folder:
        names = os.path.join(folder, "names")
        results = []
        for command in [CUPOLA, "run"], [oracle]:
            results.append(os.path.join(folder, "%d.json" % len(results)))
            done = subprocess.run(command + [os.path.join(HERE, "docstring_words.py"), names, results[-1], *options],
                                  capture_output=True, text=True, timeout=250, env=dict(os.environ, MPLBACKEND="agg"))
            assert done.returncode == 0, done.stderr
        return [json.load(open(path)) for path in results]


@test
def docstrings_are_our_own_words():
    if not os.path.exists(ORACLE):
        print("# no oracle")
        return
    ours, theirs = docstrings_of_both(ORACLE)
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


def sentences(text):
    """A docstring without its examples and what they show."""
    return re.sub(r"^[ \t]*>>>.*?(\n[ \t]*$|\Z)", "", text, flags=re.MULTILINE | re.DOTALL)


@test
def docstrings_of_packages_are_our_own_words():
    python = os.path.join(VENV, "bin", "python")
    has_packages = os.path.exists(python) and not subprocess.run(
        [python, "-c", "import numpy, scipy, matplotlib, IPython, tqdm"], capture_output=True).returncode
    if not has_packages:
        raise Skip("no .venv with the packages")
    ours, theirs = docstrings_of_both(python, "packages")
    common = [name for name in ours if name in theirs and not name.startswith("IPython.core.debugger.")]  # those are pdb's
    assert len(common) > 10000, len(common)
    compared, copied = {}, []
    for name in common:
        pair = sentences(ours[name]), sentences(theirs[name])
        if pair in compared:
            continue
        compared[pair] = True
        found = "" if any(re.match(fact, pair[0]) for fact in FACTS) else may_be_alike(*pair) and alike(*pair)
        if found and name not in SAME and len(re.findall(r"[a-z]{3,}", found)) > 3:  # else a formula
            copied.append("%s: %s" % (name, found))
    print("# %d docstrings beside those of packages, %d pairs" % (len(common), len(compared)))
    assert not copied, "\n".join(copied)


def may_be_alike(ours, theirs):
    """Whether five words in a row are the same, which is quickly seen."""
    ours, theirs = words(ours), words(theirs)
    rows = {tuple(theirs[place:place + 5]) for place in range(len(theirs) - 4)}
    return any(tuple(ours[place:place + 5]) in rows for place in range(len(ours) - 4))


run_tests()
