#!/usr/bin/env python3
"""Searches for programs that bring a session down.

    tests/fuzz/run_programs.py [--build FOLDER] [--seconds N | --count N] [--seed N] [--findings FOLDER] [--kinds gcl]

Kinds: g generated programs, c mutated ones of the language suite, l mutated tests of CPython. Best under a build with
sanitizers. A finding (a sanitizer's report, a crash, a cell that an interrupt does not end, a session that does not go on)
is written to the folder with its report; its seed makes it again: --seed N --count 1."""
import argparse
import os
import random
import sys
import textwrap
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)

import corpus_programs
import programs
from session_client import Server

MODULES = ["collections", "re", "json", "functools", "itertools", "random", "copy", "string", "math", "datetime", "contextlib",
           "dataclasses", "enum", "typing", "io", "inspect", "unittest", "fractions", "decimal", "operator", "ast", "textwrap"]


def is_valid(text):
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "program", "exec")
        return True
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return False


def mutate_well(source_random, text, others):
    """Mostly what parses: the rest of the way is longer."""
    wants_valid = source_random.random() < 0.85
    for _ in range(12):
        mutated = programs.mutate(source_random, text, others)
        if not wants_valid or is_valid(textwrap.dedent(mutated)):
            break
    return mutated


def make_program(seed, kinds, cases, tests):
    source_random = random.Random("program %d" % seed)
    kind = source_random.choice(kinds)
    if kind == "g":
        text = programs.generate(seed)
        if source_random.random() < 0.2:
            head = len(programs.PRELUDE)
            text = text[:head] + mutate_well(source_random, text[head:], cases)
        return text
    if kind == "c" or not tests:
        return mutate_well(source_random, source_random.choice(cases), cases)
    head, method, tail = source_random.choice(tests)
    other = source_random.choice(tests)[1]
    return head + mutate_well(source_random, method, [other, method]) + tail


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", default=os.path.join(SOURCE, "build-sanitized"))
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="ggcl")
    parser.add_argument("--findings", default="findings")
    parser.add_argument("--milliseconds", type=int, default=1500)
    parser.add_argument("--tests", default="/usr/lib/python3.11/test")
    parser.add_argument("--print", action="store_true", help="print the program instead")
    options = parser.parse_args()
    cases = corpus_programs.cases(SOURCE)
    tests = corpus_programs.single_tests(options.tests, os.path.join(SOURCE, "tests", "language", "conformance", "support")) if "l" in options.kinds else []
    began = last = time.monotonic()
    seed, found, fates = options.seed, {}, {}
    server = Server(os.path.join(os.path.abspath(options.build), "tests", "fuzz", "session_server"), MODULES)
    while (not options.count or seed < options.seed + options.count) and (not options.seconds or time.monotonic() - began < options.seconds):
        program = make_program(seed, options.kinds, cases, tests)
        if options.print:
            print(program)
            seed += 1
            continue
        try:
            outcome = server.run(program, options.milliseconds)
        except (RuntimeError, BrokenPipeError) as error:
            print("seed %d: the server ended: %s" % (seed, error), flush=True)
            server = Server(server.program, MODULES)
            found["server %d" % seed] = [seed]
            seed += 1
            continue
        problem = outcome.problem()
        if not problem and outcome.error in ("SystemError", "?", "nothing"):
            problem = outcome.error
        fates[problem or outcome.error] = fates.get(problem or outcome.error, 0) + 1
        if problem:
            key = (problem,) + outcome.place()
            found.setdefault(key, []).append(seed)
            if len(found[key]) == 1:
                os.makedirs(options.findings, exist_ok=True)
                name = os.path.join(options.findings, "%d" % seed)
                with open(name + ".py", "w", encoding="utf-8", errors="surrogatepass") as file:
                    file.write(program)
                with open(name + ".txt", "w", encoding="utf-8", errors="replace") as file:
                    file.write("%r\n%s\n%s" % (key, outcome.report[:20000], outcome.output[-5000:]))
                print("seed %d: %s" % (seed, key), flush=True)
        seed += 1
        if time.monotonic() - last > 300:
            last = time.monotonic()
            print("%d programs in %d s, %d findings" % (seed - options.seed, last - began, len(found)), flush=True)
    if options.print:
        return 0
    server.close()
    print("%d programs in %d s, %d findings" % (seed - options.seed, time.monotonic() - began, len(found)))
    print("ends: " + ", ".join("%s %d" % item for item in sorted(fates.items(), key=lambda item: -item[1])[:30]))
    for key, seeds in found.items():
        print("%d times: %s (seeds %s)" % (len(seeds), key, seeds[:5]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
