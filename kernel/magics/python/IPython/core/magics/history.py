"""%history: the cells of this session and of earlier ones."""
from IPython.core.magics.support import matches_glob, shell, split_words


def inputs():
    "The inputs of a session, as (number, text)."
    return shell.user_ns["In"]


def parse_range(text):
    """The numbers of cells that "4-6 9 ~1/2" means: [(session, first, end)]; session 0 is this one, -1 the one before."""
    ranges = []
    for word in text.split():
        session, slash, lines = word.rpartition("/")
        number = 0
        if slash:
            number = -int(session[1:] or 0) if session.startswith("~") else int(session)
        if not lines and slash:
            ranges.append((number, 1, None))
            continue
        begin, dash, end = lines.partition("-")
        if not begin.isdigit() and not (dash and end.isdigit()):
            continue
        first = int(begin) if begin.isdigit() else 1
        if dash and end.isdigit():
            ranges.append((number, first, int(end) + 1))
        elif dash:
            ranges.append((number, first, None))
        elif lines.endswith(":"):
            continue
        else:
            ranges.append((number, first, first + 1))
    return ranges


def cells_of(text):
    """(session, number, source) for a text such as "4-6 9"."""
    found = []
    for session, first, end in parse_range(text):
        cells = inputs()
        last = len(cells) if end is None else min(end, len(cells))
        if session:
            found += [(session, number, source) for number, source in earlier(session) if number >= first and (end is None or number < end)]
        else:
            found += [(0, number, cells[number]) for number in range(max(first, 1), last)]
    return found


def earlier(session):
    """The (number, source) of another session, of the file that kernels share."""
    rows = stored()
    numbers = sorted({row[0] for row in rows})
    if session < 0:
        if -session > len(numbers):
            return []
        session = numbers[session]
    return [(row[1], row[2]) for row in rows if row[0] == session]


def stored():
    """[session, number, source] of earlier sessions."""
    import json
    import os
    base = os.environ.get("XDG_DATA_HOME") or os.path.join(os.environ.get("HOME", ""), ".local/share")
    rows = []
    try:
        with open(base + "/cupola/history.jsonl") as file:
            for line in file:
                try:
                    rows.append(json.loads(line))
                except ValueError:
                    pass
    except OSError:
        return []
    own = rows[-1][0] if rows and any(rows[-1][2] == source for source in inputs()[-2:]) else None
    return [row for row in rows if row[0] != own]


def matches(pattern, text):
    "The inputs that a pattern matches."
    return matches_glob(text, "*" + pattern + "*")


def line_history(line):
    """%history [-n] [-o] [-p] [-t] [-f FILE] [-g [PATTERN]] [-l [N]] [-u] [RANGE ...]

    Print cells: all, or those of ranges such as 4-6 9 ~1/2. -n with their numbers, -o with their outputs, -p with >>>,
    -t as they ran, -g those that match a pattern, also of earlier sessions, -l the last ones, -u without repetitions,
    -f into a file."""
    words = split_words(line)
    numbers = outputs = prompts = translated = unique = False
    path, pattern, limit, rest, at = None, None, None, [], 0
    while at < len(words):
        word = words[at]
        at += 1
        if word == "-g":
            pattern, at = " ".join(words[at:]) or "*", len(words)
        elif word == "-l":
            limit = 10
            if at < len(words) and words[at].isdigit():
                limit, at = int(words[at]), at + 1
        elif word == "-f":
            path, at = words[at], at + 1
        elif word.startswith("-") and word[1:] and all(letter in "noptu" for letter in word[1:]):
            numbers |= "n" in word
            outputs |= "o" in word
            prompts |= "p" in word
            translated |= "t" in word
            unique |= "u" in word
        else:
            rest.append(word)
    if pattern is not None:
        found = [(0, number, source) for number, source in enumerate(inputs()) if number and matches(pattern, source)]
        numbers = True
    elif limit is not None:
        found = [(0, number, inputs()[number]) for number in range(1, len(inputs()) - 1)][-limit:]
    elif rest:
        found = cells_of(" ".join(rest))
    else:
        found = [(0, number, source) for number, source in enumerate(inputs()) if number]
    if unique:
        last = {source: number for _, number, source in found}
        found = [row for row in found if last[row[2]] == row[1]]
    lines = []
    results = shell.user_ns.get("Out", {})
    for session, number, source in found:
        if translated:
            source = shell._transform(source).rstrip("\n")
        multiple = "\n" in source
        if numbers:
            label = "%s:%s" % (("%4d" % number) if session == 0 else "%s/%d" % (session, number), "\n" if multiple else " ")
        else:
            label = ""
        if prompts:
            source = ">>> " + "\n... ".join(source.splitlines()) + ("\n..." if multiple else "")
        lines.append(label + source)
        if outputs and session == 0 and number in results:
            lines.append(repr(results[number]))
    if path:
        import os
        if os.path.exists(path):
            answer = ""
            while answer not in ("y", "n", "yes", "no"):
                try:
                    answer = shell._input("File %r exists. Overwrite? " % path).strip().lower()
                except NotImplementedError:
                    answer = "y"  # nobody can be asked
            if answer[0] == "n":
                print("Aborting.")
                return
            print("Overwriting file.")
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
        return
    for text in lines:
        print(text)


line_hist = line_history
