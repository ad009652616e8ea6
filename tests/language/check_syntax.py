# timeout: 600
"""Syntax errors: kind, message and place as CPython's, for written cases and for mutated library code."""
import ast
import glob
import os
import random
import re
import sys
import textwrap

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from parse_oracle import compare, require_oracle
from tap import run_tests, test

HERE = os.path.dirname(os.path.abspath(__file__))
PIECES = """( ) [ ] { } : , ; = == := * ** + - . -> @ if else for in not is and or lambda def class return yield await
async with as try except finally import from pass break None True x 1 's' f'{a}' f'{a b}' print # $ ? ! é 0777 1_ ...
match case _ del global nonlocal raise += |= <> != ' \"\"\" \\""".split() + ["\n", "\n  ", "\\\n"]


def read_pieces_of_library(count, chance):
    """Runs of one to ten lines of the standard library."""
    files = sorted(glob.glob("/usr/lib/python3.11/*.py"))
    while count:
        with open(chance.choice(files), encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
        if len(lines) < 20:
            continue
        start = chance.randrange(len(lines) - 10)
        yield textwrap.dedent("\n".join(lines[start:start + chance.randint(1, 10)])) + "\n"
        count -= 1


def mutate(source, chance):
    tokens = re.findall(r"\s+|\w+|'[^'\n]*'|\"[^\"\n]*\"|[^\w\s]", source)
    for _ in range(chance.choice([0, 1, 1, 1, 2])):
        at = chance.randrange(len(tokens))
        what = chance.random()
        if what < 0.35:
            del tokens[at]
        elif what < 0.7:
            tokens.insert(at, chance.choice(PIECES))
        elif what < 0.85:
            tokens[at] = chance.choice(PIECES)
        else:
            other = chance.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        if not tokens:
            break
    return "".join(tokens)


@test
def written_cases():
    require_oracle()
    with open(os.path.join(HERE, "syntax_cases.txt"), encoding="utf-8") as file:
        compare([ast.literal_eval(line) for line in file if not line.startswith("#")])


@test
def mutated_library_code():
    require_oracle()
    chance = random.Random(3011)
    sources = [mutate(piece, chance) for piece in read_pieces_of_library(3000, chance) if piece.strip()]
    compare([source for source in sources if source and "\0" not in source])


run_tests()
