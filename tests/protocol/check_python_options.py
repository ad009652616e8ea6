"""The program called as python is: -O, -V, and text that is no text, beside CPython."""
import os
import subprocess

from tap import CUPOLA, run_tests, test

ORACLE = "/usr/bin/python3"


def outcome(program, words, **variables):
    environment = {key: value for key, value in os.environ.items() if key not in ("LC_ALL", "LANG", "LC_CTYPE", "PYTHONOPTIMIZE")}
    done = subprocess.run([program, *words], env=dict(environment, **variables), capture_output=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def same(*words, **variables):
    here, there = outcome(CUPOLA, words, **variables), outcome(ORACLE, words, **variables)
    assert here == there, "%s\n--- here\n%s\n--- there\n%s" % (words, here, there)


@test
def assertions_are_left_out():
    same("-c", "print(__debug__); assert 0")
    same("-O", "-c", "assert print('no'); print(__debug__, eval('__debug__')); exec('assert 0')")
    same("-bO", "-c", "import builtins, sys; print(builtins.__debug__, sys.flags.optimize)")
    same("-c", "print(__debug__); assert 0", PYTHONOPTIMIZE="1")


@test
def docstrings_are_left_out():
    program = "'m'\ndef f():\n    'd'\nclass C:\n    'c'\nimport sys\nprint(__doc__, f.__doc__, C.__doc__, sys.flags.optimize)"
    same("-c", program)
    same("-O", "-c", program)
    same("-OO", "-c", program)
    same("-O", "-O", "-c", program)


@test
def surrogates_become_the_bytes_that_they_stand_for():
    for locale in ("C.UTF-8", "C", "POSIX"):
        same("-c", "print('a\\udcffb'); import sys; sys.stdout.write('\\udc80'); print('\\uc790', sys.stdout.errors, sys.stderr.errors)", LC_ALL=locale)
    same("-c", "import sys; print('a\\udcff', file=sys.stderr); sys.stderr.write('\\ud800')", LC_ALL="C.UTF-8")


@test
def the_version_is_pythons():
    for word in ("-V", "--version"):
        same(word)


run_tests()
