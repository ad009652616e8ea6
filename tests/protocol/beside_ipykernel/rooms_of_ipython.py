class M:
    def _repr_mimebundle_(self, include=None, exclude=None):
        print(include, exclude)
        return {"text/plain": "x", "text/html": "<b>"}
M()
# ----
display(M(), include=["text/html"])
# ----
display(M(), exclude={"text/html"})
# ----
class M1:
    def _repr_mimebundle_(self, **kw):
        print(kw)
        return {"text/plain": "x"}, {"text/plain": {"a": 1}}
M1()
# ----
class M2:
    def _repr_mimebundle_(self): return {"text/plain": "x"}
M2()
# ----
class M3:
    def _repr_mimebundle_(self, include=None, exclude=None): return None
M3()
# ----
__builtin__
# ----
_dh == [__import__("os").getcwd()]
# ----
from IPython.core.interactiveshell import InteractiveShell
isinstance(get_ipython(), InteractiveShell)
# ----
from IPython.core.interactiveshell import InteractiveShell
ip = get_ipython()
isinstance(ip, InteractiveShell), issubclass(type(ip), InteractiveShell), isinstance(5, InteractiveShell), isinstance(None, InteractiveShell)
# ----
from ipykernel.zmqshell import ZMQInteractiveShell
isinstance(ip, ZMQInteractiveShell), type(ip) is ZMQInteractiveShell, issubclass(ZMQInteractiveShell, InteractiveShell), type(ip).__name__
# ----
import IPython
isinstance(IPython.get_ipython(), IPython.InteractiveShell)
# ----
IPython.lib.__name__, IPython.terminal.__name__, IPython.core.__name__, IPython.utils.__name__, IPython.display.__name__
# ----
IPython.core.getipython.get_ipython() is ip, IPython.core.interactiveshell.InteractiveShell is InteractiveShell
# ----
IPython.lib.pretty.pretty([1]), IPython.core.display.HTML, IPython.core.magic.Magics
# ----
from IPython.terminal.interactiveshell import TerminalInteractiveShell
isinstance(ip, TerminalInteractiveShell)
# ----
InteractiveShell.initialized(), InteractiveShell.instance() is ip
# ----
InteractiveShell.ast_node_interactivity = "all"
# ----
1
2
# ----
get_ipython().ast_node_interactivity = "last_expr"
# ----
1
2
# ----
"IPython" in __import__("sys").modules, "ipykernel" in __import__("sys").modules
# ----
get_ipython().__class__.__name__ == "ZMQInteractiveShell"
# ----
get_ipython().__class__.__module__
# ----
IPython.nothing
# ----
IPython.version_info[:2], IPython.__version__ >= "8"
# ----
get_ipython().has_trait("kernel")
