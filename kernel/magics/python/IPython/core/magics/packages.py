"""%pip, %conda and the commands of these names: what is built in is there already; nothing else can be installed."""
import sys

from IPython.core.magics.support import shell, split_words

# The module that a distribution brings, where the names differ.
DISTRIBUTIONS = {
    "ipython": "IPython", "scikit-learn": "sklearn", "scikit-image": "skimage", "pillow": "PIL", "opencv-python": "cv2",
    "opencv-python-headless": "cv2", "pyyaml": "yaml", "beautifulsoup4": "bs4", "python-dateutil": "dateutil",
    "matplotlib-inline": "matplotlib_inline", "jaxlib": "jax", "pycuda": "pycuda", "line-profiler": "line_profiler",
    "memory-profiler": "memory_profiler", "cuda-python": "cuda", "tensorflow-gpu": "tensorflow",
}
# Built in without being a module of its own: their magics are here, or they say how a kernel is installed.
WITHOUT_MODULE = {"line_profiler", "memory_profiler", "ipykernel", "pip", "setuptools", "wheel", "jupyter", "notebook", "jupyterlab",
                  "nbconvert", "llvmlite"}
REMARKS = {
    "torch": "PyTorch is a library of compiled code that runs in CPython only; cupy and numpy are built in",
    "tensorflow": "TensorFlow is a library of compiled code that runs in CPython only; cupy and numpy are built in",
    "pandas": "pandas is a library of compiled code that runs in CPython only; numpy and csv are built in",
    "sklearn": "scikit-learn is a library of compiled code that runs in CPython only",
}


def normal_name(requirement):
    """The distribution that a requirement such as "jax[cuda12]>=0.4" asks for, in lower case."""
    for at, character in enumerate(requirement):
        if not (character.isalnum() or character in "-_."):
            requirement = requirement[:at]
            break
    return requirement.lower().replace("_", "-")


def module_of(distribution):
    """The name of the module, or None for what is there without one."""
    if distribution.startswith("cupy-cuda") or distribution.startswith("cupy-rocm"):
        return "cupy"
    if distribution.startswith("jax-cuda") or distribution == "jaxlib":
        return "jax"
    if distribution.startswith("nvidia-") and "cu1" in distribution:
        return None
    name = DISTRIBUTIONS.get(distribution, distribution.replace("-", "_"))
    return None if name in WITHOUT_MODULE else name


def version_of(name):
    """The version of a built-in library, "" where it has none; None when there is no such library."""
    if name is None:
        return ""
    if name not in shell._built_in_modules():
        return None
    module = __import__(name)
    return getattr(module, "__version__", "")


def requirement_files(path):
    "The files behind -r on a pip line."
    try:
        with open(path) as file:
            return [line.partition("#")[0].strip() for line in file if line.partition("#")[0].strip() and not line.startswith("-")]
    except OSError as error:
        print("ERROR: Could not open requirements file: %s" % error, file=sys.stderr)
        return None


def install(words, program="pip"):
    """The exit status of `pip install WORDS`."""
    quiet, wanted, status = False, [], 0
    takes_value = {"-i", "--index-url", "--extra-index-url", "-f", "--find-links", "-t", "--target", "--prefix", "-c", "--constraint",
                   "--timeout", "--retries", "--root", "--channel", "-n", "--name", "-p", "--platform", "--python-version",
                   "--only-binary", "--no-binary", "--trusted-host", "--progress-bar", "--cache-dir"}
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in ("-r", "--requirement") and at < len(words):
            names = requirement_files(words[at])
            if names is None:
                return 1
            wanted += names
            at += 1
        elif word in ("-e", "--editable") and at < len(words):
            wanted.append(words[at])
            at += 1
        elif word in takes_value or program == "conda" and word == "-c":
            at += 1
        elif word.startswith("-"):
            quiet = quiet or word in ("--quiet",) or word[1:2] != "-" and "q" in word[1:]
        else:
            wanted.append(word)
    if not wanted:
        print('ERROR: You must give at least one requirement to install (see "pip help install")', file=sys.stderr)
        return 1
    for requirement in wanted:
        local = requirement.startswith((".", "/", "git+", "http:", "https:"))
        distribution = normal_name(requirement)
        if program == "conda" and distribution in ("python", "cudatoolkit", "cuda-toolkit", "cuda-version"):
            continue
        version = None if local else version_of(module_of(distribution))
        if version is not None:
            if not quiet:
                print("Requirement already satisfied: %s is built into Cupola%s" % (requirement, " (%s)" % version if version else ""))
            continue
        status = 1
        if local:
            print("ERROR: Cannot install %s: Cupola has its libraries built in and installs no others. Python files in the notebook's "
                  "folder, or in one of sys.path, can be imported as they are." % requirement, file=sys.stderr)
            continue
        remark = REMARKS.get(module_of(distribution) or "")
        print("ERROR: No matching distribution found for %s: Cupola has its libraries built in and installs no others.%s"
              % (requirement, " (%s.)" % remark if remark else " A package of plain Python files can be imported from the notebook's "
                 "folder or a folder of sys.path."), file=sys.stderr)
    return status


def rows():
    """(name, version) of the built-in libraries that have a version."""
    found = []
    for name in shell._built_in_modules():
        if "." not in name and not name.startswith("_") and name in ("IPython", "cupy", "jax", "matplotlib", "numba", "numpy", "pycuda",
                                                                     "scipy", "tqdm", "pandas"):
            version = version_of(name)
            if version:
                found.append((name.lower(), version))
    return sorted(set(found))


def pip(words):
    """The exit status of `pip WORDS`."""
    words = list(words)
    while words and words[0].startswith("-") and words[0] not in ("--version", "-V", "--help", "-h"):
        words.pop(0)
    command = words.pop(0) if words else "help"
    if command == "install":
        return install(words)
    if command in ("--version", "-V"):
        print("pip 23.0.1 (built into Cupola)")
    elif command in ("list", "freeze"):
        found = rows()
        if command == "freeze" or "--format=freeze" in words:
            for row in found:
                print("%s==%s" % row)
            return 0
        width = max([7] + [len(name) for name, _ in found])
        wide = max([7] + [len(version) for _, version in found])
        print("%-*s %s" % (width, "Package", "Version"))
        print("-" * width, "-" * wide)
        for name, version in found:
            print("%-*s %s" % (width, name, version))
    elif command == "show":
        status = 0 if words else 1
        for name in words:
            if name.startswith("-"):
                continue
            version = version_of(module_of(normal_name(name)))
            if version is None:
                print("WARNING: Package(s) not found: %s" % name, file=sys.stderr)
                status = 1
            else:
                print("Name: %s\nVersion: %s\nSummary: built into Cupola" % (normal_name(name), version))
        return status
    elif command == "uninstall":
        for name in words:
            if name.startswith("-"):
                continue
            if version_of(module_of(normal_name(name))) is None:
                print("WARNING: Skipping %s as it is not installed." % name, file=sys.stderr)
            else:
                print("%s is built into Cupola and stays." % name)
    elif command == "check":
        print("No broken requirements found.")
    elif command in ("help", "--help", "-h"):
        print("Usage: pip install NAME ... | list | show NAME | freeze\n\nCupola has its libraries built in: install says which.")
    else:
        print("ERROR: unknown command \"%s\"" % command, file=sys.stderr)
        return 1
    return 0


def conda(words):
    """The exit status of `conda WORDS`."""
    words = list(words)
    command = words.pop(0) if words else "help"
    if command in ("install", "update", "upgrade"):
        return install(words, "conda")
    if command in ("list", "--version", "-V"):
        return pip(["list"] if command == "list" else ["--version"])
    print("ERROR: conda %s does nothing here: Cupola has its libraries built in." % command, file=sys.stderr)
    return 1


def line_pip(line):
    """%pip install NAME ...
    %pip list

    Say whether a library is built in, by the name of its distribution: nothing has to be installed, and nothing else can be."""
    shell.user_ns["_exit_code"] = pip(split_words(line))


def line_conda(line):
    """%conda install NAME ...

    As %pip."""
    shell.user_ns["_exit_code"] = conda(split_words(line))


def line_uv(line):
    """%uv pip install NAME ...

    As %pip."""
    words = split_words(line)
    words = words[1:] if words[:1] == ["pip"] else ["install"] + words[1:] if words[:1] == ["add"] else words
    shell.user_ns["_exit_code"] = pip(words)


line_mamba = line_micromamba = line_conda
