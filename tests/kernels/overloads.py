"""Runs the rows of overloads.txt: each on the emulated device, or all together by NVRTC (CUPOLA_COMPILE_ONLY)."""
import os
import re

import cupy as cp

OPTIONS = ("--std=c++17", "-default-device")
COMPILES = "CUPOLA_COMPILE_ONLY" in os.environ
AT_ONCE = 30  # the compiler stops after so many errors


def rows():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "overloads.txt")) as file:
        for block in file.read().split("\n\n== ")[1:]:
            title, _, rest = block.partition("\n")
            before, _, rest = ("\n" + rest).partition("\n-- ")
            body, _, wanted = rest.partition("\n=> ")
            wanted = wanted.strip("\n").replace("\n   ", "\n            ")
            yield title, before.strip("\n"), body, wanted, re.fullmatch(r"[-0-9 ]+", wanted) is None


def words(message):
    """What the first error says, without the text that it shows and without where."""
    found = []
    for line in message.split("\n"):
        if re.match(r"[^ (]*\(\d+\): (note|warning)|\d+ errors? detected", line):
            break
        if found and ": error: " in line:
            break
        if found and line.startswith("            ") and line.strip() != "^":
            found.append(line)
        elif ": error: " in line:
            found.append(line.split(": error: ", 1)[1])
    return re.sub(r"\bn\d+::", "", re.sub("at line [0-9]+", "at line 1", "\n".join(found)))


def emulated(before, body):
    o = cp.zeros(8, cp.int32)
    try:
        text = before + '\nextern "C" __global__ void kernel(int *o) { ' + body + " }"
        cp.RawKernel(text, "kernel", OPTIONS)((1,), (1,), (o,))
    except NotImplementedError as error:
        return "refused" if "a GPU would run it" in str(error) else str(error)
    except Exception as error:
        return words(str(error)) or "%s: %s" % (type(error).__name__, error)
    return o.get().tolist()


def compiled(group):
    """What NVRTC says of each row; "" where it says nothing."""
    text, ends = "", []
    for number, (_, before, body, _, _) in enumerate(group):
        text += "namespace n%d { %s\n__global__ void kernel(int *o) { %s } }\n" % (number, before, body)
        ends.append(text.count("\n"))
    try:
        cp.RawModule(code=text, options=OPTIONS).compile()
        return [""] * len(group)
    except cp.cuda.compiler.CompileException as error:
        message = str(error)
    said = [""] * len(group)
    for piece in re.split(r"\n(?=[^ (\n]*\(\d+\): error)", message):
        found = re.match(r"[^ (\n]*\((\d+)\): error", piece)
        if not found:
            continue
        number = next(i for i, end in enumerate(ends) if int(found.group(1)) <= end)
        said[number] = said[number] or words(piece)
    return said


def main():
    everything, said = list(rows()), {}
    if COMPILES:
        for kind in False, True:
            of_kind = [row for row in everything if row[4] == kind]
            size = AT_ONCE if kind else len(of_kind)
            for i in range(0, len(of_kind), size):
                said.update(zip([row[0] for row in of_kind[i:i + size]], compiled(of_kind[i:i + size])))
    refused = 0
    for number, (title, before, body, wanted, is_error) in enumerate(everything, 1):
        if COMPILES:
            got, wanted = said[title], wanted if is_error else ""
        else:
            got = emulated(before, body)
            if type(got) is list:
                got = " ".join(map(str, got[:wanted.count(" ") + 1])) if not is_error else "accepted"
        is_refused = got == "refused" and not is_error
        refused += is_refused
        good = got == re.sub("at line [0-9]+", "at line 1", wanted) or is_refused
        title += " (refused)" if is_refused else ""
        print("%s %d - %s" % ("ok" if good else "not ok", number, title))
        for line in [] if good else ("gave\n" + got + "\nnot\n" + wanted).split("\n"):
            print("# " + line)
    print("# refused: %d of %d" % (refused, len(everything)))
    print("%s %d - no more are refused than were" % ("ok" if refused <= 2 else "not ok", len(everything) + 1))
    print("1..%d" % (len(everything) + 1))


main()
