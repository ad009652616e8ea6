class Plain:
    def __repr__(self): return 1 / 0
class Html:
    def _repr_html_(self): return 1 / 0
Plain()
# ----
import sys
type(sys.last_value).__name__, sys.last_value.args
# ----
Html()
# ----
class Bundle:
    def _repr_mimebundle_(self, include=None, exclude=None): return 1 / 0
Bundle()
# ----
class Display:
    def _ipython_display_(self): return 1 / 0
Display()
# ----
class Pretty:
    def _repr_pretty_(self, printer, cycle): raise KeyError("no")
Pretty()
# ----
class Number:
    def __repr__(self): return 5
Number()
# ----
class Nothing:
    def __repr__(self): return None
Nothing()
# ----
[Plain()]
# ----
x = {"a": Plain()}
x
# ----
Plain();
# ----
class Interrupted:
    def __repr__(self): raise KeyboardInterrupt
Interrupted()
# ----
class Undecided:
    def _repr_html_(self): raise NotImplementedError
Undecided()
# ----
class Text:
    def __str__(self): return 1 / 0
print(Text())
# ----
class Format:
    def __format__(self, specification): return 1 / 0
f"{Format()}"
# ----
class Inner:
    def _ipython_display_(self): display(Html())
Inner()
# ----
class Other:
    def _repr_html_(self): display(Html()); return "x"
Other()
# ----
display(Html()); print("after")
# ----
display(Display()); print("after")
# ----
display(Plain()); print("after")
# ----
handle = display(Html(), display_id=True)
# ----
handle.update(Plain())
# ----
for i in range(2): sys.displayhook(Plain())
raise KeyError("later")
# ----
exec(compile("Html()", "x", "single")); print("after")
# ----
get_ipython().displayhook(Plain())
# ----
get_ipython().run_cell("Plain()")
print("after")
# ----
result = get_ipython().run_cell("1 / 0")
result.success, type(result.error_in_exec).__name__
# ----
result = get_ipython().run_cell("Html()")
result.success, result.error_in_exec
# ----
try: 1 / 0
except Exception: get_ipython().showtraceback()
# ----
%%capture seen
Html()
# ----
seen.stdout, seen.stderr, len(seen.outputs)
# ----
from IPython.utils.capture import capture_output
with capture_output() as seen:
    print("kept")
    sys.displayhook(Html())
# ----
seen.stdout, seen.stderr, len(seen.outputs)
# ----
def after(result): print("after", result.success, result.error_in_exec)
get_ipython().events.register("post_run_cell", after)
Html()
# ----
def fails(*arguments): raise ValueError("callback")
get_ipython().events.unregister("post_run_cell", after)
get_ipython().events.register("post_execute", fails)
1
# ----
get_ipython().events.unregister("post_execute", fails)
get_ipython().display_formatter.formatters["text/html"].for_type(int, lambda x: 1 / 0)
5
# ----
del get_ipython().display_formatter.formatters["text/html"].type_printers[int]
get_ipython().display_formatter.formatters["text/plain"].for_type(int, lambda x, printer, cycle: 1 / 0)
5
# ----
del get_ipython().display_formatter.formatters["text/plain"].type_printers[int]
%config InteractiveShell.ast_node_interactivity = "all"
# ----
Plain()
3
# ----
%config InteractiveShell.ast_node_interactivity = "last_expr"
# ----
import asyncio
async def shows(): sys.displayhook(Plain())
await shows()
# ----
import numpy as np, warnings
zeros = np.zeros(9000)
np.seterrcall(lambda *arguments: 1 / 0)
before = np.seterr(all="call")
# ----
y = 1 / zeros
# ----
y = 1 / zeros
y
# ----
before = np.seterr(all="warn")
def show(*arguments, **names): raise KeyError("shown")
warnings.showwarning = show
y = 1 / zeros
# ----
y = 1 / zeros
y
