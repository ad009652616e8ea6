"""What mutation starts from: the language suite's programs and the single tests of CPython's own test files."""
import ast
import glob
import os
import re

DANGEROUS = re.compile(r"\b(fork|kill|subprocess|socket|sleep|bigmem|bigaddrspace|rmtree|setrlimit|_exit|abort|faulthandler|"
                       r"multiprocessing|run_unittest|assert_python|script_helper|signal|alarm|input|requires_resource)\b")


def cases(source):
    found = []
    for path in sorted(glob.glob(os.path.join(source, "tests", "language", "cases", "*.py"))):
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if not DANGEROUS.search(text):
            found.append(text)
    return found


def segment(lines, node):
    first = min([node.lineno] + [decorator.lineno for decorator in getattr(node, "decorator_list", [])])
    return "\n".join(lines[first - 1:node.end_lineno])


def single_tests(folder, support, names=None):
    """(head, class head, method, tail): only the method is mutated; the tail runs it."""
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "test_*.py"))):
        if names and os.path.basename(path)[:-3] not in names:
            continue
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            tree = ast.parse(text)
        except (SyntaxError, UnicodeDecodeError):
            continue
        lines = text.split("\n")
        classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        head = "import sys, unittest\nsys.path.insert(0, %r)\n__file__ = 'x.py'\n" % support + "".join(
            head_of(lines, node) for node in tree.body if not (isinstance(node, ast.ClassDef) and is_test_class(node, classes)))
        if len(head) > 60000 or DANGEROUS.search(head):
            continue
        for node in tree.body:
            if not isinstance(node, ast.ClassDef) or not is_test_class(node, classes):
                continue
            helpers = [item for item in node.body if not (isinstance(item, ast.FunctionDef) and item.name.startswith("test"))]
            bases = bases_of(node, classes)
            class_head = "".join(segment(lines, classes[name]) + "\n" for name in bases)
            if len(class_head) > 30000:
                continue
            class_head += lines[node.lineno - 1] + "\n" + "\n".join(segment(lines, item) for item in helpers) + "\n"
            if "(" in lines[node.lineno - 1] and not lines[node.lineno - 1].rstrip().endswith(":"):
                continue
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name.startswith("test"):
                    method = segment(lines, item)
                    if len(method) < 6000 and not DANGEROUS.search(method + class_head):
                        tail = "\n\n_t = %s(%r)\ntry:\n    _t.setUp()\n    _t.%s()\nexcept unittest.SkipTest:\n    pass\n" % (node.name, item.name, item.name)
                        found.append((head + class_head, method, tail))
    return found


def head_of(lines, node):
    """A statement of the top; one that imports may fail."""
    if isinstance(node, ast.ImportFrom) and node.module == "__future__" or isinstance(node, ast.If):
        return ""
    text = segment(lines, node)
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assign)):
        return "try:\n    %s\nexcept Exception:\n    pass\n" % text
    return text + "\n"


def bases_of(node, classes):
    """The test classes of the same file that a class is derived from, the outermost first."""
    found = []
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id in classes and is_test_class(classes[base.id], classes):
            found += [name for name in bases_of(classes[base.id], classes) + [base.id] if name not in found]
    return found


def is_test_class(node, classes):
    """It has tests, or is derived from a class of this file that has."""
    return (any(isinstance(item, ast.FunctionDef) and item.name.startswith("test") for item in node.body) or
            any(isinstance(base, ast.Name) and base.id != node.name and base.id in classes and is_test_class(classes[base.id], classes)
                for base in node.bases))
