"""Completion and inspection over a running kernel."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import CUPOLA, Skip, run_tests, test

SETUP = '''
import math
import numpy as np
def func(alpha, beta=2, *args, gamma: int = 3, **kw) -> str:
    "doc of func"
    return alpha
class Klass:
    "doc K"
    def __init__(self, x): self.xattr = x
    def method(self, z):
        "method doc"
    @property
    def prop(self): return 1 / 0
k = Klass(1)
data = {'name': 1, 'number': 2}
variable = 5
'''

# text before the cursor; where the match begins; some matches with their types
COMPLETIONS = [
    ("vari", 0, {"variable": "instance"}),
    ("fun", 0, {"func": "function"}),
    ("func(", 5, {"alpha=": "param", "beta=": "param", "gamma=": "param"}),
    ("k.", 2, {"method": "function", "prop": "instance", "xattr": "instance"}),
    ("math.si", 5, {"sin": "function", "sinh": "function"}),
    ("np.lins", 3, {"linspace": "function"}),
    ("np.random.ra", 10, {"rand": "function", "random": "function"}),
    ("import nu", 7, {"numpy": "module"}),
    ("import numpy.li", 13, {"linalg": "module"}),
    ("from math import s", 17, {"sin": "function", "sqrt": "function"}),
    ('data["na', 6, {'name"]': "dict key"}),
    ("%tim", 0, {"%time": "magic", "%timeit": "magic"}),
    ("open('/us", 6, {"/usr/": "path"}),
    ("'abc'.up", 6, {"upper": "function"}),
    ("whi", 0, {"while": "keyword"}),
    ("é = variab", 4, {"variable": "instance"}),
    ("a = [k.me", 7, {"method": "function"}),
    ("%time k.me", 8, {"method": "function"}),
]
NOTHING = ["# vari", "'a' 1.", "func().x"]

_kernel = []


def client():
    if _kernel:
        return _kernel[1]
    try:
        from jupyter_client import KernelManager
        from jupyter_client.kernelspec import KernelSpec
    except ImportError:
        raise Skip("jupyter_client is not installed beside the tests")
    manager = KernelManager()
    manager._kernel_spec = KernelSpec(argv=[CUPOLA, "kernel", "-f", "{connection_file}"], display_name="", language="")
    manager.start_kernel()
    channels = manager.client()
    channels.start_channels()
    channels.wait_for_ready(timeout=30)
    _kernel.extend([manager, channels])
    reply = channels.execute_interactive(SETUP, timeout=30, output_hook=lambda message: None)
    assert reply["content"]["status"] == "ok", reply["content"]
    return channels


def complete(text):
    content = client().complete(text, reply=True, timeout=20)["content"]
    found = content["metadata"]["_jupyter_types_experimental"]
    return content, {item["text"]: item["type"] for item in found}


@test
def completions():
    for text, start, expected in COMPLETIONS:
        content, found = complete(text)
        assert content["cursor_start"] == start, (text, content["cursor_start"])
        missing = {name: kind for name, kind in expected.items() if found.get(name) != kind}
        assert not missing, (text, missing, list(found)[:20])


@test
def nothing_where_nothing_can_stand():
    for text in NOTHING:
        assert not complete(text)[1], text


@test
def private_names_wait_for_an_underscore():
    assert "__init__" not in complete("k.")[1]
    assert "__init__" in complete("k.__in")[1]


@test
def inspection():
    def inspect(text, detail=0):
        content = client().inspect(text, detail_level=detail, reply=True, timeout=20)["content"]
        text = content["data"].get("text/plain", "")
        return "".join(part.split("m", 1)[-1] for part in ("m" + text).split("\033["))
    assert inspect("func").startswith("Signature: func(alpha, beta=2, *args, gamma: int = 3, **kw) -> str\nDocstring: doc of func")
    assert inspect("func(1, ") == inspect("func")
    assert "return alpha" in inspect("func", 1)
    assert "Init signature: Klass(x)" in inspect("Klass")
    assert "Signature: k.method(z)" in inspect("k.method")
    assert inspect("variable").startswith("Type:        int\nString form: 5\n")
    assert inspect("nothing_of_this_name") == ""


try:
    run_tests()
finally:
    if _kernel:
        _kernel[1].stop_channels()
        _kernel[0].shutdown_kernel(now=True)
